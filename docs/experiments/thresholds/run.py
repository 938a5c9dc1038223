#!/usr/bin/env python3
"""Thresholds of two classifiers: the rule of the literature, Wald's methods, scikit-learn.

    WALD_DATA=path/to/data python3 docs/experiments/thresholds/run.py [--build BUILD] [--quick] [--write]

BUILD is a folder of CMake in which the library is built (default: build). An environment with the packages of
requirements.txt is made in BUILD/experiments, and the results go there; --write puts them into README.md and
thresholds.svg here. --quick takes fewer rows. Without WALD_DATA, or without PyPI, it says that it is skipped, with code
77. Python 3.11 alone.
"""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import experiment  # noqa: E402


def main():
    parser = experiment.parser(__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer rows, fewer rounds")
    arguments = parser.parse_args()
    return experiment.run(HERE, arguments, ["--quick"] * arguments.quick)


if __name__ == "__main__":
    sys.exit(main())
