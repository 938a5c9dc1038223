// The masks of images.
using System;
using System.Threading;

namespace Wald
{
    public sealed partial class Metric
    {
        /// <summary>The optimal masks of images. With <see cref="DecisionOptions.Kind"/> independent, the default,
        /// classes overlap and each has a mask of its own; with categorical each pixel has one class, or with
        /// <see cref="DecisionOptions.PerRow"/> 0 to 1 at most one. With the average micro all images are one problem
        /// per class, else each image is one.</summary>
        /// <param name="maps">Probabilities of pixels.</param>
        /// <param name="options">How to decide; null takes the defaults.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>The masks, and what is known of each.</returns>
        public ImageMasks Masks(Maps maps, DecisionOptions options = null,
                                CancellationToken cancellationToken = default(CancellationToken)) =>
            Masks(maps, options?.Kind ?? Kind.Independent, options, cancellationToken);

        /// <summary>The consensus of samples of one image, such as the masks of raters: for each class the mask of
        /// greatest expected utility against a sample drawn at random.</summary>
        /// <param name="samples">As <see cref="Maps.OfSamples"/> makes them.</param>
        /// <param name="options">How to decide, without a kind; null takes the defaults.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>One mask per class.</returns>
        public ImageMasks Consensus(Maps samples, DecisionOptions options = null,
                                    CancellationToken cancellationToken = default(CancellationToken))
        {
            DecisionOptions.RefuseKind(options, "a consensus");
            return Masks(samples, Kind.Joint, options, cancellationToken);
        }

        private unsafe ImageMasks Masks(Maps maps, Kind kind, DecisionOptions options,
                                        CancellationToken cancellationToken)
        {
            Library.Load();
            var exclusive = kind == Kind.Categorical;
            var images = kind == Kind.Joint ? 1 : maps.Images;
            var width = exclusive ? maps.Pixels : checked(maps.Classes * maps.Pixels);
            var cells = exclusive ? null : new byte[checked(images * width)];
            var labels = exclusive ? new int[checked(images * width)] : null;
            using (var decision = wald_decision.Take(images * maps.Classes, images * maps.Classes))
            {
                fixed (double* doubles = &maps.Doubles)
                fixed (float* floats = &maps.Floats)
                fixed (ushort* halves = &maps.Halves)
                fixed (byte* bytes = &maps.Bytes, to = &First.Of(cells))
                fixed (int* classes = &First.Of(labels))
                using (var opened = DecisionOptions.Open(options, cancellationToken))
                using (var call = new Call(this))
                {
                    var given = maps.View(doubles, floats, halves, bytes);
                    var result = exclusive ? new wald_array(ElementType.Int32, classes, images, width, width, 1)
                                           : new wald_array(to, images, width);
                    Native.wald_masks(call.Metric, (int)kind, &given, opened, &result, null, decision);
                    call.Complete();
                }
                return new ImageMasks(decision, images, maps.Classes, maps.Pixels, cells, labels);
            }
        }
    }
}
