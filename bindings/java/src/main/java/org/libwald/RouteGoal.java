// Written by bindings/generate from the rows of the core: do not edit.
package org.libwald;

/** The goal of a {@link Route}. */
public enum RouteGoal {
  /** The least mean cost at which quality is at least minQuality. */
  COST(0, "cost"),
  /** The best quality within the budget. */
  QUALITY(1, "quality"),
  /** The greatest mean value of the answers less their cost. */
  VALUE(2, "value");

  final int value;
  private final String word;

  RouteGoal(int value, String word) {
    this.value = value;
    this.word = word;
  }

  static RouteGoal of(int value) {
    for (RouteGoal one : values()) {
      if (one.value == value) {
        return one;
      }
    }
    throw new IllegalArgumentException("no RouteGoal has the number " + value);
  }

  /**
   * The word by which the library and every language know it.
   *
   * @return {@code "cost"}, ...
   */
  @Override
  public String toString() {
    return word;
  }
}
