package org.libwald;

/**
 * The distribution of a prediction's utility: exact if the metric and what is known allow, else from seeded samples.
 * Immutable; holds native memory, which {@link #close} gives back.
 */
public final class Distribution extends Closable {
  Distribution(long address) {
    super(address, "distribution");
  }

  /**
   * The values that the utility takes and their probabilities.
   *
   * @param values ascending
   * @param probabilities of these values
   */
  public record Atoms(double[] values, double[] probabilities) {}

  // rows: facts
  private double number(int fact) {
    return handle.getDouble(
        (held, out) -> Native.wald_number(held, fact, 0, out));
  }

  private double[] numbers(int fact) {
    return handle.getDoubles(
        (held, out, capacity, needed) -> Native.wald_numbers(held, fact, 0, out, capacity, needed));
  }

  /**
   * The mean of the utility.
   *
   * @return the fact {@code mean}
   */
  public double mean() {
    return number(Native.WALD_DISTRIBUTION_MEAN);
  }

  /**
   * Its standard deviation.
   *
   * @return the fact {@code sd}
   */
  public double sd() {
    return number(Native.WALD_DISTRIBUTION_SD);
  }

  /**
   * The standard error of the mean; 0 if the distribution is exact.
   *
   * @return the fact {@code standard_error}
   */
  public double standardError() {
    return number(Native.WALD_DISTRIBUTION_STANDARD_ERROR);
  }

  /**
   * The number of samples; 0 if the distribution is exact.
   *
   * @return the fact {@code n_samples}
   */
  public long nSamples() {
    return (long) number(Native.WALD_DISTRIBUTION_N_SAMPLES);
  }
  // end of rows

  // rows: methods
  /**
   * The smallest u with P(utility &lt;= u) &gt;= q.
   *
   * @param q in [0, 1]
   * @return the quantile
   */
  public double quantile(double q) {
    return handle.getDouble((address, out) -> Native.wald_distribution_quantile(address, q, out));
  }
  // end of rows

  /**
   * P(utility at least u).
   *
   * @param u a utility
   * @return the probability, and its standard error as the limit (0 if exact)
   */
  public Bounded atLeast(double u) {
    double[] probability = new double[1];
    double[] error = new double[1];
    handle.read(address -> Native.wald_distribution_at_least(address, u, probability, error));
    return new Bounded(probability[0], error[0]);
  }

  /**
   * The values that the utility takes, and their probabilities.
   *
   * @return copies
   */
  public Atoms atoms() {
    return new Atoms(numbers(Native.WALD_DISTRIBUTION_VALUES), numbers(Native.WALD_DISTRIBUTION_PROBABILITIES));
  }

  @Override
  String describe() {
    long samples = nSamples();
    return String.format(
        java.util.Locale.ROOT,
        "mean %.6g, sd %.6g, %s",
        mean(),
        sd(),
        samples == 0 ? "exact" : samples + " samples");
  }
}
