// Scores and labels to a threshold: the frontier, limits that can be dragged, the chosen point with its intervals and
// its certificate.
import * as draw from './draw.js';
import { thresholdCode } from './code.js';
import * as engine from './engine.js';
import { Figure } from './parts.js';

const SHOWN = 300;
const PRICES = Array.from({ length: 49 }, (_, i) => (i + 1) / 50);
const number = (value, digits = 3) => draw.format(value, digits);
const limit = (text) => (text === '' || text === undefined ? null : Number(text));
const rounded = (value, step) => String(Number((Math.round(value / step) * step).toPrecision(6)));

// What an answer's flags say (docs/reference.md).
const NOTES = {
  nothing_flagged: 'No row is flagged.',
  everything_flagged: 'Every row is flagged.',
  target_not_attained: 'No alert is worth its cost, or the limits leave none.',
  recall_out_of_reach: 'That recall is out of reach: this is the nearest point.',
  few_positives: 'There are fewer than 50 positive rows.',
  saturated_scores: 'The positives have fewer than 10 distinct scores.',
  inverted_scores: 'The scores rank negatives above positives, more than by chance.',
  only_positives: 'No row is negative.',
};

export const thresholdView = {
  id: 'threshold',
  title: 'Threshold',
  about:
    'Two columns, a score and a label of 0 or 1: above which score to flag a row. Drag the limits in the pictures, ' +
    'or move them by the arrow keys or the sliders.',
  data: 'CSV or JSON with a column of labels (y, label, or the first of zeros and ones) and a column of scores',
  examples: { cancer: 'Breast cancer: 285 patients, malignant or not', eight: 'Digits: is it an 8? 899 images' },
  fields: [
    {
      key: 'goal',
      label: 'Wanted',
      type: 'select',
      value: 'limits',
      options: [
        ['limits', 'the best within the limits alone'],
        ['metric', 'the greatest metric within them'],
        ['cost', 'the greatest net benefit within them'],
      ],
    },
    { key: 'metric', label: 'Metric', type: 'text', value: 'f1', list: ['f1', 'fbeta:2', 'fbeta:0.5', 'jaccard'] },
    {
      key: 'marginalPrecision',
      label: 'An alert pays from probability',
      type: 'range',
      value: '0.3',
      min: 0.01,
      max: 0.99,
      step: 0.01,
      help: 'q: one hit is worth as much as (1 - q)/q false alarms cost.',
    },
    {
      key: 'minPrecision',
      label: 'Precision at least',
      type: 'range',
      value: '',
      min: 0,
      max: 1,
      step: 0.01,
      unset: 0,
      help: 'Met by its lower limit at 90 %, not by the estimate alone.',
    },
    { key: 'minRecall', label: 'Recall at least', type: 'range', value: '0.95', min: 0, max: 1, step: 0.01, unset: 0 },
    { key: 'maxAlerts', label: 'Alerts at most', type: 'range', value: '', min: 0, max: 1000, step: 1, unset: 1e9 },
    {
      key: 'certify',
      label: 'Certified for future rows with probability',
      type: 'select',
      value: '',
      options: [
        ['', 'not certified'],
        ['0.8', '0.8'],
        ['0.9', '0.9'],
        ['0.95', '0.95'],
        ['0.99', '0.99'],
      ],
      help: 'Precision and recall then hold for all future rows; where they cannot, nothing is flagged.',
    },
  ],
  words: { max_alert_rate: 'Alerts at most', cost_ratio: 'An alert pays from probability', max_fpr: null },
  build(parent, changed) {
    const set = {
      precision: ['minPrecision', 0.01],
      recall: ['minRecall', 0.01],
      alerts: ['maxAlerts', 1],
      price: ['marginalPrecision', 0.01],
    };
    const dragged = (id, value) => changed(set[id][0], rounded(value, set[id][1]));
    const steps = Object.fromEntries(Object.entries(set).map(([id, [, step]]) => [id, step]));
    this.frontier = new Figure(parent, 'Precision and recall', { dragged, steps });
    this.alerts = new Figure(parent, 'Recall by number of alerts', { dragged, steps });
    this.price = new Figure(parent, 'What alerts are worth', { dragged, steps });
    this.scores = new Figure(parent, 'Scores of both kinds');
  },
  hidden: (key, state) =>
    (key === 'metric' && state.goal !== 'metric') || (key === 'marginalPrecision' && state.goal !== 'cost'),
  limits: (key, state, { table }) => (key === 'maxAlerts' ? { max: table.rows } : null),
  update(state, { table, file }) {
    const { scores, labels, names } = columnsOf(table);
    const asked = {
      minPrecision: limit(state.minPrecision) || null, // at 0 nothing is asked
      minRecall: limit(state.minRecall) || null,
      maxAlerts: limit(state.maxAlerts) < table.rows ? limit(state.maxAlerts) : null,
      certify: limit(state.certify),
    };
    const of = {
      limits: {},
      metric: { metric: state.metric },
      cost: { marginalPrecision: limit(state.marginalPrecision) },
    };
    const options = { ...asked, ...of[state.goal], baselines: false };
    if (asked.maxAlerts !== null && asked.certify !== null) {
      options.maxAlertRate = asked.maxAlerts / table.rows;
      options.maxAlerts = null;
    }
    const found = engine.chooseThreshold(labels, scores, options);
    this.drawFrontier(found, state);
    this.drawAlerts(found, state, table.rows);
    this.price.root.hidden = state.goal !== 'cost';
    if (state.goal === 'cost') this.drawPrice(scores, labels, found, state);
    this.drawScores(scores, labels, found);
    const rows = [
      ['marginal_precision', of[state.goal].marginalPrecision],
      ['min_precision', asked.minPrecision],
      ['min_recall', asked.minRecall],
      ['max_alerts', options.maxAlerts],
      ['max_alert_rate', options.maxAlertRate],
      ['certify', asked.certify],
    ];
    return {
      lines: this.say(found, state),
      code: thresholdCode(file, names.label, names.score, of[state.goal].metric, rows, table),
      data: { threshold: found.threshold, tp: found.chosen.tp, fp: found.chosen.fp, certified: found.chosen.certified },
    };
  },
  say(found, state) {
    const { chosen } = found;
    const none = !(found.threshold < Infinity);
    const range = ({ low, high }) => `${number(low)} to ${number(high)}`;
    const rule = none ? 'Flag nothing' : `Flag where the score is at least ${number(found.threshold, 6)}`;
    const flagged = `${number(chosen.tp)} of ${number(found.positives)} positives`;
    const lines = [
      `${rule}: ${flagged} and ${number(chosen.fp)} of ${number(found.negatives)} negatives.`,
      `Precision ${number(chosen.precision)} (95 %: ${range(found.precision)}), recall ${number(chosen.recall)} ` +
        `(95 %: ${range(found.recall)}). Asked for: ${chosen.objective}.`,
    ];
    if (state.certify !== '')
      lines.push(
        chosen.certified
          ? `Certified: the limits hold for all future rows with probability ${state.certify}.`
          : 'Not certified.',
      );
    if (chosen.warning) lines.push(`${chosen.warning[0].toUpperCase()}${chosen.warning.slice(1)}.`);
    const said = chosen.flags.filter((flag) => flag !== 'in_sample_scores');
    lines.push(...said.map((flag) => NOTES[flag] ?? `${flag}.`));
    return lines;
  },
  drawFrontier(found, state) {
    const { frontier } = found;
    const kept = spread(frontier.tp.length).filter((i) => frontier.tp[i] + frontier.fp[i] > 0);
    const pick = (list) => kept.map((i) => list[i]);
    const band = frontier.precisionLow.length > 0;
    const curve = {
      name: band ? 'frontier, with its band' : 'frontier',
      recall: kept.map((i) => frontier.tp[i] / found.positives),
      precision: kept.map((i) => frontier.tp[i] / (frontier.tp[i] + frontier.fp[i])),
      ...(band ? { low: pick(frontier.precisionLow), high: pick(frontier.precisionHigh) } : {}),
    };
    const points =
      found.threshold < Infinity
        ? [
            {
              name: 'chosen',
              x: found.chosen.recall,
              y: found.chosen.precision,
              xLow: found.recall.low,
              xHigh: found.recall.high,
              yLow: found.precision.low,
              yHigh: found.precision.high,
              color: 2,
            },
          ]
        : [];
    const handles = [
      { id: 'precision', axis: 'y', value: limit(state.minPrecision) ?? 0, label: 'Precision at least' },
      { id: 'recall', axis: 'x', value: limit(state.minRecall) ?? 0, label: 'Recall at least' },
    ];
    this.frontier.show(
      (width) =>
        draw.frontier({
          width: Math.min(width, 620),
          id: 'pr',
          kind: 'pr',
          curves: [curve],
          points,
          handles,
          prevalence: found.positives / (found.positives + found.negatives),
          title: 'Precision against recall',
          desc: `Chosen: precision ${number(found.chosen.precision)}, recall ${number(found.chosen.recall)}.`,
        }),
      {
        caption: 'The frontier',
        columns: ['threshold', ...['tp', 'fp', 'precision', 'recall'].map((name) => ({ name, number: true }))],
        rows: kept.map((i, n) => [
          number(frontier.thresholds[i], 6),
          frontier.tp[i],
          frontier.fp[i],
          curve.precision[n],
          curve.recall[n],
        ]),
      },
    );
  },
  drawAlerts(found, state, rows) {
    const { frontier } = found,
      kept = spread(frontier.tp.length);
    const x = kept.map((i) => frontier.tp[i] + frontier.fp[i]),
      y = kept.map((i) => frontier.tp[i] / found.positives);
    const marks = [{ x: found.chosen.tp + found.chosen.fp, y: found.chosen.recall, name: 'chosen', color: 2 }];
    this.alerts.show(
      (width) =>
        draw.lineChart({
          width,
          id: 'alerts',
          title: 'Recall against the number of alerts',
          desc: `Chosen: ${number(found.chosen.tp + found.chosen.fp)} alerts.`,
          x: { label: 'Alerts', min: 0, max: rows },
          y: { label: 'Recall', min: 0, max: 1 },
          series: [{ name: 'frontier', x, y, kind: 'step' }],
          marks,
          handles: [
            { id: 'alerts', axis: 'x', value: Math.min(limit(state.maxAlerts) ?? rows, rows), label: 'Alerts at most' },
          ],
        }),
      {
        caption: 'Recall by alerts',
        columns: [
          { name: 'alerts', number: true },
          { name: 'recall', number: true },
        ],
        rows: kept.map((_, i) => [x[i], y[i]]),
      },
    );
  },
  drawPrice(scores, labels, found, state) {
    if (this.known?.scores !== scores) this.known = { scores, values: engine.netBenefit(labels, scores, PRICES) };
    const { values } = this.known,
      q = limit(state.marginalPrecision);
    this.price.show(
      (width) =>
        draw.lineChart({
          width,
          id: 'price',
          title: 'Net benefit of the best threshold at each price',
          desc: `At ${number(q)} the answer is worth ${number(found.chosen.value)} true positives.`,
          x: { label: 'An alert pays from this probability', min: 0, max: 1 },
          y: { label: 'Net benefit in true positives', min: 0 },
          series: [{ x: PRICES, y: values, name: 'best threshold without limits' }],
          marks: [{ x: q, y: found.chosen.value, name: 'chosen', color: 2 }],
          handles: [{ id: 'price', axis: 'x', value: q, label: 'An alert pays from probability' }],
        }),
      {
        caption: 'Net benefit',
        columns: [
          { name: 'probability', number: true },
          { name: 'net benefit', number: true },
        ],
        rows: PRICES.map((price, i) => [price, values[i]]),
      },
    );
  },
  drawScores(scores, labels, found) {
    const low = scores.reduce((a, b) => Math.min(a, b)),
      high = scores.reduce((a, b) => Math.max(a, b)),
      bins = 20,
      wide = (high - low) / bins || 1;
    const counts = [new Array(bins).fill(0), new Array(bins).fill(0)];
    scores.forEach((s, i) => (counts[labels[i]][Math.min(bins - 1, Math.floor((s - low) / wide))] += 1));
    const edges = Array.from({ length: bins + 1 }, (_, i) => low + i * wide);
    const cuts = found.threshold < Infinity ? [{ value: found.threshold, name: 'chosen threshold' }] : [];
    this.scores.show(
      (width) =>
        draw.histogram({
          width,
          id: 'scores',
          edges,
          positives: counts[1],
          negatives: counts[0],
          cuts,
          x: { label: 'Score' },
          title: 'Scores of positives and negatives',
          desc: `The cut lies at ${number(found.threshold)}.`,
        }),
      {
        caption: 'Rows by score',
        columns: ['from', ...['positives', 'negatives'].map((name) => ({ name, number: true }))],
        rows: counts[1].map((count, i) => [number(edges[i]), count, counts[0][i]]),
      },
    );
  },
};

const spread = (length) => {
  const every = Math.max(1, Math.ceil(length / SHOWN));
  return Array.from({ length }, (_, i) => i).filter((i) => i % every === 0 || i === length - 1);
};

// Which column has the labels and which the scores; kept, so that the same table gives the same arrays.
const seen = new WeakMap();
function columnsOf(table) {
  if (seen.has(table)) return seen.get(table);
  if (table.columns.length < 2) throw new Error('Your data have 1 column of numbers: one of labels and one of scores are needed');
  const binary = table.columns.map((column) => column.every((value) => value === 0 || value === 1));
  const named = table.names.findIndex((name, i) => binary[i] && /^(y|label|truth|target)$/i.test(name));
  const label = named >= 0 ? named : binary.indexOf(true);
  if (label < 0) throw new Error('No column of your data holds only 0 and 1: one of labels is needed');
  const score = table.columns.findIndex((_, i) => i !== label);
  const labels = Uint8Array.from(table.columns[label]);
  const found = {
    scores: table.columns[score],
    labels,
    names: { label: table.names[label], score: table.names[score] },
  };
  seen.set(table, found);
  return found;
}
