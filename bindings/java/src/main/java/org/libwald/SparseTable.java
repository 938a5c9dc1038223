package org.libwald;

import java.util.Objects;

/**
 * Probabilities in compressed rows (CSR): row r holds values[e] at the columns indices[e] for e from indptr[r] to
 * indptr[r+1] - 1, each column at most once, in any order. An absent probability is 0. Nothing is copied to make one.
 */
public final class SparseTable implements Rows {
  final SparseMask places;
  final Values values;
  final long labels;

  private SparseTable(SparseMask places, Values values, long labels) {
    this.places = places;
    this.values = values;
    this.labels = labels;
    if (values.stride != 1) {
      throw new ArgumentException("values have the stride " + values.stride + ": must be 1");
    }
    places.checkWithin(values.length, "values");
  }

  /**
   * Rows with indices of 32 bits.
   *
   * @param indptr where the rows begin, rows + 1 numbers
   * @param indices the columns
   * @param values the probabilities at these columns
   * @param labels the number of columns
   * @return a view of them
   */
  public static SparseTable of(int[] indptr, int[] indices, Values values, long labels) {
    return new SparseTable(SparseMask.of(indptr, indices), Objects.requireNonNull(values, "values"), labels);
  }

  /**
   * Rows with indices of 64 bits.
   *
   * @param indptr where the rows begin, rows + 1 numbers
   * @param indices the columns
   * @param values the probabilities at these columns
   * @param labels the number of columns
   * @return a view of them
   */
  public static SparseTable of(long[] indptr, long[] indices, Values values, long labels) {
    return new SparseTable(SparseMask.of(indptr, indices), Objects.requireNonNull(values, "values"), labels);
  }

  /**
   * The number of instances.
   *
   * @return the number of rows
   */
  @Override
  public long rows() {
    return places.rows();
  }

  /**
   * The number of labels.
   *
   * @return the number of columns
   */
  public long labels() {
    return labels;
  }

  SparseSlice slice(boolean brief) {
    return places.slice(values.vector(brief), labels, brief);
  }

  @Override
  public String toString() {
    return "SparseTable(" + rows() + " x " + labels + ")";
  }
}
