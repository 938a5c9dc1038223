"""The suite runs against the library that WALD_LIBRARY names, and the package in the source tree."""

import os
import pathlib
import sys

import pytest

SOURCE = pathlib.Path(os.environ.get("WALD_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(SOURCE / "bindings" / "python" / "src"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
os.environ.setdefault("MPLBACKEND", "Agg")


@pytest.fixture(scope="session")
def source():
    return SOURCE
