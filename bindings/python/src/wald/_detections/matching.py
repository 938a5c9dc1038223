"""Which detections match a truth of their image and class."""

from __future__ import annotations

import re
from ctypes import c_double
from typing import Any, Hashable, Iterable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._core.arrays import columns, names_of_rows, real, vector, view
from .._core.errors import ArgumentError
from .._core.forms import same_rows
from .._core.handles import at
from .._core.library import check, lib

Floats = NDArray[np.float64]


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
        (names_of_each(truth_images, "truth_images", n_truths),
         [None] * n_truths if truth_classes is None else names_of_each(truth_classes, "truth_classes", n_truths)),
        (names_of_each(images, "images", n_found), [None] * n_found if classes is None else names_of_each(classes, "classes", n_found)),
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


def names_of_each(given: Any, name: str, rows: int) -> list[Any]:
    """One name for each row."""
    names = names_of_rows(list(given) if isinstance(given, Iterable) and not hasattr(given, "shape") else given, name)
    if len(names) != rows:
        raise ArgumentError(f"{name} has {len(names)} elements: must have {rows}, one per row")
    return names
