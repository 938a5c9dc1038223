#!/usr/bin/env python3
"""Runs a language's package with every request for memory of the library failing once (failing.c).

    run.py python  SHIM BUILD SOURCE libwald.so
    run.py java    SHIM BUILD SOURCE libwald_java.so PROJECT        the Maven project that the build assembled
    run.py csharp  SHIM BUILD SOURCE libwald_csharp.so Wald.dll
    run.py r       SHIM BUILD SOURCE FOLDER                         a folder with the package installed

Names of calls, or parts of them, may follow; then these alone are run. Where a language's tools cannot be had the test
is skipped by name, with code 77.
"""

import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "python"))
import run as made  # noqa: E402


def python(build, source, library):
    # BUILD is this folder's; the environment is that of the package's tests.
    python = made.environment("allocations-python", build.parents[1] / "python-venv", made.pinned(source))
    command = [python, HERE / "failing.py"]
    return command, {"WALD_LIBRARY": library, "PYTHONPATH": source / "bindings" / "python" / "src",
                     "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", **made.bytecode(build.parents[1])}


def java(build, _, library, project):
    sources, classes = project / "src" / "main", build / "allocations-java"
    files = [path for path in sorted((sources / "java").rglob("*.java")) if path.name != "module-info.java"]
    subprocess.run(["javac", "-nowarn", "-d", classes, *files, HERE / "Failing.java"], check=True)
    places = os.pathsep.join(map(str, (classes, sources / "resources")))
    # One small heap, collected at once: what is held by what is no longer used is given back before it is counted.
    return ["java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m", f"-Dorg.libwald.library={library}",
            "-cp", places, "org.libwald.Failing"], {}


def csharp(build, _, library, assembly):
    program = build / "allocations-csharp" / "Failing.exe"
    program.parent.mkdir(exist_ok=True)
    subprocess.run(["mcs", "-langversion:latest", "-debug", "-warnaserror", f"-out:{program}", f"-r:{assembly}",
                    HERE / "Failing.cs"], check=True)
    return ["mono", "--debug", program], {"MONO_PATH": assembly.parent, "WALD_LIBRARY": library}


def r(_, __, folder):
    if not (folder / "wald").is_dir():
        made.skip("allocations-r", f"the package of R is not installed in {folder}")
    return ["Rscript", "--no-init-file", HERE / "failing.R"], {"R_LIBS": folder}


def main():
    language, shim = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
    count = {"python": 3, "java": 4, "csharp": 4, "r": 3}[language]
    paths = [pathlib.Path(path).resolve() for path in sys.argv[3:3 + count]]
    tool = {"python": sys.executable, "java": "javac", "csharp": "mcs", "r": "Rscript"}[language]
    if not shutil.which(tool):
        made.skip(f"allocations-{language}", f"{tool} is missing")
    command, environment = globals()[language](*paths)
    state = paths[0] / f"allocations-{language}.state"
    state.write_bytes(bytes(64))
    environment |= {"WALD_FAILING": state, "LD_PRELOAD": shim}
    clean = made.clean_environment()
    return subprocess.run([*map(str, command), *sys.argv[3 + count:]], check=False,
                          env={**clean, **{name: str(value) for name, value in environment.items()}}).returncode


if __name__ == "__main__":
    sys.exit(main())
