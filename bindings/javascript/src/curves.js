// Curves of probabilities: decision curves, and how reliable probabilities are.
import { isList, maskOf, putOptional, putTable, putVector, reals, resultTable, table } from "./arrays.js";
import { factsOfList } from "./decide.js";
import { argumentError } from "./errors.js";
import { call, within } from "./native.js";
import { withOptions, without } from "./options.js";
import { FACTS, OPTIONS } from "./rows.js";

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
    const facts = Object.entries(FACTS.decision_curve);
    const rows = (names.length + 1) * each.length;
    return withOptions(arena, "thresholds", wanted, (set) => {
      const out = resultTable(arena, Float64Array, rows, facts.length);
      call("wald_decision_curve", set, ...given, out.array);
      const values = out.read();
      const columnOf = (value) => Float64Array.from({ length: rows }, (_, i) => values[i * facts.length + value]);
      const found = facts.map(([name, [value]]) => [
        name,
        { data: columnOf(value), rows: names.length + 1, columns: each.length },
      ]);
      return { curves: [...names, "all"], thresholds: Float64Array.from(each), ...Object.fromEntries(found) };
    });
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
      const facts = Object.keys(FACTS.reliability);
      const perBin = Object.entries(FACTS.reliability_bin);
      const bins = wanted.bins ?? Number(OPTIONS.thresholds.bins[2]);
      const out = resultTable(arena, Float64Array, facts.length, 1);
      const table_of_bins = resultTable(arena, Float64Array, bins, perBin.length);
      const fitted = resultTable(arena, Float64Array, p.length, 1);
      call("wald_reliability", set, ...given, out.array, table_of_bins.array, fitted.array);
      const values = table_of_bins.read();
      const columnOf = (value) => Float64Array.from({ length: bins }, (_, i) => values[i * perBin.length + value]);
      return {
        ...factsOfList("reliability", out.read()),
        bins: Object.fromEntries(perBin.map(([name, [value]]) => [name, columnOf(value)])),
        fitted: fitted.read(),
      };
    });
  });
}
