"""`wald cascade fit`, `apply` and `compare`, against a plain search through all thresholds in exact fractions."""

import csv
import io
import json
import math
import os
import random
import shutil
import signal
import time
import unittest
from fractions import Fraction

import cascade_oracle as oracle
from cascade_oracle import INF
from harness import SOURCE, CommandTest, open_terminal, scaled, shown_until

FIRST = ["algorithm", "order", "mean_models", "mean_cost", "disagreement", "certified_disagreement", "speedup"]
STOPS = ["stops", "cross_stops", "held_out_stops"]
CLASSES = ["red", "green", "blue"]


def score(stream, truth, kind):
    s = 0.4 * truth + 3 * (stream.random() - 0.5)
    if kind == 1:
        s = math.floor(2 * s) / 2  # ties
    if kind == 2:
        s = 1 if s > 0 else -1  # votes
    if kind == 3:
        s = abs(s)  # one class alone
    return Fraction(round(s * 64), 64)


def sample(stream, n_rows, n_models, kind=0, n_classes=1):
    rows = []
    for _ in range(n_rows):
        truth = [stream.choice([1, -1, -1]) for _ in range(n_classes)]
        scores = [[score(stream, x, kind) for x in truth] for _ in range(n_models)]
        rows.append(scores if n_classes > 1 else [s[0] for s in scores])
    return rows


def names(n_models):
    return [f"m{t}" for t in range(n_models)]


def table(rows, columns=None, shuffled=None, **others):
    """CSV of rows of scores; others are columns by their names."""
    n = len(rows[0])
    several = isinstance(rows[0][0], list)
    header = [f"{m}:{c}" for m in names(n) for c in CLASSES] if several else names(n)
    cells = [[repr(float(x)) for scores in row for x in oracle.flat(scores)] for row in rows]
    for name, values in others.items():
        header = [*header, name]
        cells = [[*row, value] for row, value in zip(cells, values)]
    places = list(range(len(header)))
    if shuffled:
        shuffled.shuffle(places)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for row in [columns or header, *cells]:
        writer.writerow([row[i] for i in places])
    return out.getvalue()


def number(value):
    return float(value) if isinstance(value, str) else value


class CascadeTest(CommandTest):
    def fit(self, *arguments, **options):
        out = self.wald("cascade", "fit", *arguments, **options)
        self.assertEqual(out.count("\n"), 1, out)
        return json.loads(out)

    def decided(self, *arguments, **options):
        lines = self.wald("cascade", "apply", *arguments, **options).splitlines()
        self.assertEqual(lines[0], "row,decision,models")
        rows = [[int(x) for x in line.split(",")] for line in lines[1:]]
        self.assertEqual([row for row, _, _ in rows], list(range(len(rows))))
        return [(decision, count) for _, decision, count in rows]

    def near(self, got, want, message=None):
        self.assertEqual(len(got), len(want), message)
        for a, b in zip(got, want):
            self.assertAlmostEqual(a, b, delta=1e-12, msg=message)


class Fit(CascadeTest):
    def check(self, got, plan, rows, fresh, message, weights=None, threshold=0, costs=None):
        """An answer, and what its policy decides, against a plan; of equal plans any will do."""
        order = [model for model, _, _ in plan]
        self.assertEqual(got["order"], [f"m{t}" for t in order], message)
        decided = [oracle.run(plan, row) for row in rows]
        disagreement, models, cost, stops = oracle.evaluate(decided, rows, weights, threshold, order, costs)
        self.near([got["disagreement"], got["mean_models"], *got["stops"]], [disagreement, models, *stops], message)
        if cost is not None and math.isfinite(cost):
            self.assertAlmostEqual(got["mean_cost"], cost, delta=1e-9, msg=message)
            full = sum(costs or [1] * len(order))
            self.assertAlmostEqual(number(got["full_cost"]), full, delta=1e-9, msg=message)
            speedup = full / cost if cost > 0 else INF
            self.assertAlmostEqual(number(got["speedup"]), speedup, delta=1e-9, msg=message)
        self.write("fresh.csv", table(fresh, shuffled=random.Random(len(rows))))
        more = ["--classes", ",".join(CLASSES)] if isinstance(rows[0][0], list) else []
        self.assertEqual(self.decided(*more, "policy.json", "fresh.csv"), [oracle.run(plan, row) for row in fresh],
                         message)

    def test_joint_and_fixed_orders(self):
        stream = random.Random(1)
        for case in range(scaled(180)):
            n_models, kind = stream.randint(1, 5), stream.randint(0, 3)
            rows = sample(stream, stream.randint(1, 22), n_models, kind)
            fresh = sample(stream, 30, n_models, kind)
            alpha = stream.choice([0, 0.05, 0.1, 0.25, 1])
            threshold = stream.choice([0, 0, 0.5, -0.25])
            spend = stream.choice([None, "power:0.25", "power:1", "all", "proportional"])
            plan_options = {"alpha": alpha, "threshold": Fraction(threshold), "weights": None}
            plan_options["spend"] = {None: 0.25, "power:1": 1, "all": 0}.get(spend, spend)
            if spend == "power:0.25":
                plan_options["spend"] = 0.25
            options = ["--alpha", alpha, "--threshold", threshold, "-o", "policy.json"]
            others = {}
            if spend:
                options += ["--spend", spend]
            if case % 3 == 0:
                plan_options["weights"] = [stream.choice([0, 1, 2, 3]) for _ in rows[1:]] + [1]
                others["w"] = plan_options["weights"]
                options += ["--weights", "w"]
            if case % 4 == 1:
                plan_options["negatives_only"] = True
                options += ["--negatives-only"]
            costs = None
            if case % 5 == 2:
                costs = plan_options["costs"] = [stream.choice([0.5, 1, 3, 0, INF]) for _ in range(n_models)]
                lines = [f"m{t},{cost}" for t, cost in enumerate(costs)]
                stream.shuffle(lines)
                self.write("costs.csv", "\n".join(["name,cost", *lines][case % 2:]) + "\n")
                options += ["--costs", "costs.csv"]
            if case % 6 == 5:
                order = plan_options["order"] = stream.sample(range(n_models), n_models)
                self.write("order.txt", "".join(f"m{t}\n" for t in order))
                options += ["--fixed-order", "order.txt"]
            elif case % 6 == 4:
                plan_options["order"] = list(range(n_models))
                options += ["--order", "natural"]
            elif case % 7 == 3:
                plan_options["closest"] = True
                options += ["--closest"]
            self.write("s.csv", table(rows, **others))
            got = self.fit(*options, "s.csv")
            self.check(got, oracle.plan(rows, **plan_options), rows, fresh, (case, options, rows),
                       plan_options["weights"], Fraction(threshold), costs)
            self.assertEqual((got["alpha"], got["threshold"]), (alpha, threshold))
            if not plan_options["weights"]:
                self.assertLessEqual(got["disagreement"], alpha + 1e-12)

    def test_classes(self):
        stream = random.Random(2)
        for case in range(scaled(50)):
            n_models = stream.randint(1, 4)
            rows = sample(stream, stream.randint(1, 16), n_models, case % 3, len(CLASSES))
            fresh = sample(stream, 20, n_models, case % 3, len(CLASSES))
            alpha = stream.choice([0, 0.1, 0.3])
            options = ["--classes", ",".join(CLASSES), "--alpha", alpha, "-o", "policy.json"]
            order = None
            if case % 3 == 1:
                order = stream.sample(range(n_models), n_models)
                self.write("order.txt", "\n".join(f"m{t}" for t in order))
                options += ["--fixed-order", "order.txt"]
            self.write("s.csv", table(rows, shuffled=stream if order else None))
            got = self.fit(*options, "s.csv")
            self.assertEqual(got["n_classes"], 3)
            self.assertIsNone(got["threshold"])
            self.check(got, oracle.plan(rows, alpha=alpha, order=order), rows, fresh, (case, options, rows))

    def test_orders_by_squared_error(self):
        stream = random.Random(3)
        for case in range(scaled(40)):
            several = case % 4 == 3
            n_models = stream.randint(1, 5)
            rows = sample(stream, stream.randint(2, 12), n_models, 0, len(CLASSES) if several else 1)
            targets = others = None
            options = ["--classes", ",".join(CLASSES)] if several else []
            if case % 2:
                targets = [stream.randrange(3) if several else stream.choice([1, -1]) for _ in rows]
                others = {"y": [CLASSES[t] for t in targets] if several else targets}
                options += ["--label", "y"]
            for order in ("mse", "greedy"):
                self.write("s.csv", table(rows, **(others or {})))
                got = self.fit("--order", order, *options, "s.csv")
                want = oracle.error_order(rows, targets, greedy=order == "greedy")
                self.assertEqual(got["order"], [f"m{t}" for t in want], (case, order, targets, rows))

    def test_random_order(self):
        stream = random.Random(4)
        rows = sample(stream, 20, 8)
        self.write("s.csv", table(rows))
        orders = {tuple(self.fit("--order", "random", "--seed", seed, "s.csv")["order"]) for seed in range(6)}
        self.assertGreater(len(orders), 3)
        for order in orders:
            self.assertEqual(sorted(order), names(8))
        # With the order it drew, the rest is that of an order from a file.
        got = self.fit("--order", "random", "--seed", 5, "--folds", 0, "s.csv")
        self.write("order.txt", "\r\n".join(got["order"]))
        self.assertEqual(self.fit("--fixed-order", "order.txt", "--folds", 0, "s.csv"), got)

    def test_bins(self):
        stream = random.Random(5)
        compared = 0
        for case in range(scaled(40)):
            n_models, width = stream.randint(2, 5), stream.choice([0.5, 1, 2])
            rows = sample(stream, stream.randint(2, 30), n_models, case % 2)
            gamma = stream.choice([0.5, 1, 2, 3.5])
            order = list(range(n_models))
            options = ["--bins", "--gamma", gamma, "--bin-width", width]
            if case % 2:
                stream.shuffle(order)
                self.write("order.txt", "".join(f"m{t}\n" for t in order))
                options += ["--fixed-order", "order.txt"]
            else:
                options += ["--order", "natural"]
            negatives_only = case % 5 == 4
            options += ["--negatives-only"] * negatives_only
            self.write("s.csv", table(rows))
            fresh = sample(stream, 30, n_models, case % 2)
            self.write("fresh.csv", table(fresh))
            got = self.fit(*options, "-o", "policy.json", "s.csv")
            self.assertEqual((got["gamma"], got["bin_width"]), (gamma, width))
            bins = oracle.binned(rows, order, gamma, Fraction(width), 0, negatives_only)
            for table_name, data in (("s.csv", rows), ("fresh.csv", fresh)):
                for row, found in zip(data, self.decided("policy.json", table_name)):
                    want = oracle.run_binned(bins, order, Fraction(width), row)
                    if want is not None:
                        self.assertEqual(found, want, (case, options, rows, row))
                        compared += 1
        self.assertGreater(compared, scaled(1000))

    def test_bins_within_alpha(self):
        stream = random.Random(6)
        for case in range(12):
            rows = sample(stream, 60, 5)
            self.write("s.csv", table(rows))
            order = ["natural", "mse", "joint"][case % 3]
            alpha = stream.choice([0, 0.05, 0.1])
            got = self.fit("--bins", "--order", order, "--alpha", alpha, "-o", "policy.json", "s.csv")
            self.assertLessEqual(got["disagreement"], alpha + 1e-12)
            decided = self.decided("policy.json", "s.csv")
            found = oracle.evaluate(decided, rows)
            self.near([got["disagreement"], got["mean_models"], *got["stops"]], [found[0], found[1], *found[3]])
            # Joint: the order of qwyc.
            if order == "joint":
                spend = stream.choice(["all", "proportional", "power:2"])
                task = ["--alpha", alpha, "--folds", 0]
                joint = self.fit("--bins", "--order", "joint", "--spend", spend, *task, "s.csv")
                self.assertEqual(joint["order"], self.fit("--spend", spend, *task, "s.csv")["order"])
                self.assertEqual(got["order"], self.fit("--alpha", alpha, "s.csv")["order"])

    def test_votes(self):
        stream = random.Random(11)
        rows = [[Fraction(int(stream.random() < chance)) for _ in range(21)]
                for chance in [stream.betavariate(0.3, 0.3) for _ in range(900)]]
        self.write("fit.csv", table(rows[:300]))
        self.write("more.csv", table(rows[300:]))
        task = ["--threshold", 10.5, "--alpha", 0.05, "--max-disagreement", 0.05, "--calibrate", "more.csv"]
        votes = self.fit("--algorithm", "votes", *task, "--output", "votes.json", "fit.csv")
        self.assertEqual((votes["algorithm"], votes["certified_disagreement"], votes["other_mean_cost"]), ("votes", 0.05, None))
        self.assertLess(votes["held_out_disagreement"], 0.05)
        cheaper = self.fit("--algorithm", "cheaper", *task, "fit.csv")
        self.assertIn(cheaper["algorithm"], ("votes", "sums"))
        self.assertLessEqual(cheaper["held_out_mean_cost"], cheaper["other_mean_cost"])
        text = self.wald("cascade", "fit", "--algorithm", "cheaper", *task, "--format", "text", "fit.csv")
        self.assertRegex(text, r"algorithm +(votes|sums): \w.*; at the same certificate the other has the mean cost [0-9.]+\n")
        counts = [count for _, count in self.decided("votes.json", "more.csv")]
        self.assertAlmostEqual(sum(counts) / 600, votes["held_out_mean_models"])

    def test_keys(self):
        self.write("s.csv", table(sample(random.Random(7), 30, 4)))
        got = self.fit("s.csv")
        self.assertEqual(list(got)[:7], FIRST)
        self.assertEqual(list(got)[-3:], STOPS)
        self.assertEqual(got["alpha"], 0.005)
        self.assertEqual((got["certified_disagreement"], got["n_held_out_rows"], got["held_out_stops"]), (None, None, []))
        for key in ("cross_disagreement", "cross_mean_models", "cross_mean_cost"):
            self.assertIsNotNone(got[key])
        for part, stops in (("", "stops"), ("cross_", "cross_stops")):
            self.assertAlmostEqual(sum(got[stops]), 1)
            self.assertAlmostEqual(sum((r + 1) * x for r, x in enumerate(got[stops])), got[part + "mean_models"])
        none = self.fit("--folds", 0, "s.csv")
        self.assertEqual((none["cross_disagreement"], none["cross_stops"]), (None, []))
        self.assertEqual(none["stops"], got["stops"])
        # Models that are free: no finite speedup, which JSON has no number for.
        self.write("costs.csv", "".join(f"m{t},0\n" for t in range(4)))
        self.assertEqual(self.fit("--costs", "costs.csv", "s.csv")["speedup"], "inf")

    def test_cross_fitted_folds(self):
        """Two rows in two folds: each decided by the cascade of the other one alone."""
        stream = random.Random(8)
        for _ in range(scaled(20)):
            rows = sample(stream, 2, 3)
            self.write("s.csv", table(rows))
            got = self.fit("--alpha", 0, "--folds", 2, "s.csv")
            plans = [oracle.plan([rows[1]], spend=0.25), oracle.plan([rows[0]], spend=0.25)]
            decided = [oracle.run(plan, row) for plan, row in zip(plans, rows)]
            found = oracle.evaluate(decided, rows)
            self.near([got["cross_disagreement"], got["cross_mean_models"], *got["cross_stops"]],
                      [found[0], found[1], *found[3]])

    def test_few_rows(self):
        for n_rows, known in ((1, False), (2, True), (4, True)):
            self.write("s.csv", table(sample(random.Random(9), n_rows, 3)))
            self.assertEqual(self.fit("s.csv")["cross_disagreement"] is not None, known)
        self.write("s.csv", table(sample(random.Random(9), 3, 3)))
        self.assertIsNotNone(self.fit("--halves", "s.csv")["cross_disagreement"])

    def test_order_of_rows_parts_and_threads(self):
        stream = random.Random(10)
        rows = sample(stream, 400, 12)
        self.write("s.csv", table(rows))
        want = self.fit("--alpha", 0.02, "-o", "policy.json", "--threads", 1, "s.csv")
        policy = (self.folder / "policy.json").read_bytes()
        stream.shuffle(rows)
        self.write("t.csv", table(rows))
        self.write("u.csv", table(rows[:150]))
        # The columns of the second part stand in another order.
        self.write("v.csv", table(rows[150:]))
        header, *lines = (self.folder / "v.csv").read_text().splitlines()
        for files in (["t.csv"], ["u.csv", "v.csv"], ["v.csv", "u.csv"]):
            for threads in (1, 2, 0):
                self.assertEqual(self.fit("--alpha", 0.02, "-o", "policy.json", "--threads", threads, *files), want)
                self.assertEqual((self.folder / "policy.json").read_bytes(), policy)
        self.assertEqual(self.fit("--alpha", 0.02, stdin=table(rows)), want)
        self.assertEqual(self.fit("--alpha", 0.02, "-", stdin=table(rows)), want)

    def test_columns(self):
        stream = random.Random(11)
        rows = sample(stream, 40, 4)
        self.write("s.csv", table(rows))
        want = self.fit("--alpha", 0.1, "s.csv")
        extra = {"id": [f"row {i}" for i in range(40)], "y": [1] * 40, "w": [1] * 40}
        self.write("t.csv", table(rows, **extra))
        for options in (["--columns", "m*"], ["--columns", "m0,m1", "--columns", "m2,m3"]):
            self.assertEqual(self.fit("--alpha", 0.1, *options, "t.csv"), want)
            self.assertEqual(self.fit("--alpha", 0.1, "--weights", "w", *options, "t.csv"), want)
        # Without the id; a label deals rows to other folds, and that is all.
        self.write("t.csv", table(rows, y=[1] * 40, w=[2.5] * 40))
        got = self.fit("--alpha", 0.1, "--label", "y", "--weights", "w", "t.csv")
        for key in FIRST:
            self.assertEqual(got[key], want[key])
        # Names of classes that end alike, and models whose names hold colons.
        cells = "1,2,3,4\n-1,1,0,-2\n3,1,-2,2\n"
        self.write("c.csv", "m:a:b,m:b,x:y:a:b,x:y:b\n" + cells)
        got = self.fit("--classes", "b,a:b", "c.csv")
        self.assertEqual(sorted(got["order"]), ["m", "x:y"])

    def test_halves(self):
        stream = random.Random(12)
        rows = sample(stream, 80, 6)
        self.write("s.csv", table(rows))
        got = self.fit("--halves", "--alpha", 0.05, "-o", "policy.json", "s.csv")
        self.assertEqual(got["n_rows"], 40)
        self.assertNotEqual(got["stops"], self.fit("--alpha", 0.05, "s.csv")["stops"])
        self.assertEqual(len(self.decided("policy.json", "s.csv")), 80)

    def test_text(self):
        rows = sample(random.Random(13), 60, 14)
        self.write("s.csv", table(rows))
        got = self.fit("--alpha", 0.1, "s.csv")
        text = self.wald("cascade", "fit", "--alpha", 0.1, "--format", "text", "s.csv")
        lines = text.splitlines()
        self.assertEqual(lines[0], "order           " + ", ".join(got["order"][:12]) + " and 2 more")
        self.assertIn("disagreement", lines[2])
        self.assertEqual(lines[3].split(), ["all", "models", "0", "14", "14"])
        self.assertTrue(lines[4].startswith("in sample "), lines[4])
        self.assertTrue(lines[5].startswith("cross-fitted "), lines[5])
        for line, key in ((lines[4], "mean_models"), (lines[5], "cross_mean_models")):
            self.assertAlmostEqual(float(line.split()[-1]), got[key], delta=1e-3 * got[key])
        self.assertNotIn("certified", text)
        shares = [float(part.split(": ")[1]) for part in lines[8].replace("stops", "").split(", ")]
        self.assertAlmostEqual(sum(shares), 1, delta=5e-3)


class Certified(CascadeTest):
    def test_certificate(self):
        stream = random.Random(14)
        certified = refused = 0
        for case in range(scaled(40)):
            n_models = stream.randint(2, 8)
            rows, aside = (sample(stream, n, n_models) for n in (120, stream.choice([20, 80, 300])))
            self.write("s.csv", table(rows, y=[1] * len(rows)))
            self.write("a.csv", table(aside, shuffled=stream))
            target, confidence = stream.choice([0.02, 0.05, 0.1, 0.2]), stream.choice([0.8, 0.95])
            got = self.fit("--label", "y", "--calibrate", "a.csv", "--max-disagreement", target, "--certify", confidence,
                           "-o", "policy.json", "s.csv")
            decided = self.decided("policy.json", "a.csv")
            found = oracle.evaluate(decided, aside)
            self.near([got["held_out_disagreement"], got["held_out_mean_models"], *got["held_out_stops"]],
                      [found[0], found[1], *found[3]])
            self.assertEqual((got["n_held_out_rows"], got["certify"]), (len(aside), confidence))
            self.assertEqual((got["cross_disagreement"], got["cross_stops"]), (None, []))
            self.write("t.csv", table(rows))
            in_sample = oracle.evaluate(self.decided("policy.json", "t.csv"), rows)
            self.near([got["disagreement"], got["mean_models"], *got["stops"]],
                      [in_sample[0], in_sample[1], *in_sample[3]])
            errors = round(found[0] * len(aside))
            if got["spreads"] == "inf":
                # Even without an error so few rows would certify nothing; or some row erred at any margin.
                refused += 1
                self.assertEqual(got["certified_disagreement"], 0)
                self.assertEqual({count for _, count in decided}, {n_models})
                self.assertEqual(errors, 0)
            else:
                certified += 1
                self.assertEqual(got["certified_disagreement"], target)
                self.assertLessEqual(oracle.tail_above(errors, len(aside), target), 1 - confidence + 1e-9)
        self.assertGreater(certified, scaled(10))
        self.assertGreater(refused, scaled(3))

    def test_default_schedule(self):
        """With rows that are set aside the plan that is widened spends all of alpha."""
        stream = random.Random(15)
        rows, aside = sample(stream, 150, 6), sample(stream, 200, 6)
        self.write("s.csv", table(rows))
        self.write("a.csv", table(aside))
        task = ["--calibrate", "a.csv", "--max-disagreement", 0.2, "--alpha", 0.05]
        want = self.fit(*task, "--spend", "all", "s.csv")
        self.assertEqual(self.fit(*task, "s.csv"), want)
        self.assertNotEqual(self.fit(*task, "--spend", "power:1", "s.csv")["order"], want["order"])
        text = self.wald("cascade", "fit", *task, "--format", "text", "s.csv")
        self.assertIn("\ncertified       disagreement <= 0.2 with probability 0.95\n", text)
        self.assertIn("\nset aside ", text)
        self.write("a.csv", table(aside[:3]))
        self.assertIn("\ncertified       nothing on so few rows: every row is evaluated in full\n",
                      self.wald("cascade", "fit", *task, "--format", "text", "s.csv"))


def trees_of(n_models, n_features=2):
    """A stump a model: x <= threshold goes left; missing values left in every other model."""
    return [(t % n_features, Fraction(t - n_models // 2, 2), Fraction(2 * t + 1, 8), Fraction(-t - 2, 8), t % 2 == 0)
            for t in range(n_models)]


class Apply(CascadeTest):
    def policy(self, stream, n_models=5, n_rows=40, *options):
        rows = sample(stream, n_rows, n_models)
        self.write("s.csv", table(rows))
        self.fit("--alpha", 0.1, *options, "-o", "policy.json", "s.csv")
        return rows

    def unname(self):
        saved = json.loads((self.folder / "policy.json").read_text())
        del saved["names"]
        self.write("policy.json", json.dumps(saved))

    def test_columns_by_name(self):
        stream = random.Random(16)
        rows = self.policy(stream)
        want = self.decided("policy.json", "s.csv")
        self.write("t.csv", table(rows, shuffled=stream, id=["a, b"] * len(rows)))
        self.assertEqual(self.decided("policy.json", "t.csv"), want)
        self.assertEqual(self.decided("policy.json", stdin=(self.folder / "t.csv").read_bytes()), want)
        self.assertEqual(self.decided("-", "t.csv", stdin=(self.folder / "policy.json").read_bytes()), want)
        # By place, whatever they are called.
        self.write("u.csv", table(rows, columns=["a", "b", "c", "d", "e", "id"], id=[0] * len(rows)))
        self.assertEqual(self.decided("--columns", "a,b,c,d,e", "policy.json", "u.csv"), want)
        self.unname()
        self.assertEqual(self.decided("policy.json", "s.csv"), want)
        self.assertEqual(self.decided("--columns", "?", "policy.json", "u.csv"), want)
        self.assertNotEqual(self.decided("--columns", "e,d,c,b,a", "policy.json", "u.csv"), want)

    def test_classes_by_place(self):
        stream = random.Random(17)
        rows = sample(stream, 30, 3, 0, len(CLASSES))
        self.write("s.csv", table(rows))
        classes = ",".join(CLASSES)
        self.fit("--classes", classes, "--alpha", 0.1, "-o", "policy.json", "s.csv")
        want = self.decided("--classes", classes, "policy.json", "s.csv")
        self.assertEqual({decision for decision, _ in want} - {0, 1, 2}, set())
        self.assertEqual(self.decided("--columns", "*", "policy.json", "s.csv"), want)
        self.unname()
        self.assertEqual(self.decided("policy.json", "s.csv"), want)

    def test_forms_and_files(self):
        stream = random.Random(18)
        self.policy(stream)
        want = [{"row": row, "decision": decision, "n_models": models}
                for row, (decision, models) in enumerate(self.decided("policy.json", "s.csv"))]
        self.assertEqual(self.jsonl("cascade", "apply", "--format", "jsonl", "policy.json", "s.csv"), want)
        # The sum of scores where all models ran.
        models = max(row["n_models"] for row in want)
        lines = self.wald("cascade", "apply", "--sums", "policy.json", "s.csv").splitlines()
        self.assertEqual(lines[0], "row,decision,models,sum")
        summed = self.jsonl("cascade", "apply", "--sums", "--format", "jsonl", "policy.json", "s.csv")
        for line, found, plain in zip(lines[1:], summed, want):
            cell = line.split(",")[3]
            self.assertEqual({**found, "sums": 0}, {**plain, "sums": 0})
            self.assertEqual(found["sums"], [float(cell)] if cell else None)
            if plain["n_models"] < models:
                self.assertEqual(cell, "")
        for threads in (1, 2):
            out = self.wald("cascade", "apply", "--threads", threads, "policy.json", "s.csv")
            self.assertEqual(self.wald("cascade", "apply", "-o", "d.csv", "policy.json", "s.csv"), "")
            self.assertEqual((self.folder / "d.csv").read_text(), out)

    def test_many_rows(self):
        """More than one batch: the rows are counted on."""
        stream = random.Random(19)
        self.policy(stream, 3)
        lines = (self.folder / "s.csv").read_text().splitlines()
        self.write("t.csv", "\n".join([lines[0]] + lines[1:] * 10000) + "\n")
        self.assertEqual(self.decided("policy.json", "t.csv"), self.decided("policy.json", "s.csv") * 10000)

    def test_features(self):
        stream = random.Random(20)
        for case in range(8):
            n_models = stream.randint(2, 7)
            stumps = trees_of(n_models)
            features = [[Fraction(stream.randint(-8, 8), 4) if stream.random() < 0.8 else None for _ in range(2)]
                        for _ in range(60)]

            def value(stump, row):
                feature, threshold, left, right, missing_left = stump
                x = row[feature]
                return left if (missing_left if x is None else x <= threshold) else right

            rows = [[value(stump, row) for stump in stumps] for row in features]
            self.write("s.csv", table(rows))
            self.fit("--alpha", 0.1, "-o", "policy.json", "s.csv")
            want = self.decided("policy.json", "s.csv")
            policy = json.loads((self.folder / "policy.json").read_text())
            policy["trees"] = {
                "wald": "trees", "version": 1, "features": 2, "outputs": 1, "leaf_width": 1, "trees_per_model": 1,
                "float_features": False, "summation": "float64", "base": [0],
                "trees": [{"output": 0, "nodes": [
                    ["<=", feature, float(threshold), 1, 2, "left" if missing_left else "right"],
                    [float(left)], [float(right)]]} for feature, threshold, left, right, missing_left in stumps]
            }
            self.write("trees.json", json.dumps(policy))
            cells = [["" if x is None else repr(float(x)) for x in row] for row in features]
            cells = [["nan" if not x and i % 2 else x for x in row] for i, row in enumerate(cells)]
            self.write("f.csv", "a,b\n" + "".join(",".join(row) + "\n" for row in cells))
            self.write("g.csv", "b,id,a\n" + "".join(f"{row[1]},x,{row[0]}\n" for row in cells))
            self.assertEqual(self.decided("--features", "trees.json", "f.csv"), want)
            self.assertEqual(self.decided("--features", "--columns", "a,b", "trees.json", "g.csv"), want)
            self.assertEqual(self.decided("trees.json", "s.csv"), want)
            # Columns go by the names that the policy has, wherever they stand.
            self.write("named.json", json.dumps({**policy, "feature_names": ["a", "b"]}))
            self.assertEqual(self.decided("--features", "named.json", "f.csv"), want)
            self.assertEqual(self.decided("--features", "named.json", "g.csv"), want)
            self.fails(1, 'h.csv:1: no column "b", which named.json asks for', "cascade", "apply", "--features", "named.json",
                       self.write("h.csv", "a,c\n1,2\n"))

    def test_categories(self):
        self.write("s.csv", "m\n-1\n1\n2\n")
        self.fit("--alpha", 0, "-o", "policy.json", "s.csv")
        policy = json.loads((self.folder / "policy.json").read_text())
        policy["trees"] = {"wald": "trees", "version": 1, "features": 1, "outputs": 1, "leaf_width": 1,
                           "trees_per_model": 1, "float_features": False, "summation": "float64", "base": [0],
                           "trees": [{"output": 0, "nodes": [["<=", 0, 0.5, 1, 2, "left"], [-1], [1]]}]}
        policy["feature_names"], policy["categories"] = ["c"], ["c=red", "c=a=b"]
        self.write("named.json", json.dumps(policy))
        self.write("f.csv", "id,c\n1,a=b\n2,red\n")
        self.assertEqual([row[0] for row in self.decided("--features", "named.json", "f.csv")], [1, 0])
        self.fails(1, 'f.csv:2: column "c" is "rad", which is none of its categories; did you mean red?', "cascade", "apply",
                   "--features", "named.json", self.write("f.csv", "c\nrad\n"))


class SavedModels(CascadeTest):
    """What XGBoost, LightGBM and CatBoost saved, against the margins that they gave (tests/importers)."""

    FOLDER = SOURCE / "tests" / "importers" / "models"

    def rows_of(self, case):
        """Those without infinities, which the command refuses."""
        rows = [(row, margin) for row, margin in zip(case["features"], case["margins"]) if "inf" not in map(str, row)
                and "-inf" not in map(str, row)]
        self.assertGreater(len(rows), 20)
        self.write("f.csv", "a,b,c,d\n" + "".join(
            ",".join("" if x is None else repr(x) for x in row) + "\n" for row, _ in rows))
        return [margin for _, margin in rows]

    def test_decisions(self):
        tried = 0
        for case in json.loads((self.FOLDER / "cases.json").read_text()):
            margins = self.rows_of(case)
            classes = [] if len(margins[0]) == 1 else ["--classes", "x,y,z"]
            known = sorted({m[0] for m in margins})
            middle = (known[len(known) // 2 - 1] + known[len(known) // 2]) / 2 if len(known) > 1 else known[0] - 1
            for threshold in [0] if classes else [0, middle]:
                bound = [] if classes else ["--threshold", repr(threshold)]
                answer = self.fit("--trees", self.FOLDER / case["model"], "--alpha", 0, "--folds", 0, *classes, *bound, "-o",
                                  "policy.json", "f.csv")
                self.assertEqual(answer["n_models"], 3)
                wanted = [max(range(len(m)), key=lambda k: (m[k], -k)) if classes else int(m[0] >= threshold)
                          for m in margins]
                clear = [classes or abs(m[0] - threshold) > 1e-6 for m in margins]  # sums in float round
                found = [decision for decision, _ in self.decided("--features", "policy.json", "f.csv")]
                self.assertEqual([d for d, c in zip(found, clear) if c], [w for w, c in zip(wanted, clear) if c], case["model"])
                tried += 1
        self.assertGreater(tried, 20)

    def test_iterations_and_columns(self):
        case = json.loads((self.FOLDER / "cases.json").read_text())[0]
        self.rows_of(case)
        model = self.FOLDER / case["model"]
        self.assertEqual(self.fit("--trees", model, "--iterations", 2, "f.csv")["n_models"], 2)
        self.assertEqual(self.fit("--trees", model, "f.csv")["order"][0][:6], "round_")
        lines = (self.folder / "f.csv").read_text().splitlines()
        turned = ["z,d,c,b,a"] + ["x," + ",".join(line.split(",")[::-1]) for line in lines[1:]]
        self.write("t.csv", "\n".join(turned) + "\n")
        self.assertEqual(self.fit("--trees", model, "--columns", "a,b,c,d", "t.csv"), self.fit("--trees", model, "f.csv"))

    def test_errors(self):
        model = self.FOLDER / "xgb_logistic.json"
        self.write("s.csv", "a,b,c\n1,2,3\n")
        fit = ["cascade", "fit"]
        self.fails(1, f"s.csv:1: 3 columns, where {model} takes 4 features by their places; --columns selects them", *fit,
                   "--trees", model, "s.csv")
        self.fails(1, f"{model}: iterations is 4: must be at most 3, the rounds that the model has", *fit, "--trees", model,
                   "--iterations", 4, "s.csv")
        self.fails(1, "s.csv: model cannot be read: must be a model that XGBoost saved as JSON or UBJSON, LightGBM as text or by "
                   "dump_model, CatBoost as JSON, or trees that Wald saved", *fit, "--trees", "s.csv", "s.csv")
        self.fails(1, "none.json: No such file or directory", *fit, "--trees", "none.json", "s.csv")
        self.fails(2, "wald: --iterations goes with --trees", *fit, "--iterations", 3, "s.csv")
        self.fails(1, f"{model}: it has one sum, where --classes names 2", *fit, "--trees", model, "--classes", "a,b", "s.csv")


class Compare(CascadeTest):
    METHODS = ["qwyc power:0.25", "qwyc all", "qwyc proportional", "fixed natural", "fixed random", "fixed mse",
               "fixed greedy", "fan natural", "fan mse", "fan joint"]

    def compare(self, *arguments):
        text = self.wald("cascade", "compare", *arguments)
        self.assertTrue(text.startswith("method,alpha,disagreement,mean_models,mean_cost\n"), text)
        return [{key: value if key == "method" else float(value) for key, value in row.items()}
                for row in csv.DictReader(io.StringIO(text))]

    def options(self, method):
        name, how = method.split(" ", 1)
        if name == "qwyc":
            return ["--spend", how]
        order = ["--fixed-order", how] if how.endswith(".txt") else ["--order", how]
        return order + ["--bins"] * (name == "fan")

    def test_against_fits(self):
        stream = random.Random(21)
        rows, test = sample(stream, 90, 6), sample(stream, 70, 6)
        y = [stream.choice([1, -1]) for _ in rows]
        self.write("s.csv", table(rows, y=y))
        self.write("t.csv", table(test))
        self.write("costs.csv", "name,cost\n" + "".join(f"m{t},{t + 1}\n" for t in range(6)))
        self.write("order.txt", "".join(f"m{t}\n" for t in (3, 1, 5, 0, 2, 4)))
        task = ["--label", "y", "--costs", "costs.csv", "--seed", 3]
        crossed = self.compare(*task, "--fixed-order", "./order.txt", "--alpha", "0.02,0.1", "s.csv")
        methods = [*self.METHODS[:7], "fixed order.txt", *self.METHODS[7:]]
        self.assertEqual([(row["method"], row["alpha"]) for row in crossed],
                         [(method, alpha) for method in methods for alpha in (0.02, 0.1)])
        for row in crossed:
            got = self.fit(*task, *self.options(row["method"]), "--alpha", row["alpha"], "s.csv")
            for key in ("disagreement", "mean_models", "mean_cost"):
                self.assertEqual(row[key], got["cross_" + key], row)
        for row in self.compare(*task, "--test", "t.csv", "--alpha", 0.1, "s.csv"):
            got = self.fit(*task, *self.options(row["method"]), "--alpha", row["alpha"], "-o", "policy.json", "s.csv")
            order = [int(name[1:]) for name in got["order"]]
            found = oracle.evaluate(self.decided("policy.json", "t.csv"), test, None, 0, order, range(1, 7))
            self.near([row["disagreement"], row["mean_models"], row["mean_cost"]], found[:3], row)

    def test_votes(self):
        stream = random.Random(26)

        def votes(n):
            chances = [stream.choice([0.05, 0.5, 0.9]) for _ in range(n)]
            return [[int(stream.random() < chance) for _ in range(9)] for chance in chances]

        rows, test = votes(120), votes(80)
        self.write("s.csv", table(rows))
        self.write("t.csv", table(test))
        task = ["--threshold", 5, "--seed", 4]
        crossed = self.compare(*task, "--alpha", "0.02,0.1", "s.csv")
        self.assertEqual([row["method"] for row in crossed][::2], [*self.METHODS, "votes"])
        for row in crossed[-2:]:
            got = self.fit(*task, "--algorithm", "votes", "--order", "random", "--alpha", row["alpha"], "s.csv")
            for key in ("disagreement", "mean_models", "mean_cost"):
                self.assertEqual(row[key], got["cross_" + key], row)
        apart = self.compare(*task, "--test", "t.csv", "--alpha", 0.1, "s.csv")[-1]
        got = self.fit(*task, "--algorithm", "votes", "--order", "random", "--alpha", 0.1, "-o", "policy.json", "s.csv")
        order = [int(name[1:]) for name in got["order"]]
        found = oracle.evaluate(self.decided("policy.json", "t.csv"), test, None, 5, order)
        self.near([apart["disagreement"], apart["mean_models"], apart["mean_cost"]], found[:3], apart)
        # Costs that differ, classes, and any other scores leave the row out.
        self.write("costs.csv", "name,cost\n" + "".join(f"m{t},{t + 1}\n" for t in range(9)))
        self.assertEqual(self.compare(*task, "--costs", "costs.csv", "--alpha", 0.1, "s.csv")[-1]["method"], "fan joint")

    def test_weights(self):
        stream = random.Random(25)
        rows, test = sample(stream, 60, 4), sample(stream, 50, 4)
        weights = [[stream.choice([1, 2, 3]) for _ in part] for part in (rows, test)]
        self.write("s.csv", table(rows, w=weights[0]))
        self.write("t.csv", table(test, w=weights[1]))
        for row in self.compare("--weights", "w", "--threshold", -0.5, "--negatives-only", "--test", "t.csv", "--alpha",
                                0.05, "s.csv"):
            got = self.fit("--weights", "w", "--threshold", -0.5, "--negatives-only", *self.options(row["method"]),
                           "--alpha", 0.05, "-o", "policy.json", "s.csv")
            order = [int(name[1:]) for name in got["order"]]
            found = oracle.evaluate(self.decided("policy.json", "t.csv"), test, weights[1], Fraction(-1, 2), order)
            self.near([row["disagreement"], row["mean_models"], row["mean_cost"]], found[:3], row)

    def test_forms(self):
        stream = random.Random(22)
        self.write("s.csv", table(sample(stream, 40, 3)))
        rows = self.compare("s.csv")
        self.assertEqual([row["alpha"] for row in rows], [0.001, 0.002, 0.005, 0.01, 0.02] * 10)
        self.assertEqual(self.jsonl("cascade", "compare", "--format", "jsonl", "s.csv"), rows)
        self.assertEqual(self.compare("--threads", 1, "s.csv"), self.compare("--threads", 2, "s.csv"))
        rows = sample(stream, 30, 3, 0, len(CLASSES))
        self.write("c.csv", table(rows))
        got = self.compare("--classes", ",".join(CLASSES), "--alpha", 0.1, "c.csv")
        self.assertEqual([row["method"] for row in got], self.METHODS[:7])


class Behaviour(CascadeTest):
    @unittest.skipUnless(shutil.which("gnuplot"), "no gnuplot")
    def test_plots(self):
        stream = random.Random(23)
        for n_rows, n_models in ((40, 5), (1, 1), (30, 1), (60, 130)):
            rows = sample(stream, n_rows, n_models)
            self.write("s.csv", table(rows))
            self.write("a.csv", table(rows))
            want = self.wald("cascade", "fit", "s.csv")
            self.assertEqual(self.wald("cascade", "fit", "--plot", "stops.svg", "s.csv"), want)
            self.wald("cascade", "fit", "--plot", "aside.svg", "--calibrate", "a.csv", "s.csv")
            self.wald("cascade", "compare", "--alpha", 0.1, "--test", "a.csv", "--plot", "methods.svg", "s.csv")
            stops, aside, methods = ((self.folder / name).read_text() for name in
                                     ("stops.svg", "aside.svg", "methods.svg"))
            self.assertIn("in sample", stops)
            self.assertEqual("cross-fitted" in stops, n_rows > 1)
            self.assertIn("set aside", aside)
            self.assertIn("models asked, 3 at a time" if n_models == 130 else "models asked<", stops)
            for method in Compare.METHODS:
                self.assertIn(method, methods)
            for said in (f"mean number of models, of {n_models}", "disagreement, % of the rows of a.csv",
                         "share of rows that stop there", "at alpha 0.1"):
                self.assertIn(said, methods)
        self.wald("cascade", "fit", "--plot", "stops.png", "s.csv")
        self.assertEqual((self.folder / "stops.png").read_bytes()[:4], b"\x89PNG")

    def test_interrupt(self):
        """Ctrl-C on a terminal that shows a bar; no file is left behind."""
        stream = random.Random(24)
        rows = [[Fraction(stream.randint(-640, 640), 64) for _ in range(60)] for _ in range(3000)]
        self.write("s.csv", table(rows))
        main, other = open_terminal()
        self.addCleanup(os.close, main)
        with self.start("cascade", "compare", "--threads", 1, "-o", "t.csv", "s.csv", stderr=other) as process:
            os.close(other)
            seen = shown_until(main, b"fitting")
            self.assertIn(b"fitting", seen)
            process.send_signal(signal.SIGINT)
            begin = time.monotonic()
            seen = shown_until(main, b"interrupted")
            self.assertIn(b"wald: interrupted", seen)
            self.assertEqual(process.wait(60), 130)
            self.assertLess(time.monotonic() - begin, 20)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["s.csv"])


if __name__ == "__main__":
    unittest.main()
