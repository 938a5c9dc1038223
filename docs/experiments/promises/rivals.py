"""Promises beside MAPIE's RiskMonitoring, glide-py and ville at 5 % false alarms: streams that alarm, and after how many rows.

    WALD_LIBRARY=build/capi PYTHONPATH=bindings/python/src python docs/experiments/promises/rivals.py [SHARE]

needs mapie 1.6, glide-py 0.11 and ville 0.1 (Python 3.12). All look after every 50 rows of the same streams. SHARE: of the
streams of each method, 1 by default.
"""

import sys
import warnings

import numpy as np
from glide.monitors import AsymptoticClassicalRM
from mapie.exchangeability_testing import RiskMonitoring
from ville import BernoulliCS, BettingCS, EmpiricalBernsteinCS

import wald

warnings.simplefilter("ignore")
LOOK = 50

# Streams of good rows, all of which count: right among flagged ones for precision, not flagged among negatives for the FPR.
# The promise is a share of at least so many good rows.
PROMISES = {
    "precision >= .95": (0.95, {
        "kept: .95": ([0.95], [10_000]),
        "is .93": ([0.93], [10_000]),
        "is .90": ([0.90], [10_000]),
        "falls from .965 to .90 after 5,000": ([0.965, 0.90], [5000, 7000]),
    }),
    "fpr <= .01": (0.99, {
        "kept: .01": ([0.99], [10_000]),
        "is .015": ([0.985], [10_000]),
        "is .02": ([0.98], [10_000]),
        "rises from .007 to .02 after 5,000": ([0.993, 0.98], [5000, 7000]),
    }),
}


def first(found):
    """The number of rows after which it holds, of an array of one for each row; None: never."""
    at = np.flatnonzero(found[LOOK - 1 :: LOOK])
    return (int(at[0]) + 1) * LOOK if at.size else None


def watched(claim, good, bound, **options):
    ones, zeros = np.ones(LOOK, np.uint8), np.zeros(LOOK, np.uint8)
    precision = claim.startswith("precision")
    promise = wald.Promise("precision", at_least=bound, **options) if precision else \
        wald.Promise("fpr", at_most=round(1 - bound, 12), **options)
    for begin in range(0, len(good), LOOK):
        rows = good[begin : begin + LOOK]
        promise.feed(*((ones, rows) if precision else (1 - rows, zeros)))
        if promise.state == "broken":
            return begin + LOOK
    return None


def mapie(claim, good, bound):
    # Half of test_level is for the reference, which a given threshold does without: .05 is left.
    precision = claim.startswith("precision")
    monitor = RiskMonitoring("precision" if precision else "fpr", test_level=0.1, threshold=1 - bound, warn=False)
    ones, right = np.ones(len(good), int), good.astype(int)
    monitor.update(*((right, ones) if precision else (0 * ones, 1 - right)))
    return first(monitor.online_risk_lower_bound_sequence_history > monitor.threshold)


def glide(_, good, bound, batch=LOOK):
    try:
        answer = AsymptoticClassicalRM().detect(good.astype(float), np.arange(len(good)) // batch, True, bound,
                                                confidence_level=0.95)
    except ValueError:  # the first ten batches must not all be good rows alone
        return glide(_, good, bound, 2 * batch)
    at = np.flatnonzero(answer.confidence_sequence.test_null_hypothesis(bound, "smaller"))
    return (int(at[0]) + 1) * batch if at.size else None


def ville(sequence):
    # Limits on both sides: .05 on the side of the promise.
    return lambda _, good, bound: first(sequence(alpha=0.1).update(good).upper_ < bound)


# The method, and how many streams it is given: the slow ones fewer.
METHODS = {
    "Wald": (watched, 1000),
    "Wald, δ = .12": (lambda claim, good, bound: watched(claim, good, bound, delta=0.12), 300),
    "Wald, average run 20,000": (lambda claim, good, bound: watched(claim, good, bound, average_run=20_000), 1000),
    "glide-py AsymptoticClassicalRM": (glide, 1000),
    "ville BernoulliCS": (ville(BernoulliCS), 300),
    "ville EmpiricalBernsteinCS": (ville(EmpiricalBernsteinCS), 1000),
    "ville BettingCS": (ville(BettingCS), 100),
    "mapie RiskMonitoring": (mapie, 10),
}


def cell(found, change):
    delays = [at - change for at in found if at is not None and at > change]
    early = sum(at is not None and at <= change for at in found)
    out = f"{100 * len(delays) / len(found):.1f} %"
    if delays:
        low, middle, high = np.quantile(delays, [0.1, 0.5, 0.9], method="inverted_cdf")
        out += f", {middle:.0f} ({low:.0f} to {high:.0f})"
    return out + (f"; {100 * early / len(found):.1f} % before" if early else "")


def main():
    share = float(sys.argv[1]) if len(sys.argv) > 1 else 1
    for claim, (bound, cases) in PROMISES.items():
        print(f"| promise: {claim} | streams |", " | ".join(cases), "|")
        print("|---|---|" + "---|" * len(cases))
        for name, (method, streams) in METHODS.items():
            streams, cells = max(1, round(share * streams)), []
            for levels, rows in cases.values():
                found = []
                for seed in range(streams):
                    random = np.random.default_rng(seed)
                    good = (random.random(sum(rows)) < np.repeat(levels, rows)).astype(np.uint8)
                    found.append(method(claim, good, bound))
                cells.append(cell(found, sum(rows[:-1])))
            print(f"| {name} | {streams} |", " | ".join(cells), "|", flush=True)
        print()


if __name__ == "__main__":
    main()
