package org.libwald;

import java.util.stream.IntStream;

/**
 * How often events happen that are said to happen with probability p: by bins that hold equal weights of rows, and by
 * the monotone fit. The Brier score is taken apart by both. Immutable, and holds no native memory.
 */
public final class Reliability {
  private static final int BINS = 10; // where none are asked for
  private final double[] numbers;
  private final double[] cells; // by bin and fact
  private final double[] fitted;

  private Reliability(double[] numbers, double[] cells, double[] fitted) {
    this.numbers = numbers;
    this.cells = cells;
    this.fitted = fitted;
  }

  /**
   * Judges probabilities by the truth.
   *
   * @param truth 0 or 1 a row: labels that are missing are refused
   * @param probabilities in [0, 1]
   * @param weights of the rows, finite and at least 0; or null for 1 each
   * @param options bins and level
   * @return how reliable they are
   */
  // also: truth as byte[], probabilities as double..., without weights, without options
  public static Reliability of(Mask truth, Values probabilities, Values weights, ThresholdOptions options) {
    Mask column = truth.asColumn("truth", probabilities.length);
    double[] numbers = new double[FACTS];
    int bins = options.settings.get("bins") instanceof Long asked ? Math.toIntExact(asked) : BINS;
    double[] cells = new double[Math.multiplyExact(bins, BIN_FACTS)];
    double[] fitted = new double[Math.toIntExact(probabilities.length)];
    Slice weighed = Values.each("weights", weights, probabilities.length, false);
    NativeOptions.read(
        options,
        settings ->
            Native.wald_reliability(
                settings,
                column.slice(false),
                probabilities.vector(false),
                weighed,
                Values.of(numbers).vector(false).written(),
                Table.of(cells, bins, BIN_FACTS).slice(false).written(),
                Values.of(fitted).vector(false).written()));
    return new Reliability(numbers, cells, fitted);
  }

  private double number(int fact) {
    return numbers[fact];
  }

  private double[] column(int fact) {
    return IntStream.range(0, bins()).mapToDouble(bin -> cells[bin * BIN_FACTS + fact]).toArray();
  }

  /**
   * The number of bins, of which ties may leave some without rows.
   *
   * @return it
   */
  public int bins() {
    return cells.length / BIN_FACTS;
  }

  /**
   * The monotone fit at each row: recalibrated probabilities.
   *
   * @return one a row; NaN where the weight is 0
   */
  public double[] fitted() {
    return fitted.clone();
  }

  // rows: facts
  private static final int FACTS = 10;

  /**
   * The Brier score: the mean of (p - y)^2.
   *
   * @return the fact {@code brier}
   */
  public double brier() {
    return number(Native.WALD_RELIABILITY_BRIER);
  }

  /**
   * The Brier score of the share of positives said of every row: share*(1 - share).
   *
   * @return the fact {@code uncertainty}
   */
  public double uncertainty() {
    return number(Native.WALD_RELIABILITY_UNCERTAINTY);
  }

  /**
   * By how much the monotone fit betters the Brier score. The score is miscalibration - discrimination + uncertainty.
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
   * What bins leave out: the variance of probabilities within bins, less twice their covariance with the labels.
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
  // end of rows

  // rows: bins
  private static final int BIN_FACTS = 7;

  /**
   * The weight of its rows; 0, and NaN for the rest, where ties leave it none.
   *
   * @return the fact {@code weight}
   */
  public double[] binWeight() {
    return column(Native.WALD_RELIABILITY_BIN_WEIGHT);
  }

  /**
   * The least probability.
   *
   * @return the fact {@code lowest}
   */
  public double[] binLowest() {
    return column(Native.WALD_RELIABILITY_BIN_LOWEST);
  }

  /**
   * The greatest probability.
   *
   * @return the fact {@code highest}
   */
  public double[] binHighest() {
    return column(Native.WALD_RELIABILITY_BIN_HIGHEST);
  }

  /**
   * The mean of the probabilities.
   *
   * @return the fact {@code mean}
   */
  public double[] binMean() {
    return column(Native.WALD_RELIABILITY_BIN_MEAN);
  }

  /**
   * The share of positives.
   *
   * @return the fact {@code share}
   */
  public double[] binShare() {
    return column(Native.WALD_RELIABILITY_BIN_SHARE);
  }

  /**
   * The lower limit of the share: Clopper and Pearson's, of unequal weights at the effective number of rows.
   *
   * @return the fact {@code low}
   */
  public double[] binLow() {
    return column(Native.WALD_RELIABILITY_BIN_LOW);
  }

  /**
   * The upper limit of the share.
   *
   * @return the fact {@code high}
   */
  public double[] binHigh() {
    return column(Native.WALD_RELIABILITY_BIN_HIGH);
  }
  // end of rows

  // rows: overloads
  /**
   * Judges probabilities by the truth. With the {@linkplain ThresholdOptions#defaults defaults} of all options.
   *
   * @param truth 0 or 1 a row: labels that are missing are refused
   * @param probabilities in [0, 1]
   * @return how reliable they are
   */
  public static Reliability of(byte[] truth, double... probabilities) {
    return of(Mask.of(truth), Values.of(probabilities), null, ThresholdOptions.defaults());
  }
  // end of rows

  @Override
  public String toString() {
    return "Reliability(Brier score " + brier() + ", miscalibration " + miscalibration() + ", " + bins() + " bins)";
  }
}
