"""C++: the options (capi/wald/options.hpp) and the facts (capi/wald/facts.hpp)."""

from __future__ import annotations

import re
import textwrap

import c
from blocks import HEAD, keys, replaced
from described import about, argument_of, in_order, object_class, options_class
from methods import plain, words_by_constant
from methods_small import Texts, has_plain_form, in_cpp
from spellings import sentence

WRITTEN = f"// {HEAD}\n"

# The order of classes.
OBJECTS = ("estimator", "decision", "distribution", "comparison", "worth", "sample", "table_pass", "threshold_pass",
           "thresholds", "frontier", "cascade_scores", "cascade", "labelling", "trees", "dataset", "learner", "stages",
           "route", "zone", "multipliers", "labels", "decision_curve", "reliability", "prevalence",
           "threshold_evaluation")
# What a number of each kind is in C++; that of a list of words is the enumeration of C.
KINDS = {"number": "double", "integer": "int64_t", "switch": "bool", "threshold_flag": "wald_threshold_flags",
         "theorem": "int32_t"}
# What C++ adds to the options of a family.
MORE = {"decisions": """  /// This many positives in each answer.
  DecisionOptions &exactly(int64_t k) { return reset("at_most").at_least(k).at_most(k); }
"""}
PARAMETERS = {"number": "double value", "integer": "int64_t value", "seed": "uint64_t value", "switch": "bool value",
              "choice": "const std::string &value", "text": "const std::string &value",
              "numbers": "const std::vector<double> &values", "integers": "const std::vector<int64_t> &values",
              "texts": "const std::vector<std::string> &values", "metric": "const Metric &metric",
              "progress": "Progress progress"}
SETTERS = {"number": "number({0}, value)", "integer": "integer({0}, value)",
           "seed": "integer({0}, static_cast<int64_t>(value))", "switch": "integer({0}, value ? 1 : 0)",
           "choice": "text({0}, value)", "text": "text({0}, value)", "numbers": "numbers({0}, values)",
           "integers": "integers({0}, values)", "texts": "texts({0}, values)", "metric": "OptionsOf::metric({0}, metric)",
           "progress": "OptionsOf::progress({0}, std::move(progress))"}


def sentence_of(row):
    """The sentence with the words, the bounds and the default."""
    parts = [row["sentence"]]
    if row["choices"]:
        parts.append("One of " + ", ".join(row["choices"]) + ".")
    parts += filter(None, [sentence(row["bounds"])])
    if row["initial"] != "":
        parts.append(f"Default: {row['initial']}.")
    return " ".join(parts)


def comment(text, indent):
    lines = textwrap.wrap(text, 120 - indent - 4, break_long_words=False, break_on_hyphens=False)
    return "".join(f"{' ' * indent}/// {line}\n" for line in lines)


def options_hpp(rows):
    out = [WRITTEN, "//\n// Wald for C++: options, a class for each family.\n",
           "#ifndef WALD_OPTIONS_HPP\n#define WALD_OPTIONS_HPP\n\n#include \"core.hpp\"\n\nnamespace wald {\n"]
    for family in rows["options"]:
        name = options_class(family)
        out.append(f"\n/// {about(family)} Setters return the object, so that they chain.\n")
        out.append(f"class {name} : public detail::OptionsOf<{name}> {{\n public:\n")
        out.append(f"  {name}() {{}}  // not an aggregate\n  static constexpr const char *family = \"{family}\";\n\n")
        for row in rows["options"][family]:
            setter = SETTERS[row["type"]].format(f'"{row["name"]}"')
            out.append(comment(sentence_of(row), 2))
            out.append(f"  {name} &{row['name']}({PARAMETERS[row['type']]}) {{ return {setter}; }}\n")
        out.append(MORE.get(family, "") + "};\n")
    out.append("\n}  // namespace wald\n\n#endif  // WALD_OPTIONS_HPP\n")
    return "".join(out)


def type_of(row):
    return KINDS.get(row["kind"], f"wald_{row['kind']}")


def getter(handle, facts, row):
    constant = f"WALD_{handle.upper()}_{row['name'].upper()}"
    item = argument_of(handle, facts, row)
    parameter = "" if not item else "int64_t answer = 0" if item == "answer" else f"int64_t {item}"
    argument = f", {item}" if item else ""
    call = f"(self(), {constant}{argument})"
    doc = comment(row["sentence"], 2)
    if row["type"] == "number":
        result, call = type_of(row), f"detail::number<{type_of(row)}>{call}"
    elif row["type"] == "numbers":
        result, call = "std::vector<double>", f"detail::numbers{call}"
    else:
        result, call = "std::string_view", f"detail::text{call}"
        doc += "" if handle == "decision" else "  /// Valid as long as this object is.\n"
    line = f"  {result} {row['name']}({parameter}) const {{ return {call}; }}\n"
    if len(line) > 121:
        line = f"  {result} {row['name']}({parameter}) const {{\n    return {call};\n  }}\n"
    return doc + line


def facts_hpp(rows, root, methods):
    out = [WRITTEN, "//\n// Wald for C++: what can be read of each object, as members of the base class of its class.\n",
           "#ifndef WALD_FACTS_HPP\n#define WALD_FACTS_HPP\n\n#include \"../wald.h\"\n#include \"core.hpp\"\n\n"
           "namespace wald {\nnamespace facts {\n"]
    headers = "".join(path.read_text() for path in sorted((root / "capi/wald").glob("*.hpp")))
    used = [noun for noun in rows["facts"] if re.search(rf"\bfacts::Of{object_class(noun)}\b", headers)]
    for handle in in_order(used, OBJECTS):
        name, facts = object_class(handle), rows["facts"][handle]
        out.append(f"\ntemplate <class Self>\nclass Of{name} {{\n public:\n")
        out.extend(getter(handle, facts, row) for row in facts)
        out.append(methods.pop(handle, "").replace("(get()", "(self()"))
        out.append(f"\n private:\n  const wald_{handle} *self() const {{ return static_cast<const Self *>(this)->get(); "
                   "}\n};\n")
    assert not any(methods.values()), f"no class of C++ for {', '.join(methods)}"
    out.append("\n}  // namespace facts\n}  // namespace wald\n\n#endif  // WALD_FACTS_HPP\n")
    return "".join(out)


def plain_methods(rows, root):
    """The headers with the methods that no code in them stands for; by noun those of classes without a place for them,
    whose base class of facts has them."""
    headers = {str(path.relative_to(root)): path.read_text() for path in sorted((root / "capi/wald").glob("*.hpp"))}
    texts = Texts(rows, words_by_constant(rows, c.constant), "null", spelt=str, quoted="{}")
    texts.constants = {name: (listed, name) for name, (listed, _) in texts.constants.items()}
    found = plain(rows, list(headers.values()))
    blocks = {f"methods {noun}": "".join(in_cpp(one, texts) for one in methods if has_plain_form(one))
              for noun, methods in found.items()}
    out = {path: replaced(text, {key: blocks.pop(key, "") for key in keys(text)}) for path, text in headers.items()
           if keys(text)}
    return out, {key.removeprefix("methods "): text for key, text in blocks.items()}


def files(rows, root):
    headers, methods = plain_methods(rows, root)
    return {"capi/wald/options.hpp": options_hpp(rows), "capi/wald/facts.hpp": facts_hpp(rows, root, methods), **headers}
