"""Wald turns predicted probabilities into the decisions that maximise the expected value of your metric.

>>> import wald
>>> wald.decide([0.9, 0.4, 0.1], "f1").labels
(0,)

>>> wald.Sample().feed([1, 0, 1, 0], [0.9, 0.8, 0.3, 0.2]).choose(max_fp=0).thresholds
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
number of threads, and from every language on one machine. Thresholds for rare events: `Sample`.
Ensembles that stop early: `Cascade`, `Trees`, `CascadeClassifier`. From features to decisions: `Learner`.

Needs NumPy. pandas, polars, SciPy, scikit-learn and matplotlib are used where they are installed.
"""

from __future__ import annotations

import sys
from importlib import import_module as _import_module
from typing import TYPE_CHECKING

from ._core.errors import (
    ArgumentError, CallbackError, Cancelled, CapacityError, DecisionWarning, FormatError, InternalError, OptionError,
    OutOfMemoryError, UnsupportedError, WaldError,
)
from ._core.library import LIBRARY_PATH, lib as _lib

if TYPE_CHECKING:
    from typing import Any

    from . import datasets, detections
    from ._cascades.cascade import Cascade, CascadeDecisions, CascadeEvaluation
    from ._routes.labelling import Labelling
    from ._cascades.run import CascadeRun
    from ._cascades.scores import CascadeScores, ScoresShape
    from ._cascades.trees import Trees, TreesShape
    from ._core.arrays import UNDECIDED
    from ._core.flags import Properties, ThresholdFlags
    from ._core.metric import Metric, MetricInfo, metrics
    from ._decisions.table_pass import TablePass
    from ._decisions.comparison import Comparison, compare
    from ._decisions.decision import Decision, Decisions
    from ._decisions.distribution import Atoms, Distribution
    from ._decisions.estimator import CountsTable, Estimator, Mode
    from ._decisions.functions import curve, decide, distribution, evaluate, expected, regret
    from ._decisions.masks import Consensus, Masks, consensus, masks
    from ._decisions.report import Report, report
    from ._decisions.worth import Worth, worth
    from ._learners.calibration import Calibration
    from ._learners.dataset import Dataset
    from ._learners.learner import Learner, LearnerChoice
    from ._routes.route import Route, RouteAnswer, RouteEvaluation
    from ._promises.performance import Performance, estimate_performance
    from ._promises.promise import Promise
    from ._routes.stages import Stages
    from ._thresholds.abstention_zone import AbstentionZone
    from ._thresholds.class_multipliers import ClassMultipliers, apply_classes, class_multipliers
    from ._thresholds.fixed_thresholds import ThresholdEvaluation, evaluate_thresholds
    from ._thresholds.frontier import Areas, Frontier
    from ._thresholds.choose_threshold import choose_threshold
    from ._thresholds.label_thresholds import LabelThresholds, label_thresholds
    from ._thresholds.threshold_pass import ThresholdPass
    from ._thresholds.prevalence import Prevalence, estimate_prevalence
    from ._thresholds.sample import Counts, Sample, Totals
    from ._thresholds.score_arrays import NOT_RATED
    from ._thresholds.score_curves import DecisionCurve, Reliability, ReliabilityBins, decision_curve, reliability
    from ._thresholds.selection import Selection, select
    from ._thresholds.segment_thresholds import ParityPrice, SegmentThresholds, segment_thresholds
    from ._thresholds.thresholds import CrossFitted, Interval, Thresholds, apply_thresholds
    from .detections import match_detections
    from .plotting import (
        CandidateDisplay, CascadeComparisonDisplay, CascadeDisplay, CurveDisplay, DecisionCurveDisplay, FrontierDisplay,
        ParityDisplay, PerformanceDisplay, PromiseDisplay, ReliabilityDisplay, ThresholdDisplay, UtilityDistributionDisplay,
    )
    from .sklearn import CascadeClassifier, DecisionClassifier, LearnerClassifier, ThresholdClassifier, ThresholdDetector

__version__: str = _lib.wald_version().decode()

__all__ = [
    "LIBRARY_PATH", "NOT_RATED", "UNDECIDED", "AbstentionZone", "Areas", "ArgumentError", "Atoms", "TablePass",
    "ThresholdPass", "Calibration", "CallbackError", "Cancelled", "CandidateDisplay", "CapacityError", "Cascade", "CascadeClassifier", "CascadeComparisonDisplay",
    "CascadeDecisions", "CascadeDisplay", "CascadeEvaluation", "CascadeRun", "CascadeScores", "ClassMultipliers",
    "Comparison", "Consensus", "Counts", "CountsTable", "CrossFitted", "CurveDisplay", "Dataset", "Decision", "DecisionClassifier",
    "DecisionCurve", "DecisionCurveDisplay", "DecisionWarning", "Decisions", "Distribution", "Estimator", "FormatError",
    "Frontier", "FrontierDisplay", "InternalError", "Interval", "LabelThresholds", "Labelling", "Learner", "LearnerChoice",
    "LearnerClassifier", "Masks", "Metric", "MetricInfo", "Mode", "OptionError", "OutOfMemoryError", "ParityDisplay", "ParityPrice",
    "Performance", "PerformanceDisplay", "Prevalence", "Promise", "PromiseDisplay", "Properties", "Reliability", "ReliabilityBins", "ReliabilityDisplay", "Report", "Route", "RouteAnswer", "RouteEvaluation", "Sample", "ScoresShape", "SegmentThresholds", "Selection", "Stages",
    "ThresholdClassifier", "ThresholdDetector", "ThresholdDisplay", "ThresholdEvaluation", "ThresholdFlags", "Thresholds", "Totals",
    "Trees", "TreesShape",
    "UnsupportedError", "UtilityDistributionDisplay", "WaldError", "Worth", "apply_classes", "apply_thresholds",
    "choose_threshold", "class_multipliers", "compare", "consensus", "curve", "datasets", "decide", "decision_curve", "detections", "distribution", "estimate_performance", "estimate_prevalence", "evaluate", "evaluate_thresholds",
    "expected", "label_thresholds", "masks", "match_detections", "metrics", "regret", "reliability", "report",
    "segment_thresholds", "select", "worth",
]

# Where each name is: imported when it is first asked for, so that importing the package takes little time.
_PARTS = {
    "_cascades.cascade": "Cascade CascadeDecisions CascadeEvaluation",
    "_routes.labelling": "Labelling",
    "_cascades.run": "CascadeRun",
    "_cascades.scores": "CascadeScores ScoresShape",
    "_cascades.trees": "Trees TreesShape",
    "_core.arrays": "UNDECIDED",
    "_core.flags": "Properties ThresholdFlags",
    "_core.metric": "Metric MetricInfo metrics",
    "_decisions.table_pass": "TablePass",
    "_decisions.comparison": "Comparison compare",
    "_decisions.decision": "Decision Decisions",
    "_decisions.distribution": "Atoms Distribution",
    "_decisions.estimator": "CountsTable Estimator Mode",
    "_decisions.functions": "curve decide distribution evaluate expected regret",
    "_decisions.masks": "Consensus Masks consensus masks",
    "_decisions.report": "Report report",
    "_decisions.worth": "Worth worth",
    "_learners.calibration": "Calibration",
    "_learners.dataset": "Dataset",
    "_learners.learner": "Learner LearnerChoice",
    "_routes.route": "Route RouteAnswer RouteEvaluation",
    "_promises.performance": "Performance estimate_performance",
    "_promises.promise": "Promise",
    "_routes.stages": "Stages",
    "_thresholds.abstention_zone": "AbstentionZone",
    "_thresholds.class_multipliers": "ClassMultipliers apply_classes class_multipliers",
    "_thresholds.fixed_thresholds": "ThresholdEvaluation evaluate_thresholds",
    "_thresholds.frontier": "Areas Frontier",
    "_thresholds.choose_threshold": "choose_threshold",
    "_thresholds.label_thresholds": "LabelThresholds label_thresholds",
    "_thresholds.threshold_pass": "ThresholdPass",
    "_thresholds.prevalence": "Prevalence estimate_prevalence",
    "_thresholds.sample": "Counts Sample Totals",
    "_thresholds.score_arrays": "NOT_RATED",
    "_thresholds.score_curves": "DecisionCurve Reliability ReliabilityBins decision_curve reliability",
    "_thresholds.selection": "Selection select",
    "_thresholds.segment_thresholds": "ParityPrice SegmentThresholds segment_thresholds",
    "_thresholds.thresholds": "CrossFitted Interval Thresholds apply_thresholds",
    "detections": "match_detections",
    "plotting": "CandidateDisplay CascadeComparisonDisplay CascadeDisplay CurveDisplay DecisionCurveDisplay FrontierDisplay "
        "ParityDisplay PerformanceDisplay PromiseDisplay ReliabilityDisplay ThresholdDisplay UtilityDistributionDisplay",
    "sklearn": "CascadeClassifier DecisionClassifier LearnerClassifier ThresholdClassifier ThresholdDetector",
}
_PLACES = {name: part for part, names in _PARTS.items() for name in names.split()}


def _name_parts() -> None:
    """Has tracebacks and pickles call what is public by its public name: the underscored modules are private."""
    for part, names in _PARTS.items():
        module = sys.modules.get(f"{__name__}.{part}")
        for name in names.split() if part.startswith("_") else ():
            found = getattr(module, name, None)
            if getattr(found, "__module__", "").startswith(f"{__name__}._"):
                found.__module__ = __name__


for _error in list(globals().values()):
    if isinstance(_error, type) and issubclass(_error, (WaldError, DecisionWarning)):
        _error.__module__ = __name__


def __getattr__(name: str) -> Any:
    part = _PLACES.get(name)
    if name in ("datasets", "detections"):  # modules, which importing puts here
        return _import_module(f"{__name__}.{name}")
    if part is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        found = getattr(_import_module(f"{__name__}.{part}"), name)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "sklearn":
            raise
        hint = "which is not installed: pip install 'wald[sklearn]'"
        raise ImportError(f"wald.{name} needs scikit-learn, {hint}") from error
    _name_parts()
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted([*__all__, "__all__", "__doc__", "__file__", "__name__", "__path__", "__version__"])
