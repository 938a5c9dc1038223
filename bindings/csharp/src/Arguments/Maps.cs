// Where the maps of images lie: images by classes by pixels.
using System;

namespace Wald
{
    /// <summary>Probabilities of pixels, one map per image and class, or samples of one image, where they lie: an array
    /// or span with sizes and strides. Nothing is copied. Pixels are counted along all axes of an image: those of 512 x
    /// 512 are 262,144.</summary>
    public readonly ref struct Maps
    {
        private readonly ReadOnlySpan<double> doubles;
        private readonly ReadOnlySpan<float> floats;
        private readonly ReadOnlySpan<ushort> halves;
        private readonly ReadOnlySpan<byte> bytes;
        private readonly ElementType type;
        private readonly long offset, imageStride, classStride, pixelStride;

        /// <summary>The number of images, or of samples.</summary>
        public long Images { get; }

        /// <summary>The number of classes.</summary>
        public long Classes { get; }

        /// <summary>The number of pixels of each map.</summary>
        public long Pixels { get; }

        /// <summary>Image by image, within each class by class, within each pixel by pixel.</summary>
        /// <param name="data">The probabilities.</param>
        /// <param name="images">The number of images.</param>
        /// <param name="classes">The number of classes.</param>
        /// <param name="pixels">The number of pixels of each map.</param>
        public Maps(ReadOnlySpan<double> data, long images, long classes, long pixels)
            : this(data, images, classes, pixels, Product(classes, pixels), pixels, 1) { }

        /// <summary>Image by image, within each class by class, within each pixel by pixel.</summary>
        /// <param name="data">The probabilities.</param>
        /// <param name="images">The number of images.</param>
        /// <param name="classes">The number of classes.</param>
        /// <param name="pixels">The number of pixels of each map.</param>
        public Maps(ReadOnlySpan<float> data, long images, long classes, long pixels)
            : this(data, images, classes, pixels, Product(classes, pixels), pixels, 1) { }

        /// <summary>Pixel p of class c in image i at <c>data[offset + i * imageStride + c * classStride + p *
        /// pixelStride]</c>.</summary>
        /// <param name="data">Where the probabilities lie.</param>
        /// <param name="images">The number of images.</param>
        /// <param name="classes">The number of classes.</param>
        /// <param name="pixels">The number of pixels of each map.</param>
        /// <param name="imageStride">From one image to the next, in elements; it may be negative or 0.</param>
        /// <param name="classStride">From one class to the next; 1 where classes are the last axis.</param>
        /// <param name="pixelStride">From one pixel to the next.</param>
        /// <param name="offset">Where the first pixel of the first class in the first image lies.</param>
        public Maps(ReadOnlySpan<double> data, long images, long classes, long pixels, long imageStride,
                    long classStride, long pixelStride, long offset = 0)
            : this(ElementType.Float64, data.Length, images, classes, pixels, imageStride, classStride, pixelStride,
                   offset)
        {
            doubles = data;
        }

        /// <summary>Pixel p of class c in image i at <c>data[offset + i * imageStride + c * classStride + p *
        /// pixelStride]</c>.</summary>
        /// <param name="data">Where the probabilities lie.</param>
        /// <param name="images">The number of images.</param>
        /// <param name="classes">The number of classes.</param>
        /// <param name="pixels">The number of pixels of each map.</param>
        /// <param name="imageStride">From one image to the next, in elements; it may be negative or 0.</param>
        /// <param name="classStride">From one class to the next; 1 where classes are the last axis.</param>
        /// <param name="pixelStride">From one pixel to the next.</param>
        /// <param name="offset">Where the first pixel of the first class in the first image lies.</param>
        public Maps(ReadOnlySpan<float> data, long images, long classes, long pixels, long imageStride,
                    long classStride, long pixelStride, long offset = 0)
            : this(ElementType.Float32, data.Length, images, classes, pixels, imageStride, classStride, pixelStride,
                   offset)
        {
            floats = data;
        }

        private Maps(ReadOnlySpan<ushort> data, long images, long classes, long pixels)
            : this(ElementType.Float16, data.Length, images, classes, pixels, Product(classes, pixels), pixels, 1, 0)
        {
            halves = data;
        }

        private Maps(ReadOnlySpan<byte> data, long samples, long classes, long pixels)
            : this(ElementType.Uint8, data.Length, samples, classes, pixels, Product(classes, pixels), pixels, 1, 0)
        {
            bytes = data;
        }

        private Maps(ElementType type, long available, long images, long classes, long pixels, long imageStride,
                     long classStride, long pixelStride, long offset)
        {
            doubles = default(ReadOnlySpan<double>);
            floats = default(ReadOnlySpan<float>);
            halves = default(ReadOnlySpan<ushort>);
            bytes = default(ReadOnlySpan<byte>);
            this.type = type;
            this.offset = offset;
            this.imageStride = imageStride;
            this.classStride = classStride;
            this.pixelStride = pixelStride;
            Images = images;
            Classes = classes;
            Pixels = pixels;
            CheckSize("n_images", images);
            CheckSize("n_classes", classes);
            CheckSize("n_pixels", pixels);
            // The first and the last pixel of each class, in the first and in the last image.
            Extent.Check("data", available, offset, classes, classStride, pixels, pixelStride);
            Extent.Check("data", available, checked(offset + (images - 1) * imageStride), classes, classStride, pixels,
                         pixelStride);
        }

        /// <summary>Probabilities in IEEE half precision, image by image, class by class, pixel by pixel.</summary>
        /// <param name="data">The bits of the numbers.</param>
        /// <param name="images">The number of images.</param>
        /// <param name="classes">The number of classes.</param>
        /// <param name="pixels">The number of pixels of each map.</param>
        /// <returns>The maps.</returns>
        public static Maps OfHalves(ReadOnlySpan<ushort> data, long images, long classes, long pixels) =>
            new Maps(data, images, classes, pixels);

        /// <summary>Samples of one image, such as the masks of raters or draws of a model, for
        /// <see cref="Metric.Consensus"/>: sample by sample, class by class, pixel by pixel.</summary>
        /// <param name="data">Zeros and ones.</param>
        /// <param name="samples">The number of samples.</param>
        /// <param name="classes">The number of classes.</param>
        /// <param name="pixels">The number of pixels of each mask.</param>
        /// <returns>The maps.</returns>
        public static Maps OfSamples(ReadOnlySpan<byte> data, long samples, long classes, long pixels) =>
            new Maps(data, samples, classes, pixels);

        private static void CheckSize(string name, long size)
        {
            if (size < 1) throw new WaldArgumentException($"{name} is {size}: must be at least 1");
        }

        private static long Product(long classes, long pixels)
        {
            CheckSize("n_classes", classes);
            CheckSize("n_pixels", pixels);
            return checked(classes * pixels);
        }

        // What to pin; one of the four is not null.
        internal ref double Doubles => ref First.Of(doubles);
        internal ref float Floats => ref First.Of(floats);
        internal ref ushort Halves => ref First.Of(halves);
        internal ref byte Bytes => ref First.Of(bytes);

        // The maps, given what was pinned.
        internal unsafe wald_maps View(double* doubles, float* floats, ushort* halves, byte* bytes)
        {
            var first = type == ElementType.Float64 ? doubles + offset
                        : type == ElementType.Float32 ? (void*)(floats + offset)
                        : type == ElementType.Float16 ? (void*)(halves + offset)
                        : bytes + offset;
            return new wald_maps(type, first, Images, Classes, Pixels, imageStride, classStride, pixelStride);
        }
    }
}
