"""The functions of the C headers, with their parameters and comments, and the rows of its lists, with their members."""

from __future__ import annotations

import re
from pathlib import Path

PARTS = ("facts", "core", "decisions", "thresholds", "cascades", "learners", "routes", "promises", "performance")
_FUNCTION = re.compile(
    r"(?:/\*\*(?P<comment>(?:(?!\*/).)*?)\*/\s*)?WALD_API\s+(?P<result>[\w \*]+?)\s*(?P<name>wald_\w+)\s*"
    r"\((?P<parameters>[^;]*?)\)\s*WALD_NOEXCEPT;",
    re.S,
)
_ROW = re.compile(
    r"(?:/\*\*(?P<comment>(?:(?!\*/).)*?)\*/\s*)?typedef struct (?P<name>wald_\w+_row) \{(?P<body>.*?)\} (?P=name);", re.S
)
_MEMBERS = re.compile(r"(?P<type>[\w ]+?[ \*]+)(?P<names>\w+(?:, \w+)*);(?:\s*/\*\*<(?P<comment>.*?)\*/)?", re.S)


def _parameter(text: str) -> dict[str, str]:
    match = re.fullmatch(r"(?P<type>.*?[\s\*])(?P<name>\w+)", text.strip(), re.S)
    assert match, text
    return {"type": " ".join(match["type"].split()), "name": match["name"]}


def functions(capi: Path) -> list[dict]:
    """Every exported function, in the order of the headers."""
    out = []
    for part in PARTS:
        text = (capi / "wald" / f"{part}.h").read_text()
        for match in _FUNCTION.finditer(text):
            parameters = match["parameters"].strip()
            comment = re.sub(r"\s*\n\s*\*\s?", " ", match["comment"] or "").strip()
            out.append(
                {
                    "name": match["name"],
                    "result": " ".join(match["result"].split()),
                    "parameters": []
                    if parameters == "void"
                    else [_parameter(p) for p in parameters.split(",")],
                    "comment": comment,
                    "header": f"wald/{part}.h",
                }
            )
        exported = len(re.findall(r"\bWALD_API\b(?! *$)", re.sub(r"#define[^\n]*", "", text)))
        assert exported == sum(f["header"] == f"wald/{part}.h" for f in out), f"{part}.h: a declaration was not read"
    return out


def list_rows(capi: Path) -> list[dict]:
    """The structures that are filled with a row of a list, in the order of the headers."""
    return [
        {
            "name": match["name"],
            "comment": " ".join((match["comment"] or "").split()),
            "members": [
                {"type": " ".join(one["type"].split()), "name": name, "comment": " ".join((one["comment"] or "").split())}
                for one in _MEMBERS.finditer(match["body"])
                for name in one["names"].split(", ")
            ],
        }
        for part in PARTS
        for match in _ROW.finditer((capi / "wald" / f"{part}.h").read_text())
    ]
