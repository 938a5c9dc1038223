#!/bin/sh
# Builds the JavaScript package, with the library as WebAssembly in it, on Debian:
#   sh packaging/wasm.sh OUT
# OUT gets wald.wasm, package/ (wald.js is all that a page needs) and the archive of it that npm installs. Needs what
# packaging/deps.sh test installs; zig, which is clang for every target, comes from the Python package ziglang. Where it
# cannot be had the exit code is 77.
# WALD_WASM_WORK: folder for tools and the build (default: build/wasm), which makes a second run short.
# WALD_WASM_SBOM: bill of materials that goes into the package.
# WALD_WASM_LEVEL: of optimisation (default: -O2; tests take -O1, which compiles faster).
set -eu
source=$(cd "$(dirname "$0")/.." && pwd)
[ $# -eq 1 ] || { echo "usage: sh packaging/wasm.sh OUT" >&2; exit 2; }
mkdir -p "$1" "${WALD_WASM_WORK:-$source/build/wasm}"
out=$(cd "$1" && pwd)
work=$(cd "${WALD_WASM_WORK:-$source/build/wasm}" && pwd)
tools=${WALD_ZIG_TOOLS:-$work/tools}
export WALD_WASM_LEVEL="${WALD_WASM_LEVEL:--O2}"
. "$source/packaging/release/tools.sh"
install_zig || exit 77
link_headers

WALD_ZIG_LIB=$(dirname "$zig")/lib
WALD_ZIG_FOLDER=$work/compilers
WALD_ZIG_CLANG=$clang_version
export WALD_ZIG_LIB WALD_ZIG_FOLDER WALD_ZIG_CLANG
mkdir -p "$WALD_ZIG_FOLDER"
for name in cc c++ ar ranlib; do
  printf '#!/bin/sh\nexec %s %s "$@"\n' "$zig" "$name" >"$WALD_ZIG_FOLDER/$name.part"
  chmod 755 "$WALD_ZIG_FOLDER/$name.part"
  mv "$WALD_ZIG_FOLDER/$name.part" "$WALD_ZIG_FOLDER/$name"
done
cmake -S "$source" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF \
  -DCMAKE_TOOLCHAIN_FILE="$source/packaging/wasm/toolchain.cmake" -DWALD_HEADERS="$tools/headers" \
  -DCMAKE_UNITY_BUILD=ON >"$work/configure.log"
cmake --build "$work/build"
cp "$work/build/bindings/javascript/native/wald.wasm" "$out/"
rm -rf "$out/package"
node "$source/bindings/javascript/build.mjs" "$out/wald.wasm" "$out/package" "${WALD_WASM_SBOM:-}"
(cd "$out" && npm pack ./package --silent --offline >/dev/null)
