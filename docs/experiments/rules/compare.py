"""The value on test rows of every rule that the learner "rule" knows, and of the one that it chooses.

    compare.py OUTPUT CACHE

Models, data and splits are those of ../modern. A cell is a data set, a model, an average and a metric.
"""

import collections
import json
import pathlib
import sys
import time

import numpy as np

import wald

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "modern"))
import models  # noqa: E402
import sets  # noqa: E402

RESPLITS = 3
MODELS = {"lightgbm": ("scene", "yeast", "enron", "letter", "spambase", "creditcard_fraud_thinned", "bank_marketing",
                       "adult", "nomao"),
          "network": ("scene", "yeast", "enron", "spambase")}
METRICS = ("f1", "jaccard", "balanced_accuracy")
WIDE = ("letter",)  # one split, forty trees


def jobs():
    for split in range(1, RESPLITS + 1):
        for model, names in MODELS.items():
            for name in names:
                if name not in WIDE or split == 1:
                    yield name, split, model, 40 if name in WIDE else 100


def values(found, train, test):
    """{average: {metric: {rule: value on the test rows}}}, "auto" among the rules, with what it chose and its seconds."""
    kept, new, truth = found["kept"], found["new"], train[1]
    none, none_new = np.empty((len(kept), 0)), np.empty((len(new), 0))
    out = {}
    for average in ("macro",) if truth.shape[1] == 1 else ("instance", "macro", "micro"):
        for metric in METRICS:
            def value(rule):
                made = wald.Learner.fit("rule", none, truth, marginals=kept, metric=metric, average=average, rule=rule)
                mask = made.decide(none_new, metric, marginals=new, average=average).mask
                return made, float(np.mean(wald.evaluate(test[1], mask, metric, average=average)))

            start = time.process_time()
            auto, reached = value("auto")
            seconds = time.process_time() - start
            own = {rule: value(rule)[1] for rule in auto.candidates.split()}
            out[f"{average} {metric}"] = {**own, "auto": reached, "chosen": auto.rule, "seconds": seconds / truth.size * 1e5}
    return out


def computed(cache):
    """{(data set, model, average and metric): [values of a split, ...]}."""
    cells, whole = collections.defaultdict(list), {}
    for name, split, model, trees in jobs():
        if name not in whole:
            whole[name] = sets.whole(name)
        train, test = sets.split(whole[name], split)
        path = cache / f"rules-{name}-{split}-{model}.json"
        if not path.exists():
            found = models.probabilities(cache, f"{name}-{split}", model, trees, train, test, 3)
            path.write_text(json.dumps(values(found, train, test)))
        for what, own in json.loads(path.read_text()).items():
            cells[name, model, what].append(own)
    return cells


def regret(own, rule, best):
    return 100 * (np.mean([split[best] for split in own]) - np.mean([split[rule] for split in own]))


def best_of(own):
    rules = [rule for rule in own[0] if rule not in ("auto", "chosen", "seconds")]
    return max(rules, key=lambda rule: np.mean([split[rule] for split in own]))


def behind(own, rule):
    """Whether "auto" is behind a rule beyond chance: 95 %, corrected for splits that overlap (Nadeau, Bengio 2003)."""
    gaps = np.array([split["auto"] - split[rule] for split in own])
    n = len(gaps)
    if n < 3:
        return False
    error = gaps.std(ddof=1) * np.sqrt(1 / n + 1 / 3)
    return gaps.mean() + 4.303 * error < 0 if n == 3 else gaps.mean() + 2.262 * error < 0


def tables(cells):
    kinds = sorted({what for _, _, what in cells})
    rules = [rule for rule in next(v for (_, _, what), v in cells.items() if what.startswith("instance"))[0]
             if rule not in ("chosen", "seconds")]
    lines = ["Mean regret in points to the rule that is best in hindsight, over data sets and models. The last column is "
             "the mean of all cells.", "", "| rule | " + " | ".join(kind.replace("_", " ") for kind in kinds) + " | all |",
             "|---" * (len(kinds) + 2) + "|"]
    for rule in rules:
        row = []
        for kind in [*kinds, None]:
            chosen = [own for (_, _, what), own in cells.items() if kind in (what, None) and rule in own[0]]
            row.append(f"{np.mean([regret(own, rule, best_of(own)) for own in chosen]):.2f}")
        lines.append(f"| {rule} | " + " | ".join(row) + " |")
    counted = collections.Counter(split["chosen"] for own in cells.values() for split in own)
    lines += ["", "Chosen: " + ", ".join(f"{rule} {count}" for rule, count in counted.most_common()) + ".", ""]
    for rule in ("thresholds", "decide", "decide-platt"):
        lost = [own for own in cells.values() if rule in own[0] and behind(own, rule)]
        lines.append(f"Behind {rule} beyond chance: {len(lost)} of {len(cells)} cells.")
        lines.append("")
    seconds = [split["seconds"] for own in cells.values() for split in own]
    lines.append(f"Fitting, CPU seconds per 100,000 cells: median {np.median(seconds):.2f}, greatest {max(seconds):.2f}.")
    return "\n".join(lines)


def main():
    output, cache = map(pathlib.Path, sys.argv[1:])
    cache.mkdir(parents=True, exist_ok=True)
    (output / "results.md").write_text(tables(computed(cache)) + "\n")
    print((output / "results.md").read_text())


if __name__ == "__main__":
    main()
