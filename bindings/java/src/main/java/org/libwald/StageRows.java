package org.libwald;

import java.util.Objects;

/**
 * What {@link Stages} are fed of some rows: how sure each stage is, and either its answers or how right it is; all else
 * may be left out. Arrays are not copied but read when they are fed. Each of answers, segments and scores comes with
 * every feed or with none.
 *
 * <pre>{@code
 * stages.feed(StageRows.of(confidences).answers(answers).truth(truth).costs(1, 20));
 * }</pre>
 */
public final class StageRows {
  final Table confidences;
  private int[] answers;
  private int[] truth;
  private Table right;
  private Table costs;
  private Values weights;
  private Values labelProbabilities;
  private int[] segments;
  private Values scores;

  private StageRows(Table confidences) {
    this.confidences = confidences;
  }

  /**
   * Begins with how sure each stage is.
   *
   * @param confidences rows by stages; NaN: the stage never answers that row, unless no stage follows
   * @return rows to which more is added
   */
  // also: confidences as double[][]
  public static StageRows of(Table confidences) {
    return new StageRows(Objects.requireNonNull(confidences, "confidences"));
  }

  /**
   * What each stage answers.
   *
   * @param answers rows by stages, or these rows one after the other: the class, counted from 0; -1 for an
   *     answer of the last stage that is not known
   * @return this
   */
  // also: answers as int[][]: (int[]) Slice.joined(answers)
  public StageRows answers(int[] answers) {
    Slice.checkLength("answers", answers.length, Math.multiplyExact(confidences.rows, confidences.labels));
    this.answers = answers;
    return this;
  }

  /**
   * What is right; by default no row is labelled.
   *
   * @param truth one per row: the class, or -1 if the row is not labelled
   * @return this
   */
  public StageRows truth(int... truth) {
    Slice.checkLength("truth", truth.length, confidences.rows);
    this.truth = truth;
    return this;
  }

  /**
   * How right each stage is, instead of answers.
   *
   * @param right rows by stages, in [0, 1], as the share of a label set that is right; a row of NaN is not
   *     labelled
   * @return this
   */
  // also: right as double[][]
  public StageRows right(Table right) {
    this.right = Objects.requireNonNull(right, "right");
    return this;
  }

  /**
   * What asking each stage costs; by default 1.
   *
   * @param costs rows by stages, finite and at least 0
   * @return this
   */
  // also: costs as double[][]
  public StageRows costs(Table costs) {
    this.costs = Objects.requireNonNull(costs, "costs");
    return this;
  }

  /**
   * What asking each stage costs, the same for all rows.
   *
   * @param costs one per stage, finite and at least 0
   * @return this
   */
  public StageRows costs(double... costs) {
    Slice.checkLength("costs", costs.length, confidences.labels);
    return costs(Table.of(Values.of(costs), 0, confidences.rows, costs.length, 0, 1));
  }

  /**
   * What each row counts; by default 1.
   *
   * @param weights one per row, finite and at least 0; a row of weight 0 counts for nothing
   * @return this
   */
  // also: weights as double[]
  public StageRows weights(Values weights) {
    this.weights = Objects.requireNonNull(weights, "weights");
    return this;
  }

  /**
   * With which probability each row was drawn to be labelled; by default the labelled rows are a random sample.
   *
   * @param probabilities one per row, in (0, 1], of rows that were not drawn too; NaN: the row was not considered
   * @return this
   */
  // also: probabilities as double[]
  public StageRows labelProbabilities(Values probabilities) {
    labelProbabilities = Objects.requireNonNull(probabilities, "probabilities");
    return this;
  }

  /**
   * The segment of each row.
   *
   * @param segments one per row, from 0, below 2^20
   * @return this
   */
  public StageRows segments(int... segments) {
    Slice.checkLength("segments", segments.length, confidences.rows);
    this.segments = segments;
    return this;
  }

  /**
   * What a router goes by.
   *
   * @param scores one per row, finite
   * @return this
   */
  // also: scores as double[]
  public StageRows scores(Values scores) {
    this.scores = Objects.requireNonNull(scores, "scores");
    return this;
  }

  /** Adds these rows to an object of the library. */
  void feed(Handle stages) {
    long n = confidences.rows;
    Slice[] rows = {
      confidences.slice(true),
      whole(answers, confidences.labels),
      whole(truth, 1),
      right == null ? null : right.slice(true),
      costs == null ? null : costs.slice(true),
      Values.each("weights", weights, n, true),
      Values.each("label_probabilities", labelProbabilities, n, true),
      whole(segments, 1),
      Values.each("scores", scores, n, true)
    };
    stages.change(address -> Native.wald_stages_feed(address, rows));
  }

  /** Whole numbers, row after row; null for null. */
  private Slice whole(int[] cells, long columns) {
    return cells == null
        ? null
        : Slice.of(cells, Native.WALD_INT32, 0, confidences.rows, columns, columns, 1, true);
  }

  // rows: overloads
  /**
   * Begins with how sure each stage is.
   *
   * @param confidences rows by stages; NaN: the stage never answers that row, unless no stage follows
   * @return rows to which more is added
   */
  public static StageRows of(double[][] confidences) {
    return of(Table.of(confidences));
  }

  /**
   * What each stage answers.
   *
   * @param answers rows by stages, or these rows one after the other: the class, counted from 0; -1 for an answer of
   *     the last stage that is not known
   * @return this
   */
  public StageRows answers(int[][] answers) {
    return answers((int[]) Slice.joined(answers));
  }

  /**
   * How right each stage is, instead of answers.
   *
   * @param right rows by stages, in [0, 1], as the share of a label set that is right; a row of NaN is not labelled
   * @return this
   */
  public StageRows right(double[][] right) {
    return right(Table.of(right));
  }

  /**
   * What asking each stage costs; by default 1.
   *
   * @param costs rows by stages, finite and at least 0
   * @return this
   */
  public StageRows costs(double[][] costs) {
    return costs(Table.of(costs));
  }

  /**
   * What each row counts; by default 1.
   *
   * @param weights one per row, finite and at least 0; a row of weight 0 counts for nothing
   * @return this
   */
  public StageRows weights(double[] weights) {
    return weights(Values.of(weights));
  }

  /**
   * With which probability each row was drawn to be labelled; by default the labelled rows are a random sample.
   *
   * @param probabilities one per row, in (0, 1], of rows that were not drawn too; NaN: the row was not considered
   * @return this
   */
  public StageRows labelProbabilities(double[] probabilities) {
    return labelProbabilities(Values.of(probabilities));
  }

  /**
   * What a router goes by.
   *
   * @param scores one per row, finite
   * @return this
   */
  public StageRows scores(double[] scores) {
    return scores(Values.of(scores));
  }
  // end of rows

  @Override
  public String toString() {
    return "StageRows(" + confidences.rows + " rows of " + confidences.labels + " stages)";
  }
}
