"""JavaScript: the types of the C functions' arguments, options, facts and words as tables, and the same as types
of TypeScript with their documentation.

What a user's class adds to its facts is written by hand: described.py says which facts those are.
"""

import json
import re
import textwrap

import c
from blocks import HEAD, keys, replaced
from described import is_told, options_class
from methods import plain, words_by_constant
from methods_small import Texts, has_plain_form, in_typescript, javascript_files
from python import Header, bounds_of, default_of
from spellings import camel, parted, pascal, read_by, sentence

PACKAGE = "bindings/javascript"
WRITTEN = f"// {HEAD}"
WIDTH = 120

# ---- Names and texts -----------------------------------------------------------------------------

SPELLING = {}


def learn_names(rows):
    for described in (*rows["options"].values(), *rows["facts"].values()):
        SPELLING.update({row["name"]: camel(row["name"]) for row in described if "_" in row["name"]})


def spelled(text):
    """A sentence of a row in JavaScript's names, safe within a comment."""
    text = re.sub(r"\b[a-z]\w*_\w+\b", lambda name: SPELLING.get(name[0], name[0]), text)
    return text.replace("*/", "* /")


def comment(text, indent):
    lines = textwrap.wrap(f"/** {spelled(text)} */", WIDTH - indent, subsequent_indent=" * ", break_long_words=False,
                          break_on_hyphens=False)
    return [" " * indent + line for line in lines]


def filled(text, indent):
    return textwrap.wrap(text, WIDTH, initial_indent=" " * indent, subsequent_indent=" " * indent,
                         break_long_words=False, break_on_hyphens=False)


def quoted(value):
    return json.dumps(value, ensure_ascii=False)


def key(name):
    return name if re.fullmatch(r"[A-Za-z_]\w*", name) else quoted(name)


# ---- Tables ----------------------------------------------------------------------------------------

# A letter for each argument, as WebAssembly passes it.
LETTERS = {"c_int32": "i", "c_int64": "l", "c_double": "d", "c_uint8": "i"}


def signatures(rows, root):
    header = Header(root / "capi")
    lines = ["// The arguments of the C functions: i int32, l int64, d double, p a pointer; behind the colon the result: s a",
             "// status, v none.", "export const FUNCTIONS = {"]
    for function in rows["functions"]:
        letters = "".join(LETTERS.get(header.python(p["type"]), "p") for p in function["parameters"])
        result = {"wald_status": "s", "void": "v"}.get(function["result"])
        result = result or LETTERS.get(header.python(function["result"]), "p")
        lines.append(f'  {function["name"]}: "{letters}:{result}",')
    return [*lines, "};", ""]


def tables(rows, root):
    lines = [WRITTEN, *signatures(rows, root)]
    lines += ["// By family: each option by its name here: its name in the library, its type and its default.",
              "export const OPTIONS = {"]
    for family, options in rows["options"].items():
        lines.append(f"  {family}: {{")
        lines += [f'    {camel(o["name"])}: ["{o["name"]}", "{o["type"]}", {quoted(o["initial"])}],'
                  for o in options]
        lines.append("  },")
    lines += ["};", "", "// By object: the number of each fact, its type (number, numbers, text), its kind and what there is one of it for.",
              "export const FACTS = {"]
    for thing, facts in rows["facts"].items():
        lines.append(f"  {thing}: {{")
        lines += [f'    {camel(f["name"])}: [{f["value"]}, "{f["type"]}", "{f["kind"]}", "{f["per"]}"],' for f in facts]
        lines.append("  },")
    lines += ["};", "", "// The types of objects.", "export const OBJECTS = {"]
    lines += [f'  {row["name"]}: {row["value"]},' for row in rows["objects"]]
    lines += ["};", "", "// By list: the number of each word.", "export const WORDS = {"]
    for name, words in rows["names"].items():
        inner = ", ".join(f'{key(word["name"])}: {word["value"]}' for word in words)
        line = f"  {name}: {{ {inner} }},"
        lines += [line] if len(line) <= WIDTH else [f"  {name}: {{", *filled(inner + ",", 4), "  },"]
    return "\n".join([*lines, "};", ""])


# ---- Types of TypeScript ---------------------------------------------------------------------------

TYPES = {"number": "number", "integer": "number", "seed": "number | bigint", "switch": "boolean", "text": "string",
         "numbers": "number | Numbers", "integers": "Integers", "texts": "readonly string[]", "metric": "MetricLike",
         "progress": "(fraction: number) => unknown"}

KINDS = {"number": "number", "integer": "number", "switch": "boolean", "text": "string"}


def scalar(fact):
    return KINDS.get(fact["kind"], f'{pascal(fact["kind"])}Name')


def facts_of(name, said, shown, thing):
    lines = ["", f"/** {said} */", f"export interface {name} {{"]
    for fact in shown:
        hint = "Float64Array" if fact["type"] == "numbers" else scalar(fact)
        lines += [*comment(fact["sentence"], 2),
                  f'  readonly {camel(fact["name"])}: {hint};']
    return [*lines, "}"]


def types(rows, methods):
    lines = [WRITTEN, "// Options, facts and words of the library, as types.", "",
             f'import type {{ {"Grid, " * bool(methods)}Integers, MetricLike, Numbers{", Table" * bool(methods)} }} from "./wald.js";']
    for name, words in rows["names"].items():
        union = " | ".join(f'"{word["name"]}"' for word in words)
        line = f"export type {pascal(name)}Name = {union};"
        lines += ["", *([line] if len(line) <= WIDTH else
                        [f"export type {pascal(name)}Name =", *filled(union + ";", 2)])]
    for family, options in rows["options"].items():
        lines += ["", f"/** Options of {family}. What is undefined or null keeps its default. */",
                  f"export interface {options_class(family)} {{"]
        for option in options:
            default = default_of(option)
            said = [option["sentence"], read_by(option),
                    sentence(spelled(bounds_of(option)).replace("2**64", "2^64")),
                    "" if default is None else f"Default: {option['initial']}."]
            hint = " | ".join(f'"{word}"' for word in option["choices"]) or TYPES[option["type"]]
            lines += comment(" ".join(filter(None, said)), 2)
            if option["type"] == "progress":
                hint = f"({hint})"
            line = f'  {camel(option["name"])}?: {hint} | null;'
            lines += [line] if len(line) <= WIDTH else [f'  {camel(option["name"])}?:', *filled(f"{hint} | null;", 4)]
        lines.append("}")
    for thing, its in parted(rows["facts"]).items():
        shown = [fact for fact in its if is_told(thing, fact, "javascript")]
        lines += facts_of(f"{pascal(thing)}Facts", f"Facts of: {thing.replace('_', ' ')}.", shown, thing)
        lines[-1:-1] = methods.get(thing, [])
    arrays = [{**fact, "type": "numbers"} for fact in rows["facts"]["decision"]
              if fact["type"] == "number" and is_told("decision", fact, "javascript")]
    lines += facts_of("DecisionsFacts", "The facts of every answer, as arrays.", arrays, "decision")
    return "\n".join(lines) + "\n"


# ---- Plain methods ---------------------------------------------------------------------------------


def plain_methods(rows, root):
    """The methods that no code of JavaScript stands for, with their types in the classes; by noun the types of those
    without a place there, which the interface of facts has."""
    sources = [path.read_text() for path in sorted((root / PACKAGE / "src").glob("*.js"))]
    methods = {noun: [one for one in its if has_plain_form(one)] for noun, its in plain(rows, sources).items()}
    methods = {noun: its for noun, its in methods.items() if its}
    path = f"{PACKAGE}/types/wald.d.ts"
    texts, declared = Texts(rows, words_by_constant(rows, c.constant), "null"), (root / path).read_text()
    declarations = {noun: [line for one in its for line in in_typescript(one, texts)] for noun, its in methods.items()}
    blocks = {key: "\n".join(declarations.pop(key.removeprefix("methods "), [])) for key in keys(declared)}
    assert not any(one.static for noun in declarations for one in methods[noun]), f"{path} has no place for a method"
    return {f"{PACKAGE}/src/methods.js": WRITTEN + "\n" + javascript_files(rows, methods),
            path: replaced(declared, blocks)}, declarations


def files(rows, root):
    learn_names(rows)
    files_of_methods, declarations = plain_methods(rows, root)
    return {f"{PACKAGE}/src/rows.js": tables(rows, root), f"{PACKAGE}/types/rows.d.ts": types(rows, declarations),
            **files_of_methods}
