// Performance that is estimated without labels.
import { columnTable, maskOf, putOptional, putTable, wholes } from "./arrays.js";
import { Handle, created, defineFacts } from "./handles.js";
import { asMetric } from "./metric.js";
import { call, within } from "./native.js";
import { withOptions } from "./options.js";

// A table, or one column as a vector; none stays none.
function putCells(arena, value, name, as) {
  return value == null ? 0 : putTable(arena, columnTable(value, name, as));
}

export class Performance extends Handle {
  constructor(metric, { calibrationTruth, calibrationProbabilities, calibrationWeights, ...options } = {}) {
    const judge = asMetric(metric);
    super(
      "performance",
      within((arena) =>
        withOptions(arena, "performance", options, (set) =>
          created(
            arena,
            "wald_performance_create",
            judge._pointer,
            putCells(arena, calibrationTruth, "calibrationTruth", maskOf),
            putCells(arena, calibrationProbabilities, "calibrationProbabilities"),
            putOptional(arena, calibrationWeights, "calibrationWeights"),
            set,
          ),
        ),
      ),
    );
    this._judge = judge; // a custom one's function is called when rows are fed
  }
  // Adds the estimates of rows: one chunk, or several by chunkRows.
  feed(probabilities, flagged, { labels, labelProbabilities, weights, segments } = {}) {
    within((arena) =>
      call(
        "wald_performance_feed",
        this._pointer,
        putCells(arena, probabilities, "probabilities"),
        putCells(arena, flagged, "flagged", maskOf),
        putCells(arena, labels, "labels", maskOf),
        putOptional(arena, labelProbabilities, "labelProbabilities"),
        putOptional(arena, weights, "weights"),
        putOptional(arena, segments, "segments", wholes),
      ),
    );
    return this;
  }
  clear() {
    call("wald_clear", this._pointer);
    return this;
  }
}
defineFacts(Performance, "performance");
