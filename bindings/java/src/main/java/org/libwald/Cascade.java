package org.libwald;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The order in which the models of an additive ensemble run, and when the sum so far decides: the same decisions for
 * a fraction of the work. Fitted to {@link CascadeScores}, or loaded; bound to {@link Trees} it takes features.
 * Immutable, and used by any number of threads at once without a lock. Holds native memory, which {@link #close} gives
 * back.
 *
 * <pre>{@code
 * try (Cascade cascade = Cascade.load(Path.of("cascade.json"))) {
 *   boolean positive = cascade.decide(new float[] {39, 13, 2174, 0, 40}) == 1;
 * }
 * }</pre>
 */
@SuppressWarnings("serial") // what is written is a SavedBytes
public final class Cascade extends Saved {
  // Made when first asked for; immutable, so that a race makes two that are equal.
  private transient FeatureNames featureNames;
  private final transient int classes; // read once, and not in each call that makes room for sums

  private Cascade(long address) {
    super(address, "cascade");
    classes = nClasses();
  }

  // ---- Making -------------------------------------------------------------------------------------------------------

  /**
   * Fits a cascade. With rows to calibrate on, thresholds are moved apart until the disagreement is certified to be at
   * most the target, with the confidence.
   *
   * @param scores what all models say of some rows
   * @param calibration rows that have no part in fitting, all of the same weight; or null
   * @param options how
   * @return a cascade
   */
  // also: without calibration
  // also: without calibration, without options
  public static Cascade fit(CascadeScores scores, CascadeScores calibration, CascadeOptions options) {
    return new Cascade(
        scores.handle.getLong(
            options,
            (rows, settings, out) -> {
              if (calibration == null) {
                Native.wald_cascade_fit(rows, 0, settings, out);
              } else {
                calibration.handle.read(others -> Native.wald_cascade_fit(rows, others, settings, out));
              }
            }));
  }

  // rows: methods
  /**
   * Another cascade, certified.
   *
   * @param calibration rows of equal weights that had no part in fitting
   * @param options how a cascade is fitted, calibrated and run
   * @return the cascade
   */
  public Cascade calibrate(CascadeScores calibration, CascadeOptions options) {
    return new Cascade(
        handle.getLong(options, (address, settings, out) ->
            calibration.handle.read(other -> Native.wald_cascade_calibrate(address, other, settings, out))));
  }

  /**
   * Another cascade, with a copy of the trees, for {@code applyTrees}. Its models must be those of the ensemble.
   *
   * @param trees the ensemble of trees
   * @return the cascade
   */
  public Cascade bind(Trees trees) {
    return new Cascade(
        handle.getLong((address, out) -> trees.handle.read(other -> Native.wald_cascade_bind(address, other, out))));
  }

  /**
   * Another cascade, certified. With the {@linkplain CascadeOptions#defaults defaults} of all options.
   *
   * @param calibration rows of equal weights that had no part in fitting
   * @return the cascade
   */
  public Cascade calibrate(CascadeScores calibration) {
    return calibrate(calibration, CascadeOptions.defaults());
  }
  // end of rows

  // rows: object
  /**
   * Reads what {@link #save()} wrote, here or in any of the languages.
   *
   * @param text what was saved
   * @return a cascade that says the same, to the same bits
   * @throws FormatException for any other text; the text of the exception says what is wrong with it
   */
  public static Cascade load(String text) {
    return new Cascade(load(text, (state, out) -> Native.wald_load(Native.WALD_OBJECT_CASCADE, state, out)));
  }

  /**
   * Reads what {@link #toBytes()} gave, here or in any of the languages, or a text in UTF-8.
   *
   * @param saved what was saved
   * @return a cascade that says the same, to the same bits
   * @throws FormatException for any other bytes; the text of the exception says what is wrong with it
   */
  public static Cascade load(byte[] saved) {
    return new Cascade(load(saved, (state, out) -> Native.wald_load(Native.WALD_OBJECT_CASCADE, state, out)));
  }

  /**
   * Reads what {@link #save(Path)} wrote or {@link #toBytes()} gave, to the end of a stream, which stays open.
   *
   * @param stream what was saved
   * @return a cascade that says the same, to the same bits
   * @throws java.io.IOException if the stream cannot be read
   * @throws FormatException for anything else; the text of the exception says what is wrong with it
   */
  public static Cascade load(java.io.InputStream stream) throws IOException {
    return load(stream.readAllBytes());
  }

  /**
   * Reads a file that {@link #save(Path)} wrote, here or in any of the languages.
   *
   * @param file the file
   * @return a cascade that says the same, to the same bits
   * @throws IOException if the file cannot be read
   * @throws FormatException where it holds anything else; the text of the exception says what is wrong with it
   */
  public static Cascade load(Path file) throws IOException {
    return new Cascade(load(file, (state, out) -> Native.wald_load(Native.WALD_OBJECT_CASCADE, state, out)));
  }
  // end of rows

  // ---- What is known of it ------------------------------------------------------------------------------------------

  /**
   * One of the numbers known.
   *
   * @param fact which one
   * @return it; NaN if it is unknown
   */
  public double fact(CascadeFact fact) {
    return number(fact.value);
  }

  // rows: facts
  private double number(int fact) {
    return handle.getDouble(
        (held, out) -> Native.wald_number(held, fact, 0, out));
  }

  private double[] numbers(int fact) {
    return handle.getDoubles(
        (held, out, capacity, needed) -> Native.wald_numbers(held, fact, 0, out, capacity, needed));
  }

  private String text(long item, int fact) {
    return handle.getStatic(
        (held, out) -> Native.wald_text(held, fact, item, out));
  }

  private String text(int fact) {
    return text(0, fact);
  }

  /**
   * The number of models.
   *
   * @return the fact {@code n_models}
   */
  public int nModels() {
    return (int) number(Native.WALD_CASCADE_N_MODELS);
  }

  /**
   * 1 for a sum and a threshold, else the number of classes.
   *
   * @return the fact {@code n_classes}
   */
  public int nClasses() {
    return (int) number(Native.WALD_CASCADE_N_CLASSES);
  }

  /**
   * The sum of scores from which a row is positive.
   *
   * @return the fact {@code threshold}
   */
  public double threshold() {
    return number(Native.WALD_CASCADE_THRESHOLD);
  }

  /**
   * Whether rows leave early only as negatives.
   *
   * @return the fact {@code negatives_only}
   */
  public boolean negativesOnly() {
    return number(Native.WALD_CASCADE_NEGATIVES_ONLY) != 0;
  }

  /**
   * The disagreement that was allowed.
   *
   * @return the fact {@code alpha}
   */
  public double alpha() {
    return number(Native.WALD_CASCADE_ALPHA);
  }

  /**
   * The cost of all models.
   *
   * @return the fact {@code full_cost}
   */
  public double fullCost() {
    return number(Native.WALD_CASCADE_FULL_COST);
  }

  /**
   * The number of fitted rows.
   *
   * @return the fact {@code n_rows}
   */
  public double nRows() {
    return number(Native.WALD_CASCADE_N_ROWS);
  }

  /**
   * The share of these rows that the cascade decides differently from all models, recounted; optimistic for a joint
   * order.
   *
   * @return the fact {@code disagreement}
   */
  public double disagreement() {
    return number(Native.WALD_CASCADE_DISAGREEMENT);
  }

  /**
   * The mean number of models run on these rows.
   *
   * @return the fact {@code mean_models}
   */
  public double meanModels() {
    return number(Native.WALD_CASCADE_MEAN_MODELS);
  }

  /**
   * The mean cost per row.
   *
   * @return the fact {@code mean_cost}
   */
  public double meanCost() {
    return number(Native.WALD_CASCADE_MEAN_COST);
  }

  /**
   * fullCost/meanCost.
   *
   * @return the fact {@code speedup}
   */
  public double speedup() {
    return number(Native.WALD_CASCADE_SPEEDUP);
  }

  /**
   * The disagreement, each fold decided by a cascade that was fitted without it.
   *
   * @return the fact {@code cross_disagreement}
   */
  public double crossDisagreement() {
    return number(Native.WALD_CASCADE_CROSS_DISAGREEMENT);
  }

  /**
   * The mean number of models, cross-fitted.
   *
   * @return the fact {@code cross_mean_models}
   */
  public double crossMeanModels() {
    return number(Native.WALD_CASCADE_CROSS_MEAN_MODELS);
  }

  /**
   * The mean cost, cross-fitted.
   *
   * @return the fact {@code cross_mean_cost}
   */
  public double crossMeanCost() {
    return number(Native.WALD_CASCADE_CROSS_MEAN_COST);
  }

  /**
   * The number of calibration rows of a weight above 0.
   *
   * @return the fact {@code n_held_out_rows}
   */
  public double nHeldOutRows() {
    return number(Native.WALD_CASCADE_N_HELD_OUT_ROWS);
  }

  /**
   * The disagreement on the calibration rows.
   *
   * @return the fact {@code held_out_disagreement}
   */
  public double heldOutDisagreement() {
    return number(Native.WALD_CASCADE_HELD_OUT_DISAGREEMENT);
  }

  /**
   * The mean number of models on the calibration rows.
   *
   * @return the fact {@code held_out_mean_models}
   */
  public double heldOutMeanModels() {
    return number(Native.WALD_CASCADE_HELD_OUT_MEAN_MODELS);
  }

  /**
   * The mean cost on the calibration rows.
   *
   * @return the fact {@code held_out_mean_cost}
   */
  public double heldOutMeanCost() {
    return number(Native.WALD_CASCADE_HELD_OUT_MEAN_COST);
  }

  /**
   * The disagreement is at most this with the confidence: the target, or 0 if no row leaves early because nothing can
   * be certified.
   *
   * @return the fact {@code certified_disagreement}
   */
  public double certifiedDisagreement() {
    return number(Native.WALD_CASCADE_CERTIFIED_DISAGREEMENT);
  }

  /**
   * The probability with which the certificate holds.
   *
   * @return the fact {@code certify}
   */
  public double certify() {
    return number(Native.WALD_CASCADE_CERTIFY);
  }

  /**
   * By how many spreads calibration moved the thresholds apart; inf if no row leaves early.
   *
   * @return the fact {@code spreads}
   */
  public double spreads() {
    return number(Native.WALD_CASCADE_SPREADS);
  }

  /**
   * The width of a bin's thresholds in deviations; NaN without bins.
   *
   * @return the fact {@code gamma}
   */
  public double gamma() {
    return number(Native.WALD_CASCADE_GAMMA);
  }

  /**
   * The width of a bin; NaN without bins.
   *
   * @return the fact {@code bin_width}
   */
  public double binWidth() {
    return number(Native.WALD_CASCADE_BIN_WIDTH);
  }

  /**
   * Scores are rounded to multiples of this.
   *
   * @return the fact {@code unit}
   */
  public double unit() {
    return number(Native.WALD_CASCADE_UNIT);
  }

  /**
   * The number of fitted rows that unrounded sums decide differently.
   *
   * @return the fact {@code n_rounded_rows}
   */
  public double nRoundedRows() {
    return number(Native.WALD_CASCADE_N_ROUNDED_ROWS);
  }

  /**
   * The number of features of its trees; without trees, of named features.
   *
   * @return the fact {@code n_features}
   */
  public long nFeatures() {
    return (long) number(Native.WALD_CASCADE_N_FEATURES);
  }

  /**
   * The model run at each position, counted from 0.
   *
   * @return the fact {@code order}
   */
  public int[] order() {
    return Slice.wholes(numbers(Native.WALD_CASCADE_ORDER));
  }

  /**
   * A sum below it decides for 0; -inf: none does. NaN with bins or several classes.
   *
   * @return the fact {@code low}
   */
  public double[] low() {
    return numbers(Native.WALD_CASCADE_LOW);
  }

  /**
   * A sum at or above it decides for 1; inf: none does. With several classes, how far the largest sum must be ahead.
   * NaN with bins.
   *
   * @return the fact {@code high}
   */
  public double[] high() {
    return numbers(Native.WALD_CASCADE_HIGH);
  }

  /**
   * The standard deviation of the sum of the scores of later models.
   *
   * @return the fact {@code spread}
   */
  public double[] spread() {
    return numbers(Native.WALD_CASCADE_SPREAD);
  }

  /**
   * The share of the fitted rows decided at each position.
   *
   * @return the fact {@code stops}
   */
  public double[] stops() {
    return numbers(Native.WALD_CASCADE_STOPS);
  }

  /**
   * The same, cross-fitted; empty if not known.
   *
   * @return the fact {@code cross_stops}
   */
  public double[] crossStops() {
    return numbers(Native.WALD_CASCADE_CROSS_STOPS);
  }

  /**
   * The same of the calibration rows; empty if not known.
   *
   * @return the fact {@code held_out_stops}
   */
  public double[] heldOutStops() {
    return numbers(Native.WALD_CASCADE_HELD_OUT_STOPS);
  }

  /**
   * The stopping rule: sums or votes; with cheaper, the one that was chosen.
   *
   * @return the fact {@code algorithm}
   */
  public String algorithm() {
    return text(Native.WALD_CASCADE_ALGORITHM);
  }

  /**
   * With votes: the price of an error, in models, for which the stopping rule is optimal.
   *
   * @return the fact {@code price}
   */
  public double price() {
    return number(Native.WALD_CASCADE_PRICE);
  }

  /**
   * With votes: the expected disagreement on new rows, over all orders of the models.
   *
   * @return the fact {@code expected_disagreement}
   */
  public double expectedDisagreement() {
    return number(Native.WALD_CASCADE_EXPECTED_DISAGREEMENT);
  }

  /**
   * With votes: the expected number of models per new row, over all orders.
   *
   * @return the fact {@code expected_mean_models}
   */
  public double expectedMeanModels() {
    return number(Native.WALD_CASCADE_EXPECTED_MEAN_MODELS);
  }

  /**
   * The mean cost on the calibration rows of the algorithm that was not chosen; NaN except with cheaper.
   *
   * @return the fact {@code other_mean_cost}
   */
  public double otherMeanCost() {
    return number(Native.WALD_CASCADE_OTHER_MEAN_COST);
  }
  // end of rows

  /**
   * What it does on other rows.
   *
   * @param scores what all models say of them
   * @param options threads and progress
   * @return the facts
   */
  // also: without options
  public CascadeEvaluation evaluate(CascadeScores scores, CascadeOptions options) {
    long[] made = new long[1];
    try {
      handle.read(
          options,
          (address, settings) ->
              scores.handle.read(rows -> Native.wald_cascade_evaluate(address, rows, settings, made)));
      return new CascadeEvaluation(
          Handle.number(made[0], Native.WALD_CASCADE_EVALUATION_DISAGREEMENT),
          Handle.number(made[0], Native.WALD_CASCADE_EVALUATION_MEAN_MODELS),
          Handle.number(made[0], Native.WALD_CASCADE_EVALUATION_MEAN_COST),
          Handle.list(made[0], Native.WALD_CASCADE_EVALUATION_STOPS));
    } finally {
      Native.wald_destroy(made[0]);
    }
  }

  /**
   * The name of a model.
   *
   * @param model from 0
   * @return {@code ""} where no names were set
   */
  public String modelName(int model) {
    return text(model, Native.WALD_CASCADE_NAME);
  }

  /**
   * The names of the features, which {@link CascadeOptions.Builder#featureNames} set.
   *
   * @return one per feature, unmodifiable; empty if none were set
   */
  public List<String> featureNames() {
    return named().all;
  }

  private FeatureNames named() {
    FeatureNames known = featureNames;
    if (known == null) {
      long count = (long) number(Native.WALD_CASCADE_N_CATEGORIES);
      known =
          FeatureNames.of(
              FeatureNames.all(nFeatures(), item -> text(item, Native.WALD_CASCADE_FEATURE_NAME)),
              FeatureNames.all(count, item -> text(item, Native.WALD_CASCADE_CATEGORY)));
      featureNames = known;
    }
    return known;
  }

  /**
   * A row of features from columns by name, for {@link #decide(double[])}: numbers, and of features with categories
   * their words, which become the codes that the trees know.
   *
   * @param columns what each feature is; null is missing
   * @return one number per feature
   * @throws ArgumentException if there is no column for a feature, or one that is unknown or not a number, a word is
   *     no category, or the cascade has no names
   */
  public double[] row(Map<String, ?> columns) {
    return named().needed("the cascade", nFeatures()).row(columns);
  }

  // ---- Deciding -----------------------------------------------------------------------------------------------------

  /**
   * Decides rows of scores.
   *
   * @param scores by rows; column t * classes + c what model t says of class c
   * @param options threads and progress
   * @return one decision per row
   */
  // also: without options
  public CascadeDecisions apply(Table scores, CascadeOptions options) {
    Slice cells = scores.slice(scores.isSmall());
    CascadeDecisions out = CascadeDecisions.of(scores.rows, classes);
    handle.read(
        options,
        (address, settings) ->
            Native.wald_cascade_apply(address, cells, settings, out.decisions(), out.counts(), out.sums()));
    return out;
  }

  /**
   * Decides rows whose scores are computed as they are needed: model after model runs, for the rows that are still
   * undecided.
   *
   * @param rows how many there are
   * @param scores what a model says of some of them
   * @return one decision per row
   */
  public CascadeDecisions apply(int rows, ScoreFunction scores) {
    Objects.requireNonNull(scores, "scores");
    if (rows < 0) {
      throw new ArgumentException("n_rows is " + rows + ": must be at least 0");
    }
    CascadeDecisions out = CascadeDecisions.of(rows, classes);
    long callback =
        Native.callback_create(
            (ScoreFunction)
                (model, asked) -> {
                  double[] found = Objects.requireNonNull(scores.scores(model, asked), "scores");
                  Slice.checkLength("scores of model " + model, found.length, (long) asked.length * classes);
                  return found;
                });
    try {
      handle.read(
          address ->
              Native.wald_cascade_apply_function(
                  address, rows, callback, out.decisions(), out.counts(), out.sums()));
      return out;
    } finally {
      Native.callback_destroy(callback);
    }
  }

  /**
   * Decides rows of features.
   *
   * @param features rows by features; NaN is missing
   * @param options threads and progress
   * @return one decision per row
   */
  // also: without options
  public CascadeDecisions applyTrees(Table features, CascadeOptions options) {
    Slice cells = features.slice(false);
    CascadeDecisions out = CascadeDecisions.of(features.rows, classes);
    handle.read(
        options,
        (address, settings) ->
            Native.wald_cascade_apply_trees(address, cells, settings, out.decisions(), out.counts(), out.sums()));
    return out;
  }

  /**
   * Decides rows by columns, which are matched with the features by name.
   *
   * @param rows columns of numbers, and of words where features have categories
   * @return one decision per row
   * @throws ArgumentException if columns do not match, or the cascade has no names
   */
  public CascadeDecisions applyTrees(Columns rows) {
    Objects.requireNonNull(rows, "rows");
    return applyTrees(rows.table(named().needed("the cascade", nFeatures())));
  }

  /**
   * Decides one row of features by the trees that this cascade was bound to: the short way, for a service.
   *
   * @param features one number per feature; NaN is missing
   * @return 0 or 1, with several classes the class
   */
  // also: features as float[] | double[]
  private int decide(Object features) {
    int type = Slice.typeOf(features, "features");
    long address = handle.acquire();
    try {
      return Native.cascade_decide(address, features, type);
    } finally {
      handle.release();
    }
  }

  /**
   * One example at a time, model by model.
   *
   * @return a run, for one thread
   */
  public CascadeRun run() {
    return new CascadeRun(handle.getLong(Native::wald_cascade_run_create), classes);
  }

  // rows: overloads
  /**
   * Fits a cascade. With rows to calibrate on, thresholds are moved apart until the disagreement is certified to be at
   * most the target, with the confidence.
   *
   * @param scores what all models say of some rows
   * @param options how
   * @return a cascade
   */
  public static Cascade fit(CascadeScores scores, CascadeOptions options) {
    return fit(scores, null, options);
  }

  /**
   * Fits a cascade. With rows to calibrate on, thresholds are moved apart until the disagreement is certified to be at
   * most the target, with the confidence. With the {@linkplain CascadeOptions#defaults defaults} of all options.
   *
   * @param scores what all models say of some rows
   * @return a cascade
   */
  public static Cascade fit(CascadeScores scores) {
    return fit(scores, null, CascadeOptions.defaults());
  }

  /**
   * What it does on other rows. With the {@linkplain CascadeOptions#defaults defaults} of all options.
   *
   * @param scores what all models say of them
   * @return the facts
   */
  public CascadeEvaluation evaluate(CascadeScores scores) {
    return evaluate(scores, CascadeOptions.defaults());
  }

  /**
   * Decides rows of scores. With the {@linkplain CascadeOptions#defaults defaults} of all options.
   *
   * @param scores by rows; column t * classes + c what model t says of class c
   * @return one decision per row
   */
  public CascadeDecisions apply(Table scores) {
    return apply(scores, CascadeOptions.defaults());
  }

  /**
   * Decides rows of features. With the {@linkplain CascadeOptions#defaults defaults} of all options.
   *
   * @param features rows by features; NaN is missing
   * @return one decision per row
   */
  public CascadeDecisions applyTrees(Table features) {
    return applyTrees(features, CascadeOptions.defaults());
  }

  /**
   * Decides one row of features by the trees that this cascade was bound to: the short way, for a service.
   *
   * @param features one number per feature; NaN is missing
   * @return 0 or 1, with several classes the class
   */
  public int decide(float[] features) {
    return decide((Object) features);
  }

  /**
   * Decides one row of features by the trees that this cascade was bound to: the short way, for a service.
   *
   * @param features one number per feature; NaN is missing
   * @return 0 or 1, with several classes the class
   */
  public int decide(double[] features) {
    return decide((Object) features);
  }
  // end of rows

  @Override
  String describe() {
    double certified = certifiedDisagreement();
    return String.format(
        java.util.Locale.ROOT,
        "%d models, %s %.6g, %.2f asked on average%s",
        nModels(),
        Double.isNaN(certified) ? "disagreement" : "certified disagreement at most",
        Double.isNaN(certified) ? disagreement() : certified,
        Double.isNaN(certified) ? meanModels() : heldOutMeanModels(),
        nFeatures() > 0 ? ", " + nFeatures() + " features" : "");
  }
}
