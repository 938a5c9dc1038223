// A threshold for each label of a multi-label model.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.InteropServices;

namespace Wald
{
    /// <summary>A threshold for each label of a model, on that label's scores. Immutable; needs no disposal.</summary>
    public sealed class LabelThresholds
    {
        private readonly double[] values;

        private LabelThresholds(double[] values, double[] truePositives, double[] falsePositives, double value,
                                bool feasible, bool isExact)
        {
            this.values = values;
            TruePositives = Array.AsReadOnly(truePositives);
            FalsePositives = Array.AsReadOnly(falsePositives);
            Value = value;
            Feasible = feasible;
            IsExact = isExact;
        }

        /// <summary>Chooses a threshold for each label.</summary>
        /// <param name="scores">Rows by labels; no NaN.</param>
        /// <param name="labels">Of the same shape: 0, 1, or <see cref="Mask.NotRated"/>.</param>
        /// <param name="average"><see cref="Average.Macro"/> makes each label a problem of its own;
        /// <see cref="Average.Micro"/> adds the counts of all.</param>
        /// <param name="options">Goal, limits, threads, progress; by default the greatest F1.</param>
        /// <param name="weights">Of the rows, finite and at least 0; by default 1 each.</param>
        /// <returns>The thresholds.</returns>
        public static unsafe LabelThresholds Choose(Table scores, MaskTable labels, Average average = Average.Macro,
                                                    ThresholdOptions options = null, Values weights = default(Values))
        {
            labels.CheckShape("labels", "scores", scores.Rows, scores.Columns);
            weights.CheckWeights(scores.Rows);
            Library.Load();
            double[] found = new double[scores.Columns], tp = new double[scores.Columns],
                     fp = new double[scores.Columns];
            double value;
            int feasible, exact;
            fixed (double* doubles = &MemoryMarshal.GetReference(scores.Doubles))
            fixed (float* floats = &MemoryMarshal.GetReference(scores.Floats))
            fixed (double* doubleArray = scores.DoubleArray)
            fixed (float* floatArray = scores.FloatArray)
            fixed (byte* bytes = &MemoryMarshal.GetReference(labels.Bytes))
            fixed (byte* byteArray = labels.ByteArray)
            fixed (bool* boolArray = labels.BoolArray)
            fixed (double* weightDoubles = &MemoryMarshal.GetReference(weights.Doubles))
            fixed (float* weightFloats = &MemoryMarshal.GetReference(weights.Floats))
            fixed (double* thresholds = found)
            fixed (double* trues = tp)
            fixed (double* falses = fp)
            using (var opened = ThresholdOptions.Open(options))
                Native.wald_label_thresholds((int)average, opened, scores.At(doubles, floats, doubleArray, floatArray),
                                             scores.Type, scores.Rows, scores.Columns, scores.RowStride,
                                             scores.ColumnStride, labels.At(bytes, byteArray, boolArray),
                                             labels.RowStride, labels.ColumnStride,
                                             weights.Given ? weights.At(weightDoubles, weightFloats) : null,
                                             weights.Type, weights.Stride, thresholds, trues, falses, &value, &feasible,
                                             &exact);
            Callbacks.Rethrow();
            return new LabelThresholds(found, tp, fp, value, feasible != 0, exact != 0);
        }

        /// <summary>The threshold of each label; positive infinity where it has no positives.</summary>
        public IReadOnlyList<double> Values => Array.AsReadOnly(values);

        /// <summary>Weight of the positives of each label that are named.</summary>
        public IReadOnlyList<double> TruePositives { get; }

        /// <summary>Weight of the negatives of each label that are named.</summary>
        public IReadOnlyList<double> FalsePositives { get; }

        /// <summary>Of the goal: over the added counts, or with macro the mean over labels.</summary>
        public double Value { get; }

        /// <summary>False where a recall is out of reach.</summary>
        public bool Feasible { get; }

        /// <summary>False where hulls stood for the frontiers, the labels being too many.</summary>
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
            fixed (byte* cells = named)
                for (var j = 0; j < values.Length; ++j)
                    Thresholds.Apply(values.AsSpan(j, 1), Rule.Or, scores.Column(j), cells + j, values.Length);
            return named;
        }

        /// <summary>The number of labels and the value.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() =>
            FormattableString.Invariant($"LabelThresholds: {values.Length} labels, value {Value:G6}");
    }
}
