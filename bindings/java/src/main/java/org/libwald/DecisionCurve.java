package org.libwald;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The net benefit of flagging by models' probabilities, at threshold probabilities (decision curve analysis): at a
 * threshold probability t a row of a probability of at least t is flagged, and a false positive costs t/(1 - t) of what
 * a true one is worth. Immutable, and holds no native memory.
 *
 * <p>Every number is of a model, counted from 0, at each threshold; for {@link #models} of flagging every row.
 * Flagging no row has net benefit 0.
 */
public final class DecisionCurve {
  private final int models;
  private final double[] thresholds;
  private final double[][] facts; // by the place of the fact: by model and threshold

  private DecisionCurve(int models, double[] thresholds, double[][] facts) {
    this.models = models;
    this.thresholds = thresholds;
    this.facts = facts;
  }

  /** 0.01, 0.02 ... 0.99: the thresholds where none are given. */
  private static double[] hundredths() {
    return IntStream.range(1, 100).mapToDouble(i -> i / 100.0).toArray();
  }

  /**
   * Computes decision curves.
   *
   * @param truth 0 or 1 a row: labels that are missing are refused
   * @param probabilities one column per model, in [0, 1]
   * @param thresholds each in (0, 1)
   * @param weights of the rows, finite and at least 0; or null for 1 each
   * @param options prevalence, reference, level, bootstrap, seed, threads and progress
   * @return the curves
   */
  // also: truth as byte[], without thresholds: hundredths(), without weights, without options
  public static DecisionCurve of(
      Mask truth, Table probabilities, double[] thresholds, Values weights, ThresholdOptions options) {
    Mask column = truth.asColumn("truth", probabilities.rows);
    int models = Math.toIntExact(probabilities.labels);
    double[] at = thresholds.clone();
    Slice weighed = Values.each("weights", weights, probabilities.rows, false);
    long[] out = new long[1];
    NativeOptions.read(
        options,
        settings ->
            Native.wald_decision_curve_create(
                column.slice(false),
                probabilities.slice(false),
                weighed,
                Values.of(at).vector(false),
                settings,
                out));
    try {
      return new DecisionCurve(models, at, facts(out[0], models, at.length));
    } finally {
      Native.wald_destroy(out[0]);
    }
  }

  private static double[][] facts(long curve, int models, int steps) {
    double[][] facts = new double[FACTS][Math.multiplyExact(models + 1, steps)];
    double[] found = new double[steps];
    for (int place = 0; place < FACTS; ++place) {
      for (int model = 0; model <= models; ++model) {
        int fact = Native.WALD_DECISION_CURVE_NET_BENEFIT + place;
        Native.wald_numbers(curve, fact, model, found, steps, new long[1]);
        System.arraycopy(found, 0, facts[place], model * steps, steps);
      }
    }
    return facts;
  }

  private double[] column(int model, int fact) {
    if (model < 0 || model > models) {
      throw new ArgumentException("model is " + model + ": must lie in [0, " + models + "]");
    }
    int first = model * thresholds.length;
    return Arrays.copyOfRange(facts[fact % Native.WALD_MOST_FACTS], first, first + thresholds.length);
  }

  /**
   * The number of models.
   *
   * @return it, which as a model's number stands for flagging every row
   */
  public int models() {
    return models;
  }

  /**
   * The threshold probabilities.
   *
   * @return as they were given
   */
  public double[] thresholds() {
    return thresholds.clone();
  }

  // rows: facts
  private static final int FACTS = 9;

  /**
   * The net benefit: TP/n - FP/n*t/(1-t) at the threshold probability t, where rows of a probability of at least t are
   * flagged.
   *
   * @param model its number, or {@link #models} for flagging every row
   * @return the fact {@code net_benefit}
   */
  public double[] netBenefit(int model) {
    return column(model, Native.WALD_DECISION_CURVE_NET_BENEFIT);
  }

  /**
   * The lower limit of the net benefit.
   *
   * @param model its number, or {@link #models} for flagging every row
   * @return the fact {@code low}
   */
  public double[] low(int model) {
    return column(model, Native.WALD_DECISION_CURVE_LOW);
  }

  /**
   * The upper limit of the net benefit.
   *
   * @param model its number, or {@link #models} for flagging every row
   * @return the fact {@code high}
   */
  public double[] high(int model) {
    return column(model, Native.WALD_DECISION_CURVE_HIGH);
  }

  /**
   * TP/n: the share of all rows that are flagged and positive.
   *
   * @param model its number, or {@link #models} for flagging every row
   * @return the fact {@code tp_rate}
   */
  public double[] tpRate(int model) {
    return column(model, Native.WALD_DECISION_CURVE_TP_RATE);
  }

  /**
   * FP/n: the share of all rows that are flagged and negative.
   *
   * @param model its number, or {@link #models} for flagging every row
   * @return the fact {@code fp_rate}
   */
  public double[] fpRate(int model) {
    return column(model, Native.WALD_DECISION_CURVE_FP_RATE);
  }

  /**
   * The net benefit less that of the reference, on the same rows.
   *
   * @param model its number, or {@link #models} for flagging every row
   * @return the fact {@code difference}
   */
  public double[] difference(int model) {
    return column(model, Native.WALD_DECISION_CURVE_DIFFERENCE);
  }

  /**
   * The lower limit of the difference.
   *
   * @param model its number, or {@link #models} for flagging every row
   * @return the fact {@code difference_low}
   */
  public double[] differenceLow(int model) {
    return column(model, Native.WALD_DECISION_CURVE_DIFFERENCE_LOW);
  }

  /**
   * The upper limit of the difference.
   *
   * @param model its number, or {@link #models} for flagging every row
   * @return the fact {@code difference_high}
   */
  public double[] differenceHigh(int model) {
    return column(model, Native.WALD_DECISION_CURVE_DIFFERENCE_HIGH);
  }

  /**
   * The net interventions avoided, a row: how many alerts fewer than by flagging every row, at no loss of true
   * positives; the difference of net benefits times (1-t)/t.
   *
   * @param model its number, or {@link #models} for flagging every row
   * @return the fact {@code interventions_avoided}
   */
  public double[] interventionsAvoided(int model) {
    return column(model, Native.WALD_DECISION_CURVE_INTERVENTIONS_AVOIDED);
  }
  // end of rows

  // rows: overloads
  /**
   * Computes decision curves. Here {@code thresholds} is {@code hundredths()}. With the {@linkplain
   * ThresholdOptions#defaults defaults} of all options.
   *
   * @param truth 0 or 1 a row: labels that are missing are refused
   * @param probabilities one column per model, in [0, 1]
   * @return the curves
   */
  public static DecisionCurve of(byte[] truth, Table probabilities) {
    return of(Mask.of(truth), probabilities, hundredths(), null, ThresholdOptions.defaults());
  }
  // end of rows

  @Override
  public String toString() {
    return "DecisionCurve(" + models + " models, " + thresholds.length + " thresholds from "
        + DoubleStream.of(thresholds).min().getAsDouble() + " to " + DoubleStream.of(thresholds).max().getAsDouble() + ")";
  }
}
