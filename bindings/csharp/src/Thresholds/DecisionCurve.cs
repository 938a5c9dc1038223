// The net benefit of models against the threshold probability.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;

namespace Wald
{
    /// <summary>
    /// The net benefit of flagging by models' probabilities, at threshold probabilities (decision curve analysis): at a
    /// threshold probability t a row of a probability of at least t is flagged, and a false positive costs t/(1 - t) of
    /// what a true one is worth. Flagging no row has net benefit 0. Immutable; needs no disposal.
    /// </summary>
    public sealed partial class DecisionCurve
    {
        private readonly double[,][] facts;  // by the place of the fact, and model
        private readonly double[] thresholds;

        private unsafe DecisionCurve(int models, double[] thresholds, wald_decision_curve found)
        {
            Models = models;
            this.thresholds = thresholds;
            facts = new double[FactCount, models + 1][];
            for (var place = 0; place < FactCount; ++place)
                for (var model = 0; model <= models; ++model)
                {
                    var of = model;
                    facts[place, model] = Facts.Numbers(
                        Native.WALD_DECISION_CURVE_NET_BENEFIT + place,
                        (fact, values, capacity, needed) =>
                            Native.wald_numbers(found, fact, of, values, capacity, needed));
                }
        }

        /// <summary>Computes decision curves.</summary>
        /// <param name="truth">As many zeros and ones as rows: labels that are missing are refused.</param>
        /// <param name="probabilities">Rows by models, in [0, 1].</param>
        /// <param name="thresholds">Each in (0, 1); null takes 0.01, 0.02 ... 0.99.</param>
        /// <param name="options">Prevalence, reference, level, bootstrap, seed, threads, progress; null takes the
        /// defaults.</param>
        /// <param name="weights">Of the rows, finite and at least 0; by default 1 each.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>The curves.</returns>
        public static unsafe DecisionCurve Of(Mask truth, Table probabilities, IEnumerable<double> thresholds = null,
                                              ThresholdOptions options = null, Values weights = default(Values),
                                              CancellationToken cancellationToken = default(CancellationToken))
        {
            Length.Check("truth", truth.Length, probabilities.Rows, "rows");
            weights.CheckWeights(probabilities.Rows);
            Library.Load();
            var levels = (thresholds ?? Enumerable.Range(1, 99).Select(i => i / 100.0)).ToArray();
            var models = checked((int)probabilities.Columns);
            fixed (double* doubles = &probabilities.Doubles, weightDoubles = &weights.Doubles,
                   at = &First.Of(levels))
            fixed (float* floats = &probabilities.Floats, weightFloats = &weights.Floats)
            fixed (byte* bytes = &truth.Bytes)
            using (var opened = ThresholdOptions.Open(options, cancellationToken))
            {
                wald_array table = probabilities.View(doubles, floats), rated = truth.View(bytes),
                           weighted = weights.View(weightDoubles, weightFloats),
                           asked = new wald_array(ElementType.Float64, at, levels.Length, 1, 1, 1);
                Native.wald_decision_curve_create(&rated, &table, weights.Given ? &weighted : null, &asked, opened,
                                                  out var found);
                using (found)
                {
                    Callbacks.Rethrow();
                    return new DecisionCurve(models, levels, found);
                }
            }
        }

        /// <summary>The number of models, which as a model's number stands for flagging every row.</summary>
        public int Models { get; }

        /// <summary>The threshold probabilities, as they were given.</summary>
        public IReadOnlyList<double> Thresholds => Array.AsReadOnly(thresholds);

        private double[] Column(int model, int fact)
        {
            if (model < 0 || model > Models)
                throw new WaldArgumentException($"model is {model}: must lie in [0, {Models}]");
            return (double[])facts[Facts.Place(fact), model].Clone();
        }

        /// <summary>The number of models and the thresholds.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() => FormattableString.Invariant(
            $"DecisionCurve: {Models} models, {thresholds.Length} thresholds from {thresholds.Min()} to {thresholds.Max()}");
    }
}
