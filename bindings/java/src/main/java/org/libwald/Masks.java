package org.libwald;

import java.util.Arrays;
import java.util.Objects;

/**
 * The optimal masks of images, and what is known of each: {@link Metric#masks}. Facts are of each image and class:
 * number i * classes + c is of class c in image i. Where all images are one problem (average micro), or samples are of
 * one image, there is one for each class. Immutable, and holds no native memory.
 */
public final class Masks {
  private final long images;
  private final int classes;
  private final int pixels;
  private final byte[] cells; // of overlapping classes and of samples, else null
  private final int[] labels; // of exclusive classes, else null
  private final double[] expected;
  private final double[] bound;
  private final double[] threshold;
  private final double[] k;
  private final String warning;

  /** Keeps the arrays. */
  Masks(long decision, long images, long classes, long pixels, byte[] cells, int[] labels) {
    this.images = images;
    this.classes = Math.toIntExact(classes);
    this.pixels = Math.toIntExact(pixels);
    this.cells = cells;
    this.labels = labels;
    double[] answers = new double[1];
    Native.wald_number(decision, Native.WALD_DECISION_N_ANSWERS, 0, answers);
    int count = (int) answers[0];
    expected = fact(decision, Native.WALD_DECISION_EXPECTED, count);
    bound = fact(decision, Native.WALD_DECISION_BOUND, count);
    threshold = fact(decision, Native.WALD_DECISION_THRESHOLD, count);
    k = fact(decision, Native.WALD_DECISION_K, count);
    double[] warned = fact(decision, Native.WALD_DECISION_WARNED, count);
    int first = 0;
    while (first < count && warned[first] == 0) {
      ++first;
    }
    long[] text = new long[1];
    if (first < count) {
      Native.wald_text(decision, Native.WALD_DECISION_WARNING, first, text);
    }
    warning = first < count ? Texts.fixed(text[0]) : "";
  }

  private static double[] fact(long decision, int fact, int count) {
    double[] each = new double[count];
    Native.answer_numbers(decision, fact, each);
    return each;
  }

  /**
   * The number of images; 1 of samples.
   *
   * @return the number of rows of masks
   */
  public long images() {
    return images;
  }

  /**
   * The number of classes.
   *
   * @return at least 1
   */
  public int classes() {
    return classes;
  }

  /**
   * The number of pixels of each mask.
   *
   * @return at least 1
   */
  public int pixels() {
    return pixels;
  }

  /**
   * The mask of a class in an image: 1 for its pixels, else 0.
   *
   * @param image from 0 to {@code images() - 1}
   * @param ofClass from 0 to {@code classes() - 1}
   * @return a copy, pixel by pixel
   */
  public byte[] mask(long image, int ofClass) {
    Objects.checkIndex(image, images);
    Objects.checkIndex(ofClass, classes);
    if (labels == null) {
      int begin = Math.toIntExact((image * classes + ofClass) * pixels);
      return Arrays.copyOfRange(cells, begin, begin + pixels);
    }
    byte[] mask = new byte[pixels];
    int begin = Math.toIntExact(image * pixels);
    for (int p = 0; p < pixels; ++p) {
      mask[p] = (byte) (labels[begin + p] == ofClass ? 1 : 0);
    }
    return mask;
  }

  /**
   * The class of each pixel of an image, of exclusive classes.
   *
   * @param image from 0 to {@code images() - 1}
   * @return a copy, pixel by pixel; -1 for a pixel of no class
   */
  public int[] labels(long image) {
    Objects.checkIndex(image, images);
    if (labels == null) {
      throw new ArgumentException("labels are of exclusive classes (kind categorical): these classes overlap");
    }
    int begin = Math.toIntExact(image * pixels);
    return Arrays.copyOfRange(labels, begin, begin + pixels);
  }

  /**
   * The expected utility of each mask.
   *
   * @return a copy
   */
  public double[] expected() {
    return expected.clone();
  }

  /**
   * Of each mask, a proved upper limit on how far its expected utility is below the greatest; of exclusive classes, how
   * far the mean over the classes of an image is.
   *
   * @return a copy
   */
  public double[] bound() {
    return bound.clone();
  }

  /**
   * Of each mask, the smallest probability of its pixels: a cut at it gives the mask, ties apart. Infinite for an empty
   * mask; NaN of exclusive classes and of samples, where no cut gives the mask.
   *
   * @return a copy
   */
  public double[] threshold() {
    return threshold.clone();
  }

  /**
   * The number of pixels of each mask.
   *
   * @return a copy
   */
  public long[] k() {
    return Arrays.stream(k).mapToLong(one -> (long) one).toArray();
  }

  /**
   * Which masks are empty: no pixel is best.
   *
   * @return one per mask
   */
  public boolean[] empty() {
    boolean[] empty = new boolean[k.length];
    for (int i = 0; i < empty.length; ++i) {
      empty[i] = k[i] == 0;
    }
    return empty;
  }

  /**
   * What the caller should know: the first warning of a mask.
   *
   * @return a sentence; {@code ""} where there is nothing
   */
  public String warning() {
    return warning;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Masks masks
        && images == masks.images
        && classes == masks.classes
        && pixels == masks.pixels
        && Arrays.equals(cells, masks.cells)
        && Arrays.equals(labels, masks.labels)
        && Arrays.equals(expected, masks.expected)
        && Arrays.equals(bound, masks.bound)
        && Arrays.equals(threshold, masks.threshold)
        && Arrays.equals(k, masks.k)
        && warning.equals(masks.warning);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * Arrays.hashCode(cells) + Arrays.hashCode(labels)) + Arrays.hashCode(expected);
  }

  @Override
  public String toString() {
    return String.format(
        java.util.Locale.ROOT,
        "Masks(%d images, %d classes, %d pixels, mean expected %.6g)",
        images,
        classes,
        pixels,
        Arrays.stream(expected).average().orElse(Double.NaN));
  }
}
