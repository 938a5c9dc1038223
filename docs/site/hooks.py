"""What MkDocs calls while it builds: formulas, and pages that another program wrote as HTML."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import formulas  # noqa: E402

WITH_FORMULAS = {"algorithms.md", "metrics.md", "learners.md", "learners-neighbours-forests.md", "cascades.md",
                 "thresholds.md", "concepts.md"}


def on_page_content(html, page, config, files):
    fragment = page.meta.get("fragment")
    if fragment:
        html += (pathlib.Path(config["docs_dir"]).parent / "fragments" / fragment).read_text(encoding="utf-8")
    if page.file.src_uri in WITH_FORMULAS:
        html = formulas.rendered(html)
    return html
