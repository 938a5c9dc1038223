#!/bin/sh
# Installs into an empty folder and builds programs against it with find_package and with pkg-config.
#   test_install.sh BUILD TESTS CC CXX
set -eu
build=$1 tests=$2 CC=$3 CXX=$4
export CC CXX
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix
cmake --install "$build" --prefix "$prefix" >/dev/null

test -x "$prefix/bin/wald"
library=$(find "$prefix" -name libwald.so)
export LD_LIBRARY_PATH="${library%/*}"
"$prefix/bin/wald" version

# By enumeration: the first three labels, E F1 = 0.527565.
run() {
  line=$("$1")
  echo "$2: $line"
  [ "$line" = "3 0.527565" ]
}

cmake -S "$tests/consumer" -B "$work/cmake" -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
cmake --build "$work/cmake" >/dev/null
run "$work/cmake/first" "C, find_package"
run "$work/cmake/second" "C++, find_package"

cp "$tests/consumer/first.c" "$tests/consumer/Makefile" "$work"
PKG_CONFIG_PATH="${library%/*}/pkgconfig" make -C "$work" -s first
run "$work/first" "C, pkg-config"
