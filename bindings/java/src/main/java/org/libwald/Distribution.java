package org.libwald;

/**
 * The distribution of a prediction's utility: exact where the metric and what is known allow, else from seeded draws.
 * Immutable; holds native memory, which {@link #close} gives back.
 */
public final class Distribution extends Closable {
  Distribution(long address) {
    super(address, "distribution", Native::wald_distribution_destroy);
  }

  /**
   * The values that the utility takes and their probabilities.
   *
   * @param values ascending
   * @param probabilities of these values
   */
  public record Atoms(double[] values, double[] probabilities) {}

  private double[] moments() {
    double[] mean = new double[1];
    double[] sd = new double[1];
    double[] error = new double[1];
    handle.read(address -> Native.wald_distribution_moments(address, mean, sd, error));
    return new double[] {mean[0], sd[0], error[0]};
  }

  /**
   * The mean: the expected utility.
   *
   * @return it
   */
  public double mean() {
    return moments()[0];
  }

  /**
   * The standard deviation.
   *
   * @return it
   */
  public double sd() {
    return moments()[1];
  }

  /**
   * The standard error of the mean.
   *
   * @return it; 0 where exact
   */
  public double standardError() {
    return moments()[2];
  }

  /**
   * The number of draws.
   *
   * @return it; 0 where the distribution is exact
   */
  public long draws() {
    return handle.getLong(Native::wald_distribution_draws);
  }

  /**
   * The smallest u with P(utility at most u) at least q.
   *
   * @param q from 0 to 1
   * @return the quantile
   */
  public double quantile(double q) {
    return handle.getDouble((address, out) -> Native.wald_distribution_quantile(address, q, out));
  }

  /**
   * P(utility at least u).
   *
   * @param u a utility
   * @return the probability, and its standard error as the limit (0 where exact)
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
    return handle.answer(
        address -> {
          long[] needed = new long[1];
          Native.wald_distribution_atoms(address, null, null, 0, needed);
          int count = Math.toIntExact(needed[0]);
          double[] values = new double[count];
          double[] probabilities = new double[count];
          Native.wald_distribution_atoms(address, values, probabilities, count, needed);
          return new Atoms(values, probabilities);
        });
  }

  @Override
  String describe() {
    double[] moments = moments();
    long draws = draws();
    return String.format(
        java.util.Locale.ROOT,
        "mean %.6g, sd %.6g, %s",
        moments[0],
        moments[1],
        draws == 0 ? "exact" : draws + " draws");
  }
}
