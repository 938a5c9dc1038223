// Where tables lie: N rows by m labels.
using System;

namespace Wald
{
    /// <summary>
    /// A table of numbers where it lies: a two-dimensional array of <see cref="double"/> or <see cref="float"/>, which
    /// converts to this by itself, or an array or span with a shape and strides. Nothing is copied.
    /// </summary>
    public readonly ref struct Table
    {
        private readonly ReadOnlySpan<double> doubles;
        private readonly ReadOnlySpan<float> floats;
        private readonly double[,] doubleArray;
        private readonly float[,] floatArray;
        private readonly Layout layout;
        internal readonly ElementType Type;

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
        public Table(ReadOnlySpan<double> data, long rows, long columns) : this(data, rows, columns, columns, 1) { }

        /// <summary>Row after row in an array or span.</summary>
        /// <param name="data">The cells, row after row.</param>
        /// <param name="rows">The number of rows.</param>
        /// <param name="columns">The number of columns: labels.</param>
        public Table(ReadOnlySpan<float> data, long rows, long columns) : this(data, rows, columns, columns, 1) { }

        /// <summary>Cell (i, j) at <c>data[offset + i * rowStride + j * columnStride]</c>.</summary>
        /// <param name="data">Where the cells lie.</param>
        /// <param name="rows">The number of rows.</param>
        /// <param name="columns">The number of columns: labels.</param>
        /// <param name="rowStride">From one row to the next, in elements; it may be negative or 0.</param>
        /// <param name="columnStride">From one column to the next, in elements; it may be negative or 0.</param>
        /// <param name="offset">Where cell (0, 0) lies.</param>
        public Table(ReadOnlySpan<double> data, long rows, long columns, long rowStride, long columnStride,
                     long offset = 0)
            : this(ElementType.Float64, new Layout(data.Length, rows, columns, rowStride, columnStride, offset))
        {
            doubles = data;
        }

        /// <summary>Cell (i, j) at <c>data[offset + i * rowStride + j * columnStride]</c>.</summary>
        /// <param name="data">Where the cells lie.</param>
        /// <param name="rows">The number of rows.</param>
        /// <param name="columns">The number of columns: labels.</param>
        /// <param name="rowStride">From one row to the next, in elements; it may be negative or 0.</param>
        /// <param name="columnStride">From one column to the next, in elements; it may be negative or 0.</param>
        /// <param name="offset">Where cell (0, 0) lies.</param>
        public Table(ReadOnlySpan<float> data, long rows, long columns, long rowStride, long columnStride,
                     long offset = 0)
            : this(ElementType.Float32, new Layout(data.Length, rows, columns, rowStride, columnStride, offset))
        {
            floats = data;
        }

        private Table(ElementType type, Layout layout, double[,] doubleArray = null, float[,] floatArray = null)
        {
            this.layout = layout;
            Type = type;
            doubles = default(ReadOnlySpan<double>);
            floats = default(ReadOnlySpan<float>);
            this.doubleArray = doubleArray;
            this.floatArray = floatArray;
        }

        private Table(Table other, Layout layout) : this(other.Type, layout, other.doubleArray, other.floatArray)
        {
            doubles = other.doubles;
            floats = other.floats;
        }

        /// <summary>The same cells with rows and columns exchanged; nothing is copied.</summary>
        public Table Transposed => new Table(this, layout.Transposed);

        internal Table Column(long j) => new Table(this, layout.Column(j));

        // A vector as a table of one column.
        internal Table(ReadOnlySpan<double> doubles, ReadOnlySpan<float> floats, ElementType type, long offset,
                       long length, long stride)
            : this(type, new Layout(long.MaxValue, length, 1, stride, 0, offset))
        {
            this.doubles = doubles;
            this.floats = floats;
        }

        /// <summary>All of an array.</summary>
        /// <param name="data">The cells.</param>
        public static implicit operator Table(double[,] data) =>
            new Table(ElementType.Float64, new Layout(data ?? throw new ArgumentNullException(nameof(data))),
                      doubleArray: data);

        /// <summary>All of an array.</summary>
        /// <param name="data">The cells.</param>
        public static implicit operator Table(float[,] data) =>
            new Table(ElementType.Float32, new Layout(data ?? throw new ArgumentNullException(nameof(data))),
                      floatArray: data);

        /// <summary>A table of rows that are arrays of their own, which are copied into one.</summary>
        /// <param name="rows">Rows of one length.</param>
        /// <returns>The table.</returns>
        public static Table OfRows(double[][] rows)
        {
            if (rows == null) throw new ArgumentNullException(nameof(rows));
            var columns = rows.Length == 0 ? 0 : rows[0]?.Length ?? 0;
            var cells = new double[rows.Length, columns];
            for (var i = 0; i < rows.Length; ++i)
            {
                if (rows[i] == null) throw new ArgumentNullException($"rows[{i}]");
                if (rows[i].Length != columns)
                    throw new WaldArgumentException($"rows[{i}] has {rows[i].Length} elements: rows[0] has {columns}");
                Buffer.BlockCopy(rows[i], 0, cells, (i * columns) * sizeof(double), columns * sizeof(double));
            }
            return cells;
        }

        // Whether it is one at all: a table that is left out has no shape.
        internal bool Given => Rows > 0 || Columns > 0;

        // What to pin; one of the two is null.
        internal ref double Doubles => ref (doubleArray != null ? ref First.Of(doubleArray) : ref First.Of(doubles));
        internal ref float Floats => ref (floatArray != null ? ref First.Of(floatArray) : ref First.Of(floats));

        // The table, given what was pinned.
        internal unsafe wald_array View(double* doubles, float* floats) =>
            new wald_array(Type,
                           Type == ElementType.Float32 ? (void*)(floats + layout.Offset) : doubles + layout.Offset,
                           Rows, Columns, RowStride, ColumnStride);
    }
}
