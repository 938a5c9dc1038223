"""Bins inside the greedy loop, as an extension of QWYC: is an order that is chosen by what bins let go better than bins on
a finished order?

    WALD_DATA=path/to/data python3 bins.py [TREES]      with the package wald, NumPy and xgboost; a few minutes

The bins of a position depend on the sum up to it alone: means and deviations of the rest, over all rows (Fan et al. 2002).
So for a width gamma each candidate's bins tell how many of the rows still running would leave. In the loop the candidate
that lets most of them leave comes next. Gamma is the least that keeps within alpha, by turns with the order. Adult, by
boosted trees of depth 5; orders and thresholds by the training rows, everything else by the test rows.
"""

import sys

import numpy as np
import wald

ALPHAS = (0.0025, 0.005, 0.01, 0.02)
TURNS = 3


def leaving(sums, full, width, gamma, threshold=0.0):
    """Which rows leave by bins of these sums."""
    bins = np.floor(sums / width).astype(np.int64)
    _, slot = np.unique(bins, return_inverse=True)
    count = np.bincount(slot)
    rest = sums - full
    mean = np.bincount(slot, rest) / count
    deviation = np.sqrt(np.maximum(np.bincount(slot, rest**2) / count - mean**2, 0))
    low, high = (threshold + mean + sign * gamma * deviation for sign in (-1, 1))
    return (sums < low[slot]) | (sums > high[slot])


def greedy_order(scores, width, gamma):
    """Models by how many rows still running leave after them."""
    full = scores.sum(axis=1)
    sums, running = np.zeros(len(scores)), np.ones(len(scores), bool)
    rest, order = list(range(scores.shape[1])), []
    while rest:
        gains = [np.count_nonzero(leaving(sums + scores[:, m], full, width, gamma) & running) for m in rest]
        # Where none lets a row go, the model that says most about the rest: as QWYC, which asks for decisions.
        if max(gains) == 0:
            gains = [-np.mean((full - sums - scores[:, m])[running] ** 2) if running.any() else 0 for m in rest]
        order.append(rest.pop(int(np.argmax(gains))))
        sums += scores[:, order[-1]]
        running &= ~leaving(sums, full, width, gamma)
    return order


def in_the_loop(scores, alpha):
    """A cascade whose order was chosen by its bins."""
    cascade = wald.Cascade.fit(scores, alpha=alpha, bins=True, threshold=0.0)
    for _ in range(TURNS):
        order = greedy_order(scores, cascade.bin_width, cascade.gamma)
        cascade = wald.Cascade.fit(scores, alpha=alpha, bins=True, threshold=0.0, fixed_order=order)
    return cascade


def compared(train, test):
    """alpha -> name -> (mean models on the test rows, their disagreement)."""
    out = {}
    for alpha in ALPHAS:
        found = {
            "QWYC": wald.Cascade.fit(train, alpha=alpha, threshold=0.0),
            "bins on QWYC's order": wald.Cascade.fit(train, alpha=alpha, bins=True, threshold=0.0),
            "bins in the loop": in_the_loop(train, alpha),
        }
        out[alpha] = {}
        for name, cascade in found.items():
            judged = cascade.evaluate(test)
            out[alpha][name] = judged.mean_models, judged.disagreement
    return out


def of_trees(trees):
    """What each tree adds, on the training and the test rows; the constant goes to the first."""
    import ensembles
    import xgboost

    data = ensembles.load("adult")
    asked = {"objective": "binary:logistic", "max_depth": 5, "eta": 0.1, "tree_method": "hist", "nthread": 1, "seed": 6}
    made = xgboost.train(asked, xgboost.DMatrix(data.train, data.y_train), trees)
    out = []
    for X in (data.train, data.test):
        rows = xgboost.DMatrix(X)
        sums = [made.predict(rows, output_margin=True, iteration_range=(0, t + 1)) for t in range(trees)]
        out.append(np.diff(np.column_stack(sums).astype(float), axis=1, prepend=0))
    return out


def main():
    found = compared(*of_trees(int(sys.argv[1]) if len(sys.argv) > 1 else 60))
    print("| α | " + " | ".join(next(iter(found.values()))) + " |")
    print("|---|" + "---|" * len(next(iter(found.values()))))
    for alpha, by in found.items():
        print(f"| {alpha:.2%} | " + " | ".join(f"{models:.1f} at {apart:.2%}" for models, apart in by.values()) + " |")


if __name__ == "__main__":
    main()
