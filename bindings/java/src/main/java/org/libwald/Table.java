package org.libwald;

import java.util.Objects;

/**
 * Probabilities of labels (columns) for instances (rows), or scores, or features: a view of {@link Values}, in any
 * order and with any strides. A transpose or a part of a larger table costs nothing.
 */
public final class Table implements Rows {
  final Values values;
  final long start;
  final long rows;
  final long labels;
  final long rowStride;
  final long labelStride;
  private Slice kept; // of the last call, so that calls stop allocating

  private Table(Values values, long start, long rows, long labels, long rowStride, long labelStride) {
    this.values = values;
    this.start = start;
    this.rows = rows;
    this.labels = labels;
    this.rowStride = rowStride;
    this.labelStride = labelStride;
  }

  /**
   * A table in flat memory, row after row.
   *
   * @param values rows * labels numbers
   * @param rows the number of rows
   * @param labels the number of labels
   * @return a view of them
   */
  // also: values as double[] | float[]
  public static Table of(Values values, long rows, long labels) {
    return of(values, 0, rows, labels, labels, 1);
  }

  /**
   * A table whose cell (i, j) is the value at start + i * rowStride + j * labelStride.
   *
   * @param values the memory
   * @param start where cell (0, 0) is
   * @param rows the number of rows
   * @param labels the number of labels
   * @param rowStride from one row to the next, in values; may be negative or 0
   * @param labelStride from one label to the next, in values; may be negative or 0
   * @return a view of them
   */
  public static Table of(
      Values values, long start, long rows, long labels, long rowStride, long labelStride) {
    Objects.requireNonNull(values, "values");
    Slice.check("values", values.length, start, rows, labels, rowStride, labelStride);
    return new Table(values, start, rows, labels, rowStride, labelStride);
  }

  /**
   * A copy of rows.
   *
   * @param rows rows of equal length
   * @return a table of its own memory
   */
  public static Table of(double[][] rows) {
    int labels = rows.length == 0 ? 0 : rows[0].length;
    return of((double[]) Slice.joined(rows), rows.length, labels);
  }

  /**
   * Rows and columns exchanged.
   *
   * @return a view of the same memory
   */
  public Table transpose() {
    return new Table(values, start, labels, rows, labelStride, rowStride);
  }

  /**
   * The number of instances.
   *
   * @return the number of rows
   */
  @Override
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
   * @return its value
   */
  public double get(long row, long label) {
    return values.get(
        start + Objects.checkIndex(row, rows) * rowStride + Objects.checkIndex(label, labels) * labelStride);
  }

  /**
   * All cells.
   *
   * @return a copy, as rows
   */
  public double[][] toArray() {
    double[][] all = new double[Math.toIntExact(rows)][Math.toIntExact(labels)];
    for (int i = 0; i < all.length; ++i) {
      for (int j = 0; j < all[i].length; ++j) {
        all[i][j] = get(i, j);
      }
    }
    return all;
  }

  /** One of its columns. */
  Table column(long label) {
    return new Table(values, start + label * labelStride, rows, 1, rowStride, 1);
  }

  /** A pass over its cells is over in milliseconds, so that an array may be held in place. */
  boolean isSmall() {
    return (double) rows * labels <= 1 << 20;
  }

  /** Strides count elements of the memory, where those of a table count values that may have a stride themselves. */
  Slice slice(boolean brief) {
    Slice last = kept;
    return last != null && last.isBrief() == brief ? last : (kept = newSlice(brief));
  }

  private Slice newSlice(boolean brief) {
    long step = values.stride;
    return Slice.of(
        values.base,
        values.type,
        values.start + start * step,
        rows,
        labels,
        rowStride * step,
        labelStride * step,
        brief);
  }

  // rows: overloads
  /**
   * A table in flat memory, row after row.
   *
   * @param values rows * labels numbers
   * @param rows the number of rows
   * @param labels the number of labels
   * @return a view of them
   */
  public static Table of(double[] values, long rows, long labels) {
    return of(Values.of(values), rows, labels);
  }

  /**
   * A table in flat memory, row after row.
   *
   * @param values rows * labels numbers
   * @param rows the number of rows
   * @param labels the number of labels
   * @return a view of them
   */
  public static Table of(float[] values, long rows, long labels) {
    return of(Values.of(values), rows, labels);
  }
  // end of rows

  @Override
  public String toString() {
    return "Table(" + rows + " x " + labels + ")";
  }
}
