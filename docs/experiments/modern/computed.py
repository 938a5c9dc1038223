"""Everything that is computed, kept in files: the tables and pictures read it."""

import functools

import decided
import kept
import misspecified
import models
import plan
import rivals
import sets


class Computed:
    def __init__(self, cache):
        self.cache = cache
        self.whole = functools.lru_cache(maxsize=None)(sets.whole)

    def split(self, job):
        return sets.split(self.whole(job[0]), job[1])

    def probabilities(self, job):
        name, split, model, trees, folds = job
        return models.probabilities(self.cache, f"{name}-{split}", model, trees, *self.split(job), folds)

    def _kept(self, what, job, compute):
        path = self.cache / f"{what}-{'-'.join(map(str, job))}.json"
        return kept.values(path, lambda: compute(self.probabilities(job), *self.split(job)))

    def rules(self, job, metrics=tuple(decided.METRICS)):
        return self._kept("rules" + "+".join(("", *metrics)), job, functools.partial(decided.rules, metrics=metrics))

    def worths(self, job):
        return self._kept("worths", job, decided.worths)

    def quick(self, job):
        return self._kept("quick", job, decided.quick)

    def recipes(self, job, asked):
        return self._kept(
            "recipes" + "+".join(("", *asked)).replace(":", "_").replace(",", "_"),
            job,
            functools.partial(decided.recipes, asked=asked),
        )

    def one_call(self, job):
        """The best recipe on the probabilities as they are."""
        return self._kept("one_call", job, decided.one_call)

    def curves(self, job):
        return self._kept("curves", job, misspecified.curves)

    def rival(self, job, rival):
        found = rivals.masks(self.cache, f"{job[0]}-{job[1]}", rival, *self.split(job))
        value = decided.judged(self.split(job)[1][1], found["mask"], "f1", "instance")
        return value, float(found["seconds"]), float(found["peak"]) / 1024

    def xcolumns(self, job):
        return self._kept("xcolumns", job, decided.xcolumns)

    def dependent(self):
        return kept.values(self.cache / "dependent.json", misspecified.dependent)


def steps(computed):
    """(name, call) of each, those that matter most first."""
    out = []

    def add(what, *arguments):
        out.append(
            (f"{what} {arguments[0] if arguments else ''}", functools.partial(getattr(computed, what), *arguments))
        )

    add("dependent")
    for job in plan.headline():
        add("curves", job)
        add("rules", job)
        add("worths", job)
        for recipe in decided.RECIPES:
            add("recipes", job, (recipe,))
        add("one_call", job)
        add("xcolumns", job)
    for job in plan.headline() + plan.resplits():
        for rival in ("mlknn", "boomer-gfm", "boomer"):
            add("rival", job, rival)
    for job in plan.resplits():
        add("quick", job)
        add("rules", job)
        add("worths", job)
        for recipe in decided.RECIPES:
            add("recipes", job, (recipe,))
    for job in plan.binary():
        add("rules", job)
        add("worths", job)
    for job in plan.networks() + plan.others() + plan.wide():
        add("rules", job)
        add("worths", job)
    for job in plan.headline() + plan.resplits():
        add("rival", job, "chains")
    return out
