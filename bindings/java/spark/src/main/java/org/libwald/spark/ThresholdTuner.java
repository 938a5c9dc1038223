package org.libwald.spark;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.StructType;

/**
 * Chooses the best threshold of a score, of each label or of each segment, in a few passes over the rows: those of one
 * machine, to the bit. Rows are never shuffled; states of at most 4 MB a task and threshold are.
 */
public class ThresholdTuner extends Estimator<ThresholdModel> implements DefaultParamsWritable {
  private static final long serialVersionUID = 1;

  // rows: fields
  private final String uid;
  private final Param<String> scoreCol;
  private final Param<String> secondScoreCol;
  private final Param<String> rule;
  private final Param<String> labelCol;
  private final Param<String> weightCol;
  private final Param<String> segmentCol;
  private final Param<String> predictionCol;
  private final Param<String> metric;
  private final IntParam zeroDivision;
  private final Param<String> options;
  // end of rows

  /** A stage of an own name. */
  public ThresholdTuner() {
    this(Identifiable.randomUID("ThresholdTuner"));
  }

  /**
   * A stage.
   *
   * @param uid its name
   */
  public ThresholdTuner(String uid) {
    this.uid = uid; // which parameters take for their parent's name
    // rows: made
    scoreCol = Settings.text(
        this, "scoreCol", "the column of scores: numbers, or arrays of them for a threshold of each label");
    secondScoreCol = Settings.text(
        this, "secondScoreCol", "the second column of scores of a tuner that Python saved; fit then refuses");
    rule = Settings.text(this, "rule", "the rule of a tuner of two scores that Python saved: or, and");
    labelCol = Settings.text(
        this, "labelCol", "the column of labels, 1 and 0 or true and false; null if a row is not rated");
    weightCol = Settings.text(this, "weightCol", "the column of weights; empty for 1 each");
    segmentCol = Settings.text(
        this, "segmentCol", "the column that names segments, each of which has a threshold; empty for none");
    predictionCol = Settings.text(this, "predictionCol", "the column that the model adds");
    metric = Settings.text(this, "metric", "what is to be greatest; empty if the options say it");
    zeroDivision = new IntParam(this, "zeroDivision", "what a rate of 0/0 counts as, 1 or 0");
    options = Settings.text(this, "options", "options of choosing thresholds, as an object of JSON");
    setDefault(scoreCol, "score");
    setDefault(secondScoreCol, "");
    setDefault(rule, "or");
    setDefault(labelCol, "label");
    setDefault(weightCol, "");
    setDefault(segmentCol, "");
    setDefault(predictionCol, "flagged");
    setDefault(metric, "");
    setDefault(zeroDivision, (Object) 1);
    setDefault(options, "{}");
    // end of rows
  }

  // ---- Parameters ---------------------------------------------------------------------------------------------------

  // rows: parameters
  @Override
  public String uid() {
    return uid;
  }

  /**
   * The parameter: the column of scores: numbers, or arrays of them for a threshold of each label.
   *
   * @return the parameter
   */
  public Param<String> scoreCol() {
    return scoreCol;
  }

  /**
   * Its value: the column of scores: numbers, or arrays of them for a threshold of each label.
   *
   * @return what was set, or the default
   */
  public String getScoreCol() {
    return getOrDefault(scoreCol);
  }

  /**
   * Sets it: the column of scores: numbers, or arrays of them for a threshold of each label.
   *
   * @param value what it is
   * @return this
   */
  public ThresholdTuner setScoreCol(String value) {
    set(scoreCol, value);
    return this;
  }

  /**
   * The parameter: the second column of scores of a tuner that Python saved; fit then refuses.
   *
   * @return the parameter
   */
  public Param<String> secondScoreCol() {
    return secondScoreCol;
  }

  /**
   * The parameter: the rule of a tuner of two scores that Python saved: or, and.
   *
   * @return the parameter
   */
  public Param<String> rule() {
    return rule;
  }

  /**
   * The parameter: the column of labels, 1 and 0 or true and false; null if a row is not rated.
   *
   * @return the parameter
   */
  public Param<String> labelCol() {
    return labelCol;
  }

  /**
   * Its value: the column of labels, 1 and 0 or true and false; null if a row is not rated.
   *
   * @return what was set, or the default
   */
  public String getLabelCol() {
    return getOrDefault(labelCol);
  }

  /**
   * Sets it: the column of labels, 1 and 0 or true and false; null if a row is not rated.
   *
   * @param value what it is
   * @return this
   */
  public ThresholdTuner setLabelCol(String value) {
    set(labelCol, value);
    return this;
  }

  /**
   * The parameter: the column of weights; empty for 1 each.
   *
   * @return the parameter
   */
  public Param<String> weightCol() {
    return weightCol;
  }

  /**
   * Its value: the column of weights; empty for 1 each.
   *
   * @return what was set, or the default
   */
  public String getWeightCol() {
    return getOrDefault(weightCol);
  }

  /**
   * Sets it: the column of weights; empty for 1 each.
   *
   * @param value what it is
   * @return this
   */
  public ThresholdTuner setWeightCol(String value) {
    set(weightCol, value);
    return this;
  }

  /**
   * The parameter: the column that names segments, each of which has a threshold; empty for none.
   *
   * @return the parameter
   */
  public Param<String> segmentCol() {
    return segmentCol;
  }

  /**
   * Its value: the column that names segments, each of which has a threshold; empty for none.
   *
   * @return what was set, or the default
   */
  public String getSegmentCol() {
    return getOrDefault(segmentCol);
  }

  /**
   * Sets it: the column that names segments, each of which has a threshold; empty for none.
   *
   * @param value what it is
   * @return this
   */
  public ThresholdTuner setSegmentCol(String value) {
    set(segmentCol, value);
    return this;
  }

  /**
   * The parameter: the column that the model adds.
   *
   * @return the parameter
   */
  public Param<String> predictionCol() {
    return predictionCol;
  }

  /**
   * Its value: the column that the model adds.
   *
   * @return what was set, or the default
   */
  public String getPredictionCol() {
    return getOrDefault(predictionCol);
  }

  /**
   * Sets it: the column that the model adds.
   *
   * @param value what it is
   * @return this
   */
  public ThresholdTuner setPredictionCol(String value) {
    set(predictionCol, value);
    return this;
  }

  /**
   * The parameter: what is to be greatest; empty if the options say it.
   *
   * @return the parameter
   */
  public Param<String> metric() {
    return metric;
  }

  /**
   * Its value: what is to be greatest; empty if the options say it.
   *
   * @return what was set, or the default
   */
  public String getMetric() {
    return getOrDefault(metric);
  }

  /**
   * Sets it: what is to be greatest; empty if the options say it.
   *
   * @param value what it is
   * @return this
   */
  public ThresholdTuner setMetric(String value) {
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
  public ThresholdTuner setZeroDivision(int value) {
    set(zeroDivision, (Object) value);
    return this;
  }

  /**
   * The parameter: options of choosing thresholds, as an object of JSON.
   *
   * @return the parameter
   */
  public Param<String> options() {
    return options;
  }

  /**
   * Its value: options of choosing thresholds, as an object of JSON.
   *
   * @return what was set, or the default
   */
  public String getOptions() {
    return getOrDefault(options);
  }

  /**
   * Sets it: options of choosing thresholds, as an object of JSON.
   *
   * @param value what it is
   * @return this
   */
  public ThresholdTuner setOptions(String value) {
    set(options, value);
    return this;
  }

  /**
   * Sets one option by its name in the core, such as "min_recall":
   *
   * <ul>
   *   <li>{@code goal}, one of {@code auto}, {@code metric}, {@code net_benefit}, {@code most_tp}, {@code fewest_fp}.
   *       What is maximised or minimised, within all limits that are set.
   *   <li>{@code cost_ratio}, a number, finite and above 0. How many false positives one more true positive is worth;
   *       the goal is then the greatest TP - FP/cost_ratio.
   *   <li>{@code marginal_precision}, a number, in (0, 1). The probability q from which an alert pays; the same as
   *       cost_ratio = (1-q)/q.
   *   <li>{@code min_precision}, a number, in [0, 1]. Precision is at least this.
   *   <li>{@code precision_level}, a number, in [0, 1). The level at which the lower Clopper-Pearson limit of precision
   *       meets min_precision; 0 takes the point estimate. Not set: 0.9 for one classifier, 0.975 for several
   *       classifiers or labels.
   *   <li>{@code min_recall}, a number, in [0, 1]. Recall is at least this.
   *   <li>{@code max_fp}, a number, at least 0. The weight of false positives is at most this.
   *   <li>{@code max_alerts}, a number, at least 0. The weight of all flagged rows, TP + FP, is at most this.
   *   <li>{@code max_fpr}, a number, in [0, 1]. False positives are at most this share of all negatives, by weight.
   *   <li>{@code max_alert_rate}, a number, in [0, 1]. All flagged rows, TP + FP, are at most this share of all rows,
   *       those not rated included, by weight.
   *   <li>{@code positives}, a number, finite and at least 0. The weight of all positives, known from elsewhere: recall
   *       and F need it where some rows were not rated. Not set: counted.
   *   <li>{@code level}, a number, in (0, 1). The confidence level of all intervals.
   *   <li>{@code seed}, a whole number. The seed of bootstrap, folds, smoothing, certificates and the limits of the
   *       value.
   *   <li>{@code threads}, a whole number, in [0, 1024]. Maximum number of threads; 0 takes all of the machine's. Short
   *       calls use one. The answer has the same bits for any number.
   * </ul>
   *
   * @param name the option
   * @param value a number, a truth or a word
   * @return this
   */
  public ThresholdTuner setOption(String name, Object value) {
    return setOptions(Settings.with(getOptions(), name, value));
  }

  /**
   * What reads a stage that was written, here or in Python.
   *
   * @return the reader
   */
  public static MLReader<ThresholdTuner> read() {
    return new DefaultParamsReader<>();
  }

  /**
   * Reads a stage that was written, here or in Python.
   *
   * @param path the folder
   * @return the stage
   */
  public static ThresholdTuner load(String path) {
    return read().load(path);
  }
  // end of rows

  @Override
  public ThresholdTuner copy(ParamMap extra) {
    return defaultCopy(extra);
  }

  // ---- What it does -------------------------------------------------------------------------------------------------

  @Override
  public StructType transformSchema(StructType schema) {
    Form form = Form.of(schema, this);
    form.check(schema, this);
    return Frames.with(schema, "predictionCol", getPredictionCol(), form.prediction());
  }

  @Override
  public ThresholdModel fit(Dataset<?> dataset) {
    if (!getOrDefault(secondScoreCol).isEmpty()) {
      throw new IllegalArgumentException("secondScoreCol is \"" + getOrDefault(secondScoreCol)
          + "\": thresholds of two scores are chosen by wald.spark in Python, whose models are read here");
    }
    StructType schema = dataset.schema();
    Form form = Form.of(schema, this);
    form.check(schema, this);
    Map<String, ThresholdModel.Facts> facts = new LinkedHashMap<>();
    Passes.run(dataset.toDF(), this, form).forEach((key, found) -> facts.put(key, ThresholdModel.Facts.of(found)));
    ThresholdModel model = new ThresholdModel(Identifiable.randomUID("ThresholdModel"), facts);
    model.set(model.form(), form.toString());
    model.setScoreCol(getScoreCol()).setSegmentCol(getSegmentCol()).setPredictionCol(getPredictionCol());
    return model.setParent(this);
  }
}
