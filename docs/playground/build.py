#!/usr/bin/env python3
"""Puts the playground into one file: style, examples, the library as WebAssembly, and the modules as one script,
because a page that is opened from a file may load no modules.

    build.py WALD_JS OUT        WALD_JS: the script of the package for JavaScript; OUT: the page
"""

import json
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
EXAMPLES = ROOT / "docs" / "examples"
DRAW = ROOT / "core" / "report" / "page" / "draw.js"

IMPORT = re.compile(r"^import\s+(\* as \w+|\{[^}]*\})\s+from\s+'\./([\w.]+)';\n", re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:const|let|function|class) (\w+))", re.MULTILINE)


def modules(name, done):
    """The module's script after those that it imports."""
    if name in done:
        return ""
    done.add(name)
    text = (DRAW if name == "draw.js" else HERE / name).read_text(encoding="utf-8")
    before = "".join(modules(needed, done) for _, needed in IMPORT.findall(text))

    def imported(match):
        what = match[1].removeprefix("* as ")
        return f"const {what} = modules['{match[2]}'];\n"

    names = EXPORT.findall(text)
    body = EXPORT.sub("", IMPORT.sub(imported, text))
    return f"{before}modules['{name}'] = (function () {{\n{body}\nreturn {{ {', '.join(names)} }};\n}})();\n"


def examples():
    def text(name):
        return (EXAMPLES / name).read_text(encoding="utf-8")

    def beside(label, score):
        return "".join(f"{a},{b}\n" for a, b in zip(label, score))

    def column(name, j):
        return [line.split(",")[j] for line in text(name).splitlines()][1:]

    cancer = beside(["malignant", *column("breast_cancer_truth.csv", 0)], ["score", *column("breast_cancer.csv", 0)])
    eight = beside(["eight", *column("digits_truth.csv", 8)], ["score", *column("digits.csv", 8)])
    return {
        "yeast": {"text": text("yeast.csv"), "file": "yeast.csv"},
        "digits": {"text": text("digits.csv"), "truth": text("digits_truth.csv"), "file": "digits.csv"},
        "breast_cancer": {"text": text("breast_cancer.csv"), "truth": text("breast_cancer_truth.csv"),
                          "file": "breast_cancer.csv"},
        "cancer": {"text": cancer, "file": "scored.csv"},
        "eight": {"text": eight, "file": "scored.csv"},
        "trees": {"text": text("digits_trees.csv"), "file": "digits_trees.csv"},
    }


def script(text):
    return "<script>\n" + re.sub(r"</(script)", r"<\\/\1", text, flags=re.IGNORECASE) + "\n</script>\n"


def page(engine):
    scripts = script(f"globalThis.waldExamples = {json.dumps(examples())};") + \
        script(pathlib.Path(engine).read_text(encoding="utf-8")) + \
        script(f"(function () {{\n'use strict';\nconst modules = {{}};\n{modules('main.js', set())}}})();")
    text = (HERE / "index.html").read_text(encoding="utf-8")
    style = (HERE / "style.css").read_text(encoding="utf-8")
    return text.replace("/*style*/", style).replace("<!--scripts-->", scripts)


def main():
    engine, out = sys.argv[1:3]
    pathlib.Path(out).parent.mkdir(parents=True, exist_ok=True)
    pathlib.Path(out).write_text(page(engine), encoding="utf-8")


if __name__ == "__main__":
    main()
