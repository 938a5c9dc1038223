/**
 * Wald turns predicted probabilities into the decisions that maximise the expected value of your metric.
 * The guide is docs/languages/javascript.md; options, facts and words are in rows.d.ts, written from the rows of the
 * library.
 */
import type * as rows from "./rows.js";

export type * from "./rows.js";

// ---- What is given -------------------------------------------------------------------------------

/** Numbers. Float64Array and Float32Array are read as they are; other lists are checked one by one. */
export type Numbers = readonly number[] | Float64Array | Float32Array;
/** Whole numbers. */
export type Integers = readonly (number | bigint)[] | BigInt64Array | Int32Array | Uint8Array | Uint32Array;
/** Zeros and ones, or true and false; 2 where something is undecided or not rated. */
export type Mask = readonly (number | boolean)[] | Uint8Array;

/** A table of numbers: element (i, j) is data[begin + i*rowStride + j*columnStride]. */
export interface Grid<Data> {
  data: Data;
  rows: number;
  columns: number;
  /** In elements. Default: columns. */
  rowStride?: number;
  /** In elements. Default: 1. */
  columnStride?: number;
  /** In elements. Default: 0. */
  begin?: number;
}
/** A table as an array of rows, or as one array of numbers with its shape. */
export type Table = readonly Numbers[] | Grid<Numbers>;
export type MaskTable = readonly Mask[] | Grid<Mask>;
/** Scores of one classifier, or of several: a table of one column per classifier. */
export type Scores = Numbers | Table;

/** A table in compressed rows: row i holds values[indptr[i]] up to and without values[indptr[i + 1]]. */
export interface Sparse {
  indptr: Integers;
  indices: Integers;
  /** Left out where each is 1. */
  values?: Numbers;
  rows: number;
  columns: number;
}

/** A metric or its name: "f1", "fbeta:0.5", "jaccard", "cost:1:5", ... */
export type MetricLike = string | Metric;
/** The kind of a vector of probabilities, or of the rows of a table. */
export interface OfKind {
  /** Default: "independent". */
  kind?: "independent" | "categorical";
}
export interface Exactly {
  /** A prediction has exactly this many labels. Instead of atLeast and atMost. */
  exactly?: number | null;
}
export type DecideOptions = rows.DecisionOptions & OfKind & Exactly;

// ---- Errors, memory ------------------------------------------------------------------------------

/** What the library refuses, with its message: argument, value, bound. */
export class WaldError extends Error {
  /** "WALD_ERROR_ARGUMENT", "WALD_ERROR_FORMAT", "WALD_CANCELLED", ... */
  readonly status: string;
  readonly code: number;
  readonly name: "WaldError";
}

/** An object that holds memory of the library: freed by free(), by `using`, or some time after it was forgotten. */
declare abstract class Handle {
  free(): void;
  readonly freed: boolean;
  [Symbol.dispose](): void;
}

export interface SaveOptions {
  /** Bytes instead of text: smaller and faster to load. */
  binary?: boolean;
}
export type State = string | Uint8Array | ArrayBuffer;

// ---- Metrics -------------------------------------------------------------------------------------

/** What is known of a metric of one's own; it decides which exact algorithm may run. Declarations are tested. */
export interface Declared {
  risesInTp?: boolean;
  fallsInK?: boolean;
  risesInTpAndK?: boolean;
  linearInTp?: boolean;
  /** The function is to be minimised. */
  loss?: boolean;
  /** What messages call it. */
  name?: string;
}

/** A utility U(tp, k, s, n), to be maximised: with truth y and prediction h, tp = sum(y*h), k = sum(h), s = sum(y). */
export class Metric extends Handle {
  /** @param options zeroDivision is the value of a rate that is 0/0. */
  constructor(name: string, options?: { zeroDivision?: 0 | 1 });
  static custom(own: (tp: number, k: number, s: number, n: number) => number, declared?: Declared): Metric;
  /** For problems of exactly n labels, by (n+1)^3 values at (tp*(n+1) + k)*(n+1) + s. */
  static table(values: Numbers, declared: Declared & { n: number }): Metric;
  readonly name: string;
  readonly properties: rows.PropertyName[];
  readonly zeroDivision: 0 | 1;
  utility(cell: { tp: number; k: number; s: number; n: number }): number;
  /** The loss that goes with a utility. */
  loss(utility: number): number;
}

export interface MetricInfo {
  /** The pattern of the name, such as "fbeta:B". */
  name: string;
  aliases: string[];
  formula: string;
  sentence: string;
  properties: rows.PropertyName[];
}
/** The metrics that have a name. */
export function metrics(): MetricInfo[];

// ---- Estimators ----------------------------------------------------------------------------------

/** What is known of one label vector. */
export class Estimator extends Handle {
  /** An empty one. @param nLabels for "joint" and "counts" */
  constructor(kind: rows.KindName, nLabels?: number);
  static independent(probabilities?: Numbers): Estimator;
  /** Exclusive labels; what is missing to 1 is P(none). */
  static categorical(probabilities?: Numbers): Estimator;
  /** Weighted label vectors: any joint distribution. */
  static joint(vectors: MaskTable | Sparse, weights?: Numbers): Estimator;
  /** P[i][s] = P(y_i = 1, s labels in all), one row per label, and P(no label). */
  static counts(table: Table, pZero: number, options?: { pS?: Numbers; weight?: number }): Estimator;
  /** Adds what the static method of this kind takes. */
  feed(probabilities: Numbers): this;
  feed(vectors: MaskTable | Sparse, weights?: Numbers): this;
  feed(table: Table, options: { pZero: number; pS?: Numbers; weight?: number }): this;
  merge(other: Estimator): this;
  copy(): Estimator;
  clear(): this;
  toCounts(): Estimator;
  marginals(): Float64Array;
  /** P(s labels) for s = 0 ... nLabels. */
  sizeDistribution(): Float64Array;
  table(): { table: Grid<Float64Array>; pZero: number };
  /** The likeliest label vector. */
  mode(): { mask: Uint8Array; probability: number };
  draw(nDraws: number, options?: Pick<rows.DecisionOptions, "seed" | "threads" | "progress">): Grid<Uint8Array>;
  save(options: { binary: true }): Uint8Array;
  save(options?: SaveOptions): string;
  static load(state: State): Estimator;
}
export interface Estimator extends rows.EstimatorFacts {}

// ---- Decisions -----------------------------------------------------------------------------------

/** The optimal prediction for one problem. Immutable. */
export class Decision {
  private constructor();
  /** The labels chosen, ascending. */
  readonly indices: number[];
  /** The labels that were left undecided one by one. */
  readonly undecidedIndices: number[];
  /** The number of labels. */
  readonly n: number;
  /** 0, 1, or UNDECIDED. */
  readonly mask: Uint8Array;
}
export interface Decision extends rows.DecisionFacts {}

/** The answers for a table: one per row, per column or for the table. Immutable; facts are arrays of one number per
 * answer. */
export class Decisions implements Iterable<Decision> {
  private constructor();
  readonly average: rows.AverageName;
  readonly length: number;
  /** The prediction in the shape of the table; null for compressed rows. */
  readonly mask: Grid<Uint8Array> | null;
  /** The labels chosen by answer a are indices[indptr[a]] up to and without indices[indptr[a + 1]]. */
  readonly indptr: number[];
  readonly indices: number[];
  indicesOf(answer: number): number[];
  at(answer: number): Decision;
  [Symbol.iterator](): Iterator<Decision>;
}
export interface Decisions extends rows.DecisionsFacts {}

/** The optimal prediction for one problem. */
export function decide(probabilities: Numbers | Estimator, metric: MetricLike, options?: DecideOptions): Decision;
/** The optimal predictions for a table, by the option `average`. */
export function decideRows(probabilities: Table | Sparse, metric: MetricLike, options?: DecideOptions): Decisions;
/** Numbers with the lengths of their axes, row by row. */
export interface Shaped<Data> {
  data: Data;
  shape: number[];
}
export interface MasksOptions extends Omit<rows.DecisionOptions, "average"> {
  /** Whether each class has a mask of its own, as by default, or each pixel one class. */
  classes?: "overlapping" | "exclusive";
  /** Whether each image counts by itself (default), or each class over all images together. */
  average?: "image" | "dataset";
  /** The number of axes of pixels, 2 by default: those before them are images and classes. */
  spatialDims?: number;
  exactly?: number | null;
}
/** The optimal masks. Facts are of each image and class, image by image; or of each class. Immutable. */
export class Masks {
  private constructor();
  /** 0 or 1, with the axes of the probabilities; of samples without theirs. Absent of exclusive classes. */
  readonly mask?: Shaped<Uint8Array>;
  /** Of exclusive classes, with the axes but that of the classes: -1 for none. */
  readonly labels?: Shaped<Int32Array>;
  /** The number of pixels of each mask. */
  readonly k: Float64Array;
  readonly expected: Float64Array;
  readonly bound: Float64Array;
  /** The smallest probability of a pixel of the mask; Infinity if it has none. */
  readonly threshold: Float64Array;
  readonly empty: boolean[];
  readonly warning: string;
  readonly length: number;
}
/** The optimal masks of images, with the axes images, classes and pixels. Uint16Array: the bits of halves. */
export function masks(
  probabilities: Shaped<Numbers | Uint16Array>,
  metric?: MetricLike,
  options?: MasksOptions,
): Masks;
/** The consensus of samples of one image, such as the masks of raters, with the axes samples, classes and pixels: of each
 * class the mask with the greatest expected utility against a sample drawn at random. */
export function consensus(
  samples: Shaped<Mask>,
  metric?: MetricLike,
  options?: Omit<MasksOptions, "classes" | "average">,
): Masks;
/** The expected utility of the best prediction of k = 0 ... n labels; NaN if k is ruled out. */
export function curve(probabilities: Numbers | Estimator, metric: MetricLike, options?: DecideOptions): Float64Array;
/** The expected utility of a prediction; `error` limits the error of that number. */
export function expected(
  probabilities: Numbers | Estimator,
  metric: MetricLike,
  prediction: Mask | Decision,
  options?: rows.DecisionOptions & OfKind,
): { expected: number; error: number };
/** What a prediction gives away against the optimum: at most regret + bound. */
export function regret(
  probabilities: Numbers | Estimator,
  metric: MetricLike,
  prediction: Mask | Decision,
  options?: DecideOptions,
): { regret: number; bound: number };
export function expectedRows(
  probabilities: Table,
  metric: MetricLike,
  prediction: MaskTable | Decisions,
  options?: DecideOptions,
): { expected: Float64Array; regret: Float64Array };
/** What predictions were worth on known truth. A vector is one problem. */
export function evaluate(
  truth: Mask | MaskTable,
  prediction: Mask | MaskTable | Decision | Decisions,
  metric: MetricLike,
  options?: rows.DecisionOptions & { weights?: Numbers },
): { value: number; nUndecided: number };
/** Whether B's predictions are better than A's on the same rows. `groups` says which rows belong together. */
export function compare(
  truth: Mask | MaskTable,
  a: Mask | MaskTable | Decisions,
  b: Mask | MaskTable | Decisions,
  metric: MetricLike,
  options?: rows.DecisionOptions & { weights?: Numbers; groups?: Integers },
): rows.ComparisonFacts;

/** What to know of a table before it is decided or judged: that its rows sum to 1, as probabilities of exclusive classes do,
 * or that it has one column and the options have no average. Decisions have the same text as the warning of an answer.
 * Of a mask, such as the truth of evaluate(), only the shape counts. "" where there is nothing. */
export function tableWarning(
  probabilities: Table | Sparse,
  metric: MetricLike,
  options?: rows.DecisionOptions & OfKind & Exactly,
): string;
/** Whether deciding for a metric pays: the expected gain over a cut at 1/2, and the standard error of the gain that comes
 * true. With truth also the realised gain, and what calibration would change. Weights go with the average instance alone. */
export function worth(
  probabilities: Table | Sparse,
  metric: MetricLike,
  options?: rows.DecisionOptions & OfKind & Exactly & { truth?: Mask | MaskTable; weights?: Numbers },
): rows.WorthFacts;

export type ReportOptions = rows.DecisionOptions &
  OfKind &
  Exactly & {
    /** The probabilities of a second system. */
    compare?: Numbers | Table;
    title?: string;
    /** What the systems are called. Default: A and B. */
    names?: readonly [string, string];
    /** The names of the labels. */
    labels?: readonly string[];
    weights?: Numbers;
    /** Which rows belong together. */
    groups?: Integers;
  };
/**
 * A page about what deciding for the metric is worth, an HTML file that needs nothing else, and its numbers. A vector is
 * one label over its rows, one problem (macro) unless the options have an average.
 */
export function report(
  truth: Mask | MaskTable,
  probabilities: Numbers | Table,
  metric: MetricLike,
  options?: ReportOptions,
): { page: string; data: Record<string, unknown> };

/** The distribution of a prediction's utility. */
export class Distribution extends Handle {
  private constructor();
  quantile(q: number): number;
  /** P(utility >= u). */
  atLeast(u: number): { probability: number; standardError: number };
  atoms(): { values: Float64Array; probabilities: Float64Array };
}
export interface Distribution extends rows.DistributionFacts {}
export function distribution(
  probabilities: Numbers | Estimator,
  metric: MetricLike,
  prediction: Mask | Decision,
  options?: rows.DecisionOptions & OfKind,
): Distribution;

// ---- Thresholds ----------------------------------------------------------------------------------

/** In a mask of truth: a row that is not rated. */
export const NOT_RATED: 2;
/** In a mask of predictions: a label that was left undecided. */
export const UNDECIDED: 2;

export interface Interval {
  low: number;
  high: number;
  /** Clopper and Pearson's; else approximate. */
  exact: boolean;
}

/** What is known of one answer. */
export interface ThresholdsAnswer extends rows.ThresholdsFacts {
  readonly flags: rows.ThresholdFlagName[];
}
/** Chosen thresholds. */
export class Thresholds extends Handle {
  private constructor();
  readonly nScores: number;
  readonly flags: rows.ThresholdFlagName[];
  /** What was compared with. */
  readonly baselines: ThresholdsAnswer[];
  interval(fact: keyof rows.ThresholdsFacts): Interval;
  /** 1 for a row that is flagged. */
  apply(scores: Scores): Uint8Array;
  /** The limit that these were chosen with, or another `bound` of its metric, to be watched in use. */
  promise(options?: rows.PromiseOptions & { bound?: number }): MetricPromise;
  toJSON(): ThresholdsAnswer;
}
export interface Thresholds extends rows.ThresholdsFacts {}

/** Rows with truth and scores. */
export class Sample extends Handle {
  /** @param options ratedFrom is, of each classifier, the score below which nothing was labelled. */
  constructor(nScores?: number, options?: { rule?: rows.RuleName; ratedFrom?: Numbers });
  feed(truth: Mask, scores: Scores, weights?: Numbers): this;
  merge(other: Sample): this;
  copy(): Sample;
  clear(): this;
  /** The weights that thresholds flag, by label. */
  count(thresholds: Numbers): { tp: number; fp: number; unrated: number };
  // rows: methods sample
  /** Truth of detections as COCO matches them: 1, 0, or NaN (a crowd's). Option "positives" is the number of other
   * truths: docs/guides/detections.md. @param truths Columns place (number of image and class), x, y, width, height; or
   * place, start, end. @param crowds 1 or 0. @param detections Likewise. @param scores One per detection. @param
   * minOverlap In (0, 1]. */
  static matchDetections(
    truths: Table,
    crowds: Numbers,
    detections: Table,
    scores: Numbers,
    minOverlap: number,
  ): Float64Array;
  // end of rows
  choose(options?: rows.ThresholdOptions): Thresholds;
  frontier(options?: rows.ThresholdOptions): Frontier;
  abstentionZone(options?: rows.ThresholdOptions): rows.ZoneFacts;
  save(options: { binary: true }): Uint8Array;
  save(options?: SaveOptions): string;
  static load(state: State): Sample;
}
export interface Sample extends rows.SampleFacts {}

/** The points (fp, tp) that no thresholds beat. */
export class Frontier extends Handle {
  private constructor();
  readonly nScores: number;
  /** One row per point. */
  readonly thresholds: Grid<Float64Array>;
  readonly path: Grid<Float64Array>;
  partialAreas(maxFp: number): { pn: number; pnHull: number; roc: number; rocHull: number };
}
export interface Frontier extends rows.FrontierFacts {}

/** The threshold of one score. */
export function chooseThreshold(
  truth: Mask,
  scores: Numbers,
  options?: rows.ThresholdOptions & { weights?: Numbers | null },
): Thresholds;
/** Rows of a batch that are flagged. */
export interface Selection {
  /** Of each row 1 if it is flagged, else 0. */
  readonly flagged: Uint8Array;
  /** Conformal p-values. */
  readonly pValues: Float64Array;
  /** The score from which on rows are flagged; Infinity if none is. */
  readonly threshold: number;
  readonly nFlagged: number;
  /** The share of normals in the batch that is counted on: 1, or Storey's estimate. */
  readonly nullShare: number;
  /** Why nothing is flagged; else empty. */
  readonly warning: string;
}
/** Which rows of a batch to flag, so that the expected share of false ones among the flagged is at most `fdr` (0.1). */
export function select(
  normals: Numbers,
  scores: Numbers,
  options?: {
    fdr?: number;
    /** Of the known rows 0, or 1 for a known anomaly: all of them must then be drawn like the batch. */
    truth?: Mask | null;
    storey?: number;
    threads?: number;
  },
): Selection;
export function applyThresholds(
  thresholds: number | Numbers,
  scores: Scores,
  options?: { rule?: rows.RuleName },
): Uint8Array;

/** A pass over distributed rows of one score. */
export class ThresholdPass extends Handle {
  constructor(options?: rows.ThresholdOptions);
  feed(truth: Mask, scores: Numbers, weights?: Numbers): this;
  merge(other: ThresholdPass): this;
  /** The thresholds, or null if another pass is needed: this is then that pass, without rows. */
  next(): Thresholds | null;
  toBytes(): Uint8Array;
  static fromBytes(state: State): ThresholdPass;
}
export interface ThresholdPass extends rows.ThresholdPassFacts {}

/** A distributed table, decided by micro average: all of its cells are one problem. */
export class TablePass extends Handle {
  constructor(metric: MetricLike, options?: Pick<rows.DecisionOptions, "atLeast" | "atMost"> & Exactly);
  feed(probabilities: Table | Sparse): this;
  merge(other: TablePass): this;
  /** Whether the rows are decided; else this is the next pass, without rows. */
  next(): boolean;
  /** The answer for some rows. `tiesBefore` cells of the rows before these have the threshold for a probability. */
  choose(probabilities: Table, tiesBefore?: number): Grid<Uint8Array>;
  toBytes(): Uint8Array;
  static fromBytes(state: State): TablePass;
}
export interface TablePass extends rows.TablePassFacts {}

export function labelThresholds(
  truth: MaskTable,
  scores: Table,
  options?: rows.ThresholdOptions & { weights?: Numbers; groups?: Integers },
): LabelThresholds;
/** Thresholds of the labels of a multi-label model; arrays have one entry for each label. */
export interface LabelThresholds {
  /** Infinity for a label without positives. */
  thresholds: Float64Array;
  /** The weights of the flagged positives and negatives. */
  tp: Float64Array;
  fp: Float64Array;
  /** The weight of all positives. */
  positives: Float64Array;
  /** NaN if nothing is flagged. */
  precision: Float64Array;
  /** NaN without positives. */
  recall: Float64Array;
  /** Of the goal, with macro. */
  values: Float64Array;
  flags: rows.ThresholdFlagName[][];
  /** The labels that miss a limit, from 0; with micro, whose limits are of all labels together, none. */
  missed: number[];
  /** The labels for which every rated row is flagged, more than ten for each positive. */
  flagsAll: number[];
  /** Of the goal: over the added counts (micro), the mean over labels (macro), or over rows (instance). */
  value: number;
  feasible: boolean;
  exact: boolean;
  /** The mean number of flagged labels of a row, with instance; else NaN. */
  labelsPerRow: number;
}

export type Segments = readonly (string | number)[];
export interface SegmentLimits {
  minPrecision?: number;
  minRecall?: number;
  maxFp?: number;
  maxAlerts?: number;
  maxFpr?: number;
  maxAlertRate?: number;
}
/** One array per fact, of one number per segment. */
type OfAnswer = "tolerance" | "value" | "bound" | "feasible" | "exact" | "difference";
type OfAll = "nSegments" | "nTolerances" | "totalTp" | "totalFp" | "totalGain" | "allCertified";
export type BySegment = { readonly [fact in Exclude<keyof rows.SegmentsFacts, OfAnswer | OfAll>]: Float64Array };
export interface SegmentAnswer extends Pick<rows.SegmentsFacts, OfAnswer> {
  /** The weight of the positives that are flagged, of all segments. */
  readonly tp: number;
  /** The weight of the negatives that are flagged, of all segments. */
  readonly fp: number;
  /** The benefits less the costs of the flagged rows, of all segments; NaN if none were given. */
  readonly gain: number;
  /** Whether the limits of every segment hold for all future rows with the probability certify; not without certify. */
  readonly certified: boolean;
  /** The names of the segments, in the order of `bySegment`. */
  readonly segments: (string | number)[];
  readonly bySegment: BySegment;
}
export function segmentThresholds(
  truth: Mask,
  scores: Numbers,
  segments: Segments,
  options?: rows.ThresholdOptions & {
    weights?: Numbers;
    benefits?: Numbers;
    costs?: Numbers;
    limits?: { [segment: string]: SegmentLimits };
  },
): SegmentAnswer & { readonly answers: SegmentAnswer[] };

export function classMultipliers(
  truth: Integers,
  scores: Table,
  options?: rows.ThresholdOptions & { weights?: Numbers; costs?: Table },
): { multipliers: Float64Array; value: number; start: number; confusion: Grid<Float64Array> };
export function applyClasses(scores: Table, options?: { multipliers?: Numbers; costs?: Table }): Int32Array;

export type DecisionCurve = { readonly [fact in keyof rows.DecisionCurveFacts]: Grid<Float64Array> } & {
  /** The models, and "all": flagging every row. A row of each fact's table. */
  readonly curves: string[];
  readonly thresholds: Float64Array;
};
export function decisionCurve(
  truth: Mask,
  probabilities: Numbers | Table | { [model: string]: Numbers },
  options?: Omit<rows.ThresholdOptions, "reference"> & {
    weights?: Numbers;
    thresholds?: Numbers;
    reference?: number | string | null;
  },
): DecisionCurve;

export type Reliability = rows.ReliabilityFacts & { readonly bins: rows.ReliabilityBinFacts };
export function reliability(
  truth: Mask,
  probabilities: Numbers,
  options?: rows.ThresholdOptions & { weights?: Numbers },
): Reliability;

export type Prevalence = rows.PrevalenceFacts;
/** The shares of labels or classes among rows without labels, if rows of a label look as in training. */
export function estimatePrevalence(
  probabilities: Numbers | Table,
  options?: rows.ThresholdOptions & {
    kind?: "independent" | "categorical";
    /** Default: the shares of the calibration rows. */
    trainingPrior?: number | Numbers;
    /** Labelled rows as frequent as in training, on which probabilities are calibrated. */
    calibrationTruth?: Mask | MaskTable;
    calibrationProbabilities?: Numbers | Table;
  },
): Prevalence;

/** An estimate of a metric of a model, with its limits. */
export interface ThresholdEstimate {
  readonly model: string;
  readonly metric: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly standardError: number;
  /** Whether the limits are Clopper and Pearson's, of rows that weigh the same. */
  readonly exact: boolean;
}
/** A metric of the second model less that of the first. */
export interface ThresholdComparison {
  readonly first: string;
  readonly second: string;
  readonly metric: string;
  readonly difference: number;
  readonly low: number;
  readonly high: number;
  readonly standardError: number;
  readonly pValue: number;
  readonly pAdjusted: number;
}
export type ThresholdEvaluation = Pick<
  rows.ThresholdEvaluationFacts,
  | "nRows"
  | "nUnits"
  | "positives"
  | "negatives"
  | "nModels"
  | "nMetrics"
  | "tp"
  | "fp"
  | "fn"
  | "tn"
  | "warning"
  | "markdown"
  | "latex"
> & {
  readonly models: string[];
  readonly metrics: string[];
  readonly estimates: ThresholdEstimate[];
  readonly comparisons: ThresholdComparison[];
};
export function evaluateThresholds(
  truth: Mask,
  scores: Numbers | Table | { [model: string]: Numbers },
  thresholds?: number | Numbers | null,
  options?: Omit<rows.ThresholdOptions, "reference" | "metrics"> & {
    weights?: Numbers;
    groups?: Integers;
    reference?: number | string | null;
    metrics?: string | readonly string[] | null;
  },
): ThresholdEvaluation;

// ---- Cascades ------------------------------------------------------------------------------------

/** Arrays of one element per node, the root first; where a node is a leaf only its values count. */
export interface Tree {
  split: readonly (rows.SplitName | number)[];
  missing?: readonly (rows.MissingName | number)[];
  feature: Integers;
  left: Integers;
  right: Integers;
  threshold: Numbers;
  values: Numbers;
  output?: number;
  categories?: Integers;
  categoryBegin?: Integers;
}

export interface TreesOptions {
  /** Values of a leaf: 1, or the number of outputs. */
  leafWidth?: number;
  treesPerModel?: number;
  /** "float32" where outputs add up in float. */
  summation?: "float64" | "float32";
  /** Whether features are cut to float before they are compared. */
  floatFeatures?: boolean;
  base?: Numbers;
}
export class Trees extends Handle {
  constructor(nFeatures: number, nOutputs?: number, options?: TreesOptions);
  /** The trees of a model that XGBoost (JSON, UBJSON), LightGBM (text, JSON) or CatBoost (JSON) saved. `iterations`: how
   *  many rounds of boosting to take; 0: all. */
  static fromModel(bytes: State, options?: { iterations?: number }): Trees;
  readonly featureNames: string[] | null;
  readonly categories: string[] | null;
  add(tree: Tree): this;
  threshold(margin: number): number;
  evaluate(features: Table, options?: rows.CascadeOptions): Grid<Float64Array>;
  save(options: { binary: true }): Uint8Array;
  save(options?: SaveOptions): string;
  static load(state: State): Trees;
}
export interface Trees extends rows.TreesFacts {}

export interface Rated {
  weights?: Numbers;
  targets?: Numbers;
}
/** Rows with the scores of all models. */
export class CascadeScores extends Handle {
  constructor(nModels: number, nClasses?: number);
  static ofTrees(trees: Trees, features: Table, options?: Rated & rows.CascadeOptions): CascadeScores;
  feed(scores: Table, options?: Rated): this;
  feedTrees(trees: Trees, features: Table, options?: Rated & rows.CascadeOptions): this;
  merge(other: CascadeScores): this;
  copy(): CascadeScores;
  clear(): this;
}
export interface CascadeScores extends rows.CascadeScoresFacts {}

export interface CascadeDecisions {
  /** 0 or 1, with K classes the class. */
  decisions: Int32Array;
  /** How many models ran. */
  counts: Int32Array;
  /** The sum of scores of rows for which all models ran, else NaN; with K classes K numbers a row. */
  sums: Float64Array;
}
/** In which order models run, and when the sum so far decides. */
export class Cascade extends Handle {
  private constructor();
  static fit(
    scores: CascadeScores | Table,
    options?: rows.CascadeOptions & { calibration?: CascadeScores | Table | null },
  ): Cascade;
  calibrate(scores: CascadeScores | Table, options?: rows.CascadeOptions): Cascade;
  bind(trees: Trees): Cascade;
  readonly names: string[] | null;
  readonly featureNames: string[] | null;
  readonly categories: string[] | null;
  evaluate(
    scores: CascadeScores | Table,
    options?: rows.CascadeOptions,
  ): { disagreement: number; meanModels: number; meanCost: number; stops: Float64Array };
  apply(scores: Table, options?: rows.CascadeOptions): CascadeDecisions;
  applyTrees(features: Table, options?: rows.CascadeOptions): CascadeDecisions;
  applyFunction(nRows: number, score: (model: number, rows: number[]) => Numbers): CascadeDecisions;
  run(): CascadeRun;
  save(options: { binary: true }): Uint8Array;
  save(options?: SaveOptions): string;
  static load(state: State): Cascade;
}
export interface Cascade extends rows.CascadeFacts {}

/** One example on its way through a cascade. */
export class CascadeRun extends Handle {
  private constructor();
  /** The next model to run; null if the example is decided. */
  readonly model: number | null;
  readonly decision: number | null;
  readonly count: number;
  /** The sum of scores, of each class, once all models ran; else null. */
  readonly sums: Float64Array | null;
  start(): this;
  feed(scores: number | Numbers): this;
  decide(score: (model: number) => number | Numbers): number;
}

// ---- Model cascades ------------------------------------------------------------------------------

/** Of rows of stages, beside their confidences; answers or right are needed. */
export interface StageColumns {
  /** Classes, one column per stage, counted from 0; -1 for an answer of the last stage that is not known. */
  answers?: readonly Integers[] | Grid<Integers> | null;
  /** Classes; -1 if a row is not labelled. */
  truth?: Integers | null;
  /** How right each stage is, in [0, 1]; a row of NaN is not labelled. */
  right?: Table | null;
  /** A table, or one per stage. Default: 1 each. */
  costs?: Table | Numbers | null;
  weights?: Numbers | null;
  /** With which probability each row was drawn to be labelled, of those not drawn too; NaN: it was not considered. */
  labelProbabilities?: Numbers | null;
  segments?: Integers | null;
  /** A router's. */
  scores?: Numbers | null;
}
/** What is known of rows of a rule in use, beside which were flagged; all may be left out. */
export interface PromiseRows {
  /** With which each label was requested, known in advance; 1 each. */
  labelProbabilities?: Numbers | null;
  weights?: Numbers | null;
  /** What brokenSince and brokenAt count; the number of the row. */
  times?: Numbers | null;
  segments?: Integers | null;
}
/** A metric with a bound, and the rows of a rule in use: "precision>=0.95". Every answer holds at all times at once. */
export class MetricPromise extends Handle {
  constructor(claim: string, options?: rows.PromiseOptions);
  /** Adds rows, in an order that does not depend on their labels: 0, 1 or NOT_RATED. */
  feed(flagged: Mask, labels?: Mask | null, rows?: PromiseRows): this;
  merge(other: MetricPromise): this;
  copy(): MetricPromise;
  clear(): this;
  save(options: { binary: true }): Uint8Array;
  save(options?: SaveOptions): string;
  static load(state: State): MetricPromise;
}
export interface MetricPromise extends rows.PromiseFacts {}

/** Rows by which probabilities are calibrated: of all of them labels and probabilities, as vectors or tables. */
export interface CalibrationRows {
  calibrationTruth?: Mask | MaskTable | null;
  calibrationProbabilities?: Numbers | Table | null;
  calibrationWeights?: Numbers | null;
}
/** What is known of rows beside probabilities and decisions; all may be left out. */
export interface PerformanceRows {
  /** 0, 1 or, in a whole row, NOT_RATED. */
  labels?: Mask | MaskTable | null;
  /** With labels: the probability with which each row's were asked for, known in advance. */
  labelProbabilities?: Numbers | null;
  weights?: Numbers | null;
  segments?: Integers | null;
}
/** Estimates of a metric by chunk of the rows, while labels are missing. It sees no change of P(label | row). */
export class Performance extends Handle {
  constructor(metric: string | Metric, options?: rows.PerformanceOptions & CalibrationRows);
  /** Adds the estimates of rows: one chunk, or several by chunkRows. */
  feed(probabilities: Numbers | Table, flagged: Mask | MaskTable, rows?: PerformanceRows): this;
  clear(): this;
}
export interface Performance extends rows.PerformanceFacts {}

/** Rows with what every stage answers, how sure it is and what it costs; the truth of some of them. */
export class Stages extends Handle {
  constructor(nStages: number);
  feed(confidences: Table, columns?: StageColumns): this;
  merge(other: Stages): this;
  /** The rows to label next, ascending. */
  ask(options?: rows.RouteOptions): number[];
  label(rows: Integers, labels: { truth: Integers } | { right: Table }): this;
  copy(): Stages;
  save(options: { binary: true }): Uint8Array;
  save(options?: SaveOptions): string;
  static load(state: State): Stages;
}
export interface Stages extends rows.StagesFacts {}

export interface RouteAnswer<Answer> {
  answer: Answer;
  /** The one that gave it. */
  stage: number;
  asked: number[];
}
/** A row's segment, or by class the answer of the first stage; with a router its score. */
export interface RouteRow {
  group?: number;
  score?: number;
}
/** Which stage answers a row. */
export class Route extends Handle {
  private constructor();
  static choose(stages: Stages, options?: rows.RouteOptions): Route;
  /** One row per group, one column per stage: NaN if it is not asked, -Infinity if it answers all rows. */
  readonly thresholds: Grid<Float64Array>;
  /** The stage to call after `stage` (-1: none yet) was as sure as this; -1 if its answer is taken. */
  next(stage?: number, confidence?: number, options?: { group?: number }): number;
  /** Which stage answers each row; with a router its scores are given instead of confidences. */
  apply(confidences: Table | Numbers, groups?: Integers | null): Int32Array;
  /** The quality of this route, to be watched in use: `bound` is the least one, as the route does not keep minQuality. */
  promise(options: rows.PromiseOptions & { bound: number }): MetricPromise;
  run<Row, Answer>(
    stages: readonly ((row: Row) => [Answer, number])[],
    row: Row,
    options?: RouteRow,
  ): RouteAnswer<Answer>;
  runAsync<Row, Answer>(
    stages: readonly ((row: Row) => [Answer, number] | Promise<[Answer, number]>)[],
    row: Row,
    options?: RouteRow,
  ): Promise<RouteAnswer<Answer>>;
  evaluate(
    stages: Stages,
    options?: Pick<rows.RouteOptions, "measure" | "beta" | "positive">,
  ): { cost: number; quality: number; shares: Float64Array };
  save(options: { binary: true }): Uint8Array;
  save(options?: SaveOptions): string;
  static load(state: State): Route;
}
export interface Route extends rows.RouteFacts {}

/** Which rows of one table to send to a better stage, and when to stop. */
export class Labelling extends Handle {
  /** @param chances of an event, in [0, 1]: a wrong answer, a positive, or with "precision" a negative that is flagged. */
  constructor(
    chances: Numbers,
    quality?: rows.LabelledQualityName,
    options?: { minQuality?: number; certify?: number; seed?: number | bigint },
  );
  /** The rows to label next, at most this many (100); the same until they are answered. */
  next(most?: number): number[];
  /** @param chances new ones of all rows, as from the labels so far. */
  answer(events: Mask, chances?: Numbers): this;
  run(ask: (rows: number[]) => Mask, most?: number): this;
  runAsync(ask: (rows: number[]) => Mask | Promise<Mask>, most?: number): Promise<this>;
  /** 1 for each row that was labelled. */
  readonly mask: Uint8Array;
}
export interface Labelling extends rows.LabellingFacts {}

// ---- Learners ------------------------------------------------------------------------------------

export interface DatasetOptions {
  labels?: MaskTable | Sparse;
  classes?: Integers;
  nClasses?: number;
  weights?: Numbers;
  groups?: Integers;
  marginals?: Table;
}
export class Dataset extends Handle {
  constructor(features: Table | Sparse, options?: DatasetOptions);
}
export interface Dataset extends rows.DatasetFacts {}

export interface LearnerChoice {
  part: string;
  what: string;
  value: number;
  loss: number;
  values: Float64Array;
  losses: Float64Array;
}
export class Learner extends Handle {
  private constructor();
  static fit(name: rows.LearnerName | (string & {}), dataset: Dataset, options?: rows.LearnerOptions): Learner;
  readonly featureNames: string[] | null;
  readonly labelNames: string[] | null;
  readonly choices: LearnerChoice[];
  probabilities(rows: Dataset | Table | Sparse, options?: rows.DecisionOptions): Grid<Float64Array>;
  decide(rows: Dataset | Table | Sparse, metric: MetricLike, options?: rows.DecisionOptions & Exactly): Decisions;
  estimator(rows: Dataset | Table | Sparse, row?: number, options?: rows.DecisionOptions): Estimator;
  save(options: { binary: true }): Uint8Array;
  save(options?: SaveOptions): string;
  static load(state: State): Learner;
}
export interface Learner extends rows.LearnerFacts {}

/** Log-odds or other scores, instead of probabilities. */
export type CalibrationScores = { scores: Numbers };
export type CalibrationClassScores = { scores: Table };
/** Calibrated probabilities, from the probabilities or the scores of a classifier. */
export class Calibration extends Handle {
  private constructor();
  static fit(
    name: rows.CalibrationName,
    truth: Mask,
    probabilities: Numbers | CalibrationScores,
    options?: { weights?: Numbers },
  ): Calibration;
  /** Of exclusive classes: the column of each row's class, and a table of one column per class. */
  static fit(
    name: rows.CalibrationName,
    truth: Integers,
    probabilities: Table | CalibrationClassScores,
    options?: { weights?: Numbers },
  ): Calibration;
  /** What it was fitted to, and what it is applied to. */
  readonly input: rows.CalibrationInputName;
  /** The number of columns of its tables; 0 if it takes vectors. */
  readonly nClasses: number;
  /** What log-odds or logits are divided by; NaN for other methods. */
  readonly temperature: number;
  apply(probabilities: Numbers | CalibrationScores): Float64Array;
  apply(probabilities: Table | CalibrationClassScores): Grid<Float64Array>;
  // rows: methods calibration
  /** Probabilities that hold at one prior, moved exactly to another. A label's odds are multiplied by the ratio of its
   * prior odds; exclusive classes and "none of them" by the ratios of their priors, and normalised (Saerens et al.
   * 2002, eq. 4). @param probabilities One column per label, in [0, 1]. @param trainingPrior One number per label, in
   * (0, 1): its share of the rows where the probabilities hold. @param prior One number per label, in [0, 1]: its share
   * where they are to hold. */
  static adapt(
    probabilities: Table,
    trainingPrior: Numbers,
    prior: Numbers,
    options?: { kind?: rows.KindName },
  ): Grid<Float64Array>;
  // end of rows
  save(options: { binary: true }): Uint8Array;
  save(options?: SaveOptions): string;
  static load(state: State): Calibration;
}

// ---- The package ---------------------------------------------------------------------------------

/** The release of the library. */
export function version(): string;
/**
 * Fulfilled once the library can be called. Browsers must await it before the first call; Node can call at once. Of
 * "libwald/separate" it is fulfilled once `load` has finished.
 */
export const ready: Promise<void>;
