package org.libwald;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** The optimal prediction for one problem, and what is known of it. Immutable, and holds no native memory. */
public final class Decision {
  /** Where facts are kept by their numbers. */
  static int place(int fact) {
    return fact % Native.WALD_MOST_FACTS;
  }

  // rows: number of facts
  static final int FACTS = 16;
  // end of rows

  private final byte[] mask;

  /** As native code gives them, each in the place of its number: numbers by their bits, texts by their addresses. */
  private final long[] facts;

  /** Keeps the arrays. */
  Decision(byte[] mask, long[] facts) {
    this.mask = mask;
    this.facts = facts;
  }

  private double number(int fact) {
    return Double.longBitsToDouble(facts[place(fact)]);
  }

  private String text(int fact) {
    return Texts.fixed(facts[place(fact)]);
  }

  /**
   * The prediction: 1 for a label that is chosen, 0 for one that is not, {@link Mask#UNDECIDED} for one that is left
   * undecided, alone or with all others.
   *
   * @return a copy of n cells
   */
  public byte[] mask() {
    return mask.clone();
  }

  /**
   * The positions of the labels chosen, ascending.
   *
   * @return k positions, none if left undecided
   */
  public int[] indices() {
    return positions(1);
  }

  /**
   * The positions of the labels left undecided, ascending: single ones, or all.
   *
   * @return as many as there are
   */
  public int[] undecidedIndices() {
    return positions(Mask.UNDECIDED);
  }

  private int[] positions(int cell) {
    return java.util.stream.IntStream.range(0, mask.length).filter(i -> mask[i] == cell).toArray();
  }

  /**
   * Whether a label is chosen.
   *
   * @param index its position
   * @return whether it is
   */
  public boolean contains(int index) {
    return mask[Objects.checkIndex(index, mask.length)] == 1;
  }

  /**
   * The labels chosen, by name.
   *
   * @param <T> what names are
   * @param names of all n labels
   * @return those chosen, in their order
   */
  public <T> List<T> labels(List<T> names) {
    if (names.size() != mask.length) {
      throw new ArgumentException("names has " + names.size() + " elements: there are " + mask.length + " labels");
    }
    List<T> found = new ArrayList<>();
    for (int i : indices()) {
      found.add(names.get(i));
    }
    return found;
  }

  /**
   * The number of items decided.
   *
   * @return n
   */
  public int n() {
    return mask.length;
  }

  // rows: facts
  /**
   * The number of items of each answer: labels; rows for macro; row*nLabels + column counts them for micro.
   *
   * @return the fact {@code n_items}
   */
  public int nItems() {
    return (int) number(Native.WALD_DECISION_N_ITEMS);
  }

  /**
   * The number of positives.
   *
   * @return the fact {@code k}
   */
  public int k() {
    return (int) number(Native.WALD_DECISION_K);
  }

  /**
   * The expected utility of the answer, even if the instance is left undecided.
   *
   * @return the fact {@code expected}
   */
  public double expected() {
    return number(Native.WALD_DECISION_EXPECTED);
  }

  /**
   * The expected loss of the answer.
   *
   * @return the fact {@code loss}
   */
  public double loss() {
    return number(Native.WALD_DECISION_LOSS);
  }

  /**
   * A proved upper limit on (optimal expected utility - expected utility of the answer), rounding included. For an
   * algorithm requested by name that proves nothing, it follows from the metric's range. With perRow, a limit on how
   * far the weighted mean over the labels is from its optimum: the same number for every label.
   *
   * @return the fact {@code bound}
   */
  public double bound() {
    return number(Native.WALD_DECISION_BOUND);
  }

  /**
   * The least k that values and errors do not exclude from being optimal; -1 if it was not computed.
   *
   * @return the fact {@code k_lowest}
   */
  public int kLowest() {
    return (int) number(Native.WALD_DECISION_K_LOWEST);
  }

  /**
   * The greatest such k; -1 if it was not computed.
   *
   * @return the fact {@code k_highest}
   */
  public int kHighest() {
    return (int) number(Native.WALD_DECISION_K_HIGHEST);
  }

  /**
   * The best expected utility at any other k; NaN if it was not computed.
   *
   * @return the fact {@code next_best}
   */
  public double nextBest() {
    return number(Native.WALD_DECISION_NEXT_BEST);
  }

  /**
   * P(no positive at all), on which undefined cells of rare problems depend.
   *
   * @return the fact {@code p_zero}
   */
  public double pZero() {
    return number(Native.WALD_DECISION_P_ZERO);
  }

  /**
   * Whether the instance was left undecided.
   *
   * @return the fact {@code abstained}
   */
  public boolean abstained() {
    return number(Native.WALD_DECISION_ABSTAINED) != 0;
  }

  /**
   * The name of the algorithm that ran.
   *
   * @return the fact {@code algorithm}
   */
  public String algorithm() {
    return text(Native.WALD_DECISION_ALGORITHM);
  }

  /**
   * A warning about the answer; empty if there is none. A warning about the whole table is at its first answer.
   *
   * @return the fact {@code warning}
   */
  public String warning() {
    return text(Native.WALD_DECISION_WARNING);
  }

  /**
   * The number of items left undecided one by one (abstainLabel); none of an instance that abstained.
   *
   * @return the fact {@code n_undecided}
   */
  public int nUndecided() {
    return (int) number(Native.WALD_DECISION_N_UNDECIDED);
  }

  /**
   * The smallest probability of a positive: another program that takes this and greater ones has the answer, ties
   * apart. Infinite if no item is positive. NaN if no threshold makes the answer: of labels that are not independent,
   * or with perRow.
   *
   * @return the fact {@code threshold}
   */
  public double threshold() {
    return number(Native.WALD_DECISION_THRESHOLD);
  }
  // end of rows

  @Override
  public boolean equals(Object other) {
    return other instanceof Decision decision
        && Arrays.equals(mask, decision.mask)
        && Arrays.equals(facts, decision.facts);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(mask) + Arrays.hashCode(facts);
  }

  @Override
  public String toString() {
    String chosen = abstained() ? "undecided" : "k=" + k() + ", indices=" + Texts.list(indices());
    if (nUndecided() > 0) {
      chosen += ", undecided=" + Texts.list(undecidedIndices());
    }
    return "Decision(" + chosen + ", expected=" + expected() + ", algorithm=" + algorithm() + ")";
  }
}
