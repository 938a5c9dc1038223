#!/usr/bin/env python3
"""Designs of the four papers that no other experiment has: Nomao with 8 features, filters of equally frequent classes,
F1 against the number of draws, and the consistent plug-in.

    WALD_DATA=path/to/data python3 docs/experiments/papers/run.py [--build BUILD] [--cache FOLDER] [--parts LIST] [--write]

BUILD is a folder of CMake in which the library is built (default: build). An environment with the packages of
requirements.txt is made in BUILD/experiments, and the results go there; --write puts them into README.md and the
picture here. What was computed is kept in FOLDER (default: in BUILD/experiments), by the library. --parts takes some of
nomao, filters, draws, plug-in, with commas. Without WALD_DATA, or without PyPI, it says that it is skipped, with code 77.
Python 3.11 alone.
"""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import experiment  # noqa: E402


def main():
    parser = experiment.parser(__doc__)
    parser.add_argument("--cache", type=pathlib.Path, help="a folder for what was computed")
    parser.add_argument("--parts", default="nomao,filters,draws,plug-in", help="which ones, with commas (all)")
    arguments = parser.parse_args()
    return experiment.run(HERE, arguments, ["--parts", arguments.parts], arguments.cache)


if __name__ == "__main__":
    sys.exit(main())
