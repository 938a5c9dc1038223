package org.libwald;

/** A table in compressed rows, as native code takes it for a wald_sparse, and trusts it. */
final class SparseSlice {
  final Slice starts;
  final Slice indices;

  /** Null where each value is 1. */
  final Slice values;

  final long columns;

  SparseSlice(Slice starts, Slice indices, Slice values, long columns) {
    this.starts = starts;
    this.indices = indices;
    this.values = values;
    this.columns = columns;
  }
}
