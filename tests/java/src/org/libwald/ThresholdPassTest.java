package org.libwald;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Distributed rows: the thresholds of one machine, whatever the parts. */
class ThresholdPassTest {
  @Test
  void partsAreOneSample() {
    Random random = new Random(1);
    int rows = 200_000;
    double[] scores = new double[rows];
    byte[] labels = new byte[rows];
    for (int i = 0; i < rows; ++i) {
      scores[i] = random.nextDouble();
      labels[i] = (byte) (random.nextDouble() < 0.05 * scores[i] ? 1 : 0);
    }
    ThresholdOptions options = ThresholdOptions.builder().maxFp(500).build();
    int parts = 7;
    try (ThresholdPass plan = ThresholdPass.of(options)) {
      Optional<Thresholds> found = Optional.empty();
      int passes = 0;
      while (found.isEmpty() && passes < 6) {
        byte[] state = plan.toBytes();
        for (int p = parts; p-- > 0; ) {
          int from = rows * p / parts;
          int to = rows * (p + 1) / parts;
          try (ThresholdPass part = ThresholdPass.fromBytes(state)) {
            part.feed(
                Mask.of(java.util.Arrays.copyOfRange(labels, from, to)),
                Values.of(java.util.Arrays.copyOfRange(scores, from, to)),
                null);
            plan.merge(part);
          }
        }
        assertEquals(rows, plan.nRows());
        assertEquals(++passes, plan.passNumber());
        found = plan.next();
      }
      assertTrue(passes > 1 && passes <= 3);
      try (Thresholds answer = found.get();
          Sample sample = Sample.of(1).feed(labels, scores);
          Thresholds expected = sample.choose(options)) {
        assertArrayEquals(expected.thresholds(), answer.thresholds());
        assertEquals(expected.tp(), answer.tp());
        assertEquals(expected.fp(), answer.fp());
        assertEquals(expected.value(), answer.value());
      }
    }
  }

  @Test
  void refused() {
    try (ThresholdPass state = ThresholdPass.of(ThresholdOptions.defaults());
        ThresholdPass other = ThresholdPass.of(ThresholdOptions.builder().minRecall(0.5).build())) {
      assertEquals("ThresholdPass(pass 1, 0 rows in 0 bins)", state.toString());
      assertEquals(
          "other has other options: must be the same",
          assertThrows(ArgumentException.class, () -> state.merge(other)).getMessage());
      assertThrows(ArgumentException.class, state::next);
      byte[] bytes = state.toBytes();
      bytes[bytes.length / 2] ^= 1;
      assertThrows(FormatException.class, () -> ThresholdPass.fromBytes(bytes));
    }
  }
}
