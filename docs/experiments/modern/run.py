#!/usr/bin/env python3
"""Today's models and today's rivals: what deciding for the metric adds, and where it does not.

    WALD_DATA=path/to/data python3 docs/experiments/modern/run.py [--build BUILD] [--cache FOLDER] [--kept] [--write]

BUILD is a folder of CMake in which the library is built (default: build). An environment with the packages of
requirements.txt is made in BUILD/experiments, and the results go there; --write puts them into README.md and the
pictures here. What was computed is kept in FOLDER (default: in BUILD/experiments), a file each; --kept computes nothing
and leaves out what is not there. Without WALD_DATA, or without PyPI, it says that it is skipped, with code 77. Python
3.11 alone.
"""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import experiment  # noqa: E402


def main():
    parser = experiment.parser(__doc__)
    parser.add_argument("--cache", type=pathlib.Path, help="a folder for what was computed")
    parser.add_argument("--kept", action="store_true", help="compute nothing: take what is kept")
    arguments = parser.parse_args()
    return experiment.run(HERE, arguments, ["--kept"] * arguments.kept, arguments.cache)


if __name__ == "__main__":
    sys.exit(main())
