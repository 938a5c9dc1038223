"""Certified label sets: how often promises break, and the sizes of the sets beside MAPIE's controllers; see run.py."""

import os
import sys
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import wald
from mapie.risk_control import MultiLabelClassificationController
from mapie.risk_control.methods import find_best_predict_param, get_r_hat_plus
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold
from sklearn.preprocessing import StandardScaler

SETS = ("scene", "yeast", "enron")
CERTIFY, SPLITS, ROWS = 0.9, 100, 300
# Neither all labels nor none hold them, and some threshold between does.
LIMITS = {"scene": {"recall": 0.85, "precision": 0.6},
          "yeast": {"recall": 0.8, "precision": 0.6},
          "enron": {"recall": 0.7, "precision": 0.6},
          "synthetic": {"recall": 0.8, "precision": 0.65, "f1": 0.5, "jaccard": 0.47}}
warnings.filterwarnings("ignore")


def load(name, cache):
    """Probabilities of logistic regressions, out of fold, and labels, of all rows."""
    if name == "synthetic":  # overconfident, with rows that are easy and hard
        rng = np.random.default_rng(1)
        p = rng.beta(0.4, 1.6, (2000, 5)) * rng.uniform(0.5, 1, (2000, 1))
        y = rng.random(p.shape) < p
        return np.clip(p, 0, 1) ** 0.6, y.astype(np.uint8)
    kept = cache / f"{name}.npz"
    if kept.exists():
        both = np.load(kept)
        return both["p"], both["y"]
    frames = [pd.read_csv(Path(os.environ["WALD_DATA"]) / name / f"{part}.csv.gz") for part in ("train", "test")]
    rows = pd.concat(frames, ignore_index=True)
    is_label = [c.startswith("y_") for c in rows.columns]
    x = StandardScaler().fit_transform(rows.loc[:, [not c for c in is_label]])
    y = rows.loc[:, is_label].to_numpy(np.uint8)
    p = np.zeros(y.shape)
    for train, test in KFold(5, shuffle=True, random_state=0).split(x):
        for label in range(y.shape[1]):
            of = y[train, label]
            if of.min() == of.max():
                p[test, label] = of[0]
                continue
            p[test, label] = LogisticRegression(C=0.01, max_iter=300).fit(x[train], of).predict_proba(x[test])[:, 1]
    np.savez(kept, p=p, y=y)
    return p, y


def metric_of_rows(name, y, flagged, zero_division=1.0):
    tp, k, s = (y * flagged).sum(1), flagged.sum(1), y.sum(1)
    over, under = {"recall": (tp, s), "precision": (tp, k), "f1": (2 * tp, k + s), "jaccard": (tp, k + s - tp)}[name]
    return np.where(under > 0, over / np.maximum(under, 1), zero_division)


def chosen(name, p, y, limit, certify, zero_division=1, seed=0):
    metric = wald.Metric(name, zero_division=zero_division)
    found = wald.label_thresholds(y, p, metric=metric, min_value=limit, average="instance", certify=certify,
                                  **({} if certify is None else {"seed": seed}))
    return found.thresholds[0], found.feasible


# ---- How often promises break ---------------------------------------------------------------------

def simulate(name, metric, certify, simulations, cache):
    """Calibration rows drawn from the rows of a data set, which are the population."""
    p, y = load(name, cache)
    limit, rng = LIMITS[name][metric], np.random.default_rng(7)
    means, thresholds, broken, lost, none = {}, [], 0, [], 0
    for simulation in range(simulations):
        rows = rng.integers(len(p), size=ROWS)
        t, feasible = chosen(metric, p[rows], y[rows], limit, certify, seed=simulation)
        if t not in means:
            means[t] = metric_of_rows(metric, y, (p >= t) & (t < np.inf)).mean()
        none += not feasible
        broken += feasible and means[t] < limit
        lost.append(1 - means[t])
    share, error = broken / simulations, (0.1 * 0.9 / simulations) ** 0.5
    if certify is None:
        mean, error = np.mean(lost), np.std(lost) / simulations ** 0.5
        kept = "held" if mean <= 1 - limit + 3 * error else "**broken**"
        return f"| {name} | {metric} ≥ {limit} | in expectation | {1 - mean:.4f} ± {error:.4f} | – | {kept} |"
    kept = "held" if share <= 0.1 + 3 * error else "**broken**"
    return (f"| {name} | {metric} ≥ {limit} | with probability 0.9 | {share:.2%} | {none / simulations:.1%} | {kept} |")


def simulate_mapie(limits, simulations):
    """The same by MAPIE's RCPS with the bound wsr, of rows with a label, which it asks for."""
    p, y = load("synthetic", None)
    p, y = p[y.sum(1) > 0], y[y.sum(1) > 0]
    grid, rng = np.arange(0, 1, 0.01), np.random.default_rng(7)
    risks = 1 - np.stack([metric_of_rows("recall", y, p > t) for t in grid], 1)
    means, broken = 1 - risks.mean(0), np.zeros(len(limits))
    for _ in range(simulations):
        _, upper = get_r_hat_plus(risks[rng.integers(len(p), size=ROWS)], grid, "rcps", "wsr", 1 - CERTIFY, 0.25)
        best = find_best_predict_param(grid, upper, 1 - np.array(limits))
        broken += [means[np.argmin(abs(grid - t))] < limit for t, limit in zip(best, limits)]
    error = (0.1 * 0.9 / simulations) ** 0.5
    for limit, share in zip(limits, broken / simulations):
        kept = "held" if share <= 0.1 + 3 * error else "**broken**"
        yield f"| synthetic, MAPIE's RCPS, wsr ({simulations:,} samples) | recall ≥ {limit} | with probability 0.9 | {share:.2%} | 0.0% | {kept} |"


# ---- Beside MAPIE ---------------------------------------------------------------------------------

def mapie_risks(p, y, metric, limit, **asked):
    """A controller with the risks of all rows."""
    own = MultiLabelClassificationController(lambda rows: p[rows], risk=metric, target_level=limit, **asked)
    return own.compute_risks(np.arange(len(p)), y)


def compare(name, cache):
    p, y = load(name, cache)
    limits, out = LIMITS[name], []
    certified = {"confidence_level": CERTIFY}
    rivals = {
        ("recall", None): {"MAPIE, CRC": {"method": "crc"}},
        ("recall", CERTIFY): {f"MAPIE, RCPS, {bound}": {"method": "rcps", "rcps_bound": bound, **certified}
                              for bound in ("hoeffding", "bernstein", "wsr")},
        ("precision", CERTIFY): {"MAPIE, LTT": {"method": "ltt", **certified}},
    }
    rng = np.random.default_rng(3)
    splits = [np.split(rng.permutation(len(p)), [len(p) // 2]) for _ in range(SPLITS)]
    for (metric, certify), controllers in rivals.items():
        limit = limits[metric]
        zero_division = 0 if metric == "precision" else 1  # MAPIE's
        promise = f"{metric} ≥ {limit}, " + ("in expectation" if certify is None else "with probability 0.9")
        rules = {"Wald": lambda rows, split: chosen(metric, p[rows], y[rows], limit, certify, zero_division, split)[0]}
        for rival, asked in controllers.items():
            own = mapie_risks(p, y, metric, limit, **asked)
            risks = own._risks

            def by_mapie(rows, split, own=own, risks=risks):
                own._risks = risks[rows]
                return np.nextafter(own.compute_best_predict_param().best_predict_param[0], np.inf)
            rules[rival] = by_mapie
        for rule, choose in rules.items():
            sizes, values = [], []
            for split, (calibration, test) in enumerate(splits):
                t = choose(calibration, split)
                flagged = (p[test] >= t) & (t < np.inf)
                sizes.append(flagged.sum(1).mean())
                values.append(metric_of_rows(metric, y[test], flagged, zero_division).mean())
            below = np.mean(np.array(values) < limit)
            out.append(f"| {name} | {promise} | {rule} | {np.mean(sizes):.3f} | {np.mean(values):.4f} | {below:.0%} |")
    return out


def main():
    output, cache, simulations = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
    cache.mkdir(parents=True, exist_ok=True)
    promises = [("recall", None), *((metric, CERTIFY) for metric in ("recall", "precision", "f1", "jaccard"))]
    sizes = [line for name in SETS for line in compare(name, cache)]
    print("\n".join(sizes), flush=True)
    broken = [simulate("synthetic", *promise, simulations, cache) for promise in promises]
    broken += simulate_mapie((0.8, 0.805, 0.85, 0.855), simulations // 5)
    text = "\n".join([
        f"### Labels per set, {SPLITS} splits in halves", "",
        "| data | promise | rule | labels per set | mean on the other half | splits below |", "|---|---|---|---|---|---|",
        *sizes, "", f"### Promises, {simulations:,} samples of {ROWS} rows", "",
        "| data | limit | promise | broken, or the mean | none certified | verdict |", "|---|---|---|---|---|---|", *broken, ""])
    (output / "results.md").write_text(text)


if __name__ == "__main__":
    main()
