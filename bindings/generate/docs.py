"""docs/reference.md: lists of everything that has a name."""

from __future__ import annotations

import textwrap
from pathlib import Path

from blocks import HEAD
from c import constant
from described import OBJECTS, WORDS, object_title, of_what, words_title


def values(option: dict) -> str:
    """The values that an option takes, in a few characters: "[0, 1)", "at least 2", its words with the default in bold."""
    if option["choices"]:
        return ", ".join(f"**{word}**" if word == option["initial"] else word for word in option["choices"])
    return "" if option["type"] == "switch" else option["bounds"].removeprefix("in ")


def _list(lines: list[tuple[str, list[str], str]]) -> str:
    """A name, what is known of it in brackets, and its sentence."""
    return "".join(f"- `{name}`{f' ({details})' if (details := ', '.join(filter(None, known))) else ''}: {sentence}\n"
                   for name, known, sentence in lines)


def _option(o: dict) -> tuple[str, list[str], str]:
    calls = f"; {', '.join(o['calls'])}" if o["calls"] else ""
    concerns = f"; with {', '.join(o['concerns'])}" if o["concerns"] else ""
    known = [o["type"], f"`{o['initial']}`" if o["initial"] and not o["choices"] else "", values(o)]
    return o["name"], [", ".join(filter(None, known)) + calls + concerns], o["sentence"]


def _type_of(fact: dict) -> str:
    """What a fact is: a number, integer, switch, one of the words of a list, a text, or a list of them."""
    known = {"number": "number", "integer": "integer", "switch": "switch", "text": "text"}
    kind = known.get(fact["kind"], f"one of `{fact['kind']}`")
    return f"{kind}s" if fact["type"] == "numbers" and fact["kind"] in ("number", "integer") else (
        "switches" if fact["type"] == "numbers" and kind == "switch" else kind)


def _fact(f: dict) -> tuple[str, list[str], str]:
    return f["name"], [_type_of(f) + ("" if f["per"] == "whole" else f" per {f['per']}")], f["sentence"]


def _word(group: str, w: dict) -> tuple[str, list[str], str]:
    other = constant("name", group, w["name"]) if "c" in WORDS.get(group, {}) else w["alias"]
    return w["name"], [f"`{other}`" if other else ""], w["sentence"]


def _metric(m: dict) -> str:
    """The names that the page of metrics leaves out: that explains each metric."""
    return f"- `{m['name']}`: {', '.join(f'`{alias}`' for alias in m['aliases'])}"


def _contents(parts: list[str]) -> str:
    """Links to the sections; a reader's own list of headings, or search, leads to those within a section."""
    titles = [part.split("\n")[0][3:] for part in parts if part.startswith("## ")]
    links = " · ".join(f"[{title}](#{title.lower().replace(' ', '-')})" for title in titles)
    return textwrap.fill(links, 120, break_long_words=False, break_on_hyphens=False) + "\n"


def files(rows: dict, root: Path) -> dict[str, str]:
    families = list(rows["options"].values())
    shared = [o for o in families[0] if all(any(_option(o) == _option(other) for other in each) for each in families)]
    names = {o["name"] for o in shared}
    parts = [
        f"<!-- {HEAD} -->\n# Reference: everything that has a name\n",
        "Options, facts and words are the same in every language: `min_precision` is `minPrecision` in Java, "
        "`MinPrecision` in C#,\n`min_precision` in C, C++, Python and R, and `--min-precision` on the command line. "
        "Metrics have a\n[page of their own](guides/metrics.md); [concepts](guides/concepts.md) explains the words.\n",
        "In brackets: the type of an option, its default if one is set (bold among words), the values it takes; after a semicolon the calls "
        "that\nread it, and what it is read with. Every family of options also has:\n",
        _list([_option(o) for o in shared]),
    ]
    for family, options in rows["options"].items():
        parts += [f"## Options of {of_what(family)}\n", _list([_option(o) for o in options if o["name"] not in names])]
    parts.append("## Facts\n\nWhat can be read of an object. \"Whether\" is 1 or 0 if a fact is read as a number.\n")
    for noun in dict.fromkeys([*OBJECTS, *rows["facts"]]):
        if noun in rows["facts"]:
            parts += [f"### {object_title(noun)}\n", _list([_fact(f) for f in rows["facts"][noun]])]
    parts.append("## Words\n\nIn brackets: the constant of C, or another name.\n")
    for group in dict.fromkeys([*WORDS, *rows["names"]]):
        parts += [f"### {words_title(group)}\n", _list([_word(group, w) for w in rows["names"][group]])]
    others = "\n".join(_metric(m) for m in rows["metrics"] if m["aliases"]) + "\n"
    parts += ["## Metrics\n", f"Other names of the [metrics](guides/metrics.md):\n\n{others}"]
    parts.insert(2, _contents(parts))
    return {"docs/reference.md": "\n".join(parts)}
