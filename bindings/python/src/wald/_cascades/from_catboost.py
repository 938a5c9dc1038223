"""CatBoost models as trees, from what ``save_model(..., format="json")`` writes."""

from __future__ import annotations

import json
import os
import pathlib
import tempfile
from typing import Any

import numpy as np

from .._core.errors import FormatError, UnsupportedError
from .ensemble import TreeEnsemble
from .nodes import Nodes, base_and_start, taken

DEEPEST = 16
"""CatBoost's own limit of splits one below the other, where each doubles the leaves."""

# Features that are no numbers, by their name in a saved model.
NO_NUMBERS = {"categorical_features": "categorical", "text_features": "text", "embedding_features": "embedding"}


def read_catboost(model: Any, iterations: int | None) -> TreeEnsemble:
    saved = _saved(model)
    try:
        info, (scale, bias) = saved["features_info"], saved["scale_and_bias"]
        bias = bias if isinstance(bias, list) else [bias]  # a number, in older versions
        trees = saved["oblivious_trees"] if "oblivious_trees" in saved else saved["trees"]
    except (KeyError, TypeError, ValueError) as error:
        raise FormatError(f"model is not what CatBoost saves as JSON: {error!r} is missing") from None
    _refuse_what_is_no_number(info)
    features, outputs = _Features(info["float_features"]), len(bias)
    base, start = base_and_start(np.array(bias, np.float64))
    out = TreeEnsemble(
        features.count, outputs, leaf_width=outputs, float_features=True, base=base, feature_names=features.names
    )
    for t, tree in enumerate(trees[: taken(iterations, len(trees))]):
        _Reader(features, outputs, float(scale), start if t == 0 else 0.0).read(tree).add_to(out)
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
    """What becomes of a tree."""

    def __init__(self, features: _Features, outputs: int, scale: float, start: Any) -> None:
        self.features = features
        self.outputs = outputs
        self.scale = scale
        self.start = start

    def read(self, tree: dict[str, Any]) -> Nodes:
        return self._oblivious(tree) if "splits" in tree else Nodes.grown(tree, self._nested)

    def _split(self, nodes: Nodes, split: dict[str, Any]) -> None:
        if split["split_type"] != "FloatFeature":
            raise UnsupportedError(f"a split is of the type {split['split_type']}: trees take numbers")
        index, features = int(split["float_feature_index"]), self.features
        nodes.split("at_most", features.position[index], float(split["border"]), missing=features.missing[index])

    def _oblivious(self, tree: dict[str, Any]) -> Nodes:
        """All nodes of a level split alike; leaf i goes right at split k where bit k of i is set."""
        splits, nodes = tree["splits"] or [], Nodes()
        if len(splits) > DEEPEST or len(tree["leaf_values"]) != self.outputs << len(splits):
            raise FormatError(
                f"a tree has {len(splits)} splits and {len(tree['leaf_values'])} values: must have at most {DEEPEST} "
                "splits, and a value a leaf and output"
            )
        for level, split in enumerate(reversed(splits)):
            for at in range((1 << level) - 1, (2 << level) - 1):
                self._split(nodes, split)
                nodes.link(at, 2 * at + 1, 2 * at + 2)
        for value in np.asarray(tree["leaf_values"], np.float64).reshape(1 << len(splits), self.outputs):
            nodes.leaf(value * self.scale + self.start)
        return nodes

    def _nested(self, nodes: Nodes, node: dict[str, Any]) -> tuple[Any, Any] | None:
        if "split" not in node:
            nodes.leaf(np.asarray(node["value"], np.float64) * self.scale + self.start)
            return None
        self._split(nodes, node["split"])
        return node["left"], node["right"]
