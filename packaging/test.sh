#!/bin/sh
# Installs what is missing, builds, and runs every test: of the release build, of the builds with sanitizers, of the
# installed package. With WALD_TEST_SCALE=20 the statistical tests run whole.
set -eu
cd "$(dirname "$0")/.."
sh packaging/deps.sh test
require=OFF
[ -z "${CI:-}" ] || require=ON
jobs=$(nproc 2>/dev/null || echo 2)
cmake -S . -B build/test -G Ninja -DCMAKE_BUILD_TYPE=Release -DWALD_REQUIRE_ALL=$require -DWALD_TEST_SANITIZERS=ON \
  -DCMAKE_UNITY_BUILD=ON
cmake --build build/test
exec ctest --test-dir build/test --output-on-failure -j "$jobs"
