"""One edit is enough: a row that is added to the core appears in every language, the command and the documents.

    python3 test_one_edit.py SOURCES

A copy of the tree gets two options, one fact, one metric, one type of objects and the declaration of one function, is
generated anew, and nothing else is edited.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDERS = ("core", "capi", "bindings", "docs")

OPTION = (
    "core/learners/learner_options.def",
    'WALD_INTEGER(throwaway_steps, 7, closed(1, 99), "", "lfp", "The number of steps that are thrown away.")\n',
)
STAGE_OPTION = (
    "core/thresholds/threshold_options.def",
    'WALD_INTEGER(throwaway_rows, 7, integer_from(1), "threshold_pass", "", "The number of rows that are thrown away.")\n',
)
FACT = ("core/cascades/cascade_facts.def", 'WALD_FACT(throwaway_share, 99, "whole", 0, "The share that is thrown away.")\n')
METRIC = 'plain<BalancedAccuracy>("throwaway_metric", "(TPR + TNR) / 2", "a metric that is thrown away"'

HANDLE = ("capi/objects.def", 'WALD_OBJECT(throwaway, 99, "merge number", "", "Adds what `other` throws away.")\n')

FUNCTION = """/** Throws values away. @param values vector, in [0, 1]. @param share how many. @param out array of the length of `values`. */
WALD_API wald_status wald_sample_throw_away(const wald_sample *sample, const wald_array *values, double share,
                                            double *out) WALD_NOEXCEPT;
"""

# Where each must be found, in the spelling of the place.
EXPECTED = {
    "option": {
        "capi/wald": r"\bthrowaway_steps\b",
        "bindings/java": r"\bthrowawaySteps\b",
        "bindings/csharp": r"\bThrowawaySteps\b",
        "bindings/python": r"\bthrowaway_steps\b",
        "bindings/javascript": r"\bthrowawaySteps\b",
        "bindings/r": r"\bthrowaway_steps\b",
        "bindings/cli/completions": r"--throwaway-steps\b",
        "bindings/cli/options/command_table.json": r'"name": "throwaway-steps"',
        "bindings/cli/wald.1": r"throwaway\\?-steps\b",
        "docs/reference.md": r"`throwaway_steps` \(integer, `7`, \[1, 99\]",
    },
    "option of a stage": {
        "bindings/java/spark": r"<li>\{@code throwaway_rows\}, a whole number, at least 1\.",
    },
    "fact": {
        "capi/wald": r"\bWALD_CASCADE_THROWAWAY_SHARE = 13099\b",
        "bindings/java": r"(?i)throwaway_?share",
        "bindings/csharp": r"(?i)throwaway_?share",
        "bindings/python": r"(?i)throwaway_share",
        "bindings/javascript": r"\bthrowawayShare\b",
        "docs/reference.md": r"`throwaway_share`",
    },
    "handle": {
        "capi/wald/core.h": r"\bWALD_OBJECT_THROWAWAY = 99\b",
        "bindings/swig/wald.i": r"const wald_throwaway \*,\s[^}]*\bwald_throwaway \*[^}]*}[^}]*\bwald_throwaway \*\*",
        "bindings/csharp": r"class wald_throwaway : NativeHandle[\s\S]*class Throwaway : IDisposable",
        "bindings/r/src/nouns.h": r"\bnoun_of<wald_throwaway>",
    },
    "function": {
        "capi/symbols.txt": r"\bwald_sample_throw_away\b",
        "capi/wald/facts.hpp": r"/// Throws values away\.[^{]*\bthrow_away\(const Array &values, double share\) const \{",
        "bindings/java": r"\* Throws values away\.[\s\S]{0,400}?public double\[\] throwAway\(Values values, double share\) \{",
        "bindings/csharp": r"Throws values away\.[^{]*public unsafe double\[\] ThrowAway\(Values values, double share\)",
        "bindings/javascript/src": r"\bthrowAway\(values, share\) \{",
        "bindings/javascript/types": r"Throws values away\.[^;]*\bthrowAway\(values: Numbers, share: number\): Float64Array;",
        "bindings/python": r"def throw_away\(self, values: ArrayLike, share: float\) -> Any:\s+\"\"\"Throws values away\.",
        "bindings/r/R": r"#' Throws values away\s[^{]*wald_throw_away <- function\(sample, values, share\) \{",
        "bindings/r/src": r"\bwald_sample_throw_away\(handle<wald_sample>\(pointer\)",
    },
    # Every interface lists metrics as it runs: `wald metrics`, wald_metric_list, completions by way of the former.
    "metric": {
        "docs/reference.md": r"`throwaway_metric`",
    },
}


def texts(path: Path) -> str:
    """All text at a path: of a file, or of the files of a folder."""
    files = [path] if path.is_file() else sorted(f for f in path.rglob("*") if f.is_file())
    return "\n".join(f.read_text(errors="replace") for f in files)


def insert_metric(file: Path) -> None:
    """One entry in front of the first plain one."""
    text = file.read_text()
    line = re.search(r'^ *plain<BalancedAccuracy>\("balanced_accuracy".*?\),?\n', text, re.M | re.S)
    assert line, "the catalogue has no plain entry of balanced accuracy to copy"
    copy = re.sub(r'"balanced_accuracy",(\s*)"[^"]*"', r'"throwaway_metric",\1"throwaway"', line[0], count=1)
    file.write_text(text[: line.start()] + copy + text[line.start() :])


def main() -> None:
    source = Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name in FOLDERS:
            shutil.copytree(source / name, root / name, ignore=shutil.ignore_patterns("build", "__pycache__", "node_modules"))
        for name in ("VERSION", "ABI_VERSION"):
            shutil.copy(source / name, root / name)
        before = {place: texts(root / place) for places in EXPECTED.values() for place in places}
        for file, row in (OPTION, STAGE_OPTION, FACT, HANDLE):
            path = root / file
            path.write_text(path.read_text() + row)
        insert_metric(root / "core/metrics/metric_catalogue.cpp")
        header = root / "capi/wald/thresholds.h"
        declared, end = header.read_text().rsplit("\n#ifdef __cplusplus\n}", 1)
        header.write_text(f"{declared}{FUNCTION}\n#ifdef __cplusplus\n}}{end}")
        run = subprocess.run(
            [sys.executable, "-B", str(root / "bindings/generate/generate.py")], capture_output=True, text=True
        )
        assert run.returncode == 0, run.stdout + run.stderr
        missing = []
        for kind, places in EXPECTED.items():
            for place, pattern in places.items():
                assert not re.search(pattern, before[place]), f"{place} has {pattern} without the row"
                if not re.search(pattern, texts(root / place)):
                    missing.append(f"the {kind} is not in {place} ({pattern})")
        assert not missing, "\n".join(missing)
    print(f"{sum(map(len, EXPECTED.values()))} places follow from one edit each")


if __name__ == "__main__":
    main()
