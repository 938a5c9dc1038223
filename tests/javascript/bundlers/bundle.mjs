// What bundlers make of the package, opened in a browser from a server, and pages and workers without a bundler.
//
//   node bundle.mjs HOME       HOME: a folder with node_modules, in which libwald and the bundlers are installed
import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const home = resolve(process.argv[2]);
const need = createRequire(join(home, "package.json"));
writeFileSync(join(home, "import.mjs"), "export default (name) => import(name);\n"); // as a module there resolves names
const { default: importOf } = await import(pathToFileURL(join(home, "import.mjs")).href);
const libwald = join(home, "node_modules/libwald");
const version = JSON.parse(readFileSync(join(libwald, "package.json"), "utf8")).version;

// Programs of users. Each leaves its result in the title of the page.
const DECIDED = `decide([0.2, 0.45, 0.4, 0.1], "f1").indices.join() + " " + version()`;
const REPORT = `.then((text) => (document.title = text), (error) => (document.title = "failed: " + error.message));`;
const programs = {
  "one.js": `import { decide, ready, version } from "libwald";
ready.then(() => ${DECIDED})${REPORT}`,
  "default.js": `import wald from "libwald";
wald.ready.then(() => wald.${DECIDED.replace("version", "wald.version")})${REPORT}`,
  "required.js": `const wald = require("libwald");
wald.ready.then(() => wald.${DECIDED.replace("version", "wald.version")})${REPORT}`,
  "separate.js": `import { decide, load, version } from "libwald/separate";
load().then(() => ${DECIDED})${REPORT}`,
  "address.js": `import { decide, load, version } from "libwald/separate";
import address from "libwald/wald.wasm?url";
load(address).then(() => ${DECIDED})${REPORT}`,
  "worker.js": `import { startWorker } from "libwald/worker";
const wald = startWorker();
Promise.all([wald.decide([0.2, 0.45, 0.4, 0.1], "f1"), wald.version()])
  .then(([{ indices }, version]) => indices.join() + " " + version)${REPORT}`,
};
const work = join(home, "work");
rmSync(work, { recursive: true, force: true });
mkdirSync(join(work, "src"), { recursive: true });
for (const [name, text] of Object.entries(programs)) writeFileSync(join(work, "src", name), text);

function page(folder, script, type = "module") {
  mkdirSync(join(work, folder), { recursive: true });
  const file = join(work, folder, "index.html");
  writeFileSync(file, `<!doctype html><title>waiting</title><body><script type="${type}" src="${script}"></script>`);
  return folder;
}

const pages = []; // folders of `work` to open
const bundlers = {
  async esbuild() {
    const { build } = await importOf("esbuild");
    for (const [program, format] of [
      ["one", "esm"],
      ["one", "iife"],
      ["default", "esm"],
      ["required", "iife"],
      ["separate", "esm"],
    ]) {
      const folder = `esbuild-${program}-${format}`;
      const made = await build({
        entryPoints: [join(work, "src", `${program}.js`)],
        bundle: true,
        minify: true,
        format,
        outfile: join(work, folder, "app.js"),
        logLevel: "silent",
      });
      assert.deepEqual(made.warnings, [], folder);
      // esbuild leaves addresses as they are.
      if (program === "separate") copyFileSync(join(libwald, "wald.wasm"), join(work, folder, "wald.wasm"));
      pages.push(page(folder, "app.js", format === "esm" ? "module" : "text/javascript"));
    }
  },
  async webpack() {
    const webpack = need("webpack");
    for (const program of ["one", "default", "required", "separate", "worker"]) {
      const folder = `webpack-${program}`;
      const stats = await new Promise((done, failed) =>
        webpack(
          {
            mode: "production",
            context: join(work, "src"),
            entry: `./${program}.js`,
            output: { path: join(work, folder), filename: "app.js", publicPath: "auto" },
            performance: { hints: false },
          },
          (error, found) => (error ? failed(error) : done(found)),
        ),
      );
      assert.equal(stats.toString({ all: false, errors: true, warnings: true }), "", folder);
      pages.push(page(folder, "app.js", "text/javascript"));
    }
  },
  async rollup() {
    const { rollup } = await importOf("rollup");
    const { nodeResolve } = await importOf("@rollup/plugin-node-resolve");
    for (const [program, format] of [
      ["one", "es"],
      ["default", "iife"],
      ["separate", "es"],
    ]) {
      const folder = `rollup-${program}-${format}`;
      const bundle = await rollup({
        input: join(work, "src", `${program}.js`),
        plugins: [nodeResolve({ browser: true })],
        onwarn: (warning) => assert.fail(`${folder}: ${warning.message}`),
      });
      await bundle.write({ file: join(work, folder, "app.js"), format });
      await bundle.close();
      if (program === "separate") copyFileSync(join(libwald, "wald.wasm"), join(work, folder, "wald.wasm"));
      pages.push(page(folder, "app.js", format === "es" ? "module" : "text/javascript"));
    }
  },
  vite5: () => vite("vite5"),
  vite7: () => vite("vite7"),
};

async function vite(name) {
  const { build } = await importOf(name);
  for (const program of ["one", "default", "separate", "address", "worker"]) {
    const folder = `${name}-${program}`;
    const root = join(work, `${folder}-source`);
    mkdirSync(root);
    copyFileSync(join(work, "src", `${program}.js`), join(root, "main.js"));
    page(`${folder}-source`, "./main.js");
    await build({
      root,
      base: "./",
      configFile: false,
      logLevel: "error",
      build: { outDir: join(work, folder), emptyOutDir: true, chunkSizeWarningLimit: 1e6 },
    });
    pages.push(folder);
  }
}

// A server while one develops: what it makes of dependencies is another thing than what it builds.
async function viteServer(name, program, look) {
  const { createServer: serve } = await importOf(name);
  const server = await serve({
    root: join(work, `${name}-${program}-source`),
    configFile: false,
    logLevel: "error",
    server: { port: 0, host: "127.0.0.1" },
    cacheDir: join(work, `${name}-${program}-cache`),
  });
  await server.listen();
  try {
    await look(`${name} server, ${program}`, server.resolvedUrls.local[0]);
  } finally {
    await server.close();
  }
}

// Without a bundler.
function plain() {
  for (const file of ["wald.js", "wald.mjs", "separate.mjs", "wald.wasm", "worker.mjs", "thread.mjs"]) {
    mkdirSync(join(work, "plain"), { recursive: true });
    copyFileSync(join(libwald, file), join(work, "plain", file));
  }
  const put = (name, script, type = "text/javascript") =>
    writeFileSync(join(work, "plain", name), `<title>waiting</title><body><script type="${type}">${script}</script>`);
  const module = (name, at) => programs[name].replaceAll(/"libwald[^"]*"/g, `"${at}"`);
  put("module.html", module("one.js", "./wald.mjs"), "module");
  put("worker.html", module("worker.js", "./worker.mjs"), "module");
  const policy = (more) =>
    `<meta http-equiv="Content-Security-Policy" content="default-src 'self'; script-src 'self' ${more}">`;
  writeFileSync(join(work, "plain", "policy.js"), module("one.js", "./wald.mjs"));
  for (const [name, more] of [["allowed.html", "'wasm-unsafe-eval'"], ["forbidden.html", ""]])
    writeFileSync(
      join(work, "plain", name),
      `${policy(more)}<title>waiting</title><body><script type="module" src="policy.js"></script>`,
    );
  put("separate.html", module("separate.js", "./separate.mjs"), "module");
  put("wrong.html", module("separate.js", "./separate.mjs").replace("load()", 'load("module.html")'), "module");
  put("lost.html", module("separate.js", "./separate.mjs").replace("load()", 'load("lost.wasm")'), "module");
  put("early.html", module("separate.js", "./separate.mjs").replace("load()", "Promise.resolve()"), "module");
  writeFileSync(
    join(work, "plain", "classic.js"),
    `importScripts("wald.js");
wald.ready.then(() => postMessage(wald.${DECIDED.replace("version", "wald.version")}), (e) => postMessage(e.message));`,
  );
  writeFileSync(
    join(work, "plain", "modern.js"),
    module("one.js", "./wald.mjs").replaceAll(/document\.title = ([^)]*)\)/g, "postMessage($1))"),
  );
  const worker = (made) => `const worker = new Worker(${made});
worker.onmessage = ({ data }) => (document.title = data);
worker.onerror = (event) => (document.title = "failed: " + event.message);`;
  put("classic.html", worker('"classic.js"'));
  put("modern.html", worker('"modern.js", { type: "module" }'));
}

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };
const server = createServer((request, response) => {
  const path = decodeURIComponent(new URL(request.url, "http://x").pathname);
  try {
    const bytes = readFileSync(join(work, path.endsWith("/") ? `${path}index.html` : path));
    response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "text/html" }).end(bytes);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
const address = `http://127.0.0.1:${server.address().port}`;

const { chromium } = need("playwright-core");
const profile = mkdtempSync(join(tmpdir(), "wald-bundlers-"));
const browser = await chromium.launchPersistentContext(profile, {
  executablePath: process.env.WALD_CHROMIUM ?? "/usr/bin/chromium",
  headless: true,
  args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"],
});
let failures = 0;
async function look(name, url, wanted = `1,2 ${version}`) {
  const tab = await browser.newPage();
  const errors = [];
  const broken = new Promise((done) => tab.on("pageerror", (error) => done(errors.push(error.message))));
  await tab.goto(url);
  const changed = tab.waitForFunction(() => document.title !== "waiting", { timeout: 60_000 }).catch(() => {});
  await Promise.race([broken, changed]);
  const title = await tab.title();
  const right = title === wanted || (wanted instanceof RegExp && wanted.test(title));
  if (!right) failures += 1;
  console.log(`${right ? "ok" : "NOT OK"}: ${name}: ${title}${errors.map((text) => ` [${text}]`).join("")}`);
  await tab.close();
}

try {
  for (const [name, bundle] of Object.entries(bundlers)) {
    try {
      await bundle();
    } catch (error) {
      failures += 1;
      console.log(`NOT OK: ${name}: ${error.message}`);
    }
  }
  for (const folder of pages) await look(folder, `${address}/${folder}/`);
  for (const name of ["vite5", "vite7"])
    for (const program of ["one", "default", "address"]) await viteServer(name, program, look);
  plain();
  for (const name of ["module", "separate", "classic", "modern", "worker", "allowed"]) await look(name, `${address}/plain/${name}.html`);
  await look("an address of something else", `${address}/plain/wrong.html`, /module.html is no WebAssembly: must be/);
  await look("an address of nothing", `${address}/plain/lost.html`, /lost.wasm: 404/);
  await look("a policy without WebAssembly", `${address}/plain/forbidden.html`, /failed: .*unsafe-eval/);
  await look("a call before load()", `${address}/plain/early.html`, /not loaded yet: await load\(\)/);
} finally {
  await browser.close();
  server.close();
  rmSync(profile, { recursive: true, force: true });
}
console.log(failures === 0 ? "all bundles run" : `${failures} failed`);
process.exit(failures === 0 ? 0 : 1);
