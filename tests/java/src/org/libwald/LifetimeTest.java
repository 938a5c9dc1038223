package org.libwald;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
    assertEquals(4, copy.labels());
    worth.close();
    worth.close();
    copy.close();
    assertEquals("Distribution(closed)", worth.toString());

    try (Metric open = Metric.of("f1")) {
      for (Executable use : List.<Executable>of(known::marginals, known::kind, known::copy, known::save,
          known::toCounts, known::mode, known::fed, () -> known.feed(0.5), known::clear, () -> known.merge(known),
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

  @Test
  void thresholdsClosedAndUsedAfter() {
    FrontierTest.Rows rows = new FrontierTest.Rows(60, 1);
    Frontier frontier = rows.frontier();
    Thresholds chosen = frontier.choose();
    OperatingPoints points = frontier.operatingPoints();
    List<Thresholds> beside = chosen.baselines();
    frontier.close();
    frontier.close();
    assertEquals("Frontier(closed)", frontier.toString());
    // What was made from it lives on.
    assertEquals(60, chosen.apply(rows.table()).length);
    assertTrue(points.points().tp().length > 1);
    chosen.close();
    chosen.close();
    points.close();
    assertEquals("Thresholds(closed)", chosen.toString());
    assertEquals("Thresholds(closed)", beside.get(0).toString());
    assertEquals("OperatingPoints(closed)", points.toString());
    try (Frontier open = rows.frontier()) {
      for (Executable use : List.<Executable>of(frontier::choose, frontier::copy, frontier::save, frontier::totals,
          frontier::rule, () -> frontier.count(0, 0), () -> frontier.feed(rows.table(), rows.labels), frontier::clear,
          () -> frontier.merge(frontier), () -> open.merge(frontier), frontier::operatingPoints)) {
        assertEquals("frontier is closed", assertThrows(IllegalStateException.class, use).getMessage());
      }
      assertEquals(60, open.totals().rows());
    }
    for (Executable use : List.<Executable>of(chosen::thresholds, chosen::tp, chosen::objective, chosen::method,
        () -> chosen.apply(rows.table()), () -> beside.get(0).fp(), () -> chosen.interval(ThresholdFact.TP))) {
      assertEquals("set of thresholds is closed", assertThrows(IllegalStateException.class, use).getMessage());
    }
    for (Executable use : List.<Executable>of(points::points, points::thresholds, points::areas, points::exact)) {
      assertEquals("set of operating points is closed", assertThrows(IllegalStateException.class, use).getMessage());
    }
  }

  @Test
  void closingWithinItsOwnCallback() {
    Metric[] mine = new Metric[1];
    mine[0] = Metric.custom("closing", (tp, k, s, n) -> {
      mine[0].close(); // takes effect when the call is over
      return tp;
    }, Property.RISES_IN_TP, Property.LINEAR_IN_TP);
    assertEquals(4, mine[0].decide(P, Options.builder().atLeast(4).build()).k());
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
      Options options = Options.builder().atLeast(1).progress(fraction -> true).build();
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
      make(100_000, close);
      collect();
      long grown = resident() - before;
      System.out.printf("100,000 of each kind, %s: %+.1f MB%n", close ? "closed" : "forgotten", grown / 1e6);
      assertTrue(grown < 24_000_000, "grown by " + grown + " bytes");
    }
  }

  private static void makeThresholds(int count, boolean close) throws InterruptedException {
    double[] scores = {0.9, 0.1, 0.5, 0.3};
    byte[] labels = {1, 0, 1, 0};
    for (int i = 0; i < count; ++i) {
      Frontier frontier = Frontier.of(1).feed(scores, labels);
      ThresholdOptions options = ThresholdOptions.builder().maxFp(1).progress(fraction -> true).build();
      Thresholds chosen = frontier.choose(options);
      OperatingPoints points = frontier.operatingPoints();
      if (close) {
        frontier.close();
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
      makeThresholds(100_000, close);
      collect();
      long grown = resident() - before;
      System.out.printf(
          "100,000 of each kind of thresholds, %s: %+.1f MB%n", close ? "closed" : "forgotten", grown / 1e6);
      assertTrue(grown < 24_000_000, "grown by " + grown + " bytes");
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
      for (int i = 0; i < 100_000; ++i) {
        metric.decide(P);
        if (i % 10 == 0) {
          metric.decide(Table.of(flat, 100, 14));
        }
      }
      collect();
      assertTrue(resident() - before < 24_000_000, "grown by " + (resident() - before));
    }
  }
}
