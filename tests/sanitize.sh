#!/bin/sh
# Builds everything with sanitizers and runs its tests:  sanitize.sh SANITIZERS SOURCE BUILD
set -eu
sanitizers=$1 source=$2 build=$3
cmake -S "$source" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Debug "-DCMAKE_CXX_FLAGS_DEBUG=-O1 -g1" \
  "-DCMAKE_C_FLAGS_DEBUG=-O1 -g1" "-DWALD_SANITIZE=$sanitizers" >/dev/null
cmake --build "$build"
ctest --test-dir "$build" --output-on-failure -j 2
