"""Finds extensions of compilers outside the one header that holds them, core/numeric/compiler.hpp.

  check_compiler.py ROOT         checks core and capi below ROOT
  check_compiler.py --self-check checks made-up trees, each with one fault, and one without
"""

import pathlib
import re

import checking

SOURCES = {".c", ".cpp", ".h", ".hpp", ".inc"}
HOME = ("core/numeric/compiler.hpp", "core/numeric/compiler.cpp")
EXTENSIONS = re.compile(
    r"__attribute__|__declspec|__builtin_\w+|__restrict\b|__forceinline|__asm__|\bvector_size\b|\b_Pragma\b"
    r"|#\s*pragma\s+(?!once\b)\w+|#\s*include\s*<(?:\w*intrin|arm_neon|cpuid)\.h>"
)

# Files that need one themselves: which, and why.
INTRINSICS = "instructions that are of one level"
EXEMPT = {
    "capi/wald/core.h": (r"__attribute__|__declspec", "a header for users, in C, that includes none of the core"),
    "core/numeric/contraction.hpp": (r"#pragma (GCC|STDC)", "comes first in every file and holds for all of it"),
    "core/numeric/vectors/compress.cpp": (r"#include <immintrin\.h>", INTRINSICS),
    "core/trees/bits/baseline.cpp": (r"#include <arm_neon\.h>", INTRINSICS),
    "core/trees/bits/v3.cpp": (r"#include <immintrin\.h>", INTRINSICS),
    "core/trees/bits/v4.cpp": (r"#include <immintrin\.h>", INTRINSICS),
    "core/learners/matrix/eigen_needs.hpp": (r"#include <immintrin\.h>", "Eigen's own instructions"),
    "core/learners/matrix/matrix_v3.cpp": (r"#pragma GCC", "warnings of Eigen's instructions"),
    "core/learners/matrix/matrix_v4.cpp": (r"#pragma GCC", "warnings of Eigen's instructions"),
}


def code_of(text):
    """The text without comments, with as many lines."""
    without = re.sub(r"/\*.*?\*/", lambda m: "\n" * m.group().count("\n"), text, flags=re.DOTALL)
    return re.sub(r"//[^\n]*", "", without)


def faults(root):
    root = pathlib.Path(root).resolve()
    found = []
    for path in sorted(path for part in ("core", "capi") for path in (root / part).rglob("*")):
        name = path.relative_to(root).as_posix()
        if path.suffix not in SOURCES or name in HOME:
            continue
        exempt = re.compile(EXEMPT[name][0]) if name in EXEMPT else None
        used = False
        for number, line in enumerate(code_of(path.read_text(encoding="utf-8")).splitlines(), 1):
            for match in EXTENSIONS.finditer(line):
                if exempt and exempt.match(match.group()):
                    used = True
                else:
                    found.append(f"{name}:{number}: {match.group()}: its place is core/numeric/compiler.hpp")
        if exempt and not used:
            found.append(f"{name} is exempt ({EXEMPT[name][1]}), which it no longer needs")
    return found


def self_check():
    cases = [
        ({"core/a.cpp": "#pragma once\nint f(); // __attribute__\n"}, None),
        ({"core/numeric/compiler.hpp": "#define X __attribute__((x))\n"}, None),
        ({"core/a.cpp": "int f(int x) {\n  return __builtin_ctz(x);\n}\n"}, "core/a.cpp:2: __builtin_ctz"),
        ({"core/b/a.hpp": "/* one\n two */ void f(int *__restrict x);\n"}, "core/b/a.hpp:2: __restrict"),
        ({"capi/a.cpp": "#pragma GCC unroll 4\n"}, "capi/a.cpp:1: #pragma GCC"),
        ({"core/a.cpp": "#include <immintrin.h>\n"}, "core/a.cpp:1: #include <immintrin.h>"),
        ({"core/trees/bits/v3.cpp": "#include <immintrin.h>\n"}, None),
        ({"core/trees/bits/v3.cpp": "#include <immintrin.h>\n#pragma GCC x\n"}, "core/trees/bits/v3.cpp:2: #pragma GCC"),
        ({"core/trees/bits/v3.cpp": "int x;\n"}, "core/trees/bits/v3.cpp is exempt"),
    ]
    for files, expected in cases:
        got = checking.faults_of_files(files, faults)
        if len(got) != (1 if expected else 0) or (expected and not got[0].startswith(expected)):
            yield (f"{sorted(files)}: {got}, expected {expected or 'no fault'}")


if __name__ == "__main__":
    checking.main(faults, self_check)
