package org.libwald;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * Decision curves and reliability: forms and errors. The numbers themselves are compared in ConformanceTest. Evaluations at
 * fixed thresholds.
 */
class ScoreCurvesTest {
  private static final Table P = Table.of(new double[] {0.9, 0.5, 0.8, 0.1, 0.6, 0.6, 0.4, 0.9, 0.2, 0.2, 0.1, 0.7}, 6, 2);
  private static final byte[] LABELS = {1, 1, 0, 1, 0, 0};

  @Test
  void decisionCurve() {
    DecisionCurve curve = DecisionCurve.of(Mask.of(LABELS), P, new double[] {0.5, 0.2}, null,
        ThresholdOptions.builder().reference(1).build());
    assertEquals(2, curve.models());
    assertArrayEquals(new double[] {0.5, 0.2}, curve.thresholds());
    assertArrayEquals(new double[] {1.0 / 6, 3.0 / 6 - 2.0 / 6 / 4}, curve.netBenefit(0), 1e-15);
    assertArrayEquals(new double[] {0, 0.5 - 0.5 / 4}, curve.netBenefit(2), 1e-15);
    assertArrayEquals(new double[] {0, 0}, curve.difference(1));
    assertArrayEquals(new double[] {2.0 / 6, 3.0 / 6}, curve.tpRate(0), 1e-15);
    assertTrue(curve.low(0)[0] < curve.netBenefit(0)[0] && curve.netBenefit(0)[0] < curve.high(0)[0]);
    assertEquals("DecisionCurve(2 models, 2 thresholds from 0.2 to 0.5)", curve.toString());
    DecisionCurve whole = DecisionCurve.of(LABELS, P);
    assertEquals(99, whole.thresholds().length);
    assertEquals(curve.netBenefit(0)[0], whole.netBenefit(0)[49]);
    Values twice = Values.of(2.0, 2, 2, 2, 2, 2);
    assertArrayEquals(whole.netBenefit(1), DecisionCurve.of(Mask.of(LABELS), P, whole.thresholds(), twice,
        ThresholdOptions.defaults()).netBenefit(1), 1e-15);
  }

  @Test
  void whatADecisionCurveRefuses() {
    byte[] censored = LABELS.clone();
    censored[1] = Mask.NOT_RATED;
    refused("truth[1] is 2 (not rated): censored labels are not supported, must be 0 or 1",
        () -> DecisionCurve.of(censored, P));
    refused("thresholds[0] is 1: must lie in (0, 1)",
        () -> DecisionCurve.of(Mask.of(LABELS), P, new double[] {1}, null, ThresholdOptions.defaults()));
    refused("reference is 2: must lie in [0, 1], the models",
        () -> DecisionCurve.of(Mask.of(LABELS), P, new double[] {0.5}, null,
            ThresholdOptions.builder().reference(2).build()));
    refused("model is 3: must lie in [0, 2]", () -> DecisionCurve.of(LABELS, P).netBenefit(3));
    refused("weights has 1 elements: there are 6 rows",
        () -> DecisionCurve.of(Mask.of(LABELS), P, new double[] {0.5}, Values.of(1.0), ThresholdOptions.defaults()));
    refused("truth has shape (1, 2): must have 6 cells in one row or one column",
        () -> DecisionCurve.of(new byte[] {1, 0}, P));
  }

  @Test
  void evaluation() {
    ThresholdOptions options =
        ThresholdOptions.builder().metrics("auc", "recall").names("old", "new").build();
    double[] at = {0.5, 0.55};
    ThresholdEvaluation found = ThresholdEvaluation.of(Mask.of(LABELS), P, at, null, null, options);
    assertArrayEquals(new String[] {"auc", "recall"}, found.metricNames());
    assertEquals(6, found.nRows());
    assertEquals(8.0 / 9, found.value()[0], 1e-15);
    assertEquals(2.0 / 3, found.value()[1], 1e-15);
    assertEquals(Math.sqrt(2.0 / 81), found.standardError()[0], 1e-15);
    assertArrayEquals(new double[] {2, 1}, found.tp());
    assertEquals(found.value()[2] - found.value()[0], found.pairDifference()[0], 1e-15);
    assertTrue(found.pairPAdjusted()[0] >= found.pairPValue()[0]);
    assertTrue(found.markdown().startsWith("| metric (95% limits) | old | new |"));
    assertTrue(found.latex().startsWith("\\begin{tabular}{lrr}"));
    assertEquals("", found.warning());
    ThresholdEvaluation grouped = ThresholdEvaluation.of(Mask.of(LABELS), P, null, Values.of(1.0, 1, 1, 1, 1, 2),
        new long[] {1, 1, 2, 2, 3, 3}, ThresholdOptions.defaults());
    assertEquals(3, grouped.nUnits());
    assertArrayEquals(new String[] {"auc"}, grouped.metricNames());
    refused("thresholds has 1 rows: must have 2, one per column of scores",
        () -> ThresholdEvaluation.of(Mask.of(LABELS), P, new double[] {1}, null, null, options));
    refused("thresholds is NULL: metric \"recall\" needs one per column of scores",
        () -> ThresholdEvaluation.of(Mask.of(LABELS), P, null, null, null, options));
  }

  @Test
  void reliability() {
    Values first = P.values.slice(0, 6, 2);
    Reliability found = Reliability.of(Mask.of(LABELS), first, null, ThresholdOptions.builder().bins(2).build());
    assertEquals(0.82 / 6, found.brier(), 1e-15);
    assertEquals(found.brier(), found.miscalibration() - found.discrimination() + found.uncertainty(), 1e-15);
    assertArrayEquals(new double[] {1, 1, 0.5, 0.5, 0, 0}, found.fitted());
    assertEquals(2, found.bins());
    assertArrayEquals(new double[] {3, 3}, found.binWeight());
    assertArrayEquals(new double[] {1.0 / 3, 2.0 / 3}, found.binShare(), 1e-15);
    assertTrue(found.toString().startsWith("Reliability(Brier score 0.13666"), found.toString());
    double[] p = {0.9, 0.8, 0.6, 0.4, 0.2, 0.1};
    assertEquals(found.brier(), Reliability.of(LABELS, p).brier());
    assertEquals(10, Reliability.of(LABELS, p).bins());
    assertTrue(Arrays.stream(Reliability.of(LABELS, p).binShare()).anyMatch(Double::isNaN));
    refused("probabilities[0] is 1.5: must lie in [0, 1]", () -> Reliability.of(new byte[] {1}, 1.5));
    refused("bins is 0: must lie in [1, 1000000]", () -> ThresholdOptions.builder().bins(0).build());
  }

  /** Probabilities of 0 and 1 make the share of a label binomial: three of four. */
  @Test
  void prevalence() {
    Table rows = Table.of(new double[] {1, 0, 1, 1}, 4, 1);
    Prevalence found = Prevalence.of(Kind.INDEPENDENT, rows, Values.of(0.3), null, null, ThresholdOptions.defaults());
    assertArrayEquals(new double[] {0.75}, found.prior(), 1e-12);
    assertArrayEquals(new double[] {0.2775817934}, found.low(), 1e-7);
    assertArrayEquals(new double[] {0.9837714794}, found.high(), 1e-7);
    assertTrue(Double.isNaN(found.pValue()[0]));
    assertEquals(4, found.nRows());
    assertTrue(found.toString().matches("Prevalence\\(0\\.75\\d* in \\[.*"), found.toString());
    Prevalence calibrated = Prevalence.of(Kind.INDEPENDENT, rows, null, Mask.of(new byte[] {1, 0, 0, 1}, 4, 1),
        Table.of(new double[] {0.9, 0.3, 0.6, 0.7}, 4, 1), ThresholdOptions.builder().bootstrap(20).build());
    assertEquals(0.5, calibrated.trainingPrior()[0]);
    assertTrue(calibrated.pValue()[0] > 0);
    refused("training_prior is NULL: must be given without calibration rows",
        () -> Prevalence.of(Kind.INDEPENDENT, rows));
  }

  private static void refused(String message, Runnable call) {
    assertEquals(message, assertThrows(ArgumentException.class, call::run).getMessage());
  }
}
