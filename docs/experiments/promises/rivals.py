"""Promises beside MAPIE's RiskMonitoring, glide-py and ville at 5 % false alarms: streams that alarm, and after how many rows.

    WALD_LIBRARY=build/capi PYTHONPATH=bindings/python/src python docs/experiments/promises/rivals.py [STREAMS]

needs mapie 1.6, glide-py 0.11 and ville 0.1 (Python 3.12). All look after every 50 rows of the same streams.
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


def first(found):
    """The number of rows after which it holds, of an array of one for each row; None: never."""
    at = np.flatnonzero(found[LOOK - 1 :: LOOK])
    return (int(at[0]) + 1) * LOOK if at.size else None


def watched(right, bound, **options):
    promise, ones = wald.Promise("precision", at_least=bound, **options), np.ones(LOOK, np.uint8)
    for begin in range(0, len(right), LOOK):
        promise.feed(ones, right[begin : begin + LOOK])
        if promise.state == "broken":
            return begin + LOOK
    return None


def mapie(right, bound):
    # Half of test_level is for the reference, which a given threshold does without: .05 is left.
    monitor = RiskMonitoring("precision", test_level=0.1, threshold=1 - bound, warn=False)
    monitor.update(right.astype(int), np.ones(len(right), int))
    return first(monitor.online_risk_lower_bound_sequence_history > monitor.threshold)


def glide(right, bound):
    answer = AsymptoticClassicalRM().detect(right.astype(float), np.arange(len(right)) // LOOK, True, bound,
                                            confidence_level=0.95)
    at = np.flatnonzero(answer.confidence_sequence.test_null_hypothesis(bound, "smaller"))
    return (int(at[0]) + 1) * LOOK if at.size else None


def ville(sequence):
    # Limits on both sides: .05 on the side of the promise.
    return lambda right, bound: first(sequence(alpha=0.1).update(right).upper_ < bound)


METHODS = {
    "Wald": watched,
    "Wald, average run 20,000": lambda right, bound: watched(right, bound, average_run=20_000),
    "mapie RiskMonitoring": mapie,
    "glide-py AsymptoticClassicalRM": glide,
    "ville BernoulliCS": ville(BernoulliCS),
    "ville BettingCS": ville(BettingCS),
    "ville EmpiricalBernsteinCS": ville(EmpiricalBernsteinCS),
}
STREAMS = {
    "kept: .95": ([0.95], [10_000]),
    "is .93": ([0.93], [10_000]),
    "is .90": ([0.90], [10_000]),
    "falls from .965 to .90 after 5,000": ([0.965, 0.90], [5000, 7000]),
}


def main():
    streams = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    print("| promise: precision >= .95 |", " | ".join(STREAMS), "|")
    print("|---|" + "---|" * len(STREAMS))
    for name, method in METHODS.items():
        cells = []
        for levels, rows in STREAMS.values():
            change, found = sum(rows[:-1]), []
            for seed in range(streams):
                random = np.random.default_rng(seed)
                right = (random.random(sum(rows)) < np.repeat(levels, rows)).astype(np.uint8)
                found.append(method(right, 0.95))
            delays = [at - change for at in found if at is not None and at > change]
            early = sum(at is not None and at <= change for at in found) if change else 0
            share = 100 * len(delays) / streams
            cells.append(f"{share:.1f} %" + (f", {np.median(delays):.0f} rows" if delays else "") +
                         (f" ({100 * early / streams:.1f} % before)" if early else ""))
        print(f"| {name} |", " | ".join(cells), "|", flush=True)


if __name__ == "__main__":
    main()
