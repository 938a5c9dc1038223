// Metrics: by name, by a function, by a table of values.
import { real, reals, text, whole, wholes } from "./arrays.js";
import { argumentError, mustBeOneOf, shown } from "./errors.js";
import { Handle, Made, created, fact, flagNames } from "./handles.js";
import {
  call,
  dropCallback,
  holdCallback,
  pointerOf,
  readInt,
  readLength,
  readNumber,
  readPointer,
  readText,
  view,
  within,
} from "./native.js";
import { WORDS } from "./rows.js";

const DECLARED = {
  risesInTp: "rises_in_tp",
  fallsInK: "falls_in_k",
  risesInTpAndK: "rises_in_tp_and_k",
  linearInTp: "linear_in_tp",
  loss: "loss",
};

function flags(declared) {
  return Object.entries(declared).reduce((all, [own, set]) => {
    if (!Object.hasOwn(DECLARED, own))
      throw argumentError(`property ${shown(own)} is unknown: ${mustBeOneOf(own, Object.keys(DECLARED))}`);
    return set ? all | WORDS.property[DECLARED[own]] : all;
  }, 0);
}

export class Metric extends Handle {
  constructor(name, { zeroDivision = 1 } = {}) {
    if (name instanceof Made) super("metric", name.pointer, name.callback);
    else {
      const zero = Number(BigInt.asIntN(32, whole(zeroDivision, "zeroDivision")));
      super(
        "metric",
        within((arena) => created(arena, "wald_metric_create", arena.text(text(name, "name")), zero)),
      );
    }
  }
  // A metric by any function of tp, k, s and n.
  static custom(own, { name = own?.name || "custom", ...declared } = {}) {
    if (typeof own !== "function") throw argumentError(`metric is ${shown(own)}: must be a function`);
    const known = flags(declared);
    const callback = holdCallback(own);
    try {
      const pointer = within((arena) =>
        created(
          arena,
          "wald_metric_create_callback",
          pointerOf("wald_js_metric_function"),
          callback,
          arena.text(text(name, "name")),
          known,
        ),
      );
      return new Metric(new Made(pointer, callback));
    } catch (error) {
      dropCallback(callback);
      throw error;
    }
  }
  // A metric for problems of exactly n labels, by (n+1)^3 values at (tp*(n+1) + k)*(n+1) + s.
  static table(values, { n, name = "table", ...declared } = {}) {
    const all = Float64Array.from(reals(values, "values"));
    const pointer = within((arena) =>
      created(
        arena,
        "wald_metric_create_table",
        arena.typed(all),
        all.length,
        wholes([n], "n")[0],
        arena.text(text(name, "name")),
        flags(declared),
      ),
    );
    return new Metric(new Made(pointer));
  }
  get name() {
    return fact("metric", this._pointer, "name");
  }
  // Names of properties, such as "rises_in_tp".
  get properties() {
    return flagNames("property", fact("metric", this._pointer, "properties"));
  }
  get zeroDivision() {
    return fact("metric", this._pointer, "zeroDivision");
  }
  utility({ tp, k, s, n }) {
    return within((arena) => {
      const to = arena.place();
      call("wald_metric_utility", this._pointer, ...wholes([tp, k, s, n], "tp, k, s, n"), to);
      return readNumber(to);
    });
  }
  loss(utility) {
    return fact("metric", this._pointer, "lossOfZero") - real(utility, "utility");
  }
  toString() {
    return this.freed ? "Metric (freed)" : `Metric ${this.name}`;
  }
}

const named = new Map(); // metrics that were given by name, few: they are kept

// A metric or its name.
export function asMetric(value) {
  if (value instanceof Metric) return value;
  if (typeof value !== "string") throw argumentError(`metric is ${shown(value)}: must be a name or a Metric`);
  let found = named.get(value);
  if (found === undefined) {
    found = new Metric(value);
    if (named.size >= 64) named.clear();
    named.set(value, found);
  }
  return found;
}

const SIZE_OF_METRIC_ROW = 32; // wald_metric_row

// The metrics that have a name.
export function metrics() {
  return within((arena) => {
    const row = arena.bytes(SIZE_OF_METRIC_ROW);
    const out = [];
    for (;;) {
      view().setBigInt64(row, BigInt(SIZE_OF_METRIC_ROW), true);
      try {
        call("wald_metric_list", out.length, row);
      } catch (error) {
        if (out.length === 0) throw error;
        return out; // past the end
      }
      const [name, aliases, formula, sentence] = [8, 12, 16, 20].map((at) => readText(readPointer(row + at)));
      const properties = flagNames("property", readInt(row + 24));
      out.push({ name, aliases: aliases.split(" ").filter(Boolean), formula, sentence, properties });
    }
  });
}
