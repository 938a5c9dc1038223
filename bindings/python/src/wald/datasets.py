"""Tables for examples: what trained models predicted for real test sets, with the truth where it may be published.

>>> import wald
>>> cancer = wald.datasets.load("breast_cancer")
>>> round(float(wald.evaluate(cancer.truth, cancer.table >= 0.5, "f1", average="macro")), 3)
0.957
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import numpy as np

from ._core.errors import ArgumentError

__all__ = ["Example", "load", "names"]

_PACKAGED = Path(__file__).resolve().parent / "data"
_LIST = "datasets.tsv"


@dataclass(frozen=True)
class Example:
    """A table and, where it may be published, the truth of its rows.

    `table` holds probabilities (`kind` is "independent" or "categorical"), label vectors with their instance and weight
    ("joint"), or what each model of an ensemble adds to a sum ("scores"); `columns` are the names of its columns.
    """

    name: str
    table: Any
    truth: Any
    columns: tuple[str, ...]
    kind: str
    description: str
    source: str
    licence: str

    def __repr__(self) -> str:
        truth = "with truth" if self.truth is not None else "without truth"
        return f"<Example {self.name}: {len(self.table)} x {len(self.columns)}, {truth}. {self.description}>"


def _folder() -> Path:
    # In a source tree the tables lie where the other languages and the documents have them.
    return _PACKAGED if _PACKAGED.is_dir() else Path(__file__).resolve().parents[4] / "docs" / "examples"


def _rows() -> dict[str, dict[str, str]]:
    with (_folder() / _LIST).open(encoding="utf-8", newline="") as file:
        return {row["name"]: row for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)}


def names() -> tuple[str, ...]:
    """The names that `load` takes."""
    return tuple(_rows())


def _table(name: str, as_frame: bool) -> tuple[Any, tuple[str, ...]]:
    path = _folder() / name
    with path.open(encoding="utf-8") as file:
        columns = tuple(file.readline().rstrip("\n").split(","))
    values = np.loadtxt(path, delimiter=",", skiprows=1, ndmin=2)
    if not as_frame:
        return values, columns
    import pandas

    return pandas.DataFrame(values, columns=columns), columns


def load(name: str, *, as_frame: bool = False) -> Example:
    """The tables of one name: NumPy arrays, or with `as_frame` data frames of pandas.

    Parameters
    ----------
    name : str
        One of `names()`: "digits", "digit_labels", "digits_trees", "breast_cancer", "yeast", "yeast_joint".
    as_frame : bool
        Whether tables are data frames, which need pandas.

    Returns
    -------
    Example
    """
    rows = _rows()
    if name not in rows:
        meant = get_close_matches(str(name), rows, 1)
        known = f"{f'did you mean {meant[0]!r}? It must' if meant else 'must'} be one of {', '.join(rows)}"
        raise ArgumentError(f"name is {name!r}: {known}")
    row = rows[name]
    table, columns = _table(row["table"], as_frame)
    truth = _table(row["truth"], as_frame)[0].astype(np.uint8) if row["truth"] != "-" else None
    return Example(name, table, truth, columns, row["kind"], row["description"], row["source"], row["licence"])
