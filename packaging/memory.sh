#!/bin/sh
# The tests under Clang's memory sanitizer:  sh packaging/memory.sh
#
# It reports every use of a value that was never written. It takes everything that a program is made of for written by
# instrumented code, so C++'s library is built for it from Debian's sources. Clang's other sanitizers run in packaging/test.sh.
set -eu
cd "$(dirname "$0")/.."
sh packaging/deps.sh memory
command -v clang++ >/dev/null 2>&1 || { echo "memory.sh: there is no clang++" >&2; exit 1; }
export CC=clang CXX=clang++
standard=$PWD/build/memory/libc++

# Debian's sources of the compiler's own version, by the archives that this machine installs from.
fetch_sources() {
  mkdir -p "$standard/lists/partial" "$standard/source"
  apt-get indextargets --format 'deb-src $(REPO_URI) $(RELEASE) $(COMPONENT)' 'Identifier: Packages' 'Origin: Debian' \
    | sort -u >"$standard/sources.list"
  apt="apt-get -qq -o Dir::Etc::SourceList=$standard/sources.list -o Dir::Etc::SourceParts=- -o Dir::State::Lists=$standard/lists
       -o Dir::Cache=$standard -o APT::Sandbox::User=$(id -un)"
  $apt update
  (cd "$standard" && $apt source --download-only "llvm-toolchain-$(clang++ -dumpversion | cut -d. -f1)")
  tar -xf "$standard"/*.orig.tar.xz -C "$standard/source" --strip-components=1 --wildcards --no-wildcards-match-slash \
    '*/cmake' '*/libcxx' '*/libcxxabi' '*/llvm' '*/runtimes'
}

build_standard_library() {
  [ ! -e "$standard/finished" ] || return 0
  rm -rf "$standard"
  fetch_sources
  cmake -S "$standard/source/runtimes" -B "$standard/build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
    "-DLLVM_ENABLE_RUNTIMES=libcxx;libcxxabi" -DLLVM_USE_SANITIZER=Memory -DLIBCXXABI_USE_LLVM_UNWINDER=OFF \
    -DLIBCXX_INCLUDE_BENCHMARKS=OFF -DLLVM_INCLUDE_TESTS=OFF -DLIBCXX_INCLUDE_TESTS=OFF -DLIBCXXABI_INCLUDE_TESTS=OFF >/dev/null
  cmake --build "$standard/build" --target cxx cxxabi
  touch "$standard/finished"
}

build_standard_library
CXXFLAGS="-fsanitize=memory -nostdinc++ -isystem $standard/build/include/c++/v1" \
  LDFLAGS="-stdlib=libc++ -L$standard/build/lib -Wl,-rpath,$standard/build/lib" \
  sh tests/sanitize.sh memory . build/memory/tests
