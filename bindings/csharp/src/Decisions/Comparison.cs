// Whether one system's predictions are better than another's.
using System;

namespace Wald
{
    /// <summary>How the predictions of a system B compare with those of a system A on the same rows; made by
    /// <see cref="Metric"/>. Immutable; needs no disposal.</summary>
    public sealed partial class Comparison
    {
        private readonly FactTable facts;

        internal unsafe Comparison(wald_comparison made)
        {
            facts = new FactTable(read, (fact, value) => Native.wald_number(made, fact, 0, value));
        }

        /// <summary>The values, the difference, its interval and the p-value.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString()
        {
            var values = FormattableString.Invariant($"A {ValueA:G6}, B {ValueB:G6}, B - A {Difference:G4}");
            return FormattableString.Invariant($"Comparison: {values} in {Low:G4} ... {High:G4}, p = {PValue:G3}");
        }
    }
}
