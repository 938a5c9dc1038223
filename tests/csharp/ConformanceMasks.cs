// The calls of the conformance cases on masks of images, as in tests/capi/conformance_masks.cpp.
using System;
using System.Collections.Generic;
using System.Linq;
using Wald;
using Case = System.Collections.Generic.Dictionary<string, object>;
using List = System.Collections.Generic.List<object>;

public static partial class Conformance
{
    // Multiples of 1/1024 up to 1 are halves.
    private static ushort HalfOf(double x)
    {
        if (x == 0) return 0;
        var exponent = (int)Math.Floor(Math.Log(x, 2));
        return (ushort)(((exponent + 15) << 10) + (int)((x / Math.Pow(2, exponent) - 1) * 1024));
    }

    private static IEnumerable<double> NumbersOf(ImageMasks masks)
    {
        var marks = Enumerable.Range(0, (int)masks.Images).SelectMany(
            i => Enumerable.Range(0, (int)masks.Classes).SelectMany(c => masks.Mask(i, c).Select(m => (double)m)));
        var counts = masks.K.Select(k => (double)k);
        return marks.Concat(masks.Expected).Concat(masks.Bound).Concat(masks.Threshold).Concat(counts);
    }

    private static void MasksOf(Case c)
    {
        var images = Rows(c["maps"]).Select(image => Rows(image).Select(Reals).ToArray()).ToArray();
        int count = images.Length, classes = images[0].Length, pixels = images[0][0].Length;
        var cells = images.SelectMany(image => image.SelectMany(map => map)).ToArray();
        var samples = Named<Kind>(c["kind"]) == Kind.Joint;
        // A consensus has no kind.
        var options = OptionsOf(c.Where(one => !samples || one.Key != "kind").ToDictionary(one => one.Key,
                                                                                           one => one.Value));
        using (var metric = MetricOf(c))
        {
            var marks = cells.Select(x => (byte)x).ToArray();
            var found = samples ? metric.Consensus(Maps.OfSamples(marks, count, classes, pixels), options)
                                : metric.Masks(new Maps(cells, count, classes, pixels), options);
            if (!c.ContainsKey("expect")) return;
            CheckMasks(c, found, (Case)c["expect"]);
            if (samples) return;

            // The same bits for every type and order of the axes: here pixels backwards, and the images last.
            var turned = new double[cells.Length];
            for (var at = 0; at < cells.Length; ++at)
                turned[(at / pixels % classes * pixels + pixels - 1 - at % pixels) * count + at / (classes * pixels)] =
                    cells[at];
            int start = (pixels - 1) * count, classStride = pixels * count;
            options.Threads = 3;
            var first = NumbersOf(found).ToArray();
            SameBits("doubles in another order", NumbersOf(metric.Masks(
                new Maps(turned, count, classes, pixels, 1, classStride, -count, start), options)), first);
            var floats = Array.ConvertAll(turned, x => (float)x);
            SameBits("floats in another order", NumbersOf(metric.Masks(
                new Maps(floats, count, classes, pixels, 1, classStride, -count, start), options)), first);
            SameBits("halves", NumbersOf(metric.Masks(
                Maps.OfHalves(Array.ConvertAll(cells, HalfOf), count, classes, pixels), options)), first);
        }
    }

    private static void CheckMasks(Case c, ImageMasks found, Case wanted)
    {
        if (wanted.ContainsKey("labels"))
            SameList("labels", found.Labels.ToArray().Select(x => (long)x),
                     Rows(wanted["labels"]).SelectMany(row => row.Select(Int)));
        else
        {
            var marks = Enumerable.Range(0, (int)found.Images).SelectMany(
                i => Enumerable.Range(0, (int)found.Classes).SelectMany(k => found.Mask(i, k)));
            SameList("masks", marks, Rows(wanted["masks"]).SelectMany(row => row.Select(x => (byte)Int(x))));
        }
        CheckList("expected", found.Expected.ToArray(), wanted["expected"]);
        CheckList("threshold", found.Threshold.ToArray(), wanted["threshold"]);
        SameList("k", found.K, ((List)wanted["k"]).Select(Int));
        if (printBits) return;
        if (wanted.ContainsKey("bound_at_most"))
        {
            var most = Hex(wanted["bound_at_most"]);
            if (!found.Bound.All(bound => bound >= 0 && bound <= most)) Fail("bound is above " + most);
            return;
        }
        // Of exclusive classes the bound is that of their mean.
        var options = (Case)c.Get("options") ?? new Case();
        var weights = options.ContainsKey("label_weights") ? Reals(options["label_weights"])
                                                           : Enumerable.Repeat(1.0, (int)found.Classes).ToArray();
        var optima = (List)wanted["optimum"];
        for (var i = 0; i < optima.Count; ++i)
        {
            var first = i * weights.Length;
            var mean = weights.Select((w, k) => w * found.Expected[first + k]).Sum() / weights.Sum();
            if (!(mean + found.Bound[first] >= Hex(optima[i]) - 1e-12)) Fail("the bound is below the optimum");
        }
    }
}
