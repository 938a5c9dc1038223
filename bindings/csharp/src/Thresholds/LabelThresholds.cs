// A threshold for each label of a multi-label model.
using System;
using System.Collections.Generic;
using System.Linq;

namespace Wald
{
    /// <summary>A threshold for each label of a model, on that label's scores. Immutable; needs no disposal.</summary>
    public sealed partial class LabelThresholds
    {
        private readonly double[] values;

        private LabelThresholds(wald_labels found)
        {
            Func<int, double[]> column = fact => Facts.AllOf(found, fact);
            values = column(Native.WALD_LABELS_THRESHOLD);
            Tp = Array.AsReadOnly(column(Native.WALD_LABELS_TP));
            Fp = Array.AsReadOnly(column(Native.WALD_LABELS_FP));
            Positives = Array.AsReadOnly(column(Native.WALD_LABELS_POSITIVES));
            Precision = Array.AsReadOnly(column(Native.WALD_LABELS_PRECISION));
            Recall = Array.AsReadOnly(column(Native.WALD_LABELS_RECALL));
            Values = Array.AsReadOnly(column(Native.WALD_LABELS_LABEL_VALUE));
            Flags = Array.AsReadOnly(column(Native.WALD_LABELS_FLAGS).Select(x => (ThresholdFlags)(int)x).ToArray());
            Func<int, IReadOnlyList<int>> labelsWith = fact =>
            {
                var holds = column(fact);
                return Array.AsReadOnly(Enumerable.Range(0, holds.Length).Where(l => holds[l] != 0).ToArray());
            };
            Missed = labelsWith(Native.WALD_LABELS_MISSED);
            FlagsAll = labelsWith(Native.WALD_LABELS_FLAGS_ALL);
            Value = Facts.Of(found, Native.WALD_LABELS_VALUE);
            LabelsPerRow = Facts.Of(found, Native.WALD_LABELS_LABELS_PER_ROW);
            Feasible = Facts.Of(found, Native.WALD_LABELS_FEASIBLE) != 0;
            IsExact = Facts.Of(found, Native.WALD_LABELS_EXACT) != 0;
        }

        /// <summary>The threshold of each label; positive infinity if nothing is flagged.</summary>
        public IReadOnlyList<double> Thresholds => Array.AsReadOnly(values);

        /// <summary>Weight of the positives of each label that are named.</summary>
        public IReadOnlyList<double> Tp { get; }

        /// <summary>Weight of the negatives of each label that are named.</summary>
        public IReadOnlyList<double> Fp { get; }

        /// <summary>Weight of all positives of each label; NaN if it is unknown.</summary>
        public IReadOnlyList<double> Positives { get; }

        /// <summary>TP/(TP + FP) of each label; NaN if it is given to no row.</summary>
        public IReadOnlyList<double> Precision { get; }

        /// <summary>TP/positives of each label; NaN without positives.</summary>
        public IReadOnlyList<double> Recall { get; }

        /// <summary>The value of the goal of each label, with macro.</summary>
        public IReadOnlyList<double> Values { get; }

        /// <summary>What the caller should know of each label.</summary>
        public IReadOnlyList<ThresholdFlags> Flags { get; }

        /// <summary>The labels that miss a limit, from 0; with micro, whose limits are of all labels together,
        /// none.</summary>
        public IReadOnlyList<int> Missed { get; }

        /// <summary>The labels for which every rated row is flagged, more than ten for each positive: the scores do not
        /// separate the label's few positives.</summary>
        public IReadOnlyList<int> FlagsAll { get; }

        /// <summary>Of the goal: over the added counts, with macro the mean over labels, with instance that over
        /// rows.</summary>
        public double Value { get; }

        /// <summary>The mean number of flagged labels of a row, with instance; else NaN.</summary>
        public double LabelsPerRow { get; }

        /// <summary>False if a recall is out of reach.</summary>
        public bool Feasible { get; }

        /// <summary>False if hulls stood for the frontiers, the labels being too many.</summary>
        public bool IsExact { get; }

        /// <summary>Which labels rows get.</summary>
        /// <param name="scores">Rows by labels; no NaN.</param>
        /// <returns>Zeros and ones, of the same shape.</returns>
        public unsafe byte[,] Apply(Table scores)
        {
            if (scores.Columns != values.Length)
                throw new WaldArgumentException(
                    $"scores has {scores.Columns} columns: there are {values.Length} labels");
            var named = new byte[scores.Rows, scores.Columns];
            fixed (byte* cells = &First.Of(named))
                for (var j = 0; j < values.Length; ++j)
                    Wald.Thresholds.Apply(values.AsSpan(j, 1), Rule.Or, scores.Column(j),
                                     new wald_array(ElementType.Uint8, cells + j, scores.Rows, 1, values.Length, 1));
            return named;
        }

        /// <summary>The number of labels and the value.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() =>
            FormattableString.Invariant($"LabelThresholds: {values.Length} labels, value {Value:G6}");
    }
}
