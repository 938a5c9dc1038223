// Two thresholds on one score.
using System.Globalization;

namespace Wald
{
    /// <summary>Two thresholds on one score: a row is flagged from the upper one on, cleared below the lower one, and
    /// left to a person between them. Found by <see cref="Sample"/>.</summary>
    public readonly struct AbstentionZone
    {
        internal AbstentionZone(wald_zone found)
        {
            Low = Facts.Of(found, Native.WALD_ZONE_LOW);
            High = Facts.Of(found, Native.WALD_ZONE_HIGH);
            Tp = Facts.Of(found, Native.WALD_ZONE_TP);
            Fp = Facts.Of(found, Native.WALD_ZONE_FP);
            Fn = Facts.Of(found, Native.WALD_ZONE_FN);
            Abstained = Facts.Of(found, Native.WALD_ZONE_ABSTAINED);
            Cost = Facts.Of(found, Native.WALD_ZONE_COST);
        }

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
