// What the Java package adds to a call, as one line of JSON: the same as every language's program here prints; see
// overhead.py. Runs from its source: java -cp wald.jar Overhead.java

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import org.libwald.Decision;
import org.libwald.Decisions;
import org.libwald.Estimator;
import org.libwald.Mask;
import org.libwald.Metric;
import org.libwald.DecisionOptions;
import org.libwald.Table;
import org.libwald.Values;

public final class Overhead {
  private static final int ROWS = 10_000;
  private static final int LABELS = 14;
  private static final int COLLECTIONS = 3; // from then on new arrays lie where others have been
  private static final int MOST_BATCHES = 20_000; // where collections are not counted

  private static double used; // what was computed is used, so that no call is left out

  private Overhead() {}

  /** The shortest mean time of `number` calls, in seconds. */
  private static double best(Runnable call, int number, int repeat) {
    double best = Double.POSITIVE_INFINITY;
    for (int r = 0; r < repeat; ++r) {
      long start = System.nanoTime();
      for (int i = 0; i < number; ++i) {
        call.run();
      }
      best = Math.min(best, (System.nanoTime() - start) / 1e9 / number);
    }
    return best;
  }

  /**
   * Runs `call` until the collector has been through the memory that it makes arrays in. Until then the system has to
   * find every page of a new array, which C's arrays ask for in the first of its rounds only.
   */
  private static void touchHeap(Runnable call) {
    long enough = collections() + COLLECTIONS;
    for (int i = 0; i < MOST_BATCHES && collections() < enough; ++i) {
      call.run();
    }
  }

  private static long collections() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionCount)
        .sum();
  }

  public static void main(String[] arguments) {
    double[] table = new double[ROWS * LABELS]; // pseudo-random, and the same in every language
    for (long i = 0; i < table.length; ++i) {
      table[(int) i] = i * 2654435761L % (1L << 32) / 4294967296.0;
    }
    double[] p = java.util.Arrays.copyOf(table, LABELS);
    try (Metric metric = Metric.of("f1");
        Estimator known = Estimator.independent(Values.of(p))) {
      Runnable call = () -> {
        Decision decision = metric.decide(known);
        used += decision.k() + decision.expected();
      };
      Runnable vector = () -> {
        Decision decision = metric.decide(p);
        used += decision.k() + decision.expected();
      };
      Runnable batch = () -> {
        Decisions decisions = metric.decide(Table.of(table, ROWS, LABELS));
        used += decisions.expected()[0] + decisions.mask().get(0, 0);
      };
      byte[] mask = new byte[table.length];
      double[] expected = new double[ROWS];
      Runnable into = () -> {
        metric.decideInto(Table.of(table, ROWS, LABELS), DecisionOptions.defaults(), Mask.of(mask, ROWS, LABELS), expected);
        used += expected[0] + mask[0];
      };
      for (Runnable one : new Runnable[] {call, vector}) {
        best(one, 2000, 15); // compiled, and compiled again
      }
      for (Runnable one : new Runnable[] {batch, into}) {
        best(one, 1, 200);
      }
      touchHeap(batch);
      double callTime = best(call, 2000, 15);
      double vectorTime = best(vector, 2000, 15);
      double batchTime = best(batch, 1, 100);
      double intoTime = best(into, 1, 100);
      long ones = 0;
      for (Decision one : metric.decide(Table.of(table, ROWS, LABELS))) {
        ones += one.k();
      }
      System.err.printf(Locale.ROOT, "decide(double[]): %.4f us (used %.1f)%n", vectorTime * 1e6, used);
      System.out.printf(
          Locale.ROOT,
          "{\"language\": \"java\", \"call_us\": %.4f, \"facts_ms\": %.4f, \"into_ms\": %.4f, \"ones\": %d}%n",
          callTime * 1e6,
          batchTime * 1e3,
          intoTime * 1e3,
          ones);
    }
  }
}
