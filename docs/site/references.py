"""The references that other programs write: Doxygen for C, C++ and C#, Javadoc, R's own of its manual pages, mandoc
of the command's. Doxygen and Javadoc write whole pages; of R and mandoc come fragments, which become pages of the
site."""

import ast
import html
import pathlib
import re
import shutil
import subprocess

import typescript

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent

DOXYGEN = """
QUIET = YES
WARNINGS = NO
WARN_AS_ERROR = NO
GENERATE_LATEX = NO
HTML_OUTPUT = .
SEARCHENGINE = NO
DISABLE_INDEX = NO
HAVE_DOT = NO
CLASS_GRAPH = TEXT
CLASS_DIAGRAMS = NO
SHOW_INCLUDE_FILES = NO
SHOW_USED_FILES = NO
GENERATE_TODOLIST = NO
VERBATIM_HEADERS = NO
HTML_TIMESTAMP = NO
HTML_DYNAMIC_MENUS = NO
MARKDOWN_SUPPORT = NO
JAVADOC_AUTOBRIEF = YES
INLINE_INHERITED_MEMB = YES
SORT_BRIEF_DOCS = NO
FULL_PATH_NAMES = NO
EXTRACT_ALL = YES
ENABLE_PREPROCESSING = YES
MACRO_EXPANSION = YES
EXPAND_ONLY_PREDEF = YES
PREDEFINED = WALD_API= WALD_NOEXCEPT=
"""

LANGUAGES = {
    "c": ("Wald for C", ["capi/wald.h", *(f"capi/wald/{part}.h" for part in
                                          ("core", "facts", "decisions", "thresholds", "cascades", "learners", "routes",
                                           "promises"))],
          {"OPTIMIZE_OUTPUT_FOR_C": "YES"}),
    "cpp": ("Wald for C++", ["capi/wald.hpp", "capi/wald"],
            {"FILE_PATTERNS": "*.hpp", "EXCLUDE_SYMBOLS": "wald::detail wald::detail::*"}),
    "csharp": ("Wald for C#", ["bindings/csharp/src"],
               {"FILE_PATTERNS": "*.cs", "RECURSIVE": "YES", "OPTIMIZE_OUTPUT_JAVA": "YES", "EXTRACT_ALL": "NO",
                "HIDE_UNDOC_CLASSES": "YES", "HIDE_UNDOC_MEMBERS": "YES",
                "EXCLUDE": str(ROOT / "bindings/csharp/src/Native")}),
}


def run(*command, **more):
    done = subprocess.run([str(part) for part in command], text=True, check=False, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, **more)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))[:200]}\n{done.stdout}{done.stderr}")
    return done.stdout


def doxygen(language, to, version):
    title, inputs, settings = LANGUAGES[language]
    to.mkdir(parents=True, exist_ok=True)
    front = to.parent / f"{language}.dox"
    front.write_text(f"/** @mainpage {title}\n{FRONTS[language]} */\n", encoding="utf-8")
    lines = [DOXYGEN, f'PROJECT_NAME = "{title}"', f"PROJECT_NUMBER = {version}", f'OUTPUT_DIRECTORY = "{to}"',
             f'STRIP_FROM_PATH = "{ROOT}"', f'HTML_EXTRA_STYLESHEET = "{HERE / "theme" / "references.css"}"',
             "INPUT = " + " ".join(f'"{ROOT / path}"' for path in inputs) + f' "{front}"',
             *(f"{name} = {value}" for name, value in settings.items())]
    run("doxygen", "-", input="\n".join(lines))
    front.unlink()


def parts():
    """The headers that wald.h includes, as links."""
    names = re.findall(r'^#include "wald/(\w+\.h)"', (ROOT / "capi/wald.h").read_text(encoding="utf-8"), re.M)
    return ", ".join(f"@ref {name}" for name in names[:-1]) + f" and @ref {names[-1]}"


FRONTS = {
    "c": f"Everything is in wald.h, which includes its parts: {parts()}. Options and facts are named in the page "
         "\"Options, facts, words\" of the site.",
    "cpp": "Everything is in the namespace @ref wald, one header over the C interface: wald::Metric, wald::Estimator "
           "and wald::decide; wald::Sample and wald::Thresholds; wald::Cascade and wald::Trees; wald::Stages and wald::Route; "
           "wald::Learner.",
    "csharp": "Everything is in the namespace Wald: Metric, Estimator and Decision; Sample and Thresholds; Cascade and "
              "Trees; Stages and Route; Learner.",
}


def javadoc(to, version):
    """SWIG writes the private layer, in which some constants have their values."""
    private = to.parent / "private" / "org" / "libwald"
    private.mkdir(parents=True)
    run("swig", "-c++", "-java", "-package", "org.libwald", f"-I{ROOT / 'capi'}", f"-I{ROOT / 'bindings/swig'}",
        f"-I{ROOT / 'bindings/java/native'}", "-outdir", private, "-o", private / "wald_java.cpp",
        ROOT / "bindings/swig/wald.i")
    run("javadoc", "-quiet", "-Xdoclint:none", "--ignore-source-errors", "-notimestamp", "-noindex", "-encoding",
        "UTF-8", "-docencoding", "UTF-8", "-J-Xmx512m", "-J-XX:+UseSerialGC", "-J-XX:TieredStopAtLevel=1", "-d", to,
        "-windowtitle", f"Wald {version}", "-doctitle", f"Wald {version} for Java", "-sourcepath",
        f"{ROOT / 'bindings/java/src/main/java'}:{to.parent / 'private'}", "-subpackages", "org.libwald")
    shutil.rmtree(to.parent / "private")


R_PAGES = r"""
arguments <- commandArgs(TRUE)
files <- sort(list.files(arguments[1], pattern = "[.]Rd$", full.names = TRUE))
pages <- lapply(files, tools::parse_Rd)
of <- function(page, tag) {
  rows <- Filter(function(part) identical(attr(part, "Rd_tag"), tag), page)
  vapply(rows, function(row) trimws(paste(unlist(row), collapse = "")), "")
}
names <- sub("[.]Rd$", "", basename(files))
links <- unlist(lapply(seq_along(pages), function(i) {
  known <- unique(c(of(pages[[i]], "\\alias"), names[i]))
  stats::setNames(rep(paste0(names[i], ".html"), length(known)), known)
}))
for (i in seq_along(pages)) {
  tools::Rd2HTML(pages[[i]], out = file.path(arguments[2], paste0("r-", names[i], ".html")), package = "wald",
                 Links = links, Links2 = character(), stages = c("build", "install", "render"))
}
writeLines(paste(names, vapply(pages, function(page) of(page, "\\title")[1], ""), sep = "\t"),
           file.path(arguments[2], "r.tsv"))
"""


def r_pages(docs, fragments):
    """A page for each manual page, and a page that lists them."""
    script = fragments / "pages.R"
    script.write_text(R_PAGES, encoding="utf-8")
    run("Rscript", "--vanilla", script, ROOT / "bindings/r/man", fragments)
    folder = docs / "reference" / "r"
    folder.mkdir(parents=True)
    listed = "# R\n\nThe manual pages of the package `wald`.\n\n| page | what it is about |\n|---|---|\n"
    for line in (fragments / "r.tsv").read_text(encoding="utf-8").splitlines():
        name, title = line.split("\t", 1)
        file = fragments / f"r-{name}.html"
        text = re.search(r"<body>(.*)</body>", file.read_text(encoding="utf-8"), re.DOTALL)[1]
        text = re.sub(r"<table style=.width: 100%.*?</table>|<hr\s*/?><div.*", "", text, flags=re.DOTALL)
        text = re.sub(r"<h2>.*?</h2>", "", text, count=1, flags=re.DOTALL)
        text = re.sub(r"<h([34])>", lambda m: f"<h{int(m[1]) - 1}>", text)
        text = re.sub(r"</h([34])>", lambda m: f"</h{int(m[1]) - 1}>", text)
        text = re.sub(r"<a href=\"(?:\.\./\.\./wald/(?:help|html)/)?([\w.-]+\.html)\">", r'<a href="\1">', text)
        # What another package documents is named, not linked.
        text = re.sub(r"<a href=\"(?!https?:|#|mailto:|[\w.-]+\.html\")[^\"]*\">(.*?)</a>", r"\1", text,
                      flags=re.DOTALL)
        file.write_text(with_ids(text), encoding="utf-8")
        (folder / f"{name}.md").write_text(f"---\nfragment: r-{name}.html\n---\n\n# {name}: {title}\n", "utf-8")
        listed += f"| [{name}]({name}.md) | {title} |\n"
    (folder / "index.md").write_text(listed, encoding="utf-8")


def with_ids(text):
    """Headings get names, by which search leads to them."""
    seen = {}

    def named(match):
        name = re.sub(r"[^\w\- ]", "", re.sub(r"<[^>]*>", "", match[3])).strip().lower().replace(" ", "-") or "part"
        count = seen[name] = seen.get(name, -1) + 1
        return f'<h{match[1]} id="{name}{f"-{count}" if count else ""}"{match[2]}>{match[3]}</h{match[1]}>'

    return re.sub(r"<h(\d)((?:\s(?!id=)[^>]*)?)>(.*?)</h\1>", named, text, flags=re.DOTALL)


def manual(docs, fragments):
    text = run("mandoc", "-T", "html", "-O", "fragment", ROOT / "bindings/cli/wald.1")
    text = re.sub(r"<table class=\"(head|foot)\">.*?</table>", "", text, flags=re.DOTALL)
    text = re.sub(r"<(/?)h(\d)", lambda m: f"<{m[1]}h{max(2, int(m[2]))}", text)
    (fragments / "manual.html").write_text(text, encoding="utf-8")
    (docs / "reference" / "command.md").write_text(
        "---\nfragment: manual.html\n---\n\n# The command: wald(1)\n", encoding="utf-8")


# Of the package's folders, which hold what: the pages of the reference of Python.
PYTHON = {"_decisions": "Decisions", "_thresholds": "Thresholds", "_cascades": "Cascades", "_learners": "Learners",
          "_routes": "Routes", "_promises": "Promises", "_core": "Metrics, options, errors", "sklearn": "scikit-learn", "plotting": "Plots", "datasets": "Tables for examples",
          "detections": "Detections and spans"}

# What is bound together with something else, where a reader of sources finds no definition.
PLAIN = {"LIBRARY_PATH": "## wald.LIBRARY_PATH\n\nThe path of the library that the package loaded.\n\n"}


def public_names(tree):
    return next(ast.literal_eval(node.value) for node in tree.body
                if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__")


def python_pages(docs):
    package = ROOT / "bindings/python/src/wald"
    tree = ast.parse((package / "__init__.py").read_text(encoding="utf-8"))
    modules = [alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.level == 1
               and not node.module for alias in node.names]
    public = [name for name in public_names(tree) if name not in modules]
    found = {folder: [] for folder in PYTHON}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level == 1 and node.module:
            folder = node.module.split(".")[0]
            found[folder] += [(alias.name, f"wald.{node.module}.{alias.name}") for alias in node.names
                              if alias.name in public]
    for module in modules:
        names = public_names(ast.parse((package / f"{module}.py").read_text(encoding="utf-8")))
        # A name that the package has too stands there once.
        found[module] += [(f"{module}.{name}", f"wald.{module}.{name}") for name in names
                          if (name, f"wald.{module}.{name}") not in found[module]]
    missing = set(public) - {name for names in found.values() for name, _ in names}
    if missing:
        raise SystemExit(f"the reference of Python lacks {sorted(missing)}")
    folder = docs / "reference" / "python"
    folder.mkdir(parents=True)
    listed = "# Python\n\nThe package `wald`: everything that its `__all__` names.\n\n"
    for part, title in PYTHON.items():
        page = part.strip("_")
        names = sorted(set(found[part]))
        text = f"# Python: {title}\n\n" + "".join(
            PLAIN.get(name) or f"::: {path}\n    options:\n      heading: wald.{name}\n      toc_label: {name}\n\n"
            for name, path in names)
        (folder / f"{page}.md").write_text(text, encoding="utf-8")
        listed += f"- [{title}]({page}.md): {', '.join(f'`{name}`' for name, _ in names)}\n"
    (folder / "index.md").write_text(listed, encoding="utf-8")


def write_all(docs, fragments, version):
    """All of them; the folders of those that are whole pages are returned."""
    reference = docs / "reference"
    reference.mkdir(parents=True)
    fragments.mkdir(parents=True)
    for language in LANGUAGES:
        doxygen(language, reference / language, version)
    javadoc(reference / "java", version)
    r_pages(docs, fragments)
    manual(docs, fragments)
    python_pages(docs)
    typescript.write(docs)
    return [*LANGUAGES, "java"]


def back(text, depth, title):
    """A whole page of another program with a line that leads back to the site."""
    up = "../" * depth
    line = ('<nav class="wald-back" aria-label="Wald" style="padding:.5em 1em;font:14px sans-serif;background:#4051b5">'
            f'<a style="color:#fff" href="{up}index.html">Wald</a>'
            ' <span style="color:#fff" aria-hidden="true">/</span> '
            f'<a style="color:#fff" href="{up}reference/index.html">{html.escape(title)}</a></nav>')
    return re.sub(r"(<body[^>]*>)", lambda m: m[1] + line, text, count=1)
