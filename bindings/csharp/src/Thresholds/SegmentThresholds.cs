// A threshold of one score for each segment of the rows.
using System;
using System.Collections.Generic;
using System.Threading;

namespace Wald
{
    /// <summary>What one segment's threshold reaches. Found by <see cref="SegmentThresholds"/>.</summary>
    public readonly struct SegmentThreshold
    {
        // Of every segment, by fact.
        internal SegmentThreshold(Func<int, double[]> facts, int item)
        {
            Threshold = facts(Native.WALD_SEGMENTS_THRESHOLD)[item];
            NextLower = facts(Native.WALD_SEGMENTS_NEXT_LOWER)[item];
            Tp = facts(Native.WALD_SEGMENTS_TP)[item];
            Fp = facts(Native.WALD_SEGMENTS_FP)[item];
            Positives = facts(Native.WALD_SEGMENTS_POSITIVES)[item];
            Negatives = facts(Native.WALD_SEGMENTS_NEGATIVES)[item];
            Precision = facts(Native.WALD_SEGMENTS_PRECISION)[item];
            Tpr = facts(Native.WALD_SEGMENTS_TPR)[item];
            Fpr = facts(Native.WALD_SEGMENTS_FPR)[item];
            SelectionRate = facts(Native.WALD_SEGMENTS_SELECTION_RATE)[item];
            Gain = facts(Native.WALD_SEGMENTS_GAIN)[item];
            Certified = facts(Native.WALD_SEGMENTS_CERTIFIED)[item] != 0;
            RowsNeeded = facts(Native.WALD_SEGMENTS_ROWS_NEEDED)[item];
            Theorem = Lists.Names("theorem")[(int)facts(Native.WALD_SEGMENTS_THEOREM)[item]].Name;
        }

        /// <summary>Rows from here on are flagged; positive infinity flags nothing.</summary>
        public double Threshold { get; }

        /// <summary>Thresholds above this, up to the chosen one, flag the same rows.</summary>
        public double NextLower { get; }

        /// <summary>Weight of the positives that are flagged.</summary>
        public double Tp { get; }

        /// <summary>Weight of the negatives that are flagged.</summary>
        public double Fp { get; }

        /// <summary>Weight of all positives.</summary>
        public double Positives { get; }

        /// <summary>Weight of all negatives.</summary>
        public double Negatives { get; }

        /// <summary>TP/(TP + FP); NaN if nothing is flagged.</summary>
        public double Precision { get; }

        /// <summary>TP/positives; NaN without positives.</summary>
        public double Tpr { get; }

        /// <summary>FP/negatives; NaN without negatives.</summary>
        public double Fpr { get; }

        /// <summary>The flagged share of all rows.</summary>
        public double SelectionRate { get; }

        /// <summary>Benefits less costs of the flagged rows; NaN if none were given.</summary>
        public double Gain { get; }

        /// <summary>Whether its limits hold for all future rows; not without <c>Certify</c>.</summary>
        public bool Certified { get; }

        /// <summary>Rows more that would certify it in about four of five samples: 0 if it is certified, infinite
        /// if no number would suffice, NaN without <c>Certify</c>.</summary>
        public double RowsNeeded { get; }

        /// <summary>What the certificate stands on: "order-statistics", "ranked-sequence" ...; or "none".</summary>
        public string Theorem { get; }
    }

    /// <summary>A threshold of one score for each segment of the rows (market, language, device), found together: goal
    /// and limits are of the counts of all segments added up. Immutable; needs no disposal.</summary>
    public sealed class SegmentThresholds
    {
        private SegmentThresholds(Func<int, double[]> facts, int tolerance, int count)
        {
            Tolerance = facts(Native.WALD_SEGMENTS_TOLERANCE)[tolerance];
            Value = facts(Native.WALD_SEGMENTS_VALUE)[tolerance];
            Bound = facts(Native.WALD_SEGMENTS_BOUND)[tolerance];
            Feasible = facts(Native.WALD_SEGMENTS_FEASIBLE)[tolerance] != 0;
            IsExact = facts(Native.WALD_SEGMENTS_EXACT)[tolerance] != 0;
            Difference = facts(Native.WALD_SEGMENTS_DIFFERENCE)[tolerance];
            Tp = facts(Native.WALD_SEGMENTS_TOTAL_TP)[tolerance];
            Fp = facts(Native.WALD_SEGMENTS_TOTAL_FP)[tolerance];
            Gain = facts(Native.WALD_SEGMENTS_TOTAL_GAIN)[tolerance];
            Certified = facts(Native.WALD_SEGMENTS_ALL_CERTIFIED)[tolerance] != 0;
            var segments = new SegmentThreshold[count];
            for (var s = 0; s < count; ++s) segments[s] = new SegmentThreshold(facts, tolerance * count + s);
            Segments = Array.AsReadOnly(segments);
        }

        private static IReadOnlyList<SegmentThresholds> AnswersOf(wald_segments found, int count)
        {
            var read = new Dictionary<int, double[]>();
            Func<int, double[]> facts = fact =>
            {
                if (!read.TryGetValue(fact, out var numbers)) read[fact] = numbers = Facts.AllOf(found, fact);
                return numbers;
            };
            var answers = new SegmentThresholds[facts(Native.WALD_SEGMENTS_TOLERANCE).Length];
            for (var a = 0; a < answers.Length; ++a) answers[a] = new SegmentThresholds(facts, a, count);
            return Array.AsReadOnly(answers);
        }

        /// <summary>Chooses a threshold for each segment.</summary>
        /// <param name="truth">Of each row 0 or 1.</param>
        /// <param name="scores">One score per row; no NaN.</param>
        /// <param name="segments">Of each row, from 0; empty for one segment.</param>
        /// <param name="count">The number of segments.</param>
        /// <param name="options">Goal, limits, parity, tolerance, progress; null takes the defaults.</param>
        /// <param name="weights">Of the rows, finite and at least 0; by default 1 each.</param>
        /// <param name="benefits">What a flagged positive gains; with any amounts the goal is the greatest gain.</param>
        /// <param name="costs">What a flagged negative loses.</param>
        /// <param name="limits">Each segment's own, one row per segment, NaN for none: min_precision, min_recall,
        /// max_fp, max_alerts, max_fpr, max_alert_rate; or null.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>An answer for each tolerance, or one.</returns>
        public static unsafe IReadOnlyList<SegmentThresholds> Choose(
            Mask truth, Values scores, ReadOnlySpan<long> segments, int count, ThresholdOptions options = null,
            Values weights = default(Values), Values benefits = default(Values), Values costs = default(Values),
            double[,] limits = null, CancellationToken cancellationToken = default(CancellationToken))
        {
            Length.Check("truth", truth.Length, scores.Length);
            weights.CheckWeights(scores.Length);
            Library.Load();
            fixed (double* doubles = &scores.Doubles, weightDoubles = &weights.Doubles,
                   benefitDoubles = &benefits.Doubles, costDoubles = &costs.Doubles)
            fixed (float* floats = &scores.Floats, weightFloats = &weights.Floats, benefitFloats = &benefits.Floats,
                   costFloats = &costs.Floats)
            fixed (byte* bytes = &truth.Bytes)
            fixed (long* which = &First.Of(segments))
            fixed (double* own = &First.Of(limits))
            using (var opened = ThresholdOptions.Open(options, cancellationToken))
            {
                wald_array column = scores.View(doubles, floats), rated = truth.View(bytes),
                           of = new wald_array(which, segments.Length),
                           weighted = weights.View(weightDoubles, weightFloats),
                           gained = benefits.View(benefitDoubles, benefitFloats),
                           lost = costs.View(costDoubles, costFloats);
                long rows = limits?.GetLength(0) ?? 0, columns = limits?.GetLength(1) ?? 0;
                var limited = new wald_array(ElementType.Float64, own, rows, columns, columns, 1);
                var more = new wald_segment_rows
                {
                    size = sizeof(wald_segment_rows), n_segments = count, segments = segments.Length > 0 ? &of : null,
                    weights = weights.Given ? &weighted : null, benefits = benefits.Given ? &gained : null,
                    costs = costs.Given ? &lost : null, limits = limits != null ? &limited : null
                };
                Native.wald_segments_choose(&rated, &column, &more, opened, out var made);
                return NativeHandle.Once(made, found => AnswersOf(found, count));
            }
        }

        /// <summary>What the rate of parity may differ by; NaN if none is compared.</summary>
        public double Tolerance { get; }

        /// <summary>Of the goal over all rows: the metric, TP - FP/cost_ratio, TP, FP, or the gain.</summary>
        public double Value { get; }

        /// <summary>No thresholds that keep all limits have a better value.</summary>
        public double Bound { get; }

        /// <summary>Whether all limits are kept; where a recall is out of reach these are the nearest.</summary>
        public bool Feasible { get; }

        /// <summary>Whether the limits of every segment hold for all future rows; not without <c>Certify</c>.</summary>
        public bool Certified { get; }

        /// <summary>Whether the answer is proved to be the best, or none to be feasible.</summary>
        public bool IsExact { get; }

        /// <summary>The largest difference of the compared rate; NaN if none is compared.</summary>
        public double Difference { get; }

        /// <summary>Weight of the positives that are flagged.</summary>
        public double Tp { get; }

        /// <summary>Weight of the negatives that are flagged.</summary>
        public double Fp { get; }

        /// <summary>Benefits less costs of the flagged rows; NaN if none were given.</summary>
        public double Gain { get; }

        /// <summary>One for each segment.</summary>
        public IReadOnlyList<SegmentThreshold> Segments { get; }

        /// <summary>The number of segments and the value.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() =>
            FormattableString.Invariant($"SegmentThresholds: {Segments.Count} segments, value {Value:G6}");
    }
}
