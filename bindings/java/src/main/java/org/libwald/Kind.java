// Written by bindings/generate from the rows of the core: do not edit.
package org.libwald;

/** The form of what is known of the labels of one problem. */
public enum Kind {
  /** Marginal probabilities of independent labels. */
  INDEPENDENT(0, "independent"),
  /** Probabilities of exclusive labels; the rest to 1 is P(none). */
  CATEGORICAL(1, "categorical"),
  /** Weighted label vectors: any joint distribution. */
  JOINT(2, "joint"),
  /** P[i][s] = P(y_i = 1, s labels in all), and P(0). */
  COUNTS(3, "counts");

  final int value;
  private final String word;

  Kind(int value, String word) {
    this.value = value;
    this.word = word;
  }

  static Kind of(int value) {
    for (Kind one : values()) {
      if (one.value == value) {
        return one;
      }
    }
    throw new IllegalArgumentException("no Kind has the number " + value);
  }

  /**
   * The word by which the library and every language know it.
   *
   * @return {@code "independent"}, ...
   */
  @Override
  public String toString() {
    return word;
  }
}
