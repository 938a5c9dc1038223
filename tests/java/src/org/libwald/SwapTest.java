package org.libwald;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What is replaced under load: no request finds it closed, and all of it is closed in the end. */
class SwapTest {
  private static final int THREADS = 8;
  private static final int SWAPS = 2000;

  /** What a service of several objects replaces as one. */
  private static final class Model implements AutoCloseable {
    static final AtomicInteger OPEN = new AtomicInteger();

    final Cascade cascade;
    final Metric metric;
    final Thresholds thresholds;
    final int answer;

    Model(byte[] cascade, Sample sample, int number) {
      this.cascade = Cascade.load(cascade);
      metric = Metric.of(number % 2 == 0 ? "f1" : "fbeta:0.25");
      thresholds = sample.choose();
      answer = number % 2 == 0 ? 3 : 1;
      OPEN.incrementAndGet();
    }

    @Override
    public void close() {
      cascade.close();
      metric.close();
      thresholds.close();
      OPEN.decrementAndGet();
    }
  }

  @Test
  void nothingFailsAndNothingLeaks() throws Exception {
    Table scores = Table.of(new double[] {1, 2, -1, -2, 0.5, -0.25}, 3, 2);
    byte[] saved;
    try (CascadeScores rows = CascadeScores.of(2).feed(scores);
        Cascade fitted = Cascade.fit(rows)) {
      saved = fitted.toBytes();
    }
    Sample sample = Sample.of(1).feed(new int[] {0, 1, 0, 1}, new double[] {0.1, 0.9, 0.3, 0.8});
    Swap<Model> current = new Swap<>(new Model(saved, sample, 0));
    AtomicBoolean goesOn = new AtomicBoolean(true);
    AtomicLong requests = new AtomicLong();
    ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int t = 0; t < THREADS; ++t) {
        all.add(pool.submit(() -> {
          byte[] mask = new byte[4];
          double[] p = {0.9, 0.45, 0.4, 0.1};
          do {
            try (Swap.Lease<Model> lease = current.lease()) {
              Model model = lease.get();
              model.metric.decideInto(p, DecisionOptions.defaults(), mask);
              assertEquals(model.answer, mask[0] + mask[1] + mask[2] + mask[3]);
              assertEquals(1, model.cascade.apply(scores).decisions()[0]);
              assertTrue(model.thresholds.flags(0.95));
              requests.incrementAndGet();
            }
          } while (goesOn.get());
        }));
      }
      for (int i = 1; i <= SWAPS; ++i) {
        current.set(new Model(saved, sample, i));
        if (i % 50 == 0) {
          Thread.sleep(1);
        }
      }
      goesOn.set(false);
      for (Future<?> one : all) {
        one.get(120, TimeUnit.SECONDS);
      }
    } finally {
      goesOn.set(false);
      pool.shutdownNow();
    }
    assertTrue(requests.get() >= THREADS);
    assertEquals(1, Model.OPEN.get()); // the last, and no other
    current.close();
    assertEquals(0, Model.OPEN.get());
    sample.close();
  }

  @Test
  void theLastLeaseCloses() {
    Metric first = Metric.of("f1");
    Metric second = Metric.of("jaccard");
    Swap<Metric> current = new Swap<>(first);
    Swap.Lease<Metric> early = current.lease();
    Swap.Lease<Metric> other = current.lease();
    current.set(second);
    assertSame(first, early.get());
    other.close();
    other.close(); // counts once
    assertEquals("f1", early.get().name());
    try (Swap.Lease<Metric> late = current.lease()) {
      assertSame(second, late.get());
    }
    early.close();
    assertThrows(IllegalStateException.class, first::name);
    assertThrows(IllegalStateException.class, early::get);
    try (Swap.Lease<Metric> late = current.lease()) {
      current.close();
      current.close();
      assertEquals("jaccard", late.get().name());
    }
    assertThrows(IllegalStateException.class, second::name);
    assertThrows(IllegalStateException.class, current::lease);
    try (Metric third = Metric.of("f1")) {
      assertThrows(IllegalStateException.class, () -> current.set(third));
      assertEquals("f1", third.name());
    }
  }

  @Test
  void whatIsCurrentIsNotReplacedByItself() {
    Metric f1 = Metric.of("f1");
    try (Swap<Metric> current = new Swap<>(f1)) {
      assertThrows(ArgumentException.class, () -> current.set(f1));
      assertThrows(NullPointerException.class, () -> current.set(null));
      assertEquals("f1", f1.name());
    }
    assertThrows(NullPointerException.class, () -> new Swap<>(null));
  }

  @Test
  void aRequestDoesNotFailForWhatCannotBeClosed() {
    AtomicBoolean closed = new AtomicBoolean();
    Swap<AutoCloseable> current = new Swap<>(() -> {
      closed.set(true);
      throw new java.io.IOException("as a test");
    });
    assertFalse(closed.get());
    java.util.logging.Logger log = java.util.logging.Logger.getLogger("org.libwald");
    java.util.logging.Level before = log.getLevel();
    log.setLevel(java.util.logging.Level.OFF);
    try {
      current.close();
    } finally {
      log.setLevel(before);
    }
    assertTrue(closed.get());
  }
}
