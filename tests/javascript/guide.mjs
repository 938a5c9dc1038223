// Runs the code of a guide as one program and compares what each block prints with the `text` block after it:
//   node guide.mjs PACKAGE GUIDE LEAST [--write]       --write puts into the guide what was printed
// Blocks of `js` take part, of which there are LEAST at least. PACKAGE is what `libwald` stands for. The program runs in a
// folder with the files of docs/examples and docs/examples/own_model; that of a first page in an empty one.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const [folder, guide, least, write] = process.argv.slice(2);
const text = readFileSync(guide, "utf8");
const blocks = [...text.matchAll(/^```js\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?/gms)];
const mark = (i) => `<<block ${i}>>`;
const program = blocks.map(([, code], i) => `console.log("${mark(i)}");\n${code}`).join("\n");

const home = mkdtempSync(join(tmpdir(), "guide-"));
let printed;
try {
  mkdirSync(join(home, "node_modules"));
  symlinkSync(resolve(folder), join(home, "node_modules/libwald"));
  const examples = fileURLToPath(new URL("../../docs/examples", import.meta.url));
  if (!guide.includes("start/")) {
    cpSync(examples, home, {
      recursive: true,
      filter: (path) => !path.includes("other-languages"),
    });
    cpSync(join(examples, "own_model"), home, { recursive: true });
  }
  writeFileSync(join(home, "program.mjs"), program);
  const done = spawnSync(process.execPath, ["program.mjs"], { cwd: home, encoding: "utf8" });
  if (done.status !== 0 || done.stderr !== "") {
    console.log(done.stdout + done.stderr);
    process.exit(1);
  }
  printed = done.stdout.split(/^<<block \d+>>\n/m).slice(1);
} finally {
  rmSync(home, { recursive: true });
}

let out = text;
let wrong = blocks.length < Number(least) || printed.length !== blocks.length ? 1 : 0;
blocks.forEach(([whole, code, wanted = ""], i) => {
  if (printed[i] === wanted) return;
  wrong += 1;
  console.log(`block ${i + 1} of ${guide}:\n${code}prints\n${printed[i]}where it says\n${wanted}`);
  const shown = printed[i] === "" ? "" : `\n\`\`\`text\n${printed[i]}\`\`\`\n`;
  out = out.replace(whole, () => `\`\`\`js\n${code}\`\`\`\n${shown}`);
});
if (write) writeFileSync(guide, out);
console.log(`${blocks.length} blocks`);
process.exitCode = wrong && !write ? 1 : 0;
