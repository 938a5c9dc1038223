// What the package answers, in every form that the input may have.
using System;
using System.Linq;
using Wald;

[Tests]
public static class DecideTests
{
    private static readonly double[] P = { 0.9, 0.45, 0.4, 0.1 };

    private static double[,] Random(int rows, int columns, int seed = 0)
    {
        var random = new Random(seed);
        var table = new double[rows, columns];
        for (var i = 0; i < rows; ++i)
            for (var j = 0; j < columns; ++j) table[i, j] = random.NextDouble();
        return table;
    }

    private static void SameAnswer(Decision a, Decision b)
    {
        Check.Same(a.Indices, b.Indices.ToArray());
        Check.Bits(new[] { a.Expected, a.Loss, a.Bound, a.NextBest, a.PZero, a.K, a.N },
                   new[] { b.Expected, b.Loss, b.Bound, b.NextBest, b.PZero, b.K, b.N });
        Check.Equal(a.KRange, b.KRange);
        Check.Equal(a.Algorithm, b.Algorithm);
        Check.Equal(a.Warning, b.Warning);
        Check.Equal(a.Abstained, b.Abstained);
        Check.Same(a.ToMask(), b.ToMask());
    }

    public static void OneProblem()
    {
        using (var f1 = new Metric("f1"))
        {
            var decision = f1.Decide(P);
            Check.Same(decision.Indices, 0, 1, 2);
            Check.Same(decision.Labels(new[] { "a", "b", "c", "d" }), "a", "b", "c");
            Check.Throws<WaldArgumentException>(() => decision.Labels(new[] { "a" }),
                                                "names has 1 elements: there are 4 labels");
            Check.Same(decision.ToMask(), new byte[] { 1, 1, 1, 0 });
            Check.Equal(decision.Mask.Length, 4);
            Check.Equal(decision.K, 3);
            Check.Equal(decision.N, 4);
            Check.That(decision[2] && !decision[3]);
            Check.Near(decision.Expected, 0.6903057142857144);
            Check.Near(decision.Loss, 1 - decision.Expected);
            Check.That(decision.Bound >= 0 && decision.Bound < 1e-12);
            Check.That(decision.NextBest < decision.Expected);
            Check.Near(decision.PZero, 0.1 * 0.55 * 0.6 * 0.9);
            Check.Equal(decision.KRange.Value.ToString(), "[3, 3]");
            Check.That(!decision.Abstained && decision.Warning == "" && decision.Algorithm == "ye");
            Check.Equal(decision.ToString(), "Decision: labels {0, 1, 2}, expected 0.690306 by ye");
            decision.ToMask()[0] = 0;
            Check.That(decision[0], "a copy of the mask was the mask");
        }
    }

    public static void EveryFormOfAVector()
    {
        using (var f1 = new Metric("f1"))
        using (var known = Estimator.Independent(P))
        {
            var wanted = f1.Decide(P);
            SameAnswer(f1.Decide(known), wanted);
            SameAnswer(f1.Decide(new ReadOnlySpan<double>(P)), wanted);
            SameAnswer(f1.Decide(new Span<double>(P)), wanted);
            SameAnswer(f1.Decide(new ReadOnlyMemory<double>(P).Span), wanted);
            var halves = new[] { 0.5, 0.25, 0.75 };
            var floats = new[] { 0.5f, 0.25f, 0.75f };
            SameAnswer(f1.Decide(floats), f1.Decide(halves));
            SameAnswer(f1.Decide(new ReadOnlySpan<float>(floats)), f1.Decide(halves));
            SameAnswer(f1.Decide(new Span<float>(floats)), f1.Decide(halves));
            var spread = new[] { 9, 0.1, 9, 0.4, 9, 0.45, 9, 0.9 };
            SameAnswer(f1.Decide(new Values(spread, 4, -2, 7)), wanted);
            SameAnswer(f1.Decide(new Values(spread.Select(x => (float)x).ToArray(), 4, -2, 7)),
                       f1.Decide(P.Select(x => (float)x).ToArray()));
            SameAnswer(f1.Decide(P.AsSpan(1)), f1.Decide(new[] { 0.45, 0.4, 0.1 }));
            SameAnswer(f1.Decide(new Values(new[] { 0.5 }, 3, 0)), f1.Decide(new[] { 0.5, 0.5, 0.5 }));
        }
    }

    public static void EveryFormOfATable()
    {
        using (var f1 = new Metric("f1"))
        {
            var table = Random(20, 6);
            var flat = table.Cast<double>().ToArray();
            var turned = new double[6, 20];
            var rows = new double[20][];
            for (var i = 0; i < 20; ++i)
            {
                rows[i] = new double[6];
                for (var j = 0; j < 6; ++j) turned[j, i] = rows[i][j] = table[i, j];
            }
            using (var wanted = f1.Decide(table))
            {
                Check.Equal(wanted.Count, 20);
                for (var i = 0; i < 20; ++i) SameAnswer(wanted[i], f1.Decide(rows[i]));
                Action<Decisions> same = got =>
                {
                    Check.Bits(got.Expected, wanted.Expected);
                    Check.Same(got.ToMask().Cast<byte>(), wanted.ToMask().Cast<byte>().ToArray());
                    got.Dispose();
                };
                same(f1.Decide(new Table(flat, 20, 6)));
                same(f1.Decide(new Table(flat.AsSpan(), 20, 6)));
                same(f1.Decide(Table.OfRows(rows)));
                same(f1.Decide(((Table)turned).Transposed));
                same(f1.Decide(new Table(turned.Cast<double>().ToArray(), 20, 6, 1, 20)));
                var backwards = flat.Reverse().ToArray();
                same(f1.Decide(new Table(backwards, 20, 6, -6, -1, 119)));
                same(f1.Decide(table, new DecisionOptions { Threads = 3 }));
                same(f1.Decide(new SparseTable(Enumerable.Range(0, 21).Select(i => 6 * i).ToArray(),
                                               Enumerable.Range(0, 120).Select(c => c % 6).ToArray(), flat, 6)));
                same(f1.Decide(new SparseTable(Enumerable.Range(0, 21).Select(i => 6L * i).ToArray(),
                                               Enumerable.Range(0, 120).Select(c => c % 6L).ToArray(), flat, 6)));
            }
            var floats = new float[20, 6];
            var doubles = new double[20, 6];
            for (var i = 0; i < 20; ++i)
                for (var j = 0; j < 6; ++j) doubles[i, j] = floats[i, j] = (float)table[i, j];
            using (var a = f1.Decide(floats))
            using (var b = f1.Decide(doubles))
            using (var c = f1.Decide(new Table(floats.Cast<float>().ToArray(), 20, 6)))
            using (var d = f1.Decide(new SparseTable(Enumerable.Range(0, 21).Select(i => 6 * i).ToArray(),
                                                     Enumerable.Range(0, 120).Select(x => x % 6).ToArray(),
                                                     floats.Cast<float>().ToArray(), 6)))
            {
                Check.Bits(a.Expected, b.Expected);
                Check.Bits(c.Expected, b.Expected);
                Check.Bits(d.Expected, b.Expected);
            }
        }
    }

    public static void IntoMemoryOfTheCallers()
    {
        var table = Random(20, 6);
        using (var f1 = new Metric("f1"))
            foreach (var options in new[]
                     {
                         null, new DecisionOptions { Average = Average.Macro }, new DecisionOptions { Average = Average.Micro },
                         new DecisionOptions { Abstain = 0.4 }, new DecisionOptions { Kind = Kind.Independent, Threads = 2 }
                     })
                using (var wanted = f1.Decide(table, options))
                {
                    var answers = wanted.Count;
                    var mask = Enumerable.Repeat((byte)9, 123).ToArray();
                    var expected = Enumerable.Repeat(-1.0, answers + 2).ToArray();
                    f1.DecideInto(table, mask.AsSpan(2), expected.AsSpan(1), options);
                    Check.Same(mask.Skip(2).Take(120), wanted.ToMask().Cast<byte>().ToArray());
                    Check.Bits(expected.Skip(1).Take(answers), wanted.Expected);
                    Check.Same(new[] { mask[0], mask[1], mask[122] }, (byte)9, (byte)9, (byte)9); // and nothing else
                    Check.Bits(new[] { expected[0], expected[answers + 1] }, new[] { -1.0, -1 });
                    var alone = new byte[120];
                    f1.DecideInto(table, alone, null, options);
                    Check.Same(alone, wanted.ToMask().Cast<byte>().ToArray());
                    Array.Clear(expected, 0, expected.Length);
                    f1.DecideInto(table, null, expected, options);
                    Check.Bits(expected.Take(answers), wanted.Expected);
                    Check.Throws<WaldArgumentException>(
                        () => f1.DecideInto(table, new byte[119], null, options),
                        "mask has 119 elements: probabilities has shape (20, 6)");
                    if (answers > 1)
                        Check.Throws<WaldArgumentException>(
                            () => f1.DecideInto(table, null, new double[answers - 1], options),
                            $"expected has {answers - 1} elements: there are {answers} answers");
                }
        using (var f1 = new Metric("f1"))
        {
            f1.DecideInto(new double[0, 3], null, null);
            Check.Throws<WaldArgumentException>(() => f1.DecideInto(new[,] { { 0.5, 1.5 } }, new byte[2], null),
                                                "probabilities[0][1] is 1.5: must lie in [0, 1]");
        }
    }

    public static void FactsOfManyAnswers()
    {
        using (var f1 = new Metric("f1"))
            foreach (var average in new[] { Average.Instance, Average.Macro, Average.Micro })
                using (var all = f1.Decide(Random(9, 5), new DecisionOptions { Average = average }))
                {
                    Check.Equal(all.Count, average == Average.Instance ? 9 : average == Average.Macro ? 5 : 1);
                    Check.Equal(all.ItemCount, average == Average.Instance ? 5 : average == Average.Macro ? 9 : 45);
                    Check.Equal(all.Average, average);
                    Check.Equal(all.Rows * 10 + all.Columns, 95);
                    all.Positives(out var starts, out var items);
                    Check.Equal(starts.Length, all.Count + 1);
                    var mask = all.ToMask();
                    for (var a = 0; a < all.Count; ++a)
                    {
                        var one = all[a];
                        Check.Bits(new[] { all.Expected[a], all.Loss[a], all.Bound[a], all.NextBest[a], all.PZero[a] },
                                   new[] { one.Expected, one.Loss, one.Bound, one.NextBest, one.PZero });
                        Check.Equal(all.K[a], one.K);
                        Check.Equal(all.KRange[a], one.KRange);
                        Check.Equal(all.Abstained[a], one.Abstained);
                        Check.Equal(all.Algorithm[a], one.Algorithm);
                        Check.Same(items.Skip((int)starts[a]).Take((int)(starts[a + 1] - starts[a])),
                                   one.Indices.ToArray());
                        foreach (var item in one.Indices)
                            Check.Equal(average == Average.Instance ? mask[a, item]
                                        : average == Average.Macro ? mask[item, a]
                                        : mask[item / 5, item % 5], (byte)1);
                    }
                    Check.Equal(mask.Cast<byte>().Count(x => x == 1), (int)all.K.Sum());
                    Check.Equal(all.Select(one => one.K).Sum(), all.K.Sum());
                    Check.That(all.ToString().StartsWith($"Decisions: {all.Count} answers ({average}) over 9 x 5"));
                }
    }

    public static void SparseMasks()
    {
        using (var f1 = new Metric("f1"))
            foreach (var average in new[] { Average.Instance, Average.Macro, Average.Micro })
            {
                var table = new[,] { { 0.9, 0, 0, 0.3 }, { 0, 0.45, 0.4, 0 }, { 0, 0, 0, 0.5 } };
                var rows = new SparseTable(new[] { 0, 2, 4, 5 }, new[] { 3, 0, 1, 2, 3 },
                                           new[] { 0.3, 0.9, 0.45, 0.4, 0.5 }, 4);
                var options = new DecisionOptions { Average = average };
                if (average == Average.Instance) options.Abstain = 0.4;
                using (var dense = f1.Decide(table, options))
                using (var sparse = f1.Decide(rows, options))
                {
                    Check.Bits(sparse.Expected, dense.Expected);
                    Check.Same(sparse.ToMask().Cast<byte>(), dense.Mask.ToArray());
                    Check.Same(sparse.Abstained, dense.Abstained.ToArray());
                    if (average == Average.Instance)
                        Check.That(dense.Abstained.Contains(true) && dense.Abstained.Contains(false));
                }
            }
    }

    public static void EveryOption()
    {
        using (var f1 = new Metric("f1"))
        {
            Check.Equal(f1.Decide(P, new DecisionOptions { AtLeast = 4 }).K, 4);
            Check.Equal(f1.Decide(P, new DecisionOptions { AtMost = 1 }).K, 1);
            Check.Equal(f1.Decide(P, new DecisionOptions { Exactly = 2 }).K, 2);
            Check.Equal(f1.Decide(P, new DecisionOptions { Exactly = 0 }).K, 0);
            Check.Equal(f1.Decide(P, new DecisionOptions { Algorithm = "enumeration" }).Algorithm, "enumeration");
            var undecided = f1.Decide(P, new DecisionOptions { Abstain = 0.1 });
            Check.That(undecided.Abstained && undecided.K == 0);
            Check.Same(undecided.ToMask(), Mask.Undecided, Mask.Undecided, Mask.Undecided, Mask.Undecided);
            Check.That(undecided.ToString().StartsWith("Decision: undecided, expected "));
            var exclusive = f1.Decide(new[] { 0.5, 0.3, 0.1 }, new DecisionOptions { Kind = Kind.Categorical });
            Check.Equal(exclusive.Algorithm, "categorical");
            Check.Near(exclusive.PZero, 0.1);
            using (var known = Estimator.Categorical(new[] { 0.5, 0.3, 0.1 })) SameAnswer(f1.Decide(known), exclusive);
        }
        using (var metric = new Metric("f1", 0)) Check.That(metric.Decide(new[] { 0.05, 0.02 }).K > 0);
    }

    public static void ExpectedAndRegret()
    {
        using (var f1 = new Metric("f1"))
        using (var known = Estimator.Independent(P))
        {
            var half = new byte[] { 1, 0, 0, 0 };
            var value = f1.Expected(P, half, out var error);
            Check.Near(value, 0.65313);
            Check.That(error > 0 && error < 1e-12);
            Check.Bits(f1.Expected(known, half), value);
            Check.Bits(f1.Expected(P, new[] { true, false, false, false }), value);
            Check.Bits(f1.Expected(P, new Mask(new byte[] { 0, 0, 0, 1 }, 4, -1, 3)), value);
            Check.Bits(f1.Expected(P, half.AsSpan()), value);
            var regret = f1.Regret(known, half, out var bound);
            Check.Near(regret, f1.Decide(P).Expected - value);
            Check.That(bound > 0 && bound < 1e-12);
            Check.Bits(f1.Regret(P, half), regret);
            Check.Bits(f1.Regret(P, f1.Decide(P).Mask), 0);
            Check.Bits(f1.Regret(P, half, new DecisionOptions { AtMost = 1 }), 0);

            var table = Random(7, 4, 3);
            var mask = new byte[7, 4];
            var bools = new bool[7, 4];
            for (var i = 0; i < 7; ++i) bools[i, i % 4] = (mask[i, i % 4] = 1) == 1;
            double[] expected = f1.Expected(table, mask), regrets = f1.Regret(table, mask);
            Check.Bits(f1.Expected(table, bools), expected);
            Check.Bits(f1.Expected(table, new MaskTable(mask.Cast<byte>().ToArray(), 7, 4)), expected);
            Check.Bits(f1.Expected(table, new MaskTable(bools.Cast<bool>().ToArray(), 7, 4)), expected);
            using (var best = f1.Decide(table))
                for (var i = 0; i < 7; ++i)
                {
                    var row = Enumerable.Range(0, 4).Select(j => table[i, j]).ToArray();
                    var cells = Enumerable.Range(0, 4).Select(j => mask[i, j]).ToArray();
                    Check.Bits(f1.Expected(row, cells), expected[i]);
                    Check.Near(regrets[i], best.Expected[i] - expected[i]);
                }
            Check.Equal(f1.Expected(table, mask, new DecisionOptions { Average = Average.Macro }).Length, 4);
            Check.Equal(f1.Regret(table, mask, new DecisionOptions { Average = Average.Micro }).Length, 1);
        }
    }

    public static void CurvesAndDistributions()
    {
        using (var f1 = new Metric("f1"))
        using (var known = Estimator.Independent(P))
        {
            var curve = f1.Curve(P);
            Check.Equal(curve.Length, 5);
            Check.Bits(curve.Max(), f1.Decide(P).Expected);
            Check.Bits(f1.Curve(known), curve);
            Check.That(double.IsNaN(f1.Curve(P, new DecisionOptions { AtLeast = 2 })[1]));

            var half = new byte[] { 1, 0, 0, 0 };
            using (var found = f1.Distribution(P, half))
            using (var same = f1.Distribution(known, half))
            {
                Check.Near(found.Mean, 0.65313);
                Check.Bits(same.Mean, found.Mean);
                Check.That(found.IsExact && found.SampleCount == 0 && found.StandardError == 0);
                Check.That(found.Sd > 0.2);
                Check.Bits(found.Quantile(0), 0);
                Check.Equal(found.Interval(0.5), (found.Quantile(0.25), found.Quantile(0.75)));
                Check.Near(found.AtLeast(0.5), 0.8838);
                found.AtLeast(0.5, out var error);
                Check.Bits(error, 0);
                var atoms = found.Atoms();
                Check.Equal(atoms.Values.Length, atoms.Probabilities.Length);
                Check.Near(atoms.Probabilities.Sum(), 1);
                Check.Equal(found.ToString(), "Distribution: mean 0.65313, standard deviation 0.283528, exact");
            }
            using (var mine = Metric.Custom((tp, k, s, n) => Math.Sqrt(tp + s), "mine", MetricProperties.RisesInTp))
            {
                var p = Enumerable.Repeat(0.5, 40).ToArray();
                var h = Enumerable.Repeat((byte)1, 40).ToArray();
                var options = new DecisionOptions { Seed = 5, Samples = 500 };
                using (var a = mine.Distribution(p, h, options))
                using (var b = mine.Distribution(p, h, options))
                    Check.Bits(a.Mean, b.Mean);
            }
        }
    }

    public static void Evaluate()
    {
        using (var jaccard = new Metric("jaccard"))
        {
            var truth = new byte[,] { { 1, 1, 0, 0 }, { 0, 1, 0, 0 } };
            var prediction = new byte[,] { { 1, 1, 1, 0 }, { 0, 1, 0, 0 } };
            Check.Near(jaccard.Evaluate(truth, prediction), 5 / 6.0);
            Check.Near(jaccard.Evaluate(truth, prediction, new DecisionOptions { Average = Average.Micro }), 3 / 4.0);
            Check.Near(jaccard.Evaluate(truth, prediction, null, new[] { 3.0, 1 }), 0.75);
            Check.Near(jaccard.Evaluate(truth, prediction, null, new[] { 3f, 1 }), 0.75);
            Check.Near(jaccard.Evaluate(truth, prediction, null, new Values(new[] { 1.0, 9, 3 }, 2, -2, 2)), 0.75);
            prediction[1, 0] = prediction[1, 1] = prediction[1, 2] = prediction[1, 3] = Mask.Undecided;
            Check.Near(jaccard.Evaluate(truth, prediction, out var undecided), 2 / 3.0);
            Check.Equal(undecided, 1);
        }
        using (var precision = new Metric("precision"))
        {
            Check.Near(precision.Evaluate(new byte[] { 1, 0, 1, 1 }, new byte[] { 1, 1, 1, 0 }), 2 / 3.0);
            Check.Near(precision.Evaluate(new[] { true, false, true, true }, new[] { true, true, true, false }),
                       2 / 3.0);
        }
    }

    public static void Compare()
    {
        var truth = new byte[,] { { 1, 0, 1 }, { 0, 0, 0 }, { 1, 1, 1 }, { 0, 1, 0 } };
        var a = new byte[,] { { 1, 1, 0 }, { 0, 0, 0 }, { 1, 0, 1 }, { 1, 0, 0 } };
        var b = new byte[,] { { 1, 0, 1 }, { 0, 0, 0 }, { 1, 1, 1 }, { 1, 1, 0 } };
        using (var f1 = new Metric("f1"))
        {
            var found = f1.Compare(truth, a, b);
            Check.Near(found.ValueA, (0.5 + 1 + 0.8 + 0) / 4);
            Check.Near(found.Difference, found.ValueB - found.ValueA);
            Check.Near(found.PValue, 0.25);
            Check.Equal(found.UnitCount, 4);
            Check.Equal(found.DifferingCount, 3);
            Check.That(found.Low < found.Difference && found.Difference < found.High);
            Check.That(found.ToString().StartsWith("Comparison: A 0.575, B 0.916667, B - A 0.3417 in "));
            var options = new DecisionOptions { Average = Average.Micro, Samples = 50, Level = 0.5, Seed = 3 };
            var grouped = f1.Compare(truth, a, b, options, new[] { 2.0, 1, 0.5, 1 }, new long[] { 7, 7, -1, -1 });
            Check.Equal(grouped.UnitCount, 2);
            Check.Near(grouped.PValue, 0.5);
            a[3, 0] = a[3, 1] = a[3, 2] = Mask.Undecided;
            Check.Equal(f1.Compare(truth, a, b).UndecidedCount, 1);
            Check.Throws<WaldArgumentException>(
                () => f1.Compare(truth, a, b, null, default(Values), new long[1]), "groups has 1 rows: must have 4");
            Check.Throws<WaldArgumentException>(
                () => f1.Compare(truth, new byte[1, 3], b),
                "truth has shape (4, 3), a has shape (1, 3): they must have the same shape");
        }
    }

    // A binary user's test set is one column: by rows an F-measure comes down to the cut at 1/2, which is said.
    public static void RowsOfOneLabel()
    {
        var column = new[,] { { 0.9 }, { 0.45 }, { 0.4 }, { 0.1 } };
        const string f1 = "the table has one column and the metric judges sets of rows: without an average each row is " +
                          "decided and evaluated alone; pass average macro for the column, average instance for the " +
                          "rows";
        using (var metric = new Metric("f1"))
        {
            using (var rows = metric.Decide(column))
            {
                Check.Equal(rows.Warning, f1);
                Check.That(rows.ToString().EndsWith(", warning: " + f1), rows.ToString());
                Check.Equal(rows[0].Warning, f1);
                Check.That(rows.Skip(1).All(one => one.Warning == ""));
                Check.Same(rows.K, 1, 0, 0, 0);
            }
            using (var rows = metric.Decide(new SparseTable(new[] { 0, 1, 1 }, new[] { 0 }, new[] { 0.9 }, 1)))
                Check.Equal(rows.Warning, f1);
            var truth = new byte[,] { { 1 }, { 0 }, { 0 }, { 1 } };
            Check.Equal(metric.TableWarning(column), f1);
            Check.Equal(metric.TableWarning(truth), f1);
            Check.Equal(metric.TableWarning(new SparseTable(new[] { 0, 1, 1 }, new[] { 0 }, new[] { 0.9 }, 1)), f1);
            Check.Equal(metric.TableWarning(truth, new DecisionOptions { Average = Average.Macro }), "");
            Check.Equal(metric.TableWarning(column, new DecisionOptions { Average = Average.Instance }), "");
            Check.Equal(metric.Worth(column).Gain, 0.0);
            Check.Equal(metric.Worth(truth, column).RealisedGain, 0.0);
            Check.Equal(metric.Worth(truth, new SparseTable(new[] { 0, 1, 2, 3, 4 }, new[] { 0, 0, 0, 0 },
                                                            new[] { 0.75, 0.5, 0.5, 0.75 }, 1)).Excess, 0.125);
            Check.That(metric.Worth(column, new DecisionOptions { Average = Average.Macro }).Gain > 0, "worth of the column");
            // What the warning says to do, and what does not call for one.
            using (var meant = metric.Decide(column, new DecisionOptions { Average = Average.Instance }))
            {
                Check.Equal(meant.Warning, "");
                Check.Same(meant.K, 1, 0, 0, 0);
            }
            foreach (var average in new[] { Average.Macro, Average.Micro })
                using (var all = metric.Decide(column, new DecisionOptions { Average = average }))
                {
                    Check.Equal(all.Warning, "");
                    Check.Equal(all[0].K, 3);
                }
            using (var one = metric.Decide(new[,] { { 0.9 } })) Check.Equal(one.Warning, "");
            using (var two = metric.Decide(new double[4, 2])) Check.Equal(two.Warning, "");
        }
        foreach (var name in new[] { "jaccard", "precision", "fbeta:2", "mcc", "gmean" })
            using (var metric = new Metric(name))
            using (var rows = metric.Decide(column))
                Check.Equal(rows.Warning, f1);
        // By these each row alone is right.
        foreach (var name in new[] { "hamming", "cost:1:5", "subset_accuracy" })
            using (var metric = new Metric(name))
            using (var rows = metric.Decide(column)) Check.Equal(rows.Warning, "");
        using (var own = Metric.Custom((tp, k, s, n) => tp))
        using (var rows = own.Decide(column)) Check.Equal(rows.Warning, "");
        using (var data = new Dataset(column).SetLabels(new byte[,] { { 1 }, { 1 }, { 0 }, { 0 } }))
        using (var learner = Learner.Fit("lfp", data, new LearnerOptions { CValues = new[] { 1.0 } }))
        using (var metric = new Metric("f1"))
        {
            using (var rows = learner.Decide(data, metric)) Check.Equal(rows.Warning, f1);
            using (var all = learner.Decide(data, metric, new DecisionOptions { Average = Average.Macro }))
                Check.Equal(all.Warning, "");
        }
    }

    // What predict_proba of a binary classifier gives is no table of two labels.
    public static void RowsThatSumToOne()
    {
        var binary = new[,] { { 0.7, 0.3 }, { 0.4, 0.6 } };
        const string says = "each row of probabilities sums to 1, but its two labels are taken as independent: for a " +
                            "binary classifier pass the probabilities of class 1 alone (column 1, P[:, 1]) with " +
                            "average macro, for two exclusive classes pass kind categorical";
        using (var f1 = new Metric("f1"))
        using (var hamming = new Metric("hamming"))
        {
            using (var rows = f1.Decide(binary))
            {
                Check.Equal(rows.Warning, says);
                Check.Equal(rows[0].Warning, says);
                Check.Equal(rows[1].Warning, "");
            }
            Check.Equal(f1.TableWarning(binary), says);
            Check.Equal(f1.TableWarning(binary, new DecisionOptions { Kind = Kind.Categorical }), "");
            Check.Equal(hamming.TableWarning(binary), "");
            Check.Equal(f1.Worth(binary).Warning, says);
            Check.Equal(hamming.Worth(binary).Warning, "");
            Check.That(f1.Worth(binary).Exclusive && !hamming.Worth(binary).Exclusive, "worth");
            using (var rows = f1.Decide(binary, new DecisionOptions { Average = Average.Macro })) Check.Equal(rows.Warning, "");
            using (var rows = hamming.Decide(binary)) Check.Equal(rows.Warning, "");
            using (var rows = f1.Decide(new[,] { { 0.7, 0.3 }, { 0.4, 0.5 } })) Check.Equal(rows.Warning, "");
        }
    }
}
