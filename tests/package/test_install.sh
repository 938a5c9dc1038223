#!/bin/sh
# Installs into an empty folder and builds programs against it with find_package and with pkg-config.
#   test_install.sh BUILD TESTS CC CXX
set -eu
build=$1 tests=$2 CC=$3 CXX=$4
export CC CXX
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix
cmake --install "$build" --prefix "$prefix" >"$work/installed"

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

# A prefix of one's own: what the installation says about the loader is enough, without LD_LIBRARY_PATH.
unset LD_LIBRARY_PATH
option=$(sed -n 's/.*link programs with \(-Wl,-rpath,.*\)/\1/p' "$work/installed")
rm "$work/first"
PKG_CONFIG_PATH="${library%/*}/pkgconfig" make -C "$work" -s first LDFLAGS="$option"
run "$work/first" "C, pkg-config, with $option"

# The library inside the program.
if [ -f "${library%.so}.a" ]; then
  cmake -S "$tests/consumer" -B "$work/static" -DCMAKE_PREFIX_PATH="$prefix" -DLIBRARY=wald::wald_static >/dev/null
  cmake --build "$work/static" >/dev/null
  run "$work/static/first" "C, find_package, static"
  run "$work/static/second" "C++, find_package, static"
  rm "$work/first"
  PKG_CONFIG_PATH="${library%/*}/pkgconfig" make -C "$work" -s first PACKAGE=wald-static
  run "$work/first" "C, pkg-config, static"
  for program in "$work/static/first" "$work/static/second" "$work/first"; do
    if ldd "$program" | grep libwald; then exit 1; fi
  done
fi
