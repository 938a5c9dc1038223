// Written by bindings/generate from the rows of the core: do not edit.
package org.libwald;

/** The theorem that a certificate uses. */
enum Theorem {
  /** No certificate was requested. */
  NONE(0, "none"),
  /** The limits are monotone in one threshold, which is an order statistic of the scores; all rows test it. */
  ORDER_STATISTICS(1, "order-statistics"),
  /** Binomial tests of the precision run down one score from a rank that was fixed in advance; all rows test. */
  RANKED_SEQUENCE(2, "ranked-sequence"),
  /** A path of thresholds found on a pilot part of the rows is tested on the others, by binomial tests. */
  TESTED_PATH(3, "tested-path"),
  /** The same for rows of several weights, by betting. */
  BETS(4, "bets");

  final int value;
  private final String word;

  Theorem(int value, String word) {
    this.value = value;
    this.word = word;
  }

  static Theorem of(int value) {
    for (Theorem one : values()) {
      if (one.value == value) {
        return one;
      }
    }
    throw new IllegalArgumentException("no Theorem has the number " + value);
  }

  /**
   * The word by which the library and every language know it.
   *
   * @return {@code "none"}, ...
   */
  @Override
  public String toString() {
    return word;
  }
}
