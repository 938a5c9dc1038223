package org.libwald;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Objects;
import java.util.RandomAccess;

/**
 * The answers for a table: one a row, a column, or one for the table, by {@link Average}. A list of {@link Decision},
 * which are made when asked for; the other methods give the facts of all answers at once. Immutable, and holds no
 * native memory.
 */
public final class Decisions extends AbstractList<Decision> implements RandomAccess {
  private final Average average;
  private final long rows;
  private final long labels;
  private final Mask mask; // of a dense table, else null
  private final SparseMask positives; // of a sparse one
  private final double[][] facts;
  private final long[] algorithms;
  private final long[] warnings;

  /** Reads all that a decision of the library holds. */
  Decisions(long decision, Average average, long rows, long labels, Mask mask) {
    this.average = average;
    this.rows = rows;
    this.labels = labels;
    this.mask = mask;
    long[] out = new long[1];
    Native.wald_decision_count(decision, out);
    int count = Math.toIntExact(out[0]);
    facts = new double[Native.WALD_FACT_WARNED][];
    for (int fact = 0; fact < facts.length; ++fact) {
      facts[fact] = new double[count];
      Native.wald_decision_facts(decision, fact, facts[fact], count, out);
    }
    algorithms = new long[count];
    warnings = new long[count];
    Native.answer_texts(decision, algorithms, warnings);
    if (mask != null) {
      positives = null;
      return;
    }
    long[] indptr = new long[count + 1];
    Native.wald_decision_csr(decision, indptr, null, 0, out);
    long[] indices = new long[Math.toIntExact(out[0])];
    Native.wald_decision_csr(decision, indptr, indices, indices.length, out);
    positives = SparseMask.of(indptr, indices);
  }

  /**
   * How many answers there are.
   *
   * @return the number of rows, of labels, or 1
   */
  @Override
  public int size() {
    return algorithms.length;
  }

  /**
   * One answer.
   *
   * @param answer from 0 to {@code size() - 1}
   * @return a row's, a column's, or that of the whole table, whose item row * labels + column is a cell
   */
  @Override
  public Decision get(int answer) {
    Objects.checkIndex(answer, size());
    long[] known = new long[Decision.FACTS];
    for (int fact = 0; fact < facts.length; ++fact) {
      double value = facts[fact][answer];
      known[fact] =
          switch (fact) {
            case Native.WALD_FACT_K,
                Native.WALD_FACT_K_LOWEST,
                Native.WALD_FACT_K_HIGHEST,
                Native.WALD_FACT_ABSTAINED -> (long) value;
            default -> Double.doubleToRawLongBits(value);
          };
    }
    known[Decision.ALGORITHM] = algorithms[answer];
    known[Decision.WARNING] = warnings[answer];
    return new Decision(maskOf(answer, known[Native.WALD_FACT_ABSTAINED] != 0), known);
  }

  private byte[] maskOf(int answer, boolean undecided) {
    byte[] cells = new byte[Math.toIntExact(average.items(rows, labels))];
    if (positives != null) {
      if (undecided) {
        Arrays.fill(cells, Mask.UNDECIDED);
      }
      for (int i : positives.row(answer)) {
        cells[i] = 1;
      }
      return cells;
    }
    for (int i = 0; i < cells.length; ++i) {
      cells[i] =
          switch (average) {
            case INSTANCE -> mask.get(answer, i);
            case MACRO -> mask.get(i, answer);
            case MICRO -> mask.get(i / labels, i % labels);
          };
    }
    return cells;
  }

  /**
   * Over what the table was decided.
   *
   * @return what {@link Options.Builder#average} was
   */
  public Average average() {
    return average;
  }

  /**
   * The prediction for the table: 0, 1 or {@link Mask#UNDECIDED}. Of a sparse table it is made by each call; {@link
   * #indices} is then the cheaper one.
   *
   * @return the shape of the table
   */
  public Mask mask() {
    if (mask != null) {
      return mask; // nobody else has its array
    }
    byte[] cells = new byte[Math.toIntExact(Math.multiplyExact(rows, labels))];
    for (int a = 0; a < size(); ++a) {
      byte[] one = maskOf(a, facts[Native.WALD_FACT_ABSTAINED][a] != 0);
      for (int i = 0; i < one.length; ++i) {
        long at =
            switch (average) {
              case INSTANCE -> a * labels + i;
              case MACRO -> i * labels + a;
              case MICRO -> i;
            };
        cells[(int) at] = one[i];
      }
    }
    return Mask.of(cells, rows, labels);
  }

  /**
   * The positions of the items chosen by an answer, ascending.
   *
   * @param answer from 0 to {@code size() - 1}
   * @return columns; rows for macro; row * labels + column for micro
   */
  public int[] indices(int answer) {
    return positives != null ? positives.row(answer) : get(answer).indices();
  }

  private double[] reals(int fact) {
    return facts[fact].clone();
  }

  private int[] whole(int fact) {
    int[] all = new int[size()];
    for (int a = 0; a < all.length; ++a) {
      all[a] = (int) facts[fact][a];
    }
    return all;
  }

  /**
   * The number of positives of each answer.
   *
   * @return an array of {@code size()}
   */
  public int[] k() {
    return whole(Native.WALD_FACT_K);
  }

  /**
   * The expected utility of each answer.
   *
   * @return an array of {@code size()}
   */
  public double[] expected() {
    return reals(Native.WALD_FACT_EXPECTED);
  }

  /**
   * The expected loss of each answer.
   *
   * @return an array of {@code size()}
   */
  public double[] loss() {
    return reals(Native.WALD_FACT_LOSS);
  }

  /**
   * Of each answer a proved upper limit on what any other could be better, rounding included.
   *
   * @return an array of {@code size()}
   */
  public double[] bound() {
    return reals(Native.WALD_FACT_BOUND);
  }

  /**
   * Of each answer the best expected utility at any other k; NaN where it was not computed.
   *
   * @return an array of {@code size()}
   */
  public double[] nextBest() {
    return reals(Native.WALD_FACT_NEXT_BEST);
  }

  /**
   * Of each answer P(no positive at all).
   *
   * @return an array of {@code size()}
   */
  public double[] pZero() {
    return reals(Native.WALD_FACT_P_ZERO);
  }

  /**
   * Of each answer the least k that was not excluded; -1 where it was not computed.
   *
   * @return an array of {@code size()}
   */
  public int[] kLowest() {
    return whole(Native.WALD_FACT_K_LOWEST);
  }

  /**
   * Of each answer the greatest k that was not excluded; -1 where it was not computed.
   *
   * @return an array of {@code size()}
   */
  public int[] kHighest() {
    return whole(Native.WALD_FACT_K_HIGHEST);
  }

  /**
   * Which answers were left undecided.
   *
   * @return an array of {@code size()}
   */
  public boolean[] abstained() {
    boolean[] all = new boolean[size()];
    for (int a = 0; a < all.length; ++a) {
      all[a] = facts[Native.WALD_FACT_ABSTAINED][a] != 0;
    }
    return all;
  }

  @Override
  public String toString() {
    double mean = Arrays.stream(facts[Native.WALD_FACT_EXPECTED]).average().orElse(Double.NaN);
    return String.format(
        java.util.Locale.ROOT,
        "Decisions(%d answers (%s) over %d x %d, mean expected %.6g)",
        size(),
        average.name().toLowerCase(java.util.Locale.ROOT),
        rows,
        labels,
        mean);
  }
}
