package org.libwald;

import java.util.Objects;

/**
 * How good decisions are while their labels are missing: the expected value of a metric by chunk of the rows, with bands. It
 * sees no change of P(label | row), which only labels show. Holds native memory, which {@link #close} gives back.
 *
 * <pre>{@code
 * try (Performance performance = Performance.of(precision, truth, probabilities, null, PerformanceOptions.defaults())) {
 *   performance.feed(Table.of(rows), flagged);
 *   double[] low = performance.low();
 * }
 * }</pre>
 */
public final class Performance extends Closable {
  private Performance(long address) {
    super(address, "performance");
  }

  /**
   * No rows yet. Calibration rows calibrate the probabilities, and their bootstrap widens the bands.
   *
   * @param metric one of the library's own, or a table
   * @param calibrationTruth labels of the calibration rows; or null for none: probabilities are taken as they are
   * @param calibrationProbabilities the same model's probabilities of these rows; or null for none
   * @param calibrationWeights one per calibration row; or null for 1 each
   * @param options how performance is estimated
   * @return the object
   */
  public static Performance of(
      Metric metric,
      Mask calibrationTruth,
      Table calibrationProbabilities,
      Values calibrationWeights,
      PerformanceOptions options) {
    Objects.requireNonNull(metric, "metric").refuseFunction();
    Slice truth = calibrationTruth == null ? null : calibrationTruth.slice(false);
    Slice known = calibrationProbabilities == null ? null : calibrationProbabilities.slice(false);
    Slice weights =
        calibrationTruth == null
            ? null
            : Values.each("calibration_weights", calibrationWeights, calibrationTruth.rows, false);
    long[] out = new long[1];
    long held = metric.handle.acquire();
    try {
      NativeOptions.read(
          options, settings -> Native.wald_performance_create(held, truth, known, weights, settings, out));
    } finally {
      metric.handle.release();
    }
    return new Performance(out[0]);
  }

  /**
   * No rows yet; probabilities are taken as they are.
   *
   * @param metric one of the library's own, or a table
   * @param options how performance is estimated
   * @return the object
   */
  public static Performance of(Metric metric, PerformanceOptions options) {
    return of(metric, null, null, null, options);
  }

  /**
   * Adds the estimates of rows: one chunk, or several by chunkRows. A call that fails adds none.
   *
   * @param probabilities one row per instance, one column per label
   * @param flagged of the same shape: what was decided
   * @param labels of the same shape: 0, 1 or, in a whole row, {@link Mask#NOT_RATED}; or null if none is known
   * @param labelProbabilities one per row, with labels: the probability with which they were asked for, known
   *     in advance; or null without labels
   * @param weights one per row; or null for 1 each
   * @param segments one per row, from 0; or null if there are none
   * @return this
   */
  // also: without labels, without labelProbabilities, without weights, without segments
  public Performance feed(
      Table probabilities, Mask flagged, Mask labels, Values labelProbabilities, Values weights, long[] segments) {
    Slice cells = probabilities.slice(false);
    Slice decided = flagged.slice(false);
    Slice known = labels == null ? null : labels.slice(false);
    Slice drawn = Values.each("label_probabilities", labelProbabilities, probabilities.rows, false);
    Slice weighed = Values.each("weights", weights, probabilities.rows, false);
    Slice parts = segments == null ? null : Slice.of(segments, false);
    handle.change(address -> Native.wald_performance_feed(address, cells, decided, known, drawn, weighed, parts));
    return this;
  }

  // rows: object
  /**
   * Back to no rows; the calibration stays.
   *
   * @return this
   */
  public Performance clear() {
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
   * The number of chunks.
   *
   * @return the fact {@code n_chunks}
   */
  public long nChunks() {
    return (long) number(Native.WALD_PERFORMANCE_N_CHUNKS);
  }

  /**
   * The number of segments.
   *
   * @return the fact {@code n_segments}
   */
  public long nSegments() {
    return (long) number(Native.WALD_PERFORMANCE_N_SEGMENTS);
  }

  /**
   * The estimated metric of each chunk; NaN if no row counts.
   *
   * @return the fact {@code value}
   */
  public double[] value() {
    return numbers(Native.WALD_PERFORMANCE_VALUE);
  }

  /**
   * The lower ends of the bands.
   *
   * @return the fact {@code low}
   */
  public double[] low() {
    return numbers(Native.WALD_PERFORMANCE_LOW);
  }

  /**
   * The upper ends of the bands.
   *
   * @return the fact {@code high}
   */
  public double[] high() {
    return numbers(Native.WALD_PERFORMANCE_HIGH);
  }

  /**
   * The standard deviation that the band is made of: of labels and calibration together.
   *
   * @return the fact {@code standard_error}
   */
  public double[] standardError() {
    return numbers(Native.WALD_PERFORMANCE_STANDARD_ERROR);
  }

  /**
   * The standard error that the calibration alone causes; 0 without calibration rows.
   *
   * @return the fact {@code calibration_error}
   */
  public double[] calibrationError() {
    return numbers(Native.WALD_PERFORMANCE_CALIBRATION_ERROR);
  }

  /**
   * The number of rows of a weight above 0 in each chunk.
   *
   * @return the fact {@code n_rows}
   */
  public int[] nRows() {
    return Slice.wholes(numbers(Native.WALD_PERFORMANCE_N_ROWS));
  }

  /**
   * The number of these rows whose labels are known.
   *
   * @return the fact {@code n_labels}
   */
  public int[] nLabels() {
    return Slice.wholes(numbers(Native.WALD_PERFORMANCE_N_LABELS));
  }

  /**
   * The estimated metric of each segment of each chunk, by chunk and then segment; NaN if no row counts.
   *
   * @return the fact {@code segment_value}
   */
  public double[] segmentValue() {
    return numbers(Native.WALD_PERFORMANCE_SEGMENT_VALUE);
  }

  /**
   * The lower ends of the bands of segments.
   *
   * @return the fact {@code segment_low}
   */
  public double[] segmentLow() {
    return numbers(Native.WALD_PERFORMANCE_SEGMENT_LOW);
  }

  /**
   * The upper ends of the bands of segments.
   *
   * @return the fact {@code segment_high}
   */
  public double[] segmentHigh() {
    return numbers(Native.WALD_PERFORMANCE_SEGMENT_HIGH);
  }

  /**
   * The number of rows of a weight above 0 of each segment in each chunk.
   *
   * @return the fact {@code n_segment_rows}
   */
  public int[] nSegmentRows() {
    return Slice.wholes(numbers(Native.WALD_PERFORMANCE_N_SEGMENT_ROWS));
  }

  /**
   * The name of the metric.
   *
   * @return the fact {@code metric}
   */
  public String metric() {
    return text(Native.WALD_PERFORMANCE_METRIC);
  }
  // end of rows

  @Override
  String describe() {
    return metric() + " of " + nChunks() + " chunks";
  }

  // rows: overloads
  /**
   * Adds the estimates of rows: one chunk, or several by chunkRows. A call that fails adds none.
   *
   * @param probabilities one row per instance, one column per label
   * @param flagged of the same shape: what was decided
   * @return this
   */
  public Performance feed(Table probabilities, Mask flagged) {
    return feed(probabilities, flagged, null, null, null, null);
  }
  // end of rows
}
