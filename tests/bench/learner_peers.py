#!/usr/bin/env python3
"""Fitting linear learners: Wald against scikit-learn's LogisticRegressionCV with the same penalties, in one run.

    WALD_DATA=FOLDER python3 -B learner_peers.py BUILD/tests/bench/bench-learners [ROUNDS [LEARNER | SET]...]

Needs scikit-learn. Eight strengths, five folds, chosen by log-loss, then a fit to all rows; a regression a label (lfp),
or a multinomial a label over y s and one over s (efp); one thread each, scikit-learn's tolerance as it comes. The two
take turns; printed are medians of the processor's seconds, and of the ratios (scikit-learn's time over Wald's) with the
least and the greatest. scikit-learn tries every strength, as it knows no other way; Wald stops after two that are
worse. Of efp scikit-learn fits the s and a few labels, evenly spaced in the order of how many rows have them, and the
labels' time is scaled up to all of them. Exit status 1 if a ratio is below what it is held to.
"""
import os
import statistics
import subprocess
import sys
import time
import warnings

# A thread each: a second one of a BLAS that waits would count as time of the processor.
os.environ.update(dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1"))

import numpy as np  # noqa: E402
import pandas as pd  # noqa: E402
import scipy  # noqa: E402
import sklearn  # noqa: E402
from scipy.sparse import csr_matrix  # noqa: E402
from sklearn.linear_model import LogisticRegression, LogisticRegressionCV  # noqa: E402
from sklearn.preprocessing import Normalizer, StandardScaler  # noqa: E402

CASES = (("scene", "lfp", 1, 3), ("yeast", "lfp", 1, 3), ("enron", "lfp", 1, 5),
         ("scene", "efp", 3, 5), ("yeast", "efp", 7, 5), ("enron", "efp", 5, 5))
STRENGTHS = [10.0 ** e for e in range(-4, 4)]


def read(folder, name):
    table = pd.read_csv(os.path.join(folder, name, "train.csv.gz"))
    targets = [c for c in table if c.startswith("y_")]
    x = table.drop(columns=targets).to_numpy(float)
    if set(np.unique(x)) <= {0.0, 1.0}:
        x = csr_matrix(Normalizer().fit_transform(x))
    else:
        x = StandardScaler().fit_transform(x)
    return x, table[targets].to_numpy()


def their_fit(x, target):
    """One label, as Wald fits it; a label too rare for each fold to have it gets one strength."""
    values, counts = np.unique(target, return_counts=True)
    if len(values) < 2:
        return
    if counts.min() < 5:
        for c in STRENGTHS * 5:
            LogisticRegression(C=c, max_iter=1000).fit(x, target)
        return
    LogisticRegressionCV(Cs=STRENGTHS, cv=5, scoring="neg_log_loss", max_iter=1000, n_jobs=1).fit(x, target)


def main():
    warnings.simplefilter("ignore")
    folder, bench = os.environ["WALD_DATA"], sys.argv[1]
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    only = sys.argv[3:]
    print(f"scikit-learn {sklearn.__version__}, numpy {np.__version__}, scipy {scipy.__version__}")
    print(f"{'set':6} {'learner':8} {'Wald, s':>9} {'scikit-learn, s':>16} {'ratio':>7} {'least':>6} {'most':>6} {'bar':>5}"
          "  labels of scikit-learn")
    good = True
    for name, learner, stride, bar in CASES:
        if only and learner not in only and name not in only:
            continue
        x, y = read(folder, name)
        sizes = y.sum(axis=1)
        with subprocess.Popen([bench, "speed", name, learner], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              text=True) as own:
            times = []
            for _ in range(rounds):
                own.stdin.write("\n")
                own.stdin.flush()
                fit = float(own.stdout.readline().split()[0])
                labels = np.argsort(y.sum(axis=0), kind="stable")[stride // 2::stride]
                begin = time.process_time()
                for j in labels:
                    their_fit(x, y[:, j] * sizes if learner == "efp" else y[:, j])
                theirs = (time.process_time() - begin) * y.shape[1] / len(labels)
                begin = time.process_time()
                if learner == "efp":
                    their_fit(x, sizes)
                times.append((fit, theirs + time.process_time() - begin))
            own.stdin.close()
        ratios = [theirs / ours for ours, theirs in times]
        ratio = statistics.median(ratios)
        ours, theirs = map(statistics.median, zip(*times))
        print(f"{name:6} {learner:8} {ours:9.2f} {theirs:16.2f} {ratio:7.1f} {min(ratios):6.1f} {max(ratios):6.1f} {bar:5}"
              f"  {len(labels)} of {y.shape[1]}", flush=True)
        good = good and ratio >= bar
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
