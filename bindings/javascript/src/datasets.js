// Tables for examples, whose files build.mjs puts in front of this: a file of the package by itself, for pages load the
// library more often than its examples.
/* global WALD_TABLES, WALD_VERSION */
import { WaldError, mustBeOneOf, shown } from "./errors.js";
import { WORDS } from "./rows.js";

const linesOf = (file) => WALD_TABLES[file].trimEnd().split("\n");
const listed = linesOf("datasets.tsv")
  .slice(1)
  .map((line) => line.split("\t"));

function cellsOf(file) {
  const [names, ...lines] = linesOf(file);
  return { columns: names.split(","), cells: lines.map((line) => line.split(",").map(Number)) };
}

export const datasets = {
  names: () => listed.map(([name]) => name),
  load(name) {
    const row = listed.find(([each]) => each === name);
    if (row === undefined) throw unknownTable(name);
    const [, table, truth, kind, , , description, source, licence] = row;
    const { columns, cells } = cellsOf(table);
    const known = truth === "-" ? null : cellsOf(truth).cells;
    return { name, table: cells, truth: known, columns, kind, description, source, licence };
  },
};

function unknownTable(name) {
  // The class of the library, if that is loaded: programs compare errors with it.
  const Kind = globalThis[Symbol.for(`libwald ${WALD_VERSION}`)]?.WaldError ?? WaldError;
  return new Kind(WORDS.status.error_argument, `name is ${shown(name)}: ${mustBeOneOf(name, datasets.names())}`);
}
