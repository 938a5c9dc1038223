"""Wrong arguments: what is raised, and that it says what is wrong. The library's sentences are in test_conformance."""

import pickle
import re

import numpy as np
import pandas as pd
import pytest
import wald
from scipy import sparse


def test_classes():
    for cls, base in ((wald.ArgumentError, ValueError), (wald.OutOfMemoryError, MemoryError),
                      (wald.CapacityError, BufferError), (wald.UnsupportedError, NotImplementedError),
                      (wald.FormatError, ValueError), (wald.CallbackError, ValueError),
                      (wald.InternalError, RuntimeError)):
        assert issubclass(cls, wald.WaldError) and issubclass(cls, base)
    with pytest.raises(ValueError, match=r"probabilities\[1\] is 1.2: must lie in \[0, 1\]") as caught:
        wald.decide([0.5, 1.2], "f1")
    assert caught.value.status == 1 and caught.value.status_name == "WALD_ERROR_ARGUMENT"
    again = pickle.loads(pickle.dumps(caught.value))
    assert type(again) is wald.ArgumentError and str(again) == str(caught.value) and again.status == 1
    assert wald.ArgumentError.__module__ == "wald"
    from wald._core.errors import error_of

    assert type(error_of(99, "new")) is wald.WaldError and error_of(99, "new").status_name == "WALD_ERROR_UNKNOWN"


@pytest.mark.parametrize("p", [np.array([1 + 2j]), np.array(["0.5"]), [None], ["a"], [[0.1], [0.2, 0.3]], {"a": 0.5},
                               np.array([0.5], object), pd.Series(["x"]), pd.DataFrame({"a": ["x"]}),
                               np.ma.array([0.5, 0.1], mask=[True, False])])
def test_what_is_no_number(p):
    with pytest.raises(TypeError, match="probabilities must be numbers|the array has masked elements"):
        wald.decide(p, "f1")


@pytest.mark.parametrize("what", ["0.5", b"0.5", None, [0.5], 1j])
def test_scalars_that_are_no_numbers(what):
    """Text that looks like a number is none, wherever a number is taken."""
    found = wald.distribution([0.5], "f1", [1])
    counts = wald.Estimator.counts([[0.3]], 0.7)
    calls = {
        "utility": lambda: wald.Metric("f1").loss(what),
        "level": lambda: found.interval(what),
        "u": lambda: found.at_least_error(what),
        "the value of mine": lambda: wald.decide([0.5], wald.Metric.custom(lambda *_: what, "mine")),
    }
    if what is not None:  # which is the default of these
        calls["abstain"] = lambda: wald.decide([0.5], "f1", abstain=what)
        calls["weight"] = lambda: counts.feed([[0.3]], p_zero=0.7, weight=what)
        calls["p_zero"] = lambda: wald.Estimator.counts([[0.3]], what)
    for name, call in calls.items():
        with pytest.raises(TypeError, match=f"{name} must be a number: found "):
            call()


def test_texts_are_no_arrays():
    found = wald.distribution([0.5], "f1", [1])
    for name, call in (("q", lambda: found.quantile(["0.5"])), ("u", lambda: found.at_least("0.5")),
                       ("values", lambda: wald.Metric.table([[["0", "0"]] * 2] * 2))):
        with pytest.raises(TypeError, match=f"{name} must be numbers: found"):
            call()


def test_numbers_too_large():
    with pytest.raises(wald.ArgumentError, match="abstain is inf: must be finite"):
        wald.decide([0.5], "f1", abstain=10**400)
    with pytest.raises(wald.CallbackError, match="gave -inf at"):
        wald.decide([0.5], wald.Metric.custom(lambda *_: -(10**400)))
    with pytest.raises(wald.ArgumentError, match=r"level is 2: must lie in \[0, 1\]"):
        wald.distribution([0.5], "f1", [1]).interval(2)


def test_positions_of_answers():
    decisions = wald.decide([[0.5, 0.2]], "f1")
    for wrong in (1.0, "0", None):
        with pytest.raises(TypeError, match="answer must be a whole number: found"):
            decisions[wrong]
    with pytest.raises(IndexError, match="answer is 1: there are 1"):
        decisions[1]


def test_missing_values():
    for p in ([0.5, np.nan], pd.Series([0.5, None]), pd.Series([0.5, pd.NA], dtype="Float64")):
        with pytest.raises(wald.ArgumentError, match=r"probabilities\[1\] is nan: must lie in \[0, 1\]"):
            wald.decide(p, "f1")


def test_dimensions():
    with pytest.raises(wald.ArgumentError, match="probabilities has 3 dimensions: must have 1"):
        wald.decide(np.zeros((1, 1, 1)), "f1")
    with pytest.raises(wald.ArgumentError, match="probabilities has 0 dimensions"):
        wald.decide(0.5, "f1")
    with pytest.raises(wald.ArgumentError, match="mask has 2 dimensions"):
        wald.expected([0.5], "f1", [[1]])
    with pytest.raises(wald.ArgumentError, match="must have the same shape"):
        wald.expected([[0.5]], "f1", [[1, 0]])
    with pytest.raises(wald.ArgumentError, match="must have the same shape"):
        wald.evaluate([[1]], [[1, 0]], "f1")
    with pytest.raises(wald.ArgumentError, match="truth has 3 dimensions"):
        wald.evaluate([[[1]]], [[[1]]], "f1")
    with pytest.raises(wald.ArgumentError, match="must have 1"):
        wald.curve([[0.5]], "f1")


@pytest.mark.parametrize("h", [[0, 2], [0, -1], [0, 0.5], [0, 300], np.uint8([0, 2])])
def test_masks(h):
    with pytest.raises(wald.ArgumentError, match=r"mask\[1\] is .*: must be 0 or 1"):
        wald.expected([0.5, 0.5], "f1", h)
    with pytest.raises(wald.ArgumentError, match=r"truth\[0\]\[1\] is .*: must be 0 or 1"):
        wald.evaluate([h] if isinstance(h, list) else h[None], [[0, 1]], "f1")


def test_masks_of_no_numbers():
    with pytest.raises(TypeError, match="mask must be a mask of 0 and 1 or of bool"):
        wald.expected([0.5], "f1", ["a"])


@pytest.mark.parametrize("prediction", [[[3, 1]], np.uint8([[3, 1]])])
def test_predictions(prediction):
    with pytest.raises(wald.ArgumentError, match=r"prediction\[0\]\[0\] is 3: must be 0, 1 or 2 \(undecided\)"):
        wald.evaluate([[0, 1]], prediction, "f1")


def test_options():
    p = [0.5, 0.5]
    with pytest.raises(wald.ArgumentError, match='average is "rows": must be one of instance, macro, micro'):
        wald.decide([p], "f1", average="rows")
    with pytest.raises(wald.ArgumentError, match="average is macro: deciding reads it with tables only"):
        wald.decide(p, "f1", average="macro")
    with pytest.raises(wald.ArgumentError, match="kind is 'exclusive'"):
        wald.decide(p, "f1", kind="exclusive")
    with pytest.raises(wald.ArgumentError, match="use Estimator.joint"):
        wald.decide(p, "f1", kind="joint")
    with pytest.raises(wald.ArgumentError, match="the estimator is independent"):
        wald.decide(wald.Estimator.independent(p), "f1", kind="categorical")
    with pytest.raises(wald.ArgumentError, match='algorithm is "fast": must be one of auto, '):
        wald.decide(p, "f1", algorithm="fast")
    with pytest.raises(TypeError):
        wald.decide(p, "f1", threshold=0.5)
    with pytest.raises(TypeError, match="threads must be a whole number"):
        wald.decide([p], "f1", threads="all")
    with pytest.raises(wald.ArgumentError, match=r"must lie in \[0, 1024\]"):
        wald.decide([p], "f1", threads=2**40)
    with pytest.raises(wald.ArgumentError, match="must fit in 64 bits"):
        wald.decide(p, "f1", at_least=2**70)
    with pytest.raises(TypeError, match="progress must be callable"):
        wald.decide(p, "f1", progress=1)
    with pytest.raises(wald.ArgumentError, match="must be False for a table"):
        wald.expected([p], "f1", [[1, 0]], return_error=True)
    with pytest.raises(wald.ArgumentError, match="must be False for a table"):
        wald.regret([p], "f1", [[1, 0]], return_bound=True)
    with pytest.raises(wald.UnsupportedError):
        wald.decide(sparse.csr_array([p]), "f1", kind="categorical", average="micro")


SCORES, RATED = [0.9, 0.2, 0.6, 0.7], [1, 0, 0, 1]
STAGES = wald.Stages(2).feed([[0.9, 0.8], [0.4, 0.9]], answers=[[1, 1], [0, 1]], truth=[1, 1], costs=[1, 5])


@pytest.mark.parametrize("call, message", [
    (lambda: wald.choose_threshold(RATED, SCORES, false_negative_cost=50), "false_negative_cost is 50: choosing thresholds does"),
    (lambda: wald.reliability(RATED, SCORES, prevalence=0.1), "prevalence is 0.1: reliability does not read it"),
    (lambda: wald.decide([0.2, 0.7], "f1", training_prior=0.1), "training_prior is 0.1: deciding reads it with prevalence only"),
    (lambda: wald.expected([0.2, 0.7], "f1", [0, 1], prevalence=0.1), "prevalence is 0.1: an expectation does not read it"),
    (lambda: wald.choose_threshold(RATED, SCORES, bins=5), "bins is 5: choosing thresholds does not read it"),
    (lambda: wald.choose_threshold(RATED, SCORES, average="micro"), "average is micro: choosing thresholds does not read it"),
    (lambda: wald.choose_threshold(RATED, SCORES, dropout=0.1), "dropout is 0.1: choosing thresholds reads it with smoothing only"),
    (lambda: wald.Route.choose(STAGES, budget=20), "budget is 20: choosing a route reads it with goal = quality only"),
    (lambda: wald.Route.choose(STAGES, wrong_cost=3), "wrong_cost is 3: choosing a route reads it with goal = value only"),
    (lambda: wald.decide([0.2, 0.7], "f1", temperature=2), "temperature is 2: deciding does not read it (worth does)"),
    (lambda: wald.decide([[0.2, 0.7]], "f1", average="macro", label_weights=[1, 2]), "label_weights is 1,2: deciding reads it"),
    (lambda: wald.decide([0.2, 0.7], "f1", nonempty=True), "nonempty is on: deciding does not read it"),
    (lambda: wald.expected([0.2, 0.7], "f1", [0, 1], average="macro"), "average is macro: an expectation reads it with tables"),
    (lambda: wald.expected([0.2, 0.7], "f1", [0, 1], at_least=1), "at_least is 1: an expectation does not read it"),
    (lambda: wald.Learner.fit("br", np.eye(4), np.eye(4), trees=5), "trees is 5: fitting this learner reads it with learner forest only"),
])
def test_options_that_a_call_does_not_read(call, message):
    with pytest.raises(wald.OptionError, match=re.escape(message)) as found:
        call()
    assert isinstance(found.value, TypeError) and isinstance(found.value, wald.ArgumentError)


def test_an_error_leaves_no_trace():
    for _ in range(3):
        with pytest.raises(wald.ArgumentError):
            wald.decide([2.0], "f1")
        assert wald.decide([0.9], "f1").k == 1


def test_unknown_names():
    with pytest.raises(AttributeError, match="no attribute 'decided'"):
        wald.decided
    assert "DecisionClassifier" in dir(wald)
