#!/usr/bin/env python3
"""Every relative link and picture of the documents leads to a file that is there, and every #anchor to a heading.

    test_links.py SOURCE
"""

import pathlib
import re
import sys

FENCED = re.compile(r"^```.*?^```[^\S\n]*$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"!?\[(?:[^\]\[]|\[[^\]]*\])*\]\(\s*([^)\s]+)\s*\)")
REFERENCE = re.compile(r"^\[[^\]]+\]:\s*(\S+)", re.MULTILINE)
HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*$", re.MULTILINE)


def text_of(path):
    return FENCED.sub("", path.read_text(encoding="utf-8"))


def anchors_of(path):
    """The names that GitHub gives headings: lower case, without punctuation, spaces as hyphens."""
    found, seen = set(), {}
    for heading in HEADING.findall(text_of(path)):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").lower()
        name = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        count = seen[name] = seen.get(name, -1) + 1
        found.add(f"{name}-{count}" if count else name)
    return found


def main():
    source = pathlib.Path(sys.argv[1]).resolve()
    documents = sorted([*source.glob("*.md"), *source.glob("docs/**/*.md")])
    failures = links = 0
    for path in documents:
        text = text_of(path)
        for target in LINK.findall(text) + REFERENCE.findall(text):
            if re.match(r"[a-z]+:", target):
                continue
            links += 1
            name, _, anchor = target.partition("#")
            to = (path.parent / name).resolve() if name else path
            if not to.exists():
                print(f"{path.relative_to(source)}: {target}: there is no such file")
            elif anchor and to.suffix == ".md" and anchor not in anchors_of(to):
                print(f"{path.relative_to(source)}: {target}: there is no such heading")
            else:
                continue
            failures += 1
    print(f"{len(documents)} documents, {links} links, {failures} failures")
    return 1 if failures or not links else 0


if __name__ == "__main__":
    sys.exit(main())
