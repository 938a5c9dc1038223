// Arrays: vectors and tables of numbers in JavaScript's forms, copied into the library's memory.
import { argumentError, mustBeOneOf, shown } from "./errors.js";
import { memory, view } from "./native.js";
import { WORDS } from "./rows.js";

const TYPES = new Map([
  [Float64Array, WORDS.type.float64],
  [Float32Array, WORDS.type.float32],
  [BigInt64Array, WORDS.type.int64],
  [Int32Array, WORDS.type.int32],
  [Uint8Array, WORDS.type.uint8],
]);
const SIZE_OF_ARRAY = 56;
const SIZE_OF_SPARSE = 48;
const SIZE_OF_SEGMENT_ROWS = 40;

export const isTyped = (value) => ArrayBuffer.isView(value) && !(value instanceof DataView);
export const isList = (value) => Array.isArray(value) || isTyped(value);

export const UNDECIDED = 2;
export const NOT_RATED = 2;

// ---- From JavaScript's forms ---------------------------------------------------------------------

// Float64Array or Float32Array as it is, other lists of numbers as doubles.
export function reals(value, name) {
  if (value instanceof Float64Array || value instanceof Float32Array) return value;
  if (!isList(value)) throw argumentError(`${name} is ${shown(value)}: must be an array of numbers`);
  const out = new Float64Array(value.length);
  for (let i = 0; i < out.length; ++i) {
    if (typeof value[i] !== "number") throw argumentError(`${name}[${i}] is ${shown(value[i])}: must be a number`);
    out[i] = value[i];
  }
  return out;
}

// A mask: 0, 1 and 2 as bytes, true and false too. What other numbers mean the library says.
export function maskOf(value, name) {
  if (value instanceof Uint8Array) return value;
  if (!isList(value)) throw argumentError(`${name} is ${shown(value)}: must be an array of 0 and 1`);
  const out = new Uint8Array(value.length);
  for (let i = 0; i < out.length; ++i) {
    const one = Number(value[i]);
    const known = typeof value[i] === "number" || typeof value[i] === "boolean" || typeof value[i] === "bigint";
    if (!known || !Number.isInteger(one) || one < 0 || one > 255) {
      const swapped = name === "truth" && known ? " (are scores and truth swapped?)" : "";
      throw argumentError(`${name}[${i}] is ${shown(value[i])}: must be 0 or 1${swapped}`);
    }
    out[i] = one;
  }
  return out;
}

export function whole(value, name) {
  if (typeof value === "bigint") return value;
  if (typeof value !== "number" || !Number.isSafeInteger(value))
    throw argumentError(`${name} is ${shown(value)}: must be a whole number`);
  return BigInt(value);
}

export function wholes(value, name) {
  if (value instanceof BigInt64Array) return value;
  if (!isList(value)) throw argumentError(`${name} is ${shown(value)}: must be an array of whole numbers`);
  const out = new BigInt64Array(value.length);
  for (let i = 0; i < out.length; ++i) out[i] = whole(value[i], `${name}[${i}]`);
  return out;
}

export function real(value, name) {
  if (typeof value !== "number") throw argumentError(`${name} is ${shown(value)}: must be a number`);
  return value;
}

export function text(value, name) {
  if (typeof value !== "string") throw argumentError(`${name} is ${shown(value)}: must be a text`);
  if (value.includes("\0")) throw argumentError(`${name} holds a character 0`);
  return value;
}

// The number of a word.
export function word(list, value, name) {
  const known = WORDS[list];
  if (typeof value === "string" && Object.hasOwn(known, value)) return known[value];
  throw argumentError(`${name} is ${shown(value)}: ${mustBeOneOf(value, Object.keys(known))}`);
}

export function wordOf(list, value) {
  return Object.keys(WORDS[list]).find((name) => WORDS[list][name] === value);
}

// A table as { data, rows, columns, rowStride, columnStride }: such an object, or an array of rows. `as` makes a list of
// numbers one of the types above.
export function table(value, name, as = reals) {
  if (isTyped(value))
    throw argumentError(`${name} is a vector: must be a table, { data, rows, columns } or an array of rows`);
  if (Array.isArray(value)) {
    const rows = value.map((row, i) => as(row, `${name}[${i}]`));
    const columns = rows.length === 0 ? 0 : rows[0].length;
    rows.forEach((row, i) => {
      if (row.length !== columns)
        throw argumentError(`${name}[${i}] has ${row.length} elements: the rows before it have ${columns}`);
    });
    const single = rows.length > 0 && rows.every((row) => row instanceof Float32Array);
    const Kind =
      as === maskOf ? Uint8Array : as === wholes ? BigInt64Array : single ? Float32Array : Float64Array;
    const data = new Kind(rows.length * columns);
    rows.forEach((row, i) => data.set(row, i * columns));
    return { data, rows: rows.length, columns };
  }
  if (typeof value !== "object" || value === null || !("data" in value))
    throw argumentError(`${name} is ${shown(value)}: must be a table, { data, rows, columns } or an array of rows`);
  const { rows, columns, rowStride = columns, columnStride = 1 } = value;
  const data = as(value.data, `${name}.data`);
  for (const [part, number] of Object.entries({ rows, columns, rowStride, columnStride }))
    if (!Number.isSafeInteger(number) || (part.length < 8 && number < 0))
      throw argumentError(
        `${name}.${part} is ${shown(number)}: must be a whole number${part.length < 8 ? " of at least 0" : ""}`,
      );
  const ends = [0, (rows - 1) * rowStride].flatMap((i) => [0, (columns - 1) * columnStride].map((j) => i + j));
  const begin = value.begin ?? 0;
  if (!Number.isSafeInteger(begin)) throw argumentError(`${name}.begin is ${shown(begin)}: must be a whole number`);
  if (rows > 0 && columns > 0 && (begin + Math.min(...ends) < 0 || begin + Math.max(...ends) >= data.length))
    throw argumentError(`${name}.data has ${data.length} elements: ${rows} rows of ${columns} reach beyond`);
  return { data, rows, columns, rowStride, columnStride, begin };
}

// Several columns as a table, or one as a vector.
export const isVector = (value) => isTyped(value) || (Array.isArray(value) && !isList(value[0]));
export function columnTable(value, name, as = reals) {
  if (!isVector(value)) return table(value, name, as);
  const data = as(value, name);
  return { data, rows: data.length, columns: 1 };
}

// Scores of one classifier as a vector, or of several as a table of one column per classifier.
export const scoreTable = (value, name = "scores") => columnTable(value, name);

// Compressed rows: { indptr, indices, values, rows, columns }.
export function isSparse(value) {
  return typeof value === "object" && value !== null && "indptr" in value;
}

// ---- Into the library's memory -------------------------------------------------------------------

// The structure wald_array around memory of the library.
export function arrayAt(arena, at, type, rows, columns, rowStride = columns, columnStride = 1) {
  const out = arena.bytes(SIZE_OF_ARRAY);
  const to = view();
  to.setBigInt64(out, BigInt(SIZE_OF_ARRAY), true);
  to.setUint32(out + 8, at, true);
  to.setUint32(out + 12, 0, true);
  [rows, columns, rowStride, columnStride].forEach((n, i) => to.setBigInt64(out + 16 + 8 * i, BigInt(n), true));
  to.setInt32(out + 48, type, true);
  return out;
}

export function putVector(arena, values) {
  return arrayAt(arena, arena.typed(values), TYPES.get(values.constructor) ?? typeOf(values), values.length, 1);
}

// Buffer of Node is a Uint8Array.
function typeOf(values) {
  for (const [kind, type] of TYPES) if (values instanceof kind) return type;
  throw argumentError(`an array is ${shown(values)}`);
}

export function putTable(arena, value) {
  const { data, rows, columns, rowStride = columns, columnStride = 1, begin = 0 } = value;
  const at = arena.typed(data) + begin * data.BYTES_PER_ELEMENT;
  return arrayAt(arena, at, typeOf(data), rows, columns, rowStride, columnStride);
}

// A vector that may be left out.
export function putOptional(arena, value, name, as = reals) {
  return value === undefined || value === null ? 0 : putVector(arena, as(value, name));
}

export function putSparse(arena, value, name, withValues = true) {
  const { indptr, indices, values, rows, columns } = value;
  const int32 = indptr instanceof Int32Array && indices instanceof Int32Array;
  const [from, places] = int32
    ? [indptr, indices]
    : [wholes(indptr, `${name}.indptr`), wholes(indices, `${name}.indices`)];
  for (const [part, number] of Object.entries({ rows, columns }))
    if (!Number.isSafeInteger(number) || number < 0)
      throw argumentError(`${name}.${part} is ${shown(number)}: must be a whole number of at least 0`);
  if (from.length !== rows + 1)
    throw argumentError(`${name}.indptr has ${from.length} elements: must have ${rows + 1}`);
  const held = withValues ? reals(values, `${name}.values`) : null;
  const last = Number(from[rows]);
  if (last > places.length || (held && last > held.length))
    throw argumentError(`${name}.indptr[${rows}] is ${last}: there are ${places.length} indices`);
  const at = [arena.typed(from), arena.typed(places), held === null ? 0 : arena.typed(held)];
  const out = arena.bytes(SIZE_OF_SPARSE);
  const to = view();
  to.setBigInt64(out, BigInt(SIZE_OF_SPARSE), true);
  at.forEach((one, i) => to.setUint32(out + 8 + 4 * i, one, true));
  to.setUint32(out + 20, 0, true);
  to.setBigInt64(out + 24, BigInt(rows), true);
  to.setBigInt64(out + 32, BigInt(columns), true);
  to.setInt32(out + 40, int32 ? WORDS.type.int32 : WORDS.type.int64, true);
  to.setInt32(out + 44, held instanceof Float32Array ? WORDS.type.float32 : WORDS.type.float64, true);
  return out;
}

// A structure of its size and of pointers behind that, 0 for NULL.
export function putPointers(arena, pointers) {
  const size = 8 + 8 * Math.ceil(pointers.length / 2);
  const out = arena.bytes(size);
  const to = view();
  to.setBigInt64(out, BigInt(size), true);
  pointers.forEach((at, i) => to.setUint32(out + 8 + 4 * i, at, true));
  return out;
}

// A table that is dense or sparse; `dense` makes a dense one of what the caller has.
export function putEither(arena, value, name, dense = reals, withValues = true) {
  const sparse = isSparse(value);
  const at = sparse ? putSparse(arena, value, name, withValues) : putTable(arena, table(value, name, dense));
  return putPointers(arena, sparse ? [0, at] : [at, 0]);
}

// What rows of segments have besides: segments, weights, benefits, costs, limits, by their addresses or 0.
export function putSegmentRows(arena, count, arrays) {
  const out = arena.bytes(SIZE_OF_SEGMENT_ROWS);
  const to = view();
  to.setBigInt64(out, BigInt(SIZE_OF_SEGMENT_ROWS), true);
  to.setBigInt64(out + 8, BigInt(count), true);
  arrays.forEach((at, i) => to.setUint32(out + 16 + 4 * i, at, true));
  return out;
}

// What rows have besides, of arrays that were put before; 0 for none.
export const putRows = (arena, weights, groups) => putPointers(arena, [weights, groups]);

// A result of doubles or bytes: where it is, and its structure.
export function resultTable(arena, Kind, rows, columns) {
  const at = arena.bytes(rows * columns * Kind.BYTES_PER_ELEMENT);
  return {
    at,
    array: arrayAt(arena, at, TYPES.get(Kind), rows, columns),
    read: () => new Kind(memory(), at, rows * columns).slice(),
  };
}
