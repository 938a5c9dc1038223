#!/usr/bin/env python3
"""Every number of the conformance cases has the same bits on this machine and on the one that valgrind shows programs,
which lacks the newest instructions: loops that are compiled once for each level must not differ.

same_bits.py VALGRIND TEST-CONFORMANCE FILE.jsonl ...
"""

import subprocess
import sys


def bits(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command[:3])} ...: exit status {done.returncode}\n{done.stderr[-2000:]}")
    return done.stdout.splitlines()


def main():
    valgrind, program, files = sys.argv[1], sys.argv[2], sys.argv[3:]
    here = bits([program, "--bits"] + files)
    there = bits([valgrind, "-q", "--error-exitcode=1", "--leak-check=full", program, "--bits"] + files)
    differing = [f"{x}\n  there {y}" for x, y in zip(here, there) if x != y]
    for line in differing[:20]:
        print(line)
    if differing or len(here) != len(there) or not here:
        sys.exit(f"{len(here)} numbers here, {len(there)} there, {len(differing)} differ")
    print(f"{len(here)} numbers, the same bits")


if __name__ == "__main__":
    main()
