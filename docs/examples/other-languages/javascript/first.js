// Decides four labels for F1 with libwald.so, opened at run time by koffi: neither the header nor a compiler is needed.
const koffi = require('koffi');

const library = koffi.load('libwald.so.1');
koffi.opaque('wald_metric');
const lastError = library.func('const char *wald_last_error()');
const metricCreate = library.func('int32_t wald_metric_create(const char *, int32_t, _Out_ wald_metric **)');
const destroy = library.func('void wald_destroy(void *)');
const decideRow = library.func(`int32_t wald_decide_row(wald_metric *, double *p, int64_t n, _Out_ uint8_t *mask,
  _Out_ double *expected)`);

function check(status) {
  if (status !== 0) throw new Error(lastError());
}

const out = [null];
check(metricCreate('f1', 1, out));
const metric = out[0];
for (const p of [Float64Array.of(0.9, 0.45, 0.4, 0.1), Float64Array.of(0.9, 1.2)]) {
  const mask = new Uint8Array(p.length), expected = new Float64Array(1);
  try {
    check(decideRow(metric, p, p.length, mask, expected));
    console.log('labels:', ...[...mask.keys()].filter((i) => mask[i] === 1));
    console.log('expected utility:', expected[0].toFixed(6));
  } catch (error) {
    console.log('error:', error.message);
  }
}
destroy(metric);
