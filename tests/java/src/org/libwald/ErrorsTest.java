package org.libwald;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Wrong arguments. The library's own sentences are in ConformanceTest. */
class ErrorsTest {
  private static final double[] P = {0.5, 0.4};

  private static void refused(String message, Executable use) {
    assertEquals(message, assertThrows(ArgumentException.class, use).getMessage());
  }

  @Test
  void textAndStatus() {
    try (Metric f1 = Metric.of("f1")) {
      ArgumentException wrong = assertThrows(ArgumentException.class, () -> f1.decide(new double[] {0.5, 1.2}));
      assertEquals("probabilities[1] is 1.2: must lie in [0, 1]", wrong.getMessage());
      assertEquals(1, wrong.status());
      assertEquals("WALD_ERROR_ARGUMENT", Cases.status(wrong));
      refused("probabilities[0] is nan: must lie in [0, 1]", () -> f1.decide(new double[] {Double.NaN}));
      // An error leaves no trace.
      assertEquals(1, f1.decide(new double[] {0.9}).k());
    }
  }

  @Test
  void names() {
    FormatException beta = assertThrows(FormatException.class, () -> Metric.of("fbeta:-1"));
    assertEquals("metric \"fbeta:-1\": beta is -1: must be above 0", beta.getMessage());
    assertTrue(assertThrows(FormatException.class, () -> Metric.of("f\u00fc\ud83d\ude00")).getMessage()
        .contains("f\u00fc\ud83d\ude00"));
    assertThrows(FormatException.class, () -> Metric.of(""));
    refused("name holds a NUL character", () -> Metric.of("f1\0"));
    assertThrows(NullPointerException.class, () -> Metric.of(null));
    try (Metric named = Metric.custom("\u00e9\ud83d\ude00", (tp, k, s, n) -> tp)) {
      assertEquals("\u00e9\ud83d\ude00", named.name());
    }
    assertThrows(FormatException.class, () -> Estimator.load("{"));
    assertThrows(FormatException.class, () -> Estimator.load(""));
    assertThrows(FormatException.class, () -> Estimator.load("\0"));
  }

  /** The text begins with what was set and the call that does not read it. */
  private static void unread(String beginning, Executable use) {
    String text = assertThrows(ArgumentException.class, use).getMessage();
    assertTrue(text.startsWith(beginning), text);
  }

  @Test
  void optionsThatNothingReads() {
    byte[] one = {1, 0};
    Table table = Table.of(P, 1, 2);
    Mask mask = Mask.of(one, 1, 2);
    DecisionOptions macro = DecisionOptions.builder().average(Average.MACRO).build();
    DecisionOptions least = DecisionOptions.builder().atLeast(1).build();
    try (Metric f1 = Metric.of("f1"); Sample sample = Sample.of(1).feed(new byte[] {1, 0}, P);
        CascadeScores scores = CascadeScores.of(2).feed(Table.of(new double[] {1, 2, -1, -2}, 2, 2));
        Cascade cascade = Cascade.fit(scores); Dataset rows = Dataset.of(new double[][] {{1}, {2}, {3}}).labels(0, 1, 0);
        Learner learner = Learner.fit("lfp", rows, LearnerOptions.builder().cValues(1).build());
        Stages stages = Stages.of(2)) {
      unread("false_negative_cost is 5: choosing thresholds does not read it (abstention",
          () -> sample.choose(ThresholdOptions.builder().falseNegativeCost(5).build()));
      unread("precision_level is 0.8: choosing thresholds reads it with min_precision ",
          () -> sample.choose(ThresholdOptions.builder().precisionLevel(0.8).build()));
      unread("budget is 6: choosing a route reads it with goal = quality only",
          () -> Route.choose(stages, RouteOptions.builder().budget(6).build()));
      DecisionOptions exclusive = DecisionOptions.builder().kind(Kind.CATEGORICAL).build();
      unread("kind is categorical: an evaluation does not read it", () -> f1.evaluate(mask, mask, exclusive));
      unread("kind is categorical: a comparison does not read it", () -> f1.compare(mask, mask, mask, exclusive));
      unread("kind is categorical: predicting probabilities does not read it", () -> learner.probabilities(rows, exclusive));
      unread("temperature is 2: deciding does not read it (worth does); it reads at_least, ",
          () -> f1.decide(P, DecisionOptions.builder().temperature(2).build()));
      unread("temperature is 1: deciding does not read it", // the default, but set
          () -> f1.decide(table, DecisionOptions.builder().temperature(1).build()));
      unread("average is macro: an expectation reads it with tables only",
          () -> f1.expectedWithError(Values.of(P), one, macro));
      unread("average is macro: deciding reads it with tables only", () -> f1.decide(P, macro));
      unread("at_least is 1: an expectation does not read it (decide, curve, regret, ",
          () -> f1.expected(table, mask, least));
      assertEquals(1, f1.regret(table, mask, least).length);
      unread("at_least is 1: a distribution does not read it", () -> f1.distribution(Values.of(P), one, least));
      unread("folds is 3: calibrating a cascade does not read it (fit does)",
          () -> cascade.calibrate(scores, CascadeOptions.builder().folds(3).build()));
      unread("trees is 10: fitting this learner reads it with learner forest only",
          () -> Learner.fit("lfp", rows, LearnerOptions.builder().trees(10).build()));
      unread("at_least is 1: predicting probabilities does not read it", () -> learner.probabilities(rows, least));
      assertEquals(3, learner.decide(rows, f1, least).size());
    }
  }

  @Test
  void options() {
    try (Metric f1 = Metric.of("f1"); Estimator known = Estimator.joint(2)) {
      assertThrows(ArgumentException.class, () -> DecisionOptions.builder().threads(-1).build());
      assertThrows(ArgumentException.class, () -> DecisionOptions.builder().algorithm("fast").build());
      assertThrows(ArgumentException.class, () -> DecisionOptions.builder().abstain(Double.POSITIVE_INFINITY).build());
      assertThrows(ArgumentException.class, () -> DecisionOptions.builder().samples(1).build());
      assertThrows(ArgumentException.class, () -> f1.decide(P, DecisionOptions.builder().atLeast(3).build()));
      refused("kind is categorical: the estimator is joint",
          () -> f1.decide(known, DecisionOptions.builder().kind(Kind.CATEGORICAL).build()));
      refused("kind is joint: must be independent or categorical; use an Estimator",
          () -> f1.decide(P, DecisionOptions.builder().kind(Kind.JOINT).build()));
      assertThrows(ArgumentException.class,
          () -> f1.decide(Table.of(P, 1, 2), DecisionOptions.builder().kind(Kind.JOINT).build()));
      assertThrows(UnsupportedException.class, () -> f1.decide(Table.of(P, 1, 2),
          DecisionOptions.builder().kind(Kind.CATEGORICAL).average(Average.MICRO).build()));
      assertEquals(1, f1.decide(P, DecisionOptions.builder().kind(Kind.CATEGORICAL).exactly(1).build()).k());
    }
  }

  @Test
  void shapes() {
    try (Metric f1 = Metric.of("f1")) {
      refused("truth has shape (2, 1), prediction has shape (1, 2): they must have the same shape",
          () -> f1.evaluate(Mask.of(new byte[2], 2, 1), Mask.of(new byte[2])));
      refused("mask has shape (2, 1), probabilities has shape (1, 2): they must have the same shape",
          () -> f1.expected(Table.of(P, 1, 2), Mask.of(new byte[2], 2, 1), DecisionOptions.defaults()));
      refused("weights has 1 elements: there are 2 rows",
          () -> f1.evaluate(Mask.of(new byte[2], 2, 1), Mask.of(new byte[2], 2, 1), Values.of(1.0),
              DecisionOptions.builder().average(Average.MACRO).build()));
      Mask two = Mask.of(new byte[] {1, 0}, 2, 1);
      refused("truth has shape (2, 1), a has shape (1, 2): they must have the same shape",
          () -> f1.compare(two, Mask.of(new byte[2]), two));
      refused("truth has shape (2, 1), b has shape (1, 2): they must have the same shape",
          () -> f1.compare(two, two, Mask.of(new byte[2])));
      refused("groups has 1 rows: must have 2",
          () -> f1.compare(two, two, two, null, new long[1], DecisionOptions.defaults()));
      refused("level is 1: must lie in (0, 1)",
          () -> f1.compare(two, two, two, DecisionOptions.builder().level(1).build()));
      assertThrows(ArgumentException.class, () -> f1.expected(Values.of(P), new byte[] {1}));
      assertThrows(ArgumentException.class, () -> f1.regret(Values.of(P), new byte[] {1, 2}));
      refused("names has 1 elements: there are 2 labels", () -> f1.decide(P).labels(List.of("sky")));
      assertThrows(IndexOutOfBoundsException.class, () -> f1.decide(P).contains(2));
      assertThrows(IndexOutOfBoundsException.class, () -> f1.decide(Table.of(P, 1, 2)).get(1));
      assertThrows(IndexOutOfBoundsException.class, () -> Mask.of(new byte[2]).get(0, 2));
    }
  }

  @Test
  void nulls() {
    try (Metric f1 = Metric.of("f1"); Estimator known = Estimator.independent(P)) {
      for (Executable use : List.<Executable>of(() -> f1.decide((double[]) null), () -> f1.decide((Problem) null),
          () -> f1.decide((Table) null), () -> f1.decide((SparseTable) null), () -> f1.decide(P, null),
          () -> f1.decide(known, null), () -> f1.expected(null, new byte[2]), () -> f1.expected(known, null),
          () -> f1.evaluate(null, null), () -> known.feed((Values) null), () -> known.merge(null),
          () -> Estimator.of(null, 0), () -> Estimator.load((String) null), () -> Values.of((double[]) null),
          () -> Table.of((Values) null, 0, 0), () -> DecisionOptions.builder().average(null),
          () -> DecisionOptions.builder().progress(null),
          () -> Metric.table("t", 1, null), () -> Mask.of((byte[]) null))) {
        assertThrows(NullPointerException.class, use);
      }
      assertEquals(2, known.nLabels()); // it can be fed again
      known.feed(0.1);
    }
  }

  @Test
  void nullOptionsAreNamed() {
    Table table = Table.of(P, 1, 2);
    Mask mask = Mask.of(1, 0);
    byte[] cells = {1, 0};
    try (Metric f1 = Metric.of("f1"); Estimator known = Estimator.independent(P);
        Sample sample = Sample.of(1).feed(new boolean[] {true, false}, P);
        CascadeScores scores = CascadeScores.of(2).feed(table); Cascade cascade = Cascade.fit(scores);
        Dataset rows = Dataset.of(new double[][] {{1}, {2}, {3}}).labels(0, 1, 0);
        Learner learner = Learner.fit("lfp", rows, LearnerOptions.builder().cValues(1).build())) {
      for (Executable use : List.<Executable>of(() -> f1.decide(P, null), () -> f1.decide(known, null),
          () -> f1.decide(Values.of(P), null), () -> f1.decide(table, null), () -> f1.decideInto(table, null, mask, null),
          () -> f1.expected(table, mask, null), () -> f1.regret(table, mask, null), () -> f1.curve(known, null),
          () -> f1.distribution(known, cells, null), () -> f1.evaluate(mask, mask, null), () -> f1.compare(mask, mask, mask, null),
          () -> f1.expectedWithError(known, cells, null), () -> known.draw(1, null), () -> sample.choose(null),
          () -> sample.frontier(null), () -> sample.abstentionZone(null), () -> Cascade.fit(scores, null),
          () -> cascade.calibrate(scores, null), () -> cascade.evaluate(scores, null),
          () -> cascade.apply(table, null), () -> LabelThresholds.choose(mask, table, null, null, null),
          () -> ClassMultipliers.choose(new int[1], table, null, null), () -> Learner.fit("lfp", rows, null),
          () -> learner.probabilities(rows, null), () -> learner.decide(rows, f1, null),
          () -> learner.decide(new double[1], f1, null), () -> learner.decideInto(rows, f1, null, null, null),
          () -> learner.estimator(rows, 0, null))) {
        assertEquals("options", assertThrows(NullPointerException.class, use).getMessage());
      }
    }
  }

  @Test
  void oneLabelRowByRowIsWarnedOf() {
    double[] p = {0.4, 0.3, 0.2};
    Table column = Table.of(p, 3, 1);
    String wanted = "the table has one column and the metric judges sets of rows: without an average each row is decided "
        + "and evaluated alone; pass average macro for the column, average instance for the rows";
    try (Metric f1 = Metric.of("f1"); Metric zero = Metric.of("f1", 0); Metric hamming = Metric.of("hamming");
        Metric cost = Metric.of("cost:1:5"); Metric subset = Metric.of("subset_accuracy");
        Metric own = Metric.custom("own", (tp, k, s, n) -> tp);
        Dataset rows = Dataset.of(new double[][] {{1}, {2}, {3}}).labels(0, 1, 0);
        Learner learner = Learner.fit("lfp", rows, LearnerOptions.builder().cValues(1).build())) {
      Decisions alone = f1.decide(column);
      assertEquals(wanted, alone.warning());
      assertTrue(alone.toString().endsWith(", warning: " + wanted + ")"), alone.toString());
      assertEquals(wanted, f1.decide(SparseTable.of(new long[] {0, 1, 2, 3}, new long[3], Values.of(p), 1)).warning());
      assertEquals(wanted, learner.decide(rows, f1).warning());
      assertEquals(wanted, zero.decide(column).warning());
      Mask truth = Mask.of(new byte[] {1, 0, 0}, 3, 1);
      assertEquals(wanted, f1.tableWarning(column));
      assertEquals(wanted, f1.tableWarning(SparseTable.of(new long[] {0, 1, 2, 3}, new long[3], Values.of(p), 1)));
      assertEquals(wanted, f1.tableWarning(truth));
      assertEquals(wanted, Report.of(f1, truth, column).warning());
      DecisionOptions macro = DecisionOptions.builder().average(Average.MACRO).build();
      assertEquals("", f1.tableWarning(truth, macro));
      assertEquals("", Report.of(f1, truth, column).options(macro).warning());
      assertEquals(0, f1.worth(column).gain());
      Worth known = f1.worth(truth, column, macro);
      assertEquals(f1.evaluate(truth, f1.decide(column, macro).mask(), macro).value(), known.realisedOptimum());
      assertEquals(known.realisedOptimum() - known.realisedCut(), known.realisedGain(), 1e-14);
      assertEquals(
          known.excess(),
          f1.worth(truth, SparseTable.of(new long[] {0, 1, 2, 3}, new long[3], Values.of(p), 1), macro).excess());
      assertTrue(f1.worth(column, DecisionOptions.builder().average(Average.MACRO).build()).gain() > 0);
      for (Decisions fine : List.of(hamming.decide(column), cost.decide(column), subset.decide(column),
          own.decide(column),
          f1.decide(column, DecisionOptions.builder().average(Average.INSTANCE).build()),
          learner.decide(rows, f1, DecisionOptions.builder().average(Average.INSTANCE).build()),
          f1.decide(column, DecisionOptions.builder().average(Average.MACRO).build()),
          f1.decide(column, DecisionOptions.builder().average(Average.MICRO).build()), f1.decide(column.transpose()),
          f1.decide(Table.of(p, 1, 1)))) {
        assertEquals("", fine.warning());
        assertFalse(fine.toString().contains("warning"));
      }
      // Decided together, the rows of the same column are answered otherwise.
      assertEquals(0, alone.mask().get(0, 0));
      assertEquals(1, f1.decide(column, DecisionOptions.builder().average(Average.MACRO).build()).mask().get(0, 0));
    }
  }

  @Test
  void rowsThatSumToOneAreWarnedOf() {
    Table binary = Table.of(new double[] {0.7, 0.3, 0.4, 0.6}, 2, 2);
    String wanted = "each row of probabilities sums to 1, but its two labels are taken as independent: for a binary "
        + "classifier pass the probabilities of class 1 alone (column 1, P[:, 1]) with average macro, for two exclusive "
        + "classes pass kind categorical";
    try (Metric f1 = Metric.of("f1"); Metric hamming = Metric.of("hamming")) {
      assertEquals(wanted, f1.decide(binary).warning());
      assertTrue(f1.worth(binary).exclusive());
      assertEquals(wanted, f1.tableWarning(binary));
      Mask truth = Mask.of(new byte[] {1, 0, 0, 1}, 2, 2);
      assertEquals(wanted, Report.of(f1, truth, binary).warning());
      Table fine = Table.of(new double[] {0.7, 0.3, 0.4, 0.5}, 2, 2);
      assertEquals(wanted, Report.of(f1, truth, fine).compare(binary).warning());
      assertEquals("", Report.of(f1, truth, fine).warning());
      assertEquals("", f1.tableWarning(binary, DecisionOptions.builder().kind(Kind.CATEGORICAL).build()));
      assertEquals("", hamming.tableWarning(binary));
      assertEquals(wanted, f1.worth(binary).warning());
      assertEquals("", hamming.worth(binary).warning());
      assertEquals("", f1.decide(binary, DecisionOptions.builder().average(Average.MACRO).build()).warning());
      assertEquals("", f1.decide(binary, DecisionOptions.builder().kind(Kind.CATEGORICAL).build()).warning());
      assertEquals("", hamming.decide(binary).warning());
      assertFalse(hamming.worth(binary).exclusive());
      assertEquals("", f1.decide(Table.of(new double[] {0.7, 0.3, 0.4, 0.5}, 2, 2)).warning());
    }
  }

  @Test
  void kinds() {
    try (Metric jaccard = Metric.of("jaccard"); Estimator known = Estimator.independent(P);
        Estimator counts = known.toCounts(); Estimator joint = Estimator.joint(2)) {
      assertThrows(UnsupportedException.class, () -> jaccard.decide(counts));
      assertThrows(WaldException.class, () -> known.merge(joint));
      assertThrows(WaldException.class, () -> joint.feed(0.5));
      assertThrows(WaldException.class, known::maxS);
      assertThrows(WaldException.class, counts::mode);
      assertEquals(2, counts.copy().merge(counts).nFed());
    }
  }

  @Test
  void texts() {
    try (Metric f1 = Metric.of("f1", 0); Estimator known = Estimator.joint(2).feed(Mask.of(true, false));
        Distribution worth = f1.distribution(known, new byte[] {1, 0})) {
      assertEquals("Metric(f1)", f1.toString());
      assertEquals("Estimator(joint, 2 labels, 1 fed)", known.toString());
      assertEquals("Distribution(mean 1.00000, sd 0.00000, exact)", worth.toString());
      Decision decision = f1.decide(known);
      assertEquals("Decision(k=1, indices=[0], expected=1.0, algorithm=" + decision.algorithm() + ")",
          decision.toString());
      assertEquals("Decisions(1 answers (instance) over 1 x 2, mean expected 0.533333)",
          f1.decide(Table.of(P, 1, 2)).toString());
    }
  }

  @Test
  void list() {
    List<MetricInfo> all = Metric.list();
    assertTrue(all.size() > 10);
    assertEquals("f1", all.get(0).name());
    assertTrue(all.get(0).properties().contains(Property.RISES_IN_TP));
    for (MetricInfo one : all) {
      assertFalse(one.formula().isEmpty() || one.sentence().isEmpty(), one.name());
      for (String alias : one.aliases()) {
        if (alias.matches("[a-z0-9_]+")) { // no pattern, as "fB" is
          try (Metric named = Metric.of(alias)) {
            assertEquals(one.name(), named.name());
          }
        }
      }
    }
  }
}
