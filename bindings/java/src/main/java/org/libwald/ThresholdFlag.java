package org.libwald;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** What one should know of chosen thresholds. */
public enum ThresholdFlag {
  /** No row is flagged. */
  NOTHING_FLAGGED(Native.WALD_NOTHING_FLAGGED),
  /** Every rated row is. */
  EVERYTHING_FLAGGED(Native.WALD_EVERYTHING_FLAGGED),
  /** No alert is worth its cost, or the limits leave none. */
  TARGET_NOT_ATTAINED(Native.WALD_TARGET_NOT_ATTAINED),
  /** Not feasible; the nearest point is reported. */
  RECALL_OUT_OF_REACH(Native.WALD_RECALL_OUT_OF_REACH),
  /** Fewer than 50 rows are positive. */
  FEW_POSITIVES(Native.WALD_FEW_POSITIVES),
  /** A classifier gives its positives fewer than 10 distinct scores. */
  SATURATED_SCORES(Native.WALD_SATURATED_SCORES),
  /** A classifier separates the labels without error: was it trained on these rows? */
  IN_SAMPLE_SCORES(Native.WALD_IN_SAMPLE_SCORES),
  /** A classifier ranks negatives above positives. */
  INVERTED_SCORES(Native.WALD_INVERTED_SCORES),
  /** Quantiles stood for all scores of positives. */
  QUANTILE_LEVELS(Native.WALD_QUANTILE_LEVELS),
  /** Not proved to be the best of all thresholds. */
  LOCAL_OPTIMUM(Native.WALD_LOCAL_OPTIMUM),
  /** Rows that nobody looked at are flagged. */
  UNRATED_FLAGGED(Native.WALD_UNRATED_FLAGGED),
  /** No rated row is negative. */
  ONLY_POSITIVES(Native.WALD_ONLY_POSITIVES),
  /** Smoothed thresholds break a limit that the sample's own best ones keep. */
  CONSTRAINT_MISSED(Native.WALD_CONSTRAINT_MISSED);

  final int bit;

  ThresholdFlag(int bit) {
    this.bit = bit;
  }

  static Set<ThresholdFlag> of(int bits) {
    EnumSet<ThresholdFlag> found = EnumSet.noneOf(ThresholdFlag.class);
    for (ThresholdFlag flag : values()) {
      if ((bits & flag.bit) != 0) {
        found.add(flag);
      }
    }
    return Collections.unmodifiableSet(found);
  }

  /**
   * Its name as the library writes it.
   *
   * @return {@code "nothing_flagged"}, ...
   */
  @Override
  public String toString() {
    return Native.wald_threshold_flag_name(bit);
  }
}
