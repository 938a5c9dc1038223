// A pass over rows that lie in many places: what the states of scores and of tables have in common.
import { Handle, Made, bytesOfState, created } from "./handles.js";
import { bytesFrom, call, within } from "./native.js";

export class Pass extends Handle {
  #noun;

  constructor(noun, pointer) {
    super(noun, pointer);
    this.#noun = noun;
  }
  merge(other) {
    call(`wald_${this.#noun}_merge`, this._pointer, Handle.pointer(other, this.constructor, "other"));
    return this;
  }
  toBytes() {
    return bytesFrom(`wald_${this.#noun}_to_bytes`, this._pointer);
  }
  // The state of such bytes, for a class whose constructor takes what is made.
  static read(Class, noun, state) {
    const bytes = bytesOfState(state);
    const read = (arena) => created(arena, `wald_${noun}_from_bytes`, arena.typed(bytes), bytes.length);
    return new Class(new Made(within(read)));
  }
}
