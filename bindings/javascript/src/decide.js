// Decisions: the optimal prediction for one problem or a table, and what a prediction is worth.
import {
  columnTable,
  isList,
  isSparse,
  maskOf,
  putEither,
  putOptional,
  putRows,
  putTable,
  putVector,
  real,
  reals,
  resultTable,
  table,
  wholes,
  word,
} from "./arrays.js";
import { Decision, Decisions, readDecision, readDecisions } from "./decision.js";
import { argumentError, shown } from "./errors.js";
import { Estimator } from "./estimator.js";
import { Handle, Made, created, defineFacts, fact, factsOf, numbers, readOnce } from "./handles.js";
import { asMetric } from "./metric.js";
import { call, readDoubles, readLength, readNumber, readPointer, readText, within } from "./native.js";
import { takeExactly, withOptions, without } from "./options.js";
import { FACTS } from "./rows.js";

// Runs with an estimator: one of the caller's, or one made of a vector of probabilities.
function withEstimator(given, kind, run) {
  if (given instanceof Estimator) return run(given);
  if (kind !== "independent" && kind !== "categorical")
    throw argumentError(`kind is ${shown(kind)}: must be "independent" or "categorical"`);
  const made = Estimator[kind](reals(given, "probabilities"));
  try {
    return run(made);
  } finally {
    made.free();
  }
}

// What a vector, or the rows of a table, hold.
function kindOf(options) {
  return options?.kind ?? "independent";
}

// An object of the library for the length of a call.
export function withDecision(arena, run) {
  const decision = created(arena, "wald_decision_create");
  try {
    return run(decision);
  } finally {
    call("wald_destroy", decision);
  }
}

function predicted(value, name = "prediction") {
  return maskOf(value instanceof Decision ? value.mask : value, name);
}

function predictedTable(value, name = "prediction") {
  return table(value instanceof Decisions ? value.mask : value, name, maskOf);
}

// The structure wald_known of one problem.
function knownOf(arena, estimator) {
  return putPointers(arena, [estimator._pointer, 0, 0]);
}

// A number of every answer of an expectation.
function answersOf(made, name) {
  return numbers(made, FACTS.expectation[name][0]);
}

// The optimal prediction for one problem: probabilities of its labels, or an Estimator.
export function decide(probabilities, metric, options) {
  const kind = kindOf(options);
  return withEstimator(probabilities, kind, (estimator) =>
    within((arena) =>
      withOptions(arena, "decisions", takeExactly(without(options, "kind")), (set) =>
        withDecision(arena, (decision) => {
          call("wald_decide", asMetric(metric)._pointer, estimator._pointer, set, decision);
          return readDecision(arena, decision);
        }),
      ),
    ),
  );
}

// The optimal predictions for a table of probabilities, one row per instance: one answer per row, per column, or one.
export function decideRows(probabilities, metric, options) {
  const average = options?.average ?? "instance";
  return within((arena) =>
    withOptions(arena, "decisions", takeExactly(without(options, "kind")), (set) =>
      withDecision(arena, (decision) => {
        const kind = word("kind", kindOf(options), "kind");
        const p = isSparse(probabilities) ? probabilities : table(probabilities, "probabilities");
        const out = isSparse(p) ? null : resultTable(arena, Uint8Array, p.rows, p.columns);
        const shown = putEither(arena, p, "probabilities");
        call("wald_decide_table", asMetric(metric)._pointer, kind, shown, set, out?.array ?? 0, 0, decision);
        const mask = out && { data: out.read(), rows: p.rows, columns: p.columns };
        return readDecisions(arena, decision, average, mask);
      }),
    ),
  );
}

// The expected utility of the best prediction at each k = 0 ... n; NaN at a k that is ruled out.
export function curve(probabilities, metric, options) {
  const kind = kindOf(options);
  return withEstimator(probabilities, kind, (estimator) =>
    within((arena) =>
      withOptions(arena, "decisions", takeExactly(without(options, "kind")), (set) => {
        const length = estimator.nLabels + 1;
        const [to, needed] = [arena.bytes(8 * length), arena.place()];
        call("wald_curve", asMetric(metric)._pointer, estimator._pointer, set, to, length, needed);
        return readDoubles(to, length);
      }),
    ),
  );
}

// The expected utility of a prediction, and the error of that number.
export function expected(probabilities, metric, prediction, options) {
  const kind = kindOf(options);
  return withEstimator(probabilities, kind, (estimator) =>
    within((arena) => {
      const mask = putVector(arena, predicted(prediction));
      return withOptions(arena, "decisions", without(options, "kind"), (set) =>
        readOnce(
          created(arena, "wald_expectation_create", asMetric(metric)._pointer, knownOf(arena, estimator), mask, set, 0),
          (made) => ({ expected: fact("expectation", made, "expected"), error: fact("expectation", made, "error") }),
        ),
      );
    }),
  );
}

// How much expected utility a prediction gives away against the optimum, and a limit of it: at most regret + bound.
export function regret(probabilities, metric, prediction, options) {
  const kind = kindOf(options);
  return withEstimator(probabilities, kind, (estimator) =>
    within((arena) => {
      const mask = putVector(arena, predicted(prediction));
      return withOptions(arena, "decisions", takeExactly(without(options, "kind")), (set) =>
        readOnce(
          created(arena, "wald_expectation_create", asMetric(metric)._pointer, knownOf(arena, estimator), mask, set, 1),
          (made) => ({ regret: fact("expectation", made, "regret"), bound: fact("expectation", made, "regretBound") }),
        ),
      );
    }),
  );
}

// Expected utility and regret of given predictions on a table, one each an answer.
export function expectedRows(probabilities, metric, prediction, options) {
  return within((arena) => {
    const p = table(probabilities, "probabilities");
    const h = predictedTable(prediction);
    if (h.rows !== p.rows || h.columns !== p.columns)
      throw argumentError(
        `prediction has ${h.rows} rows of ${h.columns}: probabilities have ${p.rows} of ${p.columns}`,
      );
    return withOptions(arena, "decisions", takeExactly(without(options, "kind")), (set) => {
      const kind = word("kind", kindOf(options), "kind");
      const [known, mask] = [putPointers(arena, [0, putTable(arena, p), kind]), putTable(arena, h)];
      return readOnce(
        created(arena, "wald_expectation_create", asMetric(metric)._pointer, known, mask, set, 1),
        (made) => ({ expected: answersOf(made, "expected"), regret: answersOf(made, "regret") }),
      );
    });
  });
}

// One problem as a table of one row; a vector is one in the tables of truth and predictions.
function asTable(value, name) {
  if (value instanceof Decisions) return value.mask;
  if (value instanceof Decision) return asTable(value.mask, name);
  const flat = (ArrayBuffer.isView(value) || Array.isArray(value)) && !isList(value[0]);
  if (!flat || value.length === 0) return table(value, name, maskOf);
  return { data: maskOf(value, name), rows: 1, columns: value.length };
}

// What predictions were worth: the metric's value on known truth. Rows that are undecided are left out and counted.
export function evaluate(truth, prediction, metric, options) {
  return within((arena) => {
    const [value, undecided] = [arena.place(), arena.place()];
    const [y, h] = [putTable(arena, asTable(truth, "truth")), putTable(arena, asTable(prediction, "prediction"))];
    const weights = putOptional(arena, options?.weights, "weights");
    return withOptions(arena, "decisions", without(options, "weights"), (set) => {
      call("wald_evaluate", asMetric(metric)._pointer, y, h, weights, set, value, undecided);
      return { value: readNumber(value), nUndecided: readLength(undecided) };
    });
  });
}

// Whether B's predictions are better than A's on the same rows: the facts of a comparison.
export function compare(truth, a, b, metric, options) {
  return within((arena) => {
    const [y, of_a, of_b] = [
      [truth, "truth"],
      [a, "a"],
      [b, "b"],
    ].map(([value, name]) => putTable(arena, asTable(value, name)));
    const weights = putOptional(arena, options?.weights, "weights");
    const groups = putOptional(arena, options?.groups, "groups", wholes);
    return withOptions(arena, "decisions", without(options, "weights", "groups"), (set) => {
      const rows = putRows(arena, weights, groups);
      return readOnce(
        created(arena, "wald_comparison_create", asMetric(metric)._pointer, y, of_a, of_b, rows, set),
        (made) => factsOf("comparison", made),
      );
    });
  });
}

// What the caller should know of a table before it is decided or judged: that its rows sum to 1, as probabilities of
// exclusive classes do, or that it has one column and the options have no average. Decisions have the same text as the
// warning of an answer. A mask, such as the truth of evaluate(), is taken too: of a Uint8Array only the shape counts.
const cellsOf = (value, name) => (value instanceof Uint8Array ? value : reals(value, name));
export function tableWarning(probabilities, metric, options) {
  const kind = word("kind", kindOf(options), "kind");
  return within((arena) =>
    withOptions(arena, "decisions", takeExactly(without(options, "kind")), (set) => {
      const to = arena.place();
      const p = putEither(arena, probabilities, "probabilities", cellsOf);
      call("wald_table_warning", asMetric(metric)._pointer, kind, p, set, to);
      return readText(readPointer(to));
    }),
  );
}

// Whether deciding for a metric pays, from probabilities and, if it is known, truth: the facts of what it is worth.
export function worth(probabilities, metric, options) {
  return within((arena) => {
    const weights = putOptional(arena, options?.weights, "weights");
    const known = (options?.truth ?? null) !== null;
    const truth = known ? putTable(arena, columnTable(options.truth, "truth", maskOf)) : 0;
    return withOptions(arena, "decisions", takeExactly(without(options, "kind", "truth", "weights")), (set) => {
      const kind = word("kind", kindOf(options), "kind");
      const held = [kind, truth, putEither(arena, probabilities, "probabilities"), weights, set];
      return readOnce(created(arena, "wald_worth_create", asMetric(metric)._pointer, ...held), (made) =>
        factsOf("worth", made),
      );
    });
  });
}

// The distribution of a prediction's utility.
export class Distribution extends Handle {
  constructor(made) {
    if (!(made instanceof Made)) throw argumentError("a Distribution is made by distribution()");
    super("distribution", made.pointer);
  }
  // The smallest u with P(utility <= u) >= q.
  quantile(q) {
    return within((arena) => {
      const to = arena.place();
      call("wald_distribution_quantile", this._pointer, real(q, "q"), to);
      return readNumber(to);
    });
  }
  // P(utility >= u), and its standard error: 0 if exact.
  atLeast(u) {
    return within((arena) => {
      const [to, error] = [arena.place(), arena.place()];
      call("wald_distribution_at_least", this._pointer, real(u, "u"), to, error);
      return { probability: readNumber(to), standardError: readNumber(error) };
    });
  }
  // The values that the utility takes, ascending, and their probabilities.
  atoms() {
    const [values, probabilities] = ["values", "probabilities"].map((name) => fact("distribution", this._pointer, name));
    return { values, probabilities };
  }
}
defineFacts(Distribution, "distribution", { but: ["values", "probabilities"] });

export function distribution(probabilities, metric, prediction, options) {
  const kind = kindOf(options);
  return withEstimator(probabilities, kind, (estimator) =>
    within((arena) => {
      const mask = putVector(arena, predicted(prediction));
      return withOptions(
        arena,
        "decisions",
        without(options, "kind"),
        (set) =>
          new Distribution(
            new Made(
              created(arena, "wald_distribution_create", asMetric(metric)._pointer, estimator._pointer, mask, set),
            ),
          ),
      );
    }),
  );
}
