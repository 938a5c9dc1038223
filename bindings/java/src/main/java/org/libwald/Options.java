package org.libwald;

import java.util.Objects;

/**
 * How to decide. Immutable: made once, used by any number of calls and threads. Its few bytes of native memory go with
 * it; there is nothing to close.
 *
 * <pre>{@code
 * Options options = Options.builder().atLeast(1).average(Average.MACRO).threads(0).build();
 * }</pre>
 */
public final class Options {
  private static final Options DEFAULTS = new Options();

  final Kind given;
  final Average average;
  final boolean parallel;

  /** An instance may be left undecided. */
  final boolean abstains;

  /** Neither calls anything back nor asks for an algorithm, which may be a slow one. */
  final boolean plain;

  /** NULL, which C takes for the defaults, or an object of its own. */
  final long address;

  private Options() {
    given = null;
    average = Average.INSTANCE;
    parallel = false;
    abstains = false;
    plain = true;
    address = 0;
  }

  private Options(Builder wanted) {
    given = wanted.given;
    average = wanted.average;
    parallel = wanted.threads != 1;
    abstains = wanted.abstains;
    plain = wanted.algorithm == null && wanted.reports() == null;
    address =
        NativeOptions.make(
            this,
            Native::wald_options_create,
            Native::wald_options_destroy,
            wanted::set,
            Native::wald_options_set_progress,
            wanted.reports());
  }

  /**
   * What is used where no options are given.
   *
   * @return the defaults
   */
  public static Options defaults() {
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

  /** Collects settings; {@link #build} checks them. */
  public static final class Builder extends RunBuilder<Builder> {
    private Kind given;
    private Average average = Average.INSTANCE;
    private long atLeast = -1;
    private long atMost = -1;
    private boolean bounded;
    private String algorithm;
    private double abstain = Double.NaN;
    private boolean abstains;
    private int threads = 1;
    private long seed;
    private long draws = 10_000;
    private boolean drawn;

    private Builder() {}

    @Override
    Builder self() {
      return this;
    }

    /**
     * What vectors and rows of a table are.
     *
     * @param kind {@link Kind#INDEPENDENT}, the default, or {@link Kind#CATEGORICAL}
     * @return this
     */
    public Builder given(Kind kind) {
      given = Objects.requireNonNull(kind, "kind");
      return this;
    }

    /**
     * Over what a table is decided.
     *
     * @param over {@link Average#INSTANCE} is the default
     * @return this
     */
    public Builder average(Average over) {
      average = Objects.requireNonNull(over, "average");
      return this;
    }

    /**
     * A lower bound on the number of positives of each answer.
     *
     * @param k the default is 0, or what a {@link Learner} says: {@link Learner#atLeast}
     * @return this
     */
    public Builder atLeast(long k) {
      atLeast = k;
      bounded = true;
      return this;
    }

    /**
     * An upper bound on the number of positives of each answer.
     *
     * @param k the default is -1, which is no bound
     * @return this
     */
    public Builder atMost(long k) {
      atMost = k;
      bounded = true;
      return this;
    }

    /**
     * The number of positives of each answer.
     *
     * @param k how many
     * @return this
     */
    public Builder exactly(long k) {
      return atLeast(k).atMost(k);
    }

    /**
     * Leaves an instance undecided where its expected loss is above a cost.
     *
     * @param cost what leaving it undecided costs
     * @return this
     */
    public Builder abstain(double cost) {
      abstain = cost;
      abstains = true;
      return this;
    }

    /**
     * The algorithm; docs/algorithms.md lists all.
     *
     * @param name the default, {@code "auto"}, is the best exact one
     * @return this
     */
    public Builder algorithm(String name) {
      algorithm = Objects.requireNonNull(name, "algorithm");
      return this;
    }

    /**
     * Threads for the rows or columns of a table. The result is the same, to the bit, for any number. A custom metric
     * is called on them where it is declared {@link Property#THREAD_SAFE}, else on the calling thread alone.
     *
     * @param number 0 means all of the machine's; the default is 1
     * @return this
     */
    public Builder threads(int number) {
      threads = number;
      return this;
    }

    /**
     * What is drawn where a distribution must be simulated; the seed is that of a {@link Learner}'s predictions, too.
     *
     * @param from the seed, any 64 bits; the default is 0
     * @param number how many draws, at least 2; the default is 10,000
     * @return this
     */
    public Builder draws(long from, long number) {
      seed = from;
      draws = number;
      drawn = true;
      return this;
    }

    /**
     * The options.
     *
     * @return options with these settings
     * @throws ArgumentException where a setting is outside its domain
     */
    public Options build() {
      return new Options(this);
    }

    private void set(long options) {
      if (bounded) {
        Native.wald_options_set_k(options, atLeast, atMost);
      }
      if (algorithm != null) {
        Native.wald_options_set_algorithm(options, Texts.name(algorithm, "algorithm"));
      }
      Native.wald_options_set_average(options, average.value);
      if (abstains) {
        Native.wald_options_set_abstain(options, abstain);
      }
      Native.wald_options_set_threads(options, threads);
      if (drawn) {
        Native.wald_options_set_draws(options, seed, draws);
      }
    }
  }
}
