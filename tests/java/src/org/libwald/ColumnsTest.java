package org.libwald;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Rows as columns with names: numbers, words and missing values. */
class ColumnsTest {
  private static final LearnerOptions QUICK = LearnerOptions.builder().cValues(1).build();
  private static final double[] AGE = {39, 50, 38, 53, 28, 37};
  private static final String[] WORK = {"state", "self", "private", "private", "state", "self"};
  private static final boolean[] RICH = {false, true, false, true, false, true};

  private static Columns train() {
    return new Columns().add("age", AGE).add("work", WORK);
  }

  private static void refused(String message, Executable use) {
    assertEquals(message, assertThrows(ArgumentException.class, use).getMessage());
  }

  @Test
  void wordsAreOneHotAndMatchedByName() {
    double[][] cells = {{39, 0, 0, 1}, {50, 0, 1, 0}, {38, 1, 0, 0}, {53, 1, 0, 0}, {28, 0, 0, 1}, {37, 0, 1, 0}};
    try (Dataset rows = Dataset.of(train()).labels(RICH);
        Dataset same = Dataset.of(cells).labels(new int[] {0, 1, 0, 1, 0, 1});
        Learner learner = Learner.fit("lfp", rows, QUICK);
        Learner wanted = Learner.fit("lfp", same, QUICK);
        Metric f1 = Metric.of("f1")) {
      assertEquals(List.of("age", "work=private", "work=self", "work=state"), learner.featureNames());
      assertEquals(6, rows.rows());
      assertEquals(4, rows.nFeatures());
      double[][] probabilities = wanted.probabilities(cells);
      assertArrayEquals(probabilities, learner.probabilities(train()).toArray());
      Columns other = new Columns().add("work", "self", "unheard of").add("age", new int[] {50, 20});
      String unknown = "column \"work\" is \"unheard of\": must be one of private, self, state";
      refused(unknown, () -> learner.probabilities(other));
      refused(unknown, () -> learner.row(Map.of("age", 50, "work", "unheard of")));
      other.unknownLevelsAreNone();
      assertArrayEquals(wanted.probabilities(new double[][] {{50, 0, 1, 0}, {20, 0, 0, 0}}),
          learner.probabilities(other).toArray());
      assertArrayEquals(new double[] {50, 0, 1, 0}, learner.row(Map.of("age", 50, "work", "self")));
      assertEquals(wanted.decide(cells, f1), learner.decide(train(), f1));
      try (Learner again = Learner.load(learner.save()); Estimator one = again.estimator(other, 0, DecisionOptions.defaults())) {
        assertArrayEquals(wanted.probabilities(50, 0, 1, 0), one.marginals());
      }
    }
  }

  @Test
  void classesByName() {
    try (Dataset rows = Dataset.of(train()).classes("low", "high", "low", "high", "low", "high");
        Learner learner = Learner.fit("lfp", rows, QUICK)) {
      assertEquals(List.of("high", "low"), learner.labelNames());
      assertEquals(Task.CLASSES, learner.task());
      assertTrue(learner.probabilities(50, 0, 1, 0)[0] > 0.5);
    }
    try (Dataset rows = Dataset.of(train()).classes("a", "b", "a", "b", "a", "b");
        Learner learner =
            Learner.fit("lfp", rows, LearnerOptions.builder().cValues(1).labelNames("x", "y").build())) {
      assertEquals(List.of("x", "y"), learner.labelNames()); // what was asked for comes first
      assertEquals(List.of("age", "work=private", "work=self", "work=state"), learner.featureNames());
    }
  }

  @Test
  void whatIsWrongIsNamed() {
    try (Dataset rows = Dataset.of(train()).labels(RICH); Learner learner = Learner.fit("lfp", rows, QUICK);
        Dataset plain = Dataset.of(new double[][] {{1}, {2}}).labels(0, 1);
        Learner nameless = Learner.fit("lfp", plain, QUICK)) {
      refused("there is no column for the feature \"age\"", () -> learner.probabilities(new Columns().add("work", "x")));
      refused("there is no column for the feature \"work=private\"",
          () -> learner.probabilities(new Columns().add("age", 1).add("more", 2)));
      refused("column \"more\" is not known: no feature is called so",
          () -> learner.probabilities(new Columns().add("age", 1).add("work", "x").add("more", 2)));
      refused("column \"age\" is \"old\": must be a number",
          () -> learner.probabilities(new Columns().add("age", "old").add("work", "x")));
      refused("the learner has no feature names: give rows as 1 numbers",
          () -> nameless.probabilities(new Columns().add("age", 1)));
    }
    refused("column \"work\" has 1 rows: the others have 6", () -> new Columns().add("age", AGE).add("work", "x"));
    refused("column \"age\" is there already", () -> train().add("age", AGE));
    assertThrows(NullPointerException.class, () -> train().add(null, AGE));
  }

  @Test
  void missingValuesAreFilled() {
    Columns gaps =
        new Columns().add("age", 39, 50, Double.NaN, 53, 28, 37).add("work", "a", null, "b", "b", "a", "a");
    LearnerOptions mean = LearnerOptions.builder().cValues(1).missing("mean").build();
    double nan = Double.NaN;
    double[][] cells = {{39, 1, 0}, {50, nan, nan}, {nan, 0, 1}, {53, 0, 1}, {28, 1, 0}, {37, 1, 0}};
    try (Dataset rows = Dataset.of(gaps).labels(RICH); Dataset same = Dataset.of(cells).labels(RICH);
        Learner learner = Learner.fit("lfp", rows, mean); Learner wanted = Learner.fit("lfp", same, mean)) {
      assertEquals(List.of("age", "work=a", "work=b"), learner.featureNames());
      assertArrayEquals(wanted.probabilities(cells), learner.probabilities(gaps).toArray());
      Map<String, Object> row = new HashMap<>(Map.of("age", 40));
      row.put("work", null);
      assertArrayEquals(wanted.probabilities(40, nan, nan), learner.probabilities(learner.row(row)));
    }
    try (Dataset rows = Dataset.of(gaps).labels(RICH)) {
      refused("features[1][1] (\"work=a\") is nan: must be a number; the option missing fills in missing "
          + "values", () -> Learner.fit("lfp", rows, QUICK));
    }
  }

  @Test
  void cascadesMatchByName() {
    double[][] cells = {{1, 0}, {-1, 1}, {2, 1}, {-2, 0}, {0.5, 2}, {-0.5, 2}};
    CascadeOptions named =
        CascadeOptions.builder().featureNames("size", "kind").categories("kind=a", "kind=b", "kind=c").build();
    try (Trees trees = Trees.of(2)
            .add(TreeNode.below(0, 0, 1, 2), TreeNode.leaf(-1), TreeNode.leaf(1))
            .add(TreeNode.among(1, 1, 2, 0, 2), TreeNode.leaf(-0.5), TreeNode.leaf(0.5));
        CascadeScores scores = CascadeScores.of(2).feed(trees, Table.of(cells));
        Cascade unbound = Cascade.fit(scores, named); Cascade bound = unbound.bind(trees);
        Cascade cascade = Cascade.load(bound.save());
        Cascade plain = Cascade.fit(scores); Cascade nameless = plain.bind(trees)) {
      assertEquals(List.of("size", "kind"), cascade.featureNames());
      Columns rows = new Columns().add("kind", "a", "b", "b", "a", "c", "c").add("size", 1, -1, 2, -2, 0.5, -0.5);
      int[] wanted = cascade.applyTrees(Table.of(cells)).decisions();
      assertArrayEquals(wanted, cascade.applyTrees(rows).decisions());
      assertArrayEquals(new double[] {-1, 2}, cascade.row(Map.of("kind", "c", "size", -1)));
      assertArrayEquals(new double[] {-1, 2}, cascade.row(Map.of("kind", 2, "size", -1)));
      Map<String, Object> row = new HashMap<>(Map.of("size", 3.5));
      row.put("kind", null);
      assertArrayEquals(new double[] {3.5, Double.NaN}, cascade.row(row));
      refused("column \"kind\" is \"d\": must be one of a, b, c", () -> cascade.row(Map.of("kind", "d", "size", 1)));
      refused("column \"size\" is \"d\": must be a number", () -> cascade.row(Map.of("kind", "a", "size", "d")));
      refused("there is no column for the feature \"kind\"", () -> cascade.row(Map.of("size", 1)));
      assertEquals(List.of(), nameless.featureNames());
      refused("the cascade has no feature names: give rows as 2 numbers", () -> nameless.row(Map.of("size", 1)));
    }
  }
}
