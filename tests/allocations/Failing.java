package org.libwald;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Every request for memory of the library and its JNI glue fails once within calls of the Java package, and then all
 * from there on. Run by run.py, which preloads failing.c. Each time the call must throw a MemoryException (or do
 * without), what it was given must be as it was, the call repeated must give the right answer, and nothing may be left
 * behind.
 */
public final class Failing {
  private static final int ON = 0, LEFT = 1, MORE = 2, FAILED = 4, BYTES = 5, BLOCKS = 6, LOST = 7;

  private static RandomAccessFile file;
  private static int failures;

  private Failing() {}

  // ---- Steering -----------------------------------------------------------------------------------------------------

  private static long swapped(long x) {
    return Long.reverseBytes(x); // a file of Java is big-endian
  }

  private static long read(int at) throws IOException {
    file.seek(8L * at);
    return swapped(file.readLong());
  }

  private static void write(int at, long value) throws IOException {
    file.seek(8L * at);
    file.writeLong(swapped(value));
  }

  private static long[] outstanding() throws IOException, InterruptedException {
    for (int i = 0; i < 3; ++i) {
      WeakReference<Object> mark = new WeakReference<>(new Object());
      while (mark.get() != null) {
        System.gc();
      }
      Thread.sleep(10); // the cleaner's thread
    }
    return new long[] {read(BYTES), read(BLOCKS)};
  }

  // ---- The calls ----------------------------------------------------------------------------------------------------

  private record Call(String name, Supplier<Object> prepare, Function<Object, Object> run) {}

  private static final List<Call> CALLS = new ArrayList<>();

  @SuppressWarnings("unchecked")
  private static <T> void add(String name, Supplier<T> prepare, Function<T, Object> run) {
    CALLS.add(new Call(name, (Supplier<Object>) prepare, (Function<Object, Object>) run));
  }

  private static void add(String name, Supplier<Object> run) {
    CALLS.add(new Call(name, () -> null, nothing -> run.get()));
  }

  private static final Random RANDOM = new Random(3);
  private static final double[][] P = reals(9, 7), SCORES = reals(40, 1), VOTES = normals(30, 5), X = normals(24, 3);
  private static final byte[][] Y = bytes(9, 7, P), Z = bytes(9, 7, P);
  private static final byte[] LABELS = new byte[40], ONES = {1, 0, 1, 0, 0, 1, 0};
  private static final byte[][] XY = bytes(24, 4, X);
  private static final double[] WEIGHTS = {1, 2, 0.5, 3, 0.25, 1, 1, 4, 2};
  private static final Table TABLE = Table.of(P);
  private static final double[] ONE_SCORE = IntStream.range(0, 40).mapToDouble(i -> SCORES[i][0]).toArray();
  private static final DecisionOptions LABELWISE = DecisionOptions.builder().abstainLabel(0.1).build();
  private static final DecisionOptions FEW = DecisionOptions.builder().samples(20).build();
  private static final CascadeOptions FITTING = CascadeOptions.builder().alpha(0.05).folds(0).build();
  private static final Metric F1 = Metric.of("f1");

  private static double[][] reals(int rows, int columns) {
    double[][] out = new double[rows][columns];
    for (double[] row : out) {
      Arrays.setAll(row, i -> RANDOM.nextDouble());
    }
    return out;
  }

  private static double[][] normals(int rows, int columns) {
    double[][] out = new double[rows][columns];
    for (double[] row : out) {
      double shared = RANDOM.nextGaussian();
      Arrays.setAll(row, i -> RANDOM.nextGaussian() + shared);
    }
    return out;
  }

  private static byte[][] bytes(int rows, int columns, double[][] from) {
    byte[][] out = new byte[rows][columns];
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < columns; ++j) {
        out[i][j] = (byte) (from[i][j % from[i].length] + 0.3 * RANDOM.nextGaussian() > 0.4 ? 1 : 0);
      }
    }
    return out;
  }

  private static Estimator estimator() {
    return Estimator.joint(7).feed(Mask.of(Y), Values.of(WEIGHTS));
  }

  private static Sample sample() {
    return Sample.of(1).feed(LABELS, Table.of(SCORES));
  }

  private static CascadeScores scores() {
    return CascadeScores.of(5).feed(Table.of(VOTES));
  }

  private static Cascade cascade() {
    try (CascadeScores fed = scores()) {
      return Cascade.fit(fed, FITTING);
    }
  }

  private static TreeNode[] stump(double value) {
    return new TreeNode[] {TreeNode.below(0, 0.1, 1, 2), TreeNode.leaf(-value), TreeNode.leaf(value)};
  }

  private static Trees trees() {
    return Trees.of(3).add(stump(1)).add(stump(2)).add(stump(-0.5));
  }

  private static Cascade ofTrees() {
    try (Trees made = trees();
        CascadeScores fed = CascadeScores.of(3).feed(made, Table.of(X));
        Cascade fitted = Cascade.fit(fed, FITTING)) {
      return fitted.bind(made);
    }
  }

  private static Dataset dataset() {
    return Dataset.of(X).labels(XY);
  }

  /** The setting that makes a learner small. */
  private static LearnerOptions learning(String name) {
    LearnerOptions.Builder options = LearnerOptions.builder();
    return switch (name) {
      case "forest" -> options.trees(3).build();
      case "neighbours" -> options.neighbours(3).build();
      default -> options.cValues(1).build();
    };
  }

  private static Learner learner(String name) {
    try (Dataset rows = dataset()) {
      return Learner.fit(name, rows, learning(name));
    }
  }

  private static Stages stages() {
    double[][] sure = new double[40][];
    Arrays.setAll(sure, i -> new double[] {ONE_SCORE[i], 1});
    int[][] answers = new int[40][];
    Arrays.setAll(answers, i -> new int[] {i % 5 == 0 ? 1 - LABELS[i] : LABELS[i], LABELS[i]});
    int[] truth = IntStream.range(0, 40).map(i -> LABELS[i]).toArray();
    return Stages.of(2).feed(StageRows.of(sure).answers(answers).truth(truth).costs(1, 10));
  }

  private static ThresholdPass binned() {
    return ThresholdPass.of(ThresholdOptions.defaults()).feed(Mask.of(LABELS), Values.of(ONE_SCORE), null);
  }

  private static TablePass micro() {
    return TablePass.of(F1).feed(TABLE);
  }

  static {
    for (int i = 0; i < 40; ++i) {
      LABELS[i] = (byte) (ONE_SCORE[i] + 0.3 * RANDOM.nextGaussian() > 0.6 ? 1 : 0);
    }
    add("Metric.of", () -> Metric.of("lf:0:2:0:0/0:0:1:1"));
    add("Metric.custom", () -> Metric.custom("mine", (tp, k, s, n) -> tp, Property.RISES_IN_TP, Property.LINEAR_IN_TP));
    add("Options",
        () -> DecisionOptions.builder().atLeast(2).labelWeights(1, 2).progress(done -> true).build().get("at_least"));
    add("decide a vector", () -> F1.decide(P[0]));
    add("decide a vector into memory", () -> F1.decideInto(P[0], DecisionOptions.defaults(), new byte[P[0].length]));
    add("decide an estimator", Failing::estimator, (Estimator e) -> F1.decide(e));
    for (Average average : Average.values()) {
      DecisionOptions options = DecisionOptions.builder().average(average).threads(2).build();
      add("decide a table, " + average, () -> F1.decide(TABLE, options));
    }
    add("decide a sparse table",
        () -> F1.decide(SparseTable.of(new int[] {0, 2, 2, 3}, new int[] {0, 4, 6}, Values.of(0.3, 0.9, 0.5), 7)));
    add("decide labels, abstaining", () -> F1.decide(TABLE, LABELWISE));
    add("curve, expected, regret", () -> List.of(F1.curve(Values.of(P[0])),
        F1.expected(TABLE, Mask.of(Y), DecisionOptions.defaults()), F1.regret(TABLE, Mask.of(Y), DecisionOptions.defaults())));
    add("distribution", () -> F1.distribution(Values.of(P[0]), ONES));
    add("compare", () -> F1.compare(Mask.of(Y), Mask.of(Z), Mask.of(Y), FEW));
    add("worth", () -> F1.worth(TABLE, FEW));
    add("report", () -> Report.of(F1, Mask.of(Y), TABLE).labels("a", "b", "c", "d", "e", "f", "g").page());
    add("Estimator.feed", Failing::estimator, (Estimator e) -> e.feed(Mask.of(Y), Values.of(WEIGHTS)));
    add("Estimator.feed of a large array", () -> Estimator.independent(new double[4000]));
    add("Estimator.merge", Failing::estimator, (Estimator e) -> {
      try (Estimator other = estimator()) {
        return e.merge(other);
      }
    });
    add("Estimator.save, load", Failing::estimator, (Estimator e) -> Estimator.load(e.save()));
    add("Estimator.toCounts, mode", Failing::estimator,
        (Estimator e) -> List.of(e.toCounts(), e.mode().probability(), e.marginals()));
    add("Sample.feed", Failing::sample, (Sample s) -> s.feed(LABELS, Table.of(SCORES)));
    add("Sample.merge", Failing::sample, (Sample s) -> {
      try (Sample other = sample()) {
        return s.merge(other);
      }
    });
    add("Sample.save, load", Failing::sample, (Sample s) -> Sample.load(s.save()));
    add("Sample.load of bytes", Failing::sample, (Sample s) -> Sample.load(s.toBytes()));
    ThresholdOptions choosing = ThresholdOptions.builder().bootstrap(2).folds(2).build();
    add("Sample.choose", Failing::sample, (Sample s) -> s.choose(choosing));
    add("Sample.frontier", Failing::sample, (Sample s) -> s.frontier());
    add("LabelThresholds", () -> LabelThresholds.choose(Mask.of(Y), TABLE).thresholds());
    add("ClassMultipliers", () -> ClassMultipliers.choose(new int[] {0, 1, 2, 3, 4, 5, 6, 0, 1}, TABLE).multipliers());
    add("Reliability", () -> Reliability.of(LABELS, ONE_SCORE).fitted());
    add("ThresholdPass.feed", Failing::binned, (ThresholdPass b) -> b.feed(Mask.of(LABELS), Values.of(ONE_SCORE), null));
    add("ThresholdPass.next", Failing::binned, (ThresholdPass b) -> {
      try (ThresholdPass copy = ThresholdPass.fromBytes(b.toBytes())) {
        return copy.next().get();
      }
    });
    add("TablePass.feed", Failing::micro, (TablePass b) -> b.feed(TABLE));
    add("CascadeScores", () -> scores().nRows());
    add("Cascade.fit", Failing::cascade);
    add("Cascade.apply", Failing::cascade, (Cascade c) -> c.apply(Table.of(VOTES)));
    add("Cascade.apply by a function", Failing::cascade, (Cascade c) -> c.apply(30,
        (model, rows) -> Arrays.stream(rows).mapToDouble(row -> VOTES[row][model]).toArray()));
    add("Cascade.save, load", Failing::cascade, (Cascade c) -> Cascade.load(c.save()));
    add("Cascade.run", Failing::cascade, (Cascade c) -> {
      try (CascadeRun run = c.run()) {
        for (int model = run.start(); model >= 0; model = run.feed(VOTES[0][model])) {
        }
        return run.decision();
      }
    });
    add("Trees.add", Failing::trees, (Trees t) -> t.add(stump(4)));
    add("Trees.save, load", Failing::trees, (Trees t) -> Trees.load(t.save()));
    add("Cascade of trees", Failing::ofTrees);
    add("Cascade.applyTrees, decide", Failing::ofTrees,
        (Cascade c) -> List.of(c.applyTrees(Table.of(X)), c.decide(X[0])));
    for (String name : new String[] {"lfp", "forest", "neighbours"}) {
      add("Learner.fit, " + name, () -> learner(name));
    }
    add("Learner.probabilities", () -> learner("lfp"),
        (Learner l) -> List.of(l.probabilities(X), l.probabilities(X[0])));
    add("Learner.decide", () -> learner("lfp"), (Learner l) -> List.of(l.decide(X, F1), l.decide(X[0], F1)));
    add("Learner.save, load", () -> learner("lfp"), (Learner l) -> Learner.load(l.save()));
    add("Calibration", () -> Calibration.fit("isotonic", LABELS, ONE_SCORE));
    add("Stages.feed", Failing::stages, (Stages s) -> s.feed(
        StageRows.of(new double[][] {{1, 1}}).answers(new int[][] {{0, 1}}).truth(1).costs(1, 2)));
    add("Stages.save, load", Failing::stages, (Stages s) -> Stages.load(s.save()));
    RouteOptions routing = RouteOptions.builder().minQuality(0.8).build();
    add("Route.choose", Failing::stages, (Stages s) -> Route.choose(s, routing));
    add("Labelling", () -> Labelling.of(ONE_SCORE, LabelledQuality.ACCURACY, 0.5, 0.95, 0).next(3));
  }

  // ---- What an answer holds, to be compared; it is closed -----------------------------------------------------------

  private static String state(Object thing) {
    return thing instanceof Saved saved ? saved.save() : String.valueOf(thing);
  }

  private static String plain(Object thing) {
    if (thing instanceof Decisions decisions) {
      return decisions.mask() + Arrays.toString(decisions.expected());
    }
    if (thing instanceof CascadeDecisions found) {
      return Arrays.toString(found.decisions()) + Arrays.toString(found.counts());
    }
    if (thing instanceof Table table) {
      return Arrays.deepToString(table.toArray());
    }
    if (thing instanceof List<?> many) {
      return String.join("; ", many.stream().map(Failing::plain).toList());
    }
    if (thing instanceof double[] numbers) {
      return Arrays.toString(numbers);
    }
    if (thing instanceof double[][] numbers) {
      return Arrays.deepToString(numbers);
    }
    if (thing instanceof long[] numbers) {
      return Arrays.toString(numbers);
    }
    String out = thing instanceof Thresholds found ? found.tp() + " " + found.fp() : state(thing);
    if (thing instanceof Closable closable) {
      closable.close();
    }
    return out;
  }

  // ---- The test -----------------------------------------------------------------------------------------------------

  private static void complain(String where, Object what) {
    ++failures;
    System.out.println(where + ": " + what);
  }

  /** Whether the call came so far. */
  private static boolean failAt(Call call, long at, boolean all, String expected) throws IOException {
    String where = call.name + ", request " + at + (all ? " and all after" : "");
    Object thing = call.prepare.get();
    String before = state(thing);
    write(MORE, all ? Long.MAX_VALUE : 0);
    write(FAILED, 0);
    write(LEFT, at);
    Object found = null;
    Throwable error = null;
    try {
      found = call.run.apply(thing);
    } catch (Throwable caught) {
      error = caught;
    }
    write(LEFT, -1);
    boolean reached = read(FAILED) > 0;
    if (error != null) {
      if (!reached) {
        complain(where, error + " of itself");
      } else if (!(error instanceof MemoryException) || !error.getMessage().equals("out of memory")) {
        complain(where, error);
      }
      if (!state(thing).equals(before)) {
        complain(where, "what it was given has changed");
      }
      found = call.run.apply(thing);
    }
    String got = plain(found);
    if (!got.equals(expected)) {
      complain(where, "gives " + got + ", not " + expected);
    }
    if (thing instanceof Closable closable) {
      closable.close();
    }
    return reached;
  }

  /** Each request of the call fails once, and then all from there on; of many the later ones in larger steps. */
  private static int series(Call call, String expected) throws IOException {
    int tried = 0;
    for (boolean all : new boolean[] {false, true}) {
      for (long at = 0; failures < 40 && failAt(call, at, all, expected); at += Math.max(1, at / (all ? 10 : 30))) {
        ++tried;
      }
    }
    return tried;
  }

  private static String once(Call call) {
    Object thing = call.prepare.get();
    String out = plain(call.run.apply(thing));
    if (thing instanceof Closable closable) {
      closable.close();
    }
    return out;
  }

  public static void main(String[] words) throws Exception {
    file = new RandomAccessFile(System.getenv("WALD_FAILING"), "rw");
    int total = 0;
    write(LEFT, -1);
    write(ON, 1);
    for (Call call : CALLS) {
      if (words.length > 0 && Arrays.stream(words).noneMatch(call.name::contains)) {
        continue;
      }
      String expected = once(call);
      long[] before = outstanding();
      long began = System.nanoTime();
      int tried = series(call, expected);
      // What is kept for the next call, such as a thread's buffers, grows once; a leak grows each time.
      for (int round = 0; ; ++round) {
        long[] after = outstanding();
        if (after[0] <= before[0]) {
          break;
        }
        if (round == 2) {
          complain(call.name, "leaves " + (after[0] - before[0]) + " bytes in " + (after[1] - before[1]) + " blocks");
          break;
        }
        before = after;
        series(call, expected);
      }
      System.out.printf("%s: %d requests failed, %.2f s%n", call.name, tried, (System.nanoTime() - began) / 1e9);
      total += tried;
    }
    if (read(LOST) > 0) {
      complain("account", "is incomplete");
    }
    System.out.printf("%d calls, %d requests failed, %d failures%n", CALLS.size(), total, failures);
    System.exit(failures > 0 || total < 3000 && words.length == 0 ? 1 : 0);
  }
}
