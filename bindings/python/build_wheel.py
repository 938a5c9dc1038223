#!/usr/bin/env python3
"""Builds the wheel: the package, with libwald.so inside. Also the build backend that pyproject.toml names.

    python3 build_wheel.py --library path/to/libwald.so [--output FOLDER]

The platform tag follows from the library: the oldest manylinux on which every versioned symbol that it needs exists. A
library that needs others than manylinux allows is refused. `pip install` of this folder takes the library from the
environment variable WALD_LIBRARY; without it, it is built with CMake.

Python 3.11 or tomli; nothing else.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

try:
    import tomllib
except ImportError:
    import tomli as tomllib

from elf import Elf, NotElf, dotted

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parent.parent
EPOCH = (2020, 1, 1, 0, 0, 0)  # of every file inside, so that the same input gives the same bytes

# The first glibc that distributions ship with a libstdc++ of this version (PEP 600, auditwheel's policies).
MANYLINUX = {
    "GLIBCXX": {(3, 4, 19): 17, (3, 4, 22): 24, (3, 4, 24): 27, (3, 4, 28): 31, (3, 4, 29): 34, (3, 4, 30): 35,
                (3, 4, 33): 39},
    "CXXABI": {(1, 3, 7): 17, (1, 3, 10): 24, (1, 3, 11): 27, (1, 3, 12): 31, (1, 3, 13): 34, (1, 3, 15): 39},
    "GCC": {(4, 8, 0): 17, (7, 0, 0): 27, (12, 0, 0): 35, (14, 0, 0): 39},
}
ALLOWED = {"libc.so.6", "libm.so.6", "libdl.so.2", "librt.so.1", "libpthread.so.0", "libgcc_s.so.1", "libstdc++.so.6"}
MACHINES = {62: "x86_64", 183: "aarch64"}


class Refused(Exception):
    """The library cannot go into a wheel; the text says why."""


# ---- What a library needs ------------------------------------------------------------------------


def platform_tag(elf: Elf) -> str:
    machine = MACHINES.get(elf.machine)
    if machine is None:
        raise Refused(f"its machine is {elf.machine}: only x86_64 and aarch64 are known")
    foreign = [name for name in elf.needed if name not in ALLOWED and not name.startswith("ld-linux")]
    if foreign:
        raise Refused(f"it needs {', '.join(foreign)}: only the C and C++ runtimes may be needed")
    glibc = elf.newest("GLIBC")
    minor = max(glibc[1] if len(glibc) > 1 else 0, 17)
    for family, steps in MANYLINUX.items():
        wanted = elf.newest(family)
        found = [least for version, least in sorted(steps.items()) if version >= wanted]
        if not found:
            raise Refused(f"it needs {family}_{dotted(wanted)}, which no manylinux has")
        minor = max(minor, found[0])
    return f"manylinux_2_{minor}_{machine}"


# ---- The wheel -----------------------------------------------------------------------------------


def version() -> str:
    return (SOURCE / "VERSION").read_text().strip()


def metadata() -> str:
    project = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {project['name']}",
        f"Version: {version()}",
        f"Summary: {project['description']}",
        "License: Apache-2.0",
        f"Requires-Python: {project['requires-python']}",
        "Description-Content-Type: text/markdown",
    ]
    lines += [f"Classifier: {text}" for text in project["classifiers"]]
    lines += [f"Requires-Dist: {text}" for text in project["dependencies"]]
    for extra, wanted in project["optional-dependencies"].items():
        lines.append(f"Provides-Extra: {extra}")
        lines += [f'Requires-Dist: {text}; extra == "{extra}"' for text in wanted]
    return "\n".join(lines) + "\n\n" + (HERE / "README.md").read_text()


def write_wheel(folder: Path, tag: str, files: dict[str, bytes]) -> str:
    """Writes the wheel, and returns its name. `files` are the contents but for the metadata."""
    info = f"wald-{version()}.dist-info"
    files = dict(files)
    files[f"{info}/METADATA"] = metadata().encode()
    files[f"{info}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: wald build_wheel\nRoot-Is-Purelib: false\nTag: py3-none-{tag}\n".encode()
    )
    for name in ("LICENSE", "NOTICE"):
        files[f"{info}/licenses/{name}"] = (SOURCE / name).read_bytes()
    record = []
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record.append(f"{name},sha256={digest},{len(content)}")
    files[f"{info}/RECORD"] = ("\n".join([*record, f"{info}/RECORD,,"]) + "\n").encode()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"wald-{version()}-py3-none-{tag}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if ".so" in name else 0o100644) << 16
            archive.writestr(entry, content)
    return path.name


def package_files() -> dict[str, bytes]:
    root = HERE / "src"
    paths = sorted(p for p in (root / "wald").rglob("*") if p.suffix == ".py" or p.name == "py.typed")
    return {p.relative_to(root).as_posix(): p.read_bytes() for p in paths}


def stripped(library: Path) -> bytes:
    strip = shutil.which("strip")
    if strip is None:
        return library.read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "lib"
        subprocess.run([strip, "--strip-unneeded", "-o", str(copy), str(library)], check=True)
        return copy.read_bytes()


def make(library: Path, folder: Path) -> str:
    """Builds the wheel with this library in it; prints its size and what it needs."""
    try:
        content = stripped(library)
        elf = Elf(content)
        tag = platform_tag(elf)
        if not elf.soname.startswith("libwald.so."):
            raise Refused(f"its SONAME is {elf.soname!r}")
    except (Refused, NotElf, OSError) as error:
        raise SystemExit(f"build_wheel.py: {library}: {error}") from error
    name = write_wheel(folder, tag, {**package_files(), f"wald/lib/{elf.soname}": content})
    size = (folder / name).stat().st_size
    newest = ", ".join(f"{family}_{dotted(elf.newest(family))}" for family in ("GLIBC", "GLIBCXX", "CXXABI"))
    print(f"{name}: {size} bytes, the library {len(content)}; newest symbols {newest}")
    return name


def built_library(folder: Path) -> Path:
    """libwald.so, from the environment or built here."""
    chosen = os.environ.get("WALD_LIBRARY")
    if chosen:
        return Path(chosen).resolve()
    if shutil.which("cmake") is None:
        raise SystemExit("build_wheel.py: set WALD_LIBRARY to libwald.so, or install cmake and a C++ compiler")
    cmake = ["cmake", "-S", str(SOURCE), "-B", str(folder), "-DCMAKE_BUILD_TYPE=Release", "-DBUILD_TESTING=OFF"]
    subprocess.run(cmake, check=True)
    subprocess.run(["cmake", "--build", str(folder), "--target", "wald"], check=True)
    return folder / "capi" / "libwald.so"


# ---- The hooks of PEP 517 and 660 ----------------------------------------------------------------


def build_wheel(wheel_directory: str, config_settings: object = None, metadata_directory: str | None = None) -> str:
    with tempfile.TemporaryDirectory() as folder:
        return make(built_library(Path(folder)), Path(wheel_directory))


def build_editable(wheel_directory: str, config_settings: object = None, metadata_directory: str | None = None) -> str:
    # The library of a package that is edited in place comes from WALD_LIBRARY or the system.
    return write_wheel(Path(wheel_directory), "any", {"wald-editable.pth": f"{HERE / 'src'}\n".encode()})


def build_sdist(sdist_directory: str, config_settings: object = None) -> str:
    raise SystemExit("build_wheel.py: there is no source distribution: the wheel holds the compiled library")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", type=Path, help="libwald.so; default: WALD_LIBRARY, or built with CMake")
    parser.add_argument("--output", type=Path, default=Path("dist"), help="folder for the wheel (default: dist)")
    arguments = parser.parse_args()
    if arguments.library:
        make(arguments.library.resolve(), arguments.output)
    else:
        with tempfile.TemporaryDirectory() as folder:
            make(built_library(Path(folder)), arguments.output)


if __name__ == "__main__":
    main()
