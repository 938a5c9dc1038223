#!/bin/sh
# What takes longer than every run of the tests has time for: all partitionings and goals, and the whole suite in a
# SparkContext of this process and in executors that have JVMs of their own, besides Spark Connect.
#   sh tests/spark/full.sh BUILD [SPARK]      SPARK: connect, local[2,4], local-cluster[2,1,1024]; default: each of them
# For another release of Spark: WALD_SPARK_REQUIREMENTS (lines as in requirements.txt) and WALD_SPARK_VENV, a folder name.
set -eu
source=$(cd "$(dirname "$0")/../.." && pwd)
build=$1
for where in ${2:-connect local[2,4] local-cluster[2,1,1024]}; do
  echo "== $where"
  WALD_SPARK=$where WALD_SPARK_FULL=1 python3 -B "$source/tests/spark/run.py" "$build" "$source" \
    "$build/capi/libwald.so" "$build/bindings/java/project"
done
