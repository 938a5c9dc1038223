"""wald.datasets: every table of the list has the shape that the list states, and decides as the documents show."""

import csv

import numpy as np
import pytest

import wald
from conftest import SOURCE

LIST = SOURCE / "docs" / "examples" / "datasets.tsv"
MOST_BYTES = 1_000_000


def rows():
    with LIST.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def test_the_list():
    assert wald.datasets.names() == tuple(row["name"] for row in rows())
    files = {name for row in rows() for name in (row["table"], row["truth"]) if name != "-"}
    assert sum((LIST.parent / name).stat().st_size for name in files) <= MOST_BYTES


@pytest.mark.parametrize("row", rows(), ids=lambda row: row["name"])
def test_each(row):
    data = wald.datasets.load(row["name"])
    assert data.table.shape == (int(row["rows"]), int(row["columns"])) == (len(data.table), len(data.columns))
    assert np.isfinite(data.table).all() and data.licence and data.source and row["name"] in repr(data)
    if row["truth"] != "-":
        assert data.truth.shape == data.table.shape and set(np.unique(data.truth)) == {0, 1}
    else:
        assert data.truth is None
    if data.kind in ("independent", "categorical"):
        assert data.table.min() >= 0 and data.table.max() <= 1
        wald.decide(data.table, "f1", kind=data.kind, average="instance")
    frame = wald.datasets.load(row["name"], as_frame=True).table
    assert tuple(frame.columns) == data.columns and np.array_equal(frame.to_numpy(), data.table)


def test_digits_gain_by_deciding():
    digits = wald.datasets.load("digits")
    decided = wald.decide(digits.table, "f1", kind=digits.kind)
    assert wald.evaluate(digits.truth, decided, "f1") > wald.evaluate(digits.truth, digits.table >= 0.5, "f1")


def test_an_unknown_name():
    with pytest.raises(ValueError, match="name is 'yeasts': did you mean 'yeast'. It must be one of digits, "):
        wald.datasets.load("yeasts")
    with pytest.raises(ValueError, match="name is 'scene': must be one of digits, "):
        wald.datasets.load("scene")
