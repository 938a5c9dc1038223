package org.libwald;

import java.util.Objects;
import java.util.Optional;

/**
 * A pass over distributed rows of one score, such as the partitions of a cluster. Each place feeds its rows
 * to a state of its own, which holds some bins and no rows; states go as {@link #toBytes() bytes} to one place, which
 * merges them and asks for the {@link #next() next} pass or the thresholds. These are what {@link Thresholds} of all
 * rows on one machine are, to the bit, however the rows are split and in whatever order states are merged.
 * Serialization writes the bytes. Holds native memory, which {@link #close} gives back.
 */
@SuppressWarnings("serial")
public final class ThresholdPass extends Sent {
  private static final long serialVersionUID = 1;

  private ThresholdPass(long address) {
    super(address, "threshold_pass");
  }

  // rows: methods
  /**
   * The first pass over distributed rows of one score: docs/guides/scale.md. Each place feeds its rows to its own
   * state, of a few bins; states are saved, loaded and merged.
   *
   * @param options the objective of thresholds, and how they are found
   * @return the threshold pass
   */
  public static ThresholdPass of(ThresholdOptions options) {
    long[] out = new long[1];
    NativeOptions.read(options, settings -> Native.wald_threshold_pass_create(settings, out));
    return new ThresholdPass(out[0]);
  }

  /**
   * Adds rows, in any order.
   *
   * @param truth one per row: 0, 1 or {@link Mask#NOT_RATED}
   * @param scores one per row, no NaN
   * @param weights one per row, in [2^-20, 2^32] or 0, rounded to multiples of 2^-20; or null
   * @return this
   */
  public ThresholdPass feed(Mask truth, Values scores, Values weights) {
    Slice truthCells = truth.asColumn("truth", scores.length).slice(true);
    Slice scoresCells = scores.vector(true);
    Slice weightsCells = Values.each("weights", weights, scores.length, true);
    handle.change(address -> Native.wald_threshold_pass_feed(address, truthCells, scoresCells, weightsCells));
    return this;
  }

  /**
   * The first pass over distributed rows of one score: docs/guides/scale.md. Each place feeds its rows to its own
   * state, of a few bins; states are saved, loaded and merged. With the {@linkplain ThresholdOptions#defaults defaults}
   * of all options.
   *
   * @return the threshold pass
   */
  public static ThresholdPass of() {
    return of(ThresholdOptions.defaults());
  }

  /**
   * Adds rows, in any order.
   *
   * @param truth one per row: 0, 1 or {@link Mask#NOT_RATED}
   * @param scores one per row, no NaN
   * @return this
   */
  public ThresholdPass feed(Mask truth, Values scores) {
    return feed(truth, scores, null);
  }

  /**
   * Adds rows, in any order.
   *
   * @param truth one per row: 0, 1 or {@link Mask#NOT_RATED}
   * @param scores one per row, no NaN
   * @return this
   */
  public ThresholdPass feed(byte[] truth, double... scores) {
    return feed(Mask.of(truth), Values.of(scores), null);
  }

  /**
   * Adds rows, in any order.
   *
   * @param truth one per row: 0, 1 or {@link Mask#NOT_RATED}
   * @param scores one per row, no NaN
   * @return this
   */
  public ThresholdPass feed(int[] truth, double... scores) {
    return feed(Mask.of(truth), Values.of(scores), null);
  }

  /**
   * Adds rows, in any order.
   *
   * @param truth one per row: 0, 1 or {@link Mask#NOT_RATED}
   * @param scores one per row, no NaN
   * @return this
   */
  public ThresholdPass feed(boolean[] truth, double... scores) {
    return feed(Mask.of(truth), Values.of(scores), null);
  }
  // end of rows

  /**
   * Once all rows of a pass are in this.
   *
   * @return the thresholds; or nothing, and this is then the next pass, without rows: each place takes a copy by its
   *     bytes, and feeds its rows again
   */
  public Optional<Thresholds> next() {
    long[] out = new long[1];
    handle.change(address -> Native.wald_threshold_pass_next(address, out));
    return out[0] == 0 ? Optional.empty() : Optional.of(new Thresholds(out[0]));
  }

  // rows: object
  /**
   * Reads what {@link #toBytes()} gave, here or in any of the languages.
   *
   * @param bytes what was saved
   * @return a state that says the same
   * @throws FormatException for any other bytes; the text of the exception says what is wrong with it
   */
  public static ThresholdPass fromBytes(byte[] bytes) {
    Objects.requireNonNull(bytes, "bytes");
    return new ThresholdPass(read(bytes, (state, out) -> Native.wald_load(Native.WALD_OBJECT_THRESHOLD_PASS, state, out)));
  }

  /**
   * Reads what {@link #toBytes()} gave, to the end of a stream, which stays open.
   *
   * @param stream what was saved
   * @return a state that says the same
   * @throws java.io.IOException if the stream cannot be read
   * @throws FormatException for any other bytes; the text of the exception says what is wrong with it
   */
  public static ThresholdPass fromBytes(java.io.InputStream stream) throws java.io.IOException {
    return fromBytes(stream.readAllBytes());
  }

  /**
   * Adds the rows of {@code other}, which is a state of the same pass.
   *
   * @param other what is added; it stays as it is
   * @return this
   */
  public ThresholdPass merge(ThresholdPass other) {
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
    return (long) number(Native.WALD_THRESHOLD_PASS_PASS_NUMBER);
  }

  /**
   * The number of rows of a weight above 0 that were fed in this pass.
   *
   * @return the fact {@code n_rows}
   */
  public long nRows() {
    return (long) number(Native.WALD_THRESHOLD_PASS_N_ROWS);
  }

  /**
   * The number of nonempty bins.
   *
   * @return the fact {@code n_bins}
   */
  public long nBins() {
    return (long) number(Native.WALD_THRESHOLD_PASS_N_BINS);
  }

  /**
   * The number of ranges of scores that this pass divides into bins; the first pass has one range.
   *
   * @return the fact {@code n_windows}
   */
  public long nWindows() {
    return (long) number(Native.WALD_THRESHOLD_PASS_N_WINDOWS);
  }
  // end of rows

  @Override
  String describe() {
    return "pass " + passNumber() + ", " + nRows() + " rows in " + nBins() + " bins";
  }
}
