"""Estimators in scikit-learn's manner, which this needs."""

from .. import _name_parts
from .cascade_classifier import CascadeClassifier
from .decision_classifier import DecisionClassifier
from .learner_classifier import LearnerClassifier
from .threshold_classifier import ThresholdClassifier
from .threshold_detector import ThresholdDetector

__all__ = ["CascadeClassifier", "DecisionClassifier", "LearnerClassifier", "ThresholdClassifier", "ThresholdDetector"]

_name_parts()
