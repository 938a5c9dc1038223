"""The C headers: enumerations of words and facts; the list of exported symbols."""

from __future__ import annotations

import textwrap
from pathlib import Path

from blocks import HEAD, keys, replaced
from described import WORDS



def _enumerator(name: str, value: int, sentence: str, last: bool) -> str:
    head = f"  {name} = {value}{'' if last else ','}"
    line = f"{head} /**< {sentence} */" if sentence else head
    if len(line) <= 118:
        return line
    indent = " " * 6
    return f"{head}\n" + "\n".join(
        textwrap.wrap(f"/**< {sentence} */", 118, initial_indent=indent, subsequent_indent=indent + "     ")
    )


def _enumeration(entries: list[tuple[str, int, str]]) -> str:
    lines = [_enumerator(*entry, last=i + 1 == len(entries)) for i, entry in enumerate(entries)]
    return "enum {\n" + "\n".join(lines) + "\n};\n"


def constant(kind: str, group: str, name: str) -> str:
    """The name in C of a word ("name", "rule", "or") or of a fact ("fact", "decision", "k")."""
    prefix = WORDS[group]["c"] if kind == "name" else f"WALD_{group.upper()}_"
    return prefix + name.upper().replace("-", "_")


def _version(root: Path) -> str:
    """The release and the ABI number as macros, from the files VERSION and ABI_VERSION."""
    release = (root / "VERSION").read_text().split()[0]
    abi = next(line for line in (root / "ABI_VERSION").read_text().splitlines() if line.isdigit())
    major, minor, patch = (int(part) for part in release.split("."))
    macros = {
        "VERSION_MAJOR": major,
        "VERSION_MINOR": minor,
        "VERSION_PATCH": patch,
        "VERSION_NUMBER": major * 10000 + minor * 100 + patch,
        "VERSION": f'"{release}"',
        "ABI_VERSION": abi,
    }
    return "".join(f"#define WALD_{name} {value}\n" for name, value in macros.items())


def _said(row: dict) -> str:
    """Of a type of objects which functions for all types take it, besides the getters of its facts."""
    return ", ".join(verb for verb in row["verbs"] if verb not in ("number", "numbers", "text"))


def _block(rows: dict, key: str, root: Path) -> str:
    if key == "version":
        return _version(root)
    if key == "object types":
        return _enumeration([(f"WALD_OBJECT_{r['name'].upper()}", r["value"], _said(r)) for r in rows["objects"]])
    kind, group = key.split()
    table = rows["names"][group] if kind == "name" else rows["facts"][group]
    return _enumeration([(constant(kind, group, r["name"]), r["value"], r["sentence"]) for r in table])


def _facts(rows: dict) -> str:
    """A header of their own: what is read here and there, beside what is read once."""
    out = [f"""/* {HEAD} */
/* Wald: the facts of every type of object, which wald_number, wald_numbers and wald_text read. */
#ifndef WALD_FACTS_H
#define WALD_FACTS_H

#include <stdint.h>
"""]
    for noun in (row["name"] for row in rows["objects"] if row["name"] in rows["facts"]):
        out.append(f"\n/** The facts of a wald_{noun}. */\ntypedef int32_t wald_{noun}_fact;\n")
        out.append(_block(rows, f"fact {noun}", Path()))
    return "".join(out) + "\n#endif /* WALD_FACTS_H */\n"


def files(rows: dict, root: Path) -> dict[str, str]:
    out = {"capi/wald/facts.h": _facts(rows)}
    for path in sorted((root / "capi" / "wald").glob("*.h")):
        if path.name == "facts.h":
            continue
        text = path.read_text()
        out[str(path.relative_to(root))] = replaced(text, {key: _block(rows, key, root) for key in keys(text)})
    out["capi/symbols.txt"] = "".join(sorted(f"{f['name']}\n" for f in rows["functions"]))
    return out
