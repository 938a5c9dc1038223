// A page about the gain of deciding for a metric.
import {
  columnTable,
  isVector,
  maskOf,
  putOptional,
  putPointers,
  putTable,
  reals,
  text,
  wholes,
  word,
} from "./arrays.js";
import { argumentError, shown } from "./errors.js";
import { created, fact, used } from "./handles.js";
import { asMetric } from "./metric.js";
import { within } from "./native.js";
import { takeExactly, withOptions, without } from "./options.js";

function someTexts(value, name, length) {
  if (value === undefined || value === null) return Array(length).fill("");
  if (!Array.isArray(value) || value.length !== length)
    throw argumentError(`${name} is ${shown(value)}: must be an array of ${length} texts`);
  return value.map((one, i) => text(one, `${name}[${i}]`));
}

// The page, an HTML file that needs nothing else, and its numbers.
export function report(truth, probabilities, metric, options) {
  const { compare, title, names, labels, weights, groups } = options ?? {};
  const asked = without(options, "compare", "title", "names", "labels", "kind", "weights", "groups");
  if (isVector(truth)) asked.average ??= "macro"; // one problem
  return within((arena) =>
    withOptions(arena, "decisions", takeExactly(asked), (set) => {
      const y = columnTable(truth, "truth", maskOf);
      const compared = (compare ?? null) !== null;
      const others = compared ? [probabilities, compare] : [probabilities];
      const tables = others.map((value, i) => {
        const name = i === 0 ? "probabilities" : "compare";
        const found = columnTable(value, name, reals);
        if (found.rows !== y.rows || found.columns !== y.columns)
          throw argumentError(
            `${name} has ${found.rows} rows of ${found.columns}: truth has ${y.rows} rows of ${y.columns}`,
          );
        return putTable(arena, found);
      });
      const called = [title ?? "", ...someTexts(names, "names", 2), ...someTexts(labels, "labels", y.columns)];
      const texts = Uint32Array.from(called, (one) => arena.text(text(one, "title")));
      const kind = word("kind", options?.kind ?? "independent", "kind");
      const w = putOptional(arena, weights, "weights");
      const together = putOptional(arena, groups, "groups", wholes);
      const input = putPointers(arena, [tables[1] ?? 0, w, together, arena.typed(texts)]);
      const held = [putTable(arena, y), tables[0], input, set];
      const made = created(arena, "wald_report_create", asMetric(metric)._pointer, kind, ...held);
      return used(made, () => ({ page: fact("report", made, "page"), data: JSON.parse(fact("report", made, "data")) }));
    }),
  );
}
