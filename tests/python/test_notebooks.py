"""The notebooks of docs/start/notebooks are what the pages say, and each runs by itself and prints what it shows."""

import contextlib
import importlib.util
import io
import json
import subprocess
import sys

import pytest

from conftest import SOURCE

FOLDER = SOURCE / "docs" / "start" / "notebooks"


def test_they_are_current():
    done = subprocess.run([sys.executable, "-B", FOLDER / "build.py", "--check"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("name", ["several-labels", "rare-event", "slow-ensemble"])
def test_each_runs(name, monkeypatch):
    monkeypatch.chdir(SOURCE / "docs" / "examples")
    cells = json.loads((FOLDER / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    cells = [cell for cell in cells if cell["cell_type"] == "code"]
    if any("import xgboost" in "".join(cell["source"]) for cell in cells) and not importlib.util.find_spec("xgboost"):
        pytest.skip("xgboost is not installed")
    session = {"__name__": "notebook"}
    for cell in cells:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec("".join(cell["source"]), session)
        assert printed.getvalue() == "".join("".join(output["text"]) for output in cell["outputs"])
    assert len(cells) >= 3
