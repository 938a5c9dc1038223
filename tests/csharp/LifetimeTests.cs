// Disposal, collection, memory, threads.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using System.Threading;
using Wald;

[Tests]
public static class LifetimeTests
{
    private static readonly double[] P = { 0.5, 0.2 };

    public static void UseAfterDispose()
    {
        var m = new Metric("f1");
        var e = Estimator.Independent(P);
        var d = m.Distribution(e, new byte[2]);
        var all = m.Decide(new double[2, 2]);
        foreach (var thing in new IDisposable[] { m, e, d, all })
        {
            thing.Dispose();
            thing.Dispose();
            if (thing != all) Check.That(thing.ToString().EndsWith("(disposed)"), thing.ToString());
        }
        using (var other = new Metric("f1"))
        using (var joint = new Estimator(Kind.Joint, 2))
        {
            foreach (var use in new Action[]
                     {
                         () => m.Name.ToString(), () => m.ZeroDivision.ToString(), () => m.Properties.ToString(),
                         () => m.Utility(0, 0, 0, 1), () => m.Loss(0), () => m.Decide(P), () => m.Decide(joint),
                         () => m.Decide(new double[1, 1]),
                         () => m.DecideInto(new double[1, 1], new byte[1], null),
                         () => m.Expected(P, new byte[2]), () => m.Curve(P),
                         () => m.Distribution(P, new byte[2]), () => m.Evaluate(new byte[1], new byte[1]),
                         () => e.Kind.ToString(), () => e.LabelCount.ToString(), () => e.FeedProbabilities(P),
                         () => e.Copy(), () => e.Clear(), () => e.Save(), () => e.Marginals(),
                         () => e.Merge(joint), () => joint.Merge(e), () => e.ToCounts(), () => e.Mode(),
                         () => e.Draw(1), () => e.SizeDistribution(),
                         () => other.Decide(e), () => other.Curve(e), () => other.Expected(e, new byte[2]),
                         () => other.Regret(e, new byte[2]), () => other.Distribution(e, new byte[2]),
                         () => d.Mean.ToString(), () => d.Quantile(0.5), () => d.Atoms(), () => d.AtLeast(0),
                         () => d.SampleCount.ToString(), () => all[0].ToString(), () => all.Loss.ToString(),
                         () => all.Warning.ToString(), () => all.Positives(out _, out _)
                     })
                Check.Throws<ObjectDisposedException>(use);
            joint.FeedVectors(new byte[1, 2]); // a call that was refused left it free
            Check.Equal(all.Expected.Count, 2); // what was read before stays
        }
    }

    public static void UseOfThresholdsAfterDispose()
    {
        var f = Sample.Of(new byte[] { 1, 0 }, new double[,] { { 0.5, 0.1 }, { 0.2, 0.3 } });
        var t = f.Choose();
        var points = f.Frontier();
        foreach (var thing in new IDisposable[] { f, t, points })
        {
            thing.Dispose();
            thing.Dispose();
        }
        Check.Equal(f.ToString(), "Sample (disposed)");
        using (var other = new Sample(2))
        {
            foreach (var use in new Action[]
                     {
                         () => f.Choose(), () => f.Frontier(), () => f.Feed(new byte[1], new double[1, 2]),
                         () => f.Merge(other), () => other.Merge(f), () => f.Copy(), () => f.Clear(), () => f.Save(),
                         () => f.Count(1, 1), () => f.RocArea(), () => f.RatedFrom(), () => f.Rule.ToString(),
                         () => f.ScoreCount.ToString(), () => f.RowCount.ToString(), () => f.Positives.ToString(),
                         () => f.Negatives.ToString(), () => f.Unrated.ToString(),
                         () => f.AbstentionZone().ToString(), () => t.Apply(new double[1, 2]),
                         () => t.Baselines[0].Apply(new double[1, 2]), () => points.PartialAreas(1).ToString()
                     })
                Check.Throws<ObjectDisposedException>(use);
            other.Feed(new byte[1], new double[1, 2]); // a call that was refused left it free
        }
        Check.Bits(t.Tp, 1); // what was read before stays
        Check.That(points.Count >= 2);
    }

    public static void UseOfCascadesAfterDispose()
    {
        var scores = new[,] { { 0.5, 0.25 }, { -0.5, 0.125 }, { 0.75, -1 } };
        var sample = CascadeScores.Of(scores);
        var trees = new Trees(featureCount: 1);
        trees.Add(new Tree().Leaf(1));
        trees.Add(new Tree().Leaf(-1));
        var c = Cascade.Fit(sample);
        CascadeRun run = c.Run(), kept = c.Run();
        foreach (var thing in new IDisposable[] { sample, trees, c, run })
        {
            thing.Dispose();
            thing.Dispose();
        }
        Check.Equal(sample.ToString(), "CascadeScores (disposed)");
        Check.Equal(trees.ToString(), "Trees (disposed)");
        using (var other = CascadeScores.Of(scores))
        using (var whole = Cascade.Fit(other))
        {
            foreach (var use in new Action[]
                     {
                         () => sample.Feed(scores), () => sample.Clear(), () => sample.Copy(),
                         () => sample.Merge(other), () => other.Merge(sample), () => sample.RowCount.ToString(),
                         () => sample.ModelCount.ToString(), () => sample.ClassCount.ToString(),
                         () => Cascade.Fit(sample), () => Cascade.Fit(other, null, sample),
                         () => whole.Calibrate(sample), () => whole.Evaluate(sample), () => whole.Bind(trees),
                         () => CascadeScores.Of(trees, new double[1, 1]),
                         () => other.Feed(trees, new double[1, 1]), () => trees.Add(new Tree().Leaf(1)),
                         () => trees.TreeCount.ToString(), () => trees.ModelCount.ToString(),
                         () => trees.FeatureCount.ToString(), () => trees.OutputCount.ToString(),
                         () => trees.LeafWidth.ToString(),
                         () => trees.Threshold(0), () => trees.Evaluate(new double[1, 1]), () => trees.Save(),
                         () => c.Calibrate(other), () => c.Bind(trees), () => c.Save(),
                         () => c.ModelName(0), () => c.Evaluate(other),
                         () => c.Apply(scores), () => c.ApplyInto(scores, new int[3], null),
                         () => c.Apply(1, (model, rows, to) => to[0] = 1), () => c.ApplyTrees(new double[1, 1]),
                         () => c.Decide(new double[1]),
                         () => c.Run(), () => run.Start(), () => run.Feed(1)
                     })
                Check.Throws<ObjectDisposedException>(use);
            other.Feed(scores); // a call that was refused left it free
            Check.Equal(other.RowCount, 6);
        }
        Check.Equal(c.Order.Count, 2); // what was read before stays
        Check.That(c.Disagreement == 0 && c.ToString().StartsWith("Cascade: "));
        while (!kept.IsDecided) kept.Feed(0.5); // and a run goes on without its cascade
        Check.Equal(kept.Decision, 1);
        kept.Dispose();
    }

    public static void UseOfLearnersAfterDispose()
    {
        var x = new[,] { { 0.5, 0.25 }, { -0.5, 0.125 }, { 0.75, -1 } };
        var y = new byte[,] { { 1, 0 }, { 0, 1 }, { 1, 1 } };
        var rows = new Dataset(x).SetLabels(y);
        var learner = Learner.Fit("lfp", rows, OnePenalty());
        var unread = Learner.Fit("lfp", rows, OnePenalty());
        var known = learner.Estimator(rows, 0);
        var calibration = Calibration.Fit("platt", new byte[] { 1, 0 }, P);
        Check.Equal(learner.Choices.Count, 2);
        foreach (var thing in new IDisposable[] { rows, learner, unread, calibration })
        {
            thing.Dispose();
            thing.Dispose();
        }
        Check.Equal(rows.ToString(), "Dataset (disposed)");
        using (var f1 = new Metric("f1"))
        using (var others = new Dataset(x).SetLabels(y))
        using (var other = Learner.Fit("lfp", others, OnePenalty()))
        {
            foreach (var use in new Action[]
                     {
                         () => rows.SetLabels(y), () => rows.SetLabels(new byte[3]),
                         () => rows.SetClasses(new int[3], 2),
                         () => rows.SetSparseLabels(new int[4], new int[0], 1), () => rows.SetWeights(new double[3]),
                         () => rows.SetGroups(new int[3]), () => rows.SetGroups(new long[3]),
                         () => rows.SetMarginals(x), () => rows.RowCount.ToString(),
                         () => rows.FeatureCount.ToString(), () => rows.LabelCount.ToString(),
                         () => rows.Task.ToString(), () => Learner.Fit("lfp", rows), () => other.Probabilities(rows),
                         () => other.Decide(rows, f1), () => other.Estimator(rows, 0),
                         () => learner.Probabilities(others), () => learner.Probabilities(x),
                         () => learner.Probabilities(P), () => learner.ProbabilitiesInto(P, new double[2]),
                         () => learner.Decide(others, f1), () => learner.Decide(x, f1), () => learner.Decide(P, f1),
                         () => learner.DecideInto(P, f1, new byte[2]), () => learner.Estimator(others, 0),
                         () => learner.Estimator(P), () => learner.Save(), () => learner.FeatureNames.ToString(),
                         () => learner.LabelNames.ToString(), () => unread.Choices.ToString(), () => calibration.Probabilities(P),
                         () => calibration.Save()
                     })
                Check.Throws<ObjectDisposedException>(use);
            others.SetLabels(y); // a call that was refused left it free
            f1.Dispose();
            Check.Throws<ObjectDisposedException>(() => other.Decide(P, f1));
            others.SetLabels(y);
        }
        Check.Equal(learner.Choices.Count, 2); // what was read before stays
        Check.Equal(learner.ToString(), "Learner: lfp, 2 features, 2 labels");
        Check.Equal(known.Marginals().Length, 2); // and an estimator goes on without its learner
        known.Dispose();
    }

    private static LearnerOptions OnePenalty() => new LearnerOptions
    {
        CValues = new[] { 1.0 }, Calibration = "none", FeatureNames = new[] { "a", "b" },
        LabelNames = new[] { "c", "d" }
    };

    // What glibc's malloc has handed out (struct mallinfo2).
    [StructLayout(LayoutKind.Sequential)]
    private struct Allocated
    {
        internal UIntPtr Arena, FreeChunks, FastChunks, MappedRegions, Mapped, Unused, Fast, InUse, Free, Top;
    }

    [DllImport("libc.so.6")]
    private static extern Allocated mallinfo2();

    // Bytes of native memory in use, of managed memory in use, and resident.
    private static long[] Memory()
    {
        var native = mallinfo2();
        var pages = File.ReadAllText("/proc/self/statm").Split(' ')[1];
        return new[]
        {
            (long)(ulong)native.InUse + (long)(ulong)native.Mapped, GC.GetTotalMemory(false),
            long.Parse(pages) * Environment.SystemPageSize
        };
    }

    private static void Collect()
    {
        for (var i = 0; i < 3; ++i)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
    }

    // .NET's collector is told of the native memory; Mono's takes no notice.
    public static void ForgottenMemoryIsCollected()
    {
        if (Type.GetType("Mono.Runtime") != null) return;
        var p = new double[240_000];
        Collect();
        long most = 0, before = Memory()[0];
        for (var i = 0; i < 200; ++i)
        {
            var known = Estimator.Independent(p);
            if (i % 2 == 0) known = known.Copy();
            most = Math.Max(most, Memory()[0] - before);
        }
        Check.That(most < 250_000_000, $"{most >> 20} MB of native memory were in use"); // of 570 MB
    }

    private static void MakeThresholds(int count, bool dispose)
    {
        var scores = new[,] { { 0.5, 0.25 }, { 0.1, 0.9 }, { 0.75, 0.5 } };
        var labels = new byte[] { 1, 0, 1 };
        for (var i = 0; i < count; ++i)
        {
            var sample = Sample.Of(labels, scores);
            var made = new List<IDisposable> { sample, sample.Copy() };
            made.Add(sample.Choose(new ThresholdOptions { MaxFp = 1, Baselines = i % 16 == 0 }));
            made.Add(sample.Frontier());
            if (i % 3 == 0)
                Check.Throws<WaldArgumentException>(() => sample.Choose(new ThresholdOptions { MinRecall = 2 }));
            if (dispose)
                foreach (var thing in made) thing.Dispose();
        }
    }

    private static void MakeCascades(int count, bool dispose)
    {
        var scores = new[,] { { 0.5, 0.25 }, { -0.5, 0.125 }, { 0.75, -1 } };
        var stump = new Tree().Split(feature: 0, threshold: 0, left: 1, right: 2).Leaf(-1).Leaf(1);
        for (var i = 0; i < count; ++i)
        {
            var sample = CascadeScores.Of(scores);
            var trees = new Trees(featureCount: 1, treesPerModel: 2);
            for (var t = 0; t < 4; ++t) trees.Add(stump);
            var cascade = Cascade.Fit(sample, new CascadeOptions { Alpha = 0.1, Names = new[] { "a", "b" } });
            var made = new List<IDisposable> { sample, trees, cascade, cascade.Bind(trees), cascade.Run() };
            if (i % 3 == 0)
                Check.Throws<WaldArgumentException>(() => Cascade.Fit(sample, new CascadeOptions { Alpha = -1 }));
            if (dispose)
                foreach (var thing in made) thing.Dispose();
        }
    }

    private static void MakeRoutes(int count, bool dispose)
    {
        double[,] sure = { { 0.9, 1 }, { 0.6, 1 }, { 0.8, 1 } }, right = { { 1, 1 }, { 0, 1 }, { 1, 1 } };
        var unknown = new[,] { { double.NaN, double.NaN } };
        for (var i = 0; i < count; ++i)
        {
            var stages = new Stages(2);
            stages.Feed(sure, right: right, stageCosts: new double[] { 1, 10 });
            var route = Route.Choose(stages);
            var copy = stages.Copy();
            copy.Feed(new double[1, 2], right: unknown);
            var made = new List<IDisposable> { stages, route, copy, Route.Load(route.Save()) };
            copy.Label(copy.Ask(), new double[,] { { 1, 1 } });
            made.Add(new Labelling(P, LabelledQuality.Accuracy));
            Check.Equal(route.Apply(sure).Length, 3);
            if (i % 3 == 0)
            {
                Check.Throws<WaldArgumentException>(() => stages.Feed(sure));
                Check.Throws<WaldArgumentException>(() => Route.Choose(stages, new RouteOptions { Certify = 2 }));
            }
            if (dispose)
                foreach (var thing in made) thing.Dispose();
        }
    }

    private static void MakeLearners(int count, bool dispose)
    {
        var x = new[,] { { 0.5, 0.25 }, { -0.5, 0.125 }, { 0.75, -1 } };
        var y = new byte[,] { { 1, 0 }, { 0, 1 }, { 1, 1 } };
        var options = OnePenalty();
        using (var f1 = new Metric("f1"))
            for (var i = 0; i < count; ++i)
            {
                var rows = new Dataset(x).SetLabels(y).SetWeights(new[] { 1.0, 2, 3 });
                var learner = Learner.Fit("lfp", rows, options);
                var calibration = Calibration.Fit("platt", new byte[] { 1, 0 }, P);
                var made = new List<IDisposable> { rows, learner, calibration, learner.Estimator(rows, 1) };
                made.Add(Learner.Load(learner.Save()));
                Check.Equal(learner.Decide(P, f1).N, 2);
                Check.Equal(learner.Choices.Count, 2);
                if (i % 3 == 0)
                {
                    Check.Throws<WaldFormatException>(() => Learner.Fit("svm", rows));
                    Check.Throws<WaldArgumentException>(() => new Dataset(new[,] { { double.PositiveInfinity } }));
                }
                if (dispose)
                    foreach (var thing in made) thing.Dispose();
            }
    }

    private static void Make(int count, bool dispose)
    {
        var table = new[,] { { 0.5, 0.25, 0.75 }, { 0.1, 0.9, 0.3 } };
        for (var i = 0; i < count; ++i)
        {
            var made = new List<IDisposable> { new Metric("fbeta:2"), Estimator.Independent(P) };
            var m = (Metric)made[0];
            var e = (Estimator)made[1];
            m.Decide(e, new DecisionOptions { AtLeast = 1 });
            made.Add(m.Decide(table));
            made.Add(m.Distribution(e, new byte[2]));
            made.Add(e.Copy());
            if (i % 4 == 0) made.Add(Metric.Custom((tp, k, s, n) => 1, "one"));
            if (i % 3 == 0) Check.Throws<WaldArgumentException>(() => Estimator.Independent(new[] { 2.0 }));
            if (dispose)
                foreach (var thing in made) thing.Dispose();
        }
    }

    // Some 5000 objects a round, disposed, and left to the collector. What leaks grows in every round. What a runtime
    // makes once does not: methods that are compiled, and again where they are called often; the first generation of its
    // heap, which grows to the size of the processor's cache before it is first collected. So the rounds end when memory
    // is steady, or at the most.
    public static void MemoryIsFlat() => MemoryIsFlat(Make);

    public static void MemoryOfThresholdsIsFlat() => MemoryIsFlat(MakeThresholds);

    public static void MemoryOfCascadesIsFlat() => MemoryIsFlat(MakeCascades);

    public static void MemoryOfRoutesIsFlat() => MemoryIsFlat(MakeRoutes);

    public static void MemoryOfLearnersIsFlat() => MemoryIsFlat(MakeLearners);

    private static void MemoryIsFlat(Action<int, bool> make)
    {
        foreach (var dispose in new[] { true, false }) CheckFlat(() => make(1000, dispose));
    }

    private static void CheckFlat(Action round)
    {
        const int most = 16;
        var grown = new List<long[]>();
        var before = Memory();
        while (grown.Count < most)
        {
            round();
            Collect();
            var now = Memory();
            grown.Add(now.Select((value, j) => value - before[j]).ToArray());
            before = now;
            if (grown.Count < 5) continue;
            // Of the last four rounds the second smallest growth: what one of them gives back hides nothing.
            var steady = Enumerable.Range(0, 3).Select(
                j => grown.Skip(grown.Count - 4).Select(each => each[j]).OrderBy(x => x).ElementAt(1)).ToArray();
            var flat = steady[0] < 8000 && steady[1] < 8000 && steady[2] < 1000000;
            if (flat || grown.Count == most)
                Console.WriteLine($"        round {grown.Count} adds {string.Join(", ", steady)} bytes " +
                                  "(native, managed, resident)");
            if (flat) return;
        }
        throw new CheckFailed("memory grows");
    }

    // A check that finds nothing is worth something where it finds what is there.
    public static void MemoryThatLeaksIsFound()
    {
        var kept = new List<object>();
        foreach (var leak in new Action[]
                 {
                     () => Marshal.AllocHGlobal(16), () => kept.Add(new byte[16]), () => kept.Add(new Metric("f1"))
                 })
            Check.Throws<CheckFailed>(() => CheckFlat(() =>
            {
                for (var i = 0; i < 1000; ++i) leak();
            }), "memory grows");
        GC.KeepAlive(kept);
    }

    // What is kept of decisions to be filled again belongs to no object meanwhile.
    public static void DecisionsThatAreFilledAgain()
    {
        var random = new Random(3);
        var tables = Enumerable.Range(0, 12).Select(_ =>
        {
            var table = new double[30, 5];
            for (var i = 0; i < 30; ++i)
                for (var j = 0; j < 5; ++j) table[i, j] = random.NextDouble();
            return table;
        }).ToArray();
        using (var m = new Metric("f1"))
        {
            var bounds = tables.Select(table =>
            {
                using (var one = m.Decide(table)) return one.NextBest.ToArray();
            }).ToArray();
            var held = new Decisions[tables.Length];
            for (var i = 0; i < 2000; ++i)
            {
                var at = random.Next(held.Length);
                if (held[at] != null)
                {
                    Check.Bits(held[at].NextBest, bounds[at]);
                    held[at].Dispose();
                    if (i % 2 == 0) held[at].Dispose();
                }
                held[at] = m.Decide(tables[at]);
                if (i % 50 == 0) Check.Throws<WaldArgumentException>(() => m.Decide(new[,] { { 2.0 } }));
            }
            for (var at = 0; at < held.Length; ++at)
            {
                if (held[at] == null) continue;
                Check.Bits(held[at].NextBest, bounds[at]);
                held[at].Dispose();
            }
            // One thread reads what another one disposes of, while a third decides.
            for (var round = 0; round < 200; ++round)
            {
                var shared = m.Decide(tables[0]);
                OnThreads(3, number =>
                {
                    if (number == 0)
                        try
                        {
                            Check.Bits(shared.NextBest, bounds[0]);
                        }
                        catch (ObjectDisposedException)
                        {
                        }
                    else if (number == 1)
                        shared.Dispose();
                    else
                        using (var other = m.Decide(tables[1])) Check.Bits(other.NextBest, bounds[1]);
                });
            }
        }
    }

    public static void DisposeDuringACall()
    {
        var p = Enumerable.Range(0, 1500).Select(i => i / 1500.0).ToArray();
        using (var metric = new Metric("gmean"))
        {
            var e = Estimator.Independent(p);
            var wanted = metric.Decide(e).Expected;
            for (var i = 0; i < 10; ++i)
            {
                var shared = Estimator.Independent(p);
                Exception failed = null;
                var got = double.NaN;
                var thread = new Thread(() =>
                {
                    try
                    {
                        got = metric.Decide(shared).Expected;
                    }
                    catch (ObjectDisposedException)
                    {
                    }
                    catch (Exception exception)
                    {
                        failed = exception;
                    }
                });
                thread.Start();
                Thread.Sleep(i % 4);
                shared.Dispose();
                thread.Join();
                Check.That(failed == null, failed?.ToString());
                Check.That(double.IsNaN(got) || got == wanted); // it was refused, or ran to its end
            }
            e.Dispose();
        }
    }

    private static void OnThreads(int count, Action<int> work)
    {
        var failed = new List<Exception>();
        var threads = Enumerable.Range(0, count).Select(number => new Thread(() =>
        {
            try
            {
                work(number);
            }
            catch (Exception exception)
            {
                lock (failed) failed.Add(exception);
            }
        })).ToArray();
        foreach (var thread in threads) thread.Start();
        foreach (var thread in threads) thread.Join();
        Check.That(failed.Count == 0, failed.FirstOrDefault()?.ToString());
    }

    public static void EightThreads()
    {
        var random = new Random(2);
        var vectors = new byte[40, 12];
        var table = new double[60, 12];
        for (var i = 0; i < 40; ++i)
            for (var j = 0; j < 12; ++j) vectors[i, j] = (byte)random.Next(2);
        for (var i = 0; i < 60; ++i)
            for (var j = 0; j < 12; ++j) table[i, j] = random.NextDouble();
        using (var m = new Metric("f1"))
        using (var e = Estimator.Joint(vectors))
        {
            var one = m.Decide(e);
            var many = m.Decide(table);
            double[] bounds;
            using (var same = m.Decide(table)) bounds = same.Bound.ToArray();
            var marginals = e.Marginals();
            OnThreads(8, number =>
            {
                for (var i = 0; i < 150; ++i)
                {
                    Check.Bits(m.Decide(e).Expected, one.Expected);
                    using (var got = m.Decide(table, new DecisionOptions { Threads = 1 + i % 2 }))
                        Check.Bits(got.Expected, many.Expected);
                    Check.Bits(e.Marginals(), marginals);
                    Check.Bits(many.Bound, bounds);
                    Check.Throws<WaldArgumentException>(() => m.Decide(new[] { number + 2.0 }),
                                                        $"probabilities[0] is {number + 2}: must lie in [0, 1]");
                }
            });
            many.Dispose();
        }
    }

    public static void SampleOnEightThreads()
    {
        var random = new Random(4);
        var scores = new double[200, 2];
        var labels = new byte[200];
        for (var i = 0; i < 200; ++i)
        {
            labels[i] = (byte)(random.Next(4) == 0 ? 1 : 0);
            for (var d = 0; d < 2; ++d) scores[i, d] = random.Next(40) + 10 * labels[i];
        }
        using (var sample = Sample.Of(labels, scores))
        using (var chosen = sample.Choose())
        {
            var best = sample.Frontier().Tp;
            var saved = sample.Save();
            var rows = chosen.Apply(scores);
            OnThreads(8, number =>
            {
                for (var i = 0; i < 40; ++i)
                {
                    using (var mine = sample.Choose(new ThresholdOptions { Threads = 1 + i % 2 }))
                    {
                        Check.Bits(mine.Thresholds, chosen.Thresholds);
                        Check.Bits(mine.Value, chosen.Value);
                    }
                    using (var points = sample.Frontier()) Check.Bits(points.Tp, best);
                    Check.Same(chosen.Apply(scores), rows);
                    Check.Equal(sample.Save(), saved);
                    Check.Throws<WaldArgumentException>(
                        () => sample.Choose(new ThresholdOptions { MinRecall = number + 2 }),
                        $"min_recall is {number + 2}: must lie in [0, 1]");
                }
            });
        }
    }

    // One cascade, a run for each thread.
    public static void CascadeOnEightThreads()
    {
        var random = new Random(5);
        var scores = new double[200, 12];
        for (var i = 0; i < 200; ++i)
            for (var t = 0; t < 12; ++t) scores[i, t] = random.Next(-20, 21);
        var trees = new Trees(featureCount: 12);
        for (var t = 0; t < 12; ++t)
            trees.Add(new Tree().Split(feature: t, threshold: 0, left: 1, right: 2).Leaf(-1).Leaf(1));
        using (trees)
        using (var sample = CascadeScores.Of(scores))
        using (var fromTrees = CascadeScores.Of(trees, scores))
        using (var cascade = Cascade.Fit(sample, new CascadeOptions { Alpha = 0.02 }))
        using (var alone = Cascade.Fit(fromTrees))
        using (var bound = alone.Bind(trees))
        {
            var wanted = cascade.Apply(scores);
            var walked = bound.ApplyTrees(scores);
            var saved = cascade.Save();
            OnThreads(8, number =>
            {
                using (var run = cascade.Run())
                    for (var i = 0; i < 40; ++i)
                    {
                        for (var row = 0; row < 200; ++row)
                        {
                            for (var model = run.Start(); model >= 0;) model = run.Feed(scores[row, model]);
                            Check.Equal(run.Decision, wanted.Decisions[row]);
                            Check.Equal(run.Count, wanted.Counts[row]);
                        }
                        Check.Same(cascade.Apply(scores, new CascadeOptions { Threads = 1 + i % 2 }).Counts,
                                   wanted.Counts);
                        Check.Same(bound.ApplyTrees(scores).Decisions, walked.Decisions);
                        Check.Same(cascade.Apply(200, (model, rows, to) =>
                        {
                            for (var j = 0; j < rows.Length; ++j) to[j] = scores[rows[j], model];
                        }).Decisions, wanted.Decisions);
                        using (var mine = Cascade.Fit(sample, new CascadeOptions { Alpha = 0.02, Threads = 1 + i % 2 }))
                            Check.Equal(mine.Save(), saved);
                        Check.Throws<WaldArgumentException>(
                            () => Cascade.Fit(sample, new CascadeOptions { Alpha = -number - 1 }),
                            $"alpha is {-number - 1}: must lie in [0, 1]");
                    }
            });
        }
    }

    // A run that several threads use after all is refused to all but one of them, and stays whole.
    public static void OneRunOnSeveralThreadsIsRefused()
    {
        using (var sample = CascadeScores.Of(new double[,] { { 1, 1, 1 }, { -1, -1, -1 } }))
        using (var cascade = Cascade.Fit(sample, new CascadeOptions { Alpha = 0 }))
        using (var run = cascade.Run())
        {
            OnThreads(4, number =>
            {
                for (var i = 0; i < 3000; ++i)
                    try
                    {
                        if (i % 4 == 0) run.Start();
                        run.Feed(0);
                    }
                    catch (InvalidOperationException exception)
                    {
                        Check.Equal(exception.Message, "run is in use by another call: it cannot be changed");
                    }
                    catch (WaldArgumentException exception)
                    {
                        Check.Equal(exception.Message, "the example is decided: start the next one");
                    }
            });
            run.Start();
            while (!run.IsDecided) run.Feed(-1);
            Check.Equal(run.Decision, 0);
        }
    }

    // One learner, fitted, serving and saved on all threads together.
    public static void LearnerOnEightThreads()
    {
        var sample = new LearnerTests.Problem(1, 60);
        foreach (var name in new[] { "cardinality", "pcc", "neighbours", "forest" })
        {
            var options = LearnerTests.ReadBy(name, new LearnerOptions
            {
                CValues = new[] { 1.0 }, Calibration = "none", Samples = 50, Trees = 8
            });
            using (var rows = sample.Dataset())
            using (var learner = Learner.Fit(name, rows, options))
            using (var f1 = new Metric("f1"))
            {
                var saved = learner.Save();
                var p = learner.Probabilities(rows);
                using (var wanted = learner.Decide(rows, f1))
                    OnThreads(8, number =>
                    {
                        var mask = new byte[3];
                        for (var i = 0; i < 60; ++i)
                        {
                            Check.Bits(learner.DecideInto(sample.Row(i), f1, mask), wanted.Expected[i]);
                            Check.Same(mask, wanted.Mask.Slice(3 * i, 3).ToArray());
                            Check.Bits(learner.Probabilities(sample.Row(i)),
                                       Enumerable.Range(0, 3).Select(j => p[i, j]));
                            Check.That(learner.Choices != null);
                            if (i % 20 == 0)
                            {
                                Check.Equal(learner.Save(), saved);
                                using (var again = Learner.Fit(name, rows, options)) Check.Equal(again.Save(), saved);
                                using (var all = learner.Decide(rows, f1, new DecisionOptions { Threads = 2 }))
                                    Check.Bits(all.Expected, wanted.Expected);
                            }
                            Check.Throws<WaldArgumentException>(
                                () => learner.Decide(new double[number + 4], f1),
                                $"n_features is {number + 4}: the model was fitted to 3");
                        }
                    });
            }
        }
    }

    public static void FittingAndRelabellingTogetherIsRefused()
    {
        var sample = new LearnerTests.Problem(2, 40);
        var other = (byte[,])sample.Y.Clone();
        other[0, 0] ^= 1;
        using (var rows = sample.Dataset())
        {
            string one, two;
            using (var learner = Learner.Fit("lfp", rows, Quick())) one = learner.Save();
            using (var learner = Learner.Fit("lfp", rows.SetLabels(other), Quick())) two = learner.Save();
            Action fits = () =>
            {
                using (var learner = Learner.Fit("lfp", rows, Quick()))
                {
                    var saved = learner.Save();
                    Check.That(saved == one || saved == two);
                }
            };
            OnThreads(4, number =>
            {
                for (var i = 0; i < 300; ++i)
                    try
                    {
                        if (number % 2 == 0)
                        {
                            rows.SetLabels(i % 2 == 0 ? other : sample.Y);
                        }
                        else
                        {
                            fits();
                        }
                    }
                    catch (InvalidOperationException exception)
                    {
                        Check.That(exception.Message.StartsWith("dataset is "));
                    }
            });
            // On a busy machine every fit above may have met a call of another thread; nothing meets this one.
            fits();
        }
    }

    private static LearnerOptions Quick() => new LearnerOptions { CValues = new[] { 1.0 }, Calibration = "none" };

    public static void CustomMetricOnEightThreads()
    {
        using (var m = Metric.Custom((tp, k, s, n) =>
               {
                   if (n == 3) throw new InvalidOperationException(Thread.CurrentThread.ManagedThreadId.ToString());
                   return tp;
               }))
            OnThreads(8, number =>
            {
                for (var i = 0; i < 100; ++i)
                {
                    Check.Near(m.Decide(P).Expected, 0.7);
                    Check.Throws<InvalidOperationException>(() => m.Decide(new[] { 0.5, 0.5, 0.5 }),
                                                            Thread.CurrentThread.ManagedThreadId.ToString());
                }
            });
    }

    public static void ReadingAndFeedingTogetherIsRefused()
    {
        using (var e = new Estimator(Kind.Joint, 3))
        using (var m = new Metric("f1"))
        {
            e.FeedVectors(new byte[,] { { 1, 0, 0 } });
            long fed = 1;
            OnThreads(4, number =>
            {
                for (var i = 0; i < 3000; ++i)
                    try
                    {
                        if (number % 2 == 0)
                        {
                            e.FeedVectors(new byte[,] { { 1, 0, 0 } });
                            Interlocked.Increment(ref fed);
                        }
                        else
                        {
                            Check.Near(m.Decide(e).Expected, 1);
                        }
                    }
                    catch (InvalidOperationException exception)
                    {
                        Check.That(exception.Message.StartsWith("estimator is "));
                    }
            });
            Check.Equal(e.FedCount, fed);
        }
    }

    public static void ChoosingAndFeedingTogetherIsRefused()
    {
        using (var sample = Sample.Of(new byte[] { 1, 0, 1 }, new[] { 0.9, 0.5, 0.1 }))
        {
            long fed = 3;
            OnThreads(4, number =>
            {
                for (var i = 0; i < 200; ++i)
                    try
                    {
                        if (number % 2 == 0)
                        {
                            sample.Feed(new byte[] { 1 }, new[] { 0.7 });
                            Interlocked.Increment(ref fed);
                        }
                        else
                        {
                            using (var chosen = sample.Choose()) Check.That(chosen.Value > 0.7);
                        }
                    }
                    catch (InvalidOperationException exception)
                    {
                        Check.That(exception.Message.StartsWith("sample is "));
                    }
            });
            Check.Equal(sample.RowCount, fed);
        }
    }

    public static void FittingAndFeedingTogetherIsRefused()
    {
        using (var sample = CascadeScores.Of(new[,] { { 0.5, 1 }, { -0.5, -1 } }))
        {
            long fed = 2;
            OnThreads(4, number =>
            {
                for (var i = 0; i < 1000; ++i)
                    try
                    {
                        if (number % 2 == 0)
                        {
                            sample.Feed(new[,] { { 0.5, 1 } });
                            Interlocked.Increment(ref fed);
                        }
                        else
                        {
                            using (var cascade = Cascade.Fit(sample)) Check.Bits(cascade.MeanModels, 1);
                        }
                    }
                    catch (InvalidOperationException exception)
                    {
                        Check.That(exception.Message.StartsWith("scores is "));
                    }
            });
            Check.Equal(sample.RowCount, fed);
        }
    }
}
