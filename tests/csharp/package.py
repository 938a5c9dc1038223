#!/usr/bin/env python3
"""The .nupkg as an artefact: what is in it, unpacked in an empty folder, a program compiled against it and run.

    package.py NUPKG FOLDER
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parents[1]
NATIVE = "libwald_csharp.so"
ANSWER = "0,1,2 0.6903057142857144"
CONTENT = {"LICENSE", "NOTICE", "README.md", "Wald.nuspec", "[Content_Types].xml", "_rels/.rels", "lib/net472/Wald.dll",
           "lib/net472/Wald.xml", "lib/netstandard2.0/Wald.dll", "lib/netstandard2.0/Wald.xml",
           "build/net472/Wald.targets", f"runtimes/linux-x64/native/{NATIVE}"}

faults = []


def check(holds, what):
    if not holds:
        faults.append(what)
        print("error:", what)


def run(program, *arguments, cwd, **environment):
    clean = {k: v for k, v in os.environ.items() if k not in ("WALD_LIBRARY", "LD_LIBRARY_PATH", "MONO_PATH")}
    done = subprocess.run(["mono", program, *arguments], cwd=cwd, env={**clean, **environment}, text=True, timeout=120,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout


def check_content(package):
    with zipfile.ZipFile(package) as archive:
        names = set(archive.namelist())
        core = {name for name in names if name.endswith(".psmdcp")}
        check(names - core == CONTENT and len(core) == 1, f"the package holds {sorted(names)}")
        for name in names:
            if name.rpartition(".")[2] in ("nuspec", "xml", "targets", "rels", "psmdcp"):
                ElementTree.fromstring(archive.read(name))
        version = (SOURCE / "VERSION").read_text().strip()
        nuspec = archive.read("Wald.nuspec").decode()
        check(f"<version>{version}</version>" in nuspec and "$" not in nuspec, "the version of the nuspec")
        check('<license type="expression">Apache-2.0</license>' in nuspec and "<readme>README.md</readme>" in nuspec,
              "licence and readme of the nuspec")
        check(package.name == f"Wald.{version}.nupkg", f"the package is called {package.name}")
        types = archive.read("[Content_Types].xml").decode()
        for name in names - {"[Content_Types].xml"}:
            extension = name.rpartition(".")[2] if "." in name else None
            known = f'Extension="{extension}"' if extension else f'PartName="/{name}"'
            check(known in types, f"{name} has no type")
        documentation = archive.read("lib/net472/Wald.xml").decode()
        check(len(re.findall('<member name="', documentation)) > 150, "the documentation is thin")
        options = re.findall('<param name="options">(.*?)</param>', documentation, re.S)
        check(len(options) > 40 and all("null" in text for text in options), "what null options mean is not said")
        check(archive.read("lib/netstandard2.0/Wald.xml").decode() == documentation, "the documentations differ")


def check_programs(package, folder):
    shutil.rmtree(folder, ignore_errors=True)
    unpacked = folder / "wald"
    with zipfile.ZipFile(package) as archive:
        archive.extractall(unpacked)
    library = unpacked / "lib" / "net472"
    native = unpacked / "runtimes" / "linux-x64" / "native" / NATIVE
    app = folder / "app"
    app.mkdir()
    subprocess.run(["mcs", "-langversion:latest", "-warnaserror", f"-r:{library / 'Wald.dll'}",
                    f"-out:{app / 'Artefact.exe'}", HERE / "Artefact.cs"], check=True)

    def expect(what, result, loaded):
        code, text = result
        right = code == 0 and text.startswith(ANSWER) and "probabilities[0] is 1.5: must lie in [0, 1]" in text
        check(right and f"loaded {loaded}\n" in text and text.count("loaded ") == 1, f"{what}: {code}, {text}")
        print(f"ok: {what}" if right else f"FAILED: {what}")

    expect("in the package", run("Artefact.exe", cwd=app, MONO_PATH=str(library)), native)
    # As NuGet's targets lay it out: the assembly beside the program, the native in runtimes/.
    shutil.copy(library / "Wald.dll", app)
    code, text = run("Artefact.exe", cwd=app)
    check(code == 3 and "cannot be loaded on linux-x64" in text and str(app / NATIVE) + ": no such file" in text
          and str(app / "runtimes" / "linux-x64" / "native" / NATIVE) + ": no such file" in text
          and f"\n  {NATIVE}: " in text, f"without a native: {code}, {text}")
    copied = app / "runtimes" / "linux-x64" / "native" / NATIVE
    copied.parent.mkdir(parents=True)
    shutil.copy(native, copied)
    expect("in runtimes", run("Artefact.exe", cwd=app), copied)
    beside = app / NATIVE
    shutil.copy(native, beside)
    expect("beside the program", run("Artefact.exe", cwd=app), beside)
    # WALD_LIBRARY goes before all else, and there is no other way then.
    expect("WALD_LIBRARY, a file", run("Artefact.exe", cwd=app, WALD_LIBRARY=str(native)), native)
    expect("WALD_LIBRARY, a folder", run("Artefact.exe", cwd=app, WALD_LIBRARY=str(native.parent)), native)
    expect("a value of the AppContext", run("Artefact.exe", "app-context", str(native), cwd=app), native)
    code, text = run("Artefact.exe", cwd=app, WALD_LIBRARY=str(folder / "nowhere.so"))
    check(code == 3 and f"{folder / 'nowhere.so'}: no such file" in text and str(beside) not in text,
          f"WALD_LIBRARY that leads nowhere: {code}, {text}")
    (folder / "broken.so").write_text("no library")
    code, text = run("Artefact.exe", cwd=app, WALD_LIBRARY=str(folder / "broken.so"))
    check(code == 3 and f"{folder / 'broken.so'}: " in text and "file too short" in text,
          f"a broken library: {code}, {text}")
    # Without files of its own, by the system's loader.
    shutil.rmtree(app / "runtimes")
    beside.unlink()
    code, text = run("Artefact.exe", cwd=app, LD_LIBRARY_PATH=str(native.parent))
    check(code == 0 and text.startswith(ANSWER) and f"loaded {native}\n" in text,
          f"by the system's loader: {code}, {text}")


def check_dotnet(runtime, package, folder):
    """The package as a program for .NET has it: the assembly beside the program, the native in runtimes/."""
    shutil.rmtree(folder, ignore_errors=True)
    unpacked = folder / "wald"
    with zipfile.ZipFile(package) as archive:
        archive.extractall(unpacked)
    app = folder / "app"
    library = unpacked / "lib" / "netstandard2.0" / "Wald.dll"
    program = app / "Artefact.dll"
    runtime.compile(library, program, [HERE / "Artefact.cs"])
    shutil.copy(library, app)
    native = app / "runtimes" / "linux-x64" / "native" / NATIVE

    def run_program(**environment):
        clean = {k: v for k, v in os.environ.items() if k not in ("WALD_LIBRARY", "LD_LIBRARY_PATH")}
        done = subprocess.run(runtime.command(program), env={**clean, **environment}, text=True, timeout=120,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        return done.returncode, done.stdout

    code, text = run_program()
    check(code == 3 and f"{native}: no such file" in text, f"without a native: {code}, {text}")
    shutil.copytree(unpacked / "runtimes", app / "runtimes")
    for where, environment in ((native, {}), (unpacked / native.relative_to(app), {
            "WALD_LIBRARY": str(unpacked / native.relative_to(app))})):
        code, text = run_program(**environment)
        check(code == 0 and text.startswith(ANSWER) and "probabilities[0] is 1.5: must lie in [0, 1]" in text
              and f"loaded {where}\n" in text and text.count("loaded ") == 1, f"{where}: {code}, {text}")
    print(f"{len(faults)} faults")
    return 1 if faults else 0


PROJECT = """<Project DefaultTargets="Build" ToolsVersion="4.0"
         xmlns="http://schemas.microsoft.com/developer/msbuild/2003">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <AssemblyName>Artefact</AssemblyName>
    <TargetFrameworkVersion>v4.7.2</TargetFrameworkVersion>
    <OutputPath>out/</OutputPath>
    <LangVersion>latest</LangVersion>
  </PropertyGroup>
  <ItemGroup>
    <Reference Include="System.Core" />
    <Reference Include="Wald"><HintPath>../wald/lib/net472/Wald.dll</HintPath></Reference>
    <Compile Include="Artefact.cs" />
  </ItemGroup>
  <Import Project="$(MSBuildToolsPath)/Microsoft.CSharp.targets" />
  <Import Project="../wald/build/net472/Wald.targets" />
</Project>
"""


def check_targets(folder):
    """A project that imports the package's targets, as NuGet makes one do, finds the native beside its program."""
    if shutil.which("xbuild") is None:
        print("skipped: the targets, which need xbuild")
        return
    project = folder / "project"
    project.mkdir()
    (project / "App.csproj").write_text(PROJECT)
    shutil.copy(HERE / "Artefact.cs", project)
    done = subprocess.run(["xbuild", "/nologo", "/verbosity:minimal", "App.csproj"], cwd=project, text=True,
                          timeout=300,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    check(done.returncode == 0, f"xbuild: {done.stdout}")
    code, text = run("out/Artefact.exe", cwd=project)
    loaded = project / "out" / "runtimes" / "linux-x64" / "native" / NATIVE
    check(code == 0 and f"loaded {loaded}\n" in text, f"built by xbuild: {code}, {text}")


def check_nullability(unpacked, compiled, folder):
    """Both assemblies of the package say what may be null; as Mono's compiler made them they say nothing."""
    (cecil, *_) = sorted(pathlib.Path("/usr/lib/mono/gac/Mono.Cecil").glob("0.1[1-9]*/Mono.Cecil.dll"))
    program = folder / "Nullability.exe"
    subprocess.run(["mcs", "-langversion:latest", "-warnaserror", f"-r:{cecil}", f"-out:{program}",
                    "-r:Facades/netstandard.dll",
                    HERE / "Nullability.cs"], check=True)
    assemblies = sorted((unpacked / "lib").glob("*/Wald.dll"))
    code, text = run(program, *map(str, assemblies), cwd=folder)
    check(code == 0 and len(assemblies) == 2, f"nullability: {text}")
    code, text = run(program, str(compiled / "Wald.dll"), cwd=folder)
    check(code == 1 and 'Metric: the context is ""' in text, f"nullability where nothing is written: {code}, {text}")


FOREIGN = "public static class Foreign { public static object Made() => new System.AppDomainSetup(); }"


def check_retarget(retarget_program, compiled, folder):
    """What makes the assembly for .NET Standard: twice the same bytes, and no type that the standard does not have."""
    api = pathlib.Path("/usr/lib/mono/4.7.2-api")

    def retarget(assembly, made):
        return subprocess.run(["mono", retarget_program, assembly, api / "Facades" / "netstandard.dll", made],
                              text=True, timeout=120, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    again = folder / "again.dll"
    done = retarget(compiled / "Wald.dll", again)
    check(done.returncode == 0 and again.read_bytes() == (compiled.parent / "Wald.dll").read_bytes(),
          f"made again, the assembly differs: {done.stdout}")
    (folder / "Foreign.cs").write_text(FOREIGN)
    subprocess.run(["mcs", "-target:library", "-noconfig", "-nostdlib", f"-r:{api / 'mscorlib.dll'}",
                    f"-out:{folder / 'Foreign.dll'}", folder / "Foreign.cs"], check=True)
    done = retarget(folder / "Foreign.dll", folder / "never.dll")
    check(done.returncode == 1 and "uses System.AppDomainSetup: .NET Standard 2.0 has no such type" in done.stdout
          and not (folder / "never.dll").exists(), f"a foreign type: {done.returncode}, {done.stdout}")


def main():
    package, folder = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    check_content(package)
    check_programs(package, folder)
    check_targets(folder)
    built = package.parent
    check_nullability(folder / "wald", built / "compiled", folder)
    check_retarget(built / "compiled" / "Retarget.exe", built / "netstandard2.0" / "compiled", folder)
    facts = SOURCE / "tests" / "package" / "binary_facts.py"
    done = subprocess.run([sys.executable, "-B", facts, package, "--max-size", "2700000", "--max-glibc", "2.34",
                           "--needed-only",
                           "libc,libm,libdl,libpthread,libgcc_s"])
    check(done.returncode == 0, "the caps of binary_facts.py")
    print(f"{len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
