#!/bin/sh
# Which lines and branches the tests reach:  sh packaging/coverage.sh [FOLDER]
#
# Builds the library and the tests of the core, of the C interface, of the fuzz targets and of the command with Clang's counters,
# runs them, and prints for each folder how many lines were reached, and how many of the outcomes of its conditions: each
# condition of an `if`, of a loop, of `&&`, `||` and `?:` has two. Of a template, the instance that reached most counts. No code
# of the running program are lines of the preprocessor (Clang counts those between `switch` and its first `case`), and constexpr
# functions that the compiler alone runs, to make tables.
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
  -R '^(core|test-c|conformance|fuzz|cli)' -E 'test-.*valgrind|generated' || echo "coverage.sh: tests failed" >&2
llvm-profdata merge -sparse "$build"/profiles/*.profraw -o "$build/all.profdata"
programs=$(find "$build" -type f -perm -u+x \( -name 'test-*' -o -name 'fuzz-*' -o -name wald \) -printf '-object %p ')
programs="$(echo "$build"/capi/libwald.so.*.*) $programs" # the first without its option, or a source is taken for it
llvm-cov export -format=lcov -instr-profile="$build/all.profdata" $programs >"$build/lines.lcov"
llvm-cov export -summary-only -instr-profile="$build/all.profdata" $programs >"$build/branches.json"
[ -z "$pages" ] || llvm-cov show -format=html -show-branches=count -output-dir="$pages" -instr-profile="$build/all.profdata" \
  -ignore-filename-regex='^/usr/|/tests/|/build/' $programs
python3 - "$build/lines.lcov" "$build/branches.json" <<'END'
import collections, json, os, re, sys


def constexpr_functions(source):
    for first, line in enumerate(source, 1):
        if start := re.match(r"( *)constexpr .*\) ?\{$", line):
            yield range(first, source.index(start[1] + "}", first) + 2)


ours = lambda name: name.startswith(("core/", "capi/", "bindings/cli/"))
lines = collections.defaultdict(dict)  # of each file: whether a line was reached
for row in open(sys.argv[1]):
    what, _, rest = row.strip().partition(":")
    if what == "SF":
        name = os.path.relpath(rest)
        source = open(name, encoding="utf-8").read().split("\n") if ours(name) else None
    elif what == "DA" and source:
        line, count = map(int, rest.split(",")[:2])
        if not source[line - 1].lstrip().startswith("#"):
            lines[name][line] = lines[name].get(line, False) or count > 0
    elif what == "end_of_record" and source:
        for function in constexpr_functions(source):
            if not any(lines[name].get(line) for line in function):
                for line in function:
                    lines[name].pop(line, None)
branches = collections.defaultdict(lambda: (0, 0))  # of each file; one that goes by two names stands there twice
for file in json.load(open(sys.argv[2]))["data"][0]["files"]:
    name, own = os.path.relpath(file["filename"]), file["summary"]["branches"]
    if ours(name):
        branches[name] = max(branches[name], (own["covered"], own["count"]))

folders = collections.defaultdict(lambda: [0] * 4)
for name in lines.keys() | branches.keys():
    numbers = [sum(lines[name].values()), len(lines[name]), *branches[name]]
    parts = name.split("/")
    for folder in ("/".join(parts[:2]) if len(parts) > 2 else parts[0], "all"):
        folders[folder] = [a + b for a, b in zip(folders[folder], numbers)]
share = lambda covered, total: f"{100 * covered / total:.1f}" if total else "-"
print(f"{'folder':24} {'lines':>8} {'%':>6} {'branches':>9} {'%':>6}")
for name, (covered, total, taken, outcomes) in sorted(folders.items()):
    print(f"{name:24} {total:8} {share(covered, total):>6} {outcomes:9} {share(taken, outcomes):>6}")
END
