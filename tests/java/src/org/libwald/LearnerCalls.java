package org.libwald;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The calls of the conformance cases on learners and calibration. ConformanceTest checks what is computed. */
final class LearnerCalls {
  private final ConformanceTest test;

  LearnerCalls(ConformanceTest test) {
    this.test = test;
  }

  /** Whether the case is one of these; it is then run. */
  boolean run(JsonObject c, JsonObject wanted) {
    switch (c.get("call").getAsString()) {
      case "learner" -> learner(c, wanted);
      case "calibration" -> calibration(c, wanted);
      case "learner_load" -> Learner.load(c.get("text").getAsString()).close();
      case "calibration_load" -> Calibration.load(c.get("text").getAsString()).close();
      default -> {
        return false;
      }
    }
    return true;
  }

  // ---- Inputs -------------------------------------------------------------------------------------------------------

  private static Table table(JsonArray rows) {
    return Table.of(Cases.flat(rows), rows.size(), Cases.width(rows));
  }

  private static int[] ints(JsonElement list) {
    return Arrays.stream(Cases.longs(list)).mapToInt(Math::toIntExact).toArray();
  }

  private static Rows features(JsonObject rows) {
    if (!rows.has("csr")) {
      return table(rows.getAsJsonArray("features"));
    }
    JsonObject csr = rows.getAsJsonObject("csr");
    return SparseTable.of(Cases.longs(csr.get("indptr")), Cases.longs(csr.get("indices")),
        Values.of(Cases.numbers(csr.get("values"))), csr.get("n_features").getAsLong());
  }

  private static Dataset dataset(JsonObject rows) {
    Rows features = features(rows);
    Dataset made = features instanceof Table dense ? Dataset.of(dense) : Dataset.of((SparseTable) features);
    if (rows.has("labels")) {
      made.labels(Cases.mask(rows.getAsJsonArray("labels")));
    }
    if (rows.has("label_csr")) {
      JsonObject csr = rows.getAsJsonObject("label_csr");
      made.labels(SparseMask.of(Cases.longs(csr.get("indptr")), Cases.longs(csr.get("indices"))),
          csr.get("n_labels").getAsLong());
    }
    if (rows.has("classes")) {
      made.classes(ints(rows.get("classes")), rows.get("n_classes").getAsLong());
    }
    if (rows.has("weights")) {
      made.weights(Values.of(Cases.numbers(rows.get("weights"))));
    }
    if (rows.has("groups")) {
      made.groups(Cases.longs(rows.get("groups")));
    }
    if (rows.has("marginals")) {
      made.marginals(table(rows.getAsJsonArray("marginals")));
    }
    return made;
  }

  private static LearnerOptions.Builder asked(JsonObject c) {
    LearnerOptions.Builder made = LearnerOptions.builder();
    Cases.setAll(made, "learners", c.getAsJsonObject("asked"));
    return made;
  }

  // ---- Learners -----------------------------------------------------------------------------------------------------

  /** Of the options of a decision, those that its probabilities read. */
  private static DecisionOptions estimating(JsonObject c, int threads) {
    return Cases.options(c, "seed").threads(threads).build();
  }

  /** Everything that a learner says of rows. */
  private record Said(Table probabilities, Decisions decisions) {
    static Said of(Learner learner, Rows rows, Metric metric, DecisionOptions estimating, DecisionOptions options) {
      return new Said(learner.probabilities(rows, estimating), learner.decide(rows, metric, options));
    }

    void same(Said other) {
      assertArrayEquals(probabilities.toArray(), other.probabilities.toArray());
      assertEquals(decisions, other.decisions);
      assertEquals(decisions.mask(), other.decisions.mask());
    }
  }

  private void learner(JsonObject c, JsonObject wanted) {
    String name = c.get("learner").getAsString();
    LearnerOptions.Builder builder = asked(c);
    DecisionOptions.Builder how = Cases.options(c);
    DecisionOptions options = how.build();
    try (Dataset rows = dataset(c.getAsJsonObject("rows"));
        Learner fitted = Learner.fit(name, rows, builder.build());
        Dataset fresh = dataset(c.getAsJsonObject("new"));
        Metric metric = Cases.metric(c)) {
      Said said = Said.of(fitted, fresh, metric, estimating(c, 1), options);
      about(fitted, wanted);
      double[][] probabilities = said.probabilities.toArray();
      JsonArray rowsWanted = wanted.getAsJsonArray("probabilities");
      assertEquals(rowsWanted.size(), probabilities.length);
      for (int i = 0; i < probabilities.length; ++i) {
        test.check("probabilities[" + i + "]", probabilities[i], rowsWanted.get(i));
      }
      assertEquals(Cases.mask(wanted.getAsJsonArray("mask")), said.decisions.mask());
      test.check("expected", said.decisions.expected(), wanted.get("expected"));

      String saved = fitted.save();
      try (Learner loaded = Learner.load(saved);
          Learner again = Learner.fit(name, rows, builder.threads(2).build())) {
        assertEquals(saved, loaded.save());
        Said.of(loaded, fresh, metric, estimating(c, 1), options).same(said);
        Said.of(fitted, fresh, metric, estimating(c, 3), how.threads(3).build()).same(said);
        assertEquals(saved, again.save());
      }
      everyWay(fitted, c.getAsJsonObject("new"), fresh, metric, estimating(c, 1), options, said);
    }
  }

  private void about(Learner learner, JsonObject wanted) {
    for (Map.Entry<String, JsonElement> one : wanted.entrySet()) {
      JsonElement value = one.getValue();
      switch (one.getKey()) {
        case "name" -> assertEquals(value.getAsString(), learner.name());
        case "kind" -> assertEquals(Cases.kind(value), learner.kind());
        case "task" -> assertEquals(Task.valueOf(value.getAsString().toUpperCase(Locale.ROOT)), learner.task());
        case "n_features" -> assertEquals(value.getAsInt(), learner.nFeatures());
        case "n_labels" -> assertEquals(value.getAsInt(), learner.nLabels());
        case "at_least" -> assertEquals(value.getAsLong(), learner.atLeast());
        case "feature_names" -> assertEquals(List.of(Cases.texts(value)), learner.featureNames());
        case "label_names" -> assertEquals(List.of(Cases.texts(value)), learner.labelNames());
        case "choices" -> {
          List<LearnerChoice> choices = learner.choices();
          assertEquals(value.getAsJsonArray().size(), choices.size());
          for (int i = 0; i < choices.size(); ++i) {
            JsonObject choice = value.getAsJsonArray().get(i).getAsJsonObject();
            assertEquals(choice.get("part").getAsString(), choices.get(i).part());
            assertEquals(choice.get("what").getAsString(), choices.get(i).what());
            test.check("value", choices.get(i).value(), choice.get("value"));
          }
        }
        case "probabilities", "mask", "expected" -> {} // checked where they are asked for
        default -> throw new AssertionError("an unknown expectation: " + one.getKey());
      }
    }
  }

  /** Row by row, without a dataset, into memory of the caller's: the same. */
  private static void everyWay(
      Learner learner, JsonObject given, Dataset fresh, Metric metric, DecisionOptions estimating, DecisionOptions options, Said said) {
    double[][] probabilities = said.probabilities.toArray();
    for (int i = 0; i < probabilities.length; ++i) {
      try (Estimator known = learner.estimator(fresh, i, estimating)) {
        assertEquals(learner.kind(), known.kind());
        assertArrayEquals(probabilities[i], known.marginals(), 1e-12); // summed in another order
      }
    }
    byte[] mask = new byte[(int) fresh.rows() * learner.nLabels()];
    double[] expected = new double[said.decisions.size()];
    learner.decideInto(fresh, metric, options, Mask.of(mask, fresh.rows(), learner.nLabels()), expected);
    assertArrayEquals(said.decisions.expected(), expected);
    assertEquals(said.decisions.mask(), Mask.of(mask, fresh.rows(), learner.nLabels()));
    if (given.has("marginals")) { // these come with a dataset alone
      return;
    }
    Said.of(learner, features(given), metric, estimating, options).same(said);
    if (!(features(given) instanceof Table dense) || said.decisions.average() != Average.INSTANCE) {
      return;
    }
    double[][] cells = dense.toArray();
    assertArrayEquals(probabilities, learner.probabilities(cells));
    byte[] one = new byte[learner.nLabels()];
    for (int i = 0; i < cells.length; ++i) {
      assertArrayEquals(probabilities[i], learner.probabilities(cells[i]));
      // The first answer of a table may have a warning of the table, which is none of a row.
      if (said.decisions.get(i).warning().isEmpty()) {
        assertEquals(said.decisions.get(i), learner.decide(cells[i], metric, options));
      }
      assertEquals(expected[i], learner.decideInto(cells[i], metric, options, one));
      assertArrayEquals(said.decisions.get(i).mask(), one);
    }
  }

  // ---- Calibration --------------------------------------------------------------------------------------------------

  private void calibration(JsonObject c, JsonObject wanted) {
    Values weights = Cases.isThere(c, "weights") ? Values.of(Cases.numbers(c.get("weights"))) : null;
    boolean scores = c.has("scores");
    String method = c.get("method").getAsString();
    if (c.has("classes")) {
      classCalibration(c, method, scores, weights, wanted);
      return;
    }
    double[] fresh = Cases.numbers(c.get("new"));
    Values given = Values.of(Cases.numbers(c.get(scores ? "scores" : "probabilities")));
    Mask labels = Mask.of(Cases.bytes(c.get("labels")));
    try (Calibration fitted = scores ? Calibration.fitScores(method, labels, given, weights)
            : Calibration.fit(method, labels, given, weights)) {
      double[] said = applied(fitted, scores, fresh);
      test.check("probabilities", said, wanted.get("probabilities"));
      try (Calibration loaded = Calibration.load(fitted.save())) {
        assertEquals(fitted.save(), loaded.save());
        assertArrayEquals(said, applied(loaded, scores, fresh));
      }
      for (int i = 0; i < said.length; ++i) {
        assertEquals(said[i], scores ? fitted.probabilityOfScore(fresh[i]) : fitted.probability(fresh[i]));
        assertTrue(said[i] >= 0 && said[i] <= 1);
      }
    }
  }

  private void classCalibration(JsonObject c, String method, boolean scores, Values weights, JsonObject wanted) {
    Table fresh = tableOf(c.getAsJsonArray("new"));
    Table given = tableOf(c.getAsJsonArray(scores ? "scores" : "probabilities"));
    int[] classes = Arrays.stream(Cases.longs(c.get("classes"))).mapToInt(Math::toIntExact).toArray();
    try (Calibration fitted = scores ? Calibration.fitClassScores(method, classes, given, weights)
            : Calibration.fitClasses(method, classes, given, weights)) {
      double[] said = flat(fitted, scores, fresh);
      test.check("probabilities", said, wanted.get("probabilities"));
      assertEquals(fresh.labels, fitted.classCount());
      assertEquals(method.equals("temperature"), fitted.temperature() > 0);
      try (Calibration loaded = Calibration.load(fitted.save())) {
        assertEquals(fitted.save(), loaded.save());
        assertArrayEquals(said, flat(loaded, scores, fresh));
      }
    }
  }

  private static Table tableOf(JsonArray rows) {
    return Table.of(Cases.flat(rows), rows.size(), Cases.width(rows));
  }

  private static double[] flat(Calibration calibration, boolean scores, Table values) {
    double[][] rows = scores ? calibration.classProbabilitiesOfScores(values) : calibration.classProbabilities(values);
    return Arrays.stream(rows).flatMapToDouble(Arrays::stream).toArray();
  }

  private static double[] applied(Calibration calibration, boolean scores, double... values) {
    return scores ? calibration.probabilitiesOfScores(values) : calibration.probabilities(values);
  }
}
