"""The calls of the conformance cases that concern learners and calibration."""

import numpy as np
import wald
from cascade_cases import same
from scipy import sparse
from threshold_cases import near, numbers, reals

ACCEPTED = {
    "learner, indices out of order": "the package puts the columns of sparse rows in order",
    "learner, an index twice": "and adds up numbers of one place, as SciPy does",
}

TEXTS = ("feature_names", "label_names", "chain_orders")


def csr(given, n_columns, values):
    shape = (given.get("n_rows", len(given["indptr"]) - 1), n_columns)
    made = sparse.csr_array(shape)
    made.indptr, made.indices = np.array(given["indptr"], np.int64), np.array(given["indices"], np.int64)
    made.data = values
    return made


def features_of(rows):
    if "csr" in rows:
        return csr(rows["csr"], rows["csr"]["n_features"], numbers(rows["csr"]["values"]))
    return numbers(rows["features"]).reshape(len(rows["features"]), -1)


def given_of(rows):
    """What a dataset is made of beside features."""
    given = {name: numbers(rows[name]) for name in ("weights", "marginals") if rows.get(name) is not None}
    if "groups" in rows:
        given["groups"] = rows["groups"]
    if "label_csr" in rows:
        labels = rows["label_csr"]
        given["labels"] = csr(labels, labels["n_labels"], np.ones(len(labels["indices"])))
    if "labels" in rows:
        given["labels"] = np.array(rows["labels"])
    if "classes" in rows:
        given.update(classes=rows["classes"], n_classes=rows["n_classes"])
    return given


def asked_of(case):
    return {name: int(value) if name == "seed" else value if name in TEXTS or isinstance(value, str) else reals(value)
            for name, value in case["asked"].items()}


def options_of(case):
    asked = dict(case.get("options") or {})
    return {**asked, "seed": int(asked["seed"])} if "seed" in asked else asked


def fitted(case, **more):
    rows = case["rows"]
    return wald.Learner.fit(case["learner"], features_of(rows), **given_of(rows), **{**asked_of(case), **more})


def decided(case, learner, rows, **more):
    metric = wald.Metric(case["metric"], case.get("zero_division", 1))
    return learner.decide(rows, metric, **{**options_of(case), **more})


def run(case):
    """The call of a case by the package."""
    call = case["call"]
    if call == "learner":
        learner = fitted(case)
        rows = wald.Dataset(features_of(case["new"]), **given_of(case["new"]))
        learner.probabilities(rows)
        return learner, rows, decided(case, learner, rows)
    if call == "calibration":
        weights = case.get("weights")
        made = wald.Calibration.fit(case["method"], truth=np.array(case.get("labels", case.get("classes"))),
                                    weights=weights and numbers(weights), **_to_calibrate(case, _input(case)))
        return made, made.apply(**_to_calibrate(case, "new"))
    if call == "learner_load":
        return wald.Learner.load(case["text"])
    if call == "calibration_load":
        return wald.Calibration.load(case["text"])
    raise AssertionError(f"{call} is not known here")


def check(case):
    got, wanted = run(case), case.get("expect")
    if wanted is not None:
        (check_learner if case["call"] == "learner" else check_calibration)(case, *got, wanted)


def check_learner(case, learner, rows, decisions, wanted):
    tolerance, seed = case["tolerance"], options_of(case).get("seed")
    for name in ("name", "kind", "task", "n_features", "n_labels", "at_least"):
        if name in wanted:
            assert getattr(learner, name) == wanted[name], name
    for name in ("feature_names", "label_names"):
        assert getattr(learner, name) == (tuple(wanted[name]) if name in wanted else getattr(learner, name)), name
    if "choices" in wanted:
        assert [(c.part, c.what) for c in learner.choices] == [(c["part"], c["what"]) for c in wanted["choices"]]
        near([c.value for c in learner.choices], [c["value"] for c in wanted["choices"]], tolerance)
    probabilities = learner.probabilities(rows, seed=seed)
    if "probabilities" in wanted:
        near(probabilities, [p for row in wanted["probabilities"] for p in row], tolerance)
    if "mask" in wanted:
        assert decisions.mask.tolist() == wanted["mask"]
    if "expected" in wanted:
        near(decisions.expected, wanted["expected"], tolerance)
    for row in range(len(rows)):
        near(learner.estimator(rows, row, seed=seed).marginals(), probabilities[row].tolist(), 1e-12)
    text = learner.save()
    loaded = wald.Learner.load(text)
    assert loaded.save() == text and fitted(case, threads=2).save() == text
    for again in (loaded, learner):
        same(again.probabilities(rows, seed=seed, threads=2), probabilities)
        assert decided(case, again, rows, threads=2) == decisions


def _input(case):
    return "scores" if "scores" in case else "probabilities"


def _to_calibrate(case, which):
    rows = case[which]
    return {_input(case): np.array([numbers(row) for row in rows]) if "classes" in case else numbers(rows)}


def check_calibration(case, calibration, probabilities, wanted):
    near(np.ravel(probabilities), wanted["probabilities"], case["tolerance"])
    text = calibration.save()
    loaded = wald.Calibration.load(text)
    assert loaded.save() == text
    assert loaded.input == calibration.input == _input(case)
    same(loaded.apply(**_to_calibrate(case, "new")), probabilities)
    same(calibration.apply(**{_input(case): _to_calibrate(case, "new")[_input(case)][::-1]})[::-1], probabilities)
    assert calibration.n_classes == (len(case["new"][0]) if "classes" in case else 0)
