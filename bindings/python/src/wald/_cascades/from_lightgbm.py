"""LightGBM models as trees, from what ``Booster.dump_model`` gives."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from .._core.errors import ArgumentError, FormatError, UnsupportedError
from .ensemble import TreeEnsemble

ZERO_AS_MISSING = {True: "zero_left", False: "zero_right"}
NAN_AS_MISSING = {True: "left", False: "right"}


def read_lightgbm(model: Any, iterations: int | None) -> TreeEnsemble:
    dumped = _dumped(model, iterations)
    try:
        outputs, trees = int(dumped["num_tree_per_iteration"]), dumped["tree_info"]
        n_features = int(dumped["max_feature_idx"]) + 1
        names: list[str] | None = dumped["feature_names"]
    except (KeyError, TypeError) as error:
        raise FormatError(f"model is not what LightGBM's dump_model gives: {error!r} is missing") from None
    if iterations is not None:
        if not 1 <= iterations <= len(trees) // outputs:
            raise ArgumentError(f"iterations is {iterations}: must lie in [1, {len(trees) // outputs}]")
        trees = trees[: iterations * outputs]
    if names == [f"Column_{j}" for j in range(n_features)]:
        names = None  # what LightGBM calls columns without names
    out = TreeEnsemble(
        n_features, outputs, trees_per_model=outputs, feature_names=names, categories=_categories(model, dumped)
    )
    for t, tree in enumerate(trees):
        _Reader(tree["tree_structure"]).add_to(out, t % outputs)
    return out


def _dumped(model: Any, iterations: int | None) -> dict[str, Any]:
    if isinstance(model, dict):
        return model
    booster = getattr(model, "booster_", model)
    if not hasattr(booster, "dump_model"):
        raise TypeError(f"model must be of LightGBM: found {type(model).__name__}")
    # By default the best iteration is the last, where there is one.
    found: dict[str, Any] = booster.dump_model() if iterations is None else booster.dump_model(num_iteration=-1)
    return found


class _Reader:
    """The nodes of one tree, numbered as they are met."""

    def __init__(self, root: dict[str, Any]) -> None:
        self.split: list[str] = []
        self.missing: list[str] = []
        self.feature: list[int] = []
        self.threshold: list[float] = []
        self.left: list[int] = []
        self.right: list[int] = []
        self.values: list[float] = []
        self.categories: list[list[int]] = []
        waiting = [(root, -1, False)]
        while waiting:
            node, parent, is_left = waiting.pop()
            place = len(self.split)
            if parent >= 0:
                (self.left if is_left else self.right)[parent] = place
            self._append(node)
            if "leaf_value" not in node:
                waiting += [(node["right_child"], place, False), (node["left_child"], place, True)]

    def _append(self, node: dict[str, Any]) -> None:
        if "leaf_coeff" in node:
            raise UnsupportedError("the model's leaves hold linear models (linear_tree): trees have numbers there")
        leaf, among = "leaf_value" in node, node.get("decision_type") == "=="
        self.split.append("leaf" if leaf else "among" if among else "at_most")
        self.missing.append("right" if leaf or among else self._side(node))
        self.feature.append(0 if leaf else int(node["split_feature"]))
        self.threshold.append(0.0 if leaf or among else float(node["threshold"]))
        self.values.append(float(node["leaf_value"]) if leaf else 0.0)
        self.categories.append(sorted(map(int, str(node["threshold"]).split("||"))) if among else [])
        self.left.append(0)
        self.right.append(0)

    @staticmethod
    def _side(node: dict[str, Any]) -> str:
        kind, left = node["missing_type"], bool(node["default_left"])
        if kind == "None":
            return "as_zero"
        return (ZERO_AS_MISSING if kind == "Zero" else NAN_AS_MISSING)[left]

    def add_to(self, out: TreeEnsemble, output: int) -> None:
        out.add(
            output=output,
            split=self.split,
            missing=self.missing,
            feature=np.array(self.feature, np.int64),
            threshold=np.array(self.threshold),
            left=np.array(self.left, np.int64),
            right=np.array(self.right, np.int64),
            values=np.array(self.values),
            categories=self.categories if any(self.categories) else None,
        )


def _categories(model: Any, dumped: dict[str, Any]) -> dict[int, tuple[Any, ...]]:
    """The categories of data frames: LightGBM keeps them in the order of the columns that have any."""
    kept = dumped.get("pandas_categorical") or []
    if not kept:
        return {}
    booster = getattr(model, "booster_", model)
    if hasattr(booster, "model_to_string"):
        text = booster.model_to_string(num_iteration=1)
        found = re.search(r"^\[categorical_feature: ([\d,]*)\]$", text, re.MULTILINE)
        positions = [int(j) for j in found[1].split(",") if j] if found else []
    else:  # a column of categories lists its values, but not where all rows have the same
        infos = dumped.get("feature_infos", {})
        positions = [j for j, name in enumerate(dumped["feature_names"]) if infos.get(name, {}).get("values")]
    if len(positions) != len(kept):
        raise UnsupportedError(
            f"the model has categories of {len(kept)} columns and names {len(positions)}: give a Booster, trained on a "
            "data frame, or one whose categories are whole numbers"
        )
    return {j: tuple(values) for j, values in zip(positions, kept)}
