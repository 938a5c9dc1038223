package org.libwald;

import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/**
 * In which order the models of an additive ensemble are asked, and when the sum so far decides: the same decisions for
 * a fraction of the work. Fitted to {@link CascadeScores}, or loaded; bound to {@link Trees} it takes features.
 * Immutable, and used by any number of threads at once without a lock. Holds native memory, which {@link #close} gives
 * back.
 *
 * <pre>{@code
 * try (Cascade cascade = Cascade.load(Files.readString(Path.of("cascade.json")))) {
 *   boolean positive = cascade.decide(new float[] {39, 13, 2174, 0, 40}) == 1;
 * }
 * }</pre>
 */
public final class Cascade extends Closable {
  private Cascade(long address) {
    super(address, "cascade", Native::wald_cascade_destroy);
  }

  // ---- Making -------------------------------------------------------------------------------------------------------

  /**
   * Fits a cascade, with the default options.
   *
   * @param scores what all models say of some rows
   * @return a cascade
   */
  public static Cascade fit(CascadeScores scores) {
    return fit(scores, null, CascadeOptions.defaults());
  }

  /**
   * Fits a cascade.
   *
   * @param scores what all models say of some rows
   * @param options how
   * @return a cascade
   */
  public static Cascade fit(CascadeScores scores, CascadeOptions options) {
    return fit(scores, null, options);
  }

  /**
   * Fits a cascade and calibrates it: thresholds are moved apart until the disagreement is certified to be at most the
   * target, with the confidence.
   *
   * @param scores what all models say of some rows
   * @param calibration rows that have no part in fitting, all of the same weight; or null
   * @param options how
   * @return a cascade
   */
  public static Cascade fit(CascadeScores scores, CascadeScores calibration, CascadeOptions options) {
    long settings = options.address;
    try {
      return new Cascade(
          scores.handle.getLong(
              (rows, out) -> {
                if (calibration == null) {
                  Native.wald_cascade_fit(rows, 0, settings, out);
                } else {
                  calibration.handle.read(others -> Native.wald_cascade_fit(rows, others, settings, out));
                }
              }));
    } finally {
      Reference.reachabilityFence(options);
    }
  }

  /**
   * Reads what {@link #save} wrote, here or in any of the languages.
   *
   * @param text a saved cascade, with or without trees
   * @return a cascade that decides and says the same
   * @throws FormatException for any other text; the text of the exception says what is wrong with it
   */
  public static Cascade load(String text) {
    long[] out = new long[1];
    Native.wald_cascade_load(text.getBytes(StandardCharsets.UTF_8), out);
    return new Cascade(out[0]);
  }

  /**
   * Another cascade, certified with the default target and confidence.
   *
   * @param calibration rows that had no part in fitting, all of the same weight
   * @return a cascade
   */
  public Cascade calibrate(CascadeScores calibration) {
    return calibrate(calibration, CascadeOptions.defaults());
  }

  /**
   * Another cascade, certified on rows that had no part in fitting.
   *
   * @param calibration such rows, all of the same weight
   * @param options of which target, confidence, threads and progress count
   * @return a cascade
   */
  public Cascade calibrate(CascadeScores calibration, CascadeOptions options) {
    long settings = options.address;
    try {
      return new Cascade(
          handle.getLong(
              (address, out) ->
                  calibration.handle.read(
                      rows -> Native.wald_cascade_calibrate(address, rows, settings, out))));
    } finally {
      Reference.reachabilityFence(options);
    }
  }

  /**
   * Another cascade, which has a copy of the trees and takes features.
   *
   * @param trees whose models are those of this cascade
   * @return a cascade
   */
  public Cascade bind(Trees trees) {
    return new Cascade(
        handle.getLong(
            (address, out) -> trees.handle.read(ensemble -> Native.wald_cascade_bind(address, ensemble, out))));
  }

  /**
   * Always refused: cascades have no sum. Merge the scores and fit again.
   *
   * @param other another one
   * @throws UnsupportedException always
   */
  public void merge(Cascade other) {
    handle.merge(other.handle, Native::wald_cascade_merge);
  }

  // ---- What is known of it ------------------------------------------------------------------------------------------

  /**
   * One of the numbers known.
   *
   * @param fact which one
   * @return it; NaN where it is unknown
   */
  public double fact(CascadeFact fact) {
    int which = fact.value;
    return handle.getDouble((address, out) -> Native.wald_cascade_number(address, which, out));
  }

  private double[] array(int which) {
    return handle.getDoubles(
        (address, out, capacity, needed) ->
            Native.wald_cascade_numbers(address, which, out, capacity, needed));
  }

  /**
   * The number of models.
   *
   * @return how many there are
   */
  public int models() {
    return (int) fact(CascadeFact.MODELS);
  }

  /**
   * The number of classes.
   *
   * @return 1 for one sum and a threshold
   */
  public int classes() {
    return (int) fact(CascadeFact.CLASSES);
  }

  /**
   * The number of features that it takes.
   *
   * @return 0 for a cascade without trees
   */
  public long features() {
    return handle.getLong(Native::wald_cascade_n_features);
  }

  /**
   * Of the sum.
   *
   * @return the threshold at or above which all models decide for 1
   */
  public double threshold() {
    return fact(CascadeFact.THRESHOLD);
  }

  /**
   * Whether nobody leaves early for 1.
   *
   * @return whether a positive needs all of its scores
   */
  public boolean negativesOnly() {
    return fact(CascadeFact.NEGATIVES_ONLY) != 0;
  }

  /**
   * The share of the rows fitted to that is decided otherwise than by all models; optimistic for a joint order.
   *
   * @return the disagreement in sample
   */
  public double disagreement() {
    return fact(CascadeFact.DISAGREEMENT);
  }

  /**
   * Models asked of a row, on the rows fitted to.
   *
   * @return their mean number
   */
  public double meanModels() {
    return fact(CascadeFact.MEAN_MODELS);
  }

  /**
   * Cost of a row, on the rows fitted to.
   *
   * @return its mean
   */
  public double meanCost() {
    return fact(CascadeFact.MEAN_COST);
  }

  /**
   * How many times less than all models the cascade costs, on the rows fitted to.
   *
   * @return full cost / mean cost
   */
  public double speedup() {
    return fact(CascadeFact.SPEEDUP);
  }

  /**
   * A limit of the disagreement, which holds with {@link CascadeFact#CONFIDENCE}.
   *
   * @return the target, or 0 where nobody leaves early because nothing can be certified; NaN without calibration
   */
  public double certified() {
    return fact(CascadeFact.CERTIFIED);
  }

  /**
   * What a cascade does on some rows.
   *
   * @param disagreement the share of them that it decides otherwise than all models
   * @param meanModels models asked of a row
   * @param meanCost cost of a row
   * @param stops the share of the rows that is decided at each position; none where not known
   */
  public record Performance(double disagreement, double meanModels, double meanCost, double[] stops) {}

  /**
   * What it does on the rows fitted to.
   *
   * @return the facts of these rows; NaN where they were not kept, since a fitted cascade was calibrated later
   */
  public Performance inSample() {
    return new Performance(disagreement(), meanModels(), meanCost(), array(Native.WALD_CASCADE_ARRAY_STOPS));
  }

  /**
   * What it does on the rows fitted to, each fold decided by a cascade that was fitted without it.
   *
   * @return the facts; NaN without folds
   */
  public Performance crossFitted() {
    return new Performance(
        fact(CascadeFact.CROSS_DISAGREEMENT),
        fact(CascadeFact.CROSS_MEAN_MODELS),
        fact(CascadeFact.CROSS_MEAN_COST),
        array(Native.WALD_CASCADE_ARRAY_CROSS_STOPS));
  }

  /**
   * What it does on the rows calibrated on.
   *
   * @return the facts; NaN without calibration
   */
  public Performance heldOut() {
    return new Performance(
        fact(CascadeFact.HELD_OUT_DISAGREEMENT),
        fact(CascadeFact.HELD_OUT_MEAN_MODELS),
        fact(CascadeFact.HELD_OUT_MEAN_COST),
        array(Native.WALD_CASCADE_ARRAY_HELD_OUT_STOPS));
  }

  /**
   * What it does on other rows.
   *
   * @param scores what all models say of them
   * @return the facts
   */
  public Performance evaluate(CascadeScores scores) {
    return evaluate(scores, 1);
  }

  /**
   * What it does on other rows, by several threads.
   *
   * @param scores what all models say of them
   * @param threads 0 means all of the machine's; the facts are the same, to the bit, for any number
   * @return the facts
   */
  public Performance evaluate(CascadeScores scores, int threads) {
    double[] stops = new double[models()];
    return handle.answer(
        address ->
            scores.handle.answer(
                rows -> {
                  double[][] out = new double[3][1];
                  Native.wald_cascade_evaluate(address, rows, threads, out[0], out[1], out[2], stops);
                  return new Performance(out[0][0], out[1][0], out[2][0], stops);
                }));
  }

  /**
   * In which order models are asked.
   *
   * @return the models, from 0
   */
  public int[] order() {
    return Arrays.stream(array(Native.WALD_CASCADE_ARRAY_ORDER)).mapToInt(model -> (int) model).toArray();
  }

  /**
   * At each position the sum below which a row is decided for 0.
   *
   * @return one a position: -inf where nobody is; NaN with bins or several classes
   */
  public double[] low() {
    return array(Native.WALD_CASCADE_ARRAY_LOW);
  }

  /**
   * At each position the sum at or above which a row is decided for 1; with several classes, how far the largest sum
   * must be ahead of the next.
   *
   * @return one a position: inf where nobody is; NaN with bins
   */
  public double[] high() {
    return array(Native.WALD_CASCADE_ARRAY_HIGH);
  }

  /**
   * At each position the standard deviation of what the models behind it add.
   *
   * @return one a position
   */
  public double[] spread() {
    return array(Native.WALD_CASCADE_ARRAY_SPREAD);
  }

  /**
   * The name of a model.
   *
   * @param model from 0
   * @return {@code ""} where no names were set
   */
  public String modelName(int model) {
    return handle.answer(
        address -> {
          long[] text = new long[1];
          Native.wald_cascade_model_name(address, model, text);
          return Texts.of(text[0]);
        });
  }

  /**
   * The cascade as text: JSON, versioned, with its trees where it has them. Any of the languages can load it.
   *
   * @return what {@link #load} reads
   */
  public String save() {
    return handle.getText(Native::wald_cascade_save);
  }

  // ---- Deciding -----------------------------------------------------------------------------------------------------

  /**
   * What became of rows.
   *
   * @param decisions one a row: 0 or 1, with several classes the class
   * @param counts how many models each row was decided by
   */
  public record Outcome(int[] decisions, int[] counts) {
    private static Outcome of(long rows) {
      int count = Math.toIntExact(rows);
      return new Outcome(new int[count], new int[count]);
    }
  }

  /**
   * Decides rows of scores; those of models that are not asked are not looked at.
   *
   * @param scores a row a row, column t * classes + c what model t says of class c
   * @return a decision a row
   */
  public Outcome apply(Table scores) {
    return apply(scores, 1);
  }

  /**
   * Decides rows of scores, by several threads.
   *
   * @param scores a row a row, column t * classes + c what model t says of class c
   * @param threads 0 means all of the machine's; decisions are the same for any number
   * @return a decision a row
   */
  public Outcome apply(Table scores, int threads) {
    Slice cells = scores.slice(scores.isSmall());
    Outcome out = Outcome.of(scores.rows);
    handle.read(
        address ->
            Native.wald_cascade_apply(
                address,
                cells,
                scores.rows,
                scores.labels,
                scores.memoryRowStride(),
                scores.memoryLabelStride(),
                threads,
                out.decisions,
                out.counts));
    return out;
  }

  /**
   * Decides rows whose scores are computed as they are needed: model after model is asked, for the rows that are still
   * undecided.
   *
   * @param rows how many there are
   * @param scores what a model says of some of them
   * @return a decision a row
   */
  public Outcome apply(int rows, ScoreFunction scores) {
    Objects.requireNonNull(scores, "scores");
    if (rows < 0) {
      throw new ArgumentException("n_rows is " + rows + ": must be at least 0");
    }
    int classes = classes();
    Outcome out = Outcome.of(rows);
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
          address -> Native.wald_cascade_apply_function(address, rows, callback, out.decisions, out.counts));
      return out;
    } finally {
      Native.callback_destroy(callback);
    }
  }

  /**
   * Decides rows of features, walking those trees alone that are needed.
   *
   * @param features a row a row, a column a feature; NaN is missing
   * @return a decision a row
   */
  public Outcome applyTrees(Table features) {
    return applyTrees(features, 1);
  }

  /**
   * Decides rows of features, by several threads.
   *
   * @param features a row a row, a column a feature; NaN is missing
   * @param threads 0 means all of the machine's; decisions are the same for any number
   * @return a decision a row
   */
  public Outcome applyTrees(Table features, int threads) {
    Slice cells = features.slice(false);
    Outcome out = Outcome.of(features.rows);
    handle.read(
        address ->
            Native.wald_cascade_apply_trees(
                address,
                cells,
                features.rows,
                features.labels,
                features.memoryRowStride(),
                features.memoryLabelStride(),
                threads,
                out.decisions,
                out.counts));
    return out;
  }

  /**
   * Decides one row of features by the trees that this cascade was bound to: the short way, for a service.
   *
   * @param features one number a feature; NaN is missing
   * @return 0 or 1, with several classes the class
   */
  public int decide(float[] features) {
    long address = handle.acquire();
    try {
      return Native.cascade_decide_floats(address, features, features.length);
    } finally {
      handle.release();
    }
  }

  /**
   * Decides one row of features by the trees that this cascade was bound to: the short way, for a service.
   *
   * @param features one number a feature; NaN is missing
   * @return 0 or 1, with several classes the class
   */
  public int decide(double[] features) {
    long address = handle.acquire();
    try {
      return Native.cascade_decide_doubles(address, features, features.length);
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
    return new CascadeRun(handle.getLong(Native::wald_cascade_run_create));
  }

  @Override
  String describe() {
    double certified = certified();
    return String.format(
        java.util.Locale.ROOT,
        "%d models, %s %.6g, %.2f asked in the mean%s",
        models(),
        Double.isNaN(certified) ? "disagreement" : "certified disagreement at most",
        Double.isNaN(certified) ? disagreement() : certified,
        Double.isNaN(certified) ? meanModels() : fact(CascadeFact.HELD_OUT_MEAN_MODELS),
        features() > 0 ? ", " + features() + " features" : "");
  }
}
