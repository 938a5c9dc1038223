package org.libwald;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Performance without labels. */
class PerformanceTest {
  private static Mask column(int... cells) {
    byte[] out = new byte[cells.length];
    for (int i = 0; i < cells.length; ++i) {
      out[i] = (byte) cells[i];
    }
    return Mask.of(out, cells.length, 1);
  }

  private static Table column(double... cells) {
    return Table.of(cells, cells.length, 1);
  }

  @Test
  void chunksAndSegments() {
    PerformanceOptions options = PerformanceOptions.builder().chunkRows(3).nSegments(2).build();
    try (Metric metric = Metric.of("precision");
        Performance made = Performance.of(metric, options)) {
      made.feed(column(0.9, 0.8, 0.2, 0.6), column(1, 1, 0, 1), null, null, null, new long[] {0, 1, 1, 1});
      assertEquals(2, made.nChunks());
      assertEquals(0.85, made.value()[0], 1e-12);
      assertEquals(0.5, made.low()[0]);
      assertEquals(4, made.segmentValue().length);
      assertEquals("precision", made.metric());
      assertEquals(0, made.clear().nChunks());
    }
  }

  @Test
  void calibrationAndLabels() {
    double[] p = new double[200];
    int[] truth = new int[200];
    Arrays.fill(p, 0.9);
    for (int i = 0; i < 200; ++i) {
      truth[i] = i % 2;
    }
    try (Metric metric = Metric.of("precision");
        Performance made = Performance.of(metric, column(truth), column(p), null, PerformanceOptions.defaults())) {
      made.feed(column(0.9), column(1));
      assertEquals(0.5, made.value()[0], 0.01);
      made.feed(column(0.9), column(1), column(0), Values.of(new double[] {1}), null, null);
      assertEquals(0, made.high()[1]);
    }
  }

  @Test
  void refusals() {
    try (Metric metric = Metric.of("precision");
        Performance made = Performance.of(metric, PerformanceOptions.defaults())) {
      ArgumentException refused = assertThrows(ArgumentException.class, () -> made.feed(column(2.0), column(1)));
      assertTrue(refused.getMessage().contains("must lie in [0, 1]"));
    }
    try (Metric metric = Metric.custom("mine", (tp, k, s, n) -> tp)) {
      UnsupportedException refused =
          assertThrows(UnsupportedException.class, () -> Performance.of(metric, PerformanceOptions.defaults()));
      assertEquals("metric \"mine\" is a function: it would have to outlive the call", refused.getMessage());
    }
  }
}
