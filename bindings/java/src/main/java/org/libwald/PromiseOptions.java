// Written by bindings/generate from the rows of the core: do not edit.
package org.libwald;

import java.util.function.DoublePredicate;

/**
 * The options of a promise. Immutable: made once, used by any number of calls and threads. Its few bytes of native
 * memory go with it; there is nothing to close.
 *
 * <pre>{@code
 * PromiseOptions options = PromiseOptions.builder().delta(0.01).averageRun(20000).build();
 * }</pre>
 */
public final class PromiseOptions extends NativeOptions {
  private static final PromiseOptions DEFAULTS = builder().build();

  private PromiseOptions(Builder wanted) {
    super("promises", wanted);
  }

  /**
   * What is used where no options are given.
   *
   * @return the defaults
   */
  public static PromiseOptions defaults() {
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
     * The probability with which a promise that is kept may ever be called broken. That of calling a broken one kept is
     * the same, and so is that of each limit of the metric ever to be wrong. Read by create.
     *
     * @param value in (0, 1); the default is 0.05
     * @return this
     */
    public Builder delta(double value) {
      return set("delta", value);
    }

    /**
     * If set, recent rows are watched as well: a change for the worse is found soon after it, and a promise that is
     * kept is called broken once in this many rows that count, on average. Read by create.
     *
     * @param value finite and at least 2; by default it is not set
     * @return this
     */
    public Builder averageRun(double value) {
      return set("average_run", value);
    }

    /**
     * The smallest probability with which the label of any row that counts is asked for, future rows included. Read by
     * create.
     *
     * @param value in (0, 1]; the default is 1
     * @return this
     */
    public Builder minLabelProbability(double value) {
      return set("min_label_probability", value);
    }

    /**
     * Upper bound on the weight of any row, future rows included. Read by create.
     *
     * @param value finite and above 0; the default is 1
     * @return this
     */
    public Builder maxWeight(double value) {
      return set("max_weight", value);
    }

    /**
     * The number of segments that are watched in addition to all rows; 0: none. Read by segments.
     *
     * @param value in [0, 4096]; the default is 0
     * @return this
     */
    public Builder nSegments(long value) {
      return set("n_segments", value);
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
    public PromiseOptions build() {
      return new PromiseOptions(this);
    }
  }
}
