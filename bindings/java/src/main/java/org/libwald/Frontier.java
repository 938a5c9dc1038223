package org.libwald;

import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;

/**
 * Rows with the scores of one classifier or several, with labels and weights: what thresholds are chosen from. It is
 * fed in parts, merged, saved and loaded; neither the order nor the parts show. Many threads may choose from it at
 * once; feeding it, merging into it and clearing it need that no other call uses it, and throw {@link
 * IllegalStateException} where one does. Holds native memory, which {@link #close} gives back.
 *
 * <p>Labels are 1, 0, or {@link Mask#NOT_RATED} for a row that nobody looked at.
 */
public final class Frontier extends Closable {
  private Frontier(long address) {
    super(address, "frontier", Native::wald_frontier_destroy);
  }

  // ---- Making -------------------------------------------------------------------------------------------------------

  /**
   * A frontier without rows, with the rule {@link Rule#OR}.
   *
   * @param scores the number of classifiers, 1 to 64
   * @return a frontier to be fed
   */
  public static Frontier of(long scores) {
    return of(scores, Rule.OR);
  }

  /**
   * A frontier without rows.
   *
   * @param scores the number of classifiers, 1 to 64
   * @param rule how they flag a row
   * @return a frontier to be fed
   */
  public static Frontier of(long scores, Rule rule) {
    return made(scores, rule, null);
  }

  /**
   * A frontier without rows, of which only those with high scores were labelled.
   *
   * @param rule how the classifiers flag a row
   * @param ratedFrom of each classifier the score below which nothing was labelled, and no threshold goes; -inf: none
   * @return a frontier to be fed
   */
  public static Frontier of(Rule rule, double... ratedFrom) {
    return made(ratedFrom.length, rule, ratedFrom);
  }

  private static Frontier made(long scores, Rule rule, double[] ratedFrom) {
    long[] out = new long[1];
    Native.wald_frontier_create(scores, rule.value, ratedFrom, out);
    return new Frontier(out[0]);
  }

  /**
   * Reads what {@link #save} wrote, to the same bits.
   *
   * @param text a saved frontier
   * @return a frontier
   * @throws FormatException for any other text; the text of the exception says what is wrong with it
   */
  public static Frontier load(String text) {
    long[] out = new long[1];
    Native.wald_frontier_load(text.getBytes(StandardCharsets.UTF_8), out);
    return new Frontier(out[0]);
  }

  /**
   * A copy that is fed on its own.
   *
   * @return another frontier
   */
  public Frontier copy() {
    return new Frontier(handle.getLong(Native::wald_frontier_copy));
  }

  // ---- Feeding ------------------------------------------------------------------------------------------------------

  /**
   * Adds rows of one classifier.
   *
   * @param scores one a row, no NaN
   * @param labels one a row
   * @return this
   */
  public Frontier feed(double[] scores, byte... labels) {
    return feed(Table.of(scores, scores.length, 1), Mask.of(labels), null);
  }

  /**
   * Adds rows.
   *
   * @param scores a row a row, a column a classifier; no NaN
   * @param labels one a row
   * @return this
   */
  public Frontier feed(Table scores, byte... labels) {
    return feed(scores, Mask.of(labels), null);
  }

  /**
   * Adds rows with weights.
   *
   * @param scores a row a row, a column a classifier; no NaN
   * @param labels one a row: as one row or one column of a mask
   * @param weights one a row, finite and at least 0; or null for 1 each. A row of weight 0 counts for nothing
   * @return this
   */
  public Frontier feed(Table scores, Mask labels, Values weights) {
    Slice cells = scores.slice(true);
    Mask column = labels.asColumn("labels", scores.rows);
    Slice label = column.slice(true);
    Slice weighed = Values.weights(weights, scores.rows, true);
    handle.change(
        address ->
            Native.wald_frontier_feed(
                address,
                cells,
                scores.rows,
                scores.labels,
                scores.memoryRowStride(),
                scores.memoryLabelStride(),
                label,
                column.rowStride,
                weighed,
                Values.stride(weights)));
    return this;
  }

  /**
   * Adds the rows of another one, of as many classifiers, with the same rule and cut.
   *
   * @param other what is added; it stays as it is
   * @return this
   */
  public Frontier merge(Frontier other) {
    handle.merge(other.handle, Native::wald_frontier_merge);
    return this;
  }

  /**
   * Back to no rows.
   *
   * @return this
   */
  public Frontier clear() {
    handle.change(Native::wald_frontier_clear);
    return this;
  }

  // ---- What is known ------------------------------------------------------------------------------------------------

  /**
   * The number of classifiers.
   *
   * @return how many scores a row has
   */
  public long scores() {
    return handle.getLong(Native::wald_frontier_n_scores);
  }

  /**
   * How the classifiers flag a row.
   *
   * @return the rule
   */
  public Rule rule() {
    int found = handle.getInt(Native::wald_frontier_rule);
    return found == Rule.OR.value ? Rule.OR : Rule.AND;
  }

  /**
   * Of each classifier the score below which nothing was labelled.
   *
   * @return an array of {@link #scores}; -inf where there is no cut
   */
  public double[] ratedFrom() {
    return handle.getDoubles(Native::wald_frontier_rated_from);
  }

  /**
   * Sums over rows.
   *
   * @param rows the number of rows of a weight above 0
   * @param positives the weight of those labelled 1
   * @param negatives the weight of those labelled 0
   * @param unrated the weight of those that were not labelled, or are below every cut
   */
  public record Totals(long rows, double positives, double negatives, double unrated) {}

  /**
   * Sums over all rows.
   *
   * @return how many there are, and the weights of each label
   */
  public Totals totals() {
    return handle.answer(
        address -> {
          long[] rows = new long[1];
          double[] positives = new double[1];
          double[] negatives = new double[1];
          double[] unrated = new double[1];
          Native.wald_frontier_totals(address, rows, positives, negatives, unrated);
          return new Totals(rows[0], positives[0], negatives[0], unrated[0]);
        });
  }

  /**
   * Weights of flagged rows, by label.
   *
   * @param tp of those labelled 1
   * @param fp of those labelled 0
   * @param unrated of those that were not labelled
   */
  public record Counts(double tp, double fp, double unrated) {}

  /**
   * What any thresholds flag.
   *
   * @param thresholds one a classifier, no NaN
   * @return the weights
   */
  public Counts count(double... thresholds) {
    return handle.answer(
        address -> {
          double[] tp = new double[1];
          double[] fp = new double[1];
          double[] unrated = new double[1];
          Native.wald_frontier_count(address, thresholds, thresholds.length, tp, fp, unrated);
          return new Counts(tp[0], fp[0], unrated[0]);
        });
  }

  /**
   * The area under one classifier's own ROC curve.
   *
   * @param score the classifier, from 0
   * @return the area, NaN without both labels
   */
  public double auc(long score) {
    return handle.getDouble((address, out) -> Native.wald_frontier_auc(address, score, out));
  }

  /**
   * The rows as text: JSON, versioned, the same for every order of feeding. Any of the languages can load it.
   *
   * @return what {@link #load} reads
   */
  public String save() {
    return handle.getText(Native::wald_frontier_save);
  }

  // ---- Choosing -----------------------------------------------------------------------------------------------------

  /**
   * The thresholds of the greatest F1.
   *
   * @return the answer, to be closed
   */
  public Thresholds choose() {
    return choose(ThresholdOptions.defaults());
  }

  /**
   * The thresholds that reach best what is asked.
   *
   * @param options what is asked, and how it is found
   * @return the answer, to be closed
   */
  public Thresholds choose(ThresholdOptions options) {
    return new Thresholds(asked(Native::wald_frontier_choose, options));
  }

  /**
   * Every point that no other one beats in both TP and FP.
   *
   * @return the points, to be closed
   */
  public OperatingPoints operatingPoints() {
    return operatingPoints(ThresholdOptions.defaults());
  }

  /**
   * Every point that no other one beats in both TP and FP, by the method of the options.
   *
   * @param options how they are found
   * @return the points, to be closed
   */
  public OperatingPoints operatingPoints(ThresholdOptions options) {
    int scores = (int) scores();
    return new OperatingPoints(asked(Native::wald_operating_points_create, options), scores);
  }

  @FunctionalInterface
  private interface Question {
    void ask(long frontier, long options, long[] out);
  }

  private long asked(Question question, ThresholdOptions options) {
    long settings = options.address;
    try {
      return handle.getLong((address, out) -> question.ask(address, settings, out));
    } finally {
      Reference.reachabilityFence(options);
    }
  }

  /**
   * Two thresholds on one score, with rows between them left to a human, at the least sum of costs, each finite and at
   * least 0. Every row must be rated.
   *
   * @param falsePositiveCost of a negative that is flagged
   * @param falseNegativeCost of a positive that is cleared
   * @param abstentionCost of a row that is left
   * @return the thresholds, with what they flag, clear and leave
   */
  public AbstentionZone abstentionZone(double falsePositiveCost, double falseNegativeCost, double abstentionCost) {
    return handle.answer(
        address -> {
          double[][] out = new double[7][1];
          Native.wald_frontier_abstention_zone(
              address,
              falsePositiveCost,
              falseNegativeCost,
              abstentionCost,
              out[0],
              out[1],
              out[2],
              out[3],
              out[4],
              out[5],
              out[6]);
          return new AbstentionZone(
              out[0][0], out[1][0], out[2][0], out[3][0], out[4][0], out[5][0], out[6][0]);
        });
  }

  @Override
  String describe() {
    Totals totals = totals();
    return String.format(
        java.util.Locale.ROOT,
        "%d scores, %s, %d rows, %.6g positive, %.6g negative, %.6g not rated",
        scores(),
        rule().name().toLowerCase(java.util.Locale.ROOT),
        totals.rows,
        totals.positives,
        totals.negatives,
        totals.unrated);
  }
}
