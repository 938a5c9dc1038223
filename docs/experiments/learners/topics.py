"""[N16], Table 3: the losses of Reuters' topics with at least T positives in the test, T = 10, 50, 100.

    WALD_DATA=path/to/data python3 topics.py [LEAST [MOST]]

prints one line per topic with LEAST to MOST - 1 positives, as soon as it is fitted (about a minute each on one core), then
the means for each T of which all topics are there, with those that RAN holds. A topic is fitted alone, so parts may be run.
"""

import sys

import natarajan
import numpy as np
import sets

# topic: (positives in the test, losses in the order of METRICS), by Platt's calibration
RAN = {
    21: (1087, [0.0142, 0.0280, 0.0120, 0.0142]),
    0: (719, [0.0358, 0.0691, 0.0211, 0.0357]),
    17: (189, [0.1117, 0.2009, 0.0252, 0.1115]),
    46: (179, [0.1890, 0.3180, 0.0407, 0.1889]),
    26: (149, [0.0954, 0.1742, 0.0240, 0.0941]),
    34: (131, [0.2218, 0.3630, 0.0407, 0.2181]),
    84: (117, [0.2479, 0.3973, 0.0580, 0.2479]),
    71: (89, [0.1724, 0.2941, 0.0308, 0.1673]),
    86: (71, [0.1449, 0.2532, 0.0625, 0.1446]),
    12: (56, [0.1636, 0.2812, 0.0413, 0.1635]),
}
LEAST = (10, 50, 100)  # T


def losses(train, test, topic):
    """The four losses of the exact decisions for one topic."""
    model = natarajan.fitted(sets.Rows(train.X, train.Y[:, [topic]]), calibration="platt")
    y, out = test.Y[:, [topic]], []
    for i, metric in enumerate(natarajan.METRICS):
        mask = np.asarray(model.decide(test.X, metric, average="macro", threads=1).mask)
        out.append(float(np.ravel(sets.of_vectors(*sets.counts(y, mask), len(y))[i])[0]))
    return out


def means(found, least):
    """Of the topics with at least so many positives in the test."""
    return np.mean([of for positives, of in found.values() if positives >= least], axis=0)


def main():
    least, most = [*map(int, sys.argv[1:3]), *(1, 10**9)[len(sys.argv) - 1 :]]
    train, test = sets.reuters()
    positives, found = test.Y.sum(0), dict(RAN)
    for topic in np.argsort(-positives, kind="stable"):
        if least <= positives[topic] < most and topic not in found:
            found[int(topic)] = int(positives[topic]), losses(train, test, topic)
            print(f"    {topic}: ({positives[topic]}, {[round(x, 4) for x in found[int(topic)][1]]}),", flush=True)
    for t in LEAST:
        if all(topic in found for topic in np.flatnonzero(positives >= t)):
            print(f"T = {t}: {(positives >= t).sum()} topics:", *(f"{x:.4f}" for x in means(found, t)))


if __name__ == "__main__":
    main()
