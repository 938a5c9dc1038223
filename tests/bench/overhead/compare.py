#!/usr/bin/env python3
"""What each language adds to a call, against the same call from C in the same run.

    compare.py c=COMMAND LANGUAGE=COMMAND...      COMMAND as a shell would split it, e.g. python="python3 overhead.py"

For Python, from the top of the tree, with what the tests have built:
    WALD_LIBRARY=build/capi/libwald.so PYTHONPATH=bindings/python/src tests/bench/overhead/compare.py \
        c=build/tests/bench/overhead/bench-overhead \
        python="build/python-venv/bin/python tests/bench/overhead/overhead.py"

Every command prints one line of JSON; overhead.py says what it holds. The program of C runs before each of the others,
up to five times where a limit is not kept: other work on the machine comes and goes. What is asked of a language is
compared with the same asked of C: answers with all their facts, which C reads, too, where the language reads them at
once; or the mask and the expected utilities alone, into the caller's arrays. Prints a table; exit status 1 if a
limit below is not kept, or a language gives other answers than C. Python 3 alone.
"""

import json
import shlex
import subprocess
import sys

MOST_CALL = {"java": 3.0, "csharp": 4.0}  # times C, for one call; the others are reported
MOST_BATCH = 1.2  # times C, for a batch, in every language
ROUNDS = 5


def measured(command):
    done = subprocess.run(shlex.split(command), stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{command}: exit {done.returncode}")
    return json.loads(done.stdout.splitlines()[-1])


def main():
    commands = dict(argument.split("=", 1) for argument in sys.argv[1:])
    if "c" not in commands or len(commands) < 2:
        raise SystemExit(__doc__)
    c_command = commands.pop("c")
    faults = []
    print("| language | a call: µs | of C: µs | times C | 10,000 rows: ms | of C: ms | times C "
          "| into arrays: ms | of C: ms | times C |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for language, command in commands.items():
        most_call = MOST_CALL.get(language, float("inf"))
        best = None
        for _ in range(ROUNDS):
            c, ours = measured(c_command), measured(command)
            if ours["ones"] != c["ones"]:
                faults.append(f"{language} chooses {ours['ones']} labels, C {c['ones']}")
            asked = "facts_ms" if "facts_ms" in ours else "batch_ms"
            call, batch = ours["call_us"] / c["call_us"], ours[asked] / c[asked]
            into = ours["into_ms"] / c["into_ms"] if "into_ms" in ours else None
            excess = max(call / most_call, batch / MOST_BATCH, (into or 0) / MOST_BATCH)
            if best is None or excess < best[0]:
                best = excess, call, batch, into, c, ours
            if excess <= 1:
                break
        excess, call, batch, into, c, ours = best
        into_cells = f"{ours['into_ms']:.2f} | {c['into_ms']:.2f} | {into:.2f}" if into else "| |"
        print(f"| {language} | {ours['call_us']:.2f} | {c['call_us']:.2f} | {call:.1f} | {ours[asked]:.2f} | "
              f"{c[asked]:.2f} | {batch:.2f} | {into_cells} |", flush=True)
        if call > most_call:
            faults.append(f"{language}: a call takes {call:.2f} times that of C, the limit is {most_call}")
        if batch > MOST_BATCH:
            faults.append(f"{language}: a batch takes {batch:.2f} times that of C, the limit is {MOST_BATCH}")
        if into and into > MOST_BATCH:
            faults.append(f"{language}: a batch into arrays takes {into:.2f} times that of C, not {MOST_BATCH}")
    for fault in faults:
        print(f"error: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
