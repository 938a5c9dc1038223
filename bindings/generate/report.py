"""The page of a report as text of C++: markup, styles and code in one list of pieces, "@data" where its data go."""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = "core/report/page"
# A compiler need not take literals of more characters.
LONGEST = 2000


def _without_comments(code: str) -> str:
    """Lines that are comments alone, blank lines and indents are for those who read the sources."""
    lines = []
    inside = False
    for line in code.splitlines():
        line = line.strip()
        if inside or line.startswith("/*"):
            inside = not line.endswith("*/")
        elif line and not line.startswith("//"):
            lines.append(line)
    return "\n".join(lines)


def _script(folder: Path) -> str:
    """page.js with draw.js in the place of its import: a page of one file can load no modules."""
    module = (folder / "draw.js").read_text()
    names = re.findall(r"^export (?:const|function) (\w+)", module, re.MULTILINE)
    module = re.sub(r"^export ", "", module, flags=re.MULTILINE)
    own = f"const draw = (() => {{\n{module}\nreturn {{ {', '.join(names)} }};\n}})();"
    page = (folder / "page.js").read_text()
    whole, count = re.subn(r"^import \* as draw from './draw\.js';$", lambda _: own, page, flags=re.MULTILINE)
    assert count == 1 and "</script" not in whole
    return "(() => {\n'use strict';\n" + _without_comments(whole) + "\n})();"


def _literals(text: str) -> list[str]:
    escaped = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "?": "\\?"}
    out, line = [], ""
    for character in text:
        piece = escaped.get(character, character)
        if ord(character) > 126:  # in UTF-8, by octal digits, which end after three
            piece = "".join(f"\\{byte:03o}" for byte in character.encode())
        if len(line) + len(piece) > 112:
            out.append(line)
            line = ""
        line += piece
    return [*out, line]


def _piece(text: str) -> str:
    out = []
    for i in range(0, len(text), LONGEST):
        out.append("\n".join(f'    "{line}"' for line in _literals(text[i : i + LONGEST])) + ",")
    return "\n".join(out)


def files(rows: dict, root: Path) -> dict[str, str]:
    folder = root / FOLDER
    page = (folder / "page.html").read_text()
    page = page.replace("@style", _without_comments((folder / "style.css").read_text()))
    before, after = page.replace("@script", _script(folder)).split("@data")
    text = f"// Written by bindings/generate from {FOLDER}/: the page of a report in pieces.\n"
    return {"core/report/page.inc": text + _piece(before) + '\n    "@data",\n' + _piece(after) + "\n"}
