"""The Python part of docs/guides/xgboost-to-java.md, which shows it from the imports on.

    train.py FOLDER [ROUNDS DEPTH]      FOLDER has train.csv.gz and test.csv.gz: UCI Adult, a header, `y` last

Writes income.trees.json, income.cascade.json and income.rows.jsonl to the current folder. With ROUNDS and DEPTH the
ensemble is of that size, and for the tests the rows are drawn column by column, with XGBoost's own margins beside them
in income.margins.json. The files in this folder are from `train.py FOLDER 50 3` with xgboost 3.2.
"""
# ---- shown in the guide ----
import json
import pathlib
import sys

import numpy as np
import pandas as pd
import xgboost

import wald

folder = pathlib.Path(sys.argv[1])
rounds, depth = (int(a) for a in sys.argv[2:4]) if len(sys.argv) > 2 else (500, 5)

frame = pd.read_csv(folder / "train.csv.gz")
test = pd.read_csv(folder / "test.csv.gz")
y, y_test = frame.pop("y"), test.pop("y")
for name in frame.select_dtypes(exclude="number"):  # words are categories, which the model and the cascade keep
    words = pd.CategoricalDtype(sorted(frame[name].dropna().unique()))
    frame[name], test[name] = frame[name].astype(words), test[name].astype(words)

# One part for the model, one for the cascade, and one that certifies it.
part = np.random.default_rng(0).choice(3, len(frame), p=[0.6, 0.2, 0.2])
model = xgboost.XGBClassifier(n_estimators=rounds, max_depth=depth, learning_rate=0.05, tree_method="hist",
                              enable_categorical=True, max_cat_to_onehot=1)
model.fit(frame[part == 0], y[part == 0])

trees = wald.Trees.from_xgboost(model)
fitted_to = wald.CascadeScores.of_trees(trees, frame[part == 1])
held_out = wald.CascadeScores.of_trees(trees, frame[part == 2])
cascade = wald.Cascade.fit(fitted_to, held_out, alpha=0.005, threshold=trees.threshold(0.0), max_disagreement=0.01).bind(trees)
print(cascade.summary())

pathlib.Path("income.trees.json").write_text(trees.save())
pathlib.Path("income.cascade.json").write_text(cascade.save())


def write_rows(table):
    """What clients of the service send: a JSON array a line, null if a value is missing."""
    cells = table.astype(object).where(table.notna(), None).to_numpy().tolist()
    pathlib.Path("income.rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in cells))


write_rows(test)

full = model.predict(test)
quick = cascade.apply_trees(test)
print(f"accuracy {np.mean(full == y_test):.4f} with all trees, {np.mean(quick.decisions == y_test):.4f} with "
      f"{np.mean(quick.counts):.1f} of {rounds}; they differ on {np.mean(full != quick.decisions):.4f} of the rows")
# ---- up to here ----

if len(sys.argv) > 2:
    draw = np.random.default_rng(1)
    drawn = test.apply(lambda column: draw.choice(column, 200)).astype(test.dtypes)
    write_rows(drawn)
    margins = model.predict(drawn, output_margin=True)
    pathlib.Path("income.margins.json").write_text(json.dumps([float(margin) for margin in margins]) + "\n")
