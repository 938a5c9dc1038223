// Decides four labels for F1 with libwald.so, opened at run time by koffi: neither the header nor a compiler is needed.
const koffi = require('koffi');

const library = koffi.load('libwald.so.1');
koffi.opaque('wald_metric');
// wald_array of the header: memory of ours, of type float64 (0) or uint8 (4). Strides count elements.
koffi.struct('wald_array', { size: 'int64_t', data: 'void *', rows: 'int64_t', columns: 'int64_t',
  row_stride: 'int64_t', column_stride: 'int64_t', type: 'int32_t' });
const table = (data, rows) => ({ size: koffi.sizeof('wald_array'), data, rows, columns: data.length / rows,
  row_stride: data.length / rows, column_stride: 1, type: data instanceof Uint8Array ? 4 : 0 });
const lastError = library.func('const char *wald_last_error()');
const metricCreate = library.func('int32_t wald_metric_create(const char *, int32_t, _Out_ wald_metric **)');
const destroy = library.func('void wald_destroy(void *)');
const decideRows = library.func(`int32_t wald_decide_rows(wald_metric *, int32_t kind, wald_array *p, void *options,
  wald_array *mask, _Out_ double *expected, void *decision)`);

function check(status) {
  if (status !== 0) throw new Error(lastError());
}

const out = [null];
check(metricCreate('f1', 1, out));
const metric = out[0];
for (const p of [Float64Array.of(0.9, 0.45, 0.4, 0.1), Float64Array.of(0.9, 1.2)]) {
  const mask = new Uint8Array(p.length), expected = new Float64Array(1);
  try {
    check(decideRows(metric, 0, table(p, 1), null, table(mask, 1), expected, null));
    console.log('labels:', ...[...mask.keys()].filter((i) => mask[i] === 1));
    console.log('expected utility:', expected[0].toFixed(6));
  } catch (error) {
    console.log('error:', error.message);
  }
}
destroy(metric);
