// What is done with a metric: decide, expected, regret, curve, distribution, evaluate.
using System;
using System.Threading;

namespace Wald
{
    public sealed partial class Metric
    {
        // ---- Decide ------------------------------------------------------------------------------------------------

        /// <summary>The optimal prediction for one problem: of greatest expected utility.</summary>
        /// <param name="probabilities">Of each label: an array or span of double or float.</param>
        /// <param name="options">How to decide; <see cref="DecisionOptions.Kind"/> says whether the labels are exclusive; null
        /// takes the defaults.</param>
        /// <returns>The prediction, and what is known of it.</returns>
        /// <exception cref="WaldArgumentException">An argument is outside its domain; the message names it, its value
        /// and its bound.</exception>
        /// <exception cref="WaldUnsupportedException">There is no exact method for this metric and these
        /// labels.</exception>
        public Decision Decide(Values probabilities, DecisionOptions options = null)
        {
            Library.Load();
            using (var scratch = Scratch.Take())
                return Decide(scratch.Fill(probabilities, options), null, scratch, probabilities.Length, options);
        }

        /// <summary>The optimal prediction for what an estimator holds.</summary>
        /// <param name="estimator">What is known of the labels.</param>
        /// <param name="options">How to decide; null takes the defaults.</param>
        /// <returns>The prediction, and what is known of it.</returns>
        /// <exception cref="WaldUnsupportedException">There is no exact method for this metric and this
        /// estimator.</exception>
        public Decision Decide(Estimator estimator, DecisionOptions options = null)
        {
            if (estimator == null) throw new ArgumentNullException(nameof(estimator));
            DecisionOptions.CheckKind(options, estimator);
            using (var scratch = Scratch.Take())
                return Decide(estimator.Handle, estimator.Usage, scratch, estimator.LabelCount, options);
        }

        /// <summary>The optimal prediction for one problem, into memory of yours, and nothing else of it: without
        /// allocating, if options are left out or read-only.</summary>
        /// <param name="probabilities">Of each label: an array or span of double or float.</param>
        /// <param name="mask">One cell per label, to be filled with 0, 1, or <see cref="Mask.Undecided"/>.</param>
        /// <param name="options">How to decide; null takes the defaults.</param>
        /// <returns>The expected utility.</returns>
        public double DecideInto(Values probabilities, Span<byte> mask, DecisionOptions options = null)
        {
            Library.Load();
            Length.Check("mask", mask.Length, probabilities.Length, "labels");
            using (var scratch = Scratch.Take())
                return DecideInto(scratch.Fill(probabilities, options), null, scratch, mask, options);
        }

        /// <summary>The optimal prediction for what an estimator holds, into memory of yours, and nothing else of it:
        /// without allocating, if options are left out or read-only.</summary>
        /// <param name="estimator">What is known of the labels.</param>
        /// <param name="mask">One cell per label, to be filled with 0, 1, or <see cref="Mask.Undecided"/>.</param>
        /// <param name="options">How to decide; null takes the defaults.</param>
        /// <returns>The expected utility.</returns>
        public double DecideInto(Estimator estimator, Span<byte> mask, DecisionOptions options = null)
        {
            if (estimator == null) throw new ArgumentNullException(nameof(estimator));
            DecisionOptions.CheckKind(options, estimator);
            Length.Check("mask", mask.Length, estimator.LabelCount, "labels");
            using (var scratch = Scratch.Take())
                return DecideInto(estimator.Handle, estimator.Usage, scratch, mask, options);
        }

        private unsafe double DecideInto(wald_estimator known, Usage usage, Scratch scratch, Span<byte> mask,
                                         DecisionOptions options)
        {
            var decision = scratch.Decision(mask.Length);
            double expected;
            fixed (byte* cells = &First.Of(mask))
            using (var opened = DecisionOptions.Open(options))
            using (var call = new Call(this, usage))
            {
                long needed;
                Native.wald_decide(call.Metric, known, opened, decision);
                call.Complete();
                Native.wald_decision_mask(decision, 0, cells, mask.Length, &needed);
                Native.wald_number(decision, Native.WALD_DECISION_EXPECTED, 0, &expected);
            }
            return expected;
        }

        private Decision Decide(wald_estimator known, Usage usage, Scratch scratch, long n, DecisionOptions options)
        {
            var decision = scratch.Decision(n);
            using (var opened = DecisionOptions.Open(options))
            using (var call = new Call(this, usage))
            {
                Native.wald_decide(call.Metric, known, opened, decision);
                call.Complete();
                return Decision.Read(decision, 0, n);
            }
        }

        /// <summary>The optimal predictions for a table of probabilities: one for each row, or as
        /// <see cref="DecisionOptions.Average"/> says.</summary>
        /// <param name="probabilities">A two-dimensional array, or an array or span with a shape.</param>
        /// <param name="options">How to decide; null takes the defaults.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>An answer for each row, for each column, or for the table.</returns>
        public Decisions Decide(Table probabilities, DecisionOptions options = null,
                                CancellationToken cancellationToken = default(CancellationToken))
        {
            long rows = probabilities.Rows, columns = probabilities.Columns;
            var average = options?.Average ?? Average.Instance;
            var expected = new double[Answers(average, rows, columns)];
            var mask = new byte[rows * columns];
            var decision = wald_decision.Take(expected.Length, mask.Length);
            try
            {
                Decide(probabilities, mask, expected, options, decision, cancellationToken);
                return new Decisions(decision, average, rows, columns, mask, expected);
            }
            catch
            {
                decision.Dispose();
                throw;
            }
        }

        /// <summary>The optimal predictions for a table, into memory of yours, and nothing else of them: in less time
        /// than with all that is known of each answer, and without allocating.</summary>
        /// <param name="probabilities">A two-dimensional array, or an array or span with a shape.</param>
        /// <param name="mask">To be filled row after row with 0, 1, or <see cref="Mask.Undecided"/>; or empty.</param>
        /// <param name="expected">To be filled with the expected utility of each answer; or empty.</param>
        /// <param name="options">How to decide; null takes the defaults.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        public void DecideInto(Table probabilities, Span<byte> mask, Span<double> expected, DecisionOptions options = null,
                               CancellationToken cancellationToken = default(CancellationToken))
        {
            long rows = probabilities.Rows, columns = probabilities.Columns;
            var answers = Answers(options?.Average ?? Average.Instance, rows, columns);
            if (!mask.IsEmpty && mask.Length / Math.Max(columns, 1) < rows)
                throw new WaldArgumentException(
                    $"mask has {mask.Length} elements: probabilities has shape ({rows}, {columns})");
            if (!expected.IsEmpty) Length.CheckRoom("expected", expected.Length, answers, "answers");
            Decide(probabilities, mask, expected, options, wald_decision.None, cancellationToken);
        }

        private unsafe void Decide(Table probabilities, Span<byte> mask, Span<double> expected, DecisionOptions options,
                                   wald_decision decision, CancellationToken cancellationToken)
        {
            fixed (double* doubles = &probabilities.Doubles, values = &First.Of(expected))
            fixed (float* floats = &probabilities.Floats)
            fixed (byte* cells = &First.Of(mask))
            using (var opened = DecisionOptions.Open(options, cancellationToken))
            using (var call = new Call(this))
            {
                var table = probabilities.View(doubles, floats);
                var result = new wald_array(cells, probabilities.Rows, probabilities.Columns);
                var given = new wald_table(&table);
                Native.wald_decide_table(call.Metric, (int)(options?.Kind ?? Kind.Independent), &given, opened,
                                         mask.IsEmpty ? null : &result, values, decision);
                call.Complete();
            }
        }

        /// <summary>The optimal predictions for a table in compressed rows, where an absent probability is 0.</summary>
        /// <param name="probabilities">The table.</param>
        /// <param name="options">How to decide; null takes the defaults.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>An answer for each row, for each column, or for the table.</returns>
        public unsafe Decisions Decide(SparseTable probabilities, DecisionOptions options = null,
                                       CancellationToken cancellationToken = default(CancellationToken))
        {
            var pattern = probabilities.Pattern;
            var data = probabilities.Data;
            var average = options?.Average ?? Average.Instance;
            var expected = new double[Answers(average, probabilities.Rows, probabilities.Columns)];
            var decision = wald_decision.Take(expected.Length, data.Length);
            try
            {
                fixed (int* starts32 = &pattern.Starts32, indices32 = &pattern.Indices32)
                fixed (long* starts64 = &pattern.Starts64, indices64 = &pattern.Indices64)
                fixed (double* doubles = &data.Doubles, values = &First.Of(expected))
                fixed (float* floats = &data.Floats)
                using (var opened = DecisionOptions.Open(options, cancellationToken))
                using (var call = new Call(this))
                {
                    var table = probabilities.View(starts32, indices32, starts64, indices64, doubles, floats);
                    var given = new wald_table(&table);
                    Native.wald_decide_table(call.Metric, (int)(options?.Kind ?? Kind.Independent), &given, opened,
                                             null, values, decision);
                    call.Complete();
                }
                return new Decisions(decision, average, probabilities.Rows, probabilities.Columns, null, expected);
            }
            catch
            {
                decision.Dispose();
                throw;
            }
        }

        // ---- Warnings of tables ------------------------------------------------------------------------------------

        /// <summary>What you should know before <see cref="Expected(Table, MaskTable, DecisionOptions)"/>, Regret, Worth or a
        /// <see cref="Report"/> on a table: that its rows sum to 1, as probabilities of exclusive classes do, or that it
        /// has one column and the options have no average. <see cref="Decisions.Warning"/> is the same text.</summary>
        /// <param name="probabilities">The table.</param>
        /// <param name="options">How it is judged; null takes the defaults.</param>
        /// <returns>A sentence with what to pass; empty if there is nothing.</returns>
        public unsafe string TableWarning(Table probabilities, DecisionOptions options = null)
        {
            fixed (double* doubles = &probabilities.Doubles)
            fixed (float* floats = &probabilities.Floats)
            {
                var table = probabilities.View(doubles, floats);
                return TableWarning(new wald_table(&table), options);
            }
        }

        /// <summary>The same for compressed rows, where an absent probability is 0.</summary>
        /// <param name="probabilities">The table.</param>
        /// <param name="options">How it is judged; null takes the defaults.</param>
        /// <returns>A sentence with what to pass; empty if there is nothing.</returns>
        public unsafe string TableWarning(SparseTable probabilities, DecisionOptions options = null)
        {
            var pattern = probabilities.Pattern;
            var data = probabilities.Data;
            fixed (int* starts32 = &pattern.Starts32, indices32 = &pattern.Indices32)
            fixed (long* starts64 = &pattern.Starts64, indices64 = &pattern.Indices64)
            fixed (double* doubles = &data.Doubles)
            fixed (float* floats = &data.Floats)
            {
                var table = probabilities.View(starts32, indices32, starts64, indices64, doubles, floats);
                return TableWarning(new wald_table(&table), options);
            }
        }

        /// <summary>What you should know before Evaluate or Compare: that the truth has one column and the options have
        /// no average.</summary>
        /// <param name="truth">Zeros and ones, of which only the shape counts.</param>
        /// <param name="options">How predictions are judged; null takes the defaults.</param>
        /// <returns>A sentence with what to pass; empty if there is nothing.</returns>
        public unsafe string TableWarning(MaskTable truth, DecisionOptions options = null)
        {
            fixed (byte* bytes = &truth.Bytes)
            fixed (bool* bools = &truth.Bools)
            {
                var table = truth.View(bytes, bools);
                return TableWarning(new wald_table(&table), options);
            }
        }

        private unsafe string TableWarning(wald_table table, DecisionOptions options)
        {
            using (var opened = DecisionOptions.Open(options))
            using (var call = new Call(this))
            {
                Native.wald_table_warning(call.Metric, (int)(options?.Kind ?? Kind.Independent), &table, opened,
                                          out var text);
                call.Complete();
                return Text.Static(text);
            }
        }

        // ---- What a prediction is worth ----------------------------------------------------------------------------

        /// <summary>The expected utility of any prediction.</summary>
        /// <param name="probabilities">Of each label.</param>
        /// <param name="prediction">Zeros and ones, as byte or bool.</param>
        /// <param name="error">A proved limit on the absolute error.</param>
        /// <param name="options">The kind of the labels, progress; null takes the defaults.</param>
        /// <returns>The expected utility.</returns>
        // also: without error: out _
        public double Expected(Values probabilities, Mask prediction, out double error, DecisionOptions options = null) =>
            Judge(false, probabilities, prediction, out error, options);

        /// <summary>The expected utility of any prediction.</summary>
        /// <param name="estimator">What is known of the labels.</param>
        /// <param name="prediction">Zeros and ones, as byte or bool.</param>
        /// <param name="error">A proved limit on the absolute error.</param>
        /// <param name="options">Progress; null takes the defaults.</param>
        /// <returns>The expected utility.</returns>
        // also: without error: out _
        public double Expected(Estimator estimator, Mask prediction, out double error, DecisionOptions options = null) =>
            Judge(false, estimator, prediction, out error, options);

        /// <summary>The expected utility of given predictions on a table.</summary>
        /// <param name="probabilities">The table.</param>
        /// <param name="prediction">Zeros and ones, of the same shape.</param>
        /// <param name="options">The kind of the labels, the average, threads, progress; null takes the
        /// defaults.</param>
        /// <returns>One for each row, for each column, or for the table.</returns>
        public double[] Expected(Table probabilities, MaskTable prediction, DecisionOptions options = null) =>
            JudgeRows(probabilities, prediction, options, false);

        /// <summary>How much expected utility a prediction gives away against the optimum within the constraints of the
        /// options.</summary>
        /// <param name="probabilities">Of each label.</param>
        /// <param name="prediction">Zeros and ones, as byte or bool.</param>
        /// <param name="bound">The true regret is at most the regret plus this.</param>
        /// <param name="options">How to decide; null takes the defaults.</param>
        /// <returns>The regret: 0 if it gives away none.</returns>
        // also: without bound: out _
        public double Regret(Values probabilities, Mask prediction, out double bound, DecisionOptions options = null) =>
            Judge(true, probabilities, prediction, out bound, options);

        /// <summary>How much expected utility a prediction gives away against the optimum within the constraints of the
        /// options.</summary>
        /// <param name="estimator">What is known of the labels.</param>
        /// <param name="prediction">Zeros and ones, as byte or bool.</param>
        /// <param name="bound">The true regret is at most the regret plus this.</param>
        /// <param name="options">How to decide; null takes the defaults.</param>
        /// <returns>The regret: 0 if it gives away none.</returns>
        // also: without bound: out _
        public double Regret(Estimator estimator, Mask prediction, out double bound, DecisionOptions options = null) =>
            Judge(true, estimator, prediction, out bound, options);

        /// <summary>The regret of given predictions on a table.</summary>
        /// <param name="probabilities">The table.</param>
        /// <param name="prediction">Zeros and ones, of the same shape.</param>
        /// <param name="options">How to decide; null takes the defaults.</param>
        /// <returns>One for each row, for each column, or for the table.</returns>
        public double[] Regret(Table probabilities, MaskTable prediction, DecisionOptions options = null) =>
            JudgeRows(probabilities, prediction, options, true);

        // What is found of a prediction, its expected utility or its regret, and how far that may be off.
        private double Judge(bool regret, Values probabilities, Mask prediction, out double limit, DecisionOptions options)
        {
            Library.Load();
            using (var scratch = Scratch.Take())
                return Judge(regret, scratch.Fill(probabilities, options), null, prediction, out limit, options);
        }

        private double Judge(bool regret, Estimator estimator, Mask prediction, out double limit, DecisionOptions options)
        {
            if (estimator == null) throw new ArgumentNullException(nameof(estimator));
            DecisionOptions.CheckKind(options, estimator);
            return Judge(regret, estimator.Handle, estimator.Usage, prediction, out limit, options);
        }

        private unsafe double Judge(bool regret, wald_estimator known, Usage usage, Mask prediction, out double limit,
                                    DecisionOptions options)
        {
            wald_expectation made = null;
            bool held = false;
            try
            {
                known.DangerousAddRef(ref held);
                fixed (byte* cells = &prediction.Bytes)
                using (var opened = DecisionOptions.Open(options))
                using (var call = new Call(this, usage))
                {
                    var mask = prediction.View(cells);
                    var of = new wald_known(known.DangerousGetHandle());
                    Native.wald_expectation_create(call.Metric, &of, &mask, opened, regret ? 1 : 0, out made);
                    call.Complete();
                }
                double value, limited;
                Native.wald_number(made, Expectation(regret), 0, &value);
                Native.wald_number(made, regret ? Native.WALD_EXPECTATION_REGRET_BOUND : Native.WALD_EXPECTATION_ERROR, 0,
                                   &limited);
                limit = limited;
                return value;
            }
            finally
            {
                made?.Dispose();
                if (held) known.DangerousRelease();
            }
        }

        private static int Expectation(bool regret) =>
            regret ? Native.WALD_EXPECTATION_REGRET : Native.WALD_EXPECTATION_EXPECTED;

        private unsafe double[] JudgeRows(Table probabilities, MaskTable prediction, DecisionOptions options, bool regret)
        {
            long rows = probabilities.Rows, columns = probabilities.Columns;
            prediction.CheckShape("mask", "probabilities", rows, columns);
            var result = new double[Answers(options?.Average ?? Average.Instance, rows, columns)];
            wald_expectation made = null;
            try
            {
                fixed (double* doubles = &probabilities.Doubles, values = &First.Of(result))
                fixed (float* floats = &probabilities.Floats)
                fixed (byte* bytes = &prediction.Bytes)
                fixed (bool* bools = &prediction.Bools)
                using (var opened = DecisionOptions.Open(options))
                using (var call = new Call(this))
                {
                    var table = probabilities.View(doubles, floats);
                    var mask = prediction.View(bytes, bools);
                    var of = new wald_known(&table, options?.Kind ?? Kind.Independent);
                    Native.wald_expectation_create(call.Metric, &of, &mask, opened, regret ? 1 : 0, out made);
                    call.Complete();
                    Native.wald_numbers(made, Expectation(regret), 0, values, result.Length, null);
                }
                return result;
            }
            finally
            {
                made?.Dispose();
            }
        }

        // ---- Curve, distribution -----------------------------------------------------------------------------------

        /// <summary>The expected utility of the best prediction at each number of positives.</summary>
        /// <param name="probabilities">Of each label.</param>
        /// <param name="options">How to decide; null takes the defaults.</param>
        /// <returns>For k = 0 ... n; NaN at a k that the options rule out.</returns>
        public double[] Curve(Values probabilities, DecisionOptions options = null)
        {
            Library.Load();
            using (var scratch = Scratch.Take())
                return Curve(scratch.Fill(probabilities, options), null, probabilities.Length, options);
        }

        /// <summary>The expected utility of the best prediction at each number of positives.</summary>
        /// <param name="estimator">What is known of the labels.</param>
        /// <param name="options">How to decide; null takes the defaults.</param>
        /// <returns>For k = 0 ... n; NaN at a k that the options rule out.</returns>
        public double[] Curve(Estimator estimator, DecisionOptions options = null)
        {
            if (estimator == null) throw new ArgumentNullException(nameof(estimator));
            DecisionOptions.CheckKind(options, estimator);
            return Curve(estimator.Handle, estimator.Usage, estimator.LabelCount, options);
        }

        private unsafe double[] Curve(wald_estimator known, Usage usage, long n, DecisionOptions options)
        {
            var result = new double[n + 1];
            long needed;
            fixed (double* values = &First.Of(result))
            using (var opened = DecisionOptions.Open(options))
            using (var call = new Call(this, usage))
            {
                Native.wald_curve(call.Metric, known, opened, values, result.Length, &needed);
                call.Complete();
            }
            return result;
        }

        /// <summary>The distribution of a prediction's utility: exact if metric and labels allow, else from
        /// <see cref="DecisionOptions.Samples"/> seeded samples.</summary>
        /// <param name="probabilities">Of each label.</param>
        /// <param name="prediction">Zeros and ones, as byte or bool.</param>
        /// <param name="options">The kind of the labels, seed, samples, progress; null takes the defaults.</param>
        /// <returns>The distribution.</returns>
        public Distribution Distribution(Values probabilities, Mask prediction, DecisionOptions options = null)
        {
            Library.Load();
            using (var scratch = Scratch.Take())
                return Distribution(scratch.Fill(probabilities, options), null, prediction, options);
        }

        /// <summary>The distribution of a prediction's utility: exact if metric and estimator allow, else from
        /// <see cref="DecisionOptions.Samples"/> seeded samples. Not for counts, which do not determine it.</summary>
        /// <param name="estimator">What is known of the labels.</param>
        /// <param name="prediction">Zeros and ones, as byte or bool.</param>
        /// <param name="options">Seed, samples, progress; null takes the defaults.</param>
        /// <returns>The distribution.</returns>
        public Distribution Distribution(Estimator estimator, Mask prediction, DecisionOptions options = null)
        {
            if (estimator == null) throw new ArgumentNullException(nameof(estimator));
            DecisionOptions.CheckKind(options, estimator);
            return Distribution(estimator.Handle, estimator.Usage, prediction, options);
        }

        private unsafe Distribution Distribution(wald_estimator known, Usage usage, Mask prediction,
                                                 DecisionOptions options)
        {
            wald_distribution made = null;
            try
            {
                fixed (byte* cells = &prediction.Bytes)
                using (var opened = DecisionOptions.Open(options))
                using (var call = new Call(this, usage))
                {
                    var mask = prediction.View(cells);
                    Native.wald_distribution_create(call.Metric, known, &mask, opened, out made);
                    call.Complete();
                }
                return new Distribution(made);
            }
            catch
            {
                made?.Dispose();
                throw;
            }
        }

        // ---- Evaluate ----------------------------------------------------------------------------------------------

        /// <summary>What predictions were worth: the metric's value on known truth.</summary>
        /// <param name="truth">Zeros and ones.</param>
        /// <param name="prediction">Zeros and ones of the same shape; rows that are <see cref="Mask.Undecided"/> are
        /// left out.</param>
        /// <param name="options">The average: the (weighted) mean over rows or columns, or the value of the table as
        /// one problem; label weights and the cost of undecided labels; null takes the defaults.</param>
        /// <param name="weights">Of the rows, finite and at least 0, not all 0; by default 1 each. With weights custom
        /// metrics are refused except for the instance average.</param>
        /// <returns>The value; NaN if every row is undecided.</returns>
        public double Evaluate(MaskTable truth, MaskTable prediction, DecisionOptions options = null,
                               Values weights = default(Values)) =>
            Evaluate(truth, prediction, out _, options, weights);

        /// <summary>What predictions were worth, and how many rows are left out of that.</summary>
        /// <param name="truth">Zeros and ones.</param>
        /// <param name="prediction">Zeros and ones of the same shape; rows that are <see cref="Mask.Undecided"/> are
        /// left out.</param>
        /// <param name="undecided">The number of rows left out; with <see cref="DecisionOptions.AbstainLabel"/>, by which each
        /// undecided cell has its cost and no row is left out, that of these cells.</param>
        /// <param name="options">The average: the (weighted) mean over rows or columns, or the value of the table as
        /// one problem; label weights and the cost of undecided labels; null takes the defaults.</param>
        /// <param name="weights">Of the rows, finite and at least 0, not all 0; by default 1 each.</param>
        /// <returns>The value; NaN if every row is undecided.</returns>
        public unsafe double Evaluate(MaskTable truth, MaskTable prediction, out long undecided,
                                      DecisionOptions options = null, Values weights = default(Values))
        {
            DecisionOptions.RefuseKind(options, "an evaluation");
            truth.CheckShape("truth", "prediction", prediction.Rows, prediction.Columns);
            weights.CheckWeights(truth.Rows);
            double value;
            long left;
            fixed (byte* truthBytes = &truth.Bytes, bytes = &prediction.Bytes)
            fixed (bool* truthBools = &truth.Bools, bools = &prediction.Bools)
            fixed (double* doubles = &weights.Doubles)
            fixed (float* floats = &weights.Floats)
            using (var opened = DecisionOptions.Open(options))
            using (var call = new Call(this))
            {
                wald_array known = truth.View(truthBytes, truthBools), predicted = prediction.View(bytes, bools),
                           weighted = weights.View(doubles, floats);
                Native.wald_evaluate(call.Metric, &known, &predicted, weights.Given ? &weighted : null, opened, &value,
                                     &left);
                call.Complete();
            }
            undecided = left;
            return value;
        }

        /// <summary>What a prediction of one problem was worth.</summary>
        /// <param name="truth">Zeros and ones.</param>
        /// <param name="prediction">Zeros and ones, as many.</param>
        /// <returns>The value.</returns>
        public double Evaluate(Mask truth, Mask prediction)
        {
            if (truth.Length != prediction.Length)
                throw new WaldArgumentException(
                    $"truth has {truth.Length} elements, prediction has {prediction.Length}: they must have as many");
            return Evaluate(truth.AsColumn(), prediction.AsColumn(), column);
        }

        // ---- Compare -----------------------------------------------------------------------------------------------

        /// <summary>Whether the predictions of a system B are better than those of A on the same rows: the difference
        /// of the metric, its interval, and the p-value of a paired permutation test.</summary>
        /// <param name="truth">Zeros and ones.</param>
        /// <param name="a">What A predicted, of the same shape; rows that either system leaves
        /// <see cref="Mask.Undecided"/> are left out for both.</param>
        /// <param name="b">What B predicted.</param>
        /// <param name="options">Average, label weights, level, samples, seed and threads; null takes the
        /// defaults.</param>
        /// <param name="weights">Of the rows, finite and at least 0, not all 0; by default 1 each.</param>
        /// <param name="groups">One number per row: rows of the same one, as those of one patient, are drawn and
        /// swapped together; by default each row stands for itself.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>The comparison.</returns>
        public unsafe Comparison Compare(MaskTable truth, MaskTable a, MaskTable b, DecisionOptions options = null,
                                         Values weights = default(Values),
                                         ReadOnlySpan<long> groups = default(ReadOnlySpan<long>),
                                         CancellationToken cancellationToken = default(CancellationToken))
        {
            DecisionOptions.RefuseKind(options, "a comparison");
            truth.CheckShape("truth", "a", a.Rows, a.Columns);
            truth.CheckShape("truth", "b", b.Rows, b.Columns);
            weights.CheckWeights(truth.Rows);
            wald_comparison made = null;
            try
            {
                fixed (byte* truthBytes = &truth.Bytes, aBytes = &a.Bytes, bBytes = &b.Bytes)
                fixed (bool* truthBools = &truth.Bools, aBools = &a.Bools, bBools = &b.Bools)
                fixed (double* doubles = &weights.Doubles)
                fixed (float* floats = &weights.Floats)
                fixed (long* together = &First.Of(groups)) // NULL if it is default
                using (var opened = DecisionOptions.Open(options, cancellationToken))
                using (var call = new Call(this))
                {
                    wald_array known = truth.View(truthBytes, truthBools), ofA = a.View(aBytes, aBools),
                               ofB = b.View(bBytes, bBools), weighted = weights.View(doubles, floats);
                    var grouped = new wald_array(together, groups.Length);
                    var rows = new wald_rows(weights.Given ? &weighted : null, together == null ? null : &grouped);
                    Native.wald_comparison_create(call.Metric, &known, &ofA, &ofB, &rows, opened, out made);
                    call.Complete();
                }
                return new Comparison(made);
            }
            finally
            {
                made?.Dispose();
            }
        }

        // ---- Worth -------------------------------------------------------------------------------------------------

        /// <summary>Whether deciding for this metric will pay, from probabilities alone: how much more the optimal
        /// predictions are expected to be worth than those cut at 1/2, and how far what comes true may be from that.
        /// </summary>
        /// <param name="probabilities">A two-dimensional array, or an array or span with a shape; at least one row.
        /// </param>
        /// <param name="options">How to decide, and temperature and least gain; null takes the defaults.</param>
        /// <param name="weights">Of the rows, finite and at least 0, not all 0, with average instance alone; by default
        /// 1 each.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>What deciding is worth.</returns>
        public Worth Worth(Table probabilities, DecisionOptions options = null, Values weights = default(Values),
                           CancellationToken cancellationToken = default(CancellationToken)) =>
            WorthKnowing(default(MaskTable), probabilities, options, weights, cancellationToken);

        /// <summary>Whether deciding for this metric pays, where the truth is known: besides what is expected, the realised
        /// gain, how far the probabilities are off on average, and what decisions from calibrated probabilities would gain.
        /// </summary>
        /// <param name="truth">What was true, nothing undecided.</param>
        /// <param name="probabilities">A table of the shape of the truth; at least one row.</param>
        /// <param name="options">How to decide, and temperature and least gain; null takes the defaults.</param>
        /// <param name="weights">Of the rows, finite and at least 0, not all 0, with average instance alone; by default
        /// 1 each.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>What deciding is worth.</returns>
        public Worth Worth(MaskTable truth, Table probabilities, DecisionOptions options = null,
                           Values weights = default(Values),
                           CancellationToken cancellationToken = default(CancellationToken))
        {
            truth.CheckShape("truth", "probabilities", probabilities.Rows, probabilities.Columns);
            return WorthKnowing(truth, probabilities, options, weights, cancellationToken);
        }

        private unsafe Worth WorthKnowing(MaskTable truth, Table probabilities, DecisionOptions options, Values weights,
                                          CancellationToken cancellationToken)
        {
            weights.CheckWeights(probabilities.Rows);
            fixed (byte* bytes = &truth.Bytes)
            fixed (bool* bools = &truth.Bools)
            fixed (double* doubles = &probabilities.Doubles, weightDoubles = &weights.Doubles)
            fixed (float* floats = &probabilities.Floats, weightFloats = &weights.Floats)
            {
                wald_array known = truth.View(bytes, bools), table = probabilities.View(doubles, floats),
                           weighted = weights.View(weightDoubles, weightFloats);
                return Worth(truth.Given ? &known : null, new wald_table(&table), weights.Given ? &weighted : null, options, cancellationToken);
            }
        }

        /// <summary>Whether deciding for this metric will pay, for compressed rows, where an absent probability is 0.
        /// </summary>
        /// <param name="probabilities">The table; at least one row.</param>
        /// <param name="options">How to decide, and temperature and least gain; null takes the defaults.</param>
        /// <param name="weights">Of the rows, finite and at least 0, not all 0, with average instance alone; by default
        /// 1 each.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>What deciding is worth.</returns>
        public Worth Worth(SparseTable probabilities, DecisionOptions options = null, Values weights = default(Values),
                           CancellationToken cancellationToken = default(CancellationToken)) =>
            WorthKnowing(default(MaskTable), probabilities, options, weights, cancellationToken);

        /// <summary>Whether deciding for this metric pays, where the truth is known: besides what is expected, the realised
        /// gain, how far the probabilities are off on average, and what decisions from calibrated probabilities would gain.
        /// </summary>
        /// <param name="truth">What was true, nothing undecided.</param>
        /// <param name="probabilities">Compressed rows of the shape of the truth; an absent probability is 0.</param>
        /// <param name="options">How to decide, and temperature and least gain; null takes the defaults.</param>
        /// <param name="weights">Of the rows, finite and at least 0, not all 0, with average instance alone; by default
        /// 1 each.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>What deciding is worth.</returns>
        public Worth Worth(MaskTable truth, SparseTable probabilities, DecisionOptions options = null,
                           Values weights = default(Values),
                           CancellationToken cancellationToken = default(CancellationToken))
        {
            truth.CheckShape("truth", "probabilities", probabilities.Rows, probabilities.Columns);
            return WorthKnowing(truth, probabilities, options, weights, cancellationToken);
        }

        private unsafe Worth WorthKnowing(MaskTable truth, SparseTable probabilities, DecisionOptions options, Values weights,
                                          CancellationToken cancellationToken)
        {
            weights.CheckWeights(probabilities.Rows);
            var pattern = probabilities.Pattern;
            var data = probabilities.Data;
            fixed (byte* bytes = &truth.Bytes)
            fixed (bool* bools = &truth.Bools)
            fixed (int* starts32 = &pattern.Starts32, indices32 = &pattern.Indices32)
            fixed (long* starts64 = &pattern.Starts64, indices64 = &pattern.Indices64)
            fixed (double* doubles = &data.Doubles, weightDoubles = &weights.Doubles)
            fixed (float* floats = &data.Floats, weightFloats = &weights.Floats)
            {
                var known = truth.View(bytes, bools);
                var table = probabilities.View(starts32, indices32, starts64, indices64, doubles, floats);
                var weighted = weights.View(weightDoubles, weightFloats);
                return Worth(truth.Given ? &known : null, new wald_table(&table), weights.Given ? &weighted : null, options, cancellationToken);
            }
        }

        private unsafe Worth Worth(wald_array* truth, wald_table table, wald_array* weights, DecisionOptions options,
                                   CancellationToken cancellationToken)
        {
            wald_worth made = null;
            try
            {
                using (var opened = DecisionOptions.Open(options, cancellationToken))
                using (var call = new Call(this))
                {
                    Native.wald_worth_create(call.Metric, (int)(options?.Kind ?? Kind.Independent), truth, &table,
                                             weights, opened, out made);
                    call.Complete();
                }
                return new Worth(made);
            }
            finally
            {
                made?.Dispose();
            }
        }

        private static readonly DecisionOptions column = new DecisionOptions { Average = Average.Macro };

        // How many answers a table comes to. What is no average is left to the library, which says so.
        internal static long Answers(Average average, long rows, long columns) =>
            average == Average.Instance ? rows : average == Average.Macro ? columns : 1;
    }
}
