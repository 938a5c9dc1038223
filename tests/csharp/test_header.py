#!/usr/bin/env python3
"""wald.h against the private layer that SWIG made of it: every function, with the same types, and used; or a reason why
not.

    test_header.py NativePINVOKE.cs Native.cs
"""

import pathlib
import re
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = SOURCE / "bindings" / "csharp" / "src"

NOT_USED = {  # function: why no public class calls it
    "wald_decide_row": "wald_decide reads the details of the answer, too",
    "wald_options_check": "each call checks the options that it is given",
    "wald_options_get": "what is set are the properties; the defaults are listed",
}
BEYOND = {"wald_read_answer"}  # of csharp.i, not of wald.h

PARTS = ("facts", "core", "decisions", "thresholds", "cascades", "learners", "routes", "promises", "performance")
NUMBERS = {"int32_t": "int", "int64_t": "long", "double": "double", "void": "void"}
POINTERS = {"void*": "System.IntPtr", "uint8_t*": "byte*", "const double*": "double*", "double*": "double*",
            "const int64_t*": "long*", "int64_t*": "long*", "const int32_t*": "int*", "int32_t*": "int*",
            "char*": "byte*", "const char**": "out System.IntPtr", "const char*const*": "byte**",
            "wald_score_function": "ScoreCallback", "wald_metric_function": "MetricCallback",
            "wald_progress_function": "ProgressCallback"}


def csharp(function, argument, handles, structures, enumerations):
    """The C# type of an argument of wald.h."""
    kind = re.sub(r"\s*\b\w+$", "", argument.strip()).replace(" *", "*").strip()
    name = re.search(r"(\w+)$", argument.strip()).group(1)
    noun = re.fullmatch(r"(?:const )?(wald_\w+?)(\*{0,2})", kind)
    if noun and noun.group(1) in handles:
        return ("out " if noun.group(2) == "**" else "") + noun.group(1)
    if kind in ("void*", "const void*") and name in ("object", "other") and function != "wald_destroy":
        return "NativeHandle"
    if kind == "void*" and name == "out":
        return "out System.IntPtr"
    if noun and noun.group(1) in structures:
        return noun.group(1) + noun.group(2)
    if noun and noun.group(1) in enumerations:
        return "int" + noun.group(2)
    if kind == "const char*":
        return "byte*" if name == "text" else "byte[]"
    return NUMBERS.get(kind) or POINTERS[kind]


def header():
    parts = "".join((SOURCE / "capi" / "wald" / f"{part}.h").read_text() for part in PARTS)
    assert [f"wald/{part}.h" for part in PARTS] == re.findall(r'#include "(.*?)"',
                                                              (SOURCE / "capi" / "wald.h").read_text())
    code = re.sub(r"/\*.*?\*/", " ", parts, flags=re.S)
    handles = set(re.findall(r"typedef struct (wald_\w+) \1;", code))
    structures = set(re.findall(r"typedef struct (wald_\w+) \{", code))
    enumerations = set(re.findall(r"typedef u?int\d+_t (wald_\w+);", code))
    found = {}
    for result, name, arguments in re.findall(r"WALD_API\s+([\w\s*]+?)\s*(\bwald_\w+)\(([^)]*)\)\s*WALD_NOEXCEPT;",
                                              code):
        arguments = [] if arguments.strip() == "void" else re.sub(r"\s+", " ", arguments).split(",")
        found[name] = ("System.IntPtr" if "char" in result else "int" if result in enumerations else NUMBERS[result],
                       tuple(csharp(name, a, handles, structures, enumerations) for a in arguments))
    assert len(found) == code.count("WALD_API ") - code.count("define WALD_API ") > 100, len(found)
    constants = {name: int(number) for name, number in re.findall(r"\b(WALD_[A-Z0-9_]+) = (\d+)", code)}
    return found, constants


def table(text):
    found = {}
    for entry, result, name, arguments in re.findall(
            r'EntryPoint="(\w+)"\)\]\s*public static extern (\S+) (\w+)\(([^)]*)\);', text):
        assert entry == f"CSharp_Wald_{name}", entry
        found[name] = (result, tuple(re.sub(r" \w+$", "", a.strip()) for a in arguments.split(",") if a.strip()))
    return found


def differences(wanted, got):
    for name in sorted(set(wanted) - set(got)):
        yield f"{name} is missing from the private layer"
    for name in sorted(set(got) - set(wanted) - BEYOND):
        yield f"{name} is in the private layer, and not in wald.h"
    for name in sorted(set(wanted) & set(got)):
        if wanted[name] != got[name]:
            yield f"{name} is {got[name]} in the private layer: wald.h says {wanted[name]}"


def main():
    wanted, constants = header()
    got = table(pathlib.Path(sys.argv[1]).read_text())
    faults = list(differences(wanted, got))

    # A check that finds nothing wrong is only worth something where it finds what is.
    for change in ({"wald_decide": (got["wald_decide"][0], got["wald_decide"][1][:-1])}, {"wald_decided": ("int", ())}):
        if not list(differences(wanted, {**got, **change})):
            faults.append(f"{change} went unnoticed")
    if not list(differences(wanted, {name: types for name, types in got.items() if name != "wald_curve"})):
        faults.append("a missing function went unnoticed")

    native = pathlib.Path(sys.argv[2]).read_text()
    held = {name: int(number) for name, number in re.findall(r"public const int (WALD_\w+) = (\d+);", native)}
    if held != constants:
        faults.append(f"constants differ: {set(held.items()) ^ set(constants.items())}")

    # What is bound and never used offers nothing.
    package = "".join(path.read_text() for path in sorted(PACKAGE.rglob("*.cs")))
    for name in sorted(set(wanted) | BEYOND):
        used = re.search(rf"\bNative\.{name}\b", package) is not None
        if used == (name in NOT_USED):
            faults.append(f"{name} is " + ("used, and on the list of those that are not" if used else "never used"))
    for folder in {path.parent for path in PACKAGE.rglob("*.cs")}:
        if folder.name != "Generated" and len(list(folder.glob("*.cs"))) > 25:
            faults.append(f"{folder.name} holds more than 25 files")
    # What is pinned is a first element (First.Of): of an array of several dimensions, `fixed (T* p = array)` might be
    # what lies before the elements.
    pinned = re.findall(r"fixed \((.*)", re.sub(r"//.*", "", package))
    faults.extend(f"fixed ({line}" for line in pinned if not re.match(r"\w+\* \w+ = &[A-Za-z]", line))
    if len(pinned) < 60:
        faults.append(f"only {len(pinned)} arrays are pinned")

    # Nothing of the private layer may be seen from outside.
    if re.search(r"^public ", native, re.M) or "internal static unsafe class Native" not in native:
        faults.append("the class Native is not internal")
    for pattern in (r"SWIGTYPE_p_", r"public [^(\n=]*IntPtr", r"public [^(\n]*\*", r"~\w+\("):
        for path in sorted(PACKAGE.rglob("*.cs")):
            for line in path.read_text().splitlines():
                if re.search(pattern, line) and "operator" not in line and "///" not in line:
                    faults.append(f"{path.name}: {line.strip()}")
    for fault in faults:
        print("error:", fault)
    print(f"{len(wanted)} functions, {len(constants)} constants, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
