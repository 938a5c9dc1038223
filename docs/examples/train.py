#!/usr/bin/env python3
"""Train the models whose probabilities are the examples, and write those probabilities.

    python3 -m venv venv && venv/bin/pip install -r requirements.txt
    WALD_DATA=/path/to/data venv/bin/python train.py [--output FOLDER]

Written, by default beside this script:

    digits.csv, digits_truth.csv                class probabilities and classes of a test set
    digits_trees.csv                            what each of 100 boosted trees adds for the same images
    digit_labels.csv, digit_labels_truth.csv    probabilities and truth of four labels of noisy digits
    breast_cancer.csv, breast_cancer_truth.csv  probabilities and truth of a binary test set
    yeast.csv                                   probabilities of 14 labels for 917 instances
    yeast_joint.csv                             label vectors drawn for 20 of these instances

Digits and breast cancer come with scikit-learn. Yeast is read from the folder that the environment
variable WALD_DATA names (yeast/train.csv.gz and yeast/test.csv.gz: features, then one 0/1 column
`y_<label>` a label); without it the two yeast files are skipped, and left as they are. Yeast's labels
are not written: they are not ours to publish.

Every model but the trees is L2-regularised logistic regression on standardised features, its strength
chosen by cross-validated log-loss on the training set alone. Every seed is fixed.
"""

import argparse
import csv
import gzip
import os
import sys
from pathlib import Path

for _variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_variable, "1")

import numpy as np
from sklearn.datasets import load_breast_cancer, load_digits
from sklearn.ensemble import GradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, StratifiedKFold, train_test_split
from sklearn.multiclass import OneVsRestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

SEED = 20160619
STRENGTHS = np.logspace(-4, 3, 15)  # C, two a decade
JOINT_INSTANCES = range(0, 917, 46)  # 20 rows of yeast.csv, evenly spaced
JOINT_DRAWS = 200
TREES = 100


# --- models ---------------------------------------------------------------------------------------


def fit_logistic(features, target):
    """Logistic (two classes) or multinomial (more) regression, C by 5-fold log-loss."""
    # Newton steps to a tiny gradient: the optimum itself, so that another machine finds the same one.
    search = GridSearchCV(
        make_pipeline(
            StandardScaler(),
            LogisticRegression(solver="newton-cholesky", tol=1e-9, max_iter=1000),
        ),
        {"logisticregression__C": STRENGTHS},
        scoring="neg_log_loss",
        cv=StratifiedKFold(5, shuffle=True, random_state=SEED),
    )
    return search.fit(features, target)


def strength(model):
    return f"{model.best_params_['logisticregression__C']:.3g}"


def positive_probability(model, features):
    return model.predict_proba(features)[:, 1]


# --- how well calibrated --------------------------------------------------------------------------


def calibration_error(probabilities, outcomes, bins=10):
    """Expected calibration error: ten equal bins of the probability, |mean forecast - frequency|."""
    p, y = np.ravel(probabilities), np.ravel(outcomes)
    which = np.minimum((p * bins).astype(int), bins - 1)
    forecast = np.bincount(which, weights=p, minlength=bins)
    happened = np.bincount(which, weights=y, minlength=bins)
    return float(np.abs(forecast - happened).sum() / p.size)


def binary_scores(p, y):
    """Mean log-loss, Brier score and calibration error over all cells of 0/1 tables."""
    log_loss = -np.mean(np.where(y == 1, np.log(p), np.log1p(-p)))
    return float(log_loss), float(np.mean((p - y) ** 2)), calibration_error(p, y)


def class_scores(p, truth):
    """Log-loss of the true class, Brier score summed over classes, calibration error of the top class."""
    rows = np.arange(len(truth))
    log_loss = -np.mean(np.log(p[rows, truth]))
    one_hot = np.eye(p.shape[1])[truth]
    top = p.argmax(axis=1)
    return (
        float(log_loss),
        float(np.mean(((p - one_hot) ** 2).sum(axis=1))),
        calibration_error(p[rows, top], top == truth),
    )


def report(name, shape, scores, constant):
    print(
        f"{name:<14} {shape:<9} log-loss {scores[0]:.4f} (base rates alone: {constant[0]:.4f})   "
        f"Brier {scores[1]:.4f} ({constant[1]:.4f})   ECE {scores[2]:.4f}"
    )


# --- files ----------------------------------------------------------------------------------------


def write_table(path, header, rows):
    with open(path, "w", encoding="ascii", newline="") as file:
        file.write(",".join(header) + "\n")
        for row in rows:
            file.write(",".join(row) + "\n")


def write_probabilities(path, header, probabilities):
    # repr is the shortest text that reads back to the same double.
    write_table(path, header, ([repr(float(p)) for p in row] for row in probabilities))


def write_labels(path, header, labels):
    write_table(path, header, ([str(int(y)) for y in row] for row in labels))


def read_table(path):
    """Features, labels and label names (without `y_`) of a gzip-compressed CSV."""
    with gzip.open(path, "rt", encoding="ascii", newline="") as file:
        rows = csv.reader(file)
        header = next(rows)
        values = np.array([[float(cell) for cell in row] for row in rows])
    is_label = np.array([name.startswith("y_") for name in header])
    names = [name[2:] for name in header if name.startswith("y_")]
    return values[:, ~is_label], values[:, is_label].astype(int), names


# --- the data sets --------------------------------------------------------------------------------


def digits(output):
    features, target = load_digits(return_X_y=True)
    train_x, test_x, train_y, test_y = train_test_split(
        features, target, test_size=0.5, stratify=target, random_state=SEED
    )
    model = fit_logistic(train_x, train_y)
    p = model.predict_proba(test_x)
    names = [f"digit_{c}" for c in range(10)]
    write_probabilities(output / "digits.csv", names, p)
    write_labels(output / "digits_truth.csv", names, np.eye(10)[test_y])
    rates = np.tile(np.bincount(train_y) / len(train_y), (len(test_y), 1))
    report("digits", f"{p.shape[0]} x {p.shape[1]}", class_scores(p, test_y), class_scores(rates, test_y))
    print(f"    C {strength(model)}, {np.mean(p.argmax(axis=1) == test_y):.4f} of the top classes right")


def digit_trees(output):
    # The same halves; what the trees tell apart is odd digits from even ones.
    features, target = load_digits(return_X_y=True)
    train_x, test_x, train_y, test_y = train_test_split(
        features, target, test_size=0.5, stratify=target, random_state=SEED
    )
    model = GradientBoostingClassifier(n_estimators=TREES, max_depth=2, random_state=SEED)
    model.fit(train_x, train_y % 2)
    scores = [model.learning_rate * tree.predict(test_x) for tree in model.estimators_[:, 0]]
    # Whole thousandths of log-odds: ties of sums are ties, and the file is small.
    rounded = np.rint(1000 * np.column_stack(scores)).astype(int)
    base = int(np.rint(1000 * np.mean(model.decision_function(test_x) - np.sum(scores, axis=0))))
    write_labels(output / "digits_trees.csv", [f"tree_{t + 1}" for t in range(TREES)], rounded)
    right = np.mean((rounded.sum(axis=1) + base >= 0) == test_y % 2)
    print(f"digits_trees   {rounded.shape[0]} x {rounded.shape[1]} base {base}, {right:.4f} of the images right")


def digit_labels(output):
    # Four properties of a digit, from images with much noise: docs/start/python.md trains the same model.
    images, digit = load_digits(return_X_y=True)
    images = images + np.random.default_rng(0).normal(0, 6, images.shape)
    digits_with = {"even": [0, 2, 4, 6, 8], "prime": [2, 3, 5, 7], "loops": [0, 6, 8, 9], "straight": [1, 4, 7]}
    truth = np.column_stack([np.isin(digit, each) for each in digits_with.values()]).astype(int)
    train_x, test_x, train_y, test_y = train_test_split(images, truth, test_size=0.5, random_state=0)
    p = OneVsRestClassifier(LogisticRegression(C=0.01, max_iter=1000)).fit(train_x, train_y).predict_proba(test_x)
    write_table(output / "digit_labels.csv", list(digits_with), ([f"{each:.4f}" for each in row] for row in p))
    write_labels(output / "digit_labels_truth.csv", list(digits_with), test_y)
    rates = np.tile(train_y.mean(axis=0), (len(test_y), 1))
    report("digit_labels", f"{p.shape[0]} x {p.shape[1]}", binary_scores(p, test_y), binary_scores(rates, test_y))


def breast_cancer(output):
    features, target = load_breast_cancer(return_X_y=True)
    malignant = 1 - target  # scikit-learn codes malignant as 0
    train_x, test_x, train_y, test_y = train_test_split(
        features, malignant, test_size=0.5, stratify=malignant, random_state=SEED
    )
    model = fit_logistic(train_x, train_y)
    p = positive_probability(model, test_x)
    write_probabilities(output / "breast_cancer.csv", ["malignant"], p[:, None])
    write_labels(output / "breast_cancer_truth.csv", ["malignant"], test_y[:, None])
    rates = np.full(len(test_y), train_y.mean())
    report("breast_cancer", f"{len(p)} x 1", binary_scores(p, test_y), binary_scores(rates, test_y))
    print(f"    C {strength(model)}, {test_y.sum()} malignant")


def yeast(output, data):
    train_x, train_y, names = read_table(data / "yeast" / "train.csv.gz")
    test_x, test_y, test_names = read_table(data / "yeast" / "test.csv.gz")
    if names != test_names:
        sys.exit("yeast: train.csv.gz and test.csv.gz name different labels")

    # Binary relevance: a model a label.
    models = [fit_logistic(train_x, train_y[:, j]) for j in range(len(names))]
    p = np.column_stack([positive_probability(model, test_x) for model in models])
    write_probabilities(output / "yeast.csv", names, p)
    rates = np.tile(train_y.mean(axis=0), (len(test_y), 1))
    report("yeast", f"{p.shape[0]} x {p.shape[1]}", binary_scores(p, test_y), binary_scores(rates, test_y))
    print(f"    C {' '.join(strength(model) for model in models)}")

    # A classifier chain: a model a label, given the features and the labels before it; drawn from
    # label by label, it gives whole label vectors, dependences among labels included.
    chain = [
        fit_logistic(np.hstack([train_x, train_y[:, :j]]), train_y[:, j]) for j in range(len(names))
    ]
    random = np.random.default_rng(SEED)
    rows = []
    for instance in JOINT_INSTANCES:
        drawn = np.zeros((JOINT_DRAWS, len(names)), dtype=int)
        repeated = np.tile(test_x[instance], (JOINT_DRAWS, 1))
        for j, model in enumerate(chain):
            probability = positive_probability(model, np.hstack([repeated, drawn[:, :j]]))
            drawn[:, j] = random.random(JOINT_DRAWS) < probability
        vectors, weights = np.unique(drawn, axis=0, return_counts=True)
        for vector, weight in zip(vectors, weights):
            rows.append([str(instance), str(weight), *map(str, vector)])
    write_table(output / "yeast_joint.csv", ["instance", "weight", *names], rows)
    print(
        f"    yeast_joint.csv: {len(JOINT_INSTANCES)} instances x {JOINT_DRAWS} draws, "
        f"{len(rows)} distinct label vectors"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=Path, default=Path(__file__).resolve().parent)
    arguments = parser.parse_args()
    arguments.output.mkdir(parents=True, exist_ok=True)

    digits(arguments.output)
    digit_trees(arguments.output)
    digit_labels(arguments.output)
    breast_cancer(arguments.output)
    data = os.environ.get("WALD_DATA")
    if data:
        yeast(arguments.output, Path(data))
    else:
        print(
            "yeast: SKIPPED, because WALD_DATA is not set. Let it name the folder that holds "
            "yeast/train.csv.gz and yeast/test.csv.gz; yeast.csv and yeast_joint.csv were left as they are."
        )


if __name__ == "__main__":
    main()
