"""Finds names that clash if source files are compiled together, as CMake's unity build and R's package do.

  check_unity.py ROOT          checks the core and the command below ROOT
  check_unity.py --self-check  checks made-up files, with a clash and without one

Two files of the core may not have the same name. What a file keeps to itself, in an unnamed namespace, must have a name of its
own within the part (namespace) of the core, or within the command: the compiler reports two definitions, but not two overloads
of which it would silently take the other one. Nor may such a type have the name of a type in a header of the part or of a part
around it, which other files of a group would then miss.
"""

import collections
import pathlib
import re
import sys

BLANKED = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'|^[ \t]*#(?:[^\n\\]|\\.)*', re.S | re.M)
# What a line at the left margin within an unnamed namespace defines.
TYPE = re.compile(r"(?:struct|class|enum class|enum|union) (?:alignas\([^)]*\) )?(\w+)\b(?!::)")
ALIAS = re.compile(r"using (\w+) = |WALD_VECTOR\((\w+),")
LOOP = re.compile(r"WALD_LEVELS(?:_OF\(template <[^>]*>|\()[^,]*,? ?(?:[\w:]+, )?(\w+),")
OTHER = re.compile(r"[\w:<>,&* \[\]]*?[\s&*](\w+) ?(?:\(|=|\[|;|\{)")
SKIPPED = re.compile(r"(?:namespace|using|template|static_assert|return|case|public|private|protected|typedef)\b")

# Kernels of one level each, which are compiled alone; both systems' files, of which one is compiled.
ALONE = re.compile(r"^WALD_BEGIN_V", re.M)
SYSTEMS = "bindings/cli/system/"


def kept(text):
    """Names that the text defines at the left margin, each with the line of its definition."""
    text = BLANKED.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), text)
    names = {}
    for line in text.splitlines():
        if not re.match(r"[A-Za-z]", line) or SKIPPED.match(line) and not ALIAS.match(line):
            continue
        for pattern in (ALIAS, LOOP, TYPE, OTHER):
            if found := pattern.match(line):
                name = next(group for group in found.groups() if group)
                names.setdefault(name, line.strip())
                break
    return names


def unnamed_only(text):
    """The text within unnamed namespaces."""
    out, inside = [], False
    for line in text.splitlines():
        if line.startswith("namespace {"):
            inside = True
        out.append(line if inside else "")
        if line.startswith("}  // namespace") and line.strip() == "}  // namespace":
            inside = False
    return "\n".join(out)


def opened(text):
    """The namespace that the text opens."""
    found = re.search(r"^namespace ([\w:]+) \{", text, re.M)
    return found.group(1) if found else ""


def types(text):
    return {name for name, line in kept(text).items() if TYPE.match(line)}


def clashes(files):
    """Clashes in a dictionary from the path of a file to its text."""
    shared = collections.defaultdict(set)
    for path, text in files.items():
        if path.endswith(".hpp"):
            shared[opened(text)] |= types(text)
    places = collections.defaultdict(list)
    out = []
    for path, text in sorted(files.items()):
        if path.endswith(".hpp"):
            continue
        if ALONE.search(text) or path.startswith(SYSTEMS):
            continue
        space = opened(text)
        for name in sorted(types(unnamed_only(text))):
            around = space
            while around:
                if name in shared[around]:
                    out.append(f"{name} is a type of {path} and of a header of {around}")
                around = around.rpartition("::")[0]
        for name, line in kept(unnamed_only(text)).items():
            places[space, name].append((path, line))
    for (space, name), where in places.items():
        if len({path for path, _ in where}) > 1 and len({line for _, line in where}) + (not where[0][1].startswith("using")) > 1:
            out.append(f"{name} is kept by several files of {space}: {', '.join(path for path, _ in where)}")
    named = collections.defaultdict(list)
    for path in files:
        if path.startswith("core/"):
            named[pathlib.PurePosixPath(path).name].append(path)
    return out + [f"files of one name: {', '.join(paths)}" for paths in named.values() if len(paths) > 1]


def self_check():
    head = "namespace wald::core::{0} {{\n\nnamespace {{\n\n{1}\n\n}}  // namespace\n\n}}\n"
    cases = [
        ("a", "double f(int x) {", "a", "int f(double x) {", 1),
        ("a", "double f(int x) {", "b", "int f(double x) {", 0),
        ("a", "struct Row {", "a", "class Row : public Base {", 1),
        ("a", "constexpr int lanes = 8;", "a", "constexpr double lanes[] = {", 1),
        ("a", "using Cell = Sum::Cell;", "a", "using Cell = Sum::Cell;", 0),
        ("a", "using Cell = Sum::Cell;", "a", "using Cell = Row::Cell;", 1),
        ("a", "// double f(int x) {", "a", "int f(double x) {", 0),
        ("a", "WALD_LEVELS(bool, find, (int x), (x)) {", "a", "bool find(double x) {", 1),
    ]
    wrong = []
    for one, first, other, second, wanted in cases:
        files = {"core/x.cpp": head.format(one, first), "core/y.cpp": head.format(other, second)}
        if len(clashes(files)) != wanted:
            wrong.append(f"{first} and {second}: {clashes(files)}")
    for space, wanted in (("", 1), ("::a", 1), ("::b", 0)):
        files = {"core/x.hpp": f"namespace wald::core{space} {{\nstruct Run {{", "core/y.cpp": head.format("a", "class Run {")}
        if len(clashes(files)) != wanted:
            wrong.append(f"a type of a header of wald::core{space}: {clashes(files)}")
    if len(clashes({"core/a/x.cpp": "", "core/b/x.cpp": ""})) != 1:
        wrong.append("two files of one name are not found")
    return wrong


if __name__ == "__main__":
    if sys.argv[1] == "--self-check":
        problems = self_check()
    else:
        root = pathlib.Path(sys.argv[1])
        sources = [path for part in ("core", "bindings/cli") for path in (root / part).rglob("*.cpp")]
        headers = list((root / "core").rglob("*.hpp"))
        texts = {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in sources}
        texts.update((path.relative_to(root).as_posix(), path.read_text(encoding="utf-8")) for path in headers)
        problems = clashes(texts)
    print(*problems, sep="\n", end="\n" if problems else "")
    sys.exit(bool(problems))
