// Wrong arguments: what is thrown, and that it says what is wrong. The library's sentences are in the conformance
// cases.
using System;
using System.Linq;
using System.Reflection;
using Wald;

[Tests]
public static class ErrorTests
{
    private static readonly double[] P = { 0.5, 0.25 };

    public static void Classes()
    {
        using (var f1 = new Metric("f1"))
        using (var jaccard = new Metric("jaccard"))
        using (var counts = new Estimator(Kind.Independent))
        {
            var argument = Check.Throws<WaldArgumentException>(() => f1.Decide(new[] { 0.5, 1.2 }),
                                                               "probabilities[1] is 1.2: must lie in [0, 1]");
            Check.That(argument is ArgumentException && argument is IWaldError);
            Check.Equal(argument.Status, Status.Argument);
            Check.Equal(argument.StatusName, "WALD_ERROR_ARGUMENT");
            var format = Check.Throws<WaldFormatException>(() => new Metric("fbeta:-1"),
                                                           "metric \"fbeta:-1\": beta is -1: must be above 0");
            Check.That(format is FormatException && format.StatusName == "WALD_ERROR_FORMAT");
            counts.FeedProbabilities(P);
            using (var known = counts.ToCounts())
            {
                var unsupported = Check.Throws<WaldUnsupportedException>(() => jaccard.Decide(known));
                Check.That(unsupported is NotSupportedException && unsupported.StatusName == "WALD_ERROR_UNSUPPORTED");
            }
            Check.Throws<WaldFormatException>(() => Estimator.Load("{}"));
            Check.Throws<WaldFormatException>(() => Estimator.Load(""));
            try
            {
                f1.Decide(new[] { double.NaN });
            }
            catch (Exception exception) when (exception is IWaldError error)
            {
                Check.Equal(error.Message, "probabilities[0] is nan: must lie in [0, 1]");
                return;
            }
            Check.That(false, "the filter on IWaldError caught nothing");
        }
    }

    public static void EveryStatusHasAName()
    {
        var of = typeof(Metric).Assembly.GetType("Wald.Errors").GetMethod("Of",
                                                                          BindingFlags.NonPublic | BindingFlags.Static);
        Func<int, Exception> make = status => (Exception)of.Invoke(null, new object[] { status, "text" });
        Check.Equal(Enum.GetValues(typeof(Status)).Length, 9);
        foreach (Status status in Enum.GetValues(typeof(Status)))
        {
            var name = (status == Status.Ok || status == Status.Cancelled ? "WALD_" : "WALD_ERROR_") +
                       status.ToString().ToUpperInvariant();
            if (status != Status.Ok) Check.Equal(((IWaldError)make((int)status)).StatusName, name);
        }
        var seen = Enumerable.Range(1, 9).Select(make).ToArray();
        // C# cancels by tokens: the core's message speaks of a callback.
        Func<Exception, string> message = e => e is WaldCanceledException ? "cancelled by the cancellation token" : "text";
        Check.That(seen.All(e => e.Message == message(e) && ((IWaldError)e).Status == (Status)(Array.IndexOf(seen,
                                                                                                         e) + 1)));
        Check.Same(seen.Select(e => e.GetType()), typeof(WaldArgumentException), typeof(WaldOutOfMemoryException),
                   typeof(WaldException), typeof(WaldUnsupportedException), typeof(WaldFormatException),
                   typeof(WaldCallbackException), typeof(WaldCanceledException), typeof(WaldException),
                   typeof(WaldException));
        Check.Equal(((IWaldError)seen[8]).StatusName, "WALD_9"); // newer than this package
        Check.That(seen.All(e => ((IWaldError)e).StatusName.Length > 0));
    }

    public static void Nulls()
    {
        Check.Throws<ArgumentNullException>(() => new Metric(null));
        Check.Throws<ArgumentNullException>(() => Metric.Custom(null));
        Check.Throws<ArgumentNullException>(() => Metric.Custom((tp, k, s, n) => 0, null));
        Check.Throws<ArgumentNullException>(() => Metric.Table((double[,,])null));
        Check.Throws<ArgumentNullException>(() => Metric.Table((double[])null, 1));
        Check.Throws<ArgumentNullException>(() => Estimator.Load((string)null));
        Check.Throws<ArgumentNullException>(() => Estimator.Load((byte[])null));
        Check.Throws<ArgumentNullException>(() => Table.OfRows(null));
        Check.Throws<ArgumentNullException>(() => Table.OfRows(new[] { new double[0], null }));
        using (var f1 = new Metric("f1"))
        using (var e = Estimator.Independent(P))
        {
            Check.Throws<ArgumentNullException>(() => f1.Decide((double[])null));
            Check.Throws<ArgumentNullException>(() => f1.Decide((float[])null));
            Check.Throws<ArgumentNullException>(() => f1.Decide((double[,])null));
            Check.Throws<ArgumentNullException>(() => f1.Decide((float[,])null));
            Check.Throws<ArgumentNullException>(() => f1.Decide((Estimator)null));
            Check.Throws<ArgumentNullException>(() => f1.Expected((Estimator)null, new byte[1]));
            Check.Throws<ArgumentNullException>(() => f1.Regret((Estimator)null, new byte[1]));
            Check.Throws<ArgumentNullException>(() => f1.Curve((Estimator)null));
            Check.Throws<ArgumentNullException>(() => f1.Distribution((Estimator)null, new byte[1]));
            Check.Throws<ArgumentNullException>(() => f1.Expected(P, (byte[])null));
            Check.Throws<ArgumentNullException>(() => f1.Expected(P, (bool[])null));
            Check.Throws<ArgumentNullException>(() => f1.Evaluate((byte[,])null, new byte[1, 1]));
            Check.Throws<ArgumentNullException>(() => f1.Evaluate(new byte[1, 1], (bool[,])null));
            Check.Throws<ArgumentNullException>(() => e.Merge(null));
        }
        Check.Throws<WaldArgumentException>(() => new Metric("f1\0"), "name holds a NUL character");
    }

    // The library cannot know how long an array is: nothing may lead beyond one.
    public static void NullsOfThresholds()
    {
        Check.Throws<ArgumentNullException>(() => Sample.Load((string)null));
        Check.Throws<ArgumentNullException>(() => Sample.Load((byte[])null));
        Check.Throws<ArgumentNullException>(() => Thresholds.Apply((double[])null, new double[1, 1]));
        Check.Throws<ArgumentNullException>(() => ClassMultipliers.Choose(new int[1], (double[,])null));
        Check.Throws<ArgumentNullException>(() => ClassMultipliers.Choose((double[,])null, new int[1],
                                                                          new double[1, 2]));
        Check.Throws<ArgumentNullException>(() => ClassMultipliers.Choose(new double[2, 2], (int[])null,
                                                                          new double[1, 2]));
        Check.Throws<ArgumentNullException>(() => ClassMultipliers.LeastCost(null, new double[1, 2]));
        Check.Throws<ArgumentNullException>(() => ClassMultipliers.Apply((double[])null, new double[1, 2]));
        using (var sample = new Sample(1))
        {
            Check.Throws<ArgumentNullException>(() => sample.Merge(null));
            Check.Throws<ArgumentNullException>(() => sample.Count(null));
            Check.Throws<ArgumentNullException>(() => sample.Feed(new byte[1], (double[,])null));
            Check.Throws<ArgumentNullException>(() => sample.Feed((byte[])null, new double[1]));
        }
    }

    // An option that was set and that a call does not read is refused by its name, even if it was set to its default.
    public static void OptionsThatACallDoesNotRead()
    {
        double[] scores = { 0.9, 0.8, 0.3, 0.1 };
        byte[] labels = { 1, 0, 1, 0 };
        Action<string, Action> refused = (message, call) =>
        {
            var said = Check.Throws<WaldArgumentException>(call);
            Check.That(said.Message == message || message.EndsWith("...") &&
                       said.Message.StartsWith(message.Substring(0, message.Length - 3)), said.Message);
            Check.Equal(said.Status, Status.Argument);
        };

        using (var f1 = new Metric("f1"))
        using (var known = Estimator.Independent(P))
        {
            var exclusive = new DecisionOptions { Kind = Kind.Categorical };
            var mask = new byte[1, 2];
            refused("Kind is Categorical: the estimator is Independent", () => f1.Decide(known, exclusive));
            refused("Kind is Categorical: the estimator is Independent", () => f1.Curve(known, exclusive));
            refused("Kind is Categorical: an evaluation does not read it", () => f1.Evaluate(mask, mask, exclusive));
            refused("Kind is Categorical: a comparison does not read it", () => f1.Compare(mask, mask, mask, exclusive));
            refused("Kind is Categorical: drawing does not read it", () => known.Draw(2, exclusive));
            var cool = new DecisionOptions { Temperature = 2 };
            foreach (var call in new Action[]
                     {
                         () => f1.Decide(P, cool), () => f1.Decide(known, cool), () => f1.Decide(new double[2, 2], cool)
                     })
                refused("temperature is 2: deciding does not read it (worth does); it reads at_least, ...", call);
            refused("temperature is 1: deciding does not read it (worth does); it reads ...",
                    () => f1.Decide(P, new DecisionOptions { Temperature = 1 }));
            var macro = new DecisionOptions { Average = Average.Macro };
            refused("average is macro: an expectation reads it with tables only",
                    () => f1.Expected(P, new byte[] { 1, 0 }, macro));
            refused("average is macro: an expectation reads it with tables only",
                    () => f1.Expected(known, new byte[] { 1, 0 }, macro));
            f1.Expected(new double[2, 2], new byte[2, 2], macro);
            var some = new DecisionOptions { AtLeast = 1 };
            refused("at_least is 1: an expectation does not read it (decide, curve, regret, worth, report ...",
                    () => f1.Expected(P, new byte[] { 1, 0 }, some));
            f1.Regret(P, new byte[] { 1, 0 }, some);
            macro.LabelWeights = new[] { 1.0, 2 };
            refused("label_weights is 1,2: deciding reads it with per_row or exclusive only",
                    () => f1.Decide(new double[2, 2], macro));
        }

        var costs = new ThresholdOptions { FalseNegativeCost = 5 };
        refused("false_negative_cost is 5: choosing thresholds does not read it (abstention does); it ...",
                () => Thresholds.Choose(labels, scores, costs));
        var sure = new ThresholdOptions { PrecisionLevel = 0.9 };
        refused("precision_level is 0.9: choosing thresholds reads it with min_precision only",
                () => Thresholds.Choose(labels, scores, sure));
        using (var sample = Sample.Of(labels, scores))
        {
            refused("false_negative_cost is 5: choosing thresholds does not read it (abstention does); it ...",
                    () => sample.Choose(costs));
            sample.AbstentionZone(costs);
            sure.MinPrecision = 0.5;
            sample.Choose(sure).Dispose();
        }

        using (var stages = new Stages(2))
        {
            stages.Feed(new double[,] { { 0.9, 1 }, { 0.2, 1 } }, right: new double[,] { { 1, 1 }, { 0, 1 } },
                        stageCosts: new double[] { 1, 10 });
            var asked = new RouteOptions { Budget = 5 };
            refused("budget is 5: choosing a route reads it with goal = quality only", () => Route.Choose(stages, asked));
            asked.Goal = RouteGoal.Quality;
            using (var route = Route.Choose(stages, asked))
                refused("goal is quality: evaluating a route does not read it (choose and ask do); it ...",
                        () => route.Evaluate(stages, asked));
        }

        using (var rows = CascadeScores.Of(new double[,] { { 1, 2 }, { -1, -2 }, { 1, -2 } }))
        using (var cascade = Cascade.Fit(rows))
            refused("folds is 2: calibrating a cascade does not read it (fit does); it reads max_disagreement, ...",
                    () => cascade.Calibrate(rows, new CascadeOptions { Folds = 2 }));

        using (var rows = new LearnerTests.Problem(1, 30).Dataset())
            refused("trees is 5: fitting this learner reads it with learner forest only",
                    () => Learner.Fit("lfp", rows, new LearnerOptions { Trees = 5 }));
    }

    public static void ShapesOfThresholds()
    {
        Check.Throws<WaldArgumentException>(() => new Sample(2, ratedFrom: new double[1]),
                                            "ratedFrom has 1 elements: there are 2 scores");
        Check.Throws<WaldArgumentException>(() => new Sample(0), "n_scores is 0: must lie in [1, 64]");
        Check.Throws<WaldArgumentException>(() => Sample.Of(new byte[3], new double[2, 2]),
                                            "truth has 3 elements: there are 2 rows");
        Check.Throws<WaldArgumentException>(() => Sample.Of(new byte[2], new double[2], new double[1]),
                                            "weights has 1 elements: there are 2 rows");
        Check.Throws<WaldFormatException>(() => Sample.Load("{}"));
        using (var sample = Sample.Of(new byte[] { 1, 0 }, new[,] { { 0.5, 0.5 }, { 0.1, 0.9 } }))
        using (var chosen = sample.Choose())
        {
            Check.Throws<WaldArgumentException>(() => sample.Feed(new byte[1], new double[1, 3]),
                                                "n_scores is 3: must be 2");
            Check.Throws<WaldArgumentException>(() => sample.Count(0.5));
            Check.Throws<WaldArgumentException>(() => chosen.Apply(new double[1, 3]));
            Check.Throws<WaldArgumentException>(() => chosen.ApplyInto(new double[2, 2], new byte[1]),
                                                "flagged has 1 elements: there are 2 rows");
            Check.Throws<WaldArgumentException>(() => Thresholds.Apply(new double[1], new double[2, 2]),
                                                "thresholds has 1 elements: scores has 2 columns");
            Check.Throws<WaldArgumentException>(() => Thresholds.ApplyInto(new double[2], new double[2, 2], null),
                                                "flagged has 0 elements: there are 2 rows");
            using (var other = new Sample(2, Rule.And))
                Check.Throws<WaldArgumentException>(() => sample.Merge(other));
        }
        Check.Throws<WaldArgumentException>(() => LabelThresholds.Choose(new byte[2, 3], new double[2, 2]),
                                            "truth has shape (2, 3), scores has shape (2, 2): they must have the " +
                                            "same shape");
        var found = LabelThresholds.Choose(new byte[,] { { 1, 0 }, { 0, 1 } }, new double[2, 2]);
        Check.Throws<WaldArgumentException>(() => found.Apply(new double[2, 3]),
                                            "scores has 3 columns: there are 2 labels");
    }

    public static void Extents()
    {
        Check.Throws<WaldArgumentException>(() => { new Values(P, 3); }, "data would be read at 2: it has 2 elements");
        Check.Throws<WaldArgumentException>(() => { new Values(P, -1); }, "data has length -1: must be at least 0");
        Check.Throws<WaldArgumentException>(() => { new Values(P, 2, 2); },
                                            "data would be read at 2: it has 2 elements");
        Check.Throws<WaldArgumentException>(() => { new Values(P, 2, -1); },
                                            "data would be read at -1: must be at least 0");
        Check.Throws<WaldArgumentException>(() => { new Values(P, 2, 1, 1); },
                                            "data would be read at 2: it has 2 elements");
        Check.Throws<WaldArgumentException>(() => { new Values(P, long.MaxValue, long.MaxValue); },
                                            "data has 2 elements: the strides lead far beyond them");
        Check.Throws<WaldArgumentException>(() => { new Table(P, 1, 3); },
                                            "data would be read at 2: it has 2 elements");
        Check.Throws<WaldArgumentException>(() => { new Table(P, 2, 1, 1, 1, -1); },
                                            "data would be read at -1: must be at least 0");
        Check.Throws<WaldArgumentException>(() => { new Table(P, 1, -1); }, "data has -1 columns: must be at least 0");
        Check.Throws<WaldArgumentException>(() => { new Mask(new byte[2], 3); },
                                            "data would be read at 2: it has 2 elements");
        Check.Throws<WaldArgumentException>(() => { new MaskTable(new bool[3], 2, 2); },
                                            "data would be read at 3: it has 3 elements");
        Check.Throws<WaldArgumentException>(() => { new SparseTable(new[] { 0, 2 }, new[] { 0 }, new[] { 0.5 }, 3); },
                                            "starts[1] is 2: there are 1 indices");
        Check.Throws<WaldArgumentException>(() => { new SparseTable(new long[0], new long[0], new double[0], 3); },
                                            "starts has 0 elements: must have one more than there are rows");
        Check.Throws<WaldArgumentException>(() => { new SparseTable(new[] { 0, 1 }, new[] { 0 }, new double[2], 3); },
                                            "values has 2 elements: there are 1 indices");
        Check.Throws<WaldArgumentException>(
            () => { new SparseTable(new[] { 0, 1 }, new[] { 0 }, new Values(P, 1, 2),
                                    3); }, "values has stride 2: must be 1");
        Check.Throws<WaldArgumentException>(() => Table.OfRows(new[] { new double[2], new double[1] }),
                                            "rows[1] has 1 elements: rows[0] has 2");
        Check.Throws<WaldArgumentException>(() => Metric.Table(new double[2, 2, 3]),
                                            "values has shape (2, 2, 3): must be (n+1, n+1, n+1)");
    }

    public static void NullsOfCascades()
    {
        Check.Throws<ArgumentNullException>(() => Cascade.Load((string)null));
        Check.Throws<ArgumentNullException>(() => Cascade.Load((byte[])null));
        Check.Throws<ArgumentNullException>(() => Trees.Load((string)null));
        Check.Throws<ArgumentNullException>(() => Trees.Load((byte[])null));
        Check.Throws<ArgumentNullException>(() => Cascade.Fit(null));
        Check.Throws<ArgumentNullException>(() => CascadeScores.Of((double[,])null));
        Check.Throws<ArgumentNullException>(() => CascadeScores.Of(null, new double[1, 1]));
        Check.Throws<ArgumentNullException>(() => new Tree().Leaf(null));
        Check.Throws<ArgumentNullException>(() => new Tree().Split(0, null, 1, 2));
        using (var trees = new Trees(1))
        using (var sample = CascadeScores.Of(new double[,] { { 1, 2 }, { -1, -2 } }))
        using (var cascade = Cascade.Fit(sample))
        using (var run = cascade.Run())
        {
            foreach (var call in new Action[]
                     {
                         () => trees.Add(null), () => sample.Merge(null), () => sample.Feed(null, new double[1, 1]),
                         () => cascade.Bind(null), () => cascade.Calibrate(null), () => cascade.Evaluate(null),
                         () => cascade.Apply((double[,])null), () => cascade.Apply(1, null),
                         () => run.Feed((double[])null)
                     })
                Check.Throws<ArgumentNullException>(call);
        }
    }

    public static void ShapesOfCascades()
    {
        Check.Throws<WaldArgumentException>(() => new CascadeScores(0), "n_models is 0: must lie in [1, 1048576]");
        Check.Throws<WaldArgumentException>(() => new CascadeScores(1, 65537),
                                            "n_classes is 65537: must lie in [1, 65536]");
        Check.Throws<WaldArgumentException>(() => CascadeScores.Of(new double[1, 4], classCount: 0),
                                            "n_classes is 0: must lie in [1, 65536]");
        Check.Throws<WaldArgumentException>(() => CascadeScores.Of(new double[1, 5], classCount: 2));
        Check.Throws<WaldArgumentException>(() => CascadeScores.Of(new double[2, 2], new double[1]),
                                            "weights has 1 elements: there are 2 rows");
        Check.Throws<WaldArgumentException>(() => CascadeScores.Of(new double[2, 2], targets: new double[3]),
                                            "targets has 3 elements: there are 2 rows");
        Check.Throws<WaldArgumentException>(() => new Trees(2, 2, baseScores: new double[1]),
                                            "baseScores has 1 elements: there are 2 outputs");
        Check.Throws<WaldFormatException>(() => Cascade.Load("{}"));
        Check.Throws<WaldFormatException>(() => Cascade.Load(""));
        Check.Throws<WaldFormatException>(() => Trees.Load(""));
        using (var trees = new Trees(2))
        using (var sample = CascadeScores.Of(new double[,] { { 1, 2 }, { -1, -2 } }))
        using (var cascade = Cascade.Fit(sample, new CascadeOptions { Alpha = 0 }))
        using (var run = cascade.Run())
        {
            Check.Throws<WaldArgumentException>(() => cascade.ApplyInto(new double[2, 2], new int[1], new int[2]),
                                                "decisions has 1 elements: there are 2 rows");
            Check.Throws<WaldArgumentException>(() => cascade.ApplyInto(new double[2, 2], new int[2], new int[1]),
                                                "counts has 1 elements: there are 2 rows");
            Check.Throws<WaldArgumentException>(() => cascade.ApplyTreesInto(new double[2, 2], new int[1], null),
                                                "decisions has 1 elements: there are 2 rows");
            Check.Throws<WaldArgumentException>(() => cascade.Apply(new double[1, 3]));
            Check.Throws<WaldArgumentException>(
                () => cascade.Apply(new double[1, 2], new CascadeOptions { Threads = -1 }),
                "threads is -1: must lie in [0, 1024]");
            Check.Throws<WaldArgumentException>(
                () => cascade.ApplyTrees(new double[1, 2]),
                "cascade has no trees: bind them to it (wald_cascade_bind)");
            Check.Throws<WaldArgumentException>(
                () => cascade.Decide(new double[2]), "cascade has no trees: bind them to it (wald_cascade_bind)");
            Check.Throws<WaldArgumentException>(() => cascade[(CascadeFact)26].ToString(),
                                                "fact is 26: must be the number of a fact");
            Check.Equal(Cascade.NameOf(CascadeFact.HeldOutMeanModels), "held_out_mean_models");
            Check.Equal(Cascade.NameOf((CascadeFact)26), "");
            Check.Throws<WaldArgumentException>(() => cascade.ModelName(2), "model is 2: must lie in [0, 1]");
            Check.Throws<WaldArgumentException>(() => run.Feed(new double[2]), "scores has 2 numbers: must have 1");
            Check.Throws<WaldArgumentException>(() => run.Feed(double.NaN), "scores[0] is nan: must be finite");
            Check.Equal(run.Count, 0); // a failed step is none
            Check.That(run.ToString().StartsWith("CascadeRun: 0 models asked, "), run.ToString());
            while (!run.IsDecided) run.Feed(100);
            Check.Throws<WaldArgumentException>(() => run.Feed(1), "the example is decided: start the next one");
            Check.That(run.ToString().StartsWith("CascadeRun: decided for 1 after "), run.ToString());
            trees.Add(new Tree().Leaf(1));
            Check.Throws<WaldArgumentException>(() => cascade.Bind(trees));
            Check.Throws<WaldArgumentException>(() => trees.Add(new Tree().Leaf(1, 2)),
                                                "leaf 0 has 2 values: must have 1");
            Check.Throws<WaldArgumentException>(() => trees.Add(new Tree()), "n_nodes is 0: must lie in [1, 2^30)");
            Check.Throws<WaldArgumentException>(() => trees.Evaluate(new double[1, 3]), "n_features is 3: must be 2");
            Check.Throws<WaldArgumentException>(() => trees.Threshold(double.NaN), "margin is nan: must be finite");
            Check.Equal(trees.TreeCount, 1);
        }
    }

    public static void NullsOfLearners()
    {
        var x = new double[,] { { 1, 2 }, { 3, 4 }, { 5, 7 } };
        Check.Throws<ArgumentNullException>(() => new Dataset((double[,])null));
        Check.Throws<ArgumentNullException>(() => Learner.Load((string)null));
        Check.Throws<ArgumentNullException>(() => Learner.Load((byte[])null));
        Check.Throws<ArgumentNullException>(() => Learner.Fit("lfp", null));
        Check.Throws<ArgumentNullException>(() => Calibration.Load((string)null));
        Check.Throws<ArgumentNullException>(() => Calibration.Load((byte[])null));
        Check.Throws<ArgumentNullException>(() => Calibration.Fit(null, new byte[] { 0, 1 }, P));
        Check.Throws<ArgumentNullException>(() => Calibration.Fit("platt", new byte[] { 0, 1 }, (double[])null));
        using (var rows = new Dataset(x).SetLabels(new byte[,] { { 1, 0 }, { 0, 1 }, { 1, 1 } }))
        using (var learner = Learner.Fit("lfp", rows, new LearnerOptions { CValues = new[] { 1.0 } }))
        using (var f1 = new Metric("f1"))
        using (var calibration = Calibration.Fit("platt", new byte[] { 0, 1 }, P))
            foreach (var call in new Action[]
                     {
                         () => rows.SetLabels((byte[,])null), () => rows.SetLabels((bool[])null),
                         () => rows.SetClasses((int[])null, 2), () => rows.SetWeights((double[])null),
                         () => rows.SetGroups((int[])null), () => rows.SetGroups((long[])null),
                         () => rows.SetMarginals((float[,])null), () => Learner.Fit(null, rows),
                         () => learner.Probabilities((Dataset)null), () => learner.Probabilities((double[,])null),
                         () => learner.Probabilities((double[])null), () => learner.ProbabilitiesInto((Dataset)null, P),
                         () => learner.Decide((Dataset)null, f1), () => learner.Decide(rows, null),
                         () => learner.Decide(x, null), () => learner.Decide(P, null),
                         () => learner.DecideInto((Dataset)null, f1, new byte[2], P),
                         () => learner.DecideInto(rows, null, new byte[2], P),
                         () => learner.DecideInto(P, null, new byte[2]), () => learner.Estimator((Dataset)null, 0),
                         () => learner.Estimator((double[])null), () => calibration.Probabilities((double[])null),
                         () => Learner.Fit("lfp", rows, new LearnerOptions { LabelNames = new[] { "a", null } })
                     })
                Check.Throws<ArgumentNullException>(call);
    }

    // What this package refuses by itself, and what would else be read or written beyond an array.
    public static void ShapesOfLearners()
    {
        var x = new double[,] { { 1, 2 }, { 3, 4 }, { 5, 7 } };
        int[] starts = { 0, 2, 1 }, beyond = { 0, 2 }, twice = { 1, 1 };
        Check.Throws<WaldArgumentException>(() => new Dataset(new SparseTable(starts, beyond, P, 3)));
        Check.Throws<WaldArgumentException>(() => new Dataset(new SparseTable(beyond, beyond, P, 2)));
        Check.Throws<WaldArgumentException>(() => new Dataset(new SparseTable(beyond, twice, P, 2)));
        using (var rows = new Dataset(x))
        using (var f1 = new Metric("f1"))
        {
            Check.Throws<WaldArgumentException>(() => rows.SetLabels(new byte[2, 2]),
                                                "labels has 2 rows: the dataset has 3");
            Check.Throws<WaldArgumentException>(() => rows.SetLabels(new byte[3, 0]),
                                                "labels has 0 columns: must have at least 1");
            Check.Throws<WaldArgumentException>(() => rows.SetClasses(new int[4], 2),
                                                "classes has 4 rows: the dataset has 3");
            Check.Throws<WaldArgumentException>(() => rows.SetSparseLabels(new[] { 0, 0 }, new int[0], 2),
                                                "labels has 1 rows: the dataset has 3");
            Check.Throws<WaldArgumentException>(() => rows.SetSparseLabels(new[] { 0, 0, 0, 9 }, new int[1], 2),
                                                "starts[3] is 9: there are 1 indices");
            Check.Throws<WaldArgumentException>(() => rows.SetWeights(P), "weights has 2 elements: there are 3 rows");
            Check.Throws<WaldArgumentException>(() => rows.SetGroups(new[] { 1, 2 }),
                                                "groups has 2 rows: the dataset has 3");
            Check.Throws<WaldArgumentException>(() => rows.SetGroups(new[] { 1L, 2, 3, 4 }.AsSpan()),
                                                "groups has 4 rows: the dataset has 3");
            foreach (var call in new Action[]
                     {
                         () => rows.SetGroups(new int[0]), () => rows.SetGroups(new long[0]),
                         () => rows.SetGroups(new long[3].AsSpan(3))
                     })
                Check.Throws<WaldArgumentException>(call, "groups has 0 rows: the dataset has 3");
            Check.Throws<WaldArgumentException>(() => rows.SetMarginals(new double[2, 2]),
                                                "marginals has 2 rows: the dataset has 3");
            Check.Throws<WaldArgumentException>(() => rows.SetMarginals(default(Table)),
                                                "marginals has 0 columns: must have at least 1");
            Check.Equal(rows.Task, LearningTask.None); // a failed call changes nothing
            Check.Throws<WaldArgumentException>(
                () => Learner.Fit("lfp", rows), "dataset has no labels and no classes: there is nothing to learn");
            rows.SetLabels(new byte[,] { { 1, 0 }, { 0, 1 }, { 1, 1 } });
            foreach (var pair in new[]
                     {
                         (new LearnerOptions { CValues = new double[0] },
                          "c_values has 0 elements: must have at least one"),
                         (new LearnerOptions { MixtureWeights = new double[0] },
                          "mixture_weights has 0 elements: must have at least one"),
                         (new LearnerOptions { ChainOrders = new int[0] },
                          "chain_orders has 0 elements: must have at least one"),
                         (new LearnerOptions { FeatureNames = new string[0] },
                          "feature_names has 0 elements: must have at least one"),
                         (new LearnerOptions { LabelNames = new[] { "a", "b\0" } },
                          "label_names[1] holds a NUL character"),
                         (new LearnerOptions { Scaling = "un\0it" }, "scaling holds a NUL character"),
                         (new LearnerOptions { NeighbourUtility = "" }, "metric \"\": no name")
                     })
            {
                var thrown = pair.Item2.StartsWith("metric")
                                 ? (Exception)Check.Throws<WaldFormatException>(
                                     () => Learner.Fit("pcc", rows, pair.Item1))
                                 : Check.Throws<WaldArgumentException>(() => Learner.Fit("pcc", rows, pair.Item1),
                                                                       pair.Item2);
                Check.That(thrown.Message.Length > 0);
            }
            using (var learner = Learner.Fit("lfp", rows, new LearnerOptions { CValues = new[] { 1.0 } }))
            {
                foreach (var pair in new (Action Call, string Message)[]
                         {
                             (() => learner.Probabilities(new double[1, 3]),
                              "n_features is 3: the model was fitted to 2"),
                             (() => learner.Decide(new double[3], f1), "n_features is 3: the model was fitted to 2"),
                             (() => learner.Estimator(new double[1]), "n_features is 1: the model was fitted to 2"),
                             (() => learner.Estimator(rows, 3), "row is 3: must lie in [0, 2]"),
                             (() => learner.Estimator(rows, -1), "row is -1: must lie in [0, 2]"),
                             (() => learner.ProbabilitiesInto(rows, new double[5]),
                              "probabilities has 5 elements: there are 3 rows of 2 labels"),
                             (() => learner.ProbabilitiesInto(P, new double[1]),
                              "probabilities has 1 elements: there are 1 rows of 2 labels"),
                             (() => learner.DecideInto(rows, f1, new byte[5], null),
                              "mask has 5 elements: there are 3 rows of 2 labels"),
                             (() => learner.DecideInto(P, f1, new byte[1]),
                              "mask has 1 elements: there are 1 rows of 2 labels"),
                             (() => learner.DecideInto(rows, f1, null, new double[2]),
                              "expected has 2 elements: there are 3 answers"),
                             (() => learner.DecideInto(rows, f1, null, new double[1],
                                                       new DecisionOptions { Average = Average.Macro }),
                              "expected has 1 elements: there are 2 answers"),
                             (() => learner.Decide(P, f1, new DecisionOptions { Average = Average.Macro }),
                              "Average is Macro: one row is decided as an instance"),
                             (() => learner.Decide(rows, f1, new DecisionOptions { AtLeast = 3 }),
                              "at_least is 3: the problem has 2 items"),
                             (() => learner.Decide(rows, f1, new DecisionOptions { Threads = -1 }),
                              "threads is -1: must lie in [0, 1024]")
                         })
                    Check.Throws<WaldArgumentException>(pair.Call, pair.Message);
                Check.Equal(learner.Decide(P, f1).N, 2); // and nothing of it is left
            }
        }
        foreach (var text in new[] { "", "{}", "[", "{\"wald\":\"learner\",\"version\":1}", "\0" })
        {
            Check.Throws<WaldFormatException>(() => Learner.Load(text));
            Check.Throws<WaldFormatException>(() => Calibration.Load(text));
        }
        var saved = LearnerTests.Resource("learner.json");
        foreach (var length in Enumerable.Range(1, 40).Select(i => saved.Length * i / 41))
            Check.Throws<WaldFormatException>(() => Learner.Load(saved.Substring(0, length)));
        Check.Throws<WaldArgumentException>(() => Calibration.Fit("platt", new byte[3], P),
                                            "truth has 3 elements: there are 2 probabilities");
        Check.Throws<WaldArgumentException>(() => Calibration.Fit("platt", new byte[2], P, new double[1]),
                                            "weights has 1 elements: there are 2 probabilities");
        Check.Throws<WaldArgumentException>(() => Calibration.Fit("logit", new byte[] { 0, 1 }, P));
        using (var calibration = Calibration.Fit("platt", new byte[] { 0, 1 }, P))
            Check.Throws<WaldArgumentException>(() => calibration.ProbabilitiesInto(P, new double[1]),
                                                "into has 1 elements: there are 2 probabilities");
    }

    public static void Shapes()
    {
        using (var f1 = new Metric("f1"))
        using (var joint = new Estimator(Kind.Joint, 2))
        {
            Check.Throws<WaldArgumentException>(
                () => f1.Expected(new double[1, 1], new byte[1, 2]),
                "mask has shape (1, 2), probabilities has shape (1, 1): they must have the same shape");
            Check.Throws<WaldArgumentException>(
                () => f1.Evaluate(new byte[1, 1], new byte[1, 2]),
                "truth has shape (1, 1), prediction has shape (1, 2): they must have the same shape");
            Check.Throws<WaldArgumentException>(() => f1.Evaluate(new byte[1], new byte[2]),
                                                "truth has 1 elements, prediction has 2: they must have as many");
            Check.Throws<WaldArgumentException>(() => f1.Evaluate(new byte[1, 1], new byte[1, 1], null, P),
                                                "weights has 2 elements: there are 1 rows");
            Check.Throws<WaldArgumentException>(() => joint.FeedVectors(new byte[1, 2], P),
                                                "weights has 2 elements: there are 1 rows");
            Check.Throws<WaldArgumentException>(() => joint.FeedSparseVectors(new[] { 0, 0 }, new int[0], P),
                                                "weights has 2 elements: there are 1 rows");
            Check.Throws<WaldArgumentException>(() => joint.FeedSparseVectors(new[] { 0, 5 }, new[] { 1 }),
                                                "starts[1] is 5: there are 1 indices");
            Check.Throws<WaldArgumentException>(() => Estimator.Counts(new double[1, 1], 0.5, P),
                                                "pS has 2 elements: the table has 1 columns");
            var table = new[,] { { 0.5, 0.25 }, { 0, 0.25 } };
            using (var mixed = Estimator.Counts(table, 0.25, new[] { 0.5f, 0.25f })) // of any form
            using (var turned = Estimator.Counts(table, 0.25, new Values(new[] { 0.25, 0.5 }, 2, -1, 1)))
                Check.Equal(mixed.Save(), turned.Save());
            Check.Throws<WaldArgumentException>(() => f1.Expected(P, new byte[3]),
                                                "mask has 3 rows: the estimator has 2 labels");
        }
    }

    public static void WrongOptions()
    {
        using (var f1 = new Metric("f1"))
        {
            var exactly = new DecisionOptions { Exactly = 1 };
            Check.That(exactly.AtLeast == 1 && exactly.AtMost == 1 && f1.Decide(P, exactly).K == 1);
            exactly.AtMost = 2;
            Check.That(exactly.Exactly == null && new DecisionOptions().Exactly == null);
            Check.Throws<WaldArgumentException>(() => f1.Decide(P, new DecisionOptions { Kind = Kind.Joint }),
                                                "Kind is Joint: a vector holds probabilities of independent or " +
                                                "categorical labels; make an Estimator of anything else");
            Check.Throws<WaldArgumentException>(() => f1.Decide(P, new DecisionOptions { Threads = -1 }),
                                                "threads is -1: must lie in [0, 1024]");
            Check.Throws<WaldArgumentException>(() => f1.Decide(new double[1, 1],
                                                                new DecisionOptions { Average = (Average)7 }));
            Check.Throws<WaldArgumentException>(() => new Estimator((Kind)9));
            Check.Throws<WaldArgumentException>(() => f1.Decide(P, new DecisionOptions { Algorithm = "a\0b" }),
                                                "algorithm holds a NUL character");
            Check.Equal(f1.Decide(P).N, 2); // and nothing of it is left
        }
    }

    public static void TextsOfOtherAlphabets()
    {
        using (var metric = Metric.Custom((tp, k, s, n) => double.PositiveInfinity, "Güte"))
        {
            Check.Equal(metric.Name, "Güte");
            var error = Check.Throws<WaldCallbackException>(() => metric.Decide(P));
            Check.That(error is InvalidOperationException && error.Message.Contains("\"Güte\""));
        }
    }
}
