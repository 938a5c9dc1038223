#!/usr/bin/env python3
"""Mutation testing: are the tests able to see a mistake?

    python3 tests/mutate/mutate.py SOURCE WORK [--count 300] [--seed 1] [--only core/decisions] [--jobs 2] [--quick] [--again]

Copies the source tree into WORK, once for each job, builds the tests of the core, of the C interface and of the command
(which draw a tenth of their cases), and then makes one small mistake after another in core/ and capi/: a comparison that
is off by one, a sign, a condition, a constant, a statement left out. Each is built and tested; a mistake that no test
notices survives. Mistakes that do not compile do not count.
`equivalent.txt` beside this file lists survivors that were read and change nothing that a user could see, with the reason; the
others are printed and the exit status is 1 if fewer than 97 % of the rest were noticed.

--quick   leaves out the command and those tests of the core that take more than a second.
--again   makes the mistakes that survived once more, and asks all tests that SOURCE has now, with all their cases.

What was done is kept in WORK/results.jsonl: a run that was stopped goes on where it was.
"""
import argparse
import filecmp
import html
import json
import os
import pathlib
import queue
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import threading

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
TESTS = ["test-conformance", "test-capi", "test-core", "wald-cli"]


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
    """The exit status and what was printed; every process of it is gone afterwards."""
    limited = lambda: resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))  # noqa: E731: a loop may not eat the machine
    started = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, preexec_fn=limited, text=True,
                               errors="replace", start_new_session=True, **more)
    try:
        printed = started.communicate(timeout=seconds)[0]
        return started.returncode, printed
    except subprocess.TimeoutExpired:
        os.killpg(started.pid, signal.SIGKILL)
        return -1, started.communicate()[0]


def copy_changes(source, work):
    """WORK has what SOURCE has; what is the same keeps its time, so that it is not built again."""
    ignored = shutil.ignore_patterns("build*", ".git", "__pycache__")
    same = lambda a, b: os.path.exists(b) and filecmp.cmp(a, b, shallow=False)  # noqa: E731
    copy = lambda a, b: None if same(a, b) else shutil.copy(a, b)  # noqa: E731
    shutil.copytree(source, work, ignore=ignored, copy_function=copy, dirs_exist_ok=True)


class Tree:
    """A copy of the source that mistakes are made in, and its tests."""

    def __init__(self, source, work, scale):
        self.work, self.scale = work, scale
        self.build = work / "build" / "test"  # as in packaging/test.sh: what a cache of compilers holds is found again
        copy_changes(source, work)
        subprocess.run(["cmake", "-S", work, "-B", self.build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DWALD_JAVA=OFF",
                        "-DWALD_CSHARP=OFF", "-DWALD_TEST_SANITIZERS=OFF"], check=True, stdout=subprocess.DEVNULL)
        if self.compile(os.cpu_count(), 7200) != 0:
            sys.exit("mutate.py: the tests do not build as things are")

    def compile(self, jobs=1, seconds=900):
        return run(["cmake", "--build", self.build, "-j", str(jobs), "--target", *TESTS], seconds)[0]

    def program(self, name):
        found = [p for p in self.build.rglob(name) if p.is_file() and os.access(p, os.X_OK)]
        return found[0]

    def core(self, names, seconds):
        """(name of the test that fails, or None; seconds of each that was run)."""
        if not names:
            return None, {}
        listed = self.build / "names.txt"
        listed.write_text("".join(re.sub(r'([\\,\["])', r"\\\1", name) + "\n" for name in names))
        status, printed = run([self.program("test-core"), "-f", listed, "-x", "1", "-r", "xml", "--durations", "yes"], seconds,
                              env={**os.environ, "WALD_TEST_SCALE": self.scale}, cwd=self.build)
        began = [html.unescape(name) for name in re.findall(r'<TestCase name="([^"]*)"', printed)]
        ended = re.findall(r'<OverallResult success="\w+" durationInSeconds="([^"]*)"', printed)
        if status == 0 and len(began) != len(names):
            sys.exit(f"mutate.py: {len(began)} of {len(names)} tests were run")
        times = {name: float(time) for name, time in zip(began, ended)}
        return (began[-1] if began else "the start of test-core") if status != 0 else None, times

    def names(self):
        printed = run([self.program("test-core"), "--list-test-names-only"], 60)[1]
        return [line.strip() for line in printed.splitlines() if line.strip()]

    def interface(self):
        """The test of the C interface or the conformance cases that fails, or None."""
        if run([self.program("test-capi")], 120)[0] != 0:
            return "test-capi"
        for cases in sorted((self.work / "tests/conformance/cases").glob("*.jsonl")):
            if run([self.program("test-conformance"), cases], 120)[0] != 0:
                return f"conformance-{cases.stem}"
        return None

    def command(self):
        """The first test of the command that fails, or None."""
        status, printed = run(["ctest", "--test-dir", self.build, "-R", "^cli", "-E", "docs", "--stop-on-failure"], 900)
        return None if status == 0 else (re.findall(r": (\S+) \.*\*\*\*", printed) or ["ctest"])[0]


class Suite:
    """What is asked about each mistake, and in which order: the tests that noticed one nearby come first."""

    def __init__(self, tree, done, quick):
        self.quick, self.hints = quick, {}
        failed, times = tree.core(tree.names(), 1800)
        failed = failed or tree.interface() or (None if quick else tree.command())
        if failed:
            sys.exit(f"mutate.py: the tests do not pass as things are: {failed}")
        self.fast = sorted((name for name, time in times.items() if time <= 1), key=times.get)
        self.slow = sorted((name for name, time in times.items() if time > 1), key=times.get)
        for d in done:
            self.noticed(d["file"], d.get("by"))

    def noticed(self, file, by):
        if by:
            for place in (file, os.path.dirname(file)):
                self.hints.setdefault(place, {})
                self.hints[place][by] = self.hints[place].get(by, 0) + 1

    def hinted(self, file):
        found = []
        for place in (file, os.path.dirname(file)):
            counts = self.hints.get(place, {})
            found += [n for n in sorted(counts, key=counts.get, reverse=True) if n in self.fast and n not in found][:12]
        return found

    def ask(self, tree, file):
        """The name of the test that notices, or None."""
        first = self.hinted(file)
        by = tree.core(first, 60)[0] or tree.interface()
        by = by or tree.core([n for n in self.fast if n not in first], 300)[0]
        if not by and not self.quick:
            by = tree.core(self.slow, 3600)[0] or tree.command()
        return by


def equivalent(path):
    """The lines `file: what: code` of survivors that change nothing; the indented lines below each are the reason."""
    lines = path.read_text().splitlines()
    return {line for line in lines if line.strip() and not line.startswith(("#", " "))}


def place_again(source, d):
    """(line, column, operator) of a mistake that was made before, where the code may have moved since; None if it is gone."""
    index = [name for _, _, name in OPERATORS].index(d["what"])
    lines = (source / d["file"]).read_text().splitlines() if (source / d["file"]).exists() else []
    found = [i for i, line in enumerate(lines) if line.strip() == d["code"]]
    if not found:
        return None
    return min(found, key=lambda i: abs(i + 1 - d["line"])), d["column"], index


def make(tree, suite, d, number, column, index):
    """Makes the mistake, asks, and takes it back."""
    path = tree.work / d["file"]
    text = path.read_text()
    lines = text.splitlines(keepends=True)
    line = changed(lines[number], column, index)
    if line is None or line == lines[number]:
        return False
    d["code"], lines[number] = lines[number].strip(), line
    path.write_text("".join(lines))
    try:
        compiled = tree.compile() == 0
        by = suite.ask(tree, d["file"]) if compiled else None
        d["outcome"] = "does not compile" if not compiled else "noticed" if by else "survived"
        d["by"], d["quick"] = by, suite.quick
    finally:
        path.write_text(text)
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--again", action="store_true")
    asked = parser.parse_args()
    source, work = asked.source.resolve(), asked.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    known = equivalent(pathlib.Path(__file__).with_name("equivalent.txt"))
    is_known = lambda d: f"{d['file']}: {d['what']}: {d['code']}" in known  # noqa: E731
    results = work / "results.jsonl"
    done = [json.loads(line) for line in results.read_text().splitlines()] if results.exists() else []
    key = lambda d: (d["file"], d["line"], d["column"], d["what"])  # noqa: E731
    done = list({key(d): d for d in done}.values())  # the last word on each

    trees = [Tree(source, work / f"tree{i}", "1" if asked.again else "0.1") for i in range(asked.jobs)]
    suite = Suite(trees[0], done, asked.quick and not asked.again)
    wanted = queue.Queue()
    if asked.again:
        for d in done:
            place = place_again(source, d) if d["outcome"] == "survived" and not is_known(d) else None
            if place:
                wanted.put((d, *place))
    else:
        order = [place for place in places(source) if place[0].startswith(asked.only)]
        random.Random(asked.seed).shuffle(order)
        seen = {key(d) for d in done}
        for file, number, column, index in order:
            d = {"file": file, "line": number + 1, "column": column, "what": OPERATORS[index][2]}
            if key(d) not in seen:
                wanted.put((d, number, column, index))

    lock = threading.Lock()
    counts = lambda: [d for d in done if d["outcome"] != "does not compile"]  # noqa: E731

    def work_on(tree):
        while True:
            with lock:
                if wanted.empty() or not asked.again and len(counts()) >= asked.count:
                    return
                d, number, column, index = wanted.get()
            if not make(tree, suite, d, number, column, index):
                continue
            with lock:
                if d not in done:
                    done.append(d)
                suite.noticed(d["file"], d["by"])
                with results.open("a") as out:
                    out.write(json.dumps(d) + "\n")
                print(f"{len(counts())}: {d['file']}:{d['line']}: {d['what']}: {d['outcome']}" + (f" by {d['by']}" if d["by"] else ""),
                      flush=True)

    threads = [threading.Thread(target=work_on, args=(tree,)) for tree in trees]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    counted = counts()
    survivors = [d for d in counted if d["outcome"] == "survived"]
    open_ = [d for d in survivors if not is_known(d)]
    rest = len(counted) - len(survivors) + len(open_)
    share = (rest - len(open_)) / rest if rest else 0
    print(f"{len(counted)} mistakes, {len(counted) - len(survivors)} noticed, {len(survivors) - len(open_)} known to change nothing, "
          f"{len(open_)} survived: {100 * share:.1f} % of the rest were noticed")
    for d in open_:
        print(f"survived: {d['file']}:{d['line']}: {d['what']}: {d['code']}")
    return 0 if share >= 0.97 else 1


if __name__ == "__main__":
    sys.exit(main())
