"""Names of scikit-learn's scorings, "f1_macro", as a metric and an average."""

from __future__ import annotations

from typing import Any

from .errors import ArgumentError

AVERAGES = {"macro": "macro", "micro": "micro", "samples": "instance", "binary": None, "weighted": None}


def scoring_of(metric: Any) -> tuple[str, str] | None:
    """The metric and the suffix of a scoring's name; None for any other name."""
    name, _, suffix = metric.rpartition("_") if isinstance(metric, str) else ("", "", "")
    return (name, suffix) if name and suffix in AVERAGES else None


def take_scoring(metric: Any, asked: dict[str, Any], *, one_label: bool = False) -> Any:
    """The metric that a scoring's name stands for, with its average in `asked`. `one_label`: whether there is one label,
    of which scikit-learn averages both classes."""
    found = scoring_of(metric)
    if found is None:
        return metric
    name, suffix = found
    if suffix == "weighted":
        raise ArgumentError(f"metric is {metric!r}: weigh the labels of {name!r} with average='macro' by label_weights, "
                            "such as the number of positives of each label")
    average = AVERAGES[suffix]
    if one_label and average is not None:
        raise ArgumentError(f"metric is {metric!r}: of one binary label scikit-learn averages {name} of both classes, "
                            f"which is no metric here; {name!r} is that of the positive class over all rows")
    if asked.get("average") not in (None, average):
        raise ArgumentError(f"average is {asked['average']!r}: metric {metric!r} asks for {average!r}")
    if average is not None:
        asked["average"] = average
    return name


__all__ = ["scoring_of", "take_scoring"]
