// One answer.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;

namespace Wald
{
    /// <summary>A range of whole numbers, both ends included.</summary>
    public readonly struct KRange : IEquatable<KRange>
    {
        internal KRange(long lowest, long highest) => (Lowest, Highest) = (lowest, highest);

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
        public override bool Equals([MayBeNull] object other) => other is KRange range && Equals(range);

        /// <summary>A hash of both ends.</summary>
        /// <returns>The hash.</returns>
        public override int GetHashCode() => Lowest.GetHashCode() * 31 + Highest.GetHashCode();

        /// <summary>Both ends.</summary>
        /// <returns>Text.</returns>
        public override string ToString() => $"[{Lowest}, {Highest}]";
    }

    /// <summary>The optimal prediction for one problem, and what is known of it. Immutable; needs no
    /// disposal. Equals another of the same bits.</summary>
    public sealed partial class Decision : IEquatable<Decision>
    {
        private readonly byte[] mask;
        private long[] indices;

        private readonly double[] facts = new double[FactCount];

        private Decision(byte[] mask)
        {
            this.mask = mask;
        }

        // Answer number `answer` of what the library decided, in one call.
        internal static unsafe Decision Read(wald_decision decision, long answer, long n)
        {
            var made = new Decision(new byte[n]);
            var found = stackalloc IntPtr[texts.Length];
            fixed (byte* cells = &First.Of(made.mask))
            fixed (double* values = &First.Of(made.facts))
            fixed (int* wanted = &First.Of(numbers), named = &First.Of(texts))
                Native.wald_read_answer(decision, answer, cells, n, wanted, numbers.Length, values, named, texts.Length,
                                        found);
            made.Take(found);
            return made;
        }

        /// <summary>The prediction: 1 for a label that is chosen, 0 for one that is not,
        /// <see cref="Wald.Mask.Undecided"/> for one that is left open, alone or with all others.</summary>
        public ReadOnlySpan<byte> Mask => mask;

        /// <summary>The prediction as an array of its own.</summary>
        /// <returns>Zeros and ones.</returns>
        public byte[] ToMask() => (byte[])mask.Clone();

        /// <summary>The positions of the labels chosen, ascending.</summary>
        public IReadOnlyList<long> Indices => Array.AsReadOnly(Positions());

        /// <summary>The positions of the labels left undecided, ascending: single ones, or all.</summary>
        public IReadOnlyList<long> UndecidedIndices => Array.AsReadOnly(PositionsOf(Wald.Mask.Undecided));

        /// <summary>The labels chosen, by name.</summary>
        /// <typeparam name="T">What names are.</typeparam>
        /// <param name="names">Of all labels.</param>
        /// <returns>Those chosen, in their order.</returns>
        public T[] Labels<T>(IReadOnlyList<T> names)
        {
            if (names == null) throw new ArgumentNullException(nameof(names));
            Length.Check("names", names.Count, N, "labels");
            return Array.ConvertAll(Positions(), i => names[(int)i]);
        }

        private long[] Positions()
        {
            return indices ?? (indices = PositionsOf(1));
        }

        private long[] PositionsOf(byte cell)
        {
            var found = new List<long>();
            for (var i = 0; i < mask.Length; ++i)
                if (mask[i] == cell) found.Add(i);
            return found.ToArray();
        }

        /// <summary>Whether a label is chosen.</summary>
        /// <param name="label">Its position.</param>
        public bool this[long label] => mask[label] == 1;

        /// <summary>The number of items decided.</summary>
        public long N => mask.LongLength;

        /// <summary>The range of k that was not excluded; null if it was not computed.</summary>
        public KRange? KRange
        {
            get
            {
                var lowest = facts[Facts.Place(Native.WALD_DECISION_K_LOWEST)];
                return lowest < 0 ? (KRange?)null
                                  : new KRange((long)lowest, (long)facts[Facts.Place(Native.WALD_DECISION_K_HIGHEST)]);
            }
        }

        /// <summary>Whether the other has the same prediction, and the same bits of all that is known of it.</summary>
        /// <param name="other">Another decision.</param>
        /// <returns>Whether it has.</returns>
        public bool Equals([MayBeNull] Decision other)
        {
            if (ReferenceEquals(this, other)) return true;
            if (ReferenceEquals(other, null) || !mask.SequenceEqual(other.mask)) return false;
            for (var i = 0; i < facts.Length; ++i)
                if (BitConverter.DoubleToInt64Bits(facts[i]) != BitConverter.DoubleToInt64Bits(other.facts[i])) return false;
            return Algorithm == other.Algorithm && Warning == other.Warning;
        }

        /// <summary>Whether it is a decision that is equal.</summary>
        /// <param name="other">Anything.</param>
        /// <returns>Whether it is.</returns>
        public override bool Equals([MayBeNull] object other) => Equals(other as Decision);

        /// <summary>Whether both are equal.</summary>
        /// <param name="left">One.</param>
        /// <param name="right">The other.</param>
        /// <returns>Whether they are.</returns>
        public static bool operator ==([MayBeNull] Decision left, [MayBeNull] Decision right) =>
            ReferenceEquals(left, null) ? ReferenceEquals(right, null) : left.Equals(right);

        /// <summary>Whether they differ.</summary>
        /// <param name="left">One.</param>
        /// <param name="right">The other.</param>
        /// <returns>Whether they do.</returns>
        public static bool operator !=([MayBeNull] Decision left, [MayBeNull] Decision right) => !(left == right);

        /// <summary>A hash of the prediction and of all that is known of it.</summary>
        /// <returns>The hash.</returns>
        public override int GetHashCode()
        {
            var hash = 17;
            unchecked
            {
                foreach (var cell in mask) hash = 31 * hash + cell;
                foreach (var fact in facts) hash = 31 * hash + BitConverter.DoubleToInt64Bits(fact).GetHashCode();
            }
            return hash;
        }

        // For a reader: a long list is cut.
        private static string Listed(long[] positions)
        {
            const int most = 20;
            return positions.Length <= most
                ? string.Join(", ", positions)
                : $"{string.Join(", ", positions.Take(most))}, ... {positions.Length - most} more";
        }

        /// <summary>What was chosen and what is expected of it.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString()
        {
            var text = new StringBuilder("Decision: ");
            if (Abstained)
                text.Append("undecided");
            else
                text.Append("labels {").Append(Listed(Positions())).Append('}');
            if (UndecidedCount > 0)
                text.Append(", undecided {").Append(Listed(PositionsOf(Wald.Mask.Undecided))).Append('}');
            return text.Append(", expected ").Append(Expected.ToString("G6", CultureInfo.InvariantCulture))
                       .Append(" by ").Append(Algorithm).ToString();
        }
    }
}
