package org.libwald;

import java.lang.reflect.Array;
import java.util.Objects;

/**
 * Which rows of one table to send to a better stage, and when to stop. A first stage has answered all rows. A labelled
 * row takes the better stage's answer, so that only the events among the other rows hurt. Once it is {@link #certified}, the
 * goal holds for this table with the confidence, whatever the chances are worth; those that are right save labels.
 * Holds native memory, which {@link #close} gives back. Two calls of which one changes it, at once, throw {@link
 * IllegalStateException}.
 *
 * <pre>{@code
 * try (Labelling labelling = Labelling.of(chances, LabelledQuality.ACCURACY, 0.95, 0.95, 0)) {
 *   while (!labelling.done()) {
 *     labelling.answer(wrong(labelling.next(100)));
 *   }
 * }
 * }</pre>
 */
public final class Labelling extends Closable {
  private final boolean[] mask;
  private long[] asked = {};

  private Labelling(long address, int rows) {
    super(address, "labelling");
    mask = new boolean[rows];
  }

  /**
   * Begins with no label.
   *
   * @param chances what the first stage says of each row: the probability of an event, in [0, 1]. With {@link
   *     LabelledQuality#ACCURACY} an event is an answer that differs from its label, with {@link LabelledQuality#RECALL}
   *     a positive row; with {@link LabelledQuality#PRECISION} the rows are those that the first stage flags, and an
   *     event is a negative among them
   * @param quality what is to reach the target
   * @param minQuality in (0, 1)
   * @param certify in (0, 1)
   * @param seed of the draws
   * @return a labelling
   */
  // also: chances as double[]
  public static Labelling of(Values chances, LabelledQuality quality, double minQuality, double certify, long seed) {
    Objects.requireNonNull(quality, "quality");
    long[] out = new long[1];
    Native.wald_labelling_create(
        chances.vector(false), Texts.name(quality.toString(), "quality"), minQuality, certify, seed, out);
    return new Labelling(out[0], Math.toIntExact(chances.length()));
  }

  /**
   * The rows to label next. The same rows are given until they are answered.
   *
   * @param most how many rows at most, at least 1
   * @return rows counted from 0, in the order in which {@link #answer} takes their labels; none if it is done
   */
  public long[] next(long most) {
    long[][] rows = new long[1][];
    handle.change(
        address -> {
          long[] needed = new long[1];
          Native.wald_labelling_next(address, most, null, 0, needed);
          rows[0] = new long[Math.toIntExact(needed[0])];
          Native.wald_labelling_next(address, most, rows[0], needed[0], needed);
          asked = rows[0].clone();
        });
    return rows[0];
  }

  /**
   * Takes the labels of the rows that {@link #next} gave.
   *
   * @param events one per row, in their order: whether it is an event
   * @return this
   */
  // also: events as byte[] | boolean...
  private Labelling answer(Object events) {
    return answered(events, null);
  }

  /**
   * Takes the labels of the rows that {@link #next} gave, and new chances, such as those of a model that is fitted to the
   * labels so far. The guarantee stays.
   *
   * @param events one per row, in their order: whether it is an event
   * @param chances of all rows, by which the next rows are drawn; null if they stay
   * @return this
   */
  public Labelling answer(boolean[] events, Values chances) {
    return answered(events, chances);
  }

  private Labelling answered(Object events, Values chances) {
    Slice cells = Slice.of(events, Native.WALD_UINT8, 0, Array.getLength(events), 1, 1, 1, false);
    Slice renewed = chances == null ? null : chances.vector(false);
    handle.change(
        address -> {
          Native.wald_labelling_answer(address, cells, renewed);
          for (long row : asked) {
            mask[(int) row] = true;
          }
          asked = new long[0];
        });
    return this;
  }

  /** Who knows the labels. */
  @FunctionalInterface
  public interface Oracle {
    /**
     * The labels of rows.
     *
     * @param rows counted from 0, each asked about once
     * @return of each, whether it is an event
     */
    boolean[] ask(long[] rows);
  }

  /**
   * Labels until it is done. What the oracle throws is thrown; the rows that it was asked about are then asked again.
   *
   * @param oracle who is asked
   * @param most about how many rows at most at once, at least 1
   * @return this
   */
  public Labelling run(Oracle oracle, long most) {
    Objects.requireNonNull(oracle, "oracle");
    while (!certified()) {
      answer(Objects.requireNonNull(oracle.ask(next(most)), "events"));
    }
    return this;
  }

  /**
   * Which rows were labelled.
   *
   * @return of each row, whether it was
   */
  public boolean[] mask() {
    return handle.answer(address -> mask.clone());
  }

  // rows: facts
  private double number(int fact) {
    return handle.getDouble(
        (held, out) -> Native.wald_number(held, fact, 0, out));
  }

  /**
   * Whether the target holds at the given confidence: no more rows need labels.
   *
   * @return the fact {@code certified}
   */
  public boolean certified() {
    return number(Native.WALD_LABELLING_CERTIFIED) != 0;
  }

  /**
   * The number of rows of the table.
   *
   * @return the fact {@code n_rows}
   */
  public int nRows() {
    return (int) number(Native.WALD_LABELLING_N_ROWS);
  }

  /**
   * The number of rows whose labels were given.
   *
   * @return the fact {@code n_labelled}
   */
  public int nLabelled() {
    return (int) number(Native.WALD_LABELLING_N_LABELLED);
  }

  /**
   * The number of these that were drawn.
   *
   * @return the fact {@code n_drawn}
   */
  public int nDrawn() {
    return (int) number(Native.WALD_LABELLING_N_DRAWN);
  }

  /**
   * The number of events among the labelled rows.
   *
   * @return the fact {@code n_events}
   */
  public long nEvents() {
    return (long) number(Native.WALD_LABELLING_N_EVENTS);
  }

  /**
   * The number of events that may remain among the unlabelled rows.
   *
   * @return the fact {@code n_allowed}
   */
  public long nAllowed() {
    return (long) number(Native.WALD_LABELLING_N_ALLOWED);
  }

  /**
   * An upper bound, at the given confidence, on the events among the unlabelled rows.
   *
   * @return the fact {@code max_events}
   */
  public long maxEvents() {
    return (long) number(Native.WALD_LABELLING_MAX_EVENTS);
  }

  /**
   * All rows of a higher chance are labelled; 1 if none was labelled in order.
   *
   * @return the fact {@code cutoff}
   */
  public double cutoff() {
    return number(Native.WALD_LABELLING_CUTOFF);
  }
  // end of rows

  // rows: overloads
  /**
   * Begins with no label.
   *
   * @param chances what the first stage says of each row: the probability of an event, in [0, 1]. With {@link
   *     LabelledQuality#ACCURACY} an event is an answer that differs from its label, with {@link
   *     LabelledQuality#RECALL} a positive row; with {@link LabelledQuality#PRECISION} the rows are those that the
   *     first stage flags, and an event is a negative among them
   * @param quality what is to reach the target
   * @param minQuality in (0, 1)
   * @param certify in (0, 1)
   * @param seed of the draws
   * @return a labelling
   */
  public static Labelling of(double[] chances, LabelledQuality quality, double minQuality, double certify, long seed) {
    return of(Values.of(chances), quality, minQuality, certify, seed);
  }

  /**
   * Takes the labels of the rows that {@link #next} gave.
   *
   * @param events one per row, in their order: whether it is an event
   * @return this
   */
  public Labelling answer(byte[] events) {
    return answer((Object) events);
  }

  /**
   * Takes the labels of the rows that {@link #next} gave.
   *
   * @param events one per row, in their order: whether it is an event
   * @return this
   */
  public Labelling answer(boolean... events) {
    return answer((Object) events);
  }
  // end of rows

  @Override
  String describe() {
    return nLabelled() + " of " + nRows() + " rows labelled, " + (certified() ? "certified" : "not certified");
  }
}
