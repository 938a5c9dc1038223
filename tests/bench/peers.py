"""The general F-maximiser in numpy, on the problems of data.hpp; prints one JSON object name -> {time, value}.

    python3 peers.py N_LABELS...

Times are CPU nanoseconds a problem, of one thread.
"""
import json
import sys
import time

import numpy as np

N_SAMPLES, N_PROBLEMS = 1000, 16


def uniform(seed, positions):
    """SplitMix64 at each position, as numbers in [0, 1): bench::uniform."""
    z = np.uint64(seed << 40) + (positions + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z ^= z >> np.uint64(31)
    return (z >> np.uint64(11)).astype(float) * 2.0**-53


def samples(n, seed):
    """bench::samples."""
    u = uniform(seed, np.arange(4 * n, dtype=np.uint64)).reshape(4, n)
    p = (u * u * u)[np.arange(N_SAMPLES) % 4]
    return (uniform(seed + 1, np.arange(N_SAMPLES * n, dtype=np.uint64)).reshape(N_SAMPLES, n) < p).astype(np.uint8)


def probabilities(y):
    """P[i][s-1] = P(y_i = 1, s labels in all) and P(0): one product with the indicator of s."""
    n_samples, n = y.shape
    size = y.sum(axis=1, dtype=np.int64)
    indicator = np.zeros((n_samples, n + 1))
    indicator[np.arange(n_samples), size] = 1 / n_samples
    return (y.T.astype(float) @ indicator)[:, 1:], indicator[:, 0].sum()


def weights(n):
    one = np.arange(1, n + 1)
    return 2 / (one[:, None] + one[None, :])


def plain(p, p_zero, w):
    """As the literature's programs have it: a product, then for every k a sort and the sum over the chosen labels."""
    n = len(p)
    delta = np.dot(p, w)
    best, prediction = p_zero, np.zeros(n)
    for k in range(1, n + 1):
        inner = delta[:, k - 1]
        top = np.argsort(inner)[::-1][:k]
        h = np.zeros(n)
        h[top] = 1
        value = np.dot(inner, h)
        if value > best:
            best, prediction = value, h
    return best, prediction


def program(p, p_zero):
    """The same with all that such a program does for a call: W is made by a loop over its cells."""
    n = len(p)
    w = np.ndarray((n, n))
    for i in np.arange(1, n + 1):
        for j in np.arange(1, n + 1):
            w[i - 1, j - 1] = 2 / (i + j)
    return plain(p, p_zero, w)


def vectorised(p, p_zero, w):
    """Without a Python loop: all columns sorted at once, and their running sums."""
    n = len(p)
    delta = np.dot(p, w)
    sums = np.cumsum(np.sort(delta, axis=0)[::-1], axis=0).diagonal()
    k = int(np.argmax(sums))
    prediction = np.zeros(n)
    if sums[k] <= p_zero:
        return p_zero, prediction
    prediction[np.argpartition(delta[:, k], n - k - 1)[n - k - 1:]] = 1
    return sums[k], prediction


def measure(problems, decide, least=0.2):
    value = np.mean([decide(*problem)[0] for problem in problems])
    times = 0
    start = time.process_time()
    while True:
        for problem in problems:
            decide(*problem)
        times += len(problems)
        spent = time.process_time() - start
        if spent >= least:
            return {"time": spent / times * 1e9, "value": float(value)}


def main():
    out = {}
    for n in map(int, sys.argv[1:]):
        few = 1 if n > 200 else N_PROBLEMS
        raw = [samples(n, 7 + 2 * i) for i in range(few)]
        given = [probabilities(y) for y in raw]
        w = weights(n)
        for name, decide in (("numpy", plain), ("numpy-vectorised", vectorised)):
            out[f"gfm/f1-{n}x1000/{name}"] = measure(given, lambda p, zero: decide(p, zero, w))
        out[f"gfm/f1-{n}x1000/numpy-program"] = measure(given, program)
        out[f"gfm/f1-{n}x1000/numpy-raw"] = measure([(y,) for y in raw], lambda y: plain(*probabilities(y), w))
        if few != N_PROBLEMS:  # the mean of "value" is not over the same problems
            for name in ("numpy", "numpy-vectorised", "numpy-program", "numpy-raw"):
                del out[f"gfm/f1-{n}x1000/{name}"]["value"]
    json.dump(out, sys.stdout)


if __name__ == "__main__":
    main()
