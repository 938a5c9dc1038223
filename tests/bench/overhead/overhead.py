#!/usr/bin/env python3
"""What the Python package adds to a call, as one line of JSON: the same as every language's program here prints.

    call_us     one prepared estimator of 14 labels decided for F1, its k and expected utility read; microseconds
    batch_ms    10,000 rows of 14 labels decided for F1 on one thread, mask and expected utilities taken; milliseconds
    facts_ms    instead of batch_ms, where a language reads every fact of every answer at once; milliseconds
    into_ms     where a language has it: the same into the caller's arrays, without the other facts; milliseconds
    ones        the ones in that mask, which are as many in every language

Needs the package `wald` to be importable.
"""

import json
import time

import numpy as np
import wald

ROWS, LABELS = 10_000, 14


def best(function, number, repeat=7):
    """The shortest mean time of `number` calls."""
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        for _ in range(number):
            function()
        times.append((time.perf_counter() - start) / number)
    return min(times)


def main():
    # Pseudo-random, and the same in every language.
    table = (np.arange(ROWS * LABELS, dtype=np.uint64) * np.uint64(2654435761) % np.uint64(2**32)) / 2.0**32
    table = table.reshape(ROWS, LABELS)
    metric, known = wald.Metric("f1"), wald.Estimator.independent(table[0])

    def call():
        decision = wald.decide(known, metric)
        return decision.k, decision.expected

    def batch():
        decisions = wald.decide(table, metric)
        return decisions.mask, decisions.expected

    print(json.dumps({"language": "python", "call_us": best(call, 2000) * 1e6, "batch_ms": best(batch, 1) * 1e3,
                      "ones": int(batch()[0].sum())}))


if __name__ == "__main__":
    main()
