"""Trains models at random, and compares what Wald makes of the saved ones with the libraries' own margins, at rows that probe
each of their nodes (probes.py).

  compare.py xgboost|lightgbm|catboost MODELS ROWS [SEED]     with the version that is installed; ROWS of each model

Prints a line of a table: library, models, probing rows, margins, margins that differ by a bit, and the largest difference
relative to the largest margin of the model. Exits with 1 if a margin differs by more than its library allows: not at all, except
for dart of XGBoost (a float's last digit) and CatBoost (1e-14, for it adds the bias last).
"""

import sys
import warnings

import numpy as np

import probes
import wald

warnings.simplefilter("ignore")
ROUNDING = {"dart": 1e-6, "catboost": 1e-14}


def pick(stream, *options):
    return options[stream.integers(len(options))]


def targets(stream, signal, kind):
    """Of which there are two or more: not every library trains on one."""
    if kind == "yes":
        return (signal > np.quantile(signal, stream.uniform(0.1, 0.9))).astype(float)
    if kind == "classes":
        return np.digitize(signal, np.quantile(signal, np.sort(stream.uniform(0.1, 0.9, 2)))).astype(float)
    return np.exp(signal / 2) if kind == "amount" else np.round(np.exp(signal / 2)) if kind == "count" else signal


def some_rows(stream):
    X, signal = probes.table(stream, n=int(stream.integers(60, 400)), missing=pick(stream, 0.0, 0.1, 0.3))
    X[:, 0] *= pick(stream, 1.0, 1.0, 1e-34, 1e6)
    if stream.random() < 0.3:
        X[:, 3] = np.where(np.abs(X[:, 3]) < 0.5, 0.0, X[:, 3])
    return X, signal


OBJECTIVES = (
    ("binary:logistic", "yes"), ("binary:logitraw", "yes"), ("binary:hinge", "yes"), ("reg:logistic", "yes"),
    ("reg:squarederror", "signal"), ("reg:squaredlogerror", "amount"), ("reg:pseudohubererror", "signal"),
    ("reg:gamma", "amount"), ("reg:tweedie", "amount"), ("count:poisson", "count"), ("survival:cox", "amount"),
    ("multi:softprob", "classes"), ("multi:softmax", "classes"), ("rank:pairwise", "yes"), ("rank:ndcg", "yes"),
    ("rank:map", "yes"), ("survival:aft", "amount"),
)
OBJECTIVES_SINCE_2 = (("reg:absoluteerror", "signal"), ("reg:quantileerror", "signal"))


def xgboost_model(stream, most, turn):
    """Each objective in turn."""
    import xgboost

    since_2 = int(xgboost.__version__.split(".")[0]) >= 2
    objectives = OBJECTIVES + OBJECTIVES_SINCE_2 * since_2
    X, signal = some_rows(stream)
    objective, kind = objectives[turn % len(objectives)]
    y = targets(stream, signal, kind)
    categorical = (1,) if stream.random() < 0.5 else ()
    method = "hist" if categorical else pick(stream, "hist", "exact", "approx")
    settings = {"objective": objective, "max_depth": int(stream.integers(1, 8)), "tree_method": method,
                "gamma": pick(stream, 0.0, 0.0, 1.0), "eta": pick(stream, 0.1, 0.3, 1.0),
                "num_parallel_tree": pick(stream, 1, 1, 3), "max_cat_to_onehot": pick(stream, 1, 100),
                "seed": int(stream.integers(1000)), "subsample": pick(stream, 1.0, 0.7)}
    if method == "hist" and stream.random() < 0.3:
        settings.update(grow_policy="lossguide", max_leaves=int(stream.integers(2, 20)), max_depth=0)
    if kind == "classes":
        settings["num_class"] = 3
        if since_2 and method == "hist" and not categorical and stream.random() < 0.5:
            settings["multi_strategy"] = "multi_output_tree"
    if objective == "reg:quantileerror":
        settings["quantile_alpha"] = pick(stream, 0.5, [0.1, 0.5, 0.9])
    if kind == "yes" and stream.random() < 0.5:
        settings["base_score"] = pick(stream, 0.5, 0.01, 1e-7)
    if "multi_strategy" not in settings and stream.random() < 0.15:
        settings.update(booster="dart", rate_drop=0.5)
    return probes.xgboost_model(stream, "x", pick(stream, "json", "ubj"), y, X, categorical, int(stream.integers(1, 12)),
                                most, **settings), settings.get("booster", "xgboost")


def lightgbm_model(stream, most, _turn):
    X, signal = some_rows(stream)
    objective, kind = pick(stream, ("binary", "yes"), ("regression", "signal"), ("poisson", "count"), ("gamma", "amount"),
                           ("tweedie", "amount"), ("quantile", "signal"), ("huber", "signal"), ("cross_entropy", "yes"),
                           ("multiclass", "classes"), ("multiclassova", "classes"))
    y = targets(stream, signal, kind)
    if kind == "amount":
        y += 1e-3
    settings = {"objective": objective, "num_leaves": int(stream.integers(2, 32)), "zero_as_missing": stream.random() < 0.3,
                "use_missing": stream.random() < 0.8, "boosting": pick(stream, "gbdt", "gbdt", "dart", "rf"),
                "boost_from_average": stream.random() < 0.7, "max_cat_to_onehot": pick(stream, 1, 100),
                "max_bin": pick(stream, 15, 255), "seed": int(stream.integers(1000)), "extra_trees": stream.random() < 0.2}
    if settings["boosting"] == "rf":
        settings.update(bagging_freq=1, bagging_fraction=0.7)
    if kind == "classes":
        settings["num_class"] = 3
    categorical = (1,) if stream.random() < 0.5 else ()
    return probes.lightgbm_model(stream, "l", pick(stream, "txt", "json"), y, X, categorical, int(stream.integers(1, 12)),
                                 most, **settings), "lightgbm"


def catboost_model(stream, most, _turn):
    X, signal = some_rows(stream)
    loss, kind = pick(stream, ("Logloss", "yes"), ("CrossEntropy", "yes"), ("MultiClass", "classes"), ("RMSE", "signal"),
                      ("Poisson", "count"), ("Quantile", "signal"))
    settings = {"loss_function": loss, "depth": int(stream.integers(1, 7)), "nan_mode": pick(stream, "Min", "Max"),
                "grow_policy": pick(stream, "SymmetricTree", "SymmetricTree", "Depthwise", "Lossguide")}
    return probes.catboost_model(stream, "c", targets(stream, signal, kind), X, int(stream.integers(1, 12)), most,
                                 regression=loss in ("RMSE", "Poisson", "Quantile"), **settings), "catboost"


def main():
    library, count, most = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    stream = np.random.default_rng(int(sys.argv[4]) if len(sys.argv) > 4 else 1)
    make = {"xgboost": xgboost_model, "lightgbm": lightgbm_model, "catboost": catboost_model}[library]
    models = rows = margins = differ = 0
    largest, failed = 0.0, []
    while models < count:
        model, kind = make(stream, most, models)
        found = np.asarray(wald.Trees.from_model(model.data).evaluate(model.rows)).reshape(len(model.rows), -1)
        wanted = np.asarray(model.margins, np.float64).reshape(len(model.rows), -1)
        apart = np.abs(found - wanted)
        relative = apart.max() / max(1.0, np.abs(wanted).max())
        models, rows, margins = models + 1, rows + len(model.rows), margins + wanted.size
        differ, largest = differ + int((apart > 0).sum()), max(largest, relative)
        if not relative <= ROUNDING.get(kind, 0.0):
            failed.append((models, kind, relative))
    version = __import__(library).__version__
    print(f"| {library} {version} | {models} | {rows} | {margins} | {differ} | {largest:.1e} |")
    for at, kind, relative in failed:
        print(f"model {at} of {kind}: {relative}")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
