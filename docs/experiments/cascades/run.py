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

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import experiment  # noqa: E402


def main():
    parser = experiment.parser(__doc__)
    parser.add_argument("--cache", type=pathlib.Path, help="a folder for trained models and points")
    parser.add_argument("--ensembles", type=int, help="the first N alone")
    parser.add_argument("--splits", type=int, default=200, help="random splits for what is certified (200)")
    arguments = parser.parse_args()
    further = ["--splits", arguments.splits]
    if arguments.ensembles:
        further += ["--ensembles", arguments.ensembles]
    return experiment.run(HERE, arguments, further, arguments.cache)


if __name__ == "__main__":
    sys.exit(main())
