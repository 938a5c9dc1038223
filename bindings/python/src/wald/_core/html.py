"""What notebooks show of an object: a small table."""

from __future__ import annotations

from html import escape
from typing import Any, Iterable, Mapping

import numpy as np

MOST_ROWS = 20


def shown(value: Any) -> str:
    """A value as text for people."""
    if isinstance(value, (bool, np.bool_)):
        return "yes" if value else "no"
    if isinstance(value, (float, np.floating)):
        return f"{value:.6g}"
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {shown(each)}" for name, each in value.items())
    if isinstance(value, (list, tuple, np.ndarray)):
        tail = f", ... ({len(value)})" if len(value) > 8 else ""
        return ", ".join(shown(each) for each in value[:8]) + tail
    return str(value)


def table(title: str, rows: Iterable[Iterable[Any]], heads: Iterable[str] = (), note: str = "") -> str:
    """A table of HTML: the first cell of a row names it. Texts are escaped."""
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    body = []
    for first, *others in rows:
        cells = "".join(f"<td>{escape(shown(each))}</td>" for each in others)
        body.append(f'<tr><th style="text-align: left">{escape(shown(first))}</th>{cells}</tr>')
    caption = f'<caption style="text-align: left"><b>{escape(title)}</b></caption>'
    begin = f"<thead><tr><th></th>{head}</tr></thead>" if head else ""
    end = f"<p>{escape(note)}</p>" if note else ""
    return f"<table>{caption}{begin}<tbody>{''.join(body)}</tbody></table>{end}"


def facts(title: str, known: Mapping[str, Any]) -> str:
    """A table of what is known of one object: what is not known, or empty, is left out."""
    rows = [(name.replace("_", " "), value) for name, value in known.items() if is_known(value)]
    return table(title, rows)


def is_known(value: Any) -> bool:
    if isinstance(value, (float, np.floating)):
        return bool(value == value)
    return value is not None and not (hasattr(value, "__len__") and len(value) == 0)
