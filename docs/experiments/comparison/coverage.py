#!/usr/bin/env python3
"""How often the intervals of `wald.compare` hold the true difference, and how often its p-value is at most 0.05.

    WALD_LIBRARY=build/capi PYTHONPATH=bindings/python/src python3 docs/experiments/comparison/coverage.py
        [--tables N] [--write]

Draws N tables (default 1000) of each kind and size from distributions whose true difference is known from half a million
rows; --write puts the figures into README.md. Needs NumPy; about a minute of one core.
"""

import argparse
import pathlib

import numpy as np
import wald

BEGIN, END = "<!-- results: written by coverage.py -->\n", "<!-- end of results -->\n"
SIZES = (50, 100, 200)
SAMPLES = 300  # swaps behind a p-value


def wrong(rng, y, share):
    return np.where(rng.random(y.shape) < share, 1 - y, y).astype(np.uint8)


def close(rng, rows, a=0.25, b=0.2):
    """Six labels of which a third is true; A has 25 % of the cells wrong, B 20 %."""
    y = (rng.random((rows, 6)) < 0.33).astype(np.uint8)
    return y, wrong(rng, y, a), wrong(rng, y, b), None


def alike(rng, rows):
    """The same, both with 25 %: what the p-value says is chance."""
    return close(rng, rows, 0.25, 0.25)


def skewed(rng, rows):
    """B is A, but for every tenth row, which B has right."""
    y = (rng.random((rows, 6)) < 0.33).astype(np.uint8)
    a = wrong(rng, y, 0.25)
    return y, a, np.where(rng.random((rows, 1)) < 0.1, y, a), None


def rare(rng, rows):
    """Labels that one row in ten has; A misses a third of them, B a quarter, and both invent some."""
    y = (rng.random((rows, 4)) < 0.1).astype(np.uint8)
    found = [np.where(y == 1, rng.random(y.shape) > miss, rng.random(y.shape) < 0.03) for miss in (0.33, 0.25)]
    return y, *(x.astype(np.uint8) for x in found), None


def grouped(rng, rows):
    """Groups of 1 to 5 rows, some hard and some easy for A and for B; as many groups as said."""
    sizes = rng.integers(1, 6, rows)
    of_row = np.repeat(np.arange(rows), sizes)
    y = (rng.random((len(of_row), 6)) < 0.33).astype(np.uint8)
    a, b = (wrong(rng, y, rng.beta(2, 6, rows)[of_row][:, None]) for _ in range(2))
    better = (rng.random(rows) < 0.3)[of_row][:, None]
    return y, a, np.where(better, y, b), of_row


def lopsided(rng, rows):
    """B is A, but for every tenth row: four in five of these B has right, and in the others 60 % of the cells wrong."""
    y = (rng.random((rows, 6)) < 0.33).astype(np.uint8)
    a = wrong(rng, y, 0.25)
    other = np.where(rng.random((rows, 1)) < 0.8, y, wrong(rng, y, 0.6))
    return y, a, np.where(rng.random((rows, 1)) < 0.1, other, a), None


KINDS = (close, skewed, lopsided, rare, grouped, alike)


def figures(tables):
    lines = ["| | rows or groups | instance | macro | micro | p ≤ 0.05 |", "|---|---|---|---|---|---|"]
    for kind in KINDS:
        rng = np.random.default_rng(18)
        y, a, b, _ = kind(rng, 500_000)
        truth = {average: wald.evaluate(y, b, "f1", average=average) - wald.evaluate(y, a, "f1", average=average)
                 for average in ("instance", "macro", "micro")}
        if kind is alike:
            truth = dict.fromkeys(truth, 0.0)
        for rows in SIZES:
            held, width, small = dict.fromkeys(truth, 0), dict.fromkeys(truth, 0.0), 0
            for table in range(tables):
                y, a, b, groups = kind(rng, rows)
                for average, difference in truth.items():
                    found = wald.compare(y, a, b, "f1", average=average, groups=groups, samples=SAMPLES, seed=table)
                    held[average] += found.low <= difference <= found.high
                    width[average] += (found.high - found.low) / tables
                    small += average == "macro" and found.p_value <= 0.05
            shares = " | ".join(f"{100 * held[x] / tables:.1f} % ({width[x]:.3f})" for x in truth)
            lines.append(f"| {kind.__name__} | {rows} | {shares} | {100 * small / tables:.1f} % |")
            print(lines[-1], flush=True)
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    text = figures(arguments.tables)
    if arguments.write:
        readme = pathlib.Path(__file__).resolve().parent / "README.md"
        before, _, rest = readme.read_text().partition(BEGIN)
        readme.write_text(before + BEGIN + "\n" + text + "\n" + END + rest.partition(END)[2])


if __name__ == "__main__":
    main()
