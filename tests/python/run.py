#!/usr/bin/env python3
"""Runs the tests of the Python package in a virtual environment of their own, made in the build folder.

    run.py suite BUILD SOURCE LIBRARY [pytest arguments]    the suite, against a libwald.so
    run.py wheel BUILD SOURCE LIBRARY                       the wheel, built and then installed in a clean environment

Where the environment cannot be made (no venv, no PyPI) the test is skipped by name, with code 77; where the environment
variable CI is set that is an error. Python 3 alone.
"""

import base64
import fcntl
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import zipfile

SKIPPED = 77
TWINE = ["twine==6.2.0"]


def skip(test, why):
    if os.environ.get("CI"):
        print(f"ERROR: {test}: {why}")
        sys.exit(1)
    print(f"SKIPPED: {test} ({why})")
    sys.exit(SKIPPED)


def clean_environment():
    """This process's, without what would lead Python or the package elsewhere."""
    dropped = ("PYTHONPATH", "PYTHONHOME", "WALD_LIBRARY", "LD_LIBRARY_PATH", "VIRTUAL_ENV", "PYTHONSTARTUP")
    return {k: v for k, v in os.environ.items() if k not in dropped}


def environment(test, folder, requirements):
    """The Python of a virtual environment with these packages; one that is there already is used again. Of two tests that ask
    for the same at once, one waits."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with open(folder.with_name(folder.name + ".lock"), "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return locked_environment(test, folder, requirements)


def locked_environment(test, folder, requirements):
    wanted = hashlib.sha256(("\n".join(requirements) + sys.version).encode()).hexdigest()
    python, mark = folder / "bin" / "python", folder / "complete"
    if mark.exists() and mark.read_text() == wanted and python.exists():
        return python
    if sys.version_info < (3, 11):
        skip(test, f"the pinned packages need Python 3.11, this is {sys.version.split()[0]}")
    shutil.rmtree(folder, ignore_errors=True)
    steps = (
        ("the module venv is missing: apt install python3-venv", [sys.executable, "-m", "venv", str(folder)]),
        # Not compiled: of thousands of files hundreds are imported, which Python then keeps (see bytecode).
        ("packages cannot be had from PyPI", [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check",
                                              "--no-compile", "--only-binary", ":all:", *requirements]),
    )
    for why, command in steps:
        done = subprocess.run(command, env=clean_environment(), capture_output=True, text=True, check=False)
        if done.returncode:
            print(done.stdout + done.stderr)
            skip(test, why)
    mark.write_text(wanted)
    return python


def bytecode(build):
    """Settings by which Python keeps what it compiles, in the build folder rather than beside the sources."""
    return {"PYTHONPYCACHEPREFIX": str(build / "python-bytecode"), "PYTHONDONTWRITEBYTECODE": ""}


def pinned(source):
    lines = (source / "tests" / "python" / "requirements.txt").read_text().splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def suite(build, source, library, arguments):
    python = environment("python", build / "python-venv", pinned(source))
    env = {**clean_environment(), "WALD_LIBRARY": str(library), "WALD_SOURCE": str(source), "MPLBACKEND": "Agg",
           "MPLCONFIGDIR": str(build / "python-venv" / "matplotlib"), **bytecode(build)}
    # One thread each: the tests run beside others.
    env.update(dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1"))
    command = [str(python), "-m", "pytest", "-q", "-s", "-rsx", "--tb=short", "-p", "no:cacheprovider", "--no-header",
               str(source / "tests" / "python"), *arguments]
    return subprocess.run(command, env=env, cwd=build, check=False).returncode


def check_files(wheel):
    """RECORD names every file with its hash and its size."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        (record,) = [name for name in names if name.endswith(".dist-info/RECORD")]
        rows = [row.rsplit(",", 2) for row in archive.read(record).decode().splitlines()]
        assert sorted(row[0] for row in rows) == sorted(names) and [record, "", ""] in rows
        for name, digest, size in rows:
            if name != record:
                content = archive.read(name)
                hashed = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
                assert (digest, size) == (f"sha256={hashed}", str(len(content))), name


def wheel(build, source, library):
    numpy = [line for line in pinned(source) if line.startswith("numpy==")]
    folder = build / "python-wheel"
    shutil.rmtree(folder, ignore_errors=True)
    dist, empty = folder / "dist", folder / "empty"
    empty.mkdir(parents=True)
    python = environment("python-wheel", folder / "venv", numpy)
    env = {**clean_environment(), **bytecode(build)}

    def run(*command, **more):
        done = subprocess.run(list(map(str, command)), cwd=empty, env={**env, **more}, check=False, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        print(done.stdout, end="")
        if done.returncode:
            raise SystemExit(f"failed: {' '.join(map(str, command))}")
        return done.stdout

    builder = source / "bindings" / "python" / "build_wheel.py"
    run(python, builder, "--library", library, "--output", dist)
    (built,) = dist.glob("*.whl")
    check_files(built)
    # With a bill of materials.
    bill = folder / "bill.json"
    bill.write_text('{"bomFormat": "CycloneDX"}')
    run(python, builder, "--library", library, "--sbom", bill, "--output", folder / "bill")
    with zipfile.ZipFile(*(folder / "bill").glob("*.whl")) as archive:
        (name,) = [name for name in archive.namelist() if ".dist-info/sboms/" in name]
        assert archive.read(name) == bill.read_bytes()
    check_files(*(folder / "bill").glob("*.whl"))
    # Sources: twice the same bytes, what PyPI asks, and a wheel out of them.
    for again in ("dist", "again"):
        run(python, builder, "--sdist", "--output", folder / again)
    (sources,) = dist.glob("*.tar.gz")
    assert sources.read_bytes() == (folder / "again" / sources.name).read_bytes()
    assert sources.stat().st_size < 1_900_000
    twine = environment("python-wheel", folder / "twine-venv", TWINE)
    run(twine, "-m", "twine", "--no-color", "check", "--strict", built, sources)
    run(python, "-m", "pip", "wheel", "-q", "--disable-pip-version-check", "--no-deps", "--no-build-isolation", "-w",
        folder / "sources", sources, WALD_LIBRARY=str(library))
    if [path.read_bytes() for path in (folder / "sources").glob("*.whl")] != [built.read_bytes()]:
        raise SystemExit("of the sources pip builds another wheel")
    with tarfile.open(sources) as archive:
        archive.extractall(folder / "unpacked")
    (unpacked,) = (folder / "unpacked").iterdir()
    if shutil.which("cmake"):  # as far as it takes no compiling
        run("cmake", "-S", unpacked / "wald", "-B", folder / "configured", "-DBUILD_TESTING=OFF")
    run(python, source / "tests" / "package" / "binary_facts.py", built, "--max-size", 3_800_000, "--max-glibc", "2.34",
        "--max-glibcxx", "3.4.30")
    # The same through pip, as a user would build it; and twice gives the same bytes.
    run(python, "-m", "pip", "wheel", "-q", "--disable-pip-version-check", "--no-deps", "--no-build-isolation", "-w",
        folder / "pip", source / "bindings" / "python", WALD_LIBRARY=str(library))
    (again,) = (folder / "pip").glob("*.whl")
    if (again.name, again.read_bytes()) != (built.name, built.read_bytes()):
        raise SystemExit("pip builds another wheel than build_wheel.py")
    run(python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-index", "--no-deps", built)
    run(python, "-m", "pip", "check", "--disable-pip-version-check")
    run(python, "-I", "-B", source / "tests" / "python" / "wheel_check.py", folder / "venv")
    run(python, "-m", "pip", "uninstall", "-q", "-y", "wald")
    left = list((folder / "venv").rglob("wald*"))
    if left:
        raise SystemExit(f"uninstalling leaves {left}")
    return 0


def main():
    what, build, source, library = sys.argv[1], *(pathlib.Path(a).resolve() for a in sys.argv[2:5])
    if what == "suite":
        return suite(build, source, library, sys.argv[5:])
    return wheel(build, source, library)


if __name__ == "__main__":
    sys.exit(main())
