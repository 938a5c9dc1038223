// The calls of the conformance cases that concern cascades and trees, as in tests/capi/conformance_cascades.cpp.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using Wald;
using Case = System.Collections.Generic.Dictionary<string, object>;
using List = System.Collections.Generic.List<object>;

public static partial class Conformance
{
    // ---- Inputs ----------------------------------------------------------------------------------------------------

    // The rows of a case.
    private sealed class ScoreRows
    {
        internal readonly double[,] Table;
        internal readonly int Count, Models, Classes;
        private readonly double[] flat, weights, targets; // the last two may be null

        internal ScoreRows(Case rows)
        {
            Models = (int)Int(rows["n_models"]);
            Classes = (int)Int(rows["n_classes"]);
            Table = Cells(rows["table"], Real, Models * Classes);
            Count = Table.GetLength(0);
            flat = Table.Cast<double>().ToArray();
            weights = RealsOrNull(rows["weights"]);
            targets = RealsOrNull(rows["targets"]);
        }

        private CascadeScores Empty() => new CascadeScores(Models, Classes);

        private void Feed(CascadeScores to, int from, int count)
        {
            int columns = Models * Classes;
            to.Feed(new Table(flat.AsSpan(from * columns), count, columns),
                    weights == null ? default(Values) : weights.AsSpan(from, count),
                    targets == null ? default(Values) : targets.AsSpan(from, count));
        }

        internal CascadeScores Scores()
        {
            var made = Empty();
            Feed(made, 0, Count);
            return made;
        }

        // The same rows one by one, from the last, half of them through another object.
        internal CascadeScores Merged()
        {
            var made = Empty();
            using (var other = Empty())
            {
                for (var i = Count; i-- > 0;) Feed(i % 2 == 1 ? made : other, i, 1);
                made.Merge(other);
            }
            return made;
        }

        // What is asked by callback.
        internal void Fill(int model, ReadOnlySpan<long> rows, Span<double> scores)
        {
            for (var i = 0; i < rows.Length; ++i)
                for (var k = 0; k < Classes; ++k) scores[i * Classes + k] = Table[rows[i], model * Classes + k];
        }

        internal double[] Of(int row, int model) =>
            Enumerable.Range(model * Classes, Classes).Select(j => Table[row, j]).ToArray();
    }

    private static double[] RealsOrNull(object list) => list == null ? null : Reals(list);

    private static CascadeOptions CascadeAskedOf(Case c)
    {
        var asked = (Case)c["asked"];
        if (asked.Get("order") is List) // an order from elsewhere
            asked = asked.ToDictionary(one => one.Key == "order" ? "fixed_order" : one.Key, one => one.Value);
        return OptionsBy<CascadeOptions>(asked);
    }

    private static CascadeFact CascadeFactNamed(string name) =>
        Enum.GetValues(typeof(CascadeFact)).Cast<CascadeFact>().Single(f => Cascade.NameOf(f) == name);

    private static Trees TreesOf(Case given)
    {
        var shape = (Case)given["shape"];
        var width = (int)Int(shape["leaf_width"]);
        var trees = new Trees((int)Int(shape["n_features"]), (int)Int(shape["n_outputs"]), width,
                              (int)Int(shape["trees_per_model"]), (string)shape["summation"] == "float32",
                              (bool)shape["float_features"], RealsOrNull(shape["base"]));
        foreach (Case one in (List)given["trees"])
        {
            var tree = new Tree((int)Int(one["output"]));
            Func<string, int, int> at = (name, i) => (int)Int(((List)one[name])[i]);
            var thresholds = Reals(one["threshold"]);
            var values = Reals(one["values"]);
            for (var i = 0; i < thresholds.Length; ++i)
            {
                var split = Named<Split>(((List)one["split"])[i]);
                var categories = ((List)((List)one["categories"])[i]).Select(x => (int)Int(x)).ToArray();
                var missing = Named<Missing>(((List)one["missing"])[i]);
                if (split == Split.Leaf)
                    tree.Leaf(values.Skip(i * width).Take(width).ToArray());
                else if (split == Split.Among)
                    tree.Split(at("feature", i), categories, at("left", i), at("right", i), missing);
                else
                    tree.Split(at("feature", i), thresholds[i], at("left", i), at("right", i), split, missing);
            }
            trees.Add(tree);
        }
        return trees;
    }

    // ---- Checks ----------------------------------------------------------------------------------------------------

    private static double[] NumbersOf(Cascade cascade)
    {
        var facts = Enum.GetValues(typeof(CascadeFact)).Cast<CascadeFact>().Select(fact => cascade[fact]);
        var lists = new[] { cascade.Low, cascade.High, cascade.Spread, cascade.Stops, cascade.CrossFit?.Stops,
                            cascade.HeldOut?.Stops };
        return facts.Concat(cascade.Order.Select(model => (double)model))
                    .Concat(lists.Where(list => list != null).SelectMany(list => list)).ToArray();
    }

    private static void CheckDecisions(string how, CascadeDecisions got, Case expect)
    {
        SameList("decisions " + how, got.Decisions, ((List)expect["decisions"]).Select(x => (int)Int(x)));
        SameList("counts " + how, got.Counts, ((List)expect["counts"]).Select(x => (int)Int(x)));
    }

    // Decisions of rows of scores in every way there is.
    private static void CheckDecisions(Cascade cascade, ScoreRows rows, Case expect)
    {
        foreach (var threads in new[] { 1, 3 })
            CheckDecisions($"by {threads} threads", cascade.Apply(rows.Table, new CascadeOptions { Threads = threads }),
                           expect);
        CheckDecisions("by callback", cascade.Apply(rows.Count, rows.Fill), expect);
        using (var run = cascade.Run())
            for (var i = 0; i < rows.Count; ++i)
            {
                for (var model = run.Start(); model >= 0;) model = run.Feed(rows.Of(i, model));
                Same("decision of a run", run.Decision, (int)Int(((List)expect["decisions"])[i]));
                Same("count of a run", run.Count, (int)Int(((List)expect["counts"])[i]));
            }
    }

    // ---- Calls -----------------------------------------------------------------------------------------------------

    private static void CascadeFit(Case c)
    {
        var rows = new ScoreRows((Case)c["scores"]);
        var options = CascadeAskedOf(c);
        var heldOut = (Case)c.Get("calibration");
        Func<CascadeScores, Cascade> fit = sample =>
        {
            using (sample)
            using (var calibration = heldOut == null ? null : new ScoreRows(heldOut).Scores())
                return Cascade.Fit(sample, options, calibration);
        };
        using (var cascade = fit(rows.Scores()))
        {
            if (!c.ContainsKey("expect")) return;
            var e = (Case)c["expect"];
            foreach (var fact in Sorted(e["numbers"]))
                Check(fact.Key, cascade[CascadeFactNamed(fact.Key)], Hex(fact.Value));
            SameList("order", cascade.Order, ((List)e["order"]).Select(x => (int)Int(x)));
            CheckList("low", cascade.Low.ToArray(), e["low"]);
            CheckList("high", cascade.High.ToArray(), e["high"]);
            CheckList("spread", cascade.Spread.ToArray(), e["spread"]);
            CheckList("stops", cascade.Stops.ToArray(), e["stops"]);
            if (e.ContainsKey("held_out_stops"))
                CheckList("held_out_stops", cascade.HeldOut.Stops.ToArray(), e["held_out_stops"]);
            if (options.Names != null)
                SameList("names", Enumerable.Range(0, rows.Models).Select(cascade.ModelName), options.Names);
            CheckDecisions(cascade, rows, e);
            using (var sample = rows.Scores())
            {
                var evaluated = cascade.Evaluate(sample, new CascadeOptions { Threads = 2 });
                SameBits("evaluated", new[] { evaluated.Disagreement, evaluated.MeanModels, evaluated.MeanCost },
                         new[] { cascade.Disagreement, cascade.MeanModels, cascade.MeanCost });
                SameBits("stops evaluated", evaluated.Stops, cascade.Stops);
            }

            var saved = cascade.Save();
            using (var loaded = Cascade.Load(saved))
            {
                Same("saved again", loaded.Save(), saved);
                SameBits("of a saved and loaded one", NumbersOf(loaded), NumbersOf(cascade));
                CheckDecisions(loaded, rows, e);
            }
            Action<string, CascadeScores> again = (what, sample) =>
            {
                using (var other = fit(sample)) Same(what, other.Save(), saved);
            };
            again("of rows fed in another order", rows.Merged());
            using (var sample = rows.Scores()) again("of a copy of the rows", sample.Copy());
            options.Threads = 3;
            again("with 3 threads", rows.Scores());
        }
    }

    private static void CascadeOfTrees(Case c)
    {
        using (var trees = TreesOf((Case)c["trees"]))
        {
            var features = Cells(c["features"], Real, trees.FeatureCount);
            var margins = trees.Evaluate(features).Cast<double>().ToArray();
            var narrow = Cells(c["features"], x => (float)Real(x), trees.FeatureCount);
            using (var sample = CascadeScores.Of(trees, features))
            using (var alone = Cascade.Fit(sample, CascadeAskedOf(c)))
            using (var cascade = alone.Bind(trees))
            {
                if (!c.ContainsKey("expect")) return;
                var e = (Case)c["expect"];
                CheckList("margins", margins, e["margins"]);
                SameList("order", cascade.Order, ((List)e["order"]).Select(x => (int)Int(x)));
                Same("n_features", cascade.FeatureCount, trees.FeatureCount);
                CheckDecisions("of trees", cascade.ApplyTrees(features), e);
                CheckDecisions("of trees by 3 threads",
                               cascade.ApplyTrees(features, new CascadeOptions { Threads = 3 }), e);
                CheckDecisions("of floats", cascade.ApplyTrees(narrow), e);
                var saved = cascade.Save();
                using (var loaded = Cascade.Load(saved))
                {
                    Same("saved again", loaded.Save(), saved);
                    CheckDecisions("of a saved and loaded one", loaded.ApplyTrees(features), e);
                }
            }
            using (var again = Trees.Load(trees.Save()))
            {
                Same("trees saved again", again.Save(), trees.Save());
                var threads = new CascadeOptions { Threads = 3 };
                SameBits("margins of saved and loaded trees", again.Evaluate(features, threads).Cast<double>(),
                         margins);
            }
        }
    }
}
