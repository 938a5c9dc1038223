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
            if (values.Length != pattern.Length)
                throw new WaldArgumentException(
                    $"values has {values.Length} elements: there are {pattern.Length} indices");
            if (values.Length > 0 && values.Stride != 1)
                throw new WaldArgumentException($"values has stride {values.Stride}: must be 1");
            Pattern = pattern;
            Data = values;
            Columns = columns;
        }
    }

    // Both index arrays, of int or of long.
    internal readonly ref struct SparsePattern
    {
        internal readonly ReadOnlySpan<int> Starts32, Indices32;
        internal readonly ReadOnlySpan<long> Starts64, Indices64;
        internal readonly int Type;
        internal readonly long Rows, Length;

        internal SparsePattern(ReadOnlySpan<int> starts, ReadOnlySpan<int> indices)
        {
            Check(starts.Length, starts.Length == 0 ? 0 : starts[starts.Length - 1], indices.Length);
            Starts32 = starts;
            Indices32 = indices;
            Starts64 = Indices64 = default(ReadOnlySpan<long>);
            Type = Native.WALD_INT32;
            Rows = starts.Length - 1;
            Length = indices.Length;
        }

        internal SparsePattern(ReadOnlySpan<long> starts, ReadOnlySpan<long> indices)
        {
            Check(starts.Length, starts.Length == 0 ? 0 : starts[starts.Length - 1], indices.Length);
            Starts32 = Indices32 = default(ReadOnlySpan<int>);
            Starts64 = starts;
            Indices64 = indices;
            Type = Native.WALD_INT64;
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
    }
}
