#!/usr/bin/env python3
"""Prints the size of shared libraries, what they need, and the newest symbols of the runtimes; holds these to caps.

    binary_facts.py FILE... [--max-size BYTES] [--max-glibc 2.34] [--max-glibcxx 3.4.30] [--needed-only NAMES]

A FILE is a library, or an archive of the ZIP kind (wheel, jar, nupkg), of which every library inside is looked at.
--max-size caps each FILE, so an archive as a whole. --needed-only names the libraries that may be needed, separated by
commas and without ".so.N"; by default the runtimes of C and C++. The loader itself (ld-linux...) always may.
Python 3 alone. Exit status 1 if something is above its cap, with a line for each.
"""

import argparse
import pathlib
import re
import sys
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "packaging"))
from binaries import Elf, Unknown, dotted, read  # noqa: E402

RUNTIMES = "libc,libm,libdl,librt,libpthread,libgcc_s,libstdc++"


def version(text):
    return tuple(int(part) for part in text.split("."))


def libraries(path):
    """The shared libraries that a file is or holds: pairs of a name and the bytes."""
    if not zipfile.is_zipfile(path):
        return [(path.name, path.read_bytes())]
    with zipfile.ZipFile(path) as archive:
        names = [name for name in archive.namelist() if re.search(r"\.so(\.[\d.]+)?$", name)]
        return [(name, archive.read(name)) for name in names]


def faults_of(name, elf, arguments):
    """What the caps do not allow, one text each."""
    allowed = arguments.needed_only.split(",")
    for needed in elf.needed:
        if needed.split(".so")[0] not in allowed and not needed.startswith("ld-linux"):
            yield f"{name} needs {needed}: only {arguments.needed_only} may be needed"
    for family, most in (("GLIBC", arguments.max_glibc), ("GLIBCXX", arguments.max_glibcxx)):
        if most and elf.newest(family) > most:
            yield f"{name} needs {family}_{dotted(elf.newest(family))}: the cap is {dotted(most)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=pathlib.Path, metavar="FILE")
    parser.add_argument("--max-size", type=int, metavar="BYTES")
    parser.add_argument("--max-glibc", type=version, metavar="VERSION")
    parser.add_argument("--max-glibcxx", type=version, metavar="VERSION")
    parser.add_argument("--needed-only", default=RUNTIMES, metavar="NAMES")
    arguments = parser.parse_args()
    faults = []
    for path in arguments.files:
        size, found = path.stat().st_size, libraries(path)
        print(f"{path.name}: {size} bytes" + (f" (cap {arguments.max_size})" if arguments.max_size else ""))
        if arguments.max_size and size > arguments.max_size:
            faults.append(f"{path.name} has {size} bytes: the cap is {arguments.max_size}")
        if not found:
            faults.append(f"{path.name} holds no library")
        for name, data in found:
            try:
                elf = read(data)
                if not isinstance(elf, Elf):
                    raise Unknown("it is no ELF file")
            except Unknown as error:
                faults.append(f"{name}: {error}")
                continue
            newest = [f"{family}_{dotted(elf.newest(family))}" for family in ("GLIBC", "GLIBCXX", "CXXABI")
                      if family in elf.versions]
            needs = ", ".join(elf.needed) or "nothing"
            print(f"  {name}: {len(data)} bytes; needs {needs}; newest symbols {', '.join(newest) or 'of no version'}")
            faults += faults_of(name, elf, arguments)
    for fault in faults:
        print(f"error: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
