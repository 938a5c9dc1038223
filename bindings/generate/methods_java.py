"""The plain methods of Java, with their Javadoc: methods.py says which they are."""

from __future__ import annotations

import re

from described import about, enumeration_class, object_class, options_class, said_of
from methods import Argument, Method, called, in_words, made as made_by, signature_below
from spellings import camel

TYPES = {"vector": "Values", "wholes": "long[]", "mask": "Mask", "mask_table": "Mask", "table": "Table",
         "text": "String", "number": "double", "integer": "long"}


def type_of(argument: Argument, family: str = "") -> str:
    if argument.kind == "options":
        return options_class(family)
    if argument.kind == "object":
        return object_class(argument.of)
    return enumeration_class(argument.of, "java") if argument.kind == "word" else TYPES[argument.kind]


def name_of(method: Method) -> str:
    """of for create, weights for set_weights, feed for all that is fed: Java tells overloads by their types."""
    if method.verb == "create":
        return "of"
    return camel(re.sub(r"^set_", "", re.sub(r"^feed_\w+", "feed", method.verb)))


def has_plain_form(method: Method) -> bool:
    """Whether every argument is of a type that the plain call takes."""
    kinds = [*method.arguments, *([method.result] if method.result else [])]
    if any(one.kind == "word" and not enumeration_class(one.of, "java") for one in kinds):
        return False
    objects = [one for one in method.arguments if one.kind == "object"]
    if any(one.of == "metric" or one.optional for one in objects) or len(objects) > 1:
        return False
    return not (method.options and not method.family)


def ordered(method: Method) -> list[Argument]:
    """As in C, with options last."""
    rest = [one for one in method.arguments if one.kind != "options"]
    return rest + ([method.options] if method.options else [])


def rows_of(argument: Argument) -> str:
    name = camel(argument.name)
    return f"{name}.length" if argument.kind == "vector" else f"{name}.rows"


def cells(method: Method) -> tuple[list[str], list[str]]:
    """What is made of the arguments before the call, and what it is handed for each, in the order of C. A call without
    options calls nothing back, and may hold arrays in place: a table only if it is small, unless it is fed."""
    brief = "false" if method.options else "true"
    made, passed = [same_shape(method.main, one) for one in method.arguments if one.said.startswith("of the same shape")], []
    for one in method.arguments:
        name, slice_ = camel(one.name), f"{camel(one.name)}Cells"
        whole = f"{name}.isSmall()" if brief == "true" and not method.changes else brief
        form = {"vector": f"{name}.vector({brief})", "wholes": f"Slice.of({name}, {brief})",
                "table": f"{name}.slice({whole})", "mask_table": f"{name}.slice({brief})"}.get(one.kind)
        if one.kind == "mask":
            form = f'{name}.asColumn("{name}", {rows_of(method.main)}).slice({brief})'
        elif one.optional and method.is_per_row(one):
            form = f'Values.each("{name}", {name}, {rows_of(method.main)}, {brief})'
        elif one.optional and one.kind in ("vector", "table", "mask_table"):
            form = f"{name} == null ? null : {form}"
        if form:
            made.append(f"Slice {slice_} = {form};")
        passed.append({"options": "settings", "object": "other", "word": f"{name}.value",
                       "text": f'Texts.name({name}, "{name}")'}.get(one.kind, slice_ if form else name))
    return made, passed


def same_shape(first: Argument, second: Argument) -> str:
    each = (f'"{name}", {name}.rows, {name}.labels' for name in (camel(first.name), camel(second.name)))
    return f"Slice.checkShape({', '.join(each)});"


def holder(method: Method) -> str:
    """The handle that a call reads or changes, "" where it takes none."""
    other = next((camel(one.name) for one in method.arguments if one.kind == "object"), "")
    return f"{other}.handle" if method.static and other else "" if method.static else "handle"


def made_of(method: Method, address: str) -> list[str]:
    """What is returned of an object that a call made."""
    class_ = object_class(method.result.of)
    if "java" not in said_of(method.result.of, "at_once"):
        return [f"return new {class_}({address});"]
    return ["try {", f"  return new {class_}({address});", "} finally {", f"  Native.wald_destroy({address});", "}"]


def body(method: Method) -> list[str]:
    made, passed = cells(method)
    held, options, result = holder(method), method.options, method.result
    own = "address" if held else ""
    others = [one for one in method.arguments if one.kind == "object"]
    if held and method.static:  # the argument is what is held
        passed = ["address" if one == "other" else one for one in passed]
    arguments = [*([own] if held and not method.static else []), *passed, *(["out"] if result else [])]
    call = f"Native.{method.function}({', '.join(arguments)})"
    if others and not method.static:  # beside the object itself
        call = f"{camel(others[0].name)}.handle.read(other -> {call})"
    handed = ", ".join(filter(None, [own, "settings" if options else ""]))
    if result and result.kind in ("object", "number") and held:
        reader = "getLong" if result.kind == "object" else "getDouble"
        simple = [own, *(["settings"] if options else []), "out"] == arguments and not (others and not method.static)
        function = f"Native::{method.function}" if simple else f"({handed}, out) -> {call}"
        found = f"{held}.{reader}({'options, ' if options else ''}{function})"
        return made + (made_of(method, found) if result.kind == "object" else [f"return {found};"])
    run = f"{call};"
    if held:
        run = f"{held}.{'change' if method.changes else 'read'}({'options, ' if options else ''}"
        run += f"{f'({handed})' if options else own} -> {call});"
    elif options:
        run = f"NativeOptions.read(options, settings -> {call});"
    if result is None:
        return [*made, run, "return this;"]
    if result.kind == "object":
        return [*made, "long[] out = new long[1];", run, *made_of(method, "out[0]")]
    if result.kind == "number":
        return [*made, "double[] out = new double[1];", run, "return out[0];"]
    of = next(one for one in method.arguments if one.name == result.of)
    name = camel(of.name)
    if result.kind == "numbers":
        return [*made, f"double[] out = new double[Math.toIntExact({rows_of(of)})];", run, "return out;"]
    return [*made, f"double[] out = new double[Math.toIntExact(Math.multiplyExact({name}.rows, {name}.labels))];", run,
            f"return Slice.rows(out, Math.toIntExact({name}.rows), Math.toIntExact({name}.labels));"]


def returned(method: Method) -> str:
    result = method.result
    if result is None:
        return method.verb and object_class(method.noun)
    return {"object": object_class(result.of), "number": "double", "numbers": "double[]"}.get(result.kind, "double[][]")


def also(method: Method) -> list[str]:
    """The changes of overloads: without all that may be left out, and from plain arrays."""
    without = [f"without {camel(one.name)}" for one in ordered(method) if one.optional or one.kind == "options"]
    required = [one for one in method.required if one.kind in ("vector", "mask", "table", "mask_table", "wholes")]
    plain = []
    for one in required:
        given = {"vector": "double...", "mask": "byte[] | int[] | boolean[]", "table": "double[][]"}.get(one.kind)
        if given is None:
            plain = []
            break
        if one.kind == "vector" and one is not method.required[-1]:
            given = "double[]"
        plain.append(f"{camel(one.name)} as {given}")
    only = len(method.arguments) == 1 and not method.options  # nothing would tell the call without it from a getter
    found = [", ".join(without)] if without and not only else []
    return found + ([", ".join(plain + without)] if plain else [])


class Writer:
    """Methods with Javadoc, as the texts and the layout of java.py make it."""

    def __init__(self, javadoc, escaped, rows, constants, width=120):
        self.javadoc, self.escaped, self.rows, self.constants, self.width = javadoc, escaped, rows, constants, width

    def _link(self, constant: str) -> str:
        if constant in ("WALD_NOT_RATED", "WALD_UNDECIDED"):
            return f"{{@link Mask#{constant.removeprefix('WALD_')}}}"
        listed, word = self.constants.get(constant, ("", ""))
        name = enumeration_class(listed, "java") if listed else ""
        return f"{{@link {name}#{word.upper().replace('-', '_')}}}" if name else f'{{@code "{word or constant}"}}'

    def text(self, said: str) -> str:
        plain = in_words(said, "null", self.rows, lambda verb: f"`{camel(verb)}`")
        parts = self.escaped(re.sub(r"WALD_\w+", lambda found: f"\0{found[0]}\0", plain)).split("\0")
        return "".join(self._link(part) if part.startswith("WALD_") else part for part in parts)

    def said_of(self, one: Argument, method: Method) -> str:
        said = one.said
        if one.kind == "options" and not said:
            said = about(method.family, "java").rstrip(".")
            said = said[0].lower() + said[1:]
        if one.kind == "object" and not said:
            said = called(one.of)
        if one.kind in ("vector", "mask") and method.main and not said.startswith(("a ", "one ")):
            said = f"one per row{':' if one.kind == 'mask' and ':' not in said else ','} {said}"
        text = self.text(said).rstrip(".")
        return text[0].lower() + text[1:] if re.match(r"[A-Z][a-z]", text) else text

    def method(self, method: Method) -> list[str]:
        tags = [f"@param {camel(one.name)} {self.said_of(one, method)}" for one in ordered(method)]
        result = method.result
        given = "this" if result is None else made_by(result.of) if result.kind == "object" else (
            self.text(result.said).rstrip(".") or f"the {method.verb.replace('_', ' ')}")
        head = f"public {'static ' if method.static else ''}{returned(method)} {name_of(method)}("
        parameters = [f"{type_of(one, method.family)} {camel(one.name)}" for one in ordered(method)]
        if parameters and parameters[-1].startswith("long[] "):
            parameters[-1] = parameters[-1].replace("long[]", "long...", 1)
        signature = f"  {head}{', '.join(parameters)}) {{"
        if len(signature) > self.width:
            signature = signature_below(signature, " " * 6)
        lines = self.javadoc("  ", self.text(method.said), *tags, f"@return {given}")
        lines += [f"  // also: {one}" for one in also(method)] + [signature]
        for line in body(method):
            lines += broken(line, self.width)
        return [*lines, "  }", ""]


def broken(line: str, width: int, indent: str = "    ") -> list[str]:
    """A call that is too long for a line: what it makes, what is done, and what that calls, below each other."""
    if len(indent + line) <= width:
        return [indent + line]
    at = line.index("(") + 1 if line.startswith("return new ") else line.find("-> ") + 2
    if at <= 1:  # arguments alone are broken at the last comma that there is room for
        at = line.find("(") + 1 or line.rindex(", ", 0, width - len(indent)) + 1
    return [indent + line[:at].rstrip(), *broken(line[at:].strip(), width, indent + "    ")]
