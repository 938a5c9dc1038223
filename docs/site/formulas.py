"""Formulas as they are printed: x_{i+1} and 10^{-8}, which the documents write in a line of text, get their index below
and their exponent above the line; a paragraph that is a formula stands apart. What is written in TeX (a block of the
language "math", or between dollars) becomes MathML, which browsers draw without a script."""

import re

from bs4 import BeautifulSoup, NavigableString
from latex2mathml import converter

# What carries an index: a letter (also a Greek one, or one with a mark), a closing bracket, a digit for exponents.
INDEX = re.compile(r"(?<![\w`])([^\W\d_]|[)\]}|])(′?)_(\{[^{}]+\}|[A-Za-z0-9α-ω]+)")
POWER = re.compile(r"(?<=[\w)\]}|])\^(\{[^{}]+\}|[−-]?[A-Za-z0-9.]+(?:/\d+)?)")
# A paragraph that is a formula relates something, and holds no words.
RELATION = re.compile(r"[=≤≥<>←]")
PROSE = re.compile(r"[A-Za-z]{3,}(?!\()")
SKIPPED = {"math", "code", "pre", "a", "script", "style", "h1", "title"}


def printed(text):
    """Text with the indices and exponents as elements, or None if there are none."""
    bare = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    new = INDEX.sub(lambda m: f"{m[1]}{m[2]}<sub>{m[3].strip('{}')}</sub>", bare)
    new = POWER.sub(lambda m: f"<sup>{m[1].strip('{}')}</sup>", new)
    return new if new != bare else None


def draw(soup):
    """The formulas in TeX, which the extension arithmatex marked."""
    for place in soup.find_all(class_="arithmatex"):
        block = place.name == "div"
        # A letter alone in \\mathrm would be drawn slanted, a name of more letters is a word.
        tex = re.sub(r"\\mathrm\{(\w+)\}", r"\\text{\1}", place.get_text().strip()[2:-2].strip())
        math = BeautifulSoup(converter.convert(tex, display="block" if block else "inline"), "html.parser").math
        math["alttext"] = tex
        if block:
            place.clear()
            place["class"] = "tex"
            place.append(math)
        else:
            place.replace_with(math)


def rendered(html):
    soup = BeautifulSoup(html, "html.parser")
    draw(soup)
    for node in list(soup.find_all(string=True)):
        if type(node) is NavigableString and not any(parent.name in SKIPPED for parent in node.parents):
            new = printed(str(node))
            if new is not None:
                node.replace_with(BeautifulSoup(new, "html.parser"))
    for paragraph in soup.find_all("p"):
        words = paragraph.get_text()
        if RELATION.search(words) and not PROSE.search(re.sub(r"\b(log|exp|max|min|sum|Var)\b", "", words)):
            paragraph["class"] = "formula"
    return str(soup)
