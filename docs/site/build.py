"""Builds the site: stages the pages, lets the other programs write their references, runs MkDocs, extends the index of
search, and lists the versions.

    build.py OUT TOOLS
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import pages
import references
import search

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
TITLES = {"c": "C", "cpp": "C++", "csharp": "C#", "java": "Java"}


def reference_front(docs):
    (docs / "reference" / "index.md").write_text(
        "# Reference\n\n| of | |\n|---|---|\n"
        "| everything that is set, read or said by name | [options, facts, words](../reference.md) |\n"
        "| C | [C](c/index.html), written by Doxygen |\n"
        "| C++ | [C++](cpp/index.html), written by Doxygen |\n"
        "| C# | [C#](csharp/index.html), written by Doxygen |\n"
        "| Java | [Java](java/index.html), written by Javadoc |\n"
        "| R | [R](r/index.md), the manual pages |\n"
        "| Python | [Python](python/index.md) |\n"
        "| JavaScript, TypeScript | [JavaScript](javascript/index.md), of its types |\n"
        "| the command | [wald(1)](command.md), the manual page |\n", encoding="utf-8")


def playground(to, tools):
    """The playground, which holds the library as WebAssembly: $WALD_JS, else what packaging/wasm.sh makes, once."""
    engine = pathlib.Path(os.environ.get("WALD_JS") or tools / "javascript" / "package" / "wald.js")
    compiler = ROOT / "packaging" / "wasm.sh"
    if not engine.is_file() and not os.environ.get("WALD_JS") and compiler.is_file():
        subprocess.run(["sh", compiler, tools / "javascript"], check=True)
    to.parent.mkdir(parents=True, exist_ok=True)
    if engine.is_file():
        subprocess.run([sys.executable, "-B", ROOT / "docs" / "playground" / "build.py", engine, to], check=True)
        return
    print("Without the playground, which needs the library as WebAssembly")
    to.write_text('<!doctype html>\n<html lang="en">\n<title>Playground</title>\n<p>This copy of the site was built '
                  'without the playground. <a href="../index.html">Wald</a></p>\n</html>\n', encoding="utf-8")


def versions(out):
    """out/versions.js lists the versions that lie in OUT, newest first, and out/index.html leads to the newest."""
    found = [path.name for path in out.iterdir() if (path / "reference").is_dir()]
    found.sort(key=lambda name: [int(part) if part.isdigit() else 0 for part in name.split(".")], reverse=True)
    (out / "versions.js").write_text(f"window.waldVersions = {json.dumps(found)};\n", encoding="utf-8")
    (out / "index.html").write_text(
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Wald</title>\n'
        f'<meta http-equiv="refresh" content="0; url={found[0]}/index.html">\n'
        f'<p><a href="{found[0]}/index.html">The documentation of Wald {found[0]}</a></p>\n</html>\n', encoding="utf-8")


def main():
    out, tools = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    version = (ROOT / "VERSION").read_text().strip()
    site = out / version
    with tempfile.TemporaryDirectory(prefix="wald-site-") as work:
        work = pathlib.Path(work)
        docs = work / "docs"
        docs.mkdir()
        whole = references.write_all(docs, work / "fragments", version)
        pages.Pages(docs).write_all()
        reference_front(docs)
        playground(docs / "playground" / "index.html", tools)
        theme = docs / "theme"
        shutil.copytree(HERE / "theme", theme)
        shutil.copy(tools / "node_modules/iframe-worker/shim/index.js", theme / "iframe-worker.js")
        shutil.rmtree(site, ignore_errors=True)
        environment = {**os.environ, "WALD_SITE_DOCS": str(docs), "WALD_SITE_OUT": str(site),
                       "WALD_SITE_VERSION": version, "WALD_SITE_PYTHON": str(ROOT / "bindings/python/src"),
                       "DISABLE_MKDOCS_2_WARNING": "true", "NO_MKDOCS_2_WARNING": "true"}
        done = subprocess.run([sys.executable, "-B", "-m", "mkdocs", "build", "--strict", "-q", "-f",
                               HERE / "mkdocs.yml"], env=environment, check=False)
        if done.returncode:
            return done.returncode
    (site / "404.html").unlink()  # its addresses hold at the root of a server alone
    for language in whole:
        for path in (site / "reference" / language).rglob("*.html"):
            text = path.read_text(encoding="utf-8")
            depth = len(path.relative_to(site).parts) - 1
            path.write_text(references.back(text, depth, "Reference"), encoding="utf-8")
    count = search.extend(site, TITLES)
    versions(out)
    print(f"{out / 'index.html'}: {sum(1 for _ in site.rglob('*.html'))} pages, {count} entries of search")
    return 0


if __name__ == "__main__":
    sys.exit(main())
