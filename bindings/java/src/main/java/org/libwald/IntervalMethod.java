// Written by bindings/generate from the rows of the core: do not edit.
package org.libwald;

/** How the limits of a {@link Comparison} were found. */
public enum IntervalMethod {
  /** Student's t on the differences of rows or groups: instance averages. */
  T(0, "t"),
  /**
   * The bootstrap of rows or groups, corrected for bias and acceleration (BCa) and widened for few of them: macro and
   * micro averages.
   */
  BCA(1, "bca");

  final int value;
  private final String word;

  IntervalMethod(int value, String word) {
    this.value = value;
    this.word = word;
  }

  static IntervalMethod of(int value) {
    for (IntervalMethod one : values()) {
      if (one.value == value) {
        return one;
      }
    }
    throw new IllegalArgumentException("no IntervalMethod has the number " + value);
  }

  /**
   * The word by which the library and every language know it.
   *
   * @return {@code "t"}, ...
   */
  @Override
  public String toString() {
    return word;
  }
}
