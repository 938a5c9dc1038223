#!/usr/bin/env python3
"""Holds the built site against what is promised of it: every link leads to a page and a place that are there, every
picture has alternative text, nothing is fetched from elsewhere, lists and tables are those of the Markdown.

    check_pages.py SITE SOURCE      checks a site (a version's folder)
    check_pages.py --self-check     checks made-up pages, each with one fault, and one without
"""

import pathlib
import re
import sys
import tempfile
import urllib.parse

from lxml import etree, html

# Where an address makes the browser fetch something, rather than offers it to the reader.
FETCHED = [("script", "src"), ("img", "src"), ("source", "src"), ("iframe", "src"), ("video", "src"),
           ("object", "data"), ("input", "src"), ("embed", "src"), ("image", "href"), ("use", "href")]
LOADING = {"stylesheet", "icon", "preload", "prefetch", "preconnect", "dns-prefetch", "modulepreload", "manifest"}
CSS_URL = re.compile(r"url\(\s*['\"]?([^'\")]+)|@import\s+['\"]([^'\"]+)")
FOREIGN = re.compile(r"^(https?:)?//")


class Page:
    def __init__(self, path):
        text = path.read_text(encoding="utf-8", errors="strict")
        try:
            self.tree = html.fromstring(text.encode("utf-8"), parser=html.HTMLParser(encoding="utf-8"))
        except etree.ParserError:
            self.tree = html.fromstring("<html></html>")
        self.names = set(self.tree.xpath("//@id")) | set(self.tree.xpath("//a/@name"))
        self.text = text


def faults(site):
    site = pathlib.Path(site).resolve()
    pages = {path: Page(path) for path in sorted(site.rglob("*.html"))}
    links = pictures = 0
    found = []
    for path, page in pages.items():
        here = path.relative_to(site).as_posix()
        for address in page.tree.xpath("//a/@href | //area/@href"):
            address = address.strip()
            if re.match(r"[a-z]+:|//", address) and not address.startswith("file:"):
                continue
            links += 1
            name, _, anchor = address.partition("#")
            name, anchor = urllib.parse.unquote(name.split("?")[0]), urllib.parse.unquote(anchor)
            to = (path.parent / name).resolve() if name else path
            to = to / "index.html" if to.is_dir() else to
            if not to.is_file():
                found.append(f"{here}: link to {address}: there is no such page")
            elif anchor and to in pages and anchor not in pages[to].names and not anchor.startswith("__"):
                found.append(f"{here}: link to {address}: there is no such place")
        for tag, attribute in FETCHED:
            for address in page.tree.xpath(f"//{tag}/@{attribute}"):
                found += fetched(site, path, here, address)
        for link in page.tree.xpath("//link[@href]"):
            if LOADING & set((link.get("rel") or "").lower().split()):
                found += fetched(site, path, here, link.get("href"))
        for style in page.tree.xpath("//style/text() | //@style"):
            found += [f"{here}: style from {address}" for address in urls(style) if FOREIGN.match(address)]
        for picture in page.tree.xpath("//img | //*[@role='img']"):
            pictures += 1
            titles = "".join(picture.xpath(".//*[local-name()='title']//text()"))
            hidden = picture.get("aria-hidden") == "true" or picture.get("role") == "presentation"
            if not hidden and not (picture.get("alt") or picture.get("aria-label") or titles).strip():
                found.append(f"{here}: picture {picture.get('src', picture.tag)} has no alternative text")
        if not page.tree.xpath("//html/@lang") and "http-equiv" not in page.text:
            found.append(f"{here}: the page does not say its language")
    for path in sorted(site.rglob("*.css")):
        for address in urls(re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8", errors="replace"), flags=re.S)):
            if FOREIGN.match(address):
                found.append(f"{path.relative_to(site)}: style from {address}")
    return found, len(pages), links, pictures


def urls(style):
    return [first or second for first, second in CSS_URL.findall(style)]


def fetched(site, path, here, address):
    if FOREIGN.match(address):
        return [f"{here}: fetches {address}"]
    if address.startswith(("data:", "blob:", "#")):
        return []
    to = (path.parent / urllib.parse.unquote(re.split(r"[?#]", address)[0])).resolve()
    return [] if to.is_file() else [f"{here}: fetches {address}: there is no such file"]


def structure(site, source):
    """Lists, tables, fences and pictures of each guide are as many as GitHub's reading of the Markdown has."""
    from markdown_it import MarkdownIt
    reader = MarkdownIt("commonmark").enable("table")
    found = []
    for path in sorted((source / "docs").rglob("*.md")):
        name = path.relative_to(source / "docs").as_posix()
        name = "documentation.md" if name == "README.md" else name.replace("README.md", "index.md")
        page = site / (name[:-3] + ".html")
        if not page.exists():
            found.append(f"{name}: has no page")
            continue
        tokens = reader.parse(path.read_text(encoding="utf-8"))
        article = html.fromstring(page.read_bytes(), parser=html.HTMLParser(encoding="utf-8")).xpath("//article")[0]
        for token, path_of, what in (
                ("list_item_open", ".//li[not(ancestor::nav)]", "items of lists"),
                ("tr_open", ".//tr", "rows of tables"),
                ("fence", ".//div[contains(concat(' ', @class, ' '), ' highlight ')]", "blocks of code"),
                ("math", ".//math[@display='block' and .//*[text()]]", "formulas"),
                ("bullet_list_open", ".//ul[not(ancestor::nav)]", "lists")):
            wanted = sum((t.info.strip() if t.info.strip() == "math" else t.type) == token for t in tokens)
            got = len(article.xpath(path_of))
            if wanted != got:
                found.append(f"{name}: {got} {what}, its Markdown has {wanted}")
        wanted = sum(child.type == "image" for token in tokens for child in token.children or [])
        got = len(article.xpath(".//img"))
        if wanted != got:
            found.append(f"{name}: {got} pictures, its Markdown has {wanted}")
    return found


def exports(site, source):
    """Each export of the types of JavaScript has a heading in their reference."""
    headings = set()
    for page in (site / "reference" / "javascript").glob("*.html"):
        headings |= set(html.parse(str(page)).xpath("//article//h2/@id"))
    declared = re.compile(r"^export (?:abstract |declare )?(?:class|interface|function|const|type) (\w+)", re.MULTILINE)
    names = {name for path in (source / "bindings/javascript/types").glob("*.d.ts")
             for name in declared.findall(path.read_text(encoding="utf-8"))}
    return [f"reference of JavaScript: {name} has no heading" for name in sorted(names - headings)]


def self_check():
    good = '<html lang="en"><body><a href="#x">a</a><p id="x"><img src="a.svg" alt="A"></p></body></html>'
    cases = [
        (good, None),
        (good.replace("#x", "#y"), "there is no such place"),
        (good.replace("#x", "b.html"), "there is no such page"),
        (good.replace(' alt="A"', ""), "has no alternative text"),
        (good.replace("a.svg", "b.svg"), "there is no such file"),
        (good.replace("a.svg", "https://example.org/a.svg"), "fetches https"),
        (good.replace("<body>", '<body><script src="//example.org/a.js"></script>'), "fetches //example"),
        (good.replace("<body>", "<body><style>@import 'https://example.org/a.css'</style>"), "style from https"),
        (good.replace(' lang="en"', ""), "does not say its language"),
    ]
    for text, expected in cases:
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "a.html").write_text(text)
            (pathlib.Path(folder) / "a.svg").write_text("<svg/>")
            got = faults(folder)[0]
        if len(got) != (1 if expected else 0) or (expected and expected not in got[0]):
            sys.exit(f"{text}: {got}, expected {expected or 'no fault'}")


def main():
    if sys.argv[1:] == ["--self-check"]:
        self_check()
        return 0
    site, source = map(pathlib.Path, sys.argv[1:3])
    self_check()
    found, pages, links, pictures = faults(site)
    found += structure(site, source) + exports(site, source)
    for fault in found[:100]:
        print(fault)
    print(f"{pages} pages, {links} links, {pictures} pictures, {len(found)} faults")
    return 1 if found or not links or not pictures else 0


if __name__ == "__main__":
    sys.exit(main())
