"""Detections matched to the truth, from which thresholds are chosen and valued."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from typing import Any, Hashable, Iterable, Literal, Mapping, Sequence, overload

import numpy as np
from numpy.typing import NDArray

from .._core.arrays import one_of, real
from .._core.errors import ArgumentError, DecisionWarning, UnsupportedError
from .._thresholds.choose_threshold import choose_threshold
from .._thresholds.fixed_thresholds import ThresholdEvaluation, evaluate_thresholds
from .._thresholds.label_thresholds import label_thresholds
from .._thresholds.thresholds import Thresholds
from .by_class import ByClass, ClassThresholds, ImageThreshold, ImageThresholds
from .matching import Floats, match_detections

_LIMITS = ("goal", "min_precision", "min_recall", "max_fp", "max_alerts", "max_fpr", "max_alert_rate")


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
        cuts = thresholds.thresholds if isinstance(thresholds, (ByClass, ImageThreshold)) else dict(thresholds)
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


def matched_rows(truths: Sequence[tuple[Any, ...]], found: Sequence[tuple[Any, ...]], names: Iterable[Hashable],
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
