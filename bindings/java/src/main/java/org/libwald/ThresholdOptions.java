package org.libwald;

import java.util.Objects;

/**
 * What thresholds are to reach, and how they are found. Immutable: made once, used by any number of calls and threads.
 * Its few bytes of native memory go with it; there is nothing to close.
 *
 * <pre>{@code
 * ThresholdOptions options = ThresholdOptions.builder().minPrecision(0.5).maxAlerts(200).bootstrap(1000).build();
 * }</pre>
 */
public final class ThresholdOptions {
  private static final ThresholdOptions DEFAULTS = new ThresholdOptions();

  /** NULL, which C takes for the defaults, or an object of its own. */
  final long address;

  private ThresholdOptions() {
    address = 0;
  }

  private ThresholdOptions(Builder wanted) {
    address =
        NativeOptions.make(
            this,
            Native::wald_threshold_options_create,
            Native::wald_threshold_options_destroy,
            wanted::set,
            Native::wald_threshold_options_set_progress,
            wanted.reports());
  }

  /**
   * What is used where no options are given: the greatest F1.
   *
   * @return the defaults
   */
  public static ThresholdOptions defaults() {
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

  /** Collects settings; {@link #build} checks each. What hangs on several of them is checked where they are used. */
  public static final class Builder extends FitBuilder<Builder> {
    private Goal goal = Goal.AUTO;
    private Smoothing smoothing = Smoothing.NONE;
    private Metric metric;
    private String method;

    private Builder() {
      super(Native.WALD_SETTING_THREADS);
    }

    @Override
    Builder self() {
      return this;
    }

    // ---- What is asked ----------------------------------------------------------------------------------------------

    /**
     * What is to be greatest or least.
     *
     * @param what the default, {@link Goal#AUTO}, is said by what else is set
     * @return this
     */
    public Builder goal(Goal what) {
      goal = Objects.requireNonNull(what, "goal");
      return this;
    }

    /**
     * The metric to be greatest: a named one that rises with TP and falls with FP.
     *
     * @param judge the default is F1; it may be closed once {@link #build} has been called
     * @return this
     */
    public Builder metric(Metric judge) {
      metric = Objects.requireNonNull(judge, "metric");
      return this;
    }

    /**
     * TP - FP / ratio is to be greatest.
     *
     * @param ratio how many false positives one more true positive is worth; above 0
     * @return this
     */
    public Builder costRatio(double ratio) {
      return set(Native.WALD_SETTING_COST_RATIO, ratio);
    }

    /**
     * The same in other words: an alert pays as long as it is right with this probability.
     *
     * @param q in (0, 1): the cost ratio is (1 - q) / q
     * @return this
     */
    public Builder marginalPrecision(double q) {
      return set(Native.WALD_SETTING_MARGINAL_PRECISION, q);
    }

    /**
     * A limit on precision.
     *
     * @param p precision at least this
     * @return this
     */
    public Builder minPrecision(double p) {
      return set(Native.WALD_SETTING_MIN_PRECISION, p);
    }

    /**
     * How sure the limit on precision is to be kept.
     *
     * @param level it holds for the lower Clopper-Pearson limit of this level, or with 0 for the point estimate; the
     *     default is 0.9 for one classifier and 0.975 for several
     * @return this
     */
    public Builder confidence(double level) {
      return set(Native.WALD_SETTING_CONFIDENCE, level);
    }

    /**
     * A limit on recall.
     *
     * @param r recall at least this
     * @return this
     */
    public Builder minRecall(double r) {
      return set(Native.WALD_SETTING_MIN_RECALL, r);
    }

    /**
     * A limit on false positives.
     *
     * @param weight their weight at most this
     * @return this
     */
    public Builder maxFp(double weight) {
      return set(Native.WALD_SETTING_MAX_FP, weight);
    }

    /**
     * A limit on alerts.
     *
     * @param weight TP + FP at most this
     * @return this
     */
    public Builder maxAlerts(double weight) {
      return set(Native.WALD_SETTING_MAX_ALERTS, weight);
    }

    /**
     * The weight of all positives, known from elsewhere: recall and F need it where some rows were not rated.
     *
     * @param weight by default they are counted
     * @return this
     */
    public Builder positives(double weight) {
      return set(Native.WALD_SETTING_POSITIVES, weight);
    }

    // ---- How it is found --------------------------------------------------------------------------------------------

    /**
     * The method; docs/thresholds.md lists all.
     *
     * @param name the default, {@code "direct"}, is the best of all thresholds
     * @return this
     */
    public Builder method(String name) {
      method = Objects.requireNonNull(name, "method");
      return this;
    }

    /**
     * Against overfitting, the median of the thresholds of many rounds.
     *
     * @param how the default is {@link Smoothing#NONE}
     * @return this
     */
    public Builder smoothing(Smoothing how) {
      smoothing = Objects.requireNonNull(how, "smoothing");
      return this;
    }

    /**
     * Rounds of smoothing.
     *
     * @param rounds at least 1; the default is 25
     * @return this
     */
    public Builder smoothingRounds(long rounds) {
      return set(Native.WALD_SETTING_SMOOTHING_ROUNDS, rounds);
    }

    /**
     * The share of the edges that a round of {@link Smoothing#DROPOUT} leaves out.
     *
     * @param share in [0, 1); the default is 0.2
     * @return this
     */
    public Builder dropout(double share) {
      return set(Native.WALD_SETTING_DROPOUT, share);
    }

    /**
     * Levels a classifier of the methods {@code "path-equal"} and {@code "analytic"}.
     *
     * @param levels at least 2; the default is 100
     * @return this
     */
    public Builder grid(long levels) {
      return set(Native.WALD_SETTING_GRID, levels);
    }

    /**
     * Whether {@code "best-single"} and {@code "stacked"} are computed beside.
     *
     * @param wanted the default is true
     * @return this
     */
    public Builder baselines(boolean wanted) {
      return set(Native.WALD_SETTING_BASELINES, wanted ? 1 : 0);
    }

    /**
     * Cells of a lattice above which quantiles stand for all scores of positives; the answer then says so.
     *
     * @param cells at least 4; the default is 2^23
     * @return this
     */
    public Builder latticeCells(long cells) {
      return set(Native.WALD_SETTING_LATTICE_CELLS, cells);
    }

    /**
     * Pairs of scores of two classifiers above which quantiles stand for them.
     *
     * @param pairs at least 4; the default is 2^31
     * @return this
     */
    public Builder pairCells(long pairs) {
      return set(Native.WALD_SETTING_PAIR_CELLS, pairs);
    }

    /**
     * Scores a classifier, where several are improved in turn, above which quantiles stand for them.
     *
     * @param levels at least 3; the default is 4096
     * @return this
     */
    public Builder ascentLevels(long levels) {
      return set(Native.WALD_SETTING_ASCENT_LEVELS, levels);
    }

    // ---- How sure it is ---------------------------------------------------------------------------------------------

    /**
     * Samples drawn anew, in each of which thresholds are chosen, for their limits.
     *
     * @param replicates the default is 0: the exact intervals alone
     * @return this
     */
    public Builder bootstrap(long replicates) {
      return set(Native.WALD_SETTING_BOOTSTRAP, replicates);
    }

    /**
     * Cells that replicates are drawn on.
     *
     * @param cells at least 4; the default is 10,000
     * @return this
     */
    public Builder bootstrapCells(long cells) {
      return set(Native.WALD_SETTING_BOOTSTRAP_CELLS, cells);
    }

    /**
     * The level of all intervals.
     *
     * @param confidence in (0, 1); the default is 0.95
     * @return this
     */
    public Builder level(double confidence) {
      return set(Native.WALD_SETTING_LEVEL, confidence);
    }

    /**
     * Folds of the cross-fitted estimate.
     *
     * @param number 0, the default, for none, or at least 2
     * @return this
     */
    public Builder folds(long number) {
      return set(Native.WALD_SETTING_FOLDS, number);
    }

    /**
     * The options.
     *
     * @return options with these settings
     * @throws ArgumentException where a setting is outside its domain
     */
    public ThresholdOptions build() {
      return new ThresholdOptions(this);
    }

    private void set(long options) {
      Native.wald_threshold_options_set_goal(options, goal.value);
      Native.wald_threshold_options_set_smoothing(options, smoothing.value);
      if (metric != null) {
        metric.read(judge -> Native.wald_threshold_options_set_metric(options, judge));
      }
      if (method != null) {
        Native.wald_threshold_options_set_method(options, Texts.name(method, "method"));
      }
      setAll(options, Native::wald_threshold_options_set, Native::wald_threshold_options_set_seed);
    }
  }
}
