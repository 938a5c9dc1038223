// Cascades: in which order the models of an ensemble run, and when the sum so far decides.
import { putOptional, putTable, reals, table, whole } from "./arrays.js";
import { argumentError } from "./errors.js";
import { Handle, Made, created, defineFacts, defineSaving, fact, factsOf, readOnce } from "./handles.js";
import {
  call,
  memory,
  pointerOf,
  readIndices,
  readInt,
  readInts,
  readLength,
  readPointer,
  readText,
  within,
} from "./native.js";
import { withOptions } from "./options.js";
import { FACTS } from "./rows.js";
import { Trees } from "./trees.js";

// Rows with the scores of all models.
export class CascadeScores extends Handle {
  constructor(nModels, nClasses = 1) {
    if (nModels instanceof Made) super("cascade_scores", nModels.pointer);
    else
      super(
        "cascade_scores",
        within((arena) =>
          created(arena, "wald_cascade_scores_create", whole(nModels, "nModels"), whole(nClasses, "nClasses")),
        ),
      );
  }
  // The scores that the models of an ensemble give rows of features.
  static ofTrees(trees, features, { weights, targets, ...options } = {}) {
    const made = new CascadeScores(trees.nModels, trees.nOutputs);
    try {
      return made.feedTrees(trees, features, { weights, targets, ...options });
    } catch (error) {
      made.free();
      throw error;
    }
  }
  // A table of nModels*nClasses columns.
  feed(scores, { weights, targets } = {}) {
    within((arena) => {
      const shown = putTable(arena, table(scores, "table"));
      call(
        "wald_cascade_scores_feed",
        this._pointer,
        shown,
        putOptional(arena, weights, "weights"),
        putOptional(arena, targets, "targets"),
        0,
        0,
      );
    });
    return this;
  }
  feedTrees(trees, features, { weights, targets, ...options } = {}) {
    within((arena) => {
      const shown = putTable(arena, table(features, "features"));
      const more = [putOptional(arena, weights, "weights"), putOptional(arena, targets, "targets")];
      const own = Handle.pointer(trees, Trees, "trees");
      withOptions(arena, "cascades", options, (set) =>
        call("wald_cascade_scores_feed", this._pointer, shown, ...more, own, set),
      );
    });
    return this;
  }
  merge(other) {
    call("wald_merge", this._pointer, Handle.pointer(other, CascadeScores, "other"));
    return this;
  }
  copy() {
    return new CascadeScores(new Made(within((arena) => created(arena, "wald_copy", this._pointer))));
  }
  clear() {
    call("wald_clear", this._pointer);
    return this;
  }
}
defineFacts(CascadeScores, "cascade_scores");

// Rows of scores: those of the caller, or made of a table of one column per model.
function withScores(value, name, run) {
  if (value instanceof CascadeScores) return run(value._pointer);
  if (value === undefined || value === null) return run(0);
  const shown = table(value, name);
  const made = new CascadeScores(shown.columns);
  try {
    return run(made.feed(shown)._pointer);
  } finally {
    made.free();
  }
}

export class Cascade extends Handle {
  constructor(made) {
    if (!(made instanceof Made)) throw argumentError("a Cascade is made by Cascade.fit() or Cascade.load()");
    super("cascade", made.pointer);
  }
  // Fits a cascade to rows of scores; `calibration` are rows that have no part in fitting.
  static fit(scores, { calibration, ...options } = {}) {
    if (scores === undefined || scores === null) throw argumentError("scores are needed: a CascadeScores or a table");
    return withScores(scores, "scores", (rows) =>
      withScores(calibration, "calibration", (more) =>
        within((arena) =>
          withOptions(
            arena,
            "cascades",
            options,
            (set) => new Cascade(new Made(created(arena, "wald_cascade_fit", rows, more, set))),
          ),
        ),
      ),
    );
  }
  // Another cascade, certified on rows that had no part in fitting.
  calibrate(scores, options) {
    return withScores(scores, "scores", (rows) =>
      within((arena) =>
        withOptions(
          arena,
          "cascades",
          options,
          (set) => new Cascade(new Made(created(arena, "wald_cascade_calibrate", this._pointer, rows, set))),
        ),
      ),
    );
  }
  // Another cascade, which has a copy of the trees and takes features.
  bind(trees) {
    const own = Handle.pointer(trees, Trees, "trees");
    return new Cascade(new Made(within((arena) => created(arena, "wald_cascade_bind", this._pointer, own))));
  }
  get names() {
    return this.#texts("name", this.nModels);
  }
  get featureNames() {
    return this.#texts("featureName", this.nFeatures);
  }
  // Categories as "feature=category", those of a feature in the order of their codes.
  get categories() {
    return this.#texts("category", fact("cascade", this._pointer, "nCategories"));
  }
  #texts(name, count) {
    const out = within((arena) => {
      const to = arena.place();
      return Array.from({ length: count }, (_, i) => {
        call("wald_text", this._pointer, FACTS.cascade[name][0], i, to);
        return readText(readPointer(to));
      });
    });
    return out.some((text) => text !== "") ? out : null;
  }
  // What the cascade does on other rows.
  evaluate(scores, options) {
    return withScores(scores, "scores", (rows) =>
      within((arena) =>
        withOptions(arena, "cascades", options, (set) =>
          readOnce(created(arena, "wald_cascade_evaluate", this._pointer, rows, set), (made) =>
            factsOf("cascade_evaluation", made),
          ),
        ),
      ),
    );
  }
  // Decides rows of scores: { decisions, counts, sums }, counts being how many models ran, sums those of all
  // scores (of each class), NaN if fewer models ran.
  apply(scores, options) {
    return this.#applied("wald_cascade_apply", table(scores, "table"), options);
  }
  // Decides rows of features by the trees that the cascade was bound to.
  applyTrees(features, options) {
    return this.#applied("wald_cascade_apply_trees", table(features, "features"), options);
  }
  #applied(name, shown, options) {
    return within((arena) =>
      withOptions(arena, "cascades", options, (set) => {
        const room = this.#room(arena, shown.rows);
        call(name, this._pointer, putTable(arena, shown), set, ...room);
        return this.#read(room, shown.rows);
      }),
    );
  }
  #room(arena, rows) {
    return [arena.bytes(4 * rows), arena.bytes(4 * rows), arena.bytes(8 * rows * this.nClasses)];
  }
  #read([decisions, counts, sums], rows) {
    return {
      decisions: readInts(decisions, rows),
      counts: readInts(counts, rows),
      sums: readDoubles(sums, rows * this.nClasses),
    };
  }
  // Decides rows whose scores are computed as they are needed: score(model, rows) gives those of the rows that are still
  // undecided, with K classes K each.
  applyFunction(nRows, score) {
    if (typeof score !== "function") throw argumentError("score must be a function of a model and rows");
    const rows = Number(whole(nRows, "nRows"));
    if (rows < 0) throw argumentError(`nRows is ${rows}: must be at least 0`);
    const classes = this.nClasses;
    return within((arena) => {
      const room = this.#room(arena, rows);
      const user = arena.callback((model, at, n, out) => {
        const found = reals(score(model, readIndices(at, n)), "scores");
        if (found.length !== n * classes)
          throw argumentError(`scores has ${found.length} elements: must have ${n * classes}`);
        new Float64Array(memory(), out, n * classes).set(found);
        return 0;
      });
      call(
        "wald_cascade_apply_function",
        this._pointer,
        rows,
        pointerOf("wald_js_score_function"),
        user,
        ...room,
      );
      return this.#read(room, rows);
    });
  }
  // One example at a time.
  run() {
    return new CascadeRun(new Made(within((arena) => created(arena, "wald_cascade_run_create", this._pointer))));
  }
}
defineSaving(Cascade, "cascade");
defineFacts(Cascade, "cascade", { but: ["name", "featureName", "nCategories", "category"] });

// One example on its way: ask `model`, feed() what it says, until `decision` is not null.
export class CascadeRun extends Handle {
  constructor(made) {
    if (!(made instanceof Made)) throw argumentError("a CascadeRun is made by Cascade.run()");
    super("cascade_run", made.pointer);
    this.start();
  }
  start() {
    within((arena) => {
      const model = arena.place();
      call("wald_cascade_run_feed", this._pointer, 0, 0, model, 0, 0, 0);
      Object.assign(this, { model: readLength(model), decision: null, count: 0, sums: null });
    });
    return this;
  }
  feed(scores) {
    within((arena) => {
      const each = Float64Array.from(reals(typeof scores === "number" ? [scores] : scores, "scores"));
      const [model, decision, count] = [arena.place(), arena.place(), arena.place()];
      const sums = arena.bytes(8 * each.length);
      call("wald_cascade_run_feed", this._pointer, arena.typed(each), each.length, model, decision, count, sums);
      const found = readDoubles(sums, each.length);
      const decided = readInt(decision);
      const next = readLength(model);
      Object.assign(this, {
        model: next < 0 ? null : next,
        decision: decided < 0 ? null : decided,
        count: readLength(count),
        sums: Number.isNaN(found[0]) ? null : found,
      });
    });
    return this;
  }
  // Asks model after model, by score(model), until the example is decided.
  decide(score) {
    this.start();
    while (this.decision === null) this.feed(score(this.model));
    return this.decision;
  }
}
