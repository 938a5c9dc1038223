package org.libwald;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Objects;
import java.util.RandomAccess;

/**
 * The answers for a table: one per row, per column, or one for the table, by {@link Average}. A list of {@link
 * Decision}, which are made when asked for; the other methods give the facts of all answers at once. Immutable, and
 * holds no native memory.
 */
public final class Decisions extends AbstractList<Decision> implements RandomAccess {
  private final Average average;
  private final long rows;
  private final long labels;
  private final Mask mask; // of a dense table, else null
  private final long[][] undecided; // of a sparse table, single items of each answer; null if there are none
  private final SparseMask positives; // of a sparse one
  private final int count;
  private final double[][] facts = new double[Decision.FACTS][]; // by their numbers; none if it is 0 throughout
  private final long[] algorithms; // addresses of texts: of each answer, or one for all
  private final long[] warnings;
  private final String warning;

  /** Reads all that a decision of the library holds. */
  Decisions(long decision, DecisionOptions options, long rows, long labels, Mask mask) {
    this.average = options.average;
    this.rows = rows;
    this.labels = labels;
    this.mask = mask;
    double[] answers = new double[1];
    Native.wald_number(decision, Native.WALD_DECISION_N_ANSWERS, 0, answers);
    count = (int) answers[0];
    for (int fact = Native.WALD_DECISION_K; Decision.place(fact) < Decision.FACTS; ++fact) {
      if (fact != Native.WALD_DECISION_ALGORITHM
          && fact != Native.WALD_DECISION_WARNING
          && (fact != Native.WALD_DECISION_ABSTAINED || options.abstains)) {
        double[] each = new double[count];
        Native.answer_numbers(decision, fact, each);
        facts[Decision.place(fact)] = each;
      }
    }
    algorithms = Native.answer_texts(decision, Native.WALD_DECISION_ALGORITHM);
    boolean warned = Arrays.stream(facts[Decision.place(Native.WALD_DECISION_WARNED)]).anyMatch(one -> one != 0);
    warnings = warned ? Native.answer_texts(decision, Native.WALD_DECISION_WARNING) : new long[1];
    if (!warned && count > 0) {
      Native.wald_text(decision, Native.WALD_DECISION_WARNING, 0, warnings); // the empty text, as all are
    }
    warning =
        warned ? Arrays.stream(warnings).mapToObj(Texts::fixed).filter(one -> !one.isEmpty()).findFirst().orElse("") : "";
    undecided = new long[mask == null ? count : 0][];
    if (mask != null) {
      positives = null;
      return;
    }
    long[] needed = new long[1];
    long[] indptr = new long[count + 1];
    Native.wald_decision_items(decision, -1, 1, indptr, null, 0, needed);
    long[] indices = new long[Math.toIntExact(needed[0])];
    Native.wald_decision_items(decision, -1, 1, indptr, indices, indices.length, needed);
    positives = SparseMask.of(indptr, indices);
    for (int a = 0; a < count; ++a) {
      double left = facts[Decision.place(Native.WALD_DECISION_N_UNDECIDED)][a];
      if (left > 0) {
        undecided[a] = new long[Math.toIntExact((long) left)];
        Native.wald_decision_items(decision, a, Native.WALD_UNDECIDED, null, undecided[a], undecided[a].length, needed);
      }
    }
  }

  /** A copy of one fact of all answers. */
  private double[] numbers(int fact) {
    double[] each = facts[Decision.place(fact)];
    return each == null ? new double[count] : each.clone();
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
    for (int place = 0; place < known.length; ++place) {
      known[place] = facts[place] == null ? 0 : Double.doubleToRawLongBits(facts[place][answer]);
    }
    known[Decision.place(Native.WALD_DECISION_ALGORITHM)] = algorithms[algorithms.length == 1 ? 0 : answer];
    known[Decision.place(Native.WALD_DECISION_WARNING)] = warnings[warnings.length == 1 ? 0 : answer];
    byte[] cells = maskOf(answer);
    known[Decision.place(Native.WALD_DECISION_N_ANSWERS)] = Double.doubleToRawLongBits(1);
    known[Decision.place(Native.WALD_DECISION_N_ITEMS)] = Double.doubleToRawLongBits(cells.length);
    return new Decision(cells, known);
  }

  private boolean abstained(int answer) {
    double[] abstained = facts[Decision.place(Native.WALD_DECISION_ABSTAINED)];
    return abstained != null && abstained[answer] != 0;
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
      if (undecided[answer] != null) {
        for (long i : undecided[answer]) {
          cells[(int) i] = Mask.UNDECIDED;
        }
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
   * @return what {@link DecisionOptions.Builder#average} was
   */
  public Average average() {
    return average;
  }

  /**
   * What the caller should know: the first {@linkplain Decision#warning warning} of an answer. What there is to say of
   * the table, such as that its one label was decided row by row, stands with the first answer.
   *
   * @return a sentence; {@code ""} where there is nothing
   */
  public String warning() {
    return warning;
  }

  /**
   * The prediction for the table: 0, 1 or {@link Mask#UNDECIDED}. Of a sparse table it is made by each call; {@link
   * #indices} is then the cheaper one.
   *
   * @return the shape of the table
   */
  public Mask mask() {
    if (mask != null) {
      return mask; // no one else has its array
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

  // rows: facts
  /**
   * Of each answer: The number of positives.
   *
   * @return the fact {@code k}
   */
  public int[] k() {
    return Slice.wholes(numbers(Native.WALD_DECISION_K));
  }

  /**
   * Of each answer: The expected utility of the answer, even if the instance is left undecided.
   *
   * @return the fact {@code expected}
   */
  public double[] expected() {
    return numbers(Native.WALD_DECISION_EXPECTED);
  }

  /**
   * Of each answer: The expected loss of the answer.
   *
   * @return the fact {@code loss}
   */
  public double[] loss() {
    return numbers(Native.WALD_DECISION_LOSS);
  }

  /**
   * Of each answer: A proved upper limit on (optimal expected utility - expected utility of the answer), rounding
   * included. For an algorithm requested by name that proves nothing, it follows from the metric's range. With perRow,
   * a limit on how far the weighted mean over the labels is from its optimum: the same number for every label.
   *
   * @return the fact {@code bound}
   */
  public double[] bound() {
    return numbers(Native.WALD_DECISION_BOUND);
  }

  /**
   * Of each answer: The least k that values and errors do not exclude from being optimal; -1 if it was not computed.
   *
   * @return the fact {@code k_lowest}
   */
  public int[] kLowest() {
    return Slice.wholes(numbers(Native.WALD_DECISION_K_LOWEST));
  }

  /**
   * Of each answer: The greatest such k; -1 if it was not computed.
   *
   * @return the fact {@code k_highest}
   */
  public int[] kHighest() {
    return Slice.wholes(numbers(Native.WALD_DECISION_K_HIGHEST));
  }

  /**
   * Of each answer: The best expected utility at any other k; NaN if it was not computed.
   *
   * @return the fact {@code next_best}
   */
  public double[] nextBest() {
    return numbers(Native.WALD_DECISION_NEXT_BEST);
  }

  /**
   * Of each answer: P(no positive at all), on which undefined cells of rare problems depend.
   *
   * @return the fact {@code p_zero}
   */
  public double[] pZero() {
    return numbers(Native.WALD_DECISION_P_ZERO);
  }

  /**
   * Of each answer: Whether the instance was left undecided.
   *
   * @return the fact {@code abstained}
   */
  public boolean[] abstained() {
    return Slice.truths(numbers(Native.WALD_DECISION_ABSTAINED));
  }

  /**
   * Of each answer: The number of items left undecided one by one (abstainLabel); none of an instance that abstained.
   *
   * @return the fact {@code n_undecided}
   */
  public int[] nUndecided() {
    return Slice.wholes(numbers(Native.WALD_DECISION_N_UNDECIDED));
  }

  /**
   * Of each answer: The smallest probability of a positive: another program that takes this and greater ones has the
   * answer, ties apart. Infinite if no item is positive. NaN if no threshold makes the answer: of labels that are not
   * independent, or with perRow.
   *
   * @return the fact {@code threshold}
   */
  public double[] threshold() {
    return numbers(Native.WALD_DECISION_THRESHOLD);
  }
  // end of rows

  @Override
  public String toString() {
    double mean = Arrays.stream(facts[Decision.place(Native.WALD_DECISION_EXPECTED)]).average().orElse(Double.NaN);
    return String.format(
        java.util.Locale.ROOT,
        "Decisions(%d answers (%s) over %d x %d, mean expected %.6g%s)",
        size(),
        average,
        rows,
        labels,
        mean,
        warning.isEmpty() ? "" : ", warning: " + warning);
  }
}
