"""The ABI of the C interface is the recorded one, capi/wald.abi, or grows from it.

    python3 check_abi.py SOURCES COMPILER [--write]

What the headers declare is compiled and read by libabigail. What was recorded may only be added to; anything else
raises ABI_VERSION (docs/developers/api-stability.md). --write records it anew.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bindings" / "generate"))
import header  # noqa: E402


def run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(c) for c in command], capture_output=True, text=True)


def must(*command: str | Path) -> str:
    done = run(*command)
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}"
    return done.stdout


def library(root: Path, compiler: str, folder: Path) -> Path:
    """A library of C with a function of every prototype of the headers, and their types alone: the real one, whose
    compiler holds its functions against the same headers, has the types of C++ within it as well."""
    number = [line for line in (root / "ABI_VERSION").read_text().splitlines() if line.isdigit()][0]
    lines = ['#include "wald.h"']
    for function in header.functions(root / "capi"):
        parameters = ", ".join(f"{p['type']} {p['name']}" for p in function["parameters"]) or "void"
        body = "" if function["result"] == "void" else "return 0;"
        lines.append(f"{function['result']} {function['name']}({parameters}) {{ {body} }}")
    source = folder / "wald.c"
    source.write_text("\n".join(lines) + "\n")
    out = folder / "libwald.so"
    must(compiler, "-std=c11", "-g", "-O0", "-fPIC", "-shared", "-DWALD_BUILDING", f"-I{root / 'capi'}",
         f"-Wl,-soname,libwald.so.{number}", source, "-o", out)  # fmt: skip
    return out


def main() -> None:
    root, compiler = Path(sys.argv[1]), sys.argv[2]
    abidw, abidiff = os.environ.get("WALD_ABIDW", "abidw"), os.environ.get("WALD_ABIDIFF", "abidiff")
    recorded = root / "capi" / "wald.abi"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        now = folder / "now.abi"
        must(abidw, "--headers-dir", root / "capi", "--no-show-locs", "--no-comp-dir-path",
             "--no-corpus-path", "--out-file", now, library(root, compiler, folder))  # fmt: skip
        if "--write" in sys.argv:
            recorded.write_text(now.read_text().replace(f"{folder}/", ""))
            return
        functions = (root / "capi/symbols.txt").read_text().split()
        text = now.read_text()
        unread = [name for name in functions if f"'{name}'" not in text and f'"{name}"' not in text]
        assert not unread, f"libabigail did not read {', '.join(unread)}"
        found = run(abidiff, "--no-added-syms", recorded, now)
        assert found.returncode == 0, (
            "the ABI is not the recorded one; see docs/developers/api-stability.md, and record it by "
            f"tests/generate/check_abi.py SOURCES COMPILER --write\n{found.stdout}{found.stderr}"
        )
    print(f"{len(functions)} functions have the recorded ABI")


if __name__ == "__main__":
    main()
