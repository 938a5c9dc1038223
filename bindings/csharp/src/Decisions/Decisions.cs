// The answers for a table.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;

namespace Wald
{
    /// <summary>
    /// The answers for a table: one per row (instance), per column (macro), or one for the table (micro). A list of
    /// <see cref="Decision"/>; its properties hold the same facts of all answers, and are read on access.
    /// Immutable; may be read by many threads.
    /// </summary>
    public sealed partial class Decisions : IReadOnlyList<Decision>, IDisposable
    {
        private readonly double[] expected;
        private byte[] mask;
        private long[] starts, indices;

        internal Decisions(wald_decision handle, Average average, long rows, long columns, byte[] mask,
                           double[] expected)
        {
            this.handle = handle;
            this.mask = mask;
            this.expected = expected;
            facts[Wald.Facts.Place(Native.WALD_DECISION_EXPECTED)] = expected;
            Average = average;
            Rows = rows;
            Columns = columns;
        }

        /// <summary>Over what the table was decided.</summary>
        public Average Average { get; }

        /// <summary>The number of rows of the table.</summary>
        public long Rows { get; }

        /// <summary>The number of columns of the table: labels.</summary>
        public long Columns { get; }

        /// <summary>The number of answers.</summary>
        public int Count => expected.Length;

        /// <summary>One answer.</summary>
        /// <param name="answer">Its number.</param>
        public Decision this[int answer] => Decision.Read(Handle, answer, ItemCount);

        /// <summary>The number of items each answer is over: labels; rows for macro; row * columns + column for
        /// micro.</summary>
        public unsafe long ItemCount => (long)Wald.Facts.Number(Native.WALD_DECISION_N_ITEMS, ReadWhole);

        private unsafe void ReadWhole(int fact, double* value) => Native.wald_number(Handle, fact, 0, value);

        /// <summary>The prediction, row after row: 0, 1, or <see cref="Wald.Mask.Undecided"/>. (Of a sparse table it is
        /// made when first asked for; <see cref="Positives"/> is sparse.)</summary>
        public ReadOnlySpan<byte> Mask => Cells();

        /// <summary>The prediction as an array of its own.</summary>
        /// <returns>Rows by columns.</returns>
        public byte[,] ToMask()
        {
            var result = new byte[Rows, Columns];
            Buffer.BlockCopy(Cells(), 0, result, 0, result.Length);
            return result;
        }

        private byte[] Cells()
        {
            if (mask != null) return mask;
            var cells = new byte[Rows * Columns];
            Positives(out var begin, out var items);
            double[] abstained = Fact(Native.WALD_DECISION_ABSTAINED), undecided = Fact(Native.WALD_DECISION_N_UNDECIDED);
            for (var a = 0; a < Count; ++a)
            {
                if (abstained[a] != 0)
                    for (long j = 0; j < Columns; ++j) cells[a * Columns + j] = Wald.Mask.Undecided;
                for (var c = begin[a]; c < begin[a + 1]; ++c)
                    cells[Average == Average.Instance ? a * Columns + items[c]
                          : Average == Average.Macro ? items[c] * Columns + a
                          : items[c]] = 1;
                if (undecided[a] > 0)  // of an instance alone
                    foreach (var j in this[a].UndecidedIndices) cells[a * Columns + j] = Wald.Mask.Undecided;
            }
            return mask = cells;
        }

        /// <summary>The positive items of every answer in compressed rows: those of answer a are
        /// <c>items[starts[a]]</c> to <c>items[starts[a + 1] - 1]</c>, ascending.</summary>
        /// <param name="starts">Where each answer's items begin, and where the last one's end.</param>
        /// <param name="items">Columns; rows for macro; row * columns + column for micro.</param>
        public unsafe void Positives(out long[] starts, out long[] items)
        {
            if (indices == null)
            {
                var begin = new long[Count + 1];
                fixed (long* first = &First.Of(begin))
                {
                    long needed;
                    Native.wald_decision_items(Handle, -1, 1, first, null, 0, &needed);
                    var found = new long[needed];
                    fixed (long* all = &First.Of(found)) Native.wald_decision_items(Handle, -1, 1, first, all, needed, &needed);
                    this.starts = begin;
                    indices = found;
                }
            }
            starts = (long[])this.starts.Clone();
            items = (long[])indices.Clone();
        }

        /// <summary>Of each answer, the range of k that was not excluded; null if it was not computed.</summary>
        public IReadOnlyList<KRange?> KRange
        {
            get
            {
                double[] lowest = Fact(Native.WALD_DECISION_K_LOWEST), highest = Fact(Native.WALD_DECISION_K_HIGHEST);
                var result = new KRange?[Count];
                for (var a = 0; a < Count; ++a)
                    if (lowest[a] >= 0) result[a] = new KRange((long)lowest[a], (long)highest[a]);
                return Array.AsReadOnly(result);
            }
        }

        /// <summary>What you should know of these answers: the first <see cref="Decision.Warning"/> of an answer; empty
        /// if there is none. What there is to say of the table, such as that its one label was decided row by row,
        /// stands with the first answer.</summary>
        public string Warning
        {
            get
            {
                var first = Array.FindIndex(Fact(Native.WALD_DECISION_WARNED), warned => warned != 0);
                return first < 0 ? "" : this[first].Warning;
            }
        }

        private IReadOnlyList<string> Texts(int fact)
        {
            var result = new string[Count];
            for (var a = 0; a < Count; ++a)
            {
                Native.wald_text(Handle, fact, a, out var text);
                result[a] = Text.Static(text);
            }
            return Array.AsReadOnly(result);
        }

        // One number of every answer, read once.
        private unsafe double[] Fact(int fact)
        {
            ref var kept = ref facts[Wald.Facts.Place(fact)];
            if (kept != null) return kept;
            var result = new double[Count];
            long needed;
            fixed (double* p = &First.Of(result)) Native.wald_numbers(Handle, fact, 0, p, Count, &needed);
            return kept = result;
        }

        /// <summary>Answer after answer.</summary>
        /// <returns>An enumerator.</returns>
        public IEnumerator<Decision> GetEnumerator()
        {
            for (var a = 0; a < Count; ++a) yield return this[a];
        }

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

        /// <summary>How many answers there are, and what is expected of them.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString()
        {
            var sum = 0.0;
            foreach (var value in expected) sum += value;
            var warning = handle.IsClosed ? "" : Warning;
            var told = warning == "" ? "" : ", warning: " + warning;
            return string.Format(CultureInfo.InvariantCulture,
                                 "Decisions: {0} answers ({1}) over {2} x {3}, mean expected {4:G6}{5}",
                                 Count, Average, Rows, Columns, sum / Math.Max(Count, 1), told);
        }
    }
}
