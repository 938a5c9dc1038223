// Options: properties of an object, by their names in JavaScript, checked by the library.
import { real, reals, text, whole, wholes } from "./arrays.js";
import { argumentError, mustBeOneOf, shown } from "./errors.js";
import { call, pointerOf } from "./native.js";
import { created } from "./handles.js";
import { asMetric } from "./metric.js";
import { OPTIONS } from "./rows.js";

const SETTERS = {
  number: (arena, options, name, value, own) =>
    call("wald_options_set_number", options, name, given(real(value, own), own)),
  integer: (arena, options, name, value, own) =>
    typeof value === "bigint"
      ? call("wald_options_set_integer", options, name, value)
      : call("wald_options_set_number", options, name, given(real(value, own), own)),
  switch: (arena, options, name, value, own) =>
    call(
      "wald_options_set_number",
      options,
      name,
      typeof value === "boolean" ? Number(value) : given(real(value, own), own),
    ),
  seed: (arena, options, name, value, own) => {
    const seed = whole(value, own);
    if (seed < 0n || seed >= 1n << 64n) throw argumentError(`${own} is ${seed}: must lie in [0, 2^64)`);
    call("wald_options_set_integer", options, name, BigInt.asIntN(64, seed));
  },
  choice: (arena, options, name, value, own) =>
    call("wald_options_set_text", options, name, arena.text(text(value, own))),
  text: (arena, options, name, value, own) =>
    call("wald_options_set_text", options, name, arena.text(text(value, own))),
  numbers(arena, options, name, value, own) {
    const list = Float64Array.from(reals(typeof value === "number" ? [value] : value, own));
    call("wald_options_set_numbers", options, name, arena.typed(some(list, own)), list.length);
  },
  integers(arena, options, name, value, own) {
    const flat = typeof value === "number" ? [value] : Array.isArray(value) ? value.flat() : value;
    const list = Float64Array.from(wholes(flat, own), Number);
    call("wald_options_set_numbers", options, name, arena.typed(some(list, own)), list.length);
  },
  texts(arena, options, name, value, own) {
    if (!Array.isArray(value)) throw argumentError(`${own} is ${shown(value)}: must be an array of texts`);
    const each = Uint32Array.from(value, (one, i) => arena.text(text(one, `${own}[${i}]`)));
    call("wald_options_set_texts", options, name, arena.typed(each), each.length);
  },
  metric: (arena, options, name, value) => call("wald_options_set_metric", options, name, asMetric(value)._pointer),
  progress(arena, options, name, value, own) {
    if (typeof value !== "function") throw argumentError(`${own} is ${shown(value)}: must be a function`);
    const user = arena.callback(value);
    call("wald_options_set_progress", options, name, pointerOf("wald_js_progress_function"), user);
  },
};

function given(value, own) {
  if (Number.isNaN(value)) throw argumentError(`${own} is NaN: must be a number, or null if nothing is asked`);
  return value;
}

function some(list, own) {
  if (list.length === 0) throw argumentError(`${own} has 0 numbers: must have at least 1, or be null for the default`);
  return list;
}

// `wanted` without the properties that a function takes itself.
export function without(wanted, ...names) {
  if (wanted !== undefined && wanted !== null && typeof wanted !== "object")
    throw argumentError(`options is ${shown(wanted)}: must be an object`);
  const out = { ...wanted };
  for (const name of names) delete out[name];
  return out;
}

// A place for options in the arena, and their pointer: 0 if every one is the default.
export function withOptions(arena, family, wanted, run) {
  const all = Object.entries(without(wanted)).filter(([, value]) => value !== undefined && value !== null);
  if (all.length === 0) return run(0);
  const options = created(arena, "wald_options_create", arena.text(family));
  try {
    for (const [own, value] of all) {
      const row = Object.hasOwn(OPTIONS[family], own) ? OPTIONS[family][own] : undefined;
      if (row === undefined)
        throw argumentError(`option ${shown(own)} is unknown to ${family}: ${mustBeOneOf(own, Object.keys(OPTIONS[family]))}`);
      SETTERS[row[1]](arena, options, arena.text(row[0]), value, own);
    }
    return run(options);
  } finally {
    call("wald_destroy", options);
  }
}

// `exactly` as the two bounds that it stands for.
export function takeExactly(given) {
  const wanted = without(given);
  if (wanted.exactly === undefined || wanted.exactly === null) return without(wanted, "exactly");
  if ((wanted.atLeast ?? null) !== null || (wanted.atMost ?? null) !== null)
    throw argumentError("exactly cannot be combined with atLeast or atMost");
  return { ...without(wanted, "exactly"), atLeast: wanted.exactly, atMost: wanted.exactly };
}
