// A metric of one's own: a function of JavaScript, which the library calls on this thread while it decides.
const koffi = require('koffi');

const library = koffi.load('libwald.so.0');
koffi.opaque('wald_metric');
const MetricFunction = koffi.proto('double wald_metric_function(int64_t tp, int64_t k, int64_t s, int64_t n, void *)');
const lastError = library.func('const char *wald_last_error()');
const metricDestroy = library.func('void wald_metric_destroy(wald_metric *)');
const metricCreate = library.func(`int32_t wald_metric_create_callback(wald_metric_function *, void *user,
  const char *name, int32_t declared, _Out_ wald_metric **out)`);
const decideRows = library.func(`int32_t wald_decide_rows(wald_metric *, int32_t kind, double *p, int32_t type,
  int64_t rows, int64_t labels, int64_t row_stride, int64_t label_stride, void *options,
  _Out_ uint8_t *mask, int64_t mask_row_stride, int64_t mask_label_stride, _Out_ double *expected, void *decision)`);
const [RISES_IN_TP, LINEAR_IN_TP] = [1, 8]; // what is declared decides which exact algorithms may run

function decideFor(utility, p) {
  let thrown = null;
  // Nothing may be thrown through the library: it is kept, and NaN ends the call with an error.
  const registered = koffi.register((tp, k, s, n) => {
    try {
      return utility(Number(tp), Number(k), Number(s), Number(n));
    } catch (error) {
      thrown = thrown ?? error;
      return NaN;
    }
  }, koffi.pointer(MetricFunction));
  const check = (status) => {
    if (status !== 0) throw thrown ?? new Error(lastError());
  };
  const out = [null];
  try {
    check(metricCreate(registered, null, 'mine', RISES_IN_TP + LINEAR_IN_TP, out));
    const n = p.length, mask = new Uint8Array(n), expected = new Float64Array(1);
    check(decideRows(out[0], 0, p, 0, 1, n, n, 1, null, mask, n, 1, expected, null));
    return { labels: [...mask.keys()].filter((i) => mask[i] === 1), expected: expected[0] };
  } finally {
    metricDestroy(out[0]);
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
