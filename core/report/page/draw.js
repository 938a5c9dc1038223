// Pictures as SVG text, from plain data: for pages, and for Node. No dependencies, no state, no DOM: the same data give
// the same text. Each function takes what is to be shown and says it in `title` and `desc`, which screen readers read;
// `table` makes the table behind a picture.
//
// Every picture takes, besides its data:
//   width, height   of the picture in pixels (640 x 360): pages draw anew when their width changes
//   title, desc     what the picture is of, and what it shows
//   id              makes the ids of title and desc unique where a page draws the same picture twice
//   handles         [{id, axis: 'x' | 'y', value, label}]: lines that a page lets users drag. Each is a group with
//                   data-handle, role="slider" and the keyboard's focus; `valueAt` says what a place means
//
// Colours are CSS variables (`css` declares them for light and dark; without it the fallbacks are those of light):
// --wald-1 ... --wald-7 are near Okabe and Ito's colours, which colour-blind readers tell apart; series differ by
// dashes too.

const palette = ['#0072b2', '#c24e00', '#00805d', '#a3487e', '#8a6d00', '#2b8cc4', '#5b5b5b'];
const dark = ['#56b4e9', '#ff9a4d', '#2fcfa0', '#e59cc8', '#f0e442', '#9ad0f5', '#bdbdbd'];
const inks = {
  ink: ['#1b1f24', '#e8eaed'],
  soft: ['#5a626b', '#a8b0b9'],
  grid: ['#dfe3e7', '#343a41'],
  paper: ['#ffffff', '#15181c'],
};
const dashes = ['', '7 4', '2 3', '9 3 2 3', '12 4', '5 2', '1 3'];

const declared = (which) =>
  [
    ...(which ? dark : palette).map((c, i) => `--wald-${i + 1}:${c};`),
    ...Object.entries(inks).map(([name, pair]) => `--wald-${name}:${pair[which]};`),
  ].join('');

/** The variables as CSS: light, dark where the reader's system is dark, and either by data-theme on the root. */
export const css =
  `:root{${declared(0)}}@media(prefers-color-scheme:dark){:root:not([data-theme=light]){${declared(1)}}}` +
  `:root[data-theme=dark]{${declared(1)}}@media print{:root:root:root{${declared(0)}}}`;

/** Text that is safe in HTML and SVG, inside of elements and of quoted attributes. */
export const escape = (text) =>
  String(text)
    .replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '?');

const color = (i) => `var(--wald-${((i - 1) % 7) + 1},${palette[(i - 1) % 7]})`;
const ink = (name) => `var(--wald-${name},${inks[name][0]})`;
const at = (v) => String(Math.round(v * 100) / 100);
const isNumber = (v) => typeof v === 'number' && Number.isFinite(v);

/** A number for readers: this many significant digits, thousands apart, a true minus. */
export function format(value, digits = 3) {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  let text = value === 0 ? '0' : Number(value.toPrecision(digits)).toString();
  if (value !== 0 && Math.abs(value) < 1e-4) text = Number(value.toPrecision(digits)).toExponential();
  if (Number.isInteger(value) && Math.abs(value) < 1e15) text = String(value);
  const [, sign, whole, rest] = /^(-?)(\d+)(.*)$/.exec(text);
  const grouped = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, '\u202f') : whole;
  return (sign ? '−' : '') + grouped + rest.replace('e-', 'e−');
}

/** Round numbers that span [low, high], about `count` of them. */
export function ticks(low, high, count = 5) {
  if (!(high > low)) return [low];
  const raw = (high - low) / Math.max(1, count),
    power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 2.5, 5, 10].map((m) => m * power).find((s) => s >= raw * 0.999);
  const out = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; ++i)
    out.push(Number((i * step).toPrecision(12)));
  return out;
}

function range(values, given, padded) {
  let low = Infinity,
    high = -Infinity;
  for (const v of values)
    if (isNumber(v)) {
      low = Math.min(low, v);
      high = Math.max(high, v);
    }
  if (low > high) {
    low = 0;
    high = 1;
  }
  if (low === high) {
    low -= 0.5;
    high += 0.5;
  }
  const pad = padded ? (high - low) * 0.05 : 0;
  return [isNumber(given?.min) ? given.min : low - pad, isNumber(given?.max) ? given.max : high + pad];
}

const widthOf = (text, size) => String(text).length * size * 0.56;
const line = (x1, y1, x2, y2, stroke, more = '') =>
  `<line x1="${at(x1)}" y1="${at(y1)}" x2="${at(x2)}" y2="${at(y2)}" ${more} style="stroke:${stroke}"/>`;
const disc = (x, y, r, fill, more = '') =>
  `<circle cx="${at(x)}" cy="${at(y)}" r="${at(r)}" ${more} style="fill:${fill};stroke:${ink('paper')}">`;
const box = (x, y, width, height, fill) =>
  `<rect x="${at(x)}" y="${at(y)}" width="${at(Math.max(1, width))}" height="${at(height)}" ` +
  `style="fill:${fill}" fill-opacity=".84">`;
const label = (x, y, text, more = '') => `<text x="${at(x)}" y="${at(y)}" ${more}>${escape(text)}</text>`;

// A hash of the words makes ids that do not depend on what was drawn before.
function idOf(o) {
  let h = 2166136261;
  for (const c of `${o.id ?? ''}|${o.title}|${o.desc}`) h = Math.imul(h ^ c.codePointAt(0), 16777619) >>> 0;
  return 'w' + h.toString(36);
}

function frame(o, width, height, inside, more = '') {
  const id = idOf(o),
    title = o.title ?? 'A chart',
    desc = o.desc ?? '';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" class="wald-chart" viewBox="0 0 ${at(width)} ${at(height)}" ` +
    `width="${at(width)}" height="${at(height)}" role="${o.handles?.length ? 'group' : 'img'}" ` +
    `aria-labelledby="${id}t${desc ? ` ${id}d` : ''}" font-family="inherit" font-size="12" ${more}>` +
    `<title id="${id}t">${escape(title)}</title>` +
    (desc ? `<desc id="${id}d">${escape(desc)}</desc>` : '') +
    `${inside}</svg>`
  );
}

// Swatches with names, in as many lines as they need; [markup, height].
function legendOf(entries, left, width) {
  let x = left,
    y = 12,
    out = '';
  for (const e of entries) {
    const w = 26 + widthOf(e.name, 12) + 14;
    if (x > left && x + w > left + width) {
      x = left;
      y += 18;
    }
    const style = `stroke:${e.color};fill:${e.color}`;
    out +=
      e.mark === 'box'
        ? `<rect x="${at(x)}" y="${y - 9}" width="18" height="10" rx="2" style="${style};stroke:none"/>`
        : e.mark === 'dot'
          ? `<circle cx="${at(x + 9)}" cy="${y - 4}" r="4.5" style="${style}"/>`
          : `<line x1="${at(x)}" x2="${at(x + 18)}" y1="${y - 4}" y2="${y - 4}" stroke-width="2.2" ` +
            `stroke-dasharray="${e.dash ?? ''}" style="${style}"/>`;
    out += label(x + 24, y, e.name, `style="fill:${ink('ink')}"`);
    x += w;
  }
  return [out, entries.length ? y + 10 : 4];
}

/** A chart of lines, steps, bands and points.
 * x, y: {label, min, max, format, ticks}; series: [{name, x: [], y: [], kind: 'line' | 'step' | 'points', low: [],
 * high: [], color: 1-7, dash: 0-6, size: []}]; a band is drawn where low and high are given. marks: [{x, y, name,
 * color, xLow, xHigh, yLow, yHigh}], points with intervals. lines: [{x} or {y}, {from: [x, y], to: [x, y]}; label,
 * color, before: labelled at its beginning]. What is NaN or null is left out, and parts the line. square: as high as it
 * is wide. */
export function lineChart(o) {
  const width = o.width ?? 640,
    series = o.series ?? [],
    marks = o.marks ?? [],
    lines = o.lines ?? [];
  const [x0, x1] = range(
    [
      ...series.flatMap((s) => s.x),
      ...marks.flatMap((m) => [m.x, m.xLow, m.xHigh]),
      ...lines.map((l) => l.x),
      ...(o.handles ?? []).filter((h) => h.axis !== 'y').map((h) => h.value),
    ],
    o.x,
    false,
  );
  const [y0, y1] = range(
    [
      ...series.flatMap((s) => [...s.y, ...(s.low ?? []), ...(s.high ?? [])]),
      ...marks.flatMap((m) => [m.y, m.yLow, m.yHigh]),
      ...lines.map((l) => l.y),
    ],
    o.y,
    true,
  );
  const say = { x: o.x?.format ?? format, y: o.y?.format ?? format };
  const ys = o.y?.ticks ?? ticks(y0, y1, 5);
  const left = 18 + Math.max(24, ...ys.map((v) => widthOf(say.y(v), 12))) + (o.y?.label ? 14 : 0),
    right = 14;
  const inner = Math.max(60, width - left - right);
  const entries = [
    ...series
      .filter((s) => s.name)
      .map((s) => ({
        name: s.name,
        color: color(s.color ?? 1),
        dash: dashes[s.dash ?? 0],
        mark: s.kind === 'points' ? 'dot' : s.band ? 'box' : 'line',
      })),
    ...marks
      .filter((m) => m.name && m.legend !== false)
      .map((m) => ({ name: m.name, color: color(m.color ?? 1), mark: 'dot' })),
  ];
  const [legend, top] = legendOf(o.legend === false ? [] : entries, 8, width - 16);
  const bottom = o.x?.label ? 44 : 26;
  const height =
    o.height ?? (o.square ? Math.min(inner, 460) + top + bottom : Math.max(240, Math.min(380, width * 0.56)) + top);
  const tall = Math.max(60, height - top - bottom - 6),
    y00 = top + 6;
  const X = (v) => left + ((v - x0) / (x1 - x0)) * inner,
    Y = (v) => y00 + tall - ((v - y0) / (y1 - y0)) * tall;
  const inX = (v) => Math.max(x0, Math.min(x1, v)),
    inY = (v) => Math.max(y0, Math.min(y1, v));
  const xs = o.x?.ticks ?? ticks(x0, x1, Math.max(2, Math.round(inner / 85)));
  let out = legend + '<g aria-hidden="true">';
  for (const v of ys)
    out +=
      `<line x1="${at(left)}" x2="${at(left + inner)}" y1="${at(Y(v))}" y2="${at(Y(v))}" ` +
      `style="stroke:${ink('grid')}"/>` +
      label(left - 7, Y(v) + 4, say.y(v), `text-anchor="end" style="fill:${ink('soft')}"`);
  for (const v of xs)
    out +=
      `<line x1="${at(X(v))}" x2="${at(X(v))}" y1="${at(y00 + tall)}" y2="${at(y00 + tall + 4)}" ` +
      `style="stroke:${ink('soft')}"/>` +
      label(X(v), y00 + tall + 17, say.x(v), `text-anchor="middle" style="fill:${ink('soft')}"`);
  out += line(left, y00 + tall, left + inner, y00 + tall, ink('soft'));
  if (o.x?.label)
    out += label(left + inner / 2, y00 + tall + 36, o.x.label, `text-anchor="middle" style="fill:${ink('ink')}"`);
  if (o.y?.label)
    out += label(
      0,
      0,
      o.y.label,
      `text-anchor="middle" style="fill:${ink('ink')}" transform="translate(12 ${at(y00 + tall / 2)}) rotate(-90)"`,
    );
  out += '</g>';
  for (const l of lines) {
    const [a, b] = l.from
      ? [l.from, l.to]
      : isNumber(l.x)
        ? [
            [l.x, y0],
            [l.x, y1],
          ]
        : [
            [x0, l.y],
            [x1, l.y],
          ];
    out +=
      `<line x1="${at(X(inX(a[0])))}" y1="${at(Y(inY(a[1])))}" x2="${at(X(inX(b[0])))}" y2="${at(Y(inY(b[1])))}" ` +
      `stroke-dasharray="4 4" style="stroke:${l.color ? color(l.color) : ink('soft')}"/>`;
    if (!l.label) continue;
    const room = X(inX(b[0])) + widthOf(l.label, 11) + 8 < left + inner;
    const row = isNumber(l.x) && !l.from ? y00 + 11 + 14 * (l.row ?? 0) : Y(inY(b[1])) - 5;
    const beside = l.before || (isNumber(l.x) && !l.from && room);
    out += label(
      X(inX((l.before ? a : b)[0])) + (beside ? 5 : -5),
      row,
      l.label,
      `font-size="11" text-anchor="${beside ? 'start' : 'end'}" style="fill:${l.color ? color(l.color) : ink('soft')}"`,
    );
  }
  const runs = (s, value) => {
    const out = [[]];
    s.x.forEach((x, i) => (isNumber(x) && isNumber(value(i)) ? out[out.length - 1].push(i) : out.push([])));
    return out.filter((run) => run.length);
  };
  const path = (s, run, value) =>
    run
      .map((i, n) => {
        const x = at(X(inX(s.x[i]))),
          y = at(Y(inY(value(i))));
        return n === 0 ? `M${x} ${y}` : s.kind === 'step' ? `H${x}V${y}` : `L${x} ${y}`;
      })
      .join('');
  for (const s of series) {
    if (!s.low || s.kind === 'points') continue;
    for (const run of runs(s, (i) => (isNumber(s.low[i]) ? s.high[i] : NaN))) {
      const there = run.map((i) => `${at(X(inX(s.x[i])))} ${at(Y(inY(s.high[i])))}`);
      const back = run.map((i) => `${at(X(inX(s.x[i])))} ${at(Y(inY(s.low[i])))}`).reverse();
      out +=
        `<path d="M${[...there, ...back].join('L')}Z" fill-opacity=".16" ` +
        `style="fill:${color(s.color ?? 1)};stroke:none"/>`;
    }
  }
  for (const s of series) {
    const stroke = color(s.color ?? 1);
    if (s.kind === 'points') {
      s.x.forEach((x, i) => {
        if (!isNumber(x) || !isNumber(s.y[i])) return;
        if (s.low && isNumber(s.low[i])) out += bracket(X(x), Y(inY(s.low[i])), X(x), Y(inY(s.high[i])), stroke);
        out += disc(X(inX(x)), Y(inY(s.y[i])), s.size ? s.size[i] : 4, stroke) + '</circle>';
      });
      continue;
    }
    for (const run of runs(s, (i) => s.y[i]))
      out +=
        `<path d="${path(s, run, (i) => s.y[i])}" fill="none" stroke-width="2.2" stroke-linejoin="round" ` +
        `stroke-dasharray="${dashes[s.dash ?? 0]}" style="stroke:${stroke}"/>`;
  }
  for (const m of marks) {
    const stroke = color(m.color ?? 1);
    if (isNumber(m.xLow)) out += bracket(X(inX(m.xLow)), Y(inY(m.y)), X(inX(m.xHigh)), Y(inY(m.y)), stroke);
    if (isNumber(m.yLow)) out += bracket(X(inX(m.x)), Y(inY(m.yLow)), X(inX(m.x)), Y(inY(m.yHigh)), stroke);
    out +=
      disc(X(inX(m.x)), Y(inY(m.y)), 5.5, stroke, 'stroke-width="2"') +
      `<title>${escape(`${m.name ?? ''} (${say.x(m.x)}, ${say.y(m.y)})`)}</title></circle>`;
  }
  for (const h of o.handles ?? []) {
    const upright = h.axis !== 'y',
      p = upright ? X(inX(h.value)) : Y(inY(h.value));
    const [low, high] = upright ? [x0, x1] : [y0, y1];
    const place = upright
      ? `x1="${at(p)}" x2="${at(p)}" y1="${at(y00)}" y2="${at(y00 + tall)}"`
      : `x1="${at(left)}" x2="${at(left + inner)}" y1="${at(p)}" y2="${at(p)}"`;
    out +=
      `<g data-handle="${escape(h.id)}" data-axis="${upright ? 'x' : 'y'}" tabindex="0" role="slider" ` +
      `aria-label="${escape(h.label ?? h.id)}" ` +
      `aria-valuemin="${low}" aria-valuemax="${high}" aria-valuenow="${h.value}" ` +
      `aria-orientation="${upright ? 'horizontal' : 'vertical'}" ` +
      `style="cursor:${upright ? 'ew' : 'ns'}-resize;touch-action:none">` +
      `<line ${place} stroke-width="22" stroke="transparent"/>` +
      `<line ${place} stroke-width="2" style="stroke:${ink('ink')}"/>` +
      disc(upright ? p : left + inner, upright ? y00 + tall : p, 7, ink('ink')) +
      '</circle></g>';
  }
  return frame(
    o,
    width,
    height,
    out,
    `data-plot="${[left, y00, inner, tall, x0, x1, y0, y1].map((v) => +v.toPrecision(9)).join(' ')}"`,
  );
}

function bracket(xa, ya, xb, yb, stroke) {
  const across = ya === yb,
    e = 4;
  const end = (x, y) => (across ? `M${at(x)} ${at(y - e)}V${at(y + e)}` : `M${at(x - e)} ${at(y)}H${at(x + e)}`);
  const d = `M${at(xa)} ${at(ya)}L${at(xb)} ${at(yb)}${end(xa, ya)}${end(xb, yb)}`;
  return `<path d="${d}" fill="none" stroke-width="1.6" style="stroke:${stroke}"/>`;
}

/** What a place in a lineChart means: plot is the picture's data-plot, (px, py) are in its own pixels. */
export function valueAt(plot, px, py) {
  const [left, top, inner, tall, x0, x1, y0, y1] = plot.split(' ').map(Number);
  const share = (v) => Math.max(0, Math.min(1, v));
  return { x: x0 + share((px - left) / inner) * (x1 - x0), y: y1 - share((py - top) / tall) * (y1 - y0) };
}

const share = (label) => ({ label, min: 0, max: 1 });

/** Precision against recall, or ROC. curves: [{name, recall: [], precision: [], low: [], high: []}] or [{name, fpr: [],
 * tpr: []}]; points: chosen ones, [{name, x, y, xLow, xHigh, yLow, yHigh, color}]. kind: 'pr' | 'roc'. */
export function frontier(o) {
  const roc = o.kind === 'roc';
  return lineChart({
    square: true,
    ...o,
    x: { ...share(roc ? 'False positive rate' : 'Recall'), ...o.x },
    y: { ...share(roc ? 'Recall' : 'Precision'), ...o.y },
    marks: o.points ?? [],
    lines: [
      ...(roc
        ? [{ from: [0, 0], to: [1, 1] }]
        : isNumber(o.prevalence)
          ? [{ y: o.prevalence, label: 'flagging all', before: true }]
          : []),
      ...(o.lines ?? []),
    ],
    series: o.curves.map((c, i) => ({
      kind: roc ? 'step' : 'line',
      color: i + 1,
      dash: i,
      ...c,
      x: roc ? c.fpr : c.recall,
      y: roc ? c.tpr : c.precision,
    })),
  });
}

/** The expected utility of the best answer with k positives, for each k; its optimum, and the answer of the 1/2 cut.
 * k: [] (default 0, 1, 2 ...), utility: []; best: k; half: {k, utility}; metric: its name. */
export function utilityCurve(o) {
  const k = o.k ?? o.utility.map((_, i) => i),
    i = k.indexOf(o.best);
  const marks = [
    { x: o.best, y: i < 0 ? NaN : o.utility[i], name: `best for the metric: ${format(o.best)} positives`, color: 1 },
  ];
  if (o.half)
    marks.push({ x: o.half.k, y: o.half.utility, name: `cut at 1/2: ${format(o.half.k)} positives`, color: 2 });
  const few = k[k.length - 1] <= 30;
  return lineChart({
    ...o,
    x: {
      label: 'Number of positives, k',
      ...(few ? { ticks: k.filter((v, n) => n % Math.ceil(k.length / Math.max(4, (o.width ?? 640) / 40)) === 0) } : {}),
      ...o.x,
    },
    y: { label: `Expected ${o.metric ?? 'utility'}`, min: 0, ...o.y },
    marks,
    series: [{ x: k, y: o.utility, color: 1 }],
  });
}

/** Bars, one below the other, with intervals. groups: [{name, bars: [{name, value, low, high, color}]}]; x: {label,
 * min, max}. For instance a metric before and after. */
export function bars(o) {
  const width = o.width ?? 640,
    groups = o.groups,
    all = groups.flatMap((g) => g.bars);
  const [x0, x1] = range([0, ...all.flatMap((b) => [b.value, b.low, b.high])], o.x, false);
  const named = groups.some((g) => g.name),
    many = new Set(all.map((b) => b.name)).size;
  const grouped = groups.length > 1 && many > 1;
  const names = (grouped ? groups : all).map((b) => b.name ?? '');
  const longest = Math.max(...names.map((n) => widthOf(n, 12.5)));
  const above = longest > width * 0.4 || width < 430; // names above their bars on narrow pages
  const left = above ? 8 : longest + 18,
    right = 22 + Math.max(...all.map((b) => widthOf((o.x?.format ?? format)(b.value), 13))),
    inner = Math.max(60, width - left - right);
  const entries = grouped
    ? [...new Map(all.map((b) => [b.name, { name: b.name, color: color(b.color ?? 1), mark: 'box' }])).values()]
    : [];
  const [legend, top] = legendOf(entries, 8, width - 16);
  const X = (v) => left + ((Math.max(x0, Math.min(x1, v)) - x0) / (x1 - x0)) * inner,
    thick = grouped ? 14 : 22,
    step = thick + 3;
  let y = top + 4,
    out = legend;
  for (const g of groups) {
    if (grouped && above && named) {
      out += label(left, y + 12, g.name, `style="fill:${ink('ink')}"`);
      y += 18;
    }
    if (grouped && !above)
      out += label(
        left - 10,
        y + (g.bars.length * step) / 2 + 3,
        g.name,
        `text-anchor="end" style="fill:${ink('ink')}"`,
      );
    for (const b of g.bars) {
      if (!grouped && above) {
        out += label(left, y + 12, b.name ?? g.name, `style="fill:${ink('ink')}"`);
        y += 18;
      }
      if (!grouped && !above)
        out += label(left - 10, y + thick / 2 + 4, b.name ?? g.name, `text-anchor="end" style="fill:${ink('ink')}"`);
      if (isNumber(b.value)) {
        out +=
          box(Math.min(X(0), X(b.value)), y, Math.abs(X(b.value) - X(0)), thick, color(b.color ?? 1)) +
          `<title>${escape(`${b.name ?? g.name}: ${format(b.value)}`)}</title></rect>`;
        if (isNumber(b.low)) out += bracket(X(b.low), y + thick / 2, X(b.high), y + thick / 2, ink('ink'));
      }
      out += label(
        Math.max(X(isNumber(b.value) ? b.value : 0), isNumber(b.high) ? X(b.high) : 0, X(0)) + 7,
        y + thick / 2 + 4,
        (o.x?.format ?? format)(b.value),
        `style="fill:${ink('ink')}" font-weight="600"`,
      );
      y += step;
    }
    y += grouped ? 8 : 5;
  }
  const base = y + 2,
    shown = ticks(x0, x1, Math.max(2, Math.round(inner / 90)));
  const origin = X(Math.max(0, x0));
  let axis = '<g aria-hidden="true">' + (above ? '' : line(origin, top, origin, base, ink('soft')));
  for (const v of shown)
    axis +=
      `<line x1="${at(X(v))}" x2="${at(X(v))}" y1="${at(base)}" y2="${at(base + 4)}" style="stroke:${ink('soft')}"/>` +
      label(X(v), base + 17, (o.x?.format ?? format)(v), `text-anchor="middle" style="fill:${ink('soft')}"`);
  axis += line(left, base, left + inner, base, ink('soft'));
  if (o.x?.label)
    axis += label(left + inner / 2, base + 36, o.x.label, `text-anchor="middle" style="fill:${ink('ink')}"`);
  return frame(o, width, base + (o.x?.label ? 44 : 24), out + axis + '</g>');
}

/** How often events happen that are predicted with probability p. systems: [{name, mean: [], share: [], low: [],
 * high: [], weight: [] (of bins), fit: {p: [], y: []} (monotone)}]. */
export function reliability(o) {
  const series = o.systems.flatMap((s, i) => {
    const most = Math.max(...(s.weight ?? [1]));
    const one = o.systems.length === 1;
    return [
      ...(s.fit
        ? [{ name: one ? 'monotone fit' : '', kind: 'step', x: s.fit.p, y: s.fit.y, color: one ? 3 : i + 1, dash: i }]
        : []),
      {
        name: s.name ?? 'bins',
        kind: 'points',
        x: s.mean,
        y: s.share,
        low: s.low,
        high: s.high,
        color: i + 1,
        size: s.weight?.map((w) => 3 + 3 * Math.sqrt(w / most)),
      },
    ];
  });
  return lineChart({
    square: true,
    ...o,
    x: { ...share('Probability said'), ...o.x },
    y: { ...share('Share that was true'), ...o.y },
    lines: [{ from: [0, 0], to: [1, 1] }, ...(o.lines ?? [])],
    series,
  });
}

/** Scores of positives and negatives, with cuts. edges: [] (one more than bins), positives: [], negatives: [];
 * cuts: [{value, name}]. Heights are shares of each kind, so that few positives show. */
export function histogram(o) {
  const total = (list) => list.reduce((a, b) => a + b, 0) || 1,
    p = total(o.positives),
    n = total(o.negatives);
  const stairs = (list, all) => {
    const x = [o.edges[0]],
      y = [0];
    list.forEach((v, i) => {
      x.push(o.edges[i], o.edges[i + 1]);
      y.push(v / all, v / all);
    });
    x.push(o.edges[list.length]);
    y.push(0);
    return { x, y, low: y.map(() => 0), high: y };
  };
  return lineChart({
    ...o,
    x: { label: 'Probability', ...o.x },
    y: { label: 'Share of the kind', min: 0, ...o.y },
    series: [
      { name: `negatives (${format(n)})`, ...stairs(o.negatives, n), color: 2, dash: 1, band: true },
      { name: `positives (${format(p)})`, ...stairs(o.positives, p), color: 1, band: true },
    ],
    lines: (o.cuts ?? []).map((c, i) => ({ x: c.value, label: c.name, row: i })),
  });
}

/** Net benefit against threshold probability. thresholds: []; systems: [{name, benefit: [], low: [], high: []}];
 * all: [], of flagging every row; flagging none has 0. */
export function decisionCurve(o) {
  const top = Math.max(0.01, ...o.systems.flatMap((s) => s.benefit), ...(o.all ?? []).slice(0, 1));
  const y = { label: 'Net benefit', min: -0.15 * top, max: top * 1.08, ...o.y };
  const all = o.all?.map((v) => (v < y.min ? null : v)); // it falls without bound
  return lineChart({
    ...o,
    x: { label: 'Threshold probability', min: 0, max: 1, ...o.x },
    y,
    series: [
      ...(all ? [{ name: 'flag all', x: o.thresholds, y: all, color: 7, dash: 2 }] : []),
      { name: 'flag none', x: o.thresholds, y: o.thresholds.map(() => 0), color: 7, dash: 0 },
      ...o.systems.map((s, i) => ({ color: i + 1, dash: i, ...s, x: o.thresholds, y: s.benefit })),
    ],
  });
}

/** Where a cascade's rows stop. positions: [{name, shares: {positive, negative}}], shares of all rows that are decided
 * after each model; kinds: names in the order of stacking (default positive, negative). */
export function cascadeShares(o) {
  const width = o.width ?? 640,
    kinds = o.kinds ?? ['positive', 'negative'],
    n = o.positions.length;
  const high = Math.max(...o.positions.map((p) => kinds.reduce((a, k) => a + (p.shares[k] ?? 0), 0)), 1e-9);
  const left = 52,
    right = 12,
    [legend, top] = legendOf(
      kinds.map((name, i) => ({ name, color: color(i + 1), mark: 'box' })),
      8,
      width - 16,
    );
  const inner = width - left - right,
    tall = (o.height ?? 300) - top - 50,
    slot = inner / n,
    Y = (v) => top + 6 + tall - (v / high) * tall;
  let out = legend + '<g aria-hidden="true">';
  for (const v of ticks(0, high, 4))
    out +=
      `<line x1="${left}" x2="${at(left + inner)}" y1="${at(Y(v))}" y2="${at(Y(v))}" style="stroke:${ink('grid')}"/>` +
      label(left - 7, Y(v) + 4, `${format(v * 100)} %`, `text-anchor="end" style="fill:${ink('soft')}"`);
  out += '</g>';
  const every = Math.ceil((Math.max(...o.positions.map((p) => widthOf(p.name, 12))) + 8) / slot);
  o.positions.forEach((p, i) => {
    let sum = 0;
    kinds.forEach((kind, c) => {
      const v = p.shares[kind] ?? 0;
      if (v > 0)
        out +=
          box(left + (i + 0.12) * slot, Y(sum + v), slot * 0.76, Y(sum) - Y(sum + v), color(c + 1)) +
          `<title>${escape(`${p.name}, ${kind}: ${format(v * 100)} %`)}</title></rect>`;
      sum += v;
    });
    if (i % every === 0)
      out += label(
        left + (i + 0.5) * slot,
        top + tall + 23,
        p.name,
        `text-anchor="middle" style="fill:${ink('soft')}"`,
      );
  });
  out += label(
    left + inner / 2,
    top + tall + 42,
    o.x?.label ?? 'Decided after this many models',
    `text-anchor="middle" style="fill:${ink('ink')}"`,
  );
  return frame(o, width, top + tall + 50, out);
}

/** Cost against disagreement of cascades. lines: [{name, cost: [], disagreement: []}]; points: chosen ones as for
 * frontier, x the cost. */
export function costCurve(o) {
  return lineChart({
    ...o,
    x: { label: 'Mean cost of a row', min: 0, ...o.x },
    y: { label: 'Share that differs', min: 0, ...o.y },
    marks: o.points ?? [],
    lines: o.limits ?? [],
    series: o.lines.map((l, i) => ({ color: i + 1, dash: i, ...l, x: l.cost, y: l.disagreement })),
  });
}

/** The table behind a picture, as HTML. columns: [name or {name, number: true}], rows: arrays of text and numbers. */
export function table(o) {
  const columns = o.columns.map((c) => (typeof c === 'string' ? { name: c } : c));
  const cell = (v, c, tag) =>
    `<${tag}${tag === 'th' ? ' scope="row"' : ''}${c.number ? ' class="number"' : ''}>` +
    `${typeof v === 'number' || v === null ? format(v, c.digits) : escape(v)}</${tag}>`;
  return (
    `<table>${o.caption ? `<caption>${escape(o.caption)}</caption>` : ''}<thead><tr>` +
    columns.map((c) => `<th scope="col"${c.number ? ' class="number"' : ''}>${escape(c.name)}</th>`).join('') +
    '</tr></thead><tbody>' +
    o.rows.map((r) => `<tr>${r.map((v, i) => cell(v, columns[i], i === 0 ? 'th' : 'td')).join('')}</tr>`).join('') +
    '</tbody></table>'
  );
}
