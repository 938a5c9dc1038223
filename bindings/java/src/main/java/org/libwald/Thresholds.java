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
    super(address, "set of thresholds");
    asked = this;
    answer = 0;
    List<Thresholds> beside = new ArrayList<>();
    int count = (int) number(Native.WALD_THRESHOLDS_N_ANSWERS);
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

  /**
   * The threshold of one score, from arrays: the answer that a {@link Sample} of these rows gives, without a copy of what
   * lies in direct buffers where there are no weights and every row is rated.
   *
   * @param truth one per row: 0, 1 or {@link Mask#NOT_RATED}
   * @param scores one number per row; no NaN
   * @param weights one per row, finite and at least 0; or null for 1 each
   * @param options what is asked, and how it is found
   * @return the answer, to be closed
   */
  // also: without weights
  // also: truth as byte[] | int[] | boolean[], scores as double[] | float[], without weights
  // also: truth as byte[] | int[] | boolean[], scores as double[] | float[], without weights, without options
  public static Thresholds choose(Mask truth, Table scores, Values weights, ThresholdOptions options) {
    Mask column = truth.asColumn("truth", scores.rows);
    Slice weighed = Values.each("weights", weights, scores.rows, false);
    long[] out = new long[1];
    NativeOptions.read(
        options,
        settings ->
            Native.wald_thresholds_choose(
                column.slice(false), scores.slice(false), weighed, null, Rule.OR.value, settings, out));
    return new Thresholds(out[0]);
  }

  // ---- The thresholds -----------------------------------------------------------------------------------------------

  // rows: facts
  private double number(int fact) {
    return handle.getDouble(
        (held, out) -> Native.wald_number(held, fact, answer, out));
  }

  private double[] numbers(int fact) {
    return handle.getDoubles(
        (held, out, capacity, needed) -> Native.wald_numbers(held, fact, answer, out, capacity, needed));
  }

  private String text(int fact) {
    return handle.getStatic(
        (held, out) -> Native.wald_text(held, fact, answer, out));
  }

  /**
   * Whether every limit is attained: not if a recall is out of reach (the nearest point is the answer), no alert has
   * the precision (nothing is flagged), or smoothed thresholds break a limit.
   *
   * @return the fact {@code feasible}
   */
  public boolean feasible() {
    return number(Native.WALD_THRESHOLDS_FEASIBLE) != 0;
  }

  /**
   * The weight of the positives that are flagged.
   *
   * @return the fact {@code tp}
   */
  public double tp() {
    return number(Native.WALD_THRESHOLDS_TP);
  }

  /**
   * The weight of the negatives that are flagged.
   *
   * @return the fact {@code fp}
   */
  public double fp() {
    return number(Native.WALD_THRESHOLDS_FP);
  }

  /**
   * The weight of the flagged rows that are not rated; they count for nothing else.
   *
   * @return the fact {@code unrated}
   */
  public double unrated() {
    return number(Native.WALD_THRESHOLDS_UNRATED);
  }

  /**
   * The weight of all positives.
   *
   * @return the fact {@code positives}
   */
  public double positives() {
    return number(Native.WALD_THRESHOLDS_POSITIVES);
  }

  /**
   * TP/(TP + FP).
   *
   * @return the fact {@code precision}
   */
  public double precision() {
    return number(Native.WALD_THRESHOLDS_PRECISION);
  }

  /**
   * TP/positives.
   *
   * @return the fact {@code recall}
   */
  public double recall() {
    return number(Native.WALD_THRESHOLDS_RECALL);
  }

  /**
   * The value of the goal: the metric, TP - FP/costRatio, TP, or FP.
   *
   * @return the fact {@code value}
   */
  public double value() {
    return number(Native.WALD_THRESHOLDS_VALUE);
  }

  /**
   * The share of true positives among the alerts gained last, on the concave hull of the frontier.
   *
   * @return the fact {@code marginal_precision}
   */
  public double marginalPrecision() {
    return number(Native.WALD_THRESHOLDS_MARGINAL_PRECISION);
  }

  /**
   * The share of true positives among the next alerts.
   *
   * @return the fact {@code next_marginal_precision}
   */
  public double nextMarginalPrecision() {
    return number(Native.WALD_THRESHOLDS_NEXT_MARGINAL_PRECISION);
  }

  /**
   * TP, each row counted at thresholds that were chosen without it; NaN without folds.
   *
   * @return the fact {@code cross_tp}
   */
  public double crossTp() {
    return number(Native.WALD_THRESHOLDS_CROSS_TP);
  }

  /**
   * FP, cross-fitted.
   *
   * @return the fact {@code cross_fp}
   */
  public double crossFp() {
    return number(Native.WALD_THRESHOLDS_CROSS_FP);
  }

  /**
   * Precision, cross-fitted.
   *
   * @return the fact {@code cross_precision}
   */
  public double crossPrecision() {
    return number(Native.WALD_THRESHOLDS_CROSS_PRECISION);
  }

  /**
   * Recall, cross-fitted.
   *
   * @return the fact {@code cross_recall}
   */
  public double crossRecall() {
    return number(Native.WALD_THRESHOLDS_CROSS_RECALL);
  }

  /**
   * The value of the goal, cross-fitted.
   *
   * @return the fact {@code cross_value}
   */
  public double crossValue() {
    return number(Native.WALD_THRESHOLDS_CROSS_VALUE);
  }

  /**
   * "stacked" flags a row where intercept + sum_d coefficients[d]*score[d] is at least stackedThreshold; NaN for the
   * other methods.
   *
   * @return the fact {@code intercept}
   */
  public double intercept() {
    return number(Native.WALD_THRESHOLDS_INTERCEPT);
  }

  /**
   * The threshold of "stacked"; NaN for the other methods.
   *
   * @return the fact {@code stacked_threshold}
   */
  public double stackedThreshold() {
    return number(Native.WALD_THRESHOLDS_STACKED_THRESHOLD);
  }

  /**
   * The threshold of each classifier; +inf (rule "or", or nothing flagged) or -inf ("and") switches one off; NaN for
   * "stacked".
   *
   * @return the fact {@code thresholds}
   */
  public double[] thresholds() {
    return numbers(Native.WALD_THRESHOLDS_THRESHOLDS);
  }

  /**
   * Thresholds above these, up to the chosen ones, flag the same rows.
   *
   * @return the fact {@code next_lower}
   */
  public double[] nextLower() {
    return numbers(Native.WALD_THRESHOLDS_NEXT_LOWER);
  }

  /**
   * The coefficients of "stacked"; empty for the other methods.
   *
   * @return the fact {@code coefficients}
   */
  public double[] coefficients() {
    return numbers(Native.WALD_THRESHOLDS_COEFFICIENTS);
  }

  /**
   * The name of the method.
   *
   * @return the fact {@code method}
   */
  public String method() {
    return text(Native.WALD_THRESHOLDS_METHOD);
  }

  /**
   * The request, in words: "most true positives with fp &lt;= 20".
   *
   * @return the fact {@code objective}
   */
  public String objective() {
    return text(Native.WALD_THRESHOLDS_OBJECTIVE);
  }

  /**
   * The limits that are not attained, in a sentence; empty if all are.
   *
   * @return the fact {@code warning}
   */
  public String warning() {
    return text(Native.WALD_THRESHOLDS_WARNING);
  }

  /**
   * Whether the limits hold for all future rows with the probability certify; not without certify.
   *
   * @return the fact {@code certified}
   */
  public boolean certified() {
    return number(Native.WALD_THRESHOLDS_CERTIFIED) != 0;
  }

  /**
   * Rows more that would certify the limits in about four of five samples, if the frontier stays as it is: 0 if they
   * are certified, infinite if no number would suffice, NaN without certify.
   *
   * @return the fact {@code rows_needed}
   */
  public double rowsNeeded() {
    return number(Native.WALD_THRESHOLDS_ROWS_NEEDED);
  }

  /**
   * The name of the theorem that a certificate stands on; "none" without certify.
   *
   * @return the fact {@code theorem}
   */
  public String theorem() {
    return text(Native.WALD_THRESHOLDS_THEOREM);
  }

  /**
   * What can be promised of the thresholds in use: the first limit that was set of minPrecision, minRecall, maxFpr and
   * maxAlertRate, as "precision&gt;=0.95"; without one the metric alone, else empty.
   *
   * @return the fact {@code claim}
   */
  public String claim() {
    return text(Native.WALD_THRESHOLDS_CLAIM);
  }

  /**
   * With maxFdr the share of negatives in the batch that is counted on: Storey's estimate, which may be above 1, or 1;
   * else NaN.
   *
   * @return the fact {@code null_share}
   */
  public double nullShare() {
    return number(Native.WALD_THRESHOLDS_NULL_SHARE);
  }

  /**
   * With maxFdr the conformal p-value of each unrated row in the order of feeding, by score once loaded; else empty.
   *
   * @return the fact {@code p_values}
   */
  public double[] pValues() {
    return numbers(Native.WALD_THRESHOLDS_P_VALUES);
  }
  // end of rows

  /**
   * The limit that these thresholds were chosen with, to be watched in use: {@link #claim} as a {@link Promise}. Feed it with
   * the rows that {@link #apply} flags.
   *
   * @param options how it is watched
   * @return a promise without rows, to be closed
   * @throws ArgumentException if they were chosen without a limit: {@link #promise(double, PromiseOptions)} takes a bound
   */
  public Promise promise(PromiseOptions options) {
    return Promise.of(Promise.claimed(claim(), null), options);
  }

  /**
   * The same with another bound, of the limited metric or of the metric that was maximised.
   *
   * @param bound the least or, for FPR and the rate of alerts, the greatest value that is promised
   * @param options how it is watched
   * @return a promise without rows, to be closed
   * @throws ArgumentException if neither a metric nor a limit was given
   */
  public Promise promise(double bound, PromiseOptions options) {
    return Promise.of(Promise.claimed(claim(), bound), options);
  }

  /**
   * The limit that these thresholds were chosen with, watched with the {@linkplain PromiseOptions#defaults defaults}.
   *
   * @return a promise without rows, to be closed
   * @throws ArgumentException if they were chosen without a limit
   */
  public Promise promise() {
    return promise(PromiseOptions.defaults());
  }

  /**
   * Intervals for the thresholds, by bootstrap of the whole choice.
   *
   * @return one per classifier; none without a bootstrap, nor for baselines
   */
  public List<Interval> thresholdIntervals() {
    double[] low = numbers(Native.WALD_THRESHOLDS_LOW);
    double[] high = numbers(Native.WALD_THRESHOLDS_HIGH);
    List<Interval> all = new ArrayList<>();
    for (int i = 0; i < low.length; ++i) {
      all.add(new Interval(low[i], high[i], false));
    }
    return all;
  }

  /**
   * One of the numbers known.
   *
   * @param fact which one
   * @return it; NaN if it is unknown
   */
  public double fact(ThresholdFact fact) {
    return number(fact.value);
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
   * What a user should know of them.
   *
   * @return an unmodifiable set
   */
  public Set<ThresholdFlag> flags() {
    return ThresholdFlag.of((int) number(Native.WALD_THRESHOLDS_FLAGS));
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
   * @param scores one per classifier, no NaN
   * @return whether it is
   */
  public boolean flags(double... scores) {
    return apply(Table.of(scores, 1, scores.length))[0];
  }

  /**
   * Which rows are flagged.
   *
   * @param scores one column per classifier, no NaN
   * @return whether each row is
   */
  // also: scores as double[] | float[]
  public boolean[] apply(Table scores) {
    boolean[] flagged = new boolean[Math.toIntExact(scores.rows)];
    applyInto(scores, Mask.of(flagged));
    return flagged;
  }

  /**
   * The same into memory of the caller's.
   *
   * @param scores one column per classifier, no NaN
   * @param flagged one row or one column with a cell for each row of the scores, to be filled with 0 and 1
   */
  public void applyInto(Table scores, Mask flagged) {
    flagged.checkWritable();
    Mask column = flagged.asColumn("flagged", scores.rows);
    boolean brief = scores.isSmall();
    handle.read(
        address ->
            Native.wald_thresholds_apply(
                address, answer, scores.slice(brief), column.writtenSlice(brief)));
  }

  // rows: overloads
  /**
   * The threshold of one score, from arrays: the answer that a {@link Sample} of these rows gives, without a copy of
   * what lies in direct buffers where there are no weights and every row is rated.
   *
   * @param truth one per row: 0, 1 or {@link Mask#NOT_RATED}
   * @param scores one number per row; no NaN
   * @param options what is asked, and how it is found
   * @return the answer, to be closed
   */
  public static Thresholds choose(Mask truth, Table scores, ThresholdOptions options) {
    return choose(truth, scores, null, options);
  }

  /**
   * The threshold of one score, from arrays: the answer that a {@link Sample} of these rows gives, without a copy of
   * what lies in direct buffers where there are no weights and every row is rated.
   *
   * @param truth one per row: 0, 1 or {@link Mask#NOT_RATED}
   * @param scores one number per row; no NaN
   * @param options what is asked, and how it is found
   * @return the answer, to be closed
   */
  public static Thresholds choose(byte[] truth, double[] scores, ThresholdOptions options) {
    return choose(Mask.of(truth), Table.of(scores, scores.length, 1), null, options);
  }

  /**
   * The threshold of one score, from arrays: the answer that a {@link Sample} of these rows gives, without a copy of
   * what lies in direct buffers where there are no weights and every row is rated.
   *
   * @param truth one per row: 0, 1 or {@link Mask#NOT_RATED}
   * @param scores one number per row; no NaN
   * @param options what is asked, and how it is found
   * @return the answer, to be closed
   */
  public static Thresholds choose(byte[] truth, float[] scores, ThresholdOptions options) {
    return choose(Mask.of(truth), Table.of(scores, scores.length, 1), null, options);
  }

  /**
   * The threshold of one score, from arrays: the answer that a {@link Sample} of these rows gives, without a copy of
   * what lies in direct buffers where there are no weights and every row is rated.
   *
   * @param truth one per row: 0, 1 or {@link Mask#NOT_RATED}
   * @param scores one number per row; no NaN
   * @param options what is asked, and how it is found
   * @return the answer, to be closed
   */
  public static Thresholds choose(int[] truth, double[] scores, ThresholdOptions options) {
    return choose(Mask.of(truth), Table.of(scores, scores.length, 1), null, options);
  }

  /**
   * The threshold of one score, from arrays: the answer that a {@link Sample} of these rows gives, without a copy of
   * what lies in direct buffers where there are no weights and every row is rated.
   *
   * @param truth one per row: 0, 1 or {@link Mask#NOT_RATED}
   * @param scores one number per row; no NaN
   * @param options what is asked, and how it is found
   * @return the answer, to be closed
   */
  public static Thresholds choose(int[] truth, float[] scores, ThresholdOptions options) {
    return choose(Mask.of(truth), Table.of(scores, scores.length, 1), null, options);
  }

  /**
   * The threshold of one score, from arrays: the answer that a {@link Sample} of these rows gives, without a copy of
   * what lies in direct buffers where there are no weights and every row is rated.
   *
   * @param truth one per row: 0, 1 or {@link Mask#NOT_RATED}
   * @param scores one number per row; no NaN
   * @param options what is asked, and how it is found
   * @return the answer, to be closed
   */
  public static Thresholds choose(boolean[] truth, double[] scores, ThresholdOptions options) {
    return choose(Mask.of(truth), Table.of(scores, scores.length, 1), null, options);
  }

  /**
   * The threshold of one score, from arrays: the answer that a {@link Sample} of these rows gives, without a copy of
   * what lies in direct buffers where there are no weights and every row is rated.
   *
   * @param truth one per row: 0, 1 or {@link Mask#NOT_RATED}
   * @param scores one number per row; no NaN
   * @param options what is asked, and how it is found
   * @return the answer, to be closed
   */
  public static Thresholds choose(boolean[] truth, float[] scores, ThresholdOptions options) {
    return choose(Mask.of(truth), Table.of(scores, scores.length, 1), null, options);
  }

  /**
   * The threshold of one score, from arrays: the answer that a {@link Sample} of these rows gives, without a copy of
   * what lies in direct buffers where there are no weights and every row is rated. With the {@linkplain
   * ThresholdOptions#defaults defaults} of all options.
   *
   * @param truth one per row: 0, 1 or {@link Mask#NOT_RATED}
   * @param scores one number per row; no NaN
   * @return the answer, to be closed
   */
  public static Thresholds choose(byte[] truth, double[] scores) {
    return choose(Mask.of(truth), Table.of(scores, scores.length, 1), null, ThresholdOptions.defaults());
  }

  /**
   * The threshold of one score, from arrays: the answer that a {@link Sample} of these rows gives, without a copy of
   * what lies in direct buffers where there are no weights and every row is rated. With the {@linkplain
   * ThresholdOptions#defaults defaults} of all options.
   *
   * @param truth one per row: 0, 1 or {@link Mask#NOT_RATED}
   * @param scores one number per row; no NaN
   * @return the answer, to be closed
   */
  public static Thresholds choose(byte[] truth, float[] scores) {
    return choose(Mask.of(truth), Table.of(scores, scores.length, 1), null, ThresholdOptions.defaults());
  }

  /**
   * The threshold of one score, from arrays: the answer that a {@link Sample} of these rows gives, without a copy of
   * what lies in direct buffers where there are no weights and every row is rated. With the {@linkplain
   * ThresholdOptions#defaults defaults} of all options.
   *
   * @param truth one per row: 0, 1 or {@link Mask#NOT_RATED}
   * @param scores one number per row; no NaN
   * @return the answer, to be closed
   */
  public static Thresholds choose(int[] truth, double[] scores) {
    return choose(Mask.of(truth), Table.of(scores, scores.length, 1), null, ThresholdOptions.defaults());
  }

  /**
   * The threshold of one score, from arrays: the answer that a {@link Sample} of these rows gives, without a copy of
   * what lies in direct buffers where there are no weights and every row is rated. With the {@linkplain
   * ThresholdOptions#defaults defaults} of all options.
   *
   * @param truth one per row: 0, 1 or {@link Mask#NOT_RATED}
   * @param scores one number per row; no NaN
   * @return the answer, to be closed
   */
  public static Thresholds choose(int[] truth, float[] scores) {
    return choose(Mask.of(truth), Table.of(scores, scores.length, 1), null, ThresholdOptions.defaults());
  }

  /**
   * The threshold of one score, from arrays: the answer that a {@link Sample} of these rows gives, without a copy of
   * what lies in direct buffers where there are no weights and every row is rated. With the {@linkplain
   * ThresholdOptions#defaults defaults} of all options.
   *
   * @param truth one per row: 0, 1 or {@link Mask#NOT_RATED}
   * @param scores one number per row; no NaN
   * @return the answer, to be closed
   */
  public static Thresholds choose(boolean[] truth, double[] scores) {
    return choose(Mask.of(truth), Table.of(scores, scores.length, 1), null, ThresholdOptions.defaults());
  }

  /**
   * The threshold of one score, from arrays: the answer that a {@link Sample} of these rows gives, without a copy of
   * what lies in direct buffers where there are no weights and every row is rated. With the {@linkplain
   * ThresholdOptions#defaults defaults} of all options.
   *
   * @param truth one per row: 0, 1 or {@link Mask#NOT_RATED}
   * @param scores one number per row; no NaN
   * @return the answer, to be closed
   */
  public static Thresholds choose(boolean[] truth, float[] scores) {
    return choose(Mask.of(truth), Table.of(scores, scores.length, 1), null, ThresholdOptions.defaults());
  }

  /**
   * Which rows are flagged.
   *
   * @param scores one column per classifier, no NaN
   * @return whether each row is
   */
  public boolean[] apply(double[] scores) {
    return apply(Table.of(scores, scores.length, 1));
  }

  /**
   * Which rows are flagged.
   *
   * @param scores one column per classifier, no NaN
   * @return whether each row is
   */
  public boolean[] apply(float[] scores) {
    return apply(Table.of(scores, scores.length, 1));
  }
  // end of rows

  @Override
  String describe() {
    double[] coefficients = coefficients();
    String rule =
        coefficients.length == 0
            ? Arrays.toString(thresholds())
            : "coefficients " + Arrays.toString(coefficients) + " from " + stackedThreshold();
    return String.format(
        java.util.Locale.ROOT,
        "%s, tp %.6g, fp %.6g, value %.6g%s%s",
        rule,
        tp(),
        fp(),
        value(),
        method().equals("direct") ? "" : " by " + method(),
        warning().isEmpty() ? "" : ", warning: " + warning());
  }
}
