// Chosen thresholds: the answer, its baselines, and rows flagged by it.
import { putTable, resultTable, scoreTable } from "./arrays.js";
import { argumentError, mustBeOneOf, shown } from "./errors.js";
import { Handle, Made, defineFacts, fact, flagNames } from "./handles.js";
import { call, readInt, readNumber, within } from "./native.js";
import { MetricPromise, promised } from "./promise.js";
import { FACTS } from "./rows.js";

// What one answer says: its facts as properties, one object for the answer asked for and for each baseline.
export class Thresholds extends Handle {
  constructor(made, nScores) {
    if (!(made instanceof Made)) throw argumentError("Thresholds are made by chooseThreshold() or by a Sample");
    super("thresholds", made.pointer);
    this.nScores = nScores;
  }
  // Names of what a user should know, such as "few_positives".
  get flags() {
    return flagNames("threshold_flag", this.#number(0, "flags"));
  }
  // What was compared with: the facts of each other answer.
  get baselines() {
    return Array.from({ length: this.#number(0, "nAnswers") - 1 }, (_, i) => this.#answer(i + 1));
  }
  // The facts as an object of numbers, arrays and texts.
  toJSON() {
    return this.#answer(0);
  }
  // An interval of a fact at these thresholds; it does not know that they were chosen as the best of many.
  interval(name) {
    const known = Object.hasOwn(FACTS.thresholds, name) ? FACTS.thresholds[name] : undefined;
    if (known === undefined)
      throw argumentError(`fact ${shown(name)} is unknown: ${mustBeOneOf(name, Object.keys(FACTS.thresholds))}`);
    return within((arena) => {
      const [low, high, exact] = [arena.place(), arena.place(), arena.place()];
      call("wald_thresholds_interval", this._pointer, 0, known[0], low, high, exact);
      return { low: readNumber(low), high: readNumber(high), exact: readInt(exact) === 1 };
    });
  }
  // Which rows are flagged: 1 or 0 a row.
  apply(scores) {
    return within((arena) => {
      const shown = scoreTable(scores);
      const out = resultTable(arena, Uint8Array, shown.rows, 1);
      call("wald_thresholds_apply", this._pointer, 0, putTable(arena, shown), out.array);
      return out.read();
    });
  }
  // The limit that these were chosen with, or another bound of its metric, to be watched in use.
  promise({ bound, ...options } = {}) {
    return new MetricPromise(promised(this.claim, bound), options);
  }
  #number(answer, name) {
    return within((arena) => {
      const to = arena.place();
      call("wald_number", this._pointer, FACTS.thresholds[name][0], answer, to);
      return readNumber(to);
    });
  }
  #answer(answer) {
    const out = {};
    for (const name of Object.keys(FACTS.thresholds)) {
      if (name === "nAnswers") continue;
      if (name === "flags") out[name] = flagNames("threshold_flag", this.#number(answer, name));
      else out[name] = fact("thresholds", this._pointer, name, answer);
    }
    return out;
  }
}
defineFacts(Thresholds, "thresholds", { but: ["nAnswers", "flags"], item: 0 });
