package org.libwald;

/**
 * How the predictions of a system B compare with those of a system A on the same rows; made by {@link Metric#compare}.
 * Immutable; holds no native memory.
 */
public final class Comparison {
  // rows: number of facts
  static final int FACTS = 12;
  // end of rows

  private final double[] facts;

  Comparison(long made) {
    facts = Handle.numbers(made, Native.WALD_COMPARISON_VALUE_A, FACTS);
  }

  private double number(int fact) {
    return facts[fact - Native.WALD_COMPARISON_VALUE_A];
  }

  // rows: facts
  /**
   * The metric's value of A.
   *
   * @return the fact {@code value_a}
   */
  public double valueA() {
    return number(Native.WALD_COMPARISON_VALUE_A);
  }

  /**
   * The metric's value of B.
   *
   * @return the fact {@code value_b}
   */
  public double valueB() {
    return number(Native.WALD_COMPARISON_VALUE_B);
  }

  /**
   * B - A: above 0 if B has the higher value.
   *
   * @return the fact {@code difference}
   */
  public double difference() {
    return number(Native.WALD_COMPARISON_DIFFERENCE);
  }

  /**
   * The lower limit of the difference, at the requested level.
   *
   * @return the fact {@code low}
   */
  public double low() {
    return number(Native.WALD_COMPARISON_LOW);
  }

  /**
   * The upper limit of the difference.
   *
   * @return the fact {@code high}
   */
  public double high() {
    return number(Native.WALD_COMPARISON_HIGH);
  }

  /**
   * The two-sided p-value of the paired permutation test: how often the difference is as large if the two predictions
   * of each row, or of each group, are swapped at random.
   *
   * @return the fact {@code p_value}
   */
  public double pValue() {
    return number(Native.WALD_COMPARISON_P_VALUE);
  }

  /**
   * The standard error of the difference, by the jackknife over rows or groups.
   *
   * @return the fact {@code standard_error}
   */
  public double standardError() {
    return number(Native.WALD_COMPARISON_STANDARD_ERROR);
  }

  /**
   * The degrees of freedom of the standard error, from the kurtosis of its terms; at most units - 1.
   *
   * @return the fact {@code df}
   */
  public double df() {
    return number(Native.WALD_COMPARISON_DF);
  }

  /**
   * The number of rows, or of groups, of a weight above 0 that both systems decide.
   *
   * @return the fact {@code n_units}
   */
  public long nUnits() {
    return (long) number(Native.WALD_COMPARISON_N_UNITS);
  }

  /**
   * How many of these the systems predict differently.
   *
   * @return the fact {@code n_differing}
   */
  public long nDiffering() {
    return (long) number(Native.WALD_COMPARISON_N_DIFFERING);
  }

  /**
   * The number of rows that a system leaves undecided; they are left out for both.
   *
   * @return the fact {@code n_undecided}
   */
  public long nUndecided() {
    return (long) number(Native.WALD_COMPARISON_N_UNDECIDED);
  }

  /**
   * The number of random swaps behind the p-value; 0 if all of them were counted.
   *
   * @return the fact {@code n_swaps}
   */
  public long nSwaps() {
    return (long) number(Native.WALD_COMPARISON_N_SWAPS);
  }
  // end of rows

  @Override
  public String toString() {
    return "Comparison[A "
        + valueA()
        + ", B "
        + valueB()
        + ", B - A "
        + difference()
        + " in "
        + low()
        + " ... "
        + high()
        + ", p = "
        + pValue()
        + "]";
  }
}
