"""The Markdown of the project as pages of the site.

The files are read as they are. Their links are turned towards where things lie in the site: a guide keeps its place, a
document outside of docs/ goes below project/, data that is linked is copied, and a source file that is linked becomes a
page of its own.
"""

import os
import pathlib
import re
import shutil

from markdown_it import MarkdownIt

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLACES = {"README.md": "index.md", "docs/README.md": "documentation.md", "docs/playground": "playground/index.html"}
COPIED = {".svg", ".png", ".csv", ".json", ".txt", ".ipynb"}
LANGUAGES = {".py": "python", ".h": "c", ".hpp": "cpp", ".cpp": "cpp", ".java": "java", ".cs": "csharp", ".R": "r",
             ".sh": "sh", ".js": "javascript", ".ts": "typescript", ".go": "go", ".rs": "rust", ".toml": "toml"}

FENCE = re.compile(r"^[^\S\n]*(```+|~~~+).*?^[^\S\n]*\1[^\S\n]*$", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"(!?\[(?:[^\]\[]|\[[^\]]*\])*\]\(\s*)([^)\s]+)(\s*\))")
REFERENCE = re.compile(r"^(\[[^\]]+\]:\s*)(\S+)()", re.MULTILINE)
ABSOLUTE = re.compile(r"[a-z]+:|#")
# A language in bold, and the blocks that follow it: several of them, one after the other, become tabs.
TAB = re.compile(r"^\*\*(Python|R|Java|C#|JavaScript|C\+\+|C|The command)\*\*:?\n\n((?:```[^\n]*\n.*?^```\n+)+)",
                 re.MULTILINE | re.DOTALL)


def place(path):
    """Where a file of the project, named from its root, lies in the site."""
    name = path.as_posix()
    if name in PLACES:
        return pathlib.PurePosixPath(PLACES[name])
    if (ROOT / path).is_dir():
        return pathlib.PurePosixPath("source") / path / "index.md"
    inside = path.relative_to("docs") if path.parts[0] == "docs" else None
    if path.suffix == ".md":
        return pathlib.PurePosixPath(inside or f"project/{name}")
    if path.suffix in COPIED:
        return pathlib.PurePosixPath(inside or f"source/{name}")
    return pathlib.PurePosixPath(f"source/{name}.md")


class Pages:
    """Everything that is linked from the documents, and the documents, written to a folder once each."""

    def __init__(self, folder):
        self.folder = folder
        self.seen = set()
        self.waiting = []

    def add(self, path):
        if path not in self.seen:
            self.seen.add(path)
            self.waiting.append(path)

    def write_all(self):
        for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]:
            self.add(pathlib.PurePosixPath(path.relative_to(ROOT).as_posix()))
        while self.waiting:
            self.write(self.waiting.pop())

    def write(self, path):
        to = self.folder / place(path)
        to.parent.mkdir(parents=True, exist_ok=True)
        source = ROOT / path
        if path.as_posix() == "docs/playground":
            return
        if source.is_dir():
            text = f"# {path}\n\n"
            for entry in sorted(source.iterdir()):
                if entry.is_file():
                    name = pathlib.PurePosixPath(entry.relative_to(ROOT).as_posix())
                    text += f"- [{entry.name}]({self.link(path / 'index', name)})\n"
            to.write_text(text, encoding="utf-8")
        elif path.suffix == ".md":
            to.write_text(self.page(path, source.read_text(encoding="utf-8")), encoding="utf-8")
        elif path.suffix in COPIED:
            shutil.copy(source, to)
        else:
            body = source.read_text(encoding="utf-8")
            fence = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", body)), default=0))
            language = LANGUAGES.get(path.suffix, "text")
            to.write_text(f"# {path.name}\n\n`{path}` of the project.\n\n{fence}{language}\n{body}\n{fence}\n", "utf-8")

    def link(self, source, target):
        """From the place of one file to that of another."""
        self.add(target)
        here = place(source) if source.name != "index" else place(source.parent)
        return os.path.relpath(place(target), here.parent)

    def page(self, path, text):
        def turned(match):
            before, target, after = match.groups()
            if ABSOLUTE.match(target):
                return match.group()
            name, _, anchor = target.partition("#")
            whole = pathlib.PurePosixPath(os.path.normpath(path.parent / name))
            return before + self.link(path, whole) + ("#" + anchor if anchor else "") + after

        parts, end = [], 0
        for fence in FENCE.finditer(text):
            # Of what follows the fence the first word is the language; the rest is for the tests.
            block = re.sub(r"\A([^\S\n]*(?:`+|~+)[\w+#-]*)[^\n]*", r"\1", fence.group())
            parts += [REFERENCE.sub(turned, INLINE.sub(turned, text[end:fence.start()])), block]
            end = fence.end()
        parts.append(REFERENCE.sub(turned, INLINE.sub(turned, text[end:])))
        return in_tabs(for_python_markdown("".join(parts)))


def in_tabs(text):
    out, end, found = "", 0, list(TAB.finditer(text))
    for i, tab in enumerate(found):
        before = i > 0 and found[i - 1].end() == tab.start()
        after = i + 1 < len(found) and tab.end() == found[i + 1].start()
        if not before and not after:
            continue
        body = "".join("    " + line if line.strip() else line for line in tab.group(2).splitlines(keepends=True))
        out += text[end:tab.start()] + f'=== "{tab.group(1)}"\n\n{body}'
        end = tab.end()
    return out + text[end:]


def for_python_markdown(text):
    """The same document for MkDocs' reader, which wants what is inside of an item of a list indented by four spaces,
    and an empty line before a list that follows a paragraph."""
    lines = text.split("\n")
    more, before, previous = [0] * len(lines), set(), -1
    for item in MarkdownIt().parse(text):
        if item.type != "list_item_open":
            continue
        first, last = item.map
        for i in range(first + 1, last):
            more[i] += 4 - (len(item.info) + 2)
        if item.level == 1 and first != previous and first > 0 and lines[first - 1].strip():
            before.add(first)
        previous = last
    indented = [" " * max(0, n) + line if line.strip() else line for n, line in zip(more, lines)]
    return "\n".join("\n" + line if i in before else line for i, line in enumerate(indented))
