// Frontiers: its PN, ROC and precision-recall curves.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;

namespace Wald
{
    /// <summary>Areas up to a number of false positives, as shares of what a perfect rule reaches there.</summary>
    public readonly struct PartialAreas
    {
        internal PartialAreas(double pn, double pnHull, double roc, double rocHull) =>
            (Pn, PnHull, Roc, RocHull) = (pn, pnHull, roc, rocHull);

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
    /// without randomising) or under the concave hull; NaN if they depend on a number of positives that is unknown.
    /// Immutable; may be read by many threads.
    /// </summary>
    public sealed partial class Frontier
    {
        private readonly FactTable facts;

        internal unsafe Frontier(wald_frontier handle, long scoreCount)
        {
            this.handle = handle;
            facts = new FactTable(read, (fact, value) => Native.wald_number(handle, fact, 0, value),
                                  (fact, values, capacity, needed) =>
                                      Native.wald_numbers(handle, fact, 0, values, capacity, needed));
            Thresholds = Rows(Native.WALD_FRONTIER_THRESHOLDS, scoreCount);
            Path = Rows(Native.WALD_FRONTIER_PATH, scoreCount);
        }

        private double[,] Rows(int fact, long columns)
        {
            var cells = Numbers(fact).ToArray();
            var table = new double[cells.Length / columns, columns];
            Buffer.BlockCopy(cells, 0, table, 0, cells.Length * sizeof(double));
            return table;
        }

        /// <summary>The number of points.</summary>
        public int Count => Tp.Count;

        /// <summary>The thresholds of each point: points by classifiers.</summary>
        public double[,] Thresholds { get; }

        /// <summary>The thresholds along the path of the methods "path" and "path-equal", from flagging nothing on,
        /// those that others beat included; one row per step. Without rows for the other methods.</summary>
        public double[,] Path { get; }

        /// <summary>Recall of each point; NaN if the number of positives is unknown.</summary>
        /// <returns>As many as there are points.</returns>
        public double[] Recall() => Tp.Select(tp => tp / Positives).ToArray();

        /// <summary>Precision of each point; NaN if nothing is flagged.</summary>
        /// <returns>As many as there are points.</returns>
        public double[] Precision() => Tp.Zip(Fp, (tp, fp) => tp / (tp + fp)).ToArray();

        /// <summary>The areas for false positives from 0 to a limit alone: what a budget, or partial knowledge, leaves
        /// of the curves.</summary>
        /// <param name="maxFp">Above 0, at most the weight of the rated negatives.</param>
        /// <returns>The areas.</returns>
        public unsafe PartialAreas PartialAreas(double maxFp)
        {
            double pn, pnHull, roc, rocHull;
            Native.wald_frontier_partial_areas(Handle, maxFp, &pn, &pnHull, &roc, &rocHull);
            return new PartialAreas(pn, pnHull, roc, rocHull);
        }

        /// <summary>Size and areas.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() =>
            string.Format(CultureInfo.InvariantCulture, "Frontier: {0} points, ROC area {1:G6}, PR area {2:G6}",
                          Count, RocArea, PrArea);
    }
}
