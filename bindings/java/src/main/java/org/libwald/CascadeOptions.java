// Written by bindings/generate from the rows of the core: do not edit.
package org.libwald;

import java.util.function.DoublePredicate;

/**
 * How a cascade is fitted, calibrated and run. Immutable: made once, used by any number of calls and threads. Its few
 * bytes of native memory go with it; there is nothing to close.
 *
 * <pre>{@code
 * CascadeOptions options = CascadeOptions.builder().alpha(0.01).spend("all").folds(5).build();
 * }</pre>
 */
public final class CascadeOptions extends NativeOptions {
  private static final CascadeOptions DEFAULTS = builder().build();

  private CascadeOptions(Builder wanted) {
    super("cascades", wanted);
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

  /** Collects settings; {@link #build} checks each. What depends on several of them is checked where they are used. */
  public static final class Builder extends OptionsBuilder<Builder> {
    private Builder() {}

    @Override
    Builder self() {
      return this;
    }

    /**
     * The greatest share of the fitted rows whose decision may differ from that of all models. Read by fit.
     *
     * @param value in [0, 1]; the default is 0.005
     * @return this
     */
    public Builder alpha(double value) {
      return set("alpha", value);
    }

    /**
     * The sum of scores from which a row is positive. Read by fit, with two-classes.
     *
     * @param value finite; the default is 0
     * @return this
     */
    public Builder threshold(double value) {
      return set("threshold", value);
    }

    /**
     * The stopping rule. Votes: every score is one of two values, and all models cost the same. Read by fit.
     *
     * @param value {@code "sums"} (the default): Thresholds of sums by the rows that leave at each position (QWYC).
     *     {@code "votes"}: Optimal stopping of equal votes in a random order (Kalman, Moscovich). {@code "cheaper"}:
     *     Both, calibrated to the same target; the one with the lower mean cost on the calibration rows.
     * @return this
     */
    public Builder algorithm(String value) {
      return set("algorithm", value);
    }

    /**
     * The order in which the models are run. Read by fit.
     *
     * @param value {@code "joint"} (the default): Chosen together with the thresholds (QWYC). {@code "natural"}: In the
     *     order of the columns. {@code "random"}: At random, by the seed. {@code "mse"}: By the squared error of each
     *     model. {@code "greedy"}: By the squared error of the sum, one model after the other.
     * @return this
     */
    public Builder order(String value) {
      return set("order", value);
    }

    /**
     * An order from elsewhere: every model once, counted from 0. It replaces {@code order}. Read by fit.
     *
     * @param value each in [0, 1048575]; by default it is not set
     * @return this
     */
    public Builder fixedOrder(long... value) {
      return set("fixed_order", value);
    }

    /**
     * How much of alpha may be used up after position r of T: "power:P" is the share (r/T)^P, "all" is power:0,
     * "proportional" follows the share of rows that have left. Not set: power:0.25, or all with calibration rows. Read
     * by fit.
     *
     * @param value by default it is not set
     * @return this
     */
    public Builder spend(String value) {
      return set("spend", value);
    }

    /**
     * Whether rows leave early only as negatives (filter and score). Read by fit, with two-classes.
     *
     * @param value the default is false
     * @return this
     */
    public Builder negativesOnly(boolean value) {
      return set("negatives_only", value);
    }

    /**
     * Whether, if no model lets a row leave early, the model that brings sums closest to the full ones is next; else
     * the cheapest is. Read by fit, with joint.
     *
     * @param value the default is false
     * @return this
     */
    public Builder closest(boolean value) {
      return set("closest", value);
    }

    /**
     * Whether thresholds come from means and deviations in bins (Fan et al. 2002); else from alpha (QWYC). Read by fit.
     *
     * @param value the default is false
     * @return this
     */
    public Builder bins(boolean value) {
      return set("bins", value);
    }

    /**
     * The width of a bin's thresholds in deviations. Not set: the smallest within alpha. Read by fit, with bins.
     *
     * @param value finite and at least 0; by default it is not set
     * @return this
     */
    public Builder gamma(double value) {
      return set("gamma", value);
    }

    /**
     * The width of a bin in units of the score. Not set: a twentieth of the standard deviation of the sum. Read by fit,
     * with bins.
     *
     * @param value finite and above 0; by default it is not set
     * @return this
     */
    public Builder binWidth(double value) {
      return set("bin_width", value);
    }

    /**
     * Whether the order is chosen on one half of the rows and the thresholds on the other. Read by fit.
     *
     * @param value the default is false
     * @return this
     */
    public Builder halves(boolean value) {
      return set("halves", value);
    }

    /**
     * The number of folds of the cross-fitted estimate, at least 2; 0 makes none. Read by fit.
     *
     * @param value in [0, 1000]; the default is 0
     * @return this
     */
    public Builder folds(long value) {
      return set("folds", value);
    }

    /**
     * The disagreement that calibration certifies. Read by fit and calibrate, with calibration.
     *
     * @param value in (0, 1); the default is 0.01
     * @return this
     */
    public Builder maxDisagreement(double value) {
      return set("max_disagreement", value);
    }

    /**
     * The probability with which the certificate holds. Read by fit and calibrate, with calibration.
     *
     * @param value in (0, 1); the default is 0.95
     * @return this
     */
    public Builder certify(double value) {
      return set("certify", value);
    }

    /**
     * The cost of each model; inf runs it last. Not set: 1 each. Read by fit.
     *
     * @param value each at least 0; by default it is not set
     * @return this
     */
    public Builder costs(double... value) {
      return set("costs", value);
    }

    /**
     * The names of the models, which are saved with the cascade. Read by fit.
     *
     * @param value by default it is not set
     * @return this
     */
    public Builder names(String... value) {
      return set("names", value);
    }

    /**
     * The names of the features of the trees, which are saved with the cascade; columns are matched by them. Read by
     * fit.
     *
     * @param value by default it is not set
     * @return this
     */
    public Builder featureNames(String... value) {
      return set("feature_names", value);
    }

    /**
     * The categories behind the codes of features, saved with the cascade: "feature=category", those of a feature in
     * the order of their codes 0, 1, 2, ... Needs featureNames. Read by fit.
     *
     * @param value by default it is not set
     * @return this
     */
    public Builder categories(String... value) {
      return set("categories", value);
    }

    /**
     * The seed of random orders, folds and halves. Read by fit.
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
    public CascadeOptions build() {
      return new CascadeOptions(this);
    }
  }
}
