// Chosen thresholds: what they flag, what is known of them.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Runtime.InteropServices;

namespace Wald
{
    /// <summary>Limits of a number that is estimated.</summary>
    public readonly struct Interval
    {
        internal Interval(double lowest, double highest, bool isExact)
        {
            Lowest = lowest;
            Highest = highest;
            IsExact = isExact;
        }

        /// <summary>The lower limit.</summary>
        public double Lowest { get; }

        /// <summary>The upper limit.</summary>
        public double Highest { get; }

        /// <summary>Whether it is exact (Clopper-Pearson), not approximate.</summary>
        public bool IsExact { get; }

        /// <summary>Both limits.</summary>
        /// <returns>Text.</returns>
        public override string ToString() =>
            string.Format(CultureInfo.InvariantCulture, "[{0:G6}, {1:G6}]", Lowest, Highest);
    }

    /// <summary>The facts of thresholds where each row is counted at thresholds that were chosen without it.</summary>
    public readonly struct CrossFit
    {
        internal CrossFit(ThresholdAnswer answer)
        {
            TruePositives = answer[ThresholdFact.CrossTruePositives];
            FalsePositives = answer[ThresholdFact.CrossFalsePositives];
            Precision = answer[ThresholdFact.CrossPrecision];
            Recall = answer[ThresholdFact.CrossRecall];
            Value = answer[ThresholdFact.CrossValue];
        }

        /// <summary>Weight of the positives that are flagged.</summary>
        public double TruePositives { get; }

        /// <summary>Weight of the negatives that are flagged.</summary>
        public double FalsePositives { get; }

        /// <summary>TP / (TP + FP); NaN without an alert.</summary>
        public double Precision { get; }

        /// <summary>TP / positives; NaN where their number is unknown.</summary>
        public double Recall { get; }

        /// <summary>Of the goal.</summary>
        public double Value { get; }
    }

    /// <summary>
    /// Thresholds by one method, and what is known of them: the answer that was asked for (<see cref="Thresholds"/>),
    /// or a baseline beside it. Immutable; may be used by many threads.
    /// </summary>
    public class ThresholdAnswer
    {
        private readonly wald_thresholds handle;
        private readonly long answer;
        private readonly double[] facts;
        private readonly Interval?[] intervals;

        internal ThresholdAnswer(wald_thresholds handle, long answer)
        {
            this.handle = handle;
            this.answer = answer;
            var all = Enum.GetValues(typeof(ThresholdFact)).Cast<int>().ToArray();
            facts = all.Select(Fact).ToArray();
            intervals = all.Select(IntervalOf).ToArray();
            Values = Numbers(Native.WALD_ARRAY_THRESHOLDS);
            NextLower = Numbers(Native.WALD_ARRAY_NEXT_LOWER);
            Coefficients = Numbers(Native.WALD_ARRAY_COEFFICIENTS);
            IReadOnlyList<double> low = Numbers(Native.WALD_ARRAY_LOW), high = Numbers(Native.WALD_ARRAY_HIGH);
            Ranges = Array.AsReadOnly(low.Zip(high, (a, b) => new Interval(a, b, false)).ToArray());
            Flags = ReadFlags();
            Native.wald_thresholds_method(handle, answer, out var method);
            Method = Text.Static(method);
        }

        // ---- Thresholds --------------------------------------------------------------------------------------------

        /// <summary>A threshold for each classifier: a score at or above it flags the row. Positive infinity (rule
        /// "or", or nothing flagged) or negative infinity (rule "and") switches a classifier off; NaN for the method
        /// <c>stacked</c>.</summary>
        public IReadOnlyList<double> Values { get; }

        /// <summary>For each classifier: thresholds above this, up to the chosen one, flag the same rows.</summary>
        public IReadOnlyList<double> NextLower { get; }

        /// <summary>For each classifier the limits of its threshold, by bootstrap of the whole choice; empty without
        /// <see cref="ThresholdOptions.Bootstrap"/>, and for the baselines.</summary>
        public IReadOnlyList<Interval> Ranges { get; }

        /// <summary>The method <c>stacked</c> flags where <see cref="Intercept"/> + the sum of these times the scores
        /// is at least <see cref="StackedThreshold"/>. Empty for the other methods.</summary>
        public IReadOnlyList<double> Coefficients { get; }

        /// <summary>See <see cref="Coefficients"/>; NaN for the other methods.</summary>
        public double Intercept => this[ThresholdFact.Intercept];

        /// <summary>See <see cref="Coefficients"/>; NaN for the other methods.</summary>
        public double StackedThreshold => this[ThresholdFact.Stacked];

        // ---- Facts -------------------------------------------------------------------------------------------------

        /// <summary>The name of the method.</summary>
        public string Method { get; }

        /// <summary>False where a recall is out of reach: the nearest point is the answer.</summary>
        public bool Feasible => this[ThresholdFact.Feasible] != 0;

        /// <summary>Weight of the positives that are flagged.</summary>
        public double TruePositives => this[ThresholdFact.TruePositives];

        /// <summary>Weight of the negatives that are flagged.</summary>
        public double FalsePositives => this[ThresholdFact.FalsePositives];

        /// <summary>Weight of the flagged rows that nobody looked at; they count for nothing else.</summary>
        public double Unrated => this[ThresholdFact.Unrated];

        /// <summary>Weight of all positives; NaN where it is unknown.</summary>
        public double Positives => this[ThresholdFact.Positives];

        /// <summary>TP / (TP + FP); NaN without an alert.</summary>
        public double Precision => this[ThresholdFact.Precision];

        /// <summary>TP / positives; NaN where their number is unknown.</summary>
        public double Recall => this[ThresholdFact.Recall];

        /// <summary>Of the goal: the metric, TP - FP / cost ratio, TP, or FP.</summary>
        public double Value => this[ThresholdFact.Value];

        /// <summary>Share of true positives among the alerts gained last, on the concave hull of the frontier; NaN
        /// without an alert.</summary>
        public double MarginalPrecision => this[ThresholdFact.MarginalPrecision];

        /// <summary>The same among those to be gained next; NaN where there are none.</summary>
        public double NextMarginalPrecision => this[ThresholdFact.NextMarginalPrecision];

        /// <summary>The same facts, each row counted at thresholds that were chosen without it; null without
        /// <see cref="ThresholdOptions.Folds"/>.</summary>
        public CrossFit? CrossFit =>
            double.IsNaN(this[ThresholdFact.CrossTruePositives]) ? (CrossFit?)null : new CrossFit(this);

        /// <summary>What you should know of it.</summary>
        public ThresholdFlags Flags { get; }

        /// <summary>The flags by the names they have in every language, such as <c>nothing_flagged</c>.</summary>
        public IReadOnlyList<string> FlagNames
        {
            get
            {
                var names = new List<string>();
                for (var bit = 0; bit < 31; ++bit)
                    if (((int)Flags & 1 << bit) != 0)
                        names.Add(Text.Static(Native.wald_threshold_flag_name(1 << bit)));
                return names.AsReadOnly();
            }
        }

        /// <summary>Any of the facts.</summary>
        /// <param name="fact">Which.</param>
        public double this[ThresholdFact fact] => facts[Index(fact)];

        /// <summary>Limits of a fact, for thresholds that were fixed beforehand: that they were chosen as the best of
        /// many they do not know.</summary>
        /// <param name="fact">Which.</param>
        /// <returns>The limits; null where there are none, as for what is not estimated.</returns>
        public Interval? Interval(ThresholdFact fact) => intervals[Index(fact)];

        // ---- Rows --------------------------------------------------------------------------------------------------

        /// <summary>Which rows it flags.</summary>
        /// <param name="scores">A row of scores a row; no NaN.</param>
        /// <returns>For each row 1 where it is flagged, else 0.</returns>
        public byte[] Apply(Table scores)
        {
            var flagged = new byte[scores.Rows];
            ApplyInto(scores, flagged);
            return flagged;
        }

        /// <summary>Which rows it flags, by the scores of the one classifier.</summary>
        /// <param name="scores">A score a row; no NaN.</param>
        /// <returns>For each row 1 where it is flagged, else 0.</returns>
        public byte[] Apply(Values scores) => Apply(new Table(scores));

        /// <summary>Which rows it flags, into memory of yours.</summary>
        /// <param name="scores">A row of scores a row; no NaN.</param>
        /// <param name="flagged">To be filled for each row with 1 where it is flagged, else 0.</param>
        public unsafe void ApplyInto(Table scores, Span<byte> flagged)
        {
            if (handle.IsClosed) throw new ObjectDisposedException(nameof(Thresholds), "thresholds is disposed");
            CheckRoom(flagged, scores.Rows);
            fixed (double* doubles = &MemoryMarshal.GetReference(scores.Doubles))
            fixed (float* floats = &MemoryMarshal.GetReference(scores.Floats))
            fixed (double* doubleArray = scores.DoubleArray)
            fixed (float* floatArray = scores.FloatArray)
            fixed (byte* cells = &MemoryMarshal.GetReference(flagged))
                Native.wald_thresholds_apply(handle, answer, scores.At(doubles, floats, doubleArray, floatArray),
                                             scores.Type, scores.Rows, scores.Columns, scores.RowStride,
                                             scores.ColumnStride, cells, 1);
        }

        internal static void CheckRoom(Span<byte> flagged, long rows)
        {
            if (flagged.Length < rows)
                throw new WaldArgumentException($"flagged has {flagged.Length} elements: there are {rows} rows");
        }

        // ---- Reading -----------------------------------------------------------------------------------------------

        private int Index(ThresholdFact fact)
        {
            if (fact < 0 || (int)fact >= facts.Length)
                throw new WaldArgumentException($"fact is {(int)fact}: must lie in [0, {facts.Length - 1}]");
            return (int)fact;
        }

        private unsafe double Fact(int fact)
        {
            double value;
            Native.wald_thresholds_fact(handle, answer, fact, &value);
            return value;
        }

        private unsafe Interval? IntervalOf(int fact)
        {
            double low, high;
            int exact;
            Native.wald_thresholds_interval(handle, answer, fact, &low, &high, &exact);
            return double.IsNaN(low) && double.IsNaN(high) ? (Interval?)null : new Interval(low, high, exact != 0);
        }

        private unsafe IReadOnlyList<double> Numbers(int which)
        {
            long needed;
            Native.wald_thresholds_array(handle, answer, which, null, 0, &needed);
            var numbers = new double[needed];
            fixed (double* p = numbers) Native.wald_thresholds_array(handle, answer, which, p, needed, &needed);
            return Array.AsReadOnly(numbers);
        }

        private unsafe ThresholdFlags ReadFlags()
        {
            int flags;
            Native.wald_thresholds_flags(handle, answer, &flags);
            return (ThresholdFlags)flags;
        }

        /// <summary>Thresholds, counts and method.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() =>
            string.Format(CultureInfo.InvariantCulture, "Thresholds: {0}, tp {1:G6}, fp {2:G6}, value {3:G6} by {4}",
                          Coefficients.Count > 0
                              ? $"stacked at {StackedThreshold.ToString("G6", CultureInfo.InvariantCulture)}"
                              : $"({string.Join(", ", Values.Select(Threshold))})",
                          TruePositives, FalsePositives, Value, Method);

        private static string Threshold(double value) =>
            double.IsPositiveInfinity(value)   ? "inf"
            : double.IsNegativeInfinity(value) ? "-inf"
                                               : value.ToString("G6", CultureInfo.InvariantCulture);
    }

    /// <summary>
    /// The thresholds that were asked for, and baselines beside them. Chosen by
    /// <see cref="Frontier.Choose(ThresholdOptions)"/>. Immutable; may be used by many threads.
    /// </summary>
    public sealed class Thresholds : ThresholdAnswer, IDisposable
    {
        private readonly wald_thresholds handle;

        internal unsafe Thresholds(wald_thresholds handle) : base(handle, 0)
        {
            this.handle = handle;
            Native.wald_thresholds_objective(handle, out var text);
            Objective = Text.Of(text);
            long count;
            Native.wald_thresholds_count(handle, &count);
            var baselines = new ThresholdAnswer[count - 1];
            for (var i = 0; i < baselines.Length; ++i) baselines[i] = new ThresholdAnswer(handle, i + 1);
            Baselines = Array.AsReadOnly(baselines);
        }

        /// <summary>What was asked, in words, such as <c>most true positives with fp &lt;= 20</c>.</summary>
        public string Objective { get; }

        /// <summary>What simpler methods come to: <c>best-single</c> and <c>stacked</c>.</summary>
        public IReadOnlyList<ThresholdAnswer> Baselines { get; }

        /// <summary>The name that a fact has in every language, such as <c>marginal_precision</c>.</summary>
        /// <param name="fact">Which.</param>
        /// <returns>The name; empty for an unknown one.</returns>
        public static string NameOf(ThresholdFact fact)
        {
            Library.Load();
            return Text.Static(Native.wald_threshold_fact_name((int)fact));
        }

        /// <summary>Which rows thresholds from anywhere flag.</summary>
        /// <param name="thresholds">One for each classifier; no NaN.</param>
        /// <param name="scores">A row of scores a row; no NaN.</param>
        /// <param name="rule">How several classifiers flag a row.</param>
        /// <returns>For each row 1 where it is flagged, else 0.</returns>
        public static byte[] Apply(ReadOnlySpan<double> thresholds, Table scores, Rule rule = Rule.Or)
        {
            var flagged = new byte[scores.Rows];
            ApplyInto(thresholds, scores, flagged, rule);
            return flagged;
        }

        /// <summary>Which rows thresholds from anywhere flag.</summary>
        /// <param name="thresholds">One for each classifier; no NaN.</param>
        /// <param name="scores">A row of scores a row; no NaN.</param>
        /// <param name="rule">How several classifiers flag a row.</param>
        /// <returns>For each row 1 where it is flagged, else 0.</returns>
        public static byte[] Apply(double[] thresholds, Table scores, Rule rule = Rule.Or) =>
            Apply(new ReadOnlySpan<double>(thresholds ?? throw new ArgumentNullException(nameof(thresholds))), scores,
                  rule);

        /// <summary>Which rows thresholds from anywhere flag, into memory of yours.</summary>
        /// <param name="thresholds">One for each classifier; no NaN.</param>
        /// <param name="scores">A row of scores a row; no NaN.</param>
        /// <param name="flagged">To be filled for each row with 1 where it is flagged, else 0.</param>
        /// <param name="rule">How several classifiers flag a row.</param>
        public static unsafe void ApplyInto(ReadOnlySpan<double> thresholds, Table scores, Span<byte> flagged,
                                            Rule rule = Rule.Or)
        {
            CheckRoom(flagged, scores.Rows);
            fixed (byte* cells = &MemoryMarshal.GetReference(flagged)) Apply(thresholds, rule, scores, cells, 1);
        }

        internal static unsafe void Apply(ReadOnlySpan<double> thresholds, Rule rule, Table scores, byte* flagged,
                                          long stride)
        {
            if (thresholds.Length != scores.Columns)
                throw new WaldArgumentException(
                    $"thresholds has {thresholds.Length} elements: scores has {scores.Columns} columns");
            Library.Load();
            fixed (double* values = &MemoryMarshal.GetReference(thresholds))
            fixed (double* doubles = &MemoryMarshal.GetReference(scores.Doubles))
            fixed (float* floats = &MemoryMarshal.GetReference(scores.Floats))
            fixed (double* doubleArray = scores.DoubleArray)
            fixed (float* floatArray = scores.FloatArray)
                Native.wald_apply_thresholds(values, (int)rule, scores.At(doubles, floats, doubleArray, floatArray),
                                             scores.Type, scores.Rows, scores.Columns, scores.RowStride,
                                             scores.ColumnStride, flagged, stride);
        }

        /// <summary>Releases the native memory now, rather than when the object is collected: what was read stays, and
        /// nothing can be applied any more, the baselines neither. May be called again.</summary>
        public void Dispose() => handle.Dispose();
    }
}
