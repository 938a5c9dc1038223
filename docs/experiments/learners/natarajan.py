"""[N16]: losses of whole test vectors. One label over all test rows is one problem, decided for F1, Jaccard, AM or
G-TP/PR from the probabilities of logistic regressions; against thresholds that are tuned, and against 1/2.

And why the rule may lose: what it does when probabilities are flattened or sharpened, and when they are calibrated.
"""

import itertools

import numpy as np
import sets
import wald

METRICS = sets.VECTOR_METRICS
SPLITS, FOLDS, BOOTSTRAPS = 40, 5, 400
RULES = ("exact, none", "exact, platt", "exact, isotonic", "1/2", "tuned on half", "tuned out of fold")
SIZES = {"spambase": ("spambase", 3071), "breast cancer": ("breast_cancer_wisconsin", 463)}

# set -> rule -> losses in the order of METRICS
PUBLISHED = {
    "letter": {"exact": (0.2890, 0.5728, 0.1285, 0.4213), "1/2": (0.5173, 0.6368, 0.2980, 0.4936),
               "tuned": (0.4255, 0.5682, 0.1280, 0.4098), "structural SVM": (0.4395, 0.5029, 0.1800, 0.3465)},
    "scene": {"exact": (0.3084, 0.6460, 0.4160, 0.4931), "1/2": (0.8023, 0.9794, 0.4935, 0.9395),
              "tuned": (0.5603, 0.7920, 0.4190, 0.6152), "structural SVM": (0.3937, 0.5541, 0.2250, 0.3935)},
    "spambase": {"exact": (0.1552, 0.2686, 0.1220, 0.1506), "1/2": (0.1202, 0.2133, 0.0990, 0.1169),
                 "tuned": (0.1161, 0.1997, 0.0910, 0.1087), "structural SVM": (0.2263, 0.3461, 0.1650, 0.2204)},
    "breast cancer": {"exact": (0.0207, 0.0658, 0.0204, 0.0340), "1/2": (0.0411, 0.0789, 0.0399, 0.0410),
                      "tuned": (0.0234, 0.0519, 0.0170, 0.0266), "structural SVM": (0.0270, 0.0526, 0.0205, 0.0270)},
    "reuters": {"exact": (0.4125, 0.5239, 0.1166, 0.2711), "1/2": (0.4849, 0.5692, 0.2777, 0.4553),
                "tuned": (0.5020, 0.5691, 0.2267, 0.4782), "structural SVM": (0.3254, 0.4977, 0.0598, 0.2700)},
}
# What Wald's own is asked for, with Platt's calibration.
BARS = {"spambase": (0.098, 0.178, 0.078, 0.099), "scene": (0.290, 0.44, 0.142, 0.284)}


# ---- Rules ---------------------------------------------------------------------------------------


def fitted(rows, **settings):
    return wald.Learner.fit("br", rows.X, rows.Y, threads=1, **settings)


def tuned(p, y, test, metric):
    """Flags of test probabilities at or above the threshold that is the best one for p and y; a label each."""
    out = np.zeros(test.shape, np.uint8)
    for j in range(p.shape[1]):
        order = np.argsort(-p[:, j], kind="stable")
        scores = p[order, j]
        tp = np.concatenate([[0], np.cumsum(y[order, j], dtype=np.int64)])
        ends = np.flatnonzero(np.concatenate([[True], scores[1:] != scores[:-1], [True]]))  # ties stay together
        losses = sets.of_vectors(tp[ends], ends, tp[-1], len(y))[METRICS.index(metric)]
        k = ends[np.argmin(losses)]
        upper, lower = scores[k - 1] if k else np.inf, scores[k] if k < len(y) else -np.inf
        cut = upper if k == 0 or k == len(y) else (upper + lower) / 2
        out[:, j] = test[:, j] >= cut
    return out


def folds_of(n, random):
    return np.array_split(random.permutation(n), FOLDS)


def strengths(model):
    """The penalty that was chosen for each label; 1 for one that every row has, or none: it needs no choice."""
    chosen = {c.part: c.value for c in model.choices if c.what == "C"}
    return [chosen.get(f"label {j}", 1.0) for j in range(model.n_labels)]


def out_of_fold(train, model, random):
    """Probabilities of each training row by models that did not see it, with the strengths that were chosen: labels of
    the same strength are fitted together."""
    out, chosen = np.empty(train.Y.shape), np.array(strengths(model))
    for rows in folds_of(len(train.Y), random):
        rest = np.setdiff1d(np.arange(len(train.Y)), rows)
        for C in sorted(set(chosen)):
            labels = np.flatnonzero(chosen == C)
            part = fitted(sets.Rows(train.X[rest], train.Y[rest][:, labels]), c_values=[C], calibration="none")
            out[np.ix_(rows, labels)] = part.probabilities(train.X[rows], threads=1)
    return out


def masks(train, test, random):
    """rule -> metric -> flags of the test rows. What is flagged at 1/2 is the same for every metric."""
    models = {name: fitted(train, calibration=name) for name in ("none", "platt", "isotonic")}
    out = {f"exact, {name}": {metric: fit.decide(test.X, metric, average="macro", threads=1).mask for metric in METRICS}
           for name, fit in models.items()}
    model = models["none"]
    p = model.probabilities(test.X, threads=1)
    out["1/2"] = dict.fromkeys(METRICS, (p >= 0.5).astype(np.uint8))
    half, other = np.array_split(random.permutation(len(train.Y)), 2)
    half_model = fitted(train[half], calibration="none")
    on_other, on_test = (half_model.probabilities(X, threads=1) for X in (train.X[other], test.X))
    out["tuned on half"] = {metric: tuned(on_other, train.Y[other], on_test, metric) for metric in METRICS}
    crossed = out_of_fold(train, model, random)
    out["tuned out of fold"] = {metric: tuned(crossed, train.Y, p, metric) for metric in METRICS}
    return out


def losses_of(flags, y):
    """rule -> the loss of each metric, mean over the labels."""
    return {rule: [float(np.mean(sets.of_vectors(*sets.counts(y, by[metric]), len(y))[i]))
                   for i, metric in enumerate(METRICS)] for rule, by in flags.items()}


def on_random_splits(name):
    """split -> rule -> losses."""
    folder, size = SIZES[name]
    data, out = sets.labelled(f"{folder}/data.csv.gz"), []
    for number in range(SPLITS):
        random = np.random.default_rng(100 + number)
        order = random.permutation(len(data.Y))
        train, test = data[order[:size]], data[order[size:]]
        out.append(losses_of(masks(train, test, random), test.Y))
    return out


def on_one_split(train, test, topics=None):
    """rule -> losses, and of as many bootstrapped test sets. `topics`: labels that count."""
    random = np.random.default_rng(100)
    flags = masks(train, test, random)
    topics = np.arange(test.Y.shape[1]) if topics is None else topics
    y = test.Y[:, topics]
    kept = {rule: {metric: np.asarray(mask)[:, topics] for metric, mask in by.items()} for rule, by in flags.items()}
    weights = random.multinomial(len(y), np.full(len(y), 1 / len(y)), BOOTSTRAPS).astype(float)
    drawn = {}
    s = weights @ y
    for rule, by in kept.items():
        each = []
        for i, metric in enumerate(METRICS):
            h = by[metric].astype(float)
            each.append(np.mean(sets.of_vectors(weights @ (h * y), weights @ h, s, len(y))[i], axis=1).tolist())
        drawn[rule] = each
    return {"losses": losses_of(kept, y), "bootstrapped": drawn}


def sets_of_one_split():
    """name -> a function to (training rows, test rows)."""
    def products():
        return [sets.Rows(sets.with_products(part.X), part.Y) for part in sets.letters()]

    return {"scene": ("scene", lambda: sets.split("scene")), "letter": ("letter", sets.letters),
            "letter, products": ("letter", products),
            "reuters, one topic": ("reuters_modapte90", lambda: sets.of_one_topic(*sets.reuters())),
            "reuters": ("reuters_modapte90", sets.reuters)}


def computed(kept):
    """set -> (rule -> losses, rule -> their standard errors, splits -> rule -> losses or None)."""
    out = {}
    for name, (folder, _) in SIZES.items():
        if sets.missing(folder):
            print(f"SKIPPED: {name}: {folder} is missing")
            continue
        found = kept(lambda name=name: on_random_splits(name), "vectors", name, SPLITS)
        by = {rule: np.array([split[rule] for split in found]) for rule in RULES}
        out[name] = ({rule: x.mean(0) for rule, x in by.items()},
                     {rule: x.std(0, ddof=1) / np.sqrt(len(x)) for rule, x in by.items()}, by)
    for name, (folder, load) in sets_of_one_split().items():
        if sets.missing(folder):
            print(f"SKIPPED: {name}: {folder} is missing")
            continue
        found = kept(lambda load=load: on_one_split(*load()), "vectors", name)
        out[name] = ({rule: np.array(found["losses"][rule]) for rule in RULES},
                     {rule: np.std(found["bootstrapped"][rule], axis=1, ddof=1) for rule in RULES}, None)
        print(f"vectors of {name}", flush=True)
    return out


# ---- Calibration ---------------------------------------------------------------------------------

SCALES = (0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 4.0)
PENALTIES = (1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1.0)


def logit(p):
    p = np.clip(p, 1e-15, 1 - 1e-15)
    return np.log(p / (1 - p))


def decided_losses(p, y):
    """Losses of the exact decisions for each metric."""
    return [float(sets.of_vectors(*sets.counts(y, np.asarray(wald.decide(p, m).mask)), len(y))[i])
            for i, m in enumerate(METRICS)]


def calibration_study():
    """split -> losses with logits times t, as they are and after Platt's calibration; losses by the penalty."""
    folder, size = SIZES["spambase"]
    data, out = sets.labelled(f"{folder}/data.csv.gz"), []
    for number in range(SPLITS):
        random = np.random.default_rng(100 + number)
        order = random.permutation(len(data.Y))
        train, test = data[order[:size]], data[order[size:]]
        model = fitted(train, calibration="none")
        crossed = logit(out_of_fold(train, model, random)[:, 0])
        scores, y, truth = logit(model.probabilities(test.X)[:, 0]), train.Y[:, 0], test.Y[:, 0]
        scaled = {}
        for t in SCALES:
            platt = wald.Calibration.fit("platt", truth=y, scores=crossed * t)
            scaled[t] = [decided_losses(1 / (1 + np.exp(-scores * t)), truth),
                         decided_losses(platt.apply(scores=scores * t), truth)]
        penalised = {}
        for C in PENALTIES:
            flat = fitted(train, c_values=[C], calibration="none")
            p = flat.probabilities(test.X)
            repaired = fitted(train, c_values=[C], calibration="platt").probabilities(test.X)
            crossed_flat = out_of_fold(train, flat, random)
            penalised[C] = [
                decided_losses(p[:, 0], truth), decided_losses(repaired[:, 0], truth),
                [float(sets.of_vectors(*sets.counts(test.Y, p >= 0.5), len(truth))[i, 0]) for i in range(4)],
                [float(sets.of_vectors(*sets.counts(test.Y, tuned(crossed_flat, train.Y, p, m)), len(truth))[i, 0])
                 for i, m in enumerate(METRICS)]]
        out.append({"scaled": [scaled[t] for t in SCALES], "penalised": [penalised[C] for C in PENALTIES]})
    return out


# ---- Figure 1 ------------------------------------------------------------------------------------

POINTS, SHOWN = 10, 21


def top_k(number):
    """Ten points of the plane, their probabilities, and the best of all 2^10 vectors for each metric."""
    random = np.random.default_rng(number)
    points = random.normal(size=(POINTS, 2))
    p = 1 / (1 + np.exp(-points @ random.normal(size=2) * 1.5))
    vectors = np.array(list(itertools.product((0, 1), repeat=POINTS)), np.uint8)
    s = vectors.sum(1).astype(int)
    mass = np.prod(np.where(vectors, p, 1 - p), axis=1)
    tp = vectors.astype(int) @ vectors.T.astype(int)
    every = np.arange(POINTS + 1)
    best, apart, nested = {}, 0.0, True
    for i, metric in enumerate(METRICS):
        # By the definition of the metric alone; Wald is asked afterwards. Cells with tp > min(k, s) do not occur.
        table = 1 - sets.of_vectors(np.minimum(every[:, None, None], np.minimum(every[:, None], every)),
                                    every[:, None], every, POINTS)[i]
        value = mass @ table[tp, s[None, :], s[:, None]]
        found = vectors[np.argmax(value)]
        k = int(found.sum())
        nested &= k in (0, POINTS) or p[found == 1].min() >= p[found == 0].max()
        apart = max(apart, abs(wald.decide(p, metric).expected - value.max()),
                    abs(wald.expected(p, metric, found) - value.max()))
        best[metric] = found.tolist()
    return {"points": points.tolist(), "p": p.tolist(), "best": best, "apart": float(apart), "top-k": bool(nested)}
