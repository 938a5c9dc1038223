"""Thresholds as JSON: what `wald threshold` writes, and `wald threshold apply` reads, with all that Python knows besides."""

from __future__ import annotations

import json
import math
from typing import Any, Callable, Mapping

import numpy as np

from .._core.arrays import Floats
from .._core.errors import FormatError
from .._core.flags import ThresholdFlags
from .._core.handles import frozen
from .score_arrays import RULE_NAMES

_INFINITIES = {"inf": math.inf, "-inf": -math.inf}
_ELSEWHERE = ("flags", "feasible", "certified", "intercept", "stacked_threshold")
"""Facts that a file does not hold as a number under their own name."""


def _written(value: float) -> Any:
    """JSON has no infinities: they are texts; what is unknown is null."""
    return None if math.isnan(value) else value if math.isfinite(value) else "inf" if value > 0 else "-inf"


def _limits(low: float, high: float) -> dict[str, Any]:
    return {"low": _written(low), "high": _written(high)}


def thresholds_text(state: Mapping[str, Any]) -> str:
    """The state of thresholds as JSON."""
    return json.dumps(_answer(state), indent=1, allow_nan=False) + "\n"


def _answer(state: Mapping[str, Any]) -> dict[str, Any]:
    names, numbers, facts = state["names"], state["thresholds"], state["_facts"]
    plain = ["score"] if len(numbers) == 1 else [f"score {d}" for d in range(len(numbers))]
    keys = plain if names is None else [str(name) for name in names]

    def by_name(values: Floats) -> dict[str, Any]:
        return dict(zip(keys, map(_written, values.tolist())))

    out: dict[str, Any] = {"method": state["method"], "objective": state["objective"], "rule": state["rule"]}
    if names is None or not all(isinstance(name, str) for name in names):
        out["names"] = None if names is None else [n if isinstance(n, (str, int, float)) else str(n) for n in names]
    out.update(feasible=bool(facts["feasible"]), certified=bool(facts["certified"] == 1), theorem=state["theorem"])
    for text in ("claim", "warning"):
        if state[text]:
            out[text] = state[text]
    if state["coefficients"] is None:
        out.update(thresholds=by_name(numbers), next_lower=by_name(state["next_lower"]))
    else:
        out.update(coefficients=by_name(state["coefficients"]), intercept=_written(facts["intercept"]),
                   threshold=_written(facts["stacked_threshold"]))
    out.update({name: _written(value) for name, value in facts.items()
                if name not in _ELSEWHERE and not name.startswith("cross_")})
    out["intervals"] = {name: {**_limits(low, high), "exact": exact}
                        for name, (low, high, exact) in state["intervals"].items()}
    if state["threshold_low"] is not None:
        limits = zip(state["threshold_low"].tolist(), state["threshold_high"].tolist())
        out["threshold_intervals"] = {key: _limits(*pair) for key, pair in zip(keys, limits)}
    if state["p_values"].size:
        out["p_values"] = state["p_values"].tolist()
    if state["cross_fitted"] is not None:
        out["cross_fitted"] = {name: _written(value) for name, value in state["cross_fitted"]._asdict().items()}
    out["flags"] = list(state["flags"].names)
    out["baselines"] = [_answer(each._state()) for each in state["baselines"]]
    return out


def read_state(text: bytes, facts: list[str], interval: Any, cross: Any, made: Callable[[Any], Any]) -> dict[str, Any]:
    """The state that `thresholds_text` or the command wrote."""
    try:
        answer = json.loads(text)
        if not isinstance(answer, dict):
            raise ValueError("a JSON object is needed")
        return _state(answer, answer, facts, interval, cross, made)
    except (ValueError, TypeError, AttributeError, KeyError) as error:
        what = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise FormatError(f"no answer of 'wald threshold': {what}") from None


def _number(value: Any) -> float:
    return math.nan if value is None else _INFINITIES[value] if isinstance(value, str) else float(value)


def _numbers(values: Mapping[str, Any]) -> Floats:
    return np.array([_number(value) for value in values.values()])


def _state(answer: Mapping[str, Any], whole: Mapping[str, Any], facts: list[str], interval: Any, cross: Any,
           made: Callable[[Any], Any]) -> dict[str, Any]:  # fmt: skip
    """A baseline of the command says what is its own; rule and names are those of the `whole`."""
    stacked = answer.get("coefficients")
    by_name = answer["thresholds"] if stacked is None else stacked
    keys, rule = tuple(by_name), whole["rule"]
    if rule not in RULE_NAMES.values():
        raise ValueError(f"\"rule\" is {rule!r}: must be 'or' or 'and'")
    names = whole.get("names", keys)
    unknown = np.full(len(keys), math.nan)
    crossed = answer.get("cross_fitted")
    flags = ThresholdFlags(0)
    for flag in answer.get("flags", ()):
        flags |= ThresholdFlags[flag.upper()]
    known = {name: _number(answer.get(name)) for name in facts if name not in _ELSEWHERE}
    known.update(flags=float(flags), intercept=_number(answer.get("intercept")),
                 stacked_threshold=_number(answer.get("threshold")), feasible=float(answer.get("feasible", True)),
                 certified=float(answer.get("certified", False)))
    if crossed is not None:
        known.update({f"cross_{name}": _number(value) for name, value in crossed.items()})
    limits = {side: None if "threshold_intervals" not in answer else
              frozen(np.array([_number(each[side]) for each in answer["threshold_intervals"].values()]))
              for side in ("low", "high")}  # fmt: skip
    return {
        "_facts": {name: known[name] for name in facts},
        "baselines": tuple(made(_state(each, each if "rule" in each else whole, facts, interval, cross, made))
                           for each in answer.get("baselines", ())),
        "claim": answer.get("claim", ""),
        "coefficients": None if stacked is None else frozen(_numbers(stacked)),
        "cross_fitted": None if crossed is None else cross(*(_number(crossed[name]) for name in cross._fields)),
        "flags": flags,
        "intervals": {name: interval(_number(each["low"]), _number(each["high"]), bool(each.get("exact")))
                      for name, each in answer.get("intervals", {}).items()},
        "method": answer["method"],
        "names": None if names is None else tuple(names),
        "next_lower": frozen(_numbers(answer["next_lower"]) if stacked is None else unknown),
        "objective": answer.get("objective", whole.get("objective", "")),
        "p_values": frozen(np.array(answer.get("p_values", ()), np.float64)),
        "rule": rule,
        "theorem": answer.get("theorem", "none"),
        "threshold_high": limits["high"],
        "threshold_low": limits["low"],
        "thresholds": frozen(_numbers(by_name) if stacked is None else unknown),
        "warning": answer.get("warning", ""),
    }


__all__ = ["read_state", "thresholds_text"]
