#!/usr/bin/env python3
"""Runs every benchmark, one after the other, and writes what they print as one page.

    cmake -S . -B build -DCMAKE_BUILD_TYPE=Release -DWALD_BENCHMARKS=ON && cmake --build build
    python3 tests/bench/all.py build --data FOLDER [--cache FOLDER] [--only NAME,...] [--page FILE]

--data is WALD_DATA; --cache keeps trained and compiled trees, which otherwise are made again. The page goes to the
standard output unless --page names a file. A benchmark whose program, package or data is missing is skipped by name.

Exit status: 1 if a benchmark was stopped, failed or printed nothing. A missed bar is stated in its output and does not
count. Needs Python 3.9 and the packages of requirements.txt.
"""
import argparse
import datetime
import importlib.metadata
import importlib.util
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple

from run import GROUPS

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PACKAGES = ("numpy", "scipy", "scikit-learn", "xcolumns", "xgboost", "lightgbm", "lleaves", "treelite", "tl2cgen",
            "onnxruntime", "rankseg", "torch")


class Step(NamedTuple):
    name: str
    title: str
    command: list  # "{build}", "{data}", "{cache}" and "{jar}" stand for paths
    modules: tuple = ()  # packages of Python without which it cannot run
    data: bool = False
    minutes: float = 5  # after which it is stopped


def script(name, *arguments):
    return [sys.executable, "-B", str(HERE / name), *arguments]


def program(name, *arguments):
    return ["{build}/tests/bench/bench-" + name, *arguments]


REPEATED = ("--benchmark_repetitions=3", "--benchmark_report_aggregates_only=true", "--benchmark_min_time=0.1")
STEPS = [
    Step("decisions", "Decisions, and how costs grow",
         script("run.py", "{build}", "--rounds", "3", "--groups", ",".join(name for name in GROUPS if name != "macro")),
         minutes=13),
    Step("masks", "Masks of images", script("masks.py", "--rounds", "3"), ("numpy",)),
    Step("per-row", "A number of labels per row, macro F1",
         script("run.py", "{build}", "--rounds", "1", "--groups", "macro"), minutes=6),
    Step("million", "A million rows from Python", script("large_inputs.py", "--rounds", "3"), ("numpy",)),
    Step("thresholds", "Thresholds from C", program("thresholds", *REPEATED), minutes=4),
    Step("threshold-peers", "Thresholds beside scikit-learn", script("threshold_peers.py", "--quick"), ("sklearn",)),
    Step("threshold-memory", "Memory of thresholds", script("threshold_memory.py", "1000000"), ("numpy",)),
    Step("trees", "Trees and cascades beside other engines", script("cascade_peers.py", "--quick", "--cache", "{cache}"),
         ("xgboost", "lightgbm"), data=True, minutes=9),
    # Not the literal algorithms, which take minutes.
    Step("cascades", "Cascades from C",
         program("cascades", *REPEATED, "--benchmark_filter=-^(literal|literal_buffered|greedy_mse)")),
    Step("routes", "Two stages", program("routes", *REPEATED)),
    Step("learners", "Linear learners beside scikit-learn",
         script("learner_peers.py", "{build}/tests/bench/bench-learners", "1"), ("sklearn", "pandas"), data=True, minutes=6),
    Step("forests", "Forests beside scikit-learn", script("forest_peers.py", "{build}/tests/bench/bench-forest", "1"),
         ("sklearn", "pandas"), data=True),
    Step("calls", "Calls from Python beside C",
         script("overhead/compare.py", "c={build}/tests/bench/overhead/bench-overhead",
                f"python={sys.executable} {HERE / 'overhead' / 'overhead.py'}"), ("numpy",)),
    Step("jvm", "The start of a JVM", script("cold_start.py", "{jar}", "--rounds", "5")),
]


def jar_of(build):
    """The jar of classes with the library, not those of sources, pages or one platform beside it."""
    return next((path for path in sorted(build.glob("**/wald-[0-9]*.jar")) if "-" not in path.stem.removeprefix("wald-")), None)


def what_is_missing(step, places):
    if lacking := [name for name in step.modules if importlib.util.find_spec(name) is None]:
        return f"needs {', '.join(lacking)}"
    if step.data and not places["data"]:
        return "needs --data"
    if "{jar}" in step.command and (not places["jar"] or not shutil.which("javac")):
        return "needs javac and the jar of the build"
    programs = [part.split("=")[-1].format(**places) for part in step.command if "{build}/tests/bench/" in part]
    if "{build}" in step.command:
        programs.append(f"{places['build']}/tests/bench/bench-speed")
    absent = [pathlib.Path(name).name for name in programs if not pathlib.Path(name).exists()]
    return f"needs {', '.join(absent)}: configure with -DWALD_BENCHMARKS=ON" if absent else ""


def versions():
    found = []
    for name in PACKAGES:
        try:
            found.append(f"{name} {importlib.metadata.version(name)}")
        except importlib.metadata.PackageNotFoundError:
            continue
    return ", ".join(found)


def processor():
    try:
        lines = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.machine()
    fields = dict(line.split(":", 1) for line in lines if ":" in line)
    values = {key.strip(): value.strip() for key, value in fields.items()}
    widest = next((name for name in ("avx512f", "avx2", "sse4_2") if name in values.get("flags", "").split()), "")
    return f"{values.get('model name', platform.machine())}, {widest}, {os.cpu_count()} cores"


def shown(part):
    return os.path.relpath(part, ROOT) if part.startswith(str(ROOT)) else part


def run(step, places, environment):
    """(status, output, errors, seconds); the status is None if it was stopped."""
    command = [part.format(**places) for part in step.command]
    begin = time.monotonic()
    try:
        done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              timeout=60 * step.minutes, check=False)
        status, output, errors = done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired as stopped:
        status, output, errors = None, (stopped.stdout or b"").decode(), ""
    if status not in (0, None) and not output:
        output = errors[-2000:]
    return status, output.strip(), errors, time.monotonic() - begin


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--data", type=pathlib.Path, default=os.environ.get("WALD_DATA"))
    parser.add_argument("--cache", type=pathlib.Path)
    parser.add_argument("--only", help="names with commas: " + ", ".join(step.name for step in STEPS))
    parser.add_argument("--page", type=pathlib.Path)
    asked = parser.parse_args()
    names = asked.only.split(",") if asked.only else [step.name for step in STEPS]
    if unknown := set(names) - {step.name for step in STEPS}:
        parser.error(f"--only: no benchmark is named {', '.join(sorted(unknown))}")
    build = asked.build.resolve()
    library = build / "capi" / "libwald.so"
    if not library.exists():
        parser.error(f"{library} does not exist: build it first")
    environment = {**os.environ, "WALD_LIBRARY": str(library),
                   "PYTHONPATH": str(ROOT / "bindings/python/src"), "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    if asked.data:
        environment["WALD_DATA"] = str(asked.data.resolve())
    page = ["# Benchmarks, as they ran\n\nWritten by `tests/bench/all.py`. "
            f"{datetime.date.today()}, {processor()}. {versions()}.\n"]
    failed, begin = [], time.monotonic()
    with tempfile.TemporaryDirectory() as scratch:
        cache = (asked.cache or pathlib.Path(scratch)).resolve()
        cache.mkdir(parents=True, exist_ok=True)
        places = {"build": build, "data": asked.data, "cache": cache, "jar": jar_of(build)}
        for step in STEPS:
            if step.name not in names:
                continue
            page.append(f"## {step.title}\n")
            if missing := what_is_missing(step, places):
                page.append(f"Skipped: {missing}.\n")
                print(f"{step.name}: skipped: {missing}", file=sys.stderr)
                continue
            status, output, errors, seconds = run(step, places, environment)
            note = (f", stopped after {step.minutes:g} minutes" if status is None else
                    f", exit status {status}" if status else "")  # fmt: skip
            print(f"{step.name}: {seconds:.0f} s{note}", file=sys.stderr)
            if status not in (0, 1) or not output or "Traceback (most recent call last)" in errors:
                failed.append(step.name)
            plain = {key: f"{key.upper()}" for key in places}
            told = " ".join(shown(part.format(**plain)) for part in step.command).replace(sys.executable, "python3")
            page.append(f"`{told}`: {seconds:.0f} s{note}\n\n```text\n{output}\n```\n")
    page.append(f"All of it took {(time.monotonic() - begin) / 60:.0f} minutes.\n")
    text = "\n".join(page)
    if asked.page:
        asked.page.write_text(text, encoding="utf-8")
    else:
        print(text)
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
