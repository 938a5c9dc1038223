"""Rows of features in every form that users hold them in: what trees are walked with."""

from __future__ import annotations

from typing import Any, Hashable, Mapping, Sequence, Union

import numpy as np
from numpy.typing import NDArray

from .arrays import floats, table
from .errors import ArgumentError
from .forms import Source, by_name, is_sparse

Categories = Mapping[int, Union[Sequence[Hashable], None]]
"""By the position of a feature its categories: a value stands for its position among them. None: for itself, being a
whole number."""


class Columns:
    """The names of features, and the categories that the numbers of some of them stand for. Immutable."""

    __slots__ = ("names", "categories", "unplaced", "closed")
    names: tuple[str, ...] | None
    categories: dict[int, tuple[Hashable, ...] | None]
    unplaced: tuple[tuple[Hashable, ...], ...]
    """Categories of the columns of categories that a data frame has, in its order."""
    closed: bool
    """Whether other categories are an error, rather than missing."""

    def __init__(
        self,
        names: Sequence[str] | None = None,
        categories: Categories | None = None,
        unplaced: Sequence[Sequence[Hashable]] = (),
        closed: bool = False,
    ) -> None:
        self.names = None if names is None else tuple(names)
        self.categories = {
            j: None if known is None else tuple(known) for j, known in (categories or {}).items()
        }
        self.unplaced = tuple(map(tuple, unplaced))
        self.closed = closed

    def __reduce__(self) -> Any:
        return Columns, (self.names, self.categories, self.unplaced, self.closed)

    @classmethod
    def of_texts(cls, names: Sequence[str], categories: Sequence[str]) -> Columns:
        """What `texts` gave: a category is "feature=category", in the order of the codes."""
        levels: dict[int, list[Hashable]] = {}
        by_length = sorted(range(len(names)), key=lambda j: -len(names[j]))
        for text in categories:
            j = next(j for j in by_length if text.startswith(f"{names[j]}="))
            levels.setdefault(j, []).append(text[len(names[j]) + 1 :])
        return cls(names or None, levels)

    def texts(self) -> dict[str, list[str] | None]:
        """The names, and the categories that go by them, as options of the library."""
        if self.names is None:
            return {}
        each = [f"{self.names[j]}={level}" for j, known in sorted(self.categories.items()) for level in known or ()]
        return {"feature_names": list(self.names), "categories": each or None}

    def table(self, x: Any) -> tuple[NDArray[Any], Source]:
        """Rows by features, as C can read them. Of a data frame the columns of these names, categories as numbers."""
        if is_sparse(x):
            raise TypeError("features must be dense: what a sparse array leaves out may be 0 or missing")
        if getattr(x, "columns", None) is not None:
            x = self._chosen(x)
            known = self.placed(x)
            if known is not self:
                return known.table(x)
            positions = [j for j, column in enumerate(_columns_of(x)) if self._is_categorical(j, column)]
            if positions:
                return self._coded(x, positions)
        return table(x, "features", "rows by features")

    def _chosen(self, x: Any) -> Any:
        """The columns of these names. LightGBM writes blanks in names as underscores."""
        columns = list(map(str, x.columns))
        if self.names is None or not set(self.names) - set(columns):
            return by_name(x, self.names, "features")
        unblanked: dict[str, list[str]] = {}
        for column in columns:
            unblanked.setdefault(column.replace(" ", "_"), []).append(column)
        same = [
            unblanked[name][0] if name not in columns and len(unblanked.get(name, ())) == 1 else name
            for name in self.names
        ]
        return by_name(x, same, "features")

    def placed(self, x: Any) -> Columns:
        """With the categories that a data frame tells the columns of: those that are columns of categories in it."""
        if not self.unplaced or getattr(x, "columns", None) is None:
            return self
        found = [j for j, column in enumerate(_columns_of(self._chosen(x))) if _has_categories(column)]
        if len(found) != len(self.unplaced):
            raise ArgumentError(
                f"features has {len(found)} columns of categories: must have {len(self.unplaced)}, as in training"
            )
        return Columns(self.names, {**self.categories, **dict(zip(found, self.unplaced))}, (), self.closed)

    def _is_categorical(self, j: int, column: Any) -> bool:
        return _has_categories(column) or j in self.categories and not _is_numeric(column)

    def _coded(self, x: Any, positions: list[int]) -> tuple[NDArray[np.float64], Source]:
        out = np.empty(x.shape)
        for j, column in enumerate(_columns_of(x)):
            out[:, j] = self._codes(j, column) if j in positions else floats(column, f"features[{column.name!r}]")[0]
        form = type(x).__module__.partition(".")[0]
        return out, Source(form if form in ("pandas", "polars") else "numpy", getattr(x, "index", None), list(x.columns))

    def _codes(self, j: int, column: Any) -> NDArray[np.float64]:
        """What is missing, or (unless categories are closed) was not seen in training, is NaN."""
        if j not in self.categories:  # the column's own numbers
            codes = column.cat.codes if hasattr(column, "cat") and hasattr(column.cat, "codes") else None
            if codes is None:
                raise ArgumentError(f"features[{column.name!r}] is categorical: the trees have no categories of it")
            numbers = np.array(codes, np.float64)
            numbers[numbers < 0] = np.nan
            return numbers
        known = self.categories[j]
        if known is None:
            return np.array([np.nan if value is None else value for value in column.to_list()], np.float64)
        # As texts, too: a saved cascade has no others.
        place = {str(value): float(i) for i, value in enumerate(known)}
        place_of = {value: place[str(value)] for value in known}
        return np.array(
            [place_of[v] if v in place_of else self._place(place, v, column.name) for v in column.to_list()], np.float64
        )

    def _place(self, place: dict[str, float], value: Any, name: Any) -> float:
        found = place.get(str(value))
        if found is None and isinstance(value, float) and value.is_integer():
            found = place.get(str(int(value)))
        if found is not None:
            return found
        if self.closed and value is not None and value == value and type(value).__name__ != "NAType":
            raise ArgumentError(
                f"features[{name!r}] has the category {value!r}, which the model was not trained with, and refuses"
            )
        return float("nan")


def _columns_of(x: Any) -> list[Any]:
    return [x[name] for name in x.columns] if not hasattr(x, "iloc") else [x.iloc[:, j] for j in range(x.shape[1])]


def _has_categories(column: Any) -> bool:
    return type(column.dtype).__name__ in ("CategoricalDtype", "Categorical", "Enum")


def _is_numeric(column: Any) -> bool:
    numeric = getattr(column.dtype, "is_numeric", None)  # of polars
    return bool(numeric()) if numeric is not None else getattr(column.dtype, "kind", "O") in "biuf"


class WithColumns:
    """A public object over features, whose columns may have names."""

    __slots__ = ()
    _columns: Columns

    @property
    def feature_names(self) -> tuple[str, ...] | None:
        """The names of the features, where they are known: columns of data frames are taken by them."""
        return self._columns.names

    @property
    def categories(self) -> dict[int, tuple[Any, ...] | None]:
        """By the position of a feature the categories that its numbers stand for; None if they are the numbers."""
        return dict(self._columns.categories)
