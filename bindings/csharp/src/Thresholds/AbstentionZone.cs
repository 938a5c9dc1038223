// Two thresholds on one score.
using System.Globalization;

namespace Wald
{
    /// <summary>Two thresholds on one score: a row is flagged from the upper one on, cleared below the lower one, and
    /// left to a person between them. Found by <see cref="Sample"/>.</summary>
    public readonly struct AbstentionZone
    {
        internal AbstentionZone(double low, double high, double tp, double fp,
                                double fn, double abstained, double cost) =>
            (Low, High, Tp, Fp, Fn, Abstained, Cost) = (low, high, tp, fp, fn, abstained, cost);

        /// <summary>Below this a row is cleared.</summary>
        public double Low { get; }

        /// <summary>From this on a row is flagged.</summary>
        public double High { get; }

        /// <summary>Weight of the positives that are flagged.</summary>
        public double Tp { get; }

        /// <summary>Weight of the negatives that are flagged.</summary>
        public double Fp { get; }

        /// <summary>Weight of the positives that are cleared.</summary>
        public double Fn { get; }

        /// <summary>Weight of the rows between.</summary>
        public double Abstained { get; }

        /// <summary>Of all rows.</summary>
        public double Cost { get; }

        /// <summary>Thresholds and cost.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() =>
            string.Format(CultureInfo.InvariantCulture,
                          "AbstentionZone: flagged from {0:G6}, cleared below {1:G6}, cost {2:G6}", High, Low, Cost);
    }
}
