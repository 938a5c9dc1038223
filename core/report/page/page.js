// The report's page, made of the data that lie in it. It reads nothing else, and writes nothing anywhere.
import * as draw from './draw.js';

const data = JSON.parse(document.getElementById('data').textContent);
const { escape, format } = draw;
const percent = (v, digits = 3) => `${format(100 * v, digits)} %`;
const level = percent(data.level);
const signed = (v) => (v > 0 ? '+' : '') + format(v);
const span = (pair) =>
  pair && pair[0] !== null ? `${format(pair[0])} to ${format(pair[1])}` : 'unknown, for there is only one';
const plural = (n, one, many = `${one}s`) => `${format(n)} ${n === 1 ? one : many}`;
const metric = data.metric;
const [a, b] = data.systems;
const over = { instance: 'averaged over rows', macro: 'averaged over labels', micro: 'over all cells together' };
const one = data.n_labels === 1;
const averaged = one ? `over ${plural(data.n_rows, 'row')}` : over[data.average];
const units = data.grouped ? 'groups' : 'rows';
const nameOf = (label) => (label < 0 ? 'All labels together' : data.names[label]);
const FAR = 4; // standard deviations of what chance alone does
const cutName = (cut) => (cut === 2 ? 'above all' : format(cut));

// Pictures by number: drawn to the width of their places, and again where that changes.
const pictures = [];
function figure(title, caption, picture, table) {
  const i = pictures.push(picture) - 1;
  return (
    `<figure><h3>${escape(title)}</h3><div class="picture" data-picture="${i}"></div>` +
    (caption ? `<figcaption>${caption}</figcaption>` : '') +
    (table
      ? `<details><summary>The numbers as a table</summary><div class="scroll" tabindex="0">${table}</div></details>`
      : '') +
    '</figure>'
  );
}
function drawAll(width) {
  for (const place of document.querySelectorAll('[data-picture]')) {
    const room = Math.floor(width ?? place.clientWidth);
    if (room < 40 || place.dataset.width === String(room)) continue;
    place.dataset.width = room;
    place.innerHTML = pictures[place.dataset.picture](Math.min(room, 760));
  }
}

// What chance alone explains: the words of wald compare.
const shown = (c) => c.p_value <= 1 - data.level;
function verdict(c, better) {
  const rarely = shown(c);
  return (
    `The ${level} interval of the difference is ${span(c.interval)}; p = ${format(c.p_value)}: chance alone ` +
    `${rarely ? 'rarely' : 'often'} makes as much of a difference` +
    (rarely ? '.' : `, so these ${units} do not show that ${better} is better.`)
  );
}

// How far beyond chance the realised value lies from the expected one; '' if it does not.
function farOff(system) {
  const { expected, value, spread } = system.decided;
  const off = Math.abs(expected - value);
  if (spread === null || off <= FAR * spread || off < 1e-9) return '';
  return spread > 0 ? `${format(off / spread, 2)} standard deviations` : 'further than chance can bring it';
}

function summary() {
  const c = a.over_half;
  // A headline claims what is shown, and names the best way to decide first.
  const tunedIsBest = a.tuned && a.over_tuned.difference < 0;
  const half =
    c.difference === 0
      ? `Deciding for ${metric} is worth as much as the cut at 1/2 on these ${units}: ${format(c.b)}.`
      : shown(c)
        ? `Deciding for ${metric} ${c.difference > 0 ? 'gains' : 'loses'} ${format(Math.abs(c.difference))} over the cut ` +
          `at 1/2: ${format(c.a)} becomes ${format(c.b)}.`
        : `These ${units} show no difference between deciding for ${metric}, ${format(c.b)}, and the cut at 1/2, ` +
          `${format(c.a)}.`;
  const lead = !tunedIsBest
    ? half
    : shown(a.over_tuned)
      ? `One tuned threshold is better than deciding for ${metric} by ${format(Math.abs(a.over_tuned.difference))}: ` +
        `${format(a.tuned.value)} against ${format(c.b)}. ${half}`
      : `One tuned threshold, ${format(a.tuned.value)}, is above deciding for ${metric}, ${format(c.b)}, by no more than ` +
        `chance explains. ${half}`;
  const far = farOff(a);
  const rows = [
    ['cut at 1/2', a.half.expected, a.half.value, signed(c.difference), span(c.interval), c.p_value],
    ...(a.tuned
      ? [
          [
            'one tuned threshold',
            null,
            a.tuned.value,
            signed(a.over_tuned.difference),
            span(a.over_tuned.interval),
            a.over_tuned.p_value,
          ],
        ]
      : []),
    [`decided for ${metric}`, a.decided.expected, a.decided.value, '', '', null],
  ];
  const number = (name) => ({ name, number: true });
  const table = draw.table({
    caption: `${metric}, ${averaged}; intervals at ${level}`,
    columns: ['', number('expected'), number('realised'), number('deciding adds'), number('interval'), number('p')],
    rows,
  });
  const bars = [
    { name: 'cut at 1/2', value: a.half.value, color: 2 },
    ...(a.tuned ? [{ name: 'one tuned threshold', value: a.tuned.value, color: 3 }] : []),
    { name: `decided for ${metric}`, value: a.decided.value, color: 1 },
  ];
  const gains = [
    { name: 'over the cut at 1/2', value: c.difference, low: c.interval[0], high: c.interval[1], color: 2 },
    ...(a.over_tuned
      ? [
          {
            name: 'over one tuned threshold',
            value: a.over_tuned.difference,
            low: a.over_tuned.interval[0],
            high: a.over_tuned.interval[1],
            color: 3,
          },
        ]
      : []),
  ];
  const off = a.decided.expected - a.decided.value;
  const advice = [
    far || (tunedIsBest && shown(a.over_tuned))
      ? `The probabilities ${far ? `are miscalibrated: the realised value lies ${far} from the expected one` : 'may be miscalibrated'}. ` +
        'Calibrate them before deciding: a decision is as good as its probabilities.'
      : '',
    data.average === 'instance' && !one && data.truth_without_label === 0 && a.without_label > 0 && data.at_least < 1
      ? `Every row has a label, and ${plural(a.without_label, 'row')} of the decided ones ${a.without_label === 1 ? 'has' : 'have'} none: ` +
        'ask for at least one (at_least = 1, or --at-least 1).'
      : '',
  ].filter((text) => text);
  return (
    `<section aria-labelledby="s1"><p class="lead" id="s1">${escape(lead)}</p><p>${escape(verdict(c, 'deciding'))}</p>` +
    advice.map((text) => `<p class="advice">${escape(text)}</p>`).join('') +
    `<dl class="cards"><div><dt>Cut at 1/2</dt><dd>${format(c.a)}</dd></div>` +
    (a.tuned
      ? `<div><dt>One tuned threshold</dt><dd>${format(a.tuned.value)}<small>cut at ${format(a.tuned.threshold)}</small></dd></div>`
      : '') +
    `<div><dt>Decided for ${escape(metric)}</dt><dd>${format(c.b)}<small>expected ${format(a.decided.expected)}</small></dd></div>` +
    `<div><dt>Decisions that change</dt><dd>${percent(a.changed)}<small>against the cut at 1/2</small></dd></div></dl>` +
    `<div class="pair">` +
    figure(`${metric} of each way to decide`, '', (width) =>
      draw.bars({
        width,
        title: `${metric} of each way to decide`,
        desc: bars.map((x) => `${x.name}: ${format(x.value)}`).join('; '),
        x: { label: metric },
        groups: [{ bars }],
      }),
    ) +
    figure('What deciding adds', `Lines are ${level} intervals of the paired difference.`, (width) =>
      draw.bars({
        width,
        id: 'gain',
        title: 'What deciding adds',
        desc: gains.map((x) => `${x.name}: ${signed(x.value)}, interval ${span([x.low, x.high])}`).join('; '),
        x: { label: `difference in ${metric}`, format: signed },
        groups: [{ bars: gains }],
      }),
    ) +
    `</div><div class="scroll" tabindex="0">${table}</div>` +
    `<p><b>Expected</b> is what the probabilities promise if they are right, <b>realised</b> is what the truth gave. ` +
    `Here they differ by ${format(Math.abs(off))}${
      far
        ? `, ${far}: the probabilities are miscalibrated (see the reliability below)`
        : a.decided.spread > 0
          ? `, ${plural(Number(Math.abs(off / a.decided.spread).toFixed(1)), 'standard deviation')} of what chance alone does`
          : ''
    }. ` +
    `Deciding takes, for each ${data.average === 'instance' ? 'row' : data.average === 'macro' ? 'label' : 'table'}, the answer whose ` +
    `expected ${escape(metric)} is greatest. ` +
    (a.tuned
      ? `The tuned threshold is one for all labels; each row is cut at the threshold that is best for the other ${format(a.tuned.of_folds.length - 1)} of ${format(a.tuned.of_folds.length)} parts of the rows, so that its value is not flattered.`
      : '') +
    `</p></section>`
  );
}

function comparison() {
  if (!b) return '';
  const c = data.decided_b_over_a,
    h = data.half_b_over_a;
  const said =
    c.difference === 0
      ? `${b.name} is as good as ${a.name} where both are decided for ${metric}.`
      : shown(c)
        ? `${b.name} is ${c.difference > 0 ? 'better' : 'worse'} than ${a.name} by ${format(Math.abs(c.difference))} where both are decided for ${metric}.`
        : `These ${units} show no difference between ${b.name} and ${a.name} where both are decided for ${metric}: ${format(c.b)} and ${format(c.a)}.`;
  const groups = [
    {
      name: 'cut at 1/2',
      bars: [
        { name: a.name, value: h.a, color: 1 },
        { name: b.name, value: h.b, color: 2 },
      ],
    },
    {
      name: 'decided',
      bars: [
        { name: a.name, value: c.a, color: 1 },
        { name: b.name, value: c.b, color: 2 },
      ],
    },
  ];
  const number = (name) => ({ name, number: true });
  return (
    `<section aria-labelledby="s2"><h2 id="s2">${escape(a.name)} against ${escape(b.name)}</h2>` +
    `<p class="lead">${escape(said)}</p><p>${escape(verdict(c, c.difference < 0 ? a.name : b.name))} ` +
    `${plural(c.n_differing, units.slice(0, -1), units)} of ${format(c.n_units)} are predicted differently.</p>` +
    figure(`${metric} of both systems`, '', (width) =>
      draw.bars({
        width,
        title: `${metric} of both systems`,
        desc: groups
          .map((g) => `${g.name}: ${g.bars.map((x) => `${x.name} ${format(x.value)}`).join(', ')}`)
          .join('; '),
        x: { label: metric },
        groups,
      }),
    ) +
    `<div class="scroll" tabindex="0">${draw.table({
      caption: `${metric}, ${averaged}; intervals at ${level}`,
      columns: ['', number(a.name), number(b.name), number(`${b.name} − ${a.name}`), number('interval'), number('p')],
      rows: [
        ['cut at 1/2', h.a, h.b, signed(h.difference), span(h.interval), h.p_value],
        [`decided for ${metric}`, c.a, c.b, signed(c.difference), span(c.interval), c.p_value],
      ],
    })}</div></section>`
  );
}

function example() {
  const e = data.example;
  if (!e) return '';
  const what =
    data.average === 'instance'
      ? `Row ${format(e.problem)} (counted from 0)`
      : data.average === 'macro'
        ? one
          ? 'The label'
          : `The label ${nameOf(e.problem)}`
        : 'The table';
  const at = (k) => e.utility[e.k.indexOf(k)];
  const table = draw.table({
    caption: `Expected ${metric} by the number of positives`,
    columns: ['k', { name: `expected ${metric}`, number: true }],
    rows: e.k.map((k, i) => [String(k), e.utility[i]]),
  });
  const cells = e.cells
    ? `<div class="scroll" tabindex="0">${draw.table({
        caption: `${what}: what is said of ${e.cells.length < e.items ? `the ${e.cells.length} likeliest labels` : 'each label'}`,
        columns: ['label', { name: 'probability', number: true }, 'cut at 1/2', 'decided', 'truth'],
        rows: e.cells.map((c) => [nameOf(c.label), c.p, ...[c.half, c.decided, c.truth].map((v) => (v ? 'yes' : '–'))]),
      })}</div>`
    : '';
  const gain = e.decided_expected - e.half_expected;
  return (
    `<section aria-labelledby="s3"><h2 id="s3">How the metric decides: an example</h2>` +
    `<p>${escape(what)}${data.average === 'instance' ? ' is the one where deciding is expected to gain most' : ''}. ` +
    `With ${plural(e.half_k, 'positive')} the cut at 1/2 expects a ${escape(metric)} of ${format(e.half_expected)}; ` +
    (gain > 0
      ? `${plural(e.decided_k, 'positive')} are expected to give ${format(e.decided_expected)}.`
      : `nothing else is expected to give more.`) +
    `</p><div class="pair">` +
    figure(
      `Expected ${metric} by the number of positives`,
      'Each point is the best answer with this many positives.',
      (width) =>
        draw.utilityCurve({
          width,
          metric,
          k: e.k,
          utility: e.utility,
          best: e.decided_k,
          half: { k: e.half_k, utility: e.half_expected },
          y: { min: Math.min(0, ...e.utility) },
          title: `Expected ${metric} by the number of positives`,
          desc: `Greatest at ${e.decided_k} positives, ${format(at(e.decided_k))}; the cut at 1/2 has ${e.half_k} positives, ${format(e.half_expected)}.`,
        }),
      table,
    ) +
    cells +
    '</div></section>'
  );
}

function labels() {
  const estimate = ([v, low, high]) => (v === null ? '–' : `${format(v)} (${format(low, 2)}–${format(high, 2)})`);
  const number = (name) => ({ name, number: true });
  const tableOf = (s) =>
    draw.table({
      caption: `${b ? `${data.systems[s].name}, ` : ''}decided for ${metric}; ${level} intervals`,
      columns: [
        'label',
        number('prevalence'),
        number('mean probability'),
        number(`own best cut`),
        number('flagged'),
        number('precision'),
        number('recall'),
        number('F1'),
        number('F1 of the cut at 1/2'),
      ],
      rows: data.labels.map((l) => {
        const x = l.systems[s];
        return [
          nameOf(l.label),
          percent(l.prevalence),
          percent(x.mean),
          cutName(x.cut),
          percent(x.flagged),
          estimate(x.decided.precision),
          estimate(x.decided.recall),
          estimate(x.decided.f1),
          estimate(x.half.f1),
        ];
      }),
    });
  const groups = data.labels.slice(0, 12).map((l) => ({
    name: nameOf(l.label).length > 24 ? nameOf(l.label).slice(0, 23) + '…' : nameOf(l.label),
    bars: [
      {
        name: 'cut at 1/2',
        value: l.systems[0].half.f1[0] ?? 0,
        low: l.systems[0].half.f1[1],
        high: l.systems[0].half.f1[2],
        color: 2,
      },
      {
        name: 'decided',
        value: l.systems[0].decided.f1[0] ?? 0,
        low: l.systems[0].decided.f1[1],
        high: l.systems[0].decided.f1[2],
        color: 1,
      },
    ],
  }));
  const few =
    data.labels.length < data.n_labels
      ? ` The ${format(data.labels.length)} labels with the most positives of ${format(data.n_labels)} are shown.`
      : '';
  return (
    `<section aria-labelledby="s4"><h2 id="s4">${one ? 'The label' : 'Label by label'}</h2>` +
    `<p>Precision is the share of the flagged that are true, recall the share of the true that are flagged, F1 their harmonic mean.` +
    ` The own best cut is the threshold that would be best for ${escape(metric)} of that label alone on these very rows, which flatters it.${few}</p>` +
    (one
      ? ''
      : figure(
          `F1 of ${groups.length < data.n_labels ? `the ${groups.length} commonest labels` : 'each label'}`,
          `Lines are ${level} intervals.`,
          (width) =>
            draw.bars({
              width,
              id: 'labels',
              title: 'F1 of labels, cut at 1/2 and decided',
              desc: groups.map((g) => `${g.name}: ${format(g.bars[0].value)}, ${format(g.bars[1].value)}`).join('; '),
              x: { label: 'F1', min: 0, max: 1 },
              groups,
            }),
        )) +
    data.systems.map((_, s) => `<div class="scroll" tabindex="0">${tableOf(s)}</div>`).join('') +
    '</section>'
  );
}

// The curves of one label, or of all.
function curvesOf(c) {
  const many = data.systems.length > 1;
  const short = (s) => (many ? data.systems[s].name : 'the system');
  const points = (x, y, xi, yi) =>
    c.systems
      .flatMap((s, i) =>
        [
          ['decided', s.decided, i + 1],
          ['cut at 1/2', s.half, many ? i + 1 : 2],
        ].map(([name, p, color]) => ({
          name: many ? `${data.systems[i].name}, ${name}` : name,
          x: p[x],
          y: p[y],
          color,
          xLow: p[xi]?.[0],
          xHigh: p[xi]?.[1],
          yLow: p[yi]?.[0],
          yHigh: p[yi]?.[1],
        })),
      )
      .filter((p) => p.x !== null && p.y !== null);
  const number = (name) => ({ name, number: true });
  const table = draw.table({
    columns: [
      ...(many ? ['system'] : []),
      number('threshold'),
      number('recall'),
      number('precision'),
      number('false positive rate'),
    ],
    rows: c.systems.flatMap((s, i) =>
      s.at.map((t, n) => [...(many ? [data.systems[i].name] : []), format(t), s.recall[n], s.precision[n], s.fpr[n]]),
    ),
  });
  const prevalence = c.systems[0].reliability.prevalence;
  const bins = draw.table({
    columns: [
      ...(many ? ['system'] : []),
      number('mean probability'),
      number('share that was true'),
      number('rows (weight)'),
    ],
    rows: c.systems.flatMap((s, i) =>
      s.reliability.bin_mean.map((m, n) => [
        ...(many ? [data.systems[i].name] : []),
        format(m),
        s.reliability.share[n],
        s.reliability.weight[n],
      ]),
    ),
  });
  const edges = Array.from({ length: 21 }, (_, i) => i / 20);
  const net = c.net_benefit;
  const noInterval =
    c.label < 0
      ? ' Without intervals, for the cells of one row are not independent.'
      : ` Lines and bands are ${level} intervals.`;
  const hasBoth = prevalence > 0 && prevalence < 1;
  const brier = c.systems
    .map((s, i) => {
      const r = s.reliability;
      return (
        `${many ? `${escape(data.systems[i].name)}: ` : ''}Brier score ${format(r.brier)} = miscalibration ${format(r.miscalibration, 2)} − discrimination ${format(r.discrimination)} + uncertainty ${format(r.uncertainty)}; ` +
        `said on average ${percent(r.mean)}, true ${percent(r.prevalence)}; calibration error ${format(r.calibration_error, 2)}.`
      );
    })
    .join(' ');
  const title = nameOf(c.label);
  return (
    `<div class="pair">` +
    (hasBoth
      ? figure(
          'Precision and recall',
          `Every threshold is a point of the curve. Average precision: ${c.systems.map((s, i) => (many ? `${escape(short(i))} ` : '') + format(s.average_precision)).join(', ')}.${noInterval}`,
          (width) =>
            draw.frontier({
              width,
              id: title,
              kind: 'pr',
              prevalence,
              title: `Precision and recall: ${title}`,
              desc: `Average precision ${c.systems.map((s) => format(s.average_precision)).join(', ')}`,
              curves: c.systems.map((s, i) => ({
                name: many ? data.systems[i].name : '',
                recall: s.recall,
                precision: s.precision,
              })),
              points: points('recall', 'precision', 'recall_interval', 'precision_interval'),
            }),
          table,
        ) +
        figure(
          'ROC',
          `Area under the curve: ${c.systems.map((s, i) => (many ? `${escape(short(i))} ` : '') + format(s.roc_area)).join(', ')}, the share of pairs of a true and a false cell that are ranked rightly.`,
          (width) =>
            draw.frontier({
              width,
              id: title,
              kind: 'roc',
              title: `ROC: ${title}`,
              desc: `Area ${c.systems.map((s) => format(s.roc_area)).join(', ')}`,
              curves: c.systems.map((s, i) => ({
                name: many ? data.systems[i].name : '',
                fpr: [0, ...s.fpr],
                tpr: [0, ...s.recall],
              })),
              points: points('fpr', 'recall'),
            }),
          table,
        )
      : `<p>All cells are ${prevalence > 0 ? 'true' : 'false'}: there is no curve of errors.</p>`) +
    figure(
      'Reliability',
      `Points on the diagonal say what happens; above it too little is said, below it too much. ${brier}`,
      (width) =>
        draw.reliability({
          width,
          id: title,
          title: `Reliability: ${title}`,
          desc: `Calibration error ${c.systems.map((s) => format(s.reliability.calibration_error)).join(', ')}`,
          systems: c.systems.map((s, i) => ({
            name: many ? data.systems[i].name : 'share of ten bins',
            mean: s.reliability.bin_mean,
            share: s.reliability.share,
            low: s.reliability.low,
            high: s.reliability.high,
            weight: s.reliability.weight,
            fit: { p: s.reliability.fit_at, y: s.reliability.fit },
          })),
        }),
      bins,
    ) +
    c.systems
      .map((s, i) => {
        const cuts = [{ value: 0.5, name: '1/2' }];
        const own = data.labels.find((l) => l.label === c.label)?.systems[i].cut;
        if (own !== undefined && own !== null && own <= 1)
          cuts.push({ value: own, name: `best for ${metric}: ${format(own, 2)}` });
        return figure(
          `Scores${many ? ` of ${data.systems[i].name}` : ''}`,
          'How the probabilities of the true and of the false are spread.',
          (width) =>
            draw.histogram({
              width,
              id: `${title} ${i}`,
              edges,
              positives: s.scores.positives,
              negatives: s.scores.negatives,
              cuts,
              title: `Scores of the true and the false: ${title}`,
              desc: '20 bins of equal width',
            }),
          draw.table({
            columns: ['from', number('true'), number('false')],
            rows: s.scores.positives.map((p, n) => [format(n / 20), p, s.scores.negatives[n]]),
          }),
        );
      })
      .join('') +
    figure(
      'Net benefit',
      'What flagging from each probability on is worth, where a false alarm costs t/(1 − t) of a found positive.' +
        (c.label < 0 ? '' : ` Bands are ${level} intervals.`),
      (width) =>
        draw.decisionCurve({
          width,
          id: title,
          thresholds: net.at,
          all: net.curves[net.curves.length - 1].benefit,
          title: `Net benefit: ${title}`,
          desc: 'By threshold probability, with flagging all and flagging none',
          systems: c.systems.map((_, i) => ({
            name: short(i),
            benefit: net.curves[i].benefit,
            low: net.curves[i].low,
            high: net.curves[i].high,
          })),
        }),
      draw.table({
        columns: ['threshold', ...c.systems.map((_, i) => number(short(i))), number('flag all')],
        rows: net.at.map((t, n) => [format(t), ...net.curves.map((x) => x.benefit[n])]),
      }),
    ) +
    '</div>'
  );
}

function curves() {
  const shown = data.curves.length;
  const options = data.curves.map((c, i) => `<option value="${i}">${escape(nameOf(c.label))}</option>`).join('');
  const few = data.n_labels > shown ? ` The ${format(shown - 1)} labels with the most positives can be chosen.` : '';
  return (
    `<section aria-labelledby="s5"><h2 id="s5">How good the probabilities are</h2>` +
    (one ? '' : `<p><label>Label: <select id="label">${options}</select></label>${few}</p>`) +
    `<div id="curves" aria-live="polite"></div></section>`
  );
}

function made() {
  const rows = [
    [
      'Rows',
      `${plural(data.n_rows, 'row')}${data.weighted ? `, weighted: ${format(data.total_weight)} in total` : ''}${data.grouped ? ', in groups that belong together' : ''}`,
    ],
    [
      'Labels',
      data.kind === 'categorical'
        ? `${format(data.n_labels)}, of which one at most is true of a row`
        : format(data.n_labels),
    ],
    ['Metric', `${metric}, ${averaged}`],
    [
      'Differences',
      `paired, by ${units}: intervals at ${level} by the jackknife, p-values by permutation (${a.over_half.n_swaps ? `${format(data.samples)} random swaps, seed ${data.seed}` : 'all swaps'})`,
    ],
    ['Shares', 'intervals of Clopper and Pearson; those of F1 follow from TP/(TP + FP + FN)'],
    ...(a.tuned
      ? [
          [
            'Tuned threshold',
            `cross-fitted in ${a.tuned.of_folds.length} parts of the rows (seed ${data.seed}): ${a.tuned.of_folds.map((t) => format(t)).join(', ')}; of all rows ${format(a.tuned.threshold)}`,
          ],
        ]
      : []),
    ['Made by', `Wald ${data.version}`],
  ];
  return (
    `<section aria-labelledby="s6"><h2 id="s6">How it was made</h2>` +
    `<dl class="made">${rows.map(([k, v]) => `<dt>${escape(k)}</dt><dd>${escape(v)}</dd>`).join('')}</dl>` +
    `<p class="soft">The page holds its data and its code; it loads nothing. The data are JSON in the element “data”.</p></section>`
  );
}

document.title = data.title;
const style = document.createElement('style');
style.textContent = draw.css;
document.head.append(style);
const main = document.getElementById('main');
main.innerHTML =
  `<header><div><h1>${escape(data.title)}</h1><p class="soft">${plural(data.n_rows, 'row')}, ${plural(data.n_labels, 'label')}; ` +
  `metric ${escape(metric)}, ${averaged}</p></div><button id="theme" type="button">Dark</button></header>` +
  summary() +
  comparison() +
  example() +
  labels() +
  curves() +
  made();

const fixed = pictures.length;
const show = (i) => {
  pictures.length = fixed;
  document.getElementById('curves').innerHTML = curvesOf(data.curves[i]);
  drawAll();
};
const select = document.getElementById('label');
select?.addEventListener('change', () => show(Number(select.value)));
show(0);

const root = document.documentElement,
  button = document.getElementById('theme');
const isDark = () =>
  (root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
const nameButton = () => {
  button.textContent = isDark() ? 'Light' : 'Dark';
  button.setAttribute('aria-label', `Use ${isDark() ? 'light' : 'dark'} colours`);
};
button.addEventListener('click', () => {
  root.dataset.theme = isDark() ? 'light' : 'dark';
  nameButton();
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', nameButton);
nameButton();
new ResizeObserver(() => drawAll()).observe(main);
