"""Cases of masks: every mask of few pixels and every labelling, in rational arithmetic. Numbers are multiples of 1/1024, so
that they are the same in every type."""

import random
from fractions import Fraction
from itertools import product
from math import inf

from exact import CurveSearch, Metric, Search, expected, independent, joint, rational

CLEAR = Fraction(1, 10**9)
MOST_BOUND = 1e-9


def drawn(rng, kind, images, classes, pixels):
    """Maps by image, class and pixel; samples are zeros and ones."""
    if kind == "joint":
        return [[[int(rng.random() < 0.45) for _ in range(pixels)] for _ in range(classes)] for _ in range(images)]
    if kind == "independent":
        return [[[int(1024 * rng.random() ** 2) / 1024 for _ in range(pixels)] for _ in range(classes)]
                for _ in range(images)]
    out = []
    for _ in range(images):
        columns = []
        for _ in range(pixels):
            cuts = sorted(rng.randrange(1025) for _ in range(classes - 1))
            columns.append([(b - a) / 1024 for a, b in zip([0, *cuts], [*cuts, 1024])])
        out.append([list(row) for row in zip(*columns)])
    return out


def facts_of(search, best, p):
    return {"expected": search.optimum, "k": sum(best), "threshold": min((x for x, h in zip(p, best) if h), default=inf)}


def overlapping(metric, maps, options, together):
    """The mask of each class, and the facts of each problem, image by image and class by class."""
    classes, pixels = len(maps[0]), len(maps[0][0])
    groups = [list(range(len(maps)))] if together else [[i] for i in range(len(maps))]
    masks, facts = [[None] * classes for _ in maps], []
    for group in groups:
        for c in range(classes):
            p = [x for i in group for x in maps[i][c]]
            if len(p) > 12:
                search = CurveSearch(metric, p)
            else:
                dist = independent(p)
                search = Search(lambda h: expected(metric, dist, h), len(p), options.get("at_least", 0), options.get("at_most"))
            best = search.best
            for at, i in enumerate(group):
                masks[i][c] = list(best[at * pixels:(at + 1) * pixels])
            facts.append(facts_of(search, best, p))
    return {"masks": [[x for mask in image for x in mask] for image in masks]}, facts


def exclusive(metric, maps, options, together):
    """The class of each pixel. The metric is that of expected counts, and the mean over the classes counts."""
    classes, pixels = len(maps[0]), len(maps[0][0])
    words = [-1, *range(classes)] if options.get("per_row") == [0, 1] else range(classes)
    share = [rational(w) for w in options.get("label_weights", [1] * classes)]
    groups = [list(range(len(maps)))] if together else [[i] for i in range(len(maps))]
    labels, facts, optimum = [], [], []
    for group in groups:
        p = [[rational(x) for i in group for x in maps[i][c]] for c in range(classes)]
        sums = [sum(row) for row in p]
        n = len(p[0])

        def values(of):
            return [metric(sum((x for x, y in zip(p[c], of) if y == c), Fraction(0)), of.count(c), sums[c], n)
                    for c in range(classes)]

        ranked = sorted(((sum(w * u for w, u in zip(share, values(of))) / sum(share), of)
                         for of in product(words, repeat=n)), reverse=True)
        if ranked[0][0] - ranked[1][0] < CLEAR:
            raise ValueError("the best labels are not clearly above the next")
        best = ranked[0][1]
        labels += [list(best[i * pixels:(i + 1) * pixels]) for i in range(len(group))]
        optimum.append(ranked[0][0])
        facts += [{"expected": u, "k": best.count(c), "threshold": None} for c, u in enumerate(values(best))]
    return {"labels": labels, "optimum": optimum}, facts


def of_samples(metric, maps, options):
    masks, facts = [], []
    for c in range(len(maps[0])):
        dist = joint([sample[c] for sample in maps])
        search = Search(lambda h: expected(metric, dist, h), len(maps[0][c]), options.get("at_least", 0),
                        options.get("at_most"))
        masks += search.best
        facts.append({**facts_of(search, search.best, []), "threshold": None})
    return {"masks": [masks]}, facts


def mask_cases(case, error, hexed):
    rng = random.Random(20261130)

    def masks(name, spec, kind, shape=None, *, z=1, maps=None, **options):
        together = options.get("average") == "micro"
        for _ in range(100):
            given = maps or drawn(rng, kind, *shape)
            metric = Metric(spec, z)
            try:
                if kind == "joint":
                    found, facts = of_samples(metric, given, options)
                else:
                    found, facts = (exclusive if kind == "categorical" else overlapping)(metric, given, options, together)
                break
            except ValueError:  # a tie: others are drawn
                if maps:
                    raise
        if "optimum" in found:
            found["optimum"] = hexed(found["optimum"])
        else:
            found["bound_at_most"] = hexed(MOST_BOUND)
        case("masks", f"{name}, {spec}{'' if z else ', z=0'}", "masks", metric=spec, zero_division=z, kind=kind, maps=given,
             options=options or None,
             expect={**found, "k": [one["k"] for one in facts],
                     **{fact: hexed([one[fact] for one in facts]) for fact in ("expected", "threshold")}})

    for spec in ("f1", "jaccard", "fbeta:2", "balanced_accuracy", "gmean", "accuracy"):
        masks("each map", spec, "independent", (2, 2, 6))
        masks("all images", spec, "independent", (2, 2, 4), average="micro")
    for spec in ("f1", "jaccard"):
        masks("one map", spec, "independent", (1, 1, 8), z=0)
        masks("many pixels", spec, "independent", maps=[[[rng.randrange(180) / 512 for _ in range(60)] for _ in range(2)]])
        masks("perhaps nothing there", spec, "independent", maps=[[[1 / 64, 1 / 32, 1 / 128], [0.25, 0.5, 0.125]]])
        masks("at least 4 pixels", spec, "independent", (1, 3, 6), at_least=4)
        masks("at most 2 pixels", spec, "independent", (2, 1, 6), at_most=2)
    for spec in ("f1", "jaccard"):
        for z in (0, 1):
            masks("exclusive", spec, "categorical", (2, 3, 6), z=z)
        masks("exclusive, all images", spec, "categorical", (2, 3, 3), average="micro")
        masks("exclusive or void", spec, "categorical", (2, 2, 6), per_row=[0, 1])
        masks("exclusive, weighted classes", spec, "categorical", (1, 3, 6), label_weights=[1.0, 2.0, 0.5])
        masks("samples", spec, "joint", (5, 2, 7))
        masks("two samples", spec, "joint", (2, 1, 8), z=0)
        masks("samples, at most 3 pixels", spec, "joint", (6, 1, 7), at_most=3)

    def refused(name, message, maps, kind="independent", **options):
        error(f"masks, {name}", "masks", "ARGUMENT", message, file="mask_errors", metric="f1", zero_division=1, kind=kind,
              maps=maps, options=options or None)

    refused("not a number", "maps[image 1, class 0, pixel 1] is nan: must lie in [0, 1]", [[[0.5, 0.25]], [[0.5, "nan"]]])
    refused("above 1", "maps[image 0, class 1, pixel 0] is 1.5: must lie in [0, 1]", [[[0.5, 0.25], [1.5, 0.25]]])
    refused("below 0", "maps[image 0, class 0, pixel 1] is -0.5: must lie in [0, 1]", [[[0.5, -0.5]]], "categorical")
    refused("below 0 of all images", "maps[image 1, class 0, pixel 0] is -0.5: must lie in [0, 1]", [[[0.5]], [[-0.5]]],
            average="micro")
    refused("exclusive sum", "maps[image 0, pixel 1] sums to 1.25 over the classes: exclusive classes sum to at most 1 (up "
            "to 1e-6 more is taken for rounding)", [[[0.5, 0.75], [0.25, 0.5]]], "categorical")
    refused("at_least of exclusive classes", "at_least is set with exclusive classes: it limits the pixels of each class on "
            "its own", [[[0.5], [0.25]]], "categorical", at_least=1)
    refused("at_least above the pixels", "at_least is 3: the problem has 2 items", [[[0.5, 0.25]]], at_least=3)
