#!/usr/bin/env python3
"""Made learner.json, which the tests and the guide load: the topics of short texts, fitted and saved in Python.

    learner.py OUTPUT      needs the package for Python and numpy; no test runs it

It prints rows with what Python decides of them, which stand in LearnerTests.SavedInPython.
"""

import pathlib
import sys

import numpy as np
import wald

WORDS = ["ball", "bank", "court", "film", "match", "vote"]
TOPICS = ["business", "culture", "politics", "sport"]


def texts(random, n):
    """How often each word occurs in a text; and its topics, one to three, which come together as they like."""
    topics = random.random((n, 4)) < [0.35, 0.2, 0.3, 0.3]
    topics[:, 2] |= topics[:, 0] & (random.random(n) < 0.4)
    topics[topics.sum(axis=1) == 0, 3] = True
    rates = 0.15 + topics @ np.array([[0, 1.5, .3, 0, 0, 0], [.1, 0, 0, 1.6, 0, 0], [0, .2, .7, 0, 0, 1.4],
                                      [1.2, 0, .2, 0, 1.1, 0]])
    return random.poisson(rates).astype(float), topics.astype(np.uint8)


def main():
    random = np.random.default_rng(3)
    x, y = texts(random, 1500)
    learner = wald.Learner.fit("cardinality", x, y, feature_names=WORDS, label_names=TOPICS)
    pathlib.Path(sys.argv[1]).write_text(learner.save())
    rows, _ = texts(random, 6)
    p = learner.probabilities(rows)
    found = learner.decide(rows, "f1")
    for row, q, mask, expected in zip(rows.tolist(), p, found.mask, found.expected):
        print(row, q.tolist(), mask.astype(int).tolist(), float(expected))


if __name__ == "__main__":
    main()
