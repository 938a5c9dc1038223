// The points of a frontier: its PN, ROC and precision-recall curves.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;

namespace Wald
{
    /// <summary>Areas up to a number of false positives, as shares of what a perfect rule reaches there.</summary>
    public readonly struct PartialAreas
    {
        internal PartialAreas(double pn, double pnHull, double roc, double rocHull)
        {
            Pn = pn;
            PnHull = pnHull;
            Roc = roc;
            RocHull = rocHull;
        }

        /// <summary>True against false positives.</summary>
        public double Pn { get; }

        /// <summary>The same under the concave hull.</summary>
        public double PnHull { get; }

        /// <summary>Recall against the share of negatives that are flagged.</summary>
        public double Roc { get; }

        /// <summary>The same under the concave hull.</summary>
        public double RocHull { get; }
    }

    /// <summary>
    /// Every point that no other one beats in both true and false positives, from nothing flagged up, with the
    /// thresholds that reach it. Areas are shares of what a perfect rule reaches, under the steps (what is reached
    /// without randomising) or under the concave hull; NaN where they hang on a number of positives that is unknown.
    /// Immutable; may be read by many threads.
    /// </summary>
    public sealed class OperatingPoints : IDisposable
    {
        private readonly wald_operating_points handle;

        internal unsafe OperatingPoints(wald_operating_points handle, long scoreCount)
        {
            this.handle = handle;
            long count;
            Native.wald_operating_points_counts(handle, null, null, null, 0, &count);
            double[] tp = new double[count], fp = new double[count];
            var hull = new byte[count];
            Thresholds = new double[count, scoreCount];
            fixed (double* trues = tp)
            fixed (double* falses = fp)
            fixed (byte* vertices = hull)
                Native.wald_operating_points_counts(handle, trues, falses, vertices, count, &count);
            fixed (double* thresholds = Thresholds)
            {
                long needed;
                Native.wald_operating_points_thresholds(handle, thresholds, Thresholds.LongLength, &needed);
            }
            long cells;
            Native.wald_operating_points_path(handle, null, 0, &cells);
            Path = new double[cells / scoreCount, scoreCount];
            fixed (double* path = Path)
                Native.wald_operating_points_path(handle, path, cells, &cells);
            TruePositives = Array.AsReadOnly(tp);
            FalsePositives = Array.AsReadOnly(fp);
            OnHull = Array.AsReadOnly(Array.ConvertAll(hull, x => x != 0));
            IsExact = Fact(Native.WALD_FRONTIER_EXACT) != 0;
            Quantiles = Fact(Native.WALD_FRONTIER_QUANTILES) != 0;
            LocalOptimum = Fact(Native.WALD_FRONTIER_LOCAL_OPTIMUM) != 0;
            Positives = Fact(Native.WALD_FRONTIER_POSITIVES);
            Negatives = Fact(Native.WALD_FRONTIER_NEGATIVES);
            PnArea = Fact(Native.WALD_FRONTIER_PN_AREA);
            PnHullArea = Fact(Native.WALD_FRONTIER_PN_HULL_AREA);
            RocArea = Fact(Native.WALD_FRONTIER_ROC_AREA);
            RocHullArea = Fact(Native.WALD_FRONTIER_ROC_HULL_AREA);
            PrArea = Fact(Native.WALD_FRONTIER_PR_AREA);
        }

        private unsafe double Fact(int fact)
        {
            double value;
            Native.wald_operating_points_fact(handle, fact, &value);
            return value;
        }

        /// <summary>The number of points.</summary>
        public int Count => TruePositives.Count;

        /// <summary>Weight of the positives that each point flags, rising.</summary>
        public IReadOnlyList<double> TruePositives { get; }

        /// <summary>Weight of the negatives that each point flags, rising.</summary>
        public IReadOnlyList<double> FalsePositives { get; }

        /// <summary>Whether each point is a vertex of the concave hull.</summary>
        public IReadOnlyList<bool> OnHull { get; }

        /// <summary>The thresholds of each point: points by classifiers.</summary>
        public double[,] Thresholds { get; }

        /// <summary>The thresholds along the path of the methods "path" and "path-equal", from flagging nothing on, those
        /// that others beat included; a row a step. Without rows for the other methods.</summary>
        public double[,] Path { get; }

        /// <summary>Recall of each point; NaN where the number of positives is unknown.</summary>
        /// <returns>As many as there are points.</returns>
        public double[] Recall() => TruePositives.Select(tp => tp / Positives).ToArray();

        /// <summary>Precision of each point; NaN where nothing is flagged.</summary>
        /// <returns>As many as there are points.</returns>
        public double[] Precision() => TruePositives.Zip(FalsePositives, (tp, fp) => tp / (tp + fp)).ToArray();

        /// <summary>Whether no thresholds at all reach a better point.</summary>
        public bool IsExact { get; }

        /// <summary>Whether quantiles stood for all scores of positives.</summary>
        public bool Quantiles { get; }

        /// <summary>Whether better points may exist that an ascent did not find.</summary>
        public bool LocalOptimum { get; }

        /// <summary>Weight of all positives; NaN where it is unknown.</summary>
        public double Positives { get; }

        /// <summary>Weight of all negatives; NaN where it is unknown.</summary>
        public double Negatives { get; }

        /// <summary>True against false positives, up to the false positives that thresholds can reach.</summary>
        public double PnArea { get; }

        /// <summary>The same under the concave hull.</summary>
        public double PnHullArea { get; }

        /// <summary>Recall against the share of negatives that are flagged.</summary>
        public double RocArea { get; }

        /// <summary>The same under the concave hull.</summary>
        public double RocHullArea { get; }

        /// <summary>Precision times the gain in recall, summed over the points; at least the average precision.
        /// </summary>
        public double PrArea { get; }

        /// <summary>The areas for false positives from 0 to a limit alone: what a budget, or partial knowledge, leaves
        /// of the curves.</summary>
        /// <param name="maxFalsePositives">Above 0, at most the weight of the rated negatives.</param>
        /// <returns>The areas.</returns>
        public unsafe PartialAreas PartialAreas(double maxFalsePositives)
        {
            if (handle.IsClosed)
                throw new ObjectDisposedException(nameof(OperatingPoints), "operating points is disposed");
            double pn, pnHull, roc, rocHull;
            Native.wald_operating_points_partial_areas(handle, maxFalsePositives, &pn, &pnHull, &roc, &rocHull);
            return new PartialAreas(pn, pnHull, roc, rocHull);
        }

        /// <summary>Releases the native memory now, rather than when the object is collected; what was read stays. May
        /// be called again.</summary>
        public void Dispose() => handle.Dispose();

        /// <summary>Size and areas.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() =>
            string.Format(CultureInfo.InvariantCulture, "OperatingPoints: {0} points, ROC area {1:G6}, PR area {2:G6}",
                          Count, RocArea, PrArea);
    }
}
