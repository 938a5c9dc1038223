// Curves of probabilities: decision curves, and how reliable probabilities are; and models on a test set.
import { isList, maskOf, putOptional, putRows, putTable, putVector, reals, table, wholes, word } from "./arrays.js";
import { argumentError } from "./errors.js";
import { created, fact, used } from "./handles.js";
import { within } from "./native.js";
import { withOptions, without } from "./options.js";
import { FACTS } from "./rows.js";

// Probabilities by the name of their model, as a table of one column per model, or of one model as a vector.
function modelsOf(value, called = "probabilities") {
  if (isList(value) && !isList(value[0])) return { names: ["model"], table: columns([reals(value, called)], called) };
  if (isList(value) || (value && "data" in value)) {
    const shown = table(value, called);
    return { names: Array.from({ length: shown.columns }, (_, i) => `model ${i}`), table: shown };
  }
  if (typeof value !== "object" || value === null) return modelsOf([value], called);
  const names = Object.keys(value);
  return { names, table: columns(names.map((name) => reals(value[name], `${called}.${name}`)), called) };
}

function columns(vectors, called) {
  const rows = vectors[0]?.length ?? 0;
  const data = new Float64Array(rows * vectors.length);
  vectors.forEach((vector, i) => {
    if (vector.length !== rows) throw argumentError(`${called}: models have ${rows} and ${vector.length} rows`);
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

// How often events happen that are predicted with probability p: the Brier score taken apart, bins, and the monotone
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

// The shares of labels or classes among rows without labels; lists of one number per label.
export function estimatePrevalence(probabilities, options) {
  const {
    kind = "independent",
    trainingPrior,
    calibrationTruth,
    calibrationProbabilities,
    ...wanted
  } = without(options);
  // A vector is a table of one column.
  const shown = (value, called, as) => {
    const one = isList(value) && !isList(value[0]);
    if (!one) return table(value, called, as);
    const data = as(value, called);
    return { data, rows: data.length, columns: 1 };
  };
  return within((arena) => {
    const put = (value, called, as) => (value == null ? 0 : putTable(arena, shown(value, called, as)));
    const given = [
      word("kind", kind, "kind"),
      put(probabilities, "probabilities", reals),
      putOptional(arena, typeof trainingPrior === "number" ? [trainingPrior] : trainingPrior, "trainingPrior"),
      put(calibrationTruth, "calibrationTruth", maskOf),
      put(calibrationProbabilities, "calibrationProbabilities", reals),
    ];
    return withOptions(arena, "thresholds", wanted, (set) =>
      used(created(arena, "wald_prevalence_create", ...given, set), (made) =>
        Object.fromEntries(Object.keys(FACTS.prevalence).map((name) => [name, fact("prevalence", made, name)])),
      ),
    );
  });
}

// Models on a test set, at thresholds that were chosen elsewhere: `estimates`, one object per metric and model,
// `comparisons`, one per metric and pair of models, and the other facts. Without thresholds the area under the ROC
// curve alone is known.
export function evaluateThresholds(truth, scores, thresholds, options) {
  const { weights, groups, ...wanted } = without(options);
  const { names, table: shown } = modelsOf(scores, "scores");
  if (typeof wanted.reference === "string" && names.includes(wanted.reference))
    wanted.reference = names.indexOf(wanted.reference);
  wanted.names ??= names;
  if (typeof wanted.metrics === "string") wanted.metrics = [wanted.metrics];
  const each = typeof thresholds === "number" ? names.map(() => thresholds) : thresholds;
  return within((arena) => {
    const given = [
      putVector(arena, maskOf(truth, "truth")),
      putTable(arena, shown),
      putOptional(arena, each, "thresholds"),
    ];
    const weighed = putOptional(arena, weights, "weights");
    const together = putOptional(arena, groups, "groups", wholes);
    return withOptions(arena, "thresholds", wanted, (set) => {
      const rows = putRows(arena, weighed, together);
      return used(created(arena, "wald_threshold_evaluation_create", ...given, rows, set), (made) => {
        const read = (name, item) => fact("threshold_evaluation", made, name, item);
        const metrics = Array.from({ length: read("nMetrics") }, (_, i) => read("metricName", i));
        const named = { model: names, first: names, second: names, metric: metrics };
        const [facts, lists] = [{}, { estimate: {}, pair: {} }];
        for (const [name, [, , , per]] of Object.entries(FACTS.threshold_evaluation)) {
          const short = per === "pair" ? name[4].toLowerCase() + name.slice(5) : name;
          if (per in lists) lists[per][short] = read(name);
          else if (per !== "metric") facts[name] = read(name);
        }
        const listed = ({ ...columnsOf }) =>
          Array.from({ length: columnsOf.metric.length }, (_, i) =>
            Object.fromEntries(
              Object.entries(columnsOf).map(([name, list]) => [
                name,
                name in named ? named[name][list[i]] : name === "exact" ? list[i] !== 0 : list[i],
              ]),
            ),
          );
        return { ...facts, models: names, metrics, estimates: listed(lists.estimate), comparisons: listed(lists.pair) };
      });
    });
  });
}
