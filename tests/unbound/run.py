#!/usr/bin/env python3
"""Runs what docs/languages/other-languages.md shows of one language, as the guide says, on a copy in the build folder.

    run.py LANGUAGE BUILD SOURCE LIBRARY        LANGUAGE: c, go, cgo, rust or javascript

Of the guide's fenced blocks these take part, by the words after the fence:

    <fence> <path>    code: what the file of that path in docs/ holds; a program that is not shown is linked
    sh <language>     commands, run in the copy of that language's folder
    text              directly after commands: what they print on stdout

Where a tool is missing, or a module cannot be fetched, the test is skipped by name, with code 77; where the environment
variable CI is set the latter is an error. Python 3 alone.
"""

import difflib
import os
import pathlib
import shutil
import subprocess
import sys

SKIPPED = 77
EXAMPLES = "examples/other-languages"

# Of each language: its tools; how what it uses is fetched; what its users run to find faults.
LANGUAGES = {
    "c": (["cc"], None, "cc -std=c99 -Wall -Wextra -pedantic -Werror -fsyntax-only first.c"),
    "go": (["go"], "go mod download", 'go vet . && test -z "$(gofmt -l .)"'),
    "cgo": (["go", "cc"], None, 'go vet . && test -z "$(gofmt -l .)"'),
    "rust": (["cargo", "rustc"], None, "RUSTFLAGS='-D warnings' cargo check --quiet --locked --offline"),
    "javascript": (["node", "npm"], "npm ci --silent",
                   "node --check first.js && node --check callback.js && node --check learner.js"),
}


def skip(test, why, error=False):
    if error:
        print(f"ERROR: {test}: {why}")
        sys.exit(1)
    print(f"SKIPPED: {test} ({why})")
    sys.exit(SKIPPED)


def shell(commands, folder, environment):
    return subprocess.run(["sh", "-ec", commands], cwd=folder, env=environment, text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def main():
    language, build, source, library = sys.argv[1], *(pathlib.Path(a).resolve() for a in sys.argv[2:5])
    test = f"unbound-{language}"
    tools, fetch, checks = LANGUAGES[language]
    missing = [tool for tool in tools if not shutil.which(tool)]
    if missing:
        skip(test, f"{' and '.join(missing)} is missing")

    # The copy: the example, and beside it nothing of the source tree.
    docs, folder = source / "docs", build / "unbound" / language
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(docs / EXAMPLES / language, folder)
    environment = {**os.environ, "LD_LIBRARY_PATH": str(library.parent), "GOTOOLCHAIN": "local",
                   "GOFLAGS": "-buildvcs=false", "CGO_CFLAGS": f"-I{source / 'capi'}",
                   "CGO_LDFLAGS": f"-L{library.parent}"}
    environment.pop("CARGO_TARGET_DIR", None)

    sys.path.insert(0, str(source / "tests" / "docs"))
    from test_guides import blocks_of
    text = (docs / "languages" / "other-languages.md").read_text(encoding="utf-8")
    blocks = blocks_of(text.splitlines(keepends=True))
    faults, shown, ran = [], set(), 0

    # What is shown is what there is.
    for block in blocks:
        if len(block.words) == 2 and block.words[1].startswith(f"{EXAMPLES}/{language}/"):
            path = docs / block.words[1]
            shown.add(path)
            if block.text != path.read_text(encoding="utf-8"):
                faults.append(f"other-languages.md:{block.begin + 1}: is not what {path.name} holds")
    programs = {path for path in (docs / EXAMPLES / language).rglob("*") if path.suffix in (".c", ".go", ".rs", ".js")}
    linked = {path for path in programs if f"](../{path.relative_to(docs).as_posix()})" in text}
    faults += [f"{path.name} is not in the guide" for path in sorted(programs - shown - linked)]

    if fetch:
        done = shell(fetch, folder, environment)
        if done.returncode:
            print(done.stdout + done.stderr)
            skip(test, f"{fetch} fails", error="CI" in os.environ)
    done = shell(checks, folder, environment)
    if done.returncode:
        faults.append(f"{checks}: exit {done.returncode}\n{done.stdout}{done.stderr}")

    for block, after in zip(blocks, blocks[1:]):
        if block.words != ["sh", language]:
            continue
        done = shell(block.text, folder, environment)
        ran += 1
        print(f"{block.text}{done.stdout}{done.stderr}")
        where = f"other-languages.md:{block.begin + 1}"
        if done.returncode:
            faults.append(f"{where}: exit {done.returncode}\n{done.stderr}")
        elif after.words != ["text"]:
            faults.append(f"{where}: no text follows")
        elif done.stdout != after.text:
            difference = difflib.unified_diff(after.text.splitlines(True), done.stdout.splitlines(True), "the guide",
                                              "the program")
            faults.append(f"{where}: prints something else\n{''.join(difference)}")
    if not ran:
        faults.append(f"other-languages.md runs nothing of {language}")
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
