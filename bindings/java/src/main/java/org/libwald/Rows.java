package org.libwald;

/**
 * Rows of features, as a {@link Learner} takes them: a {@link Table} with a row a row and a column a feature, a {@link
 * SparseTable}, or a {@link Dataset}. Features are finite, at most 1e100 in size.
 */
public sealed interface Rows permits Table, SparseTable, Dataset {
  /**
   * How many there are.
   *
   * @return the number of rows
   */
  long rows();
}
