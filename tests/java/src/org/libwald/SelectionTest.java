package org.libwald;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Rows selected at a false discovery rate against the definition, and thresholds from normals alone. */
class SelectionTest {
  @Test
  void flaggedRowsAreThoseOfTheDefinition() {
    Random random = new Random(4);
    for (int round = 0; round < 200; ++round) {
      double grid = round % 2 == 0 ? 8 : 1e9;
      double[] known = random.doubles(30).map(x -> Math.rint(x * grid) / grid).toArray();
      double[] batch = random.doubles(20).map(x -> Math.rint(x * grid) / grid).toArray();
      for (int i = 0; i < 8; ++i) {
        batch[i] += 0.75;
      }
      byte[] truth = round % 3 == 0 ? new byte[30] : null;
      for (int i = 1; truth != null && i < 30; ++i) {
        truth[i] = (byte) (random.nextInt(5) == 0 ? 1 : 0);
      }
      double[] p = new double[20];
      for (int j = 0; j < 20; ++j) {
        int above = 0;
        for (int i = 0; i < 30; ++i) {
          above += (truth == null || truth[i] == 0) && known[i] >= batch[j] ? 1 : 0;
        }
        p[j] = (1.0 + above) / 31;
      }
      double[] sorted = p.clone();
      Arrays.sort(sorted);
      double last = 0;
      for (int k = 0; k < 20; ++k) {
        if (sorted[k] * 20 <= 0.2 * (k + 1) * (1 + 1e-12)) {
          last = sorted[k];
        }
      }
      Selection found = Selection.of(known, truth, batch, ThresholdOptions.builder().maxFdr(0.2).build());
      assertArrayEquals(p, found.pValues());
      int count = 0;
      for (int j = 0; j < 20; ++j) {
        assertEquals(p[j] <= last, found.flagged()[j]);
        count += p[j] <= last ? 1 : 0;
      }
      assertEquals(count, found.nFlagged());
      assertEquals(1, found.nullShare());
    }
  }

  @Test
  void storeyAndRefusals() {
    double[] normals = new double[40];
    Arrays.setAll(normals, i -> i);
    double[] batch = {50, 51, 52, 3};
    assertTrue(Selection.of(normals, null, batch, ThresholdOptions.builder().maxFdr(0.1).storey(0.5).build()).nullShare() > 0);
    Selection found = Selection.of(normals, batch, 0.1);
    assertEquals("Selection(3 of 4 rows flagged, from 50.0 on)", found.toString());
    assertEquals(50, found.threshold());
    refused("max_fdr is 2: must lie in (0, 1)", () -> Selection.of(normals, batch, 2));
    refused("unrated is 0: max_fdr selects among rows that are not rated, the batch",
        () -> Selection.of(normals, new double[0], 0.1));
    refused("truth has 1 rows: must have one per known row, 40",
        () -> Selection.of(normals, new byte[1], batch, ThresholdOptions.builder().maxFdr(0.1).build()));
    refused("scores[1] is NaN: must be a number", () -> Selection.of(normals, new double[] {1, Double.NaN}, 0.1));
    refused("normals[0] is NaN: must be a number", () -> Selection.of(new double[] {Double.NaN}, batch, 0.1));
    byte[] wrong = new byte[40];
    wrong[1] = 2;
    refused("truth[1] is 2: must be 0 or 1",
        () -> Selection.of(normals, wrong, batch, ThresholdOptions.builder().maxFdr(0.1).build()));
  }

  @Test
  void thresholdsFromNormalsAlone() {
    double[] normals = new double[100];
    Arrays.setAll(normals, i -> i);
    try (Thresholds found = Thresholds.choose(new byte[100], normals, ThresholdOptions.builder().maxFpr(0.05).build())) {
      assertEquals(5, found.fp());
      assertEquals(95, found.thresholds()[0]);
      assertTrue(Double.isNaN(found.precision()) && Double.isNaN(found.recall()));
      assertTrue(found.flags().contains(ThresholdFlag.ONLY_NEGATIVES));
    }
  }

  private static void refused(String message, Runnable call) {
    assertEquals(message, assertThrows(ArgumentException.class, call::run).getMessage());
  }
}
