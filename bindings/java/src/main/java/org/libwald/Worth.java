package org.libwald;

/**
 * Whether deciding for a metric will pay, from probabilities alone: how much more the optimal predictions are expected to
 * be worth than those cut at 1/2, and how far what comes true may be from that; made by {@link Metric#worth}. Immutable;
 * holds no native memory.
 */
public final class Worth {
  // rows: number of facts
  static final int FACTS = 24;
  // end of rows

  private final double[] facts;
  private final String warning;

  Worth(long made) {
    facts = Handle.numbers(made, Native.WALD_WORTH_VERDICT, FACTS);
    long[] text = new long[1];
    Native.wald_text(made, Native.WALD_WORTH_WARNING, 0, text);
    warning = Texts.fixed(text[0]);
  }

  private double number(int fact) {
    return facts[fact - Native.WALD_WORTH_VERDICT];
  }

  // rows: facts
  /**
   * Whether deciding for the metric pays, as one word.
   *
   * @return the fact {@code verdict}
   */
  public WorthVerdict verdict() {
    return WorthVerdict.of((int) number(Native.WALD_WORTH_VERDICT));
  }

  /**
   * How much more utility the optimal predictions are expected to have than those cut at 1/2.
   *
   * @return the fact {@code gain}
   */
  public double gain() {
    return number(Native.WALD_WORTH_GAIN);
  }

  /**
   * The standard error of the realised gain on a new sample of as many rows: rows and labels are random. NaN for a
   * single row.
   *
   * @return the fact {@code standard_error}
   */
  public double standardError() {
    return number(Native.WALD_WORTH_STANDARD_ERROR);
  }

  /**
   * The standard error of the realised gain on these rows: only their labels are random.
   *
   * @return the fact {@code truth_error}
   */
  public double truthError() {
    return number(Native.WALD_WORTH_TRUTH_ERROR);
  }

  /**
   * The expected utility of the predictions cut at 1/2.
   *
   * @return the fact {@code expected_cut}
   */
  public double expectedCut() {
    return number(Native.WALD_WORTH_EXPECTED_CUT);
  }

  /**
   * The expected utility of the optimal predictions.
   *
   * @return the fact {@code expected_optimum}
   */
  public double expectedOptimum() {
    return number(Native.WALD_WORTH_EXPECTED_OPTIMUM);
  }

  /**
   * About how many rows of this kind would make two standard errors as small as gain - leastGain; NaN if the gain is
   * not above leastGain.
   *
   * @return the fact {@code rows_needed}
   */
  public double rowsNeeded() {
    return number(Native.WALD_WORTH_ROWS_NEEDED);
  }

  /**
   * The share of the rows, by weight, that are predicted differently.
   *
   * @return the fact {@code changed_row_share}
   */
  public double changedRowShare() {
    return number(Native.WALD_WORTH_CHANGED_ROW_SHARE);
  }

  /**
   * The share of the cells that are predicted differently.
   *
   * @return the fact {@code changed_cell_share}
   */
  public double changedCellShare() {
    return number(Native.WALD_WORTH_CHANGED_CELL_SHARE);
  }

  /**
   * The number of rows of a weight above 0.
   *
   * @return the fact {@code n_rows}
   */
  public long nRows() {
    return (long) number(Native.WALD_WORTH_N_ROWS);
  }

  /**
   * The number of draws behind each variance that was simulated; 0 if all of them are exact.
   *
   * @return the fact {@code n_samples}
   */
  public long nSamples() {
    return (long) number(Native.WALD_WORTH_N_SAMPLES);
  }

  /**
   * Whether each row of the table sums to 1, as probabilities of exclusive classes do, although its labels were taken
   * as independent and that changes the answers.
   *
   * @return the fact {@code exclusive}
   */
  public boolean exclusive() {
    return number(Native.WALD_WORTH_EXCLUSIVE) != 0;
  }

  /**
   * The utility of the predictions cut at 1/2 on the truth; NaN, as all facts below, without truth.
   *
   * @return the fact {@code realised_cut}
   */
  public double realisedCut() {
    return number(Native.WALD_WORTH_REALISED_CUT);
  }

  /**
   * That of the optimal predictions.
   *
   * @return the fact {@code realised_optimum}
   */
  public double realisedOptimum() {
    return number(Native.WALD_WORTH_REALISED_OPTIMUM);
  }

  /**
   * The difference of these two.
   *
   * @return the fact {@code realised_gain}
   */
  public double realisedGain() {
    return number(Native.WALD_WORTH_REALISED_GAIN);
  }

  /**
   * Its standard error, by the jackknife over rows.
   *
   * @return the fact {@code realised_gain_error}
   */
  public double realisedGainError() {
    return number(Native.WALD_WORTH_REALISED_GAIN_ERROR);
  }

  /**
   * The mean over all cells of probability minus truth: above 0 if probabilities are too high.
   *
   * @return the fact {@code excess}
   */
  public double excess() {
    return number(Native.WALD_WORTH_EXCESS);
  }

  /**
   * Its standard error; the cells of a row may vary together.
   *
   * @return the fact {@code excess_error}
   */
  public double excessError() {
    return number(Native.WALD_WORTH_EXCESS_ERROR);
  }

  /**
   * The same over the cells that the optimal predictions contain; NaN if there are none.
   *
   * @return the fact {@code predicted_excess}
   */
  public double predictedExcess() {
    return number(Native.WALD_WORTH_PREDICTED_EXCESS);
  }

  /**
   * Its standard error.
   *
   * @return the fact {@code predicted_excess_error}
   */
  public double predictedExcessError() {
    return number(Native.WALD_WORTH_PREDICTED_EXCESS_ERROR);
  }

  /**
   * The utility on the truth of decisions from probabilities that are calibrated in 5 folds, per label, by the mean of
   * Platt's, isotonic and beta calibration; NaN for a single row.
   *
   * @return the fact {@code calibrated_optimum}
   */
  public double calibratedOptimum() {
    return number(Native.WALD_WORTH_CALIBRATED_OPTIMUM);
  }

  /**
   * calibratedOptimum - realisedOptimum.
   *
   * @return the fact {@code calibration_gain}
   */
  public double calibrationGain() {
    return number(Native.WALD_WORTH_CALIBRATION_GAIN);
  }

  /**
   * Its standard error, by the jackknife over rows.
   *
   * @return the fact {@code calibration_gain_error}
   */
  public double calibrationGainError() {
    return number(Native.WALD_WORTH_CALIBRATION_GAIN_ERROR);
  }

  /**
   * The variance of the number of true labels in a row about the sum of its probabilities, over that of independent
   * labels; NaN for a single row.
   *
   * @return the fact {@code design_effect}
   */
  public double designEffect() {
    return number(Native.WALD_WORTH_DESIGN_EFFECT);
  }

  /**
   * A warning about the table; empty if there is none.
   *
   * @return the fact {@code warning}
   */
  public String warning() {
    return warning;
  }
  // end of rows

  @Override
  public String toString() {
    return "Worth["
        + verdict()
        + ", gain "
        + gain()
        + " with a standard error of "
        + standardError()
        + " on "
        + nRows()
        + " rows]";
  }
}
