"""LightGBM models as trees, from what ``Booster.dump_model`` gives."""

from __future__ import annotations

import math
import re
from typing import Any

import numpy as np

from .._core.errors import FormatError, UnsupportedError
from .._core.features import Columns
from .ensemble import TreeEnsemble
from .nodes import Nodes, taken

MOST_FEATURES, MOST_OUTPUTS = 1 << 24, 1 << 16
ZERO = float(np.float32(1e-35))
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
    if names == [f"Column_{j}" for j in range(n_features)]:
        names = None  # what LightGBM calls columns without names
    if not 1 <= n_features <= MOST_FEATURES or not 1 <= outputs <= MOST_OUTPUTS:
        raise FormatError(
            f"model of LightGBM has {n_features} features and {outputs} outputs: must have 1 to {MOST_FEATURES}, and 1 "
            f"to {MOST_OUTPUTS}"
        )
    placed, unplaced = _categories(model, dumped)
    out = TreeEnsemble(n_features, outputs, trees_per_model=outputs, feature_names=names, categories=placed)
    out._columns = Columns(out._columns.names, placed, unplaced)
    for t, tree in enumerate(trees[: taken(iterations, len(trees) // outputs) * outputs]):
        Nodes.grown(tree["tree_structure"], _read).add_to(out, t % outputs)
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


def _read(nodes: Nodes, node: dict[str, Any]) -> tuple[Any, Any] | None:
    if "leaf_coeff" in node:
        raise UnsupportedError("the model's leaves hold linear models (linear_tree): trees have numbers there")
    if "leaf_value" in node:
        nodes.leaf(float(node["leaf_value"]))
        return None
    feature = int(node["split_feature"])
    if node.get("decision_type") == "==":
        nodes.split("among", feature, categories=sorted(map(int, str(node["threshold"]).split("||"))))
    else:
        nodes.split("at_most", feature, _threshold(float(node["threshold"])), missing=_side(node))
    return node["left_child"], node["right_child"]


def _threshold(threshold: float) -> float:
    """An infinite one stands there as 1e300. LightGBM's predictors take every |x| <= 1e-35, as a float, for 0."""
    if threshold >= 1e300:
        return math.inf
    if -ZERO <= threshold < 0:
        return float(np.nextafter(-ZERO, -1))
    return ZERO if 0 <= threshold < ZERO else threshold


def _side(node: dict[str, Any]) -> str:
    kind, left = node["missing_type"], bool(node["default_left"])
    if kind == "None":
        return "as_zero"
    return (ZERO_AS_MISSING if kind == "Zero" else NAN_AS_MISSING)[left]


def _categories(model: Any, dumped: dict[str, Any]) -> tuple[dict[int, tuple[Any, ...]], list[list[Any]]]:
    """The categories of data frames, which LightGBM keeps in the order of the columns that have any. Other columns may
    be categorical, too, being whole numbers: which is which, data frames tell."""
    kept = dumped.get("pandas_categorical") or []
    if not kept:
        return {}, []
    booster = getattr(model, "booster_", model)
    if hasattr(booster, "model_to_string"):
        text = booster.model_to_string(num_iteration=1)
        found = re.search(r"^\[categorical_feature: ([\d,]*)\]$", text, re.MULTILINE)
        positions = [int(j) for j in found[1].split(",") if j] if found else []
    else:  # a column of categories lists its values, but not where all rows have the same
        infos = dumped.get("feature_infos", {})
        positions = [j for j, name in enumerate(dumped["feature_names"]) if infos.get(name, {}).get("values")]
    if len(positions) != len(kept):
        return {}, kept
    return {j: tuple(values) for j, values in zip(positions, kept)}, []
