// Samples: rows with truth and scores, of which thresholds are chosen.
using System;
using System.Threading;

namespace Wald
{
    /// <summary>The weights that thresholds flag.</summary>
    public readonly struct Flagged
    {
        internal Flagged(double tp, double fp, double unrated) => (Tp, Fp, Unrated) = (tp, fp, unrated);

        /// <summary>Of the rows labelled 1.</summary>
        public double Tp { get; }

        /// <summary>Of the rows labelled 0.</summary>
        public double Fp { get; }

        /// <summary>Of the rows that are not rated.</summary>
        public double Unrated { get; }
    }

    /// <summary>
    /// Rows with their truth, and the scores of one classifier or several: which thresholds flag what. How the rows are
    /// ordered and split over calls, or over samples that are merged, does not show.
    /// </summary>
    /// <remarks>Threads may read one sample together. What changes it must be alone with it; it is refused with
    /// <see cref="InvalidOperationException"/> where another call is found to be using it.</remarks>
    /// <example>
    /// <code>
    /// using (var sample = Sample.Of(truth, scores))
    /// using (var chosen = sample.Choose(new ThresholdOptions { MinPrecision = 0.8 }))
    ///     Console.WriteLine(chosen);
    /// </code>
    /// </example>
    public sealed partial class Sample
    {
        // ---- Making ------------------------------------------------------------------------------------------------

        /// <summary>A sample without rows.</summary>
        /// <param name="scoreCount">The number of classifiers, 1 to 64.</param>
        /// <param name="rule">How several flag a row.</param>
        /// <param name="ratedFrom">For each classifier the score below which nothing was labelled, and no threshold
        /// goes (negative infinity: none); by default none has one.</param>
        public unsafe Sample(long scoreCount, Rule rule = Rule.Or, double[] ratedFrom = null)
        {
            if (ratedFrom != null) Length.Check("ratedFrom", ratedFrom.Length, scoreCount, "scores");
            Library.Load();
            fixed (double* cuts = &First.Of(ratedFrom))
                Native.wald_sample_create(scoreCount, (int)rule, cuts, out handle);
        }

        /// <summary>A sample of the rows of several classifiers.</summary>
        /// <param name="truth">Of each row 0, 1, or <see cref="Mask.NotRated"/>.</param>
        /// <param name="scores">One row of scores per row.</param>
        /// <param name="weights">Of the rows, finite and at least 0; by default 1 each.</param>
        /// <param name="rule">How several classifiers flag a row.</param>
        /// <param name="ratedFrom">As for the constructor.</param>
        /// <returns>The sample.</returns>
        public static Sample Of(Mask truth, Table scores, Values weights = default(Values), Rule rule = Rule.Or,
                                  double[] ratedFrom = null)
        {
            var made = new Sample(scores.Columns, rule, ratedFrom);
            try
            {
                made.Feed(truth, scores, weights);
                return made;
            }
            catch
            {
                made.Dispose();
                throw;
            }
        }

        /// <summary>A sample of the rows of one classifier.</summary>
        /// <param name="truth">Of each row 0, 1, or <see cref="Mask.NotRated"/>.</param>
        /// <param name="scores">One score per row.</param>
        /// <param name="weights">Of the rows, finite and at least 0; by default 1 each.</param>
        /// <param name="ratedFrom">The score below which nothing was labelled.</param>
        /// <returns>The sample.</returns>
        public static Sample Of(Mask truth, Values scores, Values weights = default(Values),
                                  double ratedFrom = double.NegativeInfinity) =>
            Of(truth, scores.AsColumn(), weights, Rule.Or, new[] { ratedFrom });

        // ---- Feeding -----------------------------------------------------------------------------------------------

        /// <summary>Adds rows. A call that fails adds none.</summary>
        /// <param name="truth">Of each row 0, 1, or <see cref="Mask.NotRated"/>.</param>
        /// <param name="scores">One row of scores per row, one for each classifier; no NaN.</param>
        /// <param name="weights">Of the rows, finite and at least 0; by default 1 each. A row of weight 0 counts for
        /// nothing.</param>
        // also: scores as Values
        public unsafe void Feed(Mask truth, Table scores, Values weights = default(Values))
        {
            Length.Check("truth", truth.Length, scores.Rows);
            weights.CheckWeights(scores.Rows);
            using (Usage.Write())
            fixed (double* doubles = &scores.Doubles, weightDoubles = &weights.Doubles)
            fixed (float* floats = &scores.Floats, weightFloats = &weights.Floats)
            fixed (byte* bytes = &truth.Bytes)
            {
                wald_array table = scores.View(doubles, floats), rated = truth.View(bytes),
                           weighted = weights.View(weightDoubles, weightFloats);
                Native.wald_sample_feed(Handle, &rated, &table, weights.Given ? &weighted : null);
                handle.Press(table.Bytes);
            }
        }

        // ---- Facts -------------------------------------------------------------------------------------------------

        /// <summary>What any thresholds flag.</summary>
        /// <param name="thresholds">One for each classifier; no NaN.</param>
        /// <returns>The weights, by label.</returns>
        public unsafe Flagged Count(params double[] thresholds)
        {
            if (thresholds == null) throw new ArgumentNullException(nameof(thresholds));
            double tp, fp, unrated;
            using (Usage.Read())
            fixed (double* values = &First.Of(thresholds))
                Native.wald_sample_count(Handle, values, thresholds.Length, &tp, &fp, &unrated);
            return new Flagged(tp, fp, unrated);
        }

        // ---- Thresholds --------------------------------------------------------------------------------------------

        /// <summary>Chooses thresholds.</summary>
        /// <param name="options">What they are to reach; by default the greatest F1; null takes the defaults.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>The thresholds, and baselines beside them.</returns>
        /// <exception cref="WaldArgumentException">No row is positive and the goal needs one, or what is asked contradicts
        /// itself.</exception>
        /// <exception cref="WaldUnsupportedException">The goal or a limit needs a number of positives that is neither
        /// counted nor set.</exception>
        public Thresholds Choose(ThresholdOptions options = null,
                                 CancellationToken cancellationToken = default(CancellationToken))
        {
            using (Usage.Read())
            using (var opened = ThresholdOptions.Open(options, cancellationToken))
            {
                Native.wald_sample_choose(Handle, opened, out var made);
                return NativeHandle.Owned(made, found => new Thresholds(found));
            }
        }

        /// <summary>Every point that no other one beats in both true and false positives.</summary>
        /// <param name="options">The method, progress; null takes the defaults.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>The points, with their thresholds.</returns>
        public Frontier Frontier(ThresholdOptions options = null,
                                 CancellationToken cancellationToken = default(CancellationToken))
        {
            using (Usage.Read())
            using (var opened = ThresholdOptions.Open(options, cancellationToken))
            {
                Native.wald_frontier_create(Handle, opened, out var made);
                return NativeHandle.Owned(made, found => new Frontier(found, ScoreCount));
            }
        }

        /// <summary>Two thresholds on the scores of one classifier, between which a row is left to a person, at the
        /// least sum of costs. Every row must be rated.</summary>
        /// <param name="options">The three costs: <see cref="ThresholdOptions.FalsePositiveCost"/>,
        /// <see cref="ThresholdOptions.FalseNegativeCost"/> and <see cref="ThresholdOptions.AbstentionCost"/>; null
        /// takes the defaults.</param>
        /// <returns>The zone.</returns>
        public AbstentionZone AbstentionZone(ThresholdOptions options = null)
        {
            using (Usage.Read())
            using (var opened = ThresholdOptions.Open(options))
            {
                Native.wald_zone_create(Handle, opened, out var made);
                return NativeHandle.Once(made, found => new AbstentionZone(found));
            }
        }

        /// <summary>Rule and size.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() =>
            handle.IsClosed ? "Sample (disposed)" : $"Sample: {ScoreCount} scores ({Rule}), {RowCount} rows";
    }
}
