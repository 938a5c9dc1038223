// Written by bindings/generate from the rows of the core: do not edit.
package org.libwald;

/** The objective of thresholds, within all limits that are set. */
public enum Goal {
  /** By the options that are set: a metric, a cost ratio, a recall (fewest FP), another limit (most TP); else F1. */
  AUTO(0, "auto"),
  /** The greatest value of the metric; F1 where none is set. */
  METRIC(1, "metric"),
  /** The greatest TP - FP/costRatio. */
  NET_BENEFIT(2, "net_benefit"),
  /** The most true positives; needs a limit on precision, FP or alerts. If no row is positive, the most alerts. */
  MOST_TP(3, "most_tp"),
  /** The fewest false positives; needs a limit on recall. If no row is negative, the fewest alerts. */
  FEWEST_FP(4, "fewest_fp");

  final int value;
  private final String word;

  Goal(int value, String word) {
    this.value = value;
    this.word = word;
  }

  static Goal of(int value) {
    for (Goal one : values()) {
      if (one.value == value) {
        return one;
      }
    }
    throw new IllegalArgumentException("no Goal has the number " + value);
  }

  /**
   * The word by which the library and every language know it.
   *
   * @return {@code "auto"}, ...
   */
  @Override
  public String toString() {
    return word;
  }
}
