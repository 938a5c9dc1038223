# Read by release_test.sh: how each package is tried.

# What runs programs of musl on ARM, from Debian's package for that processor.
fetch_foreign() {
  [ ! -d "$tools/musl-arm64" ] || return 0
  apt=$tools/apt-arm64
  rm -rf "$apt" "$tools/musl-arm64.part"
  mkdir -p "$apt/lists/partial" "$apt/archives/partial" "$tools/musl-arm64.part"
  : >"$apt/status"
  set -- -qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o APT::Sandbox::User=root \
    -o "Dir::State::Lists=$apt/lists" -o "Dir::State::Status=$apt/status" -o "Dir::Cache=$apt"
  (cd "$apt" && apt-get "$@" update && apt-get "$@" download musl)
  dpkg-deb -x "$apt"/musl_*.deb "$tools/musl-arm64.part"
  mv "$tools/musl-arm64.part" "$tools/musl-arm64"
}

program() { # program NAME: of the target's build
  case $target in
    win-*) echo "$here/build/tests/capi/$1.exe" ;;
    *) echo "$here/build/tests/capi/$1" ;;
  esac
}

# Unpacked elsewhere, with its library where the package has it; the answers are those of the first target.
command_works() {
  tree=$scratch/unpacked/$target
  mkdir -p "$tree"
  case $target in
    win-*) (cd "$tree" && unzip -q "$out/wald-$version-$target.zip") && set -- "$tree"/wald-*/bin/wald.exe ;;
    *) tar -xf "$out/wald-$version-$target.tar.gz" -C "$tree" && set -- "$tree"/wald-*/bin/wald ;;
  esac
  command=$1
  # Without the library of the build: the package's own has to be found.
  run=$(emulator_of "$target" | sed "s|$here/build/capi|$tree/nothing|" | tr ';' ' ')
  answers >"$scratch/$target.answers" 2>&1 || return 1
  [ ! -f "$scratch/linux-x64.answers" ] || cmp "$scratch/linux-x64.answers" "$scratch/$target.answers"
}

answers() {
  examples=$source/docs/examples
  (
    cd "$scratch" || return 1
    set -e
    $run "$command" version | tr -d '\r' | head -n 1
    $run "$command" predict --metric f1 "$examples/yeast.csv" --output "answer $target.csv"
    cat "answer $target.csv"
    gzip -c "$examples/yeast.csv" | $run "$command" predict --metric jaccard --format jsonl -
    paste -d , "$examples/breast_cancer_truth.csv" "$examples/breast_cancer.csv" | sed '1s/.*/malignant,score/' |
      $run "$command" threshold --label malignant --scores score --min-precision 0.95 --format json
  )
}

wheel_works() {
  "$scratch/venv/bin/pip" install -q --disable-pip-version-check --no-index --find-links "$out" wald &&
    (cd "$scratch" && venv/bin/python "$source/tests/python/wheel_check.py" venv)
}

# From an empty folder, without a registry; with its bill of materials.
npm_package_works() {
  mkdir -p "$scratch/javascript"
  (
    cd "$scratch/javascript" || return 1
    echo '{"private": true}' >package.json
    npm install --silent --offline --no-audit --no-fund "$out/libwald-$version.tgz" &&
      node -e 'const wald = require("libwald");
        wald.ready.then(() => {
          const { indices, bound } = wald.decide([0.8, 0.45, 0.1], "f1");
          console.log(wald.version(), indices, bound);
          if (wald.version() !== process.argv[1] || indices.join() !== "0,1" || !(bound < 1e-12)) process.exit(1);
        });' "$version" && grep -q wasi-libc node_modules/libwald/sbom.cdx.json
  )
}

# What Spark itself finds in them by name; they are run by tests/spark.
spark_jars_hold() {
  for scala in 2.12 2.13; do
    unzip -l "$out/wald-spark_$scala-$version.jar" >"$scratch/spark.list" || return 1
    for file in META-INF/services/org.apache.spark.ml.Transformer META-INF/sbom/wald-spark.cdx.json \
      org/libwald/spark/OptimalDecision.class; do
      grep -q " $file\$" "$scratch/spark.list" || { echo "wald-spark_$scala lacks $file"; return 1; }
    done
    grep -q "<artifactId>wald-spark_$scala</artifactId>" "$out/wald-spark_$scala-$version.pom" || return 1
  done
}

jar_works() {
  mkdir -p "$scratch/java"
  cat >"$scratch/java/First.java" <<'JAVA'
import org.libwald.Metric;

class First {
  public static void main(String[] arguments) {
    try (Metric f1 = Metric.of("f1")) {
      System.out.println(f1.decide(new double[] {0.9, 0.45, 0.4, 0.1}));
    }
  }
}
JAVA
  (cd "$scratch/java" && java -cp "$1" First.java)
}

nupkg_works() {
  rm -rf "$scratch/nupkg"
  mkdir -p "$scratch/nupkg"
  (
    cd "$scratch/nupkg" && unzip -q "$out"/Wald.*.nupkg && cp lib/net472/Wald.dll runtimes/linux-x64/native/* . &&
      cat >First.cs <<'CSHARP'
using System;
using Wald;

public static class First {
  public static void Main() {
    using (var f1 = new Metric("f1")) Console.WriteLine(f1.Decide(new[] { 0.9, 0.45, 0.4, 0.1 }));
  }
}
CSHARP
    mcs -r:Wald.dll First.cs && mono First.exe
  )
}
