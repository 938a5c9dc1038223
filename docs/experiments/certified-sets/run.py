#!/usr/bin/env python3
"""Certified label sets: how often promises break, and the sizes of the sets beside MAPIE's controllers.

    WALD_DATA=path/to/data python3 docs/experiments/certified-sets/run.py [--build BUILD] [--rounds N] [--write]

BUILD is a folder of CMake in which the library is built (default: build). An environment with the packages of
requirements.txt is made in BUILD/experiments, and the results go there; --write puts them into README.md. With the 10 000
samples of each promise that are the default it takes half an hour. Without WALD_DATA, or without PyPI, it says that it is
skipped, with code 77.
"""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import experiment  # noqa: E402


def main():
    parser = experiment.parser(__doc__)
    parser.add_argument("--rounds", type=int, default=10_000, help="samples of each promise")
    arguments = parser.parse_args()
    return experiment.run(HERE, arguments, [str(arguments.rounds)])


if __name__ == "__main__":
    sys.exit(main())
