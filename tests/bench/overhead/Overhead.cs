// What the C# package adds to a call, as one line of JSON: the same as every language's program here prints; see
// overhead.py.
using System;
using System.Diagnostics;
using System.Globalization;
using System.Linq;
using Wald;

public static class Overhead
{
    private const int Rows = 10000, Labels = 14;

    // The shortest mean time of `number` calls, in seconds.
    private static double Best(Action action, int number, int repeat)
    {
        var best = double.PositiveInfinity;
        for (var r = 0; r < repeat; ++r)
        {
            var watch = Stopwatch.StartNew();
            for (var i = 0; i < number; ++i) action();
            best = Math.Min(best, watch.Elapsed.TotalSeconds / number);
        }
        return best;
    }

    public static void Main()
    {
        // Pseudo-random, and the same in every language.
        var table = Enumerable.Range(0, Rows * Labels)
                              .Select(i => (ulong)i * 2654435761 % (1UL << 32) / 4294967296.0).ToArray();
        using (var metric = new Metric("f1"))
        using (var known = Estimator.Independent(new Values(table, Labels)))
        {
            double value = 0;
            long k = 0, ones = 0;
            Action call = () =>
            {
                var decision = metric.Decide(known);
                k += decision.K;
                value += decision.Expected;
            };
            Action batch = () =>
            {
                using (var decisions = metric.Decide(new Table(table, Rows, Labels)))
                {
                    value += decisions.Expected[0] + decisions.Mask[0];
                }
            };
            var mask = new byte[Rows * Labels];
            var expected = new double[Rows];
            Action into = () =>
            {
                metric.DecideInto(new Table(table, Rows, Labels), mask, expected);
                value += expected[0] + mask[0];
            };
            Best(call, 2000, 2); // compiled, and compiled again
            var callTime = Best(call, 2000, 15);
            var batchTime = Best(batch, 1, 100);
            var intoTime = Best(into, 1, 100);
            using (var decisions = metric.Decide(new Table(table, Rows, Labels)))
                foreach (var cell in decisions.Mask) ones += cell;
            Console.WriteLine(string.Format(CultureInfo.InvariantCulture,
                                            "{{\"language\": \"csharp\", \"call_us\": {0:F4}, " +
                                            "\"batch_ms\": {1:F4}, \"into_ms\": {2:F4}, \"ones\": {3}}}",
                                            callTime * 1e6, batchTime * 1e3, intoTime * 1e3, ones));
        }
    }
}
