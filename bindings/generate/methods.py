"""The plain methods of all languages: what a function's declaration in capi/wald/*.h and its comment say of it is enough.

A function that no code of a language calls has its plain method there, on the class of its noun. Code written by hand
that calls it takes its place, with another name, other arguments or a result of another shape: nothing else is to be
said of either. A comment says of each @param first what it is, as KINDS and RESULTS list it, and then what it holds.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from described import object_class, said_of

# By the type in C, and how the comment begins: what an argument is.
KINDS = (
    (r"const wald_options \*", r"", "options"),
    (r"const wald_array \*", r"vector of uint8_t|mask vector", "mask"),
    (r"const wald_array \*", r"vector of int64_t", "wholes"),
    (r"const wald_array \*", r"vector", "vector"),
    (r"const wald_array \*", r"table of uint8_t|mask", "mask_table"),
    (r"const wald_array \*", r"table", "table"),
    (r"const char \*", r"", "text"),
    (r"double", r"", "number"),
    (r"int64_t", r"", "integer"),
)
# What a call gives: a number, as many as an argument has elements or rows, a table of its shape, or an object.
RESULTS = (
    (r"double \*", r"array of the shape of `(\w+)`, row by row", "table"),
    (r"double \*", r"array of the length of `(\w+)`", "numbers"),
    (r"double \*", r"(?!array)", "number"),
)
# What an argument is where its comment does not mention it: capi/wald.h and the top of thresholds.h state it once.
SHARED = {
    "weights": "vector, finite and >= 0, or NULL for 1 each",
    "truth": "vector of uint8_t: 0, 1 or WALD_NOT_RATED",
}


@dataclass
class Argument:
    name: str
    kind: str
    said: str  # without what it is
    optional: bool = False
    of: str = ""  # the list of a word, the noun of an object, the argument whose shape a result has


@dataclass
class Method:
    function: str
    noun: str
    verb: str
    said: str
    changes: bool  # the object that it is called on
    static: bool
    arguments: list[Argument]
    result: Argument | None
    family: str
    main: Argument | None = field(init=False)

    def __post_init__(self) -> None:
        """The argument whose rows the others have, too."""
        per_row = [one for one in self.arguments if one.kind in ("vector", "table", "mask_table") and not one.optional]
        self.main = per_row[0] if per_row else None

    def is_per_row(self, one: Argument) -> bool:
        """Whether a vector has a number per row of the main argument, and not one per column."""
        return one.kind == "vector" and self.main is not None and not one.said.startswith("one number per label")

    @property
    def required(self) -> list[Argument]:
        return [one for one in self.arguments if not one.optional and one.kind != "options"]

    @property
    def options(self) -> Argument | None:
        return next((one for one in self.arguments if one.kind == "options"), None)

    @property
    def left_out(self) -> list[Argument]:
        """The arguments that may be left out, besides options."""
        return [one for one in self.arguments if one.optional]


def signature_below(signature: str, indent: str, width: int = 120) -> str:
    """A signature with its arguments below its name, on as many lines as they take."""
    head, arguments = signature.split("(", 1)
    lines = [indent + arguments]
    while len(lines[-1]) > width and ", " in lines[-1][len(indent):width]:
        at = lines[-1].rindex(", ", 0, width) + 1
        lines[-1:] = [lines[-1][:at], indent + lines[-1][at + 1:]]
    return "\n".join([head + "(", *lines])


def comment_of(function: dict) -> tuple[str, dict[str, str]]:
    """What a comment says of the function, and of each parameter."""
    said, *parameters = re.split(r"@param\s+", function["comment"])
    return said.strip(), {part.split(None, 1)[0]: part.split(None, 1)[1].strip() for part in parameters
                          if len(part.split(None, 1)) == 2}


def _argument(parameter: dict, said: str, rows: dict) -> Argument | None:
    kind, name = parameter["type"], parameter["name"]
    for type_, begins, found in KINDS:
        match = re.match(begins, said) if re.fullmatch(type_, kind) else None
        if match:
            return Argument(name, found, re.sub(r"^(of(?! the same)|:|,|;) ", "", said[match.end():].strip()) if begins else said,
                            "NULL" in said)
    noun = re.fullmatch(r"const wald_(\w+) \*", kind)
    if noun and noun[1] in {row["name"] for row in rows["objects"]}:
        return Argument(name, "object", said, "NULL" in said, noun[1])
    if kind.startswith("wald_") and kind[len("wald_"):] in rows["names"]:
        return Argument(name, "word", said, of=kind[len("wald_"):])
    return None


def _result(parameter: dict, said: str, rows: dict) -> Argument | None:
    noun = re.fullmatch(r"wald_(\w+) \*\*", parameter["type"])
    if noun and noun[1] in {row["name"] for row in rows["objects"]}:
        return Argument(parameter["name"], "object", said, of=noun[1])
    for type_, begins, found in RESULTS:
        match = re.match(begins, said) if re.fullmatch(type_, parameter["type"]) else None
        if match:
            form = f"of the {'length' if found == 'numbers' else 'shape'} of `{match[1]}`" if match.groups() else said
            return Argument(parameter["name"], found, form, of=match[1] if match.groups() else "")
    return None


def method_of(function: dict, rows: dict) -> Method | None:
    """The plain method of a function; None if its arguments have no plain form."""
    nouns = sorted((row["name"] for row in rows["objects"]), key=len, reverse=True)
    noun = next((one for one in nouns if function["name"].startswith(f"wald_{one}_")), None)
    if noun is None or function["result"] != "wald_status":
        return None
    said, each = comment_of(function)
    parameters = function["parameters"]
    own = re.fullmatch(rf"(const )?wald_{noun} \*", parameters[0]["type"])
    arguments, result = [], None
    for parameter in parameters[1 if own else 0:]:
        text = each.get(parameter["name"]) or SHARED.get(parameter["name"], "")
        found = None if parameter["name"] == "out" else _argument(parameter, text, rows)
        if found is None and result is None and parameter is parameters[-1]:
            found = result = _result(parameter, text, rows)
        elif found is not None:
            arguments.append(found)
        if found is None:
            return None
    header = function["header"].split("/")[1].removesuffix(".h")
    family = header if header in rows["options"] else ""
    found = Method(function["name"], noun, function["name"][len(f"wald_{noun}_"):], said,
                   bool(own) and not own[1], not own, arguments, result, family)
    # A mask has the rows of another argument.
    return None if found.main is None and any(one.kind == "mask" for one in arguments) else found


def called_in(sources: list[str]) -> set[str]:
    """The functions that code written by hand calls."""
    without = (re.sub(r"^[^\w\n]*rows: .*?^[^\w\n]*end of rows\b", "", text, flags=re.M | re.S) for text in sources
               if "Written by bindings/generate" not in text[:400])
    return {name for text in without for name in re.findall(r"\bwald_\w+", text)}


def plain(rows: dict, sources: list[str]) -> dict[str, list[Method]]:
    """By noun the methods that a language has without code of its own."""
    by_hand, found = called_in(sources), {}
    for function in rows["functions"]:
        if function["name"] in by_hand:
            continue
        method = method_of(function, rows)
        if method:
            found.setdefault(method.noun, []).append(method)
    return found


# ---- Texts ---------------------------------------------------------------------------------------------------------


def words_by_constant(rows: dict, constant) -> dict[str, tuple[str, str]]:
    """WALD_RULE_OR: ("rule", "or")."""
    from described import WORDS

    return {constant("name", name, row["name"]): (name, row["name"]) for name in rows["names"]
            if "c" in WORDS.get(name, {}) for row in rows["names"][name]}


def in_words(text: str, null: str, rows: dict, spelt) -> str:
    """A text of the header without C: other functions by their verbs, which `spelt` spells."""
    text = re.sub(r" of (uint8_t|float or double)\b", "", text).replace("NULL: ", "NULL for ").replace("NULL", null)
    text = re.sub(r"\bint64_t\b", "whole numbers", text).replace("and >= ", "and at least ")
    nouns = "|".join(sorted((row["name"] for row in rows["objects"]), key=len, reverse=True))
    return re.sub(rf"\bwald_(?:(?:{nouns})_)?(\w+)", lambda found: spelt(found[1]), text)


def called(noun: str) -> str:
    """An argument in a sentence: the ensemble of trees."""
    return "the " + (said_of(noun, "title").lower() or noun.replace("_", " "))


def made(noun: str) -> str:
    """What a call gives: the label thresholds."""
    return "the" + re.sub(r"[A-Z]", lambda letter: " " + letter[0].lower(), object_class(noun))
