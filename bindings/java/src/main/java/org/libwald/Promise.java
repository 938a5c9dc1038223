package org.libwald;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/**
 * A promise that is watched: a metric with a bound, and the rows of a rule in use. Rows are fed as they come, with labels
 * when they are known, late or never. Every answer holds at all times at once, so that it may be looked at after each row.
 * States of many places are merged. Holds native memory, which {@link #close} gives back.
 *
 * <pre>{@code
 * try (Promise promise = Promise.of("precision>=0.95", PromiseOptions.builder().averageRun(20000).build())) {
 *   promise.feed(flagged, labels);
 *   if (promise.state() == PromiseState.BROKEN) {
 *     alarm(promise.brokenSince());
 *   }
 * }
 * }</pre>
 */
@SuppressWarnings("serial") // what is written is a SavedBytes
public final class Promise extends Saved {
  private Promise(long address) {
    super(address, "promise");
  }

  // rows: methods
  /**
   * No rows yet.
   *
   * @param claim metric, &gt;= or &lt;=, and bound: "precision&gt;=0.95", "recall&gt;=0.8", "fpr&lt;=0.01",
   *     "alert_rate&lt;=0.002", "cost:1:5&lt;=0.3". A metric that is no ratio of sums over rows is refused
   * @param options the options of a promise
   * @return the promise
   */
  public static Promise of(String claim, PromiseOptions options) {
    long[] out = new long[1];
    NativeOptions.read(options, settings -> Native.wald_promise_create(Texts.name(claim, "claim"), settings, out));
    return new Promise(out[0]);
  }

  /**
   * Probabilities with which to ask for labels. About nLabels are requested, where they are most informative: in
   * proportion to the root mean square of a row's term, between minLabelProbability and 1; 0 if no label is needed.
   * Draw with these and feed them.
   *
   * @param flagged one per row, 0 and 1
   * @param probabilities one per row, in [0, 1]: predictions that the label is 1; wrong ones cost labels alone
   * @param nLabels above 0
   * @return of the length of {@code flagged}
   */
  public double[] labelProbabilities(Values flagged, Values probabilities, double nLabels) {
    Slice flaggedCells = flagged.vector(true);
    Slice probabilitiesCells = probabilities.vector(true);
    double[] out = new double[Math.toIntExact(flagged.length)];
    handle.read(address ->
        Native.wald_promise_label_probabilities(address, flaggedCells, probabilitiesCells, nLabels, out));
    return out;
  }

  /**
   * No rows yet. With the {@linkplain PromiseOptions#defaults defaults} of all options.
   *
   * @param claim metric, &gt;= or &lt;=, and bound: "precision&gt;=0.95", "recall&gt;=0.8", "fpr&lt;=0.01",
   *     "alert_rate&lt;=0.002", "cost:1:5&lt;=0.3". A metric that is no ratio of sums over rows is refused
   * @return the promise
   */
  public static Promise of(String claim) {
    return of(claim, PromiseOptions.defaults());
  }

  /**
   * Probabilities with which to ask for labels. About nLabels are requested, where they are most informative: in
   * proportion to the root mean square of a row's term, between minLabelProbability and 1; 0 if no label is needed.
   * Draw with these and feed them.
   *
   * @param flagged one per row, 0 and 1
   * @param probabilities one per row, in [0, 1]: predictions that the label is 1; wrong ones cost labels alone
   * @param nLabels above 0
   * @return of the length of {@code flagged}
   */
  public double[] labelProbabilities(double[] flagged, double[] probabilities, double nLabels) {
    return labelProbabilities(Values.of(flagged), Values.of(probabilities), nLabels);
  }
  // end of rows

  /**
   * Adds rows, in an order that does not depend on their labels. A call that fails adds none.
   *
   * @param flagged which rows were flagged
   * @param labels one per row: 1, 0 or {@link Mask#NOT_RATED}; or null if no row has a label
   * @param labelProbabilities one per row, in [min_label_probability, 1]: the probability with which its label was
   *     asked for, known in advance; or null for 1
   * @param weights one per row, in [0, max_weight]; or null for 1 each
   * @param times one per row: what {@link #brokenSince} and {@link #brokenAt} count; or null for the number of the row
   * @param segments one per row, from 0; or null if there are none
   * @return this
   */
  // also: without labelProbabilities, without weights, without times, without segments
  // also: flagged as byte[] | boolean[], labels as byte[], without labelProbabilities, without weights, without times, without segments
  public Promise feed(
      Mask flagged, Mask labels, Values labelProbabilities, Values weights, Values times, long[] segments) {
    long rows = Math.max(flagged.rows, flagged.labels);
    Slice rule = flagged.asColumn("flagged", rows).slice(true);
    Slice known = labels == null ? null : labels.asColumn("labels", rows).slice(true);
    Slice drawn = Values.each("label_probabilities", labelProbabilities, rows, true);
    Slice weighed = Values.each("weights", weights, rows, true);
    Slice timed = Values.each("times", times, rows, true);
    Slice parts = segments == null ? null : Slice.of(segments, true);
    handle.change(address -> Native.wald_promise_feed(address, rule, known, drawn, weighed, timed, parts));
    return this;
  }

  // rows: object
  /**
   * Reads what {@link #save()} wrote, here or in any of the languages.
   *
   * @param text what was saved
   * @return a promise that says the same, to the same bits
   * @throws FormatException for any other text; the text of the exception says what is wrong with it
   */
  public static Promise load(String text) {
    return new Promise(load(text, (state, out) -> Native.wald_load(Native.WALD_OBJECT_PROMISE, state, out)));
  }

  /**
   * Reads what {@link #toBytes()} gave, here or in any of the languages, or a text in UTF-8.
   *
   * @param saved what was saved
   * @return a promise that says the same, to the same bits
   * @throws FormatException for any other bytes; the text of the exception says what is wrong with it
   */
  public static Promise load(byte[] saved) {
    return new Promise(load(saved, (state, out) -> Native.wald_load(Native.WALD_OBJECT_PROMISE, state, out)));
  }

  /**
   * Reads what {@link #save(Path)} wrote or {@link #toBytes()} gave, to the end of a stream, which stays open.
   *
   * @param stream what was saved
   * @return a promise that says the same, to the same bits
   * @throws java.io.IOException if the stream cannot be read
   * @throws FormatException for anything else; the text of the exception says what is wrong with it
   */
  public static Promise load(java.io.InputStream stream) throws IOException {
    return load(stream.readAllBytes());
  }

  /**
   * Reads a file that {@link #save(Path)} wrote, here or in any of the languages.
   *
   * @param file the file
   * @return a promise that says the same, to the same bits
   * @throws IOException if the file cannot be read
   * @throws FormatException where it holds anything else; the text of the exception says what is wrong with it
   */
  public static Promise load(Path file) throws IOException {
    return new Promise(load(file, (state, out) -> Native.wald_load(Native.WALD_OBJECT_PROMISE, state, out)));
  }

  /**
   * A copy that is fed on its own.
   *
   * @return another one
   */
  public Promise copy() {
    return new Promise(handle.getLong(Native::wald_copy));
  }

  /**
   * Adds the rows of {@code other}, a promise with the same claim and options. What depends on an order of rows begins
   * anew.
   *
   * @param other what is added; it stays as it is
   * @return this
   */
  public Promise merge(Promise other) {
    handle.merge(other.handle, Native::wald_merge);
    return this;
  }

  /**
   * Back to no rows.
   *
   * @return this
   */
  public Promise clear() {
    handle.change(Native::wald_clear);
    return this;
  }
  // end of rows

  // rows: facts
  private double number(int fact) {
    return handle.getDouble(
        (held, out) -> Native.wald_number(held, fact, 0, out));
  }

  private double[] numbers(int fact) {
    return handle.getDoubles(
        (held, out, capacity, needed) -> Native.wald_numbers(held, fact, 0, out, capacity, needed));
  }

  private String text(long item, int fact) {
    return handle.getStatic(
        (held, out) -> Native.wald_text(held, fact, item, out));
  }

  private String text(int fact) {
    return text(0, fact);
  }

  /**
   * Whether the promise is kept, by the rows so far.
   *
   * @return the fact {@code state}
   */
  public PromiseState state() {
    return PromiseState.of((int) number(Native.WALD_PROMISE_STATE));
  }

  /**
   * The bound of the metric.
   *
   * @return the fact {@code bound}
   */
  public double bound() {
    return number(Native.WALD_PROMISE_BOUND);
  }

  /**
   * Whether the metric is promised to be at least the bound; else at most.
   *
   * @return the fact {@code at_least}
   */
  public boolean atLeast() {
    return number(Native.WALD_PROMISE_AT_LEAST) != 0;
  }

  /**
   * The metric of the rows so far; NaN if none counts.
   *
   * @return the fact {@code value}
   */
  public double value() {
    return number(Native.WALD_PROMISE_VALUE);
  }

  /**
   * The metric is never below this, over all looks, with probability 1 - delta.
   *
   * @return the fact {@code low}
   */
  public double low() {
    return number(Native.WALD_PROMISE_LOW);
  }

  /**
   * The metric is never above this, over all looks, with probability 1 - delta.
   *
   * @return the fact {@code high}
   */
  public double high() {
    return number(Native.WALD_PROMISE_HIGH);
  }

  /**
   * The evidence that the promise is broken; at 1/delta it is called broken.
   *
   * @return the fact {@code evidence}
   */
  public double evidence() {
    return number(Native.WALD_PROMISE_EVIDENCE);
  }

  /**
   * The evidence that the promise is kept; enough at 1/delta.
   *
   * @return the fact {@code evidence_kept}
   */
  public double evidenceKept() {
    return number(Native.WALD_PROMISE_EVIDENCE_KEPT);
  }

  /**
   * How often recent rows were found to break the promise, with {@code averageRun}.
   *
   * @return the fact {@code n_alarms}
   */
  public long nAlarms() {
    return (long) number(Native.WALD_PROMISE_N_ALARMS);
  }

  /**
   * The likeliest row, or time, of the change; NaN if the promise is not called broken, or if that is unknown.
   *
   * @return the fact {@code broken_since}
   */
  public double brokenSince() {
    return number(Native.WALD_PROMISE_BROKEN_SINCE);
  }

  /**
   * The row, or time, at which the promise was called broken.
   *
   * @return the fact {@code broken_at}
   */
  public double brokenAt() {
    return number(Native.WALD_PROMISE_BROKEN_AT);
  }

  /**
   * About this many more labels would prove that the promise is kept, or broken, if the metric stays where it is; rows,
   * if no label is needed. 0 if one of them is proved, infinity if no number would suffice.
   *
   * @return the fact {@code labels_needed}
   */
  public double labelsNeeded() {
    return number(Native.WALD_PROMISE_LABELS_NEEDED);
  }

  /**
   * The number of rows of a weight above 0.
   *
   * @return the fact {@code n_rows}
   */
  public long nRows() {
    return (long) number(Native.WALD_PROMISE_N_ROWS);
  }

  /**
   * The number of these rows whose label was needed and is known.
   *
   * @return the fact {@code n_labels}
   */
  public long nLabels() {
    return (long) number(Native.WALD_PROMISE_N_LABELS);
  }

  /**
   * The number of segments.
   *
   * @return the fact {@code n_segments}
   */
  public long nSegments() {
    return (long) number(Native.WALD_PROMISE_N_SEGMENTS);
  }

  /**
   * Whether the promise is kept in each segment: 0 open, 1 kept, 2 broken.
   *
   * @return the fact {@code segment_state}
   */
  public int[] segmentState() {
    return Slice.wholes(numbers(Native.WALD_PROMISE_SEGMENT_STATE));
  }

  /**
   * The metric of each segment's rows; NaN if none counts.
   *
   * @return the fact {@code segment_value}
   */
  public double[] segmentValue() {
    return numbers(Native.WALD_PROMISE_SEGMENT_VALUE);
  }

  /**
   * The lower limits of the metric; those of all segments hold together.
   *
   * @return the fact {@code segment_low}
   */
  public double[] segmentLow() {
    return numbers(Native.WALD_PROMISE_SEGMENT_LOW);
  }

  /**
   * The upper limits of the metric; those of all segments hold together.
   *
   * @return the fact {@code segment_high}
   */
  public double[] segmentHigh() {
    return numbers(Native.WALD_PROMISE_SEGMENT_HIGH);
  }

  /**
   * The evidence that the promise is broken in each segment, corrected for the number of segments.
   *
   * @return the fact {@code segment_evidence}
   */
  public double[] segmentEvidence() {
    return numbers(Native.WALD_PROMISE_SEGMENT_EVIDENCE);
  }

  /**
   * The likeliest row, or time, of each segment's change; NaN as brokenSince.
   *
   * @return the fact {@code segment_broken_since}
   */
  public double[] segmentBrokenSince() {
    return numbers(Native.WALD_PROMISE_SEGMENT_BROKEN_SINCE);
  }

  /**
   * As labelsNeeded, of each segment.
   *
   * @return the fact {@code segment_labels_needed}
   */
  public double[] segmentLabelsNeeded() {
    return numbers(Native.WALD_PROMISE_SEGMENT_LABELS_NEEDED);
  }

  /**
   * The number of each segment's rows of a weight above 0.
   *
   * @return the fact {@code n_segment_rows}
   */
  public int[] nSegmentRows() {
    return Slice.wholes(numbers(Native.WALD_PROMISE_N_SEGMENT_ROWS));
  }

  /**
   * The promise, with the metric's name in full.
   *
   * @return the fact {@code claim}
   */
  public String claim() {
    return text(Native.WALD_PROMISE_CLAIM);
  }

  /**
   * The name of the metric.
   *
   * @return the fact {@code metric}
   */
  public String metric() {
    return text(Native.WALD_PROMISE_METRIC);
  }

  /**
   * The option of this name.
   *
   * @return the fact {@code delta}
   */
  public double delta() {
    return number(Native.WALD_PROMISE_DELTA);
  }

  /**
   * The option of this name; NaN if it is not set.
   *
   * @return the fact {@code average_run}
   */
  public double averageRun() {
    return number(Native.WALD_PROMISE_AVERAGE_RUN);
  }
  // end of rows

  /** The claim of thresholds, with a bound of the caller's unless that is null. */
  static String claimed(String claim, Double bound) {
    int sign = claim.indexOf('=') - 1;
    if (sign >= 0 && bound == null) {
      return claim;
    }
    if (claim.isEmpty() || bound == null) {
      throw new ArgumentException(
          "the thresholds were chosen without a limit: give a bound of their metric, or create the promise, such as precision>=0.95");
    }
    return (sign >= 0 ? claim.substring(0, sign + 2) : claim + ">=") + bound;
  }

  @Override
  String describe() {
    return String.format(
        Locale.ROOT, "%s: %s, %.6g in [%.6g, %.6g] after %d rows", claim(), state(), value(), low(), high(), nRows());
  }

  // rows: overloads
  /**
   * Adds rows, in an order that does not depend on their labels. A call that fails adds none.
   *
   * @param flagged which rows were flagged
   * @param labels one per row: 1, 0 or {@link Mask#NOT_RATED}; or null if no row has a label
   * @return this
   */
  public Promise feed(Mask flagged, Mask labels) {
    return feed(flagged, labels, null, null, null, null);
  }

  /**
   * Adds rows, in an order that does not depend on their labels. A call that fails adds none.
   *
   * @param flagged which rows were flagged
   * @param labels one per row: 1, 0 or {@link Mask#NOT_RATED}; or null if no row has a label
   * @return this
   */
  public Promise feed(byte[] flagged, byte[] labels) {
    return feed(Mask.of(flagged), Mask.of(labels), null, null, null, null);
  }

  /**
   * Adds rows, in an order that does not depend on their labels. A call that fails adds none.
   *
   * @param flagged which rows were flagged
   * @param labels one per row: 1, 0 or {@link Mask#NOT_RATED}; or null if no row has a label
   * @return this
   */
  public Promise feed(boolean[] flagged, byte[] labels) {
    return feed(Mask.of(flagged), Mask.of(labels), null, null, null, null);
  }
  // end of rows
}
