#!/usr/bin/env python3
"""What is built for a target is what its users' systems take: the processor, the libraries that are needed and their
oldest versions, the names that are exported, the size.

    python3 check_natives.py TARGET FOLDER
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from binaries import Elf, dotted  # noqa: E402
from platforms import Refused, library  # noqa: E402

# By the file's name: what the names that it exports begin with, and the most bytes.
KINDS = {
    "wald_java": (("Java_org_libwald_", "JNI_On"), 6_500_000),
    "wald_csharp": (("CSharp_", "SWIGRegister"), 6_500_000),
    "wald": (("wald_",), 6_500_000),
}
OLDEST_GLIBC = (2, 17)
# zig's linker adds them to every library for macOS: the library's own place, which no other library asks for.
OF_THE_LINKER = ("__dso_handle", "_mh_dylib_header")


def kind_of(path):
    name = path.name.removeprefix("lib")
    return next(kind for kind in KINDS if name.startswith(kind))


def faults(path, target):
    begins, most = KINDS[kind_of(path)]
    try:
        platform, binary = library(path.read_bytes())
    except Refused as error:
        yield str(error)
        return
    if platform.name != target:
        yield f"it is for {platform.name}"
    foreign = [name for name in binary.exports if not name.startswith(begins) and name not in OF_THE_LINKER]
    if foreign or not binary.exports:
        yield f"it exports {', '.join(sorted(foreign)[:20]) or 'nothing'}: {' and '.join(begins)} names alone may be"
    if isinstance(binary, Elf) and binary.newest("GLIBC") > OLDEST_GLIBC:
        yield f"it needs GLIBC_{dotted(binary.newest('GLIBC'))}: the newest may be {dotted(OLDEST_GLIBC)}"
    size = path.stat().st_size
    if size > most:
        yield f"it has {size} bytes: at most {most} may be"
    newest = f", newest symbol GLIBC_{dotted(binary.newest('GLIBC'))}" if isinstance(binary, Elf) and platform.libc == "gnu" else ""
    print(f"{target}/{path.name}: {size} bytes, {len(binary.exports)} exports, needs {', '.join(binary.needed)}{newest}")


def main():
    target, folder = sys.argv[1], Path(sys.argv[2])
    found = [f"{path}: {fault}" for path in sorted(folder.iterdir()) for fault in faults(path, target)]
    if found or not any(folder.iterdir()):
        sys.exit("\n".join(found) or f"{folder} is empty")


if __name__ == "__main__":
    main()
