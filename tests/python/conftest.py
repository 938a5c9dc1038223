"""The suite runs against the library that WALD_LIBRARY names, and the package in the source tree."""

import os
import pathlib
import subprocess
import sys

import pytest

SOURCE = pathlib.Path(os.environ.get("WALD_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(SOURCE / "bindings" / "python" / "src"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
os.environ.setdefault("MPLBACKEND", "Agg")


@pytest.fixture(scope="session")
def source():
    return SOURCE


@pytest.fixture(scope="session")
def mypy(tmp_path_factory):
    """Runs mypy with the package's settings. What it finds in NumPy, which takes it longest, is kept for the next."""
    python = SOURCE / "bindings" / "python"
    cache = tmp_path_factory.mktemp("mypy")

    def run(*arguments, cwd=python / "src"):
        return subprocess.run(
            [sys.executable, "-m", "mypy", "--config-file", str(python / "pyproject.toml"), "--cache-dir", str(cache),
             *arguments], cwd=cwd, env={**os.environ, "MYPYPATH": str(python / "src")}, capture_output=True, text=True,
            check=False)

    return run


@pytest.fixture(scope="module")
def binary():
    from sklearn.datasets import make_classification

    X, y = make_classification(400, weights=[0.85], n_informative=4, class_sep=0.6, random_state=3)
    return X[:200], y[:200], X[200:], y[200:]


@pytest.fixture(scope="module")
def multilabel():
    from sklearn.datasets import make_multilabel_classification

    X, y = make_multilabel_classification(300, n_classes=5, random_state=3)
    return X[:200], y[:200], X[200:], y[200:]
