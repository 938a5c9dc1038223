package org.libwald;

/**
 * What a cascade decides of rows.
 *
 * @param decisions one a row: 0 or 1, with several classes the class
 * @param counts how many models each row was decided by
 */
public record CascadeDecisions(int[] decisions, int[] counts) {
  static CascadeDecisions of(long rows) {
    int count = Math.toIntExact(rows);
    return new CascadeDecisions(new int[count], new int[count]);
  }
}
