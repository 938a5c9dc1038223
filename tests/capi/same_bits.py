#!/usr/bin/env python3
"""Every number of the conformance cases has the same bits on this machine and on lesser ones: loops that are compiled
once for each level of x86-64 must not differ. The lesser ones are one of the first x86-64, which qemu plays, and the one
that valgrind shows programs, x86-64-v3 where this machine is that or more; it finds wrong reads and leaks besides. What
stands on products of matrices (regressions of learners) is left out: it may differ in its last digits.

same_bits.py --machines VALGRIND QEMU TEST-CONFORMANCE FILE.jsonl ...
same_bits.py --plain PLAIN-TEST-CONFORMANCE TEST-CONFORMANCE FILE.jsonl ...

The second compares with a program of the same code without the compiler's vectors and levels.
"""

import subprocess
import sys


def bits(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command[:3])} ...: exit status {done.returncode}\n{done.stderr[-2000:]}")
    return done.stdout.splitlines()


def main():
    if sys.argv[1] == "--plain":
        plain, program, files = sys.argv[2], sys.argv[3], sys.argv[4:]
        others = {"plain loops": [plain]}
    else:
        valgrind, qemu, program, files = sys.argv[2], sys.argv[3], sys.argv[4], sys.argv[5:]
        others = {
            "valgrind's processor": [valgrind, "-q", "--error-exitcode=1", "--leak-check=full", program],
            "an x86-64 processor": [qemu, "-cpu", "qemu64", program],
        }
    here = bits([program, "--portable-bits"] + files)
    for name, command in others.items():
        there = bits(command + ["--portable-bits"] + files)
        differing = [f"{x}\n  there {y}" for x, y in zip(here, there) if x != y]
        for line in differing[:20]:
            print(line)
        if differing or len(here) != len(there) or not here:
            sys.exit(f"{name}: {len(here)} numbers here, {len(there)} there, {len(differing)} differ")
        print(f"{name}: {len(here)} numbers, the same bits")


if __name__ == "__main__":
    main()
