#!/usr/bin/env python3
"""Thresholds of two classifiers: the rule of the literature, Wald's methods, scikit-learn.

    WALD_DATA=path/to/data python3 docs/experiments/thresholds/run.py [--build BUILD] [--quick] [--write]

BUILD is a folder of CMake in which the library is built (default: build). An environment with the packages of
requirements.txt is made in BUILD/experiments, and the results go there; --write puts them into README.md and
thresholds.svg here. --quick takes fewer rows. Without WALD_DATA, or without PyPI, it says that it is skipped, with code
77. Python 3.11 alone.
"""

import argparse
import importlib.util
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parents[2]
BEGIN, END = "<!-- results: written by run.py -->\n", "<!-- end of results -->\n"


def environments():
    """The module that makes the environments of the tests."""
    spec = importlib.util.spec_from_file_location("environments", SOURCE / "tests" / "python" / "run.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", type=pathlib.Path, default=SOURCE / "build")
    parser.add_argument("--quick", action="store_true", help="fewer rows, fewer rounds")
    parser.add_argument("--write", action="store_true", help="put the results into README.md and thresholds.svg here")
    arguments = parser.parse_args()
    if not os.environ.get("WALD_DATA"):
        print("SKIPPED: thresholds (WALD_DATA does not name the folder of the data sets)")
        return 77
    library = next(iter(sorted(arguments.build.resolve().glob("capi/libwald.so*"))), None)
    if library is None:
        print(f"There is no capi/libwald.so in {arguments.build}: build it, or name the folder with --build")
        return 2
    made = environments()
    folder = arguments.build.resolve() / "experiments"
    lines = (HERE / "requirements.txt").read_text().splitlines()
    python = made.environment("thresholds", folder / "venv", [x for x in lines if x and not x.startswith("#")])
    output = folder / "thresholds"
    output.mkdir(parents=True, exist_ok=True)
    env = {**made.clean_environment(), "WALD_LIBRARY": str(library), "PYTHONDONTWRITEBYTECODE": "1",
           "PYTHONPATH": str(SOURCE / "bindings" / "python" / "src"), "MPLCONFIGDIR": str(folder / "matplotlib")}
    # The processes of joblib share the cores; libraries within them take one thread each.
    env.update(dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1"))
    command = [str(python), str(HERE / "compare.py"), str(output), str(folder / "cache")]
    status = subprocess.run(command + ["--quick"] * arguments.quick, env=env, check=False).returncode
    if status == 0 and arguments.write:
        readme = HERE / "README.md"
        before, _, rest = readme.read_text().partition(BEGIN)
        _, _, after = rest.partition(END)
        readme.write_text(before + BEGIN + "\n" + (output / "results.md").read_text() + "\n" + END + after)
        (HERE / "thresholds.svg").write_bytes((output / "thresholds.svg").read_bytes())
    return status


if __name__ == "__main__":
    sys.exit(main())
