// Every request for memory of the library fails once within calls of the C# package, and then all from there on. Run
// by run.py, which preloads failing.c. Each time the call must throw a WaldOutOfMemoryException (or do without), what
// it was given must be as it was, the call repeated must give the right answer, and nothing may be left behind.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using Wald;

public static class Failing
{
    private const int On = 0, Left = 1, More = 2, Failed = 4, Bytes = 5, Blocks = 6, Lost = 7;

    private static FileStream file;
    private static int failures;

    // ---- Steering ------------------------------------------------------------------------------------------------

    private static long Read(int at)
    {
        var buffer = new byte[8];
        file.Seek(8 * at, SeekOrigin.Begin);
        file.Read(buffer, 0, 8);
        return BitConverter.ToInt64(buffer, 0);
    }

    private static void Write(int at, long value)
    {
        file.Seek(8 * at, SeekOrigin.Begin);
        file.Write(BitConverter.GetBytes(value), 0, 8);
        file.Flush();
    }

    private static long[] Outstanding()
    {
        for (var i = 0; i < 3; ++i)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
        return new[] { Read(Bytes), Read(Blocks) };
    }

    // ---- The calls -----------------------------------------------------------------------------------------------

    private sealed class Call
    {
        internal string Name;
        internal Func<object> Prepare;
        internal Func<object, object> Run;
    }

    private static readonly List<Call> Calls = new List<Call>();

    private static void Add<T>(string name, Func<T> prepare, Func<T, object> run) where T : class =>
        Calls.Add(new Call { Name = name, Prepare = prepare, Run = thing => run((T)thing) });

    private static void Add(string name, Func<object> run) =>
        Calls.Add(new Call { Name = name, Prepare = () => null, Run = nothing => run() });

    private static readonly Random Random = new Random(3);
    private static readonly double[,] P = Reals(9, 7), Votes = Reals(30, 5, -0.5), X = Reals(24, 3, -0.5);
    private static readonly byte[,] Y = Cells(9, 7), Z = Cells(9, 7), XY = Cells(24, 4);
    private static readonly double[] First = Enumerable.Range(0, 7).Select(i => P[0, i]).ToArray();
    private static readonly double[] Weights = { 1, 2, 0.5, 3, 0.25, 1, 1, 4, 2 };
    private static readonly double[] Scores = Enumerable.Range(0, 40).Select(i => Random.NextDouble()).ToArray();
    private static readonly byte[] Labels = Scores.Select(x => (byte)(x + Random.NextDouble() > 1 ? 1 : 0)).ToArray();
    private static readonly CascadeOptions Fitting = new CascadeOptions { Alpha = 0.05, Folds = 0 };
    private static readonly Metric F1 = new Metric("f1");

    private static double[,] Reals(int rows, int columns, double low = 0)
    {
        var made = new double[rows, columns];
        for (var i = 0; i < rows; ++i)
        {
            var shared = low < 0 ? Random.NextDouble() + low : 0;
            for (var j = 0; j < columns; ++j) made[i, j] = Random.NextDouble() + low + shared;
        }
        return made;
    }

    private static byte[,] Cells(int rows, int columns)
    {
        var made = new byte[rows, columns];
        for (var i = 0; i < rows; ++i)
            for (var j = 0; j < columns; ++j) made[i, j] = (byte)(Random.NextDouble() < 0.5 ? 0 : 1);
        return made;
    }

    private static Estimator Joint() => Estimator.Joint(Y, Weights);

    private static Sample Fed() => Sample.Of(Labels, Scores);

    private static CascadeScores Rows() => CascadeScores.Of(Votes);

    private static Cascade Fitted()
    {
        using (var rows = Rows()) return Cascade.Fit(rows, Fitting);
    }

    private static Tree Stump(double value) => new Tree().Split(0, 0.1, 1, 2, Split.Below).Leaf(-value).Leaf(value);

    private static Trees Stumps()
    {
        var made = new Trees(3);
        foreach (var value in new[] { 1, 2, -0.5 }) made.Add(Stump(value));
        return made;
    }

    private static Cascade OfTrees()
    {
        using (var trees = Stumps())
        using (var rows = CascadeScores.Of(trees, X))
        using (var fitted = Cascade.Fit(rows, Fitting))
            return fitted.Bind(trees);
    }

    // The setting that makes a learner small.
    private static LearnerOptions Learning(string name) =>
        name == "forest" ? new LearnerOptions { Trees = 3 }
        : name == "neighbours" ? new LearnerOptions { Neighbours = 3 }
        : new LearnerOptions { CValues = new[] { 1.0 } };

    private static Learner Learned(string name)
    {
        using (var rows = new Dataset(X)) return Learner.Fit(name, rows.SetLabels(XY), Learning(name));
    }

    private static Stages Answered()
    {
        var sure = new double[40, 2];
        var answers = new int[40, 2];
        for (var i = 0; i < 40; ++i)
        {
            sure[i, 0] = Scores[i];
            sure[i, 1] = 1;
            answers[i, 0] = i % 5 == 0 ? 1 - Labels[i] : Labels[i];
            answers[i, 1] = Labels[i];
        }
        var made = new Stages(2);
        made.Feed(sure, answers, Labels.Select(x => (int)x).ToArray(), stageCosts: new[] { 1.0, 10 });
        return made;
    }

    private static ThresholdPass Binned()
    {
        var made = new ThresholdPass();
        made.Feed(Labels, Scores);
        return made;
    }

    private static TablePass Micro()
    {
        var made = new TablePass(F1);
        made.Feed(P);
        return made;
    }

    private static object After<T>(T thing, Action<T> change)
    {
        change(thing);
        return thing;
    }

    private static void FillCalls()
    {
        Add("Metric", () => new Metric("lf:0:2:0:0/0:0:1:1"));
        Add("Metric.Custom",
            () => Metric.Custom((tp, k, s, n) => tp, "mine", MetricProperties.RisesInTp | MetricProperties.LinearInTp));
        Add("decide a vector", () => F1.Decide(First));
        Add("decide a vector into memory", () => F1.DecideInto(First, new byte[First.Length]));
        Add("MakeReadOnly", () => new DecisionOptions { AtLeast = 1 }.MakeReadOnly().AtLeast);
        Add("decide an estimator", Joint, e => F1.Decide(e));
        foreach (Average average in Enum.GetValues(typeof(Average)))
            Add("decide a table, " + average, () => F1.Decide(P, new DecisionOptions { Average = average, Threads = 2 }));
        Add("decide a sparse table", () => F1.Decide(
            new SparseTable(new[] { 0, 2, 2, 3 }, new[] { 0, 4, 6 }, new[] { 0.3, 0.9, 0.5 }, 7)));
        Add("decide labels, abstaining", () => F1.Decide(P, new DecisionOptions { AbstainLabel = 0.1 }));
        Add("curve, expected, regret", () => new object[] { F1.Curve(First), F1.Expected(P, Y), F1.Regret(P, Y) });
        Add("distribution", () => F1.Distribution(First, new byte[] { 1, 0, 1, 0, 0, 1, 0 }));
        Add("compare", () => F1.Compare(Y, Z, Y, new DecisionOptions { Samples = 20 }));
        Add("worth", () => F1.Worth(P, new DecisionOptions { Samples = 20 }));
        Add("report", () => Report.Page(F1, Y, P));
        Add("Estimator.Feed", Joint, e => After(e, x => x.FeedVectors(Y, Weights)));
        Add("Estimator.Merge", Joint, e =>
        {
            using (var other = Joint()) e.Merge(other);
            return e;
        });
        Add("Estimator.Save, Load", Joint, e => Estimator.Load(e.Save()));
        Add("Estimator.ToCounts, Mode", Joint, e => new object[] { e.ToCounts(), e.Mode().Probability, e.Marginals() });
        Add("Sample.Feed", Fed, s => After(s, x => x.Feed(Labels, Scores)));
        Add("Sample.Merge", Fed, s =>
        {
            using (var other = Fed()) s.Merge(other);
            return s;
        });
        Add("Sample.Save, Load", Fed, s => Sample.Load(s.Save()));
        Add("Sample.Load of bytes", Fed, s => Sample.Load(s.SaveBytes()));
        Add("Sample.Choose", Fed, s => s.Choose(new ThresholdOptions { Bootstrap = 2, Folds = 2 }));
        Add("Sample.Frontier", Fed, s => s.Frontier());
        Add("Thresholds.Choose", () => Thresholds.Choose(Labels, Scores));
        Add("LabelThresholds", () => LabelThresholds.Choose(Y, P));
        Add("ClassMultipliers", () => ClassMultipliers.Choose(new long[] { 0, 1, 2, 3, 4, 5, 6, 0, 1 }, P));
        Add("Reliability", () => Reliability.Of(Labels, Scores));
        Add("ThresholdPass.Feed", Binned, b => After(b, x => x.Feed(Labels, Scores)));
        Add("ThresholdPass.Next", Binned, b =>
        {
            using (var copy = ThresholdPass.FromBytes(b.ToBytes())) return copy.Next();
        });
        Add("TablePass.Feed", Micro, b => After(b, x => x.Feed(P)));
        Add("CascadeScores", () => Rows());
        Add("Cascade.Fit", () => Fitted());
        Add("Cascade.Apply", Fitted, c => c.Apply(Votes));
        Add("Cascade.Apply by a function", Fitted, c => c.Apply(30, (model, rows, scores) =>
        {
            for (var i = 0; i < rows.Length; ++i) scores[i] = Votes[rows[i], model];
        }));
        Add("Cascade.Save, Load", Fitted, c => Cascade.Load(c.Save()));
        Add("Cascade.Run", Fitted, c =>
        {
            using (var run = c.Run())
            {
                for (var model = run.Start(); model >= 0;) model = run.Feed(Votes[0, model]);
                return run.ToString();
            }
        });
        Add("Trees.Add", Stumps, t => After(t, x => x.Add(Stump(4))));
        Add("Trees.Save, Load", Stumps, t => Trees.Load(t.Save()));
        Add("Cascade of trees", () => OfTrees());
        Add("Cascade.ApplyTrees", OfTrees, c => c.ApplyTrees(X));
        foreach (var name in new[] { "lfp", "forest", "neighbours" }) Add("Learner.Fit, " + name, () => Learned(name));
        Add("Learner.Probabilities", () => Learned("lfp"), made =>
        {
            using (var rows = new Dataset(X)) return made.Probabilities(rows);
        });
        Add("Learner.Decide", () => Learned("lfp"), made =>
        {
            using (var rows = new Dataset(X)) return made.Decide(rows, F1);
        });
        Add("Learner.Save, Load", () => Learned("lfp"), made => Learner.Load(made.Save()));
        Add("Calibration", () => Calibration.Fit("isotonic", Labels, Scores));
        Add("Stages.Feed", Answered, s => After(s, x => x.Feed(
            new double[,] { { 1, 1 } }, new[,] { { 0, 1 } }, new[] { 1 }, stageCosts: new[] { 1.0, 2 })));
        Add("Stages.Save, Load", Answered, s => Stages.Load(s.Save()));
        Add("Route.Choose", Answered, s => Route.Choose(s, new RouteOptions { MinQuality = 0.8 }));
        Add("Labelling", () =>
        {
            using (var made = new Labelling(Scores, LabelledQuality.Accuracy, 0.5)) return made.Next(3);
        });
    }

    // ---- What an answer holds, to be compared --------------------------------------------------------------------

    private static string State(object thing)
    {
        var save = thing?.GetType().GetMethod("Save", Type.EmptyTypes);
        return save != null ? (string)save.Invoke(thing, null) : thing?.ToString() ?? "";
    }

    private static string Plain(object thing)
    {
        if (thing is string text) return text;
        if (thing is Thresholds found) thing = found.Tp + " " + found.Fp;
        if (thing is Decisions decisions) thing = string.Join(" ", decisions.Expected);
        if (thing is IEnumerable many && !(thing is string))
            return string.Join("; ", many.Cast<object>().Select(Plain));
        return State(thing);
    }

    // ---- The test ------------------------------------------------------------------------------------------------

    private static void Complain(string where, object what)
    {
        ++failures;
        Console.WriteLine($"{where}: {what}");
    }

    private static void Dispose(object thing)
    {
        if (thing is object[] many)
            foreach (var one in many) Dispose(one);
        else
            (thing as IDisposable)?.Dispose();
    }

    // Whether the call came so far.
    private static bool FailAt(Call call, long at, bool all, string expected)
    {
        var where = $"{call.Name}, request {at}{(all ? " and all after" : "")}";
        var thing = call.Prepare();
        var before = State(thing);
        Write(More, all ? long.MaxValue : 0);
        Write(Failed, 0);
        Write(Left, at);
        object found = null;
        Exception error = null;
        try
        {
            found = call.Run(thing);
        }
        catch (Exception caught)
        {
            error = caught;
        }
        Write(Left, -1);
        var reached = Read(Failed) > 0;
        if (error != null)
        {
            if (!reached)
                Complain(where, error + " of itself");
            else if (!(error is WaldOutOfMemoryException) || error.Message != "out of memory")
                Complain(where, error);
            if (State(thing) != before) Complain(where, "what it was given has changed");
            found = call.Run(thing);
        }
        var got = Plain(found);
        if (got != expected) Complain(where, $"gives {got}, not {expected}");
        Dispose(found);
        Dispose(thing);
        return reached;
    }

    // Each request of the call fails once, and then all from there on; of many the later ones in larger steps.
    private static int Series(Call call, string expected)
    {
        var tried = 0;
        foreach (var all in new[] { false, true })
            for (long at = 0; failures < 40 && FailAt(call, at, all, expected);
                 at += Math.Max(1, at / (all ? 10 : 30)))
                ++tried;
        return tried;
    }

    private static string Once(Call call)
    {
        var thing = call.Prepare();
        var found = call.Run(thing);
        var text = Plain(found);
        Dispose(found);
        Dispose(thing);
        return text;
    }

    public static int Main(string[] words)
    {
        CultureInfo.DefaultThreadCurrentCulture = CultureInfo.InvariantCulture;
        file = new FileStream(Environment.GetEnvironmentVariable("WALD_FAILING"), FileMode.Open, FileAccess.ReadWrite,
                              FileShare.ReadWrite, 1);
        FillCalls();
        var total = 0;
        Write(Left, -1);
        Write(On, 1);
        foreach (var call in Calls)
        {
            if (words.Length > 0 && !words.Any(call.Name.Contains)) continue;
            var expected = Once(call);
            var before = Outstanding();
            var watch = Stopwatch.StartNew();
            var tried = Series(call, expected);
            // What is kept for the next call, such as a thread's buffers, grows once; a leak grows each time.
            for (var round = 0;; ++round)
            {
                var after = Outstanding();
                if (after[0] <= before[0]) break;
                if (round == 2)
                {
                    Complain(call.Name, $"leaves {after[0] - before[0]} bytes in {after[1] - before[1]} blocks");
                    break;
                }
                before = after;
                Series(call, expected);
            }
            Console.WriteLine($"{call.Name}: {tried} requests failed, {watch.ElapsedMilliseconds} ms");
            total += tried;
        }
        if (Read(Lost) > 0) Complain("account", "is incomplete");
        Console.WriteLine($"{Calls.Count} calls, {total} requests failed, {failures} failures");
        return failures > 0 || total < 3000 && words.Length == 0 ? 1 : 0;
    }
}
