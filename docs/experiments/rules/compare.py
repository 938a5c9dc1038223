"""The value on test rows of every rule that the learner "rule" has, of the one that it chooses, and of xcolumns.

    compare.py OUTPUT CACHE [--kept]

A cell is a data set, a model, an average and a metric. What was computed is kept in CACHE; with --kept nothing is computed
and what is not there is left out.
"""

import collections
import time

import cells
import decided
import kept
import models
import numpy as np
import others
import plan
import sets
import wald
from scipy.stats import t as student

METRICS = ("f1", "jaccard", "balanced_accuracy")
RIVALS = ("thresholds", "decide", "decide-platt", "xcolumns", "xcolumns-platt", "xcolumns-learned")
BARS = {"scene": 81.0, "yeast": 67.8, "enron": 63.7}
WITH_FEATURES = ("given-cardinality", "given-mixture")
FEATURED = ("scene", "yeast", "enron", *cells.REVISED, *cells.UNSEEN)
FEATURED_SPLITS = 3
TIMED = ("emotions", "birds", "yeast", "scene", "spambase", "adult")
BESIDE = ("auto", "chosen", "seconds", "share", "gain out of fold", *(name for name in RIVALS if name.startswith("xcolumns")))


def values(job, found):
    """{"average metric": {rule: value on the test rows}}, "auto" among the rules, with what it chose and its seconds."""
    train, test = cells.split(job)
    marginals, new, truth = found["kept"], found["new"], train[1]
    none, none_new = np.empty((len(marginals), 0)), np.empty((len(new), 0))
    _, smooth = decided.calibrated(marginals, truth, new)
    out = {}
    for average in decided.averages(truth):
        for metric in METRICS:
            def value(rule):
                made = wald.Learner.fit("rule", none, truth, marginals=marginals, metric=metric, average=average, rule=rule)
                mask = made.decide(none_new, metric, marginals=new, average=average).mask
                return made, decided.judged(test[1], mask, metric, average)

            start = time.process_time()
            auto, reached = value("auto")
            seconds = time.process_time() - start
            own = {rule: value(rule)[1] for rule in auto.candidates.split()}
            theirs = {name: decided.judged(test[1], mask, metric, average)
                      for name, mask in others.masks(metric, average, marginals, truth, new, smooth).items()}
            out[f"{average} {metric}"] = {**own, **theirs, "auto": reached, "chosen": auto.rule,
                                          "seconds": seconds / truth.size * 1e5, "share": len(test[1]) / len(truth)}
    return out


def computed(cache):
    """{(data set, model, "average metric"): [values of a split, ...]}."""
    out = collections.defaultdict(list)
    for job in cells.jobs():
        try:
            own = kept.values(cache / f"rules-{'-'.join(map(str, job))}.json",
                              lambda job=job: values(job, cells.probabilities(cache, job)))
        except kept.Absent:
            continue
        for what, each in own.items():
            out[job[0], job[2], what].append(each)
    return out


def headlines(cache):
    """{data set: F1 by instance of "rule" with features, in percent, and what it chose}: the predefined rows, LightGBM."""
    out = {}
    for job in plan.headline():
        name, number, model, trees, folds = job

        def compute(name=name, number=number, model=model, trees=trees, folds=folds):
            train, test = sets.split(sets.whole(name), number)
            found = models.probabilities(cache, f"{name}-{number}", model, trees, train, test, folds)
            start = time.process_time()
            made = wald.Learner.fit("rule", *train, marginals=found["kept"], metric="f1", average="instance", threads=1)
            seconds = time.process_time() - start
            mask = made.decide(test[0], "f1", marginals=found["new"]).mask
            best = {rule: judged_alone(rule, train, test, found) for rule in made.candidates.split()}
            return {"auto": decided.judged(test[1], mask, "f1", "instance"), "chosen": made.rule, "reason": made.rule_reason,
                    "seconds": seconds, "per rule": best}

        try:
            out[name] = kept.values(cache / f"headline-{name}.json", compute)
        except kept.Absent:
            continue
    return out


def judged_alone(rule, train, test, found):
    made = wald.Learner.fit("rule", *train, marginals=found["kept"], metric="f1", average="instance", rule=rule, threads=1)
    return decided.judged(test[1], made.decide(test[0], "f1", marginals=found["new"]).mask, "f1", "instance")


def featured(cache):
    """{data set: [values of a split, ...]}: F1 by instance of the rules that take features, and of what is chosen with them."""
    out = collections.defaultdict(list)
    for number in range(1, FEATURED_SPLITS + 1):
        for name in FEATURED:
            job = name, number, "lightgbm"

            def compute():
                train, test = cells.split(job)
                found = cells.probabilities(cache, job)
                made = wald.Learner.fit("rule", *train, marginals=found["kept"], metric="f1", average="instance", threads=1)
                mask = made.decide(test[0], "f1", marginals=found["new"]).mask
                own = {rule: judged_alone(rule, train, test, found) for rule in WITH_FEATURES}
                gains = dict(zip(made.candidates.split(), made.candidate_gains))
                return {**own, "auto": decided.judged(test[1], mask, "f1", "instance"), "chosen": made.rule,
                        "gain out of fold": gains["given-mixture"]}

            if job not in set(cells.jobs()):
                continue
            try:
                alone = kept.values(cache / f"rules-{'-'.join(map(str, job))}.json",
                                    lambda: values(job, cells.probabilities(cache, job)))["instance f1"]
                beside = kept.values(cache / f"featured-{name}-{number}.json", compute)
            except kept.Absent:
                continue
            out[name].append({**{rule: alone[rule] for rule in alone if rule not in BESIDE}, **beside})
    return out


def times(cache):
    """{"data set average": CPU seconds} of probabilities out of five folds, and of LearnerClassifier("rule") in all."""
    out = {}
    for name in TIMED:

        def compute():
            (X, Y), _ = cells.split((name, 1))
            model = models.made("lightgbm", cells.TREES, len(Y))
            start = time.process_time()
            models.out_of_fold(model, X, Y, 5)
            found = {"out of fold": time.process_time() - start, "cells": Y.size}
            for average in decided.averages(Y):
                start = time.process_time()
                made = wald.LearnerClassifier("rule", "f1", average=average, marginals=model, cv=5, threads=1)
                made.fit(X, Y if Y.shape[1] > 1 else Y[:, 0])
                found[average] = time.process_time() - start
            return found

        try:
            out[name] = kept.values(cache / f"times-{name}.json", compute)
        except kept.Absent:
            continue
    return out


def gap(own, rule):
    """Mean of "auto" less a rule over the splits, and how far it is from chance on 95 % (Nadeau, Bengio 2003, for splits
    that overlap); infinitely far for fewer than three splits."""
    gaps = np.array([split["auto"] - split[rule] for split in own])
    n = len(gaps)
    if n < 3:
        return gaps.mean(), np.inf
    return gaps.mean(), student.ppf(0.975, n - 1) * gaps.std(ddof=1) * np.sqrt(1 / n + own[0]["share"])


def mean(own, rule):
    return 100 * np.mean([split[rule] for split in own])


def regret(own, rule):
    """Points below the rule that is best in hindsight."""
    return max(mean(own, each) for each in own[0] if each not in BESIDE) - mean(own, rule)


def foreseen(own, rule):
    """Points below the rule that is best on the other splits, on average over the splits: without the luck of test rows, by
    which some rule is best in hindsight even where all are equally good. NaN for fewer than three splits."""
    if len(own) < 3:
        return np.nan
    rules = [each for each in own[0] if each not in BESIDE]
    points = 100 * np.array([[split[each] for each in rules] for split in own])
    best = [points[i, np.delete(points, i, 0).mean(0).argmax()] for i in range(len(own))]
    return np.mean(best) - mean(own, rule)


def table(head, rows):
    return ["| " + " | ".join(head) + " |", "|---" * len(head) + "|",
            *("| " + " | ".join(str(cell) for cell in row) + " |" for row in rows), ""]


def regrets(found):
    kinds = sorted({what for _, _, what in found})
    rules = list(dict.fromkeys(rule for own in found.values() for rule in own[0] if rule not in ("chosen", "seconds", "share")))
    rows = []
    for rule in rules:
        each = [[regret(own, rule) for (_, _, what), own in found.items() if kind in (what, None) and rule in own[0]]
                for kind in [*kinds, None]]
        rows.append((rule, *(f"{np.mean(x):.2f}" if x else "" for x in each)))
    return table(("rule", *(kind.replace("_", " ") for kind in kinds), "all"), rows)


JUDGED = ("auto", "decide-mean", "decide-platt", "decide", "thresholds")


def judged_cells(cells_of_group):
    """Mean regrets of a group: of "auto" to the best of other splits, and of the rules of JUDGED in hindsight."""
    return (f"{np.nanmean([foreseen(own, 'auto') for own in cells_of_group]):.2f}",
            *(f"{np.mean([regret(own, rule) for own in cells_of_group if rule in own[0]]):.2f}" for rule in JUDGED))


def groups(found):
    """The regret of "auto" and of the first choice, by data set and by model."""
    rows = []
    for place, names in ((0, cells.ALL), (1, cells.MODELS)):
        for name in names:
            own = [splits for key, splits in found.items() if key[place] == name]
            if own:
                counts = sorted({len(splits) for splits in own})
                rows.append((name, cells.kind(name) if place == 0 else "model", len(own),
                             " to ".join(map(str, dict.fromkeys((counts[0], counts[-1])))), *judged_cells(own)))
    kinds = (("all seen", "seen", cells.SEEN), ("all revised", "revised", cells.REVISED),
             ("all unseen", "unseen", cells.UNSEEN), ("all", "", cells.ALL))
    for name, kind, sets_ in kinds:
        own = [splits for key, splits in found.items() if key[0] in sets_]
        if own:
            rows.append((name, kind, len(own), "", *judged_cells(own)))
    return table(("", "", "cells", "splits", "`auto` to the best of other splits", *JUDGED), rows)


def behind(found):
    rows = []
    for rule in RIVALS:
        gaps = {key: gap(own, rule) for key, own in found.items() if rule in own[0]}
        middles = 100 * np.array([middle for middle, _ in gaps.values()])
        judged = {key: pair for key, pair in gaps.items() if np.isfinite(pair[1])}
        lost = [key for key, (middle, wide) in judged.items() if middle + wide < 0]
        won = sum(middle - wide > 0 for middle, wide in judged.values())
        rows.append((rule, len(gaps), f"{middles.mean():+.2f}", (middles > 0).sum(), (middles < 0).sum(), (middles < -1).sum(),
                     len(judged), won, f"{len(lost)} ({100 * len(lost) / max(len(judged), 1):.1f} %)",
                     "; ".join(f"{' '.join(key)} {100 * gaps[key][0]:+.2f}" for key in lost[:6])))
    return table(("rival", "cells", "mean gain of `auto`", "ahead", "behind", "behind by a point", "of three splits or more",
                  "ahead beyond chance", "behind beyond chance", "which"), rows)


def with_features(found):
    rows = []
    for name, own in found.items():
        chosen = collections.Counter(split["chosen"] for split in own)
        rows.append((name, cells.kind(name), len(own),
                     *(f"{mean(own, rule):.2f}" for rule in ("half", "decide-mean", *WITH_FEATURES, "auto")),
                     f"{regret(own, 'auto'):.2f}", ", ".join(f"{rule} {count}" for rule, count in chosen.most_common())))
    return table(("", "", "splits", "half", "decide-mean", *WITH_FEATURES, "auto", "regret", "chosen"), rows)


def timed(seconds):
    rows = []
    for name, found in seconds.items():
        for average in ("instance", "macro", "micro"):
            if average in found:
                bar = 1.5 * found["out of fold"] + found["cells"] / 1e5
                rows.append((name, average, f"{found['out of fold']:.1f}", f"{found[average]:.1f}", f"{bar:.1f}",
                             "" if found[average] <= bar else "above"))
    return table(("", "average", "out of fold", "fit", "1.5 x out of fold + 1 s per 100,000 cells", ""), rows)


def written(found, headline, features, seconds_of):
    chosen = collections.Counter(split["chosen"] for own in found.values() for split in own)
    seconds = [split["seconds"] for own in found.values() for split in own]
    return "\n".join([
        f"{len(found)} cells, {sum(map(len, found.values()))} fits.", "",
        "## Regret", "",
        "Mean regret in points to the rule that is best in hindsight, over data sets and models. The last column is the mean "
        "of all cells. A negative one is better than every candidate.", "",
        *regrets(found),
        "By data set and by model; the first of the regrets is to the rule that is best on the other splits:", "",
        *groups(found),
        "## Against other rules", "",
        "Cells where `auto` is ahead of a rival, or behind. Beyond chance, of cells of three splits or more: 95 %, corrected "
        "for splits that overlap (Nadeau, Bengio 2003).", "",
        *behind(found),
        "Chosen: " + ", ".join(f"{rule} {count}" for rule, count in chosen.most_common()) + ".", "",
        f"Fitting, CPU seconds per 100,000 cells: median {np.median(seconds):.2f}, 95 % below "
        f"{np.quantile(seconds, 0.95):.2f}, greatest {max(seconds):.2f}.", "",
        *(["## F1 by instance, with features", "",
           "Predefined rows, LightGBM's probabilities out of five folds, the data of the table in "
           "[the experiment on current models](../modern/README.md).", "",
           *table(("", "`auto`", "chosen", "required", "best candidate", "seconds"),
                  [(name, f"{100 * x['auto']:.2f}", x["chosen"], BARS[name],
                    "{1} {0:.2f}".format(*max((100 * value, rule) for rule, value in x["per rule"].items())),
                    f"{x['seconds']:.1f}") for name, x in headline.items()])] if headline else []),
        *(["Random splits, LightGBM's probabilities out of three folds:", "", *with_features(features)] if features else []),
        *(["## Times", "",
           'CPU seconds of `LearnerClassifier("rule", "f1", marginals=LightGBM)` on the training rows of one split.', "",
           *timed(seconds_of)] if seconds_of else [])])


def main():
    arguments = kept.asked()
    arguments.cache.mkdir(parents=True, exist_ok=True)
    headline = headlines(arguments.cache)
    found = computed(arguments.cache)
    text = written(found, headline, featured(arguments.cache), times(arguments.cache)).rstrip() + "\n"
    (arguments.output / "results.md").write_text(text)
    print(text)


if __name__ == "__main__":
    main()
