package org.libwald;

import java.util.LinkedHashMap;
import java.util.Map;

/** What the builders have whose options say how something is fitted: numbers by their settings, a seed, threads. */
abstract class FitBuilder<B extends FitBuilder<B>> extends RunBuilder<B> {
  private final Map<Integer, Double> settings = new LinkedHashMap<>();
  private final int threads;
  private long seed;

  /** Of options whose setting of this number is that of threads. */
  FitBuilder(int threads) {
    this.threads = threads;
  }

  /** In the order in which they were set last: where two say the same in other words, the last one holds. */
  B set(int setting, double value) {
    settings.remove(setting);
    settings.put(setting, value);
    return self();
  }

  /**
   * The seed of all that is left to chance in fitting.
   *
   * @param from any 64 bits; the default is 0
   * @return this
   */
  public B seed(long from) {
    seed = from;
    return self();
  }

  /**
   * Threads. The result is the same, to the bit, for any number.
   *
   * @param number 0 means all of the machine's; the default is 1
   * @return this
   */
  public B threads(int number) {
    return set(threads, number);
  }

  /** A function of C that sets one number. */
  @FunctionalInterface
  interface NumberSetter {
    void set(long options, int setting, double value);
  }

  /** A function of C that sets the seed. */
  @FunctionalInterface
  interface SeedSetter {
    void set(long options, long seed);
  }

  void setAll(long options, NumberSetter number, SeedSetter seedOf) {
    seedOf.set(options, seed);
    settings.forEach((setting, value) -> number.set(options, setting, value));
  }
}
