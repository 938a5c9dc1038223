package org.libwald;

/**
 * The decisions of a cascade.
 *
 * @param decisions one per row: 0 or 1, with several classes the class
 * @param counts how many models each row was decided by
 * @param sums of rows for which all models ran the sum of scores, else NaN; with K classes K numbers a row
 */
public record CascadeDecisions(int[] decisions, int[] counts, double[] sums) {
  static CascadeDecisions of(long rows, int classes) {
    int count = Math.toIntExact(rows);
    return new CascadeDecisions(new int[count], new int[count], new double[Math.multiplyExact(count, classes)]);
  }
}
