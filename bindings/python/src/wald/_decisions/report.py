"""A page about the gain of deciding for a metric."""

from __future__ import annotations

import ctypes
import json
from ctypes import byref, c_char_p
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import ArrayLike

from .._core.arrays import floats, group_numbers, mask, pointed, view, weights_of
from .._core.calls import call
from .._core.errors import ArgumentError
from .._core.files import Path, write_whole
from .._core.forms import same_rows
from .._core.handles import Handle, text_of
from .._core.library import lib
from .._core.metric import Metric, as_called
from .._core.options import Kind, options, pointer, table_kind, take_exactly, takes
from .._core.rows import FACTS
from .._core.table import report_p, wald_report_input
from .functions import as_one_problem, metric_of, warn_of_table

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._core.keywords import DecisionOptions


class Report(str):
    """A page made by `report`: HTML, which a notebook shows in a frame of its own."""

    data: dict[str, Any]
    """The numbers of the page."""

    def _repr_html_(self) -> str:
        from html import escape

        return f'<iframe srcdoc="{escape(self)}" style="width:100%;height:40rem;border:0" title="Report"></iframe>'


@takes("decisions", "report")
def report(
    truth: Any,
    p: Any,
    metric: str | Metric,
    *,
    compare: Any = None,
    path: Path | None = None,
    title: str = "",
    names: tuple[str, str] = ("A", "B"),
    kind: Kind | None = None,
    weights: ArrayLike | None = None,
    groups: ArrayLike | None = None,
    exactly: int | None = None,
    **options_: Unpack[DecisionOptions],
) -> Report:
    """A page about the gain of deciding for a metric: an HTML file with pictures that needs nothing else.

    Parameters
    ----------
    truth : array-like or data frame of shape (n_rows, n_labels) or (n_rows,)
        Zeros and ones. A vector is one label over its rows, one problem (macro).
    p : array-like or data frame of the same shape
        Probabilities.
    metric : str or Metric
        See `decide`.
    compare : array-like or data frame of the same shape, optional
        The probabilities of a second system.
    path : str or path-like, optional
        A file to write the page to, whole or not at all.
    title : str
        The title of the page.
    names : tuple of two str
        What the systems are called.
    kind : {"independent", "categorical"}, optional
        See `decide`.
    weights, groups : array-like of shape (n_rows,), optional
        See `compare`.
    exactly : int, optional
        See `decide`.
    <options>

    Returns
    -------
    Report
        The page, a str, which a notebook shows; `data` are its numbers.

    Examples
    --------
    >>> report([1, 0, 1, 0], [0.9, 0.2, 0.4, 0.1], "f1")[:15]
    '<!doctype html>'
    """
    asked = {**cast("dict[str, Any]", options_)}
    chosen = metric_of(metric, asked, truth)
    take_exactly(exactly, asked)
    same_rows("truth", truth, p=p, compare=compare, weights=weights, groups=groups)
    y, y_source = mask(truth, "truth")
    tables, sources = [y], [y_source]
    for name, table in (("p", p), ("compare", compare)):
        if table is None:
            continue
        array, source = floats(table, name)
        if array.shape != y.shape:
            raise ArgumentError(f"{name} has the shape {array.shape}: truth has {y.shape}")
        tables.append(array)
        sources.append(source)
    if y.ndim not in (1, 2):
        raise ArgumentError(f"truth has {y.ndim} dimensions: must have 1 or 2")
    if y.ndim == 1:
        asked = as_one_problem(asked)
    labels = _labels(sources, 1 if y.ndim == 1 else y.shape[1])
    tables = [table[:, None] if table.ndim == 1 else table for table in tables]
    if len(names) != 2:
        raise ArgumentError(f"names has {len(names)} elements: must have 2")
    texts = [str(text).encode() for text in (title, *names, *labels)]
    together = None
    if groups is not None:
        numbers = group_numbers(groups)
        if len(numbers) != len(y):
            raise ArgumentError(f"groups has {len(numbers)} elements: there are {len(y)} rows")
        together = view(numbers)
    handle, made, out = chosen._open(), options("decisions", asked), report_p()
    names_of = (c_char_p * len(texts))(*texts)
    besides = [view(tables[2]) if len(tables) > 2 else None, weights_of(weights, len(y)), together]
    more = wald_report_input(ctypes.sizeof(wald_report_input), *map(pointed, besides), names_of)
    call(lib.wald_report_create, handle.pointer, table_kind(kind), view(tables[0]), view(tables[1]), byref(more),
         pointer(made), byref(out))
    for table in tables[1:]:
        warn_of_table(chosen, table_kind(kind), asked.get("average"), view(table))
    made_report = Handle(out)
    shown, data = (as_called(text_of(made_report.pointer, FACTS["report"][text].value), chosen) for text in ("page", "data"))
    page = Report(shown)
    page.data = json.loads(data)
    if path is not None:
        write_whole(path, page)
    return page


def _labels(sources: list[Any], n: int) -> list[str]:
    """The names of the labels, which those who have names agree on."""
    found = [s for s in sources if s.columns is not None]
    for other in found[1:]:
        if list(map(str, other.columns)) != list(map(str, found[0].columns)):
            raise ArgumentError(f"the columns {list(other.columns)} are not those of the other table: "
                                f"{list(found[0].columns)}")
    if found:
        return list(map(str, found[0].columns))
    name = next((s.name for s in sources if s.name is not None), None)
    return [str(name)] if n == 1 and name is not None else [""] * n


__all__ = ["Report", "report"]
