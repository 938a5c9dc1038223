// Models on a test set, at thresholds that were chosen elsewhere.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;

namespace Wald
{
    /// <summary>
    /// Models on a test set, at thresholds that were chosen elsewhere: metrics with limits, and paired differences between
    /// models. Lists of estimates are metric by metric of each model, lists of comparisons metric by metric of each pair of
    /// models. Immutable; needs no disposal.
    /// </summary>
    public sealed partial class ThresholdEvaluation
    {
        private readonly FactTable facts;

        private unsafe ThresholdEvaluation(wald_threshold_evaluation found)
        {
            facts = new FactTable(
                read, (int fact, double* value) => Native.wald_number(found, fact, 0, value),
                (int fact, double* values, long capacity, long* needed) =>
                    Native.wald_numbers(found, fact, 0, values, capacity, needed),
                (int fact, out IntPtr text) => Native.wald_text(found, fact, 0, out text));
            MetricNames = Array.AsReadOnly(Enumerable.Range(0, checked((int)MetricCount)).Select(metric => Facts.Text(
                Native.WALD_THRESHOLD_EVALUATION_METRIC_NAME,
                (int fact, out IntPtr text) => Native.wald_text(found, fact, metric, out text))).ToArray());
        }

        /// <summary>Evaluates models on a test set. A row is flagged where its score is at least the threshold.</summary>
        /// <param name="truth">As many zeros and ones as rows: labels that are missing are refused.</param>
        /// <param name="scores">Rows by models, no NaN.</param>
        /// <param name="thresholds">One per model; null for the area under the ROC curve alone.</param>
        /// <param name="options">Metrics, names, level, limits of proportions, jackknife, bootstrap, reference, seed, threads,
        /// progress; null takes the defaults.</param>
        /// <param name="weights">Of the rows, finite and at least 0; by default 1 each.</param>
        /// <param name="groups">One number per row: rows of the same one, as those of one patient, belong together; by
        /// default each row stands for itself.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>The evaluation.</returns>
        public static unsafe ThresholdEvaluation Of(Mask truth, Table scores, IEnumerable<double> thresholds = null,
                                                    ThresholdOptions options = null, Values weights = default(Values),
                                                    ReadOnlySpan<long> groups = default(ReadOnlySpan<long>),
                                                    CancellationToken cancellationToken = default(CancellationToken))
        {
            Length.Check("truth", truth.Length, scores.Rows, "rows");
            weights.CheckWeights(scores.Rows);
            Library.Load();
            var levels = thresholds?.ToArray();
            fixed (double* doubles = &scores.Doubles, weightDoubles = &weights.Doubles, at = &First.Of(levels))
            fixed (float* floats = &scores.Floats, weightFloats = &weights.Floats)
            fixed (byte* bytes = &truth.Bytes)
            fixed (long* together = &First.Of(groups)) // NULL if it is default
            using (var opened = ThresholdOptions.Open(options, cancellationToken))
            {
                wald_array table = scores.View(doubles, floats), rated = truth.View(bytes),
                           weighted = weights.View(weightDoubles, weightFloats),
                           asked = new wald_array(ElementType.Float64, at, levels?.Length ?? 0, 1, 1, 1),
                           grouped = new wald_array(together, groups.Length);
                var rows = new wald_rows(weights.Given ? &weighted : null, together == null ? null : &grouped);
                Native.wald_threshold_evaluation_create(&rated, &table, levels == null ? null : &asked, &rows, opened,
                                                        out var found);
                using (found)
                {
                    Callbacks.Rethrow();
                    return new ThresholdEvaluation(found);
                }
            }
        }

        /// <summary>The names of the metrics, as they were asked for.</summary>
        public IReadOnlyList<string> MetricNames { get; }

        /// <summary>The first estimate.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() => FormattableString.Invariant(
            $"ThresholdEvaluation: {MetricNames[0]} {Value[0]:G4} ({Low[0]:G4} to {High[0]:G4}) on {RowCount} rows");
    }
}
