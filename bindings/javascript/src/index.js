// What the package offers.
import { NOT_RATED, UNDECIDED } from "./arrays.js";
import { TablePass } from "./table_pass.js";
import { ThresholdPass } from "./threshold_pass.js";
import { Cascade, CascadeRun, CascadeScores } from "./cascade.js";
import { decisionCurve, estimatePrevalence, evaluateThresholds, reliability } from "./curves.js";
import {
  Distribution,
  compare,
  curve,
  decide,
  decideRows,
  distribution,
  evaluate,
  expected,
  expectedRows,
  regret,
  tableWarning,
  worth,
} from "./decide.js";
import { Decision, Decisions } from "./decision.js";
import { WaldError } from "./errors.js";
import { Estimator } from "./estimator.js";
import { Frontier } from "./frontier.js";
import { Labelling } from "./labelling.js";
import { applyClasses, classMultipliers, labelThresholds, segmentThresholds } from "./labels.js";
import { Calibration, Dataset, Learner } from "./learner.js";
import { Masks, consensus, masks } from "./masks.js";
import { Metric, metrics } from "./metric.js";
import { load, pointerOf, readText } from "./native.js";
import { Performance } from "./performance.js";
import { MetricPromise } from "./promise.js";
import { report } from "./report.js";
import { Route, Stages } from "./routes.js";
import { Sample, applyThresholds, chooseThreshold } from "./sample.js";
import { select } from "./select.js";
import { Thresholds } from "./thresholds.js";
import { Trees } from "./trees.js";

export const wald = {
  TablePass,
  ThresholdPass,
  Calibration,
  Cascade,
  CascadeRun,
  CascadeScores,
  Dataset,
  Decision,
  Decisions,
  Distribution,
  Estimator,
  Frontier,
  Labelling,
  Learner,
  Masks,
  Metric,
  MetricPromise,
  Performance,
  NOT_RATED,
  Route,
  Sample,
  Stages,
  Thresholds,
  Trees,
  UNDECIDED,
  WaldError,
  applyClasses,
  applyThresholds,
  chooseThreshold,
  classMultipliers,
  compare,
  consensus,
  curve,
  decide,
  decideRows,
  decisionCurve,
  distribution,
  estimatePrevalence,
  evaluate,
  evaluateThresholds,
  expected,
  expectedRows,
  labelThresholds,
  masks,
  metrics,
  regret,
  reliability,
  report,
  segmentThresholds,
  select,
  tableWarning,
  worth,
  version: () => readText(pointerOf("wald_version")),
};
// Fulfilled where the library can be called. In Node it can be at once.
Object.defineProperty(wald, "ready", { get: () => load(), configurable: true });
