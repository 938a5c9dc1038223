// Makes the package of the sources here and of wald.wasm:
//   node bindings/javascript/build.mjs WASM OUT [SBOM]
// OUT gets what npm packs.
//   wald.js                  all that runs in one file: a classic script for pages (also those opened from a file) and for
//                            workers, which Node's require() takes, too
//   wald.mjs                 the same objects as an ES module, for Node, bundlers and pages
//   separate.mjs, wald.wasm  an ES module without the library, which load() fetches from beside it
//   worker.mjs, thread.mjs   the package in a Worker, with promises, and what runs there (worker.node.mjs, thread.node.mjs
//                            in Node)
//   separate.node.mjs        what Node takes for separate.mjs: wald.js, with a load() that has nothing to do
//   datasets.js, .mjs        the tables for examples, which pages load only if they ask for them
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
const [wasm, out, sbom] = process.argv.slice(2);
if (!wasm || !out) {
  console.error("usage: node build.mjs WASM OUT [SBOM]");
  process.exit(2);
}

const imports = /^import \{[^}]*\} from "\.\/([\w.]+)";\n/gm;

// A source and those that it needs, in the order in which they need each other, in one scope: their own names differ.
function joined(entry) {
  const order = [];
  const seen = new Set();
  const names = new Map();
  function visit(file) {
    if (seen.has(file)) return;
    seen.add(file);
    const text = readFileSync(join(here, "src", file), "utf8");
    for (const [, needed] of text.matchAll(imports)) visit(needed);
    for (const [, name] of text.matchAll(/^(?:export )?(?:async )?(?:const|let|function|class) (\w+)/gm)) {
      if (names.has(name)) throw new Error(`${name} is in ${file} and in ${names.get(name)}`);
      names.set(name, file);
    }
    order.push(text.replace(imports, "").replace(/^export /gm, ""));
  }
  visit(entry);
  return order.join("\n");
}

const version = readFileSync(join(root, "VERSION"), "utf8").split("\n")[0];
const module = deflateRawSync(readFileSync(wasm), { level: 9 }).toString("base64");
const body = joined("index.js");
const write = (name, text) => writeFileSync(join(out, name), text);
mkdirSync(out, { recursive: true });
copyFileSync(wasm, join(out, "wald.wasm"));
chmodSync(join(out, "wald.wasm"), 0o644);
write(
  "wald.js",
  `// libwald ${version}
(function () {
"use strict";
const WALD_WASM = "${module}";
${body}
if (typeof module === "object" && typeof module.exports === "object") module.exports = wald;
else {
  globalThis.wald = wald;
  load().catch(() => {}); // a page awaits wald.ready, which says what went wrong
}
globalThis[Symbol.for("libwald ${version}")] = wald;
})();
`,
);

// Names of the object at the end of index.js.
const offered = readFileSync(join(here, "src/index.js"), "utf8").match(/^export const wald = \{(.*?)^\};/ms)[1];
const exported = offered
  .replace(/version: .*/, "version,")
  .match(/\w+/g);
const offeredNames = `export const {
  ${exported.join(",\n  ")},
} = wald;
`;
write(
  "wald.mjs",
  `// libwald ${version} as an ES module. Nothing waits here, for not every bundler can: a page awaits \`ready\`.
import "./wald.js";

const wald = globalThis[Symbol.for("libwald ${version}")];
export default wald;
export const ready = wald.ready;
ready.catch(() => {}); // for those who do not await it
${offeredNames}`,
);
// Sources have names that they export, too: the ES module has them in a function of its own.
write(
  "separate.mjs",
  `// libwald ${version} as an ES module whose library is the file wald.wasm: \`await load()\` before the first call.
const { wald, load: loadFrom } = (function () {
const WALD_WASM = null;
${body}
return { wald, load };
})();
globalThis[Symbol.for("libwald ${version}")] ??= wald;
let fulfil;
export const ready = new Promise((resolve) => (fulfil = resolve));
Object.defineProperty(wald, "ready", { value: ready });
// Bundlers that take files along recognise the address as it is written here.
export async function load(source) {
  await loadFrom(source ?? new URL("./wald.wasm", import.meta.url));
  fulfil();
}
export default wald;
${offeredNames}`,
);
write(
  "separate.node.mjs",
  `// libwald ${version}: in Node the library is part of wald.js.
import wald from "./wald.js";

export default wald;
export const ready = wald.ready;
export const load = async () => ready;
${offeredNames}`,
);

const examples = join(root, "docs/examples");
const list = readFileSync(join(examples, "datasets.tsv"), "utf8");
const listed = list.trimEnd().split("\n").slice(1);
const files = listed.flatMap((line) => line.split("\t").slice(1, 3)).filter((file) => file !== "-");
const tables = Object.fromEntries(files.map((file) => [file, readFileSync(join(examples, file), "utf8")]));
write(
  "datasets.js",
  `// The tables of libwald ${version}
(function () {
"use strict";
const WALD_VERSION = "${version}";
const WALD_TABLES = ${JSON.stringify({ "datasets.tsv": list, ...tables })};
${joined("datasets.js")}
if (typeof module === "object" && typeof module.exports === "object") module.exports = datasets;
else globalThis.waldDatasets = datasets;
globalThis[Symbol.for("libwald ${version} datasets")] = datasets;
})();
`,
);
write(
  "datasets.mjs",
  `// The tables of libwald ${version} as an ES module.
import "./datasets.js";

const datasets = globalThis[Symbol.for("libwald ${version} datasets")];
export default datasets;
export const { load, names } = datasets;
`,
);
write(
  "datasets.d.mts",
  `import * as datasets from "./datasets.js";\nexport * from "./datasets.js";\nexport default datasets;\n`,
);
const types = `export * from "./wald.js";\nexport { default } from "./wald.js";\n`;
write("wald.d.mts", types);
write(
  "separate.d.mts",
  `${types}
/**
 * Loads the library, which must be awaited before the first call. Without a source it is the file wald.wasm beside this
 * module; in Node there is nothing to load, and the source is not read. A second call waits for the first.
 */
export function load(source?: LibrarySource | Promise<LibrarySource>): Promise<void>;
/** An address, an answer of fetch, the bytes of wald.wasm, or the module compiled from them. */
export type LibrarySource = string | URL | Response | ArrayBuffer | ArrayBufferView | WebAssembly.Module;
`,
);
for (const file of ["wald.d.ts", "rows.d.ts", "datasets.d.ts"]) copyFileSync(join(here, "types", file), join(out, file));
for (const file of ["worker.mjs", "worker.node.mjs", "thread.mjs", "thread.node.mjs", "worker.d.mts"])
  copyFileSync(join(here, "worker", file), join(out, file));
for (const file of ["LICENSE", "NOTICE"]) copyFileSync(join(root, file), join(out, file));
copyFileSync(join(here, "README.md"), join(out, "README.md"));
if (sbom) copyFileSync(sbom, join(out, "sbom.cdx.json"));
write("package.json", readFileSync(join(here, "package.json.in"), "utf8").replace("@VERSION@", version));
