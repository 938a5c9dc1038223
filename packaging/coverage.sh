#!/bin/sh
# Which lines and branches the tests reach:  sh packaging/coverage.sh [FOLDER]
#
# Builds the library and the tests of the core, of the C interface, of the fuzz targets and of the command with Clang's counters,
# runs them, and prints for each folder how many lines were reached, and how many of the outcomes of its conditions: each
# condition of an `if`, of a loop, of `&&`, `||` and `?:` has two. Of a template, the instance that reached most counts.
# FOLDER, if given, shows the code line by line in HTML.
set -eu
cd "$(dirname "$0")/.."
pages=${1:-}
sh packaging/deps.sh coverage
build=$PWD/build/coverage
flags="-O1 -g0 -fprofile-instr-generate=$build/profiles/%4m.profraw -fcoverage-mapping"
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ \
  "-DCMAKE_CXX_FLAGS_DEBUG=$flags" "-DCMAKE_C_FLAGS_DEBUG=$flags" -DWALD_JAVA=OFF -DWALD_CSHARP=OFF >/dev/null
cmake --build "$build"
rm -rf "$build/profiles"
# A test that fails has reached what it has reached; it is said all the same. (One of cli_faults does where the counters, too,
# have no room to be written.)
ctest --test-dir "$build" -j "$(nproc)" --timeout 900 \
  -R '^(core/|test-c|conformance|fuzz|cli)' -E 'valgrind|same-bits|generated' || echo "coverage.sh: tests failed" >&2
llvm-profdata merge -sparse "$build"/profiles/*.profraw -o "$build/all.profdata"
programs=$(find "$build" -type f -perm -u+x \( -name 'libwald.so*' -o -name 'test-*' -o -name 'fuzz-*' -o -name wald \) -printf '-object %p ')
llvm-cov export -summary-only -instr-profile="$build/all.profdata" $programs >"$build/coverage.json"
[ -z "$pages" ] || llvm-cov show -format=html -show-branches=count -output-dir="$pages" -instr-profile="$build/all.profdata" \
  $programs $(find core capi bindings/cli -name '*.?pp')
python3 - "$build/coverage.json" <<'END'
import collections, json, os, sys
folders = collections.defaultdict(lambda: [0] * 4)
for file in json.load(open(sys.argv[1]))["data"][0]["files"]:
    name = os.path.relpath(file["filename"])
    if not name.startswith(("core/", "capi/", "bindings/cli/")):
        continue
    numbers = [file["summary"][what][part] for what in ("lines", "branches") for part in ("covered", "count")]
    parts = name.split("/")
    for folder in ("/".join(parts[:2]) if len(parts) > 2 else parts[0], "all"):
        folders[folder] = [a + b for a, b in zip(folders[folder], numbers)]
share = lambda covered, total: f"{100 * covered / total:.1f}" if total else "-"
print(f"{'folder':24} {'lines':>8} {'%':>6} {'branches':>9} {'%':>6}")
for name, (lines, of_lines, branches, of_branches) in sorted(folders.items()):
    print(f"{name:24} {of_lines:8} {share(lines, of_lines):>6} {of_branches:9} {share(branches, of_branches):>6}")
END
