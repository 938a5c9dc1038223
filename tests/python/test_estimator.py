import copy
import pickle

import numpy as np
import pandas as pd
import polars as pl
import pytest
import wald
from scipy import sparse
from wald import Estimator

VECTORS = [[1, 1, 0], [0, 1, 0], [0, 0, 0], [1, 0, 1]]
WEIGHTS = [1.0, 2.0, 0.5, 0.5]


def joint():
    return Estimator.joint(VECTORS, WEIGHTS)


def test_independent():
    e = Estimator.independent([0.9, 0.2])
    assert (e.kind, e.n_labels, len(e), e.n_fed, e.total_weight) == ("independent", 2, 2, 1, 1.0)
    e.feed(np.float32([0.5]))
    assert e.marginals().tolist() == [0.9, 0.2, 0.5]
    assert e.size_distribution().sum() == pytest.approx(1)
    assert e.mode().mask.tolist() == [1, 0, 0]
    assert e.clear() is e and e.n_labels == 0
    assert repr(e) == "<Estimator: independent, 0 labels, 0 fed>"


def test_categorical():
    e = Estimator.categorical([0.5, 0.25])
    assert e.size_distribution().tolist() == [0.25, 0.75, 0.0]
    with pytest.raises(wald.UnsupportedError):
        e.merge(Estimator.categorical([0.1]))


@pytest.mark.parametrize("form", [list, np.array, lambda v: np.array(v, bool), lambda v: np.array(v, np.uint8),
                                  lambda v: np.array(v, float), lambda v: np.asfortranarray(np.array(v, np.uint8)),
                                  lambda v: np.array(v, np.uint8)[::-1, ::-1][::-1, ::-1], pd.DataFrame,
                                  lambda v: pl.DataFrame(np.array(v)), sparse.csr_matrix, sparse.csr_array,
                                  lambda v: sparse.coo_array(np.array(v)), lambda v: sparse.csc_matrix(np.array(v))])
def test_joint_forms(form):
    e = Estimator.joint(form(VECTORS), WEIGHTS)
    assert (e.n_fed, e.total_weight, e.save()) == (4, 4.0, joint().save())


def test_joint_weights():
    wide = np.zeros(8, np.float32)
    wide[::2] = WEIGHTS
    assert Estimator.joint(VECTORS, wide[::2]).save() == joint().save()
    assert Estimator.joint(VECTORS, pd.Series(WEIGHTS)).save() == joint().save()
    assert Estimator.joint(sparse.csr_array(np.array(VECTORS)), wide[::2]).save() == joint().save()
    with pytest.raises(wald.ArgumentError, match="weights has 2 elements: there are 4 rows"):
        Estimator.joint(VECTORS, [1, 2])


def test_joint_facts():
    e = joint()
    assert e.marginals().tolist() == [0.375, 0.75, 0.125]
    assert e.size_distribution().tolist() == [0.125, 0.5, 0.375, 0.0]
    mask, probability = e.mode()
    assert mask.tolist() == [0, 1, 0] and probability == 0.5
    other = Estimator.joint(VECTORS[:2], WEIGHTS[:2]).merge(Estimator.joint(VECTORS[2:], WEIGHTS[2:]))
    assert wald.decide(other, "jaccard") == wald.decide(e, "jaccard")
    assert e.merge(e).total_weight == 8


def test_counts():
    e = joint().to_counts()
    assert (e.kind, e.max_s) == ("counts", 2)
    table, p_zero = e.table()
    assert table.shape == (3, 2) and p_zero == 0.125
    p_s = joint().size_distribution()[1:3]
    for form in (np.array, np.asfortranarray, lambda t: t.tolist(), pd.DataFrame, lambda t: t.astype(np.float32)):
        again = Estimator.counts(form(table), p_zero, p_s)
        assert again.table().table.tolist() == table.tolist()
        metric = "balanced_accuracy"
        assert wald.decide(again, metric).expected == pytest.approx(wald.decide(e, metric).expected, abs=1e-15)
    e.feed(table, p_zero=p_zero, p_s=p_s, weight=2.0)
    assert e.n_fed == 2 or e.total_weight > 2
    assert e.merge(e.copy()).kind == "counts"


def test_draw():
    e = joint()
    a, b = e.draw(500, seed=7), e.draw(500, seed=7)
    assert a.shape == (500, 3) and a.dtype == np.uint8 and (a == b).all() and (a != e.draw(500, seed=8)).any()
    assert e.draw(0).shape == (0, 3)
    with pytest.raises(wald.ArgumentError, match="n_draws is -1"):
        e.draw(-1)
    with pytest.raises(wald.ArgumentError, match=r"seed is -1: must lie in \[0, 2\*\*64 - 1\]"):
        e.draw(1, seed=-1)
    e.draw(1, seed=2**64 - 1)


def test_save_load_copy_pickle():
    for e in (joint(), Estimator.independent([0.1, 1 / 3]), Estimator.categorical([0.1, 1 / 3]), joint().to_counts()):
        e.labels = tuple("abc")[: e.n_labels]
        for again in (Estimator.load(e.save()), Estimator.load(e.save().encode()), e.copy(), copy.copy(e),
                      copy.deepcopy(e), pickle.loads(pickle.dumps(e))):
            assert again.save() == e.save() and again is not e
        assert pickle.loads(pickle.dumps(e)).labels == e.labels == e.copy().labels
    with pytest.raises(wald.FormatError, match="parse error"):
        Estimator.load("{")
    with pytest.raises(TypeError):
        Estimator.load(3)


def test_labels():
    e = Estimator.independent(pd.Series([0.9, 0.1], index=["a", "b"]))
    assert e.labels == ("a", "b") and wald.decide(e, "f1").labels == ("a",)
    e.feed(pd.Series([0.8], index=["c"]))
    assert e.labels == ("a", "b", "c")
    e.feed([0.1])  # a label without a name: names of a part would mislead
    assert e.labels is None
    e = Estimator.joint(pd.DataFrame(VECTORS, columns=list("xyz")))
    assert e.labels == ("x", "y", "z") and wald.decide(e, "hamming").labels == ("x",) or e.labels
    assert Estimator.independent([0.5, 0.6], labels=["p", "q"]).labels == ("p", "q")
    assert Estimator.counts(pd.DataFrame([[0.2], [0.3]], index=["p", "q"]), 0.5).labels == ("p", "q")


def test_empty():
    for e in (Estimator.independent(), Estimator.categorical(), Estimator.joint(n_labels=2),
              Estimator.counts(n_labels=2)):
        assert e.n_fed == 0
        with pytest.raises(wald.ArgumentError, match="estimator is empty|n_labels is 0: must be at least 1"):
            wald.decide(e, "f1")
        with pytest.raises(wald.ArgumentError, match="estimator is empty|n_labels is 0: must be at least 1"):
            e.marginals()
    with pytest.raises(wald.ArgumentError, match="n_labels is needed"):
        Estimator.joint()
    with pytest.raises(wald.ArgumentError, match="n_labels is needed"):
        Estimator.counts()


def test_misplaced_arguments():
    with pytest.raises(wald.ArgumentError, match="weights are for joint"):
        Estimator.independent([0.5]).feed([0.5], [1.0])
    with pytest.raises(wald.ArgumentError, match="are for counts"):
        joint().feed(VECTORS, p_zero=0.5)
    with pytest.raises(wald.ArgumentError, match="p_zero is needed"):
        Estimator.counts([[0.5]])
    with pytest.raises(wald.ArgumentError, match="p_s has 1 elements: the table has 2 columns"):
        Estimator.counts([[0.5, 0.1]], 0.1, [0.5])
    with pytest.raises(wald.ArgumentError, match="kind is 'bayes'"):
        Estimator("bayes")
    with pytest.raises(wald.ArgumentError, match="weights were given without vectors"):
        Estimator.joint(weights=[1], n_labels=2)
    with pytest.raises(wald.ArgumentError, match="vectors holds values other than 0 and 1"):
        Estimator.joint(sparse.csr_array(np.array([[0, 2]])))
    with pytest.raises(wald.ArgumentError, match="n_labels is 2: the estimator has 3 labels"):
        joint().feed(sparse.csr_array(np.array([[0, 1]])))
    with pytest.raises(TypeError):
        joint().merge("f1")
    for bad in ([[0.5]], 0.5):
        with pytest.raises(wald.ArgumentError, match="dimensions: must have 1"):
            Estimator.independent(bad)
