#!/usr/bin/env python3
"""Draws the pictures of the documents again, and compares them with those that are there.

    test_pictures.py BUILD SOURCE LIBRARY draw.py
    test_pictures.py BUILD SOURCE LIBRARY gallery.py WALD          WALD is the command's path

The environment is that of the tests of the Python package; where it cannot be made the test is skipped by name, with code 77, as
they are.
"""

import pathlib
import shutil
import subprocess
import sys

build, source, library = map(pathlib.Path, sys.argv[1:4])
script, wald = sys.argv[4], sys.argv[5:]
sys.path.insert(0, str(source / "tests" / "python"))
from run import bytecode, clean_environment, environment, pinned, skip  # noqa: E402

test = "docs_gallery" if wald else "docs_pictures"
if wald and not shutil.which("gnuplot"):
    skip(test, "gnuplot is missing: sh packaging/deps.sh test")
python = environment(test, build / "python-venv", pinned(source))
settings = {**clean_environment(), "WALD_LIBRARY": str(library), **bytecode(build),
            "PYTHONPATH": str(source / "bindings" / "python" / "src"), "WALD": "".join(wald),
            "MPLCONFIGDIR": str(build / "python-venv" / "matplotlib")}
command = [str(python), str(source / "docs" / "pictures" / script), "--check"]
sys.exit(subprocess.run(command, env=settings, check=False).returncode)
