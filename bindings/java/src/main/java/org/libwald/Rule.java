package org.libwald;

import java.util.Objects;

/** How several classifiers flag a row: by their scores at or above their thresholds. */
public enum Rule {
  // rows: name rule
  /** A row is flagged where any score reaches its threshold. */
  OR(0, "or"),
  /** A row is flagged where every score reaches its threshold. */
  AND(1, "and");

  final int value;
  private final String word;

  Rule(int value, String word) {
    this.value = value;
    this.word = word;
  }

  static Rule of(int value) {
    for (Rule one : values()) {
      if (one.value == value) {
        return one;
      }
    }
    throw new IllegalArgumentException("no Rule has the number " + value);
  }

  /**
   * The word by which the library and every language know it.
   *
   * @return {@code "or"}, ...
   */
  @Override
  public String toString() {
    return word;
  }
  // end of rows

  /**
   * Which rows thresholds flag. One of +inf flags nothing, not even a score of +inf.
   *
   * @param thresholds one per column, no NaN
   * @param scores one column per classifier, no NaN
   * @return whether each row is flagged
   */
  public boolean[] apply(double[] thresholds, Table scores) {
    boolean[] flagged = new boolean[Math.toIntExact(scores.rows)];
    applyInto(thresholds, scores, Mask.of(flagged));
    return flagged;
  }

  /**
   * The same into memory of the caller's.
   *
   * @param thresholds one per column, no NaN
   * @param scores one column per classifier, no NaN
   * @param flagged one row or one column with a cell for each row of the scores, to be filled with 0 and 1
   */
  public void applyInto(double[] thresholds, Table scores, Mask flagged) {
    Slice.checkLength("thresholds", thresholds.length, scores.labels);
    flagged.checkWritable();
    Mask column = flagged.asColumn("flagged", scores.rows);
    boolean brief = scores.isSmall();
    Native.wald_rule_apply(
        value, thresholds, thresholds.length, scores.slice(brief), column.writtenSlice(brief));
  }
}
