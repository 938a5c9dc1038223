// Curves of probabilities: decision curves, and how reliable probabilities are.
import { isList, maskOf, putOptional, putTable, putVector, reals, table } from "./arrays.js";
import { argumentError } from "./errors.js";
import { created, fact, used } from "./handles.js";
import { within } from "./native.js";
import { withOptions, without } from "./options.js";
import { FACTS } from "./rows.js";

// Probabilities by the name of their model, as a table of a column a model, or of one model as a vector.
function modelsOf(value) {
  if (isList(value) && !isList(value[0])) return { names: ["model"], table: columns([reals(value, "probabilities")]) };
  if (isList(value) || (value && "data" in value)) {
    const shown = table(value, "probabilities");
    return { names: Array.from({ length: shown.columns }, (_, i) => `model ${i}`), table: shown };
  }
  if (typeof value !== "object" || value === null) return modelsOf([value]);
  const names = Object.keys(value);
  return { names, table: columns(names.map((name) => reals(value[name], `probabilities.${name}`))) };
}

function columns(vectors) {
  const rows = vectors[0]?.length ?? 0;
  const data = new Float64Array(rows * vectors.length);
  vectors.forEach((vector, i) => {
    if (vector.length !== rows) throw argumentError(`probabilities: models have ${rows} and ${vector.length} rows`);
    data.set(vector, i * rows);
  });
  return { data, rows, columns: vectors.length, rowStride: 1, columnStride: rows };
}

// The net benefit of models against the threshold probability, and of flagging every row: facts by name, a table of a row
// a curve; `curves` names them.
export function decisionCurve(truth, probabilities, options) {
  const { weights, thresholds, ...wanted } = without(options);
  const { names, table: shown } = modelsOf(probabilities);
  const each = reals(thresholds ?? Float64Array.from({ length: 99 }, (_, i) => (i + 1) / 100), "thresholds");
  if (typeof wanted.reference === "string" && names.includes(wanted.reference))
    wanted.reference = names.indexOf(wanted.reference);
  return within((arena) => {
    const given = [
      putVector(arena, maskOf(truth, "truth")),
      putTable(arena, shown),
      putOptional(arena, weights, "weights"),
    ];
    given.push(putVector(arena, each));
    const curves = [...names, "all"];
    return withOptions(arena, "thresholds", wanted, (set) =>
      used(created(arena, "wald_decision_curve_create", ...given, set), (made) => {
        const tableOf = (name) => {
          const data = new Float64Array(curves.length * each.length);
          curves.forEach((_, model) => data.set(fact("decision_curve", made, name, model), model * each.length));
          return { data, rows: curves.length, columns: each.length };
        };
        const found = Object.keys(FACTS.decision_curve).map((name) => [name, tableOf(name)]);
        return { curves, thresholds: Float64Array.from(each), ...Object.fromEntries(found) };
      }),
    );
  });
}

// How often events happen that are said to happen with probability p: the Brier score taken apart, bins, and the monotone
// fit at each row.
export function reliability(truth, probabilities, options) {
  const { weights, ...wanted } = without(options);
  const p = reals(probabilities, "probabilities");
  return within((arena) => {
    const given = [
      putVector(arena, maskOf(truth, "truth")),
      putVector(arena, p),
      putOptional(arena, weights, "weights"),
    ];
    return withOptions(arena, "thresholds", wanted, (set) => {
      const made = created(arena, "wald_reliability_create", ...given, set);
      return used(made, () => {
        const [facts, bins] = [{}, {}];
        for (const [name, [, , , per]] of Object.entries(FACTS.reliability))
          if (per === "bin") bins[name[3].toLowerCase() + name.slice(4)] = fact("reliability", made, name);
          else facts[name] = fact("reliability", made, name);
        return { ...facts, bins };
      });
    });
  });
}
