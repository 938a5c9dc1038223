#!/usr/bin/env python3
"""Builds the wheel: the package, with the library inside. Also the build backend that pyproject.toml names.

    python3 build_wheel.py --library FILE [--sbom FILE] [--output FOLDER]      libwald.so, libwald.dylib or wald.dll
    python3 build_wheel.py --sdist [--output FOLDER]                           sources, which CMake builds when installed

The platform tag follows from the library: for Linux the oldest manylinux on which every versioned symbol that it needs
exists. A library that needs others than every machine has is refused. `pip install` of this folder takes the library
from the environment variable WALD_LIBRARY; without it, it is built with CMake.

Python 3.11 or tomli; nothing else.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import hashlib
import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

try:
    import tomllib
except ImportError:
    import tomli as tomllib

HERE = Path(__file__).resolve().parent
# In a source distribution this file lies at its root, and what it is built from beside it.
SOURCE = HERE / "wald" if (HERE / "wald").is_dir() else HERE.parent.parent
sys.path.insert(0, str(SOURCE / "packaging"))
from binaries import Binary, Elf, dotted  # noqa: E402
from platforms import Platform, Refused, library  # noqa: E402

EPOCH = (2020, 1, 1, 0, 0, 0)  # of every file inside, so that the same input gives the same bytes
ABI = (SOURCE / "ABI_VERSION").read_text().splitlines()[-1]
NAMES = {"linux": f"libwald.so.{ABI}", "macos": f"libwald.{ABI}.dylib", "windows": "wald.dll"}  # as library.py seeks

# The first glibc that distributions ship with a libstdc++ of this version (PEP 600, auditwheel's policies).
MANYLINUX = {
    "GLIBCXX": {(3, 4, 19): 17, (3, 4, 22): 24, (3, 4, 24): 27, (3, 4, 28): 31, (3, 4, 29): 34, (3, 4, 30): 35,
                (3, 4, 33): 39},
    "CXXABI": {(1, 3, 7): 17, (1, 3, 10): 24, (1, 3, 11): 27, (1, 3, 12): 31, (1, 3, 13): 34, (1, 3, 15): 39},
    "GCC": {(4, 8, 0): 17, (7, 0, 0): 27, (12, 0, 0): 35, (14, 0, 0): 39},
}


# ---- What a library needs ------------------------------------------------------------------------


def platform_tag(platform: Platform, binary: Binary) -> str:
    """The tag of the list; for glibc that of the oldest that will do."""
    if platform.libc != "gnu" or not isinstance(binary, Elf):
        return platform.wheel
    glibc = binary.newest("GLIBC")
    minor = max(glibc[1] if len(glibc) > 1 else 0, 17)
    for family, steps in MANYLINUX.items():
        wanted = binary.newest(family)
        found = [least for version, least in sorted(steps.items()) if version >= wanted]
        if not found:
            raise Refused(f"it needs {family}_{dotted(wanted)}, which no manylinux has")
        minor = max(minor, found[0])
    return f"manylinux_2_{minor}_{platform.processor}"


# ---- The wheel -----------------------------------------------------------------------------------


def version() -> str:
    return (SOURCE / "VERSION").read_text().strip()


def metadata() -> str:
    project = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {project['name']}",
        f"Version: {version()}",
        f"Summary: {project['description']}",
        f"License-Expression: {project['license']}",
        "License-File: LICENSE",
        "License-File: NOTICE",
        f"Requires-Python: {project['requires-python']}",
        "Description-Content-Type: text/markdown",
    ]
    lines += [f"Classifier: {text}" for text in project["classifiers"]]
    lines += [f"Requires-Dist: {text}" for text in project["dependencies"]]
    for extra, wanted in project["optional-dependencies"].items():
        lines.append(f"Provides-Extra: {extra}")
        lines += [f'Requires-Dist: {text}; extra == "{extra}"' for text in wanted]
    return "\n".join(lines) + "\n\n" + (HERE / "README.md").read_text()


def write_wheel(folder: Path, tag: str, files: dict[str, bytes], extra: dict[str, bytes] | None = None) -> str:
    """Writes the wheel, and returns its name. `files` are the contents except for the metadata, to which `extra` belongs."""
    info = f"wald-{version()}.dist-info"
    files = {**files, **{f"{info}/{name}": content for name, content in (extra or {}).items()}}
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
            entry.external_attr = (0o100755 if name.startswith("wald/lib/") else 0o100644) << 16
            archive.writestr(entry, content)
    return path.name


def package_files() -> dict[str, bytes]:
    root = HERE / "src"
    paths = sorted(p for p in (root / "wald").rglob("*") if p.suffix == ".py" or p.name == "py.typed")
    return {**{p.relative_to(root).as_posix(): p.read_bytes() for p in paths}, **data_files()}


def data_files() -> dict[str, bytes]:
    """The tables of `wald.datasets`: of the source tree, or of a source distribution."""
    packed = HERE / "src" / "wald" / "data"
    folder = packed if packed.is_dir() else SOURCE / "docs" / "examples"
    cells = [line.split("\t") for line in (folder / "datasets.tsv").read_text().splitlines()[1:]]
    names = ["datasets.tsv", *(name for line in cells for name in line[1:3] if name != "-")]
    return {f"wald/data/{name}": (folder / name).read_bytes() for name in names}


def stripped(path: Path) -> bytes:
    """The library without its table of symbols, where this machine's tools know the file."""
    content = path.read_bytes()
    if shutil.which("strip") is None or not content.startswith(b"\x7fELF"):
        return content
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "lib"
        done = subprocess.run(["strip", "--strip-unneeded", "-o", str(copy), str(path)], stderr=subprocess.DEVNULL)
        return copy.read_bytes() if done.returncode == 0 else content


def make(path: Path, folder: Path, sbom: Path | None = None) -> str:
    """Builds the wheel with this library in it; prints its size and what it needs."""
    try:
        content = stripped(path)
        # libstdc++ is not promised by the list of platforms; that of the manylinux is.
        platform, binary = library(content, also=("libstdc++.so.6",))
        tag = platform_tag(platform, binary)
        if "wald_abi_version" not in binary.exports:
            raise Refused("it is not libwald: it exports no wald_abi_version")
    except (Refused, OSError) as error:
        raise SystemExit(f"build_wheel.py: {path}: {error}") from error
    extra = {"sboms/wald.cdx.json": sbom.read_bytes()} if sbom else {}
    name = write_wheel(folder, tag, {**package_files(), f"wald/lib/{NAMES[platform.system]}": content}, extra)
    newest = [f"{f}_{dotted(binary.newest(f))}" for f in sorted(binary.versions)] if isinstance(binary, Elf) else []
    print(f"{name}: {(folder / name).stat().st_size} bytes, the library {len(content)}; needs {', '.join(binary.needed)}"
          + (f"; newest symbols {', '.join(newest)}" if newest else ""))
    return name


def built_library(folder: Path) -> Path:
    """The library, from the environment or built here."""
    chosen = os.environ.get("WALD_LIBRARY")
    if chosen:
        return Path(chosen).resolve()
    if shutil.which("cmake") is None:
        raise SystemExit("build_wheel.py: set WALD_LIBRARY to the library, or install CMake 3.25, a C++17 compiler, Eigen, "
                         "Boost's headers and nlohmann-json to build it")
    cmake = ["cmake", "-S", str(SOURCE), "-B", str(folder), "-DCMAKE_BUILD_TYPE=Release", "-DBUILD_TESTING=OFF"]
    subprocess.run(cmake, check=True)
    subprocess.run(["cmake", "--build", str(folder), "--target", "wald"], check=True)
    (built, *_) = (path for pattern in ("*.so", "*.dylib", "*.dll") for path in (folder / "capi").glob(pattern))
    return built


# ---- The hooks of PEP 517 and 660 ----------------------------------------------------------------


def build_wheel(wheel_directory: str, config_settings: object = None, metadata_directory: str | None = None) -> str:
    with tempfile.TemporaryDirectory() as folder:
        return make(built_library(Path(folder)), Path(wheel_directory))


def build_editable(wheel_directory: str, config_settings: object = None, metadata_directory: str | None = None) -> str:
    # The library of a package that is edited in place comes from WALD_LIBRARY or the system.
    return write_wheel(Path(wheel_directory), "any", {"wald-editable.pth": f"{HERE / 'src'}\n".encode()})


def source_files() -> dict[str, bytes]:
    """What a source distribution holds: this folder at its root, and in wald/ what CMake builds the library from."""
    files = {path.relative_to(HERE).as_posix(): path.read_bytes()
             for path in (HERE / "pyproject.toml", HERE / "build_wheel.py", HERE / "README.md")}
    files.update({f"src/{name}": content for name, content in package_files().items()})
    wanted = [SOURCE / name for name in ("CMakeLists.txt", "VERSION", "ABI_VERSION", "LICENSE", "NOTICE")]
    for folder in ("core", "capi", "packaging", "bindings/cli"):
        wanted += [path for path in (SOURCE / folder).rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    files.update({f"wald/{path.relative_to(SOURCE).as_posix()}": path.read_bytes() for path in wanted})
    for name in ("LICENSE", "NOTICE"):
        files[name] = (SOURCE / name).read_bytes()
    files["PKG-INFO"] = metadata().encode()
    return files


def build_sdist(sdist_directory: str, config_settings: object = None) -> str:
    root = f"wald-{version()}"
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for name, content in sorted(source_files().items()):
            entry = tarfile.TarInfo(f"{root}/{name}")
            entry.size, entry.mode = len(content), 0o644
            tar.addfile(entry, io.BytesIO(content))
    path = Path(sdist_directory) / f"{root}.tar.gz"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(archive.getvalue(), 9, mtime=0))
    print(f"{path.name}: {path.stat().st_size} bytes")
    return path.name


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", type=Path, help="the library; default: WALD_LIBRARY, or built with CMake")
    parser.add_argument("--sbom", type=Path, help="bill of materials, which goes into the wheel (PEP 770)")
    parser.add_argument("--sdist", action="store_true", help="build the source distribution")
    parser.add_argument("--output", type=Path, default=Path("dist"), help="folder for what is built (default: dist)")
    arguments = parser.parse_args()
    if arguments.sdist:
        build_sdist(str(arguments.output))
        return
    with tempfile.TemporaryDirectory() as folder:
        chosen = arguments.library.resolve() if arguments.library else built_library(Path(folder))
        make(chosen, arguments.output, arguments.sbom)


if __name__ == "__main__":
    main()
