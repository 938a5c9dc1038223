"""Series and frames that are about other rows, and labels that are missing: refused, never paired or made negative."""

import numpy as np
import pandas as pd
import pytest
import wald

ROWS = 12
RANDOM = np.random.default_rng(5)
SCORES, LABELS = RANDOM.random(ROWS), np.arange(ROWS) % 2
OTHER = np.roll(np.arange(ROWS), 3)
TABLE, TRUTH = RANDOM.random((ROWS, 2)), RANDOM.integers(0, 2, (ROWS, 2))
NAMES = list("abab" * 3)
WEIGHTS = LABELS + 1.0


def calls():
    """By name a call with its arguments a row each, by the name that messages have for each."""
    sample, binned = lambda **a: wald.Sample().feed(**a), lambda **a: wald.ThresholdPass().feed(**a)
    vector = dict(scores=SCORES, truth=LABELS, weights=WEIGHTS)
    probabilities = dict(probabilities=SCORES, truth=LABELS, weights=WEIGHTS)
    return {
        "choose_threshold": (wald.choose_threshold, vector),
        "sample": (sample, vector),
        "threshold_pass": (binned, vector),
        "reliability": (wald.reliability, probabilities),
        "decision_curve": (wald.decision_curve, probabilities),
        "evaluation": (wald.evaluate_thresholds, {**vector, "groups": np.arange(ROWS) // 2}),
        "calibration": (lambda scores, **a: wald.Calibration.fit("platt", probabilities=scores, **a), vector),
        "labels": (wald.label_thresholds, dict(scores=TABLE, truth=TRUTH, weights=WEIGHTS)),
        "segments": (wald.segment_thresholds, dict(scores=SCORES, truth=LABELS, segments=np.array(NAMES),
                                                   weights=WEIGHTS)),
        "gains": (wald.segment_thresholds, dict(scores=SCORES, truth=LABELS, benefits=SCORES, costs=SCORES)),
        "classes": (wald.class_multipliers, dict(scores=TABLE, truth=LABELS, weights=WEIGHTS)),
        "evaluate": (lambda **a: wald.evaluate(metric="f1", **a), dict(truth=TRUTH, prediction=TRUTH, weights=WEIGHTS)),
        "compare": (lambda **a: wald.compare(metric="f1", **a),
                    dict(truth=TRUTH, a=TRUTH, b=1 - TRUTH, weights=WEIGHTS, groups=np.arange(ROWS) // 2)),
        "worth": (lambda **a: wald.worth(metric="f1", **a), dict(p=TABLE, truth=TRUTH, weights=WEIGHTS)),
        "report": (lambda **a: wald.report(metric="f1", **a),
                   dict(truth=TRUTH, p=TABLE, compare=TABLE, weights=WEIGHTS, groups=np.arange(ROWS) // 2)),
        "dataset": (wald.Dataset, dict(features=TABLE, labels=TRUTH, weights=WEIGHTS, groups=np.arange(ROWS) // 2)),
        "stages": (lambda **a: wald.Stages(2).feed(**a),
                   dict(confidences=TABLE, answers=TRUTH, truth=LABELS, weights=WEIGHTS)),
        "cascade": (lambda **a: wald.CascadeScores(2).feed(**a), dict(scores=TABLE, weights=WEIGHTS, targets=SCORES)),
    }


def with_index(values, index):
    return pd.DataFrame(values, index=index) if np.ndim(values) == 2 else pd.Series(values, index=index)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", list(calls()))
def test_rows_are_paired_by_their_index(name):
    call, arguments = calls()[name]
    index = np.arange(ROWS) + 100
    call(**{key: with_index(value, index) for key, value in arguments.items()})
    first = next(iter(arguments))
    for key in list(arguments)[1:]:
        for other in (index[OTHER], np.arange(ROWS)):
            mixed = {k: with_index(v, index if k != key else other) for k, v in arguments.items()}
            with pytest.raises(wald.ArgumentError, match=f"the index of {key} differ"):
                call(**mixed)
        call(**{k: with_index(v, index) if k in (first, key) else v for k, v in arguments.items()})
        call(**{k: v if k == key else with_index(v, index) for k, v in arguments.items()})  # an array has no index


def test_models_of_a_mapping_have_one_index():
    index = np.arange(ROWS)
    models = {"a": pd.Series(SCORES, index=index), "b": pd.Series(SCORES, index=index[OTHER])}
    with pytest.raises(wald.ArgumentError, match=r"the index of truth differs from that of probabilities\['b'\]"):
        wald.decision_curve(pd.Series(LABELS, index=index), models)


MISSING = [None, np.nan, pd.NA]


def holed(missing, values=LABELS, at=3):
    out = [int(value) for value in values]
    out[at] = missing
    return [out] + ([np.array(out, float), pd.Series(out, dtype="Int64")] if missing is not pd.NA else
                    [pd.Series(out, dtype="Int64"), pd.array(out, dtype="Int64")])


@pytest.mark.parametrize("missing", MISSING, ids=str)
def test_a_missing_label_is_named_where_each_row_needs_one(missing):
    for truth in holed(missing):
        for call in (wald.reliability, wald.decision_curve):
            with pytest.raises(wald.ArgumentError) as raised:
                call(truth, SCORES)
            assert str(raised.value) == "truth[3] is missing: must be 0 or 1; 1 of 12 are missing: leave these rows out"


def test_advice_never_makes_negatives_of_missing_truth():
    truth = np.where(np.arange(ROWS) == 3, np.nan, LABELS)
    for values, shown in ((truth, "0, 1"), (truth + 1, "1, 2")):
        with pytest.raises(wald.ArgumentError) as raised:
            wald.evaluate(values, LABELS, "f1")
        message = str(raised.value)
        assert f"; the values are {shown}, and 1 missing: leave these out first" in message and "==" not in message
    with pytest.raises(wald.ArgumentError, match="pass truth == 2 where 2 is the positive one"):
        wald.evaluate(LABELS + 1, LABELS, "f1")
    # A threshold's truth may be missing, and stays so.
    with pytest.raises(wald.ArgumentError) as raised:
        wald.choose_threshold(truth + 1, SCORES)
    assert "pass np.where(np.isnan(truth), np.nan, truth == 2)" in str(raised.value)


@pytest.mark.parametrize("missing", MISSING + [float("nan"), np.datetime64("NaT")], ids=str)
def test_a_segment_is_never_missing(missing):
    names = list(NAMES)
    names[4] = missing
    numbers = [1.0, 2.0] * 6
    numbers[4] = np.nan
    forms = [names, np.array(names, object), pd.Series(names, dtype=object), numbers, np.array(numbers)]
    if missing is not pd.NA and missing == missing:
        forms.append(pd.Series(names, dtype="string"))
    for segments in forms + [pd.Series(numbers), pd.Series(["a", "b"] * 6, dtype="category").where(np.arange(ROWS) != 4)]:
        with pytest.raises(wald.ArgumentError, match=r"segments\[4\] is missing: each row needs one"):
            wald.segment_thresholds(LABELS, SCORES, segments)
        found = wald.segment_thresholds(LABELS, SCORES, NAMES)
        with pytest.raises(wald.ArgumentError, match=r"segments\[4\] is missing: each row needs one"):
            found.apply(SCORES, segments)
        with pytest.raises(wald.ArgumentError, match=r"groups\[4\] is missing"):
            wald.compare(TRUTH, TRUTH, TRUTH, "f1", groups=segments)


def test_segments_of_other_forms():
    want = wald.segment_thresholds(LABELS, SCORES, NAMES)
    masked = np.ma.MaskedArray(NAMES, mask=[i == 2 for i in range(ROWS)])
    with pytest.raises(wald.ArgumentError, match=r"segments\[2\] is missing"):
        wald.segment_thresholds(LABELS, SCORES, masked)
    for frame in (pd.DataFrame({"a": NAMES}), np.array(NAMES)[:, None]):
        with pytest.raises(wald.ArgumentError, match="segments has 2 dimensions: must have 1, a name per row"):
            wald.segment_thresholds(LABELS, SCORES, frame)
        with pytest.raises(wald.ArgumentError, match="segments has 2 dimensions: must have 1, a name per row"):
            want.apply(SCORES, frame)
    with pytest.raises(wald.ArgumentError, match=r"segments\[0\] is \['a'\]: must be one name"):
        wald.segment_thresholds(LABELS, SCORES, [[name] for name in NAMES])
    for segments in (pd.Series(NAMES), pd.Series(NAMES, dtype="category"), pd.Series(NAMES, dtype="string"), tuple(NAMES),
                     np.ma.MaskedArray(NAMES)):
        found = wald.segment_thresholds(LABELS, SCORES, segments)
        assert found.thresholds == want.thresholds and (found.apply(SCORES, segments) == want.apply(SCORES, NAMES)).all()
    mixed = wald.segment_thresholds(LABELS, SCORES, [1, "b"] * 6)
    assert set(mixed.names) == {1, "b"}
    assert sorted(mixed.thresholds.values()) == sorted(want.thresholds.values())
    numbers = wald.segment_thresholds(LABELS, SCORES, pd.Series([10, 2] * 6, dtype="Int64"))
    assert numbers.names == (2, 10)
