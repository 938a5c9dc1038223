package org.libwald;

import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongFunction;
import java.util.stream.IntStream;

/**
 * From features to decisions: fitted to rows of features with their labels or classes, or loaded; gives what is known
 * of each new row, from which any {@link Metric} is decided. So a model is fitted once, and the metric is chosen
 * afterwards. Immutable, and used by any number of threads at once without a lock. Holds native memory, which {@link
 * #close} gives back.
 *
 * <pre>{@code
 * try (Dataset train = Dataset.of(features).labels(labels);
 *     Learner learner = Learner.fit("lfp", train);
 *     Metric f1 = Metric.of("f1")) {
 *   int[] chosen = learner.decide(row, f1).indices();
 * }
 * }</pre>
 *
 * <p>Where options are left out, the {@linkplain DecisionOptions#defaults defaults} are meant. Threads, seed and progress are
 * read everywhere; average, constraints and abstention by decisions only, and probabilities and estimators refuse them.
 * What a row is answered is the same, to the bit, alone or among others, dense or sparse, and for any number of
 * threads.
 */
@SuppressWarnings("serial") // what is written is a SavedBytes
public final class Learner extends Saved {
  private final transient int features;
  private final transient int labels;
  private final transient Task task;
  private final transient long atLeast;
  // Made when first asked for; immutable, so that a race makes two that are equal.
  private transient FeatureNames featureNames;

  private Learner(long address) {
    super(address, "learner");
    features = (int) number(Native.WALD_LEARNER_N_FEATURES);
    labels = (int) number(Native.WALD_LEARNER_N_LABELS);
    task = Task.of((int) number(Native.WALD_LEARNER_TASK));
    atLeast = (long) number(Native.WALD_LEARNER_AT_LEAST);
  }

  // ---- Making -------------------------------------------------------------------------------------------------------

  /**
   * Fits a learner.
   *
   * @param name {@code "br"} or {@code "lfp"} (one logistic regression per label), {@code "efp"}, {@code "pcc"}, {@code
   *     "cardinality"}, {@code "given"}, {@code "neighbours"}, {@code "forest"}, {@code "tree"}, {@code
   *     "kernel"}, {@code "mixture:cardinality,forest"}, ...: docs/guides/learners.md
   * @param dataset rows with labels or classes
   * @param options how
   * @return a learner
   * @throws CancelledException if the progress of the options asked to stop
   */
  // also: without options
  public static Learner fit(String name, Dataset dataset, LearnerOptions options) {
    byte[] text = Texts.name(name, "name");
    return new Learner(
        dataset.handle.getLong(
            dataset.named(options), (rows, settings, out) -> Native.wald_learner_fit(text, rows, settings, out)));
  }

  // rows: object
  /**
   * Reads what {@link #save()} wrote, here or in any of the languages.
   *
   * @param text what was saved
   * @return a learner that says the same, to the same bits
   * @throws FormatException for any other text; the text of the exception says what is wrong with it
   */
  public static Learner load(String text) {
    return new Learner(load(text, (state, out) -> Native.wald_load(Native.WALD_OBJECT_LEARNER, state, out)));
  }

  /**
   * Reads what {@link #toBytes()} gave, here or in any of the languages, or a text in UTF-8.
   *
   * @param saved what was saved
   * @return a learner that says the same, to the same bits
   * @throws FormatException for any other bytes; the text of the exception says what is wrong with it
   */
  public static Learner load(byte[] saved) {
    return new Learner(load(saved, (state, out) -> Native.wald_load(Native.WALD_OBJECT_LEARNER, state, out)));
  }

  /**
   * Reads what {@link #save(Path)} wrote or {@link #toBytes()} gave, to the end of a stream, which stays open.
   *
   * @param stream what was saved
   * @return a learner that says the same, to the same bits
   * @throws java.io.IOException if the stream cannot be read
   * @throws FormatException for anything else; the text of the exception says what is wrong with it
   */
  public static Learner load(java.io.InputStream stream) throws IOException {
    return load(stream.readAllBytes());
  }

  /**
   * Reads a file that {@link #save(Path)} wrote, here or in any of the languages.
   *
   * @param file the file
   * @return a learner that says the same, to the same bits
   * @throws IOException if the file cannot be read
   * @throws FormatException where it holds anything else; the text of the exception says what is wrong with it
   */
  public static Learner load(Path file) throws IOException {
    return new Learner(load(file, (state, out) -> Native.wald_load(Native.WALD_OBJECT_LEARNER, state, out)));
  }
  // end of rows

  // ---- What it is ---------------------------------------------------------------------------------------------------

  // rows: facts
  private double number(long item, int fact) {
    return handle.getDouble(
        (held, out) -> Native.wald_number(held, fact, item, out));
  }

  private double number(int fact) {
    return number(0, fact);
  }

  private double[] numbers(long item, int fact) {
    return handle.getDoubles(
        (held, out, capacity, needed) -> Native.wald_numbers(held, fact, item, out, capacity, needed));
  }

  private double[] numbers(int fact) {
    return numbers(0, fact);
  }

  private String text(long item, int fact) {
    return handle.getStatic(
        (held, out) -> Native.wald_text(held, fact, item, out));
  }

  private String text(int fact) {
    return text(0, fact);
  }

  /**
   * The number of features.
   *
   * @return the fact {@code n_features}
   */
  public int nFeatures() {
    return features;
  }

  /**
   * The number of labels or classes.
   *
   * @return the fact {@code n_labels}
   */
  public int nLabels() {
    return labels;
  }

  /**
   * The task that it was fitted to.
   *
   * @return the fact {@code task}
   */
  public Task task() {
    return task;
  }

  /**
   * The least number of labels of a prediction, unless the options set it or the metric is a sum over the labels (such
   * as hamming).
   *
   * @return the fact {@code at_least}
   */
  public long atLeast() {
    return atLeast;
  }

  /**
   * The kind of the estimators that it gives.
   *
   * @return the fact {@code kind}
   */
  public Kind kind() {
    return Kind.of((int) number(Native.WALD_LEARNER_KIND));
  }

  /**
   * The name that it was fitted by.
   *
   * @return the fact {@code name}
   */
  public String name() {
    return text(Native.WALD_LEARNER_NAME);
  }

  /**
   * The rule that the learner rule chose, or that was set; empty for other learners.
   *
   * @return the fact {@code rule}
   */
  public String rule() {
    return text(Native.WALD_LEARNER_RULE);
  }

  /**
   * Why the learner rule chose it.
   *
   * @return the fact {@code rule_reason}
   */
  public String ruleReason() {
    return text(Native.WALD_LEARNER_RULE_REASON);
  }

  /**
   * The names of the rules that were compared out of fold, with spaces between; empty if none were.
   *
   * @return the fact {@code candidates}
   */
  public String candidates() {
    return text(Native.WALD_LEARNER_CANDIDATES);
  }

  /**
   * Of each candidate the value out of fold: the mean over bootstrap samples of the rows.
   *
   * @return the fact {@code candidate_values}
   */
  public double[] candidateValues() {
    return numbers(Native.WALD_LEARNER_CANDIDATE_VALUES);
  }

  /**
   * Of each candidate the gain over the first choice.
   *
   * @return the fact {@code candidate_gains}
   */
  public double[] candidateGains() {
    return numbers(Native.WALD_LEARNER_CANDIDATE_GAINS);
  }

  /**
   * Of each candidate the standard error of this gain, paired, with that of fitting.
   *
   * @return the fact {@code candidate_errors}
   */
  public double[] candidateErrors() {
    return numbers(Native.WALD_LEARNER_CANDIDATE_ERRORS);
  }

  /**
   * The candidate that the learner rule keeps unless another is better beyond chance; empty if none were compared.
   *
   * @return the fact {@code first_choice}
   */
  public String firstChoice() {
    return text(Native.WALD_LEARNER_FIRST_CHOICE);
  }
  // end of rows

  private List<String> names(long count, int fact) {
    return FeatureNames.all(count, item -> text(item, fact));
  }

  private FeatureNames named() {
    FeatureNames known = featureNames;
    if (known == null) {
      known = new FeatureNames(names(features, Native.WALD_LEARNER_FEATURE_NAME), Map.of());
      featureNames = known;
    }
    return known;
  }

  /**
   * The names of the features.
   *
   * @return one per feature, unmodifiable; empty if none were set
   */
  public List<String> featureNames() {
    return named().all;
  }

  /**
   * The names of the labels or classes, for {@link Decision#labels}.
   *
   * @return one per label, unmodifiable; empty if none were set
   */
  public List<String> labelNames() {
    return names(labels, Native.WALD_LEARNER_LABEL_NAME);
  }

  /**
   * What fitting chose: values of C, numbers of neighbours, and the like.
   *
   * @return the choices, unmodifiable; empty if nothing was left open
   */
  public List<LearnerChoice> choices() {
    int count = (int) number(Native.WALD_LEARNER_N_CHOICES);
    return IntStream.range(0, count).mapToObj(this::choice).toList();
  }

  private LearnerChoice choice(int which) {
    double[] values = numbers(which, Native.WALD_LEARNER_PATH_VALUES);
    double[] losses = numbers(which, Native.WALD_LEARNER_PATH_LOSSES);
    return new LearnerChoice(
        text(which, Native.WALD_LEARNER_CHOICE_PART),
        text(which, Native.WALD_LEARNER_CHOICE_WHAT),
        number(which, Native.WALD_LEARNER_CHOICE_VALUE),
        number(which, Native.WALD_LEARNER_CHOICE_LOSS),
        IntStream.range(0, values.length)
            .mapToObj(i -> new LearnerChoice.Tried(values[i], losses[i]))
            .toList());
  }

  /**
   * A row of features from columns by name. A feature is the column of its name, a number; or, where there is no such
   * column and it is called {@code "column=level"}, 1 if that column has that level and 0 if it has another one.
   * Every feature must have its column, and every column a feature; null is missing.
   *
   * @param columns what each column holds: numbers, also true and false; of columns with levels anything that says its
   *     level as a text, numbers without a point where they are whole
   * @return one number per feature
   * @throws ArgumentException if there is no column for a feature, or one that is unknown or not a number, a level
   *     was in no training row, or the learner has no names
   */
  public double[] row(Map<String, ?> columns) {
    return named().needed("the learner", features).row(columns);
  }

  // ---- Predicting: many rows ----------------------------------------------------------------------------------------

  /** Reads rows by `body`, which is handed the address of a dataset of them. */
  private <T> T reading(Rows rows, LongFunction<T> body) {
    if (Objects.requireNonNull(rows, "rows") instanceof Dataset dataset) {
      return dataset.handle.answer(body);
    }
    try (Dataset made = dataset(rows)) {
      return made.handle.answer(body);
    }
  }

  private Dataset dataset(Rows rows) {
    if (rows instanceof Columns columns) {
      return Dataset.of(columns, named().needed("the learner", features));
    }
    return rows instanceof Table dense ? Dataset.of(dense) : Dataset.of((SparseTable) rows);
  }

  /**
   * P(label), or P(class), of rows.
   *
   * @param rows of features
   * @param options threads, seed and progress
   * @return the rows, one column per label: for {@link Table#get}, {@link Table#toArray}, {@link Metric#decide(Table)}
   */
  // also: without options
  public Table probabilities(Rows rows, DecisionOptions options) {
    Objects.requireNonNull(options, "options").refuseKind("predicting probabilities");
    return reading(
        rows,
        dataset -> {
          long count = rows.rows();
          double[] out = new double[Math.toIntExact(Math.multiplyExact(count, labels))];
          handle.read(
              options, (address, settings) -> Native.wald_learner_probabilities(address, dataset, settings, out));
          return Table.of(out, count, labels);
        });
  }

  /**
   * P(label), or P(class), of rows.
   *
   * @param rows of features
   * @return the rows, one column per label
   */
  public double[][] probabilities(double[][] rows) {
    return probabilities(Table.of(rows)).toArray();
  }

  /**
   * The optimal predictions for rows, by {@link DecisionOptions.Builder#average}.
   *
   * @param rows of features
   * @param metric the metric to maximise
   * @param options how to decide
   * @return the answers
   */
  // also: without options
  // also: rows as double[][], without options
  public Decisions decide(Rows rows, Metric metric, DecisionOptions options) {
    long count = rows.rows();
    byte[] cells = new byte[Math.toIntExact(Math.multiplyExact(count, labels))];
    Mask mask = Mask.of(cells, count, labels);
    Pool.Lent decision = Pool.take();
    try {
      decide(rows, metric, options, mask, null, decision.address);
      return new Decisions(decision.address, options, count, labels, mask);
    } finally {
      decision.giveBack(cells.length);
    }
  }

  /**
   * The optimal predictions for rows, into memory of the caller's, without their details.
   *
   * @param rows of features
   * @param metric the metric to maximise
   * @param options how to decide
   * @param mask the rows, one column per label, to be filled with 0, 1 or {@link Mask#UNDECIDED}; or null
   * @param expected to be filled with the expected utility of each answer; or null
   */
  public void decideInto(Rows rows, Metric metric, DecisionOptions options, Mask mask, double[] expected) {
    Metric.checkRoom(rows.rows(), labels, options, mask, expected);
    decide(rows, metric, options, mask, expected, 0);
  }

  private void decide(Rows rows, Metric metric, DecisionOptions options, Mask mask, double[] expected, long decision) {
    checkKind(options);
    Slice cells = mask == null ? null : mask.writtenSlice(false);
    reading(
        rows,
        dataset -> {
          handle.read(
              address ->
                  metric.call(
                      options,
                      (judge, settings) ->
                          Native.wald_learner_decide(
                              address, dataset, judge, settings, cells, expected, decision)));
          return null;
        });
  }

  private void checkKind(DecisionOptions options) {
    if (Objects.requireNonNull(options, "options").kind != null && options.kind != kind()) {
      throw new ArgumentException("kind is " + options.kind + ": the learner gives " + kind());
    }
  }

  /**
   * What is known of one of several rows.
   *
   * @param rows of features
   * @param row which one, from 0
   * @param options threads, seed and progress
   * @return an estimator, to be closed: for any call of {@link Metric}
   */
  public Estimator estimator(Rows rows, long row, DecisionOptions options) {
    Objects.requireNonNull(options, "options").refuseKind("predicting probabilities");
    return new Estimator(
        reading(
            rows,
            dataset ->
                handle.getLong(
                    options,
                    (address, settings, out) ->
                        Native.wald_learner_estimator(address, dataset, row, settings, out))));
  }

  // ---- Predicting: one row, the short way ---------------------------------------------------------------------------

  /**
   * What is known of one row.
   *
   * @param row one number per feature
   * @return an estimator, to be closed: for any call of {@link Metric}
   */
  public Estimator estimator(double... row) {
    return estimator(Table.of(row, 1, row.length), 0, DecisionOptions.defaults());
  }

  /**
   * P(label), or P(class), of one row.
   *
   * @param row one number per feature
   * @return one number per label
   */
  // also: row as double... | float...
  private double[] probabilities(Object row) {
    double[] out = new double[labels];
    probabilitiesInto(row, out);
    return out;
  }

  /**
   * P(label), or P(class), of one row, into memory of the caller's: nothing is allocated in Java.
   *
   * @param row one number per feature
   * @param out to be filled with one number per label
   */
  // also: row as double[] | float[]
  private void probabilitiesInto(Object row, double[] out) {
    int type = Slice.typeOf(row, "row");
    Slice.checkLength("out", out.length, labels);
    long address = handle.acquire();
    try {
      Native.learner_row_probabilities(address, row, type, out);
    } finally {
      handle.release();
    }
  }

  /**
   * The optimal prediction for one row.
   *
   * @param row one number per feature
   * @param metric the metric to maximise
   * @param options how to decide
   * @return the decision
   */
  // also: row as double[] | float[]
  // also: row as double[] | float[], without options
  private Decision decide(Object row, Metric metric, DecisionOptions options) {
    byte[] mask = new byte[labels];
    long[] facts = new long[Decision.FACTS];
    decideRow(row, null, metric, options, mask, facts);
    return new Decision(mask, facts);
  }

  /**
   * The optimal prediction for one row of which another model has said its marginals: by {@code "given"}, alone or as a
   * part.
   *
   * @param row one number per feature
   * @param marginals P(label), or P(class), one number per label, each in [0, 1]
   * @param metric the metric to maximise
   * @param options how to decide
   * @return the decision
   */
  // also: row as double[] | float[]
  // also: row as double[] | float[], without options
  private Decision decide(Object row, double[] marginals, Metric metric, DecisionOptions options) {
    byte[] mask = new byte[labels];
    long[] facts = new long[Decision.FACTS];
    decideRow(row, Objects.requireNonNull(marginals, "marginals"), metric, options, mask, facts);
    return new Decision(mask, facts);
  }

  /**
   * The optimal prediction for one row, into memory of the caller's: nothing is allocated in Java.
   *
   * @param row one number per feature
   * @param metric the metric to maximise
   * @param options how to decide
   * @param mask one cell per label, to be filled with 0, 1 or {@link Mask#UNDECIDED}
   * @return the expected utility
   */
  // also: row as double[] | float[]
  // also: row as double[] | float[], without options
  private double decideInto(Object row, Metric metric, DecisionOptions options, byte[] mask) {
    return decideRow(row, null, metric, options, mask, null);
  }

  /**
   * The optimal prediction for one row of which another model has said its marginals, into memory of the caller's:
   * nothing is allocated in Java.
   *
   * @param row one number per feature
   * @param marginals P(label), or P(class), one number per label, each in [0, 1]
   * @param metric the metric to maximise
   * @param options how to decide
   * @param mask one cell per label, to be filled with 0, 1 or {@link Mask#UNDECIDED}
   * @return the expected utility
   */
  // also: row as double[] | float[]
  private double decideInto(Object row, double[] marginals, Metric metric, DecisionOptions options, byte[] mask) {
    return decideRow(row, Objects.requireNonNull(marginals, "marginals"), metric, options, mask, null);
  }

  /** Decides a row; the expected utility comes back, and the other facts of the answer where they are wanted. */
  private double decideRow(
      Object row, double[] marginals, Metric metric, DecisionOptions options, byte[] mask, long[] facts) {
    int type = Slice.typeOf(row, "row");
    Slice.checkLength("mask", mask.length, labels);
    checkKind(options);
    if (options.average != Average.INSTANCE) {
      throw new ArgumentException("average is " + options.average + ": one row is decided by instance");
    }
    long address = handle.acquire();
    try {
      long judge = metric.handle.acquire();
      try {
        return Native.learner_decide_row(
            address, row, type, marginals, judge, options.address, mask, facts);
      } finally {
        metric.handle.release();
        Reference.reachabilityFence(options);
      }
    } finally {
      handle.release();
    }
  }

  // rows: overloads
  /**
   * Fits a learner. With the {@linkplain LearnerOptions#defaults defaults} of all options.
   *
   * @param name {@code "br"} or {@code "lfp"} (one logistic regression per label), {@code "efp"}, {@code "pcc"}, {@code
   *     "cardinality"}, {@code "given"}, {@code "neighbours"}, {@code "forest"}, {@code "tree"}, {@code "kernel"},
   *     {@code "mixture:cardinality,forest"}, ...: docs/guides/learners.md
   * @param dataset rows with labels or classes
   * @return a learner
   * @throws CancelledException if the progress of the options asked to stop
   */
  public static Learner fit(String name, Dataset dataset) {
    return fit(name, dataset, LearnerOptions.defaults());
  }

  /**
   * P(label), or P(class), of rows. With the {@linkplain DecisionOptions#defaults defaults} of all options.
   *
   * @param rows of features
   * @return the rows, one column per label: for {@link Table#get}, {@link Table#toArray}, {@link Metric#decide(Table)}
   */
  public Table probabilities(Rows rows) {
    return probabilities(rows, DecisionOptions.defaults());
  }

  /**
   * The optimal predictions for rows, by {@link DecisionOptions.Builder#average}. With the {@linkplain
   * DecisionOptions#defaults defaults} of all options.
   *
   * @param rows of features
   * @param metric the metric to maximise
   * @return the answers
   */
  public Decisions decide(Rows rows, Metric metric) {
    return decide(rows, metric, DecisionOptions.defaults());
  }

  /**
   * The optimal predictions for rows, by {@link DecisionOptions.Builder#average}. With the {@linkplain
   * DecisionOptions#defaults defaults} of all options.
   *
   * @param rows of features
   * @param metric the metric to maximise
   * @return the answers
   */
  public Decisions decide(double[][] rows, Metric metric) {
    return decide(Table.of(rows), metric, DecisionOptions.defaults());
  }

  /**
   * P(label), or P(class), of one row.
   *
   * @param row one number per feature
   * @return one number per label
   */
  public double[] probabilities(double... row) {
    return probabilities((Object) row);
  }

  /**
   * P(label), or P(class), of one row.
   *
   * @param row one number per feature
   * @return one number per label
   */
  public double[] probabilities(float... row) {
    return probabilities((Object) row);
  }

  /**
   * P(label), or P(class), of one row, into memory of the caller's: nothing is allocated in Java.
   *
   * @param row one number per feature
   * @param out to be filled with one number per label
   */
  public void probabilitiesInto(double[] row, double[] out) {
    probabilitiesInto((Object) row, out);
  }

  /**
   * P(label), or P(class), of one row, into memory of the caller's: nothing is allocated in Java.
   *
   * @param row one number per feature
   * @param out to be filled with one number per label
   */
  public void probabilitiesInto(float[] row, double[] out) {
    probabilitiesInto((Object) row, out);
  }

  /**
   * The optimal prediction for one row.
   *
   * @param row one number per feature
   * @param metric the metric to maximise
   * @param options how to decide
   * @return the decision
   */
  public Decision decide(double[] row, Metric metric, DecisionOptions options) {
    return decide((Object) row, metric, options);
  }

  /**
   * The optimal prediction for one row.
   *
   * @param row one number per feature
   * @param metric the metric to maximise
   * @param options how to decide
   * @return the decision
   */
  public Decision decide(float[] row, Metric metric, DecisionOptions options) {
    return decide((Object) row, metric, options);
  }

  /**
   * The optimal prediction for one row. With the {@linkplain DecisionOptions#defaults defaults} of all options.
   *
   * @param row one number per feature
   * @param metric the metric to maximise
   * @return the decision
   */
  public Decision decide(double[] row, Metric metric) {
    return decide((Object) row, metric, DecisionOptions.defaults());
  }

  /**
   * The optimal prediction for one row. With the {@linkplain DecisionOptions#defaults defaults} of all options.
   *
   * @param row one number per feature
   * @param metric the metric to maximise
   * @return the decision
   */
  public Decision decide(float[] row, Metric metric) {
    return decide((Object) row, metric, DecisionOptions.defaults());
  }

  /**
   * The optimal prediction for one row of which another model has said its marginals: by {@code "given"}, alone or as a
   * part.
   *
   * @param row one number per feature
   * @param marginals P(label), or P(class), one number per label, each in [0, 1]
   * @param metric the metric to maximise
   * @param options how to decide
   * @return the decision
   */
  public Decision decide(double[] row, double[] marginals, Metric metric, DecisionOptions options) {
    return decide((Object) row, marginals, metric, options);
  }

  /**
   * The optimal prediction for one row of which another model has said its marginals: by {@code "given"}, alone or as a
   * part.
   *
   * @param row one number per feature
   * @param marginals P(label), or P(class), one number per label, each in [0, 1]
   * @param metric the metric to maximise
   * @param options how to decide
   * @return the decision
   */
  public Decision decide(float[] row, double[] marginals, Metric metric, DecisionOptions options) {
    return decide((Object) row, marginals, metric, options);
  }

  /**
   * The optimal prediction for one row of which another model has said its marginals: by {@code "given"}, alone or as a
   * part. With the {@linkplain DecisionOptions#defaults defaults} of all options.
   *
   * @param row one number per feature
   * @param marginals P(label), or P(class), one number per label, each in [0, 1]
   * @param metric the metric to maximise
   * @return the decision
   */
  public Decision decide(double[] row, double[] marginals, Metric metric) {
    return decide((Object) row, marginals, metric, DecisionOptions.defaults());
  }

  /**
   * The optimal prediction for one row of which another model has said its marginals: by {@code "given"}, alone or as a
   * part. With the {@linkplain DecisionOptions#defaults defaults} of all options.
   *
   * @param row one number per feature
   * @param marginals P(label), or P(class), one number per label, each in [0, 1]
   * @param metric the metric to maximise
   * @return the decision
   */
  public Decision decide(float[] row, double[] marginals, Metric metric) {
    return decide((Object) row, marginals, metric, DecisionOptions.defaults());
  }

  /**
   * The optimal prediction for one row, into memory of the caller's: nothing is allocated in Java.
   *
   * @param row one number per feature
   * @param metric the metric to maximise
   * @param options how to decide
   * @param mask one cell per label, to be filled with 0, 1 or {@link Mask#UNDECIDED}
   * @return the expected utility
   */
  public double decideInto(double[] row, Metric metric, DecisionOptions options, byte[] mask) {
    return decideInto((Object) row, metric, options, mask);
  }

  /**
   * The optimal prediction for one row, into memory of the caller's: nothing is allocated in Java.
   *
   * @param row one number per feature
   * @param metric the metric to maximise
   * @param options how to decide
   * @param mask one cell per label, to be filled with 0, 1 or {@link Mask#UNDECIDED}
   * @return the expected utility
   */
  public double decideInto(float[] row, Metric metric, DecisionOptions options, byte[] mask) {
    return decideInto((Object) row, metric, options, mask);
  }

  /**
   * The optimal prediction for one row, into memory of the caller's: nothing is allocated in Java. With the {@linkplain
   * DecisionOptions#defaults defaults} of all options.
   *
   * @param row one number per feature
   * @param metric the metric to maximise
   * @param mask one cell per label, to be filled with 0, 1 or {@link Mask#UNDECIDED}
   * @return the expected utility
   */
  public double decideInto(double[] row, Metric metric, byte[] mask) {
    return decideInto((Object) row, metric, DecisionOptions.defaults(), mask);
  }

  /**
   * The optimal prediction for one row, into memory of the caller's: nothing is allocated in Java. With the {@linkplain
   * DecisionOptions#defaults defaults} of all options.
   *
   * @param row one number per feature
   * @param metric the metric to maximise
   * @param mask one cell per label, to be filled with 0, 1 or {@link Mask#UNDECIDED}
   * @return the expected utility
   */
  public double decideInto(float[] row, Metric metric, byte[] mask) {
    return decideInto((Object) row, metric, DecisionOptions.defaults(), mask);
  }

  /**
   * The optimal prediction for one row of which another model has said its marginals, into memory of the caller's:
   * nothing is allocated in Java.
   *
   * @param row one number per feature
   * @param marginals P(label), or P(class), one number per label, each in [0, 1]
   * @param metric the metric to maximise
   * @param options how to decide
   * @param mask one cell per label, to be filled with 0, 1 or {@link Mask#UNDECIDED}
   * @return the expected utility
   */
  public double decideInto(double[] row, double[] marginals, Metric metric, DecisionOptions options, byte[] mask) {
    return decideInto((Object) row, marginals, metric, options, mask);
  }

  /**
   * The optimal prediction for one row of which another model has said its marginals, into memory of the caller's:
   * nothing is allocated in Java.
   *
   * @param row one number per feature
   * @param marginals P(label), or P(class), one number per label, each in [0, 1]
   * @param metric the metric to maximise
   * @param options how to decide
   * @param mask one cell per label, to be filled with 0, 1 or {@link Mask#UNDECIDED}
   * @return the expected utility
   */
  public double decideInto(float[] row, double[] marginals, Metric metric, DecisionOptions options, byte[] mask) {
    return decideInto((Object) row, marginals, metric, options, mask);
  }
  // end of rows

  @Override
  String describe() {
    return name() + ", " + features + " features, " + labels + " " + task;
  }
}
