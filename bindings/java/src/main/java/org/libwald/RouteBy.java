// Written by bindings/generate from the rows of the core: do not edit.
package org.libwald;

/** Which rows have thresholds of their own in a {@link Route}. */
public enum RouteBy {
  /** All rows have the same thresholds. */
  NONE(0, "none"),
  /** Each class of the first answer has its own. */
  CLASS(1, "class"),
  /** Each segment has its own. */
  SEGMENT(2, "segment");

  final int value;
  private final String word;

  RouteBy(int value, String word) {
    this.value = value;
    this.word = word;
  }

  static RouteBy of(int value) {
    for (RouteBy one : values()) {
      if (one.value == value) {
        return one;
      }
    }
    throw new IllegalArgumentException("no RouteBy has the number " + value);
  }

  /**
   * The word by which the library and every language know it.
   *
   * @return {@code "none"}, ...
   */
  @Override
  public String toString() {
    return word;
  }
}
