#!/usr/bin/env python3
"""Compiles and runs the code of the guides, and compares what it prints with what they say it prints.

A guide is Markdown. Of its fenced blocks these take part, by the word after the fence:

    c, cpp            code. A block with an #include stands alone; one with a main() has the preamble put before it;
                      any other is the body of a main() after the preamble.
    c preamble,       the part that the guide's later blocks share, shown once.
    cpp preamble
    text              directly after a code block: what its program prints on stdout. Without one it prints nothing.

The programs run in order in one folder, so a program may read what an earlier one wrote, and the tables of docs/examples,
which are copied there. Every program must exit with 0 and print nothing on stderr.

    test_guides.py [--write] GUIDE.md...     --write puts what was printed into the guide, to be read with git diff

Environment: WALD_CC, WALD_CXX (compilers), WALD_FLAGS (sanitizers), WALD_INCLUDE and WALD_LIBRARY (folders of wald.h
and libwald.so); WALD_DL: flags that dlopen needs.
"""
import concurrent.futures
import difflib
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

FENCE = re.compile(r"^```(.*)$")
EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "docs" / "examples"
# Not every program of a guide calls all functions that the guide's programs share.
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wno-unused-function"]


class Block:
    """A fenced block: the words after the fence, its text, and the lines of both fences."""

    def __init__(self, words, text, begin, end):
        self.words, self.text, self.begin, self.end = words, text, begin, end


def blocks_of(lines):
    blocks, begin = [], None
    for number, line in enumerate(lines):
        match = FENCE.match(line)
        if not match:
            continue
        if begin is None:
            begin, words = number, match.group(1).split()
        else:
            blocks.append(Block(words, "".join(lines[begin + 1:number]), begin, number))
            begin = None
    if begin is not None:
        raise SystemExit(f"line {begin + 1}: this block is not closed")
    return blocks


class Program:
    """A code block, the source made of it, and the text block after it, if there is one."""

    def __init__(self, block, language, source, output):
        self.block, self.language, self.source, self.output = block, language, source, output
        self.path = None

    @property
    def expected(self):
        return self.output.text if self.output else ""


def programs_of(lines):
    preamble, programs = {"c": "", "cpp": ""}, []
    blocks = blocks_of(lines)
    for i, block in enumerate(blocks):
        if not block.words or block.words[0] not in preamble:
            continue
        language = block.words[0]
        if block.words[1:] == ["preamble"]:
            preamble[language] = block.text
            continue
        if "#include" in block.text:
            source = block.text
        elif re.search(r"\bint main\(", block.text):
            source = preamble[language] + "\n" + block.text
        else:
            arguments = "void" if language == "c" else ""
            source = f"{preamble[language]}\nint main({arguments}) {{\n{block.text}  return 0;\n}}\n"
        after = blocks[i + 1] if i + 1 < len(blocks) else None
        follows = (after is not None and after.words == ["text"]
                   and not "".join(lines[block.end + 1:after.begin]).strip())
        programs.append(Program(block, language, source, after if follows else None))
    return programs


def compile_program(program, folder, number):
    """Returns what the compiler says, "" where it is content."""
    stem = os.path.join(folder, f"program{number}")
    source = stem + (".c" if program.language == "c" else ".cpp")
    with open(source, "w", encoding="utf-8") as file:
        file.write(program.source)
    if program.language == "c":
        command = shlex.split(os.environ.get("WALD_CC", "cc")) + ["-std=c11"]
    else:
        command = shlex.split(os.environ.get("WALD_CXX", "c++")) + ["-std=c++17"]
    library = os.environ["WALD_LIBRARY"]
    command += WARNINGS + shlex.split(os.environ.get("WALD_FLAGS", ""))
    command += ["-I", os.environ["WALD_INCLUDE"], source, "-o", stem, "-L", library, "-lwald",
                "-Wl,-rpath," + library, "-lm", "-pthread"] + shlex.split(os.environ.get("WALD_DL", ""))
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != 0:
        return done.stdout or "the compiler failed"
    program.path = stem
    return ""


def run_program(program, folder):
    environment = dict(os.environ)
    environment["LD_LIBRARY_PATH"] = os.environ["WALD_LIBRARY"]  # for programs that dlopen
    return subprocess.run([program.path], cwd=folder, env=environment, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, timeout=120, check=False)


def check_guide(path, write):
    """Returns (number of programs, list of failures)."""
    with open(path, encoding="utf-8") as file:
        lines = file.readlines()
    programs = programs_of(lines)
    failures, replaced = [], []
    with tempfile.TemporaryDirectory() as folder:
        for table in EXAMPLES.glob("*.csv"):
            shutil.copy(table, folder)
        with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
            complaints = list(pool.map(lambda p: compile_program(p[1], folder, p[0]), enumerate(programs)))
        for program, complaint in zip(programs, complaints):
            where = f"{path}:{program.block.begin + 1}"
            if complaint:
                failures.append(f"{where}: does not compile\n{complaint}")
                continue
            done = run_program(program, folder)
            if done.returncode != 0 or done.stderr:
                failures.append(f"{where}: exit {done.returncode}\n{done.stdout}{done.stderr}")
                continue
            if done.stdout != program.expected:
                replaced.append((program, done.stdout))
                difference = difflib.unified_diff(program.expected.splitlines(True), done.stdout.splitlines(True),
                                                  "the guide", "the program")
                if not write:
                    failures.append(f"{where}: prints something else\n{''.join(difference)}")
    if write and replaced:
        for program, printed in reversed(replaced):
            text = [line + "\n" for line in printed.splitlines()]
            if program.output:
                lines[program.output.begin + 1:program.output.end] = text
            else:
                lines[program.block.end + 1:program.block.end + 1] = ["\n", "```text\n"] + text + ["```\n"]
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(lines)
    return len(programs), failures


def main():
    arguments = sys.argv[1:]
    write = "--write" in arguments
    guides = [a for a in arguments if a != "--write"]
    if not guides:
        raise SystemExit(__doc__)
    failed = False
    for guide in guides:
        count, failures = check_guide(guide, write)
        for failure in failures:
            print(failure, file=sys.stderr)
        if count == 0:
            print(f"{guide}: holds no program", file=sys.stderr)
        failed = failed or bool(failures) or count == 0
        print(f"{guide}: {count} programs, {len(failures)} failures")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
