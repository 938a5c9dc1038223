#!/usr/bin/env python3
"""Every rule, and the one that the learner "rule" chooses: docs/experiments/rules/README.md.

    WALD_DATA=path/to/data python3 docs/experiments/rules/run.py [--build BUILD] [--cache FOLDER] [--write]

Probabilities out of fold are kept in FOLDER, a file for each model and split, and so are the values of rules.
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
