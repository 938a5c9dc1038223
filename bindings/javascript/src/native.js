// The module of WebAssembly: loaded once, its memory, and calls of the library's functions by name.
import { WaldError, argumentError } from "./errors.js";
import { FUNCTIONS, WORDS } from "./rows.js";

/* global WALD_WASM */ // the module, deflated, in base64, or null if it is a file beside this one: the build puts it there

// ---- Loading -------------------------------------------------------------------------------------

let exported = null; // the functions of the module, once it is there
let pending = null; // what a callback threw: C++ is left by its own way, and the error thrown afterwards
const callbacks = new Map(); // by number: what C calls `user`
let lastCallback = 0;

// For the length of a call, or for as long as the number is kept.
export function holdCallback(callback) {
  lastCallback = (lastCallback % 0x3fffffff) + 1;
  while (callbacks.has(lastCallback)) lastCallback += 1;
  callbacks.set(lastCallback, callback);
  return lastCallback;
}

export function dropCallback(number) {
  callbacks.delete(number);
}

function called(number, otherwise, run) {
  if (pending !== null) return otherwise;
  try {
    return run(callbacks.get(number));
  } catch (error) {
    pending = { error };
    return otherwise;
  }
}

const imports = {
  wald: {
    metric: (tp, k, s, count, n, values, user) => {
      const cell = (at, i) => Number(view().getBigInt64(at + 8 * i, true));
      for (let i = 0; i < count; ++i) {
        const found = called(user, NaN, (own) => {
          const value = own(cell(tp, i), cell(k, i), cell(s, i), n);
          if (typeof value !== "number")
            throw argumentError(`the value of a metric is ${typeof value}: must be a number`);
          return value;
        });
        view().setFloat64(values + 8 * i, found, true);
      }
    },
    progress: (fraction, user) => called(user, 1, (own) => (own(fraction) === false ? 1 : 0)),
    scores: (model, rows, n, out, user) => called(user, 1, (own) => own(model, rows, n, out)),
  },
  // What the C library asks of a system: a clock, for the pace of progress; nothing is read or written.
  wasi_snapshot_preview1: new Proxy(
    {
      clock_time_get(_clock, _precision, to) {
        new DataView(exported.memory.buffer).setBigInt64(to, BigInt(Math.round(performance.now() * 1e6)), true);
        return 0;
      },
      proc_exit(code) {
        throw new Error(`the library aborted (${code})`);
      },
    },
    { get: (known, name) => known[name] ?? (() => 52) }, // ENOSYS
  ),
};

function begin(instance) {
  exported = instance.exports;
  exported._initialize?.();
}

function bytesOf(text) {
  if (typeof Buffer === "function") return Buffer.from(text, "base64");
  const raw = atob(text);
  const out = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; ++i) out[i] = raw.charCodeAt(i);
  return out;
}

// Node has an inflater that answers at once. Bundlers for browsers follow require("node:zlib") and module.require, which
// are not written here.
function nodeInflate() {
  if (WALD_WASM === null || typeof process !== "object" || !process.versions?.node) return null;
  if (typeof process.getBuiltinModule === "function") return process.getBuiltinModule("node:zlib").inflateRawSync;
  const own = typeof module === "object" ? module : null;
  if (typeof own?.require === "function") return own.require("node:zlib").inflateRawSync;
  return null;
}

async function inflated(bytes) {
  const through = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(through).arrayBuffer();
}

// The module from what `load` is given: a compiled module, bytes, an address, or an answer of fetch.
async function moduleOf(source) {
  const given = await source;
  if (given instanceof WebAssembly.Module) return given;
  if (given instanceof ArrayBuffer || ArrayBuffer.isView(given)) return WebAssembly.compile(given);
  const answer = typeof given === "string" || given instanceof URL ? await fetch(given) : given;
  if (typeof answer?.arrayBuffer !== "function")
    throw argumentError("source is of another type: must be an address, an answer of fetch, bytes or a module");
  if (answer.ok === false) throw new Error(`${answer.url}: ${answer.status} ${answer.statusText}`);
  const bytes = await answer.arrayBuffer();
  if (bytes.byteLength < 4 || new DataView(bytes).getUint32(0, true) !== 0x6d736100)
    throw new Error(`${answer.url} is no WebAssembly: must be the file wald.wasm of the package`);
  return WebAssembly.compile(bytes);
}

let loading = null;

// Loads the module where that takes waiting, in a browser. In Node it is there at the first call. `source` is where the
// module is not part of this file. What fails can be tried again.
export function load(source) {
  loading ??= (async () => {
    if (exported !== null || loadAtOnce()) return;
    const module = await (WALD_WASM === null ? moduleOf(source) : inflated(bytesOf(WALD_WASM)).then(WebAssembly.compile));
    begin(await WebAssembly.instantiate(module, imports));
  })().catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

function loadAtOnce() {
  const inflate = nodeInflate();
  if (inflate === null) return false;
  begin(new WebAssembly.Instance(new WebAssembly.Module(inflate(bytesOf(WALD_WASM))), imports));
  return true;
}

function loaded() {
  if (exported === null && !loadAtOnce())
    throw new Error(`libwald is not loaded yet: await ${WALD_WASM === null ? "load()" : "wald.ready"} before the first call`);
  return exported;
}

// ---- Memory --------------------------------------------------------------------------------------

// Views are made anew after each call, for memory that grows leaves the old ones empty.
export const memory = () => loaded().memory.buffer;
export const view = () => new DataView(memory());

// Memory of the library's for one call.
export class Arena {
  constructor() {
    this.held = [];
    this.callbacks = [];
  }
  bytes(length) {
    const at = loaded().malloc(Math.max(length, 8)) >>> 0;
    if (at === 0) throw new WaldError(WORDS.status.error_memory, `out of memory: ${length} bytes`);
    this.held.push(at);
    return at;
  }
  // An empty place for a result, of 8 bytes.
  place() {
    const at = this.bytes(8);
    view().setBigInt64(at, 0n, true);
    return at;
  }
  text(value) {
    const bytes = new TextEncoder().encode(value);
    const at = this.bytes(bytes.length + 1);
    new Uint8Array(memory(), at, bytes.length + 1).set(bytes);
    new Uint8Array(memory())[at + bytes.length] = 0;
    return at;
  }
  typed(values) {
    const at = this.bytes(values.byteLength);
    new values.constructor(memory(), at, values.length).set(values);
    return at;
  }
  callback(own) {
    const number = holdCallback(own);
    this.callbacks.push(number);
    return number;
  }
  free() {
    for (const at of this.held) exported.free(at);
    for (const number of this.callbacks) dropCallback(number);
    this.held = [];
    this.callbacks = [];
  }
}

// Runs something that needs memory for its length.
export function within(run) {
  const arena = new Arena();
  try {
    return run(arena);
  } finally {
    arena.free();
  }
}

export const readNumber = (at) => view().getFloat64(at, true);
export const readLength = (at) => Number(view().getBigInt64(at, true));
export const readInt = (at) => view().getInt32(at, true);
export const readPointer = (at) => view().getUint32(at, true);
export const readDoubles = (at, length) => new Float64Array(memory(), at, length).slice();
export const readBytes = (at, length) => new Uint8Array(memory(), at, length).slice();
export const readInts = (at, length) => new Int32Array(memory(), at, length).slice();
// Indices as plain whole numbers: they are far below 2^53.
export const readIndices = (at, length) => Array.from(new BigInt64Array(memory(), at, length), Number);

export function readText(at) {
  const all = new Uint8Array(memory());
  return new TextDecoder().decode(all.subarray(at, all.indexOf(0, at)));
}

// ---- Calls ---------------------------------------------------------------------------------------

const shapes = new Map(); // of functions that were called: which arguments are int64, and what comes back

function shapeOf(name) {
  const [letters, result] = FUNCTIONS[name].split(":");
  const found = { longs: [...letters].flatMap((letter, i) => (letter === "l" ? [i] : [])), result };
  shapes.set(name, found);
  return found;
}

// Calls a function of the library and throws what it refuses. Lengths are numbers here and int64 there.
export function call(name, ...given) {
  const library = loaded();
  const { longs, result } = shapes.get(name) ?? shapeOf(name);
  for (const i of longs) given[i] = BigInt(given[i]);
  pending = null;
  let found;
  try {
    found = library[name](...given);
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError)
      throw new WaldError(WORDS.status.error_internal, `${name}: ${error.message}`, { cause: error });
    throw error;
  }
  if (pending !== null) {
    const { error } = pending;
    pending = null;
    throw error;
  }
  if (result === "s" && found !== 0) throw new WaldError(found, readText(library.wald_last_error() >>> 0));
  return result === "p" ? found >>> 0 : found;
}

// What a function writes into a buffer after it gave the size.
export function bytesFrom(name, ...given) {
  return within((arena) => {
    const needed = arena.place();
    call(name, ...given, 0, 0, needed);
    const length = readLength(needed);
    const to = arena.bytes(length);
    call(name, ...given, to, length, needed);
    return readBytes(to, length);
  });
}

export const pointerOf = (name) => loaded()[name]() >>> 0;
