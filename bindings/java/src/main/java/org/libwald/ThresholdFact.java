package org.libwald;

/** The numbers of chosen thresholds; NaN where unknown. */
public enum ThresholdFact {
  /** 1, or 0 where a recall is out of reach: the nearest point is the answer. */
  FEASIBLE(Native.WALD_THRESHOLD_FEASIBLE),
  /** Weight of the positives that are flagged. */
  TP(Native.WALD_THRESHOLD_TP),
  /** Weight of the negatives that are flagged. */
  FP(Native.WALD_THRESHOLD_FP),
  /** Weight of the rows that nobody looked at and that are flagged; they count for nothing else. */
  UNRATED(Native.WALD_THRESHOLD_UNRATED),
  /** Weight of all positives. */
  POSITIVES(Native.WALD_THRESHOLD_POSITIVES),
  /** TP / (TP + FP). */
  PRECISION(Native.WALD_THRESHOLD_PRECISION),
  /** TP / positives. */
  RECALL(Native.WALD_THRESHOLD_RECALL),
  /** Of the goal: the metric, TP - FP / cost ratio, TP, or FP. */
  VALUE(Native.WALD_THRESHOLD_VALUE),
  /** Share of true positives among the alerts gained last, on the concave hull of the frontier. */
  MARGINAL_PRECISION(Native.WALD_THRESHOLD_MARGINAL_PRECISION),
  /** Share of true positives among the alerts to be gained next. */
  NEXT_MARGINAL_PRECISION(Native.WALD_THRESHOLD_NEXT_MARGINAL_PRECISION),
  /** TP, each row counted at thresholds that were chosen without it; as all that follow, NaN without folds. */
  CROSS_TP(Native.WALD_THRESHOLD_CROSS_TP),
  /** FP, cross-fitted. */
  CROSS_FP(Native.WALD_THRESHOLD_CROSS_FP),
  /** Precision, cross-fitted. */
  CROSS_PRECISION(Native.WALD_THRESHOLD_CROSS_PRECISION),
  /** Recall, cross-fitted. */
  CROSS_RECALL(Native.WALD_THRESHOLD_CROSS_RECALL),
  /** The goal's value, cross-fitted. */
  CROSS_VALUE(Native.WALD_THRESHOLD_CROSS_VALUE),
  /** {@code "stacked"} flags where intercept + sum of coefficient * score is at least {@link #STACKED}. */
  INTERCEPT(Native.WALD_THRESHOLD_INTERCEPT),
  /** The threshold of {@code "stacked"}; NaN for the other methods. */
  STACKED(Native.WALD_THRESHOLD_STACKED);

  final int value;

  ThresholdFact(int value) {
    this.value = value;
  }

  /**
   * Its name as the library writes it.
   *
   * @return {@code "marginal_precision"}, ...
   */
  @Override
  public String toString() {
    return Native.wald_threshold_fact_name(value);
  }
}
