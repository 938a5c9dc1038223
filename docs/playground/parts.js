// Parts of the page: elements, fields of a form, figures with a table behind them, lines of code.
import * as draw from './draw.js';

/** An element: attributes by name, on* as listeners; then its children. */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

let lastId = 0;
const nextId = () => `w-${++lastId}`;

/** A field of a form: {key, label, help, type: 'select' | 'number' | 'range' | 'text', options, min, max, step, list}.
 * A range is a slider with the same number beside it, which may be empty if nothing is asked. */
export function field(row, changed) {
  const id = nextId(),
    help = row.help ? `${id}-help` : null;
  const shared = { 'aria-describedby': help, min: row.min, max: row.max, step: row.step ?? 'any' };
  let inputs;
  if (row.type === 'select')
    inputs = [
      element(
        'select',
        { id, 'aria-describedby': help, onchange: (e) => changed(row.key, e.target.value) },
        ...row.options.map(([value, name]) => element('option', { value }, name)),
      ),
    ];
  else if (row.type === 'range')
    inputs = [
      element('input', {
        type: 'range',
        'aria-label': `${row.label}, slider`,
        ...shared,
        'aria-describedby': null,
        oninput: (e) => changed(row.key, e.target.value),
      }),
      element('input', { id, type: 'number', ...shared, oninput: (e) => changed(row.key, e.target.value) }),
    ];
  else
    inputs = [
      element('input', {
        id,
        type: row.type,
        list: row.list ? `${id}-list` : null,
        ...(row.type === 'number' ? shared : { 'aria-describedby': help }),
        spellcheck: 'false',
        onchange: (e) => changed(row.key, e.target.value),
      }),
    ];
  const list = row.list
    ? [element('datalist', { id: `${id}-list` }, ...row.list.map((value) => element('option', { value })))]
    : [];
  const root = element(
    'div',
    { class: 'field' },
    element('label', { for: id }, row.label),
    element('div', { class: 'pair' }, ...inputs),
    ...list,
    ...(help ? [element('p', { id: help, class: 'help' }, row.help)] : []),
  );
  return {
    root,
    show(value, hidden, limits) {
      root.hidden = Boolean(hidden);
      for (const input of inputs) {
        if (limits) Object.entries(limits).forEach(([name, limit]) => input.setAttribute(name, limit));
        const wanted = value === '' && input.type === 'range' ? String(row.unset ?? row.min) : value;
        if (input !== document.activeElement || input.type === 'range' || input.tagName === 'SELECT')
          input.value = wanted;
      }
    },
  };
}

/** A picture with its name, a button that saves it, and the table behind it. `dragged(id, value)` hears of handles that
 * are dragged or moved by keys; `steps` says by how much a key moves each. */
export class Figure {
  constructor(parent, name, { dragged, steps = {} } = {}) {
    this.name = name;
    this.title = element('h2', {}, name);
    this.place = element('div', { class: 'picture' });
    this.behind = element('div', {
      class: 'scroll',
      tabindex: '0',
      role: 'region',
      'aria-label': `${name}, as a table`,
    });
    const save = element('button', { type: 'button', onclick: () => this.save() }, 'Download SVG');
    save.setAttribute('aria-label', `Download SVG: ${name}`);
    this.root = element(
      'figure',
      {},
      element('figcaption', {}, this.title, save),
      this.place,
      element('details', {}, element('summary', {}, `${name}: the numbers`), this.behind),
    );
    parent.append(this.root);
    new ResizeObserver(() => this.redraw()).observe(this.place);
    if (dragged) this.listen(dragged, steps);
  }
  /** @param drawn makes the SVG for a width; @param table what draw.table takes. */
  show(drawn, table) {
    this.drawn = drawn;
    this.width = 0;
    this.behind.innerHTML = draw.table(table);
    this.redraw();
  }
  redraw() {
    const width = Math.floor(this.place.clientWidth);
    if (!this.drawn || width === 0 || width === this.width) return;
    this.width = width;
    this.moved = null;
    const focused = document.activeElement?.closest?.('[data-handle]');
    const id = focused && this.place.contains(focused) ? focused.dataset.handle : null;
    this.place.innerHTML = this.drawn(width);
    if (id) this.place.querySelector(`[data-handle="${id}"]`)?.focus();
  }
  listen(dragged, steps) {
    let held = null;
    const value = (event) => {
      const svg = this.place.querySelector('svg'),
        frame = svg.getBoundingClientRect(),
        scale = svg.viewBox.baseVal.width / frame.width;
      return draw.valueAt(svg.dataset.plot, (event.clientX - frame.left) * scale, (event.clientY - frame.top) * scale);
    };
    this.place.addEventListener('pointerdown', (event) => {
      const handle = event.target.closest('[data-handle]');
      if (!handle) return;
      held = { id: handle.dataset.handle, axis: handle.dataset.axis };
      handle.focus();
      event.preventDefault();
    });
    window.addEventListener('pointermove', (event) => held && dragged(held.id, value(event)[held.axis]));
    for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, () => (held = null));
    this.place.addEventListener('keydown', (event) => {
      const handle = event.target.closest('[data-handle]');
      if (!handle) return;
      const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
      const id = handle.dataset.handle,
        limit = (name) => Number(handle.getAttribute(`aria-value${name}`));
      if (by === undefined && event.key !== 'Home' && event.key !== 'End') return;
      event.preventDefault();
      const now = this.moved?.[id] ?? limit('now'); // keys may come faster than pictures
      const next = event.key === 'Home' ? limit('min') : event.key === 'End' ? limit('max') : now + by * steps[id];
      this.moved = { [id]: Math.max(limit('min'), Math.min(limit('max'), next)) };
      dragged(id, this.moved[id]);
    });
  }
  /** The picture as a file of its own: its colours as they are in the light, without variables. */
  svg() {
    const text = this.drawn(this.width || 640);
    return text
      .replace(/var\(--[\w-]+,\s*(#[0-9a-f]+)\)/g, '$1')
      .replace('font-family="inherit"', 'font-family="system-ui, DejaVu Sans, sans-serif"');
  }
  save() {
    const url = URL.createObjectURL(new Blob([this.svg()], { type: 'image/svg+xml' }));
    const link = element('a', { href: url, download: `${this.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.svg` });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  }
}

const LANGUAGES = {
  python: 'Python',
  r: 'R',
  javascript: 'JavaScript',
  java: 'Java',
  csharp: 'C#',
  cpp: 'C++',
  c: 'C',
  command: 'Command',
};

/** The call that does the same, in the language that is chosen. */
export class Code {
  constructor(parent, chosen) {
    const id = nextId();
    this.language = element(
      'select',
      { id, onchange: (e) => chosen(e.target.value) },
      ...Object.entries(LANGUAGES).map(([value, name]) => element('option', { value }, name)),
    );
    this.text = element('pre', { tabindex: '0', 'aria-label': 'Code that does the same' });
    const copied = element('span', { role: 'status' });
    const copy = element(
      'button',
      {
        type: 'button',
        onclick: async () => {
          await navigator.clipboard?.writeText(this.text.textContent).catch(() => {});
          copied.textContent = ' copied';
          setTimeout(() => (copied.textContent = ''), 2000);
        },
      },
      'Copy',
    );
    parent.append(
      element(
        'section',
        { class: 'codes', 'aria-label': 'Code' },
        element(
          'div',
          { class: 'pair' },
          element('label', { for: id }, element('strong', {}, 'The same in')),
          this.language,
          copy,
          copied,
        ),
        this.text,
      ),
    );
  }
  show(language, lines) {
    this.language.value = language;
    this.text.textContent = lines[language];
  }
}
