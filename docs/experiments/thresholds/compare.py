"""How thresholds do that each rule chooses: the table, the picture, and the comparison with scikit-learn.

    compare.py OUTPUT CACHE [--quick]      called by run.py, in an environment that has requirements.txt

Writes results.md and thresholds.svg to OUTPUT. Scores of models are kept in CACHE, by the text of pairs.py.
"""

import argparse
import hashlib
import os
import pathlib
import pickle
import sys
import textwrap
import time

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
import headline
import naive
import numpy as np
import pairs
import tuned
import wald
from joblib import Parallel, delayed

FULL, QUICK = 10000, 3000  # rows of a data set at most; Robles et al. have 10,000
HERE = pathlib.Path(__file__).resolve().parent


# ---- Rules ---------------------------------------------------------------------------------------


def rules(pair):
    """Name -> (a function from scores to flags, whether it said itself that no alert is worth its cost). Every rule's
    thresholds are chosen on the pair's own rows."""
    y, s = pair.y, pair.out_of_fold
    best = wald.Sample(2).feed(y, s).choose("f1", baselines=False)
    q = best.value / 2  # F1 is greatest where a further alert is right with probability F/2
    slope = q / (1 - q)
    graph, analytic, dropout = naive.graph(y, s), naive.analytic(y, s), naive.dropout(y, s)

    def by(thresholds):
        return lambda scores: wald.apply_thresholds(thresholds, scores), False

    def nearest(path, ascending):
        return by(naive.nearest_slope(path, slope, ascending))

    def chosen(rows=s, **asked):
        answer = wald.Sample(2).feed(y, rows).choose(**asked, baselines=False)
        return answer.apply, wald.ThresholdFlags.TARGET_NOT_ATTAINED in answer.flags

    return {
        "models, classifier 1": by([pair.half, np.inf]),
        "models, classifier 2": by([np.inf, pair.half]),
        "models, either": by([pair.half, pair.half]),
        "naive, graph, from all flagged": nearest(graph, False),
        "naive, graph, from none flagged": nearest(graph, True),
        "naive, analytic, from all flagged": nearest(analytic, False),
        "naive, analytic, from none flagged": nearest(analytic, True),
        "naive, dropout, from all flagged": nearest(dropout, False),
        "naive, dropout, from none flagged": nearest(dropout, True),
        "naive, bucket": by(naive.bucket(y, s, q)),
        "dropout path averaged, its best point": by(naive.best_f1(dropout, y.sum())),
        "best-single": chosen(metric="f1", method="best-single"),
        "best-single, in-sample scores": chosen(pair.in_sample, metric="f1", method="best-single"),
        "path": chosen(metric="f1", method="path"),
        "path, slope": chosen(marginal_precision=q, method="path"),
        "path, dropout": chosen(metric="f1", method="path", smoothing="dropout"),
        "path-equal": chosen(metric="f1", method="path-equal"),
        "path-equal, slope": chosen(marginal_precision=q, method="path-equal"),
        "analytic": chosen(metric="f1", method="analytic"),
        "analytic, slope": chosen(marginal_precision=q, method="analytic"),
        "direct": chosen(metric="f1"),
        "direct, slope": chosen(marginal_precision=q),
        "direct, bagged": chosen(metric="f1", smoothing="bagged"),
        "direct, in-sample scores": chosen(pair.in_sample, metric="f1"),
        "stacked": chosen(metric="f1", method="stacked"),
    }


# What throw-away prototypes reached on 40 pairs of their own: F1 on rows held out, outcomes with recall 0, outcomes with
# everything flagged.
PROTOTYPES = {
    "models, classifier 1": (0.332, 11, 0),
    "models, classifier 2": (0.272, 11, 0),
    "models, either": (0.384, 9, 0),
    "naive, graph, from all flagged": (0.119, 0, 40),
    "naive, graph, from none flagged": (0.225, 19, 0),
    "best-single": (0.461, 0, 0),
    "best-single, in-sample scores": (0.450, 1, 0),
    "path, slope": (0.469, 0, 0),
    "analytic, slope": (0.449, 1, 0),
    "direct": (0.468, 0, 0),
    "direct, in-sample scores": (0.442, 0, 0),
    "direct, slope": (0.469, 0, 0),
    "direct, bagged": (0.469, 0, 0),
    "stacked": (0.473, 0, 0),
}


# ---- Measuring -----------------------------------------------------------------------------------


def judged(y, flags):
    """F1, precision, recall; whether no positive is flagged; whether every row is."""
    tp, alerts = float(np.sum(flags[y == 1])), float(np.sum(flags))
    return (
        2 * tp / (y.sum() + alerts),
        tp / alerts if alerts else 0.0,
        tp / y.sum(),
        tp == 0,
        alerts == len(y),
    )


def of_pair(pair):
    """Name -> (judged on the rows held out, judged on the rows that thresholds were chosen on, whether it said so)."""
    out = {}
    for name, (flag, said) in rules(pair).items():
        own = pair.in_sample if "in-sample" in name else pair.out_of_fold
        out[name] = judged(pair.y_test, flag(pair.test)), judged(pair.y, flag(own)), said
    return out


def all_pairs(cache, most):
    """The pairs, from the cache where the text that makes them is the same."""
    key = hashlib.sha256((HERE / "pairs.py").read_bytes() + str(most).encode()).hexdigest()[:16]
    kept = cache / f"pairs-{key}.pickle"
    if kept.exists():
        return pickle.loads(kept.read_bytes())
    folder = pathlib.Path(os.environ["WALD_DATA"])
    present = []
    for name, (files, *_) in pairs.DATA.items():
        missing = [f for f in files if not (folder / f).exists()]
        if missing:
            print(f"SKIPPED: {name}: {folder / missing[0]} is missing")
        else:
            present.append(name)
    jobs = [delayed(pairs.make)(name, [model], most) for name in present for model in pairs.MODELS]
    found = [pair for made in Parallel(n_jobs=-1)(jobs) for pair in made]
    cache.mkdir(parents=True, exist_ok=True)
    kept.write_bytes(pickle.dumps(found))
    return found


def mean_and_error(values):
    values = np.asarray(values, float)
    return f"{values.mean():.3f} ± {values.std(ddof=1) / np.sqrt(len(values)):.3f}"


# ---- The report ----------------------------------------------------------------------------------


def table_of_rules(found):
    lines = [
        f"{len(found)} pairs. F1, precision and recall on the rows held out, mean over the pairs ± standard error; the "
        "difference to `best-single` is paired. *None found*: pairs where no positive is flagged, *all flagged*: where "
        "every row is; on the rows that thresholds were chosen on, and in brackets on those held out. *Said so*: pairs "
        "where Wald flags nothing with the flag `target_not_attained`.",
        "",
        "| rule | F1 | precision | recall | F1 − best-single | none found | all flagged | said so "
        "| prototype: F1, none, all |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for name in found[0]:
        held = np.array([of[name][0] for of in found], float)
        tuned_on = np.array([of[name][1] for of in found], float)
        base = np.array([of["best-single"][0][0] for of in found])
        cells = [mean_and_error(held[:, i]) for i in range(3)]
        cells.append("" if name == "best-single" else mean_and_error(held[:, 0] - base))
        cells += [f"{int(tuned_on[:, i].sum())} ({int(held[:, i].sum())})" for i in (3, 4)]
        cells.append(str(sum(of[name][2] for of in found)))
        past = PROTOTYPES.get(name)
        cells.append("" if past is None else f"{past[0]:.3f}, {past[1]}, {past[2]}")
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return lines


# Methods, of which the better on the test rows counts as in the paper, against the better classifier at its own threshold,
# or at the best one.
COMPARED = {
    "naive, graph or analytic, from all flagged": ("naive, graph, from all flagged", "naive, analytic, from all flagged"),
    "naive, graph or analytic, from none flagged": (
        "naive, graph, from none flagged",
        "naive, analytic, from none flagged",
    ),
    "bucket": ("naive, bucket",),
    "dropout path averaged, its best point": ("dropout path averaged, its best point",),
    "path or analytic": ("path", "analytic"),
    "direct": ("direct",),
    "best-single": ("best-single",),
}


def points(gain):
    return " | ".join(f"{x:+.1f}" for x in gain)


def table_of_headline(found):
    def measured(of, name, dashed):
        f1, precision, recall, none, everything = of[name][0]
        return None if dashed and (none or everything) else (precision, recall, f1)

    gain, n = headline.published()
    lines = [
        "Points ahead of the better classifier alone, on average over the pairs: precision, recall, F1. As the paper's "
        "tables are read, the better of several methods on the test rows counts, and a pair of which each method flags no "
        "positive or all rows is left out. Its headline and its tables contradict each other.",
        "",
        "| | pairs | precision | recall | F1 |",
        "|---|---|---|---|---|",
        f"| published headline | | {points(headline.HEADLINE)} |",
        f"| the published tables | 10 | {points(headline.TABLES)} |",
        f"| the published F1 values that are at hand | {n} | | | {gain:+.1f} |",
    ]
    for name, methods in COMPARED.items():
        gain, n = headline.gains(
            (
                [measured(of, method, True) for method in methods],
                [measured(of, f"models, classifier {d}", False) for d in (1, 2)],
            )
            for of in found
        )
        lines.append(f"| {name} | {n} | {points(gain)} |")
    return lines


def picture(names, found, path):
    shown = [
        ("naive, graph, from none flagged", "x", "#c1121f", "naive rule"),
        ("models, either", "|", "#6c757d", "the models' own threshold"),
        ("best-single", "^", "#e09f3e", "best-single"),
        ("direct", "o", "#2a6f97", "direct"),
    ]
    order = np.argsort([of["direct"][0][0] for of in found])
    figure, ax = plt.subplots(figsize=(7.5, 0.17 * len(found) + 1.4), layout="constrained")
    for rule, marker, colour, label in shown:
        values = [found[i][rule][0][0] for i in order]
        ax.plot(values, range(len(order)), marker, color=colour, label=label, markersize=5, alpha=0.85)
    ax.set_yticks(range(len(order)), [names[i] for i in order], fontsize=6)
    ax.set_xlabel("F1 on rows held out")
    ax.set_xlim(-0.02, 1.02)
    ax.grid(axis="x", linewidth=0.4)
    ax.legend(loc="lower right", fontsize="small")
    plt.rcParams["svg.hashsalt"] = "wald"
    figure.savefig(path, metadata={"Date": None})


def table_of_tuned(most, splits):
    folder = pathlib.Path(os.environ["WALD_DATA"])
    present = [name for name, (files, *_) in pairs.DATA.items() if all((folder / f).exists() for f in files)]
    cases = [(data, model, split) for data in present for model in tuned.COMPARED for split in range(splits)]
    values = np.array(Parallel(n_jobs=-1)(delayed(tuned.hold_out)(d, m, most, s) for d, m, s in cases))
    lines = [
        f"{len(present)} data sets × {len(tuned.COMPARED)} models × {splits} splits; mean F1 on the quarter held out ± "
        "standard error over the splits and sets. The difference is paired.",
        "",
        "| model | threshold ½ | TunedThresholdClassifierCV | ThresholdClassifier | difference |",
        "|---|---|---|---|---|",
    ]
    for model in (*tuned.COMPARED, None):
        rows = [i for i, case in enumerate(cases) if model in (None, case[1])]
        part = values[rows]
        cells = [mean_and_error(part[:, i]) for i in range(3)] + [mean_and_error(part[:, 2] - part[:, 1])]
        lines.append(f"| {model or 'all'} | {' | '.join(cells)} |")
    return lines


def table_of_times(quick):
    lines = [
        "The search alone, of scores that are at hand (1 % positives), one thread, median of interleaved rounds:",
        "",
        "| rows | TunedThresholdClassifierCV (100 thresholds) | Sample (all thresholds) | ratio |",
        "|---|---|---|---|",
    ]
    sizes = (10_000, 100_000) if quick else (10_000, 100_000, 1_000_000)
    for n, theirs, ours in tuned.search_times(sizes, 1 if quick else 3):
        lines.append(f"| {n:,} | {theirs * 1e3:.0f} ms | {ours * 1e3:.3g} ms | {theirs / ours:,.0f} |")
    return lines


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("cache", type=pathlib.Path)
    parser.add_argument("--quick", action="store_true")
    arguments = parser.parse_args()
    most = QUICK if arguments.quick else FULL
    start = time.time()
    made = all_pairs(arguments.cache, most)
    print(f"{len(made)} pairs after {time.time() - start:.0f} s", flush=True)
    found = Parallel(n_jobs=-1)(delayed(of_pair)(pair) for pair in made)
    print(f"thresholds after {time.time() - start:.0f} s", flush=True)
    lines = ["## Rules", "", *table_of_rules(found), "", "## The headline", "", *table_of_headline(found), ""]
    picture([f"{pair.data}, {pair.model}" for pair in made], found, arguments.output / "thresholds.svg")
    lines += ["## scikit-learn", "", *table_of_tuned(most, 1 if arguments.quick else 2), ""]
    print(f"scikit-learn after {time.time() - start:.0f} s", flush=True)
    lines += table_of_times(arguments.quick)
    text = "\n".join(line if line.startswith("|") else textwrap.fill(line, 118) for line in lines) + "\n"
    print(text)
    (arguments.output / "results.md").write_text(text)
    failures = [
        name
        for name in found[0]
        if not name.startswith(("models", "naive", "dropout path"))
        and any((of[name][1][3] or of[name][1][4]) and not of[name][2] for of in found)
    ]
    print(f"{time.time() - start:.0f} s in all")
    if failures:
        sys.exit(f"recall 0 or everything flagged, on the rows that thresholds were chosen on: {', '.join(failures)}")


if __name__ == "__main__":
    main()
