#!/usr/bin/env python3
"""What the build and the tests cost in CPU seconds (user and system), as tables in Markdown.

    measure.py build BUILD [-Doption ...]    configures BUILD from nothing and builds it; each compilation is timed
    measure.py tests BUILD [ctest options]   runs the tests one at a time, for example with -LE rest

The clock depends on what else runs and on the number of processors; CPU seconds hardly do. Caches of compilers are left out.
Python 3 alone.
"""

import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import time

SOURCE = pathlib.Path(__file__).resolve().parents[1]
MOST_ROWS = 40


def timed(command, **more):
    """(exit status, CPU seconds of the command and of all that it waited for, seconds by the clock)"""
    began = time.monotonic()
    _, status, used = os.wait4(subprocess.Popen(list(map(str, command)), **more).pid, 0)
    return os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, time.monotonic() - began


def launch(record, *command):
    """What CMake puts before each command of a compiler or a linker."""
    code, cpu, _ = timed(command)
    output = command[command.index("-o") + 1] if "-o" in command else command[-1]
    with open(record, "a", encoding="utf-8") as file:  # one short line, which is written at once
        file.write(f"{cpu:.3f}\t{output}\n")
    return code


def table(heads, rows, widths=None):
    print("| " + " | ".join(heads) + " |")
    print("|" + "|".join("---" for _ in heads) + "|")
    for row in rows[:widths or len(rows)]:
        print("| " + " | ".join(f"{one:.1f}" if isinstance(one, float) else str(one) for one in row) + " |")
    if widths and len(rows) > widths:
        print(f"\n{len(rows) - widths} more take {sum(row[1] for row in rows[widths:]):.1f} CPU seconds together.")
    print()


def build(folder, *options):
    folder = folder.resolve()
    if folder.exists():
        sys.exit(f"measure.py: {folder} is there already: a build from nothing is measured")
    record = folder.with_name(folder.name + ".times")
    record.write_text("")
    launcher = ";".join([sys.executable, "-S", "-E", str(pathlib.Path(__file__).resolve()), "launch", str(record)])
    given = [f"-DCMAKE_{language}_{what}_LAUNCHER={launcher}" for language in ("C", "CXX") for what in ("COMPILER", "LINKER")]
    code, configuring, _ = timed(["cmake", "-S", SOURCE, "-B", folder, "-G", "Ninja", *given, *options],
                                 stdout=subprocess.DEVNULL)
    if code:
        return code
    record.write_text("")  # without what the configuration tried
    code, cpu, clock = timed(["cmake", "--build", folder], stdout=sys.stderr)
    targets = collections.defaultdict(list)
    for line in record.read_text().splitlines():
        seconds, output = line.split("\t")
        found = re.search(r"CMakeFiles/([^/]+)\.dir/(.*)", output)
        targets[found[1] if found else "linking"].append((float(seconds), found[2] if found else output))
    rows = []
    for target, parts in targets.items():
        slowest = max(parts)
        rows.append((target, sum(part[0] for part in parts), len(parts), f"{slowest[1]} ({slowest[0]:.1f})"))
    others = cpu - sum(row[1] for row in rows)
    rows.sort(key=lambda row: -row[1])
    print(f"Build: {cpu:.0f} CPU seconds, {clock:.0f} s by the clock; configuring before it {configuring:.0f} CPU seconds.\n")
    table(("target", "CPU s", "files", "slowest (CPU s)"), [*rows, ("everything else", others, "", "")])
    parts = sorted((part + (target,) for target, parts in targets.items() for part in parts), reverse=True)
    table(("file", "CPU s", "target"), [(name, seconds, target) for seconds, name, target in parts], 20)
    return code


def listed(folder, *options):
    shown = subprocess.run(["ctest", "--test-dir", folder, "--show-only=json-v1", *options], check=True, text=True,
                           stdout=subprocess.PIPE).stdout
    return json.loads(shown)["tests"]


def properties(test):
    return {one["name"]: one["value"] for one in test.get("properties", [])}


def tests(folder, *options):
    numbers = {test["name"]: number for number, test in enumerate(listed(folder), 1)}
    chosen = listed(folder, *options)
    chosen.sort(key=lambda test: "FIXTURES_SETUP" not in properties(test))  # first what others need
    rows, failed = [], []
    labels = collections.defaultdict(lambda: [0, 0.0, 0.0])
    for test in chosen:
        name, number = test["name"], numbers[test["name"]]
        command = ["ctest", "--test-dir", folder, "-FA", ".", "-I", f"{number},{number}"]
        code, cpu, clock = timed(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        print(f"{name}: {cpu:.1f} CPU s, {clock:.1f} s{', FAILED' * bool(code)}", file=sys.stderr, flush=True)
        if code:
            failed.append(name)
        of = [label for label in properties(test).get("LABELS", []) if label != "rest"]
        rows.append((name, cpu, clock, ", ".join(of)))
        for label in of:
            labels[label] = [labels[label][0] + 1, labels[label][1] + cpu, labels[label][2] + clock]
    total = sum(row[1] for row in rows)
    print(f"{len(rows)} tests: {total:.0f} CPU seconds, {sum(row[2] for row in rows):.0f} s by the clock one at a time.\n")
    table(("label", "CPU s", "clock, s", "tests"),
          sorted(((label, cpu, clock, count) for label, (count, cpu, clock) in labels.items()), key=lambda row: -row[1]))
    table(("test", "CPU s", "clock, s", "label"), sorted(rows, key=lambda row: -row[1]), MOST_ROWS)
    if failed:
        print("failed: " + ", ".join(failed))
    return bool(failed)


def main():
    if len(sys.argv) < 3 or sys.argv[1] not in ("build", "tests", "launch"):
        sys.exit(__doc__)
    what, folder, *more = sys.argv[1:]
    if what == "launch":
        return launch(folder, *more)
    return {"build": build, "tests": tests}[what](pathlib.Path(folder), *more)


if __name__ == "__main__":
    sys.exit(main())
