package org.libwald;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;

/**
 * Predictions or truth for a table: zeros and ones, as a view of a {@code byte[]}, a {@code boolean[]} or a buffer of
 * bytes, in any order and with any strides. Nothing is copied to make one, except for a read-only buffer that is not
 * direct.
 */
public final class Mask {
  /** The cells of an instance that was left undecided; see {@link DecisionOptions.Builder#abstain}. */
  public static final byte UNDECIDED = Native.WALD_UNDECIDED;

  /** Among the labels that a {@link Sample} is fed: of a row that is not rated. */
  public static final byte NOT_RATED = Native.WALD_NOT_RATED;

  final Object base;
  final long start;
  final long rows;
  final long labels;
  final long rowStride;
  final long labelStride;
  private Slice read; // of the last calls, so that calls stop allocating
  private Slice written;

  private Mask(Object base, long start, long rows, long labels, long rowStride, long labelStride) {
    this.base = base;
    this.start = start;
    this.rows = rows;
    this.labels = labels;
    this.rowStride = rowStride;
    this.labelStride = labelStride;
  }

  private static Mask of(Object base, int capacity, long start, long rows, long labels, long rowStride, long stride) {
    Slice.check("cells", capacity, start, rows, labels, rowStride, stride);
    return new Mask(base, start, rows, labels, rowStride, stride);
  }

  /**
   * One row.
   *
   * @param cells 0, 1, or {@link #UNDECIDED} where that is allowed; not copied
   * @return a view of them
   */
  // also: cells as byte... | boolean...
  private static Mask of(Object cells) {
    return of(cells, 1, Array.getLength(cells));
  }

  /**
   * A mask in a flat array, row after row.
   *
   * @param cells rows * labels cells, not copied
   * @param rows the number of rows
   * @param labels the number of labels
   * @return a view of them
   */
  // also: cells as byte[] | boolean[]
  private static Mask of(Object cells, long rows, long labels) {
    return of(cells, Array.getLength(cells), 0, rows, labels, labels, 1);
  }

  /**
   * A mask in an array, with strides: cell (i, j) is at start + i * rowStride + j * labelStride.
   *
   * @param cells the memory, not copied
   * @param start where cell (0, 0) is
   * @param rows the number of rows
   * @param labels the number of labels
   * @param rowStride from one row to the next; may be negative or 0
   * @param labelStride from one label to the next; may be negative or 0
   * @return a view of them
   */
  public static Mask of(byte[] cells, long start, long rows, long labels, long rowStride, long labelStride) {
    return of(cells, cells.length, start, rows, labels, rowStride, labelStride);
  }

  /**
   * A mask in a buffer, row after row from its position on.
   *
   * @param cells the buffer; a direct one is used in place
   * @param rows the number of rows
   * @param labels the number of labels
   * @return a view of it
   */
  public static Mask of(ByteBuffer cells, long rows, long labels) {
    if (cells.isDirect()) {
      return of(cells, cells.limit(), cells.position(), rows, labels, labels, 1);
    }
    if (cells.hasArray()) {
      byte[] array = cells.array();
      long start = (long) cells.arrayOffset() + cells.position();
      return of(array, array.length, start, rows, labels, labels, 1);
    }
    byte[] copy = new byte[cells.remaining()];
    cells.duplicate().get(copy);
    return of(copy, rows, labels);
  }

  /**
   * A copy of rows.
   *
   * @param rows rows of equal length
   * @return a mask of its own memory
   */
  // also: rows as byte[][] | boolean[][]: (Object[]) rows
  private static Mask of(Object[] rows) {
    return of(Slice.joined(rows), rows.length, rows.length == 0 ? 0 : Array.getLength(rows[0]));
  }

  /**
   * One row, from whole numbers.
   *
   * @param cells 0, 1, or {@link #UNDECIDED} where that is allowed
   * @return a mask of its own memory
   */
  public static Mask of(int... cells) {
    return of(new int[][] {cells});
  }

  /**
   * A copy of rows of whole numbers.
   *
   * @param rows rows of equal length: 0, 1, or {@link #UNDECIDED} where that is allowed
   * @return a mask of its own memory
   */
  public static Mask of(int[][] rows) {
    int[] cells = (int[]) Slice.joined(rows);
    byte[] bytes = new byte[cells.length];
    for (int i = 0; i < cells.length; ++i) {
      if (cells[i] < 0 || cells[i] > 2) {
        throw new ArgumentException("cells[" + i + "] is " + cells[i] + ": must be 0, 1 or 2");
      }
      bytes[i] = (byte) cells[i];
    }
    return of(bytes, rows.length, rows.length == 0 ? 0 : rows[0].length);
  }

  /**
   * The number of instances.
   *
   * @return the number of rows
   */
  public long rows() {
    return rows;
  }

  /**
   * The number of labels.
   *
   * @return the number of columns
   */
  public long labels() {
    return labels;
  }

  /**
   * A cell.
   *
   * @param row from 0 to {@code rows() - 1}
   * @param label from 0 to {@code labels() - 1}
   * @return 0, 1 or {@link #UNDECIDED}
   */
  public byte get(long row, long label) {
    int at =
        (int)
            (start
                + Objects.checkIndex(row, rows) * rowStride
                + Objects.checkIndex(label, labels) * labelStride);
    if (base instanceof byte[] bytes) {
      return bytes[at];
    }
    return base instanceof ByteBuffer buffer ? buffer.get(at) : (byte) (((boolean[]) base)[at] ? 1 : 0);
  }

  /**
   * A row.
   *
   * @param row from 0 to {@code rows() - 1}
   * @return a copy of its cells
   */
  public byte[] row(long row) {
    byte[] cells = new byte[Math.toIntExact(labels)];
    if (base instanceof byte[] bytes && labelStride == 1) {
      long from = start + Objects.checkIndex(row, rows) * rowStride;
      System.arraycopy(bytes, (int) from, cells, 0, cells.length);
      return cells;
    }
    for (int j = 0; j < cells.length; ++j) {
      cells[j] = get(row, j);
    }
    return cells;
  }

  /**
   * Rows and columns exchanged.
   *
   * @return a view of the same memory
   */
  public Mask transpose() {
    return new Mask(base, start, labels, rows, labelStride, rowStride);
  }

  /**
   * All cells.
   *
   * @return a copy, as rows
   */
  public byte[][] toArray() {
    byte[][] all = new byte[Math.toIntExact(rows)][];
    for (int i = 0; i < all.length; ++i) {
      all[i] = row(i);
    }
    return all;
  }

  Slice slice(boolean brief) {
    Slice last = read;
    return last != null && last.isBrief() == brief ? last : (read = newSlice(brief));
  }

  /** To be filled. */
  Slice writtenSlice(boolean brief) {
    Slice last = written;
    return last != null && last.isBrief() == brief ? last : (written = newSlice(brief).written());
  }

  private Slice newSlice(boolean brief) {
    return Slice.of(base, Native.WALD_UINT8, start, rows, labels, rowStride, labelStride, brief);
  }

  /** One cell per label, as a vector. */
  static Slice vector(byte[] cells) {
    return Slice.of(cells, Native.WALD_UINT8, 0, cells.length, 1, 1, 1, false);
  }

  /** Throws if native code would write to what cannot be written. */
  void checkWritable() {
    if (base instanceof ByteBuffer buffer && buffer.isReadOnly()) {
      throw new java.nio.ReadOnlyBufferException();
    }
  }

  /** Throws if a cell cannot hold more than 0 and 1. */
  void checkHoldsUndecided() {
    if (base instanceof boolean[]) {
      throw new ArgumentException("mask is a boolean[]: a cell may be 2 (undecided), so it must be bytes");
    }
  }

  /** As a column of that many rows, which a mask of one row may stand for. */
  Mask asColumn(String what, long wanted) {
    Mask column = labels == 1 ? this : transpose();
    if (column.labels != 1 || column.rows != wanted) {
      throw new ArgumentException(
          what + " has shape (" + rows + ", " + labels + "): must have " + wanted + " cells in one row or one column");
    }
    return column;
  }

  // rows: overloads
  /**
   * One row.
   *
   * @param cells 0, 1, or {@link #UNDECIDED} where that is allowed; not copied
   * @return a view of them
   */
  public static Mask of(byte... cells) {
    return of((Object) cells);
  }

  /**
   * One row.
   *
   * @param cells 0, 1, or {@link #UNDECIDED} where that is allowed; not copied
   * @return a view of them
   */
  public static Mask of(boolean... cells) {
    return of((Object) cells);
  }

  /**
   * A mask in a flat array, row after row.
   *
   * @param cells rows * labels cells, not copied
   * @param rows the number of rows
   * @param labels the number of labels
   * @return a view of them
   */
  public static Mask of(byte[] cells, long rows, long labels) {
    return of((Object) cells, rows, labels);
  }

  /**
   * A mask in a flat array, row after row.
   *
   * @param cells rows * labels cells, not copied
   * @param rows the number of rows
   * @param labels the number of labels
   * @return a view of them
   */
  public static Mask of(boolean[] cells, long rows, long labels) {
    return of((Object) cells, rows, labels);
  }

  /**
   * A copy of rows.
   *
   * @param rows rows of equal length
   * @return a mask of its own memory
   */
  public static Mask of(byte[][] rows) {
    return of((Object[]) rows);
  }

  /**
   * A copy of rows.
   *
   * @param rows rows of equal length
   * @return a mask of its own memory
   */
  public static Mask of(boolean[][] rows) {
    return of((Object[]) rows);
  }
  // end of rows

  @Override
  public boolean equals(Object other) {
    return other instanceof Mask mask
        && rows == mask.rows
        && labels == mask.labels
        && Arrays.deepEquals(toArray(), mask.toArray());
  }

  @Override
  public int hashCode() {
    return Arrays.deepHashCode(toArray());
  }

  @Override
  public String toString() {
    return "Mask(" + rows + " x " + labels + ")";
  }
}
