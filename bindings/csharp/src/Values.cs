// Where numbers lie: arrays and spans of double or float, with strides, which are read in place.
using System;

namespace Wald
{
    /// <summary>
    /// A vector of numbers where it lies: an array or span of <see cref="double"/> or <see cref="float"/>, which
    /// converts to this by itself, or every so-many-th element of one. It is read during the call, and nothing is
    /// copied.
    /// </summary>
    public readonly ref struct Values
    {
        internal readonly ReadOnlySpan<double> Doubles;
        internal readonly ReadOnlySpan<float> Floats;
        internal readonly int Type;
        internal readonly long Offset;
        internal readonly bool Given;

        /// <summary>The number of elements.</summary>
        public long Length { get; }

        /// <summary>The distance from one element to the next, in elements; it may be negative or 0.</summary>
        public long Stride { get; }

        /// <summary>Elements of an array or span of double.</summary>
        /// <param name="data">Where they lie.</param>
        /// <param name="length">How many there are.</param>
        /// <param name="stride">From one to the next, counted in elements; it may be negative or 0.</param>
        /// <param name="offset">Where the first one lies.</param>
        public Values(ReadOnlySpan<double> data, long length, long stride = 1, long offset = 0)
        {
            Extent.Check("data", data.Length, offset, length, stride, 1, 0);
            Doubles = data;
            Floats = default(ReadOnlySpan<float>);
            Type = Native.WALD_FLOAT64;
            Offset = offset;
            Given = true;
            Length = length;
            Stride = stride;
        }

        /// <summary>Elements of an array or span of float.</summary>
        /// <param name="data">Where they lie.</param>
        /// <param name="length">How many there are.</param>
        /// <param name="stride">From one to the next, counted in elements; it may be negative or 0.</param>
        /// <param name="offset">Where the first one lies.</param>
        public Values(ReadOnlySpan<float> data, long length, long stride = 1, long offset = 0)
        {
            Extent.Check("data", data.Length, offset, length, stride, 1, 0);
            Doubles = default(ReadOnlySpan<double>);
            Floats = data;
            Type = Native.WALD_FLOAT32;
            Offset = offset;
            Given = true;
            Length = length;
            Stride = stride;
        }

        /// <summary>All of a span.</summary>
        /// <param name="data">Where the numbers lie.</param>
        public static implicit operator Values(ReadOnlySpan<double> data) => new Values(data, data.Length);

        /// <summary>All of a span.</summary>
        /// <param name="data">Where the numbers lie.</param>
        public static implicit operator Values(ReadOnlySpan<float> data) => new Values(data, data.Length);

        /// <summary>All of a span.</summary>
        /// <param name="data">Where the numbers lie.</param>
        public static implicit operator Values(Span<double> data) => new Values(data, data.Length);

        /// <summary>All of a span.</summary>
        /// <param name="data">Where the numbers lie.</param>
        public static implicit operator Values(Span<float> data) => new Values(data, data.Length);

        /// <summary>All of an array.</summary>
        /// <param name="data">Where the numbers lie.</param>
        public static implicit operator Values(double[] data) =>
            new Values(new ReadOnlySpan<double>(data ?? throw new ArgumentNullException(nameof(data))), data.Length);

        /// <summary>All of an array.</summary>
        /// <param name="data">Where the numbers lie.</param>
        public static implicit operator Values(float[] data) =>
            new Values(new ReadOnlySpan<float>(data ?? throw new ArgumentNullException(nameof(data))), data.Length);

        // Where the first element lies, given where the data do: one of the two, the other is null.
        internal unsafe void* At(double* doubles, float* floats) =>
            Type == Native.WALD_FLOAT32 ? (void*)(floats + Offset) : doubles + Offset;

        // Weights that may be left out, one for each row.
        internal void CheckWeights(long rows) => CheckRows("weights", rows);

        // Numbers that may be left out, one for each row.
        internal void CheckRows(string name, long rows)
        {
            if (Given && Length != rows)
                throw new WaldArgumentException($"{name} has {Length} elements: there are {rows} rows");
        }
    }
}
