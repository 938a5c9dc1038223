package org.libwald;

/** A metric of one's own, for {@link Metric#custom}. */
@FunctionalInterface
public interface UtilityFunction {
  /**
   * The utility (or loss) of a prediction.
   *
   * @param tp the number of labels predicted and true; from max(0, k+s-n) to min(k, s)
   * @param k the number of labels predicted
   * @param s the number of labels true
   * @param n the number of labels
   * @return a finite number
   */
  double utility(long tp, long k, long s, long n);
}
