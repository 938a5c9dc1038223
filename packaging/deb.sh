#!/bin/sh
# Builds the Debian packages libwald<ABI>, libwald-dev and wald, for the machine's own release and architecture.
#   sh packaging/deb.sh [FOLDER [BUILD]]
# FOLDER is where they are put (build/deb); BUILD, a build folder whose library and command are taken instead of
# compiling them again. Needs dpkg-dev, and what packaging/deps.sh installs.
#
# The steps are those of debhelper, by the tools it calls: there is little enough to do here that they are plain to see.
set -eu
source=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "${1:-$source/build/deb}"
output=$(cd "${1:-$source/build/deb}" && pwd)
compiled=${2:+$(cd "$2" && pwd)}
for tool in dpkg-architecture dpkg-shlibdeps dpkg-gencontrol strip; do
  command -v "$tool" >/dev/null || { echo "deb.sh: $tool is missing: apt-get install dpkg-dev binutils" >&2; exit 1; }
done

version=$(cat "$source/VERSION")
abi=$(grep -E '^[0-9]+$' "$source/ABI_VERSION")
multiarch=$(dpkg-architecture -qDEB_HOST_MULTIARCH)
: "${SOURCE_DATE_EPOCH:=$(stat -c %Y "$source/CHANGELOG.md")}" # the same source gives the same bytes
export SOURCE_DATE_EPOCH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
umask 022

# ---- The tree as it is installed ----
cmake -S "$source" -B "$work/build" -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF -DWALD_REQUIRE_ALL=ON \
  -DCMAKE_INSTALL_PREFIX=/usr -DCMAKE_INSTALL_LIBDIR="lib/$multiarch" -DCMAKE_SKIP_RPATH=ON >/dev/null
if [ -n "$compiled" ]; then
  cp -a "$compiled/capi/"libwald.so* "$work/build/capi/"
  cp -a "$compiled/bindings/cli/wald" "$work/build/bindings/cli/"
  echo "file(RPATH_REMOVE FILE $work/build/bindings/cli/wald)" >"$work/no_rpath.cmake"
  cmake -P "$work/no_rpath.cmake" >/dev/null
else
  cmake --build "$work/build" -j "$(nproc)" >&2
fi
tree=$work/tree
DESTDIR=$tree cmake --install "$work/build" --strip >/dev/null

# ---- Its files, each in its package ----
cd "$work"
mkdir debian
take() { # take PACKAGE PATH...: what a package holds; every file must be there
  package=$1
  shift
  for path in "$@"; do
    mkdir -p "debian/$package/$(dirname "$path")"
    mv "$tree/$path" "debian/$package/$path"
  done
}
lib=usr/lib/$multiarch
for file in "$tree/$lib"/libwald.so.*; do take "libwald$abi" "$lib/${file##*/}"; done
take libwald-dev usr/include/wald.h usr/include/wald.hpp usr/include/wald "$lib/libwald.so" "$lib/pkgconfig" "$lib/cmake"
take wald usr/bin/wald usr/share/man/man1/wald.1 usr/share/bash-completion usr/share/fish
mkdir -p debian/wald/usr/share/zsh/vendor-completions # where Debian's zsh looks
mv "$tree/usr/share/zsh/site-functions/_wald" debian/wald/usr/share/zsh/vendor-completions/
gzip -9n debian/wald/usr/share/man/man1/wald.1
mv "$tree/usr/share/doc/wald/NOTICE" "$work/notice"
rm "$tree/usr/share/doc/wald/LICENSE" # Debian has it in /usr/share/common-licenses
left=$(find "$tree" ! -type d)
[ -z "$left" ] || { printf 'deb.sh: no package takes these:\n%s\n' "$left" >&2; exit 1; }

# ---- What dpkg is told ----
sed "s/@ABI@/$abi/g" "$source/packaging/deb/control" >debian/control
maintainer=$(sed -n 's/^Maintainer: //p' debian/control)
cat >debian/changelog <<EOF
wald ($version-1) unstable; urgency=medium

  * Release $version: the changes are in CHANGELOG.md of the source.

 -- $maintainer  $(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")
EOF
mkdir "debian/libwald$abi/DEBIAN"
echo "libwald $abi libwald$abi (>= $version)" >"debian/libwald$abi/DEBIAN/shlibs"
echo "activate-noawait ldconfig" >"debian/libwald$abi/DEBIAN/triggers"

# The library first: the command's dependency on it is read from its shlibs.
for package in "libwald$abi" libwald-dev wald; do
  root=debian/$package
  doc=$root/usr/share/doc/$package
  mkdir -p "$doc" "$root/DEBIAN"
  { cat notice; printf '\nOn Debian systems the Apache License is in /usr/share/common-licenses/Apache-2.0,\n'
    printf 'the Mozilla Public License in /usr/share/common-licenses/MPL-2.0.\n'; } >"$doc/copyright"
  gzip -9nc debian/changelog >"$doc/changelog.Debian.gz"
  gzip -9nc "$source/CHANGELOG.md" >"$doc/changelog.gz"
  binaries=$(find "$root" -type f \( -name 'libwald.so.*' -o -path '*/bin/*' \))
  substvars=debian/$package.substvars
  : >"$substvars"
  # shellcheck disable=SC2086 # the names have no spaces
  [ -z "$binaries" ] || dpkg-shlibdeps -T"$substvars" -l"debian/libwald$abi/$lib" $binaries
  find "$root" -type d -exec chmod 755 {} +
  find "$root" -type f -exec chmod 644 {} +
  [ ! -d "$root/usr/bin" ] || chmod 755 "$root"/usr/bin/*
  (cd "$root" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum >DEBIAN/md5sums)
  dpkg-gencontrol -p"$package" -P"$root" -T"$substvars" -f"debian/files"
  dpkg-deb --root-owner-group --build "$root" "$output" | sed 's/^dpkg-deb: //'
done
