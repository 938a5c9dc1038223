"""Cascades by the names of features and their categories: saved, and matched by name wherever they are loaded."""

import pickle

import numpy as np
import pandas as pd
import polars as pl
import pytest
import wald
import xgboost
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier

RANDOM = np.random.default_rng(12)
N = 400
FRAME = pd.DataFrame({
    "age": RANDOM.normal(size=N), "height": RANDOM.normal(size=N),
    "town": pd.Categorical(RANDOM.choice(["Oslo", "a=b", "Bern"], N)), "size": RANDOM.normal(size=N)})
FRAME.loc[::17, "town"] = None
Y = (FRAME.age - FRAME.height + 2.0 * (FRAME.town == "Oslo") > 0.5).astype(int)
MODEL = xgboost.XGBClassifier(n_estimators=25, max_depth=3, enable_categorical=True, n_jobs=1).fit(FRAME, Y)
TREES = wald.Trees.from_xgboost(MODEL)
SCORES = wald.CascadeScores.of_trees(TREES, FRAME)
BOUND = wald.Cascade.fit(SCORES, threshold=TREES.threshold(0), alpha=0).bind(TREES)
WANTED = BOUND.apply_trees(FRAME)


def test_names_are_saved():
    assert (WANTED.decisions == MODEL.predict(FRAME)).all()
    for again in (wald.Cascade.load(BOUND.save()), pickle.loads(pickle.dumps(BOUND)), BOUND.copy()):
        assert again.feature_names == tuple(FRAME) == BOUND.feature_names
        assert again.categories == {2: ("Bern", "Oslo", "a=b")} == BOUND.categories
        assert again.save() == BOUND.save()
    unbound = wald.Cascade.load(wald.Cascade.fit(SCORES).save())
    assert unbound.feature_names == tuple(FRAME) and unbound.n_features == 4


@pytest.mark.parametrize("form", [
    lambda f: f, lambda f: f[list(f)[::-1]], lambda f: f.assign(more="words")[["more", *reversed(list(f))]],
    lambda f: f.astype({"town": object}), lambda f: f.iloc[:50].astype({"town": "string"}),
    lambda f: f[f.town == "Oslo"].assign(town=lambda g: g.town.cat.remove_unused_categories()),
    lambda f: pl.DataFrame({name: [None if v != v else v for v in f[name]] for name in reversed(list(f))}),
    lambda f: f.assign(town=f.town.cat.codes.where(f.town.notna()))], ids=range(8))
def test_columns_go_by_name(form):
    """Each of these was, or would be, decided otherwise by the places of the columns."""
    rows = form(FRAME)
    kept = np.arange(len(rows)) if len(rows) in (N, 50) else np.flatnonzero(FRAME.town == "Oslo")
    got = wald.Cascade.load(BOUND.save()).apply_trees(rows)
    assert (np.asarray(got.decisions) == np.asarray(WANTED.decisions)[kept]).all()
    assert (np.asarray(got.counts) == np.asarray(WANTED.counts)[kept]).all()


def test_other_columns_are_refused():
    loaded = wald.Cascade.load(BOUND.save())
    with pytest.raises(wald.ArgumentError, match="^features has no column 'height': it has 'age', 'town', 'size'"):
        loaded.apply_trees(FRAME.drop(columns="height"))
    with pytest.raises(wald.ArgumentError, match="^features has no column 'age': it has '0', '1', '2', '3'"):
        loaded.apply_trees(FRAME.set_axis(range(4), axis=1))
    others = wald.Trees.from_sklearn(RandomForestClassifier(25, random_state=0).fit(FRAME[["size", "age"]], Y))
    with pytest.raises(wald.ArgumentError, match="trees have other features than the cascade: 'size', not 'age'"):
        wald.Cascade.fit(SCORES).bind(others)


def test_names_by_hand():
    table = TREES.evaluate(FRAME)
    assert isinstance(table, pd.Series)
    plain = SCORES.copy()
    plain._columns = type(SCORES._columns)()
    names, categories = list(FRAME), ["town=Bern", "town=Oslo", "town=a=b"]
    by_hand = wald.Cascade.fit(plain, feature_names=names, categories=categories, threshold=TREES.threshold(0), alpha=0)
    assert by_hand.bind(TREES).save() == BOUND.save()
    with pytest.raises(wald.ArgumentError, match=r"categories\[0\] is \"city=Bern\": must be feature=category"):
        wald.Cascade.fit(plain, feature_names=names, categories=["city=Bern"])
    nameless = wald.Cascade.fit(plain)
    assert nameless.feature_names is None and nameless.categories == {}


def test_merged_and_copied_scores_keep_them():
    parts = [wald.CascadeScores.of_trees(TREES, FRAME[i::2]) for i in range(2)]
    merged = wald.CascadeScores(TREES.n_models).merge(parts[0]).merge(parts[1]).copy()
    assert wald.Cascade.fit(merged).feature_names == tuple(FRAME)


@pytest.mark.parametrize("kind", ["classifier", "boosting"])
def test_reversed_columns_of_scikit_learn(kind):
    numbers = FRAME[["age", "height", "size"]]
    model = HistGradientBoostingClassifier(max_iter=20).fit(numbers, Y)
    if kind == "classifier":
        fast = wald.CascadeClassifier(HistGradientBoostingClassifier(max_iter=20), calibration=0).fit(numbers, Y)
        with pytest.raises(ValueError, match="feature names"):
            fast.predict(numbers[["size", "height", "age"]])
        loaded, wanted = wald.Cascade.load(fast.cascade_.save()), fast.decide(numbers).decisions
    else:
        trees = wald.Trees.from_sklearn(model)
        scores = wald.CascadeScores.of_trees(trees, numbers)
        loaded = wald.Cascade.load(wald.Cascade.fit(scores, alpha=0, threshold=trees.threshold(0)).bind(trees).save())
        wanted = model.predict(numbers)
    assert (loaded.apply_trees(numbers[["size", "height", "age"]]).decisions == wanted).all()
