"""Learners of columns of words and categories."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
import wald
from sklearn.preprocessing import OneHotEncoder

RANDOM = np.random.default_rng(8)
N = 120
FRAME = pd.DataFrame({
    "age": RANDOM.integers(18, 80, N),
    "job": RANDOM.choice(["clerk", "smith", "a=b"], N),
    "town": pd.Categorical(RANDOM.choice(["Bern", "Oslo"], N), categories=["Oslo", "Bern", "Rome"]),
    "paid": RANDOM.random(N) < 0.5,
})
Y = pd.DataFrame({"x": (FRAME.job == "smith") ^ (RANDOM.random(N) < 0.1), "y": FRAME.age > 50})
NAMES = ("age", "job=a=b", "job=clerk", "job=smith", "town=Bern", "town=Oslo", "town=Rome", "paid")
LEARNER = wald.Learner.fit("lfp", FRAME, Y, c_values=[1.0], scaling="none")


def polars_of(frame):
    return pl.DataFrame({name: frame[name].to_list() for name in frame})


def coded(frame):
    columns = [frame.age, *(frame.job == level for level in ("a=b", "clerk", "smith")),
               *(frame.town == level for level in ("Bern", "Oslo", "Rome")), frame.paid]
    return np.column_stack([np.asarray(column, float) for column in columns])


def test_levels_are_features():
    assert LEARNER.feature_names == NAMES and wald.Dataset(FRAME).feature_names == NAMES
    by_hand = wald.Learner.fit("lfp", coded(FRAME), Y, c_values=[1.0], scaling="none", feature_names=NAMES)
    assert by_hand.save() == LEARNER.save()
    encoder = OneHotEncoder(sparse_output=False).fit(FRAME[["job"]])
    assert list(encoder.get_feature_names_out(["job"])) == ["job_a=b", "job_clerk", "job_smith"]
    assert (encoder.transform(FRAME[["job"]]) == coded(FRAME)[:, 1:4]).all()


@pytest.mark.parametrize("form", [
    lambda f: f, lambda f: f[["paid", "town", "job", "age"]].assign(more="words"), lambda f: f.astype({"town": object}),
    lambda f: f.astype({"job": "category", "town": "string"}), lambda f: f.astype({"job": object, "paid": "boolean"}),
    polars_of, lambda f: polars_of(f).with_columns(pl.col("job").cast(pl.Categorical)),
    lambda f: pd.DataFrame(coded(f), columns=NAMES)], ids=range(8))
def test_levels_go_by_name(form):
    again = wald.Learner.load(LEARNER.save())
    wanted = LEARNER.probabilities(coded(FRAME))
    for rows in (form(FRAME), form(FRAME.iloc[:1])):  # one row has one level of each
        got = again.probabilities(rows)
        assert (np.asarray(got) == wanted[: len(rows)]).all() and list(got.columns) == ["x", "y"]
    assert again.decide(form(FRAME), "f1") == LEARNER.decide(FRAME, "f1")


def test_numbers_as_categories():
    frame = pd.DataFrame({"code": pd.Categorical([1, 2, 3] * 10), "x": np.arange(30.0)})
    learner = wald.Learner.fit("lfp", frame, frame.x > 12, c_values=[1.0])
    assert learner.feature_names == ("code=1", "code=2", "code=3", "x")
    for codes in ([2, 3], [2.0, 3.0], ["2", "3"]):
        rows = pd.DataFrame({"code": codes, "x": [1.0, 2.0]})
        wanted = learner.probabilities(frame[1:3].assign(x=rows.x.values))
        assert (learner.probabilities(rows).to_numpy() == wanted.to_numpy()).all()


def test_errors():
    for rows, kind, match in (
        (FRAME.assign(job="cook"), wald.ArgumentError,
         r"^features\['job'\] is 'cook' in row 0, which no row had that the learner was fitted to: the levels are "
         r"'a=b', 'clerk', 'smith'; Dataset\(rows, feature_names=learner.feature_names, unknown_levels='zero'\)"),
        (FRAME.drop(columns="job"), wald.ArgumentError,
         r"^features has no column 'job' \(its feature is 'job=a=b'\): it has "),
        (FRAME.drop(columns="age"), wald.ArgumentError, "^features has no column 'age': it has "),
        (FRAME.assign(age="old"), TypeError, r"^features\['age'\] holds 'old': must be numbers"),
    ):
        with pytest.raises(kind, match=match):
            LEARNER.probabilities(rows)
    none = wald.Dataset(FRAME.assign(job="cook"), feature_names=NAMES, unknown_levels="zero")
    by_hand = coded(FRAME)
    by_hand[:, 1:4] = 0
    assert (LEARNER.probabilities(none) == LEARNER.probabilities(by_hand)).all(axis=None)
    with pytest.raises(wald.ArgumentError, match="unknown_levels is 'one': must be 'error' or 'zero'"):
        wald.Dataset(FRAME, unknown_levels="one")
    with pytest.raises(wald.ArgumentError, match="than the learner: there is no 'job=a=b'; make it with"):
        LEARNER.decide(wald.Dataset(FRAME[FRAME.job == "clerk"]), "f1")
    with pytest.raises(wald.ArgumentError, match="two columns or levels 'a=b'"):
        wald.Dataset(pd.DataFrame({"a": ["b"], "a=b": [1.0]}))
    unnamed = wald.Learner.fit("lfp", coded(FRAME), Y, c_values=[1.0])
    with pytest.raises(wald.ArgumentError, match="columns of words: the learner was fitted without names"):
        unnamed.decide(FRAME, "f1")


def test_in_scikit_learn():
    clf = wald.LearnerClassifier("lfp", c_values=[1.0], scaling="none").fit(FRAME, Y.x)
    assert clf.feature_names_in_.tolist() == list(FRAME) and clf.n_features_in_ == 4
    assert clf.learner_.feature_names == NAMES
    binary = wald.Learner.fit("lfp", FRAME, Y[["x"]], c_values=[1.0], scaling="none")
    assert (clf.predict_proba(FRAME)[:, 1] == binary.probabilities(FRAME).to_numpy()[:, 0]).all()
    assert (clf.predict(FRAME) == (binary.decide(FRAME, "f1", average="macro").mask[:, 0] == 1)).all()
    assert clf.score(FRAME, Y.x) > 0.8
    with pytest.raises(ValueError, match="feature names"):
        clf.predict(FRAME[["paid", "town", "job", "age"]])


def test_missing():
    holes = FRAME.astype({"age": float})
    holes.loc[::7, "age"] = np.nan
    holes.loc[3::9, "job"] = None
    holes.loc[5::8, "town"] = None
    with pytest.raises(wald.ArgumentError, match=r'features\[0\]\[0\] \("age"\) is nan: .*; the option missing fills'):
        wald.Learner.fit("lfp", holes, Y)
    for missing in ("mean", "most_frequent"):
        learner = wald.Learner.fit("lfp", holes, Y, c_values=[1.0], scaling="none", missing=missing)
        filled = coded(FRAME)
        for rows, columns in ((holes.age.isna(), [0]), (holes.job.isna(), [1, 2, 3]), (holes.town.isna(), [4, 5, 6])):
            filled[np.ix_(rows, columns)] = np.nan
        assert (learner.probabilities(holes) == learner.probabilities(filled)).all(axis=None)
        assert (wald.Learner.load(learner.save()).probabilities(holes) == learner.probabilities(holes)).all(axis=None)
        by_hand = filled.copy()
        for j, column in enumerate(filled.T):
            known = column[~np.isnan(column)]
            values, counts = np.unique(known, return_counts=True)
            by_hand[np.isnan(column), j] = known.mean() if missing == "mean" else values[counts.argmax()]
        if missing == "most_frequent":  # of a column of words one level as a whole
            for levels in ([1, 2, 3], [4, 5, 6]):
                lacking = np.isnan(filled[:, levels[0]])
                by_hand[np.ix_(lacking, levels)] = np.eye(3)[filled[~lacking][:, levels].sum(axis=0).argmax()]
        plain = wald.Learner.fit("lfp", by_hand, Y, c_values=[1.0], scaling="none")
        assert np.allclose(plain.probabilities(by_hand), learner.probabilities(holes), atol=1e-6)
        clf = wald.LearnerClassifier(c_values=[1.0], scaling="none", missing=missing).fit(holes, Y.x)
        assert clf.__sklearn_tags__().input_tags.allow_nan and clf.score(holes, Y.x) > 0.7
    more = wald.Learner.fit("lfp", holes, Y, c_values=[1.0], missing="mean", missing_indicators=True)
    assert more.feature_names == NAMES and np.isfinite(more.probabilities(holes)).all(axis=None)
    with pytest.raises(ValueError, match="NaN"):
        wald.LearnerClassifier().fit(np.where(np.eye(4), np.nan, 1.0), [0, 1, 0, 1])


def test_words_in_place_of_labels():
    """Of two words one may be the positive one; a value that is missing is none."""
    with pytest.raises(TypeError, match=r"'no', 'yes'; pass truth == 'yes' where that is the positive one$"):
        wald.evaluate(["yes", "no"], [1, 0], "f1")
    with pytest.raises(TypeError, match=r"found object, '1', 'None'$"):
        wald.evaluate([1, None], [1, 0], "f1")
