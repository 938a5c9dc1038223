"""The tables, and the picture of F1 against the number of draws.

    compare.py OUTPUT CACHE [--parts LIST]      called by run.py, which has requirements.txt installed

Writes results.md and draws.svg to OUTPUT. What was computed is kept in CACHE.
"""

import argparse
import pathlib
import sys
import textwrap

import matplotlib
import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
sys.path[1:1] = [str(HERE.parent / name) for name in ("learners", "cascades")]
matplotlib.use("svg")
import draws  # noqa: E402
import filters  # noqa: E402
import matplotlib.pyplot as plt  # noqa: E402
import nomao  # noqa: E402
from kept import Kept  # noqa: E402

SETS = ("scene", "yeast", "enron")
LATTICES = {"5, jointly": (5, 8, True), "500, jointly": (500, 3, True), "5, independently": (5, 8, False),
            "500, independently": (500, 3, False)}


def models_at(points, disagreement):
    """Mean models at a disagreement, between the two points around it; None where every point disagrees more."""
    best = []
    for _, d, models in sorted(points, key=lambda p: (p[1], p[2])):
        if not best or models < best[-1][1]:
            best.append((d, models))
    at, models = np.array(best).T
    return None if at[0] > disagreement else float(np.interp(disagreement, at, models))


def cell(points, disagreement):
    models = models_at(points, disagreement)
    if models is not None:
        return f"{models:.3g}"
    _, least, models = min(points, key=lambda p: p[1])
    return f"not reached: {models:.3g} at {least:.2%}"


def of_nomao(kept):
    chosen = kept(lambda: nomao.strongest(*nomao.split()[:2]), "nomao", "features")
    lines = ["## Nomao", "",
             "Mean trees of 500 on the 6,893 test rows, at a disagreement with all trees of 0.5 % and 1 %; cascades are "
             "fitted to the scores of the 27,572 training rows. The 8 features of greatest gain in an XGBoost of all 118; "
             "depth 9.", "", "| method | η 0.02, 0.5 % | 1 % | η 0.1, 0.5 % | 1 % |", "|---|---|---|---|---|"]
    found = {eta: kept(lambda eta=eta: nomao.computed(eta, chosen), "nomao", eta) for eta in nomao.ETAS}
    for name in nomao.METHODS:
        cells = [cell(found[eta][name], level) for eta in nomao.ETAS for level in (0.005, 0.01)]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    accuracies = ", ".join(f"{found[eta]['accuracy']:.4f} (η {eta:g})" for eta in nomao.ETAS)
    return [*lines, "", f"Accuracy of all trees: {accuracies}.", ""]


def of_filters(kept):
    lines = ["## Filter and score", "",
             "Mean lattices asked at 0.5 % disagreement on the test; half of the rows are positive, and only negatives "
             "leave early. *Floor*: what rows that are called positive ask by themselves. *Published*: on other data; in "
             "brackets how many times fewer than all, where the paper prints how many times faster by the clock.", "",
             f"| lattices | floor | {' | '.join(filters.METHODS)} | published QWYC | published Fan* |",
             "|---|" + "---|" * (len(filters.METHODS) + 3)]
    for name, asked in LATTICES.items():
        found = kept(lambda asked=asked: filters.computed(*asked), "filters", asked)
        models, _, jointly = asked
        qwyc, fan, fast, fan_fast = filters.PUBLISHED[models, jointly]
        published = (f"{x:g} ({models / x:.1f}×; clock {y:g}×)" for x, y in ((qwyc, fast), (fan, fan_fast)))
        lines.append(f"| {name} | {found['floor']:.3g} | {' | '.join(cell(found[m], 0.005) for m in filters.METHODS)} | "
                     f"{' | '.join(published)} |")
    return [*lines, ""]


def of_draws(kept, output):
    found = {name: kept(lambda name=name: draws.chains(name), "draws", name) for name in SETS}
    lines = ["## F1 against the number of draws", "",
             f"Classifier chains with the paper's settings, decided by the general F-maximiser; F1 in percent on the "
             f"predefined test rows, mean of {draws.SEEDS} seeds, and their standard deviation.", "",
             f"| set | draws | {' | '.join(map(str, draws.DRAWS))} |", "|---|---|" + "---|" * len(draws.DRAWS)]
    figure, axes = plt.subplots(1, len(SETS), figsize=(9, 2.8))
    for axis, name in zip(axes, SETS):
        for drawing, line in (("independent", "--"), ("stratified", "-")):
            values = [found[name][drawing][str(n)] for n in draws.DRAWS]
            lines.append(f"| {name} | {drawing} | "
                         + " | ".join(f"{np.mean(v):.2f} ± {np.std(v, ddof=1):.2f}" for v in values) + " |")
            axis.plot(draws.DRAWS, [np.mean(v) for v in values], line, marker="o", ms=3, label=drawing)
        axis.set(xscale="log", title=name, xlabel="draws")
    axes[0].set_ylabel("F1, %")
    axes[0].legend(fontsize=7)
    figure.tight_layout()
    figure.savefig(output / "draws.svg", metadata={"Date": None})
    return [*lines, ""]


def of_plug_in(kept):
    lines = ["## The exact plug-in, consistent or not", "",
             "EFP with the paper's settings: F1 in percent on the test rows, and the expected F1 that it states: mean, and "
             "the greatest of a row.", "", "| set | as in the paper | mean | greatest | consistent | mean | greatest |",
             "|---|---|---|---|---|---|---|"]
    for name in SETS:
        found = kept(lambda name=name: draws.plug_in(name), "plug-in", name)
        lines.append(f"| {name} | " + " | ".join(f"{f:.2f} | {mean:.3f} | {most:.3f}"
                                                 for f, mean, most in (found["False"], found["True"])) + " |")
    return [*lines, ""]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("cache", type=pathlib.Path)
    parser.add_argument("--parts", default="nomao,filters,draws,plug-in")
    arguments = parser.parse_args()
    kept, parts, lines = Kept(arguments.cache), arguments.parts.split(","), []
    for part, write in (("nomao", of_nomao), ("filters", of_filters),
                        ("draws", lambda kept: of_draws(kept, arguments.output)), ("plug-in", of_plug_in)):
        if part in parts:
            lines += write(kept)
    text = "\n".join(line if line.startswith("|") else textwrap.fill(line, 118) for line in lines)
    print(text)
    (arguments.output / "results.md").write_text(text)


if __name__ == "__main__":
    main()
