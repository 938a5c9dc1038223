# Read by release.sh: what building for other platforms needs, in $tools. Packages of Debian and one of PyPI.
#   headers    Eigen, Boost, nlohmann-json, fast_float: header-only libraries, linked from a folder of their own
#   sources    zlib and libcsv, which the command is linked with, compiled for each target
#   zig        clang for every target (the Python package ziglang)

zig_version=0.17.1

install_tools() {
  sh "$source/packaging/deps.sh" release
  install_zig
  link_headers
  fetch_sources
}

install_zig() {
  zig=$tools/zig/bin/python
  if ! "$zig" -c "import ziglang" 2>/dev/null; then
    python3 -m venv "$tools/zig"
    "$zig" -m pip install -q --disable-pip-version-check "ziglang==$zig_version"
  fi
  zig=$("$zig" -c "import ziglang, os; print(os.path.join(os.path.dirname(ziglang.__file__), 'zig'))")
  clang_version=$("$zig" cc -dumpversion)
}

# By links in a folder of their own: /usr/include itself, which has this machine's C library, is never looked at.
link_headers() {
  rm -rf "$tools/headers"
  mkdir -p "$tools/headers"
  for name in eigen3 boost nlohmann fast_float; do
    ln -s "/usr/include/$name" "$tools/headers/$name"
  done
}

# Debian's own archive, whose signatures apt checks, as this machine is set up for it; its lists of sources are not.
fetch_sources() {
  [ ! -d "$tools/sources" ] || return 0
  apt=$tools/apt
  rm -rf "$apt" "$tools/sources.part"
  mkdir -p "$apt/lists/partial" "$apt/parts" "$tools/sources.part"
  apt-get indextargets --format '$(SITE) $(RELEASE) $(COMPONENT)' "Created-By: Packages" "Origin: Debian" |
    sed 's/^/deb-src [signed-by=\/usr\/share\/keyrings\/debian-archive-keyring.gpg] /' | sort -u >"$apt/parts/debian.list"
  set -- -qq -o Dir::Etc::SourceList=/dev/null -o "Dir::Etc::SourceParts=$apt/parts" -o "Dir::State::Lists=$apt/lists"
  apt-get "$@" update
  (cd "$tools/sources.part" && apt-get "$@" -o APT::Sandbox::User=root source --download-only zlib libcsv >/dev/null)
  for name in zlib libcsv; do
    mkdir "$tools/sources.part/$name"
    tar -xf "$tools/sources.part/$name"_*.orig.tar.* -C "$tools/sources.part/$name" --strip-components 1
  done
  mv "$tools/sources.part" "$tools/sources"
}
