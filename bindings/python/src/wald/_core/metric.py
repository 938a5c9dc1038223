"""Metrics: by name, by callable, by table."""

from __future__ import annotations

import ctypes
import functools
import math
import re
from typing import Any, Callable, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from .arrays import floats, integer, name_bytes, real
from .calls import call, run
from .errors import ArgumentError, FormatError
from .flags import Properties
from .handles import Closable, Handle, at
from .library import check, lib, pending_exception, set_pending
from .rows import FACTS
from .scoring import scoring_of
from .table import metric_p, wald_metric_function, wald_metric_row

_FACTS = FACTS["metric"]


class MetricInfo(NamedTuple):
    """One of the metrics that have a name."""

    name: str
    """The pattern of the name, such as ``"fbeta:B"``."""
    aliases: tuple[str, ...]
    """Accepted beside the name."""
    formula: str
    sentence: str
    properties: Properties


class Metric(Closable):
    """A utility U(tp, k, s, n), to be maximised. Immutable; may be shared by threads.

    With n labels, truth y and prediction h: tp = sum(y*h), k = sum(h), s = sum(y).

    Parameters
    ----------
    name : str
        ``"f1"``, ``"fbeta:0.5"``, ``"jaccard"``, ``"balanced_accuracy"``, ``"cost:1:5"``, ``"lf:..."``; `metrics` lists
        all.
    zero_division : {1, 0}
        The value of a rate that is 0/0. 1 is the convention here and in the literature; 0 that of scikit-learn.

    Raises
    ------
    FormatError
        Where there is no such metric; the message lists those there are.

    Examples
    --------
    >>> Metric("f1").utility(tp=2, k=3, s=2, n=5)
    0.8
    """

    __slots__ = ("_recipe", "_custom", "_name")
    _noun = "metric"
    _name: str

    def __init__(self, name: str, zero_division: int = 1) -> None:
        out = metric_p()
        check(
            lib.wald_metric_create(
                name_bytes(name, "name"), integer(zero_division, "zero_division", 32), ctypes.byref(out)
            )
        )
        self._handle = Handle(out)
        self._recipe: tuple[Any, ...] = (Metric, name, zero_division)
        self._custom = False  # whether Python code runs when it is evaluated

    @classmethod
    def custom(
        cls,
        function: Callable[[Any, Any, Any, int], Any],
        name: str | None = None,
        *,
        vectorised: bool = False,
        n: int | None = None,
        rises_in_tp: bool = False,
        falls_in_k: bool = False,
        rises_in_tp_and_k: bool = False,
        linear_in_tp: bool = False,
        loss: bool = False,
    ) -> Metric:
        """A metric by any callable.

        Parameters
        ----------
        function : callable
            ``function(tp, k, s, n)`` with ``max(0, k+s-n) <= tp <= min(k, s)``; returns a finite number
            of at most 1e100 in absolute value. It is called
            on the thread that asked. What it raises comes out of the call that evaluated it.
        name : str, optional
            What messages call it, 1 to 256 bytes. Default: the name of the function.
        vectorised : bool
            Whether the function takes arrays of tp, k and s and gives an array. It is then called once for up to 4096
            cells: 10 million cells take 0.2 s, one at a time 3.6 s.
        n : int, optional
            The number of labels, 1 to 1000; with `vectorised` alone. All cells are then evaluated in advance for a
            `Metric.table`, which finds the properties: 8 (n+1)^3 bytes, 8 MB for 100 labels.
        rises_in_tp, falls_in_k, rises_in_tp_and_k, linear_in_tp : bool
            What is known of the utility, see `Properties`; it decides which exact algorithm may run. Declarations are
            tested. With none the metric is decided by enumeration for few labels, and refused beyond.
        loss : bool
            The function is to be minimised; the utility is its negative.

        Notes
        -----
        A table (`Metric.table`) of the same values is decided without calling Python, and its properties are found.

        What is declared saves calls. F1 of 800 labels took 1.3 million with `rises_in_tp` alone (0.6 s), most of them for the
        range of the utility, and 6,500 with `falls_in_k` and `rises_in_tp_and_k` beside it (3 ms).
        """
        if not callable(function):
            raise TypeError(f"function must be callable: found {function!r}")
        label = name if name is not None else str(getattr(function, "__name__", "custom"))
        if vectorised and n is not None:
            values = _all_cells(function, integer(n, "n"), label)
            return cls.table(values, label, n=n, rises_in_tp=rises_in_tp, falls_in_k=falls_in_k, loss=loss,
                             rises_in_tp_and_k=rises_in_tp_and_k, linear_in_tp=linear_in_tp)
        if n is not None:
            raise ArgumentError(f"n is {n}: requires vectorised")
        flags = (rises_in_tp, falls_in_k, rises_in_tp_and_k, linear_in_tp, loss)

        def evaluate_each(tp: Any, k: Any, s: Any, count: int, n: int, values: Any, user: int | None) -> None:
            try:
                for i in range(count):
                    value = math.nan if pending_exception() is not None else function(tp[i], k[i], s[i], n)
                    values[i] = value if type(value) is float else real(value, f"the value of {label}")
            except BaseException as error:
                set_pending(error)
                values[i] = math.nan

        def evaluate_all(tp: Any, k: Any, s: Any, count: int, n: int, values: Any, user: int | None) -> None:
            try:
                cells = [np.ctypeslib.as_array(each, (count,)).copy() for each in (tp, k, s)]
                found = math.nan if pending_exception() is not None else _values(function, cells, n, label)
                np.ctypeslib.as_array(values, (count,))[:] = found
            except BaseException as error:
                set_pending(error)
                values[0] = math.nan

        callback = wald_metric_function(evaluate_all if vectorised else evaluate_each)
        out = metric_p()
        call(lib.wald_metric_create_callback, callback, None, name_bytes(label, "name"), _declared(*flags),
             ctypes.byref(out))
        metric = cls.__new__(cls)
        metric._handle = Handle(out, callback)
        metric._recipe = (_custom_again, function, label, flags, vectorised)
        metric._custom = True
        return metric

    @classmethod
    def table(
        cls,
        values: ArrayLike,
        name: str = "table",
        *,
        n: int | None = None,
        rises_in_tp: bool = False,
        falls_in_k: bool = False,
        rises_in_tp_and_k: bool = False,
        linear_in_tp: bool = False,
        loss: bool = False,
    ) -> Metric:
        """A metric for problems of exactly n labels, by its values.

        Parameters
        ----------
        values : array-like of shape (n+1, n+1, n+1), or flat with n given
            ``values[tp, k, s]``. Only the cells with ``max(0, k+s-n) <= tp <= min(k, s)`` are read.
        name : str
            What messages call it, 1 to 256 bytes.
        n : int, optional
            The number of labels, 1 to 1000; needed where ``values`` is flat.
        rises_in_tp, falls_in_k, rises_in_tp_and_k, linear_in_tp : bool
            The properties are found from the values; what is declared beyond them is an error.
        loss : bool
            The table is to be minimised.
        """
        array = np.ascontiguousarray(floats(values, "values")[0], dtype=np.float64)
        if n is None:
            if array.ndim != 3 or len(set(array.shape)) != 1:
                raise ArgumentError(f"values has shape {array.shape}: must be (n+1, n+1, n+1), or flat with n given")
            n = array.shape[0] - 1
        flags = (rises_in_tp, falls_in_k, rises_in_tp_and_k, linear_in_tp, loss)
        flat = array.reshape(-1)
        out = metric_p()
        check(
            lib.wald_metric_create_table(at(ctypes.c_double, flat), flat.size, integer(n, "n"),
                                         name_bytes(name, "name"), _declared(*flags), ctypes.byref(out))
        )
        metric = cls.__new__(cls)
        metric._handle = Handle(out)
        metric._recipe = (_table_again, flat.copy(), name, n, flags)
        metric._custom = False
        return metric

    @property
    def name(self) -> str:
        """The canonical name, which ``Metric(name)`` reads back."""
        handle = self._open()
        if not hasattr(self, "_name"):
            text = ctypes.c_char_p()
            check(lib.wald_text(handle.pointer, _FACTS["name"].value, 0, ctypes.byref(text)))
            self._name = (text.value or b"").decode("utf-8", "replace")
        return self._name

    @property
    def _called(self) -> str:
        """What results call it: the accuracy keeps the name that it was asked for by."""
        return as_called(self.name, self)

    @property
    def zero_division(self) -> int:
        """The value of a rate that is 0/0: 0 or 1."""
        return int(self._number("zero_division"))

    @property
    def properties(self) -> Properties:
        """What the metric is, as far as known."""
        return Properties(int(self._number("properties")))

    def _number(self, name: str) -> float:
        handle, value = self._open(), ctypes.c_double()
        check(lib.wald_number(handle.pointer, _FACTS[name].value, 0, ctypes.byref(value)))
        return value.value

    def utility(self, tp: int, k: int, s: int, n: int) -> float:
        """U(tp, k, s, n), for n >= 1, 0 <= k, s <= n and max(0, k+s-n) <= tp <= min(k, s)."""
        handle = self._open()
        value = ctypes.c_double()
        run(self._custom, lib.wald_metric_utility, handle.pointer, integer(tp, "tp"), integer(k, "k"), integer(s, "s"),
            integer(n, "n"), ctypes.byref(value))
        return value.value

    def loss(self, utility: float) -> float:
        """The loss that goes with a utility: 1 - U for a named metric; -U for ``cost`` and for a custom one."""
        return self._number("loss_of_zero") - real(utility, "utility")

    def __copy__(self) -> Metric:
        return self

    def __deepcopy__(self, memo: object) -> Metric:
        return self

    def __reduce__(self) -> Any:
        self._open()
        return self._recipe[0], self._recipe[1:]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Metric) or self._recipe[0] is not Metric or other._recipe[0] is not Metric:
            return self is other
        return self._recipe == other._recipe

    def __hash__(self) -> int:
        return hash(self._recipe) if self._recipe[0] is Metric else id(self)

    def __repr__(self) -> str:
        if self.closed:
            return "<Metric, closed>"
        if self._recipe[0] is Metric:
            zero = "" if self._recipe[2] == 1 else f", zero_division={self._recipe[2]}"
            return f"Metric({self._recipe[1]!r}{zero})"
        kind = "custom" if self._custom else "table"
        return f"<Metric {self.name!r}, {kind}>"


def _all_cells(function: Callable[..., Any], n: int, label: str) -> Any:
    """The values of a function of arrays over all cells of n labels, as a flat table; 0 if no cell is."""
    if not 1 <= n <= 1000:
        raise ArgumentError(f"n is {n}: a table serves 1 to 1000 items")
    out, k, s = np.zeros((n + 1,) * 3), np.arange(n + 1)[:, None], np.arange(n + 1)[None, :]
    tp = np.arange(n + 1)[:, None, None]
    cells = np.nonzero((np.maximum(0, k + s - n) <= tp) & (tp <= np.minimum(k, s)))
    out[cells] = _values(function, cells, n, label)
    return out.reshape(-1)


def _values(function: Callable[..., Any], cells: Any, n: int, label: str) -> Any:
    values = np.asarray(function(*cells, n), np.float64)
    if values.shape != cells[0].shape:
        raise ArgumentError(f"{label} gave shape {values.shape}: must be {cells[0].shape}, a number for each tp, k and s")
    return values


def _declared(rises_in_tp: bool, falls_in_k: bool, rises_in_tp_and_k: bool, linear_in_tp: bool, loss: bool) -> int:
    flags = (rises_in_tp, falls_in_k, rises_in_tp_and_k, linear_in_tp, loss)
    return sum(1 << bit for bit, flag in enumerate(flags) if flag)


_FLAGS = ("rises_in_tp", "falls_in_k", "rises_in_tp_and_k", "linear_in_tp", "loss")


def _custom_again(function: Callable[..., Any], name: str, flags: tuple[bool, ...], vectorised: bool) -> Metric:
    return Metric.custom(function, name, vectorised=vectorised, **dict(zip(_FLAGS, flags)))


def _table_again(values: Any, name: str, n: int, flags: tuple[bool, ...]) -> Metric:
    return Metric.table(values, name, n=n, **dict(zip(_FLAGS, flags)))


_ACCURACY = ("accuracy", "accuracy_score")


def as_called(text: str, metric: Any) -> str:
    """A text of the library with the name under which the metric is known: it calls the accuracy hamming."""
    known = metric._recipe[1] if isinstance(metric, Metric) else metric
    return re.sub(r"\bhamming\b", "accuracy", text) if isinstance(known, str) and known in _ACCURACY else text


@functools.lru_cache(maxsize=256)
def _named(name: str) -> Metric:
    scoring = scoring_of(name)
    if scoring is not None:
        average = {"samples": "instance"}.get(scoring[1], scoring[1])
        raise FormatError(f"metric {name!r} is unknown here: it is {scoring[0]!r} with average={average!r}")
    return Metric(name)


def as_metric(metric: str | Metric) -> Metric:
    """Where functions take a metric, a name will do."""
    if isinstance(metric, Metric):
        return metric
    if isinstance(metric, str):
        return _named(metric)
    if callable(metric):
        raise TypeError("metric must be a name or a Metric: make one of a function with Metric.custom(function)")
    raise TypeError(f"metric must be a name or a Metric: found {metric!r}")


def metrics() -> list[MetricInfo]:
    """Every metric that has a name, with its formula.

    Returns
    -------
    list of MetricInfo
    """
    found: list[MetricInfo] = []
    row = wald_metric_row(ctypes.sizeof(wald_metric_row))
    while lib.wald_metric_list(len(found), ctypes.byref(row)) == 0:
        name, aliases, *more = (each.decode() for each in (row.name, row.aliases, row.formula, row.sentence))
        found.append(MetricInfo(name, tuple(aliases.split()), more[0], more[1], Properties(row.properties)))
    return found
