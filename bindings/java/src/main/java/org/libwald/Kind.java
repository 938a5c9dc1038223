package org.libwald;

/** What is known of the labels of one problem. */
public enum Kind {
  /** Probabilities of independent labels. */
  INDEPENDENT(Native.WALD_INDEPENDENT),
  /** Probabilities of exclusive labels; what is missing to 1 is P(none). */
  CATEGORICAL(Native.WALD_CATEGORICAL),
  /** Weighted label vectors: any joint distribution. */
  JOINT(Native.WALD_JOINT),
  /** P[i][s] = P(y_i = 1, s labels in all), and P(0). */
  COUNTS(Native.WALD_COUNTS);

  final int value;

  Kind(int value) {
    this.value = value;
  }

  static Kind of(int value) {
    return values()[value];
  }
}
