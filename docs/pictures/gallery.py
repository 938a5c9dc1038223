#!/usr/bin/env python3
"""Draw the pictures of docs/guides/gallery.md by the code that stands there, from the data in docs/examples.

    gallery.py             writes the pictures into gallery/ beside this script
    gallery.py --check     draws again, fails if a picture is not what is there, and runs what the command draws

The code is read from the page: a ```python block draws the picture that was shown last before it, on the current figure
or, where it says so, one of its own; a ```sh block draws the files that it names after --plot. Of the command, which
the environment variable WALD names, there has to be a picture; how gnuplot draws it differs between versions. Needs
what draw.py needs, and pandas.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from draw import alike, svg

DOCS = Path(__file__).resolve().parent.parent
PAGE, FOLDER = DOCS / "guides" / "gallery.md", DOCS / "pictures" / "gallery"
MOST_BYTES = 60_000
PICTURE = re.compile(r"!\[([^\]]*)\]\(\.\./pictures/gallery/([\w-]+\.svg)\)")
PART = re.compile(r"^```(\w+)\n(.*?)^```$|" + PICTURE.pattern, re.M | re.S)
PLOT = re.compile(r"--plot (\S+)")


def parts():
    """(language, code, line, the picture shown last before it); of a picture itself (None, its text, line, name)."""
    text, shown = PAGE.read_text(encoding="utf-8"), None
    for found in PART.finditer(text):
        language, code, said, name = found.groups()
        line = text.count("\n", 0, found.start()) + 1
        shown = name or shown
        yield (None, said, line, name) if name else (language, code, line, shown)


def drawn():
    """The pictures of the Python code, by name; each is drawn by one block."""
    session, pictures = {"__name__": "gallery"}, {}
    os.chdir(DOCS / "examples")
    for language, code, line, name in parts():
        if language != "python":
            continue
        exec(compile("\n" * line + code, str(PAGE), "exec"), session)
        if name:
            pictures[name] = svg(plt.gcf())
        plt.close("all")
    return pictures


def check_command(wald):
    """The pictures of the command, each well formed and with something drawn."""
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for path in (DOCS / "examples").glob("*.csv"):
            shutil.copy(path, folder)
        environment = {**os.environ, "LC_ALL": "C", "PATH": f"{Path(wald).resolve().parent}:{os.environ['PATH']}"}
        for language, code, line, _ in parts():
            if language != "sh":
                continue
            done = subprocess.run(["bash", "-euo", "pipefail", "-c", code], cwd=folder, env=environment, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
            if done.returncode or done.stdout:
                print(f"docs/guides/gallery.md:{line}: exit {done.returncode}\n{done.stdout}")
                failures += 1
                continue
            for name in PLOT.findall(code):
                lines = list(xml.parse(Path(folder) / name).iter("{http://www.w3.org/2000/svg}path"))
                if len(lines) < 10:
                    print(f"docs/guides/gallery.md:{line}: {name} has {len(lines)} lines")
                    failures += 1
    return failures


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    pictures = drawn()
    if sys.argv[1:] == []:
        FOLDER.mkdir(exist_ok=True)
        for name, text in pictures.items():
            (FOLDER / name).write_text(text, encoding="utf-8")
        return 0
    failures = check_command(os.environ["WALD"])
    named = {name: said for language, said, _, name in parts() if language is None}
    there = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()}
    for name in sorted(named.keys() | there.keys() | pictures.keys()):
        if not alike(there.get(name, ""), pictures.get(name, ""), 0.01):
            why = "is not what the page draws: run docs/pictures/gallery.py, look at it, and commit it"
        elif len(there[name].encode()) > MOST_BYTES:
            why = f"has {len(there[name].encode())} bytes: must have {MOST_BYTES} at most"
        elif len(named.get(name, "")) < 20:
            why = "has no alternative text"
        else:
            continue
        print(f"docs/pictures/gallery/{name} {why}")
        failures += 1
    print(f"{len(pictures)} pictures, {failures} failures")
    return 1 if failures or len(pictures) < 20 else 0


if __name__ == "__main__":
    sys.exit(main())
