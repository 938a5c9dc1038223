// Estimators: what is known of one label vector.
import {
  isSparse,
  maskOf,
  putEither,
  putOptional,
  putTable,
  putVector,
  real,
  reals,
  resultTable,
  table,
  whole,
  word,
} from "./arrays.js";
import { argumentError } from "./errors.js";
import { Handle, Made, created, defineFacts, defineSaving, fact } from "./handles.js";
import { call, within } from "./native.js";
import { withOptions } from "./options.js";

export class Estimator extends Handle {
  constructor(kind, nLabels = 0) {
    if (kind instanceof Made) super("estimator", kind.pointer);
    else
      super(
        "estimator",
        within((arena) =>
          created(arena, "wald_estimator_create", word("kind", kind, "kind"), whole(nLabels, "nLabels")),
        ),
      );
  }
  static independent(probabilities) {
    return fed(new Estimator("independent"), probabilities);
  }
  static categorical(probabilities) {
    return fed(new Estimator("categorical"), probabilities);
  }
  // Weighted label vectors: a table of zeros and ones, or compressed rows.
  static joint(vectors, weights) {
    const columns = isSparse(vectors) ? vectors.columns : table(vectors, "vectors", maskOf).columns;
    return fed(new Estimator("joint", columns), vectors, weights);
  }
  // P[i][s] = P(y_i = 1, s labels in all), and P(0).
  static counts(given, pZero, { pS, weight = 1 } = {}) {
    const shown = table(given, "table");
    return fed(new Estimator("counts", shown.rows), shown, { pZero, pS, weight });
  }
  // What the function of this kind takes: further labels, vectors or tables.
  feed(data, more) {
    const { kind } = this;
    within((arena) => {
      if (kind === "joint") {
        const vectors = putEither(arena, data, "vectors", maskOf, false);
        call("wald_estimator_feed_vectors", this._pointer, vectors, putOptional(arena, more, "weights"));
      } else if (kind === "counts") {
        const { pZero, pS, weight = 1 } = more ?? {};
        const shown = putTable(arena, table(data, "table"));
        const zero = real(pZero, "pZero");
        call(
          "wald_estimator_feed_counts",
          this._pointer,
          shown,
          zero,
          putOptional(arena, pS, "pS"),
          real(weight, "weight"),
        );
      } else {
        if (more !== undefined) throw argumentError(`estimator is ${kind}: weights are for joint estimators`);
        call("wald_estimator_feed_probabilities", this._pointer, putVector(arena, reals(data, "probabilities")));
      }
    });
    return this;
  }
  merge(other) {
    call("wald_merge", this._pointer, Handle.pointer(other, Estimator, "other"));
    return this;
  }
  copy() {
    return new Estimator(new Made(within((arena) => created(arena, "wald_copy", this._pointer))));
  }
  clear() {
    call("wald_clear", this._pointer);
    return this;
  }
  toCounts() {
    return new Estimator(new Made(within((arena) => created(arena, "wald_estimator_to_counts", this._pointer))));
  }
  marginals() {
    return fact("estimator", this._pointer, "marginals");
  }
  sizeDistribution() {
    return fact("estimator", this._pointer, "sizeDistribution");
  }
  // The table of a counts estimator, one row per label, and P(no label).
  table() {
    const data = fact("estimator", this._pointer, "table");
    const rows = this.nLabels;
    return { table: { data, rows, columns: data.length / rows }, pZero: fact("estimator", this._pointer, "pZero") };
  }
  // The likeliest label vector.
  mode() {
    return {
      mask: Uint8Array.from(fact("estimator", this._pointer, "mode")),
      probability: fact("estimator", this._pointer, "modeProbability"),
    };
  }
  // Draws label vectors: a mask of one row per draw.
  draw(nDraws, wanted) {
    const rows = Number(whole(nDraws, "nDraws"));
    if (rows < 0) throw argumentError(`nDraws is ${rows}: must be at least 0`);
    const columns = this.nLabels;
    return within((arena) =>
      withOptions(arena, "decisions", wanted, (options) => {
        const out = resultTable(arena, Uint8Array, rows, columns);
        call("wald_estimator_draw", this._pointer, options, out.array);
        return { data: out.read(), rows, columns };
      }),
    );
  }
}
defineSaving(Estimator, "estimator");
defineFacts(Estimator, "estimator", { but: ["pZero", "table", "marginals", "sizeDistribution"] });

function fed(made, data, more) {
  try {
    if (data !== undefined) made.feed(data, more);
    return made;
  } catch (error) {
    made.free();
    throw error;
  }
}
