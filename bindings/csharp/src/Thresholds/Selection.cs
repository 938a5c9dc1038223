// Rows of a batch that are flagged at a false discovery rate.
using System;
using System.Globalization;
using System.Linq;

namespace Wald
{
    /// <summary>
    /// Rows of a batch that are flagged, so that the expected share of false ones among the flagged is at most a level:
    /// conformal p-values against known rows (Bates et al. 2023; Jin and Candès 2023), and Benjamini and Hochberg's
    /// procedure. Immutable; needs no disposal.
    /// </summary>
    public sealed class Selection
    {
        private readonly bool[] flagged;
        private readonly double[] pValues;

        private Selection(Thresholds found, double[] scores)
        {
            Threshold = found.Thresholds[0];
            pValues = found.PValues.ToArray();
            NullShare = found.NullShare;
            Count = (int)found.Unrated;
            flagged = scores.Select(score => Math.Min(score, double.MaxValue) >= Threshold).ToArray();
        }

        /// <summary>Which rows of a batch to flag.</summary>
        /// <param name="normals">Scores of rows that are known to be normal, which the detector was not fitted to.</param>
        /// <param name="scores">Of the batch; higher is more anomalous.</param>
        /// <param name="options">MaxFdr, the level, and Storey; null for the level 0.1.</param>
        /// <param name="truth">Null if all known rows are normal; or of each 0, or 1 for a known anomaly: all known rows
        /// must then be drawn like the batch.</param>
        /// <returns>The selection.</returns>
        public static Selection Of(double[] normals, double[] scores, ThresholdOptions options = null,
            byte[] truth = null)
        {
            if (normals == null) throw new ArgumentNullException(nameof(normals));
            if (scores == null) throw new ArgumentNullException(nameof(scores));
            if (truth != null && truth.Length != normals.Length)
                throw new WaldArgumentException(
                    $"truth has {truth.Length} rows: must have one per known row, {normals.Length}");
            for (var i = 0; truth != null && i < truth.Length; ++i)
                if (truth[i] > 1) throw new WaldArgumentException($"truth[{i}] is {truth[i]}: must be 0 or 1");
            CheckNumbers(nameof(normals), normals);
            CheckNumbers(nameof(scores), scores);
            var rated = new byte[normals.Length + scores.Length];
            truth?.CopyTo(rated, 0);
            for (var i = normals.Length; i < rated.Length; ++i) rated[i] = Mask.NotRated;
            var level = options ?? new ThresholdOptions { MaxFdr = 0.1 };
            using (var found = Thresholds.Choose(rated, normals.Concat(scores).ToArray(), level))
                return new Selection(found, scores);
        }

        // The library counts the rows of both arrays together.
        private static void CheckNumbers(string name, double[] scores)
        {
            var at = Array.FindIndex(scores, double.IsNaN);
            if (at >= 0) throw new WaldArgumentException($"{name}[{at}] is NaN: must be a number");
        }

        /// <summary>Which rows of a batch to flag, beside normal rows alone.</summary>
        /// <param name="normals">Scores of rows that are known to be normal, which the detector was not fitted to.</param>
        /// <param name="scores">Of the batch; higher is more anomalous.</param>
        /// <param name="fdr">The level, in (0, 1).</param>
        /// <returns>The selection.</returns>
        public static Selection Of(double[] normals, double[] scores, double fdr) =>
            Of(normals, scores, new ThresholdOptions { MaxFdr = fdr });

        /// <summary>Whether each row of the batch is flagged.</summary>
        /// <returns>One per row.</returns>
        public bool[] Flagged() => (bool[])flagged.Clone();

        /// <summary>The conformal p-values of the batch.</summary>
        /// <returns>One per row.</returns>
        public double[] PValues() => (double[])pValues.Clone();

        /// <summary>The score from which on rows are flagged; positive infinity if no row is.</summary>
        public double Threshold { get; }

        /// <summary>The number of flagged rows.</summary>
        public int Count { get; }

        /// <summary>The share of normals in the batch that is counted on: 1, or Storey's estimate, which may be above
        /// 1.</summary>
        public double NullShare { get; }

        /// <summary>The selection in words.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() => string.Format(
            CultureInfo.InvariantCulture, "Selection: {0} of {1} rows flagged, from {2:G6} on", Count, flagged.Length,
            Threshold);
    }
}
