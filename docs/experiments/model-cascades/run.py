#!/usr/bin/env python3
"""What a guarantee costs: labels of an oracle by Wald, SUPG and BARGAIN, on tables whose truth is known.

    WALD_DATA=path/to/data python3 docs/experiments/model-cascades/run.py [--build BUILD] [--rounds N] [--write]

BUILD is a folder of CMake in which the library is built (default: build). An environment with the packages of
requirements.txt is made in BUILD/experiments, and the results go there; --write puts them into README.md. The default is
10 000 rounds of Wald on each table and a tenth of that for the others: ten minutes. Without WALD_DATA, or without PyPI,
it says that it is skipped, with code 77.
"""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import experiment  # noqa: E402


def main():
    parser = experiment.parser(__doc__)
    parser.add_argument("--rounds", type=int, default=10_000, help="rounds of Wald on each table")
    arguments = parser.parse_args()
    return experiment.run(HERE, arguments, [str(arguments.rounds)])


if __name__ == "__main__":
    sys.exit(main())
