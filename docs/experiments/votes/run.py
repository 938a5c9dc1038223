#!/usr/bin/env python3
"""Votes of forests: how many of 500 trees are asked, by the optimal rule of counts and by thresholds of sums.

    WALD_DATA=path/to/data python3 docs/experiments/votes/run.py [--build BUILD] [--cache FOLDER] [--draws N] [--write]

BUILD is a folder of CMake in which the library is built (default: build). An environment with the packages of
requirements.txt is made in BUILD/experiments, and the results go there; --write puts them into README.md. The votes of
trained forests and what was found are kept in FOLDER (default: in BUILD/experiments). --draws is the number of draws of
each design by which certificates are judged (default: 10000). Without WALD_DATA, or without PyPI, it says that it is
skipped, with code 77. Python 3.11 alone.
"""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import experiment  # noqa: E402


def main():
    parser = experiment.parser(__doc__)
    parser.add_argument("--cache", type=pathlib.Path, help="a folder for votes and what was found")
    parser.add_argument("--draws", type=int, default=10_000, help="draws of each design (10000)")
    arguments = parser.parse_args()
    return experiment.run(HERE, arguments, ["--draws", arguments.draws], arguments.cache)


if __name__ == "__main__":
    sys.exit(main())
