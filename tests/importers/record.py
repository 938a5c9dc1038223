"""Trains small models with XGBoost, LightGBM and CatBoost. Saves each model together with rows that probe all of its nodes
and the margins that the library computes for them. The tests of every language read these files without the libraries.

  record.py FOLDER [PREFIX]     with one version of the libraries; PREFIX begins the names of the files

For each model a file of cases has the name of the model's file, rows of features (NaN as null, infinities as "inf" and
"-inf"), the margins, and the tolerance: 0, except for CatBoost, which adds its bias last.
"""

import json
import pathlib
import sys
import warnings

import numpy as np

import probes

warnings.simplefilter("ignore")


def cell(x):
    return None if x != x else "inf" if x == np.inf else "-inf" if x == -np.inf else float(x)


def main():
    folder, prefix = pathlib.Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else ""
    cases = []
    for model in probes.small_models(prefix):
        (folder / model.file).write_bytes(model.data)
        cases.append({
            "model": model.file,
            "features": [[cell(x) for x in row] for row in model.rows],
            "margins": [[float(x) for x in np.atleast_1d(row)] for row in model.margins],
            "tolerance": model.tolerance,
        })
    (folder / f"{prefix}cases.json").write_text(
        "[" + ",\n ".join(json.dumps(case) for case in cases) + "]\n")


if __name__ == "__main__":
    main()
