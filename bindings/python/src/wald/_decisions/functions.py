"""The functions: decide, expected, regret, curve, distribution, evaluate."""

from __future__ import annotations

import ctypes
import math
from ctypes import byref, c_char_p, c_double, c_int64
from typing import TYPE_CHECKING, Any, Hashable, Literal, cast, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._core.arrays import (
    FLOAT32, FLOAT64, Floats, Mask, csr, floats, is_list_of_labels, mask, mask_vector, table_view, view, weights_of,
)
from .._core.calls import call, run
from .._core.errors import ONE_LABEL, ArgumentError, warn
from .._core.flags import Properties
from .._core.forms import Source, is_sparse, same_rows
from .._core.handles import Handle, address, at, list_of, text_of
from .._core.library import check, lib
from .._core.metric import Metric, as_metric
from .._core.options import (
    KINDS, Average, Kind, options, pointer, table_kind, take_exactly, takes, vector_kind,
)
from .._core.rows import FACTS
from .._core.scoring import scoring_of, take_scoring
from .._core.table import distribution_p, estimator_p, expectation_p, wald_array, wald_known
from .decision import Decision, Decisions, borrow_decision, give_back, read_answer
from .distribution import Distribution
from .estimator import Estimator

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._core.forms import Table, Vector
    from .._core.keywords import DecisionOptions

QUICK = 4_000_000
"""Problems times items squared: below this a named metric's decision is over before an interrupt would matter."""
KEPT = 100_000
"""This many labels an estimator may have that is kept for the next vector."""

_N_LABELS = FACTS["estimator"]["n_labels"].value


def _is_quick(metric: Metric, given: dict[str, Any], problems: int, items: int) -> bool:
    return problems * items * items <= QUICK and not metric._custom and given.get("algorithm") is None


class _Vector:
    """An independent estimator of the library and the view by which it is fed, to use again for vector after vector."""

    __slots__ = ("handle", "shown")

    def __init__(self) -> None:
        out = estimator_p()
        check(lib.wald_estimator_create(KINDS["independent"], 0, byref(out)))
        self.handle = Handle(out)
        self.shown = wald_array(ctypes.sizeof(wald_array), None, 0, 1, 1, 1, FLOAT64)

    def feed(self, array: NDArray[Any]) -> None:
        shown, size, out = self.shown, array.itemsize, self.handle.pointer
        shown.data, shown.rows, shown.row_stride = address(array), len(array), array.strides[0] // size
        shown.type = FLOAT32 if size == 4 else FLOAT64
        check(lib.wald_clear(out))
        check(lib.wald_estimator_feed_probabilities(out, shown))


_pool: list[_Vector] = []


class _Problem:
    """One problem as an estimator to read from: the caller's, or one made of a vector for this call."""

    __slots__ = ("pointer", "source", "size", "_estimator", "_handle", "_short", "_vector")

    def __init__(self, p: Any, kind: str | None) -> None:
        self._vector: _Vector | None = None
        self._estimator: Estimator | None = None
        if isinstance(p, Estimator):
            own = p.kind
            if kind is not None and kind != own:
                raise ArgumentError(f"kind is {kind!r}: the estimator is {own}")
            self._estimator = p
            self.source: Source | tuple[Hashable, ...] | None = p.labels
            self._short = own in ("independent", "categorical")
            self._handle = p._begin()
            self.pointer = self._handle.pointer
            size = c_double()  # asked for now, when no other thread can feed it
            check(lib.wald_number(self.pointer, _N_LABELS, 0, byref(size)))
            self.size = int(size.value)
            return
        array, self.source = floats(p, "probabilities")
        if array.ndim != 1:
            raise ArgumentError(
                f"probabilities has {array.ndim} dimensions: must have 1 (one problem), or be an Estimator"
            )
        self.size = len(array)
        self._short = True
        if kind is None or kind == "independent":
            self._vector = _pool.pop() if _pool else _Vector()
            self._handle = self._vector.handle
            self.pointer = self._handle.pointer
            self._vector.feed(array)
            return
        out = estimator_p()
        check(lib.wald_estimator_create(vector_kind(kind), 0, byref(out)))
        self._handle = Handle(out)
        self.pointer = out
        check(lib.wald_estimator_feed_probabilities(out, view(array)))

    def __enter__(self) -> _Problem:
        return self

    def __exit__(self, *exc: object) -> None:
        if self._estimator is not None:
            self._estimator._end()
        elif self._vector is not None and self.size <= KEPT and len(_pool) < 8:
            _pool.append(self._vector)

    def options(self, metric: Metric, given: dict[str, Any]) -> tuple[bool, Handle | None]:
        """Whether the call may call back, and its options."""
        quick = self._short and _is_quick(metric, given, 1, self.size)
        if quick and not given:
            return False, None
        return not quick or given.get("progress") is not None, options("decisions", given, watch=not quick)


def _is_table(p: Any) -> bool:
    if isinstance(p, Estimator):
        return False
    if is_sparse(p) or is_list_of_labels(p):
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


def metric_of(metric: str | Metric, asked: dict[str, Any], of: Any) -> Metric:
    """The metric of a call, whose average a name of scikit-learn's may set."""
    if not isinstance(metric, str):
        return as_metric(metric)
    return as_metric(take_scoring(metric, asked, one_label=not _is_table(of) and scoring_of(metric) is not None))


# ---- decide --------------------------------------------------------------------------------------


@overload
def decide(p: Estimator | Vector, metric: str | Metric, *, kind: Kind | None = None, exactly: int | None = None,
           **options: Unpack[DecisionOptions]) -> Decision: ...
@overload
def decide(p: Table, metric: str | Metric, *, kind: Kind | None = None, exactly: int | None = None,
           **options: Unpack[DecisionOptions]) -> Decisions: ...
@overload
def decide(p: Any, metric: str | Metric, *, kind: Kind | None = None, exactly: int | None = None,
           **options: Unpack[DecisionOptions]) -> Any: ...
@takes("decisions", "decide")
def decide(
    p: Any,
    metric: str | Metric,
    *,
    kind: Kind | None = None,
    exactly: int | None = None,
    **options: Unpack[DecisionOptions],
) -> Any:
    """The optimal prediction: of greatest expected utility.

    Parameters
    ----------
    p : Estimator, array-like of shape (n,) or (n_rows, n_labels), data frame or sparse matrix
        What is known. One vector (or an `Estimator`) is one problem. A table is decided in one call, by `average`.
        Arrays of float32 and float64 are read in place, whatever their strides; other numbers are converted.
        CSR is read in place, absent probabilities are 0. A list of a table for each label, as ``predict_proba`` of
        scikit-learn's multilabel forests gives it, is taken by its second columns.
    metric : str or Metric
        What the prediction is judged by: ``"f1"``, ``"fbeta:2"``, ``"jaccard"``, ...; see `metrics`.
    kind : {"independent", "categorical"}, optional
        What vectors and rows are: probabilities of independent labels (the default), or of exclusive ones, which sum
        to at most 1.
    exactly : int, optional
        The number of positives in each answer: at_least and at_most in one.
    <options>

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

    Notes
    -----
    What is None keeps its default. ``progress(fraction)`` cancels by returning False, which raises `Cancelled`.

    Examples
    --------
    >>> decide([0.9, 0.4, 0.1], "f1")
    Decision(k=1, labels=[0], expected=0.756, algorithm='ye')
    """
    asked = cast("dict[str, Any]", options)
    take_exactly(exactly, asked)
    chosen = metric_of(metric, asked, p)
    if _is_table(p):
        return _decide_table(p, chosen, kind, asked)
    if kind in (None, "independent") and not asked and _is_long(p):
        read = _decide_in_place(p, chosen)
        if read is not None:
            return read
    with _Problem(p, kind) as problem:
        watched, made = problem.options(chosen, asked)
        decision = borrow_decision()
        handle = chosen._open()
        run(watched, lib.wald_decide, handle.pointer, problem.pointer, pointer(made), decision.pointer)
        facts = read_answer(decision.pointer, 0)
        give_back(decision, problem.size)
    if facts[-1]:
        warn(facts[-1])
    return Decision(facts, problem.size, problem.source)


def _is_long(p: Any) -> bool:
    size = getattr(p, "size", 0)
    return isinstance(size, int) and size > KEPT


def _decide_in_place(p: Any, metric: Metric) -> Decision | None:
    """The decision for many independent labels, without a copy of their probabilities: that of a table of one row. None
    where a vector has to be refused, whose message names a label, not a row."""
    array, source = floats(p, "probabilities")
    if array.ndim != 1:
        return None
    handle, decision = metric._open(), borrow_decision()
    made = options("decisions", {}, watch=not _is_quick(metric, {}, 1, len(array)))
    try:
        call(lib.wald_decide_table, handle.pointer, KINDS["independent"], table_view(view(array[None, :])), pointer(made),
             None, None, decision.pointer)
    except ArgumentError:
        return None
    facts = read_answer(decision.pointer, 0)
    give_back(decision, len(array))
    if facts[-1]:
        warn(facts[-1])
    return Decision(facts, len(array), source)


def _decide_table(p: Any, metric: Metric, kind: str | None, asked: dict[str, Any]) -> Decisions:
    number = table_kind(kind)
    handle, decision = metric._open(), borrow_decision()
    out_mask: Mask | None = None
    if is_sparse(p):
        rows, source = csr(p), Source("scipy")
        shape = (rows.rows, rows.columns)
        made, average = table_options(metric, asked, shape)
        expected = np.empty(answer_count(average, shape))
        to = at(c_double, expected)
        call(lib.wald_decide_table, handle.pointer, number, table_view(rows), pointer(made), None, to, decision.pointer)
    else:
        array, source = floats(p, "probabilities")
        if array.ndim != 2:
            raise ArgumentError(f"probabilities has {array.ndim} dimensions: must have 1 (one problem) or 2 (a table)")
        shape = (array.shape[0], array.shape[1])
        made, average = table_options(metric, asked, shape)
        expected, out_mask = np.empty(answer_count(average, shape)), np.empty(shape, np.uint8)
        results = view(out_mask), at(c_double, expected), decision.pointer
        call(lib.wald_decide_table, handle.pointer, number, table_view(view(array)), pointer(made), *results)
    result = Decisions(decision, average, shape, source, out_mask, expected)
    warn_of(result, metric)
    return result


def table_options(metric: Metric, asked: dict[str, Any], shape: tuple[int, int]) -> tuple[Handle | None, Average]:
    """The options of a call on a table, and over what it decides."""
    average = average_of(asked)
    problems = {"instance": shape[0], "macro": shape[1]}.get(average, 1)
    items = shape[0] * shape[1] // max(problems, 1)
    return options("decisions", asked, watch=not _is_quick(metric, asked, problems, items)), average


def average_of(asked: dict[str, Any]) -> Average:
    """Over what a table is taken."""
    average: Average | None = asked.get("average")
    return average or "instance"


_DEGENERATE = int(Properties.DEGENERATE)


def warn_of(result: Decisions, metric: Metric) -> None:
    """Issues what the library has to say of the answers, each text once."""
    if int(metric._number("properties")) & _DEGENERATE or result._first_warned():
        for text in sorted(set(result.warning) - {""}):
            warn(text)


def as_one_problem(asked: dict[str, Any]) -> dict[str, Any]:
    """The options for a vector, one label over its rows: one problem, as `decide` takes it, unless an average is given."""
    return asked if asked.get("average") else {**asked, "average": "macro"}


def warn_of_table(metric: Metric, kind: int, average: str | None, table: Any) -> None:
    """Issues the library's warning of a table, a view of it, where no answer comes with one. `average` is None if
    the user gave none."""
    text = c_char_p()
    made = None if average is None else options("decisions", {"average": average})
    check(lib.wald_table_warning(metric._open().pointer, kind, table_view(table), pointer(made), byref(text)))
    if text.value:
        warn(text.value.decode())


def judges_sets(metric: Metric) -> bool:
    """Whether the library warns of a table of one column, whose rows are judged one by one."""
    text = c_char_p()
    cells: Mask = np.zeros((2, 1), np.uint8)
    table = table_view(view(cells))
    check(lib.wald_table_warning(metric._open().pointer, KINDS["independent"], table, None, byref(text)))
    return bool(text.value)


def answer_count(average: str, shape: tuple[int, int]) -> int:
    """The number of answers over a table."""
    return {"instance": shape[0], "macro": shape[1], "micro": 1}[average]


# ---- expected, regret ----------------------------------------------------------------------------


@overload
def expected(p: Estimator | Vector, metric: str | Metric, prediction: Any, *, kind: Kind | None = None,
             return_error: Literal[False] = False, **options: Unpack[DecisionOptions]) -> float: ...
@overload
def expected(p: Estimator | Vector, metric: str | Metric, prediction: Any, *, kind: Kind | None = None,
             return_error: Literal[True], **options: Unpack[DecisionOptions]) -> tuple[float, float]: ...
@overload
def expected(p: Any, metric: str | Metric, prediction: Any, *, kind: Kind | None = None, return_error: bool = False,
             **options: Unpack[DecisionOptions]) -> Any: ...
@takes("decisions", "expected")
def expected(
    p: Any,
    metric: str | Metric,
    prediction: Any,
    *,
    kind: Kind | None = None,
    return_error: bool = False,
    **options: Unpack[DecisionOptions],
) -> Any:
    """The expected utility of any prediction.

    Parameters
    ----------
    p, metric, kind
        See `decide`. Of the options average, threads and progress count.
    prediction : Decision, Decisions, array-like, data frame or sparse matrix of the shape of p
        Zeros and ones. bool and uint8 are read in place.
    return_error : bool
        Of one problem, also return a proved limit on the absolute error.
    <options>

    Returns
    -------
    float, or ndarray or Series of shape (n_answers,)
        A number for one problem; of a table an array, of a pandas DataFrame a Series; with `return_error` the
        pair (value, error).
    """
    asked = cast("dict[str, Any]", options)
    chosen = metric_of(metric, asked, p)
    take_exactly(None, asked)
    if _is_table(p):
        if return_error:
            raise ArgumentError("return_error is True: must be False for a table")
        return _expected_table(p, chosen, prediction, kind, asked)
    return _judge(p, chosen, prediction, kind, asked, "expected", "error" if return_error else None)


@overload
def regret(p: Estimator | Vector, metric: str | Metric, prediction: Any, *, kind: Kind | None = None,
           exactly: int | None = None, return_bound: Literal[False] = False,
           **options: Unpack[DecisionOptions]) -> float: ...
@overload
def regret(p: Estimator | Vector, metric: str | Metric, prediction: Any, *, kind: Kind | None = None,
           exactly: int | None = None, return_bound: Literal[True],
           **options: Unpack[DecisionOptions]) -> tuple[float, float]: ...
@overload
def regret(p: Any, metric: str | Metric, prediction: Any, *, kind: Kind | None = None, exactly: int | None = None,
           return_bound: bool = False, **options: Unpack[DecisionOptions]) -> Any: ...
@takes("decisions", "regret")
def regret(
    p: Any,
    metric: str | Metric,
    prediction: Any,
    *,
    kind: Kind | None = None,
    exactly: int | None = None,
    return_bound: bool = False,
    **options: Unpack[DecisionOptions],
) -> Any:
    """How much expected utility a prediction gives away against the optimum (within the constraints given).

    Parameters
    ----------
    p, metric, kind, exactly
        See `decide`.
    prediction : Decision, Decisions, array-like, data frame or sparse matrix of the shape of p
        Zeros and ones.
    return_bound : bool
        Of one problem, also return a bound: the true regret is at most the sum of the two.
    <options>

    Returns
    -------
    float, or ndarray or Series of shape (n_answers,)
        A number for one problem; of a table an array, of a pandas DataFrame a Series; with `return_bound` the
        pair (regret, bound).
    """
    asked = cast("dict[str, Any]", options)
    chosen = metric_of(metric, asked, p)
    take_exactly(exactly, asked)
    if _is_table(p):
        if return_bound:
            raise ArgumentError("return_bound is True: must be False for a table")
        return _expected_table(p, chosen, prediction, kind, asked, regrets=True)
    return _judge(p, chosen, prediction, kind, asked, "regret", "regret_bound" if return_bound else None)


_EXPECTATION = {name: fact.value for name, fact in FACTS["expectation"].items()}


def _known(**of: Any) -> wald_known:
    """What is known of labels: an estimator, or the probabilities of a table and their kind."""
    return wald_known(ctypes.sizeof(wald_known), **of)


def _judge(
    p: Any, metric: Metric, prediction: Any, kind: str | None, asked: dict[str, Any], fact: str, limit: str | None
) -> Any:
    """A fact of an expectation, alone or with the fact that limits its error."""
    cells, source = mask_vector(prediction, "mask")
    with _Problem(p, kind) as problem:
        same_names("prediction", source, problem.source)
        watched, made = problem.options(metric, asked)
        handle = metric._open()
        out = expectation_p()
        try:
            run(watched, lib.wald_expectation_create, handle.pointer, _known(estimator=problem.pointer), view(cells), pointer(made),
                fact == "regret", byref(out))
            value = c_double()
            to = byref(value)
            check(lib.wald_number(out, _EXPECTATION[fact], 0, to))
            found = value.value
            if limit is None:
                return found
            check(lib.wald_number(out, _EXPECTATION[limit], 0, to))
            return found, value.value
        finally:
            lib.wald_destroy(out)


def _expected_table(
    p: Any, metric: Metric, prediction: Any, kind: str | None, asked: dict[str, Any], *, regrets: bool = False
) -> Any:
    if is_sparse(p):
        p = p.toarray()  # the library takes dense tables here
    array, source = floats(p, "probabilities")
    cells, names = mask(prediction, "mask")
    _same_shape("mask", cells, "probabilities", array)
    same_names("prediction", names, source)
    average = average_of(asked)
    made = options("decisions", asked)
    handle, out = metric._open(), expectation_p()
    try:
        known = _known(probabilities=ctypes.pointer(view(array)), kind=table_kind(kind))
        call(lib.wald_expectation_create, handle.pointer, known, view(cells), pointer(made), regrets, byref(out))
        found = list_of(out, _EXPECTATION["regret" if regrets else "expected"])
        warning = text_of(out, _EXPECTATION["warning"])
    finally:
        lib.wald_destroy(out)
    if warning:
        warn(warning)
    if source.form != "pandas" or average == "micro":
        return found
    return Source("pandas", source.index if average == "instance" else source.columns).series(found)


def _same_shape(name: str, array: NDArray[Any], other_name: str, other: NDArray[Any]) -> None:
    if array.shape != other.shape:
        raise ArgumentError(
            f"{name} has shape {array.shape}, {other_name} has shape {other.shape}: they must have the same shape"
        )


def same_names(name: str, mine: Source, other: Source | tuple[Hashable, ...] | None) -> None:
    """Two data frames whose names differ are not about the same cells, whatever their shapes."""
    if not isinstance(other, Source) or mine.form != other.form or mine.form == "numpy":
        return
    for what in ("columns", "index"):
        a, b = getattr(mine, what), getattr(other, what)
        if a is not None and b is not None and list(a) != list(b):
            raise ArgumentError(f"the {what} of {name} differ from those it belongs to: reindex one of them")


# ---- curve, distribution -------------------------------------------------------------------------


@takes("decisions", "curve", but=("average",))
def curve(
    p: Any,
    metric: str | Metric,
    *,
    kind: Kind | None = None,
    exactly: int | None = None,
    **options: Unpack[DecisionOptions],
) -> Floats:
    """The expected utility of the best prediction at each number k of positives.

    Parameters
    ----------
    p : Estimator or array-like of shape (n,)
        One problem.
    metric, kind, exactly
        See `decide`.
    <options>

    Returns
    -------
    ndarray of shape (n + 1,)
        For k = 0 ... n; NaN at a k that the constraints rule out.
    """
    asked = cast("dict[str, Any]", options)
    chosen = metric_of(metric, asked, p)
    take_exactly(exactly, asked)
    with _Problem(p, kind) as problem:
        watched, made = problem.options(chosen, asked)
        handle = chosen._open()
        needed = c_int64()
        check(lib.wald_curve(handle.pointer, problem.pointer, pointer(made), None, 0, byref(needed)))
        out = np.empty(needed.value)
        to = at(c_double, out)
        run(watched, lib.wald_curve, handle.pointer, problem.pointer, pointer(made), to, len(out), byref(needed))
    return out


@takes("decisions", "distribution")
def distribution(
    p: Any, metric: str | Metric, prediction: Any, *, kind: Kind | None = None, **options: Unpack[DecisionOptions]
) -> Distribution:
    """The distribution of a prediction's utility: exact if the metric and what is known allow, else simulated.

    Parameters
    ----------
    p : Estimator or array-like of shape (n,)
        One problem. Not a counts estimator, which does not determine it.
    metric, kind
        See `decide`.
    prediction : Decision or array-like of shape (n,)
        Zeros and ones.
    <options>

    Returns
    -------
    Distribution
    """
    asked = cast("dict[str, Any]", options)
    chosen = metric_of(metric, asked, p)
    cells, source = mask_vector(prediction, "mask")
    out = distribution_p()
    with _Problem(p, kind) as problem:
        same_names("prediction", source, problem.source)
        _, made = problem.options(chosen, asked)
        handle, shown = chosen._open(), view(cells)
        call(lib.wald_distribution_create, handle.pointer, problem.pointer, shown, pointer(made), byref(out))
    return Distribution._owning(out)


# ---- evaluate ------------------------------------------------------------------------------------


@overload
def evaluate(truth: Any, prediction: Any, metric: str | Metric, *, average: Average | None = None,
             weights: ArrayLike | None = None, prevalence: ArrayLike | None = None,
             label_weights: ArrayLike | None = None, abstain_label: float | None = None,
             return_undecided: Literal[False] = False) -> float: ...
@overload
def evaluate(truth: Any, prediction: Any, metric: str | Metric, *, average: Average | None = None,
             weights: ArrayLike | None = None, prevalence: ArrayLike | None = None,
             label_weights: ArrayLike | None = None, abstain_label: float | None = None,
             return_undecided: Literal[True]) -> tuple[float, int]: ...
def evaluate(
    truth: Any,
    prediction: Any,
    metric: str | Metric,
    *,
    average: Average | None = None,
    weights: ArrayLike | None = None,
    prevalence: ArrayLike | None = None,
    label_weights: ArrayLike | None = None,
    abstain_label: float | None = None,
    return_undecided: bool = False,
) -> float | tuple[float, int]:
    """What predictions were worth: the metric's value on known truth.

    Parameters
    ----------
    truth, prediction : array-like, data frame or sparse matrix of shape (n_rows, n_labels) or (n_items,)
        Zeros and ones. A vector is one problem. A row of the prediction with an `UNDECIDED` cell is left out
        and counted; with ``abstain_label`` such a cell costs what that says, and cells are counted.
        The prediction may be a `Decision` or `Decisions`.
    metric : str or Metric
        See `decide`.
    average : {"instance", "macro", "micro"}, optional
        Of a table: the (weighted) mean over rows or columns, or the value of the table as one problem. Default: that of
        the `Decisions`, else ``"instance"``.
    weights : array-like of shape (n_rows,), optional
        Finite and >= 0, not all 0. With weights custom metrics are refused except for the instance average.
    prevalence : float or array-like of shape (n_labels,), optional
        The share of each label where decisions are made, in (0, 1): each label's rows are weighted to it. Default: that
        of the rows.
    label_weights : array-like of shape (n_labels,), optional
        The weights of the labels in a macro average: finite and >= 0, not all 0. Default: all equal.
    abstain_label : float, optional
        What each undecided cell costs, as it did in deciding: rows that hold such cells then count. Average instance.
    return_undecided : bool
        Also return the number of rows left out, or with `abstain_label` that of undecided cells.

    Returns
    -------
    float
        NaN if every row is undecided; with `return_undecided` the pair (value, n_undecided).
    """
    asked: dict[str, Any] = {"average": average, "prevalence": prevalence, "label_weights": label_weights,
                             "abstain_label": abstain_label}  # fmt: skip
    chosen = metric_of(metric, asked, truth)
    same_rows("truth", truth, weights=weights)
    y, (h,) = known_and_predicted(truth, {"prediction": prediction}, chosen, asked)
    handle, made = chosen._open(), options("decisions", asked, watch=False)
    value, undecided = c_double(math.nan), c_int64()
    weighed = weights_of(weights, y.shape[0])
    results = byref(value), byref(undecided)
    run(chosen._custom, lib.wald_evaluate, handle.pointer, view(y), view(h), weighed, pointer(made), *results)
    return (value.value, undecided.value) if return_undecided else value.value


def known_and_predicted(
    truth: Any, predictions: dict[str, Any], metric: Metric, asked: dict[str, Any]
) -> tuple[Mask, list[Mask]]:
    """The truth and predictions of it as tables, and in `asked` over what they are averaged."""
    y, y_source = mask(truth, "truth")
    tables: list[Mask] = []
    for name, prediction in predictions.items():
        if isinstance(prediction, Decisions) and asked["average"] is None:
            asked["average"] = prediction.average
        h, h_source = mask(prediction, name, undecided=True)
        if isinstance(prediction, Decisions) and y.ndim == 1 and h.shape == (len(y), 1):
            y = y[:, None]  # a column that was decided as one problem
        _same_shape("truth", y, name, h)
        same_names(name, h_source, y_source)
        tables.append(h)
    if y.ndim == 1:
        if asked["average"] is not None:
            raise ArgumentError(f"average is {asked['average']!r}: truth is a vector, which is one problem; {ONE_LABEL}")
        if asked.get("abstain_label") is not None:
            return y[None, :], [h[None, :] for h in tables]
        asked["average"] = "macro"
        return y[:, None], [h[:, None] for h in tables]
    if y.ndim != 2:
        raise ArgumentError(f"truth has {y.ndim} dimensions: must have 1 or 2")
    warn_of_table(metric, KINDS["independent"], asked.get("average"), view(y))
    return y, tables


__all__ = ["curve", "decide", "distribution", "evaluate", "expected", "regret"]
