// What the playground asks of the library: the one module that calls it. Answers are plain data, and nothing is
// computed here that the library computes.

const wald = globalThis.wald;

export const ready = () => wald.ready;
export const version = () => wald.version();
export const metricNames = () => wald.metrics().map((metric) => metric.name);

const CURVE_LIMIT = 3000; // beyond, curves of metrics that are no ratio of sums take long
const RATIOS = /^(f1|fbeta:|jaccard|precision|recall|hamming|cost:|accuracy)/;

function set(options) {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null && value !== undefined));
}

/** All decisions for a table, and beside them those of the cut at 1/2: what each is expected to be worth, what it was
 * worth where the truth is known. */
export function decideTable(grid, truth, metric, options) {
  const decisions = wald.decideRows(grid, metric, set(options));
  const half = { ...grid, data: Uint8Array.from(grid.data, (p) => (p > 0.5 ? 1 : 0)) };
  const { average, kind } = options;
  const ofHalf = wald.expectedRows(grid, metric, half, { average, kind });
  const mean = (list) => list.reduce((sum, value) => sum + value, 0) / list.length;
  const mask = decisions.mask.data;
  const answer = {
    problems: decisions.length,
    expected: { best: mean(decisions.expected), half: mean(ofHalf.expected) },
    changed: mask.reduce((sum, value, i) => sum + (value !== half.data[i]), 0) / mask.length,
    bound: decisions.bound.reduce((most, value) => Math.max(most, value), 0),
    mask,
  };
  if (truth) {
    const worth = (prediction) => wald.evaluate(truth, prediction, metric, { average }).value;
    answer.realised = { best: worth(decisions.mask), half: worth(half) };
  }
  return answer;
}

/** One problem: its decision, that of the cut at 1/2, and the best expected utility at every k. */
export function decideOne(p, metric, options) {
  const { average: _, ...own } = set(options);
  const decision = wald.decide(p, metric, own);
  const mask = Uint8Array.from(p, (value) => (value > 0.5 ? 1 : 0));
  const half = wald.expected(p, metric, mask, own.kind ? { kind: own.kind } : {});
  const drawn = p.length <= CURVE_LIMIT || RATIOS.test(metric);
  return {
    decision,
    mask: decision.mask,
    half: { k: mask.reduce((sum, value) => sum + value, 0), utility: half.expected, mask },
    curve: drawn ? wald.curve(p, metric, own) : null,
  };
}

/** The threshold of one score for what is asked, the frontier, and what alerts are worth at each price. */
export function chooseThreshold(labels, scores, options) {
  const sample = new wald.Sample().feed(labels, scores);
  try {
    const frontier = sample.frontier(set({ certify: options.certify }));
    const chosen = sample.choose(set(options));
    try {
      const fact = (name) => Array.from(frontier[name]);
      return {
        chosen: chosen.toJSON(),
        threshold: chosen.thresholds[0],
        precision: chosen.interval('precision'),
        recall: chosen.interval('recall'),
        frontier: {
          thresholds: Array.from(frontier.thresholds.data),
          tp: fact('tp'),
          fp: fact('fp'),
          precisionLow: fact('precisionLow'),
          precisionHigh: fact('precisionHigh'),
        },
        positives: frontier.positives,
        negatives: frontier.negatives,
        rocArea: frontier.rocArea,
      };
    } finally {
      chosen.free();
      frontier.free();
    }
  } finally {
    sample.free();
  }
}

/** The greatest net benefit of any threshold, by the probability from which an alert pays. */
export function netBenefit(labels, scores, prices) {
  const sample = new wald.Sample().feed(labels, scores);
  try {
    return prices.map((marginalPrecision) => {
      const chosen = sample.choose({ marginalPrecision, baselines: false });
      const { value } = chosen;
      chosen.free();
      return value;
    });
  } finally {
    sample.free();
  }
}

/** A cascade over the scores of an ensemble's models: where rows stop, what it costs, and in what it differs. */
export function fitCascade(grid, options, aside) {
  const kept = Math.round(grid.rows * (1 - aside));
  const part = (from, to) => ({
    data: grid.data.subarray(from * grid.columns, to * grid.columns),
    rows: to - from,
    columns: grid.columns,
  });
  const wanted = set(options);
  if (aside > 0) wanted.calibration = part(kept, grid.rows);
  const cascade = wald.Cascade.fit(aside > 0 ? part(0, kept) : grid, wanted);
  try {
    const { decisions, counts } = cascade.apply(grid);
    const facts = {};
    for (const name of [
      'nModels',
      'disagreement',
      'meanModels',
      'meanCost',
      'fullCost',
      'speedup',
      'crossDisagreement',
      'crossMeanModels',
      'certifiedDisagreement',
      'certify',
      'heldOutDisagreement',
      'nHeldOutRows',
      'nRows',
    ])
      facts[name] = cascade[name];
    return {
      facts,
      decisions,
      counts,
      order: Array.from(cascade.order),
      low: Array.from(cascade.low),
      high: Array.from(cascade.high),
    };
  } finally {
    cascade.free();
  }
}

/** Cost and disagreement of cascades for several budgets. */
export function costCurve(grid, options, alphas) {
  return alphas.map((alpha) => {
    const cascade = wald.Cascade.fit(grid, { ...set(options), alpha });
    const found = { alpha, cost: cascade.meanModels, disagreement: cascade.disagreement };
    if (options.folds) Object.assign(found, { crossCost: cascade.crossMeanModels, cross: cascade.crossDisagreement });
    cascade.free();
    return found;
  });
}
