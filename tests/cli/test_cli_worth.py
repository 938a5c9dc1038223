"""wald worth: by sums over all label vectors, what is told, and what is refused."""

import itertools
import json
import math
import unittest

import oracle
from harness import CommandTest

FACTS = ["verdict", "gain", "standard_error", "truth_error", "expected_cut", "expected_optimum", "rows_needed",
         "changed_row_share", "changed_cell_share", "n_rows", "n_samples", "exclusive", "realised_cut", "realised_optimum",
         "realised_gain", "realised_gain_error", "excess", "excess_error", "predicted_excess", "predicted_excess_error",
         "calibrated_optimum", "calibration_gain", "calibration_gain_error", "design_effect"]
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
            self.assertEqual((found["verdict"], found["n_rows"], found["n_samples"]), ("undetermined", 4, 0))
        both = self.worth("--metric", "f1", "--metric", "jaccard")
        self.assertEqual([one["metric"] for one in both], ["f1", "jaccard"])

    def test_nonempty(self):
        self.write("p.csv", table([[0.4, 0.1, 0.05]] * 200))
        [found] = self.worth("--metric", "f1", "--at-least", "1")
        self.assertEqual(found["verdict"], "does_not_pay")
        [found] = self.worth("--metric", "f1", "--at-least", "1", "--nonempty")
        self.assertEqual(found["verdict"], "pays")
        self.assertAlmostEqual(found["expected_cut"], 0, 12)
        self.fails(2, "wald: --nonempty with --average macro: requires average instance", "worth", "--metric", "f1", "--average", "macro", "--nonempty", "p.csv")

    def test_weights(self):
        weights = [2, 0.5, 0, 1]
        self.write("w.csv", "w,a,b,c\n" + "".join(",".join(map(str, [w, *row])) + "\n" for w, row in zip(weights, ROWS)))
        [found] = self.jsonl("worth", "--metric", "f1", "--weights", "w", "--format", "json", "w.csv")
        alone = []
        for i, row in enumerate(ROWS):
            self.write("row.csv", table([row]))
            alone += self.jsonl("worth", "--metric", "f1", "--format", "json", "row.csv")
        share = [w / 3.5 for w in weights]
        gain = sum(s * one["gain"] for s, one in zip(share, alone))
        squares = sum(s * s for s in share)
        truth = sum((s * one["truth_error"]) ** 2 for s, one in zip(share, alone))
        rows = sum((s * (one["gain"] - gain)) ** 2 / (1 - 2 * s + squares) for s, one in zip(share, alone))
        self.assertAlmostEqual(found["gain"], gain, 12)
        self.assertAlmostEqual(found["truth_error"], math.sqrt(truth), 9)
        self.assertAlmostEqual(found["standard_error"], math.sqrt(truth + rows), 9)
        self.assertEqual(found["n_rows"], 3)
        # Equal weights are none, and beside a column of names.
        self.write("e.csv", "id,a,b,c,w\n" + "".join(f"r{i}," + ",".join(map(str, row)) + ",3\n"
                                                     for i, row in enumerate(ROWS)))
        [equal] = self.jsonl("worth", "--metric", "f1", "--weights", "w", "--id", "id", "--format", "json", "e.csv")
        for name, value in self.worth("--metric", "f1")[0].items():
            self.assertEqual(equal[name], value) if isinstance(value, str) else self.assertAlmostEqual(equal[name], value, 12)
        weighed = ["worth", "--metric", "f1", "--weights"]
        self.fails(1, 'w.csv:1: no column "v", which --weights asks for', *weighed, "v", "w.csv")
        self.fails(1, 'n.csv:2: column "w" is -1: a weight is a finite number >= 0', *weighed, "w", self.write("n.csv", "w,a,b\n-1,0.4,0.3\n"))
        self.fails(1, "z.csv: the weights are all 0", *weighed, "w", self.write("z.csv", "w,a,b\n0,0.4,0.3\n"))
        self.fails(2, "wald: --weights with --average macro: require average instance; leave rows out of the table instead", *weighed, "w", "--average", "macro", "w.csv")
        self.fails(2, "wald: --weights names a column, and libsvm input has none", *weighed, "w", "--n-labels", 2, "p.svm")
        self.fails(2, "wald: --id and --weights name the same column", *weighed, "w", "--id", "w", "w.csv")

    def test_forms(self):
        [found] = self.worth("--metric", "f1")
        self.write("p.svm", "".join(" ".join(f"{j}:{q}" for j, q in enumerate(row, 1)) + "\n" for row in ROWS))
        [sparse] = self.jsonl("worth", "--metric", "f1", "--format", "json", "--n-labels", 3, "p.svm")
        self.assertAlmostEqual(found["gain"], sparse["gain"], 14)
        [piped] = self.jsonl("worth", "--metric", "f1", "--format", "json", stdin=table(ROWS))
        self.assertEqual(piped, found)
        self.write("one.csv", "a\n0.4\n0.3\n0.2\n")
        one = ["worth", "--metric", "f1", "--format", "json", "one.csv"]
        self.assertEqual(json.loads(self.run_raw(*one)[1]), self.jsonl(*one[:-1], "--average", "instance", "one.csv")[0])

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
            "Whether deciding for f1 pays is undetermined: that is within two standard errors.\n"))
        self.assertTrue(self.wald("worth", "--metric", "hamming", "p.csv").startswith(
            "Deciding for hamming does not pay: a cut at 1/2 decides the same.\n"))
        self.write("row.csv", "a,b\n0.45,0.45\n")
        alone = self.wald("worth", "--metric", "f1", "row.csv")
        self.assertTrue(alone.startswith("Whether deciding for f1 pays is undetermined: there is but one row.\n"))
        self.assertNotIn("standard error", alone)

    def test_truth(self):
        """Against the other commands, in both forms, with columns in another order."""
        p = [[0.45, 0.3], [0.2, 0.9], [0.6, 0.4], [0.1, 0.45]] * 25
        y = [[1, 0], [0, 1], [0, 0], [1, 1]] * 25
        write = lambda name, head, rows: self.write(name, head + "\n" + "".join(",".join(map(str, r)) + "\n" for r in rows))
        write("p.csv", "a,b", p)
        write("y.csv", "b,a", [row[::-1] for row in y])
        [found] = self.worth("--metric", "f1", "--truth", "y.csv")
        [alone] = self.worth("--metric", "f1")
        self.assertEqual(found["gain"], alone["gain"])
        self.assertIsNone(alone["realised_gain"])
        self.wald("predict", "--metric", "f1", "-o", "h.csv", "p.csv")
        [value] = self.jsonl("evaluate", "--metric", "f1", "--format", "json", "--truth", "y.csv", "h.csv")
        self.assertAlmostEqual(found["realised_optimum"], value["value"], 14)
        self.assertAlmostEqual(found["excess"], sum(q - t for a, b in zip(p, y) for q, t in zip(a, b)) / 200, 14)
        self.assertAlmostEqual(found["calibration_gain"], found["calibrated_optimum"] - found["realised_optimum"], 14)
        shown = self.wald("worth", "--metric", "f1", "--truth", "y.csv", "p.csv")
        for line in ("realised          ", "realised gain     ", "excess            ", "calibrated        ",
                     "calibration gain  "):
            self.assertIn("\n" + line, shown)
        write("w.csv", "a,b,w", [[*row, 2] for row in y])
        [weighed] = self.worth("--metric", "f1", "--truth", "w.csv", "--weights", "w")
        self.assertAlmostEqual(weighed["calibrated_optimum"], found["calibrated_optimum"], 14)
        high = [[0.9 + 0.01 * (i % 7), 0.8 + 0.01 * (i % 5)] for i in range(200)]
        write("high.csv", "a,b", high)
        write("few.csv", "a,b", [[int(i % 20 == 0), int(i % 10 == 3)] for i in range(200)])
        self.assertTrue(self.wald("worth", "--metric", "hamming", "--truth", "few.csv", "high.csv").startswith(
            "Calibrate first: that raises hamming of the decisions by more than two standard errors.\n"))
        asked = ["worth", "--metric", "f1", "--truth"]
        write("short.csv", "a,b", y[:3])
        self.fails(1, "p.csv: 100 rows, where short.csv has 3", *asked, "short.csv", "p.csv")
        self.fails(2, "wald: --truth and FILE are the same file: the truth cannot be judged by itself", *asked, "p.csv", "p.csv")
        self.fails(2, "wald: --prevalence does not go with --truth: the realised gain is that of the rows as they are", *asked,
                   "y.csv", "--prevalence", "0.5", "--training-prior", "0.25", "p.csv")

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
