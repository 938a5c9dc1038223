// Whether deciding for a metric pays.
using System;

namespace Wald
{
    /// <summary>Whether deciding for a metric will pay, from probabilities alone: how much more the optimal predictions are
    /// expected to be worth than those cut at 1/2, and how far what comes true may be from that; made by
    /// <see cref="Metric"/>. Immutable; needs no disposal.</summary>
    public sealed partial class Worth
    {
        private readonly FactTable facts;

        internal unsafe Worth(wald_worth made)
        {
            facts = new FactTable(read, (fact, value) => Native.wald_number(made, fact, 0, value), null,
                                  (int fact, out IntPtr text) => Native.wald_text(made, fact, 0, out text));
        }

        /// <summary>The answer, the gain and its standard error.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString()
        {
            return FormattableString.Invariant(
                $"Worth: {Verdict}, gain {Gain:G4} with a standard error of {StandardError:G4} on {RowCount} rows");
        }
    }
}
