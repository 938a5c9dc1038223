#!/bin/sh
# Runs what packaging/release.sh built, as far as this machine can:
#   sh packaging/release_test.sh OUT [TARGET...]
# Processors by qemu, Windows by wine, musl by its own loader; macOS is looked at, not run. Prints a line for each
# check, and fails if one does.
set -eu
source=$(cd "$(dirname "$0")/.." && pwd)
[ $# -ge 1 ] || { echo "usage: sh packaging/release_test.sh OUT [TARGET...]" >&2; exit 2; }
out=$(cd "$1" && pwd)
shift
. "$source/packaging/release/natives.sh"
. "$source/packaging/release/foreign.sh"
targets=${*:-$(platforms)}
work=$(cd "${WALD_RELEASE_WORK:-$source/build/release}" && pwd)
tools=$work/tools
version=$(cat "$source/VERSION")
export TZ=UTC LC_ALL=C.UTF-8
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0
pass() { echo "PASSED $1"; }
fail() { echo "FAILED $1"; failed=$((failed + 1)); }
built() { case " $targets " in *" $1 "*) ;; *) return 1 ;; esac; }
check() { # check NAME COMMAND...
  name=$1
  shift
  if "$@" >"$scratch/log" 2>&1; then pass "$name"; else fail "$name"; tail -n 60 "$scratch/log"; fi
}

sh "$source/packaging/deps.sh" release
fetch_foreign

# ---- Every target that something runs ----
# The numbers of the conformance cases, bit by bit, are those of the first target, which this machine runs itself.
reference=$work/targets/linux-x64
for target in $targets; do
  here=$work/targets/$target
  run=$(emulator_of "$target" | tr ';' ' ')
  if [ -z "$run" ]; then
    echo "NOT RUN $target: nothing here runs it; its names, needs and signature were looked at when it was built"
    continue
  fi
  # One at a time under wine: of programs that start it together, one failed once, and never again.
  case $target in win-*) jobs=1 ;; *) jobs=$(nproc) ;; esac
  check "$target: conformance and C interface" ctest --test-dir "$here/build" -j "$jobs" --output-on-failure
  $run "$(program test-conformance)" --portable-bits "$source"/tests/conformance/cases/*.jsonl 2>"$scratch/log" |
    tr -d '\r' >"$scratch/$target.bits" || fail "$target: bits"
  if [ "$target" != linux-x64 ] && [ -f "$scratch/linux-x64.bits" ]; then
    check "$target: $(wc -l <"$scratch/$target.bits") numbers have the bits of linux-x64" \
      cmp "$scratch/linux-x64.bits" "$scratch/$target.bits"
  fi
  check "$target: the command, unpacked" command_works
done

# ---- Packages ----
check "checksums" sh -c "cd '$out' && sha256sum -c --quiet SHA256SUMS"
python3 -m venv "$scratch/venv"
"$scratch/venv/bin/pip" install -q --disable-pip-version-check twine numpy
check "wheels: twine" "$scratch/venv/bin/twine" check --strict "$out"/*.whl
check "package of npm" npm_package_works
check "jars for Spark" spark_jars_hold
if built linux-x64; then
  check "wheel of this machine" wheel_works
  check "jar of all platforms" jar_works "$out/wald-$version.jar"
  check "jar of linux-x64" jar_works "$out/wald-$version-linux-x64.jar"
  check ".nupkg, by Mono" nupkg_works
fi
if built linux-arm64 && built win-x64; then
  check "packages for Python, Java and .NET on emulated ARM and Windows" \
    env CI=true python3 -B "$source/packaging/run_foreign.py" "$out" "$tools/foreign"
fi
[ ! -f "$out/wald_$version-1_amd64.deb" ] || check ".deb: lintian" lintian --suppress-tags initial-upload-closes-no-bugs "$out"/*.deb
[ "$failed" -eq 0 ] || { echo "$failed failed"; exit 1; }
echo "all passed"
