// Written by bindings/generate from the rows of the core: do not edit.
package org.libwald;

/** The numbers of chosen thresholds; NaN if one is unknown. */
public enum ThresholdFact {
  /**
   * Whether every limit is attained: not if a recall is out of reach (the nearest point is the answer), no alert has
   * the precision (nothing is flagged), or smoothed thresholds break a limit.
   */
  FEASIBLE(9000, "feasible"),
  /** The weight of the positives that are flagged. */
  TP(9001, "tp"),
  /** The weight of the negatives that are flagged. */
  FP(9002, "fp"),
  /** The weight of the flagged rows that are not rated; they count for nothing else. */
  UNRATED(9003, "unrated"),
  /** The weight of all positives. */
  POSITIVES(9004, "positives"),
  /** TP/(TP + FP). */
  PRECISION(9005, "precision"),
  /** TP/positives. */
  RECALL(9006, "recall"),
  /** The value of the goal: the metric, TP - FP/costRatio, TP, or FP. */
  VALUE(9007, "value"),
  /** The share of true positives among the alerts gained last, on the concave hull of the frontier. */
  MARGINAL_PRECISION(9008, "marginal_precision"),
  /** The share of true positives among the next alerts. */
  NEXT_MARGINAL_PRECISION(9009, "next_marginal_precision"),
  /** TP, each row counted at thresholds that were chosen without it; NaN without folds. */
  CROSS_TP(9010, "cross_tp"),
  /** FP, cross-fitted. */
  CROSS_FP(9011, "cross_fp"),
  /** Precision, cross-fitted. */
  CROSS_PRECISION(9012, "cross_precision"),
  /** Recall, cross-fitted. */
  CROSS_RECALL(9013, "cross_recall"),
  /** The value of the goal, cross-fitted. */
  CROSS_VALUE(9014, "cross_value"),
  /**
   * "stacked" flags a row where intercept + sum_d coefficients[d]*score[d] is at least stackedThreshold; NaN for the
   * other methods.
   */
  INTERCEPT(9015, "intercept"),
  /** The threshold of "stacked"; NaN for the other methods. */
  STACKED_THRESHOLD(9016, "stacked_threshold"),
  /** Warnings, as flags. */
  FLAGS(9017, "flags"),
  /** Whether the limits hold for all future rows with the probability certify; not without certify. */
  CERTIFIED(9027, "certified"),
  /**
   * Rows more that would certify the limits in about four of five samples, if the frontier stays as it is: 0 if they
   * are certified, infinite if no number would suffice, NaN without certify.
   */
  ROWS_NEEDED(9028, "rows_needed"),
  /**
   * With maxFdr the share of negatives in the batch that is counted on: Storey's estimate, which may be above 1, or 1;
   * else NaN.
   */
  NULL_SHARE(9031, "null_share");

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
