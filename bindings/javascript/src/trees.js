// Additive ensembles of decision trees.
import { maskOf, putTable, real, reals, table, whole, wholes, word } from "./arrays.js";
import { argumentError } from "./errors.js";
import { Handle, Made, bytesOfState, created, defineFacts, defineSaving, fact } from "./handles.js";
import { call, readDoubles, readNumber, view, within } from "./native.js";
import { withOptions } from "./options.js";

const SIZE_OF_SHAPE = 48;
const SIZE_OF_TREE = 64;

// One word for each node, as its number.
function words(list, values, name, n) {
  const each = Array.from(values, (value, i) =>
    typeof value === "string" ? word(list, value, `${name}[${i}]`) : value,
  );
  return lengthIs(maskOf(each, name), n, name);
}

function lengthIs(values, n, name) {
  if (values.length !== n) throw argumentError(`${name} has ${values.length} elements: must have ${n}`);
  return values;
}

function ints(values, name, n) {
  return lengthIs(Int32Array.from(wholes(values, name), Number), n, name);
}

export class Trees extends Handle {
  constructor(
    nFeatures,
    nOutputs = 1,
    { leafWidth = 1, treesPerModel = 1, summation = "float64", floatFeatures = false, base } = {},
  ) {
    if (nFeatures instanceof Made) super("trees", nFeatures.pointer);
    else
      super(
        "trees",
        within((arena) => {
          const begin = base === undefined || base === null ? null : Float64Array.from(reals(base, "base"));
          if (begin !== null) lengthIs(begin, nOutputs, "base");
          const sizes = [whole(nFeatures, "nFeatures"), whole(nOutputs, "nOutputs"), whole(leafWidth, "leafWidth")];
          const numbers = [...sizes, whole(treesPerModel, "treesPerModel")];
          const shape = arena.typed(BigInt64Array.from([BigInt(SIZE_OF_SHAPE), ...numbers, 0n]));
          view().setInt32(shape + 40, word("type", summation, "summation"), true);
          view().setInt32(shape + 44, floatFeatures ? 1 : 0, true);
          return created(arena, "wald_trees_create", shape, begin === null ? 0 : arena.typed(begin));
        }),
      );
  }
  // The trees of a model that another library saved, of which `bytes` is the file: XGBoost as JSON or UBJSON, LightGBM
  // as text or by dump_model as JSON, CatBoost as JSON. A text is taken as well.
  static fromModel(bytes, { iterations = 0 } = {}) {
    return new Trees(
      new Made(
        within((arena) => {
          const state = bytesOfState(bytes);
          return created(
            arena,
            "wald_trees_import",
            arena.typed(state),
            state.length,
            whole(iterations, "iterations"),
          );
        }),
      ),
    );
  }
  // The names of the features, of a model that was read; null if it has none.
  get featureNames() {
    const named = this.#texts("featureName", 1)[0] !== "";
    return named ? this.#texts("featureName", this.nFeatures) : null;
  }
  // The categories that it names, as "feature=category", those of a feature in the order of their codes.
  get categories() {
    const found = this.#texts("category", fact("trees", this._pointer, "nCategories"));
    return found.length > 0 ? found : null;
  }
  #texts(name, count) {
    return Array.from({ length: count }, (_, item) => fact("trees", this._pointer, name, item));
  }
  // A tree, its root first: arrays of one element per node. Splits and what is missing are words or their numbers.
  add({ split, missing, feature, left, right, threshold, values, output = 0, categories, categoryBegin }) {
    const n = split.length;
    const splits = words("split", split, "split", n);
    const gone = missing === undefined ? new Uint8Array(n) : words("missing", missing, "missing", n);
    const doubles = (list, name) => Float64Array.from(reals(list, name));
    const leaves = doubles(values, "values");
    const width = this.leafWidth;
    lengthIs(leaves, n * width, "values");
    const among =
      categories === undefined || categories === null ? null : ints(categories, "categories", categories.length);
    const begins = among === null ? null : lengthIs(wholes(categoryBegin, "categoryBegin"), n + 1, "categoryBegin");
    if (begins !== null && Number(begins[n]) > among.length)
      throw argumentError(`categoryBegin[${n}] is ${begins[n]}: there are ${among.length} categories`);
    within((arena) => {
      const parts = [splits, gone, ints(feature, "feature", n), ints(left, "left", n), ints(right, "right", n)];
      parts.push(lengthIs(doubles(threshold, "threshold"), n, "threshold"), begins, among, leaves);
      const places = parts.map((part) => (part === null ? 0 : arena.typed(part)));
      const at = arena.bytes(SIZE_OF_TREE);
      const to = view();
      [BigInt(SIZE_OF_TREE), whole(output, "output"), BigInt(n)].forEach((value, i) =>
        to.setBigInt64(at + 8 * i, value, true),
      );
      places.forEach((place, i) => to.setUint32(at + 24 + 4 * i, place, true));
      call("wald_trees_add", this._pointer, at);
    });
    return this;
  }
  // The threshold of sums without the base that stands for `margin`, a threshold of whole sums.
  threshold(margin) {
    return within((arena) => {
      const to = arena.place();
      call("wald_trees_threshold", this._pointer, real(margin, "margin"), to);
      return readNumber(to);
    });
  }
  // The sums of all trees, base included: a table of rows by outputs.
  evaluate(features, options) {
    return within((arena) => {
      const x = table(features, "features");
      const columns = this.nOutputs;
      const to = arena.bytes(8 * x.rows * columns);
      return withOptions(arena, "cascades", options, (set) => {
        call("wald_trees_evaluate", this._pointer, putTable(arena, x), set, to);
        return { data: readDoubles(to, x.rows * columns), rows: x.rows, columns };
      });
    });
  }
}
defineSaving(Trees, "trees");
defineFacts(Trees, "trees");
