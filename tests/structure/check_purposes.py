"""Finds C++ files that do not begin with what they are for: a comment in whole sentences, which is not the licence.

  check_purposes.py ROOT         checks core, capi and bindings below ROOT
  check_purposes.py --self-check checks made-up files, each with one fault, and one without
"""

import pathlib
import re

import checking

PARTS = ("core", "capi", "bindings")
SOURCES = {".cpp", ".hpp"}
NO_PURPOSE = re.compile(r"copyright|licen[cs]e|SPDX|all rights reserved|clang-format|NOLINT", re.IGNORECASE)
FEWEST_WORDS = 2


def fault(text):
    """What is wrong with how a file begins, if anything is."""
    first = re.match(r"(?://[^\n]*\n)+", text)
    if not first:
        return "does not begin with a comment"
    words = re.sub(r"(?m)^//!?", "", first.group())
    if NO_PURPOSE.search(words):
        return "begins with a licence or an instruction to a program"
    paragraph = words.split("\n\n")[0]
    if len(re.findall("[A-Za-z]+", paragraph)) < FEWEST_WORDS or not re.search(r"[.:;](\s|$)", paragraph):
        return "does not begin with a sentence"
    return None


def faults(root):
    root = pathlib.Path(root)
    found = []
    for path in sorted(path for part in PARTS for path in (root / part).rglob("*")):
        place = path.relative_to(root)
        if path.suffix in SOURCES and "build" not in place.parts and (wrong := fault(path.read_text(encoding="utf-8"))):
            found.append(f"{place.as_posix()} {wrong}: its first line says what it is for")
    return found


def self_check():
    cases = [
        ("// Adds.\n#include <x>\n", "does not begin with a sentence"),
        ("// Adds two numbers.\n#include <x>\n", None),
        ("// Adds two numbers, of which\n// one is 0: the other.\nint x;\n", None),
        ("#include <x>\n// Adds two numbers.\n", "does not begin with a comment"),
        ("\n// Adds two numbers.\n", "does not begin with a comment"),
        ("// Copyright 2026 the authors. All rights reserved.\n", "begins with a licence"),
        ("// clang-format off.\n", "begins with a licence or an instruction"),
        ("// adds two numbers\n", "does not begin with a sentence"),
        ("// ------------------------\nint x;\n", "does not begin with a sentence"),
        ("", "does not begin with a comment"),
    ]
    for text, expected in cases:
        got = checking.faults_of_files({"core/a.cpp": text}, faults)
        if len(got) != (1 if expected else 0) or (expected and not got[0].startswith("core/a.cpp " + expected)):
            yield f"{text!r}: {got}, expected {expected or 'no fault'}"


if __name__ == "__main__":
    checking.main(faults, self_check)
