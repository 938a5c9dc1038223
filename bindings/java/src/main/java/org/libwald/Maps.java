package org.libwald;

import java.util.Objects;

/**
 * Probabilities of pixels, one map per image and class, or samples of one image: a view of arrays or buffers, in any
 * order of axes. Pixels are counted along all axes of an image: those of 512 x 512 are 262,144.
 */
public final class Maps {
  private final Object base;
  private final int type;
  private final long low; // of the memory that the maps lie in
  private final long span;
  private final long[] layout; // images, classes, pixels, their strides, and where the first pixel is, from `low` on
  final long images;
  final long classes;
  final long pixels;

  private Maps(Object base, int type, long length, long start, long[] sizes, long[] strides) {
    String[] names = {"n_images", "n_classes", "n_pixels"};
    long first = start;
    long last = start;
    try {
      for (int axis = 0; axis < 3; ++axis) {
        if (sizes[axis] < 1) {
          throw new ArgumentException(names[axis] + " is " + sizes[axis] + ": must be at least 1");
        }
        long reach = Math.multiplyExact(sizes[axis] - 1, strides[axis]);
        first = Math.addExact(first, Math.min(reach, 0));
        last = Math.addExact(last, Math.max(reach, 0));
      }
    } catch (ArithmeticException tooLarge) {
      last = Long.MAX_VALUE;
    }
    if (first < 0 || last >= length) {
      throw new ArgumentException(
          String.format(
              "values has %d elements: %d x %d x %d pixels from %d on with strides %d, %d and %d do not fit",
              length, sizes[0], sizes[1], sizes[2], start, strides[0], strides[1], strides[2]));
    }
    this.base = base;
    this.type = type;
    low = first;
    span = last - first + 1;
    layout = new long[] {sizes[0], sizes[1], sizes[2], strides[0], strides[1], strides[2], start - first};
    images = sizes[0];
    classes = sizes[1];
    pixels = sizes[2];
  }

  private static long[] gaplessStrides(long classes, long pixels) {
    try {
      return new long[] {Math.multiplyExact(classes, pixels), pixels, 1};
    } catch (ArithmeticException tooLarge) {
      throw new ArgumentException("n_classes is " + classes + ", n_pixels is " + pixels + ": too many");
    }
  }

  private static Maps gapless(
      Object base, int type, long length, long images, long classes, long pixels) {
    long[] sizes = {images, classes, pixels};
    return new Maps(base, type, length, 0, sizes, gaplessStrides(classes, pixels));
  }

  /**
   * Probabilities image by image, within each class by class, within each pixel by pixel.
   *
   * @param values images * classes * pixels probabilities; a direct buffer is read in place
   * @param images the number of images
   * @param classes the number of classes
   * @param pixels the number of pixels of each map
   * @return a view of them
   */
  // also: values as double[] | float[]
  public static Maps of(Values values, long images, long classes, long pixels) {
    long[] strides = gaplessStrides(classes, pixels);
    return of(values, 0, images, classes, pixels, strides[0], strides[1], strides[2]);
  }

  /**
   * Probabilities of which that of pixel p of class c in image i is at start + i * imageStride + c * classStride +
   * p * pixelStride.
   *
   * @param values the memory
   * @param start where the first pixel of the first class in the first image is
   * @param images the number of images
   * @param classes the number of classes
   * @param pixels the number of pixels of each map
   * @param imageStride from one image to the next, in values; may be negative or 0
   * @param classStride from one class to the next; 1 where classes are the last axis
   * @param pixelStride from one pixel to the next; the number of classes where they are the last axis
   * @return a view of them
   */
  public static Maps of(
      Values values,
      long start,
      long images,
      long classes,
      long pixels,
      long imageStride,
      long classStride,
      long pixelStride) {
    Objects.requireNonNull(values, "values");
    long step = values.stride;
    // Within the values, which lie within their memory.
    new Maps(
        null,
        values.type,
        values.length,
        start,
        new long[] {images, classes, pixels},
        new long[] {imageStride, classStride, pixelStride});
    return new Maps(
        values.base,
        values.type,
        Long.MAX_VALUE,
        values.start + start * step,
        new long[] {images, classes, pixels},
        new long[] {imageStride * step, classStride * step, pixelStride * step});
  }

  /**
   * Probabilities in IEEE half precision, image by image, class by class, pixel by pixel.
   *
   * @param halves the bits of images * classes * pixels numbers
   * @param images the number of images
   * @param classes the number of classes
   * @param pixels the number of pixels of each map
   * @return a view of them
   */
  public static Maps ofHalves(short[] halves, long images, long classes, long pixels) {
    return gapless(halves, Native.WALD_FLOAT16, halves.length, images, classes, pixels);
  }

  /**
   * Samples of one image, such as the masks of raters or draws of a model: sample by sample, class by class, pixel by
   * pixel. They are for {@link Metric#consensus}.
   *
   * @param cells samples * classes * pixels zeros and ones
   * @param samples the number of samples
   * @param classes the number of classes
   * @param pixels the number of pixels of each mask
   * @return a view of them
   */
  public static Maps ofSamples(byte[] cells, long samples, long classes, long pixels) {
    return gapless(cells, Native.WALD_UINT8, cells.length, samples, classes, pixels);
  }

  /** A wald_maps, as wald_java::MapsOf reads it. */
  Object[] members() {
    return new Object[] {layout, Slice.of(base, type, low, span, 1, 1, 1, false)};
  }

  // rows: overloads
  /**
   * Probabilities image by image, within each class by class, within each pixel by pixel.
   *
   * @param values images * classes * pixels probabilities; a direct buffer is read in place
   * @param images the number of images
   * @param classes the number of classes
   * @param pixels the number of pixels of each map
   * @return a view of them
   */
  public static Maps of(double[] values, long images, long classes, long pixels) {
    return of(Values.of(values), images, classes, pixels);
  }

  /**
   * Probabilities image by image, within each class by class, within each pixel by pixel.
   *
   * @param values images * classes * pixels probabilities; a direct buffer is read in place
   * @param images the number of images
   * @param classes the number of classes
   * @param pixels the number of pixels of each map
   * @return a view of them
   */
  public static Maps of(float[] values, long images, long classes, long pixels) {
    return of(Values.of(values), images, classes, pixels);
  }
  // end of rows

  @Override
  public String toString() {
    return "Maps(" + images + " images of " + classes + " classes and " + pixels + " pixels)";
  }
}
