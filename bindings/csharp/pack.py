#!/usr/bin/env python3
"""Packs the .nupkg: an assembly for each framework with its documentation, the native library, and what NuGet wants
around them.

    python3 pack.py --assembly net472=Wald.dll --assembly netstandard2.0=standard/Wald.dll
                    --native libwald_csharp.so --rid linux-x64 [--output FOLDER]

The native may need the C runtime and libgcc alone, and no newer glibc than the cap. The same input gives the same
bytes. Python 3 alone.
"""

import argparse
import hashlib
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parent.parent
sys.path.insert(0, str(SOURCE / "bindings" / "python"))
from elf import Elf, NotElf, dotted  # noqa: E402

ID = "Wald"
MOST_BYTES = 2_700_000  # of the package
MOST_GLIBC = (2, 34)  # the newest GLIBC_ symbol
ALLOWED = ("libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "libgcc_s.so.1", "ld-linux")
EPOCH = (2020, 1, 1, 0, 0, 0)  # of every file inside
TYPES = {"dll": "application/octet", "so": "application/octet", "xml": "application/octet", "md": "application/octet",
         "targets": "application/octet", "nuspec": "application/octet", "txt": "application/octet",
         "rels": "application/vnd.openxmlformats-package.relationships+xml",
         "psmdcp": "application/vnd.openxmlformats-package.core-properties+xml"}
RELATIONS = "http://schemas.openxmlformats.org/package/2006"


def version():
    return (SOURCE / "VERSION").read_text().strip()


def stripped(library):
    strip = shutil.which("strip")
    if strip is None:
        return library.read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "library"
        subprocess.run([strip, "--strip-unneeded", "-o", str(copy), str(library)], check=True)
        return copy.read_bytes()


def check_native(path, content):
    try:
        elf = Elf(content)
    except NotElf as error:
        raise SystemExit(f"pack.py: {path}: {error}") from error
    foreign = [name for name in elf.needed if not name.startswith(ALLOWED)]
    if foreign:
        raise SystemExit(f"pack.py: {path} needs {', '.join(foreign)}: only the C runtime and libgcc may be")
    glibc = elf.newest("GLIBC")
    if glibc > MOST_GLIBC:
        raise SystemExit(f"pack.py: {path} needs GLIBC_{dotted(glibc)}: the cap is {dotted(MOST_GLIBC)}")
    return glibc


def around(files):
    """The parts that make a ZIP file a package (Open Packaging Conventions)."""
    core = f"package/services/metadata/core-properties/{hashlib.md5(version().encode()).hexdigest()}.psmdcp"
    relations = [("/" + ID + ".nuspec", "http://schemas.microsoft.com/packaging/2010/07/manifest"),
                 ("/" + core, f"{RELATIONS}/relationships/metadata/core-properties")]
    yield "_rels/.rels", (
        f'<?xml version="1.0" encoding="utf-8"?>\n<Relationships xmlns="{RELATIONS}/relationships">\n'
        + "".join(f'  <Relationship Type="{kind}" Target="{target}" Id="R{i}" />\n'
                  for i, (target, kind) in enumerate(relations, 1))
        + "</Relationships>\n")
    yield core, (
        f'<?xml version="1.0" encoding="utf-8"?>\n<coreProperties xmlns="{RELATIONS}/metadata/core-properties" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/">\n'
        f"  <dc:identifier>{ID}</dc:identifier>\n  <version>{escape(version())}</version>\n</coreProperties>\n")
    extensions = {name.rpartition(".")[2] for name in files if "." in name} | {"rels", "psmdcp"}
    unnamed = [name for name in files if "." not in name]
    yield "[Content_Types].xml", (
        f'<?xml version="1.0" encoding="utf-8"?>\n<Types xmlns="{RELATIONS}/content-types">\n'
        + "".join(f'  <Default Extension="{e}" ContentType="{TYPES[e]}" />\n' for e in sorted(extensions))
        + "".join(f'  <Override PartName="/{name}" ContentType="application/octet" />\n' for name in unnamed)
        + "</Types>\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--assembly", action="append", required=True, metavar="FRAMEWORK=FILE",
                        help="Wald.dll, with Wald.xml beside it")
    parser.add_argument("--native", type=Path, required=True, help="libwald_csharp.so")
    parser.add_argument("--rid", default="linux-x64", help="the runtime that the native is for (default: linux-x64)")
    parser.add_argument("--output", type=Path, default=Path("dist"), help="folder for the package (default: dist)")
    arguments = parser.parse_args()

    native = stripped(arguments.native)
    glibc = check_native(arguments.native, native)
    files = {
        f"{ID}.nuspec": (HERE / "Wald.nuspec").read_text().replace("$version$", version()).encode(),
        f"runtimes/{arguments.rid}/native/libwald_csharp.so": native,
        "build/net472/Wald.targets": (HERE / "Wald.targets").read_text().replace("$rid$", arguments.rid).encode(),
        "README.md": (HERE / "README.md").read_bytes(),
        "LICENSE": (SOURCE / "LICENSE").read_bytes(),
        "NOTICE": (SOURCE / "NOTICE").read_bytes(),
    }
    for given in arguments.assembly:
        framework, _, path = given.partition("=")
        for suffix in (".dll", ".xml"):
            files[f"lib/{framework}/Wald{suffix}"] = Path(path).with_suffix(suffix).read_bytes()
    files.update({name: text.encode() for name, text in around(files)})

    arguments.output.mkdir(parents=True, exist_ok=True)
    path = arguments.output / f"{ID}.{version()}.nupkg"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, files[name])
    size = path.stat().st_size
    print(f"{path.name}: {size} bytes, the native library {len(native)}; newest symbol GLIBC_{dotted(glibc)}")
    if size > MOST_BYTES:
        raise SystemExit(f"pack.py: the package has {size} bytes: the cap is {MOST_BYTES}")


if __name__ == "__main__":
    main()
