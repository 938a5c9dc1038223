package org.libwald;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;

/**
 * What is known of one label vector: marginal probabilities, weighted vectors, or counts. It is fed in parts, merged,
 * saved and loaded. Many threads may read it at once; feeding it, merging into it and clearing it need that no other
 * call uses it, and throw {@link IllegalStateException} if one does. Holds native memory, which {@link #close} gives
 * back.
 */
@SuppressWarnings("serial") // what is written is a SavedBytes
public final class Estimator extends Saved implements Problem {
  Estimator(long address) {
    super(address, "estimator");
  }

  // ---- Making -------------------------------------------------------------------------------------------------------

  /**
   * An empty estimator.
   *
   * @param kind what it will be fed
   * @param labels for {@link Kind#JOINT} and {@link Kind#COUNTS} the number of labels; for the others 0, since feeding
   *     them appends labels
   * @return an estimator to be fed
   */
  public static Estimator of(Kind kind, long labels) {
    long[] out = new long[1];
    Native.wald_estimator_create(kind.value, labels, out);
    return new Estimator(out[0]);
  }

  private static Estimator of(Kind kind, Values probabilities) {
    Objects.requireNonNull(probabilities, "probabilities");
    Estimator made = of(kind, 0);
    try {
      return made.feed(probabilities);
    } catch (Throwable wrong) {
      made.close();
      throw wrong;
    }
  }

  /**
   * Probabilities of independent labels.
   *
   * @param probabilities in [0, 1]
   * @return an estimator of as many labels
   */
  // also: probabilities as double...
  public static Estimator independent(Values probabilities) {
    return of(Kind.INDEPENDENT, probabilities);
  }

  /**
   * Probabilities of exclusive labels; the rest to 1 is P(none).
   *
   * @param probabilities in [0, 1], summing to at most 1
   * @return an estimator of as many labels
   */
  // also: probabilities as double...
  public static Estimator categorical(Values probabilities) {
    return of(Kind.CATEGORICAL, probabilities);
  }

  /**
   * Weighted label vectors, to be fed: any joint distribution.
   *
   * @param labels the number of labels
   * @return an empty estimator
   */
  public static Estimator joint(long labels) {
    return of(Kind.JOINT, labels);
  }

  /**
   * Tables P[i][s] = P(y_i = 1, s labels in all), to be fed, which is enough for metrics linear in tp.
   *
   * @param labels the number of labels
   * @return an empty estimator
   */
  public static Estimator counts(long labels) {
    return of(Kind.COUNTS, labels);
  }

  // rows: methods
  /**
   * The counts of any estimator, which serve metrics linear in tp; of an independent one without tails of about 1e-17.
   *
   * @return the estimator
   */
  public Estimator toCounts() {
    return new Estimator(handle.getLong(Native::wald_estimator_to_counts));
  }
  // end of rows

  // ---- Feeding ------------------------------------------------------------------------------------------------------

  /**
   * Appends labels to an independent or categorical estimator.
   *
   * @param probabilities in [0, 1]; those of exclusive labels sum to at most 1
   * @return this
   */
  // also: probabilities as double...
  public Estimator feed(Values probabilities) {
    Slice slice = probabilities.vector(true);
    handle.change(address -> Native.wald_estimator_feed_probabilities(address, slice));
    return this;
  }

  /**
   * Adds weighted label vectors to a joint estimator.
   *
   * @param vectors one vector per row
   * @param weights one per row, finite and at least 0; or null for 1 each
   * @return this
   */
  // also: without weights
  public Estimator feed(Mask vectors, Values weights) {
    Slice cells = vectors.slice(true);
    Slice weighed = Values.each("weights", weights, vectors.rows, true);
    handle.change(address -> Native.wald_estimator_feed_vectors(address, cells, weighed));
    return this;
  }

  /**
   * Adds label vectors, from the positions of their ones, to a joint estimator.
   *
   * @param vectors one vector per row
   * @param weights one per row, finite and at least 0; or null for 1 each
   * @return this
   */
  public Estimator feed(SparseMask vectors, Values weights) {
    Slice weighed = Values.each("weights", weights, vectors.rows(), true);
    SparseSlice cells = vectors.slice(null, nLabels(), true);
    handle.change(address -> Native.wald_estimator_feed_vectors(address, cells, weighed));
    return this;
  }

  /**
   * Adds a weighted table to a counts estimator, which holds the weighted mean of all it was fed.
   *
   * @param table P[i][s] for s = 1, 2, ...: one row per label, one column per number of labels
   * @param pZero P(no label)
   * @param pS P(s) for s = 1, 2, ...; or null if it is not known
   * @param weight finite and above 0
   * @return this
   */
  public Estimator feed(Table table, double pZero, Values pS, double weight) {
    Slice sizes = pS == null ? null : pS.vector(true);
    Slice cells = table.slice(true);
    handle.change(address -> Native.wald_estimator_feed_counts(address, cells, pZero, sizes, weight));
    return this;
  }

  // rows: object
  /**
   * Reads what {@link #save()} wrote, here or in any of the languages.
   *
   * @param text what was saved
   * @return an estimator that says the same, to the same bits
   * @throws FormatException for any other text; the text of the exception says what is wrong with it
   */
  public static Estimator load(String text) {
    return new Estimator(load(text, (state, out) -> Native.wald_load(Native.WALD_OBJECT_ESTIMATOR, state, out)));
  }

  /**
   * Reads what {@link #toBytes()} gave, here or in any of the languages, or a text in UTF-8.
   *
   * @param saved what was saved
   * @return an estimator that says the same, to the same bits
   * @throws FormatException for any other bytes; the text of the exception says what is wrong with it
   */
  public static Estimator load(byte[] saved) {
    return new Estimator(load(saved, (state, out) -> Native.wald_load(Native.WALD_OBJECT_ESTIMATOR, state, out)));
  }

  /**
   * Reads what {@link #save(Path)} wrote or {@link #toBytes()} gave, to the end of a stream, which stays open.
   *
   * @param stream what was saved
   * @return an estimator that says the same, to the same bits
   * @throws java.io.IOException if the stream cannot be read
   * @throws FormatException for anything else; the text of the exception says what is wrong with it
   */
  public static Estimator load(java.io.InputStream stream) throws IOException {
    return load(stream.readAllBytes());
  }

  /**
   * Reads a file that {@link #save(Path)} wrote, here or in any of the languages.
   *
   * @param file the file
   * @return an estimator that says the same, to the same bits
   * @throws IOException if the file cannot be read
   * @throws FormatException where it holds anything else; the text of the exception says what is wrong with it
   */
  public static Estimator load(Path file) throws IOException {
    return new Estimator(load(file, (state, out) -> Native.wald_load(Native.WALD_OBJECT_ESTIMATOR, state, out)));
  }

  /**
   * A copy that is fed on its own.
   *
   * @return another one
   */
  public Estimator copy() {
    return new Estimator(handle.getLong(Native::wald_copy));
  }

  /**
   * Adds {@code other} to this: joint with joint (union of weighted vectors), counts with counts (weighted mean, from
   * sums of twice the digits of a double). The order of merging does not show. Other kinds are refused, with the
   * reason.
   *
   * @param other what is added; it stays as it is
   * @return this
   */
  public Estimator merge(Estimator other) {
    handle.merge(other.handle, Native::wald_merge);
    return this;
  }

  /**
   * Back to empty, keeping the memory.
   *
   * @return this
   */
  public Estimator clear() {
    handle.change(Native::wald_clear);
    return this;
  }
  // end of rows

  // ---- What is known ------------------------------------------------------------------------------------------------

  /** Begins reading for a call of a metric; it ends with {@link #release}. */
  long acquire() {
    return handle.acquire();
  }

  void release() {
    handle.release();
  }

  // rows: facts
  private double number(int fact) {
    return handle.getDouble(
        (held, out) -> Native.wald_number(held, fact, 0, out));
  }

  private double[] numbers(int fact) {
    return handle.getDoubles(
        (held, out, capacity, needed) -> Native.wald_numbers(held, fact, 0, out, capacity, needed));
  }

  /**
   * What is known of the labels: one of the kinds.
   *
   * @return the fact {@code kind}
   */
  public Kind kind() {
    return Kind.of((int) number(Native.WALD_ESTIMATOR_KIND));
  }

  /**
   * The number of labels.
   *
   * @return the fact {@code n_labels}
   */
  public long nLabels() {
    return (long) number(Native.WALD_ESTIMATOR_N_LABELS);
  }

  /**
   * The number of weighted vectors or tables fed; of the other kinds 1, or 0 while empty.
   *
   * @return the fact {@code n_fed}
   */
  public long nFed() {
    return (long) number(Native.WALD_ESTIMATOR_N_FED);
  }

  /**
   * The sum of the weights fed to a joint or counts estimator; of the others 1, or 0 while empty.
   *
   * @return the fact {@code total_weight}
   */
  public double totalWeight() {
    return number(Native.WALD_ESTIMATOR_TOTAL_WEIGHT);
  }

  /**
   * The greatest s with a nonzero P[i][s]. Counts only.
   *
   * @return the fact {@code max_s}
   */
  public long maxS() {
    return (long) number(Native.WALD_ESTIMATOR_MAX_S);
  }

  /**
   * P(no label).
   *
   * @return the fact {@code p_zero}
   */
  public double pZero() {
    return number(Native.WALD_ESTIMATOR_P_ZERO);
  }

  /**
   * P(y_i = 1) for each label.
   *
   * @return the fact {@code marginals}
   */
  public double[] marginals() {
    return numbers(Native.WALD_ESTIMATOR_MARGINALS);
  }

  /**
   * P(s) for s = 0 ... nLabels.
   *
   * @return the fact {@code size_distribution}
   */
  public double[] sizeDistribution() {
    return numbers(Native.WALD_ESTIMATOR_SIZE_DISTRIBUTION);
  }
  // end of rows

  /**
   * The table of a counts estimator.
   *
   * @return P[i][s] for s = 1 ... maxS, one row per label
   */
  public double[][] table() {
    double[] flat = numbers(Native.WALD_ESTIMATOR_TABLE);
    int count = Math.toIntExact(nLabels());
    return Slice.rows(flat, count, count == 0 ? 0 : flat.length / count);
  }

  /**
   * The likeliest label vector.
   *
   * @param mask its cells
   * @param probability its probability
   */
  public record Mode(byte[] mask, double probability) {}

  /**
   * The likeliest label vector and its probability. Of tied vectors the one with fewest ones, then with the smallest
   * indices. Not for counts.
   *
   * @return it
   */
  public Mode mode() {
    double[] cells = numbers(Native.WALD_ESTIMATOR_MODE);
    byte[] mask = new byte[cells.length];
    for (int i = 0; i < mask.length; ++i) mask[i] = (byte) cells[i];
    return new Mode(mask, number(Native.WALD_ESTIMATOR_MODE_PROBABILITY));
  }

  /**
   * Draws label vectors. Not for counts.
   *
   * @param count how many
   * @param options the seed: the same one gives the same draws, whatever the order of feeding
   * @return one vector per row
   */
  // also: without options
  public Mask draw(long count, DecisionOptions options) {
    Objects.requireNonNull(options, "options").refuseKind("drawing");
    if (count < 0) {
      throw new ArgumentException("n_draws is " + count + ": must be at least 0");
    }
    Mask drawn = Mask.of(new byte[Math.toIntExact(Math.multiplyExact(count, nLabels()))], count, nLabels());
    Slice cells = drawn.writtenSlice(false);
    handle.read(options, (address, settings) -> Native.wald_estimator_draw(address, settings, cells));
    return drawn;
  }

  // rows: overloads
  /**
   * Probabilities of independent labels.
   *
   * @param probabilities in [0, 1]
   * @return an estimator of as many labels
   */
  public static Estimator independent(double... probabilities) {
    return independent(Values.of(probabilities));
  }

  /**
   * Probabilities of exclusive labels; the rest to 1 is P(none).
   *
   * @param probabilities in [0, 1], summing to at most 1
   * @return an estimator of as many labels
   */
  public static Estimator categorical(double... probabilities) {
    return categorical(Values.of(probabilities));
  }

  /**
   * Appends labels to an independent or categorical estimator.
   *
   * @param probabilities in [0, 1]; those of exclusive labels sum to at most 1
   * @return this
   */
  public Estimator feed(double... probabilities) {
    return feed(Values.of(probabilities));
  }

  /**
   * Adds weighted label vectors to a joint estimator.
   *
   * @param vectors one vector per row
   * @return this
   */
  public Estimator feed(Mask vectors) {
    return feed(vectors, null);
  }

  /**
   * Draws label vectors. Not for counts. With the {@linkplain DecisionOptions#defaults defaults} of all options.
   *
   * @param count how many
   * @return one vector per row
   */
  public Mask draw(long count) {
    return draw(count, DecisionOptions.defaults());
  }
  // end of rows

  @Override
  String describe() {
    return kind() + ", " + nLabels() + " labels, " + nFed() + " fed";
  }
}
