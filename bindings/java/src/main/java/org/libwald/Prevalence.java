package org.libwald;

/**
 * The shares of labels or classes among rows without labels, by maximum likelihood, with their limits and a test of label
 * shift. Immutable, and holds no native memory.
 */
public final class Prevalence {
  private final double[] numbers = new double[FACTS]; // by the place of the fact
  private final double[][] lists = new double[FACTS][]; // the same

  private Prevalence(long found) {
    double[] one = new double[1];
    for (int place = 0; place < FACTS; ++place) {
      int fact = Native.WALD_PREVALENCE_PRIOR + place;
      if (fact >= Native.WALD_PREVALENCE_N_ROWS) {
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
   * The shares of labels among rows without labels, by maximum likelihood, if rows of a label look as in training
   * (Saerens et al. 2002). Calibration rows calibrate the probabilities, and label shift is tested on them.
   *
   * @param kind {@link Kind#INDEPENDENT} or {@link Kind#CATEGORICAL}
   * @param probabilities one column per label, in [0, 1]
   * @param trainingPrior one number per label, in (0, 1), or null for the shares of the calibration rows
   * @param calibrationTruth 0 or 1, of labelled rows as frequent as in training, or null
   * @param calibrationProbabilities theirs, or null
   * @param options the objective of thresholds, and how they are found
   * @return the prevalence
   */
  public static Prevalence of(
      Kind kind, Table probabilities, Values trainingPrior, Mask calibrationTruth, Table calibrationProbabilities,
      ThresholdOptions options) {
    Slice probabilitiesCells = probabilities.slice(false);
    Slice trainingPriorCells = trainingPrior == null ? null : trainingPrior.vector(false);
    Slice calibrationTruthCells = calibrationTruth == null ? null : calibrationTruth.slice(false);
    Slice calibrationProbabilitiesCells = calibrationProbabilities == null ? null : calibrationProbabilities.slice(
        false);
    long[] out = new long[1];
    NativeOptions.read(options, settings ->
        Native.wald_prevalence_create(
            kind.value, probabilitiesCells, trainingPriorCells, calibrationTruthCells, calibrationProbabilitiesCells,
                settings, out));
    try {
      return new Prevalence(out[0]);
    } finally {
      Native.wald_destroy(out[0]);
    }
  }

  /**
   * The shares of labels among rows without labels, by maximum likelihood, if rows of a label look as in training
   * (Saerens et al. 2002). Calibration rows calibrate the probabilities, and label shift is tested on them. With the
   * {@linkplain ThresholdOptions#defaults defaults} of all options.
   *
   * @param kind {@link Kind#INDEPENDENT} or {@link Kind#CATEGORICAL}
   * @param probabilities one column per label, in [0, 1]
   * @return the prevalence
   */
  public static Prevalence of(Kind kind, Table probabilities) {
    return of(kind, probabilities, null, null, null, ThresholdOptions.defaults());
  }

  /**
   * The shares of labels among rows without labels, by maximum likelihood, if rows of a label look as in training
   * (Saerens et al. 2002). Calibration rows calibrate the probabilities, and label shift is tested on them. With the
   * {@linkplain ThresholdOptions#defaults defaults} of all options.
   *
   * @param kind {@link Kind#INDEPENDENT} or {@link Kind#CATEGORICAL}
   * @param probabilities one column per label, in [0, 1]
   * @return the prevalence
   */
  public static Prevalence of(Kind kind, double[][] probabilities) {
    return of(kind, Table.of(probabilities), null, null, null, ThresholdOptions.defaults());
  }
  // end of rows

  private double number(int fact) {
    return numbers[fact % Native.WALD_MOST_FACTS];
  }

  private double[] numbers(int fact) {
    return lists[fact % Native.WALD_MOST_FACTS].clone();
  }

  // rows: facts
  private static final int FACTS = 7;

  /**
   * The likeliest share of each label or class among the rows.
   *
   * @return the fact {@code prior}
   */
  public double[] prior() {
    return numbers(Native.WALD_PREVALENCE_PRIOR);
  }

  /**
   * The lower limit of the share. Without {@code bootstrap} of the profile likelihood: it covers that the rows are a
   * sample, and takes the probabilities as calibrated and the training prior as known. With it a percentile, which also
   * covers that the calibration rows, if given, are a sample.
   *
   * @return the fact {@code low}
   */
  public double[] low() {
    return numbers(Native.WALD_PREVALENCE_LOW);
  }

  /**
   * The upper limit of the share.
   *
   * @return the fact {@code high}
   */
  public double[] high() {
    return numbers(Native.WALD_PREVALENCE_HIGH);
  }

  /**
   * The share of each label or class in training.
   *
   * @return the fact {@code training_prior}
   */
  public double[] trainingPrior() {
    return numbers(Native.WALD_PREVALENCE_TRAINING_PRIOR);
  }

  /**
   * The p-value of label shift: small if rows of a label do not look as in training, or probabilities are not
   * calibrated. One test of all classes; NaN without calibration rows or {@code bootstrap}.
   *
   * @return the fact {@code p_value}
   */
  public double[] pValue() {
    return numbers(Native.WALD_PREVALENCE_P_VALUE);
  }

  /**
   * The number of rows.
   *
   * @return the fact {@code n_rows}
   */
  public long nRows() {
    return (long) number(Native.WALD_PREVALENCE_N_ROWS);
  }

  /**
   * The number of calibration rows.
   *
   * @return the fact {@code n_calibration_rows}
   */
  public long nCalibrationRows() {
    return (long) number(Native.WALD_PREVALENCE_N_CALIBRATION_ROWS);
  }
  // end of rows

  @Override
  public String toString() {
    double[] prior = prior();
    StringBuilder out = new StringBuilder("Prevalence(");
    for (int i = 0; i < prior.length; ++i) {
      out.append(i > 0 ? ", " : "").append(prior[i]).append(" in [").append(low()[i]).append(", ").append(high()[i]).append("]");
    }
    return out.append(")").toString();
  }
}
