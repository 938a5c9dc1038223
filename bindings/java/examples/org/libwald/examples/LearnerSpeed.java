package org.libwald.examples;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Consumer;
import org.libwald.Learner;
import org.libwald.Metric;
import org.libwald.DecisionOptions;

/**
 * How much time of the processor does one row take, from features to its decision? tests/java/learner_speed.c asks the
 * same of C.
 */
public final class LearnerSpeed {
  private static final int ROUNDS = 41;
  private static final int EACH = 20_000;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private LearnerSpeed() {}

  private static void print(String what, double[][] rows, Consumer<double[]> decide) {
    double[] times = new double[ROUNDS];
    for (int round = 0; round < ROUNDS; ++round) {
      long start = THREADS.getCurrentThreadCpuTime();
      for (int i = 0; i < EACH; ++i) {
        decide.accept(rows[i % rows.length]);
      }
      times[round] = (THREADS.getCurrentThreadCpuTime() - start) / 1e3 / EACH;
    }
    double[] warm = Arrays.copyOfRange(times, ROUNDS / 4, ROUNDS); // without the first, which compile
    Arrays.sort(warm);
    System.out.printf("%-40s %6.2f us (%.2f to %.2f)%n", what, warm[warm.length / 2], warm[0], warm[warm.length - 1]);
  }

  /**
   * Prints the medians of several rounds, with the least and the greatest, in microseconds a row.
   *
   * @param arguments the file of a saved learner
   * @throws IOException if it cannot be read
   */
  public static void main(String[] arguments) throws IOException {
    try (Learner learner = Learner.load(Path.of(arguments[0])); Metric f1 = Metric.of("f1")) {
      System.out.println(learner);
      Random random = new Random(1);
      double[][] rows = new double[64][];
      Arrays.setAll(rows, i -> random.doubles(learner.nFeatures()).toArray());
      byte[] mask = new byte[learner.nLabels()];
      double[] probabilities = new double[learner.nLabels()];
      print("probabilitiesInto", rows, row -> learner.probabilitiesInto(row, probabilities));
      print("decideInto", rows, row -> learner.decideInto(row, f1, DecisionOptions.defaults(), mask));
      print("decide", rows, row -> learner.decide(row, f1));
    }
  }
}
