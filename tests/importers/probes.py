"""Models at random, and rows that probe each of their nodes: on, beside and between thresholds, and at values that
libraries treat alone."""

import itertools
import json
import pathlib
import tempfile
from typing import NamedTuple

import numpy as np

TINY = float(np.float32(1e-35))
SPECIAL = [0.0, -0.0, 1e-36, -1e-36, TINY, -TINY, -0.5, 0.5, 3e9, -3e9, np.nan]
INFINITE = [np.inf, -np.inf]
CATEGORIES = [-1.0, -0.5, 0.5, 1.5, 3.0, 7.0, 40.0, 2.0**24 - 1, 2.0**24, 2.0**24 + 2, 3e9, np.nan]


class Model(NamedTuple):
    file: str
    data: bytes
    rows: np.ndarray
    margins: np.ndarray
    tolerance: float


def rows_for(stream, thresholds, categorical, n_features, infinite, single, most=60):
    """Rows in which each feature takes the values around its thresholds, the others at random among theirs."""
    values = []
    for j in range(n_features):
        if j in categorical:
            own = [*CATEGORIES, *map(float, range(9))]
        else:
            own = [*SPECIAL, *(INFINITE if infinite else [])]
            kind = np.float32 if single else np.float64
            cuts = sorted(set(thresholds.get(j, ())))
            for cut in cuts:
                if abs(cut) < 1e30:
                    own += [float(cut), float(np.nextafter(kind(cut), kind(-np.inf))),
                            float(np.nextafter(kind(cut), kind(np.inf)))]
            own += [(a + b) / 2 for a, b in itertools.pairwise(cuts) if abs(a) < 1e30 and abs(b) < 1e30]
        values.append(own)
    rows = []
    while len(rows) < max(most, 1):  # few nodes: once more, the other features at random
        for j in range(n_features):
            for value in values[j]:
                rows.append([stream.choice(values[i]) if i != j else value for i in range(n_features)])
    rows = np.array(rows, float)
    if most and len(rows) > most:
        rows = rows[np.sort(stream.choice(len(rows), most, replace=False))]
    return rows


# ---- XGBoost -------------------------------------------------------------------------------------


def xgboost_thresholds(booster):
    out = {}
    model = json.loads(bytes(booster.save_raw("json")))["learner"]["gradient_booster"]
    for tree in (model.get("gbtree") or model)["model"]["trees"]:
        for left, feature, cut in zip(tree["left_children"], tree["split_indices"], tree["split_conditions"]):
            if left != -1:
                out.setdefault(feature, []).append(cut)
    return out


def xgboost_model(stream, name, form, y, X, categorical=(), rounds=3, most=60, **settings):
    import xgboost

    kinds = ["c" if j in categorical else "q" for j in range(X.shape[1])]

    def matrix(rows, y=None):
        made = xgboost.DMatrix(rows, y, feature_types=kinds, enable_categorical=bool(categorical))
        if y is not None and settings.get("objective") == "survival:aft":
            made.set_float_info("label_lower_bound", y)
            made.set_float_info("label_upper_bound", y)
        return made

    settings = {"max_depth": 3, "tree_method": "hist", "min_child_weight": 0, "nthread": 1, "verbosity": 0, **settings}
    booster = xgboost.train(settings, matrix(X, y), rounds)
    rows = rows_for(stream, xgboost_thresholds(booster), categorical, X.shape[1], False, True, most)
    margins = booster.predict(matrix(rows), output_margin=True)
    return Model(f"{name}.{form}", bytes(booster.save_raw(form)), rows, margins, 0.0)


# ---- LightGBM ------------------------------------------------------------------------------------


def lightgbm_thresholds(booster):
    out = {}

    def walk(node):
        if "left_child" in node:
            if node["decision_type"] == "<=":
                out.setdefault(node["split_feature"], []).append(node["threshold"])
            walk(node["left_child"])
            walk(node["right_child"])

    for tree in booster.dump_model(num_iteration=-1)["tree_info"]:
        walk(tree["tree_structure"])
    return out


def lightgbm_model(stream, name, form, y, X, categorical=(), rounds=3, most=60, **settings):
    import lightgbm

    settings = {"num_leaves": 6, "min_data_in_leaf": 2, "min_data_in_bin": 1, "min_data_per_group": 2, "cat_smooth": 1,
                "num_threads": 1, "verbosity": -1, **settings}
    data = lightgbm.Dataset(X, y, categorical_feature=list(categorical))
    booster = lightgbm.train(settings, data, rounds)
    rows = rows_for(stream, lightgbm_thresholds(booster), categorical, X.shape[1], True, False, most)
    text = booster.model_to_string() if form == "txt" else json.dumps(booster.dump_model())
    return Model(f"{name}.{form}", text.encode(), rows, booster.predict(rows, raw_score=True), 0.0)


# ---- CatBoost ------------------------------------------------------------------------------------


def catboost_model(stream, name, y, X, rounds=3, most=60, regression=False, **settings):
    import catboost

    kind = catboost.CatBoostRegressor if regression else catboost.CatBoostClassifier
    model = kind(iterations=rounds, verbose=False, thread_count=1, allow_writing_files=False, random_seed=1,
                 **{"depth": 3, **settings}).fit(X, y)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "model.json"
        model.save_model(str(path), format="json")
        saved = json.loads(path.read_text())
        for extra in ("model_info",):
            saved.pop(extra, None)
    cuts = {f["flat_feature_index"]: f["borders"] or [] for f in saved["features_info"]["float_features"]}
    rows = rows_for(stream, cuts, (), X.shape[1], True, True, most)
    margins = np.asarray(model.predict(rows, prediction_type="RawFormulaVal"))
    return Model(f"{name}.json", json.dumps(saved).encode(), rows, margins, 1e-14)


# ---- What the small models are -------------------------------------------------------------------


def table(stream, n=120, missing=0.15):
    X = stream.normal(size=(n, 4))
    X[:, 1] = stream.integers(0, 8, n)
    X[:, 2] = np.round(X[:, 2], 1)
    X[stream.random(X.shape) < missing] = np.nan
    signal = np.nan_to_num(X[:, 0]) + (np.nan_to_num(X[:, 1]) % 3 == 1) + 0.3 * stream.normal(size=n)
    return X, signal


def small_models(prefix=""):
    stream = np.random.default_rng(7)
    X, signal = table(stream)
    yes, three, amount = (signal > 0.3).astype(float), np.digitize(signal, [0, 1]).astype(float), np.exp(signal)
    c = (1,)
    yield xgboost_model(stream, f"{prefix}xgb_logistic", "json", yes, X, objective="binary:logistic", base_score=0.2)
    yield xgboost_model(stream, f"{prefix}xgb_classes", "ubj", three, X, objective="multi:softprob", num_class=3)
    yield xgboost_model(stream, f"{prefix}xgb_categories", "json", yes, X, c, objective="binary:logistic",
                        max_cat_to_onehot=1, base_score=0.5)
    yield xgboost_model(stream, f"{prefix}xgb_onehot", "ubj", amount, X, c, objective="reg:squarederror",
                        max_cat_to_onehot=100, base_score=0.5)
    yield xgboost_model(stream, f"{prefix}xgb_pruned", "json", yes, X, objective="reg:squarederror", gamma=2.0,
                        tree_method="exact", base_score=0.5)
    if prefix:
        return
    yield xgboost_model(stream, "xgb_base", "json", np.r_[1.0, np.zeros(len(X) - 1)], X, objective="binary:logistic",
                        scale_pos_weight=1e-6, min_child_weight=1e9)
    yield xgboost_model(stream, "xgb_poisson", "ubj", np.round(amount), X, objective="count:poisson")
    rare = {"objective": "binary", "boost_from_average": True}
    yield lightgbm_model(stream, "lgb_binary", "txt", yes, X, **rare)
    yield lightgbm_model(stream, "lgb_categories", "txt", yes, X, c, max_cat_to_onehot=1, **rare)
    yield lightgbm_model(stream, "lgb_categories_dump", "json", yes, X, c, max_cat_to_onehot=1, **rare)
    yield lightgbm_model(stream, "lgb_classes", "txt", three, X, objective="multiclass", num_class=3)
    yield lightgbm_model(stream, "lgb_zeros", "txt", yes, np.where(np.abs(X) < 0.3, 0, X), zero_as_missing=True, **rare)
    yield lightgbm_model(stream, "lgb_no_missing", "json", yes, X, use_missing=False, **rare)
    tiny = X.copy()
    tiny[:, 0] *= 1e-34
    yield lightgbm_model(stream, "lgb_tiny", "txt", yes, tiny, **rare)
    gap = X.copy()
    gap[::3, 3] = np.nan
    yield lightgbm_model(stream, "lgb_infinite", "json", np.isnan(gap[:, 3]).astype(float), gap, objective="regression")
    yield catboost_model(stream, "cat_binary", yes, X)
    yield catboost_model(stream, "cat_classes", three, X, loss_function="MultiClass")
    yield catboost_model(stream, "cat_lossguide", amount, X, regression=True, grow_policy="Lossguide", max_leaves=6)
