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
