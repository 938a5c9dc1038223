#!/bin/sh
# Installs what building (and, with "test" or "all", testing) Wald needs and is missing, on Debian and its like.
#   sh packaging/deps.sh [build|test|all|release|fuzz|memory|coverage]
set -eu

build="cmake ninja-build g++ libeigen3-dev libboost-dev nlohmann-json3-dev libcsv-dev libfast-float-dev zlib1g-dev
       python3"
test="catch2 gnuplot-nox make pkgconf binutils python3-venv swig default-jdk-headless maven mono-devel mono-mcs
      r-base-dev r-cran-rcpp r-cran-rcppeigen r-cran-bh r-cran-matrix r-cran-testthat r-cran-ggplot2
      r-cran-ranger r-cran-mgcv r-cran-nnet r-cran-jsonlite r-cran-generics r-cran-tibble nodejs"
all="clang libclang-rt-14-dev valgrind qemu-user zsh fish mandoc doxygen r-cran-knitr r-cran-rmarkdown pandoc qpdf
     golang-go cargo npm chromium chromium-driver dpkg-dev lintian abigail-tools"

release="swig default-jdk-headless maven mono-devel mono-mcs r-base-dev r-cran-rcpp r-cran-rcppeigen r-cran-bh r-cran-matrix
         python3-venv dpkg-dev binutils xz-utils bzip2 zip unzip qemu-user libc6-arm64-cross musl wine wine64"

case "${1:-build}" in
  build) wanted=$build ;;
  test) wanted="$build $test" ;;
  all) wanted="$build $test $all" ;;
  release) wanted="$build $release" ;;
  fuzz) wanted="$build clang libclang-rt-14-dev" ;;
  memory) wanted="$build catch2 clang libclang-rt-14-dev dpkg-dev" ;;
  coverage) wanted="$build catch2 clang libclang-rt-14-dev llvm" ;;
  *) echo "usage: sh packaging/deps.sh [build|test|all|release|fuzz|memory|coverage]" >&2; exit 2 ;;
esac

if ! command -v dpkg-query >/dev/null 2>&1; then
  echo "deps.sh: this is not a Debian system: install by hand what stands for $(echo $wanted)" >&2
  exit 0
fi

missing=
for package in $wanted; do
  # An alternative that provides the command will do (cmake and python3 are often installed by other means).
  case "$package" in
    python3-venv) python3 -c "import ensurepip" >/dev/null 2>&1 && continue ;;
    cmake | make | python3 | zsh | fish | mandoc | doxygen | valgrind) command -v "$package" >/dev/null 2>&1 && continue ;;
    ninja-build) command -v ninja >/dev/null 2>&1 && continue ;;
    g++) command -v c++ >/dev/null 2>&1 && continue ;;
    pkgconf) command -v pkg-config >/dev/null 2>&1 && continue ;;
    gnuplot-nox) command -v gnuplot >/dev/null 2>&1 && continue ;;
    default-jdk-headless) command -v javac >/dev/null 2>&1 && continue ;;
    maven) command -v mvn >/dev/null 2>&1 && continue ;;
    golang-go) command -v go >/dev/null 2>&1 && continue ;;
    cargo | npm | chromium) command -v "$package" >/dev/null 2>&1 && continue ;;
    nodejs) command -v node >/dev/null 2>&1 && continue ;;
    qemu-user) command -v qemu-x86_64 >/dev/null 2>&1 && continue ;;
    binutils) command -v nm >/dev/null 2>&1 && continue ;;
  esac
  status=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)
  [ "$status" = "install ok installed" ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

as_root=
[ "$(id -u)" -eq 0 ] || as_root=sudo
echo "installing:$missing" >&2
export DEBIAN_FRONTEND=noninteractive
install() { $as_root apt-get install -y -qq --no-install-recommends $missing >/dev/null; }
# The package lists may be old or absent.
install 2>/dev/null || { $as_root apt-get update -qq >&2 && install; }
