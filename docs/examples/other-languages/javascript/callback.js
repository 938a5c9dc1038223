// A custom metric: a function of JavaScript, which the library calls on this thread while it decides.
const koffi = require('koffi');

const library = koffi.load('libwald.so.1');
koffi.opaque('wald_metric');
// wald_array of the header: memory of ours, of type float64 (0) or uint8 (4). Strides count elements.
koffi.struct('wald_array', { size: 'int64_t', data: 'void *', rows: 'int64_t', columns: 'int64_t',
  row_stride: 'int64_t', column_stride: 'int64_t', type: 'int32_t' });
const table = (data, rows) => ({ size: koffi.sizeof('wald_array'), data, rows, columns: data.length / rows,
  row_stride: data.length / rows, column_stride: 1, type: data instanceof Uint8Array ? 4 : 0 });
const MetricFunction = koffi.proto('double wald_metric_function(int64_t tp, int64_t k, int64_t s, int64_t n, void *)');
const lastError = library.func('const char *wald_last_error()');
const destroy = library.func('void wald_destroy(void *)');
const metricCreate = library.func(`int32_t wald_metric_create_callback(wald_metric_function *, void *user,
  const char *name, int32_t declared, _Out_ wald_metric **out)`);
const decideRows = library.func(`int32_t wald_decide_rows(wald_metric *, int32_t kind, wald_array *p, void *options,
  wald_array *mask, _Out_ double *expected, void *decision)`);
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
    const mask = new Uint8Array(p.length), expected = new Float64Array(1);
    check(decideRows(out[0], 0, table(p, 1), null, table(mask, 1), expected, null));
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
