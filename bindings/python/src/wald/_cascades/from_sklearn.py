"""scikit-learn models as trees, from their documented attributes."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._core.arrays import Floats
from .._core.errors import UnsupportedError
from .._core.features import Categories
from .ensemble import TreeEnsemble
from .nodes import base_and_start


def read_sklearn(model: Any, sums: bool) -> TreeEnsemble:
    kinds = {kind.__name__ for kind in type(model).__mro__}
    if "Pipeline" in kinds:
        raise UnsupportedError("model is a pipeline: give its last step, and the features that it is given")
    if "BaseDecisionTree" in kinds:
        return _read_forest(model, [model], sums)
    if "BaseForest" in kinds and hasattr(model, "predict"):
        return _read_forest(model, _fitted(model, "estimators_"), sums)
    if "BaseGradientBoosting" in kinds:
        return _read_boosted(model)
    if "BaseHistGradientBoosting" in kinds:
        return _read_histogram_boosted(model)
    raise UnsupportedError(
        f"model is {type(model).__name__}: must be a decision tree, a forest or gradient boosting of scikit-learn"
    )


def _fitted(model: Any, attribute: str) -> Any:
    if not hasattr(model, attribute):
        raise UnsupportedError(f"model is {model!r}: it is not fitted")
    return getattr(model, attribute)


def _names(model: Any) -> list[str] | None:
    names = getattr(model, "feature_names_in_", None)
    return None if names is None else [str(name) for name in names]


# ---- Trees and forests ---------------------------------------------------------------------------


def _read_forest(model: Any, trees: list[Any], sums: bool) -> TreeEnsemble:
    """Means over the trees, of values or of probabilities."""
    several = int(model.n_outputs_) if hasattr(model, "n_outputs_") else 1
    classes = getattr(model, "classes_", None)
    if classes is not None and several > 1:
        raise UnsupportedError(f"model has {several} targets of classes: an ensemble of trees has one")
    outputs = several if classes is None else 1 if len(classes) <= 2 else len(classes)
    out = TreeEnsemble(
        int(model.n_features_in_), outputs, leaf_width=outputs, float_features=True, feature_names=_names(model)
    )
    share = 1 if sums else len(trees)
    for tree in trees:
        held = _fitted(tree, "tree_")
        values = held.value[:, :, 0] if classes is None else _probabilities(held.value[:, 0, :])
        if classes is not None and outputs == 1:
            values = values[:, -1:] if len(classes) == 2 else np.ones((len(values), 1))
        _add(out, held, values / share)
    return out


def _probabilities(values: Floats) -> Floats:
    """Of versions before 1.3, which kept weights."""
    total = values.sum(axis=1, keepdims=True)
    return values if np.allclose(total, 1, rtol=0, atol=1e-6) else values / np.where(total > 0, total, 1)


def _add(out: TreeEnsemble, tree: Any, values: Floats, output: int = 0) -> None:
    leaf = tree.children_left == -1
    missing = getattr(tree, "missing_go_to_left", None)  # of version 1.3 and later
    left = np.zeros(len(leaf), np.uint8) if missing is None else np.asarray(missing, np.uint8)
    out.add(
        output=output,
        split=np.where(leaf, 0, 1),
        missing=np.where(leaf, 0, left),
        feature=np.where(leaf, 0, tree.feature),
        threshold=np.where(leaf, 0, tree.threshold),
        left=np.where(leaf, 0, tree.children_left),
        right=np.where(leaf, 0, tree.children_right),
        values=np.where(leaf if values.ndim == 1 else leaf[:, None], values, 0.0),
    )


# ---- Gradient boosting ---------------------------------------------------------------------------


def _read_boosted(model: Any) -> TreeEnsemble:
    trees = _fitted(model, "estimators_")
    init = type(model.init_).__name__
    if init not in ("str", "DummyClassifier", "DummyRegressor"):
        raise UnsupportedError(f"init is {init}: sums of trees begin with constants, not with another model")
    grown = [[(each.tree_, model.learning_rate * each.tree_.value[:, 0, 0]) for each in stage] for stage in trees]
    row = np.zeros((1, model.n_features_in_))
    said = model.decision_function(row) if hasattr(model, "classes_") else model.predict(row)

    def assembled(base: Floats) -> TreeEnsemble:
        kept, start = base_and_start(base)
        out = TreeEnsemble(
            int(model.n_features_in_),
            len(base),
            trees_per_model=len(base),
            float_features=True,
            base=kept,
            feature_names=_names(model),
        )
        for i, stage in enumerate(grown):
            for k, (tree, values) in enumerate(stage):
                _add(out, tree, values + (start[k] if i == 0 else 0), k)
        return out

    return assembled(_base(assembled(np.zeros(trees.shape[1])), row, said))


def _base(without: TreeEnsemble, row: Any, said: Any) -> Floats:
    """What sums begin with, since no attribute has it: what the model says of a row, less what its trees do."""
    found: Floats = np.ravel(said) - np.ravel(without.evaluate(row))
    # The difference of two roundings; where it is that of nothing, nothing is what they begin with.
    return np.where(np.abs(found) <= 4 * np.finfo(np.float64).eps * np.abs(np.ravel(said)), 0.0, found)


# ---- Histogram gradient boosting -----------------------------------------------------------------


def _read_histogram_boosted(model: Any) -> TreeEnsemble:
    """From private attributes; what comes out is compared with what the model says, and refused if it differs."""
    try:
        stages = model._predictors
        features = _encoded_features(model)
        row, nothing = np.zeros((1, int(model.n_features_in_))), np.zeros(len(stages[0]))
        base = _base(_histogram_trees(model, stages, features, nothing), row, _raw(model, row))
        out = _histogram_trees(model, stages, features, base)
        probes = _probes(stages, features, row.shape[1])
        same = np.allclose(np.ravel(out.evaluate(probes)), np.ravel(_raw(model, probes)), rtol=1e-9, atol=1e-9)
    except (AttributeError, KeyError, IndexError, TypeError) as error:
        raise UnsupportedError(f"model stores its trees in an unknown form: {error!r}") from None
    if not same:
        why = "its categories must be whole numbers, and its version one that keeps trees as those known here do"
        raise UnsupportedError(f"model and its imported trees give different sums: {why}")
    return out


def _raw(model: Any, rows: Any) -> Floats:
    """Sums before the link."""
    named = _as_frame(model, rows)
    if hasattr(model, "classes_"):
        return np.asarray(model.decision_function(named), np.float64)
    said = np.asarray(model.predict(named), np.float64)
    return np.log(said) if model.loss in ("poisson", "gamma") else said


def _as_frame(model: Any, rows: Any) -> Any:
    """With names, where the model was trained with names: it would warn."""
    names = getattr(model, "feature_names_in_", None)
    if names is None:
        return rows
    import pandas

    frame = pandas.DataFrame(rows, columns=names)
    coded = _encoders(model)
    for j, categories in coded.items():
        if _whole(categories) is None:
            codes = np.where(np.isnan(frame.iloc[:, j]), -1, frame.iloc[:, j]).astype(int)
            column = pandas.Categorical.from_codes(np.where(codes < len(categories), codes, -1), categories)
            frame = frame.assign(**{str(names[j]): column})
    return frame


def _encoders(model: Any) -> dict[int, Any]:
    """By feature the categories that the model encodes before its trees see them."""
    mask = getattr(model, "is_categorical_", None)
    if mask is None:
        return {}
    encoder = model._preprocessor.named_transformers_["encoder"]
    known = [[c for c in categories if c == c and c is not None] for categories in encoder.categories_]
    return dict(zip(np.flatnonzero(mask).tolist(), known))


def _whole(categories: Any) -> list[int] | None:
    """Categories that are whole numbers stand for themselves."""
    numeric = all(isinstance(c, (int, float, np.number)) and not isinstance(c, bool) for c in categories)
    if not numeric or any(c < 0 or c != int(c) or c >= 1 << 24 for c in categories):
        return None
    return [int(c) for c in categories]


def _check_categories(j: int, categories: Any) -> None:
    """Numbers that stand for themselves in tables must be codes that trees can list."""
    for c in categories:
        if isinstance(c, (int, float, np.number)) and not isinstance(c, bool) and _whole([c]) is None:
            raise UnsupportedError(
                f"feature {j} has the category {c}: numbers must be whole, from 0 to {(1 << 24) - 1}; number its "
                "categories anew"
            )


class _Feature:
    """A feature as the trees number them: its place in the input, and what its codes stand for."""

    def __init__(self, place: int, categories: Any = None) -> None:
        self.place = place
        self.categories = categories
        whole = None if categories is None else _whole(categories)
        self.codes = [] if categories is None else list(range(len(categories))) if whole is None else whole
        self.by_name = categories is not None and whole is None


def _encoded_features(model: Any) -> list[_Feature]:
    """The model puts categorical features before the others."""
    coded = _encoders(model)
    for j, categories in coded.items():
        _check_categories(j, categories)
    plain = [j for j in range(model.n_features_in_) if j not in coded]
    return [_Feature(j, categories) for j, categories in coded.items()] + [_Feature(j) for j in plain]


def _histogram_trees(model: Any, stages: Any, features: list[_Feature], base: Floats) -> TreeEnsemble:
    kept, start = base_and_start(base)
    categories: Categories = {
        f.place: f.categories if f.by_name else None for f in features if f.categories is not None
    }
    out = TreeEnsemble(
        int(model.n_features_in_),
        len(base),
        trees_per_model=len(base),
        base=kept,
        feature_names=_names(model),
        categories=categories,
    )
    for i, stage in enumerate(stages):
        for k, tree in enumerate(stage):
            _add_histogram_tree(out, tree, features, k, start[k] if i == 0 else 0.0)
    return out


def _add_histogram_tree(out: TreeEnsemble, tree: Any, features: list[_Feature], output: int, start: float) -> None:
    nodes = tree.nodes
    leaf, among = nodes["is_leaf"] == 1, nodes["is_categorical"] == 1
    # What is missing or was never seen goes one way, so those that go the other way are what is listed, on the left.
    swapped = among & ~leaf & (nodes["missing_go_to_left"] == 1)
    sides: list[list[int]] = [[] for _ in nodes]
    for i in np.flatnonzero(among & ~leaf):
        feature = features[nodes["feature_idx"][i]]
        bits = _bits(tree.raw_left_cat_bitsets[nodes["bitset_idx"][i]])
        goes_left = [code < len(bits) and bits[code] for code in range(len(feature.codes))]
        sides[i] = sorted(value for value, is_left in zip(feature.codes, goes_left) if is_left != bool(swapped[i]))
    # Between -inf and inf a threshold is NaN, which no number is at most: all go right, as with x < -inf.
    nowhere = np.isnan(nodes["num_threshold"])
    place = np.array([feature.place for feature in features])
    left, right = nodes["left"].astype(np.int64), nodes["right"].astype(np.int64)
    out.add(
        output=output,
        split=np.where(leaf, 0, np.where(among, 3, np.where(nowhere, 2, 1))),
        missing=np.where(leaf | among, 0, nodes["missing_go_to_left"]),
        feature=np.where(leaf, 0, place[np.where(leaf, 0, nodes["feature_idx"])]),
        threshold=np.where(leaf | among, 0, np.where(nowhere, -math.inf, nodes["num_threshold"])),
        left=np.where(leaf, 0, np.where(swapped, right, left)),
        right=np.where(leaf, 0, np.where(swapped, left, right)),
        categories=sides if any(sides) else None,
        values=np.where(leaf, nodes["value"] + start, 0.0),
    )


def _bits(words: NDArray[np.uint32]) -> list[bool]:
    return [bool(int(word) >> bit & 1) for word in words for bit in range(32)]


def _probes(stages: Any, features: list[_Feature], n_features: int) -> Floats:
    """Rows on both sides of splits of every feature, and missing values."""
    rows = np.zeros((256, n_features))
    for f, feature in enumerate(features):
        found = [n["num_threshold"] for stage in stages for tree in stage for n in tree.nodes
                 if not n["is_leaf"] and n["feature_idx"] == f]
        values = np.array(feature.codes if feature.categories is not None else found or [0.0], np.float64)
        values = values[np.isfinite(values)] if np.isfinite(values).any() else np.zeros(1)
        # Strides that are odd, so that features do not go in step.
        rows[:, feature.place] = values[np.arange(256) * (2 * f + 1) % len(values)]
        if feature.categories is None:
            rows[f % 2 :: 2, feature.place] = np.nextafter(rows[f % 2 :: 2, feature.place], math.inf)
        rows[(f * 7) % 11 :: 11, feature.place] = math.nan
    return rows
