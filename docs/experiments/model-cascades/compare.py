"""What a guarantee costs: labels of the oracle by wald.Labelling, and by the rules of SUPG and BARGAIN, on tables whose
truth is known.

    compare.py OUTPUT CACHE [ROUNDS]

delta is 0.1. The cost of a rule is what the oracle is asked for: the rows that it had labelled on the way, and those
that it does not accept, each once. The promise is for the rows of the table: it breaks where what comes out is below
the target."""

import multiprocessing
import os
import pathlib
import sys
import time

import numpy as np

import rivals
import wald

DELTA = 0.1
BUDGETS = (200, 400, 800, 1600, 3200, 6400)  # of the rules that are given one: the best in hindsight counts


class Table:
    """chance: what the first stage says of each row; event: whether it is one. See wald.Labelling."""

    def __init__(self, name, quality, target, chance, event):
        self.name, self.quality, self.target = name, quality, target
        # In the order in which rows are accepted: events last, or first where they are what is looked for.
        order = np.argsort(-chance if quality == "recall" else chance, kind="stable")
        self.chance, self.event, self.n = chance[order], event[order].astype(np.int64), chance.size
        self.sampler = rivals.Importance(self.chance if quality == "recall" else 1 - self.chance)

    def judged(self, asked):
        """The rows asked about, and whether the promise broke."""
        found = self.event[asked].sum()
        left = self.event.sum() - found
        if self.quality == "accuracy":
            broken = self.n - left < self.target * self.n - 1e-9
        elif self.quality == "recall":
            broken = found < self.target * (found + left) - 1e-9
        else:
            broken = self.n - found - left < self.target * (self.n - found) - 1e-9
        return int(asked.sum()), bool(broken)

    def accepted(self, count, labelled):
        asked = np.ones(self.n, bool)
        if self.quality == "recall":  # all that may be positive is verified
            asked[count:] = False
        else:
            asked[:count] = False
        asked[labelled] = True
        return self.judged(asked)

    def least(self):
        """The rows that one would ask about who knew all labels."""
        best = self.n
        for count in np.unique(np.linspace(0, self.n, 500).astype(int)):
            cost, broken = self.accepted(count, np.zeros(0, int))
            if not broken:
                best = min(best, cost)
        return best


def wald_rule(table, seed):
    found = wald.Labelling(table.chance, table.quality, min_quality=table.target, certify=1 - DELTA, seed=seed)
    found.run(lambda rows: table.event[rows], most=table.n)
    return table.judged(found.mask)


def supg(table, random, budget):
    if table.quality == "recall":
        return table.accepted(*rivals.supg_recall(table.event, table.sampler, random, budget, table.target, DELTA))
    return table.accepted(*rivals.supg_precision(1 - table.event, table.sampler, random, budget, table.target, DELTA,
                                                 relaxed=table.quality == "accuracy"))


def bargain(table, random, budget):
    if table.quality == "recall":
        return table.accepted(*rivals.bargain_recall(table.event, random, budget, table.target, DELTA))
    return table.accepted(*rivals.bargain(1 - table.event, random, table.target, DELTA,
                                          relaxed=table.quality == "accuracy"))


def bargain_accuracy(table, random, budget):
    """Of flagged rows: where the accuracy of the answer \"positive\" is the target, so is the precision."""
    return table.accepted(*rivals.bargain(1 - table.event, random, table.target, DELTA, relaxed=True))


# ---- Tables -----------------------------------------------------------------------------------------------------


def simulated():
    random = np.random.default_rng(11)

    def made(name, quality, target, n, a, b, said=lambda p: p, top=1.0, true=lambda p: p):
        p = np.minimum(random.beta(a, b, n), top)
        return Table(name, quality, target, said(p), random.random(n) < true(p))

    def hidden(p):
        """A fifteenth of the positives of the table are where the first stage sees none."""
        return np.where(p < 0.001, 0.0022, p)

    return [
        made("accuracy 0.95, right chances", "accuracy", 0.95, 4000, 1, 6, top=0.5),
        made("accuracy 0.9, the first stage has more", "accuracy", 0.9, 4000, 0.5, 6, top=0.5),
        made("accuracy 0.9, overconfident", "accuracy", 0.9, 4000, 1, 6, said=lambda p: p**2, top=0.5),
        made("accuracy 0.9, underconfident", "accuracy", 0.9, 4000, 1, 6, said=np.sqrt, top=0.5),
        made("accuracy 0.9, chances say nothing", "accuracy", 0.9, 4000, 1, 6, top=0.5, true=lambda p: 0 * p + 0.12),
        made("recall 0.9, 10 % positive", "recall", 0.9, 4000, 0.1, 0.9),
        made("recall 0.9, 1 % positive", "recall", 0.9, 10000, 0.01, 1),
        made("recall 0.9, 1 %, some hidden", "recall", 0.9, 10000, 0.01, 1, true=hidden),
        made("precision 0.9 of 3000 flagged", "precision", 0.9, 3000, 0.5, 2.5, top=0.5),
    ]


def real():
    """A logistic regression, or a tree, on a quarter of the rows; the others are the table."""
    import pandas as pd
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.tree import DecisionTreeClassifier

    data = pathlib.Path(os.environ["WALD_DATA"])

    def fitted(files, model, rows=4000, drop=()):
        table = pd.concat([pd.read_csv(data / file) for file in files], ignore_index=True).drop(columns=list(drop))
        labels = table["y"].to_numpy()
        features = pd.get_dummies(table.drop(columns="y")).to_numpy(float)
        order = np.random.default_rng(1).permutation(labels.size)
        fit, rest = order[: labels.size // 4], order[labels.size // 4 :][:rows]
        model.fit(features[fit], labels[fit])
        return model.predict_proba(features[rest]), labels[rest], model.classes_

    def logistic():
        return make_pipeline(StandardScaler(), LogisticRegression(max_iter=200))

    def accuracy(name, target, found):
        p, labels, classes = found
        return Table(name, "accuracy", target, 1 - p.max(1), classes[p.argmax(1)] != labels)

    adult = fitted(["adult/train.csv.gz", "adult/test.csv.gz"], logistic())
    bank = fitted(["bank_marketing/data.csv.gz"], logistic(), drop=["duration"])
    flagged = adult[0][:, 1] >= 0.5
    return [
        accuracy("adult, accuracy 0.9", 0.9, adult),
        accuracy("spambase, accuracy 0.95", 0.95,
                 fitted(["spambase/data.csv.gz"], DecisionTreeClassifier(max_leaf_nodes=20, random_state=0))),
        accuracy("nomao, accuracy 0.97", 0.97, fitted(["nomao/data.csv.gz"], logistic())),
        accuracy("letter, accuracy 0.9", 0.9, fitted(["letter/train.csv.gz", "letter/test.csv.gz"], logistic())),
        Table("bank marketing, recall 0.8", "recall", 0.8, bank[0][:, 1], bank[1] == 1),
        Table("adult, precision 0.85", "precision", 0.85, 1 - adult[0][flagged, 1], adult[1][flagged] == 0),
    ]


# ---- Results ----------------------------------------------------------------------------------------------------


def budgeted(rule, table, rounds):
    """A rule with the budget that is best for it on this table."""
    trials = {budget: np.mean([rule(table, np.random.default_rng([5, r]), budget)[0] for r in range(20)])
              for budget in BUDGETS if budget < table.n}
    best = min(trials, key=trials.get)
    return [rule(table, np.random.default_rng([7, r]), best) for r in range(rounds)], best


def simulate(table, rounds):
    """By rule: the mean cost, the share of broken promises, the rounds, the milliseconds, a note."""
    out = {}

    def add(name, found, seconds, note=""):
        cost, broken = np.array(found, float).T
        out[name] = cost.mean(), broken.mean(), len(found), 1000 * seconds / len(found), note

    few = max(20, rounds // 10)
    begin = time.process_time()
    add("wald", [wald_rule(table, r) for r in range(rounds)], time.process_time() - begin)
    begin = time.process_time()
    found, best = budgeted(supg, table, few)
    add("SUPG", found, time.process_time() - begin, f"{best} draws")
    if table.quality == "recall":
        begin = time.process_time()
        found, best = budgeted(bargain, table, few)
        add("BARGAIN", found, time.process_time() - begin, f"{best} draws")
    else:
        rules = [("BARGAIN", bargain)] + [("BARGAIN for accuracy", bargain_accuracy)] * (table.quality == "precision")
        for name, rule in rules:
            begin = time.process_time()
            add(name, [rule(table, np.random.default_rng([7, r]), 0) for r in range(few)], time.process_time() - begin)
    return out


def too_often(broken, rounds):
    return broken > DELTA + 3 * np.sqrt(DELTA * (1 - DELTA) / rounds)


def cheapest(found, rule):
    """Of BARGAIN's rules for a precision the better one."""
    return min(values[0] for name, values in found.items() if name.startswith(rule))


def lines_of(name, least, n, found):
    lines = []
    for rule, (cost, broken, rounds, ms, note) in found.items():
        first = f"{name} ({n} rows, at least {least})" if rule == "wald" else ""
        sign = " (too often)" if too_often(broken, rounds) else ""
        lines.append(f"| {first} | {rule}{', ' + note if note else ''} | {cost:.0f} | {100 * broken:.2f} %{sign} "
                     f"| {rounds} | {ms:.1f} |")
    return lines


def picture(results, where):
    import matplotlib
    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "wald"
    import matplotlib.pyplot as plt
    figure, axes = plt.subplots(figsize=(8, 0.42 * len(results) + 1))
    at = np.arange(len(results))[::-1]
    for shift, (rule, colour) in enumerate([("wald", "#1f6feb"), ("SUPG", "#d29922"), ("BARGAIN", "#8b949e")]):
        shares = [cheapest(found, rule) / table.n for table, _, found in results]
        axes.barh(at + 0.25 - 0.25 * shift, shares, 0.24, color=colour,
                  label="Wald" if rule == "wald" else rule)
    axes.scatter([least / table.n for table, least, _ in results], at, marker="|", s=160, color="black", zorder=3,
                 label="who knew all labels")
    axes.set_yticks(at, [table.name for table, _, _ in results], fontsize=8)
    axes.set_xlabel("rows asked about, of all rows")
    axes.legend(fontsize=8)
    figure.tight_layout()
    figure.savefig(where, metadata={"Date": None, "Creator": None})


def main():
    output, rounds = pathlib.Path(sys.argv[1]), int(sys.argv[3]) if len(sys.argv) > 3 else 10_000
    lines, results = [], []
    parts = (("Simulated tables", simulated()), ("Real tables", real()))
    with multiprocessing.Pool(int(os.environ.get("WALD_PROCESSES", os.cpu_count() or 1))) as pool:
        jobs = {table.name: pool.apply_async(simulate, (table, rounds))
                for table in sorted((t for _, tables in parts for t in tables), key=lambda t: -t.n)}
        outcomes = {name: job.get() for name, job in jobs.items()}
    for title, tables in parts:
        lines += [f"### {title}", "", "| table | rule | rows asked about | promise broken | rounds | ms |",
                  "|---|---|---|---|---|---|"]
        for table in tables:
            found, least = outcomes[table.name], table.least()
            results.append((table, least, found))
            lines += lines_of(table.name, least, table.n, found)
            print("\n".join(lines[-len(found):]), flush=True)
        lines.append("")
    fewer = {rule: sum(found["wald"][0] < cheapest(found, rule) for _, _, found in results)
             for rule in ("SUPG", "BARGAIN")}
    lines += [f"Wald asks about fewer rows than SUPG's rule on {fewer['SUPG']} of {len(results)} tables, and than the "
              f"better one of BARGAIN's on {fewer['BARGAIN']}."]
    (output / "results.md").write_text("\n".join(lines) + "\n")
    picture(results, output / "cost.svg")


if __name__ == "__main__":
    main()
