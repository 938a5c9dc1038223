"""Certified thresholds beside the rules of others, on samples drawn from populations that are known: how often a
promise is broken, and the recall that is kept.

    compare.py OUTPUT CACHE [ROUNDS]

A population is a mixture of normal scores, or the scores of a model for the rows of a real data set that it was not
fitted to, of which samples are drawn with replacement: the precision, recall and FPR of every threshold are known
exactly. delta is 0.1 everywhere."""

import os
import pathlib
import sys
import time
import warnings

import numpy as np
from scipy.special import betainc, ndtr

import wald

DELTA = 0.1


def passes(successes, trials, p, level):
    """Whether "the share is below p" is refused: P(Binomial(trials, p) >= successes) <= level."""
    successes, trials = np.asarray(successes, float), np.asarray(trials, float)
    with np.errstate(invalid="ignore"):
        tail = betainc(np.maximum(successes, 1e-300), trials - successes + 1, p)
    return (successes > 0) & (tail <= level)


class Population:
    """Scores: mixtures [(share, mean, deviation)], rounded to multiples of `step`; keep: the chance that a row of a
    label is kept, by score, where rows are thinned and weighted."""

    def __init__(self, prevalence, positive, negative=((1.0, 0.0, 1.0),), step=0.0, scores=1, keep=None):
        self.prevalence, self.of, self.step, self.scores, self.keep = prevalence, (negative, positive), step, scores, keep

    def tail(self, label, threshold):
        at = np.asarray(threshold, float)
        if self.step:
            at = np.ceil(at / self.step) * self.step - self.step / 2
        return sum(share * ndtr((mean - at) / deviation) for share, mean, deviation in self.of[label])

    def rates(self, thresholds):
        """Recall and FPR of a row's thresholds, by the rule "or"; the scores of a label are independent."""
        below = [np.ones(np.shape(thresholds[0])), np.ones(np.shape(thresholds[0]))]
        for threshold in thresholds:
            for label in (0, 1):
                below[label] = below[label] * (1 - self.tail(label, threshold))
        return 1 - below[1], 1 - below[0]

    def precision(self, recall, fpr):
        right, wrong = self.prevalence * recall, (1 - self.prevalence) * fpr
        return right / (right + wrong)

    def draw(self, random, n):
        labels = (random.random(n) < self.prevalence).astype(np.uint8)
        scores = np.empty((n, self.scores))
        for label in (0, 1):
            rows = np.flatnonzero(labels == label)
            shares, means, deviations = map(np.array, zip(*self.of[label]))
            for d in range(self.scores):
                part = random.choice(len(shares), size=rows.size, p=shares) if len(shares) > 1 else 0
                scores[rows, d] = random.normal(means[part], deviations[part], rows.size)
        if self.step:
            scores = np.round(scores / self.step) * self.step
        weights = None
        if self.keep is not None:
            chance = self.keep(scores[:, 0], labels)
            kept = random.random(n) < chance
            scores, labels, weights = scores[kept], labels[kept], 1 / chance[kept]
        return scores, labels, weights


class Rows:
    """Real rows with scores as a population; weights, where a row stands for several."""

    scores, keep = 1, None

    def __init__(self, scores, labels, weights=None):
        self.values, self.labels = scores, labels
        self.row_weights = weights
        mass = np.ones(labels.size) if weights is None else weights
        self.chance = None if weights is None else mass / mass.sum()
        order = np.argsort(scores, kind="stable")
        self.sorted = scores[order]
        self.above = [np.append(np.cumsum((mass * (labels == label))[order][::-1])[::-1], 0) for label in (0, 1)]
        self.total = [mass[labels == label].sum() for label in (0, 1)]
        self.prevalence = self.total[1] / sum(self.total)

    def rates(self, thresholds):
        at = np.searchsorted(self.sorted, np.asarray(thresholds[0]), side="left")
        return self.above[1][at] / self.total[1], self.above[0][at] / self.total[0]

    precision = Population.precision

    def draw(self, random, n):
        rows = random.choice(self.labels.size, size=n, p=self.chance)
        return self.values[rows, None], self.labels[rows], None


class Design:
    def __init__(self, name, population, n, **limits):
        self.name, self.population, self.n, self.limits = name, population, n, limits
        # What others take as given: a grid of thresholds, from where next to nothing is flagged to half of the rows.
        if isinstance(population, Rows):
            self.grid = np.linspace(population.sorted[-1], np.median(population.sorted), 60)
        else:
            top = max(mean + 3 * deviation for _, mean, deviation in population.of[1])
            self.grid = np.linspace(top, 0, 60)

    def broken(self, recall, fpr):
        q, world = self.limits, self.population
        return (world.precision(recall, fpr) < q.get("min_precision", 0) or recall < q.get("min_recall", 0)
                or fpr > q.get("max_fpr", 1))


def counted(scores, labels, thresholds):
    """Flagged positives and negatives at each of some thresholds."""
    out = []
    for label in (1, 0):
        ordered = np.sort(scores[labels == label])
        out.append(ordered.size - np.searchsorted(ordered, thresholds, side="left"))
    return out


def point_tests(design, tp, fp, positives, negatives, level):
    """Whether the tests of all limits pass at each threshold."""
    q, out = design.limits, np.ones(np.shape(tp), bool)
    if "min_precision" in q:
        out &= passes(tp, tp + fp, q["min_precision"], level)
    if "min_recall" in q:
        out &= passes(tp, np.full(np.shape(tp), positives), q["min_recall"], level)
    if "max_fpr" in q:
        out &= passes(negatives - fp, np.full(np.shape(tp), negatives), 1 - q["max_fpr"], level)
    return out


def best_of(design, thresholds, good):
    """Of certified thresholds the one that is asked for: the lowest, or of a recall alone the highest."""
    found = np.asarray(thresholds)[good]
    if not found.size:
        return None
    return (found.max() if list(design.limits) == ["min_recall"] else found.min(),)


# ---- The rules. Each gives the thresholds, or None where nothing is certified. ----------------------------------


def wald_rule(design, scores, labels, weights, seed):
    options = dict(design.limits, certify=1 - DELTA, seed=seed, baselines=False)
    if weights is not None:
        options["max_weight"] = design.max_weight
    if scores.shape[1] == 1:
        found = wald.choose_threshold(labels, scores[:, 0], weights=weights, **options)
    else:
        found = wald.Sample(scores.shape[1], rule="or").feed(labels, scores, weights=weights).choose(**options)
    return tuple(found.thresholds) if found.certified else None


def holm_grid(design, scores, labels, weights, seed):
    """Bonferroni-Holm over a grid of 100 thresholds, which is what MAPIE's BinaryClassificationController does by
    default, with exact binomial tests in place of its own, which are less powerful."""
    grid = np.linspace(design.grid[0], design.grid[-1], 100)
    tp, fp = counted(scores[:, 0], labels, grid)
    good = np.zeros(grid.size, bool)
    for _ in range(grid.size):
        more = point_tests(design, tp, fp, labels.sum(), (labels == 0).sum(), DELTA / max(1, grid.size - good.sum()))
        if (more | good).sum() == good.sum():
            break
        good |= more
    return best_of(design, grid, good)


def bonferroni(design, scores, labels, weights, seed):
    """A grid of 60 thresholds, each tested at delta/60."""
    tp, fp = counted(scores[:, 0], labels, design.grid)
    good = point_tests(design, tp, fp, labels.sum(), (labels == 0).sum(), DELTA / design.grid.size)
    return best_of(design, design.grid, good)


def fixed_sequence(design, scores, labels, weights, seed):
    """Learn then Test on that grid of 60, one after the other from the strictest threshold on, beginning where four times
    as many rows are flagged on average as would pass were all of them positive."""
    tp, fp = counted(scores[:, 0], labels, design.grid)
    order = np.arange(design.grid.size)
    if "min_recall" in design.limits and len(design.limits) == 1:
        order = order[::-1]
    recall, fpr = design.population.rates([design.grid])
    world = design.population
    flagged = design.n * (world.prevalence * recall + (1 - world.prevalence) * fpr)
    p = design.limits.get("min_precision")
    if p is not None:
        order = order[flagged[order] >= 4 * np.log(DELTA) / np.log(p)]
    good = point_tests(design, tp[order], fp[order], labels.sum(), (labels == 0).sum(), DELTA)
    stop = np.flatnonzero(~good)
    return best_of(design, design.grid[order], np.arange(order.size) < (stop[0] if stop.size else order.size))


def tails(design, tp, fp, positives, negatives):
    """The largest p-value of the limits' tests."""
    q, out = design.limits, np.zeros(np.shape(tp))

    def add(successes, trials, p):
        np.maximum(out, np.where(successes > 0, betainc(np.maximum(successes, 1e-300), trials - successes + 1.0, p), 1),
                   out=out)

    if "min_precision" in q:
        add(tp, tp + fp, q["min_precision"])
    if "min_recall" in q:
        add(tp, np.full(np.shape(tp), positives), q["min_recall"])
    if "max_fpr" in q:
        add(negatives - fp, np.full(np.shape(tp), negatives), 1 - q["max_fpr"])
    return out


def split_sequence(design, scores, labels, weights, seed):
    """Half of the rows finds the threshold that holds most surely, and the order of tests outward from it; the other
    half tests in that order until one does not pass (Pareto Testing; MAPIE's split_fixed_sequence)."""
    n = labels.size // 2
    values = np.unique(scores[:n, 0])
    tp, fp = counted(scores[:n, 0], labels[:n], values)
    start = int(tails(design, tp, fp, labels[:n].sum(), (labels[:n] == 0).sum()).argmin())
    order = values[start:] if list(design.limits) == ["min_recall"] else values[: start + 1][::-1]
    tp, fp = counted(scores[n:, 0], labels[n:], order)
    good = point_tests(design, tp, fp, labels[n:].sum(), (labels[n:] == 0).sum(), DELTA)
    stop = np.flatnonzero(~good)
    return best_of(design, order, np.arange(order.size) < (stop[0] if stop.size else order.size))


def bets(z, level):
    """Whether the capital of Waudby-Smith and Ramdas' bets against "the mean of z is at most 0" passes 1/level; z >= -1."""
    sums, squares, rows = np.cumsum(z) - z, np.cumsum(z * z) - z * z, np.arange(z.size)
    bet = np.clip(sums / (rows + 1) / ((squares + 0.25) / (rows + 1)), 0, 0.9)
    return np.cumsum(np.log1p(bet * z)).max(initial=-1) >= -np.log(level)


def bargain(design, scores, labels, weights, seed):
    """BARGAIN's search for a precision: 20 cuts at equal numbers of rows, from the strictest on, each tested by betting
    at delta until one does not pass (its cuts are ranks of the same rows)."""
    order = np.argsort(-scores[:, 0], kind="stable")
    random, p, best = np.random.default_rng(seed), design.limits["min_precision"], None
    for part in range(1, 21):
        rows = order[: part * labels.size // 20].copy()
        random.shuffle(rows)
        if not bets((labels[rows] - p) / p, DELTA):
            break
        best = (scores[order[rows.size - 1], 0],)
    return best


def weighted_bonferroni(design, scores, labels, weights, seed):
    """Betting on a grid of 20 thresholds, each at delta/20."""
    p, best = design.limits["min_precision"], None
    order = np.random.default_rng(seed).permutation(labels.size)
    for threshold in design.grid[::3]:
        rows = order[scores[order, 0] >= threshold]
        if bets(weights[rows] * (labels[rows] - p) / (p * design.max_weight), DELTA / 20):
            best = (threshold,)
    return best


def bonferroni_two(design, scores, labels, weights, seed):
    """Two scores: a grid of 12 x 12 thresholds, each tested at delta/144; of those that pass, the most positives."""
    levels = design.grid[::5]
    on = [scores[:, d, None] >= levels for d in (0, 1)]
    flagged = on[0][:, :, None] | on[1][:, None, :]
    tp, fp = flagged[labels == 1].sum(0), flagged[labels == 0].sum(0)
    good = point_tests(design, tp, fp, labels.sum(), 0, DELTA / tp.size)
    if not good.any():
        return None
    a, b = np.unravel_index(np.where(good, tp, -1).argmax(), tp.shape)
    return levels[a], levels[b]


def half_two(design, scores, labels, weights, seed):
    """Two scores: one half chooses by Wald's own exact search at the lower limit, the other half tests."""
    n = labels.size // 2
    found = wald.Sample(2, rule="or").feed(labels[:n], scores[:n]).choose(
        min_precision=design.limits["min_precision"], precision_level=1 - DELTA, baselines=False)
    on = (scores[n:] >= np.array(found.thresholds)).any(1)
    tp, fp = (on & (labels[n:] == 1)).sum(), (on & (labels[n:] == 0)).sum()
    return tuple(found.thresholds) if passes(tp, tp + fp, design.limits["min_precision"], DELTA) else None


def umbrella(design, scores, labels, weights, seed):
    """nproc's umbrella algorithm: the order statistic of the negatives (Tong, Feng and Li 2018)."""
    ordered = np.sort(scores[labels == 0, 0])[::-1]
    k = np.arange(1, ordered.size + 1)
    good = passes(ordered.size - (k - 1), np.full(k.size, ordered.size), 1 - design.limits["max_fpr"], DELTA)
    return (np.nextafter(ordered[k[good].max() - 1], np.inf),) if good.any() else None


def dkw(design, scores, labels, weights, seed):
    """The recall at every threshold at once by Massart's bound."""
    ordered = np.sort(scores[labels == 1, 0])[::-1]
    k = np.arange(1, ordered.size + 1)
    good = k / ordered.size - np.sqrt(np.log(1 / DELTA) / (2 * ordered.size)) >= design.limits["min_recall"]
    return (ordered[np.flatnonzero(good)[0]],) if good.any() else None


def designs():
    def normal(prevalence, distance, **more):
        return Population(prevalence, ((1.0, distance, 1.0),), **more)

    one = [wald_rule, split_sequence, fixed_sequence, holm_grid, bonferroni, bargain]
    limits = [wald_rule, split_sequence, holm_grid, bonferroni]
    thinned = normal(0.02, 2.5, keep=lambda s, y: np.where(y == 1, 1.0, np.where(s > 1, 0.5, 0.25)))
    out = [
        (Design("1 % positives", normal(0.01, 2), 10_000, min_precision=0.5), one),
        (Design("10 % positives", normal(0.1, 2), 10_000, min_precision=0.5), one),
        (Design("100 000 rows, 1 %", normal(0.01, 2), 100_000, min_precision=0.5), one),
        (Design("1000 rows, 10 %", normal(0.1, 2), 1_000, min_precision=0.5), one),
        (Design("60 positives of 30 000", normal(0.002, 3.5), 30_000, min_precision=0.5), one),
        (Design("a high precision", normal(0.1, 2), 10_000, min_precision=0.9), one),
        (Design("hidden positives", Population(0.05, ((0.7, 3.0, 1.0), (0.3, 0.0, 1.0))), 10_000, min_precision=0.7),
         one),
        (Design("negatives at the top", Population(0.05, ((1.0, 2.5, 1.0),), ((0.998, 0.0, 1.0), (0.002, 6.0, 0.5))),
                10_000, min_precision=0.5), one),
        (Design("ties: steps of 1/2", normal(0.1, 2, step=0.5), 10_000, min_precision=0.5), one),
        (Design("thinned and weighted", thinned, 20_000, min_precision=0.5), [wald_rule, weighted_bonferroni]),
        (Design("two scores", normal(0.05, 1.8, scores=2), 10_000, min_precision=0.6),
         [wald_rule, half_two, bonferroni_two]),
        (Design("precision and recall", normal(0.1, 2.2), 10_000, min_precision=0.5, min_recall=0.6,
                goal="most_tp"), limits),
        (Design("FPR at most 0.02", normal(0.1, 2), 5_000, max_fpr=0.02), [wald_rule, umbrella, split_sequence, holm_grid,
                                                                          bonferroni]),
        (Design("recall at least 0.8", normal(0.05, 2), 4_000, min_recall=0.8), [wald_rule, dkw, split_sequence, holm_grid,
                                                                                bonferroni]),
    ]
    for design, _ in out:
        design.max_weight = 4.0
    return out


def real_designs():
    """Logistic regressions and trees on a third of the rows; the others are the population."""
    import pandas as pd
    from sklearn.ensemble import HistGradientBoostingClassifier
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    data = pathlib.Path(os.environ["WALD_DATA"])

    def scored(files, model, drop=(), weight=None, target="y"):
        table = pd.concat([pd.read_csv(data / file) for file in files], ignore_index=True).drop(columns=list(drop))
        labels = table[target].to_numpy(np.uint8)
        columns = table.drop(columns=[c for c in table if c == "y" or c.startswith("y_")])
        features = pd.get_dummies(columns).to_numpy(float)
        order = np.random.default_rng(1).permutation(labels.size)
        fitted, rest = order[: labels.size // 3], order[labels.size // 3 :]
        model.fit(features[fitted], labels[fitted])
        scores = model.predict_proba(features[rest])[:, 1]
        weights = None if weight is None else np.where(labels[rest] == 1, 1.0, weight)
        return Rows(scores, labels[rest], weights)

    def logistic():
        return make_pipeline(StandardScaler(), LogisticRegression(max_iter=500))

    adult = scored(["adult/train.csv.gz", "adult/test.csv.gz"], logistic())
    bank = scored(["bank_marketing/data.csv.gz"], HistGradientBoostingClassifier(max_iter=60), drop=["duration"])
    nomao = scored(["nomao/data.csv.gz"], logistic())
    # Each genuine payment of this set stands for 231.
    cards = scored(["creditcard_fraud_thinned/data.csv.gz"], logistic(), weight=231.2)
    yeast = scored(["yeast/train.csv.gz", "yeast/test.csv.gz"], logistic(), target="y_Class4")
    one = [wald_rule, split_sequence, fixed_sequence, holm_grid, bonferroni, bargain]
    return [
        (Design("adult, precision 0.8", adult, 5_000, min_precision=0.8), one),
        (Design("bank marketing, precision 0.5", bank, 5_000, min_precision=0.5), one),
        (Design("nomao, precision 0.98", nomao, 3_000, min_precision=0.98), one),
        (Design("credit cards, precision 0.5", cards, 100_000, min_precision=0.5), one),
        (Design("yeast, class 4, precision 0.6", yeast, 600, min_precision=0.6), one),
        (Design("adult, FPR 0.05", adult, 2_000, max_fpr=0.05), [wald_rule, umbrella, split_sequence, holm_grid,
                                                                bonferroni]),
    ]


def simulate(design, rules, rounds):
    """For each rule, on all samples for Wald and on the first fifth of them for the others: how often the promise broke, how often nothing was certified, the mean recall (or FPR) and its
    standard error, the seconds."""
    found = {rule.__name__: [] for rule in rules}
    seconds = dict.fromkeys(found, 0.0)
    for r in range(rounds):
        scores, labels, weights = design.population.draw(np.random.default_rng([7, r]), design.n)
        for rule in rules if r < rounds // 5 else rules[:1]:
            begin = time.process_time()
            thresholds = rule(design, scores, labels, weights, r)
            seconds[rule.__name__] += time.process_time() - begin
            if thresholds is None:
                found[rule.__name__].append((0.0, np.nan, False, False))
                continue
            recall, fpr = (float(x) for x in design.population.rates(list(thresholds)))
            found[rule.__name__].append((recall, fpr, design.broken(recall, fpr), True))
    return found, seconds


def possible(design):
    """The greatest recall within the limits, or the least FPR of a recall."""
    t = design.population.sorted if isinstance(design.population, Rows) else np.linspace(-2, 9, 200_001 if design.population.scores == 1 else 1_101)
    recall, fpr = design.population.rates([t] if design.population.scores == 1 else np.meshgrid(t, t))
    q = design.limits
    with np.errstate(invalid="ignore", divide="ignore"):
        good = ((design.population.precision(recall, fpr) >= q.get("min_precision", 0)) & (recall >= q.get("min_recall", 0))
                & (fpr <= q.get("max_fpr", 1)))
    return recall[good].max(), fpr[good].min()


def table(designs, rounds):
    """Lines of a table, and a sentence on it."""
    lines = ["| design | rule | promise broken | none certified | mean recall | of the possible | ms |", "|---|---|---|---|---|---|---|"]
    ahead, compared = 0, 0
    for design, rules in designs:
        here = rounds if design.n <= 30_000 else max(1, rounds // 5)
        found, seconds = simulate(design, rules, here)
        recalls_only = list(design.limits) == ["min_recall"]
        most = possible(design)
        means = {}
        for rule in rules:
            recall, fpr, broken, certified = map(np.array, zip(*found[rule.__name__]))
            rate, seen = broken.mean(), len(broken)
            recall, fpr, certified = (x[: here // 5] for x in (recall, fpr, certified))  # of the same samples
            # Of a recall alone the FPR is what is kept low; nothing certified counts as flagging everything.
            kept = np.where(certified, fpr, 1.0).mean() if recalls_only else recall.mean()
            allowed = DELTA + 3 * np.sqrt(DELTA * (1 - DELTA) / seen)
            if rule is wald_rule or rate <= allowed:
                means[rule.__name__] = kept
            share = f"FPR {kept:.4f} of {most[1]:.4f}" if recalls_only else f"{kept / most[0]:.3f}"
            name = rule.__name__.replace("_rule", "").replace("_", " ")
            lines.append(f"| {design.name if rule is rules[0] else ''} | {name} | {100 * rate:.2f} %"
                         f"{' (too often)' if rate > allowed else ''} | {100 * (1 - certified.mean()):.1f} % | "
                         f"{recall.mean():.4f} | {share} | {1000 * seconds[rule.__name__] / seen:.2f} |")
            print(lines[-1], flush=True)
        own = means.pop("wald_rule")
        compared += 1
        better = all(own <= x for x in means.values()) if recalls_only else all(own >= x for x in means.values())
        ahead += better
    lines.append("")
    lines.append(f"Broken promises: in {rounds} samples of each design for Wald, in {rounds // 5} for the others, a fifth of "
                 f"that where a sample has 100 000 rows; recalls: in the samples that all saw. Wald keeps at least as much as "
                 f"every other rule that keeps its promise in {ahead} of {compared} designs.")
    print(lines[-1])
    return lines


def main(output, rounds):
    lines = ["### Known populations", "", *table(designs(), rounds), "", "### Real rows", ""]
    lines += table(real_designs(), rounds // 5)
    pathlib.Path(output, "results.md").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    warnings.simplefilter("ignore", wald.DecisionWarning)  # that nothing is certified is counted
    main(sys.argv[1], int(sys.argv[3]) if len(sys.argv) > 3 else 10_000)
