#!/usr/bin/env python3
"""Evaluating 500 boosted trees, and deciding by them: Wald against XGBoost's and LightGBM's own prediction of all trees,
against the other engines of tree_engines.py, and against LightGBM's own early stop.

    WALD_LIBRARY=libwald.so PYTHONPATH=bindings/python/src WALD_DATA=path/to/data python3 cascade_peers.py [--quick]
        --cache FOLDER

Needs lightgbm and xgboost; lleaves and treelite compile for minutes. The rows are those of Adult's test, 14 contiguous
float32 each, the same array for all engines except those that take doubles.
Each round times every variant once, one right after the other: CPU time of one thread. Wald's goes through its Python
package, checks and counts included. Of XGBoost's two ways to predict one takes a DMatrix: it is made in advance, anew
for each round, since the second prediction of the same one is a look into a cache.

1. All trees: Wald against the library that trained them, and the other engines. Exit status 1 if Wald takes more than
   the share of their time in FULL_BARS, or its sums are not those of the training library.
2. Every cascade of at most 1 % disagreement on these rows, against all trees of the library that trained them: the
   fastest. Exit status 1 if Wald is not as many times as fast as CASCADE_BARS says.
3. LightGBM's pred_early_stop, over its settings (how often it looks, and by what margin it stops). Each is compared
   with Wald's fastest that disagrees with the full ensemble at most as often; exit status 1 if one is faster.
"""
import argparse
import os
import pathlib
import statistics
import sys
import time
import warnings

import lightgbm
import numpy as np
import wald

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "docs" / "experiments" / "cascades"))
import ensembles  # noqa: E402
import tree_engines  # noqa: E402
import xgboost  # noqa: E402

CASE = ensembles.Case("adult", 5, 0.05)
ALPHAS = (0, 0.001, 0.0025, 0.004, 0.006, 0.01, 0.03, 0.1)
GAMMAS = (2, 2.5, 3.5, 5)
FREQUENCIES = (1, 2, 5, 10, 25, 100)
MARGINS = (1, 1.5, 2, 2.5, 3, 4, 6)
FULL_BARS = {"XGBoost": 0.2, "LightGBM": 0.08, "lleaves": 0.35}
CASCADE_BARS = {"XGBoost": 40, "LightGBM": 100}


def light(data, cache):
    """Of the same size: 500 trees of 31 leaves."""
    kept = cache / f"lightgbm-{lightgbm.__version__}.txt" if cache else None
    if kept and kept.exists():
        return lightgbm.Booster(model_file=kept)
    asked = {"objective": "binary", "learning_rate": CASE.eta, "num_leaves": 31, "num_threads": 1, "verbose": -1,
             "seed": ensembles.SEED}
    made = lightgbm.train(asked, lightgbm.Dataset(data.train, data.y_train), ensembles.TREES)
    if kept:
        made.save_model(kept)
    return made


def cascades(trees, data, quick):
    """Name -> a cascade bound to the trees: joint and natural orders over a range of settings."""
    rows, threshold = wald.CascadeScores.of_trees(trees, data.train), trees.threshold(0)
    asked = {f"alpha {alpha:g}": {"alpha": alpha} for alpha in (ALPHAS[::3] if quick else ALPHAS)}
    if not quick:
        asked.update({f"natural, alpha {a:g}": {"alpha": a, "order": "natural"} for a in (0, 0.001, 0.005)})
        asked.update({f"{order}, bins, gamma {g:g}": {"order": order, "gamma": g, "bins": True}
                      for order in ("joint", "natural") for g in GAMMAS})
    return {name: wald.Cascade.fit(rows, threshold=threshold, **more).bind(trees) for name, more in asked.items()}


def rounds(quick):
    return 3 if quick else 5


def timed(variants, n):
    """Name -> CPU seconds, round by round."""
    out = {name: [] for name in variants}
    for _ in range(n):
        for name, call in variants.items():
            start = time.process_time()
            call()
            out[name].append(time.process_time() - start)
    return out


def ratio(theirs, ours):
    return statistics.median(a / b for a, b in zip(theirs, ours))


def us_a_row(times, n):
    return 1e6 * statistics.median(times) / n


def agree(trees, X, margins):
    if np.any(trees.evaluate(X) != margins):
        sys.exit("the full sums are others than those of the library that trained the trees")


def engines(booster, cache, X, margins):
    """The other engines; each must find the margins, up to the rounding of its float32 sums."""
    found = tree_engines.engines(booster, cache, X)
    for name, predict in found.items():
        sums = np.asarray(predict(), dtype=float).reshape(len(X), -1)[:, -1]
        if 0 <= sums.min() and sums.max() <= 1:  # probabilities
            sums = np.log(sums) - np.log1p(-sums)
        if not np.allclose(sums, margins, rtol=1e-3, atol=1e-3):
            sys.exit(f"the sums of {name} are others than those of the library that trained the trees")
    return found


def against_full(trees, data, theirs, quick):
    """theirs: name -> a prediction of all trees. The cascades, what each disagrees, and which bars were missed."""
    X, n = data.test, len(data.test)
    full = trees.evaluate(X) >= 0
    made = cascades(trees, data, quick)
    found = {name: cascade.apply_trees(X) for name, cascade in made.items()}
    disagrees = {name: float(np.mean((f.decisions == 1) != full)) for name, f in found.items()}
    variants = {**theirs, "Wald, all trees": lambda: trees.evaluate(X)}
    variants.update({name: (lambda c=c: c.apply_trees(X)) for name, c in made.items()})
    times = timed(variants, rounds(quick))
    print("| variant | trees a row | disagreement | us a row |\n|---|---|---|---|")
    for name, spent in times.items():
        of = found.get(name)
        cells = ("", "") if of is None else (f"{np.mean(of.counts):.1f}", f"{disagrees[name]:.2%}")
        print(f"| {name} | {cells[0]} | {cells[1]} | {us_a_row(spent, n):.3g} |")
    best = min((name for name in made if disagrees[name] <= 0.01), key=lambda name: statistics.median(times[name]))
    ratios = {name: ratio(times[name], times[best]) for name in (*theirs, "Wald, all trees")}
    shares = {name: ratio(times["Wald, all trees"], times[name]) for name in theirs}
    print("\nall trees in the share of the time of " + ", ".join(f"{k}: {v:.3g}" for k, v in shares.items()))
    print(f"\nbest of at most 1 %: {best}; times as fast as " + ", ".join(f"{k}: {v:.3g}" for k, v in ratios.items()))
    print(flush=True)
    missed = [f"all trees against {k}: {v:.3g}" for k, v in shares.items() if v > FULL_BARS.get(k.split(",")[0], 1)]
    missed += [f"a cascade against {k}: {ratios[k]:.3g}" for k in theirs
               if ratios[k] < CASCADE_BARS.get(k.split(",")[0], 0)]
    return made, disagrees, missed


def against_early_stop(booster, trees, data, made, disagrees, quick):
    """The least ratio of LightGBM's time to that of Wald's fastest that disagrees no more."""
    X, n = data.test, len(data.test)
    full = trees.evaluate(X) >= 0
    settings = [(f, m) for f in FREQUENCIES[:: 3 if quick else 1] for m in MARGINS[:: 4 if quick else 1]]

    def stopped(frequency, margin):
        return booster.predict(X, raw_score=True, num_threads=1, pred_early_stop=True,
                               pred_early_stop_freq=frequency, pred_early_stop_margin=margin)

    variants = {s: (lambda s=s: stopped(*s)) for s in settings}
    theirs = {s: float(np.mean((stopped(*s) >= 0) != full)) for s in settings}
    own = {**disagrees, "all trees": 0.0}
    variants.update({name: (lambda c=c: c.apply_trees(X)) for name, c in made.items()})
    variants["all trees"] = lambda: trees.evaluate(X)
    times = timed(variants, rounds(quick))
    found = []
    for s in settings:
        best = min((k for k in own if own[k] <= theirs[s]), key=lambda k: statistics.median(times[k]))
        found.append((ratio(times[s], times[best]), s, best))
    print(f"pred_early_stop, {len(settings)} settings:\n")
    print("| at most | its fastest setting (frequency, margin) | us a row | Wald's | us a row | ratio |")
    print("|---|---|---|---|---|---|")
    for level in (0.001, 0.0025, 0.005, 0.01, 0.02):
        there = [s for s in settings if theirs[s] <= level]
        if not there:
            continue
        s = min(there, key=lambda s: statistics.median(times[s]))
        best = min((k for k in own if own[k] <= level), key=lambda k: statistics.median(times[k]))
        print(f"| {level:.2%} | {s[0]}, {s[1]:g} ({theirs[s]:.2%}) | {us_a_row(times[s], n):.3g} | {best} "
              f"({own[best]:.2%}) | {us_a_row(times[best], n):.3g} | {ratio(times[s], times[best]):.3g} |")
    least = min(found, key=lambda x: x[0])
    print(f"\nof {len(settings)} settings the least ratio: {least[0]:.3g}, frequency {least[1][0]}, margin "
          f"{least[1][1]:g} ({theirs[least[1]]:.2%}), against {least[2]} ({own[least[2]]:.2%})", flush=True)
    return least[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="fewer settings, fewer rounds")
    parser.add_argument("--cache", type=pathlib.Path, required=True, help="a folder for the trained models")
    arguments = parser.parse_args()
    if not os.environ.get("WALD_DATA") or ensembles.missing(CASE.data):
        print("SKIPPED: cascade_peers (WALD_DATA does not name a folder with Adult)")
        return 77
    warnings.filterwarnings("ignore", category=UserWarning)
    data = ensembles.load(CASE.data)
    data = data._replace(test=np.ascontiguousarray(data.test, np.float32))
    X, failed = data.test, []

    print(f"XGBoost {xgboost.__version__}, {CASE}, {len(X)} rows\n")
    boosted = ensembles.booster(CASE, arguments.cache)
    boosted.set_param({"nthread": 1})
    trees = wald.Trees.from_xgboost(boosted)
    margins = boosted.inplace_predict(X, predict_type="margin")
    agree(trees, X, margins)
    matrices = [xgboost.DMatrix(X, nthread=1) for _ in range(rounds(arguments.quick))]
    theirs = {"XGBoost, predict": lambda: boosted.predict(matrices.pop(), output_margin=True),
              "XGBoost, inplace_predict": lambda: boosted.inplace_predict(X, predict_type="margin"),
              **engines(boosted, arguments.cache, X, margins)}
    failed += against_full(trees, data, theirs, arguments.quick)[2]

    print(f"LightGBM {lightgbm.__version__}, 31 leaves, η {CASE.eta:g}\n")
    leaves = light(data, arguments.cache)
    trees = wald.Trees.from_lightgbm(leaves)
    margins = leaves.predict(X, raw_score=True, num_threads=1)
    agree(trees, X, margins)
    theirs = {"LightGBM, predict": lambda: leaves.predict(X, raw_score=True, num_threads=1),
              **engines(leaves, arguments.cache, X, margins)}
    made, disagrees, missed = against_full(trees, data, theirs, arguments.quick)
    failed += missed
    least = against_early_stop(leaves, trees, data, made, disagrees, arguments.quick)
    if least < 1:
        failed.append(f"pred_early_stop: {least:.3g}")
    if failed:
        print(f"bars that were missed: {'; '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
