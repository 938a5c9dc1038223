package org.libwald;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Learners and calibration: rows of every form, the ways to ask, rows by name, errors, progress, and the short way. */
class LearnerTest {
  static final int ROWS = 120;
  static final int FEATURES = 4;
  static final int LABELS = 3;

  /** Features that are floats, a third of them 0. */
  static final double[] CELLS = features(ROWS, FEATURES, 1);

  static final byte[] TRUTH = labels(CELLS, FEATURES, LABELS);
  static final Table TABLE = Table.of(CELLS, ROWS, FEATURES);
  static final Mask MASK = Mask.of(TRUTH, ROWS, LABELS);
  static final LearnerOptions QUICK = quick("lfp").build();

  /** Settings for a quick fit, as far as a learner reads them. */
  static LearnerOptions.Builder quick(String name) {
    LearnerOptions.Builder options = LearnerOptions.builder();
    if (Stream.of("lfp", "efp", "pcc", "cardinality").anyMatch(name::contains)) {
      options.cValues(0.1);
    }
    if (name.contains("forest")) {
      options.trees(10);
    }
    return name.contains("neighbours") ? options.neighbours(5) : options;
  }

  static double[] features(int rows, int count, long seed) {
    Random random = new Random(seed);
    double[] out = new double[rows * count];
    for (int i = 0; i < out.length; ++i) {
      out[i] = random.nextInt(3) == 0 ? 0 : (float) random.nextGaussian();
    }
    return out;
  }

  /** Labels that depend on sums of neighbouring features; each row has one at least. */
  static byte[] labels(double[] cells, int features, int labels) {
    Random random = new Random(cells.length);
    byte[] out = new byte[cells.length / features * labels];
    for (int i = 0; i < out.length; ++i) {
      int at = i / labels * features + i % labels % (features - 1);
      out[i] = (byte) (cells[at] + cells[at + 1] + random.nextGaussian() / 2 > 0.3 ? 1 : 0);
    }
    for (int i = 0; i < out.length; i += labels) {
      out[i + i / labels % labels] = 1;
    }
    return out;
  }

  static Dataset dataset() {
    return Dataset.of(TABLE).labels(MASK);
  }

  static Learner learner(String name) {
    try (Dataset rows = dataset()) {
      return Learner.fit(name, rows, quick(name).build());
    }
  }

  private static double[] row(int i) {
    return Arrays.copyOfRange(CELLS, i * FEATURES, (i + 1) * FEATURES);
  }

  private static float[] narrow(double[] row) {
    float[] out = new float[row.length];
    for (int j = 0; j < out.length; ++j) {
      out[j] = (float) row[j];
    }
    return out;
  }

  private static void refused(String text, Executable call) {
    assertEquals(text, assertThrows(WaldException.class, call).getMessage());
  }

  // ---- Rows of every form -------------------------------------------------------------------------------------------

  private static SparseTable sparse(boolean wide) {
    int[] indptr = new int[ROWS + 1];
    int[] indices = new int[CELLS.length];
    double[] values = new double[CELLS.length];
    int count = 0;
    for (int i = 0; i < CELLS.length; ++i) {
      if (CELLS[i] != 0) {
        indices[count] = i % FEATURES;
        values[count++] = CELLS[i];
      }
      indptr[i / FEATURES + 1] = count;
    }
    indices = Arrays.copyOf(indices, count);
    Values held = wide ? Values.of(Arrays.copyOf(values, count)) : Values.of(narrow(Arrays.copyOf(values, count)));
    return wide
        ? SparseTable.of(Arrays.stream(indptr).asLongStream().toArray(),
            Arrays.stream(indices).asLongStream().toArray(), held, FEATURES)
        : SparseTable.of(indptr, indices, held, FEATURES);
  }

  private static List<Rows> forms() {
    double[] turned = new double[CELLS.length];
    for (int i = 0; i < CELLS.length; ++i) {
      turned[i % FEATURES * ROWS + i / FEATURES] = CELLS[i];
    }
    DoubleBuffer direct = ByteBuffer.allocateDirect(8 * CELLS.length).order(ByteOrder.nativeOrder()).asDoubleBuffer();
    FloatBuffer floats = ByteBuffer.allocateDirect(4 * CELLS.length).order(ByteOrder.nativeOrder()).asFloatBuffer();
    direct.put(CELLS).flip();
    floats.put(narrow(CELLS)).flip();
    return List.of(TABLE, Table.of(narrow(CELLS), ROWS, FEATURES), Table.of(turned, FEATURES, ROWS).transpose(),
        Table.of(Values.of(direct), ROWS, FEATURES), Table.of(Values.of(floats), ROWS, FEATURES), sparse(true),
        sparse(false));
  }

  @Test
  void everyFormGivesTheSame() {
    for (String name : List.of("lfp", "neighbours", "forest")) {
      LearnerOptions.Builder builder = quick(name);
      if (name.equals("lfp")) {
        builder.calibration("none");
      }
      if (!name.equals("forest")) {
        builder.scaling("none"); // other scalings treat sparse rows differently
      }
      LearnerOptions options = builder.build();
      try (Dataset rows = dataset(); Learner wanted = Learner.fit(name, rows, options); Metric f1 = Metric.of("f1")) {
        double[][] probabilities = wanted.probabilities(TABLE).toArray();
        Decisions decisions = wanted.decide(TABLE, f1);
        for (Rows form : forms()) {
          assertEquals(ROWS, form.rows());
          assertArrayEquals(probabilities, wanted.probabilities(form).toArray(), name);
          assertEquals(decisions, wanted.decide(form, f1));
          try (Dataset other = form instanceof Table dense ? Dataset.of(dense) : Dataset.of((SparseTable) form);
              Learner got = Learner.fit(name, other.labels(MASK), options)) {
            assertEquals(List.of((long) ROWS, (long) FEATURES, (long) LABELS),
                List.of(other.rows(), other.nFeatures(), other.nLabels()));
            double[][] same = got.probabilities(TABLE).toArray();
            for (int i = 0; i < ROWS; ++i) {
              assertArrayEquals(probabilities[i], same[i], 1e-4, name); // sparse fits take another road
            }
            if (form instanceof Table) {
              assertEquals(wanted.save(), got.save());
            }
          }
        }
      }
    }
  }

  @Test
  void labelsWeightsAndMarginals() {
    int[] indptr = new int[ROWS + 1];
    int[] ones = new int[TRUTH.length];
    int count = 0;
    for (int i = 0; i < TRUTH.length; ++i) {
      if (TRUTH[i] == 1) {
        ones[count++] = i % LABELS;
      }
      indptr[i / LABELS + 1] = count;
    }
    byte[] turned = new byte[TRUTH.length];
    for (int i = 0; i < TRUTH.length; ++i) {
      turned[i % LABELS * ROWS + i / LABELS] = TRUTH[i];
    }
    double[] weights = new Random(3).ints(ROWS, 0, 3).asDoubleStream().toArray();
    float[] narrow = narrow(weights);
    try (Dataset rows = Dataset.of(TABLE); Learner wanted = learner("lfp")) {
      assertEquals(Task.NONE, rows.task());
      assertEquals("Dataset(120 rows, 4 features)", rows.toString());
      for (Dataset same : List.of(rows.labels(SparseMask.of(indptr, Arrays.copyOf(ones, count)), LABELS),
          rows.labels(MASK.toArray()), rows.labels(Mask.of(turned, LABELS, ROWS).transpose()))) {
        try (Learner got = Learner.fit("lfp", same, QUICK)) {
          assertEquals(wanted.save(), got.save());
        }
      }
      assertEquals("Dataset(120 rows, 4 features, 3 labels)", rows.toString());
      rows.weights(Values.of(weights));
      try (Learner weighed = Learner.fit("lfp", rows, QUICK)) {
        assertTrue(!weighed.save().equals(wanted.save()));
        try (Learner got = Learner.fit("lfp", rows.weights(Values.of(narrow)), QUICK)) {
          assertEquals(weighed.save(), got.save());
        }
      }
      try (Learner got = Learner.fit("lfp", rows.weights(null), QUICK)) {
        assertEquals(wanted.save(), got.save());
      }
      // Marginals of another model, with the rows.
      Table marginals = wanted.probabilities(TABLE);
      try (Learner card = Learner.fit("cardinality:given", rows, QUICK); Metric f1 = Metric.of("f1")) {
        assertEquals(Kind.COUNTS, card.kind());
        assertThrows(ArgumentException.class, () -> card.decide(rows, f1));
        assertThrows(ArgumentException.class, () -> card.decide(row(0), f1));
        Decisions decisions = card.decide(rows.marginals(marginals), f1);
        assertEquals(ROWS, decisions.size());
        assertEquals(decisions, card.decide(rows.marginals(marginals.transpose().transpose()), f1));
        rows.marginals(null);
        assertThrows(ArgumentException.class, () -> card.decide(rows, f1));
      }
    }
  }

  // ---- Rows that belong together ------------------------------------------------------------------------------------

  private static List<LearnerChoice> choices(String name, Dataset rows, long seed) {
    LearnerOptions.Builder options = LearnerOptions.builder().seed(seed);
    if (name.equals("lfp")) {
      options.folds(4).calibration("none");
    }
    try (Learner learner = Learner.fit(name, rows, options.build())) {
      return learner.choices();
    }
  }

  private static double[] losses(List<LearnerChoice> choices) {
    return choices.stream().flatMap(choice -> choice.path().stream()).mapToDouble(LearnerChoice.Tried::loss).toArray();
  }

  @Test
  void foldsOfOnesOwnAreGroups() {
    long[] folds = new long[ROWS]; // of any size, and numbered by any numbers
    for (int i = 0; i < ROWS; ++i) {
      folds[i] = new long[] {Long.MIN_VALUE, -1, 7, Long.MAX_VALUE, 7}[i % 5];
    }
    try (Dataset rows = dataset()) {
      double[] dealt = losses(choices("lfp", rows, 1));
      assertTrue(!Arrays.equals(dealt, losses(choices("lfp", rows, 2))));
      rows.groups(folds);
      double[] own = losses(choices("lfp", rows, 1));
      assertTrue(!Arrays.equals(own, dealt));
      for (long seed = 2; seed < 6; ++seed) {
        assertArrayEquals(own, losses(choices("lfp", rows, seed)), 1e-12);
      }
      // Only what is equal matters, not by what numbers; an int[] does as well.
      int[] others = Arrays.stream(folds).mapToInt(fold -> (int) (fold % 1000)).toArray();
      assertArrayEquals(own, losses(choices("lfp", rows.groups(others), 1)));
      assertArrayEquals(dealt, losses(choices("lfp", rows.groups((int[]) null), 1)));
      assertArrayEquals(own, losses(choices("lfp", rows.groups(folds), 1)));
      assertArrayEquals(dealt, losses(choices("lfp", rows.groups((long[]) null), 1)));
      assertEquals(rows.groups(folds), rows);
    }
  }

  @Test
  void copiesInOneGroupAreWeights() {
    double[] twice = Arrays.copyOf(CELLS, 2 * CELLS.length);
    byte[] truth = Arrays.copyOf(TRUTH, 2 * TRUTH.length);
    System.arraycopy(CELLS, 0, twice, CELLS.length, CELLS.length);
    System.arraycopy(TRUTH, 0, truth, TRUTH.length, TRUTH.length);
    double[] twos = new double[ROWS];
    Arrays.fill(twos, 2);
    int[] groups = new int[ROWS];
    for (int i = 0; i < ROWS; ++i) {
      groups[i] = i * 7 % 30;
    }
    int[] both = Arrays.copyOf(groups, 2 * ROWS);
    System.arraycopy(groups, 0, both, ROWS, ROWS);
    try (Dataset weighted = dataset().weights(Values.of(twos)).groups(groups);
        Dataset doubled = Dataset.of(Table.of(twice, 2 * ROWS, FEATURES)).labels(Mask.of(truth, 2 * ROWS, LABELS));
        Learner wanted = Learner.fit("lfp", weighted);
        Learner got = Learner.fit("lfp", doubled.groups(both))) {
      assertEquals(values(wanted), values(got));
      double[][] probabilities = wanted.probabilities(TABLE).toArray();
      double[][] same = got.probabilities(TABLE).toArray();
      for (int i = 0; i < ROWS; ++i) {
        assertArrayEquals(probabilities[i], same[i], 1e-9);
      }
      // A copy says of a row what it is: nearest neighbours are found among other groups alone.
      int[] pairs = new int[2 * ROWS];
      Arrays.setAll(pairs, i -> i % ROWS);
      double apart = choices("neighbours", doubled.groups(pairs), 0).get(0).loss();
      double known = choices("neighbours", doubled.groups((int[]) null), 0).get(0).loss();
      assertTrue(known < apart, known + " " + apart);
    }
  }

  private static List<Double> values(Learner learner) {
    return learner.choices().stream().map(LearnerChoice::value).toList();
  }

  @Test
  void oneGroupLeavesNothing() {
    try (Dataset rows = dataset()) {
      int[] same = new int[ROWS];
      Arrays.fill(same, 7);
      rows.groups(same);
      for (String name : List.of("lfp", "neighbours", "forest")) {
        refused("groups are all 7: two at least are needed, to leave one out", () -> Learner.fit(name, rows));
      }
      same[5] = 8;
      assertEquals(LABELS, choices("lfp", rows.groups(same), 0).size());
    }
  }

  @Test
  void classes() {
    int[] classes = new int[ROWS];
    for (int i = 0; i < ROWS; ++i) {
      classes[i] = CELLS[i * FEATURES] > 0.4 ? 2 : CELLS[i * FEATURES + 1] > 0 ? 1 : 0;
    }
    LearnerOptions named = LearnerOptions.builder().cValues(1).labelNames("low", "mittel", "hoch ☃").build();
    try (Dataset rows = Dataset.of(TABLE).classes(classes, 3); Learner learner = Learner.fit("br", rows, named);
        Metric f1 = Metric.of("f1")) {
      assertEquals(List.of(Task.CLASSES, Task.CLASSES), List.of(rows.task(), learner.task()));
      assertEquals("Dataset(120 rows, 4 features, 3 classes)", rows.toString());
      assertEquals("Learner(br, 4 features, 3 classes)", learner.toString());
      assertEquals(Kind.CATEGORICAL, learner.kind());
      int right = 0;
      for (int i = 0; i < ROWS; ++i) {
        double[] p = learner.probabilities(row(i));
        assertEquals(1, Arrays.stream(p).sum(), 1e-12);
        Decision one = learner.decide(row(i), f1, DecisionOptions.builder().kind(Kind.CATEGORICAL).exactly(1).build());
        right += one.contains(classes[i]) ? 1 : 0;
        assertEquals(1, one.k());
        assertEquals(learner.labelNames().get(one.indices()[0]), one.labels(learner.labelNames()).get(0));
      }
      assertTrue(right > 90, right + " of 120");
      assertEquals(List.of("low", "mittel", "hoch ☃"), learner.labelNames());
      assertEquals(List.of(), learner.featureNames());
      refused("kind is independent: the learner gives categorical",
          () -> learner.decide(row(0), f1, DecisionOptions.builder().kind(Kind.INDEPENDENT).build()));
      refused("kind is joint: the learner gives categorical",
          () -> learner.decide(rows, f1, DecisionOptions.builder().kind(Kind.JOINT).build()));
    }
  }

  // ---- The ways to ask ----------------------------------------------------------------------------------------------

  @Test
  void oneRowIsTheRowOfATable() {
    for (String name : List.of("lfp", "efp", "pcc", "cardinality", "neighbours", "forest", "mixture:cardinality,forest")) {
      try (Learner learner = learner(name); Metric f1 = Metric.of("f1"); Metric hamming = Metric.of("hamming")) {
        assertEquals(name, learner.name());
        double[][] probabilities = learner.probabilities(TABLE).toArray();
        byte[] mask = new byte[LABELS];
        double[] p = new double[LABELS];
        for (Metric metric : List.of(f1, hamming)) {
          for (DecisionOptions options : List.of(DecisionOptions.defaults(), DecisionOptions.builder().atLeast(2).build(),
              DecisionOptions.builder().atMost(1).abstain(0.4).build())) {
            Decisions wanted = learner.decide(TABLE, metric, options);
            for (int i = 0; i < 20; ++i) {
              assertEquals(wanted.get(i), learner.decide(row(i), metric, options));
              assertEquals(wanted.get(i), learner.decide(narrow(row(i)), metric, options));
              assertEquals(wanted.expected()[i], learner.decideInto(row(i), metric, options, mask));
              assertArrayEquals(wanted.get(i).mask(), mask);
              Arrays.fill(mask, (byte) 9);
              assertEquals(wanted.expected()[i], learner.decideInto(narrow(row(i)), metric, options, mask));
              assertArrayEquals(wanted.get(i).mask(), mask);
              assertArrayEquals(probabilities[i], learner.probabilities(row(i)));
              assertArrayEquals(probabilities[i], learner.probabilities(narrow(row(i))));
              learner.probabilitiesInto(narrow(row(i)), p);
              assertArrayEquals(probabilities[i], p);
            }
          }
        }
        try (Estimator known = learner.estimator(row(3)); Estimator same = learner.estimator(TABLE, 3,
            DecisionOptions.builder().threads(2).build())) {
          assertEquals(learner.kind(), known.kind());
          assertEquals(known.save(), same.save());
          assertArrayEquals(probabilities[3], known.marginals(), 1e-12);
          assertEquals(learner.decide(row(3), f1).expected(),
              f1.decide(known, DecisionOptions.builder().atLeast(learner.atLeast()).build()).expected(), 1e-12);
        }
      }
    }
  }

  @Test
  void tablesAndAverages() {
    double[][] some = Arrays.copyOf(TABLE.toArray(), 7);
    try (Learner learner = learner("lfp"); Metric f1 = Metric.of("f1"); Dataset fresh = Dataset.of(some)) {
      assertEquals(1, learner.atLeast());
      Decisions decisions = learner.decide(some, f1);
      assertEquals(7, decisions.size());
      assertTrue(Arrays.stream(decisions.k()).allMatch(k -> k >= 1));
      assertEquals(decisions, learner.decide(fresh, f1));
      assertArrayEquals(learner.probabilities(some), learner.probabilities(fresh).toArray());
      DecisionOptions none = DecisionOptions.builder().atLeast(0).build();
      assertEquals(f1.decide(learner.probabilities(fresh), none), learner.decide(fresh, f1, none));
      for (Average average : Average.values()) {
        DecisionOptions options = DecisionOptions.builder().average(average).atLeast(0).threads(2).build();
        Decisions wanted = f1.decide(learner.probabilities(fresh), options);
        assertEquals(wanted, learner.decide(fresh, f1, options));
        double[] expected = new double[wanted.size()];
        byte[] turned = new byte[7 * LABELS];
        learner.decideInto(fresh, f1, options, Mask.of(turned, 0, 7, LABELS, 1, 7), expected);
        assertArrayEquals(wanted.expected(), expected);
        assertEquals(wanted.mask(), Mask.of(turned, LABELS, 7).transpose());
      }
      learner.decideInto(fresh, f1, none, null, null);
      assertEquals(0, learner.decide(Table.of(new double[0], 0, FEATURES), f1).size());
      assertEquals(0, learner.probabilities(Table.of(new double[0], 0, FEATURES)).rows());
      refused("average is macro: one row is decided by instance",
          () -> learner.decide(row(0), f1, DecisionOptions.builder().average(Average.MACRO).build()));
    }
  }

  @Test
  void metricsOfOnesOwn() {
    UtilityFunction f1 = (tp, k, s, n) -> k + s == 0 ? 1 : 2.0 * tp / (k + s);
    IllegalStateException mine = new IllegalStateException("mine");
    try (Learner learner = learner("lfp"); Metric named = Metric.of("f1");
        Metric own = Metric.custom("own", f1, Property.RISES_IN_TP, Property.THREAD_SAFE);
        Metric throwing = Metric.custom("throwing", (tp, k, s, n) -> {
          throw mine;
        }, Property.RISES_IN_TP, Property.THREAD_SAFE)) {
      DecisionOptions two = DecisionOptions.builder().threads(2).build();
      assertEquals(learner.decide(TABLE, named).mask(), learner.decide(TABLE, own, two).mask());
      assertArrayEquals(learner.decide(row(0), named).mask(), learner.decide(row(0), own).mask());
      for (Executable use : List.<Executable>of(() -> learner.decide(TABLE, throwing),
          () -> learner.decide(TABLE, throwing, two), () -> learner.decide(row(0), throwing),
          () -> learner.decideInto(row(0), throwing, DecisionOptions.defaults(), new byte[LABELS]))) {
        assertSame(mine, assertThrows(Throwable.class, use));
      }
      assertEquals(named.decide(learner.probabilities(row(0)), DecisionOptions.builder().atLeast(1).build()),
          learner.decide(row(0), named)); // nothing is left behind
    }
  }

  // ---- What it says of itself ---------------------------------------------------------------------------------------

  @Test
  void adaptMovesProbabilitiesToAnotherPrior() {
    double[][] p = {{0.5, 0.25}, {0, 1}};
    Values training = Values.of(0.5, 0.25);
    Values prior = Values.of(0.8, 0.1);
    for (Kind kind : List.of(Kind.INDEPENDENT, Kind.CATEGORICAL)) {
      double[][] found = Calibration.adapt(kind, Table.of(p), training, prior);
      assertArrayEquals(new double[] {0.8, 0.1}, found[0], 1e-15);
      assertArrayEquals(new double[] {0, 1}, found[1]);
      assertArrayEquals(found[0], Calibration.adapt(kind, p, new double[] {0.5, 0.25}, 0.8, 0.1)[0]);
    }
    assertThrows(
        ArgumentException.class, () -> Calibration.adapt(Kind.INDEPENDENT, Table.of(p), Values.of(0.5), prior));
  }

  @Test
  void choicesAndSettings(@TempDir Path folder) throws IOException {
    LearnerOptions.Builder builder =
        LearnerOptions.builder().folds(3).cValues(0.01, 0.1, 1).patience(3).calibration("isotonic")
            .scaling("standard").atLeast(0).seed(-1).featureNames("länge", "b", "c", "d").labelNames("x", "y", "z ☃");
    try (Dataset rows = dataset(); Learner learner = Learner.fit("lfp", rows, builder.build());
        Learner two = Learner.fit("lfp", rows, builder.threads(2).build())) {
      assertEquals(learner.save(), two.save());
      assertEquals(0, learner.atLeast());
      assertEquals("Learner(lfp, 4 features, 3 labels)", learner.toString());
      List<LearnerChoice> choices = learner.choices();
      assertEquals(LABELS, choices.size());
      for (int j = 0; j < LABELS; ++j) {
        LearnerChoice choice = choices.get(j);
        assertEquals(List.of(learner.labelNames().get(j), "C"), List.of(choice.part(), choice.what()));
        assertEquals(List.of(0.01, 0.1, 1.0), choice.path().stream().map(LearnerChoice.Tried::value).toList());
        double least = choice.path().stream().mapToDouble(LearnerChoice.Tried::loss).min().orElseThrow();
        assertEquals(least, choice.loss());
        assertTrue(choice.path().contains(new LearnerChoice.Tried(choice.value(), choice.loss())));
      }
      assertThrows(UnsupportedOperationException.class, () -> choices.get(0).path().clear());
      assertThrows(UnsupportedOperationException.class, () -> learner.featureNames().clear());
      Path file = folder.resolve("modell ☃.json");
      learner.save(file);
      learner.save(file); // replaces it
      try (Learner loaded = Learner.load(file)) {
        assertEquals(learner.save(), loaded.save());
        assertEquals(learner.choices().size(), loaded.choices().size());
        assertEquals(List.of("länge", "b", "c", "d"), loaded.featureNames());
        assertEquals(List.of("x", "y", "z ☃"), loaded.labelNames());
        assertArrayEquals(learner.probabilities(TABLE).toArray(), loaded.probabilities(TABLE).toArray());
      }
      assertThrows(NoSuchFileException.class, () -> Learner.load(folder.resolve("absent")));
      Files.writeString(file, "no learner");
      assertThrows(FormatException.class, () -> Learner.load(file));
      // Every other setting changes the learners that read it.
      Map<String, LearnerOptions.Builder> others = Map.of(
          "pcc", LearnerOptions.builder().cValues(1).chains(2).samples(50).maxNodes(10).chainOrders(2, 0, 1)
              .drawing("independent"),
          "efp", LearnerOptions.builder().cValues(1).consistent(true),
          "neighbours", LearnerOptions.builder().neighbours(3).neighbourMetric("cosine").neighbourWeights("dudani")
              .neighbourUtility("jaccard"),
          "forest", LearnerOptions.builder().trees(5).maxFeatures(2).minLeaf(3).maxDepth(4).forestKind("random-forest")
              .forestCriterion("f"),
          "kernel", LearnerOptions.builder().cValues(1).gamma(0.5).landmarks(20).maxExactRows(10));
      for (String name : others.keySet()) {
        LearnerOptions.Builder few = LearnerOptions.builder();
        if (name.equals("pcc") || name.equals("efp") || name.equals("kernel")) {
          few.cValues(1);
        }
        try (Learner fitted = Learner.fit(name, rows, others.get(name).build());
            Learner plain = Learner.fit(name, rows, few.build())) {
          assertTrue(!fitted.save().equals(plain.save()), name);
        }
      }
      String mixture = "mixture:lfp,forest";
      try (Learner half = Learner.fit(mixture, rows, quick(mixture).build());
          Learner mostly = Learner.fit(mixture, rows, quick(mixture).mixtureWeights(9, 1).build())) {
        assertTrue(!half.save().equals(mostly.save()));
      }
    }
  }

  // ---- Rows by name -------------------------------------------------------------------------------------------------

  @Test
  void rowsByName() {
    LearnerOptions named =
        LearnerOptions.builder().cValues(1).featureNames("age", "city=Köln", "city=a=b", "zip=50667").build();
    try (Dataset rows = dataset(); Learner learner = Learner.fit("lfp", rows, named); Learner plain = learner("lfp")) {
      assertArrayEquals(new double[] {39, 1, 0, 1}, learner.row(Map.of("age", 39, "city", "Köln", "zip", 50667)));
      assertArrayEquals(new double[] {1.5, 0, 1, 1}, learner.row(Map.of("age", 1.5f, "city", "a=b", "zip", 50667.0)));
      assertArrayEquals(new double[] {1, 1, 0, 1}, learner.row(Map.of("age", true, "city", "Köln", "zip", "50667")));
      refused("column \"city\" is \"Rom\": must be one of Köln, a=b",
          () -> learner.row(Map.of("age", 1, "city", "Rom", "zip", 50667)));
      refused("column \"zip\" is \"1\": must be one of 50667",
          () -> learner.row(Map.of("age", 1, "city", "Köln", "zip", 1.0)));
      // A feature's own name comes before its column's.
      assertArrayEquals(new double[] {1, 0, 1, 7},
          learner.row(Map.of("age", 1, "city=Köln", 0, "city", "a=b", "zip=50667", 7)));
      assertArrayEquals(new double[] {1, 0, 1, 0},
          learner.row(Map.of("age", 1, "city=Köln", 0, "city=a", "b", "zip=50667", 0)));
      refused("there is no column for the feature \"age\"", () -> learner.row(Map.of("city", "Köln", "zip", 50667)));
      refused("there is no column for the feature \"city=Köln\"", () -> learner.row(Map.of("age", 1, "zip", 50667)));
      refused("column \"aeg\" is not known: no feature is called so",
          () -> learner.row(Map.of("age", 1, "city", "Köln", "zip", 50667, "aeg", 2)));
      refused("column \"age\" is \"old\": must be a number",
          () -> learner.row(Map.of("age", "old", "city", "Köln", "zip", 50667)));
      Map<String, Object> absent = new HashMap<>(Map.of("city", "Köln", "zip", 50667));
      absent.put("age", null);
      assertArrayEquals(new double[] {Double.NaN, 1, 0, 1}, learner.row(absent));
      absent.put("city", null);
      assertArrayEquals(new double[] {Double.NaN, Double.NaN, Double.NaN, 1}, learner.row(absent));
      refused("the learner has no feature names: give rows as 4 numbers", () -> plain.row(Map.of("age", 1)));
      assertThrows(NullPointerException.class, () -> learner.row(null));
    }
  }

  // ---- A learner around a model in Python ---------------------------------------------------------------------------

  /** Saved there, and decided there: the same bits here (tests/python/test_guide.py). */
  @Test
  void aLearnerAroundAModelInPython() throws IOException {
    double[][] x = own("rows");
    double[][] p = own("marginals");
    double[][] said = own("answers");
    try (Learner learner = Learner.load(OWN.resolve("digits.learner.json")); Metric f1 = Metric.of("f1");
        Dataset rows = Dataset.of(x)) {
      Decisions decisions = learner.decide(rows.marginals(Table.of(p)), f1);
      for (int i = 0; i < x.length; ++i) {
        byte[] mask = new byte[4];
        Decision alone = learner.decide(x[i], p[i], f1);
        assertEquals(decisions.get(i), alone);
        assertEquals(said[i][4], alone.expected());
        assertEquals(said[i][4], learner.decideInto(x[i], p[i], f1, DecisionOptions.defaults(), mask));
        assertArrayEquals(alone.mask(), mask);
        for (int j = 0; j < 4; ++j) {
          assertEquals(said[i][j], mask[j]);
        }
      }
      float[] narrow = new float[64];
      for (int j = 0; j < 64; ++j) {
        narrow[j] = (float) Math.rint(x[0][j]);
      }
      double[] wide = IntStream.range(0, 64).mapToDouble(j -> narrow[j]).toArray();
      assertEquals(learner.decide(wide, p[0], f1), learner.decide(narrow, p[0], f1, DecisionOptions.defaults()));
      String missing =
          "learner \"given\" takes the marginals of another model, and the rows have none: give P(y_j = 1) with them";
      refused(missing, () -> learner.decide(x[0], f1));
      refused(missing, () -> learner.decide(x, f1));
      refused("marginals are 1 by 3: must be 1 by 4", () -> learner.decide(x[0], new double[3], f1));
      refused("marginals[0][1] is nan: must lie in [0, 1]",
          () -> learner.decide(x[0], new double[] {0.5, Double.NaN, 0.5, 0.5}, f1));
      refused("marginals[0][2] is 1.5: must lie in [0, 1]",
          () -> learner.decideInto(x[0], new double[] {0.5, 0.5, 1.5, 0.5}, f1, DecisionOptions.defaults(), new byte[4]));
      refused("marginals has 3 rows: the dataset has 20",
          () -> rows.marginals(Table.of(Arrays.copyOf(p, 3))));
      assertThrows(NullPointerException.class, () -> learner.decide(x[0], (double[]) null, f1));
    }
  }

  private static final Path OWN = Cases.SOURCE.resolve("docs/examples/own_model");

  private static double[][] own(String what) throws IOException {
    return Files.readAllLines(OWN.resolve("digits." + what + ".csv")).stream().skip(1)
        .map(line -> Arrays.stream(line.split(",")).mapToDouble(Double::parseDouble).toArray())
        .toArray(double[][]::new);
  }

  // ---- What does not fit --------------------------------------------------------------------------------------------

  @Test
  void whatDoesNotFit() {
    try (Dataset rows = Dataset.of(TABLE); Learner learner = learner("lfp"); Metric f1 = Metric.of("f1")) {
      refused("dataset has no labels and no classes: there is nothing to learn", () -> Learner.fit("lfp", rows));
      refused("labels has 1 rows: the dataset has 120", () -> rows.labels(Mask.of(true)));
      refused("classes has 3 rows: the dataset has 120", () -> rows.classes(new int[3], 2));
      refused("labels has 1 rows: the dataset has 120",
          () -> rows.labels(SparseMask.of(new int[2], new int[0]), 2));
      refused("weights has 1 elements: there are 120 rows", () -> rows.weights(Values.of(1.0)));
      refused("groups has 3 rows: the dataset has 120", () -> rows.groups(1, 2, 3));
      refused("groups has 121 rows: the dataset has 120", () -> rows.groups(new int[ROWS + 1]));
      refused("groups has 0 rows: the dataset has 120", () -> rows.groups());
      refused("groups has 0 rows: the dataset has 120", () -> rows.groups(new int[0]));
      refused("marginals has 1 rows: the dataset has 120", () -> rows.marginals(Table.of(new double[2], 1, 2)));
      assertThrows(ArgumentException.class, () -> rows.labels(SparseMask.of(new int[ROWS + 1], new int[0]), 0));
      assertEquals(Task.NONE, rows.task());
      rows.labels(MASK);
      refused("name holds a NUL character", () -> Learner.fit("lfp\0", rows));
      assertThrows(FormatException.class, () -> Learner.fit("svm", rows));
      assertThrows(ArgumentException.class, () -> Dataset.of(new double[][] {{Double.NEGATIVE_INFINITY}}));
      assertThrows(ArgumentException.class,
          () -> Dataset.of(SparseTable.of(new int[] {0, 2}, new int[] {1, 1}, Values.of(1.0, 1.0), 2)));
      refused("n_features is 2: the model was fitted to 4", () -> learner.decide(new double[2], f1));
      refused("n_features is 5: the model was fitted to 4", () -> learner.probabilities(new float[5]));
      refused("n_features is 2: the model was fitted to 4", () -> learner.probabilities(new double[3][2]));
      refused("mask has 2 elements: must have 3",
          () -> learner.decideInto(row(0), f1, DecisionOptions.defaults(), new byte[2]));
      refused("out has 4 elements: must have 3", () -> learner.probabilitiesInto(row(0), new double[4]));
      refused("mask has shape (3, 120), probabilities has shape (120, 3): they must have the same shape",
          () -> learner.decideInto(rows, f1, DecisionOptions.defaults(), MASK.transpose(), null));
      refused("expected has 1 elements: there are 120 answers",
          () -> learner.decideInto(rows, f1, DecisionOptions.defaults(), null, new double[1]));
      refused("row is 120: must lie in [0, 119]", () -> learner.estimator(rows, 120, DecisionOptions.defaults()));
      assertTrue(assertThrows(ArgumentException.class, () -> learner.decide(new double[] {0, 0, Double.NaN, 0}, f1))
          .getMessage().startsWith("features[0][2] is nan"));
      assertThrows(ArgumentException.class,
          () -> Learner.fit("pcc", rows, LearnerOptions.builder().chainOrders(0, 1, 2, 0).build()));
      for (LearnerOptions.Builder wrong : List.of(LearnerOptions.builder().folds(1), LearnerOptions.builder().samples(0),
          LearnerOptions.builder().threads(-1), LearnerOptions.builder().trees(-1), LearnerOptions.builder().gamma(-1),
          LearnerOptions.builder().scaling("log"), LearnerOptions.builder().calibration("no"),
          LearnerOptions.builder().cValues(1, 1), LearnerOptions.builder().cValues(0),
          LearnerOptions.builder().mixtureWeights(0), LearnerOptions.builder().chainOrders(-1),
          LearnerOptions.builder().featureNames("a\0b"), LearnerOptions.builder().neighbourMetric("l1"))) {
        assertThrows(ArgumentException.class, wrong::build);
      }
      for (Executable use : List.<Executable>of(() -> Dataset.of((Table) null), () -> Dataset.of((SparseTable) null),
          () -> Dataset.of((double[][]) null), () -> rows.labels((Mask) null), () -> rows.labels((byte[][]) null),
          () -> rows.labels(null, 2), () -> rows.classes(null, 2), () -> Learner.fit(null, rows),
          () -> Learner.fit("lfp", null), () -> Learner.fit("lfp", rows, null), () -> Learner.load((String) null),
          () -> Learner.load((Path) null), () -> learner.save(null), () -> learner.decide((Rows) null, f1),
          () -> learner.decide(rows, null), () -> learner.decide(rows, f1, null), () -> learner.decide(row(0), null),
          () -> learner.decide((double[]) null, f1), () -> learner.decide((float[]) null, f1),
          () -> learner.decideInto((double[]) null, f1, DecisionOptions.defaults(), new byte[LABELS]),
          () -> learner.decideInto(row(0), f1, DecisionOptions.defaults(), null),
          () -> learner.decideInto(row(0), f1, null, new byte[LABELS]), () -> learner.probabilities((Rows) null),
          () -> learner.probabilitiesInto(row(0), null), () -> learner.probabilities((double[]) null),
          () -> learner.probabilities((float[]) null), () -> learner.estimator((double[]) null),
          () -> learner.estimator(rows, 0, null), () -> LearnerOptions.builder().scaling(null),
          () -> LearnerOptions.builder().labelNames((String) null).build(),
          () -> LearnerOptions.builder().chainOrders((long[]) null), () -> Calibration.load((Path) null),
          () -> Calibration.fit(null, new byte[] {0, 1}, new double[2]),
          () -> Calibration.fit("platt", MASK, null, null))) {
        assertThrows(NullPointerException.class, use);
      }
      assertEquals(ROWS, learner.decide(rows, f1).size()); // all as before
    }
    assertThrows(FormatException.class, () -> Learner.load("{"));
    assertThrows(FormatException.class, () -> Calibration.load("{"));
  }

  @Test
  void progressAndInterruption() {
    List<Double> told = new ArrayList<>();
    try (Dataset rows = dataset(); Metric f1 = Metric.of("f1")) {
      LearnerOptions.Builder options = LearnerOptions.builder().folds(3);
      Learner.fit("lfp", rows, options.progress(told::add).build()).close();
      assertEquals(0.0, told.get(0));
      assertEquals(1.0, told.get(told.size() - 1));
      LearnerOptions never = options.progress(fraction -> false).build();
      assertThrows(CancelledException.class, () -> Learner.fit("lfp", rows, never));
      IllegalStateException mine = new IllegalStateException("progress");
      LearnerOptions throwing = LearnerOptions.builder().progress(fraction -> {
        throw mine;
      }).build();
      assertSame(mine, assertThrows(Throwable.class, () -> Learner.fit("forest", rows, throwing)));
      LearnerOptions interruptible = LearnerOptions.builder().cValues(1).interruptible(true).build();
      Thread.currentThread().interrupt();
      assertThrows(CancelledException.class, () -> Learner.fit("lfp", rows, interruptible));
      assertTrue(Thread.interrupted());
      // A dataset that is fitted to cannot be changed.
      LearnerOptions changing = LearnerOptions.builder().progress(fraction -> {
        rows.weights(null);
        return true;
      }).build();
      assertEquals("dataset is in use by another call: it cannot be changed now",
          assertThrows(IllegalStateException.class, () -> Learner.fit("lfp", rows, changing)).getMessage());
      try (Learner learner = Learner.fit("lfp", rows, interruptible)) {
        DecisionOptions no = DecisionOptions.builder().progress(fraction -> false).build();
        assertThrows(CancelledException.class, () -> learner.decide(rows, f1, no));
        assertThrows(CancelledException.class, () -> learner.probabilities(rows, no));
        assertEquals(ROWS, learner.decide(rows, f1).size());
      }
    }
  }

  // ---- Calibration --------------------------------------------------------------------------------------------------

  @Test
  void calibration() {
    double[] scores = {-2, -1, -0.5, 0, 0.25, 0.5, 1, 3};
    byte[] labels = {0, 0, 1, 0, 1, 0, 1, 1};
    for (String method : List.of("platt", "isotonic", "beta")) {
      try (Calibration wanted = Calibration.fitScores(method, labels, scores)) {
        double[] said = wanted.probabilitiesOfScores(scores);
        for (int i = 1; i < said.length; ++i) {
          assertTrue(said[i] >= said[i - 1], method);
        }
        assertEquals("Calibration(score 0 gives " + wanted.probabilityOfScore(0) + ")", wanted.toString());
        Values ones = Values.of(1f, 1f, 1f, 1f, 1f, 1f, 1f, 1f);
        byte[] spaced = new byte[16];
        for (int i = 0; i < labels.length; ++i) {
          spaced[2 * i] = labels[i];
        }
        double[] reversed = {3, 1, 0.5, 0.25, 0, -0.5, -1, -2};
        try (Calibration same = Calibration.fitScores(method, Mask.of(spaced, 0, 8, 1, 2, 1),
                Values.of(reversed).slice(7, 8, -1), ones);
            Calibration loaded = Calibration.load(wanted.save())) {
          assertEquals(wanted.save(), same.save());
          assertArrayEquals(said, loaded.probabilitiesOfScores(Values.of(narrow(scores))));
        }
      }
    }
    try (Calibration platt = Calibration.fitScores("platt", labels, scores)) {
      assertThrows(ArgumentException.class, () -> platt.probabilityOfScore(Double.NaN));
      assertEquals(0, platt.probabilitiesOfScores(new double[0]).length);
    }
    refused("truth has shape (1, 1): must have 8 cells in one row or one column",
        () -> Calibration.fit("platt", new byte[] {1}, scores));
    refused("weights has 1 elements: there are 8 rows",
        () -> Calibration.fit("platt", Mask.of(labels), Values.of(scores), Values.of(1.0)));
    refused("name is \"none\": must be platt, isotonic, beta, temperature or, of a table of classes, vector", () -> Calibration.fit("none", labels, scores));
  }

  @Test
  void calibrationOfProbabilities() {
    double[] p = {0, 0.1, 0.3, 0.4, 0.6, 0.7, 0.9, 1};
    byte[] labels = {0, 0, 1, 0, 1, 0, 1, 1};
    double[] odds = new double[8];
    for (int i = 0; i < 8; ++i) {
      odds[i] = Math.max(-40, Math.min(40, Math.log(p[i] / (1 - p[i]))));
    }
    for (String method : List.of("platt", "isotonic", "beta")) {
      try (Calibration own = Calibration.fit(method, labels, p);
          Calibration byScores = Calibration.fitScores(method, labels, odds);
          Calibration loaded = Calibration.load(own.save())) {
        assertFalse(own.takesScores());
        assertFalse(loaded.takesScores());
        assertTrue(byScores.takesScores());
        double[] said = own.probabilities(p);
        assertArrayEquals(said, loaded.probabilities(p));
        assertArrayEquals(byScores.probabilitiesOfScores(odds), said, 1e-8);
        assertEquals("Calibration(0.5 gives " + own.probability(0.5) + ")", own.toString());
        refused("scores are given: the calibration was fitted to probabilities", () -> own.probabilityOfScore(0));
        refused("probabilities are given: the calibration was fitted to scores", () -> byScores.probability(0.5));
        refused("probabilities[0] is -2: must lie in [0, 1]; log-odds and other scores are given as scores",
            () -> own.probability(-2));
      }
    }
    refused("probabilities[1] is 1.5: must lie in [0, 1]; log-odds and other scores are given as scores",
        () -> Calibration.fit("platt", new byte[] {0, 1}, 0.5, 1.5));
  }

  // ---- The short way ------------------------------------------------------------------------------------------------

  @Test
  void oneRowAllocatesNothing() {
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    double[] wide = row(0);
    float[] narrow = narrow(wide);
    byte[] mask = new byte[LABELS];
    double[] p = new double[LABELS];
    DecisionOptions options = DecisionOptions.builder().atLeast(1).build();
    try (Learner learner = learner("lfp"); Metric f1 = Metric.of("f1")) {
      long allocated = 0;
      for (int round = 0; round < 2; ++round) { // the first one links what is called
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 20_000; ++i) {
          learner.decideInto(wide, f1, options, mask);
          learner.decideInto(narrow, f1, options, mask);
          learner.probabilitiesInto(wide, p);
          learner.probabilitiesInto(narrow, p);
        }
        allocated = threads.getCurrentThreadAllocatedBytes() - before;
      }
      assertTrue(allocated < 20_000, allocated + " bytes in 20,000 rows");
    }
  }
}
