"""R: options as arguments with their documentation, what the glue does with every object, the manual pages of facts and
errors."""

import re
import textwrap

import c
from blocks import HEAD
from described import FAMILIES, family_noun, of_what, said_of
from methods import plain, words_by_constant
from methods_small import Texts, has_plain_form, r_files
from spellings import article, read_by



def rd(text):
    """A sentence of the rows in Rd: R counts from 1, code stands in backticks, functions in [brackets()]."""
    text = text.replace("counted from 0", "counted from 1")
    text = re.sub(r"([\\%{}])", r"\\\1", text)
    text = re.sub(r"`([^`]+)`", r"\\code{\1}", text)
    return re.sub(r"\[(wald_\w+)\(\)\]", r"\\code{\\link[=\1]{\1()}}", text)


# ---- Options -------------------------------------------------------------------------------------

def markdown(text):
    """A sentence of the rows in the markdown of roxygen2: links are functions of the package alone, R counts from 1."""
    text = text.replace("counted from 0", "counted from 1").replace("\\", "\\\\").replace("%", "\\%")
    return re.sub(r"\[(?!wald_\w+\(\)\])([^\]]*)\]", r"\\[\1\\]", text)


def values(row):
    """The bounds of numbers in words, or ""."""
    text = row["bounds"].removeprefix("in ")
    return f"Values: {text}." if text else ""


def default(row):
    if row["type"] == "progress" or row["initial"] == "":
        return ""
    shown = {"on": "TRUE", "off": "FALSE"}.get(row["initial"], row["initial"])
    return f'Default `"{shown}"`.' if row["type"] in ("choice", "text") else f"Default `{shown}`."


def comment(text, further=""):
    """A paragraph of roxygen2."""
    return textwrap.fill(text, 120, initial_indent="#' ", subsequent_indent="#' " + further, break_long_words=False,
                         break_on_hyphens=False).split("\n")


def bullets(words):
    return [line for word in words for line in comment(f'* `"{word["name"]}"`: {markdown(word["sentence"])}', "  ")]


def param(rows, row):
    text = " ".join(filter(None, [markdown(row["sentence"]), default(row), markdown(values(row)), read_by(row)]))
    return comment(f"@param {row['name']} {text}", "  ") + bullets(rows["names"].get(row["list"], []))


def family_of_arguments(rows, family):
    lines = [f"#' Options of {of_what(family)}", "#'"]
    lines += comment(f"What {FAMILIES[family]['r']}, each by its whole name, after all other arguments. What is `NULL` keeps its default; "
                     "a seed above 2^53 is given by its digits, as text. [wald_options()] has the same as a data frame.")
    lines.append("#'")
    for row in rows["options"][family]:
        lines += param(rows, row)
    if "words" in FAMILIES[family]:
        vocabulary, heading = FAMILIES[family]["words"]
        lines += [f"#' @section {heading}:", *bullets(rows["names"][vocabulary])]
    return [*lines, f"#' @name {family_noun(family)}_options", "NULL"]


def calls_of(rows, family):
    """The options of a family that all calls read, and what each call reads besides; "" if calls are not told apart."""
    options = rows["options"][family]
    calls = list(dict.fromkeys(call for row in options for call in row["calls"]))
    read = {call: ", ".join(f'"{row["name"]}"' for row in options if call in (row["calls"] or ["all"]))
            for call in (["all", *calls] if calls else [])}
    listed = ",\n".join(textwrap.fill(f"{call} = c({each})", 120, initial_indent="    ", subsequent_indent="      ")
                        for call, each in read.items())
    return listed and f"  {family} = list(\n{listed}\n  )"


def arguments(rows):
    """Options as arguments: the documentation that functions inherit, and the names."""
    lines = [f"# {HEAD}", "# Options as arguments of the functions that take them, with their documentation."]
    for family in FAMILIES:
        lines += ["", *family_of_arguments(rows, family)]
    names = {family: ", ".join(f'"{row["name"]}"' for row in rows["options"][family]) for family in FAMILIES}
    listed = ",\n".join(textwrap.fill(f"{family} = c({each})", 120, initial_indent="  ", subsequent_indent="    ")
                        for family, each in names.items())
    calls = ",\n".join(filter(None, (calls_of(rows, family) for family in FAMILIES)))
    return "\n".join([*lines, "", f"option_names <- list(\n{listed}\n)", "",
                      "# The options that all calls read, and those that each call reads besides.",
                      f"option_calls <- list(\n{calls}\n)", ""])


# ---- Objects -------------------------------------------------------------------------------------

def nouns(rows):
    """What messages call each type of objects, the list of its facts, and its number where it can be loaded. Those
    that the glue makes for one call alone are left out."""
    lines = [f"// {HEAD}", "// The types of objects.", "// clang-format off"]
    listed = []
    for row in sorted(rows["objects"], key=lambda row: row["name"]):
        noun = row["name"]
        if "r" in said_of(noun, "within_a_call").split():
            continue
        called = said_of(noun, "r") or noun
        inner = [f'"{called}"', f'"{noun if noun in rows["facts"] else ""}"', f"WALD_OBJECT_{noun.upper()}",
                 str("save" in row["verbs"]).lower()]
        listed.append(f"noun_of<wald_{noun}>")
        lines += [f"template <> const Noun &{listed[-1]}() {{", f"  static const Noun noun{{{', '.join(inner)}}};",
                  "  return noun;", "}"]
    lines.append(textwrap.fill(f"constexpr const Noun &(*nouns[])(){{{', '.join(listed)}}};", 120, subsequent_indent="    "))
    return "\n".join([*lines, "// clang-format on", ""])


# ---- Pages and tables ----------------------------------------------------------------------------

def items(pairs):
    return "\\describe{\n" + "\n".join(f"\\item{{\\code{{{rd(name)}}}}}{{{text}}}" for name, text in pairs) + "\n}"


def page(name, title, description, sections):
    lines = [f"% {HEAD}", f"\\name{{{name}}}", f"\\alias{{{name}}}", f"\\title{{{title}}}"]
    lines += ["\\description{", description, "}"]
    for heading, pairs in sections:
        lines += [f"\\section{{{heading}}}{{", items(pairs), "}"]
    return "\n".join(lines) + "\n"


def facts_page(rows):
    sections = [(f"Of {article(name.replace('_', ' '))}" if not name.endswith("s") else f"Of {name.replace('_', ' ')}",
                 [(fact["name"], rd(fact["sentence"])) for fact in facts])
                for name, facts in sorted(rows["facts"].items())]
    description = rd("What objects and answers hold, by name. [wald_facts()] has the same as a data frame.")
    return page("facts", "Facts", description, sections)


def errors(rows):
    """The classes of conditions, with their sentences."""
    return [(f"wald_{status['name']}", status["sentence"]) for status in rows["names"]["status"] if status["value"] > 0]


def methods(rows, root):
    """What no code of R stands for: R, and C++ behind it."""
    sources = [path.read_text() for path in sorted((root / "bindings/r/src").glob("*.[ch]*"))]
    found = {noun: [one for one in its if has_plain_form(one)] for noun, its in plain(rows, sources).items()}
    texts = Texts(rows, words_by_constant(rows, c.constant), "NULL", spelt=str, quoted='`"{}"`', marked=markdown)
    code, native = r_files(rows, {noun: its for noun, its in found.items() if its}, texts, HEAD)
    return {"bindings/r/R/methods.R": code, "bindings/r/src/methods.cpp": native}


def files(rows, root):
    man = "bindings/r/man/"
    out = {"bindings/r/R/arguments_listed.R": arguments(rows), "bindings/r/src/nouns.h": nouns(rows),
           man + "facts.Rd": facts_page(rows), **methods(rows, root)}
    out[man + "wald_errors.Rd"] = page("wald_errors", "Classes of errors",
                                       "Every failure is a condition of class \\code{wald_error} and of one of these.",
                                       [("Classes", [(name, rd(text)) for name, text in errors(rows)])])
    return out
