"""Performance without labels on shifted chunks, beside NannyML's CBPE: mean absolute error and coverage.

    WALD_LIBRARY=build/capi/libwald.so.1 PYTHONPATH=bindings/python/src WALD_DATA=FOLDER python compare.py

Of each data set 40 % of the rows train LightGBM, 20 % are the calibration rows (the reference of CBPE), 40 % are drawn into
chunks: of each chunk a column is chosen, and rows are drawn by exp(s rank of the column), s normal. So P(row) differs from
chunk to chunk, and P(label | row) does not.
"""

import os
import pathlib
import sys
import warnings

import lightgbm
import numpy as np
import pandas as pd

import wald

warnings.filterwarnings("ignore")
METRICS = ("f1", "precision", "recall", "accuracy")
CHUNKS, ROWS = 60, 500


def table(name):
    folder = pathlib.Path(os.environ["WALD_DATA"]) / name
    files = [folder / part for part in ("train.csv.gz", "test.csv.gz", "data.csv.gz") if (folder / part).exists()]
    data = pd.concat([pd.read_csv(file) for file in files], ignore_index=True).drop(columns="duration", errors="ignore")
    features = data.drop(columns="y")
    for column in features.columns:
        if features[column].dtype.kind not in "biuf":
            features[column] = pd.factorize(features[column])[0]
    return features.to_numpy(float), data["y"].to_numpy(int)


def model(x, y):
    return lightgbm.train({"objective": "binary", "verbose": -1, "seed": 0, "num_threads": 1}, lightgbm.Dataset(x, y), 100)


def chunks_of(x, random):
    out = []
    for _ in range(CHUNKS):
        rank = np.argsort(np.argsort(x[:, random.integers(x.shape[1])], kind="stable")) / len(x) - 0.5
        weight = np.exp(3 * random.normal() * rank)
        out.append(random.choice(len(x), min(ROWS, len(x) // 2), p=weight / weight.sum()))
    return out


def cbpe(known, rows, threshold):
    import nannyml

    def frame(p, y):
        return pd.DataFrame({"p": p, "flagged": (p >= threshold).astype(int), "y": y})

    estimator = nannyml.CBPE(y_pred_proba="p", y_pred="flagged", y_true="y", problem_type="classification_binary",
                             metrics=list(METRICS), chunk_size=len(rows[0][0]))
    estimator.fit(frame(*known))
    found = estimator.estimate(pd.concat([frame(*each) for each in rows], ignore_index=True)).filter(period="analysis").to_df()
    return {metric: (found[metric]["value"].to_numpy(float), found[metric]["lower_confidence_boundary"].to_numpy(float),
                     found[metric]["upper_confidence_boundary"].to_numpy(float)) for metric in METRICS}


def main():
    print("| data | metric | mean absolute error, wald | nannyml | coverage, wald (95 %) | nannyml (3 standard errors) |")
    print("|---|---|---|---|---|---|")
    for name in ("adult", "bank_marketing", "nomao", "creditcard_fraud_thinned"):
        errors = {}
        for seed in range(3):
            random = np.random.default_rng(seed)
            x, y = table(name)
            order = random.permutation(len(x))
            ends = [int(0.4 * len(x)), int(0.6 * len(x))]
            train, known, live = np.split(order, ends)
            fitted = model(x[train], y[train])
            p = np.clip(fitted.predict(x), 0, 1)
            threshold = 0.5 if name == "nomao" else float(np.quantile(p[known], 1 - y[known].mean()))
            rows = [(p[live[at]], y[live[at]]) for at in chunks_of(x[live], random)]
            theirs = cbpe((p[known], y[known]), rows, threshold)
            every = np.concatenate([each[0] for each in rows])
            for metric in METRICS:
                ours = wald.estimate_performance(every, every >= threshold, metric, chunks=len(rows[0][0]), seed=seed,
                                                 calibration_truth=y[known], calibration_probabilities=p[known],
                                                 calibration=CALIBRATION)
                came = np.array([wald.evaluate(of, each >= threshold, metric) for each, of in rows])
                for who, (value, low, high) in (("wald", (ours.value, ours.low, ours.high)), ("nannyml", theirs[metric])):
                    errors.setdefault((metric, who), []).append((np.abs(value - came), (low <= came) & (came <= high)))
        for metric in METRICS:
            cells = {who: [np.mean(np.concatenate([each[i] for each in errors[metric, who]])) for i in (0, 1)]
                     for who in ("wald", "nannyml")}
            print(f"| {name} | {metric} | {cells['wald'][0]:.4f} | {cells['nannyml'][0]:.4f} | {100 * cells['wald'][1]:.1f} % | "
                  f"{100 * cells['nannyml'][1]:.1f} % |", flush=True)


CALIBRATION = sys.argv[1] if len(sys.argv) > 1 else "automatic"
if __name__ == "__main__":
    main()
