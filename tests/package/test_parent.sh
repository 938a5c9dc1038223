#!/bin/sh
# Wald inside another project (add_subdirectory): the library alone, and nothing of that project is changed.
#   test_parent.sh SOURCE TESTS CC CXX
# The library is not compiled once more: one object of it and one of the parent's are.
set -eu
source=$1 tests=$2 CC=$3 CXX=$4
export CC CXX
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/parent"
cp "$tests/parent/CMakeLists.txt" "$tests/consumer/first.c" "$work/parent"
cmake -S "$work/parent" -B "$work" -G "Unix Makefiles" -DWALD_SOURCE="$source" -DCMAKE_BUILD_TYPE=Debug >"$work/said"
grep "Targets of the part" "$work/said"
grep -q "Targets of the part: wald;wald_capi;wald_core;wald_core_once;wald_flags$" "$work/said"
make -s -C "$work/wald/core" base/error.o >/dev/null
make -s -C "$work" -f CMakeFiles/first.dir/build.make CMakeFiles/first.dir/first.c.o >/dev/null
# Nothing of the part is installed with the parent, and it has no tests.
cmake --install "$work" --prefix "$work/prefix" >/dev/null
[ ! -e "$work/prefix" ]
(cd "$work" && ctest -N) | grep "Total Tests: 0"
