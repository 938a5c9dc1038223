"""Arrow in and out: every layout gives what the table of NumPy gives, in place, and nulls are refused by their place."""

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import wald
import wald.arrow
from wald.arrow import _Lists

random = np.random.default_rng(7)
P = random.random((200, 9)).round(3)


def fixed(table, kind=None):
    kind = kind or pa.from_numpy_dtype(table.dtype)
    return pa.FixedSizeListArray.from_arrays(pa.array(table.ravel(), kind), table.shape[1])


def lists(table, of=pa.list_):
    return pa.array(list(table), of(pa.from_numpy_dtype(table.dtype)))


def expected_of(table, metric, **options):
    decisions = wald.decide(table, metric, **options)
    facts = zip(decisions.indices, decisions.expected.tolist(), decisions.bound.tolist())
    return [{"labels": i.tolist(), "expected": e, "bound": b} for i, e, b in facts]


FORMS = {
    "fixed": fixed,
    "list": lists,
    "large": lambda t: lists(t, pa.large_list),
    "sliced": lambda t: fixed(np.vstack([t[:3], t, t[:5]]))[3:-5],
    "sliced list": lambda t: lists(np.vstack([t[:3], t, t[:5]]))[3:-5],
    "capsule": lambda t: Capsule(fixed(t)),
    "tensor": lambda t: pa.FixedShapeTensorArray.from_numpy_ndarray(np.ascontiguousarray(t)),
}


class Capsule:
    def __init__(self, array):
        self.array = array

    def __arrow_c_array__(self, requested_schema=None):
        return self.array.__arrow_c_array__(requested_schema)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("kind", [np.float64, np.float32])
def test_every_layout(form, kind):
    table = P.astype(kind)
    found = wald.arrow.decide(FORMS[form](table), "f1")
    assert isinstance(found, pa.StructArray) and found.to_pylist() == expected_of(table, "f1")
    assert found.type == pa.struct([("labels", pa.list_(pa.int32())), ("expected", pa.float64()),
                                    ("bound", pa.float64())])
    found.validate(full=True)


@pytest.mark.parametrize("array", [fixed(P), fixed(P)[2:50], lists(P), lists(P, pa.large_list)[3:], lists(P)[:0],
                                   fixed(P.astype(np.float32))[:7]])
def test_nothing_is_copied(array):
    of = _Lists(array, "probabilities", 0)
    buffer = array.values.buffers()[1]
    begin = of.values.__array_interface__["data"][0]
    assert of.offsets is None and (not len(array) or buffer.address <= begin < buffer.address + buffer.size)
    (rows, table), = of.tables()
    assert rows is None and table.shape[0] == len(array)
    assert not table.size or np.shares_memory(table, of.values)


def test_chunks_keep_their_borders():
    whole = fixed(P)
    chunked = pa.chunked_array([whole[:0], whole[:1], whole[1:120], whole[120:]])
    found = wald.arrow.decide(chunked, "jaccard", at_least=2)
    assert isinstance(found, pa.ChunkedArray) and [len(c) for c in found.chunks] == [0, 1, 119, 80]
    assert found.to_pylist() == expected_of(P, "jaccard", at_least=2)
    empty = wald.arrow.decide(pa.chunked_array([], pa.list_(pa.float64())), "f1", facts=["k", "abstained", "loss"])
    assert len(empty) == 0 and empty.type.field("k").type == pa.int32() and empty.type.field(2).type == pa.bool_()
    none = wald.arrow.decide(pa.array([], pa.list_(pa.float64())), "f1")
    assert isinstance(none, pa.StructArray) and len(none) == 0
    assert len(wald.arrow.decide(lists(P)[:0], "f1")) == 0


@pytest.mark.parametrize("metric", ["f1", "hamming", "balanced_accuracy"])
def test_lists_of_several_lengths(metric):
    rows = [random.random(random.integers(1, 12)).round(3).tolist() for _ in range(300)]
    for column in (pa.array(rows), pa.array(rows, pa.large_list(pa.float64())), pa.array([[0.5]] + rows + [[0.1]])[1:-1]):
        found = wald.arrow.decide(column, metric, facts=("expected", "k", "k_lowest"))
        for row, answer in zip(rows, found.to_pylist()):
            alone = wald.decide(row, metric)
            assert answer["labels"] == list(alone.labels) and answer["k"] == alone.k
            assert answer["expected"] == alone.expected


def test_undecided_rows_are_null():
    found = wald.arrow.decide(fixed(P), "f1", abstain=0.35, facts=["abstained"])
    decisions = wald.decide(P, "f1", abstain=0.35)
    assert 0 < decisions.abstained.sum() < len(P)
    assert [x["labels"] is None for x in found.to_pylist()] == decisions.abstained.tolist()
    assert found.field("abstained").to_pylist() == decisions.abstained.tolist()
    assert [x["labels"] for x in found.to_pylist() if x["labels"] is not None] == [
        i.tolist() for i, a in zip(decisions.indices, decisions.abstained) if not a]


def test_exclusive_labels_and_exactly():
    table = P / P.sum(axis=1, keepdims=True)
    assert wald.arrow.decide(fixed(table), "f1", kind="categorical").to_pylist() == expected_of(
        table, "f1", kind="categorical")
    assert set(map(len, wald.arrow.decide(fixed(P), "f1", exactly=4).field("labels").to_pylist())) == {4}


@pytest.mark.parametrize("column, message", [
    (pa.array([[0.5], None, [0.25]]), "probabilities[1] is null: each row needs a list of numbers"),
    (pa.array([[0.5, 0.5], [0.5, None]], pa.list_(pa.float64(), 2)), "probabilities[1][1] is null: must be a number"),
    (pa.array([[0.1], [0.5, 0.5], [0.5, 0.5, None]])[1:], "probabilities[1][2] is null: must be a number"),
    (pa.chunked_array([[[0.5]], [[0.5]], [[0.5, 0.5], [0.25, None]]]), "probabilities[3][1] is null"),
    (pa.chunked_array([[[0.5]], [[0.5], None]]), "probabilities[2] is null"),
    (pa.chunked_array([[[0.5]], [[0.5], [1.5]]]), "probabilities[2][0] is 1.5: must lie in [0, 1]"),
    (pa.array([[0.5], [0.5, 0.5], [0.5], [2.0]]), "probabilities[3][0] is 2: must lie in [0, 1]"),
    (pa.array([[0.5], [float("nan")]]), "probabilities[1][0] is nan"),
    (pa.array([[0.5], [], [0.5]]), "probabilities[1] is empty: must have at least 1 probability"),
])
def test_refused_by_row_and_position(column, message):
    with pytest.raises(wald.ArgumentError) as error:
        wald.arrow.decide(column, "f1")
    assert message in str(error.value)


def test_wrong_arguments():
    for wrong in (pa.array([1.0]), pa.array([["a"]]), pa.array([[True]])):
        with pytest.raises(TypeError, match="probabilities must be"):
            wald.arrow.decide(wrong, "f1")
    with pytest.raises(TypeError, match="must be an array of Arrow: found list"):
        wald.arrow.decide([[0.5]], "f1")
    with pytest.raises(wald.ArgumentError, match="average is 'macro': a column of Arrow is decided row by row"):
        wald.arrow.decide(fixed(P), "f1", average="macro")
    with pytest.raises(wald.ArgumentError, match="facts holds 'colour': must be of k, expected"):
        wald.arrow.decide(fixed(P), "f1", facts=["colour"])
    with pytest.raises(wald.FormatError):
        wald.arrow.decide(fixed(P), "no such metric")
    with pytest.raises(TypeError, match="there is no argument 'at_leest'"):
        wald.arrow.decide(fixed(P), "f1", at_leest=1)


def test_other_numbers_are_converted():
    for kind in (pa.float16(), pa.int8(), pa.decimal128(4, 1)):
        column = pa.array([[0.0, 1.0]]).cast(pa.list_(kind))
        assert wald.arrow.decide(column, "f1").to_pylist()[0]["labels"] == [1]


def test_polars_and_duckdb():
    wanted = expected_of(P, "f1")
    for series in (pl.Series(P, dtype=pl.Array(pl.Float64, 9)), pl.Series(P.tolist())):
        found = wald.arrow.decide(series, "f1")
        assert found.to_pylist() == wanted
        assert pl.from_arrow(found).struct.field("labels").to_list() == [one["labels"] for one in wanted]
    rows = duckdb.sql("select [x / 10, 0.5] p from range(4) t(x)").to_arrow_table()
    labels = [one["labels"] for one in wald.arrow.decide(rows["p"], "f1").to_pylist()]
    assert labels == [list(wald.decide([x / 10, 0.5], "f1").labels) for x in range(4)]


# ---- Scores --------------------------------------------------------------------------------------

S = random.normal(size=(300, 2))
Y = (S.sum(axis=1) + random.normal(size=300) > 1.5).astype(int)


def test_thresholds_of_one_and_two_scores():
    one = wald.Sample().feed(Y, S[:, 0]).choose("f1")
    assert wald.arrow.apply(one, pa.array(S[:, 0])).to_pylist() == (one.apply(S[:, 0]) == 1).tolist()
    chunked = pa.chunked_array([S[:100, 0], S[100:, 0].astype(np.float64)])
    assert wald.arrow.apply(one, chunked).to_pylist() == (one.apply(S[:, 0]) == 1).tolist()
    frame = pd.DataFrame(S, columns=["a", "b"])
    two = wald.Sample(2, names=["a", "b"]).feed(Y, frame).choose("f1")
    wanted = (two.apply(frame) == 1).tolist()
    other_order = pa.table({"b": S[:, 1], "c": S[:, 1], "a": S[:, 0]})
    for rows in (other_order, other_order.to_batches()[0], pl.from_arrow(other_order), fixed(S), lists(S)):
        assert wald.arrow.apply(two, rows).to_pylist() == wanted
    with pytest.raises(wald.ArgumentError, match="scores has no column 'a'"):
        wald.arrow.apply(two, pa.table({"b": S[:, 1]}))


def test_the_other_fitted_objects():
    zone = wald.Sample().feed(Y, S[:, 0]).abstention_zone(false_positive_cost=1, false_negative_cost=1, abstention_cost=0.2)
    said = zone.apply(S[:, 0])
    assert wald.arrow.apply(zone, pa.array(S[:, 0])).to_pylist() == [{0: False, 1: True, 2: None}[x] for x in said.tolist()]
    labels = (S > 0.3).astype(int)
    labelled = wald.label_thresholds(labels, S, metric="f1")
    wanted = [np.flatnonzero(row).tolist() for row in labelled.apply(S)]
    assert wald.arrow.apply(labelled, fixed(S)).to_pylist() == wanted
    calibration = wald.Calibration.fit("isotonic", truth=Y, scores=S[:, 0])
    assert wald.arrow.apply(calibration, pa.array(S[:, 0])).to_pylist() == calibration.apply(scores=S[:, 0]).tolist()
    calibration, p = wald.Calibration.fit("beta", Y[: len(P)], P[:, 0]), P[:, 0]
    assert wald.arrow.apply(calibration, pa.array(p)).to_pylist() == calibration.apply(p).tolist()
    multipliers = wald.class_multipliers(Y, np.abs(S))
    assert wald.arrow.apply(multipliers, fixed(np.abs(S))).to_pylist() == multipliers.apply(np.abs(S)).tolist()
    names = np.where(S[:, 1] > 0, "north", "south")
    segmented = wald.segment_thresholds(Y, S[:, 0], names, metric="f1")
    found = wald.arrow.apply(segmented, pa.array(S[:, 0]), pa.chunked_array([names[:50].tolist(), names[50:].tolist()]))
    assert found.to_pylist() == (segmented.apply(S[:, 0], names) == 1).tolist()
    with pytest.raises(wald.ArgumentError, match="segments has 1 elements: there are 300 rows"):
        wald.arrow.apply(segmented, pa.array(S[:, 0]), pa.array(["north"]))


def stops(answer):
    """What Arrow has for the answer of `apply`."""
    sums = [None if np.isnan(x).any() else x.tolist() for x in answer.sums]
    return [{"decision": int(d), "count": int(c), "sum": s} for d, c, s in zip(answer.decisions, answer.counts, sums)]


def test_cascades():
    said = random.normal(size=(2000, 6)) + random.normal(size=(2000, 1))
    policy = wald.Cascade.fit(said[:1000], alpha=0.02)
    answer = policy.apply(said[1000:])
    found = wald.arrow.apply(policy, pa.chunked_array([fixed(said[1000:1500]), fixed(said[1500:])]))
    assert found.to_pylist() == stops(answer)
    assert 0 < found.chunk(0).field("sum").null_count < 500
    none = wald.arrow.apply(policy, pa.chunked_array([], found.chunk(0).type.field("sum").type))
    assert none.type == found.type and len(none) == 0
    said = random.normal(size=(60, 5, 3)) + random.normal(size=(60, 1, 3))
    policy = wald.Cascade.fit(said)
    found = wald.arrow.apply(policy, fixed(said.reshape(60, 15)))
    assert found.to_pylist() == stops(policy.apply(said))
    assert 0 < found.field("sum").null_count < 60
    none = wald.arrow.apply(policy, pa.chunked_array([], pa.list_(pa.float64(), 15)))
    assert none.type == found.type


def test_cascades_with_trees():
    xgboost = pytest.importorskip("xgboost")
    frame = pd.DataFrame({"age": random.integers(18, 80, 500).astype(float),
                          "job": pd.Categorical(random.choice(["cook", "smith"], 500))})
    y = (frame["age"] > 40) ^ (frame["job"] == "cook")
    model = xgboost.XGBClassifier(n_estimators=20, max_depth=3, enable_categorical=True, n_jobs=1).fit(frame, y)
    bound = wald.Trees.from_xgboost(model)
    scores = wald.CascadeScores.of_trees(bound, frame)
    cascade = wald.Cascade.fit(scores, threshold=bound.threshold(0), alpha=0.01).bind(bound)
    answer = cascade.apply_trees(frame)
    wanted = stops(answer)
    words = pa.table({"job": frame["job"].astype(str).tolist(), "age": pa.array(frame["age"].astype(int).to_numpy())})
    assert wald.arrow.apply_trees(cascade, words).to_pylist() == wanted
    assert wald.arrow.apply_trees(cascade, words.set_column(0, "job", words["job"].dictionary_encode())).to_pylist() == wanted
    missing = pa.table({"age": pa.array([None, 20.0]), "job": pa.array(["cook", None])})
    holes = pd.DataFrame({"age": [np.nan, 20.0], "job": pd.Categorical(["cook", None], ["cook", "smith"])})
    assert [x["decision"] for x in wald.arrow.apply_trees(cascade, missing).to_pylist()] == list(
        cascade.apply_trees(holes).decisions)


def test_scores_that_are_refused():
    one = wald.Sample().feed(Y, S[:, 0]).choose("f1")
    for column, message in [
        (pa.chunked_array([[1.0], [2.0, None]]), "scores[2] is null: must be a number"),
        (pa.table({"a": pa.chunked_array([[1.0], [None]], pa.float64())}), "scores[1]['a'] is null"),
        (pa.chunked_array([[1.0], [float("nan")]]), "scores[1]"),
        (pa.array([[1.0], [1.0, 2.0]]), "scores[1] has 2 numbers: must have 1, as others"),
    ]:
        with pytest.raises(wald.ArgumentError) as error:
            wald.arrow.apply(one, column)
        assert message in str(error.value)
    with pytest.raises(TypeError, match="scores must be numbers: found string"):
        wald.arrow.apply(one, pa.array(["a"]))
    with pytest.raises(TypeError, match="fitted must be Thresholds, .*: found str"):
        wald.arrow.apply("f1", pa.array([1.0]))
    with pytest.raises(TypeError, match="cascade must be a Cascade"):
        wald.arrow.apply_trees(one, pa.table({"a": [1.0]}))
    with pytest.raises(wald.ArgumentError, match="segments is given: Thresholds has none"):
        wald.arrow.apply(one, pa.array([1.0]), pa.array(["a"]))


def test_everything_is_documented():
    for name in wald.arrow.__all__:
        assert getattr(wald.arrow, name).__doc__.strip()
