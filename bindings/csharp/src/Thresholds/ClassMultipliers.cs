// A multiplier for each class of a multi-class model.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;

namespace Wald
{
    /// <summary>
    /// Multipliers of exclusive classes: a row gets the class of the greatest product of score and multiplier. A local
    /// optimum, never worse than all equal. Immutable; needs no disposal.
    /// </summary>
    public sealed partial class ClassMultipliers
    {
        private readonly double[] values;

        private ClassMultipliers(wald_multipliers found)
        {
            values = Facts.AllOf(found, Native.WALD_MULTIPLIERS_MULTIPLIERS);
            Value = Facts.Of(found, Native.WALD_MULTIPLIERS_VALUE);
            Start = Facts.Of(found, Native.WALD_MULTIPLIERS_START);
            Confusion = new double[values.Length, values.Length];
            var cells = Facts.AllOf(found, Native.WALD_MULTIPLIERS_CONFUSION);
            Buffer.BlockCopy(cells, 0, Confusion, 0, cells.Length * sizeof(double));
        }

        // ---- Choosing ----------------------------------------------------------------------------------------------

        /// <summary>Multipliers at which a metric is greatest, as its average over the classes.</summary>
        /// <param name="truth">The class of each row.</param>
        /// <param name="scores">Rows by classes, finite and at least 0.</param>
        /// <param name="options">The metric, F1 if it is not set, the average, threads and progress; null takes the
        /// defaults.</param>
        /// <param name="weights">Of the rows, finite and at least 0; by default 1 each.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>The multipliers.</returns>
        // also: truth as int[]
        public static ClassMultipliers Choose(ReadOnlySpan<long> truth, Table scores, ThresholdOptions options = null,
                                              Values weights = default(Values),
                                              CancellationToken cancellationToken = default(CancellationToken)) =>
            ChooseBy(null, truth, scores, options, weights, cancellationToken);

        /// <summary>Multipliers at which the mean cost is least.</summary>
        /// <param name="costs">By truth and decision, finite.</param>
        /// <param name="truth">The class of each row.</param>
        /// <param name="scores">Rows by classes, finite and at least 0.</param>
        /// <param name="options">Threads and progress; null takes the defaults.</param>
        /// <param name="weights">Of the rows, finite and at least 0; by default 1 each.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>The multipliers.</returns>
        // also: truth as int[]
        public static ClassMultipliers Choose(double[,] costs, ReadOnlySpan<long> truth, Table scores,
                                              ThresholdOptions options = null, Values weights = default(Values),
                                              CancellationToken cancellationToken = default(CancellationToken))
        {
            CheckCosts(costs, scores.Columns);
            return ChooseBy(costs, truth, scores, options, weights, cancellationToken);
        }

        private static unsafe ClassMultipliers ChooseBy(double[,] costs, ReadOnlySpan<long> truth, Table scores,
                                                        ThresholdOptions options, Values weights,
                                                        CancellationToken cancellationToken)
        {
            Length.Check("truth", truth.Length, scores.Rows);
            weights.CheckWeights(scores.Rows);
            Library.Load();
            fixed (double* doubles = &scores.Doubles, weightDoubles = &weights.Doubles, cost = &First.Of(costs))
            fixed (float* floats = &scores.Floats, weightFloats = &weights.Floats)
            fixed (long* classes = &First.Of(truth))
            using (var opened = ThresholdOptions.Open(options, cancellationToken))
            {
                wald_array table = scores.View(doubles, floats), known = new wald_array(classes, truth.Length),
                           weighted = weights.View(weightDoubles, weightFloats);
                Native.wald_multipliers_choose(&known, &table, weights.Given ? &weighted : null, cost, opened,
                                               out var made);
                return NativeHandle.Once(made, found => new ClassMultipliers(found));
            }
        }

        // ---- Facts -------------------------------------------------------------------------------------------------

        /// <summary>The multiplier of each class.</summary>
        public IReadOnlyList<double> Multipliers => Array.AsReadOnly(values);

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
            fixed (double* values = &First.Of(multipliers)) return Apply(values, null, scores);
        }

        /// <summary>The class of each row at which the expected cost is least. Of ties the smallest.</summary>
        /// <param name="costs">By truth and decision, finite.</param>
        /// <param name="probabilities">Rows by classes.</param>
        /// <returns>As many as there are rows.</returns>
        public static unsafe long[] LeastCost(double[,] costs, Table probabilities)
        {
            CheckCosts(costs, probabilities.Columns);
            Library.Load();
            fixed (double* cost = &First.Of(costs)) return Apply(null, cost, probabilities);
        }

        private static unsafe long[] Apply(double* multipliers, double* costs, Table scores)
        {
            var result = new long[scores.Rows];
            fixed (double* doubles = &scores.Doubles)
            fixed (float* floats = &scores.Floats)
            fixed (long* classes = &First.Of(result))
            {
                var table = scores.View(doubles, floats);
                Native.wald_class_apply(multipliers, costs, &table, classes);
            }
            return result;
        }

        private static void CheckCosts(double[,] costs, long classes)
        {
            if (costs == null) throw new ArgumentNullException(nameof(costs));
            if (costs.GetLength(0) != classes || costs.GetLength(1) != classes)
                throw new WaldArgumentException(
                    $"costs has shape ({costs.GetLength(0)}, {costs.GetLength(1)}): must be ({classes}, {classes})");
        }

        /// <summary>The multipliers and the value.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() =>
            FormattableString.Invariant($"ClassMultipliers: {values.Length} classes, {Start:G6} to {Value:G6}");
    }
}
