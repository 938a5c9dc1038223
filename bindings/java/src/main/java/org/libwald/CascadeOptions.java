package org.libwald;

import java.util.Arrays;
import java.util.Objects;

/**
 * How a cascade is fitted and calibrated. Immutable: made once, used by any number of calls and threads. Its few bytes
 * of native memory go with it; there is nothing to close.
 *
 * <pre>{@code
 * CascadeOptions options = CascadeOptions.builder().alpha(0.01).spend("proportional").folds(5).build();
 * }</pre>
 */
public final class CascadeOptions {
  private static final CascadeOptions DEFAULTS = new CascadeOptions();

  /** NULL, which C takes for the defaults, or an object of its own. */
  final long address;

  private CascadeOptions() {
    address = 0;
  }

  private CascadeOptions(Builder wanted) {
    address =
        NativeOptions.make(
            this,
            Native::wald_cascade_options_create,
            Native::wald_cascade_options_destroy,
            wanted::set,
            Native::wald_cascade_options_set_progress,
            wanted.reports());
  }

  /**
   * What is used where no options are given.
   *
   * @return the defaults
   */
  public static CascadeOptions defaults() {
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
    private String order;
    private long[] givenOrder;
    private String spend;
    private double[] costs;
    private String[] names;

    private Builder() {
      super(Native.WALD_CASCADE_SETTING_THREADS);
    }

    @Override
    Builder self() {
      return this;
    }

    // ---- What is asked ----------------------------------------------------------------------------------------------

    /**
     * Disagreement that is allowed: the share of the rows fitted to that may be decided otherwise than by all models.
     *
     * @param share at least 0; the default is 0.005
     * @return this
     */
    public Builder alpha(double share) {
      return set(Native.WALD_CASCADE_SETTING_ALPHA, share);
    }

    /**
     * A row is decided for 1 where the sum of its scores is at or above this. With several classes it is not used.
     *
     * @param sum finite; the default is 0
     * @return this
     */
    public Builder threshold(double sum) {
      return set(Native.WALD_CASCADE_SETTING_THRESHOLD, sum);
    }

    /**
     * Whether nobody leaves early for 1: filter and score.
     *
     * @param wanted the default is false
     * @return this
     */
    public Builder negativesOnly(boolean wanted) {
      return set(Native.WALD_CASCADE_SETTING_NEGATIVES_ONLY, wanted ? 1 : 0);
    }

    /**
     * What models cost.
     *
     * @param numbers one a model, at least 0; inf: asked only where nothing else is left. The default is 1 each
     * @return this
     */
    public Builder costs(double... numbers) {
      costs = numbers.clone();
      return this;
    }

    /**
     * Names that are saved with the cascade.
     *
     * @param texts one a model
     * @return this
     */
    public Builder names(String... texts) {
      names = texts.clone();
      return this;
    }

    // ---- How it is found --------------------------------------------------------------------------------------------

    /**
     * In which order models are asked.
     *
     * @param name {@code "joint"} (the default: chosen together with the thresholds), {@code "natural"} (as they
     *     stand), {@code "random"} (by the seed), {@code "mse"} (by the squared error of each) or {@code "greedy"} (by
     *     that of the sum, one model after the other)
     * @return this
     */
    public Builder order(String name) {
      order = Objects.requireNonNull(name, "order");
      givenOrder = null;
      return this;
    }

    /**
     * An order from elsewhere.
     *
     * @param models each from 0 on, once
     * @return this
     */
    public Builder order(int... models) {
      givenOrder = Arrays.stream(models).asLongStream().toArray();
      order = null;
      return this;
    }

    /**
     * How much of alpha may have been used up after position r of T.
     *
     * @param schedule {@code "power:P"} (the share (r/T)^P), {@code "all"} or {@code "proportional"} (to the rows that
     *     had left); the default is {@code "power:0.25"}, or with calibration rows {@code "all"}
     * @return this
     */
    public Builder spend(String schedule) {
      spend = Objects.requireNonNull(schedule, "spend");
      return this;
    }

    /**
     * Whether, where no model lets anybody go, that comes next which brings sums closest to the full ones.
     *
     * @param wanted the default is false: the cheapest
     * @return this
     */
    public Builder closest(boolean wanted) {
      return set(Native.WALD_CASCADE_SETTING_CLOSEST, wanted ? 1 : 0);
    }

    /**
     * Whether thresholds come from means and deviations in bins.
     *
     * @param wanted the default is false: from the budget alpha
     * @return this
     */
    public Builder bins(boolean wanted) {
      return set(Native.WALD_CASCADE_SETTING_BINS, wanted ? 1 : 0);
    }

    /**
     * Of bins: so many deviations from the decision may a row leave.
     *
     * @param deviations at least 0; the default is the smallest number that keeps within alpha
     * @return this
     */
    public Builder gamma(double deviations) {
      return set(Native.WALD_CASCADE_SETTING_GAMMA, deviations);
    }

    /**
     * Of bins: their width.
     *
     * @param width in units of the score, above 0; the default is a 20th of the deviation of the sum
     * @return this
     */
    public Builder binWidth(double width) {
      return set(Native.WALD_CASCADE_SETTING_BIN_WIDTH, width);
    }

    // ---- How sure it is ---------------------------------------------------------------------------------------------

    /**
     * Folds of the cross-fitted estimate.
     *
     * @param number 0, the default, for none, or 2 to 1000; 0 with calibration rows
     * @return this
     */
    public Builder folds(long number) {
      return set(Native.WALD_CASCADE_SETTING_FOLDS, number);
    }

    /**
     * Whether the order is chosen on one half of the rows and thresholds on the other.
     *
     * @param wanted the default is false
     * @return this
     */
    public Builder halves(boolean wanted) {
      return set(Native.WALD_CASCADE_SETTING_HALVES, wanted ? 1 : 0);
    }

    /**
     * Disagreement that calibration certifies.
     *
     * @param share in (0, 1); the default is 0.01
     * @return this
     */
    public Builder target(double share) {
      return set(Native.WALD_CASCADE_SETTING_TARGET, share);
    }

    /**
     * The confidence that calibration certifies with.
     *
     * @param level in (0, 1); the default is 0.95
     * @return this
     */
    public Builder confidence(double level) {
      return set(Native.WALD_CASCADE_SETTING_CONFIDENCE, level);
    }

    /**
     * The options.
     *
     * @return options with these settings
     * @throws ArgumentException where a setting is outside its domain
     */
    public CascadeOptions build() {
      return new CascadeOptions(this);
    }

    private void set(long options) {
      if (order != null) {
        Native.wald_cascade_options_set_order(options, Texts.name(order, "order"));
      }
      if (givenOrder != null) {
        Native.wald_cascade_options_set_given_order(options, givenOrder, givenOrder.length);
      }
      if (spend != null) {
        Native.wald_cascade_options_set_spend(options, Texts.name(spend, "spend"));
      }
      if (costs != null) {
        Native.wald_cascade_options_set_costs(options, costs, costs.length);
      }
      if (names != null) {
        Native.wald_cascade_options_set_names(options, Texts.names(names, "names"), names.length);
      }
      setAll(options, Native::wald_cascade_options_set, Native::wald_cascade_options_set_seed);
    }
  }
}
