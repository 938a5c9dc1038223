// The pictures of core/report/page/draw.js: well-formed, described, safe for every name, and the same for the same data.
import assert from 'node:assert';
import test from 'node:test';
import * as draw from '../../core/report/page/draw.js';

const hostile = `</script><b>"'&\u0001 größe 標`;
const x = [0, 0.25, 0.5, 0.75, 1];
const pictures = {
  lineChart: (o) =>
    draw.lineChart({
      ...o,
      x: { label: hostile },
      lines: [{ y: 1, label: hostile }],
      series: [{ name: hostile, x, y: [1, NaN, 2, 3, null] }],
    }),
  frontier: (o) =>
    draw.frontier({
      ...o,
      prevalence: 0.2,
      curves: [{ name: hostile, recall: x, precision: [1, 0.9, 0.8, 0.5, 0.2] }],
      points: [{ x: 0.5, y: 0.8, yLow: 0.7, yHigh: 0.9, name: hostile }],
    }),
  roc: (o) => draw.frontier({ ...o, kind: 'roc', curves: [{ name: hostile, fpr: x, tpr: x }] }),
  utilityCurve: (o) =>
    draw.utilityCurve({ ...o, metric: hostile, utility: [0.1, 0.5, 0.4], best: 1, half: { k: 0, utility: 0.1 } }),
  bars: (o) =>
    draw.bars({
      ...o,
      groups: [
        {
          name: hostile,
          bars: [
            { name: hostile, value: 0.5, low: 0.4, high: 0.6 },
            { name: 'none', value: NaN },
          ],
        },
      ],
    }),
  reliability: (o) =>
    draw.reliability({
      ...o,
      systems: [{ name: hostile, mean: x, share: x, low: x, high: x, weight: [1, 2, 3, 4, 5], fit: { p: x, y: x } }],
    }),
  histogram: (o) =>
    draw.histogram({
      ...o,
      edges: [0, 0.5, 1],
      positives: [1, 2],
      negatives: [0, 0],
      cuts: [{ value: 0.5, name: hostile }],
    }),
  decisionCurve: (o) =>
    draw.decisionCurve({
      ...o,
      thresholds: [0.1, 0.9],
      systems: [{ name: hostile, benefit: [0.2, 0] }],
      all: [0.2, -8],
    }),
  cascadeShares: (o) =>
    draw.cascadeShares({ ...o, positions: [{ name: hostile, shares: { positive: 0.5, negative: 0.2 } }] }),
  costCurve: (o) => draw.costCurve({ ...o, lines: [{ name: hostile, cost: x, disagreement: x }] }),
};

// A small reader of XML: every element is closed by its own name, every attribute is quoted.
function wellFormed(svg) {
  const open = [];
  const rest = svg.replace(
    /<(\/?)([a-zA-Z0-9]+)((?:\s+[a-zA-Z0-9:-]+="[^"<>]*")*)\s*(\/?)>/g,
    (_, closing, name, attributes, empty) => {
      if (closing) assert.strictEqual(open.pop(), name);
      else if (!empty) open.push(name);
      return '';
    },
  );
  assert.deepStrictEqual(open, []);
  assert.ok(!/[<>]/.test(rest), rest.slice(0, 200));
  assert.ok(!/NaN|undefined|Infinity/.test(svg), /.{60}(NaN|undefined|Infinity).{20}/.exec(svg)?.[0]);
}

for (const [name, picture] of Object.entries(pictures))
  for (const width of [320, 900])
    test(`${name} at ${width}`, () => {
      const o = { width, title: hostile, desc: 'What it shows' };
      const svg = picture(o);
      wellFormed(svg);
      assert.match(svg, new RegExp(`viewBox="0 0 ${width} `));
      assert.match(svg, /<title id="\w+">&#60;\/script&#62;.*<\/title><desc id="\w+">What it shows<\/desc>/);
      assert.match(svg, /role="img" aria-labelledby="\w+t \w+d"/);
      assert.strictEqual(svg, picture(o));
      assert.notStrictEqual(svg, picture({ ...o, id: 'other' }));
    });

test('curves are drawn where their numbers say', () => {
  const svg = draw.lineChart({
    width: 400,
    x: { min: 0, max: 10 },
    y: { min: 0, max: 1 },
    series: [{ x: [0, 10], y: [0, 1] }],
  });
  const [left, top, width, height] = /data-plot="([^"]+)"/.exec(svg)[1].split(' ').map(Number);
  const [, x0, y0, x1, y1] = /d="M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)"/.exec(svg).map(Number);
  for (const [got, want] of [
    [x0, left],
    [y0, top + height],
    [x1, left + width],
    [y1, top],
  ])
    assert.ok(Math.abs(got - want) < 0.02, `${got} ${want}`);
});

test('a line is parted where a number is missing', () => {
  const svg = draw.lineChart({ series: [{ x: [0, 1, 2, 3, 4], y: [1, 2, NaN, 2, 1] }] });
  assert.strictEqual(svg.match(/<path d="M/g).length, 2);
});

test('a place in the picture means what is drawn there', () => {
  const svg = draw.lineChart({
    width: 500,
    x: { min: 2, max: 6 },
    y: { min: -1, max: 1 },
    series: [],
    handles: [{ id: 'cut', axis: 'x', value: 3, label: 'Cut' }],
  });
  const plot = /data-plot="([^"]+)"/.exec(svg)[1];
  const place = Number(/<line x1="([\d.]+)" x2="\1"[^>]*stroke-width="22"/.exec(svg)[1]);
  assert.ok(Math.abs(draw.valueAt(plot, place, 0).x - 3) < 1e-3);
  assert.deepStrictEqual(draw.valueAt(plot, -1e9, 1e9), { x: 2, y: -1 });
  assert.match(svg, /role="slider" aria-label="Cut" aria-valuemin="2" aria-valuemax="6" aria-valuenow="3"/);
});

test('numbers', () => {
  const said = [0, 0.12345, -0.5, 12345.6, 1234567, 1e-7, NaN, null, Infinity, 100].map((v) => draw.format(v));
  assert.deepStrictEqual(said, [
    '0',
    '0.123',
    '−0.5',
    '12\u202f300',
    '1\u202f234\u202f567',
    '1e−7',
    '–',
    '–',
    '∞',
    '100',
  ]);
  assert.deepStrictEqual(draw.ticks(0, 1, 5), [0, 0.2, 0.4, 0.6, 0.8, 1]);
  assert.deepStrictEqual(draw.ticks(3, 3), [3]);
  for (const [low, high] of [
    [0, 1e-9],
    [-7, 1e6],
    [0.2, 0.21],
  ])
    for (const t of draw.ticks(low, high)) assert.ok(t >= low - 1e-12 && t <= high * (1 + 1e-9));
});

test('a table names its columns and rows', () => {
  const html = draw.table({
    caption: hostile,
    columns: ['label', { name: 'F1', number: true }],
    rows: [
      [hostile, 0.25],
      ['b', null],
    ],
  });
  wellFormed(html);
  assert.match(html, /<th scope="col" class="number">F1<\/th>/);
  assert.match(html, /<th scope="row">b<\/th><td class="number">–<\/td>/);
});

test('text and its background differ enough to read', () => {
  // Contrast by WCAG 2: 4.5 for text, 3 for lines.
  const light = (hex) =>
    [1, 3, 5]
      .map((i) => parseInt(hex.slice(i, i + 2), 16) / 255)
      .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
      .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
  const dark = draw.css.indexOf('prefers-color-scheme:dark');
  for (const text of [draw.css.slice(0, dark), draw.css.slice(dark)]) {
    const of = (name) => new RegExp(`--wald-${name}:(#[0-9a-f]{6})`).exec(text)[1];
    for (const name of ['ink', 'soft']) assert.ok(contrast(of(name), of('paper')) >= 4.5, name);
    for (let i = 1; i <= 7; ++i) assert.ok(contrast(of(i), of('paper')) >= 3, `colour ${i}`);
  }
});
