#!/usr/bin/env python3
"""An archive of a folder whose bytes depend on the files' names, contents and rights to execute alone.

    python3 archive.py FOLDER OUT.tar.gz|OUT.zip [--root NAME] [--list FILE] [--manifest NAME]

--root: the folder that everything lies in within the archive (default: the folder's own name). --list: the files to
take, one per line, relative to the folder (default: all). --manifest: a file to add that lists the others, so that what
is unpacked can be packed again. The time of every file is SOURCE_DATE_EPOCH.
"""

import argparse
import gzip
import io
import os
import sys
import tarfile
import time
import zipfile
from pathlib import Path


def entries(folder, listed):
    if listed is None:
        return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_symlink() or p.is_file())
    return sorted(line for line in listed.read_text().splitlines() if line)


def mode_of(path):
    return 0o755 if os.access(path, os.X_OK) else 0o644


def write_tar(folder, names, added, root, when, out):
    with open(out, "wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=when) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name in names:
            entry = tarfile.TarInfo(f"{root}/{name}")
            entry.mtime = when
            path = folder / name
            if path.is_symlink():
                entry.type, entry.linkname = tarfile.SYMTYPE, os.readlink(path)
                archive.addfile(entry)
                continue
            content = path.read_bytes()
            entry.size, entry.mode = len(content), mode_of(path)
            archive.addfile(entry, io.BytesIO(content))
        for name, content in added.items():
            entry = tarfile.TarInfo(f"{root}/{name}")
            entry.mtime, entry.size = when, len(content)
            archive.addfile(entry, io.BytesIO(content))


def write_zip(folder, names, added, root, when, out):
    date = time.gmtime(max(when, 315532800))[:6]  # ZIP knows no time before 1980
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in names:
            entry = zipfile.ZipInfo(f"{root}/{name}", date)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100000 | mode_of(folder / name)) << 16
            archive.writestr(entry, (folder / name).read_bytes())
        for name, content in added.items():
            entry = zipfile.ZipInfo(f"{root}/{name}", date)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o100644 << 16
            archive.writestr(entry, content)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--root")
    parser.add_argument("--list", type=Path)
    parser.add_argument("--manifest")
    arguments = parser.parse_args()
    names = entries(arguments.folder, arguments.list)
    if not names:
        sys.exit(f"archive.py: {arguments.folder} has no file")
    when = int(os.environ["SOURCE_DATE_EPOCH"])
    write = {".gz": write_tar, ".zip": write_zip}[arguments.out.suffix]
    added = {}
    if arguments.manifest:
        added[arguments.manifest] = "".join(f"{name}\n" for name in names).encode()
    write(arguments.folder, names, added, arguments.root or arguments.folder.resolve().name, when, arguments.out)


if __name__ == "__main__":
    main()
