"""Wald: from what a model believes to the decision that is optimal for the metric one is judged by.

>>> import wald
>>> wald.decide([0.9, 0.4, 0.1], "f1").labels
(0,)

The mathematics has these conventions: with n labels, truth y and prediction h, tp = sum(y*h), k = sum(h), s = sum(y); a
metric is a utility U(tp, k, s, n), and optimal means of greatest expected utility. Of several k whose values differ by
less than rounding the smallest is taken; of tied labels, the smallest index. The same input gives the same bits for any
number of threads, and from every language on one machine.

Needs NumPy. pandas, polars, SciPy, scikit-learn and matplotlib are used where they are installed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._arrays import UNDECIDED
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
from ._functions import curve, decide, distribution, evaluate, expected, regret
from ._library import LIBRARY_PATH, lib
from ._metric import Metric, MetricInfo, Properties, metrics

if TYPE_CHECKING:
    from .plotting import CurveDisplay, UtilityDistributionDisplay
    from .sklearn import DecisionClassifier

__version__: str = lib.wald_version().decode()

__all__ = [
    "LIBRARY_PATH",
    "UNDECIDED",
    "ArgumentError",
    "Atoms",
    "CallbackError",
    "Cancelled",
    "CapacityError",
    "CountsTable",
    "CurveDisplay",
    "Decision",
    "DecisionClassifier",
    "DecisionWarning",
    "Decisions",
    "Distribution",
    "Estimator",
    "FormatError",
    "InternalError",
    "Metric",
    "MetricInfo",
    "Mode",
    "OutOfMemoryError",
    "Properties",
    "UnsupportedError",
    "UtilityDistributionDisplay",
    "WaldError",
    "curve",
    "decide",
    "distribution",
    "evaluate",
    "expected",
    "metrics",
    "regret",
]

for _public in list(globals().values()):
    if getattr(_public, "__module__", "").startswith("wald._") and getattr(_public, "__name__", "") in __all__:
        _public.__module__ = __name__  # what tracebacks and pickles call it: the underscored modules are private

# What needs more than NumPy is imported when it is first asked for.
_LAZY = {
    "DecisionClassifier": "sklearn",
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
