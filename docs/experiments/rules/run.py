#!/usr/bin/env python3
"""Every rule, and the one that the learner "rule" chooses: docs/experiments/rules/README.md.

    WALD_DATA=path/to/data python3 docs/experiments/rules/run.py [--build BUILD] [--cache FOLDER] [--kept] [--write]

Probabilities out of fold are kept in FOLDER, a file for each model and split, and so are the values of rules; --kept
computes nothing and leaves out what is not there. Where MULAN_DATA names the folder data/multi-label of Mulan, four of
its data sets are in it too.
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
