"""wald worth: by sums over all label vectors, what is told, and what is refused."""

import itertools
import math
import unittest

import oracle
from harness import CommandTest

FACTS = ["answer", "gain", "standard_error", "truth_error", "expected_cut", "expected_optimum", "rows_needed",
         "changed_rows", "changed_cells", "rows", "samples"]
ROWS = [[0.45, 0.4, 0.1], [0.9, 0.15, 0.3], [0.35, 0.55, 0.62], [0.48, 0.47, 0.02]]


def table(rows):
    return "a,b,c\n" + "".join(",".join(map(str, row)) + "\n" for row in rows)


class Worth(CommandTest):
    def worth(self, *options):
        return self.jsonl("worth", "--format", "json", *options, "p.csv")

    def setUp(self):
        super().setUp()
        self.write("p.csv", table(ROWS))

    def test_values(self):
        for metric in ("f1", "jaccard"):
            gains, variances = [], []
            for p in ROWS:
                truths = [(y, math.prod(q if t else 1 - q for t, q in zip(y, p)))
                          for y in itertools.product((0, 1), repeat=3)]
                value = lambda h: sum(mass * oracle.utility(metric, h, y) for y, mass in truths)
                cut, best = tuple(int(q >= 0.5) for q in p), max(itertools.product((0, 1), repeat=3), key=value)
                gains.append(value(best) - value(cut))
                variances.append(sum(mass * (oracle.utility(metric, best, y) - oracle.utility(metric, cut, y)) ** 2
                                     for y, mass in truths) - gains[-1] ** 2)
            mean = sum(gains) / 4
            between = sum((g - mean) ** 2 for g in gains) / 16 * 4 / 3
            [found] = self.worth("--metric", metric)
            self.assertEqual(list(found), ["metric", "average", *FACTS])
            self.assertAlmostEqual(found["gain"], mean, 12)
            self.assertAlmostEqual(found["truth_error"], math.sqrt(sum(variances)) / 4, 9)
            self.assertAlmostEqual(found["standard_error"], math.sqrt(sum(variances) / 16 + between), 9)
            self.assertEqual((found["answer"], found["rows"], found["samples"]), ("cannot_be_told", 4, 0))
        both = self.worth("--metric", "f1", "--metric", "jaccard")
        self.assertEqual([one["metric"] for one in both], ["f1", "jaccard"])

    def test_forms(self):
        [found] = self.worth("--metric", "f1")
        self.write("p.svm", "".join(" ".join(f"{j}:{q}" for j, q in enumerate(row, 1)) + "\n" for row in ROWS))
        [sparse] = self.jsonl("worth", "--metric", "f1", "--format", "json", "--n-labels", 3, "p.svm")
        self.assertAlmostEqual(found["gain"], sparse["gain"], 14)
        [piped] = self.jsonl("worth", "--metric", "f1", "--format", "json", stdin=table(ROWS))
        self.assertEqual(piped, found)
        self.write("one.csv", "a\n0.4\n0.3\n0.2\n")
        one = ["worth", "--metric", "f1", "--format", "json", "one.csv"]
        self.assertEqual(self.jsonl(*one)[0], self.jsonl(*one[:-1], "--average", "macro", "one.csv")[0])

    def test_text(self):
        self.write("many.csv", "a,b\n" + "0.45,0.45\n" * 1000)
        self.assertEqual(self.wald("worth", "--metric", "f1", "many.csv"), """\
Deciding for f1 pays: the gain is beyond two standard errors.

cut at 1/2        0.3025 expected
decided           0.5325 expected
gain              0.23 expected
standard error    0.02592 on as many rows of this kind, 0.02592 on these
rows needed       51 for two standard errors
changed           100 % of 1000 rows, 100 % of the cells
""")
        self.assertTrue(self.wald("worth", "--metric", "f1", "--least-gain", 0.5, "many.csv").startswith(
            "Deciding for f1 does not pay: a gain of more than 0.5 is beyond two standard errors.\n"))
        self.assertTrue(self.wald("worth", "--metric", "f1", "p.csv").startswith(
            "Whether deciding for f1 pays cannot be told: that is within two standard errors.\n"))
        self.assertTrue(self.wald("worth", "--metric", "hamming", "p.csv").startswith(
            "Deciding for hamming does not pay: a cut at 1/2 decides the same.\n"))
        self.write("row.csv", "a,b\n0.45,0.45\n")
        alone = self.wald("worth", "--metric", "f1", "row.csv")
        self.assertTrue(alone.startswith("Whether deciding for f1 pays cannot be told: there is but one row.\n"))
        self.assertNotIn("standard error", alone)

    def test_errors(self):
        self.write("nan.csv", "a,b\n0.4,nan\n")
        self.write("none.csv", "a,b\n")
        self.fails(1, 'nan.csv:2: column "b" is nan: a probability lies in [0, 1]', "worth", "--metric", "f1", "nan.csv")
        self.fails(1, "none.csv: a header, but no rows", "worth", "--metric", "f1", "none.csv")
        self.fails(2, "wald: --temperature is 0: must be finite and above 0", "worth", "--metric", "f1", "--temperature", "0",
                   "p.csv")
        self.fails(2, "wald: --abstain is no option of 'wald worth'\nTry 'wald worth --help'.", "worth", "--metric", "f1",
                   "--abstain", "0.1", "p.csv")
        self.fails(2, "wald: --temperature is no option of 'wald predict'\nTry 'wald predict --help'.", "predict",
                   "--metric", "f1", "--temperature", "2", "p.csv")


if __name__ == "__main__":
    unittest.main()
