// Masks of images: the optimal masks of probability maps, and the consensus of samples of one image.
import { arrayAt, isList, maskOf, reals } from "./arrays.js";
import { argumentError, shown } from "./errors.js";
import { withDecision } from "./decide.js";
import { asMetric } from "./metric.js";
import { call, memory, readDoubles, readNumber, readPointer, readText, view, within } from "./native.js";
import { takeExactly, withOptions, without } from "./options.js";
import { FACTS, WORDS } from "./rows.js";

const SIZE_OF_MAPS = 72;
const FACTS_OF_MASKS = ["k", "expected", "bound", "threshold"];

// Bits of halves, where the engine has no array of them.
const isHalves = (data) =>
  data instanceof Uint16Array || (typeof Float16Array === "function" && data instanceof Float16Array);

function dataOf(value, name, samples) {
  if (samples) return maskOf(value, `${name}.data`);
  return isHalves(value) ? value : reals(value, `${name}.data`);
}

// { data, shape } by its axes: images or samples, classes, and the pixels.
function mapsOf(value, name, samples, spatialDims) {
  if (typeof value !== "object" || value === null || !("data" in value) || !isList(value.shape))
    throw argumentError(`${name} is ${shown(value)}: must be { data, shape }`);
  if (!Number.isInteger(spatialDims) || spatialDims < 1)
    throw argumentError(`spatialDims is ${shown(spatialDims)}: must be a whole number of at least 1`);
  const shape = [...value.shape];
  const others = shape.length - spatialDims;
  if (others < (samples ? 1 : 0) || others > 2) {
    const first = samples ? "samples" : "images";
    const least = spatialDims + (samples ? 1 : 0);
    throw argumentError(
      `${name}.shape has ${shape.length} lengths: must have ${least} to ${spatialDims + 2}, ` +
        `${first}, classes and ${spatialDims} of pixels`,
    );
  }
  shape.forEach((length, axis) => {
    if (!Number.isSafeInteger(length) || length < 1)
      throw argumentError(`${name}.shape[${axis}] is ${shown(length)}: must be a whole number of at least 1`);
  });
  const data = dataOf(value.data, name, samples);
  const size = shape.reduce((product, length) => product * length, 1);
  if (data.length !== size)
    throw argumentError(`${name}.data has ${data.length} elements: shape [${shape.join(", ")}] has ${size}`);
  const hasImages = samples || others === 2;
  const hasClasses = others === 2 || (others === 1 && !samples);
  const spatial = shape.slice(others);
  return {
    data,
    spatial,
    images: hasImages ? shape[0] : 1,
    classes: hasClasses ? shape[others - 1] : 1,
    pixels: spatial.reduce((product, length) => product * length, 1),
    leading: hasImages && !samples ? [shape[0]] : [],
    ofClasses: hasClasses ? [shape[others - 1]] : [],
  };
}

function putMaps(arena, maps) {
  const { data, images, classes, pixels } = maps;
  const at = arena.typed(data);
  const out = arena.bytes(SIZE_OF_MAPS);
  const to = view();
  to.setBigInt64(out, BigInt(SIZE_OF_MAPS), true);
  to.setUint32(out + 8, at, true);
  to.setUint32(out + 12, 0, true);
  [images, classes, pixels, classes * pixels, pixels, 1].forEach((n, i) =>
    to.setBigInt64(out + 16 + 8 * i, BigInt(n), true),
  );
  const { float16, float32, float64, uint8 } = WORDS.type;
  const type = isHalves(data)
    ? float16
    : data instanceof Float32Array
      ? float32
      : data instanceof Float64Array
        ? float64
        : uint8;
  to.setInt32(out + 64, type, true);
  return out;
}

// The optimal masks, and what is known of each. Facts are of each image and class, image by image.
export class Masks {
  constructor(parts) {
    Object.assign(this, parts);
    Object.freeze(this);
  }
  get length() {
    return this.expected.length;
  }
  // Whether a mask has no pixel.
  get empty() {
    return Array.from(this.k, (k) => k === 0);
  }
}

function readMasks(arena, decision, parts) {
  const to = arena.place();
  call("wald_number", decision, FACTS.decision.nAnswers[0], 0, to);
  const length = readNumber(to);
  const column = arena.bytes(8 * length);
  const all = (name) => {
    call("wald_numbers", decision, FACTS.decision[name][0], 0, column, length, to);
    return readDoubles(column, length);
  };
  const facts = Object.fromEntries(FACTS_OF_MASKS.map((name) => [name, all(name)]));
  const warned = all("warned").findIndex((one) => one !== 0);
  let warning = "";
  if (warned >= 0) {
    call("wald_text", decision, FACTS.decision.warning[0], warned, to);
    warning = readText(readPointer(to)).replace("pass kind categorical", 'give classes: "exclusive"');
  }
  return new Masks({ ...parts, ...facts, warning });
}

function decideMasks(maps, metric, kind, wanted) {
  return within((arena) =>
    withOptions(arena, "decisions", wanted, (set) =>
      withDecision(arena, (decision) => {
        const exclusive = kind === WORDS.kind.categorical;
        const rows = kind === WORDS.kind.joint ? 1 : maps.images;
        const columns = exclusive ? maps.pixels : maps.classes * maps.pixels;
        const at = arena.bytes(rows * columns * (exclusive ? 4 : 1));
        const type = exclusive ? WORDS.type.int32 : WORDS.type.uint8;
        const out = arrayAt(arena, at, type, rows, columns);
        call("wald_masks", asMetric(metric)._pointer, kind, putMaps(arena, maps), set, out, 0, decision);
        const Kind = exclusive ? Int32Array : Uint8Array;
        const data = new Kind(memory(), at, rows * columns).slice();
        const shape = [...maps.leading, ...(exclusive ? [] : maps.ofClasses), ...maps.spatial];
        return readMasks(arena, decision, exclusive ? { labels: { data, shape } } : { mask: { data, shape } });
      }),
    ),
  );
}

function choiceOf(options, name, words) {
  const value = options?.[name] ?? words[0];
  if (words.includes(value)) return value;
  throw argumentError(`${name} is ${shown(value)}: must be ${words.map((word) => `"${word}"`).join(" or ")}`);
}

// The masks of greatest expected utility. `probabilities` is { data, shape }, with the axes images, classes and pixels.
export function masks(probabilities, metric = "dice", options = undefined) {
  const maps = mapsOf(probabilities, "probabilities", false, options?.spatialDims ?? 2);
  const classes = choiceOf(options, "classes", ["overlapping", "exclusive"]);
  const dataset = choiceOf(options, "average", ["image", "dataset"]) === "dataset";
  const wanted = takeExactly(without(options, "classes", "average", "spatialDims"));
  if (dataset) wanted.average = "micro";
  return decideMasks(maps, metric, WORDS.kind[classes === "exclusive" ? "categorical" : "independent"], wanted);
}

// The consensus of samples of one image, such as the masks of raters: of each class the mask with the greatest expected
// utility against a sample drawn at random.
export function consensus(samples, metric = "dice", options = undefined) {
  const maps = mapsOf(samples, "samples", true, options?.spatialDims ?? 2);
  return decideMasks(maps, metric, WORDS.kind.joint, takeExactly(without(options, "spatialDims")));
}
