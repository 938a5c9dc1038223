package org.libwald;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The calls of the conformance cases that concern model cascades and which rows to label. ConformanceTest checks what is
 * computed.
 */
final class RouteCalls {
  private final ConformanceTest test;

  RouteCalls(ConformanceTest test) {
    this.test = test;
  }

  /** Whether the case is one of these; it is then run. */
  boolean run(JsonObject c, JsonObject wanted) {
    switch (c.get("call").getAsString()) {
      case "route" -> route(c, wanted);
      case "route_labels" -> labels(c, wanted);
      case "route_load" -> Route.load(c.get("text").getAsString()).close();
      case "stages_load" -> Stages.load(c.get("text").getAsString()).close();
      case "labelling" -> labelling(c, wanted);
      default -> {
        return false;
      }
    }
    return true;
  }

  // ---- Inputs -------------------------------------------------------------------------------------------------------

  private static int[] ints(JsonElement list) {
    return Arrays.stream(Cases.longs(list)).mapToInt(Math::toIntExact).toArray();
  }

  /** What is fed of a case; columns that it does not have are not given. */
  private record Fed(JsonObject given, int rows, int stages) {
    static Fed of(JsonObject given) {
      return new Fed(given, given.getAsJsonArray("confidences").size(), given.get("n_stages").getAsInt());
    }

    private double[][] table(String name) {
      JsonArray rows = given.getAsJsonArray(name);
      double[][] out = new double[rows.size()][];
      Arrays.setAll(out, i -> Cases.numbers(rows.get(i)));
      return out;
    }

    int[][] answers() {
      JsonArray rows = given.getAsJsonArray("answers");
      int[][] out = new int[rows.size()][];
      Arrays.setAll(out, i -> ints(rows.get(i)));
      return out;
    }

    private Values part(String name, int from, int to) {
      return Values.of(Cases.numbers(given.get(name))).slice(from, to - from, 1);
    }

    void feed(Stages to, int from, int end) {
      if (from == end) {
        return;
      }
      StageRows fed = StageRows.of(Arrays.copyOfRange(table("confidences"), from, end));
      if (given.has("answers")) {
        fed.answers(Arrays.copyOfRange(answers(), from, end));
      }
      if (given.has("truth")) {
        fed.truth(Arrays.copyOfRange(ints(given.get("truth")), from, end));
      }
      if (given.has("right")) {
        fed.right(Arrays.copyOfRange(table("right"), from, end));
      }
      if (given.has("costs")) {
        fed.costs(Arrays.copyOfRange(table("costs"), from, end));
      }
      if (given.has("weights")) {
        fed.weights(part("weights", from, end));
      }
      if (given.has("label_probabilities")) {
        fed.labelProbabilities(part("label_probabilities", from, end));
      }
      if (given.has("segments")) {
        fed.segments(Arrays.copyOfRange(ints(given.get("segments")), from, end));
      }
      if (given.has("scores")) {
        fed.scores(part("scores", from, end));
      }
      to.feed(fed);
    }

    Stages made() {
      return fed(Stages.of(stages), 0, rows);
    }

    private Stages fed(Stages to, int from, int end) {
      feed(to, from, end);
      return to;
    }

    Stages pieces() {
      return fed(fed(Stages.of(stages), 0, rows / 2), rows / 2, rows);
    }

    Stages merged() {
      try (Stages other = fed(Stages.of(stages), rows / 3, rows)) {
        return fed(Stages.of(stages), 0, rows / 3).merge(other);
      }
    }

    int[] groups(Route route) {
      return switch (route.by()) {
        case NONE -> null;
        case SEGMENT -> ints(given.get("segments"));
        case CLASS -> {
          int first = route.next(-1, Double.NaN);
          yield Arrays.stream(answers()).mapToInt(row -> row[first]).toArray();
        }
      };
    }
  }

  private static RouteOptions asked(JsonObject c) {
    RouteOptions.Builder made = RouteOptions.builder();
    Cases.setAll(made, "routes", c.getAsJsonObject("asked"));
    return made.build();
  }

  /** Of an evaluation: what is asked of the measure. */
  private static RouteOptions measured(JsonObject c) {
    JsonObject kept = new JsonObject();
    for (String name : List.of("measure", "beta", "positive")) {
      if (c.getAsJsonObject("asked").has(name)) {
        kept.add(name, c.getAsJsonObject("asked").get(name));
      }
    }
    RouteOptions.Builder made = RouteOptions.builder();
    Cases.setAll(made, "routes", kept);
    return made.build();
  }

  // ---- The calls ----------------------------------------------------------------------------------------------------

  private void route(JsonObject c, JsonObject wanted) {
    Fed fed = Fed.of(c.getAsJsonObject("stages"));
    try (Stages made = fed.made()) {
      if (c.has("more")) {
        Fed more = Fed.of(c.getAsJsonObject("more"));
        more.feed(made, 0, more.rows);
      }
      if (c.has("merged")) {
        try (Stages other = Fed.of(c.getAsJsonObject("merged")).made()) {
          made.merge(other);
        }
      }
      RouteOptions options = asked(c);
      try (Route got = Route.choose(made, options)) {
        RouteEvaluation evaluated = null;
        if (c.has("other")) {
          try (Stages other = Fed.of(c.getAsJsonObject("other")).made()) {
            evaluated = got.evaluate(other, measured(c));
          }
        }
        check(got, fed, wanted);
        if (wanted.has("evaluated")) {
          JsonObject e = wanted.getAsJsonObject("evaluated");
          test.check("cost evaluated", evaluated.cost(), e.get("cost"));
          test.check("quality evaluated", evaluated.quality(), e.get("quality"));
          test.check("shares evaluated", evaluated.shares(), e.get("shares"));
        }
        if (c.has("next")) {
          JsonArray asked = c.getAsJsonArray("next");
          int[] next = new int[asked.size()];
          for (int i = 0; i < next.length; ++i) {
            JsonArray one = asked.get(i).getAsJsonArray();
            next[i] = got.next(one.get(1).getAsInt(), Cases.number(one.get(2)), one.get(0).getAsLong());
          }
          assertArrayEquals(ints(wanted.get("next")), next);
        }
        RouteEvaluation own = got.evaluate(made, measured(c));
        assertEquals(got.cost(), own.cost());
        assertEquals(got.quality(), own.quality());
        assertArrayEquals(got.shares(), own.shares());
        for (Stages again : List.of(fed.pieces(), fed.merged(), made.copy(), Stages.load(made.save()))) {
          try (again; Route other = Route.choose(again, options)) {
            assertEquals(got.save(), other.save());
          }
        }
      }
    }
  }

  private void check(Route got, Fed fed, JsonObject wanted) {
    JsonObject words = wanted.getAsJsonObject("words");
    assertEquals(words.get("by").getAsString(), got.by().toString());
    assertEquals(words.get("goal").getAsString(), got.goal().toString());
    assertEquals(words.get("measure").getAsString(), got.measure().toString());
    assertEquals(words.get("theorem").getAsString(), got.theorem());
    new TreeMap<>(wanted.getAsJsonObject("numbers").asMap())
        .forEach((name, value) -> test.check(name, got.fact(RouteFact.valueOf(name.toUpperCase(Locale.ROOT))), value));
    JsonArray thresholds = new JsonArray();
    wanted.getAsJsonArray("thresholds").forEach(group -> thresholds.addAll(group.getAsJsonArray()));
    assertEquals(wanted.getAsJsonArray("thresholds").size(), got.thresholds().length);
    test.check("thresholds", Arrays.stream(got.thresholds()).flatMapToDouble(Arrays::stream).toArray(), thresholds);
    test.check("shares", got.shares(), wanted.get("shares"));
    if (wanted.has("envelope_cost")) {
      test.check("envelope_cost", got.envelopeCost(), wanted.get("envelope_cost"));
      test.check("envelope_quality", got.envelopeQuality(), wanted.get("envelope_quality"));
    }
    if (wanted.has("envelope_hull")) {
      boolean[] hull = got.envelopeHull();
      assertArrayEquals(ints(wanted.get("envelope_hull")), IntStream.range(0, hull.length).map(i -> hull[i] ? 1 : 0).toArray());
    }
    applied(got, fed, wanted);
    String saved = got.save();
    for (Route other : List.of(Route.load(saved), Route.load(got.toBytes()))) {
      try (other) {
        assertEquals(saved, other.save());
        assertEquals(numbers(got), numbers(other));
        applied(other, fed, wanted);
      }
    }
  }

  /** Every number of a route, by its bits. */
  private static List<Long> numbers(Route route) {
    List<Double> all = new ArrayList<>();
    for (RouteFact fact : RouteFact.values()) {
      all.add(route.fact(fact));
    }
    for (double[] list : route.thresholds()) {
      Arrays.stream(list).forEach(all::add);
    }
    for (double[] list : List.of(route.shares(), route.envelopeCost(), route.envelopeQuality())) {
      Arrays.stream(list).forEach(all::add);
    }
    for (boolean on : route.envelopeHull()) {
      all.add(on ? 1.0 : 0);
    }
    return all.stream().map(Double::doubleToRawLongBits).toList();
  }

  /** Which stage answers, of a table and one row at a time. */
  private static void applied(Route route, Fed fed, JsonObject wanted) {
    int[] answering = ints(wanted.get("stages"));
    int[] groups = fed.groups(route);
    double[][] sure = fed.table("confidences");
    double[] scores = route.router() ? Cases.numbers(fed.given.get("scores")) : null;
    assertArrayEquals(answering, scores == null ? route.apply(sure, groups) : route.apply(scores, groups));
    int[][] answers = fed.given.has("answers") ? fed.answers() : new int[fed.rows][fed.stages];
    List<Route.Stage<Integer, Integer>> stages = new ArrayList<>();
    for (int s = 0; s < fed.stages; ++s) {
      int stage = s;
      stages.add(i -> new StageAnswer<>(answers[i][stage], sure[i][stage]));
    }
    for (int i = 0; i < fed.rows; ++i) {
      RouteAnswer<Integer> said =
          route.run(stages, i, groups == null ? 0 : groups[i], scores == null ? Double.NaN : scores[i]);
      assertEquals(answering[i], said.stage());
      assertEquals(answers[i][said.stage()], said.answer());
      assertEquals(said.stage(), said.asked().get(said.asked().size() - 1));
    }
  }

  private void labels(JsonObject c, JsonObject wanted) {
    Fed fed = Fed.of(c.getAsJsonObject("stages"));
    RouteOptions options = asked(c);
    Stages made = fed.made();
    try {
      List<long[]> batches = new ArrayList<>();
      for (int round = 0; round < c.get("rounds").getAsInt(); ++round) {
        long[] rows = c.has("rows") ? Cases.longs(c.get("rows")) : made.ask(options);
        batches.add(rows);
        if (c.has("truth")) {
          int[] truth = ints(c.get("truth"));
          made.label(rows, Arrays.stream(rows).mapToInt(i -> truth[(int) i]).toArray());
        } else {
          double[][] right = new double[rows.length][];
          Arrays.setAll(right, i -> Cases.numbers(c.getAsJsonArray("right").get((int) rows[i])));
          made.label(rows, Table.of(right));
        }
        Stages read = made.copy();
        made.close();
        made = read;
      }
      JsonArray asked = wanted.getAsJsonArray("batches");
      assertEquals(asked.size(), batches.size());
      for (int i = 0; i < asked.size(); ++i) {
        assertArrayEquals(Cases.longs(asked.get(i)), batches.get(i));
      }
      Stages all = made;
      new TreeMap<>(wanted.getAsJsonObject("numbers").asMap())
          .forEach((name, value) -> test.check(name, number(all, name), value));
      try (Route got = Route.choose(made, options)) {
        check(got, fed, wanted.getAsJsonObject("route"));
      }
    } finally {
      made.close();
    }
  }

  private static double number(Stages stages, String name) {
    return switch (name) {
      case "n_rows" -> stages.nRows();
      case "n_stages" -> stages.nStages();
      case "n_labelled" -> stages.nLabelled();
      case "n_considered" -> stages.nConsidered();
      case "n_waiting" -> stages.nWaiting();
      case "n_batches" -> stages.nBatches();
      case "n_classes" -> stages.nClasses();
      case "n_segments" -> stages.nSegments();
      default -> throw new AssertionError(name);
    };
  }

  /** Which rows to label, by an oracle that answers from the case. */
  private void labelling(JsonObject c, JsonObject wanted) {
    byte[] events = Cases.bytes(c.get("events"));
    Values chances = Values.of(Cases.numbers(c.get("chances")));
    double target = Cases.number(c.get("min_quality"));
    double confidence = Cases.number(c.get("certify"));
    long seed = Long.parseUnsignedLong(c.get("seed").getAsString());
    String word = c.get("quality").getAsString();
    if (Arrays.stream(LabelledQuality.values()).noneMatch(quality -> quality.toString().equals(word))) {
      // What no enumerator says.
      Native.wald_labelling_create(chances.vector(true), Texts.name(word, "quality"), target, confidence, seed, new long[1]);
    }
    LabelledQuality quality = LabelledQuality.valueOf(word.toUpperCase(Locale.ROOT));
    try (Labelling got = Labelling.of(chances, quality, target, confidence, seed)) {
      int turn = 0;
      for (; !got.certified(); ++turn) {
        long[] rows = got.next(c.get("most").getAsLong());
        assertArrayEquals(rows, got.next(1));
        byte[] answers = new byte[rows.length];
        for (int i = 0; i < rows.length; ++i) {
          answers[i] = events[(int) rows[i]];
        }
        got.answer(answers);
        JsonObject e = wanted.getAsJsonArray("turns").get(turn).getAsJsonObject();
        assertArrayEquals(Cases.longs(e.get("rows")), rows);
        new TreeMap<>(e.getAsJsonObject("numbers").asMap())
            .forEach((name, value) -> test.check(name, number(got, name), value));
      }
      assertEquals(wanted.getAsJsonArray("turns").size(), turn);
      boolean[] mask = got.mask();
      assertArrayEquals(ints(wanted.get("mask")), IntStream.range(0, mask.length).map(i -> mask[i] ? 1 : 0).toArray());
    }
  }

  private static double number(Labelling labelling, String name) {
    return switch (name) {
      case "certified" -> labelling.certified() ? 1 : 0;
      case "n_rows" -> labelling.nRows();
      case "n_labelled" -> labelling.nLabelled();
      case "n_drawn" -> labelling.nDrawn();
      case "n_events" -> labelling.nEvents();
      case "n_allowed" -> labelling.nAllowed();
      case "max_events" -> labelling.maxEvents();
      case "cutoff" -> labelling.cutoff();
      default -> throw new AssertionError(name);
    };
  }
}
