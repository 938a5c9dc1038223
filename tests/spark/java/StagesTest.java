import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.Transformer;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.libwald.Cascade;
import org.libwald.CascadeDecisions;
import org.libwald.CascadeScores;
import org.libwald.Decision;
import org.libwald.DecisionOptions;
import org.libwald.Mask;
import org.libwald.Metric;
import org.libwald.Promise;
import org.libwald.PromiseOptions;
import org.libwald.PromiseState;
import org.libwald.Table;
import org.libwald.ThresholdOptions;
import org.libwald.Thresholds;
import org.libwald.Values;
import org.libwald.spark.CascadeModel;
import org.libwald.spark.OptimalDecision;
import org.libwald.spark.PromiseFeed;
import org.libwald.spark.ThresholdModel;
import org.libwald.spark.ThresholdTuner;

/**
 * The stages in Java: what they say is what one machine says, to the bit; they are saved and read, alone and in
 * pipelines, and those that Python saved are read.
 *
 *   java StagesTest MASTER FOLDER          FOLDER/python holds what test_java.py saved; FOLDER/java is written
 */
public final class StagesTest {
  private static final Random RANDOM = new Random(4);
  private static SparkSession spark;
  private static int checks;

  private static void check(boolean holds, String what) {
    ++checks;
    if (!holds) {
      throw new AssertionError(what);
    }
  }

  private static void refuses(String part, Runnable call) {
    try {
      call.run();
    } catch (Exception wrong) {
      for (Throwable each = wrong; each != null; each = each.getCause()) {
        if (String.valueOf(each.getMessage()).contains(part)) {
          ++checks;
          return;
        }
      }
      throw new AssertionError("expected \"" + part + "\"", wrong);
    }
    throw new AssertionError("nothing was thrown: expected \"" + part + "\"");
  }

  private static Dataset<Row> frame(StructType schema, List<Row> rows, int partitions) {
    return spark.createDataFrame(rows, schema).repartition(partitions);
  }

  private static List<Row> sorted(Dataset<Row> frame) {
    List<Row> rows = new ArrayList<>(frame.collectAsList());
    rows.sort(Comparator.comparingLong(row -> ((Number) row.getAs("id")).longValue()));
    return rows;
  }

  private static double[] numbers(int n) {
    double[] out = new double[n];
    for (int i = 0; i < n; ++i) {
      out[i] = RANDOM.nextDouble();
    }
    return out;
  }

  private static Double[] boxed(double[] numbers) {
    return Arrays.stream(numbers).boxed().toArray(Double[] ::new);
  }

  private static final DataType LIST = DataTypes.createArrayType(DataTypes.DoubleType);

  // ---- Decisions ----------------------------------------------------------------------------------------------------

  private static void decisions(Path folder, int partitions) {
    StructType schema =
        new StructType().add("id", DataTypes.LongType).add("p", LIST).add("v", SQLDataTypes.VectorType());
    List<Row> rows = new ArrayList<>();
    List<double[]> given = new ArrayList<>();
    for (long i = 0; i < 2500; ++i) {
      double[] p = numbers(i % 5 == 0 ? 3 : 6);
      given.add(p);
      rows.add(RowFactory.create(i, boxed(p), Vectors.dense(p)));
    }
    Dataset<Row> frame = frame(schema, rows, partitions);
    OptimalDecision stage =
        new OptimalDecision().setProbabilitiesCol("p").setOption("abstain", 0.35).setOption("at_most", 2);
    OptimalDecision fast = new OptimalDecision().setProbabilitiesCol("v").setMetric("jaccard").setBoundCol("");
    DecisionOptions options = DecisionOptions.builder().abstain(0.35).atMost(2).build();
    List<Row> found = sorted(stage.transform(frame));
    List<Row> other = sorted(fast.transform(frame));
    List<Row> bounded = sorted(new OptimalDecision().setProbabilitiesCol("v").setMetric("jaccard").transform(frame));
    int left = 0;
    try (Metric f1 = Metric.of("f1"); Metric jaccard = Metric.of("jaccard")) {
      for (int i = 0; i < rows.size(); ++i) {
        Decision one = f1.decide(given.get(i), options);
        Row row = found.get(i);
        left += one.abstained() ? 1 : 0;
        check(row.isNullAt(3) == one.abstained(), "whether a row is undecided");
        check(one.abstained() || row.<Integer>getList(3).equals(boxed(one.indices())), "the labels of a row");
        check(row.getDouble(4) == one.expected() && row.getDouble(5) == one.bound(), "the numbers of a row");
        Decision unbound = jaccard.decide(given.get(i));
        row = other.get(i);
        check(row.size() == 5 && row.<Integer>getList(3).equals(boxed(unbound.indices())), "labels without bounds");
        check(row.getDouble(4) == unbound.expected(), "expected without bounds");
        Row both = bounded.get(i);
        check(both.getList(3).equals(row.getList(3)) && both.getDouble(4) == row.getDouble(4), "the same with bounds");
        check(both.getDouble(5) == unbound.bound(), "the bound of a row");
      }
    }
    check(left > 0 && left < rows.size(), "some rows are undecided");
    List<Row> odd = List.of(RowFactory.create(0L, null, Vectors.dense(0.5)),
        RowFactory.create(1L, new Double[] {0.5, Double.NaN}, Vectors.dense(0.5)),
        RowFactory.create(2L, new Double[] {0.9}, Vectors.dense(1.5)));
    Dataset<Row> invalid = frame(schema, odd, 1);
    List<Row> kept = sorted(new OptimalDecision().setProbabilitiesCol("p").setHandleInvalid("keep").transform(invalid));
    check(kept.get(0).isNullAt(3) && kept.get(1).isNullAt(4), "rows that are kept without an answer");
    check(kept.get(2).getList(3).size() == 1, "a row that is decided beside them");
    refuses("the row of probabilities is", () -> stage.transform(invalid).collect());
    Dataset<Row> holed =
        frame(schema, List.of(RowFactory.create(0L, new Double[] {0.5, null}, Vectors.dense(0.5))), 1);
    refuses("is not all numbers (a null or NaN)", () -> stage.transform(holed).collect());
    Row whole = new OptimalDecision().setProbabilitiesCol("p").setHandleInvalid("keep").transform(holed).first();
    check(whole.isNullAt(3) && whole.<Double>getList(1).get(1) == null, "a row with a null inside that is kept");
    Dataset<Row> dotted = frame.withColumnRenamed("id", "the.id").withColumnRenamed("p", "the.p");
    OptimalDecision named = new OptimalDecision().setProbabilitiesCol("the.p").setBoundCol("");
    check(Arrays.equals(named.transform(dotted).columns(), named.transformSchema(dotted.schema()).fieldNames()),
        "names with dots, in their order");
    check(sorted(new OptimalDecision().setProbabilitiesCol("p").transform(frame)).get(7).getList(1).equals(
              Arrays.asList(boxed(given.get(7)))),
        "probabilities that are passed on");
    check(stage.transform(frame.select("p")).columns().length == 4, "probabilities alone");
    refuses("must lie in [0, 1]", () -> fast.transform(invalid).collect());
    refuses("there is no such column; there are id, p, v", () -> new OptimalDecision().transform(frame));
    refuses("labelsCol is \"id\": there is such a column",
        () -> fast.copy(fast.extractParamMap()).setLabelsCol("id").transform(frame));
    refuses("options has \"macro\" for \"average\"",
        () -> new OptimalDecision().setProbabilitiesCol("p").setOption("average", "macro").transform(frame));
    refuses("options has \"at_mos\"",
        () -> new OptimalDecision().setProbabilitiesCol("p").setOption("at_mos", 1).transform(frame));
    refuses("f_one", () -> new OptimalDecision().setProbabilitiesCol("p").setMetric("f_one").transform(frame));
    save(stage, folder.resolve("java/decision"));
    check(sorted(OptimalDecision.load(folder.resolve("java/decision").toString()).transform(frame)).equals(found),
        "a stage that was saved");
  }

  private static List<Integer> boxed(int[] numbers) {
    return Arrays.stream(numbers).boxed().collect(Collectors.toList());
  }

  private static void save(org.apache.spark.ml.util.MLWritable stage, Path to) {
    try {
      stage.write().overwrite().save(to.toString());
    } catch (java.io.IOException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  // ---- Thresholds ---------------------------------------------------------------------------------------------------

  private static boolean same(Map<String, Double> facts, Thresholds one) {
    return facts.get("threshold") == one.thresholds()[0] && facts.get("next_lower") == one.nextLower()[0]
        && facts.get("tp") == one.tp() && facts.get("fp") == one.fp() && facts.get("value") == one.value();
  }

  private static void thresholds(Path folder, int partitions) {
    StructType schema = new StructType()
                            .add("id", DataTypes.LongType)
                            .add("score", DataTypes.DoubleType)
                            .add("label", DataTypes.BooleanType)
                            .add("country", DataTypes.StringType)
                            .add("scores", LIST)
                            .add("labels", LIST);
    int n = 40_000;
    double[] score = numbers(n);
    byte[] label = new byte[n];
    String[] country = new String[n];
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < n; ++i) {
      label[i] = (byte) (RANDOM.nextDouble() < score[i] * score[i] * 0.1 ? 1 : 0);
      country[i] = i % 3 == 0 ? "at" : i % 3 == 1 ? "ch" : "none";
      label[i] = country[i].equals("none") ? 0 : label[i];
      Double[] both = {score[i], 1 - score[i]};
      rows.add(RowFactory.create((long) i, score[i], label[i] == 1, country[i], both,
          new Double[] {(double) label[i], i % 50 == 0 ? 1.0 : 0.0}));
    }
    Dataset<Row> frame = frame(schema, rows, partitions).persist();
    ThresholdTuner tuner = new ThresholdTuner().setMetric("f1").setPredictionCol("alert");
    ThresholdModel model = tuner.fit(frame);
    try (Metric f1 = Metric.of("f1");
         Thresholds one = Thresholds.choose(label, score, ThresholdOptions.builder().metric(f1).build())) {
      check(same(model.facts(""), one), "the threshold of one machine: " + model.facts("") + " " + one);
      for (Row row : sorted(model.transform(frame)).subList(0, 100)) {
        check(row.<Boolean>getAs("alert") == row.getDouble(1) >= one.thresholds()[0], "whether a row is flagged");
      }
    }
    ThresholdModel limited =
        new ThresholdTuner().setOption("min_recall", 0.5).setOption("max_alert_rate", 0.4).fit(frame);
    try (Thresholds one =
             Thresholds.choose(label, score, ThresholdOptions.builder().minRecall(0.5).maxAlertRate(0.4).build())) {
      check(same(limited.facts(""), one), "a recall within a limit");
    }
    ThresholdModel segments = tuner.copy(tuner.extractParamMap()).setSegmentCol("country").fit(frame);
    check(List.copyOf(segments.thresholds().keySet()).equals(List.of("at", "ch", "none")), "the names of segments");
    check(segments.thresholds().get("none") == Double.POSITIVE_INFINITY, "a segment without positives");
    double[] there = IntStream.range(0, n).filter(i -> i % 3 == 0).mapToDouble(i -> score[i]).toArray();
    int[] truth = IntStream.range(0, n).filter(i -> i % 3 == 0).map(i -> label[i]).toArray();
    try (Metric f1 = Metric.of("f1");
         Thresholds one = Thresholds.choose(truth, there, ThresholdOptions.builder().metric(f1).build())) {
      check(same(segments.facts("at"), one), "the threshold of a segment");
    }
    ThresholdModel labels = tuner.copy(tuner.extractParamMap()).setScoreCol("scores").setLabelCol("labels").fit(frame);
    check(labels.thresholds().get("0").equals(model.thresholds().get("")), "the threshold of a label");
    for (ThresholdModel each : List.of(model, segments, labels)) {
      Path to = folder.resolve("java/" + each.getForm());
      save(each, to);
      ThresholdModel again = ThresholdModel.load(to.toString());
      check(again.thresholds().equals(each.thresholds()) && again.getForm().equals(each.getForm()), "saved thresholds");
      check(sorted(again.transform(frame)).equals(sorted(each.transform(frame))), "what saved thresholds flag");
    }
    for (Row row : sorted(labels.transform(frame)).subList(0, 50)) {
      List<Integer> expected = new ArrayList<>();
      for (int i = 0; i < 2; ++i) {
        if (row.<Double>getList(4).get(i) >= labels.thresholds().get("" + i)) {
          expected.add(i);
        }
      }
      check(row.getList(6).equals(expected), "the labels at or above their thresholds");
    }
    refuses("bootstrap is 5", () -> new ThresholdTuner().setMetric("f1").setOption("bootstrap", 5).fit(frame));
    refuses("rows is 0", () -> tuner.fit(frame.where("false")));
    refuses("must hold numbers or truths, not string", () -> new ThresholdTuner().setScoreCol("country").fit(frame));
    refuses("score is null", () -> tuner.fit(frame.selectExpr("cast(null as double) as score", "label")));
    pipeline(folder, frame, tuner, model);
  }

  private static void pipeline(Path folder, Dataset<Row> frame, ThresholdTuner tuner, ThresholdModel model) {
    Pipeline pipeline = new Pipeline().setStages(
        new PipelineStage[] {tuner, new OptimalDecision().setProbabilitiesCol("scores").setLabelsCol("chosen")});
    save(pipeline, folder.resolve("java/pipeline"));
    PipelineModel fitted = Pipeline.load(folder.resolve("java/pipeline").toString()).fit(frame);
    save(fitted, folder.resolve("java/fitted"));
    PipelineModel again = PipelineModel.load(folder.resolve("java/fitted").toString());
    check(((ThresholdModel) again.stages()[0]).thresholds().equals(model.thresholds()), "thresholds in a pipeline");
    List<String> columns = Arrays.asList(again.transform(frame).columns());
    check(columns.containsAll(List.of("alert", "chosen", "bound")), "the columns of a pipeline");
  }

  // ---- Cascades -----------------------------------------------------------------------------------------------------

  private static void cascades(Path folder, int partitions) {
    StructType schema = new StructType()
                            .add("id", DataTypes.LongType)
                            .add("s", LIST)
                            .add("a", DataTypes.DoubleType)
                            .add("b", DataTypes.DoubleType)
                            .add("c", DataTypes.DoubleType);
    List<Row> rows = new ArrayList<>();
    double[] flat = new double[3 * 2100];
    for (int i = 0; i < 2100; ++i) {
      double[] s = numbers(3);
      double way = RANDOM.nextBoolean() ? 0.9 : -0.9;
      for (int j = 0; j < 3; ++j) {
        s[j] += way - 0.5;
        flat[3 * i + j] = s[j];
      }
      rows.add(RowFactory.create((long) i, boxed(s), s[0], s[1], s[2]));
    }
    Dataset<Row> frame = frame(schema, rows, partitions);
    Table table = Table.of(flat, 2100, 3);
    try (CascadeScores scores = CascadeScores.of(3).feed(table); Cascade cascade = Cascade.fit(scores)) {
      CascadeDecisions expected = cascade.apply(table);
      CascadeModel stage = new CascadeModel(cascade).setInputCol("s");
      save(stage, folder.resolve("java/cascade"));
      CascadeModel named = new CascadeModel(cascade).setInputCols(new String[] {"a", "b", "c"});
      for (CascadeModel each : List.of(stage, named, CascadeModel.load(folder.resolve("java/cascade").toString()))) {
        List<Row> found = sorted(each.transform(frame));
        for (int i = 0; i < 2100; ++i) {
          check(found.get(i).getInt(5) == expected.decisions()[i] && found.get(i).getInt(6) == expected.counts()[i],
              "what a cascade decides");
        }
      }
      refuses("the cascade takes 3",
          () -> new CascadeModel(cascade).setInputCols(new String[] {"a"}).transform(frame).collect());
    }
  }

  // ---- Promises -----------------------------------------------------------------------------------------------------

  /** All but what depends on an order of rows. */
  private static void same(Promise found, Promise whole) {
    check(found.nRows() == whole.nRows() && found.nLabels() == whole.nLabels(), "the rows of a promise");
    check(found.value() == whole.value() && found.low() == whole.low() && found.high() == whole.high(), "its limits");
    check(found.evidence() == whole.evidence() && found.evidenceKept() == whole.evidenceKept(), "its evidence");
    check(Arrays.equals(found.segmentLow(), whole.segmentLow()), "the limits of its segments");
  }

  private static void promises() {
    StructType schema = new StructType()
                            .add("flagged", DataTypes.BooleanType)
                            .add("label", DataTypes.IntegerType)
                            .add("chance", DataTypes.DoubleType)
                            .add("weight", DataTypes.DoubleType)
                            .add("place", DataTypes.IntegerType)
                            .add("shop", DataTypes.StringType);
    int n = 1500;
    byte[] flagged = new byte[n];
    byte[] labels = new byte[n];
    double[] chances = new double[n];
    double[] weights = new double[n];
    long[] places = new long[n];
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < n; ++i) {
      flagged[i] = (byte) (RANDOM.nextBoolean() ? 1 : 0);
      chances[i] = flagged[i] == 1 ? 1 : 0.25;
      boolean truth = RANDOM.nextDouble() < (flagged[i] == 1 ? 0.8 : 0.05);
      boolean known = RANDOM.nextDouble() < chances[i];
      labels[i] = known ? (byte) (truth ? 1 : 0) : Mask.NOT_RATED;
      weights[i] = RANDOM.nextInt(3) / 2.0;
      places[i] = RANDOM.nextInt(3);
      rows.add(RowFactory.create(flagged[i] == 1, known ? (truth ? 1 : 0) : null, chances[i], weights[i],
          (int) places[i], "abc".substring((int) places[i], (int) places[i] + 1)));
    }
    PromiseFeed feed = new PromiseFeed().setLabelProbabilityCol("chance").setWeightCol("weight");
    PromiseFeed parts = feed.copy(feed.extractParamMap()).setSegmentCol("place");
    PromiseFeed shops = feed.copy(feed.extractParamMap()).setGroupCol("shop");
    PromiseOptions options = PromiseOptions.builder().minLabelProbability(0.25).build();
    PromiseOptions segments = PromiseOptions.builder().minLabelProbability(0.25).nSegments(3).build();
    try (Promise empty = Promise.of("recall>=0.9", options); Promise of = Promise.of("recall>=0.7", segments);
         Promise whole = of.copy().feed(Mask.of(flagged, n, 1), Mask.of(labels, n, 1), Values.of(chances),
             Values.of(weights), null, places)) {
      List<String> saved = new ArrayList<>();
      for (int partitions : new int[] {1, 7, 64}) {
        Dataset<Row> frame = frame(schema, rows, partitions);
        StringBuilder all = new StringBuilder();
        try (Promise found = parts.feed(frame, of)) {
          same(found, whole);
          check(found.state() == whole.state() && found.state() != PromiseState.OPEN, "the state of a promise");
          all.append(found.save());
        }
        shops.feedEach(frame, empty).forEach((shop, found) -> {
          int[] which = IntStream.range(0, n).filter(i -> "abc".charAt((int) places[i]) == shop.charAt(0)).toArray();
          byte[] rule = new byte[which.length];
          byte[] known = new byte[which.length];
          IntStream.range(0, which.length).forEach(i -> {
            rule[i] = flagged[which[i]];
            known[i] = labels[which[i]];
          });
          double[] chance = Arrays.stream(which).mapToDouble(i -> chances[i]).toArray();
          double[] weight = Arrays.stream(which).mapToDouble(i -> weights[i]).toArray();
          try (Promise one = empty.copy().feed(Mask.of(rule, which.length, 1), Mask.of(known, which.length, 1),
                   Values.of(chance), Values.of(weight), null, null)) {
            same(found, one);
          }
          all.append(shop).append(found.save());
          found.close();
        });
        saved.add(all.toString());
      }
      check(saved.stream().distinct().count() == 1, "the same bits from any partitions");
      check(of.nRows() == 0, "the promise that was given stays as it is");
    }
    refusedPromises(frame(schema, rows, 1));
  }

  private static void refusedPromises(Dataset<Row> frame) {
    StructType schema =
        new StructType().add("flagged", DataTypes.IntegerType).add("label", DataTypes.IntegerType).add("x", DataTypes.DoubleType);
    PromiseFeed feed = new PromiseFeed();
    try (Promise promise = Promise.of("precision>=0.5");
         Promise before = promise.copy().feed(new byte[] {1, 1}, new byte[] {1, 0});
         Promise recent = Promise.of("precision>=0.5", PromiseOptions.builder().averageRun(1000).build());
         Promise two = Promise.of("precision>=0.5", PromiseOptions.builder().nSegments(2).build())) {
      Dataset<Row> last = frame(schema, List.of(RowFactory.create(1, 1, 0.5), RowFactory.create(0, null, 1.0)), 2);
      try (Promise found = feed.feed(last, before)) {
        check(found.nRows() == 4 && before.nRows() == 2 && found.value() == 2.0 / 3, "rows are added to those so far");
      }
      try (Promise found = feed.feed(last.where("false"), before)) {
        check(found.save().equals(before.save()), "no rows");
      }
      refuses("averageRun is 1000.0: must not be set", () -> feed.feed(last, recent));
      refuses("labelCol is \"truth\": there is no such column", () -> new PromiseFeed().setLabelCol("truth").feed(last, promise));
      refuses("flaggedCol is \"shop\": must hold numbers", () -> new PromiseFeed().setFlaggedCol("shop").feed(frame, promise));
      refuses("feedEach gives a promise for each group", () -> new PromiseFeed().setGroupCol("x").feed(last, promise));
      refuses("groupCol is empty", () -> feed.feedEach(last, promise));
      Dataset<Row> bad = frame(schema,
          List.of(RowFactory.create(1, 1, null), RowFactory.create(1, 1, null), RowFactory.create(1, null, null)), 1);
      refuses("x is null: only labels may be missing (column \"x\", row 0 of partition 0",
          () -> new PromiseFeed().setWeightCol("x").feed(bad, promise));
      refuses("x is null: must name a group", () -> new PromiseFeed().setGroupCol("x").feedEach(bad, promise));
      refuses("labels[2] is 2 (no label)", () -> feed.feed(bad, promise));
      refuses("x is 0.5: must be a whole number", () -> new PromiseFeed().setSegmentCol("x").feed(last, two));
      refuses("flagged is 2.0: must be 0 or 1",
          () -> feed.feed(frame(schema, List.of(RowFactory.create(2, 1, null)), 1), promise));
      refuses("label is 3.0: must be 0 or 1, or null",
          () -> feed.feed(frame(schema, List.of(RowFactory.create(1, 3, null)), 1), promise));
    }
  }

  // ---- With Python --------------------------------------------------------------------------------------------------

  private static void saved(Path folder) throws Exception {
    Path python = folder.resolve("python");
    if (!Files.exists(python)) {
      return;
    }
    Dataset<Row> given = spark.read().parquet(python.resolve("rows").toString());
    Dataset<Row> wanted = spark.read().parquet(python.resolve("wanted").toString());
    Dataset<Row> found = OptimalDecision.load(python.resolve("decision").toString()).transform(given);
    found = ThresholdModel.load(python.resolve("one").toString()).transform(found);
    found = ThresholdModel.load(python.resolve("labels").toString()).transform(found);
    found = ThresholdModel.load(python.resolve("segments").toString()).transform(found);
    found = ThresholdModel.load(python.resolve("pair").toString()).transform(found);
    found = CascadeModel.load(python.resolve("cascade").toString()).transform(found);
    check(Arrays.equals(found.columns(), wanted.columns()), Arrays.toString(found.columns()));
    check(sorted(found).equals(sorted(wanted)), "what stages say that Python saved");
    ThresholdModel fitted = ThresholdTuner.load(python.resolve("tuner").toString()).fit(given);
    check(fitted.thresholds().equals(ThresholdModel.load(python.resolve("one").toString()).thresholds()),
        "what a tuner finds that Python saved");
    ThresholdModel pair = ThresholdModel.load(python.resolve("pair").toString());
    save(pair, folder.resolve("java/pair"));
    check(ThresholdModel.load(folder.resolve("java/pair").toString()).thresholds().equals(pair.thresholds()),
        "thresholds of two scores that are saved again");
    check(pair.thresholds().get("1").equals(pair.facts("").get("second_threshold")), "the second threshold");
    refuses("thresholds of two scores are chosen by wald.spark in Python",
        () -> ThresholdTuner.load(python.resolve("pairs").toString()).fit(given));
  }

  private static void services() {
    Map<String, Integer> found = new HashMap<>();
    for (Class<?> kind : List.of(Transformer.class, Estimator.class)) {
      ServiceLoader.load(kind)
          .stream()
          .filter(one -> one.type().getName().startsWith("org.libwald."))
          .forEach(one -> found.merge(one.get().getClass().getName(), 1, Integer::sum));
    }
    for (Class<?> each :
        List.of(OptimalDecision.class, ThresholdTuner.class, ThresholdModel.class, CascadeModel.class)) {
      check(Integer.valueOf(1).equals(found.get(each.getName())), "META-INF/services has " + each.getName());
    }
  }

  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[1]);
    SparkSession.Builder builder = SparkSession.builder()
                                       .master(arguments[0])
                                       .config("spark.ui.enabled", "false")
                                       .config("spark.sql.shuffle.partitions", "2")
                                       .config("spark.sql.parquet.compression.codec", "gzip") // as in conftest.py
                                       .config("spark.ui.showConsoleProgress", "false");
    if (arguments.length > 2) { // executors take the natives from these jars alone
      builder = builder.config("spark.jars", arguments[2]);
    }
    spark = builder.getOrCreate();
    spark.sparkContext().setLogLevel("OFF");
    services();
    decisions(folder, 3);
    thresholds(folder, 7);
    cascades(folder, 3);
    promises();
    saved(folder);
    spark.stop();
    System.out.println(checks + " checks of stages in Java hold");
  }
}
