"""docs/languages/python.md, docs/start/python.md, and the Python of README.md and of learners, thresholds, cascades and
model cascades in docs/guides: their code is run, each guide block after block as one session, and prints what the guide says it prints. README.md goes on where
docs/start/python.md ends.

    python3 test_guide.py --write      puts what was printed into the guides, to be read with git diff, and what the page
                                       of learners saves for the other languages into docs/examples/own_model

A ```python block is code; a ```text block directly after it is what it prints. The folder docs/examples is the current
one; for the page of learners, whose code writes files, an empty one. Nothing may be printed that the guide does not show.
A ```python data block reads the folder that the environment variable WALD_DATA names, and is skipped by name where that is
not set; a ```python NAME block needs the package of that name, and is skipped by name where that is not installed.
"""

import contextlib
import difflib
import importlib.util
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

GUIDE = SOURCE / "docs" / "languages" / "python.md"
LEARNERS = SOURCE / "docs" / "guides" / "learners.md"
START = SOURCE / "docs" / "start" / "python.md"
README = SOURCE / "README.md"
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


def run(write, guide=GUIDE, home=EXAMPLES, session=None):
    lines = guide.read_text().splitlines(keepends=True)
    found = blocks(lines)
    session = {"__name__": "guide"} if session is None else session
    differences, changes, count = [], [], 0
    folder = os.getcwd()
    os.chdir(home)
    try:
        for i, (words, begin, end) in enumerate(found):
            if not re.fullmatch("python( [a-z0-9]+)?", words):
                continue
            needed = words[7:]
            if needed == "data" and not os.environ.get("WALD_DATA"):
                print(f"SKIPPED: docs/{guide.name}, line {begin} (WALD_DATA does not name the folder of the data sets)")
                continue
            if needed not in ("", "data") and not importlib.util.find_spec(needed):
                print(f"SKIPPED: docs/{guide.name}, line {begin} ({needed} is not installed)")
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


def test_the_first_page_and_the_readme():
    session = {"__name__": "guide"}
    for page, blocks_of_code in ((START, 4), (README, 1)):
        count, differences = run(False, page, session=session)
        assert count == blocks_of_code
        assert not differences, "\n".join(differences)


def test_the_calls_of_other_packages_beside_ours():
    pages = ("scikit-learn", "xcolumns", "mapie", "fairlearn", "rankseg")
    for page, blocks_of_code in zip(pages, (2, 1, 1, 1, 1)):
        count, differences = run(False, START.with_name(f"coming-from-{page}.md"))
        assert count >= blocks_of_code
        assert not differences, "\n".join(differences)


def test_the_guides_of_thresholds_and_ensembles():
    for page in ("thresholds", "label-sets", "cascades", "model-cascades"):
        count, differences = run(False, LEARNERS.with_name(f"{page}.md"))
        assert count == 1
        assert not differences, "\n".join(differences)


def test_the_guide_of_masks():
    count, differences = run(False, LEARNERS.with_name("masks.md"))
    assert count >= 4  # without the recipes, whose packages are mostly missing
    assert not differences, "\n".join(differences)


def test_the_guide_to_what_follows_deployment():
    count, differences = run(False, LEARNERS.with_name("after-deployment.md"))
    assert count == 8
    assert not differences, "\n".join(differences)


def test_the_guide_to_anomalies():
    count, differences = run(False, LEARNERS.with_name("anomalies.md"))
    assert differences == [], "".join(differences)
    assert count == 3, count


def test_the_guide_to_detections(tmp_path):
    count, differences = run(False, LEARNERS.with_name("detections.md"), tmp_path)
    assert count == 6
    assert not differences, "\n".join(differences)


def test_the_page_of_learners(tmp_path):
    count, differences = run(False, LEARNERS, tmp_path)
    assert count == 3
    assert not differences, "\n".join(differences)
    # What it saves is what the other languages are tested on, except for the last bits of the model's own arithmetic.
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
    session = {"__name__": "guide"}
    for page in (START, README):
        print(*run(writes, page, session=session)[1], sep="\n")
    for page in [*sorted(START.parent.glob("coming-from-*.md")), *map(LEARNERS.with_name, ("masks.md", "thresholds.md", "cascades.md", "model-cascades.md"))]:
        print(*run(writes, page)[1], sep="\n")
    with tempfile.TemporaryDirectory() as home:
        print(*run(writes, LEARNERS, home)[1], sep="\n")
        for saved in SAVED if writes else ():
            shutil.copy(pathlib.Path(home) / saved, OWN)
    if writes:
        (OWN / "digits.answers.csv").write_text(answers())
