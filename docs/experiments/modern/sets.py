"""The data sets of WALD_DATA as (features, labels), and their splits."""

import csv
import gzip
import os
import pathlib

import numpy as np
import scipy.sparse


def path_of(name):
    return pathlib.Path(os.environ["WALD_DATA"]) / name


def table(name):
    with gzip.open(path_of(name), "rt", newline="") as file:
        lines = list(csv.reader(file))
    return lines[0], np.array(lines[1:], dtype=object)


def columns_of_numbers(columns, cells):
    """Columns of words become one column a word; what is missing is a word of its own. `duration` is known only after
    the call that is to be predicted."""
    out = []
    for name, column in zip(columns, cells.T):
        if name == "duration":
            continue
        try:
            out.append(column.astype(float)[:, None])
        except ValueError:
            words = sorted(set(column))
            out.append((column[:, None] == np.array(words)).astype(float))
    return np.hstack(out)


def labelled(*files):
    """The rows of all the files, as one table."""
    parts = [table(file) for file in files]
    columns = parts[0][0]
    targets = np.array([c == "y" or c.startswith("y_") for c in columns])
    cells = np.vstack([cells for _, cells in parts])
    X = columns_of_numbers([c for c, t in zip(columns, targets) if not t], cells[:, ~targets])
    Y = cells[:, targets]
    if Y.shape[1] == 1 and not set(Y[:, 0]) <= {"0", "1"}:
        Y = Y == np.array(sorted(set(Y[:, 0])))
    ends = np.cumsum([len(cells) for _, cells in parts])
    return X, Y.astype(float).astype(np.uint8), ends


def reuters():
    def rows(name):
        with gzip.open(path_of("reuters_modapte90") / f"{name}.svm.gz", "rt") as file:
            return [line.split() for line in file]

    parts = [rows("train"), rows("test")]
    lines = parts[0] + parts[1]
    Y = np.zeros((len(lines), 90), np.uint8)
    i, j, x = [], [], []
    for n, line in enumerate(lines):
        Y[n, [int(label) for label in line[0].split(",")]] = 1
        for term in line[1:]:
            index, count = term.split(":")
            i.append(n), j.append(int(index) - 1), x.append(np.log1p(float(count)))
    X = scipy.sparse.csr_matrix((x, (i, j)), shape=(len(lines), max(j) + 1))
    # The 1000 terms that most rows hold.
    often = np.sort(np.argsort(-np.asarray((X > 0).sum(axis=0)).ravel(), kind="stable")[:1000])
    return X[:, often].toarray(), Y, np.cumsum([len(part) for part in parts])


def whole(name):
    """(features, labels, number of rows in the training part, or None where there is no split)."""
    if name == "reuters":
        X, Y, ends = reuters()
        return X, Y, ends[0]
    if (path_of(name) / "data.csv.gz").exists():
        X, Y, _ = labelled(f"{name}/data.csv.gz")
        return X, Y, None
    X, Y, ends = labelled(f"{name}/train.csv.gz", f"{name}/test.csv.gz")
    return X, Y, ends[0]


def split(data, number):
    """((X, Y) to train, (X, Y) to test). Number 0 is the predefined split, where there is one; others are random, of as
    many rows, or of three quarters."""
    X, Y, first = data
    if number == 0 and first is not None:
        order = np.arange(len(Y))
    else:
        order = np.random.default_rng(number).permutation(len(Y))
    n = first if first is not None else 3 * len(Y) // 4
    train, test = order[:n], order[n:]
    return (X[train], Y[train]), (X[test], Y[test])
