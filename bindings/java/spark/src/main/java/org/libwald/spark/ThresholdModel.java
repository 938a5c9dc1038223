package org.libwald.spark;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWriter;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.libwald.Thresholds;

/** Thresholds that {@link ThresholdTuner} chose: flags rows, or says which labels are at or above their thresholds. */
public class ThresholdModel extends Model<ThresholdModel> implements MLWritable {
  private static final long serialVersionUID = 1;

  // rows: fields
  private final String uid;
  private final Param<String> form;
  private final Param<String> scoreCol;
  private final Param<String> secondScoreCol;
  private final Param<String> rule;
  private final Param<String> segmentCol;
  private final Param<String> predictionCol;
  // end of rows

  private final Map<String, Facts> facts; // by label, segment, or "" for one threshold

  /** A stage without thresholds, as readers make it. */
  public ThresholdModel() {
    this(Identifiable.randomUID("ThresholdModel"));
  }

  /**
   * A stage without thresholds, as readers make it.
   *
   * @param uid its name
   */
  public ThresholdModel(String uid) {
    this(uid, new LinkedHashMap<>());
  }

  ThresholdModel(String uid, Map<String, Facts> facts) {
    this.uid = uid; // which parameters take for their parent's name
    this.facts = facts;
    // rows: made
    form = Settings.text(this, "form", "what has a threshold: one score, a pair of them, labels or segments");
    scoreCol = Settings.text(this, "scoreCol", "the column of scores");
    secondScoreCol = Settings.text(this, "secondScoreCol", "the column of the second score of a pair, or empty");
    rule = Settings.text(
        this, "rule", "whether any score of a pair has to reach its threshold, \"or\", or both, \"and\"");
    segmentCol = Settings.text(this, "segmentCol", "the column that names segments; empty for none");
    predictionCol = Settings.text(this, "predictionCol", "the column that is added");
    setDefault(form, "one");
    setDefault(scoreCol, "score");
    setDefault(secondScoreCol, "");
    setDefault(rule, "or");
    setDefault(segmentCol, "");
    setDefault(predictionCol, "flagged");
    // end of rows
  }

  /** What is known of a threshold: numbers by the names of the core's facts. */
  record Facts(double threshold, double nextLower, Map<String, Double> numbers) implements java.io.Serializable {
    static Facts of(Thresholds found) {
      Map<String, Double> numbers = new LinkedHashMap<>();
      if (found == null) { // no row is positive
        double none = Double.POSITIVE_INFINITY;
        numbers.put("threshold", none);
        numbers.put("next_lower", none);
        numbers.put("feasible", 1.0);
        List.of("tp", "fp", "positives").forEach(name -> numbers.put(name, 0.0));
        return new Facts(none, none, numbers);
      }
      double threshold = found.thresholds()[0];
      double lower = found.nextLower()[0];
      numbers.put("threshold", threshold);
      numbers.put("next_lower", lower);
      numbers.put("feasible", found.feasible() ? 1.0 : 0.0);
      numbers.put("tp", found.tp());
      numbers.put("fp", found.fp());
      numbers.put("unrated", found.unrated());
      numbers.put("positives", found.positives());
      numbers.put("precision", found.precision());
      numbers.put("recall", found.recall());
      numbers.put("value", found.value());
      return new Facts(threshold, lower, numbers);
    }
  }

  // ---- Parameters ---------------------------------------------------------------------------------------------------

  // rows: parameters
  @Override
  public String uid() {
    return uid;
  }

  /**
   * The parameter: what has a threshold: one score, a pair of them, labels or segments.
   *
   * @return the parameter
   */
  public Param<String> form() {
    return form;
  }

  /**
   * Its value: what has a threshold: one score, a pair of them, labels or segments.
   *
   * @return what was set, or the default
   */
  public String getForm() {
    return getOrDefault(form);
  }

  /**
   * Sets it: what has a threshold: one score, a pair of them, labels or segments.
   *
   * @param value what it is
   * @return this
   */
  public ThresholdModel setForm(String value) {
    set(form, value);
    return this;
  }

  /**
   * The parameter: the column of scores.
   *
   * @return the parameter
   */
  public Param<String> scoreCol() {
    return scoreCol;
  }

  /**
   * Its value: the column of scores.
   *
   * @return what was set, or the default
   */
  public String getScoreCol() {
    return getOrDefault(scoreCol);
  }

  /**
   * Sets it: the column of scores.
   *
   * @param value what it is
   * @return this
   */
  public ThresholdModel setScoreCol(String value) {
    set(scoreCol, value);
    return this;
  }

  /**
   * The parameter: the column of the second score of a pair, or empty.
   *
   * @return the parameter
   */
  public Param<String> secondScoreCol() {
    return secondScoreCol;
  }

  /**
   * Its value: the column of the second score of a pair, or empty.
   *
   * @return what was set, or the default
   */
  public String getSecondScoreCol() {
    return getOrDefault(secondScoreCol);
  }

  /**
   * Sets it: the column of the second score of a pair, or empty.
   *
   * @param value what it is
   * @return this
   */
  public ThresholdModel setSecondScoreCol(String value) {
    set(secondScoreCol, value);
    return this;
  }

  /**
   * The parameter: whether any score of a pair has to reach its threshold, "or", or both, "and".
   *
   * @return the parameter
   */
  public Param<String> rule() {
    return rule;
  }

  /**
   * Its value: whether any score of a pair has to reach its threshold, "or", or both, "and".
   *
   * @return what was set, or the default
   */
  public String getRule() {
    return getOrDefault(rule);
  }

  /**
   * The parameter: the column that names segments; empty for none.
   *
   * @return the parameter
   */
  public Param<String> segmentCol() {
    return segmentCol;
  }

  /**
   * Its value: the column that names segments; empty for none.
   *
   * @return what was set, or the default
   */
  public String getSegmentCol() {
    return getOrDefault(segmentCol);
  }

  /**
   * Sets it: the column that names segments; empty for none.
   *
   * @param value what it is
   * @return this
   */
  public ThresholdModel setSegmentCol(String value) {
    set(segmentCol, value);
    return this;
  }

  /**
   * The parameter: the column that is added.
   *
   * @return the parameter
   */
  public Param<String> predictionCol() {
    return predictionCol;
  }

  /**
   * Its value: the column that is added.
   *
   * @return what was set, or the default
   */
  public String getPredictionCol() {
    return getOrDefault(predictionCol);
  }

  /**
   * Sets it: the column that is added.
   *
   * @param value what it is
   * @return this
   */
  public ThresholdModel setPredictionCol(String value) {
    set(predictionCol, value);
    return this;
  }

  /**
   * What reads a stage that was written, here or in Python.
   *
   * @return the reader
   */
  public static MLReader<ThresholdModel> read() {
    return new Reader();
  }

  /**
   * Reads a stage that was written, here or in Python.
   *
   * @param path the folder
   * @return the stage
   */
  public static ThresholdModel load(String path) {
    return read().load(path);
  }
  // end of rows

  @Override
  public ThresholdModel copy(ParamMap extra) {
    ThresholdModel copied = defaultCopy(extra);
    return copied.of(this).setParent(parent());
  }

  /**
   * The thresholds by the names of the segments, by the positions of the labels or of the scores of a pair ("0", "1",
   * ...), or by "" where there is one. Infinity flags nothing.
   *
   * @return a copy
   */
  public Map<String, Double> thresholds() {
    Map<String, Double> out = new LinkedHashMap<>();
    if (pair()) {
      Facts both = facts.get("");
      out.put("0", both.threshold);
      out.put("1", both.numbers.get("second_threshold"));
    } else {
      facts.forEach((key, each) -> out.put(key, each.threshold));
    }
    return out;
  }

  /**
   * What is known of a threshold: tp, fp, unrated, positives, precision, recall, value, feasible, next_lower.
   *
   * @param key as in {@link #thresholds}; "" for a pair, which has second_threshold and second_next_lower, too
   * @return numbers by their names
   */
  public Map<String, Double> facts(String key) {
    Facts found = facts.get(key);
    if (found == null) {
      throw new IllegalArgumentException("key is \"" + key + "\": there are " + String.join(", ", facts.keySet()));
    }
    return Collections.unmodifiableMap(found.numbers);
  }

  // ---- What it does -------------------------------------------------------------------------------------------------

  private boolean labels() {
    return getForm().equals("labels");
  }

  private boolean pair() {
    return getForm().equals("pair");
  }

  @Override
  public StructType transformSchema(StructType schema) {
    if (labels()) {
      Frames.checkLists(schema, "scoreCol", getScoreCol());
    } else {
      Frames.checkNumbers(schema, "scoreCol", getScoreCol());
    }
    if (pair()) {
      Frames.checkNumbers(schema, "secondScoreCol", getSecondScoreCol());
    }
    if (!getSegmentCol().isEmpty()) {
      Frames.typeOf(schema, "segmentCol", getSegmentCol());
    }
    return Frames.with(
        schema, "predictionCol", getPredictionCol(), labels() ? Frames.positions() : DataTypes.BooleanType);
  }

  @Override
  public Dataset<Row> transform(Dataset<?> dataset) {
    transformSchema(dataset.schema());
    Column score = dataset.col(Frames.quoted(getScoreCol()));
    Column flagged;
    if (labels()) {
      double[] levels = facts.values().stream().mapToDouble(Facts::threshold).toArray();
      boolean vectors = Frames.isVector(dataset.schema().apply(getScoreCol()).dataType());
      Column numbers = vectors ? org.apache.spark.ml.functions.vector_to_array(score, "float64") : score;
      flagged =
          functions.udf(new Labels(levels, getScoreCol()), Frames.positions()).apply(numbers.cast("array<double>"));
    } else if (pair()) {
      Column second = dataset.col(Frames.quoted(getSecondScoreCol()));
      flagged = functions.udf(new Pair(thresholds(), getRule().equals("or"), getScoreCol(), getSecondScoreCol()),
                             DataTypes.BooleanType)
                    .apply(score.cast("double"), second.cast("double"));
    } else {
      Column segment =
          getForm().equals("segments") ? dataset.col(Frames.quoted(getSegmentCol())).cast("string") : functions.lit("");
      flagged = functions.udf(new Flags(thresholds(), getScoreCol()), DataTypes.BooleanType)
                    .apply(score.cast("double"), segment);
    }
    return dataset.withColumn(getPredictionCol(), flagged);
  }

  private static boolean flags(double score, double threshold, String column) {
    if (Double.isNaN(score)) {
      throw new IllegalArgumentException("a score in column \"" + column + "\" is nan: must be a number");
    }
    return score >= threshold && threshold < Double.POSITIVE_INFINITY;
  }

  /** Null for a null score, and in a segment that was not among the rows of the fit. */
  private record Flags(Map<String, Double> thresholds, String column) implements UDF2<Double, String, Boolean> {
    @Override
    public Boolean call(Double score, String segment) {
      Double threshold = segment == null ? null : thresholds.get(segment);
      return score == null || threshold == null ? null : flags(score, threshold, column);
    }
  }

  /** Null where a score is. */
  private record Pair(Map<String, Double> thresholds, boolean any, String column, String other)
      implements UDF2<Double, Double, Boolean> {
    @Override
    public Boolean call(Double first, Double second) {
      if (first == null || second == null) {
        return null;
      }
      boolean one = flags(first, thresholds.get("0"), column);
      boolean two = flags(second, thresholds.get("1"), other);
      return any ? one || two : one && two;
    }
  }

  /** The positions of the labels at or above their thresholds. */
  private record Labels(double[] thresholds, String column) implements UDF1<scala.collection.Seq<Double>, Integer[]> {
    @Override
    public Integer[] call(scala.collection.Seq<Double> scores) {
      if (scores == null) {
        return null;
      }
      List<Integer> out = new ArrayList<>();
      if (scores.size() != thresholds.length) {
        throw new IllegalArgumentException(
            "a row of column \"" + column + "\" has " + scores.size() + " scores: must have " + thresholds.length);
      }
      for (int i = 0; i < thresholds.length; ++i) {
        if (flags(Frames.number(scores.apply(i)), thresholds[i], column)) {
          out.add(i);
        }
      }
      return out.toArray(new Integer[0]);
    }
  }

  // ---- Saving -------------------------------------------------------------------------------------------------------

  @Override
  public MLWriter write() {
    return new Writer(this);
  }

  /** Parameters, and the numbers of each threshold in a folder beside them. */
  private static final class Writer extends DefaultParamsWriter {
    private static final StructType SCHEMA =
        new StructType()
            .add("position", DataTypes.IntegerType)
            .add("key", DataTypes.StringType)
            .add("threshold", DataTypes.DoubleType)
            .add("next_lower", DataTypes.DoubleType)
            .add("facts", DataTypes.createMapType(DataTypes.StringType, DataTypes.DoubleType));
    private final ThresholdModel model;

    Writer(ThresholdModel model) {
      super(model);
      this.model = model;
    }

    @Override
    public void saveImpl(String path) {
      super.saveImpl(path);
      List<Row> rows = new ArrayList<>();
      model.facts.forEach((key, each)
                              -> rows.add(RowFactory.create(rows.size(), model.labels() ? "" + rows.size() : key,
                                  each.threshold, each.nextLower, scala(each.numbers))));
      sparkSession().createDataFrame(rows, SCHEMA).coalesce(1).write().parquet(path + "/data");
    }

    private static scala.collection.Map<String, Double> scala(Map<String, Double> numbers) {
      scala.collection.mutable.HashMap<String, Double> out = new scala.collection.mutable.HashMap<>();
      numbers.forEach(out::put);
      return out;
    }
  }

  private static final class Reader extends MLReader<ThresholdModel> {
    @Override
    public ThresholdModel load(String path) {
      ThresholdModel model = new DefaultParamsReader<ThresholdModel>().load(path);
      for (Row row : sparkSession().read().parquet(path + "/data").orderBy("position").collectAsList()) {
        Map<String, Double> numbers = new LinkedHashMap<>(row.<String, Double>getJavaMap(4));
        String key = switch (model.getForm()) {
          case "one", "pair" -> "";
          case "labels" -> Integer.toString(row.getInt(0));
          default -> row.getString(1);
        };
        model.facts.put(key, new Facts(row.getDouble(2), row.getDouble(3), numbers));
      }
      return model;
    }
  }

  /** Of the stage itself, whose thresholds do not change. */
  private ThresholdModel of(ThresholdModel other) {
    facts.putAll(other.facts);
    return this;
  }
}
