#!/usr/bin/env python3
"""Writes what follows from the rows of the core: headers, options and facts of every language, the command's help,
tables of the documents.

    python3 bindings/generate/generate.py [--check] [--rows PROGRAM|FILE] [--root FOLDER]

--check writes nothing and fails if a file is not what would be written. --rows is the program wald-rows, or the
JSON that it prints; by default it is compiled from the sources of the folder.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import described
import header

LANGUAGES = ("c", "cpp", "swig", "java", "spark", "csharp", "python", "r", "javascript", "command", "docs", "report")
_HERE = Path(__file__).resolve().parent


def _program(root: Path, folder: Path) -> Path:
    """wald-rows, compiled from the sources: rows are constants, so that it takes no optimisation."""
    build = subprocess.run(
        ["cmake", "-S", str(root / "bindings/generate"), "-B", str(folder), "-DCMAKE_BUILD_TYPE=Debug"],
        capture_output=True,
        text=True,
    )
    if build.returncode == 0:
        build = subprocess.run(
            ["cmake", "--build", str(folder), "-j", str(os.cpu_count() or 1)], capture_output=True, text=True
        )
    if build.returncode != 0:
        sys.exit(build.stdout + build.stderr)
    return folder / "wald-rows"


def rows_of(root: Path, source: str | None) -> dict:
    """The rows, and of the headers the functions and the rows of lists."""
    if source and source.endswith(".json"):
        rows = json.loads(Path(source).read_text())
    else:
        with tempfile.TemporaryDirectory() as folder:
            program = source or str(_program(root, Path(folder)))
            rows = json.loads(subprocess.run([program], capture_output=True, text=True, check=True).stdout)
    rows["functions"] = header.functions(root / "capi")
    rows["lists"] = header.list_rows(root / "capi")
    return rows


def generated(rows: dict, root: Path) -> dict[str, str]:
    """Path and text of everything that is generated."""
    described.check(rows)
    out: dict[str, str] = {}
    for language in LANGUAGES:
        if not (_HERE / f"{language}.py").exists():
            continue
        for path, text in importlib.import_module(language).files(rows, root).items():
            assert path not in out, path
            out[path] = text
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--rows")
    parser.add_argument("--root", type=Path, default=_HERE.parent.parent)
    arguments = parser.parse_args()
    root = arguments.root.resolve()
    stale = []
    for path, text in generated(rows_of(root, arguments.rows), root).items():
        file = root / path
        if file.exists() and file.read_text() == text:
            continue
        stale.append(path)
        if not arguments.check:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
    for path in stale:
        print(f"{'stale' if arguments.check else 'written'}: {path}")
    if arguments.check and stale:
        sys.exit(f"{len(stale)} files are not what the rows say: run bindings/generate/generate.py")


if __name__ == "__main__":
    sys.path.insert(0, str(_HERE))
    main()
