#!/usr/bin/env python3
"""Every conformance case through the package: checked there, and its numbers compared to the bit with those of C++.

    conformance.py Conformance.exe test-conformance FILE.jsonl ...
"""

import subprocess
import sys


def compare(program, reference, files):
    """`program` is the command that runs Conformance."""
    failed = subprocess.run([*program, *files], timeout=600, check=False).returncode

    def bits(command):
        return subprocess.run([*command, "--bits", *files], check=command != program, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True, timeout=600).stdout.split("\n")

    mine, wanted = bits(program), bits([reference])
    differing = [(a, b) for a, b in zip(mine, wanted) if a != b]
    for a, b in differing[:20]:
        print(f"error: {a!r} here, {b!r} in C++")
    if len(mine) != len(wanted):
        print(f"error: {len(mine)} numbers here, {len(wanted)} in C++")
    print(f"{len(wanted)} numbers compared, {len(differing)} differ")
    return 1 if failed or differing or len(mine) != len(wanted) or len(wanted) < 1000 else 0


if __name__ == "__main__":
    sys.exit(compare(["mono", "--debug", sys.argv[1]], sys.argv[2], sys.argv[3:]))
