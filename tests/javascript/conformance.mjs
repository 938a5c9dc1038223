// The cases of tests/conformance through the package:
//   node conformance.mjs PACKAGE CASES [BITS]
// Each answer is what is expected, to the tolerance of the case; each error has its status and its sentence. BITS is what
// the C++ runner printed of the same cases (--portable-bits): each number has those bits.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, cases, bitsFile] = process.argv.slice(2);
const wald = (await import(pathToFileURL(join(folder, "wald.mjs")))).default;

// ---- Numbers, names ------------------------------------------------------------------------------

function real(x) {
  if (typeof x === "number") return x;
  const hex = /^(-?)0x([01])(?:\.([0-9a-f]+))?p([+-]\d+)$/.exec(x);
  if (hex === null) return { nan: NaN, inf: Infinity, "-inf": -Infinity }[x] ?? Number(x);
  const [, sign, whole, part = "", exponent] = hex;
  const mantissa = Number(BigInt(`0x${whole}${part}`)); // at most 53 bits: exact
  const power = Number(exponent) - 4 * part.length;
  const half = Math.trunc(power / 2); // in two steps: neither overflows
  return (sign ? -1 : 1) * mantissa * 2 ** half * 2 ** (power - half);
}
const reals = (x) => x?.map(real);
const flat = (rows) => reals(rows.flat());
const camel = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
const table = (rows, columns) => ({
  data: Float64Array.from(flat(rows)),
  rows: rows.length,
  columns: columns ?? rows[0]?.length ?? 0,
});

const WORDS = new Set(["algorithm", "average", "goal", "metric", "method", "order", "spend", "smoothing", "parity"]);
function value(name, x) {
  if (name === "seed") return BigInt(x);
  if (Array.isArray(x))
    return x.every((one) => typeof one === "string" && real(one) !== real(one))
      ? x
      : x.flat().map((one) => (typeof one === "string" && !/^(nan|-?inf|-?0x)/.test(one) ? one : real(one)));
  return typeof x === "string" && /^(nan|-?inf|-?0x.*)$/.test(x) ? real(x) : x;
}
function options(asked = {}) {
  const out = {};
  for (const [name, x] of Object.entries(asked)) out[camel(name)] = WORDS.has(name) ? x : value(name, x);
  return out;
}

// ---- Bits ----------------------------------------------------------------------------------------

const plain = (text) => text.replace(/(\d)\.0\b/g, "$1");
const bits = new Map();
for (const line of bitsFile ? readFileSync(bitsFile, "utf8").split("\n") : []) {
  const at = line.lastIndexOf(": ");
  const key = plain(line.slice(0, at));
  if (!bits.has(key)) bits.set(key, []);
  bits.get(key).push(line.slice(at + 2));
}
const word = new DataView(new ArrayBuffer(8));
function bitsOf(x) {
  word.setFloat64(0, x);
  return word.getBigUint64(0).toString(16).padStart(16, "0");
}

let current; // the case
let compared = 0;
const different = [];

function near(what, got, wanted) {
  const expected = real(wanted);
  if (!Object.is(got, expected) && !(got === expected) && !(Math.abs(got - expected) <= (current.tolerance ?? 0)))
    assert.fail(`${what} is ${got}: expected ${expected}`);
  const own = bits.get(plain(`${current.name}: ${what}`))?.shift();
  if (own === undefined) return;
  compared += 1;
  if (own !== bitsOf(got) && !Number.isNaN(got))
    different.push(`${current.call}, ${current.name}: ${what}: ${own} here ${bitsOf(got)}`);
}
function list(what, got, wanted) {
  const expected = wanted.flat();
  assert.equal(got.length, expected.length, `length of ${what}`);
  expected.forEach((x, i) => near(`${what}[${i}]`, got[i], x));
}
const same = (a, b, what) => assert.deepEqual(Array.from(a), Array.from(b), what);

// ---- What is given -------------------------------------------------------------------------------

function metricOf({ metric: spec, zero_division: zeroDivision = 1 }) {
  if (typeof spec === "string") return new wald.Metric(spec, { zeroDivision });
  const declared = Object.fromEntries(spec.declared.map((name) => [camel(name.toLowerCase()), true]));
  return wald.Metric.table(reals(spec.values), { n: spec.n, name: spec.name, ...declared });
}

function estimatorOf(given) {
  if (given.kind === "independent" || given.kind === "categorical")
    return wald.Estimator[given.kind](reals(given.probabilities));
  const made = new wald.Estimator(given.kind, given.n_labels);
  if (given.kind === "joint" && given.vectors.length > 0) made.feed(given.vectors, reals(given.weights));
  for (const { table: t, p_zero, p_s, weight } of given.tables ?? [])
    made.feed(table(t), { pZero: real(p_zero), pS: reals(p_s), weight: real(weight) });
  return made;
}

// ---- Decisions -----------------------------------------------------------------------------------

function checkAnswer(where, got, e) {
  const left = e.undecided ?? [];
  same(got.indices, e.indices, `${where}indices`);
  same(got.undecidedIndices, left, `${where}undecided`);
  assert.equal(got.algorithm, e.algorithm);
  assert.equal(got.warning, e.warning);
  assert.equal(got.abstained, e.abstained === 1);
  near(`${where}expected`, got.expected, e.expected);
  near(`${where}loss`, got.loss, e.loss);
  near(`${where}p_zero`, got.pZero, e.p_zero);
  const mask = new Uint8Array(got.nItems).fill(got.abstained ? 2 : 0);
  for (const i of e.indices) mask[i] = 1;
  for (const i of left) mask[i] = 2;
  same(got.mask, mask, `${where}mask`);
  assert.ok(got.expected + got.bound >= real(e.optimum) - Math.abs(real(e.optimum)) * 1.2e-16, "bound");
  if ("bound_at_most" in e) assert.ok(got.bound <= real(e.bound_at_most), "bound of an exact algorithm");
}

// A table that is one problem, as parts that are fed apart: of F_beta, Jaccard, Fowlkes-Mallows and rates.
function decideInParts(c, p) {
  const { average, ...limits } = options(c.options) ?? {};
  const known = /^(f1|fbeta|jaccard|fowlkes|balanced|informedness|recall|specificity)/;
  if (average !== "micro" || !known.test(c.metric)) return;
  const half = Math.floor(p.rows / 2) * p.columns;
  const [one, other] = [p.data.slice(0, half), p.data.slice(half)].map((data) =>
    new wald.TablePass(metricOf(c), limits).feed({ data, rows: data.length / p.columns, columns: p.columns }),
  );
  one.merge(wald.TablePass.fromBytes(other.toBytes()));
  assert.ok(one.next(), "few items need no second pass");
  const answer = c.expect.answers[0];
  const equal = p.data.filter((x) => x === one.threshold).length;
  assert.equal(one.k, answer.indices.length);
  assert.ok(one.nTies === 0 || one.nTies === equal, "ties");
  const taken = one.nTies > 0 ? one.nTiesChosen : equal;
  assert.equal(p.data.filter((x) => x > one.threshold).length + taken, one.k);
  assert.ok(Math.abs(one.expected - real(answer.expected)) <= c.tolerance, "expected");
  assert.ok(one.bound <= real(answer.bound_at_most), "bound");
}

function checkAnswers(got, e) {
  assert.equal(got.length, e.answers.length);
  [...got].forEach((one, i) => {
    checkAnswer(`answer ${i}: `, one, e.answers[i]);
    same(got.indicesOf(i), one.indices);
    assert.equal(got.expected[i], one.expected);
    assert.deepEqual(got.at(i), one);
  });
}

const calls = {
  decide(c) {
    const [metric, estimator] = [metricOf(c), estimatorOf(c.given)];
    const got = wald.decide(estimator, metric, options(c.options));
    if (!c.expect) return;
    checkAnswer("", got, c.expect);
    assert.deepEqual(
      wald.decide(wald.Estimator.load(estimator.save({ binary: true })), metric, options(c.options)),
      got,
    );
  },
  curve(c) {
    const got = wald.curve(estimatorOf(c.given), metricOf(c), options(c.options));
    if (c.expect) list("values", got, c.expect.values);
  },
  expected(c) {
    const got = wald.expected(estimatorOf(c.given), metricOf(c), c.prediction, options(c.options));
    if (!c.expect) return;
    near("expected", got.expected, c.expect.expected);
    assert.ok(got.error <= 1e-12);
  },
  regret(c) {
    const got = wald.regret(estimatorOf(c.given), metricOf(c), c.prediction, options(c.options));
    if (c.expect) near("regret", got.regret, c.expect.regret);
  },
  distribution(c) {
    const d = wald.distribution(estimatorOf(c.given), metricOf(c), c.prediction, options(c.options));
    if (!c.expect) return;
    near("mean", d.mean, c.expect.mean);
    near("sd", d.sd, c.expect.sd);
    near("standard_error", d.standardError, c.expect.standard_error);
    assert.equal(d.nSamples, c.expect.n_samples);
    for (const [q, u] of c.expect.quantiles) near(`quantile ${JSON.stringify(q)}`, d.quantile(real(q)), u);
    for (const [u, p] of c.expect.at_least) near(`at_least ${JSON.stringify(u)}`, d.atLeast(real(u)).probability, p);
    if (!c.expect.values) return;
    const atoms = d.atoms();
    list("values", atoms.values, c.expect.values);
    list("probabilities", atoms.probabilities, c.expect.probabilities);
  },
  decide_rows(c) {
    const p = table(c.table, c.n_labels);
    const asked = { ...options(c.options), kind: c.kind };
    const got = wald.decideRows(p, metricOf(c), asked);
    if (!c.expect) return;
    checkAnswers(got, c.expect);
    same(got.mask.data, c.expect.mask.flat());
    decideInParts(c, p);
    // The same table by columns, from its last row on.
    const turned = new Float64Array(p.data.length);
    for (let i = 0; i < p.rows; ++i)
      for (let j = 0; j < p.columns; ++j) turned[j * p.rows + (p.rows - 1 - i)] = p.data[i * p.columns + j];
    const backwards = {
      data: turned,
      rows: p.rows,
      columns: p.columns,
      rowStride: -1,
      columnStride: p.rows,
      begin: Math.max(p.rows - 1, 0),
    };
    assert.deepEqual(wald.decideRows(backwards, metricOf(c), asked), got);
    if (p.data.every((x) => Math.fround(x) === x))
      assert.deepEqual(
        wald.decideRows({ ...p, data: Float32Array.from(p.data) }, metricOf(c), { ...asked, threads: 3 }),
        got,
      );
  },
  decide_csr(c) {
    const { indptr, indices, values, n_rows: rows, n_labels: columns } = c.csr;
    const asked = { ...options(c.options), kind: c.kind };
    const got = wald.decideRows({ indptr, indices, values: reals(values), rows, columns }, metricOf(c), asked);
    if (!c.expect) return;
    checkAnswers(got, c.expect);
    const narrow = {
      indptr: Int32Array.from(indptr),
      indices: Int32Array.from(indices),
      values: reals(values),
      rows,
      columns,
    };
    assert.deepEqual(wald.decideRows(narrow, metricOf(c), asked), got);
  },
  expected_rows(c) {
    const got = wald.expectedRows(table(c.table, c.n_labels), metricOf(c), c.prediction, {
      ...options(c.options),
      kind: c.kind,
    });
    if (!c.expect) return;
    list("expected", got.expected, c.expect.expected);
    list("regret", got.regret, c.expect.regret);
  },
  facts(c) {
    const got = estimatorOf(c.given);
    const e = c.expect;
    assert.equal(got.nLabels, e.n_labels);
    assert.equal(got.nFed, e.n_fed);
    near("total_weight", got.totalWeight, e.total_weight);
    list("marginals", got.marginals(), e.marginals);
    list("size_distribution", got.sizeDistribution(), e.size_distribution);
    if ("mode" in e) {
      same(got.mode().mask, e.mode);
      near("mode_probability", got.mode().probability, e.mode_probability);
    }
    if ("counts" in e) {
      const counts = got.toCounts();
      assert.equal(counts.maxS, e.max_s);
      list("counts", counts.table().table.data, e.counts);
      near("p_zero", counts.table().pZero, e.p_zero);
    }
    assert.equal(wald.Estimator.load(got.save()).save(), got.save());
  },
  draw(c) {
    same(estimatorOf(c.given).draw(c.n_draws, { seed: BigInt(c.seed) }).data, c.expect.draws.flat());
  },
  metric(c) {
    const m = metricOf(c);
    const e = c.expect ?? {};
    if ("canonical" in e) assert.equal(m.name, e.canonical);
    if ("zero_division" in e) assert.equal(m.zeroDivision, e.zero_division);
    if ("properties" in e) same(m.properties.sort(), e.properties.map((name) => name.toLowerCase()).sort());
    for (const u of e.utilities ?? []) {
      const [tp, k, s, n, wanted] = u;
      near(`utility at ${JSON.stringify(u)}`, m.utility({ tp, k, s, n }), wanted);
    }
    for (const [u, loss] of e.losses ?? []) near(`loss of ${JSON.stringify(u)}`, m.loss(real(u)), loss);
  },
  evaluate(c) {
    const got = wald.evaluate(c.truth, c.prediction, metricOf(c), { average: c.average, weights: reals(c.weights) });
    if (!c.expect) return;
    near("value", got.value, c.expect.value);
    assert.equal(got.nUndecided, c.expect.n_undecided);
  },
  compare(c) {
    const got = wald.compare(c.truth, c.a, c.b, metricOf(c), {
      ...options(c.options),
      average: c.average,
      weights: reals(c.weights),
      groups: c.groups,
    });
    for (const [name, wanted] of Object.entries(c.expect ?? {})) near(name, got[camel(name)], wanted);
  },
  worth(c) {
    const asked = { ...options(c.options), kind: c.kind, average: c.average, weights: reals(c.weights), truth: c.truth };
    const got = wald.worth(table(c.table), metricOf(c), asked);
    for (const [name, wanted] of Object.entries(c.expect ?? {}))
      if (name === "verdict") assert.equal(got.verdict, wanted);
      else near(name, got[camel(name)], wanted);
  },
  masks(c) {
    const shape = [c.maps.length, c.maps[0].length, c.maps[0][0].length];
    const cells = reals(c.maps.flat(2));
    const { average, ...asked } = options(c.options);
    const common = { ...asked, spatialDims: 1 };
    const decided = (data, more = {}) =>
      c.kind === "joint"
        ? wald.consensus({ data, shape }, metricOf(c), { ...common, ...more })
        : wald.masks({ data, shape }, metricOf(c), {
            ...common,
            classes: c.kind === "categorical" ? "exclusive" : "overlapping",
            average: average === "micro" ? "dataset" : "image",
            ...more,
          });
    const got = decided(Float64Array.from(cells));
    if (!c.expect) return;
    const e = c.expect;
    if ("labels" in e) same(got.labels.data, e.labels.flat());
    else same(got.mask.data, e.masks.flat());
    list("expected", got.expected, e.expected);
    list("threshold", got.threshold, e.threshold);
    same(got.k, e.k);
    if ("bound_at_most" in e)
      assert.ok([...got.bound].every((bound) => bound >= 0 && bound <= real(e.bound_at_most)), "bound");
    const weights = asked.labelWeights ?? Array(shape[1]).fill(1);
    const whole = weights.reduce((a, b) => a + b);
    (e.optimum ?? []).forEach((optimum, i) => {
      const first = i * weights.length;
      const mean = weights.reduce((sum, w, k) => sum + (w / whole) * got.expected[first + k], 0);
      assert.ok(mean + got.bound[first] >= real(optimum) - 1e-12, "the bound of exclusive classes");
    });
    // The same from every type.
    const half = (x) => {
      if (x === 0) return 0;
      const exponent = Math.floor(Math.log2(x));
      return ((exponent + 15) << 10) + (x / 2 ** exponent - 1) * 1024;
    };
    const others =
      c.kind === "joint"
        ? [Uint8Array.from(cells), cells.map((x) => x === 1)]
        : [cells, Float32Array.from(cells), Uint16Array.from(cells, half)];
    for (const data of others) assert.deepEqual(decided(data, { threads: 3 }), got);
  },
  load: (c) => wald.Estimator.load(c.text),

  // ---- Thresholds --------------------------------------------------------------------------------

  frontier(c) {
    const f = sampleOf(c.rows);
    assert.equal(f.nRows, c.expect.n_rows);
    for (const name of ["positives", "negatives", "unrated"]) near(name, f[name], c.expect[name]);
    for (const [at, tp, fp, unrated] of c.expect.counts) {
      const counts = f.count(reals(at));
      near(`tp at ${JSON.stringify(at)}`, counts.tp, tp);
      near(`fp at ${JSON.stringify(at)}`, counts.fp, fp);
      near(`unrated at ${JSON.stringify(at)}`, counts.unrated, unrated);
    }
    list("auc", f.rocArea, c.expect.auc);
    assert.equal(wald.Sample.load(f.save()).save(), f.save());
    assert.equal(mergedOf(c.rows).save(), f.save());
  },
  choose(c) {
    const f = sampleOf(c.rows);
    const t = f.choose(thresholdOptions(c));
    if (!c.expect) return;
    assert.equal(t.method, c.expect.method);
    for (const [name, wanted] of Object.entries(c.expect.facts)) near(name, Number(t[camel(name)]), wanted);
    same(t.flags.sort(), c.expect.flags);
    if ("thresholds" in c.expect) list("thresholds", t.thresholds, c.expect.thresholds);
    for (const [name, [low, high]] of Object.entries(c.expect.intervals ?? {})) {
      const interval = t.interval(camel(name));
      near(`${name}, low`, interval.low, low);
      near(`${name}, high`, interval.high, high);
      assert.ok(interval.exact);
    }
    if (!Number.isNaN(t.thresholds[0])) {
      assert.deepEqual(f.count(t.thresholds), { tp: t.tp, fp: t.fp, unrated: t.unrated });
      same(t.apply(scoresOf(c.rows)), wald.applyThresholds(t.thresholds, scoresOf(c.rows), { rule: c.rows.rule }));
    }
    // p-values are in the order of feeding, which the merged rows do not keep.
    const sorted = (o) => ({ ...o, ...(o.pValues ? { pValues: Array.from(o.pValues).sort() } : {}) });
    assert.deepEqual(sorted(mergedOf(c.rows).choose(thresholdOptions(c)).toJSON()), sorted(t.toJSON()));
    assert.deepEqual(
      wald.Sample.load(f.save({ binary: true }))
        .choose(thresholdOptions(c))
        .toJSON(),
      t.toJSON(),
    );
    if (c.rows.n_scores === 1 && c.rows.rule === "or" && !c.rows.rated_from) {
      const asked = { ...thresholdOptions(c), weights: reals(c.rows.weights) };
      assert.deepEqual(wald.chooseThreshold(c.rows.labels, flat(c.rows.scores), asked).toJSON(), t.toJSON());
    }
  },
  operating_points(c) {
    const f = sampleOf(c.rows);
    const points = f.frontier(thresholdOptions(c));
    if (!c.expect) return;
    list("tp", points.tp, c.expect.tp);
    list("fp", points.fp, c.expect.fp);
    same(points.onHull, c.expect.on_hull);
    for (const [name, wanted] of Object.entries(c.expect.facts)) near(name, points[camel(name)], wanted);
    const { data, columns } = points.thresholds;
    points.tp.forEach((tp, i) => assert.equal(f.count(data.slice(i * columns, (i + 1) * columns)).tp, tp));
  },
  apply_thresholds(c) {
    const got = wald.applyThresholds(reals(c.thresholds), table(c.scores), { rule: c.rule });
    if (c.expect) same(got, c.expect.flagged);
  },
  label_thresholds(c) {
    const asked = { ...thresholdOptions(c), average: c.average, weights: reals(c.weights), groups: c.groups };
    const got = wald.labelThresholds(c.labels, table(c.scores), asked);
    if (!c.expect) return;
    if (c.expect.tp) list("tp", got.tp, c.expect.tp);
    if (c.expect.fp) list("fp", got.fp, c.expect.fp);
    near("value", got.value, c.expect.value);
    assert.deepEqual([got.feasible, got.exact], [Boolean(c.expect.feasible), Boolean(c.expect.exact)]);
  },
  segment_thresholds(c) {
    const names = ["minPrecision", "minRecall", "maxFp", "maxAlerts", "maxFpr", "maxAlertRate"];
    const limitsOf = (row) => Object.fromEntries(reals(row).map((x, i) => [names[i], x]));
    const weights = reals(c.weights);
    const got = wald.segmentThresholds(c.labels, reals(c.scores), c.segments, {
      ...thresholdOptions(c),
      weights,
      benefits: reals(c.benefits),
      costs: reals(c.costs),
      limits: c.limits && Object.fromEntries(c.limits.map((row, segment) => [segment, limitsOf(row)])),
    });
    if (!c.expect) return;
    assert.equal(got.answers.length, c.expect.answers.length);
    got.answers.forEach((answer, a) => {
      const e = c.expect.answers[a];
      for (const [name, wanted] of Object.entries(e.facts))
        near(`answer ${a}, ${name}`, Number(answer[camel(name)]), wanted);
      for (const [name, wanted] of Object.entries(e.segments))
        list(`answer ${a}, segments, ${name}`, answer.bySegment[camel(name)], wanted);
      if (c.asked.prevalence) return;
      const flagged = [0, 0]; // by label: what the thresholds flag is what the answer says of them
      c.scores.forEach((score, i) => {
        if (score >= answer.bySegment.threshold[c.segments[i]]) flagged[c.labels[i]] += weights?.[i] ?? 1;
      });
      assert.deepEqual([answer.fp, answer.tp], flagged);
    });
  },
  class_multipliers(c) {
    const asked = { weights: reals(c.weights) };
    if (c.costs) asked.costs = squareOf(c.costs, c.scores[0].length);
    else Object.assign(asked, { metric: metricOf(c), average: c.average });
    const got = wald.classMultipliers(c.truth, table(c.scores), asked);
    if (!c.expect) return;
    near("value", got.value, c.expect.value);
    near("start", got.start, c.expect.start);
    const confusion = new Float64Array(got.confusion.data.length);
    const classes = wald.applyClasses(table(c.scores), { multipliers: got.multipliers });
    c.truth.forEach((y, i) => (confusion[y * got.confusion.columns + classes[i]] += 1));
    same(confusion, got.confusion.data);
  },
  apply_classes(c) {
    const given = { multipliers: reals(c.multipliers), costs: c.costs && squareOf(c.costs, c.scores[0].length) };
    const got = wald.applyClasses(table(c.scores), given);
    if (c.expect) same(got, c.expect.classes);
  },
  match_detections(c) {
    const got = wald.Sample.matchDetections(table(c.truths), c.crowds, table(c.detections), c.scores, c.min_overlap);
    if (c.expect) same(got, reals(c.expect.matched));
  },
  abstention_zone(c) {
    const [falsePositiveCost, falseNegativeCost, abstentionCost] = reals(c.costs);
    const got = sampleOf(c.rows).abstentionZone({ falsePositiveCost, falseNegativeCost, abstentionCost });
    for (const [name, wanted] of Object.entries(c.expect ?? {})) near(name, got[name], wanted);
  },
  decision_curve(c) {
    const given = { ...thresholdOptions(c), thresholds: reals(c.thresholds), weights: reals(c.weights) };
    const got = wald.decisionCurve(c.labels, table(c.probabilities), given);
    for (const [name, wanted] of Object.entries(c.expect ?? {})) list(name, got[camel(name)].data, wanted);
  },
  reliability(c) {
    const got = wald.reliability(c.labels, reals(c.probabilities), {
      ...thresholdOptions(c),
      weights: reals(c.weights),
    });
    if (!c.expect) return;
    for (const [name, wanted] of Object.entries(c.expect.facts)) near(name, got[camel(name)], wanted);
    for (const [name, wanted] of Object.entries(c.expect.bins)) list(`bins, ${name}`, got.bins[camel(name)], wanted);
    list("fitted", got.fitted, c.expect.fitted);
  },

  // ---- Cascades ----------------------------------------------------------------------------------

  cascade_fit(c) {
    const fit = (scores, more = {}) =>
      wald.Cascade.fit(scores, {
        ...options(c.asked),
        calibration: c.calibration && cascadeScores(c.calibration),
        ...more,
      });
    const cascade = fit(cascadeScores(c.scores));
    if (!c.expect) return;
    const e = c.expect;
    const own = { models: "nModels", classes: "nClasses", features: "nFeatures" };
    for (const [name, wanted] of Object.entries(e.numbers))
      near(name, Number(cascade[own[name] ?? camel(name)]), wanted);
    same(cascade.order, e.order);
    for (const name of ["low", "high", "spread", "stops", "held_out_stops"])
      if (name in e) list(name, cascade[camel(name)], e[name]);
    assert.deepEqual(cascade.names, c.asked.names ?? null);
    const saved = cascade.save();
    const loaded = wald.Cascade.load(saved);
    assert.equal(loaded.save(), saved);
    const { n_models: models, n_classes: classes } = c.scores;
    const rows = table(c.scores.table, models * classes);
    const scoresOfModel = (model, i) =>
      rows.data.slice(i * rows.columns + model * classes, i * rows.columns + (model + 1) * classes);
    for (const one of [cascade, loaded]) {
      const called = one.applyFunction(rows.rows, (model, at) => at.flatMap((i) => [...scoresOfModel(model, i)]));
      for (const applied of [one.apply(rows), one.apply(rows, { threads: 3 }), called]) {
        same(applied.decisions, e.decisions);
        same(applied.counts, e.counts);
      }
      const run = one.run();
      e.decisions.forEach((decision, i) => {
        assert.equal(
          run.decide((model) => scoresOfModel(model, i)),
          decision,
        );
        assert.equal(run.count, e.counts[i]);
      });
    }
    const evaluated = cascade.evaluate(cascadeScores(c.scores), { threads: 2 });
    assert.deepEqual(evaluated, {
      disagreement: cascade.disagreement,
      meanModels: cascade.meanModels,
      meanCost: cascade.meanCost,
      stops: cascade.stops,
    });
    assert.equal(fit(cascadeScores(c.scores).copy(), { threads: 3 }).save(), saved);
  },
  cascade_trees(c) {
    const trees = treesOf(c.trees);
    const features = table(c.features);
    const margins = trees.evaluate(features);
    const cascade = wald.Cascade.fit(wald.CascadeScores.ofTrees(trees, features), options(c.asked)).bind(trees);
    if (!c.expect) return;
    list("margins", margins.data, c.expect.margins);
    same(cascade.order, c.expect.order);
    assert.equal(cascade.nFeatures, trees.nFeatures);
    const loaded = wald.Cascade.load(cascade.save({ binary: true }));
    for (const one of [cascade, loaded])
      for (const given of [features, { ...features, data: Float32Array.from(features.data) }]) {
        const applied = one.applyTrees(given);
        same(applied.decisions, c.expect.decisions);
        same(applied.counts, c.expect.counts);
      }
    same(wald.Trees.load(trees.save()).evaluate(features, { threads: 3 }).data, margins.data);
  },
  cascade_load: (c) => wald.Cascade.load(c.text),
  trees_load: (c) => wald.Trees.load(c.text),

  // ---- Model cascades ----------------------------------------------------------------------------

  route(c) {
    const asked = options(c.asked);
    const stages = stagesOf(c.stages);
    if (c.more) feedStages(stages, c.more);
    if (c.merged) stages.merge(stagesOf(c.merged));
    const route = wald.Route.choose(stages, asked);
    const evaluated = c.other && route.evaluate(stagesOf(c.other), measured(asked));
    if (!c.expect) return;
    const e = c.expect;
    checkRoute(route, c.stages, e);
    if (evaluated) {
      near("cost evaluated", evaluated.cost, e.evaluated.cost);
      near("quality evaluated", evaluated.quality, e.evaluated.quality);
      list("shares evaluated", evaluated.shares, e.evaluated.shares);
    }
    (c.next ?? []).forEach(([group, stage, confidence], i) =>
      assert.equal(route.next(stage, real(confidence), { group }), e.next[i]),
    );
    const { cost, quality, shares } = route;
    assert.deepEqual(route.evaluate(stages, measured(asked)), { cost, quality, shares });
    const n = c.stages.confidences.length;
    const pieces = feedStages(feedStages(new wald.Stages(c.stages.n_stages), c.stages, 0, n >> 1), c.stages, n >> 1);
    const head = Math.floor(n / 3);
    const [first, second] = [[0, head], [head]].map((part) =>
      feedStages(new wald.Stages(c.stages.n_stages), c.stages, ...part),
    );
    for (const again of [pieces, first.merge(second), stages.copy(), wald.Stages.load(stages.save())])
      assert.equal(wald.Route.choose(again, asked).save(), route.save());
  },
  route_labels(c) {
    const asked = options(c.asked);
    let stages = stagesOf(c.stages);
    const batches = [];
    for (let round = 0; round < c.rounds; ++round) {
      const rows = c.rows ?? stages.ask(asked);
      batches.push(rows);
      const of = (column, read) => column && rows.map((row) => read(column[row]));
      if (rows.length > 0) stages.label(rows, { truth: of(c.truth, (x) => x), right: of(c.right, reals) });
      stages = stages.copy();
    }
    if (!c.expect) return;
    assert.deepEqual(batches, c.expect.batches);
    for (const [name, wanted] of Object.entries(c.expect.numbers)) near(name, stages[camel(name)], wanted);
    checkRoute(wald.Route.choose(stages, asked), c.stages, c.expect.route);
  },
  labelling(c) {
    const given = { minQuality: real(c.min_quality), certify: real(c.certify), seed: BigInt(c.seed) };
    const labelling = new wald.Labelling(reals(c.chances), c.quality, given);
    const turns = [];
    while (!labelling.certified) {
      const rows = labelling.next(c.most);
      assert.deepEqual(labelling.next(1), rows);
      labelling.answer(rows.map((row) => c.events[row]));
      if (!c.expect) continue;
      const wanted = c.expect.turns[turns.length];
      assert.deepEqual(rows, wanted.rows);
      for (const [name, number] of Object.entries(wanted.numbers)) near(name, Number(labelling[camel(name)]), number);
      turns.push(rows);
    }
    if (!c.expect) return;
    assert.equal(turns.length, c.expect.turns.length);
    same(labelling.mask, c.expect.mask);
  },
  route_load: (c) => wald.Route.load(c.text),
  stages_load: (c) => wald.Stages.load(c.text),

  // ---- Learners ----------------------------------------------------------------------------------

  learner(c) {
    const learner = wald.Learner.fit(c.learner, datasetOf(c.rows), options(c.asked));
    const rows = datasetOf(c.new);
    const asked = options(c.options);
    const { seed } = asked;
    const probabilities = learner.probabilities(rows, { seed });
    const got = learner.decide(rows, metricOf(c), asked);
    if (!c.expect) return;
    const e = c.expect;
    for (const name of ["name", "kind", "task", "n_features", "n_labels", "at_least"])
      if (name in e) assert.equal(learner[camel(name)], e[name], name);
    for (const name of ["feature_names", "label_names"]) if (name in e) assert.deepEqual(learner[camel(name)], e[name]);
    if (e.choices) {
      assert.deepEqual(
        learner.choices.map(({ part, what }) => [part, what]),
        e.choices.map(({ part, what }) => [part, what]),
      );
      e.choices.forEach((choice, i) => near("value", learner.choices[i].value, choice.value));
    }
    list("probabilities", probabilities.data, e.probabilities);
    same(got.mask.data, e.mask.flat());
    list("expected", got.expected, e.expected);
    const loaded = wald.Learner.load(learner.save());
    assert.equal(loaded.save(), learner.save());
    same(loaded.probabilities(rows, { seed }).data, probabilities.data);
    assert.deepEqual(wald.Learner.load(learner.save({ binary: true })).decide(rows, metricOf(c), asked), got);
    const { columns } = probabilities;
    for (let row = 0; row < probabilities.rows; ++row)
      learner
        .estimator(rows, row, { seed })
        .marginals()
        .forEach((p, j) => assert.ok(Math.abs(p - probabilities.data[row * columns + j]) <= 1e-12));
  },
  calibration(c) {
    const each = (values) => (c.classes ? values.map(reals) : reals(values));
    const of = (values) => (c.scores ? { scores: each(values) } : each(values));
    const made = wald.Calibration.fit(c.method, c.classes ?? c.labels, of(c.scores ?? c.probabilities), {
      weights: reals(c.weights),
    });
    assert.equal(made.input, c.scores ? "scores" : "probabilities");
    const got = made.apply(of(c.new));
    if (!c.expect) return;
    list("probabilities", got.data ?? got, c.expect.probabilities);
    const again = wald.Calibration.load(made.save()).apply(of(c.new));
    same(again.data ?? again, got.data ?? got);
    assert.equal(made.nClasses, c.classes ? c.new[0].length : 0);
  },
  learner_load: (c) => wald.Learner.load(c.text),
  calibration_load: (c) => wald.Calibration.load(c.text),
};

const squareOf = (costs, n) => ({ data: reals(costs.flat()), rows: n, columns: n });
const scoresOf = (rows) => table(rows.scores, rows.n_scores);

function emptyOf(rows) {
  return new wald.Sample(rows.n_scores, { rule: rows.rule, ratedFrom: reals(rows.rated_from) });
}
function sampleOf(rows) {
  return emptyOf(rows).feed(rows.labels, scoresOf(rows), reals(rows.weights));
}
// The same rows one by one, from the last, half of them through another sample.
function mergedOf(rows) {
  const parts = [emptyOf(rows), emptyOf(rows)];
  for (let i = rows.labels.length - 1; i >= 0; --i)
    parts[i % 2].feed(
      [rows.labels[i]],
      table([rows.scores[i]].map((x) => [x].flat())),
      rows.weights ? [real(rows.weights[i])] : null,
    );
  return parts[0].merge(parts[1]);
}
function thresholdOptions(c) {
  const { zero_division: zeroDivision, ...asked } = c.asked;
  const out = options(asked);
  if (typeof out.metric === "string")
    out.metric = new wald.Metric(out.metric, { zeroDivision: zeroDivision === undefined ? 1 : real(zeroDivision) });
  return out;
}
function cascadeScores(rows) {
  const made = new wald.CascadeScores(rows.n_models, rows.n_classes);
  return made.feed(table(rows.table, rows.n_models * rows.n_classes), {
    weights: reals(rows.weights),
    targets: reals(rows.targets),
  });
}
const measured = ({ measure, beta, positive }) => ({ ...(measure && { measure }), beta, positive });
// Columns that a case does not have are not given.
function feedStages(to, rows, from = 0, end = rows.confidences.length) {
  if (from === end) return to;
  const cut = (name, read = (x) => x) => rows[name] && read(rows[name].slice(from, end));
  return to.feed(cut("confidences", table), {
    answers: cut("answers"),
    truth: cut("truth"),
    right: cut("right", table),
    costs: cut("costs", table),
    weights: cut("weights", reals),
    labelProbabilities: cut("label_probabilities", reals),
    segments: cut("segments"),
    scores: cut("scores", reals),
  });
}
const stagesOf = (rows) => feedStages(new wald.Stages(rows.n_stages), rows);
// Which stage answers, of a table and one row at a time.
function checkApplied(route, rows, wanted) {
  const first = route.next();
  const groups = { segment: rows.segments, class: rows.answers?.map((own) => own[first]) }[route.by];
  same(route.apply(route.router ? reals(rows.scores) : table(rows.confidences), groups), wanted);
  wanted.forEach((stage, i) => {
    const asked = [];
    const ask = Array.from({ length: route.nStages }, (_, at) => () => {
      asked.push(at);
      return [rows.answers?.[i][at], real(rows.confidences[i][at])];
    });
    const given = { group: groups?.[i], score: route.router ? real(rows.scores[i]) : undefined };
    assert.deepEqual(route.run(ask, null, given), { answer: rows.answers?.[i][stage], stage, asked });
  });
}
function checkRoute(route, rows, e) {
  for (const [name, wanted] of Object.entries(e.words)) assert.equal(route[name], wanted);
  for (const [name, wanted] of Object.entries(e.numbers)) near(name, Number(route[camel(name)]), wanted);
  const { thresholds } = route;
  assert.deepEqual([thresholds.rows, thresholds.columns], [e.thresholds.length, rows.n_stages]);
  list("thresholds", thresholds.data, e.thresholds.flat());
  for (const name of ["shares", "envelope_cost", "envelope_quality"])
    if (name in e) list(name, route[camel(name)], e[name]);
  if (e.envelope_hull) same(route.envelopeHull, e.envelope_hull);
  const saved = route.save();
  for (const one of [route, wald.Route.load(saved), wald.Route.load(route.save({ binary: true }))]) {
    assert.equal(one.save(), saved);
    assert.deepEqual(one.thresholds, thresholds);
    checkApplied(one, rows, e.stages);
  }
}
function treesOf({ shape, trees }) {
  const { n_features, n_outputs, base, ...more } = shape;
  const made = new wald.Trees(n_features, n_outputs, {
    ...Object.fromEntries(Object.entries(more).map(([k, v]) => [camel(k), v])),
    base: reals(base),
  });
  for (const tree of trees) {
    const begins = [0];
    for (const own of tree.categories) begins.push(begins.at(-1) + own.length);
    made.add({
      ...tree,
      threshold: reals(tree.threshold),
      values: reals(tree.values),
      categories: tree.categories.flat(),
      categoryBegin: begins,
    });
  }
  return made;
}
function datasetOf(rows) {
  const sparse = ({ indptr, indices, values, n_rows, ...more }) => ({
    indptr,
    indices,
    values: reals(values),
    rows: n_rows ?? indptr.length - 1,
    columns: more.n_features ?? more.n_labels,
  });
  const labels = rows.label_csr ? sparse(rows.label_csr) : rows.labels;
  return new wald.Dataset(rows.csr ? sparse(rows.csr) : table(rows.features), {
    labels,
    classes: rows.classes,
    nClasses: rows.n_classes,
    weights: reals(rows.weights),
    groups: rows.groups,
    marginals: rows.marginals && table(rows.marginals),
  });
}

// ---- The run -------------------------------------------------------------------------------------

let passed = 0;
const failed = [];
for (const file of readdirSync(cases)
  .filter((name) => name.endsWith(".jsonl"))
  .sort())
  for (const line of readFileSync(join(cases, file), "utf8").split("\n").filter(Boolean)) {
    current = JSON.parse(line);
    try {
      let error = null;
      try {
        calls[current.call](current);
      } catch (thrown) {
        if (!(thrown instanceof wald.WaldError)) throw thrown;
        error = thrown;
      }
      if (current.error)
        assert.deepEqual(
          { status: error?.status, message: error?.message },
          { status: current.error.status, message: current.error.message },
        );
      else if (error) throw error;
      passed += 1;
    } catch (error) {
      failed.push(`${file}: ${current.name}: ${String(error.stack).slice(0, 600)}`);
    }
  }
for (const one of failed.slice(0, 20)) console.log(one);
for (const one of different.slice(0, 20)) console.log(`other bits: ${one}`);
console.log(
  `${passed} cases passed, ${failed.length} failed; ${compared} numbers compared by their bits, ${different.length} differ`,
);
process.exitCode = failed.length > 0 || different.length > 0 || passed < 1000 || (bitsFile && compared < 10000) ? 1 : 0;
