package org.libwald;

import java.io.InvalidObjectException;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.nio.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;

/**
 * What a prediction is judged by: a utility U(tp, k, s, n); and all that is decided by it. Immutable, and used by any
 * number of threads at once, without a lock. Holds native memory, which {@link #close} gives back. Serializable where it
 * has a name of the catalogue: a function or a table of values is not.
 *
 * <p>Where a call takes a {@link Mask} or cells, they are 0 and 1. Where options are left out, the {@linkplain
 * DecisionOptions#defaults defaults} are meant.
 */
@SuppressWarnings("serial") // what is written is a SavedBytes
public final class Metric extends Closable implements Serializable {
  private static final long serialVersionUID = 1;

  /** Of the catalogue, all of which have fast algorithms and call nothing back. */
  private final boolean named;

  /** Of a custom one, what native code calls; else 0. */
  private final long callback;

  /**
   * Of a custom metric that threads of the library may call: what it throws there is kept with the metric for the call
   * that then fails, so such calls go one after the other. Each uses several threads anyway. Else null.
   */
  private final ReentrantLock onThreads;

  private Metric(long address, boolean named, long callback, boolean threadSafe) {
    super(
        address,
        "metric",
        callback == 0
            ? Handle.DESTROY
            : metric -> {
              Native.wald_destroy(metric);
              Native.callback_destroy(callback);
            });
    this.named = named;
    this.callback = callback;
    this.onThreads = threadSafe ? new ReentrantLock() : null;
  }

  // ---- Making -------------------------------------------------------------------------------------------------------

  /**
   * A metric by its name.
   *
   * @param name {@code "f1"}, {@code "fbeta:2"}, {@code "jaccard"}, ...: see {@link #list} and docs/guides/metrics.md
   * @param zeroDivision the value of a rate that is 0/0: 0 or 1
   * @return the metric
   * @throws FormatException if there is none of that name
   */
  // also: without zeroDivision: 1
  public static Metric of(String name, int zeroDivision) {
    long[] out = new long[1];
    Native.wald_metric_create(Texts.name(name, "name"), zeroDivision, out);
    return new Metric(out[0], true, 0, false);
  }

  /**
   * A metric of one's own. What is declared decides which exact algorithm may run, and is tested; with nothing declared
   * it is decided by enumeration for small n and refused beyond. What the function throws comes out of the call as it
   * was thrown.
   *
   * <p>The function is kept until the metric is closed: one that refers to the metric itself keeps it from ever being
   * collected unclosed.
   *
   * @param name what messages call it, 1 to 256 bytes
   * @param function the utility, or the loss with {@link Property#LOSS}
   * @param declared what it is
   * @return the metric
   */
  public static Metric custom(String name, UtilityFunction function, Property... declared) {
    byte[] text = Texts.name(name, "name");
    int bits = bits(declared);
    long callback = Native.callback_create(Objects.requireNonNull(function, "function"));
    long[] out = new long[1];
    try {
      Native.wald_metric_create_callback(callback, text, bits, out);
    } catch (Throwable wrong) {
      Native.callback_destroy(callback);
      throw wrong;
    }
    return new Metric(out[0], false, callback, (bits & Native.WALD_THREAD_SAFE) != 0);
  }

  /**
   * A metric for problems of exactly n labels, by its values. Its properties are found from them; what is declared
   * beyond is an error, except for {@link Property#LOSS}, which says that the table is to be minimised.
   *
   * @param name what messages call it, 1 to 256 bytes
   * @param n the number of labels
   * @param values (n+1)^3 values at (tp * (n+1) + k) * (n+1) + s; only cells with max(0, k+s-n) to min(k, s) are read
   * @param declared what it is
   * @return the metric
   */
  public static Metric table(String name, long n, double[] values, Property... declared) {
    long[] out = new long[1];
    Native.wald_metric_create_table(values, values.length, n, Texts.name(name, "name"), bits(declared), out);
    return new Metric(out[0], false, 0, false);
  }

  /**
   * The metrics that go by a name.
   *
   * @return each with its formula
   */
  public static List<MetricInfo> list() {
    List<MetricInfo> all = new ArrayList<>();
    long[] row = new long[5];
    while (true) {
      try {
        Native.wald_metric_list(all.size(), row);
      } catch (ArgumentException pastTheEnd) {
        return List.copyOf(all);
      }
      String aliases = Texts.fixed(row[1]);
      all.add(
          new MetricInfo(
              Texts.fixed(row[0]),
              aliases.isEmpty() ? List.of() : List.of(aliases.split(" ")),
              Texts.fixed(row[2]),
              Texts.fixed(row[3]),
              Property.of((int) row[4])));
    }
  }

  /**
   * What serialization writes: the name, and what 0/0 is.
   *
   * @return that
   * @throws NotSerializableException if it has no name of the catalogue
   */
  private Object writeReplace() throws NotSerializableException {
    if (!named) {
      throw new NotSerializableException("metric \"" + name() + "\" is no metric of the catalogue");
    }
    return new SavedBytes("Metric", (zeroDivision() + name()).getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Refuses what {@link #writeReplace} did not write.
   *
   * @param in where it came from
   * @throws InvalidObjectException always
   */
  private void readObject(ObjectInputStream in) throws InvalidObjectException {
    throw new InvalidObjectException("a metric is read by its name alone");
  }

  /** What serialization wrote: what 0/0 is, in one digit, and the name. */
  static Metric load(byte[] saved) {
    String text = new String(saved, StandardCharsets.UTF_8);
    if (text.isEmpty() || text.charAt(0) != '0' && text.charAt(0) != '1') {
      throw new FormatException("metric \"" + text + "\" is nothing that serialization wrote");
    }
    return of(text.substring(1), text.charAt(0) - '0');
  }

  private static int bits(Property... properties) {
    int bits = 0;
    for (Property property : properties) {
      bits |= property.value;
    }
    return bits;
  }

  // ---- What it is ---------------------------------------------------------------------------------------------------

  /**
   * Its canonical name, which {@link #of(String)} reads back.
   *
   * @return the name
   */
  public String name() {
    return handle.getStatic((held, out) -> Native.wald_text(held, Native.WALD_METRIC_NAME, 0, out));
  }

  /**
   * What a rate that is 0/0 counts as.
   *
   * @return 0 or 1
   */
  public int zeroDivision() {
    return (int) handle.getDouble((held, out) -> Native.wald_number(held, Native.WALD_METRIC_ZERO_DIVISION, 0, out));
  }

  /**
   * What it is, as far as known.
   *
   * @return its properties
   */
  public Set<Property> properties() {
    return Property.of(
        (int) handle.getDouble((held, out) -> Native.wald_number(held, Native.WALD_METRIC_PROPERTIES, 0, out)));
  }

  /**
   * U(tp, k, s, n).
   *
   * @param tp the number of labels predicted and true; from max(0, k+s-n) to min(k, s)
   * @param k the number of labels predicted
   * @param s the number of labels true
   * @param n the number of labels
   * @return the utility
   */
  public double utility(long tp, long k, long s, long n) {
    return handle.getDouble((address, out) -> Native.wald_metric_utility(address, tp, k, s, n, out));
  }

  /**
   * The loss that goes with a utility: 1 - U for a named metric; -U for {@code cost} and for a custom one.
   *
   * @param utility a utility
   * @return the loss
   */
  public double loss(double utility) {
    return handle.getDouble((held, out) -> Native.wald_number(held, Native.WALD_METRIC_LOSS_OF_ZERO, 0, out)) - utility;
  }

  /** Has `body` read this metric, by its address. */
  void read(LongConsumer body) {
    handle.read(body);
  }

  // ---- Calls --------------------------------------------------------------------------------------------------------

  /** Refuses a function where it would have to outlive the call. */
  void refuseFunction() {
    if (callback != 0) {
      throw new UnsupportedException("metric \"" + name() + "\" is a function: it would have to outlive the call");
    }
  }

  @FunctionalInterface
  interface Call {
    void run(long metric, long options);
  }

  /** Runs a call with this metric and the options held. */
  void call(DecisionOptions options, Call call) {
    long address = begin(options);
    try {
      call.run(address, options.address);
    } catch (WaldException failed) {
      throw raised(options, failed);
    } finally {
      end(options);
    }
  }

  /** The metric's address, which is held until {@link #end}. */
  private long begin(DecisionOptions options) {
    Objects.requireNonNull(options, "options");
    boolean exclusive = isExclusive(options);
    if (exclusive) {
      onThreads.lock();
    }
    try {
      if (exclusive) {
        Native.callback_raised(callback); // forgets what a call within a callback has thrown already
      }
      return handle.acquire();
    } catch (RuntimeException | Error refused) {
      if (exclusive) {
        onThreads.unlock();
      }
      throw refused;
    }
  }

  private void end(DecisionOptions options) {
    handle.release();
    java.lang.ref.Reference.reachabilityFence(options);
    if (isExclusive(options)) {
      onThreads.unlock();
    }
  }

  /** Whether a call has the metric to itself. */
  private boolean isExclusive(DecisionOptions options) {
    return onThreads != null && options.parallel;
  }

  /** What the function threw on a thread of the library's is what the call failed with. */
  private RuntimeException raised(DecisionOptions options, WaldException failed) {
    Object thrown = isExclusive(options) ? Native.callback_raised(callback) : null;
    return thrown == null ? failed : Metric.<RuntimeException>asUnchecked((Throwable) thrown);
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> T asUnchecked(Throwable thrown) throws T {
    throw (T) thrown;
  }

  @FunctionalInterface
  private interface EstimatorCall {
    void run(long metric, long estimator, long options);
  }

  /** Runs a call on one problem, for which values are fed to an estimator of this call's own. */
  private void call(Problem problem, DecisionOptions options, EstimatorCall call) {
    Objects.requireNonNull(problem, "problem");
    if (problem instanceof Estimator estimator) {
      checkKind(estimator, options);
      long held = estimator.acquire();
      try {
        call(options, (metric, settings) -> call.run(metric, held, settings));
      } finally {
        estimator.release();
      }
      return;
    }
    Values values = (Values) problem;
    long[] out = new long[1];
    Native.wald_estimator_create(vectorKind(options), 0, out);
    try {
      Native.wald_estimator_feed_probabilities(out[0], values.vector(true));
      call(options, (metric, settings) -> call.run(metric, out[0], settings));
    } finally {
      Native.wald_destroy(out[0]);
    }
  }

  private static void checkKind(Estimator estimator, DecisionOptions options) {
    if (Objects.requireNonNull(options, "options").kind != null && options.kind != estimator.kind()) {
      throw new ArgumentException("kind is " + options.kind + ": the estimator is " + estimator.kind());
    }
  }

  private static int vectorKind(DecisionOptions options) {
    Kind kind = Objects.requireNonNull(options, "options").kind;
    if (kind == null) {
      return Native.WALD_INDEPENDENT;
    }
    if (kind != Kind.INDEPENDENT && kind != Kind.CATEGORICAL) {
      throw new ArgumentException("kind is " + kind + ": must be independent or categorical; use an Estimator");
    }
    return kind.value;
  }

  static int tableKind(DecisionOptions options) {
    return options.kind == null ? Native.WALD_INDEPENDENT : options.kind.value;
  }

  // ---- Deciding -----------------------------------------------------------------------------------------------------

  /**
   * The optimal prediction for one problem.
   *
   * @param probabilities of the labels
   * @param options how to decide
   * @return the decision
   */
  // also: probabilities as double[] | float[]
  // also: probabilities as double[] | float[], without options
  private Decision decide(Object probabilities, DecisionOptions options) {
    int type = Slice.typeOf(probabilities, "probabilities");
    byte[] mask = new byte[Slice.lengthOf(probabilities)];
    long[] facts = new long[Decision.FACTS];
    decide(probabilities, type, 0, mask.length, 1, options, mask, facts);
    return new Decision(mask, facts);
  }

  /**
   * The optimal prediction for one problem.
   *
   * @param problem what is known
   * @param options how to decide
   * @return the decision
   */
  // also: without options
  public Decision decide(Problem problem, DecisionOptions options) {
    byte[] mask = new byte[Math.toIntExact(labels(problem))];
    long[] facts = new long[Decision.FACTS];
    decide(problem, options, mask, facts);
    return new Decision(mask, facts);
  }

  /**
   * The optimal prediction for one problem, into memory of the caller's: nothing is allocated in Java.
   *
   * @param probabilities of the labels
   * @param options how to decide
   * @param mask one cell per label, to be filled with 0, 1 or {@link Mask#UNDECIDED}
   * @return the expected utility
   */
  // also: probabilities as double[] | float[]
  // also: probabilities as double[] | float[], without options
  private double decideInto(Object probabilities, DecisionOptions options, byte[] mask) {
    int type = Slice.typeOf(probabilities, "probabilities");
    int n = Slice.lengthOf(probabilities);
    Slice.checkLength("mask", mask.length, n);
    return decide(probabilities, type, 0, n, 1, options, mask, null);
  }

  /**
   * The optimal prediction for one problem, into memory of the caller's: nothing is allocated in Java.
   *
   * @param problem what is known
   * @param options how to decide
   * @param mask one cell per label, to be filled with 0, 1 or {@link Mask#UNDECIDED}
   * @return the expected utility
   */
  public double decideInto(Problem problem, DecisionOptions options, byte[] mask) {
    Slice.checkLength("mask", mask.length, labels(problem));
    return decide(problem, options, mask, null);
  }

  private static long labels(Problem problem) {
    return Objects.requireNonNull(problem, "problem") instanceof Values p ? p.length : ((Estimator) problem).nLabels();
  }

  /** The expected utility; what is known of the answer besides, where there is room for it. */
  private double decide(Problem problem, DecisionOptions options, byte[] mask, long[] facts) {
    if (problem instanceof Values p) {
      return decide(p.base, p.type, p.start, p.length, p.stride, options, mask, facts);
    }
    Estimator estimator = (Estimator) problem;
    checkKind(estimator, options);
    long known = estimator.acquire();
    try {
      long metric = handle.acquire();
      try {
        return Native.decide_estimator(metric, known, options.address, mask, facts);
      } finally {
        handle.release();
        java.lang.ref.Reference.reachabilityFence(options);
      }
    } finally {
      estimator.release();
    }
  }

  private double decide(
      Object base, int type, long start, long n, long stride, DecisionOptions options, byte[] mask, long[] facts) {
    int kind = vectorKind(options);
    boolean direct = base instanceof Buffer;
    long metric = handle.acquire();
    try {
      return Native.decide_vector(
          metric, kind, base, type, direct, start, n, stride, options.address, mask, facts);
    } finally {
      handle.release();
      java.lang.ref.Reference.reachabilityFence(options);
    }
  }

  /**
   * The optimal predictions for a table, by {@link DecisionOptions.Builder#average}.
   *
   * @param table probabilities
   * @param options how to decide
   * @return the answers
   */
  // also: without options
  public Decisions decide(Table table, DecisionOptions options) {
    byte[] cells = new byte[Math.toIntExact(Math.multiplyExact(table.rows, table.labels))];
    Mask mask = Mask.of(cells, table.rows, table.labels);
    Pool.Lent decision = Pool.take();
    try {
      rows(table, options, mask, null, decision.address);
      return new Decisions(decision.address, options, table.rows, table.labels, mask);
    } finally {
      decision.giveBack(cells.length);
    }
  }

  /**
   * The optimal predictions for a table, into memory of the caller's, without their details: with a table and a mask that
   * are kept, nothing is allocated in Java.
   *
   * @param table probabilities
   * @param options how to decide
   * @param mask of the table's shape, to be filled with 0, 1 or {@link Mask#UNDECIDED}; or null
   * @param expected to be filled with the expected utility of each answer; or null
   */
  public void decideInto(Table table, DecisionOptions options, Mask mask, double[] expected) {
    checkRoom(table.rows, table.labels, options, mask, expected);
    rows(table, options, mask, expected, 0);
  }

  /**
   * The optimal predictions for a table as compressed rows, with their proved bounds, into memory of the caller's: no
   * answer becomes an object. Those of answer {@code a} are {@code indices[indptr[a]]} up to {@code indices[indptr[a +
   * 1] - 1]}, ascending, so that the difference of the two is its number of positives.
   *
   * @param table probabilities
   * @param options how to decide
   * @param expected to be filled with the expected utility of each answer; or null
   * @param bound to be filled with the bound of each answer; or null
   * @param indptr of one more than there are answers, to be filled with where each answer begins; or null
   * @param indices with room for all positives, of which there are at most as many as cells; or null
   * @return the number of positives of all answers
   * @throws CapacityException if they are more than {@code indices} holds
   */
  public long decideInto(
      Table table, DecisionOptions options, double[] expected, double[] bound, long[] indptr, long[] indices) {
    checkRoom(table.rows, table.labels, options, null, expected);
    long answers = options.average.answers(table.rows, table.labels);
    if (bound != null && bound.length < answers) {
      throw new ArgumentException("bound has " + bound.length + " elements: there are " + answers + " answers");
    }
    if (indptr != null && indptr.length <= answers) {
      throw new ArgumentException("indptr has " + indptr.length + " elements: must have " + (answers + 1));
    }
    Pool.Lent decision = Pool.take();
    try {
      rows(table, options, null, expected, decision.address);
      long[] needed = new long[1];
      if (bound != null) {
        Native.wald_numbers(decision.address, Native.WALD_DECISION_BOUND, 0, bound, bound.length, needed);
      }
      Native.wald_decision_items(decision.address, -1, 1, indptr, indices, indices == null ? 0 : indices.length, needed);
      return needed[0];
    } finally {
      decision.giveBack(table.rows * table.labels);
    }
  }

  /** Throws if answers for that many rows would not fit into what they are to fill. */
  static void checkRoom(long rows, long labels, DecisionOptions options, Mask mask, double[] expected) {
    Objects.requireNonNull(options, "options");
    if (mask != null) {
      mask.checkWritable();
      mask.checkHoldsUndecided();
      Slice.checkShape("mask", mask.rows, mask.labels, "probabilities", rows, labels);
    }
    long answers = options.average.answers(rows, labels);
    if (expected != null && expected.length < answers) {
      throw new ArgumentException("expected has " + expected.length + " elements: there are " + answers + " answers");
    }
  }

  /**
   * Whether deciding a table is over in milliseconds, so that arrays may be held in place: the collector may have to
   * wait meanwhile. What a named metric is decided by takes n^3 steps at most, and most of them hardly more than n.
   */
  private boolean brief(Table table, DecisionOptions options) {
    Objects.requireNonNull(options, "options");
    double n = options.average.items(table.rows, table.labels);
    double answers = options.average.answers(table.rows, table.labels);
    return named && options.plain && table.isSmall() && answers * n * n * n <= 1 << 25;
  }

  /** As {@link #call}, without a lambda, which would be an object. */
  private void rows(Table table, DecisionOptions options, Mask mask, double[] expected, long decision) {
    boolean brief = brief(table, options);
    long metric = begin(options);
    try {
      Native.wald_decide_table(
          metric,
          tableKind(options),
          table.slice(brief),
          options.address,
          mask == null ? null : mask.writtenSlice(brief),
          expected,
          decision);
    } catch (WaldException failed) {
      throw raised(options, failed);
    } finally {
      end(options);
    }
  }

  /**
   * The optimal predictions for compressed rows, by {@link DecisionOptions.Builder#average}.
   *
   * @param table probabilities
   * @param options how to decide
   * @return the answers
   */
  // also: without options
  public Decisions decide(SparseTable table, DecisionOptions options) {
    Pool.Lent decision = Pool.take();
    try {
      call(
          options,
          (metric, settings) ->
              Native.wald_decide_table(
                  metric,
                  tableKind(options),
                  table.slice(false),
                  settings,
                  null,
                  null,
                  decision.address));
      return new Decisions(decision.address, options, table.rows(), table.labels, null);
    } finally {
      decision.giveBack(table.values.length);
    }
  }

  // ---- Masks of images -----------------------------------------------------------------------------------------------

  /**
   * The optimal masks of images. With kind independent, the default, classes overlap and each has a mask of its own;
   * with categorical each pixel has one class, or with {@code perRow(0, 1)} at most one. With average micro all images
   * are one problem per class, else each image is one.
   *
   * @param maps probabilities of pixels
   * @param options how to decide
   * @return the masks
   */
  // also: without options
  public Masks masks(Maps maps, DecisionOptions options) {
    Objects.requireNonNull(maps, "maps");
    return masks(maps, tableKind(options), options, maps.images);
  }

  /**
   * The consensus of samples of one image, such as the masks of raters: for each class the mask with the greatest
   * expected utility against a sample drawn at random.
   *
   * @param samples as {@link Maps#ofSamples} makes them
   * @param options how to decide, without a kind
   * @return one mask per class
   */
  // also: without options
  public Masks consensus(Maps samples, DecisionOptions options) {
    Objects.requireNonNull(samples, "samples");
    Objects.requireNonNull(options, "options").refuseKind("a consensus");
    return masks(samples, Native.WALD_JOINT, options, 1);
  }

  private Masks masks(Maps maps, int kind, DecisionOptions options, long images) {
    boolean exclusive = kind == Native.WALD_CATEGORICAL;
    long width = exclusive ? maps.pixels : Math.multiplyExact(maps.classes, maps.pixels);
    long rows = kind == Native.WALD_JOINT ? 1 : images;
    int size = Math.toIntExact(Math.multiplyExact(rows, width));
    byte[] cells = exclusive ? null : new byte[size];
    int[] labels = exclusive ? new int[size] : null;
    Object base = exclusive ? labels : cells;
    int type = exclusive ? Native.WALD_INT32 : Native.WALD_UINT8;
    Slice out = Slice.of(base, type, 0, rows, width, width, 1, false).written();
    Pool.Lent decision = Pool.take();
    try {
      call(
          options,
          (metric, settings) ->
              Native.wald_masks(metric, kind, maps.members(), settings, out, null, decision.address));
      return new Masks(decision.address, rows, maps.classes, maps.pixels, cells, labels);
    } finally {
      decision.giveBack(rows * maps.classes);
    }
  }

  // ---- What predictions are worth -----------------------------------------------------------------------------------

  /**
   * The expected utility of any prediction.
   *
   * @param problem what is known
   * @param prediction one cell per label
   * @return the expected utility
   */
  public double expected(Problem problem, byte[] prediction) {
    return expectedWithError(problem, prediction, DecisionOptions.defaults()).value();
  }

  /**
   * The expected utility of any prediction, with a proved limit on its absolute error.
   *
   * @param problem what is known
   * @param prediction one cell per label
   * @param options threads and progress; constraints are for {@link #regretWithBound}
   * @return the expected utility and the limit
   */
  public Bounded expectedWithError(Problem problem, byte[] prediction, DecisionOptions options) {
    return judge(problem, prediction, options, false);
  }

  private static int expectation(boolean regret) {
    return regret ? Native.WALD_EXPECTATION_REGRET : Native.WALD_EXPECTATION_EXPECTED;
  }

  /** A wald_known: an estimator, or a table and its kind. */
  private static Object[] known(long estimator, int kind, Slice table) {
    return new Object[] {new long[] {estimator, kind}, table};
  }

  private Bounded judge(Problem problem, byte[] prediction, DecisionOptions options, boolean regret) {
    long[] made = new long[1];
    Slice cells = Mask.vector(prediction);
    try {
      call(
          problem,
          options,
          (metric, estimator, settings) ->
              Native.wald_expectation_create(
                  metric, known(estimator, Native.WALD_INDEPENDENT, null), cells, settings, regret ? 1 : 0, made));
      int limit = regret ? Native.WALD_EXPECTATION_REGRET_BOUND : Native.WALD_EXPECTATION_ERROR;
      return new Bounded(Handle.number(made[0], expectation(regret)), Handle.number(made[0], limit));
    } finally {
      Native.wald_destroy(made[0]);
    }
  }

  /**
   * How much expected utility a prediction gives away against the optimum.
   *
   * @param problem what is known
   * @param prediction one cell per label
   * @return the regret
   */
  public double regret(Problem problem, byte[] prediction) {
    return regretWithBound(problem, prediction, DecisionOptions.defaults()).value();
  }

  /**
   * How much expected utility a prediction gives away against the optimum within the constraints of the options. The
   * true regret is at most the sum of value and limit.
   *
   * @param problem what is known
   * @param prediction one cell per label
   * @param options how to decide
   * @return the regret and the limit
   */
  public Bounded regretWithBound(Problem problem, byte[] prediction, DecisionOptions options) {
    return judge(problem, prediction, options, true);
  }

  /**
   * The expected utilities of given predictions on a table.
   *
   * @param table probabilities
   * @param prediction of the table's shape
   * @param options average, {@code perRow}, label weights, threads and progress
   * @return one per answer
   */
  public double[] expected(Table table, Mask prediction, DecisionOptions options) {
    return judge(table, prediction, options, false);
  }

  /**
   * The regrets of given predictions on a table.
   *
   * @param table probabilities
   * @param prediction of the table's shape
   * @param options how to decide
   * @return one per answer
   */
  public double[] regret(Table table, Mask prediction, DecisionOptions options) {
    return judge(table, prediction, options, true);
  }

  private double[] judge(Table table, Mask prediction, DecisionOptions options, boolean regret) {
    Objects.requireNonNull(options, "options");
    Slice.checkShape("mask", prediction.rows, prediction.labels, "probabilities", table.rows, table.labels);
    boolean brief = brief(table, options);
    long[] made = new long[1];
    try {
      call(
          options,
          (metric, settings) ->
              Native.wald_expectation_create(
                  metric,
                  known(0, tableKind(options), table.slice(brief)),
                  prediction.slice(brief),
                  settings,
                  regret ? 1 : 0,
                  made));
      double[] values = new double[(int) Handle.number(made[0], Native.WALD_EXPECTATION_N_ANSWERS)];
      Native.wald_numbers(made[0], expectation(regret), 0, values, values.length, null);
      return values;
    } finally {
      Native.wald_destroy(made[0]);
    }
  }

  /**
   * What the caller should know before {@link #expected expected}, {@link #regret regret}, {@link #worth worth} or a
   * {@link Report} on a table: that its rows sum to 1, as probabilities of exclusive classes do, or that it has one
   * column and the options have no average. {@link Decisions#warning} gives the same text.
   *
   * @param table probabilities
   * @param options how they are judged
   * @return a sentence with what to pass; {@code ""} where there is nothing
   */
  // also: without options
  public String tableWarning(Table table, DecisionOptions options) {
    return warning(table.slice(true), tableKind(options), options);
  }

  /**
   * The same for compressed rows, where an absent probability is 0.
   *
   * @param table probabilities
   * @param options how they are judged
   * @return a sentence with what to pass; {@code ""} where there is nothing
   */
  // also: without options
  public String tableWarning(SparseTable table, DecisionOptions options) {
    return warning(table.slice(true), tableKind(options), options);
  }

  /**
   * What the caller should know before {@link #evaluate evaluate} or {@link #compare compare}: that the truth has one
   * column and the options have no average.
   *
   * @param truth what was true, of which only the shape counts
   * @param options how predictions are judged
   * @return a sentence with what to pass; {@code ""} where there is nothing
   */
  // also: without options
  public String tableWarning(Mask truth, DecisionOptions options) {
    return warning(truth.slice(true), Native.WALD_INDEPENDENT, options);
  }

  /** Of a Slice or a SparseSlice. */
  private String warning(Object table, int kind, DecisionOptions options) {
    long[] text = new long[1];
    call(options, (metric, settings) -> Native.wald_table_warning(metric, kind, table, settings, text));
    return Texts.fixed(text[0]);
  }

  /**
   * The expected utility of the best prediction at each number of positives.
   *
   * @param problem what is known
   * @param options how to decide
   * @return for k = 0 ... n; NaN at a k that the options rule out
   */
  // also: without options
  public double[] curve(Problem problem, DecisionOptions options) {
    double[][] out = new double[1][];
    call(
        problem,
        options,
        (metric, estimator, settings) ->
            out[0] =
                Handle.filled(
                    (values, capacity, needed) ->
                        Native.wald_curve(metric, estimator, settings, values, capacity, needed)));
    return out[0];
  }

  /**
   * The distribution of a prediction's utility: exact if this metric and what is known allow, else from samples.
   *
   * @param problem what is known; not counts, which do not determine it
   * @param prediction one cell per label
   * @param options samples, seed, threads and progress
   * @return the distribution, to be closed
   */
  // also: without options
  public Distribution distribution(Problem problem, byte[] prediction, DecisionOptions options) {
    long[] out = new long[1];
    Slice cells = Mask.vector(prediction);
    call(
        problem,
        options,
        (metric, estimator, settings) ->
            Native.wald_distribution_create(metric, estimator, cells, settings, out));
    return new Distribution(out[0]);
  }

  /**
   * What predictions were worth on known truth, as the mean over rows.
   *
   * @param truth what was true
   * @param prediction what was predicted; may hold {@link Mask#UNDECIDED}
   * @return the metric's value
   */
  public double evaluate(Mask truth, Mask prediction) {
    return evaluate(truth, prediction, null, DecisionOptions.defaults()).value();
  }

  /**
   * What predictions were worth on known truth. Instance and macro give the (weighted) mean over rows or columns. Rows
   * with {@link Mask#UNDECIDED} are left out and counted; with {@link DecisionOptions.Builder#abstainLabel} each such cell costs
   * what that says, and cells are counted.
   *
   * @param truth what was true
   * @param prediction what was predicted
   * @param weights of the rows, finite, at least 0, not all 0; or null for 1 each
   * @param options average, label weights, the cost of an undecided label, threads and progress
   * @return the value, and how many rows were undecided
   */
  // also: without weights
  public Evaluation evaluate(Mask truth, Mask prediction, Values weights, DecisionOptions options) {
    Objects.requireNonNull(options, "options").refuseKind("an evaluation");
    Slice.checkShape("truth", truth.rows, truth.labels, "prediction", prediction.rows, prediction.labels);
    double[] value = new double[1];
    long[] undecided = new long[1];
    boolean brief = named; // its sums; a custom one may take any time
    Slice weighed = Values.each("weights", weights, truth.rows, brief);
    call(
        options,
        (metric, settings) ->
            Native.wald_evaluate(
                metric, truth.slice(brief), prediction.slice(brief), weighed, settings, value, undecided));
    return new Evaluation(value[0], undecided[0]);
  }

  /**
   * Whether the predictions of a system B are better than those of A on the same rows: the difference of the metric,
   * its interval, and the p-value of a paired permutation test.
   *
   * @param truth what was true
   * @param a what A predicted; a row that either system leaves {@link Mask#UNDECIDED} is left out for both
   * @param b what B predicted
   * @param weights of the rows, finite, at least 0, not all 0; or null for 1 each
   * @param groups one number per row: rows of the same one, as those of one patient, are drawn and swapped together; or
   *     null, if each row stands for itself
   * @param options average, label weights, level, samples, seed, threads and progress
   * @return the comparison
   */
  // also: without weights, without groups
  // also: without weights, without groups, without options
  public Comparison compare(Mask truth, Mask a, Mask b, Values weights, long[] groups, DecisionOptions options) {
    Objects.requireNonNull(options, "options").refuseKind("a comparison");
    Slice.checkShape("truth", truth.rows, truth.labels, "a", a.rows, a.labels);
    Slice.checkShape("truth", truth.rows, truth.labels, "b", b.rows, b.labels);
    Slice[] rows = {Values.each("weights", weights, truth.rows, false), Slice.of(groups, false)};
    long[] made = new long[1];
    try {
      call(
          options,
          (metric, settings) ->
              Native.wald_comparison_create(
                  metric, truth.slice(false), a.slice(false), b.slice(false), rows, settings, made));
      return new Comparison(made[0]);
    } finally {
      Native.wald_destroy(made[0]);
    }
  }

  // ---- Whether deciding pays ----------------------------------------------------------------------------------------

  /**
   * Whether deciding for this metric will pay, from probabilities alone: how much more the optimal predictions are
   * expected to be worth than those cut at 1/2, and how far what comes true may be from that.
   *
   * @param table probabilities; at least one row
   * @param weights of the rows, finite, at least 0, not all 0, with average instance alone; or null for 1 each
   * @param options how to decide, and temperature and least gain; nothing may be left undecided
   * @return the estimated gain
   */
  // also: without weights
  // also: without weights, without options
  public Worth worth(Table table, Values weights, DecisionOptions options) {
    return worthOf(null, table.slice(false), Values.each("weights", weights, table.rows, false), options);
  }

  /**
   * Whether deciding for this metric pays, where the truth is known: besides what is expected, the realised gain, how far
   * the probabilities are off on average, and what decisions from calibrated probabilities would gain.
   *
   * @param truth what was true; may not hold {@link Mask#UNDECIDED}
   * @param table probabilities, of the shape of the truth; at least one row
   * @param weights of the rows, finite, at least 0, not all 0, with average instance alone; or null for 1 each
   * @param options how to decide, and temperature and least gain; nothing may be left undecided, and no prevalence set
   * @return the estimated and the realised gain
   */
  // also: without weights
  // also: without weights, without options
  public Worth worth(Mask truth, Table table, Values weights, DecisionOptions options) {
    Slice.checkShape("truth", truth.rows, truth.labels, "table", table.rows, table.labels);
    return worthOf(
        truth.slice(false), table.slice(false), Values.each("weights", weights, table.rows, false), options);
  }

  /**
   * Whether deciding for this metric will pay, for compressed rows, where an absent probability is 0.
   *
   * @param table probabilities; at least one row
   * @param weights of the rows, finite, at least 0, not all 0, with average instance alone; or null for 1 each
   * @param options how to decide, and temperature and least gain; nothing may be left undecided
   * @return the estimated gain
   */
  // also: without weights
  // also: without weights, without options
  public Worth worth(SparseTable table, Values weights, DecisionOptions options) {
    return worthOf(null, table.slice(false), Values.each("weights", weights, table.rows(), false), options);
  }

  /**
   * Whether deciding for this metric pays, where the truth is known, for compressed rows, where an absent probability is 0.
   *
   * @param truth what was true; may not hold {@link Mask#UNDECIDED}
   * @param table probabilities, of the shape of the truth; at least one row
   * @param weights of the rows, finite, at least 0, not all 0, with average instance alone; or null for 1 each
   * @param options how to decide, and temperature and least gain; nothing may be left undecided, and no prevalence set
   * @return the estimated and the realised gain
   */
  // also: without weights
  // also: without weights, without options
  public Worth worth(Mask truth, SparseTable table, Values weights, DecisionOptions options) {
    Slice.checkShape("truth", truth.rows, truth.labels, "table", table.rows(), table.labels());
    return worthOf(
        truth.slice(false), table.slice(false), Values.each("weights", weights, table.rows(), false), options);
  }

  /** Of a Slice or a SparseSlice. */
  private Worth worthOf(Slice truth, Object table, Slice weights, DecisionOptions options) {
    long[] made = new long[1];
    try {
      call(
          options,
          (metric, settings) ->
              Native.wald_worth_create(metric, tableKind(options), truth, table, weights, settings, made));
      return new Worth(made[0]);
    } finally {
      Native.wald_destroy(made[0]);
    }
  }

  // rows: overloads
  /**
   * A metric by its name. Here {@code zeroDivision} is {@code 1}.
   *
   * @param name {@code "f1"}, {@code "fbeta:2"}, {@code "jaccard"}, ...: see {@link #list} and docs/guides/metrics.md
   * @return the metric
   * @throws FormatException if there is none of that name
   */
  public static Metric of(String name) {
    return of(name, 1);
  }

  /**
   * The optimal prediction for one problem.
   *
   * @param probabilities of the labels
   * @param options how to decide
   * @return the decision
   */
  public Decision decide(double[] probabilities, DecisionOptions options) {
    return decide((Object) probabilities, options);
  }

  /**
   * The optimal prediction for one problem.
   *
   * @param probabilities of the labels
   * @param options how to decide
   * @return the decision
   */
  public Decision decide(float[] probabilities, DecisionOptions options) {
    return decide((Object) probabilities, options);
  }

  /**
   * The optimal prediction for one problem. With the {@linkplain DecisionOptions#defaults defaults} of all options.
   *
   * @param probabilities of the labels
   * @return the decision
   */
  public Decision decide(double[] probabilities) {
    return decide((Object) probabilities, DecisionOptions.defaults());
  }

  /**
   * The optimal prediction for one problem. With the {@linkplain DecisionOptions#defaults defaults} of all options.
   *
   * @param probabilities of the labels
   * @return the decision
   */
  public Decision decide(float[] probabilities) {
    return decide((Object) probabilities, DecisionOptions.defaults());
  }

  /**
   * The optimal prediction for one problem. With the {@linkplain DecisionOptions#defaults defaults} of all options.
   *
   * @param problem what is known
   * @return the decision
   */
  public Decision decide(Problem problem) {
    return decide(problem, DecisionOptions.defaults());
  }

  /**
   * The optimal prediction for one problem, into memory of the caller's: nothing is allocated in Java.
   *
   * @param probabilities of the labels
   * @param options how to decide
   * @param mask one cell per label, to be filled with 0, 1 or {@link Mask#UNDECIDED}
   * @return the expected utility
   */
  public double decideInto(double[] probabilities, DecisionOptions options, byte[] mask) {
    return decideInto((Object) probabilities, options, mask);
  }

  /**
   * The optimal prediction for one problem, into memory of the caller's: nothing is allocated in Java.
   *
   * @param probabilities of the labels
   * @param options how to decide
   * @param mask one cell per label, to be filled with 0, 1 or {@link Mask#UNDECIDED}
   * @return the expected utility
   */
  public double decideInto(float[] probabilities, DecisionOptions options, byte[] mask) {
    return decideInto((Object) probabilities, options, mask);
  }

  /**
   * The optimal prediction for one problem, into memory of the caller's: nothing is allocated in Java. With the
   * {@linkplain DecisionOptions#defaults defaults} of all options.
   *
   * @param probabilities of the labels
   * @param mask one cell per label, to be filled with 0, 1 or {@link Mask#UNDECIDED}
   * @return the expected utility
   */
  public double decideInto(double[] probabilities, byte[] mask) {
    return decideInto((Object) probabilities, DecisionOptions.defaults(), mask);
  }

  /**
   * The optimal prediction for one problem, into memory of the caller's: nothing is allocated in Java. With the
   * {@linkplain DecisionOptions#defaults defaults} of all options.
   *
   * @param probabilities of the labels
   * @param mask one cell per label, to be filled with 0, 1 or {@link Mask#UNDECIDED}
   * @return the expected utility
   */
  public double decideInto(float[] probabilities, byte[] mask) {
    return decideInto((Object) probabilities, DecisionOptions.defaults(), mask);
  }

  /**
   * The optimal predictions for a table, by {@link DecisionOptions.Builder#average}. With the {@linkplain
   * DecisionOptions#defaults defaults} of all options.
   *
   * @param table probabilities
   * @return the answers
   */
  public Decisions decide(Table table) {
    return decide(table, DecisionOptions.defaults());
  }

  /**
   * The optimal predictions for compressed rows, by {@link DecisionOptions.Builder#average}. With the {@linkplain
   * DecisionOptions#defaults defaults} of all options.
   *
   * @param table probabilities
   * @return the answers
   */
  public Decisions decide(SparseTable table) {
    return decide(table, DecisionOptions.defaults());
  }

  /**
   * The optimal masks of images. With kind independent, the default, classes overlap and each has a mask of its own;
   * with categorical each pixel has one class, or with {@code perRow(0, 1)} at most one. With average micro all images
   * are one problem per class, else each image is one. With the {@linkplain DecisionOptions#defaults defaults} of all
   * options.
   *
   * @param maps probabilities of pixels
   * @return the masks
   */
  public Masks masks(Maps maps) {
    return masks(maps, DecisionOptions.defaults());
  }

  /**
   * The consensus of samples of one image, such as the masks of raters: for each class the mask with the greatest
   * expected utility against a sample drawn at random. With the {@linkplain DecisionOptions#defaults defaults} of all
   * options.
   *
   * @param samples as {@link Maps#ofSamples} makes them
   * @return one mask per class
   */
  public Masks consensus(Maps samples) {
    return consensus(samples, DecisionOptions.defaults());
  }

  /**
   * What the caller should know before {@link #expected expected}, {@link #regret regret}, {@link #worth worth} or a
   * {@link Report} on a table: that its rows sum to 1, as probabilities of exclusive classes do, or that it has one
   * column and the options have no average. {@link Decisions#warning} gives the same text. With the {@linkplain
   * DecisionOptions#defaults defaults} of all options.
   *
   * @param table probabilities
   * @return a sentence with what to pass; {@code ""} where there is nothing
   */
  public String tableWarning(Table table) {
    return tableWarning(table, DecisionOptions.defaults());
  }

  /**
   * The same for compressed rows, where an absent probability is 0. With the {@linkplain DecisionOptions#defaults
   * defaults} of all options.
   *
   * @param table probabilities
   * @return a sentence with what to pass; {@code ""} where there is nothing
   */
  public String tableWarning(SparseTable table) {
    return tableWarning(table, DecisionOptions.defaults());
  }

  /**
   * What the caller should know before {@link #evaluate evaluate} or {@link #compare compare}: that the truth has one
   * column and the options have no average. With the {@linkplain DecisionOptions#defaults defaults} of all options.
   *
   * @param truth what was true, of which only the shape counts
   * @return a sentence with what to pass; {@code ""} where there is nothing
   */
  public String tableWarning(Mask truth) {
    return tableWarning(truth, DecisionOptions.defaults());
  }

  /**
   * The expected utility of the best prediction at each number of positives. With the {@linkplain
   * DecisionOptions#defaults defaults} of all options.
   *
   * @param problem what is known
   * @return for k = 0 ... n; NaN at a k that the options rule out
   */
  public double[] curve(Problem problem) {
    return curve(problem, DecisionOptions.defaults());
  }

  /**
   * The distribution of a prediction's utility: exact if this metric and what is known allow, else from samples. With
   * the {@linkplain DecisionOptions#defaults defaults} of all options.
   *
   * @param problem what is known; not counts, which do not determine it
   * @param prediction one cell per label
   * @return the distribution, to be closed
   */
  public Distribution distribution(Problem problem, byte[] prediction) {
    return distribution(problem, prediction, DecisionOptions.defaults());
  }

  /**
   * What predictions were worth on known truth. Instance and macro give the (weighted) mean over rows or columns. Rows
   * with {@link Mask#UNDECIDED} are left out and counted; with {@link DecisionOptions.Builder#abstainLabel} each such
   * cell costs what that says, and cells are counted.
   *
   * @param truth what was true
   * @param prediction what was predicted
   * @param options average, label weights, the cost of an undecided label, threads and progress
   * @return the value, and how many rows were undecided
   */
  public Evaluation evaluate(Mask truth, Mask prediction, DecisionOptions options) {
    return evaluate(truth, prediction, null, options);
  }

  /**
   * Whether the predictions of a system B are better than those of A on the same rows: the difference of the metric,
   * its interval, and the p-value of a paired permutation test.
   *
   * @param truth what was true
   * @param a what A predicted; a row that either system leaves {@link Mask#UNDECIDED} is left out for both
   * @param b what B predicted
   * @param options average, label weights, level, samples, seed, threads and progress
   * @return the comparison
   */
  public Comparison compare(Mask truth, Mask a, Mask b, DecisionOptions options) {
    return compare(truth, a, b, null, null, options);
  }

  /**
   * Whether the predictions of a system B are better than those of A on the same rows: the difference of the metric,
   * its interval, and the p-value of a paired permutation test. With the {@linkplain DecisionOptions#defaults defaults}
   * of all options.
   *
   * @param truth what was true
   * @param a what A predicted; a row that either system leaves {@link Mask#UNDECIDED} is left out for both
   * @param b what B predicted
   * @return the comparison
   */
  public Comparison compare(Mask truth, Mask a, Mask b) {
    return compare(truth, a, b, null, null, DecisionOptions.defaults());
  }

  /**
   * Whether deciding for this metric will pay, from probabilities alone: how much more the optimal predictions are
   * expected to be worth than those cut at 1/2, and how far what comes true may be from that.
   *
   * @param table probabilities; at least one row
   * @param options how to decide, and temperature and least gain; nothing may be left undecided
   * @return the estimated gain
   */
  public Worth worth(Table table, DecisionOptions options) {
    return worth(table, null, options);
  }

  /**
   * Whether deciding for this metric will pay, from probabilities alone: how much more the optimal predictions are
   * expected to be worth than those cut at 1/2, and how far what comes true may be from that. With the {@linkplain
   * DecisionOptions#defaults defaults} of all options.
   *
   * @param table probabilities; at least one row
   * @return the estimated gain
   */
  public Worth worth(Table table) {
    return worth(table, null, DecisionOptions.defaults());
  }

  /**
   * Whether deciding for this metric pays, where the truth is known: besides what is expected, the realised gain, how
   * far the probabilities are off on average, and what decisions from calibrated probabilities would gain.
   *
   * @param truth what was true; may not hold {@link Mask#UNDECIDED}
   * @param table probabilities, of the shape of the truth; at least one row
   * @param options how to decide, and temperature and least gain; nothing may be left undecided, and no prevalence set
   * @return the estimated and the realised gain
   */
  public Worth worth(Mask truth, Table table, DecisionOptions options) {
    return worth(truth, table, null, options);
  }

  /**
   * Whether deciding for this metric pays, where the truth is known: besides what is expected, the realised gain, how
   * far the probabilities are off on average, and what decisions from calibrated probabilities would gain. With the
   * {@linkplain DecisionOptions#defaults defaults} of all options.
   *
   * @param truth what was true; may not hold {@link Mask#UNDECIDED}
   * @param table probabilities, of the shape of the truth; at least one row
   * @return the estimated and the realised gain
   */
  public Worth worth(Mask truth, Table table) {
    return worth(truth, table, null, DecisionOptions.defaults());
  }

  /**
   * Whether deciding for this metric will pay, for compressed rows, where an absent probability is 0.
   *
   * @param table probabilities; at least one row
   * @param options how to decide, and temperature and least gain; nothing may be left undecided
   * @return the estimated gain
   */
  public Worth worth(SparseTable table, DecisionOptions options) {
    return worth(table, null, options);
  }

  /**
   * Whether deciding for this metric will pay, for compressed rows, where an absent probability is 0. With the
   * {@linkplain DecisionOptions#defaults defaults} of all options.
   *
   * @param table probabilities; at least one row
   * @return the estimated gain
   */
  public Worth worth(SparseTable table) {
    return worth(table, null, DecisionOptions.defaults());
  }

  /**
   * Whether deciding for this metric pays, where the truth is known, for compressed rows, where an absent probability
   * is 0.
   *
   * @param truth what was true; may not hold {@link Mask#UNDECIDED}
   * @param table probabilities, of the shape of the truth; at least one row
   * @param options how to decide, and temperature and least gain; nothing may be left undecided, and no prevalence set
   * @return the estimated and the realised gain
   */
  public Worth worth(Mask truth, SparseTable table, DecisionOptions options) {
    return worth(truth, table, null, options);
  }

  /**
   * Whether deciding for this metric pays, where the truth is known, for compressed rows, where an absent probability
   * is 0. With the {@linkplain DecisionOptions#defaults defaults} of all options.
   *
   * @param truth what was true; may not hold {@link Mask#UNDECIDED}
   * @param table probabilities, of the shape of the truth; at least one row
   * @return the estimated and the realised gain
   */
  public Worth worth(Mask truth, SparseTable table) {
    return worth(truth, table, null, DecisionOptions.defaults());
  }
  // end of rows

  @Override
  String describe() {
    return name();
  }
}
