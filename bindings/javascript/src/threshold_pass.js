// A pass over distributed rows of one score.
import { maskOf, putOptional, putVector, reals } from "./arrays.js";
import { Made, created, defineFacts } from "./handles.js";
import { call, readPointer, within } from "./native.js";
import { withOptions } from "./options.js";
import { Pass } from "./pass.js";
import { Thresholds } from "./thresholds.js";

function createThresholdPass(options) {
  return within((arena) =>
    withOptions(arena, "thresholds", options, (set) => created(arena, "wald_threshold_pass_create", set)),
  );
}

export class ThresholdPass extends Pass {
  constructor(options) {
    super("threshold_pass", options instanceof Made ? options.pointer : createThresholdPass(options));
  }
  feed(truth, scores, weights) {
    within((arena) => {
      const y = putVector(arena, maskOf(truth, "truth"));
      const shown = putVector(arena, reals(scores, "scores"));
      call("wald_threshold_pass_feed", this._pointer, y, shown, putOptional(arena, weights, "weights"));
    });
    return this;
  }
  // Once all rows of a pass are here: the thresholds, or null, and this is then the next pass, without rows.
  next() {
    return within((arena) => {
      const to = arena.place();
      call("wald_threshold_pass_next", this._pointer, to);
      const pointer = readPointer(to);
      return pointer === 0 ? null : new Thresholds(new Made(pointer), 1);
    });
  }
  static fromBytes(state) {
    return Pass.read(ThresholdPass, "threshold_pass", state);
  }
}
defineFacts(ThresholdPass, "threshold_pass");
