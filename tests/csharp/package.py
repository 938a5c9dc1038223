#!/usr/bin/env python3
"""The .nupkg as an artefact: what is in it, unpacked in an empty folder, a program compiled against it and run.

    package.py NUPKG FOLDER
"""

import json
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
sys.path.insert(0, str(SOURCE / "tests" / "package"))
from foreign import foreign  # noqa: E402

NATIVE = "libwald_csharp.so"
ANSWER = "0,1,2 0.6903057142857144"
CONTENT = {"LICENSE", "NOTICE", "README.md", "Wald.nuspec", "[Content_Types].xml", "_rels/.rels", "lib/net472/Wald.dll",
           "lib/net472/Wald.xml", "lib/netstandard2.0/Wald.dll", "lib/netstandard2.0/Wald.xml",
           "build/net472/Wald.targets"}
FILES = {"linux": NATIVE, "macos": "libwald_csharp.dylib", "windows": "wald_csharp.dll"}
PLATFORMS = json.loads((SOURCE / "packaging" / "platforms.json").read_text())

faults = []


def check(holds, what):
    if not holds:
        faults.append(what)
        print("error:", what)


def run(program, *arguments, cwd, **environment):
    clean = {k: v for k, v in os.environ.items() if k not in ("WALD_CSHARP_LIBRARY", "LD_LIBRARY_PATH", "MONO_PATH")}
    done = subprocess.run(["mono", program, *arguments], cwd=cwd, env={**clean, **environment}, text=True, timeout=120,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout


def check_content(package):
    with zipfile.ZipFile(package) as archive:
        names = set(archive.namelist())
        core = {name for name in names if name.endswith(".psmdcp")}
        natives = {name for name in names if name.startswith("runtimes/")}
        known = {f"runtimes/{rid}/native/{FILES[one['system']]}" for rid, one in PLATFORMS.items()}
        check(names - core - natives - {"sbom/wald.cdx.json"} == CONTENT and len(core) == 1 and natives <= known
              and f"runtimes/linux-x64/native/{NATIVE}" in natives, f"the package holds {sorted(names)}")
        items = re.findall(r"Include=.*\.\.\\(runtimes.*?)\"", archive.read("build/net472/Wald.targets").decode())
        wanted = {name for name in natives if name.startswith(("runtimes/linux-x64/", "runtimes/win-"))}
        check({item.replace("\\", "/") for item in items} == wanted, f"the targets copy {items}")
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


def check_another(run_with):
    """A library that can be loaded, and is not Wald's: C's own, from among those of this very process."""
    other = next(line.split()[-1] for line in pathlib.Path("/proc/self/maps").read_text().splitlines()
                 if re.search(r"/libc[.-].*so", line))
    code, text = run_with(other)
    check(code == 3 and f"{other} is not the native library of this assembly, which is called {NATIVE}" in text
          and "set WALD_CSHARP_LIBRARY" in text, f"another library: {code}, {text}")


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
    # WALD_CSHARP_LIBRARY goes before all else, and there is no other way then.
    expect("WALD_CSHARP_LIBRARY, a file", run("Artefact.exe", cwd=app, WALD_CSHARP_LIBRARY=str(native)), native)
    expect("WALD_CSHARP_LIBRARY, a folder", run("Artefact.exe", cwd=app, WALD_CSHARP_LIBRARY=str(native.parent)), native)
    expect("a value of the AppContext", run("Artefact.exe", "app-context", str(native), cwd=app), native)
    code, text = run("Artefact.exe", cwd=app, WALD_CSHARP_LIBRARY=str(folder / "nowhere.so"))
    check(code == 3 and f"{folder / 'nowhere.so'}: no such file" in text and str(beside) not in text,
          f"WALD_CSHARP_LIBRARY that leads nowhere: {code}, {text}")
    (folder / "broken.so").write_text("no library")
    code, text = run("Artefact.exe", cwd=app, WALD_CSHARP_LIBRARY=str(folder / "broken.so"))
    check(code == 3 and f"{folder / 'broken.so'}: " in text and "file too short" in text,
          f"a broken library: {code}, {text}")
    check_another(lambda other: run("Artefact.exe", cwd=app, WALD_CSHARP_LIBRARY=other))
    # What is for another platform, and what another platform's package has.
    for rid, content in foreign(native.read_bytes()).items():
        (folder / "foreign").write_bytes(content)
        code, text = run("Artefact.exe", cwd=app, WALD_CSHARP_LIBRARY=str(folder / "foreign"))
        check(code == 3 and f"; it is for {rid}" in text and "cannot be loaded on linux-x64" in text
              and "WALD_CSHARP_LIBRARY" in text, f"a file for {rid}: {code}, {text}")
    beside.unlink()
    (app / "runtimes" / "linux-x64").rename(app / "runtimes" / "win-x64")
    code, text = run("Artefact.exe", cwd=app)
    check(code == 3 and "The package's runtimes here are win-x64. Put the one for linux-x64 beside the program" in text,
          f"a package for another platform: {code}, {text}")
    beside.write_bytes(native.read_bytes())
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

    def run_program(started=program, *arguments, **environment):
        clean = {k: v for k, v in os.environ.items() if k not in ("WALD_CSHARP_LIBRARY", "LD_LIBRARY_PATH")}
        done = subprocess.run([*runtime.command(started), *arguments], env={**clean, **environment}, text=True,
                              timeout=120, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        return done.returncode, done.stdout

    code, text = run_program()
    check(code == 3 and f"{native}: no such file" in text, f"without a native: {code}, {text}")
    shutil.copytree(unpacked / "runtimes", app / "runtimes")
    for rid, content in foreign(native.read_bytes()).items():
        (folder / "foreign").write_bytes(content)
        code, text = run_program(WALD_CSHARP_LIBRARY=str(folder / "foreign"))
        check(code == 3 and f"; it is for {rid}" in text, f"a file for {rid}: {code}, {text}")
    check_another(lambda other: run_program(WALD_CSHARP_LIBRARY=other))
    for where, environment in ((native, {}), (unpacked / native.relative_to(app), {
            "WALD_CSHARP_LIBRARY": str(unpacked / native.relative_to(app))})):
        code, text = run_program(**environment)
        check(code == 0 and text.startswith(ANSWER) and "probabilities[0] is 1.5: must lie in [0, 1]" in text
              and f"loaded {where}\n" in text and text.count("loaded ") == 1, f"{where}: {code}, {text}")
    contexts = app / "Contexts.dll"
    runtime.compile(library, contexts, [HERE / "Contexts.cs"])
    code, text = run_program(contexts, str(app / "Wald.dll"))
    version = (SOURCE / "VERSION").read_text().strip()
    check(code == 0 and text.splitlines() == [f"{version} {native}"] * 4, f"contexts: {code}, {text}")
    print(f"{len(faults)} faults")
    return 1 if faults else 0


def check_packing(package, folder):
    """What pack.py refuses."""
    native = folder / "wald" / "runtimes" / "linux-x64" / "native" / NATIVE
    assembly = folder / "wald" / "lib" / "net472" / "Wald.dll"

    def pack(*natives):
        return subprocess.run([sys.executable, "-B", SOURCE / "bindings" / "csharp" / "pack.py", "--assembly",
                               f"net472={assembly}", "--output", folder / "packed",
                               *(part for one in natives for part in ("--native", one))],
                              text=True, timeout=120, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)

    made = {"linux-x64": native}
    for rid, content in foreign(native.read_bytes()).items():
        made[rid] = folder / f"for {rid}"
        made[rid].write_bytes(content)
    (folder / "text").write_text("no library")
    for natives, why in (([f"linux-x64={made['linux-arm64']}"], "it is for linux-arm64, not for linux-x64"),
                         ([f"linux-musl-x64={made['linux-musl-x64']}"], "it needs "),
                         ([f"riscv={native}"], "must be RID=FILE with a RID of linux-x64, linux-arm64, "),
                         ([f"linux-x64={folder / 'text'}"], "it is neither ELF, PE nor Mach-O of 64 bits"),
                         ([f"win-x64={made['win-x64']}"], "it exports nothing: must be CSharp_Wald_* alone"),
                         ([f"linux-x64={native}"] * 2, "--native names a RID twice")):
        done = pack(*natives)
        check(done.returncode == 1 and why in done.stdout, f"{natives}: {done.returncode}, {done.stdout}")
    done = pack(f"linux-x64={native}", f"linux-arm64={made['linux-arm64']}")
    check(done.returncode == 0, f"two platforms: {done.stdout}")
    with zipfile.ZipFile(folder / "packed" / package.name) as archive:
        names = [name for name in archive.namelist() if name.startswith("runtimes/")]
        check(names == [f"runtimes/{rid}/native/{NATIVE}" for rid in ("linux-arm64", "linux-x64")], f"{names}")


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
    check_packing(package, folder)
    check_targets(folder)
    built = package.parent
    check_nullability(folder / "wald", built / "compiled", folder)
    check_retarget(built / "compiled" / "Retarget.exe", built / "netstandard2.0" / "compiled", folder)
    facts = SOURCE / "tests" / "package" / "binary_facts.py"
    with zipfile.ZipFile(package) as archive:
        several = len([name for name in archive.namelist() if name.startswith("runtimes/")]) > 1
    done = subprocess.run([sys.executable, "-B", facts, package, "--max-size", "10000000" if several else "4600000",
                           "--max-glibc", "2.34",
                           "--needed-only",
                           "libc,libm,libdl,libpthread,libgcc_s"])
    check(done.returncode == 0, "the caps of binary_facts.py")
    print(f"{len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
