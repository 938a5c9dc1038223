"""How good decisions are while their labels are missing."""

from __future__ import annotations

from ctypes import byref
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._core.arrays import floats, mask, view, weights_of
from .._core.calls import call
from .._core.described import Described
from .._core.errors import ArgumentError
from .._core.facts import PerformanceFacts
from .._core.forms import same_rows
from .._core.handles import Fed, Handle
from .._core.library import lib
from .._core.metric import Metric, as_metric
from .._core.options import options, pointer, takes
from .._core.table import performance_p, wald_array
from .._thresholds.score_arrays import ratings

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._core.keywords import PerformanceOptions


@takes("performance")
class Performance(Described, Fed, PerformanceFacts):
    """Estimates of a metric by chunk of the rows, while labels are missing.

    It sees no change of P(label | row): a model whose probabilities have become wrong is not found without labels.

    Parameters
    ----------
    metric : str or Metric
    calibration_truth : array-like of shape (n,) or (n, n_labels), optional
        Labels of the calibration rows, which must not be those that the model was trained on. They calibrate the
        probabilities, and the bands hold what other calibration rows would have given. Default: probabilities are taken
        as they are.
    calibration_probabilities : array-like of the same shape, optional
        The model's probabilities of these rows.
    calibration_weights : array-like of shape (n,), optional
    <options>

    Examples
    --------
    >>> performance = Performance("precision").feed([0.9, 0.8, 0.2], [1, 1, 0])
    >>> performance.value.round(2).tolist(), performance.low.tolist(), performance.high.tolist()
    ([0.85], [0.5], [1.0])
    """

    __slots__ = ("_chunks", "_judge", "_segments")
    _noun = _object = "performance"
    _lists = ("chunks", "value", "low", "high", "standard_error", "calibration_error", "n_rows", "n_labels")
    _chunks: list[Any]
    _judge: Handle
    _segments: tuple[Any, ...]

    @takes("performance")
    def __init__(
        self,
        metric: str | Metric,
        *,
        calibration_truth: Any = None,
        calibration_probabilities: Any = None,
        calibration_weights: ArrayLike | None = None,
        **options_: Unpack[PerformanceOptions],
    ) -> None:
        made, out = options("performance", cast("dict[str, Any]", options_)), performance_p()
        given: tuple[wald_array | None, ...] = (None, None, None)
        if calibration_truth is not None or calibration_probabilities is not None or calibration_weights is not None:
            if calibration_truth is None or calibration_probabilities is None:
                raise ArgumentError("calibration rows need both calibration_truth and calibration_probabilities")
            same_rows("calibration_truth", calibration_truth, calibration_probabilities=calibration_probabilities,
                      calibration_weights=calibration_weights)
            truth, _ = mask(calibration_truth, "calibration_truth", beside="calibration_probabilities")
            given = (view(truth), view(_reals(calibration_probabilities, "calibration_probabilities")),
                     weights_of(calibration_weights, len(truth), "calibration_weights"))
        self._judge = as_metric(metric)._open()  # a custom one's function is called when rows are fed
        call(lib.wald_performance_create, self._judge.pointer, *given, pointer(made), byref(out))
        self._hold(out)
        self._chunks, self._segments = [], tuple(range(self.n_segments))

    def feed(
        self,
        probabilities: Any,
        flagged: Any,
        labels: Any = None,
        *,
        label_probabilities: ArrayLike | None = None,
        weights: ArrayLike | None = None,
        segments: Any = None,
    ) -> Performance:
        """Adds the estimates of rows: one chunk, or several with `chunk_rows`. A call that fails adds none.

        Parameters
        ----------
        probabilities : array-like of shape (n_rows,) or (n_rows, n_labels)
        flagged : array-like of the same shape
            What was decided: zeros and ones.
        labels : array-like of the same shape, optional
            1, 0, or not known: NaN, None, a missing value, -1 or 2. All labels of a row are known, or none.
        label_probabilities : array-like of shape (n_rows,), optional
            Needed with `labels`: the probability with which each row's labels were asked for, known in advance; 0 for rows
            that were not asked for, or whose labels have not come.
        weights : array-like of shape (n_rows,), optional
            Default: 1 each.
        segments : array-like of int of shape (n_rows,), optional
            In [0, n_segments).

        Returns
        -------
        Performance
            Itself.
        """
        same_rows("probabilities", probabilities, flagged=flagged, labels=labels, label_probabilities=label_probabilities,
                  weights=weights, segments=segments)
        p, (decided, _) = _reals(probabilities, "probabilities"), mask(flagged, "flagged")
        if p.shape != decided.shape:
            raise ArgumentError(f"flagged has shape {decided.shape}: must be {p.shape}, as probabilities")
        known = None if labels is None else ratings(labels, "labels")
        if known is not None and known.shape != p.shape:
            raise ArgumentError(f"labels has shape {known.shape}: must be {p.shape}, as probabilities")
        if known is not None and label_probabilities is None:
            raise ArgumentError("label_probabilities is None: must be given with labels")
        parts = None if segments is None else np.ascontiguousarray(np.asarray(segments), np.int64)
        self._feed(p, decided, known, label_probabilities, weights, parts)
        self._chunks.extend(range(len(self._chunks), self.n_chunks))
        return self

    def clear(self) -> Performance:
        """Back to no rows; the calibration stays."""
        self._write(lib.wald_clear)
        self._chunks = []
        return self

    def _feed(self, p: NDArray[Any], decided: NDArray[np.uint8], known: NDArray[np.uint8] | None, asked: ArrayLike | None,
              weights: ArrayLike | None, segments: NDArray[np.int64] | None) -> None:
        n = len(p)
        with self._gate.writing():
            call(lib.wald_performance_feed, self._open().pointer, view(p), view(decided),
                 None if known is None else view(known), weights_of(asked, n, "label_probabilities"), weights_of(weights, n),
                 None if segments is None else view(segments))

    @property
    def chunks(self) -> tuple[Any, ...]:
        """What each chunk is called: as given to `estimate_performance`, else its number."""
        return tuple(self._chunks)

    @property
    def segments(self) -> tuple[Any, ...]:
        """What each segment is called."""
        return self._segments

    def segment(self, segment: Any) -> dict[str, NDArray[Any]]:
        """Of one segment by chunk: value, low, high and n_rows."""
        if segment not in self._segments:
            raise ArgumentError(f"there is no segment {segment!r}: there are {', '.join(map(repr, self._segments)) or 'none'}")
        at, of = self._segments.index(segment), len(self._segments)
        return {"value": self.segment_value[at::of], "low": self.segment_low[at::of], "high": self.segment_high[at::of],
                "n_rows": self.n_segment_rows[at::of]}

    def plot(self, reference: float | None = None, ax: Any = None, **style: Any) -> Any:
        """Draws the metric by chunk with its band, and the value of reference, such as that of the test set.

        Returns
        -------
        PerformanceDisplay
        """
        from ..plotting.performance import PerformanceDisplay

        return PerformanceDisplay(self, reference).plot(ax=ax, **style)

    def _columns(self) -> dict[str, Any]:
        return {name.removesuffix("s") if name == "chunks" else name: list(getattr(self, name)) for name in self._lists}

    def __repr__(self) -> str:
        if self.closed:
            return "<Performance, closed>"
        if not self.n_chunks:
            return f"<Performance: {self.metric}, no rows>"
        last = f"{self.value[-1]:.4g} in [{self.low[-1]:.4g}, {self.high[-1]:.4g}]"
        return f"<Performance: {self.metric} {last}>" if self.n_chunks == 1 else \
            f"<Performance: {self.metric} of {self.n_chunks} chunks, the last {last}>"


@takes("performance", but=("chunk_rows", "n_segments"))
def estimate_performance(
    probabilities: Any,
    flagged: Any,
    metric: str | Metric,
    *,
    chunks: Any = None,
    segments: Any = None,
    labels: Any = None,
    label_probabilities: ArrayLike | None = None,
    weights: ArrayLike | None = None,
    calibration_truth: Any = None,
    calibration_probabilities: Any = None,
    calibration_weights: ArrayLike | None = None,
    **options_: Unpack[PerformanceOptions],
) -> Performance:
    """The expected value of a metric while labels are missing, by chunk of the rows, with a band.

    It sees no change of P(label | row): a model whose probabilities have become wrong is not found without labels.

    The band covers, with the probability `level`, the value that the labels would give. It holds the randomness of the
    labels, independent of each other given the probabilities, and with calibration rows the error of the calibration.
    Where labels of some rows were asked for with known probabilities, they correct the estimate; the band then holds the
    sampling of labels, and does not need the probabilities of these rows to be right.

    Parameters
    ----------
    probabilities : array-like of shape (n_rows,) or (n_rows, n_labels)
    flagged : array-like of the same shape
        What was decided: zeros and ones.
    metric : str or Metric
    chunks : int or array-like of shape (n_rows,), optional
        This many consecutive rows in a chunk, or of each row what its chunk is called, such as its month. Default: one chunk.
    segments : array-like of shape (n_rows,), optional
        Of each row what its segment is called. Segments are estimated in each chunk.
    labels, label_probabilities, weights
        See `Performance.feed`.
    calibration_truth, calibration_probabilities, calibration_weights
        See `Performance`.
    <options>

    Returns
    -------
    Performance
        By chunk: ``value``, ``low``, ``high``, ``n_rows`` and more.

    Examples
    --------
    >>> found = estimate_performance([0.9, 0.8, 0.2, 0.6], [1, 1, 0, 1], "precision", chunks=["May", "May", "May", "June"])
    >>> found.chunks, found.value.round(2).tolist()
    (('June', 'May'), [0.6, 0.85])
    """
    same_rows("probabilities", probabilities, flagged=flagged, labels=labels, label_probabilities=label_probabilities,
              weights=weights, segments=segments, chunks=None if _is_whole(chunks) else chunks)
    own = cast("dict[str, Any]", options_)
    p = _reals(probabilities, "probabilities")
    n = len(p)
    parts, names = (None, ()) if segments is None else _numbered(segments, "segments", n)
    if parts is not None:
        own["n_segments"] = max(len(names), 1)
    if _is_whole(chunks):
        if chunks < 1:
            raise ArgumentError(f"chunks is {chunks}: must be at least 1")
        own["chunk_rows"] = int(chunks)
    made = Performance(metric, calibration_truth=calibration_truth, calibration_probabilities=calibration_probabilities,
                       calibration_weights=calibration_weights, **own)
    made._segments = names
    if chunks is None or _is_whole(chunks):
        return made.feed(p, flagged, labels, label_probabilities=label_probabilities, weights=weights,
                         segments=parts)
    places, called = _numbered(chunks, "chunks", n)
    decided, _ = mask(flagged, "flagged")
    known = None if labels is None else ratings(labels, "labels")
    asked = None if label_probabilities is None else _reals(label_probabilities, "label_probabilities")
    of_rows = None if weights is None else _reals(weights, "weights")
    beside: dict[str, NDArray[Any] | None] = {"flagged": decided, "labels": known, "label_probabilities": asked,
                                              "weights": of_rows}
    for name, given in beside.items():
        if given is not None and len(given) != n:
            raise ArgumentError(f"{name} has {len(given)} rows: must have {n}, as probabilities")
    order = np.argsort(places, kind="stable")
    sizes = np.bincount(places, minlength=len(called))
    for end, size in zip(np.cumsum(sizes), sizes):
        rows = order[end - size:end]
        each = [None if given is None else given[rows] for given in (known, asked, of_rows, parts)]
        made.feed(p[rows], decided[rows], each[0], label_probabilities=each[1], weights=each[2], segments=each[3])
    made._chunks = list(called)
    return made


def _is_whole(x: Any) -> bool:
    return isinstance(x, (int, np.integer)) and not isinstance(x, bool)


def _reals(x: Any, name: str) -> NDArray[Any]:
    array, _ = floats(x, name)
    if array.ndim not in (1, 2):
        raise ArgumentError(f"{name} has {array.ndim} dimensions: must have 1 or 2")
    return array


def _numbered(x: Any, name: str, n: int) -> tuple[NDArray[np.int64], tuple[Any, ...]]:
    """Of each row the number of what it is called, and what that is, ascending."""
    array = np.asarray(x)
    if array.ndim != 1:
        raise ArgumentError(f"{name} has {array.ndim} dimensions: must have 1")
    if len(array) != n:
        raise ArgumentError(f"{name} has {len(array)} rows: must have {n}, as probabilities")
    called, places = np.unique(array, return_inverse=True)
    return places.astype(np.int64), tuple(called.tolist())


__all__ = ["Performance", "estimate_performance"]
