// Where masks lie: zeros and ones, as byte or bool.
using System;
using System.Runtime.InteropServices;

namespace Wald
{
    /// <summary>
    /// A prediction or truth where it lies: an array or span of <see cref="byte"/> (0 and 1) or <see cref="bool"/>,
    /// which converts to this by itself, or every n-th element of one. Nothing is copied.
    /// </summary>
    public readonly ref struct Mask
    {
        /// <summary>A cell that was left undecided, with its instance (<see cref="DecisionOptions.Abstain"/>) or alone
        /// (<see cref="DecisionOptions.AbstainLabel"/>).</summary>
        public const byte Undecided = Native.WALD_UNDECIDED;

        /// <summary>Among the labels of a <see cref="Sample"/>: a row that is not rated.</summary>
        public const byte NotRated = Native.WALD_NOT_RATED;

        private readonly ReadOnlySpan<byte> bytes;
        private readonly long offset;

        /// <summary>The number of elements.</summary>
        public long Length { get; }

        /// <summary>The distance from one element to the next, in elements; it may be negative or 0.</summary>
        public long Stride { get; }

        /// <summary>Elements of an array or span.</summary>
        /// <param name="data">Where they lie.</param>
        /// <param name="length">How many there are.</param>
        /// <param name="stride">From one to the next, counted in elements; it may be negative or 0.</param>
        /// <param name="offset">Where the first one lies.</param>
        public Mask(ReadOnlySpan<byte> data, long length, long stride = 1, long offset = 0)
        {
            Extent.Check("data", data.Length, offset, length, stride, 1, 0);
            bytes = data;
            this.offset = offset;
            Length = length;
            Stride = stride;
        }

        /// <summary>Elements of an array or span.</summary>
        /// <param name="data">Where they lie.</param>
        /// <param name="length">How many there are.</param>
        /// <param name="stride">From one to the next, counted in elements; it may be negative or 0.</param>
        /// <param name="offset">Where the first one lies.</param>
        public Mask(ReadOnlySpan<bool> data, long length, long stride = 1, long offset = 0)
            : this(MemoryMarshal.AsBytes(data), length, stride, offset) { }

        /// <summary>All of a span.</summary>
        /// <param name="data">Where the mask lies.</param>
        public static implicit operator Mask(ReadOnlySpan<byte> data) => new Mask(data, data.Length);

        /// <summary>All of a span.</summary>
        /// <param name="data">Where the mask lies.</param>
        public static implicit operator Mask(ReadOnlySpan<bool> data) => new Mask(data, data.Length);

        /// <summary>All of a span.</summary>
        /// <param name="data">Where the mask lies.</param>
        public static implicit operator Mask(Span<byte> data) => new Mask(data, data.Length);

        /// <summary>All of a span.</summary>
        /// <param name="data">Where the mask lies.</param>
        public static implicit operator Mask(Span<bool> data) => new Mask(data, data.Length);

        /// <summary>All of an array.</summary>
        /// <param name="data">Where the mask lies.</param>
        public static implicit operator Mask(byte[] data) =>
            new Mask(new ReadOnlySpan<byte>(data ?? throw new ArgumentNullException(nameof(data))), data.Length);

        /// <summary>All of an array.</summary>
        /// <param name="data">Where the mask lies.</param>
        public static implicit operator Mask(bool[] data) =>
            new Mask(new ReadOnlySpan<bool>(data ?? throw new ArgumentNullException(nameof(data))), data.Length);

        // What to pin, and the vector, given what was pinned.
        internal ref byte Bytes => ref First.Of(bytes);

        internal unsafe wald_array View(byte* bytes) =>
            new wald_array(ElementType.Uint8, bytes + offset, Length, 1, Stride, 1);

        // One problem as a table of one column.
        internal MaskTable AsColumn() => new MaskTable(bytes, Length, 1, Stride, 0, offset);
    }

    /// <summary>
    /// A table of predictions or truths where it lies: a two-dimensional array of <see cref="byte"/> or
    /// <see cref="bool"/>, which converts to this by itself, or an array or span with a shape and strides. Nothing is
    /// copied.
    /// </summary>
    public readonly ref struct MaskTable
    {
        private readonly ReadOnlySpan<byte> bytes;
        private readonly byte[,] byteArray;
        private readonly bool[,] boolArray;
        private readonly Layout layout;

        // False of default(MaskTable): no table.
        internal bool Given { get; }

        /// <summary>The number of rows.</summary>
        public long Rows => layout.Rows;

        /// <summary>The number of columns: labels.</summary>
        public long Columns => layout.Columns;

        /// <summary>From one row to the next, counted in elements.</summary>
        public long RowStride => layout.RowStride;

        /// <summary>From one column to the next, counted in elements.</summary>
        public long ColumnStride => layout.ColumnStride;

        /// <summary>Row after row in an array or span.</summary>
        /// <param name="data">The cells, row after row.</param>
        /// <param name="rows">The number of rows.</param>
        /// <param name="columns">The number of columns: labels.</param>
        public MaskTable(ReadOnlySpan<byte> data, long rows, long columns) : this(data, rows, columns, columns, 1) { }

        /// <summary>Row after row in an array or span.</summary>
        /// <param name="data">The cells, row after row.</param>
        /// <param name="rows">The number of rows.</param>
        /// <param name="columns">The number of columns: labels.</param>
        public MaskTable(ReadOnlySpan<bool> data, long rows, long columns) : this(data, rows, columns, columns, 1) { }

        /// <summary>Cell (i, j) at <c>data[offset + i * rowStride + j * columnStride]</c>.</summary>
        /// <param name="data">Where the cells lie.</param>
        /// <param name="rows">The number of rows.</param>
        /// <param name="columns">The number of columns: labels.</param>
        /// <param name="rowStride">From one row to the next, in elements; it may be negative or 0.</param>
        /// <param name="columnStride">From one column to the next, in elements; it may be negative or 0.</param>
        /// <param name="offset">Where cell (0, 0) lies.</param>
        public MaskTable(ReadOnlySpan<byte> data, long rows, long columns, long rowStride, long columnStride,
                         long offset = 0)
            : this(new Layout(data.Length, rows, columns, rowStride, columnStride, offset))
        {
            bytes = data;
        }

        /// <summary>Cell (i, j) at <c>data[offset + i * rowStride + j * columnStride]</c>.</summary>
        /// <param name="data">Where the cells lie.</param>
        /// <param name="rows">The number of rows.</param>
        /// <param name="columns">The number of columns: labels.</param>
        /// <param name="rowStride">From one row to the next, in elements; it may be negative or 0.</param>
        /// <param name="columnStride">From one column to the next, in elements; it may be negative or 0.</param>
        /// <param name="offset">Where cell (0, 0) lies.</param>
        public MaskTable(ReadOnlySpan<bool> data, long rows, long columns, long rowStride, long columnStride,
                         long offset = 0)
            : this(MemoryMarshal.AsBytes(data), rows, columns, rowStride, columnStride, offset) { }

        private MaskTable(Layout layout, byte[,] byteArray = null, bool[,] boolArray = null)
        {
            Given = true;
            this.layout = layout;
            bytes = default(ReadOnlySpan<byte>);
            this.byteArray = byteArray;
            this.boolArray = boolArray;
        }

        /// <summary>All of an array.</summary>
        /// <param name="data">The cells.</param>
        public static implicit operator MaskTable(byte[,] data) =>
            new MaskTable(new Layout(data ?? throw new ArgumentNullException(nameof(data))), byteArray: data);

        /// <summary>All of an array.</summary>
        /// <param name="data">The cells.</param>
        public static implicit operator MaskTable(bool[,] data) =>
            new MaskTable(new Layout(data ?? throw new ArgumentNullException(nameof(data))), boolArray: data);

        // What to pin; one of the two is null.
        internal ref byte Bytes => ref (byteArray != null ? ref First.Of(byteArray) : ref First.Of(bytes));
        internal ref bool Bools => ref First.Of(boolArray);

        // The table, given what was pinned.
        internal unsafe wald_array View(byte* bytes, bool* bools) =>
            new wald_array(ElementType.Uint8, (boolArray != null ? (byte*)bools : bytes) + layout.Offset, Rows, Columns,
                           RowStride, ColumnStride);

        internal void CheckShape(string name, string otherName, long rows, long columns)
        {
            if (Rows != rows || Columns != columns)
                throw new WaldArgumentException(
                    $"{name} has shape ({Rows}, {Columns}), {otherName} has shape ({rows}, {columns}): they must " +
                    "have the same shape");
        }
    }
}
