package org.libwald;

/** Over what a table of instances (rows) by labels (columns) is decided and averaged. */
public enum Average {
  /** Each row is a problem of its own: an answer a row. */
  INSTANCE(Native.WALD_INSTANCE),
  /** Each column is a problem of its own: an answer a label. */
  MACRO(Native.WALD_MACRO),
  /** The table is one problem of all its cells: one answer. */
  MICRO(Native.WALD_MICRO);

  final int value;

  Average(int value) {
    this.value = value;
  }

  long answers(long rows, long labels) {
    return this == INSTANCE ? rows : this == MACRO ? labels : 1;
  }

  long items(long rows, long labels) {
    return this == INSTANCE ? labels : this == MACRO ? rows : rows * labels;
  }
}
