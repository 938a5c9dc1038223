"""The site's index of search, with the pages that other programs wrote: one entry per class, function or member, so
that its name leads there."""

import json
import re

from lxml import html

LONGEST = 1200  # characters of an entry


def text_of(element):
    return re.sub(r"\s+", " ", " ".join(element.itertext())).strip()


def entry(location, title, element):
    return {"location": location, "title": title, "text": f"<p>{text_of(element)[:LONGEST]}</p>".replace("&", "&amp;")}


def escaped(words):
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def entries(site, language, title):
    folder = site / "reference" / language
    for path in sorted(folder.rglob("*.html")):
        location = path.relative_to(site).as_posix()
        if re.search(r"-members|_source|/help-doc|/overview-tree|/package-tree|/allclasses|/allpackages|/functions|"
                     r"/globals|/hierarchy|/annotated|/classes|/files|/namespaces|/search|/index-all", location):
            continue
        page = html.parse(str(path)).getroot()
        heads = page.xpath('//h1 | //div[@class="title"] | //div[contains(@class, "headertitle")]')
        head = text_of(heads[0]) if heads else path.stem
        text = " ".join(text_of(part) for part in page.xpath(
            '//section[@class="class-description"] | //div[@class="textblock"]'))[:LONGEST]
        yield {"location": location, "title": escaped(f"{head} ({title})"), "text": f"<p>{escaped(text)}</p>"}
        members = [(member.get("id"), member.xpath("./h3"), member)
                   for member in page.xpath('//section[@class="detail"][@id]')]
        for item in page.xpath('//div[@class="memitem"]'):
            anchor = item.xpath('preceding-sibling::a[1]/@id')
            name = item.xpath('preceding-sibling::h2[@class="memtitle"][1]')
            if anchor and name:
                members.append((anchor[0], name, item))
        for anchor, names, member in members:
            if names:
                name = re.sub(r"^◆\s*|\(\)$|^.*?\]\s*(?=\w)", "", text_of(names[0])).strip()
                text = escaped(text_of(member)[:LONGEST])
                yield {"location": f"{location}#{anchor}", "title": escaped(f"{name} ({title})"),
                       "text": f"<p>{text}</p>"}


def extend(site, languages):
    """Adds them to the index, which is a file of JSON and, for pages opened without a server, a script of the same."""
    index = site / "search" / "search_index.json"
    content = json.loads(index.read_text(encoding="utf-8"))
    content["docs"].append({"location": "playground/index.html", "title": "Playground", "text":
                            "<p>Probabilities, scores and cascades of your own, decided in the page: expected utility "
                            "over k, thresholds within limits that are dragged, where a cascade stops.</p>"})
    for language, title in languages.items():
        content["docs"] += entries(site, language, title)
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    index.write_text(text, encoding="utf-8")
    (site / "search" / "search_index.js").write_text(f"var __index = {text}", encoding="utf-8")
    return len(content["docs"])
