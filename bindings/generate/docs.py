"""docs/reference.md: tables of everything that has a name."""

from __future__ import annotations

import textwrap
from pathlib import Path

from blocks import HEAD
from c import constant
from described import OBJECTS, WORDS, object_title, of_what, words_title



def values(option: dict) -> str:
    """The values that an option takes, in a few characters: "[0, 1)", "at least 2", "on, off"."""
    if option["choices"]:
        return ", ".join(option["choices"])
    return "on, off" if option["type"] == "switch" else option["bounds"].removeprefix("in ")


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _table(head: list[str], lines: list[list[str]]) -> str:
    out = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    out += ["| " + " | ".join(_cell(cell) for cell in line) + " |" for line in lines]
    return "\n".join(out) + "\n"


def _options(table: list[dict]) -> str:
    return _table(
        ["option", "type", "default", "values", "read by", "with", ""],
        [
            [
                f"`{o['name']}`",
                o["type"],
                f"`{o['initial']}`" if o["initial"] else "",
                values(o),
                ", ".join(o["calls"]),
                ", ".join(o["concerns"]),
                o["sentence"],
            ]
            for o in table
        ],
    )


def _type_of(fact: dict) -> str:
    """What a fact is: a number, integer, switch, one of the words of a list, a text, or a list of them."""
    known = {"number": "number", "integer": "integer", "switch": "switch", "text": "text"}
    kind = known.get(fact["kind"], f"one of `{fact['kind']}`")
    return f"{kind}s" if fact["type"] == "numbers" and fact["kind"] in ("number", "integer") else (
        "switches" if fact["type"] == "numbers" and kind == "switch" else kind)


def _facts(table: list[dict]) -> str:
    return _table(
        ["fact", "type", "one for each", ""],
        [[f"`{f['name']}`", _type_of(f), "" if f["per"] == "whole" else f["per"], f["sentence"]] for f in table],
    )


def _words(group: str, table: list[dict]) -> str:
    named = "c" in WORDS.get(group, {})
    return _table(
        ["word", "in C" if named else "alias", ""],
        [
            [
                f"`{w['name']}`",
                f"`{constant('name', group, w['name'])}`" if named else (f"`{w['alias']}`" if w["alias"] else ""),
                w["sentence"],
            ]
            for w in table
        ],
    )


def _contents(parts: list[str]) -> str:
    """Links to the sections; those within a section stand behind it."""
    lines: list[str] = []
    for part in parts:
        if not part.startswith("##"):
            continue
        level, _, title = part.split("\n")[0].partition(" ")
        link = f"[{title}](#{title.lower().replace(chr(39), '').replace(' ', '-')})"
        if level == "##":
            lines.append(f"- {link}")
        else:
            lines[-1] += f"{',' if '](#' in lines[-1].partition(':')[2] else ':'} {link}"
    return "".join(
        textwrap.fill(line, 120, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False) + "\n"
        for line in lines
    )


def files(rows: dict, root: Path) -> dict[str, str]:
    parts = [
        f"<!-- {HEAD} -->\n# Reference: everything that has a name\n",
        "Options, facts and words are the same in every language: `min_precision` is `minPrecision` in Java, "
        "`MinPrecision` in C#,\n`min_precision` in C, C++, Python and R, and `--min-precision` on the command line. An "
        "empty default means that nothing is set.\nMetrics have a [page of their own](metrics.md); "
        "[concepts.md](concepts.md) says what the words mean.\n",
    ]
    for family, options in rows["options"].items():
        parts += [f"## Options of {of_what(family)}\n", _options(options)]
    parts.append("## Facts\n\nWhat can be read of an object. \"Whether\" is 1 or 0 where a fact is read as a number.\n")
    for noun in dict.fromkeys([*OBJECTS, *rows["facts"]]):
        if noun in rows["facts"]:
            parts += [f"### {object_title(noun)}\n", _facts(rows["facts"][noun])]
    parts.append("## Words\n")
    for group in dict.fromkeys([*WORDS, *rows["names"]]):
        parts += [f"### {words_title(group)}\n", _words(group, rows["names"][group])]
    parts += [
        "## Metrics\n",
        _table(
            ["metric", "aliases", "formula", ""],
            [
                [f"`{m['name']}`", ", ".join(f"`{a}`" for a in m["aliases"]), f"`{m['formula']}`", m["sentence"]]
                for m in rows["metrics"]
            ],
        ),
    ]
    parts.insert(2, _contents(parts))
    return {"docs/reference.md": "\n".join(parts)}
