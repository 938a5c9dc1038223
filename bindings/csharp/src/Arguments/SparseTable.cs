// Where sparse tables lie: compressed rows.
using System;

namespace Wald
{
    /// <summary>
    /// A table in compressed rows where it lies: row r holds <c>values[starts[r]]</c> to
    /// <c>values[starts[r + 1] - 1]</c>, in the columns that <c>indices</c> says, each at most once a row, in any
    /// order; what is absent is 0. Nothing is copied.
    /// </summary>
    public readonly ref struct SparseTable
    {
        internal readonly SparsePattern Pattern;
        internal readonly Values Data;

        /// <summary>The number of rows.</summary>
        public long Rows => Pattern.Rows;

        /// <summary>The number of columns: labels.</summary>
        public long Columns { get; }

        /// <summary>A table of compressed rows.</summary>
        /// <param name="starts">Where each row begins, and where the last one ends: one more than there are
        /// rows.</param>
        /// <param name="indices">The columns.</param>
        /// <param name="values">The values, as many as there are indices.</param>
        /// <param name="columns">The number of columns: labels.</param>
        public SparseTable(ReadOnlySpan<int> starts, ReadOnlySpan<int> indices, Values values, long columns)
            : this(new SparsePattern(starts, indices), values, columns) { }

        /// <summary>A table of compressed rows.</summary>
        /// <param name="starts">Where each row begins, and where the last one ends: one more than there are
        /// rows.</param>
        /// <param name="indices">The columns.</param>
        /// <param name="values">The values, as many as there are indices.</param>
        /// <param name="columns">The number of columns: labels.</param>
        public SparseTable(ReadOnlySpan<long> starts, ReadOnlySpan<long> indices, Values values, long columns)
            : this(new SparsePattern(starts, indices), values, columns) { }

        private SparseTable(SparsePattern pattern, Values values, long columns)
        {
            Wald.Length.Check("values", values.Length, pattern.Length, "indices");
            if (values.Length > 0 && values.Stride != 1)
                throw new WaldArgumentException($"values has stride {values.Stride}: must be 1");
            Pattern = pattern;
            Data = values;
            Columns = columns;
        }

        // The table, given what was pinned of its pattern and its values.
        internal unsafe wald_sparse View(int* starts32, int* indices32, long* starts64, long* indices64,
                                         double* doubles, float* floats) =>
            Pattern.View(starts32, indices32, starts64, indices64, Columns, Data.Type,
                         Data.View(doubles, floats).Data);
    }

    // Both index arrays, of int or of long.
    internal readonly ref struct SparsePattern
    {
        private readonly ReadOnlySpan<int> starts32, indices32;
        private readonly ReadOnlySpan<long> starts64, indices64;
        private readonly ElementType type;
        internal readonly long Rows, Length;

        internal SparsePattern(ReadOnlySpan<int> starts, ReadOnlySpan<int> indices)
        {
            Check(starts.Length, starts.Length == 0 ? 0 : First.Of(starts.Slice(starts.Length - 1)), indices.Length);
            starts32 = starts;
            indices32 = indices;
            starts64 = indices64 = default(ReadOnlySpan<long>);
            type = ElementType.Int32;
            Rows = starts.Length - 1;
            Length = indices.Length;
        }

        internal SparsePattern(ReadOnlySpan<long> starts, ReadOnlySpan<long> indices)
        {
            Check(starts.Length, starts.Length == 0 ? 0 : First.Of(starts.Slice(starts.Length - 1)), indices.Length);
            starts32 = indices32 = default(ReadOnlySpan<int>);
            starts64 = starts;
            indices64 = indices;
            type = ElementType.Int64;
            Rows = starts.Length - 1;
            Length = indices.Length;
        }

        // That the starts do not fall is checked by the library before it reads an index.
        private static void Check(long starts, long end, long available)
        {
            if (starts == 0)
                throw new WaldArgumentException("starts has 0 elements: must have one more than there are rows");
            if (end > available)
                throw new WaldArgumentException($"starts[{starts - 1}] is {end}: there are {available} indices");
        }

        internal long Entries => (long)indices32.Length + indices64.Length;

        // What to pin; one of each two is null.
        internal ref int Starts32 => ref First.Of(starts32);
        internal ref int Indices32 => ref First.Of(indices32);
        internal ref long Starts64 => ref First.Of(starts64);
        internal ref long Indices64 => ref First.Of(indices64);

        // The table, given what was pinned; without values each is 1.
        internal unsafe wald_sparse View(int* starts32, int* indices32, long* starts64, long* indices64, long columns,
                                         ElementType valueType = ElementType.Float64, void* values = null)
        {
            var narrow = type == ElementType.Int32;
            return new wald_sparse(type, narrow ? (void*)starts32 : starts64, narrow ? (void*)indices32 : indices64,
                                   valueType, values, Rows, columns);
        }
    }
}
