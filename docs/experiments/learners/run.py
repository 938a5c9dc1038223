#!/usr/bin/env python3
"""Learners: what was published of decisions for F and other metrics, and what Wald reaches.

    WALD_DATA=path/to/data python3 docs/experiments/learners/run.py [--build BUILD] [--cache FOLDER] [--write]

BUILD is a folder of CMake in which the library is built (default: build). An environment with the packages of
requirements.txt is made in BUILD/experiments, and the results go there; --write puts them into README.md and the
pictures here. What was computed is kept in FOLDER (default: in BUILD/experiments), by the library. Without WALD_DATA, or
without PyPI, it says that it is skipped, with code 77. Python 3.11 alone.
"""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import experiment  # noqa: E402


def main():
    parser = experiment.parser(__doc__)
    parser.add_argument("--cache", type=pathlib.Path, help="a folder for what was computed")
    arguments = parser.parse_args()
    return experiment.run(HERE, arguments, [], arguments.cache)


if __name__ == "__main__":
    sys.exit(main())
