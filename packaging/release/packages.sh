# Read by release.sh: packages of the natives in $natives, put in $out.

# Stripped at linking, and nothing is changed afterwards: macOS refuses a library whose signature is not of its bytes.
collect_natives() {
  folder=$natives/$target
  mkdir -p "$folder"
  for file in "$here/build/bindings/java/"*wald_java.* "$here/build/bindings/csharp/"*wald_csharp.*; do
    case $file in
      *.so | *.dylib | *.dll) cp "$file" "$folder/" ;;
    esac
  done
  case $target in
    win-*) library=wald.dll ;;
    osx-*) library=libwald.$abi.dylib ;;
    *) library=libwald.so.$abi ;;
  esac
  cp "$here/build/capi/$library" "$folder/"
  python3 -B "$source/packaging/release/check_natives.py" "$target" "$folder"
}

# The library, its headers, what CMake and pkg-config read, and the command.
pack_archive() {
  tree=$here/wald-$version-$target
  rm -rf "$tree"
  cmake --install "$here/build" --prefix "$tree" >/dev/null
  write_sbom "$tree/share/doc/wald/sbom.cdx.json" --command --sources "$tools/sources"
  cp "$tree/share/doc/wald/sbom.cdx.json" "$out/wald-$version-$target.cdx.json"
  case $target in
    win-*) kind=zip ;;
    *) kind=tar.gz ;;
  esac
  python3 -B "$source/packaging/release/archive.py" "$tree" "$out/wald-$version-$target.$kind"
}

write_sbom() { # write_sbom FILE [ARGUMENT...]
  python3 -B "$source/packaging/release/sbom.py" "$@" --target "$target" --clang "$clang_version"
}

pack_wheel() {
  write_sbom "$here/wheel.cdx.json"
  python3 -B "$source/bindings/python/build_wheel.py" --library "$natives/$target/$library" \
    --sbom "$here/wheel.cdx.json" --output "$out"
}

# One jar and one .nupkg for all targets, beside a jar for each.
pack_java_and_csharp() {
  build=$work/packages
  target=all
  write_sbom "$work/packages.cdx.json"
  cmake -S "$source" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF -DWALD_JAVA=ON -DWALD_CSHARP=ON \
    -DWALD_REQUIRE_ALL=ON -DWALD_NATIVES="$natives" -DWALD_SBOM="$work/packages.cdx.json" >"$work/packages.log"
  cmake --build "$build" --target wald-jar wald_csharp_package
  cp "$build/bindings/java/project/target/"wald-"$version"*.jar "$out/"
  cp "$build/bindings/java/project/pom.xml" "$out/wald-$version.pom"
  cp "$build/bindings/csharp/"*.nupkg "$out/"
}

# The stages for Spark, a jar for each version of Scala, against the Sparks that Maven fetches.
pack_spark() {
  write_sbom "$work/spark.cdx.json" --of wald-spark
  cmake -DWALD_SPARK_SBOM="$work/spark.cdx.json" "$build" >>"$work/packages.log"
  cmake --build "$build" --target wald-spark-jars
  for pom in "$build/bindings/java/spark/"*/pom.xml; do
    scala=$(basename "$(dirname "$pom")")
    name=wald-spark_$scala-$version
    cp "$build/bindings/java/spark/$scala/target/$name.jar" "$out/"
    # Without how it is built, which names folders of this machine.
    sed '/<build>/,/<\/build>/d' "$pom" >"$out/$name.pom"
  done
}

# The library as WebAssembly, for Node and for pages.
pack_javascript() {
  target=wasm
  write_sbom "$work/javascript.cdx.json"
  rm -rf "$work/javascript"
  WALD_WASM_WORK="$work/wasm" WALD_ZIG_TOOLS="$tools" WALD_WASM_SBOM="$work/javascript.cdx.json" \
    sh "$source/packaging/wasm.sh" "$work/javascript"
  cp "$work/javascript/libwald-$version.tgz" "$out/"
}

# With its vignettes, for which the package is compiled, in haste, since nothing of that is kept.
pack_r() {
  rm -rf "$work/r"
  mkdir -p "$work/r"
  Rscript "$source/bindings/r/assemble.R" "$work/r" >/dev/null
  printf 'CXX17FLAGS = -O0\nMAKEFLAGS = -j%s\n' "$(nproc)" >"$work/r/Makevars"
  (cd "$work/r" && R_MAKEVARS_USER="$work/r/Makevars" MAKEFLAGS="-j$(nproc)" R CMD build wald >"$work/r/build.log")
  mkdir "$work/r/packed"
  tar -xf "$work/r/wald_$version.tar.gz" -C "$work/r/packed"
  # The only bytes that say when and where.
  when=$(date -u -d "@$SOURCE_DATE_EPOCH" '+%Y-%m-%d %H:%M:%S UTC')
  sed -i "s/^Packaged: .*/Packaged: $when; wald/" "$work/r/packed/wald/DESCRIPTION"
  python3 -B "$source/packaging/release/archive.py" "$work/r/packed/wald" "$out/wald_$version.tar.gz"
}

# The files of the source, one per line: what git tracks, or what the list in an unpacked archive names. That archive may
# lie within a checkout of something else.
source_files() {
  if prefix=$(git -C "$source" rev-parse --show-prefix 2>/dev/null) && [ -z "$prefix" ]; then
    git -C "$source" ls-files
  elif [ -f "$source/MANIFEST" ]; then
    cat "$source/MANIFEST"
  else
    echo "release.sh: $source is neither a git checkout nor an unpacked source archive, which has a file MANIFEST" >&2
    return 1
  fi
}

pack_source() {
  source_files >"$work/files"
  python3 -B "$source/packaging/release/archive.py" "$source" "$out/wald-$version-source.tar.gz" --root "wald-$version" \
    --list "$work/files" --manifest MANIFEST
}

write_sums() {
  (cd "$out" && find . -type f ! -name SHA256SUMS | sed 's/^..//' | sort | xargs sha256sum >SHA256SUMS)
}
