// The shares of labels or classes among rows without labels.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;

namespace Wald
{
    /// <summary>
    /// The shares of labels or classes among rows without labels, by maximum likelihood, with their limits and a test of
    /// label shift. Immutable; needs no disposal.
    /// </summary>
    public sealed partial class Prevalence
    {
        private readonly FactTable facts;

        private unsafe Prevalence(wald_prevalence found) => facts = new FactTable(
            read, (int fact, double* value) => Native.wald_number(found, fact, 0, value),
            (int fact, double* values, long capacity, long* needed) =>
                Native.wald_numbers(found, fact, 0, values, capacity, needed));

        /// <summary>The shares with their limits.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() => "Prevalence: " + string.Join(", ", Prior.Select((prior, i) => string.Format(
            CultureInfo.InvariantCulture, "{0:G4} in [{1:G4}, {2:G4}]", prior, Low[i], High[i])));
    }
}
