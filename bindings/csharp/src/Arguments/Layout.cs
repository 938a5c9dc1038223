// How the cells of a table lie in an array.
using System;

namespace Wald
{
    // Cell (i, j) at Offset + i * RowStride + j * ColumnStride, for every i and j within the array.
    internal readonly struct Layout
    {
        internal readonly long Offset, Rows, Columns, RowStride, ColumnStride;

        internal Layout(long available, long rows, long columns, long rowStride, long columnStride, long offset)
        {
            Extent.Check("data", available, offset, rows, rowStride, columns, columnStride);
            Offset = offset;
            Rows = rows;
            Columns = columns;
            RowStride = rowStride;
            ColumnStride = columnStride;
        }

        // All of a two-dimensional array.
        internal Layout(Array array)
            : this(array.LongLength, array.GetLength(0), array.GetLength(1), array.GetLength(1), 1, 0) { }

        // For what lies within an array since it is part of something that does.
        private Layout(long offset, long rows, long columns, long rowStride, long columnStride) =>
            (Offset, Rows, Columns, RowStride, ColumnStride) = (offset, rows, columns, rowStride, columnStride);

        internal Layout Transposed => new Layout(Offset, Columns, Rows, ColumnStride, RowStride);

        internal Layout Column(long j) => new Layout(Offset + j * ColumnStride, Rows, 1, RowStride, 0);
    }

    // Whether an array is as long as it must be.
    internal static class Length
    {
        internal static void Check(string name, long length, long wanted, string of = "rows")
        {
            if (length != wanted) Refuse(name, length, wanted, of);
        }

        // Memory to be filled, of which more may be there.
        internal static void CheckRoom(string name, long length, long needed, string of = "rows")
        {
            if (length < needed) Refuse(name, length, needed, of);
        }

        private static void Refuse(string name, long length, long wanted, string of) =>
            throw new WaldArgumentException($"{name} has {length} elements: there are {wanted} {of}");
    }

    // Whether strides stay within an array. The library cannot know how long it is, and would read beyond it.
    internal static class Extent
    {
        internal static void Check(string name, long available, long offset, long rows, long rowStride, long columns,
                                   long columnStride)
        {
            if (rows < 0) throw new WaldArgumentException($"{name} has length {rows}: must be at least 0");
            if (columns < 0) throw new WaldArgumentException($"{name} has {columns} columns: must be at least 0");
            if (rows == 0 || columns == 0) return;
            long lowest, highest;
            try
            {
                checked
                {
                    var down = (rows - 1) * rowStride;
                    var across = (columns - 1) * columnStride;
                    lowest = offset + Math.Min(down, 0) + Math.Min(across, 0);
                    highest = offset + Math.Max(down, 0) + Math.Max(across, 0);
                }
            }
            catch (OverflowException)
            {
                throw new WaldArgumentException($"{name} has {available} elements: the strides lead far beyond them");
            }
            if (lowest < 0) throw new WaldArgumentException($"{name} would be read at {lowest}: must be at least 0");
            if (highest >= available)
                throw new WaldArgumentException($"{name} would be read at {highest}: it has {available} elements");
        }
    }
}
