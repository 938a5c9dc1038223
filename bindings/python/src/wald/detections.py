"""Detections as rows for thresholds: boxes of an object detector, or spans of an entity recogniser, matched to the truth.

>>> import wald
>>> wald.match_detections([[0, 0, 2, 2]], [[0, 0, 2, 2], [0, 0, 2, 1]], [0.9, 0.8], truth_images=[7], images=[7, 7])
array([1., 0.])
"""

from __future__ import annotations

import csv
import json
import os
import re
import warnings
from contextlib import contextmanager
from ctypes import c_double
from dataclasses import dataclass, field
from typing import Any, Generic, Hashable, Iterable, Iterator, Literal, Mapping, Sequence, TextIO, TypeVar, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._core.arrays import columns, names_of_rows, one_of, real, vector, view
from ._core.errors import ArgumentError, DecisionWarning, FormatError, UnsupportedError
from ._core.forms import same_rows
from ._core.handles import at
from ._core.library import check, lib
from ._thresholds.choose_threshold import choose_threshold
from ._thresholds.fixed_thresholds import ThresholdEvaluation, evaluate_thresholds
from ._thresholds.label_thresholds import label_thresholds
from ._thresholds.thresholds import Thresholds

__all__ = ["ClassThresholds", "Detections", "ImageThreshold", "ImageThresholds", "match_detections", "read_bio", "read_coco",
           "read_spans"]

Floats = NDArray[np.float64]
_BLANKS = re.compile(r"[ \t\r]+")  # a token may hold other white space
_LIMITS = ("goal", "min_precision", "min_recall", "max_fp", "max_alerts", "max_fpr", "max_alert_rate")


def match_detections(
    truths: Any,
    detections: Any,
    scores: ArrayLike,
    *,
    truth_images: ArrayLike,
    images: ArrayLike,
    truth_classes: ArrayLike | None = None,
    classes: ArrayLike | None = None,
    crowds: ArrayLike | None = None,
    min_overlap: float = 0.5,
) -> Floats:
    """Which detections match a truth, as COCO matches them: by descending score each takes, of the truths of its image and
    class that none took before, the one of greatest overlap.

    The matches of the detections above any threshold do not depend on those below it, so that the result is the truth of
    rows for `choose_threshold`, beside ``positives``: the number of truths that are no crowds.

    Parameters
    ----------
    truths : array-like of shape (n_truths, 4) or (n_truths, 2)
        x, y, width and height of a box, or start and end of a span.
    detections : array-like of shape (n_detections, 4) or (n_detections, 2)
        The same of detections.
    scores : array-like of shape (n_detections,)
        No NaN. Equal scores are matched in their order.
    truth_images, images : array-like of shape (n_truths,) and (n_detections,)
        The image or document of each: numbers or names.
    truth_classes, classes : array-like of shape (n_truths,) and (n_detections,), optional
        The class of each; only truths of the same class match.
    crowds : array-like of shape (n_truths,), optional
        1 or True for a region of truths that are not counted: what matches it is not rated.
    min_overlap : float
        The least overlap of a match, in (0, 1]: the intersection's share of the union, or of the detection for a crowd. 1
        asks for the same box or span.

    Returns
    -------
    ndarray of shape (n_detections,)
        1, 0, or NaN: not rated.

    Raises
    ------
    ArgumentError
        Where an argument is outside of its range, or lengths differ.
    """
    true_boxes, boxes = _regions(truths, "truths"), _regions(detections, "detections")
    if not len(true_boxes):
        true_boxes = true_boxes.reshape(0, boxes.shape[1])
    if not len(boxes):
        boxes = boxes.reshape(0, true_boxes.shape[1])
    given, _ = vector(scores, "scores")
    same_rows("scores", scores, detections=detections, images=images, classes=classes)
    same_rows("truths", truths, truth_images=truth_images, truth_classes=truth_classes, crowds=crowds)
    if (truth_classes is None) != (classes is None):
        raise ArgumentError(f"{'truth_classes' if classes is None else 'classes'} is given alone: both or none are needed")
    n_truths, n_found = len(true_boxes), len(boxes)
    sides = (
        (_names(truth_images, "truth_images", n_truths),
         [None] * n_truths if truth_classes is None else _names(truth_classes, "truth_classes", n_truths)),
        (_names(images, "images", n_found), [None] * n_found if classes is None else _names(classes, "classes", n_found)),
    )  # fmt: skip
    ignored, _ = vector(np.zeros(n_truths) if crowds is None else np.asarray(crowds, np.float64), "crowds")
    numbers: dict[Hashable, int] = {}
    tables = [np.column_stack([_numbers(*side, numbers), box]) for side, box in zip(sides, (true_boxes, boxes))]
    out = np.empty(n_found)
    try:
        check(lib.wald_sample_match_detections(view(tables[0]), view(ignored), view(tables[1]), view(given),
                                               real(min_overlap, "min_overlap"), at(c_double, out)))  # fmt: skip
    except ArgumentError as error:  # the library's first column has the images
        raise ArgumentError(_CELL.sub(lambda cell: f"{cell[1]}[{int(cell[2]) - 1}]", str(error))) from None
    return out


_CELL = re.compile(r"^((?:truths|detections)\[\d+\])\[(\d+)\]")


def _regions(given: Any, name: str) -> Floats:
    table = np.asarray(columns(given, name)[0], np.float64)
    if table.size == 0 and table.ndim < 2:
        return table.reshape(0, 4)
    if table.ndim != 2 or table.shape[1] not in (2, 4):
        raise ArgumentError(f"{name} has shape {table.shape}: must have 4 columns (x, y, width, height), or 2 (start, end)")
    return table


def _numbers(images: list[Any], classes: list[Any], numbers: dict[Hashable, int]) -> Floats:
    """A number for each pair of an image and a class."""
    return np.array([numbers.setdefault(pair, len(numbers)) for pair in zip(images, classes)], np.float64)


def _names(given: Any, name: str, rows: int) -> list[Any]:
    """One name for each row."""
    names = names_of_rows(list(given) if isinstance(given, Iterable) and not hasattr(given, "shape") else given, name)
    if len(names) != rows:
        raise ArgumentError(f"{name} has {len(names)} elements: must have {rows}, one per row")
    return names


Chosen = TypeVar("Chosen")


class _ByClass(Mapping[Hashable, Chosen], Generic[Chosen]):
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
        names = _names(classes, "classes", len(given))
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


class ClassThresholds(_ByClass[Thresholds]):
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


class ImageThresholds(_ByClass[ImageThreshold]):
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


@dataclass(frozen=True)
class Detections:
    """Detections matched to the truth: a row each, which `read_coco`, `read_bio` and `read_spans` give.

    Attributes
    ----------
    truth : ndarray
        1, 0, or NaN: not rated, since it matches a crowd.
    scores : ndarray
    classes, images : ndarray of names
        Of each detection; images may be documents.
    positives : dict
        By class how many truths there are that are no crowds, found or not.
    truth_counts : dict
        The same by image and class, of pairs that have any.
    all_images : tuple
        Every image, with and without detections and truths.
    """

    truth: Floats
    scores: Floats
    classes: NDArray[Any]
    images: NDArray[Any]
    positives: dict[Hashable, int]
    truth_counts: dict[tuple[Hashable, Hashable], int] = field(repr=False)
    all_images: tuple[Hashable, ...] = field(repr=False)

    def __repr__(self) -> str:
        return (f"<Detections: {len(self.scores)} in {len(self.all_images)} images, {int(np.nansum(self.truth))} of "
                f"{sum(self.positives.values())} truths found, {len(self.positives)} classes>")  # fmt: skip

    def of(self, name: Hashable) -> tuple[Floats, Floats]:
        """Truth and scores of one class."""
        if name not in self.positives:
            raise ArgumentError(f"name is {name!r}: must be one of {', '.join(map(repr, self.positives))}")
        rows = self.classes == name
        return self.truth[rows], self.scores[rows]

    @overload
    def choose(self, metric: Any = None, *, average: Literal["instance"], by_class: Literal[True], **options: Any
               ) -> ImageThresholds: ...  # fmt: skip
    @overload
    def choose(self, metric: Any = None, *, average: Literal["instance"], by_class: Literal[False] = False, **options: Any
               ) -> ImageThreshold: ...  # fmt: skip
    @overload
    def choose(self, metric: Any = None, *, average: Literal["macro", "micro"] = "macro", **options: Any) -> ClassThresholds: ...
    def choose(self, metric: Any = None, *, average: str = "macro", by_class: bool = False, **options: Any
               ) -> ClassThresholds | ImageThreshold | ImageThresholds:  # fmt: skip
        """A threshold for each class, or one for all.

        Parameters
        ----------
        metric : str or Metric, optional
            As `choose_threshold` takes it; F1 if nothing else is asked.
        average : {"macro", "micro", "instance"}
            Each class by itself, so that the mean over classes is the greatest, too; the greatest F1 of the summed counts,
            without limits; or one threshold for all classes, with which the mean over future images of each image's recall
            (min_recall), precision (min_precision) or metric (min_value) has that value with probability ``certify``.
        by_class : bool
            With instance, a threshold for each class, with which its detections alone hold the limit, all classes together
            with probability ``certify``: each of L classes with 1 - (1 - certify)/L. The mean of a class is over images with
            a truth of it (min_recall), or with a truth or a detection of it, kept or not. An image that keeps no detection
            of the class has precision 1; min_value with ``Metric("precision", zero_division=0)`` counts it as 0.
        **options
            Those of `choose_threshold` but ``positives``, which is counted: ``min_precision=0.9``, ``cost_ratio=2`` ...
            Limits and intervals count detections as independent; those of `evaluate` count images. With instance those of
            `label_thresholds`; scores must lie in [0, 1].

        Returns
        -------
        ClassThresholds; with instance ImageThreshold, or with ``by_class`` ImageThresholds

        Raises
        ------
        UnsupportedError
            With ``certify`` unless the average is instance: detections of one image depend on each other.
        """
        by = one_of(average, "average", {"macro": 0, "micro": 1, "instance": 2})
        if by == 2:
            return self._choose_for_images_by_class(metric, options) if by_class else self._choose_for_images(metric, options)
        if by_class:
            raise ArgumentError(f'by_class is True: requires average "instance", and average is "{average}"')
        if options.get("certify") is not None:
            raise UnsupportedError("certify: detections of one image depend on each other, and certificates of detections hold for "
                                   "those that do not: certify images with average=\"instance\", also by_class=True")  # fmt: skip
        if by == 1:
            return self._choose_pooled(metric, options)
        return self._choose_classes(metric, options)

    def _choose_classes(self, metric: Any, options: dict[str, Any]) -> ClassThresholds:
        chosen: dict[Hashable, Thresholds] = {}
        missing: dict[Hashable, str] = {}
        for name, positives in self.positives.items():
            truth, scores = self.of(name)
            if not (truth == 1).any():
                missing[name] = "no truth was found" if positives else "there is no truth"
                continue
            chosen[name] = choose_threshold(truth, scores, metric=metric, positives=positives, **options)
        return ClassThresholds(chosen, missing)

    def _choose_for_images(self, metric: Any, options: dict[str, Any]) -> ImageThreshold:
        """An image is a row of label_thresholds; -inf is the score of a truth that no detection found, and fills up rows."""
        if options.get("certify") is None:
            raise ArgumentError('certify is not set: average "instance" needs it')
        rated = ~np.isnan(self.truth)
        wrong = np.flatnonzero(rated & ~((self.scores >= 0) & (self.scores <= 1)))
        if len(wrong):
            raise ArgumentError(f"scores[{wrong[0]}] is {self.scores[wrong[0]]:g}: must lie in [0, 1] with average instance")
        candidates: dict[Hashable, list[tuple[float, int]]] = {image: [] for image in self.all_images}
        truths = dict.fromkeys(self.all_images, 0)
        for (image, _), count in self.truth_counts.items():
            truths[image] += count
        for image, score, true in zip(self.images[rated].tolist(), self.scores[rated], self.truth[rated]):
            candidates[image].append((score, int(true)))
        for image, row in candidates.items():
            row += [(-np.inf, 1)] * (truths[image] - sum(true for _, true in row))
        # An image without a truth has no recall.
        rows = [row for image, row in candidates.items() if truths[image] or options.get("min_recall") is None]
        scores = np.full((len(rows), max([1, *map(len, rows)])), -np.inf)
        labels = np.zeros(scores.shape, np.uint8)
        for i, row in enumerate(rows):
            scores[i, : len(row)], labels[i, : len(row)] = [score for score, _ in row], [true for _, true in row]
        found = label_thresholds(labels, scores, metric=metric, average="instance", **options)
        threshold = float(found.thresholds[0])
        return ImageThreshold(threshold, dict.fromkeys(self.positives, threshold), found.value, found.labels_per_row, len(rows),
                              found.feasible)  # fmt: skip

    def _only(self, name: Hashable) -> Detections:
        """The detections and truths of a class, in the images that have any."""
        rows = self.classes == name
        counts = {(image, of): count for (image, of), count in self.truth_counts.items() if of == name}
        there = {*(image for image, _ in counts), *self.images[rows & ~np.isnan(self.truth)].tolist()}
        return Detections(self.truth[rows], self.scores[rows], self.classes[rows], self.images[rows], {name: self.positives[name]},
                          counts, tuple(image for image in self.all_images if image in there))  # fmt: skip

    def _choose_for_images_by_class(self, metric: Any, options: dict[str, Any]) -> ImageThresholds:
        """By Bonferroni's inequality over all classes that the truth names: which of them have a truth is known only after
        the images were drawn."""
        certify = options.get("certify")
        if certify is not None and 0 < real(certify, "certify") < 1:
            options = {**options, "certify": 1 - (1 - certify) / len(self.positives)}
        chosen: dict[Hashable, ImageThreshold] = {}
        missing: dict[Hashable, str] = {}
        for name, positives in self.positives.items():
            own = self._only(name)
            units = len({image for image, _ in own.truth_counts} if options.get("min_recall") is not None else own.all_images)
            if not (own.truth == 1).any():
                missing[name] = "no truth was found" if positives else "there is no truth"
            elif units < 2:
                missing[name] = "only one image has it"
            else:
                chosen[name] = own._choose_for_images(metric, options)
        return ImageThresholds(chosen, missing)

    def _choose_pooled(self, metric: Any, options: dict[str, Any]) -> ClassThresholds:
        """The greatest 2 TP/(TP + FP + P) of sums, by Dinkelbach's method: at its value F the best thresholds have the greatest
        (2 - F) TP - F FP, which is a sum over classes. F rises in each round but the last."""
        if metric not in (None, "f1") or options.keys() & {"cost_ratio", "marginal_precision", *_LIMITS}:
            raise UnsupportedError('average "micro" is offered for F1 without limits and costs')
        best = last = self._choose_classes("f1", options)
        value = 0.0
        while True:
            tp, fp = (sum(getattr(each, count) for each in best.values()) for count in ("tp", "fp"))
            now = 2 * tp / (tp + fp + sum(self.positives.values())) if tp else 0.0
            if now <= value:
                return last
            last, value = best, now
            with warnings.catch_warnings():  # of a class that keeps nothing at this price
                warnings.simplefilter("ignore", DecisionWarning)
                best = self._choose_classes(None, {**options, "cost_ratio": (2 - value) / value})

    def evaluate(self, thresholds: ClassThresholds | ImageThreshold | ImageThresholds | Mapping[Hashable, float], **options: Any
                 ) -> dict[Hashable, ThresholdEvaluation]:  # fmt: skip
        """By class the metrics of thresholds that were chosen on other images, with limits for other images of this kind:
        the jackknife's over images, or percentiles with ``bootstrap``.

        Parameters
        ----------
        thresholds : ClassThresholds or dict
            By class, above -inf. Classes without truth or without detections are left out.
        **options
            Those of `evaluate_thresholds`; by default ``metrics=["precision", "recall", "f1"]``.
        """
        cuts = thresholds.thresholds if isinstance(thresholds, (_ByClass, ImageThreshold)) else dict(thresholds)
        options.setdefault("metrics", ["precision", "recall", "f1"])
        out: dict[Hashable, ThresholdEvaluation] = {}
        for name, positives in self.positives.items():
            if name not in cuts:
                raise ArgumentError(f"thresholds has no class {name!r}: must have one of each")
            if not real(cuts[name], f"thresholds[{name!r}]") > -np.inf:
                raise ArgumentError(f"thresholds[{name!r}] is {cuts[name]}: must be above -inf")
            if positives and (self.classes == name).any():
                out[name] = self._evaluate(name, cuts[name], options)
        return out

    def _evaluate(self, name: Hashable, cut: float, options: dict[str, Any]) -> ThresholdEvaluation:
        """Truths that no detection found are rows that no threshold flags."""
        rows = (self.classes == name) & ~np.isnan(self.truth)
        truth, scores, images = self.truth[rows], self.scores[rows], self.images[rows].tolist()
        found: dict[Hashable, int] = {}
        for image in np.array(images, object)[truth == 1] if images else ():
            found[image] = found.get(image, 0) + 1
        lost = [image for image in self.all_images
                for _ in range(self.truth_counts.get((image, name), 0) - found.get(image, 0))]  # fmt: skip
        numbers = {image: number for number, image in enumerate(self.all_images)}
        return evaluate_thresholds(
            np.concatenate([truth, np.ones(len(lost))]), np.concatenate([scores, np.full(len(lost), -np.inf)]), cut,
            groups=np.array([numbers[image] for image in images + lost]), **options)  # fmt: skip


# ---- Readers -------------------------------------------------------------------------------------------------------


def _detections(truths: Sequence[tuple[Any, ...]], found: Sequence[tuple[Any, ...]], names: Iterable[Hashable],
                images: Iterable[Hashable], min_overlap: float) -> Detections:  # fmt: skip
    """Of tuples: image, class, box, crowd; and image, class, box, score."""
    true_images, true_classes, true_boxes, crowds = zip(*truths) if truths else ((), (), (), ())
    of_images, of_classes, boxes, scores = zip(*found) if found else ((), (), (), ())
    width = len((true_boxes or boxes or ((0, 0, 0, 0),))[0])
    truth = match_detections(
        np.array(true_boxes, np.float64).reshape(-1, width), np.array(boxes, np.float64).reshape(-1, width),
        np.array(scores, np.float64), truth_images=true_images, images=of_images, truth_classes=true_classes,
        classes=of_classes, crowds=np.array(crowds, np.float64), min_overlap=min_overlap)  # fmt: skip
    positives = dict.fromkeys(names, 0)
    counts: dict[tuple[Hashable, Hashable], int] = {}
    for image, name, crowd in zip(true_images, true_classes, crowds):
        if not crowd:
            positives[name] += 1
            counts[image, name] = counts.get((image, name), 0) + 1
    names_of, images_of = (np.fromiter(each, object, len(found)) for each in (of_classes, of_images))
    return Detections(truth, np.array(scores, np.float64), names_of, images_of, positives, counts,
                      tuple(dict.fromkeys(images)))  # fmt: skip


def _json(path: Any) -> Any:
    with open(path, encoding="utf-8-sig") as file:
        try:
            return json.load(file)
        except json.JSONDecodeError as error:
            raise FormatError(f"{os.fspath(path)} is no JSON: {error.msg} at line {error.lineno}, column {error.colno}") from None
        except UnicodeDecodeError as error:
            raise FormatError(f"{os.fspath(path)} is not UTF-8: byte {error.start}") from None


def _listed_rows(rows: Any, where: str) -> list[Any]:
    if not isinstance(rows, list):
        raise FormatError(f"{where} is {type(rows).__name__}: must be a list")
    for i, row in enumerate(rows):
        if not isinstance(row, dict):
            raise FormatError(f"{where}[{i}] is {type(row).__name__}: must be an object")
    return rows


def _member(row: dict[str, Any], name: str, where: str) -> Any:
    if row.get(name) is None:
        raise FormatError(f"{where} has no {name}")
    return row[name]


def _id(row: dict[str, Any], name: str, where: str) -> int | float | str:
    value = _member(row, name, where)
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        raise FormatError(f"{where}.{name} is {value!r}: must be a number or a text")
    return value


def _category(row: dict[str, Any], where: str) -> int | float | str:
    """The name of a category, or of one without a name its id."""
    name = row.get("name")
    if name is not None and not isinstance(name, str):
        raise FormatError(f"{where}.name is {name!r}: must be a text")
    return _id(row, "id", where) if name is None else name


def _crowd(row: dict[str, Any], where: str) -> bool:
    value = row.get("iscrowd")
    if value is not None and (not isinstance(value, (bool, int)) or value not in (0, 1)):
        raise FormatError(f"{where}.iscrowd is {value!r}: must be 0 or 1")
    return bool(value)


def _number(value: Any, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not np.isfinite(value):
        raise FormatError(f"{where} is {value!r}: must be a finite number")
    return float(value)


def _box(row: dict[str, Any], where: str) -> tuple[float, ...]:
    box = _member(row, "bbox", where)
    if not isinstance(box, list) or len(box) != 4:
        raise FormatError(f"{where}.bbox is {box!r}: must be [x, y, width, height]")
    found = tuple(_number(side, f"{where}.bbox[{i}]") for i, side in enumerate(box))
    for i in (2, 3):
        if found[i] < 0:
            raise FormatError(f"{where}.bbox[{i}] is {found[i]:g}: must be at least 0")
    return found


def read_coco(results: Any, truth: Any, *, min_overlap: float = 0.5) -> Detections:
    """Detections in COCO's format, matched to its annotations.

    Boxes are used; masks and key points are not. Every detection counts: COCO's evaluation keeps 100 of each image and
    class.

    Parameters
    ----------
    results : path
        A JSON list of objects: image_id, category_id, bbox [x, y, width, height], score.
    truth : path
        The JSON of the annotations: images, categories, annotations (image_id, category_id, bbox, iscrowd).
    min_overlap : float
        The least overlap of a match, as a share of the union, in (0, 1].

    Returns
    -------
    Detections
        Classes are the names of categories; images are their ids.

    Raises
    ------
    FormatError
        Where a file is no JSON or has another form, with the place.
    ArgumentError
        Where min_overlap is out of its range.
    """
    known = _json(truth)
    name = os.fspath(truth)
    if not isinstance(known, dict):
        raise FormatError(f"{name} is {type(known).__name__}: must be an object with images, categories and annotations")
    parts = {part: _listed_rows(_member(known, part, name), f"{name}: {part}")
             for part in ("images", "categories", "annotations")}  # fmt: skip
    images = [_id(row, "id", f"{name}: images[{i}]") for i, row in enumerate(parts["images"])]
    names = {_id(row, "id", f"{name}: categories[{i}]"): _category(row, f"{name}: categories[{i}]")
             for i, row in enumerate(parts["categories"])}  # fmt: skip
    if len(set(names.values())) < len(names):
        raise FormatError(f"{name}: categories have the same name twice")
    there = set(images)

    def taken(row: dict[str, Any], where: str) -> tuple[Any, Any, tuple[float, ...]]:
        image, category = _id(row, "image_id", where), _id(row, "category_id", where)
        if image not in there:
            raise FormatError(f"{where}.image_id is {image!r}: no such image in {name}")
        if category not in names:
            raise FormatError(f"{where}.category_id is {category!r}: no such category in {name}")
        return image, names[category], _box(row, where)

    truths = [(*taken(row, f"{name}: annotations[{i}]"), _crowd(row, f"{name}: annotations[{i}]"))
              for i, row in enumerate(parts["annotations"])]  # fmt: skip
    own = os.fspath(results)
    found = []
    for i, row in enumerate(_listed_rows(_json(results), own)):
        where = f"{own}[{i}]"
        found.append((*taken(row, where), _number(_member(row, "score", where), f"{where}.score")))
    return _detections(truths, found, names.values(), images, min_overlap)


@contextmanager
def _text(path: Any, newline: str | None) -> Iterator[TextIO]:
    with open(path, encoding="utf-8-sig", newline=newline) as file:
        try:
            yield file
        except UnicodeDecodeError:
            raise FormatError(f"{os.fspath(path)} is not UTF-8") from None


def _parsed(text: str, where: str) -> float:
    try:
        value = np.nan if "_" in text else float(text)  # float() takes 1_000, too
    except ValueError:
        value = np.nan
    if not np.isfinite(value):
        raise FormatError(f"{where} is {text!r}: must be a finite number")
    return value


def _spans(path: Any, scored: bool) -> Iterator[tuple[str, str, tuple[float, float], float]]:
    name = os.fspath(path)
    needed = ["document", "start", "end", "label", *(["score"] if scored else [])]
    with _text(path, "") as file:
        rows = csv.reader(file)
        header = next(filter(None, rows), [])
        for each in needed:
            if header.count(each) != 1:
                raise FormatError(f"{name} has {'no column' if each not in header else 'two columns'} {each}: must have "
                                  f"{', '.join(needed)}")  # fmt: skip
        empty = 0  # the first empty line after the header: only others may follow
        for cells in rows:
            if not any(map(str.strip, cells)):
                empty = empty or rows.line_num
                continue
            if empty:
                raise FormatError(f"{name}:{empty}: an empty line before the end of the table")
            where = f"{name}:{rows.line_num}"
            if len(cells) > len(header):
                raise FormatError(f"{where}: {len(cells)} cells, where the header has {len(header)}")
            row = dict(zip(header, cells))
            for each in needed:
                if not row.get(each):
                    raise FormatError(f"{where}: {each} is empty")
            numbers = [_parsed(row[each], f"{where}: {each}") for each in needed[1:3] + needed[4:]]
            if numbers[1] < numbers[0]:
                raise FormatError(f"{where}: end is {row['end']}: must be at least start = {row['start']}")
            yield row["document"], row["label"], (numbers[0], numbers[1]), numbers[2] if scored else 0.0


def _matched_spans(truths: list[Any], found: list[Any], documents: list[Any], min_overlap: float) -> Detections:
    names = dict.fromkeys([row[1] for row in truths] + [row[1] for row in found])
    documents = documents + [row[0] for row in truths] + [row[0] for row in found]
    return _detections([(*row[:3], 0) for row in truths], found, names, documents, min_overlap)


def read_spans(results: Any, truth: Any, *, min_overlap: float = 1.0) -> Detections:
    """Spans of two CSV files, matched: columns document, start, end, label, and in `results` score.

    Parameters
    ----------
    results, truth : path
        Start and end count characters or tokens; the end is not part of the span.
    min_overlap : float
        1 asks for the same span; less for the intersection's least share of the union.

    Raises
    ------
    FormatError
        Where a column is missing or a cell is wrong, with its line.
    """
    return _matched_spans(list(_spans(truth, False)), list(_spans(results, True)), [], min_overlap)


def read_bio(results: Any, truth: Any, *, min_overlap: float = 1.0) -> Detections:
    """Entities of two files in CoNLL's format, matched: a token per line, its tag in the last column of `truth`, and an
    empty line after each sentence. In `results` the tag's score follows the tag; the score of an entity is the least of
    its tokens'.

    Tags are B-NAME, I-NAME and O. An entity that begins with I- is refused. Positions count tokens.

    Parameters
    ----------
    results, truth : path
        Both have the same tokens.
    min_overlap : float
        1 asks for the same entity; less for the intersection's least share of the union.

    Raises
    ------
    FormatError
        Where a tag or a score is wrong, or the files differ in their tokens, with the line.
    """
    known, tokens = _bio(truth, False)
    found, others = _bio(results, True)
    for (line, document, token), (other_line, other_document, other) in zip(tokens, others):
        if token == other and document != other_document:
            raise FormatError(f"{os.fspath(results)}:{other_line}: token {other!r} is in sentence {other_document}: that of "
                              f"{os.fspath(truth)}:{line} is in sentence {document}")  # fmt: skip
        if token != other:
            raise FormatError(f"{os.fspath(results)}:{other_line}: token {other!r} is not that of "
                              f"{os.fspath(truth)}:{line}, {token!r}")  # fmt: skip
    if len(tokens) != len(others):
        raise FormatError(f"{os.fspath(results)} has {len(others)} tokens: {os.fspath(truth)} has {len(tokens)}")
    return _matched_spans(known, found, [document for _, document, _ in tokens], min_overlap)


def _bio(path: Any, scored: bool) -> tuple[list[Any], list[tuple[int, int, str]]]:
    """Entities (sentence, name, span, least score), and each token with its line and sentence."""
    name = os.fspath(path)
    spans: list[Any] = []
    tokens: list[tuple[int, int, str]] = []
    sentence, position, open_name = 0, 0, ""
    with _text(path, None) as file:
        for number, line in enumerate(file, 1):
            cells = [cell for cell in _BLANKS.split(line.rstrip("\n")) if cell]
            where = f"{name}:{number}"
            if not cells or cells[0] == "-DOCSTART-":
                sentence, position, open_name = sentence + (position > 0), 0, ""
                continue
            if len(cells) < 2 + scored:
                raise FormatError(f"{where}: {len(cells)} columns: must have a token, a tag{' and a score' * scored}")
            tag, score = cells[-1 - scored], _parsed(cells[-1], f"{where}: score") if scored else 0.0
            kind, _, of = tag.partition("-")
            if tag != "O" and (kind not in ("B", "I") or not of):
                raise FormatError(f"{where}: tag is {tag!r}: must be O, B-NAME or I-NAME")
            if kind == "I" and of != open_name:
                raise FormatError(f"{where}: tag is {tag!r} after {'an entity ' + repr(open_name) if open_name else 'O'}: "
                                  f"an entity begins with B-{of}")  # fmt: skip
            if kind == "B":
                spans.append((sentence, of, (float(position), position + 1.0), score))
            elif kind == "I":
                document, _, (start, _), least = spans[-1]
                spans[-1] = (document, of, (start, position + 1.0), min(least, score))
            open_name = "" if tag == "O" else of
            tokens.append((number, sentence, cells[0]))
            position += 1
    return spans, tokens
