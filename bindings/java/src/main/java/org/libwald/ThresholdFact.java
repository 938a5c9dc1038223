// Written by bindings/generate from the rows of the core: do not edit.
package org.libwald;

/** The numbers of chosen thresholds; NaN where one is unknown. */
public enum ThresholdFact {
  /**
   * Whether every limit is attained: not where a recall is out of reach (the nearest point is the answer), no alert has
   * the precision (nothing is flagged), or smoothed thresholds break a limit.
   */
  FEASIBLE(0, "feasible"),
  /** The weight of the positives that are flagged. */
  TP(1, "tp"),
  /** The weight of the negatives that are flagged. */
  FP(2, "fp"),
  /** The weight of the flagged rows that are not rated; they count for nothing else. */
  UNRATED(3, "unrated"),
  /** The weight of all positives. */
  POSITIVES(4, "positives"),
  /** TP/(TP + FP). */
  PRECISION(5, "precision"),
  /** TP/positives. */
  RECALL(6, "recall"),
  /** The value of the goal: the metric, TP - FP/costRatio, TP, or FP. */
  VALUE(7, "value"),
  /** The share of true positives among the alerts gained last, on the concave hull of the frontier. */
  MARGINAL_PRECISION(8, "marginal_precision"),
  /** The share of true positives among the alerts to be gained next. */
  NEXT_MARGINAL_PRECISION(9, "next_marginal_precision"),
  /** TP, each row counted at thresholds that were chosen without it; NaN without folds. */
  CROSS_TP(10, "cross_tp"),
  /** FP, cross-fitted. */
  CROSS_FP(11, "cross_fp"),
  /** Precision, cross-fitted. */
  CROSS_PRECISION(12, "cross_precision"),
  /** Recall, cross-fitted. */
  CROSS_RECALL(13, "cross_recall"),
  /** The value of the goal, cross-fitted. */
  CROSS_VALUE(14, "cross_value"),
  /**
   * "stacked" flags a row where intercept + sum_d coefficients[d]*score[d] is at least stackedThreshold; NaN for the
   * other methods.
   */
  INTERCEPT(15, "intercept"),
  /** The threshold of "stacked"; NaN for the other methods. */
  STACKED_THRESHOLD(16, "stacked_threshold"),
  /** What the caller should know, as flags. */
  FLAGS(17, "flags"),
  /** Whether the limits hold for all future rows with the probability certify; not without certify. */
  CERTIFIED(27, "certified"),
  /**
   * Rows more that would certify the limits in about four of five samples, if the frontier stays as it is: 0 where they
   * are certified, infinite where no number would do, NaN without certify.
   */
  ROWS_NEEDED(28, "rows_needed");

  final int value;
  private final String word;

  ThresholdFact(int value, String word) {
    this.value = value;
    this.word = word;
  }

  static ThresholdFact of(int value) {
    for (ThresholdFact one : values()) {
      if (one.value == value) {
        return one;
      }
    }
    throw new IllegalArgumentException("no ThresholdFact has the number " + value);
  }

  /**
   * The word by which the library and every language know it.
   *
   * @return {@code "feasible"}, ...
   */
  @Override
  public String toString() {
    return word;
  }
}
