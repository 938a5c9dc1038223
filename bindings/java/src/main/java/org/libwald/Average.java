package org.libwald;

/** Over what a table of instances (rows) by labels (columns) is decided and averaged. */
public enum Average {
  // rows: name average
  /** Each row is a problem of its own (N answers). */
  INSTANCE(0, "instance"),
  /** Each column is a problem of its own (m answers). */
  MACRO(1, "macro"),
  /** The table is one problem of N*m items (1 answer). */
  MICRO(2, "micro");

  final int value;
  private final String word;

  Average(int value, String word) {
    this.value = value;
    this.word = word;
  }

  static Average of(int value) {
    for (Average one : values()) {
      if (one.value == value) {
        return one;
      }
    }
    throw new IllegalArgumentException("no Average has the number " + value);
  }

  /**
   * The word by which the library and every language know it.
   *
   * @return {@code "instance"}, ...
   */
  @Override
  public String toString() {
    return word;
  }
  // end of rows

  long answers(long rows, long labels) {
    return this == INSTANCE ? rows : this == MACRO ? labels : 1;
  }

  long items(long rows, long labels) {
    return this == INSTANCE ? labels : this == MACRO ? rows : rows * labels;
  }
}
