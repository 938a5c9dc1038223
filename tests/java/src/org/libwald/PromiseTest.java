package org.libwald;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Promises that are watched: states, labels that are missing, segments, errors. */
class PromiseTest {
  private static byte[] labels(int rows) {
    byte[] out = new byte[rows];
    for (int i = 0; i < rows; ++i) {
      out[i] = (byte) (i % 5 == 0 ? 0 : 1);
    }
    return out;
  }

  private static byte[] all(int rows) {
    byte[] out = new byte[rows];
    Arrays.fill(out, (byte) 1);
    return out;
  }

  @Test
  void brokenAndKept() {
    try (Promise broken = Promise.of("precision>=0.9", PromiseOptions.builder().averageRun(20000).build());
        Promise kept = Promise.of("precision>=0.7")) {
      broken.feed(all(1000), labels(1000));
      kept.feed(all(1000), labels(1000));
      assertEquals(PromiseState.BROKEN, broken.state());
      assertEquals(PromiseState.KEPT, kept.state());
      assertEquals(0.8, broken.value());
      assertTrue(broken.high() < 0.9 && kept.low() > 0.7 && broken.brokenSince() >= 0);
      assertTrue(Double.isNaN(kept.brokenSince()));
      assertEquals("precision>=0.9", broken.claim());
      assertEquals("precision", broken.metric());
      assertTrue(broken.toString().contains("precision>=0.9: broken, 0.8"), broken.toString());
    }
  }

  @Test
  void statesAndMerging() {
    PromiseOptions options = PromiseOptions.builder().minLabelProbability(0.1).build();
    try (Promise promise = Promise.of("recall>=0.5", options)) {
      promise.feed(
          Mask.of((byte) 1, (byte) 0, (byte) 0), Mask.of((byte) 1, Mask.NOT_RATED, (byte) 0), Values.of(1, 0.1, 0.1), null, null,
          null);
      try (Promise again = Promise.load(promise.save())) {
        assertEquals(promise.evidence(), again.evidence());
        assertEquals(2 * promise.nRows(), again.merge(promise).nRows());
      }
    }
  }

  @Test
  void segments() {
    try (Promise promise = Promise.of("precision>=0.9", PromiseOptions.builder().nSegments(2).build())) {
      promise.feed(Mask.of(all(4)), Mask.of(labels(4)), null, null, null, new long[] {0, 1, 1, 1});
      assertArrayEquals(new int[] {1, 3}, promise.nSegmentRows());
    }
  }

  @Test
  void whichLabelsToAskFor() {
    try (Promise promise = Promise.of("recall>=0.8", PromiseOptions.builder().minLabelProbability(0.1).build())) {
      double[] asked = promise.labelProbabilities(new double[] {0, 0, 0}, new double[] {0.9, 0.05, 0}, 1);
      assertTrue(asked[0] > asked[1] && asked[1] > asked[2]);
      assertEquals(0.1, asked[2]);
      assertTrue(asked[0] + asked[1] + asked[2] <= 1);
    }
  }

  @Test
  void ofThresholds() {
    byte[] truth = {0, 0, 1, 1};
    double[] scores = {0.1, 0.4, 0.6, 0.9};
    try (Thresholds chosen = Thresholds.choose(truth, scores, ThresholdOptions.builder().minRecall(0.75).build());
        Promise promise = chosen.promise(PromiseOptions.builder().averageRun(5000).build());
        Promise same = chosen.promise();
        Promise looser = chosen.promise(0.5, PromiseOptions.defaults())) {
      promise.feed(chosen.apply(Table.of(new double[] {0.3, 0.8, 0.7}, 3, 1)), new byte[] {0, 1, 1});
      assertEquals("recall>=0.75", promise.claim());
      assertEquals(1.0, promise.value());
      assertEquals("recall>=0.75", same.claim());
      assertEquals("recall>=0.5", looser.claim());
    }
    try (Thresholds chosen = Thresholds.choose(truth, scores);
        Promise promise = chosen.promise(0.8, PromiseOptions.defaults())) {
      assertEquals("f1>=0.8", promise.claim());
      Exception caught = assertThrows(ArgumentException.class, () -> chosen.promise());
      assertTrue(caught.getMessage().contains("chosen without a limit"));
    }
  }

  @Test
  void errors() {
    assertThrows(FormatException.class, () -> Promise.of("precision>0.9"));
    assertThrows(UnsupportedException.class, () -> Promise.of("mcc>=0.9"));
    try (Promise promise = Promise.of("precision>=0.9")) {
      assertThrows(ArgumentException.class, () -> promise.feed(all(2), labels(1)));
      Exception caught =
          assertThrows(ArgumentException.class, () -> promise.feed(all(1), new byte[] {Mask.NOT_RATED}));
      assertTrue(caught.getMessage().contains("when its label comes"));
    }
  }
}
