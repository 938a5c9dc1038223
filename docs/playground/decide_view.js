// Probabilities to decisions: the curve over k, the decision beside that of the cut at 1/2, what each is worth.
import * as draw from './draw.js';
import { decideCode } from './code.js';
import { grid } from './csv.js';
import * as engine from './engine.js';
import { Figure, element } from './parts.js';

const SHOWN = 400; // points of a curve, and rows of a table, that are drawn
const number = (value, digits = 4) => draw.format(value, digits);

export const decideView = {
  id: 'decide',
  title: 'Decide',
  about:
    'A table of probabilities: one row per item, one column per label. Each row, each column or the whole table is one ' +
    'problem: which labels to choose so that the metric is expected to be greatest.',
  data: 'Probabilities as CSV or JSON, one column per label',
  truth: 'True labels as CSV or JSON, in the same shape (may be left empty)',
  examples: {
    yeast: 'Yeast: 917 genes, 14 functions',
    digits: 'Digits: 899 images, 10 digits, with truth',
    breast_cancer: 'Breast cancer: 285 patients, 1 label, with truth',
  },
  fields: [
    {
      key: 'metric',
      label: 'Metric',
      type: 'text',
      value: 'f1',
      list: [
        'f1',
        'fbeta:2',
        'fbeta:0.5',
        'jaccard',
        'balanced_accuracy',
        'gmean',
        'hmean',
        'mcc',
        'kappa',
        'fowlkes_mallows',
        'hamming',
        'cost:1:5',
        'subset_accuracy',
      ],
      help: 'f1, fbeta:2, jaccard, gmean, mcc, cost:1:5 ... The reference lists all.',
    },
    {
      key: 'average',
      label: 'One problem is',
      type: 'select',
      value: 'instance',
      options: [
        ['instance', 'each row (instance)'],
        ['macro', 'each column (macro)'],
        ['micro', 'the whole table (micro)'],
      ],
    },
    {
      key: 'kind',
      label: 'Labels of a row are',
      type: 'select',
      value: 'independent',
      options: [
        ['independent', 'independent'],
        ['categorical', 'exclusive: at most one is true'],
      ],
    },
    {
      key: 'atLeast',
      label: 'At least this many',
      type: 'number',
      value: '',
      min: 0,
      step: 1,
      help: 'Positives in each answer.',
    },
    { key: 'atMost', label: 'At most this many', type: 'number', value: '', min: 0, step: 1 },
    {
      key: 'problem',
      label: 'Show problem',
      type: 'range',
      value: '1',
      min: 1,
      max: 1,
      step: 1,
      help: 'Which row or column the curve and the labels are of.',
    },
  ],
  words: {},
  build(parent) {
    this.curve = new Figure(parent, 'Expected utility by number of positives');
    this.worth = new Figure(parent, 'What decisions are worth');
    this.labels = element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Decisions' });
    parent.append(
      element('section', { 'aria-label': 'Labels' }, element('h2', {}, 'Decisions, the likeliest first'), this.labels),
    );
  },
  hidden: (key, state) => key === 'problem' && state.average === 'micro',
  limits(key, state, { table }) {
    return key === 'problem' ? { max: state.average === 'macro' ? table.columns.length : table.rows } : null;
  },
  update(state, { table, truth, file }) {
    if (truth && (truth.rows !== table.rows || truth.columns.length !== table.columns.length))
      throw new Error(
        `truth has ${truth.rows} x ${truth.columns.length} cells: must have ${table.rows} x ${
          table.columns.length
        }, as the probabilities have`,
      );
    const cells = grid(table);
    const options = {
      average: state.average,
      kind: state.kind,
      atLeast: integer(state.atLeast),
      atMost: integer(state.atMost),
    };
    const all = engine.decideTable(
      cells,
      truth && { ...grid(truth), data: Uint8Array.from(grid(truth).data) },
      state.metric,
      options,
    );
    const at = Math.min(Math.max(1, integer(state.problem) || 1), all.problems) - 1;
    const { p, name, items, known } = problemOf(state.average, at, table, truth, cells);
    const one = engine.decideOne(p, state.metric, options);
    this.drawCurve(one, p, state, name);
    this.drawWorth(all, state);
    this.list(one, p, items, known);
    const rows = [
      ['average', state.average === 'instance' ? '' : state.average],
      ['kind', state.kind === 'independent' ? '' : state.kind],
      ['at_least', options.atLeast],
      ['at_most', options.atMost],
    ];
    return {
      lines: this.say(all, one, state, name),
      code: decideCode(file, state.metric, rows, table),
      data: { expected: all.expected.best, half: all.expected.half, k: one.decision.k },
    };
  },
  say(all, one, state, name) {
    const { decision } = one,
      gain = all.expected.best - all.expected.half;
    const mean = all.problems === 1 ? 'Expected' : `Mean of ${number(all.problems)} problems: expected`;
    const more = gain < 5e-5 ? 'no gain' : `+${number(gain, 2)}`;
    const realised = all.realised && ` Realised: ${number(all.realised.best)} and ${number(all.realised.half)}.`;
    const text = [
      `${mean} ${state.metric} ${number(all.expected.best)}, with the cut at 1/2 ${number(all.expected.half)} ` +
        `(${more}). ${number(100 * all.changed, 2)} % of the decisions differ.${realised ?? ''}`,
      `${name}: ${number(decision.k)} positives, expected ${number(decision.expected)}; the cut at 1/2 has ` +
        `${number(one.half.k)}, expected ${number(one.half.utility)}. No prediction is better by more than ` +
        `${number(decision.bound, 2)} (proved).`,
    ];
    if (decision.warning) text.push(decision.warning);
    return text;
  },
  drawCurve(one, p, state, name) {
    this.curve.root.hidden = one.curve === null;
    if (one.curve === null) return;
    const wanted = new Set([one.decision.k, one.half.k]);
    const every = Math.max(1, Math.ceil(one.curve.length / SHOWN));
    const k = [];
    one.curve.forEach((value, i) => (i % every === 0 || wanted.has(i)) && Number.isFinite(value) && k.push(i));
    const utility = k.map((i) => one.curve[i]);
    const low = Math.min(0, ...utility);
    this.curve.show(
      (width) =>
        draw.utilityCurve({
          width,
          id: 'curve',
          k,
          utility,
          best: one.decision.k,
          half: one.half,
          metric: state.metric,
          y: { min: low },
          title: `Expected ${state.metric} of the best k positives: ${name}`,
          desc: `The greatest is ${number(one.decision.expected)} with ${one.decision.k} positives; the cut at 1/2 has ${number(
            one.half.utility,
          )} with ${one.half.k}.`,
        }),
      {
        caption: `Expected ${state.metric} by number of positives: ${name}`,
        columns: [
          { name: 'positives', number: true },
          { name: 'expected', number: true, digits: 6 },
        ],
        rows: k.map((i, n) => [i, utility[n]]),
      },
    );
  },
  drawWorth(all, state) {
    const pair = (of) => [
      { name: 'cut at 1/2', value: of.half, color: 2 },
      { name: 'best for the metric', value: of.best, color: 1 },
    ];
    const groups = [{ name: 'Expected', bars: pair(all.expected) }];
    if (all.realised) groups.push({ name: 'Realised', bars: pair(all.realised) });
    this.worth.show(
      (width) =>
        draw.bars({
          width,
          id: 'worth',
          groups,
          x: { label: state.metric },
          title: `Mean ${state.metric} of both rules`,
          desc: `Expected ${number(all.expected.best)} against ${number(all.expected.half)} at 1/2.`,
        }),
      {
        caption: `Mean ${state.metric}`,
        columns: ['rule', ...groups.map((g) => ({ name: g.name, number: true }))],
        rows: [0, 1].map((i) => [groups[0].bars[i].name, ...groups.map((g) => g.bars[i].value)]),
      },
    );
  },
  list(one, p, items, known) {
    const order = Array.from(p.keys())
      .sort((a, b) => p[b] - p[a] || a - b)
      .slice(0, SHOWN);
    const yes = (value) => (value ? 'yes' : '–');
    this.labels.innerHTML = draw.table({
      columns: [
        'item',
        { name: 'probability', number: true },
        'chosen',
        'by 1/2',
        ...(known ? ['true'] : []),
        'differs',
      ],
      rows: order.map((i) => [
        items(i),
        p[i],
        yes(one.mask[i]),
        yes(one.half.mask[i]),
        ...(known ? [yes(known[i])] : []),
        one.mask[i] === one.half.mask[i] ? '' : 'differs',
      ]),
      caption: order.length < p.length ? `The first ${order.length} of ${p.length}` : '',
    });
  },
};

const integer = (text) => (text === '' || text === undefined ? null : Number(text));

// The probabilities of one problem, its name, the names of its items, their truth where it is known.
function problemOf(average, at, table, truth, cells) {
  const rowName = (i) => table.ids?.[i] ?? `row ${i + 1}`;
  if (average === 'macro')
    return { p: table.columns[at], name: table.names[at], items: rowName, known: truth?.columns[at] };
  const row = (of) => Float64Array.from(of.columns, (column) => column[at]);
  if (average === 'instance')
    return { p: row(table), name: table.ids?.[at] ?? `Row ${at + 1}`, items: (i) => table.names[i], known: truth && row(truth) };
  return {
    p: cells.data,
    name: 'All cells',
    known: truth && grid(truth).data,
    items: (i) => `${rowName(Math.floor(i / cells.columns))}, ${table.names[i % cells.columns]}`,
  };
}
