// Promises that are watched: states, labels that are missing, segments, errors.
using System;
using System.Linq;
using Wald;

[Tests]
public static class PromiseTests
{
    private static byte[] Labels(int rows) => Enumerable.Range(0, rows).Select(i => (byte)(i % 5 == 0 ? 0 : 1)).ToArray();

    private static byte[] All(int rows) => Enumerable.Repeat((byte)1, rows).ToArray();

    public static void BrokenAndKept()
    {
        using (var broken = new Promise("precision>=0.9", new PromiseOptions { AverageRun = 20000 }))
        using (var kept = new Promise("precision>=0.7"))
        {
            foreach (var one in new[] { broken, kept }) one.Feed(All(1000), Labels(1000));
            Check.Equal(broken.State, PromiseState.Broken);
            Check.Equal(kept.State, PromiseState.Kept);
            Check.Equal(broken.Value, 0.8);
            Check.That(broken.High < 0.9 && kept.Low > 0.7 && broken.BrokenSince >= 0 && double.IsNaN(kept.BrokenSince));
            Check.Equal(broken.Claim, "precision>=0.9");
            Check.Equal(broken.Metric, "precision");
        }
    }

    public static void StatesAndMerging()
    {
        using (var promise = new Promise("recall>=0.5", new PromiseOptions { MinLabelProbability = 0.1 }))
        {
            promise.Feed(new byte[] { 1, 0, 0 }, new byte[] { 1, Mask.NotRated, 0 }, new[] { 1, 0.1, 0.1 });
            using (var again = Promise.Load(promise.Save()))
            {
                Check.Equal(again.Evidence, promise.Evidence);
                again.Merge(promise);
                Check.Equal(again.RowCount, 2 * promise.RowCount);
            }
        }
    }

    public static void Segments()
    {
        using (var promise = new Promise("precision>=0.9", new PromiseOptions { NSegments = 2 }))
        {
            promise.Feed(All(4), Labels(4), segments: new long[] { 0, 1, 1, 1 });
            Check.Same(promise.SegmentRowCount(), new[] { 1.0, 3 });
        }
    }

    public static void WhichLabelsToAskFor()
    {
        using (var promise = new Promise("recall>=0.8", new PromiseOptions { MinLabelProbability = 0.1 }))
        {
            double[] asked = promise.LabelProbabilities(new[] { 0.0, 0, 0 }, new[] { 0.9, 0.05, 0 }, 1);
            Check.That(asked[0] > asked[1] && asked[1] > asked[2] && asked[2] == 0.1);
            Check.That(asked[0] + asked[1] + asked[2] <= 1);
        }
    }

    public static void OfThresholds()
    {
        byte[] truth = { 0, 0, 1, 1 };
        double[] scores = { 0.1, 0.4, 0.6, 0.9 };
        using (var chosen = Thresholds.Choose(truth, scores, new ThresholdOptions { MinRecall = 0.75 }))
        using (var promise = chosen.Promise(options: new PromiseOptions { AverageRun = 5000 }))
        using (var looser = chosen.Promise(0.5))
        {
            promise.Feed(chosen.Apply(new[] { 0.3, 0.8, 0.7 }), new byte[] { 0, 1, 1 });
            Check.Equal(promise.Claim, "recall>=0.75");
            Check.Equal(promise.Value, 1.0);
            Check.Equal(promise.AtLeast, true);
            Check.Equal(looser.Claim, "recall>=0.5");
        }
        using (var chosen = Thresholds.Choose(truth, scores))
        using (var promise = chosen.Promise(0.8))
        {
            Check.Equal(promise.Claim, "f1>=0.8");
            Check.That(Check.Throws<WaldArgumentException>(() => chosen.Promise())
                            .Message.Contains("chosen without a limit"));
        }
    }

    public static void OfARoute()
    {
        using (var stages = new Stages(2))
        {
            stages.Feed(new double[,] { { 0.9, 1 }, { 0.2, 1 } }, right: new double[,] { { 1, 1 }, { 0, 1 } },
                        stageCosts: new double[] { 1, 10 });
            using (var route = Route.Choose(stages, new RouteOptions { MinQuality = 0.9 }))
            using (var promise = route.Promise(0.9))
                Check.Equal(promise.Claim, "hamming>=0.9"); // accuracy
        }
    }

    public static void Errors()
    {
        Check.Throws<WaldFormatException>(() => new Promise("precision>0.9"));
        Check.Throws<WaldUnsupportedException>(() => new Promise("mcc>=0.9"));
        using (var promise = new Promise("precision>=0.9"))
        {
            Check.Throws<WaldArgumentException>(() => promise.Feed(All(2), Labels(1)));
            Check.That(Check.Throws<WaldArgumentException>(() => promise.Feed(All(1), new[] { Mask.NotRated }))
                            .Message.Contains("when its label comes"));
        }
    }
}
