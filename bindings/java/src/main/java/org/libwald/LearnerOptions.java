package org.libwald;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * How a learner is fitted. Every default is one that reaches published figures; a learner reads what concerns it.
 * Immutable: made once, used by any number of calls and threads. Its few bytes of native memory go with it; there is
 * nothing to close.
 *
 * <pre>{@code
 * LearnerOptions options = LearnerOptions.builder().featureNames(columns).trees(500).seed(1).threads(0).build();
 * }</pre>
 */
public final class LearnerOptions {
  private static final LearnerOptions DEFAULTS = new LearnerOptions();

  /** NULL, which C takes for the defaults, or an object of its own. */
  final long address;

  private LearnerOptions() {
    address = 0;
  }

  private LearnerOptions(Builder wanted) {
    address =
        NativeOptions.make(
            this,
            Native::wald_learner_options_create,
            Native::wald_learner_options_destroy,
            wanted::set,
            Native::wald_learner_options_set_progress,
            wanted.reports());
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

  /** Collects settings; {@link #build} checks each. What hangs on the rows is checked where they are fitted to. */
  public static final class Builder extends FitBuilder<Builder> {
    private final Map<Integer, String> methods = new LinkedHashMap<>();
    private double[] penalties;
    private double[] mixtureWeights;
    private int[][] chainOrders;
    private String[] featureNames;
    private String[] labelNames;

    private Builder() {
      super(Native.WALD_LEARNER_SETTING_THREADS);
    }

    @Override
    Builder self() {
      return this;
    }

    Builder set(int method, String name, String what) {
      methods.put(method, Objects.requireNonNull(name, what));
      return this;
    }

    // ---- All learners -----------------------------------------------------------------------------------------------

    /**
     * Names of the features, which are kept and saved with the learner. A feature called {@code "column=level"} is the
     * 0/1 indicator that the column has that level: see {@link Learner#row}.
     *
     * @param texts one a feature
     * @return this
     */
    public Builder featureNames(String... texts) {
      featureNames = texts.clone();
      return this;
    }

    /**
     * Names of the labels or classes, which are kept and saved with the learner.
     *
     * @param texts one a label
     * @return this
     */
    public Builder labelNames(String... texts) {
      labelNames = texts.clone();
      return this;
    }

    /**
     * How features are scaled.
     *
     * @param name {@code "automatic"} (the default: by the learner and the features), {@code "none"}, {@code "minmax"},
     *     {@code "standard"}, {@code "unit"} or {@code "standard-root"}
     * @return this
     */
    public Builder scaling(String name) {
      return set(Native.WALD_LEARNER_METHOD_SCALING, name, "scaling");
    }

    /**
     * How many labels predictions hold at the least, unless {@link Options.Builder#atLeast} says otherwise.
     *
     * @param labels at least 0; the default is 1 where no training row is empty, else 0
     * @return this
     */
    public Builder atLeast(long labels) {
      return set(Native.WALD_LEARNER_SETTING_AT_LEAST, labels);
    }

    /**
     * Folds of cross-validation.
     *
     * @param number at least 2; the default is 5
     * @return this
     */
    public Builder folds(long number) {
      return set(Native.WALD_LEARNER_SETTING_FOLDS, number);
    }

    // ---- Logistic regressions: br, lfp, efp, pcc, card --------------------------------------------------------------

    /**
     * Inverse strengths C of the penalty |w|^2 / (2C) that are tried.
     *
     * @param strengths ascending, each in [1e-12, 1e12]; one of them: no cross-validation. The default is 1e-4, 3e-4,
     *     1e-3, ..., 1e3
     * @return this
     */
    public Builder penalties(double... strengths) {
      penalties = strengths.clone();
      return this;
    }

    /**
     * A path of penalties ends after so many values in a row that are worse than the best.
     *
     * @param steps at least 1; the default is 2
     * @return this
     */
    public Builder worseSteps(long steps) {
      return set(Native.WALD_LEARNER_SETTING_WORSE_STEPS, steps);
    }

    /**
     * How margins become probabilities.
     *
     * @param name {@code "automatic"} (the default), {@code "none"}, {@code "platt"}, {@code "isotonic"} or {@code
     *     "beta"}
     * @return this
     */
    public Builder calibration(String name) {
      return set(Native.WALD_LEARNER_METHOD_CALIBRATION, name, "calibration");
    }

    // ---- Chains: pcc ------------------------------------------------------------------------------------------------

    /**
     * Chains, each in an order of its own, whose samples are pooled.
     *
     * @param number at least 1, the default
     * @return this
     */
    public Builder chains(long number) {
      return set(Native.WALD_LEARNER_SETTING_CHAINS, number);
    }

    /**
     * Orders of the labels in the first chains. Of the others the first is the labels' own, the rest random.
     *
     * @param orders an order a chain: each label once, from 0
     * @return this
     */
    public Builder chainOrders(int[]... orders) {
      chainOrders = Arrays.stream(orders).map(int[]::clone).toArray(int[][]::new);
      return this;
    }

    /**
     * Label vectors that are drawn for a row.
     *
     * @param number at least 1; the default is 1000
     * @return this
     */
    public Builder draws(long number) {
      return set(Native.WALD_LEARNER_SETTING_DRAWS, number);
    }

    /**
     * Nodes that the search for the likeliest vector may open.
     *
     * @param number at least 1; the default is 100,000
     * @return this
     */
    public Builder mostNodes(long number) {
      return set(Native.WALD_LEARNER_SETTING_MOST_NODES, number);
    }

    // ---- Neighbours -------------------------------------------------------------------------------------------------

    /**
     * How many neighbours.
     *
     * @param number 0, the default: chosen by leave-one-out
     * @return this
     */
    public Builder neighbours(long number) {
      return set(Native.WALD_LEARNER_SETTING_NEIGHBOURS, number);
    }

    /**
     * What near means.
     *
     * @param name {@code "automatic"} (the default: chosen), {@code "euclidean"} or {@code "cosine"}
     * @return this
     */
    public Builder neighbourMetric(String name) {
      return set(Native.WALD_LEARNER_METHOD_NEIGHBOUR_METRIC, name, "neighbour_metric");
    }

    /**
     * What neighbours count for.
     *
     * @param name {@code "automatic"} (the default: chosen), {@code "uniform"} or {@code "dudani"} (by distance)
     * @return this
     */
    public Builder neighbourWeights(String name) {
      return set(Native.WALD_LEARNER_METHOD_NEIGHBOUR_WEIGHTS, name, "neighbour_weights");
    }

    /**
     * By what is chosen that is left open of neighbours.
     *
     * @param metric the name of a metric, whose mean over left-out rows decides; the default is {@code "f1"}
     * @return this
     */
    public Builder neighbourUtility(String metric) {
      return set(Native.WALD_LEARNER_METHOD_NEIGHBOUR_UTILITY, metric, "neighbour_utility");
    }

    // ---- Forests and trees ------------------------------------------------------------------------------------------

    /**
     * How many trees.
     *
     * @param number 0, the default: the kind's own number, of forests 300
     * @return this
     */
    public Builder trees(long number) {
      return set(Native.WALD_LEARNER_SETTING_TREES, number);
    }

    /**
     * Features that are tried at a node.
     *
     * @param number 0, the default: by the number of features
     * @return this
     */
    public Builder maxFeatures(long number) {
      return set(Native.WALD_LEARNER_SETTING_MAX_FEATURES, number);
    }

    /**
     * Rows of a leaf.
     *
     * @param rows at the least; 0, the default: the kind's own number
     * @return this
     */
    public Builder minLeaf(long rows) {
      return set(Native.WALD_LEARNER_SETTING_MIN_LEAF, rows);
    }

    /**
     * How deep trees grow.
     *
     * @param depth 0, the default: no limit
     * @return this
     */
    public Builder maxDepth(long depth) {
      return set(Native.WALD_LEARNER_SETTING_MAX_DEPTH, depth);
    }

    /**
     * The kind of a forest.
     *
     * @param name {@code "extra-trees"} (the default) or {@code "random-forest"}
     * @return this
     */
    public Builder forestKind(String name) {
      return set(Native.WALD_LEARNER_METHOD_FOREST_KIND, name, "forest_kind");
    }

    /**
     * What splits are chosen by.
     *
     * @param name {@code "gini"} (the default) or {@code "f"}
     * @return this
     */
    public Builder forestCriterion(String name) {
      return set(Native.WALD_LEARNER_METHOD_FOREST_CRITERION, name, "forest_criterion");
    }

    // ---- Kernel features --------------------------------------------------------------------------------------------

    /**
     * The width of kernel features exp(-gamma |x - z|^2).
     *
     * @param factor above 0; 0, the default: chosen
     * @return this
     */
    public Builder gamma(double factor) {
      return set(Native.WALD_LEARNER_SETTING_GAMMA, factor);
    }

    /**
     * Rows that kernel features are made of.
     *
     * @param rows how many; 0, the default: every row where they are few
     * @return this
     */
    public Builder landmarks(long rows) {
      return set(Native.WALD_LEARNER_SETTING_LANDMARKS, rows);
    }

    /**
     * So many rows are few.
     *
     * @param rows at least 0; the default is 3000
     * @return this
     */
    public Builder exactRows(long rows) {
      return set(Native.WALD_LEARNER_SETTING_EXACT_ROWS, rows);
    }

    // ---- Mixtures ---------------------------------------------------------------------------------------------------

    /**
     * What the parts of a mixture count for.
     *
     * @param weights one a part, finite and above 0; the default is the same for each
     * @return this
     */
    public Builder mixtureWeights(double... weights) {
      mixtureWeights = weights.clone();
      return this;
    }

    /**
     * The options.
     *
     * @return options with these settings
     * @throws ArgumentException where a setting is outside its domain
     */
    public LearnerOptions build() {
      return new LearnerOptions(this);
    }

    private void set(long options) {
      setAll(options, Native::wald_learner_options_set, Native::wald_learner_options_set_seed);
      methods.forEach(
          (method, name) -> Native.wald_learner_options_set_method(options, method, Texts.name(name, "name")));
      if (penalties != null) {
        Native.wald_learner_options_set_penalties(options, penalties, penalties.length);
      }
      if (mixtureWeights != null) {
        Native.wald_learner_options_set_mixture_weights(options, mixtureWeights, mixtureWeights.length);
      }
      if (chainOrders != null) {
        setChainOrders(options);
      }
      if (featureNames != null) {
        Native.wald_learner_options_set_feature_names(
            options, Texts.names(featureNames, "feature_names"), featureNames.length);
      }
      if (labelNames != null) {
        Native.wald_learner_options_set_label_names(
            options, Texts.names(labelNames, "label_names"), labelNames.length);
      }
    }

    private void setChainOrders(long options) {
      int labels = chainOrders.length == 0 ? 0 : chainOrders[0].length;
      for (int chain = 0; chain < chainOrders.length; ++chain) {
        Slice.checkLength("chain_orders[" + chain + "]", chainOrders[chain].length, labels);
      }
      long[] all = Arrays.stream(chainOrders).flatMapToInt(Arrays::stream).asLongStream().toArray();
      Native.wald_learner_options_set_chain_orders(options, all, chainOrders.length, labels);
    }
  }
}
