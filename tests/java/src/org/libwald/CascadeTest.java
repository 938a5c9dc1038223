package org.libwald;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Cascades and trees: memory of every form, the ways to ask, errors, progress, and steps that allocate nothing. */
class CascadeTest {
  /** Scores of models whose say fades, rounded so that they are floats. */
  static double[] scores(int rows, int models, long seed) {
    Random random = new Random(seed);
    double[] out = new double[rows * models];
    for (int i = 0; i < out.length; ++i) {
      out[i] = (float) (random.nextGaussian() / (1 + i % models));
    }
    return out;
  }

  static final int ROWS = 400;
  static final int MODELS = 12;
  static final double[] CELLS = scores(ROWS, MODELS, 1);
  static final Table TABLE = Table.of(CELLS, ROWS, MODELS);

  static Cascade cascade() {
    try (CascadeScores scores = CascadeScores.of(MODELS).feed(TABLE)) {
      return Cascade.fit(scores, CascadeOptions.builder().alpha(0.01).build());
    }
  }

  @Test
  void votesStopByTheirCounts() {
    double[] votes = Arrays.stream(CELLS).map(score -> score > 0 ? 1 : 0).toArray();
    CascadeOptions.Builder options = CascadeOptions.builder().algorithm("votes").threshold(6).alpha(0.05);
    try (CascadeScores scores = CascadeScores.of(MODELS).feed(Table.of(votes, ROWS, MODELS));
        Cascade fitted = Cascade.fit(scores, options.build());
        Cascade loaded = Cascade.load(fitted.save())) {
      assertEquals("votes", fitted.algorithm());
      assertEquals("votes", loaded.algorithm());
      assertTrue(fitted.price() > 1 && fitted.expectedDisagreement() <= 0.05);
      assertEquals(fitted.price(), fitted.fact(CascadeFact.PRICE));
      assertTrue(Double.isNaN(fitted.otherMeanCost()));
    }
    assertThrows(ArgumentException.class, () -> Cascade.fit(CascadeScores.of(MODELS).feed(TABLE), options.build()));
  }

  /** Stumps on three features; the third has categories. */
  static Trees trees(int count) {
    Random random = new Random(count);
    Trees made = Trees.of(3);
    for (int t = 0; t < count; ++t) {
      TreeNode root =
          switch (t % 3) {
            case 0 -> TreeNode.atMost(0, random.nextGaussian(), 1, 2);
            case 1 -> TreeNode.below(1, random.nextGaussian(), 1, 2).missing(TreeNode.Missing.LEFT);
            default -> TreeNode.among(2, 1, 2, t % 4, 4 + t % 3);
          };
      made.add(root, TreeNode.leaf(random.nextGaussian() / (1 + t)), TreeNode.leaf(random.nextGaussian() / (1 + t)));
    }
    return made;
  }

  static final CascadeOptions TWO = CascadeOptions.builder().threads(2).build();

  static double[] features(int rows, long seed) {
    Random random = new Random(seed);
    double[] out = new double[rows * 3];
    for (int i = 0; i < out.length; ++i) {
      out[i] = random.nextInt(10) == 0 ? Double.NaN : i % 3 == 2 ? random.nextInt(8) : (float) random.nextGaussian();
    }
    return out;
  }

  static Cascade bound(Trees trees, Table features) {
    try (CascadeScores scores = CascadeScores.of(trees.nModels()).feed(trees, features);
        Cascade fitted = Cascade.fit(scores)) {
      return fitted.bind(trees);
    }
  }

  private static List<Long> shape(Trees trees) {
    return List.of(trees.nTrees(), trees.nModels(), trees.nFeatures(), trees.nOutputs());
  }

  private static void refused(String text, Executable call) {
    assertEquals(text, assertThrows(WaldException.class, call).getMessage());
  }

  private static void same(CascadeDecisions wanted, CascadeDecisions got) {
    assertArrayEquals(wanted.decisions(), got.decisions());
    assertArrayEquals(wanted.counts(), got.counts());
    assertArrayEquals(wanted.sums(), got.sums());
  }

  // ---- Memory of every form -----------------------------------------------------------------------------------------

  private static List<Table> forms(double[] cells, int rows, int columns) {
    float[] narrow = new float[cells.length];
    double[] turned = new double[cells.length];
    DoubleBuffer direct =
        ByteBuffer.allocateDirect(8 * cells.length + 8).order(ByteOrder.nativeOrder()).asDoubleBuffer();
    FloatBuffer directFloats =
        ByteBuffer.allocateDirect(4 * cells.length).order(ByteOrder.nativeOrder()).asFloatBuffer();
    direct.put(Double.NaN).put(cells).flip().position(1);
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < columns; ++j) {
        narrow[i * columns + j] = (float) cells[i * columns + j];
        turned[(columns - 1 - j) * rows + i] = cells[i * columns + j];
      }
    }
    directFloats.put(narrow).flip();
    return List.of(Table.of(narrow, rows, columns), Table.of(Values.of(direct), rows, columns),
        Table.of(Values.of(directFloats), rows, columns),
        Table.of(Values.of(turned), (long) (columns - 1) * rows, rows, columns, 1, -rows),
        Table.of(Values.of(cells).slice(0, cells.length, 1), rows, columns));
  }

  @Test
  void everyMemoryGivesTheSame() {
    Values weights = Values.of(new Random(2).ints(ROWS, 0, 3).asDoubleStream().toArray());
    Values targets = Values.of(new Random(3).doubles(ROWS).toArray());
    CascadeOptions options = CascadeOptions.builder().order("greedy").build();
    try (CascadeScores scores = CascadeScores.of(MODELS).feed(TABLE, weights, targets);
        Cascade wanted = Cascade.fit(scores, options)) {
      CascadeDecisions outcome = wanted.apply(TABLE);
      for (Table form : forms(CELLS, ROWS, MODELS)) {
        try (CascadeScores other = CascadeScores.of(MODELS).feed(form, weights, targets);
            Cascade got = Cascade.fit(other, options)) {
          assertEquals(wanted.save(), got.save());
          same(outcome, got.apply(form));
          same(outcome, got.apply(form, TWO));
        }
      }
    }
    double[] cells = features(ROWS, 4);
    Table features = Table.of(cells, ROWS, 3);
    try (Trees trees = trees(30); Cascade wanted = bound(trees, features)) {
      double[] sums = trees.evaluate(features);
      CascadeDecisions outcome = wanted.applyTrees(features);
      for (Table form : forms(cells, ROWS, 3)) {
        assertArrayEquals(sums, trees.evaluate(form));
        same(outcome, wanted.applyTrees(form));
        try (CascadeScores other = CascadeScores.of(30).feed(trees, form, null, null, TWO);
            Cascade got = Cascade.fit(other); Cascade again = got.bind(trees)) {
          assertEquals(wanted.save(), again.save());
        }
      }
    }
  }

  // ---- What it says of itself ---------------------------------------------------------------------------------------

  @Test
  void factsAndSettings() {
    String[] names = new String[MODELS];
    Arrays.setAll(names, t -> "Modell " + t + " äöü ☃");
    double[] costs = new double[MODELS];
    Arrays.setAll(costs, t -> 1 + t % 3);
    CascadeOptions options =
        CascadeOptions.builder().alpha(0.02).threshold(0.25).costs(costs).names(names).spend("all").closest(true)
            .folds(4).halves(true).seed(7).threads(2).build();
    try (CascadeScores scores = CascadeScores.of(MODELS).feed(TABLE); Cascade got = Cascade.fit(scores, options)) {
      assertEquals("CascadeScores(12 models, 1 classes, 400 rows)", scores.toString());
      assertEquals(List.of(400L, 12L, 1L), List.of(scores.nRows(), scores.nModels(), scores.nClasses()));
      assertEquals(List.of(12, 1), List.of(got.nModels(), got.nClasses()));
      assertEquals(0.25, got.threshold());
      assertEquals(0.02, got.fact(CascadeFact.ALPHA));
      assertEquals(Arrays.stream(costs).sum(), got.fact(CascadeFact.FULL_COST));
      assertEquals(got.fact(CascadeFact.FULL_COST) / got.meanCost(), got.speedup(), 1e-12);
      assertTrue(got.disagreement() <= 0.02 && got.crossDisagreement() < 0.2);
      assertEquals(1, Arrays.stream(got.crossStops()).sum(), 1e-12);
      assertTrue(Double.isNaN(got.certifiedDisagreement()) && Double.isNaN(got.heldOutMeanModels()));
      assertEquals(0, got.heldOutStops().length);
      assertArrayEquals(names, java.util.stream.IntStream.range(0, MODELS).mapToObj(got::modelName).toArray());
      try (Cascade again = Cascade.load(got.save())) {
        assertEquals(names[11], again.modelName(11));
      }
      assertEquals(
          String.format(java.util.Locale.ROOT, "Cascade(12 models, disagreement %.6g, %.2f asked on average)",
              got.disagreement(), got.meanModels()),
          got.toString());
    }
    int[] backwards = {11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
    long[] given = Arrays.stream(backwards).asLongStream().toArray();
    CascadeOptions.Builder filter = CascadeOptions.builder().negativesOnly(true).fixedOrder(given);
    try (CascadeScores scores = CascadeScores.of(MODELS).feed(TABLE); Cascade got = Cascade.fit(scores, filter.build());
        Cascade random = Cascade.fit(scores, CascadeOptions.builder().order("random").seed(-1).build());
        Cascade bins = Cascade.fit(scores, CascadeOptions.builder().order("natural").bins(true).gamma(3).build())) {
      assertTrue(got.negativesOnly());
      assertArrayEquals(backwards, got.order());
      assertEquals(Double.POSITIVE_INFINITY, got.high()[0]);
      assertTrue(!Arrays.equals(got.order(), random.order()));
      assertEquals(3, bins.fact(CascadeFact.GAMMA));
      assertTrue(bins.fact(CascadeFact.BIN_WIDTH) > 0 && Double.isNaN(bins.low()[0]));
    }
  }

  @Test
  void calibrated() {
    Table others = Table.of(scores(3_000, MODELS, 5), 3_000, MODELS);
    CascadeOptions.Builder certified = CascadeOptions.builder().maxDisagreement(0.03).certify(0.9);
    try (CascadeScores scores = CascadeScores.of(MODELS).feed(TABLE);
        CascadeScores calibration = CascadeScores.of(MODELS).feed(others);
        Cascade plain = Cascade.fit(scores, CascadeOptions.builder().alpha(0.02).spend("all").build());
        Cascade later = plain.calibrate(calibration, certified.build());
        Cascade together = Cascade.fit(scores, calibration, certified.alpha(0.02).build())) {
      assertEquals(0.03, together.certifiedDisagreement());
      assertEquals(0.9, together.fact(CascadeFact.CERTIFY));
      assertEquals(3_000, together.fact(CascadeFact.N_HELD_OUT_ROWS));
      assertTrue(together.heldOutDisagreement() <= 0.03);
      assertArrayEquals(together.low(), later.low());
      assertArrayEquals(together.heldOutStops(), later.heldOutStops());
      assertTrue(Double.isNaN(later.disagreement()));
      assertTrue(later.toString().contains("certified disagreement at most 0.03"), later.toString());
      CascadeEvaluation same = later.evaluate(calibration);
      assertEquals(later.heldOutDisagreement(), same.disagreement());
      try (Cascade defaults = plain.calibrate(calibration)) {
        assertEquals(0.95, defaults.fact(CascadeFact.CERTIFY));
      }
    }
  }

  // ---- Ways to ask --------------------------------------------------------------------------------------------------

  @Test
  void byFunction() {
    try (Cascade cascade = cascade()) {
      CascadeDecisions wanted = cascade.apply(TABLE);
      List<Integer> asked = new ArrayList<>();
      int[] cells = new int[1];
      ScoreFunction function = (model, rows) -> {
        asked.add(model);
        cells[0] += rows.length;
        return Arrays.stream(rows).mapToDouble(row -> CELLS[row * MODELS + model]).toArray();
      };
      same(wanted, cascade.apply(ROWS, function));
      assertEquals(Arrays.stream(wanted.counts()).sum(), cells[0]);
      assertEquals(Arrays.stream(cascade.order()).boxed().toList().subList(0, asked.size()), asked);
      assertEquals(0, cascade.apply(0, function).decisions().length);
      IllegalStateException mine = new IllegalStateException("mine");
      assertSame(mine, assertThrows(Throwable.class, () -> cascade.apply(ROWS, (model, rows) -> {
        throw mine;
      })));
      refused("scores of model " + cascade.order()[0] + " has 399 elements: must have 400",
          () -> cascade.apply(ROWS, (model, rows) -> new double[rows.length - 1]));
      assertThrows(NullPointerException.class, () -> cascade.apply(ROWS, (model, rows) -> null));
      assertThrows(NullPointerException.class, () -> cascade.apply(ROWS, null));
      refused("n_rows is -1: must be at least 0", () -> cascade.apply(-1, function));
      assertTrue(assertThrows(CallbackException.class, () -> cascade.apply(2, (model, rows) -> {
        double[] out = new double[2];
        out[1] = Double.NaN;
        return out;
      })).getMessage().contains("nan"));
      // A cascade may be asked within the function of another call, and closed.
      same(wanted, cascade.apply(ROWS, (model, rows) -> {
        same(wanted, cascade.apply(TABLE));
        return function.scores(model, rows);
      }));
      Cascade other = cascade();
      same(wanted, other.apply(ROWS, (model, rows) -> {
        other.close();
        return function.scores(model, rows);
      }));
      assertThrows(IllegalStateException.class, () -> other.apply(TABLE));
    }
  }

  @Test
  void severalClasses() {
    double[] cells = scores(ROWS, MODELS, 6); // 4 models of 3 classes
    try (CascadeScores scores = CascadeScores.of(4, 3).feed(TABLE); Cascade cascade = Cascade.fit(scores)) {
      CascadeDecisions wanted = cascade.apply(Table.of(cells, ROWS, MODELS));
      assertEquals(3, Arrays.stream(wanted.decisions()).distinct().count());
      same(wanted, cascade.apply(ROWS, (model, rows) -> {
        double[] out = new double[3 * rows.length];
        for (int i = 0; i < out.length; ++i) {
          out[i] = cells[rows[i / 3] * MODELS + 3 * model + i % 3];
        }
        return out;
      }));
      try (CascadeRun run = cascade.run()) {
        refused("scores has 1 numbers: must have 3", () -> run.feed(0.5));
        assertEquals(0, run.count());
        run.feed(new double[] {9, 0, 0});
        assertEquals(List.of(-1, 0, 1), List.of(run.next(), run.decision(), run.count()));
      }
    }
  }

  @Test
  void stepByStep() {
    try (Cascade cascade = cascade(); CascadeRun run = cascade.run()) {
      CascadeDecisions wanted = cascade.apply(TABLE);
      assertEquals("CascadeRun(0 asked, model " + cascade.order()[0] + " is next)", run.toString());
      for (int i = 0; i < ROWS; ++i) {
        for (int model = run.start(); model >= 0; model = run.feed(CELLS[i * MODELS + model])) {
          assertEquals(-1, run.decision());
        }
        assertEquals(wanted.decisions()[i], run.decision());
        assertEquals(wanted.counts()[i], run.count());
        // The sum of all scores where all were asked for, else NaN.
        double full = 0;
        for (int model = 0; model < MODELS; ++model) {
          full += CELLS[i * MODELS + model];
        }
        assertEquals(run.count() < MODELS ? Double.NaN : full, wanted.sums()[i], 1e-6);
        assertArrayEquals(new double[] {wanted.sums()[i]}, run.sums());
      }
      int count = run.count();
      refused("the example is decided: start the next one", () -> run.feed(1));
      assertEquals(count, run.count());
      run.start();
      refused("scores[0] is nan: must be finite", () -> run.feed(Double.NaN));
      assertEquals(List.of(0, cascade.order()[0]), List.of(run.count(), run.next()));
      run.feed(100);
      assertEquals("CascadeRun(1 asked, decision 1)", run.toString());
    }
  }

  @Test
  void stepsAndDecisionsAllocateNothing() {
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    double[] cells = features(ROWS, 4);
    float[] row = {0.5f, Float.NaN, 3};
    double[] wide = {0.5, Double.NaN, 3};
    try (Trees trees = trees(30); Cascade bound = bound(trees, Table.of(cells, ROWS, 3)); Cascade cascade = cascade();
        CascadeRun run = cascade.run()) {
      long allocated = 0;
      for (int round = 0; round < 2; ++round) { // the first one links what is called
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 20_000; ++i) {
          for (int model = run.start(); model >= 0; model = run.feed(CELLS[i % ROWS * MODELS + model])) {}
          bound.decide(row);
          bound.decide(wide);
        }
        allocated = threads.getCurrentThreadAllocatedBytes() - before;
      }
      assertTrue(allocated < 20_000, allocated + " bytes in 20,000 examples");
    }
  }

  @Test
  void oneRow() {
    double[] cells = features(ROWS, 4);
    Table features = Table.of(cells, ROWS, 3);
    try (Trees trees = trees(30); Cascade cascade = bound(trees, features); Cascade alone = cascade()) {
      assertEquals(3, cascade.nFeatures());
      assertTrue(cascade.toString().endsWith(", 3 features)"), cascade.toString());
      int[] wanted = cascade.applyTrees(features).decisions();
      double[] sums = trees.evaluate(features, TWO);
      for (int i = 0; i < ROWS; ++i) {
        double[] row = Arrays.copyOfRange(cells, 3 * i, 3 * i + 3);
        float[] narrow = {(float) row[0], (float) row[1], (float) row[2]};
        assertEquals(wanted[i], cascade.decide(row));
        assertEquals(wanted[i], cascade.decide(narrow));
      }
      int apart = 0;
      for (int i = 0; i < ROWS; ++i) {
        apart += wanted[i] != (sums[i] >= 0 ? 1 : 0) ? 1 : 0;
      }
      assertEquals(cascade.disagreement(), (double) apart / ROWS, 1e-12);
      refused("n_features is 2: must be 3", () -> cascade.decide(new float[2]));
      refused("n_features is 400: must be 3", () -> cascade.decide(new double[400]));
      refused("cascade has no trees: bind them to it (wald_cascade_bind)", () -> alone.decide(new float[3]));
      refused("cascade has no trees: bind them to it (wald_cascade_bind)", () -> alone.applyTrees(features));
      assertThrows(NullPointerException.class, () -> cascade.decide((float[]) null));
      assertThrows(NullPointerException.class, () -> cascade.decide((double[]) null));
    }
  }

  // ---- Trees --------------------------------------------------------------------------------------------------------

  @Test
  void treesNodeByNode() {
    TreeNode leaf = TreeNode.leaf(1);
    try (Trees trees = Trees.builder(2).base(0.5).build()) {
      trees.add(TreeNode.atMost(0, 1, 1, 2), TreeNode.leaf(-1), TreeNode.among(1, 3, 4, 2, 5), TreeNode.leaf(10),
          TreeNode.leaf(20));
      trees.add(TreeNode.below(1, 5, 1, 2).missing(TreeNode.Missing.LEFT), TreeNode.leaf(100), TreeNode.leaf(200));
      assertEquals(List.of(2L, 2L, 2L, 1L), shape(trees));
      assertEquals("Trees(2 trees, 2 features, 1 outputs)", trees.toString());
      assertArrayEquals(new double[] {99.5, 110.5, 210.5, 220.5, 120.5},
          trees.evaluate(Table.of(new double[] {1, 0, 2, 2, 2, 5.9, 2, 6, 2, Double.NaN}, 5, 2)));
      assertEquals(2.5, trees.threshold(3));
      // A loaded one is added to as well.
      try (Trees again = Trees.load(trees.save())) {
        again.add(leaf);
        assertEquals(3, again.nTrees());
        assertEquals(100.5, again.evaluate(Table.of(new double[2], 1, 2))[0]);
      }
      refused("nodes[0].values has 2 elements: must have 1", () -> trees.add(TreeNode.leaf(1, 2)));
      refused("nodes[0].values has 0 elements: must have 1", () -> trees.add(TreeNode.leaf()));
      refused("feature[0] is 2: must lie in [0, 1]", () -> trees.add(TreeNode.atMost(2, 0, 1, 2), leaf, leaf));
      refused("node 1 has two parents: must have one", () -> trees.add(TreeNode.atMost(1, 0, 1, 1), leaf, leaf));
      assertThrows(ArgumentException.class, trees::add);
      assertEquals(2, trees.nTrees());
    }
    try (Trees wide = Trees.builder(1).outputs(3).leafWidth(3).floatSums(true).floatFeatures(true).build();
        Trees each = Trees.builder(1).outputs(3).treesPerModel(3).base(1, 2, 3).build()) {
      wide.add(TreeNode.atMost(0, 0, 1, 2), TreeNode.leaf(1, 2, 3), TreeNode.leaf(4, 5, 6));
      assertArrayEquals(new double[] {1, 2, 3, 4, 5, 6}, wide.evaluate(Table.of(new double[] {0, 1}, 2, 1)));
      each.add(0, leaf).add(1, leaf).add(2, leaf);
      assertEquals(List.of(3L, 1L, 1L, 3L), shape(each));
      assertArrayEquals(new double[] {2, 3, 4}, each.evaluate(Table.of(new double[1], 1, 1)));
      refused("output is 3: must lie in [0, 2]", () -> each.add(3, leaf));
      assertThrows(WaldException.class, () -> each.threshold(0));
    }
    refused("base has 2 elements: must have 1", () -> Trees.builder(1).base(1, 2).build());
    assertThrows(ArgumentException.class, () -> Trees.of(0));
    TreeNode empty = new TreeNode(TreeNode.Split.LEAF, TreeNode.Missing.LEFT, 0, 0, 0, 0, null, new double[1]);
    try (Trees trees = Trees.of(1)) {
      assertThrows(NullPointerException.class, () -> trees.add(empty));
      assertEquals(0, trees.nTrees());
    }
  }

  // ---- What does not fit --------------------------------------------------------------------------------------------

  @Test
  void whatDoesNotFit() {
    try (CascadeScores scores = CascadeScores.of(MODELS); Cascade cascade = cascade(); Trees trees = trees(4)) {
      refused("weights has 1 elements: there are 400 rows", () -> scores.feed(TABLE, Values.of(1.0), null));
      refused("targets has 1 elements: there are 400 rows", () -> scores.feed(TABLE, null, Values.of(1.0)));
      refused("targets has 1 elements: there are 5 rows",
          () -> scores.feed(trees, Table.of(new double[15], 5, 3), null, Values.of(1.0), CascadeOptions.defaults()));
      assertThrows(ArgumentException.class, () -> scores.feed(Table.of(new double[3], 1, 3)));
      assertThrows(ArgumentException.class, () -> scores.feed(trees, Table.of(new double[3], 1, 3)));
      assertEquals(0, scores.nRows());
      assertThrows(ArgumentException.class, () -> Cascade.fit(scores));
      scores.feed(TABLE);
      assertThrows(ArgumentException.class, () -> cascade.apply(Table.of(new double[3], 1, 3)));
      assertThrows(ArgumentException.class, () -> cascade.bind(trees));
      assertThrows(ArgumentException.class, () -> cascade.modelName(MODELS));
      assertThrows(ArgumentException.class, () -> Cascade.fit(scores, CascadeOptions.builder().costs(1).build()));
      assertThrows(ArgumentException.class, () -> CascadeOptions.builder().alpha(-1).build());
      assertThrows(ArgumentException.class, () -> CascadeOptions.builder().names("a\0b").build());
      try (CascadeScores other = CascadeScores.of(3)) {
        assertThrows(WaldException.class, () -> scores.merge(other));
        assertThrows(ArgumentException.class, () -> cascade.evaluate(other));
      }
      try (CascadeScores copy = scores.copy()) {
        assertEquals(800, scores.merge(copy).nRows());
        assertEquals(1600, scores.merge(scores).nRows());
        assertEquals(0, scores.clear().nRows());
        assertEquals(400, copy.nRows());
      }
      for (Executable use : List.<Executable>of(() -> scores.feed(null), () -> scores.feed(null, TABLE),
          () -> scores.merge(null), () -> Cascade.fit(null), () -> Cascade.fit(scores, null),
          () -> cascade.calibrate(null), () -> cascade.bind(null), () -> cascade.evaluate(null),
          () -> cascade.apply(null), () -> cascade.applyTrees((Table) null), () -> cascade.applyTrees((Columns) null), () -> cascade.fact(null),
          () -> Cascade.load((String) null), () -> Trees.load((Path) null), () -> trees.add((TreeNode) null),
          () -> trees.evaluate(null), () -> CascadeOptions.builder().order(null),
          () -> CascadeOptions.builder().spend(null), () -> CascadeOptions.builder().names((String) null).build())) {
        assertThrows(NullPointerException.class, use);
      }
    }
    assertThrows(ArgumentException.class, () -> CascadeScores.of(0));
    assertThrows(FormatException.class, () -> Cascade.load("{"));
    assertThrows(FormatException.class, () -> Trees.load("{"));
  }

  @Test
  void modelsOfOtherLibraries() throws IOException {
    Path folder = Cases.SOURCE.resolve("tests/importers/models");
    for (String cases : List.of("cases", "v162_cases", "v214_cases", "v320_cases")) {
      for (JsonElement each : JsonParser.parseString(Files.readString(folder.resolve(cases + ".json"))).getAsJsonArray()) {
        JsonObject one = each.getAsJsonObject();
        Path file = folder.resolve(one.get("model").getAsString());
        double[] features = cells(one.get("features"));
        int rows = one.get("features").getAsJsonArray().size();
        Table table = Table.of(features, rows, features.length / rows);
        try (Trees trees = Trees.fromModel(file); Trees same = Trees.fromModel(Files.readAllBytes(file))) {
          double[] found = trees.evaluate(table);
          assertArrayEquals(found, same.evaluate(table));
          double[] margins = cells(one.get("margins"));
          for (int i = 0; i < margins.length; ++i) {
            assertTrue(Math.abs(found[i] - margins[i]) <= one.get("tolerance").getAsDouble(), file + ", " + i);
          }
        }
      }
    }
    Path classes = folder.resolve("xgb_classes.ubj");
    try (Trees one = Trees.fromModel(classes, 1)) {
      assertEquals(1, one.nModels());
      assertEquals(List.of(), one.featureNames());
      assertEquals(List.of(), one.categories());
    }
    String text = Files.readString(folder.resolve("lgb_categories.txt"))
        .replace("Column_0 Column_1 Column_2 Column_3", "a place c d")
        .replaceFirst("pandas_categorical:.*", "pandas_categorical:[[\"p\",\"q\",\"r\",\"s\",\"t\",\"u\",\"v\",\"w\"]]");
    try (Trees named = Trees.fromModel(text.getBytes(StandardCharsets.UTF_8))) {
      assertEquals(List.of("a", "place", "c", "d"), named.featureNames());
      assertEquals("place=q", named.categories().get(1));
      assertEquals(0, named.nUnplacedColumns());
    }
    assertThrows(ArgumentException.class, () -> Trees.fromModel(classes, 9));
    assertThrows(NullPointerException.class, () -> Trees.fromModel((byte[]) null));
    Path none = folder.resolve("cases.json");
    String wrong = assertThrows(FormatException.class, () -> Trees.fromModel(none)).getMessage();
    assertEquals("\"" + none + "\": model cannot be read: must be a model that XGBoost", wrong.substring(0,
        wrong.indexOf(" saved as JSON")));
    Path linear = Files.createTempFile("linear", ".txt");
    try {
      Files.writeString(linear, text.replace("is_linear=0", "is_linear=1"));
      String refused = assertThrows(UnsupportedException.class, () -> Trees.fromModel(linear)).getMessage();
      assertTrue(refused.startsWith("\"" + linear + "\": "), refused);
    } finally {
      Files.delete(linear);
    }
  }

  // A table of numbers, row by row; null is NaN.
  private static double[] cells(JsonElement rows) {
    List<Double> out = new ArrayList<>();
    for (JsonElement row : rows.getAsJsonArray()) {
      for (JsonElement x : row.getAsJsonArray()) {
        out.add(x.isJsonNull() ? Double.NaN : Cases.number(x));
      }
    }
    return out.stream().mapToDouble(Double::doubleValue).toArray();
  }

  @Test
  void progressAndInterruption() {
    List<Double> told = new ArrayList<>();
    try (CascadeScores scores = CascadeScores.of(MODELS).feed(TABLE)) {
      CascadeOptions.Builder options = CascadeOptions.builder().folds(3);
      Cascade.fit(scores, options.progress(told::add).build()).close();
      assertEquals(0.0, told.get(0));
      assertEquals(1.0, told.get(told.size() - 1));
      CascadeOptions never = options.progress(fraction -> false).build();
      assertThrows(CancelledException.class, () -> Cascade.fit(scores, never));
      IllegalStateException mine = new IllegalStateException("progress");
      CascadeOptions throwing = options.progress(fraction -> {
        throw mine;
      }).build();
      assertSame(mine, assertThrows(Throwable.class, () -> Cascade.fit(scores, throwing)));
      CascadeOptions interruptible = CascadeOptions.builder().interruptible(true).build();
      Thread.currentThread().interrupt();
      assertThrows(CancelledException.class, () -> Cascade.fit(scores, interruptible));
      assertTrue(Thread.interrupted());
      try (Cascade fitted = Cascade.fit(scores, interruptible)) {
        CascadeOptions stop = CascadeOptions.builder().progress(fraction -> false).build();
        assertThrows(CancelledException.class, () -> fitted.calibrate(scores, stop));
      }
    }
  }
}
