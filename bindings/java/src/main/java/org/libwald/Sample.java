package org.libwald;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Rows with their truth, the scores of one classifier or several, and weights: what thresholds are chosen from. It is
 * fed in parts, merged, saved and loaded; neither the order nor the parts show. Many threads may choose from it at
 * once; feeding it, merging into it and clearing it need that no other call uses it, and throw {@link
 * IllegalStateException} if one does. Holds native memory, which {@link #close} gives back.
 *
 * <p>Truth is 1, 0, or {@link Mask#NOT_RATED} for a row that is not rated.
 */
@SuppressWarnings("serial") // what is written is a SavedBytes
public final class Sample extends Saved {
  private Sample(long address) {
    super(address, "sample");
  }

  // ---- Making -------------------------------------------------------------------------------------------------------

  /**
   * A sample without rows.
   *
   * @param scores the number of classifiers, 1 to 64
   * @param rule how they flag a row
   * @return a sample to be fed
   */
  // also: without rule: Rule.OR
  public static Sample of(long scores, Rule rule) {
    return made(scores, rule, null);
  }

  /**
   * A sample without rows, of which only those with high scores were labelled.
   *
   * @param rule how the classifiers flag a row
   * @param ratedFrom of each classifier the score below which nothing was labelled, and no threshold goes; -inf: none
   * @return a sample to be fed
   */
  public static Sample of(Rule rule, double... ratedFrom) {
    return made(ratedFrom.length, rule, ratedFrom);
  }

  private static Sample made(long scores, Rule rule, double[] ratedFrom) {
    long[] out = new long[1];
    Native.wald_sample_create(scores, rule.value, ratedFrom, out);
    return new Sample(out[0]);
  }

  // ---- Feeding ------------------------------------------------------------------------------------------------------

  /**
   * Adds rows.
   *
   * @param truth one per row; a mask has one row or one column
   * @param scores rows by classifiers, or one number per row of one classifier; no NaN
   * @param weights one per row, finite and at least 0; or null for 1 each. A row of weight 0 counts for nothing
   * @return this
   */
  // also: without weights
  // also: truth as byte[], without weights
  // also: truth as byte[] | int[] | boolean[], scores as double... | float[], without weights
  public Sample feed(Mask truth, Table scores, Values weights) {
    Mask column = truth.asColumn("truth", scores.rows);
    Slice label = column.slice(true);
    Slice cells = scores.slice(true);
    Slice weighed = Values.each("weights", weights, scores.rows, true);
    handle.change(address -> Native.wald_sample_feed(address, label, cells, weighed));
    return this;
  }

  // rows: object
  /**
   * Reads what {@link #save()} wrote, here or in any of the languages.
   *
   * @param text what was saved
   * @return a sample that says the same, to the same bits
   * @throws FormatException for any other text; the text of the exception says what is wrong with it
   */
  public static Sample load(String text) {
    return new Sample(load(text, (state, out) -> Native.wald_load(Native.WALD_OBJECT_SAMPLE, state, out)));
  }

  /**
   * Reads what {@link #toBytes()} gave, here or in any of the languages, or a text in UTF-8.
   *
   * @param saved what was saved
   * @return a sample that says the same, to the same bits
   * @throws FormatException for any other bytes; the text of the exception says what is wrong with it
   */
  public static Sample load(byte[] saved) {
    return new Sample(load(saved, (state, out) -> Native.wald_load(Native.WALD_OBJECT_SAMPLE, state, out)));
  }

  /**
   * Reads what {@link #save(Path)} wrote or {@link #toBytes()} gave, to the end of a stream, which stays open.
   *
   * @param stream what was saved
   * @return a sample that says the same, to the same bits
   * @throws java.io.IOException if the stream cannot be read
   * @throws FormatException for anything else; the text of the exception says what is wrong with it
   */
  public static Sample load(java.io.InputStream stream) throws IOException {
    return load(stream.readAllBytes());
  }

  /**
   * Reads a file that {@link #save(Path)} wrote, here or in any of the languages.
   *
   * @param file the file
   * @return a sample that says the same, to the same bits
   * @throws IOException if the file cannot be read
   * @throws FormatException where it holds anything else; the text of the exception says what is wrong with it
   */
  public static Sample load(Path file) throws IOException {
    return new Sample(load(file, (state, out) -> Native.wald_load(Native.WALD_OBJECT_SAMPLE, state, out)));
  }

  /**
   * A copy that is fed on its own.
   *
   * @return another one
   */
  public Sample copy() {
    return new Sample(handle.getLong(Native::wald_copy));
  }

  /**
   * Adds the rows of {@code other}, which has the same number of scores, rule and ratedFrom.
   *
   * @param other what is added; it stays as it is
   * @return this
   */
  public Sample merge(Sample other) {
    handle.merge(other.handle, Native::wald_merge);
    return this;
  }

  /**
   * Back to no rows.
   *
   * @return this
   */
  public Sample clear() {
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

  private double[] numbers(int fact) {
    return handle.getDoubles(
        (held, out, capacity, needed) -> Native.wald_numbers(held, fact, 0, out, capacity, needed));
  }

  /**
   * The number of classifiers.
   *
   * @return the fact {@code n_scores}
   */
  public int nScores() {
    return (int) number(Native.WALD_SAMPLE_N_SCORES);
  }

  /**
   * How several classifiers flag a row: one of the rules.
   *
   * @return the fact {@code rule}
   */
  public Rule rule() {
    return Rule.of((int) number(Native.WALD_SAMPLE_RULE));
  }

  /**
   * The number of rows of a weight above 0.
   *
   * @return the fact {@code n_rows}
   */
  public long nRows() {
    return (long) number(Native.WALD_SAMPLE_N_ROWS);
  }

  /**
   * The weight of the rows labelled 1.
   *
   * @return the fact {@code positives}
   */
  public double positives() {
    return number(Native.WALD_SAMPLE_POSITIVES);
  }

  /**
   * The weight of the rows labelled 0.
   *
   * @return the fact {@code negatives}
   */
  public double negatives() {
    return number(Native.WALD_SAMPLE_NEGATIVES);
  }

  /**
   * The weight of the rows that are not rated, or lie below every ratedFrom.
   *
   * @return the fact {@code unrated}
   */
  public double unrated() {
    return number(Native.WALD_SAMPLE_UNRATED);
  }

  /**
   * The score of each classifier below which nothing was labelled; -inf if there is no cut.
   *
   * @return the fact {@code rated_from}
   */
  public double[] ratedFrom() {
    return numbers(Native.WALD_SAMPLE_RATED_FROM);
  }

  /**
   * The area under each classifier's own ROC curve: the share of the pairs of a positive and a negative that it ranks
   * rightly, ties by half. NaN without both labels.
   *
   * @return the fact {@code roc_area}
   */
  public double[] rocArea() {
    return numbers(Native.WALD_SAMPLE_ROC_AREA);
  }
  // end of rows

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
   * @param thresholds one per classifier, no NaN
   * @return the weights
   */
  public Counts count(double... thresholds) {
    return handle.answer(
        address -> {
          double[] tp = new double[1];
          double[] fp = new double[1];
          double[] unrated = new double[1];
          Native.wald_sample_count(address, thresholds, thresholds.length, tp, fp, unrated);
          return new Counts(tp[0], fp[0], unrated[0]);
        });
  }

  // ---- Choosing -----------------------------------------------------------------------------------------------------

  // rows: methods
  /**
   * Truth of detections as COCO matches them: 1, 0, or NaN (a crowd's). Option "positives" is the number of other
   * truths: docs/guides/detections.md.
   *
   * @param truths columns place (number of image and class), x, y, width, height; or place, start, end
   * @param crowds one per row, 1 or 0
   * @param detections likewise
   * @param scores one per detection
   * @param minOverlap in (0, 1]
   * @return of the length of {@code scores}
   */
  public static double[] matchDetections(
      Table truths, Values crowds, Table detections, Values scores, double minOverlap) {
    Slice truthsCells = truths.slice(truths.isSmall());
    Slice crowdsCells = crowds.vector(true);
    Slice detectionsCells = detections.slice(detections.isSmall());
    Slice scoresCells = scores.vector(true);
    double[] out = new double[Math.toIntExact(scores.length)];
    Native.wald_sample_match_detections(truthsCells, crowdsCells, detectionsCells, scoresCells, minOverlap, out);
    return out;
  }

  /**
   * Chooses thresholds. Refused if the goal or a limit needs positives and no row is one, or a number of positives that
   * is neither counted nor set.
   *
   * @param options the objective of thresholds, and how they are found
   * @return the thresholds
   */
  public Thresholds choose(ThresholdOptions options) {
    return new Thresholds(handle.getLong(options, Native::wald_sample_choose));
  }

  /**
   * Truth of detections as COCO matches them: 1, 0, or NaN (a crowd's). Option "positives" is the number of other
   * truths: docs/guides/detections.md.
   *
   * @param truths columns place (number of image and class), x, y, width, height; or place, start, end
   * @param crowds one per row, 1 or 0
   * @param detections likewise
   * @param scores one per detection
   * @param minOverlap in (0, 1]
   * @return of the length of {@code scores}
   */
  public static double[] matchDetections(
      double[][] truths, double[] crowds, double[][] detections, double[] scores, double minOverlap) {
    return matchDetections(Table.of(truths), Values.of(crowds), Table.of(detections), Values.of(scores), minOverlap);
  }

  /**
   * Chooses thresholds. Refused if the goal or a limit needs positives and no row is one, or a number of positives that
   * is neither counted nor set. With the {@linkplain ThresholdOptions#defaults defaults} of all options.
   *
   * @return the thresholds
   */
  public Thresholds choose() {
    return choose(ThresholdOptions.defaults());
  }
  // end of rows

  /**
   * Every point that no other one beats in both TP and FP, by the method of the options.
   *
   * @param options how they are found
   * @return the points, to be closed
   */
  // also: without options
  public Frontier frontier(ThresholdOptions options) {
    return new Frontier(handle.getLong(options, Native::wald_frontier_create), nScores());
  }

  /**
   * Two thresholds on one score, with rows between them left to a person, at the least sum of costs. Every row must be
   * rated.
   *
   * @param options the three costs
   * @return the thresholds, with what they flag, clear and leave
   */
  public AbstentionZone abstentionZone(ThresholdOptions options) {
    try (Found zone = new Found(handle, options, Native::wald_zone_create)) {
      return new AbstentionZone(
          zone.number(Native.WALD_ZONE_LOW),
          zone.number(Native.WALD_ZONE_HIGH),
          zone.number(Native.WALD_ZONE_TP),
          zone.number(Native.WALD_ZONE_FP),
          zone.number(Native.WALD_ZONE_FN),
          zone.number(Native.WALD_ZONE_ABSTAINED),
          zone.number(Native.WALD_ZONE_COST));
    }
  }

  // rows: overloads
  /**
   * A sample without rows. Here {@code rule} is {@code Rule.OR}.
   *
   * @param scores the number of classifiers, 1 to 64
   * @return a sample to be fed
   */
  public static Sample of(long scores) {
    return of(scores, Rule.OR);
  }

  /**
   * Adds rows.
   *
   * @param truth one per row; a mask has one row or one column
   * @param scores rows by classifiers, or one number per row of one classifier; no NaN
   * @return this
   */
  public Sample feed(Mask truth, Table scores) {
    return feed(truth, scores, null);
  }

  /**
   * Adds rows.
   *
   * @param truth one per row; a mask has one row or one column
   * @param scores rows by classifiers, or one number per row of one classifier; no NaN
   * @return this
   */
  public Sample feed(byte[] truth, Table scores) {
    return feed(Mask.of(truth), scores, null);
  }

  /**
   * Adds rows.
   *
   * @param truth one per row; a mask has one row or one column
   * @param scores rows by classifiers, or one number per row of one classifier; no NaN
   * @return this
   */
  public Sample feed(byte[] truth, double... scores) {
    return feed(Mask.of(truth), Table.of(scores, scores.length, 1), null);
  }

  /**
   * Adds rows.
   *
   * @param truth one per row; a mask has one row or one column
   * @param scores rows by classifiers, or one number per row of one classifier; no NaN
   * @return this
   */
  public Sample feed(byte[] truth, float[] scores) {
    return feed(Mask.of(truth), Table.of(scores, scores.length, 1), null);
  }

  /**
   * Adds rows.
   *
   * @param truth one per row; a mask has one row or one column
   * @param scores rows by classifiers, or one number per row of one classifier; no NaN
   * @return this
   */
  public Sample feed(int[] truth, double... scores) {
    return feed(Mask.of(truth), Table.of(scores, scores.length, 1), null);
  }

  /**
   * Adds rows.
   *
   * @param truth one per row; a mask has one row or one column
   * @param scores rows by classifiers, or one number per row of one classifier; no NaN
   * @return this
   */
  public Sample feed(int[] truth, float[] scores) {
    return feed(Mask.of(truth), Table.of(scores, scores.length, 1), null);
  }

  /**
   * Adds rows.
   *
   * @param truth one per row; a mask has one row or one column
   * @param scores rows by classifiers, or one number per row of one classifier; no NaN
   * @return this
   */
  public Sample feed(boolean[] truth, double... scores) {
    return feed(Mask.of(truth), Table.of(scores, scores.length, 1), null);
  }

  /**
   * Adds rows.
   *
   * @param truth one per row; a mask has one row or one column
   * @param scores rows by classifiers, or one number per row of one classifier; no NaN
   * @return this
   */
  public Sample feed(boolean[] truth, float[] scores) {
    return feed(Mask.of(truth), Table.of(scores, scores.length, 1), null);
  }

  /**
   * Every point that no other one beats in both TP and FP, by the method of the options. With the {@linkplain
   * ThresholdOptions#defaults defaults} of all options.
   *
   * @return the points, to be closed
   */
  public Frontier frontier() {
    return frontier(ThresholdOptions.defaults());
  }
  // end of rows

  @Override
  String describe() {
    return String.format(
        java.util.Locale.ROOT,
        "%d scores, %s, %d rows, %.6g positive, %.6g negative, %.6g not rated",
        nScores(),
        rule(),
        nRows(),
        positives(),
        negatives(),
        unrated());
  }
}
