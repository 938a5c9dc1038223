// The calls of the conformance cases that concern learners and calibration, as in tests/capi/conformance_learners.cpp.
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

    private static long[] Longs(object list) => ((List)list).Select(Int).ToArray();

    private static Dataset FeaturesOf(Case rows)
    {
        if (!rows.ContainsKey("csr")) return new Dataset(Cells(rows["features"], Real, 1));
        var csr = (Case)rows["csr"];
        long[] starts = Longs(csr["indptr"]), indices = Longs(csr["indices"]);
        return new Dataset(new SparseTable(starts, indices, Reals(csr["values"]), Int(csr["n_features"])));
    }

    private static Dataset DatasetOf(Case rows)
    {
        var made = FeaturesOf(rows);
        if (rows.ContainsKey("labels")) made.SetLabels(ByteCells(rows["labels"], 1));
        if (rows.ContainsKey("label_csr"))
        {
            var csr = (Case)rows["label_csr"];
            made.SetSparseLabels(Longs(csr["indptr"]), Longs(csr["indices"]), Int(csr["n_labels"]));
        }
        if (rows.ContainsKey("classes"))
            made.SetClasses(Longs(rows["classes"]), Int(rows["n_classes"]));
        if (rows.Get("weights") != null) made.SetWeights(Reals(rows["weights"]));
        if (rows.Get("groups") != null) made.SetGroups(Longs(rows["groups"]));
        if (rows.Get("marginals") != null) made.SetMarginals(Cells(rows["marginals"], Real, 1));
        return made;
    }

    private static LearnerOptions LearnerAskedOf(Case c) => OptionsBy<LearnerOptions>((Case)c["asked"]);

    // ---- Learners --------------------------------------------------------------------------------------------------

    // Of the options of a decision, those that its probabilities read.
    private static DecisionOptions Estimating(DecisionOptions options) => new DecisionOptions { Seed = options.Seed, Threads = options.Threads };

    // Predictions of a learner.
    private sealed class Said
    {
        internal readonly double[] Probabilities, Expected;
        internal readonly byte[] Mask;

        internal Said(Learner learner, Dataset rows, Metric metric, DecisionOptions options, int threads)
        {
            options.Threads = threads;
            var estimating = Estimating(options);
            Probabilities = learner.Probabilities(rows, estimating).Cast<double>().ToArray();
            using (var all = learner.Decide(rows, metric, options))
            {
                Expected = all.Expected.ToArray();
                Mask = all.Mask.ToArray();
            }
            double[] p = new double[Probabilities.Length], expected = new double[Expected.Length];
            var mask = new byte[Mask.Length];
            learner.ProbabilitiesInto(rows, p, estimating);
            learner.DecideInto(rows, metric, mask, expected, options);
            SameBits("probabilities into an array", p, Probabilities);
            SameBits("expected into an array", expected, Expected);
            SameList("mask into an array", mask, Mask);
        }

        internal void CheckSame(string how, Said other)
        {
            SameBits("probabilities " + how, other.Probabilities, Probabilities);
            SameBits("expected " + how, other.Expected, Expected);
            SameList("mask " + how, other.Mask, Mask);
        }
    }

    // Two ways to the same numbers that need not round alike.
    private static void SameNearly(string what, IEnumerable<double> got, IReadOnlyList<double> wanted)
    {
        var list = got.ToList();
        if (list.Count != wanted.Count || list.Where((x, i) => !(Math.Abs(x - wanted[i]) <= 1e-12)).Any())
            Fail($"{what} is [{string.Join(",", list)}], expected [{string.Join(",", wanted)}]");
    }

    private static void CheckAbout(Learner learner, Case e)
    {
        if (e.ContainsKey("name")) Same("name", learner.Name, (string)e["name"]);
        if (e.ContainsKey("kind")) Same("kind", learner.Kind, Named<Kind>(e["kind"]));
        if (e.ContainsKey("task")) Same("task", learner.Task, Named<LearningTask>(e["task"]));
        if (e.ContainsKey("n_features")) Same("n_features", learner.FeatureCount, (long)Real(e["n_features"]));
        if (e.ContainsKey("n_labels")) Same("n_labels", learner.LabelCount, (long)Real(e["n_labels"]));
        if (e.ContainsKey("at_least")) Same("at_least", learner.AtLeast, (long)Real(e["at_least"]));
        if (e.ContainsKey("feature_names"))
            SameList("feature_names", learner.FeatureNames, ((List)e["feature_names"]).Cast<string>());
        if (e.ContainsKey("label_names"))
            SameList("label_names", learner.LabelNames, ((List)e["label_names"]).Cast<string>());
        if (!e.ContainsKey("choices")) return;
        var wanted = ((List)e["choices"]).Cast<Case>().ToList();
        Same("number of choices", learner.Choices.Count, wanted.Count);
        foreach (var pair in learner.Choices.Zip(wanted, (got, one) => new { got, one }))
        {
            Same("part", pair.got.Part, (string)pair.one["part"]);
            Same("what", pair.got.What, (string)pair.one["what"]);
            Check("value", pair.got.Value, pair.one["value"] is Number n ? Real(n) : Hex(pair.one["value"]));
            Same("tried", pair.got.Losses.Count, pair.got.Values.Count);
        }
    }

    private static void LearnerItself(Case c)
    {
        var options = LearnerAskedOf(c);
        var name = (string)c["learner"];
        using (var rows = DatasetOf((Case)c["rows"]))
        using (var learner = Learner.Fit(name, rows, options))
        using (var fresh = DatasetOf((Case)c["new"]))
        using (var metric = MetricOf(c))
        {
            var said = new Said(learner, fresh, metric, OptionsOf(c), 1);
            if (!c.ContainsKey("expect")) return;
            var e = (Case)c["expect"];
            CheckAbout(learner, e);
            var wanted = Rows(e["probabilities"]).SelectMany(row => row).ToList();
            Same("number of probabilities", said.Probabilities.Length, wanted.Count);
            CheckList("probabilities", said.Probabilities, wanted);
            SameList("mask", said.Mask, ByteCells(e["mask"]).Cast<byte>());
            CheckList("expected", said.Expected, e["expected"]);

            var saved = learner.Save();
            using (var loaded = Learner.Load(saved))
            {
                Same("saved again", loaded.Save(), saved);
                said.CheckSame("of a saved and loaded one", new Said(loaded, fresh, metric, OptionsOf(c), 1));
                CheckSameAbout(loaded, learner);
            }
            said.CheckSame("with 3 threads", new Said(learner, fresh, metric, OptionsOf(c), 3));
            options.Threads = 3;
            using (var again = Learner.Fit(name, rows, options)) Same("fitted with 3 threads", again.Save(), saved);
            SameNearly("marginals of the rows' estimators", Enumerable.Range(0, (int)fresh.RowCount).SelectMany(i =>
            {
                using (var known = learner.Estimator(fresh, i)) return known.Marginals();
            }), said.Probabilities);
            CheckRowByRow(learner, (Case)c["new"], metric, OptionsOf(c), said);
        }
    }

    // What fitting said of itself is saved with it.
    private static void CheckSameAbout(Learner loaded, Learner fitted)
    {
        Same("text of a loaded one", loaded.ToString(), fitted.ToString());
        SameList("choices of a loaded one", loaded.Choices.Select(x => x.ToString()),
                 fitted.Choices.Select(x => x.ToString()));
        SameBits("values tried", loaded.Choices.SelectMany(x => x.Values), fitted.Choices.SelectMany(x => x.Values));
        SameBits("losses of them", loaded.Choices.SelectMany(x => x.Losses), fitted.Choices.SelectMany(x => x.Losses));
    }

    // Rows of dense features as a service is asked for them, and as a table.
    private static void CheckRowByRow(Learner learner, Case fresh, Metric metric, DecisionOptions options, Said said)
    {
        if (!fresh.ContainsKey("features") || fresh.ContainsKey("marginals")) return;
        var cells = Cells(fresh["features"], Real, 1);
        SameBits("probabilities of a table", learner.Probabilities(cells, Estimating(options)).Cast<double>(), said.Probabilities);
        if (options.Average.HasValue) return;
        int columns = cells.GetLength(1), labels = (int)learner.LabelCount;
        var flat = cells.Cast<double>().ToArray();
        for (var i = 0; i < cells.GetLength(0); ++i)
        {
            var row = flat.Skip(i * columns).Take(columns).ToArray();
            SameBits("probabilities of one row", learner.Probabilities(row, Estimating(options)),
                     said.Probabilities.Skip(i * labels).Take(labels));
            var decision = learner.Decide(row, metric, options);
            SameBits("expected of one row", new[] { decision.Expected }, new[] { said.Expected[i] });
            SameList("mask of one row", decision.ToMask(), said.Mask.Skip(i * labels).Take(labels));
            var mask = new byte[labels];
            SameBits("expected of one row into an array", new[] { learner.DecideInto(row, metric, mask, options) },
                     new[] { said.Expected[i] });
            SameList("mask of one row into an array", mask, decision.ToMask());
        }
    }

    // ---- Calibration -----------------------------------------------------------------------------------------------

    private static void CalibrationItself(Case c)
    {
        var weights = RealsOrNull(c.Get("weights"));
        var scores = c.ContainsKey("scores");
        if (c.ContainsKey("classes"))
        {
            CalibrationOfClasses(c, scores, weights == null ? default(Values) : weights);
            return;
        }
        using (var fitted = CalibrationOf(c, scores, weights == null ? default(Values) : weights))
        {
            var fresh = Reals(c["new"]);
            var said = Calibrated(fitted, scores, fresh);
            if (!c.ContainsKey("expect")) return;
            CheckList("probabilities", said, ((Case)c["expect"])["probabilities"]);
            var saved = fitted.Save();
            using (var loaded = Calibration.Load(saved))
            {
                Same("saved again", loaded.Save(), saved);
                SameBits("probabilities of a saved and loaded one", Calibrated(loaded, scores, fresh), said);
            }
        }
    }

    private static Calibration CalibrationOf(Case c, bool scores, Values weights)
    {
        var method = (string)c["method"];
        return scores ? Calibration.FitScores(method, Bytes(c["labels"]), Reals(c["scores"]), weights)
                      : Calibration.Fit(method, Bytes(c["labels"]), Reals(c["probabilities"]), weights);
    }

    private static void CalibrationOfClasses(Case c, bool scores, Values weights)
    {
        var method = (string)c["method"];
        double[,] fresh = Cells(c["new"], Real), given = Cells(c[scores ? "scores" : "probabilities"], Real);
        var classes = Reals(c["classes"]).Select(one => (long)one).ToArray();
        using (var fitted = scores ? Calibration.FitClassScores(method, classes, given, weights)
                                   : Calibration.FitClasses(method, classes, given, weights))
        {
            var said = Calibrated(fitted, scores, fresh);
            if (!c.ContainsKey("expect")) return;
            CheckList("probabilities", said, ((Case)c["expect"])["probabilities"]);
            Same("the number of classes", fitted.ClassCount, fresh.GetLength(1));
            var saved = fitted.Save();
            using (var loaded = Calibration.Load(saved))
            {
                Same("saved again", loaded.Save(), saved);
                SameBits("probabilities of a saved and loaded one", Calibrated(loaded, scores, fresh), said);
            }
        }
    }

    private static double[] Calibrated(Calibration calibration, bool scores, double[,] values) =>
        (scores ? calibration.ClassProbabilitiesOfScores(values) : calibration.ClassProbabilities(values))
            .Cast<double>().ToArray();

    private static double[] Calibrated(Calibration calibration, bool scores, double[] values) =>
        scores ? calibration.ProbabilitiesOfScores(values) : calibration.Probabilities(values);
}
