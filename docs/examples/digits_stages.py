#!/usr/bin/env python3
"""Makes digits_stages.jsonl: what a cheap model and an expensive one answer to each of scikit-learn's handwritten digits.

Each answer is by a model that was not trained on the row (5 folds). The cheap stage is ten trees of
at most 6 levels, the expensive one the four nearest neighbours. python3 -m pip install scikit-learn
"""

import json

from sklearn.datasets import load_digits
from sklearn.ensemble import RandomForestClassifier
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.neighbors import KNeighborsClassifier

x, y = load_digits(return_X_y=True)
folds = StratifiedKFold(5, shuffle=True, random_state=0)
cheap = RandomForestClassifier(n_estimators=10, max_depth=6, random_state=0)
expensive = KNeighborsClassifier(4, weights="distance")
stages = [cross_val_predict(model, x, y, cv=folds, method="predict_proba") for model in (cheap, expensive)]
with open("digits_stages.jsonl", "w") as file:
    for i, label in enumerate(y):
        row = {"confidences": [round(float(p[i].max()), 4) for p in stages],
               "answers": [int(p[i].argmax()) for p in stages], "truth": int(label)}
        file.write(json.dumps(row, separators=(",", ":")) + "\n")
