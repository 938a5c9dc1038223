// Cascades, their runs, and trees.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using Wald;
using Assembly = System.Reflection.Assembly;

[Tests]
public static class CascadeTests
{
    // Scores that are eighths, so that sums of them are exact: models of a common signal, the better the later.
    private static double[,] Scores(int seed, int rows, int models)
    {
        var random = new Random(seed);
        var scores = new double[rows, models];
        for (var i = 0; i < rows; ++i)
        {
            var signal = random.Next(-8, 9);
            for (var t = 0; t < models; ++t) scores[i, t] = (signal * (t + 1) / models + random.Next(-8, 9)) / 8.0;
        }
        return scores;
    }

    // As docs/guides/cascades.md says it, word by word.
    private static void Literally(Cascade cascade, Func<int, double> score, out int decision, out int count)
    {
        var sum = 0.0;
        for (count = 1;; ++count)
        {
            var at = count - 1;
            sum += score(cascade.Order[at]);
            decision = sum < cascade.Low[at] ? 0 : sum >= cascade.High[at] ? 1 : -1;
            if (count == cascade.ModelCount) decision = sum >= cascade.Threshold ? 1 : 0;
            if (decision >= 0) return;
        }
    }

    // Row by row with a run, which must come to what a table does.
    private static CascadeDecisions ByRuns(Cascade cascade, double[,] scores, int classes = 1)
    {
        var found = cascade.Apply(scores);
        using (var run = cascade.Run())
            for (var i = 0; i < scores.GetLength(0); ++i)
            {
                Check.That(run.Next == cascade.Order[0] && !run.IsDecided && run.Decision == -1 && run.Count == 0);
                for (var model = run.Next; model >= 0;)
                    model = classes == 1
                                ? run.Feed(scores[i, model])
                                : run.Feed(Enumerable.Range(0, classes).Select(c => scores[i, model * classes + c])
                                                     .ToArray());
                Check.That(run.IsDecided);
                Check.Equal(run.Decision, found.Decisions[i]);
                Check.Equal(run.Count, found.Counts[i]);
                // The sums of all scores where all were asked for, else NaN.
                for (var c = 0; c < classes; ++c)
                {
                    var full = Enumerable.Range(0, cascade.ModelCount).Sum(model => scores[i, model * classes + c]);
                    var sum = found.Sums[i * classes + c];
                    Check.That(run.Count < cascade.ModelCount ? double.IsNaN(sum) : Math.Abs(sum - full) < 1e-6);
                    Check.Bits(run.Sums[c], sum);
                }
                Check.Equal(run.Start(), cascade.Order[0]);
            }
        return found;
    }

    private static void SameDecisions(CascadeDecisions got, CascadeDecisions wanted)
    {
        Check.Same(got.Decisions, wanted.Decisions);
        Check.Same(got.Counts, wanted.Counts);
        Check.Bits(got.Sums, wanted.Sums);
    }

    // Every way of running it, and every number it says of itself, against the words.
    private static void Agrees(Cascade cascade, double[,] scores, double[] weights)
    {
        int rows = scores.GetLength(0), models = scores.GetLength(1);
        var found = cascade.Apply(scores);
        double total = 0, otherwise = 0, asked = 0;
        var stops = new double[models];
        for (var i = 0; i < rows; ++i)
        {
            Literally(cascade, t => scores[i, t], out var decision, out var count);
            Check.Equal(found.Decisions[i], decision);
            Check.Equal(found.Counts[i], count);
            var full = Enumerable.Range(0, models).Sum(t => scores[i, t]) >= cascade.Threshold ? 1 : 0;
            total += weights[i];
            otherwise += decision != full ? weights[i] : 0;
            asked += weights[i] * count;
            stops[count - 1] += weights[i];
        }
        SameDecisions(ByRuns(cascade, scores), found);
        SameDecisions(cascade.Apply(scores, new CascadeOptions { Threads = 3 }), found);
        SameDecisions(cascade.Apply(rows, (model, which, to) =>
        {
            for (var i = 0; i < which.Length; ++i) to[i] = scores[which[i], model];
        }), found);
        using (var sample = CascadeScores.Of(scores, weights))
        {
            var evaluated = cascade.Evaluate(sample, new CascadeOptions { Threads = 2 });
            Check.Near(evaluated.Disagreement, otherwise / total);
            Check.Near(evaluated.MeanModels, asked / total, 1e-9);
            for (var r = 0; r < models; ++r) Check.Near(evaluated.Stops[r], stops[r] / total);
        }
    }

    public static void FittedAndRun()
    {
        for (var seed = 0; seed < 60; ++seed)
        {
            int rows = 20 + seed * 3, models = 1 + seed % 9;
            var scores = Scores(seed, rows, models);
            var weights = Enumerable.Range(0, rows).Select(i => seed % 2 == 0 ? 1.0 : i % 3).ToArray();
            var options = new CascadeOptions
            {
                Alpha = seed % 5 * 0.01,
                Threshold = seed % 3 - 1,
                NegativesOnly = seed % 4 == 3,
                Order = new[] { "joint", "natural", "random", "mse", "greedy" }[seed % 5],
                Spend = new[] { null, "all", "proportional", "power:0.5" }[seed % 4],
                Halves = seed % 7 == 6,
                Closest = seed % 5 == 0 ? seed % 6 == 5 : (bool?)null, // of order joint alone
                Seed = (ulong)seed,
                Threads = 1 + seed % 2
            };
            using (var sample = CascadeScores.Of(scores, weights))
            using (var cascade = Cascade.Fit(sample, options))
            using (var other = Cascade.Load(cascade.Save()))
            {
                Check.Same(cascade.Order.OrderBy(t => t), Enumerable.Range(0, models).ToArray());
                if (options.Order == "natural") Check.Same(cascade.Order, Enumerable.Range(0, models).ToArray());
                Check.Equal(cascade.ModelCount, models);
                Check.Equal(cascade.ClassCount, 1);
                Check.Bits(cascade.Threshold, options.Threshold.Value);
                Check.Bits(cascade.Alpha, options.Alpha.Value);
                Check.Equal(cascade.NegativesOnly, options.NegativesOnly.Value);
                Check.Bits(cascade.FullCost, models);
                if (options.NegativesOnly.Value)
                    Check.That(cascade.High.Take(models - 1).All(double.IsPositiveInfinity), "leaves early for 1");
                Agrees(cascade, scores, weights);
                if (options.Halves == false)
                {
                    Check.That(cascade.Disagreement <= options.Alpha + 1e-12, cascade.ToString());
                    var evaluated = cascade.Evaluate(sample);
                    Check.Bits(cascade.Disagreement, evaluated.Disagreement);
                    Check.Bits(cascade.MeanModels, evaluated.MeanModels);
                    Check.Bits(cascade.MeanCost, evaluated.MeanCost);
                    Check.Bits(cascade.Stops, evaluated.Stops);
                    Check.Near(cascade.Speedup, models / cascade.MeanCost);
                }
                Check.That(cascade.CrossFit == null && cascade.HeldOut == null && double.IsNaN(cascade.CertifiedDisagreement));
                Check.That(double.IsNaN(cascade.Gamma) && double.IsNaN(cascade.BinWidth) && cascade.Unit > 0);
                Check.Bits(cascade.RoundedRowCount, 0);
                foreach (CascadeFact fact in Enum.GetValues(typeof(CascadeFact)))
                    Check.Bits(other[fact], cascade[fact]);
                SameDecisions(other.Apply(scores), cascade.Apply(scores));
                Check.Equal(other.Save(), cascade.Save());
                Check.Equal(cascade.FeatureCount, 0);
            }
        }
    }

    public static void EveryFormOfRows()
    {
        const int Rows = 60, Models = 5;
        var scores = Scores(1, Rows, Models);
        var flat = scores.Cast<double>().ToArray();
        var weights = Enumerable.Range(0, Rows).Select(i => 1.0 + i % 2).ToArray();
        var targets = Enumerable.Range(0, Rows).Select(i => i % 4 - 1.5).ToArray();
        var floats = new float[Rows, Models]; // eighths are floats
        var turned = new double[Models, Rows];
        for (var i = 0; i < Rows; ++i)
            for (var t = 0; t < Models; ++t)
            {
                floats[i, t] = (float)scores[i, t];
                turned[t, i] = scores[i, t];
            }
        var options = new CascadeOptions { Order = "greedy", Alpha = 0.02 };
        string wanted;
        using (var sample = CascadeScores.Of(scores, weights, targets))
        using (var cascade = Cascade.Fit(sample, options))
        {
            wanted = cascade.Save();
            var found = cascade.Apply(scores);
            SameDecisions(cascade.Apply(floats), found);
            SameDecisions(cascade.Apply(((Table)turned).Transposed), found);
            SameDecisions(cascade.Apply(new Table(flat.Reverse().ToArray(), Rows, Models, -Models, -1,
                                                  Rows * Models - 1)), found);
            int[] decisions = new int[Rows + 1], counts = new int[Rows];
            cascade.ApplyInto(scores, decisions, counts, new CascadeOptions { Threads = 2 });
            Check.Same(decisions.Take(Rows), found.Decisions);
            Check.Same(counts, found.Counts);
            cascade.ApplyInto(scores, decisions, null);
            cascade.ApplyInto(scores, null, counts);
            Check.Same(decisions.Take(Rows), found.Decisions);
            Check.Same(counts, found.Counts);
            Check.Equal(cascade.Apply(new double[0, Models]).Decisions.Length, 0);
            var mean = FormattableString.Invariant($"{found.Counts.Average():G6}");
            Check.Equal(found.ToString(), $"CascadeDecisions: 60 rows, {mean} models on average");
            Check.Equal(cascade.Evaluate(sample).ToString(), FormattableString.Invariant(
                $"CascadeEvaluation: disagreement {cascade.Disagreement:G6}, {cascade.MeanModels:G6} models, cost ") +
                cascade.MeanCost.ToString("G6", CultureInfo.InvariantCulture));
        }
        Action<CascadeScores> same = sample =>
        {
            Check.Equal(sample.RowCount, Rows);
            Check.Equal(sample.ToString(), "CascadeScores: 60 rows, 5 models");
            using (var cascade = Cascade.Fit(sample, options)) Check.Equal(cascade.Save(), wanted);
            sample.Dispose();
        };
        same(CascadeScores.Of(floats, weights.Select(w => (float)w).ToArray(),
                              targets.Select(y => (float)y).ToArray()));
        same(CascadeScores.Of(((Table)turned).Transposed, weights, targets));
        same(CascadeScores.Of(new Table(flat.Reverse().ToArray(), Rows, Models, -Models, -1, Rows * Models - 1),
                              new Values(weights.Reverse().ToArray(), Rows, -1, Rows - 1),
                              new Values(targets.Reverse().ToArray(), Rows, -1, Rows - 1)));

        // In chunks, in another order, on two objects that are merged.
        using (var first = new CascadeScores(Models))
        using (var second = new CascadeScores(Models))
        {
            first.Feed(scores, weights, targets);
            first.Clear();
            for (var i = Rows - 10; i >= 0; i -= 10)
                (i % 20 == 0 ? first : second).Feed(new Table(flat.AsSpan(i * Models), 10, Models),
                                                    weights.AsSpan(i, 10), targets.AsSpan(i, 10));
            first.Merge(second);
            same(first.Copy());
            first.Merge(first);
            Check.Equal(first.RowCount, 2 * Rows);
            Check.Equal(second.RowCount, Rows / 2);
            Check.Equal(first.ModelCount, Models);
            Check.Equal(first.ClassCount, 1);
        }
    }

    public static void SeveralClasses()
    {
        for (var seed = 0; seed < 20; ++seed)
        {
            int rows = 80, models = 4, classes = 3;
            var scores = Scores(seed, rows, models * classes);
            using (var sample = CascadeScores.Of(scores, classCount: classes))
            using (var cascade = Cascade.Fit(sample, new CascadeOptions { Alpha = 0.05 }))
            {
                Check.Equal(sample.ToString(), "CascadeScores: 80 rows, 4 models, 3 classes");
                Check.Equal(cascade.ClassCount, classes);
                Check.That(double.IsNaN(cascade.Threshold) && cascade.Low.All(double.IsNaN));
                var found = ByRuns(cascade, scores, classes);
                SameDecisions(cascade.Apply(rows, (model, which, to) =>
                {
                    for (var i = 0; i < which.Length; ++i)
                        for (var c = 0; c < classes; ++c)
                            to[i * classes + c] = scores[which[i], model * classes + c];
                }), found);
                for (var i = 0; i < rows; ++i)
                {
                    var sums = new double[classes];
                    for (var r = 0;; ++r)
                    {
                        for (var c = 0; c < classes; ++c) sums[c] += scores[i, cascade.Order[r] * classes + c];
                        var sorted = sums.OrderByDescending(x => x).ToArray();
                        if (r + 1 < models && !(sorted[0] - sorted[1] >= cascade.High[r])) continue;
                        Check.Equal(found.Decisions[i], Array.IndexOf(sums, sorted[0]));
                        Check.Equal(found.Counts[i], r + 1);
                        break;
                    }
                }
            }
        }
    }

    public static void VotesStopByTheirCounts()
    {
        var votes = Scores(5, 300, 9);
        for (var i = 0; i < 300; ++i)
            for (var t = 0; t < 9; ++t) votes[i, t] = votes[i, t] > 0 ? 1 : 0;
        var options = new CascadeOptions { Algorithm = "votes", Threshold = 4.5, Alpha = 0.05 };
        using (var sample = CascadeScores.Of(votes))
        using (var cascade = Cascade.Fit(sample, options))
        using (var loaded = Cascade.Load(cascade.Save()))
        {
            Check.Equal(cascade.Algorithm, "votes");
            Check.Equal(loaded.Algorithm, "votes");
            Check.That(cascade.Price > 1 && cascade.ExpectedDisagreement <= 0.05);
            SameDecisions(loaded.Apply(votes), ByRuns(cascade, votes));
        }
    }

    public static void CostsNamesAndAnOrderFromElsewhere()
    {
        var scores = Scores(2, 100, 4);
        using (var sample = CascadeScores.Of(scores))
        using (var cascade = Cascade.Fit(sample, new CascadeOptions
               {
                   FixedOrder = new[] { 2, 0, 3, 1 },
                   Costs = new[] { 1.0, 2, 3, 4.5 },
                   Names = new[] { "one", "zwei", "τρία", "" },
                   Alpha = 0.03
               }))
        using (var again = Cascade.Fit(sample, new CascadeOptions { FixedOrder = cascade.Order, Alpha = 0.03 }))
        {
            Check.Same(cascade.Order, 2, 0, 3, 1);
            Check.Bits(cascade.FullCost, 10.5);
            Check.Same(Enumerable.Range(0, 4).Select(cascade.ModelName), "one", "zwei", "τρία", "");
            using (var loaded = Cascade.Load(cascade.Save())) Check.Equal(loaded.ModelName(2), "τρία");
            Check.Equal(again.ModelName(0), "");
            Check.Bits(again.High, cascade.High);
            var spent = new[] { 3.0, 4, 8.5, 10.5 };
            Check.Near(cascade.MeanCost, cascade.Stops.Zip(spent, (share, cost) => share * cost).Sum());
            Check.Near(cascade.Speedup, 10.5 / cascade.MeanCost);
        }
    }

    public static void HowSureItIs()
    {
        using (var sample = CascadeScores.Of(Scores(3, 400, 6)))
        using (var others = CascadeScores.Of(Scores(4, 3000, 6)))
        using (var folded = Cascade.Fit(sample, new CascadeOptions { Folds = 4, Alpha = 0.02, Seed = 1 }))
        using (var held = Cascade.Fit(sample, new CascadeOptions { MaxDisagreement = 0.05, Certify = 0.9 }, others))
        using (var plain = Cascade.Fit(sample))
        using (var later = plain.Calibrate(others, new CascadeOptions { MaxDisagreement = 0.05, Threads = 2 }))
        {
            Check.That(folded.CrossFit.Disagreement >= 0 && folded.CrossFit.MeanModels > 1 && folded.HeldOut == null);
            Check.Near(folded.CrossFit.Stops.Sum(), 1);
            Check.Bits(folded.CrossFit.MeanCost, folded[CascadeFact.CrossMeanCost]);
            foreach (var certified in new[] { held, later })
            {
                Check.Bits(certified.HeldOutRowCount, 3000);
                Check.Bits(certified.CertifiedDisagreement, 0.05);
                Check.That(certified.Spreads >= 0 && certified.HeldOut.Disagreement <= 0.05);
                var evaluated = certified.Evaluate(others);
                Check.Bits(certified.HeldOut.Disagreement, evaluated.Disagreement);
                Check.Bits(certified.HeldOut.MeanModels, evaluated.MeanModels);
                Check.Bits(certified.HeldOut.Stops, evaluated.Stops);
                Check.That(certified.CrossFit == null);
                Check.That(certified.ToString().StartsWith("Cascade: " + certified.HeldOut.MeanModels.ToString(
                               "G6", CultureInfo.InvariantCulture) + " of 6 models on average"), certified.ToString());
            }
            Check.Bits(held.Certify, 0.9);
            Check.Bits(later.Certify, 0.95);
            Check.That(double.IsNaN(later.Disagreement) && later.Stops.Count == 0);
            Check.Same(later.Order, plain.Order.ToArray());
            Check.Bits(plain.RowCount, 400);
        }
    }

    public static void Bins()
    {
        var scores = Scores(5, 300, 5);
        using (var sample = CascadeScores.Of(scores))
        using (var cascade = Cascade.Fit(sample, new CascadeOptions { Bins = true, Gamma = 1.5, BinWidth = 0.25 }))
        using (var loaded = Cascade.Load(cascade.Save()))
        {
            Check.Bits(cascade.Gamma, 1.5);
            Check.Near(cascade.BinWidth, 0.25, 1e-6);
            Check.That(cascade.Low.All(double.IsNaN) && cascade.High.All(double.IsNaN));
            SameDecisions(loaded.Apply(scores), ByRuns(cascade, scores));
            Check.That(cascade.MeanModels < 5, cascade.ToString());
        }
    }

    // That each setting arrives is seen by what is said of a bad one.
    public static void EverySetting()
    {
        using (var sample = CascadeScores.Of(Scores(6, 30, 3)))
        using (var classes = CascadeScores.Of(Scores(6, 30, 6), classCount: 2))
        {
            foreach (var one in new (CascadeOptions Options, string Message)[]
                     {
                         (new CascadeOptions { Alpha = -1 }, "alpha is -1: must lie in [0, 1]"),
                         (new CascadeOptions { Threshold = double.PositiveInfinity },
                          "threshold is inf: must be finite"),
                         (new CascadeOptions { Order = "sorted" },
                          "order is \"sorted\": must be one of joint, natural, random, mse, greedy"),
                         (new CascadeOptions { FixedOrder = new[] { 0, 1 } },
                          "fixed_order has 2 models: must have each once, 3"),
                         (new CascadeOptions { FixedOrder = new[] { 0, 1, 3 } },
                          "fixed_order[2] is 3: must lie in [0, 2]"),
                         (new CascadeOptions { FixedOrder = new[] { 0, 1, 1 } },
                          "fixed_order[2] is 1: occurs twice"),
                         (new CascadeOptions { FixedOrder = new int[0] },
                          "fixed_order has 0 elements: must have at least one"),
                         (new CascadeOptions { Spend = "half" },
                          "spend is \"half\": must be power:P with P at least 0, all, or proportional"),
                         (new CascadeOptions { Costs = new[] { 1.0 } },
                          "costs has 1 numbers: must have one per model, 3"),
                         (new CascadeOptions { Costs = new[] { 1.0, 2, -1 } }, "costs[2] is -1: must be at least 0"),
                         (new CascadeOptions { Costs = new double[0] },
                          "costs has 0 elements: must have at least one"),
                         (new CascadeOptions { Names = new string[0] }, "names has 0 elements: must have at least one"),
                         (new CascadeOptions { Names = new[] { "a", "b" } },
                          "names has 2 texts: must have one per model, 3"),
                         (new CascadeOptions { Names = new[] { "a", "b\0", "c" } }, "names[1] holds a NUL character"),
                         (new CascadeOptions { Bins = true, Gamma = -1 }, "gamma is -1: must be finite and at least 0"),
                         (new CascadeOptions { Bins = true, BinWidth = 0 },
                          "bin_width is 0: must be finite and above 0"),
                         (new CascadeOptions { Folds = 1 }, "folds is 1: must be 0 (none) or lie in [2, 1000]"),
                         (new CascadeOptions { MaxDisagreement = 1 }, "max_disagreement is 1: must lie in (0, 1)"),
                         (new CascadeOptions { Certify = 0 }, "certify is 0: must lie in (0, 1)"),
                         (new CascadeOptions { Threads = -1 }, "threads is -1: must lie in [0, 1024]")
                     })
                Check.Throws<WaldArgumentException>(() => Cascade.Fit(sample, one.Options).Dispose(), one.Message);
            Check.Throws<ArgumentNullException>(
                () => Cascade.Fit(sample, new CascadeOptions { Names = new[] { "a", null, "c" } }));
            Check.Throws<WaldArgumentException>(
                () => Cascade.Fit(classes, new CascadeOptions { NegativesOnly = true }),
                "negatives_only is on: fitting a cascade reads it with two classes only");
            Check.Throws<WaldUnsupportedException>(() => Cascade.Fit(classes, new CascadeOptions { Bins = true }));

            // Those that nothing is wrong with: they change what is found.
            Func<CascadeOptions, string> fitted = options =>
            {
                using (var cascade = Cascade.Fit(sample, options)) return cascade.Save();
            };
            var random = new CascadeOptions { Order = "random", Seed = 1 };
            var first = fitted(random);
            random.Seed = 2;
            Check.That(fitted(random) != first, "the seed");
            Check.That(fitted(new CascadeOptions { Halves = true }) != fitted(null), "halves");
            var given = new CascadeOptions { Order = "mse", FixedOrder = new[] { 2, 0, 1 } }; // which counts
            using (var cascade = Cascade.Fit(sample, given)) Check.Same(cascade.Order, 2, 0, 1);
        }
    }

    // A run is made once and allocates nothing after.
    public static void RunsAllocateNothing()
    {
        var scores = Scores(7, 50, 20);
        using (var sample = CascadeScores.Of(scores))
        using (var cascade = Cascade.Fit(sample))
        using (var run = cascade.Run())
        {
            long steps = 0;
            var pair = new double[1];
            Action pass = () =>
            {
                for (var i = 0; i < 50; ++i)
                    for (var model = run.Start(); model >= 0; ++steps)
                    {
                        pair[0] = scores[i, model];
                        model = steps % 2 == 0 ? run.Feed(pair[0]) : run.Feed(pair);
                    }
            };
            pass();
            GC.Collect();
            var before = GC.CollectionCount(0);
            while (steps < 1000000) pass();
            Check.Equal(GC.CollectionCount(0), before);
        }
    }

    // ---- Trees -----------------------------------------------------------------------------------------------------

    private sealed class Node
    {
        internal Split Split;
        internal Missing Missing;
        internal int Feature, Left, Right;
        internal double Threshold;
        internal int[] Categories;
        internal double[] Values;
    }

    // A random tree of up to this many splits, as nodes.
    private static List<Node> Grow(Random random, int features, int splits, int leafWidth)
    {
        var nodes = new List<Node> { new Node() };
        for (var i = 0; i < nodes.Count; ++i)
        {
            var node = nodes[i];
            if (splits-- <= 0)
            {
                node.Split = Split.Leaf;
                node.Values = Enumerable.Range(0, leafWidth).Select(_ => random.Next(-8, 9) / 8.0).ToArray();
                continue;
            }
            node.Split = (Split)random.Next(1, 4);
            node.Missing = (Missing)random.Next(node.Split == Split.Among ? 2 : 5);
            node.Feature = random.Next(features);
            node.Threshold = random.Next(-2, 3);
            node.Categories = Enumerable.Range(0, 4).Where(_ => random.Next(2) == 0).ToArray();
            node.Left = nodes.Count;
            node.Right = nodes.Count + 1;
            nodes.Add(new Node());
            nodes.Add(new Node());
        }
        return nodes;
    }

    private static Tree TreeOf(List<Node> nodes, int output)
    {
        var tree = new Tree(output);
        foreach (var node in nodes)
            if (node.Split == Split.Leaf)
                tree.Leaf(node.Values);
            else if (node.Split == Split.Among)
                tree.Split(node.Feature, node.Categories, node.Left, node.Right, node.Missing);
            else
                tree.Split(node.Feature, node.Threshold, node.Left, node.Right, node.Split, node.Missing);
        Check.Equal(tree.NodeCount, nodes.Count);
        return tree;
    }

    private static double[] LeafOf(List<Node> nodes, double[,] features, int row)
    {
        var node = nodes[0];
        while (node.Split != Split.Leaf)
        {
            var x = features[row, node.Feature];
            if (node.Missing == Missing.AsZero && double.IsNaN(x)) x = 0;
            var gone = double.IsNaN(x) || node.Split == Split.Among && Math.Truncate(x) < 0 ||
                       x == 0 && node.Missing >= Missing.ZeroRight;
            var left = gone                         ? node.Missing == Missing.Left || node.Missing == Missing.ZeroLeft
                       : node.Split == Split.AtMost ? x <= node.Threshold
                       : node.Split == Split.Below  ? x < node.Threshold
                                                    : node.Categories.Contains((int)x);
            node = nodes[left ? node.Left : node.Right];
        }
        return node.Values;
    }

    private static double[,] Features(Random random, int rows, int columns)
    {
        var features = new double[rows, columns];
        for (var i = 0; i < rows; ++i)
            for (var j = 0; j < columns; ++j)
                features[i, j] = random.Next(8) == 0 ? double.NaN : random.Next(-6, 10) / 2.0;
        return features;
    }

    public static void TreesAgainstAWalk()
    {
        for (var seed = 0; seed < 60; ++seed)
        {
            var random = new Random(seed);
            int rows = 40, columns = 3, outputs = 1 + seed % 3, width = seed % 2 == 0 ? 1 : outputs;
            var perModel = 1 + seed % 2;
            var bases = Enumerable.Repeat(0.25, outputs).ToArray();
            var grown = Enumerable.Range(0, 6 * perModel).Select(_ => Grow(random, columns, random.Next(6), width))
                                  .ToArray();
            var features = Features(random, rows, columns);
            using (var trees = new Trees(columns, outputs, width, perModel, seed % 4 == 1, seed % 4 >= 2, bases))
            {
                for (var t = 0; t < grown.Length; ++t) trees.Add(TreeOf(grown[t], width == 1 ? t % outputs : 0));
                Check.Equal(trees.TreeCount, grown.Length);
                Check.Equal(trees.ModelCount, 6);
                Check.Equal(trees.ToString(), $"Trees: {grown.Length} trees, 3 features, {outputs} outputs");
                var sums = trees.Evaluate(features, new CascadeOptions { Threads = 2 });
                var scores = new double[rows, 6 * outputs];
                for (var i = 0; i < rows; ++i)
                {
                    var wanted = bases.ToArray();
                    for (var t = 0; t < grown.Length; ++t)
                    {
                        var leaf = LeafOf(grown[t], features, i);
                        for (var k = 0; k < leaf.Length; ++k)
                        {
                            var output = width == 1 ? t % outputs : k;
                            wanted[output] += leaf[k];
                            scores[i, t / perModel * outputs + output] += leaf[k];
                        }
                    }
                    for (var k = 0; k < outputs; ++k) Check.Bits(sums[i, k], wanted[k]);
                }

                // A cascade over them: its decisions are those over their scores.
                var options = new CascadeOptions { Alpha = 0.1 };
                if (outputs == 1)
                {
                    options.Threshold = trees.Threshold(0.5);
                    Check.Bits(options.Threshold.Value, 0.25);
                }
                using (var again = Trees.Load(trees.Save()))
                using (var sample = CascadeScores.Of(again, features, options: new CascadeOptions { Threads = 2 }))
                using (var same = CascadeScores.Of(scores, classCount: outputs))
                using (var alone = Cascade.Fit(sample, options))
                using (var wanted = Cascade.Fit(same, options))
                using (var bound = alone.Bind(trees))
                using (var loaded = Cascade.Load(bound.Save()))
                {
                    Check.Equal(again.Save(), trees.Save());
                    Check.Bits(again.Evaluate(features).Cast<double>(), sums.Cast<double>());
                    Check.Equal(alone.Save(), wanted.Save());
                    Check.Equal(bound.FeatureCount, columns);
                    Check.Equal(bound.Save() == alone.Save(), false);
                    var found = alone.Apply(scores);
                    SameDecisions(bound.ApplyTrees(features), found);
                    SameDecisions(loaded.ApplyTrees(features, new CascadeOptions { Threads = 2 }), found);
                    SameDecisions(ByRuns(bound, scores, outputs), found);
                    int[] decisions = new int[rows], counts = new int[rows];
                    bound.ApplyTreesInto(features, decisions, counts);
                    Check.Same(decisions, found.Decisions);
                    Check.Same(counts, found.Counts);
                    var narrow = new float[rows, columns]; // halves are floats
                    for (var i = 0; i < rows; ++i)
                        for (var j = 0; j < columns; ++j) narrow[i, j] = (float)features[i, j];
                    SameDecisions(bound.ApplyTrees(narrow), found);
                    var flat = features.Cast<double>().ToArray();
                    for (var i = 0; i < rows; ++i)
                    {
                        Check.Equal(bound.Decide(flat.AsSpan(i * columns, columns), out var count),
                                    found.Decisions[i]);
                        Check.Equal(count, found.Counts[i]);
                        Check.Equal(bound.Decide(Enumerable.Range(0, columns).Select(j => narrow[i, j]).ToArray()),
                                    found.Decisions[i]);
                    }
                }
            }
        }
    }

    // As LightGBM writes a model.
    private const string SavedModel =
        "tree\nversion=v4\nnum_class=1\nnum_tree_per_iteration=1\nmax_feature_idx=1\n" +
        "objective=regression\nfeature_names=age place\nfeature_infos=[0:90] 0:1:2\n\n" +
        "Tree=0\nnum_leaves=3\nnum_cat=1\nsplit_feature=0 1\nthreshold=40 0\n" +
        "decision_type=10 1\nleft_child=-1 -2\nright_child=1 -3\nleaf_value=-1 0.5 2\n" +
        "cat_boundaries=0 1\ncat_threshold=5\n\nend of trees\n\n" +
        "pandas_categorical:[[\"home\", \"work\", \"other\"]]\n";

    public static void ModelsOfOtherLibraries()
    {
        var bytes = System.Text.Encoding.UTF8.GetBytes(SavedModel);
        var rows = new double[,] { { 30, 1 }, { 50, 0 }, { 50, 1 }, { double.NaN, 1 } };
        var path = Path.GetTempFileName();
        try
        {
            File.WriteAllBytes(path, bytes);
            foreach (var read in new Func<Trees>[] { () => Trees.FromModel(bytes), () => Trees.FromModelFile(path, 1) })
                using (var trees = read())
                {
                    Check.Same(trees.Evaluate(rows).Cast<double>().ToArray(), -1, 0.5, 2, -1);
                    Check.Same(trees.FeatureNames.ToArray(), "age", "place");
                    Check.Same(trees.Categories.ToArray(), "place=home", "place=work", "place=other");
                    Check.Equal(trees.UnplacedColumnCount, 0L);
                    Check.Equal(trees.UnseenIsError, false);
                }
            File.WriteAllText(path, "no model");
            Check.Throws<WaldFormatException>(() => Trees.FromModelFile(path),
                                              $"{path}: model cannot be read: must be a model that XGBoost saved as JSON or UBJSON, " +
                                                  "LightGBM as text or by dump_model, CatBoost as JSON, or trees that Wald saved");
            File.WriteAllText(path, SavedModel.Replace("num_cat=1", "num_cat=1\nis_linear=1"));
            var refused = Check.Throws<WaldUnsupportedException>(() => Trees.FromModelFile(path)).Message;
            Check.That(refused.StartsWith(path + ": "), refused);
        }
        finally
        {
            File.Delete(path);
        }
        Check.Throws<WaldArgumentException>(() => Trees.FromModel(bytes, 2),
                                            "iterations is 2: must be at most 1, the rounds that the model has");
        Check.Equal(Check.Throws<ArgumentNullException>(() => Trees.FromModel(null)).ParamName, "model");
        Check.Equal(Check.Throws<ArgumentNullException>(() => Trees.FromModelFile(null)).ParamName, "path");
        using (var none = new Trees(1))
        {
            Check.Equal(none.FeatureNames.Count, 0);
            Check.Equal(none.Categories.Count, 0);
        }
    }

    // What cascade.py made and printed.
    public static void SavedInPython()
    {
        string text;
        using (var stream = Assembly.GetExecutingAssembly().GetManifestResourceStream("cascade.json"))
        using (var reader = new StreamReader(stream)) text = reader.ReadToEnd();
        var rows = new double[,]
        {
            { 65, 0.95, 3 }, { 73, 0.19, 2 }, { 67, 0.85, 3 }, { 44, 0.34, 2 }, { 73, 0.97, 3 }, { 73, 0.02, 3 },
            { 40, 0.02, 0 }, { 69, 0.31, 0 }
        };
        using (var cascade = Cascade.Load(text))
        {
            Check.Equal(cascade.Save(), text);
            Check.Equal(cascade.FeatureCount, 3);
            Check.Equal(cascade.ModelCount, 24);
            Check.Bits(cascade.RowCount, 4000);
            var found = cascade.ApplyTrees(rows);
            Check.Same(found.Decisions, 1, 1, 1, 0, 1, 0, 0, 0);
            Check.Same(found.Counts, 1, 2, 1, 8, 1, 6, 1, 10);
        }
    }

    // Trees that were loaded take more, of their own width.
    public static void TreesGoOnAfterLoading()
    {
        foreach (var width in new[] { 1, 2 })
            using (var trees = new Trees(featureCount: 1, outputCount: 2, leafWidth: width))
            {
                trees.Add(new Tree().Leaf(new double[width]));
                using (var loaded = Trees.Load(trees.Save()))
                {
                    Check.Equal(loaded.LeafWidth, width);
                    Check.Throws<WaldArgumentException>(() => loaded.Add(new Tree().Leaf(new double[3 - width])),
                                                        $"leaf 0 has {3 - width} values: must have {width}");
                    loaded.Add(new Tree().Leaf(new double[width]));
                    Check.Equal(loaded.TreeCount, 2);
                }
            }
    }

    public static void CutToFloat()
    {
        // 0.1 in double is below 0.1 in float.
        var features = new[,] { { 0.1 } };
        foreach (var cut in new[] { false, true })
            using (var trees = new Trees(1, floatFeatures: cut))
            {
                trees.Add(new Tree().Split(0, (double)0.1f, 1, 2, Split.Below).Leaf(1).Leaf(2));
                Check.Bits(trees.Evaluate(features)[0, 0], cut ? 2 : 1);
            }
        foreach (var narrow in new[] { false, true })
            using (var trees = new Trees(1, floatSums: narrow, baseScores: new[] { 0.5 }))
            {
                var small = Math.Pow(2, -26); // lost beside a half in float
                trees.Add(new Tree().Leaf(small));
                trees.Add(new Tree().Leaf(small));
                Check.Bits(trees.Evaluate(features)[0, 0], narrow ? 0.5 : 0.5 + 2 * small);
            }
    }

    // Columns are found by the names that the cascade was given; a word is the code of its category.
    public static void ColumnsByName()
    {
        var scores = new[,] { { 1.0, 2 }, { -1, -2 }, { 1, -2 }, { -1, 2 } };
        using (var trees = new Trees(featureCount: 2))
        using (var sample = CascadeScores.Of(scores))
        {
            trees.Add(new Tree().Split(feature: 0, threshold: 40, left: 1, right: 2).Leaf(-1).Leaf(1));
            trees.Add(new Tree().Split(feature: 1, categories: new[] { 0, 2 }, left: 1, right: 2).Leaf(-2).Leaf(2));
            var options = new CascadeOptions
            {
                Alpha = 0, FeatureNames = new[] { "age", "a=b" },
                Categories = new[] { "a=b=red", "a=b=green", "a=b=dark=blue" }
            };
            using (var fitted = Cascade.Fit(sample, options))
            using (var bound = fitted.Bind(trees))
            using (var cascade = Cascade.Load(bound.Save()))
            {
                Check.Same(cascade.FeatureNames, "age", "a=b");
                Check.Equal(cascade.CategoryCount, 3);
                Check.Equal(fitted.ModelName(0), "");
                Check.Same(cascade.ApplyTrees(new Columns().Add("a=b", "green", "red", "dark=blue", null)
                                                           .Add("age", 50, 50, 30, 30)).Decisions,
                           cascade.ApplyTrees(new[,] { { 50, 1 }, { 50, 0 }, { 30, 2 }, { 30, double.NaN } })
                                  .Decisions);
                Check.Same(cascade.ApplyTrees(new Columns().Add("a=b", 1, 0).Add("age", 30, 30)).Decisions, 1, 0);
                Check.Throws<WaldArgumentException>(
                    () => cascade.ApplyTrees(new Columns().Add("a=b", "pink").Add("age", 1)),
                    "column \"a=b\" is \"pink\": must be one of red, green, dark=blue");
                Check.Throws<WaldArgumentException>(() => cascade.ApplyTrees(new Columns().Add("a=b", "red")),
                                                    "there is no column for the feature \"age\"");
                Check.Throws<ArgumentNullException>(() => cascade.ApplyTrees((Columns)null));
            }
            using (var fitted = Cascade.Fit(sample))
            using (var bound = fitted.Bind(trees))
                Check.Throws<WaldArgumentException>(() => bound.ApplyTrees(new Columns().Add("age", 1)),
                                                    "the cascade has no feature names: give rows as 2 numbers");
        }
    }
}
