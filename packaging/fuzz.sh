#!/bin/sh
# Fuzzes the library:  sh packaging/fuzz.sh [SECONDS [TARGET...]]
#
# Builds the targets of tests/fuzz with Clang: the library's own objects instrumented for libFuzzer, address and
# undefined-behaviour sanitizers on. Runs each target for SECONDS (60), from its corpus, and prints how many inputs it tried and
# how much of the code they reached. What fails is left in build/fuzz/findings, and the exit status is 1 then.
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-60}
[ $# -eq 0 ] || shift
targets=${*:-$(cd tests/fuzz && ls fuzz_*.cpp | sed 's/fuzz_\(.*\)\.cpp/\1/')}
sh packaging/deps.sh fuzz
command -v clang++ >/dev/null 2>&1 || { echo "fuzz.sh: there is no clang++" >&2; exit 1; }
build=build/fuzz
cmake -S . -B $build -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ \
  "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -g1" -DWALD_LIBFUZZER=ON -DWALD_SANITIZE=address,undefined -DWALD_JAVA=OFF -DWALD_CSHARP=OFF \
  >/dev/null
cmake --build $build --target $(for target in $targets; do echo "fuzz-$target"; done)
mkdir -p $build/findings
failed=0
for target in $targets; do
  grown=$build/corpus/$target log=$build/$target.log
  corpus=tests/fuzz/corpus/$target
  [ "$target" != import ] || corpus=tests/importers/models
  mkdir -p "$grown"
  $build/tests/capi/fuzz/fuzz-"$target" -max_total_time="$seconds" -artifact_prefix=$build/findings/"$target"- \
    -print_final_stats=1 -verbosity=1 -timeout=20 -rss_limit_mb=3000 "$grown" "$corpus" >"$log" 2>&1 || {
    failed=1
    echo "$target: FAILED, see $log" >&2
  }
  sed -n 's/^stat::number_of_executed_units: */'"$target"': inputs tried: /p; s/^stat::new_units_added: */'"$target"': new ones kept: /p' "$log"
  grep -o 'DONE *cov: [0-9]*' "$log" | sed 's/DONE *cov:/'"$target"': edges reached:/' || true
done
exit $failed
