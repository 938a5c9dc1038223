package org.libwald;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The masks of images, against decisions on the same numbers and against enumeration. */
class MasksTest {
  private static final int IMAGES = 2;
  private static final int CLASSES = 3;
  private static final int PIXELS = 8;
  private static final float[] P = random();

  private static float[] random() {
    Random random = new Random(5);
    float[] p = new float[IMAGES * CLASSES * PIXELS];
    for (int i = 0; i < p.length; ++i) {
      p[i] = random.nextInt(64) / 128f; // also exact in half precision
    }
    return p;
  }

  private static float[] map(int image, int ofClass) {
    int begin = (image * CLASSES + ofClass) * PIXELS;
    return Arrays.copyOfRange(P, begin, begin + PIXELS);
  }

  @Test
  void overlappingClassesAreDecisions() {
    for (String name : new String[] {"f1", "jaccard"}) {
      Metric metric = Metric.of(name);
      Masks masks = metric.masks(Maps.of(P, IMAGES, CLASSES, PIXELS));
      assertEquals(IMAGES, masks.images());
      assertEquals(CLASSES, masks.classes());
      assertEquals(PIXELS, masks.pixels());
      for (int i = 0; i < IMAGES; ++i) {
        for (int c = 0; c < CLASSES; ++c) {
          Decision one = metric.decide(map(i, c));
          int at = i * CLASSES + c;
          assertArrayEquals(one.mask(), masks.mask(i, c));
          assertEquals(one.expected(), masks.expected()[at], 1e-12);
          assertEquals(one.k(), masks.k()[at]);
          assertEquals(one.k() == 0, masks.empty()[at]);
          assertTrue(masks.bound()[at] <= 1e-9);
          double least = Double.POSITIVE_INFINITY;
          for (int p : one.indices()) {
            least = Math.min(least, map(i, c)[p]);
          }
          assertEquals(least, masks.threshold()[at]);
        }
      }
      assertEquals("", masks.warning());
      assertThrows(ArgumentException.class, () -> masks.labels(0));
      assertThrows(IndexOutOfBoundsException.class, () -> masks.mask(IMAGES, 0));
    }
  }

  @Test
  void formsOfMemory() {
    Metric metric = Metric.of("f1");
    Masks masks = metric.masks(Maps.of(P, IMAGES, CLASSES, PIXELS));
    double[] doubles = new double[P.length];
    short[] halves = new short[P.length];
    float[] last = new float[P.length]; // the classes as the last axis
    FloatBuffer direct =
        ByteBuffer.allocateDirect(4 * P.length).order(ByteOrder.nativeOrder()).asFloatBuffer();
    for (int i = 0; i < P.length; ++i) {
      doubles[i] = P[i];
      halves[i] = half(P[i]);
      direct.put(i, P[i]);
      int pixel = i % PIXELS;
      int ofClass = i / PIXELS % CLASSES;
      last[(i / PIXELS / CLASSES * PIXELS + pixel) * CLASSES + ofClass] = P[i];
    }
    assertEquals(masks, metric.masks(Maps.of(doubles, IMAGES, CLASSES, PIXELS)));
    assertEquals(masks, metric.masks(Maps.ofHalves(halves, IMAGES, CLASSES, PIXELS)));
    assertEquals(masks, metric.masks(Maps.of(Values.of(direct), IMAGES, CLASSES, PIXELS)));
    Maps strided = Maps.of(Values.of(last), 0, IMAGES, CLASSES, PIXELS, CLASSES * PIXELS, 1, CLASSES);
    assertEquals(masks, metric.masks(strided));
    assertEquals(masks.hashCode(), metric.masks(strided).hashCode());
    DecisionOptions few = DecisionOptions.builder().atMost(1).build();
    assertNotEquals(masks, metric.masks(Maps.of(P, IMAGES, CLASSES, PIXELS), few));
    assertEquals("Maps(2 images of 3 classes and 8 pixels)", strided.toString());
  }

  /** Of a number that is exact in half precision. */
  private static short half(float value) {
    if (value == 0) {
      return 0;
    }
    int exponent = Math.getExponent(value);
    return (short) ((exponent + 15) << 10 | (int) ((value / Math.scalb(1f, exponent) - 1) * 1024));
  }

  @Test
  void exclusiveClasses() {
    int pixels = 5;
    Random random = new Random(6);
    double[] p = new double[CLASSES * pixels];
    for (int x = 0; x < pixels; ++x) {
      double sum = 0;
      for (int c = 0; c < CLASSES; ++c) {
        p[c * pixels + x] = random.nextDouble();
        sum += p[c * pixels + x];
      }
      for (int c = 0; c < CLASSES; ++c) {
        p[c * pixels + x] /= sum;
      }
    }
    Metric metric = Metric.of("f1");
    DecisionOptions options = DecisionOptions.builder().kind(Kind.CATEGORICAL).build();
    Masks masks = metric.masks(Maps.of(p, 1, CLASSES, pixels), options);
    int[] labels = masks.labels(0);
    double mean = mean(p, pixels, labels);
    assertEquals(mean, Arrays.stream(masks.expected()).average().orElseThrow(), 1e-12);
    for (int c = 0; c < CLASSES; ++c) {
      int ofClass = c;
      assertEquals(Arrays.stream(labels).filter(one -> one == ofClass).count(), masks.k()[c]);
      for (int x = 0; x < pixels; ++x) {
        assertEquals(labels[x] == c ? 1 : 0, masks.mask(0, c)[x]);
      }
    }
    double best = 0;
    for (int code = 0; code < Math.pow(CLASSES, pixels); ++code) {
      int[] every = new int[pixels];
      for (int x = 0, rest = code; x < pixels; ++x, rest /= CLASSES) {
        every[x] = rest % CLASSES;
      }
      best = Math.max(best, mean(p, pixels, every));
    }
    assertTrue(mean <= best + 1e-12 && best <= mean + masks.bound()[0] + 1e-12);
  }

  /** The mean F1 of expected counts, which exclusive classes are decided by. */
  private static double mean(double[] p, int pixels, int[] labels) {
    double sum = 0;
    for (int c = 0; c < CLASSES; ++c) {
      double hits = 0;
      double marks = 0;
      for (int x = 0; x < pixels; ++x) {
        boolean chosen = labels[x] == c;
        hits += chosen ? p[c * pixels + x] : 0;
        marks += p[c * pixels + x] + (chosen ? 1 : 0);
      }
      sum += 2 * hits / marks;
    }
    return sum / CLASSES;
  }

  @Test
  void allImagesAsOne() {
    Metric metric = Metric.of("f1");
    DecisionOptions options = DecisionOptions.builder().average(Average.MICRO).build();
    Masks masks = metric.masks(Maps.of(P, IMAGES, CLASSES, PIXELS), options);
    assertEquals(CLASSES, masks.expected().length);
    for (int c = 0; c < CLASSES; ++c) {
      float[] all = Arrays.copyOf(map(0, c), 2 * PIXELS);
      System.arraycopy(map(1, c), 0, all, PIXELS, PIXELS);
      Decision one = metric.decide(all);
      assertEquals(one.expected(), masks.expected()[c], 1e-9);
      assertEquals(one.k(), masks.k()[c]);
    }
  }

  @Test
  void consensusOfRaters() {
    byte[] cells = {1, 1, 0, 0, 1, 0, 1, 0, 1, 1, 1, 0};
    Metric metric = Metric.of("f1");
    Masks masks = metric.consensus(Maps.ofSamples(cells, 3, 1, 4));
    byte[] best = masks.mask(0, 0);
    double top = 0;
    for (int code = 0; code < 16; ++code) {
      byte[] mask = new byte[4];
      for (int x = 0; x < 4; ++x) {
        mask[x] = (byte) (code >> x & 1);
      }
      top = Math.max(top, dice(mask, cells));
    }
    assertEquals(top, dice(best, cells), 1e-12);
    assertEquals(top, masks.expected()[0], 1e-12);
    assertEquals(1, masks.images());
  }

  /** The mean over raters. */
  private static double dice(byte[] mask, byte[] raters) {
    double sum = 0;
    for (int r = 0; r < raters.length; r += mask.length) {
      int hits = 0;
      int marks = 0;
      for (int x = 0; x < mask.length; ++x) {
        hits += mask[x] & raters[r + x];
        marks += mask[x] + raters[r + x];
      }
      sum += marks == 0 ? 1 : 2.0 * hits / marks;
    }
    return sum / (raters.length / mask.length);
  }

  @Test
  void refusals() {
    Metric metric = Metric.of("f1");
    assertEquals(
        "values has 4 elements: 1 x 2 x 3 pixels from 0 on with strides 6, 3 and 1 do not fit",
        assertThrows(ArgumentException.class, () -> Maps.of(new float[4], 1, 2, 3)).getMessage());
    assertEquals(
        "n_classes is 0: must be at least 1",
        assertThrows(ArgumentException.class, () -> Maps.of(new float[4], 1, 0, 3)).getMessage());
    assertEquals(
        "maps[image 0, class 1, pixel 1] is 1.5: must lie in [0, 1]",
        assertThrows(
                ArgumentException.class,
                () -> metric.masks(Maps.of(new double[] {0.5, 0.5, 0.5, 1.5}, 1, 2, 2)))
            .getMessage());
    assertThrows(
        ArgumentException.class,
        () ->
            metric.consensus(
                Maps.ofSamples(new byte[2], 1, 1, 2), DecisionOptions.builder().kind(Kind.CATEGORICAL).build()));
    DecisionOptions cancelled = DecisionOptions.builder().progress(fraction -> false).build();
    assertThrows(CancelledException.class, () -> metric.masks(Maps.of(P, IMAGES, CLASSES, PIXELS), cancelled));
  }
}
