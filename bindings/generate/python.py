"""Python: the table of ctypes, options as keywords with their documentation, facts as properties, flags.

What a user's class adds to its facts (arrays of another shape, values with a name) is written by hand: described.py
says which facts those are.
"""

import json
import re
import textwrap

import c
from blocks import HEAD, replaced
from described import (FAMILIES, WORDS, enumeration_about, enumeration_class, family_noun, is_told, object_class,
                       options_class, said_of)
from header import PARTS
from methods import plain, words_by_constant
from methods_small import Texts, has_plain_form, python_file
from spellings import parted, read_by, sentence

PACKAGE = "bindings/python/src/wald/_core"
WRITTEN = f"# {HEAD}"
WIDTH = 120

# ---- The table of ctypes -------------------------------------------------------------------------

SCALARS = {"int32_t": "c_int32", "int64_t": "c_int64", "uint8_t": "c_uint8", "double": "c_double"}


class Header:
    """The types of the headers: those of numbers, opaque ones, structures, functions."""

    def __init__(self, capi):
        texts = [(capi / "wald" / f"{part}.h").read_text() for part in PARTS]
        code = re.sub(r"/\*.*?\*/", " ", "\n".join(texts), flags=re.S)
        code = re.sub(r"^[ \t]*#.*$", "", code, flags=re.M)
        self.numbers = dict(SCALARS)
        for base, name in re.findall(r"typedef (\w+_t) (wald_\w+);", code):
            self.numbers[name] = SCALARS[base]
        self.opaque = re.findall(r"typedef struct (wald_\w+) wald_\w+;", code)
        self.structures = {name: list(_members(body)) for body, name in
                           re.findall(r"typedef struct wald_\w+ \{(.*?)\} (wald_\w+);", code, flags=re.S)}
        self.functions = {name: (result, [a.strip() for a in arguments.split(",")]) for result, name, arguments in
                          re.findall(r"typedef (\w+) \(\*(wald_\w+)\)\(([^)]*)\);", code)}

    def python(self, text):
        """The ctypes type of a C type."""
        text = re.sub(r"\bconst\b", " ", text)
        stars, base = text.count("*"), text.replace("*", " ").split()[0]
        if base == "void":
            return "c_void_p" if stars else "None"
        if base == "char":
            found, stars = "c_char_p", stars - 1
        else:
            found = self.numbers.get(base, base)
        return "POINTER(" * stars + found + ")" * stars


def _members(body):
    for line in body.split(";"):
        base, *names = re.split(r",", line.strip())
        if not base:
            continue
        kind, first = re.match(r"(.*?)(\w+)$", base.strip(), flags=re.S).groups()
        plain = kind.replace("*", " ")
        yield first, kind
        for name in names:
            yield name.replace("*", "").strip(), plain + "*" * name.count("*")


def table(rows, root):
    header = Header(root / "capi")
    lines = [WRITTEN, '"""The structures and functions of the C interface."""', "",
             "from __future__ import annotations", "", "import ctypes",
             "from ctypes import CFUNCTYPE, POINTER, c_char_p, c_double, c_int32, c_int64, c_uint8, c_void_p",
             "from typing import Any", ""]
    for name in header.opaque:
        lines += ["", f"class {name}(ctypes.Structure):", '    """Opaque."""', ""]
    for name, members in header.structures.items():
        lines += ["", f"class {name}(ctypes.Structure):"]
        if not name.endswith("_row"):
            lines += ["    kept: Any  # the arrays that it points into", ""]
        lines.append("    _fields_ = [")
        lines += [f'        ("{member}", {header.python(kind)}),' for member, kind in members]
        lines += ["    ]", ""]
    lines.append("")
    for name in header.opaque:
        lines.append(f"{name.removeprefix('wald_')}_p = POINTER({name})")
    lines.append("")
    for name, (result, arguments) in header.functions.items():
        types = [result, *(re.sub(r"\w+$", "", argument) for argument in arguments)]
        lines.append(f"{name} = CFUNCTYPE({', '.join(map(header.python, types))})")
    lines += ["", "FUNCTIONS: dict[str, tuple[Any, tuple[Any, ...]]] = {", "    # name: (result, arguments)"]
    for function in rows["functions"]:
        types = [header.python(p["type"]) for p in function["parameters"]]
        arguments = ", ".join(types) + ("," if len(types) == 1 else "")
        line = f'    "{function["name"]}": ({header.python(function["result"])}, ({arguments})),'
        lines += [line] if len(line) <= WIDTH else _broken(function["name"], header.python(function["result"]), types)
    lines += ["}", ""]
    return "\n".join(lines)


def _broken(name, result, types):
    inner = textwrap.fill(", ".join(types), WIDTH - 13, break_long_words=False)
    arguments = textwrap.indent(inner, " " * 12)
    return [f'    "{name}": (', f"        {result},", "        (", arguments + ",", "        ),", "    ),"]


# ---- Options -------------------------------------------------------------------------------------

TYPES = {"number": "float", "integer": "int", "seed": "int", "switch": "bool", "text": "str", "numbers": "array-like",
         "integers": "array-like of int", "texts": "iterable of str", "metric": "str or Metric",
         "progress": "callable or True"}
HINTS = {"number": "float", "integer": "int", "seed": "int", "switch": "bool", "text": "str", "numbers": "ArrayLike",
         "integers": "Sequence[Any] | ArrayLike", "texts": "Iterable[Hashable]", "metric": "str | Metric",
         "progress": "bool | Callable[[float], object]"}


def default_of(option):
    """The default as a Python value; None if nothing is set."""
    text = option["initial"]
    if text == "":
        return None
    kind = option["type"]
    if kind == "switch":
        return text in ("1", "on", "true", "yes")
    if kind in ("integer", "seed"):
        return int(text)
    return float(text) if kind == "number" else text


def bounds_of(option):
    """The bounds in words."""
    if option["type"] == "seed":
        return "in [0, 2**64)"
    return option["bounds"]


def entry_of(option):
    """The option as a parameter in the documentation of a function."""
    words = ", ".join(f'"{word}"' for word in option["choices"])
    kind = f"{{{words}}}" if words else TYPES[option["type"]]
    default = default_of(option)
    facts = [bounds_of(option)]
    if default is not None:
        facts.append(f'default "{default}"' if isinstance(default, str) else f"default {default!r}"
                     if not isinstance(default, float) else f"default {option['initial']}")
    tail = sentence("; ".join(filter(None, facts)))
    said = " ".join(filter(None, [option["sentence"], read_by(option), tail]))
    head = textwrap.fill(f"{option['name']} : {kind}, optional", WIDTH - 8, subsequent_indent="    ",
                         break_on_hyphens=False)
    body = textwrap.fill(said, WIDTH - 8, initial_indent="    ", subsequent_indent="    ", break_long_words=False,
                         break_on_hyphens=False)
    return f"{head}\n{body}"


def _quoted(value):
    if isinstance(value, tuple):
        return "(" + ", ".join(map(_quoted, value)) + ("," if len(value) == 1 else "") + ")"
    return json.dumps(value) if isinstance(value, str) else repr(value)


def _literal(value):
    return "math.inf" if value == float("inf") else "-math.inf" if value == float("-inf") else repr(value)


def tables(rows):
    lines = [WRITTEN, '"""What can be set, read and said by name."""', "", "from __future__ import annotations", "",
             "import math", "from typing import Any, NamedTuple", "", "",
             "class Option(NamedTuple):", '    """What can be set for a family of functions."""', "",
             "    name: str", "    type: str", "    initial: str", "    default: Any",
             "    choices: tuple[str, ...]", "    calls: tuple[str, ...]", "    concerns: tuple[str, ...]", "    low: float", "    high: float",
             "    open_low: bool", "    open_high: bool", "    sentence: str", "    entry: str",
             '    """As a parameter in the documentation of a function."""', "", "",
             "class Fact(NamedTuple):", '    """What can be read of an object of the library."""', "",
             "    value: int", "    type: str", "    kind: str", "    per: str", "    sentence: str", "", "",
             "OPTIONS: dict[str, dict[str, Option]] = {"]
    for family, options in rows["options"].items():
        lines.append(f'    "{family}": {{')
        for o in options:
            low = float("-inf") if o["low"] is None else float(o["low"])
            high = float("inf") if o["high"] is None else float(o["high"])
            values = [o["name"], o["type"], o["initial"], default_of(o), tuple(o["choices"]), tuple(o["calls"]),
                      tuple(o["concerns"])]
            lines.append(f'        "{o["name"]}": Option(')
            lines += _filled(f"{', '.join(map(_quoted, values))},", 12)
            lines += _filled(f"{_literal(low)}, {_literal(high)}, {bool(o['open_low'])}, {bool(o['open_high'])},", 12)
            lines += _text(o["sentence"], 12) + _text(entry_of(o), 12) + ["        ),"]
        lines.append("    },")
    lines += ["}", "", "FACTS: dict[str, dict[str, Fact]] = {"]
    for thing, facts in rows["facts"].items():
        lines.append(f'    "{thing}": {{')
        for f in facts:
            lines.append(f'        "{f["name"]}": Fact(')
            lines.append(f'            {f["value"]}, "{f["type"]}", "{f["kind"]}", "{f["per"]}",')
            lines += _text(f["sentence"], 12) + ["        ),"]
        lines.append("    },")
    lines += ["}", "", "OBJECTS: dict[str, int] = {"]
    lines += [f'    "{row["name"]}": {row["value"]},' for row in rows["objects"]]
    lines += ["}", '"""The types of objects of the library."""', "", "WORDS: dict[str, dict[str, int]] = {"]
    for name, words in rows["names"].items():
        inner = ", ".join(f'"{word["name"]}": {word["value"]}' for word in words)
        line = f'    "{name}": {{{inner}}},'
        lines += [line] if len(line) <= WIDTH else [f'    "{name}": {{', *_filled(inner + ",", 8), "    },"]
    lines += ["}", ""]
    return "\n".join(lines)


def _filled(text, indent):
    """The lines of a text within the width, broken at spaces alone."""
    return textwrap.fill(text, WIDTH, initial_indent=" " * indent, subsequent_indent=" " * indent,
                         break_long_words=False, break_on_hyphens=False).split("\n")


def _text(text, indent):
    """A text as literals, one per line of it, each within the width."""
    lines = text.split("\n")
    pieces = []
    for i, line in enumerate(lines):
        line += "\n" if i < len(lines) - 1 else ""
        room = WIDTH - indent - 8 - line.count('"')
        while len(line) > room:
            cut = line.rfind(" ", 0, room) + 1 or room
            pieces.append(line[:cut])
            line = line[cut:]
        pieces.append(line)
    out = [" " * indent + json.dumps(piece, ensure_ascii=False) for piece in pieces]
    out[-1] += ","
    return out


def keywords(rows):
    lines = [WRITTEN, '"""The options as keyword arguments, for type checkers alone."""', "",
             "from __future__ import annotations", "",
             "from typing import Any, Callable, Hashable, Iterable, Literal, Sequence, TypedDict", "",
             "from numpy.typing import ArrayLike"]
    for family, options in rows["options"].items():
        name, own = options_class(family), FAMILIES[family].get("arguments", "").split()
        lines += ["", "", f"class {name}(TypedDict, total=False):", f'    """Options of the family "{family}"."""']
        for option in options:
            if option["name"] in own:
                continue
            lines += ["", *_annotated(option, 4, "")]
            lines += _docstring(option["sentence"], 4)
    return "\n".join(lines) + "\n"


def _docstring(text, indent):
    quoted = f'"""{text}"""' if not text.endswith('"') else f'"""{text} """'
    return _filled(quoted, indent)


# ---- Facts ---------------------------------------------------------------------------------------

def _class_of(thing):
    return "".join(part.capitalize() for part in thing.split("_")) + "Facts"


# What a number of each kind is in Python; one that stands for a word is told by its class.
KINDS = {"integer": "int", "switch": "bool"}


def facts(rows, with_methods):
    lines = [WRITTEN, '"""The facts of the library\'s objects as properties."""', "",
             "from __future__ import annotations", "", "from typing import Any", "", "import numpy as np",
             "from numpy.typing import NDArray", "",
             *([f"from .methods import {', '.join(f'{object_class(noun)}Methods' for noun in with_methods)}", ""]
               if with_methods else []), "",
             "class _Facts:", "    __slots__ = ()", "",
             "    def _fact(self, name: str) -> Any:", '        """A fact by its name."""',
             "        raise NotImplementedError"]
    for thing, its in parted(rows["facts"]).items():
        if "python" in said_of(thing, "within_a_call"):
            continue
        shown = [fact for fact in its if is_told(thing, fact, "python")]
        lines += _properties(_class_of(thing), thing, shown, f"{object_class(thing)}Methods, " * (thing in with_methods))
        if thing == "decision":
            arrays = [{**fact, "type": "numbers"} for fact in shown if fact["type"] == "number"]
            lines += _properties("DecisionsFacts", thing, arrays)
    return "\n".join(lines) + "\n"


def _properties(name, thing, shown, methods=""):
    lines = ["", "", f"class {name}({methods}_Facts):", "    __slots__ = ()"]
    for fact in shown:
        kind = KINDS.get(fact["kind"], "float")
        if fact["type"] == "text":
            hint, value = "str", f'str(self._fact("{fact["name"]}"))'
        elif fact["type"] == "number":
            hint, value = kind, f'{kind}(self._fact("{fact["name"]}"))'
        else:
            element = {"int": "np.int64", "bool": "np.bool_", "float": "np.float64"}[kind]
            hint, value = f"NDArray[{element}]", None
        lines += ["", "    @property", f"    def {fact['name']}(self) -> {hint}:"]
        lines += _docstring(fact["sentence"], 8)
        lines += [f"        return {value}"] if value else [f'        found: {hint} = self._fact("{fact["name"]}")',
                                                            "        return found"]
    return lines


def flags(rows):
    lines = [WRITTEN, '"""Flags."""', "", "from __future__ import annotations", "", "import enum", "", "",
             "class _Flags(enum.IntFlag):", "    @property", "    def names(self) -> tuple[str, ...]:",
             '        """The names of the flags that are set, as the command prints them."""',
             "        return tuple(flag.name.lower() for flag in type(self) if flag in self and flag.name)"]
    for vocabulary in (words for words, said in WORDS.items() if said.get("form") == "flags"):
        sentence = enumeration_about(vocabulary, "python").split(". ")[0].rstrip(".")
        lines += ["", "", f"class {enumeration_class(vocabulary, 'python')}(_Flags):"]
        lines += [f'    """{sentence}. The values are those of the C interface."""', ""]
        for word in rows["names"][vocabulary]:
            lines += [f"    {word['name'].upper()} = {word['value']}", *_docstring(word["sentence"], 4)]
    return "\n".join(lines) + "\n"


# ---- The estimators of scikit-learn --------------------------------------------------------------



def _parameter(option, indent):
    """An option as a parameter, with its default."""
    default = default_of(option)
    return _annotated(option, indent, f" = {_quoted(default)},", " | None" if default is None else "")


def _annotated(option, indent, tail, none=" | None"):
    """The name of an option with its type, and the tail."""
    words = ", ".join(json.dumps(word) for word in option["choices"])
    hint = f"Literal[{words}]" if words else HINTS[option["type"]]
    line = f"{' ' * indent}{option['name']}: {hint}{none}{tail}"
    if len(line) <= WIDTH:
        return [line]
    return [f"{' ' * indent}{option['name']}: Literal[", *_filled(words, indent + 4), f"{' ' * indent}]{none}{tail}"]


def estimators(rows, root):
    """Their protocol wants each parameter by name in __init__, and None if it was not given."""
    out = {}
    for family, said in FAMILIES.items():
        if "classifier" not in said:
            continue
        path = f"bindings/python/src/wald/sklearn/{family_noun(family)}_classifier.py"
        without = said["classifier"].split()
        held = [option for option in rows["options"][family] if option["name"] not in without]
        names = [option["name"] for option in held]
        hints = [line for option in held for line in _parameter(option, 8)]
        quoted = ", ".join(f'"{each}"' for each in names)
        listed = textwrap.fill(f"{quoted},", WIDTH, initial_indent="    ", subsequent_indent="    ")
        out[path] = replaced((root / path).read_text(), {
            "names": f"OPTIONS = (\n{listed}\n)\n",
            "parameters": "\n".join(hints) + "\n",
            "assignments": "".join(f"        self.{each} = {each}\n" for each in names),
        })
    return out


def methods(rows, root):
    """By noun what no code of Python stands for, and what a class takes by name; facts bring the others to their classes."""
    sources = [path.read_text() for path in sorted((root / "bindings/python/src/wald").rglob("*.py"))]
    found = {noun: [one for one in its if has_plain_form(one)] for noun, its in plain(rows, sources).items()}
    text = "".join(source for source in sources if HEAD not in source)
    taken = [row["name"] for row in rows["objects"] if f"{object_class(row['name'])}Methods" in text]
    return {noun: its for noun, its in {**dict.fromkeys(taken, []), **found}.items() if its or noun in taken}, taken



def files(rows, root):
    found, taken = methods(rows, root)
    texts = Texts(rows, words_by_constant(rows, c.constant), "None", spelt=str)
    return {
        f"{PACKAGE}/table.py": table(rows, root),
        f"{PACKAGE}/rows.py": tables(rows),
        f"{PACKAGE}/keywords.py": keywords(rows),
        f"{PACKAGE}/facts.py": facts(rows, [noun for noun in found if noun not in taken]),
        f"{PACKAGE}/flags.py": flags(rows),
        f"{PACKAGE}/methods.py": python_file(rows, found, texts, WRITTEN),
        **estimators(rows, root),
    }
