"""Trees: those of real models say what their own libraries say of every row, missing values and categories included."""

import copy
import json
import os
import pathlib
import pickle
import tempfile

import catboost
import lightgbm
import numpy as np
import pandas as pd
import polars as pl
import pytest
import wald
import xgboost
from sklearn import ensemble, linear_model, tree
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from wald import Trees

RANDOM = np.random.default_rng(8)
N = 1500
FULL = RANDOM.normal(size=(N, 5))
X = np.where(RANDOM.random(FULL.shape) < 0.1, np.nan, FULL)
SIGNAL = FULL[:, 0] + FULL[:, 1] * FULL[:, 2] + 0.5 * RANDOM.normal(size=N)
BINARY, CLASSES = (SIGNAL > 0).astype(int), np.digitize(SIGNAL, [-1, 0.5])
AMOUNT = np.abs(SIGNAL) + 0.1

CODES = RANDOM.integers(0, 12, N)
LETTERS = np.array(list("lkjihgfedcba"))
FRAME = pd.DataFrame(X, columns=list("abcde")).assign(
    letter=pd.Categorical(LETTERS[CODES]), number=pd.Categorical(RANDOM.integers(0, 3, N) * 10 + 5))
FRAME = FRAME[["a", "letter", "b", "c", "number", "d", "e"]]
FRAME.loc[::7, "letter"] = np.nan
LISTED = ((CODES % 3 == 1) * 2 + SIGNAL > 1).astype(int)


def assert_same(trees, features, wanted, tolerance=0.0):
    """To the tolerance, relative to the largest; 0: to the bit."""
    got, wanted = np.asarray(trees.evaluate(features)), np.asarray(wanted, np.float64)
    assert got.shape == wanted.shape
    assert np.abs(got - wanted).max() <= tolerance * max(1.0, np.abs(wanted).max())
    again = Trees.load(trees.save(), feature_names=trees.feature_names, categories=trees.categories)
    assert (np.asarray(again.evaluate(features, threads=2)) == got).all()


# ---- Models that several versions of the libraries saved ------------------------------------------

RECORDED = pathlib.Path(__file__).parents[1] / "importers" / "models"


@pytest.mark.parametrize("cases", ["cases", "v162_cases", "v214_cases", "v320_cases"])
def test_recorded_models(cases):
    for case in json.loads((RECORDED / f"{cases}.json").read_text()):
        rows = [[np.nan if x is None else float(x) for x in row] for row in case["features"]]
        path = RECORDED / case["model"]
        for trees in (Trees.from_model(path), Trees.from_model(path.read_bytes())):
            found = np.asarray(trees.evaluate(np.array(rows))).reshape(len(rows), -1)
            assert np.abs(found - case["margins"]).max() <= case["tolerance"], case["model"]


def test_frames_of_xgboost_before_3_1_are_taken_by_their_codes():
    # Such models keep no words; XGBoost 2.1.4 gives these margins for a frame, however it lists its categories.
    trees = Trees.from_xgboost(RECORDED / "v214_xgb_categories.json")
    case = next(each for each in json.loads((RECORDED / "v214_cases.json").read_text())
                if each["model"] == "v214_xgb_categories.json")
    rows = np.array([[np.nan if x is None else float(x) for x in row] for row in case["features"]])
    rows = rows[(rows[:, 1] >= 0) & (rows[:, 1] < 12) & (rows[:, 1] == rows[:, 1].round())]
    codes = rows[:, 1].astype(int)
    for words in (list("abcdefghijkl"), list("lkjihgfedcba")):
        frame = pd.DataFrame(rows, columns=list("wxyz")).assign(x=pd.Categorical.from_codes(codes, words))
        assert (trees.evaluate(frame) == trees.evaluate(rows)).all() and len(frame) > 5


def test_models_that_are_none():
    with pytest.raises(TypeError, match="must be the path or the bytes of a saved model: found int"):
        Trees.from_model(3)
    with pytest.raises(wald.FormatError, match="model cannot be read: must be a model that XGBoost saved as JSON"):
        Trees.from_model(b"")
    assert Trees.from_model(stump(Trees(1)).save().encode()).evaluate([[0.2]]).tolist() == [-1.0]


# ---- XGBoost -------------------------------------------------------------------------------------


def boosted(y, rounds=12, features=X, **settings):
    data = xgboost.DMatrix(features, y, enable_categorical=True)
    return xgboost.train({"max_depth": 4, "nthread": 1, **settings}, data, rounds)


def margins(booster, features=X, **more):
    return booster.predict(xgboost.DMatrix(features, enable_categorical=True), output_margin=True, **more)


@pytest.mark.parametrize("objective, y", [
    *((f"binary:{name}", BINARY) for name in ("logistic", "logitraw", "hinge")), ("reg:logistic", BINARY),
    *((f"reg:{name}", AMOUNT) for name in ("squarederror", "squaredlogerror", "absoluteerror", "pseudohubererror",
                                           "gamma", "tweedie")), ("count:poisson", AMOUNT), ("survival:cox", AMOUNT)])
@pytest.mark.parametrize("base", [{}, {"base_score": 0.3}])
def test_xgboost_objectives(objective, y, base):
    booster = boosted(y, objective=objective, **base)
    assert_same(Trees.from_xgboost(booster), X, margins(booster))


@pytest.mark.parametrize("settings", [
    dict(num_parallel_tree=3, subsample=0.6), dict(booster="dart", rate_drop=0.4), dict(base_score=0.2),
    dict(tree_method="exact"), dict(grow_policy="lossguide", max_leaves=9, max_depth=0)])
def test_xgboost_ways_to_grow(settings):
    booster = boosted(CLASSES, objective="multi:softprob", num_class=3, **settings)
    trees = Trees.from_xgboost(booster)
    assert_same(trees, X, margins(booster))
    assert trees.shape.n_models * 3 == trees.shape.n_trees
    booster = boosted(BINARY, objective="binary:logistic", **settings)
    assert_same(Trees.from_xgboost(booster), X, margins(booster))


@pytest.mark.parametrize("strategy", ["one_output_per_tree", "multi_output_tree"])
def test_xgboost_several_targets(strategy):
    booster = boosted(np.column_stack([SIGNAL, AMOUNT]), tree_method="hist", multi_strategy=strategy)
    assert_same(Trees.from_xgboost(booster), X, margins(booster))


@pytest.mark.parametrize("most", [1, 4, 50])
def test_xgboost_categories(most):
    booster = boosted(LISTED, features=FRAME, objective="binary:logistic", tree_method="hist", max_cat_to_onehot=most)
    trees = Trees.from_xgboost(booster)
    assert_same(trees, FRAME, margins(booster, FRAME))
    assert set(trees.categories) == {1, 4} and trees.feature_names == tuple(FRAME.columns)
    # Another frame may list its categories otherwise, and its columns.
    other = FRAME.iloc[5:40].assign(letter=lambda f: f.letter.cat.remove_unused_categories())
    wanted = trees.evaluate(FRAME).to_numpy()[5:40]
    assert (trees.evaluate(other[list("edcba") + ["number", "letter"]]) == wanted).all()
    columns = {name: other[name].to_numpy(float) for name in other if name != "letter"}
    columns["number"] = (columns["number"] - 5) / 10  # a column of numbers holds positions among the categories
    for kind in (pl.Categorical, pl.String):
        letters = pl.Series("letter", [v if v == v else None for v in other.letter], dtype=pl.String).cast(kind)
        lists = pl.DataFrame(columns).with_columns(letters)
        assert (trees.evaluate(lists) == wanted).all()
    assert (pickle.loads(pickle.dumps(trees)).evaluate(other) == wanted).all()


def test_xgboost_iterations(tmp_path):
    model = xgboost.XGBClassifier(n_estimators=150, learning_rate=0.5, early_stopping_rounds=2, n_jobs=1)
    model.fit(X[:900], BINARY[:900], eval_set=[(X[900:], BINARY[900:])], verbose=False)
    booster, best = model.get_booster(), model.best_iteration + 1
    assert best < booster.num_boosted_rounds() < 150
    assert_same(Trees.from_xgboost(model), X, model.predict(X, output_margin=True))
    assert len(Trees.from_xgboost(model)) == best
    assert_same(Trees.from_xgboost(booster), X, margins(booster))
    assert_same(Trees.from_xgboost(booster, iterations=3), X, margins(booster, iteration_range=(0, 3)))
    booster.save_model(tmp_path / "model.json")
    assert Trees.from_xgboost(tmp_path / "model.json").save() == Trees.from_xgboost(booster).save()
    most = booster.num_boosted_rounds()
    for wrong, bound in ((0, "at least 1"), (most + 1, f"at most {most}, the rounds that the model has")):
        with pytest.raises(wald.ArgumentError, match=rf"iterations is {wrong}: must be {bound}"):
            Trees.from_xgboost(booster, iterations=wrong)
    forest = xgboost.XGBRFClassifier(n_estimators=7, n_jobs=1).fit(X, CLASSES)
    assert_same(Trees.from_xgboost(forest), X, forest.predict(X, output_margin=True))
    assert Trees.from_xgboost(forest).shape == (21, 7, 5, 3)


@pytest.mark.parametrize("base_score", ["5E-1", "[5E-1]"])
def test_xgboost_forms_of_base_score(base_score, tmp_path):
    """A number until XGBoost 3.0, a list since; and before 2.0 there were no iteration_indptr."""
    booster = boosted(BINARY, objective="binary:logistic", base_score=0.5)
    saved = json.loads(booster.save_raw("json"))
    saved["learner"]["learner_model_param"]["base_score"] = base_score
    del saved["learner"]["gradient_booster"]["model"]["iteration_indptr"]
    (tmp_path / "old.json").write_text(json.dumps(saved))
    assert_same(Trees.from_xgboost(tmp_path / "old.json"), X, margins(booster))


def test_xgboost_base_scores_at_their_bounds():
    """XGBoost 3.2 moves them into [1e-6, 1 - 1e-6] before it takes the logit, versions before do not."""
    for weight in (1e-5, 1e-7, 1e-9):
        data = xgboost.DMatrix(X[:8, :1], np.arange(8) % 2, weight=np.where(np.arange(8) % 2, weight, 1.0))
        booster = xgboost.train({"objective": "binary:logistic", "min_child_weight": 1e9}, data, 1)
        wanted = booster.predict(xgboost.DMatrix(X[:8, :1]), output_margin=True)
        np.testing.assert_allclose(Trees.from_xgboost(booster).evaluate(X[:8, :1]), wanted, rtol=1e-6)
    saved = json.loads(boosted(BINARY, objective="binary:logistic", base_score=0.5, rounds=1).save_raw("json"))
    for score, version, margin in (("1E-7", [3, 1, 3], -16.118095), ("1E-7", [3, 2, 0], -13.81551)):
        saved["learner"]["learner_model_param"]["base_score"] = score
        saved["version"] = version
        found = from_json(saved).evaluate(X) - from_json(_with_score(saved, "5E-1")).evaluate(X)
        np.testing.assert_allclose(found, margin, rtol=1e-5)
    saved["version"] = [3, 1, 3]
    for objective, score in (("binary:logistic", "0E0"), ("binary:logistic", "1E0"), ("count:poisson", "[0E0]")):
        saved["learner"]["objective"]["name"] = objective
        with pytest.raises(wald.UnsupportedError, match="must be finite; all labels were equal"):
            from_json(_with_score(saved, score))


def test_xgboost_pruned_trees():
    data = xgboost.DMatrix(np.arange(4.0)[:, None], np.array([0.0, 0, 1, 1]))
    settings = {"gamma": 10, "tree_method": "exact", "min_child_weight": 0, "base_score": 0.5}
    booster = xgboost.train(settings, data, 1)
    assert_same(Trees.from_xgboost(booster), np.arange(4.0)[:, None], booster.predict(data, output_margin=True))
    some = xgboost.train({"gamma": 1.0, "tree_method": "exact", "max_depth": 6}, xgboost.DMatrix(X, SIGNAL), 5)
    assert_same(Trees.from_xgboost(some), X, margins(some))


def with_words(words):
    saved = json.loads(boosted(BINARY, objective="binary:logistic", base_score=0.5, rounds=1).save_raw("json"))
    texts = "".join(words).encode()
    ends = np.cumsum([0, *map(len, words)]).tolist()
    values = np.frombuffer(texts, np.int8)[: ends[-1]].tolist()  # as XGBoost cuts them
    none = {"offsets": [], "values": []}
    saved["learner"]["feature_names"] = [f"f{j}" for j in range(X.shape[1])]
    saved["learner"]["gradient_booster"]["model"]["cats"] = {
        "enc": [none, {"offsets": ends, "values": values}, *[none] * (X.shape[1] - 2)]}
    return from_json(saved)


def test_xgboost_words():
    for words in (["K\u00f6ln", "Bonn"], ["\u00e9", "a"]):
        with pytest.raises(wald.UnsupportedError, match='feature "f1" has categories beyond ASCII, which XGBoost cuts'):
            with_words(words)
    trees = with_words(["Bonn", "Rom"])
    frame = pd.DataFrame(X, columns=[f"f{j}" for j in range(X.shape[1])])
    codes = np.arange(N) % 2
    known = frame.assign(f1=pd.Categorical(np.array(["Rom", "Bonn"])[codes]))
    assert (trees.evaluate(known) == trees.evaluate(frame.assign(f1=1.0 - codes).to_numpy())).all()
    with pytest.raises(wald.ArgumentError, match="has the category 'Oslo', which the model was not trained with"):
        trees.evaluate(frame.assign(f1=pd.Categorical(["Oslo"] * N)))


def _with_score(saved, score):
    made = json.loads(json.dumps(saved))
    made["learner"]["learner_model_param"]["base_score"] = score
    return made


def from_json(saved):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "model.json"
        path.write_text(json.dumps(saved))
        return Trees.from_xgboost(path)


def test_xgboost_files_that_are_wrong():
    saved = json.loads(boosted(CLASSES, objective="multi:softprob", num_class=3, rounds=2).save_raw("json"))

    def changed(change):
        made = json.loads(json.dumps(saved))
        change(made["learner"], made["learner"]["gradient_booster"]["model"])
        return made

    def tree(name, value):
        return lambda learner, model: model["trees"][0].update({name: value})

    def fact(name, value):
        return lambda learner, model: learner["learner_model_param"].update({name: value})

    wanted = Trees.from_xgboost(xgboost.Booster(model_file=bytearray(json.dumps(saved).encode()))).evaluate(X)
    for missing in ("split_type", "categories_nodes", "categories"):
        older = changed(lambda learner, model, missing=missing: [tree.pop(missing) for tree in model["trees"]])
        assert (from_json(older).evaluate(X) == wanted).all()
    for change, match in (
        (fact("num_class", "1000000000"), "has 1000000000 outputs: must have 1 to 65536"),
        (fact("num_feature", "1000000000"), "has 1000000000 features: must have 1 to 16777216"),
        (lambda learner, model: model.update(tree_info=[7] * len(model["trees"])), '"tree_info" is 7: must lie in'),
        (lambda learner, model: model.update(tree_info=[0] * len(model["trees"])), "must give each as many"),
        (lambda learner, model: model.update(tree_info=[0]), '"tree_info" has 1 numbers: must have one per tree'),
        (lambda learner, model: model["trees"][0].pop("default_left"), '"default_left" is missing'),
        (tree("default_left", [0]), '"default_left" has 1 numbers: must have one per node'),
        (lambda learner, model: model["trees"][0]["left_children"].__setitem__(0, 0), "a child of node 0 is 0"),
        (lambda learner, model: model["trees"][0]["left_children"].__setitem__(0, 999), '"left_children" is 999'),
    ):
        with pytest.raises(wald.FormatError, match=match):
            from_json(changed(change))


def test_xgboost_refusals(tmp_path):
    for settings, match in ((dict(booster="gblinear"), "it is a linear model, and has no trees"),):
        with pytest.raises(wald.UnsupportedError, match=match):
            Trees.from_xgboost(xgboost.train(settings, xgboost.DMatrix(FULL, SIGNAL), 2))
    with pytest.raises(wald.UnsupportedError, match="missing is -1: trees take only NaN as missing"):
        Trees.from_xgboost(xgboost.XGBClassifier(n_estimators=2, missing=-1).fit(FULL, BINARY))
    saved = json.loads(boosted(BINARY).save_raw("json"))
    saved["learner"]["objective"]["name"] = "reg:new"
    for text, error, match in ((json.dumps(saved), wald.UnsupportedError, 'other.json: .*objective is "reg:new"'),
                               ("{}", wald.FormatError, "other.json: model is JSON of another kind"),
                               ("<", wald.FormatError, "other.json: model cannot be read")):
        (tmp_path / "other.json").write_text(text)
        with pytest.raises(error, match=match):
            Trees.from_xgboost(tmp_path / "other.json")
    with pytest.raises(TypeError, match="must be of XGBoost: found int"):
        Trees.from_xgboost(3)


# ---- LightGBM ------------------------------------------------------------------------------------


def light(y, features=FRAME, **settings):
    settings = {"n_estimators": 12, "verbose": -1, "n_jobs": 1, "min_data_per_group": 5, "cat_smooth": 1, **settings}
    regression = settings.pop("regression", False)
    return (lightgbm.LGBMRegressor if regression else lightgbm.LGBMClassifier)(**settings).fit(features, y)


@pytest.mark.filterwarnings("ignore:X does not have valid feature names")
@pytest.mark.parametrize("settings", [
    dict(), dict(boosting_type="dart"), dict(boosting_type="rf", bagging_freq=1, bagging_fraction=0.6),
    dict(data_sample_strategy="goss"), dict(zero_as_missing=True), dict(use_missing=False),
    dict(boost_from_average=False), dict(max_cat_to_onehot=12), dict(objective="multiclassova"),
    dict(extra_trees=True, learning_rate=0.3)])
def test_lightgbm(settings):
    zeros = FRAME.copy()
    zeros.loc[::3, "a"], zeros.loc[1::3, "b"] = 0.0, 1e-36
    for y in (LISTED, CLASSES):
        if len(set(y)) == 2 and settings.get("objective"):
            continue
        model = light(y, **settings)
        trees = Trees.from_lightgbm(model)
        for features in (FRAME, zeros):
            assert_same(trees, features, model.predict(features, raw_score=True))


@pytest.mark.filterwarnings("ignore:X does not have valid feature names")
@pytest.mark.parametrize("objective", ["regression", "poisson", "gamma", "tweedie", "quantile", "huber", "l1"])
def test_lightgbm_objectives(objective):
    model = light(AMOUNT, X, objective=objective, regression=True)
    assert_same(Trees.from_lightgbm(model), X, model.predict(X, raw_score=True))


@pytest.mark.filterwarnings("ignore:X does not have valid feature names", "ignore:The argument")
def test_lightgbm_iterations(tmp_path):
    stop = lightgbm.early_stopping(2, verbose=False)
    model = lightgbm.LGBMClassifier(n_estimators=150, learning_rate=0.5, verbose=-1, n_jobs=1)
    model.fit(X[:900], BINARY[:900], eval_set=[(X[900:], BINARY[900:])], callbacks=[stop])
    best = model.best_iteration_
    assert best < 150 and len(Trees.from_lightgbm(model)) == best
    assert_same(Trees.from_lightgbm(model), X, model.predict(X, raw_score=True))
    assert_same(Trees.from_lightgbm(model, iterations=2), X, model.predict(X, raw_score=True, num_iteration=2))
    model.booster_.save_model(tmp_path / "model.txt")
    for same in (model.booster_.dump_model(), lightgbm.Booster(model_file=tmp_path / "model.txt")):
        assert_same(Trees.from_lightgbm(same), X, model.predict(X, raw_score=True))
    text = (tmp_path / "model.txt").read_bytes()
    for same in (tmp_path / "model.txt", str(tmp_path / "model.txt"), text):
        for trees in (Trees.from_lightgbm(same), Trees.from_model(same)):
            assert_same(trees, X, model.predict(X, raw_score=True))
    with pytest.raises(wald.ArgumentError, match="iterations is 0: must be at least 1"):
        Trees.from_lightgbm(model, iterations=0)


def test_lightgbm_categories():
    constant = FRAME.assign(same=pd.Categorical(["z"] * N))[["same", *FRAME.columns]]
    model = light(LISTED, constant)
    trees = Trees.from_lightgbm(model)
    assert trees.categories[2] == tuple(sorted(LETTERS)) and trees.categories[0] == ("z",)
    other = constant.iloc[:40].assign(letter=lambda f: f.letter.cat.set_categories(list("xyzcba")))
    assert_same(trees, other, model.predict(other, raw_score=True))
    # The dump does not say that the constant column has categories: the data frame does.
    dumped = Trees.from_lightgbm(model.booster_.dump_model())
    assert (dumped.evaluate(other).to_numpy() == model.predict(other, raw_score=True)).all()
    with pytest.raises(wald.ArgumentError, match="features has 2 columns of categories: must have 3, as in training"):
        dumped.evaluate(other.assign(same="z"))


@pytest.mark.filterwarnings("ignore:X does not have valid feature names", "ignore:categorical_feature")
def test_lightgbm_whole_numbers_beside_categories_and_blanks_in_names():
    frame = pd.DataFrame({"the letter": FRAME.letter, "whole number": np.arange(N) % 3, "x y": X[:, 2]})
    model = lightgbm.LGBMClassifier(n_estimators=8, verbose=-1, n_jobs=1, min_data_per_group=5, cat_smooth=1)
    model.fit(frame, (LISTED + (np.arange(N) % 3 == 1)) > 0, categorical_feature=["the letter", "whole number"])
    trees = Trees.from_lightgbm(model)
    assert trees.feature_names == ("the_letter", "whole_number", "x_y")
    wanted = model.predict(frame, raw_score=True)
    for same in (frame, frame.rename(columns=lambda name: name.replace(" ", "_"))):
        assert (trees.evaluate(same).to_numpy() == wanted).all()
    other = frame.iloc[:40].assign(**{"the letter": lambda f: f["the letter"].cat.set_categories(list("xyzcba"))})
    found = pickle.loads(pickle.dumps(trees)).evaluate(other)
    assert (found.to_numpy() == model.predict(other, raw_score=True)).all()
    scores = wald.CascadeScores.of_trees(trees, frame)
    cascade = wald.Cascade.fit(scores, threshold=trees.threshold(0.0), alpha=0).bind(trees)
    decided = cascade.apply_trees(frame).decisions
    assert (np.asarray(decided) == (wanted >= 0)).mean() > 0.999


@pytest.mark.filterwarnings("ignore:X does not have valid feature names")
def test_lightgbm_values_at_the_ends():
    """Infinite thresholds, and what LightGBM's predictors take for 0."""
    least = float(np.float32(1e-35))
    ends = np.array([np.inf, -np.inf, 1e300, -1e300, 0.0, 1e-36, -1e-36, least, -least, np.nextafter(least, 1),
                     np.nextafter(-least, -1), 1e-34, -1e-34, np.nan])[:, None]
    gaps = np.arange(12.0)[:, None].copy()
    gaps[::3] = np.nan
    small = np.random.default_rng(0).normal(size=(300, 1)) * 1e-34
    small[::4] = 0
    few = {"min_data_in_leaf": 1, "min_sum_hessian_in_leaf": 0, "min_data_in_bin": 1, "verbose": -1, "num_leaves": 8}
    for x, y in ((gaps + 1, np.isnan(gaps[:, 0])), (gaps, np.isnan(gaps[:, 0])),
                 (small, (small[:, 0] > 0) + 2.0 * (small[:, 0] == 0))):
        for more in ({}, {"use_missing": False}):
            booster = lightgbm.train({**few, **more}, lightgbm.Dataset(x, y.astype(float)), 2)
            assert_same(Trees.from_lightgbm(booster), ends, booster.predict(ends, raw_score=True))


def test_lightgbm_refusals():
    with pytest.raises(wald.UnsupportedError, match="linear_tree"):
        Trees.from_lightgbm(light(SIGNAL, FULL, regression=True, linear_tree=True))
    with pytest.raises(TypeError, match="must be of LightGBM: found int"):
        Trees.from_lightgbm(3)
    with pytest.raises(wald.FormatError, match="model is JSON of another kind"):
        Trees.from_lightgbm({})


# ---- CatBoost ------------------------------------------------------------------------------------

ROUNDING = 1e-14


def grown(y, features=X, regression=False, rounds=25, **settings):
    kind = catboost.CatBoostRegressor if regression else catboost.CatBoostClassifier
    settings = {"depth": 4, "verbose": 0, "allow_writing_files": False, "thread_count": 1, **settings}
    return kind(iterations=rounds, **settings).fit(features, y)


def raw(model, features=X, **more):
    return model.predict(features, prediction_type="RawFormulaVal", **more)


@pytest.mark.parametrize("settings", [
    dict(), dict(grow_policy="Depthwise"), dict(grow_policy="Lossguide", max_leaves=9), dict(nan_mode="Max"),
    dict(depth=1), dict(depth=9, rounds=5)])
def test_catboost(settings):
    for y in (BINARY, CLASSES):
        model = grown(y, **settings)
        assert_same(Trees.from_catboost(model), X, raw(model))
        assert len(Trees.from_catboost(model)) == model.tree_count_


@pytest.mark.parametrize("loss, y", [
    ("RMSE", AMOUNT), ("Poisson", AMOUNT), ("Quantile", AMOUNT), ("RMSEWithUncertainty", AMOUNT),
    ("MultiRMSE", np.column_stack([SIGNAL, AMOUNT]))])
def test_catboost_regression(loss, y):
    model = grown(y, regression=True, loss_function=loss)
    assert_same(Trees.from_catboost(model), X, raw(model), ROUNDING)
    if y is AMOUNT and loss != "RMSEWithUncertainty":
        model.set_scale_and_bias(0.3, 2.0)
        assert_same(Trees.from_catboost(model), X, raw(model), ROUNDING)


@pytest.mark.parametrize("settings", [dict(), dict(grow_policy="Depthwise")])
def test_catboost_biases_that_differ_by_class(settings):
    """They belong to what a cascade adds up."""
    model = grown(CLASSES, **settings)
    model.set_scale_and_bias(1.5, [0.5, -1.0, 0.25])
    trees = Trees.from_catboost(model)
    assert_same(trees, X, raw(model), ROUNDING)
    cascade = wald.Cascade.fit(wald.CascadeScores.of_trees(trees, X), alpha=0)
    assert (cascade.bind(trees).apply_trees(X).decisions == np.ravel(model.predict(X))).all()


def test_catboost_files_names_and_iterations(tmp_path):
    frame = pd.DataFrame(X, columns=list("abcde"))
    model = grown(BINARY, frame)
    trees = Trees.from_catboost(model)
    assert trees.feature_names == tuple("abcde") and Trees.from_catboost(grown(BINARY)).feature_names is None
    assert (trees.evaluate(frame[list("edcba")]) == raw(model, frame)).all()
    assert_same(Trees.from_catboost(model, iterations=3), frame, raw(model, frame, ntree_end=3))
    path = tmp_path / "model.json"
    model.save_model(path, format="json")
    assert Trees.from_catboost(path).save() == Trees.from_catboost(str(path)).save() == trees.save()
    with pytest.raises(wald.ArgumentError, match="iterations is 26: must be at most 25"):
        Trees.from_catboost(model, iterations=26)
    # A tree that found nothing to split.
    saved = json.loads(path.read_text())
    saved["oblivious_trees"].append({"leaf_values": [0.125], "leaf_weights": [N], "splits": []})
    path.write_text(json.dumps(saved))
    assert (Trees.from_catboost(path).evaluate(frame) == raw(model, frame) + 0.125).all()


def test_catboost_missing_values_where_training_had_none():
    model = grown(BINARY, FULL)
    for features in (FULL, X):
        assert_same(Trees.from_catboost(model), features, raw(model, features))
    far = np.where(RANDOM.random(FULL.shape) < 0.2, np.inf, -FULL)
    assert_same(Trees.from_catboost(model), far, raw(model, far))


def test_catboost_files_of_other_forms(tmp_path):
    model = catboost.CatBoostRegressor(iterations=3, depth=2, verbose=False, thread_count=1, allow_writing_files=False)
    model.fit(X, SIGNAL).save_model(str(tmp_path / "model.json"), format="json")
    saved = json.loads((tmp_path / "model.json").read_text())
    wanted = Trees.from_catboost(tmp_path / "model.json").evaluate(X)

    def written(made):
        (tmp_path / "other.json").write_text(json.dumps(made))
        return Trees.from_catboost(tmp_path / "other.json")

    scale, (bias,) = saved["scale_and_bias"]
    assert (written({**saved, "scale_and_bias": [scale, bias]}).evaluate(X) == wanted).all()
    split = saved["oblivious_trees"][0]["splits"][0]
    for splits, values, match in (([split] * 40, [0.0], "has 40 splits: must have at most 16"),
                                  ([split], [0.0], '"leaf_values" has 1 numbers: must have 2')):
        with pytest.raises(wald.FormatError, match=match):
            written({**saved, "oblivious_trees": [{"splits": splits, "leaf_values": values}]})


def test_catboost_refusals(tmp_path):
    frame = FRAME[["a", "letter", "number"]].assign(letter=LETTERS[CODES], number=FRAME.number.astype(int))
    model = grown(BINARY, frame, cat_features=["letter", "number"])
    with pytest.raises(wald.UnsupportedError, match=r"has categorical features \(letter, number\)"):
        Trees.from_catboost(model)
    for wrong in (3, lightgbm.LGBMClassifier()):
        with pytest.raises(TypeError, match="must be of CatBoost: found "):
            Trees.from_catboost(wrong)
    path = tmp_path / "model.json"
    for text, match in (("not JSON", "model.json: model cannot be read"), ("CBM1", 'save it with format="json"'),
                        ("{}", "model is JSON of another kind"), ("[]", "model cannot be read")):
        path.write_text(text)
        with pytest.raises(wald.FormatError, match=match):
            Trees.from_catboost(path)


# ---- scikit-learn --------------------------------------------------------------------------------


def output(model, features):
    if hasattr(model, "decision_function"):
        return model.decision_function(features)
    if not hasattr(model, "predict_proba"):
        return model.predict(features)
    p = model.predict_proba(features)
    return p if p.shape[1] > 2 else p[:, -1]


@pytest.mark.parametrize("y", [BINARY, CLASSES, np.zeros(N), np.array(["no", "yes"])[BINARY]])
@pytest.mark.parametrize("kind", [tree.DecisionTreeClassifier, tree.ExtraTreeClassifier,
                                  ensemble.RandomForestClassifier, ensemble.ExtraTreesClassifier])
def test_sklearn_forests(kind, y):
    several = {"n_estimators": 7} if issubclass(kind, ensemble.BaseEnsemble) else {}
    model = kind(max_depth=7, random_state=0, **several).fit(X, y)
    assert_same(Trees.from_sklearn(model), X, output(model, X), ROUNDING)
    sums = Trees.from_sklearn(model, sums=True)
    assert_same(sums, X, output(model, X) * len(sums), ROUNDING)


@pytest.mark.parametrize("y", [SIGNAL, np.column_stack([SIGNAL, AMOUNT])])
@pytest.mark.parametrize("kind", [tree.DecisionTreeRegressor, tree.ExtraTreeRegressor, ensemble.RandomForestRegressor,
                                  ensemble.ExtraTreesRegressor])
def test_sklearn_regression_forests(kind, y):
    several = {"n_estimators": 7} if issubclass(kind, ensemble.BaseEnsemble) else {}
    model = kind(max_depth=7, random_state=0, **several).fit(X, y)
    assert_same(Trees.from_sklearn(model), X, model.predict(X), ROUNDING)


@pytest.mark.parametrize("settings, y", [
    (dict(), BINARY), (dict(loss="exponential"), BINARY), (dict(init="zero"), BINARY), (dict(), CLASSES),
    (dict(init="zero"), CLASSES)])
def test_sklearn_boosting(settings, y):
    model = ensemble.GradientBoostingClassifier(n_estimators=9, **settings).fit(FULL, y)
    assert_same(Trees.from_sklearn(model), FULL, model.decision_function(FULL), ROUNDING)


@pytest.mark.parametrize("loss", ["squared_error", "absolute_error", "huber", "quantile"])
def test_sklearn_regression_boosting(loss):
    model = ensemble.GradientBoostingRegressor(loss=loss, n_estimators=9).fit(FULL, SIGNAL)
    assert_same(Trees.from_sklearn(model), FULL, model.predict(FULL), ROUNDING)


def test_sklearn_histogram_boosting():
    Hist = ensemble.HistGradientBoostingClassifier
    for y in (BINARY, CLASSES):
        model = Hist(max_iter=9).fit(X, y)
        assert_same(Trees.from_sklearn(model), X, model.decision_function(X), ROUNDING)
    for loss in ("squared_error", "absolute_error", "poisson", "gamma"):
        model = ensemble.HistGradientBoostingRegressor(loss=loss, max_iter=9).fit(X, AMOUNT)
        wanted = model.predict(X)
        assert_same(Trees.from_sklearn(model), X, np.log(wanted) if loss in ("poisson", "gamma") else wanted, ROUNDING)
    # Categories by numbers, some of them never seen; and those of a frame.
    table = np.column_stack([X[:, :2], CODES * 3.0, X[:, 2:]])
    model = Hist(max_iter=9, categorical_features=[2]).fit(table, LISTED)
    table[:60, 2] = np.arange(60)
    table[60:70, 2] = np.nan
    assert_same(Trees.from_sklearn(model), table, model.decision_function(table), ROUNDING)
    for y in (LISTED, CLASSES):
        model = Hist(max_iter=9).fit(FRAME, y)
        other = FRAME.assign(letter=FRAME.letter.cat.set_categories(list("xyzabcdef")))
        for features in (FRAME, other):
            assert_same(Trees.from_sklearn(model), features, model.decision_function(features), ROUNDING)


def test_sklearn_histogram_boosting_of_infinite_features():
    random = np.random.default_rng(0)
    ends = np.where(random.random((600, 3)) < 0.4, random.choice([-np.inf, np.inf, np.nan], (600, 3)), FULL[:600, :3])
    ends[:, 2] = random.choice([-np.inf, np.inf], 600)
    y = (np.nan_to_num(ends[:, 0], posinf=3, neginf=-3) > 0) ^ (ends[:, 1] == np.inf) ^ (ends[:, 2] > 0)
    model = ensemble.HistGradientBoostingClassifier(max_iter=20, min_samples_leaf=2).fit(ends, y)
    thresholds = [node["num_threshold"] for stage in model._predictors for node in stage[0].nodes if not node["is_leaf"]]
    assert np.isnan(thresholds).any()
    assert_same(Trees.from_sklearn(model), ends, model.decision_function(ends), ROUNDING)


@pytest.mark.parametrize("wrong", [-1.0, 1.5, 2.0**24])
def test_sklearn_categories_that_cannot_be_codes(wrong):
    table = np.column_stack([X[:, 0], np.where(CODES < 6, wrong, 3.0)])
    model = ensemble.HistGradientBoostingClassifier(max_iter=2, categorical_features=[1]).fit(table, LISTED)
    for features in (table, pd.DataFrame(table, columns=["a", "b"])):
        model.fit(features, LISTED)
        with pytest.raises(wald.UnsupportedError, match=rf"feature 1 has the category {wrong}: numbers must be whole"):
            Trees.from_sklearn(model)


def test_sklearn_refusals(monkeypatch):
    forest = ensemble.RandomForestClassifier(2)
    for model, match in (
        (forest, "it is not fitted"),
        (linear_model.LogisticRegression(), "model is LogisticRegression: must be a decision tree, a forest"),
        (ensemble.AdaBoostClassifier(), "model is AdaBoostClassifier"), (ensemble.IsolationForest(), "IsolationForest"),
        (make_pipeline(StandardScaler(), forest), "is a pipeline: give its last step"),
        (forest.__class__(2).fit(FULL, np.column_stack([BINARY, CLASSES])), "has 2 targets of classes"),
        (ensemble.GradientBoostingClassifier(n_estimators=2, init=linear_model.LogisticRegression()).fit(FULL, BINARY),
         "init is LogisticRegression: sums of trees begin with constants"),
        (ensemble.HistGradientBoostingClassifier(), "stores its trees in an unknown form: AttributeError"),
    ):
        with pytest.raises(wald.UnsupportedError, match=match):
            Trees.from_sklearn(model)
    # Private attributes that mean something else would not go unnoticed.
    model = ensemble.HistGradientBoostingClassifier(max_iter=3).fit(X, BINARY)
    nodes = model._predictors[1][0].nodes
    nodes["missing_go_to_left"] ^= 1
    said = model.decision_function(X)
    monkeypatch.setattr(model, "decision_function", lambda features: said[: len(features)])
    with pytest.raises(wald.UnsupportedError, match="give different sums"):
        Trees.from_sklearn(model)


# ---- Adult ---------------------------------------------------------------------------------------


@pytest.mark.skipif("WALD_DATA" not in os.environ, reason="WALD_DATA does not name the folder of the data sets")
def test_adult():
    adult = pd.read_csv(os.path.join(os.environ["WALD_DATA"], "adult", "train.csv.gz")).sample(6000, random_state=0)
    y = adult.pop(adult.columns[-1])
    y = (y == y.max()).astype(int)
    for name in adult.columns:
        if not pd.api.types.is_numeric_dtype(adult[name]):
            adult[name] = adult[name].where(adult[name] != "?").astype("category")
    model = xgboost.XGBClassifier(n_estimators=30, n_jobs=1, enable_categorical=True).fit(adult, y)
    assert_same(Trees.from_xgboost(model), adult, model.predict(adult, output_margin=True))
    model = light(y, adult, n_estimators=30)
    assert_same(Trees.from_lightgbm(model), adult, model.predict(adult, raw_score=True))
    model = ensemble.HistGradientBoostingClassifier(max_iter=30).fit(adult, y)
    assert_same(Trees.from_sklearn(model), adult, model.decision_function(adult), ROUNDING)


# ---- Trees one by one ----------------------------------------------------------------------------


def random_tree(random, n_features):
    """Nodes in the order in which they are met, each a dictionary."""
    nodes, waiting = [{}], [(0, 0)]
    while waiting:
        i, depth = waiting.pop()
        kind = random.choice(["at_most", "below", "among"]) if depth < 4 and random.random() < 0.8 else "leaf"
        own = ["nan_right", "nan_left"] if kind == "among" else ["as_zero", "zero_right", "zero_left"]
        sides = ["right", "left", *own]
        nodes[i].update(split=kind, missing=random.choice(sides), feature=random.integers(n_features),
                        threshold=random.integers(-3, 4) / 2, value=random.normal(), left=0, right=0,
                        categories=sorted({int(c) for c in random.integers(0, 6, 3)}) if kind == "among" else [])
        if kind != "leaf":
            nodes[i].update(left=len(nodes), right=len(nodes) + 1)
            waiting += [(len(nodes), depth + 1), (len(nodes) + 1, depth + 1)]
            nodes += [{}, {}]
    return nodes


def literally(nodes, x):
    """What the documents say of a tree, word for word."""
    node = nodes[0]
    while node["split"] != "leaf":
        value, side = x[node["feature"]], node["missing"]
        missing = np.isnan(value) or node["split"] == "among" and value <= -1 and not side.startswith("nan")
        missing = missing or side.startswith("zero") and abs(value) <= np.float32(1e-35)
        if side.startswith("nan") and value < 0:
            goes_left = False
        elif missing and side != "as_zero":
            goes_left = side.endswith("left")
        else:
            value = 0.0 if missing else value
            goes_left = {"at_most": lambda: value <= node["threshold"], "below": lambda: value < node["threshold"],
                         "among": lambda: int(value) in node["categories"]}[node["split"]]()
        node = nodes[node["left" if goes_left else "right"]]
    return node["value"]


def test_trees_do_what_is_said_of_them():
    random = np.random.default_rng(4)
    rows = np.round(random.normal(size=(40, 3)) * 4) / 2
    rows[random.random(rows.shape) < 0.15] = np.nan
    for _ in range(150):
        grown = [random_tree(random, 3) for _ in range(3)]
        trees = Trees(3)
        for nodes in grown:
            names = ("split", "missing", "feature", "threshold", "left", "right", "categories")
            trees.add(values=[n["value"] for n in nodes], **{name: [n[name] for n in nodes] for name in names})
        wanted = [sum((literally(nodes, x) for nodes in grown), start=0.0) for x in rows]
        assert trees.evaluate(rows).tolist() == wanted


def stump(trees, threshold=0.5, **more):
    return trees.add(split=["at_most", "leaf", "leaf"], left=[1, 0, 0], right=[2, 0, 0],
                     threshold=[threshold, 0, 0], values=[0, -1, 1], **more)


def test_one_by_one():
    trees = stump(Trees(2, base=[0.25], feature_names=["a", "b"]), feature=[1, 0, 0])
    assert trees.shape == (1, 1, 2, 1) and len(trees) == 1
    assert trees.evaluate([[9, 0.5], [9, 0.6], [9, np.nan]]).tolist() == [-0.75, 1.25, 1.25]
    assert trees.evaluate(pd.DataFrame({"b": [0.0], "a": [1.0]})).tolist() == [-0.75]
    assert trees.evaluate(np.zeros((0, 2))).shape == (0,)
    assert trees.threshold(1) == 0.75
    stump(trees, missing="left")
    assert trees.evaluate([[np.nan, 0.5]]).tolist() == [-1.75]
    for again in (copy.copy(trees), copy.deepcopy(trees), pickle.loads(pickle.dumps(trees)), Trees.load(trees.save())):
        assert again.save() == trees.save()
        again.add(split=[0], values=[2.0])
        assert len(again) == 3 and len(trees) == 2
    assert repr(trees) == "<Trees: 2 trees, 2 features, 1 output>"
    codes = Trees(1).add(split=[3, 0, 0], left=[1, 0, 0], right=[2, 0, 0], values=[0, 1, 2],
                         categories=[[1, 4], [], []])
    assert codes.evaluate([[1.0], [2.0], [4.7], [-1.0]]).tolist() == [1, 2, 1, 2]
    wide = Trees(1, 2, leaf_width=2).add(split=["leaf"], values=[[1.0, 2.0]])
    assert wide.leaf_width == 2 and trees.leaf_width == 1
    assert wide.evaluate([[0.0], [1.0]]).tolist() == [[1, 2], [1, 2]]


@pytest.mark.parametrize("call, match", [
    (lambda: Trees(1, summation="float16"), "summation is 'float16'"),
    (lambda: Trees(1, base=[0, 0]), r"base has shape \(2,\): must have one number per output, 1"),
    (lambda: Trees(2, feature_names=["a"]), "feature_names has 1 elements: must have 2"),
    (lambda: Trees(1).add(split=["above"], values=[0]), "split has 'above': must be one of 'leaf', 'at_most'"),
    (lambda: Trees(1).add(split=["leaf"], values=[0, 1]), "values has 2 elements: must have 1"),
    (lambda: Trees(1).add(split=["leaf"], values=[0], feature=[0, 0]), "feature has shape"),
    (lambda: Trees(1).add(split=["leaf"], values=[0], left=[2**40]), "must fit in 32 bits"),
    (lambda: Trees(1).add(split=["leaf"], values=[0], categories=[]), "categories has 0 elements: must have 1"),
    (lambda: Trees(1).add(split=[], values=[]), "n_nodes"),
    (lambda: stump(Trees(1)).evaluate([[1, 2]]), "n_features is 2: must be 1"),
    (lambda: stump(Trees(1)).evaluate([1, 2]), "features has 1 dimensions"),
    (lambda: stump(Trees(1)).evaluate(pd.DataFrame({"b": [1], "c": [2]})), "n_features is 2"),
    (lambda: stump(Trees(1, feature_names=["a"])).evaluate(pd.DataFrame({"b": [1], "c": [2]})), "no column 'a'"),
    (lambda: stump(Trees(2, feature_names=["a", "z"])).evaluate(pd.DataFrame({"a": [1], "c": [2]})),
     "features has no column 'z': it has 'a', 'c'"),
    (lambda: Trees.load("{}"), "saved trees"),
])
def test_arguments(call, match):
    with pytest.raises(wald.WaldError, match=match):
        call()


def test_types():
    with pytest.raises(TypeError, match="features must be numbers"):
        stump(Trees(1)).evaluate([["x"]])
    with pytest.raises(TypeError, match="left must be whole numbers"):
        Trees(1).add(split=["leaf"], values=[0], left=[0.5])
    from scipy import sparse

    with pytest.raises(TypeError, match="features must be dense"):
        stump(Trees(1)).evaluate(sparse.csr_array(np.eye(3)))
