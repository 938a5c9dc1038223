#!/usr/bin/env python3
"""What libwald.so is from outside: its symbols, its SONAME, what it needs, what it must not call.

check_library.py CHECK LIBRARY SOURCE, where CHECK is one of the functions below and SOURCE the top of the source tree.
Exit status 77 (skipped) where the system's tools are missing.
"""

import ctypes
import re
import shutil
import subprocess
import sys
from pathlib import Path


def run(*command):
    if not shutil.which(command[0]):
        print(f"{command[0]} is missing")
        sys.exit(77)
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def archive(library, source):
    """Of the static library, too, wald_* alone can meet names of a program."""
    lines = run("nm", "-g", "--defined-only", library).splitlines()
    yield from differences("the archive", listed(source), {line.split()[-1] for line in lines if len(line.split()) == 3})


def declared(source):
    """The functions of wald.h and of its parts."""
    found = set()
    for path in sorted((source / "capi").rglob("*.h")):
        text = path.read_text(encoding="utf-8")
        names = re.findall(r"^WALD_API\s[^;(]*?\b(wald_\w+)\s*\([^;]*\)\s*WALD_NOEXCEPT;", text, re.M)
        if len(names) != len(re.findall(r"^WALD_API ", text, re.M)):
            sys.exit(f"{path.name} holds a declaration that this test does not read")
        found.update(names)
    return found


def exported(library):
    lines = run("nm", "-D", "--defined-only", library).splitlines()
    return sorted({line.split()[-1].split("@")[0] for line in lines if line.split()[-2] not in "AN"})


def listed(source):
    lines = (source / "capi" / "symbols.txt").read_text(encoding="ascii").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def differences(what, expected, got):
    for name in sorted(set(expected) - set(got)):
        yield f"{name} is missing from {what}"
    for name in sorted(set(got) - set(expected)):
        yield f"{name} is in {what} but should not be"


def symbols(library, source):
    """capi/symbols.txt, the library and wald.h say the same functions."""
    names = listed(source)
    if names != sorted(names):
        yield "capi/symbols.txt is not sorted"
    yield from differences("the library", names, exported(library))
    yield from differences("wald.h", names, declared(source))


def covered(library, source):
    """Every function is called by the C tests, and reachable from wald.hpp."""
    tests = "".join(path.read_text(encoding="utf-8") for path in sorted((source / "tests" / "capi").glob("*.c")))
    cpp = "".join(path.read_text(encoding="utf-8") for path in sorted((source / "capi").rglob("*.hpp")))
    # What C++ takes from C as it is.
    only_c = {"wald_version", "wald_abi_version", "wald_option_list", "wald_fact_list"}
    for name in declared(source):
        if not re.search(rf"\b{name}\b", tests):
            yield f"{name} is not called by the tests"
        if name not in only_c and not re.search(rf"\b{name}\b", cpp):
            yield f"{name} is not in wald.hpp and its parts"


class OptionRow(ctypes.Structure):
    _fields_ = [("size", ctypes.c_int64)] + [(name, ctypes.c_char_p) for name in (
        "name", "type", "initial", "choices", "calls", "concerns", "sentence")] + [
        ("low", ctypes.c_double), ("high", ctypes.c_double), ("open_low", ctypes.c_int32), ("open_high", ctypes.c_int32)]


def options(library, source):
    """Every option that the library lists has a setter in wald.hpp, which documents its words, bounds and default."""
    wald = ctypes.CDLL(library)
    text = (source / "capi" / "wald" / "options.hpp").read_text(encoding="utf-8")
    bodies = {family: body for family, body in re.findall(r'family = "(\w+)";(.*?)\n};', text, re.S)}
    for family, body in bodies.items():
        row, index = OptionRow(size=ctypes.sizeof(OptionRow)), 0
        while wald.wald_option_list(family.encode(), ctypes.c_int64(index), ctypes.byref(row)) == 0:
            index += 1
            name, initial = row.name.decode(), row.initial.decode()
            found = re.search(rf"((?:  ///[^\n]*\n)+)  \w+ &{name}\(", body)
            if not found:
                yield f"{family}: {name} has no setter"
                continue
            said = " ".join(line.strip().removeprefix("///").strip() for line in found.group(1).splitlines())
            if not said.startswith(row.sentence.decode()):
                yield f"{family}: {name} is documented as {said}"
            if initial and f"Default: {initial}." not in said:
                yield f"{family}: {name} documents another default than {initial}"
            for word in row.choices.decode().split():
                if word not in said:
                    yield f"{family}: {name} does not document {word}"
            if row.type in (b"number", b"integer", b"numbers", b"integers"):
                whole = row.type.startswith(b"integer")
                for bound in (row.low, row.high):  # from this size on it is what memory holds, and tells users nothing
                    if abs(bound) < (2**31 if whole else 1e100) and not any(
                            float(number) == bound for number in re.findall(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?", said)):
                        yield f"{family}: {name} does not document the bound {bound}"
        if index == 0:
            yield f"the library has no options of {family}"


def soname(library, source):
    """The SONAME is libwald.so.<ABI_VERSION>."""
    number = re.search(r"^\d+$", (source / "ABI_VERSION").read_text(encoding="utf-8"), re.M).group()
    found = re.search(r"SONAME.*\[(.*)\]", run("readelf", "-d", library)).group(1)
    if found != f"libwald.so.{number}":
        yield f"the SONAME is {found}, ABI_VERSION says {number}"


def needed(library, source):
    """Nothing but the C and C++ runtimes."""
    allowed = re.compile(r"^(libstdc\+\+|libc\+\+|libc\+\+abi|libm|libgcc_s|libc|libdl|libpthread|ld-linux[\w-]*)\.so")
    for name in re.findall(r"NEEDED.*\[(.*)\]", run("readelf", "-d", library)):
        if not allowed.match(name):
            yield f"the library needs {name}"


def imports(library, source):
    """The library does not print, end the program, read the environment or the clock of day, or draw from rand().

    Allowed all the same:
      snprintf          writes to memory (messages of the JSON reader)
      std::terminate    what the compiler calls where a destructor or a noexcept function throws
      std::ios_base::Init  the static object of <iostream>, which a header of a library in use includes; nothing is
                        written, as no stream is imported
    """
    forbidden = re.compile(
        r"^(v?(f|d)?printf(_chk)?|__v?f?printf_chk|v?w?printf|puts|fputs|putchar|putc|fputc|fwrite|write|perror|syslog|"
        r"fopen|open|read|fread|getenv|secure_getenv|setenv|setlocale|"
        r"abort|exit|_exit|_Exit|quick_exit|raise|kill|longjmp|siglongjmp|system|popen|fork|"
        r"rand|srand|rand_r|random|srandom|drand48|lrand48|arc4random\w*|getrandom|time|clock|gettimeofday|sprintf|"
        r"vsprintf|strcpy|strcat|gets|_ZSt4cout|_ZSt4cerr|_ZSt4clog|_ZSt3cin|_ZNSt13random_device\w*)$")
    for line in run("nm", "-D", "--undefined-only", library).splitlines():
        name = line.split()[-1].split("@")[0]
        if forbidden.match(name):
            yield f"the library calls {name}"


def main():
    check, library, source = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    faults = list(globals()[check](library, source))
    for fault in faults:
        print(fault)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
