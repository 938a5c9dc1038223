#!/usr/bin/env python3
"""Tests of the JavaScript package.

    run.py build BUILD SOURCE                 builds the module and the package into BUILD/javascript
    run.py conformance BUILD SOURCE RUNNER    the conformance cases; RUNNER is the C++ runner, whose bits are compared
    run.py api BUILD SOURCE                   classes and functions
    run.py guide BUILD SOURCE                 the JavaScript of docs/languages, docs/start and docs/guides/learners.md
    run.py package BUILD SOURCE               the package as npm packs it, from an empty folder, with types and in size
    run.py bundlers BUILD SOURCE              bundles of esbuild, webpack, Rollup and Vite, and workers, in Chromium

The module is compiled with little optimisation, which takes half the time and gives the same bits. Where zig cannot be
had (no venv, no PyPI) the tests are skipped by name, with code 77; where the environment variable CI is set that is an
error. Python 3 alone.
"""

import gzip
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
MOST_BYTES = 1_920_000  # of the one file that runs, compressed
TYPESCRIPT = "typescript@5.9.3"


def skip(test, why):
    if os.environ.get("CI"):
        print(f"ERROR: {test}: {why}")
        sys.exit(1)
    print(f"SKIPPED: {test} ({why})")
    sys.exit(SKIPPED)


def run(*command, **more):
    print("+", *command, flush=True)
    return subprocess.run([str(part) for part in command], check=False, **more)


def build(folder, source):
    env = {**os.environ, "WALD_WASM_WORK": str(folder / "work"), "WALD_WASM_LEVEL": "-O1",
           "CMAKE_BUILD_PARALLEL_LEVEL": "2"}
    code = run("sh", source / "packaging/wasm.sh", folder, env=env).returncode
    if code == SKIPPED:
        skip("javascript-build", "zig cannot be had from PyPI")
    return code


def conformance(folder, source, runner):
    cases = source / "tests/conformance/cases"
    bits = folder / "bits.txt"
    with bits.open("w") as out:
        files = [path for path in sorted(cases.glob("*.jsonl")) if "error" not in path.name]
        run(runner, "--portable-bits", *files, stdout=out, stderr=subprocess.DEVNULL)
    return run("node", source / "tests/javascript/conformance.mjs", folder / "package", cases, bits).returncode


def api(folder, source):
    env = {**os.environ, "PACKAGE": str(folder / "package")}
    return run("node", "--expose-gc", "--test", source / "tests/javascript/api.test.mjs", env=env).returncode


def guide(folder, source):
    script, package = source / "tests/javascript/guide.mjs", folder / "package"
    return max(run("node", script, package, source / "docs" / page, least).returncode
               for page, least in (("languages/javascript.md", 5), ("guides/learners.md", 1), ("start/javascript.md", 3)))


ESM = """import wald, { decide, Metric } from "libwald";
console.log(decide([0.2, 0.45, 0.4, 0.1], new Metric("f1")).indices.join(), wald.version());
"""
CJS = """const wald = require("libwald");
console.log(wald.decide([0.2, 0.45, 0.4, 0.1], "f1").indices.join(), wald.version());
"""
# As a page runs it: a classic script without module, require or process.
SCRIPT = """const { readFileSync } = require("fs");
const page = { document: {}, TextEncoder, TextDecoder, atob, Blob, Response, DecompressionStream, performance, console };
page.WebAssembly = WebAssembly;
const context = require("vm").createContext(page);
const run = (text) => require("vm").runInContext(text, context);
run(readFileSync(require.resolve("libwald/wald.js"), "utf8"));
try { run("wald.decide([0.5], 'f1')"); console.log("decided before it was loaded"); }
catch (error) { if (!/await wald.ready/.test(error.message)) throw error; }
run("wald.ready.then(() => console.log(wald.decide([0.2, 0.45, 0.4, 0.1], 'f1').indices.join(), wald.version()))");
"""
# The tables, of which a page that does not ask for them loads nothing.
TABLES = """const { readFileSync } = require("fs");
const wald = require("libwald"), datasets = require("libwald/datasets");
const page = {};
require("vm").runInNewContext(readFileSync(require.resolve("libwald").replace("wald.js", "datasets.js"), "utf8"), page);
const both = [datasets, page.waldDatasets].map(({ load }) => wald.decide(load("yeast").table[0], "f1").indices.join());
import("libwald/datasets").then(({ default: same, load }) => {
  if (same === datasets && load === same.load && both[0] === both[1]) console.log("1,2", wald.version());
});
"""
# Where there is nothing to load it is a matter of the import alone.
SEPARATE = """import wald, { decide, load } from "libwald/separate";
await load();
console.log(decide([0.2, 0.45, 0.4, 0.1], "f1").indices.join(), wald.version());
"""
OFFLINE = {"npm_config_offline": "true", "npm_config_audit": "false", "npm_config_fund": "false",
           "npm_config_update_notifier": "false"}


def package(folder, source):
    version = (source / "VERSION").read_text().split()[0]
    size = len(gzip.compress((folder / "package/wald.js").read_bytes(), 9, mtime=0))
    print(f"wald.js: {size} bytes compressed, of at most {MOST_BYTES}")
    if size > MOST_BYTES:
        return 1
    with tempfile.TemporaryDirectory() as at:
        env = {**os.environ, **OFFLINE, "npm_config_cache": f"{at}/cache"}
        home = pathlib.Path(at, "program")
        home.mkdir()
        if run("npm", "pack", folder / "package", "--silent", cwd=at, env=env).returncode:
            return 1
        (home / "package.json").write_text('{"private": true}')
        if run("npm", "install", "--silent", f"../libwald-{version}.tgz", cwd=home, env=env).returncode:
            return 1
        for name, text in (("esm.mjs", ESM), ("cjs.cjs", CJS), ("script.cjs", SCRIPT), ("separate.mjs", SEPARATE),
                           ("tables.cjs", TABLES)):
            (home / name).write_text(text)
            done = run("node", name, cwd=home, capture_output=True, text=True)
            print(done.stdout + done.stderr)
            if done.returncode or done.stdout != f"1,2 {version}\n":
                return 1
        return types(folder, source, home)


def types(folder, source, home):
    """A user's program in TypeScript, strictly, as an ES module and as CommonJS."""
    tools = folder / "typescript"
    tsc = tools / "node_modules/typescript/bin/tsc"
    if not tsc.exists():
        tools.mkdir(exist_ok=True)
        (tools / "package.json").write_text('{"private": true}')
        if run("npm", "install", "--silent", "--no-audit", "--no-fund", TYPESCRIPT, cwd=tools).returncode:
            skip("javascript-package", "TypeScript cannot be had from npm")
    for name, file in (("types.mts", "types.ts"), ("types.cts", "types.ts"), ("worker.mts", "types_worker.ts")):
        shutil.copy(source / "tests/javascript" / file, home / name)
        text = (home / name).read_text()
        if name.endswith(".cts"):  # CommonJS has no default export
            text = text.replace("import wald, {", 'import wald = require("libwald");\nimport {')
            (home / name).write_text(text)
        if run("node", tsc, "--strict", "--noEmit", "--target", "es2022", "--lib", "es2022,esnext.disposable,dom", "--module",
               "nodenext", name, cwd=home).returncode:
            return 1
    return 0


def bundlers(folder, source):
    browser = os.environ.get("WALD_CHROMIUM") or shutil.which("chromium")
    if not browser:
        skip("javascript-bundlers", "chromium is missing: sh packaging/deps.sh test")
    home = folder / "bundlers"
    home.mkdir(exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(source / "tests/javascript/bundlers" / name, home)
    if run("npm", "ci", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", cwd=home).returncode:
        skip("javascript-bundlers", "the bundlers cannot be had from npm")
    shutil.copytree(folder / "package", home / "node_modules/libwald")
    return run("node", source / "tests/javascript/bundlers/bundle.mjs", home,
               env={**os.environ, "WALD_CHROMIUM": browser}).returncode


def main():
    what, build_folder, source, *more = sys.argv[1:]
    folder = pathlib.Path(build_folder, "javascript").resolve()
    folder.mkdir(parents=True, exist_ok=True)
    return globals()[what](folder, pathlib.Path(source).resolve(), *more)


if __name__ == "__main__":
    sys.exit(main())
