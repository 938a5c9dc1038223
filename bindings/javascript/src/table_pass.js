// A pass over a distributed table, decided by micro average.
import { putEither, table, whole } from "./arrays.js";
import { argumentError } from "./errors.js";
import { Made, created, defineFacts } from "./handles.js";
import { asMetric } from "./metric.js";
import { call, readInt, within } from "./native.js";
import { takeExactly, withOptions } from "./options.js";
import { Pass } from "./pass.js";

function createTablePass(metric, options) {
  return within((arena) =>
    withOptions(arena, "decisions", takeExactly(options), (set) =>
      created(arena, "wald_table_pass_create", asMetric(metric)._pointer, set),
    ),
  );
}

export class TablePass extends Pass {
  constructor(metric, options) {
    super("table_pass", metric instanceof Made ? metric.pointer : createTablePass(metric, options));
  }
  // Rows of probabilities, one row per instance: a table or compressed rows.
  feed(probabilities) {
    within((arena) => call("wald_table_pass_feed", this._pointer, putEither(arena, probabilities, "probabilities")));
    return this;
  }
  // Once all rows of a pass are here: whether they are decided; else this is the next pass, without rows.
  next() {
    return within((arena) => {
      const to = arena.place();
      call("wald_table_pass_next", this._pointer, to);
      return readInt(to) !== 0;
    });
  }
  // The answer for some rows, as a mask of their shape. Of cells whose probability is the threshold, `tiesBefore` lie in
  // the rows before these.
  choose(probabilities, tiesBefore = 0) {
    if (!this.decided) throw argumentError("the rows are not decided: next() must have returned True");
    const { data, rows, columns, rowStride = columns, columnStride = 1, begin = 0 } = table(
      probabilities,
      "probabilities",
    );
    const { threshold, nTies: ties, nTiesChosen: tiesChosen } = this;
    const out = new Uint8Array(rows * columns);
    let seen = Number(whole(tiesBefore, "tiesBefore"));
    for (let i = 0; i < rows; ++i)
      for (let j = 0; j < columns; ++j) {
        const p = data[begin + i * rowStride + j * columnStride];
        const last = p === threshold && ties > 0 ? seen++ < tiesChosen : true;
        out[i * columns + j] = p >= threshold && last ? 1 : 0;
      }
    return { data: out, rows, columns };
  }
  static fromBytes(state) {
    return Pass.read(TablePass, "table_pass", state);
  }
}
defineFacts(TablePass, "table_pass");
