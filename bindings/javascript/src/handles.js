// Objects of the library, held by objects of JavaScript: freed by free(), at the end of a `using` block, or when nothing
// refers to them any more.
import { argumentError, shown } from "./errors.js";
import { wordOf } from "./arrays.js";
import { defineMethods } from "./methods.js";
import {
  bytesFrom,
  call,
  dropCallback,
  readDoubles,
  readLength,
  readNumber,
  readPointer,
  readText,
  within,
} from "./native.js";
import { FACTS, OBJECTS, WORDS } from "./rows.js";

const forgotten = new FinalizationRegistry((held) => release(held));

function release(held) {
  if (held.pointer === 0) return;
  const { pointer } = held;
  held.pointer = 0;
  call("wald_destroy", pointer);
  if (held.callback) dropCallback(held.callback);
}

// What the library writes to: a place, and the pointer that it wrote there.
export function created(arena, name, ...given) {
  const to = arena.place();
  call(name, ...given, to);
  return readPointer(to);
}

// What `read` finds in an object of the library, which is then gone.
export function used(pointer, read) {
  try {
    return read(pointer);
  } finally {
    call("wald_destroy", pointer);
  }
}

// A pointer on its way into a class.
export class Made {
  constructor(pointer, callback) {
    this.pointer = pointer;
    this.callback = callback;
  }
}

export class Handle {
  #held;

  constructor(noun, pointer, callback) {
    this.#held = { noun, pointer, callback };
    forgotten.register(this, this.#held, this.#held);
  }
  // Frees what the library holds. The object cannot be used afterwards; freeing it again does nothing.
  free() {
    forgotten.unregister(this.#held);
    release(this.#held);
  }
  get freed() {
    return this.#held.pointer === 0;
  }
  // For the functions of this package.
  get _pointer() {
    if (this.#held.pointer === 0) throw argumentError(`${this.#held.noun} was freed`);
    return this.#held.pointer;
  }
  static pointer(value, Class, name) {
    if (!(value instanceof Class)) throw argumentError(`${name} is ${shown(value)}: must be a ${Class.name}`);
    return value._pointer;
  }
}
if (Symbol.dispose) {
  Handle.prototype[Symbol.dispose] = function dispose() {
    this.free();
  };
}

// ---- Facts ---------------------------------------------------------------------------------------

// A number as what it stands for.
export function meant(kind, value) {
  if (kind === "switch") return value !== 0;
  return kind === "number" || kind === "integer" ? value : wordOf(kind, value);
}

// A fact of an object: `item` is the number of an answer, or of a choice, where there is one of it for each.
export function fact(thing, pointer, name, item = 0) {
  const [value, type, kind] = FACTS[thing][name];
  return within((arena) => {
    const to = arena.place();
    if (type === "number") {
      call("wald_number", pointer, value, item, to);
      return meant(kind, readNumber(to));
    }
    if (type === "text") {
      call("wald_text", pointer, value, item, to);
      return readText(readPointer(to));
    }
    return numbers(pointer, value, item);
  });
}

// A list of numbers, or one number of every answer, by the number of the fact.
export function numbers(pointer, value, item = 0) {
  return within((arena) => {
    const to = arena.place();
    call("wald_numbers", pointer, value, item, 0, 0, to);
    const length = readLength(to);
    const out = arena.bytes(8 * length);
    call("wald_numbers", pointer, value, item, out, length, to);
    return readDoubles(out, length);
  });
}

// What `read` makes of an object that nobody keeps.
export function readOnce(pointer, read) {
  try {
    return read(pointer);
  } finally {
    call("wald_destroy", pointer);
  }
}

// By their names, the facts that an object has one of for each of what `wanted` names: by default all.
const factsByName = (thing, wanted, read) =>
  Object.fromEntries(
    Object.entries(FACTS[thing])
      .filter(([, [, , , per]]) => wanted === undefined || per === wanted)
      .map(([name, row]) => [name, read(name, row)]),
  );
export const factsOf = (thing, pointer, per, item) =>
  factsByName(thing, per, (name) => fact(thing, pointer, name, item));
// The same as an array of the numbers of every item.
export const factsOfItems = (thing, pointer, per) => factsByName(thing, per, (_, [value]) => numbers(pointer, value));

// Each fact as a property that reads it; and the methods that follow from declarations.
export function defineFacts(Class, thing, { but = [], item } = {}) {
  defineMethods(Class, thing);
  for (const name of Object.keys(FACTS[thing])) {
    if (but.includes(name) || Object.hasOwn(Class.prototype, name)) continue;
    Object.defineProperty(Class.prototype, name, {
      enumerable: true,
      configurable: true,
      get() {
        return fact(thing, this._pointer, name, item);
      },
    });
  }
}

// ---- Saving --------------------------------------------------------------------------------------

const FORMATS = { text: 0, binary: 1 };

// The state as text, or with { binary: true } as bytes.
export function saved(pointer, { binary = false } = {}) {
  const bytes = bytesFrom("wald_save", pointer, binary ? FORMATS.binary : FORMATS.text);
  return binary ? bytes : new TextDecoder().decode(bytes);
}

export function bytesOfState(state) {
  if (typeof state === "string") return new TextEncoder().encode(state);
  if (state instanceof ArrayBuffer) return new Uint8Array(state);
  if (state instanceof Uint8Array) return state;
  throw argumentError(`state is ${shown(state)}: must be a text or bytes that save() gave`);
}

// The object of a type that such a state is of.
export function loadedState(noun, state) {
  const bytes = bytesOfState(state);
  return within((arena) => created(arena, "wald_load", OBJECTS[noun], arena.typed(bytes), bytes.length));
}

// save() and load(), for a class whose constructor takes what is made.
export function defineSaving(Class, noun) {
  defineMethods(Class, noun);
  Class.prototype.save = function save(options) {
    return saved(this._pointer, options);
  };
  Class.load = (state) => new Class(new Made(loadedState(noun, state)));
}

export const flagNames = (list, value) => Object.keys(WORDS[list]).filter((name) => (WORDS[list][name] & value) !== 0);
