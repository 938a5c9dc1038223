"""Which stage answers a row."""

from __future__ import annotations

import math
from ctypes import byref, c_int32, c_int64
from typing import TYPE_CHECKING, Any, Callable, NamedTuple, Sequence, cast

import numpy as np
from numpy.typing import NDArray

from .._core.arrays import Floats, floats, integer, real, two_dimensional, view
from .._core.calls import call
from .._core.described import Described
from .._core.errors import ArgumentError, warn
from .._core.facts import RouteFacts
from .._core.files import Fitted
from .._core.handles import arrays_of, at, frozen, numbers_of
from .._core.library import check, lib
from .._core.options import options as made_options
from .._core.options import pointer, takes
from .._core.rows import OPTIONS, WORDS
from .._core.table import route_evaluation_p, route_p
from .names import Names, joined, numbered
from .stages import Stages, one_dimensional

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._core.keywords import PromiseOptions, RouteOptions
    from .._promises.promise import Promise

_WORDS = {"by": "route_by", "goal": "route_goal", "measure": "route_measure", "theorem": "theorem"}


def _least_quality(given: float | None) -> str:
    """The least quality that was asked for, or the default of it."""
    if given is not None:
        return f"{given:g}"
    return f"{OPTIONS['routes']['min_quality'].default:g}, the default of min_quality"


class RouteEvaluation(NamedTuple):
    """What a route does on rows."""

    cost: float
    """The mean cost per row."""
    quality: float
    """NaN if no row is labelled."""
    shares: Floats
    """Of the rows that each stage answers."""


class RouteAnswer(NamedTuple):
    """What a route answers to one row."""

    answer: Any
    stage: int
    """The stage that gave it."""
    asked: tuple[int, ...]
    """All stages that were called."""


class Route(Described, Fitted, RouteFacts):
    """Which stage answers a row: the first one that is called and is confident enough. Immutable.

    Made by `Route.choose`. Any number of threads may use one route together. Numbers that are not known are NaN.

    Examples
    --------
    >>> route = Route.choose(Stages(2).feed([[0.9, 1], [0.6, 1], [0.8, 1]], right=[[1, 1], [0, 1], [1, 1]],
    ...                                      costs=[1, 10]))
    >>> route.apply([[0.85, 1], [0.7, 1]])
    array([0, 1], dtype=int32)
    """

    __slots__ = ("_facts", "group_names")
    _noun = "route"
    _object = "route"
    _lists = ("thresholds", "shares")
    _pointer = route_p
    _facts: dict[str, Any]
    group_names: Names | None
    """The words of the classes or segments that have thresholds of their own; None if they are numbers."""

    def __init__(self) -> None:
        raise TypeError("routes are made by Route.choose, or read by Route.load")

    def _fact(self, name: str) -> Any:
        return self._facts[name]

    @classmethod
    def _of(cls, pointer: Any, group_names: Names | None = None) -> Route:
        made = cls._owning(pointer)
        facts: dict[str, Any] = {**numbers_of("route", pointer)}
        arrays = arrays_of("route", pointer)
        facts.update({name: frozen(array) for name, array in arrays.items()})
        facts["thresholds"] = frozen(arrays["thresholds"].reshape(int(facts["n_groups"]), int(facts["n_stages"])))
        facts["envelope_hull"] = frozen(arrays["envelope_hull"].astype(np.bool_))
        for name, words in _WORDS.items():
            facts[name] = next(word for word, value in WORDS[words].items() if value == facts[name])
        made._take(_facts=facts, group_names=group_names)
        return made

    @classmethod
    def _load(cls, state: bytes, group_names: Names | None) -> Route:
        return cls._of(cls._loaded(state), group_names)

    def __reduce__(self) -> Any:
        return type(self)._load, (self.save(binary=True), self.group_names)

    def _group(self, group: Any) -> int:
        if isinstance(group, str):
            found = numbered([group], "group", 1, self.group_names)
            assert found is not None
            return int(found[0])
        return integer(group, "group")

    @classmethod
    @takes("routes", "choose")
    def choose(cls, stages: Stages, **options: Unpack[RouteOptions]) -> Route:
        """The best route for a goal on these rows. With `certify` its quality holds for future rows, with that
        probability; if nothing can be certified, the last stage answers every row. A route that does not do what was
        asked for comes with a `DecisionWarning`.

        Parameters
        ----------
        stages : Stages
        <options>

        Returns
        -------
        Route
        """
        if not isinstance(stages, Stages):
            raise TypeError(f"stages must be Stages: found {type(stages).__name__}")
        made, out = made_options("routes", cast("dict[str, Any]", options)), route_p()
        with stages._reading() as held:
            call(lib.wald_route_choose, held.pointer, pointer(made), byref(out))
        route = cls._of(out)
        names = {"class": stages.class_names, "segment": stages.segment_names}.get(route.by)
        route._take(group_names=names)
        if not math.isnan(route.certify):
            if not route.certified and not stages.n_batches:  # else more labels may be asked for
                warn("no route can be certified: the last stage answers every row")
        elif not route.feasible:
            warn("no route keeps within the budget: this is the nearest one" if route.goal == "quality" else
                 f"no route reaches the quality {_least_quality(options.get('min_quality'))}: this is the nearest one")
        return route

    # ---- Facts that are words, and of another shape ----------------------------------------------

    @property
    def by(self) -> str:
        """Which rows have thresholds of their own: "none", "class" or "segment"."""
        return str(self._facts["by"])

    @property
    def goal(self) -> str:
        """What was to be least or greatest: "cost", "quality" or "value"."""
        return str(self._facts["goal"])

    @property
    def measure(self) -> str:
        """The measure of quality."""
        return str(self._facts["measure"])

    @property
    def theorem(self) -> str:
        """The theorem that the certificate uses."""
        return str(self._facts["theorem"])

    @property
    def thresholds(self) -> Floats:
        """Groups by stages: a stage answers where its confidence, or a router's score, is at least this. NaN: the stage
        is not asked; -inf: it answers all rows."""
        found: Floats = self._facts["thresholds"]
        return found

    # ---- Running ---------------------------------------------------------------------------------

    def next(self, stage: int = -1, confidence: float = math.nan, *, group: int | str = 0) -> int:
        """The stage to call after `stage` was as sure as this, or -1 if its answer is taken.

        Parameters
        ----------
        stage : int
            The one asked last; -1: none yet.
        confidence : float
            That stage's; with a router and stage -1 its score.
        group : int or str
            The row's segment; by class the answer of the first stage.
        """
        out, handle = c_int64(), self._open()
        check(lib.wald_route_next(handle.pointer, self._group(group), integer(stage, "stage"),
                                  real(confidence, "confidence"), byref(out)))
        return out.value

    def apply(self, confidences: Any, groups: Any = None) -> NDArray[np.int32]:
        """Which stage answers each row. Confidences of stages that are not asked are not looked at.

        Parameters
        ----------
        confidences : array-like of shape (n_rows, n_stages); with a router (n_rows,), its scores
        groups : array-like of int or str of shape (n_rows,), optional
            Segments; by class the answers of the first stage.

        Returns
        -------
        array of int32 of shape (n_rows,)
        """
        handle = self._open()
        sure = one_dimensional(confidences, "confidences") if self.router else two_dimensional(
            floats(confidences, "confidences")[0], "confidences", "rows by stages")
        own, out = numbered(groups, "groups", 1, self.group_names), np.empty(len(sure), np.int32)
        check(lib.wald_route_apply(handle.pointer, view(sure), None if own is None else view(own), at(c_int32, out)))
        return out

    def run(
        self, stages: Sequence[Callable[[Any], tuple[Any, float]]], row: Any, *, group: int | str = 0, score: float = math.nan
    ) -> RouteAnswer:
        """Asks stages for one row as they are needed.

        Parameters
        ----------
        stages : sequence of n_stages callables
            ``stage(row)`` gives an answer and how sure it is. What it raises comes out of this call.
        row : object
            The row to answer.
        group : int or str
            The row's segment. By class the answer of the first stage is taken.
        score : float
            A router's.

        Returns
        -------
        RouteAnswer
        """
        if len(stages) != self.n_stages:
            raise ArgumentError(f"stages has {len(stages)} callables: must have one per stage, {self.n_stages}")
        asked = []
        stage = self.next(-1, score, group=group)
        while True:
            asked.append(stage)
            answer, confidence = stages[stage](row)
            if self.by == "class" and len(asked) == 1:
                group = answer if isinstance(answer, str) else integer(answer, "answer")
            following = -1 if self.router else self.next(stage, confidence, group=group)
            if following < 0:
                return RouteAnswer(answer, stage, tuple(asked))
            stage = following

    @takes("promises", "create segments")
    def promise(self, bound: float | None = None, **options_: Unpack[PromiseOptions]) -> Promise:
        """The quality of this route, to be watched in use: its `measure` and a bound as a `Promise`.

        Parameters
        ----------
        bound : float
            The least quality that is promised, such as the `min_quality` that the route was chosen with: a route does not
            keep it.
        <options>

        Returns
        -------
        Promise
            Without rows. Feed it for accuracy with ones and whether each answer is right; for precision and recall with
            which answers and which rows are of the positive class.
        """
        from .._promises.promise import Promise

        if bound is None:
            raise ArgumentError("the route does not keep min_quality: give the bound, such as promise(0.9)")
        return Promise(self.measure, at_least=bound, **options_)

    @takes("routes", "evaluate", but=("threads", "progress"))
    def evaluate(self, stages: Stages, **options: Unpack[RouteOptions]) -> RouteEvaluation:
        """What the route does on other rows.

        Parameters
        ----------
        stages : Stages
        <options>
        """
        if not isinstance(stages, Stages):
            raise TypeError(f"stages must be Stages: found {type(stages).__name__}")
        named = {"class": "class_names", "segment": "segment_names"}.get(self.by)
        if named is not None:
            joined(self.group_names, getattr(stages, named), named, "stages")
        given: dict[str, Any] = {"measure": self.measure, **cast("dict[str, Any]", options)}
        made, handle = made_options("routes", given), self._open()
        out = route_evaluation_p()
        try:
            with stages._reading() as held:
                call(lib.wald_route_evaluate, handle.pointer, held.pointer, pointer(made), byref(out))
            facts: dict[str, Any] = {**numbers_of("route_evaluation", out), **arrays_of("route_evaluation", out)}
            return RouteEvaluation(**facts)
        finally:
            lib.wald_destroy(out)

    def _columns(self) -> dict[str, Any]:
        groups = ("threshold",) if self.n_groups == 1 else tuple(f"threshold {g}" for g in range(self.n_groups))
        each = {} if self.router else dict(zip(groups, self.thresholds))
        return {"stage": range(self.n_stages), "share": self.shares, **each}

    def __repr__(self) -> str:
        if self.closed:
            return "<Route, closed>"
        certified = f", certified with {self.certify:g}" if self.certified else ""
        return f"<Route: {self.n_stages} stages, cost {self.cost:.6g}, {self.measure} {self.quality:.6g}{certified}>"
