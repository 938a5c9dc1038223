"""The picture of a chosen rule: what each candidate is worth out of fold, and which gains are beyond chance."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._core.arrays import Floats
from .._core.errors import ArgumentError
from .._learners.learner import Learner
from .axes import COLOUR, MARKED, OTHER, Display, legend_of

NORMAL_95 = 1.959964
"""An interval of 95 % is this many standard errors to each side."""


class CandidateDisplay(Display):
    """The candidates of a learner ``"rule"``, best first: values out of fold, and whether gains are beyond chance.

    Attributes
    ----------
    names : list of str
        By value, the best first.
    values, gains, errors : ndarray of shape (n_candidates,)
        Value out of fold, the gain over the first choice, and the standard error of this gain.
    chosen, first : str
        The rule that was chosen, and the one that stays unless another is better beyond chance.
    ax_, figure_, chosen_ : matplotlib objects
        After `plot`; `chosen_` is the mark of the chosen rule.
    """

    def __init__(
        self, names: list[str], values: ArrayLike, gains: ArrayLike, errors: ArrayLike, chosen: str, *,
        first: str, value_name: str = "value out of fold",
    ) -> None:
        columns = [np.asarray(column, np.float64) for column in (values, gains, errors)]
        for name, column in zip(("values", "gains", "errors"), columns):
            if column.shape != (len(names),):
                raise ArgumentError(f"{name} has shape {column.shape}: must be ({len(names)},), one for each candidate")
        for name, rule in (("chosen", chosen), ("first", first)):
            if rule not in names:
                raise ArgumentError(f"{name} is {rule!r}: must be one of {', '.join(names)}")
        order = np.argsort(-columns[0], kind="stable")
        self.names = [names[i] for i in order]
        self.values: Floats
        self.gains: Floats
        self.errors: Floats
        self.values, self.gains, self.errors = (column[order] for column in columns)
        self.chosen, self.first = chosen, first
        self.value_name = value_name

    @classmethod
    def from_learner(cls, learner: Learner, *, ax: Any = None, **style: Any) -> CandidateDisplay:
        """Draws what the learner ``"rule"`` compared.

        Parameters
        ----------
        learner : Learner
            A learner ``"rule"`` that chose its rule, or a loaded one.
        ax : matplotlib axes, optional
            Default: those of a new figure.
        **style
            Handed to ``ax.errorbar``.
        """
        if not isinstance(learner, Learner):
            raise TypeError(f"learner must be a Learner: found {type(learner).__name__}")
        names = learner.candidates.split()
        if not names:
            why = learner.rule_reason if learner.rule else f"it is a learner {learner.name!r}"
            raise ArgumentError(f"the learner has no candidates ({why}): fit the learner 'rule' without rule=")
        values = learner.candidate_values, learner.candidate_gains, learner.candidate_errors
        return cls(names, *values, learner.rule, first=learner.first_choice).plot(ax=ax, **style)

    @classmethod
    def from_estimator(cls, estimator: Any, *, ax: Any = None, **style: Any) -> CandidateDisplay:
        """Draws what a fitted ``LearnerClassifier("rule")`` compared."""
        learner = getattr(estimator, "learner_", None)
        if learner is None:
            raise ArgumentError(f"estimator is {estimator!r}: it has no learner_; fit it first")
        made = cls.from_learner(learner, ax=ax, **style)
        made.ax_.set_xlabel(f"{estimator._metric()._called} ({estimator._average()}), out of fold")
        return made

    def plot(self, *, ax: Any = None, **style: Any) -> CandidateDisplay:
        """Draws on `ax`, or on a new figure. Returns itself."""
        drawn = self._on(ax, "What each rule is worth", self.value_name, "")
        rows = np.arange(len(self.names))[::-1]
        settings = {"fmt": "o", "color": COLOUR, "markersize": 4, "linewidth": 1,
                    "label": "95 % of the gain", **style}
        self.bars_ = drawn.errorbar(self.values, rows, xerr=NORMAL_95 * self.errors, **settings)
        first, chosen = self.names.index(self.first), self.names.index(self.chosen)
        self.first_ = drawn.axvline(self.values[first], color=OTHER, linewidth=1, linestyle="--",
                                    label=f"first choice: {self.first}")
        (self.chosen_,) = drawn.plot(self.values[chosen], rows[chosen], "o", color=MARKED, markersize=8, zorder=4,
                                     label=f"chosen: {self.chosen}")
        drawn.set_yticks(rows, self.names, fontsize="small")
        drawn.set_ylim(-0.7, len(rows) - 0.3)
        legend_of(drawn, above=True)
        return self
