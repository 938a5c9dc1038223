// Delegates that native code calls: exceptions out of them, progress, cancellation.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using Wald;

[Tests]
public static class CallbackTests
{
    private sealed class Odd : Exception
    {
        internal Odd(string message) : base(message) { }
    }

    private sealed class Report : IProgress<double>
    {
        private readonly Action<double> action;

        internal Report(Action<double> action)
        {
            this.action = action;
        }

        void IProgress<double>.Report(double value) => action(value);
    }

    private static readonly double[] P = { 0.9, 0.45, 0.4, 0.3, 0.2, 0.1 };

    private static double[,] Big(int rows, int columns)
    {
        var random = new Random(1);
        var table = new double[rows, columns];
        for (var i = 0; i < rows; ++i)
            for (var j = 0; j < columns; ++j) table[i, j] = random.NextDouble();
        return table;
    }

    public static void CustomMetrics()
    {
        using (var mine = Metric.Custom((tp, k, s, n) => tp - 0.25 * (k - tp), "hits",
                                        MetricProperties.RisesInTp | MetricProperties.LinearInTp))
        {
            Check.Same(mine.Decide(P).Indices, 0, 1, 2, 3);
            Check.Equal(mine.Name, "hits");
            Check.Bits(mine.Utility(1, 3, 2, 5), 0.5);
            Check.Bits(mine.Loss(0.5), -0.5);
        }
        using (var loss = Metric.Custom((tp, k, s, n) => k + s - 2 * tp, "flips", MetricProperties.Loss))
            Check.Same(loss.Decide(P).Indices, 0);
        using (var like = Metric.Custom((tp, k, s, n) => k + s == 0 ? 1 : 2.0 * tp / (k + s), "like f1",
                                        MetricProperties.RisesInTp | MetricProperties.LinearInTp))
        using (var f1 = new Metric("f1"))
        {
            Check.Same(like.Decide(P).Indices, f1.Decide(P).Indices.ToArray());
            Check.Near(like.Decide(P).Expected, f1.Decide(P).Expected);
        }
    }

    public static void DelegatesAreKeptAlive()
    {
        var metrics = new List<Metric>();
        for (var i = 0; i < 200; ++i)
        {
            var number = i;
            metrics.Add(Metric.Custom((tp, k, s, n) => number, "number"));
        }
        for (var i = 0; i < 5; ++i)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
        for (var i = 0; i < 200; ++i)
        {
            Check.Bits(metrics[i].Decide(new[] { 0.5 }).Expected, i);
            metrics[i].Dispose();
        }
    }

    public static void ExceptionsOfMetrics()
    {
        foreach (var at in new[] { 1, 5, 20 })
        {
            var calls = 0;
            using (var bad = Metric.Custom((tp, k, s, n) => ++calls == at ? throw new Odd("call " + at) : tp))
            {
                Check.Throws<Odd>(() => bad.Decide(P), "call " + at);
                Check.Equal(calls, at); // it is not called again
                Check.That(bad.Decide(new[] { 0.9, 0.1 }).K >= 0); // and nothing of it is left
            }
        }
    }

    public static void ExceptionsEverywhere()
    {
        using (var bad = Metric.Custom((tp, k, s, n) => { throw new Odd("bad"); }))
        using (var known = Estimator.Independent(P))
        {
            var table = Big(4, 3);
            var mask = new byte[4, 3];
            var h = new byte[6];
            foreach (var call in new Action[]
                     {
                         () => bad.Utility(0, 0, 0, 1), () => bad.Decide(P), () => bad.Decide(known),
                         () => bad.Decide(table), () => bad.Decide(table, new DecisionOptions { Threads = 2 }),
                         () => bad.Expected(P, h),
                         () => bad.Expected(known, h), () => bad.Expected(table, mask), () => bad.Regret(P, h),
                         () => bad.Regret(table, mask), () => bad.Curve(P), () => bad.Distribution(P, h),
                         () => bad.Evaluate(mask, mask), () => bad.Evaluate(h, h),
                         () => bad.Decide(new SparseTable(new[] { 0, 1 }, new[] { 0 }, new[] { 0.5 }, 2))
                     })
                Check.Throws<Odd>(call, "bad");
        }
    }

    public static void ExceptionsOnTheLibrarysThreads()
    {
        var threads = new HashSet<int>();
        const MetricProperties declared = MetricProperties.ThreadSafe | MetricProperties.RisesInTp;
        var throws = false;
        MetricFunction function = (tp, k, s, n) =>
        {
            lock (threads) threads.Add(Thread.CurrentThread.ManagedThreadId);
            if (throws) throw new Odd("somewhere");
            return tp / (1.0 + k + s);
        };
        using (var metric = Metric.Custom(function, "shared", declared))
        {
            var table = Big(400, 12);
            using (var one = metric.Decide(table, new DecisionOptions { Threads = 1 }))
            using (var four = metric.Decide(table, new DecisionOptions { Threads = 4 })) Check.Bits(four.Expected,
                                                                                            one.Expected);
            Check.That(threads.Count > 1, "one thread called it");
            throws = true;
            for (var i = 0; i < 20; ++i)
                Check.Throws<Odd>(() => metric.Decide(table, new DecisionOptions { Threads = 4 }), "somewhere");
            throws = false;
            metric.Decide(table, new DecisionOptions { Threads = 4 }).Dispose();
            Check.Throws<WaldArgumentException>(() => metric.Decide(new[] { 2.0 }));
        }
    }

    [ThreadStatic] private static bool calls;

    public static void CallsAtOnceGetTheirOwnExceptions()
    {
        const MetricProperties declared = MetricProperties.ThreadSafe | MetricProperties.RisesInTp;
        var failed = new List<string>();
        var thrown = 0;
        // Eight calls at once on one metric, each of problems of another size; it throws on the library's threads
        // alone.
        MetricFunction function = (tp, k, s, n) => calls ? tp : throw new Odd($"{n} labels");
        using (var metric = Metric.Custom(function, "odd", declared))
        {
            var threads = Enumerable.Range(0, 8).Select(i => new Thread(() =>
            {
                calls = true;
                var table = Big(200, 10 + i);
                for (var round = 0; round < 25; ++round)
                    try
                    {
                        metric.Decide(table, new DecisionOptions { Threads = 3 }).Dispose();
                    }
                    catch (Exception exception)
                    {
                        Interlocked.Increment(ref thrown);
                        if (exception is Odd && exception.Message == $"{10 + i} labels") continue;
                        lock (failed) failed.Add($"a call over {10 + i} labels threw {exception.Message}");
                    }
            })).ToArray();
            foreach (var thread in threads) thread.Start();
            foreach (var thread in threads) thread.Join();
            Check.That(failed.Count == 0, $"{failed.Count} of {thrown}: {failed.FirstOrDefault()}");
            Check.That(thrown > 20, $"{thrown} of 200 calls threw");
            calls = true;
            Check.Near(metric.Decide(new[] { 0.5, 0.25 }).Expected, 0.75); // and nothing of it is left
            calls = false;
        }
    }

    public static void MetricsDisposedWhileTheyAreCalled()
    {
        Metric metric = null;
        metric = Metric.Custom((tp, k, s, n) =>
        {
            metric.Dispose();
            return tp;
        });
        Check.Near(metric.Decide(new[] { 0.5, 0.25 }).Expected, 0.75);
        Check.Throws<ObjectDisposedException>(() => metric.Decide(new[] { 0.5 }));
    }

    public static void Contradictions()
    {
        using (var falls = Metric.Custom((tp, k, s, n) => -tp, "falls", MetricProperties.RisesInTp))
            Check.Throws<WaldCallbackException>(() => falls.Decide(P));
        using (var nan = Metric.Custom((tp, k, s, n) => double.NaN))
            Check.Throws<WaldCallbackException>(() => nan.Decide(P));
    }

    public static void MetricsMayCallTheLibrary()
    {
        using (var inner = new Metric("f1"))
        using (var nested = Metric.Custom((tp, k, s, n) =>
               {
                   inner.Decide(new[] { 0.5, 0.4 });
                   Check.Throws<WaldArgumentException>(() => inner.Decide(new[] { 2.0 }));
                   return inner.Utility(tp, k, s, n);
               }))
        using (var outer = Metric.Custom((tp, k, s, n) =>
               {
                   using (var bad = Metric.Custom((a, b, c, d) => { throw new Odd("inner"); }))
                       Check.Throws<Odd>(() => bad.Decide(new[] { 0.5 }), "inner");
                   return tp;
               }))
        {
            Check.Near(nested.Decide(new[] { 0.9, 0.4, 0.3 }).Expected, inner.Decide(new[] { 0.9, 0.4, 0.3 }).Expected);
            Check.Near(outer.Decide(new[] { 0.9, 0.4 }).Expected, 1.3);
        }
    }

    public static void FeedingWhatIsBeingDecided()
    {
        using (var e = Estimator.Independent(new[] { 0.5, 0.4 }))
        {
            using (var feeds = Metric.Custom((tp, k, s, n) =>
                   {
                       e.FeedProbabilities(new[] { 0.1 });
                       return 0;
                   }))
                Check.Throws<InvalidOperationException>(
                    () => feeds.Decide(e), "estimator is in use by another call: it cannot be changed");
            e.FeedProbabilities(new[] { 0.1 });
            Check.Equal(e.LabelCount, 3);
        }
    }

    public static void Progress()
    {
        using (var metric = new Metric("gmean"))
        {
            var big = Big(800, 200);
            var seen = new List<double>();
            var thread = Thread.CurrentThread.ManagedThreadId;
            var options = new DecisionOptions
            {
                Threads = 2,
                Progress = new Report(x =>
                {
                    Check.Equal(Thread.CurrentThread.ManagedThreadId, thread);
                    seen.Add(x);
                })
            };
            metric.Decide(big, options).Dispose();
            Check.That(seen.Count >= 2 && seen.First() >= 0 && seen.Last() == 1);
            Check.Same(seen, seen.OrderBy(x => x).ToArray());
            options.Progress = new Report(x => { throw new Odd("progress"); });
            Check.Throws<Odd>(() => metric.Decide(big, options), "progress");
        }
    }

    // Long enough that progress is told of in between.
    private static Sample LongSample()
    {
        var random = new Random(6);
        var scores = Big(20000, 2);
        var labels = new byte[20000];
        for (var i = 0; i < labels.Length; ++i) labels[i] = (byte)(random.Next(10) == 0 ? 1 : 0);
        return Sample.Of(labels, scores);
    }

    public static void ProgressOfThresholds()
    {
        using (var sample = LongSample())
        using (var f1 = new Metric("f1"))
        {
            var classes = Enumerable.Range(0, 60).Select(i => i % 3).ToArray();
            var seen = new List<double>();
            var thread = Thread.CurrentThread.ManagedThreadId;
            var options = new ThresholdOptions
            {
                Bootstrap = 20,
                Threads = 2,
                Progress = new Report(x =>
                {
                    Check.Equal(Thread.CurrentThread.ManagedThreadId, thread);
                    seen.Add(x);
                })
            };
            sample.Choose(options).Dispose();
            Check.That(seen.Count >= 2 && seen.First() == 0 && seen.Last() == 1, string.Join(" ", seen));
            Check.That(seen.All(x => x >= 0 && x <= 1));
            options.Bootstrap = null; // which labels have no use for
            options.Progress = new Report(x => { throw new Odd("progress"); });
            foreach (var call in new Action[]
                     {
                         () => sample.Choose(options), () => sample.Frontier(options),
                         () => LabelThresholds.Choose(new byte[3, 2] { { 1, 1 }, { 0, 0 }, { 0, 1 } }, Big(3, 2),
                                                      options),
                         () => ClassMultipliers.Choose(classes, Big(60, 3),
                                                       new ThresholdOptions { Progress = options.Progress })
                     })
                Check.Throws<Odd>(call, "progress");
            using (var source = new CancellationTokenSource())
            {
                options.CancellationToken = source.Token;
                options.Progress = new Report(x => source.Cancel());
                var error = Check.Throws<WaldCanceledException>(() => sample.Choose(options),
                                                                "cancelled by the cancellation token");
                Check.That(error.CancellationToken == source.Token);
                Check.Throws<WaldCanceledException>(() => sample.Choose(options), "cancelled before it began");
                Check.Throws<WaldCanceledException>(
                    () => ClassMultipliers.Choose(
                        classes, Big(60, 3), new ThresholdOptions { CancellationToken = source.Token }),
                    "cancelled before it began");
            }
        }
    }

    // A token of a call, with and without options and with one in them, of which either ends it.
    public static void TokensOfCalls()
    {
        var cancelled = new CancellationToken(true);
        var table = Big(60, 3);
        var truth = new byte[60, 3];
        var labels = new byte[60];
        var classes = new long[60];
        for (var i = 0; i < 60; ++i) truth[i, i % 3] = labels[i] = (byte)((classes[i] = i % 3) == 0 ? 1 : truth[i, i % 3]);
        using (var metric = new Metric("f1"))
        using (var rows = new Dataset(table).SetLabels(truth))
        using (var learner = Learner.Fit("br", rows))
        using (var sample = LongSample())
        using (var scores = CascadeScores.Of(table))
        using (var cascade = Cascade.Fit(scores))
            foreach (var call in new Action<CancellationToken>[]
                     {
                         token => Learner.Fit("br", rows, cancellationToken: token).Dispose(),
                         token => learner.Decide(rows, metric, cancellationToken: token).Dispose(),
                         token => learner.Decide((Table)table, metric, cancellationToken: token).Dispose(),
                         token => learner.DecideInto(rows, metric, default(Span<byte>), default(Span<double>), null, token),
                         token => learner.Probabilities(rows, cancellationToken: token),
                         token => metric.Decide(table, cancellationToken: token).Dispose(),
                         token => metric.DecideInto(table, default(Span<byte>), default(Span<double>), null, token),
                         token => metric.Compare(truth, truth, truth, cancellationToken: token),
                         token => metric.Worth(table, cancellationToken: token),
                         token => Wald.Report.Data(metric, truth, table, cancellationToken: token),
                         token => sample.Choose(cancellationToken: token).Dispose(),
                         token => sample.Frontier(cancellationToken: token).Dispose(),
                         token => LabelThresholds.Choose(truth, table, cancellationToken: token),
                         token => ClassMultipliers.Choose(classes, table, cancellationToken: token),
                         token => ThresholdEvaluation.Of(labels, table, cancellationToken: token),
                         token => DecisionCurve.Of(labels, table, cancellationToken: token),
                         token => Cascade.Fit(scores, cancellationToken: token).Dispose(),
                         token => cascade.Calibrate(scores, cancellationToken: token).Dispose(),
                         token => cascade.Apply(table, cancellationToken: token),
                         token => cascade.Evaluate(scores, cancellationToken: token)
                     })
            {
                call(CancellationToken.None);
                var error = Check.Throws<WaldCanceledException>(() => call(cancelled), "cancelled before it began");
                Check.That(error.CancellationToken == cancelled);
            }
        using (var sample = LongSample())
        using (var ofCall = new CancellationTokenSource())
        using (var ofOptions = new CancellationTokenSource())
        {
            var seen = 0;
            var options = new ThresholdOptions { CancellationToken = ofOptions.Token, Progress = new Report(x => ++seen) };
            sample.Choose(options, ofCall.Token).Dispose();
            Check.That(seen > 0);
            options.Progress = new Report(x => ofCall.Cancel());
            var error = Check.Throws<WaldCanceledException>(() => sample.Choose(options, ofCall.Token),
                                                            "cancelled by the cancellation token");
            Check.That(error.CancellationToken == ofCall.Token);
            using (var other = new CancellationTokenSource())
            {
                options.Progress = new Report(x => ofOptions.Cancel());
                error = Check.Throws<WaldCanceledException>(() => sample.Choose(options, other.Token),
                                                            "cancelled by the cancellation token");
                Check.That(error.CancellationToken == ofOptions.Token);
                // Options that are read-only stay as they are.
                var shared = new ThresholdOptions { Bootstrap = 5 }.MakeReadOnly();
                Check.Throws<WaldCanceledException>(() => sample.Choose(shared, ofCall.Token), "cancelled before it began");
                sample.Choose(shared, other.Token).Dispose();
                sample.Choose(shared).Dispose();
            }
        }
    }

    public static void FeedingWhatIsBeingChosen()
    {
        using (var sample = LongSample())
        {
            var options = new ThresholdOptions { Progress = new Report(x => sample.Clear()) };
            Check.Throws<InvalidOperationException>(() => sample.Choose(options),
                                                    "sample is in use by another call: it cannot be changed");
            Check.Equal(sample.RowCount, 20000);
        }
    }

    public static void ScoresByCallback()
    {
        using (var sample = CascadeScores.Of(Big(300, 6)))
        using (var cascade = Cascade.Fit(sample, new CascadeOptions { Threshold = 3 }))
        using (var source = new CancellationTokenSource())
        {
            var thread = Thread.CurrentThread.ManagedThreadId;
            var asked = new List<int>();
            cascade.Apply(4, (model, rows, to) =>
            {
                Check.Equal(Thread.CurrentThread.ManagedThreadId, thread);
                Check.Equal(rows.Length, to.Length);
                asked.Add(model);
                to.Fill(model / 100.0);
            });
            Check.Same(asked, cascade.Order.Take(asked.Count).ToArray());
            Check.Throws<Odd>(() => cascade.Apply(4, (model, rows, to) => { throw new Odd("scores"); }), "scores");
            Check.Throws<WaldCallbackException>(
                () => cascade.Apply(4, (model, rows, to) => { }),
                $"the score of model {cascade.Order[0]} for row 0 is nan: must be finite");
            Check.Throws<WaldCallbackException>(
                () => cascade.Apply(4, (model, rows, to) => to.Fill(double.PositiveInfinity)),
                $"the score of model {cascade.Order[0]} for row 0 is inf: must be finite");
            Check.Equal(cascade.Apply(0, (model, rows, to) => { throw new Odd("no row to ask for"); }).Counts.Length,
                        0);
            Check.Throws<WaldArgumentException>(() => cascade.Apply(-1, (model, rows, to) => { }),
                                                "n_rows is -1: must be at least 0");

            // Another call of the library within.
            var inner = cascade.Apply(1, (model, rows, to) =>
            {
                Check.Throws<Odd>(() => cascade.Apply(1, (a, b, c) => { throw new Odd("inside"); }), "inside");
                to[0] = cascade.Order.Count;
            });
            Check.Equal(inner.Decisions[0], 1);

            var error = Check.Throws<WaldCanceledException>(() => cascade.Apply(4, (model, rows, to) =>
            {
                to.Clear();
                source.Cancel();
                asked.Clear();
            }, source.Token), "cancelled by the cancellation token");
            Check.That(error.CancellationToken == source.Token && asked.Count == 0);
            Check.Throws<WaldCanceledException>(() => cascade.Apply(4, (model, rows, to) => { }, source.Token),
                                                "cancelled before it began");
        }
    }

    public static void ProgressOfCascades()
    {
        using (var sample = CascadeScores.Of(Big(20000, 20)))
        using (var others = CascadeScores.Of(Big(2000, 20)))
        {
            var seen = new List<double>();
            var thread = Thread.CurrentThread.ManagedThreadId;
            var options = new CascadeOptions
            {
                Threshold = 10,
                Folds = 2,
                Threads = 2,
                Progress = new Report(x =>
                {
                    Check.Equal(Thread.CurrentThread.ManagedThreadId, thread);
                    seen.Add(x);
                })
            };
            Cascade.Fit(sample, options).Dispose();
            Check.That(seen.Count >= 2 && seen.First() == 0 && seen.Last() == 1, string.Join(" ", seen));
            Check.That(seen.All(x => x >= 0 && x <= 1));
            using (var cascade = Cascade.Fit(others))
            using (var source = new CancellationTokenSource())
            {
                options.Progress = new Report(x => { throw new Odd("progress"); });
                Check.Throws<Odd>(() => Cascade.Fit(sample, options), "progress");
                var calibrating = new CascadeOptions { Threads = 2, Progress = options.Progress };
                Check.Throws<Odd>(() => cascade.Calibrate(others, calibrating), "progress");
                options.CancellationToken = source.Token;
                options.Progress = new Report(x => source.Cancel());
                var error = Check.Throws<WaldCanceledException>(() => Cascade.Fit(sample, options),
                                                                "cancelled by the cancellation token");
                Check.That(error.CancellationToken == source.Token);
                calibrating.CancellationToken = source.Token;
                Check.Throws<WaldCanceledException>(() => cascade.Calibrate(others, calibrating),
                                                    "cancelled before it began");
            }
            options = new CascadeOptions { Progress = new Report(x => others.Clear()) };
            Check.Throws<InvalidOperationException>(() => Cascade.Fit(sample, options, others),
                                                    "scores is in use by another call: it cannot be changed");
            Check.Equal(others.RowCount, 2000);
        }
    }

    public static void ProgressOfLearners()
    {
        var sample = new LearnerTests.Problem(1, 400, 6, 5);
        using (var rows = sample.Dataset())
        using (var f1 = new Metric("f1"))
            foreach (var name in new[] { "lfp", "pcc", "neighbours", "forest", "mixture:cardinality,forest" })
            {
                var seen = new List<double>();
                var thread = Thread.CurrentThread.ManagedThreadId;
                var listen = new Report(x =>
                {
                    Check.Equal(Thread.CurrentThread.ManagedThreadId, thread);
                    seen.Add(x);
                });
                Action<string> check = what =>
                {
                    var all = $"{name}, {what}: {string.Join(" ", seen)}";
                    Check.That(seen.Count >= 2 && seen.First() == 0 && seen.Last() == 1, all);
                    Check.That(seen.All(x => x >= 0 && x <= 1), all);
                    seen.Clear();
                };
                var options = new LearnerOptions { Threads = 2, Progress = listen };
                var deciding = new DecisionOptions { Threads = 2, Progress = listen };
                using (var learner = Learner.Fit(name, rows, options))
                using (var source = new CancellationTokenSource())
                {
                    check("fit");
                    learner.Probabilities(rows, deciding);
                    check("probabilities");
                    learner.Decide(rows, f1, deciding).Dispose();
                    check("decide");

                    options.Progress = deciding.Progress = new Report(x => { throw new Odd("progress"); });
                    foreach (var call in new Action[]
                             {
                                 () => Learner.Fit(name, rows, options), () => learner.Probabilities(rows, deciding),
                                 () => learner.Decide(rows, f1, deciding), () => learner.Estimator(rows, 0, deciding)
                             })
                        Check.Throws<Odd>(call, "progress");
                    options.Progress = deciding.Progress = new Report(x => rows.SetWeights(default(Values)));
                    foreach (var call in new Action[]
                             {
                                 () => Learner.Fit(name, rows, options), () => learner.Decide(rows, f1, deciding)
                             })
                        Check.Throws<InvalidOperationException>(
                            call, "dataset is in use by another call: it cannot be changed");

                    options.CancellationToken = deciding.CancellationToken = source.Token;
                    options.Progress = new Report(x => source.Cancel());
                    deciding.Progress = null;
                    var error = Check.Throws<WaldCanceledException>(() => Learner.Fit(name, rows, options),
                                                                    "cancelled by the cancellation token");
                    Check.That(error.CancellationToken == source.Token);
                    Check.Throws<WaldCanceledException>(() => learner.Decide(rows, f1, deciding),
                                                        "cancelled before it began");
                }
            }
    }

    // A custom metric that throws, or that asks the same learner.
    public static void CustomMetricsOfLearners()
    {
        var sample = new LearnerTests.Problem(3, 30);
        using (var rows = sample.Dataset())
        using (var learner = Learner.Fit("cardinality", rows, new LearnerOptions { CValues = new[] { 1.0 } }))
        using (var f1 = new Metric("f1"))
        using (var odd = Metric.Custom((tp, k, s, n) => { throw new Odd("from the metric"); }, "odd",
                                       MetricProperties.RisesInTp | MetricProperties.LinearInTp))
        using (var within = Metric.Custom((tp, k, s, n) => tp * learner.Decide(sample.Row(0), f1).Expected))
        using (var like = Metric.Custom((tp, k, s, n) => k + s == 0 ? 1 : 2.0 * tp / (k + s), "like f1",
                                        MetricProperties.RisesInTp | MetricProperties.LinearInTp))
        {
            Check.Throws<Odd>(() => learner.Decide(rows, odd), "from the metric");
            Check.Throws<Odd>(() => learner.Decide(sample.Row(0), odd), "from the metric");
            using (var all = learner.Decide(rows, f1))
            using (var own = learner.Decide(rows, like))
            {
                Check.Same(own.Mask.ToArray(), all.Mask.ToArray());
                for (var i = 0; i < 30; ++i) Check.Near(own.Expected[i], all.Expected[i]);
            }
            using (var lfp = Learner.Fit("lfp", rows, new LearnerOptions { CValues = new[] { 1.0 } }))
            {
                var expected = learner.Decide(sample.Row(0), f1).Expected;
                Check.Near(lfp.Decide(sample.Row(1), within, new DecisionOptions { AtLeast = 0 }).Expected,
                           lfp.Probabilities(sample.Row(1)).Sum() * expected, 1e-9);
            }
        }
    }

    public static void Cancellation()
    {
        using (var metric = new Metric("gmean"))
        {
            var big = Big(800, 200);
            using (var source = new CancellationTokenSource())
            {
                var options = new DecisionOptions { CancellationToken = source.Token };
                metric.Decide(P, options);
                options.Progress = new Report(x => source.Cancel());
                var error = Check.Throws<WaldCanceledException>(() => metric.Decide(big, options),
                                                                "cancelled by the cancellation token");
                Check.That(error is OperationCanceledException && error.CancellationToken == source.Token);
                Check.Equal(error.StatusName, "WALD_CANCELLED");
                error = Check.Throws<WaldCanceledException>(() => metric.Decide(P, options),
                                                            "cancelled before it began");
                Check.That(error.CancellationToken == source.Token);
            }
            Check.Equal(metric.Decide(P).N, 6);
        }
    }
}
