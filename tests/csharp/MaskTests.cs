// The masks of images, against decisions on the same numbers and against enumeration.
using System;
using System.Linq;
using System.Threading;
using Wald;

[Tests]
public static class MaskTests
{
    private const int images = 2, classes = 3, pixels = 8;

    private static float[] Random(int seed = 5)
    {
        var random = new Random(seed);  // exact in half precision, too
        return Enumerable.Range(0, images * classes * pixels).Select(_ => random.Next(64) / 128f).ToArray();
    }

    private static float[] Map(float[] p, int image, int ofClass) =>
        p.Skip((image * classes + ofClass) * pixels).Take(pixels).ToArray();

    public static void OverlappingClassesAreDecisions()
    {
        var p = Random();
        foreach (var name in new[] { "f1", "jaccard" })
            using (var metric = new Metric(name))
            {
                var masks = metric.Masks(new Maps(p, images, classes, pixels));
                Check.Equal(masks.Images, 2);
                Check.Equal(masks.Labels.Length, 0);
                Check.Equal(masks.Warning, "");
                for (var i = 0; i < images; ++i)
                    for (var c = 0; c < classes; ++c)
                    {
                        var own = Map(p, i, c);
                        var one = metric.Decide(own);
                        var at = i * classes + c;
                        Check.Same(masks.Mask(i, c), one.ToMask());
                        Check.Near(masks.Expected[at], one.Expected);
                        Check.That(masks.Bound[at] < 1e-9);
                        Check.Equal(masks.K[at], (long)one.K);
                        Check.Equal(masks.Empty[at], one.K == 0);
                        var chosen = one.Indices.Select(j => (double)own[j]);
                        Check.Equal(masks.Threshold[at], chosen.DefaultIfEmpty(double.PositiveInfinity).Min());
                    }
            }
    }

    public static void FormsOfMemory()
    {
        var p = Random();
        var last = new double[p.Length];  // the classes as the last axis
        var halves = new ushort[p.Length];
        for (var i = 0; i < p.Length; ++i)
        {
            last[(i / pixels / classes * pixels + i % pixels) * classes + i / pixels % classes] = p[i];
            var exponent = p[i] == 0 ? 0 : (int)Math.Floor(Math.Log(p[i], 2));
            halves[i] = p[i] == 0 ? (ushort)0
                                  : (ushort)((exponent + 15) << 10 | (int)((p[i] / Math.Pow(2, exponent) - 1) * 1024));
        }
        using (var f1 = new Metric("f1"))
        {
            var masks = f1.Masks(new Maps(p, images, classes, pixels));
            Check.Equal(f1.Masks(new Maps(last, images, classes, pixels, classes * pixels, 1, classes)), masks);
            Check.Equal(f1.Masks(Maps.OfHalves(halves, images, classes, pixels)), masks);
            Check.Equal(f1.Masks(Maps.OfHalves(halves, images, classes, pixels)).GetHashCode(), masks.GetHashCode());
            var one = f1.Masks(new Maps(p, images, classes, pixels), new DecisionOptions { AtMost = 1 });
            Check.That(!one.Equals(masks));
        }
    }

    public static void ExclusiveClasses()
    {
        double[] p = { 0.6, 0.3, 0.2, 0.45, 0.3, 0.4, 0.1, 0.35, 0.1, 0.3, 0.7, 0.2 };  // of 4 pixels
        using (var f1 = new Metric("f1"))
        {
            var masks = f1.Masks(new Maps(p, 1, 3, 4), new DecisionOptions { Kind = Kind.Categorical });
            // The mean F1 of expected counts, which exclusive classes are decided by.
            Func<int[], double> mean = labels => Enumerable.Range(0, 3).Average(
                c => 2 * Enumerable.Range(0, 4).Sum(x => labels[x] == c ? p[4 * c + x] : 0) /
                     (labels.Count(l => l == c) + p.Skip(4 * c).Take(4).Sum()));
            var found = masks.Labels.ToArray();
            var best = Enumerable.Range(0, 81).Max(i => mean(new[] { i % 3, i / 3 % 3, i / 9 % 3, i / 27 }));
            Check.Near(masks.Expected.Average(), mean(found));
            Check.That(mean(found) <= best + 1e-12 && best <= mean(found) + masks.Bound[0] + 1e-12);
            for (var c = 0; c < 3; ++c)
            {
                Check.Same(masks.Mask(0, c), found.Select(l => (byte)(l == c ? 1 : 0)).ToArray());
                Check.Equal(masks.K[c], (long)found.Count(l => l == c));
            }
        }
    }

    public static void AllImagesAsOne()
    {
        var p = Random(6);
        using (var f1 = new Metric("f1"))
        {
            var masks = f1.Masks(new Maps(p, images, classes, pixels), new DecisionOptions { Average = Average.Micro });
            Check.Equal(masks.Expected.Count, classes);
            for (var c = 0; c < classes; ++c)
            {
                var one = f1.Decide(Map(p, 0, c).Concat(Map(p, 1, c)).ToArray());
                Check.Near(masks.Expected[c], one.Expected, 1e-9);
                Check.Equal(masks.K[c], (long)one.K);
            }
        }
    }

    public static void ConsensusOfRaters()
    {
        byte[] raters = { 1, 1, 0, 0, 1, 0, 1, 0, 1, 1, 1, 0 };
        Func<byte[], double> dice = h => Enumerable.Range(0, 3).Average(r =>
        {
            var y = raters.Skip(4 * r).Take(4).ToArray();
            var marks = h.Sum(x => x) + y.Sum(x => x);
            return marks == 0 ? 1 : 2.0 * h.Zip(y, (a, b) => a * b).Sum() / marks;
        });
        using (var f1 = new Metric("f1"))
        {
            var masks = f1.Consensus(Maps.OfSamples(raters, 3, 1, 4));
            var best = Enumerable.Range(0, 16).Max(
                i => dice(Enumerable.Range(0, 4).Select(x => (byte)(i >> x & 1)).ToArray()));
            Check.Near(dice(masks.Mask(0, 0)), best);
            Check.Near(masks.Expected[0], best);
            Check.Equal(masks.Images, 1);
        }
    }

    public static void Refusals()
    {
        Check.Throws<WaldArgumentException>(() => new Maps(new float[4], 1, 0, 3),
                                            "n_classes is 0: must be at least 1");
        Check.Throws<WaldArgumentException>(() => new Maps(new float[4], 1, 2, 3));
        using (var f1 = new Metric("f1"))
        using (var source = new CancellationTokenSource())
        {
            Check.Throws<WaldArgumentException>(() => f1.Masks(new Maps(new[] { 0.5, 0.5, 0.5, 1.5 }, 1, 2, 2)),
                                                "maps[image 0, class 1, pixel 1] is 1.5: must lie in [0, 1]");
            Check.Throws<ArgumentOutOfRangeException>(() => f1.Masks(new Maps(new[] { 0.5 }, 1, 1, 1)).Mask(0, 1));
            source.Cancel();
            Check.Throws<WaldCanceledException>(() => f1.Masks(new Maps(new[] { 0.5 }, 1, 1, 1), null, source.Token));
        }
    }
}
