package org.libwald;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The cases of tests/conformance: every number equals what is expected to the tolerance of the case and, bit for bit,
 * what the C++ runner computed with the library (its --bits); each error has its status and its sentence.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConformanceTest {
  /** What the C++ runner printed, "case: what: bits", in the order of the cases. */
  private final Deque<String> bits = new ArrayDeque<>();

  private int cases;
  private int compared;
  private double tolerance;
  private List<Double> found;

  static List<Path> files() throws IOException {
    return Cases.files();
  }

  @Test
  void thereAreCases() throws IOException {
    int count = 0;
    for (Path file : Cases.files()) {
      count += Cases.read(file).size();
    }
    assertTrue(count > 1000, count + " cases");
  }

  @ParameterizedTest
  @MethodSource("files")
  void cases(Path file) throws IOException {
    Path reference = Path.of(System.getProperty("wald.bits"), file.getFileName() + ".bits");
    bits.clear();
    bits.addAll(Files.readAllLines(reference));
    List<String> failed = new ArrayList<>();
    for (JsonObject c : Cases.read(file)) {
      String name = c.get("name").getAsString();
      found = new ArrayList<>();
      List<Long> wanted = new ArrayList<>();
      while (!bits.isEmpty() && bits.peek().startsWith(name + ": ")) {
        String line = bits.poll();
        wanted.add(Long.parseUnsignedLong(line.substring(line.length() - 16), 16));
      }
      try {
        tolerance = c.has("tolerance") ? c.get("tolerance").getAsDouble() : 0;
        if (c.has("error")) {
          JsonObject error = c.getAsJsonObject("error");
          WaldException thrown = assertThrows(WaldException.class, () -> run(c));
          assertEquals(error.get("message").getAsString(), thrown.getMessage());
          assertEquals(error.get("status").getAsString(), Cases.status(thrown));
        } else {
          run(c);
          List<Long> mine = found.stream().map(Double::doubleToRawLongBits).toList();
          assertEquals(wanted.size(), mine.size(), "numbers");
          for (int i = 0; i < mine.size(); ++i) {
            boolean nan = Double.isNaN(found.get(i)) && Double.isNaN(Double.longBitsToDouble(wanted.get(i)));
            assertTrue(nan || mine.get(i).equals(wanted.get(i)), "bits of number " + i);
          }
          compared += mine.size();
        }
      } catch (AssertionError | RuntimeException wrong) {
        failed.add(name + ": " + wrong);
      }
      ++cases;
    }
    assertTrue(bits.isEmpty(), "numbers of no case: " + bits.peek());
    assertTrue(failed.isEmpty(), failed.size() + " cases failed:\n" + String.join("\n", failed));
    System.out.printf("%s: %d cases, %d numbers so far%n", file.getFileName(), cases, compared);
  }

  // ---- Comparing ----------------------------------------------------------------------------------------------------

  void check(String what, double got, JsonElement expected) {
    check(what, got, Cases.number(expected));
  }

  void check(String what, double got, double wanted) {
    found.add(got);
    assertTrue(
        got == wanted || Double.isNaN(got) && Double.isNaN(wanted) || Math.abs(got - wanted) <= tolerance,
        () -> what + " is " + got + ", expected " + wanted);
  }

  void check(String what, double[] got, JsonElement expected) {
    JsonArray list = expected.getAsJsonArray();
    assertEquals(list.size(), got.length, what);
    for (int i = 0; i < got.length; ++i) {
      check(what + "[" + i + "]", got[i], list.get(i));
    }
  }

  private void check(Decision got, JsonObject wanted) {
    int[] indices = got.indices();
    assertArrayEquals(Cases.longs(wanted.get("indices")), Arrays.stream(indices).asLongStream().toArray());
    assertEquals(indices.length, got.k());
    assertEquals(wanted.get("algorithm").getAsString(), got.algorithm());
    assertEquals(wanted.get("warning").getAsString(), got.warning());
    assertEquals(wanted.get("abstained").getAsInt() == 1, got.abstained());
    check("expected", got.expected(), wanted.get("expected"));
    check("loss", got.loss(), wanted.get("loss"));
    check("p_zero", got.pZero(), wanted.get("p_zero"));
    byte[] mask = new byte[got.n()];
    Arrays.fill(mask, got.abstained() ? Mask.UNDECIDED : 0);
    long[] left = wanted.has("undecided") ? Cases.longs(wanted.get("undecided")) : new long[0];
    assertEquals(left.length, got.nUndecided());
    for (long i : left) {
      mask[(int) i] = Mask.UNDECIDED;
    }
    if (!got.abstained()) {
      assertArrayEquals(left, Arrays.stream(got.undecidedIndices()).asLongStream().toArray());
    }
    for (int i : indices) {
      mask[i] = 1;
      assertTrue(got.contains(i));
    }
    assertArrayEquals(mask, got.mask());
    if (!Double.isNaN(got.nextBest())) {
      assertEquals(Cases.number(wanted.get("next_best")), got.nextBest(), tolerance);
    }
    double optimum = Cases.number(wanted.get("optimum"));
    assertTrue(got.expected() + got.bound() >= optimum - Math.abs(optimum) * 1.2e-16, "bound");
    if (wanted.has("bound_at_most")) {
      assertTrue(got.bound() <= Cases.number(wanted.get("bound_at_most")), "bound");
    }
    if (got.kLowest() >= 0 && !got.abstained()) {
      assertTrue(got.kLowest() <= got.k() && got.k() <= got.kHighest(), "range of k");
    }
  }

  // ---- The calls ----------------------------------------------------------------------------------------------------

  private void run(JsonObject c) {
    JsonObject wanted = c.getAsJsonObject("expect");
    switch (c.get("call").getAsString()) {
      case "metric" -> metric(c, wanted);
      case "load" -> Estimator.load(c.get("text").getAsString()).close();
      case "evaluate" -> evaluate(c, wanted);
      case "compare" -> compare(c, wanted);
      case "worth" -> worth(c, wanted);
      case "decide_rows" -> rows(c, wanted);
      case "decide_csr" -> csr(c, wanted);
      case "expected_rows" -> expectedRows(c, wanted);
      case "facts" -> facts(c, wanted);
      case "draw" -> {
        try (Estimator known = Cases.estimator(c.getAsJsonObject("given"))) {
          long seed = Long.parseUnsignedLong(c.get("seed").getAsString());
          Mask drawn = known.draw(c.get("n_draws").getAsLong(), DecisionOptions.builder().seed(seed).build());
          assertEquals(Cases.mask(wanted.getAsJsonArray("draws")), drawn);
        }
      }
      default -> {
        if (!new ThresholdCalls(this).run(c, wanted)
            && !new CascadeCalls(this).run(c, wanted)
            && !new RouteCalls(this).run(c, wanted)
            && !new MaskCalls(this).run(c, wanted)
            && !new LearnerCalls(this).run(c, wanted)) {
          problem(c, wanted);
        }
      }
    }
  }

  private void problem(JsonObject c, JsonObject wanted) {
    try (Metric metric = Cases.metric(c);
        Estimator known = Cases.estimator(c.getAsJsonObject("given"))) {
      DecisionOptions options = Cases.options(c).build();
      byte[] prediction = c.has("prediction") ? Cases.bytes(c.get("prediction")) : null;
      switch (c.get("call").getAsString()) {
        case "decide" -> {
          Decision got = metric.decide(known, options);
          check(got, wanted);
          try (Estimator copy = known.copy();
              Estimator again = Estimator.load(known.save())) {
            assertEquals(got, metric.decide(copy, options));
            assertEquals(got, metric.decide(again, options));
          }
          if (known.kind() == Kind.INDEPENDENT) { // by the short way for vectors
            double[] p = Cases.numbers(c.getAsJsonObject("given").get("probabilities"));
            assertEquals(got, metric.decide(p, options));
            assertEquals(got, metric.decide(Table.of(p, 1, p.length), options).get(0));
          }
        }
        case "curve" -> check("values", metric.curve(known, options), wanted.get("values"));
        case "expected" -> {
          Bounded got = metric.expectedWithError(known, prediction, options);
          check("expected", got.value(), wanted.get("expected"));
          double exact = Cases.number(wanted.get("expected"));
          assertTrue(Math.abs(got.value() - exact) <= got.limit() + Math.abs(exact) * 1.2e-16, "error");
        }
        case "regret" -> {
          Bounded got = metric.regretWithBound(known, prediction, options);
          check("regret", got.value(), wanted.get("regret"));
          assertTrue(got.value() + got.limit() >= Cases.number(wanted.get("regret")) - 1.2e-16, "bound");
        }
        case "distribution" -> {
          try (Distribution got = metric.distribution(known, prediction, options)) {
            check("mean", got.mean(), wanted.get("mean"));
            check("sd", got.sd(), wanted.get("sd"));
            check("standard_error", got.standardError(), wanted.get("standard_error"));
            assertEquals(wanted.get("n_samples").getAsLong(), got.nSamples());
            for (JsonElement q : wanted.getAsJsonArray("quantiles")) {
              JsonArray pair = q.getAsJsonArray();
              check("quantile", got.quantile(Cases.number(pair.get(0))), pair.get(1));
            }
            for (JsonElement u : wanted.getAsJsonArray("at_least")) {
              JsonArray pair = u.getAsJsonArray();
              check("at_least", got.atLeast(Cases.number(pair.get(0))).value(), pair.get(1));
            }
            if (wanted.has("values")) {
              Distribution.Atoms atoms = got.atoms();
              check("values", atoms.values(), wanted.get("values"));
              check("probabilities", atoms.probabilities(), wanted.get("probabilities"));
            }
          }
        }
        default -> throw new AssertionError("an unknown call");
      }
    }
  }

  /** A table that is one problem, as parts that are fed apart: of F_beta, Jaccard, Fowlkes-Mallows and rates. */
  private void inParts(JsonObject c, Metric metric, Table table, DecisionOptions options, JsonObject wanted) {
    String known = "(f1|fbeta|jaccard|fowlkes|balanced|informedness|recall|specificity).*";
    if (options.average != Average.MICRO || !c.get("metric").getAsString().matches(known)) {
      return;
    }
    int labels = (int) table.labels();
    double[] cells = new double[(int) table.rows() * labels];
    for (int i = 0; i < cells.length; ++i) {
      cells[i] = table.get(i / labels, i % labels);
    }
    int half = (int) table.rows() / 2;
    try (TablePass one = TablePass.of(metric, options);
        TablePass other = TablePass.of(metric, options)) {
      one.feed(Table.of(Arrays.copyOf(cells, half * labels), half, labels));
      other.feed(Table.of(Arrays.copyOfRange(cells, half * labels, cells.length), table.rows() - half, labels));
      try (TablePass sent = TablePass.fromBytes(other.toBytes())) {
        one.merge(sent);
      }
      assertTrue(one.next(), "few items need no second pass");
      JsonObject answer = wanted.getAsJsonArray("answers").get(0).getAsJsonObject();
      long equal = Arrays.stream(cells).filter(p -> p == one.threshold()).count();
      long above = Arrays.stream(cells).filter(p -> p > one.threshold()).count();
      assertEquals(answer.getAsJsonArray("indices").size(), one.k());
      assertTrue(one.nTies() == 0 || one.nTies() == equal, "ties");
      assertEquals(one.k(), above + (one.nTies() > 0 ? one.nTiesChosen() : equal));
      assertEquals(Cases.number(answer.get("expected")), one.expected(), tolerance);
      assertTrue(one.bound() <= Cases.number(answer.get("bound_at_most")), "bound");
    }
  }

  private void rows(JsonObject c, JsonObject wanted) {
    try (Metric metric = Cases.metric(c)) {
      Table table = Cases.table(c);
      DecisionOptions.Builder builder = Cases.options(c);
      DecisionOptions options = builder.build();
      Decisions got = metric.decide(table, options);
      check(got, wanted.getAsJsonArray("answers"));
      Mask mask = Cases.mask(wanted.getAsJsonArray("mask"));
      if (table.rows() > 0) {
        assertEquals(mask, got.mask());
      }
      inParts(c, metric, table, options, wanted);

      // The same bits for every number of threads, layout and element type, and into memory of the caller's.
      for (int threads : new int[] {2, 3, 8}) {
        assertEquals(got, metric.decide(table, builder.threads(threads).build()));
      }
      long rows = table.rows();
      long labels = table.labels();
      double[] turned = new double[(int) (rows * labels)];
      float[] narrow = new float[turned.length];
      boolean fits = true;
      for (int i = 0; i < rows; ++i) {
        for (int j = 0; j < labels; ++j) {
          turned[(int) ((labels - 1 - j) * rows + i)] = table.get(i, j);
          narrow[(int) (i * labels + j)] = (float) table.get(i, j);
          fits &= narrow[(int) (i * labels + j)] == table.get(i, j);
        }
      }
      Table other = Table.of(Values.of(turned), Math.max((labels - 1) * rows, 0), rows, labels, 1, -rows);
      assertEquals(got, metric.decide(other, options));
      if (fits) {
        assertEquals(got, metric.decide(Table.of(narrow, rows, labels), options));
      }
      byte[] cells = new byte[turned.length];
      double[] expected = new double[got.size()];
      metric.decideInto(table, options, Mask.of(cells, rows, labels), expected);
      assertArrayEquals(got.expected(), expected);
      if (rows > 0) {
        assertEquals(mask, Mask.of(cells, rows, labels));
      }
    }
  }

  private void check(Decisions got, JsonArray answers) {
    assertEquals(answers.size(), got.size());
    for (int a = 0; a < got.size(); ++a) {
      Decision one = got.get(a);
      check(one, answers.get(a).getAsJsonObject());
      assertArrayEquals(one.indices(), got.indices(a));
      assertEquals(one.k(), got.k()[a]);
      assertEquals(one.expected(), got.expected()[a]);
      assertEquals(one.loss(), got.loss()[a]);
      assertEquals(one.bound(), got.bound()[a]);
      assertEquals(one.nextBest(), got.nextBest()[a]);
      assertEquals(one.pZero(), got.pZero()[a]);
      assertEquals(one.kLowest(), got.kLowest()[a]);
      assertEquals(one.kHighest(), got.kHighest()[a]);
      assertEquals(one.abstained(), got.abstained()[a]);
    }
  }

  private void csr(JsonObject c, JsonObject wanted) {
    try (Metric metric = Cases.metric(c)) {
      JsonObject csr = c.getAsJsonObject("csr");
      long[] indptr = Cases.longs(csr.get("indptr"));
      long[] indices = Cases.longs(csr.get("indices"));
      Values values = Values.of(Cases.numbers(csr.get("values")));
      long labels = csr.get("n_labels").getAsLong();
      DecisionOptions.Builder builder = Cases.options(c);
      Decisions got = metric.decide(SparseTable.of(indptr, indices, values, labels), builder.build());
      check(got, wanted.getAsJsonArray("answers"));
      int[] starts = Arrays.stream(indptr).mapToInt(x -> (int) x).toArray();
      int[] columns = Arrays.stream(indices).mapToInt(x -> (int) x).toArray();
      assertEquals(got, metric.decide(SparseTable.of(starts, columns, values, labels), builder.threads(3).build()));
    }
  }

  private void expectedRows(JsonObject c, JsonObject wanted) {
    try (Metric metric = Cases.metric(c)) {
      Table table = Cases.table(c);
      Mask prediction = Cases.mask(c.getAsJsonArray("prediction"));
      DecisionOptions expecting = Cases.options(c, "average", "per_row", "label_weights", "threads").build();
      check("expected", metric.expected(table, prediction, expecting), wanted.get("expected"));
      check("regret", metric.regret(table, prediction, Cases.options(c).build()), wanted.get("regret"));
    }
  }

  private void evaluate(JsonObject c, JsonObject wanted) {
    try (Metric metric = Cases.metric(c)) {
      Values weights = Cases.isThere(c, "weights") ? Values.of(Cases.numbers(c.get("weights"))) : null;
      Evaluation got =
          metric.evaluate(
              Cases.mask(c.getAsJsonArray("truth")), Cases.mask(c.getAsJsonArray("prediction")), weights,
              Cases.options(c).build());
      check("value", got.value(), wanted.get("value"));
      assertEquals(wanted.get("n_undecided").getAsLong(), got.undecided());
    }
  }

  private void compare(JsonObject c, JsonObject wanted) {
    try (Metric metric = Cases.metric(c)) {
      Values weights = Cases.isThere(c, "weights") ? Values.of(Cases.numbers(c.get("weights"))) : null;
      long[] groups = Cases.isThere(c, "groups") ? Cases.longs(c.get("groups")) : null;
      Comparison got =
          metric.compare(
              Cases.mask(c.getAsJsonArray("truth")), Cases.mask(c.getAsJsonArray("a")),
              Cases.mask(c.getAsJsonArray("b")), weights, groups, Cases.options(c).build());
      Map<String, Double> facts = new LinkedHashMap<>();
      facts.put("value_a", got.valueA());
      facts.put("value_b", got.valueB());
      facts.put("difference", got.difference());
      facts.put("low", got.low());
      facts.put("high", got.high());
      facts.put("p_value", got.pValue());
      facts.put("standard_error", got.standardError());
      facts.put("df", got.df());
      facts.put("n_units", (double) got.nUnits());
      facts.put("n_differing", (double) got.nDiffering());
      facts.put("n_undecided", (double) got.nUndecided());
      facts.put("n_swaps", (double) got.nSwaps());
      facts.forEach(
          (name, value) -> {
            if (wanted.has(name)) {
              check(name, value, wanted.get(name));
            }
          });
    }
  }

  private void worth(JsonObject c, JsonObject wanted) {
    try (Metric metric = Cases.metric(c)) {
      Values weights = Cases.isThere(c, "weights") ? Values.of(Cases.numbers(c.get("weights"))) : null;
      boolean known = Cases.isThere(c, "truth");
      Worth got =
          known
              ? metric.worth(Cases.mask(c.getAsJsonArray("truth")), Cases.table(c), weights, Cases.options(c).build())
              : metric.worth(Cases.table(c), weights, Cases.options(c).build());
      Map<String, Double> facts = new LinkedHashMap<>();
      facts.put("gain", got.gain());
      facts.put("standard_error", got.standardError());
      facts.put("truth_error", got.truthError());
      facts.put("expected_cut", got.expectedCut());
      facts.put("expected_optimum", got.expectedOptimum());
      facts.put("changed_row_share", got.changedRowShare());
      facts.put("changed_cell_share", got.changedCellShare());
      facts.put("n_rows", (double) got.nRows());
      facts.put("n_samples", (double) got.nSamples());
      if (known) {
        facts.put("realised_cut", got.realisedCut());
        facts.put("realised_optimum", got.realisedOptimum());
        facts.put("realised_gain", got.realisedGain());
        facts.put("realised_gain_error", got.realisedGainError());
        facts.put("excess", got.excess());
        facts.put("excess_error", got.excessError());
        facts.put("predicted_excess", got.predictedExcess());
        facts.put("predicted_excess_error", got.predictedExcessError());
        facts.put("design_effect", got.designEffect());
      }
      assertEquals(wanted.get("verdict").getAsString(), got.verdict().toString());
      facts.forEach((name, value) -> check(name, value, wanted.get(name)));
    }
  }

  private void metric(JsonObject c, JsonObject wanted) {
    try (Metric metric = Cases.metric(c)) {
      if (wanted.has("canonical")) {
        assertEquals(wanted.get("canonical").getAsString(), metric.name());
      }
      if (wanted.has("zero_division")) {
        assertEquals(wanted.get("zero_division").getAsInt(), metric.zeroDivision());
      }
      if (wanted.has("properties")) {
        List<JsonElement> names = wanted.getAsJsonArray("properties").asList();
        assertEquals(
            names.stream().map(JsonElement::getAsString).sorted().toList(),
            metric.properties().stream().map(Property::name).sorted().toList());
      }
      if (wanted.has("utilities")) {
        for (JsonElement u : wanted.getAsJsonArray("utilities")) {
          JsonArray cell = u.getAsJsonArray();
          double got =
              metric.utility(
                  cell.get(0).getAsLong(), cell.get(1).getAsLong(), cell.get(2).getAsLong(), cell.get(3).getAsLong());
          check("utility at " + u, got, cell.get(4));
        }
      }
      if (wanted.has("losses")) {
        for (JsonElement l : wanted.getAsJsonArray("losses")) {
          JsonArray pair = l.getAsJsonArray();
          check("loss of " + l, metric.loss(Cases.number(pair.get(0))), pair.get(1));
        }
      }
    }
  }

  private void facts(JsonObject c, JsonObject wanted) {
    try (Estimator known = Cases.estimator(c.getAsJsonObject("given"))) {
      assertEquals(wanted.get("n_labels").getAsLong(), known.nLabels());
      assertEquals(wanted.get("n_fed").getAsLong(), known.nFed());
      check("total_weight", known.totalWeight(), wanted.get("total_weight"));
      check("marginals", known.marginals(), wanted.get("marginals"));
      check("size_distribution", known.sizeDistribution(), wanted.get("size_distribution"));
      if (wanted.has("mode")) {
        Estimator.Mode mode = known.mode();
        assertArrayEquals(Cases.bytes(wanted.get("mode")), mode.mask());
        check("mode_probability", mode.probability(), wanted.get("mode_probability"));
      }
      if (wanted.has("counts")) {
        try (Estimator counts = known.toCounts()) {
          assertEquals(wanted.get("max_s").getAsLong(), counts.maxS());
          double[][] table = counts.table();
          JsonArray rows = wanted.getAsJsonArray("counts");
          assertEquals(rows.size(), table.length);
          for (int i = 0; i < rows.size(); ++i) {
            check("counts", table[i], rows.get(i));
          }
          check("p_zero", counts.pZero(), wanted.get("p_zero"));
        }
      }
      String saved = known.save();
      try (Estimator again = Estimator.load(saved)) {
        assertEquals(saved, again.save());
      }
    }
  }
}
