// How often events happen that are predicted with probability p.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;

namespace Wald
{
    /// <summary>
    /// How often events happen that are predicted with probability p: by bins that hold equal weights of rows, and
    /// by the monotone fit. The Brier score is taken apart by both. Immutable; needs no disposal.
    /// </summary>
    public sealed partial class Reliability
    {
        private readonly FactTable facts;

        private unsafe Reliability(wald_reliability found) => facts = new FactTable(
            read, (int fact, double* value) => Native.wald_number(found, fact, 0, value),
            (int fact, double* values, long capacity, long* needed) =>
                Native.wald_numbers(found, fact, 0, values, capacity, needed));

        /// <summary>The number of bins, of which ties may leave some without rows.</summary>
        public int BinCount => BinWeight.Count;

        /// <summary>The Brier score and its parts.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() => string.Format(
            CultureInfo.InvariantCulture,
            "Reliability: Brier score {0:G6} = miscalibration {1:G6} - discrimination {2:G6} + uncertainty {3:G6}, {4} bins",
            Brier, Miscalibration, Discrimination, Uncertainty, BinCount);
    }
}
