package org.libwald;

import java.util.Objects;

/**
 * Zeros and ones in compressed rows (CSR): row r has its ones at the columns indices[e] for e from indptr[r] to
 * indptr[r+1] - 1, each column at most once.
 */
public final class SparseMask {
  private final Object indptr;
  private final Object indices;
  private final int starts;
  private final int ones;

  private SparseMask(Object indptr, Object indices, int starts, int ones) {
    this.indptr = indptr;
    this.indices = indices;
    this.starts = starts;
    this.ones = ones;
    if (starts == 0) {
      throw new ArgumentException("indptr has 0 elements: must have n_rows + 1");
    }
    checkWithin(ones, "indices");
  }

  /**
   * Rows with indices of 32 bits.
   *
   * @param indptr where the rows begin, rows + 1 numbers; not copied
   * @param indices the columns; in any order where they are given to the library, ascending where they come from it
   * @return a view of them
   */
  public static SparseMask of(int[] indptr, int[] indices) {
    return new SparseMask(indptr, indices, indptr.length, indices.length);
  }

  /**
   * Rows with indices of 64 bits.
   *
   * @param indptr where the rows begin, rows + 1 numbers; not copied
   * @param indices the columns; in any order where they are given to the library, ascending where they come from it
   * @return a view of them
   */
  public static SparseMask of(long[] indptr, long[] indices) {
    return new SparseMask(indptr, indices, indptr.length, indices.length);
  }

  /** Native code, which knows no length, must not read beyond an array. The rest of the form it checks itself. */
  void checkWithin(long length, String what) {
    for (int r = 0; r < starts; ++r) {
      if (start(r) > length) {
        throw new ArgumentException(
            "indptr[" + r + "] is " + start(r) + ": " + what + " has " + length + " elements");
      }
    }
  }

  private long start(int row) {
    return indptr instanceof int[] ints ? ints[row] : ((long[]) indptr)[row];
  }

  /**
   * The number of rows.
   *
   * @return the number of rows
   */
  public long rows() {
    return starts - 1L;
  }

  /**
   * The columns of the ones of a row.
   *
   * @param row from 0 to {@code rows() - 1}
   * @return a copy of them
   */
  public int[] row(int row) {
    Objects.checkIndex(row, starts - 1);
    int from = Math.toIntExact(start(row));
    int[] found = new int[Math.toIntExact(start(row + 1)) - from];
    for (int i = 0; i < found.length; ++i) {
      found[i] = indices instanceof int[] ints ? ints[from + i] : Math.toIntExact(((long[]) indices)[from + i]);
    }
    return found;
  }

  /** With values at its places, or null if each is 1. */
  SparseSlice slice(Slice values, long columns, boolean brief) {
    return indptr instanceof int[] ints
        ? new SparseSlice(Slice.of(ints, brief), Slice.of((int[]) indices, brief), values, columns)
        : new SparseSlice(Slice.of((long[]) indptr, brief), Slice.of((long[]) indices, brief), values, columns);
  }

  @Override
  public String toString() {
    return "SparseMask(" + rows() + " rows, " + ones + " ones)";
  }
}
