// Where tables of whole numbers lie: N rows by m columns.
using System;

namespace Wald
{
    /// <summary>
    /// A table of classes where it lies: a two-dimensional array of <see cref="int"/>, which converts to this by itself,
    /// or an array or span with a shape and strides. Nothing is copied.
    /// </summary>
    public readonly ref struct ClassTable
    {
        private readonly ReadOnlySpan<int> numbers;
        private readonly int[,] array;
        private readonly Layout layout;
        internal readonly bool Given;

        /// <summary>The number of rows.</summary>
        public long Rows => layout.Rows;

        /// <summary>The number of columns.</summary>
        public long Columns => layout.Columns;

        /// <summary>Row after row in an array or span.</summary>
        /// <param name="data">The cells, row after row.</param>
        /// <param name="rows">The number of rows.</param>
        /// <param name="columns">The number of columns.</param>
        public ClassTable(ReadOnlySpan<int> data, long rows, long columns) : this(data, rows, columns, columns, 1) { }

        /// <summary>Cell (i, j) at <c>data[offset + i * rowStride + j * columnStride]</c>.</summary>
        /// <param name="data">Where the cells lie.</param>
        /// <param name="rows">The number of rows.</param>
        /// <param name="columns">The number of columns.</param>
        /// <param name="rowStride">From one row to the next, in elements; it may be negative or 0.</param>
        /// <param name="columnStride">From one column to the next, in elements; it may be negative or 0.</param>
        /// <param name="offset">Where cell (0, 0) lies.</param>
        public ClassTable(ReadOnlySpan<int> data, long rows, long columns, long rowStride, long columnStride,
                          long offset = 0)
        {
            layout = new Layout(data.Length, rows, columns, rowStride, columnStride, offset);
            numbers = data;
            array = null;
            Given = true;
        }

        private ClassTable(int[,] data)
        {
            layout = new Layout(data);
            numbers = default(ReadOnlySpan<int>);
            array = data;
            Given = true;
        }

        /// <summary>All of an array.</summary>
        /// <param name="data">The cells.</param>
        public static implicit operator ClassTable(int[,] data) =>
            new ClassTable(data ?? throw new ArgumentNullException(nameof(data)));

        // What to pin, and the table, given what was pinned.
        internal ref int Numbers => ref (array != null ? ref First.Of(array) : ref First.Of(numbers));

        internal unsafe wald_array View(int* numbers) =>
            new wald_array(ElementType.Int32, numbers + layout.Offset, Rows, Columns, layout.RowStride,
                           layout.ColumnStride);
    }
}
