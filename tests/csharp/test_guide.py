#!/usr/bin/env python3
"""docs/languages/csharp.md, docs/start/csharp.md and the C# of docs/guides/learners.md and docs/languages/serving.md: their
code is compiled and run, and prints what they say it prints.

    test_guide.py BUILD ASSEMBLY [--write]      --write puts what was printed into the guide, to be read with git diff

A ```csharp block with a Main is a program of its own; the others are the body of one more, block after block. A ```text
block directly after one is what it prints; nothing may be printed that the guide does not show. Every public class must
be named in the guide. Programs run beside cascade.json and learner.json, which were saved in Python,
docs/examples/digits_stages.jsonl and the files of docs/examples/own_model; that of the first page in an empty folder.
"""

import difflib
import os
import pathlib
import re
import shutil
import subprocess
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[2]
GUIDE = SOURCE / "docs" / "languages" / "csharp.md"
LEARNERS = SOURCE / "docs" / "guides" / "learners.md"
START = SOURCE / "docs" / "start" / "csharp.md"
SERVING = SOURCE / "docs" / "languages" / "serving.md"
MARK = "---- block "


def blocks(lines):
    """(language, first line of the text, line of the closing fence)"""
    found, begin = [], None
    for number, line in enumerate(lines):
        if line.startswith("```"):
            if begin is None:
                begin = number
            else:
                found.append((lines[begin][3:].strip(), begin + 1, number))
                begin = None
    return found


def execute(folder, name, code, assembly):
    program = folder / f"{name}.cs"
    program.write_text(code)
    subprocess.run(["mcs", "-langversion:latest", "-warnaserror", "-nowarn:0219", f"-r:{assembly}",
                    f"-out:{folder / name}.exe", program], check=True)
    environment = {**os.environ, "MONO_PATH": str(assembly.parent), "LC_ALL": "C.UTF-8"}
    return subprocess.run(["mono", "--debug", f"{folder / name}.exe"], check=True, stdout=subprocess.PIPE, text=True,
                          env=environment, cwd=folder, timeout=300).stdout


def run(guide, folder, assembly, write):
    """The number of blocks of a page, and of those that print something else."""
    lines = guide.read_text().splitlines(keepends=True)
    found = blocks(lines)
    code = [i for i, (language, _, _) in enumerate(found) if language == "csharp"]
    printed, body = {}, []
    for i in code:
        text = "".join(lines[found[i][1] : found[i][2]])
        if "static void Main" in text:
            printed[i] = execute(folder, f"Guide{i}", text, assembly)
        else:
            body.append(f'Console.WriteLine("{MARK}{i}");\n#line {found[i][1] + 1} "{guide.name}"\n{text}')
    head = "using System;\nusing System.Linq;\nusing Wald;\nclass Guide\n{\nstatic void Main()\n{\n"
    whole = execute(folder, "Guide", head + "".join(body) + "}\n}\n", assembly)
    for part in whole.split(MARK)[1:]:
        number, _, text = part.partition("\n")
        printed[int(number)] = text

    failed, changes = 0, []
    for i in code:
        _, _, end = found[i]
        following = found[i + 1] if i + 1 < len(found) else None
        directly = following and not "".join(lines[end + 1 : following[1] - 1]).strip()
        shown = following if directly and following[0] == "text" else None
        wanted = "".join(lines[shown[1] : shown[2]]) if shown else ""
        if printed[i] != wanted:
            failed += 1
            changes.append((shown, end, printed[i]))
            print(f"{guide.name}, line {found[i][1]}:")
            print("".join(difflib.unified_diff(wanted.splitlines(True), printed[i].splitlines(True), "the guide",
                                               "the code")))
    if write:
        for shown, end, text in reversed(changes):
            if shown:
                lines[shown[1] : shown[2]] = [text]
            else:
                lines[end + 1 : end + 1] = ["\n```text\n", text, "```\n"]
        guide.write_text("".join(lines))
    return len(code), failed


def main():
    folder, assembly = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    write = "--write" in sys.argv
    folder.mkdir(parents=True, exist_ok=True)
    own = [str(path.relative_to(SOURCE)) for path in (SOURCE / "docs/examples/own_model").iterdir()]
    for saved in ("tests/csharp/cascade.json", "tests/csharp/learner.json", "docs/examples/digits_stages.jsonl", *own):
        shutil.copy(SOURCE / saved, folder)
    first = folder / "first"
    shutil.rmtree(first, ignore_errors=True)
    first.mkdir()
    pages = ((GUIDE, folder), (LEARNERS, folder), (START, first), (SERVING, folder))
    counts = [run(page, at, assembly, write) for page, at in pages]
    failed = sum(wrong for _, wrong in counts)

    guide = GUIDE.read_text()
    documentation = assembly.with_suffix(".xml").read_text()
    for name in sorted(set(re.findall(r'name="T:Wald\.(\w+)"', documentation))):
        if not re.search(rf"\b{name}\b", guide):
            failed += 1
            print(f"{GUIDE.name} does not name the public {name}")
    code = [blocks_of_code for blocks_of_code, _ in counts]
    print(f"{code} blocks, {failed} failures")
    return 1 if failed or any(count < least for count, least in zip(code, (15, 1, 3, 3))) else 0


if __name__ == "__main__":
    sys.exit(main())
