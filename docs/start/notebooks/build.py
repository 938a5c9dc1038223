#!/usr/bin/env python3
"""Makes the notebooks from sections of the pages: prose, code, and the output that the tests of the pages hold.

    build.py            writes the notebooks beside this script
    build.py --check    fails if a notebook is not what the pages say

A section's Python becomes code cells, the text block directly after one its output, everything else Markdown. Python 3
alone; tests/python/test_notebooks.py runs the cells of each notebook by itself.
"""

import json
import os
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
DOCS = HERE.parents[1]
IMPORTS = "import numpy as np\nimport pandas as pd\nimport wald"
INSTALL = "Install with `python3 -m pip install wald-*.whl scikit-learn pandas{more}` ([where wheels come from](../install.md))."
# File, title, what to install besides, and sections: a page, and headings whose text is taken ("" is the page's own).
NOTEBOOKS = (
    ("several-labels", "Several labels", "",
     (("start/python.md", ("Decide and measure the gain", "If your labels have another form")),)),
    ("rare-event", "A rare event", "",
     (("guides/thresholds.md", ("",)), ("languages/python.md", ("Thresholds",)))),
    ("slow-ensemble", "An ensemble that is too slow", " xgboost",
     (("languages/python.md", ("Cascades",)), ("guides/cascades.md", ("Votes",)))),
)
FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$\n?", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#{1,4} (.*)$", re.MULTILINE)
LINK = re.compile(r"(\]\(\s*)([^)\s]+)(\s*\))")


def sections(page):
    """Heading -> its text, up to the next heading; that of the page's title has the key ""."""
    text = (DOCS / page).read_text(encoding="utf-8")
    fences = [(m.start(), m.end()) for m in FENCE.finditer(text)]
    heads = [m for m in HEADING.finditer(text) if not any(a <= m.start() < b for a, b in fences)]
    ends = [m.start() for m in heads[1:]] + [len(text)]
    return {("" if i == 0 else m.group(1)): text[m.end():end].strip("\n") for i, (m, end) in enumerate(zip(heads, ends))}


def turned(text, page):
    """The same text with links from the folder of the notebooks."""
    def link(match):
        before, target, after = match.groups()
        if re.match(r"[a-z]+:", target):
            return match.group()
        name, hash_, anchor = target.partition("#")
        whole = (DOCS / page).parent / name if name else DOCS / page
        return before + os.path.relpath(whole, HERE) + hash_ + anchor + after

    return LINK.sub(link, text)


def lines(text):
    return text.splitlines(keepends=True)


def markdown(number, text):
    return {"cell_type": "markdown", "id": f"cell-{number}", "metadata": {}, "source": lines(text)}


def code(number, text, output):
    outputs = [{"name": "stdout", "output_type": "stream", "text": lines(output)}] if output else []
    return {"cell_type": "code", "execution_count": number, "id": f"cell-{number}", "metadata": {}, "outputs": outputs,
            "source": lines(text.rstrip("\n"))}


def cells_of(page, text):
    """(is code, text, output) of a section, in order."""
    out, end, fences = [], 0, list(FENCE.finditer(text))
    for i, fence in enumerate(fences):
        if fence.group(1).split()[:1] != ["python"]:
            continue
        following = fences[i + 1] if i + 1 < len(fences) else None
        printed = following and following.group(1) == "text" and not text[fence.end():following.start()].strip()
        before = text[end:fence.start()].strip("\n")
        if before:
            out.append((False, turned(before, page), ""))
        out.append((True, fence.group(2), following.group(2) if printed else ""))
        end = following.end() if printed else fence.end()
    rest = text[end:].strip("\n")
    return [*out, (False, turned(rest, page), "")] if rest else out


def notebook(title, more, parts):
    cells = [(False, f"# {title}\n\n" + INSTALL.format(more=more), ""), (True, IMPORTS, "")]
    for page, headings in parts:
        found = sections(page)
        for heading in headings:
            if heading and heading != title:
                cells.append((False, f"## {heading}", ""))
            cells += cells_of(page, found[heading])
    made = [code(n, text, output) if is_code else markdown(n, text) for n, (is_code, text, output) in enumerate(cells, 1)]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    whole = {"cells": made, "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}}, "nbformat": 4,
             "nbformat_minor": 5}
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def main():
    stale = []
    for name, title, more, parts in NOTEBOOKS:
        path, text = HERE / f"{name}.ipynb", notebook(title, more, parts)
        if sys.argv[1:] != ["--check"]:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(name)
            print(f"docs/start/notebooks/{name}.ipynb is not what the pages say: run docs/start/notebooks/build.py")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
