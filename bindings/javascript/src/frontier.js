// The frontier: every point (fp, tp) that no thresholds beat.
import { real } from "./arrays.js";
import { argumentError } from "./errors.js";
import { Handle, Made, defineFacts, fact } from "./handles.js";
import { call, readNumber, within } from "./native.js";

export class Frontier extends Handle {
  constructor(made, nScores) {
    if (!(made instanceof Made)) throw argumentError("a Frontier is made by a Sample");
    super("frontier", made.pointer);
    this.nScores = nScores;
  }
  // A table of one row per point, one column per classifier.
  get thresholds() {
    return this.#table("thresholds");
  }
  // The steps of the methods path and path-equal, likewise.
  get path() {
    return this.#table("path");
  }
  // The areas for fp up to a limit alone.
  partialAreas(maxFp) {
    const names = ["pn", "pnHull", "roc", "rocHull"];
    return within((arena) => {
      const places = names.map(() => arena.place());
      call("wald_frontier_partial_areas", this._pointer, real(maxFp, "maxFp"), ...places);
      return Object.fromEntries(names.map((name, i) => [name, readNumber(places[i])]));
    });
  }
  #table(name) {
    const data = fact("frontier", this._pointer, name);
    return { data, rows: data.length / this.nScores, columns: this.nScores };
  }
}
defineFacts(Frontier, "frontier", { but: ["thresholds", "path"] });
