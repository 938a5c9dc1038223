#!/usr/bin/env python3
"""The same tests on .NET's own runtime (CoreCLR), against the assembly for .NET Standard 2.0.

    dotnet.py BUILD ASSEMBLY suites FOLDER SUITE ...
    dotnet.py BUILD ASSEMBLY conformance FOLDER test-conformance FILE.jsonl ...
    dotnet.py BUILD ASSEMBLY package FOLDER Wald.nupkg

The runtime is that of .NET Core 3.1, in the package dotnetcore2 from PyPI; its assemblies are what Mono's compiler
compiles the tests against. Where it cannot be had the test is skipped by name, and is an error where the environment
variable CI is set. In FOLDER are the programs.
"""

import json
import pathlib
import platform
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
EXAMPLES = HERE.parents[1] / "docs" / "examples"
sys.path[:0] = [str(HERE), str(HERE.parent / "python")]
import conformance  # noqa: E402
import package  # noqa: E402
import run as made  # noqa: E402

RUNTIME = ["dotnetcore2==3.1.23", "distro==1.9.0"]
CONFIGURATION = {"runtimeOptions": {"framework": {"name": "Microsoft.NETCore.App", "version": "3.1.0"},
                                    "configProperties": {"System.Globalization.Invariant": True}}}


class Runtime:
    @classmethod
    def made(cls, test, build):
        """From PyPI."""
        if platform.machine() != "x86_64":
            made.skip(test, f"PyPI has .NET for x86_64, this is {platform.machine()}")
        python = made.environment(test, build / "dotnet-venv", RUNTIME)
        (home,) = (python.parent.parent / "lib").glob("python3*/site-packages/dotnetcore2/bin")
        return cls(home / "dotnet")

    def __init__(self, host):
        self.host, home = host, host.parent
        self.host.chmod(0o755)
        (shared,) = (home / "shared" / "Microsoft.NETCore.App").iterdir()
        self.references = [f"-r:{path}" for path in sorted(shared.glob("*.dll")) if managed(path)]

    def compile(self, assembly, program, sources, *others):
        """A program that `command` runs, with the assembly beside it."""
        program.parent.mkdir(parents=True, exist_ok=True)
        # 1702: the runtime's assemblies name other revisions of each other than they come in.
        subprocess.run(["mcs", "-langversion:latest", "-debug", "-warnaserror", "-nowarn:1702", "-noconfig",
                        "-nostdlib", *self.references, f"-r:{assembly}", f"-out:{program}", *others, *sources], check=True)
        program.with_suffix(".runtimeconfig.json").write_text(json.dumps(CONFIGURATION))

    def command(self, program):
        return [str(self.host), "exec", str(program)]


def managed(path):
    content = path.read_bytes()
    header = int.from_bytes(content[60:64], "little") + 24
    directories = header + (112 if content[header:header + 2] == b"\x0b\x02" else 96)
    return any(content[directories + 14 * 8:directories + 15 * 8])


def main():
    build, assembly, what, folder = (pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve(), sys.argv[3],
                                     pathlib.Path(sys.argv[4]).resolve())
    arguments = sys.argv[5:]
    runtime = Runtime.made("csharp-dotnet", build)
    if what == "package":
        return package.check_dotnet(runtime, pathlib.Path(arguments[0]).resolve(), folder)
    folder.mkdir(parents=True, exist_ok=True)
    for path in (assembly, assembly.with_suffix(".xml")):
        shutil.copy(path, folder)
    if what == "conformance":
        program = folder / "Conformance.dll"
        runtime.compile(assembly, program, [*sorted(HERE.glob("Conformance*.cs")), HERE / "Json.cs"])
        return conformance.compare(runtime.command(program), arguments[0], arguments[1:])
    program = folder / "Tests.dll"
    runtime.compile(assembly, program, [HERE / "Check.cs", *(HERE / f"{suite}Tests.cs" for suite in arguments)],
                    *(f"-resource:{path},{path.name}" for path in (*sorted(HERE.glob("*.json")), *sorted(EXAMPLES.glob("*.?sv")),
                                                             *(EXAMPLES / "own_model").iterdir())))
    # A process each, as on Mono.
    failed = [suite for suite in arguments
              if subprocess.run([*runtime.command(program), f"{suite}Tests."], timeout=600, check=False).returncode]
    print(f"{len(arguments)} suites, {len(failed)} failed: {' '.join(failed)}" if failed else
          f"{len(arguments)} suites, 0 failed")
    return 1 if failed or len(arguments) < 10 else 0


if __name__ == "__main__":
    sys.exit(main())
