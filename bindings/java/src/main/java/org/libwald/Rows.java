package org.libwald;

/**
 * Rows of features, as a {@link Learner} takes them: a {@link Table} of rows by features, a {@link SparseTable},
 * {@link Columns} with names, or a {@link Dataset}. Features are at most 1e100 in size; NaN is missing.
 */
public sealed interface Rows permits Table, SparseTable, Columns, Dataset {
  /**
   * How many there are.
   *
   * @return the number of rows
   */
  long rows();
}
