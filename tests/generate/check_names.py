"""Holds docs/names.md: names of facts, options, functions and classes by its rules, and the words that are not used.

    python3 check_names.py FOLDER ROWS      ROWS: the program wald-rows, or the JSON that it prints
    python3 check_names.py --self-check
"""

import json
import pathlib
import re
import subprocess
import sys

# Integers that are no numbers of things: of the formulas, of bits, places and settings.
NOT_COUNTS = {"k", "k_lowest", "k_highest", "max_s", "pass_number", "at_least", "leaf_width", "max_events", "order"}
# What has another meaning in docs/names.md than a certificate's.
NEVER = {"confidence", "target", "done", "dear"}
# Where users read; what is generated follows from rows and is read there.
TEXTS = ("README.md", "docs/*.md", "capi/wald.h", "capi/wald/*.h", "capi/wald.hpp", "capi/wald/*.hpp",
         "bindings/cli/wald.1", "bindings/cli/options/command.json", "bindings/*/README.md")
# How a call names an argument, in each language; the word itself stays in use elsewhere.
ARGUMENT = r"""--{0}\b|\\-\\-{0}\b|\b{0} ?[=:] ?["']|\b{0}\([A-Z]|\b{1} = [A-Z]|"name": "{0}"|"{0}": \{{"""
JUDGED = {"scores", "probabilities", "prediction", "a", "values"}


def problems_of_rows(rows):
    for thing, facts in rows["facts"].items():
        for fact in facts:
            name, sentence = fact["name"], fact["sentence"]
            counts = fact["kind"] == "integer" and re.match(r"(The number of|How many) ", sentence)
            if counts and name not in NOT_COUNTS and not name.startswith("n_"):
                yield f"fact {thing}.{name} is a number of things: must begin with n_"
            if name.startswith("n_") and fact["kind"] not in ("integer", "number"):
                yield f"fact {thing}.{name} is a {fact['kind']}: n_ is for numbers of things"
            if name in NEVER:
                yield f"fact {thing}.{name}: docs/names.md has another word"
            if name == "certified" and fact["kind"] != "switch":
                yield f"fact {thing}.certified is a {fact['kind']}: must be a switch"
    for family, options in rows["options"].items():
        for option in options:
            if option["name"] in NEVER:
                yield f"option {family}.{option['name']}: docs/names.md has another word"
            if option["name"] == "certify" and option["type"] != "number":
                yield f"option {family}.certify is a {option['type']}: must be a probability"


def problems_of_functions(functions):
    for function in functions:
        names = [parameter["name"] for parameter in function["parameters"]]
        judged = [i for i, name in enumerate(names) if name in JUDGED]
        if "truth" in names and judged and min(judged) < names.index("truth"):
            yield f"{function['name']}: {names[min(judged)]} stands before truth"


def unused_words(page):
    """(pattern, word, replacement) of the page's last table."""
    table = page[page.index("## Words that are not used"):]
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", table, flags=re.M)
    for cell, instead in rows:
        word = re.sub(r" \(.*\)", "", cell)
        if word in ("not", "---"):
            continue
        as_argument = " (as an argument" in cell
        yield ARGUMENT.format(word, word.capitalize()) if as_argument else rf"\b{re.escape(word)}\b", word, instead


def problems_of_texts(texts, words):
    for path, text in texts.items():
        for pattern, word, instead in words:
            for found in re.finditer(pattern, text):
                yield f"{path}:{text.count(chr(10), 0, found.start()) + 1}: \"{word}\": write \"{instead}\""


def problems_of_classes(texts, names):
    for path, text in texts.items():
        for name in names:
            if not re.search(rf"\b{name}\b", text):
                yield f"{path}: has no {name}"
        if re.search(r"\bclass Options\b", text):
            yield f"{path}: class Options is named after no family"


def read(root, patterns):
    return {str(path.relative_to(root)): path.read_text() for pattern in patterns for path in sorted(root.glob(pattern))
            if path.name not in ("names.md", "reference.md")}


def problems(root, rows):
    sys.path.insert(0, str(root / "bindings/generate"))
    import described
    import header

    names = [described.options_class(family) for family in rows["options"]]
    yield from problems_of_rows(rows)
    yield from problems_of_functions(header.functions(root / "capi"))
    yield from problems_of_texts(read(root, TEXTS), list(unused_words((root / "docs/names.md").read_text())))
    yield from problems_of_classes(read(root, ("capi/wald/options.hpp", "bindings/python/src/wald/_core/keywords.py",
                                               "bindings/javascript/types/rows.d.ts")), names)
    for language, form in (("java/src/main/java/org/libwald", "{}.java"), ("csharp/src/Generated", "{}.cs")):
        for name in names:
            if not (root / "bindings" / language / form.format(name)).exists():
                yield f"bindings/{language}: has no {form.format(name)}"


def self_check():
    fact = {"name": "n_rows", "kind": "integer", "sentence": "The number of rows."}
    option = {"name": "certify", "type": "number"}
    def of(facts=(), options=()):
        return list(problems_of_rows({"facts": {"x": [{**fact, **f} for f in facts]},
                                      "options": {"y": [{**option, **o} for o in options]}}))
    assert not of([{}, {"name": "k"}, {"name": "rows_needed", "kind": "number"}], [{}])
    for wrong in ({"name": "rows"}, {"kind": "text"}, {"name": "target"}, {"name": "certified", "kind": "number"}):
        assert of([wrong]), wrong
    assert len(of([], [{"name": "confidence"}])) == len(of([], [{"type": "switch"}])) == 1
    call = lambda *names: list(problems_of_functions([{"name": "f", "parameters": [{"name": n} for n in names]}]))
    assert call("scores", "truth") and call("options", "a", "truth") and not call("options", "truth", "a", "b")
    page = "## Words that are not used\n\n| not | but |\n|---|---|\n| yes or no (type) | switch |\n"
    page += "| given (as an argument) | kind |\n"
    texts = {"p": "a\nyes or no\nyes or nothing\n"}
    assert list(problems_of_texts(texts, list(unused_words(page)))) == ['p:2: "yes or no": write "switch"']
    named = ("--given joint", r"\-\-given", 'given="joint"', 'given = "joint"', '{ given: "joint" }', "given(Kind.JOINT)",
             "Given = Kind.Joint", '{"name": "given"}', '"given": {"words": []}')
    said = ("given joint labels", '"learner": "given"', "cardinality:given", "as given: it", "range.given()", "Given the odds")
    for texts, wrong in ((named, True), (said, False)):
        for text in texts:
            assert any(problems_of_texts({"p": text}, list(unused_words(page)))) == wrong, text
    assert len(list(problems_of_classes({"p": "class Options"}, ["DecisionOptions", "RouteOptions"]))) == 3


def main():
    if sys.argv[1] == "--self-check":
        return self_check()
    root, source = pathlib.Path(sys.argv[1]), sys.argv[2]
    text = pathlib.Path(source).read_text() if source.endswith(".json") else subprocess.run(
        [source], capture_output=True, text=True, check=True).stdout
    found = list(problems(root, json.loads(text)))
    print("\n".join(found))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
