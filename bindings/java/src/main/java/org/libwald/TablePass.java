package org.libwald;

import java.util.Objects;

/**
 * A pass over a distributed table, such as the partitions of a cluster, which is one problem of
 * rows times labels items: a micro average. Each place feeds its rows to a state of its own, which holds some bins and no
 * rows; states go as {@link #toBytes() bytes} to one place, which merges them and asks for the {@link #next() next} pass
 * or the answer. That has the same bits however the rows are split and in whatever order states are merged, and is the
 * answer of {@link Metric#decide(Table, DecisionOptions)} with average micro for all rows on one machine, within the bounds of
 * both. Serialization writes the bytes. Holds native memory, which {@link #close} gives back.
 */
@SuppressWarnings("serial")
public final class TablePass extends Sent {
  private static final long serialVersionUID = 1;

  private TablePass(long address) {
    super(address, "micro");
  }

  /**
   * The first pass.
   *
   * @param metric F_beta, Jaccard, fowlkes_mallows, balanced_accuracy, informedness, recall,
   *     specificity, precision, npv or markedness
   * @param options {@code atLeast} and {@code atMost}
   * @return a state without rows
   */
  // also: without options
  public static TablePass of(Metric metric, DecisionOptions options) {
    if (Objects.requireNonNull(options, "options").kind == Kind.CATEGORICAL) {
      throw new ArgumentException("kind is " + options.kind + ": the labels of binned rows are independent");
    }
    long[] out = new long[1];
    metric.call(options, (address, settings) -> Native.wald_table_pass_create(address, settings, out));
    return new TablePass(out[0]);
  }

  /**
   * Adds rows. A call that fails adds none.
   *
   * @param rows one row per instance, one column per label
   * @return this
   */
  public TablePass feed(Table rows) {
    Slice cells = rows.slice(true);
    handle.change(address -> Native.wald_table_pass_feed(address, cells));
    return this;
  }

  /**
   * Adds rows of which most probabilities are 0. A call that fails adds none.
   *
   * @param rows one row per instance, one column per label
   * @return this
   */
  public TablePass feed(SparseTable rows) {
    SparseSlice cells = rows.slice(true);
    handle.change(address -> Native.wald_table_pass_feed(address, cells));
    return this;
  }

  /**
   * Once all rows of a pass are in this.
   *
   * @return whether they are decided, and the other methods tell the answer; else this is the next pass, without rows:
   *     each place takes a copy by its bytes, and feeds its rows again
   */
  public boolean next() {
    int[] decided = new int[1];
    handle.change(address -> Native.wald_table_pass_next(address, decided));
    return decided[0] != 0;
  }

  // rows: object
  /**
   * Reads what {@link #toBytes()} gave, here or in any of the languages.
   *
   * @param bytes what was saved
   * @return a state that says the same
   * @throws FormatException for any other bytes; the text of the exception says what is wrong with it
   */
  public static TablePass fromBytes(byte[] bytes) {
    Objects.requireNonNull(bytes, "bytes");
    return new TablePass(read(bytes, (state, out) -> Native.wald_load(Native.WALD_OBJECT_TABLE_PASS, state, out)));
  }

  /**
   * Reads what {@link #toBytes()} gave, to the end of a stream, which stays open.
   *
   * @param stream what was saved
   * @return a state that says the same
   * @throws java.io.IOException if the stream cannot be read
   * @throws FormatException for any other bytes; the text of the exception says what is wrong with it
   */
  public static TablePass fromBytes(java.io.InputStream stream) throws java.io.IOException {
    return fromBytes(stream.readAllBytes());
  }

  /**
   * Adds the rows of {@code other}, which is a state of the same pass.
   *
   * @param other what is added; it stays as it is
   * @return this
   */
  public TablePass merge(TablePass other) {
    handle.merge(other.handle, Native::wald_merge);
    return this;
  }
  // end of rows

  // rows: facts
  private double number(int fact) {
    return handle.getDouble(
        (held, out) -> Native.wald_number(held, fact, 0, out));
  }

  /**
   * The number of this pass, from 1.
   *
   * @return the fact {@code pass_number}
   */
  public long passNumber() {
    return (long) number(Native.WALD_TABLE_PASS_PASS_NUMBER);
  }

  /**
   * The number of items that were fed in this pass: rows times labels.
   *
   * @return the fact {@code n_items}
   */
  public long nItems() {
    return (long) number(Native.WALD_TABLE_PASS_N_ITEMS);
  }

  /**
   * The number of nonempty bins.
   *
   * @return the fact {@code n_bins}
   */
  public long nBins() {
    return (long) number(Native.WALD_TABLE_PASS_N_BINS);
  }

  /**
   * The number of ranges of probabilities that this pass divides into bins; the first pass has one range.
   *
   * @return the fact {@code n_windows}
   */
  public long nWindows() {
    return (long) number(Native.WALD_TABLE_PASS_N_WINDOWS);
  }

  /**
   * Whether the passes have found the answer; until then the facts about it are NaN or -1.
   *
   * @return the fact {@code decided}
   */
  public boolean decided() {
    return number(Native.WALD_TABLE_PASS_DECIDED) != 0;
  }

  /**
   * The number of positives, over all rows and labels.
   *
   * @return the fact {@code k}
   */
  public long k() {
    return (long) number(Native.WALD_TABLE_PASS_K);
  }

  /**
   * The least probability of a positive: all items above it are positives; inf if there is none.
   *
   * @return the fact {@code threshold}
   */
  public double threshold() {
    return number(Native.WALD_TABLE_PASS_THRESHOLD);
  }

  /**
   * The number of items at the threshold, if only some of them are positives; else 0, and all of them are.
   *
   * @return the fact {@code n_ties}
   */
  public long nTies() {
    return (long) number(Native.WALD_TABLE_PASS_N_TIES);
  }

  /**
   * How many of these are positives; any choice of that many is equally good.
   *
   * @return the fact {@code n_ties_chosen}
   */
  public long nTiesChosen() {
    return (long) number(Native.WALD_TABLE_PASS_N_TIES_CHOSEN);
  }

  /**
   * The expected utility of the answer.
   *
   * @return the fact {@code expected}
   */
  public double expected() {
    return number(Native.WALD_TABLE_PASS_EXPECTED);
  }

  /**
   * The expected loss of the answer.
   *
   * @return the fact {@code loss}
   */
  public double loss() {
    return number(Native.WALD_TABLE_PASS_LOSS);
  }

  /**
   * A proved upper limit on (optimal expected utility - expected utility of the answer), rounding included.
   *
   * @return the fact {@code bound}
   */
  public double bound() {
    return number(Native.WALD_TABLE_PASS_BOUND);
  }

  /**
   * The least k that values and errors do not exclude from being optimal; -1 if it was not computed.
   *
   * @return the fact {@code k_lowest}
   */
  public long kLowest() {
    return (long) number(Native.WALD_TABLE_PASS_K_LOWEST);
  }

  /**
   * The greatest such k; -1 if it was not computed.
   *
   * @return the fact {@code k_highest}
   */
  public long kHighest() {
    return (long) number(Native.WALD_TABLE_PASS_K_HIGHEST);
  }

  /**
   * The best expected utility at any other k; NaN if it was not computed.
   *
   * @return the fact {@code next_best}
   */
  public double nextBest() {
    return number(Native.WALD_TABLE_PASS_NEXT_BEST);
  }

  /**
   * P(no positive at all).
   *
   * @return the fact {@code p_zero}
   */
  public double pZero() {
    return number(Native.WALD_TABLE_PASS_P_ZERO);
  }
  // end of rows

  // rows: overloads
  /**
   * The first pass. With the {@linkplain DecisionOptions#defaults defaults} of all options.
   *
   * @param metric F_beta, Jaccard, fowlkes_mallows, balanced_accuracy, informedness, recall, specificity, precision,
   *     npv or markedness
   * @return a state without rows
   */
  public static TablePass of(Metric metric) {
    return of(metric, DecisionOptions.defaults());
  }
  // end of rows

  @Override
  String describe() {
    return "pass " + passNumber() + ", " + nItems() + " items in " + nBins() + " bins";
  }
}
