"""Finds phrases that read as translated, in everything that a user reads, and names what to write instead; and first pages
that have grown too long.

  check_english.py ROOT          checks documents, headers, rows, help and messages below ROOT
  check_english.py --self-check  checks made-up trees: each phrase planted in each kind of text, and texts without one

Code in documents, quotations and names of others are excepted. Words of the code: docs/developers/names.md and its test.
"""

import pathlib
import re
import sys

import checking

# Read everywhere, in comments and names of code as well. "*" at the end of a phrase stands for the rest of a word.
EVERYWHERE = {
    "dear": "expensive",
    "rows to come": "future rows",
    "in the mean": "on average",
    "otherwise than": "differently from",
    "cannot be told": "undetermined",
    "mended": "fixed",
    "for who": "for those who",
    "belongs into": "belongs in",
    "held against": "compared with",
    "a label a row": "one label per row",
    "a column a label": "one column per label",
    "a column a class": "one column per class",
    "a column a model": "one column per model",
    "a column a stage": "one column per stage",
    "a column a classifier": "one column per classifier",
    "a number a label": "one number per label",
    "a row an instance": "one row per instance",
    "a row a row": "rows by columns, or row by row",
    "but for": "except for",
    "in place of": "instead of",
    "beforehand": "in advance",
    "at hand": "available",
    "left to chance": "simulated",
    "in many places": "distributed",
    "surer": "more confident, or overconfident",
    "too sure": "overconfident",
    "as great as can be": "as large as possible",
    "must have one a": "must have one per",
    "and one of them decides": "must not be set with",
    "stands there twice": "occurs twice",
    "is of no use for": "is not supported for",
    "is of use with": "requires",
    "number would do": "number would suffice",
    "rows would do": "rows would suffice",
    "NaN where": "NaN if",
    "empty where": "empty if",
    "infinity where": "infinity if",
}
# Read in documents and in the words of the command; headers, rows and messages follow.
DOCUMENTS = {
    "so many": "that many, or the number",
    "are asked": "run, or are called",
    "is asked for": "is requested",
    "one is judged by": "to maximise, or your metric",
    "what a model believes": "predicted probabilities",
    "not as sure": "underconfident",
    "in earnest": "in practice",
    "what it comes to": "the result",
    "a row a line": "one row per line",
    "Whether deciding will pay": "Estimate the gain",
    "knows by heart": "has seen",
}
ALL = {**EVERYWHERE, **DOCUMENTS}
# What is read, by the form of its text, for which phrases. Generated pages follow from rows.
DOCUMENT, SOURCE = "document", "source"
READ = (
    (DOCUMENT, ALL, ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "docs/*.md", "docs/start/*.md",
                     "docs/guides/*.md", "docs/languages/*.md", "docs/developers/*.md", "docs/examples/*.md", "bindings/*/README.md")),
    (SOURCE, ALL, ("bindings/cli/options/command.json",)),
    # Rows, and texts that are neither documents nor code.
    (SOURCE, EVERYWHERE, ("core/**/*.def", "bindings/cli/wald.1", "bindings/csharp/Wald.nuspec", "bindings/javascript/types/*.ts",
                          "bindings/r/man/*.Rd", "bindings/r/vignettes/*.Rmd", "docs/site/*.yml", "docs/start/notebooks/*.ipynb",
                          "docs/playground/*")),
    # Code: what it prints, and its comments, many of which become manuals.
    (SOURCE, EVERYWHERE, tuple(f"{folder}/**/*.{end}" for folder in ("core", "capi", "bindings", "tests")
                               for end in ("cpp", "hpp", "c", "h", "py", "R", "java", "cs", "js", "mjs"))),
)
# The most words of pages that are read first, marks of tables apart.
MOST_WORDS = {"README.md": 800, "docs/guides/concepts.md": 2000}
# The most words of all documents together, marks of tables apart; experiments, which are records, do not count.
MOST_WORDS_IN_ALL = 112_000
NOT_READ = {"names.md", "reference.md", "papers.md", "check_english.py", "check_names.py"}
FENCED = re.compile(r"^[^\S\n]*(```+).*?^[^\S\n]*\1", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`[^`]*`")


def blank(match):
    return re.sub(r"\S", " ", match.group())


def words_of(path):
    return len(path.read_text(encoding="utf-8").replace("|", " ").split())


def words_in_all(root):
    docs = root / "docs"
    pages = [path for path in docs.rglob("*.md") if "experiments" not in path.relative_to(docs).parts]
    return sum(words_of(path) for path in [root / "README.md", *pages] if path.exists())


def prose_of(form, text):
    return INLINE.sub(blank, FENCED.sub(blank, text)) if form == DOCUMENT else text


def pattern(phrase):
    """Words may stand on two lines, with the marks of a comment between them."""
    words = r"\s+(?:[/*#\\]+\s*)?".join(re.escape(word) for word in phrase.removesuffix("*").split(" "))
    end = "" if phrase.endswith("*") else r"\b"
    return re.compile(rf"\b{words}{end}", re.IGNORECASE)


PATTERNS = {phrase: pattern(phrase) for phrase in ALL}
LONGEST = {phrase: max(phrase.lower().removesuffix("*").split(" "), key=len) for phrase in ALL}


def faults(root):
    root = pathlib.Path(root)
    for form, phrases, patterns in READ:
        for path in sorted({path for each in patterns for path in root.glob(each)}):
            if path.name in NOT_READ:
                continue
            text = prose_of(form, path.read_text(encoding="utf-8"))
            lower = text.lower()
            for phrase, instead in phrases.items():
                if LONGEST[phrase] not in lower:  # most of the time
                    continue
                for found in PATTERNS[phrase].finditer(text):
                    line = text.count("\n", 0, found.start()) + 1
                    yield f"{path.relative_to(root).as_posix()}:{line}: \"{phrase}\": write \"{instead}\""

    for name, most in MOST_WORDS.items():
        path = root / name
        words = words_of(path) if path.exists() else 0
        if words > most:
            yield f"{name} has {words} words: at most {most}"
    words = words_in_all(root)
    if words > MOST_WORDS_IN_ALL:
        yield f"README.md and docs have {words} words: at most {MOST_WORDS_IN_ALL}"


def self_check():
    def count(path, text):
        return len(checking.faults_of_files({path: text}, faults))

    for phrase, instead in ALL.items():
        said = phrase.removesuffix("*")
        wanted = {"docs/a.md": f"This {said} is.", "docs/guides/a.md": f"{said.capitalize()} it.", "README.md": said,
                  "bindings/cli/options/command.json": f'{{"help": "{said}"}}'}
        if phrase in EVERYWHERE:
            wanted.update({"capi/wald.h": f"/* {said} */", "core/a/options.def": f'ROW(x, "{said}")',
                           "bindings/cli/wald.1": said, "core/a.cpp": f'throw E("{said}");', "tests/a/a.cpp": f"// {said}",
                           "bindings/java/src/a/A.java": f"/** {said} */", "bindings/csharp/src/a/A.cs": f"/// {said}",
                           "bindings/r/man/a.Rd": said, "bindings/javascript/types/a.d.ts": f"/** {said} */",
                           "bindings/python/src/wald/a.py": f'"""{said}"""'})
        for path, text in wanted.items():
            if count(path, text) != 1:
                yield f"{path}: {phrase!r} is not found in {text!r}"
        if " " in said and count("capi/wald.h", f"// {said.replace(' ', chr(10) + '// ', 1)}") != (phrase in EVERYWHERE):
            yield f"{phrase!r} is not found on two lines of a comment"
        for path, text in (("docs/a.md", f"`{said}`"), ("docs/a.md", f"```sh\n{said}\n```\n"),
                           ("docs/developers/names.md", said), ("docs/a.md", f"x{said.replace(' ', 'x ')}x")):
            if count(path, text):
                yield f"{path}: {phrase!r} is found in {text!r}"
        if any(PATTERNS[other].search(instead) for other in PATTERNS):
            yield f"{phrase!r}: its replacement {instead!r} is itself not to be written"
    if count("docs/a.md", "Plain English, with *dearth* and endearing words."):
        yield "a part of a word is found"
    for name, most in MOST_WORDS.items():
        if count(name, "| a " * most) or count(name, "| a " * (most + 1)) != 1:
            yield f"{name}: words are not counted"
    for text, wanted in (("| a " * MOST_WORDS_IN_ALL, 0), ("a " * (MOST_WORDS_IN_ALL + 1), 1)):
        pages = {"docs/a/b.md": text, "docs/experiments/a/README.md": "a " * 9}
        if len(checking.faults_of_files(pages, faults)) != wanted:
            yield "the words of all documents are not counted"
    line = list(checking.faults_of_files({"docs/a.md": "a\n```\nb\n```\n\nin the\nmean\n"}, faults))
    if line != ['docs/a.md:6: "in the mean": write "on average"']:
        yield f"a line is not told: {line}"


if __name__ == "__main__":
    if sys.argv[1] != "--self-check":
        print(f"README.md and docs have {words_in_all(pathlib.Path(sys.argv[1]))} words, of at most {MOST_WORDS_IN_ALL}")
    checking.main(faults, self_check)
