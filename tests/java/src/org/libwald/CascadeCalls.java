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
import java.util.function.BiFunction;

/** The calls of the conformance cases that concern cascades and trees. ConformanceTest checks what is computed. */
final class CascadeCalls {
  private final ConformanceTest test;

  CascadeCalls(ConformanceTest test) {
    this.test = test;
  }

  /** Whether the case is one of these; it is then run. */
  boolean run(JsonObject c, JsonObject wanted) {
    switch (c.get("call").getAsString()) {
      case "cascade_fit" -> fit(c, wanted);
      case "cascade_trees" -> trees(c, wanted);
      case "cascade_load" -> Cascade.load(c.get("text").getAsString()).close();
      case "trees_load" -> Trees.load(c.get("text").getAsString()).close();
      default -> {
        return false;
      }
    }
    return true;
  }

  // ---- Inputs -------------------------------------------------------------------------------------------------------

  /** The rows of a case. */
  private record Rows(int models, int classes, Table table, Values weights, Values targets) {
    static Rows of(JsonObject rows) {
      int models = rows.get("n_models").getAsInt();
      int classes = rows.get("n_classes").getAsInt();
      JsonArray table = rows.getAsJsonArray("table");
      return new Rows(models, classes, Table.of(Cases.flat(table), table.size(), (long) models * classes),
          numbers(rows, "weights"), numbers(rows, "targets"));
    }

    private static Values numbers(JsonObject rows, String name) {
      return Cases.isThere(rows, name) ? Values.of(Cases.numbers(rows.get(name))) : null;
    }

    CascadeScores scores() {
      return CascadeScores.of(models, classes).feed(table, weights, targets);
    }

    /** The same rows one by one, from the last, half of them through other scores. */
    CascadeScores merged() {
      CascadeScores made = CascadeScores.of(models, classes);
      try (CascadeScores other = CascadeScores.of(models, classes)) {
        for (long i = table.rows - 1; i >= 0; --i) {
          Table row = Table.of(table.values, i * table.labels, 1, table.labels, table.labels, 1);
          (i % 2 == 1 ? made : other).feed(row, weights == null ? null : weights.slice(i, 1, 1),
              targets == null ? null : targets.slice(i, 1, 1));
        }
        return made.merge(other);
      }
    }
  }

  private static CascadeOptions.Builder asked(JsonObject c) {
    CascadeOptions.Builder made = CascadeOptions.builder();
    Cases.setAll(made, "cascades", c.getAsJsonObject("asked"));
    return made;
  }

  private static int[] ints(JsonElement list) {
    return Arrays.stream(Cases.longs(list)).mapToInt(Math::toIntExact).toArray();
  }

  private static CascadeOptions threads(int number) {
    return CascadeOptions.builder().threads(number).build();
  }

  private static Trees trees(JsonObject given) {
    JsonObject shape = given.getAsJsonObject("shape");
    int width = shape.get("leaf_width").getAsInt();
    Trees.Builder builder =
        Trees.builder(shape.get("n_features").getAsLong())
            .outputs(shape.get("n_outputs").getAsLong())
            .leafWidth(width)
            .treesPerModel(shape.get("trees_per_model").getAsLong())
            .floatSums(shape.get("summation").getAsString().equals("float32"))
            .floatFeatures(shape.get("float_features").getAsBoolean());
    if (Cases.isThere(shape, "base")) {
      builder.base(Cases.numbers(shape.get("base")));
    }
    Trees made = builder.build();
    for (JsonElement one : given.getAsJsonArray("trees")) {
      JsonObject tree = one.getAsJsonObject();
      BiFunction<String, Integer, JsonElement> at = (name, i) -> tree.getAsJsonArray(name).get(i);
      double[] values = Cases.numbers(tree.get("values"));
      TreeNode[] nodes = new TreeNode[tree.getAsJsonArray("split").size()];
      for (int i = 0; i < nodes.length; ++i) {
        nodes[i] = new TreeNode(
            TreeNode.Split.valueOf(at.apply("split", i).getAsString().toUpperCase(Locale.ROOT)),
            TreeNode.Missing.valueOf(at.apply("missing", i).getAsString().toUpperCase(Locale.ROOT)),
            at.apply("feature", i).getAsInt(), Cases.number(at.apply("threshold", i)), at.apply("left", i).getAsInt(),
            at.apply("right", i).getAsInt(), ints(at.apply("categories", i)),
            Arrays.copyOfRange(values, i * width, (i + 1) * width));
      }
      made.add(tree.get("output").getAsLong(), nodes);
    }
    return made;
  }

  // ---- The calls ----------------------------------------------------------------------------------------------------

  /** Every number of a cascade, by its bits. */
  private static List<Long> numbers(Cascade cascade) {
    List<Double> all = new ArrayList<>();
    for (CascadeFact fact : CascadeFact.values()) {
      all.add(cascade.fact(fact));
    }
    for (double[] array : List.of(cascade.low(), cascade.high(), cascade.spread(), cascade.stops(),
        cascade.crossStops(), cascade.heldOutStops())) {
      Arrays.stream(array).forEach(all::add);
    }
    return all.stream().map(Double::doubleToRawLongBits).toList();
  }

  private void fit(JsonObject c, JsonObject wanted) {
    Rows rows = Rows.of(c.getAsJsonObject("scores"));
    CascadeOptions.Builder builder = asked(c);
    try (CascadeScores scores = rows.scores();
        CascadeScores calibration =
            c.has("calibration") ? Rows.of(c.getAsJsonObject("calibration")).scores() : null;
        Cascade got = Cascade.fit(scores, calibration, builder.build())) {
      new TreeMap<>(wanted.getAsJsonObject("numbers").asMap())
          .forEach((name, value) ->
              test.check(name, got.fact(CascadeFact.valueOf(name.toUpperCase(Locale.ROOT))), value));
      assertArrayEquals(ints(wanted.get("order")), got.order());
      test.check("low", got.low(), wanted.get("low"));
      test.check("high", got.high(), wanted.get("high"));
      test.check("spread", got.spread(), wanted.get("spread"));
      test.check("stops", got.stops(), wanted.get("stops"));
      if (wanted.has("held_out_stops")) {
        test.check("held_out_stops", got.heldOutStops(), wanted.get("held_out_stops"));
      }
      String[] named = c.getAsJsonObject("asked").has("names") ? Cases.texts(c.getAsJsonObject("asked").get("names")) : null;
      for (int t = 0; t < rows.models; ++t) {
        assertEquals(named == null ? "" : named[t], got.modelName(t));
      }
      decided(got, rows, wanted);
      CascadeEvaluation evaluated = got.evaluate(scores, threads(2));
      assertEquals(got.disagreement(), evaluated.disagreement());
      assertEquals(got.meanModels(), evaluated.meanModels());
      assertEquals(got.meanCost(), evaluated.meanCost());
      assertArrayEquals(got.stops(), evaluated.stops());

      String saved = got.save();
      try (Cascade loaded = Cascade.load(saved)) {
        assertEquals(saved, loaded.save());
        assertEquals(numbers(got), numbers(loaded));
        decided(loaded, rows, wanted);
      }
      same(saved, rows.merged(), calibration, builder);
      same(saved, scores.copy(), calibration, builder);
      same(saved, rows.scores(), calibration, builder.threads(3));
    }
  }

  private static void same(
      String saved, CascadeScores scores, CascadeScores calibration, CascadeOptions.Builder builder) {
    try (scores; Cascade other = Cascade.fit(scores, calibration, builder.build())) {
      assertEquals(saved, other.save());
    }
  }

  /** Decisions of rows of scores in every way there is. */
  private static void decided(Cascade cascade, Rows rows, JsonObject wanted) {
    int[] decisions = ints(wanted.get("decisions"));
    int[] counts = ints(wanted.get("counts"));
    Table turned = Table.of(turned(rows.table), rows.table.labels, rows.table.rows).transpose();
    for (CascadeDecisions got : List.of(cascade.apply(rows.table), cascade.apply(rows.table, threads(3)), cascade.apply(turned),
        cascade.apply((int) rows.table.rows, (model, asked) -> {
          double[] scores = new double[asked.length * rows.classes];
          for (int i = 0; i < scores.length; ++i) {
            scores[i] = rows.table.get(asked[i / rows.classes], (long) model * rows.classes + i % rows.classes);
          }
          return scores;
        }))) {
      assertArrayEquals(decisions, got.decisions());
      assertArrayEquals(counts, got.counts());
    }
    double[] scores = new double[rows.classes];
    try (CascadeRun run = cascade.run()) {
      for (int i = 0; i < decisions.length; ++i) {
        int model = run.start();
        while (model >= 0) {
          for (int k = 0; k < rows.classes; ++k) {
            scores[k] = rows.table.get(i, (long) model * rows.classes + k);
          }
          assertEquals(-1, run.decision());
          model = rows.classes == 1 && i % 2 == 0 ? run.feed(scores[0]) : run.feed(scores);
          assertEquals(model, run.next());
        }
        assertEquals(decisions[i], run.decision());
        assertEquals(counts[i], run.count());
      }
    }
  }

  private static double[] turned(Table table) {
    double[] out = new double[(int) (table.rows * table.labels)];
    for (int i = 0; i < out.length; ++i) {
      out[i] = table.get(i % table.rows, i / table.rows);
    }
    return out;
  }

  private void trees(JsonObject c, JsonObject wanted) {
    JsonArray rows = c.getAsJsonArray("features");
    double[] cells = Cases.flat(rows);
    Table features = Table.of(cells, rows.size(), Cases.width(rows));
    try (Trees trees = trees(c.getAsJsonObject("trees"))) {
      double[] margins = trees.evaluate(features);
      try (CascadeScores scores = CascadeScores.of(trees.nModels(), trees.nOutputs()).feed(trees, features);
          Cascade fitted = Cascade.fit(scores, asked(c).build());
          Cascade got = fitted.bind(trees)) {
        test.check("margins", margins, wanted.get("margins"));
        assertArrayEquals(ints(wanted.get("order")), got.order());
        assertEquals(trees.nFeatures(), got.nFeatures());
        assertEquals(0, fitted.nFeatures());
        decidedByTrees(got, features, cells, wanted);
        String saved = got.save();
        try (Cascade loaded = Cascade.load(saved); Trees again = Trees.load(trees.save())) {
          assertEquals(saved, loaded.save());
          decidedByTrees(loaded, features, cells, wanted);
          assertEquals(trees.save(), again.save());
          assertArrayEquals(margins, again.evaluate(features, threads(3)));
        }
      }
    }
  }

  private static void decidedByTrees(Cascade cascade, Table features, double[] cells, JsonObject wanted) {
    int[] decisions = ints(wanted.get("decisions"));
    int[] counts = ints(wanted.get("counts"));
    float[] narrow = new float[cells.length];
    for (int i = 0; i < cells.length; ++i) {
      narrow[i] = (float) cells[i];
    }
    Table floats = Table.of(narrow, features.rows, features.labels);
    Table turned = Table.of(turned(features), features.labels, features.rows).transpose();
    for (CascadeDecisions got : List.of(cascade.applyTrees(features), cascade.applyTrees(features, threads(3)),
        cascade.applyTrees(floats), cascade.applyTrees(turned))) {
      assertArrayEquals(decisions, got.decisions());
      assertArrayEquals(counts, got.counts());
    }
    int width = (int) features.labels;
    for (int i = 0; i < decisions.length; ++i) {
      assertEquals(decisions[i], cascade.decide(Arrays.copyOfRange(cells, i * width, (i + 1) * width)));
      assertEquals(decisions[i], cascade.decide(Arrays.copyOfRange(narrow, i * width, (i + 1) * width)));
    }
  }
}
