"""Wald: from what a model believes to the decision that is optimal for the metric one is judged by.

>>> import wald
>>> wald.decide([0.9, 0.4, 0.1], "f1").labels
(0,)

>>> wald.ThresholdFrontier().feed([0.9, 0.8, 0.3, 0.2], [1, 0, 1, 0]).choose(max_fp=0).thresholds
array([0.9])

>>> cascade = wald.Cascade.fit([[2.0, 0.5], [-2.0, 0.5], [2.0, -0.5], [-2.0, -0.5]])
>>> cascade.apply([[1.9, -0.5]]).counts
array([1], dtype=int32)

>>> learner = wald.Learner.fit("lfp", [[0.0], [1.0], [2.0], [3.0]] * 5, [[1, 0], [1, 0], [0, 1], [1, 1]] * 5)
>>> learner.decide([[0.2]], "f1").labels
[(0,)]

The mathematics has these conventions: with n labels, truth y and prediction h, tp = sum(y*h), k = sum(h), s = sum(y); a
metric is a utility U(tp, k, s, n), and optimal means of greatest expected utility. Of several k whose values differ by
less than rounding the smallest is taken; of tied labels, the smallest index. The same input gives the same bits for any
number of threads, and from every language on one machine. Thresholds for rare events: `ThresholdFrontier`.
Ensembles that stop early: `Cascade`, `Trees`, `CascadeClassifier`. From features to decisions: `Learner`.

Needs NumPy. pandas, polars, SciPy, scikit-learn and matplotlib are used where they are installed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._arrays import UNDECIDED
from ._calibration import Calibration
from ._cascade import Cascade, CascadeDecisions, CascadeEvaluation
from ._cascade_run import CascadeRun
from ._cascade_scores import CascadeScores, ScoresShape
from ._class_multipliers import ClassMultipliers, apply_classes, class_multipliers
from ._dataset import Dataset
from ._decision import Decision, Decisions
from ._distribution import Atoms, Distribution
from ._errors import (
    ArgumentError,
    CallbackError,
    Cancelled,
    CapacityError,
    DecisionWarning,
    FormatError,
    InternalError,
    OutOfMemoryError,
    UnsupportedError,
    WaldError,
)
from ._estimator import CountsTable, Estimator, Mode
from ._frontier import Counts, ThresholdFrontier, Totals
from ._functions import curve, decide, distribution, evaluate, expected, regret
from ._label_thresholds import LabelThresholds, label_thresholds
from ._learner import Learner, LearnerChoice
from ._library import LIBRARY_PATH, lib
from ._metric import Metric, MetricInfo, Properties, metrics
from ._operating_points import Areas, OperatingPoints
from ._score_arrays import NOT_RATED
from ._thresholds import CrossFitted, Interval, ThresholdFlags, Thresholds, apply_thresholds
from ._abstention_zone import AbstentionZone
from ._trees import Trees, TreesShape

if TYPE_CHECKING:
    from .cascade_classifier import CascadeClassifier
    from .cascade_plot import CascadeComparisonDisplay, CascadeDisplay
    from .frontier_plot import FrontierDisplay
    from .learner_classifier import LearnerClassifier
    from .plotting import CurveDisplay, UtilityDistributionDisplay
    from .sklearn import DecisionClassifier
    from .threshold_classifier import ThresholdClassifier

__version__: str = lib.wald_version().decode()

__all__ = [
    "LIBRARY_PATH",
    "NOT_RATED",
    "UNDECIDED",
    "ArgumentError",
    "AbstentionZone",
    "Areas",
    "Atoms",
    "Calibration",
    "CallbackError",
    "Cancelled",
    "CapacityError",
    "Cascade",
    "CascadeClassifier",
    "CascadeComparisonDisplay",
    "CascadeDecisions",
    "CascadeDisplay",
    "CascadeEvaluation",
    "CascadeRun",
    "CascadeScores",
    "ClassMultipliers",
    "Counts",
    "CountsTable",
    "CrossFitted",
    "CurveDisplay",
    "Dataset",
    "Decision",
    "DecisionClassifier",
    "DecisionWarning",
    "Decisions",
    "Distribution",
    "Estimator",
    "FormatError",
    "FrontierDisplay",
    "InternalError",
    "Interval",
    "LabelThresholds",
    "Learner",
    "LearnerChoice",
    "LearnerClassifier",
    "Metric",
    "MetricInfo",
    "Mode",
    "OperatingPoints",
    "OutOfMemoryError",
    "Properties",
    "ScoresShape",
    "ThresholdClassifier",
    "ThresholdFlags",
    "ThresholdFrontier",
    "Thresholds",
    "Totals",
    "Trees",
    "TreesShape",
    "UnsupportedError",
    "UtilityDistributionDisplay",
    "WaldError",
    "apply_classes",
    "apply_thresholds",
    "class_multipliers",
    "curve",
    "decide",
    "distribution",
    "evaluate",
    "expected",
    "label_thresholds",
    "metrics",
    "regret",
]

for _public in list(globals().values()):
    if getattr(_public, "__module__", "").startswith("wald._") and getattr(_public, "__name__", "") in __all__:
        _public.__module__ = __name__  # what tracebacks and pickles call it: the underscored modules are private

# What needs more than NumPy is imported when it is first asked for.
_LAZY = {
    "CascadeClassifier": "cascade_classifier",
    "CascadeComparisonDisplay": "cascade_plot",
    "CascadeDisplay": "cascade_plot",
    "DecisionClassifier": "sklearn",
    "FrontierDisplay": "frontier_plot",
    "LearnerClassifier": "learner_classifier",
    "ThresholdClassifier": "threshold_classifier",
    "CurveDisplay": "plotting",
    "UtilityDistributionDisplay": "plotting",
}


def __getattr__(name: str) -> Any:
    module = _LAZY.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    try:
        return getattr(import_module(f"{__name__}.{module}"), name)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "sklearn":
            raise
        hint = "which is not installed: pip install 'wald[sklearn]'"
        raise ImportError(f"wald.{name} needs scikit-learn, {hint}") from error


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(__all__))
