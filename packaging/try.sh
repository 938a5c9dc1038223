#!/bin/sh
# Builds Wald and shows on real probabilities what deciding for the metric is worth.
set -eu
cd "$(dirname "$0")/.."
sh packaging/deps.sh build
cmake -S . -B build/try -G Ninja -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF >/dev/null
cmake --build build/try
python3 docs/examples/worth.py build/try/bindings/cli/wald
