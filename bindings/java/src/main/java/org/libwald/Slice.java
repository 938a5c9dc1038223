package org.libwald;

import java.lang.reflect.Array;
import java.util.Arrays;

/**
 * Elements of a primitive array or of a direct buffer, as native code takes them. It trusts these fields: whoever makes
 * a slice has checked that all elements that will be used lie within the array.
 */
final class Slice {
  /** A primitive array, a direct buffer, or null for none. */
  final Object base;

  final boolean direct;

  /** WALD_FLOAT64 or WALD_FLOAT32, WALD_INT64 or WALD_INT32. */
  final int type;

  /** Of an element, in bytes. */
  final int size;

  /** The first element of C's array; others may lie before it where a stride is negative. */
  final long start;

  /** The part of the array that is used, `count` elements from `low` on. */
  final long low;

  final long count;

  /** The call is short and calls nothing back, so that an array may be held in place. */
  final boolean brief;

  private Slice(
      Object base, boolean direct, int type, int size, long start, long low, long count, boolean brief) {
    this.base = base;
    this.direct = direct;
    this.type = type;
    this.size = size;
    this.start = start;
    this.low = low;
    this.count = count;
    this.brief = brief;
  }

  /** The cells start + i * rowStride + j * labelStride, of an array of `length` elements. */
  static Slice of(
      Object base,
      boolean direct,
      int type,
      int size,
      long length,
      long start,
      long rows,
      long labels,
      long rowStride,
      long labelStride,
      boolean brief) {
    if (rows == 0 || labels == 0) {
      return new Slice(base, direct, type, size, 0, 0, 0, brief);
    }
    long byRow = (rows - 1) * rowStride;
    long byLabel = (labels - 1) * labelStride;
    long low = start + Math.min(byRow, 0) + Math.min(byLabel, 0);
    long high = start + Math.max(byRow, 0) + Math.max(byLabel, 0);
    assert low >= 0 && high < length;
    return new Slice(base, direct, type, size, start, low, high - low + 1, brief);
  }

  /** A whole array of indices. */
  static Slice of(Object array, int type, int size, long length, boolean brief) {
    return new Slice(array, false, type, size, 0, 0, length, brief);
  }

  /** Rows of equal length, as one array of their type. */
  static Object joined(Object[] rows, Class<?> element) {
    int width = rows.length == 0 ? 0 : Array.getLength(rows[0]);
    Object flat = Array.newInstance(element, Math.multiplyExact(rows.length, width));
    for (int i = 0; i < rows.length; ++i) {
      if (Array.getLength(rows[i]) != width) {
        throw new ArgumentException(
            "rows[" + i + "] has " + Array.getLength(rows[i]) + " elements: rows[0] has " + width);
      }
      System.arraycopy(rows[i], 0, flat, i * width, width);
    }
    return flat;
  }

  /** The rows of a flat array. */
  static double[][] rows(double[] flat, int count, int width) {
    double[][] rows = new double[count][];
    for (int i = 0; i < count; ++i) {
      rows[i] = Arrays.copyOfRange(flat, i * width, (i + 1) * width);
    }
    return rows;
  }

  /** Throws where two tables differ in shape. */
  static void checkShape(String name, long rows, long labels, String other, long itsRows, long itsLabels) {
    if (rows != itsRows || labels != itsLabels) {
      throw new ArgumentException(
          name + " has shape (" + rows + ", " + labels + "), " + other + " has shape (" + itsRows + ", " + itsLabels
              + "): they must have the same shape");
    }
  }

  /** Throws where an array has not as many elements as it must have. */
  static void checkLength(String what, long length, long wanted) {
    if (length != wanted) {
      throw new ArgumentException(what + " has " + length + " elements: must have " + wanted);
    }
  }

  /** Throws where a cell of a table lies outside of its memory. */
  static void check(
      String what, long length, long start, long rows, long labels, long rowStride, long labelStride) {
    if (rows < 0) {
      throw new ArgumentException("n_rows is " + rows + ": must be at least 0");
    }
    if (labels < 0) {
      throw new ArgumentException("n_labels is " + labels + ": must be at least 0");
    }
    if (rows == 0 || labels == 0) {
      return;
    }
    try {
      long byRow = Math.multiplyExact(rows - 1, rowStride);
      long byLabel = Math.multiplyExact(labels - 1, labelStride);
      long low = Math.addExact(start, Math.addExact(Math.min(byRow, 0), Math.min(byLabel, 0)));
      long high = Math.addExact(start, Math.addExact(Math.max(byRow, 0), Math.max(byLabel, 0)));
      if (low >= 0 && high < length) {
        return;
      }
    } catch (ArithmeticException tooLarge) {
      // as below
    }
    throw new ArgumentException(
        String.format(
            "%s has %d elements: %d x %d cells from %d on with strides %d and %d do not fit",
            what, length, rows, labels, start, rowStride, labelStride));
  }
}
