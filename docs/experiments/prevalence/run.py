"""Runs the experiment on another prevalence beside quapy and abstention: docs/experiments/prevalence/README.md.

  run.py [--build BUILD] [--write]
"""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import experiment  # noqa: E402


def main():
    return experiment.run(HERE, experiment.parser(__doc__).parse_args(), [])


if __name__ == "__main__":
    sys.exit(main())
