// Frontiers: rows with scores and labels, of which thresholds are chosen.
using System;
using System.Runtime.InteropServices;

namespace Wald
{
    /// <summary>The weights that thresholds flag.</summary>
    public readonly struct Flagged
    {
        internal Flagged(double truePositives, double falsePositives, double unrated)
        {
            TruePositives = truePositives;
            FalsePositives = falsePositives;
            Unrated = unrated;
        }

        /// <summary>Of the rows labelled 1.</summary>
        public double TruePositives { get; }

        /// <summary>Of the rows labelled 0.</summary>
        public double FalsePositives { get; }

        /// <summary>Of the rows that nobody looked at.</summary>
        public double Unrated { get; }
    }

    /// <summary>
    /// Rows with the scores of one classifier or several, and labels: which thresholds flag what. How the rows are
    /// ordered and split over calls, or over frontiers that are merged, does not show.
    /// </summary>
    /// <remarks>Threads may read one frontier together. What changes it must be alone with it; it is refused with
    /// <see cref="InvalidOperationException"/> where another call is found to be using it.</remarks>
    /// <example>
    /// <code>
    /// using (var frontier = Frontier.Of(scores, labels))
    /// using (var chosen = frontier.Choose(new ThresholdOptions { MinPrecision = 0.8 }))
    ///     Console.WriteLine(chosen);
    /// </code>
    /// </example>
    public sealed class Frontier : IDisposable
    {
        private readonly wald_frontier handle;
        private readonly Usage usage = new Usage("frontier");

        // ---- Making ------------------------------------------------------------------------------------------------

        /// <summary>A frontier without rows.</summary>
        /// <param name="scoreCount">The number of classifiers, 1 to 64.</param>
        /// <param name="rule">How several flag a row.</param>
        /// <param name="ratedFrom">For each classifier the score below which nothing was labelled, and no threshold
        /// goes (negative infinity: none); by default none has one.</param>
        public unsafe Frontier(long scoreCount, Rule rule = Rule.Or, double[] ratedFrom = null)
        {
            if (ratedFrom != null && ratedFrom.Length != scoreCount)
                throw new WaldArgumentException(
                    $"ratedFrom has {ratedFrom.Length} elements: there are {scoreCount} scores");
            Library.Load();
            fixed (double* cuts = ratedFrom) Native.wald_frontier_create(scoreCount, (int)rule, cuts, out handle);
        }

        private Frontier(wald_frontier handle)
        {
            this.handle = handle;
        }

        /// <summary>A frontier of the rows of several classifiers.</summary>
        /// <param name="scores">A row of scores a row.</param>
        /// <param name="labels">Of each row 0, 1, or <see cref="Mask.NotRated"/>.</param>
        /// <param name="weights">Of the rows, finite and at least 0; by default 1 each.</param>
        /// <param name="rule">How several classifiers flag a row.</param>
        /// <param name="ratedFrom">As for the constructor.</param>
        /// <returns>The frontier.</returns>
        public static Frontier Of(Table scores, Mask labels, Values weights = default(Values), Rule rule = Rule.Or,
                                  double[] ratedFrom = null)
        {
            var made = new Frontier(scores.Columns, rule, ratedFrom);
            try
            {
                made.Feed(scores, labels, weights);
                return made;
            }
            catch
            {
                made.Dispose();
                throw;
            }
        }

        /// <summary>A frontier of the rows of one classifier.</summary>
        /// <param name="scores">A score a row.</param>
        /// <param name="labels">Of each row 0, 1, or <see cref="Mask.NotRated"/>.</param>
        /// <param name="weights">Of the rows, finite and at least 0; by default 1 each.</param>
        /// <param name="ratedFrom">The score below which nothing was labelled.</param>
        /// <returns>The frontier.</returns>
        public static Frontier Of(Values scores, Mask labels, Values weights = default(Values),
                                  double ratedFrom = double.NegativeInfinity) =>
            Of(new Table(scores), labels, weights, Rule.Or, new[] { ratedFrom });

        /// <summary>Reads what <see cref="Save"/> wrote, to the same bits.</summary>
        /// <param name="text">The text.</param>
        /// <returns>The frontier.</returns>
        /// <exception cref="WaldFormatException">Any other text; the message says what is wrong with it.</exception>
        public static unsafe Frontier Load(string text) =>
            new Frontier(Wald.Text.Loaded<wald_frontier>(text, Native.wald_frontier_load));

        // ---- Feeding -----------------------------------------------------------------------------------------------

        /// <summary>Adds rows. A call that fails adds none.</summary>
        /// <param name="scores">A row of scores a row, one for each classifier; no NaN.</param>
        /// <param name="labels">Of each row 0, 1, or <see cref="Mask.NotRated"/>.</param>
        /// <param name="weights">Of the rows, finite and at least 0; by default 1 each. A row of weight 0 counts for
        /// nothing.</param>
        public unsafe void Feed(Table scores, Mask labels, Values weights = default(Values))
        {
            if (labels.Length != scores.Rows)
                throw new WaldArgumentException($"labels has {labels.Length} elements: there are {scores.Rows} rows");
            weights.CheckWeights(scores.Rows);
            using (usage.Write())
            fixed (double* doubles = &MemoryMarshal.GetReference(scores.Doubles))
            fixed (float* floats = &MemoryMarshal.GetReference(scores.Floats))
            fixed (double* doubleArray = scores.DoubleArray)
            fixed (float* floatArray = scores.FloatArray)
            fixed (byte* bytes = &MemoryMarshal.GetReference(labels.Bytes))
            fixed (double* weightDoubles = &MemoryMarshal.GetReference(weights.Doubles))
            fixed (float* weightFloats = &MemoryMarshal.GetReference(weights.Floats))
                Native.wald_frontier_feed(Handle, scores.At(doubles, floats, doubleArray, floatArray), scores.Type,
                                          scores.Rows, scores.Columns, scores.RowStride, scores.ColumnStride,
                                          bytes + labels.Offset, labels.Stride,
                                          weights.Given ? weights.At(weightDoubles, weightFloats) : null, weights.Type,
                                          weights.Stride);
        }

        /// <summary>Adds rows of one classifier. A call that fails adds none.</summary>
        /// <param name="scores">A score a row; no NaN.</param>
        /// <param name="labels">Of each row 0, 1, or <see cref="Mask.NotRated"/>.</param>
        /// <param name="weights">Of the rows, finite and at least 0; by default 1 each.</param>
        public void Feed(Values scores, Mask labels, Values weights = default(Values)) =>
            Feed(new Table(scores), labels, weights);

        /// <summary>Adds the rows of another frontier, of as many classifiers, the same rule and the same
        /// cuts.</summary>
        /// <param name="other">The other one.</param>
        public void Merge(Frontier other)
        {
            if (other == null) throw new ArgumentNullException(nameof(other));
            if (other == this)
            {
                using (var copy = Copy()) Merge(copy);
                return;
            }
            using (other.usage.Read())
            using (usage.Write()) Native.wald_frontier_merge(Handle, other.Handle);
        }

        /// <summary>Back to no rows.</summary>
        public void Clear()
        {
            using (usage.Write()) Native.wald_frontier_clear(Handle);
        }

        // ---- Facts -------------------------------------------------------------------------------------------------

        /// <summary>A frontier of its own that holds the same.</summary>
        /// <returns>The copy.</returns>
        public Frontier Copy()
        {
            using (usage.Read())
            {
                Native.wald_frontier_copy(Handle, out var made);
                return new Frontier(made);
            }
        }

        /// <summary>The number of classifiers.</summary>
        public unsafe long ScoreCount
        {
            get
            {
                long value;
                Native.wald_frontier_n_scores(Handle, &value);
                return value;
            }
        }

        /// <summary>How several classifiers flag a row.</summary>
        public unsafe Rule Rule
        {
            get
            {
                int value;
                Native.wald_frontier_rule(Handle, &value);
                return (Rule)value;
            }
        }

        /// <summary>For each classifier the score below which nothing was labelled; negative infinity where there is
        /// no cut.</summary>
        /// <returns>As many as there are classifiers.</returns>
        public unsafe double[] RatedFrom()
        {
            long needed;
            Native.wald_frontier_rated_from(Handle, null, 0, &needed);
            var result = new double[needed];
            fixed (double* p = result) Native.wald_frontier_rated_from(Handle, p, needed, &needed);
            return result;
        }

        /// <summary>The number of rows of a weight above 0.</summary>
        public unsafe long RowCount
        {
            get
            {
                long value;
                using (usage.Read()) Native.wald_frontier_totals(Handle, &value, null, null, null);
                return value;
            }
        }

        /// <summary>The weight of the rows labelled 1.</summary>
        public unsafe double Positives
        {
            get
            {
                double value;
                using (usage.Read()) Native.wald_frontier_totals(Handle, null, &value, null, null);
                return value;
            }
        }

        /// <summary>The weight of the rows labelled 0.</summary>
        public unsafe double Negatives
        {
            get
            {
                double value;
                using (usage.Read()) Native.wald_frontier_totals(Handle, null, null, &value, null);
                return value;
            }
        }

        /// <summary>The weight of the rows that nobody looked at, or that lie below every cut.</summary>
        public unsafe double Unrated
        {
            get
            {
                double value;
                using (usage.Read()) Native.wald_frontier_totals(Handle, null, null, null, &value);
                return value;
            }
        }

        /// <summary>What any thresholds flag.</summary>
        /// <param name="thresholds">One for each classifier; no NaN.</param>
        /// <returns>The weights, by label.</returns>
        public unsafe Flagged Count(params double[] thresholds)
        {
            if (thresholds == null) throw new ArgumentNullException(nameof(thresholds));
            double tp, fp, unrated;
            using (usage.Read())
            fixed (double* values = thresholds)
                Native.wald_frontier_count(Handle, values, thresholds.Length, &tp, &fp, &unrated);
            return new Flagged(tp, fp, unrated);
        }

        /// <summary>The area under one classifier's own ROC curve: the share of the pairs of a positive and a negative
        /// that it ranks rightly, ties by half.</summary>
        /// <param name="score">The classifier's number.</param>
        /// <returns>The area; NaN without both labels.</returns>
        public unsafe double Auc(long score = 0)
        {
            double value;
            using (usage.Read()) Native.wald_frontier_auc(Handle, score, &value);
            return value;
        }

        /// <summary>The rows as text, which every language of Wald reads: versioned JSON, the same for every order of
        /// feeding.</summary>
        /// <returns>The text.</returns>
        public unsafe string Save()
        {
            using (usage.Read()) return Wald.Text.Saved(Handle, Native.wald_frontier_save);
        }

        // ---- Thresholds --------------------------------------------------------------------------------------------

        /// <summary>Chooses thresholds.</summary>
        /// <param name="options">What they are to reach; by default the greatest F1.</param>
        /// <returns>The thresholds, and baselines beside them.</returns>
        /// <exception cref="WaldArgumentException">No row is positive, or what is asked contradicts
        /// itself.</exception>
        /// <exception cref="WaldUnsupportedException">The goal or a limit needs a number of positives that is neither
        /// counted nor set.</exception>
        public Thresholds Choose(ThresholdOptions options = null)
        {
            using (usage.Read())
            using (var opened = ThresholdOptions.Open(options))
            {
                Native.wald_frontier_choose(Handle, opened, out var made);
                try
                {
                    Callbacks.Rethrow();
                    return new Thresholds(made);
                }
                catch
                {
                    made.Dispose();
                    throw;
                }
            }
        }

        /// <summary>Every point that no other one beats in both true and false positives.</summary>
        /// <param name="options">The method, progress.</param>
        /// <returns>The points, with their thresholds.</returns>
        public OperatingPoints OperatingPoints(ThresholdOptions options = null)
        {
            using (usage.Read())
            using (var opened = ThresholdOptions.Open(options))
            {
                Native.wald_operating_points_create(Handle, opened, out var made);
                try
                {
                    Callbacks.Rethrow();
                    return new OperatingPoints(made, ScoreCount);
                }
                catch
                {
                    made.Dispose();
                    throw;
                }
            }
        }

        /// <summary>Two thresholds on the scores of one classifier, between which a row is left to a human, at the
        /// least sum of costs. Every row must be rated.</summary>
        /// <param name="falsePositiveCost">Of a negative that is flagged; finite and at least 0, as the others.</param>
        /// <param name="falseNegativeCost">Of a positive that is cleared.</param>
        /// <param name="abstentionCost">Of a row that is left.</param>
        /// <returns>The zone.</returns>
        public unsafe AbstentionZone AbstentionZone(double falsePositiveCost, double falseNegativeCost,
                                                  double abstentionCost)
        {
            double low, high, tp, fp, fn, abstained, cost;
            using (usage.Read())
                Native.wald_frontier_abstention_zone(Handle, falsePositiveCost, falseNegativeCost, abstentionCost, &low,
                                                    &high, &tp, &fp, &fn, &abstained, &cost);
            return new AbstentionZone(low, high, tp, fp, fn, abstained, cost);
        }

        // ---- The handle --------------------------------------------------------------------------------------------

        private wald_frontier Handle
        {
            get
            {
                if (handle.IsClosed) throw new ObjectDisposedException(nameof(Frontier), "frontier is disposed");
                return handle;
            }
        }

        /// <summary>Releases the native memory now, rather than when the object is collected. May be called
        /// again.</summary>
        public void Dispose() => handle.Dispose();

        /// <summary>Rule and size.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() =>
            handle.IsClosed ? "Frontier (disposed)" : $"Frontier: {ScoreCount} scores ({Rule}), {RowCount} rows";
    }
}
