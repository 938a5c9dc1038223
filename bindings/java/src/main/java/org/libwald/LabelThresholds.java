package org.libwald;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** A threshold for each label of a multi-label model. Immutable, and holds no native memory. */
public final class LabelThresholds {
  private final double[][] facts = new double[FACTS][]; // by the place of the fact: one number, or one per label

  private LabelThresholds(long found) {
    for (int place = 0; place < FACTS; ++place) {
      int fact = Native.WALD_LABELS_VALUE + place;
      boolean isWhole = fact < Native.WALD_LABELS_THRESHOLD;
      facts[place] = isWhole ? new double[] {Handle.number(found, fact)} : Handle.list(found, fact);
    }
  }

  // rows: methods
  /**
   * A threshold for each label. By the option "average" each label is a problem of its own (macro), or the counts of
   * all are added (micro). A label without positives gets +inf unless its limits need none. With instance all share
   * one, with which the mean metric of rows has a least value: docs/guides/label-sets.md.
   *
   * @param truth one column per label: 0, 1 or {@link Mask#NOT_RATED}
   * @param scores of the same shape, no NaN
   * @param weights one per row, finite and at least 0, or null for 1 each
   * @param groups the same number for dependent rows, with instance; or null
   * @param options the objective of thresholds, and how they are found
   * @return the label thresholds
   */
  public static LabelThresholds choose(
      Mask truth, Table scores, Values weights, long[] groups, ThresholdOptions options) {
    Slice.checkShape("truth", truth.rows, truth.labels, "scores", scores.rows, scores.labels);
    Slice truthCells = truth.slice(false);
    Slice scoresCells = scores.slice(false);
    Slice weightsCells = Values.each("weights", weights, truth.rows, false);
    Slice groupsCells = Slice.of(groups, false);
    long[] out = new long[1];
    NativeOptions.read(options, settings ->
        Native.wald_labels_choose(truthCells, scoresCells, weightsCells, groupsCells, settings, out));
    try {
      return new LabelThresholds(out[0]);
    } finally {
      Native.wald_destroy(out[0]);
    }
  }

  /**
   * A threshold for each label. By the option "average" each label is a problem of its own (macro), or the counts of
   * all are added (micro). A label without positives gets +inf unless its limits need none. With instance all share
   * one, with which the mean metric of rows has a least value: docs/guides/label-sets.md. With the {@linkplain
   * ThresholdOptions#defaults defaults} of all options.
   *
   * @param truth one column per label: 0, 1 or {@link Mask#NOT_RATED}
   * @param scores of the same shape, no NaN
   * @return the label thresholds
   */
  public static LabelThresholds choose(Mask truth, Table scores) {
    return choose(truth, scores, null, null, ThresholdOptions.defaults());
  }
  // end of rows

  private double number(int fact) {
    return facts[fact % Native.WALD_MOST_FACTS][0];
  }

  private double[] numbers(int fact) {
    return facts[fact % Native.WALD_MOST_FACTS].clone();
  }

  // rows: facts
  private static final int FACTS = 15;

  /**
   * The value of the goal; with macro the mean over labels, with instance that over rows.
   *
   * @return the fact {@code value}
   */
  public double value() {
    return number(Native.WALD_LABELS_VALUE);
  }

  /**
   * Whether every limit is attained.
   *
   * @return the fact {@code feasible}
   */
  public boolean feasible() {
    return number(Native.WALD_LABELS_FEASIBLE) != 0;
  }

  /**
   * Whether the thresholds are proved to be the best: not if there are too many labels.
   *
   * @return the fact {@code exact}
   */
  public boolean exact() {
    return number(Native.WALD_LABELS_EXACT) != 0;
  }

  /**
   * The mean number of flagged labels of a row, with average instance; else NaN.
   *
   * @return the fact {@code labels_per_row}
   */
  public double labelsPerRow() {
    return number(Native.WALD_LABELS_LABELS_PER_ROW);
  }

  /**
   * The weight of the flagged positives.
   *
   * @return the fact {@code tp}
   */
  public double[] tp() {
    return numbers(Native.WALD_LABELS_TP);
  }

  /**
   * The weight of the flagged negatives.
   *
   * @return the fact {@code fp}
   */
  public double[] fp() {
    return numbers(Native.WALD_LABELS_FP);
  }

  /**
   * The weight of all positives.
   *
   * @return the fact {@code positives}
   */
  public double[] positives() {
    return numbers(Native.WALD_LABELS_POSITIVES);
  }

  /**
   * TP/(TP + FP); NaN if nothing is flagged.
   *
   * @return the fact {@code precision}
   */
  public double[] precision() {
    return numbers(Native.WALD_LABELS_PRECISION);
  }

  /**
   * TP/positives; NaN without positives.
   *
   * @return the fact {@code recall}
   */
  public double[] recall() {
    return numbers(Native.WALD_LABELS_RECALL);
  }

  /**
   * Whether the label attains every limit; with micro, whether all labels together do.
   *
   * @return the fact {@code attained}
   */
  public boolean[] attained() {
    return Slice.truths(numbers(Native.WALD_LABELS_ATTAINED));
  }
  // end of rows

  private int[] labelsWith(int fact) {
    double[] holds = numbers(fact);
    return IntStream.range(0, holds.length).filter(label -> holds[label] != 0).toArray();
  }

  /**
   * The thresholds.
   *
   * @return one per label; +inf if nothing is flagged
   */
  public double[] thresholds() {
    return numbers(Native.WALD_LABELS_THRESHOLD);
  }

  /**
   * The values of the goal, with {@link Average#MACRO}.
   *
   * @return one number per label
   */
  public double[] values() {
    return numbers(Native.WALD_LABELS_LABEL_VALUE);
  }

  /**
   * What the caller should know of each label.
   *
   * @return the flags, one set per label
   */
  public List<Set<ThresholdFlag>> flags() {
    List<Set<ThresholdFlag>> all = new ArrayList<>();
    for (double bits : numbers(Native.WALD_LABELS_FLAGS)) {
      all.add(ThresholdFlag.of((int) bits));
    }
    return List.copyOf(all);
  }

  /**
   * The labels that miss a limit.
   *
   * @return their numbers, from 0; with {@link Average#MICRO}, whose limits are of all labels together, none
   */
  public int[] missed() {
    return labelsWith(Native.WALD_LABELS_MISSED);
  }

  /**
   * The labels for which every rated row is flagged, more than ten for each positive: the scores do not separate the
   * label's few positives.
   *
   * @return their numbers, from 0
   */
  public int[] flagsAll() {
    return labelsWith(Native.WALD_LABELS_FLAGS_ALL);
  }

  /**
   * Which labels of each row are flagged.
   *
   * @param scores one column per label, no NaN
   * @return 1 for each that is, else 0, in the shape of the scores
   */
  public Mask apply(Table scores) {
    double[] thresholds = thresholds();
    Slice.checkLength("thresholds", thresholds.length, scores.labels);
    byte[] cells = new byte[Math.toIntExact(Math.multiplyExact(scores.rows, scores.labels))];
    for (int label = 0; label < thresholds.length; ++label) {
      Table column = scores.column(label);
      Mask flagged = Mask.of(cells, label, scores.rows, 1, scores.labels, 1);
      Rule.OR.applyInto(new double[] {thresholds[label]}, column, flagged);
    }
    return Mask.of(cells, scores.rows, scores.labels);
  }

  @Override
  public String toString() {
    return "LabelThresholds(" + Arrays.toString(thresholds()) + ", value " + value() + ")";
  }
}
