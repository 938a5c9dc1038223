// Runs the cases of tests/conformance through the package, as tests/capi/conformance.cpp does through wald.hpp.
//
//   Conformance.exe FILE.jsonl ...          checks every case
//   Conformance.exe --bits FILE.jsonl ...   prints the bits of every number computed, in the lines of the C++ runner,
//                                           with which conformance.py compares them
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using Wald;
using Case = System.Collections.Generic.Dictionary<string, object>;
using List = System.Collections.Generic.List<object>;

public static partial class Conformance
{
    private static bool printBits;
    private static int failures;
    private static string current;
    private static double tolerance;
    private static readonly StringWriter lines = new StringWriter();

    private static void Fail(string what)
    {
        ++failures;
        Console.Error.WriteLine(current + ": " + what);
    }

    // ---- Numbers ---------------------------------------------------------------------------------------------------

    private static double Real(object value)
    {
        if (value is Number number) return double.Parse(number.Text, CultureInfo.InvariantCulture);
        switch ((string)value)
        {
            case "nan": return double.NaN;
            case "inf": return double.PositiveInfinity;
            case "-inf": return double.NegativeInfinity;
            default: throw new FormatException($"no number: {value}");
        }
    }

    // Hexadecimal floating point, as C prints it. Every value here has at most 53 bits, so nothing is rounded.
    private static double Hex(object value)
    {
        var text = (string)value;
        if (text == "nan") return double.NaN;
        if (text == "inf") return double.PositiveInfinity;
        if (text == "-inf") return double.NegativeInfinity;
        var sign = 1.0;
        if (text[0] == '-')
        {
            sign = -1;
            text = text.Substring(1);
        }
        var exponent = text.IndexOf('p');
        var digits = text.Substring(2, exponent - 2).Replace(".", "");
        var after = text.IndexOf('.') < 0 ? 0 : exponent - text.IndexOf('.') - 1;
        var mantissa = (double)long.Parse(digits, NumberStyles.HexNumber);
        var power = int.Parse(text.Substring(exponent + 1), CultureInfo.InvariantCulture) - 4 * after;
        // In two steps: the power alone may be below what a double holds.
        return sign * mantissa * Math.Pow(2, power / 2) * Math.Pow(2, power - power / 2);
    }

    private static long Int(object value) => long.Parse(((Number)value).Text, CultureInfo.InvariantCulture);

    private static double[] Reals(object list) => ((List)list).Select(Real).ToArray();

    private static byte[] Bytes(object list) => ((List)list).Select(x => (byte)Int(x)).ToArray();

    private static List<List> Rows(object table) => ((List)table).Cast<List>().ToList();

    private static T[,] Cells<T>(object table, Func<object, T> cell, int columnsIfEmpty = 0)
    {
        var rows = Rows(table);
        var columns = rows.Count == 0 ? columnsIfEmpty : rows[0].Count;
        var cells = new T[rows.Count, columns];
        for (var i = 0; i < rows.Count; ++i)
            for (var j = 0; j < columns; ++j) cells[i, j] = cell(rows[i][j]);
        return cells;
    }

    private static byte[,] ByteCells(object table, int columnsIfEmpty = 0) =>
        Cells(table, x => (byte)Int(x), columnsIfEmpty);

    private static object Get(this Case c, string name) => c.TryGetValue(name, out var value) ? value : null;

    // ---- Checks ----------------------------------------------------------------------------------------------------

    private static void Check(string what, double got, double expected)
    {
        if (printBits)
        {
            var bits = double.IsNaN(got) ? 0x7ff8000000000000 : BitConverter.DoubleToInt64Bits(got);
            lines.Write($"{current}: {what}: {bits:x16}\n");
            return;
        }
        if (double.IsNaN(expected) ? !double.IsNaN(got)
            : got != expected && !(Math.Abs(got - expected) <= tolerance))
            Fail($"{what} is {got:R}, expected {expected:R}");
    }

    private static void CheckList(string what, IList<double> got, object expected)
    {
        var wanted = (List)expected;
        if (got.Count != wanted.Count)
        {
            Fail($"{what} has {got.Count} values, expected {wanted.Count}");
            return;
        }
        for (var i = 0; i < got.Count; ++i) Check($"{what}[{i}]", got[i], Hex(wanted[i]));
    }

    private static void Same<T>(string what, T got, T expected)
    {
        if (!EqualityComparer<T>.Default.Equals(got, expected)) Fail($"{what} is {got}, expected {expected}");
    }

    private static void SameList<T>(string what, IEnumerable<T> got, IEnumerable<T> expected)
    {
        if (!got.SequenceEqual(expected))
            Fail($"{what} is [{string.Join(",", got)}], expected [{string.Join(",", expected)}]");
    }

    private static void SameBits(string what, IEnumerable<double> got, IEnumerable<double> first) =>
        SameList(what, got.Select(BitConverter.DoubleToInt64Bits), first.Select(BitConverter.DoubleToInt64Bits));

    // ---- Inputs ----------------------------------------------------------------------------------------------------

    private static T Named<T>(object name) => (T)Enum.Parse(typeof(T), ((string)name).Replace("_", ""), true);

    private static MetricProperties PropertiesOf(object names) =>
        ((List)names).Aggregate(MetricProperties.None, (all, name) => all | Named<MetricProperties>(name));

    private static Metric MetricOf(Case c)
    {
        if (c["metric"] is string name) return new Metric(name, (int)Int(c["zero_division"]));
        var spec = (Case)c["metric"];
        return Metric.Table(Reals(spec["values"]), Int(spec["n"]), (string)spec["name"],
                            PropertiesOf(spec["declared"]));
    }

    // Options by the names that they have in every language.
    private static T OptionsBy<T>(Case wanted) where T : new()
    {
        var options = new T();
        foreach (var one in wanted)
        {
            if (one.Key == "zero_division") continue; // of the metric
            var property = typeof(T).GetProperty(PropertyNamed(one.Key));
            if (property == null) throw new FormatException("no option: " + one.Key);
            property.SetValue(options, property.PropertyType == typeof(Metric)
                                           ? new Metric((string)one.Value, wanted.ContainsKey("zero_division")
                                                                               ? (int)Int(wanted["zero_division"]) : 1)
                                           : OptionValue(property.PropertyType, one.Value));
        }
        return options;
    }

    // "min_precision" is MinPrecision.
    private static string PropertyNamed(string option) =>
        string.Concat(option.Split('_').Select(word => char.ToUpperInvariant(word[0]) + word.Substring(1)));

    private static object OptionValue(Type type, object value)
    {
        var list = value as List;
        type = Nullable.GetUnderlyingType(type) ?? type;
        if (value == null) return null;
        if (type.IsEnum) return Enum.Parse(type, ((string)value).Replace("_", ""), true);
        if (type == typeof(double)) return Real(value);
        if (type == typeof(long)) return (long)Real(value);
        if (type == typeof(ulong)) return ulong.Parse(value as string ?? ((Number)value).Text);
        if (type == typeof(bool)) return value is bool ? value : Real(value) != 0;
        if (type == typeof(string)) return (string)value;
        if (type == typeof(IReadOnlyList<double>)) return Reals(value);
        if (type == typeof(IReadOnlyList<string>)) return list.Cast<string>().ToArray();
        if (type == typeof(IReadOnlyList<int>)) return list.Select(x => (int)Int(x)).ToArray();
        throw new FormatException($"no option is a {type}");
    }

    private static DecisionOptions OptionsOf(Case c)
    {
        var options = OptionsBy<DecisionOptions>((Case)c.Get("options") ?? new Case());
        if (c.ContainsKey("kind")) options.Kind = Named<Kind>(c["kind"]);
        return options;
    }

    private static Estimator EstimatorOf(Case given)
    {
        var kind = Named<Kind>(given["kind"]);
        if (kind == Kind.Independent) return Estimator.Independent(Reals(given["probabilities"]));
        if (kind == Kind.Categorical) return Estimator.Categorical(Reals(given["probabilities"]));
        var labels = (int)Int(given["n_labels"]);
        var made = new Estimator(kind, labels);
        if (kind == Kind.Joint)
        {
            var weights = given.Get("weights");
            var vectors = ByteCells(given["vectors"], labels);
            if (weights == null)
                made.FeedVectors(vectors);
            else
                made.FeedVectors(vectors, Reals(weights));
            return made;
        }
        foreach (Case one in (List)given["tables"])
        {
            var table = Cells(one["table"], Real);
            if (one["p_s"] == null)
                made.FeedCounts(table, Real(one["p_zero"]), default(Values), Real(one["weight"]));
            else
                made.FeedCounts(table, Real(one["p_zero"]), Reals(one["p_s"]), Real(one["weight"]));
        }
        return made;
    }

    private static double[,] TableOf(Case c) =>
        Cells(c["table"], Real, c.ContainsKey("n_labels") ? (int)Int(c["n_labels"]) : 0);

    // ---- Calls -----------------------------------------------------------------------------------------------------

    private static double[] NumbersOf(Decision d) =>
        new[] { d.Expected, d.Loss, d.Bound, d.NextBest, d.PZero, d.K, d.KRange?.Lowest ?? -1, d.KRange?.Highest ?? -1,
                d.Abstained ? 1 : 0 }
            .Concat(d.Indices.Select(i => (double)i)).Concat(d.ToMask().Select(m => (double)m)).ToArray();

    private static double[] NumbersOf(Decisions all) => all.SelectMany(NumbersOf).ToArray();

    private static void CheckAnswer(string where, Decision d, Case e)
    {
        var indices = ((List)e["indices"]).Select(Int).ToArray();
        SameList(where + "indices", d.Indices, indices);
        var left = (e.ContainsKey("undecided") ? (List)e["undecided"] : new List()).Select(Int).ToArray();
        Same(where + "undecided", d.UndecidedCount, left.Length);
        if (!d.Abstained) SameList(where + "undecided indices", d.UndecidedIndices, left);
        Same(where + "k", d.K, indices.Length);
        Same(where + "algorithm", d.Algorithm, (string)e["algorithm"]);
        Same(where + "warning", d.Warning, (string)e["warning"]);
        Same(where + "abstained", d.Abstained ? 1L : 0, Int(e["abstained"]));
        Check(where + "expected", d.Expected, Hex(e["expected"]));
        Check(where + "loss", d.Loss, Hex(e["loss"]));
        Check(where + "p_zero", d.PZero, Hex(e["p_zero"]));
        SameList(where + "mask", d.ToMask(),
                 Enumerable.Range(0, (int)d.N).Select(i => d.Abstained || left.Contains(i) ? Mask.Undecided
                                                           : (byte)(indices.Contains(i) ? 1 : 0)));
        if (printBits) return;
        var optimum = Hex(e["optimum"]);
        if (!double.IsNaN(d.NextBest)) Check(where + "next_best", d.NextBest, Hex(e["next_best"]));
        if (!(d.Bound >= 0) || !(d.Expected + d.Bound >= optimum - Math.Abs(optimum) * 1.2e-16))
            Fail($"{where}bound is {d.Bound:R}, but the optimum {optimum:R} is further above {d.Expected:R}");
        if (e.ContainsKey("bound_at_most") && !(d.Bound <= Hex(e["bound_at_most"])))
            Fail($"{where}bound is {d.Bound:R}, of an exact algorithm");
        if (d.KRange is KRange range && !d.Abstained && !(range.Lowest <= d.K && d.K <= range.Highest))
            Fail($"{where}k_range is {range} without k");
    }

    private static void CheckAnswers(Decisions all, object answers)
    {
        var wanted = (List)answers;
        Same("answers", all.Count, wanted.Count);
        for (var a = 0; a < Math.Min(all.Count, wanted.Count); ++a) CheckAnswer($"answer {a}: ", all[a],
                                                                                (Case)wanted[a]);
        // What is read of all answers at once is what is read of each.
        all.Positives(out var starts, out var items);
        SameList("positives of all answers", items, all.SelectMany(d => d.Indices));
        SameList("starts", starts.Skip(1).Select((end, a) => end - starts[a]), all.Select(d => d.K));
        SameBits("all expected", all.Expected, all.Select(d => d.Expected));
        SameBits("all losses", all.Loss, all.Select(d => d.Loss));
        SameBits("all bounds", all.Bound, all.Select(d => d.Bound));
        SameBits("all next best", all.NextBest, all.Select(d => d.NextBest));
        SameBits("all P(none)", all.PZero, all.Select(d => d.PZero));
        SameList("all k", all.K, all.Select(d => d.K));
        SameList("all ranges", all.KRange, all.Select(d => d.KRange));
        SameList("all abstained", all.Abstained, all.Select(d => d.Abstained));
        Same("the warning", all.Warning, all.Select(d => d.Warning).FirstOrDefault(warning => warning != "") ?? "");
        SameList("all algorithms", all.Algorithm, all.Select(d => d.Algorithm));
    }

    private static void Decide(Case c)
    {
        using (var metric = MetricOf(c))
        using (var known = EstimatorOf((Case)c["given"]))
        {
            var options = OptionsOf(c);
            if (options.Samples.HasValue) // an option of distributions, and checked by any call
                metric.Distribution(known, new byte[known.LabelCount], options).Dispose();
            var decision = metric.Decide(known, options);
            if (!c.ContainsKey("expect")) return;
            CheckAnswer("", decision, (Case)c["expect"]);
            var first = NumbersOf(decision);
            using (var copy = known.Copy()) SameBits("of a copy", NumbersOf(metric.Decide(copy, options)), first);
            using (var loaded = Estimator.Load(known.Save()))
                SameBits("of a saved and loaded estimator", NumbersOf(metric.Decide(loaded, options)), first);
            var given = (Case)c["given"];
            if (!given.ContainsKey("probabilities")) return;
            options.Kind = Named<Kind>(given["kind"]);
            SameBits("of a vector", NumbersOf(metric.Decide(Reals(given["probabilities"]), options)), first);
        }
    }

    // A table that is one problem, as parts that are fed apart: of F_beta, Jaccard, Fowlkes-Mallows and rates.
    private static void DecideInParts(Case c, Metric metric, double[,] table)
    {
        var name = c["metric"] as string;
        if (OptionsOf(c).Average != Average.Micro || name == null) return;
        var known = new[] { "f1", "fbeta", "jaccard", "fowlkes", "balanced", "informedness", "recall", "specificity" };
        if (!known.Any(name.StartsWith)) return;
        int rows = table.GetLength(0), columns = table.GetLength(1), half = rows / 2;
        var cells = table.Cast<double>().ToArray();
        using (var one = new TablePass(metric, OptionsOf(c)))
        using (var other = new TablePass(metric, OptionsOf(c)))
        {
            one.Feed(new Table(cells.Take(half * columns).ToArray(), half, columns));
            other.Feed(new Table(cells.Skip(half * columns).ToArray(), rows - half, columns));
            using (var sent = TablePass.FromBytes(other.ToBytes())) one.Merge(sent);
            if (!one.Next()) Fail("in parts: few items need no second pass");
            var answer = (Case)((List)((Case)c["expect"])["answers"])[0];
            long above = cells.Count(p => p > one.Threshold), equal = cells.Count(p => p == one.Threshold);
            if (one.K != ((List)answer["indices"]).Count) Fail("in parts: k");
            if (one.TieCount != 0 && one.TieCount != equal) Fail("in parts: ties");
            if (above + (one.TieCount > 0 ? one.ChosenTieCount : equal) != one.K) Fail("in parts: threshold");
            if (!(Math.Abs(one.Expected - Hex(answer["expected"])) <= tolerance)) Fail("in parts: expected");
            if (!(one.Bound <= Hex(answer["bound_at_most"]))) Fail("in parts: bound");
        }
    }

    private static void DecideRows(Case c)
    {
        using (var metric = MetricOf(c))
        {
            var table = TableOf(c);
            int rows = table.GetLength(0), columns = table.GetLength(1);
            var options = OptionsOf(c);
            using (var all = metric.Decide(table, options))
            {
                if (!c.ContainsKey("expect")) return;
                var expect = (Case)c["expect"];
                CheckAnswers(all, expect["answers"]);
                DecideInParts(c, metric, table);
                SameList("mask", all.Mask.ToArray(), ByteCells(expect["mask"], columns).Cast<byte>());

                var first = NumbersOf(all);
                foreach (var threads in new[] { 2, 3, 8 })
                {
                    options.Threads = threads;
                    using (var again = metric.Decide(table, options))
                        SameBits($"with {threads} threads", NumbersOf(again), first);
                }
                var turned = new double[table.Length]; // columns backwards, each column's rows next to each other
                var narrow = new float[rows, columns];
                var fits = true;
                for (var i = 0; i < rows; ++i)
                    for (var j = 0; j < columns; ++j)
                    {
                        turned[(columns - 1 - j) * rows + i] = table[i, j];
                        narrow[i, j] = (float)table[i, j];
                        fits = fits && narrow[i, j] == table[i, j];
                    }
                using (var again = metric.Decide(new Table(turned, rows, columns, 1, -rows, (columns - 1) * rows),
                                                 options))
                    SameBits("with other strides", NumbersOf(again), first);
                if (fits)
                    using (var again = metric.Decide(narrow, options)) SameBits("in float", NumbersOf(again), first);
                if (options.Average.HasValue) return;
                SameBits("row by row", Enumerable.Range(0, rows).SelectMany(i => NumbersOf(metric.Decide(
                             new Values(table.Cast<double>().ToArray(), columns, 1, i * columns), options))), first);
            }
        }
    }

    private static void DecideCsr(Case c)
    {
        using (var metric = MetricOf(c))
        {
            var csr = (Case)c["csr"];
            var starts = ((List)csr["indptr"]).Select(Int).ToArray();
            var indices = ((List)csr["indices"]).Select(Int).ToArray();
            int[] starts32 = Array.ConvertAll(starts, x => (int)x), indices32 = Array.ConvertAll(indices, x => (int)x);
            var values = Reals(csr["values"]);
            var columns = Int(csr["n_labels"]);
            var options = OptionsOf(c);
            using (var all = metric.Decide(new SparseTable(starts, indices, values, columns), options))
            {
                if (!c.ContainsKey("expect")) return;
                CheckAnswers(all, ((Case)c["expect"])["answers"]);
                var first = NumbersOf(all);
                using (var again = metric.Decide(new SparseTable(starts32, indices32, values, columns), options))
                    SameBits("with int indices", NumbersOf(again), first);
                options.Threads = 3;
                using (var again = metric.Decide(new SparseTable(starts, indices, values, columns), options))
                    SameBits("with 3 threads", NumbersOf(again), first);
            }
        }
    }

    private static void Curve(Case c)
    {
        using (var metric = MetricOf(c))
        using (var known = EstimatorOf((Case)c["given"]))
        {
            var values = metric.Curve(known, OptionsOf(c));
            if (c.ContainsKey("expect")) CheckList("values", values, ((Case)c["expect"])["values"]);
        }
    }

    private static void Expected(Case c)
    {
        using (var metric = MetricOf(c))
        using (var known = EstimatorOf((Case)c["given"]))
        {
            var value = metric.Expected(known, Bytes(c["prediction"]), out var error, OptionsOf(c));
            if (!c.ContainsKey("expect")) return;
            var exact = Hex(((Case)c["expect"])["expected"]);
            Check("expected", value, exact);
            if (!(Math.Abs(value - exact) <= error + Math.Abs(exact) * 1.2e-16) || !(error <= 1e-12))
                Fail($"error is {error:R} for {value:R}, exactly {exact:R}");
        }
    }

    private static void Regret(Case c)
    {
        using (var metric = MetricOf(c))
        using (var known = EstimatorOf((Case)c["given"]))
        {
            var value = metric.Regret(known, Bytes(c["prediction"]), out var bound, OptionsOf(c));
            if (!c.ContainsKey("expect")) return;
            var exact = Hex(((Case)c["expect"])["regret"]);
            Check("regret", value, exact);
            if (!(value + bound >= exact - 1.2e-16) || !(bound <= 1e-12)) Fail($"bound is {bound:R}");
        }
    }

    // Of the options of a case, those that an expectation reads, beside its regret.
    private static DecisionOptions ExpectingOf(Case c)
    {
        var all = OptionsOf(c);
        return new DecisionOptions
        {
            Kind = all.Kind, Average = all.Average, PerRow = all.PerRow, LabelWeights = all.LabelWeights,
            Threads = all.Threads
        };
    }

    private static void ExpectedRows(Case c)
    {
        using (var metric = MetricOf(c))
        {
            var table = TableOf(c);
            var mask = ByteCells(c["prediction"], table.GetLength(1));
            DecisionOptions options = OptionsOf(c), expecting = ExpectingOf(c);
            double[] values = metric.Expected(table, mask, expecting), regrets = metric.Regret(table, mask, options);
            if (!c.ContainsKey("expect")) return;
            options.Threads = expecting.Threads = 3;
            var expect = (Case)c["expect"];
            CheckList("expected", values, expect["expected"]);
            CheckList("regret", regrets, expect["regret"]);
            SameBits("expected with 3 threads", metric.Expected(table, mask, expecting), values);
            SameBits("regret with 3 threads", metric.Regret(table, mask, options), regrets);
        }
    }

    private static void Distribution(Case c)
    {
        using (var metric = MetricOf(c))
        using (var known = EstimatorOf((Case)c["given"]))
        using (var d = metric.Distribution(known, Bytes(c["prediction"]), OptionsOf(c)))
        {
            if (!c.ContainsKey("expect")) return;
            var e = (Case)c["expect"];
            Check("mean", d.Mean, Hex(e["mean"]));
            Check("sd", d.Sd, Hex(e["sd"]));
            Check("standard_error", d.StandardError, Hex(e["standard_error"]));
            Same("n_samples", d.SampleCount, Int(e["n_samples"]));
            foreach (List q in (List)e["quantiles"]) Check("quantile " + Json.Dump(q[0]), d.Quantile(Real(q[0])),
                                                           Hex(q[1]));
            foreach (List u in (List)e["at_least"]) Check("at_least " + Json.Dump(u[0]), d.AtLeast(Real(u[0])),
                                                          Hex(u[1]));
            if (!e.ContainsKey("values")) return;
            var atoms = d.Atoms();
            CheckList("values", atoms.Values, e["values"]);
            CheckList("probabilities", atoms.Probabilities, e["probabilities"]);
        }
    }

    private static void Facts(Case c)
    {
        using (var known = EstimatorOf((Case)c["given"]))
        {
            var e = (Case)c["expect"];
            Same("n_labels", known.LabelCount, Int(e["n_labels"]));
            Same("n_fed", known.FedCount, Int(e["n_fed"]));
            Check("total_weight", known.TotalWeight, Hex(e["total_weight"]));
            CheckList("marginals", known.Marginals(), e["marginals"]);
            CheckList("size_distribution", known.SizeDistribution(), e["size_distribution"]);
            if (e.ContainsKey("mode"))
            {
                var mode = known.Mode();
                SameList("mode", mode.Mask, Bytes(e["mode"]));
                Check("mode_probability", mode.Probability, Hex(e["mode_probability"]));
            }
            if (e.ContainsKey("counts"))
                using (var counts = known.ToCounts())
                {
                    Same("max_s", counts.MaxS, Int(e["max_s"]));
                    var found = counts.Table();
                    CheckList("counts", found.Table.Cast<double>().ToArray(),
                              Rows(e["counts"]).SelectMany(row => row).ToList());
                    Check("p_zero", found.PZero, Hex(e["p_zero"]));
                }
            var saved = known.Save();
            using (var again = Estimator.Load(saved)) Same("saved again", again.Save(), saved);
        }
    }

    private static void Draw(Case c)
    {
        using (var known = EstimatorOf((Case)c["given"]))
            SameList("draws", known.Draw(Int(c["n_draws"]),
                                             OptionsBy<DecisionOptions>(new Case { { "seed", c["seed"] } })).Cast<byte>(),
                     ByteCells(((Case)c["expect"])["draws"]).Cast<byte>());
    }

    private static void MetricItself(Case c)
    {
        using (var metric = MetricOf(c))
        {
            if (!c.ContainsKey("expect")) return;
            var e = (Case)c["expect"];
            if (e.ContainsKey("canonical"))
            {
                Same("canonical", metric.Name, (string)e["canonical"]);
                if (c["metric"] is string)
                    using (var again = new Metric(metric.Name)) Same("read back", again.Name, (string)e["canonical"]);
            }
            if (e.ContainsKey("zero_division")) Same("zero_division", metric.ZeroDivision, Int(e["zero_division"]));
            if (e.ContainsKey("properties")) Same("properties", metric.Properties, PropertiesOf(e["properties"]));
            if (e.ContainsKey("utilities"))
                foreach (List u in (List)e["utilities"])
                    Check("utility at " + Json.Dump(u), metric.Utility(Int(u[0]), Int(u[1]), Int(u[2]), Int(u[3])),
                          Hex(u[4]));
            if (e.ContainsKey("losses"))
                foreach (List l in (List)e["losses"]) Check("loss of " + Json.Dump(l[0]), metric.Loss(Real(l[0])),
                                                            Hex(l[1]));
        }
    }

    private static void Evaluate(Case c)
    {
        using (var metric = MetricOf(c))
        {
            byte[,] truth = ByteCells(c["truth"]), prediction = ByteCells(c["prediction"]);
            var value = metric.Evaluate(truth, prediction, out var undecided,
                                        new DecisionOptions { Average = Named<Average>(c["average"]) },
                                        c.ContainsKey("weights") ? Reals(c["weights"]) : default(Values));
            if (!c.ContainsKey("expect")) return;
            Check("value", value, Hex(((Case)c["expect"])["value"]));
            Same("n_undecided", undecided, Int(((Case)c["expect"])["n_undecided"]));
        }
    }

    private static void Compare(Case c)
    {
        using (var metric = MetricOf(c))
        {
            var options = OptionsOf(c);
            options.Average = Named<Average>(c["average"]);
            var got = metric.Compare(ByteCells(c["truth"]), ByteCells(c["a"]), ByteCells(c["b"]), options,
                                     c.ContainsKey("weights") ? Reals(c["weights"]) : default(Values),
                                     c.ContainsKey("groups") ? Longs(c["groups"]) : null);
            if (!c.ContainsKey("expect")) return;
            var facts = new (string, double)[]
            {
                ("value_a", got.ValueA), ("value_b", got.ValueB), ("difference", got.Difference), ("low", got.Low),
                ("high", got.High), ("p_value", got.PValue), ("standard_error", got.StandardError), ("df", got.Df),
                ("n_units", got.UnitCount), ("n_differing", got.DifferingCount), ("n_undecided", got.UndecidedCount), ("n_swaps", got.SwapCount)
            };
            var expected = (Case)c["expect"];
            foreach (var fact in facts)
                if (expected.ContainsKey(fact.Item1)) Check(fact.Item1, fact.Item2, Hex(expected[fact.Item1]));
        }
    }

    private static void WorthOf(Case c)
    {
        using (var metric = MetricOf(c))
        {
            var options = OptionsOf(c);
            options.Average = Named<Average>(c["average"]);
            var weights = c.ContainsKey("weights") ? Reals(c["weights"]) : default(Values);
            var got = c.ContainsKey("truth") ? metric.Worth(ByteCells(c["truth"]), TableOf(c), options, weights)
                                             : metric.Worth(TableOf(c), options, weights);
            if (!c.ContainsKey("expect")) return;
            var expected = (Case)c["expect"];
            Same("verdict", got.Verdict, Named<WorthVerdict>(expected["verdict"]));
            var facts = new (string, double)[]
            {
                ("gain", got.Gain), ("standard_error", got.StandardError), ("truth_error", got.TruthError),
                ("expected_cut", got.ExpectedCut), ("expected_optimum", got.ExpectedOptimum),
                ("changed_row_share", got.ChangedRowShare), ("changed_cell_share", got.ChangedCellShare), ("n_rows", got.RowCount),
                ("n_samples", got.SampleCount)
            };
            foreach (var fact in facts) Check(fact.Item1, fact.Item2, Hex(expected[fact.Item1]));
            if (!c.ContainsKey("truth")) return;
            var realised = new (string, double)[]
            {
                ("realised_cut", got.RealisedCut), ("realised_optimum", got.RealisedOptimum),
                ("realised_gain", got.RealisedGain), ("realised_gain_error", got.RealisedGainError),
                ("excess", got.Excess), ("excess_error", got.ExcessError),
                ("predicted_excess", got.PredictedExcess), ("predicted_excess_error", got.PredictedExcessError),
                ("design_effect", got.DesignEffect)
            };
            foreach (var fact in realised) Check(fact.Item1, fact.Item2, Hex(expected[fact.Item1]));
        }
    }

    private static void Load(Case c) => Estimator.Load((string)c["text"]).Dispose();

    private static readonly Dictionary<string, Action<Case>> calls = new Dictionary<string, Action<Case>>
    {
        { "decide", Decide }, { "curve", Curve }, { "expected", Expected }, { "regret", Regret },
        { "distribution", Distribution }, { "decide_rows", DecideRows }, { "decide_csr", DecideCsr },
        { "expected_rows", ExpectedRows }, { "facts", Facts }, { "draw", Draw }, { "metric", MetricItself },
        { "evaluate", Evaluate }, { "compare", Compare }, { "worth", WorthOf }, { "masks", MasksOf }, { "load", Load }, { "frontier", SampleItself }, { "choose", Choose },
        { "operating_points", FrontierOf }, { "apply_thresholds", ApplyThresholds },
        { "label_thresholds", LabelThresholdsOf }, { "segment_thresholds", SegmentThresholdsOf },
        { "class_multipliers", ClassMultipliersOf },
        { "apply_classes", ApplyClasses }, { "match_detections", MatchDetections }, { "abstention_zone", AbstentionZoneOf }, { "decision_curve", DecisionCurveOf },
        { "reliability", ReliabilityOf }, { "cascade_fit", CascadeFit },
        { "cascade_trees", CascadeOfTrees }, { "labelling", LabellingItself }, { "route", RouteItself },
        { "route_labels", RouteLabels }, { "route_load", c => Route.Load((string)c["text"]).Dispose() },
        { "stages_load", c => Stages.Load((string)c["text"]).Dispose() },
        { "cascade_load", c => Cascade.Load((string)c["text"]).Dispose() },
        { "trees_load", c => Trees.Load((string)c["text"]).Dispose() }, { "learner", LearnerItself },
        { "calibration", CalibrationItself }, { "learner_load", c => Learner.Load((string)c["text"]).Dispose() },
        { "calibration_load", c => Calibration.Load((string)c["text"]).Dispose() }
    };

    // Cases whose argument cannot be written in C#: the type of a property rules it out.
    private static readonly HashSet<string> unspeakable = new HashSet<string>
    {
        "thresholds, half a fold", "cascade, half a fold", "cascade, negatives_only", "learner, half a fold",
        "route, an unknown goal", "route, an unknown measure", "labelling, quality"
    };

    private static void Run(Case c)
    {
        current = (string)c["name"];
        if (unspeakable.Contains(current)) return;
        tolerance = c.ContainsKey("tolerance") ? Real(c["tolerance"]) : 0;
        var error = (Case)c.Get("error");
        try
        {
            calls[(string)c["call"]](c);
            if (error != null) Fail("did not fail, expected " + error["message"]);
        }
        catch (Exception exception) when (exception is IWaldError found)
        {
            if (error == null)
            {
                Fail("failed: " + exception.Message);
                return;
            }
            Same("status", found.StatusName, (string)error["status"]);
            Same("message", exception.Message, (string)error["message"]);
        }
        catch (Exception exception)
        {
            Fail("the case cannot be run: " + exception);
        }
    }

    public static int Main(string[] arguments)
    {
        var cases = 0;
        foreach (var argument in arguments)
        {
            if (argument == "--bits")
            {
                printBits = true;
                continue;
            }
            foreach (var line in File.ReadLines(argument))
            {
                Run(Json.Parse(line));
                ++cases;
            }
        }
        Console.Write(lines);
        Console.Error.WriteLine($"{cases} cases, {failures} failures");
        return failures == 0 && cases > 0 ? 0 : 1;
    }
}
