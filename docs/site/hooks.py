"""What MkDocs calls while it builds: guides that have no place yet, formulas, pages that another program wrote."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import formulas  # noqa: E402

WITH_FORMULAS = {"algorithms.md", "metrics.md", "learners.md", "learners-neighbours-forests.md", "cascades.md",
                 "thresholds.md", "concepts.md"}


def on_config(config):
    """A guide that mkdocs.yml does not place comes last of the topics, under its own name."""
    placed = str(config["nav"])
    topics = next(part["Topics"] for part in config["nav"] if "Topics" in part)
    for path in sorted(pathlib.Path(config["docs_dir"]).glob("*.md")):
        if f"'{path.name}'" not in placed:
            topics.append(path.name)
    return config


def on_page_content(html, page, config, files):
    fragment = page.meta.get("fragment")
    if fragment:
        html += (pathlib.Path(config["docs_dir"]).parent / "fragments" / fragment).read_text(encoding="utf-8")
    if page.file.src_uri in WITH_FORMULAS or 'class="arithmatex"' in html:
        html = formulas.rendered(html)
    return html
