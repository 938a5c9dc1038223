"""`wald estimate`: lines, forms, chunks, segments, calibration, labels that are known; every message."""

import itertools
import json
import math
import random
import unittest

from harness import CommandTest

METRIC = ["-m", "precision"]


def rows(n, seed=0):
    stream = random.Random(seed)
    lines = ["probability,flagged,month,market"]
    for i in range(n):
        p = stream.random()
        lines.append(f"{p},{int(p > 0.5)},{'may' if i < n // 2 else 'june'},{'ns'[i % 2]}")
    return "\n".join(lines) + "\n"


def calibration(n, seed=1):
    stream = random.Random(seed)
    lines = ["probability,label"]
    for _ in range(n):
        p = stream.random()
        lines.append(f"{p},{int(stream.random() < p * p)}")
    return "\n".join(lines) + "\n"


def f1(truth, flagged):
    sizes = sum(truth) + sum(flagged)
    return 2 * sum(y and h for y, h in zip(truth, flagged)) / sizes if sizes else 1


def expected_f1(p, flagged):
    """Of one problem, by all its truths."""
    total = 0
    for truth in itertools.product((0, 1), repeat=len(p)):
        total += math.prod(q if y else 1 - q for y, q in zip(truth, p)) * f1(truth, flagged)
    return total


def problems(table, average):
    """The cells of each problem of a table."""
    if average == "micro":
        return [[cell for row in table for cell in row]]
    return table if average == "instance" else [list(column) for column in zip(*table)]


class Table:
    """Rows of two labels, whose columns stand in another order than their labels."""

    def __init__(self, n, seed):
        stream = random.Random(seed)
        self.p = [[round(stream.random(), 3), round(stream.random(), 3)] for _ in range(n)]
        self.flagged = [[int(q > stream.random()) for q in row] for row in self.p]
        self.truth = [[int(stream.random() < q * q) for q in row] for row in self.p]

    def text(self, rows=None, known=None, **columns):
        """`known`: of each row whether its labels are; `columns`: others, by row."""
        lines = [",".join(["p_a", "p_b", "h_b", "h_a", *(["y_b", "y_a", "label_probability"] if known else []), *columns])]
        for i in range(len(self.p)) if rows is None else rows:
            truth = [] if not known else [*self.truth[i][::-1], 1] if known[i] else ["", "", 0]
            lines.append(",".join(map(str, [*self.p[i], *self.flagged[i][::-1], *truth, *(c[i] for c in columns.values())])))
        return "\n".join(lines) + "\n"

    def f1(self, average, weights=None):
        values = [expected_f1(p, h) for p, h in zip(problems(self.p, average), problems(self.flagged, average))]
        weights = weights or [1] * len(values)
        return sum(w * value for w, value in zip(weights, values)) / sum(weights)


SEVERAL = ["-m", "f1", "--probability", "p_*", "--flagged", "h_*"]


class EstimateTest(CommandTest):
    def estimate(self, *arguments):
        code, out, err = self.run_raw("estimate", *arguments)
        self.assertEqual((code, err), (0, ""), out)
        return out.splitlines()

    def test_a_line_per_chunk(self):
        name = self.write("rows.csv", rows(250))
        lines = [json.loads(line) for line in self.estimate(*METRIC, "--chunk-rows", 100, name)]
        self.assertEqual([(line["chunk"], line["rows"]) for line in lines], [(0, 100), (1, 100), (2, 50)])
        for line in lines:
            self.assertTrue(line["low"] < line["value"] < line["high"])
            self.assertEqual((line["labels"], line["calibration_error"]), (0, 0))
        by_month = [json.loads(line) for line in self.estimate(*METRIC, "--chunk", "month", "--segment", "market", name)]
        self.assertEqual([line["chunk"] for line in by_month], ["may", "june"])
        self.assertEqual([part["segment"] for part in by_month[0]["segments"]], ["n", "s"])
        self.assertEqual(sum(part["rows"] for part in by_month[0]["segments"]), by_month[0]["rows"])

    def test_forms(self):
        name = self.write("rows.csv", "probability,flagged\n0.9,1\n0.8,1\n0.2,0\n")
        self.assertEqual(self.estimate(*METRIC, "--format", "text", name), ["0: precision 0.85 in [0.5, 1], 3 rows"])
        head, line = self.estimate(*METRIC, "--format", "csv", name)
        self.assertEqual(head, "chunk,rows,labels,value,low,high,standard_error,calibration_error")
        self.assertEqual([round(float(cell), 12) for cell in line.split(",")[:6]], [0, 3, 0, 0.85, 0.5, 1])

    def test_calibration_rows(self):
        name, by = self.write("rows.csv", rows(2000)), self.write("calibration.csv", calibration(2000))
        plain, = (json.loads(line) for line in self.estimate(*METRIC, name))
        made, = (json.loads(line) for line in self.estimate(*METRIC, "--calibrate", by, "--calibration", "beta", name))
        self.assertLess(made["value"], plain["value"] - 0.1)
        self.assertGreater(made["calibration_error"], 0.01)

    def test_labels_correct(self):
        name = self.write("rows.csv", "probability,flagged,label,label_probability\n0.9,1,0,1\n0.8,1,1,1\n0.2,0,,0\n")
        line, = (json.loads(line) for line in self.estimate(*METRIC, name))
        self.assertEqual((line["value"], line["low"], line["high"], line["labels"]), (0.5, 0.5, 0.5, 2))

    def value(self, *arguments):
        line, = (json.loads(line) for line in self.estimate(*arguments))
        return line["value"]

    def test_several_labels_are_those_of_all_truths(self):
        for seed in range(5):
            table = Table(5, seed)
            name = self.write("rows.csv", table.text())
            for average in ("micro", "macro", "instance"):
                by_pattern = self.value(*SEVERAL, "--average", average, name)
                self.assertAlmostEqual(by_pattern, table.f1(average), places=9)
                self.assertEqual(self.value("-m", "f1", "--average", average, "--probability", "p_a,p_b", "--flagged", "h_a",
                                            "--flagged", "h_b", name), by_pattern)
            self.assertEqual(self.value(*SEVERAL, name), self.value(*SEVERAL, "--average", "micro", name))
            weighted = self.value(*SEVERAL, "--average", "macro", "--label-weights", "3,1", name)
            self.assertAlmostEqual(weighted, table.f1("macro", [3, 1]), places=9)

    def test_several_labels_by_chunk_and_segment(self):
        table = Table(40, 1)
        month, market = [("may", "june")[i % 2] for i in range(40)], [("n", "s")[i // 20] for i in range(40)]
        name = self.write("rows.csv", table.text(month=month, market=market))
        for average in ("micro", "macro", "instance"):
            asked = [*SEVERAL, "--average", average]
            lines = [json.loads(line) for line in self.estimate(*asked, "--chunk", "month", "--segment", "market", name)]
            self.assertEqual([line["chunk"] for line in lines], ["may", "june"])
            for line in lines:
                own = [i for i in range(40) if month[i] == line["chunk"]]
                self.assertAlmostEqual(line["value"], self.value(*asked, self.write("own.csv", table.text(own))), places=12)
                for part in line["segments"]:
                    of_part = self.write("own.csv", table.text([i for i in own if market[i] == part["segment"]]))
                    self.assertAlmostEqual(part["value"], self.value(*asked, of_part), places=12)

    def test_several_labels_in_every_form(self):
        name = self.write("rows.csv", Table(5, 2).text())
        for average in ("micro", "macro", "instance"):
            asked = [*SEVERAL, "--average", average, "--chunk-rows", "2"]
            lines = [json.loads(line) for line in self.estimate(*asked, name)]
            self.assertEqual(self.estimate(*asked, "--format", "json", name), self.estimate(*asked, name))
            head, *cells = (line.split(",") for line in self.estimate(*asked, "--format", "csv", name))
            self.assertEqual([[float(cell) for cell in row] for row in cells],
                             [[line[column] for column in head] for line in lines])
            texts = self.estimate(*asked, "--format", "text", name)
            self.assertEqual([text.split(" in ")[0] for text in texts],
                             [f"{line['chunk']}: f1 {line['value']:.4g}" for line in lines])

    def test_lists_of_json_lines_are_columns(self):
        """The name of a list stands for its items, the first label first, in rows and in calibration rows."""
        table, old = Table(40, 3), Table(60, 4)
        lines = lambda t, **more: "".join(
            json.dumps({"p": t.p[i], "h": t.flagged[i], **{k: v[i] for k, v in more.items()}}) + "\n" for i in range(len(t.p)))
        known = [i % 3 == 0 for i in range(40)]
        labels = [y if k else [None, None] for y, k in zip(table.truth, known)]
        self.write("list.jsonl", lines(table, y=labels, label_probability=[0.4] * 40))
        self.write("old.jsonl", lines(old, y=old.truth))
        self.write("old.csv", "p_a,p_b,y_a,y_b\n" + "".join(",".join(map(str, p + y)) + "\n" for p, y in zip(old.p, old.truth)))
        self.write("columns.csv", "p_a,p_b,h_a,h_b,y_a,y_b,label_probability\n" + "".join(
            ",".join("" if c is None else str(c) for c in [*p, *h, *y, 0.4]) + "\n"
            for p, h, y in zip(table.p, table.flagged, labels)))
        of_lists = ["-m", "f1", "--probability", "p", "--flagged", "h", "--label", "y"]
        of_columns = ["-m", "f1", "--probability", "p_*", "--flagged", "h_*", "--label", "y_*"]
        for average in ("micro", "macro", "instance"):
            more = ["--average", average, "--chunk-rows", "15"]
            self.assertEqual(self.estimate(*of_lists, *more, "list.jsonl"), self.estimate(*of_columns, *more, "columns.csv"))
            self.assertEqual(self.estimate(*of_lists, *more, "--calibrate", "old.jsonl", "list.jsonl"),
                             self.estimate(*of_columns, *more, "--calibrate", "old.csv", "columns.csv"))
        self.fails(1, 'bad.jsonl:2: member "p" is "[0.5]", where it is a list of 2 in the first line', "estimate", "-m", "f1",
                   "--probability", "p", "--flagged", "h",
                   self.write("bad.jsonl", '{"p":[0.5,0.2],"h":[1,0]}\n{"p":[0.5],"h":[1,0]}\n'))

    def test_several_labels_are_calibrated_each(self):
        table, known = Table(300, 3), Table(600, 4)
        name = self.write("rows.csv", table.text())
        by = self.write("known.csv", known.text(known=[True] * 600))
        asked = ["--calibrate", by, name]
        whole = self.value(*asked, "--average", "macro", *SEVERAL, "--label", "y_*")
        each = [self.value("-m", "f1", *asked, "--probability", f"p_{label}", "--flagged", f"h_{label}", "--label", f"y_{label}")
                for label in "ab"]
        self.assertAlmostEqual(whole, sum(each) / 2, places=12)
        self.assertLess(whole, self.value(*SEVERAL, "--average", "macro", name) - 0.05)

    def test_several_labels_that_are_known(self):
        table = Table(60, 5)
        name = self.write("rows.csv", table.text(known=[True] * 60))
        for average in ("micro", "macro", "instance"):
            values = [f1(y, h) for y, h in zip(problems(table.truth, average), problems(table.flagged, average))]
            line, = (json.loads(line) for line in self.estimate(*SEVERAL, "--average", average, "--label", "y_*", name))
            self.assertAlmostEqual(line["value"], sum(values) / len(values), places=12)
            self.assertEqual((line["labels"], line["low"], line["high"]), (60, line["value"], line["value"]))
        some = self.write("some.csv", table.text(known=[i < 30 for i in range(60)]))
        line, = (json.loads(line) for line in self.estimate(*SEVERAL, "--label", "y_*", some))
        self.assertEqual((line["rows"], line["labels"]), (60, 30))

    def test_calibration_rows_of_other_labels(self):
        name, by = self.write("rows.csv", "p_a,p_b,h_a,h_b\n0.1,0.2,0,1\n"), self.write("k.csv", "p_b,p_a,y_a,y_b\n.1,.2,0,1\n")
        self.fails(1, "rows.csv: --probability selects other columns than in k.csv", "estimate", *SEVERAL, "--label", "y_*",
                   "--calibrate", by, name)

    def test_labels_of_calibration_rows_alone(self):
        known, name = self.write("known.csv", "probability,y\n0.2,0\n0.8,1\n"), self.write("rows.csv", rows(20))
        self.assertEqual(len(self.estimate(*METRIC, "--calibrate", known, "--label", "y", name)), 1)

    def test_errors_of_columns(self):
        self.write("t.csv", "p_a,p_b,f_a,f_c,y_a\n0.1,0.2,1,0,1\n")
        self.write("k.csv", "p_b,y_b\n0.1,0\n")
        p = ["--probability", "p_*"]
        for arguments, message in (
            ([*p, "--flagged", "f_a"], "t.csv:1: --probability selects 2 columns and --flagged 1: must be one per label"),
            ([*p, "--flagged", "f_*"], 't.csv:1: --flagged f_* has no column for "b", which --probability p_* has'),
            ([*p, "--flagged", "f_?"], "t.csv:1: --probability p_* and --flagged f_?: each must have one *, which stands for the "
             "label"),
            ([*p, "--flagged", "f_a,f_b"], 't.csv:1: no column "f_b", which --flagged asks for; did you mean p_b?'),
            (["--flagged", "f_a"], 't.csv:1: no column "probability", which --probability asks for'),
            ([*p, "--flagged", "f_a,p_a"], 't.csv:1: column "p_a" is named twice'),
            ([*p, "--flagged", "f_a,f_c", "--label", "y_*"],
             "t.csv:1: --probability selects 2 columns and --label 1: must be one per label"),
            (["--probability", "p_a", "--flagged", "f_a", "--label", "y_a"],
             't.csv:1: column "y_a" needs --label-probability: how likely the labels of each row were to be asked for'),
            (["--probability", "p_*", "--flagged", "f_a,f_c", "--weights", "p_a"],
             "t.csv:1: --probability selects 1 column and --flagged 2: must be one per label"),
            (["--probability", "p_a*", "--flagged", "f_a", "--weights", "p_a"],
             "t.csv:1: the columns of --probability all have another use"),
            (["--probability", "p_*", "--flagged", "f_a,f_c", "--label", "y_*", "--calibrate", "k.csv"],
             "t.csv:1: --probability selects 2 columns and --label 1: must be one per label"),
            (["--probability", "p_a", "--flagged", "f_a", "--label", "y_b", "--calibrate", "k.csv"],
             'k.csv:1: no column "p_a", which --probability asks for; did you mean p_b?'),
        ):
            with self.subTest(arguments=arguments):
                self.fails(1, message, "estimate", *METRIC, *arguments, "t.csv")

    def test_errors_of_cells(self):
        columns = ["--probability", "p_*", "--flagged", "f_*", "--label", "y_*"]
        head = "p_a,p_b,f_b,f_a,y_b,y_a,label_probability\n0.1,0.2,1,0,1,0,1\n"
        for row, message in (
            ("0.1,1.2,1,0,1,0,1", 'column "p_b" is 1.2: a probability lies in [0, 1]'),
            ("0.1,,1,0,1,0,1", 'column "p_b" is empty: a probability lies in [0, 1]'),
            ("0.1,0.2,2,0,1,0,1", 'column "f_b" is 2: a flag is 0 or 1'),
            ("0.1,0.2,1,0,x,0,1", 'column "y_b" is "x", not a number: a label is 1, 0, or empty if it is not known'),
            ("0.1,0.2,1,0,,0,1", 'column "y_b" has no label, and column "y_a" has one: all labels of a row must be known, or none'),
            ("0.1,0.2,1,0,1,0,0", 'column "label_probability" is 0, and the label is known: must be above 0'),
            ("0.1,0.2,1,0,,,1", 'column "label_probability" is 1, and the label is not known: must be 0 if it was not requested '
             "or has not arrived"),
        ):
            with self.subTest(row=row):
                self.write("t.csv", head + row + "\n")
                self.fails(1, "t.csv:3: " + message, "estimate", *METRIC, *columns, "t.csv")
        self.write("t.csv", "probability,flagged,month\n0.1,1,\n")
        self.fails(1, 't.csv:2: column "month" is empty: every row has a chunk', "estimate", *METRIC, "--chunk", "month", "t.csv")
        self.fails(1, 't.csv:2: column "month" is empty: every row has a segment', "estimate", *METRIC, "--segment", "month",
                   "t.csv")
        self.write("t.csv", Table(3, 0).text())
        self.fails(1, "wald: --label-weights has 3 numbers: must have 2", "estimate", *SEVERAL, "--average", "macro",
                   "--label-weights", "1,1,1", "t.csv")

    def test_errors(self):
        name = self.write("rows.csv", "probability,flagged,label\n0.9,1,0\n")
        for arguments, message in (
            ([], "--metric is needed"),
            ([*METRIC, name], "needs --label-probability"),
            ([*METRIC, "--flagged", "flag", name], 'no column "flag", which --flagged asks for; did you mean flagged?'),
            ([*METRIC, "--chunk", "x", "--chunk-rows", "3", name], "give one of them"),
            ([*METRIC, "--calibration", "beta", name], "--calibration needs --calibrate"),
            ([*METRIC, "--segment", "market", "--format", "csv", name], "--segment needs --format jsonl"),
        ):
            code, _, err = self.run_raw("estimate", *arguments)
            self.assertNotEqual(code, 0)
            self.assertIn(message, err)
        wrong = self.write("wrong.csv", "probability,flagged\n1.5,1\n")
        self.assertIn("a probability lies in [0, 1]", self.run_raw("estimate", *METRIC, wrong)[2])


if __name__ == "__main__":
    unittest.main()
