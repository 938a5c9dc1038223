"""The tables and pictures: what [W14] and [N16] published, and what Wald reaches.

    compare.py OUTPUT CACHE      called by run.py, which has requirements.txt installed

Writes results.md and the pictures to OUTPUT. What was computed is kept in CACHE.
"""

import argparse
import pathlib
import textwrap
import time

import natarajan
import numpy as np
import pictures
import regrets
import sets
import simulation
import waegeman
from kept import Kept

METRIC_NAMES = list(pictures.METRIC_NAMES.values())
MEASURE_NAMES = {"hamming": "Hamming loss", "subset": "subset 0/1 loss", "jaccard": "Jaccard"}
TOP_K_PROBLEMS = 50


def markdown(head, rows):
    return ["| " + " | ".join(head) + " |", "|" + "---|" * len(head),
            *("| " + " | ".join(str(cell) for cell in row) + " |" for row in rows), ""]


def number(x, form=".2f"):
    return f"{x:z{form}}"  # no -0


def pm(mean, error, form=".2f"):
    return f"{number(mean, form)} ± {number(error, form)}"


def verdict(reached):
    return "reached" if reached else "**NOT reached**"


# ---- Worst cases ---------------------------------------------------------------------------------


def of_regrets(found):
    r = found["regrets"]

    def cells(name, labels):
        return [f"{max(r[name][str(m)], 0):.3f}" if str(m) in r.get(name, {}) else "" for m in labels]

    labels = (2, 3, 4, 5, 6, 7, 8, 10, 20, 50)
    rows = [
        ("labels at ½ (Hamming), printed: 0.5", *["0.500"] * len(labels)),
        ("the largest over all distributions", *cells("hamming", labels)),
        ("an example", *cells("hamming, example", labels)),
        ("likeliest vector (subset 0/1), printed", *cells("subset, printed", labels)),
        ("the largest over all distributions", *cells("subset", labels)),
        ("independence assumed, printed lower bound", *cells("independence, printed", labels)),
        ("an example", *cells("independence, example", labels)),
        ("best threshold of the marginals, printed lower bound", *cells("thresholding, printed", labels)),
        ("the largest over all distributions", *cells("thresholding", labels)),
        ("an example", *cells("thresholding, example", labels)),
        ("optimum for F judged by Jaccard: the largest over all distributions", *cells("jaccard", labels)),
    ]
    return ["## Worst cases", "",
            "Regret at worst in expected F (last row: in Jaccard), for so many labels. *The largest over all "
            "distributions*: by linear programs; an *example*: one distribution, decided by Wald. Wald's regret of the "
            f"worst distributions differs from the programs' by at most {found['apart']:.0e}.", "",
            *markdown(["", *map(str, labels)], rows)]


# ---- Simulations ---------------------------------------------------------------------------------


def simulated_means(found):
    """A table of the means for some numbers of observations."""
    F = simulation.MEASURES.index("F1")
    fm, gfm = simulation.METHODS.index("FM"), simulation.METHODS.index("GFM")
    rows = []
    for kind, by in found.items():
        for n in (5, 20, 100, 1000, 10000):
            at = simulation.OBSERVATIONS.index(n)
            means = by[:, at].mean(0)
            cells = [" / ".join(f"{x:.3f}" for x in means[:, i]) for i in range(len(simulation.MEASURES))]
            gap = by[:, at, gfm, F] - by[:, at, fm, F]
            rows.append((kind, n, *cells, pm(1000 * gap.mean(), 1000 * sets.standard_error(gap), ".1f"),
                         f"{np.sum(gap > 5e-4)}, {np.sum(gap < -5e-4)}"))
    return markdown(["labels", "observations", *simulation.MEASURES, "F1: GFM − FM, ‰", "ahead, behind"], rows)


def of_simulations(found, other):
    F, J = simulation.MEASURES.index("F1"), simulation.MEASURES.index("Jaccard")
    lines = ["## Simulations", "",
             f"{simulation.MODELS} models × {simulation.SETS} training sets, {simulation.TEST:,} test vectors, "
             f"{simulation.LABELS} labels; means, in the order {' / '.join(simulation.METHODS)}. The last columns: the "
             "difference in thousandths, with its standard error over the models, and in how many models GFM is ahead "
             "of FM and behind it by more than half a thousandth. N(·, 3) with variance 3:", "",
             *simulated_means(found), "", "With standard deviation 3:", "", *simulated_means(other)]

    def where(kind, i, method, lower, by):
        """The numbers of observations at which the method's mean is the best one, ties within rounding shared."""
        means = by[kind].mean(0)[:, :, i]
        best = means.min(1) if lower else means.max(1)
        return [n for n, row, x in zip(simulation.OBSERVATIONS, means, best)
                if abs(row[simulation.METHODS.index(method)] - x) <= 5e-4]

    shapes = []
    for kind in simulation.KINDS:
        for i, method, lower in ((0, "MM", True), (1, "JM", True), (F, "GFM", False), (J, "GFM", False)):
            if (kind, method) == ("independent", "JM"):
                continue  # of independent labels the likeliest vector is MM's too
            shapes.append((f"{method} best for {simulation.MEASURES[i]}", kind,
                           *(_numbers(where(kind, i, method, lower, by)) for by in (found, other))))
    lines += ["What the paper finds, and the numbers of observations at which it holds here (within 0.0005), for N(·, "
              "3) with variance 3, and with standard deviation 3, as the notation may be read either way:", "",
              *markdown(["", "labels", "variance 3", "standard deviation 3"], shapes)]
    return lines


def _numbers(found):
    everywhere = list(simulation.OBSERVATIONS)
    if found == everywhere:
        return "all"
    if not found:
        return "none"
    if found == everywhere[everywhere.index(found[0]):]:
        return f"from {found[0]} on"
    return ", ".join(map(str, found))


# ---- [W14] ---------------------------------------------------------------------------------------


def of_systems(results):
    """The tables, what goes into the picture, and the bars."""
    measured, lines = {name: [] for name in waegeman.SETS}, []

    def cell(system, name, decision, measure="f1", seeds=waegeman.SEEDS):
        values = results.measured(system, name, decision, measure, seeds)
        return float(values.mean()), sets.standard_error(values)

    head = ["system", "decision", *(x for name in waegeman.SETS for x in (name, "published"))]
    rows, met, worst, missed = [], 0, [], []
    for system in waegeman.PAPER:
        for decision in system.decisions:
            published, row = waegeman.PUBLISHED[system.label, decision], [system.label, decision]
            for name, figure in zip(waegeman.SETS, published):
                ours, error = cell(system, name, decision, seeds=(0,))
                met += abs(ours - figure) < 0.005
                worst.append((ours - figure) / error)
                if ours - figure < -0.005:
                    own = (waegeman.OWN_OF.get(system.label), decision)
                    found = [s for s in waegeman.OWN if s.label == own[0] and decision in s.decisions]
                    default = f"{cell(found[0], name, decision)[0]:.2f}" if found else ""
                    missed.append((f"{system.label}, {decision}", name, "F1", pm(ours, error), f"{figure:.2f}",
                                   f"{(figure - ours) / error:.2f}", default))
                row += [pm(ours, error), f"{figure:.2f}"]
                label = system.label.replace("logistic regressions", "LR") + ", " + decision
                measured[name].append((label, figure, ours, error, False))
            rows.append(row)
    behind = [x for x in worst if x < 0]
    lines += ["## The paper's systems", "",
              "Instance-wise F1 in percent on the predefined test rows, with the standard error over the rows; with "
              f"the paper's settings. Of {len(worst)} cells {met} are met to the digit, "
              f"{sum(x >= -0.005 for x in worst)} are met or exceeded, {sum(abs(x) <= 1 for x in worst)} lie within "
              f"one standard error of the published figure; the furthest behind are {-min(behind):.1f} standard errors "
              "behind.", "",
              *markdown(head, rows)]
    empty = [cell(next(s for s in waegeman.PAPER if s.learner == "lfp")._replace(least=0), name, "GFM", seeds=(0,))
             for name in waegeman.SETS]
    lines += ["LFP with empty answers allowed: "
              f"{', '.join(f'{name} {pm(*x)}' for name, x in zip(waegeman.SETS, empty))}.", ""]
    lines += _ties(results)

    rows = []
    by_label = {system.label: system for system in (*waegeman.PAPER, *waegeman.OWN)}
    for (label, decision, measure), published in waegeman.OTHERS.items():
        row = [label, decision, MEASURE_NAMES[measure]]
        for name, figure in zip(waegeman.SETS, published):
            ours, error = cell(by_label[label], name, decision, measure, (0,))
            own = cell(by_label[waegeman.OWN_OF[label]], name, decision, measure)[0]
            behind = figure - ours if measure == "jaccard" else ours - figure
            if behind > 0.005:
                missed.append((f"{label}, {decision}", name, MEASURE_NAMES[measure], pm(ours, error), f"{figure:.2f}",
                               f"{behind / error:.2f}", f"{own:.2f}"))
            row += [f"{pm(ours, error)}; {own:.2f}", f"{figure:.2f}"]
        rows.append(row)
    lines += ["Other measures of the same decisions, in percent; after the semicolon with Wald's defaults:", "",
              *markdown(["system", "decision", "measure", *head[2:]], rows),
              "What is **NOT reached** of these two tables with the paper's settings, and by how many standard errors:",
              "", *markdown(["system", "set", "measure", "Wald", "published", "s.e. behind", "Wald's defaults"],
                            sorted(missed, key=lambda row: -float(row[5])))]

    rows = []
    for system in waegeman.OWN:
        for decision in system.decisions:
            row, above = [system.label, decision], []
            for name, best in zip(waegeman.SETS, waegeman.BEST):
                ours, error = cell(system, name, decision)
                text = pm(ours, error)
                if ours > best:
                    above.append(f"{name} ({ours - best:+.2f}, {(ours - best) / error:.1f} s.e.)")
                    text = f"**{text}**"
                others = (cell(system, name, decision, m)[0] for m in ("hamming", "subset", "jaccard"))
                row.append(f"{text}; {' / '.join(f'{x:.1f}' for x in others)}")
                measured[name].append((f"{system.label}, {decision}", None, ours, error, True))
            rows.append([*row, ", ".join(above) or "none"])
    best = "; ".join(f"{n} {b:.2f}" for n, b in zip(waegeman.SETS, waegeman.BEST))
    lines += ["## Wald's learners", "",
              "No option but the name: F1 ± standard error; Hamming loss / subset 0/1 loss / Jaccard. "
              f"The best published F1 of any system, the structural SVM among them: {best}. "
              "**Bold**: above it, and so above every published figure; the last column has by how much.", "",
              *markdown(["learner", "decision", *waegeman.SETS, "above every published figure"], rows)]
    return lines, measured, cell


def _ties(results):
    rows = []
    for name, figure in zip(waegeman.SETS, waegeman.PUBLISHED["neighbours, l = 10", "JM"]):
        by = results.ties(name)
        rows.append((name, *(f"{x:.2f}" for x in by.values()), f"{figure:.2f}",
                     "yes" if min(by.values()) <= figure <= max(by.values()) else "no"))
    return ["JM of ten neighbours: several vectors are often equally frequent, and the paper does not say which of "
            "them is taken. Wald takes the fewest labels, then the smallest indices; F1 under that rule and others:",
             "",
            *markdown(["", *waegeman.TIES, "published", "within their range"], rows)]


def of_trees(results):
    rows = []
    for learner in ("tree", "forest"):
        for leaf in sorted({t.settings["min_leaf"] for t in waegeman.TREES if t.learner == learner}):
            row = ["one tree" if learner == "tree" else "50 extra-trees", leaf]
            for name in waegeman.SETS:
                both = []
                for criterion in ("gini", "f"):
                    system = next(t for t in waegeman.TREES if t.label == f"{learner}, {criterion}, {leaf}")
                    values = results.measured(system, name, "GFM", "f1", (0,))
                    both.append(values)
                gap = both[1] - both[0]
                row += [f"{both[0].mean():.2f}, {both[1].mean():.2f}", pm(gap.mean(), sets.standard_error(gap))]
            rows.append(row)
    return ["## Trees", "",
            "Trees that are split by F (section 7.1.2), against the sum of the labels' variances: F1 in percent, gini, "
            "then F; and the difference F − gini, paired, with its standard error.", "",
            *markdown(["", "least rows of a leaf", *(x for n in waegeman.SETS for x in (n, "F − gini"))], rows)]


def of_splits(results):
    rows = []
    base = {name: np.array([results.resplit(name, "lfp", i) for i in range(waegeman.SPLITS)]) for name in waegeman.SETS}
    for learner in waegeman.RESPLIT:
        row = [learner]
        for name in waegeman.SETS:
            found = np.array([results.resplit(name, learner, i) for i in range(waegeman.SPLITS)])
            gap = found - base[name]
            row += [f"{found.mean():.2f}",
                    "" if learner == "lfp" else f"{pm(gap.mean(), sets.standard_error(gap))} ({gap.min():+.2f})"]
        rows.append(row)
    return ["## Random splits", "",
            f"The predefined test rows may favour one system. All rows dealt anew {waegeman.SPLITS} times, parts of "
            "the same sizes: mean F1, and the difference to `lfp`, paired, with its standard error over the splits "
            "(which overlap, so that it is too small) and the least of them.", "",
            *markdown(["learner", *(x for n in waegeman.SETS for x in (n, "− lfp"))], rows)]


def of_seconds(results):
    rows = []
    by_label = {system.label: system for system in (*waegeman.PAPER, *waegeman.OWN)}
    for (label, decision), published in waegeman.SECONDS.items():
        own = by_label[waegeman.OWN_OF.get(label, label)]
        row = [f"`{own.learner}`" + (f", {label.split(', ')[1]}" if "l =" in label else ""), decision]
        for name, seconds in zip(waegeman.SETS, published):
            row += [f"{results.seconds(own, name):.2f}", f"{results.seconds(own, name, decision):.3f}", f"{seconds:g}"]
        rows.append(row)
    return ["## Time", "",
            "Seconds of one core, busy with other work: fitting with cross-validation, and the decisions for F of the "
            "whole test set; published: the decisions, on hardware of 2014.", "",
            *markdown(["learner", "decision",
                        *(x for n in waegeman.SETS for x in (f"{n}: fit", "decide", "published"))], rows)]


def of_bars(cell, vectors):
    rows = []
    for (label, decision), figures in waegeman.EXACT.items():
        system = next(s for s in waegeman.PAPER if s.label == label)
        for name, figure in zip(waegeman.SETS, figures):
            if figure is not None:
                ours, error = cell(system, name, decision, seeds=(0,))
                tolerance = 0.1 if name == "scene" else 0.005
                rows.append((f"{label}, {decision}", name, "F1", pm(ours, error), f"{figure:.2f} ± {tolerance:g}",
                             abs(ours - figure) <= tolerance))
    for (label, decision, measure), bars in waegeman.BARS.items():
        system = next(s for s in waegeman.OWN if s.label == label)
        for name, bar in zip(waegeman.SETS, bars):
            if bar is not None:
                ours, error = cell(system, name, decision, measure)
                loss = measure in waegeman.LOSSES
                rows.append((f"`{label}`, {decision}", name, "subset 0/1 loss" if loss else "F1", pm(ours, error),
                             f"{'≤' if loss else '≥'} {bar:g}", ours <= bar if loss else ours >= bar))
    for name, bars in natarajan.BARS.items():
        losses, errors, splits = vectors[name]
        for i, bar in enumerate(bars):
            ours = losses["exact, platt"][i]
            rows.append(("exact, Platt", name, f"loss in {METRIC_NAMES[i]}", pm(ours, errors["exact, platt"][i], ".4f"),
                         f"≤ {bar:g}", ours <= bar))
            if splits is not None:
                half = losses["tuned on half"][i]
                rows.append(("exact, Platt", name, f"loss in {METRIC_NAMES[i]}",
                             pm(ours, errors["exact, platt"][i], ".4f"), f"≤ {half:.4f}, tuned on half", ours <= half))
    missed = [row for row in rows if not row[-1]]
    return ["## What was asked for", "",
            f"Of random splits the means. {len(rows) - len(missed)} of {len(rows)} reached.", "",
            *markdown(["", "set", "measure", "Wald", "asked for", ""], [(*row[:-1], verdict(row[-1])) for row in rows])]


# ---- [N16] ---------------------------------------------------------------------------------------

RULE_NAMES = {"exact, none": "exact, probabilities as they come", "exact, platt": "exact, Platt (the default)",
              "exact, isotonic": "exact, isotonic", "1/2": "threshold ½", "tuned on half": "threshold tuned on half",
              "tuned out of fold": "threshold tuned out of fold"}
VECTOR_NOTES = {
    "letter": "16,000 / 4,000 rows, the customary split, 26 labels, mean over them; the paper's own is not known here. "
              "Features: the 16 integers.",
    "letter, products": "The same with the squares and products of the features.",
    "scene": "1,211 / 1,196 rows, the predefined split; the paper has 1,137 / 1,093.",
    "spambase": f"{natarajan.SPLITS} random splits, 3,071 / 1,530 rows, as in the paper; its one split is unknown.",
    "breast cancer": f"{natarajan.SPLITS} random splits, 463 / 220 rows, as in the paper; its one split is unknown.",
    "reuters": "ModApte, 7,770 / 3,019 documents, 90 topics, all with at least one positive in the test (T = 1). The "
               "paper's matrix (8,293 documents, 65 topics) is not at hand.",
    "reuters, one topic": "The documents of one topic alone and the topics left in both parts: 6,561 / 2,570 "
                          "documents, 52 topics. As far as is known the paper's are of such documents too.",
}


def of_vectors(found):
    lines = ["## Whole test vectors", "",
             "Loss on the test set, lower is better: mean over the labels, ± the standard error over the splits, or, "
             "where there is one split, over bootstrapped test rows. **Bold**: at most every published figure of "
             "the set.", ""]
    for name, (losses, errors, _) in found.items():
        published = natarajan.PUBLISHED[name.split(",")[0]]
        least = np.min(list(published.values()), axis=0)
        rows = []
        for rule in natarajan.RULES:
            row = [RULE_NAMES[rule]]
            for i in range(len(METRIC_NAMES)):
                text = pm(losses[rule][i], errors[rule][i], ".4f")
                row.append(f"**{text}**" if losses[rule][i] <= least[i] else text)
            rows.append(row)
        rows += [[f"published: {rule if rule != '1/2' else '½'}", *(f"{x:.4f}" for x in figures)]
                 for rule, figures in published.items()]
        lines += [f"**{name}.** {VECTOR_NOTES[name]}", "", *markdown(["", *METRIC_NAMES], rows)]
    return lines


def of_pairs(found):
    rows = []
    for name, (_, _, splits) in found.items():
        if splits is None:
            continue
        for rule in natarajan.RULES:
            if rule != "exact, platt":
                gap = splits["exact, platt"] - splits[rule]
                rows.append((name, RULE_NAMES[rule], *(pm(x.mean(), sets.standard_error(x), ".4f") for x in gap.T)))
    return ["Exact with Platt's calibration less the others, paired by the split (the splits overlap, so that the "
            "standard errors are too small); negative: the exact rule is better:", "",
            *markdown(["", "less", *METRIC_NAMES], rows)]


def of_published_vectors(found):
    rows = []
    for name, (losses, errors, _) in found.items():
        published = natarajan.PUBLISHED[name.split(",")[0]]
        for i, metric in enumerate(METRIC_NAMES):
            ours, error = losses["exact, platt"][i], errors["exact, platt"][i]
            exact = published["exact"][i]
            rule = min(published, key=lambda r: published[r][i])
            rows.append((name, metric, pm(ours, error, ".4f"), f"{exact:.4f}", verdict(ours <= exact),
                         f"{published[rule][i]:.4f} ({rule.replace('1/2', '½')})", verdict(ours <= published[rule][i])))
    # Each published cell counts once: letter by its own features, Reuters as the paper is thought to have it.
    once = [row for row in rows if row[0] not in ("letter, products", "reuters")]
    reached = [sum("NOT" not in row[j] for row in once) for j in (4, 6)]
    return ["Against what was published, the default (Platt):", "",
            f"{reached[0]} of the {len(once)} cells at hand reach the paper's own rule, {reached[1]} the best of its "
            "four. Each published cell counts once, so the further rows of letter and Reuters do not. The paper has 20 "
            "more cells: Web Page and Image, whose data are not at hand, and Reuters with T = 10, 50 and 100 ([cell by "
            "cell](../papers/papers.md#tables-2-and-3-of-n16), by [topics.py](topics.py)).", "",
            *markdown(["set", "metric", "Wald", "published, exact", "", "best published", ""], rows)]


def of_consistency():
    """Flags at 1/2 are the same for every metric, so that published losses of one row bound each other: J = F/(2 - F)
    is convex in F, so that its mean is at least that of the mean F; and the geometric mean of precision and recall is
    at least F, their harmonic mean."""
    rows = []
    for name, published in natarajan.PUBLISHED.items():
        f, j, _, g = published["1/2"]
        most = 1 - (1 - f) / (1 + f)
        rows.append((name, f"{f:.4f}", f"{most:.4f}", f"{j:.4f}", f"{g:.4f}",
                     "yes" if j <= most + 5e-4 and g <= f + 5e-4 else "**no**"))
    return ["What is flagged at ½ is the same for every metric, so the published losses of that rule bound each other, "
            "whatever the mean is over: Jaccard's is at most 1 − (1 − f)/(1 + f) for F1's loss f, G-TP/PR's at most f.",
            "",
            *markdown(["threshold ½, published", "F1", "Jaccard at most", "Jaccard", "G-TP/PR", "possible"], rows)]


def of_calibration(study):
    scaled = np.array([split["scaled"] for split in study])
    penalised = np.array([split["penalised"] for split in study])

    def cells(x):
        return [pm(c.mean(), sets.standard_error(c), ".4f") for c in x.T]

    rows = []
    for i, t in enumerate(natarajan.SCALES):
        for j, what in enumerate(("as they are", "Platt")):
            rows.append((f"{t:g}", what, *cells(scaled[:, i, j])))
    lines = ["## Why the published rule loses on spambase", "",
             f"One good model ({natarajan.SPLITS} splits, C by cross-validation), its logits times t. Thresholds, "
             "tuned or ½, would not notice. The exact rule, with probabilities as they are, and after Platt's "
             "calibration on scores out of fold that were scaled alike:", "",
             *markdown(["t", "probabilities", *METRIC_NAMES], rows)]
    rows = []
    for i, C in enumerate(natarajan.PENALTIES):
        for j, what in enumerate(("exact, as they are", "exact, Platt", "threshold ½", "tuned out of fold")):
            rows.append((f"{C:g}", what, *cells(penalised[:, i, j])))
    lines += ["Too strong a penalty flattens in just this way. Models of one given C:", "",
              *markdown(["C", "rule", *METRIC_NAMES], rows)]
    published = natarajan.PUBLISHED["spambase"]
    ratios = ", ".join(f"{METRIC_NAMES[i]} {published['exact'][i] / published['1/2'][i]:.2f}" for i in range(4))
    half = penalised[:, natarajan.PENALTIES.index(1.0), 2].mean(0)
    at = []
    for i, t in enumerate(natarajan.SCALES):
        if t in (0.3, 0.5):
            at.append(f"at t = {t:g} " + ", ".join(f"{x:.2f}" for x in scaled[:, i, 0].mean(0) / half))
    lines += [f"The published losses of the exact rule are so many times those of ½: {ratios}. "
              f"Here {'; '.join(at)}.", ""]
    return lines


def of_top_k(problems):
    nested = sum(x["top-k"] for x in problems)
    apart = max(x["apart"] for x in problems)
    return ["## Top-k sets", "",
            f"Ten points of the plane with logistic probabilities, {len(problems)} times. The best of all 2¹⁰ vectors, "
            "by enumeration of vectors and truths, is a set of the likeliest points for each of the four metrics in "
            f"{nested} of {len(problems)} problems; Wald's decision has the same expected utility, to {apart:.0e}.", ""]


# ---- The report ----------------------------------------------------------------------------------


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("cache", type=pathlib.Path)
    arguments = parser.parse_args()
    output, kept, start, lines = arguments.output, Kept(arguments.cache), time.time(), []

    def done(what):
        print(f"{what} after {time.time() - start:.0f} s", flush=True)

    worst = kept(regrets.computed, "regrets")
    lines += of_regrets(worst)
    pictures.regrets(worst["regrets"], output / "regrets.svg")
    done("worst cases")
    simulated, other = simulation.computed(kept), simulation.computed(kept, 3.0)
    lines += of_simulations(simulated, other)
    pictures.simulations(simulated, output / "simulations.svg")
    done("simulations")
    vectors = natarajan.computed(kept)
    done("vectors")
    absent = [name for name in waegeman.SETS if sets.missing(name)]
    if absent:
        print(f"SKIPPED: [W14]'s systems: {', '.join(absent)} missing")
    else:
        results = waegeman.Results(kept)
        more, measured, cell = of_systems(results)
        lines += more + of_trees(results) + of_splits(results) + of_seconds(results)
        if all(name in vectors for name in natarajan.BARS):
            lines += of_bars(cell, vectors)
        pictures.systems(measured, output / "systems.svg")
        done("systems")
    if vectors:
        lines += of_vectors(vectors) + of_pairs(vectors) + of_published_vectors(vectors) + of_consistency()
    if "spambase" in vectors:
        study = kept(natarajan.calibration_study, "calibration", natarajan.SPLITS)
        lines += of_calibration(study)
        pictures.calibration(study, output / "calibration.svg")
        done("calibration")
    problems = kept(lambda: [natarajan.top_k(i) for i in range(TOP_K_PROBLEMS)], "top-k", TOP_K_PROBLEMS)
    lines += of_top_k(problems)
    pictures.top_k(problems[natarajan.SHOWN], output / "top-k.svg")
    text = "\n".join(line if line.startswith("|") else textwrap.fill(line, 118) for line in lines)
    print(text)
    (output / "results.md").write_text(text.rstrip() + "\n")
    done("all")


if __name__ == "__main__":
    main()
