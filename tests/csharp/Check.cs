// A test is a public static method of a class marked [Tests]. The runner calls each, and says by name which failed.
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Reflection;

[AttributeUsage(AttributeTargets.Class)]
public sealed class TestsAttribute : Attribute { }

public sealed class CheckFailed : Exception
{
    public CheckFailed(string message) : base(message) { }
}

public static class Check
{
    public static void That(bool holds, string what = "what must hold does not")
    {
        if (!holds) throw new CheckFailed(what);
    }

    public static void Equal<T>(T got, T wanted)
    {
        if (!EqualityComparer<T>.Default.Equals(got, wanted)) throw new CheckFailed($"is <{got}>, expected <{wanted}>");
    }

    public static void Same<T>(IEnumerable<T> got, params T[] wanted)
    {
        var list = got.ToArray();
        if (!list.SequenceEqual(wanted))
            throw new CheckFailed($"is <{string.Join(", ", list)}>, expected <{string.Join(", ", wanted)}>");
    }

    // Equal to the bit; NaN equals NaN.
    public static void Bits(IEnumerable<double> got, IEnumerable<double> wanted) =>
        Same(got.Select(Bits), wanted.Select(Bits).ToArray());

    public static void Bits(double got, double wanted) => Bits(new[] { got }, new[] { wanted });

    private static long Bits(double x) => double.IsNaN(x) ? long.MinValue + 1 : BitConverter.DoubleToInt64Bits(x);

    public static void Near(double got, double wanted, double tolerance = 1e-12)
    {
        if (!(Math.Abs(got - wanted) <= tolerance)) throw new CheckFailed($"is <{got:R}>, expected <{wanted:R}>");
    }

    public static T Throws<T>(Action action, string message = null) where T : Exception
    {
        try
        {
            action();
        }
        catch (T exception) when (exception.GetType() == typeof(T))
        {
            if (message != null && exception.Message != message)
                throw new CheckFailed($"says <{exception.Message}>, expected <{message}>");
            return exception;
        }
        catch (Exception exception)
        {
            var thrown = exception.GetType().Name;
            throw new CheckFailed($"throws {thrown} <{exception.Message}>, expected {typeof(T).Name}");
        }
        throw new CheckFailed($"throws nothing, expected {typeof(T).Name}");
    }
}

public static class Runner
{
    public static int Main(string[] names)
    {
        int run = 0, failed = 0;
        var classes = Assembly.GetExecutingAssembly().GetTypes().Where(t => t.IsDefined(typeof(TestsAttribute), false));
        foreach (var method in classes.OrderBy(t => t.Name).SelectMany(t => t.GetMethods(
                     BindingFlags.Public | BindingFlags.Static | BindingFlags.DeclaredOnly)))
        {
            var name = method.DeclaringType.Name + "." + method.Name;
            if (names.Length > 0 && !names.Any(wanted => name.StartsWith(wanted, StringComparison.Ordinal))) continue;
            ++run;
            var watch = Stopwatch.StartNew();
            try
            {
                method.Invoke(null, null);
                Console.WriteLine($"ok      {name} ({watch.ElapsedMilliseconds} ms)");
            }
            catch (TargetInvocationException exception)
            {
                ++failed;
                Console.WriteLine($"FAILED  {name}: {exception.InnerException}");
            }
        }
        Console.WriteLine($"{run} tests, {failed} failures");
        return failed == 0 && run > 0 ? 0 : 1;
    }
}
