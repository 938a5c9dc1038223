"""What MkDocs calls while it builds: guides that have no place yet, formulas, pages that another program wrote."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import formulas  # noqa: E402

WITH_FORMULAS = {
    *(f"developers/algorithms{part}.md" for part in ("", "-labels", "-tables", "-thresholds", "-ensembles")),
    *(f"guides/{name}.md" for name in ("metrics", "learners", "learners-neighbours-forests", "cascades", "thresholds",
                                       "concepts"))}


def on_config(config):
    """A page of guides or developers that mkdocs.yml does not place comes last of its tree, under its own name."""
    placed, docs = str(config["nav"]), pathlib.Path(config["docs_dir"])
    for tree in ("Guides", "Developers"):
        pages = next(part[tree] for part in config["nav"] if tree in part)
        for path in sorted((docs / tree.lower()).glob("*.md")):
            name = path.relative_to(docs).as_posix()
            if f"'{name}'" not in placed:
                pages.append(name)
    return config


def on_page_content(html, page, config, files):
    fragment = page.meta.get("fragment")
    if fragment:
        html += (pathlib.Path(config["docs_dir"]).parent / "fragments" / fragment).read_text(encoding="utf-8")
    if page.file.src_uri in WITH_FORMULAS or 'class="arithmatex"' in html:
        html = formulas.rendered(html)
    return html
