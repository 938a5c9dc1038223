package org.libwald;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;

/**
 * A page about the gain of deciding for a metric: HTML with pictures that needs nothing else. First it is said what
 * the page is about; then {@link #write} makes it:
 *
 * <pre>{@code
 * Report.of(Metric.of("f1"), truth, probabilities).title("Model 7").write(Path.of("report.html"));
 * }</pre>
 *
 * Not to be changed by several threads at once.
 */
public final class Report {
  private final Metric metric;
  private final Mask truth;
  private final Table probabilities;
  private Table compared;
  private Values weights;
  private long[] groups;
  private DecisionOptions options = DecisionOptions.defaults();
  private String title = "";
  private String nameOfA = "";
  private String nameOfB = "";
  private String[] labels = {};

  private Report(Metric metric, Mask truth, Table probabilities) {
    this.metric = Objects.requireNonNull(metric, "metric");
    this.truth = Objects.requireNonNull(truth, "truth");
    this.probabilities = Objects.requireNonNull(probabilities, "probabilities");
    Slice.checkShape("truth", truth.rows, truth.labels, "probabilities", probabilities.rows, probabilities.labels);
  }

  /**
   * A report on one system.
   *
   * @param metric what decisions are judged by
   * @param truth what was true
   * @param probabilities of the labels, of the same shape
   * @return the report, of which more can be said
   */
  public static Report of(Metric metric, Mask truth, Table probabilities) {
    return new Report(metric, truth, probabilities);
  }

  /**
   * Compares with a second system, B.
   *
   * @param others B's probabilities, of the same shape
   * @return this
   */
  public Report compare(Table others) {
    Slice.checkShape("truth", truth.rows, truth.labels, "compared", others.rows, others.labels);
    compared = others;
    return this;
  }

  /**
   * The title of the page.
   *
   * @param text any text
   * @return this
   */
  public Report title(String text) {
    title = Objects.requireNonNull(text, "text");
    return this;
  }

  /**
   * What the systems are called.
   *
   * @param a the first
   * @param b the one that it is compared with
   * @return this
   */
  public Report systems(String a, String b) {
    nameOfA = Objects.requireNonNull(a, "a");
    nameOfB = Objects.requireNonNull(b, "b");
    return this;
  }

  /**
   * What the labels are called.
   *
   * @param names one for each
   * @return this
   */
  public Report labels(String... names) {
    if (names.length != truth.labels) {
      throw new ArgumentException("names has " + names.length + " elements: there are " + truth.labels + " labels");
    }
    labels = names.clone();
    return this;
  }

  /**
   * How much each row counts.
   *
   * @param rows finite, at least 0, not all 0
   * @return this
   */
  public Report weights(Values rows) {
    weights = Objects.requireNonNull(rows, "rows");
    return this;
  }

  /**
   * Which rows belong together, as those of one patient do.
   *
   * @param numbers the same for rows that do
   * @return this
   */
  public Report groups(long... numbers) {
    groups = numbers.clone();
    return this;
  }

  /**
   * How to decide and to compare.
   *
   * @param how average, constraints, {@code perRow}, algorithm, label weights, samples, level, seed, threads and progress
   * @return this
   */
  public Report options(DecisionOptions how) {
    options = Objects.requireNonNull(how, "how");
    return this;
  }

  /**
   * What the caller should know of the probabilities, as {@link Metric#tableWarning(Table, DecisionOptions)} gives it.
   *
   * @return a sentence with what to pass; {@code ""} where there is nothing
   */
  public String warning() {
    String own = metric.tableWarning(probabilities, options);
    return own.isEmpty() && compared != null ? metric.tableWarning(compared, options) : own;
  }

  /**
   * The page.
   *
   * @return HTML
   */
  public String page() {
    return made(Native.WALD_REPORT_PAGE);
  }

  /**
   * The numbers of the page.
   *
   * @return JSON
   */
  public String data() {
    return made(Native.WALD_REPORT_DATA);
  }

  /** A text of a report, which is then gone. */
  private String made(int fact) {
    String[] names = new String[3 + Math.toIntExact(truth.labels)];
    Arrays.fill(names, "");
    names[0] = title;
    names[1] = nameOfA;
    names[2] = nameOfB;
    System.arraycopy(labels, 0, names, 3, labels.length);
    long[] out = new long[1];
    Object[] input = {
      compared == null ? null : compared.slice(false),
      Values.each("weights", weights, truth.rows, false),
      Slice.of(groups, false),
      Texts.names(names, "names")
    };
    metric.call(
        options,
        (held, settings) ->
            Native.wald_report_create(
                held,
                Metric.tableKind(options),
                truth.slice(false),
                probabilities.slice(false),
                input,
                settings,
                out));
    try {
      long[] text = new long[1];
      Native.wald_text(out[0], fact, 0, text);
      return Texts.of(text[0]);
    } finally {
      Native.wald_destroy(out[0]);
    }
  }

  /**
   * Writes the page into a file, which it replaces: whole, or not at all if that fails.
   *
   * @param file the file, in a folder that is there
   * @throws IOException if it cannot be written; the file is then as it was
   */
  public void write(Path file) throws IOException {
    Saved.write(file, page());
  }

  /**
   * Writes a report on one system, with the defaults of all options.
   *
   * @param file the file, in a folder that is there
   * @param metric what decisions are judged by
   * @param truth what was true
   * @param probabilities of the labels, of the same shape
   * @throws IOException if it cannot be written; the file is then as it was
   */
  public static void write(Path file, Metric metric, Mask truth, Table probabilities) throws IOException {
    of(metric, truth, probabilities).write(file);
  }
}
