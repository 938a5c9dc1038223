#!/usr/bin/env python3
"""Every conformance case through the package: checked there, and its numbers compared to the bit with those of C++.

    conformance.py Conformance.exe test-conformance FILE.jsonl ...
"""

import subprocess
import sys


def main():
    program, reference, files = sys.argv[1], sys.argv[2], sys.argv[3:]
    failed = subprocess.run(["mono", "--debug", program, *files], timeout=600).returncode
    mine = subprocess.run(["mono", program, "--bits", *files], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          text=True,
                          timeout=600).stdout.split("\n")
    wanted = subprocess.run([reference, "--bits", *files], check=True, stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL,
                            text=True, timeout=600).stdout.split("\n")
    differing = [(a, b) for a, b in zip(mine, wanted) if a != b]
    for a, b in differing[:20]:
        print(f"error: {a!r} here, {b!r} in C++")
    if len(mine) != len(wanted):
        print(f"error: {len(mine)} numbers here, {len(wanted)} in C++")
    print(f"{len(wanted)} numbers compared, {len(differing)} differ")
    return 1 if failed or differing or len(mine) != len(wanted) or len(wanted) < 1000 else 0


if __name__ == "__main__":
    sys.exit(main())
