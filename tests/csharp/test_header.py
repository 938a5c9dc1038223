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
    "wald_decision_count": "the number of answers follows from the shape of the table",
    "wald_decision_indices": "of one answer the mask is read, of all wald_decision_csr",
    "wald_decision_mask": "within wald_read_answer, in csharp.i",
    "wald_decision_k": "within wald_read_answer, in csharp.i",
    "wald_decision_expected": "within wald_read_answer, in csharp.i",
    "wald_decision_loss": "within wald_read_answer, in csharp.i",
    "wald_decision_bound": "within wald_read_answer, in csharp.i",
    "wald_decision_k_range": "within wald_read_answer, in csharp.i",
    "wald_decision_next_best": "within wald_read_answer, in csharp.i",
    "wald_decision_p_zero": "within wald_read_answer, in csharp.i",
    "wald_decision_abstained": "within wald_read_answer, in csharp.i",
}
BEYOND = {"wald_read_answer"}  # of csharp.i, not of wald.h

NUMBERS = {"int32_t": "int", "int64_t": "long", "uint64_t": "ulong", "double": "double", "void": "void"}
NUMBERS.update({f"wald_{name}": "int" for name in ("status", "type", "index_type", "kind", "average", "properties",
                                                   "fact", "rule", "goal", "smoothing", "threshold_setting",
                                                   "threshold_fact", "threshold_flags", "threshold_array",
                                                   "frontier_fact", "cascade_setting", "cascade_fact",
                                                   "cascade_array", "learner_setting", "learner_method")})
POINTERS = {"const void*": "void*", "void*": "System.IntPtr", "const uint8_t*": "byte*", "uint8_t*": "byte*",
            "const wald_split*": "byte*", "const wald_missing*": "byte*",
            "const double*": "double*", "double*": "double*", "const int64_t*": "long*", "int64_t*": "long*",
            "const int32_t*": "int*", "int32_t*": "int*", "wald_rule*": "int*", "wald_threshold_flags*": "int*",
            "wald_kind*": "int*", "wald_properties*": "int*", "wald_task*": "int*", "char*": "byte*", "const char**": "out System.IntPtr",
            "const char*const*": "byte**", "wald_score_function": "ScoreCallback",
            "wald_metric_function": "MetricCallback", "wald_progress_function": "ProgressCallback"}
HANDLES = ("metric", "options", "estimator", "decision", "distribution", "frontier", "threshold_options", "thresholds",
           "operating_points", "cascade_scores", "cascade_options", "cascade", "cascade_run", "trees", "dataset",
           "learner_options", "learner", "calibration")


def csharp(function, argument):
    """The C# type of an argument of wald.h."""
    kind = re.sub(r"\s*\b\w+$", "", argument.strip()).replace(" *", "*").strip()
    name = re.search(r"(\w+)$", argument.strip()).group(1)
    handle = re.fullmatch(r"(?:const )?wald_(\w+?)(\*{1,2})", kind)
    if handle and handle.group(1) in HANDLES:
        if function.endswith("_destroy"):
            return "System.IntPtr"
        return ("out " if handle.group(2) == "**" else "") + f"wald_{handle.group(1)}"
    if kind == "const char*":
        return "byte[]" if name == "name" else "byte*"
    return NUMBERS.get(kind) or POINTERS[kind]


def header():
    code = re.sub(r"/\*.*?\*/", " ", (SOURCE / "capi" / "wald.h").read_text(), flags=re.S)
    found = {}
    for result, name, arguments in re.findall(r"WALD_API\s+([\w\s*]+?)\s*(\bwald_\w+)\(([^)]*)\)\s*WALD_NOEXCEPT;",
                                              code):
        arguments = [] if arguments.strip() == "void" else re.sub(r"\s+", " ", arguments).split(",")
        found[name] = ("System.IntPtr" if "char" in result else NUMBERS[result.strip()],
                       tuple(csharp(name, a) for a in arguments))
    assert len(found) == code.count("WALD_API ") - code.count("define WALD_API ") > 60, len(found)
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
    package = "".join(path.read_text() for path in sorted(PACKAGE.glob("*.cs")))
    for name in sorted(set(wanted) | BEYOND):
        used = re.search(rf"\bNative\.{name}\b", package) is not None
        if used == (name in NOT_USED):
            faults.append(f"{name} is " + ("used, and on the list of those that are not" if used else "never used"))
    glue = (SOURCE / "bindings" / "swig" / "csharp.i").read_text()
    for name, why in NOT_USED.items():
        if "wald_read_answer" in why and f"{name}(" not in glue:
            faults.append(f"{name} is not in wald_read_answer")
    for name in sorted(constants):
        if name not in ("WALD_FACT_EXPECTED",) and f"Native.{name}" not in package:
            faults.append(f"{name} stands for nothing in the package")

    # Nothing of the private layer may be seen from outside.
    if re.search(r"^public ", native, re.M) or "internal static unsafe class Native" not in native:
        faults.append("the class Native is not internal")
    for pattern in (r"SWIGTYPE_p_", r"public [^(\n=]*IntPtr", r"public [^(\n]*\*", r"~\w+\("):
        for path in sorted(PACKAGE.glob("*.cs")):
            for line in path.read_text().splitlines():
                if re.search(pattern, line) and "operator" not in line and "///" not in line:
                    faults.append(f"{path.name}: {line.strip()}")
    for fault in faults:
        print("error:", fault)
    print(f"{len(wanted)} functions, {len(constants)} constants, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
