"""What users see beside answers: notebooks, progress, warnings; and the words of other libraries."""

import json
import sys
import types
import warnings
from html.parser import HTMLParser

import numpy as np
import pandas as pd
import polars as pl
import pytest
import wald
from scipy import sparse
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.multioutput import MultiOutputClassifier

RANDOM = np.random.default_rng(4)
P = pd.DataFrame(RANDOM.random((30, 3)), columns=["a", "<b>", "c"], index=[f"r{i}" for i in range(30)])
Y = RANDOM.random(200) < 0.3
S = RANDOM.normal(size=(200, 2)) + Y[:, None]


# ---- Notebooks -----------------------------------------------------------------------------------


class Cells(HTMLParser):
    """The texts of the cells; tags must be closed in order."""

    def __init__(self, html):
        super().__init__()
        self.open, self.texts = [], []
        self.feed(html)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        if tag in ("td", "th", "b"):
            self.texts.append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open[-1] in ("td", "th", "b"):
            self.texts[-1] += data


def test_html():
    one = Cells(wald.decide(P.iloc[0], "f1")._repr_html_()).texts
    assert one[0] == "Decision" and "labels" in one and "expected" in one
    many = wald.decide(P, "f1")
    cells = Cells(many._repr_html_())
    assert "r0" in cells.texts and "r19" in cells.texts and "r20" not in cells.texts
    assert "and 10 more answers" in many._repr_html_() and ", ".join(many.labels[3]) in cells.texts
    chosen = wald.Sample(2, names=["x", "y"]).feed(Y, S).choose("f1", bootstrap=20, folds=3)
    cells = Cells(chosen._repr_html_()).texts
    assert cells[0] == "Thresholds: f1" and f"x: {chosen.thresholds[0]:.6g}, y: {chosen.thresholds[1]:.6g}" in cells
    assert "stacked" in cells and any(text.startswith(f"{chosen.precision:.6g} in [") for text in cells)
    cascade = wald.Cascade.fit(S)
    assert f"{cascade.mean_models:.6g}" in Cells(cascade._repr_html_()).texts
    learner = wald.Learner.fit("lfp", S, np.column_stack([Y, ~Y]), label_names=["<u>", "v"])
    cells = Cells(learner._repr_html_()).texts
    assert "<u>, v" in cells and "Chosen" in cells and f"{learner.choices[0].value:.6g}" in cells
    learner.close()
    cascade.close()
    assert "closed" in learner._repr_html_() and "closed" in cascade._repr_html_()


def test_what_objects_show():
    """Six objects had neither HTML nor a dict, a text and a frame, or had some of them."""
    y, p = RANDOM.integers(0, 2, (60, 3)), RANDOM.random((60, 3))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", wald.DecisionWarning)
        labels = wald.label_thresholds(pd.DataFrame(y), pd.DataFrame(p, columns=["a", "<b>", "c"]), metric="f1")
        both = wald.label_thresholds(y, p, metric="f1", average="micro")
    stages = wald.Stages(2).feed([[0.9, 1], [0.6, 1], [0.8, 1]], right=[[1, 1], [0, 1], [1, 1]], costs=[1, 10])
    route, calibration = wald.Route.choose(stages), wald.Calibration.fit("platt", y[:, 0], p[:, 0])
    rows = [(wald.compare(y, p > 0.5, p > 0.3, "f1"), "difference", 1), (wald.worth(p, "f1"), "verdict", 1),
            (wald.reliability(y[:, 0], p[:, 0], bins=4), "brier", 4), (route, "cost", 2), (calibration, "input", 1),
            (labels, "average", 3), (both, "average", 3)]
    for thing, fact, length in rows:
        name, known = type(thing).__name__, thing.to_dict()
        assert json.loads(json.dumps(known)) and known[fact] == getattr(thing, fact), name
        assert thing.summary().startswith(name) and f"\n  {fact.replace('_', ' ')}" in thing.summary()
        assert len(thing.to_frame()) == length, name
        cells = Cells(thing._repr_html_()).texts
        assert cells[0].startswith(name) and fact.replace("_", " ") in cells
    assert labels.to_frame()["label"].tolist() == ["a", "<b>", "c"] and "<b>" in Cells(labels._repr_html_()).texts
    assert both.to_frame()["feasible"].all() and both.to_dict()["flags"] == [list(f.names) for f in both.flags]
    assert route.to_frame()["share"].tolist() == route.shares.tolist()
    assert rows[0][0].to_frame()["p_value"].tolist() == [rows[0][0].p_value]
    assert rows[2][0].to_frame()["share"].tolist() == rows[2][0].bins.share.tolist()
    calibration.close()
    assert "closed" in calibration._repr_html_()


def test_frames_need_pandas(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    for thing in (wald.worth([[0.5, 0.6]], "f1"), wald.Sample().feed([1, 0], [2.0, 1.0]).frontier(),
                  wald.decide([[0.5, 0.6]], "f1")):
        with pytest.raises(ImportError, match="^to_frame needs pandas, which is not installed: pip install pandas$"):
            thing.to_frame()


# ---- Progress ------------------------------------------------------------------------------------


def test_progress_bar(capfd, monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm", None)
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    wanted = wald.Sample(2).feed(Y, S).choose("f1", bootstrap=300, progress=False)
    assert capfd.readouterr().err == ""
    assert wald.Sample(2).feed(Y, S).choose("f1", bootstrap=300, progress=True) == wanted
    drawn = capfd.readouterr()
    assert drawn.out == "" and drawn.err.endswith(" s\n") and drawn.err.count("\n") == 1
    percents = [int(part.split("%")[0]) for part in drawn.err.split("\r")[1:]]
    assert percents[0] == 0 and percents[-1] == 100 and percents == sorted(set(percents))


def test_progress_bar_by_tqdm(capfd, monkeypatch):
    made = []

    class Bar:
        def __init__(self, total, **more):
            self.n, self.closed = 0, 0
            made.append(self)

        def update(self, n):
            self.n += n

        def close(self):
            self.closed += 1

    module = types.ModuleType("tqdm.auto")
    module.tqdm = Bar
    monkeypatch.setitem(sys.modules, "tqdm", types.ModuleType("tqdm"))
    monkeypatch.setitem(sys.modules, "tqdm.auto", module)
    wald.Sample(2).feed(Y, S).choose("f1", bootstrap=300, progress=True)
    assert [(bar.n, bar.closed >= 1) for bar in made] == [(100, True)] and capfd.readouterr().err == ""


# ---- One column ----------------------------------------------------------------------------------


def test_one_column():
    p, y = RANDOM.random((20, 1)), RANDOM.integers(0, 2, (20, 1))
    learner = wald.Learner.fit("lfp", p, y, c_values=[1.0])
    for call in (lambda **m: wald.decide(p, "f1", **m), lambda **m: wald.expected(p, "fbeta:2", y, **m),
                 lambda **m: wald.regret(pd.DataFrame(p), "jaccard", y, **m), lambda **m: learner.decide(p, "f1", **m),
                 lambda **m: wald.evaluate(y, y, "f1", **m), lambda **m: wald.compare(y, y, y, "f1", **m),
                 lambda **m: wald.decide(sparse.csr_array(p), "f1", **m), lambda **m: wald.worth(p, "f1", **m),
                 lambda **m: wald.worth(sparse.csr_array(p), "f1", **m), lambda **m: wald.report(y, p, "f1", **m)):
        with pytest.warns(wald.DecisionWarning, match="^the table has one column .* average instance for the rows$") as caught:
            call()
        assert len(caught) == 1 and caught[0].filename == __file__
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for average in ("macro", "instance", "micro"):
                call(average=average)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        wald.decide(p, "hamming")
        wald.decide(p, "cost:1:2")
        wald.decide(p, "subset_accuracy")
        wald.decide(p, wald.Metric.custom(lambda tp, k, s, n: float(tp)))  # what it judges is not known
        wald.decide(p[:1], "f1")
        wald.decide(np.hstack([p, p]), "f1")
        # A vector is one label over its rows, without doubt.
        wald.evaluate(y[:, 0], y[:, 0], "f1")
        wald.report(y[:, 0], p[:, 0], "f1")
        whole = wald.worth(p[:, 0], "f1")
        assert wald.worth(p, "f1", average="macro").gain == whole.gain > 0
        assert wald.worth(p, "f1", average="instance").gain == 0
        assert wald.worth(p[:, 0], "f1", average="instance").gain == 0
        assert wald.report(y[:, 0], p[:, 0], "f1").data["average"] == "macro"
        assert wald.report(y, p, "f1", average="macro").data["average"] == "macro"
    with pytest.warns(wald.DecisionWarning):
        assert wald.worth(p, "f1").gain == 0
    with pytest.warns(wald.DecisionWarning):
        assert wald.report(y, p, "f1").data["average"] == "instance"


def test_one_column_in_scikit_learn():
    for made in (lambda **m: wald.DecisionClassifier(LogisticRegression(), **m), wald.LearnerClassifier):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            clf = made().fit(S, Y)
            clf.predict(S)
            made(metric="hamming").fit(S, Y).predict(S[:1])
        says = "with one label is a problem of its own, but f1 judges sets of rows"
        with pytest.warns(wald.DecisionWarning, match=f"^one row {says}: give the whole test set at once"):
            clf.predict(S[:1])
        with pytest.warns(wald.DecisionWarning, match=rf"^each of {len(S)} rows {says}: average macro, the default"):
            made(average="instance").fit(S, Y).predict(S)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        wald.DecisionClassifier(LogisticRegression(), scope="train").fit(S, Y).predict(S[:1])


# ---- Rows that sum to 1 --------------------------------------------------------------------------


def test_rows_that_sum_to_one():
    p = RANDOM.dirichlet(np.ones(4), 30)
    y = RANDOM.integers(0, 2, p.shape)
    binary = np.column_stack([1 - p[:, 0], p[:, 0]])
    says = "^each row of probabilities sums to 1, but its .*labels are taken as independent: .* kind categorical$"
    for call in (lambda p, y, **m: wald.decide(p, "f1", **m), lambda p, y, **m: wald.expected(p, "jaccard", y, **m),
                 lambda p, y, **m: wald.regret(pd.DataFrame(p), "subset_accuracy", y, **m),
                 lambda p, y, **m: wald.worth(p, "f1", **m), lambda p, y, **m: wald.report(y, p, "f1", **m),
                 lambda p, y, **m: wald.decide(sparse.csr_array(p), "f1", **m),
                 lambda p, y, **m: wald.worth(sparse.csr_array(p), "f1", **m),
                 lambda p, y, **m: wald.decide(p.astype(np.float32), "f1", **m),
                 lambda p, y, **m: wald.decide(pl.DataFrame(p), "f1", **m)):
        for table, truth in ((p, y), (binary, y[:, :2])):
            with pytest.warns(wald.DecisionWarning, match=says) as caught:
                call(table, truth)
            assert len(caught) == 1 and caught[0].filename == __file__
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                call(table, truth, kind="categorical")
                call(table, truth, average="macro")
                call(0.9 * table, truth)
    with pytest.warns(wald.DecisionWarning, match=r"for a binary classifier pass .* P\[:, 1\]"):
        wald.decide(binary, "f1")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        wald.decide(p, "hamming")
        wald.decide(p, "cost:1:2")
        wald.decide(p, wald.Metric.custom(lambda tp, k, s, n: float(tp)))
        wald.decide(p[:1], "f1")  # one row may sum to 1 by chance
        wald.decide(p, "f1", average="macro", per_row=1)
        wald.decide(np.eye(4), "f1")


def test_a_table_for_each_label():
    X = RANDOM.normal(size=(60, 3))
    Y = (X @ RANDOM.normal(size=(3, 4)) > 0).astype(int)
    for model in (RandomForestClassifier(10, random_state=0), MultiOutputClassifier(LogisticRegression())):
        given = model.fit(X, Y).predict_proba(X)
        assert isinstance(given, list) and given[0].shape == (60, 2)
        p = np.column_stack([each[:, 1] for each in given])
        assert wald.decide(given, "f1").prediction.tolist() == wald.decide(p, "f1").prediction.tolist()
        assert wald.expected(tuple(given), "f1", Y).tolist() == wald.expected(p, "f1", Y).tolist()
        assert wald.regret(given, "f1", Y).tolist() == wald.regret(p, "f1", Y).tolist()
        assert wald.worth(given, "f1") == wald.worth(p, "f1")
        assert wald.report(Y, given, "f1", compare=given) == wald.report(Y, p, "f1", compare=p)
        learner = wald.Learner.fit("given", wald.Dataset(X, labels=Y, marginals=given))
        other = wald.Learner.fit("given", wald.Dataset(X, labels=Y, marginals=p))
        assert learner.save() == other.save()
        assert learner.decide(X, "f1", marginals=given).prediction.tolist() == other.decide(
            X, "f1", marginals=p).prediction.tolist()
        for wrong, says in ((given[:3] + [given[3][:, :1]], r"probabilities\[3\] has 1 column: .* had one class in train"),
                            (given[:3] + [np.ones((60, 3))], r"probabilities\[3\] has 3 columns: must have 2"),
                            ([given[0], given[1][:5]], r"probabilities\[1\] has 5 rows: probabilities\[0\] has 60")):
            for call in (wald.decide, wald.worth, lambda p, metric: wald.expected(p, metric, Y)):
                with pytest.raises(wald.ArgumentError, match=says):
                    call(wrong, "f1")


def test_swapped_truth_and_scores():
    p, y = RANDOM.random(30), RANDOM.integers(0, 2, 30)
    says = r"^truth\[0\] is [0-9.e-]+: must be 0 or 1.* \(are scores and truth swapped\?\)"
    for call in (lambda: wald.choose_threshold(p, y, metric="f1"), lambda: wald.Sample().feed(p, y),
                 lambda: wald.Calibration.fit("platt", p, y)):
        with pytest.raises(wald.ArgumentError, match=says):
            call()
    with pytest.raises(wald.ArgumentError, match=r"^truth\[0\] .* \(are probabilities and truth swapped\?\)"):
        wald.report(p, y, "f1")


# ---- Names and words -----------------------------------------------------------------------------


def test_decisions_are_predictions():
    truth = pd.DataFrame(RANDOM.integers(0, 2, P.shape), columns=P.columns, index=P.index)
    for average in ("instance", "macro", "micro"):
        decided = wald.decide(P, "f1", average=average)
        assert wald.evaluate(truth, decided, "f1") == wald.evaluate(truth, decided.mask, "f1", average=average)
        worth = wald.expected(P, "f1", decided, average=average)
        assert np.asarray(worth) == pytest.approx(decided.expected)
        assert np.abs(wald.regret(P, "f1", decided, average=average)).max() < 1e-12
    undecided = wald.decide(P, "f1", abstain=0.2)
    assert wald.evaluate(truth, undecided, "f1", return_undecided=True)[1] == undecided.abstained.sum() > 0
    row = wald.decide(P.iloc[0], "f1")
    assert wald.expected(P.iloc[0], "f1", row) == pytest.approx(row.expected)
    assert wald.distribution(P.iloc[0], "f1", row).mean == pytest.approx(row.expected)
    assert wald.evaluate(truth.iloc[0], row, "f1") == wald.evaluate(truth.iloc[0], row.mask, "f1")
    with pytest.raises(wald.ArgumentError, match="the index of prediction differ"):
        wald.evaluate(truth.iloc[0][::-1], row, "f1")
    column = wald.decide(P[["a"]], "f1", average="macro")
    assert wald.evaluate(truth["a"], column, "f1") == wald.evaluate(truth["a"], column.mask[:, 0], "f1")


def test_names_come_out():
    series = pd.Series([0.9, 0.2], index=["u", "v"], name="p")
    assert wald.decide(series, "f1").prediction.name == "p"
    assert wald.decide(pl.Series("p", [0.9, 0.2]), "f1").prediction.name == "p"
    worth = wald.expected(P, "f1", P > 0.5)
    assert list(worth.index) == list(P.index)
    assert list(wald.regret(P, "f1", P > 0.5, average="macro").index) == list(P.columns)
    calibration = wald.Calibration.fit("platt", truth=Y, scores=S[:, 0])
    told = calibration.apply(scores=series)
    assert told.name == "p" and list(told.index) == ["u", "v"]
    flagged = wald.apply_thresholds(0.5, series)
    assert flagged.name == "p" and flagged.to_dict() == {"u": 1, "v": 0}
    learner = wald.Learner.fit("lfp", S, np.column_stack([Y, ~Y]), c_values=[1.0])
    assert list(learner.probabilities(pd.DataFrame(S)[:3]).columns) == [0, 1]
    assert learner.probabilities(pl.DataFrame(S)[:3]).columns == ["0", "1"]


def test_words_of_scikit_learn():
    with pytest.raises(wald.ArgumentError, match='average is "samples": must be one of instance, macro, micro'):
        wald.decide(P, "f1", average="samples")  # one word for one thing, in every language
    by = [wald.Calibration.fit(word, truth=Y, scores=S[:, 0]).save() for word in ("sigmoid", "platt")]
    assert by[0] == by[1]
    by = [wald.Learner.fit("lfp", S, Y, c_values=[1.0], calibration=word).save() for word in ("sigmoid", "platt")]
    assert by[0] == by[1]


def test_bounds():
    for name in ("at_least", "at_most"):
        for call in (lambda **m: wald.decide(P.iloc[0], "f1", **m), lambda **m: wald.decide(P, "f1", **m),
                     lambda **m: wald.curve(P.iloc[0], "f1", **m)):
            with pytest.raises(wald.ArgumentError, match=f"{name} is -1: must be at least 0$"):
                call(**{name: -1})
    for alpha in (1.5, np.inf, -0.1):
        with pytest.raises(wald.ArgumentError, match="^alpha is "):
            wald.Cascade.fit(S, alpha=alpha)


# ---- Limits that are not attained ----------------------------------------------------------------


def test_limits_that_are_not_attained():
    held = wald.Sample().feed(RANDOM.random(100) < 0.2, RANDOM.random(100))
    for asked, what in ((dict(min_precision=0.99), "nothing is flagged"),
                        (dict(min_recall=1, max_fp=0), "a recall of")):
        with pytest.warns(wald.DecisionWarning, match=f"no thresholds attain .*: .*{what}") as caught:
            found = held.choose(**asked)
        assert caught[0].filename == __file__ and found.warning == str(caught[0].message)
        assert not found.feasible and found.warning in found.summary()
        assert found.to_dict()["warning"] == found.warning
        assert found.objective in found.warning
    with pytest.warns(wald.DecisionWarning, match="no thresholds attain what is asked of the labels"):
        assert not wald.label_thresholds(np.c_[Y, ~Y], S, min_precision=1 - 1e-9).feasible
    with pytest.warns(wald.DecisionWarning, match="no thresholds attain"):
        wald.ThresholdClassifier(LogisticRegression(), min_precision=0.999, cv=3).fit(S, Y)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert held.choose(max_fp=10).warning == "" and "warning" not in held.choose(max_fp=10).to_dict()


def test_rounding_is_no_error():
    for p in ([1 + 2e-16, 0.5], np.array([[1 + 2e-16, 0.5]])):
        wald.decide(p, "f1")
    assert wald.decide([1 + 2e-16, 0.5], "f1") == wald.decide([1.0, 0.5], "f1")
    with pytest.raises(wald.ArgumentError, match=r"probabilities\[0\] is 1.001: must lie in \[0, 1\]"):
        wald.decide([1.001], "f1")
