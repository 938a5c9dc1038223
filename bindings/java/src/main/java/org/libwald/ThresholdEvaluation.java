package org.libwald;

/**
 * Models on a test set, at thresholds that were chosen elsewhere: metrics with limits, and paired differences between
 * models. Lists of estimates are metric by metric of each model, lists of comparisons metric by metric of each pair of
 * models. Immutable, and holds no native memory.
 */
public final class ThresholdEvaluation {
  // rows: number of facts
  static final int FACTS = 6;
  // end of rows

  private static final int FIRST_LIST = Native.WALD_THRESHOLD_EVALUATION_TP;
  private static final int LAST_LIST = Native.WALD_THRESHOLD_EVALUATION_PAIR_P_ADJUSTED;

  private final double[] facts;
  private final double[][] lists = new double[LAST_LIST - FIRST_LIST + 1][];
  private final String[] metricNames;
  private final String warning;
  private final String markdown;
  private final String latex;

  private ThresholdEvaluation(long made) {
    facts = Handle.numbers(made, Native.WALD_THRESHOLD_EVALUATION_N_ROWS, FACTS);
    for (int place = 0; place < lists.length; ++place) {
      int fact = FIRST_LIST + place;
      lists[place] =
          Handle.filled((out, capacity, needed) -> Native.wald_numbers(made, fact, 0, out, capacity, needed));
    }
    metricNames = new String[Math.toIntExact(nMetrics())];
    for (int metric = 0; metric < metricNames.length; ++metric) {
      metricNames[metric] = text(made, Native.WALD_THRESHOLD_EVALUATION_METRIC_NAME, metric);
    }
    warning = text(made, Native.WALD_THRESHOLD_EVALUATION_WARNING, 0);
    markdown = text(made, Native.WALD_THRESHOLD_EVALUATION_MARKDOWN, 0);
    latex = text(made, Native.WALD_THRESHOLD_EVALUATION_LATEX, 0);
  }

  private static String text(long made, int fact, long item) {
    long[] text = new long[1];
    Native.wald_text(made, fact, item, text);
    return Texts.of(text[0]);
  }

  /**
   * Evaluates models on a test set.
   *
   * @param truth 0 or 1 a row: labels that are missing are refused
   * @param scores one column per model, no NaN; a row is flagged where its score is at least the threshold
   * @param thresholds one per model; or null for the area under the ROC curve alone
   * @param weights of the rows, finite and at least 0; or null for 1 each
   * @param groups one number per row: rows of the same one, as those of one patient, belong together; or null
   * @param options metrics, names, level, limits of proportions, jackknife, bootstrap, reference, seed, threads and progress
   * @return the evaluation
   */
  // also: truth as byte[], without weights, without groups, without options
  public static ThresholdEvaluation of(
      Mask truth, Table scores, double[] thresholds, Values weights, long[] groups, ThresholdOptions options) {
    Mask column = truth.asColumn("truth", scores.rows);
    Slice[] rows = {Values.each("weights", weights, scores.rows, false), Slice.of(groups, false)};
    Slice at = thresholds == null ? null : Values.of(thresholds).vector(false);
    long[] out = new long[1];
    NativeOptions.read(
        options,
        settings ->
            Native.wald_threshold_evaluation_create(
                column.slice(false), scores.slice(false), at, rows, settings, out));
    try {
      return new ThresholdEvaluation(out[0]);
    } finally {
      Native.wald_destroy(out[0]);
    }
  }

  private double number(int fact) {
    return facts[fact - Native.WALD_THRESHOLD_EVALUATION_N_ROWS];
  }

  private double[] numbers(int fact) {
    return lists[fact - FIRST_LIST].clone();
  }

  /**
   * The names of the metrics, as they were asked for.
   *
   * @return the fact {@code metric_name} of each metric
   */
  public String[] metricNames() {
    return metricNames.clone();
  }

  // rows: facts
  /**
   * The number of rows of a weight above 0.
   *
   * @return the fact {@code n_rows}
   */
  public long nRows() {
    return (long) number(Native.WALD_THRESHOLD_EVALUATION_N_ROWS);
  }

  /**
   * The number of groups of these rows, or of rows.
   *
   * @return the fact {@code n_units}
   */
  public long nUnits() {
    return (long) number(Native.WALD_THRESHOLD_EVALUATION_N_UNITS);
  }

  /**
   * The weight of all positives.
   *
   * @return the fact {@code positives}
   */
  public double positives() {
    return number(Native.WALD_THRESHOLD_EVALUATION_POSITIVES);
  }

  /**
   * The weight of all negatives.
   *
   * @return the fact {@code negatives}
   */
  public double negatives() {
    return number(Native.WALD_THRESHOLD_EVALUATION_NEGATIVES);
  }

  /**
   * The number of models.
   *
   * @return the fact {@code n_models}
   */
  public long nModels() {
    return (long) number(Native.WALD_THRESHOLD_EVALUATION_N_MODELS);
  }

  /**
   * The number of metrics.
   *
   * @return the fact {@code n_metrics}
   */
  public long nMetrics() {
    return (long) number(Native.WALD_THRESHOLD_EVALUATION_N_METRICS);
  }

  /**
   * The weight of the flagged positives of each model; empty without thresholds, as the next three.
   *
   * @return the fact {@code tp}
   */
  public double[] tp() {
    return numbers(Native.WALD_THRESHOLD_EVALUATION_TP);
  }

  /**
   * The weight of the flagged negatives of each model.
   *
   * @return the fact {@code fp}
   */
  public double[] fp() {
    return numbers(Native.WALD_THRESHOLD_EVALUATION_FP);
  }

  /**
   * The weight of the missed positives of each model.
   *
   * @return the fact {@code fn}
   */
  public double[] fn() {
    return numbers(Native.WALD_THRESHOLD_EVALUATION_FN);
  }

  /**
   * The weight of the negatives that each model does not flag.
   *
   * @return the fact {@code tn}
   */
  public double[] tn() {
    return numbers(Native.WALD_THRESHOLD_EVALUATION_TN);
  }

  /**
   * The model of each estimate, counted from 0; estimates are metric by metric of each model.
   *
   * @return the fact {@code model}
   */
  public int[] model() {
    return Slice.wholes(numbers(Native.WALD_THRESHOLD_EVALUATION_MODEL));
  }

  /**
   * The metric of each estimate, counted from 0.
   *
   * @return the fact {@code metric}
   */
  public int[] metric() {
    return Slice.wholes(numbers(Native.WALD_THRESHOLD_EVALUATION_METRIC));
  }

  /**
   * The value of the metric; NaN if it is 0/0.
   *
   * @return the fact {@code value}
   */
  public double[] value() {
    return numbers(Native.WALD_THRESHOLD_EVALUATION_VALUE);
  }

  /**
   * The lower limit of the value.
   *
   * @return the fact {@code low}
   */
  public double[] low() {
    return numbers(Native.WALD_THRESHOLD_EVALUATION_LOW);
  }

  /**
   * The upper limit of the value.
   *
   * @return the fact {@code high}
   */
  public double[] high() {
    return numbers(Native.WALD_THRESHOLD_EVALUATION_HIGH);
  }

  /**
   * The standard error of the value.
   *
   * @return the fact {@code standard_error}
   */
  public double[] standardError() {
    return numbers(Native.WALD_THRESHOLD_EVALUATION_STANDARD_ERROR);
  }

  /**
   * Whether the limits are Clopper and Pearson's, of rows that weigh the same.
   *
   * @return the fact {@code exact}
   */
  public boolean[] exact() {
    return Slice.truths(numbers(Native.WALD_THRESHOLD_EVALUATION_EXACT));
  }

  /**
   * The first model of each comparison; comparisons are metric by metric of each pair of models.
   *
   * @return the fact {@code pair_first}
   */
  public int[] pairFirst() {
    return Slice.wholes(numbers(Native.WALD_THRESHOLD_EVALUATION_PAIR_FIRST));
  }

  /**
   * The second model of each comparison.
   *
   * @return the fact {@code pair_second}
   */
  public int[] pairSecond() {
    return Slice.wholes(numbers(Native.WALD_THRESHOLD_EVALUATION_PAIR_SECOND));
  }

  /**
   * The metric of each comparison.
   *
   * @return the fact {@code pair_metric}
   */
  public int[] pairMetric() {
    return Slice.wholes(numbers(Native.WALD_THRESHOLD_EVALUATION_PAIR_METRIC));
  }

  /**
   * The second model's value less the first one's, on the same rows.
   *
   * @return the fact {@code pair_difference}
   */
  public double[] pairDifference() {
    return numbers(Native.WALD_THRESHOLD_EVALUATION_PAIR_DIFFERENCE);
  }

  /**
   * The lower limit of the difference.
   *
   * @return the fact {@code pair_low}
   */
  public double[] pairLow() {
    return numbers(Native.WALD_THRESHOLD_EVALUATION_PAIR_LOW);
  }

  /**
   * The upper limit of the difference.
   *
   * @return the fact {@code pair_high}
   */
  public double[] pairHigh() {
    return numbers(Native.WALD_THRESHOLD_EVALUATION_PAIR_HIGH);
  }

  /**
   * The standard error of the difference.
   *
   * @return the fact {@code pair_standard_error}
   */
  public double[] pairStandardError() {
    return numbers(Native.WALD_THRESHOLD_EVALUATION_PAIR_STANDARD_ERROR);
  }

  /**
   * The two-sided p-value: DeLong's test of auc, the paired permutation test of other metrics.
   *
   * @return the fact {@code pair_p_value}
   */
  public double[] pairPValue() {
    return numbers(Native.WALD_THRESHOLD_EVALUATION_PAIR_P_VALUE);
  }

  /**
   * The p-value by Holm's correction for all comparisons of this evaluation, of all metrics.
   *
   * @return the fact {@code pair_p_adjusted}
   */
  public double[] pairPAdjusted() {
    return numbers(Native.WALD_THRESHOLD_EVALUATION_PAIR_P_ADJUSTED);
  }

  /**
   * What is unknown, and why; empty if everything is known.
   *
   * @return the fact {@code warning}
   */
  public String warning() {
    return warning;
  }

  /**
   * A table of metrics by model as Markdown, and one of comparisons.
   *
   * @return the fact {@code markdown}
   */
  public String markdown() {
    return markdown;
  }

  /**
   * The same tables for LaTeX, with the package booktabs.
   *
   * @return the fact {@code latex}
   */
  public String latex() {
    return latex;
  }
  // end of rows

  // rows: overloads
  /**
   * Evaluates models on a test set. With the {@linkplain ThresholdOptions#defaults defaults} of all options.
   *
   * @param truth 0 or 1 a row: labels that are missing are refused
   * @param scores one column per model, no NaN; a row is flagged where its score is at least the threshold
   * @param thresholds one per model; or null for the area under the ROC curve alone
   * @return the evaluation
   */
  public static ThresholdEvaluation of(byte[] truth, Table scores, double[] thresholds) {
    return of(Mask.of(truth), scores, thresholds, null, null, ThresholdOptions.defaults());
  }
  // end of rows
}
