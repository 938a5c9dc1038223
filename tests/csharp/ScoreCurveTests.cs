// Decision curves and reliability: forms and errors. The numbers themselves are compared by the conformance cases.
using System;
using System.Linq;
using Wald;

[Tests]
public static class ScoreCurveTests
{
    private static readonly double[,] P =
    {
        { 0.9, 0.5 }, { 0.8, 0.1 }, { 0.6, 0.6 }, { 0.4, 0.9 }, { 0.2, 0.2 }, { 0.1, 0.7 }
    };

    private static readonly byte[] Labels = { 1, 1, 0, 1, 0, 0 };

    private static void Near(System.Collections.Generic.IReadOnlyList<double> got, params double[] wanted)
    {
        Check.Equal(got.Count, wanted.Length);
        for (var i = 0; i < wanted.Length; ++i) Check.Near(got[i], wanted[i]);
    }

    public static void Curve()
    {
        var curve = DecisionCurve.Of(Labels, P, new[] { 0.5, 0.2 }, new ThresholdOptions { Reference = 1 });
        Check.Equal(curve.Models, 2);
        Near(curve.Thresholds, 0.5, 0.2);
        Near(curve.NetBenefit(0), 1.0 / 6, 3.0 / 6 - 2.0 / 6 / 4);
        Near(curve.NetBenefit(2), 0, 0.5 - 0.5 / 4);
        Near(curve.Difference(1), 0, 0);
        Near(curve.TpRate(0), 2.0 / 6, 3.0 / 6);
        Check.That(curve.Low(0)[0] < curve.NetBenefit(0)[0] && curve.NetBenefit(0)[0] < curve.High(0)[0]);
        Check.Equal(curve.ToString(), "DecisionCurve: 2 models, 2 thresholds from 0.2 to 0.5");
        var whole = DecisionCurve.Of(Labels, P);
        Check.Equal(whole.Thresholds.Count, 99);
        Check.Bits(whole.NetBenefit(0)[49], curve.NetBenefit(0)[0]);
        var twice = DecisionCurve.Of(Labels, P, weights: Enumerable.Repeat(2.0, 6).ToArray());
        Near(twice.NetBenefit(1), whole.NetBenefit(1));
    }

    /// Probabilities of 0 and 1 make the share of a label binomial: three of four.
    public static void EstimatedPrevalence()
    {
        double[,] rows = { { 1 }, { 0 }, { 1 }, { 1 } }, known = { { 0.9 }, { 0.3 }, { 0.6 }, { 0.7 } };
        var found = Prevalence.Of(Kind.Independent, rows, trainingPrior: new[] { 0.3 });
        Near(found.Prior, 0.75);
        Check.That(Math.Abs(found.Low[0] - 0.2775817934) < 1e-7 && Math.Abs(found.High[0] - 0.9837714794) < 1e-7);
        Check.That(double.IsNaN(found.PValue[0]));
        Check.That(found.ToString().StartsWith("Prevalence: 0.75 in [", StringComparison.Ordinal));
        byte[,] truth = { { 1 }, { 0 }, { 0 }, { 1 } };
        var calibrated = Prevalence.Of(Kind.Independent, rows, new ThresholdOptions { Bootstrap = 20 },
                                       calibrationTruth: truth, calibrationProbabilities: known);
        Check.Near(calibrated.TrainingPrior[0], 0.5);
        Check.That(calibrated.PValue[0] > 0);
        Check.Throws<WaldArgumentException>(() => Prevalence.Of(Kind.Independent, rows), "training_prior is NULL: must be given without calibration rows");
    }

    /// Against the definition of the procedure.
    public static void Selected()
    {
        var random = new Random(4);
        for (var round = 0; round < 100; ++round)
        {
            double grid = round % 2 == 0 ? 8 : 1e9;
            Func<double> next = () => Math.Round(random.NextDouble() * grid) / grid;
            var known = Enumerable.Range(0, 30).Select(_ => next()).ToArray();
            var batch = Enumerable.Range(0, 20).Select(i => next() + (i < 8 ? 0.75 : 0)).ToArray();
            var truth = round % 3 == 0
                ? Enumerable.Range(0, 30).Select(i => (byte)(i > 0 && random.Next(5) == 0 ? 1 : 0)).ToArray() : null;
            var p = batch.Select(s => (1.0 + known.Where((x, i) => (truth == null || truth[i] == 0) && x >= s).Count()) / 31)
                .ToArray();
            var last = p.OrderBy(x => x).Where((x, k) => x * 20 <= 0.2 * (k + 1) * (1 + 1e-12)).DefaultIfEmpty(0).Last();
            var found = Selection.Of(known, batch, new ThresholdOptions { MaxFdr = 0.2 }, truth);
            Check.That(found.PValues().SequenceEqual(p));
            Check.That(found.Flagged().SequenceEqual(p.Select(x => x <= last)));
            Check.That(found.Count == found.Flagged().Count(x => x) && found.NullShare == 1);
        }
        var normals = Enumerable.Range(0, 40).Select(i => (double)i).ToArray();
        var few = Selection.Of(normals, new double[] { 50, 51, 52, 3 }, 0.1);
        Check.That(few.ToString() == "Selection: 3 of 4 rows flagged, from 50 on");
        Check.Throws<WaldArgumentException>(() => Selection.Of(normals, new double[0], 0.1),
                                            "unrated is 0: max_fdr selects among rows that are not rated, the batch");
        Check.Throws<WaldArgumentException>(
            () => Selection.Of(normals, normals, new ThresholdOptions { MaxFdr = 0.1 }, new byte[1]),
            "truth has 1 rows: must have one per known row, 40");
        Check.Throws<WaldArgumentException>(() => Selection.Of(normals, new[] { 1, double.NaN }, 0.1),
                                            "scores[1] is NaN: must be a number");
        Check.Throws<WaldArgumentException>(() => Selection.Of(new[] { double.NaN }, normals, 0.1),
                                            "normals[0] is NaN: must be a number");
        using (var alone = Thresholds.Choose(new byte[40], normals, new ThresholdOptions { MaxFpr = 0.05 }))
            Check.That(alone.Fp == 2 && double.IsNaN(alone.Precision) && (alone.Flags & ThresholdFlags.OnlyNegatives) != 0);
    }

    public static void Evaluation()
    {
        var options = new ThresholdOptions { Metrics = new[] { "auc", "recall" }, Names = new[] { "old", "new" } };
        var found = ThresholdEvaluation.Of(Labels, P, new[] { 0.5, 0.55 }, options);
        Check.Equal(string.Join(",", found.MetricNames), "auc,recall");
        Check.Equal(found.RowCount, 6);
        Check.Near(found.Value[0], 8.0 / 9);
        Check.Near(found.Value[1], 2.0 / 3);
        Check.Near(found.StandardError[0], Math.Sqrt(2.0 / 81));
        Near(found.Tp, 2, 1);
        Check.Near(found.PairDifference[0], found.Value[2] - found.Value[0]);
        Check.That(found.PairPAdjusted[0] >= found.PairPValue[0]);
        Check.That(found.Markdown.StartsWith("| metric (95% limits) | old | new |", StringComparison.Ordinal));
        Check.That(found.Latex.StartsWith("\\begin{tabular}{lrr}", StringComparison.Ordinal));
        Check.Equal(found.Warning, "");
        Check.That(found.ToString().StartsWith("ThresholdEvaluation: auc 0.8889 (", StringComparison.Ordinal));
        var grouped = ThresholdEvaluation.Of(Labels, P, groups: new long[] { 1, 1, 2, 2, 3, 3 });
        Check.Equal(grouped.UnitCount, 3);
        Check.Throws<WaldArgumentException>(() => ThresholdEvaluation.Of(Labels, P, new[] { 1.0 }),
                                            "thresholds has 1 rows: must have 2, one per column of scores");
        Check.Throws<WaldArgumentException>(() => ThresholdEvaluation.Of(Labels, P, null, options),
                                            "thresholds is NULL: metric \"recall\" needs one per column of scores");
    }

    public static void CurveErrors()
    {
        Check.Throws<WaldArgumentException>(
            () => DecisionCurve.Of(new byte[] { 1, Mask.NotRated, 0, 1, 0, 0 }, P),
            "truth[1] is 2 (not rated): censored labels are not supported, must be 0 or 1");
        Check.Throws<WaldArgumentException>(() => DecisionCurve.Of(Labels, P, new[] { 1.0 }),
                                            "thresholds[0] is 1: must lie in (0, 1)");
        Check.Throws<WaldArgumentException>(
            () => DecisionCurve.Of(Labels, P, options: new ThresholdOptions { Reference = 2 }),
            "reference is 2: must lie in [0, 1], the models");
        Check.Throws<WaldArgumentException>(() => DecisionCurve.Of(Labels, P).NetBenefit(3),
                                            "model is 3: must lie in [0, 2]");
        Check.Throws<WaldArgumentException>(() => DecisionCurve.Of(new byte[] { 1, 0 }, P),
                                            "truth has 2 elements: there are 6 rows");
    }

    public static void ReliabilityOfBins()
    {
        var p = new[] { 0.9, 0.8, 0.6, 0.4, 0.2, 0.1 };
        var found = Reliability.Of(Labels, p, new ThresholdOptions { Bins = 2 });
        Check.Near(found.Brier, 0.82 / 6);
        Check.Near(found.Miscalibration - found.Discrimination + found.Uncertainty, found.Brier);
        Near(found.Fitted, 1, 1, 0.5, 0.5, 0, 0);
        Check.Equal(found.BinCount, 2);
        Near(found.BinWeight, 3, 3);
        Near(found.BinShare, 1.0 / 3, 2.0 / 3);
        Check.That(found.ToString().StartsWith("Reliability: Brier score 0.136667 = miscalibration "), found.ToString());
        Check.Equal(Reliability.Of(Labels, p).BinCount, 10);
        Check.That(Reliability.Of(Labels, p).BinShare.Any(double.IsNaN));
        Check.Throws<WaldArgumentException>(() => Reliability.Of(new byte[] { 1 }, new[] { 1.5 }),
                                            "probabilities[0] is 1.5: must lie in [0, 1]");
        Check.Throws<WaldArgumentException>(() => Reliability.Of(Labels, p, new ThresholdOptions { Bins = 0 }),
                                            "bins is 0: must lie in [1, 1000000]");
    }
}
