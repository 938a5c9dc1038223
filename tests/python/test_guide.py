"""docs/python.md and the Python of docs/learners.md: their code is run, each guide block after block as one session,
and prints what the guide says it prints.

    python3 test_guide.py --write      puts what was printed into the guides, to be read with git diff

A ```python block is code; a ```text block directly after it is what it prints. The folder docs/examples is the current
one. Nothing may be printed that the guide does not show. A ```python data block reads the folder that the environment
variable WALD_DATA names, and is skipped by name where that is not set.
"""

import contextlib
import difflib
import io
import os
import re
import sys

from conftest import SOURCE

GUIDE = SOURCE / "docs" / "python.md"
LEARNERS = SOURCE / "docs" / "learners.md"


def blocks(lines):
    """(words after the fence, first line of the text, line of the closing fence)"""
    found, begin = [], None
    for number, line in enumerate(lines):
        if not line.startswith("```"):
            continue
        if begin is None:
            begin = number
        else:
            found.append((lines[begin][3:].strip(), begin + 1, number))
            begin = None
    return found


def run(write, guide=GUIDE):
    lines = guide.read_text().splitlines(keepends=True)
    found = blocks(lines)
    session, differences, changes, count = {"__name__": "guide"}, [], [], 0
    folder = os.getcwd()
    os.chdir(SOURCE / "docs" / "examples")
    try:
        for i, (words, begin, end) in enumerate(found):
            if words not in ("python", "python data"):
                continue
            if words == "python data" and not os.environ.get("WALD_DATA"):
                print(f"SKIPPED: docs/{guide.name}, line {begin} (WALD_DATA does not name the folder of the data sets)")
                continue
            count += 1
            printed = io.StringIO()
            code = compile("\n" * begin + "".join(lines[begin:end]), str(guide), "exec")
            with contextlib.redirect_stdout(printed):
                exec(code, session)
            following = found[i + 1] if i + 1 < len(found) else None
            shown = following if following and following[0] == "text" and not "".join(
                lines[end + 1 : following[1] - 1]).strip() else None
            wanted = "".join(lines[shown[1] : shown[2]]) if shown else ""
            if printed.getvalue() != wanted:
                differences.append(f"line {begin}:\n" + "".join(difflib.unified_diff(
                    wanted.splitlines(True), printed.getvalue().splitlines(True), "the guide", "the code")))
                changes.append((shown, end, printed.getvalue()))
    finally:
        os.chdir(folder)
    if write:
        for shown, end, text in reversed(changes):
            if shown:
                lines[shown[1] : shown[2]] = [text]
            else:
                lines[end + 1 : end + 1] = ["\n```text\n", text, "```\n"]
        guide.write_text("".join(lines))
    return count, differences


def test_guide():
    count, differences = run(False)
    assert count > 15
    assert not differences, "\n".join(differences)


def test_the_page_of_learners():
    count, differences = run(False, LEARNERS)
    assert count == 1
    assert not differences, "\n".join(differences)


def test_guide_names_every_public_thing():
    import wald.arrow

    text = GUIDE.read_text()
    names = [*wald.__all__, *(f"wald.arrow.{name}" for name in wald.arrow.__all__)]
    missing = [name for name in names if not re.search(rf"\b{name}\b", text)]
    assert not missing


if __name__ == "__main__":
    for each in (GUIDE, LEARNERS):
        print(*run("--write" in sys.argv, each)[1], sep="\n")
