// What a cascade does on rows.
using System;
using System.Collections.Generic;

namespace Wald
{
    /// <summary>What a cascade does on some rows. Immutable; needs no disposal.</summary>
    public sealed class CascadeEvaluation
    {
        internal CascadeEvaluation(double disagreement, double meanModels, double meanCost,
                                   IReadOnlyList<double> stops) =>
            (Disagreement, MeanModels, MeanCost, Stops) = (disagreement, meanModels, meanCost, stops);

        /// <summary>The share of the rows that it decides differently from all models together.</summary>
        public double Disagreement { get; }

        /// <summary>How many models run, on average over the rows.</summary>
        public double MeanModels { get; }

        /// <summary>What they cost, on average over the rows.</summary>
        public double MeanCost { get; }

        /// <summary>The share of the rows that is decided at each position of the order.</summary>
        public IReadOnlyList<double> Stops { get; }

        /// <summary>The numbers.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() =>
            FormattableString.Invariant(
                $"CascadeEvaluation: disagreement {Disagreement:G6}, {MeanModels:G6} models, cost {MeanCost:G6}");
    }
}
