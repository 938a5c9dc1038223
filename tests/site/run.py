#!/usr/bin/env python3
"""Builds the site as docs/site.sh does, beside an older version, checks its pages, and opens it and the playground in a
browser.

    run.py site BUILD SOURCE
    run.py playground BUILD SOURCE WALD    WALD: the command, whose numbers are those of the playground

Both take the library as WebAssembly from BUILD/javascript, where the test javascript-build puts it. Where tools cannot
be had (npm, PyPI, doxygen, a JDK, R, swig, mandoc, chromium) a test is skipped by name, with code 77; where the
environment variable CI is set that is an error.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys

SKIPPED = 77
NEEDED = ("doxygen", "javadoc", "Rscript", "swig", "mandoc", "npm")
# What search must lead to: one name of each language.
FOUND = {"reference/c/decisions_8h.html": "wald_decide (C)", "reference/cpp/": "Estimator",
         "reference/csharp/": "Expected",
         "reference/java/org.libwald/": "decide", "reference/r/": "wald_decide", "reference/python/": "wald.decide",
         "reference/javascript/decisions.html": "decideRows", "reference/javascript/options.html": "maxAlertRate",
         "reference/command.html": "", "developers/algorithms-labels.html": "separable", "experiments/cascades/": ""}


def skip(test, why):
    if os.environ.get("CI"):
        print(f"ERROR: {test}: {why}")
        sys.exit(1)
    print(f"SKIPPED: {test} ({why})")
    sys.exit(SKIPPED)


def site(build, source):
    missing = [tool for tool in NEEDED if not shutil.which(tool)]
    if missing:
        skip("site", f"missing: {', '.join(missing)}: sh packaging/deps.sh test")
    tools, out = build / "site-tools", build / "site"
    made = subprocess.run([sys.executable, "-B", source / "docs/site/tools.py", tools], text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if made.returncode:
        print(made.stdout)
        skip("site", "packages cannot be had from PyPI or npm")
    shutil.rmtree(out, ignore_errors=True)
    (out / "0.0.1" / "reference").mkdir(parents=True)
    subprocess.run(["sh", source / "docs/site.sh", out], check=True, env={
        **os.environ, "WALD_SITE_TOOLS": str(tools), "WALD_JS": str(build / "javascript" / "package" / "wald.js")})
    version = (source / "VERSION").read_text().strip()
    listed = (out / "versions.js").read_text()
    assert json.loads(listed[listed.index("["):listed.rindex(";")]) == [version, "0.0.1"], listed
    assert f"{version}/index.html" in (out / "index.html").read_text()
    index = json.loads((out / version / "search" / "search_index.json").read_text(encoding="utf-8"))["docs"]
    for place, title in FOUND.items():
        assert any(entry["location"].startswith(place) and title in entry["title"] for entry in index), (place, title)
    front = (out / version / "reference/c/index.html").read_text(encoding="utf-8")
    for header in sorted((source / "capi/wald").glob("*.h")):
        assert header.name in front, f"the front page of the C reference has no {header.name}"
    python = tools / "venv" / "bin" / "python"
    checked = subprocess.run([python, "-B", source / "tests/site/check_pages.py", out / version, source], check=False)
    if checked.returncode:
        return checked.returncode
    modules, browser = browser_of("site", build, source)
    return subprocess.run(["node", source / "tests/site/browser/site.mjs", modules, out / version, build / "site-seen"],
                          env={**os.environ, "WALD_CHROMIUM": browser}, check=False).returncode


def browser_of(test, build, source):
    """The packages of npm that drive a browser, and the browser."""
    browser = os.environ.get("WALD_CHROMIUM") or shutil.which("chromium")
    if not browser or not shutil.which("npm"):
        skip(test, "chromium or npm is missing: sh packaging/deps.sh test")
    modules = build / f"{test}-browser"
    modules.mkdir(exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(source / "tests" / "site" / "browser" / name, modules)
    if subprocess.run(["npm", "ci", "--silent", "--no-audit", "--no-fund", "--ignore-scripts"], cwd=modules,
                      check=False).returncode:
        skip(test, "packages cannot be had from npm")
    return modules, browser


def playground(build, source, command):
    engine = build / "javascript" / "package" / "wald.js"
    if not engine.is_file():
        skip("playground", "there is no WebAssembly: the test javascript-build makes it")
    modules, browser = browser_of("playground", build, source)
    out = build / "playground"
    subprocess.run([sys.executable, "-B", source / "docs/playground/build.py", engine, out / "index.html"], check=True)
    return subprocess.run(["node", source / "tests/site/browser/playground.mjs", modules, out / "index.html",
                           out / "seen", command, source / "docs" / "examples", source / "capi", build / "capi"], check=False,
                          env={**os.environ, "WALD_CHROMIUM": browser}).returncode


def main():
    what, build, source, *more = sys.argv[1:]
    build, source = pathlib.Path(build).resolve(), pathlib.Path(source).resolve()
    return {"site": site, "playground": playground}[what](build, source, *more)


if __name__ == "__main__":
    sys.exit(main())
