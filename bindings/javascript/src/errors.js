// Errors: those of the library, with its message, and those of arguments that do not reach it.
import { WORDS } from "./rows.js";

const STATUS_NAMES = Object.fromEntries(Object.entries(WORDS.status).map(([name, value]) => [value, name]));

export class WaldError extends Error {
  constructor(code, message, options) {
    super(message, options);
    this.name = "WaldError";
    this.code = code;
    this.status = `WALD_${STATUS_NAMES[code].toUpperCase()}`;
  }
}

export function argumentError(message) {
  return new WaldError(WORDS.status.error_argument, message);
}

export function shown(value) {
  if (typeof value === "string") return JSON.stringify(value.length > 64 ? `${value.slice(0, 64)}...` : value);
  if (typeof value === "bigint") return `${value}n`;
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === "object" && value !== null) return `a ${value.constructor?.name ?? "object"}`;
  return typeof value === "function" ? "a function" : String(value);
}

// ---- Names that are not known ----------------------------------------------------------------------

// The fewest letters to insert, remove, replace or swap with a neighbour, whatever the case.
function edits(a, b) {
  let before = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; ++i) {
    const row = [i];
    for (let j = 1; j <= b.length; ++j) {
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + Number(a[i - 1] !== b[j - 1]));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    [before, last] = [last, row];
  }
  return last[b.length];
}

// The end of a message on a name that is not known, in the library's words and by its measure (core/described): names of
// JavaScript do not reach it.
export function mustBeOneOf(asked, known) {
  let nearest;
  if (typeof asked === "string" && asked.length <= 64) {
    let least = Math.max(1, Math.floor(asked.length / 3)) + 1;
    for (const name of known) {
      const found = edits(asked.toLowerCase(), name.toLowerCase());
      if (found >= least || found >= name.length) continue;
      [least, nearest] = [found, name];
    }
  }
  const all = known.join(", ");
  return nearest === undefined ? `must be one of ${all}` : `did you mean "${nearest}"? It must be one of ${all}`;
}
