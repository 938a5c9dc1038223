"""Finds types of the core's headers that have the same full name. One translation unit may include both where few units
build the core (R's package, WebAssembly), and elsewhere two definitions of one name are undefined behaviour that no
compiler reports.

  check_names.py ROOT          checks the headers of core below ROOT
  check_names.py --self-check  checks made-up trees, with a fault and without one
"""

import collections
import pathlib
import re

import checking

NAMESPACE = re.compile(r"namespace ([\w:]+)? *\{")
TYPE = re.compile(r"(?:struct|class|enum class) (\w+)\b(?!<)[^;(){}]*\{")  # a specialisation is none of its own


def faults(root):
    places = collections.defaultdict(list)
    for path in sorted((pathlib.Path(root) / "core").rglob("*.hpp")):
        space = ""
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if opened := NAMESPACE.match(line):
                space = opened.group(1) or ""
            elif found := TYPE.match(line):  # what stands within another type is indented
                places[f"{space}::{found.group(1)}"].append(f"{path.relative_to(root).as_posix()}:{number}")
    return [f"{name} is defined more than once: {', '.join(where)}" for name, where in places.items() if len(where) > 1]


def self_check():
    for second, wanted in (("wald::core", 1), ("wald::core::bits", 0)):
        files = {f"core/{name}.hpp":
                 f"namespace {space} {{\n\nstruct Levels {{\n  struct Inner {{\n  }};\n}};\nclass Declared;\n}}\n"
                 for name, space in (("a", "wald::core"), ("b", second))}
        found = checking.faults_of_files(files, faults)
        if len(found) != wanted:
            yield f"{second}: {len(found)} faults instead of {wanted}"


if __name__ == "__main__":
    checking.main(faults, self_check)
