"""The forms that users hold tables and series in: taken as arrays of NumPy, and given back with their names."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Callable, Hashable, Iterable, Protocol, Sequence, Union

import numpy as np
from numpy.typing import NDArray

from .errors import ArgumentError

Labels = Sequence[Hashable]

# ---- What type checkers know of them -------------------------------------------------------------


class SeriesLike(Protocol):
    """A series of pandas or polars."""

    def to_frame(self) -> Any: ...


class FrameLike(Protocol):
    """A data frame of pandas or polars."""

    @property
    def columns(self) -> Any: ...


class SparseLike(Protocol):
    """A sparse matrix or array of SciPy."""

    def tocsr(self) -> Any: ...


if TYPE_CHECKING:
    Vector = Union[Sequence[float], SeriesLike, np.ndarray[tuple[int], np.dtype[Any]]]
    """What is one problem, whatever it holds."""
    Table = Union[Sequence[Sequence[float]], FrameLike, SparseLike, np.ndarray[tuple[int, int], np.dtype[Any]]]
    """What has rows."""

# ---- Taking --------------------------------------------------------------------------------------


class Source:
    """What an input was, so that results can be given in the same form: its kind, and its names."""

    __slots__ = ("form", "index", "columns", "name")

    def __init__(self, form: str = "numpy", index: Any = None, columns: Any = None, name: Any = None) -> None:
        self.form = form
        self.index = index
        self.columns = columns
        self.name = name

    def __reduce__(self) -> Any:
        return Source, (self.form, self.index, self.columns, self.name)

    def labels(self) -> tuple[Hashable, ...] | None:
        """The names of the labels of a table (columns), or of one problem (index)."""
        names = self.columns if self.columns is not None else self.index
        return None if names is None else tuple(names)

    # ---- Giving ----------------------------------------------------------------------------------

    def series(self, values: NDArray[Any], name: Any = None) -> Any:
        """A value a row: a Series for a Series or a data frame, else the array."""
        if self.form == "pandas":
            import pandas

            return pandas.Series(values, index=self.index, name=self.name if name is None else name, copy=True)
        if self.form == "polars":
            import polars

            return polars.Series(self.name if name is None else str(name), values)
        return values

    def frame(self, values: NDArray[Any], columns: Any = None) -> Any:
        """Rows by columns: a data frame for a data frame, else the array. Without `columns` they are the input's."""
        names = self.columns if columns is None else columns
        if self.form == "pandas":
            import pandas

            return pandas.DataFrame(values, index=self.index, columns=names, copy=True)
        if self.form == "polars":
            import polars

            numbers: Iterable[Any] = range(values.shape[1])
            return polars.DataFrame({str(name): values[:, j] for j, name in enumerate(names or numbers)})
        return values


PLAIN = Source()


def data_frame(columns: Any, index: Any = None) -> Any:
    """A data frame of pandas, which this needs."""
    try:
        import pandas
    except ModuleNotFoundError as error:
        raise ImportError("to_frame needs pandas, which is not installed: pip install pandas") from error
    return pandas.DataFrame(columns, index=index)


class Prediction:
    """An answer that can stand for its prediction, wherever one is taken."""

    __slots__ = ()

    def _as_prediction(self) -> Any:
        raise NotImplementedError


def is_sparse(x: object) -> bool:
    scipy_sparse = sys.modules.get("scipy.sparse")
    return scipy_sparse is not None and bool(scipy_sparse.issparse(x))


def unwrap(x: Any) -> tuple[Any, Source]:
    """The NumPy array within (as it is, where it is one or a list), and what it was."""
    if isinstance(x, np.ndarray) and not isinstance(x, np.ma.MaskedArray):
        return x, PLAIN
    pandas = sys.modules.get("pandas")
    if pandas is not None and isinstance(x, (pandas.DataFrame, pandas.Series)):
        array = x.to_numpy()
        if array.dtype == object:  # nullable columns, or columns of several types
            try:
                array = x.to_numpy(dtype=np.float64, na_value=np.nan)
            except (TypeError, ValueError):
                pass  # the caller says what is wrong with it
        if isinstance(x, pandas.DataFrame):
            return array, Source("pandas", x.index, x.columns)
        return array, Source("pandas", x.index, None, x.name)
    polars = sys.modules.get("polars")
    if polars is not None:
        if isinstance(x, polars.DataFrame):
            return x.to_numpy(), Source("polars", None, list(x.columns))
        if isinstance(x, polars.Series):
            return x.to_numpy(), Source("polars", None, None, x.name)
    if isinstance(x, np.ma.MaskedArray):
        if np.ma.is_masked(x):
            raise TypeError("the array has masked elements: fill them first")
        return np.asarray(x.data), PLAIN
    try:
        return np.asarray(x), PLAIN
    except ValueError:  # rows of several lengths, which the caller refuses as it does all objects
        return np.asarray(None), PLAIN


def same_rows(name: str, first: Any, **others: Any) -> None:
    """Series and data frames whose indexes differ are not about the same rows: pairing them by position would mix rows
    without a word."""
    pandas = sys.modules.get("pandas")
    if pandas is None:
        return
    kinds = pandas.DataFrame, pandas.Series
    known = [(name, first), *others.items()]
    indexed = [(what, each.index) for what, each in known if isinstance(each, kinds)]
    for what, index in indexed[1:]:
        if index is not indexed[0][1] and not index.equals(indexed[0][1]):
            raise ArgumentError(f"the index of {what} differs from that of {indexed[0][0]}: reindex one of them, or "
                                "pass arrays, which are paired by position")


# ---- Columns by name -----------------------------------------------------------------------------


def by_name(x: Any, names: Iterable[Hashable] | None, what: str) -> Any:
    """Of a data frame the columns of these names, in their order; all else as it is. Names compare as texts."""
    columns = getattr(x, "columns", None)
    if columns is None or names is None:
        return x
    found, wanted = {str(column): column for column in columns}, [str(name) for name in names]
    for name in wanted:
        if name not in found:
            raise no_column(what, name, found)
    if list(map(str, columns)) == wanted:
        return x
    return x[[found[name] for name in wanted]]


def no_column(what: str, name: str, found: Iterable[Hashable], more: str = "") -> ArgumentError:
    """The name that is missing stands first: there may be a hundred others."""
    return ArgumentError(f"{what} has no column {name!r}{more}: it has {shortened(found)}")


def shortened(names: Iterable[Any], most: int = 8, show: Callable[[Any], str] = repr) -> str:
    """The first names of many."""
    known = list(names)
    tail = f" and {len(known) - most} more" if len(known) > most else ""
    return ", ".join(map(show, known[:most])) + tail if known else "none"


def text_names(names: Any) -> tuple[str, ...] | None:
    """The names of columns, where all are texts: numbers of columns are no names."""
    known = () if names is None else tuple(names)
    return known if known and all(isinstance(name, str) for name in known) else None
