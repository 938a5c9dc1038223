// A pass over rows of one score that lie in many places.
import { maskOf, putOptional, putVector, reals } from "./arrays.js";
import { Handle, bytesOfState, created, defineFacts } from "./handles.js";
import { Made } from "./metric.js";
import { call, readBytes, readLength, readPointer, within } from "./native.js";
import { withOptions } from "./options.js";
import { Thresholds } from "./thresholds.js";

export class BinnedSample extends Handle {
  constructor(options) {
    if (options instanceof Made) super("binned", options.pointer);
    else
      super(
        "binned",
        within((arena) =>
          withOptions(arena, "thresholds", options, (set) => created(arena, "wald_binned_create", set)),
        ),
      );
  }
  feed(scores, labels, weights) {
    within((arena) => {
      const shown = putVector(arena, reals(scores, "scores"));
      const y = putVector(arena, maskOf(labels, "labels"));
      call("wald_binned_feed", this._pointer, shown, y, putOptional(arena, weights, "weights"));
    });
    return this;
  }
  merge(other) {
    call("wald_binned_merge", this._pointer, Handle.pointer(other, BinnedSample, "other"));
    return this;
  }
  // Once all rows of a pass are here: the thresholds, or null, and this is then the next pass, without rows.
  next() {
    return within((arena) => {
      const to = arena.place();
      call("wald_binned_next", this._pointer, to);
      const pointer = readPointer(to);
      return pointer === 0 ? null : new Thresholds(new Made(pointer), 1);
    });
  }
  toBytes() {
    return within((arena) => {
      const needed = arena.place();
      call("wald_binned_to_bytes", this._pointer, 0, 0, needed);
      const length = readLength(needed);
      const to = arena.bytes(length);
      call("wald_binned_to_bytes", this._pointer, to, length, needed);
      return readBytes(to, length);
    });
  }
  static fromBytes(state) {
    const bytes = bytesOfState(state);
    return new BinnedSample(
      new Made(within((arena) => created(arena, "wald_binned_from_bytes", arena.typed(bytes), bytes.length))),
    );
  }
}
defineFacts(BinnedSample, "binned");
