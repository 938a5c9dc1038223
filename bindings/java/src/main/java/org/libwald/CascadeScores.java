package org.libwald;

/**
 * Rows with the scores of all models of an additive ensemble: what a {@link Cascade} is fitted to, and calibrated and
 * evaluated on. It is fed in parts and merged; neither the order nor the parts show. Many threads may fit to it at
 * once; feeding it, merging into it and clearing it need that no other call uses it, and throw {@link
 * IllegalStateException} if one does. Holds native memory, which {@link #close} gives back.
 */
public final class CascadeScores extends Closable {
  private CascadeScores(long address) {
    super(address, "set of scores");
  }

  /**
   * No rows yet, of models that give a score for each of several classes: the class of the largest sum is the decision.
   *
   * @param models how many, 1 to 2^20
   * @param classes how many, 2 to 65536; 1 is as {@link #of(long)}
   * @return scores to be fed
   */
  // also: without classes: 1
  public static CascadeScores of(long models, long classes) {
    long[] out = new long[1];
    Native.wald_cascade_scores_create(models, classes, out);
    return new CascadeScores(out[0]);
  }

  // ---- Feeding ------------------------------------------------------------------------------------------------------

  /**
   * Adds rows with weights and targets.
   *
   * @param scores finite; by rows; column t * classes + c what model t says of class c
   * @param weights one per row, finite and at least 0; or null for 1 each. A row of weight 0 counts for nothing
   * @param targets one per row, or null: what the orders {@code "mse"} and {@code "greedy"} compare sums with, being
   *     the label in the units of the sum, or its class; without them the full sum. With every feed or with none
   * @return this
   */
  // also: without weights, without targets
  public CascadeScores feed(Table scores, Values weights, Values targets) {
    Slice cells = scores.slice(true);
    Slice weighed = Values.each("weights", weights, scores.rows, true);
    Slice compared = Values.each("targets", targets, scores.rows, true);
    handle.change(address -> Native.wald_cascade_scores_feed(address, cells, weighed, compared, 0, 0));
    return this;
  }

  /**
   * Adds the scores that trees give rows of features, without their base.
   *
   * @param trees an ensemble; its outputs are the classes
   * @param features rows by features; NaN is missing
   * @param weights one per row, or null
   * @param targets one per row, or null
   * @param options threads and progress
   * @return this
   */
  // also: without weights, without targets, without options
  public CascadeScores feed(
      Trees trees, Table features, Values weights, Values targets, CascadeOptions options) {
    Slice cells = features.slice(false);
    Slice weighed = Values.each("weights", weights, features.rows, false);
    Slice compared = Values.each("targets", targets, features.rows, false);
    trees.handle.read(
        options,
        (ensemble, settings) ->
            handle.change(
                address ->
                    Native.wald_cascade_scores_feed(address, cells, weighed, compared, ensemble, settings)));
    return this;
  }

  // rows: object
  /**
   * A copy that is fed on its own.
   *
   * @return another one
   */
  public CascadeScores copy() {
    return new CascadeScores(handle.getLong(Native::wald_copy));
  }

  /**
   * Adds the rows of {@code other}, which has the same numbers of models and classes.
   *
   * @param other what is added; it stays as it is
   * @return this
   */
  public CascadeScores merge(CascadeScores other) {
    handle.merge(other.handle, Native::wald_merge);
    return this;
  }

  /**
   * Back to no rows.
   *
   * @return this
   */
  public CascadeScores clear() {
    handle.change(Native::wald_clear);
    return this;
  }
  // end of rows

  // ---- What is known ------------------------------------------------------------------------------------------------

  // rows: facts
  private double number(int fact) {
    return handle.getDouble(
        (held, out) -> Native.wald_number(held, fact, 0, out));
  }

  /**
   * The number of rows.
   *
   * @return the fact {@code n_rows}
   */
  public long nRows() {
    return (long) number(Native.WALD_CASCADE_SCORES_N_ROWS);
  }

  /**
   * The number of models.
   *
   * @return the fact {@code n_models}
   */
  public long nModels() {
    return (long) number(Native.WALD_CASCADE_SCORES_N_MODELS);
  }

  /**
   * 1 for a sum and a threshold, else the number of classes.
   *
   * @return the fact {@code n_classes}
   */
  public long nClasses() {
    return (long) number(Native.WALD_CASCADE_SCORES_N_CLASSES);
  }
  // end of rows

  // rows: overloads
  /**
   * No rows yet, of models that give a score for each of several classes: the class of the largest sum is the decision.
   * Here {@code classes} is {@code 1}.
   *
   * @param models how many, 1 to 2^20
   * @return scores to be fed
   */
  public static CascadeScores of(long models) {
    return of(models, 1);
  }

  /**
   * Adds rows with weights and targets.
   *
   * @param scores finite; by rows; column t * classes + c what model t says of class c
   * @return this
   */
  public CascadeScores feed(Table scores) {
    return feed(scores, null, null);
  }

  /**
   * Adds the scores that trees give rows of features, without their base. With the {@linkplain CascadeOptions#defaults
   * defaults} of all options.
   *
   * @param trees an ensemble; its outputs are the classes
   * @param features rows by features; NaN is missing
   * @return this
   */
  public CascadeScores feed(Trees trees, Table features) {
    return feed(trees, features, null, null, CascadeOptions.defaults());
  }
  // end of rows

  @Override
  String describe() {
    return nModels() + " models, " + nClasses() + " classes, " + nRows() + " rows";
  }
}
