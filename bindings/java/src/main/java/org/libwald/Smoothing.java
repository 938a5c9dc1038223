package org.libwald;

/** Against overfitting: thresholds that are the median of those of many rounds. */
public enum Smoothing {
  /** One round, on all rows. */
  NONE(Native.WALD_SMOOTHING_NONE),
  /** On samples drawn anew; with the method {@code "direct"}. */
  BAGGED(Native.WALD_SMOOTHING_BAGGED),
  /** On lattices that lost edges; with {@code "path"} and {@code "path-equal"}. */
  DROPOUT(Native.WALD_SMOOTHING_DROPOUT);

  final int value;

  Smoothing(int value) {
    this.value = value;
  }
}
