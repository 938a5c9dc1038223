#!/usr/bin/env python3
"""Packs the .nupkg: an assembly for each framework with its documentation, the native library, and what NuGet wants
around them.

    python3 pack.py --assembly net472=Wald.dll --assembly netstandard2.0=standard/Wald.dll
                    --native linux-x64=libwald_csharp.so [--native ...] [--sbom FILE] [--output FOLDER]

A native must be for the platform that it is given for, and may need what every machine of that platform has, and no
newer glibc than the cap. The same input gives the same bytes. Python 3 alone.
"""

import argparse
import hashlib
import re
import sys
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parent.parent
sys.path.insert(0, str(SOURCE / "packaging"))
from binaries import Elf, dotted  # noqa: E402
from platforms import PLATFORMS, Refused, library  # noqa: E402

ID = "Wald"
MOST_BYTES = 4_300_000, 14_000_000  # of a package for one platform, and for several
MOST_GLIBC = (2, 34)  # the newest GLIBC_ symbol
EPOCH = (2020, 1, 1, 0, 0, 0)  # of every file inside
TYPES = {"dll": "application/octet", "so": "application/octet", "dylib": "application/octet",
         "json": "application/octet", "xml": "application/octet", "md": "application/octet",
         "targets": "application/octet", "nuspec": "application/octet", "txt": "application/octet",
         "rels": "application/vnd.openxmlformats-package.relationships+xml",
         "psmdcp": "application/vnd.openxmlformats-package.core-properties+xml"}
RELATIONS = "http://schemas.openxmlformats.org/package/2006"


def version():
    return (SOURCE / "VERSION").read_text().strip()


def native_of(given):
    """From RID=FILE: where the native goes in the package, its bytes, and the glibc that it needs."""
    rid, _, path = given.partition("=")
    if rid not in PLATFORMS:
        raise SystemExit(f"pack.py: --native is {given}: must be RID=FILE with a RID of {', '.join(PLATFORMS)}")
    try:
        content = Path(path).read_bytes()
        platform, binary = library(content)
        if platform.name != rid:
            raise Refused(f"it is for {platform.name}, not for {rid}")
        glibc = binary.newest("GLIBC") if isinstance(binary, Elf) else (0,)
        if glibc > MOST_GLIBC:
            raise Refused(f"it needs GLIBC_{dotted(glibc)}: the cap is {dotted(MOST_GLIBC)}")
        foreign = [name for name in binary.exports if not name.startswith("CSharp_Wald_")]
        if not binary.exports or foreign and platform.system != "macos":  # where zig's linker exports operator new
            raise Refused(f"it exports {', '.join(foreign[:3]) or 'nothing'}: must be CSharp_Wald_* alone")
    except (Refused, OSError) as error:
        raise SystemExit(f"pack.py: {path}: {error}") from error
    return f"runtimes/{rid}/native/{platform.file('wald_csharp')}", content, glibc


def targets(natives):
    """Wald.targets with an item for each native that programs of .NET Framework and Mono may need."""
    item = re.search(r"    <None.*?</None>\n", text := (HERE / "Wald.targets").read_text(), re.S).group()
    wanted = sorted(name for name in natives if name.startswith(("runtimes/win-", "runtimes/linux-x64/")))
    items = "".join(item.replace("$native$", name.replace("/", "\\")) for name in wanted)
    return text.replace(item, items)


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
    parser.add_argument("--native", action="append", required=True, metavar="RID=FILE",
                        help="the native library for a runtime")
    parser.add_argument("--sbom", type=Path, help="bill of materials, which goes into the package")
    parser.add_argument("--output", type=Path, default=Path("dist"), help="folder for the package (default: dist)")
    arguments = parser.parse_args()

    natives = {name: (content, glibc) for name, content, glibc in map(native_of, arguments.native)}
    if len(natives) < len(arguments.native):
        raise SystemExit("pack.py: --native names a RID twice")
    files = {
        f"{ID}.nuspec": (HERE / "Wald.nuspec").read_text().replace("$version$", version()).encode(),
        "build/net472/Wald.targets": targets(natives).encode(),
        "README.md": (HERE / "README.md").read_bytes(),
        "LICENSE": (SOURCE / "LICENSE").read_bytes(),
        "NOTICE": (SOURCE / "NOTICE").read_bytes(),
    }
    files.update({name: content for name, (content, _) in natives.items()})
    if arguments.sbom:
        files["sbom/wald.cdx.json"] = arguments.sbom.read_bytes()
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
    print(f"{path.name}: {size} bytes")
    for name, (content, glibc) in sorted(natives.items()):
        print(f"  {name}: {len(content)} bytes" + (f", newest symbol GLIBC_{dotted(glibc)}" if glibc > (0,) else ""))
    most = MOST_BYTES[len(natives) > 1]
    if size > most:
        raise SystemExit(f"pack.py: the package has {size} bytes: the cap is {most}")


if __name__ == "__main__":
    main()
