// Errors: those of the library, with its message, and those of arguments that do not reach it.
import { nearestName } from "./nearest.js";
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

// The end of a message on a name that is not known, in the library's words: names of JavaScript do not reach it.
export function mustBeOneOf(asked, known) {
  const nearest = typeof asked === "string" ? nearestName(asked, known) : undefined;
  const all = known.join(", ");
  return nearest === undefined ? `must be one of ${all}` : `did you mean "${nearest}"? It must be one of ${all}`;
}
