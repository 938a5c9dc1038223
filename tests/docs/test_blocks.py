#!/usr/bin/env python3
"""Every block of code of docs/start, docs/guides and docs/languages/serving.md is run by a test, here by page and language,
and none needs a folder of data sets. A block in a language that no test runs on its page is a fault, and so is a language
that a page has no longer. A first page of a language prints a gain soon after it says how to install.

    test_blocks.py SOURCE
"""

import pathlib
import re
import sys

FENCE = re.compile(r"^```([^\n]*)\n.*?^```$", re.MULTILINE | re.DOTALL)
SHOWN = {"", "text", "math", "json", "sh", "xml"}  # what is printed, formulas, files, and installation
ALL = {"guides/gallery.md": "python r sh", "guides/learners.md": "python r java csharp js console",
       "guides/cascades.md": "python", "guides/thresholds.md": "python", "guides/model-cascades.md": "python", "guides/metrics.md": "c",
       "guides/detections.md": "python console", "guides/report.md": "console", "guides/masks.md": "python", "guides/label-sets.md": "python", "guides/after-deployment.md": "python console", "guides/anomalies.md": "python", "guides/scale.md": "python", "guides/xgboost-to-java.md": "python java",
       "start/command.md": "console", "start/python.md": "python", "start/r.md": "r", "start/java.md": "java",
       "start/csharp.md": "csharp", "languages/serving.md": "java csharp", "start/javascript.md": "js", "start/cpp.md": "cpp", "start/c.md": "c",
       **{f"start/coming-from-{name}.md": "python" for name in ("fairlearn", "mapie", "rankseg", "scikit-learn", "xcolumns")},
       **{f"start/coming-from-{name}.md": "r" for name in ("cutpointr-and-proc", "yardstick-and-probably")}}

# The first pages, and the most lines from the installation to a printed gain.
FIRST_PAGES = ("c", "command", "cpp", "csharp", "java", "javascript", "python", "r")
MOST_LINES = 40
GAIN = re.compile(r"gain \+?0\.042|better than A by 0\.042|, gain 0\.042")


def slow(docs):
    for name in FIRST_PAGES:
        lines = (docs / "start" / f"{name}.md").read_text(encoding="utf-8").splitlines()
        begin = lines.index("## Install")
        gains = [i - begin for i, line in enumerate(lines) if i > begin and GAIN.search(line)]
        if not gains or gains[0] > MOST_LINES:
            yield f"start/{name}.md: prints a gain after {gains[0] if gains else 'no number of'} lines: at most {MOST_LINES}"


def main():
    docs = pathlib.Path(sys.argv[1]) / "docs"
    faults, blocks = [], 0
    for path in sorted([*docs.glob("start/*.md"), *docs.glob("guides/*.md"), docs / "languages/serving.md"]):
        page = path.relative_to(docs).as_posix()
        fences = [words.split() or [""] for words in FENCE.findall(path.read_text(encoding="utf-8"))]
        blocks += len(fences)
        faults += [f"{page}: a block needs a folder of data sets" for words in fences if words[1:] == ["data"]]
        run = set(ALL.get(page, "").split())
        found = {words[0] for words in fences}
        faults += [f"{page}: no test runs its {language}" for language in sorted(found - run - SHOWN)]
        faults += [f"{page}: has no {language}" for language in sorted(run - found)]
    faults += [f"{page}: there is no such page" for page in ALL if not (docs / page).exists()]
    faults += slow(docs)
    for fault in faults:
        print(fault)
    print(f"{blocks} blocks, {len(faults)} faults")
    return 1 if faults or not blocks else 0


if __name__ == "__main__":
    sys.exit(main())
