// The masks of images, and what is known of each.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;

namespace Wald
{
    /// <summary>The optimal masks of images. Facts are of each image and class: number i * Classes + c is of class c in
    /// image i. Where all images are one problem (average micro), or samples are of one image, there is one for each
    /// class. Immutable; needs no disposal.</summary>
    public sealed class ImageMasks : IEquatable<ImageMasks>
    {
        private readonly byte[] cells;
        private readonly int[] labels;
        private readonly double[] expected, bound, threshold, k;

        internal ImageMasks(wald_decision decision, long images, long classes, long pixels, byte[] cells, int[] labels)
        {
            Images = images;
            Classes = classes;
            Pixels = pixels;
            this.cells = cells ?? new byte[0];
            this.labels = labels ?? new int[0];
            expected = Wald.Facts.AllOf(decision, Native.WALD_DECISION_EXPECTED);
            bound = Wald.Facts.AllOf(decision, Native.WALD_DECISION_BOUND);
            threshold = Wald.Facts.AllOf(decision, Native.WALD_DECISION_THRESHOLD);
            k = Wald.Facts.AllOf(decision, Native.WALD_DECISION_K);
            var warned = Array.FindIndex(Wald.Facts.AllOf(decision, Native.WALD_DECISION_WARNED), one => one != 0);
            Warning = "";
            if (warned < 0) return;
            Native.wald_text(decision, Native.WALD_DECISION_WARNING, warned, out var text);
            Warning = Text.Static(text);
        }

        /// <summary>The number of images; 1 of samples.</summary>
        public long Images { get; }

        /// <summary>The number of classes.</summary>
        public long Classes { get; }

        /// <summary>The number of pixels of each mask.</summary>
        public long Pixels { get; }

        /// <summary>The first warning of a mask; empty if there is none.</summary>
        public string Warning { get; }

        /// <summary>All masks, image by image, class by class, pixel by pixel: 1 or 0. Empty of exclusive
        /// classes.</summary>
        public ReadOnlySpan<byte> Cells => cells;

        /// <summary>The class of every pixel, image by image, -1 for none. Empty unless classes are exclusive.</summary>
        public ReadOnlySpan<int> Labels => labels;

        /// <summary>The mask of a class in an image.</summary>
        /// <param name="image">From 0 to Images - 1.</param>
        /// <param name="ofClass">From 0 to Classes - 1.</param>
        /// <returns>A copy: 1 for its pixels, else 0.</returns>
        public byte[] Mask(long image, long ofClass)
        {
            if (image < 0 || image >= Images) throw new ArgumentOutOfRangeException(nameof(image));
            if (ofClass < 0 || ofClass >= Classes) throw new ArgumentOutOfRangeException(nameof(ofClass));
            var mask = new byte[Pixels];
            if (labels.Length == 0)
                Array.Copy(cells, (image * Classes + ofClass) * Pixels, mask, 0, Pixels);
            else
                for (long p = 0; p < Pixels; ++p) mask[p] = (byte)(labels[image * Pixels + p] == ofClass ? 1 : 0);
            return mask;
        }

        /// <summary>The expected utility of each mask.</summary>
        public IReadOnlyList<double> Expected => Array.AsReadOnly(expected);

        /// <summary>Of each mask, a proved upper limit on how far its expected utility is below the greatest; of
        /// exclusive classes, how far the mean over the classes of an image is.</summary>
        public IReadOnlyList<double> Bound => Array.AsReadOnly(bound);

        /// <summary>Of each mask, the smallest probability of its pixels: a cut at it gives the mask, ties apart.
        /// Infinite for an empty mask; NaN of exclusive classes and of samples, where no cut gives the mask.</summary>
        public IReadOnlyList<double> Threshold => Array.AsReadOnly(threshold);

        /// <summary>The number of pixels of each mask.</summary>
        public IReadOnlyList<long> K => Array.AsReadOnly(Array.ConvertAll(k, one => (long)one));

        /// <summary>Which masks have no pixel.</summary>
        public IReadOnlyList<bool> Empty => Array.AsReadOnly(Array.ConvertAll(k, one => one == 0));

        /// <summary>Whether the other has the same masks, and the same bits of all that is known of them.</summary>
        /// <param name="other">Other masks.</param>
        /// <returns>Whether it has.</returns>
        public bool Equals([MayBeNull] ImageMasks other) =>
            !ReferenceEquals(other, null) && Images == other.Images && Classes == other.Classes &&
            Pixels == other.Pixels && cells.SequenceEqual(other.cells) && labels.SequenceEqual(other.labels) &&
            Bits().SequenceEqual(other.Bits()) && Warning == other.Warning;

        private IEnumerable<long> Bits() =>
            expected.Concat(bound).Concat(threshold).Concat(k).Select(BitConverter.DoubleToInt64Bits);

        /// <summary>Whether it is masks that are equal.</summary>
        /// <param name="other">Anything.</param>
        /// <returns>Whether it is.</returns>
        public override bool Equals([MayBeNull] object other) => Equals(other as ImageMasks);

        /// <summary>A hash of what is known of the masks.</summary>
        /// <returns>The hash.</returns>
        public override int GetHashCode()
        {
            var hash = 17;
            unchecked
            {
                foreach (var bits in Bits()) hash = 31 * hash + bits.GetHashCode();
            }
            return hash;
        }

        /// <summary>How many there are, and what is expected of them.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() =>
            $"ImageMasks: {Images} images, {Classes} classes, {Pixels} pixels, mean expected " +
            expected.Average().ToString("G6", CultureInfo.InvariantCulture);
    }
}
