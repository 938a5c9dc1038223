// The calls of the conformance cases that concern thresholds, as in tests/capi/conformance_thresholds.cpp.
using System;
using System.Collections.Generic;
using System.Linq;
using Wald;
using Case = System.Collections.Generic.Dictionary<string, object>;
using List = System.Collections.Generic.List<object>;

public static partial class Conformance
{
    // ---- Inputs ----------------------------------------------------------------------------------------------------

    // Scores and labels of a case.
    private sealed class SampleRows
    {
        internal readonly double[,] Scores;
        internal readonly byte[] Labels;
        internal readonly double[] Weights; // or null
        internal readonly Rule Rule;
        private readonly double[] ratedFrom;
        private readonly long dimensions;

        internal SampleRows(Case c)
        {
            dimensions = Int(c["n_scores"]);
            Scores = Cells(c["scores"], Real, (int)dimensions);
            Labels = Bytes(c["labels"]);
            Weights = c.Get("weights") == null ? null : Reals(c["weights"]);
            Rule = Named<Rule>(c["rule"]);
            ratedFrom = c.Get("rated_from") == null ? null : Reals(c["rated_from"]);
        }

        private Sample Empty() => new Sample(dimensions, Rule, ratedFrom);

        private void Feed(Sample to, int from, int count)
        {
            var table = new Table(Scores.Cast<double>().ToArray().AsSpan(from * (int)dimensions), count, dimensions);
            var labels = Labels.AsSpan(from, count);
            if (Weights == null)
                to.Feed(labels, table);
            else
                to.Feed(labels, table, Weights.AsSpan(from, count));
        }

        internal Sample Sample()
        {
            var made = Empty();
            Feed(made, 0, Labels.Length);
            return made;
        }

        // The same rows one by one, from the last, half of them through another sample.
        internal Sample Merged()
        {
            var made = Empty();
            using (var other = Empty())
            {
                for (var i = Labels.Length; i-- > 0;) Feed(i % 2 == 1 ? made : other, i, 1);
                made.Merge(other);
            }
            return made;
        }
    }

    private static ThresholdOptions AskedOf(Case c) => OptionsBy<ThresholdOptions>((Case)c["asked"]);

    private static ThresholdFact FactNamed(string name) =>
        Enum.GetValues(typeof(ThresholdFact)).Cast<ThresholdFact>().Single(f => Thresholds.NameOf(f) == name);

    private static IEnumerable<KeyValuePair<string, object>> Sorted(object members) =>
        ((Case)members).OrderBy(member => member.Key, StringComparer.Ordinal);

    // ---- Calls -----------------------------------------------------------------------------------------------------

    private static IEnumerable<double> NumbersOf(ThresholdAnswer t)
    {
        foreach (ThresholdFact fact in Enum.GetValues(typeof(ThresholdFact)))
        {
            yield return t[fact];
            yield return t.Interval(fact)?.Lowest ?? double.NaN;
            yield return t.Interval(fact)?.Highest ?? double.NaN;
        }
        foreach (var x in t.Thresholds.Concat(t.NextLower).Concat(t.Coefficients)) yield return x;
        foreach (var range in t.Ranges)
        {
            yield return range.Lowest;
            yield return range.Highest;
        }
        yield return (int)t.Flags;
    }

    private static double[] NumbersOf(Sample sample, ThresholdOptions options)
    {
        using (sample)
        using (var t = sample.Choose(options))
            return NumbersOf(t).Concat(t.Baselines.SelectMany(NumbersOf)).ToArray();
    }

    private static void SampleItself(Case c)
    {
        var rows = new SampleRows((Case)c["rows"]);
        var e = (Case)c["expect"];
        using (var f = rows.Sample())
        using (var merged = rows.Merged())
        {
            Same("n_rows", f.RowCount, Int(e["n_rows"]));
            Check("positives", f.Positives, Hex(e["positives"]));
            Check("negatives", f.Negatives, Hex(e["negatives"]));
            Check("unrated", f.Unrated, Hex(e["unrated"]));
            foreach (List at in (List)e["counts"])
            {
                var counts = f.Count(Reals(at[0]));
                Check("tp at " + Json.Dump(at[0]), counts.Tp, Hex(at[1]));
                Check("fp at " + Json.Dump(at[0]), counts.Fp, Hex(at[2]));
                Check("unrated at " + Json.Dump(at[0]), counts.Unrated, Hex(at[3]));
            }
            CheckList("auc", f.RocArea(), e["auc"]);
            var saved = f.Save();
            using (var again = Sample.Load(saved)) Same("saved again", again.Save(), saved);
            Same("saved, fed in another order", merged.Save(), saved);
        }
    }

    private static void Choose(Case c)
    {
        var rows = new SampleRows((Case)c["rows"]);
        using (var f = rows.Sample())
        {
            var options = AskedOf(c);
            using (var t = f.Choose(options))
            {
                if (!c.ContainsKey("expect")) return;
                var e = (Case)c["expect"];
                Same("method", t.Method, (string)e["method"]);
                foreach (var fact in Sorted(e["facts"])) Check(fact.Key, t[FactNamed(fact.Key)], Hex(fact.Value));
                SameList("flags", t.FlagNames.OrderBy(name => name, StringComparer.Ordinal),
                         ((List)e["flags"]).Cast<string>());
                if (e.ContainsKey("thresholds")) CheckList("thresholds", t.Thresholds.ToArray(), e["thresholds"]);
                if (e.ContainsKey("intervals"))
                    foreach (var limits in Sorted(e["intervals"]))
                    {
                        var interval = t.Interval(FactNamed(limits.Key)).Value;
                        Check(limits.Key + ", low", interval.Lowest, Hex(((List)limits.Value)[0]));
                        Check(limits.Key + ", high", interval.Highest, Hex(((List)limits.Value)[1]));
                        Same(limits.Key + ", exact", interval.IsExact, true);
                    }

                // What the thresholds flag is what the answer says of them, whichever way it is asked.
                var counts = f.Count(t.Thresholds.ToArray());
                SameBits("counts", new[] { counts.Tp, counts.Fp, counts.Unrated },
                         new[] { t.Tp, t.Fp, t.Unrated });
                var flagged = t.Apply(rows.Scores);
                SameList("apply", flagged, Thresholds.Apply(t.Thresholds.ToArray(), rows.Scores, rows.Rule));
                Check("weight flagged", flagged.Select((x, i) => x * (rows.Weights?[i] ?? 1)).Sum(),
                      counts.Tp + counts.Fp + counts.Unrated);
                var first = NumbersOf(f.Copy(), options);
                SameBits("of other chunks", NumbersOf(rows.Merged(), options), first);
                SameBits("of saved and loaded rows", NumbersOf(Sample.Load(f.Save()), options), first);
                options.Threads = 3;
                SameBits("with 3 threads", NumbersOf(f.Copy(), options), first);
            }
        }
    }

    private static void FrontierOf(Case c)
    {
        using (var f = new SampleRows((Case)c["rows"]).Sample())
        using (var points = f.Frontier(AskedOf(c)))
        {
            var e = (Case)c["expect"];
            CheckList("tp", points.Tp.ToArray(), e["tp"]);
            CheckList("fp", points.Fp.ToArray(), e["fp"]);
            SameList("on_hull", points.OnHull.Select(x => x ? 1L : 0), ((List)e["on_hull"]).Select(Int));
            var facts = new Dictionary<string, double>
            {
                { "exact", points.IsExact ? 1 : 0 }, { "quantiles", points.Quantiles ? 1 : 0 },
                { "local_optimum", points.LocalOptimum ? 1 : 0 }, { "positives", points.Positives },
                { "negatives", points.Negatives }, { "roc_area", points.RocArea },
                { "roc_hull_area", points.RocHullArea }, { "pr_area", points.PrArea }
            };
            foreach (var fact in Sorted(e["facts"])) Check(fact.Key, facts[fact.Key], Hex(fact.Value));
            for (var i = 0; i < points.Count; ++i)
            {
                var at = Enumerable.Range(0, (int)f.ScoreCount).Select(d => points.Thresholds[i, d]).ToArray();
                var counts = f.Count(at);
                SameBits("counts at a point", new[] { counts.Tp, counts.Fp },
                         new[] { points.Tp[i], points.Fp[i] });
            }
        }
    }

    private static void ApplyThresholds(Case c)
    {
        var flagged = Thresholds.Apply(Reals(c["thresholds"]), Cells(c["scores"], Real), Named<Rule>(c["rule"]));
        if (c.ContainsKey("expect")) SameList("flagged", flagged, Bytes(((Case)c["expect"])["flagged"]));
    }

    private static void LabelThresholdsOf(Case c)
    {
        var scores = Cells(c["scores"], Real);
        var labels = ByteCells(c["labels"]);
        var options = AskedOf(c);
        options.Average = Named<Average>(c["average"]);
        var found = LabelThresholds.Choose(labels, scores, options,
                                           c.Get("weights") == null ? default(Values) : Reals(c["weights"]),
                                           c.ContainsKey("groups") ? Longs(c["groups"]) : null);
        if (!c.ContainsKey("expect")) return;
        var e = (Case)c["expect"];
        if (e.ContainsKey("tp")) CheckList("tp", found.Tp.ToArray(), e["tp"]);
        if (e.ContainsKey("fp")) CheckList("fp", found.Fp.ToArray(), e["fp"]);
        Check("value", found.Value, Hex(e["value"]));
        Same("feasible", found.Feasible ? 1L : 0, Int(e["feasible"]));
        Same("exact", found.IsExact ? 1L : 0, Int(e["exact"]));
        if (((Case)c["asked"]).ContainsKey("prevalence")) return;
        var named = found.Apply(scores);
        for (var j = 0; j < scores.GetLength(1); ++j) // the counts are those of the thresholds
        {
            var counts = new double[3];
            for (var i = 0; i < scores.GetLength(0); ++i)
                if (named[i, j] == 1) ++counts[labels[i, j]];
            SameBits("counts of a label", counts.Take(2), new[] { found.Fp[j], found.Tp[j] });
        }
    }

    private static Values ValuesOrNone(Case c, string name) => c.Get(name) == null ? default(Values) : Reals(c[name]);

    private static void SegmentThresholdsOf(Case c)
    {
        var scores = Reals(c["scores"]);
        var labels = Bytes(c["labels"]);
        var segments = ((List)c["segments"]).Select(Int).ToArray();
        var found = SegmentThresholds.Choose(
            labels, scores, segments, (int)Int(c["n_segments"]), AskedOf(c), ValuesOrNone(c, "weights"),
            ValuesOrNone(c, "benefits"), ValuesOrNone(c, "costs"),
            c.Get("limits") == null ? null : Cells(c["limits"], Real));
        if (!c.ContainsKey("expect")) return;
        var answers = ((List)((Case)c["expect"])["answers"]).Cast<Case>().ToArray();
        Same("answers", found.Count, answers.Length);
        for (var a = 0; a < Math.Min(found.Count, answers.Length); ++a)
        {
            var answer = found[a];
            var facts = new Dictionary<string, double>
            {
                { "tolerance", answer.Tolerance }, { "value", answer.Value }, { "bound", answer.Bound },
                { "feasible", answer.Feasible ? 1 : 0 }, { "exact", answer.IsExact ? 1 : 0 },
                { "difference", answer.Difference }, { "tp", answer.Tp }, { "fp", answer.Fp }, { "gain", answer.Gain }
            };
            foreach (var fact in Sorted(answers[a]["facts"]))
                Check($"answer {a}, {fact.Key}", facts[fact.Key], Hex(fact.Value));
            foreach (var fact in Sorted(answers[a]["segments"]))
                CheckList($"answer {a}, segments, {fact.Key}",
                          answer.Segments.Select(s => FactOf(s, fact.Key)).ToArray(), fact.Value);
            if (((Case)c["asked"]).ContainsKey("prevalence")) continue;
            var flagged = new double[2]; // by label: what the thresholds flag is what the answer says of them
            for (var i = 0; i < scores.Length; ++i)
                if (scores[i] >= answer.Segments[(int)segments[i]].Threshold)
                    flagged[labels[i]] += c.Get("weights") == null ? 1 : Real(((List)c["weights"])[i]);
            SameBits("counts", new[] { answer.Fp, answer.Tp }, flagged);
        }
    }

    private static double FactOf(SegmentThreshold s, string name) =>
        (double)typeof(SegmentThreshold).GetProperty(PropertyNamed(name)).GetValue(s);

    private static void ClassMultipliersOf(Case c)
    {
        var scores = Cells(c["scores"], Real);
        var truth = ((List)c["truth"]).Select(Int).ToArray();
        var weights = c.Get("weights") == null ? Enumerable.Repeat(1.0, truth.Length).ToArray() : Reals(c["weights"]);
        ClassMultipliers found;
        if (c.ContainsKey("costs"))
            found = ClassMultipliers.Choose(CostsOf(c), truth, scores, weights: weights);
        else
            using (var metric = MetricOf(c))
                found = ClassMultipliers.Choose(
                    truth, scores, new ThresholdOptions { Metric = metric, Average = Named<Average>(c["average"]) },
                    weights);
        if (!c.ContainsKey("expect")) return;
        Check("value", found.Value, Hex(((Case)c["expect"])["value"]));
        Check("start", found.Start, Hex(((Case)c["expect"])["start"]));
        var confusion = new double[scores.GetLength(1), scores.GetLength(1)];
        var classes = found.Apply(scores);
        for (var i = 0; i < truth.Length; ++i) confusion[truth[i], classes[i]] += weights[i];
        SameBits("confusion", found.Confusion.Cast<double>(), confusion.Cast<double>());
    }

    private static double[,] CostsOf(Case c)
    {
        var costs = Reals(c["costs"]);
        var classes = (int)Math.Sqrt(costs.Length);
        var table = new double[classes, classes];
        Buffer.BlockCopy(costs, 0, table, 0, costs.Length * sizeof(double));
        return table;
    }

    private static void ApplyClasses(Case c)
    {
        var scores = Cells(c["scores"], Real);
        var multipliers = c.Get("multipliers") == null ? Enumerable.Repeat(1.0, scores.GetLength(1)).ToArray()
                                                   : Reals(c["multipliers"]);
        var classes = c.Get("costs") == null ? ClassMultipliers.Apply(multipliers, scores)
                                         : ClassMultipliers.LeastCost(CostsOf(c), scores);
        SameList("classes", classes, ((List)((Case)c["expect"])["classes"]).Select(Int));
    }

    private static void MatchDetections(Case c)
    {
        var got = Sample.MatchDetections(Cells(c["truths"], Real), Reals(c["crowds"]), Cells(c["detections"], Real),
                                         Reals(c["scores"]), Real(c["min_overlap"]));
        if (c.ContainsKey("expect")) SameList("matched", got, ((List)((Case)c["expect"])["matched"]).Select(Real));
    }

    private static void AbstentionZoneOf(Case c)
    {
        using (var f = new SampleRows((Case)c["rows"]).Sample())
        {
            var costs = Reals(c["costs"]);
            var zone = f.AbstentionZone(new ThresholdOptions
            {
                FalsePositiveCost = costs[0], FalseNegativeCost = costs[1], AbstentionCost = costs[2]
            });
            if (!c.ContainsKey("expect")) return;
            var e = (Case)c["expect"];
            Check("low", zone.Low, Hex(e["low"]));
            Check("high", zone.High, Hex(e["high"]));
            Check("tp", zone.Tp, Hex(e["tp"]));
            Check("fp", zone.Fp, Hex(e["fp"]));
            Check("fn", zone.Fn, Hex(e["fn"]));
            Check("abstained", zone.Abstained, Hex(e["abstained"]));
            Check("cost", zone.Cost, Hex(e["cost"]));
        }
    }

    private static void DecisionCurveOf(Case c)
    {
        var curve = DecisionCurve.Of(Bytes(c["labels"]), Cells(c["probabilities"], Real), Reals(c["thresholds"]), AskedOf(c),
                                     c.Get("weights") == null ? default(Values) : Reals(c["weights"]));
        if (!c.ContainsKey("expect")) return;
        var facts = new Dictionary<string, Func<int, double[]>>
        {
            { "difference", curve.Difference }, { "difference_high", curve.DifferenceHigh },
            { "difference_low", curve.DifferenceLow }, { "fp_rate", curve.FpRate }, { "high", curve.High },
            { "interventions_avoided", curve.InterventionsAvoided }, { "low", curve.Low },
            { "net_benefit", curve.NetBenefit }, { "tp_rate", curve.TpRate }
        };
        var e = (Case)c["expect"];
        foreach (var name in e.Keys.OrderBy(name => name, StringComparer.Ordinal))
            CheckList(name, Enumerable.Range(0, curve.Models + 1).SelectMany(facts[name]).ToArray(), e[name]);
    }

    private static void ReliabilityOf(Case c)
    {
        var found = Reliability.Of(Bytes(c["labels"]), Reals(c["probabilities"]), AskedOf(c),
                                   c.Get("weights") == null ? default(Values) : Reals(c["weights"]));
        if (!c.ContainsKey("expect")) return;
        var facts = new Dictionary<string, double>
        {
            { "brier", found.Brier }, { "uncertainty", found.Uncertainty }, { "miscalibration", found.Miscalibration },
            { "discrimination", found.Discrimination }, { "binned_reliability", found.BinnedReliability },
            { "binned_resolution", found.BinnedResolution }, { "within_bins", found.WithinBins },
            { "calibration_error", found.CalibrationError }, { "mean", found.Mean }, { "prevalence", found.Prevalence }
        };
        var bins = new Dictionary<string, IReadOnlyList<double>>
        {
            { "weight", found.BinWeight }, { "lowest", found.BinLowest }, { "highest", found.BinHighest },
            { "mean", found.BinMean }, { "share", found.BinShare }, { "low", found.BinLow }, { "high", found.BinHigh }
        };
        var e = (Case)c["expect"];
        var ofAll = (Case)e["facts"];
        foreach (var name in ofAll.Keys.OrderBy(name => name, StringComparer.Ordinal))
            Check(name, facts[name], Hex(ofAll[name]));
        var ofBins = (Case)e["bins"];
        foreach (var name in ofBins.Keys.OrderBy(name => name, StringComparer.Ordinal))
            CheckList("bins, " + name, bins[name].ToArray(), ofBins[name]);
        CheckList("fitted", found.Fitted.ToArray(), e["fitted"]);
    }
}
