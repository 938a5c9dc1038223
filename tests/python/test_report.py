"""Reports: forms of input and what is refused; the numbers against those of the other functions."""

import json
import re

import numpy as np
import pandas as pd
import pytest
import wald

RNG = np.random.default_rng(8)
P = RNG.random((40, 3)).round(3)
Y = (RNG.random((40, 3)) < P).astype(int)
Q = RNG.random((40, 3)).round(3)


def data(page):
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)[1])


@pytest.mark.parametrize("average", ["instance", "macro", "micro"])
def test_numbers(average):
    found = data(wald.report(Y, P, "jaccard", compare=Q, average=average, level=0.9, seed=3))
    a, b = (wald.decide(p, "jaccard", average=average).mask for p in (P, Q))
    for key, of, to in (("decided_b_over_a", a, b), ("half_b_over_a", P >= 0.5, Q >= 0.5)):
        wanted = wald.compare(Y, of, to, "jaccard", average=average, level=0.9, seed=3)
        assert found[key]["difference"] == pytest.approx(wanted.difference, abs=1e-11)
        assert found[key]["interval"] == pytest.approx([wanted.low, wanted.high], abs=1e-11)
        assert found[key]["p_value"] == pytest.approx(wanted.p_value, abs=1e-11)
    assert found["systems"][0]["decided"]["value"] == pytest.approx(wald.evaluate(Y, a, "jaccard", average=average))
    for curve in found["curves"]:
        cells = slice(None) if curve["label"] < 0 else curve["label"]
        wanted = wald.reliability(Y[:, cells].ravel(), P[:, cells].ravel(), level=0.9)
        got = curve["systems"][0]["reliability"]
        for name in ("brier", "miscalibration", "discrimination", "calibration_error"):
            assert got[name] == pytest.approx(getattr(wanted, name), rel=1e-5)


def test_example_is_the_curve_of_its_row():
    found = data(wald.report(Y, P, "f1"))["example"]
    row = P[found["problem"]]
    assert found["utility"] == pytest.approx(list(wald.curve(row, "f1")), rel=1e-4)
    assert found["decided_k"] == wald.decide(row, "f1").k
    gains = [wald.decide(p, "f1").expected - wald.expected(p, "f1", p >= 0.5) for p in P]
    assert max(gains) == pytest.approx(found["decided_expected"] - found["half_expected"], abs=1e-11)


def test_forms(tmp_path):
    frame = pd.DataFrame(P, columns=["a", "b", "größe"])
    page = wald.report(pd.DataFrame(Y, columns=frame.columns), frame, "f1", path=tmp_path / "r.html", title="<b>")
    assert (tmp_path / "r.html").read_text(encoding="utf-8") == page
    assert data(page)["names"] == ["a", "b", "größe"]
    assert data(page)["title"] == "<b>"
    assert page.data == data(page)
    strided = np.asfortranarray(P)[::-1][::-1]
    plain = wald.report(Y, P, "f1")
    assert wald.report(Y.astype(bool), strided, "f1", threads=2) == plain
    one = data(wald.report(Y[:, 0], pd.Series(P[:, 0], name="spam"), "f1"))
    assert (one["names"], one["average"]) == (["spam"], "macro")
    assert plain._repr_html_().startswith("<iframe srcdoc=")
    assert isinstance(plain, str) and "<script" not in plain._repr_html_()
    assert data(wald.report(Y, P, wald.Metric.custom(lambda tp, k, s, n: tp - 0.4 * k)))["n_rows"] == 40


def test_rows_that_belong_together():
    groups = np.repeat(np.arange(10), 4)
    found = data(wald.report(Y, P, "f1", groups=groups, weights=np.ones(40)))
    assert found["grouped"] and not found["weighted"]
    assert found["systems"][0]["over_half"]["n_units"] == 10


def test_progress_and_cancelling():
    seen = []
    wald.report(Y, P, "f1", compare=Q, progress=seen.append)
    assert seen[0] == 0 and seen[-1] == 1 and seen == sorted(seen)
    with pytest.raises(wald.Cancelled):
        wald.report(Y, P, "f1", progress=lambda fraction: False)


def test_refused(tmp_path):
    with pytest.raises(wald.ArgumentError, match=r"p has the shape \(39, 3\): truth has \(40, 3\)"):
        wald.report(Y, P[1:], "f1")
    with pytest.raises(wald.ArgumentError, match=r"probabilities\[1\]\[2\] is 1.5: must lie in \[0, 1\]"):
        wrong = P.copy()
        wrong[1, 2] = 1.5
        wald.report(Y, wrong, "f1", path=tmp_path / "r.html")
    assert not (tmp_path / "r.html").exists()
    with pytest.raises(wald.ArgumentError, match="groups has 3 elements: there are 40 rows"):
        wald.report(Y, P, "f1", groups=[1, 2, 3])
    with pytest.raises(wald.ArgumentError, match="are not those of the other table"):
        wald.report(pd.DataFrame(Y, columns=list("abc")), pd.DataFrame(P, columns=list("abd")), "f1")
    with pytest.raises(wald.OptionError, match="abstain is 0.2: a report does not read it"):
        wald.report(Y, P, "f1", abstain=0.2)
