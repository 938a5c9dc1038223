package org.libwald;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Thresholds: what is fed, chosen and applied. The numbers themselves are compared in ConformanceTest. */
class ThresholdTest {
  /** Rows of two classifiers, of which every sixth is positive; scores that floats hold exactly, with ties. */
  static final class Rows {
    final double[] scores;
    final byte[] labels;

    Rows(int count, int seed) {
      Random random = new Random(seed);
      scores = new double[2 * count];
      labels = new byte[count];
      for (int i = 0; i < count; ++i) {
        labels[i] = (byte) (i % 6 == 0 ? 1 : 0);
        for (int d = 0; d < 2; ++d) {
          scores[2 * i + d] = Math.rint(128 * (random.nextDouble() + 0.4 * labels[i] * random.nextDouble())) / 128;
        }
      }
    }

    Table table() {
      return Table.of(scores, labels.length, 2);
    }

    Sample sample() {
      return Sample.of(2).feed(labels, table());
    }
  }

  private static final Rows ROWS = new Rows(240, 1);

  private static List<Double> totals(Sample sample) {
    return List.of((double) sample.nRows(), sample.positives(), sample.negatives(), sample.unrated());
  }

  private static void refused(String message, Executable use) {
    assertEquals(message, assertThrows(ArgumentException.class, use).getMessage());
  }

  @Test
  void oneScoreFromArrays() {
    Random random = new Random(7);
    int n = 6000;
    double[] scores = new double[n];
    float[] narrow = new float[n];
    byte[] labels = new byte[n];
    int[] whole = new int[n];
    boolean[] truths = new boolean[n];
    double[] weights = new double[n];
    for (int i = 0; i < n; ++i) {
      labels[i] = (byte) (random.nextInt(4) == 0 ? 1 : 0);
      whole[i] = labels[i];
      truths[i] = labels[i] == 1;
      narrow[i] = (float) (random.nextGaussian() + labels[i]);
      scores[i] = narrow[i];
      weights[i] = 1 + random.nextInt(3);
    }
    ThresholdOptions asked = ThresholdOptions.builder().minPrecision(0.4).build();
    try (Sample sample = Sample.of(1).feed(labels, scores);
        Thresholds fed = sample.choose(asked);
        Thresholds f1 = sample.choose();
        Thresholds byBytes = Thresholds.choose(labels, scores, asked);
        Thresholds byInts = Thresholds.choose(whole, scores, asked);
        Thresholds byTruths = Thresholds.choose(truths, scores);
        Thresholds byFloats = Thresholds.choose(Mask.of(labels), Table.of(narrow, n, 1), asked)) {
      for (Thresholds found : List.of(byBytes, byInts, byFloats)) {
        assertEquals(fed.toString(), found.toString());
        assertArrayEquals(fed.nextLower(), found.nextLower());
        assertEquals(fed.marginalPrecision(), found.marginalPrecision());
      }
      assertEquals(f1.toString(), byTruths.toString());
    }
    try (Sample sample = Sample.of(1).feed(Mask.of(labels), Table.of(scores, n, 1), Values.of(weights));
        Thresholds fed = sample.choose();
        Thresholds found =
            Thresholds.choose(
                Mask.of(labels), Table.of(scores, n, 1), Values.of(weights), ThresholdOptions.defaults())) {
      assertEquals(fed.toString(), found.toString());
    }
    scores[5] = Double.NaN;
    refused("scores[5][0] is nan: must be a number", () -> Thresholds.choose(labels, scores).close());
  }

  @Test
  void detectionsMatchTheTruth() {
    double[][] truths = {{7, 0, 0, 2, 2}, {7, 2, 0, 2, 2}, {7, 0, 0, 9, 9}};
    double[][] found = {{7, 1, 0, 2, 2}, {7, 1, 0, 2, 2}, {7, 1, 0, 2, 2}, {8, 1, 0, 2, 2}};
    double[] scores = {0.5, 0.5, 0.9, 0.9};
    double[] matched = Sample.matchDetections(truths, new double[] {0, 0, 1}, found, scores, 1.0 / 3);
    assertArrayEquals(new double[] {1, Double.NaN, 1, 0}, matched);
    assertThrows(
        ArgumentException.class, () -> Sample.matchDetections(truths, new double[] {0, 0, 1}, found, scores, 0));
  }

  @Test
  void rowsInEveryForm() {
    Table table = ROWS.table();
    int n = ROWS.labels.length;
    float[] narrow = new float[2 * n];
    double[] turned = new double[2 * n];
    boolean[] truths = new boolean[n];
    for (int i = 0; i < n; ++i) {
      truths[i] = ROWS.labels[i] == 1;
      for (int d = 0; d < 2; ++d) {
        narrow[2 * i + d] = (float) table.get(i, d);
        turned[d * n + n - 1 - i] = table.get(i, d);
      }
    }
    ByteBuffer direct = ByteBuffer.allocateDirect(16 * n).order(ByteOrder.nativeOrder());
    direct.asDoubleBuffer().put(ROWS.scores);
    ByteBuffer cells = ByteBuffer.allocateDirect(n).put(ROWS.labels).flip();
    Values ones = Values.of(1f).slice(0, n, 0);
    try (Sample wanted = ROWS.sample();
        Sample floats = Sample.of(2).feed(Mask.of(truths), Table.of(narrow, n, 2), null);
        Sample buffers = Sample.of(2).feed(Mask.of(cells, n, 1),
            Table.of(Values.of(direct.asDoubleBuffer()), n, 2), ones);
        Sample columns = Sample.of(2).feed(ROWS.labels, Table.of(Values.of(turned), n - 1, n, 2, -1, n));
        Sample parts = Sample.of(2)) {
      for (int i = n - 7; i >= -7; i -= 7) {
        int from = Math.max(i, 0);
        Table part = Table.of(Values.of(ROWS.scores), 2L * from, i + 7 - from, 2, 2, 1);
        parts.feed(Arrays.copyOfRange(ROWS.labels, from, i + 7), part);
      }
      for (Sample one : List.of(floats, buffers, columns, parts)) {
        assertEquals(wanted.save(),
            one.save().replace(",\"type\":\"float32\"", "").replace(",\"weighted\":true", ""));
      }
      assertTrue(floats.save().contains(",\"type\":\"float32\""));
      assertEquals("Sample(2 scores, or, 240 rows, 40.0000 positive, 200.000 negative, 0.00000 not rated)",
          wanted.toString());
      assertEquals(List.of(240.0, 40.0, 200.0, 0.0), totals(wanted));
      assertEquals(List.of(480.0, 80.0, 400.0, 0.0), totals(parts.merge(wanted)));
      assertEquals(List.of(960.0, 160.0, 800.0, 0.0), totals(parts.merge(parts)));
      assertEquals(0, parts.clear().nRows());
    }
  }

  /** The greatest F1 of all thresholds of one classifier, by trying them. */
  private static double best(double[] scores, byte[] labels) {
    double best = 0;
    for (double t : scores) {
      double tp = 0;
      double alerts = 0;
      double positives = 0;
      for (int i = 0; i < scores.length; ++i) {
        positives += labels[i];
        alerts += scores[i] >= t ? 1 : 0;
        tp += scores[i] >= t ? labels[i] : 0;
      }
      best = Math.max(best, 2 * tp / (positives + alerts));
    }
    return best;
  }

  @Test
  void oneClassifier() {
    for (int seed = 0; seed < 50; ++seed) {
      Rows rows = new Rows(30, seed);
      double[] first = new double[30];
      Arrays.setAll(first, i -> rows.scores[2 * i]);
      try (Sample sample = Sample.of(1).feed(rows.labels, first); Thresholds chosen = sample.choose()) {
        assertEquals(best(first, rows.labels), chosen.value(), 1e-15);
        boolean[] flagged = chosen.apply(first);
        double t = chosen.thresholds()[0];
        for (int i = 0; i < 30; ++i) {
          assertEquals(first[i] >= t, flagged[i]);
          assertEquals(first[i] >= t, chosen.flags(first[i]));
          assertFalse(first[i] > chosen.nextLower()[0] && first[i] < t);
        }
        assertTrue(chosen.flags().contains(ThresholdFlag.FEW_POSITIVES));
        assertTrue(chosen.baselines().isEmpty());
      }
    }
  }

  @Test
  void whatIsAsked() {
    try (Sample sample = ROWS.sample(); Metric jaccard = Metric.of("jaccard")) {
      for (ThresholdOptions.Builder asked : List.of(
          ThresholdOptions.builder().maxFp(10), ThresholdOptions.builder().maxAlerts(30),
          ThresholdOptions.builder().minRecall(0.5), ThresholdOptions.builder().minPrecision(0.4).precisionLevel(0),
          ThresholdOptions.builder().costRatio(0.5), ThresholdOptions.builder().marginalPrecision(0.25),
          ThresholdOptions.builder().metric(jaccard), ThresholdOptions.builder().goal(Goal.MOST_TP).maxFp(10),
          ThresholdOptions.builder().maxFp(10).baselines(false).threads(3))) {
        try (Thresholds chosen = sample.choose(asked.build())) {
          assertTrue(chosen.feasible());
          Sample.Counts counts = sample.count(chosen.thresholds());
          assertEquals(counts, new Sample.Counts(chosen.tp(), chosen.fp(), 0));
          assertEquals(chosen.tp() / (chosen.tp() + chosen.fp()), chosen.precision());
          assertEquals(chosen.tp() / 40, chosen.recall());
          assertFalse(chosen.objective().isEmpty());
        }
      }
      // A cost ratio and a marginal precision say the same in other words.
      String ratio = objective(sample, ThresholdOptions.builder().costRatio(3));
      assertEquals(ratio, objective(sample, ThresholdOptions.builder().marginalPrecision(0.25)));
      assertNotEquals(ratio, objective(sample, ThresholdOptions.builder().marginalPrecision(0.5)));
      assertThrows(ArgumentException.class,
          () -> sample.choose(ThresholdOptions.builder().costRatio(3).marginalPrecision(0.25).build()));
      try (Thresholds within = sample.choose(ThresholdOptions.builder().maxFp(10).build())) {
        assertTrue(within.fp() <= 10 && within.tp() > 0);
        assertEquals(within.tp(), within.value());
      }
      try (Thresholds none = sample.choose(ThresholdOptions.builder().maxAlerts(0).build())) {
        assertEquals(0, none.tp() + none.fp());
        assertTrue(none.flags().contains(ThresholdFlag.NOTHING_FLAGGED));
        assertThrows(UnsupportedOperationException.class, () -> none.flags().clear());
      }
    }
  }

  private static String objective(Sample sample, ThresholdOptions.Builder asked) {
    try (Thresholds chosen = sample.choose(asked.build())) {
      return chosen.objective();
    }
  }

  @Test
  void howSureItIs() {
    ThresholdOptions options = ThresholdOptions.builder().bootstrap(200).folds(5).seed(7).level(0.9).build();
    try (Sample sample = ROWS.sample(); Thresholds chosen = sample.choose(options);
        Thresholds again = sample.choose(options)) {
      Interval precision = chosen.interval(ThresholdFact.PRECISION);
      assertTrue(precision.exact() && precision.low() < chosen.precision() && chosen.precision() < precision.high());
      Interval value = chosen.interval(ThresholdFact.VALUE);
      assertTrue(value.low() <= value.high());
      assertEquals(2, chosen.thresholdIntervals().size());
      assertEquals(chosen.thresholdIntervals(), again.thresholdIntervals());
      double crossFitted = chosen.fact(ThresholdFact.CROSS_VALUE);
      assertTrue(crossFitted > 0 && crossFitted <= chosen.value());
      assertTrue(Double.isNaN(chosen.interval(ThresholdFact.FEASIBLE).low()));
    }
    try (Sample sample = ROWS.sample(); Thresholds plain = sample.choose()) {
      assertEquals(List.of(), plain.thresholdIntervals());
      assertTrue(Double.isNaN(plain.fact(ThresholdFact.CROSS_VALUE)));
    }
  }

  @Test
  void methodsAndBaselines() {
    try (Sample sample = ROWS.sample(); Thresholds direct = sample.choose()) {
      assertEquals("direct", direct.method());
      assertEquals(List.of("best-single", "stacked"),
          direct.baselines().stream().map(Thresholds::method).sorted().toList());
      for (Thresholds beside : direct.baselines()) {
        boolean[] flagged = beside.apply(ROWS.table());
        double tp = 0;
        for (int i = 0; i < flagged.length; ++i) {
          tp += flagged[i] ? ROWS.labels[i] : 0;
        }
        assertEquals(tp, beside.tp(), beside.method());
        assertEquals(direct.objective(), beside.objective());
        boolean stacked = beside.method().equals("stacked");
        assertEquals(stacked ? 2 : 0, beside.coefficients().length);
        assertEquals(stacked, !Double.isNaN(beside.fact(ThresholdFact.INTERCEPT)));
        assertTrue(beside.toString().endsWith(" by " + beside.method() + ")"), beside.toString());
      }
      for (String method : List.of("path", "path-equal", "analytic", "stacked", "best-single")) {
        ThresholdOptions.Builder options = ThresholdOptions.builder().method(method);
        if (method.equals("path-equal") || method.equals("analytic")) {
          options.grid(20);
        }
        try (Thresholds other = sample.choose(options.build())) {
          assertEquals(method, other.method());
          assertTrue(other.value() <= direct.value() || method.equals("stacked"), method);
        }
      }
      ThresholdOptions.Builder bagged =
          ThresholdOptions.builder().smoothing(Smoothing.BAGGED).smoothingRounds(5).seed(1);
      ThresholdOptions.Builder dropout =
          ThresholdOptions.builder().smoothing(Smoothing.DROPOUT).dropout(0.3).smoothingRounds(5).method("path");
      for (ThresholdOptions.Builder smoothed : List.of(bagged, dropout)) {
        try (Thresholds other = sample.choose(smoothed.build())) {
          assertTrue(other.value() <= direct.value());
        }
      }
      ThresholdOptions few = ThresholdOptions.builder().latticeCells(9).pairCells(9).ascentLevels(3).build();
      try (Frontier thinned = sample.frontier(few); Thresholds chosen = sample.choose(few)) {
        assertTrue(thinned.quantiles() && !thinned.exact());
        assertTrue(chosen.value() <= direct.value());
      }
    }
  }

  @Test
  void partlyRated() {
    double[] scores = {0.9, 0.8, 0.7, 0.6, 0.2, 0.1};
    byte[] labels = {1, 0, 1, Mask.NOT_RATED, 1, 0};
    try (Sample sample = Sample.of(Rule.OR, 0.5).feed(labels, scores)) {
      assertArrayEquals(new double[] {0.5}, sample.ratedFrom());
      assertEquals(List.of(6.0, 2.0, 1.0, 3.0), totals(sample));
      assertThrows(UnsupportedException.class, sample::choose);
      try (Thresholds chosen = sample.choose(ThresholdOptions.builder().positives(4).build())) {
        assertEquals(0.5, chosen.recall());
        assertEquals(4, chosen.fact(ThresholdFact.POSITIVES));
      }
      try (Thresholds chosen = sample.choose(ThresholdOptions.builder().maxFp(1).build())) {
        assertTrue(Double.isNaN(chosen.recall()));
      }
    }
  }

  @Test
  void frontier() {
    try (Sample sample = ROWS.sample(); Frontier points = sample.frontier()) {
      double[][] thresholds = points.thresholds();
      double[] tp = points.tp();
      double[] fp = points.fp();
      assertEquals(tp.length, thresholds.length);
      assertTrue(points.exact() && !points.quantiles() && !points.localOptimum());
      assertTrue(points.onHull()[0] && tp[0] == 0);
      for (int i = 0; i < thresholds.length; ++i) {
        assertEquals(new Sample.Counts(tp[i], fp[i], 0), sample.count(thresholds[i]));
      }
      assertEquals(40, points.positives());
      assertEquals(200, points.negatives());
      assertTrue(points.rocArea() > 0.5 && points.rocArea() < points.rocHullArea() && points.rocHullArea() < 1);
      assertEquals(points.pnHullArea(), points.partialAreas(200).pnHull(), 1e-15);
      assertTrue(points.partialAreas(20).roc() < points.rocArea());
      assertTrue(points.prArea() > 1.0 / 6);
      assertEquals(0, points.path().length);
      assertEquals("Frontier(" + thresholds.length + " points, exact)", points.toString());
      double[] alone = sample.rocArea();
      assertTrue(alone.length == 2 && points.rocArea() > Math.max(alone[0], alone[1]));
      ThresholdOptions path = ThresholdOptions.builder().method("path").build();
      try (Frontier along = sample.frontier(path)) {
        assertTrue(along.path().length >= along.tp().length);
      }
    }
  }

  @Test
  void applied() {
    double[] scores = {0.9, 0.1, 0.4, 0.8, 0.4, 0.1, Double.POSITIVE_INFINITY, 0};
    Table table = Table.of(scores, 4, 2);
    double[] thresholds = {0.9, 0.7};
    assertArrayEquals(new boolean[] {true, true, false, true}, Rule.OR.apply(thresholds, table));
    assertArrayEquals(new boolean[4], Rule.AND.apply(thresholds, table));
    assertArrayEquals(new boolean[4], Rule.OR.apply(new double[] {Double.POSITIVE_INFINITY, 2}, table));
    byte[] cells = new byte[9];
    Arrays.fill(cells, (byte) 9);
    Rule.OR.applyInto(thresholds, table, Mask.of(cells, 7, 4, 1, -2, 1));
    assertArrayEquals(new byte[] {9, 1, 9, 0, 9, 1, 9, 1, 9}, cells);
    boolean[] truths = new boolean[4];
    Rule.OR.applyInto(thresholds, table, Mask.of(truths));
    assertArrayEquals(new boolean[] {true, true, false, true}, truths);
    ByteBuffer direct = ByteBuffer.allocateDirect(4);
    Rule.OR.applyInto(thresholds, table, Mask.of(direct, 4, 1));
    assertEquals(Mask.of(new byte[] {1, 1, 0, 1}), Mask.of(direct, 1, 4));
    assertThrows(ReadOnlyBufferException.class,
        () -> Rule.OR.applyInto(thresholds, table, Mask.of(direct.asReadOnlyBuffer(), 4, 1)));

    // Beyond what is held in place.
    double[] many = new Random(3).doubles(2_400_000).toArray();
    boolean[] flagged = Rule.OR.apply(thresholds, Table.of(many, 1_200_000, 2));
    for (int i = 0; i < flagged.length; ++i) {
      assertEquals(many[2 * i] >= 0.9 || many[2 * i + 1] >= 0.7, flagged[i]);
    }
  }

  @Test
  void segments() {
    Values scores = Values.of(0.9, 0.7, 0.5, 0.3, 0.8, 0.6, 0.4, 0.2);
    Mask bad = Mask.of(1, 1, 0, 0, 1, 0, 1, 0);
    long[] market = {0, 0, 0, 0, 1, 1, 1, 1};
    ThresholdOptions parity = ThresholdOptions.builder().metric(Metric.of("f1")).parity("fpr").tolerance(0, 0.5).build();
    List<SegmentThresholds> price =
        SegmentThresholds.choose(bad, scores, market, 2, SegmentThresholds.Input.NONE, parity);
    assertEquals(2, price.size());
    assertEquals(6 / 7.0, price.get(0).value(), 1e-15);
    assertEquals(8 / 9.0, price.get(1).value(), 1e-15);
    assertEquals(0.5, price.get(1).tolerance());
    assertTrue(price.get(1).exact() && price.get(1).feasible());
    assertEquals(0.7, price.get(1).segments().get(0).threshold());
    assertEquals(0.5, price.get(1).segments().get(1).fpr());
    Values benefits = Values.of(5.0, 1, 9, 9, 2, 9, 50, 9);
    Values costs = Values.of(9.0, 9, 3, 1, 9, 4, 9, 7);
    double none = Double.NaN;
    Table limits = Table.of(new double[][] {{none, none, none, none, none, none}, {none, none, none, 1, none, none}});
    SegmentThresholds.Input amounts = new SegmentThresholds.Input(null, benefits, costs, limits);
    ThresholdOptions plain = ThresholdOptions.defaults();
    assertEquals(8, SegmentThresholds.choose(bad, scores, market, 2, amounts, plain).get(0).gain());
    SegmentThresholds.Input free = new SegmentThresholds.Input(null, benefits, costs, null);
    assertEquals(54, SegmentThresholds.choose(bad, scores, market, 2, free, plain).get(0).gain());
    assertEquals(51, SegmentThresholds.choose(bad, scores, null, 1, free, plain).get(0).value());
    ThresholdOptions certify = ThresholdOptions.builder().minRecall(0.3).certify(0.5).build();
    SegmentThresholds certified =
        SegmentThresholds.choose(bad, scores, market, 2, SegmentThresholds.Input.NONE, certify).get(0);
    assertTrue(certified.certified() && certified.segments().get(1).certified());
    assertEquals(0.4, certified.segments().get(1).threshold());
    assertEquals(0, certified.segments().get(1).rowsNeeded());
    refused("segments[4] is 1: must lie in [0, 0]",
        () -> SegmentThresholds.choose(bad, scores, market, 1, free, plain));
    refused("costs has 2 elements: there are 8 rows",
        () -> SegmentThresholds.choose(
            bad, scores, market, 2, new SegmentThresholds.Input(null, null, Values.of(1.0, 2), null), plain));
  }

  @Test
  void labels() {
    Mask truth = Mask.of(new byte[][] {{1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 0}});
    Table scores = Table.of(new double[][] {{0.9, 0.2, 0.3}, {0.6, 0.7, 0.4}, {0.5, 0.3, 0.1}, {0.2, 0.1, 0.2}});
    LabelThresholds macro = LabelThresholds.choose(truth, scores);
    assertArrayEquals(new double[] {0.6, 0.3, Double.POSITIVE_INFINITY}, macro.thresholds());
    assertArrayEquals(new double[] {2, 2, 0}, macro.tp());
    assertArrayEquals(new double[] {0, 0, 0}, macro.fp());
    assertTrue(macro.exact() && macro.feasible());
    assertEquals(truth, macro.apply(scores));
    assertEquals(truth.transpose(), macro.apply(scores).transpose());
    assertEquals("LabelThresholds([0.6, 0.3, Infinity], value " + macro.value() + ")", macro.toString());
    assertArrayEquals(new double[] {2, 2, 0}, macro.positives());
    assertArrayEquals(new double[] {1, 1, Double.NaN}, macro.precision());
    assertArrayEquals(new double[] {1, 1, Double.NaN}, macro.recall());
    assertEquals(1, macro.values()[0]);
    assertEquals(Set.of(ThresholdFlag.FEW_POSITIVES), macro.flags().get(0));
    assertEquals(
        Set.of(ThresholdFlag.FEW_POSITIVES, ThresholdFlag.NOTHING_FLAGGED, ThresholdFlag.ONLY_NEGATIVES),
        macro.flags().get(2));
    assertEquals(0, macro.missed().length);
    ThresholdOptions one = ThresholdOptions.builder().average(Average.MICRO).maxAlerts(1).build();
    LabelThresholds micro = LabelThresholds.choose(truth, scores, Values.of(1, 1, 1, 0.0), null, one);
    assertEquals(1, Arrays.stream(micro.tp()).sum());
    refused("truth has shape (3, 4), scores has shape (4, 3): they must have the same shape",
        () -> LabelThresholds.choose(truth.transpose(), scores));
    ThresholdOptions sets = ThresholdOptions.builder().average(Average.INSTANCE).minRecall(0.75).build();
    LabelThresholds shared = LabelThresholds.choose(truth, scores, null, null, sets);
    assertEquals(1.75, shared.labelsPerRow());
    ThresholdOptions few = ThresholdOptions.builder().average(Average.INSTANCE).minRecall(0.6).build();
    LabelThresholds ofGroups =
        LabelThresholds.choose(
            Mask.of(new byte[][] {{1, 0}, {1, 1}, {0, 1}, {0, 0}}),
            Table.of(new double[][] {{0.9, 0.2}, {0.6, 0.8}, {0.3, 0.7}, {0.1, 0.4}}),
            null, new long[] {5, 5, 5, -1}, few);
    assertEquals((2.5 / 3 + 1) / 2, ofGroups.value()); // of rows it would be 3.5/4
    assertEquals(1, shared.value());
    UnsupportedException alone = assertThrows(UnsupportedException.class,
        () -> LabelThresholds.choose(truth, scores, null, null,
            ThresholdOptions.builder().average(Average.INSTANCE).minPrecision(0.75).build()));
    assertTrue(alone.getMessage().startsWith("certify is not set: only a limit on recall holds in expectation"));
    assertThrows(ArgumentException.class, () -> macro.apply(scores.transpose()));
    List<Double> told = new ArrayList<>();
    ThresholdOptions never = ThresholdOptions.builder().progress(fraction -> !told.add(fraction)).build();
    assertThrows(CancelledException.class, () -> LabelThresholds.choose(truth, scores, null, null, never));
    assertEquals(1, told.size());
  }

  /** A label whose only positive has the least score of all rows, beside one with enough positives. */
  @Test
  void rareLabels() {
    double[][] scores = new double[100][2];
    byte[][] truth = new byte[100][2];
    for (int i = 0; i < 100; ++i) {
      truth[i][0] = (byte) (i < 20 ? 1 : 0);
      truth[i][1] = (byte) (i == 99 ? 1 : 0);
      scores[i][0] = scores[i][1] = 1 - i / 100.0;
    }
    LabelThresholds own =
        LabelThresholds.choose(
            Mask.of(truth), Table.of(scores), null, null, ThresholdOptions.builder().minPositives(0).build());
    assertTrue(own.flags().get(1).contains(ThresholdFlag.EVERYTHING_FLAGGED));
    assertEquals(99, own.fp()[1]);
    assertArrayEquals(new int[] {1}, own.flagsAll());
    LabelThresholds shared = LabelThresholds.choose(Mask.of(truth), Table.of(scores));
    assertTrue(shared.flags().get(1).contains(ThresholdFlag.SHARED_THRESHOLD));
    assertEquals(own.thresholds()[0], shared.thresholds()[0]);
    assertEquals(20, shared.fp()[1]);
    assertEquals(0, shared.flagsAll().length);
    ThresholdOptions precise = ThresholdOptions.builder().minPrecision(0.5).precisionLevel(0).build();
    assertArrayEquals(
        new int[] {1}, LabelThresholds.choose(Mask.of(truth), Table.of(scores), null, null, precise).missed());
    ThresholdOptions together =
        ThresholdOptions.builder().minPrecision(1).minRecall(1).precisionLevel(0).average(Average.MICRO).build();
    LabelThresholds pooled = LabelThresholds.choose(Mask.of(truth), Table.of(scores), null, null, together);
    assertFalse(pooled.feasible());
    assertEquals(0, pooled.missed().length);
    assertArrayEquals(new boolean[] {false, false}, pooled.attained());
    assertArrayEquals(new boolean[] {true, true}, shared.attained());
  }

  @Test
  void classes() {
    Table p = Table.of(new double[][] {{0.6, 0.4}, {0.7, 0.3}, {0.9, 0.1}, {0.55, 0.45}});
    int[] truth = {1, 1, 0, 0};
    double[][] costs = {{0, 1}, {10, 0}}; // to miss class 1 is ten times as bad
    ClassMultipliers chosen = ClassMultipliers.choose(costs, truth, p);
    assertEquals(0.25, chosen.value(), 1e-15);
    assertEquals(5, chosen.start(), 1e-15);
    assertArrayEquals(new int[] {1, 1, 0, 1}, chosen.apply(p));
    assertArrayEquals(new int[] {1, 1, 0, 1}, ClassMultipliers.apply(chosen.multipliers(), p));
    assertArrayEquals(new int[] {1, 1, 1, 1}, ClassMultipliers.leastCost(costs, p));
    assertTrue(Arrays.deepEquals(new double[][] {{1, 1}, {0, 2}}, chosen.confusion()));
    assertTrue(chosen.toString().startsWith("ClassMultipliers(["));
    ClassMultipliers best = ClassMultipliers.choose(truth, p);
    assertTrue(best.value() > best.start());
    try (Metric jaccard = Metric.of("jaccard")) {
      ThresholdOptions micro = ThresholdOptions.builder().metric(jaccard).average(Average.MICRO).build();
      assertTrue(ClassMultipliers.choose(truth, p, Values.of(1, 1, 2, 0.0), micro).value() != best.value());
    }
    IllegalStateException mine = new IllegalStateException("mine");
    ThresholdOptions throwing = ThresholdOptions.builder().progress(fraction -> {
      throw mine;
    }).build();
    assertSame(mine, assertThrows(Throwable.class, () -> ClassMultipliers.choose(truth, p, null, throwing)));
    refused("costs has 1 elements: must have 2", () -> ClassMultipliers.choose(new double[1][2], truth, p));
    refused("costs has 2 elements: must have 4", () -> ClassMultipliers.leastCost(new double[2][1], p));
    refused("truth has 1 elements: must have 4", () -> ClassMultipliers.choose(costs, new int[] {1}, p));
    refused("multipliers has 3 elements: must have 2", () -> ClassMultipliers.apply(new double[3], p));
    refused("weights has 1 elements: there are 4 rows",
        () -> ClassMultipliers.choose(costs, truth, p, Values.of(1.0), ThresholdOptions.defaults()));
  }

  @Test
  void zone() {
    double[] scores = {0.1, 0.2, 0.45, 0.5, 0.55, 0.8, 0.9};
    byte[] labels = {0, 0, 1, 0, 1, 1, 1};
    try (Sample sample = Sample.of(1).feed(labels, scores)) {
      ThresholdOptions.Builder costs = ThresholdOptions.builder().falsePositiveCost(10).falseNegativeCost(10);
      AbstentionZone zone = sample.abstentionZone(costs.abstentionCost(1).build());
      assertEquals(new AbstentionZone(0.45, 0.55, 3, 0, 0, 2, 2), zone);
      assertThrows(ArgumentException.class, () -> costs.abstentionCost(-1).build());
    }
  }

  @Test
  void whatDoesNotFit() {
    Table table = ROWS.table();
    try (Sample sample = Sample.of(2)) {
      refused("truth has shape (1, 3): must have 240 cells in one row or one column",
          () -> sample.feed(new byte[3], table));
      refused("truth has shape (2, 120): must have 240 cells in one row or one column",
          () -> sample.feed(Mask.of(new byte[240], 2, 120), table, null));
      refused("weights has 1 elements: there are 240 rows",
          () -> sample.feed(Mask.of(ROWS.labels), table, Values.of(1.0)));
      refused("thresholds has 1 elements: must have 2", () -> Rule.OR.apply(new double[1], table));
      assertThrows(ArgumentException.class, () -> sample.feed(new byte[2], table.transpose()));
      assertThrows(ArgumentException.class, () -> sample.feed(new byte[] {1}, 0.5));
      assertThrows(ArgumentException.class, () -> sample.count(0.5));
      assertThrows(ArgumentException.class, sample::choose);
      assertEquals(0, sample.nRows());
      sample.feed(ROWS.labels, table);
      try (Thresholds chosen = sample.choose()) {
        assertThrows(ArgumentException.class, () -> chosen.apply(Table.of(new double[3], 1, 3)));
        assertThrows(ArgumentException.class, () -> chosen.flags(0.5));
        assertThrows(ArgumentException.class, () -> chosen.flags(0.5, Double.NaN));
        assertThrows(ArgumentException.class, () -> chosen.applyInto(table, Mask.of(new byte[3])));
      }
      assertThrows(ArgumentException.class, () -> sample.choose(ThresholdOptions.builder().method("fast").build()));
      assertThrows(ArgumentException.class, () -> ThresholdOptions.builder().minPrecision(1.5).build());
      assertThrows(ArgumentException.class, () -> ThresholdOptions.builder().folds(1).build());
      assertThrows(ArgumentException.class, () -> ThresholdOptions.builder().threads(-1).build());
      assertThrows(ArgumentException.class,
          () -> sample.choose(ThresholdOptions.builder().goal(Goal.FEWEST_FP).build()));
      for (Executable use : List.<Executable>of(() -> sample.feed(ROWS.labels, (Table) null),
          () -> sample.choose(null), () -> sample.feed((byte[]) null, table), () -> sample.merge(null),
          () -> sample.frontier(null), () -> sample.count((double[]) null), () -> Sample.of(1, null),
          () -> Sample.load((String) null), () -> ThresholdOptions.builder().goal(null),
          () -> ThresholdOptions.builder().metric(null),
          () -> Rule.OR.apply(null, table), () -> Rule.OR.apply(new double[2], null))) {
        assertThrows(NullPointerException.class, use);
      }
    }
    assertThrows(ArgumentException.class, () -> Sample.of(0));
    assertThrows(FormatException.class, () -> Sample.load("{"));
    try (Sample one = Sample.of(2, Rule.AND); Sample other = Sample.of(2)) {
      assertThrows(WaldException.class, () -> one.merge(other));
      assertEquals(Rule.AND, one.rule());
    }
  }

  @Test
  void progressAndInterruption() {
    List<Double> told = new ArrayList<>();
    try (Sample sample = ROWS.sample()) {
      ThresholdOptions.Builder options = ThresholdOptions.builder().bootstrap(50);
      sample.choose(options.progress(told::add).build()).close();
      assertEquals(0.0, told.get(0));
      assertEquals(1.0, told.get(told.size() - 1));
      ThresholdOptions never = options.progress(fraction -> false).build();
      assertEquals(7, assertThrows(CancelledException.class, () -> sample.choose(never)).status());
      IllegalStateException mine = new IllegalStateException("progress");
      ThresholdOptions throwing = options.progress(fraction -> {
        throw mine;
      }).build();
      assertSame(mine, assertThrows(Throwable.class, () -> sample.choose(throwing)));
      ThresholdOptions interruptible = ThresholdOptions.builder().interruptible(true).build();
      Thread.currentThread().interrupt();
      assertThrows(CancelledException.class, () -> sample.choose(interruptible));
      assertTrue(Thread.interrupted());
      sample.choose(interruptible).close();
    }
  }
}
