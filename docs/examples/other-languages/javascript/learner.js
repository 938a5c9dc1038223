// Fits a learner, saves it as text, and serves rows from that text, as another process or another language would.
const fs = require('fs');
const koffi = require('koffi');

const library = koffi.load('libwald.so.1');
for (const noun of ['metric', 'dataset', 'learner']) koffi.opaque(`wald_${noun}`);
// wald_array of the header: memory of ours, of type float64 (0) or uint8 (4). Strides count elements.
koffi.struct('wald_array', { size: 'int64_t', data: 'void *', rows: 'int64_t', columns: 'int64_t',
  row_stride: 'int64_t', column_stride: 'int64_t', type: 'int32_t' });
const table = (data, rows) => ({ size: koffi.sizeof('wald_array'), data, rows, columns: data.length / rows,
  row_stride: data.length / rows, column_stride: 1, type: data instanceof Uint8Array ? 4 : 0 });
// wald_table: a dense table, or a sparse one.
koffi.struct('wald_table', { size: 'int64_t', dense: 'wald_array *', sparse: 'void *' });
const dense = (data, rows) => ({ size: koffi.sizeof('wald_table'), dense: table(data, rows), sparse: null });
const lastError = library.func('const char *wald_last_error()');
const bind = (name, args) => {
  const call = library.func(`int32_t wald_${name}(${args})`);
  return (...given) => {
    if (call(...given) !== 0) throw new Error(lastError());
  };
};
const metricCreate = bind('metric_create', 'const char *, int32_t, _Out_ wald_metric **');
const datasetCreate = bind('dataset_create', 'wald_table *features, _Out_ wald_dataset **');
const setRows = bind('dataset_set', `wald_dataset *, wald_table *labels, wald_array *classes, int64_t n_classes,
  wald_array *weights, wald_array *groups, wald_array *marginals`);
const fit = bind('learner_fit', 'const char *, wald_dataset *, void *options, _Out_ wald_learner **');
const save = bind('save', 'void *, int32_t format, _Out_ uint8_t *text, int64_t capacity, _Out_ int64_t *needed');
const load = bind('load', 'int32_t type, uint8_t *text, int64_t length, _Out_ wald_learner **');
const LEARNER = 18; // WALD_OBJECT_LEARNER
const decide = bind('learner_decide', `wald_learner *, wald_dataset *, wald_metric *, void *options, wald_array *mask,
  _Out_ double *expected, void *decision`);
const destroy = library.func('void wald_destroy(void *)');

// What a call of the library makes: its last argument is room for the handle.
function made(create, ...given) {
  const out = [null];
  create(...given, out);
  return out[0];
}

const dataset = (rows) => made(datasetCreate, dense(Float64Array.from(rows.flat()), rows.length));

// 300 rows of two features: how warm a day is and how windy; labels: people swim, and people sail.
const days = [], labels = [];
for (let i = 0; i < 300; ++i) {
  const [warm, windy, chance] = [i % 17 / 8 - 1, i % 11 / 5 - 1, i % 7 / 6 - 0.5];
  days.push([warm, windy]);
  labels.push(warm + chance > 0 ? 1 : 0, windy - chance > 0 ? 1 : 0);
}

function train(file) {
  const rows = dataset(days);
  setRows(rows, dense(Uint8Array.from(labels), 300), null, 0, null, null, null);
  const learner = made(fit, 'lfp', rows, null);
  const needed = new BigInt64Array(1);
  save(learner, 0, null, 0, needed);
  const text = new Uint8Array(Number(needed[0]));
  save(learner, 0, text, text.length, needed);
  fs.writeFileSync(file, text);
  destroy(learner);
  destroy(rows);
}

function serve(file, requests) {
  const text = fs.readFileSync(file);
  const learner = made(load, LEARNER, text, text.length), f1 = made(metricCreate, 'f1', 1);
  for (const request of requests) {
    const row = dataset([request]), mask = new Uint8Array(2), expected = new Float64Array(1);
    try {
      decide(learner, row, f1, null, table(mask, 1), expected, null);
      const named = ['swim', 'sail'].filter((_, j) => mask[j] === 1).join(' and ');
      console.log(`${request}: ${named || 'neither'}, expected F1 ${expected[0].toFixed(3)}`);
    } catch (error) {
      console.log('error:', error.message);
    }
    destroy(row);
  }
  destroy(f1);
  destroy(learner);
}

train('learner.json');
serve('learner.json', [[0.9, -0.8], [0.4, 0.9], [-0.9, -0.9], [0.5]]);
