// Chosen thresholds: what they flag, what is known of them.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Threading;

namespace Wald
{
    /// <summary>Limits of a number that is estimated.</summary>
    public readonly struct Interval
    {
        internal Interval(double lowest, double highest, bool isExact) =>
            (Lowest, Highest, IsExact) = (lowest, highest, isExact);

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
            Tp = answer[ThresholdFact.CrossTp];
            Fp = answer[ThresholdFact.CrossFp];
            Precision = answer[ThresholdFact.CrossPrecision];
            Recall = answer[ThresholdFact.CrossRecall];
            Value = answer[ThresholdFact.CrossValue];
        }

        /// <summary>Weight of the positives that are flagged.</summary>
        public double Tp { get; }

        /// <summary>Weight of the negatives that are flagged.</summary>
        public double Fp { get; }

        /// <summary>TP / (TP + FP); NaN without an alert.</summary>
        public double Precision { get; }

        /// <summary>TP / positives; NaN if their number is unknown.</summary>
        public double Recall { get; }

        /// <summary>Of the goal.</summary>
        public double Value { get; }
    }

    /// <summary>
    /// Thresholds by one method, and what is known of them: the answer that was asked for (<see cref="Thresholds"/>),
    /// or a baseline beside it. Immutable; may be used by many threads.
    /// </summary>
    public partial class ThresholdAnswer
    {
        private readonly wald_thresholds handle;
        private readonly long answer;
        private readonly FactTable facts;
        private readonly Interval?[] intervals;

        internal unsafe ThresholdAnswer(wald_thresholds handle, long answer)
        {
            this.handle = handle;
            this.answer = answer;
            facts = new FactTable(
                read, (fact, value) => Native.wald_number(handle, fact, answer, value),
                (fact, values, capacity, needed) =>
                    Native.wald_numbers(handle, fact, answer, values, capacity, needed),
                (int fact, out IntPtr text) => Native.wald_text(handle, fact, answer, out text));
            intervals = new Interval?[read.Count];
            foreach (var fact in read.Numbers) intervals[Facts.Place(fact)] = IntervalOf(fact);
            Ranges = Array.AsReadOnly(Numbers(Native.WALD_THRESHOLDS_LOW).Zip(
                Numbers(Native.WALD_THRESHOLDS_HIGH), (a, b) => new Interval(a, b, false)).ToArray());
        }

        // ---- Facts -------------------------------------------------------------------------------------------------

        /// <summary>For each classifier the limits of its threshold, by bootstrap of the whole choice; empty without
        /// <see cref="ThresholdOptions.Bootstrap"/>, and for the baselines.</summary>
        public IReadOnlyList<Interval> Ranges { get; }

        /// <summary>The same facts, each row counted at thresholds that were chosen without it; null without
        /// <see cref="ThresholdOptions.Folds"/>.</summary>
        public CrossFit? CrossFit =>
            double.IsNaN(this[ThresholdFact.CrossTp]) ? (CrossFit?)null : new CrossFit(this);

        /// <summary>The flags by the names they have in every language, such as <c>nothing_flagged</c>.</summary>
        public IReadOnlyList<string> FlagNames
        {
            get
            {
                var names = new List<string>();
                for (var bit = 0; bit < 31; ++bit)
                    if (((int)Flags & 1 << bit) != 0)
                        names.Add(Words.Of((ThresholdFlags)(1 << bit)));
                return names.AsReadOnly();
            }
        }

        /// <summary>Any of the facts.</summary>
        /// <param name="fact">Which.</param>
        public double this[ThresholdFact fact] => facts.Asked((int)fact);

        /// <summary>Limits of a fact, for thresholds that were fixed in advance: that they were chosen as the best of
        /// many they do not know.</summary>
        /// <param name="fact">Which.</param>
        /// <returns>The limits; null if there are none, as for what is not estimated.</returns>
        public Interval? Interval(ThresholdFact fact)
        {
            facts.Asked((int)fact);
            return intervals[Facts.Place((int)fact)];
        }

        // ---- Rows --------------------------------------------------------------------------------------------------

        /// <summary>Which rows it flags.</summary>
        /// <param name="scores">One row of scores per row; no NaN.</param>
        /// <returns>For each row 1 if it is flagged, else 0.</returns>
        // also: scores as Values
        public byte[] Apply(Table scores)
        {
            var flagged = new byte[scores.Rows];
            ApplyInto(scores, flagged);
            return flagged;
        }

        /// <summary>Which rows it flags, into memory of yours.</summary>
        /// <param name="scores">One row of scores per row; no NaN.</param>
        /// <param name="flagged">To be filled for each row with 1 if it is flagged, else 0.</param>
        public unsafe void ApplyInto(Table scores, Span<byte> flagged)
        {
            var chosen = NativeHandle.Open(handle, nameof(Thresholds), "thresholds");
            Length.CheckRoom("flagged", flagged.Length, scores.Rows);
            fixed (double* doubles = &scores.Doubles)
            fixed (float* floats = &scores.Floats)
            fixed (byte* cells = &First.Of(flagged))
            {
                wald_array table = scores.View(doubles, floats), result = new wald_array(cells, scores.Rows, 1);
                Native.wald_thresholds_apply(chosen, answer, &table, &result);
            }
        }

        /// <summary>The limit that these thresholds were chosen with, to be watched in use: <see cref="Claim"/> as a
        /// <see cref="Wald.Promise"/>. Feed it with the rows that <see cref="Apply(Table)"/> flags.</summary>
        /// <param name="bound">Of the limited metric, or of the metric that was maximised; by default the limit
        /// itself.</param>
        /// <param name="options">How it is watched; null takes the defaults.</param>
        /// <returns>A promise without rows, to be disposed of.</returns>
        /// <exception cref="WaldArgumentException">They were chosen without a limit, and no bound is given.</exception>
        public Promise Promise(double? bound = null, PromiseOptions options = null) =>
            new Promise(Wald.Promise.Claimed(Claim, bound), options);

        // ---- Reading -----------------------------------------------------------------------------------------------

        private unsafe Interval? IntervalOf(int fact)
        {
            double low, high;
            int exact;
            Native.wald_thresholds_interval(handle, answer, fact, &low, &high, &exact);
            return double.IsNaN(low) && double.IsNaN(high) ? (Interval?)null : new Interval(low, high, exact != 0);
        }

        /// <summary>Thresholds, counts and method.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() =>
            string.Format(CultureInfo.InvariantCulture, "Thresholds: {0}, tp {1:G6}, fp {2:G6}, value {3:G6}{4}{5}",
                          Coefficients.Count > 0
                              ? $"stacked at {StackedThreshold.ToString("G6", CultureInfo.InvariantCulture)}"
                              : $"({string.Join(", ", Thresholds.Select(Threshold))})",
                          Tp, Fp, Value, Method == "direct" ? "" : " by " + Method, Warning == "" ? "" : ", warning: " + Warning);

        private static string Threshold(double value) =>
            double.IsPositiveInfinity(value)   ? "inf"
            : double.IsNegativeInfinity(value) ? "-inf"
                                               : value.ToString("G6", CultureInfo.InvariantCulture);
    }

    /// <summary>
    /// The thresholds that were asked for, and baselines beside them. Chosen by
    /// <see cref="Sample.Choose(ThresholdOptions, CancellationToken)"/>. Immutable; may be used by many threads.
    /// </summary>
    public sealed partial class Thresholds : ThresholdAnswer, IDisposable
    {
        private readonly wald_thresholds handle;

        internal unsafe Thresholds(wald_thresholds handle) : base(handle, 0)
        {
            this.handle = handle;
            double count;
            Native.wald_number(handle, Native.WALD_THRESHOLDS_N_ANSWERS, 0, &count);
            var baselines = new ThresholdAnswer[(long)count - 1];
            for (var i = 0; i < baselines.Length; ++i) baselines[i] = new ThresholdAnswer(handle, i + 1);
            Baselines = Array.AsReadOnly(baselines);
        }

        /// <summary>The threshold of one score, from arrays: the answer that a <see cref="Sample"/> of these rows gives,
        /// without a copy of them where there are no weights and every row is rated.</summary>
        /// <param name="truth">Of each row 0, 1, or <see cref="Mask.NotRated"/>.</param>
        /// <param name="scores">One score per row; no NaN.</param>
        /// <param name="options">What it is to reach; by default the greatest F1; null takes the defaults.</param>
        /// <param name="weights">Of the rows, finite and at least 0; by default 1 each.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>The threshold.</returns>
        public static unsafe Thresholds Choose(Mask truth, Values scores, ThresholdOptions options = null,
                                               Values weights = default(Values),
                                               CancellationToken cancellationToken = default(CancellationToken))
        {
            Length.Check("truth", truth.Length, scores.Length);
            weights.CheckWeights(scores.Length);
            Library.Load();
            fixed (double* doubles = &scores.Doubles, weightDoubles = &weights.Doubles)
            fixed (float* floats = &scores.Floats, weightFloats = &weights.Floats)
            fixed (byte* bytes = &truth.Bytes)
            using (var opened = ThresholdOptions.Open(options, cancellationToken))
            {
                wald_array column = scores.View(doubles, floats), rated = truth.View(bytes),
                           weighted = weights.View(weightDoubles, weightFloats);
                Native.wald_thresholds_choose(&rated, &column, weights.Given ? &weighted : null, null,
                                              (int)Rule.Or, opened, out var made);
                return NativeHandle.Owned(made, found => new Thresholds(found));
            }
        }

        /// <summary>What simpler methods come to: <c>best-single</c> and <c>stacked</c>.</summary>
        public IReadOnlyList<ThresholdAnswer> Baselines { get; }

        /// <summary>The name that a fact has in every language, such as <c>marginal_precision</c>.</summary>
        /// <param name="fact">Which.</param>
        /// <returns>The name; empty for an unknown one.</returns>
        public static string NameOf(ThresholdFact fact) =>
            Enum.IsDefined(typeof(ThresholdFact), fact) ? Words.Of(fact) : "";

        /// <summary>Which rows thresholds from anywhere flag.</summary>
        /// <param name="thresholds">One for each classifier; no NaN.</param>
        /// <param name="scores">One row of scores per row; no NaN.</param>
        /// <param name="rule">How several classifiers flag a row.</param>
        /// <returns>For each row 1 if it is flagged, else 0.</returns>
        // also: thresholds as double[]
        public static byte[] Apply(ReadOnlySpan<double> thresholds, Table scores, Rule rule = Rule.Or)
        {
            var flagged = new byte[scores.Rows];
            ApplyInto(thresholds, scores, flagged, rule);
            return flagged;
        }

        /// <summary>Which rows thresholds from anywhere flag, into memory of yours.</summary>
        /// <param name="thresholds">One for each classifier; no NaN.</param>
        /// <param name="scores">One row of scores per row; no NaN.</param>
        /// <param name="flagged">To be filled for each row with 1 if it is flagged, else 0.</param>
        /// <param name="rule">How several classifiers flag a row.</param>
        public static unsafe void ApplyInto(ReadOnlySpan<double> thresholds, Table scores, Span<byte> flagged,
                                            Rule rule = Rule.Or)
        {
            Length.CheckRoom("flagged", flagged.Length, scores.Rows);
            fixed (byte* cells = &First.Of(flagged))
                Apply(thresholds, rule, scores, new wald_array(cells, scores.Rows, 1));
        }

        internal static unsafe void Apply(ReadOnlySpan<double> thresholds, Rule rule, Table scores, wald_array flagged)
        {
            if (thresholds.Length != scores.Columns)
                throw new WaldArgumentException(
                    $"thresholds has {thresholds.Length} elements: scores has {scores.Columns} columns");
            Library.Load();
            fixed (double* values = &First.Of(thresholds), doubles = &scores.Doubles)
            fixed (float* floats = &scores.Floats)
            {
                var table = scores.View(doubles, floats);
                Native.wald_rule_apply((int)rule, values, thresholds.Length, &table, &flagged);
            }
        }

        /// <summary>Releases the native memory now, rather than when the object is collected: what was read stays, and
        /// nothing can be applied any more, the baselines neither. May be called again.</summary>
        public void Dispose() => handle.Dispose();
    }
}
