// Which rows to label: goals that are reached, forms of input, errors.
using System;
using System.Linq;
using Wald;

[Tests]
public static class LabellingTests
{
    private const int Rows = 1500;

    private static double[] Chances(int seed)
    {
        var random = new Random(seed);
        return Enumerable.Range(0, Rows).Select(_ => (double)(float)(0.5 * Math.Pow(random.NextDouble(), 3))).ToArray();
    }

    private static bool[] Events(double[] chances, int seed)
    {
        var random = new Random(seed);
        return chances.Select(chance => random.NextDouble() < chance).ToArray();
    }

    public static void GoalsAreReached()
    {
        var chances = Chances(1);
        var events = Events(chances, 2);
        foreach (var quality in new[] { LabelledQuality.Accuracy, LabelledQuality.Recall, LabelledQuality.Precision })
        {
            var broken = 0;
            for (var seed = 0; seed < 20; ++seed)
                using (var made = new Labelling(chances, quality, 0.9, 0.9, seed))
                {
                    while (!made.Certified)
                    {
                        var rows = made.Next(200);
                        Check.That(rows.Length > 0 && rows.Length <= 200);
                        Check.Same(made.Next(3), rows);
                        var before = made.Mask();
                        Check.That(!rows.Any(row => before[row]), "a row is asked about twice");
                        made.Answer(rows.Select(row => events[row]).ToArray());
                    }
                    var mask = made.Mask();
                    long found = Enumerable.Range(0, Rows).Count(i => events[i] && mask[i]);
                    long missed = Enumerable.Range(0, Rows).Count(i => events[i] && !mask[i]);
                    Check.Equal(made.LabelledCount, mask.Count(x => x));
                    Check.Equal(made.RowCount, Rows);
                    Check.Equal(made.EventCount, found);
                    Check.That(made.MaxEvents <= made.AllowedCount && made.DrawnCount > 0);
                    Check.Equal(made.Next(1).Length, 0);
                    Check.That(Enumerable.Range(0, Rows).All(i => mask[i] || chances[i] <= made.Cutoff), "edge");
                    var kept = quality == LabelledQuality.Accuracy ? missed <= 0.1 * Rows
                             : quality == LabelledQuality.Recall ? found >= 0.9 * (found + missed)
                             : missed <= 0.1 * (Rows - found);
                    broken += kept ? 0 : 1;
                }
            Check.That(broken <= 7, $"{quality}: {broken} of 20 goals are missed"); // each with probability 0.1
        }
    }

    public static void FormsOfInput()
    {
        var chances = Chances(3);
        var events = Events(chances, 4);
        var twice = new double[2 * Rows];
        for (var i = 0; i < Rows; ++i) twice[2 * i] = chances[i];
        using (var first = new Labelling(chances, LabelledQuality.Recall, 0.8, 0.9, 5))
        using (var floats = new Labelling(chances.Select(x => (float)x).ToArray(), LabelledQuality.Recall, 0.8, 0.9, 5))
        using (var strided = new Labelling(new Values(twice, Rows, 2), LabelledQuality.Recall, 0.8, 0.9, 5))
        {
            first.Run(rows => rows.Select(row => events[row]).ToArray(), 50);
            Check.That(first.ToString().EndsWith("of 1500 rows labelled, certified"), first.ToString());
            foreach (var made in new[] { floats, strided })
            {
                while (!made.Certified) made.Answer(made.Next(50).Select(row => (byte)(events[row] ? 1 : 0)).ToArray());
                Check.Same(made.Mask(), first.Mask());
            }
        }
    }

    public static void NewChances()
    {
        var chances = Chances(3);
        var events = Events(chances, 4);
        using (var same = new Labelling(chances, LabelledQuality.Recall, 0.8, 0.9, 5))
        using (var other = new Labelling(chances, LabelledQuality.Recall, 0.8, 0.9, 5))
        {
            var answers = same.Next(50).Select(row => events[row]).ToArray();
            Check.Same(other.Next(50), same.Next(50));
            same.Answer(answers);
            other.Answer(answers, chances.Reverse().ToArray());
            Check.Equal(other.MaxEvents, same.MaxEvents);
            Check.That(!other.Next(50).SequenceEqual(same.Next(50)), "the next rows are those of the new chances");
        }
    }

    private static void Refused(string message, Action call) => Check.Throws<WaldArgumentException>(call, message);

    public static void Errors()
    {
        var accuracy = LabelledQuality.Accuracy;
        Refused("rows is 0: there is no row to label", () => new Labelling(new double[0], accuracy));
        Refused("chances[1] is nan: must lie in [0, 1]", () => new Labelling(new[] { 0.5, double.NaN }, accuracy));
        Refused("min_quality is 1: must lie in (0, 1)", () => new Labelling(new[] { 0.5 }, accuracy, 1));
        Refused("certify is 0: must lie in (0, 1)", () => new Labelling(new[] { 0.5 }, accuracy, 0.9, 0));
        Refused("quality is \"7\": must be one of accuracy, recall, precision",
                () => new Labelling(new[] { 0.5 }, (LabelledQuality)7));
        var made = new Labelling(Chances(6), accuracy);
        Refused("most is 0: must be at least 1", () => made.Next(0));
        Refused("events has 1 values: must be those of the 0 rows asked for", () => made.Answer(new[] { true }));
        Check.Equal(made.Next(4).Length, 4);
        Refused("events[1] is 2: must be 0 or 1", () => made.Answer(new byte[] { 0, 2, 0, 0 }));
        Check.Throws<ArgumentNullException>(() => made.Run(null));
        Check.Throws<ArgumentNullException>(() => made.Run(rows => null));
        Check.Throws<TimeZoneNotFoundException>(() => made.Run(rows => throw new TimeZoneNotFoundException()));
        Check.Equal(made.LabelledCount, 0);
        Check.Equal(made.MaxEvents, Rows);
        Refused("chances has 1 elements: must have 1500",
                () => made.Answer(new[] { true, false, false, false }, new[] { 0.5 }));
        made.Answer(new[] { true, false, false, false });
        Check.Equal(made.EventCount, 1);
        made.Dispose();
        made.Dispose();
        Check.Equal(made.ToString(), "Labelling (disposed)");
        Check.Throws<ObjectDisposedException>(() => made.Next());
        Check.Throws<ObjectDisposedException>(() => made.Mask());
    }
}
