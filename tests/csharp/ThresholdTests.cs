// Samples, thresholds, frontiers.
using System;
using System.Collections.Generic;
using System.Linq;
using Wald;

[Tests]
public static class ThresholdTests
{
    public static void DetectionsMatchTheTruth()
    {
        double[,] truths = { { 7, 0, 0, 2, 2 }, { 7, 2, 0, 2, 2 }, { 7, 0, 0, 9, 9 } };
        double[,] found = { { 7, 1, 0, 2, 2 }, { 7, 1, 0, 2, 2 }, { 7, 1, 0, 2, 2 }, { 8, 1, 0, 2, 2 } };
        double[] crowds = { 0, 0, 1 }, scores = { 0.5, 0.5, 0.9, 0.9 };
        var matched = Sample.MatchDetections(truths, crowds, found, scores, 1.0 / 3);
        Check.That(matched[0] == 1 && double.IsNaN(matched[1]) && matched[2] == 1 && matched[3] == 0);
        Check.Throws<WaldArgumentException>(() => Sample.MatchDetections(truths, crowds, found, scores, 0),
                                            "min_overlap is 0: must lie in (0, 1]");
    }

    // Rows of two classifiers with ties, and about a third of positives that score higher.
    private sealed class ScoredRows
    {
        internal readonly double[,] Scores;
        internal readonly byte[] Labels;
        internal readonly double[] Weights;

        internal ScoredRows(int seed, int rows, bool weighted = false, int columns = 2)
        {
            var random = new Random(seed);
            Scores = new double[rows, columns];
            Labels = new byte[rows];
            Weights = new double[rows];
            for (var i = 0; i < rows; ++i)
            {
                Labels[i] = (byte)(i == 0 || random.Next(3) == 0 ? 1 : 0);
                Weights[i] = weighted ? random.Next(4) / 2.0 : 1;
                for (var d = 0; d < columns; ++d) Scores[i, d] = (random.Next(8) + 3 * Labels[i]) / 8.0;
            }
            Weights[0] = 1;
        }

        internal int Rows => Labels.Length;

        internal Sample Sample(Rule rule = Rule.Or) => Wald.Sample.Of(Labels, Scores, Weights, rule);

        internal bool Flags(double[] t, Rule rule, int i)
        {
            var any = false;
            var all = true;
            for (var d = 0; d < t.Length; ++d)
            {
                var over = Scores[i, d] >= t[d] && !double.IsPositiveInfinity(t[d]);
                any |= over;
                all &= over;
            }
            return rule == Rule.Or ? any : all;
        }

        internal (double Tp, double Fp) Count(double[] t, Rule rule)
        {
            double tp = 0, fp = 0;
            for (var i = 0; i < Rows; ++i)
                if (Flags(t, rule, i))
                {
                    if (Labels[i] == 1)
                        tp += Weights[i];
                    else
                        fp += Weights[i];
                }
            return (tp, fp);
        }

        // Every pair of thresholds that can differ.
        internal IEnumerable<double[]> Pairs()
        {
            var levels = Enumerable.Range(0, 2).Select(d =>
                Enumerable.Range(0, Rows).Select(i => Scores[i, d]).Distinct()
                          .Concat(new[] { double.NegativeInfinity, double.PositiveInfinity }).ToArray()).ToArray();
            return from a in levels[0] from b in levels[1] select new[] { a, b };
        }

        internal double Positives => Enumerable.Range(0, Rows).Where(i => Labels[i] == 1).Sum(i => Weights[i]);
    }

    public static void OneScoreFromArrays()
    {
        var rows = new ScoredRows(11, 6000, true, 1);
        var random = new Random(12);
        var scores = rows.Labels.Select(y => random.NextDouble() + 0.5 * y).ToArray();
        var asked = new ThresholdOptions { MinPrecision = 0.5 };
        using (var sample = Sample.Of(rows.Labels, scores))
        using (var fed = sample.Choose(asked))
        using (var found = Thresholds.Choose(rows.Labels, scores, asked))
        {
            Check.Equal(fed.ToString(), found.ToString());
            Check.Equal(fed[ThresholdFact.MarginalPrecision], found[ThresholdFact.MarginalPrecision]);
            Check.Equal(fed.NextLower[0], found.NextLower[0]);
        }
        using (var sample = Sample.Of(rows.Labels, scores, rows.Weights))
        using (var fed = sample.Choose())
        using (var found = Thresholds.Choose(rows.Labels, scores, null, rows.Weights))
            Check.Equal(fed.ToString(), found.ToString());
        Check.Throws<WaldArgumentException>(
            () => Thresholds.Choose(rows.Labels.Skip(1).ToArray(), scores).Dispose(), "truth has 5999 elements: there are 6000 rows");
        scores[5] = double.NaN;
        Check.Throws<WaldArgumentException>(() => Thresholds.Choose(rows.Labels, scores).Dispose(),
                                            "scores[5][0] is nan: must be a number");
    }

    public static void OneClassifier()
    {
        var scores = new[] { 0.9, 0.8, 0.7, 0.6, 0.5, 0.4 };
        var labels = new byte[] { 1, 1, 0, 1, 0, 0 };
        using (var sample = Sample.Of(labels, scores))
        using (var chosen = sample.Choose())
        {
            Check.Same(chosen.Thresholds, 0.6);
            Check.Same(chosen.NextLower, 0.5);
            Check.Bits(chosen.Tp, 3);
            Check.Bits(chosen.Fp, 1);
            Check.Bits(chosen.Positives, 3);
            Check.Bits(chosen.Unrated, 0);
            Check.Bits(chosen.Precision, 0.75);
            Check.Bits(chosen.Recall, 1);
            Check.Near(chosen.Value, 6 / 7.0);
            Check.Near(chosen.MarginalPrecision, 0.5);
            Check.Bits(chosen.NextMarginalPrecision, double.NaN); // no positive is left
            Check.That(chosen.Feasible && chosen.CrossFit == null && chosen.Ranges.Count == 0);
            Check.Equal(chosen.Method, "direct");
            Check.Equal(chosen.Flags, ThresholdFlags.FewPositives);
            Check.Same(chosen.FlagNames, "few_positives");
            Check.That(double.IsNaN(chosen.Intercept) && double.IsNaN(chosen.StackedThreshold));
            Check.Equal(chosen.Coefficients.Count, 0);
            Check.Equal(Thresholds.NameOf(ThresholdFact.NextMarginalPrecision), "next_marginal_precision");
            Check.Equal(Thresholds.NameOf((ThresholdFact)99), "");
            Check.Same(chosen.Apply(scores), (byte)1, (byte)1, (byte)1, (byte)1, (byte)0, (byte)0);
            Check.Same(chosen.Apply(new double[,] { { 0.55 }, { 0.65 } }), (byte)0, (byte)1);
            var precision = chosen.Interval(ThresholdFact.Precision).Value;
            Check.That(precision.IsExact && precision.Lowest < 0.75 && precision.Highest > 0.75);
            Check.That(chosen.Interval(ThresholdFact.Positives) == null);
            Check.Bits(chosen[ThresholdFact.Tp], 3);
            Check.Throws<WaldArgumentException>(() => chosen[(ThresholdFact)19].ToString(),
                                                "fact is 19: must be the number of a fact");
            Check.Equal(sample.ToString(), "Sample: 1 scores (Or), 6 rows");
            Check.Near(sample.RocArea()[0], 8 / 9.0);
            Check.Bits(sample.Positives, 3);
            Check.Bits(sample.Negatives, 3);
            Check.Bits(sample.Unrated, 0);
            Check.Equal(sample.RowCount, 6);
            var flagged = sample.Count(0.7);
            Check.Bits(new[] { flagged.Tp, flagged.Fp, flagged.Unrated }, new[] { 2.0, 1, 0 });
        }
    }

    // Each goal against a look at every pair of thresholds.
    public static void TwoClassifiersAgainstEveryPair()
    {
        for (var seed = 0; seed < 120; ++seed)
        {
            var data = new ScoredRows(seed, 5 + seed % 30, seed % 2 == 1);
            var rule = seed % 3 == 0 ? Rule.And : Rule.Or;
            var points = data.Pairs().Select(t => data.Count(t, rule)).ToArray();
            var positives = data.Positives;
            using (var sample = data.Sample(rule))
            {
                Action<ThresholdOptions, double> reaches = (options, value) =>
                {
                    options.Baselines = false;
                    using (var chosen = sample.Choose(options))
                    {
                        Check.Near(chosen.Value, value);
                        var counted = data.Count(chosen.Thresholds.ToArray(), rule);
                        Check.Bits(new[] { chosen.Tp, chosen.Fp },
                                   new[] { counted.Tp, counted.Fp });
                        var rows = chosen.Apply(data.Scores);
                        for (var i = 0; i < data.Rows; ++i)
                            Check.Equal(rows[i] == 1, data.Flags(chosen.Thresholds.ToArray(), rule, i));
                        Check.Equal(chosen.Baselines.Count, 0);
                    }
                };
                reaches(new ThresholdOptions(), points.Max(x => 2 * x.Tp / (positives + x.Tp + x.Fp)));
                using (var jaccard = new Metric("jaccard"))
                    reaches(new ThresholdOptions { Metric = jaccard }, points.Max(x => x.Tp / (positives + x.Fp)));
                reaches(new ThresholdOptions { CostRatio = 2 }, points.Max(x => x.Tp - x.Fp / 2));
                reaches(new ThresholdOptions { MarginalPrecision = 0.25 }, points.Max(x => x.Tp - x.Fp / 3));
                reaches(new ThresholdOptions { MaxFp = 2 }, points.Where(x => x.Fp <= 2).Max(x => x.Tp));
                reaches(new ThresholdOptions { MaxAlerts = 4 }, points.Where(x => x.Tp + x.Fp <= 4).Max(x => x.Tp));
                reaches(new ThresholdOptions { MinPrecision = 0.75, PrecisionLevel = 0 },
                        points.Where(x => x.Tp >= 3 * x.Fp).Max(x => x.Tp));
                reaches(new ThresholdOptions { MinRecall = 0.5 },
                        points.Where(x => x.Tp >= 0.5 * positives).Min(x => x.Fp));
                reaches(new ThresholdOptions { Goal = Goal.MostTp, MaxFp = 3, MaxAlerts = 6 },
                        points.Where(x => x.Fp <= 3 && x.Tp + x.Fp <= 6).Max(x => x.Tp));

                using (var found = sample.Frontier())
                {
                    Check.That(found.IsExact && !found.Quantiles && !found.LocalOptimum);
                    // Nothing flagged is where it begins.
                    var best = points.Distinct().OrderBy(x => x.Fp).ThenBy(x => x.Tp).Where(
                        x => x.Tp + x.Fp == 0 ||
                             !points.Any(y => y.Tp >= x.Tp && y.Fp <= x.Fp && !y.Equals(x))).ToArray();
                    Check.Bits(found.Tp, best.Select(x => x.Tp));
                    Check.Bits(found.Fp, best.Select(x => x.Fp));
                    for (var i = 0; i < found.Count; ++i)
                        Check.Equal(data.Count(new[] { found.Thresholds[i, 0], found.Thresholds[i, 1] }, rule),
                                    best[i]);
                    Check.Bits(found.Positives, positives);
                    var limit = found.Negatives / 2; // the area under the steps up to there, by hand
                    if (limit == 0) continue;
                    var area = 0.0;
                    for (var i = 0; i < best.Length && best[i].Fp < limit; ++i)
                    {
                        var end = i + 1 < best.Length ? Math.Min(best[i + 1].Fp, limit) : limit;
                        area += best[i].Tp * (end - best[i].Fp);
                    }
                    var areas = found.PartialAreas(limit);
                    Check.Near(areas.Pn, area / (limit * positives));
                    Check.Near(areas.Roc, areas.Pn);
                    Check.That(areas.Pn <= areas.PnHull && areas.Roc <= areas.RocHull);
                }
            }
        }
    }

    private static void SameAnswer(Sample got, Sample wanted)
    {
        // A sample of floats says so.
        Check.Equal(got.Save().Replace(",\"type\":\"float32\"", ""), wanted.Save());
        using (var a = got.Choose())
        using (var b = wanted.Choose())
        {
            Check.Bits(a.Thresholds, b.Thresholds);
            Check.Bits(a.Value, b.Value);
        }
    }

    public static void EveryFormOfRows()
    {
        var data = new ScoredRows(5, 40, true);
        var rows = data.Rows;
        var flat = data.Scores.Cast<double>().ToArray();
        var bools = data.Labels.Select(y => y == 1).ToArray();
        var floats = new float[rows, 2]; // eighths are floats
        for (var i = 0; i < rows; ++i)
            for (var d = 0; d < 2; ++d) floats[i, d] = (float)data.Scores[i, d];
        using (var wanted = data.Sample())
        {
            Action<Sample> same = got =>
            {
                SameAnswer(got, wanted);
                got.Dispose();
            };
            same(Sample.Of(data.Labels, floats, data.Weights));
            same(Sample.Of(bools, new Table(flat, rows, 2), data.Weights.Select(w => (float)w).ToArray()));
            same(Sample.Of(new Mask(data.Labels.Reverse().ToArray(), rows, -1, rows - 1),
                             new Table(flat.Reverse().ToArray(), rows, 2, -2, -1, 2 * rows - 1),
                             new Values(data.Weights.Reverse().ToArray(), rows, -1, rows - 1)));
            same(Sample.Load(wanted.Save()));
            same(wanted.Copy());
            same(Sample.Of(data.Labels, data.Scores, data.Weights, ratedFrom: new[]
            {
                double.NegativeInfinity, double.NegativeInfinity
            }));

            // In chunks, in another order, on two samples that are merged.
            using (var first = new Sample(2))
            using (var second = new Sample(2))
            {
                first.Feed(new byte[1], new double[1, 2]);
                first.Clear();
                for (var i = rows - 1; i >= 0; --i)
                    (i % 3 == 0 ? first : second).Feed(data.Labels.AsSpan(i, 1),
                                                       new Table(flat.AsSpan(2 * i, 2), 1, 2), data.Weights.AsSpan(i, 1));
                first.Merge(second);
                SameAnswer(first, wanted);
                var saved = first.Save();
                Check.Throws<WaldArgumentException>(
                    () => first.Feed(new byte[2], new[,] { { 0.5, 0.5 }, { 0.5, double.NaN } }),
                    "scores[1][1] is nan: must be a number");
                Check.Equal(first.Save(), saved);
                first.Merge(first);
                Check.Bits(first.Positives, 2 * wanted.Positives);
            }
        }

        // One classifier, by vectors.
        var one = Enumerable.Range(0, rows).Select(i => data.Scores[i, 0]).ToArray();
        using (var wanted = Sample.Of(data.Labels, new Table(flat, rows, 1, 2, 1)))
        using (var fed = new Sample(1))
        {
            fed.Feed(bools, one);
            SameAnswer(fed, wanted);
            using (var made = Sample.Of(data.Labels, one.Select(x => (float)x).ToArray())) SameAnswer(made, wanted);
            using (var made = Sample.Of(data.Labels, new Values(flat, rows, 2))) SameAnswer(made, wanted);
        }
    }

    public static void EveryFormOfApplying()
    {
        var data = new ScoredRows(6, 30);
        var flat = data.Scores.Cast<double>().ToArray();
        using (var sample = data.Sample(Rule.And))
        using (var chosen = sample.Choose())
        {
            var t = chosen.Thresholds.ToArray();
            var wanted = Enumerable.Range(0, 30).Select(i => (byte)(data.Flags(t, Rule.And, i) ? 1 : 0)).ToArray();
            Check.Same(chosen.Apply(data.Scores), wanted);
            Check.Same(chosen.Apply(new Table(flat, 30, 2)), wanted);
            Check.Same(Thresholds.Apply(t, data.Scores, Rule.And), wanted);
            Check.Same(Thresholds.Apply(t.AsSpan(), data.Scores, Rule.And), wanted);
            var room = Enumerable.Repeat((byte)9, 32).ToArray();
            chosen.ApplyInto(data.Scores, room.AsSpan(1));
            Check.Same(room.Skip(1).Take(30), wanted);
            Check.Same(new[] { room[0], room[31] }, (byte)9, (byte)9);
            Thresholds.ApplyInto(t, data.Scores, room, Rule.And);
            Check.Same(room.Take(30), wanted);
            Check.Equal(Thresholds.Apply(t, new double[0, 2]).Length, 0);

            // The stacked baseline, by its coefficients.
            var stacked = chosen.Baselines.Single(x => x.Method == "stacked");
            Check.That(stacked.Thresholds.All(double.IsNaN) && stacked.Coefficients.Count == 2);
            var score = Enumerable.Range(0, 30).Select(i => stacked.Intercept +
                                                            stacked.Coefficients[0] * data.Scores[i, 0] +
                                                            stacked.Coefficients[1] * data.Scores[i, 1]).ToArray();
            var rows = stacked.Apply(data.Scores);
            for (var i = 0; i < 30; ++i)
                if (Math.Abs(score[i] - stacked.StackedThreshold) > 1e-12)
                    Check.Equal(rows[i] == 1, score[i] >= stacked.StackedThreshold);
            Check.Bits(stacked.Tp,
                       Enumerable.Range(0, 30).Count(i => rows[i] == 1 && data.Labels[i] == 1));
        }
    }

    public static void PartialKnowledge()
    {
        var scores = new[] { 0.9, 0.8, 0.7, 0.6, 0.3, 0.2 };
        var labels = new byte[] { 1, 0, Mask.NotRated, 1, 0, 1 };
        using (var sample = Sample.Of(labels, scores, ratedFrom: 0.5))
        {
            Check.Same(sample.RatedFrom(), 0.5);
            Check.Bits(new[] { sample.Positives, sample.Negatives, sample.Unrated }, new[] { 2.0, 1, 3 });
            Check.Throws<WaldUnsupportedException>(() => sample.Choose());
            Check.Throws<WaldUnsupportedException>(() => sample.Choose(new ThresholdOptions { MinRecall = 0.5 }));
            using (var chosen = sample.Choose(new ThresholdOptions { MaxFp = 1 }))
            {
                Check.Same(chosen.Thresholds, 0.6);
                Check.Bits(new[] { chosen.Tp, chosen.Fp, chosen.Unrated },
                           new[] { 2.0, 1, 1 });
                Check.That(double.IsNaN(chosen.Recall) && double.IsNaN(chosen.Positives));
                Check.That(chosen.Flags.HasFlag(ThresholdFlags.UnratedFlagged));
                Check.Equal(chosen.Objective, "most true positives with fp <= 1");
            }
            using (var chosen = sample.Choose(new ThresholdOptions { Positives = 4 }))
            {
                Check.Bits(chosen.Recall, 0.5);
                Check.Near(chosen.Value, 4 / 7.0);
            }
            using (var points = sample.Frontier(new ThresholdOptions { MaxAlerts = 9 }))
            {
                Check.That(double.IsNaN(points.RocArea) && !double.IsNaN(points.PnArea));
                Check.That(points.Recall().All(double.IsNaN));
            }
        }
    }

    public static void RecallOutOfReach()
    {
        var labels = new byte[] { 1, 1, 0, 0 };
        using (var sample = Sample.Of(labels, new[] { 0.9, 0.1, 0.5, 0.4 }))
        using (var chosen = sample.Choose(new ThresholdOptions { MinRecall = 1, MaxFp = 1 }))
        {
            Check.That(!chosen.Feasible && chosen.Flags.HasFlag(ThresholdFlags.RecallOutOfReach));
            Check.Bits(chosen.Tp, 1);
        }
        using (var sample = Sample.Of(labels, new[] { 0.1, 0.2, 0.5, 0.4 }))
        using (var chosen = sample.Choose(new ThresholdOptions { MinPrecision = 0.9 }))
        {
            Check.That(!chosen.Feasible && chosen.Flags.HasFlag(ThresholdFlags.NothingFlagged));
            Check.Same(chosen.Thresholds, double.PositiveInfinity);
            Check.That(double.IsNaN(chosen.Precision));
            Check.That(chosen.ToString().StartsWith("Thresholds: (inf), tp 0, fp 0"), chosen.ToString());
            Check.Same(chosen.Apply(new[] { 1.0, double.PositiveInfinity }), (byte)0, (byte)0);
        }
    }

    public static void HowSureItIs()
    {
        var data = new ScoredRows(7, 400);
        using (var sample = data.Sample())
        {
            var options = new ThresholdOptions { Bootstrap = 60, Folds = 4, Seed = 3, Level = 0.8, Threads = 2 };
            using (var chosen = sample.Choose(options))
            using (var again = sample.Choose(options))
            using (var plain = sample.Choose())
            {
                Check.Equal(chosen.Ranges.Count, 2);
                for (var d = 0; d < 2; ++d)
                {
                    Check.That(chosen.Ranges[d].Lowest <= chosen.Ranges[d].Highest && !chosen.Ranges[d].IsExact);
                    Check.Bits(chosen.Ranges[d].Lowest, again.Ranges[d].Lowest);
                }
                var cross = chosen.CrossFit.Value;
                Check.That(cross.Value > 0 && cross.Value <= 1 && cross.Recall > 0 && cross.Precision > 0);
                Check.Near(cross.Precision, cross.Tp / (cross.Tp + cross.Fp));
                Check.Bits(cross.Value, chosen[ThresholdFact.CrossValue]);
                Check.That(plain.CrossFit == null && plain.Ranges.Count == 0);
                var value = chosen.Interval(ThresholdFact.Value).Value;
                Check.That(value.Lowest <= chosen.Value && chosen.Value <= value.Highest, value.ToString());
                foreach (var fact in new[] { ThresholdFact.Tp, ThresholdFact.Recall, ThresholdFact.Value })
                    Check.That(plain.Interval(fact).Value.Lowest <= plain[fact] &&
                               plain[fact] <= plain.Interval(fact).Value.Highest, fact.ToString());
                var wide = plain.Interval(ThresholdFact.Precision).Value; // of level 0.95
                var narrow = chosen.Interval(ThresholdFact.Precision).Value;
                Check.That(wide.IsExact && narrow.IsExact, "not exact");
                Check.That(wide.Lowest < narrow.Lowest && narrow.Highest <= wide.Highest, $"{narrow} in {wide}");
                Check.Same(chosen.Baselines.Select(x => x.Method).OrderBy(x => x), "best-single", "stacked");
                foreach (var baseline in chosen.Baselines) Check.That(baseline.Value > 0 && baseline.Ranges.Count == 0);
                Check.That(chosen.Baselines.Single(x => x.Method == "best-single").Value <= chosen.Value);
            }
        }
    }

    public static void Methods()
    {
        var data = new ScoredRows(8, 200);
        using (var sample = data.Sample())
        using (var direct = sample.Choose())
        {
            foreach (var method in new[] { "direct", "path", "path-equal", "analytic", "stacked", "best-single" })
                using (var chosen = sample.Choose(new ThresholdOptions
                       {
                           Method = method, Grid = method == "path-equal" || method == "analytic" ? 30 : (long?)null
                       }))
                {
                    Check.Equal(chosen.Method, method);
                    Check.That(chosen.Value > 0 && (method == "stacked" || chosen.Value <= direct.Value));
                }
            var smooth = new ThresholdOptions { Smoothing = Smoothing.Bagged, SmoothingRounds = 5, Seed = 1 };
            using (var chosen = sample.Choose(smooth)) Check.That(chosen.Value <= direct.Value);
            smooth = new ThresholdOptions { Smoothing = Smoothing.Dropout, Method = "path", Dropout = 0.3 };
            using (var chosen = sample.Choose(smooth)) Check.That(chosen.Value <= direct.Value);
            using (var points = sample.Frontier(new ThresholdOptions { PairCells = 16 }))
                Check.That(points.Quantiles, points.ToString());
        }
        using (var sample = new ScoredRows(8, 200, columns: 3).Sample())
        using (var chosen = sample.Choose(new ThresholdOptions { LatticeCells = 16, AscentLevels = 3 }))
            Check.That(!chosen.Flags.HasFlag(ThresholdFlags.QuantileLevels), "proved by branch and bound: " + chosen.Flags);
    }

    // That each setting arrives is seen by what is said of a bad one.
    public static void EverySetting()
    {
        using (var f1 = new Metric("f1"))
        using (var sample = new ScoredRows(9, 30, columns: 3).Sample())
        {
            foreach (var one in new (ThresholdOptions Options, string Message)[]
                     {
                         (new ThresholdOptions { Goal = (Goal)9 },
                          "goal is \"9\": must be one of auto, metric, net_benefit, most_tp, fewest_fp"),
                         (new ThresholdOptions { CostRatio = 0 }, "cost_ratio is 0: must be finite and above 0"),
                         (new ThresholdOptions { MarginalPrecision = 1 },
                          "marginal_precision is 1: must lie in (0, 1)"),
                         (new ThresholdOptions { MinPrecision = 2 }, "min_precision is 2: must lie in [0, 1]"),
                         (new ThresholdOptions { MinPrecision = 0.5, PrecisionLevel = 1 },
                          "precision_level is 1: must lie in [0, 1)"),
                         (new ThresholdOptions { MinRecall = -1 }, "min_recall is -1: must lie in [0, 1]"),
                         (new ThresholdOptions { MaxFp = -1 }, "max_fp is -1: must be at least 0"),
                         (new ThresholdOptions { MaxAlerts = -1 }, "max_alerts is -1: must be at least 0"),
                         (new ThresholdOptions { Positives = -1 }, "positives is -1: must be finite and at least 0"),
                         (new ThresholdOptions { Method = "graph" },
                          "method is \"graph\": must be one of direct, path, path-equal, analytic, stacked, " +
                          "best-single"),
                         (new ThresholdOptions { Smoothing = (Smoothing)5 },
                          "smoothing is \"5\": must be one of none, bagged, dropout"),
                         (new ThresholdOptions { SmoothingRounds = 0 }, "smoothing_rounds is 0: must be at least 1"),
                         (new ThresholdOptions { Dropout = 1 }, "dropout is 1: must lie in [0, 1)"),
                         (new ThresholdOptions { Grid = 1 }, "grid is 1: must be at least 2"),
                         (new ThresholdOptions { LatticeCells = 1 }, "lattice_cells is 1: must be at least 4"),
                         (new ThresholdOptions { PairCells = 1 }, "pair_cells is 1: must be at least 4"),
                         (new ThresholdOptions { AscentLevels = 1 }, "ascent_levels is 1: must be at least 3"),
                         (new ThresholdOptions { Bootstrap = -1 }, "bootstrap is -1: must be at least 0"),
                         (new ThresholdOptions { BootstrapCells = 1 }, "bootstrap_cells is 1: must be at least 4"),
                         (new ThresholdOptions { Level = 1 }, "level is 1: must lie in (0, 1)"),
                         (new ThresholdOptions { Folds = 1 }, "folds is 1: must be 0 (none) or at least 2"),
                         (new ThresholdOptions { Threads = -1 }, "threads is -1: must lie in [0, 1024]"),
                         (new ThresholdOptions { Goal = Goal.NetBenefit }, "cost_ratio is nan: must be given"),
                         (new ThresholdOptions { Goal = Goal.Metric, CostRatio = 2 },
                          "cost_ratio is 2: choosing thresholds reads it with goal = net_benefit only"),
                         (new ThresholdOptions { Metric = f1, CostRatio = 2 },
                          "cost_ratio is 2: must not be set with a metric"),
                         (new ThresholdOptions { CostRatio = 1, MarginalPrecision = 0.5 },
                          "cost_ratio is 1: must not be set with marginal_precision")
                     })
                Check.Throws<WaldArgumentException>(() => sample.Choose(one.Options), one.Message);
            using (var custom = Metric.Custom((tp, k, s, n) => tp, "mine", MetricProperties.RisesInTp))
                Check.Throws<WaldUnsupportedException>(
                    () => sample.Choose(new ThresholdOptions { Metric = custom }),
                    "metric is \"mine\": options take a metric of the catalogue");
        }
    }

    // A limit that is not attained is said in a sentence.
    public static void WhatIsNotAttained()
    {
        using (var sample = Sample.Of(new byte[] { 0, 1, 0, 1 }, new[] { 0.9, 0.8, 0.7, 0.6 }))
        {
            using (var none = sample.Choose(new ThresholdOptions { MinPrecision = 0.99 }))
            {
                Check.That(!none.Feasible && double.IsPositiveInfinity(none.Thresholds[0]));
                Check.That(none.Warning.Contains("precision"), none.Warning);
                Check.That(none.ToString().EndsWith(", warning: " + none.Warning), none.ToString());
            }
            using (var all = sample.Choose(new ThresholdOptions { MaxFp = 1 }))
            {
                Check.Equal(all.Warning, "");
                Check.That(all.Feasible && !all.ToString().Contains("warning"));
            }
        }
    }

    public static void RowsInManyPlaces()
    {
        double[] scores = { 0.9, 0.7, 0.5, 0.3, 0.8, 0.6, 0.4, 0.2 };
        byte[] labels = { 1, 1, 0, 0, 1, 0, 1, 0 };
        var options = new ThresholdOptions { MaxFp = 1 };
        using (var plan = new ThresholdPass(options))
        using (var part = ThresholdPass.FromBytes(plan.ToBytes()))
        using (var sample = Sample.Of((Mask)labels, (Values)scores))
        using (var expected = sample.Choose(options))
        {
            part.Feed(labels, scores);
            plan.Merge(part);
            Check.Equal(plan.ToString(), "ThresholdPass: pass 1, 8 rows in 8 bins");
            using (var found = plan.Next())
            {
                Check.Bits(found.Tp, expected.Tp);
                Check.Bits(found.Thresholds[0], expected.Thresholds[0]);
                Check.Bits(found.NextLower[0], expected.NextLower[0]);
            }
            using (var other = new ThresholdPass())
                Check.Throws<WaldArgumentException>(() => plan.Merge(other), "other has other options: must be the same");
            var bytes = plan.ToBytes();
            bytes[bytes.Length / 2] ^= 1;
            Check.Throws<WaldFormatException>(() => ThresholdPass.FromBytes(bytes),
                                               "saved binned rows: is corrupt: its checksum does not match");
        }
    }

    public static void TablesInManyPlaces()
    {
        double[,] cells = { { 0.9, 0.2 }, { 0.6, 0.1 }, { 0.7, 0.3 } };
        using (var metric = new Metric("f1"))
        using (var plan = new TablePass(metric))
        using (var part = TablePass.FromBytes(plan.ToBytes()))
        {
            part.Feed(cells);
            plan.Merge(part);
            Check.Equal(plan.ToString(), "TablePass: pass 1, 6 items in 6 bins");
            Check.That(!plan.IsDecided && plan.Next() && plan.IsDecided);
            Check.Equal(plan.K, 3L);
            Check.Bits(plan.Threshold, 0.6);
            Check.Equal(plan.TieCount, 0L);
            var one = metric.Decide(cells, new DecisionOptions { Average = Average.Micro })[0];
            Check.That(Math.Abs(one.Expected - plan.Expected) <= one.Bound + plan.Bound);
            using (var sparse = new TablePass(metric))
            {
                sparse.Feed(new SparseTable(new[] { 0, 2, 4, 6 }, new[] { 0, 1, 0, 1, 0, 1 },
                                            (Values)new[] { 0.9, 0.2, 0.6, 0.1, 0.7, 0.3 }, 2));
                Check.That(System.Linq.Enumerable.SequenceEqual(sparse.ToBytes(), part.ToBytes()));
            }
            using (var other = new TablePass(metric, new DecisionOptions { AtMost = 2 }))
                Check.Throws<WaldArgumentException>(() => plan.Merge(other),
                                                    "other has another metric or other options: must be the same");
            var bytes = plan.ToBytes();
            bytes[bytes.Length / 2] ^= 1;
            Check.Throws<WaldFormatException>(() => TablePass.FromBytes(bytes),
                                               "saved table in bins: is corrupt: its checksum does not match");
        }
    }
}
