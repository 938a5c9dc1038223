// Rows of one score in bins: passes over distributed rows.
using System;

namespace Wald
{
    /// <summary>
    /// A pass over distributed rows of one score, such as the partitions of a cluster. Each place feeds its
    /// rows to a state of its own, which holds some bins and no rows; states go as bytes to one place, which merges them
    /// and asks for the next pass or the thresholds. These are those of all rows on one machine, to the bit, however the
    /// rows are split and in whatever order states are merged.
    /// </summary>
    public sealed partial class ThresholdPass
    {
        /// <summary>Once all rows of a pass are in this: the thresholds, or null, and this is then the next pass, without
        /// rows. Each place takes a copy of it by its bytes, and feeds its rows again.</summary>
        /// <returns>The thresholds, or null.</returns>
        public Thresholds Next()
        {
            using (Usage.Write())
            {
                Native.wald_threshold_pass_next(Handle, out var made);
                return made.IsInvalid ? null : NativeHandle.Owned(made, found => new Thresholds(found));
            }
        }

        /// <summary>Which pass, and what it holds.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() =>
            handle.IsClosed ? "ThresholdPass (disposed)"
                            : $"ThresholdPass: pass {PassNumber}, {RowCount} rows in {BinCount} bins";
    }
}
