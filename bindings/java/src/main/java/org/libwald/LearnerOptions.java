// Written by bindings/generate from the rows of the core: do not edit.
package org.libwald;

import java.util.function.DoublePredicate;

/**
 * How a learner is fitted. Every default is one that reaches published figures; an option that the learner does not
 * read is an error. Immutable: made once, used by any number of calls and threads. Its few bytes of native memory go
 * with it; there is nothing to close.
 *
 * <pre>{@code
 * LearnerOptions options = LearnerOptions.builder().featureNames(columns).trees(500).seed(1).build();
 * }</pre>
 */
public final class LearnerOptions extends NativeOptions {
  private static final LearnerOptions DEFAULTS = builder().build();

  private LearnerOptions(Builder wanted) {
    super("learners", wanted);
  }

  /**
   * What is used where no options are given.
   *
   * @return the defaults
   */
  public static LearnerOptions defaults() {
    return DEFAULTS;
  }

  /**
   * Begins options that differ from the defaults.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects settings; {@link #build} checks each. What depends on several of them is checked where they are used. */
  public static final class Builder extends OptionsBuilder<Builder> {
    private Builder() {}

    @Override
    Builder self() {
      return this;
    }

    /**
     * How features are scaled. Read by lfp, br, efp, pcc, cardinality, neighbours and kernel.
     *
     * @param value {@code "automatic"} (the default): What the learner and the features call for:
     *     docs/guides/learners.md. {@code "none"}: Features as they are. {@code "minmax"}: Each feature's training
     *     range becomes [0, 1]. {@code "standard"}: Each feature gets mean 0 and standard deviation 1. {@code "unit"}:
     *     Each row gets Euclidean length 1. {@code "standard-root"}: Standard, over the root of the number of features:
     *     rows of mean square length 1.
     * @return this
     */
    public Builder scaling(String value) {
      return set("scaling", value);
    }

    /**
     * The number of folds of cross-validation. Read by lfp, br, efp, pcc, cardinality and rule.
     *
     * @param value at least 2; the default is 5
     * @return this
     */
    public Builder folds(long value) {
      return set("folds", value);
    }

    /**
     * The name of the metric that a rule is chosen for. Read by rule.
     *
     * @param value the default is f1
     * @return this
     */
    public Builder metric(String value) {
      return set("metric", value);
    }

    /**
     * The value of a rate that is 0/0 in the metric that a rule is chosen for. Read by rule.
     *
     * @param value in [0, 1]; the default is 1
     * @return this
     */
    public Builder zeroDivision(long value) {
      return set("zero_division", value);
    }

    /**
     * What is one problem in the tables that a rule is chosen for. Read by rule.
     *
     * @param value the default is {@link Average#INSTANCE}
     * @return this
     */
    public Builder average(Average value) {
      return set("average", value);
    }

    /**
     * How many labels a rule gives each row, with average macro: one number for exactly that many, two for from and to.
     * Not set: each label is predicted on its own. Read by rule.
     *
     * @param value each at least 0; by default it is not set
     * @return this
     */
    public Builder perRow(long... value) {
      return set("per_row", value);
    }

    /**
     * The rule by which marginals become predictions. Read by rule.
     *
     * @param value {@code "auto"} (the default): given-mixture if it is a candidate, else decide-mean, unless another
     *     rule is better out of fold beyond chance. {@code "half"}: A threshold of 1/2. {@code "threshold"}: The best
     *     threshold for all labels together. {@code "thresholds"}: The best threshold of each label for its own metric.
     *     {@code "bagged-thresholds"}: The mean of each label's best thresholds of 15 bootstrap samples, on log-odds.
     *     {@code "shrunk-thresholds"}: These, shrunk towards the mean of all labels (James, Stein). {@code "decide"}:
     *     The optimal decision from the marginals as they are. {@code "decide-temperature"}: The same, with one
     *     temperature for all labels. {@code "decide-temperatures"}: The same, with a temperature for each label.
     *     {@code "decide-platt"}: The same, after Platt's calibration of each label. {@code "decide-isotonic"}: The
     *     same, after isotonic calibration of each label. {@code "decide-beta"}: The same, after beta calibration of
     *     each label. {@code "decide-shrunk"}: The same, after Platt's calibration of each label, shrunk towards one
     *     calibration of all labels. {@code "decide-mean"}: The same, from the mean of the probabilities by Platt's,
     *     isotonic and beta calibration. {@code "vote"}: The majority of decide-platt, decide-beta and
     *     bagged-thresholds. {@code "given-cardinality"}: The learner cardinality:given: a learned number of labels.
     *     {@code "given-mixture"}: The learner mixture:cardinality:given,kernel:cardinality,forest.
     * @return this
     */
    public Builder rule(String value) {
      return set("rule", value);
    }

    /**
     * The least number of labels that a prediction holds. Not set: 1 if no training row is empty, else 0.
     *
     * @param value at least 0; by default it is not set
     * @return this
     */
    public Builder atLeast(long value) {
      return set("at_least", value);
    }

    /**
     * The inverse penalty strengths C of |w|^2/(2C) to choose from, ascending; one value needs no cross-validation. Not
     * set: 1e-4, 3e-4, 1e-3, ..., 1e3. Read by lfp, br, efp, pcc, cardinality and kernel.
     *
     * @param value each in [1e-12, 1e12]; by default it is not set
     * @return this
     */
    public Builder cValues(double... value) {
      return set("c_values", value);
    }

    /**
     * How many values of C in a row may be worse than the best before the search ends. Read by lfp, br, efp, pcc and
     * cardinality.
     *
     * @param value at least 1; the default is 2
     * @return this
     */
    public Builder patience(long value) {
      return set("patience", value);
    }

    /**
     * How scores become probabilities. Read by lfp, br and given.
     *
     * @param value {@code "automatic"} (the default): Platt for labels, none for classes. {@code "none"}: The sigmoid
     *     of the margin. {@code "platt"}: A logistic regression on the margin (Platt 1999). {@code "isotonic"}: Pooled
     *     adjacent violators (Zadrozny, Elkan 2002). {@code "beta"}: Of the margin's sigmoid (Kull, Silva Filho, Flach
     *     2017). {@code "temperature"}: The margins times one number (Guo et al. 2017). {@code "vector"}: Of classes: a
     *     slope and an intercept per class (Guo et al. 2017).
     * @return this
     */
    public Builder calibration(String value) {
      return set("calibration", value);
    }

    /**
     * The number of chains, each in its own order. Read by pcc.
     *
     * @param value at least 1; the default is 1
     * @return this
     */
    public Builder chains(long value) {
      return set("chains", value);
    }

    /**
     * The orders of the labels in the first chains, one after the other, each label once; the first chain not given
     * takes the labels' own order, the others random ones. Read by pcc.
     *
     * @param value each at least 0; by default it is not set
     * @return this
     */
    public Builder chainOrders(long... value) {
      return set("chain_orders", value);
    }

    /**
     * The number of label vectors drawn for a row. Read by pcc.
     *
     * @param value in [1, 16777216]; the default is 1000
     * @return this
     */
    public Builder samples(long value) {
      return set("samples", value);
    }

    /**
     * How label vectors are drawn. Read by pcc.
     *
     * @param value {@code "stratified"} (the default): All together down the chain: the same means with less variance.
     *     {@code "independent"}: Each by itself, label after label (ancestral sampling).
     * @return this
     */
    public Builder drawing(String value) {
      return set("drawing", value);
    }

    /**
     * Whether each row's P(label and number of labels) is moved to the nearest table that agrees with its P(number of
     * labels), so that expected utilities lie in the metric's range. Read by efp.
     *
     * @param value the default is false
     * @return this
     */
    public Builder consistent(boolean value) {
      return set("consistent", value);
    }

    /**
     * The greatest number of nodes of the search for the likeliest vector. Read by pcc.
     *
     * @param value at least 1; the default is 100000
     * @return this
     */
    public Builder maxNodes(long value) {
      return set("max_nodes", value);
    }

    /**
     * The number of neighbours; 0 chooses it by leave-one-out. Read by neighbours.
     *
     * @param value at least 0; the default is 0
     * @return this
     */
    public Builder neighbours(long value) {
      return set("neighbours", value);
    }

    /**
     * The distance between rows. Read by neighbours.
     *
     * @param value {@code "automatic"} (the default): Chosen by leave-one-out. {@code "euclidean"}: The Euclidean
     *     distance. {@code "cosine"}: One minus the cosine of the angle.
     * @return this
     */
    public Builder neighbourMetric(String value) {
      return set("neighbour_metric", value);
    }

    /**
     * How neighbours are weighted. Read by neighbours.
     *
     * @param value {@code "automatic"} (the default): Chosen by leave-one-out. {@code "uniform"}: Each neighbour weighs
     *     the same. {@code "dudani"}: The nearer the heavier (Dudani 1976).
     * @return this
     */
    public Builder neighbourWeights(String value) {
      return set("neighbour_weights", value);
    }

    /**
     * The name of the metric whose mean over left-out rows decides what is left open. Read by neighbours.
     *
     * @param value the default is f1
     * @return this
     */
    public Builder neighbourUtility(String value) {
      return set("neighbour_utility", value);
    }

    /**
     * How trees are randomised. Read by forest.
     *
     * @param value {@code "extra-trees"} (the default): Extremely randomised trees: cuts at random. {@code
     *     "random-forest"}: Random forests: bootstrap samples, best cuts.
     * @return this
     */
    public Builder forestKind(String value) {
      return set("forest_kind", value);
    }

    /**
     * The criterion of a split. Read by forest and tree.
     *
     * @param value {@code "gini"} (the default): The Gini impurity, summed over the labels. {@code "f"}: The expected
     *     F-measure of the leaves.
     * @return this
     */
    public Builder forestCriterion(String value) {
      return set("forest_criterion", value);
    }

    /**
     * The number of trees; 0 takes 500. Read by forest.
     *
     * @param value at least 0; the default is 0
     * @return this
     */
    public Builder trees(long value) {
      return set("trees", value);
    }

    /**
     * The number of features that are tried at a node; 0 chooses it by the number of features. Read by forest and tree.
     *
     * @param value at least 0; the default is 0
     * @return this
     */
    public Builder maxFeatures(long value) {
      return set("max_features", value);
    }

    /**
     * The least number of rows of a leaf; 0 takes the kind's default. Read by forest and tree.
     *
     * @param value at least 0; the default is 0
     * @return this
     */
    public Builder minLeaf(long value) {
      return set("min_leaf", value);
    }

    /**
     * The greatest depth of a tree; 0 sets no limit. Read by forest and tree.
     *
     * @param value at least 0; the default is 0
     * @return this
     */
    public Builder maxDepth(long value) {
      return set("max_depth", value);
    }

    /**
     * The width of kernel features exp(-gamma |x - z|^2); 0 chooses it by cross-validation. Read by kernel.
     *
     * @param value at least 0; the default is 0
     * @return this
     */
    public Builder gamma(double value) {
      return set("gamma", value);
    }

    /**
     * The number of landmarks of kernel features; 0 takes every row where there are at most maxExactRows. Read by
     * kernel.
     *
     * @param value at least 0; the default is 0
     * @return this
     */
    public Builder landmarks(long value) {
      return set("landmarks", value);
    }

    /**
     * The greatest number of rows that are all taken as landmarks; beyond it, this number is drawn (Nystroem). Read by
     * kernel.
     *
     * @param value at least 0; the default is 3000
     * @return this
     */
    public Builder maxExactRows(long value) {
      return set("max_exact_rows", value);
    }

    /**
     * The weight of each part of a mixture. Not set: equal. Read by mixture.
     *
     * @param value each finite and above 0; by default it is not set
     * @return this
     */
    public Builder mixtureWeights(double... value) {
      return set("mixture_weights", value);
    }

    /**
     * What replaces a missing value (NaN) of a feature.
     *
     * @param value {@code "error"} (the default): Nothing: it is an error. {@code "mean"}: The mean of the training
     *     rows that have the feature. {@code "most_frequent"}: The most frequent value of the training rows that have
     *     the feature.
     * @return this
     */
    public Builder missing(String value) {
      return set("missing", value);
    }

    /**
     * Whether each feature that some training row lacks gets a further one that is 1 if it is missing.
     *
     * @param value the default is false
     * @return this
     */
    public Builder missingIndicators(boolean value) {
      return set("missing_indicators", value);
    }

    /**
     * The names of the features, which are saved with the learner.
     *
     * @param value by default it is not set
     * @return this
     */
    public Builder featureNames(String... value) {
      return set("feature_names", value);
    }

    /**
     * The names of the labels or classes, which are saved with the learner.
     *
     * @param value by default it is not set
     * @return this
     */
    public Builder labelNames(String... value) {
      return set("label_names", value);
    }

    /**
     * The seed of folds, chains, forests and landmarks.
     *
     * @param value any 64 bits; the default is 0
     * @return this
     */
    public Builder seed(long value) {
      return set("seed", value);
    }

    /**
     * Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has the same bits for
     * any number.
     *
     * @param value in [0, 1024]; the default is 1
     * @return this
     */
    public Builder threads(long value) {
      return set("threads", value);
    }

    /**
     * Called during long work with the fraction done; it can cancel the work.
     *
     * @param value called on the calling thread with the fraction done, in [0, 1], not more often than every 50 ms
     *     except at the start and the end; if it returns false the call ends with a {@link CancelledException}, and
     *     what it throws comes out of the call
     * @return this
     */
    public Builder progress(DoublePredicate value) {
      return set("progress", value);
    }

    /**
     * The options.
     *
     * @return options with these settings
     * @throws ArgumentException if a setting is outside its domain
     */
    public LearnerOptions build() {
      return new LearnerOptions(this);
    }
  }
}
