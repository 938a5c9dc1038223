// Learners, the datasets they are fitted to, and calibration.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using Wald;
using Assembly = System.Reflection.Assembly;

[Tests]
public static class LearnerTests
{
    // Features that are quarters, so that a float holds them; labels that depend on them, with noise; no row is empty.
    internal sealed class Problem
    {
        internal readonly int Rows, Columns, Labels;
        internal readonly double[,] X;
        internal readonly byte[,] Y;

        internal Problem(int seed, int rows, int columns = 3, int labels = 3)
        {
            var random = new Random(seed);
            Rows = rows;
            Columns = columns;
            Labels = labels;
            X = new double[rows, columns];
            Y = new byte[rows, labels];
            for (var i = 0; i < rows; ++i)
            {
                for (var j = 0; j < columns; ++j) X[i, j] = random.Next(-8, 9) / 4.0;
                for (var l = 0; l < labels; ++l)
                    Y[i, l] = (byte)(X[i, l % columns] + random.NextDouble() * 2 - 0.5 > 0.6 ? 1 : 0);
                if (Enumerable.Range(0, labels).All(l => Y[i, l] == 0)) Y[i, random.Next(labels)] = 1;
            }
        }

        internal double[] Row(int i) => Enumerable.Range(0, Columns).Select(j => X[i, j]).ToArray();

        internal Dataset Dataset() => new Dataset(X).SetLabels(Y);
    }

    private static LearnerOptions Quick() => new LearnerOptions { CValues = new[] { 1.0 }, Calibration = "none" };

    // The options that a learner reads: its own and those of the learners in its name, or of lfp if it needs another one
    // and names none.
    internal static LearnerOptions ReadBy(string name, LearnerOptions options)
    {
        var learners = Regex.Replace(name, "(cardinality|kernel)(?=,|$)", "$1:lfp").Split(':', ',');
        var read = new LearnerOptions();
        foreach (var row in Library.Options("learners"))
        {
            var property = typeof(LearnerOptions).GetProperty(RowTests.Pascal(row.Name));
            if (row.Concerns.Count == 0 || row.Concerns.Intersect(learners).Any())
                property.SetValue(read, property.GetValue(options));
        }
        return read;
    }

    private static string Fitted(Dataset rows, string name = "lfp", LearnerOptions options = null)
    {
        using (rows)
        using (var learner = Learner.Fit(name, rows, options ?? Quick())) return learner.Save();
    }

    private static double[] Flat(double[,] table) => table.Cast<double>().ToArray();

    // ---- What goes in ----------------------------------------------------------------------------------------------

    public static void ShapesOfDatasets()
    {
        var sample = new Problem(1, 12);
        using (var rows = new Dataset(sample.X))
        {
            Check.Equal(rows.Task, LearningTask.None);
            Check.That(rows.RowCount == 12 && rows.FeatureCount == 3 && rows.LabelCount == 0);
            Check.Equal(rows.ToString(), "Dataset: 12 rows, 3 features");
            Check.That(rows.SetLabels(sample.Y) == rows);
            Check.Equal(rows.Task, LearningTask.Labels);
            Check.Equal(rows.ToString(), "Dataset: 12 rows, 3 features, 3 labels");
            rows.SetLabels(new byte[12]);
            Check.Equal(rows.LabelCount, 1);
            rows.SetClasses(new int[12], 5);
            Check.Equal(rows.Task, LearningTask.Classes);
            Check.Equal(rows.ToString(), "Dataset: 12 rows, 3 features, 5 classes");
        }
        using (var none = new Dataset(new double[0, 4]).SetMarginals(new double[0, 2]))
            Check.That(none.RowCount == 0 && none.FeatureCount == 4);
    }

    // However rows lie in memory, the same is learnt of them.
    public static void TheSameRowsInEveryForm()
    {
        var sample = new Problem(2, 40);
        int rows = sample.Rows, columns = sample.Columns, labels = sample.Labels;
        var wanted = Fitted(sample.Dataset());
        var narrow = new float[rows, columns];
        var truth = new bool[rows, labels];
        double[] flat = Flat(sample.X), turned = new double[rows * columns];
        var cells = new byte[rows * labels];
        for (var i = 0; i < rows; ++i)
        {
            for (var j = 0; j < columns; ++j)
            {
                narrow[i, j] = (float)sample.X[i, j];
                turned[(columns - 1 - j) * rows + i] = sample.X[i, j]; // columns backwards
            }
            for (var l = 0; l < labels; ++l)
            {
                truth[i, l] = sample.Y[i, l] == 1;
                cells[l * rows + i] = sample.Y[i, l];
            }
        }
        Check.Equal(Fitted(new Dataset(narrow).SetLabels(truth)), wanted);
        Check.Equal(Fitted(new Dataset(new Table(flat, rows, columns)).SetLabels(sample.Y)), wanted);
        Check.Equal(Fitted(new Dataset(new Table(turned, rows, columns, 1, -rows, (columns - 1) * rows))
                               .SetLabels(new MaskTable(cells, rows, labels, 1, rows))), wanted);
        Check.Equal(Fitted(new Dataset(sample.X).SetClasses(new int[rows], 2).SetLabels(sample.Y)), wanted);

        // Labels by the positions of their ones.
        int[] starts = new int[rows + 1], ones = Ones(sample.Y, starts);
        Check.Equal(Fitted(new Dataset(sample.X).SetSparseLabels(starts, ones, labels)), wanted);
        Check.Equal(Fitted(new Dataset(sample.X).SetSparseLabels(Wide(starts), Wide(ones), labels)), wanted);

        // One label, as a vector and as every third cell of a table.
        var first = Enumerable.Range(0, rows).Select(i => sample.Y[i, 0]).ToArray();
        Check.Equal(Fitted(new Dataset(sample.X).SetLabels(new Mask(sample.Y.Cast<byte>().ToArray(), rows, labels))),
                    Fitted(new Dataset(sample.X).SetLabels(first)));

        // Weights.
        var weights = Enumerable.Range(0, rows).Select(i => i % 3 + 0.5).ToArray();
        var weighted = Fitted(sample.Dataset().SetWeights(weights));
        Check.That(weighted != wanted);
        Check.Equal(Fitted(sample.Dataset().SetWeights(weights.Select(w => (float)w).ToArray())), weighted);
        Check.Equal(Fitted(sample.Dataset().SetWeights(new Values(new[] { 1.0 }, rows, 0))),
                    Fitted(sample.Dataset().SetWeights(Enumerable.Repeat(1.0, rows).ToArray())));
        Check.Equal(Fitted(sample.Dataset().SetWeights(weights).SetWeights(default(Values))), wanted);
    }

    private static long[] Wide(int[] numbers) => numbers.Select(x => (long)x).ToArray();

    private static int[] Ones(byte[,] cells, int[] starts)
    {
        var found = new List<int>();
        for (var i = 0; i < cells.GetLength(0); ++i)
        {
            for (var j = 0; j < cells.GetLength(1); ++j)
                if (cells[i, j] == 1) found.Add(j);
            starts[i + 1] = found.Count;
        }
        return found.ToArray();
    }

    // The learner rule reads no features: its lists are as long as its candidates are many, and outlast a file.
    public static void RulesOfMarginals()
    {
        var problem = new Problem(12, 120);
        var marginals = new double[problem.Rows, problem.Labels];
        for (var i = 0; i < problem.Rows; ++i)
            for (var l = 0; l < problem.Labels; ++l)
                marginals[i, l] = 1 / (1 + Math.Exp(1 - 2 * problem.X[i, l % problem.Columns]));
        var options = new LearnerOptions { Metric = "f1", Average = Average.Macro };
        using (var rows = new Dataset(new double[problem.Rows, 0]).SetLabels(problem.Y).SetMarginals(marginals))
        using (var learner = Learner.Fit("rule", rows, options))
        using (var again = Learner.Load(learner.Save()))
        using (var lfp = Learner.Fit("lfp", problem.Dataset(), Quick()))
        {
            Check.Equal(learner.FeatureCount, 0);
            var names = learner.Candidates.Split(' ');
            Check.That(names.Contains(learner.Rule) && learner.RuleReason != "");
            foreach (var list in new[]
                     { learner.CandidateValues, learner.CandidateGains, learner.CandidateErrors })
                Check.Equal(list.Count, names.Length);
            Check.Equal(learner.CandidateGains[Array.IndexOf(names, "decide-mean")], 0);
            Check.Bits(again.CandidateValues, learner.CandidateValues);
            Check.Equal(lfp.Rule + lfp.Candidates, "");
            Check.Equal(lfp.CandidateValues.Count, 0);
        }
    }

    // A weight of 2 is the row twice.
    public static void WeightsAreRepetitions()
    {
        var sample = new Problem(3, 30);
        var weights = Enumerable.Range(0, 30).Select(i => (double)(i % 3)).ToArray();
        var indices = Enumerable.Range(0, 30).SelectMany(i => Enumerable.Repeat(i, i % 3)).ToArray();
        var x = new double[indices.Length, 3];
        var y = new byte[indices.Length, 3];
        for (var i = 0; i < indices.Length; ++i)
            for (var j = 0; j < 3; ++j)
            {
                x[i, j] = sample.X[indices[i], j];
                y[i, j] = sample.Y[indices[i], j];
            }
        using (var weighted = sample.Dataset().SetWeights(weights))
        using (var repeated = new Dataset(x).SetLabels(y))
        using (var one = Learner.Fit("lfp", weighted, Quick()))
        using (var other = Learner.Fit("lfp", repeated, Quick()))
        {
            double[] got = Flat(one.Probabilities(sample.X)), wanted = Flat(other.Probabilities(sample.X));
            for (var i = 0; i < got.Length; ++i) Check.Near(got[i], wanted[i], 1e-5);
        }
    }

    // ---- Rows that belong together ---------------------------------------------------------------------------------

    private static double[] Losses(Dataset rows, string name = "lfp", ulong? seed = null)
    {
        var options = ReadBy(name, new LearnerOptions { Folds = 4, Calibration = "none", Seed = seed });
        using (var learner = Learner.Fit(name, rows, options))
            return learner.Choices.SelectMany(choice => choice.Losses).ToArray();
    }

    public static void FoldsOfOnesOwnAreGroups()
    {
        var sample = new Problem(17, 120);
        var numbers = new[] { long.MinValue, -1, 7, long.MaxValue, 7 }; // any, and of any size
        var folds = Enumerable.Range(0, 120).Select(i => numbers[i % 5]).ToArray();
        using (var rows = sample.Dataset())
        {
            var dealt = Losses(rows, seed: 1);
            Check.That(!dealt.SequenceEqual(Losses(rows, seed: 2)));
            Check.That(rows.SetGroups(folds) == rows);
            var own = Losses(rows, seed: 1);
            Check.That(!own.SequenceEqual(dealt));
            for (ulong seed = 2; seed < 6; ++seed)
            {
                var again = Losses(rows, seed: seed);
                Check.Equal(again.Length, own.Length);
                for (var i = 0; i < own.Length; ++i) Check.Near(again[i], own[i]);
            }
            // Only what is equal matters, not by what numbers, nor how they come.
            Check.Bits(Losses(rows.SetGroups(folds.Select(fold => (int)(fold % 1000)).ToArray()), seed: 1), own);
            Check.Bits(Losses(rows.SetGroups(default(ReadOnlySpan<long>)), seed: 1), dealt);
            Check.Bits(Losses(rows.SetGroups(new long[5].Concat(folds).ToArray().AsSpan(5)), seed: 1), own);
        }
    }

    public static void CopiesInOneGroupAreWeights()
    {
        var sample = new Problem(18, 120);
        var x = new double[240, 3];
        var y = new byte[240, 3];
        for (var i = 0; i < 240; ++i)
            for (var j = 0; j < 3; ++j)
            {
                x[i, j] = sample.X[i % 120, j];
                y[i, j] = sample.Y[i % 120, j];
            }
        var groups = Enumerable.Range(0, 120).Select(i => i * 7 % 30).ToArray();
        using (var weighted = sample.Dataset().SetWeights(Enumerable.Repeat(2.0, 120).ToArray()).SetGroups(groups))
        using (var doubled = new Dataset(x).SetLabels(y).SetGroups(groups.Concat(groups).ToArray()))
        using (var one = Learner.Fit("lfp", weighted))
        using (var other = Learner.Fit("lfp", doubled))
        {
            Check.Same(other.Choices.Select(choice => choice.Value),
                       one.Choices.Select(choice => choice.Value).ToArray());
            double[] got = Flat(other.Probabilities(sample.X)), wanted = Flat(one.Probabilities(sample.X));
            for (var i = 0; i < wanted.Length; ++i) Check.Near(got[i], wanted[i], 1e-9);
            // A copy says of a row what it is: nearest neighbours are found among other groups alone.
            var pairs = Enumerable.Range(0, 240).Select(i => i % 120).ToArray();
            var apart = Losses(doubled.SetGroups(pairs), "neighbours");
            var known = Losses(doubled.SetGroups(default(ReadOnlySpan<long>)), "neighbours");
            Check.That(known.Min() < apart.Min(), $"{known.Min()} {apart.Min()}");
        }
    }

    public static void OneGroupLeavesNothing()
    {
        var same = Enumerable.Repeat(7, 60).ToArray();
        using (var rows = new Problem(19, 60).Dataset().SetGroups(same))
        {
            foreach (var name in new[] { "lfp", "neighbours", "forest" })
                Check.Throws<WaldArgumentException>(
                    () => Learner.Fit(name, rows),
                    "groups are all 7: two at least are needed, to leave one out");
            same[5] = 8;
            Learner.Fit("lfp", rows.SetGroups(same)).Dispose();
        }
    }

    public static void SparseRows()
    {
        // Counts of words: row i holds word i % 5 and another.
        var starts = Enumerable.Range(0, 41).Select(i => 2 * i).ToArray();
        var indices = new int[80];
        var values = new double[80];
        var dense = new double[40, 9];
        var labels = new byte[40, 2];
        for (var i = 0; i < 40; ++i)
        {
            indices[2 * i] = i % 5;
            indices[2 * i + 1] = 5 + i * 7 % 4;
            values[2 * i] = 1 + i % 3;
            values[2 * i + 1] = 0.5;
            for (var c = 2 * i; c < 2 * i + 2; ++c) dense[i, indices[c]] = values[c];
            labels[i, 0] = (byte)(i % 5 < 2 || i % 11 == 0 ? 1 : 0);
            labels[i, 1] = (byte)(labels[i, 0] == 0 || i % 4 == 0 ? 1 : 0);
        }
        var narrow = Array.ConvertAll(values, x => (float)x);
        var wanted = Fitted(new Dataset(new SparseTable(starts, indices, values, 9)).SetLabels(labels));
        Check.Equal(Fitted(new Dataset(new SparseTable(Wide(starts), Wide(indices), narrow, 9)).SetLabels(labels)),
                    wanted);
        var backwards = indices.Select((_, c) => indices[c ^ 1]).ToArray(); // in any order
        var backwardValues = values.Select((_, c) => values[c ^ 1]).ToArray();
        Check.Equal(Fitted(new Dataset(new SparseTable(starts, backwards, backwardValues, 9)).SetLabels(labels)),
                    wanted);
        using (var learner = Learner.Load(wanted))
        using (var f1 = new Metric("f1"))
        {
            // A row says the same, sparse or dense, alone or among others.
            var p = Flat(learner.Probabilities(new SparseTable(starts, indices, values, 9)));
            Check.Bits(Flat(learner.Probabilities(dense)), p);
            Check.Bits(Enumerable.Range(0, 40).SelectMany(
                           i => learner.Probabilities(new Values(Flat(dense), 9, 1, 9 * i))), p);
            using (var one = learner.Decide(new SparseTable(starts, indices, values, 9), f1))
            using (var other = learner.Decide(dense, f1))
            {
                Check.Same(one.Mask.ToArray(), other.Mask.ToArray());
                Check.Bits(one.Expected, other.Expected);
            }
        }
        Check.Throws<WaldArgumentException>(
            () => Fitted(new Dataset(new SparseTable(starts, indices, values, 9)).SetLabels(labels), "lfp",
                         new LearnerOptions { Scaling = "standard" }),
            "scaling is standard: sparse features would lose their zeros; must be unit or none");
    }

    // ---- What comes out --------------------------------------------------------------------------------------------

    private static readonly string[] Names =
    {
        "br", "lfp", "efp", "pcc", "cardinality", "cardinality:neighbours", "neighbours", "forest", "tree", "kernel",
        "kernel:cardinality", "mixture:lfp,tree"
    };

    // Every learner: its facts, its text, its probabilities, decisions and estimators, together and row by row.
    public static void EveryLearner()
    {
        Problem sample = new Problem(4, 60), others = new Problem(5, 9);
        foreach (var name in Names)
        {
            var options = ReadBy(name, new LearnerOptions
            {
                CValues = new[] { 0.1, 1 }, Folds = 3, Samples = 200, Trees = 20, Gamma = 0.5,
                FeatureNames = new[] { "length", "Höhe", "" }, LabelNames = new[] { "a", "b", "µ" }, Seed = 7
            });
            using (var rows = sample.Dataset())
            using (var fresh = new Dataset(others.X))
            using (var learner = Learner.Fit(name, rows, options))
            using (var f1 = new Metric("f1"))
            {
                Check.Equal(learner.Name, name);
                Check.Equal(learner.ToString(), $"Learner: {name}, 3 features, 3 labels");
                Check.That(learner.FeatureCount == 3 && learner.LabelCount == 3 && learner.AtLeast == 1);
                Check.Equal(learner.Task, LearningTask.Labels);
                Check.Same(learner.FeatureNames, "length", "Höhe", "");
                Check.Same(learner.LabelNames, "a", "b", "µ");

                options.Threads = 3;
                using (var again = Learner.Fit(name, rows, options)) Check.Equal(again.Save(), learner.Save());
                using (var loaded = Learner.Load(learner.Save()))
                {
                    Check.Equal(loaded.Save(), learner.Save());
                    Check.Equal(loaded.Kind, learner.Kind);
                    Check.Same(loaded.Choices.Select(c => c.ToString()),
                               learner.Choices.Select(c => c.ToString()).ToArray());
                    Says(loaded, fresh, others, f1, Says(learner, fresh, others, f1, null));
                }
            }
        }
    }

    // Everything that a learner says of rows, which comes to `wanted` where that is given.
    private static double[] Says(Learner learner, Dataset fresh, Problem others, Metric f1, double[] wanted)
    {
        var said = new List<double>();
        var p = learner.Probabilities(fresh);
        said.AddRange(p.Cast<double>());
        Check.That(said.All(x => x >= 0 && x <= 1));
        Check.Bits(Flat(learner.Probabilities(others.X, new DecisionOptions { Threads = 2 })), said);
        using (var all = learner.Decide(fresh, f1))
        using (var table = learner.Decide(others.X, f1, new DecisionOptions { Threads = 3 }))
        {
            Check.That(all.Rows == 9 && all.Columns == 3 && all.Count == 9 && all.K.All(k => k >= 1));
            Check.Same(table.Mask.ToArray(), all.Mask.ToArray());
            Check.Bits(table.Expected, all.Expected);
            for (var i = 0; i < 9; ++i)
            {
                var row = others.Row(i);
                Check.Bits(learner.Probabilities(row), Enumerable.Range(0, 3).Select(j => p[i, j]));
                var decision = learner.Decide(row, f1);
                Check.Same(decision.Indices, all[i].Indices.ToArray());
                Check.Bits(decision.Expected, all.Expected[i]);
                Check.Equal(decision.ToString(), all[i].ToString());
                var mask = new byte[3];
                Check.Bits(learner.DecideInto(row, f1, mask), decision.Expected);
                Check.Same(mask, decision.ToMask());
                Check.Bits(learner.DecideInto(row, f1, null), decision.Expected);

                // The same from what is known of the row.
                using (var known = learner.Estimator(fresh, i))
                using (var alone = learner.Estimator(row))
                {
                    Check.Equal(known.Kind, learner.Kind);
                    Check.Equal(alone.Save(), known.Save());
                    var marginals = known.Marginals();
                    for (var j = 0; j < 3; ++j) Check.Near(marginals[j], p[i, j]);
                    var own = f1.Decide(known, new DecisionOptions { AtLeast = learner.AtLeast });
                    Check.Same(own.Indices, decision.Indices.ToArray());
                    Check.Near(own.Expected, decision.Expected);
                }
            }
            said.AddRange(all.Expected);
        }
        if (wanted != null) Check.Bits(said, wanted);
        return said.ToArray();
    }

    public static void KindsOfEstimators()
    {
        var sample = new Problem(6, 40);
        foreach (var pair in new Dictionary<string, Kind>
                 {
                     { "lfp", Kind.Independent }, { "efp", Kind.Counts }, { "pcc", Kind.Joint },
                     { "cardinality", Kind.Counts }, { "neighbours", Kind.Joint }, { "forest", Kind.Joint }
                 })
            using (var rows = sample.Dataset())
            using (var learner = Learner.Fit(pair.Key, rows, ReadBy(pair.Key, new LearnerOptions
            {
                CValues = new[] { 1.0 }, Trees = 5
            })))
                Check.Equal(learner.Kind, pair.Value);
    }

    // A learner of independent labels decides as its probabilities are decided.
    public static void DecidesAsTablesAre()
    {
        Problem sample = new Problem(7, 80), others = new Problem(8, 25);
        using (var rows = sample.Dataset())
        using (var fresh = new Dataset(others.X))
        using (var learner = Learner.Fit("lfp", rows, Quick()))
        using (var own = Metric.Custom((tp, k, s, n) => k + s == 0 ? 1 : 2.0 * tp / (k + s), "like f1",
                                       MetricProperties.RisesInTp | MetricProperties.LinearInTp))
        {
            var p = learner.Probabilities(fresh);
            foreach (var name in new[] { "f1", "jaccard", "hamming", "gmean", null })
                foreach (Average average in Enum.GetValues(typeof(Average)))
                    using (var named = name == null ? null : new Metric(name))
                    {
                        var metric = named ?? own;
                        var options = new DecisionOptions { Average = average, AtLeast = 0, Threads = 2 };
                        using (var got = learner.Decide(fresh, metric, options))
                        using (var wanted = metric.Decide(p, options))
                        {
                            Check.Equal(got.Average, average);
                            Check.Equal(got.Count, wanted.Count);
                            Check.Same(got.Mask.ToArray(), wanted.Mask.ToArray());
                            Check.Bits(got.Expected, wanted.Expected);
                            Check.Same(got.Select(d => d.ToString()), wanted.Select(d => d.ToString()).ToArray());
                            var mask = new byte[75];
                            var expected = new double[wanted.Count];
                            learner.DecideInto(fresh, metric, mask, expected, options);
                            Check.Same(mask, wanted.Mask.ToArray());
                            Check.Bits(expected, wanted.Expected);
                            learner.DecideInto(fresh, metric, mask, null, options);
                            learner.DecideInto(fresh, metric, null, expected, options);
                        }
                    }
        }
    }

    // What is not asked for is the learner's: at least one label where no training row was empty, except for sums over
    // the labels.
    public static void AtLeastOneLabel()
    {
        var sample = new Problem(9, 60);
        var empty = (byte[,])sample.Y.Clone();
        for (var j = 0; j < 3; ++j) empty[0, j] = 0;
        var unlikely = new double[] { -2, -2, -2 };
        using (var rows = sample.Dataset())
        using (var f1 = new Metric("f1"))
        using (var hamming = new Metric("hamming"))
        {
            using (var learner = Learner.Fit("lfp", rows, Quick()))
            {
                Check.That(learner.Probabilities(unlikely).All(x => x < 0.3));
                Check.Equal(learner.Decide(unlikely, f1).K, 1);
                Check.Equal(learner.Decide(unlikely, f1, new DecisionOptions { AtLeast = 0 }).K, 0);
                Check.Equal(learner.Decide(unlikely, f1, new DecisionOptions { AtLeast = 2 }).K, 2);
                Check.Equal(learner.Decide(unlikely, f1, new DecisionOptions { Exactly = 3 }).K, 3);
                Check.Equal(learner.Decide(unlikely, hamming).K, 0);
            }
            rows.SetLabels(empty);
            using (var learner = Learner.Fit("lfp", rows, Quick())) Check.Equal(learner.AtLeast, 0);
            var options = Quick();
            options.AtLeast = 2;
            using (var learner = Learner.Fit("lfp", rows, options))
            {
                Check.Equal(learner.AtLeast, 2);
                Check.Equal(learner.Decide(unlikely, f1).K, 2);
                Check.Equal(learner.Decide(unlikely, f1, new DecisionOptions { Abstain = 0 }).Abstained, true);
            }
        }
    }

    public static void Classes()
    {
        var random = new Random(1);
        var x = new double[90, 2];
        var classes = new int[90];
        for (var i = 0; i < 90; ++i)
        {
            classes[i] = i % 3;
            x[i, 0] = classes[i] * 2 + random.Next(-4, 5) / 8.0;
            x[i, 1] = random.Next(-4, 5) / 8.0;
        }
        foreach (var name in new[] { "br", "neighbours", "forest" })
            using (var rows = new Dataset(x).SetClasses(classes, 3))
            using (var wide = new Dataset(x).SetClasses(Wide(classes), 3))
            using (var learner = Learner.Fit(name, rows, ReadBy(name, new LearnerOptions { Trees = 20 })))
            using (var again = Learner.Fit(name, wide, ReadBy(name, new LearnerOptions { Trees = 20 })))
            using (var hamming = new Metric("hamming"))
            {
                Check.Equal(again.Save(), learner.Save());
                Check.Equal(learner.Kind, Kind.Categorical);
                Check.Equal(learner.Task, LearningTask.Classes);
                Check.Equal(learner.ToString(), $"Learner: {name}, 2 features, 3 classes");
                var p = learner.Probabilities(x);
                using (var decided = learner.Decide(x, hamming, new DecisionOptions { Exactly = 1 }))
                    for (var i = 0; i < 90; ++i)
                    {
                        Check.Near(p[i, 0] + p[i, 1] + p[i, 2], 1, 1e-9);
                        Check.Same(decided[i].Indices, classes[i]);
                    }
            }
        using (var rows = new Dataset(x).SetClasses(classes, 3))
            foreach (var name in new[] { "efp", "pcc", "cardinality" })
                Check.That(Check.Throws<WaldUnsupportedException>(() => Learner.Fit(name, rows)).Message
                                .Contains(" given classes: "), name);
    }

    // ---- What fitting chose ----------------------------------------------------------------------------------------

    public static void Choices()
    {
        var sample = new Problem(10, 60);
        using (var rows = sample.Dataset())
        {
            var penalties = new[] { 0.001, 0.1, 10 };
            using (var learner = Learner.Fit("lfp", rows, new LearnerOptions { CValues = penalties, Patience = 3 }))
            {
                Check.Equal(learner.Choices.Count, 3);
                for (var l = 0; l < 3; ++l)
                {
                    var choice = learner.Choices[l];
                    Check.Equal(choice.Part, $"label {l}");
                    Check.Equal(choice.What, "C");
                    Check.Same(choice.Values, penalties);
                    Check.Bits(choice.Loss, choice.Losses.Min());
                    Check.Bits(choice.Value, choice.Values[choice.Losses.ToList().IndexOf(choice.Loss)]);
                    Check.That(choice.ToString().StartsWith($"LearnerChoice: label {l}: C = "), choice.ToString());
                }
                Check.That(ReferenceEquals(learner.Choices, learner.Choices));
            }
            using (var learner = Learner.Fit("neighbours", rows, new LearnerOptions { NeighbourMetric = "euclidean",
                                                                                      NeighbourWeights = "uniform",
                                                                                      Scaling = "none" }))
                Check.That(learner.Choices.Any(c => c.What == "neighbours" && c.Values.Count > 1 && c.Value >= 1));
        }
    }

    // Each option reaches the library: it is one that changes what is learnt, or is refused.
    public static void OptionsCount()
    {
        var sample = new Problem(11, 50);
        var number = 0;
        Action<string, LearnerOptions, LearnerOptions> differ = (name, one, other) =>
        {
            ++number;
            Check.That(Fitted(sample.Dataset(), name, ReadBy(name, one)) !=
                           Fitted(sample.Dataset(), name, ReadBy(name, other)),
                       $"pair {number}, {name}");
        };
        Func<Action<LearnerOptions>, LearnerOptions> with = set =>
        {
            var options = new LearnerOptions
            {
                CValues = new[] { 1.0 }, Calibration = "none", Neighbours = 3, Trees = 2, MaxFeatures = 2, Gamma = 1
            };
            set(options);
            return options;
        };
        var plain = with(o => { });
        differ("lfp", plain, with(o => o.CValues = new[] { 2.0 }));
        differ("lfp", plain, with(o => o.Calibration = "isotonic"));
        differ("lfp", plain, with(o => o.Scaling = "none"));
        differ("lfp", plain, with(o => o.AtLeast = 2));
        differ("lfp", plain, with(o => o.FeatureNames = new[] { "a", "b", "c" }));
        differ("lfp", plain, with(o => o.LabelNames = new[] { "a", "b", "c" }));
        differ("lfp", with(o => o.CValues = null), with(o => { o.CValues = null; o.Folds = 2; }));
        differ("lfp", with(o => o.CValues = null), with(o => { o.CValues = null; o.Seed = 9; }));
        differ("lfp", with(o => o.CValues = null), with(o => { o.CValues = null; o.Patience = 8; }));
        differ("pcc", plain, with(o => o.Chains = 2));
        differ("pcc", plain, with(o => o.Samples = 10));
        differ("pcc", plain, with(o => o.MaxNodes = 5));
        differ("pcc", plain, with(o => o.Drawing = "independent"));
        differ("efp", plain, with(o => o.Consistent = true));
        differ("pcc", plain, with(o => o.ChainOrders = new[] { 2, 0, 1 }));
        differ("neighbours", plain, with(o => o.Neighbours = 5));
        differ("neighbours", with(o => o.NeighbourMetric = "cosine"), with(o => o.NeighbourMetric = "euclidean"));
        differ("neighbours", with(o => o.NeighbourWeights = "dudani"), with(o => o.NeighbourWeights = "uniform"));
        differ("neighbours", new LearnerOptions(), new LearnerOptions { NeighbourUtility = "hamming" });
        differ("forest", plain, with(o => o.Trees = 3));
        differ("forest", plain, with(o => o.ForestKind = "random-forest"));
        differ("forest", plain, with(o => o.ForestCriterion = "f"));
        differ("forest", plain, with(o => o.MaxFeatures = 3));
        differ("forest", plain, with(o => o.MinLeaf = 12));
        differ("forest", plain, with(o => o.MaxDepth = 1));
        differ("kernel", plain, with(o => o.Gamma = 2));
        differ("kernel", plain, with(o => o.Landmarks = 5));
        differ("kernel", plain, with(o => o.MaxExactRows = 10));
        differ("mixture:lfp,forest", plain, with(o => o.MixtureWeights = new[] { 1.0, 2 }));
    }

    // ---- Chance ----------------------------------------------------------------------------------------------------

    // A row's samples depend on the seed and on the row, not on the rows beside it.
    public static void SeedsOfChains()
    {
        Problem sample = new Problem(12, 60), others = new Problem(13, 6);
        using (var rows = sample.Dataset())
        using (var learner = Learner.Fit("pcc", rows, new LearnerOptions { CValues = new[] { 1.0 }, Samples = 50 }))
        {
            Func<ulong, double[]> said = seed => Flat(learner.Probabilities(others.X, new DecisionOptions { Seed = seed }));
            Check.Bits(said(5), said(5));
            Check.That(!said(5).SequenceEqual(said(6)));
            Check.Bits(Enumerable.Range(0, 6).SelectMany(
                           i => learner.Probabilities(others.Row(i), new DecisionOptions { Seed = 5 })), said(5));
        }
    }

    // ---- Probabilities of your own ---------------------------------------------------------------------------------

    public static void MarginalsOfAnotherModel()
    {
        Problem sample = new Problem(14, 80), others = new Problem(15, 10);
        using (var rows = sample.Dataset())
        using (var given = sample.Dataset())
        using (var fresh = new Dataset(others.X))
        using (var lfp = Learner.Fit("lfp", rows, Quick()))
        using (var f1 = new Metric("f1"))
        {
            var marginals = lfp.Probabilities(rows);
            for (var i = 0; i < marginals.GetLength(0); ++i)
                for (var j = 0; j < 3; ++j) marginals[i, j] = (float)marginals[i, j];
            given.SetMarginals(marginals);
            using (var learner = Learner.Fit("cardinality:given", given, Quick()))
            {
                var narrow = new float[80, 3];
                for (var i = 0; i < 80; ++i)
                    for (var j = 0; j < 3; ++j) narrow[i, j] = (float)marginals[i, j];
                Check.Equal(Fitted(sample.Dataset().SetMarginals(narrow), "cardinality:given"), learner.Save());
                Check.Equal(learner.Kind, Kind.Counts);
                Check.That(Check.Throws<WaldArgumentException>(() => learner.Decide(fresh, f1)).Message.StartsWith(
                    "learner \"given\" takes the marginals of another model, and the rows have none"));
                Check.Throws<WaldArgumentException>(() => learner.Decide(others.Row(0), f1));
                fresh.SetMarginals(lfp.Probabilities(fresh));
                using (var decided = learner.Decide(fresh, f1)) Check.That(decided.K.All(k => k >= 1));
                using (var known = learner.Estimator(fresh, 3)) Check.Near(known.SizeDistribution().Sum(), 1, 1e-9);
                fresh.SetMarginals(new double[10, 2]);
                Check.Throws<WaldArgumentException>(() => learner.Decide(fresh, f1));
            }
        }
    }

    // A learner around a model in Python, saved there: to the bit what Python decided (tests/python/test_guide.py).
    public static void MarginalsOfAModelInPython()
    {
        Func<string, double[][]> numbers = name => Resource(name).Trim().Split('\n').Skip(1).Select(
            line => Array.ConvertAll(line.Split(','), one => double.Parse(one, CultureInfo.InvariantCulture))).ToArray();
        double[][] x = numbers("digits.rows.csv"), p = numbers("digits.marginals.csv");
        var said = numbers("digits.answers.csv");
        using (var learner = Learner.Load(Resource("digits.learner.json")))
        using (var rows = new Dataset(Table.OfRows(x)))
        using (var f1 = new Metric("f1"))
        {
            using (var decided = learner.Decide(rows.SetMarginals(Table.OfRows(p)), f1))
                for (var i = 0; i < x.Length; ++i)
                {
                    Check.Equal(string.Join(" ", decided[i].ToMask()), string.Join(" ", said[i].Take(4)));
                    Check.Bits(new[] { decided[i].Expected }, new[] { said[i][4] });
                    var alone = learner.Decide(x[i], p[i], f1);
                    Check.Equal(alone.ToString(), decided[i].ToString());
                    var mask = new byte[4];
                    Check.Bits(new[] { learner.DecideInto(x[i], p[i], f1, mask) }, new[] { said[i][4] });
                    Check.That(mask.SequenceEqual(alone.ToMask()));
                }
            const string missing = "learner \"given\" takes the marginals of another model, and the rows have none: " +
                                   "give P(y_j = 1) with them";
            Check.Throws<WaldArgumentException>(() => learner.Decide(x[0], f1), missing);
            Check.Throws<WaldArgumentException>(() => learner.Decide(Table.OfRows(x), f1), missing);
            Check.Throws<WaldArgumentException>(() => learner.Decide(x[0], new[] { 0.5, 0.5, 0.5 }, f1),
                                                "marginals are 1 by 3: must be 1 by 4");
            Check.Throws<WaldArgumentException>(() => learner.Decide(x[0], new[] { 0.5, double.NaN, 0.5, 0.5 }, f1),
                                                "marginals[0][1] is nan: must lie in [0, 1]");
            Check.Throws<WaldArgumentException>(() => learner.DecideInto(x[0], new[] { 0.5, 0.5, 1.5, 0.5 }, f1, null),
                                                "marginals[0][2] is 1.5: must lie in [0, 1]");
            Check.Throws<WaldArgumentException>(() => rows.SetMarginals(Table.OfRows(p.Take(3).ToArray())),
                                                "marginals has 3 rows: the dataset has 20");
            Check.Throws<ArgumentNullException>(() => learner.Decide(x[0], p[0], null));
        }
    }

    // ---- Saved elsewhere -------------------------------------------------------------------------------------------

    internal static string Resource(string name)
    {
        using (var stream = Assembly.GetExecutingAssembly().GetManifestResourceStream(name))
        using (var reader = new StreamReader(stream)) return reader.ReadToEnd();
    }

    public static void SavedInPython()
    {
        var text = Resource("learner.json");
        var rows = new double[,]
        {
            { 1, 1, 3, 0, 0, 1 }, { 0, 0, 0, 0, 0, 4 }, { 0, 1, 0, 0, 0, 0 },
            { 1, 3, 3, 0, 0, 3 }, { 1, 1, 1, 2, 2, 0 }, { 3, 0, 0, 0, 1, 0 }
        };
        var p = new[]
        {
            0.6127686575844017, 0.03643786842907779, 0.9445059700721247, 0.27503543722810353,
            0.3771214315535346, 0.181897531379369, 0.9997480084692668, 0.11799533033020064,
            0.6590442050068613, 0.06111330123089291, 0.1767821261539552, 0.23900618592572215,
            0.9817107305206326, 0.2224491305972493, 0.9990081301372358, 0.32342292970282877,
            0.29669519728190186, 0.6648012026626424, 0.09257205695868109, 0.9510276725495611,
            0.04711915732484876, 0.03586728166864845, 0.03144069775756502, 0.9998278784715876
        };
        using (var learner = Learner.Load(text))
        using (var f1 = new Metric("f1"))
        {
            Check.Equal(learner.Save(), text);
            Check.Equal(learner.ToString(), "Learner: cardinality, 6 features, 4 labels");
            Check.Equal(learner.FeatureNames[5], "vote");
            Check.Equal(learner.LabelNames[2], "politics");
            Check.Bits(Flat(learner.Probabilities(rows)), p);
            using (var found = learner.Decide(rows, f1))
            {
                Check.Same(found.Select(d => string.Join("+", d.Indices)), "0+2", "2", "0", "0+2", "1+3", "3");
                Check.Bits(found.Expected, new[]
                {
                    0.7934520554864499, 0.7856706282867562, 0.6214183316110428,
                    0.8890627473477948, 0.7981176837528753, 0.9657758333620494
                });
            }
        }
    }

    // ---- Calibration -----------------------------------------------------------------------------------------------

    public static void Calibrations()
    {
        var random = new Random(1);
        var scores = Enumerable.Range(0, 4000).Select(i => random.Next(-16, 17) / 4.0).ToArray();
        // Under-confident: the chance of 1 is that of a margin three times as large.
        var labels = scores.Select(s => random.NextDouble() < 1 / (1 + Math.Exp(-3 * s))).ToArray();
        var bytes = labels.Select(l => (byte)(l ? 1 : 0)).ToArray();
        var narrow = Array.ConvertAll(scores, s => (float)s);
        var at = Enumerable.Range(-8, 17).Select(i => i / 2.0).ToArray();
        foreach (var name in new[] { "platt", "isotonic", "beta" })
            using (var calibration = Calibration.FitScores(name, labels, scores))
            {
                var p = calibration.ProbabilitiesOfScores(at);
                for (var i = 0; i < at.Length; ++i)
                {
                    Check.That(p[i] >= 0 && p[i] <= 1 && (i == 0 || p[i] >= p[i - 1]), name);
                    Check.Near(p[i], 1 / (1 + Math.Exp(-3 * at[i])), name == "platt" ? 0.05 : 0.1);
                }
                var saved = calibration.Save();
                using (var loaded = Calibration.Load(saved))
                {
                    Check.Equal(loaded.Save(), saved);
                    Check.Bits(loaded.ProbabilitiesOfScores(at), p);
                    Check.Bits(loaded.ProbabilitiesOfScores(at.Select(s => (float)s).ToArray()), p);
                    Check.Bits(loaded.ProbabilitiesOfScores(new Values(at, 3, -2, 4)), new[] { p[4], p[2], p[0] });
                    var into = new double[20];
                    loaded.ProbabilitiesOfScoresInto(at, into);
                    Check.Bits(into.Take(17), p);
                }
                Check.Equal(SavedAs(Calibration.FitScores(name, bytes, narrow)), saved);
                var twice = Enumerable.Range(0, 8000).Select(i => i % 2 == 0 ? scores[i / 2] : 99).ToArray();
                Check.Equal(SavedAs(Calibration.FitScores(name, new Mask(bytes, 4000), new Values(twice, 4000, 2))), saved);
                var weights = Enumerable.Range(0, 4000).Select(i => i < 2000 ? 1.0 : 0).ToArray();
                Check.Equal(SavedAs(Calibration.FitScores(name, bytes, scores, weights)),
                            SavedAs(Calibration.FitScores(name, new Mask(bytes, 2000), new Values(scores, 2000))));
                Check.Equal(calibration.ProbabilitiesOfScores(new double[0]).Length, 0);
            }
    }

    public static void Adapting()
    {
        var p = new[,] { { 0.5, 0.25 }, { 0, 1 } };
        foreach (var kind in new[] { Kind.Independent, Kind.Categorical })
        {
            var found = Calibration.Adapt(kind, p, new[] { 0.5, 0.25 }, new[] { 0.8, 0.1 });
            Check.That(Math.Abs(found[0, 0] - 0.8) < 1e-15 && Math.Abs(found[0, 1] - 0.1) < 1e-15, kind.ToString());
            Check.That(found[1, 0] == 0 && found[1, 1] == 1, kind.ToString());
        }
        Check.Throws<WaldArgumentException>(
            () => Calibration.Adapt(Kind.Independent, p, new[] { 0.5 }, new[] { 0.8, 0.1 }),
            "training_prior has 1 rows: must have 2");
    }

    public static void CalibrationsOfProbabilities()
    {
        var p = new[] { 0, 0.1, 0.3, 0.4, 0.6, 0.7, 0.9, 1 };
        var labels = new byte[] { 0, 0, 1, 0, 1, 0, 1, 1 };
        var odds = Array.ConvertAll(p, x => Math.Max(-40, Math.Min(40, Math.Log(x / (1 - x)))));
        foreach (var name in new[] { "platt", "isotonic", "beta" })
            using (var own = Calibration.Fit(name, labels, p))
            using (var byScores = Calibration.FitScores(name, labels, odds))
            using (var loaded = Calibration.Load(own.Save()))
            {
                Check.That(!own.TakesScores && !loaded.TakesScores && byScores.TakesScores, name);
                var said = own.Probabilities(p);
                Check.Bits(loaded.Probabilities(p), said);
                var others = byScores.ProbabilitiesOfScores(odds);
                for (var i = 0; i < p.Length; ++i) Check.Near(said[i], others[i], 1e-8);
                Check.Throws<WaldArgumentException>(() => own.ProbabilitiesOfScores(odds),
                                                    "scores are given: the calibration was fitted to probabilities");
                Check.Throws<WaldArgumentException>(() => byScores.Probabilities(p),
                                                    "probabilities are given: the calibration was fitted to scores");
                Check.Throws<WaldArgumentException>(() => own.Probabilities(new[] { 0.5, -2 }),
                                                    "probabilities[1] is -2: must lie in [0, 1]; log-odds and other " +
                                                    "scores are given as scores");
            }
        Check.Throws<WaldArgumentException>(() => Calibration.Fit("platt", new byte[] { 0, 1 }, new[] { 0.5, 1.5 }),
                                            "probabilities[1] is 1.5: must lie in [0, 1]; log-odds and other scores are " +
                                            "given as scores");
    }

    private static string SavedAs(Calibration calibration)
    {
        using (calibration) return calibration.Save();
    }

    // ---- Columns ---------------------------------------------------------------------------------------------------

    private static readonly string[] Work = { "state", "private", "state", "self", "private", "self" };
    private static readonly double[] Age = { 39, 50, 28, 37, 61, 44 };
    private static readonly byte[] Known = { 1, 0, 1, 0, 0, 1 };

    private static LearnerOptions Plain() => new LearnerOptions { CValues = new[] { 1.0 }, Calibration = "none" };

    // Words become columns of zeros and ones, in the order of the levels, and all are found again by their names.
    public static void ColumnsOfNumbersAndWords()
    {
        var union = new[] { true, false, true, true, false, false };
        var columns = new Columns { { "age", Age }, { "work", Work }, { "union", union } };
        Check.Equal(columns.ToString(), "Columns: 6 rows of age, work, union");
        Check.Same(columns, "age", "work", "union");
        var table = new double[6, 5];
        for (var i = 0; i < 6; ++i)
        {
            table[i, 0] = Age[i];
            table[i, 1 + Array.IndexOf(new[] { "private", "self", "state" }, Work[i])] = 1;
            table[i, 4] = union[i] ? 1 : 0;
        }
        using (var plain = new Dataset(table).SetLabels(Known))
        using (var rows = new Dataset(columns).SetLabels(Known))
        using (var wanted = Learner.Fit("lfp", plain, Plain()))
        using (var fitted = Learner.Fit("lfp", rows, Plain()))
        using (var served = Learner.Load(fitted.Save()))
        using (var f1 = new Metric("f1"))
        {
            Check.Same(served.FeatureNames, "age", "work=private", "work=self",
                       "work=state", "union");
            var p = wanted.Probabilities(table).Cast<double>().ToArray();
            Check.Bits(fitted.Probabilities(columns).Cast<double>(), p);
            // In another order, a row alone, numbers of another type.
            var one = new Columns().Add("union", 1).Add("work", "state").Add("age", new[] { 39 });
            Check.Bits(served.Probabilities(one)[0, 0], p[0]);
            using (var decided = served.Decide(columns, f1, new DecisionOptions { Average = Average.Macro }))
            using (var same = wanted.Decide(plain, f1, new DecisionOptions { Average = Average.Macro }))
                Check.Bits(decided.Expected, same.Expected);
            using (var found = served.Rows(one))
            using (var estimator = served.Estimator(found, 0)) Check.Bits(estimator.Marginals(), new[] { p[0] });
            // A word that no row had is refused, or none of the levels; a name of one's own goes before the column's.
            var other = new Columns().Add("age", 39).Add("work", "none").Add("union", 1);
            Check.Throws<WaldArgumentException>(() => served.Probabilities(other),
                                                "column \"work\" is \"none\": must be one of private, self, state");
            other.UnknownLevelsAreNone = true;
            Check.Bits(served.Probabilities(other)[0, 0],
                       wanted.Probabilities(new double[,] { { 39, 0, 0, 0, 1 } })[0, 0]);
            var options = Plain();
            options.FeatureNames = new[] { "a", "b", "c", "d", "e" };
            using (var named = Learner.Fit("lfp", rows, options)) Check.Equal(named.FeatureNames[0], "a");
            Check.Equal(options.LabelNames, null);

            Check.Throws<WaldArgumentException>(() => served.Probabilities(new Columns().Add("age", 1).Add("union", 1)),
                                                "there is no column for the feature \"work=private\"");
            Check.Throws<WaldArgumentException>(() => served.Probabilities(one.Add("pay", 1)),
                                                "column \"pay\" is not known: no feature is called so");
            Check.Throws<WaldArgumentException>(
                () => served.Decide(new Columns().Add("age", "old").Add("work", "state").Add("union", 1), f1),
                "column \"age\" is \"old\": must be a number");
            Check.Throws<WaldArgumentException>(() => wanted.Decide(columns, f1),
                                                "the learner has no feature names: give rows as 5 numbers");
        }
        Check.Throws<WaldArgumentException>(() => columns.Add("pay", 1, 2),
                                            "column \"pay\" has 2 rows: the others have 6");
        Check.Throws<WaldArgumentException>(() => columns.Add("age", Age), "column \"age\" is there already");
        Check.Throws<ArgumentNullException>(() => columns.Add(null, Age));
        Check.Throws<ArgumentNullException>(() => columns.Add("pay", (double[])null));
        Check.Throws<ArgumentNullException>(() => new Dataset((Columns)null));
    }

    // What is given is copied: what becomes of it later does not show.
    public static void ColumnsAreCopied()
    {
        var age = (double[])Age.Clone();
        var columns = new Columns().Add("age", age);
        age[0] = 1e6;
        using (var rows = new Dataset(columns).SetLabels(Known))
        using (var learner = Learner.Fit("lfp", rows, Plain()))
            Check.Bits(learner.Probabilities(columns).Cast<double>(),
                       learner.Probabilities(new Columns().Add("age", Age)).Cast<double>());
    }

    public static void ClassesByName()
    {
        var names = new[] { "red", "green", "red", "blue", "green", "blue" };
        using (var rows = new Dataset(new Columns().Add("age", Age).Add("work", Work)).SetClasses(names))
        using (var learner = Learner.Fit("lfp", rows, Plain()))
        {
            Check.Same(learner.LabelNames, "blue", "green", "red");
            using (var same = new Dataset(new Columns().Add("age", Age).Add("work", Work))
                       .SetClasses(new[] { 2, 1, 2, 0, 1, 0 }, 3))
            using (var wanted = Learner.Fit("lfp", same, Plain()))
            {
                Check.Equal(wanted.LabelNames.Count, 0);
                Check.Bits(learner.Probabilities(rows).Cast<double>(), wanted.Probabilities(rows).Cast<double>());
            }
            rows.SetLabels(Known); // instead of the classes, and of their names
            using (var binary = Learner.Fit("lfp", rows, Plain())) Check.Equal(binary.LabelNames.Count, 0);
            var error = Check.Throws<ArgumentNullException>(() => rows.SetClasses(new[] { "a", null }));
            Check.Equal(error.ParamName, "classes[1]");
            Check.Throws<ArgumentNullException>(() => rows.SetClasses((string[])null));
            Check.Throws<WaldArgumentException>(() => rows.SetClasses(new string[6].Select(_ => "a").ToArray()));
        }
    }

    // What is missing is refused, or filled in as the options say, here and where the learner is loaded.
    public static void MissingValues()
    {
        var age = new[] { 39, 50, double.NaN, 37, 61, 44 };
        var work = new[] { "state", null, "state", "self", "private", "self" };
        var columns = new Columns().Add("age", age).Add("work", work);
        var asked = new Columns().Add("work", "self", null).Add("age", double.NaN, 39);
        using (var rows = new Dataset(columns).SetLabels(Known))
        {
            Check.Throws<WaldArgumentException>(() => Learner.Fit("lfp", rows, Plain()),
                                                "features[1][1] (\"work=private\") is nan: must be a number; the " +
                                                "option missing fills in missing values");
            foreach (var indicators in new[] { false, true })
            {
                var options = Plain();
                options.Missing = "mean";
                options.MissingIndicators = indicators;
                var filled = new double[6, indicators ? 6 : 4];
                var means = new double[4];
                var features = Enumerable.Range(0, 6).Select(i => new[]
                {
                    age[i], work[i] == null ? double.NaN : work[i] == "private" ? 1 : 0,
                    work[i] == null ? double.NaN : work[i] == "self" ? 1 : 0,
                    work[i] == null ? double.NaN : work[i] == "state" ? 1 : 0
                }).ToArray();
                using (var learner = Learner.Fit("lfp", rows, options))
                using (var served = Learner.Load(learner.Save()))
                {
                    var p = learner.Probabilities(asked);
                    Check.Bits(served.Probabilities(asked).Cast<double>(), p.Cast<double>());
                    Check.That(p.Cast<double>().All(x => x > 0 && x < 1));
                    if (indicators) continue;
                    // The same by hand.
                    for (var j = 0; j < 4; ++j)
                    {
                        means[j] = features.Select(row => row[j]).Where(x => !double.IsNaN(x)).Average();
                        for (var i = 0; i < 6; ++i)
                            filled[i, j] = double.IsNaN(features[i][j]) ? means[j] : features[i][j];
                    }
                    using (var whole = new Dataset(filled).SetLabels(Known))
                    using (var wanted = Learner.Fit("lfp", whole, Plain()))
                    {
                        var q = wanted.Probabilities(new[,] { { means[0], 0, 1, 0 },
                                                              { 39, means[1], means[2], means[3] } });
                        for (var i = 0; i < 2; ++i) Check.Near(p[i, 0], q[i, 0], 1e-9);
                    }
                }
            }
        }
    }
}
