// Samples: rows with truth and scores, from which thresholds and the frontier are found.
import { maskOf, putOptional, putTable, putVector, reals, resultTable, scoreTable, whole, word } from "./arrays.js";
import { argumentError } from "./errors.js";
import { Frontier } from "./frontier.js";
import { Handle, Made, created, defineFacts, defineSaving, factsOf, readOnce } from "./handles.js";
import { call, readNumber, within } from "./native.js";
import { withOptions, without } from "./options.js";
import { Thresholds } from "./thresholds.js";

export class Sample extends Handle {
  constructor(nScores = 1, { rule = "or", ratedFrom } = {}) {
    if (nScores instanceof Made) super("sample", nScores.pointer);
    else
      super(
        "sample",
        within((arena) => {
          const cut =
            ratedFrom === undefined || ratedFrom === null ? null : Float64Array.from(reals(ratedFrom, "ratedFrom"));
          if (cut !== null && cut.length !== nScores)
            throw argumentError(`ratedFrom has ${cut.length} elements: must have ${nScores}`);
          const from = cut === null ? 0 : arena.typed(cut);
          return created(arena, "wald_sample_create", whole(nScores, "nScores"), word("rule", rule, "rule"), from);
        }),
      );
  }
  // Truth is 0, 1 or NOT_RATED.
  feed(truth, scores, weights) {
    within((arena) => {
      const y = putVector(arena, maskOf(truth, "truth"));
      const shown = putTable(arena, scoreTable(scores));
      call("wald_sample_feed", this._pointer, y, shown, putOptional(arena, weights, "weights"));
    });
    return this;
  }
  merge(other) {
    call("wald_merge", this._pointer, Handle.pointer(other, Sample, "other"));
    return this;
  }
  copy() {
    return new Sample(new Made(within((arena) => created(arena, "wald_copy", this._pointer))));
  }
  clear() {
    call("wald_clear", this._pointer);
    return this;
  }
  // The weights that thresholds flag, by label.
  count(thresholds) {
    return within((arena) => {
      const all = Float64Array.from(reals(thresholds, "thresholds"));
      const places = [arena.place(), arena.place(), arena.place()];
      call("wald_sample_count", this._pointer, arena.typed(all), all.length, ...places);
      const [tp, fp, unrated] = places.map(readNumber);
      return { tp, fp, unrated };
    });
  }
  choose(options) {
    return within((arena) =>
      withOptions(arena, "thresholds", options, (set) => {
        const made = new Made(created(arena, "wald_sample_choose", this._pointer, set));
        return new Thresholds(made, this.nScores);
      }),
    );
  }
  // Every point (fp, tp) that no other one beats.
  frontier(options) {
    return within((arena) =>
      withOptions(arena, "thresholds", options, (set) => {
        const made = new Made(created(arena, "wald_frontier_create", this._pointer, set));
        return new Frontier(made, this.nScores);
      }),
    );
  }
  // Two thresholds on one score, with rows between them left to a person.
  abstentionZone(options) {
    return within((arena) =>
      withOptions(arena, "thresholds", options, (set) =>
        readOnce(created(arena, "wald_zone_create", this._pointer, set), (zone) => factsOf("zone", zone)),
      ),
    );
  }
}
defineSaving(Sample, "sample");
defineFacts(Sample, "sample");

// The threshold of one score from arrays, which no Sample copies.
export function chooseThreshold(truth, scores, options) {
  const { weights, ...wanted } = without(options);
  return within((arena) => {
    const y = putVector(arena, maskOf(truth, "truth"));
    const shown = putVector(arena, reals(scores, "scores"));
    const w = putOptional(arena, weights, "weights");
    return withOptions(arena, "thresholds", wanted, (set) => {
      const made = new Made(created(arena, "wald_thresholds_choose", y, shown, w, 0, word("rule", "or", "rule"), set));
      return new Thresholds(made, 1);
    });
  });
}

// Which rows thresholds flag.
export function applyThresholds(thresholds, scores, { rule = "or" } = {}) {
  return within((arena) => {
    const levels = Float64Array.from(reals(typeof thresholds === "number" ? [thresholds] : thresholds, "thresholds"));
    const shown = scoreTable(scores);
    const out = resultTable(arena, Uint8Array, shown.rows, 1);
    call(
      "wald_rule_apply",
      word("rule", rule, "rule"),
      arena.typed(levels),
      levels.length,
      putTable(arena, shown),
      out.array,
    );
    return out.read();
  });
}
