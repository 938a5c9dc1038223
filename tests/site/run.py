#!/usr/bin/env python3
"""Builds the site as docs/site.sh does, beside an older version, and checks its pages.

    run.py BUILD SOURCE

Where the tools of the site cannot be had (npm, PyPI, doxygen, a JDK, R, swig, mandoc) the test is skipped by name, with
code 77; where the environment variable CI is set that is an error.
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
         "reference/command.html": "", "algorithms.html": "separable", "experiments/cascades/": ""}


def skip(why):
    if os.environ.get("CI"):
        print(f"ERROR: site: {why}")
        sys.exit(1)
    print(f"SKIPPED: site ({why})")
    sys.exit(SKIPPED)


def main():
    build, source = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    missing = [tool for tool in NEEDED if not shutil.which(tool)]
    if missing:
        skip(f"missing: {', '.join(missing)}: sh packaging/deps.sh test")
    tools, out = build / "site-tools", build / "site"
    made = subprocess.run([sys.executable, "-B", source / "docs/site/tools.py", tools], text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if made.returncode:
        print(made.stdout)
        skip("packages cannot be had from PyPI or npm")
    shutil.rmtree(out, ignore_errors=True)
    (out / "0.0.1" / "reference").mkdir(parents=True)
    subprocess.run(["sh", source / "docs/site.sh", out], env={**os.environ, "WALD_SITE_TOOLS": str(tools)}, check=True)
    version = (source / "VERSION").read_text().strip()
    listed = (out / "versions.js").read_text()
    assert json.loads(listed[listed.index("["):listed.rindex(";")]) == [version, "0.0.1"], listed
    assert f"{version}/index.html" in (out / "index.html").read_text()
    index = json.loads((out / version / "search" / "search_index.json").read_text(encoding="utf-8"))["docs"]
    for place, title in FOUND.items():
        assert any(entry["location"].startswith(place) and title in entry["title"] for entry in index), (place, title)
    python = tools / "venv" / "bin" / "python"
    return subprocess.run([python, "-B", source / "tests/site/check_pages.py", out / version, source],
                          check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
