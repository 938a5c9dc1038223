package org.libwald;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Closing, forgetting, and memory that stays flat. */
class LifetimeTest {
  private static final double[] P = {0.9, 0.45, 0.4, 0.1};

  @Test
  void closedTwiceAndUsedAfter() {
    Metric metric = Metric.of("f1");
    Estimator known = Estimator.independent(P);
    Distribution worth = metric.distribution(known, new byte[] {1, 0, 0, 0});
    Estimator copy = known.copy();
    known.close();
    known.close();
    metric.close();
    metric.close();
    assertEquals("Metric(closed)", metric.toString());
    assertEquals("Estimator(closed)", known.toString());
    // What was made from them lives on.
    assertEquals(0.65313, worth.mean(), 1e-12);
    assertEquals(4, copy.nLabels());
    worth.close();
    worth.close();
    copy.close();
    assertEquals("Distribution(closed)", worth.toString());

    try (Metric open = Metric.of("f1")) {
      for (Executable use : List.<Executable>of(known::marginals, known::kind, known::copy, known::save,
          known::toCounts, known::mode, known::nFed, () -> known.feed(0.5), known::clear, () -> known.merge(known),
          () -> open.decide(known), () -> open.curve(known))) {
        assertEquals("estimator is closed", assertThrows(IllegalStateException.class, use).getMessage());
      }
    }
    for (Executable use : List.<Executable>of(metric::name, metric::properties, () -> metric.decide(P),
        () -> metric.decide(Table.of(P, 2, 2)), () -> metric.utility(1, 1, 1, 1),
        () -> metric.evaluate(Mask.of(true), Mask.of(true)))) {
      assertEquals("metric is closed", assertThrows(IllegalStateException.class, use).getMessage());
    }
    for (Executable use : List.<Executable>of(worth::mean, worth::atoms, () -> worth.quantile(0.5))) {
      assertEquals("distribution is closed", assertThrows(IllegalStateException.class, use).getMessage());
    }
  }

  /** What the log of the package gets while `body` runs, until it has `wanted` messages or some seconds are over. */
  private static List<LogRecord> logged(int wanted, Runnable body) throws InterruptedException {
    Logger logger = Logger.getLogger("org.libwald");
    List<LogRecord> records = new CopyOnWriteArrayList<>();
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord one) {
            Throwable place = one.getThrown();
            if (place == null || Arrays.toString(place.getStackTrace()).contains("LifetimeTest.forget(")) {
              records.add(one);
            }
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    logger.addHandler(handler);
    logger.setUseParentHandlers(false);
    try {
      body.run();
      for (int i = 0; i < 40 && (records.size() < wanted || wanted == 0 && i < 5); ++i) {
        System.gc();
        Thread.sleep(50);
      }
    } finally {
      logger.removeHandler(handler);
      logger.setUseParentHandlers(true);
    }
    return records;
  }

  private static void forget(int count) {
    for (int i = 0; i < count; ++i) {
      Estimator.independent(P);
    }
  }

  @Test
  void forgottenObjectsAreLoggedOnceForEachPlace() throws InterruptedException {
    try {
      Leaks.setLevel(Leaks.Level.FULL);
      List<LogRecord> found = logged(1, () -> forget(20));
      assertEquals(1, found.size());
      String message = found.get(0).getMessage();
      assertTrue(message.startsWith("an object was not closed (estimator): "), message);
      List<StackTraceElement> trace = List.of(found.get(0).getThrown().getStackTrace());
      assertTrue(trace.stream().anyMatch(line -> line.getMethodName().equals("forget")), trace.toString());

      Leaks.setLevel(Leaks.Level.SIMPLE); // one object in 128
      assertEquals(List.of(), logged(0, () -> forget(100)));
      assertEquals(1, logged(1, () -> forget(100)).size());

      Leaks.setLevel(Leaks.Level.FULL);
      assertEquals(List.of(), logged(0, () -> {
        for (int i = 0; i < 20; ++i) {
          Estimator.independent(P).close();
        }
      }));
      Leaks.setLevel(Leaks.Level.OFF);
      assertEquals(List.of(), logged(0, () -> forget(300)));
    } finally {
      Leaks.setLevel(Leaks.Level.SIMPLE);
    }
  }

  @Test
  void levelsOfTheLog() throws InterruptedException {
    assertEquals(Leaks.Level.SIMPLE, Leaks.levelOf(""));
    assertEquals(Leaks.Level.FULL, Leaks.levelOf("full"));
    assertEquals(Leaks.Level.OFF, Leaks.levelOf("OFF"));
    List<LogRecord> warned = logged(1, () -> assertEquals(Leaks.Level.SIMPLE, Leaks.levelOf("paranoid")));
    assertEquals(1, warned.size());
  }

  @Test
  void thresholdsClosedAndUsedAfter() {
    ThresholdTest.Rows rows = new ThresholdTest.Rows(60, 1);
    Sample sample = rows.sample();
    Thresholds chosen = sample.choose();
    Frontier points = sample.frontier();
    List<Thresholds> beside = chosen.baselines();
    sample.close();
    sample.close();
    assertEquals("Sample(closed)", sample.toString());
    // What was made from it lives on.
    assertEquals(60, chosen.apply(rows.table()).length);
    assertTrue(points.tp().length > 1);
    chosen.close();
    chosen.close();
    points.close();
    assertEquals("Thresholds(closed)", chosen.toString());
    assertEquals("Thresholds(closed)", beside.get(0).toString());
    assertEquals("Frontier(closed)", points.toString());
    try (Sample open = rows.sample()) {
      for (Executable use : List.<Executable>of(sample::choose, sample::copy, sample::save, sample::positives,
          sample::rule, () -> sample.count(0, 0), () -> sample.feed(rows.labels, rows.table()), sample::clear,
          () -> sample.merge(sample), () -> open.merge(sample), sample::frontier)) {
        assertEquals("sample is closed", assertThrows(IllegalStateException.class, use).getMessage());
      }
      assertEquals(60, open.nRows());
    }
    for (Executable use : List.<Executable>of(chosen::thresholds, chosen::tp, chosen::objective, chosen::method,
        () -> chosen.apply(rows.table()), () -> beside.get(0).fp(), () -> chosen.interval(ThresholdFact.TP))) {
      assertEquals("set of thresholds is closed", assertThrows(IllegalStateException.class, use).getMessage());
    }
    for (Executable use : List.<Executable>of(points::tp, points::thresholds, points::rocArea, points::exact)) {
      assertEquals("frontier is closed", assertThrows(IllegalStateException.class, use).getMessage());
    }
  }

  @Test
  void closingWithinItsOwnCallback() {
    Metric[] mine = new Metric[1];
    mine[0] = Metric.custom("closing", (tp, k, s, n) -> {
      mine[0].close(); // takes effect when the call is over
      return tp;
    }, Property.RISES_IN_TP, Property.LINEAR_IN_TP);
    assertEquals(4, mine[0].decide(P, DecisionOptions.builder().atLeast(4).build()).k());
    assertThrows(IllegalStateException.class, () -> mine[0].decide(P));
  }

  private static long resident() throws IOException {
    return Long.parseLong(Files.readString(Path.of("/proc/self/statm")).split(" ")[1]) * 4096;
  }

  private static void collect() throws InterruptedException {
    for (int i = 0; i < 3; ++i) {
      WeakReference<Object> mark = new WeakReference<>(new Object());
      while (mark.get() != null) {
        System.gc();
      }
      Thread.sleep(20); // the cleaner's thread
    }
  }

  private static void make(int count, boolean close) throws InterruptedException {
    for (int i = 0; i < count; ++i) {
      Metric metric = Metric.of("fbeta:2");
      Metric custom = Metric.custom("mine", (tp, k, s, n) -> tp, Property.RISES_IN_TP, Property.LINEAR_IN_TP);
      Estimator known = Estimator.independent(P);
      DecisionOptions options = DecisionOptions.builder().seed(1).progress(fraction -> true).build();
      Distribution worth = metric.distribution(known, new byte[] {1, 0, 0, 0}, options);
      if (close) {
        metric.close();
        custom.close();
        known.close();
        worth.close();
      }
      if (i % 10_000 == 9_999) {
        collect();
      }
    }
  }

  @Test
  void memoryStaysFlat() throws Exception {
    for (boolean close : new boolean[] {true, false}) {
      make(20_000, close);
      collect();
      long before = resident();
      make(40_000, close);
      collect();
      long grown = resident() - before;
      System.out.printf("40,000 of each kind, %s: %+.1f MB%n", close ? "closed" : "forgotten", grown / 1e6);
      assertTrue(grown < 9_600_000, "grown by " + grown + " bytes");
    }
  }

  private static void makeThresholds(int count, boolean close) throws InterruptedException {
    double[] scores = {0.9, 0.1, 0.5, 0.3};
    byte[] labels = {1, 0, 1, 0};
    for (int i = 0; i < count; ++i) {
      Sample sample = Sample.of(1).feed(labels, scores);
      ThresholdOptions options = ThresholdOptions.builder().maxFp(1).progress(fraction -> true).build();
      Thresholds chosen = sample.choose(options);
      Frontier points = sample.frontier();
      if (close) {
        sample.close();
        chosen.close();
        points.close();
      }
      if (i % 10_000 == 9_999) {
        collect();
      }
    }
  }

  @Test
  void thresholdsStayFlat() throws Exception {
    for (boolean close : new boolean[] {true, false}) {
      makeThresholds(10_000, close);
      collect();
      long before = resident();
      makeThresholds(40_000, close);
      collect();
      long grown = resident() - before;
      System.out.printf(
          "40,000 of each kind of thresholds, %s: %+.1f MB%n", close ? "closed" : "forgotten", grown / 1e6);
      assertTrue(grown < 9_600_000, "grown by " + grown + " bytes");
    }
  }

  @Test
  void cascadesClosedAndUsedAfter() {
    Table table = CascadeTest.TABLE;
    CascadeScores scores = CascadeScores.of(CascadeTest.MODELS).feed(table);
    Cascade cascade = Cascade.fit(scores);
    CascadeRun run = cascade.run();
    Table features = Table.of(CascadeTest.features(50, 1), 50, 3);
    Trees trees = CascadeTest.trees(9);
    Cascade bound = CascadeTest.bound(trees, features);
    int[] wanted = bound.applyTrees(features).decisions();
    scores.close();
    scores.close();
    trees.close();
    trees.close();
    assertEquals(CascadeTest.ROWS, cascade.apply(table).decisions().length);
    cascade.close();
    cascade.close();
    // What was made from them lives on.
    assertArrayEquals(wanted, bound.applyTrees(features).decisions());
    assertTrue(run.feed(100) == -1 && run.decision() == 1);
    run.close();
    run.close();
    assertEquals("CascadeScores(closed)", scores.toString());
    assertEquals("Cascade(closed)", cascade.toString());
    assertEquals("CascadeRun(closed)", run.toString());
    assertEquals("Trees(closed)", trees.toString());
    try (bound; CascadeScores open = CascadeScores.of(CascadeTest.MODELS).feed(table)) {
      for (Executable use : List.<Executable>of(scores::copy, scores::nRows, scores::clear, () -> scores.feed(table),
          () -> open.merge(scores), () -> Cascade.fit(scores), () -> bound.evaluate(scores))) {
        assertEquals("set of scores is closed", assertThrows(IllegalStateException.class, use).getMessage());
      }
      for (Executable use : List.<Executable>of(cascade::run, cascade::order, cascade::save, cascade::nModels,
          () -> cascade.apply(table), () -> cascade.decide(new float[3]), () -> cascade.decide(new double[3]),
          () -> cascade.calibrate(open), () -> cascade.bind(trees), () -> cascade.modelName(0),
          () -> cascade.apply(2, (model, rows) -> new double[2]), cascade::stops)) {
        assertEquals("cascade is closed", assertThrows(IllegalStateException.class, use).getMessage());
      }
      for (Executable use : List.<Executable>of(trees::nModels, trees::save, () -> trees.add(TreeNode.leaf(1)),
          () -> trees.evaluate(features), () -> open.feed(trees, features), () -> bound.bind(trees))) {
        assertEquals("ensemble of trees is closed", assertThrows(IllegalStateException.class, use).getMessage());
      }
      for (Executable use : List.<Executable>of(run::start, () -> run.feed(1), () -> run.feed(new double[1]))) {
        assertEquals("cascade run is closed", assertThrows(IllegalStateException.class, use).getMessage());
      }
      assertEquals(CascadeTest.ROWS, open.nRows());
    }
  }

  private static void makeCascades(int count, boolean close) throws InterruptedException {
    Table table = Table.of(new double[] {1, -0.5, -1, 0.25, 0.5, 0.5}, 3, 2);
    Table features = Table.of(new float[] {0, 1, 2}, 3, 1);
    for (int i = 0; i < count; ++i) {
      CascadeScores scores = CascadeScores.of(2).feed(table);
      CascadeOptions options = CascadeOptions.builder().names("a", "b").progress(fraction -> true).build();
      Cascade cascade = Cascade.fit(scores, options);
      CascadeRun run = cascade.run();
      Trees trees = Trees.of(1);
      for (double at = 0; at < 2; ++at) {
        trees.add(TreeNode.atMost(0, at, 1, 2), TreeNode.leaf(-1), TreeNode.leaf(1));
      }
      Cascade bound = cascade.bind(trees);
      run.feed(2);
      bound.applyTrees(features);
      cascade.apply(3, (model, rows) -> new double[rows.length]);
      if (close) {
        scores.close();
        cascade.close();
        run.close();
        trees.close();
        bound.close();
      }
      if (i % 10_000 == 9_999) {
        collect();
      }
    }
  }

  @Test
  void cascadesStayFlat() throws Exception {
    for (boolean close : new boolean[] {true, false}) {
      makeCascades(10_000, close);
      collect();
      long before = resident();
      makeCascades(40_000, close);
      collect();
      long grown = resident() - before;
      System.out.printf(
          "40,000 of each kind of cascades, %s: %+.1f MB%n", close ? "closed" : "forgotten", grown / 1e6);
      assertTrue(grown < 9_600_000, "grown by " + grown + " bytes");
    }
  }

  private static void makeRoutes(int count, boolean close) throws InterruptedException {
    double[][] sure = {{0.9, 1}, {0.6, 1}, {0.8, 1}};
    double[][] right = {{1, 1}, {0, 1}, {1, 1}};
    double[][] unknown = {{Double.NaN, Double.NaN}};
    for (int i = 0; i < count; ++i) {
      Stages stages = Stages.of(2).feed(StageRows.of(sure).right(right).costs(1, 10));
      Route route = Route.choose(stages, RouteOptions.builder().progress(fraction -> true).build());
      Stages copy = stages.copy().feed(StageRows.of(new double[1][2]).right(unknown).costs(1, 10));
      copy.label(copy.ask(), new double[][] {{1, 1}});
      Route loaded = Route.load(route.save());
      Labelling labelling = Labelling.of(new double[] {0.5, 0.25}, LabelledQuality.ACCURACY, 0.9, 0.9, i);
      assertEquals(3, route.apply(sure).length);
      if (i % 3 == 0) {
        assertThrows(ArgumentException.class, () -> stages.feed(StageRows.of(sure)));
        assertThrows(ArgumentException.class, () -> Route.choose(stages, RouteOptions.builder().goal(RouteGoal.QUALITY).build()));
      }
      if (close) {
        stages.close();
        route.close();
        copy.close();
        loaded.close();
        labelling.close();
      }
      if (i % 10_000 == 9_999) {
        collect();
      }
    }
  }

  @Test
  void routesStayFlat() throws Exception {
    for (boolean close : new boolean[] {true, false}) {
      makeRoutes(10_000, close);
      collect();
      long before = resident();
      makeRoutes(20_000, close);
      collect();
      long grown = resident() - before;
      System.out.printf("20,000 of each kind of routes, %s: %+.1f MB%n", close ? "closed" : "forgotten", grown / 1e6);
      assertTrue(grown < 9_600_000, "grown by " + grown + " bytes");
    }
  }

  @Test
  void learnersClosedAndUsedAfter() {
    double[] row = {1, 0, -1, 0.5};
    Dataset rows = LearnerTest.dataset();
    Learner learner = Learner.fit("lfp", rows, LearnerTest.QUICK);
    Calibration calibration = Calibration.fit("platt", new byte[] {1, 0, 1, 0}, P);
    Metric metric = Metric.of("f1");
    double[] wanted = learner.probabilities(row);
    Estimator known = learner.estimator(row);
    rows.close();
    rows.close();
    // What was made from them lives on.
    assertArrayEquals(wanted, learner.probabilities(row));
    learner.close();
    learner.close();
    calibration.close();
    calibration.close();
    assertArrayEquals(wanted, known.marginals(), 1e-12);
    known.close();
    assertEquals("Dataset(closed)", rows.toString());
    assertEquals("Learner(closed)", learner.toString());
    assertEquals("Calibration(closed)", calibration.toString());
    try (Dataset open = LearnerTest.dataset(); Learner other = Learner.fit("lfp", open, LearnerTest.QUICK)) {
      for (Executable use : List.<Executable>of(rows::rows, rows::task, () -> rows.labels(LearnerTest.MASK),
          () -> rows.weights(null), () -> rows.groups(1, 2, 3, 4), () -> Learner.fit("lfp", rows),
          () -> other.probabilities(rows), () -> other.decide(rows, metric),
          () -> other.estimator(rows, 0, DecisionOptions.defaults()))) {
        assertEquals("dataset is closed", assertThrows(IllegalStateException.class, use).getMessage());
      }
      for (Executable use : List.<Executable>of(learner::name, learner::kind, learner::save, learner::choices,
          learner::featureNames, learner::labelNames, () -> learner.probabilities(row), () -> learner.estimator(row),
          () -> learner.probabilities(open), () -> learner.decide(open, metric), () -> learner.decide(row, metric),
          () -> learner.decideInto(row, metric, DecisionOptions.defaults(), new byte[3]))) {
        assertEquals("learner is closed", assertThrows(IllegalStateException.class, use).getMessage());
      }
      for (Executable use : List.<Executable>of(calibration::save, () -> calibration.probability(0))) {
        assertEquals("calibration is closed", assertThrows(IllegalStateException.class, use).getMessage());
      }
      metric.close();
      for (Executable use : List.<Executable>of(() -> other.decide(open, metric), () -> other.decide(row, metric),
          () -> other.decideInto(row, metric, DecisionOptions.defaults(), new byte[3]))) {
        assertEquals("metric is closed", assertThrows(IllegalStateException.class, use).getMessage());
      }
      assertArrayEquals(wanted, other.probabilities(row));
    }
  }

  private static void makeLearners(int count, boolean close) throws InterruptedException {
    double[][] features = {{0, 1}, {1, 0}, {2, 1}, {-1, 3}};
    byte[][] labels = {{1, 0}, {0, 1}, {1, 1}, {0, 1}};
    double[] row = {0.5, 0.5};
    try (Metric metric = Metric.of("f1")) {
      for (int i = 0; i < count; ++i) {
        Dataset rows = Dataset.of(features).labels(labels);
        LearnerOptions options =
            LearnerOptions.builder().neighbours(2).scaling("none").neighbourMetric("euclidean")
                .neighbourWeights("uniform").labelNames("a", "b").progress(fraction -> true).build();
        Learner learner = Learner.fit("neighbours", rows, options);
        Estimator known = learner.estimator(row);
        Calibration calibration = Calibration.fit("isotonic", new byte[] {1, 0, 1, 0}, P);
        learner.decide(row, metric);
        learner.decide(features, metric);
        learner.choices();
        if (close) {
          rows.close();
          learner.close();
          known.close();
          calibration.close();
        }
        if (i % 10_000 == 9_999) {
          collect();
        }
      }
    }
  }

  @Test
  void learnersStayFlat() throws Exception {
    for (boolean close : new boolean[] {true, false}) {
      makeLearners(10_000, close);
      collect();
      long before = resident();
      makeLearners(40_000, close);
      collect();
      long grown = resident() - before;
      System.out.printf(
          "40,000 of each kind of learners, %s: %+.1f MB%n", close ? "closed" : "forgotten", grown / 1e6);
      assertTrue(grown < 9_600_000, "grown by " + grown + " bytes");
    }
  }

  @Test
  void decidingStaysFlat() throws Exception {
    double[] flat = new double[14 * 100];
    java.util.Arrays.fill(flat, 0.3);
    try (Metric metric = Metric.of("f1")) {
      for (int i = 0; i < 20_000; ++i) {
        metric.decide(P);
        metric.decide(Table.of(flat, i % 100, 14));
      }
      collect();
      long before = resident();
      for (int i = 0; i < 40_000; ++i) {
        metric.decide(P);
        if (i % 10 == 0) {
          metric.decide(Table.of(flat, 100, 14));
        }
      }
      collect();
      assertTrue(resident() - before < 9_600_000, "grown by " + (resident() - before));
    }
  }
}
