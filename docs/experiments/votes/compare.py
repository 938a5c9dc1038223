"""The tables: trees asked at equal disagreement, what is certified, and how often a certificate is broken.

    compare.py OUTPUT CACHE [--draws N]      called by run.py, which has requirements.txt installed

Writes results.md to OUTPUT. The votes of forests and what was found are kept in CACHE.
"""

import argparse
import csv
import gzip
import json
import math
import os
import pathlib

import numpy as np
from sklearn.ensemble import ExtraTreesClassifier, RandomForestClassifier
from wald import Cascade

SETS = ["adult", "bank_marketing", "breast_cancer_wisconsin", "creditcard_fraud_thinned", "letter", "nomao", "spambase"]
FORESTS = {"random forest": RandomForestClassifier, "extra trees": ExtraTreesClassifier}
TREES = 500
FITTED, JUDGED, SPLITS = 2000, 4000, 4
BOUNDS = [0.001, 0.002, 0.005]
ALPHAS = [1e-5, 1e-4, 2e-4, 5e-4, 7e-4, 1e-3, 1.5e-3, 2e-3, 3e-3, 5e-3, 7e-3]  # of votes
SUMS = [(0.0, "all"), (0.001, "all"), (0.005, "all"), (0.005, "power:0.25"), (0.01, "power:0.25")]
SUMS_AT_RANDOM = [(0.0, "all"), (0.001, "power:0.25"), (0.005, "power:0.25")]
MARGINS = [8 * (i / 255)**2 for i in range(0, 100, 2)]  # as calibration tries them


# ---- Votes ---------------------------------------------------------------------------------------


def rows_of(name):
    """Features and the label 0 or 1; words become codes in the order of the alphabet."""
    folder = pathlib.Path(os.environ["WALD_DATA"]) / name
    files = sorted(folder.glob("t*.csv.gz"), reverse=True) or [folder / "data.csv.gz"]
    rows = []
    for file in files:
        with gzip.open(file, "rt") as stream:
            header, *own = csv.reader(stream)
            rows += own
    features = []
    for name_of, column in zip(header, zip(*rows)):
        if name_of == "y":
            label = np.array([ord(v) % 2 == 0 for v in column] if name == "letter" else [float(v) > 0 for v in column])
        elif (name, name_of) != ("bank_marketing", "duration"):  # known after the call alone
            try:
                features.append(np.array(column, np.float32))
            except ValueError:
                codes = {v: i for i, v in enumerate(sorted(set(column)))}
                features.append(np.array([codes[v] for v in column], np.float32))
    return np.stack(features, axis=1), label.astype(int)


def votes_of(cache, name, forest):
    """The votes of 500 trees, trained on a random half of the rows, on the other half."""
    kept = cache / f"{name}-{forest.replace(' ', '-')}.npy"
    if not kept.exists():
        features, label = rows_of(name)
        order = np.random.default_rng(0).permutation(len(label))
        train, rest = order[:len(order) // 2], order[len(order) // 2:]
        model = FORESTS[forest](TREES, random_state=0).fit(features[train], label[train])
        votes = [tree.tree_.predict(features[rest])[:, 1] > 0.5 for tree in model.estimators_]
        np.save(kept, np.stack(votes, axis=1).astype(np.uint8))
    return np.load(kept)


# ---- At equal disagreement -----------------------------------------------------------------------


def judged(cascade, votes, margins=(0.0,)):
    """(disagreement, mean trees) on votes, with thresholds moved apart by so many spreads."""
    sums = np.cumsum(votes[:, cascade.order], axis=1, dtype=np.float32)
    full, out = sums[:, -1] >= TREES / 2, []
    for margin in margins:
        low, high = cascade.low - margin * cascade.spread, cascade.high + margin * cascade.spread
        low[-1], high[-1] = cascade.low[-1], cascade.high[-1]
        positive = sums >= high
        stop = np.argmax(positive | (sums < low), axis=1)
        out.append((np.mean(positive[np.arange(len(sums)), stop] != full), np.mean(stop + 1.0)))
    return out


def trees_at(points, bound):
    """The fewest mean trees at a disagreement: of one setting, or of two neighbours between which one interpolates."""
    best = min((m for d, m in points if d <= bound), default=math.inf)
    for d, m in points:
        for e, n in points:
            if d <= bound < e and n < m:
                best = min(best, m + (n - m) * (bound - d) / (e - d))
    return best


def splits_of(votes):
    fitted = min(FITTED, len(votes) // 2)
    for split in range(SPLITS):
        order = np.random.default_rng(split).permutation(len(votes))
        yield split, *(votes[order[a:b]].astype(np.float32) for a, b in ((0, fitted), (fitted, fitted + JUDGED)))


def means(points):
    return [tuple(map(float, np.mean(each, axis=0))) for each in points.values()]


def curves(votes):
    """Of each algorithm the points (disagreement, mean trees), each the mean over random splits of the rows."""
    found = {"votes": {}, "sums": {}}
    for split, rows, test in splits_of(votes):
        for alpha in ALPHAS:
            made = Cascade.fit(rows, threshold=TREES / 2, algorithm="votes", alpha=alpha, seed=split)
            found["votes"].setdefault(alpha, []).append(judged(made, test)[0])
        for setting in SUMS:
            made = Cascade.fit(rows, threshold=TREES / 2, alpha=setting[0], spend=setting[1])
            for margin, point in zip(MARGINS, judged(made, test, MARGINS)):
                found["sums"].setdefault((setting, margin), []).append(point)
    return {name: means(points) for name, points in found.items()}


def curve_at_random(votes):
    """The same of sums whose order is drawn, which no rows were fitted to."""
    found = {}
    for split, rows, test in splits_of(votes):
        for alpha, spend in SUMS_AT_RANDOM:
            made = Cascade.fit(rows, threshold=TREES / 2, alpha=alpha, spend=spend, order="random", seed=split)
            for margin, point in zip(MARGINS, judged(made, test, MARGINS)):
                found.setdefault((alpha, spend, margin), []).append(point)
    return means(found)


def certified(votes, target):
    """Of each algorithm what a certificate costs, and what was really decided otherwise: fitted, calibrated, judged."""
    third = len(votes) // 3
    order = np.random.default_rng(99).permutation(len(votes))
    parts = [votes[order[i * third:(i + 1) * third]][:JUDGED].astype(np.float32) for i in range(3)]
    out = {}
    for algorithm in ("votes", "sums", "cheaper"):
        made = Cascade.fit(parts[0][:FITTED], parts[1], threshold=TREES / 2, algorithm=algorithm, max_disagreement=target)
        seen = made.evaluate(parts[2])
        out[algorithm] = [made.certified_disagreement, seen.mean_models, seen.disagreement, made.algorithm]
    return out


# ---- Whether certificates hold -------------------------------------------------------------------

# forest, trees, whether the order is random, rows to fit to, to calibrate with, target; of how many draws one is made
DESIGNS = [("spambase", "random forest", 51, True, 150, 500, 0.02, 1),
           ("made up", "half of the trees are noise", 41, False, 100, 300, 0.03, 1),
           ("adult", "random forest", 51, True, 150, 500, 0.02, 10),
           ("letter", "extra trees", 51, False, 300, 1000, 0.005, 10)]
CONFIDENCE = 0.9


def population(cache, name, forest, trees):
    if name != "made up":
        return votes_of(cache, name, forest)[:3000, :trees]
    random = np.random.default_rng(1)
    chance = random.beta(0.3, 0.3, size=(3000, 1))
    chance = np.where(np.arange(trees) < trees // 2, 0.5, chance)  # in the order of the columns: the worst ones first
    return (random.random((3000, trees)) < chance).astype(np.uint8)


def broken(cache, design, algorithm, draws):
    """Of so many draws of rows: certificates that the whole population breaks, and the mean trees there."""
    name, forest, trees, shuffled, n_fit, n_more, target, _ = design
    votes = population(cache, name, forest, trees).astype(np.float32)
    full = votes.sum(axis=1) >= trees / 2
    random = np.random.default_rng(7)
    count, asked, none = 0, 0.0, 0
    for draw in range(draws):
        rows = votes[random.integers(0, len(votes), n_fit + n_more)]
        made = Cascade.fit(rows[:n_fit], rows[n_fit:], threshold=trees / 2, algorithm=algorithm, alpha=0.05, seed=draw,
                           max_disagreement=target, certify=CONFIDENCE, order="joint" if shuffled else "natural")
        decisions, counts, _ = made.apply(votes)
        count += np.mean(decisions != full) > made.certified_disagreement
        none += made.certified_disagreement == 0
        asked += counts.mean() / draws
    return int(count), float(asked), int(none)


# ---- Tables --------------------------------------------------------------------------------------


def kept(cache, name, make):
    file = cache / f"{name}.json"
    if not file.exists():
        file.write_text(json.dumps(make()))
    return json.loads(file.read_text())


def shown(x):
    return "–" if math.isinf(x) else f"{x:.1f}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("cache", type=pathlib.Path)
    parser.add_argument("--draws", type=int, default=10_000)
    arguments = parser.parse_args()
    cache = arguments.cache
    cache.mkdir(parents=True, exist_ok=True)
    lines = ["## Trees at equal disagreement", "",
             "Mean trees a row, of 500, where so many rows of the test are decided differently than by all trees.", "",
             "| forest | rows fitted to | " + " | ".join(f"votes, {b:.1%} | sums, {b:.1%}" for b in BOUNDS) +
             " | times fewer at 0.1% | sums in a random order, 0.1% |",
             "|---|---|" + "---|---|" * len(BOUNDS) + "---|---|"]
    ratios = []
    for name in SETS:
        if not (pathlib.Path(os.environ["WALD_DATA"]) / name).exists():
            lines.append(f"| {name} | left out: not among the data |" + " |" * (2 * len(BOUNDS) + 2))
            continue
        for forest in FORESTS:
            votes = votes_of(cache, name, forest)
            points = kept(cache, f"curves-{name}-{forest.replace(' ', '-')}", lambda: curves(votes))
            cells = []
            for bound in BOUNDS:
                pair = [trees_at(points[algorithm], bound) for algorithm in ("votes", "sums")]
                cells += [shown(x) for x in pair]
                if bound == BOUNDS[0]:
                    ratio = pair[1] / pair[0]
            ratios.append(ratio)
            at_random = kept(cache, f"random-{name}-{forest.replace(' ', '-')}", lambda: curve_at_random(votes))
            lines.append(f"| {name}, {forest} | {min(FITTED, len(votes) // 2)} | " + " | ".join(cells) +
                         f" | {ratio:.2f} | {shown(trees_at(at_random, BOUNDS[0]))} |")
            print(lines[-1], flush=True)
    ahead = sum(r >= 1 for r in ratios)
    lines += ["", f"Votes ask at most as many trees at 0.1 % on {ahead} of {len(ratios)} forests, "
              f"{math.exp(np.mean(np.log(ratios))):.2f} times fewer on the geometric mean.", ""]
    lines += ["## Certified", "",
              "A third of the rows to fit to, a third to certify with, a third to judge (at most 2,000, 4,000, 4,000); "
              "95 % confidence.", "",
              "| forest | target | votes | sums | the cheaper | is | disagreement: votes | sums |",
              "|---|---|---|---|---|---|---|---|"]
    for name in SETS:
        for forest in FORESTS:
            if not (pathlib.Path(os.environ["WALD_DATA"]) / name).exists():
                continue
            votes = votes_of(cache, name, forest)
            target = 0.002 if len(votes) > 6000 else 0.01
            found = kept(cache, f"certified-{name}-{forest.replace(' ', '-')}", lambda: certified(votes, target))
            lines.append(f"| {name}, {forest} | {target:.1%} | " +
                         " | ".join(shown(found[a][1]) for a in ("votes", "sums", "cheaper")) +
                         f" | {found['cheaper'][3]} | " +
                         " | ".join(f"{found[a][2]:.2%}" for a in ("votes", "sums")) + " |")
            print(lines[-1], flush=True)
    lines += ["", "## Whether certificates hold", "",
              "Rows to fit to and to certify with are drawn from a population that is known; a certificate is broken "
              f"where the whole population disagrees more often. {CONFIDENCE:.0%} confidence, so that "
              f"{1 - CONFIDENCE:.0%} may be broken.", "",
              "| population | trees | rows | target | algorithm | broken | draws | share | mean trees | none |",
              "|---|---|---|---|---|---|---|---|---|---|"]
    for design in DESIGNS:
        if design[0] != "made up" and not (pathlib.Path(os.environ["WALD_DATA"]) / design[0]).exists():
            continue
        for algorithm in ("votes", "cheaper"):
            # The cheaper takes several times as long.
            draws = max(1, arguments.draws // max(design[7], 10 if algorithm == "cheaper" else 1))
            name = f"broken-{design[0].replace(' ', '-')}-{algorithm}-{draws}"
            count, asked, none = kept(cache, name, lambda: broken(cache, design, algorithm, draws))
            error = math.sqrt(CONFIDENCE * (1 - CONFIDENCE) / draws)
            held = "" if count / draws <= 1 - CONFIDENCE + 3 * error else ", **too many**"
            lines.append(f"| {design[0]}, {design[1]} | {design[2]} | {design[4]} + {design[5]} | {design[6]:.1%} | "
                         f"{algorithm} | {count} | {draws} | {count / draws:.2%}{held} | {asked:.1f} | "
                         f"{none / draws:.1%} |")
            print(lines[-1], flush=True)
    arguments.output.mkdir(parents=True, exist_ok=True)
    (arguments.output / "results.md").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
