// Performance without labels: chunks, segments, calibration rows, labels that are known, errors.
using System;
using Wald;

[Tests]
public static class PerformanceTests
{
    public static void ChunksAndSegments()
    {
        double[,] p = { { 0.9 }, { 0.8 }, { 0.2 }, { 0.6 } };
        byte[,] flagged = { { 1 }, { 1 }, { 0 }, { 1 } };
        using (var metric = new Metric("precision"))
        using (var made = new Performance(metric, options: new PerformanceOptions { ChunkRows = 3, NSegments = 2 }))
        {
            made.Feed(p, flagged, segments: new long[] { 0, 1, 1, 1 });
            Check.Equal(made.ChunkCount, 2L);
            Check.Near(made.Value()[0], 0.85);
            Check.Equal(made.Low()[0], 0.5);
            Check.Equal(made.SegmentValue().Length, 4);
            Check.Equal(made.Metric, "precision");
            made.Clear();
            Check.Equal(made.ChunkCount, 0L);
        }
    }

    public static void CalibrationAndLabels()
    {
        var p = new double[200, 1];
        var truth = new byte[200, 1];
        for (int i = 0; i < 200; ++i)
        {
            p[i, 0] = 0.9;
            truth[i, 0] = (byte)(i % 2);
        }
        double[,] one = { { 0.9 } };
        byte[,] yes = { { 1 } }, no = { { 0 } };
        using (var metric = new Metric("precision"))
        using (var made = new Performance(metric, truth, p))
        {
            made.Feed(one, yes);
            Check.Near(made.Value()[0], 0.5, 0.01);
            made.Feed(one, yes, no, new[] { 1.0 });
            Check.Equal(made.High()[1], 0.0);
        }
    }

    public static void Errors()
    {
        double[,] two = { { 2 } };
        byte[,] yes = { { 1 } };
        using (var metric = new Metric("precision"))
        using (var made = new Performance(metric))
            Check.That(Check.Throws<WaldArgumentException>(() => made.Feed(two, yes)).Message.Contains("must lie in [0, 1]"));
        Check.Throws<ArgumentNullException>(() => new Performance(null));
        using (var mine = Metric.Custom((tp, k, s, n) => tp, "mine"))
            Check.That(Check.Throws<WaldUnsupportedException>(() => new Performance(mine)).Message ==
                       "metric \"mine\" is a function: it would have to outlive the call");
    }
}
