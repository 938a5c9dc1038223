// Written by bindings/generate from the rows of the core: do not edit.
package org.libwald;

import java.util.function.DoublePredicate;

/**
 * How to decide. Immutable: made once, used by any number of calls and threads. Its few bytes of native memory go with
 * it; there is nothing to close.
 *
 * <pre>{@code
 * DecisionOptions options = DecisionOptions.builder().atLeast(1).average(Average.MACRO).threads(0).build();
 * }</pre>
 */
public final class DecisionOptions extends DecisionSettings {
  private static final DecisionOptions DEFAULTS = builder().build();

  private DecisionOptions(Builder wanted) {
    super("decisions", wanted);
  }

  /**
   * What is used where no options are given.
   *
   * @return the defaults
   */
  public static DecisionOptions defaults() {
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
  public static final class Builder extends DecisionSettings.Collector<Builder> {
    private Builder() {}

    @Override
    Builder self() {
      return this;
    }

    /**
     * The least number of positives in each answer. Not set: the atLeast of the learner, if a learner decides,
     * otherwise 0. Read by decide, curve, regret, worth, report and masks.
     *
     * @param value at least 0; by default it is not set
     * @return this
     */
    public Builder atLeast(long value) {
      return set("at_least", value);
    }

    /**
     * The greatest number of positives in each answer. Not set: no limit. Read by decide, curve, regret, worth, report
     * and masks.
     *
     * @param value at least 0; by default it is not set
     * @return this
     */
    public Builder atMost(long value) {
      return set("at_most", value);
    }

    /**
     * The algorithm; auto picks the best exact one. Read by decide, curve, regret, worth, report and masks.
     *
     * @param value {@code "auto"} (the default): The best exact algorithm for the metric and the estimator. {@code
     *     "enumeration"}: Every prediction against every truth: the reference, for few labels. {@code "chai"}:
     *     F-measure in O(n^3) (Chai 2005). {@code "jansche"}: F-measure in O(n^4) (Jansche 2007). {@code
     *     "jansche-approx"}: F-measure with rounded sums (Jansche 2007). {@code "ye"}: F-measure in O(n^2) (Ye et al.
     *     2012). {@code "lewis"}: An approximation of the F-measure by ratios of expectations (Lewis 1995). {@code
     *     "n16"}: Any metric that rises in tp, in O(n^3) (Natarajan et al. 2016, Algorithm 1). {@code
     *     "n16-first-rise"}: The same up to the first k whose successor is no better. {@code "window"}: Any metric that
     *     rises in tp, over the counts that carry weight. {@code "categorical"}: Exclusive labels, in closed form.
     *     {@code "gfm"}: Any metric linear in tp, from counts (Dembczynski et al. 2011). {@code "mode"}: The likeliest
     *     label vector. {@code "marginal-modes"}: Each label by its own probability. {@code "ascent"}: Local search for
     *     a joint distribution, with a bound. {@code "bisection"}: G-mean, H-mean, MCC and their like, by ranges of k
     *     that bounds exclude. {@code "separable"}: F-measure, Jaccard and their like by sums of separable functions.
     *     {@code "block-coordinate"}: Macro averages with a number of labels for each row, row by row. {@code
     *     "partial"}: Labels left undecided one by one, over the counts that carry weight. {@code "rule"}: A fitted
     *     rule: thresholds, or a majority of predictions. {@code "fixed-point"}: Macro averages with at most one label
     *     for each of many rows, by passes.
     * @return this
     */
    public Builder algorithm(String value) {
      return set("algorithm", value);
    }

    /**
     * Which of equally good answers is taken, for metrics that are a sum over the labels (hamming, cost) and for
     * subset_accuracy. Other metrics take the fewest labels. Read by decide and masks.
     *
     * @param value {@code "fewest"} (the default): The fewest labels: p = 1/2 is not predicted by hamming. {@code
     *     "most"}: The most labels: p = 1/2 is predicted by hamming.
     * @return this
     */
    public Builder ties(String value) {
      return set("ties", value);
    }

    /**
     * What is one problem in a table of probabilities. Of masks: instance, each image, or micro, all images together.
     * Read by decide, expected, regret, evaluate, compare, worth, report and masks.
     *
     * @param value the default is {@link Average#INSTANCE}
     * @return this
     */
    public Builder average(Average value) {
      return set("average", value);
    }

    /**
     * How many labels each row gets, with average macro: one number for exactly that many, two for from and to. Not
     * set: each label is decided on its own. Of masks with exclusive classes: 1, the default, or 0 to 1, where a pixel
     * may have none. Read by decide, expected, worth, report and masks, with tables or exclusive.
     *
     * @param value each at least 0; by default it is not set
     * @return this
     */
    public Builder perRow(long... value) {
      return set("per_row", value);
    }

    /**
     * Whether an answer with perRow, or with exclusive classes, gets a bound of its own, which takes most of the time.
     * Off: the bound follows from the metric's range. Read by decide and masks, with perRow or exclusive.
     *
     * @param value the default is true
     * @return this
     */
    public Builder proof(boolean value) {
      return set("proof", value);
    }

    /**
     * The share of each label where decisions are made: one number for all, or one per label or class. Deciding and
     * worth move probabilities to it from trainingPrior; evaluations and comparisons weight each label's rows to it.
     * Not set: all are taken as they are. Read by decide, worth, evaluate and compare.
     *
     * @param value each in (0, 1); by default it is not set
     * @return this
     */
    public Builder prevalence(double... value) {
      return set("prevalence", value);
    }

    /**
     * The share of each label where the probabilities hold, as in training: one number for all, or one per label or
     * class. prevalence needs it. Read by decide and worth, with prevalence.
     *
     * @param value each in (0, 1); by default it is not set
     * @return this
     */
    public Builder trainingPrior(double... value) {
      return set("training_prior", value);
    }

    /**
     * The weight of each label in a macro average, such as its propensity. Not set: all equal. Read by decide,
     * expected, evaluate, compare, worth, report and masks.
     *
     * @param value each finite and at least 0; by default it is not set
     * @return this
     */
    public Builder labelWeights(double... value) {
      return set("label_weights", value);
    }

    /**
     * The cost of abstaining: an instance whose expected loss is above it is left undecided. Not set: never. Read by
     * decide.
     *
     * @param value finite; by default it is not set
     * @return this
     */
    public Builder abstain(double value) {
      return set("abstain", value);
    }

    /**
     * The cost of leaving a single label undecided, in the unit of the utility: each undecided label costs abstainLabel
     * / n. Average instance only. Not set: every label is decided. Read by decide and evaluate.
     *
     * @param value finite and at least 0; by default it is not set
     * @return this
     */
    public Builder abstainLabel(double value) {
      return set("abstain_label", value);
    }

    /**
     * How many samples are drawn if a distribution is simulated: label vectors, or swaps when two systems are compared.
     * Read by distribution, compare, worth and report.
     *
     * @param value in [2, 1e8]; the default is 10000
     * @return this
     */
    public Builder samples(long value) {
      return set("samples", value);
    }

    /**
     * The confidence level of all intervals. Read by compare and report.
     *
     * @param value in (0, 1); the default is 0.95
     * @return this
     */
    public Builder level(double value) {
      return set("level", value);
    }

    /**
     * The seed of all random draws. Read by draw, distribution, learners, compare, worth and report.
     *
     * @param value any 64 bits; the default is 0
     * @return this
     */
    public Builder seed(long value) {
      return set("seed", value);
    }

    /**
     * Temperature for simulating labels: log-odds are divided by it. Above 1 if the model is overconfident, below 1 if
     * underconfident. Decisions still use the given probabilities. Read by worth.
     *
     * @param value finite and above 0; the default is 1
     * @return this
     */
    public Builder temperature(double value) {
      return set("temperature", value);
    }

    /**
     * Whether every row is known to have a true label: labels are then simulated conditional on at least one. Average
     * instance only. Read by worth.
     *
     * @param value the default is false
     * @return this
     */
    public Builder nonempty(boolean value) {
      return set("nonempty", value);
    }

    /**
     * The gain that counts, in the unit of the metric. Read by worth.
     *
     * @param value finite; the default is 0
     * @return this
     */
    public Builder leastGain(double value) {
      return set("least_gain", value);
    }

    /**
     * The variance of the number of true labels in a row, over that of independent labels. Above 1 if cells of a row
     * depend on each other, as pixels of an image do: a row then counts as n / designEffect independent cells, at least
     * one. Average instance only. Read by worth.
     *
     * @param value in [1, 1e12]; the default is 1
     * @return this
     */
    public Builder designEffect(double value) {
      return set("design_effect", value);
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
    public DecisionOptions build() {
      return new DecisionOptions(this);
    }
  }
}
