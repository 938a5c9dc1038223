// Model cascades: what every stage answers to rows, and by thresholds which one answers. The last answer replaces those
// before it.
import { isList, putOptional, putPointers, putTable, putVector, reals, real, table, whole, wholes } from "./arrays.js";
import { argumentError, shown } from "./errors.js";
import { Handle, Made, created, defineFacts, defineSaving, fact, factsOf, readOnce } from "./handles.js";
import { call, readIndices, readInts, readLength, within } from "./native.js";
import { withOptions } from "./options.js";
import { MetricPromise, promised } from "./promise.js";

const isGiven = (value) => value !== undefined && value !== null;

// A table that may be left out.
function optionalTable(arena, value, name, as = reals) {
  return isGiven(value) ? putTable(arena, table(value, name, as)) : 0;
}

// One cost per stage, or a table of them.
function costTable(costs, rows, stages) {
  if (!isGiven(costs) || !isList(costs) || isList(costs[0])) return costs;
  const each = reals(costs, "costs");
  if (each.length !== stages)
    throw argumentError(`costs has ${each.length} elements: must have one per stage, ${stages}`);
  return { data: each, rows, columns: stages, rowStride: 0 };
}

// Rows with what every stage answers, how sure it is and what it costs; the truth of some of them.
export class Stages extends Handle {
  constructor(nStages) {
    if (nStages instanceof Made) super("stages", nStages.pointer);
    else
      super(
        "stages",
        within((arena) => created(arena, "wald_stages_create", whole(nStages, "nStages"))),
      );
  }
  // Adds rows; a call that fails adds none. Each of answers, segments and scores comes with every feed or none.
  feed(confidences, { answers, truth, right, costs, weights, labelProbabilities, segments, scores } = {}) {
    within((arena) => {
      const sure = table(confidences, "confidences");
      call(
        "wald_stages_feed",
        this._pointer,
        putPointers(arena, [
          putTable(arena, sure),
          optionalTable(arena, answers, "answers", wholes),
          putOptional(arena, truth, "truth", wholes),
          optionalTable(arena, right, "right"),
          optionalTable(arena, costTable(costs, sure.rows, this.nStages), "costs"),
          putOptional(arena, weights, "weights"),
          putOptional(arena, labelProbabilities, "labelProbabilities"),
          putOptional(arena, segments, "segments", wholes),
          putOptional(arena, scores, "scores"),
        ]),
      );
    });
    return this;
  }
  merge(other) {
    call("wald_merge", this._pointer, Handle.pointer(other, Stages, "other"));
    return this;
  }
  // The rows to label next, ascending; none if all were considered. Their probabilities are kept.
  ask(options) {
    return within((arena) =>
      withOptions(arena, "routes", options, (set) => {
        const room = Math.max(1, this.nRows);
        const [rows, needed] = [arena.bytes(8 * room), arena.place()];
        call("wald_stages_ask", this._pointer, set, rows, room, needed);
        return readIndices(rows, readLength(needed));
      }),
    );
  }
  // The labels of rows that were asked for: their classes, or of rows without answers how right each stage is.
  label(rows, { truth, right } = {}) {
    within((arena) =>
      call(
        "wald_stages_label",
        this._pointer,
        putVector(arena, wholes(rows, "rows")),
        putOptional(arena, truth, "truth", wholes),
        optionalTable(arena, right, "right"),
      ),
    );
    return this;
  }
  copy() {
    return Stages.load(this.save({ binary: true }));
  }
}
defineSaving(Stages, "stages");
defineFacts(Stages, "stages");

// Which stage answers a row.
export class Route extends Handle {
  constructor(made) {
    if (!(made instanceof Made)) throw argumentError("a Route is made by Route.choose() or Route.load()");
    super("route", made.pointer);
  }
  // The best route for a goal on these rows; with `certify` its quality holds for future rows. If no route keeps the
  // limit of the goal, this is the nearest one and `feasible` is false.
  static choose(stages, options) {
    const own = Handle.pointer(stages, Stages, "stages");
    return within((arena) =>
      withOptions(arena, "routes", options, (set) => new Route(new Made(created(arena, "wald_route_choose", own, set)))),
    );
  }
  // A table of one row per group, one column per stage. NaN: the stage is not called; -Infinity: it answers all rows.
  get thresholds() {
    return { data: fact("route", this._pointer, "thresholds"), rows: this.nGroups, columns: this.nStages };
  }
  // The stage to call after `stage` was as sure as this, or -1 if its answer is taken. stage -1: none was asked yet.
  next(stage = -1, confidence = NaN, { group = 0 } = {}) {
    return within((arena) => {
      const to = arena.place();
      const [row, at] = [whole(group, "group"), whole(stage, "stage")];
      call("wald_route_next", this._pointer, row, at, real(confidence, "confidence"), to);
      return readLength(to);
    });
  }
  // Which stage answers each row. With a router the first argument is its scores.
  apply(confidences, groups) {
    return within((arena) => {
      const sure = this.router
        ? { data: reals(confidences, "confidences"), rows: confidences.length, columns: 1 }
        : table(confidences, "confidences");
      const out = arena.bytes(4 * sure.rows);
      call("wald_route_apply", this._pointer, putTable(arena, sure), putOptional(arena, groups, "groups", wholes), out);
      return readInts(out, sure.rows);
    });
  }
  // Stage after stage as they are needed: gives stages to ask and is given [answer, confidence] of each.
  *#steps(nFunctions, group, score) {
    if (nFunctions !== this.nStages)
      throw argumentError(`stages has ${nFunctions} functions: must have one per stage, ${this.nStages}`);
    const [router, byClass] = [this.router, this.by === "class"];
    const asked = [];
    for (let stage = this.next(-1, score, { group }), own = group; ; ) {
      asked.push(stage);
      const found = yield stage;
      if (!Array.isArray(found) || found.length !== 2)
        throw argumentError(`stage ${stage} gave ${shown(found)}: must give [answer, confidence]`);
      const [answer, confidence] = found;
      if (byClass && asked.length === 1) own = Number(whole(answer, "answer"));
      const ahead = router ? -1 : this.next(stage, confidence, { group: own });
      if (ahead < 0) return { answer, stage, asked };
      stage = ahead;
    }
  }
  // Asks stages for one row as they are needed: stages[i](row) gives [answer, confidence].
  run(stages, row, { group = 0, score = NaN } = {}) {
    const steps = this.#steps(stages.length, group, score);
    let step = steps.next();
    while (!step.done) step = steps.next(stages[step.value](row));
    return step.value;
  }
  // The same with functions that give promises.
  async runAsync(stages, row, { group = 0, score = NaN } = {}) {
    const steps = this.#steps(stages.length, group, score);
    let step = steps.next();
    while (!step.done) step = steps.next(await stages[step.value](row));
    return step.value;
  }
  // The route's quality, to be watched in use. It does not keep minQuality, so the bound is the caller's.
  promise({ bound, ...options } = {}) {
    if (bound === undefined)
      throw argumentError("the route does not keep minQuality: give the bound, such as promise({ bound: 0.9 })");
    return new MetricPromise(promised(this.measure, bound), options);
  }
  // What the route does on other rows. It reads the options measure, beta and positive.
  evaluate(stages, options) {
    const other = Handle.pointer(stages, Stages, "stages");
    return within((arena) =>
      withOptions(arena, "routes", { measure: this.measure, ...options }, (set) =>
        readOnce(created(arena, "wald_route_evaluate", this._pointer, other, set), (made) =>
          factsOf("route_evaluation", made),
        ),
      ),
    );
  }
}
defineSaving(Route, "route");
defineFacts(Route, "route", { but: ["thresholds"] });
