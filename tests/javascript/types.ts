// The types, as a user's program sees them: it compiles under `strict`, and each line that is wrong is found to be.
import wald, {
  TablePass,
  Cascade,
  Labelling,
  Metric,
  Route,
  Sample,
  Stages,
  WaldError,
  chooseThreshold,
  decide,
  decideRows,
  masks,
  decisionCurve,
  estimatePrevalence,
  ready,
  report,
  evaluateThresholds,
  reliability,
  version,
} from "libwald";
import { load, names } from "libwald/datasets";
import type { DecisionOptions, LearnerOptions, ThresholdOptions } from "libwald";

const options: DecisionOptions = {
  algorithm: "ye",
  atMost: 2,
  progress: (fraction) => fraction < 0.5,
};
const d = decide([0.2, 0.45], new Metric("f1", { zeroDivision: 0 }), { ...options, kind: "categorical", exactly: 1 });
const k: number = d.k,
  algorithm: string = d.algorithm,
  abstained: boolean = d.abstained,
  mask: Uint8Array = d.mask;
const macro: DecisionOptions = { average: "macro" };
const all = decideRows({ data: new Float32Array(4), rows: 2, columns: 2 }, "f1", macro);
const found: Float64Array = masks({ data: new Float32Array(4), shape: [2, 2] }, "f1", { average: "dataset" }).threshold;
const draws: Uint8Array = wald.Estimator.independent([0.5]).draw(3, { seed: 1n }).data;
for (const one of all) console.log(one.indices, all.expected[0], all.at(-1).bound);
const wanted: ThresholdOptions = { maxFp: 3, goal: "most_tp", method: "direct", metric: "f1" };
const t = chooseThreshold([0, 1], [0.1, 0.2], wanted);
const recall: number = t.recall,
  thresholds: Float64Array = t.thresholds,
  flags: string[] = t.flags,
  low: number = t.interval("precision").low;
const points: Float64Array = new Sample(2, { rule: "and" }).frontier().tp;
const learning: LearnerOptions = { featureNames: ["a"] };
const cascade = Cascade.fit([[1, 2]], { alpha: 0.01, order: "joint", calibration: [[1, 2]] });
const order: Float64Array = cascade.order,
  text: string = cascade.save(),
  bytes: Uint8Array = cascade.save({ binary: true });
const rowsOfStages = new Stages(2).feed([[0.5, 1]], { answers: [[1, 1]], truth: [1], costs: [1, 10] });
const route = Route.choose(rowsOfStages, { goal: "value", rightValue: 2, by: "class" });
const asked: number[] = rowsOfStages.ask({ certify: 0.9, seed: 1n }),
  stage: number = route.next(0, 0.5, { group: 1 }),
  answered: string = route.run([(row: number) => [`${row}`, 0.5], () => ["?", 1]], 3).answer,
  thresholdsOfRoute: Float64Array = route.thresholds.data,
  mask_: Uint8Array = new Labelling([0.5], "recall", { seed: 2n }).run((rows) => rows.map(() => true)).mask;
console.log(asked, stage, answered, thresholdsOfRoute, mask_);
// @ts-expect-error no goal of routes
Route.choose(rowsOfStages, { goal: "most_tp" });
const curve: Float64Array = decisionCurve([1], { a: [0.5] }, { reference: "a" }).netBenefit.data;
const micro: number = new TablePass("f1", { atMost: 3 }).feed([[0.5]]).expected,
  page: string = report([1, 0], [0.5, 0.2], "f1", { names: ["old", "new"], samples: 100 }).page;
const area: number = evaluateThresholds([1, 0], { a: [0.5, 0.1] }, 0.3, { metrics: "auc" }).estimates[0].value;
const share: Float64Array = estimatePrevalence([0.5], { trainingPrior: 0.2 }).prior;
const brier: number = area + share[0] + reliability([0.5], [1]).brier,
  release: string = version(),
  again: Promise<void> = ready;
console.log(
  k,
  algorithm,
  abstained,
  mask,
  draws,
  recall,
  thresholds,
  flags,
  low,
  points,
  micro,
  page,
  learning,
  order,
  text,
  bytes,
  curve,
  brier,
  release,
  again,
  WaldError,
  wald.decide,
);

// @ts-expect-error: no such word
decide([0.2], "f1", { algorithm: "yee" });
// @ts-expect-error: no such option
decide([0.2], "f1", { at_most: 2 });
// @ts-expect-error: a text
decide(["0.2"], "f1");
// @ts-expect-error: read only
d.k = 3;
// @ts-expect-error: made by a Sample
new wald.Thresholds();

const cancer = load(names()[3]);
const perRow: number = decideRows(cancer.table, "f1").length / cancer.table.length;
// @ts-expect-error: a truth may be missing
const rowsOfTruth: number = cancer.truth.length;
console.log(found, perRow, rowsOfTruth, cancer.kind === "joint", cancer.columns.join());
