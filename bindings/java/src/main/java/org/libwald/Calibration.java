package org.libwald;

import java.io.IOException;
import java.nio.file.Path;

/**
 * From the scores of a binary classifier to probabilities. Fitted to scores that come from models which had not seen
 * their rows, or loaded. Immutable, and used by any number of threads at once. Holds native memory, which {@link
 * #close} gives back.
 *
 * <pre>{@code
 * try (Calibration platt = Calibration.fit("platt", scores, labels)) {
 *   double p = platt.probability(1.7);
 * }
 * }</pre>
 */
@SuppressWarnings("serial") // what is written is a SavedBytes
public final class Calibration extends Saved {
  private Calibration(long address) {
    super(address, "calibration", Native::wald_calibration_destroy, Native::wald_calibration_save);
  }

  /**
   * Fits a calibration to weighted scores.
   *
   * @param method {@code "platt"} (a logistic regression on the score), {@code "isotonic"} or {@code "beta"}
   * @param scores out of fold, finite
   * @param labels one a score, as one row or one column: 0 or 1, both of which occur
   * @param weights one a score, finite and at least 0; or null for 1 each
   * @return a calibration
   */
  // also: scores as double[], labels as byte... | int[] | boolean[], without weights
  public static Calibration fit(String method, Values scores, Mask labels, Values weights) {
    Mask column = labels.asColumn("labels", scores.length);
    long[] out = new long[1];
    Native.wald_calibration_fit(
        Texts.name(method, "method"),
        scores.vector(false),
        column.slice(false),
        Values.each("weights", weights, scores.length, false),
        out);
    return new Calibration(out[0]);
  }

  /**
   * The probability that goes with a score.
   *
   * @param score finite
   * @return P(label = 1)
   */
  public double probability(double score) {
    return probabilities(score)[0];
  }

  /**
   * The probabilities that go with scores.
   *
   * @param scores finite
   * @return P(label = 1) for each
   */
  // also: scores as double...
  public double[] probabilities(Values scores) {
    double[] out = new double[Math.toIntExact(scores.length)];
    Slice cells = scores.vector(true);
    handle.read(address -> Native.wald_calibration_apply(address, cells, out));
    return out;
  }

  // rows: object
  /**
   * Reads what {@link #save()} wrote, here or in any of the languages.
   *
   * @param text what was saved
   * @return a calibration that says the same, to the same bits
   * @throws FormatException for any other text; the text of the exception says what is wrong with it
   */
  public static Calibration load(String text) {
    return new Calibration(load(text, Native::wald_calibration_load));
  }

  /**
   * Reads what {@link #toBytes()} gave, here or in any of the languages, or a text in UTF-8.
   *
   * @param saved what was saved
   * @return a calibration that says the same, to the same bits
   * @throws FormatException for any other bytes; the text of the exception says what is wrong with it
   */
  public static Calibration load(byte[] saved) {
    return new Calibration(load(saved, Native::wald_calibration_load));
  }

  /**
   * Reads a file that {@link #save(Path)} wrote, here or in any of the languages.
   *
   * @param file the file
   * @return a calibration that says the same, to the same bits
   * @throws IOException where the file cannot be read
   * @throws FormatException where it holds anything else; the text of the exception says what is wrong with it
   */
  public static Calibration load(Path file) throws IOException {
    return new Calibration(load(file, Native::wald_calibration_load));
  }
  // end of rows

  // rows: overloads
  /**
   * Fits a calibration to weighted scores.
   *
   * @param method {@code "platt"} (a logistic regression on the score), {@code "isotonic"} or {@code "beta"}
   * @param scores out of fold, finite
   * @param labels one a score, as one row or one column: 0 or 1, both of which occur
   * @return a calibration
   */
  public static Calibration fit(String method, double[] scores, byte... labels) {
    return fit(method, Values.of(scores), Mask.of(labels), null);
  }

  /**
   * Fits a calibration to weighted scores.
   *
   * @param method {@code "platt"} (a logistic regression on the score), {@code "isotonic"} or {@code "beta"}
   * @param scores out of fold, finite
   * @param labels one a score, as one row or one column: 0 or 1, both of which occur
   * @return a calibration
   */
  public static Calibration fit(String method, double[] scores, int[] labels) {
    return fit(method, Values.of(scores), Mask.of(labels), null);
  }

  /**
   * Fits a calibration to weighted scores.
   *
   * @param method {@code "platt"} (a logistic regression on the score), {@code "isotonic"} or {@code "beta"}
   * @param scores out of fold, finite
   * @param labels one a score, as one row or one column: 0 or 1, both of which occur
   * @return a calibration
   */
  public static Calibration fit(String method, double[] scores, boolean[] labels) {
    return fit(method, Values.of(scores), Mask.of(labels), null);
  }

  /**
   * The probabilities that go with scores.
   *
   * @param scores finite
   * @return P(label = 1) for each
   */
  public double[] probabilities(double... scores) {
    return probabilities(Values.of(scores));
  }
  // end of rows

  @Override
  String describe() {
    return "0 gives " + probability(0);
  }
}
