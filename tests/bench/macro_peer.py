"""Macro F1 on given marginals: Wald through its Python package against xcolumns' block coordinate ascent.

    WALD_LIBRARY=libwald.so PYTHONPATH=bindings/python/src python macro_peer.py [--quick]

Prints one JSON object name -> {time, quality}: CPU nanoseconds of one thread, and the expected macro F1 of the
prediction, exactly. xcolumns starts from the labels with p > 0.5 in each row and is asked for no budget (k = 0).
"""
import json
import sys
import time

import numpy as np
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
    json.dump(out, sys.stdout)


if __name__ == "__main__":
    main()
