"""Peak memory of feeding a sample and choosing its best F1 threshold, beside what is fed: scores and labels.

WALD_LIBRARY=build/capi/libwald.so PYTHONPATH=bindings/python/src python3 tests/bench/threshold_memory.py [ROWS ...]

Each figure is that of a process of its own: its greatest resident memory beyond what it had before the first row, as
Linux counts it.
"""

import subprocess
import sys

BY_PARTS = 100_000  # rows a call


def resident(name):
    with open("/proc/self/status") as status:
        for line in status:
            if line.startswith(name + ":"):
                return int(line.split()[1]) * 1024
    raise SystemExit(f"/proc/self/status has no {name}")


def measure(rows, kind, share, whole):
    import numpy as np
    import wald

    random = np.random.default_rng(1)
    n = rows if whole else BY_PARTS
    scores, labels = np.empty(n, kind), np.empty(n, np.uint8)

    def draw():
        for first in range(0, n, BY_PARTS):  # without temporaries of all rows
            part = slice(first, min(n, first + BY_PARTS))
            random.random(out=scores[part], dtype=kind)
            labels[part] = random.random(scores[part].size, np.float32) < scores[part] * (2 * share)

    draw()
    warm = wald.Sample(1)
    warm.feed(labels[:BY_PARTS], scores[:BY_PARTS])
    warm.choose()
    del warm
    sample = wald.Sample(1)
    before = resident("VmRSS")
    with open("/proc/self/clear_refs", "w") as peak:
        peak.write("5")
    for _ in range(rows // n):
        sample.feed(labels, scores)
        if not whole:
            draw()
    fed = resident("VmHWM") - before
    sample.choose()
    chosen = resident("VmHWM") - before
    bytes_fed = rows * (scores.itemsize + 1)
    print(f"{fed / bytes_fed:.3f} {chosen / bytes_fed:.3f}")


def main():
    rows = [int(n) for n in sys.argv[1:]] or [10**6, 10**7]
    print("rows      type     positives  calls     fed    fed and chosen (times scores and labels)")
    for n in rows:
        for kind in ("float64", "float32"):
            for share in (0.02, 0.5):
                for calls in ("one", "parts"):
                    out = subprocess.run([sys.executable, "-B", __file__, "--one", str(n), kind, str(share), calls],
                                         check=True, capture_output=True, text=True).stdout.split()
                    print(f"{n:<9} {kind:<8} {share:<10} {calls:<9} {out[0]:<6} {out[1]}", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        measure(int(sys.argv[2]), sys.argv[3], float(sys.argv[4]), sys.argv[5] == "one")
    else:
        main()
