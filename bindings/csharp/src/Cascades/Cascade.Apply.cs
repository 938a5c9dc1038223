// Running a cascade: on tables, by a function, by trees, one example at a time.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;

namespace Wald
{
    public sealed partial class Cascade
    {
        // ---- Tables of scores --------------------------------------------------------------------------------------

        /// <summary>Decides rows of scores; those of models that do not run are not read.</summary>
        /// <param name="scores">One row of scores per row: one for each model, or with K classes K for each model,
        /// model after model.</param>
        /// <param name="options">Threads and progress; null takes the defaults.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>The decisions.</returns>
        public CascadeDecisions Apply(Table scores, CascadeOptions options = null,
                                      CancellationToken cancellationToken = default(CancellationToken))
        {
            var found = new CascadeDecisions(scores.Rows, ClassCount);
            Fill(false, scores, found.Decisions, found.Counts, found.Sums, options, cancellationToken);
            return found;
        }

        /// <summary>Decides rows of scores, into memory of yours, without allocating.</summary>
        /// <param name="scores">As for <see cref="Apply(Table, CascadeOptions, CancellationToken)"/>.</param>
        /// <param name="decisions">To be filled for each row with 0 or 1, with K classes with the class; or
        /// empty.</param>
        /// <param name="counts">To be filled with how many models ran; or empty.</param>
        /// <param name="options">Threads and progress; null takes the defaults.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        public void ApplyInto(Table scores, Span<int> decisions, Span<int> counts, CascadeOptions options = null,
                              CancellationToken cancellationToken = default(CancellationToken)) =>
            Fill(false, scores, decisions, counts, default(Span<double>), options, cancellationToken);

        // ---- Scores as they are needed -----------------------------------------------------------------------------

        /// <summary>Decides rows whose scores are computed as they are needed: model after model runs, for the rows
        /// that are still undecided.</summary>
        /// <param name="rows">The number of rows.</param>
        /// <param name="scores">Called on the thread that makes the call. What it throws ends the call, and comes out
        /// of it.</param>
        /// <param name="cancellationToken">Ends a long call.</param>
        /// <returns>The decisions.</returns>
        public unsafe CascadeDecisions Apply(int rows, ScoreFunction scores,
                                             CancellationToken cancellationToken = default(CancellationToken))
        {
            if (scores == null) throw new ArgumentNullException(nameof(scores));
            var callback = Callbacks.Of(scores, ClassCount, cancellationToken);
            var found = new CascadeDecisions(Math.Max(rows, 0), ClassCount);
            fixed (int* decided = &First.Of(found.Decisions), counted = &First.Of(found.Counts))
            fixed (double* summed = &First.Of(found.Sums))
                Native.wald_cascade_apply_function(Handle, rows, callback, IntPtr.Zero, decided, counted, summed);
            GC.KeepAlive(callback);
            return found;
        }

        /// <summary>One example at a time. Each thread has a run of its own.</summary>
        /// <returns>A run at the beginning of its first example.</returns>
        public CascadeRun Run()
        {
            Native.wald_cascade_run_create(Handle, out var run);
            return new CascadeRun(run, ClassCount);
        }

        // ---- Trees -------------------------------------------------------------------------------------------------

        /// <summary>Decides rows of features by the trees that the cascade was bound to (<see cref="Bind"/>), walking
        /// those alone that are needed. The decisions are those of
        /// <see cref="Apply(Table, CascadeOptions, CancellationToken)"/> on the scores of the trees.</summary>
        /// <param name="features">One row of features per row; NaN is missing.</param>
        /// <param name="options">Threads and progress; null takes the defaults.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>The decisions.</returns>
        public CascadeDecisions ApplyTrees(Table features, CascadeOptions options = null,
                                           CancellationToken cancellationToken = default(CancellationToken))
        {
            var found = new CascadeDecisions(features.Rows, ClassCount);
            Fill(true, features, found.Decisions, found.Counts, found.Sums, options, cancellationToken);
            return found;
        }

        /// <summary>Decides rows of features by the trees that the cascade was bound to: columns that are found by the
        /// names of the features (<see cref="CascadeOptions.FeatureNames"/>), whatever their order. A word is the code
        /// of its category (<see cref="CascadeOptions.Categories"/>).</summary>
        /// <param name="features">The columns of all features, and no others; NaN or null is missing.</param>
        /// <param name="options">Threads and progress; null takes the defaults.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>The decisions.</returns>
        public CascadeDecisions ApplyTrees(Columns features, CascadeOptions options = null,
                                           CancellationToken cancellationToken = default(CancellationToken))
        {
            if (features == null) throw new ArgumentNullException(nameof(features));
            if (FeatureNames.Count == 0)
                throw new WaldArgumentException(
                    $"the cascade has no feature names: give rows as {FeatureCount} numbers");
            return ApplyTrees(features.Table(FeatureNames, categories ?? (categories = ReadCategories())), options,
                              cancellationToken);
        }

        private Dictionary<string, List<string>> categories; // of a feature in the order of their codes

        private Dictionary<string, List<string>> ReadCategories()
        {
            var found = new Dictionary<string, List<string>>();
            foreach (var text in Facts.Names(CategoryCount, item => TextOf(item, Native.WALD_CASCADE_CATEGORY)))
            {
                var at = text.IndexOf('=');
                while (!FeatureNames.Contains(text.Substring(0, at))) at = text.IndexOf('=', at + 1);
                var feature = text.Substring(0, at);
                if (!found.ContainsKey(feature)) found.Add(feature, new List<string>());
                found[feature].Add(text.Substring(at + 1));
            }
            return found;
        }

        /// <summary>Decides rows of features by the trees, into memory of yours.</summary>
        /// <param name="features">As for <see cref="ApplyTrees(Table, CascadeOptions, CancellationToken)"/>.</param>
        /// <param name="decisions">As for <see cref="ApplyInto"/>.</param>
        /// <param name="counts">As there.</param>
        /// <param name="options">Threads and progress; null takes the defaults.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        public void ApplyTreesInto(Table features, Span<int> decisions, Span<int> counts,
                                   CascadeOptions options = null,
                                   CancellationToken cancellationToken = default(CancellationToken)) =>
            Fill(true, features, decisions, counts, default(Span<double>), options, cancellationToken);

        private unsafe void Fill(bool trees, Table cells, Span<int> decisions, Span<int> counts, Span<double> sums,
                                 CascadeOptions options, CancellationToken cancellationToken)
        {
            CheckRoom(decisions, counts, cells.Rows);
            fixed (double* doubles = &cells.Doubles)
            fixed (float* floats = &cells.Floats)
            fixed (int* decided = &First.Of(decisions), counted = &First.Of(counts))
            fixed (double* summed = &First.Of(sums))
            using (var opened = CascadeOptions.Open(options, cancellationToken))
            {
                var table = cells.View(doubles, floats);
                if (trees)
                    Native.wald_cascade_apply_trees(Handle, &table, opened, decided, counted, summed);
                else
                    Native.wald_cascade_apply(Handle, &table, opened, decided, counted, summed);
            }
            Callbacks.Rethrow();
        }

        /// <summary>Decides one row of features by the trees, without allocating.</summary>
        /// <param name="features">One number per feature; NaN is missing.</param>
        /// <param name="count">How many models ran.</param>
        /// <returns>0 or 1; with K classes the class.</returns>
        // also: without count: out _
        public unsafe int Decide(Values features, out int count)
        {
            int decision, counted;
            fixed (double* doubles = &features.Doubles)
            fixed (float* floats = &features.Floats)
            {
                var row = features.AsColumn().Transposed.View(doubles, floats);
                Native.wald_cascade_apply_trees(Handle, &row, wald_options.None, &decision, &counted, null);
            }
            count = counted;
            return decision;
        }

        private static void CheckRoom(Span<int> decisions, Span<int> counts, long rows)
        {
            if (!decisions.IsEmpty) Length.CheckRoom("decisions", decisions.Length, rows);
            if (!counts.IsEmpty) Length.CheckRoom("counts", counts.Length, rows);
        }
    }
}
