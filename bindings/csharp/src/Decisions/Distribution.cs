// The distribution of a prediction's utility.
using System;
using System.Globalization;

namespace Wald
{
    /// <summary>The values that a utility takes, and how likely each is.</summary>
    public readonly struct Atoms
    {
        internal Atoms(double[] values, double[] probabilities) => (Values, Probabilities) = (values, probabilities);

        /// <summary>The values, ascending.</summary>
        public double[] Values { get; }

        /// <summary>The probability of each.</summary>
        public double[] Probabilities { get; }
    }

    /// <summary>The distribution of a prediction's utility over what the truth may be: exact, or from seeded samples.
    /// Made by <see cref="Metric"/>. Immutable; may be read by many threads.</summary>
    public sealed partial class Distribution
    {
        internal Distribution(wald_distribution handle)
        {
            this.handle = handle;
        }

        /// <summary>Whether the distribution is exact, not from samples.</summary>
        public bool IsExact => SampleCount == 0;

        /// <summary>The quantiles at (1 - level) / 2 and (1 + level) / 2.</summary>
        /// <param name="level">In [0, 1].</param>
        /// <returns>Both.</returns>
        public (double Lowest, double Highest) Interval(double level = 0.9)
        {
            var tail = (1 - level) / 2;
            return (Quantile(tail), Quantile(1 - tail));
        }

        /// <summary>P(utility &gt;= u).</summary>
        /// <param name="u">A utility.</param>
        /// <param name="standardError">Of the probability: 0 if the distribution is exact.</param>
        /// <returns>The probability.</returns>
        // also: without standardError: out _
        public unsafe double AtLeast(double u, out double standardError)
        {
            double value, error;
            Native.wald_distribution_at_least(Handle, u, &value, &error);
            standardError = error;
            return value;
        }

        /// <summary>The values that the utility takes, ascending, and their probabilities.</summary>
        /// <returns>Both.</returns>
        public unsafe Atoms Atoms() => new Atoms(
            Facts.Numbers(Native.WALD_DISTRIBUTION_VALUES, Read), Facts.Numbers(Native.WALD_DISTRIBUTION_PROBABILITIES, Read));

        private unsafe void Read(int fact, double* values, long capacity, long* needed) =>
            Native.wald_numbers(Handle, fact, 0, values, capacity, needed);

        /// <summary>Mean, standard deviation, and how it was found.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString()
        {
            if (handle.IsClosed) return "Distribution (disposed)";
            var how = IsExact ? "exact" : SampleCount + " samples";
            return string.Format(CultureInfo.InvariantCulture,
                                 "Distribution: mean {0:G6}, standard deviation {1:G6}, {2}", Mean,
                                 Sd, how);
        }
    }
}
