package org.libwald;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.Arrays;

/** The calls of the conformance cases on masks of images. ConformanceTest checks what is computed. */
final class MaskCalls {
  private final ConformanceTest test;

  MaskCalls(ConformanceTest test) {
    this.test = test;
  }

  /** Whether the case is one of these; it is then run. */
  boolean run(JsonObject c, JsonObject wanted) {
    if (!c.get("call").getAsString().equals("masks")) {
      return false;
    }
    JsonArray maps = c.getAsJsonArray("maps");
    Images images = new Images(maps, Cases.kind(c.get("kind")) == Kind.JOINT);
    try (Metric metric = Cases.metric(c)) {
      DecisionOptions.Builder options = images.samples ? without(c, "kind") : Cases.options(c);
      Masks found = decided(metric, images.plain(), images.samples, options);
      check(c, found, wanted);
      // The same for every type and order of the axes.
      options.threads(3);
      for (Maps other : images.others()) {
        assertEquals(found, decided(metric, other, images.samples, options));
      }
    }
    return true;
  }

  private static DecisionOptions.Builder without(JsonObject c, String name) {
    JsonObject rest = c.deepCopy();
    rest.remove(name);
    return Cases.options(rest);
  }

  private static Masks decided(Metric metric, Maps maps, boolean samples, DecisionOptions.Builder options) {
    return samples ? metric.consensus(maps, options.build()) : metric.masks(maps, options.build());
  }

  private void check(JsonObject c, Masks found, JsonObject wanted) {
    if (wanted == null) {
      throw new AssertionError("an error was expected");
    }
    for (int i = 0; i < found.images(); ++i) {
      if (wanted.has("labels")) {
        long[] labels = Arrays.stream(found.labels(i)).asLongStream().toArray();
        assertArrayEquals(Cases.longs(wanted.getAsJsonArray("labels").get(i)), labels);
        continue;
      }
      byte[] marks = Cases.bytes(wanted.getAsJsonArray("masks").get(i));
      for (int k = 0; k < found.classes(); ++k) {
        int begin = k * found.pixels();
        assertArrayEquals(Arrays.copyOfRange(marks, begin, begin + found.pixels()), found.mask(i, k));
      }
    }
    test.check("expected", found.expected(), wanted.get("expected"));
    test.check("threshold", found.threshold(), wanted.get("threshold"));
    assertArrayEquals(Cases.longs(wanted.get("k")), found.k());
    double[] bound = found.bound();
    if (wanted.has("bound_at_most")) {
      double most = Cases.number(wanted.get("bound_at_most"));
      assertTrue(Arrays.stream(bound).allMatch(one -> one >= 0 && one <= most), "bound");
      return;
    }
    // Of exclusive classes the bound is that of their mean.
    JsonObject options = Cases.isThere(c, "options") ? c.getAsJsonObject("options") : new JsonObject();
    double[] weights = new double[found.classes()];
    Arrays.fill(weights, 1);
    if (options.has("label_weights")) {
      weights = Cases.numbers(options.get("label_weights"));
    }
    int first = 0;
    for (JsonElement optimum : wanted.getAsJsonArray("optimum")) {
      double mean = bound[first];
      for (double weight : weights) {
        mean += weight / Arrays.stream(weights).sum() * found.expected()[first++];
      }
      assertTrue(mean >= Cases.number(optimum) - 1e-12, "the bound is below the optimum");
    }
  }

  /** Numbers by image, class and pixel. */
  private static final class Images {
    final boolean samples;
    private final int images;
    private final int classes;
    private final int pixels;
    private final double[] cells;

    Images(JsonArray maps, boolean samples) {
      this.samples = samples;
      images = maps.size();
      classes = maps.get(0).getAsJsonArray().size();
      pixels = maps.get(0).getAsJsonArray().get(0).getAsJsonArray().size();
      cells = new double[images * classes * pixels];
      int at = 0;
      for (JsonElement image : maps) {
        for (JsonElement map : image.getAsJsonArray()) {
          for (double p : Cases.numbers(map)) {
            cells[at++] = p;
          }
        }
      }
    }

    Maps plain() {
      if (!samples) {
        return Maps.of(cells, images, classes, pixels);
      }
      byte[] marks = new byte[cells.length];
      for (int i = 0; i < marks.length; ++i) {
        marks[i] = (byte) cells[i];
      }
      return Maps.ofSamples(marks, images, classes, pixels);
    }

    /** As floats and doubles with the pixels backwards and the images as the last axis, and as halves. */
    Maps[] others() {
      if (samples) {
        return new Maps[0];
      }
      double[] doubles = new double[cells.length];
      float[] floats = new float[cells.length];
      short[] halves = new short[cells.length];
      for (int at = 0; at < cells.length; ++at) {
        int image = at / (classes * pixels);
        int turned = (at / pixels % classes * pixels + pixels - 1 - at % pixels) * images + image;
        doubles[turned] = cells[at];
        floats[turned] = (float) cells[at];
        halves[at] = half(cells[at]);
      }
      long start = (long) (pixels - 1) * images;
      long classStride = (long) pixels * images;
      return new Maps[] {
        Maps.of(Values.of(doubles), start, images, classes, pixels, 1, classStride, -images),
        Maps.of(Values.of(floats), start, images, classes, pixels, 1, classStride, -images),
        Maps.ofHalves(halves, images, classes, pixels)
      };
    }

    /** Multiples of 1/1024 up to 1 are halves. */
    private static short half(double x) {
      if (x == 0) {
        return 0;
      }
      int exponent = Math.getExponent(x);
      return (short) ((exponent + 15 << 10) + (int) ((x / Math.scalb(1.0, exponent) - 1) * 1024));
    }
  }
}
