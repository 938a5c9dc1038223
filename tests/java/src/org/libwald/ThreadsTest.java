package org.libwald;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** One metric, one estimator and one set of options, used by eight threads at once; the answers are checked. */
class ThreadsTest {
  private static final int THREADS = 8;

  private static void together(Callable<Void> work) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    try {
      CountDownLatch start = new CountDownLatch(1);
      List<Future<Void>> all = new ArrayList<>();
      for (int t = 0; t < THREADS; ++t) {
        all.add(pool.submit(() -> {
          start.await();
          return work.call();
        }));
      }
      start.countDown();
      for (Future<Void> one : all) {
        one.get(120, TimeUnit.SECONDS);
      }
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void eightThreadsShareEverything() throws Exception {
    Random random = new Random(1);
    double[] p = random.doubles(40).toArray();
    double[] table = random.doubles(60 * 14).toArray();
    byte[] half = new byte[40];
    for (int i = 0; i < 40; ++i) {
      half[i] = (byte) (p[i] > 0.5 ? 1 : 0);
    }
    DecisionOptions options = DecisionOptions.builder().atLeast(1).threads(2).build();
    try (Metric metric = Metric.of("f1");
        Metric custom = Metric.custom("mine", (tp, k, s, n) -> k + s == 0 ? 1 : 2.0 * tp / (k + s),
            Property.RISES_IN_TP, Property.THREAD_SAFE);
        Estimator known = Estimator.independent(p)) {
      Decision one = metric.decide(known, options);
      Decision vector = metric.decide(p);
      Decision mine = custom.decide(p);
      Decisions many = metric.decide(Table.of(table, 60, 14), options);
      Decisions custom60 = custom.decide(Table.of(table, 60, 14), options);
      double worth = metric.expected(known, half);
      double[] marginals = known.marginals();
      assertArrayEquals(vector.mask(), mine.mask());
      together(() -> {
        for (int i = 0; i < 200; ++i) {
          assertEquals(one, metric.decide(known, options));
          assertEquals(vector, metric.decide(p));
          assertEquals(mine, custom.decide(p));
          assertEquals(many, metric.decide(Table.of(table, 60, 14), options));
          assertEquals(worth, metric.expected(known, half));
          assertArrayEquals(marginals, known.marginals());
          if (i % 20 == 0) {
            assertEquals(custom60, custom.decide(Table.of(table, 60, 14), options));
          }
        }
        return null;
      });
    }
  }

  @Test
  void closedWhileInUse() throws Exception {
    for (int round = 0; round < 50; ++round) {
      Metric metric = Metric.of("f1");
      Estimator known = Estimator.independent(new Random(round).doubles(100).toArray());
      Decision wanted = metric.decide(known);
      AtomicBoolean closed = new AtomicBoolean();
      Thread closing = new Thread(() -> {
        known.close();
        metric.close();
        closed.set(true);
      });
      CountDownLatch running = new CountDownLatch(1);
      ExecutorService pool = Executors.newFixedThreadPool(2);
      List<Future<?>> users = new ArrayList<>();
      for (int t = 0; t < 2; ++t) {
        users.add(pool.submit(() -> {
          try {
            while (true) {
              assertEquals(wanted, metric.decide(known));
              running.countDown();
            }
          } catch (IllegalStateException expected) {
            assertTrue(expected.getMessage().endsWith(" is closed"), expected.getMessage());
          }
        }));
      }
      running.await();
      closing.start();
      for (Future<?> user : users) {
        user.get(60, TimeUnit.SECONDS);
      }
      closing.join();
      assertTrue(closed.get());
      pool.shutdown();
    }
  }

  @Test
  void feedingWhatIsReadIsRefused() {
    try (Estimator known = Estimator.independent(0.5, 0.4);
        Metric metric = Metric.custom("feeds", (tp, k, s, n) -> {
          known.feed(0.3);
          return tp;
        }, Property.RISES_IN_TP)) {
      IllegalStateException refused = assertThrows(IllegalStateException.class, () -> metric.decide(known));
      assertEquals("estimator is in use by another call: it cannot be changed now", refused.getMessage());
      assertEquals(2, known.nLabels());
      known.feed(0.3);
      assertEquals(3, known.nLabels());
    }
  }

  @Test
  void eightThreadsOnOneSample() throws Exception {
    ThresholdTest.Rows rows = new ThresholdTest.Rows(120, 1);
    ThresholdOptions options = ThresholdOptions.builder().maxFp(10).threads(2).bootstrap(5).folds(2).build();
    try (Sample sample = rows.sample(); Thresholds wanted = sample.choose(options);
        Frontier points = sample.frontier()) {
      double[] thresholds = wanted.thresholds();
      boolean[] flagged = wanted.apply(rows.table());
      Sample.Counts counts = sample.count(thresholds);
      double area = points.rocHullArea();
      String saved = sample.save();
      double crossFitted = wanted.fact(ThresholdFact.CROSS_VALUE);
      together(() -> {
        for (int i = 0; i < 40; ++i) {
          try (Thresholds chosen = sample.choose(options); Frontier all = sample.frontier()) {
            assertArrayEquals(thresholds, chosen.thresholds());
            assertEquals(crossFitted, chosen.fact(ThresholdFact.CROSS_VALUE));
            assertArrayEquals(flagged, chosen.apply(rows.table()));
            assertEquals(area, all.rocHullArea());
          }
          assertArrayEquals(flagged, wanted.apply(rows.table()));
          assertEquals(wanted.baselines().get(0).tp(), wanted.baselines().get(0).fact(ThresholdFact.TP));
          assertEquals(counts, sample.count(thresholds));
          assertEquals(saved, sample.save());
        }
        return null;
      });
    }
  }

  @Test
  void feedingASampleThatIsReadIsRefused() {
    try (Sample sample = Sample.of(1).feed(new byte[] {1, 0}, 0.5, 0.4)) {
      ThresholdOptions feeding = ThresholdOptions.builder().progress(fraction -> {
        sample.clear();
        return true;
      }).build();
      IllegalStateException refused = assertThrows(IllegalStateException.class, () -> sample.choose(feeding));
      assertEquals("sample is in use by another call: it cannot be changed now", refused.getMessage());
      assertEquals(2, sample.nRows());
    }
  }

  @Test
  void eightThreadsOnOneCascade() throws Exception {
    Table features = Table.of(CascadeTest.features(CascadeTest.ROWS, 1), CascadeTest.ROWS, 3);
    try (Trees trees = CascadeTest.trees(30); Cascade bound = CascadeTest.bound(trees, features);
        Cascade cascade = CascadeTest.cascade();
        CascadeScores scores = CascadeScores.of(CascadeTest.MODELS).feed(CascadeTest.TABLE)) {
      CascadeDecisions wanted = cascade.apply(CascadeTest.TABLE);
      int[] byTrees = bound.applyTrees(features).decisions();
      double[] sums = trees.evaluate(features);
      String saved = cascade.save();
      CascadeOptions options = CascadeOptions.builder().alpha(0.01).threads(2).build();
      together(() -> {
        try (CascadeRun run = cascade.run()) { // each thread has its own
          for (int i = 0; i < 30; ++i) {
            for (int row = 0; row < CascadeTest.ROWS; ++row) {
              int model = run.start();
              while (model >= 0) {
                model = run.feed(CascadeTest.CELLS[row * CascadeTest.MODELS + model]);
              }
              assertEquals(wanted.decisions()[row], run.decision());
              assertEquals(wanted.counts()[row], run.count());
              double[] one = {features.get(row, 0), features.get(row, 1), features.get(row, 2)};
              assertEquals(byTrees[row], bound.decide(one));
            }
            assertArrayEquals(wanted.counts(), cascade.apply(CascadeTest.TABLE, CascadeTest.TWO).counts());
            assertArrayEquals(byTrees, bound.applyTrees(features, CascadeTest.TWO).decisions());
            assertArrayEquals(sums, trees.evaluate(features, CascadeTest.TWO));
            try (Cascade other = Cascade.fit(scores, options)) {
              assertEquals(saved, other.save());
            }
          }
        }
        return null;
      });
    }
  }

  @Test
  void eightThreadsOnOneLearner() throws Exception {
    DecisionOptions options = DecisionOptions.builder().threads(2).build();
    for (String name : List.of("lfp", "pcc", "mixture:cardinality,forest")) {
      LearnerOptions quick = LearnerTest.quick(name).threads(2).build();
      try (Dataset rows = LearnerTest.dataset(); Learner learner = Learner.fit(name, rows, quick);
          Metric metric = Metric.of("f1")) {
        Decisions wanted = learner.decide(rows, metric);
        double[][] probabilities = learner.probabilities(rows).toArray();
        String saved = learner.save();
        together(() -> {
          byte[] mask = new byte[LearnerTest.LABELS];
          for (int i = 0; i < 20; ++i) {
            for (int row = 0; row < LearnerTest.ROWS; ++row) {
              double[] one = java.util.Arrays.copyOfRange(LearnerTest.CELLS, row * LearnerTest.FEATURES,
                  (row + 1) * LearnerTest.FEATURES);
              assertEquals(wanted.expected()[row], learner.decideInto(one, metric, DecisionOptions.defaults(), mask));
              assertArrayEquals(probabilities[row], learner.probabilities(one));
            }
            assertEquals(wanted, learner.decide(rows, metric, options));
            assertEquals(wanted, learner.decide(LearnerTest.TABLE, metric));
            assertEquals(LearnerTest.LABELS, learner.nLabels());
          }
          try (Learner again = Learner.fit(name, rows, quick)) {
            assertEquals(saved, again.save());
          }
          return null;
        });
      }
    }
  }

  @Test
  void aLearnerClosedWhileInUse() throws Exception {
    double[] row = {1, 0, -1, 0.5};
    for (int round = 0; round < 20; ++round) {
      Learner learner = LearnerTest.learner("lfp");
      try (Metric metric = Metric.of("f1")) {
        Decision wanted = learner.decide(row, metric);
        Thread closing = new Thread(learner::close);
        CountDownLatch running = new CountDownLatch(2);
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Future<?>> users = new ArrayList<>();
        for (int t = 0; t < 2; ++t) {
          users.add(pool.submit(() -> {
            try {
              for (boolean first = true; ; first = false) {
                assertEquals(wanted, learner.decide(row, metric));
                assertEquals(LearnerTest.ROWS, learner.decide(LearnerTest.TABLE, metric).size());
                if (first) {
                  running.countDown();
                }
              }
            } catch (IllegalStateException closed) {
              assertEquals("learner is closed", closed.getMessage());
            }
          }));
        }
        running.await();
        closing.start();
        for (Future<?> user : users) {
          user.get(60, TimeUnit.SECONDS);
        }
        closing.join();
        pool.shutdown();
      }
    }
  }

  @Test
  void changingADatasetInManyThreadsNeverHarms() throws Exception {
    try (Dataset rows = LearnerTest.dataset()) {
      together(() -> {
        for (int i = 0; i < 200; ++i) {
          try {
            rows.labels(LearnerTest.MASK).weights(null);
            Learner.fit("lfp", rows, LearnerTest.QUICK).close();
          } catch (IllegalStateException refused) {
            Thread.onSpinWait();
          }
        }
        return null;
      });
      try (Learner learner = Learner.fit("lfp", rows, LearnerTest.QUICK); Learner wanted = LearnerTest.learner("lfp")) {
        assertEquals(wanted.save(), learner.save());
      }
    }
  }

  @Test
  void oneRunInManyThreadsNeverHarms() throws Exception {
    try (Cascade cascade = CascadeTest.cascade(); CascadeRun run = cascade.run()) {
      together(() -> {
        for (int i = 0; i < 20_000; ++i) {
          try {
            run.start();
            run.feed(0.001 * i);
          } catch (IllegalStateException | ArgumentException refused) { // in use, or decided by another thread
            Thread.onSpinWait();
          }
        }
        return null;
      });
      run.start();
      run.feed(100);
      assertEquals(1, run.decision());
    }
  }

  @Test
  void feedingInManyThreadsNeverHarms() throws Exception {
    try (Estimator known = Estimator.joint(3); Metric metric = Metric.of("f1")) {
      known.feed(Mask.of(true, false, true));
      together(() -> {
        for (int i = 0; i < 2_000; ++i) {
          try {
            known.feed(Mask.of(true, false, true));
            metric.decide(known);
          } catch (IllegalStateException refused) {
            Thread.onSpinWait();
          }
        }
        return null;
      });
      assertEquals(2, metric.decide(known).k());
    }
  }
}
