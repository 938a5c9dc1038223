"""wald report: its numbers against those of the other commands and by hand, its page, and what is refused."""

import itertools
import json
import random
import re
import unittest

import oracle
from harness import SOURCE, CommandTest

EXAMPLES = SOURCE / "docs/examples"


def csv(labels, rows):
    return ",".join(labels) + "\n" + "".join(",".join(map(str, row)) + "\n" for row in rows)


def f1(y, h):
    return oracle.utility("f1", tuple(h), tuple(y))


class Report(CommandTest):
    def setUp(self):
        super().setUp()
        stream = random.Random(51)
        self.p = [[round(stream.random(), 3) for _ in range(3)] for _ in range(12)]
        self.y = [[int(stream.random() < p) for p in row] for row in self.p]
        self.other = [[round(stream.random(), 3) for _ in range(3)] for _ in range(12)]
        self.write("t.csv", csv("abc", self.y))
        self.write("p.csv", csv("cab", [[c, a, b] for a, b, c in self.p]))
        self.write("q.csv", csv("abc", self.other))

    def data(self, *options):
        return json.loads(self.wald("report", "--format", "json", "--metric", "f1", *options))

    def test_numbers_of_other_commands(self):
        self.write("half.csv", csv("abc", [[int(x >= 0.5) for x in row] for row in self.p]))
        for average in ("instance", "macro", "micro"):
            over = ["--metric", "f1", "--average", average]
            found = self.data("--average", average, "t.csv", "p.csv", "q.csv")
            self.wald("predict", *over, "-o", "d.csv", "p.csv")
            self.wald("predict", *over, "-o", "e.csv", "q.csv")
            for name, a, b in (("half", "half.csv", "d.csv"), ("two", "d.csv", "e.csv")):
                [wanted] = self.jsonl("compare", "--format", "json", *over, "t.csv", a, b)
                got = found["systems"][0]["over_half"] if name == "half" else found["decided_b_over_a"]
                for key, fact in (("a", "value_a"), ("b", "value_b"), ("difference", "difference"),
                                  ("p_value", "p_value")):
                    self.assertAlmostEqual(got[key], wanted[fact], delta=1e-11, msg=(average, name, key))
                self.assertAlmostEqual(got["interval"][0], wanted["low"], delta=1e-11)
                self.assertAlmostEqual(got["interval"][1], wanted["high"], delta=1e-11)
            expected = [line["expected"] for line in
                        self.jsonl("expected", *over, "--prediction", "half.csv", "p.csv")]
            self.assertAlmostEqual(found["systems"][0]["half"]["expected"], sum(expected) / len(expected), delta=1e-11)

    def test_tuned_threshold(self):
        # Of two groups each is cut at the threshold that is best for the other: no draw has a say.
        group = [i % 2 for i in range(12)]
        self.write("t.csv", csv("abcg", [[*row, g] for row, g in zip(self.y, group)]))
        found = self.data("--groups", "g", "--labels", "a,b,c", "t.csv", "p.csv")
        cuts = sorted({0.5, *itertools.chain(*self.p)})

        def best(rows):
            worth = {c: sum(f1(self.y[i], [int(x >= c) for x in self.p[i]]) for i in rows) for c in cuts}
            top = max(worth.values())
            return min((c for c in cuts if worth[c] > top - 1e-9), key=lambda c: abs(c - 0.5))

        by_group = [best([i for i in range(12) if group[i] != g]) for g in (0, 1)]
        value = sum(f1(self.y[i], [int(x >= by_group[group[i]]) for x in self.p[i]]) for i in range(12)) / 12
        tuned = found["systems"][0]["tuned"]
        self.assertAlmostEqual(tuned["value"], value, delta=1e-11)
        self.assertEqual(sorted(tuned["of_folds"]), sorted(by_group))
        self.assertEqual(tuned["threshold"], best(range(12)))

    def test_tuned_threshold_of_columns(self):
        # Two rows are two folds, each cut as is best for the other.
        self.write("t.csv", "a\n1\n0\n")
        self.write("p.csv", "a\n0.3\n0.2\n")
        tuned = self.data("--average", "macro", "t.csv", "p.csv")["systems"][0]["tuned"]
        # Of row 0 alone anything up to 0.3 is best, of row 1 anything above 0.2: nearest to 1/2 of the candidates.
        self.assertEqual(sorted(tuned["of_folds"]), [0.3, 0.5])

    def test_labels_and_curves(self):
        found = self.data("t.csv", "p.csv")
        self.assertEqual(found["names"], ["a", "b", "c"])
        for row in found["labels"]:
            y, p = ([line[row["label"]] for line in table] for table in (self.y, self.p))
            self.assertAlmostEqual(row["prevalence"], sum(y) / 12, delta=1e-5)
            self.assertAlmostEqual(row["systems"][0]["mean"], sum(p) / 12, delta=1e-5)
            best = max([2.0, *p], key=lambda c: (round(f1(y, [int(x >= c) for x in p]), 9), c))
            self.assertEqual(row["systems"][0]["cut"], best)
            half = [int(x >= 0.5) for x in p]
            self.assertAlmostEqual(row["systems"][0]["half"]["f1"][0], f1(y, half), delta=1e-5)
        self.assertEqual([c["label"] for c in found["curves"]][0], -1)
        for curve in found["curves"]:
            cells = [(p, y) for ps, ys in zip(self.p, self.y) for j, (p, y) in enumerate(zip(ps, ys))
                     if curve["label"] in (-1, j)]
            pairs = [(p > q) + (p == q) / 2 for (p, y), (q, z) in itertools.product(cells, cells) if y and not z]
            system = curve["systems"][0]
            self.assertAlmostEqual(system["roc_area"], sum(pairs) / len(pairs), delta=1e-11)
            brier = sum((p - y) ** 2 for p, y in cells) / len(cells)
            self.assertAlmostEqual(system["reliability"]["brier"], brier, delta=1e-5)
            for t, recall, precision in zip(system["at"], system["recall"], system["precision"]):
                flagged = [y for p, y in cells if p >= t]
                self.assertAlmostEqual(precision, sum(flagged) / len(flagged), delta=1e-4)
                self.assertAlmostEqual(recall, sum(flagged) / sum(y for _, y in cells), delta=1e-4)

    def test_weights_are_rows(self):
        weights = [i % 3 for i in range(12)]
        self.write("w.csv", csv("abcw", [[*row, w] for row, w in zip(self.y, weights)]))
        times = [i for i in range(12) for _ in range(weights[i])]
        self.write("t2.csv", csv("abc", [self.y[i] for i in times]))
        self.write("p2.csv", csv("abc", [self.p[i] for i in times]))
        weighed = self.data("--weights", "w", "--labels", "a,b,c", "w.csv", "p.csv")
        repeated = self.data("t2.csv", "p2.csv")
        for way in ("half", "decided"):
            for key in ("expected", "value"):
                self.assertAlmostEqual(weighed["systems"][0][way][key], repeated["systems"][0][way][key], delta=1e-11)
        self.assertEqual(weighed["systems"][0]["tuned"]["threshold"], repeated["systems"][0]["tuned"]["threshold"])
        for a, b in zip(weighed["labels"], repeated["labels"]):
            self.assertAlmostEqual(a["prevalence"], b["prevalence"], delta=1e-6)

    def test_one_label(self):
        files = EXAMPLES / "breast_cancer_truth.csv", EXAMPLES / "breast_cancer.csv"
        for average, asked in (("instance", ()), ("macro", ("--average", "macro"))):
            out, warning = self.run_raw("report", "--format", "json", "--metric", "f1", *asked, *files)[1:]
            self.assertEqual("the table has one column" in warning, not asked)
            found = json.loads(out)
            self.assertEqual((found["average"], found["n_rows"], found["n_labels"]), (average, 285, 1))
            self.assertEqual([c["label"] for c in found["curves"]], [0])

    def test_page(self):
        self.wald("report", "--metric", "f1", "--title", "</title><b>", "-o", "r.html", "t.csv", "p.csv", "q.csv")
        page = (self.folder / "r.html").read_text()
        self.assertTrue(page.startswith("<!doctype html>") and page.endswith("</html>\n"))
        self.assertNotIn("</title><b>", page)
        self.assertIsNone(re.search(r"(?:src|href)\s*=\s*[\"'][^#]|@import|url\(|\bfetch\(|XMLHttp|WebSocket", page))
        found = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)[1])
        self.assertEqual(found["title"], "</title><b>")
        self.assertEqual([s["name"] for s in found["systems"]], ["p", "q"])

    def test_errors(self):
        usage = "\nTry 'wald report --help'."
        self.fails(2, "wald: two files are needed, TRUTH and A, or three, TRUTH, A and B: here is 1" + usage,
                   "report", "--metric", "f1", "t.csv")
        self.fails(2, "wald: --metric is needed" + usage, "report", "t.csv", "p.csv")
        self.write("short.csv", csv("abc", self.p[:3]))
        self.fails(1, "short.csv: 3 rows, where t.csv has 12", "report", "--metric", "f1", "t.csv", "short.csv")
        self.write("less.csv", csv("ab", [row[:2] for row in self.p]))
        self.fails(1, 'less.csv: there is no column "c", a label of t.csv',
                   "report", "--metric", "f1", "t.csv", "less.csv")
        self.write("more.csv", csv("abcd", [[*row, 0.5] for row in self.p]))
        self.fails(1, 'more.csv: column "d" is not in t.csv: --id names a column of names, --labels the labels to '
                   "report on",
                   "report", "--metric", "f1", "t.csv", "more.csv")
        self.assertFalse((self.folder / "r.html").exists())
        self.fails(1, 'less.csv: there is no column "c", a label of t.csv',
                   "report", "--metric", "f1", "-o", "r.html", "t.csv", "less.csv")
        self.assertFalse((self.folder / "r.html").exists())


if __name__ == "__main__":
    unittest.main()
