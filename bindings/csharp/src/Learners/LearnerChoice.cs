// What fitting chose, for people to read.
using System;
using System.Collections.Generic;

namespace Wald
{
    /// <summary>One thing that fitting chose: a value of C, a number of neighbours, and the like. Immutable.</summary>
    public sealed class LearnerChoice
    {
        internal LearnerChoice(string part, string what, double value, double loss, double[] values, double[] losses)
        {
            Part = part;
            What = what;
            Value = value;
            Loss = loss;
            Values = Array.AsReadOnly(values);
            Losses = Array.AsReadOnly(losses);
        }

        /// <summary>What it was chosen for, such as <c>label 3</c>.</summary>
        public string Part { get; }

        /// <summary>What was chosen, such as <c>C</c>.</summary>
        public string What { get; }

        /// <summary>The value that was chosen.</summary>
        public double Value { get; }

        /// <summary>The loss that it was chosen by, out of fold; NaN if it was given, and nothing was
        /// tried.</summary>
        public double Loss { get; }

        /// <summary>All values that were tried.</summary>
        public IReadOnlyList<double> Values { get; }

        /// <summary>Their losses, one for each of <see cref="Values"/>.</summary>
        public IReadOnlyList<double> Losses { get; }

        /// <summary>The choice and its loss.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() => FormattableString.Invariant(
            $"LearnerChoice: {Part}: {What} = {Value:G6}, loss {Loss:G6}, of {Values.Count} tried");
    }
}
