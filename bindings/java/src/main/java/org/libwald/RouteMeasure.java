// Written by bindings/generate from the rows of the core: do not edit.
package org.libwald;

/** The measure of quality of a {@link Route}. */
public enum RouteMeasure {
  /** The share of the answers that are right. */
  ACCURACY(0, "accuracy"),
  /** The share of the answers that are those of the last stage. */
  AGREEMENT(1, "agreement"),
  /** The share of the answers with the positive class that are right. */
  PRECISION(2, "precision"),
  /** The share of the rows of the positive class that are answered with it. */
  RECALL(3, "recall"),
  /** The F-measure of the positive class, by {@code beta}. */
  F(4, "f");

  final int value;
  private final String word;

  RouteMeasure(int value, String word) {
    this.value = value;
    this.word = word;
  }

  static RouteMeasure of(int value) {
    for (RouteMeasure one : values()) {
      if (one.value == value) {
        return one;
      }
    }
    throw new IllegalArgumentException("no RouteMeasure has the number " + value);
  }

  /**
   * The word by which the library and every language know it.
   *
   * @return {@code "accuracy"}, ...
   */
  @Override
  public String toString() {
    return word;
  }
}
