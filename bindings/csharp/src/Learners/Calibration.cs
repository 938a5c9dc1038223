// Calibrated probabilities, from the probabilities or the scores of a classifier.
using System;

namespace Wald
{
    /// <summary>
    /// Calibrated probabilities, from the probabilities or the scores of a classifier. It is fitted to rows that
    /// the classifier was not fitted to, and takes what it was fitted to.
    /// </summary>
    /// <remarks>Immutable; may be used by many threads at once, without a lock.</remarks>
    public sealed partial class Calibration
    {
        /// <summary>Fits a calibration to probabilities.</summary>
        /// <param name="name">How: <c>platt</c> (a logistic regression on the log-odds, clipped to [-40, 40]),
        /// <c>isotonic</c>, <c>beta</c> (a logistic regression on ln p and -ln(1 - p)) or <c>temperature</c> (the
        /// log-odds times one number).</param>
        /// <param name="truth">As many zeros and ones, as byte or bool; both must occur.</param>
        /// <param name="probabilities">The probabilities of 1 out of fold, each in [0, 1].</param>
        /// <param name="weights">As many, finite and at least 0; by default 1 each.</param>
        /// <returns>The calibration.</returns>
        /// <exception cref="WaldArgumentException">An argument is outside its domain; the message names it, its value
        /// and its bound.</exception>
        public static Calibration Fit(string name, Mask truth, Values probabilities,
                                      Values weights = default(Values)) =>
            Fitted(name, Native.WALD_CALIBRATION_INPUT_PROBABILITIES, "probabilities", truth, probabilities, weights);

        /// <summary>Fits a calibration to scores, such as log-odds.</summary>
        /// <param name="name">How: <c>platt</c> (a logistic regression on the score), <c>isotonic</c>, <c>beta</c>
        /// (on the sigmoid of the score) or <c>temperature</c> (the score times one number).</param>
        /// <param name="truth">As many zeros and ones, as byte or bool; both must occur.</param>
        /// <param name="scores">Out of fold, finite; the higher, the likelier is 1.</param>
        /// <param name="weights">As many, finite and at least 0; by default 1 each.</param>
        /// <returns>The calibration.</returns>
        /// <exception cref="WaldArgumentException">An argument is outside its domain; the message names it, its value
        /// and its bound.</exception>
        public static Calibration FitScores(string name, Mask truth, Values scores,
                                            Values weights = default(Values)) =>
            Fitted(name, Native.WALD_CALIBRATION_INPUT_SCORES, "scores", truth, scores, weights);

        private static unsafe Calibration Fitted(string name, int input, string called, Mask truth, Values values,
                                                 Values weights)
        {
            var which = Text.Bytes(name, nameof(name));
            Length.Check("truth", truth.Length, values.Length, called);
            weights.CheckRows("weights", values.Length, called);
            Library.Load();
            fixed (double* doubles = &values.Doubles, weightDoubles = &weights.Doubles)
            fixed (float* floats = &values.Floats, weightFloats = &weights.Floats)
            fixed (byte* cells = &truth.Bytes)
            {
                wald_array table = values.View(doubles, floats), known = truth.View(cells),
                           weighted = weights.View(weightDoubles, weightFloats);
                Native.wald_calibration_fit(which, input, &known, &table, weights.Given ? &weighted : null,
                                            out var made);
                return new Calibration(made);
            }
        }

        /// <summary>Fits a calibration to probabilities of exclusive classes.</summary>
        /// <param name="name">How: <c>temperature</c> (the logits times one number, by maximum likelihood),
        /// <c>vector</c> (a slope of at least 0 and an intercept per class on ln p), <c>platt</c> (one slope, an
        /// intercept per class), or, of each class against the rest, <c>isotonic</c> or <c>beta</c>.</param>
        /// <param name="classes">One per row: the column of its class. Each class occurs, except for
        /// <c>temperature</c>.</param>
        /// <param name="probabilities">One column per class, which sum to 1 in each row, out of fold.</param>
        /// <param name="weights">As many, finite and at least 0; by default 1 each.</param>
        /// <returns>The calibration.</returns>
        /// <exception cref="WaldArgumentException">An argument is outside its domain; the message names it, its value
        /// and its bound.</exception>
        public static Calibration FitClasses(string name, ReadOnlySpan<long> classes, Table probabilities,
                                             Values weights = default(Values)) =>
            Fitted(name, Native.WALD_CALIBRATION_INPUT_PROBABILITIES, "probabilities", classes, probabilities, weights);

        /// <summary>Fits a calibration to logits of exclusive classes.</summary>
        /// <param name="name">As for <see cref="FitClasses"/>.</param>
        /// <param name="classes">One per row: the column of its class.</param>
        /// <param name="scores">One column per class, finite, out of fold.</param>
        /// <param name="weights">As many, finite and at least 0; by default 1 each.</param>
        /// <returns>The calibration.</returns>
        /// <exception cref="WaldArgumentException">An argument is outside its domain; the message names it, its value
        /// and its bound.</exception>
        public static Calibration FitClassScores(string name, ReadOnlySpan<long> classes, Table scores,
                                                 Values weights = default(Values)) =>
            Fitted(name, Native.WALD_CALIBRATION_INPUT_SCORES, "scores", classes, scores, weights);

        private static unsafe Calibration Fitted(string name, int input, string called, ReadOnlySpan<long> classes,
                                                 Table values, Values weights)
        {
            var which = Text.Bytes(name, nameof(name));
            Length.Check("classes", classes.Length, values.Rows, called);
            weights.CheckRows("weights", values.Rows, called);
            Library.Load();
            fixed (double* doubles = &values.Doubles, weightDoubles = &weights.Doubles)
            fixed (float* floats = &values.Floats, weightFloats = &weights.Floats)
            fixed (long* numbers = &First.Of(classes))
            {
                wald_array table = values.View(doubles, floats), known = new wald_array(numbers, classes.Length),
                           weighted = weights.View(weightDoubles, weightFloats);
                Native.wald_calibration_fit(which, input, &known, &table, weights.Given ? &weighted : null,
                                            out var made);
                return new Calibration(made);
            }
        }

        /// <summary>The number of classes; 0 if it takes one probability or score per row.</summary>
        public int ClassCount => (int)Number(Native.WALD_CALIBRATION_N_CLASSES);

        /// <summary>What log-odds or logits are divided by: above 1 for an overconfident model; NaN for other methods
        /// than <c>temperature</c>.</summary>
        public double Temperature => Number(Native.WALD_CALIBRATION_TEMPERATURE);

        private unsafe double Number(int fact)
        {
            double found;
            Native.wald_number(Handle, fact, 0, &found);
            return found;
        }

        /// <summary>Whether it was fitted to scores, and takes scores; otherwise it takes probabilities.</summary>
        public bool TakesScores => Number(Native.WALD_CALIBRATION_INPUT) == Native.WALD_CALIBRATION_INPUT_SCORES;

        /// <summary>The calibrated probability of 1 for each probability.</summary>
        /// <param name="probabilities">Each in [0, 1]; for a calibration that was fitted to probabilities.</param>
        /// <returns>As many probabilities.</returns>
        public double[] Probabilities(Values probabilities)
        {
            var found = new double[probabilities.Length];
            ProbabilitiesInto(probabilities, found);
            return found;
        }

        /// <summary>The calibrated probability of 1 for each probability, into memory of yours, without
        /// allocating.</summary>
        /// <param name="probabilities">Each in [0, 1]; for a calibration that was fitted to probabilities.</param>
        /// <param name="into">To be filled.</param>
        public void ProbabilitiesInto(Values probabilities, Span<double> into) =>
            ApplyInto(Native.WALD_CALIBRATION_INPUT_PROBABILITIES, "probabilities", probabilities, into);

        /// <summary>The probability of 1 for each score.</summary>
        /// <param name="scores">Finite; for a calibration that was fitted to scores.</param>
        /// <returns>As many probabilities.</returns>
        public double[] ProbabilitiesOfScores(Values scores)
        {
            var found = new double[scores.Length];
            ProbabilitiesOfScoresInto(scores, found);
            return found;
        }

        /// <summary>The probability of 1 for each score, into memory of yours, without allocating.</summary>
        /// <param name="scores">Finite; for a calibration that was fitted to scores.</param>
        /// <param name="into">To be filled.</param>
        public void ProbabilitiesOfScoresInto(Values scores, Span<double> into) =>
            ApplyInto(Native.WALD_CALIBRATION_INPUT_SCORES, "scores", scores, into);

        /// <summary>The calibrated probabilities of classes.</summary>
        /// <param name="probabilities">One column per class, which sum to 1 in each row.</param>
        /// <returns>One row for each.</returns>
        public double[,] ClassProbabilities(Table probabilities) =>
            Applied(Native.WALD_CALIBRATION_INPUT_PROBABILITIES, probabilities);

        /// <summary>The probabilities of classes for logits.</summary>
        /// <param name="scores">One column per class, finite.</param>
        /// <returns>One row for each.</returns>
        public double[,] ClassProbabilitiesOfScores(Table scores) =>
            Applied(Native.WALD_CALIBRATION_INPUT_SCORES, scores);

        private unsafe double[,] Applied(int input, Table values)
        {
            var found = new double[values.Rows, values.Columns];
            fixed (double* doubles = &values.Doubles, p = &First.Of(found))
            fixed (float* floats = &values.Floats)
            {
                var view = values.View(doubles, floats);
                Native.wald_calibration_apply(Handle, input, &view, p);
            }
            return found;
        }

        private unsafe void ApplyInto(int input, string called, Values values, Span<double> into)
        {
            Length.CheckRoom("into", into.Length, values.Length, called);
            fixed (double* doubles = &values.Doubles, p = &First.Of(into))
            fixed (float* floats = &values.Floats)
            {
                var view = values.View(doubles, floats);
                Native.wald_calibration_apply(Handle, input, &view, p);
            }
        }

        // ---- The handle --------------------------------------------------------------------------------------------
    }
}
