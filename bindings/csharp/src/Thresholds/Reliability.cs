// How often events happen that are said to happen with probability p.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;

namespace Wald
{
    /// <summary>
    /// How often events happen that are said to happen with probability p: by bins that hold equal weights of rows, and
    /// by the monotone fit. The Brier score is taken apart by both. Immutable; needs no disposal.
    /// </summary>
    public sealed partial class Reliability
    {
        private readonly double[] numbers, fitted;
        private readonly double[,] cells;  // by bin and fact

        private Reliability(double[] numbers, double[,] cells, double[] fitted)
        {
            this.numbers = numbers;
            this.cells = cells;
            this.fitted = fitted;
        }

        /// <summary>Judges probabilities by the truth.</summary>
        /// <param name="truth">As many zeros and ones: labels that are missing are refused.</param>
        /// <param name="probabilities">In [0, 1].</param>
        /// <param name="options">Bins and level; null takes the defaults.</param>
        /// <param name="weights">Of the rows, finite and at least 0; by default 1 each.</param>
        /// <returns>How reliable they are.</returns>
        public static unsafe Reliability Of(Mask truth, Values probabilities, ThresholdOptions options = null,
                                            Values weights = default(Values))
        {
            Length.Check("truth", truth.Length, probabilities.Length, "probabilities");
            weights.CheckWeights(probabilities.Length);
            Library.Load();
            var bins = checked((int)(options?.Bins ?? 10));
            var found = new double[ReliabilityFacts];
            var binned = new double[Math.Max(bins, 0), ReliabilityBinFacts];
            var fit = new double[probabilities.Length];
            fixed (double* doubles = &probabilities.Doubles, weightDoubles = &weights.Doubles,
                   filled = &First.Of(found), filledBins = &First.Of(binned), filledFit = &First.Of(fit))
            fixed (float* floats = &probabilities.Floats, weightFloats = &weights.Floats)
            fixed (byte* bytes = &truth.Bytes)
            using (var opened = ThresholdOptions.Open(options))
            {
                wald_array column = probabilities.View(doubles, floats), rated = truth.View(bytes),
                           weighted = weights.View(weightDoubles, weightFloats),
                           result = new wald_array(ElementType.Float64, filled, found.Length, 1, 1, 1),
                           ofBins = new wald_array(ElementType.Float64, filledBins, binned.GetLength(0),
                                                   ReliabilityBinFacts, ReliabilityBinFacts, 1),
                           ofRows = new wald_array(ElementType.Float64, filledFit, fit.Length, 1, 1, 1);
                Native.wald_reliability(opened, &rated, &column, weights.Given ? &weighted : null, &result, &ofBins,
                                        &ofRows);
            }
            Callbacks.Rethrow();
            return new Reliability(found, binned, fit);
        }

        /// <summary>The number of bins, of which ties may leave some without rows.</summary>
        public int BinCount => cells.GetLength(0);

        /// <summary>The monotone fit at each row: recalibrated probabilities. NaN where the weight is 0.</summary>
        public IReadOnlyList<double> Fitted => Array.AsReadOnly(fitted);

        private IReadOnlyList<double> Bins(int fact) =>
            Array.AsReadOnly(Enumerable.Range(0, BinCount).Select(bin => cells[bin, fact]).ToArray());

        /// <summary>The Brier score and its parts.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() => string.Format(
            CultureInfo.InvariantCulture,
            "Reliability: Brier score {0:G6} = miscalibration {1:G6} - discrimination {2:G6} + uncertainty {3:G6}, {4} bins",
            Brier, Miscalibration, Discrimination, Uncertainty, BinCount);
    }
}
