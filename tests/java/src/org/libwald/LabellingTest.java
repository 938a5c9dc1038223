package org.libwald;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Which rows to label: the goal is reached, inputs of every form, errors, and threads. */
class LabellingTest {
  private static final int ROWS = 1500;

  private static double[] chances(long seed) {
    Random random = new Random(seed);
    return random.doubles(ROWS).map(x -> 0.5 * x * x * x).toArray();
  }

  private static boolean[] events(double[] chances, long seed) {
    Random random = new Random(seed);
    boolean[] out = new boolean[chances.length];
    for (int i = 0; i < out.length; ++i) {
      out[i] = random.nextDouble() < chances[i];
    }
    return out;
  }

  private static boolean[] of(boolean[] events, long[] rows) {
    boolean[] out = new boolean[rows.length];
    for (int i = 0; i < out.length; ++i) {
      out[i] = events[(int) rows[i]];
    }
    return out;
  }

  private static long count(boolean[] what, boolean[] among, boolean labelled) {
    return IntStream.range(0, what.length).filter(i -> what[i] && among[i] == labelled).count();
  }

  @Test
  void theGoalIsReachedAndCounted() {
    double[] chances = chances(1);
    boolean[] events = events(chances, 2);
    for (LabelledQuality quality : LabelledQuality.values()) {
      int broken = 0;
      for (int seed = 0; seed < 20; ++seed) {
        try (Labelling made = Labelling.of(chances, quality, 0.9, 0.9, seed)) {
          assertFalse(made.certified());
          while (!made.certified()) {
            long[] rows = made.next(200);
            assertTrue(rows.length > 0 && rows.length <= 200);
            assertArrayEquals(rows, made.next(3));
            boolean[] before = made.mask();
            for (long row : rows) {
              assertFalse(before[(int) row]);
            }
            made.answer(of(events, rows));
          }
          boolean[] mask = made.mask();
          long found = count(events, mask, true);
          long missed = count(events, mask, false);
          assertEquals(IntStream.range(0, ROWS).filter(i -> mask[i]).count(), made.nLabelled());
          assertEquals(ROWS, made.nRows());
          assertEquals(found, made.nEvents());
          assertTrue(made.maxEvents() <= made.nAllowed() && made.nDrawn() > 0 && made.nDrawn() <= made.nLabelled());
          assertEquals(0, made.next(1).length);
          for (int i = 0; i < ROWS; ++i) {
            assertTrue(mask[i] || chances[i] <= made.cutoff());
          }
          boolean kept =
              switch (quality) {
                case ACCURACY -> missed <= 0.1 * ROWS;
                case RECALL -> found >= 0.9 * (found + missed);
                case PRECISION -> missed <= 0.1 * (ROWS - found);
              };
          broken += kept ? 0 : 1;
        }
      }
      assertTrue(broken <= 7, quality + ": " + broken); // 20 rounds, each with probability 0.1
    }
  }

  @Test
  void formsOfInput() {
    double[] chances = chances(3);
    boolean[] events = events(chances, 4);
    float[] floats = new float[ROWS];
    double[] twice = new double[2 * ROWS];
    for (int i = 0; i < ROWS; ++i) {
      floats[i] = (float) chances[i];
      chances[i] = floats[i];
      twice[2 * i] = chances[i];
    }
    boolean[] wanted;
    try (Labelling made = Labelling.of(chances, LabelledQuality.RECALL, 0.8, 0.9, 5)) {
      wanted = made.run(rows -> of(events, rows), 50).mask();
      assertTrue(made.toString().matches("Labelling\\(\\d+ of 1500 rows labelled, certified\\)"), made.toString());
    }
    for (Values values : new Values[] {Values.of(floats), Values.of(twice).slice(0, ROWS, 2)}) {
      try (Labelling made = Labelling.of(values, LabelledQuality.RECALL, 0.8, 0.9, 5)) {
        while (!made.certified()) {
          long[] rows = made.next(50);
          byte[] cells = new byte[rows.length];
          for (int i = 0; i < cells.length; ++i) {
            cells[i] = (byte) (events[(int) rows[i]] ? 1 : 0);
          }
          made.answer(cells);
        }
        assertArrayEquals(wanted, made.mask());
      }
    }
  }

  @Test
  void newChances() {
    double[] chances = chances(3);
    boolean[] events = events(chances, 4);
    double[] turned = IntStream.range(0, ROWS).mapToDouble(i -> chances[ROWS - 1 - i]).toArray();
    try (Labelling same = Labelling.of(chances, LabelledQuality.RECALL, 0.8, 0.9, 5);
        Labelling other = Labelling.of(chances, LabelledQuality.RECALL, 0.8, 0.9, 5)) {
      long[] rows = same.next(50);
      assertArrayEquals(rows, other.next(50));
      refused("chances has 1 elements: must have " + ROWS, () -> other.answer(of(events, rows), Values.of(0.5)));
      same.answer(of(events, rows));
      other.answer(of(events, rows), Values.of(turned));
      assertEquals(same.maxEvents(), other.maxEvents());
      assertFalse(Arrays.equals(same.next(50), other.next(50)));
    }
  }

  private static void refused(String message, Executable use) {
    assertEquals(message, assertThrows(ArgumentException.class, use).getMessage());
  }

  @Test
  void errors() {
    LabelledQuality accuracy = LabelledQuality.ACCURACY;
    refused("rows is 0: there is no row to label", () -> Labelling.of(new double[0], accuracy, 0.9, 0.9, 0));
    refused("chances[1] is nan: must lie in [0, 1]",
        () -> Labelling.of(new double[] {0.5, Double.NaN}, accuracy, 0.9, 0.9, 0));
    refused("min_quality is 1: must lie in (0, 1)", () -> Labelling.of(new double[] {0.5}, accuracy, 1, 0.9, 0));
    refused("certify is 0: must lie in (0, 1)", () -> Labelling.of(new double[] {0.5}, accuracy, 0.9, 0, 0));
    assertThrows(NullPointerException.class, () -> Labelling.of(new double[] {0.5}, null, 0.9, 0.9, 0));
    assertThrows(NullPointerException.class, () -> Labelling.of((double[]) null, accuracy, 0.9, 0.9, 0));
    Labelling made = Labelling.of(chances(6), accuracy, 0.95, 0.95, 0);
    refused("most is 0: must be at least 1", () -> made.next(0));
    refused("events has 1 values: must be those of the 0 rows asked for", () -> made.answer(true));
    assertEquals(4, made.next(4).length);
    refused("events[1] is 2: must be 0 or 1", () -> made.answer(new byte[] {0, 2, 0, 0}));
    assertThrows(NullPointerException.class, () -> made.answer((byte[]) null));
    assertThrows(NullPointerException.class, () -> made.run(null, 1));
    assertThrows(NullPointerException.class, () -> made.run(rows -> null, 1));
    assertEquals("no", assertThrows(IllegalStateException.class, () -> made.run(rows -> {
      throw new IllegalStateException("no");
    }, 1)).getMessage());
    assertEquals(0, made.nLabelled());
    assertEquals(ROWS, made.maxEvents());
    assertEquals(1, made.answer(true, false, false, false).nEvents());
    made.close();
    made.close();
    assertEquals("Labelling(closed)", made.toString());
    assertEquals("labelling is closed", assertThrows(IllegalStateException.class, () -> made.next(1)).getMessage());
    assertThrows(IllegalStateException.class, made::mask);
  }

  @Test
  void oneThatIsReadIsNotChanged() throws Exception {
    try (Labelling made = Labelling.of(chances(7), LabelledQuality.ACCURACY, 0.95, 0.95, 0)) {
      made.handle.read(
          address -> assertEquals("labelling is in use by another call: it cannot be changed now",
              assertThrows(IllegalStateException.class, () -> made.next(1)).getMessage()));
      assertEquals(5, made.next(5).length);
    }
  }
}
