// A pass over distributed rows: what the states of scores and of tables have in common.
import { Handle, Made, loadedState, saved } from "./handles.js";
import { call } from "./native.js";

export class Pass extends Handle {
  merge(other) {
    call("wald_merge", this._pointer, Handle.pointer(other, this.constructor, "other"));
    return this;
  }
  toBytes() {
    return saved(this._pointer, { binary: true });
  }
  // The state of such bytes, for a class whose constructor takes what is made.
  static read(Class, noun, state) {
    return new Class(new Made(loadedState(noun, state)));
  }
}
