"""The functions, and inputs of every form giving the same bits."""

import pickle
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pytest
import wald
from scipy import sparse

RNG = np.random.default_rng(20160619)
P = RNG.random((6, 5))
P[2, 3] = 0.0
FACTS = ("k", "expected", "loss", "bound", "next_best", "p_zero", "abstained", "algorithm", "warning")


def spread(a, rows, cols):
    """The same table inside a larger one, with strides."""
    big = np.full((a.shape[0] * abs(rows), a.shape[1] * abs(cols)), 9.0, a.dtype)
    view = big[::rows, ::cols]
    view[...] = a
    return view


FORMS = {
    "list": lambda a: a.tolist(),
    "c": np.ascontiguousarray,
    "f": np.asfortranarray,
    "transposed": lambda a: np.ascontiguousarray(a.T).T,
    "strided": lambda a: spread(a, 2, 3),
    "negative": lambda a: spread(a, -1, -1),
    "negative strided": lambda a: spread(a, -3, 2),
    "read only": lambda a: np.frombuffer(np.ascontiguousarray(a).tobytes(), a.dtype).reshape(a.shape),
    "swapped bytes": lambda a: a.astype(a.dtype.newbyteorder()),
    "unaligned": lambda a: unaligned(a),
    "pandas": lambda a: pd.DataFrame(a, columns=list("abcde"), index=[f"r{i}" for i in range(6)]),
    "pandas nullable": lambda a: pd.DataFrame(a).astype("Float64"),
    "polars": lambda a: pl.DataFrame(a, schema=list("abcde")),
    "masked": np.ma.array,
}


def unaligned(a):
    raw = np.empty(a.nbytes + 1, np.uint8)
    view = raw[1:].view(a.dtype).reshape(a.shape)
    view[...] = a
    return view


def bits(d):
    return [np.asarray(getattr(d, name)).tobytes() if name not in ("algorithm", "warning") else getattr(d, name)
            for name in FACTS] + [np.asarray(d.mask).tobytes(), np.asarray(d.k_range).tobytes()]


@pytest.mark.parametrize("average", ["instance", "macro", "micro"])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("form", FORMS)
def test_forms_of_tables(form, dtype, average):
    table = P.astype(dtype)
    wanted = wald.decide(table.astype(np.float64), "f1", average=average)
    given = FORMS[form](table)
    assert bits(wald.decide(given, "f1", average=average)) == bits(wanted)
    h = RNG.integers(0, 2, P.shape).astype(bool)
    for other in (h, h.astype(np.uint8), h.astype(int), h.astype(float), h.tolist(), np.asfortranarray(h),
                  spread(h.astype(np.uint8), -2, 3), sparse.csr_array(h)):
        for judge in (wald.expected, wald.regret):
            assert (judge(given, "f1", other, average=average) == judge(table, "f1", h, average=average)).all()


@pytest.mark.parametrize("average", ["instance", "macro", "micro"])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("index", [np.int32, np.int64])
def test_sparse(index, dtype, average):
    table = np.where(P > 0.4, P, 0).astype(dtype)
    wanted = wald.decide(table, "f1", average=average)
    for make in (sparse.csr_matrix, sparse.csr_array, sparse.csc_matrix, sparse.coo_array, sparse.lil_matrix):
        given = make(table)
        if make in (sparse.csr_matrix, sparse.csr_array):
            given.indptr, given.indices = given.indptr.astype(index), given.indices.astype(index)
        got = wald.decide(given, "f1", average=average)
        assert bits(got) == bits(wanted)
        assert sparse.issparse(got.prediction) and (got.prediction.toarray() == wanted.mask).all()
        expected = wald.expected(given, "f1", got.prediction, average=average)
        assert (expected == wald.expected(table, "f1", wanted.mask, average=average)).all()
        assert np.allclose(expected, wanted.expected, rtol=1e-13)


def test_sparse_abstains():
    table = np.where(P > 0.4, P, 0)
    wanted = wald.decide(table, "f1", abstain=0.2)
    got = wald.decide(sparse.csr_array(table), "f1", abstain=0.2)
    assert wanted.abstained.any() and not wanted.abstained.all()
    assert (got.abstained == wanted.abstained).all() and (got.mask == wanted.mask).all()
    assert (wanted.mask[wanted.abstained] == wald.UNDECIDED).all()
    truth = RNG.integers(0, 2, P.shape)
    value, left = wald.evaluate(truth, wanted.mask, "f1", return_undecided=True)
    assert left == wanted.abstained.sum()
    kept = ~wanted.abstained
    assert value == wald.evaluate(truth[kept], wanted.mask[kept], "f1")
    assert "undecided" in repr(wanted[int(np.argmax(wanted.abstained))])


@pytest.mark.parametrize("given", [list, np.array, np.float32, pd.Series, pl.Series, tuple])
def test_forms_of_vectors(given):
    p = [0.5, 0.25, 0.875]
    wanted = wald.decide(np.array(p), "f1")
    got = wald.decide(given(p), "f1")
    assert got == wanted
    for form in (list, np.array, pd.Series, lambda h: np.array(h, bool), lambda h: np.array(h, np.uint8)[::-1][::-1]):
        h = form([1, 0, 1])
        assert wald.expected(given(p), "jaccard", h) == wald.expected(p, "jaccard", [1, 0, 1])
    assert (wald.curve(given(p), "f1") == wald.curve(p, "f1")).all()


@pytest.mark.parametrize("metric", ["f1", "jaccard", "balanced_accuracy", wald.Metric("f1", 0)])
def test_long_vectors_are_read_in_place(metric):
    p = RNG.random(240_000) ** 3
    for given in (p, p[::-2], p.astype(np.float32), pd.Series(p[:120_000], index=np.arange(120_000) + 7)):
        wanted = wald.decide(wald.Estimator.independent(given), metric)
        got = wald.decide(given, metric)
        assert all(getattr(got, name) == getattr(wanted, name) for name in FACTS)
        assert np.array_equal(got.indices, wanted.indices)
    for wrong in (1.5, np.nan):
        p[200_001] = wrong
        with pytest.raises(wald.ArgumentError, match=f"^probabilities.200001. is {wrong}: must lie in"):
            wald.decide(p, metric)


def test_integers_are_probabilities_too():
    assert wald.decide([1, 0, 1], "f1").labels == (0, 2)
    assert wald.decide(np.array([[True, False]]), "f1").mask.tolist() == [[1, 0]]
    assert wald.decide(np.float16([0.5, 0.25]), "f1") == wald.decide([0.5, 0.25], "f1")


def test_nothing_is_copied():
    a = np.ascontiguousarray(P)
    from wald._core import arrays

    for view in (a, a.T, a[::2, ::-1], a.astype(np.float32)):
        assert arrays.floats(view, "p")[0] is view
    assert np.shares_memory(arrays.floats(pd.DataFrame(a), "p")[0], a) or not np.shares_memory(
        pd.DataFrame(a).to_numpy(), a)
    h = np.zeros(3, bool)
    assert np.shares_memory(arrays.mask(h, "h")[0], h)


def test_labels_are_carried():
    frame = pd.DataFrame(P, columns=list("abcde"), index=[f"r{i}" for i in range(6)])
    for average in ("instance", "macro", "micro"):
        d = wald.decide(frame, "f1", average=average)
        assert isinstance(d.prediction, pd.DataFrame)
        assert d.prediction.index.equals(frame.index) and d.prediction.columns.equals(frame.columns)
        assert (d.prediction.to_numpy() == d.mask).all()
        names = {"instance": list("abcde"), "macro": list(frame.index),
                 "micro": [(r, c) for r in frame.index for c in frame.columns]}[average]
        assert d[0].labels == tuple(names[i] for i in d[0].indices) == d.labels[0]
        facts = d.to_frame()
        assert len(facts) == len(d) and facts["expected"].tolist() == d.expected.tolist()
    one = wald.decide(frame.loc["r1"], "f1")
    assert one.prediction.index.equals(frame.columns) and set(one.labels) <= set("abcde")
    polars = wald.decide(pl.DataFrame(P, schema=list("abcde")), "f1").prediction
    assert isinstance(polars, pl.DataFrame) and polars.columns == list("abcde")
    assert isinstance(wald.decide(pl.Series([0.5, 0.9]), "f1").prediction, pl.Series)
    assert isinstance(wald.decide(P, "f1").prediction, np.ndarray)


def test_misaligned_frames():
    frame = pd.DataFrame(P, columns=list("abcde"))
    h = pd.DataFrame(np.ones_like(P, dtype=int), columns=list("abcde"))
    assert (wald.expected(frame, "f1", h) == wald.expected(P, "f1", np.ones_like(P))).all()
    with pytest.raises(wald.ArgumentError, match="the columns of prediction differ"):
        wald.expected(frame, "f1", h[list("edcba")])
    with pytest.raises(wald.ArgumentError, match="the index of prediction differ"):
        wald.evaluate(h, h.iloc[::-1], "f1")


def test_one_row_is_one_vector():
    for i, d in enumerate(wald.decide(P, "f1")):
        assert d == wald.decide(P[i], "f1")
    for j, d in enumerate(wald.decide(P, "jaccard", average="macro")):
        assert d == wald.decide(P[:, j], "jaccard")
    assert wald.decide(P, "f1", average="micro")[0] == wald.decide(P.ravel(), "f1")


def test_sequence():
    d = wald.decide(P, "f1")
    assert len(d) == 6 and d[-1] == d[5] and d[1:3] == [d[1], d[2]] and list(d)[0] == d[0]
    assert (d.average, d.shape) == ("instance", (6, 5))
    with pytest.raises(IndexError):
        d[6]
    assert "6 answers (instance) over 6 x 5" in repr(d)
    with pytest.raises(ValueError):
        d.mask[0, 0] = 1
    with pytest.raises(ValueError):
        d.expected[0] = 1
    with pytest.raises(ValueError):
        d[0].mask[0] = 1
    with pytest.raises(AttributeError):
        d[0].k = 3


@pytest.mark.parametrize("average", ["instance", "macro", "micro"])
def test_pickles(average):
    for table in (P, pd.DataFrame(P, columns=list("abcde")), sparse.csr_array(P)):
        d = wald.decide(table, "f1", average=average)
        again = pickle.loads(pickle.dumps(d))
        assert bits(again) == bits(d) and list(again) == list(d) and again.labels == d.labels
        assert [i.tolist() for i in again.indices] == [i.tolist() for i in d.indices]
    one = wald.decide(P[0], "f1")
    assert pickle.loads(pickle.dumps(one)) == one


@pytest.mark.parametrize("average", ["instance", "macro", "micro"])
@pytest.mark.parametrize("make", [np.array, sparse.csr_array])
def test_answers_together_are_answers_alone(make, average):
    """What is read of all answers in one call is what is read of each."""
    settings = {"abstain": 0.35} if average == "instance" else {}
    warned = abstained = False
    for metric in ("f1", "recall"):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", wald.DecisionWarning)
            d = wald.decide(make(np.maximum(P, 0.01)), metric, average=average, **settings)
        alone = [d[i] for i in range(len(d))]
        assert alone == list(d) == d[:] and len(alone) == len(d)
        for name in FACTS:
            together = np.asarray(getattr(d, name)).tolist()
            np.testing.assert_equal([getattr(a, name) for a in alone], together)  # NaN equals itself
        assert [a.k_range or (-1, -1) for a in alone] == [tuple(pair) for pair in d.k_range.tolist()]
        assert [a.indices.tolist() for a in alone] == [i.tolist() for i in d.indices]
        assert [a.labels for a in alone] == d.labels
        again = pickle.loads(pickle.dumps(d))
        assert list(again) == alone == [again[i] for i in range(len(again))]
        assert (again.mask == d.mask).all() and again.labels == d.labels
        warned, abstained = warned or any(d.warning), abstained or d.abstained.any()
    assert warned and abstained == bool(settings)


def test_equal():
    d = wald.decide(P, "f1")
    assert d == wald.decide(pd.DataFrame(P), "f1", threads=2) == wald.decide(sparse.csr_array(P), "f1")
    assert d == pickle.loads(pickle.dumps(d))
    others = [wald.decide(P, "f1", average="macro"), wald.decide(P[:5], "f1"), wald.decide(P, "jaccard"),
              wald.decide(P, "f1", algorithm="enumeration"), wald.decide(P[::-1], "f1"), list(d), None]
    assert all(d != other for other in others)
    with pytest.raises(TypeError, match="unhashable"):
        hash(d)


def test_a_wide_sparse_table_stays_sparse():
    """Neither deciding, nor the prediction, nor pickling makes a table of rows times labels."""
    wide = sparse.csr_array(([0.9, 0.8, 0.7], ([0, 1, 1], [5, 2_000_000_000, 7])), shape=(2, 2_100_000_000))
    d = wald.decide(wide, "f1")
    for it in (d, pickle.loads(pickle.dumps(d))):
        assert [i.tolist() for i in it.indices] == [[5], [7, 2_000_000_000]]
        assert it.labels == [(5,), (7, 2_000_000_000)] and it.k.tolist() == [1, 2]
        assert it.prediction.nnz == 3 and it.prediction.shape == wide.shape
        assert [(a.k, a.n_items, a.labels) for a in it] == [(1, wide.shape[1], (5,)), (2, wide.shape[1], (7, 2_000_000_000))]
        assert it[1].to_dict()["indices"] == [7, 2_000_000_000]
    whole = wald.decide(wide, "f1", average="micro")
    for it in (whole, pickle.loads(pickle.dumps(whole))):
        assert it.labels == [((0, 5), (1, 7), (1, 2_000_000_000))] == [it[0].labels] and it[0].n_items == 4_200_000_000


def test_facts():
    d = wald.decide(p := [0.9, 0.6, 0.3], "f1")
    assert d.n_items == 3 and d.k == 2 and d.labels == (0, 1) and d.indices.tolist() == [0, 1]
    assert d.loss == 1 - d.expected and d.k_range == (2, 2) and 0 < d.bound < 1e-13
    assert d.p_zero == pytest.approx(0.1 * 0.4 * 0.7) and not d.abstained and d.algorithm == "ye"
    assert set(d.to_dict()) >= {"labels", "k", "expected", "bound"}
    curve = wald.curve(p, "f1")
    assert curve.shape == (4,) and curve.max() == d.expected and np.sort(curve)[-2] == d.next_best
    assert wald.regret(p, "f1", d.mask) == 0
    value, error = wald.expected(p, "f1", d.mask, return_error=True)
    assert value == pytest.approx(d.expected, abs=1e-14) and 0 <= error < 1e-13
    value, bound = wald.regret(p, "f1", [1, 0, 0], return_bound=True)
    assert value == pytest.approx(curve[2] - curve[1], abs=1e-14) and bound < 1e-13


def test_constraints():
    p = [0.05, 0.04, 0.03]
    assert wald.decide(p, "f1").k == 0
    assert wald.decide(p, "f1", at_least=1).k >= 1
    assert wald.decide(p, "f1", exactly=2).k == 2
    assert wald.decide([0.9] * 4, "f1", at_most=1).k == 1
    assert np.isnan(wald.curve(p, "f1", at_least=1)[0])
    with pytest.raises(wald.ArgumentError, match="exactly cannot be combined"):
        wald.decide(p, "f1", exactly=1, at_most=2)


def test_warning_of_trivial_decisions():
    with pytest.warns(wald.DecisionWarning, match="trivially optimal"):
        assert wald.decide([0.5, 0.2], "precision").warning
    with pytest.warns(wald.DecisionWarning, match="trivially optimal"):
        wald.decide(P, "recall")


def test_threads_give_the_same_bits():
    table = RNG.random((500, 14))
    for average in ("instance", "macro", "micro"):
        one = wald.decide(table, "gmean" if average == "instance" else "f1", average=average, threads=1)
        for threads in (0, 2, 5):
            assert bits(wald.decide(table, "gmean" if average == "instance" else "f1", average=average,
                                    threads=threads)) == bits(one)


def test_distribution():
    d = wald.distribution([0.5, 0.2], "f1", [1, 0])
    values, masses = d.atoms()
    assert d.exact and d.n_samples == 0 and masses.sum() == pytest.approx(1) and (np.diff(values) > 0).all()
    assert d.mean == pytest.approx(values @ masses) and d.sd > 0 and d.standard_error == 0
    assert d.quantile(0.0) == values[0] and d.quantile([0.0, 1.0]).tolist() == [values[0], values[-1]]
    assert d.at_least(0.0) == 1 and d.at_least(np.array([[0.0, 2.0]])).tolist() == [[1.0, 0.0]]
    assert d.at_least(np.float32(0.5)) == d.at_least(0.5) and d.at_least_error(0.5) == 0
    assert d.interval(0.9) == (d.quantile(0.05), d.quantile(0.95))
    assert "exact" in repr(d)
    with pytest.raises(wald.ArgumentError, match="q is 2"):
        d.quantile(2.0)
    p, h = RNG.random(400), np.zeros(400, bool)
    h[:200] = True
    a, b = (wald.distribution(p, "gmean", h, seed=3, samples=200) for _ in range(2))
    assert a.mean == b.mean and (a.n_samples == 200 or a.exact)


def test_evaluate():
    y, h = np.array([[1, 0], [0, 0]]), np.array([[1, 1], [0, 0]])
    assert wald.evaluate(y, h, "f1") == (2 / 3 + 1) / 2
    assert wald.evaluate(y, h, wald.Metric("f1", 0)) == (2 / 3) / 2
    assert wald.evaluate(y, h, "f1", average="micro") == 2 / 3
    assert wald.evaluate(y, h, "f1", weights=[3, 1]) == (3 * 2 / 3 + 1) / 4
    assert wald.evaluate([1, 0, 1], [1, 1, 0], "precision") == 0.5
    assert wald.evaluate([1, 0, 1], [1, 1, 0], "precision", weights=[3, 1, 1]) == 0.75
    assert wald.evaluate(pd.DataFrame(y), pd.DataFrame(h), "f1") == wald.evaluate(y, h, "f1")
    assert wald.evaluate(sparse.csr_array(y), sparse.csr_array(h), "f1") == wald.evaluate(y, h, "f1")
    assert np.isnan(wald.evaluate([[1]], [[2]], "f1"))
    with pytest.raises(wald.ArgumentError, match="truth is a vector, which is one problem"):
        wald.evaluate([1, 0], [1, 0], "f1", average="macro")


def test_no_rows():
    d = wald.decide(np.zeros((0, 3)), "f1")
    assert len(d) == 0 and d.mask.shape == (0, 3) and d.labels == [] and list(d) == []
    assert d.k_range.shape == (0, 2) and len(d.to_frame()) == 0


class TestAbstainLabel:
    p = np.array([[0.9, 0.5, 0.1], [0.75, 0.6, 0.0]])

    def test_one(self):
        d = wald.decide(self.p[0], "hamming", abstain_label=0.3)
        assert d.mask.tolist() == [1, wald.UNDECIDED, 0]
        assert (d.k, d.n_undecided, d.abstained) == (1, 1, False)
        assert d.indices.tolist() == [0] and d.undecided_indices.tolist() == [1]
        assert d.expected == pytest.approx(1 - (0.1 + 0.3 + 0.1) / 3)
        assert "undecided=1" in repr(d) and d.to_dict()["undecided_indices"] == [1]
        assert d == pickle.loads(pickle.dumps(d))
        assert d != wald.decide(self.p[0], "hamming")

    def test_tables_and_their_worth(self):
        d = wald.decide(self.p, "f1", abstain_label=0.3)
        s = wald.decide(sparse.csr_array(self.p), "f1", abstain_label=0.3)
        assert d.n_undecided.sum() > 0
        for one in (d, s, pickle.loads(pickle.dumps(d)), pickle.loads(pickle.dumps(s))):
            assert one == d
            assert one.mask.tolist() == d.mask.tolist()
            assert [i.tolist() for i in one.undecided_indices] == [np.flatnonzero(m == 2).tolist() for m in d.mask]
            assert [x.mask.tolist() for x in one] == d.mask.tolist()
            assert one[1] == wald.decide(self.p[1], "f1", abstain_label=0.3)
        truth = [[1, 1, 0], [1, 0, 0]]
        worth, left = wald.evaluate(truth, d, "f1", abstain_label=0.3, return_undecided=True)
        each = [wald.evaluate(y, h, "f1", abstain_label=0.3) for y, h in zip(truth, d.mask)]
        assert worth == pytest.approx(np.mean(each)) and left == d.n_undecided.sum()
        assert wald.evaluate([1, 1, 0], [1, 2, 0], "f1", abstain_label=0.3) == pytest.approx(1 - 0.1)

    def test_refused(self):
        with pytest.raises(wald.ArgumentError, match="abstain is 0.1 and abstain_label is 0.2: either"):
            wald.decide(self.p, "f1", abstain=0.1, abstain_label=0.2)
        with pytest.raises(wald.UnsupportedError, match="only means over the labels"):
            wald.decide([0.5, 0.25], "f1", kind="categorical", abstain_label=0.2)
        with pytest.raises(wald.ArgumentError, match="abstain_label is -1: must be finite and at least 0"):
            wald.decide(self.p, "f1", abstain_label=-1)
