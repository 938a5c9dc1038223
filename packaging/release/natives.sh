# Read by release.sh: the library, the natives of Java and C#, and the command of one target.

# Those that packages are for, in the list that all of packaging reads.
platforms() { sed -n 's/^  "\([^"]*\)":.*/\1/p' "$source/packaging/platforms.json" | tr '\n' ' ' | sed 's/ $//'; }

# clang's triple, as zig writes it: the C library's oldest version, or macOS's, follows.
triple_of() {
  case $1 in
    linux-x64) echo x86_64-linux-gnu.2.17 ;;
    linux-arm64) echo aarch64-linux-gnu.2.17 ;;
    linux-musl-x64) echo x86_64-linux-musl ;;
    linux-musl-arm64) echo aarch64-linux-musl ;;
    win-x64) echo x86_64-windows-gnu ;;
    osx-x64) echo x86_64-macos.11.0 ;;
    osx-arm64) echo aarch64-macos.11.0 ;;
  esac
}

# What runs the target's programs here, for CMake, with the library of its build; nothing where nothing does.
emulator_of() {
  library=$work/targets/$1/build/capi
  case $1 in
    linux-x64) echo "env;LD_LIBRARY_PATH=$library" ;;
    linux-arm64) echo "qemu-aarch64;-L;/usr/aarch64-linux-gnu;-E;LD_LIBRARY_PATH=$library" ;;
    linux-musl-x64) echo "/lib/ld-musl-x86_64.so.1;--library-path;$library" ;;
    linux-musl-arm64) echo "qemu-aarch64;-L;$tools/musl-arm64;-E;LD_LIBRARY_PATH=$library" ;;
    win-x64) echo "sh;$source/packaging/release/wine.sh;$library" ;;
  esac
}

build_natives() {
  here=$work/targets/$target
  mkdir -p "$here/compilers" "$here/prefix/lib" "$here/prefix/include"
  write_compilers
  build_zlib_and_libcsv
  (
    export WALD_RELEASE_TARGET="$target" WALD_RELEASE_PREFIX="$here/prefix" WALD_RELEASE_COMPILERS="$here/compilers" \
      WALD_RELEASE_CLANG="$clang_version"
    cmake -S "$source" -B "$here/build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
      -DCMAKE_TOOLCHAIN_FILE="$source/packaging/release/toolchain.cmake" \
      -DCMAKE_CROSSCOMPILING_EMULATOR="$(emulator_of "$target")" -DBUILD_TESTING="$(tested)" \
      -DCMAKE_BUILD_WITH_INSTALL_RPATH=ON -DCMAKE_SHARED_LINKER_FLAGS=-s -DCMAKE_EXE_LINKER_FLAGS=-s \
      -DWALD_HEADERS="$tools/headers" -DCMAKE_UNITY_BUILD=ON -DWALD_JAVA=ON -DWALD_CSHARP=ON \
      -DZLIB_LIBRARY="$here/prefix/lib/libz.a" -DZLIB_INCLUDE_DIR="$here/prefix/include" \
      -DLIBCSV_LIBRARY="$here/prefix/lib/libcsv.a" -DLIBCSV_INCLUDE_DIR="$here/prefix/include" >"$here/configure.log"
    cmake --build "$here/build"
  )
}

# Tests are built where something runs them.
tested() {
  if [ -n "$(emulator_of "$target")" ]; then echo ON; else echo OFF; fi
}

write_compilers() {
  # -g0 and the map of paths: nothing of this machine in what is shipped.
  # What is not optimised, zig would link with checks of undefined behaviour.
  flags="-fno-sanitize=undefined -g0 -ffile-prefix-map=$source=. -ffile-prefix-map=$here=. -ffile-prefix-map=$tools=. -ffile-prefix-map=$work=."
  for name in cc c++; do
    {
      echo '#!/bin/sh'
      # The names of a DLL and of its import library are made absolute: zig 0.17 looks for their folder from within it.
      [ "${target#win-}" = "$target" ] || echo 'for word; do
  shift
  case $last$word in
    -o/* | *-Wl,--out-implib,/*) ;;
    -o*) [ "$last" != -o ] || word=$PWD/$word ;;
    *-Wl,--out-implib,*) word=-Wl,--out-implib,$PWD/${word#-Wl,--out-implib,} ;;
  esac
  set -- "$@" "$word"
  last=$word
done'
      echo "exec $zig $name -target $(triple_of "$target") $flags \"\$@\""
    } >"$here/compilers/$name"
  done
  for name in ar ranlib rc; do
    printf '#!/bin/sh\nexec %s %s "$@"\n' "$zig" "$name" >"$here/compilers/$name"
  done
  chmod 755 "$here/compilers"/*
}

# For the command alone, which holds them.
build_zlib_and_libcsv() {
  [ ! -f "$here/prefix/lib/libcsv.a" ] || return 0
  for name in zlib libcsv; do
    objects=$here/prefix/$name
    mkdir -p "$objects"
    # zlib takes macOS for a system of before 2001, which had no fdopen.
    for file in $(sources_of "$name"); do
      "$here/compilers/cc" -O2 -w -fPIC -DHAVE_UNISTD_H -Dfdopen=fdopen -c "$tools/sources/$name/$file" -o "$objects/${file%.c}.o"
    done
  done
  cp "$tools/sources/zlib/zlib.h" "$tools/sources/zlib/zconf.h" "$tools/sources/libcsv/csv.h" "$here/prefix/include/"
  "$here/compilers/ar" rcD "$here/prefix/lib/libz.a" "$here/prefix/zlib"/*.o
  "$here/compilers/ar" rcD "$here/prefix/lib/libcsv.a" "$here/prefix/libcsv"/*.o
}

# Reading is all the command does with zlib.
sources_of() {
  case $1 in
    zlib) echo adler32.c crc32.c inffast.c inflate.c inftrees.c zutil.c ;;
    libcsv) echo libcsv.c ;;
  esac
}
