// Decides four labels for F1 with libwald.so, opened at run time by koffi: neither the header nor a compiler is needed.
const koffi = require('koffi');

const library = koffi.load('libwald.so.0');
koffi.opaque('wald_metric');
const lastError = library.func('const char *wald_last_error()');
const metricCreate = library.func('int32_t wald_metric_create(const char *, int32_t, _Out_ wald_metric **)');
const metricDestroy = library.func('void wald_metric_destroy(wald_metric *)');
const decideRows = library.func(`int32_t wald_decide_rows(wald_metric *, int32_t kind, double *p, int32_t type,
  int64_t rows, int64_t labels, int64_t row_stride, int64_t label_stride, void *options,
  _Out_ uint8_t *mask, int64_t mask_row_stride, int64_t mask_label_stride, _Out_ double *expected, void *decision)`);

function check(status) {
  if (status !== 0) throw new Error(lastError());
}

const out = [null];
check(metricCreate('f1', 1, out));
const metric = out[0];
for (const p of [Float64Array.of(0.9, 0.45, 0.4, 0.1), Float64Array.of(0.9, 1.2)]) {
  const n = p.length, mask = new Uint8Array(n), expected = new Float64Array(1);
  try {
    check(decideRows(metric, 0, p, 0, 1, n, n, 1, null, mask, n, 1, expected, null));
    console.log('labels:', ...[...mask.keys()].filter((i) => mask[i] === 1));
    console.log('expected utility:', expected[0].toFixed(6));
  } catch (error) {
    console.log('error:', error.message);
  }
}
metricDestroy(metric);
