package org.libwald;

/**
 * How often events happen that are predicted with probability p: by bins that hold equal weights of rows, and by
 * the monotone fit. The Brier score is taken apart by both. Immutable, and holds no native memory.
 */
public final class Reliability {
  private final double[] numbers = new double[FACTS]; // by the place of the fact
  private final double[][] lists = new double[FACTS][]; // the same

  private Reliability(long found) {
    double[] one = new double[1];
    for (int place = 0; place < FACTS; ++place) {
      int fact = Native.WALD_RELIABILITY_BRIER + place;
      if (fact <= Native.WALD_RELIABILITY_PREVALENCE) {
        Native.wald_number(found, fact, 0, one);
        numbers[place] = one[0];
      } else {
        lists[place] =
            Handle.filled((out, capacity, needed) -> Native.wald_numbers(found, fact, 0, out, capacity, needed));
      }
    }
  }

  // rows: methods
  /**
   * How often events of predicted probability p happen: the Brier score's parts, bins of equal weight, the monotone
   * fit.
   *
   * @param truth one per row, 0 or 1: rows that are not rated are refused
   * @param probabilities one per row, in [0, 1]
   * @param weights one per row, finite and at least 0, or null for 1 each
   * @param options the objective of thresholds, and how they are found
   * @return the reliability
   */
  public static Reliability of(Mask truth, Values probabilities, Values weights, ThresholdOptions options) {
    Slice truthCells = truth.asColumn("truth", probabilities.length).slice(false);
    Slice probabilitiesCells = probabilities.vector(false);
    Slice weightsCells = Values.each("weights", weights, probabilities.length, false);
    long[] out = new long[1];
    NativeOptions.read(options, settings ->
        Native.wald_reliability_create(truthCells, probabilitiesCells, weightsCells, settings, out));
    try {
      return new Reliability(out[0]);
    } finally {
      Native.wald_destroy(out[0]);
    }
  }

  /**
   * How often events of predicted probability p happen: the Brier score's parts, bins of equal weight, the monotone
   * fit. With the {@linkplain ThresholdOptions#defaults defaults} of all options.
   *
   * @param truth one per row, 0 or 1: rows that are not rated are refused
   * @param probabilities one per row, in [0, 1]
   * @return the reliability
   */
  public static Reliability of(Mask truth, Values probabilities) {
    return of(truth, probabilities, null, ThresholdOptions.defaults());
  }

  /**
   * How often events of predicted probability p happen: the Brier score's parts, bins of equal weight, the monotone
   * fit. With the {@linkplain ThresholdOptions#defaults defaults} of all options.
   *
   * @param truth one per row, 0 or 1: rows that are not rated are refused
   * @param probabilities one per row, in [0, 1]
   * @return the reliability
   */
  public static Reliability of(byte[] truth, double... probabilities) {
    return of(Mask.of(truth), Values.of(probabilities), null, ThresholdOptions.defaults());
  }

  /**
   * How often events of predicted probability p happen: the Brier score's parts, bins of equal weight, the monotone
   * fit. With the {@linkplain ThresholdOptions#defaults defaults} of all options.
   *
   * @param truth one per row, 0 or 1: rows that are not rated are refused
   * @param probabilities one per row, in [0, 1]
   * @return the reliability
   */
  public static Reliability of(int[] truth, double... probabilities) {
    return of(Mask.of(truth), Values.of(probabilities), null, ThresholdOptions.defaults());
  }

  /**
   * How often events of predicted probability p happen: the Brier score's parts, bins of equal weight, the monotone
   * fit. With the {@linkplain ThresholdOptions#defaults defaults} of all options.
   *
   * @param truth one per row, 0 or 1: rows that are not rated are refused
   * @param probabilities one per row, in [0, 1]
   * @return the reliability
   */
  public static Reliability of(boolean[] truth, double... probabilities) {
    return of(Mask.of(truth), Values.of(probabilities), null, ThresholdOptions.defaults());
  }
  // end of rows

  private double number(int fact) {
    return numbers[fact % Native.WALD_MOST_FACTS];
  }

  private double[] numbers(int fact) {
    return lists[fact % Native.WALD_MOST_FACTS].clone();
  }

  /**
   * The number of bins, of which ties may leave some without rows.
   *
   * @return it
   */
  public int bins() {
    return binWeight().length;
  }

  // rows: facts
  private static final int FACTS = 18;

  /**
   * The Brier score: the mean of (p - y)^2.
   *
   * @return the fact {@code brier}
   */
  public double brier() {
    return number(Native.WALD_RELIABILITY_BRIER);
  }

  /**
   * The Brier score of predicting the share of positives for every row: share*(1 - share).
   *
   * @return the fact {@code uncertainty}
   */
  public double uncertainty() {
    return number(Native.WALD_RELIABILITY_UNCERTAINTY);
  }

  /**
   * By how much the monotone fit improves the Brier score. The score is miscalibration - discrimination + uncertainty.
   *
   * @return the fact {@code miscalibration}
   */
  public double miscalibration() {
    return number(Native.WALD_RELIABILITY_MISCALIBRATION);
  }

  /**
   * By how much the Brier score of the monotone fit is below the uncertainty.
   *
   * @return the fact {@code discrimination}
   */
  public double discrimination() {
    return number(Native.WALD_RELIABILITY_DISCRIMINATION);
  }

  /**
   * The mean of (mean probability - share of positives)^2 of the bins. The score is binnedReliability -
   * binnedResolution + uncertainty + withinBins.
   *
   * @return the fact {@code binned_reliability}
   */
  public double binnedReliability() {
    return number(Native.WALD_RELIABILITY_BINNED_RELIABILITY);
  }

  /**
   * The mean of (share of positives - that of all rows)^2 of the bins.
   *
   * @return the fact {@code binned_resolution}
   */
  public double binnedResolution() {
    return number(Native.WALD_RELIABILITY_BINNED_RESOLUTION);
  }

  /**
   * The loss of information by bins: the variance of probabilities within bins, less twice their covariance with the
   * labels.
   *
   * @return the fact {@code within_bins}
   */
  public double withinBins() {
    return number(Native.WALD_RELIABILITY_WITHIN_BINS);
  }

  /**
   * The expected calibration error of the bins: the mean of |mean probability - share of positives|.
   *
   * @return the fact {@code calibration_error}
   */
  public double calibrationError() {
    return number(Native.WALD_RELIABILITY_CALIBRATION_ERROR);
  }

  /**
   * The mean of the probabilities.
   *
   * @return the fact {@code mean}
   */
  public double mean() {
    return number(Native.WALD_RELIABILITY_MEAN);
  }

  /**
   * The share of positives.
   *
   * @return the fact {@code prevalence}
   */
  public double prevalence() {
    return number(Native.WALD_RELIABILITY_PREVALENCE);
  }

  /**
   * The weight of the rows of each bin; 0, and NaN for the rest, where ties leave it none.
   *
   * @return the fact {@code bin_weight}
   */
  public double[] binWeight() {
    return numbers(Native.WALD_RELIABILITY_BIN_WEIGHT);
  }

  /**
   * The least probability of each bin.
   *
   * @return the fact {@code bin_lowest}
   */
  public double[] binLowest() {
    return numbers(Native.WALD_RELIABILITY_BIN_LOWEST);
  }

  /**
   * The greatest probability of each bin.
   *
   * @return the fact {@code bin_highest}
   */
  public double[] binHighest() {
    return numbers(Native.WALD_RELIABILITY_BIN_HIGHEST);
  }

  /**
   * The mean of the probabilities of each bin.
   *
   * @return the fact {@code bin_mean}
   */
  public double[] binMean() {
    return numbers(Native.WALD_RELIABILITY_BIN_MEAN);
  }

  /**
   * The share of positives of each bin.
   *
   * @return the fact {@code bin_share}
   */
  public double[] binShare() {
    return numbers(Native.WALD_RELIABILITY_BIN_SHARE);
  }

  /**
   * The lower limit of the share: Clopper and Pearson's, of unequal weights at the effective number of rows.
   *
   * @return the fact {@code bin_low}
   */
  public double[] binLow() {
    return numbers(Native.WALD_RELIABILITY_BIN_LOW);
  }

  /**
   * The upper limit of the share.
   *
   * @return the fact {@code bin_high}
   */
  public double[] binHigh() {
    return numbers(Native.WALD_RELIABILITY_BIN_HIGH);
  }

  /**
   * The monotone fit at each row; NaN if its weight is 0.
   *
   * @return the fact {@code fitted}
   */
  public double[] fitted() {
    return numbers(Native.WALD_RELIABILITY_FITTED);
  }
  // end of rows

  @Override
  public String toString() {
    return "Reliability(Brier score " + brier() + ", miscalibration " + miscalibration() + ", " + bins() + " bins)";
  }
}
