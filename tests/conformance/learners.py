"""The cases on learners and calibration, by plain references: neighbours found by a loop over all rows, in exact
fractions where the weights are; regressions by Newton's method on the whole Hessian; what follows from their
probabilities (sizes, chains, mixtures) by enumeration; isotonic regression by the greatest of the least means."""

import math
import random
from fractions import Fraction

from exact import Metric, Search, counts_of, expected, expected_from_counts, independent, categorical, joint

INTERCEPT_RIDGE = 1 / 100  # of b^2/200
CLEAR = 1e-3  # by which the best prediction must beat all others where probabilities are rounded


# ---- Rows ----------------------------------------------------------------------------------------------------------------


def rows(features, **more):
    return {"features": features, **more}


def drawn(rng, n, d, m, *, classes=None, empty=False, grid=8):
    """Rows of features on a grid, and labels that depend on them."""
    features = [[rng.randint(-2 * grid, 2 * grid) / grid for _ in range(d)] for _ in range(n)]
    towards = [[rng.uniform(-1, 1) for _ in range(d)] for _ in range(classes or m)]
    said = [[sum(a * b for a, b in zip(x, w)) + rng.gauss(0, 0.6) for w in towards] for x in features]
    if classes:
        return rows(features, classes=[s.index(max(s)) for s in said], n_classes=classes)
    labels = [[int(v > 0) for v in s] for s in said]
    if not empty:
        for y, s in zip(labels, said):
            if not any(y):
                y[s.index(max(s))] = 1
    return rows(features, labels=labels)


def as_csr(table):
    out = {"indptr": [0], "indices": [], "values": [], "n_rows": len(table), "n_features": len(table[0])}
    for row in table:
        for j, x in enumerate(row):
            if x:
                out["indices"].append(j)
                out["values"].append(x)
        out["indptr"].append(len(out["indices"]))
    return out


class Scaler:
    def __init__(self, scaling, table, weights=None):
        self.scaling, d = scaling, len(table[0])
        weights = weights or [1.0] * len(table)
        self.shift, self.factor = [0.0] * d, [1.0] * d
        if scaling in ("none", "unit"):
            return
        total = sum(weights)
        for j in range(d):
            column = [x[j] for x in table]
            if scaling == "minmax":
                low, high = min(column), max(column)
                self.shift[j], self.factor[j] = low, 1 / (high - low) if high > low else 0.0
            else:
                mean = sum(w * x for w, x in zip(weights, column)) / total
                deviation = math.sqrt(sum(w * (x - mean)**2 for w, x in zip(weights, column)) / total)
                root = math.sqrt(d) if scaling == "standard-root" else 1.0
                self.shift[j], self.factor[j] = mean, 1 / (deviation * root) if max(column) > min(column) else 0.0

    def __call__(self, table):
        if self.scaling == "unit":
            lengths = [math.sqrt(sum(v * v for v in x)) for x in table]
            return [[v / n if n else 0.0 for v in x] for x, n in zip(table, lengths)]
        return [[(v - s) * f for v, s, f in zip(x, self.shift, self.factor)] for x in table]


# ---- Regressions ---------------------------------------------------------------------------------------------------------


def solved(a, b):
    """Gaussian elimination with pivoting."""
    n = len(b)
    a = [row[:] + [v] for row, v in zip(a, b)]
    for c in range(n):
        pivot = max(range(c, n), key=lambda r: abs(a[r][c]))
        a[c], a[pivot] = a[pivot], a[c]
        for r in range(c + 1, n):
            f = a[r][c] / a[c][c]
            if f:
                for k in range(c, n + 1):
                    a[r][k] -= f * a[c][k]
    out = [0.0] * n
    for c in reversed(range(n)):
        out[c] = (a[c][n] - sum(a[c][k] * out[k] for k in range(c + 1, n))) / a[c][c]
    return out


def softmax(z):
    top = max(z)
    e = [math.exp(v - top) for v in z]
    return [v / sum(e) for v in e]


class Regression:
    """Penalised multinomial; with two classes one column, of the second; with one class a constant. The intercept is
    that at the mean of the rows, where they are dense: there it is penalised."""

    def __init__(self, table, targets, penalty, weights=None, soft=None, ridge=INTERCEPT_RIDGE, centred=True):
        self.classes = sorted(set(targets)) if soft is None else [0, 1]
        if len(self.classes) == 1:
            return
        weights = weights or [1.0] * len(table)
        self.columns = 1 if len(self.classes) == 2 else len(self.classes)
        first = 1 if self.columns == 1 else 0
        total = sum(weights)
        self.means = [sum(w * v for w, v in zip(weights, column)) / total * centred for column in zip(*table)]
        x = [self.inner(row) for row in table]
        d = len(x[0])
        ridges = [1 / penalty] * (d - 1) + [ridge]
        aims = [[float(self.classes[first + k] == t) for k in range(self.columns)] for t in targets] if soft is None else [[s] for s in soft]
        self.w = [[0.0] * d for _ in range(self.columns)]
        for _ in range(60):
            gradient = [[r * v for r, v in zip(ridges, w)] for w in self.w]
            hessian = [[0.0] * (d * self.columns) for _ in range(d * self.columns)]
            for k in range(self.columns):
                for j in range(d):
                    hessian[k * d + j][k * d + j] = ridges[j]
            for row, aim, weight in zip(x, aims, weights):
                p = self.of_margins([sum(a * b for a, b in zip(w, row)) for w in self.w])[first:]
                for k in range(self.columns):
                    for j in range(d):
                        gradient[k][j] += weight * (p[k] - aim[k]) * row[j]
                    for l in range(self.columns):
                        h = weight * (p[k] * (k == l) - p[k] * p[l])
                        for j in range(d):
                            for i in range(d):
                                hessian[k * d + j][l * d + i] += h * row[j] * row[i]
            step = solved(hessian, [v for g in gradient for v in g])
            size = max(abs(v) for v in step)
            scale = min(1.0, 4 / size) if size else 1.0
            for k in range(self.columns):
                for j in range(d):
                    self.w[k][j] -= scale * step[k * d + j]
            if size < 1e-12:
                break
        else:
            raise ValueError("Newton's method did not end")

    def inner(self, row):
        return [v - mean for v, mean in zip(row, self.means)] + [1.0]

    def of_margins(self, z):
        if self.columns == 1:
            return [1 / (1 + math.exp(z[0])), 1 / (1 + math.exp(-z[0]))]
        return softmax(z)

    def __call__(self, row):
        """{class: probability}."""
        if len(self.classes) == 1:
            return {self.classes[0]: 1.0}
        return dict(zip(self.classes, self.of_margins([sum(a * b for a, b in zip(w, self.inner(row))) for w in self.w])))


# ---- What learners say of one row ----------------------------------------------------------------------------------------


class Known:
    """Marginals, P[i][s] and P(s) where they are known, and a way to value predictions."""

    def __init__(self, dist=None, *, table=None, p_zero=None, p_s=None):
        self.dist = dist
        if dist is not None:
            n = len(next(iter(dist)))
            self.table = counts_of(dist)
            p_s = [sum((p for y, p in dist.items() if sum(y) == s), Fraction(0)) for s in range(n + 1)]
            self.p_zero, self.p_s = p_s[0], p_s[1:]
        else:
            self.table = [[Fraction(v) for v in row] for row in table]
            self.p_zero, self.p_s = Fraction(p_zero), [Fraction(v) for v in p_s]

    def marginals(self):
        return [float(sum(row)) for row in self.table]

    def value(self, metric, z, h):
        if self.dist is not None:
            return expected(Metric(metric, z), self.dist, h)
        if metric == "hamming":  # P(s), which another regression gave, does not enter
            p = [sum(row) for row in self.table]
            return sum((v if x else 1 - v for v, x in zip(p, h)), Fraction(0)) / len(h)
        return expected_from_counts(metric, z, self.table, self.p_zero, self.p_s, h)


def decided(known, metric, at_least, clear, z=1):
    """(mask, value), or None if two predictions are too close to be told apart."""
    n = len(known.table)
    found = Search(lambda h: known.value(metric, z, h), n, at_least)
    second = max((v for h, v in found.values.items() if h != found.best), default=None)
    if clear and second is not None and found.optimum - second < clear:
        return None
    return list(found.best), float(found.optimum)


def by_lfp(train, asked, new, chosen=None):
    """`chosen`: a penalty a label, instead of the one that is asked for."""
    scaler, table = scaled_by(train, asked, "standard")
    weights = train.get("weights")
    if "classes" in train:
        fit = Regression(table, train["classes"], asked["c_values"][0], weights)
        return [Known(categorical(normed([fit(x).get(c, 0.0) for c in range(train["n_classes"])])))
                for x in scaler(new)], "categorical"
    fits = [Regression(table, [y[j] for y in train["labels"]], penalty, weights, centred="csr" not in train)
            for j, penalty in enumerate(chosen or asked["c_values"][:1] * len(train["labels"][0]))]
    return [Known(independent([fit(x).get(1, 0.0) for fit in fits])) for x in scaler(new)], "independent"


def chosen_by_groups(train, asked):
    """The penalty of each label that loses least on groups that are left out; None if two are about as good."""
    scaler, table = scaled_by(train, asked, "standard")
    out = []
    for j in range(len(train["labels"][0])):
        y, losses = [row[j] for row in train["labels"]], []
        for penalty in asked["c_values"]:
            loss = 0.0
            for group in set(train["groups"]):
                others = [i for i, g in enumerate(train["groups"]) if g != group]
                fit = Regression([table[i] for i in others], [y[i] for i in others], penalty)
                for i, g in enumerate(train["groups"]):
                    if g == group:
                        loss -= math.log(max(fit(table[i]).get(y[i], 0.0), 1e-12))
            losses.append(loss)
        least, second = sorted(losses)[:2]
        if second < 1.02 * least:
            return None
        out.append(asked["c_values"][losses.index(least)])
    return out


def normed(p):
    p = [Fraction(v) for v in p]
    return [v / sum(p) for v in p]


def scaled_by(train, asked, default):
    table = dense_of(train)
    scaler = Scaler(asked.get("scaling", default), table, train.get("weights"))
    return scaler, scaler(table)


def dense_of(given):
    if "csr" not in given:
        return given["features"]
    csr = given["csr"]
    out = [[0.0] * csr["n_features"] for _ in range(csr["n_rows"])]
    for i in range(csr["n_rows"]):
        for e in range(csr["indptr"][i], csr["indptr"][i + 1]):
            out[i][csr["indices"][e]] = csr["values"][e]
    return out


def sizes_of(train):
    return [sum(y) for y in train["labels"]]


def by_efp(train, asked, new):
    scaler, table = scaled_by(train, asked, "standard")
    m, sizes = len(train["labels"][0]), sizes_of(train)
    fits = [Regression(table, [s * y[j] for s, y in zip(sizes, train["labels"])], asked["c_values"][0],
                       train.get("weights")) for j in range(m)]
    size = Regression(table, sizes, asked["c_values"][0], train.get("weights"))
    out = []
    for x in scaler(new):
        q = size(x)
        out.append(Known(table=[[fit(x).get(s, 0.0) for s in range(1, m + 1)] for fit in fits], p_zero=q.get(0, 0.0),
                         p_s=[q.get(s, 0.0) for s in range(1, m + 1)]))
    return out, "counts"


def given_sizes(p, q):
    """P[i][s] = P(y_i = 1 | s, independent labels) q(s)."""
    m = len(p)
    dist = independent([min(max(v, 1e-6), 1 - 1e-6) for v in p])
    counts = counts_of(dist)
    r = [sum((v for y, v in dist.items() if sum(y) == s), Fraction(0)) for s in range(m + 1)]
    return Known(table=[[counts[i][s - 1] / r[s] * Fraction(q.get(s, 0.0)) for s in range(1, m + 1)]
                        for i in range(m)], p_zero=q.get(0, 0.0), p_s=[q.get(s, 0.0) for s in range(1, m + 1)])


def by_card(train, asked, new, marginals=None):
    scaler, table = scaled_by(train, asked, "standard")
    size = Regression(table, sizes_of(train), asked["c_values"][0], train.get("weights"))
    if marginals is None:
        marginals = [known.marginals() for known in by_lfp(train, asked, new)[0]]
    return [given_sizes(p, size(x)) for p, x in zip(marginals, scaler(new))], "counts"


def margin(p):
    return max(-40.0, min(40.0, (math.log(p) if p > 0 else -math.inf) - (math.log1p(-p) if p < 1 else -math.inf)))


def by_given(train, asked, new, marginals):
    """Marginals of another model, calibrated by those of the training rows; None if beta's would fall."""
    if "classes" in train:
        return [Known(categorical([Fraction(v) for v in p])) for p in marginals], "categorical"
    if asked["calibration"] == "none":
        return [Known(independent(p)) for p in marginals], "independent"
    weights = counting(train.get("weights") or [1.0] * len(train["labels"]))
    columns = []
    for j in range(len(marginals[0])):
        y = [row[j] for row in train["labels"]]
        z, at = [margin(row[j]) for row in train["marginals"]], [margin(row[j]) for row in marginals]
        if len(set(y)) < 2:
            columns.append([row[j] for row in marginals])
        elif asked["calibration"] == "isotonic":
            columns.append(isotonic(z, y, weights, at))
        else:
            columns.append(logistic(asked["calibration"], z, y, weights, at))
    return (None if None in columns else [Known(independent(list(p))) for p in zip(*columns)]), "independent"


def by_chain(train, asked, new):
    """The joint distribution itself, which samples stand for."""
    scaler, table = scaled_by(train, asked, "standard-root")
    m = len(train["labels"][0])
    order = asked.get("chain_orders", list(range(m)))[:m]
    fits = []
    for position, label in enumerate(order):
        before = order[:position]
        extended = [x + [float(y[b]) for b in before] for x, y in zip(table, train["labels"])]
        fits.append(Regression(extended, [y[label] for y in train["labels"]], asked["c_values"][0],
                               train.get("weights")))
    out = []
    for x in scaler(new):
        dist = {(): 1.0}
        for position, fit in enumerate(fits):
            longer = {}
            for prefix, mass in dist.items():
                p = fit(x + [float(v) for v in prefix]).get(1, 0.0)
                longer[prefix + (1,)], longer[prefix + (0,)] = mass * p, mass * (1 - p)
            dist = longer
        vectors = [[0] * m for _ in dist]
        for vector, prefix in zip(vectors, dist):
            for position, label in enumerate(order):
                vector[label] = prefix[position]
        out.append(Known(joint(vectors, list(dist.values()))))
    return out, "joint"


def by_neighbours(train, asked, new):
    """Distances by their squares in fractions where the scaling leaves them exact."""
    scaler, table = scaled_by(train, asked, "none")
    if "classes" in train:
        vectors = [[int(c == k) for k in range(train["n_classes"])] for c in train["classes"]]
    else:
        vectors = train["labels"]
    weights = train.get("weights") or [1.0] * len(table)
    out = []
    for x in scaler(new):
        if asked["neighbour_metric"] == "cosine":
            distances = [1 - cosine(x, t) for t in table]
        else:
            distances = [math.sqrt(float(sum((Fraction(a) - Fraction(b))**2 for a, b in zip(x, t)))) for t in table]
        nearest = sorted(range(len(table)), key=lambda i: (distances[i], i))[:int(asked["neighbours"])]
        low, high = distances[nearest[0]], distances[nearest[-1]]
        dudani = asked["neighbour_weights"] == "dudani" and high > low
        votes = [Fraction((high - distances[i]) / (high - low) if dudani else 1.0) * Fraction(weights[i])
                 for i in nearest]
        out.append(Known(joint([vectors[i] for i in nearest], votes)))
    if "classes" in train:
        return out, "categorical"
    return out, "joint" if len(vectors[0]) > 1 else "independent"


def cosine(x, y):
    lengths = math.sqrt(sum(v * v for v in x)) * math.sqrt(sum(v * v for v in y))
    return sum(a * b for a, b in zip(x, y)) / lengths if lengths else 0.0


def by_means(train, asked, new):
    """A forest whose features say nothing: every row of it weighs the same."""
    known = Known(joint(train["labels"], train.get("weights")))
    return [known for _ in new], "joint"


def by_leaves(train, asked, new):
    """A forest whose one feature, 0 or 1, is all that there is to split."""
    out = []
    for x in new:
        same = [i for i, t in enumerate(train["features"]) if t == x]
        out.append(Known(joint([train["labels"][i] for i in same],
                               [train["weights"][i] for i in same] if "weights" in train else None)))
    return out, "joint"


def by_mixture(parts, shares):
    def fit(train, asked, new):
        said = [part(train, asked, new)[0] for part in parts]
        total = sum(shares)
        out = []
        for row in range(len(new)):
            of = [one[row] for one in said]
            mean = lambda pick: sum((Fraction(share) / Fraction(total) * pick(k) for share, k in zip(shares, of)), Fraction(0))
            m = len(of[0].table)
            out.append(Known(table=[[mean(lambda k: k.table[i][s]) for s in range(m)] for i in range(m)],
                             p_zero=mean(lambda k: k.p_zero), p_s=[mean(lambda k: k.p_s[s]) for s in range(m)]))
        return out, "counts"

    return fit


def by_kernel(train, asked, new):
    """A penalty on |w|^2 with features f(x).f(z) = k(x, z), by the factor of the kernel's matrix."""
    scaler, table = scaled_by(train, asked, "standard-root")
    kernel = lambda x, z: math.exp(-asked["gamma"] * sum((a - b)**2 for a, b in zip(x, z)))
    factor = []
    for i, x in enumerate(table):
        row = []
        for j in range(i):
            row.append((kernel(x, table[j]) - sum(a * b for a, b in zip(row, factor[j]))) / factor[j][j])
        factor.append(row + [math.sqrt(1 - sum(v * v for v in row))])

    def mapped(x):
        row = []
        for j, own in enumerate(factor):
            row.append((kernel(x, table[j]) - sum(a * b for a, b in zip(row, own))) / own[j])
        return row

    full = [row + [0.0] * (len(table) - len(row)) for row in factor]
    inside = {**train, "features": full}
    return by_lfp(inside, {**asked, "scaling": "none"}, [mapped(x) for x in scaler(new)])


# ---- Cases ---------------------------------------------------------------------------------------------------------------


REGRESSIONS = {"lfp", "br", "efp", "pcc", "card", "cardinality"}
READERS = {"calibration": {"lfp", "br", "given"}, "c_values": {*REGRESSIONS, "kernel"}, "folds": REGRESSIONS,
           "scaling": {*REGRESSIONS, "neighbours", "kernel"}}


def read_by(name, asked):
    """Of the settings, those that the learner reads."""
    parts = set(name.replace(":", ",").split(","))
    if any(part in ("card", "cardinality", "kernel") for part in name[name.find(":") + 1:].split(",")):
        parts.add("lfp")  # where no learner follows
    return {key: value for key, value in asked.items() if key not in READERS or READERS[key] & parts}


def fit_cases(case, hexed):
    rng = random.Random(20140601)
    number = {}

    def learner(name, by, train, asked, new, *, at="learners", metric="f1", tolerance=1e-6, options=None, fitted=None,
                clear=CLEAR, exact=False, choices=None, **given):
        known, kind = by(train, asked, [list(x) for x in dense_of(new)], **given)
        if known is None:
            return False
        count = train.get("n_classes") or (len(train["labels"][0]) if "labels" in train else None)
        empty = "labels" in train and any(not any(y) for y, w in zip(train["labels"], train.get("weights") or [1] * 999)
                                          if w)
        least = int(asked.get("at_least", 0 if "classes" in train or count == 1 or empty else 1))
        use = (options or {}).get("at_least", 0 if metric in ("hamming", "accuracy") else least)
        answers = [decided(k, metric, use, 0 if exact else clear) for k in known]
        if any(a is None for a in answers):
            return False
        expect = {"name": fitted or name, "kind": kind, "task": "classes" if "classes" in train else "labels",
                  "n_features": float(len(dense_of(train)[0])), "n_labels": float(count), "at_least": float(least),
                  "probabilities": hexed([k.marginals() for k in known]), "mask": [a[0] for a in answers],
                  "expected": hexed([a[1] for a in answers])}
        for member in ("feature_names", "label_names"):
            if member in asked:
                expect[member] = asked[member]
        if choices:
            expect["choices"] = [{"part": part, "what": "C", "value": c}
                                 for part, c in zip(choices, given.get("chosen", asked["c_values"][:1] * len(choices)))]
        if "label_names" in asked and choices:
            expect["choices"] = [{**c, "part": n} for c, n in zip(expect["choices"], asked["label_names"])]
        number[name] = number.get(name, 0) + 1
        case(at, f"{name}, {number[name]}", "learner", learner=fitted or name, rows=train, asked=read_by(fitted or name, asked), new=new,
             metric=metric, zero_division=1, options=options, expect=expect,
             tolerance=tolerance)
        return True

    def some(times, make):
        """`times` cases that can be told apart, of at most twenty times as many."""
        made = 0
        for _ in range(20 * times):
            made += bool(make(made))
            if made == times:
                return
        raise ValueError("too few cases can be told apart")

    scalings = ["standard", "none", "minmax", "standard-root", "unit"]
    plain = {"calibration": "none"}

    # Regressions of labels.
    def lfp(i):
        train = drawn(rng, rng.randint(8, 25), rng.randint(1, 3), rng.randint(2, 4), empty=i % 3 == 2)
        if i % 4 == 3:
            train["weights"] = [rng.choice([1.0, 2.0, 0.5]) for _ in train["features"]]
        asked = {**plain, "c_values": [rng.choice([0.125, 1.0, 8.0])]}
        if i:
            asked["scaling"] = scalings[i % 5]
        if i == 5:
            asked["label_names"] = [f"label {j} of µ" for j in range(len(train["labels"][0]))]
            asked["feature_names"] = [f"x{j}=ä" for j in range(len(train["features"][0]))]
        options = {"at_least": rng.randint(0, 1)} if i % 5 == 4 else None
        new = drawn(rng, rng.randint(1, 4), len(train["features"][0]), 2)["features"]
        metric = ["f1", "jaccard", "f1", "hamming"][i % 4]
        mixed = [len({y[j] for y in train["labels"]}) > 1 for j in range(len(train["labels"][0]))]
        return learner("lfp" if i % 2 else "br", by_lfp, train, asked, rows(new), metric=metric, options=options,
                       choices=[f"label {j}" for j in range(len(mixed))] if all(mixed) else None)

    some(16, lfp)

    # What is chosen by groups that are left out, each a fold.
    def grouped(i):
        train = drawn(rng, 24, 2, 2)
        train["groups"] = [[-4, 0, 11][rng.randint(0, 2)] for _ in train["features"]]
        asked = {**plain, "c_values": [0.0625, 8.0], "folds": 3.0}
        if len(set(train["groups"])) < 3 or any(len({y[j] for y in train["labels"]}) == 1 for j in range(2)):
            return False
        chosen = chosen_by_groups(train, asked)
        if chosen is None:
            return False
        new = drawn(rng, 3, 2, 2)["features"]
        return learner("br", by_lfp, train, asked, rows(new), choices=["label 0", "label 1"], chosen=chosen)

    some(6, grouped)

    def sparse(i):
        train = drawn(rng, 20, 4, 3)
        train["features"] = [[x if rng.random() < 0.5 else 0.0 for x in row] for row in train["features"]]
        new = [[x if rng.random() < 0.5 else 0.0 for x in row] for row in drawn(rng, 3, 4, 2)["features"]]
        asked = {**plain, "c_values": [1.0], "scaling": "unit"}
        kept = {k: v for k, v in train.items() if k != "features"}
        if i % 2:
            kept.pop("labels")
            kept["label_csr"] = {k: v for k, v in as_csr(train["labels"]).items() if k in ("indptr", "indices")}
            kept["label_csr"]["n_labels"] = 3
        given = {"csr": as_csr(train["features"]), **kept}

        def by(_, asked, new):
            return by_lfp({**train, "csr": given["csr"]}, asked, new)

        if "labels" not in given:  # the reference still reads the dense ones
            return learner_of(given, train, by, asked, {"csr": as_csr(new)})
        return learner("lfp", by_lfp, given, asked, {"csr": as_csr(new)})

    def learner_of(given, train, by, asked, new):
        known, kind = by(None, asked, dense_of(new))
        answers = [decided(k, "f1", 1, CLEAR) for k in known]
        if any(a is None for a in answers):
            return False
        number["sparse labels"] = number.get("sparse labels", 0) + 1
        case("learners", f"lfp, sparse labels, {number['sparse labels']}", "learner", learner="lfp", rows=given,
             asked=asked, new=new, metric="f1", zero_division=1, tolerance=1e-6,
             expect={"kind": kind, "probabilities": hexed([k.marginals() for k in known]),
                     "mask": [a[0] for a in answers], "expected": hexed([a[1] for a in answers])})
        return True

    some(4, sparse)

    def classes(i):
        train = drawn(rng, rng.randint(10, 25), rng.randint(1, 3), None, classes=rng.randint(2, 4))
        asked = {**plain, "c_values": [1.0], "scaling": scalings[i % 4]}
        if i == 2:
            asked["label_names"] = [f"c{j}" for j in range(train["n_classes"])]
        new = drawn(rng, 3, len(train["features"][0]), 2)["features"]
        return learner("br", by_lfp, train, asked, rows(new), metric=["f1", "hamming"][i % 2])

    some(6, classes)

    def counts(by, name):
        def make(i):
            train = drawn(rng, rng.randint(12, 30), rng.randint(1, 3), rng.randint(2, 4), empty=i % 3 == 1)
            if i % 4 == 2:
                train["weights"] = [rng.choice([1.0, 2.0]) for _ in train["features"]]
            asked = {**plain, "c_values": [rng.choice([0.5, 2.0])], "scaling": scalings[i % 4]}
            new = drawn(rng, 3, len(train["features"][0]), 2)["features"]
            return learner(name, by, train, asked, rows(new), metric=["f1", "fowlkes_mallows", "hamming"][i % 3])

        return make

    some(8, counts(by_efp, "efp"))
    some(8, counts(by_card, "card"))

    def card_given(i):
        train = drawn(rng, 20, 2, 4)
        asked = {**plain, "c_values": [1.0], "scaling": "standard"}
        new = drawn(rng, 3, 2, 2)["features"]
        marginals = [[rng.choice([0.0, 1.0, 0.5, rng.randint(0, 64) / 64]) for _ in range(4)] for _ in new]
        return learner("card:given", by_card, train, asked, {**rows(new), "marginals": marginals}, marginals=marginals)

    some(5, card_given)

    def given_alone(i):
        calibration = ("none", "platt", "isotonic", "beta")[i % 4]
        exclusive = i == 4
        train = drawn(rng, 20, 1, None, classes=3) if exclusive else drawn(rng, 20, 1, 1 + i % 3)
        if i % 3 == 2:
            train["weights"] = [rng.choice([1.0, 2.0, 0.5]) for _ in train["features"]]
        new = drawn(rng, 4, 1, 2)["features"]
        if exclusive:
            marginals = [[v / 64 for v in rng.choice([(64, 0, 0), (16, 16, 32), (40, 20, 4)])] for _ in new]
        else:
            train["marginals"] = [[min(1.0, max(0.0, (rng.randint(0, 48) + 16 * v) / 64)) for v in y] for y in train["labels"]]
            marginals = [[rng.randint(0, 64) / 64 for _ in train["labels"][0]] for _ in new]
        return learner("given", by_given, train, {"calibration": calibration}, {**rows(new), "marginals": marginals},
                       marginals=marginals)

    some(10, given_alone)

    # Rules that decide after a calibration are what "given" is with it.
    own = random.Random(20260712)

    def ruled(i):
        calibration = ("none", "platt", "isotonic", "beta")[i % 4]
        train = drawn(own, 20, 1, 1 + i % 3)
        train["marginals"] = [[min(1.0, max(0.0, (own.randint(0, 48) + 16 * v) / 64)) for v in y] for y in train["labels"]]
        new = drawn(own, 4, 1, 2)["features"]
        marginals = [[own.randint(0, 64) / 64 for _ in train["labels"][0]] for _ in new]
        rule = "decide" if calibration == "none" else f"decide-{calibration}"
        return learner("rule", by_given, train, {"calibration": calibration, "rule": rule},
                       {**rows(new), "marginals": marginals}, marginals=marginals)

    some(8, ruled)

    def chains(i):
        m = rng.randint(2, 4)
        train = drawn(rng, 25, 2, m)
        asked = {**plain, "c_values": [4.0], "samples": 100000.0}
        if i % 2:
            order = list(range(m))
            rng.shuffle(order)
            asked["chain_orders"] = order
        new = drawn(rng, 2, 2, 2)["features"]
        # A vector's count is off by less than one a node on the way to it.
        return learner("pcc", by_chain, train, asked, rows(new), tolerance=2e-4, clear=5e-3)

    some(5, chains)

    # Neighbours: exact if features are on a grid and nothing is scaled.
    def neighbours(i):
        as_classes = i % 5 == 4
        if as_classes:
            train = drawn(rng, rng.randint(4, 15), 2, None, classes=3, grid=2)
        else:
            train = drawn(rng, rng.randint(4, 15), rng.randint(1, 3), 1 if i % 7 == 6 else rng.randint(2, 4),
                          empty=i % 3 == 1, grid=2)
        if i % 4 == 3:
            train["weights"] = [rng.choice([1.0, 2.0, 3.0]) for _ in train["features"]]
        asked = {"neighbours": float(rng.randint(1, 4)), "neighbour_metric": ["euclidean", "cosine"][i % 3 == 2],
                 "neighbour_weights": ["uniform", "dudani"][i % 4 == 2],
                 "scaling": ["none", "none", "minmax", "standard", "unit"][i % 5]}
        new = drawn(rng, 3, len(train["features"][0]), 2, grid=2)["features"]
        if far_apart(train, asked, new) is False:
            return False
        exact = asked["neighbour_weights"] == "uniform"
        return learner("neighbours", by_neighbours, train, asked, rows(new), metric=["f1", "jaccard", "f1"][i % 3],
                       tolerance=1e-12 if exact else 1e-9, exact=exact, clear=1e-6)

    def far_apart(train, asked, new):
        """Whether rounding cannot change who is near."""
        if asked["scaling"] == "none" and asked["neighbour_metric"] == "euclidean":
            return True
        scaler, table = scaled_by(train, asked, "none")
        for x in scaler(new):
            if asked["neighbour_metric"] == "cosine":
                if not any(x) or not all(any(t) for t in table):
                    return False
                distances = sorted(1 - cosine(x, t) for t in table)
            else:
                distances = sorted(math.dist(x, t) for t in table)
            if any(0 <= b - a < 1e-9 for a, b in zip(distances, distances[1:])):
                return False
        return True

    some(20, neighbours)

    # Forests whose trees can be told without growing them.
    def constant(i):
        m = rng.randint(2, 4)
        train = drawn(rng, 12, 2, m, empty=i % 2 == 1)
        train["features"] = [[0.5, -1.0] for _ in train["features"]]
        if i == 2:
            train["weights"] = [rng.choice([1.0, 2.0]) for _ in train["features"]]
        name = ["tree", "forest"][i % 2]
        asked = {} if name == "tree" else {"trees": 3.0}
        return learner(name, by_means, train, asked, rows([[0.5, -1.0], [7.0, 3.0]]), tolerance=1e-12, clear=1e-6)

    some(4, constant)

    def separable(i):
        m = rng.randint(2, 3)
        train = drawn(rng, 14, 1, m)
        train["features"] = [[float(k % 2)] for k in range(14)]
        if i % 2:
            train["labels"] = [[int(j == 0 or k % 2) for j in range(m)] for k in range(14)]
        name = ["forest", "tree"][i % 2]
        asked = {"min_leaf": 1.0, "max_features": 1.0, "forest_criterion": ["gini", "f"][i // 2 % 2]}
        if name == "forest":
            asked["trees"] = 4.0
            asked["seed"] = "18446744073709551615"
        return learner(name, by_leaves, train, asked, rows([[0.0], [1.0]]), tolerance=1e-12, clear=1e-6)

    some(4, separable)

    def mixtures(i):
        train = drawn(rng, 15, 2, 3)
        asked = {**plain, "c_values": [1.0], "neighbours": 3.0, "neighbour_metric": "euclidean",
                 "neighbour_weights": "uniform", "scaling": "standard"}
        new = drawn(rng, 2, 2, 2)["features"]
        if not far_apart(train, asked, new):
            return False
        shares = [1.0, 1.0]
        if i % 2:
            shares = asked["mixture_weights"] = [3.0, 1.0]
        marginals = [[rng.randint(1, 63) / 64 for _ in range(3)] for _ in new]
        if i < 2:
            return learner("mixture:card,neighbours", by_mixture([by_card, by_neighbours], shares), train, asked, rows(new))
        given = lambda train, asked, new: by_card(train, asked, new, marginals)
        return learner("mixture:card:given,neighbours", by_mixture([given, by_neighbours], shares), train, asked,
                       {**rows(new), "marginals": marginals})

    some(4, mixtures)

    def kernels(i):
        train = drawn(rng, 12, 2, 2, grid=2)
        if len({tuple(x) for x in train["features"]}) < 12:
            return False
        asked = {**plain, "c_values": [4.0], "gamma": 1.5}
        new = drawn(rng, 2, 2, 2)["features"]
        return learner("kernel:lfp", by_kernel, train, asked, rows(new), tolerance=1e-5)

    some(3, kernels)


# ---- Tables of answers ---------------------------------------------------------------------------------------------------


def average_cases(case, hexed):
    """A binary problem decided down its rows [Natarajan et al., 2016], and a table as one problem."""
    rng = random.Random(7)
    made = 0
    while made < 6:
        train = drawn(rng, 20, 2, 1 if made % 2 == 0 else 2, empty=True)
        asked = {"calibration": "none", "c_values": [1.0], "scaling": "standard"}
        new = drawn(rng, 4, 2, 2)["features"]
        known, _ = by_lfp(train, asked, new)
        p = [k.marginals() for k in known]
        m = len(p[0])
        average = "micro" if made >= 4 else "macro"
        if average == "macro":
            answers = [decided(Known(independent([row[j] for row in p])), "f1", 0, CLEAR) for j in range(m)]
            mask = [[a[0][i] for a in answers] for i in range(len(new))] if all(answers) else None
        else:
            answers = [decided(Known(independent([v for row in p for v in row])), "f1", 0, CLEAR)]
            mask = [answers[0][0][i * m:(i + 1) * m] for i in range(len(new))] if all(answers) else None
        if mask is None:
            continue
        made += 1
        case("learners", f"lfp, {average} {made}", "learner", learner="lfp", rows=train, asked=asked, new=rows(new),
             metric="f1", zero_division=1, options={"average": average}, tolerance=1e-6,
             expect={"probabilities": hexed(p), "mask": mask, "expected": hexed([a[1] for a in answers])})


# ---- Calibration ---------------------------------------------------------------------------------------------------------


def log_sigmoid(z):
    return -math.log1p(math.exp(-z)) if z >= 0 else z - math.log1p(math.exp(z))


def sigmoid(z):
    return 1 / (1 + math.exp(-z))


def isotonic(scores, labels, weights, at, tie=sigmoid):
    """The greatest over starts of the least over ends of the means, between which lines run."""
    groups = {}
    for s, y, w in zip(scores, labels, weights):
        total, ones = groups.get(s, (Fraction(0), Fraction(0)))
        groups[s] = (total + Fraction(w), ones + Fraction(w) * y)
    knots = sorted(groups)
    value = []
    for i in range(len(knots)):
        best = None
        for a in range(i + 1):
            least = min(sum(groups[k][1] for k in knots[a:b + 1]) / sum(groups[k][0] for k in knots[a:b + 1])
                        for b in range(i, len(knots)))
            best = least if best is None else max(best, least)
        value.append(float(best))
    edge = 0.5 / max(2.0, sum(weights)**2 / sum(w * w for w in weights))  # Kish's effective rows
    out = []
    for z in at:
        if z <= knots[0]:
            v = value[0]
        elif z >= knots[-1]:
            v = value[-1]
        else:
            i = next(i for i in range(1, len(knots)) if knots[i] > z)
            v = value[i - 1] + (z - knots[i - 1]) / (knots[i] - knots[i - 1]) * (value[i] - value[i - 1])
        v = min(max(v, edge), 1 - edge)
        out.append(v + 1e-9 * (tie(z) - v))
    return out


def logistic(method, scores, labels, weights, at):
    positive = sum(w for w, y in zip(weights, labels) if y)
    negative = sum(w for w, y in zip(weights, labels) if not y)
    soft = [(positive + 1) / (positive + 2) if y else 1 / (negative + 2) for y in labels]
    shape = (lambda z: [z]) if method == "platt" else (lambda z: [log_sigmoid(z), -log_sigmoid(-z)])
    if method == "temperature":
        found = temperature([[0.0, z] for z in scores], labels, weights, [[0.0, z] for z in at])
        return found and found[1::2]
    fit = Regression([shape(z) for z in scores], labels, 1e9, weights, soft, ridge=1e-9, centred=False)
    if any(w < 0 for w in fit.w[0][:-1]):
        return None
    return [fit(shape(z))[1] for z in at]


def of_probabilities(method, given, labels, weights, at):
    """Isotonic regression takes probabilities as they are, the others their log-odds, from -40 to 40."""
    if method == "isotonic":
        return isotonic(given, labels, weights, at, tie=lambda p: p)
    odds = [[min(max(math.log(p / (1 - p)) if 0 < p < 1 else math.copysign(40, p - 0.5), -40), 40) for p in each]
            for each in (given, at)]
    return logistic(method, odds[0], labels, weights, odds[1])


def counting(weights):
    """Scaled up where they sum to fewer rows than they are worth [Kish]."""
    total = sum(weights)
    rows_worth = total**2 / sum(w * w for w in weights)
    return [w * rows_worth / total for w in weights] if total < rows_worth * (1 - 1e-9) else weights


def log_softmax(row):
    top = max(row)
    total = top + math.log(sum(math.exp(z - top) for z in row))
    return [z - total for z in row]


def solved(a, b):
    """Linear equations, by elimination with pivots."""
    rows = [[*row, right] for row, right in zip(a, b)]
    for j in range(len(rows)):
        pivot = max(range(j, len(rows)), key=lambda i: abs(rows[i][j]))
        rows[j], rows[pivot] = rows[pivot], rows[j]
        for i in range(len(rows)):
            if i != j:
                factor = rows[i][j] / rows[j][j]
                rows[i] = [x - factor * y for x, y in zip(rows[i], rows[j])]
    return [row[-1] / row[j] for j, row in enumerate(rows)]


def temperature(z, classes, weights, at):
    """The inverse temperature of greatest likelihood, by bisection of its derivative."""
    def rises(slope):
        total = 0
        for row, own, w in zip(z, classes, weights):
            p = [math.exp(x) for x in log_softmax([slope * x for x in row])]
            total += w * (sum(q * x for q, x in zip(p, row)) - row[own])
        return total > 0
    low, high = math.exp(-10), math.exp(10)
    if rises(low) or not rises(high):
        return None
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (low, middle) if rises(middle) else (middle, high)
    return [math.exp(x) for row in at for x in log_softmax([low * x for x in row])]


def vector_scaling(z, classes, weights, at):
    """A slope and an intercept per class by Newton's steps from 1 and 0; None if one of the slopes would fall below 0."""
    z, at = [log_softmax(row) for row in z], [log_softmax(row) for row in at]
    k = len(z[0])
    x = [1.0] * k + [0.0] * k
    for _ in range(60):
        gradient = [1e-3 * (x[a] - (a < k)) for a in range(2 * k)]
        hessian = [[1e-3 * (a == b) for b in range(2 * k)] for a in range(2 * k)]
        for row, own, w in zip(z, classes, weights):
            p = [math.exp(v) for v in log_softmax([x[c] * row[c] + x[k + c] for c in range(k)])]
            for a in range(k):
                for shift, by in ((0, row[a]), (k, 1.0)):
                    gradient[a + shift] += w * (p[a] - (a == own)) * by
                    for b in range(k):
                        for other, of in ((0, row[b]), (k, 1.0)):
                            hessian[a + shift][b + other] += w * p[a] * ((a == b) - p[b]) * by * of
        x = [v - step for v, step in zip(x, solved(hessian, gradient))]
    if min(x[:k]) <= 0 or max(map(abs, gradient)) > 1e-9:
        return None
    return [math.exp(v) for row in at for v in log_softmax([x[c] * row[c] + x[k + c] for c in range(k)])]


def class_calibration_cases(case, hexed):
    rng = random.Random(98)
    for method, fit in (("temperature", temperature), ("vector", vector_scaling)):
        for of in ("scores", "probabilities"):
            made = 0
            while made < 4:
                k, n = (2, 3, 4, 3)[made], rng.randint(12, 30)
                z = [[rng.randint(-16, 16) / 8 for _ in range(k)] for _ in range(n + 4)]
                if of == "probabilities":
                    parts = [[rng.randint(0 if method == "temperature" else 1, 8) + (c == 0) for c in range(k)] for _ in z]
                    z = [[one / sum(row) for one in row] for row in parts]
                given = [[max(math.log(p), -40) if p > 0 else -40.0 for p in row] for row in z] if of != "scores" else z
                classes = [max(range(k), key=lambda c: given[i][c] / 2 - math.log(-math.log(rng.random()))) for i in range(n)]
                weights = [rng.choice([1.0, 2.0, 0.5]) for _ in classes] if made % 2 else None
                if set(classes) != set(range(k)):
                    continue
                used = counting(weights) if weights else [1.0] * n
                found = fit(given[:n], classes, used, given[n:])
                if found is None:
                    continue
                made += 1
                case("learners", f"{method} of classes, {of}, {made}", "calibration", method=method, classes=classes,
                     weights=weights, new=z[n:], expect={"probabilities": hexed(found)}, tolerance=1e-7, **{of: z[:n]})


def calibration_cases(case, hexed):
    class_calibration_cases(case, hexed)
    rng = random.Random(99)
    for method in ("platt", "isotonic", "beta", "temperature"):
        made = 0
        while made < 6:
            n = rng.randint(6, 30)
            scores = [rng.randint(-24, 24) / 8 for _ in range(n)]
            labels = [int(rng.random() < 1 / (1 + math.exp(-0.7 * s - 0.3))) for s in scores]
            if len(set(labels)) < 2:
                continue
            weights = [rng.choice([1.0, 2.0, 0.5]) for _ in scores] if made % 2 else None
            at = [-40.0, -1.5, 0.0, 0.3125, 2.0, 40.0]
            if weights and made == 5:
                weights = [w / 64 for w in weights]  # far fewer than there are rows
            used = counting(weights) if weights else [1.0] * n
            found = (isotonic if method == "isotonic" else lambda *a: logistic(method, *a))(scores, labels, used, at)
            if found is None:
                continue
            made += 1
            case("learners", f"{method}, {made}", "calibration", method=method, scores=scores, labels=labels,
                 weights=weights, new=at, expect={"probabilities": hexed(found)},
                 tolerance=1e-12 if method == "isotonic" else 1e-6)
        made = 0
        while made < 6:
            n = rng.randint(6, 30)
            given = [rng.choice([0, 1, rng.randint(1, 31) / 32, rng.randint(1, 31) / 32]) for _ in range(n)]
            given = [float(p) for p in given]
            labels = [int(rng.random() < 0.2 + 0.6 * p) for p in given]
            if len(set(labels)) < 2:
                continue
            weights = [rng.choice([1.0, 2.0, 0.5]) for _ in given] if made % 2 else None
            at = [0.0, 1e-9, 0.125, 0.5, 0.90625, 1.0]
            found = of_probabilities(method, given, labels, counting(weights) if weights else [1.0] * n, at)
            if found is None:
                continue
            made += 1
            case("learners", f"{method} of probabilities, {made}", "calibration", method=method, probabilities=given,
                 labels=labels, weights=weights, new=at, expect={"probabilities": hexed(found)},
                 tolerance=1e-12 if method == "isotonic" else 1e-6)
    # Scores that point the wrong way say nothing.
    case("learners", "platt, the wrong way", "calibration", method="platt", scores=[-1.0, -2.0, 1.0, 2.0],
         labels=[1, 1, 0, 0], weights=None, new=[-3.0, 0.0, 3.0], tolerance=1e-12,
         expect={"probabilities": hexed([0.5, 0.5, 0.5])})


# ---- Errors --------------------------------------------------------------------------------------------------------------


def error_cases(error):
    good = rows([[0.5, 1.0], [-1.0, 0.25], [2.0, -0.5], [0.0, 1.5]], labels=[[1, 0], [0, 1], [1, 1], [1, 0]])
    classes = rows(good["features"], classes=[0, 1, 2, 1], n_classes=3)

    def fitting(name, message, *, learner="lfp", given=good, asked=None, new=None, metric="f1", options=None,
                status="ARGUMENT", zero_division=1):
        error("learner, " + name, "learner", status, message, file="learner_errors", learner=learner, rows=given,
              asked=asked or read_by(learner, {"c_values": [1.0]}), new=new or rows([[0.5, 1.0]]), metric=metric,
              zero_division=zero_division, options=options)

    def but(**changes):
        return {**good, **changes}

    fitting("an unknown one", 'learner "svm" is not known: must be one of lfp, br, efp, pcc, cardinality, neighbours, forest, '
            "tree, kernel, mixture, given, rule", learner="svm", status="FORMAT")
    fitting("no labels", "dataset has no labels and no classes: there is nothing to learn",
            given=rows(good["features"]))
    fitting("a feature of nan", "features[1][0] is nan: must be a number; the option missing fills in missing values", given=but(features=[[0.5, 1.0], ["nan", 0.25], [2.0, -0.5], [0.0, 1.5]]))
    fitting("an infinite feature", "features[0][1] is inf: must be at most 1e100 in absolute value", given=but(features=[[0.5, "inf"], [-1.0, 0.25], [2.0, -0.5], [0.0, 1.5]]))
    fitting("a label of 2", "labels[1][0] is 2: must be 0 or 1", given=but(labels=[[1, 0], [2, 1], [1, 1], [1, 0]]))
    fitting("a class that is none", "classes[2] is 3: must lie in [0, 2]", given={**classes, "classes": [0, 1, 3, 1]})
    fitting("one class", "n_classes is 1: must be at least 2", given={**classes, "classes": [0, 0, 0, 0], "n_classes": 1})
    fitting("a negative weight", "weights[3] is -1: must be finite and at least 0",
            given=but(weights=[1.0, 1.0, 1.0, -1.0]))
    fitting("weights of 0", "the weights sum to 0: must be above 0", given=but(weights=[0.0] * 4))
    fitting("folds", "folds is 1: must lie in [2, 2147483648]", asked={"folds": 1.0})
    fitting("half a fold", "folds is 2.5: must be a whole number", asked={"folds": 2.5})
    fitting("threads", "threads is 1025: must lie in [0, 1024]", asked={"threads": 1025.0})
    fitting("at_least", "at_least is 3: the problem has 2 labels", asked={"c_values": [1.0], "at_least": 3.0})
    fitting("gamma", "gamma is -1: must be at least 0", learner="kernel", asked={"gamma": -1.0})
    fitting("scaling", 'scaling is "log": must be one of automatic, none, minmax, standard, unit, standard-root',
            asked={"scaling": "log"})
    fitting("calibration", 'calibration is "linear": must be one of automatic, none, platt, isotonic, beta, '
            'temperature, vector',
            asked={"calibration": "linear"})
    fitting("neighbour_metric", 'neighbour_metric is "manhattan": must be one of automatic, euclidean, cosine',
            asked={"neighbour_metric": "manhattan"})
    fitting("neighbour_weights", 'neighbour_weights is "distance": must be one of automatic, uniform, dudani',
            asked={"neighbour_weights": "distance"})
    fitting("forest_kind", 'forest_kind is "boosted": must be one of extra-trees, random-forest', asked={"forest_kind": "boosted"})
    fitting("forest_criterion", 'forest_criterion is "entropy": must be one of gini, f', asked={"forest_criterion": "entropy"})
    fitting("a penalty of 0", "c_values[0] is 0: must lie in [1e-12, 1e12]", asked={"c_values": [0.0]})
    fitting("penalties that do not ascend", "c_values[1] is 1: must be above c_values[0] = 1", asked={"c_values": [1.0, 1.0]})
    fitting("a weight of a mixture", "mixture_weights[0] is 0: must be finite and above 0", asked={"mixture_weights": [0.0, 1.0]})
    fitting("weights of a mixture of two", "mixture_weights has 1 numbers: must have 2, one per learner", learner="mixture:lfp,tree",
            asked={"c_values": [1.0], "mixture_weights": [1.0]})
    fitting("a mixture of one", 'learner "mixture:lfp" has fewer than two parts: must name them, as in mixture:card,forest',
            learner="mixture:lfp")
    fitting("a mixture of a mixture", 'learner "mixture:lfp,mixture:tree" holds a mixture: must name its parts instead',
            learner="mixture:lfp,mixture:tree")
    fitting("an order", "chain_orders[0] is no order of the labels 0 ... 1", learner="pcc", asked={"c_values": [1.0], "chain_orders": [0, 0]})
    fitting("feature_names", "feature_names has 1 names: must have 2", asked={"feature_names": ["a"]})
    fitting("label_names", "label_names has 3 names: must have 2", asked={"label_names": ["a", "b", "c"]})
    fitting("more neighbours than rows", "neighbours is 5: there are 4 rows to learn from", learner="neighbours",
            asked={"neighbours": 5.0})
    fitting("sparse rows standardised", "scaling is standard: sparse features would lose their zeros; must be unit or none",
            given={"csr": as_csr(good["features"]), "labels": good["labels"]},
            asked={"c_values": [1.0], "scaling": "standard"}, new={"csr": as_csr([[0.5, 1.0]])})
    number = "every row has exactly one class, so there is no number of labels to learn"
    for name, why in (("efp", number), ("cardinality", number), ("pcc", "each class determines the others")):
        fitting(f"{name} of classes", f'learner "{name}" given classes: {why}; use "br", which gives classes',
                learner=name, given=classes, status="UNSUPPORTED")
    fitting("other features", "n_features is 1: the model was fitted to 2", new=rows([[0.5]]))
    fitting("calibrated without marginals", "calibration is platt: requires marginals of the training rows; pass those that the other model has out of fold", learner="given", asked={"calibration": "platt"})
    fitting("marginals of other labels to learn from", "marginals are 4 by 3: must be 4 by 2", learner="given",
            given={**good, "marginals": [[0.5, 0.5, 0.5]] * 4})
    ruled = {**good, "marginals": [[0.75, 0.25], [0.5, 0.5], [0.25, 0.75], [0.5, 0.25]]}
    one = {**rows([[0.5, 1.0]]), "marginals": [[0.5, 0.75]]}
    fitting("a rule within a mixture", 'learner "mixture:rule,given" holds rule, whose predictions it would not read: fit '
            "rule alone, on the marginals of the other learner", learner="mixture:rule,given", given=ruled, asked={})
    fitting("a rule for another zero_division", "zero_division is 0: the rule was chosen with 1; set it where a rule is "
            "fitted", learner="rule", given=ruled, asked={"rule": "half"}, new=one, zero_division=0)
    fitting("a rule at another prevalence", "prevalence is 0.25: a rule is for the prevalence of its training rows; fit one "
            "to rows, or to weights, of another", learner="rule", given=ruled, asked={"rule": "half"}, new=one,
            options={"prevalence": [0.25], "training_prior": [0.5]}, status="UNSUPPORTED")
    fitting("no marginals", 'learner "given" takes the marginals of another model, and the rows have none: '
            "give P(y_j = 1) with them", learner="card:given")
    fitting("marginals of other labels", "marginals are 1 by 3: must be 1 by 2", learner="card:given",
            new={**rows([[0.5, 1.0]]), "marginals": [[0.5, 0.5, 0.5]]})
    fitting("a marginal of 2", "marginals[0][1] is 2: must lie in [0, 1]", learner="card:given",
            new={**rows([[0.5, 1.0]]), "marginals": [[0.5, 2.0]]})
    fitting("a row of nan", "features[0][1] is nan: must be a number; the option missing fills in missing values", new=rows([[0.5, "nan"]]))
    fitting("micro of a joint", 'average is micro given learner "neighbours": the labels of one row depend on each other, '
            "so the table is not one problem of independent items", learner="neighbours", asked={"neighbours": 2.0}, options={"average": "micro"}, status="UNSUPPORTED")
    fitting("at_least of a decision", "at_least is 3: the problem has 2 items", options={"at_least": 3})
    fitting("an index twice", "row 0 holds index 1 twice", given={
        "csr": {"indptr": [0, 2, 2, 2, 2], "indices": [1, 1], "values": [1.0, 1.0], "n_rows": 4, "n_features": 2},
        "labels": good["labels"]})

    def calibrating(name, message, *, method="platt", scores=(0.5, -0.5), labels=(1, 0), weights=None, new=(0.0,),
                    of="scores", classes=None):
        truth = {"labels": list(labels)} if classes is None else {"classes": classes}
        error("calibration, " + name, "calibration", "ARGUMENT", message, file="learner_errors", method=method,
              weights=weights, new=list(new), **truth, **{of: list(scores)})

    calibrating("of one label", "truth has no 0 of a weight above 0: both must occur", labels=(1, 1))
    calibrating("by an unknown one", 'name is "none": must be platt, isotonic, beta, temperature or, of a table of classes, vector', method="none")
    calibrating("by vector scaling", 'name is "vector": needs a table of classes; of one probability platt is the same',
                method="vector")
    by_class = {"labels": None, "classes": [0, 1, 2], "new": [[0.2, 0.3, 0.5]], "of": "probabilities"}
    thirds = [[0.5, 0.25, 0.25], [0.25, 0.5, 0.25], [0.25, 0.25, 0.5]]
    calibrating("of classes without a row", "class 1 has no row of a weight above 0: vector needs rows of each class; "
                "temperature does not", method="vector", scores=thirds, weights=[1.0, 0.0, 1.0], **by_class)
    calibrating("of classes that do not sum to 1", "probabilities[1] sum to 0.75: must sum to 1 for exclusive classes",
                method="temperature", scores=[thirds[0], [0.25] * 3, thirds[2]], **by_class)
    calibrating("of classes by a class too many", "truth[2] is 3: must be from 0 to 2", method="temperature",
                scores=thirds, **{**by_class, "classes": [0, 1, 3]})
    calibrating("of classes of nan", "probabilities[0][1] is nan: must lie in [0, 1]", method="temperature",
                scores=[[0.5, "nan", 0.5], *thirds[1:]], **by_class)
    calibrating("of classes applied to others", "probabilities has 2 columns: the calibration was fitted to 3",
                method="temperature", scores=thirds, **{**by_class, "new": [[0.5, 0.5]]})
    calibrating("of nan", "scores[1] is nan: must be finite", scores=(0.5, "nan"))
    calibrating("of a label 2", "truth[0] is 2: must be 0 or 1", labels=(2, 0))
    calibrating("of a weight", "weights[1] is -2: must be finite and at least 0", weights=[1.0, -2.0])
    calibrating("applied to nan", "scores[0] is nan: must be finite", new=("nan",))
    scores_as = "; log-odds and other scores are given as scores"
    calibrating("of log-odds for probabilities", "probabilities[1] is -0.5: must lie in [0, 1]" + scores_as,
                of="probabilities")
    calibrating("of a probability above 1", "probabilities[0] is 1.5: must lie in [0, 1]" + scores_as,
                of="probabilities", scores=(1.5, 0.5))
    calibrating("of nan for a probability", "probabilities[1] is nan: must lie in [0, 1]", of="probabilities",
                scores=(0.5, "nan"))
    calibrating("of probabilities, applied to a margin", "probabilities[0] is -3: must lie in [0, 1]" + scores_as,
                of="probabilities", scores=(0.5, 0.25), new=(-3.0,))

    def load(name, message, text, what="learner_load"):
        error(f"{what}, {name}", what, "FORMAT", message, file="learner_errors", text=text)

    load("a cascade", 'saved learner: "wald" is "cascade": must be "learner"', '{"wald":"cascade","version":1}')
    load("a newer version", 'saved learner: "version" is 9: this library reads versions up to 1',
         '{"wald":"learner","version":9}')
    load("a list", "saved learner: is not an object", "[1]")
    load("no name", 'saved learner: "learner" is missing', '{"wald":"learner","version":1}')
    load("an unknown learner", 'saved learner: "learner" is "svm", which is unknown',
         '{"wald":"learner","version":1,"learner":"svm"}')
    load("a learner", 'saved calibration: "wald" is "learner": must be "calibration"', '{"wald":"learner","version":1}', "calibration_load")
    load("an unknown input", 'saved calibration: "input" is "logits", which is unknown',
         '{"wald":"calibration","version":1,"input":"logits","calibration":{"kind":"platt","intercept":0,"slope":1}}',
         "calibration_load")
    load("an unknown kind", 'saved calibration: "kind" is "sigmoid", which is unknown',
         '{"wald":"calibration","version":1,"calibration":{"kind":"sigmoid"}}', "calibration_load")


def learner_cases(case, error, hexed):
    fit_cases(case, hexed)
    average_cases(case, hexed)
    calibration_cases(case, hexed)
    error_cases(error)
