// Predictions of a learner: probabilities, decisions, estimators; of many rows, or of one as a service is asked.
using System;
using System.Threading;

namespace Wald
{
    public sealed partial class Learner
    {
        // ---- Probabilities -----------------------------------------------------------------------------------------

        /// <summary>P(label j = 1), or P(class j), for each row.</summary>
        /// <param name="rows">Of which the features count, and for <c>given</c> the marginals.</param>
        /// <param name="options">Threads, seed, progress; null takes the defaults.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>Rows by labels.</returns>
        // also: rows as Table features | SparseTable features: using new Dataset(features)
        // also: rows as Columns features: using Rows(features)
        public unsafe double[,] Probabilities(Dataset rows, DecisionOptions options = null,
                                              CancellationToken cancellationToken = default(CancellationToken))
        {
            if (rows == null) throw new ArgumentNullException(nameof(rows));
            var found = new double[rows.RowCount, LabelCount];
            fixed (double* p = &First.Of(found)) Probabilities(rows, options, p, cancellationToken);
            return found;
        }

        /// <summary>P(label j = 1), or P(class j), of one row.</summary>
        /// <param name="features">One number per feature.</param>
        /// <param name="options">The seed; null takes the defaults.</param>
        /// <returns>One number per label.</returns>
        public double[] Probabilities(Values features, DecisionOptions options = null)
        {
            var found = new double[LabelCount];
            ProbabilitiesInto(features, found, options);
            return found;
        }

        /// <summary>P(label j = 1), or P(class j), for each row, into memory of yours.</summary>
        /// <param name="rows">As for <see cref="Probabilities(Dataset, DecisionOptions, CancellationToken)"/>.</param>
        /// <param name="probabilities">To be filled row after row.</param>
        /// <param name="options">Threads, seed, progress; null takes the defaults.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        public unsafe void ProbabilitiesInto(Dataset rows, Span<double> probabilities, DecisionOptions options = null,
                                             CancellationToken cancellationToken = default(CancellationToken))
        {
            if (rows == null) throw new ArgumentNullException(nameof(rows));
            CheckRoom("probabilities", probabilities.Length, rows.RowCount);
            fixed (double* p = &First.Of(probabilities)) Probabilities(rows, options, p, cancellationToken);
        }

        /// <summary>P(label j = 1), or P(class j), of one row, into memory of yours.</summary>
        /// <param name="features">One number per feature.</param>
        /// <param name="probabilities">To be filled with one number per label.</param>
        /// <param name="options">The seed; null takes the defaults.</param>
        public void ProbabilitiesInto(Values features, Span<double> probabilities, DecisionOptions options = null)
        {
            using (var row = OneRow(features)) ProbabilitiesInto(row, probabilities, options);
        }

        private unsafe void Probabilities(Dataset rows, DecisionOptions options, double* found,
                                          CancellationToken cancellationToken)
        {
            DecisionOptions.RefuseKind(options, "predicting probabilities");
            using (rows.Usage.Read())
            using (var opened = DecisionOptions.Open(options, cancellationToken))
            {
                Native.wald_learner_probabilities(Handle, rows.Handle, opened, found);
                Callbacks.Rethrow();
            }
        }

        // ---- Decisions ---------------------------------------------------------------------------------------------

        /// <summary>The optimal predictions for a metric: one for each row, or as <see cref="DecisionOptions.Average"/>
        /// says.</summary>
        /// <param name="rows">Of which the features count, and for <c>given</c> the marginals.</param>
        /// <param name="metric">The metric.</param>
        /// <param name="options">How to decide: average, constraints, abstention, threads, seed, progress; null takes
        /// the defaults. Without <see cref="DecisionOptions.AtLeast"/> a prediction holds at least <see cref="AtLeast"/>
        /// labels.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>An answer for each row, for each label, or for the table.</returns>
        /// <exception cref="WaldUnsupportedException">There is no exact method for this metric and what the learner
        /// knows of a row.</exception>
        // also: rows as Table features | SparseTable features: using new Dataset(features)
        // also: rows as Columns features: using Rows(features)
        public Decisions Decide(Dataset rows, Metric metric, DecisionOptions options = null,
                                CancellationToken cancellationToken = default(CancellationToken))
        {
            CheckGiven(rows, metric);
            var average = options?.Average ?? Average.Instance;
            var count = rows.RowCount;
            var expected = new double[Metric.Answers(average, count, LabelCount)];
            var mask = new byte[count * LabelCount];
            var decision = wald_decision.Take(expected.Length, mask.Length);
            try
            {
                Decide(rows, metric, options, mask, expected, decision, cancellationToken);
                return new Decisions(decision, average, count, LabelCount, mask, expected);
            }
            catch
            {
                decision.Dispose();
                throw;
            }
        }

        /// <summary>The optimal prediction of one row for a metric: what a service does request by request.</summary>
        /// <param name="features">One number per feature.</param>
        /// <param name="metric">The metric.</param>
        /// <param name="options">Constraints, abstention, seed; null takes the defaults.</param>
        /// <returns>The prediction, and what is known of it; with the average macro or micro, see
        /// <see cref="Decide(Dataset, Metric, DecisionOptions, CancellationToken)"/>, there is no one answer, and the call is
        /// refused.</returns>
        public Decision Decide(Values features, Metric metric, DecisionOptions options = null)
        {
            if (metric == null) throw new ArgumentNullException(nameof(metric));
            CheckOneAnswer(options);
            using (var row = OneRow(features)) return DecideOne(row, metric, options);
        }

        /// <summary>The optimal prediction of one row of which another model has said its marginals: by <c>given</c>,
        /// alone or as a part.</summary>
        /// <param name="features">One number per feature.</param>
        /// <param name="marginals">P(label j = 1), or P(class j), one number per label, each in [0, 1].</param>
        /// <param name="metric">The metric.</param>
        /// <param name="options">Constraints, abstention, seed; null takes the defaults.</param>
        /// <returns>As without marginals.</returns>
        public Decision Decide(Values features, Values marginals, Metric metric, DecisionOptions options = null)
        {
            if (metric == null) throw new ArgumentNullException(nameof(metric));
            CheckOneAnswer(options);
            using (var row = OneRow(features, marginals)) return DecideOne(row, metric, options);
        }

        private Decision DecideOne(Dataset row, Metric metric, DecisionOptions options)
        {
            using (var scratch = Scratch.Take())
            {
                var decision = scratch.Decision(LabelCount);
                Decide(row, metric, options, null, null, decision);
                return Decision.Read(decision, 0, LabelCount);
            }
        }

        /// <summary>The optimal predictions for a metric, into memory of yours, and nothing else of them.</summary>
        /// <param name="rows">As for <see cref="Decide(Dataset, Metric, DecisionOptions, CancellationToken)"/>.</param>
        /// <param name="metric">The metric.</param>
        /// <param name="mask">To be filled row after row with 0, 1, or <see cref="Mask.Undecided"/>; or empty.</param>
        /// <param name="expected">To be filled with the expected utility of each answer; or empty.</param>
        /// <param name="options">As there; null takes the defaults.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        public void DecideInto(Dataset rows, Metric metric, Span<byte> mask, Span<double> expected,
                               DecisionOptions options = null,
                               CancellationToken cancellationToken = default(CancellationToken))
        {
            CheckGiven(rows, metric);
            var count = rows.RowCount;
            var answers = Metric.Answers(options?.Average ?? Average.Instance, count, LabelCount);
            if (!mask.IsEmpty) CheckRoom("mask", mask.Length, count);
            if (!expected.IsEmpty) Length.CheckRoom("expected", expected.Length, answers, "answers");
            Decide(rows, metric, options, mask, expected, wald_decision.None, cancellationToken);
        }

        /// <summary>The optimal prediction of one row for a metric, into memory of yours.</summary>
        /// <param name="features">One number per feature.</param>
        /// <param name="metric">The metric.</param>
        /// <param name="mask">To be filled with 0 or 1 a label, or <see cref="Mask.Undecided"/>; or empty.</param>
        /// <param name="options">Constraints, abstention, seed; null takes the defaults.</param>
        /// <returns>The expected utility.</returns>
        public unsafe double DecideInto(Values features, Metric metric, Span<byte> mask, DecisionOptions options = null)
        {
            if (metric == null) throw new ArgumentNullException(nameof(metric));
            CheckOneAnswer(options);
            double expected;
            using (var row = OneRow(features)) DecideInto(row, metric, mask, new Span<double>(&expected, 1), options);
            return expected;
        }

        /// <summary>The optimal prediction of one row of which another model has said its marginals, into memory of
        /// yours.</summary>
        /// <param name="features">One number per feature.</param>
        /// <param name="marginals">P(label j = 1), or P(class j), one number per label, each in [0, 1].</param>
        /// <param name="metric">The metric.</param>
        /// <param name="mask">To be filled with 0 or 1 a label, or <see cref="Mask.Undecided"/>; or empty.</param>
        /// <param name="options">Constraints, abstention, seed; null takes the defaults.</param>
        /// <returns>The expected utility.</returns>
        public unsafe double DecideInto(Values features, Values marginals, Metric metric, Span<byte> mask,
                                        DecisionOptions options = null)
        {
            if (metric == null) throw new ArgumentNullException(nameof(metric));
            CheckOneAnswer(options);
            double expected;
            using (var row = OneRow(features, marginals))
                DecideInto(row, metric, mask, new Span<double>(&expected, 1), options);
            return expected;
        }

        private unsafe void Decide(Dataset rows, Metric metric, DecisionOptions options, Span<byte> mask,
                                   Span<double> expected, wald_decision decision,
                                   CancellationToken cancellationToken = default(CancellationToken))
        {
            fixed (byte* cells = &First.Of(mask))
            fixed (double* values = &First.Of(expected))
            using (var opened = DecisionOptions.Open(options, cancellationToken))
            using (var call = new Call(metric, rows.Usage))
            {
                var result = new wald_array(cells, rows.RowCount, LabelCount);
                Native.wald_learner_decide(Handle, rows.Handle, call.Metric, opened, mask.IsEmpty ? null : &result,
                                           values, decision);
                call.Complete();
            }
        }

        // ---- Estimators --------------------------------------------------------------------------------------------

        /// <summary>The estimator of one row: for all that can be asked of an
        /// <see cref="Wald.Estimator"/>.</summary>
        /// <param name="rows">Of which the features count, and for <c>given</c> the marginals.</param>
        /// <param name="row">The number of the row.</param>
        /// <param name="options">Seed, progress; null takes the defaults.</param>
        /// <returns>An estimator of its own, of the kind <see cref="Kind"/>.</returns>
        public Estimator Estimator(Dataset rows, long row, DecisionOptions options = null)
        {
            if (rows == null) throw new ArgumentNullException(nameof(rows));
            DecisionOptions.RefuseKind(options, "predicting probabilities");
            using (rows.Usage.Read())
            using (var opened = DecisionOptions.Open(options))
            {
                Native.wald_learner_estimator(Handle, rows.Handle, row, opened, out var made);
                return Wald.Estimator.Of(made);
            }
        }

        /// <summary>The estimator of one row.</summary>
        /// <param name="features">One number per feature.</param>
        /// <param name="options">Seed, progress; null takes the defaults.</param>
        /// <returns>An estimator of its own, of the kind <see cref="Kind"/>.</returns>
        public Estimator Estimator(Values features, DecisionOptions options = null)
        {
            using (var row = OneRow(features)) return Estimator(row, 0, options);
        }

        // ---- Arguments ---------------------------------------------------------------------------------------------

        private static Dataset OneRow(Values features) => new Dataset(features.AsColumn().Transposed);

        private static Dataset OneRow(Values features, Values marginals)
        {
            var row = OneRow(features);
            try
            {
                return row.SetMarginals(marginals.AsColumn().Transposed);
            }
            catch
            {
                row.Dispose();
                throw;
            }
        }

        private static void CheckGiven(Dataset rows, Metric metric)
        {
            if (rows == null) throw new ArgumentNullException(nameof(rows));
            if (metric == null) throw new ArgumentNullException(nameof(metric));
        }

        private static void CheckOneAnswer(DecisionOptions options)
        {
            var average = options?.Average ?? Average.Instance;
            if (average != Average.Instance)
                throw new WaldArgumentException($"Average is {average}: one row is decided as an instance");
        }

        private void CheckRoom(string name, int length, long rows)
        {
            if (length / LabelCount < rows)
                throw new WaldArgumentException(
                    $"{name} has {length} elements: there are {rows} rows of {LabelCount} labels");
        }
    }
}
