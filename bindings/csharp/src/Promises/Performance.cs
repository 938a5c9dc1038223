// Performance that is estimated without labels.
using System;

namespace Wald
{
    /// <summary>
    /// How good decisions are while their labels are missing: the expected value of a metric by chunk of the rows, with
    /// bands. It sees no change of P(label | row), which only labels show.
    /// </summary>
    /// <remarks>Threads may read one object together. What changes it must be alone with it; it is refused with
    /// <see cref="InvalidOperationException"/> where another call is found to be using it.</remarks>
    public sealed partial class Performance
    {
        /// <summary>No rows yet. Calibration rows calibrate the probabilities, and their bootstrap widens the
        /// bands.</summary>
        /// <param name="metric">One of the library's own, or a table.</param>
        /// <param name="calibrationTruth">Labels of the calibration rows; by default none, and probabilities are taken as
        /// they are.</param>
        /// <param name="calibrationProbabilities">The same model's probabilities of these rows.</param>
        /// <param name="calibrationWeights">One per calibration row; by default 1 each.</param>
        /// <param name="options">How performance is estimated; null takes the defaults.</param>
        public unsafe Performance(Metric metric, MaskTable calibrationTruth = default(MaskTable),
                                  Table calibrationProbabilities = default(Table),
                                  Values calibrationWeights = default(Values), PerformanceOptions options = null)
        {
            if (metric == null) throw new ArgumentNullException(nameof(metric));
            if (metric.Own != null)
                throw new WaldUnsupportedException($"metric \"{metric.Name}\" is a function: it would have to outlive the call");
            if (calibrationWeights.Given)
                calibrationWeights.CheckRows("calibration_weights", calibrationTruth.Rows);
            using (var opened = PerformanceOptions.Open(options))
            using (var call = new Call(metric))
            fixed (double* doubles = &calibrationProbabilities.Doubles, weightDoubles = &calibrationWeights.Doubles)
            fixed (float* floats = &calibrationProbabilities.Floats, weightFloats = &calibrationWeights.Floats)
            fixed (byte* bytes = &calibrationTruth.Bytes)
            fixed (bool* bools = &calibrationTruth.Bools)
            {
                wald_array truth = calibrationTruth.View(bytes, bools),
                           known = calibrationProbabilities.View(doubles, floats),
                           weighted = calibrationWeights.View(weightDoubles, weightFloats);
                Native.wald_performance_create(call.Metric, calibrationTruth.Columns > 0 ? &truth : null,
                                               calibrationProbabilities.Columns > 0 ? &known : null,
                                               calibrationWeights.Given ? &weighted : null, opened, out handle);
                call.Complete();
            }
        }

        /// <summary>Back to no rows; the calibration stays.</summary>
        public void Clear()
        {
            using (Usage.Write()) Native.wald_clear(Handle);
        }

        /// <summary>Adds the estimates of rows: one chunk, or several by ChunkRows. A call that fails adds none.</summary>
        /// <param name="probabilities">One row per instance, one column per label.</param>
        /// <param name="flagged">Of the same shape: what was decided.</param>
        /// <param name="labels">Of the same shape: 0, 1 or, in a whole row, <see cref="Mask.NotRated"/>; by default none is
        /// known.</param>
        /// <param name="labelProbabilities">With labels, one per row: the probability with which they were asked for,
        /// known in advance.</param>
        /// <param name="weights">One per row; by default 1 each.</param>
        /// <param name="segments">Of each row, from 0.</param>
        public unsafe void Feed(Table probabilities, MaskTable flagged, MaskTable labels = default(MaskTable),
                                Values labelProbabilities = default(Values), Values weights = default(Values),
                                ReadOnlySpan<long> segments = default(ReadOnlySpan<long>))
        {
            long rows = probabilities.Rows;
            if (segments.Length > 0) Length.Check("segments", segments.Length, rows);
            labelProbabilities.CheckRows("label_probabilities", rows);
            weights.CheckRows("weights", rows);
            using (Usage.Write())
            fixed (double* doubles = &probabilities.Doubles, drawnDoubles = &labelProbabilities.Doubles,
                           weightDoubles = &weights.Doubles)
            fixed (float* floats = &probabilities.Floats, drawnFloats = &labelProbabilities.Floats,
                          weightFloats = &weights.Floats)
            fixed (byte* flags = &flagged.Bytes, labelBytes = &labels.Bytes)
            fixed (bool* flagBools = &flagged.Bools, labelBools = &labels.Bools)
            fixed (long* of = &First.Of(segments))
            {
                wald_array cells = probabilities.View(doubles, floats), decided = flagged.View(flags, flagBools),
                           known = labels.View(labelBytes, labelBools),
                           drawn = labelProbabilities.View(drawnDoubles, drawnFloats),
                           weighted = weights.View(weightDoubles, weightFloats),
                           parts = new wald_array(of, segments.Length);
                Native.wald_performance_feed(Handle, &cells, &decided, labels.Columns > 0 ? &known : null,
                                             labelProbabilities.Given ? &drawn : null, weights.Given ? &weighted : null,
                                             segments.Length > 0 ? &parts : null);
            }
        }
    }
}
