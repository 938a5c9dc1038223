"""From features to decisions: learners, which are fitted once and decided for any metric."""

from __future__ import annotations

from ctypes import byref, c_double
from typing import TYPE_CHECKING, Any, Hashable, Iterable, NamedTuple, Sequence, cast

import numpy as np
from numpy.typing import ArrayLike

from .._core import html
from .._core.arrays import Floats, integer, name_bytes, view
from .._core.calls import call
from .._core.errors import ArgumentError
from .._core.facts import LearnerFacts
from .._core.files import Fitted
from .._core.forms import Source
from .._core.handles import at, list_of, text_of
from .._core.library import check, lib
from .._core.metric import Metric, as_metric
from .._core.options import KIND_NAMES, take_exactly, pointer, takes
from .._core.options import options as made_options
from .._core.rows import FACTS
from .._core.scoring import take_scoring
from .._core.table import estimator_p, learner_p
from .._decisions.decision import Decisions, borrow_decision
from .._decisions.estimator import Estimator
from .._decisions.functions import answer_count, average_of, warn_of
from .dataset import TASK_NAMES, Dataset, as_dataset

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._core.keywords import DecisionOptions, LearnerOptions

_FACTS = {name: fact.value for name, fact in FACTS["learner"].items()}

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


class Learner(Fitted, LearnerFacts):
    """A fitted learner: from a row of features what is known of its labels, and so the decision for any metric.

    Made by `Learner.fit`, or read by `Learner.load`. Immutable; any number of threads may use one together.

    ======================  =====================================================================================
    ``"br"``, ``"lfp"``     one logistic regression per label (one multinomial for classes), decided under independence
    ``"efp"``               one multinomial per label over the number of labels that it comes with
    ``"pcc"``               chains of logistic regressions, sampled
    ``"cardinality"``       the marginals of ``"lfp"``, or with ``"cardinality:LEARNER"`` of another, given a learned
                            P(number of labels); ``"cardinality:given"``: marginals from anywhere
    ``"given"``             marginals of another model, which come with the rows, calibrated or as they are
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
    feature_names, label_names : tuple of str or None
        Saved with the learner.

    Notes
    -----
    Sources and figures: ``docs/guides/learners.md``; Waegeman and others, JMLR 15 (2014), and Natarajan and others, ICML 2016,
    before all.

    Examples
    --------
    >>> learner = Learner.fit("lfp", [[0.0], [1.0], [2.0], [3.0]] * 5, [[1, 0], [1, 0], [0, 1], [1, 1]] * 5)
    >>> learner.decide([[0.2], [2.9]], "f1").labels
    [(0,), (0, 1)]
    """

    __slots__ = ("name", "kind", "task", "feature_names", "label_names")
    _noun = "learner"
    _object = "learner"
    _pointer = learner_p
    name: str
    kind: str
    task: str
    feature_names: tuple[str, ...] | None
    label_names: tuple[str, ...] | None

    def _fact(self, name: str) -> Any:
        pointer = self._open().pointer
        if name in _LISTS:
            return list_of(pointer, _FACTS[name])
        return text_of(pointer, _FACTS[name]) if name in _TEXTS else _number(pointer, 0, name)

    @classmethod
    def _of(cls, out: Any) -> Learner:
        """Reads what the library's object says of itself."""
        made = cls._owning(out)
        made._take(
            name=text_of(out, _FACTS["name"]),
            kind=KIND_NAMES[int(made._fact("kind"))],
            task=TASK_NAMES[int(made._fact("task"))],
            feature_names=_names(out, "feature_name", made.n_features),
            label_names=_names(out, "label_name", made.n_labels),
        )
        return made

    # ---- Fitting ---------------------------------------------------------------------------------

    @classmethod
    @takes("learners", but=("feature_names", "label_names"))
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
        **options: Unpack[LearnerOptions],
    ) -> Learner:
        """Fits a learner. An option that the learner does not read is an OptionError.

        Parameters
        ----------
        name : str
            See above: ``"lfp"``, ``"mixture:cardinality,forest"``, ...
        features, labels, classes, n_classes, weights, groups, marginals
            See `Dataset`. `features` may be a Dataset, which then holds all the others.
        feature_names, label_names : iterable, optional
            Kept and saved with the learner. Default: the columns of data frames, where all are texts.
        <options>

        Returns
        -------
        Learner

        Raises
        ------
        ArgumentError
            An argument is outside its domain; the text names it, its value and its bound.
        """
        given: dict[str, Any] = {"labels": labels, "classes": classes, "n_classes": n_classes, "weights": weights,
                                 "groups": groups, "marginals": marginals}
        if isinstance(features, Dataset):
            beside = [each for each, value in given.items() if value is not None]
            if beside:
                raise ArgumentError(f"{beside[0]} is given beside a Dataset: give it to the Dataset when it is made")
            rows = features
        else:
            rows = Dataset(features, **given)
        held = rows._open()
        names = {
            "feature_names": rows.feature_names if feature_names is None else feature_names,
            "label_names": rows.label_names if label_names is None else label_names,
        }
        made = made_options("learners", {**options, **names})
        out = learner_p()
        call(lib.wald_learner_fit, name_bytes(name, "name"), held.pointer, pointer(made), byref(out))
        return cls._of(out)

    # ---- Facts -----------------------------------------------------------------------------------

    @property
    def choices(self) -> tuple[LearnerChoice, ...]:
        """What fitting chose, and all that it tried: penalties, numbers of neighbours, and the like."""
        out = self._open().pointer
        return tuple(_choice(out, i) for i in range(int(self._fact("n_choices"))))

    # ---- Predicting ------------------------------------------------------------------------------

    @takes("decisions", "learners")
    def probabilities(self, features: Any, *, marginals: Any = None, **options: Unpack[DecisionOptions]) -> Any:
        """P(label j = 1), or P(class j), for each row. A row's samples do not depend on the rows beside it.

        Parameters
        ----------
        features : Dataset, array-like, data frame or sparse matrix of shape (n_rows, n_features)
            Of a data frame the columns by `feature_names`, where they are known.
        marginals : array-like of shape (n_rows, n_labels) or (n_rows,), optional
            What another model says of these rows, for ``"given"`` and what it is a part of.
        <options>

        Returns
        -------
        ndarray, or data frame like the input, of shape (n_rows, n_labels)
        """
        handle, rows = self._open(), as_dataset(features, self.feature_names, marginals)
        held, out = rows._open(), np.empty((rows.n_rows, self.n_labels))
        made = made_options("decisions", cast("dict[str, Any]", options))
        call(lib.wald_learner_probabilities, handle.pointer, held.pointer, pointer(made), at(c_double, out))
        source = self._named(rows._source)
        return source.frame(out, range(self.n_labels) if source.columns is None else source.columns)

    @takes("decisions", "decide learners")
    def decide(
        self,
        features: Any,
        metric: str | Metric,
        *,
        marginals: Any = None,
        exactly: int | None = None,
        **options: Unpack[DecisionOptions],
    ) -> Decisions:
        """The optimal predictions for rows of features. A binary problem that is judged by F1 over its rows is decided
        with ``average="macro"``: the answer of a row depends on the others.

        Parameters
        ----------
        features, marginals
            See `probabilities`.
        metric : str or Metric
            What the predictions are judged by.
        exactly : int, optional
            The number of positives in each answer: at_least and at_most in one.
        <options>

        Returns
        -------
        Decisions
            In the names of the learner's labels, where it has any.
        """
        handle, asked, n_labels = self._open(), cast("dict[str, Any]", options), self.n_labels
        chosen = as_metric(take_scoring(metric, asked, one_label=n_labels == 1))
        take_exactly(exactly, asked)
        rows = as_dataset(features, self.feature_names, marginals)
        held, shape = rows._open(), (rows.n_rows, n_labels)
        average = average_of(asked)
        made = made_options("decisions", asked)
        expected, mask = np.empty(answer_count(average, shape)), np.empty(shape, np.uint8)
        decision, judged = borrow_decision(), chosen._open()
        call(lib.wald_learner_decide, handle.pointer, held.pointer, judged.pointer, pointer(made), view(mask),
             at(c_double, expected), decision.pointer)
        result = Decisions(decision, average, shape, self._named(rows._source), mask, expected)
        warn_of(result, chosen)
        return result

    def _named(self, source: Source) -> Source:
        """The form that rows were given in, with the names of the labels for columns."""
        columns: Sequence[Hashable] | None = self.label_names
        if columns is None and source.form == "polars":
            columns = [str(label) for label in range(self.n_labels)]
        return Source(source.form, source.index, columns)

    @takes("decisions", "learners")
    def estimator(
        self, features: Any, row: int = 0, *, marginals: Any = None, **options: Unpack[DecisionOptions]
    ) -> Estimator:
        """The estimator of one row: everything that `wald.decide`, `wald.curve` and the others take.

        Parameters
        ----------
        features, marginals
            See `probabilities`.
        row : int
            In [0, n_rows).
        <options>

        Returns
        -------
        Estimator
        """
        handle, rows = self._open(), as_dataset(features, self.feature_names, marginals)
        held, out, number = rows._open(), estimator_p(), integer(row, "row")
        made = made_options("decisions", cast("dict[str, Any]", options))
        call(lib.wald_learner_estimator, handle.pointer, held.pointer, number, pointer(made), byref(out))
        return Estimator._of(out, self.label_names)

    def __repr__(self) -> str:
        if self.closed:
            return "<Learner, closed>"
        return f"<Learner: {self.name}, {self.n_features} features, {self.n_labels} {self.task}, {self.kind}>"

    def _repr_html_(self) -> str:
        if self.closed:
            return html.facts("Learner, closed", {})
        names = {"features": self.feature_names, "labels": self.label_names}
        known = {**names, "gives": f"{self.kind} estimators", "at_least": self.at_least}
        chosen = [(c.part, c.what, c.value, c.loss) for c in self.choices]
        more = f"and {len(chosen) - html.MOST_ROWS} more" if len(chosen) > html.MOST_ROWS else ""
        choices = html.table("Chosen", chosen[: html.MOST_ROWS], ("what", "value", "loss"), more) if chosen else ""
        compared = sorted(
            zip(self.candidates.split(), self.candidate_values, self.candidate_gains, self.candidate_errors),
            key=lambda row: -row[1],
        )
        heads, note = ("value out of fold", "gain", "standard error"), f"{self.rule}: {self.rule_reason}"
        return html.facts(repr(self)[1:-1], known) + choices + (html.table("Rules", compared, heads, note) if compared else "")


# Facts of the whole that are no numbers.
_TEXTS = ("rule", "rule_reason", "candidates", "first_choice")
_LISTS = ("candidate_values", "candidate_gains", "candidate_errors")


def _number(learner: Any, item: int, fact: str) -> float:
    value = c_double()
    check(lib.wald_number(learner, _FACTS[fact], item, byref(value)))
    return value.value


def _names(learner: Any, fact: str, n: int) -> tuple[str, ...] | None:
    """None if there are no names."""
    found: list[str] = []
    for i in range(n):
        found.append(text_of(learner, _FACTS[fact], i))
        if not any(found):  # the first of none
            return None
    return tuple(found)


def _choice(learner: Any, choice: int) -> LearnerChoice:
    texts = [text_of(learner, _FACTS[each], choice) for each in ("choice_part", "choice_what")]
    numbers = [_number(learner, choice, each) for each in ("choice_value", "choice_loss")]
    paths = [list_of(learner, _FACTS[each], choice) for each in ("path_values", "path_losses")]
    return LearnerChoice(texts[0], texts[1], numbers[0], numbers[1], paths[0], paths[1])
