package org.libwald;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * A threshold of one score for each segment of the rows (market, language, device), found together: goal and limits are
 * of the counts of all segments added up.
 *
 * @param tolerance what the rate of parity may differ by; NaN if none is compared
 * @param value of the goal over all rows: the metric, TP - FP/cost_ratio, TP, FP, or the gain
 * @param bound no thresholds that keep all limits have a better value
 * @param feasible whether all limits are kept; where a recall is out of reach these are the nearest
 * @param exact whether the answer is proved to be the best, or none to be feasible
 * @param difference the largest difference of the compared rate; NaN if none is compared
 * @param tp weight of the positives flagged
 * @param fp weight of the negatives flagged
 * @param gain benefits less costs of the flagged rows; NaN if none were given
 * @param certified whether the limits of every segment hold for all future rows; not without {@code certify}
 * @param segments one for each segment
 */
public record SegmentThresholds(
    double tolerance,
    double value,
    double bound,
    boolean feasible,
    boolean exact,
    double difference,
    double tp,
    double fp,
    double gain,
    boolean certified,
    List<Segment> segments) {

  /**
   * What one segment's threshold reaches.
   *
   * @param threshold rows from here on are flagged; +inf flags nothing
   * @param nextLower thresholds above this, up to the chosen one, flag the same rows
   * @param tp weight of the positives flagged
   * @param fp weight of the negatives flagged
   * @param positives weight of all positives
   * @param negatives weight of all negatives
   * @param precision TP/(TP + FP); NaN if nothing is flagged
   * @param tpr TP/positives; NaN without positives
   * @param fpr FP/negatives; NaN without negatives
   * @param selectionRate the flagged share of all rows
   * @param gain benefits less costs of the flagged rows; NaN if none were given
   * @param certified whether its limits hold for all future rows; not without {@code certify}
   * @param rowsNeeded rows more that would certify it in about four of five samples; 0 if it is certified, infinite
   *     if no number would suffice, NaN without {@code certify}
   */
  public record Segment(
      double threshold,
      double nextLower,
      double tp,
      double fp,
      double positives,
      double negatives,
      double precision,
      double tpr,
      double fpr,
      double selectionRate,
      double gain,
      boolean certified,
      double rowsNeeded) {}

  /**
   * What is known of the rows besides scores, labels and segments; each may be null.
   *
   * @param weights finite and at least 0
   * @param benefits what a flagged positive gains; with any amounts the goal is the greatest gain
   * @param costs what a flagged negative loses
   * @param limits each segment's own, one row per segment, NaN for none: min_precision, min_recall, max_fp, max_alerts,
   *     max_fpr, max_alert_rate
   */
  public record Input(Values weights, Values benefits, Values costs, Table limits) {
    /** Nothing. */
    public static final Input NONE = new Input(null, null, null, null);
  }

  /**
   * Chooses thresholds.
   *
   * @param truth 0 or 1, a vector as long
   * @param scores no NaN
   * @param segments of each row, from 0; or null for one segment
   * @param count the number of segments
   * @param input what is known of the rows besides
   * @param options goal, limits, parity, tolerance, certificate, threads and progress
   * @return an answer for each tolerance, or one
   */
  public static List<SegmentThresholds> choose(
      Mask truth, Values scores, long[] segments, int count, Input input, ThresholdOptions options) {
    Objects.requireNonNull(options, "options");
    Slice rated = truth.asColumn("truth", scores.length).slice(false);
    Slice weights = Values.each("weights", input.weights(), scores.length, false);
    Slice benefits = Values.each("benefits", input.benefits(), scores.length, false);
    Slice costs = Values.each("costs", input.costs(), scores.length, false);
    Slice limits = input.limits() == null ? null : input.limits().slice(false);
    Object[] rows = {new long[] {count}, Slice.of(segments, false), weights, benefits, costs, limits};
    Found.Maker choose =
        (settings, out) -> Native.wald_segments_choose(rated, scores.vector(false), rows, settings, out);
    try (Found found = new Found(options, choose)) {
      return answers(
          new Facts(found),
          (int) found.number(Native.WALD_SEGMENTS_N_TOLERANCES),
          (int) found.number(Native.WALD_SEGMENTS_N_SEGMENTS));
    }
  }

  /** The facts of every tolerance and of every segment, by their numbers. */
  private static final class Facts {
    private final double[][] numbers = new double[Native.WALD_SEGMENTS_THEOREM + 1 - FIRST][];

    Facts(Found found) {
      for (int fact = 0; fact < numbers.length; ++fact) {
        numbers[fact] = found.numbers(FIRST + fact);
      }
    }

    double of(int fact, int item) {
      return numbers[fact - FIRST][item];
    }
  }

  private static final int FIRST = Native.WALD_SEGMENTS_TOLERANCE;

  private static List<SegmentThresholds> answers(Facts facts, int tolerances, int count) {
    List<SegmentThresholds> out = new ArrayList<>();
    for (int a = 0; a < tolerances; ++a) {
      List<Segment> own = new ArrayList<>();
      for (int s = 0; s < count; ++s) {
        own.add(segment(facts, a * count + s));
      }
      out.add(
          new SegmentThresholds(
              facts.of(Native.WALD_SEGMENTS_TOLERANCE, a),
              facts.of(Native.WALD_SEGMENTS_VALUE, a),
              facts.of(Native.WALD_SEGMENTS_BOUND, a),
              facts.of(Native.WALD_SEGMENTS_FEASIBLE, a) != 0,
              facts.of(Native.WALD_SEGMENTS_EXACT, a) != 0,
              facts.of(Native.WALD_SEGMENTS_DIFFERENCE, a),
              facts.of(Native.WALD_SEGMENTS_TOTAL_TP, a),
              facts.of(Native.WALD_SEGMENTS_TOTAL_FP, a),
              facts.of(Native.WALD_SEGMENTS_TOTAL_GAIN, a),
              facts.of(Native.WALD_SEGMENTS_ALL_CERTIFIED, a) != 0,
              Collections.unmodifiableList(own)));
    }
    return Collections.unmodifiableList(out);
  }

  private static Segment segment(Facts facts, int item) {
    return new Segment(
        facts.of(Native.WALD_SEGMENTS_THRESHOLD, item),
        facts.of(Native.WALD_SEGMENTS_NEXT_LOWER, item),
        facts.of(Native.WALD_SEGMENTS_TP, item),
        facts.of(Native.WALD_SEGMENTS_FP, item),
        facts.of(Native.WALD_SEGMENTS_POSITIVES, item),
        facts.of(Native.WALD_SEGMENTS_NEGATIVES, item),
        facts.of(Native.WALD_SEGMENTS_PRECISION, item),
        facts.of(Native.WALD_SEGMENTS_TPR, item),
        facts.of(Native.WALD_SEGMENTS_FPR, item),
        facts.of(Native.WALD_SEGMENTS_SELECTION_RATE, item),
        facts.of(Native.WALD_SEGMENTS_GAIN, item),
        facts.of(Native.WALD_SEGMENTS_CERTIFIED, item) != 0,
        facts.of(Native.WALD_SEGMENTS_ROWS_NEEDED, item));
  }
}
