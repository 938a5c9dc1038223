// Thresholds of several labels, of segments, and multipliers of classes.
import { maskOf, putOptional, putTable, putVector, reals, resultTable, table, wholes } from "./arrays.js";
import { argumentError } from "./errors.js";
import { created, factsOf, flagNames, itemsOf, readOnce } from "./handles.js";
import { call, readIndices, within } from "./native.js";
import { withOptions, without } from "./options.js";
import { FACTS } from "./rows.js";

// A threshold for each label; the option `average` says whether each is a problem of its own, or counts are added.
export function labelThresholds(truth, scores, options) {
  const { weights, ...wanted } = without(options);
  return within((arena) => {
    const y = table(truth, "truth", maskOf);
    const x = table(scores, "scores");
    const [rated, shown, w] = [putTable(arena, y), putTable(arena, x), putOptional(arena, weights, "weights")];
    return withOptions(arena, "thresholds", wanted, (set) => {
      const made = created(arena, "wald_labels_choose", rated, shown, w, set);
      const [whole, each] = readOnce(made, () => [factsOf("labels", made, "whole"), itemsOf("labels", made, "label")]);
      const flags = Array.from(each.flags, (bits) => flagNames("threshold_flag", bits));
      const labelsWith = (column) => Array.from(column.keys()).filter((label) => column[label] !== 0);
      return {
        thresholds: each.threshold,
        tp: each.tp,
        fp: each.fp,
        positives: each.positives,
        precision: each.precision,
        recall: each.recall,
        values: each.labelValue,
        flags,
        missed: labelsWith(each.missed),
        flagsAll: labelsWith(each.flagsAll),
        ...whole,
      };
    });
  });
}

// A column for each fact, of a number a row.
function columnsOf(thing, values, rows) {
  const names = Object.keys(FACTS[thing]);
  return Object.fromEntries(
    names.map((name) => {
      const [value] = FACTS[thing][name];
      return [name, Float64Array.from({ length: rows }, (_, i) => values[i * names.length + value])];
    }),
  );
}

// A row of numbers by name.
function rowOf(thing, values, row) {
  const names = Object.keys(FACTS[thing]);
  return Object.fromEntries(
    names.map((name) => {
      const [value, , kind] = FACTS[thing][name];
      const number = values[row * names.length + value];
      return [name, kind === "switch" ? number !== 0 : number];
    }),
  );
}

const LIMITS = ["minPrecision", "minRecall", "maxFp", "maxAlerts", "maxFpr", "maxAlertRate"];

// A threshold of one score for each segment of the rows. An answer for each tolerance, or one; `segments` are whole
// numbers from 0 on, or names.
export function segmentThresholds(truth, scores, segments, options) {
  const { weights, benefits, costs, limits, ...wanted } = without(options);
  const names = [...new Set(segments)].sort((a, b) => (a < b ? -1 : 1));
  const place = new Map(names.map((name, i) => [name, BigInt(i)]));
  const tolerances = wanted.tolerance === undefined || wanted.tolerance === null ? 1 : [wanted.tolerance].flat().length;
  return within((arena) => {
    const given = [putVector(arena, maskOf(truth, "truth")), putVector(arena, reals(scores, "scores"))];
    given.push(
      putVector(
        arena,
        BigInt64Array.from(segments, (name) => place.get(name)),
      ),
    );
    given.push(
      putOptional(arena, weights, "weights"),
      putOptional(arena, benefits, "benefits"),
      putOptional(arena, costs, "costs"),
    );
    given.push(limits === undefined || limits === null ? 0 : putTable(arena, limitsOf(limits, names)));
    return withOptions(arena, "thresholds", wanted, (set) => {
      const bySegment = resultTable(arena, Float64Array, names.length * tolerances, Object.keys(FACTS.segment).length);
      const together = resultTable(arena, Float64Array, tolerances, Object.keys(FACTS.segments).length);
      call("wald_segment_thresholds", set, ...given, bySegment.array, together.array);
      const [each, all] = [bySegment.read(), together.read()];
      const width = Object.keys(FACTS.segment).length * names.length;
      const answers = Array.from({ length: tolerances }, (_, i) => ({
        ...rowOf("segments", all, i),
        segments: names,
        bySegment: columnsOf("segment", each.subarray(i * width, (i + 1) * width), names.length),
      }));
      return { ...answers[0], answers };
    });
  });
}

// Limits of segments by their names: { north: { maxFp: 3 } }.
function limitsOf(limits, names) {
  const data = new Float64Array(names.length * LIMITS.length).fill(NaN);
  for (const [segment, own] of Object.entries(limits)) {
    const row = names.findIndex((name) => String(name) === segment);
    if (row < 0) throw argumentError(`limits: there is no segment "${segment}"`);
    for (const [limit, value] of Object.entries(own)) {
      const column = LIMITS.indexOf(limit);
      if (column < 0) throw argumentError(`limits: there is no limit "${limit}": there are ${LIMITS.join(", ")}`);
      data[row * LIMITS.length + column] = value;
    }
  }
  return { data, rows: names.length, columns: LIMITS.length };
}

function costsOf(arena, costs, n) {
  if (costs === undefined || costs === null) return 0;
  const { data, rows, columns } = table(costs, "costs");
  if (rows !== n || columns !== n) throw argumentError(`costs has ${rows} rows of ${columns}: must have ${n} of ${n}`);
  return arena.typed(Float64Array.from(data));
}

// Multipliers of exclusive classes: a row gets the class of the greatest scores[j]*multipliers[j].
export function classMultipliers(truth, scores, options) {
  const { weights, costs, ...wanted } = without(options);
  return within((arena) => {
    const x = table(scores, "scores");
    const n = x.columns;
    const given = [putVector(arena, wholes(truth, "truth")), putTable(arena, x)];
    given.push(putOptional(arena, weights, "weights"), costsOf(arena, costs, n));
    return withOptions(arena, "thresholds", wanted, (set) => {
      const found = readOnce(created(arena, "wald_multipliers_choose", ...given, set), (made) =>
        factsOf("multipliers", made),
      );
      return { ...found, confusion: { data: found.confusion, rows: n, columns: n } };
    });
  });
}

// The class of each row: by multipliers, or the one of least expected cost, scores being probabilities.
export function applyClasses(scores, { multipliers, costs } = {}) {
  return within((arena) => {
    const x = table(scores, "scores");
    const own =
      multipliers === undefined || multipliers === null ? null : Float64Array.from(reals(multipliers, "multipliers"));
    if (own !== null && own.length !== x.columns)
      throw argumentError(`multipliers has ${own.length} elements: must have ${x.columns}`);
    const by = own === null ? 0 : arena.typed(own);
    const to = arena.bytes(8 * x.rows);
    call("wald_class_apply", by, costsOf(arena, costs, x.columns), putTable(arena, x), to);
    return Int32Array.from(readIndices(to, x.rows));
  });
}
