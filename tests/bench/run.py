#!/usr/bin/env python3
"""Everything that docs/developers/benchmarks.md speaks of, in one run and one table.

    cmake -S . -B BUILD_DIR -DWALD_BENCHMARKS=ON && cmake --build BUILD_DIR
    python3 tests/bench/run.py BUILD_DIR [--rounds 5] [--out FILE.json] [--plot FILE.svg] [--quick]

Each round times every variant once, the variants of a case one right after the other. A ratio is taken within a
round; the table shows the median over the rounds and, in brackets, the least and the greatest. Times are CPU times of
one thread, which other work on the machine disturbs least, except where two threads are compared: those are elapsed.
numpy is installed into a virtual environment in a scratch folder; without it its rows are left out, with a warning.

Exit status: 0 if the variants agree with each other, 1 if they do not, 2 for a usage error. A bar that is
missed is marked, and does not fail the run: the machine may be busy.
"""
import argparse
import json
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import tempfile

import growth

NUMPY = "numpy==1.26.4" if sys.version_info < (3, 12) else "numpy==2.1.3"
XCOLUMNS = "xcolumns==0.0.2"
HERE = pathlib.Path(__file__).resolve().parent
LABELS = (14, 53, 101, 1000)

# Group -> (program, least seconds for one measurement). The macro group is Python's: macro_peer.py.
GROUPS = {"window": ("speed", 0.05), "ye": ("speed", 0.03), "gfm": ("speed", 0.1), "sparse": ("speed", 0.1),
          "rows": ("rows", 0.05), "few": ("rows", 0.05), "huge": ("huge", 0.05),
          "equal": ("huge", 0.05), "call": ("speed", 0.1), "yardstick": ("speed", 0.1),
          "growth": ("growth", 0.02),
          "bisection": ("general", 0.05), "samples": ("general", 0.05), "feed": ("general", 0.05),
          "ascent": ("general", 0.05), "macro": (None, 0)}

# What a group's ratios compare: (Wald's variant, the others).
PAIRS = {
    "gfm": [("wald-counts", ["eigen", "eigen-literature", "eigen-selection", "numpy-program", "numpy",
                             "numpy-vectorised"]),
            ("wald-joint", ["eigen", "eigen-literature", "eigen-selection", "numpy-program", "numpy",
                            "numpy-vectorised"]),
            ("wald-raw", ["eigen-raw", "numpy-raw"])],
    "window": [("wald", ["n16", "literal"])],
    "ye": [("wald", ["plain", "chai", "jansche", "sort"])],
    "rows": [("wald-1", ["plain", "ye", "threshold"])],
    "bisection": [("bisection", ["window"])],
    "macro": [("wald", ["xcolumns"])],
}
BARS = {
    ("window/gmean-1000-uniform", "wald", "n16"): 15,
    ("window/gmean-1000-rare20", "wald", "n16"): 200,
    ("gfm/f1-101x1000", "wald-counts", "eigen"): 2,
    ("gfm/f1-101x1000", "wald-joint", "eigen-literature"): 2,
    ("gfm/f1-101x1000", "wald-raw", "eigen-raw"): 2,
    ("gfm/f1-101x1000", "wald-counts", "numpy-program"): 50,
    ("gfm/f1-101x1000", "wald-joint", "numpy-program"): 50,
    ("gfm/f1-101x1000", "wald-counts", "numpy"): 50,
}
# At most this part of a rival's time, written as its inverse.
for _n, _most in ((6, 0.25), (14, 0.3), (53, 0.2), (101, 0.15), (1000, 0.012)):
    for _kind in ("uniform", "rare8", "bimodal"):
        BARS[f"rows/f1-{_n}-{_kind}", "wald-1", "plain"] = round(1 / _most, 2)
for _kind in ("uniform", "rare8", "bimodal"):
    BARS[f"rows/f1-10000-{_kind}", "wald-1", "ye"] = 2000
BARS["gfm/f1-101x1000", "wald-counts", "eigen"] = BARS["gfm/f1-101x1000", "wald-joint", "eigen-literature"] = 2.5
BARS["gfm/f1-101x1000", "wald-raw", "eigen-raw"] = 2.5
for _pair in (("wald-counts", "eigen"), ("wald-joint", "eigen-literature"), ("wald-raw", "eigen-raw")):
    BARS["gfm/f1-1000x1000", *_pair] = 8.33
# huge/METRIC-KIND-N/wald beside huge/KIND-N/sort: at most this part of its time.
HUGE_BARS = {"f1": {1000000: 0.08, 10000000: 0.1}, "jaccard": 0.1, "fbeta:2": 0.1, "balanced_accuracy": 0.3,
             "fowlkes_mallows": 0.3,
             "informedness": 0.3}
FEW_BAR = 1.3  # few/CASE: eight threads beside one, of elapsed time
EQUAL_BAR = 1.5  # equal/METRIC-N: kinds with many equal probabilities, beside uniform ones
GROWTH_BARS = {("f1", "separable"): 1.05}  # the exponent from n = 10^6 to 10^7


def fail(message):
    print(f"run.py: {message}", file=sys.stderr)
    sys.exit(2)


def python_with(package, module):
    """The interpreter of a virtual environment of its own that has the package, or None."""
    folder = pathlib.Path(tempfile.gettempdir()) / f"wald-bench-{package}-{sys.version_info[0]}.{sys.version_info[1]}"
    python = folder / "bin" / "python"
    works = [str(python), "-c", f"import {module}"]
    try:
        if not python.exists() or subprocess.run(works, capture_output=True).returncode != 0:
            print(f"installing {package} into {folder}", file=sys.stderr)
            subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True, capture_output=True)
            subprocess.run([str(python), "-m", "pip", "install", "--quiet", package], check=True, capture_output=True)
        subprocess.run(works, check=True, capture_output=True)
        return str(python)
    except (OSError, subprocess.CalledProcessError) as error:
        text = getattr(error, "stderr", b"") or b""
        print(f"warning: no {module}, so no rows of it: {error} {text.decode(errors='replace')[-300:]}",
              file=sys.stderr)
        return None


def run_speed(program, group, seconds):
    """name -> {time, real, value} in nanoseconds."""
    done = subprocess.run([program, f"--benchmark_filter=^{group}/", f"--benchmark_min_time={seconds}",
                           "--benchmark_format=json"], check=True, capture_output=True, text=True)
    out = {}
    for entry in json.loads(done.stdout)["benchmarks"]:
        if entry.get("error_occurred"):
            fail(f"{entry['name']}: {entry['error_message']}")
        name = entry["name"].removesuffix("/real_time")
        out[name] = {"time": entry["cpu_time"], "real": entry["real_time"]}
        if "value" in entry:
            out[name]["value"] = entry["value"]
    return out


def run_peers(python, program, *arguments, **variables):
    environment = dict(os.environ, OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1", MKL_NUM_THREADS="1",
                       NUMBA_NUM_THREADS="1", PYTHONDONTWRITEBYTECODE="1", **variables)
    done = subprocess.run([python, str(HERE / program), *map(str, arguments)], check=True, stdout=subprocess.PIPE,
                          text=True, env=environment)
    return json.loads(done.stdout)


def human(ns):
    for unit, size in (("s", 1e9), ("ms", 1e6), ("us", 1e3)):
        if ns >= size:
            return f"{ns / size:.3g} {unit}"
    return f"{ns:.3g} ns"


def spread(values):
    return f"[{min(values):.3g} .. {max(values):.3g}]"


def cpu_model():
    try:
        for line in open("/proc/cpuinfo", encoding="utf-8"):
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


class Results:
    def __init__(self, rounds):
        self.rounds = rounds  # a list of name -> {time, ...}

    def times(self, name, kind="time"):
        return [r[name][kind] for r in self.rounds if name in r]

    def median(self, name, kind="time"):
        return statistics.median(self.times(name, kind))

    def cases(self):
        out = {}
        for name in self.rounds[0]:
            case, variant = name.rsplit("/", 1)
            out.setdefault(case, []).append(variant)
        return out

    def ratios(self, case, variant, rival):
        a, b = f"{case}/{variant}", f"{case}/{rival}"
        return [r[b]["time"] / r[a]["time"] for r in self.rounds if a in r and b in r]

    def disagreements(self):
        """Variants of one case whose expected utility differs."""
        out = []
        for case, variants in self.cases().items():
            if case.startswith("equal/"):  # other inputs
                continue
            values = {v: self.rounds[0][f"{case}/{v}"].get("value") for v in variants if not v.startswith("many")}
            values = {v: x for v, x in values.items() if x is not None}
            if values and max(values.values()) - min(values.values()) > 1e-9:
                out.append((case, values))
        return out


def huge_rows(results, case, variants, rows):
    """Rows of the table for one case of the huge group; the ratio is Wald's part of the sort's time."""
    *metric, kind, n = case.split("/")[1].split("-")
    if not metric:
        for variant in variants:
            times = results.times(f"{case}/{variant}")
            rows.append((case, variant, human(statistics.median(times)), "", "", "",
                         f"[{human(min(times))} .. {human(max(times))}]", ""))
        return []
    sort, wald = f"huge/{kind}-{n}/sort", f"{case}/wald"
    ratios = [r[wald]["time"] / r[sort]["time"] for r in results.rounds]
    ratio, bar = statistics.median(ratios), HUGE_BARS[metric[0]]
    bar = bar.get(int(n)) if isinstance(bar, dict) else bar if int(n) >= 1000000 else None
    if bar is not None and kind == "tiny":
        bar = max(bar, 0.3)
    if kind == "adversarial":
        bar = None
    verdict = "" if bar is None else f"<= {bar}: " + ("met" if ratio <= bar else "MISSED")
    rows.append((case, "wald", human(results.median(wald)), "sort", human(results.median(sort)),
                 f"{ratio:.3g} of the time", spread(ratios), verdict))
    return [{"case": case, "wald": "wald", "against": "sort", "ratio": ratio, "ratios": ratios, "bar": bar}]


def table(results, memory):
    rows = [("case", "Wald", "time", "against", "time", "ratio", "", "bar")]
    report = []
    for case, variants in results.cases().items():
        group = case.split("/")[0]
        pairs = [(w, [r for r in rivals if r in variants]) for w, rivals in PAIRS.get(group, []) if w in variants]
        for wald, rivals in pairs:
            for rival in rivals:
                ratios = results.ratios(case, wald, rival)
                bar = BARS.get((case, wald, rival))
                ratio = statistics.median(ratios)
                verdict = "" if bar is None else f">= {bar}: " + ("met" if ratio >= bar else "MISSED")
                if group == "macro":
                    gained = results.median(f"{case}/{wald}", "quality") - results.median(f"{case}/{rival}", "quality")
                    verdict = f"expected F1 {gained:+.2g}"
                rows.append((case, wald, human(results.median(f"{case}/{wald}")), rival,
                             human(results.median(f"{case}/{rival}")), f"{ratio:.3g}", spread(ratios), verdict))
                report.append({"case": case, "wald": wald, "against": rival, "ratio": ratio, "ratios": ratios,
                               "bar": bar, **({"gained": gained} if group == "macro" else {})})
        if group == "growth":
            continue
        if group == "huge":
            report += huge_rows(results, case, variants, rows)
            continue
        if group == "few":
            pairs_of_times = zip(results.times(f"{case}/threads-8", "real"), results.times(f"{case}/threads-1", "real"))
            ratios = [eight / one for eight, one in pairs_of_times]
            ratio = statistics.median(ratios)
            rows.append((case, "8 threads", human(results.median(f"{case}/threads-8", "real")), "1 thread",
                         human(results.median(f"{case}/threads-1", "real")), f"{ratio:.3g} of the time", spread(ratios),
                         f"<= {FEW_BAR}: " + ("met" if ratio <= FEW_BAR else "MISSED")))
            report.append({"case": case, "wald": "8 threads", "against": "1 thread", "ratio": ratio, "ratios": ratios,
                           "bar": FEW_BAR})
            continue
        if group == "equal":
            for kind in variants:
                ratios = [1 / ratio for ratio in results.ratios(case, kind, "uniform")]
                ratio = statistics.median(ratios)
                rows.append((case, kind, human(results.median(f"{case}/{kind}")), "uniform",
                             human(results.median(f"{case}/uniform")), f"{ratio:.3g} of the time", spread(ratios),
                             f"<= {EQUAL_BAR}: " + ("met" if ratio <= EQUAL_BAR else "MISSED")))
                report.append({"case": case, "wald": kind, "against": "uniform", "ratio": ratio, "ratios": ratios,
                               "bar": EQUAL_BAR})
            continue
        if not any(rivals for _, rivals in pairs):
            for v in variants:
                times = results.times(f"{case}/{v}")
                rows.append((case, v, human(statistics.median(times)), "", "", "",
                             f"[{human(min(times))} .. {human(max(times))}]", ""))
        if group == "rows":
            pairs_of_times = zip(results.times(f"{case}/many-2", "real"), results.times(f"{case}/many-1", "real"))
            ratios = [two / one for two, one in pairs_of_times]
            ratio = statistics.median(ratios)
            rows.append((case, "2 threads", "", "1 thread", "", f"{ratio:.3g} of the time", spread(ratios),
                         "<= 0.6: " + ("met" if ratio <= 0.6 else "MISSED")))
            report.append({"case": case, "wald": "2 threads", "against": "1 thread", "ratio": ratio, "ratios": ratios,
                           "bar": 0.6})
    for metric, algorithm, n, seconds, slope in growth.rows(growth.series(results.rounds)):
        bar = GROWTH_BARS.get((metric, algorithm))
        rows.append((f"growth/{metric}", algorithm, f"{human(seconds * 1e9)}", "", f"at n = {n}",
                     "" if slope is None else f"n^{slope:.2f}", "",
                     "" if bar is None or slope is None else f"<= {bar}: " + ("met" if slope <= bar else "MISSED")))
        report.append({"case": f"growth/{metric}", "wald": algorithm, "exponent": slope, "bar": bar})
    for name, value in memory.items():
        rows.append((name, "", f"{value:.6g}", "", "", "", "",
                     "" if not name.startswith("allocations/independent") else
                     "0: " + ("met" if value == 0 else "MISSED")))
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
    return report


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("build", type=pathlib.Path, help="a build folder configured with -DWALD_BENCHMARKS=ON")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--out", type=pathlib.Path, help="everything measured, as JSON")
    parser.add_argument("--plot", type=pathlib.Path, help="time against n for every algorithm, as SVG (gnuplot)")
    parser.add_argument("--quick", action="store_true", help="one short round: does everything run?")
    parser.add_argument("--groups", default=",".join(GROUPS), help="default: all, " + ",".join(GROUPS))
    options = parser.parse_args()
    groups = options.groups.split(",")
    for group in groups:
        if group not in GROUPS:
            fail(f'group "{group}" is unknown: the groups are {", ".join(GROUPS)}')
    if options.rounds < 1:
        fail(f"--rounds is {options.rounds}: must be at least 1")
    folder = options.build / "tests" / "bench"
    names = ("memory", *(program for program, _ in GROUPS.values() if program))
    programs = {name: folder / f"bench-{name}" for name in names}
    for program in programs.values():
        if not program.exists():
            fail(f"{program} is missing: configure with -DWALD_BENCHMARKS=ON and build")
    configuration = json.loads((folder / "configuration.json").read_text(encoding="utf-8"))
    if configuration["build_type"] != "Release" or configuration["sanitize"]:
        print("warning: not a plain Release build: the times mean little", file=sys.stderr)
    configuration.update(cpu=cpu_model(), cpus=os.cpu_count(), rounds=1 if options.quick else options.rounds)

    python = python_with(NUMPY, "numpy") if "gfm" in groups else None
    python_macro = python_with(XCOLUMNS, "xcolumns") if "macro" in groups else None
    configuration.update(numpy=NUMPY if python else None, xcolumns=XCOLUMNS if python_macro else None)
    rounds = []
    for i in range(configuration["rounds"]):
        measured = {}
        for group in groups:
            print(f"round {i + 1} of {configuration['rounds']}: {group}", file=sys.stderr)
            program, seconds = GROUPS[group]
            if group == "macro":
                if python_macro:
                    measured.update(run_peers(python_macro, "macro_peer.py", *["--quick"] * options.quick,
                                              WALD_LIBRARY=str(options.build.resolve() / "capi" / "libwald.so"),
                                              PYTHONPATH=str(HERE.parents[1] / "bindings" / "python" / "src")))
                continue
            measured.update(run_speed(str(programs[program]), group, 0.001 if options.quick else seconds))
            if group == "gfm" and python:
                measured.update(run_peers(python, "peers.py", *(LABELS[:-1] if options.quick else LABELS)))
        rounds.append(measured)
    print("memory", file=sys.stderr)
    done = subprocess.run([str(programs["memory"])] + (["--quick"] if options.quick else []), check=True,
                          capture_output=True, text=True)
    memory = json.loads(done.stdout)

    results = Results(rounds)
    print(" ".join(f"{key}={value}" for key, value in configuration.items()))
    report = table(results, memory)
    found = growth.series(rounds)
    if options.plot and found and not growth.draw(found, options.plot):
        print("warning: no gnuplot, so no picture", file=sys.stderr)
    wrong = results.disagreements()
    for case, values in wrong:
        print(f"WRONG: the variants of {case} differ: {values}")
    if options.out:
        options.out.write_text(json.dumps({"configuration": configuration, "ratios": report, "rounds": rounds,
                                           "memory": memory}, indent=1) + "\n", encoding="utf-8")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
