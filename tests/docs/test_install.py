#!/usr/bin/env python3
"""Installs the build into an empty folder and builds the guide's first program from there, as the guide says: with its
CMake project, and with pkg-config.

    test_install.py GUIDE.md BUILD_FOLDER

Environment: WALD_CMAKE, WALD_LIBDIR (relative to the prefix), WALD_CC; see test_guides.py.
"""
import os
import shlex
import shutil
import subprocess
import sys
import tempfile

from test_guides import blocks_of, programs_of


def run(*command, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **options)
    if done.returncode != 0:
        raise SystemExit(f"{shlex.join(command)}: exit {done.returncode}\n{done.stdout}")
    return done.stdout


def same(what, printed, expected):
    if printed != expected:
        raise SystemExit(f"{what}: prints\n{printed}the guide says\n{expected}")
    print(f"{what}: as the guide says")


def main():
    guide, build = sys.argv[1:]
    with open(guide, encoding="utf-8") as file:
        lines = file.readlines()
    program = next(p for p in programs_of(lines) if "#include <wald.h>" in p.block.text)
    project = next(block.text for block in blocks_of(lines) if block.words == ["cmake"])
    cmake = os.environ["WALD_CMAKE"]
    with tempfile.TemporaryDirectory() as folder:
        prefix = os.path.join(folder, "prefix")
        run(cmake, "--install", build, "--prefix", prefix)

        source = os.path.join(folder, "project")
        os.mkdir(source)
        with open(os.path.join(source, "CMakeLists.txt"), "w", encoding="utf-8") as file:
            file.write(project)
        with open(os.path.join(source, "first.c"), "w", encoding="utf-8") as file:
            file.write(program.source)
        made = os.path.join(folder, "made")
        run(cmake, "-S", source, "-B", made, "-DCMAKE_PREFIX_PATH=" + prefix,
            "-DCMAKE_C_COMPILER=" + os.environ["WALD_CC"])
        run(cmake, "--build", made)
        same("find_package", run(os.path.join(made, "first")), program.expected)

        if not shutil.which("pkg-config"):
            print("pkg-config: not on this machine, left out")
            return
        libraries = os.path.join(prefix, os.environ["WALD_LIBDIR"])
        environment = dict(os.environ, PKG_CONFIG_PATH=os.path.join(libraries, "pkgconfig"))
        flags = shlex.split(run("pkg-config", "--cflags", "--libs", "wald", env=environment))
        binary = os.path.join(folder, "first")
        run(os.environ["WALD_CC"], os.path.join(source, "first.c"), *flags, "-o", binary)
        same("pkg-config", run(binary, env=dict(os.environ, LD_LIBRARY_PATH=libraries)), program.expected)


if __name__ == "__main__":
    main()
