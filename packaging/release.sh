#!/bin/sh
# Builds everything that is shipped, for every platform, on one Debian machine:
#   sh packaging/release.sh OUT [TARGET...]
# TARGET: linux-x64 linux-arm64 linux-musl-x64 linux-musl-arm64 win-x64 osx-x64 osx-arm64; none named: all of them.
# OUT gets the packages, each with its checksum in SHA256SUMS and its SBOM; the same source gives the same bytes.
# WALD_RELEASE_WORK: folder for tools and builds (default: build/release), which makes a second run short.
# What is built can then be run, where this machine can run it: sh packaging/release_test.sh.
set -eu
source=$(cd "$(dirname "$0")/.." && pwd)
. "$source/packaging/release/natives.sh"
all=$(platforms)
usage() { echo "usage: sh packaging/release.sh OUT [TARGET...]   (TARGET: $all)" >&2; exit 2; }
[ $# -ge 1 ] || usage
folder=$1
shift
targets=${*:-$all}
for target in $targets; do
  case " $all " in *" $target "*) ;; *) echo "release.sh: there is no target $target" >&2; usage ;; esac
done
mkdir -p "$folder"
out=$(cd "$folder" && pwd)
mkdir -p "${WALD_RELEASE_WORK:-$source/build/release}"
work=$(cd "${WALD_RELEASE_WORK:-$source/build/release}" && pwd)
tools=$work/tools
natives=$work/natives
version=$(cat "$source/VERSION")
abi=$(grep -E '^[0-9]+$' "$source/ABI_VERSION")
# The time of everything that is packed: that of the source.
: "${SOURCE_DATE_EPOCH:=$(git -C "$source" log -1 --format=%ct 2>/dev/null || stat -c %Y "$source/CHANGELOG.md")}"
export SOURCE_DATE_EPOCH
export TZ=UTC LC_ALL=C.UTF-8
umask 022

. "$source/packaging/release/tools.sh"
. "$source/packaging/release/packages.sh"
say() { printf '\n==== %s (%s s)\n' "$1" "$(($(date +%s) - began))"; }
began=$(date +%s)
say "tools"
install_tools
rm -rf "$natives" # packages hold those of this run
for target in $targets; do
  say "$target"
  build_natives
  collect_natives
  pack_archive
  pack_wheel
done
say "Java and C#"
pack_java_and_csharp
say "Spark"
pack_spark
say "JavaScript"
pack_javascript
say "R"
pack_r
say "source"
pack_source
case " $targets " in
  *" linux-x64 "*)
    say ".deb of this machine's release"
    sh "$source/packaging/deb.sh" "$out"
    ;;
esac
write_sums
say "done"
(cd "$out" && ls -l | awk 'NR > 1 {print $5, $9}')
