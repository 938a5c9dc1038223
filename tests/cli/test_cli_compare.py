"""wald compare: values and p-values by enumeration, what is told, and what is refused."""

import itertools
import random
import unittest

import oracle
from harness import CommandTest

FACTS = ["value_a", "value_b", "difference", "low", "high", "p_value", "standard_error", "df", "n_units",
         "n_differing", "n_undecided", "n_swaps"]


def table(labels, rows):
    return ",".join(labels) + "\n" + "".join(",".join(map(str, row)) + "\n" for row in rows)


def value(metric, average, truth, masks, weights):
    rows = [(y, h, w) for y, h, w in zip(truth, masks, weights) if w]
    if average == "instance":
        return sum(w * oracle.utility(metric, tuple(h), tuple(y)) for y, h, w in rows) / sum(w for *_, w in rows)
    # Whole weights are as many rows.
    y, h = ([x for row in rows for _ in range(row[2]) for x in [row[i]]] for i in (0, 1))
    if average == "macro":
        return sum(oracle.utility(metric, a, b) for a, b in zip(zip(*h), zip(*y))) / len(y[0])
    return oracle.utility(metric, tuple(sum(h, [])), tuple(sum(y, [])))


class Compare(CommandTest):
    def setUp(self):
        super().setUp()
        stream = random.Random(50)
        self.truth, self.a, self.b = ([[stream.randint(0, 1) for _ in range(3)] for _ in range(7)] for _ in range(3))
        self.write("a.csv", "c,b,a\n" + "".join(f"{m[2]},{m[1]},{m[0]}\n" for m in self.a))
        self.write("b.csv", table("abc", self.b))

    def compare(self, *options):
        return self.jsonl("compare", "--format", "json", *options, "t.csv", "a.csv", "b.csv")

    def test_every_swap(self):
        weights, groups = [1, 2, 0, 3, 1, 1, 2], list("xyzxwwv")
        self.write("t.csv", table(["w", "a", "b", "c", "g"], [[w, *y, g] for w, y, g in zip(weights, self.truth, groups)]))
        labels = ["--labels", "a,b,c"]
        for options, w, g in [(labels, [1] * 7, range(7)), ([*labels, "--weights", "w"], weights, range(7)),
                              (["--weights", "w", "--groups", "g"], weights, groups)]:
            for average in ("instance", "macro", "micro"):
                for found in self.compare("--metric", "f1", "--metric", "jaccard", "--average", average, *options):
                    metric = found["metric"]
                    differences = []
                    ids = sorted({one for one, weight in zip(g, w) if weight})
                    for sides in itertools.product([False, True], repeat=len(ids)):
                        swapped = dict(zip(ids, sides))
                        a, b = ([(y, x)[swapped.get(one, False) != turn] for one, x, y in zip(g, self.b, self.a)]
                                for turn in (False, True))
                        differences.append(value(metric, average, self.truth, b, w) - value(metric, average, self.truth, a, w))
                    self.assertAlmostEqual(found["difference"], differences[0], delta=1e-12)
                    self.assertAlmostEqual(found["value_a"], value(metric, average, self.truth, self.a, w), delta=1e-12)
                    share = sum(abs(d) >= abs(found["difference"]) - 1e-9 for d in differences) / len(differences)
                    self.assertAlmostEqual(found["p_value"], share, delta=1e-12)
                    self.assertEqual(found["n_units"], len(ids))
                    self.assertEqual(found["n_swaps"], 0)
                    self.assertLessEqual(found["low"], found["high"])

    def test_json(self):
        self.write("t.csv", table("abc", self.truth))
        [found] = self.compare("--metric", "f1", "--level", "0.8")
        self.assertEqual(list(found), ["metric", "average", "level", *FACTS])
        self.assertEqual((found["metric"], found["average"], found["level"]), ("f1", "instance", 0.8))
        [wider] = self.compare("--metric", "f1", "--level", "0.99")
        self.assertLess(wider["low"], found["low"])
        macro = ["--metric", "f1", "--average", "macro"]
        self.assertEqual(self.compare(*macro), self.compare(*macro, "--threads", 3))

    def test_text(self):
        self.write("t.csv", "a,b\n1,0\n0,1\n1,1\n")
        self.write("a.csv", "a,b\n1,0\n1,0\n,\n")
        self.write("b.csv", "a,b\n1,0\n0,1\n1,1\n")
        self.assertEqual(self.wald("compare", "--metric", "f1", "t.csv", "a.csv", "b.csv"), """\
No difference in f1 is shown: B - A is 0.5, and chance alone often does as much (p = 1).

A                 0.5
B                 1
B - A             0.5
95 % interval     -10.5 ... 11.5
standard error    0.5
p-value           1 (all swaps)
rows              2, of which 1 differ
undecided         1 row, left out
""")
        same = self.wald("compare", "--metric", "f1", "--average", "macro", "t.csv", "b.csv", "b.csv")
        self.assertTrue(same.startswith("B is as good as A in f1.\n"))
        self.assertIn("\n95 % interval     0 ... 0\n", same)
        self.assertTrue(self.wald("compare", "--metric", "f1", "t.csv", "b.csv", "a.csv").startswith("No difference in f1 is shown: B - A is -0.5, and chance"))
        self.write("n.csv", "a,b\n,\n,\n,\n")
        self.assertEqual(self.wald("compare", "--metric", "f1", "t.csv", "n.csv", "b.csv"),
                         "No row is decided by both A and B.\n\nundecided         3 rows, left out\n")
        [nothing] = self.jsonl("compare", "--metric", "f1", "--format", "json", "t.csv", "n.csv", "b.csv")
        self.assertEqual([nothing["difference"], nothing["p_value"], nothing["n_units"]], [None, None, 0])

    def test_forms(self):
        self.write("t.csv", table("abc", self.truth))
        want = self.compare("--metric", "f1")
        svm = lambda rows: "".join(" ".join(f"{j + 1}:1" for j, x in enumerate(row) if x) + "\n" for row in rows)
        for name, rows in (("t", self.truth), ("a", self.a), ("b", self.b)):
            self.write(f"{name}.svm", svm(rows))
        got = self.jsonl("compare", "--metric", "f1", "--format", "json", "--n-labels", 3, "t.svm", "a.svm", "b.svm")
        self.assertEqual(got, want)
        piped = self.jsonl("compare", "--metric", "f1", "--format", "json", "t.csv", "a.csv", "-", stdin=table("abc", self.b))
        self.assertEqual(piped, want)

    def test_refused(self):
        hint = "\nTry 'wald compare --help'."
        self.write("t.csv", table("abc", self.truth))
        check = lambda message, *arguments: self.fails(2, "wald: " + message, "compare", "--metric", "f1", *arguments)
        check("three files are needed, TRUTH, A and B: here are 2" + hint, "t.csv", "a.csv")
        check("three files are needed, TRUTH, A and B: here are 0" + hint)
        check("three files are needed, TRUTH, A and B: here are 4" + hint, "t.csv", "a.csv", "b.csv", "b.csv")
        check("standard input is named twice", "t.csv", "-", "-")
        check("--level is 2: must lie in (0, 1)", "--level", 2, "t.csv", "a.csv", "b.csv")
        check("--id and --groups name the same column", "--id", "a", "--groups", "a", "t.csv", "a.csv", "b.csv")
        check("--weights and --groups name the same column", "--weights", "a", "--groups", "a", "t.csv", "a.csv", "b.csv")
        self.fails(1, 't.csv:1: no column "g", which --groups asks for', "compare", "--metric", "f1", "--groups", "g", "t.csv",
                   "a.csv", "b.csv")
        self.write("t.csv", table("abcg", [[*y, "" if i == 2 else i] for i, y in enumerate(self.truth)]))
        self.fails(1, 't.csv:4: column "g" is empty: every row has a group; one that belongs to no other has its own',
                   "compare", "--metric", "f1", "--groups", "g", "t.csv", "a.csv", "b.csv")
        self.write("b.csv", table("abc", self.b[:-1]))
        self.fails(1, "b.csv: 6 rows, where t.csv has 7", "compare", "--metric", "f1", "--labels", "a,b,c", "t.csv", "a.csv",
                   "b.csv")


if __name__ == "__main__":
    unittest.main()
