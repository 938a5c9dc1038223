"""docs/python.md and the Python of docs/learners.md: their code is run, each guide block after block as one session,
and prints what the guide says it prints.

    python3 test_guide.py --write      puts what was printed into the guides, to be read with git diff, and what the page
                                       of learners saves for the other languages into docs/examples/own_model

A ```python block is code; a ```text block directly after it is what it prints. The folder docs/examples is the current
one; for the page of learners, whose code writes files, an empty one. Nothing may be printed that the guide does not show.
A ```python data block reads the folder that the environment variable WALD_DATA names, and is skipped by name where that is
not set.
"""

import contextlib
import difflib
import io
import os
import pathlib
import re
import shutil
import sys
import tempfile

import numpy as np

import wald
from conftest import SOURCE

GUIDE = SOURCE / "docs" / "python.md"
LEARNERS = SOURCE / "docs" / "learners.md"
EXAMPLES = SOURCE / "docs" / "examples"
OWN = EXAMPLES / "own_model"
SAVED = ("digits.learner.json", "digits.rows.csv", "digits.marginals.csv")


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


def run(write, guide=GUIDE, home=EXAMPLES):
    lines = guide.read_text().splitlines(keepends=True)
    found = blocks(lines)
    session, differences, changes, count = {"__name__": "guide"}, [], [], 0
    folder = os.getcwd()
    os.chdir(home)
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


def test_the_page_of_learners(tmp_path):
    count, differences = run(False, LEARNERS, tmp_path)
    assert count == 2
    assert not differences, "\n".join(differences)
    # What it saves is what the other languages are tested on, but for the last bits of the model's own arithmetic.
    assert (tmp_path / SAVED[1]).read_text() == (OWN / SAVED[1]).read_text()
    np.testing.assert_allclose(table(tmp_path / SAVED[2]), table(OWN / SAVED[2]), atol=1e-9)
    fresh, shipped = (wald.Learner.load((folder / SAVED[0]).read_text()) for folder in (tmp_path, OWN))
    assert fresh.name == shipped.name == "mixture:cardinality:given,forest"
    assert fresh.label_names == shipped.label_names == ("even", "prime", "loops", "straight")


def table(path):
    return np.loadtxt(path, delimiter=",", skiprows=1)


def answers():
    """What the saved learner says of the saved rows, as `wald predict` writes it."""
    learner = wald.Learner.load((OWN / SAVED[0]).read_text())
    found = learner.decide(table(OWN / SAVED[1]), "f1", marginals=table(OWN / SAVED[2]))
    lines = [",".join([*map(str, map(int, mask)), repr(float(expected))])
             for mask, expected in zip(found.mask, found.expected)]
    return "\n".join([",".join([*learner.label_names, "expected"]), *lines, ""])


def test_the_model_of_ones_own_is_decided_alike_in_every_language():
    """The others read these answers, too: bit for bit."""
    assert answers() == (OWN / "digits.answers.csv").read_text()


def test_guide_names_every_public_thing():
    import wald.arrow

    text = GUIDE.read_text()
    names = [*wald.__all__, *(f"wald.arrow.{name}" for name in wald.arrow.__all__)]
    missing = [name for name in names if not re.search(rf"\b{name}\b", text)]
    assert not missing


if __name__ == "__main__":
    writes = "--write" in sys.argv
    print(*run(writes)[1], sep="\n")
    with tempfile.TemporaryDirectory() as home:
        print(*run(writes, LEARNERS, home)[1], sep="\n")
        for saved in SAVED if writes else ():
            shutil.copy(pathlib.Path(home) / saved, OWN)
    if writes:
        (OWN / "digits.answers.csv").write_text(answers())
