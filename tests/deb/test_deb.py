#!/usr/bin/env python3
"""The Debian packages as artefacts: built from a build folder, looked into, installed, used, removed.

    test_deb.py contents BUILD SOURCE    builds them, and installs them into an empty folder, where the list of this
                                         machine's packages makes dpkg see to the dependencies
    test_deb.py install BUILD SOURCE     installs the same on this machine itself and removes them again. Only as root,
                                         where the environment variable CI says that it is thrown away afterwards

Without dpkg-dev, or a machine to throw away, the test is skipped by name, with code 77. lintian is asked where it is
installed. Python 3 alone.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

SKIPPED = 77
MOST_BYTES = {"libwald": 2_450_000, "libwald-dev": 85_000, "wald": 1_200_000}
MOST_LIBRARY_BYTES = 7_000_000
MOST_GLIBC = "2.34"
MOST_GLIBCXX = "3.4.30"
# "Closes: #number" in the changelog is for packages that are uploaded to Debian.
LINTIAN_SUPPRESSED = "initial-upload-closes-no-bugs"


def skip(test, why):
    print(f"SKIPPED: {test} ({why})")
    sys.exit(SKIPPED)


def expect(condition, what):
    if not condition:
        raise SystemExit(f"error: {what}")


def run(*command, fails=False, **options):
    """What a command prints; it must succeed (or, where asked for, fail)."""
    done = subprocess.run(list(map(str, command)), text=True, check=False, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, **options)
    if (done.returncode != 0) != fails:
        raise SystemExit(f"error: {' '.join(map(str, command))}: exit {done.returncode}\n{done.stdout}")
    return done.stdout


def field(package, name):
    return run("dpkg-deb", "-f", package, name).strip()


def files_of(package):
    """The files and links of a package, with the columns that tar lists them with."""
    lines = [line.split(None, 5) for line in run("dpkg-deb", "-c", package).splitlines()]
    return {name.split(" -> ")[0][1:]: (mode, owner) for mode, owner, _, _, _, name in lines if not name.endswith("/")}


class Packages:
    """The three packages, by name, in the order in which they are installed."""

    def __init__(self, folder, source):
        self.version = (source / "VERSION").read_text().strip()
        self.abi = re.search(r"^\d+$", (source / "ABI_VERSION").read_text(), re.M).group()
        self.multiarch = run("dpkg-architecture", "-qDEB_HOST_MULTIARCH").strip()
        self.architecture = run("dpkg", "--print-architecture").strip()
        self.lib = f"/usr/lib/{self.multiarch}"
        self.paths = {name: folder / f"{name}_{self.version}-1_{self.architecture}.deb"
                      for name in (f"libwald{self.abi}", "libwald-dev", "wald")}

    def __iter__(self):
        return iter(self.paths)


def build(build_folder, source, output):
    shutil.rmtree(output, ignore_errors=True)
    print(run("sh", source / "packaging" / "deb.sh", output, build_folder), end="")
    packages = Packages(output, source)
    expect(sorted(packages.paths.values()) == sorted(output.iterdir()), f"{output} holds {sorted(output.iterdir())}")
    return packages


# ---- What they hold ------------------------------------------------------------------------------


def check_contents(packages, source, scratch):
    library, lib, version, abi = f"libwald{packages.abi}", packages.lib, packages.version, packages.abi
    real = f"{lib}/libwald.so.{abi}.{version}"
    headers = {f"/usr/include/wald/{path.name}" for path in (source / "capi/wald").iterdir()}
    held = {
        library: {real, f"{lib}/libwald.so.{abi}"},
        "libwald-dev": {"/usr/include/wald.h", "/usr/include/wald.hpp", *headers, f"{lib}/libwald.so",
                        f"{lib}/pkgconfig/wald.pc", f"{lib}/cmake/wald/wald-config.cmake",
                        f"{lib}/cmake/wald/wald-config-version.cmake", f"{lib}/cmake/wald/wald-targets.cmake",
                        f"{lib}/cmake/wald/wald-targets-release.cmake"},
        "wald": {"/usr/bin/wald", "/usr/share/man/man1/wald.1.gz", "/usr/share/bash-completion/completions/wald",
                 "/usr/share/fish/vendor_completions.d/wald.fish", "/usr/share/zsh/vendor-completions/_wald"},
    }
    for name, path in packages.paths.items():
        size, most = path.stat().st_size, MOST_BYTES["libwald" if name == library else name]
        print(f"{path.name}: {size} bytes (cap {most}); depends on {field(path, 'Depends')}")
        expect(size <= most, f"{path.name} has {size} bytes: the cap is {most}")
        files = files_of(path)
        documents = {f"/usr/share/doc/{name}/{file}" for file in ("copyright", "changelog.gz", "changelog.Debian.gz")}
        expect(set(files) == held[name] | documents,
               f"{name} should differ by {sorted(set(files) ^ (held[name] | documents))}")
        for file, (mode, owner) in files.items():
            wanted = "lrwxrwxrwx" if mode[0] == "l" else "-rwxr-xr-x" if file == "/usr/bin/wald" else "-rw-r--r--"
            expect((mode, owner) == (wanted, "root/root"), f"{name}: {file} is {mode} {owner}")
        (scratch / name).mkdir(parents=True)
        run("dpkg-deb", "-x", path, scratch / name)
    copyright_text = (scratch / "wald/usr/share/doc/wald/copyright").read_text()
    expect((source / "NOTICE").read_text() in copyright_text and "common-licenses/Apache-2.0" in copyright_text,
           "the copyright file does not hold NOTICE and the place of the licence")

    # The library needs the runtimes of C and C++, and the command the library.
    needs = {part.split()[0] for part in field(packages.paths[library], "Depends").split(",")}
    expect(needs == {"libc6", "libgcc-s1", "libstdc++6"}, f"{library} depends on {needs}")
    expect(f"{library} (>= {version})" in field(packages.paths["wald"], "Depends"), "the command needs no library")
    expect(field(packages.paths["libwald-dev"], "Depends") == f"{library} (= {version}-1)", "libwald-dev's Depends")
    control = scratch / "control"
    run("dpkg-deb", "-e", packages.paths[library], control)
    expect((control / "shlibs").read_text() == f"libwald {abi} {library} (>= {version})\n", "its shlibs")
    expect((control / "triggers").read_text() == "activate-noawait ldconfig\n", "its triggers")

    facts = source / "tests" / "package" / "binary_facts.py"
    print(run(sys.executable, "-B", facts, str(scratch / library) + real, "--max-size", MOST_LIBRARY_BYTES,
              "--max-glibc", MOST_GLIBC, "--max-glibcxx", MOST_GLIBCXX), end="")
    dynamic = run("readelf", "-d", scratch / "wald/usr/bin/wald")
    expect("RUNPATH" not in dynamic and "RPATH" not in dynamic, "the command has a path to libraries of its own")
    for binary in (str(scratch / library) + real, scratch / "wald/usr/bin/wald"):
        expect(".symtab" not in run("readelf", "-SW", binary), f"{binary} is not stripped")

    if shutil.which("lintian"):
        print(run("lintian", "--fail-on", "error,warning", "--suppress-tags", LINTIAN_SUPPRESSED, "--allow-root",
                  *packages.paths.values()), end="")
        print("lintian: no errors or warnings")
    else:
        print("lintian: not on this machine, left out")


# ---- Installed, used, removed --------------------------------------------------------------------


def use(packages, root, source, folder):
    """The command, and programs built with find_package and with pkg-config, from packages installed under a root."""
    environment, search = dict(os.environ), []
    if root != pathlib.Path("/"):
        search = [f"-DCMAKE_PREFIX_PATH={root}/usr"]
        environment["LD_LIBRARY_PATH"] = f"{root}{packages.lib}"
        environment["PKG_CONFIG_PATH"] = f"{root}{packages.lib}/pkgconfig"
        environment["PKG_CONFIG_ALLOW_SYSTEM_LIBS"] = environment["PKG_CONFIG_ALLOW_SYSTEM_CFLAGS"] = "1"
    else:
        environment.pop("LD_LIBRARY_PATH", None)
    command = root / "usr" / "bin" / "wald"
    printed = run(command, "version", env=environment)
    expect(packages.version in printed, f"wald version prints {printed}")
    table = folder / "p.csv"
    table.write_text("a,b,c,d\n0.6,0.35,0.3,0.05\n")
    printed = run(command, "predict", "--metric", "f1", table, env=environment)
    expect("1,1,1,0" in printed, f"wald predict prints {printed}")

    consumer = source / "tests" / "package" / "consumer"
    made = folder / "made"
    run("cmake", "-S", consumer, "-B", made, *search, env=environment)
    run("cmake", "--build", made, env=environment)
    found = (made / "CMakeCache.txt").read_text()
    expect(f"wald_DIR:PATH={str(root).rstrip('/')}{packages.lib}/cmake/wald\n" in found, "find_package found another")
    shutil.copytree(consumer, folder / "make")
    run("make", "-s", "-C", folder / "make", "first", env=environment)
    for program in (made / "first", made / "second", folder / "make" / "first"):
        # By enumeration: the first three labels, E F1 = 0.527565.
        printed = run(program, env=environment)
        expect(printed == "3 0.527565\n", f"{program} prints {printed}")


def install_use_remove(packages, root, source, folder):
    dpkg = ["dpkg"] if root == pathlib.Path("/") else ["dpkg", f"--root={root}", f"--log={folder / 'log'}"]
    if os.geteuid() != 0:
        dpkg = ["fakeroot", *dpkg]
    environment = {**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin:/sbin", "LC_ALL": "C"}

    def state(package):
        asked = ["dpkg-query", f"--admindir={root / 'var/lib/dpkg'}", "-W", "-f", "${db:Status-Status}", package]
        return subprocess.run(asked, text=True, check=False, capture_output=True).stdout.strip()

    files = [pathlib.Path(f"{root}{file}") for path in packages.paths.values() for file in files_of(path)]
    there = [file for file in files if os.path.lexists(file)]
    expect(not there, f"before installing there is {there}")
    order = list(packages)
    try:
        run(*dpkg, "-i", *packages.paths.values(), env=environment)
        for package in order:
            expect(state(package) == "installed", f"{package} is {state(package)!r}")
        missing = [file for file in files if not os.path.lexists(file)]
        expect(not missing, f"installing leaves out {missing}")
        if root == pathlib.Path("/"):
            expect(f"libwald.so.{packages.abi} " in run("ldconfig", "-p", env=environment), "the loader was not told")
        print(run(*dpkg, "--verify", *order, env=environment), end="")  # the sums of every file
        use(packages, root, source, folder)
        refused = run(*dpkg, "--remove", order[0], fails=True, env=environment)
        expect("dependency problems" in refused, f"removing the library alone: {refused}")
    finally:
        run(*dpkg, "--purge", *reversed(order), env=environment)
    left = [file for file in files if os.path.lexists(file)]
    expect(not left, f"removing leaves {left}")
    for package in order:
        expect(state(package) in ("", "not-installed"), f"{package} is {state(package)!r} after it was removed")
    if root == pathlib.Path("/"):
        expect("libwald" not in run("ldconfig", "-p", env=environment), "the loader still knows the library")
    print(f"installed in {root}, used, and removed")


def main():
    what, build_folder, source = sys.argv[1], *(pathlib.Path(a).resolve() for a in sys.argv[2:4])
    test = f"deb-{what}"
    missing = [tool for tool in ("dpkg-architecture", "dpkg-shlibdeps", "dpkg-gencontrol") if not shutil.which(tool)]
    if missing:
        skip(test, f"{', '.join(missing)}: dpkg-dev is not installed")
    if not (build_folder / "bindings" / "cli" / "wald").exists():
        skip(test, "the command wald was not built")
    folder = build_folder / test
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    if what == "contents":
        packages = build(build_folder, source, folder / "packages")
        check_contents(packages, source, folder / "unpacked")
        again = build(build_folder, source, folder / "again")
        for name in packages:
            same = packages.paths[name].read_bytes() == again.paths[name].read_bytes()
            expect(same, f"{name} has other bytes each time")
        if os.geteuid() != 0 and not shutil.which("fakeroot"):
            print("neither root nor fakeroot: not installed")
            return
        root = folder / "root"
        (root / "var/lib/dpkg/info").mkdir(parents=True)
        (root / "var/lib/dpkg/updates").mkdir()
        shutil.copy("/var/lib/dpkg/status", root / "var/lib/dpkg/status")
        install_use_remove(packages, root, source, folder)
        left = [path for path in root.rglob("*") if not path.is_dir() and root / "var" not in path.parents]
        expect(not left, f"removing leaves {left}")
        return
    if os.geteuid() != 0 or not os.environ.get("CI"):
        skip(test, "only as root on a machine that is thrown away, where the variable CI is set")
    if subprocess.run(["dpkg-query", "-W", "libwald*", "wald"], capture_output=True, check=False).stdout:
        skip(test, "packages of these names are known to this machine")
    install_use_remove(build(build_folder, source, folder / "packages"), pathlib.Path("/"), source, folder)


if __name__ == "__main__":
    main()
