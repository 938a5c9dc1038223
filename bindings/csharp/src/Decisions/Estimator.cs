// Estimators: what is known of one label vector.
using System;

namespace Wald
{
    /// <summary>The likeliest label vector.</summary>
    public readonly struct Mode
    {
        internal Mode(byte[] mask, double probability) => (Mask, Probability) = (mask, probability);

        /// <summary>Zeros and ones, one for each label.</summary>
        public byte[] Mask { get; }

        /// <summary>Its probability.</summary>
        public double Probability { get; }
    }

    /// <summary>The counts of an estimator.</summary>
    public readonly struct CountsTable
    {
        internal CountsTable(double[,] table, double pZero) => (Table, PZero) = (table, pZero);

        /// <summary>P(y_i = 1 and s labels in all) at <c>[i, s - 1]</c>.</summary>
        public double[,] Table { get; }

        /// <summary>P(no label).</summary>
        public double PZero { get; }
    }

    /// <summary>
    /// What is known of one label vector: probabilities of independent or of exclusive labels, weighted label vectors,
    /// or counts. For many rows use the methods of <see cref="Metric"/> that take tables, not many estimators.
    /// </summary>
    /// <remarks>Threads may read one estimator together. What changes it must be alone with it; it is refused with
    /// <see cref="InvalidOperationException"/> where another call is found to be using it.</remarks>
    public sealed partial class Estimator
    {
        // ---- Making ------------------------------------------------------------------------------------------------

        /// <summary>An empty estimator.</summary>
        /// <param name="kind">What it holds.</param>
        /// <param name="labelCount">The number of labels for joint and counts; 0 for the others, to which feeding
        /// appends labels.</param>
        public Estimator(Kind kind, long labelCount = 0)
        {
            Library.Load();
            Native.wald_estimator_create((int)kind, labelCount, out handle);
            if (kind == Kind.Counts) handle.Press(TableBytes(labelCount));
        }

        /// <summary>Marginal probabilities of independent labels.</summary>
        /// <param name="probabilities">Of each label, in [0, 1].</param>
        /// <returns>The estimator.</returns>
        public static Estimator Independent(Values probabilities) => OfProbabilities(Kind.Independent, probabilities);

        /// <summary>Probabilities of exclusive labels.</summary>
        /// <param name="probabilities">Of each label; they sum to at most 1 (up to 1e-6 more is taken as rounding and
        /// scaled away), and what is missing is the probability of none.</param>
        /// <returns>The estimator.</returns>
        public static Estimator Categorical(Values probabilities) => OfProbabilities(Kind.Categorical, probabilities);

        private static Estimator OfProbabilities(Kind kind, Values probabilities)
        {
            var made = new Estimator(kind);
            try
            {
                made.FeedProbabilities(probabilities);
                return made;
            }
            catch
            {
                made.Dispose();
                throw;
            }
        }

        /// <summary>Weighted label vectors: any joint distribution, samples, neighbours, votes.</summary>
        /// <param name="vectors">One label vector per row, zeros and ones.</param>
        /// <param name="weights">Of the vectors, finite and at least 0; by default 1 each.</param>
        /// <returns>The estimator.</returns>
        public static Estimator Joint(MaskTable vectors, Values weights = default(Values))
        {
            var made = new Estimator(Kind.Joint, vectors.Columns);
            try
            {
                made.FeedVectors(vectors, weights);
                return made;
            }
            catch
            {
                made.Dispose();
                throw;
            }
        }

        /// <summary>P[i][s] = P(y_i = 1, s labels in all), and P(0), which is enough for metrics linear in
        /// tp.</summary>
        /// <param name="table">P[i][s] at row i and column s - 1.</param>
        /// <param name="pZero">P(no label).</param>
        /// <param name="pS">P(s labels) for s = 1, 2, ...; may be left out.</param>
        /// <param name="weight">Finite and above 0: the estimator holds the weighted mean of all it was fed.</param>
        /// <returns>The estimator.</returns>
        public static Estimator Counts(Table table, double pZero, Values pS = default(Values), double weight = 1)
        {
            var made = new Estimator(Kind.Counts, table.Rows);
            try
            {
                made.FeedCounts(table, pZero, pS, weight);
                return made;
            }
            catch
            {
                made.Dispose();
                throw;
            }
        }

        // ---- Feeding -----------------------------------------------------------------------------------------------

        /// <summary>Appends labels to an independent or categorical estimator.</summary>
        /// <param name="probabilities">Of each further label.</param>
        public unsafe void FeedProbabilities(Values probabilities)
        {
            using (Usage.Write())
            fixed (double* doubles = &probabilities.Doubles)
            fixed (float* floats = &probabilities.Floats)
            {
                var view = probabilities.View(doubles, floats);
                Native.wald_estimator_feed_probabilities(Handle, &view);
                handle.Press(view.Bytes);
            }
        }

        /// <summary>Adds weighted label vectors to a joint estimator.</summary>
        /// <param name="vectors">One label vector per row, zeros and ones.</param>
        /// <param name="weights">Of the vectors, finite and at least 0; by default 1 each.</param>
        public unsafe void FeedVectors(MaskTable vectors, Values weights = default(Values))
        {
            weights.CheckWeights(vectors.Rows);
            using (Usage.Write())
            fixed (byte* bytes = &vectors.Bytes)
            fixed (bool* bools = &vectors.Bools)
            fixed (double* doubles = &weights.Doubles)
            fixed (float* floats = &weights.Floats)
            {
                wald_array rows = vectors.View(bytes, bools), weighted = weights.View(doubles, floats);
                var given = new wald_table(&rows);
                Native.wald_estimator_feed_vectors(Handle, &given, weights.Given ? &weighted : null);
                handle.Press(rows.Bytes / sizeof(double));
            }
        }

        /// <summary>Adds weighted label vectors to a joint estimator, by the positions of their ones.</summary>
        /// <param name="starts">Where each vector's positions begin, and where the last one's end.</param>
        /// <param name="indices">The positions, each once a vector, in any order.</param>
        /// <param name="weights">Of the vectors, finite and at least 0; by default 1 each.</param>
        public void FeedSparseVectors(ReadOnlySpan<int> starts, ReadOnlySpan<int> indices,
                                      Values weights = default(Values)) =>
            FeedSparseVectors(new SparsePattern(starts, indices), weights);

        /// <summary>Adds weighted label vectors to a joint estimator, by the positions of their ones.</summary>
        /// <param name="starts">Where each vector's positions begin, and where the last one's end.</param>
        /// <param name="indices">The positions, each once a vector, in any order.</param>
        /// <param name="weights">Of the vectors, finite and at least 0; by default 1 each.</param>
        public void FeedSparseVectors(ReadOnlySpan<long> starts, ReadOnlySpan<long> indices,
                                      Values weights = default(Values)) =>
            FeedSparseVectors(new SparsePattern(starts, indices), weights);

        private unsafe void FeedSparseVectors(SparsePattern pattern, Values weights)
        {
            weights.CheckWeights(pattern.Rows);
            using (Usage.Write())
            fixed (int* starts32 = &pattern.Starts32, indices32 = &pattern.Indices32)
            fixed (long* starts64 = &pattern.Starts64, indices64 = &pattern.Indices64)
            fixed (double* doubles = &weights.Doubles)
            fixed (float* floats = &weights.Floats)
            {
                var rows = pattern.View(starts32, indices32, starts64, indices64, LabelsOf(Handle));
                var weighted = weights.View(doubles, floats);
                var given = new wald_table(&rows);
                Native.wald_estimator_feed_vectors(Handle, &given, weights.Given ? &weighted : null);
                handle.Press(sizeof(int) * pattern.Entries);
            }
        }

        /// <summary>Adds a weighted table to a counts estimator, which holds the weighted mean of all it was
        /// fed.</summary>
        /// <param name="table">P[i][s] at row i and column s - 1; each in [0, 1], the sum of a row at most 1.</param>
        /// <param name="pZero">P(no label), in [0, 1].</param>
        /// <param name="pS">P(s labels) for s = 1, 2, ...; without it metrics that need it take it from the table where
        /// that gives a distribution.</param>
        /// <param name="weight">Finite and above 0.</param>
        public unsafe void FeedCounts(Table table, double pZero, Values pS = default(Values), double weight = 1)
        {
            if (pS.Given && pS.Length != table.Columns)
                throw new WaldArgumentException($"pS has {pS.Length} elements: the table has {table.Columns} columns");
            using (Usage.Write())
            fixed (double* doubles = &table.Doubles, sizes = &pS.Doubles)
            fixed (float* floats = &table.Floats, floatSizes = &pS.Floats)
            {
                wald_array counts = table.View(doubles, floats), distribution = pS.View(sizes, floatSizes);
                Native.wald_estimator_feed_counts(Handle, &counts, pZero, pS.Given ? &distribution : null, weight);
            }
        }

        // ---- Facts -------------------------------------------------------------------------------------------------

        /// <summary>The counts of any estimator. They serve the metrics linear in tp.</summary>
        /// <returns>A counts estimator.</returns>
        public Estimator ToCounts()
        {
            using (Usage.Read())
            {
                Native.wald_estimator_to_counts(Handle, out var made);
                made.Press(TableBytes(LabelsOf(handle)));
                return new Estimator(made);
            }
        }

        private static long TableBytes(long labels) => labels * labels * sizeof(double);

        // The number of labels, to a call that is using the estimator already.
        private static unsafe long LabelsOf(wald_estimator estimator)
        {
            double value;
            Native.wald_number(estimator, Native.WALD_ESTIMATOR_N_LABELS, 0, &value);
            return (long)value;
        }

        /// <summary>The likeliest label vector; of tied ones that with fewest ones, then with the smallest indices. Not
        /// for counts.</summary>
        /// <returns>The vector and its probability.</returns>
        public Mode Mode() => new Mode(Array.ConvertAll(Numbers(Native.WALD_ESTIMATOR_MODE), x => (byte)x),
                                       Number(Native.WALD_ESTIMATOR_MODE_PROBABILITY));

        /// <summary>The table of a counts estimator and P(0).</summary>
        /// <returns>Both.</returns>
        public unsafe CountsTable Table()
        {
            using (Usage.Read())
            {
                var cells = Numbers(Native.WALD_ESTIMATOR_TABLE);
                var table = new double[LabelCount, MaxS];
                Buffer.BlockCopy(cells, 0, table, 0, cells.Length * sizeof(double));
                return new CountsTable(table, PZero);
            }
        }

        /// <summary>Draws label vectors. Not for counts.</summary>
        /// <param name="count">How many.</param>
        /// <param name="options">The seed: the same one gives the same draws, whatever the order of
        /// feeding; null takes the defaults.</param>
        /// <returns>One label vector per row.</returns>
        public unsafe byte[,] Draw(long count, DecisionOptions options = null)
        {
            DecisionOptions.RefuseKind(options, "drawing");
            using (Usage.Read())
            {
                var result = new byte[Math.Max(count, 0), LabelsOf(Handle)];
                fixed (byte* p = &First.Of(result))
                using (var opened = DecisionOptions.Open(options))
                {
                    var mask = new wald_array(p, count, result.GetLength(1));
                    Native.wald_estimator_draw(Handle, opened, &mask);
                }
                return result;
            }
        }

        /// <summary>Kind and size.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() =>
            handle.IsClosed ? "Estimator (disposed)" : $"Estimator: {Kind}, {LabelCount} labels, {FedCount} fed";
    }
}
