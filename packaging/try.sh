#!/bin/sh
# Installs what is missing, builds the library and the command, and shows on real probabilities what deciding for a metric gains.
set -eu
cd "$(dirname "$0")/.."
sh packaging/deps.sh build
cmake -S . -B build/try -G Ninja -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF -DCMAKE_UNITY_BUILD=ON >/dev/null
cmake --build build/try
wald=build/try/bindings/cli/wald

echo
python3 docs/examples/worth.py $wald
echo
echo "A threshold for the tumours: flag as many malignant ones as possible, with at least 95 % of the alarms right."
echo
paste -d , docs/examples/breast_cancer_truth.csv docs/examples/breast_cancer.csv | sed '1s/.*/malignant,score/' |
  $wald threshold --label malignant --scores score --min-precision 0.95 --format text | sed -n '1,2p;4,9p'
echo
echo "On your own probabilities, a CSV file with one row per item and one column per label:"
echo
echo "  $wald worth --metric f1 FILE                # what deciding for F1 gains, before any truth is known"
echo "  $wald predict --metric f1 FILE -o OUT.csv   # the decisions"
echo "  $wald threshold --label TRUTH --scores SCORE --min-precision 0.9 FILE   # columns of FILE: 0/1 truth, a score"
