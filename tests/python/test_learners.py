"""Learners, datasets and calibration: every form of input, every setting, what comes out, and what is refused."""

import copy
import os
import pickle
import threading
from collections import Counter

import numpy as np
import pandas as pd
import polars as pl
import pytest
import wald
from scipy import sparse
from sklearn.datasets import make_multilabel_classification
from sklearn.linear_model import LogisticRegression
from wald._core.rows import OPTIONS

X, Y = make_multilabel_classification(90, n_features=6, n_classes=4, allow_unlabeled=False, random_state=4)
X[np.random.default_rng(0).random(X.shape) < 0.3] = 0
FLAT = {"c_values": [1.0], "calibration": "none"}  # nothing is left to choose
NAMES = [f"x{j}" for j in range(6)]
LEARNERS = ["br", "lfp", "efp", "pcc", "cardinality", "cardinality:forest", "neighbours", "forest", "tree", "kernel",
            "kernel:pcc",
            "mixture:cardinality,forest"]


def fit(name="lfp", *rows, **more):
    return wald.Learner.fit(name, *(rows or (X, Y)), **more)


@pytest.fixture(scope="module")
def plain():
    return fit(**FLAT)


# ---- What comes out ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LEARNERS)
def test_every_learner(name):
    few = {"trees": 20} if "forest" in name else {}
    learner = fit(name, **few)
    assert (learner.name, learner.n_features, learner.n_labels) == (name, 6, 4)
    assert (learner.task, learner.at_least) == ("labels", 1)
    p, decisions = learner.probabilities(X), learner.decide(X, "f1")
    assert p.shape == Y.shape and (p >= 0).all() and (p <= 1).all()
    for row in (0, 7, 89):
        estimator = learner.estimator(X, row)
        assert estimator.kind == learner.kind
        assert estimator.marginals() == pytest.approx(p[row], abs=1e-12)
        one = wald.decide(estimator, "f1", at_least=1)
        assert one.mask.tolist() == decisions.mask[row].tolist()
        assert one.expected == pytest.approx(decisions.expected[row], abs=1e-12)
    assert wald.evaluate(Y, decisions.mask, "f1") > 0.7
    for again in (wald.Learner.load(learner.save()), pickle.loads(pickle.dumps(learner)), copy.deepcopy(learner),
                  copy.copy(learner)):
        assert again.save() == learner.save() and repr(again) == repr(learner)
        assert [c[:4] for c in again.choices] == [c[:4] for c in learner.choices]
        assert again.probabilities(X).tobytes() == p.tobytes() and again.decide(X, "f1", threads=2) == decisions
    assert fit(name, **few, threads=2).save() == learner.save()
    # A row's answer does not depend on the rows beside it.
    assert learner.probabilities(X[7:8]).tobytes() == p[7:8].tobytes()


def test_it_is_the_logistic_regression_it_says():
    learner = fit(**FLAT, scaling="none")
    p = learner.probabilities(X)
    for j in range(4):
        peer = LogisticRegression(C=1.0, tol=1e-10, max_iter=10000).fit(X, Y[:, j])
        assert p[:, j] == pytest.approx(peer.predict_proba(X)[:, 1], abs=2e-3)  # whose intercept has no penalty


def test_averages(plain):
    p = plain.probabilities(X)
    for average in ("instance", "macro", "micro"):
        least = 1 if average == "instance" else None
        got = plain.decide(X, "f1", average=average)
        assert got == wald.decide(p, "f1", average=average, at_least=least)
        assert got.average == average
    assert plain.decide(X, "hamming").mask.tolist() == (p > 0.5).astype(int).tolist()  # each label for itself
    assert (plain.decide(X, "f1", at_least=0).k <= plain.decide(X, "f1").k).all()
    assert (plain.decide(X, "f1", exactly=2).k == 2).all()
    assert plain.decide(X, "f1", abstain=0.2).abstained.any()
    with pytest.warns(wald.DecisionWarning):
        plain.decide(X, "recall")


def test_a_binary_label_is_decided_for_the_whole_table():
    z = Y[:, 0]
    learner = fit("lfp", X, z, **FLAT)
    assert (learner.kind, learner.n_labels, learner.at_least) == ("independent", 1, 0)
    got = learner.decide(X, "f1", average="macro")
    p = learner.probabilities(X)[:, 0]
    assert len(got) == 1 and got[0].mask.tolist() == wald.decide(p, "f1").mask.tolist()
    assert got[0].expected > wald.expected(p, "f1", p > 0.5) - 1e-15


def test_classes():
    classes = Y.sum(axis=1) - 1
    learner = fit("lfp", X, classes=classes, **FLAT)
    assert (learner.kind, learner.task, learner.n_labels) == ("categorical", "classes", classes.max() + 1)
    assert learner.probabilities(X).sum(axis=1) == pytest.approx(np.ones(90))
    assert (learner.decide(X, "f1", exactly=1).mask.argmax(axis=1) == learner.probabilities(X).argmax(axis=1)).all()
    assert fit("forest", X, classes=pd.Series(classes), n_classes=9, trees=5).n_labels == 9
    assert wald.Dataset(X[:2], classes=[0, 0]).n_labels == 2


def test_choices():
    learner = fit("cardinality")
    assert [c.part for c in learner.choices] == [f"label {j}" for j in range(4)] + ["sizes"]
    for choice in learner.choices:
        assert choice.what == "C" and choice.value in choice.values.tolist() and (np.diff(choice.values) > 0).all()
        assert choice.losses.min() == choice.loss == choice.losses[choice.values.tolist().index(choice.value)]
    (one,) = fit("neighbours").choices
    assert one.value >= 1 and len(one.values) == len(one.losses) > 1
    assert fit("forest", trees=5).choices == ()


def test_names():
    frame, targets = pd.DataFrame(X, columns=NAMES), pd.DataFrame(Y, columns=list("abcd"))
    learner = fit("lfp", frame, targets, **FLAT)
    assert learner.feature_names == tuple(NAMES) and learner.label_names == tuple("abcd")
    again = wald.Learner.load(learner.save())
    assert (again.feature_names, again.label_names) == (learner.feature_names, learner.label_names)
    turned = frame[NAMES[::-1]].assign(more=1.0)
    turned.index = [f"row {i}" for i in range(90)]
    p = learner.probabilities(turned)
    assert p.to_numpy().tobytes() == learner.probabilities(X).tobytes()
    assert list(p.columns) == list("abcd") and p.index[3] == "row 3"
    decisions = learner.decide(turned, "f1")
    assert list(decisions.prediction.columns) == list("abcd") and decisions.prediction.index[3] == "row 3"
    assert set(decisions[0].labels) <= set("abcd") and learner.estimator(frame, 2).labels == tuple("abcd")
    polars = learner.decide(pl.DataFrame(X, schema=NAMES), "f1").prediction
    assert polars.columns == list("abcd") and polars.to_numpy().tolist() == decisions.mask.tolist()
    unnamed = fit("lfp", pl.DataFrame(X, schema=NAMES), Y, **FLAT)
    assert unnamed.label_names is None
    for series in (pd.Series(Y[:, 0], name="rich"), pl.Series("rich", Y[:, 0])):
        assert fit("lfp", X, series, **FLAT).label_names == ("rich",)
    for nameless in (pd.Series(Y[:, 0]), pl.Series(Y[:, 0]), pd.Series(Y[:, 0], name=3)):
        assert fit("lfp", X, nameless, **FLAT).label_names is None
    assert unnamed.decide(pl.DataFrame(X, schema=NAMES), "f1").prediction.columns == ["0", "1", "2", "3"]
    assert fit(**FLAT).feature_names is None and fit("lfp", pd.DataFrame(X), Y, **FLAT).feature_names is None
    given = fit(**FLAT, feature_names=NAMES, label_names=["é", "b", "c", "d"])
    assert given.label_names[0] == "é" and wald.Learner.load(given.save()).label_names[0] == "é"
    with pytest.raises(wald.ArgumentError, match=r"^features has no column 'x5': it has "):
        learner.probabilities(frame[NAMES[:5]])
    with pytest.raises(wald.ArgumentError, match=r"other features than the learner: their order differs"):
        learner.probabilities(wald.Dataset(turned[NAMES[::-1]]))


# ---- What goes in --------------------------------------------------------------------------------


WIDE = np.zeros((90, 13))
WIDE[:, ::2][:, :6] = X
SPARSE = sparse.csr_array(X)
HALVES = SPARSE.tocoo()
MESSY = sparse.coo_array((np.tile(HALVES.data / 2, 2)[::-1], tuple(np.tile(c, 2)[::-1] for c in HALVES.coords)),
                         shape=X.shape)  # every number in two parts, in no order


@pytest.mark.parametrize("features", [
    X.astype(np.float32), np.asfortranarray(X), X[::-1][::-1], WIDE[:, ::2][:, :6], X.tolist(), X.astype(int),
    X.astype(">f8"), pd.DataFrame(X), np.ma.array(X), X.astype(np.float16), wald.Dataset(X)])
def test_dense_forms(features, plain):
    assert np.asarray(plain.probabilities(features)).tobytes() == plain.probabilities(X).tobytes()
    if not isinstance(features, wald.Dataset):
        assert fit("lfp", features, Y, **FLAT).save() == plain.save()


@pytest.mark.parametrize("features", [
    SPARSE, sparse.csr_matrix(X), sparse.csc_array(X), MESSY, SPARSE.astype(np.float32), SPARSE.astype(int),
    sparse.csr_array((SPARSE.data, SPARSE.indices.astype(np.int64), SPARSE.indptr.astype(np.int64)), shape=X.shape)])
def test_sparse_forms(features, plain):
    assert np.asarray(plain.probabilities(features)).tobytes() == plain.probabilities(X).tobytes()
    learner = fit("lfp", features, Y, **FLAT)
    assert learner.save() == fit("lfp", SPARSE, Y, **FLAT).save()
    assert learner.decide(features, "f1").mask.tolist() == learner.decide(X, "f1").mask.tolist()


def test_the_form_of_sparse_rows_is_left_alone():
    before = MESSY.tocsr().copy()
    rows = sparse.csr_array((before.data[::-1], before.indices, before.indptr), shape=before.shape)
    kept = rows.indices.copy(), rows.data.copy()
    wald.Dataset(rows)
    assert (rows.indices == kept[0]).all() and (rows.data == kept[1]).all()


@pytest.mark.parametrize("labels", [
    Y.astype(bool), Y.astype(np.uint8), Y.astype(float), Y.tolist(), np.asfortranarray(Y.astype(np.uint8)),
    np.repeat(Y.astype(np.uint8), 2, axis=1)[:, ::2], pd.DataFrame(Y), sparse.csr_array(Y), sparse.csc_matrix(Y),
    sparse.csr_array(Y.astype(bool)),
    sparse.coo_array((Y.ravel(), np.indices(Y.shape).reshape(2, -1)), shape=Y.shape)])  # with zeros that are stored
def test_forms_of_labels(labels, plain):
    assert fit("lfp", X, labels, **FLAT).save() == plain.save()


def test_weights():
    weights = np.random.default_rng(1).integers(0, 3, 90)
    wide = np.repeat(weights.astype(float), 2)[::2]
    twice = np.repeat(np.arange(90), weights)
    p = fit(**FLAT, scaling="none", weights=weights).probabilities(X)
    assert p == pytest.approx(fit("lfp", X[twice], Y[twice], **FLAT, scaling="none").probabilities(X), abs=1e-5)
    for form in (weights.astype(np.float32), wide, weights.tolist(), pd.Series(weights)):
        assert fit(**FLAT, scaling="none", weights=form).probabilities(X).tobytes() == p.tobytes()
    left_out = weights > 0
    assert fit(weights=left_out).save() == fit("lfp", X[left_out], Y[left_out]).save()


def test_groups():
    def losses(**settings):
        return [choice.loss for choice in fit(calibration="none", **settings).choices]

    folds = np.arange(90) % 3
    own = losses(groups=folds, folds=3)
    assert losses(groups=folds, folds=3, seed=1) == pytest.approx(own, rel=1e-6)
    assert losses(folds=3, seed=1) != pytest.approx(losses(folds=3), rel=1e-6)
    names = np.array(["well", "ill", "so so"])[folds]
    for form in (names, names.tolist(), pd.Series(names), pd.Categorical(names), folds.astype(float), -5 * folds):
        assert losses(groups=form, folds=3) == pytest.approx(own, rel=1e-6)
    assert wald.Dataset(X, Y, groups=names).n_rows == 90
    # Copies in the group of what they copy are weights.
    twice, each = np.repeat(np.arange(90), 2), np.arange(90)
    copies = wald.Learner.fit("lfp", X[twice], Y[twice], groups=twice)
    weighted = wald.Learner.fit("lfp", X, Y, groups=each, weights=np.full(90, 2.0))
    assert [c.value for c in copies.choices] == [c.value for c in weighted.choices]
    assert copies.probabilities(X) == pytest.approx(weighted.probabilities(X), abs=1e-9)


def test_marginals_of_another_model():
    peers = [LogisticRegression().fit(X, Y[:, j]) for j in range(4)]
    p = np.column_stack([peer.predict_proba(X)[:, 1] for peer in peers])
    learner = fit("cardinality:given")
    decisions = learner.decide(X, "f1", marginals=p)
    assert learner.kind == "counts" and wald.evaluate(Y, decisions.mask, "f1") > 0.7
    assert learner.decide(wald.Dataset(X, marginals=np.asfortranarray(p)), "f1") == decisions
    assert learner.estimator(X, 3, marginals=p).marginals() == pytest.approx(learner.probabilities(X, marginals=p)[3])
    assert not np.allclose(learner.probabilities(X, marginals=p / 2), learner.probabilities(X, marginals=p))
    with pytest.raises(wald.ArgumentError, match="takes the marginals of another model, and the rows have none"):
        learner.decide(X, "f1")
    with pytest.raises(wald.ArgumentError, match="marginals are given beside a Dataset"):
        learner.decide(wald.Dataset(X), "f1", marginals=p)
    with pytest.raises(wald.ArgumentError, match=r"marginals\[0\]\[1\] is 2"):
        learner.decide(X[:1], "f1", marginals=[[0.5, 2, 0.5, 0.5]])


def test_datasets():
    rows = wald.Dataset(pd.DataFrame(X, columns=NAMES), pd.DataFrame(Y, columns=list("abcd")), weights=np.ones(90))
    assert (rows.n_rows, rows.n_features, rows.n_labels, rows.task, len(rows)) == (90, 6, 4, "labels", 90)
    assert rows.feature_names == tuple(NAMES) and rows.label_names == tuple("abcd")
    assert repr(rows) == "<Dataset: 90 rows, 6 features, 4 labels>"
    bare = wald.Dataset(X)
    assert (bare.task, bare.n_labels, repr(bare)) == ("none", 0, "<Dataset: 90 rows, 6 features>")
    assert wald.Dataset(X[:3], classes=[0, 1, 2]).task == "classes"
    learner = wald.Learner.fit("lfp", rows, **FLAT)
    assert learner.label_names == tuple("abcd") and learner.decide(rows, "f1")[0].labels
    assert learner.decide(X[:0], "f1").mask.shape == (0, 4) and learner.probabilities(X[:0]).shape == (0, 4)
    with pytest.raises(wald.ArgumentError, match="weights is given beside a Dataset"):
        wald.Learner.fit("lfp", rows, weights=np.ones(90))
    with pytest.raises(TypeError, match="datasets are not saved"):
        pickle.dumps(rows)
    rows.close()
    with pytest.raises(wald.ArgumentError, match="dataset is closed"):
        wald.Learner.fit("lfp", rows)
    assert repr(rows) == "<Dataset, closed>" and rows.closed


# ---- Settings ------------------------------------------------------------------------------------

DIFFERENCES = {  # setting: a learner, and a value with which another model comes out
    "folds": ("lfp", 3), "at_least": ("lfp", 0), "patience": ("lfp", 20), "chains": ("pcc", 2), "samples": ("pcc", 7),
    "max_nodes": ("pcc", 3), "neighbours": ("neighbours", 3), "trees": ("forest", 3), "max_features": ("forest", 1),
    "min_leaf": ("forest", 9), "max_depth": ("forest", 2), "gamma": ("kernel", 3.0), "landmarks": ("kernel", 9),
    "max_exact_rows": ("kernel", 20), "scaling": ("lfp", "minmax"), "calibration": ("lfp", "beta"),
    "neighbour_metric": ("neighbours", "cosine"), "neighbour_weights": ("neighbours", "uniform"),
    "neighbour_utility": ("neighbours", "recall"), "forest_kind": ("forest", "random-forest"),
    "forest_criterion": ("forest", "f"), "c_values": ("lfp", [0.01, 0.1]),
    "mixture_weights": ("mixture:lfp,tree", [1, 3]), "chain_orders": ("pcc", [[3, 2, 1, 0]]),
    "drawing": ("pcc", "independent"), "consistent": ("efp", True), "seed": ("lfp", 2**64 - 1),
    "metric": ("rule", "recall"), "average": ("rule", "micro"), "per_row": ("rule", 2), "rule": ("rule", "half"),
    "zero_division": ("rule", 0),
}
BASE = {"rule": {"marginals": (Y + 1) / 3, "average": "macro"},
        "forest": {"trees": 5}, "kernel": {"gamma": 0.5},
        "neighbours": {"neighbours": 7, "neighbour_metric": "euclidean"}}


# Of missing values test_words.py tells.
OTHERS = {"threads", "progress", "feature_names", "label_names", "missing", "missing_indicators"}


@pytest.mark.parametrize("name", sorted(OPTIONS["learners"].keys() - OTHERS))
def test_every_setting_arrives(name):
    learner, value = DIFFERENCES[name]
    base = {} if name == "neighbour_utility" else BASE.get(learner, {})
    before = fit(learner, **base)
    after = fit(learner, **{**base, name: value})
    assert after.save() != before.save() or after.choices[0].losses.tolist() != before.choices[0].losses.tolist()
    assert fit(learner, **{**base, name: None}).save() == fit(
        learner, **{k: v for k, v in base.items() if k != name}).save()


def test_wrong_arguments(plain):
    for wrong, error, match in (
            (dict(C=1), TypeError, "there is no argument 'C'"),
            (dict(c_values=["1"]), TypeError, "c_values must be numbers"),
            (dict(c_values=[]), wald.ArgumentError, "c_values has 0 numbers: must have at least 1"),
            (dict(c_values=[[1.0]]), wald.ArgumentError, "c_values has 2 dimensions"),
            (dict(c_values=[-1.0]), wald.ArgumentError, r"c_values\[0\] is -1: must lie in"),
            (dict(chain_orders=[0, 0.5]), TypeError, r"chain_orders\[1\] must be a whole number"),
            (dict(chain_orders=[[0], [0.5]]), TypeError, r"chain_orders\[1\]\[0\] must be a whole number"),
            (dict(chain_orders=[]), wald.ArgumentError, "chain_orders has 0 numbers"),
            (dict(seed=-1), wald.ArgumentError, "seed is -1: must lie in"),
            (dict(seed=0.5), TypeError, "seed must be a whole number"),
            (dict(progress=1), TypeError, "progress must be callable"),
            (dict(feature_names=["a"]), wald.ArgumentError, "feature_names has 1 names: must have 6"),
            (dict(label_names=["a\0"] * 4), wald.ArgumentError, r"label_names\[0\] holds a NUL"),
            (dict(weights=[1.0]), wald.ArgumentError, "weights has 1 elements: there are 90 rows"),
            (dict(weights=-np.ones(90)), wald.ArgumentError, r"weights\[0\] is -1"),
            (dict(weights=["a"] * 90), TypeError, "weights must be numbers"),
            (dict(groups=[1, 2]), wald.ArgumentError, "groups has 2 rows: the dataset has 90"),
            (dict(groups=np.zeros((90, 1))), wald.ArgumentError, "groups has 2 dimensions: must have 1"),
            (dict(groups=[7] * 90), wald.ArgumentError, "groups are all 7: two at least are needed"),
            (dict(groups=[1.5, np.nan] * 45), wald.ArgumentError, r"groups\[1\] is missing: each row needs one"),
            (dict(groups=["a", None] * 45), wald.ArgumentError, r"groups\[1\] is missing: each row needs one"),
            (dict(groups=pd.array([1, pd.NA] * 45)), wald.ArgumentError, r"groups\[1\] is missing"),
            (dict(classes=[0] * 90), wald.ArgumentError, "labels and classes are both given"),
            (dict(n_classes=3), wald.ArgumentError, "n_classes is given without classes"),
            (dict(marginals="x"), TypeError, "marginals must be numbers"),
            (dict(marginals=np.zeros((90, 2, 2))), wald.ArgumentError, "marginals has 3 dimensions")):
        with pytest.raises(error, match=match):
            fit(**wrong)
    for arguments, error, match in (
            (("svm", X, Y), wald.WaldError, "learner.*svm"),
            ((7, X, Y), TypeError, "name must be a str"),
            (("lfp", X), wald.ArgumentError, "no labels and no classes"),
            (("lfp", X[0], Y[:1]), wald.ArgumentError, "features has 1 dimensions: must have 2, rows by features"),
            (("lfp", X[:0], Y[:0]), wald.ArgumentError, "row"),
            (("lfp", X, Y[:5]), wald.ArgumentError, "labels has 5 rows: the dataset has 90"),
            (("lfp", X, Y[:, :0]), wald.ArgumentError, "labels has 0 columns: must have at least 1"),
            (("lfp", X, Y + 1), wald.ArgumentError, r"labels\[0\]\[\d\] is 2: must be 0 or 1"),
            (("lfp", X, [["a"] * 4] * 90), TypeError, "labels must be a mask"),
            (("lfp", X, sparse.csr_array(Y * 2)), wald.ArgumentError, "labels holds values other than 0 and 1"),
            (("lfp", X, Y[None]), wald.ArgumentError, "labels has 3 dimensions"),
            (("lfp", [["a"]], [1]), TypeError, "features must be numbers"),
            (("lfp", np.where(X > 0, X, np.nan), Y), wald.ArgumentError, r"features\[\d\]\[\d\] is nan"),
            (("lfp", sparse.csr_array(X + np.inf), Y), wald.ArgumentError, "is inf"),
            (("lfp", X * 1e101, Y), wald.ArgumentError, "must be at most 1e100")):
        with pytest.raises(error, match=match):
            wald.Learner.fit(*arguments)
    with pytest.raises(TypeError, match="classes must be whole numbers from 0 on: found <U1; LearnerClassifier"):
        wald.Dataset(X[:2], classes=["a", "b"])
    for wrong in ([0, -1], [0, 3]):
        with pytest.raises(wald.ArgumentError, match=rf"classes\[1\] is {wrong[1]}: must lie in \[0, 1\]"):
            wald.Dataset(X[:2], classes=wrong, n_classes=2)
    with pytest.raises(wald.ArgumentError, match="classes has 2 dimensions"):
        wald.Dataset(X[:2], classes=[[0], [1]])
    for call, error, match in (
            (lambda: plain.probabilities(X[:, :5]), wald.ArgumentError, "n_features is 5"),
            (lambda: plain.estimator(X, 90), wald.ArgumentError, r"row is 90: must lie in \[0, 89\]"),
            (lambda: plain.estimator(X, 0.5), TypeError, "row must be a whole number"),
            (lambda: plain.decide(X, "no_such"), wald.FormatError, "is unknown"),
            (lambda: plain.decide(X, "f1", average="rows"), wald.ArgumentError, "average is .*rows"),
            (lambda: plain.decide(X, "f1", at_least=9), wald.ArgumentError, "at_least is 9"),
            (lambda: plain.decide(X, "f1", exactly=1, at_most=1), wald.ArgumentError, "exactly cannot be combined"),
            (lambda: fit("neighbours").decide(X, "f1", average="micro"), wald.UnsupportedError, "average is micro"),
            (lambda: fit("cardinality", X, classes=Y[:, 0]), wald.UnsupportedError, "learner \"cardinality\" given classes"),
            (lambda: wald.Learner.load("{}"), wald.FormatError, "saved learner"),
            (lambda: wald.Learner.load(plain.save()[:-9]), wald.FormatError, "saved learner"),
            (lambda: wald.Learner.load(7), TypeError, "text must be a str"),
            (lambda: wald.Learner(), TypeError, "made by Learner.fit"),
            (lambda: setattr(plain, "name", "x"), AttributeError, "learners are immutable")):
        with pytest.raises(error, match=match):
            call()


def test_closed():
    learner = fit(**FLAT)
    with learner:
        assert not learner.closed
    assert learner.closed and repr(learner) == "<Learner, closed>"
    for use in (lambda: learner.decide(X, "f1"), lambda: learner.probabilities(X), lambda: learner.estimator(X),
                lambda: learner.save(), lambda: learner.choices):
        with pytest.raises(wald.ArgumentError, match="^learner is closed$"):
            use()


# ---- Chance, threads, progress -------------------------------------------------------------------


def test_seeds():
    one, other = fit("forest", trees=5), fit("forest", trees=5, seed=1)
    assert one.save() != other.save() and one.save() == fit("forest", trees=5, seed=0).save()
    chain = fit("pcc", c_values=FLAT["c_values"], samples=30)
    p = chain.probabilities(X, seed=1)
    assert p.tobytes() == chain.probabilities(X, seed=1, threads=2).tobytes()
    assert p.tobytes() != chain.probabilities(X, seed=2).tobytes()
    assert chain.estimator(X, 4, seed=1).marginals() == pytest.approx(p[4], abs=1e-12)
    assert chain.decide(X, "f1", seed=1) == chain.decide(X[::-1][::-1], "f1", seed=1)


def test_a_custom_metric(plain):
    mine = wald.Metric.custom(lambda tp, k, s, n: 2 * tp / (k + s) if k + s else 1.0, "mine", rises_in_tp=True)
    assert plain.decide(X[:9], mine).mask.tolist() == plain.decide(X[:9], "f1").mask.tolist()

    def bad(tp, k, s, n):
        raise KeyError("within")

    with pytest.raises(KeyError, match="within"):
        plain.decide(X[:9], wald.Metric.custom(bad))


def test_eight_threads(plain):
    rows, wanted, failed = wald.Dataset(X), plain.decide(X, "f1"), []

    def hammer():
        try:
            for i in range(20):
                assert plain.decide(rows, "f1", threads=1 + i % 2) == wanted
                assert fit(**FLAT).save() == plain.save()
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=hammer) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed, failed


def test_progress():
    seen = []
    learner = fit("forest", trees=300, progress=seen.append)
    assert seen and seen == sorted(seen) and 0 <= seen[0] and seen[-1] <= 1
    big = np.tile(X, (200, 1))
    for call in (lambda **more: fit("forest", trees=300, **more), lambda **more: learner.probabilities(big, **more),
                 lambda **more: learner.decide(big, "f1", **more)):
        with pytest.raises(wald.Cancelled):
            call(progress=lambda fraction: False)
        with pytest.raises(ZeroDivisionError):
            call(progress=lambda fraction: 1 / 0)


# ---- Calibration ---------------------------------------------------------------------------------

SCORES = np.random.default_rng(5).normal(size=400)
HITS = (np.random.default_rng(6).random(400) < 1 / (1 + np.exp(-(0.5 + 3 * SCORES)))).astype(int)


@pytest.mark.parametrize("kind", ["independent", "categorical"])
def test_adapt_moves_probabilities_to_another_prior(kind):
    p, prior, new = np.array([[0.5, 0.25], [0, 1]]), [0.5, 0.25], [0.8, 0.1]
    found = wald.Calibration.adapt(p, prior, new, kind=kind)
    assert found == pytest.approx(np.array([new, [0, 1]]))
    assert np.array_equal(wald.Calibration.adapt(p.astype(np.float32), prior, new, kind=kind), found)
    with pytest.raises(wald.ArgumentError, match="training_prior has 1 rows: must have 2"):
        wald.Calibration.adapt(p, [0.5], new, kind=kind)


def test_adapt_takes_a_column_as_a_vector_and_returns_its_form():
    pandas = pytest.importorskip("pandas")
    p = pandas.Series([0.5, 0.2], index=["a", "b"], name="p")
    found = wald.Calibration.adapt(p, [0.5], [0.8])
    assert found.tolist() == pytest.approx([0.8, 0.5]) and list(found.index) == ["a", "b"]
    frame = wald.Calibration.adapt(p.to_frame(), [0.5], [0.8])
    assert list(frame.columns) == ["p"] and frame["p"].tolist() == found.tolist()
    with pytest.raises(wald.ArgumentError, match="kind is 'classes': must be one of 'independent', 'categorical'"):
        wald.Calibration.adapt(p, [0.5], [0.8], kind="classes")
    with pytest.raises(wald.ArgumentError, match="probabilities has 3 dimensions: must have 1 or 2"):
        wald.Calibration.adapt(np.zeros((1, 1, 1)), [0.5], [0.8])


@pytest.mark.parametrize("name", ["platt", "isotonic", "beta", "temperature"])
def test_calibration(name):
    made = wald.Calibration.fit(name, truth=HITS, scores=SCORES)
    p = made.apply(scores=SCORES)
    assert np.mean(p) == pytest.approx(HITS.mean(), abs=0.1 if name == "temperature" else 0.02) and (np.diff(p[np.argsort(SCORES)]) >= 0).all()
    before = 1 / (1 + np.exp(-SCORES))
    assert log_loss(p) < log_loss(before)
    for again in (wald.Calibration.load(made.save()), pickle.loads(pickle.dumps(made)), copy.copy(made),
                  copy.deepcopy(made)):
        assert again.save() == made.save() and again.apply(scores=SCORES[::-1])[::-1].tobytes() == p.tobytes()
    wide = np.repeat(SCORES, 3)[::3]
    again = wald.Calibration.fit(name, truth=HITS.astype(bool), scores=wide, weights=np.ones(400))
    assert again.save() == made.save()
    narrow = SCORES.astype(np.float32)
    assert made.apply(scores=narrow).tobytes() == made.apply(scores=narrow.astype(float)).tobytes()
    weights = np.random.default_rng(7).integers(0, 3, 400)
    if name != "platt":  # whose targets count rows
        twice = np.repeat(np.arange(400), weights)
        weighted = wald.Calibration.fit(name, truth=HITS, scores=SCORES, weights=weights)
        repeated = wald.Calibration.fit(name, truth=HITS[twice], scores=SCORES[twice])
        assert weighted.apply(scores=SCORES) == pytest.approx(repeated.apply(scores=SCORES), abs=0.02)
    assert repr(made) == "<Calibration>" and made.apply(scores=[]).shape == (0,)
    made.close()
    assert repr(made) == "<Calibration, closed>"
    with pytest.raises(wald.ArgumentError, match="calibration is closed"):
        made.apply(scores=[0.0])


def log_loss(p):
    return -np.mean(np.where(HITS == 1, np.log(p), np.log(1 - p)))


def test_platt_is_a_logistic_regression():
    targets = np.where(HITS == 1, (HITS.sum() + 1) / (HITS.sum() + 2), 1 / ((1 - HITS).sum() + 2))
    both = np.tile(SCORES, 2)[:, None], np.repeat([1, 0], 400), np.concatenate([targets, 1 - targets])
    peer = LogisticRegression(C=1e9, tol=1e-10).fit(both[0], both[1], sample_weight=both[2])
    assert wald.Calibration.fit("platt", truth=HITS, scores=SCORES).apply(scores=SCORES) == pytest.approx(
        peer.predict_proba(SCORES[:, None])[:, 1], abs=1e-3)


def test_wrong_calibrations():
    fit = wald.Calibration.fit
    made = wald.Calibration.fit("platt", truth=HITS, scores=SCORES)
    for call, error, match in (
            (lambda: fit("none", scores=SCORES, truth=HITS), wald.ArgumentError, "must be platt, isotonic, beta, temper"),
            (lambda: fit("vector", scores=SCORES, truth=HITS), wald.ArgumentError, "needs a table of classes"),
            (lambda: fit(1, scores=SCORES, truth=HITS), TypeError, "name must be a str"),
            (lambda: fit("platt", scores=SCORES, truth=HITS[:5]), wald.ArgumentError, "truth has 5 elements"),
            (lambda: fit("platt", scores=SCORES, truth=HITS * 0), wald.ArgumentError, "truth has no 1"),
            (lambda: fit("platt", scores=SCORES, truth=HITS + 1), wald.ArgumentError, "is 2: must be 0 or 1"),
            (lambda: fit("platt", scores=SCORES[:, None], truth=HITS), wald.ArgumentError, "scores has 1 columns: must"),
            (lambda: fit("platt", scores=["a"], truth=[1]), TypeError, "scores must be numbers"),
            (lambda: fit("platt", scores=SCORES / 0, truth=HITS), wald.ArgumentError, r"scores\[0\] is -?inf"),
            (lambda: fit("platt", scores=SCORES, truth=HITS, weights=[1]), wald.ArgumentError, "weights has 1"),
            (lambda: made.apply(scores=[np.nan]), wald.ArgumentError, r"scores\[0\] is nan: must be finite"),
            (lambda: wald.Calibration.load("{}"), wald.FormatError, "saved calibration"),
            (lambda: wald.Calibration(), TypeError, "made by Calibration.fit")):
        with np.errstate(divide="ignore"), pytest.raises(error, match=match):
            call()


def overconfident(seed=0, n=6000):
    rng = np.random.default_rng(seed)
    z = rng.normal(size=n) * 3
    return z, 1 / (1 + np.exp(-3 * z)), (rng.random(n) < 1 / (1 + np.exp(-z))).astype(int)


@pytest.mark.parametrize("name", ["platt", "isotonic", "beta", "temperature"])
def test_calibration_of_probabilities(name):
    z, p, y = overconfident()
    made = wald.Calibration.fit(name, y, p)
    assert made.input == "probabilities" and wald.Calibration.load(made.save()).input == "probabilities"
    odds = np.log(p) - np.log1p(-p)
    by_odds = wald.Calibration.fit(name, truth=y, scores=odds)
    assert by_odds.input == "scores"
    assert made.apply(p) == pytest.approx(by_odds.apply(scores=odds), abs=1e-8)
    loss = lambda q: -np.mean(np.where(y == 1, np.log(q), np.log1p(-q)))  # noqa: E731
    assert loss(made.apply(p)) < loss(1 / (1 + np.exp(-z))) + 0.001 < loss(p)
    edges = made.apply([0, 1e-300, 0.5, 1 - 1e-16, 1])
    assert (np.diff(edges) >= 0).all() and 0 < edges[0] and edges[-1] < 1
    narrow = p.astype(np.float32)
    assert made.apply(narrow).tobytes() == made.apply(narrow.astype(float)).tobytes()
    for again in (wald.Calibration.load(made.save()), pickle.loads(pickle.dumps(made))):
        assert again.apply(p).tobytes() == made.apply(p).tobytes()
    for call, match in ((lambda: made.apply(scores=odds), "scores are given: the calibration was fitted to probabilities"),
                        (lambda: by_odds.apply(p), "probabilities are given: the calibration was fitted to scores"),
                        (lambda: made.apply([0.5, 1.5]), r"probabilities\[1\] is 1.5: must lie in \[0, 1\]; log-odds"),
                        (lambda: made.apply(), "probabilities or scores are needed"),
                        (lambda: made.apply(p, scores=odds), "scores are given beside probabilities"),
                        (lambda: wald.Calibration.fit(name, y, z), r"must lie in \[0, 1\]; log-odds and other scores"),
                        (lambda: wald.Calibration.fit(name, p, y), r"\(are scores and truth swapped\?\)"),
                        (lambda: wald.Calibration.fit(name, None, p), "truth is needed"),
                        (lambda: wald.Calibration.fit(name, y, p[:, None, None]), "has 3 dimensions: must have 1, or 2"),
                        (lambda: made.apply(np.column_stack([1 - p, p])), "has 2 columns: the calibration was fitted to 1")):
        with pytest.raises(wald.ArgumentError, match=match):
            call()


def overconfident_classes(n=4000, n_classes=4):
    rng = np.random.default_rng(3)
    logits = 2 * rng.normal(size=(n, n_classes))
    p = np.exp(3 * logits)
    y = np.array([rng.choice(n_classes, p=row) for row in np.exp(logits) / np.exp(logits).sum(1, keepdims=True)])
    return p / p.sum(1, keepdims=True), y


@pytest.mark.parametrize("name", ["platt", "isotonic", "beta", "temperature", "vector"])
def test_calibration_of_classes(name):
    p, y = overconfident_classes()
    loss = lambda q: -np.mean(np.log(q[np.arange(len(y)), y]))  # noqa: E731
    made = wald.Calibration.fit(name, y, p)
    found = made.apply(p)
    assert found.shape == p.shape and found.sum(1) == pytest.approx(1) and made.n_classes == 4
    assert loss(found) < 0.85 * loss(p)
    assert made.temperature == pytest.approx(3, rel=0.1) if name == "temperature" else np.isnan(made.temperature)
    narrow = p.astype(np.float32)
    assert made.apply(narrow).tobytes() == made.apply(narrow.astype(float)).tobytes()
    assert made.apply(np.asfortranarray(p)).tobytes() == found.tobytes() and made.apply(p[:0]).shape == (0, 4)
    assert wald.Calibration.fit(name, y.astype(np.int32), p, weights=np.ones(len(y))).save() == made.save()
    for again in (wald.Calibration.load(made.save()), pickle.loads(pickle.dumps(made))):
        assert again.save() == made.save() and again.apply(p).tobytes() == found.tobytes()
    by_logits = wald.Calibration.fit(name, y, scores=np.log(p))
    assert by_logits.input == "scores" and by_logits.apply(scores=np.log(p)) == pytest.approx(found, abs=1e-6)


def test_classes_come_back_as_a_data_frame():
    pandas = pytest.importorskip("pandas")
    p, y = overconfident_classes(50)
    frame = pandas.DataFrame(p, columns=list("abcd"), index=range(10, 60))
    made = wald.Calibration.fit("temperature", pandas.Series(y, index=frame.index), frame)
    assert list(made.apply(frame).columns) == list("abcd") and list(made.apply(frame).index) == list(frame.index)
    for call, match in ((lambda: wald.Calibration.fit("temperature", y / 2, p), "truth must be whole numbers"),
                        (lambda: wald.Calibration.fit("temperature", y[:9], p), "truth has 9 elements"),
                        (lambda: wald.Calibration.fit("temperature", y - 1, p), r"truth\[\d+\] is -1: must be from 0 to 3"),
                        (lambda: wald.Calibration.fit("temperature", y, p / 2), r"probabilities\[0\] sum to 0.5: must sum"),
                        (lambda: wald.Calibration.fit("vector", np.minimum(y, 2), p), "class 3 has no row"),
                        (lambda: made.apply(p[:, :3]), "has 3 columns: the calibration was fitted to 4")):
        with pytest.raises(wald.ArgumentError, match=match):
            call()


def test_temperature_is_that_of_scikit_learn():
    calibration = pytest.importorskip("sklearn.calibration")
    if not hasattr(calibration, "_TemperatureScaling"):
        pytest.skip("scikit-learn is older than 1.8")
    p, y = overconfident_classes()
    peer = calibration._TemperatureScaling().fit(np.log(p), y)
    assert wald.Calibration.fit("temperature", y, scores=np.log(p)).temperature == pytest.approx(1 / peer.beta_, rel=1e-4)


def test_learners_of_classes_are_calibrated_by_temperature():
    p, y = overconfident_classes(600)
    rows = wald.Dataset(np.zeros((600, 1)), classes=y, marginals=p)
    for name in ("temperature", "vector"):
        by_learner = wald.Learner.fit("given", rows, calibration=name).probabilities(rows)
        assert by_learner == pytest.approx(wald.Calibration.fit(name, y, p).apply(p), abs=1e-6)
    labels = wald.Dataset(np.zeros((600, 1)), labels=(y > 1)[:, None], marginals=p[:, 2:3])
    with pytest.raises(wald.ArgumentError, match="calibration is vector: exclusive classes alone have it"):
        wald.Learner.fit("given", labels, calibration="vector")


def test_beta_calibration_is_that_of_kull():
    _, p, y = overconfident(1, 2000)
    X = np.column_stack([np.log(p), -np.log1p(-p)])
    targets = np.where(y == 1, (y.sum() + 1) / (y.sum() + 2), 1 / ((1 - y).sum() + 2))
    peer = LogisticRegression(C=1e9, tol=1e-12, max_iter=10000).fit(
        np.tile(X, (2, 1)), np.repeat([1, 0], len(y)), sample_weight=np.concatenate([targets, 1 - targets]))
    assert (peer.coef_ > 0).all()  # else one of them would be left out
    assert wald.Calibration.fit("beta", y, p).apply(p) == pytest.approx(peer.predict_proba(X)[:, 1], abs=1e-3)


def test_calibrations_saved_without_an_input_take_scores():
    old = '{"wald":"calibration","version":1,"calibration":{"kind":"platt","intercept":0.5,"slope":2}}'
    made = wald.Calibration.load(old)
    assert made.input == "scores" and made.apply(scores=[0.0])[0] == pytest.approx(1 / (1 + np.exp(-0.5)))


# ---- On real data --------------------------------------------------------------------------------


@pytest.mark.skipif("WALD_DATA" not in os.environ, reason="WALD_DATA does not name the folder of the data sets")
@pytest.mark.parametrize("name, least", [("lfp", 0.755), ("cardinality", 0.76)])
def test_scene(name, least):
    """docs/guides/learners.md has 75.89 and 76.64; Waegeman et al. (2014) report 74.38 for LFP."""
    folder = os.path.join(os.environ["WALD_DATA"], "scene")
    train, test = (pd.read_csv(os.path.join(folder, f"{part}.csv.gz")) for part in ("train", "test"))
    y = [column for column in train if column.startswith("y_")]
    learner = wald.Learner.fit(name, train.drop(columns=y), train[y])
    f1 = wald.evaluate(test[y], learner.decide(test.drop(columns=y), "f1").prediction, "f1")
    print(f"\nscene, {name}: F1 {f1:.4f}")
    assert f1 > least and Counter(learner.decide(test.drop(columns=y), "f1").k.tolist())[0] == 0
