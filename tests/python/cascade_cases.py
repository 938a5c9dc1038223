"""The calls of the conformance cases that concern cascades and trees."""

import numpy as np
import wald
from threshold_cases import near, numbers, reals
from wald._core.rows import FACTS


ARRAYS = [name for name, fact in FACTS["cascade"].items() if fact.type == "numbers"]
NUMBERS = [name for name, fact in FACTS["cascade"].items() if fact.type == "number"]


class Rows:
    def __init__(self, rows):
        self.models, self.classes = rows["n_models"], rows["n_classes"]
        self.table = numbers(rows["table"]).reshape(len(rows["table"]), self.models * self.classes)
        self.weights, self.targets = numbers(rows["weights"]), numbers(rows["targets"])

    def feed(self, to, where):
        one_each = (None if each is None else each[where] for each in (self.weights, self.targets))
        return to.feed(self.table[where], *one_each)

    def scores(self):
        return self.feed(wald.CascadeScores(self.models, self.classes), slice(None))

    def merged(self):
        """The same rows one by one, from the last, half of them through another object."""
        parts = [wald.CascadeScores(self.models, self.classes) for _ in range(2)]
        for i in reversed(range(len(self.table))):
            self.feed(parts[i % 2], slice(i, i + 1))
        return parts[0].merge(parts[1])

    def of(self, model, rows):
        """The scores of a model, as a callback gives them."""
        found = self.table[rows][:, model * self.classes : (model + 1) * self.classes]
        return found if self.classes > 1 else found[:, 0]


def asked_of(case):
    texts = ("algorithm", "order", "fixed_order", "spend", "names")
    asked = {name: value if name in texts else int(value) if name == "seed" else reals(value)
             for name, value in case["asked"].items()}
    return asked


def trees_of(given):
    shape = dict(given["shape"])
    shape["base"] = numbers(shape["base"])
    made = wald.Trees(shape.pop("n_features"), shape.pop("n_outputs"), **shape)
    for tree in given["trees"]:
        made.add(**{**tree, "threshold": numbers(tree["threshold"]), "values": numbers(tree["values"])})
    return made


def features_of(case):
    return numbers(case["features"]).reshape(len(case["features"]), -1)


def fit_trees(case, trees, features):
    return wald.Cascade.fit(wald.CascadeScores.of_trees(trees, features), **asked_of(case)).bind(trees)


def run(case):
    """The call of a case by the package."""
    call = case["call"]
    if call == "cascade_fit":
        calibration = case.get("calibration")
        return wald.Cascade.fit(Rows(case["scores"]).scores(), calibration and Rows(calibration).scores(),
                                **asked_of(case))
    if call == "cascade_trees":
        trees, features = trees_of(case["trees"]), features_of(case)
        trees.evaluate(features)
        return fit_trees(case, trees, features)
    if call == "cascade_load":
        return wald.Cascade.load(case["text"])
    if call == "trees_load":
        return wald.Trees.load(case["text"])
    raise AssertionError(f"{call} is not known here")


def check(case):
    got, wanted = run(case), case.get("expect")
    if wanted is not None:
        (check_fit if case["call"] == "cascade_fit" else check_trees)(case, got, wanted)


def check_fit(case, got, wanted):
    rows, tolerance, asked = Rows(case["scores"]), case["tolerance"], asked_of(case)
    for name, value in wanted["numbers"].items():
        near(got._facts[name], value, tolerance)
    for name in ARRAYS:
        if name in wanted:
            near(getattr(got, name), wanted[name], tolerance)
    assert got.names == (tuple(asked["names"]) if "names" in asked else None)
    evaluated = got.evaluate(rows.scores(), threads=2)
    same(evaluated[:3], (got.disagreement, got.mean_models, got.mean_cost))
    same(evaluated.stops, got.stops)
    saved = got.save()
    loaded = wald.Cascade.load(saved)
    assert loaded.save() == saved
    for name in (*NUMBERS, *ARRAYS):
        same(*(c._facts[name] for c in (got, loaded)))
    for cascade in (got, loaded):
        check_decisions(cascade, rows, wanted)
    calibration = Rows(case["calibration"]).scores() if "calibration" in case else None
    for again, more in ((rows.merged(), {}), (rows.scores().copy(), {}), (rows.scores(), {"threads": 3})):
        assert wald.Cascade.fit(again, calibration, **asked, **more).save() == saved


def check_decisions(cascade, rows, wanted):
    """In every way there is."""
    n = len(rows.table)
    backwards = np.asfortranarray(rows.table)[::-1]
    for answer, step in ((cascade.apply(rows.table), 1), (cascade.apply(rows.table, threads=3), 1),
                         (cascade.apply(backwards), -1), (cascade.apply_function(n, rows.of), 1)):
        assert answer.decisions[::step].tolist() == wanted["decisions"]
        assert answer.counts[::step].tolist() == wanted["counts"]
    one = cascade.run()
    for i in range(n):
        decision = one.decide(lambda model: rows.of(model, np.array([i]))[0])
        assert (decision, one.count) == (wanted["decisions"][i], wanted["counts"][i])


def check_trees(case, got, wanted):
    trees, features = trees_of(case["trees"]), features_of(case)
    margins = trees.evaluate(features)
    near(margins, wanted["margins"], case["tolerance"])
    assert got.order.tolist() == wanted["order"] and got.n_features == trees.shape.n_features
    saved = got.save()
    loaded = wald.Cascade.load(saved)
    assert loaded.save() == saved
    for cascade in (got, loaded):
        for threads, table in ((1, features), (3, features), (1, features.astype(np.float32)),
                               (1, np.asfortranarray(features))):
            answer = cascade.apply_trees(table, threads=threads)
            assert answer.decisions.tolist() == wanted["decisions"]
            assert answer.counts.tolist() == wanted["counts"]
    again = wald.Trees.load(trees.save())
    assert again.save() == trees.save()
    same(again.evaluate(features, threads=3), margins)


def same(a, b):
    """To the bit; NaN equals NaN."""
    assert np.asarray(a, np.float64).tobytes() == np.asarray(b, np.float64).tobytes() or np.array_equal(
        a, b, equal_nan=True)
