#!/usr/bin/env python3
"""Growing and asking forests: Wald against scikit-learn's ExtraTreesClassifier with the same parameters, in one run.

    WALD_DATA=FOLDER python3 -B forest_peers.py BUILD/tests/bench/bench-forest [ROUNDS]

Needs scikit-learn. 500 trees, one random cut a feature, no bootstrap, one thread each. The two take turns; printed
are medians of the processor's seconds and of the ratios (scikit-learn's time over Wald's). An answer is the
probability of each label: Wald's includes the weights of the label vectors, which scikit-learn does not have. Exit
status 1 if growing is not at least as fast, or answering not three times as fast.
"""
import os
import statistics
import subprocess
import sys
import time

import numpy as np
import pandas as pd
from scipy.sparse import csr_matrix
from sklearn.ensemble import ExtraTreesClassifier


def read(folder, name, part):
    table = pd.read_csv(os.path.join(folder, name, part + ".csv.gz"))
    targets = [c for c in table if c == "y" or c.startswith("y_")]
    x = table.drop(columns=targets).to_numpy(np.float32)
    y = table[targets].to_numpy()
    return x, y.ravel() if targets == ["y"] else y


def main():
    folder, bench = os.environ["WALD_DATA"], sys.argv[1]
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    print(f"{'set':14} {'grow, s':>16} {'ratio':>6} {'answer, s':>18} {'ratio':>6}")
    good = True
    for name, sparse in (("scene", False), ("yeast", False), ("enron", False), ("enron", True), ("letter", False)):
        (x, y), (z, _) = read(folder, name, "train"), read(folder, name, "test")
        many = x.shape[1] >= 1000
        if sparse:
            x, z = csr_matrix(x), csr_matrix(z)
        arguments = [bench, "speed", name] + (["--sparse"] if sparse else [])
        with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as own:
            times = []
            for seed in range(rounds):
                own.stdin.write("\n")
                own.stdin.flush()
                grow, answer = map(float, own.stdout.readline().split())
                forest = ExtraTreesClassifier(500, max_features=0.15 if many else 0.3,
                                              min_samples_leaf=3 if many else 2, n_jobs=1, random_state=seed)
                begin = time.process_time()
                forest.fit(x, y)
                fitted = time.process_time()
                forest.predict_proba(z)
                times.append((grow, fitted - begin, answer, time.process_time() - fitted))
            own.stdin.close()
        grow, their_grow, answer, their_answer = map(statistics.median, zip(*times))
        grown = statistics.median(t[1] / t[0] for t in times)
        answered = statistics.median(t[3] / t[2] for t in times)
        least = min(t[3] / t[2] for t in times)
        print(f"{name + (' sparse' if sparse else ''):14} {grow:7.2f} {their_grow:8.2f} {grown:6.1f}"
              f" {answer:9.3f} {their_answer:8.3f} {answered:6.1f} (least {least:.1f})", flush=True)
        good = good and grown >= 1 and answered >= 3
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
