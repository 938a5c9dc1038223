"""The reference of JavaScript, from the declarations of its types: a heading for each export and for each of its members,
with the comment above it and the declaration itself."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
TYPES = ROOT / "bindings" / "javascript" / "types"

# The pages, and which parts of wald.d.ts they hold; of rows.d.ts the names that end so; and all of datasets.d.ts.
PAGES = {
    "given": ("What is given, errors", ["What is given", "Errors, memory", "The package"]),
    "decisions": ("Decisions", ["Metrics", "Estimators", "Decisions"]),
    "thresholds": ("Thresholds", ["Thresholds"]),
    "cascades": ("Cascades", ["Cascades"]),
    "model-cascades": ("Model cascades", ["Model cascades"]),
    "learners": ("Learners", ["Learners"]),
    "datasets": ("Tables for examples", ["Tables for examples"]),
    "options": ("Options", ["Options"]),
    "facts": ("Facts", ["Facts"]),
    "words": ("Words", ["Name"]),
}
PART = re.compile(r"// -+ (.*?) -+\Z")
DECLARED = re.compile(r"(?:export |declare |abstract )*(class|interface|function|const|type) (\w+)")
MEMBER = re.compile(r"(?:(?:static|readonly|private|get|set) )*(constructor|\w+|\[[\w.]+\])")


def statement(text, at, of_block):
    """The end of what begins at `at`: behind its ";", or of a block behind the bracket that closes it."""
    depth = 0
    while at < len(text):
        if text[at] in "\"'`":
            at = text.index(text[at], at + 1)
        elif text.startswith(("/*", "//"), at):
            at = text.index("*/", at) + 1 if text[at + 1] == "*" else text.index("\n", at)
        elif text[at] in "({[":
            depth += 1
        elif text[at] in ")}]":
            depth -= 1
            if of_block and depth == 0 and text[at] == "}":
                return at + 1
        elif text[at] == ";" and depth == 0:
            return at + 1
        at += 1
    raise SystemExit(f"the declaration {text[:60]!r} has no end")


def declarations(text, of_block):
    """Part, comment and text of each declaration, in their order."""
    part = comment = ""
    at = 0
    while True:
        at += len(text[at:]) - len(text[at:].lstrip())
        if at >= len(text):
            return
        if text.startswith("//", at):
            end = text.find("\n", at)
            titled = PART.match(text[at:end])
            part, at = titled[1] if titled else part, end
        elif text.startswith("/**", at):
            end = text.index("*/", at)
            comment, at = text[at + 3:end], end + 2
        else:
            end = statement(text, at, of_block(text[at:at + 60]))
            yield part, comment, text[at:end]
            comment, at = "", end


def prose(comment):
    """A comment as Markdown: its words, with what would be read as marks written out."""
    words = " ".join(re.sub(r"^\s*\*\s?", "", line).strip() for line in comment.splitlines()).strip()
    words = re.sub(r"\s*@param (\w+) ", r" `\1`: ", words).strip()
    parts = re.split(r"(`[^`]*`)", words)
    return "".join(each if i % 2 else re.sub(r"([\\*_<>\[\]#|])", r"\\\1", each) for i, each in enumerate(parts))


def fenced(code):
    return f"```typescript\n{code}\n```\n"


def dedented(code):
    return re.sub(r"^  ", "", code, flags=re.MULTILINE)


class Export:
    """A name, with all that is declared under it: overloads, and an interface beside a class."""

    def __init__(self, name):
        self.name, self.comments, self.heads, self.members = name, [], [], {}

    def add(self, comment, code):
        if comment:
            self.comments.append(prose(comment))
        if DECLARED.match(code)[1] not in ("class", "interface"):
            self.heads.append(code)
            return
        at = code.index("{")
        self.heads.append(code[:at].strip())
        for _, said, member in declarations(code[at + 1:-1], lambda _: False):
            if not member.startswith("private "):
                name = MEMBER.match(member)[1].strip("[]")
                self.members.setdefault(name, []).append((prose(said), dedented(member)))

    def markdown(self, places, page):
        text = f"## {self.name} {{ #{self.name} }}\n\n" + "".join(f"{each}\n\n" for each in self.comments)
        text += fenced("\n".join(self.heads))
        codes = [*self.heads, *(code for rows in self.members.values() for _, code in rows)]
        named = sorted({word for code in codes for word in re.findall(r"\b[A-Z]\w+", code)} & set(places) - {self.name})
        if named:
            links = (f"[{name}]({'' if places[name] == page else places[name] + '.md'}#{name})" for name in named)
            text += f"\nNamed here: {', '.join(links)}\n"
        for member, rows in self.members.items():
            text += f"\n### {self.name}.{member} {{ #{self.name}.{member} }}\n\n"
            text += "".join(f"{said}\n\n" for said, _ in rows if said) + fenced("\n".join(code for _, code in rows))
        return text + "\n"


def exports(path, part_of):
    """The exports of a file by the part that they lie in."""
    def block(begin):
        declared = DECLARED.match(begin)
        return bool(declared) and declared[1] in ("class", "interface")

    found = {}
    for part, comment, code in declarations(path.read_text(encoding="utf-8"), block):
        declared = DECLARED.match(code)
        if declared:
            name = declared[2]
            found.setdefault(part_of(part, name), {}).setdefault(name, Export(name)).add(comment, code)
    return found


def suffix(_, name):
    return re.search(r"(Options|Facts|Name|)\Z", name)[1]


def write(docs):
    parts = {**exports(TYPES / "wald.d.ts", lambda part, _: part), **exports(TYPES / "rows.d.ts", suffix),
             **exports(TYPES / "datasets.d.ts", lambda *_: "Tables for examples")}
    missing = set(parts) - {part for _, held in PAGES.values() for part in held}
    if missing:
        raise SystemExit(f"the reference of JavaScript lacks {sorted(missing)}")
    pages = {page: [each for part in held for each in parts[part].values()] for page, (_, held) in PAGES.items()}
    places = {each.name: page for page, held in pages.items() for each in held}
    folder = docs / "reference" / "javascript"
    folder.mkdir(parents=True)
    listed = ("# JavaScript\n\nWhat `libwald` exports, with the types that TypeScript reads. "
              "The guide is [JavaScript](../../languages/javascript.md).\n\n")
    for page, (title, _) in PAGES.items():
        text = "".join(each.markdown(places, page) for each in pages[page])
        (folder / f"{page}.md").write_text(f"# JavaScript: {title}\n\n{text}", encoding="utf-8")
        names = ", ".join(f"[{each.name}]({page}.md#{each.name})" for each in pages[page])
        listed += f"- [{title}]({page}.md): {names}\n"
    (folder / "index.md").write_text(listed, encoding="utf-8")
