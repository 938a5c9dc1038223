// Rows of scores, which cascades are fitted to.
using System;

namespace Wald
{
    /// <summary>
    /// Rows with the scores of all models of an ensemble: what a <see cref="Cascade"/> is fitted to. How the rows are
    /// ordered and split over calls, or over objects that are merged, does not show in it.
    /// </summary>
    /// <remarks>Threads may read one object together. What changes it must be alone with it; it is refused with
    /// <see cref="InvalidOperationException"/> where another call is found to be using it.</remarks>
    /// <example>
    /// <code>
    /// using (var rows = CascadeScores.Of(scores))
    /// using (var cascade = Cascade.Fit(rows, new CascadeOptions { Alpha = 0.01 }))
    ///     Console.WriteLine(cascade);
    /// </code>
    /// </example>
    public sealed partial class CascadeScores
    {
        // ---- Making ------------------------------------------------------------------------------------------------

        /// <summary>No rows yet.</summary>
        /// <param name="modelCount">The number of models, 1 to 2^20.</param>
        /// <param name="classCount">1: the sum of the scores decides by a threshold; else 2 to 65536: the largest of
        /// that many sums does.</param>
        public CascadeScores(long modelCount, long classCount = 1)
        {
            Library.Load();
            Native.wald_cascade_scores_create(modelCount, classCount, out handle);
        }

        /// <summary>Rows of scores.</summary>
        /// <param name="table">As for <see cref="Feed(Table, Values, Values)"/>.</param>
        /// <param name="weights">As there.</param>
        /// <param name="targets">As there.</param>
        /// <param name="classCount">As for the constructor.</param>
        /// <returns>The rows.</returns>
        public static CascadeScores Of(Table table, Values weights = default(Values), Values targets = default(Values),
                                       long classCount = 1)
        {
            var made = new CascadeScores(classCount > 0 ? table.Columns / classCount : table.Columns, classCount);
            try
            {
                made.Feed(table, weights, targets);
                return made;
            }
            catch
            {
                made.Dispose();
                throw;
            }
        }

        /// <summary>Rows of the scores that trees give.</summary>
        /// <param name="trees">As for <see cref="Feed(Trees, Table, Values, Values, CascadeOptions)"/>.</param>
        /// <param name="features">As there.</param>
        /// <param name="weights">As there.</param>
        /// <param name="targets">As there.</param>
        /// <param name="options">As there; null takes the defaults.</param>
        /// <returns>The rows.</returns>
        public static CascadeScores Of(Trees trees, Table features, Values weights = default(Values),
                                       Values targets = default(Values), CascadeOptions options = null)
        {
            if (trees == null) throw new ArgumentNullException(nameof(trees));
            var made = new CascadeScores(trees.ModelCount, trees.OutputCount);
            try
            {
                made.Feed(trees, features, weights, targets, options);
                return made;
            }
            catch
            {
                made.Dispose();
                throw;
            }
        }

        // ---- Feeding -----------------------------------------------------------------------------------------------

        /// <summary>Adds rows. A call that fails adds none.</summary>
        /// <param name="table">A row of finite scores a row: one for each model, or with K classes K for each model,
        /// model after model.</param>
        /// <param name="weights">Of the rows, finite and at least 0; by default 1 each. A row of weight 0 counts for
        /// nothing.</param>
        /// <param name="targets">What the orders <c>mse</c> and <c>greedy</c> compare sums with: the label of each row
        /// in the units of the sum, or its class; by default the full sum. With every feed or with none.</param>
        public unsafe void Feed(Table table, Values weights = default(Values), Values targets = default(Values))
        {
            weights.CheckWeights(table.Rows);
            targets.CheckRows("targets", table.Rows);
            using (Usage.Write())
            fixed (double* doubles = &table.Doubles, weightDoubles = &weights.Doubles, targetDoubles = &targets.Doubles)
            fixed (float* floats = &table.Floats, weightFloats = &weights.Floats, targetFloats = &targets.Floats)
            {
                wald_array rows = table.View(doubles, floats), weighted = weights.View(weightDoubles, weightFloats),
                           wanted = targets.View(targetDoubles, targetFloats);
                Native.wald_cascade_scores_feed(Handle, &rows, weights.Given ? &weighted : null,
                                                targets.Given ? &wanted : null, wald_trees.None, wald_options.None);
                handle.Press(rows.Bytes);
            }
        }

        /// <summary>Adds the scores that the models of an ensemble of trees give rows of features, without its base
        /// scores. A call that fails adds no rows.</summary>
        /// <param name="trees">As many models and outputs as there are models and classes here.</param>
        /// <param name="features">One row of features per row; NaN is missing.</param>
        /// <param name="weights">As for <see cref="Feed(Table, Values, Values)"/>.</param>
        /// <param name="targets">As there.</param>
        /// <param name="options">Threads and progress; null takes the defaults.</param>
        public unsafe void Feed(Trees trees, Table features, Values weights = default(Values),
                                Values targets = default(Values), CascadeOptions options = null)
        {
            if (trees == null) throw new ArgumentNullException(nameof(trees));
            weights.CheckWeights(features.Rows);
            targets.CheckRows("targets", features.Rows);
            using (trees.Usage.Read())
            using (Usage.Write())
            fixed (double* doubles = &features.Doubles, weightDoubles = &weights.Doubles,
                           targetDoubles = &targets.Doubles)
            fixed (float* floats = &features.Floats, weightFloats = &weights.Floats, targetFloats = &targets.Floats)
            using (var opened = CascadeOptions.Open(options))
            {
                wald_array rows = features.View(doubles, floats), weighted = weights.View(weightDoubles, weightFloats),
                           wanted = targets.View(targetDoubles, targetFloats);
                Native.wald_cascade_scores_feed(Handle, &rows, weights.Given ? &weighted : null,
                                                targets.Given ? &wanted : null, trees.Handle, opened);
            }
            Callbacks.Rethrow();
        }

        // ---- Facts -------------------------------------------------------------------------------------------------

        /// <summary>The size.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() =>
            handle.IsClosed ? "CascadeScores (disposed)"
            : ClassCount > 1 ? $"CascadeScores: {RowCount} rows, {ModelCount} models, {ClassCount} classes"
                             : $"CascadeScores: {RowCount} rows, {ModelCount} models";
    }
}
