"""`wald decision-curve`, `wald reliability` and `wald threshold evaluate`, against their formulas."""

import csv
import io
import json
import math
import random
import shutil
import unittest

from harness import CommandTest

RANDOM = random.Random(8)
LABELS = [1, 0] + [int(RANDOM.random() < 0.4) for _ in range(98)]
P = [min(max(round(0.2 + 0.4 * y + 0.4 * (RANDOM.random() - 0.5), 3), 0.001), 0.999) for y in LABELS]
Q = [round(min(max(p + 0.4 * (RANDOM.random() - 0.5), 0), 1), 1) for p in P]
W = [RANDOM.randint(0, 3) for _ in LABELS]
R = [round(min(max(p + 0.5 * (RANDOM.random() - 0.5), 0), 1), 2) for p in P]
TABLE = "p,q,r,y,w\n" + "".join(f"{p},{q},{r},{y},{w}\n" for p, q, r, y, w in zip(P, Q, R, LABELS, W))


def net_benefit(p, t, w):
    tp = sum(c for x, y, c in zip(p, LABELS, w) if x >= t and y)
    fp = sum(c for x, y, c in zip(p, LABELS, w) if x >= t and not y)
    return (tp - fp * t / (1 - t)) / sum(w)


class DecisionCurve(CommandTest):
    def rows(self, *arguments):
        self.write("s.csv", TABLE)
        return list(csv.DictReader(io.StringIO(self.wald("decision-curve", "--label", "y", *arguments, "s.csv"))))

    def test_prevalence(self):
        """Probabilities of 0 and 1 make the share of a label binomial: three of four."""
        self.write("new.csv", "id,p\na,1\nb,0\nc,1\nd,1\n")
        found = json.loads(self.wald("prevalence", "--scores", "p", "--training-prior", 0.3, "new.csv"))
        label = found["labels"][0]
        self.assertEqual((label["label"], label["training_prior"], found["n_rows"]), ("p", 0.3, 4))
        for name, wanted in (("prior", 0.75), ("low", 0.2775817934), ("high", 0.9837714794)):
            self.assertAlmostEqual(label[name], wanted, delta=1e-7)
        self.write("known.csv", "y,p\n1,0.9\n0,0.3\n0,0.6\n1,0.7\n")
        asked = ("prevalence", "--scores", "p", "--calibrate", "known.csv", "--label", "y", "--bootstrap", 20)
        label = json.loads(self.wald(*asked, "new.csv"))["labels"][0]
        self.assertEqual(label["training_prior"], 0.5)
        self.assertGreater(label["p_value"], 0)
        self.assertIn("p-value of label shift", self.wald(*asked, "--format", "text", "new.csv"))
        self.fails(2, "wald: --training-prior is needed, or --calibrate with labelled rows", "prevalence", "--scores", "p", "new.csv")
        self.fails(2, "wald: --calibrate and --label go together: labelled rows, and the columns of their truth", "prevalence",
                   "--scores", "p", "--label", "y",
                   "--training-prior", 0.3, "new.csv")

    def test_net_benefit(self):
        for options, w in (([], [1] * len(P)), (["--weights", "w"], W)):
            rows = self.rows("--scores", "p,q", "--reference", "q", *options)
            self.assertEqual([row["model"] for row in rows[::99]], ["p", "q", "all"])
            for row in rows:
                t = float(row["threshold"])
                own, other = ({"p": P, "q": Q, "all": [1] * len(P)}[name] for name in (row["model"], "q"))
                self.assertAlmostEqual(float(row["net_benefit"]), net_benefit(own, t, w), 12)
                self.assertAlmostEqual(float(row["difference"]), net_benefit(own, t, w) - net_benefit(other, t, w), 12)
                self.assertLessEqual(float(row["low"]), float(row["net_benefit"]))
                self.assertLessEqual(float(row["net_benefit"]), float(row["high"]))

    def test_forms(self):
        rows = self.rows("--scores", "p", "--thresholds", "0.5,0.2", "--prevalence", "0.1", "--bootstrap", 50)
        self.assertEqual([row["threshold"] for row in rows], ["0.5", "0.2"] * 2)
        self.assertAlmostEqual(float(rows[2]["net_benefit"]), 0.1 - 0.9)
        lines = self.wald("decision-curve", "--label", "y", "--scores", "p", "--thresholds", "0.5", "--format", "jsonl",
                          "s.csv").splitlines()
        found = [json.loads(line) for line in lines]
        self.assertEqual([line["model"] for line in found], ["p", "all"])
        self.assertAlmostEqual(found[0]["net_benefit"], net_benefit(P, 0.5, [1] * len(P)), 12)

    def test_errors(self):
        self.write("s.csv", TABLE)
        task = ["decision-curve", "--label", "y", "--scores", "p"]
        for message, arguments in (
                ('wald: --reference "z": names no column of --scores, and is not all', [*task, "--reference", "z"]),
                ("wald: --seed is 3: this command reads it with --certify, --bootstrap or --smoothing only", [*task, "--seed", 3]),
                ("wald: --prevalence[0] is 1: must lie in (0, 1)", [*task, "--prevalence", 1]),
                ("wald: --label is needed\nTry 'wald decision-curve --help'.", ["decision-curve", "--scores", "p"])):
            self.fails(2, message, *arguments, "s.csv")
        code, _, err = self.run_raw(*task, "--thresholds", 1, "s.csv")
        self.assertEqual((code, err), (1, "wald: thresholds[0] is 1: must lie in (0, 1)\n"))
        self.write("c.csv", "p,y\n0.5,1\n0.4,\n")
        code, _, err = self.run_raw(*task, "c.csv")
        self.assertEqual(code, 1)
        self.assertEqual(err, 'c.csv:3: column "y" is empty: a label is 0 or 1\n')
        # A probability is named by its place, as everywhere.
        self.write("b.csv", "p,y\n0.5,1\n64,0\n")
        for command in ("decision-curve", "reliability"):
            self.fails(1, 'b.csv:3: column "p" is 64: a probability lies in [0, 1]', command, "--label", "y", "--scores", "p",
                       "b.csv")
            self.fails(1, 'stdin:2: column "p" is "high", not a number: a probability lies in [0, 1]', command, "--label",
                       "y", "--scores", "p", stdin="p,y\nhigh,1\n")

    @unittest.skipUnless(shutil.which("gnuplot"), "gnuplot is not installed")
    def test_plot(self):
        self.write("s.csv", TABLE)
        self.wald("decision-curve", "--label", "y", "--scores", "p,q", "--plot", "d.svg", "-o", "d.csv", "s.csv")
        drawn = (self.folder / "d.svg").read_text()
        for text in ("threshold probability", "net benefit", "flag all", "flag none", ">p<", ">q<"):
            self.assertIn(text, drawn)
        self.wald("reliability", "--label", "y", "--scores", "p", "--plot", "r.svg", "-o", "r.json", "s.csv")
        drawn = (self.folder / "r.svg").read_text()
        for text in ("Reliability of p", "share of positives", "monotone fit", "10 bins of equal weight"):
            self.assertIn(text, drawn)


class Reliability(CommandTest):
    def test_brier_score_and_bins(self):
        self.write("s.csv", TABLE)
        found = json.loads(self.wald("reliability", "--label", "y", "--scores", "p", "--bins", 5, "s.csv"))
        brier = sum((p - y) ** 2 for p, y in zip(P, LABELS)) / len(P)
        self.assertAlmostEqual(found["brier"], brier, 12)
        self.assertAlmostEqual(found["miscalibration"] - found["discrimination"] + found["uncertainty"], brier, 12)
        self.assertEqual(len(found["bins"]), 5)
        self.assertEqual(sum(one["weight"] for one in found["bins"]), len(P))
        self.assertEqual(sum(round(one["weight"] * one["share"]) for one in found["bins"]), sum(LABELS))
        self.assertEqual(found["fit"], sorted(found["fit"]))
        self.assertEqual([share for _, share in found["fit"]], sorted(share for _, share in found["fit"]))
        text = self.wald("reliability", "--label", "y", "--scores", "p", "--format", "text", "s.csv")
        self.assertTrue(text.startswith("Brier score "), text)
        self.assertEqual(len(text.splitlines()), 14)

    def test_errors(self):
        self.write("s.csv", TABLE)
        self.fails(2, "wald: --scores selects 2 columns, and reliability is of one", "reliability", "--label", "y",
                   "--scores", "p,q", "s.csv")
        self.fails(2, "wald: --bins is 0: must lie in [1, 1000000]", "reliability", "--label", "y", "--scores", "p",
                   "--bins", 0, "s.csv")


class Evaluation(CommandTest):
    def found(self, *arguments):
        self.write("s.csv", TABLE)
        return json.loads(self.wald("threshold", "evaluate", "--label", "y", "--scores", "r,q", *arguments, "s.csv"))

    @staticmethod
    def area(scores, w):
        pairs = [((x > z) + (x == z) / 2, a * b) for x, y, a in zip(scores, LABELS, w) if y
                 for z, u, b in zip(scores, LABELS, w) if not u]
        return sum(won * weight for won, weight in pairs) / sum(weight for _, weight in pairs)

    def test_values(self):
        for options, w in (([], [1] * len(P)), (["--weights", "w"], W)):
            found = self.found("--thresholds", "r=0.4,q=0.5", "-m", "auc", "-m", "recall", *options)
            at = {(one["model"], one["metric"]): one for one in found["estimates"]}
            self.assertEqual(list(at), [("r", "auc"), ("r", "recall"), ("q", "auc"), ("q", "recall")])
            for name, scores, t in (("r", R, 0.4), ("q", Q, 0.5)):
                self.assertAlmostEqual(at[name, "auc"]["value"], self.area(scores, w), 12)
                tp = sum(c for x, y, c in zip(scores, LABELS, w) if y and x >= t)
                self.assertAlmostEqual(at[name, "recall"]["value"], tp / sum(c for y, c in zip(LABELS, w) if y), 12)
                self.assertFalse(at[name, "recall"]["exact"])
                self.assertLess(at[name, "recall"]["low"], at[name, "recall"]["value"])
            self.assertEqual([model["threshold"] for model in found["models"]], [0.4, 0.5])
            self.assertEqual(found["positives"], sum(c for y, c in zip(LABELS, w) if y))
            pair = found["comparisons"][0]
            self.assertEqual((pair["first"], pair["second"], pair["metric"]), ("r", "q", "auc"))
            self.assertAlmostEqual(pair["difference"], at["q", "auc"]["value"] - at["r", "auc"]["value"], 12)
            self.assertGreaterEqual(pair["p_adjusted"], pair["p_value"])

    def test_forms(self):
        self.write("s.csv", TABLE)
        found = json.loads(self.warned("threshold", "evaluate", "--label", "y", "--scores", "p,q", "--groups", "w", "--reference",
                                       "q", "--bootstrap", 20, "s.csv")[0])
        self.assertEqual([one["metric"] for one in found["estimates"]], ["auc", "auc"])
        self.assertEqual((found["n_units"], found["comparisons"][0]["first"]), (4, "q"))
        task = ["threshold", "evaluate", "--label", "y", "--scores", "q,w", "--format"]
        table = self.wald(*task, "markdown", "s.csv")
        self.assertTrue(table.startswith("| metric (95% limits) | q | w |\n|---|---:|---:|\n| auc | "), table)
        self.assertTrue(self.wald(*task, "latex", "--level", 0.9, "s.csv").startswith(
            "\\begin{tabular}{lrr}\n\\toprule\nmetric (90\\% limits) & q & w \\\\\n"))

    def test_limits_of_proportions(self):
        tp, positives = sum(x >= 0.4 and y for x, y in zip(R, LABELS)), sum(LABELS)
        for limits, half in (("mid_p", 0.5), ("exact", 1)):  # of the probability of what was seen
            found = self.found("--thresholds", "r=0.4,q=0.5", "-m", "recall", "--proportion-limits", limits)["estimates"][0]
            mass = [math.comb(positives, k) * found["low"]**k * (1 - found["low"])**(positives - k)
                    for k in range(positives + 1)]
            self.assertAlmostEqual(sum(mass[tp + 1:]) + half * mass[tp], 0.025, 12)
            self.assertEqual(found["exact"], limits == "exact")
        self.fails(1, "wald: --proportion-limits is exact: must be mid_p with bootstrap, which gives other limits", "threshold",
                   "evaluate", "--label", "y", "--scores", "r", "--proportion-limits", "exact", "--bootstrap", 10, "s.csv")

    def test_an_answer_gives_the_threshold_of_one_score(self):
        self.write("s.csv", TABLE)
        self.write("a.json", '{"rule": "or", "thresholds": {"q": 0.5}}')
        task = ["threshold", "evaluate", "--label", "y", "--scores", "q"]
        self.assertEqual(self.wald(*task, "--answer", "a.json", "s.csv"), self.wald(*task, "--thresholds", "q=0.5", "s.csv"))
        chosen = self.warned("threshold", "--label", "y", "--scores", "q", "--metric", "f1", "s.csv")[0]
        found = json.loads(self.wald(*task, "--answer", "-", "s.csv", stdin=chosen))
        self.assertEqual(found["models"][0]["threshold"], json.loads(chosen)["thresholds"]["q"])
        both = '{"rule": "or", "thresholds": {"p": 1, "q": 0.5}}'
        for message, answer, more in (
                ('a.json: the answer has thresholds of 2 scores, which flag a row together: one is needed', both, []),
                ('a.json: the answer has "labels": one threshold of one score is needed', '{"labels": {"a": {}}}', []),
                ("a.json: no answer of 'wald threshold': \"thresholds\" is missing", "{}", [])):
            self.write("a.json", answer)
            self.fails(1, message, *task, "--answer", "a.json", *more, "s.csv")
        self.write("a.json", '{"rule": "or", "thresholds": {"p": 0.5}}')
        self.fails(2, 'wald: --answer "p": names no column of --scores', *task, "--answer", "a.json", "s.csv")
        self.fails(2, "wald: --answer and --thresholds exclude each other: each gives the thresholds", *task, "--answer",
                   "a.json", "--thresholds", "q=1", "s.csv")

    def test_errors(self):
        self.write("s.csv", TABLE)
        task = ["threshold", "evaluate", "--label", "y", "--scores", "p,q"]
        for message, arguments in (
                ('wald: --reference "z": names no column of --scores', [*task, "--reference", "z"]),
                ('wald: --thresholds "z": names no column of --scores', [*task, "--thresholds", "z=1"]),
                ("wald: --metric \"rocket\" is unknown\n'wald metrics' lists them all.", [*task, "--metric", "rocket"]),
                ('wald: --thresholds names none for "q"', [*task, "--thresholds", "p=1"]),
                ("wald: --label is needed\nTry 'wald threshold evaluate --help'.", ["threshold", "evaluate", "--scores", "p"])):
            self.fails(2, message, *arguments, "s.csv")


if __name__ == "__main__":
    unittest.main()
