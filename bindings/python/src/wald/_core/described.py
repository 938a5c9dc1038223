"""What objects show of themselves, from their facts: a dict, a text, a data frame, and HTML in notebooks."""

from __future__ import annotations

import ctypes
import re
from typing import Any, Mapping

import numpy as np

from . import html
from .forms import data_frame
from .library import lib
from .rows import FACTS
from .table import wald_name_row


def meaning_of(list_name: str, word: str) -> str:
    """What a word means, to stand after a colon."""
    row, number = wald_name_row(ctypes.sizeof(wald_name_row)), 0
    while lib.wald_name_list(list_name.encode(), number, ctypes.byref(row)) == 0:
        if row.name.decode() == word:
            sentence: str = row.sentence.decode().rstrip(".")
            return sentence[:1].lower() + sentence[1:] if re.match("[A-Z][a-z ]", sentence) else sentence
        number += 1
    return word


class Described:
    """A public object that shows its facts. A subclass names the library's object; `_more` names attributes shown before
    the facts, `_lists` arrays after them, and `_columns` gives a table of its parts, if it has any."""

    __slots__ = ()
    _object = ""
    _more: tuple[str, ...] = ()
    _lists: tuple[str, ...] = ()

    def _columns(self) -> dict[str, Any]:
        """A table of the parts, by columns; none for an object without parts."""
        return {}

    def _known(self) -> dict[str, Any]:
        """The facts of the whole object that are known."""
        facts = FACTS.get(self._object, {}).items()
        names = [*self._more, *(name for name, fact in facts if fact.per == "whole" and fact.type == "number")]
        return {name: value for name in dict.fromkeys(names) if html.is_known(value := _plain(getattr(self, name)))}

    def to_dict(self) -> dict[str, Any]:
        """Every fact that is known, by its name: numbers, words and lists."""
        return {**self._known(), **{name: _plain(getattr(self, name)) for name in self._lists}}

    def summary(self) -> str:
        """The facts as text for people, and a table of the parts, if there are any."""
        known = {name.replace("_", " "): html.shown(value) for name, value in self._known().items()}
        width = max(map(len, known), default=0) + 2
        lines = [self._title(), *(f"  {name:{width}}{value}" for name, value in known.items())]
        columns = self._columns()
        cells = [[name, *map(html.shown, values)] for name, values in columns.items()]
        wide = [max(map(len, column)) for column in cells]
        for row in zip(*cells):
            lines.append("  " + "  ".join(cell.rjust(size) for cell, size in zip(row, wide)))
        return "\n".join(lines)

    def to_frame(self) -> Any:
        """A pandas DataFrame: one row per part (label, bin or stage), or one row of the facts if there are no parts."""
        return data_frame(self._columns() or {name: [value] for name, value in self._known().items()})

    def _title(self) -> str:
        return repr(self)[1:-1].partition(":")[0]

    def _repr_html_(self) -> str:
        title = self._title()
        if getattr(self, "closed", False):
            return html.facts(title, {})
        columns: Mapping[str, Any] = self._columns()
        shown = html.facts(title, self._known())
        if not columns:
            return shown
        first, *heads = columns
        rows = list(zip(*columns.values()))
        more = f"and {len(rows) - html.MOST_ROWS} more" if len(rows) > html.MOST_ROWS else ""
        return shown + html.table(f"By {first}", rows[: html.MOST_ROWS], heads, more)


def _plain(value: Any) -> Any:
    """A value as Python and JSON have it."""
    return value.tolist() if isinstance(value, (np.ndarray, np.generic)) else value


__all__ = ["Described"]
