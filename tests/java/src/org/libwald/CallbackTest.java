package org.libwald;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** Metrics of one's own, and progress: what they are called with, and what they throw. */
class CallbackTest {
  private static final double[] P = {0.9, 0.45, 0.4, 0.1};
  private static final UtilityFunction F1 = (tp, k, s, n) -> k + s == 0 ? 1 : 2.0 * tp / (k + s);

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> RuntimeException sneak(Throwable thrown) throws T {
    throw (T) thrown;
  }

  @Test
  void decidesAsTheNamedOne() {
    try (Metric mine = Metric.custom("mine", F1, Property.RISES_IN_TP, Property.FALLS_IN_K, Property.RISES_IN_TP_AND_K);
        Metric f1 = Metric.of("f1")) {
      assertArrayEquals(f1.decide(P).mask(), mine.decide(P).mask());
      assertEquals(f1.decide(P).expected(), mine.decide(P).expected(), 1e-14);
      assertEquals(-0.25, mine.loss(0.25));
      assertTrue(mine.properties().contains(Property.RISES_IN_TP));
      assertEquals("mine", mine.name());
      assertEquals(0.8, mine.utility(2, 3, 2, 5));
      assertEquals(f1.expected(Values.of(P), new byte[] {1, 0, 0, 0}),
          mine.expected(Values.of(P), new byte[] {1, 0, 0, 0}), 1e-14);
      Mask truth = Mask.of(new byte[][] {{1, 1, 0}, {0, 1, 0}});
      Mask guess = Mask.of(new byte[][] {{1, 1, 1}, {0, 1, 0}});
      assertEquals(f1.evaluate(truth, guess), mine.evaluate(truth, guess), 1e-15);
    }
  }

  @Test
  void whatItThrowsComesOut() {
    for (Throwable mine : List.of(new IllegalArgumentException("mine"), new IOException("checked"),
        new StackOverflowError(), new AssertionError("an error"))) {
      try (Metric metric = Metric.custom("throws", (tp, k, s, n) -> {
        throw sneak(mine);
      })) {
        assertSame(mine, assertThrows(Throwable.class, () -> metric.decide(P)));
        assertSame(mine, assertThrows(Throwable.class, () -> metric.utility(1, 1, 1, 1)));
        assertSame(mine, assertThrows(Throwable.class, () -> metric.decide(Table.of(P, 2, 2))));
        assertSame(mine, assertThrows(Throwable.class, () -> metric.evaluate(Mask.of(true), Mask.of(true))));
        assertSame(mine, assertThrows(Throwable.class, () -> metric.distribution(Values.of(P), new byte[4])));
      }
    }
    try (Metric fine = Metric.of("f1")) {
      assertEquals(3, fine.decide(P).k()); // nothing of it stays
    }
  }

  @Test
  void onThreadsOfTheLibrary() {
    double[] table = new Random(3).doubles(400 * 6).toArray();
    Set<Thread> seen = ConcurrentHashMap.newKeySet();
    DecisionOptions four = DecisionOptions.builder().threads(4).build();
    try (Metric mine = Metric.custom("mine", (tp, k, s, n) -> {
          seen.add(Thread.currentThread());
          return F1.utility(tp, k, s, n);
        }, Property.RISES_IN_TP, Property.THREAD_SAFE);
        Metric f1 = Metric.of("f1")) {
      Decisions mined = mine.decide(Table.of(table, 400, 6), four);
      assertEquals(f1.decide(Table.of(table, 400, 6)).mask(), mined.mask());
      assertTrue(seen.size() > 1, "threads: " + seen);
    }
    for (int round = 0; round < 20; ++round) {
      RuntimeException thrown = new RuntimeException("from a thread");
      try (Metric mine = Metric.custom("throws", (tp, k, s, n) -> {
        if (n == 6) {
          throw thrown;
        }
        return tp;
      }, Property.RISES_IN_TP, Property.THREAD_SAFE)) {
        assertSame(thrown, assertThrows(Throwable.class, () -> mine.decide(Table.of(table, 400, 6), four)));
        assertEquals(2, mine.decide(new double[] {0.5, 0.5}, four).k());
      }
    }
  }

  @Test
  void aCallWithinACallbackOnThreadsOfTheLibrary() {
    double[] table = new Random(3).doubles(400 * 6).toArray();
    RuntimeException thrown = new RuntimeException("from within");
    try (Metric inner = Metric.custom("inner", (tp, k, s, n) -> {
          throw thrown;
        }, Property.RISES_IN_TP, Property.THREAD_SAFE);
        Metric outer = Metric.custom("outer", (tp, k, s, n) -> inner.decide(P).expected(),
            Property.RISES_IN_TP, Property.THREAD_SAFE)) {
      DecisionOptions four = DecisionOptions.builder().threads(4).build();
      assertSame(thrown, assertThrows(Throwable.class, () -> outer.decide(Table.of(table, 400, 6), four)));
      assertSame(thrown, assertThrows(Throwable.class, () -> outer.decide(P)));
    }
  }

  @Test
  void withoutThatItStaysOnTheCallersThread() {
    Set<Thread> seen = ConcurrentHashMap.newKeySet();
    try (Metric mine = Metric.custom("mine", (tp, k, s, n) -> {
      seen.add(Thread.currentThread());
      return tp;
    }, Property.RISES_IN_TP)) {
      mine.decide(Table.of(new double[400], 100, 4), DecisionOptions.builder().threads(4).build());
    }
    assertEquals(Set.of(Thread.currentThread()), seen);
  }

  @Test
  void wrongValuesAreRefused() {
    try (Metric nan = Metric.custom("nan", (tp, k, s, n) -> Double.NaN);
        Metric falls = Metric.custom("falls", (tp, k, s, n) -> -tp, Property.RISES_IN_TP)) {
      assertTrue(assertThrows(CallbackException.class, () -> nan.decide(P)).getMessage().contains("nan"));
      CallbackException contradiction = assertThrows(CallbackException.class, () -> falls.decide(P));
      assertEquals("WALD_ERROR_CALLBACK", Cases.status(contradiction));
    }
    assertThrows(NullPointerException.class, () -> Metric.custom("none", null));
    assertThrows(NullPointerException.class, () -> Metric.custom(null, F1));
    assertThrows(ArgumentException.class, () -> Metric.custom("", F1));
    try (Metric undeclared = Metric.custom("undeclared", F1)) {
      assertThrows(UnsupportedException.class, () -> undeclared.decide(new double[60]));
    }
  }

  @Test
  void itMayDecideItself() {
    try (Metric inner = Metric.of("f1");
        Metric outer = Metric.custom("outer", (tp, k, s, n) -> inner.decide(P).k() + tp, Property.RISES_IN_TP)) {
      assertEquals(0.9 + 0.45 + 0.4 + 0.1 + 3, outer.decide(P).expected(), 1e-12);
    }
  }

  @Test
  void progressTellsAndCancels() {
    List<Double> told = new ArrayList<>();
    double[] table = new Random(4).doubles(200 * 40).toArray();
    try (Metric metric = Metric.of("f1")) {
      metric.decide(Table.of(table, 200, 40), DecisionOptions.builder().progress(told::add).build());
      assertEquals(0.0, told.get(0));
      assertEquals(1.0, told.get(told.size() - 1));

      DecisionOptions never = DecisionOptions.builder().progress(fraction -> false).build();
      CancelledException cancelled =
          assertThrows(CancelledException.class, () -> metric.decide(Table.of(table, 200, 40), never));
      assertEquals("WALD_CANCELLED", Cases.status(cancelled));

      IllegalStateException mine = new IllegalStateException("progress");
      DecisionOptions throwing = DecisionOptions.builder().progress(fraction -> {
        throw mine;
      }).build();
      assertSame(mine, assertThrows(Throwable.class, () -> metric.decide(Table.of(table, 200, 40), throwing)));
    }
  }

  @Test
  void interruptionEndsACall() {
    double[] table = new Random(4).doubles(200 * 40).toArray();
    DecisionOptions options = DecisionOptions.builder().interruptible(true).build();
    try (Metric metric = Metric.of("f1")) {
      Decisions wanted = metric.decide(Table.of(table, 200, 40), options);
      Thread.currentThread().interrupt();
      assertThrows(CancelledException.class, () -> metric.decide(Table.of(table, 200, 40), options));
      assertEquals(wanted, metric.decide(Table.of(table, 200, 40))); // who did not ask is not interrupted
      assertTrue(Thread.interrupted());
      assertFalse(Thread.currentThread().isInterrupted());
      assertEquals(wanted, metric.decide(Table.of(table, 200, 40), options));
    }
  }

  @Test
  void tables() {
    double[] values = {0, 0, -1, -1, 0, 0, 0, 3};
    try (Metric metric = Metric.table("one label", 1, values)) {
      assertEquals(0, metric.decide(new double[] {0.2}).k());
      assertEquals(1, metric.decide(new double[] {0.3}).k());
    }
    assertThrows(ArgumentException.class, () -> Metric.table("short", 1, new double[7]));
    assertThrows(CallbackException.class, () -> Metric.table("no", 1, values, Property.FALLS_IN_K, Property.LOSS));
  }
}
