#!/usr/bin/env python3
"""Draw the pictures of the documents, by the Python package's displays, from the data in docs/examples.

    draw.py             writes the pictures and numbers.json beside this script
    draw.py --check     draws again, and fails if a picture or a number is not what is there

Needs the package `wald` and the matplotlib of tests/python/requirements.txt: others place text differently. Numbers are
compared within 1e-9, pictures within a hundredth of a point, since processors round differently.
"""

import csv
import io
import json
import re
import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import wald

HERE = Path(__file__).resolve().parent
EXAMPLES = HERE.parent / "examples"
COLOUR, MARKED, GREY = "#2a6f97", "#c1121f", "#8d99a6"

plt.rcParams.update({
    "svg.hashsalt": "wald", "svg.fonttype": "path", "font.family": "DejaVu Sans", "font.size": 10, "axes.titlesize": 11,
    "axes.titlelocation": "left", "axes.titlepad": 10, "axes.spines.top": False, "axes.spines.right": False,
    "axes.grid": True, "grid.color": "#e6e9ec", "grid.linewidth": 0.8, "axes.axisbelow": True,
    "legend.frameon": False, "figure.facecolor": "white",
})  # fmt: skip


def table(name):
    """The numbers of a file of docs/examples, and the names of its columns."""
    with open(EXAMPLES / name, encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    return np.array(rows[1:], float), rows[0]


def figure(columns, width=9.2, height=3.7, **settings):
    made = plt.subplots(1, columns, figsize=(width, height), layout="constrained", **settings)
    made[0].get_layout_engine().set(wspace=0.06)
    return made


def note(ax, text, at, to, colour, **settings):
    """Text beside a point, with a thin line to it."""
    ax.annotate(text, at, xytext=to, color=colour, fontsize=9.5,
                arrowprops={"arrowstyle": "-", "color": colour, "linewidth": 0.8, "shrinkB": 4}, **settings)  # fmt: skip


# ---- Decisions ---------------------------------------------------------------------------------------


def rare_label():
    """One label of yeast that is likelier than not for eight genes alone: the largest gain of the examples."""
    cells, names = table("yeast.csv")
    return cells[:, names.index("Class7")]


def draw_rare_label(ax):
    p = rare_label()
    display = wald.CurveDisplay.from_probabilities(p, "f1", ax=ax, linewidth=2)
    half = p > 0.5
    at_half = wald.expected(p, "f1", half)
    for text in list(ax.texts):
        text.remove()
    ax.plot([half.sum()], [at_half], "s", color=GREY, zorder=3)
    note(ax, f"the cut at ½ flags {half.sum()} genes:\nexpected F1 {at_half:.3f}", (half.sum(), at_half),
         (display.k + 50, 0.04), "#59636e")  # fmt: skip
    note(ax, f"the optimum flags {display.k} genes:\nexpected F1 {display.expected:.3f}", (display.k, display.expected),
         (display.k + 50, display.expected + 0.045), MARKED)  # fmt: skip
    ax.set(xlim=(-10, len(p)), ylim=(0, 0.48), xlabel=f"genes flagged, of {len(p)} (the likeliest first)",
           ylabel="expected F1", title="One label of yeast: expected F1 of the best k")  # fmt: skip
    return {"values": display.values[::50].tolist(), "k": display.k, "expected": display.expected,
            "half": [int(half.sum()), at_half]}  # fmt: skip


EXAMPLE_ROWS = re.compile(
    r"^\| (?P<data>[a-z ]+?) +\| (?P<over>.*?) +\| (?P<e0>[\d.]+) -> (?P<e1>[\d.]+) .*?"
    r"\| (?P<r0>[\d.]+) -> (?P<r1>[\d.]+) "
)


def worth_rows():
    """The table of docs/examples, which worth.py prints; the expected values are computed again."""
    lines = (EXAMPLES / "README.md").read_text(encoding="utf-8").splitlines()
    rows = [match.groupdict() for match in map(EXAMPLE_ROWS.match, lines) if match]
    kinds = {"digits": "categorical"}
    for row in rows:
        cells, _ = table(row["data"].replace(" ", "_") + ".csv")
        average = re.search(r"\((\w+)\)", row["over"]).group(1)
        asked = {"kind": kinds.get(row["data"]), "average": average}
        found = [wald.expected(cells, "f1", cells > 0.5, **asked), wald.decide(cells, "f1", **asked).expected]
        row["expected"] = [float(np.mean(values)) for values in found]
        row["realised"] = [float(row["r0"]), float(row["r1"])]
        if any(abs(x - float(row[name])) > 0.0006 for x, name in zip(row["expected"], ("e0", "e1"))):
            sys.exit(f"the table of docs/examples has {row}")
    return rows


def draw_worth(ax):
    rows = worth_rows()
    place = np.arange(len(rows))[::-1]
    for side, colour, name in ((0, "#b9c3cc", "cut at ½"), (1, COLOUR, "decided for F1")):
        values = [row["expected"][side] for row in rows]
        y = place + (0.19 if side == 0 else -0.19)
        ax.barh(y, values, 0.36, color=colour, label=name)
        ax.plot([row["realised"][side] for row in rows], y, "d", color="black", markersize=5, zorder=3,
                label="realised on the true labels" if side else None)  # fmt: skip
        for where, value in zip(y, values):
            ax.text(0.02, where, f"{value:.3f}", va="center", fontsize=8.5, color="black" if side == 0 else "white")
    labels = [f"{row['data']}: {row['over'].split(' (')[0].replace(', 1 label', '')}" for row in rows]
    averages = [re.search(r"\((\w+)\)", row["over"]).group(1) for row in rows]
    ax.set_yticks(place, [f"{label}\n({average})" for label, average in zip(labels, averages)], fontsize=9)
    ax.grid(axis="y", visible=False)
    ax.set(xlim=(0, 1), xlabel="expected F1", title="The same probabilities, decided twice")
    ax.legend(loc="upper center", bbox_to_anchor=(0.36, -0.16), ncols=3, fontsize=8.5, handlelength=1.2,
              columnspacing=1.2)  # fmt: skip
    return [{"data": row["data"], "expected": row["expected"], "realised": row["realised"]} for row in rows]


def curve():
    fig, ax = figure(1, 6.4, 3.6)
    return fig, draw_rare_label(ax)


def worth():
    fig, (left, right) = figure(2, 10.4, 4.2)
    return fig, {"curve": draw_rare_label(left), "bars": draw_worth(right)}


def python():
    """What the code of docs/languages/python.md's section Pictures draws."""
    fig, axes = plt.subplots(2, 2, figsize=(9.2, 6.6), layout="constrained")
    cancer, truth = (table(f"breast_cancer{part}.csv")[0][:, 0] for part in ("", "_truth"))
    best = wald.CurveDisplay.from_probabilities(cancer, "f1", ax=axes[0, 0])
    found = wald.UtilityDistributionDisplay.from_prediction(cancer, "f1", ax=axes[0, 1])
    scores = wald.ThresholdDisplay.from_sample(wald.Sample().feed(truth.astype(int), cancer), "f1", ax=axes[1, 0])
    scores.plot_metric(ax=axes[1, 1])
    return fig, {"k": best.k, "expected": best.expected, "mean": found.mean, "value": scores.chosen.value}


# ---- Thresholds --------------------------------------------------------------------------------------


def frontier():
    fig, (left, right) = figure(2, 10.4, 4.2)
    scores = table("breast_cancer.csv")[0][:, 0]
    truth = table("breast_cancer_truth.csv")[0][:, 0].astype(int)
    sample = wald.Sample().feed(truth, scores)
    display = wald.FrontierDisplay.from_sample(sample, min_recall=0.97, ax=left)
    beside = wald.FrontierDisplay.from_sample(sample, min_recall=0.97, space="pr", ax=right)
    beside.reference_.remove()  # far below what is shown
    chosen = display.chosen
    left.set(xlim=(-0.8, 17), ylim=(70, 122), title="Tumours found against false alarms",
             xlabel=f"false positives, of {truth.size - truth.sum()} benign tumours",
             ylabel=f"true positives, of {truth.sum()} malignant tumours")  # fmt: skip
    left.axhline(truth.sum(), color=GREY, linewidth=0.8, linestyle="--")
    left.text(16.8, truth.sum() + 0.8, "all malignant tumours", color="#59636e", fontsize=8.5, ha="right")
    left.legend(loc="lower right", fontsize=9)
    right.set(xlim=(0.8, 1.005), ylim=(0.8, 1.005), title="Precision against recall", xlabel="recall",
              ylabel="precision")  # fmt: skip
    right.axvline(0.97, color=GREY, linewidth=0.8, linestyle="--")
    right.text(0.968, 0.803, "recall ≥ 0.97 was asked", color="#59636e", fontsize=8.5, ha="right")
    right.legend(loc="lower left", fontsize=9, bbox_to_anchor=(0, 0.06))
    return fig, {"threshold": float(chosen.thresholds[0]), "tp": chosen.tp, "fp": chosen.fp,
                 "precision": chosen.precision, "recall": chosen.recall}  # fmt: skip


# ---- Cascades ----------------------------------------------------------------------------------------

BASE = 18  # of the trees, in thousandths of log-odds, as train.py prints it
FIRST = 450  # this many images fit; the others judge


def trees():
    """What each tree adds for each image, and which digits are odd."""
    scores = table("digits_trees.csv")[0]
    return scores, table("digits_truth.csv")[0].argmax(axis=1) % 2


def cascade():
    fig, (left, right) = figure(2, 10.4, 3.9)
    scores, _ = trees()
    fit, aside = scores[:FIRST], scores[FIRST:]
    certified = wald.Cascade.fit(fit, aside, threshold=-BASE, alpha=0, max_disagreement=0.02, order="natural")
    stops = wald.CascadeDisplay.from_cascade(certified, ax=left)
    left.set(title="Share of the images decided at each position", xlabel="trees asked, of 100",
             ylabel="share of the images")  # fmt: skip
    left.yaxis.set_major_formatter(matplotlib.ticker.PercentFormatter(100, decimals=0))
    left.set_xlim(0, 101)
    left.texts[0].set(text=f"mean {stops.mean_models:.1f} trees", fontsize=9.5)
    left.text(0.97, 0.72, f"decided differently than by all trees:\n{certified.held_out_disagreement:.1%} of the images "
              "set aside,\nat most 2 % at confidence 95 %", transform=left.transAxes, ha="right", fontsize=9.5)  # fmt: skip
    ways = {"order of training": {"order": "natural"}, "greedy MSE": {"order": "greedy"}, "joint (QWYC)": {}}
    alphas = (0, 0.005, 0.01, 0.02, 0.03, 0.05)
    settings = {name: {"threshold": -BASE, **asked} for name, asked in ways.items()}
    compared = wald.CascadeComparisonDisplay.from_scores(fit, aside, settings, alphas=alphas, ax=right)
    for line, colour in zip(compared.lines_, (COLOUR, "#e09f3e", MARKED)):
        line.set(color=colour, linestyle="", markersize=6)
    right.legend(loc="upper right", fontsize=9)
    right.set(title="Cost against disagreement: six α for each order", ylabel="trees asked, mean",
              xlabel="images decided differently than by all trees (%)")  # fmt: skip
    return fig, {"stops": certified.held_out_stops.tolist(), "disagreement": certified.held_out_disagreement,
                 "curves": {name: points.tolist() for name, points in compared.curves.items()}}  # fmt: skip


# ---- Calibration -------------------------------------------------------------------------------------

EARLY = 10  # trees: far fewer than the 100 that were trained


def reliability():
    """The first trees alone shrink every probability towards one half; Platt's method stretches them again."""
    fig, axes = figure(2, 8.6, 4.4, sharey=True)
    scores, odd = trees()
    margins = (scores[:, :EARLY].sum(axis=1) + BASE) / 1000
    platt = wald.Calibration.fit("platt", truth=odd[:FIRST], scores=margins[:FIRST])
    judged, truth = margins[FIRST:], odd[FIRST:]
    shown = {"before: the sum of the first 10 trees": 1 / (1 + np.exp(-judged)),
             "after: Platt's method on other images": platt.apply(scores=judged)}  # fmt: skip
    data = {}
    for ax, (title, p), colour in zip(axes, shown.items(), (GREY, COLOUR)):
        loss = float(-np.mean(np.where(truth == 1, np.log(p), np.log1p(-p))))
        parts = np.array_split(np.argsort(p, kind="stable"), 10)
        means, shares = ([float(np.mean(values[part])) for part in parts] for values in (p, truth))
        errors = [1.96 * np.sqrt(max(m * (1 - m), 1e-4) / len(part)) for m, part in zip(shares, parts)]
        ax.plot([0, 1], [0, 1], color="black", linewidth=0.8, linestyle="--")
        ax.errorbar(means, shares, errors, fmt="o-", color=colour, markersize=5, linewidth=1.5, elinewidth=0.8,
                    capsize=2)  # fmt: skip
        ax.text(0.97, 0.05, f"log-loss {loss:.3f}", transform=ax.transAxes, ha="right")
        ax.set(xlim=(0, 1), ylim=(-0.02, 1.02), aspect="equal", title=title,
               xlabel="mean probability of a tenth of the images")  # fmt: skip
        data[title.split(":")[0]] = {"means": means, "shares": shares, "loss": loss}
    axes[0].text(0.29, 0.35, "as often as said", rotation=45, fontsize=8.5, ha="center", rotation_mode="anchor")
    axes[0].set_ylabel("share of odd digits among them")
    return fig, data


def decision_curve():
    """What the first trees are worth to somebody who decides by their probabilities, before and after Platt's method."""
    fig, (left, right) = figure(2, 10.4, 4.4)
    scores, odd = trees()
    few, every = ((scores[:, :size].sum(axis=1) + BASE) / 1000 for size in (EARLY, scores.shape[1]))
    platt = wald.Calibration.fit("platt", truth=odd[:FIRST], scores=few[:FIRST])
    models = {"all 100 trees": 1 / (1 + np.exp(-every[FIRST:])),
              "10 trees, Platt's method": platt.apply(scores=few[FIRST:]),
              "10 trees": 1 / (1 + np.exp(-few[FIRST:]))}  # fmt: skip
    display = wald.DecisionCurveDisplay.from_probabilities(odd[FIRST:], models, ax=left)
    found = wald.ReliabilityDisplay.from_probabilities(odd[FIRST:], models["10 trees, Platt's method"], ax=right)
    left.legend(loc="lower left", bbox_to_anchor=(0, 0.11), fontsize=9)
    left.set_title("Net benefit of finding the odd digits")
    right.set_title("Reliability of 10 trees, Platt's method")
    return fig, {"net_benefit": display.curve.net_benefit[:, 9::20].tolist(), "brier": found.reliability.brier,
                 "miscalibration": found.reliability.miscalibration}  # fmt: skip


def performance():
    """Precision by month while labels are missing, and what the labels tell later."""
    def rows_of(n, centre):
        score = random.normal(centre, 1.5, n)
        return 1 / (1 + np.exp(-score)), random.random(n) < 1 / (1 + np.exp(-0.7 * score))

    random = np.random.default_rng(2)
    known, truth = rows_of(3000, -1)
    parts = [rows_of(1000, -1 + 0.12 * month) for month in range(12)]
    p, y = (np.concatenate([part[i] for part in parts]) for i in (0, 1))
    found = wald.estimate_performance(p, p > 0.5, "precision", chunks=1000, calibration_truth=truth,
                                      calibration_probabilities=known)
    came = [wald.evaluate(y[at:at + 1000], p[at:at + 1000] > 0.5, "precision") for at in range(0, 12000, 1000)]
    reference = wald.evaluate(truth, known > 0.5, "precision")
    fig, ax = figure(1, 7.2, 3.7)
    found.plot(reference=reference, ax=ax, label="estimate without labels, 95 % band")
    ax.plot(range(12), came, "o", color=GREY, markersize=5, label="what the labels tell later")
    ax.set(title="Precision by month, and on the calibration rows (dashed)", xlabel="month", ylabel="precision")
    ax.legend(loc="lower right", fontsize=9)
    return fig, {"value": found.value.tolist(), "low": found.low.tolist(), "high": found.high.tolist(), "came": came}


# ---- Writing and checking ----------------------------------------------------------------------------

PICTURES = (curve, worth, python, frontier, cascade, reliability, decision_curve, performance)
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")


def svg(fig):
    out = io.StringIO()
    fig.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    plt.close(fig)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def alike(one, other, tolerance):
    """Whether two texts are the same except for numbers that differ by no more than this."""
    if NUMBER.split(one) != NUMBER.split(other):
        return False
    pairs = zip(NUMBER.findall(one), NUMBER.findall(other))
    return all(a == b or abs(float(a) - float(b)) <= tolerance for a, b in pairs)


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    numbers, texts = {}, {}
    for picture in PICTURES:
        fig, numbers[picture.__name__] = picture()
        texts[f"{picture.__name__}.svg"] = svg(fig)
    files = {**texts, "numbers.json": json.dumps(numbers, indent=1) + "\n"}
    if sys.argv[1:] == []:
        for name, text in files.items():
            (HERE / name).write_text(text, encoding="utf-8")
        return 0
    failed = 0
    for name, text in files.items():
        path = HERE / name
        there = path.read_text(encoding="utf-8") if path.exists() else ""
        if not alike(there, text, 1e-9 if name.endswith(".json") else 0.01):
            print(f"docs/pictures/{name} is not what draw.py draws: run it, look at the picture, and commit it")
            failed += 1
    for path in HERE.glob("*.svg"):
        if path.name not in texts:
            print(f"docs/pictures/{path.name} is drawn by nothing")
            failed += 1
    print(f"{len(files)} files, {failed} failures")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
