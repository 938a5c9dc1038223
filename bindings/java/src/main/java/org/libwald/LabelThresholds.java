package org.libwald;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** A threshold for each label of a multi-label model. Immutable, and holds no native memory. */
public final class LabelThresholds {
  private static final int[] OF_LABELS = {
    Native.WALD_LABELS_THRESHOLD,
    Native.WALD_LABELS_TP,
    Native.WALD_LABELS_FP,
    Native.WALD_LABELS_POSITIVES,
    Native.WALD_LABELS_PRECISION,
    Native.WALD_LABELS_RECALL,
    Native.WALD_LABELS_LABEL_VALUE,
    Native.WALD_LABELS_ATTAINED,
    Native.WALD_LABELS_FLAGS,
    Native.WALD_LABELS_MISSED,
    Native.WALD_LABELS_FLAGS_ALL
  };

  private final double[][] facts = new double[Native.WALD_MOST_FACTS][]; // of every label, by fact
  private final double[] thresholds;
  private final double value;
  private final boolean feasible;
  private final boolean exact;

  private LabelThresholds(long found) {
    for (int fact : OF_LABELS) {
      facts[fact % facts.length] = Handle.list(found, fact);
    }
    thresholds = column(Native.WALD_LABELS_THRESHOLD);
    value = Handle.number(found, Native.WALD_LABELS_VALUE);
    feasible = Handle.number(found, Native.WALD_LABELS_FEASIBLE) != 0;
    exact = Handle.number(found, Native.WALD_LABELS_EXACT) != 0;
  }

  // rows: methods
  /**
   * A threshold for each label. By the option "average" each label is a problem of its own (macro), or the counts of
   * all labels are added (micro). A label without positives gets +inf; labels with few positives may share a threshold
   * (the option "minPositives").
   *
   * @param truth one column per label: 0, 1 or {@link Mask#NOT_RATED}
   * @param scores of the same shape, no NaN
   * @param weights one a row, finite and at least 0, or null for 1 each
   * @param options what thresholds are to reach, and how they are found
   * @return the label thresholds
   */
  public static LabelThresholds choose(Mask truth, Table scores, Values weights, ThresholdOptions options) {
    Slice truthCells = truth.slice(false);
    Slice.checkShape("truth", truth.rows, truth.labels, "scores", scores.rows, scores.labels);
    Slice scoresCells = scores.slice(false);
    Slice weightsCells = Values.each("weights", weights, truth.rows, false);
    long[] out = new long[1];
    NativeOptions.read(options, settings ->
        Native.wald_labels_choose(truthCells, scoresCells, weightsCells, settings, out));
    try {
      return new LabelThresholds(out[0]);
    } finally {
      Native.wald_destroy(out[0]);
    }
  }

  /**
   * A threshold for each label. By the option "average" each label is a problem of its own (macro), or the counts of
   * all labels are added (micro). A label without positives gets +inf; labels with few positives may share a threshold
   * (the option "minPositives"). With the {@linkplain ThresholdOptions#defaults defaults} of all options.
   *
   * @param truth one column per label: 0, 1 or {@link Mask#NOT_RATED}
   * @param scores of the same shape, no NaN
   * @return the label thresholds
   */
  public static LabelThresholds choose(Mask truth, Table scores) {
    return choose(truth, scores, null, ThresholdOptions.defaults());
  }
  // end of rows

  private double[] column(int fact) {
    return facts[fact % facts.length].clone();
  }

  private int[] labelsWith(int fact) {
    double[] holds = column(fact);
    return IntStream.range(0, holds.length).filter(label -> holds[label] != 0).toArray();
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
    return column(Native.WALD_LABELS_TP);
  }

  /**
   * The weight of the negatives that are flagged.
   *
   * @return false positives, one number a label
   */
  public double[] fp() {
    return column(Native.WALD_LABELS_FP);
  }

  /**
   * The weight of all positives.
   *
   * @return one number a label; NaN if it is unknown
   */
  public double[] positives() {
    return column(Native.WALD_LABELS_POSITIVES);
  }

  /**
   * TP/(TP + FP).
   *
   * @return one number a label; NaN if nothing is flagged
   */
  public double[] precision() {
    return column(Native.WALD_LABELS_PRECISION);
  }

  /**
   * TP/positives.
   *
   * @return one number a label; NaN without positives
   */
  public double[] recall() {
    return column(Native.WALD_LABELS_RECALL);
  }

  /**
   * The values of the goal, with {@link Average#MACRO}.
   *
   * @return one number a label
   */
  public double[] values() {
    return column(Native.WALD_LABELS_LABEL_VALUE);
  }

  /**
   * What the caller should know of each label.
   *
   * @return the flags, one set a label
   */
  public List<Set<ThresholdFlag>> flags() {
    List<Set<ThresholdFlag>> all = new ArrayList<>();
    for (double bits : column(Native.WALD_LABELS_FLAGS)) {
      all.add(ThresholdFlag.of((int) bits));
    }
    return List.copyOf(all);
  }

  /**
   * Whether each label keeps every limit.
   *
   * @return one a label; with {@link Average#MICRO}, whose limits are of all labels together, {@link #feasible} for each
   */
  public boolean[] attained() {
    double[] attained = column(Native.WALD_LABELS_ATTAINED);
    boolean[] out = new boolean[attained.length];
    for (int label = 0; label < out.length; ++label) {
      out[label] = attained[label] != 0;
    }
    return out;
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

  @Override
  public String toString() {
    return "LabelThresholds(" + Arrays.toString(thresholds) + ", value " + value + ")";
  }
}
