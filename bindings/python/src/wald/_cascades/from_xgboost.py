"""XGBoost models as trees, from their documented JSON form (https://xgboost.readthedocs.io, "Model IO")."""

from __future__ import annotations

import json
import math
import os
from typing import Any, Iterator

import numpy as np
from numpy.typing import NDArray

from .._core.errors import FormatError, UnsupportedError, WaldError
from .._core.features import Columns
from .ensemble import TreeEnsemble
from .nodes import base_and_start, taken

MOST_FEATURES, MOST_OUTPUTS = 1 << 24, 1 << 16

LOGIT = ("binary:logistic", "reg:logistic")
LOG = ("count:poisson", "reg:gamma", "reg:tweedie", "survival:cox", "survival:aft")
AS_IT_IS = (
    "reg:squarederror",
    "reg:linear",
    "reg:squaredlogerror",
    "reg:absoluteerror",
    "reg:pseudohubererror",
    "reg:quantileerror",
    "reg:expectileerror",
    "binary:hinge",
    "binary:logitraw",
    "multi:softmax",
    "multi:softprob",
    "rank:pairwise",
    "rank:ndcg",
    "rank:map",
)
"""Objectives by the margin that stands for base_score, the prediction of no tree."""


def read_xgboost(model: Any, iterations: int | None) -> TreeEnsemble:
    saved, names = _saved(model)
    try:
        learner = saved["learner"]
        booster = learner["gradient_booster"]
        if booster["name"] == "gblinear":
            raise UnsupportedError("booster is 'gblinear': it is a linear model, and has no trees")
        dropped = booster.get("weight_drop")
        held = booster["gbtree"]["model"] if "gbtree" in booster else booster["model"]
        facts = learner["learner_model_param"]
        outputs = max(int(facts["num_class"]), int(facts.get("num_target", 1)), 1)
        trees, groups = held["trees"], held["tree_info"]
        _check_counts(int(facts["num_feature"]), outputs, trees, groups)
        base = _base(facts["base_score"], learner["objective"]["name"], _clamps(saved))
        if len(base) not in (1, outputs):
            raise FormatError(f"base_score has {len(base)} numbers: must have 1, or one an output, {outputs}")
        return _read(learner, held, base, outputs, dropped, names, _rounds(model, iterations))
    except (KeyError, TypeError, AttributeError, IndexError, ValueError, OverflowError) as error:
        if isinstance(error, WaldError):
            raise
        raise FormatError(f"model is not one that XGBoost saved as JSON: {error!r}") from None


def _check_counts(features: int, outputs: int, trees: list[Any], groups: list[int]) -> None:
    """Before anything is made of these sizes."""
    for n, most, what in ((features, MOST_FEATURES, "features"), (outputs, MOST_OUTPUTS, "outputs")):
        if not 1 <= n <= most:
            raise FormatError(f"model of XGBoost has {n} {what}: must have 1 to {most}")
    if len(groups) != len(trees):
        raise FormatError(f"tree_info has {len(groups)} numbers: must have one a tree, {len(trees)}")
    for t, group in enumerate(groups):
        if not 0 <= group < outputs:
            raise FormatError(f"tree_info[{t}] is {group}: must lie in [0, {outputs - 1}]")


def _read(
    learner: dict[str, Any],
    held: dict[str, Any],
    base: NDArray[np.float32],
    outputs: int,
    dropped: list[float] | None,
    names: list[str] | None,
    rounds: int | None,
) -> TreeEnsemble:
    facts, trees, groups = learner["learner_model_param"], held["trees"], held["tree_info"]
    width = outputs if any(int(tree["tree_param"]["size_leaf_vector"]) > 1 for tree in trees) else 1
    n_trees = _trees_of_rounds(held, rounds, len(trees), outputs if width == 1 else 1)
    kept, start = base_and_start(np.broadcast_to(base, outputs))
    out = TreeEnsemble(
        int(facts["num_feature"]),
        outputs,
        leaf_width=width,
        trees_per_model=1 if width > 1 else outputs,
        summation="float32",
        float_features=True,
        base=kept,
        feature_names=names or learner.get("feature_names") or None,
        categories=_categories(held.get("cats"), names or learner.get("feature_names")),
    )
    out._columns = Columns(out._columns.names, out._columns.categories, closed=bool(out._columns.categories))
    begun = set()
    for t in _in_rounds(groups, n_trees, outputs if width == 1 else 1):
        output = 0 if width > 1 else int(groups[t])
        own = np.float32(0) if output in begun else start if width > 1 else start[output]
        begun.add(output)
        weight = np.float32(1 if dropped is None else dropped[t])
        _add(out, trees[t], output, width, weight, own)
    return out


def _saved(model: Any) -> tuple[dict[str, Any], list[str] | None]:
    """The model's JSON, and the names of its features."""
    if isinstance(model, (str, os.PathLike)):
        with open(model, "rb") as file:
            try:
                found: dict[str, Any] = json.load(file)
            except ValueError as error:
                raise FormatError(f"{os.fspath(model)} is not JSON: {error}") from None
        return found, None
    missing = getattr(model, "missing", None)
    if missing is not None and not (isinstance(missing, (float, np.floating)) and math.isnan(missing)):
        raise UnsupportedError(f"missing is {missing!r}: of trees NaN alone is missing; train with NaN in its place")
    booster = model.get_booster() if hasattr(model, "get_booster") else model
    if not hasattr(booster, "save_raw"):
        raise TypeError(f"model must be of XGBoost: found {type(model).__name__}")
    return json.loads(bytes(booster.save_raw("json"))), booster.feature_names


def _rounds(model: Any, iterations: int | None) -> int | None:
    """How many rounds of boosting are asked for; None: all."""
    if iterations is not None:
        return iterations
    if not hasattr(model, "get_booster"):
        return None
    # A model that did not stop early has no best iteration: the attribute raises, or older ones have the last.
    try:
        best = model.best_iteration
    except AttributeError:
        return None
    return None if best is None else int(best) + 1


def _trees_of_rounds(held: dict[str, Any], rounds: int | None, n_trees: int, outputs: int) -> int:
    """The number of trees of the first rounds."""
    if rounds is None:
        return n_trees
    begins = held.get("iteration_indptr")
    if begins is None:
        each = outputs * max(int(held["gbtree_model_param"].get("num_parallel_tree", 1)), 1)
        begins = list(range(0, n_trees + 1, each))
    return int(begins[taken(rounds, len(begins) - 1)])


def _in_rounds(groups: list[int], n_trees: int, outputs: int) -> Iterator[int]:
    """The trees such that one of each output follows the other: several grown side by side (num_parallel_tree) stand
    output by output. The order within each output, which its sum is taken in, stays as it was."""
    by_output: list[list[int]] = [[] for _ in range(outputs)]
    for t in range(n_trees):
        by_output[groups[t] if outputs > 1 else 0].append(t)
    if len(set(map(len, by_output))) > 1:
        raise FormatError("tree_info gives outputs different numbers of trees: must give each as many")
    for together in zip(*by_output):
        yield from together


def _clamps(saved: dict[str, Any]) -> bool:
    """Whether base_score is moved into [1e-6, 1 - 1e-6] before its logit is taken: XGBoost 3.2 and later."""
    return tuple(saved.get("version") or ())[:2] >= (3, 2)


def _base(text: str, objective: str, clamped: bool) -> NDArray[np.float32]:
    """base_score, a number or a list of one an output, as margins."""
    margins = _margins(text, objective, clamped)
    for margin in margins.tolist():
        if not math.isfinite(margin):
            raise UnsupportedError(
                f"base_score is {text}, which stands for the margin {margin}: must be finite; were all labels alike?"
            )
    return margins


def _margins(text: str, objective: str, clamped: bool) -> NDArray[np.float32]:
    score = np.array([float(s) for s in text.strip("[]").split(",")], np.float32)
    if objective in LOGIT:
        if clamped:
            score = np.clip(score, np.float32(1e-6), np.float32(1) - np.float32(1e-6))
        with np.errstate(divide="ignore", over="ignore"):
            odds = np.float32(1) / score - np.float32(1)
        return np.array([-math.log(x) if x > 0 else math.inf for x in odds.tolist()], np.float32)
    if objective in LOG:
        return np.array([math.log(x) if x > 0 else -math.inf for x in score.tolist()], np.float32)
    if objective in AS_IT_IS:
        return score
    raise UnsupportedError(f"objective is {objective!r}: what margin its base_score stands for is not known")


def _add(
    out: TreeEnsemble, tree: dict[str, Any], output: int, width: int, weight: np.float32, start: Any
) -> None:
    left, right = np.array(tree["left_children"]), np.array(tree["right_children"])
    leaf, categorical = left == -1, np.array(tree.get("split_type", np.zeros(len(left)))) == 1
    condition = np.array(tree["split_conditions"], np.float32)
    default_left, feature = np.array(tree["default_left"]) == 1, np.array(tree["split_indices"])
    for name, own in (("right_children", right), ("split_conditions", condition), ("split_indices", feature),
                      ("split_type", categorical), ("default_left", default_left)):
        if own.shape != left.shape:
            raise FormatError(f"{name} has {own.size} numbers: must have one a node, {left.size}")
    if width == 1:
        values = condition
    elif "leaf_weights" in tree:  # of XGBoost 3.1 and later: of leaves alone, whose right child says which
        rows = np.array(tree["leaf_weights"], np.float32).reshape(-1, width)
        values = rows[np.where(leaf, right, 0)]
    else:
        values = np.array(tree["base_weights"], np.float32).reshape(-1, width)
    values = np.where(leaf if width == 1 else leaf[:, None], values * weight + start, np.float32(0))
    # Listed categories go right in XGBoost, and left here.
    swapped = categorical & ~leaf
    sides: list[list[int]] = [[] for _ in left]
    listed = [tree.get(f"categories_{part}", ()) for part in ("nodes", "segments", "sizes")]
    if sum(listed[2]) > len(tree.get("categories", ())):
        raise FormatError("categories_sizes add up to more than there are categories")
    for node, begin, size in zip(*listed):
        sides[node] = sorted(tree["categories"][begin : begin + size])
    # Nodes that pruning deleted stay in the file.
    kept = _reached(left, right, leaf)
    place = np.zeros(len(left), int)
    place[kept] = np.arange(len(kept))
    leaf, categorical, swapped, condition = leaf[kept], categorical[kept], swapped[kept], condition[kept]
    default_left, feature, values, sides = default_left[kept], feature[kept], values[kept], [sides[i] for i in kept]
    left, right = place[left[kept]], place[right[kept]]
    out.add(
        output=output,
        split=np.where(leaf, 0, np.where(categorical, 3, 2)),
        missing=(default_left != swapped).astype(np.uint8),
        feature=np.where(leaf, 0, feature),
        left=np.where(leaf, 0, np.where(swapped, right, left)),
        right=np.where(leaf, 0, np.where(swapped, left, right)),
        threshold=np.where(leaf | categorical, 0, condition),
        categories=sides if swapped.any() else None,
        values=values,
    )


def _reached(left: Any, right: Any, leaf: Any) -> list[int]:
    """The nodes below the root, parents first."""
    seen, order = {0}, [0]
    for node in order:
        if leaf[node]:
            continue
        for child in (int(left[node]), int(right[node])):
            if not 0 <= child < len(left) or child in seen:
                raise FormatError(f"a child of node {node} is {child}: must be one of {len(left)}, and of one parent")
            seen.add(child)
            order.append(child)
    return order


def _categories(cats: dict[str, Any] | None, names: list[str] | None) -> dict[int, tuple[Any, ...]]:
    """The categories of data frames, which XGBoost 3.1 and later keeps."""
    out: dict[int, tuple[Any, ...]] = {}
    for j, coded in enumerate((cats or {}).get("enc", [])):
        values = coded["values"]
        if not values:
            continue
        if "offsets" in coded:  # texts, end to end
            # XGBoost counts characters where bytes are meant, and so cuts off the last bytes of what is not ASCII.
            raw = bytes(byte & 0xFF for byte in values)
            if not raw.isascii():
                raise UnsupportedError(
                    f"feature {names[j] if names else j!r} has categories beyond ASCII, which XGBoost cuts when it "
                    "saves them: train with ASCII words, or with whole numbers in their place"
                )
            out[j] = tuple(raw[a:b].decode() for a, b in zip(coded["offsets"], coded["offsets"][1:]))
        else:
            out[j] = tuple(values)
    return out
