package org.libwald;

/**
 * Rows with the scores of all models of an additive ensemble: what a {@link Cascade} is fitted to, and calibrated and
 * evaluated on. It is fed in parts and merged; neither the order nor the parts show. Many threads may fit to it at
 * once; feeding it, merging into it and clearing it need that no other call uses it, and throw {@link
 * IllegalStateException} where one does. Holds native memory, which {@link #close} gives back.
 */
public final class CascadeScores extends Closable {
  private CascadeScores(long address) {
    super(address, "set of scores", Native::wald_cascade_scores_destroy);
  }

  /**
   * No rows yet, of models that give one score: a row is decided by whether their sum is at or above a threshold.
   *
   * @param models how many, 1 to 2^20
   * @return scores to be fed
   */
  public static CascadeScores of(long models) {
    return of(models, 1);
  }

  /**
   * No rows yet, of models that give a score for each of several classes: the class of the largest sum is the decision.
   *
   * @param models how many, 1 to 2^20
   * @param classes how many, 2 to 65536; 1 is as {@link #of(long)}
   * @return scores to be fed
   */
  public static CascadeScores of(long models, long classes) {
    long[] out = new long[1];
    Native.wald_cascade_scores_create(models, classes, out);
    return new CascadeScores(out[0]);
  }

  /**
   * A copy that is fed on its own.
   *
   * @return other scores
   */
  public CascadeScores copy() {
    return new CascadeScores(handle.getLong(Native::wald_cascade_scores_copy));
  }

  // ---- Feeding ------------------------------------------------------------------------------------------------------

  /**
   * Adds rows.
   *
   * @param scores finite; a row a row, column t * classes + c what model t says of class c
   * @return this
   */
  public CascadeScores feed(Table scores) {
    return feed(scores, null, null);
  }

  /**
   * Adds rows with weights and targets.
   *
   * @param scores finite; a row a row, column t * classes + c what model t says of class c
   * @param weights one a row, finite and at least 0; or null for 1 each. A row of weight 0 counts for nothing
   * @param targets one a row, or null: what the orders {@code "mse"} and {@code "greedy"} compare sums with, being the
   *     label in the units of the sum, or its class; without them the full sum. With every feed or with none
   * @return this
   */
  public CascadeScores feed(Table scores, Values weights, Values targets) {
    Slice cells = scores.slice(true);
    Slice weighed = Values.weights(weights, scores.rows, true);
    Slice compared = targets(targets, scores.rows, true);
    handle.change(
        address ->
            Native.wald_cascade_scores_feed(
                address,
                cells,
                scores.rows,
                scores.labels,
                scores.memoryRowStride(),
                scores.memoryLabelStride(),
                weighed,
                Values.stride(weights),
                compared,
                Values.stride(targets)));
    return this;
  }

  /**
   * Adds the scores that trees give rows of features, without their base.
   *
   * @param trees an ensemble; its outputs are the classes
   * @param features a row a row, a column a feature; NaN is missing
   * @return this
   */
  public CascadeScores feed(Trees trees, Table features) {
    return feed(trees, features, null, null, 1);
  }

  /**
   * Adds the scores that trees give rows of features, without their base.
   *
   * @param trees an ensemble; its outputs are the classes
   * @param features a row a row, a column a feature; NaN is missing
   * @param weights one a row, or null
   * @param targets one a row, or null
   * @param threads 0 means all of the machine's
   * @return this
   */
  public CascadeScores feed(Trees trees, Table features, Values weights, Values targets, int threads) {
    Slice cells = features.slice(false);
    Slice weighed = Values.weights(weights, features.rows, false);
    Slice compared = targets(targets, features.rows, false);
    handle.change(
        address ->
            trees.handle.read(
                ensemble ->
                    Native.wald_cascade_scores_feed_trees(
                        address,
                        ensemble,
                        cells,
                        features.rows,
                        features.labels,
                        features.memoryRowStride(),
                        features.memoryLabelStride(),
                        weighed,
                        Values.stride(weights),
                        compared,
                        Values.stride(targets),
                        threads)));
    return this;
  }

  private static Slice targets(Values targets, long rows, boolean brief) {
    if (targets == null) {
      return null;
    }
    Slice.checkLength("targets", targets.length(), rows);
    return targets.vector(brief);
  }

  /**
   * Adds the rows of another one, of as many models and classes.
   *
   * @param other what is added; it stays as it is
   * @return this
   */
  public CascadeScores merge(CascadeScores other) {
    handle.merge(other.handle, Native::wald_cascade_scores_merge);
    return this;
  }

  /**
   * Back to no rows.
   *
   * @return this
   */
  public CascadeScores clear() {
    handle.change(Native::wald_cascade_scores_clear);
    return this;
  }

  // ---- What is known ------------------------------------------------------------------------------------------------

  /**
   * The number of rows fed.
   *
   * @return how many there are
   */
  public long rows() {
    return handle.getLong((address, out) -> Native.wald_cascade_scores_shape(address, out, null, null));
  }

  /**
   * The number of models.
   *
   * @return how many there are
   */
  public long models() {
    return handle.getLong((address, out) -> Native.wald_cascade_scores_shape(address, null, out, null));
  }

  /**
   * The number of classes.
   *
   * @return 1 for a sum and a threshold
   */
  public long classes() {
    return handle.getLong((address, out) -> Native.wald_cascade_scores_shape(address, null, null, out));
  }

  @Override
  String describe() {
    return models() + " models, " + classes() + " classes, " + rows() + " rows";
  }
}
