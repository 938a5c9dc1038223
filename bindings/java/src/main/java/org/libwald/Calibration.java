package org.libwald;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Calibrated probabilities, from the probabilities or the scores of a classifier. Fitted to rows that the
 * classifier had not seen, or loaded; it takes what it was fitted to. Immutable, and used by any number of threads at
 * once. Holds native memory, which {@link #close} gives back.
 *
 * <pre>{@code
 * try (Calibration platt = Calibration.fit("platt", truth, probabilities)) {
 *   double p = platt.probability(0.7);
 * }
 * }</pre>
 */
@SuppressWarnings("serial") // what is written is a SavedBytes
public final class Calibration extends Saved {
  private Calibration(long address) {
    super(address, "calibration");
  }

  /**
   * Fits a calibration to weighted probabilities.
   *
   * @param method {@code "platt"} (a logistic regression on the log-odds, clipped to [-40, 40]), {@code "isotonic"},
   *     {@code "beta"} (a logistic regression on ln p and -ln(1 - p)) or {@code "temperature"} (the log-odds times one
   *     number)
   * @param truth one per probability, as one row or one column: 0 or 1, both of which occur
   * @param probabilities P(label = 1) out of fold, each in [0, 1]
   * @param weights one per probability, finite and at least 0; or null for 1 each
   * @return a calibration of probabilities
   */
  // also: truth as byte[] | int[] | boolean[], probabilities as double..., without weights
  public static Calibration fit(String method, Mask truth, Values probabilities, Values weights) {
    return fitted(method, Native.WALD_CALIBRATION_INPUT_PROBABILITIES, truth, probabilities, weights);
  }

  /**
   * Fits a calibration to weighted scores, such as log-odds.
   *
   * @param method {@code "platt"} (a logistic regression on the score), {@code "isotonic"}, {@code "beta"} (on the
   *     sigmoid of the score) or {@code "temperature"} (the score times one number)
   * @param truth one per score, as one row or one column: 0 or 1, both of which occur
   * @param scores out of fold, finite; the higher, the likelier is 1
   * @param weights one per score, finite and at least 0; or null for 1 each
   * @return a calibration of scores
   */
  // also: truth as byte[] | int[] | boolean[], scores as double..., without weights
  public static Calibration fitScores(String method, Mask truth, Values scores, Values weights) {
    return fitted(method, Native.WALD_CALIBRATION_INPUT_SCORES, truth, scores, weights);
  }

  /**
   * Fits a calibration to weighted probabilities of exclusive classes.
   *
   * @param method {@code "temperature"} (the logits times one number, by maximum likelihood), {@code "vector"} (a slope
   *     of at least 0 and an intercept per class on ln p), {@code "platt"} (one slope, an intercept per class), or, of
   *     each class against the rest, {@code "isotonic"} or {@code "beta"}
   * @param classes one per row: the column of its class; each class occurs, except for {@code "temperature"}
   * @param probabilities one column per class, which sum to 1 in each row, out of fold
   * @param weights one per row, finite and at least 0; or null for 1 each
   * @return a calibration of probabilities of classes
   */
  public static Calibration fitClasses(String method, int[] classes, Table probabilities, Values weights) {
    return fitted(method, Native.WALD_CALIBRATION_INPUT_PROBABILITIES, classes, probabilities, weights);
  }

  /**
   * Fits a calibration to weighted logits of exclusive classes.
   *
   * @param method as for {@link #fitClasses}
   * @param classes one per row: the column of its class; each class occurs, except for {@code "temperature"}
   * @param scores one column per class, finite, out of fold
   * @param weights one per row, finite and at least 0; or null for 1 each
   * @return a calibration of scores of classes
   */
  public static Calibration fitClassScores(String method, int[] classes, Table scores, Values weights) {
    return fitted(method, Native.WALD_CALIBRATION_INPUT_SCORES, classes, scores, weights);
  }

  private static Calibration fitted(String method, int input, int[] classes, Table values, Values weights) {
    long[] out = new long[1];
    Native.wald_calibration_fit(
        Texts.name(method, "method"),
        input,
        Slice.of(Arrays.stream(classes).asLongStream().toArray(), false),
        values.slice(false),
        Values.each("weights", weights, values.rows, false),
        out);
    return new Calibration(out[0]);
  }

  private static Calibration fitted(String method, int input, Mask truth, Values values, Values weights) {
    Mask column = truth.asColumn("truth", values.length);
    long[] out = new long[1];
    Native.wald_calibration_fit(
        Texts.name(method, "method"),
        input,
        column.slice(false),
        values.vector(false),
        Values.each("weights", weights, values.length, false),
        out);
    return new Calibration(out[0]);
  }

  /**
   * Whether it was fitted to scores, and takes scores.
   *
   * @return false if it takes probabilities
   */
  public boolean takesScores() {
    double input = handle.getDouble((held, out) -> Native.wald_number(held, Native.WALD_CALIBRATION_INPUT, 0, out));
    return input == Native.WALD_CALIBRATION_INPUT_SCORES;
  }

  /**
   * The calibrated probability that goes with a probability.
   *
   * @param probability in [0, 1]
   * @return P(label = 1)
   * @throws ArgumentException if the calibration was fitted to scores
   */
  public double probability(double probability) {
    return probabilities(probability)[0];
  }

  /**
   * The calibrated probabilities that go with probabilities.
   *
   * @param probabilities each in [0, 1]
   * @return P(label = 1) for each
   * @throws ArgumentException if the calibration was fitted to scores
   */
  // also: probabilities as double...
  public double[] probabilities(Values probabilities) {
    return applied(Native.WALD_CALIBRATION_INPUT_PROBABILITIES, probabilities);
  }

  /**
   * The probability that goes with a score.
   *
   * @param score finite
   * @return P(label = 1)
   * @throws ArgumentException if the calibration was fitted to probabilities
   */
  public double probabilityOfScore(double score) {
    return probabilitiesOfScores(score)[0];
  }

  /**
   * The probabilities that go with scores.
   *
   * @param scores finite
   * @return P(label = 1) for each
   * @throws ArgumentException if the calibration was fitted to probabilities
   */
  // also: scores as double...
  public double[] probabilitiesOfScores(Values scores) {
    return applied(Native.WALD_CALIBRATION_INPUT_SCORES, scores);
  }

  /**
   * The calibrated probabilities of classes.
   *
   * @param probabilities one column per class, which sum to 1 in each row
   * @return one row of probabilities for each
   * @throws ArgumentException if the calibration was not fitted to that many classes, or to scores
   */
  public double[][] classProbabilities(Table probabilities) {
    return applied(Native.WALD_CALIBRATION_INPUT_PROBABILITIES, probabilities);
  }

  /**
   * The probabilities of classes that go with logits.
   *
   * @param scores one column per class, finite
   * @return one row of probabilities for each
   * @throws ArgumentException if the calibration was not fitted to that many classes, or to probabilities
   */
  public double[][] classProbabilitiesOfScores(Table scores) {
    return applied(Native.WALD_CALIBRATION_INPUT_SCORES, scores);
  }

  /**
   * The number of classes.
   *
   * @return 0 if it takes one probability or score per row
   */
  public int classCount() {
    return (int) handle.getDouble((held, out) -> Native.wald_number(held, Native.WALD_CALIBRATION_N_CLASSES, 0, out));
  }

  /**
   * What log-odds or logits are divided by.
   *
   * @return above 1 for an overconfident model; NaN for other methods than {@code "temperature"}
   */
  public double temperature() {
    return handle.getDouble((held, out) -> Native.wald_number(held, Native.WALD_CALIBRATION_TEMPERATURE, 0, out));
  }

  private double[][] applied(int input, Table values) {
    double[] out = new double[Math.toIntExact(Math.multiplyExact(values.rows, values.labels))];
    Slice cells = values.slice(true);
    handle.read(address -> Native.wald_calibration_apply(address, input, cells, out));
    return Slice.rows(out, Math.toIntExact(values.rows), Math.toIntExact(values.labels));
  }

  private double[] applied(int input, Values values) {
    double[] out = new double[Math.toIntExact(values.length)];
    Slice cells = values.vector(true);
    handle.read(address -> Native.wald_calibration_apply(address, input, cells, out));
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
    return new Calibration(load(text, (state, out) -> Native.wald_load(Native.WALD_OBJECT_CALIBRATION, state, out)));
  }

  /**
   * Reads what {@link #toBytes()} gave, here or in any of the languages, or a text in UTF-8.
   *
   * @param saved what was saved
   * @return a calibration that says the same, to the same bits
   * @throws FormatException for any other bytes; the text of the exception says what is wrong with it
   */
  public static Calibration load(byte[] saved) {
    return new Calibration(load(saved, (state, out) -> Native.wald_load(Native.WALD_OBJECT_CALIBRATION, state, out)));
  }

  /**
   * Reads what {@link #save(Path)} wrote or {@link #toBytes()} gave, to the end of a stream, which stays open.
   *
   * @param stream what was saved
   * @return a calibration that says the same, to the same bits
   * @throws java.io.IOException if the stream cannot be read
   * @throws FormatException for anything else; the text of the exception says what is wrong with it
   */
  public static Calibration load(java.io.InputStream stream) throws IOException {
    return load(stream.readAllBytes());
  }

  /**
   * Reads a file that {@link #save(Path)} wrote, here or in any of the languages.
   *
   * @param file the file
   * @return a calibration that says the same, to the same bits
   * @throws IOException if the file cannot be read
   * @throws FormatException where it holds anything else; the text of the exception says what is wrong with it
   */
  public static Calibration load(Path file) throws IOException {
    return new Calibration(load(file, (state, out) -> Native.wald_load(Native.WALD_OBJECT_CALIBRATION, state, out)));
  }

  /**
   * Probabilities that hold at one prior, moved exactly to another. A label's odds are multiplied by the ratio of its
   * prior odds; exclusive classes and "none of them" by the ratios of their priors, and normalised (Saerens et al.
   * 2002, eq. 4).
   *
   * @param kind {@link Kind#INDEPENDENT} or {@link Kind#CATEGORICAL}
   * @param probabilities one column per label, in [0, 1]
   * @param trainingPrior one number per label, in (0, 1): its share of the rows where the probabilities hold
   * @param prior one number per label, in [0, 1]: its share where they are to hold
   * @return of the shape of {@code probabilities}
   */
  public static double[][] adapt(Kind kind, Table probabilities, Values trainingPrior, Values prior) {
    Slice probabilitiesCells = probabilities.slice(probabilities.isSmall());
    Slice trainingPriorCells = trainingPrior.vector(true);
    Slice priorCells = prior.vector(true);
    double[] out = new double[Math.toIntExact(Math.multiplyExact(probabilities.rows, probabilities.labels))];
    Native.wald_calibration_adapt(kind.value, probabilitiesCells, trainingPriorCells, priorCells, out);
    return Slice.rows(out, Math.toIntExact(probabilities.rows), Math.toIntExact(probabilities.labels));
  }

  /**
   * Probabilities that hold at one prior, moved exactly to another. A label's odds are multiplied by the ratio of its
   * prior odds; exclusive classes and "none of them" by the ratios of their priors, and normalised (Saerens et al.
   * 2002, eq. 4).
   *
   * @param kind {@link Kind#INDEPENDENT} or {@link Kind#CATEGORICAL}
   * @param probabilities one column per label, in [0, 1]
   * @param trainingPrior one number per label, in (0, 1): its share of the rows where the probabilities hold
   * @param prior one number per label, in [0, 1]: its share where they are to hold
   * @return of the shape of {@code probabilities}
   */
  public static double[][] adapt(Kind kind, double[][] probabilities, double[] trainingPrior, double... prior) {
    return adapt(kind, Table.of(probabilities), Values.of(trainingPrior), Values.of(prior));
  }
  // end of rows

  // rows: overloads
  /**
   * Fits a calibration to weighted probabilities.
   *
   * @param method {@code "platt"} (a logistic regression on the log-odds, clipped to [-40, 40]), {@code "isotonic"},
   *     {@code "beta"} (a logistic regression on ln p and -ln(1 - p)) or {@code "temperature"} (the log-odds times one
   *     number)
   * @param truth one per probability, as one row or one column: 0 or 1, both of which occur
   * @param probabilities P(label = 1) out of fold, each in [0, 1]
   * @return a calibration of probabilities
   */
  public static Calibration fit(String method, byte[] truth, double... probabilities) {
    return fit(method, Mask.of(truth), Values.of(probabilities), null);
  }

  /**
   * Fits a calibration to weighted probabilities.
   *
   * @param method {@code "platt"} (a logistic regression on the log-odds, clipped to [-40, 40]), {@code "isotonic"},
   *     {@code "beta"} (a logistic regression on ln p and -ln(1 - p)) or {@code "temperature"} (the log-odds times one
   *     number)
   * @param truth one per probability, as one row or one column: 0 or 1, both of which occur
   * @param probabilities P(label = 1) out of fold, each in [0, 1]
   * @return a calibration of probabilities
   */
  public static Calibration fit(String method, int[] truth, double... probabilities) {
    return fit(method, Mask.of(truth), Values.of(probabilities), null);
  }

  /**
   * Fits a calibration to weighted probabilities.
   *
   * @param method {@code "platt"} (a logistic regression on the log-odds, clipped to [-40, 40]), {@code "isotonic"},
   *     {@code "beta"} (a logistic regression on ln p and -ln(1 - p)) or {@code "temperature"} (the log-odds times one
   *     number)
   * @param truth one per probability, as one row or one column: 0 or 1, both of which occur
   * @param probabilities P(label = 1) out of fold, each in [0, 1]
   * @return a calibration of probabilities
   */
  public static Calibration fit(String method, boolean[] truth, double... probabilities) {
    return fit(method, Mask.of(truth), Values.of(probabilities), null);
  }

  /**
   * Fits a calibration to weighted scores, such as log-odds.
   *
   * @param method {@code "platt"} (a logistic regression on the score), {@code "isotonic"}, {@code "beta"} (on the
   *     sigmoid of the score) or {@code "temperature"} (the score times one number)
   * @param truth one per score, as one row or one column: 0 or 1, both of which occur
   * @param scores out of fold, finite; the higher, the likelier is 1
   * @return a calibration of scores
   */
  public static Calibration fitScores(String method, byte[] truth, double... scores) {
    return fitScores(method, Mask.of(truth), Values.of(scores), null);
  }

  /**
   * Fits a calibration to weighted scores, such as log-odds.
   *
   * @param method {@code "platt"} (a logistic regression on the score), {@code "isotonic"}, {@code "beta"} (on the
   *     sigmoid of the score) or {@code "temperature"} (the score times one number)
   * @param truth one per score, as one row or one column: 0 or 1, both of which occur
   * @param scores out of fold, finite; the higher, the likelier is 1
   * @return a calibration of scores
   */
  public static Calibration fitScores(String method, int[] truth, double... scores) {
    return fitScores(method, Mask.of(truth), Values.of(scores), null);
  }

  /**
   * Fits a calibration to weighted scores, such as log-odds.
   *
   * @param method {@code "platt"} (a logistic regression on the score), {@code "isotonic"}, {@code "beta"} (on the
   *     sigmoid of the score) or {@code "temperature"} (the score times one number)
   * @param truth one per score, as one row or one column: 0 or 1, both of which occur
   * @param scores out of fold, finite; the higher, the likelier is 1
   * @return a calibration of scores
   */
  public static Calibration fitScores(String method, boolean[] truth, double... scores) {
    return fitScores(method, Mask.of(truth), Values.of(scores), null);
  }

  /**
   * The calibrated probabilities that go with probabilities.
   *
   * @param probabilities each in [0, 1]
   * @return P(label = 1) for each
   * @throws ArgumentException if the calibration was fitted to scores
   */
  public double[] probabilities(double... probabilities) {
    return probabilities(Values.of(probabilities));
  }

  /**
   * The probabilities that go with scores.
   *
   * @param scores finite
   * @return P(label = 1) for each
   * @throws ArgumentException if the calibration was fitted to probabilities
   */
  public double[] probabilitiesOfScores(double... scores) {
    return probabilitiesOfScores(Values.of(scores));
  }
  // end of rows

  @Override
  String describe() {
    return takesScores() ? "score 0 gives " + probabilityOfScore(0) : "0.5 gives " + probability(0.5);
  }
}
