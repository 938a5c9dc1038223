package org.libwald;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Chosen thresholds, and what is known of them. Immutable, and used by any number of threads at once. Holds native
 * memory, which {@link #close} gives back, with that of the baselines beside it.
 */
public final class Thresholds extends Closable {
  /** The answer that owns the handle: this one, or the one that this is a baseline of, which is so kept alive. */
  private final Thresholds asked;

  private final int answer; // 0 for the one that was asked for, 1, 2, ... for baselines
  private final List<Thresholds> baselines;

  Thresholds(long address) {
    super(address, "set of thresholds", Native::wald_thresholds_destroy);
    asked = this;
    answer = 0;
    List<Thresholds> beside = new ArrayList<>();
    long count = handle.getLong(Native::wald_thresholds_count);
    for (int a = 1; a < count; ++a) {
      beside.add(new Thresholds(this, a));
    }
    baselines = List.copyOf(beside);
  }

  private Thresholds(Thresholds asked, int answer) {
    super(asked);
    this.asked = asked;
    this.answer = answer;
    this.baselines = List.of();
  }

  // ---- The thresholds -----------------------------------------------------------------------------------------------

  private double[] array(int which) {
    return handle.getDoubles(
        (address, out, capacity, needed) ->
            Native.wald_thresholds_array(address, answer, which, out, capacity, needed));
  }

  /**
   * The thresholds: +inf (with the rule "or", or where nothing is flagged) or -inf ("and") switches a classifier off.
   *
   * @return one a classifier; NaN for the method {@code "stacked"}
   */
  public double[] thresholds() {
    return array(Native.WALD_ARRAY_THRESHOLDS);
  }

  /**
   * The scores below: thresholds above these, up to the chosen ones, flag the same rows.
   *
   * @return one a classifier
   */
  public double[] nextLower() {
    return array(Native.WALD_ARRAY_NEXT_LOWER);
  }

  /**
   * Intervals for the thresholds, by bootstrap of the whole choice.
   *
   * @return one a classifier; none without a bootstrap, nor for baselines
   */
  public List<Interval> thresholdIntervals() {
    double[] low = array(Native.WALD_ARRAY_LOW);
    double[] high = array(Native.WALD_ARRAY_HIGH);
    List<Interval> all = new ArrayList<>();
    for (int i = 0; i < low.length; ++i) {
      all.add(new Interval(low[i], high[i], false));
    }
    return all;
  }

  /**
   * The coefficients of the method {@code "stacked"}; see {@link ThresholdFact#INTERCEPT}.
   *
   * @return one a classifier; none for the other methods
   */
  public double[] coefficients() {
    return array(Native.WALD_ARRAY_COEFFICIENTS);
  }

  // ---- What is known of them ----------------------------------------------------------------------------------------

  /**
   * One of the numbers known.
   *
   * @param fact which one
   * @return it; NaN where it is unknown
   */
  public double fact(ThresholdFact fact) {
    int which = fact.value;
    return handle.getDouble((address, out) -> Native.wald_thresholds_fact(address, answer, which, out));
  }

  /**
   * Whether all limits are kept. Only a recall can be out of reach: the nearest point is then the answer.
   *
   * @return whether they are
   */
  public boolean feasible() {
    return fact(ThresholdFact.FEASIBLE) != 0;
  }

  /**
   * The weight of the positives that are flagged.
   *
   * @return true positives
   */
  public double tp() {
    return fact(ThresholdFact.TP);
  }

  /**
   * The weight of the negatives that are flagged.
   *
   * @return false positives
   */
  public double fp() {
    return fact(ThresholdFact.FP);
  }

  /**
   * TP / (TP + FP).
   *
   * @return it; NaN without an alert
   */
  public double precision() {
    return fact(ThresholdFact.PRECISION);
  }

  /**
   * TP / positives.
   *
   * @return it; NaN where the number of positives is unknown
   */
  public double recall() {
    return fact(ThresholdFact.RECALL);
  }

  /**
   * The value of the goal: the metric, TP - FP / cost ratio, TP, or FP.
   *
   * @return it
   */
  public double value() {
    return fact(ThresholdFact.VALUE);
  }

  /**
   * An interval for a number, at these thresholds. That they were chosen as the best of many it does not know.
   *
   * @param fact which one
   * @return it, with NaN as limits where there is none
   */
  public Interval interval(ThresholdFact fact) {
    int which = fact.value;
    return handle.answer(
        address -> {
          double[] low = new double[1];
          double[] high = new double[1];
          int[] exact = new int[1];
          Native.wald_thresholds_interval(address, answer, which, low, high, exact);
          return new Interval(low[0], high[0], exact[0] != 0);
        });
  }

  /**
   * What one should know of them.
   *
   * @return an unmodifiable set
   */
  public Set<ThresholdFlag> flags() {
    return ThresholdFlag.of(
        handle.getInt((address, out) -> Native.wald_thresholds_flags(address, answer, out)));
  }

  /**
   * The name of the method.
   *
   * @return {@code "direct"}, ...
   */
  public String method() {
    return Texts.fixed(
        handle.getLong((address, out) -> Native.wald_thresholds_method(address, answer, out)));
  }

  /**
   * What was asked, in words.
   *
   * @return {@code "most true positives with fp <= 20"}, ...
   */
  public String objective() {
    return handle.answer(
        address -> {
          long[] text = new long[1];
          Native.wald_thresholds_objective(address, text);
          return Texts.of(text[0]);
        });
  }

  /**
   * The baselines, computed beside for comparison. Closing this closes them, too.
   *
   * @return none for one classifier, or where they were not wanted
   */
  public List<Thresholds> baselines() {
    return baselines;
  }

  // ---- Using them ---------------------------------------------------------------------------------------------------

  /**
   * Whether one row is flagged.
   *
   * @param scores one a classifier, no NaN
   * @return whether it is
   */
  public boolean flags(double... scores) {
    return apply(Table.of(scores, 1, scores.length))[0] != 0;
  }

  /**
   * Which rows are flagged.
   *
   * @param scores a column a classifier, no NaN
   * @return 1 for each row that is, else 0
   */
  public byte[] apply(Table scores) {
    byte[] flagged = new byte[Math.toIntExact(scores.rows)];
    applyInto(scores, Mask.of(flagged));
    return flagged;
  }

  /**
   * The same into memory of the caller's.
   *
   * @param scores a column a classifier, no NaN
   * @param flagged one row or one column with a cell for each row of the scores, to be filled with 0 and 1
   */
  public void applyInto(Table scores, Mask flagged) {
    flagged.checkWritable();
    Mask column = flagged.asColumn("flagged", scores.rows);
    boolean brief = scores.isSmall();
    handle.read(
        address ->
            Native.wald_thresholds_apply(
                address,
                answer,
                scores.slice(brief),
                scores.rows,
                scores.labels,
                scores.memoryRowStride(),
                scores.memoryLabelStride(),
                column.slice(brief),
                column.rowStride));
  }

  @Override
  String describe() {
    double[] coefficients = coefficients();
    String rule =
        coefficients.length == 0
            ? Arrays.toString(thresholds())
            : "coefficients " + Arrays.toString(coefficients) + " from " + fact(ThresholdFact.STACKED);
    return String.format(
        java.util.Locale.ROOT,
        "%s, %s, tp %.6g, fp %.6g, value %.6g",
        method(),
        rule,
        tp(),
        fp(),
        value());
  }
}
