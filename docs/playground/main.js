// The page: tabs, forms, data, the address; views show the answers.
import { cascadeView } from './cascade_view.js';
import { parse } from './csv.js';
import { decideView } from './decide_view.js';
import * as draw from './draw.js';
import * as engine from './engine.js';
import { Code, element, field } from './parts.js';
import { packed, read, unpacked, written } from './state.js';
import { thresholdView } from './threshold_view.js';
import { inWords } from './words.js';

const VIEWS = [decideView, thresholdView, cascadeView];
const EXAMPLES = globalThis.waldExamples; // by name: {text, truth, file}, which the build puts into the page
const OWN = 'own';

const LONGEST_SHOWN = 200_000; // characters of a file, or of what is pasted

// One view: its form, its data, its state (texts by key).
class Page {
  constructor(view, changed) {
    this.view = view;
    const first = Object.keys(view.examples)[0];
    this.defaults = {
      view: 'decide',
      example: first,
      code: 'python',
      data: '',
      truth: '',
      ...Object.fromEntries(view.fields.map((row) => [row.key, row.value])),
    };
    this.state = { ...this.defaults, view: view.id };
    const set = (key, value) => {
      this.state[key] = value;
      changed();
    };
    const example = {
      key: 'example',
      label: 'Data',
      type: 'select',
      options: [...Object.entries(view.examples), [OWN, 'your own (paste or drop below)']],
    };
    this.fields = [example, ...view.fields].map((row) => [row.key, field(row, set)]);
    this.texts = {
      data: this.textarea(view.data, 'data', set),
      ...(view.truth ? { truth: this.textarea(view.truth, 'truth', set) } : {}),
    };
    this.own = element(
      'details',
      { class: 'drop' },
      element('summary', {}, 'Your own data'),
      ...Object.values(this.texts).map((part) => part.root),
    );
    this.alert = element('p', { role: 'alert', id: `${view.id}-alert` });
    this.summary = element('div', { class: 'result', role: 'status', id: `${view.id}-result` });
    this.figures = element('div', { class: 'figures' });
    this.link = element('p', { class: 'help' });
    const form = element(
      'form',
      { 'aria-label': `${view.title}: what is asked`, onsubmit: (e) => e.preventDefault() },
      this.fields[0][1].root,
      this.own,
      ...this.fields.slice(1).map(([, part]) => part.root),
    );
    this.root = element(
      'section',
      { class: 'view', role: 'tabpanel', id: `view-${view.id}`, 'aria-labelledby': `tab-${view.id}`, hidden: true },
      element('p', { class: 'about' }, view.about),
      element('div', { class: 'answer' }, this.alert, this.summary),
      element('div', { class: 'asked' }, form, this.link),
      this.figures,
    );
    view.build(this.figures, set);
    this.code = new Code(this.figures, (language) => set('code', language));
  }
  textarea(name, key, set) {
    const id = `${this.view.id}-${key}`;
    const area = element('textarea', { id, spellcheck: 'false', rows: 6 });
    // A browser takes a second to lay out a hundred thousand lines: such a text is named, not shown.
    const isLong = (text) => text.length > LONGEST_SHOWN;
    const take = (text, source) => {
      const named = source !== undefined && isLong(text);
      const shown = named ? '' : text;
      if (area.value !== shown) area.value = shown;
      area.placeholder = named ? `${source}: ${text.length} characters` : '';
      this.state.example = OWN;
      this.typed = { ...this.typed, [key]: text };
      set(key, '');
    };
    area.addEventListener('input', () => take(area.value));
    area.addEventListener('paste', (e) => {
      const pasted = e.clipboardData.getData('text/plain');
      if (!isLong(pasted)) return;
      e.preventDefault();
      const { value, selectionStart, selectionEnd } = area;
      take(value.slice(0, selectionStart) + pasted + value.slice(selectionEnd), 'pasted');
    });
    const file = element('input', {
      type: 'file',
      accept: '.csv,.tsv,.txt,.json,.jsonl,text/csv,application/json',
      'aria-label': `${name}: a file`,
      onchange: async (e) => e.target.files[0] && take(await e.target.files[0].text(), e.target.files[0].name),
    });
    const root = element('div', { class: 'field' }, element('label', { for: id }, name), area, file);
    root.addEventListener('dragover', (e) => {
      e.preventDefault();
      this.own.classList.add('over');
    });
    root.addEventListener('dragleave', () => this.own.classList.remove('over'));
    root.addEventListener('drop', async (e) => {
      e.preventDefault();
      this.own.classList.remove('over');
      const [dropped] = e.dataTransfer.files;
      if (dropped) take(await dropped.text(), dropped.name);
    });
    return { root, area };
  }
  /** What is shown: an example's tables, or those that were pasted. Parsed once. */
  inputs() {
    const given =
      this.state.example === OWN
        ? { text: this.typed?.data ?? '', truth: this.typed?.truth ?? '', file: 'data.csv' }
        : EXAMPLES[this.state.example];
    if (!given) throw new Error(`there is no example "${this.state.example}"`);
    const kept = this.parsed;
    if (!kept || kept.text !== given.text || kept.known !== given.truth)
      this.parsed = {
        text: given.text,
        known: given.truth,
        file: given.file,
        table: parse(given.text),
        truth: given.truth ? parse(given.truth) : null,
      };
    return this.parsed;
  }
  update() {
    const began = performance.now();
    const { state, view } = this;
    let limits = () => null;
    let table = null;
    this.own.open = this.own.open || state.example === OWN;
    try {
      const inputs = this.inputs();
      ({ table } = inputs);
      limits = (key) => view.limits(key, state, inputs);
      const { lines, code, data } = view.update(state, inputs);
      this.summary.replaceChildren(...lines.map((line) => element('p', {}, line)));
      this.code.show(state.code, code);
      Object.assign(this.root.dataset, data);
      this.alert.textContent = '';
    } catch (error) {
      this.alert.textContent = inWords(error.message, view.fields, view.words, table);
    }
    // An answer to what was asked before is none to this.
    this.summary.hidden = this.figures.hidden = this.alert.textContent !== '';
    for (const [key, part] of this.fields) part.show(state[key], view.hidden(key, state), limits(key));
    this.root.dataset.milliseconds = String(Math.round(performance.now() - began));
  }
}

class Playground {
  constructor() {
    this.tabs = document.getElementById('tabs');
    const places = document.getElementById('views');
    this.pages = new Map(VIEWS.map((view) => [view.id, new Page(view, () => this.later())]));
    for (const [id, page] of this.pages) {
      this.tabs.append(
        element(
          'button',
          { type: 'button', role: 'tab', id: `tab-${id}`, 'aria-controls': `view-${id}`, onclick: () => this.open(id) },
          page.view.title,
        ),
      );
      places.append(page.root);
    }
    this.tabs.addEventListener('keydown', (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by) return;
      const ids = [...this.pages.keys()];
      this.open(ids[(ids.indexOf(this.now) + by + ids.length) % ids.length]);
      document.getElementById(`tab-${this.now}`).focus();
    });
    window.addEventListener('hashchange', () => location.hash !== this.hash && this.follow());
    if (matchMedia('(prefers-color-scheme: dark)').matches) document.getElementById('theme').textContent = 'Light';
    document.getElementById('theme').addEventListener('click', () => this.turn());
    this.follow();
  }
  turn() {
    const root = document.documentElement,
      system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    const next = (root.dataset.theme ?? system) === 'dark' ? 'light' : 'dark';
    root.dataset.theme = next;
    document.getElementById('theme').textContent = next === 'dark' ? 'Light' : 'Dark';
  }
  open(id) {
    this.now = id;
    for (const [other, page] of this.pages) {
      page.root.hidden = other !== id;
      const tab = document.getElementById(`tab-${other}`);
      tab.setAttribute('aria-selected', String(other === id));
      tab.tabIndex = other === id ? 0 : -1;
    }
    this.update();
  }
  /** Takes the state from the address. */
  async follow() {
    this.hash = location.hash;
    const given = read(location.hash);
    const id = this.pages.has(given.view) ? given.view : 'decide';
    const page = this.pages.get(id);
    page.state = { ...page.defaults, ...given, view: id };
    for (const key of ['data', 'truth']) {
      if (!given[key] || !page.texts[key]) continue;
      const text = await unpacked(given[key]).catch(() => '');
      page.typed = { ...page.typed, [key]: text };
      page.texts[key].area.value = text;
    }
    this.open(id);
  }
  /** Once for all that changes before the next frame. */
  later() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.update();
    });
  }
  async update() {
    const page = this.pages.get(this.now);
    page.update();
    page.link.textContent = '';
    if (page.state.example === OWN) {
      for (const key of Object.keys(page.texts)) {
        const text = page.typed?.[key] ?? '';
        const short = text ? await packed(text) : '';
        page.state[key] = short ?? '';
        if (short === null)
          page.link.textContent = 'These data are too long for an address: the link holds the settings alone.';
      }
    } else page.state.data = page.state.truth = '';
    this.hash = written(page.state, page.defaults);
    if (this.hash !== location.hash) history.replaceState(null, '', this.hash);
    document.documentElement.dataset.ready = this.now;
  }
}

async function main() {
  document.head.append(element('style', {}, draw.css));
  try {
    await engine.ready();
  } catch (error) {
    document
      .getElementById('views')
      .append(element('p', { role: 'alert' }, `The library could not be loaded: ${error.message}`));
    return;
  }
  document.getElementById('version').textContent = `libwald ${engine.version()} in WebAssembly`;
  new Playground();
}

main();
