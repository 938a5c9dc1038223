// The structures of wald.h, member for member, and where arrays begin.
using System;
using System.Runtime.InteropServices;

namespace Wald
{
    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct wald_array
    {
        private readonly long size;
        internal readonly void* Data;
        private readonly long rows, columns, rowStride, columnStride;
        private readonly int type;

        // How much its numbers take where they are kept as doubles.
        internal long Bytes => rows * columns * sizeof(double);

        internal wald_array(ElementType type, void* data, long rows, long columns, long rowStride, long columnStride)
        {
            size = sizeof(wald_array);
            Data = data;
            this.rows = rows;
            this.columns = columns;
            this.rowStride = rowStride;
            this.columnStride = columnStride;
            this.type = (int)type;
        }

        // Row after row.
        internal wald_array(byte* cells, long rows, long columns)
            : this(ElementType.Uint8, cells, rows, columns, columns, 1) { }

        // Vectors.
        internal wald_array(long* numbers, long length) : this(ElementType.Int64, numbers, length, 1, 1, 1) { }

        internal wald_array(int* numbers, long length) : this(ElementType.Int32, numbers, length, 1, 1, 1) { }
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct wald_sparse
    {
        private readonly long size;
        private readonly void* starts, indices, values;
        private readonly long rows, columns;
        private readonly int indexType, type;

        internal wald_sparse(ElementType indexType, void* starts, void* indices, ElementType type, void* values,
                             long rows, long columns)
        {
            size = sizeof(wald_sparse);
            this.starts = starts;
            this.indices = indices;
            this.values = values;
            this.rows = rows;
            this.columns = columns;
            this.indexType = (int)indexType;
            this.type = (int)type;
        }
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct wald_table
    {
        private readonly long size;
        private readonly wald_array* dense;
        private readonly wald_sparse* sparse;

        internal wald_table(wald_array* dense)
        {
            size = sizeof(wald_table);
            this.dense = dense;
            sparse = null;
        }

        internal wald_table(wald_sparse* sparse)
        {
            size = sizeof(wald_table);
            dense = null;
            this.sparse = sparse;
        }
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct wald_known
    {
        private readonly long size;
        private readonly IntPtr estimator;
        private readonly wald_array* probabilities;
        private readonly int kind;

        internal wald_known(IntPtr estimator)
        {
            size = sizeof(wald_known);
            this.estimator = estimator;
            probabilities = null;
            kind = 0;
        }

        internal wald_known(wald_array* probabilities, Kind kind)
        {
            size = sizeof(wald_known);
            estimator = IntPtr.Zero;
            this.probabilities = probabilities;
            this.kind = (int)kind;
        }
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct wald_maps
    {
        internal long size;
        internal void* data;
        internal long n_images, n_classes, n_pixels, image_stride, class_stride, pixel_stride;
        internal int type;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct wald_rows
    {
        private readonly long size;
        private readonly wald_array* weights, groups;

        internal wald_rows(wald_array* weights, wald_array* groups)
        {
            size = sizeof(wald_rows);
            this.weights = weights;
            this.groups = groups;
        }
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct wald_tree
    {
        internal long size, output, n_nodes;
        internal byte* split, missing;
        internal int* feature, left, right;
        internal double* threshold;
        internal long* category_begin;
        internal int* categories;
        internal double* values;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct wald_segment_rows
    {
        internal long size, n_segments;
        internal wald_array* segments, weights, benefits, costs, limits;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct wald_trees_shape
    {
        internal long size, n_features, n_outputs, leaf_width, trees_per_model;
        internal int summation, float_features;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct wald_stage_rows
    {
        internal long size;
        internal wald_array* confidences, answers, truth, right, costs, weights, label_probabilities, segments, scores;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct wald_report_input
    {
        internal long size;
        internal wald_array* compared, weights, groups;
        internal byte** names;
    }

    // The first element of what lies in memory, to be pinned by `fixed (T* p = &First.Of(array))`; NULL for an empty
    // array. Nothing here is pinned in another way: what some compilers make of `fixed (T* p = array)` points, where
    // the array has several dimensions, at the bounds that lie before the elements on .NET.
    internal static class First
    {
        internal static ref T Of<T>(Span<T> span) => ref MemoryMarshal.GetReference(span);

        internal static ref T Of<T>(ReadOnlySpan<T> span) => ref MemoryMarshal.GetReference(span);

        internal static ref T Of<T>(T[] array)
        {
            if (array == null || array.Length == 0) return ref MemoryMarshal.GetReference(default(Span<T>));
            return ref array[0];
        }

        internal static ref T Of<T>(T[,] array)
        {
            if (array == null || array.Length == 0) return ref MemoryMarshal.GetReference(default(Span<T>));
            return ref array[0, 0];
        }

        internal static ref T Of<T>(T[,,] array)
        {
            if (array == null || array.Length == 0) return ref MemoryMarshal.GetReference(default(Span<T>));
            return ref array[0, 0, 0];
        }
    }
}
