"""What a rule was promised to do, watched in use."""

from __future__ import annotations

import re
from ctypes import byref
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import ArrayLike

from .._core.arrays import mask, name_bytes, real, view, weights_of
from .._core.described import Described
from .._core.errors import ArgumentError
from .._core.facts import PromiseFacts
from .._core.files import Saved
from .._core.forms import same_rows
from .._core.handles import Mergeable
from .._core.library import check, lib
from .._core.metric import Metric
from .._core.options import options, pointer, takes
from .._core.rows import FACTS, WORDS
from .._core.table import promise_p
from .._routes.names import whole
from .._thresholds.score_arrays import ratings

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._core.keywords import PromiseOptions

_SIGNED = re.compile("([^<>]+)([<>]=)")
_STATES = {number: name for name, number in WORDS["promise_state"].items()}


@takes("promises", "create segments")
class Promise(Described, Mergeable, Saved, PromiseFacts):
    """A metric with a bound, and the rows of a rule in use.

    Rows are fed as they come, with labels when they are known, late or never. Every answer holds at all times at once, so
    it may be looked at after each row: a promise that is kept is ever called broken with probability `delta` at most.

    Parameters
    ----------
    metric : str or Metric
        The whole promise, as ``"precision>=0.95"``; or a metric, with a bound by `at_least` or `at_most`. A ratio of sums
        over rows: precision, recall, specificity, F-measures, Jaccard, accuracy, ``cost:a:b``; or one of the rates
        ``fpr``, ``fnr``, ``fdr``, ``error``, ``alert_rate``.
    at_least, at_most : float, optional
    <options>

    Raises
    ------
    UnsupportedError
        For a metric that is no such ratio.

    Notes
    -----
    Bets of fixed size on the promise being broken (Ville 1939; Waudby-Smith and Ramdas 2024), and with `average_run` a
    detector that begins anew at each row (Shiryaev 1963, Roberts 1966; Shin, Ramdas and Rinaldo 2023).

    Examples
    --------
    >>> promise = Promise("precision>=0.9").feed([1] * 60, [1] * 36 + [0] * 24)
    >>> promise.state, round(promise.value, 2), round(promise.high, 3)
    ('broken', 0.6, 0.765)
    """

    __slots__ = ()
    _noun = _object = "promise"
    _pointer = promise_p

    @takes("promises", "create segments")
    def __init__(
        self,
        metric: str | Metric,
        *,
        at_least: float | None = None,
        at_most: float | None = None,
        **options_: Unpack[PromiseOptions],
    ) -> None:
        made, out = options("promises", cast("dict[str, Any]", options_)), promise_p()
        claim = _claim(metric, at_least, at_most)
        check(lib.wald_promise_create(name_bytes(claim, "metric"), pointer(made), byref(out)))
        self._hold(out)

    @classmethod
    def _of(cls, pointer: Any) -> Promise:
        made = cls.__new__(cls)
        made._hold(pointer)
        return made

    def feed(
        self,
        flagged: Any,
        labels: Any = None,
        *,
        label_probabilities: ArrayLike | None = None,
        weights: ArrayLike | None = None,
        times: ArrayLike | None = None,
        segments: Any = None,
    ) -> Promise:
        """Adds rows, in an order that does not depend on their labels; a call that fails adds none.

        Parameters
        ----------
        flagged : array-like of shape (n_rows,)
            Zeros and ones.
        labels : array-like of shape (n_rows,), optional
            1, 0, or no label: NaN, None, a missing value, -1 or 2. Default: no row has one.
        label_probabilities : array-like of shape (n_rows,), optional
            In [min_label_probability, 1]: the probability with which the label was requested, known in advance. A row
            without a label needs one below 1, if the metric depends on its label. Default: 1 each.
        weights : array-like of shape (n_rows,), optional
            In [0, max_weight]. Default: 1 each.
        times : array-like of shape (n_rows,), optional
            What `broken_since` and `broken_at` count. Default: the number of the row.
        segments : array-like of int of shape (n_rows,), optional
            In [0, n_segments).

        Returns
        -------
        Promise
            Itself.
        """
        same_rows("flagged", flagged, labels=labels, label_probabilities=label_probabilities, weights=weights, times=times,
                  segments=segments)
        rows, _ = mask(flagged, "flagged")
        if rows.ndim != 1:
            raise ArgumentError(f"flagged has {rows.ndim} dimensions: must have 1")
        n, known = len(rows), None if labels is None else ratings(labels, "labels")
        parts = whole(segments, "segments", 1)
        parts = None if parts is None else np.ascontiguousarray(parts, np.int64)
        self._write(lib.wald_promise_feed, view(rows), None if known is None else view(known),
                    weights_of(label_probabilities, n, "label_probabilities"), weights_of(weights, n),
                    weights_of(times, n, "times"), None if parts is None else view(parts))
        return self

    @property
    def state(self) -> str:
        """"open": no evidence against the promise so far, and no proof that it is kept; "kept": proved; "broken"."""
        return _STATES[int(self._fact("state"))]

    @property
    def segment_state(self) -> tuple[str, ...]:
        """The state of the promise in each segment."""
        return tuple(_STATES[int(state)] for state in self._fact("segment_state"))

    def _columns(self) -> dict[str, Any]:
        names = [name for name, fact in FACTS["promise"].items() if fact.per == "segment"] if self.n_segments else []
        found = {name.replace("segment_", ""): list(getattr(self, name)) for name in names}
        return {"segment": list(range(self.n_segments)), **found} if names else {}

    def __repr__(self) -> str:
        if self.closed:
            return "<Promise, closed>"
        return (f"<Promise {self.claim}: {self.state}, {self.value:.4g} in [{self.low:.4g}, {self.high:.4g}] after "
                f"{self.n_rows} rows>")


def _claim(metric: str | Metric, at_least: float | None, at_most: float | None) -> str:
    name = metric.name if isinstance(metric, Metric) else metric
    if not isinstance(name, str):
        raise TypeError(f"metric must be str or Metric: found {metric!r}")
    if at_least is not None and at_most is not None:
        raise ArgumentError("at_most is given beside at_least: a promise has one bound")
    bound = at_least if at_least is not None else at_most
    if bound is None:
        return name
    if "=" in name:
        raise ArgumentError(f"metric is {name!r}, which has a bound: leave out at_least and at_most")
    return f"{name}{'>=' if at_least is not None else '<='}{real(bound, 'at_least' if at_least is not None else 'at_most')!r}"


def promised(claim: str, bound: float | None) -> str:
    """The `claim` of thresholds, with a bound of the caller's if there is one."""
    found = _SIGNED.match(claim)
    if found and bound is None:
        return claim
    if not claim or bound is None:
        raise ArgumentError("the thresholds were chosen without a limit: give a bound of their metric, or create the promise, "
                            "such as precision>=0.95")
    metric, sign = found.groups() if found else (claim, ">=")
    return f"{metric}{sign}{real(bound, 'bound')!r}"


__all__ = ["Promise", "promised"]
