"""The data sets of WALD_DATA, and what predictions are judged by."""

import csv
import gzip
import os
import pathlib
from typing import NamedTuple

import numpy as np
import scipy.sparse


class Rows(NamedTuple):
    X: object  # (rows, features), dense or sparse
    Y: np.ndarray  # (rows, labels), 0 or 1

    def __getitem__(self, rows):
        return Rows(self.X[rows], self.Y[rows])


def path_of(name):
    return pathlib.Path(os.environ["WALD_DATA"]) / name


def missing(name):
    return not path_of(name).is_dir()


def table(name):
    """Columns and rows of text."""
    with gzip.open(path_of(name), "rt", newline="") as file:
        lines = list(csv.reader(file))
    return lines[0], np.array(lines[1:], dtype=object)


def labelled(name):
    """A CSV whose last columns are `y`, or one `y_*` a label."""
    columns, cells = table(name)
    targets = [c == "y" or c.startswith("y_") for c in columns]
    return Rows(cells[:, np.logical_not(targets)].astype(float), cells[:, targets].astype(float).astype(np.uint8))


def split(name):
    return labelled(f"{name}/train.csv.gz"), labelled(f"{name}/test.csv.gz")


def letters():
    """One label a letter."""
    out = []
    for part in ("train", "test"):
        columns, cells = table(f"letter/{part}.csv.gz")
        y = cells[:, columns.index("y")]
        X = np.delete(cells, columns.index("y"), axis=1).astype(float)
        out.append(Rows(X, (y[:, None] == np.array(sorted(set(y)))).astype(np.uint8)))
    return out


def with_products(X):
    """The features with their squares and products."""
    i, j = np.triu_indices(X.shape[1])
    return np.hstack([X, X[:, i] * X[:, j]])


def reuters():
    """Sparse counts of terms; 90 topics."""
    def length(name):
        with gzip.open(path_of(f"reuters_modapte90/{name}.txt.gz"), "rt") as file:
            return sum(1 for _ in file)

    n_labels, n_terms, out = length("labels"), length("terms"), []
    for part in ("train", "test"):
        indptr, indices, values, topics = [0], [], [], []
        with gzip.open(path_of(f"reuters_modapte90/{part}.svm.gz"), "rt") as file:
            for line in file:
                labels, *cells = line.split()
                topics.append([int(label) for label in labels.split(",")])
                for cell in cells:
                    index, value = cell.split(":")
                    indices.append(int(index) - 1)
                    values.append(float(value))
                indptr.append(len(indices))
        Y = np.zeros((len(topics), n_labels), np.uint8)
        for row, labels in enumerate(topics):
            Y[row, labels] = 1
        out.append(Rows(scipy.sparse.csr_matrix((values, indices, indptr), (len(topics), n_terms)), Y))
    return out


def of_one_topic(train, test):
    """Documents with one topic alone, and topics that are left in both parts."""
    train, test = (part[np.flatnonzero(part.Y.sum(1) == 1)] for part in (train, test))
    topics = train.Y.any(0) & test.Y.any(0)
    return [Rows(part.X, part.Y[:, topics])[np.flatnonzero(part.Y[:, topics].any(1))] for part in (train, test)]


# ---- Measures ------------------------------------------------------------------------------------


def of_rows(tp, k, s, m):
    """F1, Jaccard, Hamming loss and subset 0/1 loss of each row of m labels."""
    total = k + s
    f = np.where(total > 0, 2 * tp / np.maximum(total, 1), 1.0)
    return {"f1": f, "jaccard": f / (2 - f), "hamming": (total - 2 * tp) / m, "subset": (2 * tp != total) * 1.0}


def ratio(a, b):
    """0/0 is 1: there was nothing to get wrong."""
    return np.divide(a, b, out=np.ones(np.broadcast(a, b).shape), where=b != 0)


VECTOR_METRICS = ("f1", "jaccard", "am", "gtppr")


def of_vectors(tp, k, s, n):
    """[N16]'s losses of whole vectors, in the order of VECTOR_METRICS, on the first axis."""
    tp, k, s = (np.asarray(x, float) for x in (tp, k, s))
    f = ratio(2 * tp, k + s)
    am = (ratio(tp, s) + ratio(n - k - s + tp, n - s)) / 2
    both = np.sqrt(ratio(tp, s) * ratio(tp, k))
    gtppr = np.where((k == 0) != (s == 0), 0.0, both)
    return 1 - np.stack([f, f / (2 - f), am, gtppr])


def counts(y, h):
    """tp, k, s of each column."""
    y, h = y.astype(np.int64), h.astype(np.int64)
    return (y * h).sum(0), h.sum(0), y.sum(0)


def standard_error(values):
    return float(np.std(values, ddof=1) / np.sqrt(len(values)))
