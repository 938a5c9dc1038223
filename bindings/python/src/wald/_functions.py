"""The functions: decide, expected, regret, curve, distribution, evaluate."""

from __future__ import annotations

import math
import warnings
from ctypes import byref, c_double, c_int64, c_uint8
from typing import Any, Callable, Hashable, Literal, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import (
    Csr,
    Floats,
    Mask,
    Source,
    float_type,
    floats,
    is_sparse,
    mask,
    mask_vector,
    strides_of,
    weights_of,
)
from ._decision import Decision, Decisions, borrow_decision, give_back, read_answer
from ._distribution import Distribution
from ._errors import ArgumentError, DecisionWarning
from ._estimator import Estimator
from ._handles import Handle, address, at, call, run
from ._library import check, estimator_p, lib
from ._metric import Metric, Properties, as_metric
from ._options import (
    AVERAGES,
    Average,
    Given,
    Progress,
    average_value,
    how,
    options,
    pointer,
    table_kind,
    vector_kind,
)

QUICK = 4_000_000
"""Problems times items squared: below this a named metric's decision is over before an interrupt would matter."""


def _is_quick(metric: Metric, settings: dict[str, Any], problems: int, items: int) -> bool:
    return problems * items * items <= QUICK and not metric._custom and settings.get("algorithm") is None


class _Problem:
    """One problem as an estimator to read from: the caller's, or one made of a vector for this call."""

    __slots__ = ("pointer", "source", "size", "_estimator", "_handle", "_short")

    def __init__(self, p: Any, given: str | None) -> None:
        if isinstance(p, Estimator):
            kind = p.kind
            if given is not None and given != kind:
                raise ArgumentError(f"given is {given!r}: the estimator is {kind}")
            self._estimator: Estimator | None = p
            self.source: Source | tuple[Hashable, ...] | None = p.labels
            self._short = kind in ("independent", "categorical")
            self._handle = p._begin()
            self.pointer = self._handle.pointer
            size = c_int64()  # asked for now, when no other thread can feed it
            check(lib.wald_estimator_n_labels(self.pointer, byref(size)))
            self.size = size.value
            return
        array, source = floats(p, "probabilities")
        if array.ndim != 1:
            raise ArgumentError(
                f"probabilities has {array.ndim} dimensions: must have 1 (one problem), or be an Estimator"
            )
        self._estimator = None
        self.source = source
        self.size = len(array)
        self._short = True
        out = estimator_p()
        check(lib.wald_estimator_create(vector_kind(given), 0, byref(out)))
        self._handle = Handle(out, lib.wald_estimator_destroy)
        self.pointer = out
        check(
            lib.wald_estimator_feed_probabilities(
                out, address(array), float_type(array), len(array), array.strides[0] // array.itemsize
            )
        )

    def __enter__(self) -> _Problem:
        return self

    def __exit__(self, *exc: object) -> None:
        if self._estimator is not None:
            self._estimator._gate.end_read()

    def options(self, metric: Metric, settings: dict[str, Any]) -> tuple[bool, Handle | None]:
        """Whether the call may call back, and its options."""
        quick = self._short and _is_quick(metric, settings, 1, self.size)
        made = options(watch=not quick, **settings)
        return not quick or settings.get("progress") is not None, made


def _is_table(p: Any) -> bool:
    if isinstance(p, Estimator):
        return False
    if is_sparse(p):
        return True
    found = getattr(p, "ndim", None)
    if found is None:
        shape = getattr(p, "shape", None)  # polars
        found = len(shape) if shape is not None else np.ndim(p) if not _ragged(p) else 1
    return bool(found == 2)


def _ragged(p: Any) -> bool:
    try:
        np.ndim(p)
    except ValueError:
        return True
    return False


# ---- decide --------------------------------------------------------------------------------------


def decide(
    p: Any,
    metric: str | Metric,
    *,
    given: Given | None = None,
    average: Average | None = None,
    at_least: int | None = None,
    at_most: int | None = None,
    exactly: int | None = None,
    abstain: float | None = None,
    algorithm: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Any:
    """The optimal prediction: of greatest expected utility.

    Parameters
    ----------
    p : Estimator, array-like of shape (n,) or (n_rows, n_labels), data frame or sparse matrix
        What is known. One vector (or an `Estimator`) is one problem. A table is decided in one call, by `average`.
        Arrays of float32 and float64 are read in place, whatever their strides; other numbers are converted.
        CSR is read in place, absent probabilities are 0.
    metric : str or Metric
        What the prediction is judged by: ``"f1"``, ``"fbeta:2"``, ``"jaccard"``, ...; see `metrics`.
    given : {"independent", "categorical"}, optional
        What vectors and rows are: probabilities of independent labels (the default), or of exclusive ones, which sum
        to at most 1.
    average : {"instance", "macro", "micro"}, optional
        Of a table: each row a problem of its own (the default), each column, or the table as one.
    at_least, at_most, exactly : int, optional
        Bounds on the number k of positives in each answer.
    abstain : float, optional
        Leave an instance undecided where its expected loss is above this cost.
    algorithm : str, optional
        Default ``"auto"``, the best exact one.
    threads : int, optional
        For the rows or columns of a table; 0 means all of the machine's. Default 1. The result is the same, to the
        bit, for any number.
    progress : callable, optional
        Called now and then with the fraction done, in [0, 1]; returning ``False`` cancels (raises `Cancelled`).

    Returns
    -------
    Decision or Decisions
        One `Decision` for one problem, `Decisions` for a table. `DecisionWarning` is issued where the library has
        something to say of an answer.

    Raises
    ------
    ArgumentError
        An argument is outside its domain; the text names it, its value and its bound.
    FormatError
        There is no metric of that name.
    UnsupportedError
        There is no exact method for this pair of metric and estimator; the text says why.

    Examples
    --------
    >>> decide([0.9, 0.4, 0.1], "f1")
    Decision(k=1, labels=[0], expected=0.756, algorithm='ye')
    """
    settings = how(locals())
    chosen = as_metric(metric)
    if _is_table(p):
        return _decide_table(p, chosen, given, average, settings)
    _refuse_average(average)
    with _Problem(p, given) as problem:
        watched, made = problem.options(chosen, settings)
        decision = borrow_decision()
        handle = chosen._open()
        run(watched, lib.wald_decide, handle.pointer, problem.pointer, pointer(made), decision.pointer)
        facts = read_answer(decision.pointer, 0)
        give_back(decision)
    if facts[-1]:
        warnings.warn(facts[-1], DecisionWarning, stacklevel=2)
    return Decision(facts, problem.size, problem.source)


def _refuse_average(average: str | None) -> None:
    if average is not None and average_value(average) != AVERAGES["instance"]:
        raise ArgumentError(f"average is {average}: one estimator is one instance; tables take macro and micro")


def _decide_table(
    p: Any, metric: Metric, given: str | None, average: str | None, settings: dict[str, Any]
) -> Decisions:
    kind = table_kind(given)
    average = "instance" if average is None else average
    average_value(average)
    handle, decision = metric._open(), borrow_decision()
    out_mask: Mask | None = None
    if is_sparse(p):
        rows = Csr(p)
        assert rows.values is not None
        shape, source = (rows.rows, rows.cols), Source("scipy")
        made = options(average=average, watch=not _is_quick_table(metric, settings, average, shape), **settings)
        expected = np.empty(answer_count(average, shape))
        call(
            lib.wald_decide_csr,
            handle.pointer,
            kind,
            address(rows.indptr),
            address(rows.indices),
            rows.index_type,
            address(rows.values),
            float_type(rows.values),
            *shape,
            pointer(made),
            at(c_double, expected),
            decision.pointer,
        )
    else:
        array, source = floats(p, "probabilities")
        if array.ndim != 2:
            raise ArgumentError(f"probabilities has {array.ndim} dimensions: must have 1 (one problem) or 2 (a table)")
        shape = (array.shape[0], array.shape[1])
        made = options(average=average, watch=not _is_quick_table(metric, settings, average, shape), **settings)
        expected = np.empty(answer_count(average, shape))
        out_mask = np.empty(shape, np.uint8)
        call(
            lib.wald_decide_rows,
            handle.pointer,
            kind,
            address(array),
            float_type(array),
            *shape,
            *strides_of(array),
            pointer(made),
            at(c_uint8, out_mask),
            shape[1],
            1,
            at(c_double, expected),
            decision.pointer,
        )
    result = Decisions(decision, average, shape, source, out_mask, expected)
    warn_of(result, metric, 4)
    return result


def warn_of(result: Decisions, metric: Metric, stacklevel: int) -> None:
    """Issues what the library has to say of the answers, each text once."""
    if metric.properties & Properties.DEGENERATE:
        for text in sorted(set(result.warning) - {""}):
            warnings.warn(text, DecisionWarning, stacklevel=stacklevel)


def answer_count(average: str, shape: tuple[int, int]) -> int:
    """The number of answers over a table."""
    return {"instance": shape[0], "macro": shape[1], "micro": 1}[average]


def _is_quick_table(metric: Metric, settings: dict[str, Any], average: str, shape: tuple[int, int]) -> bool:
    problems = answer_count(average, shape)
    return _is_quick(metric, settings, problems, shape[0] * shape[1] // max(problems, 1))


# ---- expected, regret ----------------------------------------------------------------------------


@overload
def expected(
    p: Any,
    metric: str | Metric,
    prediction: Any,
    *,
    given: Given | None = ...,
    average: Average | None = ...,
    threads: int | None = ...,
    progress: Progress | None = ...,
    return_error: Literal[False] = ...,
) -> Any: ...
@overload
def expected(
    p: Any,
    metric: str | Metric,
    prediction: Any,
    *,
    given: Given | None = ...,
    average: Average | None = ...,
    threads: int | None = ...,
    progress: Progress | None = ...,
    return_error: Literal[True],
) -> tuple[float, float]: ...
def expected(
    p: Any,
    metric: str | Metric,
    prediction: Any,
    *,
    given: Given | None = None,
    average: Average | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    return_error: bool = False,
) -> Any:
    """The expected utility of any prediction.

    Parameters
    ----------
    p, metric, given, average, threads, progress
        See `decide`.
    prediction : array-like, data frame or sparse matrix of the shape of p
        Zeros and ones. bool and uint8 are read in place.
    return_error : bool
        Of one problem, also return a proved limit on the absolute error.

    Returns
    -------
    float, or ndarray of shape (n_answers,)
        A number for one problem, an array for a table; with `return_error` the pair (value, error).
    """
    settings = how(locals())
    chosen = as_metric(metric)
    if _is_table(p):
        if return_error:
            raise ArgumentError("return_error is True: of a table no errors are computed")
        return _expected_table(p, chosen, prediction, given, average, settings)[0]
    _refuse_average(average)
    value, error = _judge(lib.wald_expected, p, chosen, prediction, given, settings)
    return (value, error) if return_error else value


@overload
def regret(
    p: Any,
    metric: str | Metric,
    prediction: Any,
    *,
    given: Given | None = ...,
    average: Average | None = ...,
    at_least: int | None = ...,
    at_most: int | None = ...,
    exactly: int | None = ...,
    algorithm: str | None = ...,
    threads: int | None = ...,
    progress: Progress | None = ...,
    return_bound: Literal[False] = ...,
) -> Any: ...
@overload
def regret(
    p: Any,
    metric: str | Metric,
    prediction: Any,
    *,
    given: Given | None = ...,
    average: Average | None = ...,
    at_least: int | None = ...,
    at_most: int | None = ...,
    exactly: int | None = ...,
    algorithm: str | None = ...,
    threads: int | None = ...,
    progress: Progress | None = ...,
    return_bound: Literal[True],
) -> tuple[float, float]: ...
def regret(
    p: Any,
    metric: str | Metric,
    prediction: Any,
    *,
    given: Given | None = None,
    average: Average | None = None,
    at_least: int | None = None,
    at_most: int | None = None,
    exactly: int | None = None,
    algorithm: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    return_bound: bool = False,
) -> Any:
    """How much expected utility a prediction gives away against the optimum (within the constraints given).

    Parameters
    ----------
    p, metric, given, average, at_least, at_most, exactly, algorithm, threads, progress
        See `decide`.
    prediction : array-like, data frame or sparse matrix of the shape of p
        Zeros and ones.
    return_bound : bool
        Of one problem, also return a bound: the true regret is at most the sum of the two.

    Returns
    -------
    float, or ndarray of shape (n_answers,)
        A number for one problem, an array for a table; with `return_bound` the pair (regret, bound).
    """
    settings = how(locals())
    chosen = as_metric(metric)
    if _is_table(p):
        if return_bound:
            raise ArgumentError("return_bound is True: of a table no bounds are computed")
        return _expected_table(p, chosen, prediction, given, average, settings, regrets=True)[1]
    _refuse_average(average)
    value, bound = _judge(lib.wald_regret, p, chosen, prediction, given, settings)
    return (value, bound) if return_bound else value


def _judge(
    function: Callable[..., int], p: Any, metric: Metric, prediction: Any, given: str | None, settings: dict[str, Any]
) -> tuple[float, float]:
    cells, source = mask_vector(prediction, "mask")
    with _Problem(p, given) as problem:
        _same_names("prediction", source, problem.source)
        watched, made = problem.options(metric, settings)
        handle = metric._open()
        value, limit = c_double(), c_double()
        run(
            watched,
            function,
            handle.pointer,
            problem.pointer,
            at(c_uint8, cells),
            len(cells),
            cells.strides[0],
            pointer(made),
            byref(value),
            byref(limit),
        )
    return value.value, limit.value


def _expected_table(
    p: Any,
    metric: Metric,
    prediction: Any,
    given: str | None,
    average: str | None,
    settings: dict[str, Any],
    *,
    regrets: bool = False,
) -> tuple[Floats, Floats]:
    if is_sparse(p):
        p = p.toarray()  # the library takes dense tables here
    array, source = floats(p, "probabilities")
    cells, names = mask(prediction, "mask")
    _same_shape("mask", cells, "probabilities", array)
    _same_names("prediction", names, source)
    shape = (array.shape[0], array.shape[1])
    average = "instance" if average is None else average
    average_value(average)
    made = options(average=average, **settings)
    handle = metric._open()
    answers = answer_count(average, shape)
    expectation, regret_ = np.empty(answers), np.empty(answers if regrets else 0)
    call(
        lib.wald_expected_rows,
        handle.pointer,
        table_kind(given),
        address(array),
        float_type(array),
        *shape,
        *strides_of(array),
        at(c_uint8, cells),
        *strides_of(cells),
        pointer(made),
        at(c_double, expectation),
        at(c_double, regret_) if regrets else None,
    )
    return expectation, regret_


def _same_shape(name: str, array: NDArray[Any], other_name: str, other: NDArray[Any]) -> None:
    if array.shape != other.shape:
        raise ArgumentError(
            f"{name} has shape {array.shape}, {other_name} has shape {other.shape}: they must have the same shape"
        )


def _same_names(name: str, mine: Source, other: Source | tuple[Hashable, ...] | None) -> None:
    """Two data frames whose names differ are not about the same cells, whatever their shapes."""
    if not isinstance(other, Source) or mine.form != other.form or mine.form == "numpy":
        return
    for what in ("columns", "index"):
        a, b = getattr(mine, what), getattr(other, what)
        if a is not None and b is not None and list(a) != list(b):
            raise ArgumentError(f"the {what} of {name} differ from those it belongs to: reindex one of them")


# ---- curve, distribution -------------------------------------------------------------------------


def curve(
    p: Any,
    metric: str | Metric,
    *,
    given: Given | None = None,
    at_least: int | None = None,
    at_most: int | None = None,
    exactly: int | None = None,
    algorithm: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Floats:
    """The expected utility of the best prediction at each number k of positives.

    Parameters
    ----------
    p : Estimator or array-like of shape (n,)
        One problem.
    metric, given, at_least, at_most, exactly, algorithm, threads, progress
        See `decide`.

    Returns
    -------
    ndarray of shape (n + 1,)
        For k = 0 ... n; NaN at a k that the constraints rule out.
    """
    settings = how(locals())
    chosen = as_metric(metric)
    with _Problem(p, given) as problem:
        watched, made = problem.options(chosen, settings)
        handle = chosen._open()
        needed = c_int64()
        check(lib.wald_curve(handle.pointer, problem.pointer, pointer(made), None, 0, byref(needed)))
        out = np.empty(needed.value)
        run(
            watched,
            lib.wald_curve,
            handle.pointer,
            problem.pointer,
            pointer(made),
            at(c_double, out),
            needed.value,
            byref(needed),
        )
    return out


def distribution(
    p: Any,
    metric: str | Metric,
    prediction: Any,
    *,
    given: Given | None = None,
    seed: int | None = None,
    draws: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Distribution:
    """The distribution of a prediction's utility: exact where the metric and what is known allow, else drawn.

    Parameters
    ----------
    p : Estimator or array-like of shape (n,)
        One problem. Not a counts estimator, which does not determine it.
    metric, given, threads, progress
        See `decide`.
    prediction : array-like of shape (n,)
        Zeros and ones.
    seed : int, optional
        In [0, 2**64); default 0.
    draws : int, optional
        At least 2; default 10000. Only where the distribution must be simulated.

    Returns
    -------
    Distribution
    """
    settings = how(locals())
    chosen = as_metric(metric)
    cells, source = mask_vector(prediction, "mask")
    result = Distribution()
    with _Problem(p, given) as problem:
        _same_names("prediction", source, problem.source)
        _, made = problem.options(chosen, settings)
        handle, target = chosen._open(), result._open()
        call(
            lib.wald_distribution_compute,
            target.pointer,
            handle.pointer,
            problem.pointer,
            at(c_uint8, cells),
            len(cells),
            cells.strides[0],
            pointer(made),
        )
    return result


# ---- evaluate ------------------------------------------------------------------------------------


@overload
def evaluate(
    truth: Any,
    prediction: Any,
    metric: str | Metric,
    *,
    average: Average | None = ...,
    weights: ArrayLike | None = ...,
    return_undecided: Literal[False] = ...,
) -> float: ...
@overload
def evaluate(
    truth: Any,
    prediction: Any,
    metric: str | Metric,
    *,
    average: Average | None = ...,
    weights: ArrayLike | None = ...,
    return_undecided: Literal[True],
) -> tuple[float, int]: ...
def evaluate(
    truth: Any,
    prediction: Any,
    metric: str | Metric,
    *,
    average: Average | None = None,
    weights: ArrayLike | None = None,
    return_undecided: bool = False,
) -> float | tuple[float, int]:
    """What predictions were worth: the metric's value on known truth.

    Parameters
    ----------
    truth, prediction : array-like, data frame or sparse matrix of shape (n_rows, n_labels) or (n_items,)
        Zeros and ones. A vector is one problem. A row of the prediction that is `UNDECIDED` is left out and counted.
    metric : str or Metric
        See `decide`.
    average : {"instance", "macro", "micro"}, optional
        Of a table: the (weighted) mean over rows (the default) or columns, or the value of the table as one problem.
    weights : array-like of shape (n_rows,), optional
        Finite and >= 0, not all 0. With weights custom metrics are refused but for the instance average.
    return_undecided : bool
        Also return the number of rows left out.

    Returns
    -------
    float
        NaN where every row is undecided; with `return_undecided` the pair (value, n_undecided).
    """
    chosen = as_metric(metric)
    y, y_source = mask(truth, "truth")
    h, h_source = mask(prediction, "prediction", undecided=True)
    _same_shape("truth", y, "prediction", h)
    _same_names("prediction", h_source, y_source)
    if y.ndim == 1:
        if average is not None:
            raise ArgumentError(f"average is {average!r}: truth is a vector, which is one problem")
        y, h, average = y[:, None], h[:, None], "macro"
    elif y.ndim != 2:
        raise ArgumentError(f"truth has {y.ndim} dimensions: must have 1 or 2")
    kept, where, kind, stride = weights_of(weights, y.shape[0])
    handle = chosen._open()
    value, undecided = c_double(math.nan), c_int64()
    run(
        chosen._custom,
        lib.wald_evaluate,
        handle.pointer,
        average_value("instance" if average is None else average),
        *y.shape,
        at(c_uint8, y),
        *strides_of(y),
        at(c_uint8, h),
        *strides_of(h),
        where,
        kind,
        stride,
        byref(value),
        byref(undecided),
    )
    del kept
    return (value.value, undecided.value) if return_undecided else value.value


__all__ = ["curve", "decide", "distribution", "evaluate", "expected", "regret"]
