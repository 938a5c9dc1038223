"""The tables and pictures.

    compare.py OUTPUT CACHE [--kept]      called by run.py, which has requirements.txt installed

Writes results.md and the pictures to OUTPUT. What was computed is kept in CACHE.
"""

import computed
import decided
import kept
import numpy as np
import pictures
import plan
import rivals
from models import MODELS, NAMES
from scipy.stats import t as student

PUBLISHED = {"scene": 74.4, "yeast": 65.8, "enron": 61.0}
BARS = {"scene": 81.0, "yeast": 67.7, "enron": 63.1}
BEST = decided.RECIPES[-1]
RULES = {
    "half": "at ½",
    "likeliest": "at ½, the likeliest label where none",
    "tuned": "a threshold a label, scikit-learn",
    "one": "one tuned threshold, the likeliest where none",
    "wald": "Wald",
    "calibrated": "Wald, calibrated",
}


def table(head, rows):
    return [
        "| " + " | ".join(head) + " |",
        "|" + "---|" * len(head),
        *("| " + " | ".join(str(cell) for cell in row) + " |" for row in rows),
        "",
    ]


def percent(x):
    return "–" if x is None else f"{100 * x:z.2f}"


def signed(x):
    return f"{100 * x:+z.2f}"


def had(call, *arguments):
    """None where it is left out."""
    try:
        return call(*arguments)
    except kept.Absent:
        return None


def corrected(differences, share):
    """Mean and 95 % interval over re-splits that overlap: Nadeau and Bengio's corrected t; `share` is the rows of the
    test for each of the training."""
    d = np.asarray(differences)
    if len(d) < 2:
        return None
    wide = student.ppf(0.975, len(d) - 1) * np.sqrt((1 / len(d) + share) * d.var(ddof=1))
    return d.mean(), d.mean() - wide, d.mean() + wide


def interval(found):
    return "–" if found is None else f"{signed(found[0])} [{signed(found[1])}, {signed(found[2])}]"


def share(c, job):
    train, test = c.split(job)
    return len(test[1]) / len(train[1])


def f1_of(c, job):
    """{what: F1 by instance} of all rules, recipes and rivals of one split that are there."""
    out = {}
    rules = (had(c.rules, job) or {}).get("f1 instance") if job[1] == 0 else None
    rules = rules or had(c.quick, job) or {}
    for name in RULES:
        if name in rules:
            out[RULES[name]] = rules[name]
    for recipe in decided.RECIPES:
        for name, (value, _) in (had(c.recipes, job, (recipe,)) or {}).items():
            out[f"`{recipe}`" + name[len(recipe) :]] = value
    value = had(c.one_call, job) if job[1] == 0 else None
    if value is not None:
        out[f"`{BEST}`, in one call"] = value
    for rival, name in rivals.NAMES.items():
        found = had(c.rival, job, rival)
        if found:
            out[name] = found[0]
    return out


def headline(c):
    found = {job[0]: f1_of(c, job) for job in plan.headline()}
    names = list(dict.fromkeys(name for values in found.values() for name in values))
    rows = [(name, *(percent(found[s].get(name)) for s in plan.SMALL)) for name in names]
    rows.append(("best published by 2014", *(f"{PUBLISHED[s]:.1f}" for s in plan.SMALL)))
    out = [
        "## F1 by instance on the predefined rows",
        "",
        "LightGBM's probabilities, the same for all rows of the table down to the mixtures; then the rivals.",
        "",
        *table(("", *plan.SMALL), rows),
    ]
    rows = []
    for job in plan.headline():
        rules = had(c.rules, job)
        if rules:
            cell = rules["f1 instance"]
            rows.append(
                (
                    job[0],
                    percent(cell["half"]),
                    percent(cell["tuned"]),
                    percent(cell["calibrated"]),
                    signed(cell["calibrated"] - cell["half"]),
                    "[" + ", ".join(signed(x) for x in cell["calibrated interval"]) + "]",
                )
            )
    out += [
        "Wald, calibrated, over ½: the interval of 95 % of `wald.compare`, of these rows.",
        "",
        *table(("", "at ½", "tuned a label", "Wald, calibrated", "gain", "95 %"), rows),
    ]
    rows = []
    for name in names:
        if name.startswith("`"):
            cells = [found[s].get(name) for s in plan.SMALL]
            rows.append(
                (
                    name,
                    *(
                        f"{percent(v)} {'reached' if v is not None and 100 * v >= BARS[s] else '**NOT reached**'}"
                        for s, v in zip(plan.SMALL, cells)
                    ),
                )
            )
    out += [
        "One recipe for all three, held against what was asked for:",
        "",
        *table(("", *(f"{s}, {BARS[s]}" for s in plan.SMALL)), rows),
    ]
    return out, found


def resplits(c):
    found = {s: [f1_of(c, job) for job in plan.resplits() if job[0] == s] for s in plan.SMALL}
    jobs = {job[0]: job for job in plan.resplits()}
    names = list(dict.fromkeys(n for s in plan.SMALL for values in found[s] for n in values))
    own = f"`{decided.RECIPES[0]}`, calibrated"
    rows = []
    for name in names:
        cells = []
        for s in plan.SMALL:
            both = [v for v in found[s] if name in v and own in v]
            if not both:
                cells.append("–")
                continue
            mean = percent(np.mean([v[name] for v in both]))
            gap = corrected([v[name] - v[own] for v in both], share(c, jobs[s]))
            cells.append(mean if name == own else f"{mean}; {interval(gap)} ({len(both)})")
        rows.append((name, *cells))
    out = [
        "## Re-splits",
        "",
        f'Mean F1 by instance, and the difference to "{own}" on the same splits with its interval of '
        "95 % (corrected for splits that overlap), and in brackets the number of splits.",
        "",
        *table(("", *plan.SMALL), rows),
    ]
    best, verdicts = f"`{BEST}`, calibrated", []
    for name in rivals.NAMES.values():
        for s in plan.SMALL:
            both = [v for v in found[s] if name in v and best in v]
            if both:
                gap = corrected([v[best] - v[name] for v in both], share(c, jobs[s]))
                mean = np.mean([v[best] - v[name] for v in both])
                verdicts.append(
                    (
                        name,
                        s,
                        len(both),
                        signed(mean) if gap is None else interval(gap),
                        "ahead" if mean > 0 else "**behind**",
                    )
                )
    return out + [
        f"{best} against the rivals installed:",
        "",
        *table(("rival", "", "splits", "difference", ""), verdicts),
    ]


def several_labels(c):
    rows = []
    for job in plan.headline() + plan.networks() + plan.others() + plan.wide():
        for key, v in (had(c.rules, job) or {}).items():
            best = max(v[k] for k in ("half", "tuned", "wald", "calibrated"))
            rows.append(
                (
                    job[0],
                    NAMES[job[2]],
                    key.replace("balanced_accuracy", "balanced accuracy"),
                    *(
                        f"**{percent(v[k])}**" if v[k] == best else percent(v[k])
                        for k in ("half", "tuned", "wald", "calibrated")
                    ),
                )
            )
    return [
        "## Several labels, every metric and average",
        "",
        "Predefined rows; the best of a line is bold.",
        "",
        *table(("", "model", "metric, average", "at ½", "tuned a label", "Wald", "Wald, calibrated"), rows),
    ]


def several_labels_resplit(c):
    rows = []
    for s in plan.SMALL:
        jobs = [job for job in plan.resplits() if job[0] == s]
        found = [v for v in (had(c.rules, job) for job in jobs) if v]
        for key in found[0] if found else ():
            v = {k: np.array([f[key][k] for f in found]) for k in ("half", "tuned", "wald", "calibrated")}
            gaps = (interval(corrected(v["calibrated"] - v[k], share(c, jobs[0]))) for k in ("half", "tuned"))
            rows.append(
                (s, key.replace("balanced_accuracy", "balanced accuracy"), *(percent(x.mean()) for x in v.values()), *gaps)
            )
    return [
        f"LightGBM on {plan.RESPLITS} re-splits: means, and the differences of \"Wald, calibrated\" with their intervals of 95 %.",
        "",
        *table(("", "metric, average", "at ½", "tuned a label", "Wald", "calibrated", "− ½", "− tuned"), rows),
    ]


def beside_xcolumns(c):
    rows = []
    for job in plan.headline():
        for metric, v in (had(c.xcolumns, job) or {}).items():
            rows.append(
                (
                    job[0],
                    decided.METRICS[metric],
                    percent(v[0]),
                    percent(v[2]),
                    signed(v[2] - v[0]),
                    f"{1000 * v[1]:.0f}",
                    f"{1000 * v[3]:.1f}",
                )
            )
    return [
        "xcolumns decides the same calibrated probabilities for macro averages, by block coordinate ascent:",
        "",
        *table(("", "metric, macro", "xcolumns", "Wald", "difference", "xcolumns, ms", "Wald, ms"), rows),
    ]


def single_labels(c):
    rows = []
    for s in plan.BINARY:
        for model in MODELS:
            jobs = [job for job in plan.binary() if job[0] == s and job[2] == model]
            found = [v for v in (had(c.rules, job) for job in jobs) if v]
            if not found:
                continue
            part = share(c, jobs[0])
            for metric, word in decided.METRICS.items():
                v = {
                    k: np.array([f[f"{metric} macro"][k] for f in found])
                    for k in ("half", "tuned", "wald", "calibrated")
                }
                rows.append(
                    (
                        s.replace("_fraud_thinned", ""),
                        NAMES[model],
                        word,
                        *(percent(x.mean()) for x in v.values()),
                        interval(corrected(v["calibrated"] - v["half"], part)),
                        interval(corrected(v["calibrated"] - v["tuned"], part)),
                    )
                )
    return [
        "## Single labels",
        "",
        "Means of random re-splits (one alone where there is no interval), three quarters to train (adult: as many as "
        "its own); the "
        'intervals are those of the differences of "Wald, calibrated".',
        "",
        *table(("", "model", "metric", "at ½", "tuned", "Wald", "calibrated", "− ½", "− tuned"), rows),
    ]


def triples(c):
    """(set, model, metric and average, split, of which probabilities, gain expected, its error, whether it pays, gain
    realised)."""
    return [
        (job[0], job[2], key, job[1], name, *values)
        for job in plan.headline() + plan.networks() + plan.others() + plan.wide() + plan.binary() + plan.resplits()
        for key, said in (had(c.worths, job) or {}).items()
        for name, values in said.items()
    ]


def beforehand(found):
    rows, wrong = [], []
    for name in ("wald", "calibrated"):
        for average in ("instance", "macro", "micro", ""):
            mine = [x for x in found if x[4] == name and x[2].endswith(average)]
            same = [x for x in mine if x[5] == x[6] == 0]
            sure = [x for x in mine if x[7] != "undetermined" and x not in same]
            right = [x for x in sure if (x[8] > 0) == (x[7] == "pays")]
            if mine:
                rows.append(
                    (
                        RULES[name],
                        average or "all",
                        len(mine),
                        len(same),
                        len(sure),
                        f"{len(right)} ({100 * len(right) / max(len(sure), 1):.1f} %)",
                        "" if average else ("reached" if len(right) >= 0.95 * len(sure) else "**NOT reached**"),
                    )
                )
            if not average:
                wrong += [
                    (x[0], NAMES[x[1]], x[2], x[3], RULES[name], f"{signed(x[5])} ± {percent(x[6])}", signed(x[8]))
                    for x in sure
                    if x not in right
                ]
    out = [
        "## Does it pay? Known beforehand",
        "",
        "Of each (data, model, metric and average, split): the gain over a cut at ½ of the same probabilities that "
        "`wald.worth` expects from them alone, and the sign of what was then realised. *Sure*: it says that deciding "
        "pays, or that it does not, which is beyond two standard errors, and predictions differ at all.",
        "",
        *table(("", "average", "cases", "nothing changes", "sure", "right", "bar: 95 %"), rows),
    ]
    if wrong:
        shown = wrong[:25]
        out += [
            f"Wrong ones{f' (the first 25 of {len(wrong)})' if len(wrong) > 25 else ''}:",
            "",
            *table(("", "model", "metric, average", "split", "", "promised", "realised"), shown),
        ]
    return out


def spoilt(c):
    out = [
        "## Probabilities that are wrong",
        "",
        "F1 of LightGBM on the predefined rows, its calibrated log-odds multiplied by t, or shifted. *Mended*: Wald "
        "calibrates on the training rows, whose probabilities are spoilt in the same way.",
        "",
    ]
    found = {job[0]: had(c.curves, job) for job in plan.headline()}
    for average in ("instance", "macro"):
        rows = []
        for s, curve in found.items():
            for key, v in (curve or {}).items():
                rows.append(
                    (
                        s,
                        key,
                        *(percent(v[f"{name} {average}"]) for name in ("half", "wald", "mended")),
                        signed(v[f"wald {average}"] - v[f"half {average}"]),
                    )
                )
        out += [
            f"By {'row' if average == 'instance' else 'label'} ({average}):",
            "",
            *table(("", "", "at ½", "Wald", "mended", "gain of Wald"), rows),
        ]
    regrets = had(c.dependent)
    if regrets:
        rows = [(f"{float(k):g}", *(f"{100 * m:z.2f} ± {100 * e:.2f}" for m, e in v)) for k, v in regrets.items()]
        out += [
            "### Labels that depend on each other",
            "",
            "Regret in points of expected F1, 200 known distributions of 8 labels each, exact marginals: what is lost "
            "by assuming independence. 0 is no dependence.",
            "",
            *table(("strength", "at ½", "independence", "with the exact P(s)", "with the joint distribution"), rows),
        ]
    return out, found, regrets


def costs(c):
    rows = []
    for job in plan.headline() + plan.networks():
        v = had(c.probabilities, job)
        if v:
            rows.append(
                (
                    job[0],
                    NAMES[job[2]] + f", {job[3]} trees" * (job[2] != "network"),
                    f"{v['seconds']:.1f}" if "seconds" in v else "–",
                    f"{v['peak'] / 1024:.0f}" if "peak" in v else "–",
                )
            )
        for recipe in decided.RECIPES:
            r = had(c.recipes, job, (recipe,)) if job[2] == "lightgbm" else None
            if r:
                rows.append((job[0], f"`{recipe}`, beside it", f"{r[recipe + ', calibrated'][1]:.1f}", ""))
        if job[2] == "lightgbm":
            for rival, name in rivals.NAMES.items():
                r = had(c.rival, job, rival)
                if r:
                    rows.append((job[0], name, f"{r[1]:.1f}", f"{r[2]:.0f}"))
    for job in plan.binary():
        v = had(c.probabilities, job) if job[1] == 1 and had(c.rules, job) else None
        if v:
            rows.append(
                (job[0].replace("_fraud_thinned", ""), NAMES[job[2]], f"{v['seconds']:.1f}", f"{v['peak'] / 1024:.0f}")
            )
    return [
        "## Time and memory",
        "",
        "Seconds of one processor, fit and prediction once, and the greatest memory of the process in MB.",
        "",
        *table(("", "", "seconds", "MB"), rows),
    ]


def main():
    arguments = kept.asked()
    c = computed.Computed(arguments.cache)
    first, found = headline(c)
    wrong, curves, regrets = spoilt(c)
    known = triples(c)
    lines = [
        *first,
        *resplits(c),
        *several_labels(c),
        *several_labels_resplit(c),
        *beside_xcolumns(c),
        *single_labels(c),
        *beforehand(known),
        *wrong,
        *costs(c),
    ]
    (arguments.output / "results.md").write_text("\n".join(lines).rstrip() + "\n")
    pictures.headline(found, arguments.output / "headline.svg")
    pictures.spoilt(curves, arguments.output / "spoilt.svg")
    pictures.beforehand(known, arguments.output / "beforehand.svg")


if __name__ == "__main__":
    main()
