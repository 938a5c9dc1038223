// A multiplier for each class of a multi-class model.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.InteropServices;
using System.Threading;

namespace Wald
{
    /// <summary>
    /// Multipliers of exclusive classes: a row gets the class of the greatest product of score and multiplier. A local
    /// optimum, never worse than all equal. Immutable; needs no disposal.
    /// </summary>
    public sealed class ClassMultipliers
    {
        private readonly double[] values;

        private ClassMultipliers(double[] values, double value, double start, double[,] confusion)
        {
            this.values = values;
            Value = value;
            Start = start;
            Confusion = confusion;
        }

        // ---- Choosing ----------------------------------------------------------------------------------------------

        /// <summary>Multipliers at which a metric is greatest, as its average over the classes.</summary>
        /// <param name="metric">One with a name.</param>
        /// <param name="scores">Rows by classes, finite and at least 0.</param>
        /// <param name="truth">The class of each row.</param>
        /// <param name="average"><see cref="Average.Macro"/> or <see cref="Average.Micro"/> over the classes.</param>
        /// <param name="weights">Of the rows, finite and at least 0; by default 1 each.</param>
        /// <param name="progress">Told the fraction done, on the thread that made the call.</param>
        /// <param name="cancellationToken">Ends a long call.</param>
        /// <returns>The multipliers.</returns>
        public static ClassMultipliers Choose(Metric metric, Table scores, ReadOnlySpan<long> truth,
                                              Average average = Average.Macro, Values weights = default(Values),
                                              IProgress<double> progress = null,
                                              CancellationToken cancellationToken = default(CancellationToken))
        {
            if (metric == null) throw new ArgumentNullException(nameof(metric));
            using (var call = new Call(metric))
            {
                var made = Choose(call.Metric, null, scores, truth, average, weights, progress, cancellationToken);
                call.Complete();
                return made;
            }
        }

        /// <summary>Multipliers at which a metric is greatest, as its average over the classes.</summary>
        /// <param name="metric">One with a name.</param>
        /// <param name="scores">Rows by classes, finite and at least 0.</param>
        /// <param name="truth">The class of each row.</param>
        /// <param name="average"><see cref="Average.Macro"/> or <see cref="Average.Micro"/> over the classes.</param>
        /// <param name="weights">Of the rows, finite and at least 0; by default 1 each.</param>
        /// <param name="progress">Told the fraction done, on the thread that made the call.</param>
        /// <param name="cancellationToken">Ends a long call.</param>
        /// <returns>The multipliers.</returns>
        public static ClassMultipliers Choose(Metric metric, Table scores, int[] truth, Average average = Average.Macro,
                                              Values weights = default(Values), IProgress<double> progress = null,
                                              CancellationToken cancellationToken = default(CancellationToken)) =>
            Choose(metric, scores, Wide(truth), average, weights, progress, cancellationToken);

        /// <summary>Multipliers at which the mean cost is least.</summary>
        /// <param name="costs">By truth and decision, finite.</param>
        /// <param name="scores">Rows by classes, finite and at least 0.</param>
        /// <param name="truth">The class of each row.</param>
        /// <param name="weights">Of the rows, finite and at least 0; by default 1 each.</param>
        /// <param name="progress">Told the fraction done, on the thread that made the call.</param>
        /// <param name="cancellationToken">Ends a long call.</param>
        /// <returns>The multipliers.</returns>
        public static ClassMultipliers Choose(double[,] costs, Table scores, ReadOnlySpan<long> truth,
                                              Values weights = default(Values), IProgress<double> progress = null,
                                              CancellationToken cancellationToken = default(CancellationToken))
        {
            CheckCosts(costs, scores.Columns);
            Library.Load();
            var made = Choose(wald_metric.None, costs, scores, truth, Average.Macro, weights, progress,
                              cancellationToken);
            Callbacks.Rethrow();
            return made;
        }

        /// <summary>Multipliers at which the mean cost is least.</summary>
        /// <param name="costs">By truth and decision, finite.</param>
        /// <param name="scores">Rows by classes, finite and at least 0.</param>
        /// <param name="truth">The class of each row.</param>
        /// <param name="weights">Of the rows, finite and at least 0; by default 1 each.</param>
        /// <param name="progress">Told the fraction done, on the thread that made the call.</param>
        /// <param name="cancellationToken">Ends a long call.</param>
        /// <returns>The multipliers.</returns>
        public static ClassMultipliers Choose(double[,] costs, Table scores, int[] truth,
                                              Values weights = default(Values), IProgress<double> progress = null,
                                              CancellationToken cancellationToken = default(CancellationToken)) =>
            Choose(costs, scores, Wide(truth), weights, progress, cancellationToken);

        private static unsafe ClassMultipliers Choose(wald_metric metric, double[,] costs, Table scores,
                                                      ReadOnlySpan<long> truth, Average average, Values weights,
                                                      IProgress<double> progress, CancellationToken cancellationToken)
        {
            if (truth.Length != scores.Rows)
                throw new WaldArgumentException($"truth has {truth.Length} elements: there are {scores.Rows} rows");
            weights.CheckWeights(scores.Rows);
            var callback = Callbacks.Of(progress, cancellationToken);
            var found = new double[scores.Columns];
            var confusion = new double[scores.Columns, scores.Columns];
            double value, start;
            fixed (double* doubles = &MemoryMarshal.GetReference(scores.Doubles))
            fixed (float* floats = &MemoryMarshal.GetReference(scores.Floats))
            fixed (double* doubleArray = scores.DoubleArray)
            fixed (float* floatArray = scores.FloatArray)
            fixed (double* weightDoubles = &MemoryMarshal.GetReference(weights.Doubles))
            fixed (float* weightFloats = &MemoryMarshal.GetReference(weights.Floats))
            fixed (long* classes = &MemoryMarshal.GetReference(truth))
            fixed (double* cost = costs)
            fixed (double* multipliers = found)
            fixed (double* counts = confusion)
                Native.wald_class_multipliers(metric, (int)average, cost,
                                              scores.At(doubles, floats, doubleArray, floatArray), scores.Type,
                                              scores.Rows, scores.Columns, scores.RowStride, scores.ColumnStride,
                                              classes,
                                              weights.Given ? weights.At(weightDoubles, weightFloats) : null,
                                              weights.Type, weights.Stride, callback, IntPtr.Zero, multipliers, &value,
                                              &start, counts);
            GC.KeepAlive(callback);
            return new ClassMultipliers(found, value, start, confusion);
        }

        // ---- Facts -------------------------------------------------------------------------------------------------

        /// <summary>The multiplier of each class.</summary>
        public IReadOnlyList<double> Values => Array.AsReadOnly(values);

        /// <summary>The metric or the mean cost reached.</summary>
        public double Value { get; }

        /// <summary>That of all multipliers equal.</summary>
        public double Start { get; }

        /// <summary>Weights of the rows, by truth and decision.</summary>
        public double[,] Confusion { get; }

        // ---- Rows --------------------------------------------------------------------------------------------------

        /// <summary>The class of each row. Of ties the smallest.</summary>
        /// <param name="scores">Rows by classes.</param>
        /// <returns>As many as there are rows.</returns>
        public long[] Apply(Table scores) => Apply(values, scores);

        /// <summary>The class of each row, by multipliers from anywhere. Of ties the smallest.</summary>
        /// <param name="multipliers">One for each class, finite and at least 0.</param>
        /// <param name="scores">Rows by classes.</param>
        /// <returns>As many as there are rows.</returns>
        public static unsafe long[] Apply(double[] multipliers, Table scores)
        {
            if (multipliers == null) throw new ArgumentNullException(nameof(multipliers));
            if (scores.Columns != multipliers.Length)
                throw new WaldArgumentException(
                    $"scores has {scores.Columns} columns: there are {multipliers.Length} multipliers");
            Library.Load();
            fixed (double* values = multipliers) return Apply(values, null, scores);
        }

        /// <summary>The class of each row at which the expected cost is least. Of ties the smallest.</summary>
        /// <param name="costs">By truth and decision, finite.</param>
        /// <param name="probabilities">Rows by classes.</param>
        /// <returns>As many as there are rows.</returns>
        public static unsafe long[] LeastCost(double[,] costs, Table probabilities)
        {
            CheckCosts(costs, probabilities.Columns);
            Library.Load();
            fixed (double* cost = costs) return Apply(null, cost, probabilities);
        }

        private static unsafe long[] Apply(double* multipliers, double* costs, Table scores)
        {
            var result = new long[scores.Rows];
            fixed (double* doubles = &MemoryMarshal.GetReference(scores.Doubles))
            fixed (float* floats = &MemoryMarshal.GetReference(scores.Floats))
            fixed (double* doubleArray = scores.DoubleArray)
            fixed (float* floatArray = scores.FloatArray)
            fixed (long* classes = result)
                Native.wald_apply_classes(multipliers, costs, scores.At(doubles, floats, doubleArray, floatArray),
                                          scores.Type, scores.Rows, scores.Columns, scores.RowStride,
                                          scores.ColumnStride, classes);
            return result;
        }

        private static void CheckCosts(double[,] costs, long classes)
        {
            if (costs == null) throw new ArgumentNullException(nameof(costs));
            if (costs.GetLength(0) != classes || costs.GetLength(1) != classes)
                throw new WaldArgumentException(
                    $"costs has shape ({costs.GetLength(0)}, {costs.GetLength(1)}): must be ({classes}, {classes})");
        }

        private static long[] Wide(int[] truth) =>
            Array.ConvertAll(truth ?? throw new ArgumentNullException(nameof(truth)), x => (long)x);

        /// <summary>The multipliers and the value.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() =>
            FormattableString.Invariant($"ClassMultipliers: {values.Length} classes, {Start:G6} to {Value:G6}");
    }
}
