// A threshold of one score for each segment of the rows.
using System;
using System.Collections.Generic;

namespace Wald
{
    /// <summary>What one segment's threshold reaches. Found by <see cref="SegmentThresholds"/>.</summary>
    public readonly struct SegmentThreshold
    {
        internal const int Facts = Native.WALD_SEGMENT_THEOREM + 1;

        internal unsafe SegmentThreshold(double* facts)
        {
            Threshold = facts[Native.WALD_SEGMENT_THRESHOLD];
            NextLower = facts[Native.WALD_SEGMENT_NEXT_LOWER];
            Tp = facts[Native.WALD_SEGMENT_TP];
            Fp = facts[Native.WALD_SEGMENT_FP];
            Positives = facts[Native.WALD_SEGMENT_POSITIVES];
            Negatives = facts[Native.WALD_SEGMENT_NEGATIVES];
            Precision = facts[Native.WALD_SEGMENT_PRECISION];
            Tpr = facts[Native.WALD_SEGMENT_TPR];
            Fpr = facts[Native.WALD_SEGMENT_FPR];
            SelectionRate = facts[Native.WALD_SEGMENT_SELECTION_RATE];
            Gain = facts[Native.WALD_SEGMENT_GAIN];
            Certified = facts[Native.WALD_SEGMENT_CERTIFIED] != 0;
            RowsNeeded = facts[Native.WALD_SEGMENT_ROWS_NEEDED];
            Theorem = Lists.Names("theorem")[(int)facts[Native.WALD_SEGMENT_THEOREM]].Name;
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

        /// <summary>TP/(TP + FP); NaN where nothing is flagged.</summary>
        public double Precision { get; }

        /// <summary>TP/positives; NaN without positives.</summary>
        public double Tpr { get; }

        /// <summary>FP/negatives; NaN without negatives.</summary>
        public double Fpr { get; }

        /// <summary>The flagged share of all rows.</summary>
        public double SelectionRate { get; }

        /// <summary>Benefits less costs of the flagged rows; NaN where none were given.</summary>
        public double Gain { get; }

        /// <summary>Whether its limits hold for all future rows; not without <c>Certify</c>.</summary>
        public bool Certified { get; }

        /// <summary>Rows more that would certify it in about four of five samples: 0 where it is certified, infinite
        /// where no number would do, NaN without <c>Certify</c>.</summary>
        public double RowsNeeded { get; }

        /// <summary>What the certificate stands on: "order-statistics", "ranked-sequence" ...; or "none".</summary>
        public string Theorem { get; }
    }

    /// <summary>A threshold of one score for each segment of the rows (market, language, device), found together: goal
    /// and limits are of the counts of all segments added up. Immutable; needs no disposal.</summary>
    public sealed class SegmentThresholds
    {
        private const int Together = Native.WALD_SEGMENTS_CERTIFIED + 1;

        private unsafe SegmentThresholds(double* together, SegmentThreshold[] segments)
        {
            Tolerance = together[Native.WALD_SEGMENTS_TOLERANCE];
            Value = together[Native.WALD_SEGMENTS_VALUE];
            Bound = together[Native.WALD_SEGMENTS_BOUND];
            Feasible = together[Native.WALD_SEGMENTS_FEASIBLE] != 0;
            IsExact = together[Native.WALD_SEGMENTS_EXACT] != 0;
            Difference = together[Native.WALD_SEGMENTS_DIFFERENCE];
            Tp = together[Native.WALD_SEGMENTS_TP];
            Fp = together[Native.WALD_SEGMENTS_FP];
            Gain = together[Native.WALD_SEGMENTS_GAIN];
            Certified = together[Native.WALD_SEGMENTS_CERTIFIED] != 0;
            Segments = Array.AsReadOnly(segments);
        }

        /// <summary>Chooses a threshold for each segment.</summary>
        /// <param name="truth">Of each row 0 or 1.</param>
        /// <param name="scores">A score a row; no NaN.</param>
        /// <param name="segments">Of each row, from 0; empty for one segment.</param>
        /// <param name="count">The number of segments.</param>
        /// <param name="options">Goal, limits, parity, tolerance, progress; null takes the defaults.</param>
        /// <param name="weights">Of the rows, finite and at least 0; by default 1 each.</param>
        /// <param name="benefits">What a flagged positive gains; with any amounts the goal is the greatest gain.</param>
        /// <param name="costs">What a flagged negative loses.</param>
        /// <param name="limits">Each segment's own, a row a segment, NaN for none: min_precision, min_recall, max_fp,
        /// max_alerts, max_fpr, max_alert_rate; or null.</param>
        /// <returns>An answer for each tolerance, or one.</returns>
        public static unsafe IReadOnlyList<SegmentThresholds> Choose(
            Mask truth, Values scores, ReadOnlySpan<long> segments, int count, ThresholdOptions options = null,
            Values weights = default(Values), Values benefits = default(Values), Values costs = default(Values),
            double[,] limits = null)
        {
            Length.Check("truth", truth.Length, scores.Length);
            weights.CheckWeights(scores.Length);
            Library.Load();
            var answers = Math.Max(1, options?.Tolerance?.Count ?? 0);
            double[] facts = new double[(long)answers * Math.Max(count, 0) * SegmentThreshold.Facts],
                     together = new double[answers * Together];
            var found = new SegmentThresholds[answers];
            fixed (double* doubles = &scores.Doubles, weightDoubles = &weights.Doubles,
                   benefitDoubles = &benefits.Doubles, costDoubles = &costs.Doubles)
            fixed (float* floats = &scores.Floats, weightFloats = &weights.Floats, benefitFloats = &benefits.Floats,
                   costFloats = &costs.Floats)
            fixed (byte* bytes = &truth.Bytes)
            fixed (long* which = &First.Of(segments))
            fixed (double* own = &First.Of(limits), each = &First.Of(facts), all = &First.Of(together))
            {
                using (var opened = ThresholdOptions.Open(options))
                {
                    wald_array column = scores.View(doubles, floats), rated = truth.View(bytes),
                               of = new wald_array(which, segments.Length),
                               weighted = weights.View(weightDoubles, weightFloats),
                               gained = benefits.View(benefitDoubles, benefitFloats),
                               lost = costs.View(costDoubles, costFloats),
                               limited = Table(own, limits?.GetLength(0) ?? 0, limits?.GetLength(1) ?? 0),
                               bySegment = Table(each, (long)answers * count, SegmentThreshold.Facts),
                               ofAll = Table(all, answers, Together);
                    Native.wald_segment_thresholds(
                        opened, &rated, &column, segments.Length > 0 ? &of : null, weights.Given ? &weighted : null,
                        benefits.Given ? &gained : null, costs.Given ? &lost : null, limits != null ? &limited : null,
                        &bySegment, &ofAll);
                }
                for (var a = 0; a < answers; ++a)
                {
                    var segment = new SegmentThreshold[count];
                    for (var s = 0; s < count; ++s)
                        segment[s] = new SegmentThreshold(each + ((long)a * count + s) * SegmentThreshold.Facts);
                    found[a] = new SegmentThresholds(all + a * Together, segment);
                }
            }
            Callbacks.Rethrow();
            return Array.AsReadOnly(found);
        }

        private static unsafe wald_array Table(double* cells, long rows, long columns) =>
            new wald_array(ElementType.Float64, cells, rows, columns, columns, 1);

        /// <summary>What the rate of parity may differ by; NaN where none is compared.</summary>
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

        /// <summary>The largest difference of the compared rate; NaN where none is compared.</summary>
        public double Difference { get; }

        /// <summary>Weight of the positives that are flagged.</summary>
        public double Tp { get; }

        /// <summary>Weight of the negatives that are flagged.</summary>
        public double Fp { get; }

        /// <summary>Benefits less costs of the flagged rows; NaN where none were given.</summary>
        public double Gain { get; }

        /// <summary>One for each segment.</summary>
        public IReadOnlyList<SegmentThreshold> Segments { get; }

        /// <summary>The number of segments and the value.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() =>
            FormattableString.Invariant($"SegmentThresholds: {Segments.Count} segments, value {Value:G6}");
    }
}
