package org.libwald;

import java.util.Arrays;

/**
 * Multipliers of exclusive classes: a row gets the class of the greatest score times multiplier. They are a local
 * optimum, never worse than all equal. Immutable, and holds no native memory.
 */
public final class ClassMultipliers {
  private final double[] multipliers;
  private final double value;
  private final double start;
  private final double[][] confusion;

  private ClassMultipliers(double[] multipliers, double value, double start, double[][] confusion) {
    this.multipliers = multipliers;
    this.value = value;
    this.start = start;
    this.confusion = confusion;
  }

  /**
   * Chooses multipliers for the greatest metric.
   *
   * @param truth the class of each row, from 0
   * @param scores one column per class, finite and at least 0
   * @param weights of the rows, finite and at least 0; or null for 1 each
   * @param options metric, average, threads and progress
   * @return the multipliers
   */
  // also: without weights, without options
  public static ClassMultipliers choose(int[] truth, Table scores, Values weights, ThresholdOptions options) {
    return chosen(null, truth, scores, weights, options);
  }

  /**
   * Chooses multipliers for the least mean cost.
   *
   * @param costs finite, by truth (row) and decision (column)
   * @param truth the class of each row, from 0
   * @param scores one column per class, finite and at least 0
   * @param weights of the rows, finite and at least 0; or null for 1 each
   * @param options progress and threads
   * @return the multipliers
   */
  // also: without weights, without options
  public static ClassMultipliers choose(
      double[][] costs, int[] truth, Table scores, Values weights, ThresholdOptions options) {
    return chosen(flat(costs, scores), truth, scores, weights, options);
  }

  private static double[] flat(double[][] costs, Table scores) {
    Slice.checkLength("costs", costs.length, scores.labels);
    double[] flat = (double[]) Slice.joined(costs);
    Slice.checkLength("costs", flat.length, scores.labels * scores.labels);
    return flat;
  }

  private static ClassMultipliers chosen(
      double[] costs, int[] truth, Table scores, Values weights, ThresholdOptions options) {
    Slice.checkLength("truth", truth.length, scores.rows);
    int classes = Math.toIntExact(scores.labels);
    Slice classOf = Slice.of(Arrays.stream(truth).asLongStream().toArray(), false);
    Slice weighed = Values.each("weights", weights, scores.rows, false);
    Found.Maker choose =
        (settings, out) ->
            Native.wald_multipliers_choose(classOf, scores.slice(false), weighed, costs, settings, out);
    try (Found found = new Found(options, choose)) {
      return new ClassMultipliers(
          found.numbers(Native.WALD_MULTIPLIERS_MULTIPLIERS),
          found.number(Native.WALD_MULTIPLIERS_VALUE),
          found.number(Native.WALD_MULTIPLIERS_START),
          Slice.rows(found.numbers(Native.WALD_MULTIPLIERS_CONFUSION), classes, classes));
    }
  }

  /**
   * The multipliers.
   *
   * @return one per class
   */
  public double[] multipliers() {
    return multipliers.clone();
  }

  /**
   * The metric or mean cost reached.
   *
   * @return it
   */
  public double value() {
    return value;
  }

  /**
   * The metric or mean cost of the greatest score alone, without multipliers.
   *
   * @return it
   */
  public double start() {
    return start;
  }

  /**
   * The weights of the rows by truth (row) and decision (column).
   *
   * @return a copy
   */
  public double[][] confusion() {
    return Arrays.stream(confusion).map(double[]::clone).toArray(double[][]::new);
  }

  /**
   * The class of each row; of ties the smallest.
   *
   * @param scores one column per class, finite and at least 0
   * @return one class per row
   */
  public int[] apply(Table scores) {
    return apply(multipliers, scores);
  }

  /**
   * The class of each row by multipliers from anywhere; of ties the smallest.
   *
   * @param multipliers one per class
   * @param scores one column per class, finite and at least 0
   * @return one class per row
   */
  public static int[] apply(double[] multipliers, Table scores) {
    Slice.checkLength("multipliers", multipliers.length, scores.labels);
    return apply(multipliers, null, scores);
  }

  /**
   * The class of least expected cost of each row, which needs no multipliers where scores are probabilities; of ties
   * the smallest.
   *
   * @param costs finite, by truth (row) and decision (column)
   * @param probabilities one column per class
   * @return one class per row
   */
  public static int[] leastCost(double[][] costs, Table probabilities) {
    return apply(null, flat(costs, probabilities), probabilities);
  }

  private static int[] apply(double[] multipliers, double[] costs, Table scores) {
    long[] classes = new long[Math.toIntExact(scores.rows)];
    Native.wald_class_apply(multipliers, costs, scores.slice(scores.isSmall()), classes);
    return Arrays.stream(classes).mapToInt(Math::toIntExact).toArray();
  }

  // rows: overloads
  /**
   * Chooses multipliers for the greatest metric. With the {@linkplain ThresholdOptions#defaults defaults} of all
   * options.
   *
   * @param truth the class of each row, from 0
   * @param scores one column per class, finite and at least 0
   * @return the multipliers
   */
  public static ClassMultipliers choose(int[] truth, Table scores) {
    return choose(truth, scores, null, ThresholdOptions.defaults());
  }

  /**
   * Chooses multipliers for the least mean cost. With the {@linkplain ThresholdOptions#defaults defaults} of all
   * options.
   *
   * @param costs finite, by truth (row) and decision (column)
   * @param truth the class of each row, from 0
   * @param scores one column per class, finite and at least 0
   * @return the multipliers
   */
  public static ClassMultipliers choose(double[][] costs, int[] truth, Table scores) {
    return choose(costs, truth, scores, null, ThresholdOptions.defaults());
  }
  // end of rows

  @Override
  public String toString() {
    return "ClassMultipliers(" + Arrays.toString(multipliers) + ", value " + value + ", start " + start + ")";
  }
}
