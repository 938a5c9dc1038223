// Written by bindings/generate from the rows of the core: do not edit.
// What follows from the declarations of the C interface: by noun what its class can do, and its objects.
import { putTable, putVector, real, reals, table, word } from "./arrays.js";
import { call, readDoubles, within } from "./native.js";

const OF_CLASSES = {
  sample: {
    matchDetections(truths, crowds, detections, scores, minOverlap) {
      return within((arena) => {
        const shape = reals(scores, "scores");
        const to = arena.bytes(8 * shape.length);
        call(
          "wald_sample_match_detections",
          putTable(arena, table(truths, "truths")),
          putVector(arena, reals(crowds, "crowds")),
          putTable(arena, table(detections, "detections")),
          putVector(arena, shape),
          real(minOverlap, "minOverlap"),
          to,
        );
        return readDoubles(to, shape.length);
      });
    },
  },
  calibration: {
    adapt(probabilities, trainingPrior, prior, { kind = "independent" } = {}) {
      return within((arena) => {
        const shape = table(probabilities, "probabilities");
        const to = arena.bytes(8 * shape.rows * shape.columns);
        call(
          "wald_calibration_adapt",
          word("kind", kind, "kind"),
          putTable(arena, shape),
          putVector(arena, reals(trainingPrior, "trainingPrior")),
          putVector(arena, reals(prior, "prior")),
          to,
        );
        return { data: readDoubles(to, shape.rows * shape.columns), rows: shape.rows, columns: shape.columns };
      });
    },
  },
};

const OF_OBJECTS = {
  promise: {
    labelProbabilities(flagged, probabilities, nLabels) {
      return within((arena) => {
        const shape = reals(flagged, "flagged");
        const to = arena.bytes(8 * shape.length);
        call(
          "wald_promise_label_probabilities",
          this._pointer,
          putVector(arena, shape),
          putVector(arena, reals(probabilities, "probabilities")),
          real(nLabels, "nLabels"),
          to,
        );
        return readDoubles(to, shape.length);
      });
    },
  },
};

export function defineMethods(Class, noun) {
  Object.assign(Class, OF_CLASSES[noun]);
  Object.assign(Class.prototype, OF_OBJECTS[noun]);
}
