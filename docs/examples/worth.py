#!/usr/bin/env python3
"""What deciding for the metric is worth, on real probabilities.

    python3 worth.py [WALD]

WALD is the path of the `wald` command, by default the one on the PATH. For every data set beside this
script, the same probabilities are turned into decisions twice: by taking whatever is more likely than
not (threshold 1/2), and by `wald predict --metric f1`. Both are then judged by F1: by the F1 that the
probabilities themselves promise (`wald expected`), and by the F1 against what turned out to be true
(`wald evaluate`).

Yeast's labels are not published here. Where the environment variable WALD_DATA names a folder that
holds yeast/test.csv.gz, they are read from there.
"""

import csv
import gzip
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent

# data set, the kind of estimator, the average, what F1 is averaged over
EXAMPLES = [
    ("digits", "categorical", "instance", "{rows} images"),
    ("breast_cancer", "independent", "macro", "{rows} patients, 1 label"),
    ("yeast", "independent", "instance", "{rows} genes"),
    ("yeast", "independent", "macro", "{columns} labels"),
    ("yeast", "independent", "micro", "{cells} cells"),
]


def fail(message):
    sys.exit(f"worth.py: {message}")


def find_wald(arguments):
    if len(arguments) > 1 or any(a.startswith("-") for a in arguments):
        print(__doc__.strip())
        sys.exit(0 if arguments in (["-h"], ["--help"]) else 2)
    name = arguments[0] if arguments else "wald"
    path = shutil.which(name)
    if path is None:
        fail(f"no executable `{name}`: give the path of the wald command")
    return os.path.abspath(path)


def run(wald, *arguments):
    command = [wald, *map(str, arguments)]
    result = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if result.returncode != 0:
        fail(f"failed with status {result.returncode}: {' '.join(command)}")
    return result.stdout


def read_csv(lines):
    rows = csv.reader(lines)
    return next(rows), list(rows)


def write_csv(path, header, rows):
    with open(path, "w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([header, *rows])


def truth_of(name, labels, folder):
    """The path of the 0/1 table of what turned out to be true, or None if it is not available."""
    published = HERE / f"{name}_truth.csv"
    if published.exists():
        return published
    data = os.environ.get("WALD_DATA")
    source = Path(data or "", name, "test.csv.gz")
    if not data or not source.exists():
        return None
    with gzip.open(source, "rt", encoding="utf-8", newline="") as file:
        header, rows = read_csv(file)
    columns = [header.index(f"y_{label}") for label in labels]
    path = folder / f"{name}_truth.csv"
    write_csv(path, labels, ([row[c] for c in columns] for row in rows))
    return path


def expected_f1(wald, kind, average, prediction, probabilities):
    # One JSON line a problem (a row, a column, or the whole table): their mean is the average.
    lines = run(
        wald, "expected", "--metric", "f1", "--kind", kind, "--average", average,
        "--prediction", prediction, probabilities,
    ).splitlines()  # fmt: skip
    values = [json.loads(line)["expected"] for line in lines if line.strip()]
    return sum(values) / len(values)


def realised_f1(wald, average, truth, prediction):
    answer = run(
        wald, "evaluate", "--metric", "f1", "--average", average, "--truth", truth, prediction
    )
    return json.loads(answer)["value"]


def compare(wald, example, folder):
    name, kind, average, over = example
    source = HERE / f"{name}.csv"
    with open(source, encoding="utf-8", newline="") as file:
        labels, cells = read_csv(file)
    probabilities = [[float(cell) for cell in row] for row in cells]

    half = folder / "half.csv"
    half_rows = [["1" if p > 0.5 else "0" for p in row] for row in probabilities]
    write_csv(half, labels, half_rows)

    decided = folder / "decided.csv"
    run(
        wald, "predict", "--metric", "f1", "--kind", kind, "--average", average, "-o", decided, source
    )  # fmt: skip
    with open(decided, encoding="utf-8", newline="") as file:
        header, rows = read_csv(file)
    columns = [header.index(label) for label in labels]
    # With --average macro a last row holds the expected values.
    decided_rows = [[row[c] for c in columns] for row in rows[: len(probabilities)]]

    truth = truth_of(name, labels, folder)
    methods = (half, decided)
    return {
        "name": name.replace("_", " "),
        "over": over.format(
            rows=len(probabilities), columns=len(labels), cells=len(probabilities) * len(labels)
        ),
        "average": average,
        "probabilities": [p for row in probabilities for p in row],
        "changed": sum(
            a != b for x, y in zip(half_rows, decided_rows) for a, b in zip(x, y)
        ),
        "expected": [expected_f1(wald, kind, average, m, source) for m in methods],
        "realised": truth and [realised_f1(wald, average, truth, m) for m in methods],
    }  # fmt: skip


def before_and_after(half, decided):
    gain = f"{decided - half:+.3f}"
    return f"{half:.3f} -> {decided:.3f} ({'no gain' if float(gain) == 0 else gain})"


def print_table(results):
    header = [
        "data", "F1 averaged over", "expected F1: 1/2 -> Wald", "realised F1: 1/2 -> Wald", "changed",
    ]  # fmt: skip
    table = [
        [
            r["name"],
            f"{r['over']} ({r['average']})",
            before_and_after(*r["expected"]),
            before_and_after(*r["realised"]) if r["realised"] else "labels are not published",
            f"{100 * r['changed'] / len(r['probabilities']):.1f} %",
        ]
        for r in results
    ]
    widths = [max(map(len, column)) for column in zip(header, *table)]

    def line(cells):
        print("| " + " | ".join(cell.ljust(width) for cell, width in zip(cells, widths)) + " |")

    line(header)
    line(["-" * width for width in widths])
    for row in table:
        line(row)


def main():
    wald = find_wald(sys.argv[1:])
    with tempfile.TemporaryDirectory() as folder:
        results = [compare(wald, example, Path(folder)) for example in EXAMPLES]

    print("A model gave each label a probability. The usual decision takes every label above 1/2; Wald takes")
    print("the labels that maximise the expected F1. The same probabilities, decided both ways:")
    print()
    print_table(results)
    print()
    print("expected: F1 according to the probabilities.   realised: F1 against the true labels.")
    print("changed: the share of decisions that differ.")
    print("digits: the digit in an image, of 10.   breast cancer: malignant or benign.")
    print("yeast: the functional classes of a gene, of 14.")
    for r in results:
        if r["changed"] == 0:
            p = r["probabilities"]
            certain = sum(x < 0.05 or x > 0.95 for x in p)
            print(
                f"{r['name']}: no gain, because {certain} of the {len(p)} probabilities are nearly certain "
                "(below 0.05 or\nabove 0.95); 1/2 happens to be an optimal threshold for the others."
            )
    if any(r["realised"] is None for r in results):
        print("Yeast's realised F1 needs WALD_DATA, a folder with yeast/test.csv.gz.")


if __name__ == "__main__":
    main()
