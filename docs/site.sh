#!/bin/sh
# Builds the documentation as a site of static files, from this project alone:
#
#   sh docs/site.sh OUT         the site of this version in OUT/<version>/, and OUT/index.html, which leads to the newest
#
# The tools come from PyPI and npm, pinned by docs/site, into build/site-tools (or $WALD_SITE_TOOLS) the first time;
# doxygen, javadoc, R and mandoc from the system (packaging/deps.sh test). After that nothing is read from a network, and
# the pages themselves never do: they can be opened from a folder, without a server, search included.
#
# MkDocs with the theme Material, because the guides are the same Markdown files that are read without a site, and one
# index of search holds them and the references of all six languages, which six programs write. Sphinx would ask for
# its own markup in the guides and finds nothing in what Javadoc and Doxygen write.
set -eu
root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
[ $# -eq 1 ] || { echo "usage: sh docs/site.sh OUT" >&2; exit 2; }
tools=${WALD_SITE_TOOLS:-$root/build/site-tools}
python3 -B "$root/docs/site/tools.py" "$tools"
exec "$tools/venv/bin/python" -B "$root/docs/site/build.py" "$1" "$tools"
