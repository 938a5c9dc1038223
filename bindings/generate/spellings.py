"""How names and phrases of the rows are spelt in the languages."""

from __future__ import annotations

import re


def pascal(name: str) -> str:
    """min_precision as MinPrecision."""
    return "".join(part[:1].upper() + part[1:] for part in re.split("[_-]", name))


def camel(name: str) -> str:
    """min_precision as minPrecision."""
    return name[:1] + pascal(name)[1:]


def sentence(phrase: str) -> str:
    """A phrase as a sentence, with a capital and a full stop: bounds of an option are "in [0, 1)". "" stays."""
    return phrase and phrase[0].upper() + phrase[1:] + "."


def read_by(option: dict) -> str:
    """By which calls an option is read, or which learners, and with what at work: "Read by fit, with bins."; "" for an
    option that all calls of its family read."""
    calls = option["calls"]
    words = [word for word in option["concerns"] if word not in calls]
    if any(word in calls for word in option["concerns"]):
        words = []  # some calls read it whatever is at work
    if not calls:
        return f"Read by {listed(words, 'and')}." if words else ""
    return f"Read by {listed(calls, 'and')}{', with ' + listed(words, 'or') if words else ''}."


def listed(words: list[str], last: str) -> str:
    """a, b and c"""
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def parted(facts):
    """The facts by object; those of the bins of a reliability, "bin_weight", as the "weight" of a thing of its own."""
    out = {}
    for thing, rows in facts.items():
        of_bins = [row for row in rows if row["per"] == "bin"]
        out[thing] = [row for row in rows if row not in of_bins]
        if of_bins:
            out[f"{thing}_bin"] = [{**row, "name": row["name"].removeprefix("bin_")} for row in of_bins]
    return out


def article(noun):
    """an estimator, a sample"""
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def singular(noun):
    """category, class, batch, row"""
    for ends, end in (("ies", "y"), ("sses", "ss"), ("ches", "ch"), ("s", "")):
        if noun.endswith(ends):
            return noun.removesuffix(ends) + end
    return noun
