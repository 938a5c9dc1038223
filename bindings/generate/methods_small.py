"""The plain methods of C++, JavaScript, Python and R: functions of arrays, numbers and words. methods.py says which
they are; what takes options or other objects is a method written by hand here.
"""

from __future__ import annotations

import json
import re
import textwrap

from described import object_class
from methods import Argument, Method, in_words
from spellings import camel, pascal

WIDTH = 120
PLAIN = ("vector", "table", "number", "integer", "word")


def has_plain_form(method: Method) -> bool:
    return (all(one.kind in PLAIN and not one.optional for one in method.arguments) and method.result is not None
            and method.result.kind in ("number", "numbers", "table") and not method.changes)


def words_last(method: Method) -> tuple[list[Argument], list[Argument]]:
    """What must be given, and words, which begin with the first of their list."""
    return ([one for one in method.arguments if one.kind != "word"],
            [one for one in method.arguments if one.kind == "word"])


def shaped(method: Method) -> Argument:
    """The argument whose shape a result has."""
    return next(one for one in method.arguments if one.name == method.result.of)


class Texts:
    """The texts of the header in the words of a language."""

    def __init__(self, rows: dict, constants: dict, null: str, spelt=camel, quoted='"{}"', marked=str):
        self.rows, self.constants, self.null, self.spelt, self.quoted = rows, constants, null, spelt, quoted
        self.marked = marked  # what else a language makes of a text

    def __call__(self, said: str) -> str:
        said = in_words(said, self.null, self.rows, self.spelt)
        said = re.sub(r"WALD_\w+", lambda name: self.quoted.format(self.constants[name[0]][1]), said)
        said = re.sub(r"`(\w+)`", lambda name: f"`{self.spelt(name[1])}`", said)
        return self.marked(said[:1].upper() + said[1:])


def wrapped(text: str, first: str, further: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=further, break_long_words=False,
                         break_on_hyphens=False)


# ---- C++ -----------------------------------------------------------------------------------------------------------


def in_cpp(method: Method, texts: Texts) -> str:
    types = {"vector": "const Array &", "table": "const Array &", "number": "double ", "integer": "int64_t "}
    given = ", ".join(f"{types.get(one.kind) or f'wald_{one.of} '}{one.name}" for one in method.arguments)
    said = " ".join([method.said, *(f"@param {one.name} {one.said}" for one in method.arguments if one.said)])
    passed = [*([] if method.static else ["get()"]),
              *(f"{one.name}.get()" if one.kind in ("vector", "table") else one.name for one in method.arguments)]
    result = method.result.kind
    lines = [*wrapped(said, "  /// ", "  /// "),
             f"  {'static ' if method.static else ''}{'double' if result == 'number' else 'std::vector<double>'} "
             f"{method.verb}({given}){'' if method.static else ' const'} {{"]
    if len(lines[-1]) > WIDTH:
        at = lines[-1].rindex(", ", 0, WIDTH) + 1
        lines[-1:] = [lines[-1][:at], " " * (lines[-1].index("(") + 1) + lines[-1][at:].strip()]
    if result == "number":
        out, passed = "double out = 0;", [*passed, "&out"]
    else:
        of = shaped(method).name
        size = f"{of}.rows()" + (f" * {of}.cols()" if result == "table" else "")
        out, passed = f"std::vector<double> out(detail::size({size}));", [*passed, "out.data()"]
    return "\n".join([*lines, f"    {out}", f"    detail::check({method.function}({', '.join(passed)}));",
                      "    return out;", "  }", ""])


# ---- JavaScript ----------------------------------------------------------------------------------------------------

JAVASCRIPT = {"vector": ("reals", "putVector"), "table": ("table", "putTable")}


def in_javascript(method: Method, rows: dict) -> list[str]:
    """A function of a class, or of an object (`this`)."""
    first, words = words_last(method)
    defaults = ", ".join(f'{camel(one.name)} = "{rows["names"][one.of][0]["name"]}"' for one in words)
    given = [camel(one.name) for one in first] + ([f"{{ {defaults} }} = {{}}"] if words else [])
    lines = [f"    {camel(method.verb)}({', '.join(given)}) {{", "      return within((arena) => {"]
    if method.result.kind != "number":
        of = shaped(method)
        lines.append(f"        const shape = {JAVASCRIPT[of.kind][0]}({camel(of.name)}, \"{camel(of.name)}\");")
        size = "shape.length" if method.result.kind == "numbers" else "shape.rows * shape.columns"
        lines.append(f"        const to = arena.bytes(8 * {size});")
    else:
        of = None
        lines.append("        const to = arena.bytes(8);")
    passed = [] if method.static else ["this._pointer"]
    for one in method.arguments:
        name = camel(one.name)
        if one.kind in JAVASCRIPT:
            read, put = JAVASCRIPT[one.kind]
            passed.append(f"{put}(arena, {'shape' if one is of else f'{read}({name}, {json.dumps(name)})'})")
        else:
            passed.append({"word": f'word("{one.of}", {name}, "{name}")', "number": f'real({name}, "{name}")',
                           "integer": f'whole({name}, "{name}")'}[one.kind])
    lines += ["        call(", f'          "{method.function}",', *(f"          {one}," for one in passed),
              "          to,", "        );"]
    found = {"number": "readNumber(to)", "numbers": f"readDoubles(to, {'shape.length'})",
             "table": "{ data: readDoubles(to, shape.rows * shape.columns), rows: shape.rows, columns: shape.columns }"}
    return [*lines, f"        return {found[method.result.kind]};", "      });", "    },"]


def in_typescript(method: Method, texts: Texts) -> list[str]:
    first, words = words_last(method)
    types = {"vector": "Numbers", "table": "Table", "number": "number", "integer": "number | bigint"}
    given = [f"{camel(one.name)}: {types[one.kind]}" for one in first]
    if words:
        given.append("options?: { " + "; ".join(f"{camel(one.name)}?: rows.{pascal(one.of)}Name" for one in words) + " }")
    result = {"number": "number", "numbers": "Float64Array", "table": "Grid<Float64Array>"}[method.result.kind]
    head = f"  {'static ' if method.static else ''}{camel(method.verb)}("
    one_line = f"{head}{', '.join(given)}): {result};"
    text = " ".join([texts(method.said), *(f"@param {camel(one.name)} {texts(one.said)}" for one in first)])
    documented = wrapped(f"/** {text}", "  ", "   * ")
    documented = [*documented[:-1], documented[-1] + " */"] if len(documented[-1]) + 3 <= WIDTH else [*documented, "   */"]
    return [*documented,
            *([one_line] if len(one_line) <= WIDTH else [head, *(f"    {one}," for one in given), f"  ): {result};"])]


def javascript_files(rows: dict, methods: dict[str, list[Method]]) -> str:
    lines = ["// What follows from the declarations of the C interface: by noun what its class can do, and its objects.",
             'import { putTable, putVector, real, reals, table, whole, word } from "./arrays.js";',
             'import { call, readDoubles, readNumber, within } from "./native.js";', "", "const OF_CLASSES = {"]
    for static in (True, False):
        for noun, its in methods.items():
            own = [line for one in its if one.static is static for line in in_javascript(one, rows)]
            lines += [f"  {noun}: {{", *own, "  },"] if own else []
        lines += ["};", "", "const OF_OBJECTS = {"] if static else ["};", ""]
    used = "\n".join(lines)
    if lines[-2:] == ["};", ""] and lines[-3] == "const OF_OBJECTS = {":
        lines[-3:] = ["const OF_OBJECTS = {};", ""]
    lines[1] = _imports("./arrays.js", ("putTable", "putVector", "real", "reals", "table", "whole", "word"), used)
    lines[2] = _imports("./native.js", ("call", "readDoubles", "readNumber", "within"), used)
    lines[1:3] = filter(None, lines[1:3])
    return "\n".join([*lines, "export function defineMethods(Class, noun) {", "  Object.assign(Class, OF_CLASSES[noun]);",
                      "  Object.assign(Class.prototype, OF_OBJECTS[noun]);", "}", ""])


def _imports(path: str, names: tuple[str, ...], text: str) -> str:
    body = text.split("const OF_CLASSES", 1)[1]
    if not any(f"{name}(" in body for name in names):
        return ""
    return f'import {{ {", ".join(name for name in names if re.search(rf"{chr(92)}b{name}{chr(92)}(", body))} }} from "{path}";'


# ---- Python --------------------------------------------------------------------------------------------------------


def in_python(method: Method, rows: dict, texts: Texts) -> list[str]:
    first, words = words_last(method)
    hints = {"vector": "ArrayLike", "table": "Any", "number": "float", "integer": "int"}
    choices = {one.name: [row["name"] for row in rows["names"][one.of]] for one in words}
    given = [*([] if method.static else ["self"]), *(f"{one.name}: {hints[one.kind]}" for one in first)]
    if words:
        given += ["*", *(f'{one.name}: str = "{choices[one.name][0]}"' for one in words)]
    lines = ["    @staticmethod"] if method.static else []
    result = {"number": "float", "numbers": "Any", "table": "Any"}[method.result.kind]
    head = f"    def {method.verb}("
    lines += wrapped(f"{', '.join(given)}) -> {result}:", head, " " * len(head))
    sentence, _, more = texts(method.said).partition(". ")
    lines += [*wrapped(sentence.rstrip(".") + ".", '        """', "        "), ""]
    if more:
        lines += [*wrapped(more, "        ", "        "), ""]
    lines += ["        Parameters", "        ----------"]
    shapes = {"vector": "array-like of shape (n,)", "table": "array-like of shape (n_rows, n_columns), or (n_rows,)",
              "number": "float", "integer": "int"}
    for one in first:
        lines += [f"        {one.name} : {shapes[one.kind]}", *wrapped(texts(one.said), " " * 12, " " * 12)]
    for one in words:
        said = re.sub(r"^NULL.*", "", one.said)
        allowed = [name for constant, (_, name) in texts.constants.items() if constant in one.said] or choices[one.name]
        lines.append(f"        {one.name} : {{{', '.join(json.dumps(name) for name in allowed)}}}")
        lines += wrapped(texts(said), " " * 12, " " * 12) if not said.startswith("WALD_") else []
    form = {"number": "float", "numbers": "ndarray, or a Series for a Series", "table": "ndarray or data frame, as given"}
    lines += ["", "        Returns", "        -------", f"        {form[method.result.kind]}", '        """']
    return lines + _python_body(method)


def _python_body(method: Method) -> list[str]:
    lines, passed = [], [] if method.static else ["self._open().pointer"]
    of = shaped(method) if method.result.kind != "number" else None
    for one in method.arguments:
        if one.kind == "table":
            lines.append(f'        {one.name}_, {"source" if one is of else "_"} = columns({one.name}, "{one.name}")')
            passed.append(f"view({one.name}_)")
        elif one.kind == "vector":
            lines.append(f'        {one.name}_, {"source" if one is of else "_"} = vector({one.name}, "{one.name}")')
            passed.append(f"view({one.name}_)")
        else:
            passed.append({"word": f'one_of({one.name}, "{one.name}", WORDS["{one.of}"])',
                           "number": f'real({one.name}, "{one.name}")',
                           "integer": f'integer({one.name}, "{one.name}")'}[one.kind])
    if of is None:
        lines.append("        out = c_double()")
        passed.append("byref(out)")
    else:
        lines.append(f"        out = np.empty({of.name}_.shape)")
        passed.append("at(c_double, out)")
    call = f"        check(lib.{method.function}({', '.join(passed)}))"
    together = ", ".join(passed).replace("c_double, out", "c_double,~out").replace("~", "\0")
    lines += [call] if len(call) <= WIDTH else [f"        check(lib.{method.function}(", *(
        line.replace("\0", " ") for line in wrapped(together + "))", " " * 12, " " * 12))]
    found = "out.value" if of is None else "source.series(out)" if of.kind == "vector" else (
        "source.frame(out) if out.ndim == 2 else source.series(out)")
    return [*lines, f"        return {found}", ""]


def python_file(rows: dict, methods: dict[str, list[Method]], texts: Texts, head: str) -> str:
    lines = [head, '"""What follows from the declarations of the C interface: methods of classes."""', "",
             "from __future__ import annotations", ""]
    body = []
    for noun, its in methods.items():
        of_objects = ["    _open: Any  # of the object that has these"] * any(not one.static for one in its)
        body += ["", "", f"class {object_class(noun)}Methods:", "    __slots__ = ()", *of_objects, ""]
        body += [line for one in its for line in in_python(one, rows, texts)]
    text = "\n".join(body)

    def used(*names):
        return ", ".join(name for name in names if re.search(rf"\b{name}\(", text) or f"at({name}" in text)

    ctypes = used("byref", "c_double")
    lines += [f"from ctypes import {ctypes}"] if ctypes else []
    lines += ["from typing import Any", ""] if "Any" in text else []
    lines += ["import numpy as np"] if "np." in text else []
    lines += ["from numpy.typing import ArrayLike"] if "ArrayLike" in text else []
    arrays = used("columns", "integer", "one_of", "real", "vector", "view")
    lines += ["", f"from .arrays import {arrays}"] if arrays else []
    lines += ["from .handles import at"] if "at(c_double" in text else []
    lines += ["from .library import check, lib"] if "lib." in text else []
    lines += ["from .rows import WORDS"] if "one_of(" in text else []
    return "\n".join(lines) + "\n" + text.rstrip("\n") + "\n"


# ---- R -------------------------------------------------------------------------------------------------------------


def in_r(method: Method, rows: dict, texts: Texts, code: str) -> tuple[list[str], list[str]]:
    """The function with its documentation, and what it calls in C++. `code` is that of R written by hand."""
    first, words = words_last(method)
    name = f"wald_{method.verb}"
    own = [] if method.static else [method.noun]
    defaults = [f'{one.name} = "{rows["names"][one.of][0]["name"]}"' for one in words]
    title, _, more = texts(method.said).partition(". ")
    lines = [f"#' {title.rstrip('.')}", "#'"] + ([*wrapped(more, "#' ", "#' "), "#'"] if more else [])
    kinds = {"table": "A matrix, or a vector for one column. ", "vector": "Numbers. "}
    lines += [f"#' @param {method.noun} What it is asked of."] if own else []
    for one in first:
        lines += wrapped(f"@param {one.name} {kinds.get(one.kind, '')}{texts(one.said)}", "#' ", "#'   ")
    for one in words:
        allowed = [word for constant, (_, word) in texts.constants.items() if constant in one.said]
        lines += wrapped(f"@param {one.name} " + " or ".join(f'`"{word}"`' for word in allowed) + ".", "#' ", "#'   ")
    of = shaped(method) if method.result.kind != "number" else None
    lines += [f"#' @return {'A number.' if of is None else f'Numbers in the form of `{of.name}`.'}", "#' @export"]
    lines.append(f"{name} <- function({', '.join([*own, *(one.name for one in first), *defaults])}) {{")
    for one in first:
        if one.kind == "table":
            lines.append(f'  {one.name} <- reals({one.name}, "{one.name}")')
        elif one.kind == "vector":
            lines.append(f'  {one.name} <- real_vector({one.name}, "{one.name}")')
    passed = [f'number_of({one.name}, "{one.of}", "{one.name}")' if one.kind == "word" else one.name
              for one in method.arguments]
    kept = f"{method.noun}_pointer <- function" in code  # else a reference, which has its pointer
    pointer = f"{method.noun}_pointer({method.noun})" if kept else (
        f'of_class({method.noun}, "wald_{method.noun}", "{method.noun}")$pointer')
    passed = [*(pointer for _ in own), *passed]
    call = f"ok(native_{method.noun}_{method.verb}({', '.join(passed)}))"
    if of:
        lines += [f"  {of.name}[] <- {call}", f"  {of.name}", "}"]
    else:
        lines += [f"  {call}", "}"]
    return lines, _r_native(method, bool(own), of)


def _r_native(method: Method, own: bool, of: Argument | None) -> list[str]:
    types = {"table": "Rcpp::NumericVector", "vector": "Rcpp::NumericVector", "word": "int", "number": "double",
             "integer": "double"}
    given = [*(["SEXP pointer"] if own else []), *(f"{types[one.kind]} {one.name}" for one in method.arguments)]
    head = f"{'double' if of is None else 'SEXP'} native_{method.noun}_{method.verb}("
    lines = ["// [[Rcpp::export(rng = false)]]", *wrapped(", ".join(given) + ") {", head, " " * len(head))]
    views = [f"{one.name}_ = glue::{'columns' if one.kind == 'table' else 'array'}({one.name})"
             for one in method.arguments if one.kind in ("table", "vector")]
    line = f"  const wald_array {', '.join(views)};"
    lines += ([line] if len(line) <= WIDTH else [f"  const wald_array {view};" for view in views]) if views else []
    passed = [*([f"handle<wald_{method.noun}>(pointer)"] if own else []),
              *(f"&{one.name}_" if one.kind in ("table", "vector") else
                f"glue::whole({one.name})" if one.kind == "integer" else one.name for one in method.arguments)]
    if of is None:
        lines.append("  double out = 0;")
        passed.append("&out")
    else:  # the library writes row by row, R keeps column by column
        lines.append(f"  std::vector<double> rows(static_cast<std::size_t>({of.name}.size()));")
        passed.append("rows.data()")
    lines.append(f"  check({method.function}({', '.join(passed)}));")
    if of is None:
        return [*lines, "  return out;", "}", ""]
    return [*lines, f"  return glue::by_columns(rows, {of.name}_.rows, {of.name}_.columns);", "}", ""]


def r_files(rows: dict, methods: dict[str, list[Method]], texts: Texts, by_hand: str, head: str) -> tuple[str, str]:
    code = [f"# {head}", "# Functions that follow from the declarations of the C interface."]
    native = [f"// {head}", "// What the functions of R/methods.R call.", '#include "glue.h"', "",
              "using glue::check;", *(["using glue::handle;"] if any(not one.static for its in methods.values() for one in its)
                                     else []), ""]
    for its in methods.values():
        for one in its:
            ours, theirs = in_r(one, rows, texts, by_hand)
            code += ["", *ours]
            native += theirs
    return "\n".join(code) + "\n", "\n".join(native).rstrip("\n") + "\n"
