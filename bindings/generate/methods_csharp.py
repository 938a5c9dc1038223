"""The plain methods of C#, with their XML documentation: methods.py says which they are."""

from __future__ import annotations

import re

from described import about, enumeration_class, object_class, options_class, said_of
from methods import Argument, Method, called, in_words, made, signature_below
from spellings import camel, pascal, singular

TYPES = {"vector": "Values", "wholes": "ReadOnlySpan<long>", "mask": "Mask", "mask_table": "MaskTable",
         "table": "Table", "text": "string", "number": "double", "integer": "long"}
# What is pinned of an argument: the type of the pointer, and the member that it points to.
PINNED = {"vector": (("double", "Doubles"), ("float", "Floats")), "table": (("double", "Doubles"), ("float", "Floats")),
          "mask": (("byte", "Bytes"),), "mask_table": (("byte", "Bytes"), ("bool", "Bools"))}


def name_of(argument: Argument) -> str:
    """classCount for n_classes."""
    name = argument.name
    return camel(singular(name[2:]) + "_count") if name.startswith("n_") and argument.kind == "integer" else camel(name)


def type_of(argument: Argument, family: str) -> str:
    if argument.kind == "options":
        return options_class(family)
    if argument.kind == "object":
        return object_class(argument.of, "csharp")
    return enumeration_class(argument.of, "csharp") if argument.kind == "word" else TYPES[argument.kind]


def has_plain_form(method: Method, owners: dict, sources: str) -> bool:
    """Whether every argument is of a type that the plain call takes, and a class has the object or is made of it."""
    objects = [one for one in method.arguments if one.kind == "object"]
    if any(f"wald_{one.of}" not in owners or one.of == "metric" or one.optional for one in objects):
        return False
    if any(one.kind == "word" and not enumeration_class(one.of, "csharp") for one in method.arguments):
        return False
    is_read = method.static and f"{object_class(method.noun, 'csharp')}(wald_{method.noun} found)" in sources
    return (is_read or f"wald_{method.noun}" in owners) and not (method.options and not method.family)


def can_be_long(method: Method) -> bool:
    """Whether a call with options reads rows: arrays, or an object that holds them."""
    return method.options is not None and any(one.kind in {*PINNED, "object"} for one in method.required)


def parameters(method: Method) -> list[str]:
    """What is needed, then options, then what may be left out, then a token; a lone argument is always given."""
    rest, options = method.required, method.options
    alone = method.left_out if not rest and not options else []
    found = [f"{type_of(one, method.family)} {name_of(one)}" for one in [*rest, *alone]]
    if options:
        found.append(f"{type_of(options, method.family)} options = null")
    found += [f"{type_of(one, method.family)} {name_of(one)} = default({type_of(one, method.family)})"
              for one in method.left_out if one not in alone]
    return found + (["CancellationToken cancellationToken = default(CancellationToken)"] if can_be_long(method) else [])


def rows_of(argument: Argument) -> str:
    return f"{name_of(argument)}.{'Length' if argument.kind == 'vector' else 'Rows'}"


def checks(method: Method) -> list[str]:
    found = []
    for one in method.arguments:
        name = name_of(one)
        if one.kind == "object":
            found.append(f"if ({name} == null) throw new ArgumentNullException(nameof({name}));")
        elif one.said.startswith("of the same shape"):
            first = name_of(method.main)
            found.append(f'{first}.CheckShape("{first}", "{name}", {name}.Rows, {name}.Columns);')
        elif one.kind == "mask" and method.main:
            found.append(f'Length.Check("{name}", {name}.Length, {rows_of(method.main)});')
        elif one.optional and method.is_per_row(one):
            found.append(f'{name}.CheckRows("{name}", {rows_of(method.main)});')
    return found


def is_constructor(method: Method, owners: dict) -> bool:
    return method.static and method.verb == "create" and f"wald_{method.noun}" in owners


def is_left_out(one: Argument, method: Method) -> bool:
    """Whether an argument may be left out: a lone table is given, to be checked as any other."""
    return one.optional and not (one.kind == "table" and len(method.arguments) == 1)


class Call:
    """What stands around the call, what it is handed, and what is returned."""

    def __init__(self, method: Method, owners: dict):
        self.scopes, self.views, self.passed = [], [], []
        if method.changes:
            self.scopes.append("using (Usage.Write())")
        elif not method.static and owners[f"wald_{method.noun}"][2]:
            self.scopes.append("using (Usage.Read())")
        pins: dict[str, list[str]] = {}
        arrays = [one for one in method.arguments if one.kind in PINNED]
        for one in method.arguments:
            self._argument(one, method, owners, pins, len(arrays) == 1)
        result = method.result
        if result and result.kind in ("numbers", "table"):
            pins.setdefault("double", []).append("found = &First.Of(result)")
        self.scopes += [f"fixed ({kind}* {', '.join(each)})" for kind, each in pins.items()]
        if method.options:
            token = ", cancellationToken" if can_be_long(method) else ""
            self.scopes.append(f"using (var opened = {type_of(method.options, method.family)}.Open(options{token}))")
        self.unsafe = bool(pins) or (result is not None and result.kind == "number")

    def _argument(self, one: Argument, method: Method, owners: dict, pins: dict, alone: bool) -> None:
        name = name_of(one)
        if one.kind in PINNED:
            pinned = [(kind, member.lower() if alone else name + member, member) for kind, member in PINNED[one.kind]]
            for kind, variable, member in pinned:
                pins.setdefault(kind, []).append(f"{variable} = &{name}.{member}")
            view = "view" if alone else f"{name}View"
            self.views.append(f"{view} = {name}.View({', '.join(variable for _, variable, _ in pinned)})")
            length = "Rows" if one.kind == "mask_table" else "Length"
            given = f"{name}.Given" if one.kind in ("vector", "table") else f"{name}.{length} > 0"
            self.passed.append(f"{given} ? &{view} : null" if is_left_out(one, method) else f"&{view}")
        elif one.kind == "wholes":
            pins.setdefault("long", []).append(f"{name}Numbers = &First.Of({name})")
            self.views.append(f"{name}View = new wald_array({name}Numbers, {name}.Length)")
            self.passed.append(f"{name}Numbers == null ? null : &{name}View" if one.optional else f"&{name}View")
        elif one.kind == "object":
            if owners[f"wald_{one.of}"][2]:
                self.scopes.append(f"using ({name}.Usage.Read())")
            self.passed.append(f"{name}.Handle")
        else:
            self.passed.append({"options": "opened", "text": f"Text.Bytes({name}, nameof({name}))",
                                "word": f"(int){name}"}.get(one.kind, name))


def body(method: Method, owners: dict, is_wrapped) -> list[str]:
    call, result = Call(method, owners), method.result
    passed = [*([] if method.static else ["Handle"]), *call.passed]
    outer, inner = checks(method), []
    if method.static:
        outer.append("Library.Load();")
    if call.views:
        inner.append(f"wald_array {', '.join(call.views)};")
    constructs = is_constructor(method, owners)
    if result is None:
        end, after = "", ["return this;"] if not method.verb.startswith("feed") else []
    elif result.kind == "object":
        class_ = object_class(result.of, "csharp")
        passed.append("out handle" if constructs else "out var made")
        owned = f"Of(made)" if result.of == method.noun else f"{class_}.Of(made)"
        how = "Owned" if f"wald_{result.of}" in owners else "Once"
        end = "" if constructs else f"return {owned};" if how == "Owned" and is_wrapped(result.of) else (
            f"return NativeHandle.{how}(made, found => new {class_}(found));")
        after = []
    elif result.kind == "number":
        outer.append("double value;")
        passed.append("&value")
        end, after = "return value;", []
        if call.scopes:
            end, after = "", ["return value;"]
    else:
        of = next(one for one in method.arguments if one.name == result.of)
        size = rows_of(of) if result.kind == "numbers" else f"{name_of(of)}.Rows, {name_of(of)}.Columns"
        outer.append(f"var result = new double[{size}];")
        passed.append("found")
        end, after = "", ["return result;"]
    inner += [f"Native.{method.function}({', '.join(passed)});", *([end] if end else [])]
    if call.scopes:
        inner = [*call.scopes, "{", *(f"    {line}" for line in inner), "}"] if len(inner) > 1 else (
            [*call.scopes, f"    {inner[0]}"])
    return [*outer, *inner, *after]


class Writer:
    """Methods with their documentation, as csharp.py lays it out."""

    def __init__(self, element, sentence, rows, constants, owners, is_wrapped):
        self.element, self.sentence, self.rows, self.constants = element, sentence, rows, constants
        self.owners, self.is_wrapped = owners, is_wrapped

    def _link(self, constant: str) -> str:
        if constant in ("WALD_NOT_RATED", "WALD_UNDECIDED"):
            return f'<see cref="Mask.{pascal(constant[len("WALD_"):].lower())}"/>'
        listed, word = self.constants.get(constant, ("", ""))
        name = enumeration_class(listed, "csharp") if listed else ""
        return f'<see cref="Wald.{name}.{pascal(word)}"/>' if name else f"<c>{word or constant}</c>"

    def text(self, said: str) -> str:
        said = re.sub(r"(?:[,;] (?:or )?|or )NULL(?:: | for )", "; by default ", said)
        plain = in_words(said, "null", self.rows, lambda verb: f"`{pascal(verb)}`")
        parts = re.split(r"(WALD_\w+)", plain)
        found = "".join(self._link(part) if part.startswith("WALD_") else self.sentence(part) for part in parts)
        return found[:1].upper() + found[1:] if re.match(r"[a-z]+\b(?!_)", found) else found

    def said_of(self, one: Argument, method: Method) -> str:
        said = one.said
        if one.kind == "options":
            return self.text(said or about(method.family, "csharp")).rstrip(".") + "; null takes the defaults."
        if one.kind == "object" and not said:
            said = called(one.of)
        if one.optional and not is_left_out(one, method):
            said = said.split("; NULL")[0]
        if one.kind in ("vector", "mask") and method.main and not said.startswith(("a ", "one ")):
            said = f"one per row{':' if one.kind == 'mask' and ':' not in said else ','} {said}"
        return self.text(said).rstrip(".") + "."

    def method(self, method: Method) -> str:
        class_ = object_class(method.noun, "csharp")
        documented = [f"<summary>{self.text(method.said)}</summary>"]
        in_order = method.required + ([method.options] if method.options else []) + method.left_out
        documented += [f'<param name="{name_of(one)}">{self.said_of(one, method)}</param>' for one in in_order]
        if can_be_long(method):
            documented.append('<param name="cancellationToken">Ends the call, as one of the options does.</param>')
        result, constructs = method.result, is_constructor(method, self.owners)
        if result is None:
            kind, given = ("void", "") if method.verb.startswith("feed") else (class_, "This object.")
        elif result.kind == "object":
            kind, given = object_class(result.of, "csharp"), made(result.of)
        else:
            kind = {"number": "double", "numbers": "double[]"}.get(result.kind, "double[,]")
            given = result.said or "the " + method.verb.replace("_", " ")
        if given and not constructs:
            documented.append(f"<returns>{self.text(given).rstrip('.')}.</returns>")
        unsafe = "unsafe " if Call(method, self.owners).unsafe else ""
        static = "static " if method.static and not constructs else ""
        kind = "" if constructs else f"{kind} "
        name = class_ if constructs else "Of" if method.verb == "create" else pascal(method.verb)
        head = f"        public {static}{unsafe}{kind}{name}("
        lines = [self.element(text, "        ") for text in documented]
        wholes = [name_of(one) for one in method.arguments if one.kind == "wholes" and not one.optional]
        lines += [f"        // also: {name} as long[] | int[]\n" for name in wholes]
        signature = f"{head}{', '.join(parameters(method))})"
        if len(signature) > 120:
            signature = signature_below(signature, " " * 12)
        lines.append(signature + "\n        {\n")
        for line in body(method, self.owners, self.is_wrapped):
            lines.append("".join(f"            {part}\n" for part in folded(line)))
        return "".join(lines) + "        }\n"


def folded(line: str, width: int = 108) -> list[str]:
    """A line that is too long, in parts behind its outermost commas, all further ones below each other."""
    lines, indent = [], " " * (len(line) - len(line.lstrip()) + 4)
    while len(line) > width:
        places = [at.end() - 1 for at in re.finditer(", ", line[:width])]
        depth = {at: line[:at].count("(") - line[:at].count(")") for at in places}
        at = max(place for place in places if depth[place] == min(depth.values()))
        lines.append(line[:at])
        line = indent + line[at:].strip()
    return [*lines, line]
