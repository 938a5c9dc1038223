"""The cases of tests/conformance: each answer equals that of the C interface to the bit, and what is expected to the
tolerance of the case; each error has its status and its sentence."""

import json
import math
import pathlib
import re

import cascade_cases
import learner_cases
import mask_cases
import numpy as np
import pytest
import raw
import route_cases
import threshold_cases
import wald
from conftest import SOURCE
from scipy import sparse
from wald._core.errors import ONE_LABEL, SCORES

pytestmark = pytest.mark.filterwarnings("ignore::wald.DecisionWarning")

FOLDER = SOURCE / "tests" / "conformance" / "cases"
CASES = [json.loads(line) for path in sorted(FOLDER.glob("*.jsonl")) for line in path.read_text().splitlines()]


def same(a, b):
    """Equal to the bit; NaN equals NaN."""
    a, b = np.asarray(a, np.float64), np.asarray(b, np.float64)
    return a.shape == b.shape and bool(((a.view(np.int64) == b.view(np.int64)) | (np.isnan(a) & np.isnan(b))).all())


def assert_says(message, wanted):
    """The library's message; of labels and masks it goes on with the values that there are and with what to pass, of scores
    and averages with a hint."""
    # Python's boxes and spans have no column of images.
    wanted = re.sub(r"^((?:truths|detections)\[\d+\])\[(\d+)\]", lambda cell: f"{cell[1]}[{int(cell[2]) - 1}]", wanted)
    wanted = wanted.replace("0, 1 or 2 (not rated)", "0 or 1, or missing (None, NaN, wald.NOT_RATED)")
    wanted = wanted.replace("is 2 (not rated): censored labels are not supported, must be 0 or 1",
                            "is missing: must be 0 or 1; 1 of 2 are missing: leave these rows out")
    hints = (SCORES, f"; {ONE_LABEL}")
    assert message.startswith(wanted) and (message == wanted or message[len(wanted):] in hints
                                           or re.search(r"\[\d+\] is .*the values are ", message))


def near(got, wanted, tolerance):
    got, wanted = float(got), raw.real(wanted)
    return got == wanted or math.isnan(got) and math.isnan(wanted) or abs(got - wanted) <= tolerance


def assert_near(got, wanted, tolerance):
    got, wanted = np.ravel(got), np.ravel(np.asarray(wanted, object))
    assert len(got) == len(wanted)
    assert all(near(a, b, tolerance) for a, b in zip(got, wanted)), (got.tolist(), wanted.tolist())


def metric_of(case):
    spec = case["metric"]
    if isinstance(spec, str):
        return wald.Metric(spec, case["zero_division"])
    flags = {name.lower(): True for name in spec["declared"]}
    return wald.Metric.table([raw.real(x) for x in spec["values"]], spec["name"], n=spec["n"], **flags)


def reals(x):
    return [reals(v) for v in x] if isinstance(x, list) else raw.real(x)


def estimator_of(given):
    kind = given["kind"]
    if kind == "independent":
        return wald.Estimator.independent(reals(given["probabilities"]))
    if kind == "categorical":
        return wald.Estimator.categorical(reals(given["probabilities"]))
    made = wald.Estimator(kind, given["n_labels"])
    if kind == "joint":
        if given["vectors"]:
            weights = given.get("weights")
            made.feed(given["vectors"], None if weights is None else reals(weights))
    for t in given.get("tables", []):
        p_s = None if t.get("p_s") is None else reals(t["p_s"])
        made.feed(reals(t["table"]), p_zero=reals(t["p_zero"]), p_s=p_s, weight=reals(t["weight"]))
    return made


def settings_of(case, *names):
    wanted = dict(case.get("options") or {})
    for name in ("abstain", "abstain_label"):
        if name in wanted:
            wanted[name] = raw.real(wanted[name])
    if "seed" in wanted:
        wanted["seed"] = int(wanted["seed"])
    if names:
        wanted = {k: v for k, v in wanted.items() if k in names}
    return wanted


DRAWN = ("seed", "samples")


def assert_answer(got, reference, wanted, tolerance):
    assert got.indices.tolist() == reference["indices"]
    assert got.undecided_indices.tolist() == wanted.get("undecided", [])
    assert got.n_undecided == len(got.undecided_indices)
    left = list(range(got.n_items)) if got.abstained else wanted.get("undecided", [])
    assert np.flatnonzero(got.mask == wald.UNDECIDED).tolist() == left
    assert got.k == reference["k"] == len(reference["indices"]) or got.abstained
    for name in ("expected", "loss", "bound", "next_best", "p_zero"):
        assert same(getattr(got, name), reference[name]), name
        # The next best may be left out: NaN says that it was not computed.
        if name in wanted and not (name == "next_best" and math.isnan(got.next_best)):
            assert near(getattr(got, name), wanted[name], tolerance), name
    if "optimum" in wanted:
        assert got.expected + got.bound >= raw.real(wanted["optimum"]) * (1 - 2.0**-52), "bound"
    if "bound_at_most" in wanted:
        assert got.bound <= raw.real(wanted["bound_at_most"]), "bound"
    assert got.k_range == (None if reference["k_range"][0] < 0 else reference["k_range"])
    assert got.abstained == bool(reference["abstained"])
    assert (got.algorithm, got.warning) == (reference["algorithm"], reference["warning"])
    for name, value in (("indices", got.indices.tolist()), ("algorithm", got.algorithm), ("warning", got.warning),
                        ("abstained", int(got.abstained))):
        if name in wanted:
            assert value == wanted[name], name


def csr_of(case):
    c = case["csr"]
    made = sparse.csr_array((c["n_rows"], c["n_labels"]))
    made.indptr, made.indices = np.array(c["indptr"], np.int64), np.array(c["indices"], np.int64)
    made.data = np.array(reals(c["values"]), np.float64)
    return made


def table_of(case):
    return np.array(reals(case["table"]), np.float64).reshape(raw.shape(case))


def run_case(case):
    """The call of a case by the package."""
    call = case["call"]
    if call == "metric":
        return metric_of(case)
    if call == "load":
        return wald.Estimator.load(case["text"])
    if call == "evaluate":
        weights = case.get("weights")
        return wald.evaluate(case["truth"], case["prediction"], metric_of(case), average=case["average"],
                             weights=None if weights is None else reals(weights), return_undecided=True)
    if call == "compare":
        weights = case.get("weights")
        return wald.compare(case["truth"], case["a"], case["b"], metric_of(case), average=case["average"],
                            weights=None if weights is None else reals(weights), groups=case.get("groups"),
                            **settings_of(case))
    if call == "worth":
        weights = case.get("weights")
        return wald.worth(table_of(case), metric_of(case), truth=case.get("truth"), kind=case["kind"], average=case["average"],
                          weights=None if weights is None else reals(weights), **settings_of(case))
    if call in ("decide_rows", "decide_csr"):
        p = csr_of(case) if call == "decide_csr" else table_of(case)
        return wald.decide(p, metric_of(case), kind=case["kind"], **settings_of(case))
    if call == "expected_rows":
        p, h, m = table_of(case), np.array(case["prediction"]), metric_of(case)
        kept = {k: v for k, v in settings_of(case).items() if k != "abstain"}
        average = {k: v for k, v in kept.items() if k in ("average", "threads")}
        return (wald.expected(p, m, h, kind=case["kind"], **average), wald.regret(p, m, h, kind=case["kind"], **kept))
    e = estimator_of(case["given"])
    if call == "facts":
        return e
    if call == "draw":
        return e.draw(case["n_draws"], seed=int(case["seed"]))
    m = metric_of(case)
    if call == "decide":
        settings = settings_of(case)
        if "samples" in settings:  # an option of distributions here
            return wald.distribution(e, m, np.zeros(e.n_labels, bool), **settings_of(case, *DRAWN))
        return wald.decide(e, m, **settings)
    if call == "curve":
        return wald.curve(e, m, **settings_of(case))
    if call == "expected":
        return wald.expected(e, m, case["prediction"], return_error=True)
    if call == "regret":
        return wald.regret(e, m, case["prediction"], return_bound=True, **settings_of(case))
    if call == "distribution":
        return wald.distribution(e, m, case["prediction"], **settings_of(case, *DRAWN))
    raise AssertionError(f"{call} is not known here")


def check_in_parts(case, answer):
    """A table that is one problem, as parts that are fed apart: of F_beta, Jaccard, Fowlkes-Mallows and rates."""
    options = dict(case.get("options") or {})
    known = ("f1", "fbeta", "jaccard", "fowlkes", "balanced", "informedness", "recall", "specificity")
    if options.pop("average", None) != "micro" or not str(case["metric"]).startswith(known):
        return
    p = table_of(case)
    state, other = (wald.TablePass(metric_of(case), **options).feed(part) for part in np.split(p, [len(p) // 2]))
    state.merge(wald.TablePass.from_bytes(other.to_bytes()))
    assert state.next(), "few items need no second pass"
    assert state.k == len(answer["indices"]) and state.n_ties in (0, (p == state.threshold).sum())
    assert state.choose(p).sum() == state.k and (p[state.choose(p)] >= state.threshold).all()
    assert near(state.expected, answer["expected"], case["tolerance"])
    assert state.bound <= float.fromhex(answer["bound_at_most"])


def check_case(case):
    call, wanted, tolerance = case["call"], case["expect"], case["tolerance"]
    got = run_case(case)
    if call == "decide":
        assert_answer(got, raw.decide(case), wanted, tolerance)
    elif call in ("decide_rows", "decide_csr"):
        answers, expected, mask = raw.decide_table(case)
        assert len(got) == len(answers) == len(wanted["answers"])
        assert same(got.expected, expected)
        for one, reference, answer in zip(got, answers, wanted["answers"]):
            assert_answer(one, reference, answer, tolerance)
        for name in ("k", "loss", "bound", "next_best", "p_zero"):
            assert same(getattr(got, name), [a[name] for a in answers]), name
        assert [i.tolist() for i in got.indices] == [a["indices"] for a in answers]
        if mask is not None:
            assert got.mask.tolist() == mask == wanted["mask"]
            check_in_parts(case, wanted["answers"][0] if wanted["answers"] else None)
    elif call == "expected_rows":
        for mine, reference, name in zip(got, raw.expected_rows(case), ("expected", "regret")):
            assert same(mine, reference)
            assert_near(mine, wanted[name], tolerance)
    elif call in ("expected", "regret"):
        assert same(got, raw.judge(case))
        assert near(got[0], wanted[call], tolerance)
    elif call == "curve":
        assert same(got, raw.curve(case))
        assert_near(got, wanted["values"], tolerance)
    elif call == "distribution":
        reference = raw.distribution(case)
        for name in ("mean", "sd", "standard_error", "n_samples"):
            assert same(getattr(got, name), reference[name])
            assert near(getattr(got, name), wanted[name], tolerance), name
        atoms = got.atoms()
        assert same(atoms.values, reference["values"]) and same(atoms.probabilities, reference["probabilities"])
        if "values" in wanted:
            assert_near(atoms.values, wanted["values"], tolerance)
            assert_near(atoms.probabilities, wanted["probabilities"], tolerance)
        for q, u in wanted.get("quantiles", []):
            assert near(got.quantile(q), u, tolerance)
        for u, p in wanted.get("at_least", []):
            assert near(got.at_least(u), p, tolerance)
    elif call == "evaluate":
        assert same(got[0], raw.evaluate(case)[0]) and got[1] == raw.evaluate(case)[1] == wanted["n_undecided"]
        assert near(got[0], wanted["value"], tolerance)
    elif call == "compare":
        reference = raw.compare(case)
        for name, value in wanted.items():
            assert same(getattr(got, name), reference[name]) and near(getattr(got, name), value, tolerance), name
    elif call == "worth":
        assert got.verdict == wanted["verdict"]
        for name, value in wanted.items():
            assert name == "verdict" or near(getattr(got, name), value, tolerance), name
    elif call == "draw":
        assert got.tolist() == wanted["draws"]
    elif call == "metric":
        if "canonical" in wanted:
            assert got.name == wanted["canonical"]
        if "zero_division" in wanted:
            assert got.zero_division == wanted["zero_division"]
        for *cell, value in wanted.get("utilities", []):
            assert near(got.utility(*cell), value, tolerance), cell
        for utility, loss in wanted.get("losses", []):
            assert near(got.loss(raw.real(utility)), loss, tolerance)
        if "properties" in wanted:
            assert got.properties == sum(wald.Properties[name] for name in wanted["properties"])
    elif call == "facts":
        for name in ("n_labels", "n_fed"):
            assert getattr(got, name) == wanted[name]
        assert near(got.total_weight, wanted["total_weight"], tolerance)
        assert_near(got.marginals(), wanted["marginals"], tolerance)
        assert_near(got.size_distribution(), wanted["size_distribution"], tolerance)
        if "mode" in wanted:
            mode = got.mode()
            assert mode.mask.tolist() == wanted["mode"]
            assert near(mode.probability, wanted["mode_probability"], tolerance)
        if "counts" in wanted:
            counts = got.to_counts() if got.kind != "counts" else got
            assert counts.max_s == wanted["max_s"]
            table, p_zero = counts.table()
            assert_near(table, wanted["counts"], tolerance)
            assert near(p_zero, wanted["p_zero"], tolerance)
        again = wald.Estimator.load(got.save())
        assert same(again.marginals(), got.marginals()) and again.save() == got.save()
    else:
        raise AssertionError(f"{call} is not known here")


def test_there_are_cases():
    assert len(CASES) > 500


@pytest.mark.parametrize("name", sorted({pathlib.Path(p).stem for p in FOLDER.glob("*.jsonl")}))
def test_cases(name):
    """A file at a time; each failing case is named."""
    parts = {"threshold": threshold_cases, "segment": threshold_cases, "cascade": cascade_cases, "learner": learner_cases,
             "route": route_cases, "mask": mask_cases}
    part = next((module for word, module in parts.items() if word in name), None)
    run, check = (run_case, check_case) if part is None else (part.run, part.check)
    failed = []
    for line in (FOLDER / f"{name}.jsonl").read_text().splitlines():
        case = json.loads(line)
        try:
            if "error" in case and case["name"] not in learner_cases.ACCEPTED:
                with pytest.raises(wald.WaldError) as caught:
                    run(case)
                assert_says(str(caught.value), case["error"]["message"])
                assert caught.value.status_name == case["error"]["status"]
            else:
                check(case)
        except (Exception, pytest.fail.Exception) as error:
            failed.append(f"{case['name']}: {type(error).__name__}: {str(error)[:400]}")
    assert not failed, f"{len(failed)} cases failed:\n" + "\n".join(failed[:20])
