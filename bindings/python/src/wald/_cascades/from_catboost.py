"""CatBoost models as trees, from what ``save_model(..., format="json")`` writes."""

from __future__ import annotations

import json
import os
import pathlib
import tempfile
from typing import Any

import numpy as np

from .._core.errors import ArgumentError, FormatError, UnsupportedError
from .ensemble import TreeEnsemble

# Features that are no numbers, by their name in a saved model.
NO_NUMBERS = {"categorical_features": "categorical", "text_features": "text", "embedding_features": "embedding"}


def read_catboost(model: Any, iterations: int | None) -> TreeEnsemble:
    saved = _saved(model)
    try:
        info, (scale, bias) = saved["features_info"], saved["scale_and_bias"]
        trees = saved["oblivious_trees"] if "oblivious_trees" in saved else saved["trees"]
    except (KeyError, TypeError, ValueError) as error:
        raise FormatError(f"model is not what CatBoost saves as JSON: {error!r} is missing") from None
    _refuse_what_is_no_number(info)
    if iterations is not None:
        if not 1 <= iterations <= len(trees):
            raise ArgumentError(f"iterations is {iterations}: must lie in [1, {len(trees)}]")
        trees = trees[:iterations]
    features, outputs = _Features(info["float_features"]), len(bias)
    out = TreeEnsemble(
        features.count, outputs, leaf_width=outputs, float_features=True, base=bias, feature_names=features.names
    )
    for tree in trees:
        reader = _Reader(features, outputs, float(scale))
        if "splits" in tree:
            reader.read_oblivious(tree)
        else:
            reader.read_nested(tree)
        reader.add_to(out)
    return out


def _saved(model: Any) -> Any:
    if isinstance(model, (str, os.PathLike)):
        return _parsed(pathlib.Path(model))
    if not (hasattr(model, "save_model") and hasattr(model, "tree_count_")):
        raise TypeError(f"model must be of CatBoost: found {type(model).__name__}")
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "model.json"
        model.save_model(str(path), format="json")
        return _parsed(path)


def _parsed(path: pathlib.Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        raise FormatError(f"{path} is no JSON: save the model with format='json'") from None


def _refuse_what_is_no_number(info: dict[str, Any]) -> None:
    for key, kind in NO_NUMBERS.items():
        found = info.get(key) or []
        if found:
            names = ", ".join(f["feature_id"] or str(f["flat_feature_index"]) for f in found)
            raise UnsupportedError(
                f"the model has {kind} features ({names}), of which it makes statistics: trees take numbers"
            )


class _Features:
    """Numeric features: where they stand among all, and on which side of a split NaN is."""

    def __init__(self, listed: list[dict[str, Any]]) -> None:
        self.position = {int(f["feature_index"]): int(f["flat_feature_index"]) for f in listed}
        self.missing = {
            int(f["feature_index"]): "right" if f["nan_value_treatment"] == "AsTrue" else "left" for f in listed
        }
        self.count = 1 + max(self.position.values())
        names = [f["feature_id"] for f in sorted(listed, key=lambda f: int(f["flat_feature_index"]))]
        self.names = names if all(names) else None


class _Reader:
    """The nodes of one tree, the root first."""

    def __init__(self, features: _Features, outputs: int, scale: float) -> None:
        self.features = features
        self.outputs = outputs
        self.scale = scale
        self.split: list[str] = []
        self.missing: list[str] = []
        self.feature: list[int] = []
        self.threshold: list[float] = []
        self.left: list[int] = []
        self.right: list[int] = []
        self.values: list[list[float]] = []

    def _append(self, split: dict[str, Any] | None, value: Any = 0.0) -> int:
        if split is not None and split["split_type"] != "FloatFeature":
            raise UnsupportedError(f"a split is of the type {split['split_type']}: trees take numbers")
        index = 0 if split is None else int(split["float_feature_index"])
        self.split.append("leaf" if split is None else "at_most")
        self.missing.append("right" if split is None else self.features.missing[index])
        self.feature.append(0 if split is None else self.features.position[index])
        self.threshold.append(0.0 if split is None else float(split["border"]))
        self.left.append(0)
        self.right.append(0)
        values = np.broadcast_to(np.asarray(value, np.float64), self.outputs)
        self.values.append([v * self.scale for v in values.tolist()])
        return len(self.split) - 1

    def read_oblivious(self, tree: dict[str, Any]) -> None:
        """All nodes of a level split alike; leaf i goes right at split k where bit k of i is set."""
        splits = tree["splits"] or []
        leaves = np.asarray(tree["leaf_values"], np.float64).reshape(1 << len(splits), self.outputs)
        for level, split in enumerate(reversed(splits)):
            for _ in range(1 << level):
                at = self._append(split)
                self.left[at], self.right[at] = 2 * at + 1, 2 * at + 2
        for value in leaves:
            self._append(None, value)

    def read_nested(self, root: dict[str, Any]) -> None:
        waiting: list[tuple[dict[str, Any], int, bool]] = [(root, -1, False)]
        while waiting:
            node, parent, is_left = waiting.pop()
            is_leaf = "split" not in node
            place = self._append(None, node["value"]) if is_leaf else self._append(node["split"])
            if parent >= 0:
                (self.left if is_left else self.right)[parent] = place
            if not is_leaf:
                waiting += [(node["right"], place, False), (node["left"], place, True)]

    def add_to(self, out: TreeEnsemble) -> None:
        out.add(
            split=self.split,
            missing=self.missing,
            feature=np.array(self.feature, np.int64),
            threshold=np.array(self.threshold),
            left=np.array(self.left, np.int64),
            right=np.array(self.right, np.int64),
            values=np.array(self.values).ravel(),
        )
