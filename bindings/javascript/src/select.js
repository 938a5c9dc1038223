// Rows of a batch that are flagged at a false discovery rate.
import { NOT_RATED, maskOf, reals } from "./arrays.js";
import { argumentError } from "./errors.js";
import { chooseThreshold } from "./sample.js";

// Which rows of a batch to flag beside known ones, so that the expected share of false ones among the flagged is at most
// `fdr`: flags, p-values, the threshold, the number flagged, and the share of normals that is counted on.
export function select(normals, scores, { fdr = 0.1, truth, ...options } = {}) {
  const known = Float64Array.from(reals(normals, "normals"));
  const batch = Float64Array.from(reals(scores, "scores"));
  // The library counts the rows of both arrays together.
  for (const [name, given] of Object.entries({ normals: known, scores: batch })) {
    const at = given.findIndex(Number.isNaN);
    if (at >= 0) throw argumentError(`${name}[${at}] is NaN: must be a number`);
  }
  const rows = new Float64Array(known.length + batch.length);
  rows.set(known);
  rows.set(batch, known.length);
  const rated = new Uint8Array(rows.length).fill(NOT_RATED, known.length);
  if (truth != null) {
    const given = maskOf(truth, "truth");
    if (given.length !== known.length)
      throw argumentError(`truth has ${given.length} rows: must have one per known row, ${known.length}`);
    given.forEach((label, i) => {
      if (label > 1) throw argumentError(`truth[${i}] is ${label}: must be 0 or 1`);
    });
    rated.set(given);
  }
  const found = chooseThreshold(rated, rows, { maxFdr: fdr, ...options });
  try {
    return {
      flagged: found.apply(batch),
      pValues: found.pValues,
      threshold: found.thresholds[0],
      nFlagged: found.unrated,
      nullShare: found.nullShare,
      warning: found.warning,
    };
  } finally {
    found.free();
  }
}
