#!/bin/sh
# Builds with sanitizers and runs the tests:  sanitize.sh SANITIZERS SOURCE BUILD [JOBS]
#
# JOBS run at a time (2). By Clang if there is one: it compiles all checks of undefined behaviour in two thirds of GCC's time,
# and has some that GCC has not. The core is compiled in groups, which takes a third of the time less. Only what most of the
# tests' time is spent in is optimised (core/CMakeLists.txt): optimising the rest takes longer than running it.
set -eu
mkdir -p "$3"
sanitizers=$1 source=$2 build=$(cd "$3" && pwd)
export CMAKE_BUILD_PARALLEL_LEVEL="${4:-2}" CTEST_PARALLEL_LEVEL="${4:-2}"
if [ -z "${CC:-}${CXX:-}" ] && command -v clang >/dev/null 2>&1 && command -v clang++ >/dev/null 2>&1; then
  export CC=clang CXX=clang++
fi
# The tests' own code is not instrumented, so that what the build around this one compiled will do. That it is up to date is
# the business of who starts this: two that build in one folder at once would be in each other's way.
cases=
around=$(dirname "$build")/tests/core/CMakeFiles/test-core-cases.dir
if [ "$sanitizers" != memory ] && [ -f "$around/test_metrics.cpp.o" ]; then
  cases=$around
fi
cmake -S "$source" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Debug "-DCMAKE_CXX_FLAGS_DEBUG=-O0 -g1" \
  "-DCMAKE_C_FLAGS_DEBUG=-O0 -g1" "-DWALD_SANITIZE=$sanitizers" -DCMAKE_UNITY_BUILD=ON "-DWALD_CASES=$cases" >/dev/null
if [ "$sanitizers" = thread ]; then
  # What starts threads: the core, and the command, which decides lines side by side.
  cmake --build "$build" --target test-core test-capi test-capi-threads wald-cli
  exec ctest --test-dir "$build" --output-on-failure -R "^(core/|test-capi$|test-capi-threads$|cli_threads$)"
fi
if [ "$sanitizers" = memory ]; then
  # What calls no library that is not instrumented.
  cmake --build "$build" --target test-core test-capi test-capi-threads test-cpp test-conformance fuzz-targets
  exec ctest --test-dir "$build" --output-on-failure -R "^(core/|test-c|conformance-|fuzz-)"
fi
cmake --build "$build"
exec ctest --test-dir "$build" --output-on-failure
