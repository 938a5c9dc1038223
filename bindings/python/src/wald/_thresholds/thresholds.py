"""Chosen thresholds: the answer of a sample, and rows flagged by it."""

from __future__ import annotations

import math
from ctypes import byref, c_double, c_int32
from typing import TYPE_CHECKING, Any, Hashable, Mapping, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._core import html
from .._core.arrays import Floats, one_of, view
from .._core.described import meaning_of
from .._core.errors import ArgumentError, warn
from .._core.facts import ThresholdsFacts
from .._core.files import Path, text_of_file, write_whole
from .._core.flags import ThresholdFlags
from .._core.handles import Handle, arrays_of, at, frozen, numbers_of, text_of
from .._core.library import check, lib
from .._core.metric import as_called
from .._core.options import options, takes
from .._core.rows import FACTS, WORDS
from .score_arrays import Rule, score_table
from .threshold_file import read_state, thresholds_text

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._core.keywords import PromiseOptions
    from .._promises.promise import Promise
    from .fixed_thresholds import ThresholdEvaluation

_FACTS = {name: fact.value for name, fact in FACTS["thresholds"].items()}
_ANSWER = [name for name, fact in FACTS["thresholds"].items() if fact.type == "number" and fact.per == "answer"]


class Interval(NamedTuple):
    """Limits of a number at given thresholds. They do not know that these were chosen as the best of many."""

    low: float
    high: float
    exact: bool
    """Clopper and Pearson's; else approximate."""


class CrossFitted(NamedTuple):
    """Counts where each row is judged by thresholds that were chosen without it."""

    tp: float
    fp: float
    precision: float
    recall: float
    value: float


class Thresholds(ThresholdsFacts):
    """Thresholds that `Sample.choose` found, and what is known of them. Immutable.

    A row is flagged where score d is at or above threshold d for any d (rule ``"or"``), or for every d (``"and"``).
    Numbers that are unknown are NaN: recall where the number of positives is, precision where nothing is flagged.

    Attributes
    ----------
    thresholds : ndarray of shape (n_scores,)
        ``inf`` (rule ``"or"``, or nothing flagged) or ``-inf`` (``"and"``): the classifier is switched off. NaN with
        the method ``"stacked"``.
    next_lower : ndarray of shape (n_scores,)
        Thresholds above these, up to the chosen ones, flag the same rows that were fed.
    threshold_low, threshold_high : ndarray of shape (n_scores,), or None
        Limits of the thresholds, by bootstrap of the whole choice; None without ``bootstrap``, for the baselines and
        for ``"stacked"``.
    intervals : dict of str to Interval
        By the name of the number, ``"precision"`` for example.
    cross_fitted : CrossFitted or None
        With ``folds``.
    flags : ThresholdFlags
    method, objective : str
        What ran, and what was asked, in words.
    warning : str
        What was asked and is not attained; empty if all is well.
    claim : str
        What can be promised of the rows to be flagged, as ``"precision>=0.95"``: the first limit set of `min_precision`,
        `min_recall`, `max_fpr` and `max_alert_rate`; without one the metric alone, else empty.
    theorem : str
        What a certificate stands on, with ``certify``, else ``"none"``.
    rule : {"or", "and"}
    names : tuple or None
        Of the scores, where the input had names.
    coefficients : ndarray of shape (n_scores,), or None
        Of the method ``"stacked"``: a row is flagged where ``intercept + coefficients @ scores`` is at least
        ``stacked_threshold``.
    p_values : ndarray
        With ``max_fdr`` of each row that is not rated (see `select`), else empty.
    baselines : tuple of Thresholds
        The best classifier alone and a stacked score, with several classifiers.
    """

    __slots__ = (
        "_facts", "baselines", "claim", "coefficients", "cross_fitted", "flags", "intervals", "method", "names", "next_lower",
        "objective", "p_values", "rule", "theorem", "threshold_high", "threshold_low", "thresholds", "warning",
    )
    thresholds: Floats
    next_lower: Floats
    threshold_low: Floats | None
    threshold_high: Floats | None
    coefficients: Floats | None
    p_values: Floats
    intervals: dict[str, Interval]
    cross_fitted: CrossFitted | None
    flags: ThresholdFlags
    method: str
    objective: str
    claim: str
    warning: str
    theorem: str
    rule: Rule
    names: tuple[Hashable, ...] | None
    baselines: tuple[Thresholds, ...]
    _facts: dict[str, float]

    def __init__(self) -> None:
        raise TypeError("thresholds are made by Sample.choose")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("thresholds are immutable")

    def _fact(self, name: str) -> Any:
        return self._facts[name]

    @property
    def midpoints(self) -> Floats:
        """Half way between `next_lower` and `thresholds`: they flag the same rows fed, and overfit least."""
        middle: Floats = self.thresholds.copy()
        # The largest number stands for scores of +inf, to which nothing lies half way.
        finite = (np.abs(self.thresholds) < np.finfo(np.float64).max) & np.isfinite(self.next_lower)
        middle[finite] = self.next_lower[finite] / 2 + self.thresholds[finite] / 2
        # Where no number lies between them, half way is the lower one, which flags more.
        return np.where(middle > self.next_lower, middle, self.thresholds)

    def apply(self, scores: Any, *, midpoints: bool = False) -> Any:
        """Which rows are flagged.

        Parameters
        ----------
        scores : array-like or data frame of shape (n_rows, n_scores); (n_rows,) for one classifier
            No NaN. Of a data frame the columns that were fed, by name.
        midpoints : bool
            By `midpoints` instead of `thresholds`.

        Returns
        -------
        ndarray, pandas Series or polars Series of bool of shape (n_rows,)
            Whether each row is flagged.
        """
        table, source = score_table(scores, self.names, len(self.thresholds))
        if self.coefficients is not None:
            found = flagged(np.array([self.stacked_threshold]), "or", self._combined(table)[:, None])
        else:
            found = flagged(self.midpoints if midpoints else self.thresholds, self.rule, table)
        return source.series(found)

    predict = apply

    def evaluate(
        self, truth: Any, scores: Any, *, weights: ArrayLike | None = None, groups: ArrayLike | None = None,
        **options: Any,
    ) -> ThresholdEvaluation:  # fmt: skip
        """Every metric with limits on a test set: `evaluate_thresholds` at these thresholds.

        Of several classifiers the flags are evaluated; metrics of the flags' own ranking (``"auc"``) are left out unless
        `metrics` names them.

        Parameters
        ----------
        truth : array-like of shape (n_rows,)
            0 or 1, of rows that had no say in the choice.
        scores : array-like or data frame of shape (n_rows, n_scores); (n_rows,) for one classifier
            As for `apply`.
        weights, groups, **options
            As for `evaluate_thresholds`.

        Returns
        -------
        ThresholdEvaluation
        """
        from .fixed_thresholds import evaluate_thresholds, usual_metrics

        table, _ = score_table(scores, self.names, len(self.thresholds))
        if len(self.thresholds) == 1 and self.coefficients is None:
            return evaluate_thresholds(truth, table[:, 0], self.thresholds, weights=weights, groups=groups, **options)
        flags = np.asarray(self.apply(table), dtype=np.float64)
        asked = {"metrics": [name for name in usual_metrics() if name != "auc"], **options}
        return evaluate_thresholds(truth, flags, 0.5, weights=weights, groups=groups, **asked)

    @takes("promises", "create segments")
    def promise(self, bound: float | None = None, **options_: Unpack[PromiseOptions]) -> Promise:
        """The limit that these thresholds were chosen with, to be watched in use: `claim` as a `Promise`.

        Parameters
        ----------
        bound : float, optional
            Of the limited metric, or of the metric that was maximised. Default: the limit itself.
        <options>

        Returns
        -------
        Promise
            Without rows. Feed it with the rows that `apply` flags.

        Examples
        --------
        >>> from wald import choose_threshold
        >>> found = choose_threshold([0, 0, 1, 1], [0.1, 0.4, 0.6, 0.9], min_recall=0.75)
        >>> found.promise(average_run=5000).feed(found.apply([0.3, 0.8, 0.7]), [0, 1, 1]).claim
        'recall>=0.75'
        """
        from .._promises.promise import Promise, promised

        return Promise(promised(self.claim, bound), **options_)

    def _combined(self, table: Floats) -> Floats:
        """The stacked score, by the library's operations in its order, so that it has the same bits."""
        if np.isnan(table).any():
            i, d = np.argwhere(np.isnan(table))[0]
            raise ArgumentError(f"scores[{i}][{d}] is nan: must be a number")
        assert self.coefficients is not None
        largest = np.finfo(np.float64).max
        z = np.full(len(table), self.intercept)
        with np.errstate(over="ignore"):
            for d, coefficient in enumerate(self.coefficients.tolist()):
                term = coefficient * np.clip(table[:, d].astype(np.float64), -largest, largest)
                z = np.clip(z + np.clip(term, -0.5 * largest, 0.5 * largest), -0.5 * largest, 0.5 * largest)
        return z

    def to_dict(self) -> dict[str, Any]:
        """Everything that is known, by the names that the command uses."""
        names = self.names or range(len(self.thresholds))
        out: dict[str, Any] = {
            "objective": self.objective,
            "method": self.method,
            "rule": self.rule,
            "feasible": self.feasible,
        }
        if self.theorem != "none":
            out["certified"], out["theorem"] = self.certified, self.theorem
        if self.warning:
            out["warning"] = self.warning
        if self.coefficients is None:
            out["thresholds"] = dict(zip(names, self.thresholds.tolist()))
            out["next_lower"] = dict(zip(names, self.next_lower.tolist()))
        else:
            out["coefficients"] = dict(zip(names, self.coefficients.tolist()))
            out["intercept"], out["threshold"] = self.intercept, self.stacked_threshold
        for name, value in self._facts.items():
            if not math.isnan(value) and not name.startswith("cross_"):
                if name not in ("feasible", "certified", "intercept", "stacked_threshold", "flags"):
                    out[name] = value
        out["intervals"] = {name: tuple(interval) for name, interval in self.intervals.items()}
        if self.threshold_low is not None and self.threshold_high is not None:
            limits = zip(self.threshold_low.tolist(), self.threshold_high.tolist())
            out["threshold_intervals"] = dict(zip(names, limits))
        if self.cross_fitted is not None:
            out["cross_fitted"] = self.cross_fitted._asdict()
        out["flags"] = list(self.flags.names)
        out["baselines"] = [baseline.to_dict() for baseline in self.baselines]
        return out

    def summary(self) -> str:
        """All of it as text for people: what was asked, the thresholds, the numbers with their intervals, the flags."""
        lines = [f"{self.objective}: {meaning_of('method', self.method)}" + ("" if self.feasible else "; out of reach")]
        if self.theorem != "none":
            certified = "certified" if self.certified else "NOT certified"
            lines.append(f"  {certified}: {meaning_of('theorem', self.theorem)}")
        if self.warning:
            lines.append(f"  {self.warning}")
        names = self.names or tuple(f"score {d}" for d in range(len(self.thresholds)))
        joint = f" {self.rule} ".join(f"{name} >= {t:.6g}" for name, t in zip(names, self.thresholds))
        if self.coefficients is not None:
            terms = " ".join(f"{c:+.6g}*{name}" for name, c in zip(names, self.coefficients))
            joint = f"{self.intercept:.6g} {terms} >= {self.stacked_threshold:.6g}"
        lines.append(f"  flagged where {joint}")
        shown = ("tp", "fp", "unrated", "positives", "precision", "recall", "value", "marginal_precision")
        for name in (*shown, "next_marginal_precision"):
            value, interval = self._facts[name], self.intervals.get(name)
            if math.isnan(value) or name == "unrated" and value == 0:
                continue
            line = f"  {name.replace('_', ' '):24}{value:<10.6g}"
            if interval is not None:
                how = "exact" if interval.exact else "approximate"
                line += f" [{interval.low:.4g}, {interval.high:.4g}] {how}"
            lines.append(line.rstrip())
        if self.cross_fitted is not None:
            pairs = zip(self.cross_fitted._fields, self.cross_fitted)
            lines.append("  cross-fitted: " + ", ".join(f"{k} {v:.6g}" for k, v in pairs if not math.isnan(v)))
        if self.flags:
            lines.append("  flags: " + ", ".join(self.flags.names))
        for b in self.baselines:
            lines.append(f"  beside it {b.method}: tp {b.tp:.6g}, fp {b.fp:.6g}, value {b.value:.6g}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        known = self.to_dict()
        beside = [(b.method, b.tp, b.fp, b.precision, b.recall, b.value) for b in (self, *self.baselines)]
        for name in ("next_lower", "baselines", "cross_fitted", "objective"):
            known.pop(name, None)
        for name in ("method", "theorem"):
            if name in known:
                known[name] = meaning_of(name, known[name])
        intervals = known.pop("intervals")
        for name, (low, high, _) in intervals.items():
            known[name] = f"{known[name]:.6g} in [{low:.4g}, {high:.4g}]"
        others = html.table("Beside it", beside, ("tp", "fp", "precision", "recall", "value")) if beside[1:] else ""
        return html.facts(f"Thresholds: {self.objective}", known) + others

    def save(self, path: Path | None = None) -> str:
        """All that is known as JSON, which ``wald threshold apply --answer`` reads.

        Parameters
        ----------
        path : str or path-like, optional
            A file to write it to, whole or not at all.
        """
        state = thresholds_text(self._state())
        if path is not None:
            write_whole(path, state)
        return state

    @classmethod
    def load(cls, text: str | bytes | Path) -> Thresholds:
        """Reads what `save` gave or wrote, or an answer of ``wald threshold``: the text, or a file by its path."""
        return _thresholds_again(read_state(text_of_file(text), _ANSWER, Interval, CrossFitted, _thresholds_again))

    def _state(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}

    def __reduce__(self) -> Any:
        return _thresholds_again, (self._state(),)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Thresholds):
            return NotImplemented
        return all(_same(a, b) for a, b in zip(self._state().values(), other._state().values()))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        numbers = ", ".join(f"{t:.6g}" for t in self.thresholds)
        facts = " ".join(
            f"{name}={self._facts[name]:.6g}"
            for name in ("tp", "fp", "precision", "recall")
            if not math.isnan(self._facts[name])
        )
        method = "" if self.method == "direct" else f" by {self.method}"
        return f"<Thresholds: [{numbers}]{method}, {facts}>"


def _same(a: Any, b: Any) -> bool:
    """Equal, where NaN equals itself: it says "unknown"."""
    if isinstance(a, np.ndarray):
        return isinstance(b, np.ndarray) and np.array_equal(a, b, equal_nan=True)
    if isinstance(a, dict):
        return isinstance(b, dict) and a.keys() == b.keys() and all(_same(a[k], b[k]) for k in a)
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(map(_same, a, b))
    return bool(a == b) or (isinstance(a, float) and isinstance(b, float) and math.isnan(a) and math.isnan(b))


def _thresholds_again(state: dict[str, Any]) -> Thresholds:
    made = Thresholds.__new__(Thresholds)
    for name, value in state.items():
        object.__setattr__(made, name, value)
    return made


def changed(found: Thresholds, objective: str, value: float, warning: str, claim: str) -> Thresholds:
    """The same thresholds, found for another goal."""
    state = found._state()
    state.update(objective=objective, claim=claim, warning=warning, _facts={**state["_facts"], "value": value},
                 intervals={name: each for name, each in state["intervals"].items() if name != "value"})
    return _thresholds_again(state)


def threshold_options(metric: Any, given: Mapping[str, Any]) -> Handle | None:
    return options("thresholds", {"metric": metric, **given})


def read_thresholds(pointer: Any, rule: Rule, names: tuple[Hashable, ...] | None, metric: Any = None) -> Thresholds:
    """Everything that the library's object says, so that the answer is a value: it can be copied, sent and kept."""
    handle, answers = Handle(pointer), c_double()
    check(lib.wald_number(handle.pointer, _FACTS["n_answers"], 0, byref(answers)))
    each = [_read_answer(handle.pointer, i, rule, names) for i in range(int(answers.value))]
    for answer in each:
        answer["objective"] = as_called(answer["objective"], metric)
    each[0]["baselines"] = tuple(map(_thresholds_again, each[1:]))
    if each[0]["warning"]:
        warn(each[0]["warning"])
    return _thresholds_again(each[0])


def _read_answer(pointer: Any, answer: int, rule: Rule, names: Any) -> dict[str, Any]:
    low, high, exact = c_double(), c_double(), c_int32()
    numbers = numbers_of("thresholds", pointer, answer)
    facts, intervals = {name: numbers[name] for name in _ANSWER}, {}
    for name in facts:
        limits = byref(low), byref(high), byref(exact)
        check(lib.wald_thresholds_interval(pointer, answer, _FACTS[name], *limits))
        if not math.isnan(low.value):
            intervals[name] = Interval(low.value, high.value, exact.value == 1)
    arrays = arrays_of("thresholds", pointer, answer)
    for array in arrays.values():
        frozen(array)
    method, objective, claim, warning, theorem = (
        text_of(pointer, _FACTS[name], answer)
        for name in ("method", "objective", "claim", "warning", "theorem")
    )
    cross = CrossFitted(*(facts[f"cross_{name}"] for name in CrossFitted._fields))
    return {
        "_facts": facts,
        "baselines": (),
        "claim": claim,
        "coefficients": arrays["coefficients"] if arrays["coefficients"].size else None,
        "cross_fitted": None if math.isnan(cross.tp) else cross,
        "flags": ThresholdFlags(int(facts["flags"])),
        "intervals": intervals,
        "method": method,
        "names": names,
        "next_lower": arrays["next_lower"],
        "objective": objective,
        "p_values": arrays["p_values"],
        "rule": rule,
        "theorem": theorem,
        "threshold_high": arrays["high"] if arrays["high"].size else None,
        "threshold_low": arrays["low"] if arrays["low"].size else None,
        "thresholds": arrays["thresholds"],
        "warning": warning,
    }


def apply_thresholds(thresholds: ArrayLike, scores: Any, *, rule: Rule = "or") -> Any:
    """Which rows any thresholds flag.

    Parameters
    ----------
    thresholds : float or array-like of shape (n_scores,)
        No NaN. ``inf`` flags nothing, not even a score of ``inf``.
    scores : array-like of shape (n_rows, n_scores); (n_rows,) for one classifier
        No NaN.
    rule : {"or", "and"}
        Whether a row is flagged where any score is at or above its threshold, or where all are.

    Returns
    -------
    ndarray, pandas Series or polars Series of bool of shape (n_rows,)
        Whether each row is flagged.
    """
    levels = np.atleast_1d(np.asarray(thresholds, np.float64))
    if levels.ndim != 1:
        raise ArgumentError(f"thresholds has {levels.ndim} dimensions: must have 1")
    table, source = score_table(scores, None, len(levels))
    return source.series(flagged(levels, rule, table))


def flagged(levels: Floats, rule: str, table: Any) -> NDArray[np.bool_]:
    levels, out = np.ascontiguousarray(levels), np.empty(len(table), np.uint8)
    number = one_of(rule, "rule", WORDS["rule"])
    check(lib.wald_rule_apply(number, at(c_double, levels), len(levels), view(table), view(out)))
    return out.view(np.bool_)
