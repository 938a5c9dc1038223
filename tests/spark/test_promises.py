"""A promise has the same bits from any partitions of its rows."""

import json

import numpy as np
import pyarrow as pa
import pytest
import wald
import wald.spark

random = np.random.default_rng(31)
N = 1500
FLAGGED = random.random(N) < 0.5
CHANCE = np.where(FLAGGED, 1.0, 0.25)
TRUTH = random.random(N) < np.where(FLAGGED, 0.8, 0.05)
KNOWN = random.random(N) < CHANCE
WEIGHT = random.integers(0, 3, N) / 2
SHOP = np.array(["a", "b", "c"])[random.integers(0, 3, N)]


@pytest.fixture(scope="module")
def rows(frame):
    def make(partitions):
        labels = pa.array(TRUTH, mask=~KNOWN)
        return frame({"flagged": FLAGGED, "label": labels, "chance": CHANCE, "weight": WEIGHT, "shop": SHOP,
                      "place": np.unique(SHOP, return_inverse=True)[1]}, partitions)

    return make


def columns(which=slice(None)):
    return {"labels": np.where(KNOWN, TRUTH, np.nan)[which], "label_probabilities": CHANCE[which], "weights": WEIGHT[which]}


def same(found, whole):
    """Counts, evidence and limits: all but what depends on an order of rows."""
    for name in ("value", "low", "high", "evidence", "evidence_kept", "n_rows", "n_labels"):
        assert getattr(found, name) == getattr(whole, name), name


@pytest.mark.parametrize("claim", ["recall>=0.7", "f1>=0.98", "alert_rate<=0.2"])
def test_the_same_bits_from_any_partitions(rows, claim):
    options = {} if claim.startswith("alert") else {"min_label_probability": 0.25}
    promise = wald.Promise(claim, n_segments=3, **options)
    chance = {} if claim.startswith("alert") else {"label_probability": "chance"}
    states = set()
    for partitions in (1, 7, 64):
        found = wald.spark.feed_promise(rows(partitions), promise, weight="weight", segment="place", **chance)
        states.add(found.save())
    assert len(states) == 1 and promise.n_rows == 0
    given = columns() if chance else {"weights": WEIGHT}
    whole = wald.Promise(claim, n_segments=3, **options).feed(FLAGGED, segments=np.unique(SHOP, return_inverse=True)[1], **given)
    same(found, whole)
    assert found.segment_low.tolist() == whole.segment_low.tolist()
    assert found.state == whole.state != "open"


def test_a_promise_of_each_group(rows):
    promise = wald.Promise("recall>=0.9", min_label_probability=0.25)
    options = {"label_probability": "chance", "weight": "weight", "by": "shop"}
    found = [wald.spark.feed_promise(rows(partitions), promise, **options) for partitions in (1, 7, 64)]
    for shop in "abc":
        assert len({each[shop].save() for each in found}) == 1
        same(found[0][shop], promise.copy().feed(FLAGGED[shop == SHOP], **columns(shop == SHOP)))
    assert set(found[0]) == set("abc")


def test_rows_are_added_to_those_so_far(frame):
    last = frame({"flagged": [1, 0], "label": [1, 0]}, 2)
    promise = wald.Promise("precision>=0.5").feed([1, 1], [1, 0])
    found = wald.spark.feed_promise(last, promise)
    assert (found.n_rows, promise.n_rows, found.value) == (4, 2, 2 / 3)
    assert wald.spark.feed_promise(last.where("false"), promise).save() == promise.save()
    assert wald.spark.feed_promise(last.where("false"), promise, by="flagged") == {}
    one = frame({"flagged": [1], "label": [1]}, 1)
    assert json.loads(wald.spark.feed_promise(one, wald.Promise("precision>=0.5")).save())["streams"][0]["rows"] == 1


def test_refused(frame):
    promise, good = wald.Promise("precision>=0.5"), {"flagged": [1] * 6, "label": [1] * 6}
    with pytest.raises(TypeError, match="promise must be a Promise: found str"):
        wald.spark.feed_promise(frame(good), "precision>=0.5")
    with pytest.raises(wald.ArgumentError, match="average_run is 1000: must not be set, since rows of a frame have no order"):
        wald.spark.feed_promise(frame(good), wald.Promise("precision>=0.5", average_run=1000))
    with pytest.raises(wald.ArgumentError, match="label is 'truth': there is no such column"):
        wald.spark.feed_promise(frame(good), promise, label="truth")
    with pytest.raises(TypeError, match="by is 'x': must hold names"):
        wald.spark.feed_promise(frame({**good, "x": [0.5] * 6}), promise, by="x")
    for bad, message, options in (
            ({"flagged": [1, 1, 1, 1, 2, 1]}, "must be", {}),
            ({"label": [1, 1, 1, 1, None, 1]}, r"labels\[4\] is 2 \(no label\).*rows of partition 0", {}),
            ({"label": [1, 1, 1, 1, None, 1], "g": list("ababab")}, r"labels\[4\] is 2 \(no label\)", {"by": "g"}),
            ({"w": [1.0, None] * 3}, "row 1 of 'w' is null: only labels may be missing", {"weight": "w"}),
            ({"g": ["a", None] * 3}, "row 1 of 'g' is null: must name a segment", {"by": "g"})):
        with pytest.raises(Exception, match=message):
            wald.spark.feed_promise(frame({**good, **bad}, 1), promise, **options).items()
