package org.libwald;

import java.util.Arrays;

/**
 * Rows of a batch that are flagged, so that the expected share of false ones among the flagged is at most a level: conformal
 * p-values against known rows (Bates et al. 2023; Jin and Candès 2023), and Benjamini and Hochberg's procedure. Immutable,
 * and holds no native memory.
 */
public final class Selection {
  private final boolean[] flagged;
  private final double[] pValues;
  private final double threshold;
  private final double nullShare;
  private final int count;

  private Selection(Thresholds found, double[] scores) {
    threshold = found.thresholds()[0];
    pValues = found.pValues();
    nullShare = found.nullShare();
    count = (int) found.unrated();
    flagged = new boolean[scores.length];
    for (int i = 0; i < scores.length; ++i) {
      flagged[i] = Math.min(scores[i], Double.MAX_VALUE) >= threshold;
    }
  }

  /**
   * Which rows of a batch to flag.
   *
   * @param normals scores of rows that are known to be normal, which the detector was not fitted to
   * @param truth null if all of them are normal; or of each row 0, or 1 for a known anomaly: all known rows must then be
   *     drawn like the batch
   * @param scores of the batch; higher is more anomalous
   * @param options {@link ThresholdOptions.Builder#maxFdr maxFdr}, the level, and
   *     {@link ThresholdOptions.Builder#storey storey}
   * @return the selection
   */
  public static Selection of(double[] normals, byte[] truth, double[] scores, ThresholdOptions options) {
    if (truth != null && truth.length != normals.length) {
      throw new ArgumentException("truth has " + truth.length + " rows: must have one per known row, " + normals.length);
    }
    for (int i = 0; truth != null && i < truth.length; ++i) {
      if (truth[i] != 0 && truth[i] != 1) {
        throw new ArgumentException("truth[" + i + "] is " + truth[i] + ": must be 0 or 1");
      }
    }
    checkNumbers("normals", normals);
    checkNumbers("scores", scores);
    double[] rows = Arrays.copyOf(normals, normals.length + scores.length);
    System.arraycopy(scores, 0, rows, normals.length, scores.length);
    byte[] rated = truth == null ? new byte[rows.length] : Arrays.copyOf(truth, rows.length);
    Arrays.fill(rated, normals.length, rows.length, Mask.NOT_RATED);
    try (Thresholds found = Thresholds.choose(rated, rows, options)) {
      return new Selection(found, scores);
    }
  }

  /** The library counts the rows of both arrays together. */
  private static void checkNumbers(String name, double[] scores) {
    for (int i = 0; i < scores.length; ++i) {
      if (Double.isNaN(scores[i])) {
        throw new ArgumentException(name + "[" + i + "] is NaN: must be a number");
      }
    }
  }

  /**
   * Which rows of a batch to flag, beside normal rows alone.
   *
   * @param normals scores of rows that are known to be normal, which the detector was not fitted to
   * @param scores of the batch; higher is more anomalous
   * @param fdr the level, in (0, 1)
   * @return the selection
   */
  public static Selection of(double[] normals, double[] scores, double fdr) {
    return of(normals, null, scores, ThresholdOptions.builder().maxFdr(fdr).build());
  }

  /**
   * Whether each row of the batch is flagged.
   *
   * @return one per row
   */
  public boolean[] flagged() {
    return flagged.clone();
  }

  /**
   * The conformal p-values of the batch.
   *
   * @return one per row
   */
  public double[] pValues() {
    return pValues.clone();
  }

  /**
   * The score from which on rows are flagged.
   *
   * @return the threshold; +inf if no row is flagged
   */
  public double threshold() {
    return threshold;
  }

  /**
   * The number of flagged rows.
   *
   * @return the number
   */
  public int nFlagged() {
    return count;
  }

  /**
   * The share of normals in the batch that is counted on.
   *
   * @return 1, or Storey's estimate, which may be above 1
   */
  public double nullShare() {
    return nullShare;
  }

  @Override
  public String toString() {
    return "Selection(" + count + " of " + flagged.length + " rows flagged, from " + threshold + " on)";
  }
}
