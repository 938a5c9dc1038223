package org.libwald;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The calls of the conformance cases that concern thresholds. What is computed is checked by ConformanceTest. */
final class ThresholdCalls {
  private final ConformanceTest test;

  ThresholdCalls(ConformanceTest test) {
    this.test = test;
  }

  /** Whether the case is one of these; it is then run. */
  boolean run(JsonObject c, JsonObject wanted) {
    switch (c.get("call").getAsString()) {
      case "frontier" -> sample(c, wanted);
      case "choose" -> choose(c, wanted);
      case "operating_points" -> operatingPoints(c, wanted);
      case "apply_thresholds" -> applyThresholds(c, wanted);
      case "label_thresholds" -> labelThresholds(c, wanted);
      case "segment_thresholds" -> segmentThresholds(c, wanted);
      case "class_multipliers" -> classMultipliers(c, wanted);
      case "apply_classes" -> applyClasses(c, wanted);
      case "match_detections" -> matchDetections(c, wanted);
      case "abstention_zone" -> abstentionZone(c, wanted);
      case "decision_curve" -> decisionCurve(c, wanted);
      case "reliability" -> reliability(c, wanted);
      default -> {
        return false;
      }
    }
    return true;
  }

  // ---- Inputs -------------------------------------------------------------------------------------------------------

  private static Rule rule(JsonElement name) {
    return Rule.valueOf(name.getAsString().toUpperCase(Locale.ROOT));
  }

  private static Values values(JsonObject c, String name) {
    return Cases.isThere(c, name) ? Values.of(Cases.numbers(c.get(name))) : null;
  }

  private static Values weights(JsonObject c) {
    return values(c, "weights");
  }

  private static Table table(JsonElement rows, long columns) {
    JsonArray all = rows.getAsJsonArray();
    return Table.of(Cases.flat(all), all.size(), columns);
  }

  private static Table table(JsonElement rows) {
    return table(rows, Cases.width(rows.getAsJsonArray()));
  }

  /** The rows of a case. */
  private record Rows(long scores, Rule rule, double[] ratedFrom, Table table, byte[] labels, Values weights) {
    static Rows of(JsonObject c) {
      JsonObject rows = c.getAsJsonObject("rows");
      long scores = rows.get("n_scores").getAsLong();
      double[] ratedFrom = Cases.isThere(rows, "rated_from") ? Cases.numbers(rows.get("rated_from")) : null;
      return new Rows(scores, ThresholdCalls.rule(rows.get("rule")), ratedFrom,
          ThresholdCalls.table(rows.get("scores"), scores), Cases.bytes(rows.get("labels")),
          ThresholdCalls.weights(rows));
    }

    Sample empty() {
      return ratedFrom == null ? Sample.of(scores, rule) : Sample.of(rule, ratedFrom);
    }

    Sample sample() {
      return empty().feed(Mask.of(labels), table, weights);
    }

    /** The same rows one by one, from the last, half of them through another sample. */
    Sample merged() {
      Sample made = empty();
      try (Sample other = empty()) {
        for (int i = labels.length - 1; i >= 0; --i) {
          Table row = Table.of(table.values, i * scores, 1, scores, scores, 1);
          (i % 2 == 1 ? made : other).feed(Mask.of(labels[i]), row, weights == null ? null : weights.slice(i, 1, 1));
        }
        return made.merge(other);
      }
    }
  }

  private static ThresholdOptions.Builder asked(JsonObject c) {
    ThresholdOptions.Builder made = ThresholdOptions.builder();
    Cases.setAll(made, "thresholds", c.getAsJsonObject("asked"));
    if (Cases.isThere(c, "average")) {
      made.average(Average.valueOf(c.get("average").getAsString().toUpperCase(Locale.ROOT)));
    }
    return made;
  }

  /** The options, whose metric is closed: they have a copy of it. */
  private static ThresholdOptions options(JsonObject c, ThresholdOptions.Builder asked) {
    JsonObject what = c.getAsJsonObject("asked");
    if (!what.has("metric")) {
      return asked.build();
    }
    int zeroDivision = what.has("zero_division") ? what.get("zero_division").getAsInt() : 1;
    try (Metric metric = Metric.of(what.get("metric").getAsString(), zeroDivision)) {
      return asked.metric(metric).build();
    }
  }

  /** Every number of an answer and of its baselines. */
  private static List<Long> numbers(Thresholds answer) {
    List<Thresholds> all = new ArrayList<>(List.of(answer));
    all.addAll(answer.baselines());
    List<Double> found = new ArrayList<>();
    for (Thresholds one : all) {
      for (ThresholdFact fact : ThresholdFact.values()) {
        Interval interval = one.interval(fact);
        found.addAll(List.of(one.fact(fact), interval.low(), interval.high()));
      }
      for (double[] array : List.of(one.thresholds(), one.nextLower(), one.coefficients())) {
        Arrays.stream(array).forEach(found::add);
      }
      one.thresholdIntervals().forEach(i -> found.addAll(List.of(i.low(), i.high())));
      one.flags().forEach(flag -> found.add((double) flag.value));
    }
    return found.stream().map(Double::doubleToLongBits).toList();
  }

  private static List<Long> numbers(Sample from, ThresholdOptions options) {
    try (from; Thresholds answer = from.choose(options)) {
      return numbers(answer);
    }
  }

  private static ThresholdFact fact(String name) {
    return Arrays.stream(ThresholdFact.values()).filter(f -> f.toString().equals(name)).findFirst().orElseThrow();
  }

  /** In the order of the C++ runner. */
  private static Map<String, JsonElement> sorted(JsonObject o) {
    return new TreeMap<>(o.asMap());
  }

  // ---- The calls ----------------------------------------------------------------------------------------------------

  private void sample(JsonObject c, JsonObject wanted) {
    Rows rows = Rows.of(c);
    try (Sample sample = rows.sample(); Sample again = Sample.load(sample.save());
        Sample merged = rows.merged()) {
      assertEquals(wanted.get("n_rows").getAsLong(), sample.nRows());
      test.check("positives", sample.positives(), wanted.get("positives"));
      test.check("negatives", sample.negatives(), wanted.get("negatives"));
      test.check("unrated", sample.unrated(), wanted.get("unrated"));
      for (JsonElement one : wanted.getAsJsonArray("counts")) {
        JsonArray at = one.getAsJsonArray();
        Sample.Counts counts = sample.count(Cases.numbers(at.get(0)));
        test.check("tp at " + at, counts.tp(), at.get(1));
        test.check("fp at " + at, counts.fp(), at.get(2));
        test.check("unrated at " + at, counts.unrated(), at.get(3));
      }
      test.check("auc", sample.rocArea(), wanted.get("auc"));
      assertEquals(rows.rule, sample.rule());
      double[] cut = new double[(int) rows.scores];
      Arrays.fill(cut, Double.NEGATIVE_INFINITY);
      assertArrayEquals(rows.ratedFrom == null ? cut : rows.ratedFrom, sample.ratedFrom());
      assertEquals(sample.save(), again.save());
      assertEquals(sample.save(), merged.save());
    }
  }

  private void choose(JsonObject c, JsonObject wanted) {
    Rows rows = Rows.of(c);
    try (Sample sample = rows.sample()) {
      ThresholdOptions.Builder builder = asked(c);
      ThresholdOptions options = options(c, builder);
      try (Thresholds got = sample.choose(options)) {
        assertEquals(wanted.get("method").getAsString(), got.method());
        sorted(wanted.getAsJsonObject("facts")).forEach((name, value) -> test.check(name, got.fact(fact(name)), value));
        assertEquals(wanted.getAsJsonArray("flags").asList().stream().map(JsonElement::getAsString).toList(),
            got.flags().stream().map(ThresholdFlag::toString).sorted().toList());
        if (wanted.has("thresholds")) {
          test.check("thresholds", got.thresholds(), wanted.get("thresholds"));
        }
        if (wanted.has("intervals")) {
          sorted(wanted.getAsJsonObject("intervals")).forEach((name, limits) -> {
            Interval interval = got.interval(fact(name));
            test.check(name + ", low", interval.low(), limits.getAsJsonArray().get(0));
            test.check(name + ", high", interval.high(), limits.getAsJsonArray().get(1));
            assertTrue(interval.exact());
          });
        }
        applied(rows, sample, got);
        List<Long> first = numbers(got);
        assertEquals(first, numbers(rows.merged(), options), "of other chunks");
        assertEquals(first, numbers(sample.copy(), options), "of a copy");
        assertEquals(first, numbers(Sample.load(sample.save()), options), "of saved and loaded rows");
        assertEquals(first, numbers(sample.copy(), options(c, builder.threads(3))), "with 3 threads");
      }
    }
  }

  /** What the thresholds flag is what the answer says of them, whichever way it is asked. */
  private void applied(Rows rows, Sample sample, Thresholds got) {
    Sample.Counts counts = sample.count(got.thresholds());
    assertEquals(new Sample.Counts(got.tp(), got.fp(), got.fact(ThresholdFact.UNRATED)), counts);
    boolean[] flagged = got.apply(rows.table);
    assertArrayEquals(flagged, rows.rule.apply(got.thresholds(), rows.table));
    double weight = 0;
    for (int i = 0; i < flagged.length; ++i) {
      weight += flagged[i] ? rows.weights == null ? 1 : rows.weights.get(i) : 0;
    }
    test.check("weight flagged", weight, counts.tp() + counts.fp() + counts.unrated());
  }

  private void operatingPoints(JsonObject c, JsonObject wanted) {
    try (Sample sample = Rows.of(c).sample();
        Frontier got = sample.frontier(options(c, asked(c)))) {
            test.check("tp", got.tp(), wanted.get("tp"));
      test.check("fp", got.fp(), wanted.get("fp"));
      boolean[] onHull = got.onHull();
      assertEquals(wanted.getAsJsonArray("on_hull").size(), onHull.length);
      for (int i = 0; i < onHull.length; ++i) {
        assertEquals(wanted.getAsJsonArray("on_hull").get(i).getAsInt() == 1, onHull[i]);
      }
      Map<String, ToDoubleFunction<Frontier>> facts =
          Map.of("exact", p -> p.exact() ? 1 : 0, "quantiles", p -> p.quantiles() ? 1 : 0,
              "local_optimum", p -> p.localOptimum() ? 1 : 0, "positives", Frontier::positives,
              "negatives", Frontier::negatives, "roc_area", Frontier::rocArea,
              "roc_hull_area", Frontier::rocHullArea, "pr_area", Frontier::prArea);
      sorted(wanted.getAsJsonObject("facts"))
          .forEach((name, value) -> test.check(name, facts.get(name).applyAsDouble(got), value));
      double[][] thresholds = got.thresholds();
      for (int i = 0; i < thresholds.length; ++i) {
        Sample.Counts counts = sample.count(thresholds[i]);
        assertEquals(got.tp()[i], counts.tp());
        assertEquals(got.fp()[i], counts.fp());
      }
    }
  }

  private void applyThresholds(JsonObject c, JsonObject wanted) {
    boolean[] flagged = rule(c.get("rule")).apply(Cases.numbers(c.get("thresholds")), table(c.get("scores")));
    assertEquals(Mask.of(Cases.bytes(wanted.get("flagged"))), Mask.of(flagged));
  }

  private void labelThresholds(JsonObject c, JsonObject wanted) {
    Table scores = table(c.get("scores"));
    Mask labels = Cases.mask(c.getAsJsonArray("labels"));
    long[] groups = Cases.isThere(c, "groups") ? Cases.longs(c.get("groups")) : null;
    LabelThresholds got = LabelThresholds.choose(labels, scores, weights(c), groups, options(c, asked(c)));
    if (wanted.has("tp")) {
      test.check("tp", got.tp(), wanted.get("tp"));
    }
    if (wanted.has("fp")) {
      test.check("fp", got.fp(), wanted.get("fp"));
    }
    test.check("value", got.value(), wanted.get("value"));
    assertEquals(wanted.get("feasible").getAsInt() == 1, got.feasible());
    assertEquals(wanted.get("exact").getAsInt() == 1, got.exact());
    if (c.getAsJsonObject("asked").has("prevalence")) {
      return;
    }
    Mask flagged = got.apply(scores);
    double[] tp = new double[got.tp().length];
    double[] fp = new double[tp.length];
    for (int i = 0; i < flagged.rows(); ++i) { // the counts are those of the thresholds
      for (int j = 0; j < tp.length; ++j) {
        if (labels.get(i, j) != Mask.NOT_RATED) {
          (labels.get(i, j) == 1 ? tp : fp)[j] += flagged.get(i, j);
        }
      }
    }
    assertArrayEquals(tp, got.tp());
    assertArrayEquals(fp, got.fp());
  }

  private void segmentThresholds(JsonObject c, JsonObject wanted) {
    Values scores = values(c, "scores");
    long[] segments = Cases.longs(c.get("segments"));
    Table limits = Cases.isThere(c, "limits") ? table(c.get("limits")) : null;
    SegmentThresholds.Input input =
        new SegmentThresholds.Input(weights(c), values(c, "benefits"), values(c, "costs"), limits);
    byte[] labels = Cases.bytes(c.get("labels"));
    List<SegmentThresholds> got = SegmentThresholds.choose(
        Mask.of(labels), scores, segments, c.get("n_segments").getAsInt(), input, options(c, asked(c)));
    JsonArray answers = wanted.getAsJsonArray("answers");
    assertEquals(answers.size(), got.size());
    for (int a = 0; a < got.size(); ++a) {
      SegmentThresholds answer = got.get(a);
      String where = "answer " + a + ", ";
      sorted(answers.get(a).getAsJsonObject().getAsJsonObject("facts")).forEach(
          (name, value) -> test.check(where + name, SEGMENTS_FACTS.get(name).applyAsDouble(answer), value));
      sorted(answers.get(a).getAsJsonObject().getAsJsonObject("segments")).forEach(
          (name, values) -> test.check(where + "segments, " + name,
              answer.segments().stream().mapToDouble(SEGMENT_FACTS.get(name)).toArray(), values));
      if (c.getAsJsonObject("asked").has("prevalence")) {
        continue;
      }
      double[] flagged = new double[2]; // by label: what the thresholds flag is what the answer says of them
      for (int i = 0; i < segments.length; ++i) {
        if (scores.get(i) >= answer.segments().get((int) segments[i]).threshold()) {
          flagged[labels[i]] += input.weights() == null ? 1 : input.weights().get(i);
        }
      }
      assertArrayEquals(new double[] {answer.fp(), answer.tp()}, flagged);
    }
  }

  private static final Map<String, ToDoubleFunction<SegmentThresholds>> SEGMENTS_FACTS =
      Map.of("tolerance", SegmentThresholds::tolerance, "value", SegmentThresholds::value, "bound",
          SegmentThresholds::bound, "feasible", t -> t.feasible() ? 1 : 0, "exact", t -> t.exact() ? 1 : 0, "difference",
          SegmentThresholds::difference, "tp", SegmentThresholds::tp, "fp", SegmentThresholds::fp, "gain",
          SegmentThresholds::gain);
  private static final Map<String, ToDoubleFunction<SegmentThresholds.Segment>> SEGMENT_FACTS =
      Map.ofEntries(Map.entry("threshold", SegmentThresholds.Segment::threshold),
          Map.entry("next_lower", SegmentThresholds.Segment::nextLower), Map.entry("tp", SegmentThresholds.Segment::tp),
          Map.entry("fp", SegmentThresholds.Segment::fp), Map.entry("positives", SegmentThresholds.Segment::positives),
          Map.entry("negatives", SegmentThresholds.Segment::negatives),
          Map.entry("precision", SegmentThresholds.Segment::precision), Map.entry("tpr", SegmentThresholds.Segment::tpr),
          Map.entry("fpr", SegmentThresholds.Segment::fpr),
          Map.entry("selection_rate", SegmentThresholds.Segment::selectionRate),
          Map.entry("gain", SegmentThresholds.Segment::gain));

  private static double[][] costs(JsonObject c) {
    double[] flat = Cases.numbers(c.get("costs"));
    int classes = (int) Math.round(Math.sqrt(flat.length));
    return Slice.rows(flat, classes, classes);
  }

  private void classMultipliers(JsonObject c, JsonObject wanted) {
    Table scores = table(c.get("scores"));
    int[] truth = Arrays.stream(Cases.longs(c.get("truth"))).mapToInt(Math::toIntExact).toArray();
    ThresholdOptions.Builder builder = ThresholdOptions.builder();
    ClassMultipliers got;
    if (Cases.isThere(c, "costs")) {
      got = ClassMultipliers.choose(costs(c), truth, scores, weights(c), builder.build());
    } else {
      try (Metric metric = Cases.metric(c)) {
        builder.metric(metric).average(Average.valueOf(c.get("average").getAsString().toUpperCase(Locale.ROOT)));
        got = ClassMultipliers.choose(truth, scores, weights(c), builder.build());
      }
    }
    test.check("value", got.value(), wanted.get("value"));
    test.check("start", got.start(), wanted.get("start"));
    double[][] confusion = new double[got.multipliers().length][got.multipliers().length];
    int[] classes = got.apply(scores);
    for (int i = 0; i < truth.length; ++i) {
      ++confusion[truth[i]][classes[i]];
    }
    assertTrue(Arrays.deepEquals(confusion, got.confusion()));
  }

  private void applyClasses(JsonObject c, JsonObject wanted) {
    Table scores = table(c.get("scores"));
    double[] multipliers = new double[(int) scores.labels()];
    Arrays.fill(multipliers, 1);
    if (Cases.isThere(c, "multipliers")) {
      multipliers = Cases.numbers(c.get("multipliers"));
    }
    int[] classes =
        Cases.isThere(c, "costs")
            ? ClassMultipliers.leastCost(costs(c), scores)
            : ClassMultipliers.apply(multipliers, scores);
    assertArrayEquals(Cases.longs(wanted.get("classes")), Arrays.stream(classes).asLongStream().toArray());
  }

  private void matchDetections(JsonObject c, JsonObject wanted) {
    double[] got = Sample.matchDetections(
        table(c.get("truths")), Values.of(Cases.numbers(c.get("crowds"))), table(c.get("detections")),
        Values.of(Cases.numbers(c.get("scores"))), c.get("min_overlap").getAsDouble());
    if (wanted != null) {
      assertArrayEquals(Cases.numbers(wanted.get("matched")), got);
    }
  }

  private void abstentionZone(JsonObject c, JsonObject wanted) {
    double[] costs = Cases.numbers(c.get("costs"));
    try (Sample sample = Rows.of(c).sample()) {
      AbstentionZone zone = sample.abstentionZone(
          ThresholdOptions.builder()
              .falsePositiveCost(costs[0])
              .falseNegativeCost(costs[1])
              .abstentionCost(costs[2])
              .build());
      test.check("low", zone.low(), wanted.get("low"));
      test.check("high", zone.high(), wanted.get("high"));
      test.check("tp", zone.tp(), wanted.get("tp"));
      test.check("fp", zone.fp(), wanted.get("fp"));
      test.check("fn", zone.fn(), wanted.get("fn"));
      test.check("abstained", zone.abstained(), wanted.get("abstained"));
      test.check("cost", zone.cost(), wanted.get("cost"));
    }
  }

  private void decisionCurve(JsonObject c, JsonObject wanted) {
    DecisionCurve curve = DecisionCurve.of(Mask.of(Cases.bytes(c.get("labels"))), table(c.get("probabilities")),
        Cases.numbers(c.get("thresholds")), weights(c), asked(c).build());
    Map<String, IntFunction<double[]>> facts = new TreeMap<>(Map.of("net_benefit", curve::netBenefit, "low", curve::low,
        "high", curve::high, "tp_rate", curve::tpRate, "fp_rate", curve::fpRate, "difference", curve::difference,
        "difference_low", curve::differenceLow, "difference_high", curve::differenceHigh, "interventions_avoided",
        curve::interventionsAvoided));
    facts.forEach((name, fact) -> test.check(name,
        IntStream.rangeClosed(0, curve.models()).boxed().flatMapToDouble(m -> Arrays.stream(fact.apply(m))).toArray(),
        wanted.get(name)));
  }

  private void reliability(JsonObject c, JsonObject wanted) {
    Reliability found = Reliability.of(Mask.of(Cases.bytes(c.get("labels"))),
        Values.of(Cases.numbers(c.get("probabilities"))), weights(c), asked(c).build());
    Map<String, Double> facts = new TreeMap<>(Map.of("brier", found.brier(), "uncertainty", found.uncertainty(),
        "miscalibration", found.miscalibration(), "discrimination", found.discrimination(), "binned_reliability",
        found.binnedReliability(), "binned_resolution", found.binnedResolution(), "within_bins", found.withinBins(),
        "calibration_error", found.calibrationError(), "mean", found.mean(), "prevalence", found.prevalence()));
    JsonObject expected = wanted.getAsJsonObject("facts");
    facts.forEach((name, value) -> test.check(name, value, expected.get(name)));
    Map<String, double[]> bins = new TreeMap<>(Map.of("weight", found.binWeight(), "lowest", found.binLowest(), "highest",
        found.binHighest(), "mean", found.binMean(), "share", found.binShare(), "low", found.binLow(), "high",
        found.binHigh()));
    JsonObject ofBins = wanted.getAsJsonObject("bins");
    bins.forEach((name, values) -> {
      if (ofBins.has(name)) {
        test.check(name, values, ofBins.get(name));
      }
    });
    test.check("fitted", found.fitted(), wanted.get("fitted"));
  }
}
