package org.libwald;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;

/**
 * Rows with the answer, confidence and cost of every stage of a model cascade, and the truth of some of them:
 * a {@link Route} is chosen on them. Stages go from the cheap one to the expensive one, counted from 0. Rows are fed in parts,
 * merged, saved and loaded; the pieces do not show. Many threads may choose from it at once; feeding it, merging into it,
 * asking for labels and giving them need that no other call uses it, and throw {@link IllegalStateException} if one
 * does. Holds native memory, which {@link #close} gives back.
 *
 * <pre>{@code
 * try (Stages stages = Stages.of(2).feed(StageRows.of(confidences).answers(answers).truth(truth).costs(1, 20));
 *     Route route = Route.choose(stages, RouteOptions.builder().minQuality(0.97).build())) {
 *   int[] answering = route.apply(more);
 * }
 * }</pre>
 */
@SuppressWarnings("serial") // what is written is a SavedBytes
public final class Stages extends Saved {
  private Stages(long address) {
    super(address, "stages");
  }

  // rows: methods
  /**
   * No rows yet.
   *
   * @param nStages in [2, 12]
   * @return the stages
   */
  public static Stages of(long nStages) {
    long[] out = new long[1];
    Native.wald_stages_create(nStages, out);
    return new Stages(out[0]);
  }
  // end of rows

  /**
   * Adds rows. A call that fails adds none.
   *
   * @param rows what is known of them
   * @return this
   */
  public Stages feed(StageRows rows) {
    rows.feed(handle);
    return this;
  }

  /**
   * A copy that is fed on its own.
   *
   * @return another one
   */
  public Stages copy() {
    return load(toBytes());
  }

  // rows: object
  /**
   * Reads what {@link #save()} wrote, here or in any of the languages.
   *
   * @param text what was saved
   * @return rows that says the same, to the same bits
   * @throws FormatException for any other text; the text of the exception says what is wrong with it
   */
  public static Stages load(String text) {
    return new Stages(load(text, (state, out) -> Native.wald_load(Native.WALD_OBJECT_STAGES, state, out)));
  }

  /**
   * Reads what {@link #toBytes()} gave, here or in any of the languages, or a text in UTF-8.
   *
   * @param saved what was saved
   * @return rows that says the same, to the same bits
   * @throws FormatException for any other bytes; the text of the exception says what is wrong with it
   */
  public static Stages load(byte[] saved) {
    return new Stages(load(saved, (state, out) -> Native.wald_load(Native.WALD_OBJECT_STAGES, state, out)));
  }

  /**
   * Reads what {@link #save(Path)} wrote or {@link #toBytes()} gave, to the end of a stream, which stays open.
   *
   * @param stream what was saved
   * @return rows that says the same, to the same bits
   * @throws java.io.IOException if the stream cannot be read
   * @throws FormatException for anything else; the text of the exception says what is wrong with it
   */
  public static Stages load(java.io.InputStream stream) throws IOException {
    return load(stream.readAllBytes());
  }

  /**
   * Reads a file that {@link #save(Path)} wrote, here or in any of the languages.
   *
   * @param file the file
   * @return rows that says the same, to the same bits
   * @throws IOException if the file cannot be read
   * @throws FormatException where it holds anything else; the text of the exception says what is wrong with it
   */
  public static Stages load(Path file) throws IOException {
    return new Stages(load(file, (state, out) -> Native.wald_load(Native.WALD_OBJECT_STAGES, state, out)));
  }

  /**
   * Adds the rows of {@code other}, which has the same number of stages and the same columns.
   *
   * @param other what is added; it stays as it is
   * @return this
   */
  public Stages merge(Stages other) {
    handle.merge(other.handle, Native::wald_merge);
    return this;
  }
  // end of rows

  // ---- Labels -------------------------------------------------------------------------------------------------------

  /**
   * The rows to label next, about as many as {@link RouteOptions.Builder#batchSize labels} says. They are drawn with
   * probabilities that these rows keep. The first ones are the pilot of every certificate to come.
   *
   * @param options those that a certificate is to be asked for with
   * @return rows counted from 0, ascending; none if all rows were considered
   */
  // also: without options
  public long[] ask(RouteOptions options) {
    long[][] rows = new long[1][];
    NativeOptions.read(
        options,
        settings ->
            handle.change(
                address -> {
                  long[] needed = new long[1];
                  Native.wald_stages_ask(address, settings, null, 0, needed);
                  long[] out = new long[Math.toIntExact(needed[0])];
                  Native.wald_stages_ask(address, settings, out, out.length, needed);
                  rows[0] = Arrays.copyOf(out, (int) needed[0]);
                }));
    return rows[0];
  }

  /**
   * Takes the labels of rows that were asked for. All must have theirs before a route is chosen.
   *
   * @param rows some of those that {@link #ask} gave
   * @param truth the class of each
   * @return this
   */
  public Stages label(long[] rows, int... truth) {
    Slice.checkLength("truth", truth.length, rows.length);
    return label(rows, Slice.of(truth, true), null);
  }

  /**
   * Takes the labels of rows that were asked for, where rows say what is right and have no answers.
   *
   * @param rows some of those that {@link #ask} gave
   * @param right how right each stage is, a row for each of them
   * @return this
   */
  // also: right as double[][]
  public Stages label(long[] rows, Table right) {
    return label(rows, null, right.slice(true));
  }

  private Stages label(long[] rows, Slice truth, Slice right) {
    Slice of = Slice.of(Objects.requireNonNull(rows, "rows"), true);
    handle.change(address -> Native.wald_stages_label(address, of, truth, right));
    return this;
  }

  // ---- What is known ------------------------------------------------------------------------------------------------

  // rows: facts
  private double number(int fact) {
    return handle.getDouble(
        (held, out) -> Native.wald_number(held, fact, 0, out));
  }

  /**
   * The number of rows.
   *
   * @return the fact {@code n_rows}
   */
  public long nRows() {
    return (long) number(Native.WALD_STAGES_N_ROWS);
  }

  /**
   * The number of stages.
   *
   * @return the fact {@code n_stages}
   */
  public int nStages() {
    return (int) number(Native.WALD_STAGES_N_STAGES);
  }

  /**
   * The number of rows that are labelled.
   *
   * @return the fact {@code n_labelled}
   */
  public long nLabelled() {
    return (long) number(Native.WALD_STAGES_N_LABELLED);
  }

  /**
   * The number of rows that could have been drawn to be labelled.
   *
   * @return the fact {@code n_considered}
   */
  public long nConsidered() {
    return (long) number(Native.WALD_STAGES_N_CONSIDERED);
  }

  /**
   * The number of requested rows that have no label yet.
   *
   * @return the fact {@code n_waiting}
   */
  public long nWaiting() {
    return (long) number(Native.WALD_STAGES_N_WAITING);
  }

  /**
   * How often rows to label were requested.
   *
   * @return the fact {@code n_batches}
   */
  public long nBatches() {
    return (long) number(Native.WALD_STAGES_N_BATCHES);
  }

  /**
   * 1 more than the largest class answered; 0 if only {@code right} was fed.
   *
   * @return the fact {@code n_classes}
   */
  public int nClasses() {
    return (int) number(Native.WALD_STAGES_N_CLASSES);
  }

  /**
   * 1 more than the largest segment.
   *
   * @return the fact {@code n_segments}
   */
  public int nSegments() {
    return (int) number(Native.WALD_STAGES_N_SEGMENTS);
  }
  // end of rows

  // rows: overloads
  /**
   * The rows to label next, about as many as {@link RouteOptions.Builder#batchSize labels} says. They are drawn with
   * probabilities that these rows keep. The first ones are the pilot of every certificate to come. With the {@linkplain
   * RouteOptions#defaults defaults} of all options.
   *
   * @return rows counted from 0, ascending; none if all rows were considered
   */
  public long[] ask() {
    return ask(RouteOptions.defaults());
  }

  /**
   * Takes the labels of rows that were asked for, where rows say what is right and have no answers.
   *
   * @param rows some of those that {@link #ask} gave
   * @param right how right each stage is, a row for each of them
   * @return this
   */
  public Stages label(long[] rows, double[][] right) {
    return label(rows, Table.of(right));
  }
  // end of rows

  @Override
  String describe() {
    return nRows() + " rows of " + nStages() + " stages, " + nLabelled() + " labelled";
  }
}
