// A promise that is watched.
using System;
using System.Globalization;

namespace Wald
{
    /// <summary>
    /// A promise that is watched: a metric with a bound, and the rows of a rule in use. Rows are fed as they come, with labels
    /// when they are known, late or never. Every answer holds at all times at once, so that it may be looked at after each
    /// row. States of many places are merged.
    /// </summary>
    /// <remarks>Threads may read one object together. What changes it must be alone with it; it is refused with
    /// <see cref="InvalidOperationException"/> where another call is found to be using it.</remarks>
    /// <example>
    /// <code>
    /// using (var promise = new Promise("precision&gt;=0.95", new PromiseOptions { AverageRun = 20000 }))
    /// {
    ///     promise.Feed(flagged, labels);
    ///     if (promise.State == PromiseState.Broken)
    ///         Alarm(promise.BrokenSince);
    /// }
    /// </code>
    /// </example>
    public sealed partial class Promise
    {
        // The claim of thresholds, with a bound of the caller's if there is one.
        internal static string Claimed(string claim, double? bound)
        {
            var sign = claim.IndexOf('=') - 1;
            if (sign >= 0 && bound == null) return claim;
            if (claim == "" || bound == null)
                throw new WaldArgumentException("the thresholds were chosen without a limit: give a bound of their metric, or " +
                                                "create the promise, such as precision>=0.95");
            return (sign >= 0 ? claim.Substring(0, sign + 2) : claim + ">=") +
                   bound.Value.ToString("R", CultureInfo.InvariantCulture);
        }

        /// <summary>Adds rows, in an order that does not depend on their labels. A call that fails adds none.</summary>
        /// <param name="flagged">Which rows were flagged.</param>
        /// <param name="labels">Of each row 0, 1, or <see cref="Mask.NotRated"/>; by default no row has a label.</param>
        /// <param name="labelProbabilities">Of each row the probability with which its label was requested, known
        /// in advance; by default 1.</param>
        /// <param name="weights">Of the rows, in [0, MaxWeight]; by default 1 each.</param>
        /// <param name="times">What <see cref="BrokenSince"/> and <see cref="BrokenAt"/> count; by default the number of
        /// the row.</param>
        /// <param name="segments">Of each row, from 0.</param>
        public unsafe void Feed(Mask flagged, Mask labels = default(Mask), Values labelProbabilities = default(Values),
                                Values weights = default(Values), Values times = default(Values),
                                ReadOnlySpan<long> segments = default(ReadOnlySpan<long>))
        {
            long rows = flagged.Length;
            if (labels.Length > 0) Length.Check("labels", labels.Length, rows);
            if (segments.Length > 0) Length.Check("segments", segments.Length, rows);
            labelProbabilities.CheckRows("label_probabilities", rows);
            weights.CheckRows("weights", rows);
            times.CheckRows("times", rows);
            using (Usage.Write())
            fixed (double* drawnDoubles = &labelProbabilities.Doubles, weightDoubles = &weights.Doubles,
                           timeDoubles = &times.Doubles)
            fixed (float* drawnFloats = &labelProbabilities.Floats, weightFloats = &weights.Floats,
                          timeFloats = &times.Floats)
            fixed (byte* flags = &flagged.Bytes, known = &labels.Bytes)
            fixed (long* of = &First.Of(segments))
            {
                wald_array rule = flagged.View(flags), labelled = labels.View(known),
                           drawn = labelProbabilities.View(drawnDoubles, drawnFloats),
                           weighted = weights.View(weightDoubles, weightFloats),
                           timed = times.View(timeDoubles, timeFloats), parts = new wald_array(of, segments.Length);
                Native.wald_promise_feed(Handle, &rule, labels.Length > 0 ? &labelled : null,
                                         labelProbabilities.Given ? &drawn : null, weights.Given ? &weighted : null,
                                         times.Given ? &timed : null, segments.Length > 0 ? &parts : null);
            }
        }
    }
}
