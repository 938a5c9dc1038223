"""Pictures, in scikit-learn's manner: a class method computes a display, which draws on any axes."""

from .candidates import CandidateDisplay
from .cascades import CascadeComparisonDisplay, CascadeDisplay
from .curves import CurveDisplay, UtilityDistributionDisplay
from .frontier import FrontierDisplay
from .parity import ParityDisplay
from .performance import PerformanceDisplay
from .promises import PromiseDisplay
from .score_curves import DecisionCurveDisplay, ReliabilityDisplay
from .thresholds import ThresholdDisplay

__all__ = [
    "CandidateDisplay",
    "CascadeComparisonDisplay",
    "CascadeDisplay",
    "CurveDisplay",
    "DecisionCurveDisplay",
    "FrontierDisplay",
    "ParityDisplay",
    "PerformanceDisplay",
    "PromiseDisplay",
    "ReliabilityDisplay",
    "ThresholdDisplay",
    "UtilityDistributionDisplay",
]
