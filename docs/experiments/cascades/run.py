#!/usr/bin/env python3
"""Cascades of boosted trees: how many trees each method asks for how few other decisions.

    WALD_DATA=path/to/data python3 docs/experiments/cascades/run.py [--build BUILD] [--cache FOLDER] [--ensembles N]
        [--splits N] [--write]

BUILD is a folder of CMake in which the library is built (default: build). An environment with the packages of
requirements.txt is made in BUILD/experiments, and the results go there; --write puts them into README.md and the
pictures here. Trained models and points that were found are kept in FOLDER (default: in BUILD/experiments).
--ensembles takes the first N ensembles alone, --splits so many random splits for what is certified (default: 200).
Without WALD_DATA, or without PyPI, it says that it is skipped, with code 77. Python 3.11 alone.
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
    parser.add_argument("--cache", type=pathlib.Path, help="a folder for trained models and points")
    parser.add_argument("--ensembles", type=int, help="the first N alone")
    parser.add_argument("--splits", type=int, default=200, help="random splits for what is certified (200)")
    parser.add_argument("--write", action="store_true", help="put the results into README.md and the pictures here")
    arguments = parser.parse_args()
    if not os.environ.get("WALD_DATA"):
        print("SKIPPED: cascades (WALD_DATA does not name the folder of the data sets)")
        return 77
    library = next(iter(sorted(arguments.build.resolve().glob("capi/libwald.so*"))), None)
    if library is None:
        print(f"There is no capi/libwald.so in {arguments.build}: build it, or name the folder with --build")
        return 2
    made = environments()
    folder = arguments.build.resolve() / "experiments"
    lines = (HERE / "requirements.txt").read_text().splitlines()
    python = made.environment("cascades", folder / "cascades-venv", [x for x in lines if x and not x.startswith("#")])
    output, cache = folder / "cascades", (arguments.cache or folder / "cascades-cache").resolve()
    output.mkdir(parents=True, exist_ok=True)
    env = {**made.clean_environment(), "WALD_LIBRARY": str(library), "PYTHONDONTWRITEBYTECODE": "1",
           "PYTHONPATH": str(SOURCE / "bindings" / "python" / "src"), "MPLCONFIGDIR": str(folder / "matplotlib")}
    env.update(dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1"))
    command = [str(python), str(HERE / "compare.py"), str(output), str(cache), "--splits", str(arguments.splits)]
    if arguments.ensembles:
        command += ["--ensembles", str(arguments.ensembles)]
    status = subprocess.run(command, env=env, check=False).returncode
    if status == 0 and arguments.write:
        readme = HERE / "README.md"
        before, _, rest = readme.read_text().partition(BEGIN)
        _, _, after = rest.partition(END)
        readme.write_text(before + BEGIN + "\n" + (output / "results.md").read_text() + "\n" + END + after)
        for picture in output.glob("*.svg"):
            (HERE / picture.name).write_bytes(picture.read_bytes())
    return status


if __name__ == "__main__":
    sys.exit(main())
