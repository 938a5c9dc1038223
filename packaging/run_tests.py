#!/usr/bin/env python3
"""Runs ctest and shows what it prints, with a table of results per language above ctest's own summary.

    run_tests.py BUILD [ctest options]

A test counts for each of its labels except `rest`. The exit status is ctest's. Python 3 alone.
"""

import collections
import json
import re
import subprocess
import sys

RESULT = re.compile(r"^ *\d+/\d+ +Test +#\d+: (.*?) \.{2,} *(?:\*\*\*)?(\w[\w ]*?) +[\d.]+ sec")
SUMMARY = re.compile(r"^\d+% tests passed, \d+ tests failed out of (\d+)")
# The order of the table; labels that are not listed follow.
NAMES = {"core": "core (C++17)", "c": "C interface", "cpp": "C++ header", "command": "command", "python": "Python", "r": "R",
         "java": "Java", "csharp": "C#", "javascript": "JavaScript", "docs": "guides"}


def labels_of(build, options):
    shown = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1", *options], stdout=subprocess.PIPE, check=True)
    labels = {}
    for test in json.loads(shown.stdout)["tests"]:
        own = [one["value"] for one in test.get("properties", []) if one["name"] == "LABELS"]
        labels[test["name"]] = [label for label in (own[0] if own else []) if label != "rest"] or ["other"]
    return labels


def table(labels, results):
    counts = collections.defaultdict(collections.Counter)
    for name, result in results.items():
        for label in labels.get(name, ["other"]):
            counts[label][result] += 1
    order = [label for label in NAMES if label in counts] + sorted(label for label in counts if label not in NAMES)
    lines = ["", f"{'':18}{'passed':>8}{'failed':>8}{'skipped':>9}"]
    for label in order:
        one = counts[label]
        lines.append(f"{NAMES.get(label, label):18}{one['passed']:8}{one['failed']:8}{one['skipped']:9}")
    skipped = sorted(name for name, result in results.items() if result == "skipped")
    if skipped:
        lines.append("skipped: " + ", ".join(skipped))
    return "\n".join(lines) + "\n\n"


def main(build, *options):
    labels, results = labels_of(build, options), {}
    run = subprocess.Popen(["ctest", "--test-dir", build, *options], stdout=subprocess.PIPE, text=True, errors="replace")
    for line in run.stdout:
        # Output of a test may be another ctest's.
        if (found := RESULT.match(line)) and found.group(1) in labels:
            words = {"Passed": "passed", "Skipped": "skipped"}
            results[found.group(1)] = words.get(found.group(2), "failed")
        if (found := SUMMARY.match(line)) and int(found.group(1)) == len(labels):
            sys.stdout.write(table(labels, results))
        sys.stdout.write(line)
        sys.stdout.flush()
    return run.wait()


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
