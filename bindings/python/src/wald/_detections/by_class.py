"""Thresholds that were chosen for classes or for images, and the detections that they keep."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, Hashable, Iterator, Mapping, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._core.arrays import vector
from .._core.errors import ArgumentError
from .._core.forms import same_rows
from .._thresholds.thresholds import Thresholds
from .matching import names_of_each

Chosen = TypeVar("Chosen")


class ByClass(Mapping[Hashable, Chosen], Generic[Chosen]):
    """What was chosen for each class, and its number from which detections are kept."""

    def __init__(self, chosen: dict[Hashable, Chosen], missing: dict[Hashable, str], cuts: dict[Hashable, float]) -> None:
        self._chosen = chosen
        self.missing = missing
        self.thresholds: dict[Hashable, float] = {**cuts, **dict.fromkeys(missing, np.inf)}

    def __getitem__(self, name: Hashable) -> Chosen:
        return self._chosen[name]

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self._chosen)

    def __len__(self) -> int:
        return len(self._chosen)

    def apply(self, scores: ArrayLike, classes: ArrayLike) -> NDArray[np.bool_]:
        """Which detections are kept, by their scores and classes."""
        given = np.asarray(vector(scores, "scores")[0], np.float64)
        same_rows("scores", scores, classes=classes)
        names = names_of_each(classes, "classes", len(given))
        if np.isnan(given).any():
            raise ArgumentError(f"scores[{np.flatnonzero(np.isnan(given))[0]}] is NaN: must be a number")
        unknown = set(names) - set(self.thresholds)
        if unknown:
            raise ArgumentError(f"classes holds {min(map(repr, unknown))}: must be one of "
                                f"{', '.join(map(repr, self.thresholds))}")  # fmt: skip
        cut = np.array([self.thresholds[name] for name in names], np.float64)
        kept: NDArray[np.bool_] = (given >= cut) & (cut < np.inf)
        return kept

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {', '.join(f'{name}: {cut:.4g}' for name, cut in self.thresholds.items())}>"


class ClassThresholds(ByClass[Thresholds]):
    """The chosen thresholds of each class: ``chosen[name]`` is its `Thresholds`. Made by `Detections.choose`.

    Attributes
    ----------
    thresholds : dict
        By class the number from which detections are kept.
    missing : dict
        By class why it has none: it keeps nothing.
    """

    def __init__(self, chosen: dict[Hashable, Thresholds], missing: dict[Hashable, str]) -> None:
        super().__init__(chosen, missing, {name: float(each.thresholds[0]) for name, each in chosen.items()})

    def to_frame(self) -> Any:
        """One row per class as a pandas data frame."""
        import pandas

        names = ("tp", "fp", "precision", "recall", "value", "feasible")
        rows = [{"class": name, "threshold": self.thresholds[name], **{each: getattr(one, each) for each in names}}
                for name, one in self._chosen.items()]  # fmt: skip
        return pandas.DataFrame([*rows, *({"class": name, "threshold": np.inf} for name in self.missing)])


@dataclass(frozen=True, repr=False)
class ImageThreshold:
    """One threshold, of all classes or of one, certified for future images. Made by `Detections.choose` with average
    ``"instance"``.

    Attributes
    ----------
    threshold : float
        Detections are kept from this score on; inf if nothing can be proved.
    thresholds : dict
        The same for each of these classes.
    value : float
        The mean of the limited metric over these images.
    detections_per_image : float
    n_images : int
        Images counted: with min_recall, those that have a truth; of one class, those with a truth or a detection of it.
    feasible : bool
        Whether the limit is proved.
    """

    threshold: float
    thresholds: dict[Hashable, float]
    value: float
    detections_per_image: float
    n_images: int
    feasible: bool

    def apply(self, scores: ArrayLike) -> NDArray[np.bool_]:
        """Which detections are kept."""
        given = np.asarray(vector(scores, "scores")[0], np.float64)
        kept: NDArray[np.bool_] = (given >= self.threshold) & (self.threshold < np.inf)
        return kept

    def __repr__(self) -> str:
        return f"<ImageThreshold {self.threshold:.4g}: value {self.value:.4g}, {self.detections_per_image:.4g} per image>"


class ImageThresholds(ByClass[ImageThreshold]):
    """A threshold for each class, all of them certified together: ``chosen[name]`` is its `ImageThreshold`. Made by
    `Detections.choose` with average ``"instance"`` and ``by_class``.

    Attributes
    ----------
    thresholds : dict
        By class the number from which detections are kept.
    missing : dict
        By class why it has none: it keeps nothing.
    feasible : bool
        Whether the limit of every class that is not missing is proved.
    """

    def __init__(self, chosen: dict[Hashable, ImageThreshold], missing: dict[Hashable, str]) -> None:
        super().__init__(chosen, missing, {name: each.threshold for name, each in chosen.items()})
        self.feasible = all(each.feasible for each in chosen.values())
