"""Macro F1 on given marginals: Wald through its Python package against xcolumns' block coordinate ascent.

    WALD_LIBRARY=libwald.so PYTHONPATH=bindings/python/src python macro_peer.py [--quick]

Prints one JSON object name -> {time, quality}: CPU nanoseconds of one thread, and the expected macro F1 of the
prediction, exactly. xcolumns starts from the labels with p > 0.5 in each row and is asked for no budget (k = 0).
Then with 5 labels for each row of a sparse table, where the quality is macro F1 at expected counts, and Wald's proved gap
is said too; xcolumns makes 5 passes.
"""
import json
import sys
import time

import numpy as np
import scipy.sparse
import wald
from peers import uniform
from xcolumns.block_coordinate import predict_optimizing_macro_f1_score_using_bc as block_coordinate


def measured(decide, least):
    decide()  # numba compiles here
    times, start = 0, time.process_time()
    while True:
        prediction = decide()
        times += 1
        spent = time.process_time() - start
        if spent >= least:
            return spent / times * 1e9, prediction


def sparse_table(rows, labels, skew, power):
    """Up to 50 labels a row, of unequal frequency where skew is above 1; probabilities u^power."""
    rng = np.random.default_rng(5)
    columns = np.sort((labels * rng.random((rows, 50)) ** skew).astype(np.int32), axis=1)
    new = np.ones(columns.shape, bool)
    new[:, 1:] = columns[:, 1:] != columns[:, :-1]
    indptr = np.concatenate([[0], np.cumsum(new.sum(axis=1))])
    return scipy.sparse.csr_matrix((rng.random(indptr[-1]) ** power, columns[new], indptr), shape=(rows, labels))


def at_expected_counts(p, chosen):
    tp = np.asarray(p.multiply(chosen).sum(axis=0)).ravel()
    both = np.asarray(p.sum(axis=0) + chosen.sum(axis=0)).ravel()
    return float(np.mean(np.where(both > 0, 2 * tp / np.maximum(both, 1e-300), 1)))


def per_row(out, size, skew, power):
    p = sparse_table(size, size, skew, power)
    few = p[:50, :50]
    wald.decide(few, "f1", average="macro", per_row=5)
    block_coordinate(few, 5, seed=1)  # numba compiles here
    start = time.process_time()
    mine = wald.decide(p, "f1", average="macro", per_row=5)
    middle = time.process_time()
    theirs = block_coordinate(p, 5, seed=1, max_iter=5)
    end = time.process_time()
    case = f"macro/f1-5-a-row-{size}x{size}-skew{skew}-u{power}"
    mean = float(np.mean(mine.expected))
    out[f"{case}/wald"] = {"time": (middle - start) * 1e9, "quality": mean, "gap": float(mine.bound[0]) / mean}
    out[f"{case}/xcolumns"] = {"time": (end - middle) * 1e9, "quality": at_expected_counts(p, theirs)}


def main():
    quick = "--quick" in sys.argv[1:]
    out = {}
    for rows, labels in ((1000, 50),) if quick else ((1000, 50), (10000, 100)):
        for kind, power in (("uniform", 1), ("rare8", 8)):
            p = uniform(21, np.arange(rows * labels, dtype=np.uint64)).reshape(rows, labels) ** power
            start = (p > 0.5).astype(p.dtype)
            case = f"macro/f1-{rows}x{labels}-{kind}"
            for name, decide in (
                ("wald", lambda: wald.decide(p, "f1", average="macro").mask),
                ("xcolumns", lambda: block_coordinate(p, 0, init_y_pred=start.copy(), seed=1)),
            ):
                spent, prediction = measured(decide, 0 if quick else 0.2)
                mask = np.ascontiguousarray(np.asarray(prediction) > 0.5, dtype=np.uint8)
                quality = float(np.mean(wald.expected(p, "f1", mask, average="macro")))
                out[f"{case}/{name}"] = {"time": spent, "quality": quality}
    for skew, power in ((2, 3), (2, 2), (1, 1)):
        per_row(out, 1000 if quick else 100_000, skew, power)
    json.dump(out, sys.stdout)


if __name__ == "__main__":
    main()
