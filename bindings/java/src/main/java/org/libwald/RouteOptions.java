// Written by bindings/generate from the rows of the core: do not edit.
package org.libwald;

import java.util.function.DoublePredicate;

/**
 * The goal of a route, and how it is found and certified. Immutable: made once, used by any number of calls and
 * threads. Its few bytes of native memory go with it; there is nothing to close.
 *
 * <pre>{@code
 * RouteOptions options = RouteOptions.builder().minQuality(0.95).certify(0.95).build();
 * }</pre>
 */
public final class RouteOptions extends NativeOptions {
  private static final RouteOptions DEFAULTS = builder().build();

  private RouteOptions(Builder wanted) {
    super("routes", wanted);
  }

  /**
   * What is used where no options are given.
   *
   * @return the defaults
   */
  public static RouteOptions defaults() {
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
     * What is minimised or maximised. Read by choose and ask.
     *
     * @param value the default is {@link RouteGoal#COST}
     * @return this
     */
    public Builder goal(RouteGoal value) {
      return set("goal", value);
    }

    /**
     * The measure of quality. Read by choose, ask and evaluate.
     *
     * @param value the default is {@link RouteMeasure#ACCURACY}
     * @return this
     */
    public Builder measure(RouteMeasure value) {
      return set("measure", value);
    }

    /**
     * How much recall counts beside precision, in F. Read by choose, ask and evaluate, with f.
     *
     * @param value finite and above 0; the default is 1
     * @return this
     */
    public Builder beta(double value) {
      return set("beta", value);
    }

    /**
     * The class that is the positive one. Read by choose, ask and evaluate, with precision, recall or f.
     *
     * @param value at least 0; the default is 1
     * @return this
     */
    public Builder positive(long value) {
      return set("positive", value);
    }

    /**
     * Quality is at least this. Read by choose and ask, with cost.
     *
     * @param value in [0, 1]; the default is 0.95
     * @return this
     */
    public Builder minQuality(double value) {
      return set("min_quality", value);
    }

    /**
     * The mean cost of a row is at most this. Read by choose, with quality.
     *
     * @param value finite and at least 0; by default it is not set
     * @return this
     */
    public Builder budget(double value) {
      return set("budget", value);
    }

    /**
     * What a right answer is worth, in units of the costs. Read by choose, with value.
     *
     * @param value finite; the default is 1
     * @return this
     */
    public Builder rightValue(double value) {
      return set("right_value", value);
    }

    /**
     * What a wrong answer costs, in units of the costs. Read by choose, with value.
     *
     * @param value finite; the default is 0
     * @return this
     */
    public Builder wrongCost(double value) {
      return set("wrong_cost", value);
    }

    /**
     * Which rows have thresholds of their own: all alike, each class of the first answer, or each segment. Read by
     * choose and ask.
     *
     * @param value the default is {@link RouteBy#NONE}
     * @return this
     */
    public Builder by(RouteBy value) {
      return set("by", value);
    }

    /**
     * Whether a score sends each row to one stage before any answer, and the highest scores go to the first stage; else
     * stages are called one after the other. Read by choose and ask.
     *
     * @param value the default is false
     * @return this
     */
    public Builder router(boolean value) {
      return set("router", value);
    }

    /**
     * The probability that minQuality holds for all future rows; if no route can be certified, the last stage answers
     * every row. Not set: no certificate. Read by choose and ask, with cost.
     *
     * @param value in (0, 1); by default it is not set
     * @return this
     */
    public Builder certify(double value) {
      return set("certify", value);
    }

    /**
     * The share of the rows on which a path of routes is found that the others test. Read by choose and ask, with
     * certify.
     *
     * @param value in (0, 1); the default is 0.3
     * @return this
     */
    public Builder pilot(double value) {
      return set("pilot", value);
    }

    /**
     * Upper bound on the weight of any future row; required to certify rows with weights, unless equalWeights is set.
     * Read by choose and ask, with certify.
     *
     * @param value finite and above 0; by default it is not set
     * @return this
     */
    public Builder maxWeight(double value) {
      return set("max_weight", value);
    }

    /**
     * Whether rows with weights all weigh the same by design, future rows included; a certificate may then stand on
     * counts. Rows without weights always do. Read by choose and ask, with certify.
     *
     * @param value the default is false
     * @return this
     */
    public Builder equalWeights(boolean value) {
      return set("equal_weights", value);
    }

    /**
     * How many combinations of thresholds a chain of stages is searched over; with more of them, levels of equal weight
     * are, and then finer ones around the best. Read by choose and ask.
     *
     * @param value in [16, 1073741824]; the default is 1048576
     * @return this
     */
    public Builder maxPolicies(long value) {
      return set("max_policies", value);
    }

    /**
     * How many rows to label next, on average. Read by choose and ask.
     *
     * @param value at least 1; the default is 100
     * @return this
     */
    public Builder batchSize(long value) {
      return set("batch_size", value);
    }

    /**
     * The least probability with which any row is drawn to be labelled. A certificate from label probabilities depends
     * on it. Read by choose and ask.
     *
     * @param value in (0, 1); the default is 0.1
     * @return this
     */
    public Builder minProbability(double value) {
      return set("min_probability", value);
    }

    /**
     * The seed of the pilot rows and of the rows that are drawn to be labelled. Read by choose and ask.
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
    public RouteOptions build() {
      return new RouteOptions(this);
    }
  }
}
