#!/usr/bin/env python3
"""Draws the pictures of the documents again, and compares them with those that are there.

    test_pictures.py BUILD SOURCE LIBRARY

The packages are those that tests/python pins, in an environment in the build folder; where it cannot be made the test is
skipped by name, with code 77, as the tests of the Python package are.
"""

import os
import pathlib
import subprocess
import sys

build, source, library = map(pathlib.Path, sys.argv[1:])
sys.path.insert(0, str(source / "tests" / "python"))
from run import clean_environment, environment, pinned  # noqa: E402

wanted = [line for line in pinned(source) if line.split("==")[0] in ("numpy", "matplotlib")]
python = environment("docs_pictures", build / "docs-venv", wanted)
settings = {**clean_environment(), "WALD_LIBRARY": str(library), "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONPATH": str(source / "bindings" / "python" / "src"),
            "MPLCONFIGDIR": str(build / "docs-venv" / "matplotlib")}
command = [str(python), str(source / "docs" / "pictures" / "draw.py"), "--check"]
sys.exit(subprocess.run(command, env=settings, check=False).returncode)
