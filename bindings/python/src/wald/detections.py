"""Detections as rows for thresholds: boxes of an object detector, or spans of an entity recogniser, matched to the truth.

>>> import wald
>>> wald.match_detections([[0, 0, 2, 2]], [[0, 0, 2, 2], [0, 0, 2, 1]], [0.9, 0.8], truth_images=[7], images=[7, 7])
array([1., 0.])
"""

from ._detections.by_class import ClassThresholds, ImageThreshold, ImageThresholds
from ._detections.coco_files import read_coco
from ._detections.detections import Detections
from ._detections.matching import match_detections
from ._detections.span_files import read_bio, read_spans

__all__ = ["ClassThresholds", "Detections", "ImageThreshold", "ImageThresholds", "match_detections", "read_bio", "read_coco",
           "read_spans"]

for _public in __all__:  # as pickles and tracebacks call them: the underscored modules are private
    globals()[_public].__module__ = __name__
