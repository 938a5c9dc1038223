"""`wald estimate`: lines, forms, chunks, segments, calibration, labels that are known; every message."""

import json
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

    def test_errors(self):
        name = self.write("rows.csv", "probability,flagged,label\n0.9,1,0\n")
        for arguments, message in (
            ([], "--metric is needed"),
            ([*METRIC, name], "needs --label-probability"),
            ([*METRIC, "--flagged", "flag", name], "--flagged \"flag\": no such column"),
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
