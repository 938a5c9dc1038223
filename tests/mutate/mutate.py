#!/usr/bin/env python3
"""Mutation testing: are the tests able to see a mistake?

    python3 tests/mutate/mutate.py SOURCE WORK [--count 300] [--seed 1] [--only core/decisions]

Copies the source tree to WORK, builds the tests of the core and of the C interface, and then makes one small mistake after
another in core/ and capi/: a comparison that is off by one, a sign, a condition, a constant, a statement left out. Each is
built and tested; a mistake that no test notices survives. Mistakes that do not compile do not count. `equivalent.txt` beside
this file lists survivors that were read and change nothing that a user could see, with the reason; the others are printed and
the exit status is 1 where fewer than 97 % of the rest were noticed.

What was done is kept in WORK/results.jsonl: a run that was stopped goes on where it was.
"""
import argparse
import json
import os
import pathlib
import random
import re
import resource
import shutil
import subprocess
import sys

# The pattern of what is changed, what it becomes, and what that is called. One space on both sides keeps templates,
# pointers and includes out.
OPERATORS = [
    (r" < ", " <= ", "< to <="), (r" <= ", " < ", "<= to <"), (r" > ", " >= ", "> to >="), (r" >= ", " > ", ">= to >"),
    (r" == ", " != ", "== to !="), (r" != ", " == ", "!= to =="), (r" \+ ", " - ", "+ to -"), (r" - ", " + ", "- to +"),
    (r" \* ", " / ", "* to /"), (r" / ", " * ", "/ to *"), (r" && ", " || ", "&& to ||"), (r" \|\| ", " && ", "|| to &&"),
    (r" \+= ", " -= ", "+= to -="), (r"\btrue\b", "false", "true to false"), (r"\bfalse\b", "true", "false to true"),
    (r"\b0\b(?![.x])", "1", "0 to 1"), (r"\b1\b(?![.xe])", "2", "1 to 2"), (r"std::min\b", "std::max", "min to max"),
    (r"std::max\b", "std::min", "max to min"), (r"\bif \(", "if (!", "condition negated"),
    (r"\breturn (?=[a-z_]+;)", "return -", "sign of what is returned"), (r"^ +[a-z_.\->\[\]]+ ?[-+*|]?= [^;{}]*;$", ";", "assignment left out"),
    (r"^ +[a-z_.:\->]+\([^;{}]*\);$", ";", "call left out"),
]
TESTS = ["test-conformance", "test-capi", "test-core"]


def places(source):
    """Every (file, line, column, operator) that could be changed."""
    for folder in ("core", "capi"):
        for path in sorted((source / folder).rglob("*.cpp")):
            if "reference" in path.parts:
                continue  # the published algorithms, kept for comparison
            for number, line in enumerate(path.read_text().splitlines()):
                code = line.split("//")[0]
                if not code.strip() or code.lstrip().startswith(("#", "*", "/*", "static_assert", "using ", "template")):
                    continue
                code = re.sub(r'"(?:[^"\\]|\\.)*"', lambda m: "\0" * len(m.group()), code)  # texts stay
                for index, (pattern, _, _) in enumerate(OPERATORS):
                    for match in re.finditer(pattern, code):
                        yield str(path.relative_to(source)), number, match.start(), index


def changed(line, column, index):
    pattern, with_, name = OPERATORS[index]
    match = re.compile(pattern).match(line, column)
    end = match.end() if match else column
    replaced = line[:column] + with_ + line[end:]
    if name == "condition negated":  # if (a && b) becomes if (!(a && b))
        depth = 0
        for i in range(end - 1, len(line)):
            depth += {"(": 1, ")": -1}.get(line[i], 0)
            if depth == 0:
                return line[:column] + "if (!" + line[end - 1:i + 1] + ")" + line[i + 1:]
        return None
    return replaced


def run(command, seconds, **more):
    try:
        limited = lambda: resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))  # noqa: E731: a loop may not eat the machine
        return subprocess.run(command, timeout=seconds, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=limited,
                              **more).returncode
    except subprocess.TimeoutExpired:
        return -1


class Tree:
    def __init__(self, source, work):
        self.source, self.work = source, work / "tree"
        self.build = self.work / "build" / "test"  # as in packaging/test.sh: what a cache of compilers holds is found again
        if not self.work.exists():
            shutil.copytree(source, self.work, ignore=shutil.ignore_patterns("build*", ".git"))
        subprocess.run(["cmake", "-S", self.work, "-B", self.build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DWALD_JAVA=OFF",
                        "-DWALD_CSHARP=OFF"], check=True, stdout=subprocess.DEVNULL)
        if self.compile(7200) != 0 or not self.passes():
            sys.exit("mutate.py: the tests do not pass as things are")

    def compile(self, seconds=900):
        return run(["cmake", "--build", self.build, "--target", *TESTS], seconds)

    def passes(self):
        """The tests of the core and of the C interface, the quickest first: most mistakes are noticed in seconds."""
        for names, scale in (("^conformance-|^test-capi$", 1), ("^core/", 0.1), ("^core/", 1)):
            if run(["ctest", "--test-dir", self.build, "--stop-on-failure", "-j", str(os.cpu_count()), "--timeout", "300", "-R",
                    names, "-E", "generated|plain|same-bits"], 1800, env={**os.environ, "WALD_TEST_SCALE": str(scale)}) != 0:
                return False
        return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    asked = parser.parse_args()
    source, work = asked.source.resolve(), asked.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    known = pathlib.Path(__file__).with_name("equivalent.txt").read_text()
    results = work / "results.jsonl"
    done = [json.loads(line) for line in results.read_text().splitlines()] if results.exists() else []
    tree = Tree(source, work)
    order = [place for place in places(source) if place[0].startswith(asked.only)]
    random.Random(asked.seed).shuffle(order)
    seen = {(d["file"], d["line"], d["column"], d["what"]) for d in done}
    for file, number, column, index in order:
        if sum(d["outcome"] != "does not compile" for d in done) >= asked.count:
            break
        what = OPERATORS[index][2]
        if (file, number + 1, column, what) in seen:
            continue
        path = tree.work / file
        text = path.read_text()
        lines = text.splitlines(keepends=True)
        line = changed(lines[number], column, index)
        if line is None or line == lines[number]:
            continue
        original, lines[number] = lines[number].strip(), line
        path.write_text("".join(lines))
        outcome = "does not compile" if tree.compile() != 0 else "survived" if tree.passes() else "noticed"
        path.write_text(text)
        done.append({"file": file, "line": number + 1, "column": column, "what": what, "code": original, "outcome": outcome})
        with results.open("a") as out:
            out.write(json.dumps(done[-1]) + "\n")
        print(f"{len(done)}: {file}:{number + 1}: {what}: {outcome}", flush=True)

    counted = [d for d in done if d["outcome"] != "does not compile"]
    survivors = [d for d in counted if d["outcome"] == "survived"]
    open_ = [d for d in survivors if f"{d['file']}: {d['what']}: {d['code']}" not in known]
    rest = len(counted) - len(survivors) + len(open_)
    share = (rest - len(open_)) / rest if rest else 0
    print(f"{len(counted)} mistakes, {len(counted) - len(survivors)} noticed, {len(survivors) - len(open_)} known to change nothing, "
          f"{len(open_)} survived: {100 * share:.1f} % of the rest were noticed")
    for d in open_:
        print(f"survived: {d['file']}:{d['line']}: {d['what']}: {d['code']}")
    return 0 if share >= 0.97 else 1


if __name__ == "__main__":
    sys.exit(main())
