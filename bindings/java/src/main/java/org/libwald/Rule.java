package org.libwald;

import java.util.Objects;

/** How several classifiers flag a row: by their scores at or above their thresholds. */
public enum Rule {
  /** Where any of them is. */
  OR(Native.WALD_RULE_OR),
  /** Where each of them is. */
  AND(Native.WALD_RULE_AND);

  final int value;

  Rule(int value) {
    this.value = value;
  }

  /**
   * Which rows thresholds flag. One of +inf flags nothing, not even a score of +inf.
   *
   * @param thresholds one a column, no NaN
   * @param scores a column a classifier, no NaN
   * @return 1 for each row that is flagged, else 0
   */
  public byte[] apply(double[] thresholds, Table scores) {
    byte[] flagged = new byte[Math.toIntExact(scores.rows)];
    applyInto(thresholds, scores, Mask.of(flagged));
    return flagged;
  }

  /**
   * The same into memory of the caller's.
   *
   * @param thresholds one a column, no NaN
   * @param scores a column a classifier, no NaN
   * @param flagged one row or one column with a cell for each row of the scores, to be filled with 0 and 1
   */
  public void applyInto(double[] thresholds, Table scores, Mask flagged) {
    Slice.checkLength("thresholds", thresholds.length, scores.labels);
    flagged.checkWritable();
    Mask column = flagged.asColumn("flagged", scores.rows);
    Native.wald_apply_thresholds(
        thresholds,
        value,
        scores.slice(scores.isSmall()),
        scores.rows,
        scores.labels,
        scores.memoryRowStride(),
        scores.memoryLabelStride(),
        column.slice(scores.isSmall()),
        column.rowStride);
  }
}
