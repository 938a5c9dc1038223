// Makes the package of the sources here and of wald.wasm:
//   node bindings/javascript/build.mjs WASM OUT [SBOM]
// OUT gets what npm packs. One file holds all that runs, wald.js: a classic script for pages (also those opened from a
// file), which Node's require() takes, too. wald.mjs is the same as an ES module, of the same objects.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
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

// The sources in the order in which they need each other, in one scope: their own names differ.
const order = [];
const seen = new Set();
const names = new Map();
const imports = /^import \{[^}]*\} from "\.\/([\w.]+)";\n/gm;
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
visit("index.js");

const version = readFileSync(join(root, "VERSION"), "utf8").split("\n")[0];
const module = deflateRawSync(readFileSync(wasm), { level: 9 }).toString("base64");
const script = `// libwald ${version}
(function () {
"use strict";
const WALD_WASM = "${module}";
${order.join("\n")}
if (typeof module === "object" && typeof module.exports === "object") module.exports = wald;
else load().catch(() => {}); // a page awaits wald.ready, which says what went wrong
globalThis[Symbol.for("libwald ${version}")] = wald;
if (typeof document === "object") globalThis.wald = wald;
})();
`;
mkdirSync(out, { recursive: true });
writeFileSync(join(out, "wald.js"), script);

// Names of the object at the end of index.js.
const offered = readFileSync(join(here, "src/index.js"), "utf8").match(/^export const wald = \{(.*?)^\};/ms)[1];
const exported = offered
  .replace(/version: .*/, "version,")
  .replace(/_memory.*/, "")
  .match(/\w+/g);
writeFileSync(
  join(out, "wald.mjs"),
  `// libwald ${version} as an ES module: the library is loaded when this is imported.
import "./wald.js";

const wald = globalThis[Symbol.for("libwald ${version}")];
await wald.ready;
export default wald;
export const ready = wald.ready;
export const {
  ${exported.join(",\n  ")},
} = wald;
`,
);
writeFileSync(join(out, "wald.d.mts"), `export * from "./wald.js";\nexport { default } from "./wald.js";\n`);
for (const file of ["wald.d.ts", "rows.d.ts"]) copyFileSync(join(here, "types", file), join(out, file));
for (const file of ["LICENSE", "NOTICE"]) copyFileSync(join(root, file), join(out, file));
copyFileSync(join(here, "README.md"), join(out, "README.md"));
if (sbom) copyFileSync(sbom, join(out, "sbom.cdx.json"));
const packaged = readFileSync(join(here, "package.json.in"), "utf8").replace("@VERSION@", version);
writeFileSync(join(out, "package.json"), packaged);
