"""Whether one system's predictions are better than another's."""

from __future__ import annotations

from ctypes import byref
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import ArrayLike

from .._core.arrays import group_numbers, rows_view, view, weights_of
from .._core.calls import call
from .._core.described import Described
from .._core.errors import ArgumentError
from .._core.facts import ComparisonFacts
from .._core.forms import same_rows
from .._core.handles import values_of
from .._core.library import lib
from .._core.metric import Metric
from .._core.options import options, pointer, takes
from .._core.rows import FACTS, OPTIONS
from .._core.table import comparison_p
from .functions import known_and_predicted, metric_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._core.keywords import DecisionOptions


_PLACES = {name: place for place, name in enumerate(FACTS["comparison"])}


class Comparison(Described, ComparisonFacts):
    """How a system B compares with a system A on the same rows; made by `compare`. Immutable."""

    __slots__ = ("_values", "metric", "level")
    _object = "comparison"
    _more = ("metric", "level")

    metric: str
    """The name of the metric."""
    level: float
    """The confidence level of the interval from `low` to `high`."""

    def __init__(self, values: tuple[float, ...], metric: str, level: float) -> None:
        self._values = values
        self.metric = metric
        self.level = level

    def _fact(self, name: str) -> float:
        return self._values[_PLACES[name]]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Comparison):
            return NotImplemented
        mine, its = (np.array([*x._values, x.level]) for x in (self, other))
        return self.metric == other.metric and np.array_equal(mine, its, equal_nan=True)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> Any:
        return Comparison, (self._values, self.metric, self.level)

    def __repr__(self) -> str:
        swaps = f"{self.n_swaps} swaps" if self.n_swaps else "all swaps"
        limits = f"{self.level * 100:g} % [{self.low:.4g}, {self.high:.4g}]"
        return (f"<Comparison of {self.metric}: A {self.value_a:.6g}, B {self.value_b:.6g}, B - A "
                f"{self.difference:+.4g}, {limits}, p = {self.p_value:.3g} by {swaps}>")


@takes("decisions", "compare")
def compare(
    truth: Any,
    a: Any,
    b: Any,
    metric: str | Metric,
    *,
    weights: ArrayLike | None = None,
    groups: ArrayLike | None = None,
    **options_: Unpack[DecisionOptions],
) -> Comparison:
    """Whether the predictions of a system B are better than those of A: difference, interval and p-value.

    Parameters
    ----------
    truth, a, b : array-like, data frame or sparse matrix of shape (n_rows, n_labels) or (n_items,)
        Zeros and ones; `a` and `b` may be `Decisions`. Rows that either leaves `UNDECIDED` are left out for both. Of a
        vector each item is a row.
    metric : str or Metric
        See `decide`.
    weights : array-like of shape (n_rows,), optional
        Finite and >= 0, not all 0. With weights custom metrics are refused except for the instance average.
    groups : array-like of shape (n_rows,), optional
        Numbers or texts: rows of the same one, as those of one patient or document, are swapped and left out together.
        Default: each row stands for itself.
    <options>

    Returns
    -------
    Comparison
    """
    asked = {"average": None, **cast("dict[str, Any]", options_)}
    chosen = metric_of(metric, asked, truth)
    same_rows("truth", truth, weights=weights, groups=groups)
    y, (of_a, of_b) = known_and_predicted(truth, {"a": a, "b": b}, chosen, asked)
    weighed = weights_of(weights, y.shape[0])
    together = None
    if groups is not None:
        numbers = group_numbers(groups)
        if len(numbers) != y.shape[0]:
            raise ArgumentError(f"groups has {len(numbers)} elements: there are {y.shape[0]} rows")
        together = view(numbers)
    handle, made = chosen._open(), options("decisions", asked)
    out = comparison_p()
    try:
        call(lib.wald_comparison_create, handle.pointer, view(y), view(of_a), view(of_b), rows_view(weighed, together),
             pointer(made), byref(out))
        found = values_of("comparison", out)
    finally:
        lib.wald_destroy(out)
    level = asked.get("level")
    default = cast(float, OPTIONS["decisions"]["level"].default)
    return Comparison(found, chosen._called, default if level is None else float(level))


__all__ = ["Comparison", "compare"]
