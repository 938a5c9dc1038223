"""`wald.select` beside nonconform at the same guarantee: card frauds by scikit-learn's IsolationForest.

    python compare.py DATA [repeats]

DATA is the folder of the thinned card frauds, data.csv.gz: 1,230 normals and 492 frauds. Each repeat draws 800 normals (half
of them fit the forest, half calibrate) and a batch of 400 other normals and 40 frauds.
"""

import logging
import sys
import time
import warnings

import nonconform
import numpy as np
import pandas as pd
import wald
from sklearn.ensemble import IsolationForest

LEVELS = (0.05, 0.1, 0.2)


def outcome(flagged, fraud):
    return (flagged & ~fraud).sum() / max(1, flagged.sum()), (flagged & fraud).sum() / fraud.sum()


def main():
    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)
    data = pd.read_csv(f"{sys.argv[1]}/data.csv.gz").sample(frac=1, random_state=0)
    x, y = data.drop(columns=["y", "Time"]).to_numpy(), data["y"].to_numpy() == 1
    normal, fraud = np.flatnonzero(~y), np.flatnonzero(y)
    found, seconds = {}, {}
    for repeat in range(int(sys.argv[2]) if len(sys.argv) > 2 else 100):
        random = np.random.default_rng(repeat)
        order = random.permutation(normal)
        train, batch = order[:800], np.concatenate([order[800:1200], random.choice(fraud, 40, replace=False)])
        forest = IsolationForest(n_estimators=100, random_state=repeat).fit(x[train[:400]])
        known, truth = -forest.score_samples(x[train[400:]]), y[batch]
        rival = nonconform.ConformalDetector(
            IsolationForest(n_estimators=100, random_state=repeat), nonconform.Split(n_calib=0.5), seed=repeat)
        rival.fit(x[train])
        for level in LEVELS:
            for name in ("wald", "wald, Storey", "nonconform", "nonconform, Storey"):
                begin = time.perf_counter()
                storey = name.endswith("Storey")
                if name.startswith("wald"):
                    scores = -forest.score_samples(x[batch])
                    flagged = wald.select(known, scores, level, storey=0.5 if storey else None).flagged
                else:
                    flagged = np.asarray(rival.select(x[batch], alpha=level, method="storey" if storey else "bh"))
                seconds.setdefault(name, []).append(time.perf_counter() - begin)
                found.setdefault((level, name), []).append(outcome(flagged, truth))
    print("| level | | FDR | s.e. | recall | s.e. |\n|---|---|---|---|---|---|")
    for (level, name), each in found.items():
        (fdr, recall), errors = np.mean(each, 0), np.std(each, 0) / np.sqrt(len(each))
        print(f"| {level} | {name} | {fdr:.3f} | {errors[0]:.3f} | {recall:.3f} | {errors[1]:.3f} |")
    print("seconds of a selection, scores of the forest included:", {name: f"{1e3 * np.median(each):.2f} ms" for name, each in seconds.items()})


if __name__ == "__main__":
    main()
