// A custom metric: a function of JavaScript, which the library calls on this thread while it decides.
const koffi = require('koffi');

const library = koffi.load('libwald.so.1');
koffi.opaque('wald_metric');
const MetricFunction = koffi.proto(`void wald_metric_function(int64_t *tp, int64_t *k, int64_t *s, int64_t count, int64_t n,
  double *values, void *user)`);
const lastError = library.func('const char *wald_last_error()');
const destroy = library.func('void wald_destroy(void *)');
const metricCreate = library.func(`int32_t wald_metric_create_callback(wald_metric_function *, void *user,
  const char *name, int32_t declared, _Out_ wald_metric **out)`);
const decideRow = library.func(`int32_t wald_decide_row(wald_metric *, double *p, int64_t n, _Out_ uint8_t *mask,
  _Out_ double *expected)`);
const [RISES_IN_TP, LINEAR_IN_TP] = [1, 8]; // what is declared decides which exact algorithms may run

function decideFor(utility, p) {
  let thrown = null;
  // Nothing may be thrown through the library: it is kept, and NaN ends the call with an error.
  const registered = koffi.register((tp, k, s, count, n, values) => {
    const cells = [tp, k, s].map((all) => [...koffi.decode(all, koffi.array('int64_t', Number(count)))].map(Number));
    const found = new Float64Array(Number(count)).fill(NaN);
    try {
      for (let i = 0; i < found.length; ++i) found[i] = utility(cells[0][i], cells[1][i], cells[2][i], Number(n));
    } catch (error) {
      thrown = thrown ?? error;
    }
    koffi.encode(values, koffi.array('double', found.length), found);
  }, koffi.pointer(MetricFunction));
  const check = (status) => {
    if (status !== 0) throw thrown ?? new Error(lastError());
  };
  const out = [null];
  try {
    check(metricCreate(registered, null, 'mine', RISES_IN_TP + LINEAR_IN_TP, out));
    const mask = new Uint8Array(p.length), expected = new Float64Array(1);
    check(decideRow(out[0], p, p.length, mask, expected));
    return { labels: [...mask.keys()].filter((i) => mask[i] === 1), expected: expected[0] };
  } finally {
    destroy(out[0]);
    koffi.unregister(registered); // not before the metric is destroyed, which may call it until then
  }
}

const p = Float64Array.of(0.9, 0.45, 0.4, 0.1);
const { labels, expected } = decideFor((tp, k) => tp - 0.42 * (k - tp), p);
console.log('labels:', ...labels, 'expected utility:', expected.toFixed(6));
for (const wrong of [() => { throw new Error('from my metric'); }, (tp) => -tp]) {
  try {
    decideFor(wrong, p);
  } catch (error) {
    console.log('error:', error.message);
  }
}
