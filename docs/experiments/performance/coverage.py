"""How often the band covers what the labels tell, where its assumptions hold: 10,000 simulations of each case.

    WALD_LIBRARY=build/capi/libwald.so.1 PYTHONPATH=bindings/python/src python coverage.py [simulations]
"""

import sys

import numpy as np

import wald


def rows(random, n):
    score = random.normal(-1, 1.5, n)
    return 1 / (1 + np.exp(-score)), (random.random(n) < 1 / (1 + np.exp(-0.7 * score))).astype(np.uint8)


def once(seed, metric, n, calibration, labelled):
    random = np.random.default_rng(seed)
    p, y = rows(random, n)
    flagged = p > 0.4
    given = {}
    if labelled:  # P(label | row) is another one
        y = (random.random(n) < 0.7 * p).astype(np.uint8)
        chance = np.where(flagged, 0.5, 0.1)
        given = {"labels": np.where(random.random(n) < chance, y, np.nan), "label_probabilities": chance}
    elif calibration:
        known, truth = rows(random, calibration)
        given = {"calibration_truth": truth, "calibration_probabilities": known, "calibration": "platt", "samples": 50}
    else:
        y = (random.random(n) < p).astype(np.uint8)
    found = wald.estimate_performance(p, flagged, metric, **given)
    return found.low[0] <= wald.evaluate(y, flagged, metric) <= found.high[0]


def main():
    simulations = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    print("| metric | rows of a chunk | what is known | coverage (95 % asked) |\n|---|---|---|---|")
    for metric in ("f1", "precision", "recall"):
        for n, calibration, labelled, known in (
            (20, 0, False, "calibrated probabilities"), (300, 0, False, "calibrated probabilities"),
            (300, 300, False, "300 calibration rows"), (300, 3000, False, "3000 calibration rows"),
            (3000, 1000, False, "1000 calibration rows"), (1000, 0, True, "labels of half the flagged, a tenth of the others"),
        ):
            covered = np.mean([once(seed, metric, n, calibration, labelled) for seed in range(simulations)])
            print(f"| {metric} | {n} | {known} | {100 * covered:.1f} % |", flush=True)


if __name__ == "__main__":
    main()
