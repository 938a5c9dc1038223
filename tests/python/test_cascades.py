"""Rows of scores, cascades and runs: what the package adds to the library's own numbers."""

import copy
import pickle
import threading

import numpy as np
import pandas as pd
import polars as pl
import pytest
import wald
from wald import Cascade, CascadeScores, Trees

RANDOM = np.random.default_rng(6)
N, T = 600, 12
TABLE = RANDOM.normal(size=(N, T)) + 0.4 * RANDOM.normal(size=(N, 1))
CLASSES = RANDOM.normal(size=(N, 5, 3))
FULL = (TABLE.sum(axis=1) >= 0).astype(int)


def a_cascade(**settings):
    return Cascade.fit(TABLE, **settings)


def a_stump(k=0, **shape):
    trees = Trees(2, **shape)
    for j in range(6):
        trees.add(split=["below", "leaf", "leaf"], left=[1, 0, 0], right=[2, 0, 0], feature=[j % 2, 0, 0],
                  threshold=[j / 6 - 0.4, 0, 0], values=[0, -1 - j / 8, 1], output=j % trees.shape.n_outputs)
    return trees


# ---- Rows of scores ------------------------------------------------------------------------------


def test_every_form_of_scores_is_the_same():
    wanted = a_cascade().save()
    wide = np.full((2 * N, 3 * T), np.nan)
    wide[::2, ::3] = TABLE
    names = [f"m{t}" for t in range(T)]
    forms = [np.asfortranarray(TABLE), wide[::2, ::3], TABLE[::-1, ::-1][::-1, ::-1], TABLE.tolist(), TABLE[:, :, None]]
    for form in forms:
        assert a_cascade().save() == wanted == Cascade.fit(CascadeScores(T).feed(form)).save()
    frame = pd.DataFrame(TABLE, columns=names)
    named = Cascade.fit(frame)
    assert named.names == tuple(names) and named.order.tolist() == a_cascade().order.tolist()
    for backwards in (frame[names[::-1]], pl.DataFrame(dict(zip(names[::-1], TABLE.T[::-1])))):
        assert (np.asarray(named.apply(backwards).decisions) == a_cascade().apply(TABLE).decisions).all()
    floats = TABLE.astype(np.float32)
    assert Cascade.fit(floats).save() == Cascade.fit(floats.astype(float)).save()
    series = named.apply(frame.set_index(np.arange(N) + 7))
    assert series.counts.index[0] == 7 and isinstance(series.decisions, pd.Series)


def test_chunks_merging_copies():
    weights, targets = RANDOM.integers(0, 3, N), FULL.astype(np.float32)
    whole = CascadeScores(T).feed(TABLE, weights, targets)
    parts = CascadeScores(T), CascadeScores(T)
    for i in range(0, N, 50):
        parts[i % 100 == 0].feed(TABLE[i : i + 50], weights[i : i + 50], targets[i : i + 50])
    for order in ("joint", "mse", "greedy"):
        merged = parts[0].copy().merge(parts[1])
        assert Cascade.fit(merged, order=order).save() == Cascade.fit(whole, order=order).save()
    assert whole.shape == (N, T, 1) == copy.deepcopy(whole).shape and len(whole) == N
    twice = whole.copy().merge(whole)
    assert len(twice) == 2 * N and repr(twice) == "<CascadeScores: 1200 rows of 12 models>"
    assert twice.merge(twice).clear().shape.n_rows == 0
    assert repr(CascadeScores(2, 3)) == "<CascadeScores: 0 rows of 2 models and 3 classes>"
    with pytest.raises(TypeError, match="rows of scores are not saved"):
        pickle.dumps(whole)


def test_of_trees():
    trees = a_stump(base=[0.25])
    features = RANDOM.normal(size=(300, 2))
    fed = CascadeScores.of_trees(trees, features)
    margins = trees.evaluate(features)
    cascade = Cascade.fit(fed, alpha=0, threshold=trees.threshold(0.5)).bind(trees)
    assert (cascade.apply_trees(features).decisions == (margins >= 0.5)).all()
    assert (cascade.n_features, cascade.n_models) == (2, 6)
    frame = pd.DataFrame(features, columns=["x", "y"], index=np.arange(300) + 5)
    assert cascade.apply_trees(frame).counts.index[0] == 5
    again = Cascade.load(cascade.save())
    assert (again.apply_trees(features).decisions == cascade.apply_trees(features).decisions).all()
    named = Cascade.fit(fed, alpha=0).bind(a_stump(feature_names=["x", "y"]))
    for one in (named, pickle.loads(pickle.dumps(named)), copy.copy(named)):
        assert (one.apply_trees(frame[["y", "x"]]).decisions.to_numpy() == one.apply_trees(features).decisions).all()
    several = a_stump(n_outputs=2, trees_per_model=2)
    cascade = Cascade.fit(CascadeScores.of_trees(several, features), alpha=0).bind(several)
    assert (cascade.apply_trees(features).decisions == np.argmax(several.evaluate(features), axis=1)).all()


# ---- Fitting -------------------------------------------------------------------------------------


@pytest.mark.parametrize("asked", [
    {}, dict(alpha=0.0), dict(order="natural"), dict(order="random", seed=2**63), dict(order="mse"),
    dict(order="greedy"), dict(fixed_order=list(range(T))[::-1]), dict(fixed_order=np.arange(T)), dict(spend="all"),
    dict(spend="proportional"), dict(costs=np.arange(1.0, T + 1)), dict(negatives_only=True), dict(closest=True),
    dict(bins=True), dict(bins=True, gamma=3, bin_width=0.5), dict(folds=3), dict(threshold=1)])
def test_settings(asked):
    cascade = a_cascade(**asked)
    assert sorted(cascade.order) == list(range(T))
    full = (TABLE.sum(axis=1) >= asked.get("threshold", 0)).astype(int)
    answer = cascade.apply(TABLE)
    assert (answer.decisions != full).mean() == pytest.approx(cascade.disagreement)
    assert answer.counts.mean() == pytest.approx(cascade.mean_models)
    if "gamma" not in asked:
        assert cascade.disagreement <= asked.get("alpha", 0.005) + 1e-12
    assert np.bincount(answer.counts, minlength=T + 1)[1:] / N == pytest.approx(cascade.stops)
    if "fixed_order" in asked:
        assert cascade.order.tolist() == list(asked["fixed_order"])
    assert len(cascade.cross_stops) == (T if "folds" in asked else 0)
    assert cascade.negatives_only == bool(asked.get("negatives_only"))
    if cascade.negatives_only:
        assert (answer.counts[answer.decisions == 1] == T).all()
    assert a_cascade(**asked, threads=2).save() == cascade.save()


def test_halves():
    """Thresholds are fitted to the half that did not choose the order."""
    cascade = a_cascade(halves=True, seed=3)
    assert cascade.n_rows == N / 2 and cascade.save() == a_cascade(halves=True, seed=3).save()
    assert cascade.save() != a_cascade(halves=True, seed=4).save()


def test_facts():
    cascade = a_cascade(alpha=0.02, names=list("abcdefghijkl"), folds=4)
    assert (cascade.n_models, cascade.n_classes, cascade.n_rows, len(cascade)) == (T, 1, N, T)
    assert cascade.names == tuple("abcdefghijkl") and cascade.full_cost == T
    assert cascade.speedup == T / cascade.mean_cost and np.isnan(cascade.certified_disagreement)
    known = cascade.to_dict()
    assert known["order"] == cascade.order.tolist() and "certified_disagreement" not in known
    assert known["cross_disagreement"] == cascade.cross_disagreement
    assert "cross-fitted" in cascade.summary() and "rows set aside" not in cascade.summary()
    assert repr(cascade) == f"<Cascade: {cascade.mean_models:.6g} of 12 models on average>"
    for name in ("order", "low", "high", "spread", "stops"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(cascade, name)[0] = 0
    with pytest.raises(AttributeError, match="immutable"):
        cascade.order = None
    for again in (copy.copy(cascade), copy.deepcopy(cascade), pickle.loads(pickle.dumps(cascade)),
                  Cascade.load(cascade.save().encode())):
        assert again.save() == cascade.save() and again.names == cascade.names
        again.close()
    assert not cascade.closed
    with pytest.raises(TypeError, match="made by Cascade.fit"):
        Cascade()


def test_calibration():
    cascade = Cascade.fit(TABLE[:300], TABLE[300:], max_disagreement=0.04, certify=0.9)
    assert cascade.certified_disagreement in (0, 0.04) and cascade.certify == 0.9 and cascade.n_held_out_rows == 300
    assert len(cascade.held_out_stops) == T and "certified" in cascade.summary()
    later = Cascade.fit(TABLE[:300], spend="all").calibrate(TABLE[300:], max_disagreement=0.04, certify=0.9)
    assert (later.high == cascade.high).all() and np.isnan(later.mean_models)
    assert repr(later).startswith(f"<Cascade: {later.held_out_mean_models:.6g} of 12")
    evaluated = cascade.evaluate(TABLE[300:], threads=2)
    assert evaluated[:2] == (cascade.held_out_disagreement, cascade.held_out_mean_models)
    assert (evaluated.stops == cascade.held_out_stops).all()


def test_frames_go_by_name_everywhere():
    frame = pd.DataFrame(TABLE, columns=[f"m{t}" for t in range(TABLE.shape[1])])
    turned = frame[frame.columns[::-1]]
    cascade = Cascade.fit(frame)
    assert cascade.evaluate(turned).disagreement == cascade.evaluate(TABLE).disagreement
    assert cascade.calibrate(turned, max_disagreement=0.2).save() == cascade.calibrate(frame, max_disagreement=0.2).save()
    assert Cascade.fit(frame, turned, max_disagreement=0.2).save() == Cascade.fit(frame, frame, max_disagreement=0.2).save()
    plain = pd.DataFrame(TABLE)  # columns 0, 1, ...: saved as texts
    assert np.array_equal(Cascade.fit(plain).apply(plain).decisions, cascade.apply(TABLE).decisions)
    with pytest.raises(wald.ArgumentError, match="must have"):
        cascade.evaluate(CascadeScores(TABLE.shape[1], names=range(TABLE.shape[1])).feed(TABLE))


def test_long_calls():
    many = RANDOM.normal(size=(4000, 100))
    seen = []
    Cascade.fit(many, folds=5, progress=seen.append)
    assert len(seen) >= 2 and seen == sorted(seen) and 0 <= seen[0] and seen[-1] <= 1
    with pytest.raises(wald.Cancelled, match="cancelled by the progress callback"):
        Cascade.fit(many, progress=lambda fraction: False)

    def breaks(fraction):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Cascade.fit(many, progress=breaks)
    with pytest.raises(TypeError, match="progress must be callable"):
        Cascade.fit(many, progress=3)


# ---- Running -------------------------------------------------------------------------------------


def test_functions_are_asked_for_what_is_needed():
    cascade = a_cascade()
    wanted, asked = cascade.apply(TABLE), []

    def scores(model, rows):
        asked.append((model, len(rows)))
        assert rows.dtype == np.int64 and rows.flags.owndata
        return TABLE[rows, model]

    answer = cascade.apply_function(N, scores)
    assert (answer.decisions == wanted.decisions).all() and (answer.counts == wanted.counts).all()
    assert sum(n for _, n in asked) == wanted.counts.sum()
    assert [m for m, _ in asked] == cascade.order[: len(asked)].tolist()
    assert cascade.apply_function(0, scores).decisions.shape == (0,)
    several = Cascade.fit(CLASSES)
    answer = several.apply_function(N, lambda model, rows: CLASSES[rows, model])
    assert (answer.decisions == several.apply(CLASSES).decisions).all()
    assert (several.apply(CLASSES.reshape(N, 15)).counts == answer.counts).all()


@pytest.mark.parametrize("function, error, match", [
    (lambda model, rows: 1 / 0, ZeroDivisionError, "division by zero"),
    (lambda model, rows: False, wald.Cancelled, "cancelled by the score callback"),
    (lambda model, rows: TABLE[rows], wald.ArgumentError, r"have shape \(600, 12\): must be \(600,\)"),
    (lambda model, rows: None, wald.ArgumentError, "have shape"),
    (lambda model, rows: np.full(len(rows), np.nan), wald.CallbackError, "is nan: must be finite"),
    (lambda model, rows: "a", ValueError, "could not convert"),
    (3, TypeError, "function must be callable"),
])
def test_functions_that_fail(function, error, match):
    cascade = a_cascade()
    with pytest.raises(error, match=match):
        cascade.apply_function(N, function)
    assert (cascade.apply_function(N, lambda model, rows: TABLE[rows, model]).decisions
            == cascade.apply(TABLE).decisions).all()


@pytest.mark.parametrize("n_classes", [1, 2, 3])
def test_arrays_mean_what_they_say(n_classes):
    """Walking the positions by hand decides as the cascade does. Scores are multiples of 1/64: sums are exact."""
    random = np.random.default_rng(n_classes)
    for _ in range(60):
        table = np.round(64 * random.normal(size=(80, 6, n_classes))) / 64
        cascade = Cascade.fit(table, alpha=random.choice([0, 0.02, 0.2]), order=random.choice(["joint", "natural"]),
                              **({"negatives_only": bool(random.integers(2))} if n_classes == 1 else {}),
                              costs=random.integers(1, 4, 6))
        decisions, counts, sums = [], [], []
        for x in table:
            total = np.zeros(n_classes)
            for position, model in enumerate(cascade.order):
                total += x[model]
                low, high = cascade.low[position], cascade.high[position]
                if n_classes == 1:
                    decision = 0 if total[0] < low else 1 if total[0] >= high else None
                    last = int(total[0] >= cascade.threshold)
                else:
                    best = int(np.argmax(total))
                    decision = best if total[best] - np.delete(total, best).max() >= high else None
                    last = best
                if decision is not None or position == 5:
                    break
            decisions.append(last if decision is None else decision)
            counts.append(position + 1)
            sums.append(total if position == 5 else np.full(n_classes, np.nan))
        answer = cascade.apply(table)
        assert answer.decisions.tolist() == decisions and answer.counts.tolist() == counts
        assert np.array_equal(answer.sums.reshape(80, n_classes), sums, equal_nan=True)
        lazy = cascade.apply_function(80, lambda model, rows: table[rows, model].reshape(len(rows), -1).squeeze(1)
                                      if n_classes == 1 else table[rows, model])
        assert np.array_equal(lazy.sums, answer.sums, equal_nan=True)


def test_runs():
    cascade = a_cascade()
    wanted, run = cascade.apply(TABLE), cascade.run()
    assert (run.model, run.decision, run.count) == (cascade.order[0], None, 0)
    cascade.close()  # a run lives on
    for i in range(N):
        model = run.start()
        while model is not None:
            assert run.model == model and run.decision is None
            model = run.feed(TABLE[i, model])
        assert (run.decision, run.count) == (wanted.decisions[i], wanted.counts[i])
        assert np.array_equal(run.sums, [wanted.sums[i]], equal_nan=True)
    assert repr(run) == f"<CascadeRun: decided for {run.decision}, {run.count} asked>"
    with pytest.raises(wald.ArgumentError, match="decided"):
        run.feed(0.0)
    with pytest.raises(wald.ArgumentError, match="is nan: must be finite"):
        run.start(), run.feed(np.nan)
    with pytest.raises(TypeError, match="score must be a number"):
        run.feed("1")
    several = Cascade.fit(CLASSES)
    answer, one = several.apply(CLASSES), several.run()
    for i in range(50):
        assert one.decide(lambda model: CLASSES[i, model]) == answer.decisions[i]
    with pytest.raises(wald.ArgumentError, match="scores has 2 numbers: must have 3"):
        one.start(), one.feed([0, 1])
    with pytest.raises(TypeError, match="a run is not saved"):
        pickle.dumps(one)
    with pytest.raises(TypeError, match="made by Cascade.run"):
        wald.CascadeRun()


# ---- Errors, ends --------------------------------------------------------------------------------


@pytest.mark.parametrize("call, match", [
    (lambda: CascadeScores(0), "n_models is 0"),
    (lambda: CascadeScores(2, names=["a"]), "names has 1 elements: must have one per model, 2"),
    (lambda: CascadeScores(2).feed([[1.0, np.inf]]), r"scores\[0\]\[1\] is inf: must be finite"),
    (lambda: CascadeScores(2).feed([1.0, 2.0]), "scores has 1 dimensions"),
    (lambda: CascadeScores(2).feed([[1.0]]), "n_scores is 1: must be 2, one per model"),
    (lambda: CascadeScores(2, 3).feed(np.zeros((4, 3, 2))), r"scores has shape \(4, 3, 2\): must be \(n_rows, 2, 3\)"),
    (lambda: CascadeScores(1).feed([[1.0]], [1, 2]), "weights has 2 elements: there are 1 rows"),
    (lambda: CascadeScores(1).feed([[1.0]], None, []), "targets has 0 elements: there are 1 rows"),
    (lambda: CascadeScores(1, names="a").feed(pd.DataFrame({"b": [1.0]})), "scores has no column 'a': it has 'b'"),
    (lambda: CascadeScores(2).merge(CascadeScores(3)), "other has 3 models: must have 2"),
    (lambda: CascadeScores(1, names="a").merge(CascadeScores(1, names="b")), r"other has the models \['b'\]"),
    (lambda: CascadeScores(5).feed_trees(a_stump(), [[0, 0]]), "the trees are 6 models of 1 outputs: must be as the s"),
    (lambda: Cascade.fit(CascadeScores(2)), "rows is 0"),
    (lambda: Cascade.fit([1.0, 2.0]), "scores has 1 dimensions"),
    (lambda: a_cascade(order="best"), 'order is "best": must be one of joint, natural'),
    (lambda: a_cascade(fixed_order=[0, 0]), "order has 2 models: must have each once, 12"),
    (lambda: a_cascade(fixed_order=[]), "fixed_order has 0 numbers"),
    (lambda: a_cascade(fixed_order=[2**70]), r"fixed_order\[0\] is 1180591620717411303424: must fit in 64 bits"),
    (lambda: a_cascade(costs=[[1.0]]), "costs has 2 dimensions"),
    (lambda: a_cascade(costs=[]), "costs has 0 numbers"),
    (lambda: a_cascade(names=["a\0b"] * T), "holds a NUL character"),
    (lambda: a_cascade(seed=-1), "seed is -1"),
    (lambda: a_cascade(alpha=-1), "alpha is -1"),
    (lambda: a_cascade(gamma=np.nan), "gamma is nan: must be a number, or None"),
    (lambda: a_cascade().apply(TABLE[:, :3]), "n_scores is 3: must be 12"),
    (lambda: a_cascade().apply_function(-1, lambda model, rows: rows), "n_rows is -1"),
    (lambda: a_cascade().apply_trees([[0.0]]), "trees"),
    (lambda: a_cascade().evaluate(CLASSES), "has 5 models: must have 12"),
    (lambda: a_cascade().bind(a_stump()), "n_models|models"),
    (lambda: Cascade.load("[]"), "saved cascade"),
])
def test_errors(call, match):
    with pytest.raises(wald.WaldError, match=match):
        call()


def test_types():
    for call, match in ((lambda: a_cascade().bind(3), "trees must be Trees"),
                        (lambda: CascadeScores(1).merge(3), "other must be CascadeScores"),
                        (lambda: CascadeScores(1).feed_trees(3, [[1.0]]), "trees must be Trees"),
                        (lambda: a_cascade(fixed_order=[[0.5]]), r"fixed_order\[0\]\[0\] must be a whole number"),
                        (lambda: a_cascade(alpha="x"), "alpha must be a number"),
                        (lambda: Cascade.load(3), "text must be a str")):
        with pytest.raises(TypeError, match=match):
            call()
    with pytest.raises(TypeError, match="there is no argument 'gama'"):
        a_cascade(gama=3)


def test_close():
    scores, cascade, trees = CascadeScores(T).feed(TABLE), a_cascade(), a_stump()
    run = cascade.run()
    for thing, noun, uses in (
        (scores, "scores", [lambda: scores.shape, lambda: scores.feed(TABLE), lambda: Cascade.fit(scores),
                            scores.copy]),
        (cascade, "cascade", [cascade.save, cascade.run, lambda: cascade.apply(TABLE), lambda: cascade.evaluate(TABLE),
                              lambda: cascade.apply_function(1, len), lambda: cascade.bind(a_stump())]),
        (trees, "trees", [trees.save, lambda: trees.evaluate([[0, 0]]), lambda: trees.shape,
                          lambda: CascadeScores(6).feed_trees(trees, [[0, 0]])]),
        (run, "run", [run.start, lambda: run.feed(0.0)]),
    ):
        with thing as same:
            assert same is thing and not thing.closed
        thing.close()
        assert thing.closed and "closed" in repr(thing)
        for use in uses:
            with pytest.raises(wald.ArgumentError, match=f"^{noun} is closed$"):
                use()


def test_eight_threads_share_a_cascade():
    trees, features = a_stump(), RANDOM.normal(size=(400, 2))
    cascade = Cascade.fit(CascadeScores.of_trees(trees, features)).bind(trees)
    other, wanted = a_cascade(), a_cascade().apply(TABLE)
    of_trees, failed = cascade.apply_trees(features), []

    def use():
        try:
            run = other.run()
            for i in range(60):
                assert (cascade.apply_trees(features, threads=1 + i % 2).decisions == of_trees.decisions).all()
                assert run.decide(lambda model: TABLE[i, model]) == wanted.decisions[i]
                answer = other.apply_function(50, lambda model, rows: TABLE[rows, model])
                assert (answer.counts == wanted.counts[:50]).all()
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=use) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed, failed


def test_closing_during_a_call():
    """The object lives until the call is over."""
    cascade = a_cascade()

    def scores(model, rows):
        cascade.close()
        return TABLE[rows, model]

    wanted = a_cascade().apply(TABLE)
    assert (cascade.apply_function(N, scores).decisions == wanted.decisions).all() and cascade.closed
