// Thresholds of several labels, of segments, and multipliers of classes.
import { maskOf, putOptional, putSegmentRows, putTable, putVector, reals, table, wholes } from "./arrays.js";
import { argumentError, mustBeOneOf, shown } from "./errors.js";
import { created, factsOf, flagNames, factsOfItems, meant, readOnce } from "./handles.js";
import { call, readIndices, within } from "./native.js";
import { withOptions, without } from "./options.js";
import { FACTS } from "./rows.js";

// A threshold for each label; the option `average` says whether each is a problem of its own, or counts are added.
export function labelThresholds(truth, scores, options) {
  const { weights, groups, ...wanted } = without(options);
  return within((arena) => {
    const y = table(truth, "truth", maskOf);
    const x = table(scores, "scores");
    const given = [putTable(arena, y), putTable(arena, x), putOptional(arena, weights, "weights")];
    given.push(putOptional(arena, groups, "groups", wholes));
    return withOptions(arena, "thresholds", wanted, (set) => {
      const made = created(arena, "wald_labels_choose", ...given, set);
      const [whole, each] = readOnce(made, () => [
        factsOf("labels", made, "whole"),
        factsOfItems("labels", made, "label"),
      ]);
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

// Of every tolerance, a fact of all segments without the word that tells it from a segment's own.
function answerOf(all, tolerance) {
  const own = (name) => name.replace(/^(total|all)(?=[A-Z])/, "").replace(/^[A-Z]/, (letter) => letter.toLowerCase());
  return Object.fromEntries(
    Object.entries(all).map(([name, numbers]) => [own(name), meant(FACTS.segments[name][2], numbers[tolerance])]),
  );
}

const LIMITS = ["minPrecision", "minRecall", "maxFp", "maxAlerts", "maxFpr", "maxAlertRate"];

// A threshold of one score for each segment of the rows. An answer for each tolerance, or one; `segments` are whole
// numbers from 0 on, or names.
export function segmentThresholds(truth, scores, segments, options) {
  const { weights, benefits, costs, limits, ...wanted } = without(options);
  const names = [...new Set(segments)].sort((a, b) => (a < b ? -1 : 1));
  const place = new Map(names.map((name, i) => [name, BigInt(i)]));
  return within((arena) => {
    const given = [putVector(arena, maskOf(truth, "truth")), putVector(arena, reals(scores, "scores"))];
    const of = putVector(
      arena,
      BigInt64Array.from(segments, (name) => place.get(name)),
    );
    const more = [
      of,
      putOptional(arena, weights, "weights"),
      putOptional(arena, benefits, "benefits"),
      putOptional(arena, costs, "costs"),
      limits === undefined || limits === null ? 0 : putTable(arena, limitsOf(limits, names)),
    ];
    given.push(putSegmentRows(arena, names.length, more));
    return withOptions(arena, "thresholds", wanted, (set) => {
      const made = created(arena, "wald_segments_choose", ...given, set);
      const [all, each] = readOnce(made, () => [
        factsOfItems("segments", made, "tolerance"),
        factsOfItems("segments", made, "segment"),
      ]);
      const answers = Array.from(all.tolerance, (_, i) => ({
        ...answerOf(all, i),
        segments: names,
        bySegment: Object.fromEntries(
          Object.entries(each).map(([name, of]) => [name, of.slice(i * names.length, (i + 1) * names.length)]),
        ),
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
    if (row < 0) throw argumentError(`limits: segment ${shown(segment)} is unknown: ${mustBeOneOf(segment, names.map(String))}`);
    for (const [limit, value] of Object.entries(own)) {
      const column = LIMITS.indexOf(limit);
      if (column < 0) throw argumentError(`limits: limit ${shown(limit)} is unknown: ${mustBeOneOf(limit, LIMITS)}`);
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
