#!/bin/sh
# Builds Wald and shows on real probabilities what deciding for the metric is worth, and thresholds that keep a promise.
set -eu
cd "$(dirname "$0")/.."
sh packaging/deps.sh build
cmake -S . -B build/try -G Ninja -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF -DCMAKE_UNITY_BUILD=ON >/dev/null
cmake --build build/try
python3 docs/examples/worth.py build/try/bindings/cli/wald

echo
echo "Was that to be known beforehand, from the probabilities alone? Of yeast's and of the digits':"
for data in yeast digits; do
  echo
  build/try/bindings/cli/wald worth --metric f1 "docs/examples/$data.csv"
done

echo
echo "Thresholds, on the tumours' probabilities: the most found with at least 19 of 20 alarms right"
echo
paste -d , docs/examples/breast_cancer_truth.csv docs/examples/breast_cancer.csv | sed '1s/.*/malignant,score/' |
  build/try/bindings/cli/wald threshold --label malignant --scores score --min-precision 0.95 --format text
