"""COCO's results and annotations."""

from __future__ import annotations

import json
import os
import sys
from typing import Any

from .._core.errors import FormatError
from .detections import Detections, matched_rows

_LARGEST = sys.float_info.max


def _json(path: Any) -> Any:
    with open(path, encoding="utf-8-sig") as file:
        try:
            return json.load(file)
        except json.JSONDecodeError as error:
            raise FormatError(f"{os.fspath(path)} is no JSON: {error.msg} at line {error.lineno}, column {error.colno}") from None
        except UnicodeDecodeError as error:
            raise FormatError(f"{os.fspath(path)} is not UTF-8: byte {error.start}") from None
        except RecursionError:
            raise FormatError(f"{os.fspath(path)} is nested too deep") from None
        except ValueError as error:  # a whole number of thousands of digits
            raise FormatError(f"{os.fspath(path)}: {error}") from None


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
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) <= _LARGEST:
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
    return matched_rows(truths, found, names.values(), images, min_overlap)
