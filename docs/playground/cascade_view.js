// Scores of an ensemble's models to a cascade: which position decides how many rows, cost against disagreement.
import * as draw from './draw.js';
import { cascadeCode } from './code.js';
import { grid } from './csv.js';
import * as engine from './engine.js';
import { Figure } from './parts.js';

const BUDGETS = [0, 0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05];
const MOST = 0.06;
const number = (value, digits = 3) => draw.format(value, digits);
const percent = (share) => `${number(100 * share)} %`;

export const cascadeView = {
  id: 'cascade',
  title: 'Cascade',
  about:
    'A table of scores: one row per example, one column per model of an ensemble, which decides for 1 if the sum of ' +
    'all is at or above a threshold. A cascade asks the models one by one, and stops once the sum so far decides.',
  data: 'Scores as CSV or JSON, one column per model',
  examples: { trees: 'Digits: 100 boosted trees, 899 images' },
  fields: [
    { key: 'threshold', label: 'Positive from the sum', type: 'number', value: '-18' },
    {
      key: 'order',
      label: 'Order of the models',
      type: 'select',
      value: 'natural',
      options: [
        ['natural', 'as they stand'],
        ['joint', 'chosen with the thresholds (joint)'],
        ['mse', 'by squared error'],
        ['greedy', 'greedy'],
        ['random', 'random'],
      ],
    },
    {
      key: 'alpha',
      label: 'Share that may differ',
      type: 'range',
      value: '0.005',
      min: 0,
      max: MOST,
      step: 0.001,
      help: 'Of the rows fitted to.',
    },
    {
      key: 'negativesOnly',
      label: 'Rows leave early as',
      type: 'select',
      value: '',
      options: [
        ['', 'positives and negatives'],
        ['1', 'negatives only'],
      ],
    },
    {
      key: 'aside',
      label: 'Set aside for a certificate',
      type: 'select',
      value: '0',
      options: [
        ['0', 'nothing'],
        ['0.25', 'the last quarter of the rows'],
        ['0.5', 'the last half of the rows'],
      ],
    },
    {
      key: 'maxDisagreement',
      label: 'To be certified',
      type: 'number',
      value: '0.02',
      min: 0.001,
      max: 0.5,
      step: 0.001,
      help: 'The share of future rows that may differ, with probability 0.95.',
    },
  ],
  words: { folds: 'Number of parts for cross-fitting' },
  build(parent, changed) {
    const dragged = (_, value) => changed('alpha', String(Number(Math.max(0, value).toFixed(3))));
    this.shares = new Figure(parent, 'Where rows are decided');
    this.costs = new Figure(parent, 'Cost against disagreement', { dragged, steps: { alpha: 0.001 } });
  },
  hidden: (key, state) => key === 'maxDisagreement' && state.aside === '0',
  limits: () => null,
  update(state, { table, file }) {
    const cells = grid(table),
      aside = Number(state.aside);
    const shared = {
      threshold: Number(state.threshold),
      order: state.order,
      negativesOnly: state.negativesOnly !== '' || null,
    };
    const options = { ...shared, alpha: Number(state.alpha), folds: aside > 0 ? null : 5 };
    if (aside > 0) options.maxDisagreement = Number(state.maxDisagreement);
    const found = engine.fitCascade(cells, options, aside);
    const key = JSON.stringify(shared);
    if (this.known?.table !== table || this.known.key !== key)
      this.known = { table, key, points: engine.costCurve(cells, { ...shared, folds: 5 }, BUDGETS) };
    this.drawShares(found, table);
    this.drawCosts(found, this.known.points, options.alpha);
    const rows = [
      ['threshold', shared.threshold],
      ['order', state.order === 'joint' ? '' : state.order],
      ['alpha', options.alpha],
      ['negatives_only', shared.negativesOnly],
      ['folds', options.folds],
    ];
    return {
      lines: this.say(found, aside),
      code: cascadeCode(file, rows, aside > 0, [['max_disagreement', options.maxDisagreement]]),
      data: { meanModels: found.facts.meanModels, disagreement: found.facts.disagreement },
    };
  },
  say({ facts }, aside) {
    const lines = [
      `${number(facts.meanModels)} of ${number(facts.nModels)} models run on average: ${number(
        facts.speedup,
      )} times as fast. ${percent(facts.disagreement)} of the rows fitted to are decided differently than by all models.`,
    ];
    if (aside > 0)
      lines.push(
        facts.certifiedDisagreement > 0
          ? `Certified on ${number(facts.nHeldOutRows)} other rows: at most ${percent(
              facts.certifiedDisagreement,
            )} of future rows are decided differently, with probability ${number(facts.certify)}.`
          : 'Nothing could be certified: ' + 'no row leaves early.',
      );
    else
      lines.push(
        `On new rows (cross-fitted): ${number(facts.crossMeanModels)} models, ${percent(
          facts.crossDisagreement,
        )} decided otherwise.`,
      );
    return lines;
  },
  drawShares(found, table) {
    const n = found.facts.nModels,
      rows = found.counts.length;
    const at = Array.from({ length: n }, () => [0, 0]);
    found.counts.forEach((count, i) => (at[Math.max(1, count) - 1][found.decisions[i]] += 1 / rows));
    const positions = at.map(([negative, positive], i) => ({ name: String(i + 1), shares: { positive, negative } }));
    this.shares.show(
      (width) =>
        draw.cascadeShares({
          width,
          id: 'shares',
          positions,
          kinds: ['positive', 'negative'],
          title: 'Share of rows decided after each number of models',
          desc: `${number(found.facts.meanModels)} models on average.`,
        }),
      {
        caption: 'Positions',
        columns: [
          'position',
          'model',
          ...['decided positive', 'decided negative', 'negative below', 'positive from'].map((name) => ({
            name,
            number: true,
          })),
        ],
        rows: positions.map((p, i) => [
          p.name,
          table.names[found.order[i]],
          percent(p.shares.positive),
          percent(p.shares.negative),
          found.low[i],
          found.high[i],
        ]),
      },
    );
  },
  drawCosts(found, points, alpha) {
    const line = (name, cost, share) => ({
      name,
      cost: points.map((p) => p[cost]),
      disagreement: points.map((p) => p[share]),
    });
    const lines = [line('rows fitted to', 'cost', 'disagreement'), line('cross-fitted', 'crossCost', 'cross')];
    const chosen = [{ x: found.facts.meanModels, y: found.facts.disagreement, name: 'chosen', color: 3 }];
    this.costs.show(
      (width) =>
        draw.costCurve({
          width,
          id: 'costs',
          lines,
          points: chosen,
          x: { label: 'Models asked on average' },
          y: { max: MOST },
          handles: [{ id: 'alpha', axis: 'y', value: alpha, label: 'Share that may differ' }],
          title: 'Models asked against the share decided otherwise',
          desc: `Chosen: ${number(found.facts.meanModels)} models, ${percent(
            found.facts.disagreement,
          )} decided otherwise.`,
        }),
      {
        caption: 'Budgets',
        columns: [
          'may differ',
          ...['models', 'differs', 'models, cross-fitted', 'differs, cross-fitted'].map((name) => ({
            name,
            number: true,
          })),
        ],
        rows: points.map((p) => [percent(p.alpha), p.cost, percent(p.disagreement), p.crossCost, percent(p.cross)]),
      },
    );
  },
};
