package org.libwald;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.DoubleBuffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Model cascades: routes against all thresholds, running, inputs of every form, labels, saving, errors and threads. */
class RouteTest {
  /** Rows of two stages, of which the second is nearly always right. */
  private record Data(double[][] sure, int[][] answers, int[] truth) {
    static Data of(int n, long seed) {
      Random random = new Random(seed);
      double[][] sure = new double[n][];
      int[][] answers = new int[n][];
      int[] truth = new int[n];
      for (int i = 0; i < n; ++i) {
        truth[i] = random.nextInt(2);
        sure[i] = new double[] {random.nextDouble(), 1};
        int cheap = random.nextDouble() < 0.5 + 0.5 * sure[i][0] ? truth[i] : 1 - truth[i];
        answers[i] = new int[] {cheap, random.nextDouble() < 0.98 ? truth[i] : 1 - truth[i]};
      }
      return new Data(sure, answers, truth);
    }

    StageRows rows() {
      return StageRows.of(sure).answers(answers).truth(truth).costs(1, 10);
    }

    StageRows rows(int from, int to) {
      return StageRows.of(Arrays.copyOfRange(sure, from, to))
          .answers(Arrays.copyOfRange(answers, from, to))
          .truth(Arrays.copyOfRange(truth, from, to))
          .costs(1, 10);
    }

    Stages stages() {
      return Stages.of(2).feed(rows());
    }

    int[] first() {
      return Arrays.stream(answers).mapToInt(row -> row[0]).toArray();
    }

    double quality(int[] stages) {
      return IntStream.range(0, truth.length).filter(i -> answers[i][stages[i]] == truth[i]).count()
          / (double) truth.length;
    }
  }

  private static final Data DATA = Data.of(400, 1);

  private static RouteOptions.Builder atLeast(double quality) {
    return RouteOptions.builder().minQuality(quality);
  }

  private static double cost(int[] stages, double first, double second) {
    return Arrays.stream(stages).mapToDouble(stage -> stage == 0 ? first : second).average().orElseThrow();
  }

  @Test
  void promisesItsMeasure() {
    try (Stages stages = DATA.stages();
        Route route = Route.choose(stages, atLeast(0.9).build());
        Promise promise = route.promise(0.9, PromiseOptions.defaults())) {
      assertEquals("hamming>=0.9", promise.claim()); // accuracy
    }
  }

  @Test
  void theBestThresholdByTryingAll() {
    try (Stages stages = DATA.stages(); Route route = Route.choose(stages, atLeast(0.9).build())) {
      double best = Double.POSITIVE_INFINITY;
      for (int t = 0; t <= DATA.truth.length; ++t) {
        double threshold = t < DATA.truth.length ? DATA.sure[t][0] : Double.POSITIVE_INFINITY;
        int[] taken = Arrays.stream(DATA.sure).mapToInt(row -> row[0] >= threshold ? 0 : 1).toArray();
        if (DATA.quality(taken) >= 0.9) {
          best = Math.min(best, cost(taken, 1, 11));
        }
      }
      assertEquals(best, route.cost(), 1e-12);
      assertTrue(route.exact() && route.feasible() && !route.certified() && !route.router());
      int[] taken = route.apply(DATA.sure);
      assertEquals(DATA.quality(taken), route.quality(), 1e-12);
      assertEquals(cost(taken, 1, 11), route.cost(), 1e-12);
      assertArrayEquals(
          Arrays.stream(DATA.sure).mapToInt(row -> row[0] >= route.thresholds()[0][0] ? 0 : 1).toArray(), taken);
      assertEquals(Double.NEGATIVE_INFINITY, route.thresholds()[0][1]);
      assertEquals(10, route.fullCost());
      assertEquals(DATA.quality(new int[400]), DATA.quality(Arrays.stream(taken).map(s -> 0).toArray()));
      assertEquals(DATA.quality(Arrays.stream(taken).map(s -> 1).toArray()), route.fullQuality(), 1e-12);
      assertEquals(List.of(RouteGoal.COST, RouteMeasure.ACCURACY, RouteBy.NONE, "none"),
          List.of(route.goal(), route.measure(), route.by(), route.theorem()));
      assertEquals(List.of(2, 1), List.of(route.nStages(), route.nGroups()));
      assertEquals(400, route.nRows());
      assertEquals(400, route.nLabelled());
      assertEquals(route.cost(), route.fact(RouteFact.COST));
      assertTrue(Double.isNaN(route.fact(RouteFact.CERTIFY)) && Double.isNaN(route.labelsNeeded()));
      double[] costs = route.envelopeCost();
      double[] qualities = route.envelopeQuality();
      boolean[] hull = route.envelopeHull();
      assertTrue(costs.length > 2 && costs.length == qualities.length && costs.length == hull.length);
      for (int i = 1; i < costs.length; ++i) {
        assertTrue(costs[i] > costs[i - 1] && qualities[i] > qualities[i - 1]);
      }
      assertTrue(hull[0] && hull[hull.length - 1]);
      assertEquals(1, Arrays.stream(route.shares()).sum(), 1e-12);
      assertTrue(route.toString().matches("Route\\(2 stages, cost [\\d.]+, accuracy 0\\.9\\d*\\)"), route.toString());
    }
  }

  @Test
  void applyNextAndRunAgree() {
    try (Stages stages = DATA.stages();
        Route route = Route.choose(stages, atLeast(0.9).by(RouteBy.CLASS).build())) {
      assertEquals(RouteBy.CLASS, route.by());
      assertEquals(2, route.nGroups());
      int[] answering = route.apply(DATA.sure, DATA.first());
      List<Integer> asked = new ArrayList<>();
      List<Route.Stage<Integer, Integer>> askable = new ArrayList<>();
      for (int s = 0; s < 2; ++s) {
        int stage = s;
        askable.add(i -> {
          asked.add(stage);
          return new StageAnswer<>(DATA.answers[i][stage], DATA.sure[i][stage]);
        });
      }
      for (int i = 0; i < 50; ++i) {
        asked.clear();
        RouteAnswer<Integer> said = route.run(askable, i);
        assertEquals(answering[i], said.stage());
        assertEquals(DATA.answers[i][said.stage()], said.answer());
        assertEquals(asked, said.asked());
        assertEquals(answering[i] == 0 ? -1 : 1, route.next(0, DATA.sure[i][0], DATA.answers[i][0]));
      }
      assertEquals(0, route.next(-1, Double.NaN));
      RouteEvaluation found = route.evaluate(stages);
      assertEquals(cost(answering, 1, 11), found.cost(), 1e-12);
      assertEquals(route.quality(), found.quality(), 1e-12);
      assertArrayEquals(route.shares(), found.shares(), 1e-12);
      RouteEvaluation recall =
          route.evaluate(stages, RouteOptions.builder().measure(RouteMeasure.RECALL).positive(0).build());
      long right = IntStream.range(0, 400)
          .filter(i -> DATA.truth[i] == 0 && DATA.answers[i][answering[i]] == 0).count();
      assertEquals(right / (double) Arrays.stream(DATA.truth).filter(c -> c == 0).count(), recall.quality(), 1e-12);
      assertThrows(ArithmeticException.class, () -> route.run(List.of(i -> new StageAnswer<>(1 / i, 1), askable.get(1)), 0));
      refused("stages has 1 elements: must have 2", () -> route.run(askable.subList(0, 1), 0));
      refused("answer is yes: must be a whole number, as the route goes by class",
          () -> route.run(List.<Route.Stage<Integer, String>>of(i -> new StageAnswer<>("yes", 1), i -> null), 0));
      assertThrows(NullPointerException.class, () -> route.run(List.<Route.Stage<Integer, Long>>of(i -> null, i -> null), 0));
    }
  }

  @Test
  void runAsyncIsRun() throws Exception {
    try (Stages stages = DATA.stages();
        Route route = Route.choose(stages, atLeast(0.9).by(RouteBy.CLASS).build())) {
      List<Route.Stage<Integer, Integer>> plain = new ArrayList<>();
      List<Function<Integer, CompletableFuture<StageAnswer<Integer>>>> later = new ArrayList<>();
      for (int s = 0; s < 2; ++s) {
        int stage = s;
        plain.add(i -> new StageAnswer<>(DATA.answers[i][stage], DATA.sure[i][stage]));
        later.add(i -> CompletableFuture.supplyAsync(() -> plain.get(stage).ask(i)));
      }
      List<CompletableFuture<RouteAnswer<Integer>>> all = new ArrayList<>();
      for (int i = 0; i < 50; ++i) {
        all.add(route.runAsync(later, i));
      }
      for (int i = 0; i < 50; ++i) {
        assertEquals(route.run(plain, i), all.get(i).get());
      }
      later.set(0, i -> {
        throw new UnsupportedOperationException("no");
      });
      CompletableFuture<RouteAnswer<Integer>> failed = route.runAsync(later, 0);
      assertEquals("no", assertThrows(ExecutionException.class, failed::get).getCause().getMessage());
      later.set(0, i -> CompletableFuture.completedFuture(null));
      CompletableFuture<RouteAnswer<Integer>> nothing = route.runAsync(later, 0);
      assertTrue(assertThrows(ExecutionException.class, nothing::get).getCause() instanceof NullPointerException);
      refused("stages has 1 elements: must have 2", () -> route.runAsync(later.subList(0, 1), 0));
    }
  }

  @Test
  void everyGoalAndMeasure() {
    try (Stages stages = DATA.stages()) {
      for (RouteMeasure measure : RouteMeasure.values()) {
        for (RouteGoal goal : RouteGoal.values()) {
          RouteOptions.Builder asked = RouteOptions.builder().goal(goal).measure(measure);
          RouteOptions options =
              switch (goal) {
                case COST -> asked.minQuality(0.9).build();
                case QUALITY -> asked.budget(6).build();
                case VALUE -> asked.rightValue(20).build();
              };
          if (goal == RouteGoal.VALUE && measure.compareTo(RouteMeasure.AGREEMENT) > 0) {
            assertThrows(ArgumentException.class, () -> Route.choose(stages, options));
            continue;
          }
          try (Route route = Route.choose(stages, options)) {
            assertEquals(goal, route.goal());
            assertEquals(measure, route.measure());
            assertTrue(goal != RouteGoal.COST || !route.feasible() || route.quality() >= 0.9);
            assertTrue(goal != RouteGoal.QUALITY || route.cost() <= 6);
            assertEquals(route.quality(), route.evaluate(stages).quality(), 1e-12);
          }
        }
      }
      try (Route route = Route.choose(stages, RouteOptions.builder().goal(RouteGoal.VALUE).rightValue(20).build())) {
        double best = Double.NEGATIVE_INFINITY;
        for (int t = 0; t <= 400; ++t) {
          double threshold = t < 400 ? DATA.sure[t][0] : Double.POSITIVE_INFINITY;
          int[] taken = Arrays.stream(DATA.sure).mapToInt(row -> row[0] >= threshold ? 0 : 1).toArray();
          best = Math.max(best, 20 * DATA.quality(taken) - cost(taken, 1, 11));
        }
        int[] expensive = new int[400];
        Arrays.fill(expensive, 1);
        best = Math.max(best, 20 * DATA.quality(expensive) - 10);
        assertEquals(best, 20 * route.quality() - route.cost(), 1e-9);
      }
    }
  }

  @Test
  void routerAndSegments() {
    int[] segments = IntStream.range(0, 400).map(i -> i % 3).toArray();
    double[] scores = Arrays.stream(DATA.sure).mapToDouble(row -> row[0]).toArray();
    RouteOptions options =
        RouteOptions.builder().router(true).by(RouteBy.SEGMENT).goal(RouteGoal.QUALITY).budget(5).build();
    try (Stages stages = Stages.of(2).feed(DATA.rows().segments(segments).scores(scores));
        Route route = Route.choose(stages, options)) {
      assertEquals(3, stages.nSegments());
      assertEquals(3, route.thresholds().length);
      assertTrue(route.router() && route.cost() <= 5);
      int[] answering = route.apply(scores, segments);
      assertEquals(cost(answering, 1, 10), route.cost(), 1e-12);
      assertArrayEquals(answering, route.apply(Table.of(Values.of(scores), 400, 1), segments));
      assertEquals(0, route.next(-1, 2, 1));
      assertEquals(-1, route.next(0, 2, 1));
      assertEquals(1, route.next(-1, 2, 7)); // not known: the last one
      RouteAnswer<String> said =
          route.run(List.<Route.Stage<String, String>>of(q -> new StageAnswer<>(q + "!", 0),
              q -> new StageAnswer<>(q + "?", 0)), "what", 1, 2);
      assertEquals(new RouteAnswer<>("what!", 0, List.of(0)), said);
      refused("groups is NULL: the route has thresholds by group", () -> route.apply(scores));
      refused("groups has 1 elements: must have 400", () -> route.apply(scores, new int[1]));
      refused("confidences has 2 columns: must have 1", () -> route.apply(DATA.sure, segments));
    }
  }

  @Test
  void threeStagesOfWhichOneIsLeftOut() {
    double[][] sure = new double[60][];
    double[][] right = new double[60][];
    for (int i = 0; i < 60; ++i) {
      sure[i] = new double[] {i, 0.5, 1};
      right[i] = new double[] {i >= 30 ? 1 : 0, 0, 1};
    }
    try (Stages stages = Stages.of(3).feed(StageRows.of(sure).right(right).costs(1, 5, 10));
        Route route = Route.choose(stages, atLeast(1).build())) {
      assertEquals(0, stages.nClasses());
      assertTrue(Double.isNaN(route.thresholds()[0][1]));
      assertEquals(2, route.next(0, 29));
      assertEquals(-1, route.next(0, 30));
      assertEquals((30 * 1 + 30 * 11) / 60.0, route.cost(), 1e-12);
      assertArrayEquals(new double[] {0.5, 0, 0.5}, route.shares());
    }
  }

  @Test
  void formsOfInput() {
    int n = 400;
    double[] flat = Arrays.stream(DATA.sure).flatMapToDouble(Arrays::stream).toArray();
    int[] answers = Arrays.stream(DATA.answers).flatMapToInt(Arrays::stream).toArray();
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    double[] costs = new double[2 * n];
    for (int i = 0; i < n; ++i) {
      costs[2 * i] = 1;
      costs[2 * i + 1] = 10;
    }
    DoubleBuffer direct = ByteBuffer.allocateDirect(16 * n).order(ByteOrder.nativeOrder()).asDoubleBuffer();
    direct.put(flat).flip();
    double[] columns = new double[2 * n];
    for (int i = 0; i < n; ++i) {
      columns[i] = flat[2 * i];
      columns[n + i] = flat[2 * i + 1];
    }
    try (Stages wanted = DATA.stages()) {
      String text = wanted.save();
      Table[] tables = {Table.of(Values.of(flat), n, 2), Table.of(Values.of(direct), n, 2),
          Table.of(Values.of(columns), 2, n).transpose()};
      for (Table table : tables) {
        try (Stages made = Stages.of(2).feed(StageRows.of(table).answers(answers).truth(DATA.truth)
            .costs(Table.of(costs, n, 2)))) {
          assertEquals(text, made.save());
        }
      }
      float[] floats = new float[2 * n];
      double[][] rounded = new double[n][2];
      double[][] right = new double[n][2];
      for (int i = 0; i < n; ++i) {
        for (int s = 0; s < 2; ++s) {
          floats[2 * i + s] = (float) DATA.sure[i][s];
          rounded[i][s] = floats[2 * i + s];
          right[i][s] = DATA.answers[i][s] == DATA.truth[i] ? 1 : 0;
        }
      }
      double[] twos = new double[n];
      Arrays.fill(twos, 2);
      try (Stages known = Stages.of(2).feed(
              StageRows.of(Table.of(floats, n, 2)).right(right).weights(twos).costs(1, 10));
          Stages wide = Stages.of(2).feed(
              StageRows.of(rounded).answers(DATA.answers).truth(DATA.truth).costs(1, 10).weights(Values.of(ones)));
          Route one = Route.choose(known, atLeast(0.9).build());
          Route other = Route.choose(wide, atLeast(0.9).build())) {
        assertEquals(other.cost(), one.cost());
        assertEquals(List.of(0, 2), List.of(known.nClasses(), wide.nClasses()));
        assertEquals("measure is recall: requires answers, and these rows have only right",
            assertThrows(ArgumentException.class,
                () -> Route.choose(known, RouteOptions.builder().measure(RouteMeasure.RECALL).build())).getMessage());
      }
      assertEquals("StageRows(400 rows of 2 stages)", DATA.rows().toString());
      assertEquals("Stages(400 rows of 2 stages, 400 labelled)", wanted.toString());
    }
  }

  @Test
  void piecesMergingSavingSerializing(@TempDir Path folder) throws Exception {
    try (Stages all = DATA.stages();
        Stages head = Stages.of(2).feed(DATA.rows(0, 100));
        Stages tail = Stages.of(2).feed(DATA.rows(100, 300)).feed(DATA.rows(300, 400));
        Route route = Route.choose(all, atLeast(0.9).build())) {
      assertEquals(all.save(), head.merge(tail).save());
      assertEquals(400, head.nRows());
      try (Stages copy = all.copy(); Stages loaded = Stages.load(all.toBytes())) {
        assertEquals(800, copy.merge(all).nRows());
        assertEquals(1600, copy.merge(copy).nRows());
        assertEquals(400, all.nRows());
        assertEquals(all.save(), loaded.save());
      }
      Path file = folder.resolve("route.json");
      route.save(file);
      try (Route read = Route.load(file);
          Route binary = Route.load(route.toBytes());
          Route text = Route.load(route.save());
          Route carried = (Route) carried(route);
          Stages rows = (Stages) carried(all)) {
        for (Route one : List.of(read, binary, text, carried)) {
          assertEquals(route.save(), one.save());
          for (RouteFact fact : RouteFact.values()) {
            assertEquals(route.fact(fact), one.fact(fact));
          }
          assertArrayEquals(route.apply(DATA.sure), one.apply(DATA.sure));
        }
        assertEquals(all.save(), rows.save());
      }
      Path saved = folder.resolve("stages.json");
      all.save(saved);
      try (Stages read = Stages.load(saved)) {
        assertEquals(all.save(), read.save());
      }
      String broken = Files.readString(file).replace("\"-inf\"", "0.5");
      assertTrue(assertThrows(FormatException.class, () -> Route.load(broken)).getMessage()
          .contains("does not end with a stage"));
      assertThrows(FormatException.class, () -> Stages.load(route.save()));
      assertThrows(FormatException.class, () -> Route.load(all.toBytes()));
      assertTrue(assertThrows(FormatException.class, () -> Route.load("route.json")).getMessage()
          .contains("looks like the name of a file"));
    }
  }

  private static Object carried(Object object) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    }
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return in.readObject();
    }
  }

  @Test
  void certificatesAndLabels() {
    Data data = Data.of(4000, 2);
    RouteOptions certified = atLeast(0.85).certify(0.9).build();
    RouteOptions asking = atLeast(0.85).certify(0.9).batchSize(150).build();
    try (Stages stages = Stages.of(2).feed(StageRows.of(data.sure).answers(data.answers).costs(1, 10))) {
      assertTrue(assertThrows(ArgumentException.class, () -> Route.choose(stages, certified)).getMessage()
          .startsWith("no row of a weight above 0 is labelled"));
      Route route = null;
      int batches = 0;
      long[] rows = {};
      while (batches < 20 && (route == null || !route.certified())) {
        rows = stages.ask(asking);
        ++batches;
        assertEquals(rows.length, stages.nWaiting());
        assertArrayEquals(Arrays.stream(rows).sorted().distinct().toArray(), rows);
        assertTrue(assertThrows(ArgumentException.class, () -> Route.choose(stages, certified)).getMessage()
            .contains("have no label yet"));
        stages.label(rows, Arrays.stream(rows).mapToInt(i -> data.truth[(int) i]).toArray());
        route = Route.choose(stages, certified);
      }
      assertTrue(route.certified());
      assertEquals("bets", route.theorem());
      assertEquals(0.9, route.certify());
      assertEquals(0, route.labelsNeeded());
      assertTrue(route.cost() < 10 && stages.nLabelled() < 2000 && stages.nConsidered() >= stages.nLabelled());
      assertEquals(batches, stages.nBatches());
      assertTrue(data.quality(route.apply(data.sure)) > 0.85);
      assertTrue(route.toString().endsWith(", certified with 0.900000)"), route.toString());
      long[] again = {rows[0]};
      assertTrue(assertThrows(ArgumentException.class, () -> stages.label(again, 1)).getMessage()
          .contains("was not asked for"));
      route.close();
    }
    // All labels, by a path that is tested; and of rows that say what is right.
    try (Stages stages = data.stages(); Route route = Route.choose(stages, certified)) {
      assertTrue(route.certified());
      assertEquals("tested-path", route.theorem());
    }
    double[][] unknown = new double[300][2];
    for (double[] row : unknown) {
      Arrays.fill(row, Double.NaN);
    }
    try (Stages stages = Stages.of(2).feed(
        StageRows.of(Arrays.copyOf(data.sure, 300)).right(unknown).costs(1, 10))) {
      long[] rows = stages.ask();
      double[][] right = new double[rows.length][];
      Arrays.setAll(right, i -> new double[] {0.5, 1});
      assertEquals(rows.length, stages.label(rows, right).nLabelled());
      assertEquals(0, stages.nWaiting());
    }
  }

  @Test
  void knownLabelProbabilities() {
    Data data = Data.of(2000, 5);
    Random random = new Random(6);
    double[] probabilities = new double[2000];
    int[] known = data.truth.clone();
    for (int i = 0; i < 2000; ++i) {
      probabilities[i] = data.sure[i][0] < 0.5 ? 0.8 : 0.3;
      known[i] = random.nextDouble() < probabilities[i] ? known[i] : -1;
    }
    try (Stages stages = Stages.of(2).feed(
            StageRows.of(data.sure).answers(data.answers).truth(known).costs(1, 10).labelProbabilities(probabilities));
        Route route = Route.choose(stages, atLeast(0.85).certify(0.9).build())) {
      assertEquals(2000, stages.nConsidered());
      assertEquals(Arrays.stream(known).filter(c -> c >= 0).count(), stages.nLabelled());
      assertEquals("bets", route.theorem());
    }
  }

  @Test
  void progressAndCancelling() {
    try (Stages stages = Data.of(3000, 3).stages()) {
      List<Double> told = new ArrayList<>();
      RouteOptions telling = atLeast(0.9).progress(fraction -> told.add(fraction)).build();
      Route.choose(stages, telling).close();
      assertTrue(!told.isEmpty() && told.stream().allMatch(x -> x >= 0 && x <= 1));
      assertThrows(CancelledException.class,
          () -> Route.choose(stages, atLeast(0.9).progress(fraction -> false).build()));
      assertEquals("no", assertThrows(UnsupportedOperationException.class,
          () -> Route.choose(stages, atLeast(0.9).progress(fraction -> {
            throw new UnsupportedOperationException("no");
          }).build())).getMessage());
      Thread.currentThread().interrupt();
      assertThrows(CancelledException.class, () -> Route.choose(stages, atLeast(0.9).interruptible(true).build()));
      assertTrue(Thread.interrupted());
    }
  }

  private static void refused(String message, Executable use) {
    assertEquals(message, assertThrows(ArgumentException.class, use).getMessage());
  }

  @Test
  void errors() {
    refused("n_stages is 1: must lie in [2, 12]", () -> Stages.of(1));
    double[][] one = {{0.5, 1}};
    double[][] yes = {{1, 1}};
    try (Stages stages = Stages.of(2); Stages all = DATA.stages(); Stages three = Stages.of(3)) {
      refused("confidences[0][1] is inf: must be finite, or NaN for none",
          () -> stages.feed(StageRows.of(new double[][] {{0.5, Double.POSITIVE_INFINITY}}).right(yes)));
      refused("right has 2 columns: must have 3", () -> three.feed(StageRows.of(one).right(yes)));
      refused("right[0][1] is 2: must lie in [0, 1], or be NaN if not labelled",
          () -> stages.feed(StageRows.of(one).right(new double[][] {{1, 2}})));
      refused("answers is NULL: must be given, or right instead", () -> stages.feed(StageRows.of(one)));
      refused("answers has 1 elements: must have 2", () -> StageRows.of(one).answers(new int[1]));
      refused("truth has 2 elements: must have 1", () -> StageRows.of(one).truth(0, 1));
      refused("costs has 1 elements: must have 2", () -> StageRows.of(one).costs(1));
      refused("segments has 0 elements: must have 1", () -> StageRows.of(one).segments());
      refused("weights has 2 elements: there are 1 rows",
          () -> stages.feed(StageRows.of(one).right(yes).weights(new double[2])));
      refused("label_probabilities[0] is 0: must lie in (0, 1], or be NaN if the row was not considered",
          () -> stages.feed(StageRows.of(one).answers(new int[2]).labelProbabilities(new double[] {0})));
      refused("scores has 2 elements: there are 1 rows",
          () -> stages.feed(StageRows.of(one).right(yes).scores(new double[2])));
      assertThrows(NullPointerException.class, () -> StageRows.of((Table) null));
      assertThrows(NullPointerException.class, () -> StageRows.of(one).answers((int[]) null));
      assertThrows(NullPointerException.class, () -> stages.feed(null));
      assertThrows(NullPointerException.class, () -> stages.merge(null));
      assertThrows(NullPointerException.class, () -> Route.choose(null));
      assertThrows(NullPointerException.class, () -> Route.choose(all, null));
      assertThrows(NullPointerException.class, () -> RouteOptions.builder().goal(null));
      assertThrows(NullPointerException.class, () -> stages.label(null, 1));
      assertEquals(0, stages.nRows());
      refused("other has 3 stages: must have 2", () -> all.merge(three));
      assertTrue(assertThrows(ArgumentException.class,
          () -> Route.choose(all, RouteOptions.builder().goal(RouteGoal.QUALITY).build())).getMessage()
          .startsWith("budget is not set"));
      assertThrows(ArgumentException.class, () -> Route.choose(stages));
      assertThrows(ArgumentException.class, () -> RouteOptions.builder().certify(1).build());
      try (Route route = Route.choose(all, atLeast(0.9).build())) {
        refused("stage is 5: must be -1 (none yet) or lie in [0, 1]", () -> route.next(5, 0.5));
        assertThrows(NullPointerException.class, () -> route.evaluate(null));
        assertThrows(NullPointerException.class, () -> route.evaluate(all, null));
        assertThrows(NullPointerException.class, () -> route.fact(null));
      }
    }
  }

  @Test
  void closedAndInUse() {
    Stages stages = DATA.stages();
    Route route = Route.choose(stages);
    stages.handle.read(
        address -> {
          assertEquals("stages is in use by another call: it cannot be changed now",
              assertThrows(IllegalStateException.class, () -> stages.ask()).getMessage());
          Route.choose(stages).close();
        });
    stages.close();
    stages.close();
    assertEquals("Stages(closed)", stages.toString());
    assertEquals("stages is closed",
        assertThrows(IllegalStateException.class, () -> Route.choose(stages)).getMessage());
    assertThrows(IllegalStateException.class, () -> stages.feed(DATA.rows()));
    assertThrows(IllegalStateException.class, () -> route.evaluate(stages));
    assertEquals(400, route.apply(DATA.sure).length);
    route.close();
    assertEquals("Route(closed)", route.toString());
    assertEquals("route is closed", assertThrows(IllegalStateException.class, () -> route.next(-1, 0)).getMessage());
    assertThrows(IllegalStateException.class, route::thresholds);
  }

  @Test
  void manyThreadsUseOneRoute() throws Exception {
    try (Stages stages = DATA.stages(); Route route = Route.choose(stages, atLeast(0.9).build())) {
      int[] wanted = route.apply(DATA.sure);
      List<Thread> threads = new ArrayList<>();
      int[] wrong = new int[4];
      for (int t = 0; t < 4; ++t) {
        int mine = t;
        threads.add(new Thread(() -> {
          for (int round = 0; round < 20; ++round) {
            for (int i = 0; i < 400; ++i) {
              wrong[mine] += route.next(0, DATA.sure[i][0]) == (wanted[i] == 0 ? -1 : 1) ? 0 : 1;
            }
            try (Route same = Route.choose(stages, atLeast(0.9).build())) {
              wrong[mine] += Arrays.equals(wanted, same.apply(DATA.sure)) ? 0 : 1;
            }
          }
        }));
      }
      threads.forEach(Thread::start);
      for (Thread thread : threads) {
        thread.join();
      }
      assertArrayEquals(new int[4], wrong);
    }
  }

  @Test
  void noRowsAndWordsOfEnumerations() {
    try (Stages none = Stages.of(2).feed(StageRows.of(Table.of(new double[0], 0, 2)).answers(new int[0]).truth());
        Stages all = DATA.stages();
        Route route = Route.choose(all)) {
      assertEquals(0, none.nRows());
      refused("rows is 0: no row was fed", () -> none.ask());
      assertEquals(400, none.merge(all).nRows());
      assertEquals(0, route.apply(Table.of(new double[0], 0, 2)).length);
      try (Route byClass = Route.choose(all, RouteOptions.builder().by(RouteBy.CLASS).build())) {
        assertEquals(0, byClass.apply(Table.of(new double[0], 0, 2), new int[0]).length);
      }
      assertEquals("class", RouteBy.CLASS.toString());
      assertEquals("f", RouteMeasure.F.toString());
      assertNotEquals(all.copy().handle, all.handle);
      assertFalse(route.certified());
    }
  }
}
