package org.libwald;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** The optimal prediction for one problem, and what is known of it. Immutable, and holds no native memory. */
public final class Decision {
  // The facts as native code gives them: those of wald_fact by their numbers, reals by their bits; then the addresses
  // of two texts.
  static final int ALGORITHM = Native.WALD_FACT_WARNED;
  static final int WARNING = ALGORITHM + 1;
  static final int FACTS = WARNING + 1;

  private final byte[] mask;
  private final long[] facts;

  /** Keeps the arrays. */
  Decision(byte[] mask, long[] facts) {
    this.mask = mask;
    this.facts = facts;
  }

  private double real(int fact) {
    return Double.longBitsToDouble(facts[fact]);
  }

  /**
   * The prediction: 1 for a label that is chosen, else 0; {@link Mask#UNDECIDED} throughout where left undecided.
   *
   * @return a copy of n cells
   */
  public byte[] mask() {
    return mask.clone();
  }

  /**
   * The positions of the labels chosen, ascending.
   *
   * @return k positions, none where left undecided
   */
  public int[] indices() {
    int[] found = new int[mask.length];
    int count = 0;
    for (int i = 0; i < mask.length; ++i) {
      if (mask[i] == 1) {
        found[count++] = i;
      }
    }
    return Arrays.copyOf(found, count);
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

  /**
   * The number of labels chosen, 0 where left undecided.
   *
   * @return k
   */
  public int k() {
    return (int) facts[Native.WALD_FACT_K];
  }

  /**
   * The expected utility of the prediction. Also set where left undecided.
   *
   * @return U in expectation
   */
  public double expected() {
    return real(Native.WALD_FACT_EXPECTED);
  }

  /**
   * The expected loss: 1 - U for a named metric, -U for {@code cost} and for custom ones.
   *
   * @return the loss that goes with the expected utility
   */
  public double loss() {
    return real(Native.WALD_FACT_LOSS);
  }

  /**
   * A proved upper limit on what any other prediction could be better, rounding included.
   *
   * @return the limit
   */
  public double bound() {
    return real(Native.WALD_FACT_BOUND);
  }

  /**
   * The best expected utility at any other k.
   *
   * @return it, or NaN where it was not computed
   */
  public double nextBest() {
    return real(Native.WALD_FACT_NEXT_BEST);
  }

  /**
   * P(no positive at all), which is what undefined rates of rare problems hang on.
   *
   * @return the probability
   */
  public double pZero() {
    return real(Native.WALD_FACT_P_ZERO);
  }

  /**
   * The least k that was not excluded.
   *
   * @return it, or -1 where it was not computed
   */
  public int kLowest() {
    return (int) facts[Native.WALD_FACT_K_LOWEST];
  }

  /**
   * The greatest k that was not excluded.
   *
   * @return it, or -1 where it was not computed
   */
  public int kHighest() {
    return (int) facts[Native.WALD_FACT_K_HIGHEST];
  }

  /**
   * Whether the instance was left undecided.
   *
   * @return whether it was
   */
  public boolean abstained() {
    return facts[Native.WALD_FACT_ABSTAINED] != 0;
  }

  /**
   * The name of the algorithm that ran.
   *
   * @return its name
   */
  public String algorithm() {
    return Texts.fixed(facts[ALGORITHM]);
  }

  /**
   * What the caller should know of this decision.
   *
   * @return a sentence, or {@code ""} where there is nothing
   */
  public String warning() {
    return Texts.fixed(facts[WARNING]);
  }

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
    String chosen = abstained() ? "undecided" : "k=" + k() + ", indices=" + Arrays.toString(indices());
    return "Decision(" + chosen + ", expected=" + expected() + ", algorithm=" + algorithm() + ")";
  }
}
