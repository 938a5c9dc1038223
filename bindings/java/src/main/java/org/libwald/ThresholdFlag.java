// Written by bindings/generate from the rows of the core: do not edit.
package org.libwald;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** Warnings about chosen thresholds. */
public enum ThresholdFlag {
  /** No row is flagged. */
  NOTHING_FLAGGED(1, "nothing_flagged"),
  /** Every rated row is flagged. */
  EVERYTHING_FLAGGED(2, "everything_flagged"),
  /** No alert is worth its cost, or the limits leave none. */
  TARGET_NOT_ATTAINED(4, "target_not_attained"),
  /** Not feasible; the nearest point is reported. */
  RECALL_OUT_OF_REACH(8, "recall_out_of_reach"),
  /** There are fewer than 50 positive rows. */
  FEW_POSITIVES(16, "few_positives"),
  /** A classifier gives its positives fewer than 10 distinct scores. */
  SATURATED_SCORES(32, "saturated_scores"),
  /** A classifier separates the labels without error: was it trained on these rows? */
  IN_SAMPLE_SCORES(64, "in_sample_scores"),
  /** A classifier ranks negatives above positives, more than by chance. */
  INVERTED_SCORES(128, "inverted_scores"),
  /** Quantiles replaced the scores of positives. */
  QUANTILE_LEVELS(256, "quantile_levels"),
  /** The thresholds are not proved to be the best of all. */
  LOCAL_OPTIMUM(512, "local_optimum"),
  /** Rows that are not rated are flagged; they count for nothing. */
  UNRATED_FLAGGED(1024, "unrated_flagged"),
  /** No rated row is negative. */
  ONLY_POSITIVES(2048, "only_positives"),
  /** Smoothed thresholds break a limit that the sample's own best ones keep. */
  CONSTRAINT_MISSED(4096, "constraint_missed"),
  /** The label has few positives, and shares a threshold with others like it. */
  SHARED_THRESHOLD(8192, "shared_threshold"),
  /** No rated row is positive: nothing is known of precision and recall. */
  ONLY_NEGATIVES(16384, "only_negatives");

  final int value;
  private final String word;

  ThresholdFlag(int value, String word) {
    this.value = value;
    this.word = word;
  }

  static Set<ThresholdFlag> of(int bits) {
    EnumSet<ThresholdFlag> found = EnumSet.noneOf(ThresholdFlag.class);
    for (ThresholdFlag one : values()) {
      if ((bits & one.value) != 0) {
        found.add(one);
      }
    }
    return Collections.unmodifiableSet(found);
  }

  /**
   * The word by which the library and every language know it.
   *
   * @return {@code "nothing_flagged"}, ...
   */
  @Override
  public String toString() {
    return word;
  }
}
