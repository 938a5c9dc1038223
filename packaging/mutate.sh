#!/bin/sh
# Mutation testing:  sh packaging/mutate.sh [COUNT [SEED]]
#
# Makes COUNT (300) small mistakes in core/ and capi/, one after another, and says how many of them the tests noticed and which
# survived (tests/mutate/mutate.py). Takes hours; a run that was stopped goes on where it was.
set -eu
cd "$(dirname "$0")/.."
sh packaging/deps.sh test
exec python3 -B tests/mutate/mutate.py . build/mutate --count "${1:-300}" --seed "${2:-1}"
