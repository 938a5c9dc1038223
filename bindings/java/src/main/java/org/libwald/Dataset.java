package org.libwald;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Rows of features, mostly with labels or classes: what a {@link Learner} is fitted to. Everything is copied into
 * native memory, which {@link #close} gives back. Many threads may fit to it at once; setting labels, classes, weights,
 * groups and marginals needs that no other call uses it, and throws {@link IllegalStateException} if one does.
 *
 * <pre>{@code
 * try (Dataset train = Dataset.of(features).labels(labels)) {
 *   Learner learner = Learner.fit("lfp", train);
 * }
 * }</pre>
 */
public final class Dataset extends Closable implements Rows {
  /** The names of the features and of the labels or classes, which a learner that is fitted to it keeps. */
  private List<String> featureNames = List.of();

  private volatile List<String> labelNames = List.of();

  private Dataset(long address) {
    super(address, "dataset");
  }

  // ---- Features -----------------------------------------------------------------------------------------------------

  /**
   * Rows of features, dense.
   *
   * @param features rows by features: finite, at most 1e100 in size
   * @return a dataset without labels
   */
  // also: features as double[][]
  public static Dataset of(Table features) {
    long[] out = new long[1];
    Native.wald_dataset_create(features.slice(features.isSmall()), out);
    return new Dataset(out[0]);
  }

  /**
   * Rows of features, most of which are 0.
   *
   * @param features compressed rows; what is absent is 0
   * @return a dataset without labels
   */
  public static Dataset of(SparseTable features) {
    long[] out = new long[1];
    Native.wald_dataset_create(features.slice(false), out);
    return new Dataset(out[0]);
  }

  /**
   * Rows of features by columns, of numbers and words. A learner keeps the names of the features.
   *
   * @param features columns of equal length; those of words become a feature {@code "column=level"} for each level
   * @return a dataset without labels
   */
  public static Dataset of(Columns features) {
    return of(features, features.features());
  }

  /** Rows of features by columns, of which each feature has its own. */
  static Dataset of(Columns features, FeatureNames names) {
    Dataset made = of(features.table(names));
    made.featureNames = names.all;
    return made;
  }

  /** Options that name features and labels as this dataset does, where they do not themselves. */
  LearnerOptions named(LearnerOptions options) {
    Objects.requireNonNull(options, "options");
    LearnerOptions.Builder more = LearnerOptions.builder().setAll(options);
    if (!featureNames.isEmpty() && !options.settings.containsKey("feature_names")) {
      more.featureNames(featureNames.toArray(String[]::new));
    }
    if (!labelNames.isEmpty() && !options.settings.containsKey("label_names")) {
      more.labelNames(labelNames.toArray(String[]::new));
    }
    return featureNames.isEmpty() && labelNames.isEmpty() ? options : more.build();
  }

  // ---- What is true of the rows -------------------------------------------------------------------------------------

  /**
   * Which labels the rows have, any number each. One label is binary classification.
   *
   * @param labels 0 or 1, one row for each row, one column per label; a vector says whether each row has the one label
   * @return this
   */
  // also: labels as byte[][] | int[][] | boolean[][]
  // also: labels as int... | boolean...: Mask.of(labels).transpose()
  public Dataset labels(Mask labels) {
    Slice cells = labels.slice(true);
    handle.change(address -> Native.wald_dataset_set(address, cells, null, 0, null, null, null));
    return this;
  }

  /**
   * Which labels the rows have, from the positions of the ones.
   *
   * @param labels the ones of each row
   * @param count how many labels there are, at least 1
   * @return this
   */
  public Dataset labels(SparseMask labels, long count) {
    SparseSlice cells = labels.slice(null, count, true);
    handle.change(address -> Native.wald_dataset_set(address, cells, null, 0, null, null, null));
    return this;
  }

  /**
   * Which class each row is of: exactly one.
   *
   * @param classes one per row, from 0
   * @param count how many classes there are, at least 2
   * @return this
   */
  public Dataset classes(int[] classes, long count) {
    Slice all = Slice.of(Arrays.stream(classes).asLongStream().toArray(), true);
    handle.change(address -> Native.wald_dataset_set(address, null, all, count, null, null, null));
    return this;
  }

  /**
   * Which class each row is of, by its name. A learner keeps the names, in their order.
   *
   * @param classes one per row, of two different ones at least
   * @return this
   */
  public Dataset classes(String... classes) {
    List<String> names = Arrays.stream(classes).distinct().sorted().toList();
    classes(Arrays.stream(classes).mapToInt(names::indexOf).toArray(), names.size());
    labelNames = names;
    return this;
  }

  /**
   * What the rows count for. A weight of 2 is the row twice, where no folds are dealt; rows of weight 0 are left out.
   *
   * @param weights one per row, finite and at least 0; or null for 1 each
   * @return this
   */
  public Dataset weights(Values weights) {
    Slice weighed = weights == null ? Slice.NONE : Values.each("weights", weights, rows(), true);
    handle.change(address -> Native.wald_dataset_set(address, null, null, 0, weighed, null, null));
    return this;
  }

  /**
   * Which rows belong together, as a patient's do: where fitting leaves rows out, it leaves out those of the same
   * number together. Folds are dealt by groups, as many folds as the option "folds" says, or as there are groups where
   * these are fewer: so the numbers of folds of one's own are groups, too. "neighbours" leaves out groups instead of
   * rows.
   *
   * @param groups any numbers, two different ones at least; or null for each row alone
   * @return this
   */
  public Dataset groups(long... groups) {
    Slice numbers = groups == null ? Slice.NONE : Slice.of(groups, true);
    handle.change(address -> Native.wald_dataset_set(address, null, null, 0, null, numbers, null));
    return this;
  }

  /**
   * Which rows belong together.
   *
   * @param groups one per row, any numbers, two different ones at least; or null for each row alone
   * @return this
   */
  public Dataset groups(int[] groups) {
    return groups(groups == null ? null : Arrays.stream(groups).asLongStream().toArray());
  }

  /**
   * Probabilities of these rows by an external model, for the learner {@code "given"}, alone or as a part of another
   * ({@code "cardinality:given"}); other learners ignore them. Those of training rows calibrate, and must be out of
   * fold. New rows that are predicted need theirs, too.
   *
   * @param marginals P(label) in [0, 1], one row for each row, one column per label; or null for none
   * @return this
   */
  public Dataset marginals(Table marginals) {
    Slice cells = marginals == null ? Slice.NONE : marginals.slice(true);
    handle.change(address -> Native.wald_dataset_set(address, null, null, 0, null, null, cells));
    return this;
  }

  // ---- What is known ------------------------------------------------------------------------------------------------

  @Override
  public long rows() {
    return (long) number(Native.WALD_DATASET_N_ROWS);
  }

  // rows: facts
  private double number(int fact) {
    return handle.getDouble(
        (held, out) -> Native.wald_number(held, fact, 0, out));
  }

  /**
   * The number of features.
   *
   * @return the fact {@code n_features}
   */
  public long nFeatures() {
    return (long) number(Native.WALD_DATASET_N_FEATURES);
  }

  /**
   * The number of labels or classes; 0 without.
   *
   * @return the fact {@code n_labels}
   */
  public long nLabels() {
    return (long) number(Native.WALD_DATASET_N_LABELS);
  }

  /**
   * The task of the rows.
   *
   * @return the fact {@code task}
   */
  public Task task() {
    return Task.of((int) number(Native.WALD_DATASET_TASK));
  }
  // end of rows

  // rows: overloads
  /**
   * Rows of features, dense.
   *
   * @param features rows by features: finite, at most 1e100 in size
   * @return a dataset without labels
   */
  public static Dataset of(double[][] features) {
    return of(Table.of(features));
  }

  /**
   * Which labels the rows have, any number each. One label is binary classification.
   *
   * @param labels 0 or 1, one row for each row, one column per label; a vector says whether each row has the one label
   * @return this
   */
  public Dataset labels(byte[][] labels) {
    return labels(Mask.of(labels));
  }

  /**
   * Which labels the rows have, any number each. One label is binary classification.
   *
   * @param labels 0 or 1, one row for each row, one column per label; a vector says whether each row has the one label
   * @return this
   */
  public Dataset labels(int[][] labels) {
    return labels(Mask.of(labels));
  }

  /**
   * Which labels the rows have, any number each. One label is binary classification.
   *
   * @param labels 0 or 1, one row for each row, one column per label; a vector says whether each row has the one label
   * @return this
   */
  public Dataset labels(boolean[][] labels) {
    return labels(Mask.of(labels));
  }

  /**
   * Which labels the rows have, any number each. One label is binary classification.
   *
   * @param labels 0 or 1, one row for each row, one column per label; a vector says whether each row has the one label
   * @return this
   */
  public Dataset labels(int... labels) {
    return labels(Mask.of(labels).transpose());
  }

  /**
   * Which labels the rows have, any number each. One label is binary classification.
   *
   * @param labels 0 or 1, one row for each row, one column per label; a vector says whether each row has the one label
   * @return this
   */
  public Dataset labels(boolean... labels) {
    return labels(Mask.of(labels).transpose());
  }
  // end of rows

  @Override
  String describe() {
    Task task = task();
    String shape = rows() + " rows, " + nFeatures() + " features";
    return task == Task.NONE ? shape : shape + ", " + nLabels() + " " + task;
  }
}
