#!/usr/bin/env python3
"""The bill of materials of what is built here, as CycloneDX 1.6: what each library and program is made of.

    python3 sbom.py OUT.json [--of NAME] [--command] [--target TARGET] [--clang VERSION] [--sources FOLDER]

--of: a package of classes alone, which needs wald. --command: with what the command alone holds. --target, --clang: whose runtimes are linked in. --sources: folder with
Debian's descriptions (.dsc) of what was compiled from source. Versions are those installed here.
"""

import argparse
import json
import re
import subprocess
import uuid
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent.parent

# Name -> Debian's package, license, home.
LIBRARIES = {
    "eigen": ("libeigen3-dev", "MPL-2.0", "https://eigen.tuxfamily.org"),
    "boost": ("libboost1.74-dev", "BSL-1.0", "https://www.boost.org"),
    "nlohmann-json": ("nlohmann-json3-dev", "MIT", "https://github.com/nlohmann/json"),
}
OF_THE_COMMAND = {
    "fast_float": ("libfast-float-dev", "Apache-2.0 OR MIT", "https://github.com/fastfloat/fast_float"),
}
WASI = "(Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT) AND MIT"
COMPILED = {
    "zlib": ("Zlib", "https://zlib.net"),
    "libcsv": ("LGPL-2.1-or-later", "https://github.com/rgamble/libcsv"),
}


def component(name, version, license_, home):
    made = {
        "type": "library",
        "name": name,
        "version": version,
        "licenses": [{"expression": license_}],
    }
    return {**made, "externalReferences": [{"type": "website", "url": home}]} if home else made


def installed(package):
    full = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True, check=True)
    return re.sub(r"^\d+:|[-+~].*$", "", full.stdout)


def described(folder, name):
    """The version in a source package's description."""
    (path,) = folder.glob(f"{name}_*.dsc")
    return re.search(r"^Version: (?:\d+:)?([0-9.]+\d)", path.read_text(), re.M)[1]


def runtimes(target, clang):
    """What zig links into every library and program."""
    llvm = "Apache-2.0 WITH LLVM-exception", "https://llvm.org"
    yield component("llvm-libcxx", clang, *llvm)
    yield component("llvm-libcxxabi", clang, *llvm)
    if not target.startswith("osx"):
        yield component("llvm-libunwind", clang, *llvm)
    if target == "wasm":
        yield component("wasi-libc", "of zig", WASI, "https://github.com/WebAssembly/wasi-libc")
    yield component("llvm-compiler-rt", clang, *llvm)
    if target.startswith("win") or target == "all":
        yield component("mingw-w64", "of zig", "ZPL-2.1", "https://www.mingw-w64.org")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--of", default="wald")
    parser.add_argument("--command", action="store_true")
    parser.add_argument("--target", default="")
    parser.add_argument("--clang", default="")
    parser.add_argument("--sources", type=Path)
    arguments = parser.parse_args()
    version = (SOURCE / "VERSION").read_text().strip()
    own = arguments.of == "wald"
    parts = dict(LIBRARIES) if own else {}
    if arguments.command:
        parts.update(OF_THE_COMMAND)
    components = [component(name, installed(package), license_, home) for name, (package, license_, home) in parts.items()]
    if arguments.command and arguments.sources:
        components += [component(name, described(arguments.sources, name), *facts) for name, facts in COMPILED.items()]
    if not own:
        components.append(component("wald", version, "Apache-2.0", ""))
    elif arguments.clang:
        components += runtimes(arguments.target, arguments.clang)
    components.sort(key=lambda one: one["name"])
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "library",
                "name": arguments.of,
                "version": version,
                "licenses": [{"expression": "Apache-2.0"}],
            }
        },
        "components": components,
    }
    # The serial number follows from the contents, as every byte that is shipped follows from the source.
    text = json.dumps(bill, sort_keys=True)
    bill["serialNumber"] = f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, text)}"
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    arguments.out.write_text(json.dumps(bill, indent=2) + "\n")


if __name__ == "__main__":
    main()
