#!/usr/bin/env python3
"""The small parts of packaging/release.sh, which itself takes too long for every run: archives whose bytes follow from
their contents, bills of materials, what is refused.

    test_release.py SOURCE LIBRARY      LIBRARY: a libwald.so of this machine
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

SOURCE, LIBRARY = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
RELEASE = SOURCE / "packaging" / "release"
sys.path.insert(0, str(SOURCE / "packaging"))
from platforms import PLATFORMS  # noqa: E402

ENVIRONMENT = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000"}


def run(*words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, env=ENVIRONMENT)
    return done.returncode, done.stdout + done.stderr


def expect(condition, what):
    if not condition:
        sys.exit(f"FAILED: {what}")


def test_archives(scratch):
    for copy, when in (("a", 1), ("b", 2_000_000)):
        folder = scratch / copy / "tree"
        (folder / "bin").mkdir(parents=True)
        (folder / "bin" / "wald").write_text("#!/bin/sh\n")
        (folder / "bin" / "wald").chmod(0o755 if copy == "a" else 0o700)
        (folder / "notes").write_text("text\n" * 100)
        os.utime(folder / "notes", (when, when))
        (folder / "link").symlink_to("notes")
    for kind in ("tar.gz", "zip"):
        for copy in "ab":
            status, said = run(sys.executable, "-B", RELEASE / "archive.py", scratch / copy / "tree",
                               scratch / copy / f"out.{kind}", "--root", "wald-1")
            expect(status == 0, said)
        first, second = ((scratch / copy / f"out.{kind}").read_bytes() for copy in "ab")
        expect(first == second, f"two {kind} archives of the same files differ")
    with tarfile.open(scratch / "a" / "out.tar.gz") as archive:
        modes = {entry.name: (entry.mode, entry.mtime, entry.linkname) for entry in archive}
    expect(modes == {"wald-1/bin/wald": (0o755, 1700000000, ""), "wald-1/link": (0o644, 1700000000, "notes"),
                     "wald-1/notes": (0o644, 1700000000, "")}, f"the tar holds {modes}")
    with zipfile.ZipFile(scratch / "a" / "out.zip") as archive:
        expect(archive.read("wald-1/notes") == b"text\n" * 100, "the zip holds other bytes")
    (scratch / "none").mkdir()
    status, said = run(sys.executable, "-B", RELEASE / "archive.py", scratch / "none", scratch / "none.zip")
    expect(status != 0 and "has no file" in said, f"an empty folder: {said}")


def pack_source(source, scratch, name):
    """What release.sh does at its end; the archive, or what went wrong."""
    out = scratch / name
    out.mkdir()
    program = ('set -eu; source=$1 work=$2 out=$2; version=$(cat "$source/VERSION"); '
               '. "$source/packaging/release/packages.sh"; pack_source')
    status, said = run("sh", "-c", program, "sh", source, out)
    return next(out.glob("*-source.tar.gz"), None) if status == 0 else said


def test_source(scratch):
    """An unpacked source archive makes the same archive again, also within a checkout of something else."""
    if shutil.which("git") is None and not (SOURCE / "MANIFEST").exists():
        print("SKIPPED: test_source (git, which lists the files, is missing)")
        return
    first = pack_source(SOURCE, scratch, "first")
    expect(isinstance(first, pathlib.Path), f"the source cannot be packed: {first}")
    with tarfile.open(first) as archive:
        archive.extractall(scratch / "elsewhere")
    unpacked = scratch / "elsewhere" / f"wald-{(SOURCE / 'VERSION').read_text().split()[0]}"
    for place in ("without git", "within another checkout"):
        second = pack_source(unpacked, scratch, place)
        expect(isinstance(second, pathlib.Path), f"{place}: {second}")
        expect(first.read_bytes() == second.read_bytes(), f"{place}: the archive differs")
        if shutil.which("git") is None:
            break
        run("git", "init", "-q", scratch / "elsewhere")
    (unpacked / "MANIFEST").unlink()
    said = pack_source(unpacked, scratch, "neither")
    expect("is neither a git checkout nor an unpacked source archive" in str(said), f"neither: {said}")


def test_bill(scratch):
    if shutil.which("dpkg-query") is None:
        print("SKIPPED: test_bill (dpkg-query, which says what versions are compiled in, is missing)")
        return
    texts = []
    for name in ("a.json", "b.json"):
        status, said = run(sys.executable, "-B", RELEASE / "sbom.py", scratch / name, "--command", "--target", "win-x64",
                           "--clang", "20.1.2")
        expect(status == 0, said)
        texts.append((scratch / name).read_text())
    expect(texts[0] == texts[1], "two bills of the same differ")
    bill = json.loads(texts[0])
    expect(bill["bomFormat"] == "CycloneDX" and bill["specVersion"] == "1.6", "it is no CycloneDX 1.6")
    expect(bill["metadata"]["component"]["version"] == (SOURCE / "VERSION").read_text().strip(), "another version")
    found = {one["name"]: one for one in bill["components"]}
    for name in ("eigen", "boost", "nlohmann-json", "fast_float", "llvm-libcxx", "mingw-w64"):
        expect(name in found, f"{name} is missing")
        expect(found[name]["version"] and found[name]["licenses"][0]["expression"], f"{name} has no version or license")

    for arguments, holds, lacks in ((("--target", "wasm"), {"eigen", "wasi-libc"}, "mingw-w64"),
                                    (("--of", "wald-spark", "--target", "all"), {"wald"}, "eigen")):
        status, said = run(sys.executable, "-B", RELEASE / "sbom.py", scratch / "c.json", *arguments, "--clang", "20.1.2")
        expect(status == 0, said)
        bill = json.loads((scratch / "c.json").read_text())
        names = {one["name"] for one in bill["components"]}
        expect(holds <= names and lacks not in names, f"{arguments}: {names}")


def test_natives(scratch):
    folder = scratch / "natives"
    folder.mkdir()
    shutil.copy(LIBRARY, folder / "libwald.so.1")
    status, said = run(sys.executable, "-B", RELEASE / "check_natives.py", "osx-arm64", folder)
    expect(status != 0 and "libwald.so.1" in said, f"a library of this machine passed for macOS: {said}")
    (folder / "libwald.so.1").write_bytes(b"no library at all")
    status, said = run(sys.executable, "-B", RELEASE / "check_natives.py", "linux-x64", folder)
    expect(status != 0 and "neither ELF, PE nor Mach-O" in said, f"a text passed for a library: {said}")
    (folder / "libwald.so.1").unlink()
    status, said = run(sys.executable, "-B", RELEASE / "check_natives.py", "linux-x64", folder)
    expect(status != 0 and "is empty" in said, f"an empty folder passed: {said}")


def test_usage(scratch):
    script = SOURCE / "packaging" / "release.sh"
    status, said = run("sh", script)
    expect(status == 2 and said.startswith("usage: "), f"without a folder: {status}, {said}")
    status, said = run("sh", script, scratch / "out", "linux-x86")
    expect(status == 2 and "there is no target linux-x86" in said, f"an unknown target: {status}, {said}")
    for target in PLATFORMS:
        expect(f" {target}" in said, f"the usage does not name {target}")


def main():
    for test in (test_archives, test_source, test_bill, test_natives, test_usage):
        with tempfile.TemporaryDirectory() as scratch:
            test(pathlib.Path(scratch))
        print(f"{test.__name__}: passed")


if __name__ == "__main__":
    main()
