"""Routes: a cheap stage where it is good enough, an expensive one where it is not."""

import json
import math
import pickle

import numpy as np
import pandas as pd
import pytest
import wald
from wald import Route, Stages


def table(n=400, seed=1):
    random = np.random.default_rng(seed)
    truth = random.integers(0, 2, n)
    sure = random.random(n)
    cheap = np.where(random.random(n) < 0.5 + 0.5 * sure, truth, 1 - truth)
    expensive = np.where(random.random(n) < 0.98, truth, 1 - truth)
    return np.column_stack([sure, np.ones(n)]), np.column_stack([cheap, expensive]), truth


SURE, ANSWERS, TRUTH = table()
STAGES = Stages(2).feed(SURE, answers=ANSWERS, truth=TRUTH, costs=[1, 10])


def quality_and_cost(threshold):
    taken = SURE[:, 0] >= threshold
    right = np.where(taken, ANSWERS[:, 0] == TRUTH, ANSWERS[:, 1] == TRUTH)
    return right.mean(), np.where(taken, 1, 11).mean()


def test_the_best_threshold_by_trying_all():
    route = Route.choose(STAGES, min_quality=0.9)
    tried = [quality_and_cost(t) for t in [*SURE[:, 0], math.inf]]
    best = min(cost for quality, cost in tried if quality >= 0.9)
    assert route.cost == pytest.approx(best) and route.exact and route.feasible
    assert (route.quality, route.cost) == pytest.approx(quality_and_cost(route.thresholds[0, 0]))
    assert route.full_cost == 10 and route.full_quality == pytest.approx((ANSWERS[:, 1] == TRUTH).mean())
    assert (np.diff(route.envelope_cost) > 0).all() and (np.diff(route.envelope_quality) > 0).all()
    assert route.envelope_hull.dtype == bool and route.envelope_hull[[0, -1]].all()
    assert (route.goal, route.measure, route.by, route.theorem) == ("cost", "accuracy", "none", "none")
    assert repr(route).startswith("<Route: 2 stages, cost ")


def test_a_route_promises_its_measure():
    route = Route.choose(STAGES, min_quality=0.9)
    right = ANSWERS[np.arange(len(TRUTH)), route.apply(SURE)] == TRUTH
    promise = route.promise(0.9, average_run=5000).feed(np.ones(len(TRUTH)), right)
    assert (promise.claim, promise.value) == ("hamming>=0.9", pytest.approx(route.quality))
    with pytest.raises(wald.ArgumentError, match="the route does not keep min_quality: give the bound"):
        Route.load(route.save()).promise()
    with pytest.raises(wald.WaldError, match="agreement"):
        Route.choose(STAGES, min_quality=0.9, measure="agreement").promise(0.9)


def test_apply_next_and_run_agree():
    route = Route.choose(STAGES, by="class", min_quality=0.9)
    stages = route.apply(SURE, ANSWERS[:, 0])
    asked = []

    def stage(s):
        def ask(i):
            asked.append(s)
            return ANSWERS[i, s], SURE[i, s]
        return ask

    for i in range(50):
        asked.clear()
        said = route.run([stage(0), stage(1)], i)
        assert said.stage == stages[i] and said.answer == ANSWERS[i, said.stage] and list(said.asked) == asked
        following = route.next(0, SURE[i, 0], group=ANSWERS[i, 0])
        assert following == (-1 if stages[i] == 0 else 1)
    cost = np.where(stages == 0, 1, 11).mean()
    found = route.evaluate(STAGES)
    assert found.cost == pytest.approx(cost) and found.quality == pytest.approx(route.quality)
    assert found.shares == pytest.approx([np.mean(stages == 0), np.mean(stages == 1)])
    with pytest.raises(ZeroDivisionError):
        route.run([lambda row: 1 / 0, stage(1)], 0)


def test_router_and_segments():
    segments = np.arange(len(TRUTH)) % 3
    stages = Stages(2).feed(SURE, answers=ANSWERS, truth=TRUTH, costs=[1, 10], segments=segments, scores=SURE[:, 0])
    route = Route.choose(stages, router=True, by="segment", goal="quality", budget=5)
    assert route.thresholds.shape == (3, 2) and route.cost <= 5
    chosen = route.apply(SURE[:, 0], segments)
    assert np.where(chosen == 0, 1, 10).mean() == pytest.approx(route.cost)
    assert route.next(-1, 2.0, group=1) == 0 and route.next(0, 2.0, group=1) == -1
    assert route.next(-1, 2.0, group=7) == 1  # not known: the last one
    with pytest.raises(wald.ArgumentError, match="groups is NULL"):
        route.apply(SURE[:, 0])


def test_what_is_right_weights_and_float32():
    right = (ANSWERS == TRUTH[:, None]).astype(np.float32)
    known = Stages(2).feed(SURE.astype(np.float32), right=right, weights=np.full(400, 2.0), costs=[1, 10])
    wide = Stages(2).feed(SURE.astype(np.float32).astype(float), answers=ANSWERS, truth=TRUTH, costs=[1, 10])
    assert Route.choose(known, min_quality=0.9).cost == Route.choose(wide, min_quality=0.9).cost
    assert known.n_classes == 0 and wide.n_classes == 2
    with pytest.raises(wald.ArgumentError, match="measure is recall: requires answers"):
        Route.choose(known, measure="recall")


def test_pieces_merging_saving(tmp_path):
    head = Stages(2).feed(SURE[:100], answers=ANSWERS[:100], truth=TRUTH[:100], costs=[1, 10])
    tail = Stages(2).feed(SURE[100:], answers=ANSWERS[100:], truth=TRUTH[100:], costs=[1, 10])
    assert head.merge(tail).save() == STAGES.save() and len(head) == 400
    assert Stages.load(STAGES.save(binary=True)).save() == STAGES.save()
    assert STAGES.copy().merge(STAGES).n_rows == 800
    assert STAGES.copy().save() == STAGES.save()
    assert wald.Stages(3).copy().save() == wald.Stages(3).save()
    route = Route.choose(STAGES, min_quality=0.9)
    path = tmp_path / "route.json"
    route.save(path)
    again = Route.load(path)
    assert again.save() == route.save() and again.to_dict() == route.to_dict()
    read = json.loads(path.read_text())
    # As another program reads it.
    threshold = read["groups"][0][0]
    assert read["groups"][0][1] == "-inf" and read["wald"] == "route"
    assert (np.where(SURE[:, 0] >= threshold, 0, 1) == route.apply(SURE)).all()
    with pytest.raises(wald.FormatError, match="does not end with a stage"):
        Route.load(path.read_text().replace('"-inf"', "0.5"))


def test_certificates_and_labels():
    sure, answers, truth = table(4000, 2)
    stages = Stages(2).feed(sure, answers=answers, costs=[1, 10])
    question = dict(min_quality=0.85, certify=0.9)
    with pytest.raises(wald.ArgumentError, match="no row of a weight above 0 is labelled"):
        Route.choose(stages, **question)
    for batch in range(20):
        rows = stages.ask(batch_size=150, **question)
        assert stages.n_waiting == len(rows)
        with pytest.raises(wald.ArgumentError, match="have no label yet"):
            Route.choose(stages, **question)
        stages.label(rows, truth[rows])
        route = Route.choose(stages, **question)
        if route.certified:
            break
    assert route.certified and route.theorem == "bets" and route.cost < 10 and route.labels_needed == 0
    assert stages.n_labelled < 2000 and stages.n_batches == batch + 1 and batch >= 1
    taken = route.apply(sure)
    assert (answers[np.arange(4000), taken] == truth).mean() > 0.85
    with pytest.raises(wald.ArgumentError, match="was not asked for"):
        stages.label([int(rows[0])], [1])


@pytest.mark.parametrize("wrong, message", [
    (lambda: Stages(1), "n_stages is 1"),
    (lambda: Stages(2).feed([[0.5, math.inf]], right=[[1, 1]]), r"confidences\[0\]\[1\] is inf"),
    (lambda: Stages(2).feed([[0.5, 1]], right=[[1, 2]]), r"right\[0\]\[1\] is 2"),
    (lambda: Stages(2).feed([[0.5, 1]]), "answers is NULL: must be given, or right"),
    (lambda: Stages(2).feed([[0.5, 1]], answers=[[0.5, 1]]), "answers holds numbers that are not whole"),
    (lambda: Stages(2).feed([[0.5, 1]], answers=[[0, 1]], costs=[1]), "costs has 1 elements"),
    (lambda: Stages(2).feed([[0.5, 1]], answers=[[0, 1]], label_probabilities=[0]), r"label_probabilities\[0\] is 0"),
    (lambda: Route.choose(STAGES, goal="quality"), "budget is not set"),
    (lambda: Route.choose(STAGES, goal="costs"), 'did you mean "cost"|"costs"'),
    (lambda: Route.choose(STAGES).next(5, 0.5), "stage is 5"),
])
def test_errors(wrong, message):
    with pytest.raises(wald.WaldError, match=message):
        wrong()


def test_closed_and_types():
    stages = Stages(2)
    stages.close()
    assert stages.closed and repr(stages) == "<Stages, closed>"
    with pytest.raises(wald.ArgumentError, match="stages is closed"):
        stages.feed([[1, 1]], right=[[1, 1]])
    with pytest.raises(TypeError, match="stages must be Stages"):
        Route.choose([[1, 2]])
    with pytest.raises(TypeError, match="made by Route.choose"):
        Route()


def test_a_route_that_does_not_do_what_was_asked_for_warns():
    asked = [({"min_quality": 1.0}, "no route reaches the quality 1: this is the nearest one"),
             ({"goal": "quality", "budget": 0.5}, "no route keeps within the budget"),
             ({"min_quality": 0.975, "certify": 0.99}, "no route can be certified")]
    for options, text in asked:
        with pytest.warns(wald.DecisionWarning, match=text) as seen:
            route = Route.choose(STAGES, **options)
        assert len(seen) == 1 and seen[0].filename == __file__
        assert not (route.certified if "certify" in options else route.feasible)
    wrong = Stages(2).feed(SURE, answers=1 - np.column_stack([TRUTH, TRUTH]), truth=TRUTH, costs=[1, 10])
    with pytest.warns(wald.DecisionWarning, match=r"^no route reaches the quality 0\.95, the default of min_quality: this is"):
        Route.choose(wrong)


def test_certificates_do_not_look_at_the_weights_that_were_fed():
    rows = {"answers": ANSWERS, "truth": TRUTH, "costs": [1, 10]}
    asked = {"min_quality": 0.8, "certify": 0.9}
    plain = Route.choose(STAGES, **asked)
    assert plain.certified and plain.theorem == "tested-path"
    weighted = Stages(2).feed(SURE, weights=np.ones(400), **rows)
    for stages in (weighted, weighted.copy(), Stages.load(weighted.save()), Stages(2).feed(SURE, **rows).merge(weighted)):
        with pytest.raises(wald.ArgumentError, match="max_weight is not set: rows have weights"):
            Route.choose(stages, **asked)
    alike = Route.choose(weighted, equal_weights=True, **asked)
    assert alike.theorem == "tested-path" and (alike.thresholds == plain.thresholds).all()
    assert Route.choose(weighted, max_weight=2, **asked).theorem == "bets"
    assert Route.choose(STAGES, max_weight=2, **asked).theorem == "bets"
    sampled = Stages(2).feed(SURE, label_probabilities=np.full(400, 0.05), **rows)
    with pytest.raises(wald.ArgumentError, match="min_probability is 0.1: a row was drawn with 0.05"):
        Route.choose(sampled, **asked)
    with pytest.warns(wald.DecisionWarning, match="no route can be certified"):
        assert Route.choose(sampled, min_probability=0.05, **asked).theorem == "bets"


def test_many_small_feeds_are_one_large_one():
    parts = Stages(2)
    for i in range(400):
        parts.feed(SURE[i:i + 1], answers=ANSWERS[i:i + 1], truth=TRUTH[i:i + 1], costs=[1, 10])
    assert parts.save() == STAGES.save()
    whole = Route.choose(STAGES, min_quality=0.9)
    assert (Route.choose(parts, min_quality=0.9).thresholds == whole.thresholds).all()


# ---- Words ---------------------------------------------------------------------------------------

WORDS = np.array(["cat", "dog"])


def in_words(rows=slice(None), **names):
    truth = [None if i % 5 == 0 else WORDS[t] for i, t in enumerate(TRUTH[rows])]
    return Stages(2, **names).feed(SURE[rows], answers=WORDS[ANSWERS[rows]], truth=truth, costs=[1, 10])


def test_words_are_classes():
    """Words were refused: "answers must be whole numbers"."""
    named = in_words()
    numbers = Stages(2).feed(SURE, answers=ANSWERS, truth=np.where(np.arange(len(TRUTH)) % 5 == 0, -1, TRUTH), costs=[1, 10])
    assert named.save() == numbers.save() and named.class_names == ("cat", "dog") and numbers.class_names is None
    route, plain = (Route.choose(each, by="class", min_quality=0.9) for each in (named, numbers))
    assert route.group_names == ("cat", "dog") and plain.group_names is None
    by_words = route.apply(SURE, pd.Series(WORDS[ANSWERS[:, 0]]))
    assert by_words.tolist() == plain.apply(SURE, ANSWERS[:, 0]).tolist()
    assert route.next(0, 0.7, group="dog") == plain.next(0, 0.7, group=1)
    said = route.run([lambda i, s=s: (WORDS[ANSWERS[i, s]], SURE[i, s]) for s in (0, 1)], 3)
    assert said.answer in ("cat", "dog") and said.stage == by_words[3]
    again = pickle.loads(pickle.dumps(route))
    assert again.group_names == ("cat", "dog") and again.apply(SURE, WORDS[ANSWERS[:, 0]]).tolist() == by_words.tolist()
    with pytest.raises(wald.ArgumentError, match=r"^groups\[0\] is 'cow': must be one of 'cat', 'dog'$"):
        route.apply(SURE[:1], ["cow"])


def test_words_of_parts_and_segments():
    first, second = in_words(slice(0, 200), class_names=WORDS.tolist()), in_words(slice(200, 400), class_names=WORDS.tolist())
    merged = first.copy().merge(second)
    assert merged.class_names == ("cat", "dog") and merged.n_rows == 400
    again = pickle.loads(pickle.dumps(merged))
    assert again.class_names == merged.class_names and again.save() == merged.save()
    assert Stages.load(merged.save(), class_names=WORDS.tolist()).class_names == ("cat", "dog")
    with pytest.raises(wald.ArgumentError, match="^other has the class_names .'dog', 'cat'.: must have .'cat', 'dog'.; give both"):
        first.merge(in_words(class_names=["dog", "cat"]))
    with pytest.raises(wald.ArgumentError, match="^class_names has 'a' twice"):
        Stages(2, class_names=["a", "a"])
    where = np.where(np.arange(400) % 2 == 0, "north", "south")
    segments = Stages(2).feed(SURE, answers=ANSWERS, truth=TRUTH, costs=[1, 10], segments=where)
    route = Route.choose(segments, by="segment", min_quality=0.9)
    assert route.group_names == ("north", "south") == segments.segment_names
    assert route.evaluate(segments).cost == pytest.approx(route.cost)
    with pytest.raises(wald.ArgumentError, match="^stages has the segment_names"):
        route.evaluate(Stages(2).feed(SURE, answers=ANSWERS, segments=np.where(where == "north", "x", "y")))
    with pytest.raises(wald.ArgumentError, match=r"^segments\[1\] is None: must be one of 'a'$"):
        Stages(2).feed(SURE[:2], answers=ANSWERS[:2], segments=["a", None])
