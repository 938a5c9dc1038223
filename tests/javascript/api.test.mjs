// What conformance cases do not show: forms of arrays, errors, options, callbacks, memory.
//   PACKAGE=FOLDER node --expose-gc --test api.test.mjs
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

const folder = resolve(process.env.PACKAGE);
// The package offers no way to its memory.
let memory;
WebAssembly.Instance = class extends WebAssembly.Instance {
  constructor(...given) {
    super(...given);
    ({ memory } = this.exports);
  }
};
const offered = await import(pathToFileURL(join(folder, "wald.mjs")));
const wald = offered.default;
const P = [0.2, 0.45, 0.4, 0.1];

// A call fails with this status and this message.
function refused(run, status, message) {
  assert.throws(run, (error) => {
    assert.ok(error instanceof wald.WaldError && error instanceof Error, String(error));
    assert.equal(error.status, `WALD_${status}`);
    if (message instanceof RegExp) assert.match(error.message, message);
    else assert.equal(error.message, message);
    return true;
  });
}
const argument = (run, message) => refused(run, "ERROR_ARGUMENT", message);

test("require() and import are the same objects", () => {
  assert.equal(createRequire(import.meta.url)(join(folder, "wald.js")), wald);
});

test("masks of overlapping classes are decisions, in every form of memory", () => {
  const [images, classes, pixels] = [2, 3, 8];
  const p = Float32Array.from({ length: images * classes * pixels }, (_, i) => ((i * 37) % 64) / 128);
  const shape = [images, classes, 2, 4];
  for (const metric of ["f1", "jaccard"]) {
    const found = wald.masks({ data: p, shape }, metric, { classes: "overlapping" });
    assert.deepEqual(found.mask.shape, shape);
    assert.equal(found.length, images * classes);
    for (let i = 0; i < found.length; ++i) {
      const own = p.slice(i * pixels, (i + 1) * pixels);
      const one = wald.decide(own, metric);
      assert.deepEqual(found.mask.data.slice(i * pixels, (i + 1) * pixels), one.mask);
      assert.ok(Math.abs(found.expected[i] - one.expected) < 1e-12 && found.bound[i] < 1e-9);
      assert.equal(found.k[i], one.k);
      assert.equal(found.empty[i], one.k === 0);
      assert.equal(found.threshold[i], Math.min(...one.indices.map((j) => own[j])));
    }
    const halves = Uint16Array.from(p, (x) => {
      if (x === 0) return 0;
      const exponent = Math.floor(Math.log2(x));
      return ((exponent + 15) << 10) | ((x / 2 ** exponent - 1) * 1024);
    });
    for (const data of [Float64Array.from(p), Array.from(p), halves])
      assert.deepEqual(wald.masks({ data, shape }, metric, { classes: "overlapping" }), found);
    const dataset = wald.masks({ data: p, shape }, metric, { classes: "overlapping", average: "dataset" });
    assert.equal(dataset.length, classes);
    for (let c = 0; c < classes; ++c) {
      const of = (i) => p.slice((i * classes + c) * pixels, (i * classes + c + 1) * pixels);
      const one = wald.decide(Float32Array.of(...of(0), ...of(1)), metric);
      assert.ok(Math.abs(dataset.expected[c] - one.expected) < 1e-9);
      assert.equal(dataset.k[c], one.k);
    }
    const alone = { data: p.slice(0, pixels), shape: [2, 4] };
    assert.deepEqual(wald.masks(alone, metric).mask, { data: found.mask.data.slice(0, pixels), shape: [2, 4] });
    assert.deepEqual(wald.masks({ ...alone, shape: [8] }, metric, { spatialDims: 1 }).expected, found.expected.slice(0, 1));
  }
});

test("masks of exclusive classes and of samples, against every answer", () => {
  const p = [0.6, 0.3, 0.2, 0.45, 0.3, 0.4, 0.1, 0.35, 0.1, 0.3, 0.7, 0.2]; // of 3 classes, 4 pixels
  const found = wald.masks({ data: p, shape: [3, 2, 2] }, "f1", { classes: "exclusive" });
  const labels = found.labels.data;
  assert.deepEqual(found.labels.shape, [2, 2]);
  const sum = (list) => list.reduce((a, b) => a + b, 0);
  // The mean F1 of expected counts, which exclusive classes are decided by.
  const mean = (labels) =>
    sum(
      [0, 1, 2].map((c) => {
        const own = p.slice(4 * c, 4 * c + 4);
        const taken = own.filter((_, x) => labels[x] === c);
        return (2 * sum(taken)) / (taken.length + sum(own));
      }),
    ) / 3;
  const every = Array.from({ length: 81 }, (_, i) => [i % 3, Math.floor(i / 3) % 3, Math.floor(i / 9) % 3, Math.floor(i / 27)]);
  const best = Math.max(...every.map(mean));
  assert.ok(Math.abs(found.expected.reduce((a, b) => a + b) / 3 - mean(labels)) < 1e-12);
  assert.ok(mean(labels) <= best + 1e-12 && best <= mean(labels) + found.bound[0] + 1e-12);

  const raters = [1, 1, 0, 0, 1, 0, 1, 0, 1, 1, 1, 0];
  const dice = (h) =>
    [0, 4, 8]
      .map((r) => {
        const y = raters.slice(r, r + 4);
        const marks = h.reduce((a, b) => a + b) + y.reduce((a, b) => a + b);
        return marks === 0 ? 1 : (2 * h.reduce((a, b, i) => a + b * y[i], 0)) / marks;
      })
      .reduce((a, b) => a + b) / 3;
  const consensus = wald.consensus({ data: raters, shape: [3, 2, 2] }, "f1");
  const top = Math.max(...Array.from({ length: 16 }, (_, i) => dice([i & 1, (i >> 1) & 1, (i >> 2) & 1, i >> 3])));
  assert.ok(Math.abs(dice(Array.from(consensus.mask.data)) - top) < 1e-12 && Math.abs(consensus.expected[0] - top) < 1e-12);
  assert.deepEqual(consensus.mask.shape, [2, 2]);
});

test("masks refuse what is no image", () => {
  const data = [0.5, 0.5, 0.5, 1.5];
  argument(() => wald.masks(data, "f1"), /^probabilities is .*: must be \{ data, shape \}$/);
  argument(() => wald.masks({ data, shape: [4] }, "f1"), "probabilities.shape has 1 lengths: must have 2 to 4, images, classes and 2 of pixels");
  argument(() => wald.masks({ data, shape: [2, 3] }, "f1"), "probabilities.data has 4 elements: shape [2, 3] has 6");
  argument(() => wald.masks({ data, shape: [2, 0] }, "f1"), "probabilities.shape[1] is 0: must be a whole number of at least 1");
  argument(() => wald.masks({ data, shape: [2, 2] }, "f1", { classes: "some" }), 'classes is "some": must be "overlapping" or "exclusive"');
  argument(() => wald.masks({ data, shape: [2, 2] }, "f1"), "maps[image 0, class 0, pixel 3] is 1.5: must lie in [0, 1]");
  argument(() => wald.consensus({ data: [0, 2], shape: [1, 1, 2] }, "f1"), "maps[image 0, class 0, pixel 1] is 2: must be 0 or 1");
  refused(() => wald.masks({ data: [0.5], shape: [1, 1] }, "f1", { progress: () => false }), "CANCELLED", /./);
});

test("every table is that of the files, and an unknown name is refused", async () => {
  const datasets = (await import(pathToFileURL(join(folder, "datasets.mjs")))).default;
  assert.equal(createRequire(import.meta.url)(join(folder, "datasets.js")), datasets);
  const read = (file) => readFileSync(new URL(`../../docs/examples/${file}`, import.meta.url), "utf8").trimEnd().split("\n");
  const values = (file) =>
    read(file)
      .slice(1)
      .map((line) => line.split(",").map(parseFloat));
  const rows = read("datasets.tsv")
    .slice(1)
    .map((line) => line.split("\t"));
  assert.deepEqual(
    datasets.names(),
    rows.map(([name]) => name),
  );
  for (const [name, table, truth, kind, nRows, nColumns, description, source, licence] of rows) {
    const example = datasets.load(name);
    assert.deepEqual(example, {
      name,
      table: values(table),
      truth: truth === "-" ? null : values(truth),
      columns: read(table)[0].split(","),
      kind,
      description,
      source,
      licence,
    });
    assert.deepEqual([example.table.length, example.table[0].length], [Number(nRows), Number(nColumns)]);
  }
  const { table, truth, kind } = datasets.load("digits");
  const half = table.map((row) => row.map((each) => each >= 0.5));
  const { value } = wald.evaluate(truth, wald.decideRows(table, "f1", { kind }).mask, "f1");
  assert.ok(value > wald.evaluate(truth, half, "f1").value);
  const known = "must be one of digits, digit_labels, digits_trees, breast_cancer, yeast, yeast_joint";
  for (const [name, meant] of [
    ["yeasts", "yeast"],
    ["YEAST", "yeast"],
    ["digti_labels", "digit_labels"],
  ])
    argument(() => datasets.load(name), `name is "${name}": did you mean "${meant}"? It ${known}`);
  for (const name of ["scene", "", 3, undefined])
    argument(() => datasets.load(name), `name is ${typeof name === "string" ? `"${name}"` : name}: ${known}`);
});

test("the package offers what its types declare, and nothing else", () => {
  const types = readFileSync(join(folder, "wald.d.ts"), "utf8");
  const declared = [...types.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name]) => name);
  const wanted = [...new Set(declared)].sort();
  assert.deepEqual([...Object.keys(wald), "ready"].sort(), wanted);
  assert.deepEqual(Object.keys(offered).filter((name) => name !== "default").sort(), wanted);
});

test("in a Worker every call is a promise", async () => {
  const { startWorker } = await import(pathToFileURL(join(folder, "worker.node.mjs")));
  const there = startWorker();
  const fails = (promise, wanted) => assert.rejects(() => promise, wanted);
  assert.equal(await there.version(), wald.version());
  assert.deepEqual(await there.decide(P, "f1"), { ...wald.decide(P, "f1"), mask: wald.decide(P, "f1").mask });
  const all = await there.decideRows([P, P], "f1");
  assert.deepEqual([all.length, all.mask], [2, wald.decideRows([P, P], "f1").mask]);
  const [labels, scores] = [[1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]];
  const sample = await new there.Sample();
  assert.equal(await sample.feed(labels, scores), undefined);
  const seen = [];
  const metric = await new there.Metric("f1");
  const chosen = await sample.choose({ metric, maxFp: 1, progress: (share) => seen.push(share) });
  assert.deepEqual([await sample.nRows, await chosen.tp, await chosen.apply([0.8, 0.1])], [4, 2, Uint8Array.of(1, 0)]);
  assert.equal(seen.at(-1), 1);
  const learner = await there.Learner.fit("lfp", await new there.Dataset([[0], [1]], { labels: [[0], [1]] }), { cValues: [1] });
  assert.ok((await learner.save()).length > 0);
  await fails(there.decide(P, "f1", { atLest: 1 }), { name: "WaldError", status: "WALD_ERROR_ARGUMENT", message: /"atLeast"/ });
  await fails(there.nothing(), { message: "nothing is not a function of libwald" });
  await sample.free();
  await fails(sample.feed(labels, scores), { message: "sample was freed" });
  const late = fails(there.decide(P, "f1"), { message: "the Worker of libwald was terminated" });
  await there.terminate();
  await late;
  await fails(there.version(), { message: "the Worker of libwald was terminated" });
});

test("a decision says what it knows and cannot be changed", () => {
  const d = wald.decide(P, "f1");
  assert.deepEqual(d.indices, [1, 2]);
  assert.deepEqual([...d.mask], [0, 1, 1, 0]);
  assert.deepEqual([d.nItems, d.k, d.abstained, d.algorithm, d.warning], [4, 2, false, "ye", ""]);
  assert.throws(() => (d.k = 3), TypeError);
});

test("every form of numbers decides the same", () => {
  const doubles = Float64Array.from(P);
  const wanted = wald.decide(P, "f1");
  for (const p of [doubles, wald.Estimator.independent(P), Float64Array.from([9, ...P, 9]).subarray(1, 5)])
    assert.deepEqual(wald.decide(p, "f1"), wanted);
  assert.deepEqual(wald.decide(Float32Array.from([0.25, 0.5]), "f1"), wald.decide([0.25, 0.5], "f1"));
  argument(() => wald.decide([], "f1"), /^n_labels is 0: must be at least 1/);
  const rows = [P, [0.9, 0.6, 0.05, 0.3]];
  const table = { data: rows.flat(), rows: 2, columns: 4 };
  for (const options of [{}, { average: "macro" }, { average: "micro" }])
    assert.deepEqual(wald.decideRows(table, "f1", options), wald.decideRows(rows, "f1", options));
  assert.equal(wald.decideRows({ data: [], rows: 0, columns: 3 }, "f1").length, 0);
});

test("input that is wrong is named", () => {
  argument(() => wald.decide([0.2, 1.2], "f1"), "probabilities[1] is 1.2: must lie in [0, 1]");
  argument(() => wald.decide([0.2, NaN], "f1"), /^probabilities\[1\] is nan: /);
  argument(() => wald.decide([0.2, "0.3"], "f1"), 'probabilities[1] is "0.3": must be a number');
  argument(() => wald.decide([0.2, null], "f1"), "probabilities[1] is null: must be a number");
  argument(() => wald.decide(0.2, "f1"), "probabilities is 0.2: must be an array of numbers");
  argument(() => wald.decide(P, undefined), "metric is undefined: must be a name or a Metric");
  refused(() => wald.decide(P, "f"), "ERROR_FORMAT", /^metric "f"/);
  argument(() => wald.decide(P, "f1", { kind: "joint" }), 'kind is "joint": must be "independent" or "categorical"');
  argument(() => wald.decide(P, "f1", 3), "options is 3: must be an object");
  argument(
    () => wald.decideRows([[0.1, 0.2], [0.1]], "f1"),
    "probabilities[1] has 1 elements: the rows before it have 2",
  );
  argument(() => wald.decideRows(Float64Array.from(P), "f1"), /^probabilities is a vector: must be a table/);
  argument(
    () => wald.decideRows({ data: P, rows: 2, columns: 3 }, "f1"),
    "probabilities.data has 4 elements: 2 rows of 3 reach beyond",
  );
  argument(() => wald.decideRows({ data: P, rows: 2, columns: 2, rowStride: -2 }, "f1"), /reach beyond/);
  argument(
    () => wald.decideRows({ data: P, rows: -1, columns: 2 }, "f1"),
    "probabilities.rows is -1: must be a whole number of at least 0",
  );
  argument(
    () => wald.decideRows({ data: P, rows: 2, columns: 2, columnStride: 0.5 }, "f1"),
    "probabilities.columnStride is 0.5: must be a whole number",
  );
  argument(
    () => wald.decideRows({ indptr: [0, 9], indices: [0], values: [0.5], rows: 1, columns: 2 }, "f1"),
    "probabilities.indptr[1] is 9: there are 1 indices",
  );
  argument(
    () => wald.decideRows({ indptr: [0], indices: [0], values: [0.5], rows: 1, columns: 2 }, "f1"),
    "probabilities.indptr has 1 elements: must have 2",
  );
  argument(() => wald.expected(P, "f1", [1, 0, 0]), /^mask has 3 |^n_labels|prediction|mask/);
  argument(() => wald.expected(P, "f1", [1, 0, 0, 3.5]), "prediction[3] is 3.5: must be 0 or 1");
  argument(() => wald.chooseThreshold([1], [0.5, 0.6]), /truth has 1 rows: must have 2/);
  argument(() => wald.chooseThreshold([1, 7], [0.5, 0.6]), /^truth\[1\] is 7: must be 0, 1 or 2/);
  argument(() => new wald.Estimator("other"), /^kind is "other": must be one of independent, /);
  argument(() => new wald.Thresholds(), "Thresholds are made by chooseThreshold() or by a Sample");
});

test("options are checked", () => {
  argument(() => wald.decide(P, "f1", { at_most: 2 }), /^option "at_most" is unknown to decisions: did you mean "atMost"\? It /);
  argument(
    () => wald.chooseThreshold([1, 0], [0.5, 0.6], { minPrecison: 0.5 }),
    /^option "minPrecison" is unknown to thresholds: did you mean "minPrecision"\? It must be one of .*, maxFp, /,
  );
  argument(() => wald.decide(P, "f1", { nothing: 2 }), /^option "nothing" is unknown to decisions: must be one of atLeast, /);
  argument(() => new wald.Estimator("catgorical"), /^kind is "catgorical": did you mean "categorical"\? It /);
  argument(() => wald.decide(P, "f1", { average: "macr" }), /^average is "macr": did you mean "macro"\? It /);
  argument(() => wald.decide(P, "f1", { atMost: "2" }), 'atMost is "2": must be a number');
  argument(() => wald.decide(P, "f1", { atMost: 1.5 }), /^at_most is 1.5: /);
  argument(() => wald.decide(P, "f1", { atMost: NaN }), /^atMost is NaN: /);
  argument(() => wald.decide(P, "f1", { algorithm: "yee" }), /^algorithm is "yee": .*ye/);
  argument(() => wald.decide(P, "f1", { exactly: 1, atMost: 2 }), "exactly cannot be combined with atLeast or atMost");
  argument(() => wald.chooseThreshold([1, 0], [0.5, 0.4], { minPrecision: 2 }), /^min_precision is 2: must/);
  argument(() => wald.Estimator.independent(P).draw(2, { seed: -1 }), "seed is -1: must lie in [0, 2^64)");
  assert.equal(wald.decide(P, "f1", { exactly: 1 }).k, 1);
  assert.deepEqual(wald.decide(P, "f1", { atMost: null, algorithm: undefined }), wald.decide(P, "f1"));
  const { data } = wald.Estimator.independent(P).draw(3, { seed: 2n ** 64n - 1n });
  assert.equal(data.length, 12);
});

test("an option that the call does not read is refused by its name", () => {
  argument(
    () => wald.decide(P, "f1", { temperature: 2 }),
    /^temperature is 2: deciding does not read it \(worth does\); it reads at_least, /,
  );
  const tables = "average is instance: an expectation reads it with tables only";
  argument(() => wald.expected(P, "f1", [1, 0, 0, 0], { average: "instance" }), tables);
  argument(() => wald.expected(P, "f1", [1, 0, 0, 0], { atLeast: 1 }), /^at_least is 1: an expectation does not read it /);
  argument(
    () => wald.chooseThreshold([1, 0], [0.9, 0.2], { falseNegativeCost: 5 }),
    /^false_negative_cost is 5: choosing thresholds does not read it \(abstention does\)/,
  );
  const stages = new wald.Stages(2).feed([[0.5, 1]], { answers: [[1, 1]], truth: [1] });
  const budget = "budget is 1: choosing a route reads it with goal = quality only";
  argument(() => wald.Route.choose(stages, { budget: 1 }), budget);
  argument(() => stages.ask({ budget: 1 }), /^budget is 1: asking for labels does not read it/);
  argument(() => wald.Estimator.independent(P).draw(2, { atMost: 1 }), /^at_most is 1: drawing does not read it/);
  const rows = new wald.Dataset([[1], [2], [3], [4]], { labels: [[0], [1], [0], [1]] });
  argument(() => wald.Learner.fit("tree", rows, { trees: 9 }), "trees is 9: fitting this learner reads it with learner forest only");
  const learner = wald.Learner.fit("tree", rows);
  argument(() => learner.probabilities([[1]], { atLeast: 1 }), /^at_least is 1: predicting probabilities does not read it/);
});

test("metrics by name, function and table", () => {
  const f1 = new wald.Metric("f1", { zeroDivision: 0 });
  assert.deepEqual(
    [f1.name, f1.zeroDivision, f1.utility({ tp: 2, k: 3, s: 2, n: 5 }), f1.loss(0.75)],
    ["f1", 0, 0.8, 0.25],
  );
  assert.ok(f1.properties.includes("rises_in_tp"));
  assert.ok(wald.metrics().some(({ name, aliases }) => name === "f1" && aliases.includes("dice")));
  const hits = wald.Metric.custom((tp, k) => tp - 0.25 * (k - tp), { risesInTp: true, linearInTp: true });
  assert.deepEqual(wald.decide(P, hits).indices, [1, 2]);
  const thrown = new Error("mine");
  const bad = wald.Metric.custom(
    () => {
      throw thrown;
    },
    { risesInTp: true },
  );
  assert.throws(
    () => wald.decide(P, bad),
    (error) => error === thrown,
  );
  assert.deepEqual(wald.decide(P, "f1").indices, [1, 2], "the library goes on after that");
  argument(
    () =>
      wald.decide(
        P,
        wald.Metric.custom(() => "1"),
      ),
    "the value of a metric is string: must be a number",
  );
  refused(
    () =>
      wald.decide(
        P,
        wald.Metric.custom(() => Infinity),
      ),
    "ERROR_CALLBACK",
    /inf/,
  );
  argument(() => wald.Metric.custom(1), "metric is 1: must be a function");
  argument(() => wald.Metric.custom(() => 1, { rises: true }), /^property "rises" is unknown: must be one of risesInTp, /);
  const values = Float64Array.from({ length: 27 }, (_, i) => Math.floor(i / 9));
  assert.deepEqual(wald.decide([0.6, 0.1], wald.Metric.table(values, { n: 2 })).nItems, 2);
});

test("a progress callback sees fractions, cancels and throws", () => {
  const n = 400;
  const scores = Array.from({ length: n }, (_, i) => ((i * 7919) % n) / n);
  const labels = scores.map((s, i) => Number(s + ((i * 31) % 100) / 200 > 0.7));
  const seen = [];
  const options = { maxFp: 10, bootstrap: 50 };
  wald.chooseThreshold(labels, scores, { ...options, progress: (fraction) => seen.push(fraction) });
  assert.ok(seen.length >= 2 && seen[0] === 0 && seen.at(-1) === 1, String(seen));
  refused(() => wald.chooseThreshold(labels, scores, { ...options, progress: () => false }), "CANCELLED", /cancelled/);
  assert.throws(
    () =>
      wald.chooseThreshold(labels, scores, {
        ...options,
        progress() {
          throw new TypeError("own");
        },
      }),
    /own/,
  );
  argument(() => wald.chooseThreshold(labels, scores, { progress: true }), "progress is true: must be a function");
});

test("objects are freed once, by using too, and refuse to be used afterwards", () => {
  const sample = new wald.Sample().feed([1, 0, 1], [0.9, 0.8, 0.3]);
  const thresholds = sample.choose();
  sample.free();
  sample.free();
  assert.ok(sample.freed);
  argument(() => sample.nRows, "sample was freed");
  argument(() => sample.feed([1], [0.1]), "sample was freed");
  assert.equal(thresholds.tp, 2, "what was made of it stays");
  if (Symbol.dispose) {
    thresholds[Symbol.dispose]();
    assert.ok(thresholds.freed);
  }
});

test("nothing leaks: ten thousand calls, failing ones too, take no more memory than a few", async () => {
  const scores = Float64Array.from({ length: 2000 }, (_, i) => (i % 97) / 97);
  const labels = Uint8Array.from(scores, (s, i) => Number((i * 13) % 10 < 10 * s));
  const round = () => {
    wald.chooseThreshold(labels, scores, { maxFp: 10 }).free();
    wald.decide(P, "f1", { atMost: 2 });
    assert.throws(() => wald.decide([2], "f1"));
    assert.throws(() => wald.chooseThreshold(labels, scores, { minPrecision: 7 }));
    wald.Metric.custom((tp) => tp, { risesInTp: true }).free();
  };
  const size = () => memory.buffer.byteLength;
  for (let i = 0; i < 50; ++i) round();
  const before = size();
  for (let i = 0; i < 2000; ++i) round();
  assert.equal(size(), before);
  // What is not freed by hand is freed once it is forgotten.
  for (let i = 0; i < 40; ++i) {
    for (let j = 0; j < 10; ++j) new wald.Sample().feed(labels, scores);
    globalThis.gc();
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.ok(size() <= before + 2 ** 22, `${size()} after ${before}`);
});

test("thresholds: facts, intervals, baselines, distributed rows", () => {
  const scores = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2];
  const labels = [1, 1, 0, 1, 0, 0, 1, 0];
  const t = wald.chooseThreshold(labels, scores, { maxFp: 1 });
  assert.deepEqual([[...t.thresholds], t.tp, t.fp, t.precision, t.feasible], [[0.6], 3, 1, 0.75, true]);
  assert.deepEqual([...t.apply(scores)], [1, 1, 1, 1, 0, 0, 0, 0]);
  assert.ok(t.flags.includes("few_positives"));
  const { low, high, exact } = t.interval("precision");
  assert.ok(low < 0.75 && high > 0.75 && exact);
  argument(() => t.interval("nothing"), /^fact "nothing" is unknown: must be one of /);
  argument(() => t.interval("precison"), /^fact "precison" is unknown: did you mean "precision"\? It /);
  assert.equal(JSON.parse(JSON.stringify(t)).tp, 3);
  const names = labels.map((_, i) => (i % 2 ? "south" : "north"));
  const found = wald.segmentThresholds(labels, scores, names, { maxFp: 1, limits: { north: { maxFp: 0 } } });
  assert.deepEqual(found.segments, ["north", "south"]);
  assert.equal(found.bySegment.fp[0], 0);
  argument(
    () => wald.segmentThresholds(labels, scores, names, { limits: { east: {} } }),
    'limits: segment "east" is unknown: must be one of north, south',
  );
  const binned = new wald.ThresholdPass({ maxFp: 1 });
  let result = null;
  while (result === null) {
    const other = wald.ThresholdPass.fromBytes(binned.toBytes());
    binned.feed(labels.slice(0, 3), scores.slice(0, 3));
    other.feed(labels.slice(3), scores.slice(3));
    result = binned.merge(other).next();
  }
  assert.equal(result.thresholds[0], 0.6);
});

test("a micro average of parts is that of all rows", () => {
  const parts = [
    [
      [0.9, 0.2],
      [0.6, 0.1],
    ],
    [
      [0.6, 0.3],
      [0.6, 0.5],
    ],
  ];
  const whole = wald.decideRows(parts.flat(), "f1", { average: "micro", atMost: 3 });
  const plan = new wald.TablePass("f1", { atMost: 3 });
  do {
    const pass = plan.toBytes();
    for (const part of parts) plan.merge(wald.TablePass.fromBytes(pass).feed(part));
  } while (!plan.next());
  assert.equal(plan.k, whole.k[0]);
  assert.ok(Math.abs(plan.expected - whole.expected[0]) <= plan.bound + whole.bound[0]);
  // Of three cells with the threshold two are chosen.
  assert.deepEqual([plan.threshold, plan.nTies, plan.nTiesChosen], [0.6, 3, 2]);
  assert.deepEqual([...plan.choose(parts[0]).data], [1, 0, 1, 0]);
  assert.deepEqual([...plan.choose(parts[1], 1).data], [1, 0, 0, 0]);
  assert.deepEqual([...plan.choose({ data: [0.2, 0.9], rows: 1, columns: 2, columnStride: -1, begin: 1 }).data], [1, 0]);
  const sparse = { indptr: [0, 1, 2], indices: [1, 0], values: [0.9, 0.4], rows: 2, columns: 2 };
  const dense = [
    [0, 0.9],
    [0.4, 0],
  ];
  const bytes = (rows) => new wald.TablePass("f1").feed(rows).toBytes();
  assert.deepEqual(bytes(sparse), bytes(dense));
  argument(() => new wald.TablePass("f1").choose(dense), "the rows are not decided: next() must have returned True");
  argument(() => new wald.TablePass("f1").merge(new wald.ThresholdPass()), /^other is .*: must be a TablePass$/);
  argument(() => new wald.TablePass("f1").feed([[1.5]]), /1\.5: must lie in \[0, 1\]/);
  refused(() => wald.TablePass.fromBytes("state"), "ERROR_FORMAT", /./);
  refused(() => new wald.TablePass("accuracy"), "ERROR_UNSUPPORTED", /./);
});

test("a report is a page and its numbers", () => {
  const truth = [1, 0, 1, 0, 0, 1];
  const a = [0.9, 0.2, 0.4, 0.1, 0.3, 0.7];
  const options = { title: "<Photos>", names: ["old", "new"], labels: ["sky"], compare: a.map((p) => p / 2) };
  const { page, data } = wald.report(truth, a, "f1", options);
  assert.ok(page.startsWith("<!doctype html>") && page.includes("\\u003cPhotos") && !page.includes("<Photos"));
  assert.equal(data.title, "<Photos>");
  assert.ok(!/(src|href)="?http/.test(page));
  assert.deepEqual(wald.report(truth, a, "f1", options).data, data);
  const weighted = wald.report(truth, a, "f1", { weights: [1, 2, 1, 1, 1, 1], groups: [0, 0, 1, 1, 2, 2] });
  assert.notDeepEqual(weighted.data, wald.report(truth, a, "f1").data);
  argument(() => wald.report(truth, [a], "f1"), "probabilities has 1 rows of 6: truth has 6 rows of 1");
  argument(() => wald.report(truth, a, "f1", { names: ["A"] }), /^names is .*: must be an array of 2 texts$/);
  argument(() => wald.report(truth, a, "f1", { title: 3 }), /^title is 3/);
});

test("decision curves and reliability by the names of models", () => {
  const labels = [1, 1, 0, 1, 0, 0, 1, 0];
  const models = { a: [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2], b: [0.6, 0.6, 0.6, 0.6, 0.4, 0.4, 0.4, 0.4] };
  const curves = wald.decisionCurve(labels, models, { thresholds: [0.3, 0.5], reference: "b" });
  assert.deepEqual(curves.curves, ["a", "b", "all"]);
  assert.equal(curves.netBenefit.data.length, 6);
  assert.equal(curves.difference.data[2], 0);
  const found = wald.reliability(labels, models.a, { bins: 2 });
  assert.equal(found.bins.share.length, 2);
  assert.ok(Math.abs(found.miscalibration - found.discrimination + found.uncertainty - found.brier) < 1e-15);
});

test("the prevalence of rows without labels", () => {
  const found = wald.estimatePrevalence([1, 0, 1, 1], { trainingPrior: 0.3 });
  assert.ok(Math.abs(found.prior[0] - 0.75) < 1e-12);
  assert.ok(Math.abs(found.low[0] - 0.2775817934) < 1e-7 && Math.abs(found.high[0] - 0.9837714794) < 1e-7);
  assert.ok(Number.isNaN(found.pValue[0]));
  assert.equal(found.nRows, 4);
  const calibrated = wald.estimatePrevalence([[1], [0], [1], [1]], {
    calibrationTruth: [1, 0, 0, 1],
    calibrationProbabilities: [0.9, 0.3, 0.6, 0.7],
    bootstrap: 20,
  });
  assert.equal(calibrated.trainingPrior[0], 0.5);
  assert.ok(calibrated.pValue[0] > 0);
  assert.throws(() => wald.estimatePrevalence([1, 0]), /training_prior is NULL|trainingPrior is/);
});

test("rows selected at a false discovery rate", () => {
  let state = 7;
  const next = () => (state = (state * 16807) % 2147483647) / 2147483647;
  for (let round = 0; round < 50; ++round) {
    const grid = round % 2 ? 8 : 1e9;
    const known = Array.from({ length: 30 }, () => Math.round(next() * grid) / grid);
    const batch = Array.from({ length: 20 }, (_, i) => Math.round(next() * grid) / grid + (i < 8 ? 0.75 : 0));
    const truth = round % 3 ? undefined : known.map((_, i) => (i > 0 && next() < 0.2 ? 1 : 0));
    const p = batch.map((s) => (1 + known.filter((x, i) => !truth?.[i] && x >= s).length) / 31);
    const passing = [...p].sort((a, b) => a - b).filter((x, k) => x * 20 <= 0.2 * (k + 1) * (1 + 1e-12));
    const found = wald.select(known, batch, { fdr: 0.2, truth });
    assert.deepEqual([...found.pValues], p);
    assert.deepEqual([...found.flagged], p.map((x) => (x <= (passing.at(-1) ?? 0) ? 1 : 0)));
    assert.equal(found.nFlagged, found.flagged.reduce((a, b) => a + b, 0));
    assert.equal(found.nullShare, 1);
  }
  const normals = Array.from({ length: 40 }, (_, i) => i);
  assert.ok(wald.select(normals, [50, 51, 3], { storey: 0.5 }).nullShare > 0);
  assert.throws(() => wald.select(normals, []), /unrated is 0/);
  assert.throws(() => wald.select(normals, [1], { truth: [0] }), /truth has 1 rows: must have one per known row, 40/);
  assert.throws(() => wald.select(normals, [1], { fdr: 2 }), /maxFdr is 2|max_fdr is 2/);
  assert.throws(() => wald.select(normals, [1, NaN]), /scores\[1\] is NaN: must be a number/);
  assert.throws(() => wald.select([NaN], [1]), /normals\[0\] is NaN: must be a number/);
  const alone = wald.chooseThreshold(new Uint8Array(40), normals, { maxFpr: 0.05 });
  assert.equal(alone.fp, 2);
  assert.ok(Number.isNaN(alone.precision) && alone.flags.includes("only_negatives"));
  alone.free();
});

test("models on a test set at fixed thresholds", () => {
  const labels = [1, 1, 0, 1, 0, 0];
  const models = { old: [0.9, 0.8, 0.6, 0.4, 0.2, 0.1], new: [0.5, 0.1, 0.6, 0.9, 0.2, 0.7] };
  const found = wald.evaluateThresholds(labels, models, [0.5, 0.55], { metrics: ["auc", "recall"] });
  assert.deepEqual(
    found.estimates.map(({ model, metric }) => [model, metric]),
    [
      ["old", "auc"],
      ["old", "recall"],
      ["new", "auc"],
      ["new", "recall"],
    ],
  );
  assert.ok(Math.abs(found.estimates[0].value - 8 / 9) < 1e-15);
  assert.ok(Math.abs(found.estimates[0].standardError - Math.sqrt(2 / 81)) < 1e-15);
  // Mid-P limits of 2 of 3: 3p^2 - p^3 is 0.05 at the lower one; Clopper and Pearson's has 3p^2 - 2p^3 at 0.025.
  const { low, exact } = found.estimates[1];
  assert.deepEqual([exact, Math.abs(3 * low ** 2 - low ** 3 - 0.05) < 1e-12], [false, true]);
  const wider = wald.evaluateThresholds(labels, models, [0.5, 0.55], { metrics: "recall", proportionLimits: "exact" }).estimates[0];
  assert.deepEqual([wider.exact, Math.abs(3 * wider.low ** 2 - 2 * wider.low ** 3 - 0.025) < 1e-12], [true, true]);
  assert.deepEqual([...found.tp], [2, 1]);
  assert.deepEqual([found.comparisons[0].first, found.comparisons[0].second], ["old", "new"]);
  assert.ok(found.comparisons[0].pAdjusted >= found.comparisons[0].pValue);
  assert.ok(found.markdown.startsWith("| metric (95% limits) | old | new |"));
  const areas = wald.evaluateThresholds(labels, models, null, { groups: [1, 1, 2, 2, 3, 3], reference: "new" });
  assert.deepEqual([areas.metrics, areas.nUnits, areas.comparisons[0].first], [["auc"], 3, "new"]);
  assert.equal(wald.evaluateThresholds(labels, models.old, 0.5, { metrics: "f1" }).metrics[0], "f1");
  argument(() => wald.evaluateThresholds(labels, models, [1]), /^thresholds has 1 rows: must have 2/);
});

test("a cascade is asked model after model, and throws what a model throws", () => {
  const scores = [
    [2, 0.5],
    [-2, 0.5],
    [2, -0.5],
    [-2, -0.5],
  ];
  const cascade = wald.Cascade.fit(scores);
  assert.deepEqual([...cascade.apply([[1.9, -0.5]]).counts], [1]);
  assert.deepEqual(
    cascade.applyFunction(4, (model, rows) => rows.map((i) => scores[i][model])),
    cascade.apply(scores),
  );
  // Sums of all scores where all models ran, else NaN.
  const whole = wald.Cascade.fit(scores, { alpha: 0, negativesOnly: true }).apply(scores);
  assert.deepEqual(
    [...whole.sums],
    scores.map(([a, b], i) => (whole.counts[i] < 2 ? NaN : a + b)),
  );
  assert(whole.counts.includes(2) && whole.counts.includes(1));
  const full = wald.Cascade.fit(scores, { alpha: 0, negativesOnly: true }).run();
  full.decide((model) => scores[0][model]);
  assert.deepEqual([full.count, [...full.sums]], [2, [2.5]]);
  assert.throws(
    () =>
      cascade.applyFunction(4, () => {
        throw new RangeError("model");
      }),
    /model/,
  );
  argument(() => cascade.applyFunction(4, () => [1]), "scores has 1 elements: must have 4");
  assert.equal(
    cascade.run().decide((model) => scores[1][model]),
    0,
  );
  argument(() => wald.Cascade.fit(), /^scores are needed/);
});

test("a cascade of votes stops by their counts", () => {
  const rows = Array.from({ length: 64 }, (_, i) => Array.from({ length: 6 }, (_, t) => (i >> t) & 1));
  const cascade = wald.Cascade.fit(rows, { algorithm: "votes", threshold: 3, alpha: 0.05 });
  assert.equal(cascade.algorithm, "votes");
  assert.ok(cascade.price > 1 && cascade.expectedDisagreement <= 0.05);
  assert.equal(wald.Cascade.fit(rows, { threshold: 3 }).algorithm, "sums");
  argument(
    () => wald.Cascade.fit(rows, { algorithm: "cheaper" }),
    "algorithm is cheaper: requires calibration rows",
  );
});

test("stages are fed in every form, and a route asks functions and promises", async () => {
  const sure = [
    [0.9, 1],
    [0.6, 1],
    [0.8, 1],
    [0.7, 1],
  ];
  const answers = [
    [1, 1],
    [0, 1],
    [0, 0],
    [1, 1],
  ];
  const truth = [1, 1, 0, 1];
  const stages = new wald.Stages(2).feed(sure, { answers, truth, costs: [1, 10] });
  const wanted = stages.save();
  for (const [a, t, costs] of [
    [{ data: Int32Array.from(answers.flat()), rows: 4, columns: 2 }, Int32Array.from(truth), Array(4).fill([1, 10])],
    [answers.map((own) => BigInt64Array.from(own, BigInt)), truth.map(BigInt), Float32Array.from([1, 10])],
  ])
    assert.equal(new wald.Stages(2).feed(sure, { answers: a, truth: t, costs }).save(), wanted);
  assert.equal(stages.copy().merge(stages).nRows, 8);
  assert.equal(stages.merge(new wald.Stages(2)).nRows, 4);
  argument(() => stages.feed(sure, { answers, truth, costs: [1, 2, 3] }), /^costs has 3 elements: must have one per stage, 2/);
  argument(() => stages.feed(sure, { answers: [[1, 0.5]], truth }), "answers[0][1] is 0.5: must be a whole number");
  argument(() => stages.merge(3), /^other is 3: must be a Stages/);
  assert.equal(stages.nRows, 4);

  const seen = [];
  const route = wald.Route.choose(stages, { minQuality: 1, progress: (fraction) => seen.push(fraction) });
  assert.equal(route.promise({ bound: 0.9 }).claim, "hamming>=0.9");
  argument(() => route.promise(), /^the route does not keep minQuality: give the bound/);
  assert.deepEqual([route.cost, route.quality, route.by, route.certified], [3.5, 1, "none", false]);
  assert.deepEqual([...route.thresholds.data], [0.7, -Infinity]);
  assert.deepEqual([route.next(), route.next(0, 0.7), route.next(0, 0.6), route.next(0, NaN)], [0, -1, 1, 1]);
  const cheap = (row) => [`${row}?`, row];
  const expensive = (row) => [`${row}!`, 1];
  assert.deepEqual(route.run([cheap, expensive], 0.8), { answer: "0.8?", stage: 0, asked: [0] });
  assert.deepEqual(route.run([cheap, expensive], 0.1), { answer: "0.1!", stage: 1, asked: [0, 1] });
  const later = [cheap, expensive].map((ask) => async (row) => ask(row));
  assert.deepEqual(await route.runAsync(later, 0.1), route.run([cheap, expensive], 0.1));
  argument(() => route.run([cheap], 0.1), "stages has 1 functions: must have one per stage, 2");
  argument(() => route.run([() => 1, expensive], 0.1), "stage 0 gave 1: must give [answer, confidence]");
  await assert.rejects(
    route.runAsync([
      async () => {
        throw new RangeError("model");
      },
      expensive,
    ], 1),
    RangeError,
  );
  argument(() => new wald.Route(), /^a Route is made by/);
  assert.throws(
    () =>
      wald.Route.choose(stages, {
        progress() {
          throw new RangeError("enough");
        },
      }),
    RangeError,
  );
});

test("labelling asks until it is done", async () => {
  const chances = Array.from({ length: 400 }, (_, i) => (i / 800) ** 2);
  const wrong = chances.map((_, i) => i % 20 === 19);
  const labelling = new wald.Labelling(chances, "accuracy", { minQuality: 0.9, seed: 3n });
  assert.deepEqual([labelling.certified, labelling.nRows, labelling.nLabelled], [false, 400, 0]);
  assert.deepEqual(labelling.next(5), labelling.next());
  argument(() => labelling.answer([1]), "events has 1 values: must be those of the 5 rows asked for");
  argument(() => labelling.answer([1, 0, 0, 0, 0], [0.5]), "chances has 1 elements: must have 400");
  labelling.run((rows) => rows.map((row) => wrong[row]));
  assert.ok(labelling.certified && labelling.nLabelled < 400);
  assert.equal(
    labelling.mask.reduce((sum, one) => sum + one, 0),
    labelling.nLabelled,
  );
  assert.ok(wrong.filter((event, i) => event && !labelling.mask[i]).length <= labelling.nAllowed);
  const again = new wald.Labelling(chances, "accuracy", { minQuality: 0.9, seed: 3 });
  again.next(5);
  await again.runAsync(async (rows) => rows.map((row) => Number(wrong[row])));
  assert.deepEqual(again.mask, labelling.mask);
  assert.deepEqual(labelling.next(), []);
  const [same, other] = [1, 1].map((seed) => new wald.Labelling(chances, "accuracy", { minQuality: 0.9, seed }));
  const answers = same.next(30).map((row) => wrong[row]);
  assert.deepEqual(other.next(30), same.next(30));
  same.answer(answers);
  other.answer(answers, [...chances].reverse());
  assert.equal(other.maxEvents, same.maxEvents);
  assert.notDeepEqual(other.next(30), same.next(30));
  argument(() => new wald.Labelling([0.5], "f1"), /^quality is "f1"/);
  argument(() => new wald.Labelling([0.5], "recall", { minQuality: 1 }), "min_quality is 1: must lie in (0, 1)");
});

test("performance is estimated without labels", () => {
  const made = new wald.Performance("precision", { chunkRows: 3, nSegments: 2 });
  made.feed([0.9, 0.8, 0.2, 0.6], [1, 1, 0, 1], { segments: [0, 1, 1, 1] });
  assert.equal(made.nChunks, 2);
  assert.ok(Math.abs(made.value[0] - 0.85) < 1e-12 && made.low[0] === 0.5 && made.segmentValue.length === 4);
  assert.equal(made.clear().nChunks, 0);
  const truth = Array.from({ length: 200 }, (_, i) => i % 2);
  const calibrated = new wald.Performance("precision", {
    calibrationTruth: truth,
    calibrationProbabilities: Array(200).fill(0.9),
  });
  assert.ok(Math.abs(calibrated.feed([0.9], [1]).value[0] - 0.5) < 0.01);
  assert.equal(calibrated.feed([0.9], [1], { labels: [0], labelProbabilities: [1] }).high[1], 0);
  argument(() => made.feed([2], [1]), /must lie in \[0, 1\]/);
  const twice = new wald.Performance(wald.Metric.custom((tp, k) => (2 * tp) / Math.max(k, 1), { name: "twice" }));
  assert.ok(Math.abs(twice.feed([0.9, 0.8, 0.2], [1, 1, 0]).value[0] - 1.7) < 1e-12);
});

test("promises are watched", () => {
  const labels = Array.from({ length: 1000 }, (_, i) => Number(i % 5 !== 0));
  const promise = new wald.MetricPromise("precision>=0.9", { averageRun: 20000 }).feed(Array(1000).fill(1), labels);
  assert.deepEqual([promise.state, promise.value, promise.claim], ["broken", 0.8, "precision>=0.9"]);
  assert.ok(promise.high < 0.9 && promise.brokenSince >= 0);
  assert.equal(wald.MetricPromise.load(promise.save()).evidence, promise.evidence);
  assert.equal(promise.copy().merge(promise).nRows, 2000);
  assert.equal(promise.copy().clear().nRows, 0);
  const parts = new wald.MetricPromise("precision>=0.9", { nSegments: 2 });
  parts.feed([1, 1, 1], [1, wald.NOT_RATED - 2, 1], { segments: [0, 1, 0] });
  assert.deepEqual([...parts.nSegmentRows], [2, 1]);
  const some = new wald.MetricPromise("recall>=0.8", { minLabelProbability: 0.1 });
  const asked = some.labelProbabilities([0, 0, 0], [0.9, 0.05, 0], 1);
  assert.ok(asked[0] > asked[1] && asked[1] > asked[2] && asked[2] === 0.1);
  argument(() => parts.feed([1], [1]), /^segments/);
  argument(() => new wald.MetricPromise("precision>=0.9").feed([1], [2]), /feed the row when its label comes/);
  refused(() => new wald.MetricPromise("precision>0.9"), "ERROR_FORMAT", /must be a metric/);
});

test("thresholds promise the limit that they were chosen with", () => {
  const [truth, scores] = [
    [0, 0, 1, 1],
    [0.1, 0.4, 0.6, 0.9],
  ];
  const chosen = wald.chooseThreshold(truth, scores, { minRecall: 0.75 });
  const promise = chosen.promise({ averageRun: 5000 }).feed(chosen.apply([0.3, 0.8, 0.7]), [0, 1, 1]);
  assert.deepEqual([chosen.claim, promise.claim, promise.value], ["recall>=0.75", "recall>=0.75", 1]);
  assert.equal(chosen.promise({ bound: 0.5 }).claim, "recall>=0.5");
  const best = wald.chooseThreshold(truth, scores);
  assert.equal(best.promise({ bound: 0.8 }).claim, "f1>=0.8");
  argument(() => best.promise(), /^the thresholds were chosen without a limit: give a bound/);
});

test("states are text or bytes, and other languages read them", () => {
  const sample = new wald.Sample().feed([1, 0], [0.9, 0.8]);
  for (const state of [sample.save(), sample.save({ binary: true }), sample.save({ binary: true }).buffer])
    assert.equal(wald.Sample.load(state).save(), sample.save());
  refused(() => wald.Sample.load("{}"), "ERROR_FORMAT", /./);
  refused(() => wald.Learner.load(new Uint8Array(3)), "ERROR_FORMAT", /./);
  argument(() => wald.Sample.load(3), "state is 3: must be a text or bytes that save() gave");
});

test("a learner around a model in Python decides to the bit what Python decided", () => {
  const own = (name) => readFileSync(new URL(`../../docs/examples/own_model/${name}`, import.meta.url), "utf8");
  const numbers = (name) => own(name).trim().split("\n").slice(1).map((line) => line.split(",").map(Number));
  const learner = wald.Learner.load(own("digits.learner.json"));
  const [features, marginals, said] = ["rows", "marginals", "answers"].map((name) => numbers(`digits.${name}.csv`));
  const decide = (given) => learner.decide(new wald.Dataset(features, { marginals: given }), "f1");
  const decided = decide(marginals);
  assert.deepEqual([...decided.mask.data], said.flatMap((one) => one.slice(0, 4)));
  assert.deepEqual([...decided.expected], said.map((one) => one[4]));
  const missing = 'learner "given" takes the marginals of another model, and the rows have none: give P(y_j = 1) with them';
  argument(() => learner.decide(features, "f1"), missing);
  argument(() => decide(marginals.map((one) => one.slice(1))), "marginals are 20 by 3: must be 20 by 4");
  argument(() => decide(marginals.slice(1)), "marginals has 19 rows: the dataset has 20");
  const changed = (p) => marginals.map((one, i) => (i === 1 ? [p, ...one.slice(1)] : one));
  argument(() => decide(changed(NaN)), "marginals[1][0] is nan: must lie in [0, 1]");
  argument(() => decide(changed(1.5)), "marginals[1][0] is 1.5: must lie in [0, 1]");
});

test("probabilities move to another prior", () => {
  for (const kind of ["independent", "categorical"]) {
    const found = wald.Calibration.adapt(
      [
        [0.5, 0.25],
        [0, 1],
      ],
      [0.5, 0.25],
      [0.8, 0.1],
      { kind },
    );
    [0.8, 0.1, 0, 1].forEach((x, i) => assert.ok(Math.abs(found.data[i] - x) < 1e-15));
    assert.deepEqual([found.rows, found.columns], [2, 2]);
  }
  assert.throws(() => wald.Calibration.adapt([[0.5]], [0.5, 0.5], [0.5]), /training_prior has 2 rows: must have 1/);
});

test("detections match the truth", () => {
  const truths = [
    [7, 0, 0, 2, 2],
    [7, 2, 0, 2, 2],
    [7, 0, 0, 9, 9],
  ];
  const found = [7, 7, 7, 8].map((place) => [place, 1, 0, 2, 2]);
  const scores = [0.5, 0.5, 0.9, 0.9];
  assert.deepEqual([...wald.Sample.matchDetections(truths, [0, 0, 1], found, scores, 1 / 3)], [1, NaN, 1, 0]);
  assert.throws(() => wald.Sample.matchDetections(truths, [0, 0, 1], found, scores, 0), /min_overlap is 0: must lie/);
});

test("calibrations take probabilities, or scores that are named as such", () => {
  const p = [0, 0.1, 0.3, 0.4, 0.6, 0.7, 0.9, 1];
  const labels = [0, 0, 1, 0, 1, 0, 1, 1];
  const scores = p.map((x) => Math.max(-40, Math.min(40, Math.log(x / (1 - x)))));
  for (const method of ["platt", "isotonic", "beta"]) {
    const own = wald.Calibration.fit(method, labels, p);
    const byScores = wald.Calibration.fit(method, labels, { scores });
    assert.deepEqual([own.input, byScores.input], ["probabilities", "scores"]);
    const said = own.apply(p);
    byScores.apply({ scores }).forEach((x, i) => assert.ok(Math.abs(x - said[i]) < 1e-8));
    const loaded = wald.Calibration.load(own.save());
    assert.equal(loaded.input, "probabilities");
    assert.deepEqual(loaded.apply(p), said);
    argument(() => own.apply({ scores }), "scores are given: the calibration was fitted to probabilities");
    argument(() => byScores.apply(p), "probabilities are given: the calibration was fitted to scores");
    argument(() => own.apply([0.5, -2]), /^probabilities\[1\] is -2: must lie in \[0, 1\]; log-odds/);
  }
  argument(() => wald.Calibration.fit("platt", [0, 1], [0.5, 1.5]), /^probabilities\[1\] is 1.5: must lie in/);
  argument(
    () => wald.Calibration.fit("platt", scores, labels),
    "truth[0] is -40: must be 0 or 1 (are scores and truth swapped?)",
  );
});

test("rows that sum to 1 are warned of", () => {
  const binary = [
    [0.7, 0.3],
    [0.4, 0.6],
  ];
  const says = /^each row of probabilities sums to 1, but its two labels are taken as independent: for a binary/;
  const decided = wald.decideRows(binary, "f1");
  assert.match(decided.at(0).warning, says);
  assert.equal(decided.at(1).warning, "");
  assert.ok(wald.worth(binary, "f1").exclusive);
  assert.match(wald.worth(binary, "f1").warning, says);
  for (const options of [{ kind: "categorical" }, { average: "macro" }]) {
    assert.equal(wald.decideRows(binary, "f1", options).at(0).warning, "");
    assert.ok(!wald.worth(binary, "f1", options).exclusive);
  }
  assert.equal(wald.decideRows(binary, "hamming").at(0).warning, "");
  assert.match(wald.tableWarning(binary, "f1"), says);
  for (const options of [{ kind: "categorical" }, { average: "macro" }])
    assert.equal(wald.tableWarning(binary, "f1", options), "");
});

test("one column without an average is warned of", () => {
  const column = [[0.4], [0.3], [0.2]];
  const says = /^the table has one column and the metric judges sets of rows: .* average instance for the rows$/;
  const sparse = { indptr: [0, 1, 2, 3], indices: [0, 0, 0], values: [0.4, 0.3, 0.2], rows: 3, columns: 1 };
  const truth = { data: Uint8Array.of(1, 0, 0), rows: 3, columns: 1 };
  const decided = wald.decideRows(column, "f1");
  assert.match(decided.at(0).warning, says);
  assert.equal(decided.at(1).warning, "");
  for (const table of [column, sparse, truth]) {
    assert.match(wald.tableWarning(table, "f1"), says);
    assert.equal(wald.tableWarning(table, "subset_accuracy"), "");
    for (const average of ["instance", "macro", "micro"])
      assert.equal(wald.tableWarning(table, "f1", { average }), "");
  }
  assert.equal(wald.decideRows(column, "f1", { average: "instance" }).at(0).warning, "");
  assert.equal(wald.worth(column, "f1").gain, 0);
  assert.ok(wald.worth(column, "f1", { average: "macro" }).gain > 0);
  const known = wald.worth(column, "f1", { average: "macro", truth: [1, 0, 0] });
  assert.equal(known.realisedOptimum, wald.evaluate([1, 0, 0], [1, 1, 0], "f1").value); // the optimum has two rows
  assert.equal(known.realisedCut, 0);
  assert.ok(Math.abs(known.excess + 0.1 / 3) < 1e-15);
  assert.equal(wald.worth(sparse, "f1", { average: "macro", truth }).excess, known.excess);
  const averageOf = (y, p, options) => wald.report(y, p, "f1", options).data.average;
  assert.equal(averageOf([[1], [0], [0]], [[0.9], [0.45], [0.4]]), "instance");
  assert.equal(averageOf([1, 0, 0], [0.9, 0.45, 0.4]), "macro");
  assert.equal(averageOf([1, 0, 0], [0.9, 0.45, 0.4], { average: "instance" }), "instance");
});

test("rare labels share a threshold, and labels that miss a limit are known", () => {
  const scores = Array.from({ length: 100 }, (_, i) => [1 - i / 100, 1 - i / 100]);
  const truth = Array.from({ length: 100 }, (_, i) => [i < 20 ? 1 : 0, i === 99 ? 1 : 0]);
  const own = wald.labelThresholds(truth, scores, { minPositives: 0 });
  assert.deepEqual(own.flags[1], ["everything_flagged", "few_positives"]);
  assert.deepEqual([...own.fp], [0, 99]);
  assert.deepEqual(own.flagsAll, [1]);
  const shared = wald.labelThresholds(truth, scores);
  assert.deepEqual(shared.flags[1], ["few_positives", "shared_threshold"]);
  assert.equal(shared.thresholds[0], own.thresholds[0]);
  assert.equal(shared.fp[1], 20);
  assert.deepEqual([...shared.positives], [20, 1]);
  assert.deepEqual([shared.precision[0], shared.recall[0], shared.values[0]], [1, 1, 1]);
  assert.deepEqual(shared.missed, []);
  assert.deepEqual(shared.flagsAll, []);
  const pooled = wald.labelThresholds(truth, scores, { minPrecision: 1, minRecall: 1, precisionLevel: 0, average: "micro" });
  assert.deepEqual([pooled.feasible, pooled.missed], [false, []]);
  assert.deepEqual(wald.labelThresholds(truth, scores, { minPrecision: 0.5, precisionLevel: 0 }).missed, [1]);
});

test("label sets that keep a recall", () => {
  const truth = [[1, 0], [1, 1], [0, 1], [0, 0]];
  const scores = [[0.9, 0.2], [0.6, 0.7], [0.5, 0.3], [0.2, 0.1]];
  const sets = wald.labelThresholds(truth, scores, { average: "instance", minRecall: 0.7 });
  assert.deepEqual([sets.value, sets.labelsPerRow, sets.feasible], [1, 1.25, true]);
  assert.equal(sets.thresholds[0], sets.thresholds[1]);
  assert.throws(() => wald.labelThresholds(truth, scores, { average: "instance", minValue: 0.7 }), /certify is not set/);
  const p = [[0.9, 0.2], [0.6, 0.8], [0.3, 0.7], [0.1, 0.4]];
  const asked = { average: "instance", minRecall: 0.6 };
  assert.equal(wald.labelThresholds(truth, p, { ...asked, groups: [5, 5, 5, -1] }).value, (2.5 / 3 + 1) / 2);
  assert.equal(wald.labelThresholds(truth, p, asked).value, 3.5 / 4);
});

// As LightGBM writes a model.
const savedModel =
  "tree\nversion=v4\nnum_class=1\nnum_tree_per_iteration=1\nmax_feature_idx=1\n" +
  "objective=regression\nfeature_names=age place\nfeature_infos=[0:90] 0:1:2\n\nTree=0\n" +
  "num_leaves=3\nnum_cat=1\nsplit_feature=0 1\nthreshold=40 0\ndecision_type=10 1\n" +
  "left_child=-1 -2\nright_child=1 -3\nleaf_value=-1 0.5 2\ncat_boundaries=0 1\n" +
  'cat_threshold=5\n\nend of trees\n\npandas_categorical:[["home", "work", "other"]]\n';

test("models of other libraries", () => {
  const features = [[30, 1], [50, 0], [50, 1], [NaN, 1]];
  for (const bytes of [savedModel, new TextEncoder().encode(savedModel)])
    for (const options of [undefined, {}, { iterations: 1 }]) {
      const trees = wald.Trees.fromModel(bytes, options);
      assert.deepEqual([...trees.evaluate(features).data], [-1, 0.5, 2, -1]);
      assert.deepEqual(trees.featureNames, ["age", "place"]);
      assert.deepEqual(trees.categories, ["place=home", "place=work", "place=other"]);
      assert.equal(trees.nUnplacedColumns, 0);
      assert.equal(trees.unseenIsError, false);
    }
  assert.throws(() => wald.Trees.fromModel(savedModel, { iterations: 2 }), /iterations is 2: must be at most 1/);
  assert.throws(() => wald.Trees.fromModel("no model"), /model cannot be read: must be a model that XGBoost saved/);
  assert.throws(() => wald.Trees.fromModel(3), /state is 3: must be a text or bytes/);
  const none = new wald.Trees(1);
  assert.equal(none.featureNames, null);
  assert.equal(none.categories, null);
});
