// Promises that are watched. JavaScript has a Promise of its own, so the class has another name.
import { maskOf, putOptional, putVector, real, text, wholes } from "./arrays.js";
import { argumentError } from "./errors.js";
import { Handle, Made, created, defineFacts, defineSaving } from "./handles.js";
import { call, within } from "./native.js";
import { withOptions } from "./options.js";

// The claim of thresholds, with a bound of the caller's if there is one.
export function promised(claim, bound) {
  const limit = claim.match(/^.*[<>]=/);
  if (limit && bound === undefined) return claim;
  if (claim === "" || bound === undefined)
    throw argumentError(
      "the thresholds were chosen without a limit: give a bound of their metric, or create the promise, such as precision>=0.95",
    );
  return `${limit ? limit[0] : `${claim}>=`}${real(bound, "bound")}`;
}

export class MetricPromise extends Handle {
  constructor(claim, options) {
    if (claim instanceof Made) super("promise", claim.pointer);
    else
      super(
        "promise",
        within((arena) =>
          withOptions(arena, "promises", options, (set) =>
            created(arena, "wald_promise_create", arena.text(text(claim, "claim")), set),
          ),
        ),
      );
  }
  // Adds rows, in an order that does not depend on their labels: 0, 1 or NOT_RATED.
  feed(flagged, labels, { labelProbabilities, weights, times, segments } = {}) {
    within((arena) =>
      call(
        "wald_promise_feed",
        this._pointer,
        putVector(arena, maskOf(flagged, "flagged")),
        putOptional(arena, labels, "labels", maskOf),
        putOptional(arena, labelProbabilities, "labelProbabilities"),
        putOptional(arena, weights, "weights"),
        putOptional(arena, times, "times"),
        putOptional(arena, segments, "segments", wholes),
      ),
    );
    return this;
  }
  merge(other) {
    call("wald_merge", this._pointer, Handle.pointer(other, MetricPromise, "other"));
    return this;
  }
  copy() {
    return new MetricPromise(new Made(within((arena) => created(arena, "wald_copy", this._pointer))));
  }
  clear() {
    call("wald_clear", this._pointer);
    return this;
  }
}
defineSaving(MetricPromise, "promise");
defineFacts(MetricPromise, "promise");
