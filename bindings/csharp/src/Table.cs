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
        internal readonly ReadOnlySpan<double> Doubles;
        internal readonly ReadOnlySpan<float> Floats;
        internal readonly double[,] DoubleArray;
        internal readonly float[,] FloatArray;
        internal readonly int Type;
        private readonly Layout layout;

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
            : this(Native.WALD_FLOAT64, new Layout(data.Length, rows, columns, rowStride, columnStride, offset))
        {
            Doubles = data;
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
            : this(Native.WALD_FLOAT32, new Layout(data.Length, rows, columns, rowStride, columnStride, offset))
        {
            Floats = data;
        }

        private Table(int type, Layout layout, double[,] doubleArray = null, float[,] floatArray = null)
        {
            this.layout = layout;
            Type = type;
            Doubles = default(ReadOnlySpan<double>);
            Floats = default(ReadOnlySpan<float>);
            DoubleArray = doubleArray;
            FloatArray = floatArray;
        }

        private Table(Table other, Layout layout) : this(other.Type, layout, other.DoubleArray, other.FloatArray)
        {
            Doubles = other.Doubles;
            Floats = other.Floats;
        }

        /// <summary>The same cells with rows and columns exchanged; nothing is copied.</summary>
        public Table Transposed => new Table(this, layout.Transposed);

        internal Table Column(long j) => new Table(this, layout.Column(j));

        // A vector as a table of one column.
        internal Table(Values values)
            : this(values.Type, new Layout(long.MaxValue, values.Length, 1, values.Stride, 0, values.Offset))
        {
            Doubles = values.Doubles;
            Floats = values.Floats;
        }

        /// <summary>All of an array.</summary>
        /// <param name="data">The cells.</param>
        public static implicit operator Table(double[,] data) =>
            new Table(Native.WALD_FLOAT64, new Layout(data ?? throw new ArgumentNullException(nameof(data))),
                      doubleArray: data);

        /// <summary>All of an array.</summary>
        /// <param name="data">The cells.</param>
        public static implicit operator Table(float[,] data) =>
            new Table(Native.WALD_FLOAT32, new Layout(data ?? throw new ArgumentNullException(nameof(data))),
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

        // Where cell (0, 0) lies, given where the data do: one of the four, the others are null.
        internal unsafe void* At(double* doubles, float* floats, double* doubleArray, float* floatArray) =>
            Type == Native.WALD_FLOAT32
                ? (void*)((FloatArray != null ? floatArray : floats) + layout.Offset)
                : (DoubleArray != null ? doubleArray : doubles) + layout.Offset;
    }
}
