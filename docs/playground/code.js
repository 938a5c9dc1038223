// The calls that do what a view shows, in each language. Options are rows of [name in snake case, value]: a text, a
// number, or true.

const camel = (name) => name.replace(/_(\w)/g, (_, c) => c.toUpperCase());
const pascal = (name) => camel(name).replace(/^\w/, (c) => c.toUpperCase());
// Names and files come from data, or from a link that somebody else made. Whatever they hold, the copied text must be one
// command or one call. Control characters could end a terminal's paste, so they become ?.
const plain = (text) => String(text).replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, '?');
class Name {
  constructor(name) {
    this.toString = () => name;
  }
}
const quoted = (value) => (typeof value === 'string' ? JSON.stringify(plain(value)) : String(value));
const shell = (text) => (/^[\w.:/=@%+,-]+$/.test(text) ? text : `'${plain(text).replace(/'/g, `'\\''`)}'`);
const argument = (name, value) => {
  const text = String(value);
  return ` --${name.replace(/_/g, '-')}${text === '' || text.startsWith('-') ? '=' : ' '}${shell(text)}`;
};
const fileArgument = (file) => ` ${shell(file.startsWith('-') ? `./${file}` : file)}`;
const listItem = (name) => name.replace(/,/g, '?'); // a comma parts the items of a list, in which ? stands for it
const given = (options) => options.filter(([, value]) => value !== null && value !== undefined && value !== '');
const kebab = (options) =>
  given(options)
    .map(([name, value]) => (value === true ? ` --${name.replace(/_/g, '-')}` : argument(name, value)))
    .join('');
const python = (options) =>
  given(options)
    .map(([name, value]) => `, ${name}=${value === true ? 'True' : quoted(value)}`)
    .join('');
const r = (options) =>
  given(options)
    .map(([name, value]) => `, ${name} = ${value === true ? 'TRUE' : quoted(value)}`)
    .join('');

// Words that are constants of an enumeration in Java and C#.
const WORDS = { average: 'Average', kind: 'Kind' };
const java = (options) =>
  given(options)
    .map(([name, value]) => `.${camel(name)}(${WORDS[name] ? `${WORDS[name]}.${value.toUpperCase()}` : quoted(value)})`)
    .join('');
const csharp = (options) =>
  given(options)
    .map(([name, value]) => `${pascal(name)} = ${WORDS[name] ? `${WORDS[name]}.${pascal(value)}` : quoted(value)}`)
    .join(', ');
const javascript = (options) => {
  const set = given(options).map(([name, value]) => `${camel(name)}: ${quoted(value)}`);
  return set.length ? `, { ${set.join(', ')} }` : '';
};
const cpp = (options) =>
  given(options)
    .map(([name, value]) => `.${name}(${quoted(value)})`)
    .join('');
const c = (options) =>
  given(options)
    .map(([name, value]) => {
      const type = typeof value === 'string' ? 'text' : value === true || INTEGERS.has(name) ? 'integer' : 'number';
      return `wald_options_set_${type}(options, "${name}", ${value === true ? 1 : quoted(value)});\n`;
    })
    .join('');
const INTEGERS = new Set(['at_least', 'at_most', 'folds']);

// How the command reads this table.
const reading = ({ idName, delimiter } = {}) => [
  ['id', idName],
  ['delimiter', delimiter === ',' ? null : delimiter],
];

export function decideCode(file, metric, options, table) {
  const kind = options.find(([name]) => name === 'kind')?.[1] === 'categorical' ? 'CATEGORICAL' : 'INDEPENDENT';
  const own = options.filter(([name]) => name !== 'kind');
  return {
    python: `wald.decide(p, ${quoted(metric)}${python(options)})`,
    r: `wald_decide(p, ${quoted(metric)}${r(options)})`,
    java: `Metric.of(${quoted(metric)}).decide(Table.of(p), DecisionOptions.builder()${java(options)}.build());`,
    javascript: `wald.decideRows(p, ${quoted(metric)}${javascript(options)})`,
    csharp: `new Metric(${quoted(metric)}).Decide(p, new DecisionOptions { ${csharp(options)} });`,
    cpp: `decision.decide_table(wald::Metric(${quoted(metric)}), WALD_${kind}, p, wald::DecisionOptions()${cpp(own)}, mask);`,
    c:
      `wald_metric_create(${quoted(metric)}, 1, &metric);\nwald_options_create("decisions", &options);\n${c(own)}` +
      `wald_decide_table(metric, WALD_${kind}, WALD_DENSE(p, rows, labels), options, &mask, expected, NULL);`,
    command: `wald predict${argument('metric', metric)}${kebab([...options, ...reading(table)])}${fileArgument(file)}`,
  };
}

export function thresholdCode(file, label, score, metric, options, table) {
  const named = metric ? [['metric', metric], ...options] : options;
  const ofCsharp = [metric ? `Metric = new Metric(${quoted(metric)})` : '', csharp(options)]
    .filter((part) => part)
    .join(', ');
  return {
    python: `wald.choose_threshold(truth, scores${python(named)})`,
    r: `wald_thresholds(wald_sample(truth, scores)${r(named)})`,
    java:
      `sample.feed(truth, Table.of(scores, n, 1));   // Sample sample = Sample.of(1)\nsample.choose(ThresholdOptions` +
      `.builder()${metric ? `.metric(Metric.of(${quoted(metric)}))` : ''}${java(options)}.build());`,
    javascript: `wald.chooseThreshold(truth, scores${javascript(named)})`,
    csharp: `Sample.Of(truth, scores).Choose(new ThresholdOptions { ${ofCsharp} });`,
    cpp:
      `wald::choose_threshold(truth, scores, wald::ThresholdOptions()` +
      `${metric ? `.metric(wald::Metric(${quoted(metric)}))` : ''}${cpp(options)});`,
    c:
      `wald_options_create("thresholds", &options);\n${
        metric
          ? `wald_metric_create(${quoted(metric)}, 1, &metric);\n` +
            'wald_options_set_metric(options, "metric", metric);\n'
          : ''
      }${c(options)}` + `wald_thresholds_choose(&truth, &scores, NULL, NULL, WALD_RULE_OR, options, &chosen);`,
    command:
      `wald threshold${argument('label', label)}${argument('scores', listItem(score))}` +
      `${kebab([...named, ...reading({ delimiter: table?.delimiter })])}${fileArgument(file)}`,
  };
}

export function cascadeCode(file, options, aside, promise) {
  const all = aside ? [...options, ...promise] : options;
  return {
    python: `wald.Cascade.fit(scores${aside ? ', aside' : ''}${python(all)})`,
    r: `wald_cascade(scores${aside ? ', calibrate = aside' : ''}${r(all)})`,
    java: `Cascade.fit(scores${aside ? ', aside' : ''}, CascadeOptions.builder()${java(all)}.build());`,
    javascript: `wald.Cascade.fit(scores${javascript(aside ? [...all, ['calibration', new Name('aside')]] : all)})`,
    cpp: `wald::Cascade::fit(scores, ${aside ? 'aside, ' : ''}wald::CascadeOptions()${cpp(all)});`,
    csharp: `Cascade.Fit(scores, new CascadeOptions { ${csharp(all)} }${aside ? ', aside' : ''});`,
    c:
      `wald_options_create("cascades", &options);\n${c(all)}` +
      `wald_cascade_fit(scores, ${aside ? 'aside' : 'NULL'}, options, &cascade);`,
    command: `wald cascade fit${kebab(all)}${aside ? ' --calibrate aside.csv' : ''}${fileArgument(file)}`,
  };
}
