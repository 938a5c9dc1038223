"""Generated parts of hand-written files stand between a line that holds "rows: KEY" and one that holds "end of rows"."""

from __future__ import annotations

import re

HEAD = "Written by bindings/generate from the rows of the core: do not edit."
_BLOCK = re.compile(r"(^[ \t]*[^\w\s][^\w\n]*rows: ([^\n]*?)[ \t]*(?:\*/|-->|$)[^\n]*\n)(.*?)(^[^\w\n]*end of rows\b)", re.M | re.S)


def keys(text: str) -> list[str]:
    """The keys of the blocks of a text, in their order."""
    return [match.group(2).strip() for match in _BLOCK.finditer(text)]


def replaced(text: str, blocks: dict[str, str]) -> str:
    """The text with each block's content replaced. Every block needs an entry, and every entry a block."""
    found = keys(text)
    missing = sorted(set(found) ^ set(blocks))
    if missing:
        raise ValueError(f"blocks without a counterpart: {', '.join(missing)}")

    def content(match: re.Match[str]) -> str:
        new = blocks[match.group(2).strip()]
        if new and not new.endswith("\n"):
            new += "\n"
        return match.group(1) + new + match.group(4)

    return _BLOCK.sub(content, text)
