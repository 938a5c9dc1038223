// Written by bindings/generate from the rows of the core: do not edit.
package org.libwald;

import java.util.function.DoublePredicate;

/**
 * How performance is estimated without labels. Immutable: made once, used by any number of calls and threads. Its few
 * bytes of native memory go with it; there is nothing to close.
 *
 * <pre>{@code
 * PerformanceOptions options = PerformanceOptions.builder().average(Average.MACRO).chunkRows(1000).build();
 * }</pre>
 */
public final class PerformanceOptions extends NativeOptions {
  private static final PerformanceOptions DEFAULTS = builder().build();

  private PerformanceOptions(Builder wanted) {
    super("performance", wanted);
  }

  /**
   * What is used where no options are given.
   *
   * @return the defaults
   */
  public static PerformanceOptions defaults() {
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
     * What is one problem if rows have several labels: each row, each label, or all of them together. With one label
     * macro and micro are the same. Read by tables.
     *
     * @param value the default is {@link Average#MICRO}
     * @return this
     */
    public Builder average(Average value) {
      return set("average", value);
    }

    /**
     * The weight of each label in a macro average. Not set: all equal. Read by tables, with macro.
     *
     * @param value each finite and at least 0; by default it is not set
     * @return this
     */
    public Builder labelWeights(double... value) {
      return set("label_weights", value);
    }

    /**
     * The number of consecutive rows in a chunk; the last chunk of a call may have fewer. 0: all rows of a call are one
     * chunk.
     *
     * @param value at least 0; the default is 0
     * @return this
     */
    public Builder chunkRows(long value) {
      return set("chunk_rows", value);
    }

    /**
     * The number of segments that are estimated in addition to all rows of a chunk; 0: none. Read by segments.
     *
     * @param value in [0, 4096]; the default is 0
     * @return this
     */
    public Builder nSegments(long value) {
      return set("n_segments", value);
    }

    /**
     * The probability with which the band covers the metric that the labels would give.
     *
     * @param value in (0, 1); the default is 0.95
     * @return this
     */
    public Builder level(double value) {
      return set("level", value);
    }

    /**
     * How calibration rows calibrate probabilities: automatic averages isotonic and beta.
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
     * How many bootstrap samples of the calibration rows are drawn. If a band is simulated, each counts for 20 draws.
     *
     * @param value in [2, 100000]; the default is 200
     * @return this
     */
    public Builder samples(long value) {
      return set("samples", value);
    }

    /**
     * The seed of all random draws.
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
    public PerformanceOptions build() {
      return new PerformanceOptions(this);
    }
  }
}
