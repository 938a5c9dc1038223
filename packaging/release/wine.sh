#!/bin/sh
# Runs a Windows program, which finds the library in FOLDER:  wine.sh FOLDER PROGRAM [ARGUMENT...]
: "${WINEPREFIX:=${TMPDIR:-/tmp}/wald-wine}"
WINEDEBUG=-all
WINEPATH=$(printf 'Z:%s' "$1" | tr / '\\')
export WINEPREFIX WINEDEBUG WINEPATH
shift
exec wine "$@"
