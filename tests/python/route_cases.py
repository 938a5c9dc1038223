"""The calls of the conformance cases that concern model cascades and which rows to label."""

import math

import numpy as np
import wald
from cascade_cases import same
from threshold_cases import near, numbers, reals
from wald._core.rows import FACTS

WORDS = ("by", "goal", "measure", "theorem")
LISTS = ("shares", "envelope_cost", "envelope_quality")


class Fed:
    """What is fed of a case; columns that it does not have are not given."""

    def __init__(self, given):
        self.given, self.n, self.k = given, len(given["confidences"]), given["n_stages"]
        whole = ("answers", "truth", "segments")
        self.columns = {name: np.array(value) if name in whole else numbers(value)
                        for name, value in given.items() if name != "n_stages"}

    def feed(self, to, where=slice(None)):
        if self.n:
            to.feed(**{name: column[where] for name, column in self.columns.items()})
        return to

    def stages(self):
        return self.feed(wald.Stages(self.k))

    def pieces(self):
        return self.feed(self.feed(wald.Stages(self.k), slice(self.n // 2)), slice(self.n // 2, None))

    def merged(self):
        parts = (self.feed(wald.Stages(self.k), where) for where in (slice(self.n // 3), slice(self.n // 3, None)))
        return next(parts).merge(next(parts))

    def groups(self, route):
        if route.by == "segment":
            return self.columns["segments"]
        return self.columns["answers"][:, route.next(-1)] if route.by == "class" else None

    def sure(self, route):
        return self.columns["scores" if route.router else "confidences"]


def asked_of(case):
    return {name: int(value) if name in ("seed", "batch_size", "positive", "max_policies") else bool(value)
            if name == "router" else reals(value) if not isinstance(value, str) else value
            for name, value in case["asked"].items()}


def measured(case):
    return {name: value for name, value in asked_of(case).items() if name in ("measure", "beta", "positive")}


def labelling_of(case):
    return wald.Labelling(numbers(case["chances"]), case["quality"], min_quality=reals(case["min_quality"]),
                          certify=reals(case["certify"]), seed=int(case["seed"]))


def run(case):
    """The call of a case by the package."""
    call = case["call"]
    if call == "route":
        made = Fed(case["stages"]).stages()
        if "more" in case:
            Fed(case["more"]).feed(made)
        if "merged" in case:
            made.merge(Fed(case["merged"]).stages())
        route = wald.Route.choose(made, **asked_of(case))
        evaluated = route.evaluate(Fed(case["other"]).stages(), **measured(case)) if "other" in case else None
        return made, route, evaluated
    if call == "route_labels":
        made, asked, batches = Fed(case["stages"]).stages(), asked_of(case), []
        for _ in range(case["rounds"]):
            rows = np.array(case["rows"]) if "rows" in case else made.ask(**asked)
            batches.append(rows.tolist())
            of = {name: numbers(case[name])[rows] for name in ("truth", "right") if name in case}
            made.label(rows, **of)
            made = made.copy()
        return made, batches
    if call == "labelling":
        labelling, turns, mask = labelling_of(case), [], np.zeros(len(case["chances"]), int)
        while not labelling.certified:
            rows = labelling.next(case["most"])
            assert labelling.next(1).tolist() == rows.tolist()
            labelling.answer(np.array(case["events"])[rows])
            mask[rows] = 1
            assert labelling.mask.tolist() == mask.tolist()
            turns.append((rows.tolist(), {name: getattr(labelling, name) for name in FACTS["labelling"]}))
        return turns, mask
    if call == "route_load":
        return wald.Route.load(case["text"])
    if call == "stages_load":
        return wald.Stages.load(case["text"])
    raise AssertionError(f"{call} is not known here")


def check(case):
    got, wanted, tolerance = run(case), case["expect"], case["tolerance"]
    if case["call"] == "labelling":
        turns, mask = got
        assert [rows for rows, _ in turns] == [turn["rows"] for turn in wanted["turns"]]
        for (_, facts), turn in zip(turns, wanted["turns"]):
            for name, value in turn["numbers"].items():
                near(facts[name], value, tolerance)
        assert mask.tolist() == wanted["mask"]
        return
    fed = Fed(case["stages"])
    if case["call"] == "route_labels":
        made, batches = got
        assert batches == wanted["batches"]
        for name, value in wanted["numbers"].items():
            near(getattr(made, name), value, tolerance)
        check_route(fed, wald.Route.choose(made, **asked_of(case)), wanted["route"], tolerance)
        return
    made, route, evaluated = got
    check_route(fed, route, wanted, tolerance)
    if evaluated:
        for name in ("cost", "quality", "shares"):
            near(getattr(evaluated, name), wanted["evaluated"][name], tolerance)
    for (group, stage, confidence), following in zip(case.get("next", []), wanted.get("next", [])):
        assert route.next(stage, reals(confidence), group=group) == following
    own = route.evaluate(made, **measured(case))
    same((own.cost, own.quality), (route.cost, route.quality))
    same(own.shares, route.shares)
    for again in (fed.pieces(), fed.merged(), made.copy(), wald.Stages.load(made.save())):
        assert wald.Route.choose(again, **asked_of(case)).save() == route.save()


def check_route(fed, route, wanted, tolerance):
    assert {name: getattr(route, name) for name in WORDS} == wanted["words"]
    for name, value in wanted["numbers"].items():
        near(route._facts[name], value, tolerance)
    near(route.thresholds, [x for group in wanted["thresholds"] for x in group], tolerance)
    assert route.thresholds.shape == (route.n_groups, route.n_stages)
    for name in LISTS:
        if name in wanted:
            near(getattr(route, name), wanted[name], tolerance)
    if "envelope_hull" in wanted:
        assert route.envelope_hull.astype(int).tolist() == wanted["envelope_hull"]
    saved = route.save()
    for one in (route, wald.Route.load(saved), wald.Route.load(route.save(binary=True))):
        assert one.save() == saved
        for name, value in route._facts.items():
            if isinstance(value, (float, np.ndarray)):
                same(one._facts[name], value)
        check_applied(fed, one, wanted["stages"])


def check_applied(fed, route, wanted):
    """Of a table and one row at a time."""
    groups, sure = fed.groups(route), fed.sure(route)
    assert route.apply(sure, groups).tolist() == wanted
    for i, stage in enumerate(wanted):
        group, asked = 0 if groups is None else int(groups[i]), []

        def ask(at, asked=asked, i=i):
            asked.append(at)
            return fed.columns["answers"][i, at] if "answers" in fed.columns else None, fed.columns["confidences"][i, at]

        answer = route.run([lambda _, at=at: ask(at) for at in range(route.n_stages)], None, group=group,
                           score=sure[i] if route.router else math.nan)
        assert (answer.stage, list(answer.asked)) == (stage, asked)
