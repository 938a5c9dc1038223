// From the scores of a binary classifier to probabilities.
using System;

namespace Wald
{
    /// <summary>
    /// From the scores of a binary classifier, whichever it is, to probabilities that may be decided on. It is fitted
    /// to scores of rows that the classifier was not fitted to.
    /// </summary>
    /// <remarks>Immutable; may be used by many threads at once, without a lock.</remarks>
    public sealed partial class Calibration
    {
        /// <summary>Fits a calibration.</summary>
        /// <param name="name">How: <c>platt</c> (a logistic regression on the score), <c>isotonic</c> (a rising step
        /// function) or <c>beta</c> (on the sigmoid of the score, which is taken for a margin).</param>
        /// <param name="scores">Out of fold, finite; the higher, the likelier is 1.</param>
        /// <param name="labels">As many zeros and ones, as byte or bool; both must occur.</param>
        /// <param name="weights">As many, finite and at least 0; by default 1 each.</param>
        /// <returns>The calibration.</returns>
        /// <exception cref="WaldArgumentException">An argument is outside its domain; the message names it, its value
        /// and its bound.</exception>
        public static unsafe Calibration Fit(string name, Values scores, Mask labels, Values weights = default(Values))
        {
            var which = Text.Bytes(name, nameof(name));
            Length.Check("labels", labels.Length, scores.Length, "scores");
            weights.CheckRows("weights", scores.Length, "scores");
            Library.Load();
            fixed (double* doubles = &scores.Doubles, weightDoubles = &weights.Doubles)
            fixed (float* floats = &scores.Floats, weightFloats = &weights.Floats)
            fixed (byte* cells = &labels.Bytes)
            {
                wald_array table = scores.View(doubles, floats), known = labels.View(cells),
                           weighted = weights.View(weightDoubles, weightFloats);
                Native.wald_calibration_fit(which, &table, &known, weights.Given ? &weighted : null, out var made);
                return new Calibration(made);
            }
        }

        /// <summary>The probability of 1 for each score.</summary>
        /// <param name="scores">Finite.</param>
        /// <returns>As many probabilities.</returns>
        public double[] Probabilities(Values scores)
        {
            var found = new double[scores.Length];
            ProbabilitiesInto(scores, found);
            return found;
        }

        /// <summary>The probability of 1 for each score, into memory of yours, without allocating.</summary>
        /// <param name="scores">Finite.</param>
        /// <param name="probabilities">To be filled.</param>
        public unsafe void ProbabilitiesInto(Values scores, Span<double> probabilities)
        {
            Length.CheckRoom("probabilities", probabilities.Length, scores.Length, "scores");
            fixed (double* doubles = &scores.Doubles, p = &First.Of(probabilities))
            fixed (float* floats = &scores.Floats)
            {
                var view = scores.View(doubles, floats);
                Native.wald_calibration_apply(Handle, &view, p);
            }
        }

        // ---- The handle --------------------------------------------------------------------------------------------
    }
}
