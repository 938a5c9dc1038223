// From features to decisions: datasets, learners, calibration.
import {
  isList,
  isTyped,
  maskOf,
  putEither,
  putOptional,
  putTable,
  putVector,
  reals,
  resultTable,
  table,
  text,
  whole,
  wholes,
  wordOf,
} from "./arrays.js";
import { withDecision } from "./decide.js";
import { readDecisions } from "./decision.js";
import { argumentError } from "./errors.js";
import { Estimator } from "./estimator.js";
import { Handle, Made, created, defineFacts, defineSaving, fact } from "./handles.js";
import { asMetric } from "./metric.js";
import { call, readDoubles, view, within } from "./native.js";
import { takeExactly, withOptions } from "./options.js";
import { WORDS } from "./rows.js";

// Rows of features, mostly with labels or classes.
export class Dataset extends Handle {
  constructor(features, { labels, classes, nClasses, weights, groups, marginals } = {}) {
    super(
      "dataset",
      within((arena) => created(arena, "wald_dataset_create", putEither(arena, features, "features"))),
    );
    try {
      within((arena) => this.#set(arena, { labels, classes, nClasses, weights, groups, marginals }));
    } catch (error) {
      this.free();
      throw error;
    }
  }
  #set(arena, { labels, classes, nClasses, weights, groups, marginals }) {
    const given = (value) => value !== undefined && value !== null;
    const each = given(classes) ? wholes(classes, "classes") : null;
    const count = given(nClasses)
      ? whole(nClasses, "nClasses")
      : (each ?? []).reduce((most, one) => (one >= most ? one + 1n : most), 0n);
    call(
      "wald_dataset_set",
      this._pointer,
      given(labels) ? putEither(arena, labels, "labels", maskOf, false) : 0,
      each ? putVector(arena, each) : 0,
      count,
      given(weights) ? putVector(arena, reals(weights, "weights")) : 0,
      given(groups) ? putVector(arena, wholes(groups, "groups")) : 0,
      given(marginals) ? putTable(arena, table(marginals, "marginals")) : 0,
    );
  }
}
defineFacts(Dataset, "dataset");

// Rows as a Dataset: the caller's own, or one made of features for a call.
function withDataset(rows, run) {
  if (rows instanceof Dataset) return run(rows);
  const made = new Dataset(rows);
  try {
    return run(made);
  } finally {
    made.free();
  }
}

const CHOICES = {
  part: "choicePart",
  what: "choiceWhat",
  value: "choiceValue",
  loss: "choiceLoss",
  values: "pathValues",
  losses: "pathLosses",
};

// A fitted learner, by which any metric is decided.
export class Learner extends Handle {
  constructor(made) {
    if (!(made instanceof Made)) throw argumentError("a Learner is made by Learner.fit() or Learner.load()");
    super("learner", made.pointer);
  }
  // Fits a learner by its name to a Dataset.
  static fit(name, dataset, options) {
    const rows = Handle.pointer(dataset, Dataset, "dataset");
    return within((arena) =>
      withOptions(
        arena,
        "learners",
        options,
        (set) => new Learner(new Made(created(arena, "wald_learner_fit", arena.text(text(name, "name")), rows, set))),
      ),
    );
  }
  get featureNames() {
    return this.#texts("featureName", this.nFeatures);
  }
  get labelNames() {
    return this.#texts("labelName", this.nLabels);
  }
  // What fitting chose, such as penalties, with what it compared.
  get choices() {
    return Array.from({ length: fact("learner", this._pointer, "nChoices", 0) }, (_, i) =>
      Object.fromEntries(Object.entries(CHOICES).map(([own, name]) => [own, fact("learner", this._pointer, name, i)])),
    );
  }
  #texts(name, count) {
    const out = Array.from({ length: count }, (_, i) => fact("learner", this._pointer, name, i));
    return out.some((one) => one !== "") ? out : null;
  }
  // P(label j = 1), or P(class j): a table with one row per row.
  probabilities(rows, options) {
    const columns = this.nLabels;
    return withDataset(rows, (dataset) =>
      within((arena) =>
        withOptions(arena, "decisions", options, (set) => {
          const n = dataset.nRows;
          const to = arena.bytes(8 * n * columns);
          call("wald_learner_probabilities", this._pointer, dataset._pointer, set, to);
          return { data: readDoubles(to, n * columns), rows: n, columns };
        }),
      ),
    );
  }
  // Decides the rows for a metric, as decideRows does with probabilities.
  decide(rows, metric, options) {
    return withDataset(rows, (dataset) =>
      within((arena) =>
        withOptions(arena, "decisions", takeExactly(options), (set) =>
          withDecision(arena, (decision) => {
            const shape = { rows: dataset.nRows, columns: this.nLabels };
            const out = resultTable(arena, Uint8Array, shape.rows, shape.columns);
            call(
              "wald_learner_decide",
              this._pointer,
              dataset._pointer,
              asMetric(metric)._pointer,
              set,
              out.array,
              0,
              decision,
            );
            return readDecisions(arena, decision, options?.average ?? "instance", { data: out.read(), ...shape });
          }),
        ),
      ),
    );
  }
  // The estimator of one row.
  estimator(rows, row = 0, options) {
    return withDataset(rows, (dataset) =>
      within((arena) =>
        withOptions(
          arena,
          "decisions",
          options,
          (set) =>
            new Estimator(
              new Made(
                created(arena, "wald_learner_estimator", this._pointer, dataset._pointer, whole(row, "row"), set),
              ),
            ),
        ),
      ),
    );
  }
}
defineSaving(Learner, "learner");
defineFacts(Learner, "learner", {
  but: [
    "choiceValue",
    "choiceLoss",
    "pathValues",
    "pathLosses",
    "featureName",
    "labelName",
    "choicePart",
    "choiceWhat",
  ],
  item: 0,
});

// What is given to a calibration, a vector or a table of classes, and which of its inputs that is.
function toCalibrate(given) {
  const scores = given?.scores;
  const input = scores === undefined ? "probabilities" : "scores";
  const values = scores ?? given;
  const ofClasses = Array.isArray(values) ? isList(values[0]) : !isTyped(values) && values?.data !== undefined;
  return [WORDS.calibration_input[input], ofClasses ? table(values, input) : reals(values, input), ofClasses];
}

// Calibrated probabilities, from probabilities or scores: "platt", "isotonic", "beta", "temperature", or of classes
// "vector".
export class Calibration extends Handle {
  constructor(made) {
    if (!(made instanceof Made))
      throw argumentError("a Calibration is made by Calibration.fit() or Calibration.load()");
    super("calibration", made.pointer);
  }
  // Of probabilities; { scores } in their place are log-odds or other scores.
  static fit(name, truth, probabilities, { weights } = {}) {
    return within((arena) => {
      const [input, each, ofClasses] = toCalibrate(probabilities);
      const given = [
        putVector(arena, ofClasses ? wholes(truth, "truth") : maskOf(truth, "truth")),
        ofClasses ? putTable(arena, each) : putVector(arena, each),
        putOptional(arena, weights, "weights"),
      ];
      return new Calibration(
        new Made(created(arena, "wald_calibration_fit", arena.text(text(name, "name")), input, ...given)),
      );
    });
  }
  apply(probabilities) {
    return within((arena) => {
      const [input, each, ofClasses] = toCalibrate(probabilities);
      const length = ofClasses ? each.rows * each.columns : each.length;
      const to = arena.bytes(8 * length);
      const values = ofClasses ? putTable(arena, each) : putVector(arena, each);
      call("wald_calibration_apply", this._pointer, input, values, to);
      const data = readDoubles(to, length);
      return ofClasses ? { data, rows: each.rows, columns: each.columns } : data;
    });
  }
}
defineFacts(Calibration, "calibration");
defineSaving(Calibration, "calibration");
