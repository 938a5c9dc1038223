package org.libwald;

import java.nio.charset.StandardCharsets;

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
public final class Calibration extends Closable {
  private Calibration(long address) {
    super(address, "calibration", Native::wald_calibration_destroy);
  }

  /**
   * Fits a calibration.
   *
   * @param method {@code "platt"} (a logistic regression on the score), {@code "isotonic"} or {@code "beta"}
   * @param scores out of fold, finite
   * @param labels one a score: 0 or 1, both of which occur
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
   * @param weights one a score, finite and at least 0; or null for 1 each
   * @return a calibration
   */
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
   * Reads what {@link #save} wrote, here or in any of the languages.
   *
   * @param text a saved calibration
   * @return a calibration that gives the same bits
   * @throws FormatException for any other text; the text of the exception says what is wrong with it
   */
  public static Calibration load(String text) {
    long[] out = new long[1];
    Native.wald_calibration_load(text.getBytes(StandardCharsets.UTF_8), out);
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
  public double[] probabilities(double... scores) {
    return probabilities(Values.of(scores));
  }

  /**
   * The probabilities that go with scores.
   *
   * @param scores finite
   * @return P(label = 1) for each
   */
  public double[] probabilities(Values scores) {
    double[] out = new double[Math.toIntExact(scores.length)];
    Slice cells = scores.vector(true);
    handle.read(address -> Native.wald_calibration_apply(address, cells, out));
    return out;
  }

  /**
   * The calibration as text: JSON, versioned. Any of the languages can load it.
   *
   * @return what {@link #load} reads
   */
  public String save() {
    return handle.getText(Native::wald_calibration_save);
  }

  @Override
  String describe() {
    return "0 gives " + probability(0);
  }
}
