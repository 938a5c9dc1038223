package org.libwald;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Which stage of a model cascade answers a row: the first one that is called and is confident enough, or with a router the one
 * that a score sends the row to. Chosen on {@link Stages}, or loaded. Immutable, and used by any number of threads at once
 * without a lock. Holds native memory, which {@link #close} gives back.
 *
 * <pre>{@code
 * try (Route route = Route.load(Path.of("route.json"))) {
 *   int stage = route.next(-1, Double.NaN);
 *   for (int ahead; (ahead = route.next(stage, ask(stage))) >= 0; ) {
 *     stage = ahead;
 *   }
 * }
 * }</pre>
 */
@SuppressWarnings("serial") // what is written is a SavedBytes
public final class Route extends Saved {
  private Route(long address) {
    super(address, "route");
  }

  // ---- Making -------------------------------------------------------------------------------------------------------

  // rows: methods
  /**
   * The best route for a goal on these rows. With {@code certify} the quality holds for future rows; if nothing can be
   * certified the last stage answers every row. If no route keeps the limit, this is the nearest, and "feasible" is 0.
   *
   * @param stages the rows of stages
   * @param options the goal of a route, and how it is found and certified
   * @return the route
   */
  public static Route choose(Stages stages, RouteOptions options) {
    return new Route(stages.handle.getLong(options, Native::wald_route_choose));
  }

  /**
   * The best route for a goal on these rows. With {@code certify} the quality holds for future rows; if nothing can be
   * certified the last stage answers every row. If no route keeps the limit, this is the nearest, and "feasible" is 0.
   * With the {@linkplain RouteOptions#defaults defaults} of all options.
   *
   * @param stages the rows of stages
   * @return the route
   */
  public static Route choose(Stages stages) {
    return choose(stages, RouteOptions.defaults());
  }
  // end of rows

  // rows: object
  /**
   * Reads what {@link #save()} wrote, here or in any of the languages.
   *
   * @param text what was saved
   * @return a route that says the same, to the same bits
   * @throws FormatException for any other text; the text of the exception says what is wrong with it
   */
  public static Route load(String text) {
    return new Route(load(text, (state, out) -> Native.wald_load(Native.WALD_OBJECT_ROUTE, state, out)));
  }

  /**
   * Reads what {@link #toBytes()} gave, here or in any of the languages, or a text in UTF-8.
   *
   * @param saved what was saved
   * @return a route that says the same, to the same bits
   * @throws FormatException for any other bytes; the text of the exception says what is wrong with it
   */
  public static Route load(byte[] saved) {
    return new Route(load(saved, (state, out) -> Native.wald_load(Native.WALD_OBJECT_ROUTE, state, out)));
  }

  /**
   * Reads what {@link #save(Path)} wrote or {@link #toBytes()} gave, to the end of a stream, which stays open.
   *
   * @param stream what was saved
   * @return a route that says the same, to the same bits
   * @throws java.io.IOException if the stream cannot be read
   * @throws FormatException for anything else; the text of the exception says what is wrong with it
   */
  public static Route load(java.io.InputStream stream) throws IOException {
    return load(stream.readAllBytes());
  }

  /**
   * Reads a file that {@link #save(Path)} wrote, here or in any of the languages.
   *
   * @param file the file
   * @return a route that says the same, to the same bits
   * @throws IOException if the file cannot be read
   * @throws FormatException where it holds anything else; the text of the exception says what is wrong with it
   */
  public static Route load(Path file) throws IOException {
    return new Route(load(file, (state, out) -> Native.wald_load(Native.WALD_OBJECT_ROUTE, state, out)));
  }
  // end of rows

  // ---- What is known of it ------------------------------------------------------------------------------------------

  /**
   * One of the numbers known.
   *
   * @param fact which one
   * @return it; NaN if it is unknown
   */
  public double fact(RouteFact fact) {
    return number(fact.value);
  }

  // rows: facts
  private double number(int fact) {
    return handle.getDouble(
        (held, out) -> Native.wald_number(held, fact, 0, out));
  }

  private double[] numbers(int fact) {
    return handle.getDoubles(
        (held, out, capacity, needed) -> Native.wald_numbers(held, fact, 0, out, capacity, needed));
  }

  /**
   * The number of stages.
   *
   * @return the fact {@code n_stages}
   */
  public int nStages() {
    return (int) number(Native.WALD_ROUTE_N_STAGES);
  }

  /**
   * The number of groups of rows that have thresholds of their own.
   *
   * @return the fact {@code n_groups}
   */
  public int nGroups() {
    return (int) number(Native.WALD_ROUTE_N_GROUPS);
  }

  /**
   * Whether a score sends each row to one stage before any answer.
   *
   * @return the fact {@code router}
   */
  public boolean router() {
    return number(Native.WALD_ROUTE_ROUTER) != 0;
  }

  /**
   * Which rows have thresholds of their own.
   *
   * @return the fact {@code by}
   */
  public RouteBy by() {
    return RouteBy.of((int) number(Native.WALD_ROUTE_BY));
  }

  /**
   * What was minimised or maximised.
   *
   * @return the fact {@code goal}
   */
  public RouteGoal goal() {
    return RouteGoal.of((int) number(Native.WALD_ROUTE_GOAL));
  }

  /**
   * The measure of quality.
   *
   * @return the fact {@code measure}
   */
  public RouteMeasure measure() {
    return RouteMeasure.of((int) number(Native.WALD_ROUTE_MEASURE));
  }

  /**
   * The number of rows of a weight above 0 that the route was chosen on.
   *
   * @return the fact {@code n_rows}
   */
  public double nRows() {
    return number(Native.WALD_ROUTE_N_ROWS);
  }

  /**
   * The number of these rows whose right answer is known.
   *
   * @return the fact {@code n_labelled}
   */
  public double nLabelled() {
    return number(Native.WALD_ROUTE_N_LABELLED);
  }

  /**
   * The mean cost per row, over all stages that are called.
   *
   * @return the fact {@code cost}
   */
  public double cost() {
    return number(Native.WALD_ROUTE_COST);
  }

  /**
   * The quality on these rows; optimistic for the rows chosen on.
   *
   * @return the fact {@code quality}
   */
  public double quality() {
    return number(Native.WALD_ROUTE_QUALITY);
  }

  /**
   * The mean cost of the last stage alone.
   *
   * @return the fact {@code full_cost}
   */
  public double fullCost() {
    return number(Native.WALD_ROUTE_FULL_COST);
  }

  /**
   * The quality of the last stage alone.
   *
   * @return the fact {@code full_quality}
   */
  public double fullQuality() {
    return number(Native.WALD_ROUTE_FULL_QUALITY);
  }

  /**
   * Whether the limit of the goal is met on these rows; else the route is the one that comes nearest.
   *
   * @return the fact {@code feasible}
   */
  public boolean feasible() {
    return number(Native.WALD_ROUTE_FEASIBLE) != 0;
  }

  /**
   * Whether all thresholds of all chains were compared; else levels of them, and finer ones around the best.
   *
   * @return the fact {@code exact}
   */
  public boolean exact() {
    return number(Native.WALD_ROUTE_EXACT) != 0;
  }

  /**
   * The requested confidence of the certificate.
   *
   * @return the fact {@code certify}
   */
  public double certify() {
    return number(Native.WALD_ROUTE_CERTIFY);
  }

  /**
   * Whether the quality is at least minQuality for future rows, with this probability.
   *
   * @return the fact {@code certified}
   */
  public boolean certified() {
    return number(Native.WALD_ROUTE_CERTIFIED) != 0;
  }

  /**
   * About how many more labels would certify a route that is cheaper than the last stage: 0 if one is certified,
   * infinity if no number would.
   *
   * @return the fact {@code labels_needed}
   */
  public double labelsNeeded() {
    return number(Native.WALD_ROUTE_LABELS_NEEDED);
  }

  /**
   * The share of these rows that each stage answers.
   *
   * @return the fact {@code shares}
   */
  public double[] shares() {
    return numbers(Native.WALD_ROUTE_SHARES);
  }

  /**
   * The mean costs of the routes that no other is better than, ascending; thinned to some 1,000.
   *
   * @return the fact {@code envelope_cost}
   */
  public double[] envelopeCost() {
    return numbers(Native.WALD_ROUTE_ENVELOPE_COST);
  }

  /**
   * The qualities of these routes.
   *
   * @return the fact {@code envelope_quality}
   */
  public double[] envelopeQuality() {
    return numbers(Native.WALD_ROUTE_ENVELOPE_QUALITY);
  }

  /**
   * Whether each lies on the upper-left hull, which mixtures of routes reach.
   *
   * @return the fact {@code envelope_hull}
   */
  public boolean[] envelopeHull() {
    return Slice.truths(numbers(Native.WALD_ROUTE_ENVELOPE_HULL));
  }
  // end of rows

  /**
   * The quality of this route, to be watched in use: its {@link #measure} with a bound as a {@link Promise}. Feed it for
   * accuracy with ones and whether each answer is right; for precision and recall with which answers and which rows are of
   * the positive class.
   *
   * @param bound the least quality that is promised, such as the minQuality that the route was chosen with: a route does
   *     not keep it
   * @param options how it is watched
   * @return a promise without rows, to be closed
   */
  public Promise promise(double bound, PromiseOptions options) {
    return Promise.of(Promise.claimed(measure().toString(), bound), options);
  }

  /**
   * The name of the theorem that a certificate stands on; "none" without certify.
   *
   * @return the fact {@code theorem}
   */
  public String theorem() {
    return Theorem.of((int) number(Native.WALD_ROUTE_THEOREM)).toString();
  }

  /**
   * From where on each stage answers: where its confidence, or a router's score, is at least this.
   *
   * @return one row per group, one column per stage; NaN: the stage is not called; -inf: it answers all rows
   */
  public double[][] thresholds() {
    return Slice.rows(numbers(Native.WALD_ROUTE_THRESHOLDS), nGroups(), nStages());
  }

  // ---- Running ------------------------------------------------------------------------------------------------------

  /**
   * The stage to call next. There is no state: many rows may be on their way at once.
   *
   * @param stage the one asked last, or -1 if none was yet
   * @param confidence that stage's; with a router and stage -1 the row's score
   * @param group the row's segment; by class what the first stage answered. One that the route does not know asks the
   *     last stage
   * @return the stage to call, or -1 if the answer of {@code stage} is taken
   */
  // also: without group: 0
  public int next(int stage, double confidence, long group) {
    return (int) handle.getLong((address, out) -> Native.wald_route_next(address, group, stage, confidence, out));
  }

  /**
   * Which stage answers each row. Confidences of stages that are not asked are not looked at.
   *
   * @param confidences rows by stages; with a router its scores, one per row
   * @param groups of each row its segment, by class what the first stage answered; null if the route has one group
   * @return one stage per row
   */
  // also: without groups
  // also: confidences as double[][] | double[] | float[]
  // also: confidences as double[][] | double[] | float[], without groups
  public int[] apply(Table confidences, int[] groups) {
    if (groups != null) {
      Slice.checkLength("groups", groups.length, confidences.rows);
    }
    Slice of = groups == null ? null : Slice.of(groups, true);
    Slice cells = confidences.slice(confidences.isSmall());
    int[] stages = new int[Math.toIntExact(confidences.rows)];
    handle.read(address -> Native.wald_route_apply(address, cells, of, stages));
    return stages;
  }

  /**
   * What can be asked about a row.
   *
   * @param <Q> what it is asked about
   * @param <A> what it answers
   */
  @FunctionalInterface
  public interface Stage<Q, A> {
    /**
     * Answers a row.
     *
     * @param row what is asked about
     * @return the answer, and how sure the stage is of it
     */
    StageAnswer<A> ask(Q row);
  }

  /**
   * Asks stages about one row as they are needed. What a stage throws comes out of this call.
   *
   * @param <Q> the type of a row
   * @param <A> what they answer; by class a {@link Number} that is whole
   * @param stages as many as there are, from the cheap one to the expensive one
   * @param row the row to answer
   * @param group the row's segment; by class it is what the first stage answers, whatever stands here
   * @param score a router's; else it is not looked at
   * @return the answer that is taken, and whom it took
   */
  public <Q, A> RouteAnswer<A> run(
      List<? extends Stage<? super Q, ? extends A>> stages, Q row, long group, double score) {
    Way way = new Way(stages.size(), group, score);
    while (true) {
      StageAnswer<? extends A> said = stages.get(way.stage).ask(row);
      if (!way.goesOn(said)) {
        return way.endsWith(said);
      }
    }
  }

  /** One row on its way. */
  private final class Way {
    private final List<Integer> asked = new ArrayList<>();
    private long group;
    private int stage;

    Way(int stages, long group, double score) {
      if (stages != nStages()) {
        throw new ArgumentException("stages has " + stages + " elements: must have " + nStages());
      }
      this.group = group;
      stage = next(-1, score, group);
    }

    /** Whether another stage is to be asked after this one's answer. */
    boolean goesOn(StageAnswer<?> said) {
      Objects.requireNonNull(said, "answer");
      asked.add(stage);
      if (asked.size() == 1 && by() == RouteBy.CLASS) {
        group = whole(said.answer());
      }
      int ahead = router() ? -1 : next(stage, said.confidence(), group);
      stage = ahead < 0 ? stage : ahead;
      return ahead >= 0;
    }

    <A> RouteAnswer<A> endsWith(StageAnswer<? extends A> said) {
      return new RouteAnswer<>(said.answer(), stage, Collections.unmodifiableList(asked));
    }
  }

  /**
   * Asks stages about one row as they are needed, where the route has neither segments nor a router.
   *
   * @param <Q> the type of a row
   * @param <A> what they answer; by class a {@link Number} that is whole
   * @param stages as many as there are, from the cheap one to the expensive one
   * @param row the row to answer
   * @return the answer that is taken, and whom it took
   */
  public <Q, A> RouteAnswer<A> run(List<? extends Stage<? super Q, ? extends A>> stages, Q row) {
    return run(stages, row, 0, Double.NaN);
  }

  /**
   * Asks stages about one row as they are needed, without a thread that waits for them. What a stage fails with, the
   * answer does, too. The route stays open until then.
   *
   * @param <Q> the type of a row
   * @param <A> what they answer; by class a {@link Number} that is whole
   * @param stages as many as there are, from the cheap one to the expensive one
   * @param row the row to answer
   * @param group the row's segment; by class it is what the first stage answers, whatever stands here
   * @param score a router's; else it is not looked at
   * @return the answer that is taken, and whom it took
   */
  public <Q, A> CompletableFuture<RouteAnswer<A>> runAsync(
      List<? extends Function<? super Q, ? extends CompletionStage<StageAnswer<A>>>> stages,
      Q row,
      long group,
      double score) {
    return goOn(new Way(stages.size(), group, score), stages, row);
  }

  /**
   * Asks stages about one row as they are needed, without a thread that waits for them, where the route has neither
   * segments nor a router.
   *
   * @param <Q> the type of a row
   * @param <A> what they answer; by class a {@link Number} that is whole
   * @param stages as many as there are, from the cheap one to the expensive one
   * @param row the row to answer
   * @return the answer that is taken, and whom it took
   */
  public <Q, A> CompletableFuture<RouteAnswer<A>> runAsync(
      List<? extends Function<? super Q, ? extends CompletionStage<StageAnswer<A>>>> stages, Q row) {
    return runAsync(stages, row, 0, Double.NaN);
  }

  private static <Q, A> CompletableFuture<RouteAnswer<A>> goOn(
      Way way, List<? extends Function<? super Q, ? extends CompletionStage<StageAnswer<A>>>> stages, Q row) {
    return CompletableFuture.completedFuture(row)
        .<StageAnswer<A>>thenCompose(one -> stages.get(way.stage).apply(one))
        .thenCompose(
            said -> way.goesOn(said) ? goOn(way, stages, row) : CompletableFuture.completedFuture(way.endsWith(said)));
  }

  /** A class, as a stage said it. */
  private static long whole(Object answer) {
    if (answer instanceof Number number && number.doubleValue() == number.longValue()) {
      return number.longValue();
    }
    throw new ArgumentException("answer is " + answer + ": must be a whole number, as the route goes by class");
  }

  /**
   * What the route does on other rows.
   *
   * @param stages the rows
   * @param options measure, beta and positive; without a measure it is the route's
   * @return cost, quality and shares
   */
  // also: without options
  public RouteEvaluation evaluate(Stages stages, RouteOptions options) {
    RouteOptions judged =
        options.settings.containsKey("measure")
            ? options
            : RouteOptions.builder().setAll(options).measure(measure()).build();
    long[] made = new long[1];
    try {
      handle.read(
          judged,
          (address, settings) ->
              stages.handle.read(rows -> Native.wald_route_evaluate(address, rows, settings, made)));
      return new RouteEvaluation(
          Handle.number(made[0], Native.WALD_ROUTE_EVALUATION_COST),
          Handle.number(made[0], Native.WALD_ROUTE_EVALUATION_QUALITY),
          Handle.list(made[0], Native.WALD_ROUTE_EVALUATION_SHARES));
    } finally {
      Native.wald_destroy(made[0]);
    }
  }

  // rows: overloads
  /**
   * The stage to call next. There is no state: many rows may be on their way at once. Here {@code group} is {@code 0}.
   *
   * @param stage the one asked last, or -1 if none was yet
   * @param confidence that stage's; with a router and stage -1 the row's score
   * @return the stage to call, or -1 if the answer of {@code stage} is taken
   */
  public int next(int stage, double confidence) {
    return next(stage, confidence, 0);
  }

  /**
   * Which stage answers each row. Confidences of stages that are not asked are not looked at.
   *
   * @param confidences rows by stages; with a router its scores, one per row
   * @return one stage per row
   */
  public int[] apply(Table confidences) {
    return apply(confidences, null);
  }

  /**
   * Which stage answers each row. Confidences of stages that are not asked are not looked at.
   *
   * @param confidences rows by stages; with a router its scores, one per row
   * @param groups of each row its segment, by class what the first stage answered; null if the route has one group
   * @return one stage per row
   */
  public int[] apply(double[][] confidences, int[] groups) {
    return apply(Table.of(confidences), groups);
  }

  /**
   * Which stage answers each row. Confidences of stages that are not asked are not looked at.
   *
   * @param confidences rows by stages; with a router its scores, one per row
   * @param groups of each row its segment, by class what the first stage answered; null if the route has one group
   * @return one stage per row
   */
  public int[] apply(double[] confidences, int[] groups) {
    return apply(Table.of(confidences, confidences.length, 1), groups);
  }

  /**
   * Which stage answers each row. Confidences of stages that are not asked are not looked at.
   *
   * @param confidences rows by stages; with a router its scores, one per row
   * @param groups of each row its segment, by class what the first stage answered; null if the route has one group
   * @return one stage per row
   */
  public int[] apply(float[] confidences, int[] groups) {
    return apply(Table.of(confidences, confidences.length, 1), groups);
  }

  /**
   * Which stage answers each row. Confidences of stages that are not asked are not looked at.
   *
   * @param confidences rows by stages; with a router its scores, one per row
   * @return one stage per row
   */
  public int[] apply(double[][] confidences) {
    return apply(Table.of(confidences), null);
  }

  /**
   * Which stage answers each row. Confidences of stages that are not asked are not looked at.
   *
   * @param confidences rows by stages; with a router its scores, one per row
   * @return one stage per row
   */
  public int[] apply(double[] confidences) {
    return apply(Table.of(confidences, confidences.length, 1), null);
  }

  /**
   * Which stage answers each row. Confidences of stages that are not asked are not looked at.
   *
   * @param confidences rows by stages; with a router its scores, one per row
   * @return one stage per row
   */
  public int[] apply(float[] confidences) {
    return apply(Table.of(confidences, confidences.length, 1), null);
  }

  /**
   * What the route does on other rows. With the {@linkplain RouteOptions#defaults defaults} of all options.
   *
   * @param stages the rows
   * @return cost, quality and shares
   */
  public RouteEvaluation evaluate(Stages stages) {
    return evaluate(stages, RouteOptions.defaults());
  }
  // end of rows

  @Override
  String describe() {
    return String.format(
        Locale.ROOT,
        "%d stages, cost %.6g, %s %.6g%s",
        nStages(),
        cost(),
        measure(),
        quality(),
        certified() ? String.format(Locale.ROOT, ", certified with %.6g", certify()) : "");
  }
}
