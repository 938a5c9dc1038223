// Estimators and metrics as objects.
using System;
using System.Linq;
using Wald;

[Tests]
public static class EstimatorTests
{
    public static void Kinds()
    {
        using (var e = Estimator.Independent(new[] { 0.5, 0.25 }))
        {
            Check.Equal(e.Kind, Kind.Independent);
            Check.Equal(e.LabelCount, 2);
            Check.Equal(e.FedCount, 1);
            Check.Bits(e.TotalWeight, 1);
            e.FeedProbabilities(new[] { 1f });
            Check.Bits(e.Marginals(), new[] { 0.5, 0.25, 1 });
            Check.Near(e.SizeDistribution().Sum(), 1);
            Check.Equal(e.SizeDistribution().Length, 4);
            Check.Same(e.Mode().Mask, new byte[] { 0, 0, 1 });
            Check.Near(e.Mode().Probability, 0.375);
            Check.Equal(e.ToString(), "Estimator: Independent, 3 labels, 1 fed");
            e.Clear();
            Check.Equal(e.LabelCount, 0);
        }
        using (var e = new Estimator(Kind.Categorical)) Check.Equal(e.Kind, Kind.Categorical);
    }

    public static void Joint()
    {
        var vectors = new byte[,] { { 1, 1, 0 }, { 1, 0, 0 }, { 0, 0, 0 }, { 0, 1, 1 } };
        var bools = new bool[4, 3];
        for (var i = 0; i < 12; ++i) bools[i / 3, i % 3] = vectors[i / 3, i % 3] == 1;
        var weights = new[] { 3.0, 2, 1, 2 };
        using (var e = Estimator.Joint(vectors, weights))
        using (var f = Estimator.Joint(bools, new[] { 3f, 2, 1, 2 }))
        using (var g = new Estimator(Kind.Joint, 3))
        using (var h = new Estimator(Kind.Joint, 3))
        using (var one = Estimator.Joint(vectors))
        {
            g.FeedSparseVectors(new[] { 0, 2, 3, 3, 5 }, new[] { 1, 0, 0, 2, 1 }, weights);
            h.FeedSparseVectors(new long[] { 0, 2, 3, 3, 5 }, new long[] { 1, 0, 0, 2, 1 },
                                new Values(new[] { 2.0, 0, 1, 0, 2, 0, 3 }, 4, -2, 6));
            foreach (var other in new[] { e, f, g, h })
            {
                Check.Bits(other.Marginals(), new[] { 0.625, 0.625, 0.25 });
                Check.Equal(other.FedCount, 4);
                Check.Bits(other.TotalWeight, 8);
            }
            Check.Bits(one.TotalWeight, 4);
            using (var copy = e.Copy())
            {
                copy.Merge(f);
                Check.Equal(copy.FedCount, 8);
                copy.Merge(copy);
                Check.Equal(copy.FedCount, 16);
                Check.Equal(e.FedCount, 4);
            }
            var draws = e.Draw(5, new DecisionOptions { Seed = 1 });
            Check.Equal(draws.GetLength(0) * 10 + draws.GetLength(1), 53);
            Check.Same(draws.Cast<byte>(), e.Draw(5, new DecisionOptions { Seed = 1 }).Cast<byte>().ToArray());
            var others = e.Draw(50, new DecisionOptions { Seed = ulong.MaxValue });
            Check.That(!others.Cast<byte>().SequenceEqual(e.Draw(50).Cast<byte>()));
            using (var again = Estimator.Load(e.Save()))
            {
                Check.Equal(again.Save(), e.Save());
                Check.Bits(again.Marginals(), e.Marginals());
            }
        }
    }

    public static void Counts()
    {
        using (var e = Estimator.Independent(new[] { 0.5, 0.25 }))
        using (var counts = e.ToCounts())
        {
            Check.Equal(counts.Kind, Kind.Counts);
            Check.Equal(counts.MaxS, 2);
            var found = counts.Table();
            Check.Near(found.PZero, 0.375);
            Check.Near(found.Table[0, 0], 0.375);
            Check.Near(found.Table[0, 1], 0.125);
            using (var again = Estimator.Counts(found.Table, found.PZero, new[] { 0.5, 0.125 }, 2))
            {
                Check.Bits(again.Marginals(), counts.Marginals());
                Check.Bits(again.TotalWeight, 2);
                again.FeedCounts(found.Table, found.PZero);
                Check.Bits(again.TotalWeight, 3);
            }
            var narrow = new float[,] { { 0.375f, 0.125f }, { 0.125f, 0.125f } };
            using (var again = Estimator.Counts(narrow, 0.375, new[] { 0.5f, 0.125f })) Check.Near(again.Table().PZero,
                                                                                                   0.375);
        }
    }

    public static void Metrics()
    {
        var all = Metric.All;
        Check.That(all.Count > 15);
        Check.Equal(all[0].ToString(), "f1: 2 tp / (s + k)");
        Check.That(all.All(m => m.Sentence.Length > 0));
        Check.That((all[0].Properties & MetricProperties.LinearInTp) != 0);
        using (var f2 = new Metric("fbeta:2.0", 0))
        {
            Check.Equal(f2.Name, "fbeta:2");
            Check.Equal(f2.ToString(), "fbeta:2");
            Check.Equal(f2.ZeroDivision, 0);
            Check.Near(f2.Utility(2, 3, 2, 5), 10 / 11.0);
            Check.Near(f2.Loss(0.75), 0.25);
            Check.That((f2.Properties & MetricProperties.RisesInTp) != 0);
        }
    }

    public static void MetricTables()
    {
        var values = new double[2, 2, 2];
        values[0, 1, 0] = values[0, 1, 1] = -1;
        values[1, 1, 1] = 3;
        using (var a = Metric.Table(values, "one label"))
        using (var b = Metric.Table(values.Cast<double>().ToArray(), 1))
        using (var c = Metric.Table(values.Cast<double>().ToArray().AsSpan(), 1, "spanned"))
        using (var loss = Metric.Table(values, "to be minimised", MetricProperties.Loss))
        {
            foreach (var metric in new[] { a, b, c })
            {
                Check.Equal(metric.Decide(new[] { 0.2 }).K, 0);
                Check.Equal(metric.Decide(new[] { 0.3 }).K, 1);
            }
            Check.Equal(loss.Decide(new[] { 0.2 }).K, 1);
            Check.Equal(a.Name, "one label");
        }
    }
}
