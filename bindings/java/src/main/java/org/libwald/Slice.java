package org.libwald;

import java.lang.reflect.Array;
import java.nio.Buffer;
import java.util.Arrays;
import java.util.Objects;

/**
 * A view of the elements of a primitive array or of a direct buffer, as native code takes it for a wald_array. It
 * trusts what stands here: whoever makes a slice has checked that all of its cells lie within the array.
 */
final class Slice {
  private static final int DIRECT = 0x100;
  private static final int BRIEF = 0x200;
  private static final int WRITTEN = 0x400;

  /** A primitive array, a direct buffer, or null for none. */
  final Object base;

  /** Type and flags, rows, columns, row stride, column stride, and where the first cell is: read at once in C. */
  final long[] layout;

  private Slice(Object base, long... layout) {
    this.base = base;
    this.layout = layout;
  }

  /**
   * The cells start + i * rowStride + j * columnStride. A call that is brief, and calls nothing back, may hold an array
   * in place; a direct buffer always is.
   */
  static Slice of(
      Object base, int type, long start, long rows, long columns, long rowStride, long columnStride, boolean brief) {
    long flags = (base instanceof Buffer ? DIRECT : 0) | (brief ? BRIEF : 0);
    return new Slice(base, type | flags, rows, columns, rowStride, columnStride, start);
  }

  /** The cells of a whole array, as a vector. */
  static Slice of(int[] array, boolean brief) {
    return of(array, Native.WALD_INT32, 0, array.length, 1, 1, 1, brief);
  }

  /** The cells of a whole array, as a vector; null for null. */
  static Slice of(long[] array, boolean brief) {
    return array == null ? null : of(array, Native.WALD_INT64, 0, array.length, 1, 1, 1, brief);
  }

  /** No cells, which takes back what was set. */
  static final Slice NONE = of((Object) null, Native.WALD_FLOAT64, 0, 0, 1, 1, 1, true);

  /** Itself, whose cells are to be filled: before another call can see it. */
  Slice written() {
    layout[0] |= WRITTEN;
    return this;
  }

  boolean isBrief() {
    return (layout[0] & BRIEF) != 0;
  }

  /** Rows of equal length, as one array of their type. */
  static Object joined(Object[] rows) {
    int width = rows.length == 0 ? 0 : Array.getLength(rows[0]);
    Class<?> element = rows.getClass().getComponentType().getComponentType();
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

  /** The type of the numbers of an array of double or float, which must not be null. */
  static int typeOf(Object array, String what) {
    return Objects.requireNonNull(array, what) instanceof float[] ? Native.WALD_FLOAT32 : Native.WALD_FLOAT64;
  }

  /** The length of such an array. */
  static int lengthOf(Object array) {
    return array instanceof double[] doubles ? doubles.length : ((float[]) array).length;
  }

  /** Which numbers are not 0. */
  static boolean[] truths(double[] numbers) {
    boolean[] truths = new boolean[numbers.length];
    for (int i = 0; i < numbers.length; ++i) {
      truths[i] = numbers[i] != 0;
    }
    return truths;
  }

  /** Whole numbers. */
  static int[] wholes(double[] numbers) {
    int[] wholes = new int[numbers.length];
    for (int i = 0; i < numbers.length; ++i) {
      wholes[i] = (int) numbers[i];
    }
    return wholes;
  }

  /** The rows of a flat array. */
  static double[][] rows(double[] flat, int count, int width) {
    double[][] rows = new double[count][];
    for (int i = 0; i < count; ++i) {
      rows[i] = Arrays.copyOfRange(flat, i * width, (i + 1) * width);
    }
    return rows;
  }

  /** Throws if two tables differ in shape. */
  static void checkShape(String name, long rows, long labels, String other, long itsRows, long itsLabels) {
    if (rows != itsRows || labels != itsLabels) {
      throw new ArgumentException(
          name + " has shape (" + rows + ", " + labels + "), " + other + " has shape (" + itsRows + ", " + itsLabels
              + "): they must have the same shape");
    }
  }

  /** Throws if an array has not as many elements as it must have. */
  static void checkLength(String what, long length, long wanted) {
    if (length != wanted) {
      throw new ArgumentException(what + " has " + length + " elements: must have " + wanted);
    }
  }

  /** Throws if a cell of a table lies outside of its memory. */
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
