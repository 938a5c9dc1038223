package org.libwald;

/** What thresholds are to reach, within all limits that are set. */
public enum Goal {
  /** What was set says it: a metric, a cost ratio, a recall (fewest FP), another limit (most TP); else F1. */
  AUTO(Native.WALD_GOAL_AUTO),
  /** The greatest value of the metric; F1 where none is set. */
  METRIC(Native.WALD_GOAL_METRIC),
  /** The greatest TP - FP / cost ratio. */
  NET_BENEFIT(Native.WALD_GOAL_NET_BENEFIT),
  /** The most true positives; needs a limit on precision, FP or alerts. */
  MOST_TP(Native.WALD_GOAL_MOST_TP),
  /** The fewest false positives; needs a limit on recall. */
  FEWEST_FP(Native.WALD_GOAL_FEWEST_FP);

  final int value;

  Goal(int value) {
    this.value = value;
  }
}
