// Where numbers lie: arrays and spans of double or float, with strides, which are read in place.
using System;

namespace Wald
{
    /// <summary>
    /// A vector of numbers where it lies: an array or span of <see cref="double"/> or <see cref="float"/>, which
    /// converts to this by itself, or every n-th element of one. It is read during the call, and nothing is
    /// copied.
    /// </summary>
    public readonly ref struct Values
    {
        private readonly ReadOnlySpan<double> doubles;
        private readonly ReadOnlySpan<float> floats;
        internal readonly ElementType Type;
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
            doubles = data;
            floats = default(ReadOnlySpan<float>);
            Type = ElementType.Float64;
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
            doubles = default(ReadOnlySpan<double>);
            floats = data;
            Type = ElementType.Float32;
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

        // What to pin; one of the two is null.
        internal ref double Doubles => ref First.Of(doubles);
        internal ref float Floats => ref First.Of(floats);

        // The vector, given what was pinned.
        internal unsafe wald_array View(double* doubles, float* floats) =>
            new wald_array(Type, Type == ElementType.Float32 ? (void*)(floats + Offset) : doubles + Offset, Length, 1,
                           Stride, 1);

        // The vector as each of that many rows.
        internal unsafe wald_array View(double* doubles, float* floats, long rows) =>
            new wald_array(Type, Type == ElementType.Float32 ? (void*)(floats + Offset) : doubles + Offset, rows,
                           Length, 0, Stride);

        // The same as a table of one column.
        internal Table AsColumn() => new Table(doubles, floats, Type, Offset, Length, Stride);

        // Weights that may be left out, one for each row.
        internal void CheckWeights(long rows) => CheckRows("weights", rows);

        // Numbers that may be left out, one for each row.
        internal void CheckRows(string name, long rows, string of = "rows")
        {
            if (Given) Wald.Length.Check(name, Length, rows, of);
        }
    }
}
