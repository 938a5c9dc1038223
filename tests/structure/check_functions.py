"""Finds functions of the core that are too long or take too much.

A function's lines are counted from its name to its closing brace; its parameters are those of its first list. A type's
constructor is a function, a lambda is part of the function around it.

  check_functions.py ROOT          checks core below ROOT
  check_functions.py --self-check  checks made-up files, each with one fault, and one without
"""

import pathlib
import re

import checking

MOST_LINES = 100
MOST_PARAMETERS = 7

BLANKED = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"\((?:.|\n)*?\)"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'|^[ \t]*#(?:[^\n\\]|\\.|\\\n)*', re.S | re.M)
# Words before a list in parentheses that are no function's name.
CONTROL = {"if", "for", "while", "switch", "catch", "return", "sizeof", "alignas", "decltype", "noexcept", "static_assert",
           "__attribute__", "operator"}
BEFORE_LIST = re.compile(r"(~?[\w:]+|operator\s*(?:\(\)|\[\]|[^\s\w(]+|\w+))\s*$")


def blanked(text):
    return BLANKED.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), text)


def closing(text, at):
    """The position of what closes the parenthesis or brace at `at`."""
    pairs = {"(": ")", "{": "}"}
    opened, closes, depth = text[at], pairs[text[at]], 0
    for i in range(at, len(text)):
        if text[i] == opened:
            depth += 1
        elif text[i] == closes:
            depth -= 1
            if depth == 0:
                return i
    return len(text) - 1


def parameters(inside):
    """How many parameters a list holds: commas that are in no brackets of their own."""
    if inside.strip() in ("", "void"):
        return 0
    depth, count = 0, 1
    for i, sign in enumerate(inside):
        if sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
        elif sign == "<":
            depth += 1
        elif sign == ">" and inside[i - 1 : i] != "-":
            depth -= 1
        elif sign == "," and depth == 0:
            count += 1
    return count


# What may stand between a list of parameters and the body.
TAIL = re.compile(r"(?:\s|const\b|override\b|final\b|noexcept\b|->\s*[\w:<>,&*\s]+?(?=\s*\{)|&)*")


def body_after(text, at):
    """Where the body begins of a function whose list of parameters ends before `at`; None for a declaration or a call."""
    at = TAIL.match(text, at).end()
    if at < len(text) and text[at] == "{":
        return at
    if at < len(text) and text[at] == ":" and text[at : at + 2] != "::":  # the members that a constructor begins with
        at += 1
        while at < len(text):
            found = re.compile(r"\s*[\w:<>, ]+?\s*(?=[({])").match(text, at)
            if not found:
                return None
            at = closing(text, found.end()) + 1
            rest = re.compile(r"\s*(?:\.\.\.)?\s*([,{])").match(text, at)
            if not rest:
                return None
            at = rest.end()
            if rest.group(1) == "{":
                return at - 1
    return None


def functions(text):
    """(name, line, lines, parameters) of each function that a file defines."""
    text = blanked(text)
    at = 0
    while True:
        opened = text.find("(", at)
        if opened < 0:
            return
        at = opened + 1
        found = BEFORE_LIST.search(text, max(0, opened - 120), opened)
        if not found or found.group(1) in CONTROL or found.group(1)[0].isdigit():
            continue
        if re.search(r"(?:[=.,(!?]|->|\breturn|\bnew|\bthrow)\s*$", text[max(0, found.start() - 12) : found.start()]):
            continue
        end = closing(text, opened)
        body = body_after(text, end + 1)
        if body is None:
            continue
        last = closing(text, body)
        name = re.sub(r"\s+", " ", found.group(1))
        yield (name, text.count("\n", 0, found.start()) + 1, text.count("\n", found.start(), last) + 1,
               parameters(text[opened + 1 : end]))
        at = last + 1


def faults(root):
    root = pathlib.Path(root)
    found = []
    for path in sorted((root / "core").rglob("*")):
        if path.suffix not in {".cpp", ".hpp"}:
            continue
        place = path.relative_to(root).as_posix()
        for name, line, lines, count in functions(path.read_text(encoding="utf-8")):
            for number, most, what in [(lines, MOST_LINES, "lines"), (count, MOST_PARAMETERS, "parameters")]:
                if number > most:
                    found.append(f"{place}:{line}: {name} has {number} {what}: at most {most}")
    return found


def self_check():
    long = "  ++x;\n"
    eight = ", ".join(f"int x{i}" for i in range(8))
    cases = [
        ("int f(int x) {\n" + long * 98 + "}\n", None),
        ("int f(int x) {\n" + long * 99 + "}\n", "core/a.cpp:1: f has 101 lines"),
        ("int f(int x) {\n" + "  // x\n" * 99 + "}\n", "core/a.cpp:1: f has 101 lines"),
        ("\nstruct A {\n  A(int x) : x_(x) {\n" + long * 99 + "  }\n};\n", "core/a.cpp:3: A has 101 lines"),
        ("struct A {\n" + "  int f(int x) {\n  }\n" * 60 + "};\n", None),
        (f"void f({eight}) {{\n}}\n", "core/a.cpp:1: f has 8 parameters"),
        (f"void A::f({eight}) const noexcept {{\n}}\n", "core/a.cpp:1: A::f has 8 parameters"),
        (f"A::A({eight})\n    : x_(x0), y_{{x1}} {{\n}}\n", "core/a.cpp:1: A::A has 8 parameters"),
        ("void f(std::map<int, int> a, int b, int c, int d, int e, int g, int h) {\n}\n", None),
        (f"void f({eight});\n", None),
        ("void f(int x) {\n  g(1, 2, 3, 4, 5, 6, 7, 8);\n}\n", None),
        (f"// void f({eight}) {{\nconst char *s = \"void f({eight}) {{\";\n", None),
    ]
    for text, expected in cases:
        got = checking.faults_of_files({"core/a.cpp": text}, faults)
        if len(got) != (1 if expected else 0) or (expected and not got[0].startswith(expected)):
            yield f"{text[:60]}: {got}, expected {expected or 'no fault'}"


if __name__ == "__main__":
    checking.main(faults, self_check)
