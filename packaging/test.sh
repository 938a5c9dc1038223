#!/bin/sh
# Installs what is missing, builds, and tests the core, the C interface, the command, every language and the guides' programs.
#   sh packaging/test.sh        what tells that all is well
#   sh packaging/test.sh all    the same, and then the rest: R CMD check, WebAssembly, Spark, browser, site, sanitizers, fuzz
#                               corpora, valgrind, lifetimes, packages
# With WALD_TEST_SCALE=20 the statistical tests run whole. If CI is set, a missing toolchain is an error; otherwise what needs it
# is skipped by name.
set -eu
cd "$(dirname "$0")/.."
case "${1:-}" in
  "" | all) ;;
  *) echo "usage: sh packaging/test.sh [all]" >&2; exit 2 ;;
esac
packages=${1:-test}
require=OFF
if [ -n "${CI:-}" ]; then
  packages=all
  require=ON
fi
sh packaging/deps.sh "$packages"
sanitizers=OFF
[ -z "${1:-}" ] || sanitizers=ON
jobs=$(nproc 2>/dev/null || echo 2)
cmake -S . -B build/test -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_UNITY_BUILD=ON -DWALD_REQUIRE_ALL=$require \
  -DWALD_TEST_SANITIZERS=$sanitizers
cmake --build build/test
status=0
python3 packaging/run_tests.py build/test --output-on-failure -j "$jobs" -LE rest || status=$?
if [ -n "${1:-}" ]; then
  # Fixtures of the first run are there.
  python3 packaging/run_tests.py build/test --output-on-failure -j "$jobs" -L rest -FA . || status=$?
fi
exit $status
