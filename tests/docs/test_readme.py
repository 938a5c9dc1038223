#!/usr/bin/env python3
"""Runs the commands of README.md, docs/start/command.md and docs/guides/report.md: each command in a console block writes
what stands below it; and docs/examples/worth.py, whose table stands in docs/examples/README.md.

    test_readme.py SOURCE WALD          WALD is the command's path

A line "$ command" is run by bash in a folder that holds nothing else; the lines up to the next one are its output. Numbers
may differ in their last digits, which differ between machines.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

NUMBER = re.compile(r"(?<![\w.-])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.])")


def steps(text):
    for block in re.findall(r"^```console\n(.*?)^```$", text, re.M | re.S):
        for step in re.split(r"^\$ ", block, flags=re.M)[1:]:
            yield step.partition("\n")[::2]


def alike(got, wanted):
    pairs = zip(NUMBER.findall(got), NUMBER.findall(wanted))
    return NUMBER.sub("#", got) == NUMBER.sub("#", wanted) and all(abs(float(a) - float(b)) <= 1e-9 for a, b in pairs)


def cells_of(text):
    """The cells of the rows of the table of what deciding for F1 is worth, by data and average."""
    rows = [[cell.strip() for cell in line.strip("|\n").split("|")] for line in text.splitlines() if "->" in line]
    return {(row[0], row[1]): row[2:] for row in rows if row[0] != "data"}


def check_worth(source, wald):
    """Realised values of yeast need its labels: without them that cell alone is not compared."""
    command = [sys.executable, "-B", str(source / "docs" / "examples" / "worth.py"), str(wald)]
    printed = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    found, failures = cells_of(printed), 0
    table = cells_of((source / "docs/examples/README.md").read_text(encoding="utf-8"))
    for key in found.keys() | table.keys():
        pairs = list(zip(found.get(key, [""] * 3), table.get(key, ["-"] * 3)))
        if any(a != b and a != "labels are not published" for a, b in pairs):
            failures += 1
            print(f"docs/examples/README.md: {key}: worth.py prints and the table has {pairs}")
    return failures


def main():
    source, wald = (pathlib.Path(path).resolve() for path in sys.argv[1:])
    ran, failures = {}, 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        environment = {**os.environ, "LC_ALL": "C", "PATH": f"{wald.parent}:{os.environ['PATH']}"}
        for page, home in (("README.md", folder), ("docs/start/command.md", folder),
                           ("docs/guides/report.md", folder)):
            for command, wanted in steps((source / page).read_text(encoding="utf-8")):
                done = subprocess.run(["bash", "-c", command], cwd=home, env=environment, stdout=subprocess.PIPE,
                                      stderr=subprocess.STDOUT, text=True, check=False)
                ran[page] = ran.get(page, 0) + 1
                if not alike(done.stdout, wanted):
                    failures += 1
                    print(f"$ {command}\nprints\n{done.stdout}{page} says\n{wanted}")
    failures += check_worth(source, wald)
    print(f"{ran} commands, {failures} failures")
    return 1 if failures or ran.get("README.md", 0) < 1 or ran.get("docs/start/command.md", 0) < 12 or (
        ran.get("docs/guides/report.md", 0) < 3) else 0


if __name__ == "__main__":
    sys.exit(main())
