// Thresholds for labels, multipliers for classes, zones of abstention.
using System;
using System.Linq;
using Wald;

[Tests]
public static class LabelThresholdTests
{
    private static readonly double[,] Scores =
    {
        { 0.9, 0.2, 0.3 }, { 0.8, 0.9, 0.1 }, { 0.7, 0.1, 0.2 }, { 0.3, 0.7, 0.9 }, { 0.2, 0.6, 0.4 }, { 0.1, 0.8, 0.5 }
    };

    private static readonly byte[,] Truth =
    {
        { 1, 0, 0 }, { 1, 1, 0 }, { 0, 0, 0 }, { 1, 1, 1 }, { 0, 0, 0 }, { 0, 1, 0 }
    };

    private static double F1(double tp, double fp, double positives) => 2 * tp / (tp + fp + positives);

    public static void Segments()
    {
        double[] scores = { 0.9, 0.7, 0.5, 0.3, 0.8, 0.6, 0.4, 0.2 }, benefits = { 5, 1, 9, 9, 2, 9, 50, 9 },
                 costs = { 9, 9, 3, 1, 9, 4, 9, 7 };
        byte[] bad = { 1, 1, 0, 0, 1, 0, 1, 0 };
        long[] market = { 0, 0, 0, 0, 1, 1, 1, 1 };
        var parity = new ThresholdOptions { Metric = new Metric("f1"), Parity = "fpr", Tolerance = new[] { 0, 0.5 } };
        var price = SegmentThresholds.Choose(bad, scores, market, 2, parity);
        Check.Equal(price.Count, 2);
        Check.Near(price[0].Value, 6 / 7.0);
        Check.Near(price[1].Value, 8 / 9.0);
        Check.That(price[1].IsExact && price[1].Feasible);
        Check.Equal(price[1].Segments[0].Threshold, 0.7);
        Check.Equal(price[1].Segments[1].Fpr, 0.5);
        var certify = new ThresholdOptions { MinRecall = 0.3, Certify = 0.5 };
        var certified = SegmentThresholds.Choose(bad, scores, market, 2, certify)[0];
        Check.That(certified.Certified && certified.Segments[1].Certified);
        Check.Equal(certified.Segments[1].Threshold, 0.4);
        Check.Equal(certified.Segments[1].RowsNeeded, 0.0);
        Check.Equal(certified.Segments[1].Theorem, "order-statistics");
        double none = double.NaN;
        var limits = new[,] { { none, none, none, none, none, none }, { none, none, none, 1, none, none } };
        Check.Equal(SegmentThresholds.Choose(bad, scores, market, 2, null, default(Values), benefits, costs)[0].Gain, 54.0);
        Check.Equal(
            SegmentThresholds.Choose(bad, scores, market, 2, null, default(Values), benefits, costs, limits)[0].Gain, 8.0);
        Check.Equal(SegmentThresholds.Choose(bad, scores, new long[0], 1, null, default(Values), benefits, costs)[0].Value,
                    51.0);
    }

    public static void Sets()
    {
        var sets = LabelThresholds.Choose(Truth, Scores, new ThresholdOptions { Average = Average.Instance, MinRecall = 0.8 });
        Check.Near(sets.Value, 17 / 18.0);
        Check.Equal(sets.Thresholds[0], sets.Thresholds[2]);
        var named = sets.Apply(Scores);
        Check.Near(sets.LabelsPerRow, named.Cast<byte>().Sum(x => (int)x) / 6.0);
        var ofGroups = LabelThresholds.Choose(
            new byte[,] { { 1, 0 }, { 1, 1 }, { 0, 1 }, { 0, 0 } },
            new[,] { { 0.9, 0.2 }, { 0.6, 0.8 }, { 0.3, 0.7 }, { 0.1, 0.4 } },
            new ThresholdOptions { Average = Average.Instance, MinRecall = 0.6 }, groups: new long[] { 5, 5, 5, -1 });
        Check.Near(ofGroups.Value, (2.5 / 3 + 1) / 2); // of rows it would be 3.5/4
        Check.Throws<WaldUnsupportedException>(
            () => LabelThresholds.Choose(Truth, Scores,
                                         new ThresholdOptions { Average = Average.Instance, MinPrecision = 0.8 }),
            "certify is not set: only a limit on recall holds in expectation, since precision may rise and fall along the " +
            "thresholds; set certify");
    }

    // A label whose only positive has the least score of all rows, beside one with enough positives.
    public static void RareLabels()
    {
        var scores = new double[100, 2];
        var truth = new byte[100, 2];
        for (var i = 0; i < 100; ++i)
        {
            truth[i, 0] = (byte)(i < 20 ? 1 : 0);
            truth[i, 1] = (byte)(i == 99 ? 1 : 0);
            scores[i, 0] = scores[i, 1] = 1 - i / 100.0;
        }
        var own = LabelThresholds.Choose(truth, scores, new ThresholdOptions { MinPositives = 0 });
        Check.That(own.Flags[1].HasFlag(ThresholdFlags.EverythingFlagged));
        Check.Equal(own.Fp[1], 99.0);
        Check.Equal(own.FlagsAll.Single(), 1);
        var shared = LabelThresholds.Choose(truth, scores);
        Check.Equal(shared.Flags[1], ThresholdFlags.FewPositives | ThresholdFlags.SharedThreshold);
        Check.Bits(own.Thresholds[0], shared.Thresholds[0]);
        Check.Equal(shared.Fp[1], 20.0);
        Check.Equal(shared.Positives[0], 20.0);
        Check.Equal(shared.Recall[0], 1.0);
        Check.Equal(shared.Precision[0], 1.0);
        Check.Equal(shared.Values[0], 1.0);
        Check.Equal(shared.Missed.Count, 0);
        Check.Equal(shared.FlagsAll.Count, 0);
        var precise = new ThresholdOptions { MinPrecision = 0.5, PrecisionLevel = 0 };
        Check.Equal(LabelThresholds.Choose(truth, scores, precise).Missed.Single(), 1);
        var pooled = LabelThresholds.Choose(truth, scores, new ThresholdOptions {
            MinPrecision = 1, MinRecall = 1, PrecisionLevel = 0, Average = Average.Micro });
        Check.That(!pooled.Feasible);
        Check.Equal(pooled.Missed.Count, 0);
    }

    public static void Macro()
    {
        var found = LabelThresholds.Choose(Truth, Scores);
        for (var j = 0; j < 3; ++j)
            using (var sample = Sample.Of(Column(Truth, j), Column(Scores, j)))
            using (var alone = sample.Choose())
            {
                Check.Bits(found.Thresholds[j], alone.Thresholds[0]);
                Check.Bits(found.Tp[j], alone.Tp);
                Check.Bits(found.Fp[j], alone.Fp);
            }
        Check.Near(found.Value,
                   Enumerable.Range(0, 3).Average(j => F1(found.Tp[j], found.Fp[j],
                                                          Column(Truth, j).Count(y => y == 1))));
        Check.That(found.Feasible && found.IsExact);
        Check.That(found.ToString().StartsWith("LabelThresholds: 3 labels, value "), found.ToString());
        var named = found.Apply(Scores);
        for (var i = 0; i < 6; ++i)
            for (var j = 0; j < 3; ++j) Check.Equal(named[i, j] == 1, Scores[i, j] >= found.Thresholds[j]);
        var turned = found.Apply(new Table(Scores.Cast<double>().Reverse().ToArray(), 6, 3, -3, -1, 17));
        Check.Same(turned.Cast<byte>(), named.Cast<byte>().ToArray());
        Check.Equal(found.Apply(new double[0, 3]).Length, 0);
        var truth = new byte[6, 3];
        truth[0, 0] = truth[1, 1] = 1;
        var nothing = LabelThresholds.Choose(truth, Scores);
        Check.Bits(nothing.Thresholds[2], double.PositiveInfinity);
        Check.That(Enumerable.Range(0, 6).All(i => nothing.Apply(Scores)[i, 2] == 0));
    }

    // Against every combination of thresholds.
    public static void Micro()
    {
        var levels = Enumerable.Range(0, 3).Select(j => Column(Scores, j).Concat(new[] { 2.0 }).ToArray()).ToArray();
        var weights = new[] { 1.0, 2, 1, 1, 0.5, 1 };
        var best = (from a in levels[0] from b in levels[1] from c in levels[2]
                    select Micro(new[] { a, b, c }, weights)).Max();
        var found = LabelThresholds.Choose(Truth, Scores, new ThresholdOptions { Average = Average.Micro }, weights);
        Check.Near(found.Value, best);
        Check.Near(Micro(found.Thresholds.ToArray(), weights), best);
        Check.That(found.IsExact);
        var limited = LabelThresholds.Choose(
            Truth, Scores, new ThresholdOptions { Average = Average.Micro, MaxFp = 0, Threads = 2 });
        Check.Bits(limited.Fp.Sum(), 0);
        Check.Bits(limited.Value, limited.Tp.Sum());
        Check.Throws<WaldArgumentException>(() => LabelThresholds.Choose(
            Truth, Scores, new ThresholdOptions { Average = Average.Instance }));
    }

    private static double Micro(double[] t, double[] weights)
    {
        double tp = 0, fp = 0, positives = 0;
        for (var i = 0; i < 6; ++i)
            for (var j = 0; j < 3; ++j)
            {
                positives += weights[i] * Truth[i, j];
                if (Scores[i, j] < t[j]) continue;
                tp += weights[i] * Truth[i, j];
                fp += weights[i] * (1 - Truth[i, j]);
            }
        return F1(tp, fp, positives);
    }

    private static T[] Column<T>(T[,] table, int j) =>
        Enumerable.Range(0, table.GetLength(0)).Select(i => table[i, j]).ToArray();

    private static void Classes(int rows, out double[,] p, out int[] truth)
    {
        var random = new Random(4);
        p = new double[rows, 3];
        truth = new int[rows];
        for (var i = 0; i < rows; ++i)
        {
            truth[i] = random.Next(10) < 7 ? 0 : random.Next(1, 3);
            var sum = 0.0;
            for (var j = 0; j < 3; ++j)
                sum += p[i, j] = random.NextDouble() + (truth[i] == j ? 0.5 : 0) + (j == 0 ? 1 : 0);
            for (var j = 0; j < 3; ++j) p[i, j] /= sum;
        }
    }

    public static void MultipliersForAMetric()
    {
        Classes(300, out var p, out var truth);
        using (var f1 = new Metric("f1"))
        {
            var found = ClassMultipliers.Choose(truth, p, new ThresholdOptions { Metric = f1 });
            Check.That(found.Value > found.Start, found.ToString());
            var classes = found.Apply(p);
            var confusion = new double[3, 3];
            for (var i = 0; i < 300; ++i)
            {
                var products = Enumerable.Range(0, 3).Select(j => p[i, j] * found.Multipliers[j]).ToArray();
                Check.Equal((int)classes[i], Array.IndexOf(products, products.Max()));
                confusion[truth[i], classes[i]] += 1;
            }
            Check.Same(found.Confusion.Cast<double>(), confusion.Cast<double>().ToArray());
            Check.Near(found.Value, Enumerable.Range(0, 3).Average(
                           c => 2 * confusion[c, c] / (Enumerable.Range(0, 3).Sum(d => confusion[c, d]) +
                                                       Enumerable.Range(0, 3).Sum(d => confusion[d, c]))));
            var wide = truth.Select(c => (long)c).ToArray();
            var same = ClassMultipliers.Choose(wide, p, null, Enumerable.Repeat(1.0, 300).ToArray());
            Check.Bits(same.Multipliers, found.Multipliers);
            var micro = ClassMultipliers.Choose(wide, p, new ThresholdOptions { Average = Average.Micro });
            Check.That(micro.Value >= micro.Start);
            Check.Throws<WaldArgumentException>(() => ClassMultipliers.Choose(new int[299], p),
                                                "truth has 299 elements: there are 300 rows");
            wide[2] = 3;
            Check.Throws<WaldArgumentException>(() => ClassMultipliers.Choose(wide, p),
                                                "truth[2] is 3: must lie in [0, 2]");
        }
    }

    public static void MultipliersForCosts()
    {
        Classes(200, out var p, out var truth);
        var costs = new[,] { { 0.0, 1, 1 }, { 5, 0, 2 }, { 7, 2, 0 } };
        var found = ClassMultipliers.Choose(costs, truth, p);
        var classes = found.Apply(p);
        Check.Near(found.Value, Enumerable.Range(0, 200).Average(i => costs[truth[i], classes[i]]));
        Check.That(found.Value < found.Start);
        var least = ClassMultipliers.LeastCost(costs, p);
        for (var i = 0; i < 200; ++i)
        {
            var expected = Enumerable.Range(0, 3).Select(
                j => Enumerable.Range(0, 3).Sum(c => p[i, c] * costs[c, j])).ToArray();
            Check.Near(expected[least[i]], expected.Min());
        }
        Check.Throws<WaldArgumentException>(() => ClassMultipliers.LeastCost(new double[2, 3], p),
                                            "costs has shape (2, 3): must be (3, 3)");
        Check.Throws<WaldArgumentException>(() => found.Apply(new double[4, 2]),
                                            "scores has 2 columns: there are 3 multipliers");
        costs[1, 1] = double.NaN;
        Check.Throws<WaldArgumentException>(() => ClassMultipliers.Choose(costs, truth, p),
                                            "costs[4] is nan: must be finite");
    }

    // Against every pair of thresholds.
    public static void Zones()
    {
        var random = new Random(5);
        for (var round = 0; round < 100; ++round)
        {
            var n = 2 + random.Next(20);
            var scores = Enumerable.Range(0, n).Select(_ => random.Next(10) / 8.0).ToArray();
            var labels = scores.Select((s, i) => (byte)(i == 0 || random.NextDouble() < s ? 1 : 0)).ToArray();
            double costFp = 1 + random.Next(3), costFn = 1 + random.Next(5), costAbstain = random.Next(4) / 4.0;
            var levels = scores.Concat(new[] { double.NegativeInfinity, double.PositiveInfinity }).Distinct().ToArray();
            Func<double, double, double> cost = (low, high) => scores.Select(
                (s, i) => s >= high && high < double.PositiveInfinity ? (labels[i] == 0 ? costFp : 0)
                          : s < low ? (labels[i] == 1 ? costFn : 0) : costAbstain).Sum();
            var best = (from low in levels from high in levels where low <= high select cost(low, high)).Min();
            using (var sample = Sample.Of(labels, scores))
            {
                var zone = sample.AbstentionZone(new ThresholdOptions
                {
                    FalsePositiveCost = costFp, FalseNegativeCost = costFn, AbstentionCost = costAbstain
                });
                Check.Near(zone.Cost, best);
                Check.Near(cost(zone.Low, zone.High), best);
                Check.Near(costFp * zone.Fp + costFn * zone.Fn + costAbstain * zone.Abstained, best);
                Check.That(zone.Low <= zone.High && zone.ToString().StartsWith("AbstentionZone: flagged from "));
            }
        }
        using (var sample = Sample.Of(new byte[] { 0, 1 }, new[] { 0.5, 0.6 }))
            Check.Throws<WaldArgumentException>(
                () => sample.AbstentionZone(new ThresholdOptions { FalseNegativeCost = -1 }),
                "false_negative_cost is -1: must be finite and at least 0");
        using (var sample = Sample.Of(new byte[] { 0, 1 }, new double[2, 2]))
            Check.Throws<WaldArgumentException>(() => sample.AbstentionZone(),
                                                "n_scores is 2: must be 1 for a zone");
    }
}
