#!/bin/sh
# Which lines and branches the tests reach:  sh packaging/coverage.sh [OUT.html]
#
# Builds the library and the tests of the core, of the C interface, of the fuzz targets and of the command with counters,
# runs them, and prints for each folder how many lines and branches were reached; branches that only an exception takes are
# not counted. OUT.html shows the code line by line.
set -eu
cd "$(dirname "$0")/.."
page=${1:-}
sh packaging/deps.sh coverage
build=build/coverage
cmake -S . -B $build -G Ninja -DCMAKE_BUILD_TYPE=Debug "-DCMAKE_CXX_FLAGS_DEBUG=-O1 -g0 --coverage" \
  "-DCMAKE_C_FLAGS_DEBUG=-O1 -g0 --coverage" -DWALD_JAVA=OFF -DWALD_CSHARP=OFF >/dev/null
cmake --build $build
find $build -name '*.gcda' -delete
# A test that fails has reached what it has reached; it is said all the same.
ctest --test-dir $build -j "$(nproc)" --timeout 900 -R '^(core/|test-capi|conformance|fuzz|cli)' \
  -E 'valgrind|same-bits|generated' || echo "coverage.sh: tests failed" >&2
# Debian's gcovr 5.2 ends with an assertion where a function of a header begins at two lines.
[ -x $build/venv/bin/gcovr ] || { python3 -m venv $build/venv && $build/venv/bin/pip install -q gcovr==8.8; }
$build/venv/bin/gcovr -r . --object-directory $build --exclude-throw-branches --exclude-unreachable-branches --merge-lines \
  --merge-mode-functions=merge-use-line-min --gcov-ignore-parse-errors=all -j "$(nproc)" -f 'core/' -f 'capi/' \
  -f 'bindings/cli/' --json-summary $build/coverage.json ${page:+--html-details "$page"} $build 2>$build/gcovr.log
python3 - $build/coverage.json <<'EOF'
import collections, json, sys
folders = collections.defaultdict(lambda: [0] * 4)
for file in json.load(open(sys.argv[1]))["files"]:
    numbers = [file[f"{what}_{part}"] for what in ("line", "branch") for part in ("covered", "total")]
    parts = file["filename"].split("/")
    for name in ("/".join(parts[:2]) if len(parts) > 2 else parts[0], "all"):
        folders[name] = [a + b for a, b in zip(folders[name], numbers)]
share = lambda covered, total: f"{100 * covered / total:.1f}" if total else "-"
print(f"{'folder':24} {'lines':>8} {'%':>6} {'branches':>9} {'%':>6}")
for name, (lines, of_lines, branches, of_branches) in sorted(folders.items()):
    print(f"{name:24} {of_lines:8} {share(lines, of_lines):>6} {of_branches:9} {share(branches, of_branches):>6}")
EOF
