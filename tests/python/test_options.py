"""The options and facts of the package against the library's own lists: names, defaults, bounds, documentation."""

import ctypes
import inspect
import math
from ctypes import byref

import numpy as np
import pytest
import wald
from wald._core import keywords, options, rows, table
from wald._core.library import lib

TAKEN = {
    "decisions": (wald.decide, wald.Learner.decide, wald.compare, wald.report, wald.worth),
    "thresholds": (wald.Sample.choose, wald.Sample.frontier, wald.choose_threshold, wald.label_thresholds,
                   wald.segment_thresholds, wald.Sample.abstention_zone, wald.ThresholdClassifier,
                   wald.decision_curve, wald.reliability, wald.evaluate_thresholds, wald.estimate_prevalence),
    "cascades": (wald.Cascade.fit, wald.CascadeClassifier),
    "learners": (wald.Learner.fit, wald.LearnerClassifier),
    "routes": (wald.Route.choose, wald.Stages.ask),
    "promises": (wald.Promise,), "performance": (wald.Performance,),
}
"""The functions and classes that take a family: each option is taken by one of them at least."""


def listed(function, row, *where):
    found = []
    made = row(ctypes.sizeof(row))
    while function(*where, len(found), byref(made)) == 0:
        found.append({name: getattr(made, name) for name, _ in row._fields_ if name != "size"})
        for name, value in found[-1].items():
            if isinstance(value, bytes):
                found[-1][name] = value.decode()
    return found


OPTIONS = [(family, row) for family in rows.OPTIONS
           for row in listed(lib.wald_option_list, table.wald_option_row, family.encode())]


def test_every_option_is_there():
    for family, known in rows.OPTIONS.items():
        assert list(known) == [row["name"] for of, row in OPTIONS if of == family] != []
    assert lib.wald_option_list(b"others", 0, byref(table.wald_option_row(ctypes.sizeof(table.wald_option_row)))) == 1


@pytest.mark.parametrize("family, row", OPTIONS, ids=lambda each: each if isinstance(each, str) else each["name"])
def test_option_is_the_library_s(family, row):
    option = rows.OPTIONS[family][row["name"]]
    assert (option.type, option.initial, option.sentence) == (row["type"], row["initial"], row["sentence"])
    assert (list(option.choices), list(option.calls)) == (row["choices"].split(), row["calls"].split())
    assert list(option.concerns) == row["concerns"].split()
    assert (option.low, option.high) == (row["low"], row["high"])
    assert (option.open_low, option.open_high) == (bool(row["open_low"]), bool(row["open_high"]))
    if option.type == "choice":
        assert option.default in option.choices


@pytest.mark.parametrize("family, row", OPTIONS, ids=lambda each: each if isinstance(each, str) else each["name"])
def test_option_is_documented(family, row):
    option = rows.OPTIONS[family][row["name"]]
    entry = " ".join(option.entry.split())
    nothing = option.initial == "-1" and option.low == -1  # for which Python has None
    assert (option.sentence.replace("-1", "None") if nothing else option.sentence) in entry
    if option.default is not None:
        shown = f'"{option.default}"' if isinstance(option.default, str) else f"{option.default:g}"
        if isinstance(option.default, (bool, int)):
            shown = str(option.default)
        assert f"efault {shown}" in entry
    for bound in (option.low, option.high):
        if math.isfinite(bound) and not (nothing and bound < 0) and abs(bound) < 1e6 and option.type != "switch":
            assert f"{bound:g}" in entry.replace(option.sentence, "")
    places = [thing for thing in TAKEN[family] if f"\n{option.name} : " in inspect.getdoc(thing)
              or f"{option.name}," in inspect.getdoc(thing) or f", {option.name} :" in inspect.getdoc(thing)]
    assert places, "no function documents it"
    taken = [thing for thing in TAKEN[family] if option.name in inspect.signature(thing).parameters]
    assert taken, "no signature has it"
    for thing in taken:
        if option.name not in ("metric", "names", "feature_names", "label_names"):
            parameter = inspect.signature(thing).parameters[option.name]
            default = parameter.default
            if option.type == "choice" and not isinstance(thing, type):
                assert all(f'"{choice}"' in parameter.annotation for choice in option.choices)
            own = (thing is wald.LearnerClassifier and option.name in ("at_least", "average")
                   or thing is wald.Sample.abstention_zone or option.name == "reference")
            assert default == option.default or own
    own = {"thresholds": ("metric", "reference", "names"), "cascades": ("names", "feature_names", "categories"),
           "learners": ("feature_names", "label_names"), "routes": (), "promises": (), "performance": ()}
    typed = {"decisions": keywords.DecisionOptions, "thresholds": keywords.ThresholdOptions,
             "cascades": keywords.CascadeOptions, "learners": keywords.LearnerOptions,
             "routes": keywords.RouteOptions, "promises": keywords.PromiseOptions, "performance": keywords.PerformanceOptions}[family]
    assert option.name in typed.__annotations__ or option.name in own[family]


def held(family, **given):
    """What the library holds of one option."""
    made = options.options(family, given, watch=False)
    (name,) = given
    needed = ctypes.c_int64()
    assert lib.wald_options_get(made.pointer, name.encode(), None, 0, byref(needed)) == 0
    buffer = ctypes.create_string_buffer(needed.value)
    assert lib.wald_options_get(made.pointer, name.encode(), buffer, needed.value, byref(needed)) == 0
    return buffer.raw[: needed.value].decode()


def inside(option):
    """Numbers within the bounds, and just outside of them."""
    whole = option.type in ("integer", "integers")

    def step(x, up):
        return x + (1 if up else -1) if whole else float(np.nextafter(x, math.inf if up else -math.inf))

    good, bad = [], []
    for bound, is_open, up in ((option.low, option.open_low, True), (option.high, option.open_high, False)):
        if math.isinf(bound):
            (bad if is_open else good).append(bound) if not whole else None
        elif abs(bound) < 2.0**53:  # where doubles hold every whole number
            good.append(step(bound, up) if is_open else bound)
            bad.append(bound if is_open else step(bound, not up))
    return good, bad


@pytest.mark.parametrize("family, row", OPTIONS, ids=lambda each: each if isinstance(each, str) else each["name"])
def test_option_reaches_the_library(family, row):
    option = rows.OPTIONS[family][row["name"]]
    name = option.name
    if option.type == "progress":
        return
    if option.default is not None:
        assert held(family, **{name: option.default}) == option.initial
    if option.type in ("number", "integer"):
        good, bad = inside(option)
        for value in good:
            value = int(value) if option.type == "integer" else value
            assert float(held(family, **{name: value})) == value
        for value in bad:
            value = int(value) if option.type == "integer" else value
            with pytest.raises(wald.ArgumentError, match=f"^{name} is "):
                held(family, **{name: value})
        for wrong in ("1", [1.0], math.nan):
            with pytest.raises((TypeError, wald.ArgumentError), match=name):
                held(family, **{name: wrong})
    elif option.type == "switch":
        assert held(family, **{name: True}) != held(family, **{name: False})
        with pytest.raises(wald.ArgumentError, match=name):
            held(family, **{name: 2})
    elif option.type == "choice":
        for word in option.choices:
            assert held(family, **{name: word}) == word
        with pytest.raises(wald.ArgumentError, match=f"{name} is .*nonesuch"):
            held(family, **{name: "nonesuch"})
    elif option.type == "seed":
        assert held(family, **{name: 2**64 - 1}) == str(2**64 - 1)
        with pytest.raises(wald.ArgumentError, match="seed is -1"):
            held(family, **{name: -1})
    elif option.type in ("numbers", "integers"):
        good, bad = inside(option)
        each = [int(value) for value in good] if option.type == "integers" else good
        assert [float(part) for part in held(family, **{name: sorted(each)}).split(",")] == sorted(each)
        for value in bad[:1]:
            value = int(value) if option.type == "integers" else value
            with pytest.raises(wald.ArgumentError, match=rf"^{name}\[0\] is "):
                held(family, **{name: [value]})
        with pytest.raises(wald.ArgumentError, match=f"{name} has 0 numbers"):
            held(family, **{name: []})
    elif option.type == "metric":
        assert held(family, **{name: "fbeta:2"}) == held(family, **{name: wald.Metric("fbeta:2")}) == "fbeta:2"
    elif option.type == "texts":
        assert "é" in held(family, **{name: ["é"]})
    else:
        word = {"spend": "power:2", "neighbour_utility": "jaccard", "metric": "jaccard"}[name]
        assert held(family, **{name: word}) == word
        with pytest.raises(wald.WaldError, match="nonesuch"):
            held(family, **{name: "nonesuch"})


def test_none_keeps_the_default():
    assert options.options("decisions", {"at_least": None}, watch=False) is None
    with pytest.raises(TypeError, match=r"no argument 'atleast' \(did you mean 'at_least'\?\): there are at_least, "):
        wald.decide([0.5], "f1", atleast=1)


@pytest.mark.parametrize("thing", rows.FACTS)
def test_facts_are_the_library_s(thing):
    found = listed(lib.wald_fact_list, table.wald_fact_row, thing.encode())
    known = [{"name": name, **fact._asdict()} for name, fact in rows.FACTS[thing].items()]
    assert known == found != []
