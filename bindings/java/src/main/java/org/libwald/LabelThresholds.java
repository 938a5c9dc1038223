package org.libwald;

import java.util.Arrays;

/** A threshold for each label of a multi-label model. Immutable, and holds no native memory. */
public final class LabelThresholds {
  private final double[] thresholds;
  private final double[] tp;
  private final double[] fp;
  private final double value;
  private final boolean feasible;
  private final boolean exact;

  private LabelThresholds(
      double[] thresholds, double[] tp, double[] fp, double value, boolean feasible, boolean exact) {
    this.thresholds = thresholds;
    this.tp = tp;
    this.fp = fp;
    this.value = value;
    this.feasible = feasible;
    this.exact = exact;
  }

  /**
   * Chooses thresholds.
   *
   * @param scores a column a label, no NaN
   * @param labels of the same shape: 0, 1 or {@link Mask#NOT_RATED}
   * @param weights of the rows, finite and at least 0; or null for 1 each
   * @param options of which average, goal, limits, threads and progress count
   * @return the thresholds
   */
  // also: without weights, without options
  public static LabelThresholds choose(Table scores, Mask labels, Values weights, ThresholdOptions options) {
    Slice.checkShape("labels", labels.rows, labels.labels, "scores", scores.rows, scores.labels);
    int count = Math.toIntExact(scores.labels);
    double[] thresholds = new double[count];
    double[] tp = new double[count];
    double[] fp = new double[count];
    double[] value = new double[1];
    int[] feasible = new int[1];
    int[] exact = new int[1];
    Slice weighed = Values.each("weights", weights, scores.rows, false);
    NativeOptions.read(
        options,
        settings ->
            Native.wald_label_thresholds(
                settings,
                scores.slice(false),
                labels.slice(false),
                weighed,
                thresholds,
                tp,
                fp,
                value,
                feasible,
                exact));
    return new LabelThresholds(thresholds, tp, fp, value[0], feasible[0] != 0, exact[0] != 0);
  }

  /**
   * The thresholds.
   *
   * @return one a label; +inf for a label without positives
   */
  public double[] thresholds() {
    return thresholds.clone();
  }

  /**
   * The weight of the positives that are flagged.
   *
   * @return true positives, one number a label
   */
  public double[] tp() {
    return tp.clone();
  }

  /**
   * The weight of the negatives that are flagged.
   *
   * @return false positives, one number a label
   */
  public double[] fp() {
    return fp.clone();
  }

  /**
   * The value of the goal: over the added counts, or with {@link Average#MACRO} the mean over labels.
   *
   * @return it
   */
  public double value() {
    return value;
  }

  /**
   * Whether all limits are kept. Only a recall can be out of reach.
   *
   * @return whether they are
   */
  public boolean feasible() {
    return feasible;
  }

  /**
   * Whether the thresholds are proved to be the best: where labels are too many, hulls stand for their frontiers.
   *
   * @return whether they are
   */
  public boolean exact() {
    return exact;
  }

  /**
   * Which labels of each row are flagged.
   *
   * @param scores a column a label, no NaN
   * @return 1 for each that is, else 0, in the shape of the scores
   */
  public Mask apply(Table scores) {
    Slice.checkLength("thresholds", thresholds.length, scores.labels);
    byte[] cells = new byte[Math.toIntExact(Math.multiplyExact(scores.rows, scores.labels))];
    for (int label = 0; label < thresholds.length; ++label) {
      Table column = scores.column(label);
      Mask flagged = Mask.of(cells, label, scores.rows, 1, scores.labels, 1);
      Rule.OR.applyInto(new double[] {thresholds[label]}, column, flagged);
    }
    return Mask.of(cells, scores.rows, scores.labels);
  }

  // rows: overloads
  /**
   * Chooses thresholds. With the {@linkplain ThresholdOptions#defaults defaults} of all options.
   *
   * @param scores a column a label, no NaN
   * @param labels of the same shape: 0, 1 or {@link Mask#NOT_RATED}
   * @return the thresholds
   */
  public static LabelThresholds choose(Table scores, Mask labels) {
    return choose(scores, labels, null, ThresholdOptions.defaults());
  }
  // end of rows

  @Override
  public String toString() {
    return "LabelThresholds(" + Arrays.toString(thresholds) + ", value " + value + ")";
  }
}
