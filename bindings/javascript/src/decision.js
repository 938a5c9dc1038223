// Answers: one decision, and those of a table. They are read whole, and hold nothing of the library.
import { UNDECIDED } from "./arrays.js";
import { meant } from "./handles.js";
import { call, readDoubles, readIndices, readLength, readNumber, readPointer, readText } from "./native.js";
import { FACTS } from "./rows.js";

const OF_ANSWER = Object.entries(FACTS.decision).filter(([, [, , , per]]) => per === "answer");
const NUMBERS = OF_ANSWER.filter(([name, [, type]]) => type === "number" && name !== "warned");
const TEXTS = OF_ANSWER.filter(([, [, type]]) => type === "text");

// The optimal prediction for one problem, and what is known of it.
export class Decision {
  constructor(indices, undecidedIndices, n, facts) {
    this.indices = indices;
    this.undecidedIndices = undecidedIndices;
    this.nItems = n;
    Object.assign(this, facts);
    Object.freeze(this);
  }
  // Zeros and ones, and 2 for what was left undecided.
  get mask() {
    const out = new Uint8Array(this.nItems).fill(this.abstained ? UNDECIDED : 0);
    for (const i of this.indices) out[i] = 1;
    for (const i of this.undecidedIndices) out[i] = UNDECIDED;
    return out;
  }
}

function itemsOf(arena, decision, answer, mark) {
  const needed = arena.place();
  call("wald_decision_items", decision, answer, mark, 0, 0, 0, needed);
  const length = readLength(needed);
  const to = arena.bytes(8 * length);
  call("wald_decision_items", decision, answer, mark, 0, to, length, needed);
  return readIndices(to, length);
}

export function readDecision(arena, decision, answer = 0) {
  const to = arena.place();
  const facts = {};
  call("wald_number", decision, FACTS.decision.nItems[0], answer, to);
  const n = readNumber(to);
  for (const [name, [value, , kind]] of NUMBERS) {
    call("wald_number", decision, value, answer, to);
    facts[name] = meant(kind, readNumber(to));
  }
  for (const [name, [value]] of TEXTS) {
    call("wald_text", decision, value, answer, to);
    facts[name] = readText(readPointer(to));
  }
  const undecided = facts.nUndecided > 0 ? itemsOf(arena, decision, answer, UNDECIDED) : [];
  return new Decision(itemsOf(arena, decision, answer, 1), undecided, n, facts);
}

// The answers for a table: one per row (instance), per column (macro) or one for the table (micro). The facts are
// arrays of one number per answer, in its order; `at(i)` is one answer with all of them, made on access.
export class Decisions {
  #rest;

  constructor(parts, rest) {
    this.#rest = rest;
    Object.assign(this, parts);
    Object.freeze(this);
  }
  get length() {
    return this.expected.length;
  }
  // The positive items of an answer.
  indicesOf(answer) {
    return this.indices.slice(this.indptr[answer], this.indptr[answer + 1]);
  }
  at(answer) {
    const i = answer < 0 ? answer + this.length : answer;
    if (!(i in this.expected)) return undefined;
    const { n, texts, undecided } = this.#rest;
    const facts = {};
    for (const [name, [, , kind]] of NUMBERS) facts[name] = meant(kind, this[name][i]);
    for (const [name] of TEXTS) facts[name] = texts[name][i] ?? "";
    return new Decision(this.indicesOf(i), undecided.get(i) ?? [], n, facts);
  }
  *[Symbol.iterator]() {
    for (let i = 0; i < this.length; ++i) yield this.at(i);
  }
}

// Of every answer but those that have none. The library's texts are few, and each is read once.
function textsOf(decision, value, length, to, has) {
  const known = new Map();
  const out = Array(length);
  for (let i = 0; i < length; ++i) {
    if (!has(i)) continue;
    call("wald_text", decision, value, i, to);
    const at = readPointer(to);
    let text = known.get(at);
    if (text === undefined) known.set(at, (text = readText(at)));
    out[i] = text;
  }
  return out;
}

export function readDecisions(arena, decision, average, mask) {
  const to = arena.place();
  const one = (name) => {
    call("wald_number", decision, FACTS.decision[name][0], 0, to);
    return readNumber(to);
  };
  const [length, n] = [one("nAnswers"), one("nItems")];
  const column = arena.bytes(8 * length);
  const all = (value) => {
    call("wald_numbers", decision, value, 0, column, length, to);
    return readDoubles(column, length);
  };
  const facts = Object.fromEntries(NUMBERS.map(([name, [value]]) => [name, all(value)]));
  const warned = all(FACTS.decision.warned[0]);
  const texts = {};
  for (const [name, [value]] of TEXTS)
    texts[name] = textsOf(decision, value, length, to, (i) => name !== "warning" || warned[i] !== 0);
  const undecided = new Map();
  facts.nUndecided.forEach((count, i) => {
    if (count > 0) undecided.set(i, itemsOf(arena, decision, i, UNDECIDED));
  });
  const starts = arena.bytes(8 * (length + 1));
  call("wald_decision_items", decision, -1, 1, starts, 0, 0, to);
  const items = readLength(to);
  const at = arena.bytes(8 * items);
  call("wald_decision_items", decision, -1, 1, 0, at, items, to);
  const [indptr, indices] = [readIndices(starts, length + 1), readIndices(at, items)];
  return new Decisions({ ...facts, average, indptr, indices, mask }, { n, texts, undecided });
}
