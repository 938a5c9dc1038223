package org.libwald.spark;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.ml.Transformer;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.libwald.Decision;
import org.libwald.Decisions;
import org.libwald.Kind;
import org.libwald.Mask;
import org.libwald.Metric;
import org.libwald.DecisionOptions;
import org.libwald.Table;
import org.libwald.Values;
import org.libwald.WaldException;
import scala.Tuple2;

/**
 * The optimal prediction of each row of probabilities. Adds the positions of the labels chosen (null if a row is
 * left undecided), the expected utility, and a proved limit on how much better any other prediction could be.
 */
public class OptimalDecision extends Transformer implements DefaultParamsWritable {
  private static final long serialVersionUID = 1;
  private static final int BATCH = 1024;

  // rows: fields
  private final String uid;
  private final Param<String> probabilitiesCol;
  private final Param<String> metric;
  private final IntParam zeroDivision;
  private final Param<String> kind;
  private final Param<String> options;
  private final Param<String> labelsCol;
  private final Param<String> expectedCol;
  private final Param<String> boundCol;
  private final Param<String> handleInvalid;
  // end of rows

  /** A stage of an own name. */
  public OptimalDecision() {
    this(Identifiable.randomUID("OptimalDecision"));
  }

  /**
   * A stage.
   *
   * @param uid its name
   */
  public OptimalDecision(String uid) {
    this.uid = uid; // which parameters take for their parent's name
    // rows: made
    probabilitiesCol = Settings.text(this, "probabilitiesCol", "the column of arrays of probabilities, or of vectors");
    metric = Settings.text(this, "metric", "what each prediction is judged by");
    zeroDivision = new IntParam(this, "zeroDivision", "what a rate of 0/0 counts as, 1 or 0");
    kind = Settings.text(this, "kind", "what rows are, independent or categorical");
    options = Settings.text(this, "options", "options of deciding, as an object of JSON");
    labelsCol = Settings.text(this, "labelsCol", "the column of positions that is added");
    expectedCol = Settings.text(this, "expectedCol", "the column of expected utilities that is added");
    boundCol = Settings.text(this, "boundCol", "the column of bounds that is added; empty for none, which is faster");
    handleInvalid = Settings.text(this, "handleInvalid", "error, or keep, which leaves rows without numbers undecided");
    setDefault(probabilitiesCol, "probabilities");
    setDefault(metric, "f1");
    setDefault(zeroDivision, (Object) 1);
    setDefault(kind, "independent");
    setDefault(options, "{}");
    setDefault(labelsCol, "labels");
    setDefault(expectedCol, "expected");
    setDefault(boundCol, "bound");
    setDefault(handleInvalid, "error");
    // end of rows
  }

  // ---- Parameters ---------------------------------------------------------------------------------------------------

  // rows: parameters
  @Override
  public String uid() {
    return uid;
  }

  /**
   * The parameter: the column of arrays of probabilities, or of vectors.
   *
   * @return the parameter
   */
  public Param<String> probabilitiesCol() {
    return probabilitiesCol;
  }

  /**
   * Its value: the column of arrays of probabilities, or of vectors.
   *
   * @return what was set, or the default
   */
  public String getProbabilitiesCol() {
    return getOrDefault(probabilitiesCol);
  }

  /**
   * Sets it: the column of arrays of probabilities, or of vectors.
   *
   * @param value what it is
   * @return this
   */
  public OptimalDecision setProbabilitiesCol(String value) {
    set(probabilitiesCol, value);
    return this;
  }

  /**
   * The parameter: what each prediction is judged by.
   *
   * @return the parameter
   */
  public Param<String> metric() {
    return metric;
  }

  /**
   * Its value: what each prediction is judged by.
   *
   * @return what was set, or the default
   */
  public String getMetric() {
    return getOrDefault(metric);
  }

  /**
   * Sets it: what each prediction is judged by.
   *
   * @param value what it is
   * @return this
   */
  public OptimalDecision setMetric(String value) {
    set(metric, value);
    return this;
  }

  /**
   * The parameter: what a rate of 0/0 counts as, 1 or 0.
   *
   * @return the parameter
   */
  public IntParam zeroDivision() {
    return zeroDivision;
  }

  /**
   * Its value: what a rate of 0/0 counts as, 1 or 0.
   *
   * @return what was set, or the default
   */
  public int getZeroDivision() {
    return (Integer) getOrDefault(zeroDivision);
  }

  /**
   * Sets it: what a rate of 0/0 counts as, 1 or 0.
   *
   * @param value what it is
   * @return this
   */
  public OptimalDecision setZeroDivision(int value) {
    set(zeroDivision, (Object) value);
    return this;
  }

  /**
   * The parameter: what rows are, independent or categorical.
   *
   * @return the parameter
   */
  public Param<String> kind() {
    return kind;
  }

  /**
   * Its value: what rows are, independent or categorical.
   *
   * @return what was set, or the default
   */
  public String getKind() {
    return getOrDefault(kind);
  }

  /**
   * Sets it: what rows are, independent or categorical.
   *
   * @param value what it is
   * @return this
   */
  public OptimalDecision setKind(String value) {
    set(kind, value);
    return this;
  }

  /**
   * The parameter: options of deciding, as an object of JSON.
   *
   * @return the parameter
   */
  public Param<String> options() {
    return options;
  }

  /**
   * Its value: options of deciding, as an object of JSON.
   *
   * @return what was set, or the default
   */
  public String getOptions() {
    return getOrDefault(options);
  }

  /**
   * Sets it: options of deciding, as an object of JSON.
   *
   * @param value what it is
   * @return this
   */
  public OptimalDecision setOptions(String value) {
    set(options, value);
    return this;
  }

  /**
   * The parameter: the column of positions that is added.
   *
   * @return the parameter
   */
  public Param<String> labelsCol() {
    return labelsCol;
  }

  /**
   * Its value: the column of positions that is added.
   *
   * @return what was set, or the default
   */
  public String getLabelsCol() {
    return getOrDefault(labelsCol);
  }

  /**
   * Sets it: the column of positions that is added.
   *
   * @param value what it is
   * @return this
   */
  public OptimalDecision setLabelsCol(String value) {
    set(labelsCol, value);
    return this;
  }

  /**
   * The parameter: the column of expected utilities that is added.
   *
   * @return the parameter
   */
  public Param<String> expectedCol() {
    return expectedCol;
  }

  /**
   * Its value: the column of expected utilities that is added.
   *
   * @return what was set, or the default
   */
  public String getExpectedCol() {
    return getOrDefault(expectedCol);
  }

  /**
   * Sets it: the column of expected utilities that is added.
   *
   * @param value what it is
   * @return this
   */
  public OptimalDecision setExpectedCol(String value) {
    set(expectedCol, value);
    return this;
  }

  /**
   * The parameter: the column of bounds that is added; empty for none, which is faster.
   *
   * @return the parameter
   */
  public Param<String> boundCol() {
    return boundCol;
  }

  /**
   * Its value: the column of bounds that is added; empty for none, which is faster.
   *
   * @return what was set, or the default
   */
  public String getBoundCol() {
    return getOrDefault(boundCol);
  }

  /**
   * Sets it: the column of bounds that is added; empty for none, which is faster.
   *
   * @param value what it is
   * @return this
   */
  public OptimalDecision setBoundCol(String value) {
    set(boundCol, value);
    return this;
  }

  /**
   * The parameter: error, or keep, which leaves rows without numbers undecided.
   *
   * @return the parameter
   */
  public Param<String> handleInvalid() {
    return handleInvalid;
  }

  /**
   * Its value: error, or keep, which leaves rows without numbers undecided.
   *
   * @return what was set, or the default
   */
  public String getHandleInvalid() {
    return getOrDefault(handleInvalid);
  }

  /**
   * Sets it: error, or keep, which leaves rows without numbers undecided.
   *
   * @param value what it is
   * @return this
   */
  public OptimalDecision setHandleInvalid(String value) {
    set(handleInvalid, value);
    return this;
  }

  /**
   * Sets one option by its name in the core, such as "at_most":
   *
   * <ul>
   *   <li>{@code at_least}, a whole number, at least 0. The least number of positives in each answer. Not set: the
   *       at_least of the learner, if a learner decides, otherwise 0.
   *   <li>{@code at_most}, a whole number, at least 0. The greatest number of positives in each answer. Not set: no
   *       limit.
   *   <li>{@code algorithm}, one of {@code auto}, {@code enumeration}, {@code chai}, {@code jansche},
   *       {@code jansche-approx}, {@code ye}, {@code lewis}, {@code n16}, {@code n16-first-rise}, {@code window},
   *       {@code categorical}, {@code gfm}, {@code mode}, {@code marginal-modes}, {@code ascent}, {@code bisection},
   *       {@code separable}, {@code block-coordinate}, {@code partial}, {@code rule}, {@code fixed-point}. The
   *       algorithm; auto picks the best exact one.
   *   <li>{@code ties}, one of {@code fewest}, {@code most}. Which of equally good answers is taken, for metrics that
   *       are a sum over the labels (hamming, cost) and for subset_accuracy. Other metrics take the fewest labels.
   *   <li>{@code proof}, true or false. Whether an answer with per_row, or with exclusive classes, gets a bound of its
   *       own, which takes most of the time. Off: the bound follows from the metric's range.
   *   <li>{@code prevalence}, numbers, each in (0, 1). The share of each label where decisions are made: one number for
   *       all, or one per label or class. Deciding and worth move probabilities to it from training_prior; evaluations
   *       and comparisons weight each label's rows to it. Not set: all are taken as they are.
   *   <li>{@code training_prior}, numbers, each in (0, 1). The share of each label where the probabilities hold, as in
   *       training: one number for all, or one per label or class. prevalence needs it.
   *   <li>{@code abstain}, a number, finite. The cost of abstaining: an instance whose expected loss is above it is
   *       left undecided. Not set: never.
   *   <li>{@code abstain_label}, a number, finite and at least 0. The cost of leaving a single label undecided, in the
   *       unit of the utility: each undecided label costs abstain_label / n. Average instance only. Not set: every
   *       label is decided.
   *   <li>{@code threads}, a whole number, in [0, 1024]. Maximum number of threads; 0 takes all of the machine's. Short
   *       calls use one. The answer has the same bits for any number.
   * </ul>
   *
   * @param name the option
   * @param value a number, a truth or a word
   * @return this
   */
  public OptimalDecision setOption(String name, Object value) {
    return setOptions(Settings.with(getOptions(), name, value));
  }

  /**
   * What reads a stage that was written, here or in Python.
   *
   * @return the reader
   */
  public static MLReader<OptimalDecision> read() {
    return new DefaultParamsReader<>();
  }

  /**
   * Reads a stage that was written, here or in Python.
   *
   * @param path the folder
   * @return the stage
   */
  public static OptimalDecision load(String path) {
    return read().load(path);
  }
  // end of rows

  @Override
  public OptimalDecision copy(ParamMap extra) {
    return defaultCopy(extra);
  }

  // ---- What it does -------------------------------------------------------------------------------------------------

  @Override
  public StructType transformSchema(StructType schema) {
    Frames.checkLists(schema, "probabilitiesCol", getProbabilitiesCol());
    StructType out = Frames.with(schema, "labelsCol", getLabelsCol(), Frames.positions());
    out = Frames.with(out, "expectedCol", getExpectedCol(), DataTypes.DoubleType);
    return getBoundCol().isEmpty() ? out : Frames.with(out, "boundCol", getBoundCol(), DataTypes.DoubleType);
  }

  @Override
  public Dataset<Row> transform(Dataset<?> dataset) {
    StructType schema = transformSchema(dataset.schema());
    int at = dataset.schema().fieldIndex(getProbabilitiesCol());
    RowTask task = new RowTask(this, at);
    task.settings(); // what is wrong with them is said here
    task.metric().close();
    boolean keeps = getHandleInvalid().equals("keep"); // nulls inside, which a double[] does not hold
    DataType type = dataset.schema().apply(at).dataType();
    if (keeps || dataset.columns().length < 2 || !isDoubles(type)) {
      return dataset.toDF().mapPartitions(task, Encoders.row(schema));
    }
    StructType others = without(dataset.schema(), at);
    Column[] beside = new Column[others.size()];
    for (int i = 0, k = 0; k < beside.length; ++i) {
      if (i != at) {
        beside[k++] = functions.col("c" + i);
      }
    }
    String[] plain = new String[dataset.columns().length];
    java.util.Arrays.setAll(plain, i -> "c" + i);
    Column given = functions.col("c" + at);
    // Null, rather than false, of an array with a null inside, which no double[] has.
    Column sound = functions.array_contains(given, -1.0).isNotNull();
    Column read = functions.struct(functions.when(sound, given).as("given"), given.isNull().as("missing"));
    Dataset<Tuple2<Row, GivenRow>> pairs =
        dataset.toDF(plain)
            .select(functions.struct(beside).as("_1"), read.as("_2"))
            .as(Encoders.tuple(Encoders.row(others), Encoders.bean(GivenRow.class)));
    Dataset<Row> done = pairs
                            .mapPartitions(new BesideTask(this, at),
                                Encoders.tuple(Encoders.row(others), Encoders.bean(DecidedRow.class)))
                            .toDF("row", "decided");
    List<Column> columns = new ArrayList<>();
    for (StructField field : dataset.schema().fields()) {
      Column column =
          columns.size() == at ? done.col("decided.given").cast(type) : done.col("row.c" + columns.size());
      columns.add(column.as(field.name(), field.metadata()));
    }
    columns.add(done.col("decided.labels").cast(Frames.positions()).as(getLabelsCol()));
    columns.add(done.col("decided.expected").as(getExpectedCol()));
    if (!getBoundCol().isEmpty()) {
      columns.add(done.col("decided.bound").as(getBoundCol()));
    }
    return done.select(columns.toArray(new Column[0]));
  }

  private static boolean isDoubles(DataType type) {
    return type instanceof ArrayType && ((ArrayType) type).elementType().equals(DataTypes.DoubleType);
  }

  /** The other columns, by names without dots that are there once. */
  private static StructType without(StructType schema, int at) {
    StructType out = new StructType();
    for (int i = 0; i < schema.size(); ++i) {
      out = i == at ? out : out.add("c" + i, schema.apply(i).dataType(), schema.apply(i).nullable());
    }
    return out;
  }

  /** Rows with more columns. */
  private static final class RowTask extends Task<Row, Row> {
    private static final long serialVersionUID = 1;

    RowTask(OptimalDecision stage, int at) {
      super(stage, at);
    }

    @Override
    double[] numbers(Row row) {
      return Frames.numbers(row, at);
    }

    @Override
    Row answer(Row row, double[] given, int[] labels, Double expected, Double bound) {
      int size = row.size();
      Object[] values = new Object[size + (bounds ? 3 : 2)];
      for (int i = 0; i < size; ++i) {
        values[i] = row.get(i);
      }
      values[size] = boxed(labels);
      values[size + 1] = expected;
      if (bounds) {
        values[size + 2] = bound;
      }
      return RowFactory.create(values);
    }

    private static Integer[] boxed(int[] positions) {
      if (positions == null) {
        return null;
      }
      Integer[] out = new Integer[positions.length];
      for (int k = 0; k < out.length; ++k) {
        out[k] = positions[k];
      }
      return out;
    }
  }

  /** Rows without their probabilities, and these beside them with the answers. */
  private static final class BesideTask extends Task<Tuple2<Row, GivenRow>, Tuple2<Row, DecidedRow>> {
    private static final long serialVersionUID = 1;

    BesideTask(OptimalDecision stage, int at) {
      super(stage, at);
    }

    @Override
    double[] numbers(Tuple2<Row, GivenRow> row) {
      double[] given = row._2().getGiven();
      return given == null && !row._2().getMissing() ? new double[] {Double.NaN} : given;
    }

    @Override
    Tuple2<Row, DecidedRow> answer(
        Tuple2<Row, GivenRow> row, double[] given, int[] labels, Double expected, Double bound) {
      return new Tuple2<>(row._1(), new DecidedRow(given, labels, expected, bound));
    }
  }

  /** What is done to the rows of a partition: batches of rows with equally many labels are decided at once. */
  private abstract static class Task<S, T> implements MapPartitionsFunction<S, T> {
    private static final long serialVersionUID = 1;
    private final String column;
    private final String metric;
    private final int zeroDivision;
    private final String kind;
    private final String options;
    final boolean bounds;
    private final boolean abstains;
    private final boolean keep;
    final int at;

    Task(OptimalDecision stage, int at) {
      column = stage.getProbabilitiesCol();
      metric = stage.getMetric();
      zeroDivision = stage.getZeroDivision();
      kind = stage.getKind();
      options = stage.getOptions();
      bounds = !stage.getBoundCol().isEmpty();
      abstains = options.contains("\"abstain\"");
      keep = stage.getHandleInvalid().equals("keep");
      this.at = at;
    }

    /** The probabilities of a row, what is null as NaN; null if all of it is null. */
    abstract double[] numbers(S row);

    /** What is said of a row: labels null if it is left undecided, bound null if there are no bounds. */
    abstract T answer(S row, double[] given, int[] labels, Double expected, Double bound);

    Metric metric() {
      return Settings.metric(metric, zeroDivision);
    }

    DecisionOptions settings() {
      JsonNode average = Settings.read(options).path("average");
      if (!average.isMissingNode() && !average.asText().equals("instance")) {
        throw new IllegalArgumentException("options has " + average + " for \"average\": rows are decided one by one");
      }
      DecisionOptions.Builder builder = DecisionOptions.builder();
      if (!kind.equals("independent")) {
        builder.kind(kindOf(kind));
      }
      return Settings.into(builder, options).build();
    }

    private static Kind kindOf(String name) {
      if (!name.equals("categorical")) {
        throw new IllegalArgumentException("kind is \"" + name + "\": must be independent or categorical");
      }
      return Kind.CATEGORICAL;
    }

    @Override
    public Iterator<T> call(Iterator<S> rows) {
      return new Batches(rows);
    }

    private final class Batches implements Iterator<T> {
      private final Iterator<S> rows;
      private final Metric judge = metric();
      private final DecisionOptions how = settings();
      private final List<S> held = new ArrayList<>(BATCH);
      private final List<double[]> given = new ArrayList<>(BATCH); // of the rows that are held
      private final double[] expected = new double[BATCH];
      private final double[] bound = new double[bounds ? BATCH : 0];
      private final long[] indptr = new long[bounds ? BATCH + 1 : 0];
      private double[] table = new double[0];
      private long[] indices = new long[0]; // of the positives, where there are bounds
      private byte[] cells = new byte[0]; // 1 of each positive, where there are none
      private S ahead; // the first of the next batch, with other labels
      private double[] aheadNumbers;
      private Iterator<T> done = List.<T>of().iterator();
      private long first;

      Batches(Iterator<S> rows) {
        this.rows = rows;
      }

      @Override
      public boolean hasNext() {
        return done.hasNext() || ahead != null || rows.hasNext();
      }

      @Override
      public T next() {
        if (!done.hasNext()) {
          if (!hasNext()) {
            throw new NoSuchElementException();
          }
          done = batch();
        }
        return done.next();
      }

      private Iterator<T> batch() {
        first += held.size();
        held.clear();
        given.clear();
        int labels = -1;
        while (held.size() < BATCH && (ahead != null || rows.hasNext())) {
          S row = ahead != null ? ahead : rows.next();
          double[] numbers = ahead != null ? aheadNumbers : Task.this.numbers(row);
          ahead = null;
          if (!usable(numbers)) {
            if (!keep) {
              throw refused(numbers, first + held.size());
            }
            numbers = new double[0];
          }
          if (labels >= 0 && numbers.length != labels) {
            ahead = row;
            aheadNumbers = numbers;
            break;
          }
          if (labels < 0) {
            labels = numbers.length;
            if (table.length < labels * BATCH) {
              table = new double[labels * BATCH];
              indices = new long[bounds ? table.length : 0];
              cells = new byte[bounds ? 0 : table.length];
            }
          }
          System.arraycopy(numbers, 0, table, held.size() * labels, labels);
          held.add(row);
          given.add(numbers);
        }
        return labels == 0 ? undecided() : decided(labels);
      }

      private boolean usable(double[] numbers) {
        if (numbers == null || numbers.length == 0) {
          return false;
        }
        for (double one : numbers) {
          if (Double.isNaN(one)) {
            return false;
          }
        }
        return true;
      }

      private IllegalArgumentException refused(double[] numbers, long row) {
        String what = numbers == null ? "null" : numbers.length == 0 ? "empty" : "not all numbers (a null or NaN)";
        return new IllegalArgumentException("the row of probabilities is " + what
            + "; handleInvalid \"keep\" leaves it undecided" + Frames.place(column, row));
      }

      private Iterator<T> undecided() {
        return held.stream().map(row -> answer(row, null, null, null, null)).iterator();
      }

      private Iterator<T> decided(int labels) {
        int count = held.size();
        Table all = Table.of(Values.of(table), 0, count, labels, labels, 1);
        Decisions whole = null;
        try {
          if (abstains) {
            whole = judge.decide(all, how);
          } else if (bounds) {
            judge.decideInto(all, how, expected, bound, indptr, indices);
          } else {
            judge.decideInto(all, how, Mask.of(cells, 0, count, labels, labels, 1), expected);
          }
        } catch (WaldException wrong) {
          throw new IllegalArgumentException(wrong.getMessage() + Frames.place(column, first));
        }
        List<T> out = new ArrayList<>(count);
        for (int i = 0; i < count; ++i) {
          int[] chosen;
          double value = expected[i];
          double most = bounds ? bound[i] : 0;
          if (whole != null) {
            Decision one = whole.get(i);
            chosen = one.abstained() ? null : one.indices();
            value = one.expected();
            most = one.bound();
          } else {
            chosen = bounds ? between((int) indptr[i], (int) indptr[i + 1]) : marked(i * labels, labels);
          }
          out.add(answer(held.get(i), given.get(i), chosen, value, bounds ? most : null));
        }
        return out.iterator();
      }

      private int[] between(int from, int to) {
        int[] out = new int[to - from];
        for (int k = 0; k < out.length; ++k) {
          out[k] = (int) indices[from + k];
        }
        return out;
      }

      private int[] marked(int from, int labels) {
        int chosen = 0;
        for (int j = from; j < from + labels; ++j) {
          chosen += cells[j] == 1 ? 1 : 0;
        }
        int[] out = new int[chosen];
        for (int j = from, k = 0; k < chosen; ++j) {
          if (cells[j] == 1) {
            out[k++] = j - from;
          }
        }
        return out;
      }
    }
  }
}
