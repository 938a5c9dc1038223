#!/usr/bin/env python3
"""Wald.csproj, as far as it can be checked without .NET's SDK: that it is well-formed, builds for the frameworks that
are promised, from the files that CMake compiles, with the flags that CMake gives to SWIG, and depends on what the
package depends on.

    test_project.py [Wald.csproj]
"""

import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "bindings" / "csharp"
EXAMPLES = FOLDER.parents[1] / "docs" / "examples"
NUSPEC = "{http://schemas.microsoft.com/packaging/2013/05/nuspec.xsd}"


def faults(project):
    """What is wrong with the text of a project."""
    try:
        root = ElementTree.fromstring(project)
    except ElementTree.ParseError as error:
        yield f"not well-formed: {error}"
        return
    properties = {item.tag: (item.text or "").strip() for item in root.iter() if item.tag not in ("SwigFlags",)}
    frameworks = properties.get("TargetFrameworks", "").split(";")
    if frameworks != ["netstandard2.0", "net8.0"]:
        yield f"target frameworks {frameworks}"
    for name, wanted in (("AssemblyName", "Wald"), ("AllowUnsafeBlocks", "true"), ("GenerateDocumentationFile", "true"),
                         ("EnableDefaultCompileItems", "false"), ("PackageLicenseExpression", "Apache-2.0")):
        if properties.get(name) != wanted:
            yield f"{name} is {properties.get(name)}: must be {wanted}"

    def path(text):
        return text.replace("$(MSBuildThisFileDirectory)", "").replace("\\", "/")

    if not (FOLDER / path(properties.get("VersionFile", ""))).is_file():
        yield "the file of the version does not exist"
    compiled = [pattern for item in root.iter("Compile") for pattern in item.get("Include").split(";")]
    sources = {found for pattern in compiled if "$(" not in pattern for found in FOLDER.glob(pattern)}
    if sources != set((FOLDER / "src").rglob("*.cs")) or len(sources) < 40:
        yield f"{len(sources)} sources are compiled"
    if {pattern for pattern in compiled if "$(" in pattern} != {"$(Generated)/Native.cs", "$(Generated)/NativePINVOKE.cs"}:
        yield "what SWIG writes is not what is compiled"
    held = {found.resolve() for item in root.iter("EmbeddedResource") for pattern in item.get("Include").split(";")
            for found in FOLDER.glob(pattern)}
    names = [item.get("LogicalName") for item in root.iter("EmbeddedResource")]
    if held != set(EXAMPLES.glob("*.?sv")) or names != ["Wald.data.%(Filename)%(Extension)"]:
        yield f"the tables are {sorted(path.name for path in held)}, called {names}"
    for item in root.iter("None"):
        for name in item.get("Include").split(";"):
            if "$(" not in name and not (FOLDER / path(name)).is_file():
                yield f"{name} does not exist"

    # SWIG's flags, except for folders.
    def flags(text):
        return set(re.findall(r"-c\+\+|-csharp|-namespace \w+|-dllimport \w+|-D\w+", re.sub(r"\s+", " ", text)))

    given = flags(" ".join(item.text for item in root.iter("SwigFlags")))
    cmake = (FOLDER / "CMakeLists.txt").read_text()
    wanted = flags(re.search(r"COMMAND \$\{WALD_SWIG\}(.*?)DEPENDS", cmake, re.S).group(1))
    if given != wanted or len(given) < 7:
        yield f"SWIG's flags differ: {sorted(given ^ wanted)}"

    packages = {(item.get("Include"), item.get("Version")) for item in root.iter("PackageReference")}
    nuspec = ElementTree.parse(FOLDER / "Wald.nuspec")
    promised = {(item.get("id"), item.get("version")) for item in nuspec.iter(NUSPEC + "dependency")}
    if packages != promised or not packages:
        yield f"depends on {sorted(packages)}: the package depends on {sorted(promised)}"


def main():
    project = (FOLDER / "Wald.csproj").read_text()
    found = list(faults(project))
    # A check that finds nothing wrong is worth something where it finds what is.
    for old, new in (("netstandard2.0;net8.0", "net8.0"), ("src/**/*.cs", "src/Decisions/*.cs"),
                     ("-namespace Wald", "-namespace Walt"), ("4.5.5", "4.5.4"), ("</Project>", ""),
                     ("../../NOTICE", "../../NOTES"), ("$(Generated)/Native.cs;", ""),
                     (";../../docs/examples/*.csv", ""), ("Wald.data.", "")):
        if old not in project or not list(faults(project.replace(old, new))):
            found.append(f"{old} changed into {new} went unnoticed")
    for fault in found:
        print("error:", fault)
    print(f"{len(found)} faults")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
