"""From features to decisions: learners, which are fitted once and decided for any metric."""

from __future__ import annotations

from ctypes import byref, c_char_p, c_double, c_int32, c_int64, c_uint8
from typing import Any, Hashable, Iterable, NamedTuple, Sequence

import numpy as np
from numpy.typing import ArrayLike

from ._arrays import Floats, Source, integer, name_bytes
from ._dataset import TASK_NAMES, Dataset, as_dataset
from ._decision import Decisions, borrow_decision
from ._errors import ArgumentError
from ._estimator import Estimator
from ._functions import answer_count, warn_of
from ._handles import Closable, Handle, at, call, saved_bytes, saved_text
from ._learner_options import FITTING, Progress, learner_options
from ._library import check, estimator_p, learner_p, lib
from ._metric import Metric, as_metric
from ._options import KIND_NAMES, Average, average_value, how, options, pointer


class LearnerChoice(NamedTuple):
    """One thing that fitting chose."""

    part: str
    """What it was chosen for: ``"label 3"``, ``"sizes"``."""
    what: str
    """What is chosen: ``"C"``, ``"neighbours"``."""
    value: float
    loss: float
    """That it was chosen by, out of fold."""
    values: Floats
    """All values that were tried."""
    losses: Floats
    """Their losses."""


class Learner(Closable):
    """A fitted learner: from a row of features what is known of its labels, and so the decision for any metric.

    Made by `Learner.fit`, or read by `Learner.load`. Immutable; any number of threads may use one together.

    ======================  =====================================================================================
    ``"br"``, ``"lfp"``     a logistic regression a label (one multinomial for classes), decided under independence
    ``"efp"``               a multinomial a label over the number of labels that it comes with
    ``"pcc"``               chains of logistic regressions, sampled
    ``"card[:LEARNER]"``    the marginals of ``"lfp"`` or another, given a learned P(number of labels);
                            ``"card:given"``: marginals from anywhere
    ``"neighbours"``        the labels of the nearest rows
    ``"forest"``,           extremely randomised trees and others: the labels of the rows of the same leaves
    ``"tree"``
    ``"kernel[:LEARNER]"``  a linear learner on Gaussian kernel features
    ``"mixture:A,B,..."``   the mean of what several learners say
    ======================  =====================================================================================

    Attributes
    ----------
    name : str
        That it was fitted by.
    kind : {"independent", "categorical", "joint", "counts"}
        Of the estimators that it gives.
    task : {"labels", "classes"}
    n_features, n_labels : int
        Labels, or classes.
    at_least : int
        Labels that a prediction holds where nothing else is asked: 1 where no training row was empty.
    feature_names, label_names : tuple of str or None
        Saved with the learner.

    Notes
    -----
    Sources and figures: ``docs/learners.md``; Waegeman and others, JMLR 15 (2014), and Natarajan and others, ICML 2016,
    before all.

    Examples
    --------
    >>> learner = Learner.fit("lfp", [[0.0], [1.0], [2.0], [3.0]] * 5, [[1, 0], [1, 0], [0, 1], [1, 1]] * 5)
    >>> learner.decide([[0.2], [2.9]], "f1").labels
    [(0,), (0, 1)]
    """

    __slots__ = (
        "name",
        "kind",
        "task",
        "n_features",
        "n_labels",
        "at_least",
        "feature_names",
        "label_names",
    )
    _noun = "learner"
    name: str
    kind: str
    task: str
    n_features: int
    n_labels: int
    at_least: int
    feature_names: tuple[str, ...] | None
    label_names: tuple[str, ...] | None

    def __init__(self) -> None:
        raise TypeError("learners are made by Learner.fit, or read by Learner.load")

    def __setattr__(self, name: str, value: object) -> None:
        if name != "_handle":
            raise AttributeError("learners are immutable")
        object.__setattr__(self, name, value)

    @classmethod
    def _of(cls, out: Any) -> Learner:
        """Reads what the library's object says of itself."""
        made = cls.__new__(cls)
        made._handle = Handle(out, lib.wald_learner_destroy)
        text, kind, task = c_char_p(), c_int32(), c_int32()
        features, labels, least = c_int64(), c_int64(), c_int64()
        check(lib.wald_learner_name(out, byref(text)))
        known: dict[str, Any] = {"name": (text.value or b"").decode()}
        check(lib.wald_learner_kind(out, byref(kind)))
        check(lib.wald_learner_shape(out, byref(features), byref(labels), byref(task), byref(least)))
        known.update(kind=KIND_NAMES[kind.value], task=TASK_NAMES[task.value], at_least=least.value)
        known.update(n_features=features.value, n_labels=labels.value)
        known["feature_names"] = _names(lib.wald_learner_feature_name, out, features.value)
        known["label_names"] = _names(lib.wald_learner_label_name, out, labels.value)
        for name, each in known.items():
            object.__setattr__(made, name, each)
        return made

    # ---- Fitting ---------------------------------------------------------------------------------

    @classmethod
    def fit(
        cls,
        name: str,
        features: Any,
        labels: Any = None,
        *,
        classes: ArrayLike | None = None,
        n_classes: int | None = None,
        weights: ArrayLike | None = None,
        groups: ArrayLike | None = None,
        marginals: Any = None,
        feature_names: Iterable[Hashable] | None = None,
        label_names: Iterable[Hashable] | None = None,
        scaling: str | None = None,
        folds: int | None = None,
        at_least: int | None = None,
        penalties: ArrayLike | None = None,
        worse_steps: int | None = None,
        calibration: str | None = None,
        chains: int | None = None,
        chain_orders: Sequence[Sequence[int]] | None = None,
        draws: int | None = None,
        most_nodes: int | None = None,
        neighbours: int | None = None,
        neighbour_metric: str | None = None,
        neighbour_weights: str | None = None,
        neighbour_utility: str | None = None,
        forest_kind: str | None = None,
        forest_criterion: str | None = None,
        trees: int | None = None,
        max_features: int | None = None,
        min_leaf: int | None = None,
        max_depth: int | None = None,
        gamma: float | None = None,
        landmarks: int | None = None,
        exact_rows: int | None = None,
        mixture_weights: ArrayLike | None = None,
        seed: int | None = None,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> Learner:
        """Fits a learner. A learner reads what concerns it.

        Parameters
        ----------
        name : str
            See above: ``"lfp"``, ``"mixture:card,forest"``, ...
        features, labels, classes, n_classes, weights, groups, marginals
            See `Dataset`. `features` may be a Dataset, which then holds all the others.
        feature_names, label_names : iterable, optional
            Kept and saved with the learner. Default: the columns of data frames, where all are texts.
        scaling : {"automatic", "none", "minmax", "standard", "unit", "standard-root"}, optional
        folds : int, optional
            Of cross-validation; at least 2, default 5.
        at_least : int, optional
            Labels that predictions hold where nothing else is asked. Default: 1 where no training row is empty, else 0.
        penalties : array-like, optional
            Of regressions: inverse strengths C of the penalty, ascending, each in [1e-12, 1e12]; one alone needs no
            cross-validation. Default: 1e-4, 3e-4, 1e-3, ..., 1e3.
        worse_steps : int, optional
            Of regressions: a path of penalties ends after so many values in a row that are worse than the best;
            default 2.
        calibration : {"automatic", "none", "platt", "isotonic", "beta"}, optional
            Of ``"br"`` and ``"lfp"``; default ``"platt"``.
        chains : int, optional
            Of ``"pcc"``, each in an order of its own; default 1.
        chain_orders : sequence of sequences of int, optional
            Orders of the labels in the first chains, each label once.
        draws : int, optional
            Label vectors that ``"pcc"`` draws for a row; default 1000.
        most_nodes : int, optional
            Of the search for the likeliest vector; default 100000.
        neighbours : int, optional
            How many; default 0, which is chosen by leave-one-out.
        neighbour_metric : {"automatic", "euclidean", "cosine"}, optional
        neighbour_weights : {"automatic", "uniform", "dudani"}, optional
        neighbour_utility : str, optional
            The metric whose mean over left-out rows decides what is left open; default ``"f1"``.
        forest_kind : {"extra-trees", "random-forest"}, optional
        forest_criterion : {"gini", "f"}, optional
        trees, max_features, min_leaf, max_depth : int, optional
            Of forests; default 0: by the kind, by the number of features, by the kind, no limit.
        gamma : float, optional
            Of kernel features exp(-gamma |x - z|^2); default 0: chosen.
        landmarks, exact_rows : int, optional
            Of kernel features; default 0, which is every row where they are at most `exact_rows` (3000).
        mixture_weights : array-like, optional
            Finite and above 0, one a part of a mixture. Default: equal.
        seed : int, optional
            Of folds, chains, forests and landmarks; in [0, 2**64). Default 0.
        threads : int, optional
            0 means all of the machine's; default 1. The result is the same, to the bit, for any number.
        progress : callable, optional
            ``progress(fraction)``; returning False cancels.

        Returns
        -------
        Learner

        Raises
        ------
        ArgumentError
            An argument is outside its domain; the text names it, its value and its bound.
        """
        arguments = locals()
        settings = {setting: arguments[setting] for setting in FITTING}
        given = {each: arguments[each] for each in ("labels", "classes", "n_classes", "weights", "groups", "marginals")}
        if isinstance(features, Dataset):
            beside = [each for each, value in given.items() if value is not None]
            if beside:
                raise ArgumentError(f"{beside[0]} is given beside a Dataset: give it to the Dataset when it is made")
            rows = features
        else:
            rows = Dataset(features, **given)
        held = rows._open()
        made = learner_options(
            feature_names=rows.feature_names if feature_names is None else feature_names,
            label_names=rows.label_names if label_names is None else label_names,
            progress=progress,
            **settings,
        )
        out = learner_p()
        call(lib.wald_learner_fit, name_bytes(name, "name"), held.pointer, made.pointer, byref(out))
        return cls._of(out)

    # ---- Facts -----------------------------------------------------------------------------------

    @property
    def choices(self) -> tuple[LearnerChoice, ...]:
        """What fitting chose, and all that it tried: penalties, numbers of neighbours, and the like."""
        out, count = self._open().pointer, c_int64()
        check(lib.wald_learner_choice_count(out, byref(count)))
        return tuple(_choice(out, i) for i in range(count.value))

    # ---- Predicting ------------------------------------------------------------------------------

    def probabilities(
        self,
        features: Any,
        *,
        marginals: Any = None,
        seed: int | None = None,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> Floats:
        """P(label j = 1), or P(class j), for each row.

        Parameters
        ----------
        features : Dataset, array-like, data frame or sparse matrix of shape (n_rows, n_features)
            Of a data frame the columns by `feature_names`, where they are known.
        marginals : array-like of shape (n_rows, n_labels) or (n_rows,), optional
            What another model says of these rows, for ``"card:given"``.
        seed : int, optional
            Of what is left to chance (``"pcc"``); in [0, 2**64), default 0. A row's samples do not depend on the rows
            beside it.
        threads, progress
            See `fit`.

        Returns
        -------
        ndarray of shape (n_rows, n_labels)
        """
        handle, rows = self._open(), as_dataset(features, self.feature_names, marginals)
        held, out = rows._open(), np.empty((rows.n_rows, self.n_labels))
        made = options(seed=seed, threads=threads, progress=progress)
        call(lib.wald_learner_probabilities, handle.pointer, held.pointer, pointer(made), at(c_double, out))
        return out

    def decide(
        self,
        features: Any,
        metric: str | Metric,
        *,
        marginals: Any = None,
        average: Average | None = None,
        at_least: int | None = None,
        at_most: int | None = None,
        exactly: int | None = None,
        abstain: float | None = None,
        algorithm: str | None = None,
        seed: int | None = None,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> Decisions:
        """The optimal predictions for rows of features.

        Parameters
        ----------
        features, marginals, seed, threads, progress
            See `probabilities`.
        metric : str or Metric
            What the predictions are judged by.
        average : {"instance", "macro", "micro"}, optional
            Each row a problem of its own (the default), each label down the rows, or the table as one. A binary
            problem that is judged by F1 over its rows is ``"macro"``: the answer of a row depends on the others.
        at_least, at_most, exactly : int, optional
            Bounds on the number of positives in each answer. Default: at least `at_least` of the learner, where the
            metric is no sum over the labels.
        abstain, algorithm
            See `wald.decide`.

        Returns
        -------
        Decisions
            In the names of the learner's labels, where it has any.
        """
        settings = how(locals())
        chosen, handle = as_metric(metric), self._open()
        average = "instance" if average is None else average
        average_value(average)
        rows = as_dataset(features, self.feature_names, marginals)
        held, shape = rows._open(), (rows.n_rows, self.n_labels)
        made = options(average=average, **settings)
        expected, mask = np.empty(answer_count(average, shape)), np.empty(shape, np.uint8)
        decision, judged = borrow_decision(), chosen._open()
        call(
            lib.wald_learner_decide,
            handle.pointer,
            held.pointer,
            judged.pointer,
            pointer(made),
            at(c_uint8, mask),
            shape[1],
            1,
            at(c_double, expected),
            decision.pointer,
        )
        result = Decisions(decision, average, shape, self._named(rows._source), mask, expected)
        warn_of(result, chosen, 3)
        return result

    def _named(self, source: Source) -> Source:
        """The form that rows were given in, with the names of the labels for columns."""
        columns: Sequence[Hashable] | None = self.label_names
        if columns is None and source.form == "polars":
            columns = [str(label) for label in range(self.n_labels)]
        return Source(source.form, source.index, columns)

    def estimator(
        self,
        features: Any,
        row: int = 0,
        *,
        marginals: Any = None,
        seed: int | None = None,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> Estimator:
        """What the learner knows of one row: everything that `wald.decide`, `wald.curve` and the others take.

        Parameters
        ----------
        features, marginals, seed, threads, progress
            See `probabilities`.
        row : int
            In [0, n_rows).

        Returns
        -------
        Estimator
        """
        handle, rows = self._open(), as_dataset(features, self.feature_names, marginals)
        held, out = rows._open(), estimator_p()
        made = options(seed=seed, threads=threads, progress=progress)
        call(
            lib.wald_learner_estimator,
            handle.pointer,
            held.pointer,
            integer(row, "row"),
            pointer(made),
            byref(out),
        )
        return Estimator._of(out, self.label_names)

    # ---- Saving ----------------------------------------------------------------------------------

    def save(self) -> str:
        """The learner as text (JSON, versioned), names included: every language loads it."""
        return saved_text(lib.wald_learner_save, self._open().pointer)

    @classmethod
    def load(cls, text: str | bytes) -> Learner:
        """Reads what `save` wrote: a learner that gives the same bits.

        Raises
        ------
        FormatError
            For any other text; the message says what is wrong with it.
        """
        raw, out = saved_bytes(text), learner_p()
        check(lib.wald_learner_load(raw, len(raw), byref(out)))
        return cls._of(out)

    def __copy__(self) -> Learner:
        return Learner.load(self.save())

    def __deepcopy__(self, memo: object) -> Learner:
        return Learner.load(self.save())

    def __reduce__(self) -> Any:
        return Learner.load, (self.save(),)

    def __repr__(self) -> str:
        if self.closed:
            return "<Learner, closed>"
        return f"<Learner: {self.name}, {self.n_features} features, {self.n_labels} {self.task}, {self.kind}>"


def _names(function: Any, learner: Any, n: int) -> tuple[str, ...] | None:
    """None where there are no names."""
    text, found = c_char_p(), []
    for i in range(n):
        check(function(learner, i, byref(text)))
        found.append((text.value or b"").decode("utf-8", "replace"))
        if not any(found):  # the first of none
            return None
    return tuple(found)


def _choice(learner: Any, choice: int) -> LearnerChoice:
    part, what, value, loss, needed = c_char_p(), c_char_p(), c_double(), c_double(), c_int64()
    check(lib.wald_learner_choice_get(learner, choice, byref(part), byref(what), byref(value), byref(loss)))
    check(lib.wald_learner_choice_path(learner, choice, None, None, 0, byref(needed)))
    values, losses = np.empty(needed.value), np.empty(needed.value)
    if needed.value:
        path = (at(c_double, values), at(c_double, losses))
        check(lib.wald_learner_choice_path(learner, choice, *path, needed.value, byref(needed)))
    of, chosen = ((each.value or b"").decode("utf-8", "replace") for each in (part, what))
    return LearnerChoice(of, chosen, value.value, loss.value, values, losses)
