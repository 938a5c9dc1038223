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
  private final int count;
  private final double[][] reals = new double[Native.WALD_FACT_WARNED][]; // those of wald_fact by their numbers
  private final int[][] wholes = new int[Native.WALD_FACT_WARNED][]; // of WALD_FACT_ABSTAINED none where all are 0
  private final long[] algorithms; // addresses of texts: of each answer, or one for all
  private final long[] warnings;

  /** Reads all that a decision of the library holds. */
  Decisions(long decision, Options options, long rows, long labels, Mask mask) {
    this.average = options.average;
    this.rows = rows;
    this.labels = labels;
    this.mask = mask;
    long[] out = new long[1];
    Native.wald_decision_count(decision, out);
    count = Math.toIntExact(out[0]);
    for (int fact = 0; fact < Native.WALD_FACT_WARNED; ++fact) {
      if (!isWhole(fact)) {
        reals[fact] = new double[count];
        Native.answer_reals(decision, fact, reals[fact]);
      } else if (fact != Native.WALD_FACT_ABSTAINED || options.abstains) {
        wholes[fact] = new int[count];
        Native.answer_wholes(decision, fact, wholes[fact]);
      }
    }
    algorithms = Native.answer_algorithms(decision);
    warnings = Native.answer_warnings(decision);
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

  private static boolean isWhole(int fact) {
    return switch (fact) {
      case Native.WALD_FACT_K,
          Native.WALD_FACT_K_LOWEST,
          Native.WALD_FACT_K_HIGHEST,
          Native.WALD_FACT_ABSTAINED -> true;
      default -> false;
    };
  }

  /**
   * How many answers there are.
   *
   * @return the number of rows, of labels, or 1
   */
  @Override
  public int size() {
    return count;
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
    for (int fact = 0; fact < Native.WALD_FACT_WARNED; ++fact) {
      if (reals[fact] != null) {
        known[fact] = Double.doubleToRawLongBits(reals[fact][answer]);
      } else if (wholes[fact] != null) {
        known[fact] = wholes[fact][answer];
      }
    }
    known[Decision.ALGORITHM] = algorithms[algorithms.length == 1 ? 0 : answer];
    known[Decision.WARNING] = warnings[warnings.length == 1 ? 0 : answer];
    return new Decision(maskOf(answer), known);
  }

  private boolean abstained(int answer) {
    return wholes[Native.WALD_FACT_ABSTAINED] != null && wholes[Native.WALD_FACT_ABSTAINED][answer] != 0;
  }

  private byte[] maskOf(int answer) {
    byte[] cells = new byte[Math.toIntExact(average.items(rows, labels))];
    if (positives != null) {
      if (abstained(answer)) {
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
      byte[] one = maskOf(a);
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

  /**
   * The number of positives of each answer.
   *
   * @return an array of {@code size()}
   */
  public int[] k() {
    return wholes[Native.WALD_FACT_K].clone();
  }

  /**
   * The expected utility of each answer.
   *
   * @return an array of {@code size()}
   */
  public double[] expected() {
    return reals[Native.WALD_FACT_EXPECTED].clone();
  }

  /**
   * The expected loss of each answer.
   *
   * @return an array of {@code size()}
   */
  public double[] loss() {
    return reals[Native.WALD_FACT_LOSS].clone();
  }

  /**
   * Of each answer a proved upper limit on what any other could be better, rounding included.
   *
   * @return an array of {@code size()}
   */
  public double[] bound() {
    return reals[Native.WALD_FACT_BOUND].clone();
  }

  /**
   * Of each answer the best expected utility at any other k; NaN where it was not computed.
   *
   * @return an array of {@code size()}
   */
  public double[] nextBest() {
    return reals[Native.WALD_FACT_NEXT_BEST].clone();
  }

  /**
   * Of each answer P(no positive at all).
   *
   * @return an array of {@code size()}
   */
  public double[] pZero() {
    return reals[Native.WALD_FACT_P_ZERO].clone();
  }

  /**
   * Of each answer the least k that was not excluded; -1 where it was not computed.
   *
   * @return an array of {@code size()}
   */
  public int[] kLowest() {
    return wholes[Native.WALD_FACT_K_LOWEST].clone();
  }

  /**
   * Of each answer the greatest k that was not excluded; -1 where it was not computed.
   *
   * @return an array of {@code size()}
   */
  public int[] kHighest() {
    return wholes[Native.WALD_FACT_K_HIGHEST].clone();
  }

  /**
   * Which answers were left undecided.
   *
   * @return an array of {@code size()}
   */
  public boolean[] abstained() {
    boolean[] all = new boolean[size()];
    for (int a = 0; a < all.length; ++a) {
      all[a] = abstained(a);
    }
    return all;
  }

  @Override
  public String toString() {
    double mean = Arrays.stream(reals[Native.WALD_FACT_EXPECTED]).average().orElse(Double.NaN);
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
