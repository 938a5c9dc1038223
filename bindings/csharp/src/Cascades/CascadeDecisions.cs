// The decisions of a cascade.
using System;
using System.Linq;

namespace Wald
{
    /// <summary>The decisions of a cascade, and how many models ran.</summary>
    public sealed class CascadeDecisions
    {
        internal CascadeDecisions(long rows, int classes)
        {
            Decisions = new int[rows];
            Counts = new int[rows];
            Sums = new double[rows * classes];
        }

        /// <summary>Of each row 0 or 1; with K classes the class.</summary>
        public int[] Decisions { get; }

        /// <summary>How many models ran for each row.</summary>
        public int[] Counts { get; }

        /// <summary>The sum of scores of each row for which all models ran, else NaN; with K classes K numbers a
        /// row.</summary>
        public double[] Sums { get; }

        /// <summary>The size.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() =>
            FormattableString.Invariant(
                $"CascadeDecisions: {Counts.Length} rows, {Counts.DefaultIfEmpty().Average():G6} models on average");
    }

    /// <summary>Computes scores as they are needed.</summary>
    /// <param name="model">The model that runs.</param>
    /// <param name="rows">The rows that are still undecided.</param>
    /// <param name="scores">To be filled, finite: <c>scores[i]</c> for the row <c>rows[i]</c>; with K classes
    /// <c>scores[i * K + c]</c> for class c.</param>
    public delegate void ScoreFunction(int model, ReadOnlySpan<long> rows, Span<double> scores);
}
