// What the playground's Copy hands over, for names that try to be more than names: one command with these arguments,
// one text of each language.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

// The page's file is a module by its tag: there is no package that would tell Node so.
const source = readFileSync(new URL('../../../docs/playground/code.js', import.meta.url), 'utf8');
const { cascadeCode, decideCode, thresholdCode } = await import(`data:text/javascript,${encodeURIComponent(source)}`);

/** The words of a command, as a shell takes them apart. */
function wordsOf(command) {
  const script = `wald() { for word; do printf '%s\\037' "$word"; done; }\n${command}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8', cwd: '/' }).split('\u001f').slice(0, -1);
}

const hostile = [
  '$(echo pwned)', '`echo pwned`', "it's", 'a b', 'a;b', 'a"b', '\\', '*', '~', '-x', '--plot', '#', 'ü', 'a&&b',
  '$HOME', "';echo pwned;'",
];
for (const name of hostile) {
  const { command } = thresholdCode('scores.csv', name, name, 'f1', [['min_precision', 0.9]]);
  const option = (of) => (name.startsWith('-') ? [`--${of}=${name}`] : [`--${of}`, name]);
  const more = ['--metric', 'f1', '--min-precision', '0.9', 'scores.csv'];
  const want = ['threshold', ...option('label'), ...option('scores'), ...more];
  assert.deepEqual(wordsOf(command), want, command);
  const file = wordsOf(decideCode(name, 'fbeta:2', []).command).at(-1);
  assert.equal(file, name.startsWith('-') ? `./${name}` : name);
  assert.equal(wordsOf(cascadeCode(name, [['order', name]], false, []).command).at(-1), file);
}
// A comma would part two names of a list; an escape could end the paste of a terminal.
assert.deepEqual(wordsOf(thresholdCode('s.csv', 'y', 'a,b', null, []).command).slice(3, 5), ['--scores', 'a?b']);
const escaping = thresholdCode('s.csv', 'y\u001b[201~\nrm', 's', null, []).command;
assert.deepEqual(wordsOf(escaping).slice(1, 3), ['--label', 'y?[201~?rm']);
// What needs no quotes has none.
const usual = decideCode('p.csv', 'f1', [['average', 'macro']]).command;
assert.equal(usual, 'wald predict --metric f1 --average macro p.csv');

const words = decideCode('p.csv', 'a"b\\', [['average', 'macro'], ['at_least', 1]]);
for (const language of ['python', 'r', 'java', 'csharp', 'c'])
  assert.ok(words[language].includes('"a\\"b\\\\"'), words[language]);
const java = decideCode('p.csv', 'f1', [['kind', 'categorical'], ['at_least', 1]]).java;
assert.equal(java, 'Metric.of("f1").decide(Table.of(p), DecisionOptions.builder().kind(Kind.CATEGORICAL).atLeast(1).build());');
for (const { java: line } of [decideCode('p', 'f1', []), thresholdCode('p', 'y', 's', 'f1', [])])
  assert.ok(!line.includes('new Metric('), line);
