// One answer.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Wald
{
    /// <summary>A range of whole numbers, both ends included.</summary>
    public readonly struct KRange : IEquatable<KRange>
    {
        internal KRange(long lowest, long highest)
        {
            Lowest = lowest;
            Highest = highest;
        }

        /// <summary>The lowest.</summary>
        public long Lowest { get; }

        /// <summary>The highest.</summary>
        public long Highest { get; }

        /// <summary>Whether both ends are the same.</summary>
        /// <param name="other">Another range.</param>
        /// <returns>Whether they are.</returns>
        public bool Equals(KRange other) => Lowest == other.Lowest && Highest == other.Highest;

        /// <summary>Whether it is a range with the same ends.</summary>
        /// <param name="other">Anything.</param>
        /// <returns>Whether it is.</returns>
        public override bool Equals(object other) => other is KRange range && Equals(range);

        /// <summary>A hash of both ends.</summary>
        /// <returns>The hash.</returns>
        public override int GetHashCode() => Lowest.GetHashCode() * 31 + Highest.GetHashCode();

        /// <summary>Both ends.</summary>
        /// <returns>Text.</returns>
        public override string ToString() => $"[{Lowest}, {Highest}]";
    }

    /// <summary>The optimal prediction for one problem, and what is known of it. Immutable; needs no
    /// disposal.</summary>
    public sealed class Decision
    {
        private readonly byte[] mask;
        private long[] indices;

        private Decision(byte[] mask, double[] facts, IntPtr algorithm, IntPtr warning)
        {
            this.mask = mask;
            K = (long)facts[Native.WALD_FACT_K];
            Expected = facts[Native.WALD_FACT_EXPECTED];
            Loss = facts[Native.WALD_FACT_LOSS];
            Bound = facts[Native.WALD_FACT_BOUND];
            NextBest = facts[Native.WALD_FACT_NEXT_BEST];
            PZero = facts[Native.WALD_FACT_P_ZERO];
            Abstained = facts[Native.WALD_FACT_ABSTAINED] != 0;
            var lowest = (long)facts[Native.WALD_FACT_K_LOWEST];
            if (lowest >= 0) KRange = new KRange(lowest, (long)facts[Native.WALD_FACT_K_HIGHEST]);
            Algorithm = Text.Static(algorithm);
            Warning = Text.Static(warning);
        }

        // Answer number `answer` of what the library decided, in one call.
        internal static unsafe Decision Read(wald_decision decision, long answer, long n)
        {
            var mask = new byte[n];
            var facts = new double[Facts];
            IntPtr algorithm, warning;
            fixed (byte* cells = mask)
            fixed (double* numbers = facts)
                Native.wald_read_answer(decision, answer, cells, n, numbers, out algorithm, out warning);
            return new Decision(mask, facts, algorithm, warning);
        }

        private const int Facts = Native.WALD_FACT_WARNED + 1;

        /// <summary>The prediction: 1 for a label that is chosen, else 0; all <see cref="Wald.Mask.Undecided"/> where
        /// left open.</summary>
        public ReadOnlySpan<byte> Mask => mask;

        /// <summary>The prediction as an array of its own.</summary>
        /// <returns>Zeros and ones.</returns>
        public byte[] ToMask() => (byte[])mask.Clone();

        /// <summary>The positions of the labels chosen, ascending.</summary>
        public IReadOnlyList<long> Indices => Array.AsReadOnly(Positions());

        private long[] Positions()
        {
            var found = indices;
            if (found != null) return found;
            found = new long[K];
            var next = 0;
            for (var i = 0; i < mask.Length; ++i)
                if (mask[i] == 1) found[next++] = i;
            return indices = found;
        }

        /// <summary>Whether a label is chosen.</summary>
        /// <param name="label">Its position.</param>
        public bool this[long label] => mask[label] == 1;

        /// <summary>The number of items decided.</summary>
        public long N => mask.LongLength;

        /// <summary>The number of labels chosen, 0 where the instance was left undecided.</summary>
        public long K { get; }

        /// <summary>The expected utility of the prediction. Also set where the instance was left undecided.</summary>
        public double Expected { get; }

        /// <summary>The expected loss: 1 - U for a named metric, -U for <c>cost</c> and for custom ones.</summary>
        public double Loss { get; }

        /// <summary>A proved upper limit on what any other prediction could be better, rounding included.</summary>
        public double Bound { get; }

        /// <summary>The best expected utility at any other k; NaN where it was not computed.</summary>
        public double NextBest { get; }

        /// <summary>P(no positive at all), which is what undefined rates of rare problems hang on.</summary>
        public double PZero { get; }

        /// <summary>The range of k that was not excluded; null where it was not computed.</summary>
        public KRange? KRange { get; }

        /// <summary>Whether the instance was left undecided.</summary>
        public bool Abstained { get; }

        /// <summary>The name of the algorithm that ran.</summary>
        public string Algorithm { get; }

        /// <summary>What you should know of this decision, empty where there is nothing.</summary>
        public string Warning { get; }

        /// <summary>What was chosen and what is expected of it.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString()
        {
            var text = new StringBuilder("Decision: ");
            if (Abstained)
                text.Append("undecided");
            else
                text.Append("labels {").Append(string.Join(", ", Positions())).Append('}');
            return text.Append(", expected ").Append(Expected.ToString("G6", CultureInfo.InvariantCulture))
                       .Append(" by ").Append(Algorithm).ToString();
        }
    }
}
