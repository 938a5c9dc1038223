"""`wald threshold` and `wald threshold apply`, against all thresholds tried one by one."""

import csv
import io
import itertools
import json
import math
import os
import random
import re
import shutil
import signal
import time
import unittest

import oracle
import threshold_oracle
from harness import CommandTest, open_terminal, scaled, shown_until
from threshold_oracle import INF

TASK = ["threshold", "--label", "y", "--scores", "s*"]
FACTS = [
    "tp", "fp", "unrated", "positives", "precision", "recall", "value", "marginal_precision", "next_marginal_precision"
]


def number(text):
    return float(text) if isinstance(text, str) else text


def sample(stream, n_rows, n_scores, weighted=False, unrated=False, infinite=True):
    """Rows with ties, sometimes infinite scores, and at least one positive."""
    values = [stream.random() for _ in range(stream.randint(2, 9))] + ([INF, -INF] if infinite else [])
    rows = []
    for i in range(n_rows):
        label = 1 if i == 0 else stream.choice([0, 0, 1, None] if unrated else [0, 0, 1])
        scores = tuple(stream.choice(values) for _ in range(n_scores))
        rows.append((scores, label, stream.choice([0.5, 1, 2, 3]) if weighted else 1))
    return rows


def table(rows, weights=False):
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    n = len(rows[0][0])
    writer.writerow([f"s{d + 1}" for d in range(n)] + ["y"] + (["w"] if weights else []))
    for scores, label, weight in rows:
        writer.writerow([repr(s) for s in scores] + ["" if label is None else label] + ([weight] if weights else []))
    return out.getvalue()


class ThresholdTest(CommandTest):
    def wald(self, *arguments, **options):
        out, warnings = self.warned(*arguments, **options)
        for warning in warnings:  # which test_cli_forms.py holds against the answers
            self.assertRegex(warning, "^(nothing is flagged: |no thresholds attain )")
        return out

    def choose(self, *arguments, **options):
        out, warnings = self.warned(*arguments, **options)
        self.assertEqual(out.count("\n"), 1, out)
        answer = json.loads(out)
        if "warning" in answer or answer.get("feasible", True):
            self.assertEqual(warnings, [answer["warning"]] if "warning" in answer else [])
        else:  # of several labels
            (warning,) = warnings
            labels = [name for name, label in answer["labels"].items() if not label["feasible"]]
            if answer["average"] == "macro":
                labels = f" for label{'s' * (len(labels) > 1)} {', '.join(labels)}"
            else:
                labels = ""
            self.assertEqual(warning, f"what was asked for is out of reach{labels}: these are the nearest points")
        return answer

    def flags_of(self, text, column="flagged"):
        return [row[column] for row in csv.DictReader(io.StringIO(text))]


class Choice(ThresholdTest):
    def test_against_all_thresholds(self):
        stream = random.Random(1)
        metrics = ("f1", "fbeta:2", "jaccard", "balanced_accuracy")
        for case in range(scaled(240)):
            weighted = case % 4 == 3
            n_scores = stream.choice([1, 2, 2, 3])
            rows = sample(stream, stream.randint(1, 14 if n_scores < 3 else 9), n_scores, weighted)
            rule = stream.choice(["or", "and"])
            positives = sum(w for _, y, w in rows if y == 1)
            total = sum(w for _, _, w in rows)
            limit, share = stream.choice([0, 1, 2, 4, 7]), stream.choice([0, 0.25, 0.5, 0.75, 1])
            name, ratio = stream.choice(metrics), stream.choice([0.5, 1, 3])
            confidence = stream.choice([0.5, 0.9])
            rise = lambda tp, fp: tp
            anything = lambda tp, fp: True
            precise = lambda tp, fp: tp + fp == 0 or tp / (tp + fp) >= share
            recalled = lambda tp, fp: tp / positives >= share
            sure = lambda tp, fp: precise(tp, fp) and (tp + fp == 0 or threshold_oracle.lower_limit_holds(
                tp, fp, share, confidence))
            of_metric = lambda tp, fp: threshold_oracle.metric(name, tp, fp, positives, total)
            objectives = [
                (["--metric", name], of_metric, anything),
                (["--metric", name, "--max-alerts", limit], of_metric, lambda tp, fp: tp + fp <= limit),
                (["--cost-ratio", ratio], lambda tp, fp: tp - fp / ratio, anything),
                (["--marginal-precision", 0.25], lambda tp, fp: tp - fp / 3, anything),
                (["--max-fp", limit], rise, lambda tp, fp: fp <= limit),
                (["--max-alerts", limit, "--max-fp", 1], rise, lambda tp, fp: tp + fp <= limit and fp <= 1),
                (["--min-precision", share, "--precision-level", 0], rise, precise),
                (["--min-recall", share], lambda tp, fp: -fp, recalled),
                (["--min-recall", share, "--max-alerts",
                  limit], lambda tp, fp: -fp, lambda tp, fp: recalled(tp, fp) and tp + fp <= limit),
            ]
            if not weighted:
                objectives.append((["--min-precision", share, "--precision-level", confidence], rise, sure))
            options, value, allowed = objectives[case % len(objectives)]
            self.write("s.csv", table(rows, weighted))
            got = self.choose(*TASK, "--rule", rule, *options, *(["--weights", "w"] if weighted else []), "s.csv")
            want = threshold_oracle.best(rows, rule, value, allowed)
            attained = want is not None and (got["tp"] + got["fp"] > 0 or "--min-precision" not in options)
            self.assertEqual(got["feasible"], attained, (case, options, rows, got))
            thresholds = [number(t) for t in got["thresholds"].values()]
            tp, fp, _ = threshold_oracle.counts(rows, thresholds, rule)
            self.assertAlmostEqual(got["tp"], tp, delta=1e-9, msg=(case, options, rows, got))
            self.assertAlmostEqual(got["fp"], fp, delta=1e-9, msg=(case, options, rows, got))
            if want is None:
                self.assertIn("recall_out_of_reach", got["flags"])
                continue
            self.assertTrue(allowed(got["tp"], got["fp"]), (case, options, rows, got))
            self.assertAlmostEqual(value(got["tp"], got["fp"]), want, delta=1e-9, msg=(case, options, rows, got))
            self.assertAlmostEqual(got["positives"], positives, delta=1e-9)
            self.assertAlmostEqual(got["recall"], got["tp"] / positives, delta=1e-12)
            if got["objective"].startswith("fewest alerts"):  # rows labelled 1 alone, which have tests of their own
                continue
            reported = got["fp"] if "--min-recall" in options else value(got["tp"], got["fp"])
            self.assertAlmostEqual(got["value"], reported, delta=1e-9, msg=(case, options, rows, got))
            # Anything down to, but without, the next lower score flags the same rows.
            middle = [
                t if math.isinf(t) or math.isinf(number(low)) else (t + number(low)) / 2
                for t, low in zip(thresholds, got["next_lower"].values())
            ]
            self.assertEqual(threshold_oracle.counts(rows, middle, rule),
                             threshold_oracle.counts(rows, thresholds, rule))

    def test_keys(self):
        self.write("s.csv", table(sample(random.Random(2), 12, 2)))
        got = self.choose(*TASK, "s.csv")
        self.assertEqual(list(got), [
            "method", "objective", "rule", "feasible", "thresholds", "next_lower", *FACTS, "intervals", "flags",
            "baselines"
        ])
        self.assertEqual((got["method"], got["objective"], got["rule"]), ("direct", "f1", "or"))
        self.assertEqual(list(got["thresholds"]), ["s1", "s2"])
        self.assertEqual(set(got["intervals"]["recall"]), {"low", "high", "exact"})
        self.assertEqual([b["method"] for b in got["baselines"]], ["best-single", "stacked"])
        stacked = got["baselines"][1]
        self.assertNotIn("thresholds", stacked)
        self.assertEqual(list(stacked["coefficients"]), ["s1", "s2"])
        # The order of --scores is that of the answer.
        other = self.choose("threshold", "--label", "y", "--scores", "s2,s1", "s.csv")
        self.assertEqual(list(other["thresholds"]), ["s2", "s1"])
        self.assertEqual(other["value"], got["value"])
        more = self.choose(*TASK, "--bootstrap", 20, "--folds", 3, "s.csv")
        self.assertEqual(list(more["threshold_intervals"]), ["s1", "s2"])
        self.assertEqual(set(more["cross_fitted"]), {"tp", "fp", "precision", "recall", "value"})

    def test_certificate(self):
        rng = random.Random(3)
        rows = [(round(rng.gauss(3 * y, 1), 2), y) for y in (rng.random() < 0.3 for _ in range(400))]
        self.write("s.csv", "s1,y\n" + "".join(f"{s},{int(y)}\n" for s, y in rows))
        got = self.choose(*TASK, "--min-precision", 0.8, "--certify", 0.9, "--format", "json", "s.csv")
        self.assertIs(got["certified"], True)
        self.assertEqual((got["theorem"], got["rows_needed"], got["feasible"]), ("ranked-sequence", 0, True))
        flagged = [y for s, y in rows if s >= got["thresholds"]["s1"]]
        self.assertEqual((got["tp"], got["fp"]), (sum(flagged), len(flagged) - sum(flagged)))
        self.assertGreater(got["precision"], 0.8)
        # The same words without a certificate say nothing of one.
        self.assertNotIn("certified", self.choose(*TASK, "--min-precision", 0.8, "s.csv"))
        none = self.choose(*TASK, "--min-precision", 0.999, "--certify", 0.9, "s.csv")
        self.assertIs(none["certified"], False)
        self.assertGreater(none["rows_needed"], 0)
        self.assertEqual((none["thresholds"], none["tp"]), ({"s1": "inf"}, 0))
        self.assertIn("no thresholds can be certified", none["warning"])
        text = self.wald(*TASK, "--min-precision", 0.8, "--certify", 0.9, "--format", "text", "s.csv")
        self.assertRegex(text, r"certified +yes\ntheorem +ranked-sequence: binomial tests of the precision run down one score ")

    def test_switched_off(self):
        self.write("s.csv", "s1,s2,y\n1,0,1\n2,0,1\n0,1,0\n0,2,0\n")
        got = self.choose(*TASK, "s.csv")
        self.assertEqual(got["thresholds"], {"s1": 1, "s2": "inf"})
        # Under "and" each positive needs the other classifier to agree, unless that is off.
        self.write("t.csv", "s1,s2,y\n1,-inf,1\n2,0,1\n0,1,0\n0,2,0\n")
        got = self.choose(*TASK, "--rule", "and", "t.csv")
        self.assertEqual(got["thresholds"], {"s1": 1, "s2": "-inf"})
        # Nothing is flagged: inf for each, under both rules.
        for rule in ("or", "and"):
            got = self.choose(*TASK, "--rule", rule, "--max-alerts", 0, "s.csv")
            self.assertEqual(got["thresholds"], {"s1": "inf", "s2": "inf"})
            self.assertIn("nothing_flagged", got["flags"])
            self.assertIsNone(got["precision"])

    def test_partial_knowledge(self):
        self.write("s.csv", "s1,y\n0.9,1\n0.8,\n0.7,0\n0.6,1\n0.1,\n")
        got = self.choose(*TASK, "--max-fp", 0, "s.csv")
        self.assertEqual((got["tp"], got["fp"], got["recall"], got["positives"]), (1, 0, None, None))
        got = self.choose(*TASK, "--max-fp", 1, "s.csv")
        self.assertEqual((got["tp"], got["unrated"]), (2, 1))
        self.assertIn("unrated_flagged", got["flags"])
        got = self.choose(*TASK, "--max-fp", 1, "--positives", 8, "s.csv")
        self.assertEqual((got["recall"], got["positives"]), (0.25, 8))
        got = self.choose(*TASK, "--positives", 8, "s.csv")
        self.assertEqual(got["objective"], "f1")
        # A label below the cut says nothing, and no threshold goes there.
        self.write("s.csv", "s1,s2,y\n0.9,0,1\n0.7,0,0\n0.2,0.9,1\n0.1,0.1,1\n")
        got = self.choose(*TASK, "--rated-from", "s1=0.5", "--rated-from", "s2=0.5", "--max-fp", 5, "s.csv")
        self.assertEqual((got["tp"], got["recall"]), (2, None))
        self.assertGreaterEqual(number(got["thresholds"]["s1"]), 0.5)

    def test_and_on_rows_labelled_under_or(self):
        self.write("s.csv", "s1,s2,y\n0.9,0.8,1\n0.6,0.4,1\n0.7,0.3,1\n0.3,0.9,0\n0.4,0.6,0\n0.2,0.2,\n")
        task = [*TASK, "--rule", "and", "--rated-from", "s1=0.5,s2=0.5", "--max-fp", 0]
        self.assertEqual(self.choose(*task, "s.csv")["tp"], 1)
        got = self.choose(*task, "--rated-rule", "or", "s.csv")
        self.assertEqual((got["tp"], got["fp"], got["unrated"]), (3, 0, 0))
        self.assertGreaterEqual(number(got["thresholds"]["s1"]), 0.5)
        self.assertLess(number(got["thresholds"]["s2"]), 0.5)
        # Labels between the cuts stay with a sample that is saved, as text and merged.
        self.wald(*TASK, "--rule", "and", "--rated-from", "s1=0.5,s2=0.5", "--save", "f.json", "s.csv")
        load = ["threshold", "--scores", "s1,s2", "--load", "f.json", "--rated-rule", "or", "--max-fp", 0]
        self.assertEqual(self.choose(*load), got)
        self.fails(1, "wald: --rated-rule is or: no score has a cut in --rated-from", *TASK, "--rule", "and", "--rated-rule",
                   "or", "s.csv")
        self.fails(1, "wald: --rated-rule is and: under the rule or any thresholds flag rows that miss a cut, and none of "
                   "these was labelled", *TASK, "--rated-from", "s1=0.5", "--rated-rule", "and", "s.csv")

    def test_inputs_in_any_order_and_split(self):
        stream = random.Random(4)
        rows = sample(stream, 60, 2, weighted=True)
        self.write("all.csv", table(rows, True))
        options = ["--weights", "w", "--rule", "and", "--bootstrap", 30, "--folds", 4]
        want = self.wald(*TASK, *options, "all.csv")
        parts = [rows[:1], rows[1:20], rows[20:21], rows[21:]]
        for i, part in enumerate(parts):
            stream.shuffle(part)
            self.write(f"{i}.csv", table(part, True))
            self.wald(*TASK, "--weights", "w", "--rule", "and", "--save", f"{i}.json", f"{i}.csv")
        for order in itertools.permutations(range(4)):
            self.assertEqual(self.wald(*TASK, *options, *(f"{i}.csv" for i in order)), want)
            load = [x for i in order for x in ("--load", f"{i}.json")]
            self.assertEqual(self.wald("threshold", "--scores", "s1,s2", *options[2:], *load), want)
        # Saved parts and tables together; the rule is that of the frontier.
        self.assertEqual(
            self.wald(*TASK, "--weights", "w", "--bootstrap", 30, "--folds", 4, "--load", "1.json", "--load", "3.json",
                      "0.csv", "-", stdin=(self.folder / "2.csv").read_text()), want)
        # A saved sample of all has the same bytes whichever way it was built.
        self.wald("threshold", "--scores", "s1,s2", "--save", "a.json", "--load", "0.json", "--load", "1.json",
                  "--load", "2.json", "--load", "3.json")
        self.wald(*TASK, "--weights", "w", "--rule", "and", "--save", "b.json", "all.csv")
        self.assertEqual((self.folder / "a.json").read_bytes(), (self.folder / "b.json").read_bytes())
        # A part without a positive can be saved.
        self.write("n.csv", "s1,s2,y\n0,0,0\n")
        self.assertEqual(self.wald(*TASK, "--save", "n.json", "n.csv"), "")

    def test_many_rows(self):
        stream = random.Random(5)
        rows = [((stream.random(),), int(stream.random() < 0.01), 1) for _ in range(150000)]
        rows = [((s[0] + 0.5 * y,), y, w) for s, y, w in rows]
        text = table(rows)
        got = self.choose(*TASK, stdin=text)
        by_score = sorted(rows, reverse=True)
        positives = sum(y for _, y, _ in rows)
        tp, top = 0, 0
        for i, (scores, y, _) in enumerate(by_score):
            tp += y
            if i + 1 == len(rows) or by_score[i + 1][0] != scores:
                top = max(top, 2 * tp / (i + 1 + positives))
        self.assertAlmostEqual(got["value"], top, delta=1e-12)

    def test_threads_give_the_same_bytes(self):
        self.write("s.csv", table(sample(random.Random(6), 80, 2)))
        for options in (["--bootstrap", 40], ["--smoothing", "bagged"], ["--method", "path", "--smoothing", "dropout"]):
            got = {self.wald(*TASK, *options, "--seed", 5, "--threads", n, "s.csv") for n in (0, 1, 2, 7)}
            self.assertEqual(len(got), 1)

    def test_methods(self):
        rows = sample(random.Random(7), 60, 2, infinite=False)
        self.write("s.csv", table(rows))
        values = {}
        for method in ("direct", "path", "path-equal", "analytic", "stacked", "best-single"):
            got = self.choose(*TASK, "--method", method, "s.csv")
            self.assertEqual(got["method"], method)
            values[method] = got["value"]
        for method in ("path", "path-equal", "analytic", "best-single"):
            self.assertLessEqual(values[method], values["direct"] + 1e-12)

    def test_text(self):
        self.write("s.csv", "s1,s2,y\n1,0,1\n2,0,1\n0,1,0\n0,2,0\n0,3,1\n")
        text = self.wald(*TASK, "--format", "text", "--folds", 2, "--bootstrap", 10, "s.csv")
        got = self.choose(*TASK, "--folds", 2, "--bootstrap", 10, "s.csv")
        rule = " or ".join(f"{name} >= {t}" for name, t in got["thresholds"].items() if t != "inf")
        self.assertEqual(text.splitlines()[0].split(maxsplit=1), ["flag", rule])
        self.assertEqual(text.splitlines()[1].split(maxsplit=1), ["for", "f1"])
        self.assertEqual(text.splitlines()[2].split(maxsplit=1), ["method", "direct: the best of all thresholds"])
        for word in ("precision", "recall", "95 % interval", "cross recall", "threshold of s1", "few_positives",
                     "best-single", "stacked"):
            self.assertIn(word, text)
        nothing = self.wald(*TASK, "--format", "text", "--max-alerts", 0, "s.csv")
        self.assertEqual(nothing.splitlines()[0].split(), ["flag", "nothing"])
        self.write("t.csv", "s1,y\n1,1\n2,0\n")
        missed = self.wald(*TASK, "--format", "text", "--min-recall", 1, "--max-fp", 0, "t.csv")
        self.assertIn("WARNING                   no thresholds attain", missed)

    def test_output_file(self):
        self.write("s.csv", "s1,y\n1,1\n2,0\n")
        self.assertEqual(self.wald(*TASK, "-o", "t.json", "s.csv"), "")
        self.assertEqual((self.folder / "t.json").read_text(), self.wald(*TASK, "s.csv"))


@unittest.skipUnless(shutil.which("gnuplot"), "no gnuplot")
class Pictures(ThresholdTest):
    def test_pictures(self):
        stream = random.Random(8)
        for rule in ("or", "and"):
            for n_scores in (1, 2, 3):
                self.write("s.csv", table(sample(stream, 50, n_scores)))
                for extra in ([], ["--bootstrap", 20, "--max-fp", 3], ["--max-alerts", 0], ["--method", "stacked"]):
                    want = self.wald(*TASK, "--rule", rule, *extra, "s.csv")
                    self.assertEqual(self.wald(*TASK, "--rule", rule, *extra, "--plot", "f.svg", "s.csv"), want)
                    drawing = (self.folder / "f.svg").read_text()
                    self.assertIn("concave hull", drawing)
                    self.assertIn("false positives", drawing)
                    self.assertEqual("threshold of s2" in drawing, n_scores == 2 and "stacked" not in extra)
                    self.assertEqual("best-single" in drawing, '"best-single"' in want)
        self.wald(*TASK, "--plot", "f.png", "s.csv")
        self.assertEqual((self.folder / "f.png").read_bytes()[:8], b"\x89PNG\r\n\x1a\n")

    def test_tics_are_short(self):
        rows = [(i / 7 % 1 + 1e-7 * i, i % 2) for i in range(1, 60)]  # bounds of many digits
        self.write("s.csv", "s1,y\n" + "".join(f"{score!r},{label}\n" for score, label in rows))
        self.wald(*TASK, "--plot", "f.svg", "s.csv")
        texts = re.findall(r"<text>(?:<tspan[^>]*>)?\s*([^<]*)<", (self.folder / "f.svg").read_text())
        tics = [text for text in texts if re.fullmatch(r"[-0-9.]+", text)]
        self.assertIn("0.2", tics)
        self.assertLessEqual(max(map(len, tics)), 5, tics)

    def test_of_rare_events_the_part_around_the_answer_is_shown(self):
        rows = [(10 + i / 30, 1) for i in range(300)] + [(i / 1000, i % 100 == 0) for i in range(9000)]
        self.write("s.csv", "s1,y\n" + "".join(f"{score},{int(label)}\n" for score, label in rows))
        self.wald(*TASK, "--plot", "f.svg", "s.csv")
        texts = re.findall(r"<text>(?:<tspan[^>]*>)?\s*([^<]*)<", (self.folder / "f.svg").read_text())
        tics = [float(text) for text in texts if re.fullmatch(r"\d+", text)]
        self.assertEqual([tic for tic in tics if 100 < tic < 250 or tic > 400], [])  # neither 0 to 300, nor 9000 rows
        self.assertIn(300, tics)

    def test_degenerate_pictures(self):
        for text in ("s1,s2,y\n1,1,1\n", "s1,s2,y\n1,1,1\n1,1,0\n", "s1,s2,y\ninf,-inf,1\n-inf,inf,0\n",
                     "s1,s2,y\n1,1,1\n2,2,\n"):
            self.write("s.csv", text)
            for rule in ("or", "and"):
                self.wald(*TASK, "--rule", rule, "--max-fp", 5, "--plot", "f.svg", "s.csv")
                self.assertIn("</svg>", (self.folder / "f.svg").read_text())

    def test_names_do_not_act(self):
        self.write("s.csv", '"`touch a`","s""$(touch b)",y\n1,2,1\n2,1,0\n0,0,0\n')
        self.wald("threshold", "--label", "y", "--scores", "`touch a`", "--scores", "s*", "--plot", "f.svg", "s.csv")
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["f.svg", "s.csv"])


class Segments(CommandTest):
    ROWS = ("market,s,bad,won,lost\n"
            "north,0.9,1,5,9\nnorth,0.7,1,1,9\nnorth,0.5,0,9,3\nnorth,0.3,0,9,1\n"
            "south,0.8,1,2,9\nsouth,0.6,0,9,4\nsouth,0.4,1,50,9\nsouth,0.2,0,9,7\n")
    SEGMENTS = ["threshold", "--label", "bad", "--scores", "s", "--segment", "market"]

    def setUp(self):
        super().setUp()
        self.write("s.csv", self.ROWS)

    def answers(self, *arguments):
        return json.loads(self.wald(*arguments, "s.csv"))["answers"]

    def test_price_of_parity(self):
        strict, loose = self.answers(*self.SEGMENTS, "--metric", "f1", "--parity", "fpr", "--tolerance", "0,0.5")
        self.assertAlmostEqual(strict["value"], 6 / 7)
        self.assertEqual(strict["difference"], 0)
        self.assertAlmostEqual(loose["value"], 8 / 9)
        self.assertTrue(loose["exact"] and loose["feasible"])
        self.assertEqual(loose["segments"]["north"]["threshold"], 0.7)
        self.assertEqual(loose["segments"]["south"]["threshold"], 0.4)
        self.assertEqual(loose["segments"]["south"]["fpr"], 0.5)
        text = self.wald(*self.SEGMENTS, "--parity", "fpr", "--tolerance", "0.5", "--format", "text", "s.csv")
        self.assertIn("f1: 0.8889, fpr within 0.5 (differs by 0.5)", text)
        self.assertIn("south: s >= 0.4 (tp 2, fp 1, tpr 1, fpr 0.5)", text)

    def test_own_limits(self):
        rows = self.SEGMENTS + ["--goal", "most_tp", "--max-fp", "2"]
        (free,) = self.answers(*rows)
        self.assertEqual((free["tp"], free["fp"]), (4, 1))
        (own,) = self.answers(*rows, "--segment-limit", "south:max_fp=0")
        self.assertEqual((own["tp"], own["segments"]["south"]["threshold"]), (3, 0.8))
        (each,) = self.answers(*rows, "--segment-limit", "max_alerts=1", "--segment-limit", "south:max_alerts=3")
        self.assertEqual([each["segments"][s]["threshold"] for s in ("north", "south")], [0.9, 0.4])
        needed = ("LIMIT=NUMBER or SEGMENT:LIMIT=NUMBER is needed, of LIMITs there are min_precision, min_recall, max_fp, "
                  "max_alerts, max_fpr, max_alert_rate")
        for given in ("max_fp", "south:fp=1", ":max_fp=1", "=1"):
            self.fails(2, f'wald: --segment-limit "{given}": {needed}', *rows, "--segment-limit", given, "s.csv")
        self.fails(2, 'wald: --segment-limit "2": a number in [0, 1] is needed', *rows, "--segment-limit",
                   "south:max_fpr=2", "s.csv")
        self.fails(2, 'wald: --segment-limit "east:max_fp=1": no row has the segment "east"', *rows, "--segment-limit",
                   "east:max_fp=1", "s.csv")
        self.fails(2, "wald: --segment-limit goes with --segment", "threshold", "--label", "bad", "--scores", "s",
                   "--benefit", "won", "--segment-limit", "max_fp=1", "s.csv")

    def test_certified(self):
        rows = self.SEGMENTS + ["--min-recall", "0.3", "--certify", "0.5"]
        (found,) = self.answers(*rows)
        self.assertIs(found["certified"], True)
        south = found["segments"]["south"]
        self.assertEqual((south["threshold"], south["certified"], south["theorem"], south["rows_needed"]),
                         (0.4, True, "order-statistics", 0))
        code, out, err = self.run_raw(*rows, "--segment-limit", "south:min_recall=0.9", "--format", "text", "s.csv")
        self.assertEqual(code, 0)
        self.assertIn("each segment within its limits, certified at 0.5: 0\n", out)
        self.assertRegex(out, r"south: nothing .* NOT certified: about \d+ more rows would suffice")
        self.assertIn('warning: no thresholds can be certified for "south" (about ', err)
        none = "s,bad,market\n.9,1,north\n.7,1,north\n.8,0,south\n"
        code, out, err = self.run_raw(*rows, "--format", "text", "-", stdin=none)
        self.assertIn("NOT certified: no number of rows like these would suffice\n", out)
        self.assertIn('"south" (no number of rows like these would suffice)', err)
        self.fails(1, "wald: --certify is 0.5: segment 0 needs --min-precision, --min-recall, --max-fpr or "
                      "--max-alert-rate, which it certifies", *self.SEGMENTS, "--certify", "0.5", "s.csv")

    def test_amounts(self):
        (free,) = self.answers(*self.SEGMENTS, "--benefit", "won", "--cost", "lost")
        self.assertEqual(free["gain"], 54)
        (one,) = self.answers("threshold", "--label", "bad", "--scores", "s", "--benefit", "won", "--cost", "lost")
        self.assertEqual((one["value"], one["segments"]["all"]["threshold"]), (51, 0.4))

    def test_refused(self):
        self.fails(2, "wald: --tolerance is 0.1: this command reads it with --parity only", *self.SEGMENTS, "--tolerance", "0.1",
                   "s.csv")
        self.fails(2, "wald: --parity does not go with --label", "threshold", "--label", "bad",
                   "--scores", "s", "--parity", "tpr", "s.csv")
        self.fails(2, "wald: --rule does not go with --segment", *self.SEGMENTS, "--rule", "or", "s.csv")
        self.write("e.csv", "market,s,bad\n,0.5,1\n")
        code, _, err = self.run_raw(*self.SEGMENTS, "e.csv")
        self.assertEqual(code, 1)
        self.assertIn("every row has a segment", err)


class Apply(ThresholdTest):
    def test_flags_are_those_that_were_counted(self):
        stream = random.Random(9)
        for case in range(scaled(60)):
            rows = sample(stream, stream.randint(3, 40), stream.choice([1, 2, 3]), unrated=case % 3 == 0,
                          infinite=case % 2 == 0)
            self.write("s.csv", table(rows))
            rule = stream.choice(["or", "and"])
            method = stream.choice(["direct", "path", "stacked", "best-single", "analytic"])
            if not any(y == 0 for _, y, _ in rows):
                method = "direct"
            self.wald(*TASK, "--rule", rule, "--method", method, "--max-fp", 3, "-o", "t.json", "s.csv")
            got = json.loads((self.folder / "t.json").read_text())
            flags = self.flags_of(self.wald("threshold", "apply", "--answer", "t.json", "s.csv"))
            sums = {y: sum(f == "1" for f, row in zip(flags, rows) if row[1] == y) for y in (1, 0, None)}
            self.assertEqual((sums[1], sums[0], sums[None]), (got["tp"], got["fp"], got["unrated"]),
                             (case, method, rows, got))
            if method != "stacked":
                by_hand = ",".join(f"{name}={t}" for name, t in got["thresholds"].items())
                self.assertEqual(
                    self.flags_of(self.wald("threshold", "apply", "--thresholds", by_hand, "--rule", rule, "s.csv")),
                    flags)

    def test_the_table_is_passed_through(self):
        text = 'id,"a, ""b""",s1,note\n1,x,0.5,"two\nlines"\n2, y ,0.25,\n3,"  z",1e-1,"ü"\n'
        self.write("s.csv", text)
        out = self.wald("threshold", "apply", "--thresholds", "s1=0.25", "s.csv")
        rows = list(csv.reader(io.StringIO(out)))
        self.assertEqual(rows[0], ["id", 'a, "b"', "s1", "note", "flagged"])
        self.assertEqual(
            rows[1:],
            [["1", "x", "0.5", "two\nlines", "1"], ["2", "y", "0.25", "", "1"], ["3", "  z", "1e-1", "ü", "0"]])
        self.assertEqual(self.wald("threshold", "apply", "--thresholds", "s1=0.25", stdin=text), out)
        self.wald("threshold", "apply", "--thresholds", "s1=0.25", "-o", "flagged.csv", "s.csv")
        self.assertEqual((self.folder / "flagged.csv").read_text(), out)

    def test_many_rows_cross_the_batches(self):
        stream = random.Random(10)
        scores = [round(stream.random(), 3) for _ in range(30000)]
        out = self.wald("threshold", "apply", "--thresholds", "s=0.5", stdin="s\n" + "".join(f"{s}\n" for s in scores))
        self.assertEqual(self.flags_of(out), [str(int(s >= 0.5)) for s in scores])

    def test_infinities(self):
        text = "s1,s2\ninf,-inf\n-inf,0\n"
        flags = lambda thresholds, *more: self.flags_of(
            self.wald("threshold", "apply", "--thresholds", thresholds, *more, stdin=text))
        self.assertEqual(flags("s1=inf,s2=inf"), ["0", "0"])
        self.assertEqual(flags("s1=-inf,s2=-inf", "--rule", "and"), ["1", "1"])
        self.assertEqual(flags("s1=1e308,s2=0"), ["1", "1"])
        self.assertEqual(flags("s2=0"), ["0", "1"])

    def test_pipe(self):
        self.write("s.csv", "s1,y\n1,1\n2,0\n3,1\n")
        answer = self.wald(*TASK, "s.csv")
        self.assertEqual(self.wald("threshold", "apply", "--answer", "-", "s.csv", stdin=answer),
                         "s1,y,flagged\n1,1,1\n2,0,1\n3,1,1\n")


    def value(self, *arguments):
        return {line["metric"]: line["value"] for line in self.jsonl("evaluate", *arguments)}

    def test_flags_are_evaluated_and_not_the_truth_beside_them(self):
        self.write("s.csv", "id,y,s1\na,1,0.9\nb,1,0.2\nc,0,0.8\nd,0,0.1\n")
        self.wald("threshold", "apply", "--thresholds", "s1=0.5", "-o", "flagged.csv", "s.csv")
        metrics = ["--metric", "precision", "--metric", "recall", "--average", "macro", "--labels", "y"]
        want = {"precision": 0.5, "recall": 0.5}
        for truth in ("s.csv", "flagged.csv"):
            self.assertEqual(self.value(*metrics, "--truth", truth, "flagged.csv"), want, truth)
            self.assertEqual(self.value(*metrics, "--id", "id", "--truth", truth, "flagged.csv"), want, truth)
        # The columns of the table that are neither labels nor flags need --labels, as in any prediction.
        self.write("t.csv", "y\n1\n1\n0\n0\n")
        self.write("f.csv", "y,flagged\n1,1\n1,0\n0,1\n0,0\n")
        self.assertEqual(self.value(*metrics, "--truth", "t.csv", "f.csv"), want)
        self.assertEqual(self.value(*metrics[:-2], "--truth", "t.csv", "f.csv"), want)
        found = self.jsonl("compare", "--metric", "recall", "--average", "macro", "--labels", "y", "--format", "json",
                           "s.csv", "flagged.csv", "flagged.csv")
        self.assertEqual((found[0]["value_a"], found[0]["value_b"]), (0.5, 0.5))

    def test_flags_of_labels_are_evaluated(self):
        self.write("s.csv", "y_a,y_b,s_a,s_b\n1,0,0.9,0.3\n0,1,0.4,0.6\n1,0,0.3,0.2\n0,0,0.1,0.5\n")
        self.wald("threshold", "--labels", "y_*", "--scores", "s_*", "-o", "t.json", "s.csv")
        self.wald("threshold", "apply", "--answer", "t.json", "-o", "f.csv", "s.csv")
        with open(self.folder / "f.csv", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        right = sum(row["flagged_" + label] == row[label] for row in rows for label in ("y_a", "y_b"))
        self.assertLess(right, 8)
        got = self.value("--metric", "hamming", "--labels", "y_*", "--truth", "s.csv", "f.csv")
        self.assertEqual(got, {"hamming": right / 8})

    def test_a_label_called_flagged_is_a_label(self):
        self.write("t.csv", "a,flagged_a\n1,0\n0,0\n")
        self.write("h.csv", "a,flagged_a\n1,1\n0,1\n")
        self.assertEqual(self.value("--metric", "hamming", "--truth", "t.csv", "h.csv"), {"hamming": 0.5})
        self.write("t.csv", "flagged\n1\n0\n")
        self.write("h.csv", "flagged\n1\n1\n")
        self.assertEqual(self.value("--metric", "hamming", "--truth", "t.csv", "h.csv"), {"hamming": 0.5})

    def test_truth_is_not_compared_with_itself(self):
        self.write("s.csv", "y,s1\n1,0.9\n0,0.8\n1,0.1\n")
        self.fails(1, 's.csv:1: column "y" is the truth itself: the file of the truth has no prediction of it', "evaluate",
                   "--metric", "f1", "--average", "macro", "--labels", "y", "--truth", "s.csv", "s.csv")
        # The truth in a table of its scores, under another name.
        self.write("copy.csv", "y,s1,p\n1,0.9,1\n0,0.8,1\n1,0.1,0\n")
        out, warnings = self.warned("evaluate", "--metric", "f1", "--average", "macro", "--labels", "y", "--truth", "s.csv",
                                    "copy.csv")
        self.assertEqual(json.loads(out)["value"], 1)
        self.assertEqual(warnings, ["copy.csv equals the truth in every row, and has other columns of s.csv too: its column of "
                                    "the label may be the truth itself"])
        self.fails(2, "wald: TRUTH and A are the same file: the truth cannot be judged by itself", "report", "--metric", "f1",
                   "--labels", "y", "s.csv", "s.csv")
        self.write("t.csv", "a,b\n1,0\n0,1\n")
        self.write("p.csv", "a,b\n1,0\n0,1\n")
        code, _, err = self.run_raw("report", "--metric", "f1", "t.csv", "p.csv", "-o", "r.html")
        self.assertEqual((code, err), (0, "wald: warning: the probabilities in p.csv equal the truth in every row: they may be "
                                          "the truth\n"))

    def test_names_by_patterns(self):
        # A comma cannot be written in the lists of names and numbers: ? stands for it.
        self.write("s.csv", '"s,1","s=2",y\n3,1,1\n1,2,0\n2,5,1\n')
        out = self.wald("threshold", "apply", "--thresholds", "s?1=3,s=2=5", "s.csv").splitlines()
        self.assertEqual([line[-1] for line in out[1:]], ["1", "0", "1"])
        got = self.choose("threshold", "--label", "y", "--scores", "s?1,s=2", "--rated-from", "s?1=2,s=2=2",
                          "--max-fp", 0, "s.csv")
        self.assertEqual(got["tp"], 2)
        self.fails(1, 's.csv:1: no column "s*", which --thresholds asks for', "threshold", "apply", "--thresholds",
                   "s*=1", "s.csv")
        self.fails(1, 's.csv:1: column "s,1" is named twice by --thresholds', "threshold", "apply", "--thresholds",
                   "s?1=1,*1=2", "s.csv")

class Zone(ThresholdTest):
    def test_against_all_pairs(self):
        stream = random.Random(11)
        for case in range(scaled(60)):
            rows = sample(stream, stream.randint(1, 14), 1, weighted=case % 3 == 2, infinite=False)
            costs = [stream.choice([0, 0.5, 1, 3]), stream.choice([0, 1, 4]), stream.choice([0, 0.25, 0.5, 2])]
            self.write("s.csv", table(rows, True))
            got = self.choose(*TASK, "--weights", "w", "--false-positive-cost", costs[0], "--false-negative-cost", costs[1], "--abstention-cost",
                              costs[2], "s.csv")
            self.assertEqual(list(got), ["score", "low", "high", "tp", "fp", "fn", "abstained", "cost"])
            levels = sorted({s[0] for s, _, _ in rows} | {INF})
            want = min(
                threshold_oracle.zone_cost(rows, low, high, costs) for low in levels for high in levels if low <= high)
            low, high = number(got["low"]), number(got["high"])
            self.assertAlmostEqual(got["cost"], want, delta=1e-9, msg=(rows, costs, got))
            self.assertAlmostEqual(threshold_oracle.zone_cost(rows, low, high, costs), want, delta=1e-9)
            flags = self.flags_of(self.wald("threshold", "apply", "--answer", "-", "s.csv", stdin=json.dumps(got)))
            self.assertEqual(flags, ["1" if s[0] >= high else "0" if s[0] < low else "" for s, _, _ in rows])

    def test_text(self):
        self.write("s.csv", "s1,y\n1,1\n2,0\n3,1\n0,0\n")
        text = self.wald(*TASK, "--abstention-cost", 0.25, "--format", "text", "s.csv")
        self.assertRegex(text, r"^flag    s1 >= 3\nclear   s1 < 1\nbetween 2 rows")


class Labels(ThresholdTest):
    def rows(self, stream, n_rows, n_labels):
        return [
            [(round(stream.random(), 1), int(stream.random() < 0.4)) for _ in range(n_labels)] for _ in range(n_rows)
        ]

    def table(self, rows, order):
        names = "abc"[:len(rows[0])]
        header = ",".join([f"y_{x}" for x in names] + [f"s_{names[i]}" for i in order])
        lines = [",".join([str(y) for _, y in row] + [str(row[i][0]) for i in order]) for row in rows]
        return "\n".join([header, *lines]) + "\n"

    def test_macro_and_micro(self):
        stream = random.Random(12)
        for case in range(scaled(25)):
            n = stream.choice([1, 2, 3])
            rows = self.rows(stream, stream.randint(2, 12), n)
            order = stream.sample(range(n), n)  # labels and scores are paired by what the * stands for
            self.write("s.csv", self.table(rows, order))
            for average in ("macro", "micro"):
                got = self.choose("threshold", "--labels", "y_*", "--scores", "s_*", "--average", average, "s.csv")
                self.assertEqual(list(got), ["objective", "average", "feasible", "exact", "value", "labels"])
                self.assertEqual([(k, v["score"]) for k, v in got["labels"].items()],
                                 [(f"y_{x}", f"s_{x}") for x in "abc"[:n]])
                f1 = []
                for i, label in enumerate(got["labels"].values()):
                    own = [((row[i][0],), row[i][1], 1) for row in rows]
                    tp, fp, _ = threshold_oracle.counts(own, [number(label["threshold"])], "or")
                    self.assertEqual((label["tp"], label["fp"]), (tp, fp))
                    positives = sum(row[i][1] for row in rows)
                    f1.append((tp, fp, positives))
                    if average == "macro" and positives:
                        want = threshold_oracle.best(own, "or",
                                                     lambda tp, fp: oracle.rate(2 * tp, tp + fp + positives, 1),
                                                     lambda tp, fp: True)
                        self.assertAlmostEqual(oracle.rate(2 * tp, tp + fp + positives, 1), want, delta=1e-12)
                if average == "macro":
                    continue
                # All combinations of thresholds.
                levels = [sorted({row[i][0] for row in rows} | {INF}) for i in range(n)]
                counted = [[
                    threshold_oracle.counts([((r[i][0],), r[i][1], 1) for r in rows], [t], "or") for t in levels[i]
                ] for i in range(n)]
                positives = sum(p for _, _, p in f1)
                best = max(
                    oracle.rate(2 * sum(c[0]
                                        for c in chosen),
                                sum(c[0] + c[1]
                                    for c in chosen) + positives, 1)
                    for chosen in itertools.product(*counted))
                self.assertAlmostEqual(got["value"], best, delta=1e-12)
            header, *lines = csv.reader(
                io.StringIO(self.wald("threshold", "apply", "--answer", "-", "s.csv", stdin=json.dumps(got))))
            self.assertEqual(header[2 * n:], [f"flagged_y_{x}" for x in "abc"[:n]])
            for i, label in enumerate(got["labels"].values()):
                self.assertEqual([line[2 * n + i] for line in lines],
                                 [str(int(row[i][0] >= number(label["threshold"]))) for row in rows])

    def test_label_sets(self):
        self.write("s.csv", "y_a,y_b,s_a,s_b\n1,0,0.9,0.2\n1,1,0.6,0.7\n0,1,0.5,0.3\n0,0,0.2,0.1\n")
        asked = ("threshold", "--labels", "y_*", "--scores", "s_*", "--average", "instance")
        got = self.choose(*asked, "--min-recall", 0.7, "s.csv")
        self.assertEqual((got["objective"], got["average"], got["value"], got["labels_per_row"], got["feasible"]),
                         ("mean recall of rows >= 0.7, in expectation", "instance", 1, 1.25, True))
        _, *lines = csv.reader(
            io.StringIO(self.wald("threshold", "apply", "--answer", "-", "s.csv", stdin=json.dumps(got))))
        self.assertEqual([line[4:] for line in lines], [["1", "0"], ["1", "1"], ["1", "1"], ["0", "0"]])
        self.assertIn("labels per row: 1.25\n", self.wald(*asked, "--min-recall", 0.7, "--format", "text", "s.csv"))
        self.write("g.csv", "y_a,y_b,s_a,s_b,doc\n1,0,0.9,0.2,x\n1,1,0.6,0.8,x\n0,1,0.3,0.7,x\n0,0,0.1,0.4,y\n")
        got = self.choose(*asked, "--min-recall", 0.6, "--groups", "doc", "g.csv")
        self.assertEqual((got["objective"], got["value"]),
                         ("mean recall of groups >= 0.6, in expectation", (2.5 / 3 + 1) / 2))
        self.assertEqual(self.choose(*asked, "--min-recall", 0.6, "g.csv")["value"], 3.5 / 4)
        self.fails(2, "wald: --groups goes with --average instance", "threshold", "--labels", "y_*", "--scores", "s_*",
                   "--groups", "doc", "g.csv")
        self.fails(2, "wald: --groups does not go with --label", "threshold", "--label", "y_a", "--scores", "s_a",
                   "--groups", "doc", "g.csv")
        self.fails(1, "wald: --certify is not set: only a limit on recall holds in expectation, since f1 may rise and fall along the "
                   "thresholds; set certify", *asked, "--min-value", 0.5, "s.csv")

    def test_rare_labels_share_a_threshold(self):
        # The only positive of the label b has the least score of all rows.
        rows = "".join(f"{int(i < 20)},{int(i == 99)},{1 - i / 100},{1 - i / 100}\n" for i in range(100))
        self.write("s.csv", "y_a,y_b,s_a,s_b\n" + rows)
        command = ("threshold", "--labels", "y_*", "--scores", "s_*")
        out, warnings = self.warned(*command, "--min-positives", "0", "s.csv")
        own = json.loads(out)["labels"]
        self.assertEqual(warnings, ["every row is flagged for label y_b: the scores do not separate the label's few "
                                    "positives"])
        self.assertEqual((own["y_b"]["fp"], own["y_b"]["flags"]), (99, ["everything_flagged", "few_positives"]))
        shared = json.loads(self.wald(*command, "s.csv"))["labels"]
        self.assertEqual(shared["y_a"], own["y_a"])
        self.assertEqual((shared["y_b"]["fp"], shared["y_b"]["flags"]), (20, ["few_positives", "shared_threshold"]))
        self.assertIn("), shared_threshold\n", self.wald(*command, "--format", "text", "s.csv"))
        out, warnings = self.warned(*command, "--min-precision", "0.5", "--precision-level", "0", "s.csv")
        self.assertIn("what was asked for is out of reach for label y_b: these are the nearest points", warnings)
        self.assertEqual([label["feasible"] for label in json.loads(out)["labels"].values()], [True, False])

    def test_lists_are_paired_in_order(self):
        self.write("s.csv", "a,b,p,q\n1,0,0.9,0.1\n0,1,0.2,0.8\n")
        got = self.choose("threshold", "--labels", "a,b", "--scores", "q,p", "s.csv")
        self.assertEqual({k: v["score"] for k, v in got["labels"].items()}, {"a": "q", "b": "p"})
        text = self.wald("threshold", "--labels", "a,b", "--scores", "p,q", "--format", "text", "s.csv")
        self.assertEqual(
            text, "a: p >= 0.9 (tp 1, fp 0, precision 1)\nb: q >= 0.8 (tp 1, fp 0, precision 1)\nvalue, macro: 1\n")


class Classes(ThresholdTest):
    def classes(self, stream, n_rows):
        names = ["cat", "dog", "owl"]
        rows = []
        for _ in range(n_rows):
            scores = [stream.random() for _ in names]
            total = sum(scores)
            rows.append((stream.choices(names, [s**2 for s in scores])[0], [s / total for s in scores]))
        return names, rows

    def decide(self, names, rows, multipliers):
        return [names[max(range(len(names)), key=lambda j: (scores[j] * multipliers[j], -j))] for _, scores in rows]

    def f1(self, names, rows, decided):
        values = []
        for name in names:
            tp = sum(t == name and d == name for (t, _), d in zip(rows, decided))
            values.append(oracle.rate(2 * tp, sum(t == name for t, _ in rows) + sum(d == name for d in decided), 1))
        return sum(values) / len(values)

    def test_objective(self):
        self.write("s.csv", "y,s\n1,3\n0,2\n1,1\n")
        for options, words in (([], "f1"), (["--metric", "fbeta:2", "--max-fp", 3], "fbeta:2 with fp <= 3"),
                               (["--cost-ratio", 2.5], "most true positives - fp/2.5"),
                               (["--max-alerts", 2, "--min-recall", 0.5],
                                "fewest false positives with alerts <= 2 and recall >= 0.5 (point estimate)"),
                               (["--min-precision", 0.25], "most true positives with precision >= 0.25")):
            for average in ("macro", "micro"):
                got = self.choose("threshold", "--labels", "y", "--scores", "s", "--average", average, *options,
                                  "s.csv")
                self.assertEqual((got["objective"], got["average"]), (words, average))

    def test_multipliers(self):
        stream = random.Random(13)
        for case in range(scaled(15)):
            names, rows = self.classes(stream, 30)
            self.write(
                "s.csv", "truth," + ",".join(f"p_{x}" for x in names) + "\n" +
                "".join(",".join([t, *map(repr, s)]) + "\n" for t, s in rows))
            got = self.choose("threshold", "--class", "truth", "--scores", "p_*", "s.csv")
            self.assertEqual(list(got), ["objective", "average", "value", "start", "classes"])
            self.assertEqual((got["objective"], got["average"]), ("f1", "macro"))
            self.assertEqual([(k, v["score"]) for k, v in got["classes"].items()], [(x, f"p_{x}") for x in names])
            multipliers = [v["multiplier"] for v in got["classes"].values()]
            decided = self.decide(names, rows, multipliers)
            self.assertAlmostEqual(got["value"], self.f1(names, rows, decided), delta=1e-12)
            self.assertAlmostEqual(got["start"], self.f1(names, rows, self.decide(names, rows, [1] * 3)), delta=1e-12)
            self.assertGreaterEqual(got["value"], got["start"])
            for truth, of_class in got["classes"].items():
                for decision, weight in of_class["decided"].items():
                    self.assertEqual(weight, sum(t == truth and d == decision for (t, _), d in zip(rows, decided)))
            out = self.wald("threshold", "apply", "--answer", "-", "s.csv", stdin=json.dumps(got))
            self.assertEqual(self.flags_of(out, "class"), decided)
        self.assertIn("owl: times ",
                      self.wald("threshold", "--class", "truth", "--scores", "p_*", "--format", "text", "s.csv"))

    def test_costs(self):
        names, rows = self.classes(random.Random(14), 60)
        costs = {
            "cat": {"cat": 0, "dog": 1, "owl": 5}, "dog": {"cat": 2, "dog": 0, "owl": 1},
            "owl": {"cat": 9, "dog": 3, "owl": -1}
        }
        self.write("s.csv", "truth,cat,dog,owl\n" + "".join(",".join([t, *map(repr, s)]) + "\n" for t, s in rows))
        # Neither rows nor columns in the order of the classes.
        self.write(
            "c.csv", "truth,owl,cat,dog\n" +
            "".join(f"{t},{costs[t]['owl']},{costs[t]['cat']},{costs[t]['dog']}\n" for t in ("dog", "owl", "cat")))
        got = self.choose("threshold", "--class", "truth", "--scores", "cat,dog,owl", "--costs", "c.csv", "s.csv")
        decided = self.decide(names, rows, [v["multiplier"] for v in got["classes"].values()])
        self.assertAlmostEqual(got["value"],
                               sum(costs[t][d] for (t, _), d in zip(rows, decided)) / len(rows), delta=1e-12)
        self.assertLessEqual(got["value"], got["start"])


class OneLabel(ThresholdTest):
    def test_normals_alone(self):
        stream = random.Random(16)
        self.write("n.csv", table([((stream.random(),), 0, 1) for _ in range(200)]))
        answer = json.loads(self.wald(*TASK, "--max-fpr", "0.05", "n.csv"))
        self.assertEqual((answer["fp"], answer["tp"], answer["precision"], answer["recall"]), (10, 0, None, None))
        self.assertEqual(answer["objective"], "most alerts with fpr <= 0.05")
        self.assertIn("only_negatives", answer["flags"])
        self.assertIn("certified", self.wald(*TASK, "--max-fpr", "0.05", "--certify", "0.9", "--format", "text", "n.csv"))


class Selected(ThresholdTest):
    def rows(self, stream, labelled=False):
        known = [(stream.randrange(40) / 8, int(labelled and stream.random() < 0.2)) for _ in range(60)]
        batch = [stream.randrange(40) / 8 + 4 * (i < 12) for i in range(30)]
        self.write("known.csv", "s,y\n" + "".join(f"{s},{y}\n" for s, y in known))
        self.write("batch.csv", "id,s\n" + "".join(f"r{i},{s}\n" for i, s in enumerate(batch)))
        return known, batch

    def test_against_the_definition(self):
        stream = random.Random(17)
        for i in range(scaled(30)):
            labelled = i % 3 == 2
            known, batch = self.rows(stream, labelled)
            level = stream.choice([0.1, 0.2, 0.4])
            p_values = [(1 + sum(y == 0 and s >= b for s, y in known)) / 61 for b in batch]
            passing = [p for k, p in enumerate(sorted(p_values)) if p * 30 <= level * (k + 1) * (1 + 1e-12)]
            out = self.wald("threshold", "select", "--scores", "s", "--known", "known.csv", "--max-fdr", level,
                            *(["--label", "y"] if labelled else []), "batch.csv")
            rows = list(csv.DictReader(io.StringIO(out)))
            self.assertEqual([row["id"] for row in rows], [f"r{k}" for k in range(30)])
            self.assertEqual([float(row["p_value"]) for row in rows], p_values)
            flags = [next(v for k, v in row.items() if k not in ("id", "s", "p_value")) for row in rows]
            self.assertEqual(flags, [str(int(bool(passing) and p <= passing[-1])) for p in p_values])

    def test_storey_flags_more(self):
        self.rows(random.Random(18))
        def count(*more):
            out = self.wald("threshold", "select", "--scores", "s", "--known", "known.csv", "--max-fdr", 0.2, *more, "batch.csv")
            return sum(row.split(",")[2] == "1" for row in out.splitlines()[1:])
        self.assertGreaterEqual(count("--storey", 0.5), count())
        self.assertGreater(count(), 0)

    def test_what_is_refused(self):
        self.rows(random.Random(19))
        start = ["threshold", "select", "--scores", "s", "--known", "known.csv"]
        self.write("gap.csv", "s,y\n1,0\n2,\n")
        gap = ["threshold", "select", "--scores", "s", "--known", "gap.csv", "--label", "y", "--max-fdr", 0.1, "batch.csv"]
        for arguments, message in (([*start, "batch.csv"], "--max-fdr is needed: the false discovery rate"),
                                   ([*start, "--max-fdr", 2, "batch.csv"], "--max-fdr"),
                                   ([*start, "--max-fdr", 0.1, "--known", "batch.csv", "batch.csv"], "--known"),
                                   (gap, "gap.csv")):
            code, out, err = self.run_raw(*arguments)
            self.assertEqual((code > 0, out), (True, ""), arguments)
            self.assertIn(message, err)


class Streams(ThresholdTest):
    def slow(self):
        """Arguments of a run that takes seconds."""
        stream = random.Random(15)
        rows = [(tuple(stream.random() for _ in range(3)), int(stream.random() < 0.2), 1) for _ in range(4000)]
        self.write("s.csv", table(rows))
        return [*TASK, "--bootstrap", "1000000", "--threads", "1", "s.csv"]

    def test_interrupt_while_choosing(self):
        process = self.start(*self.slow(), "-o", "t.json", "--plot", "f.svg")
        time.sleep(0.7)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
        self.assertEqual((process.returncode, err), (130, b"wald: interrupted\n"))
        self.assertEqual([p.name for p in self.folder.iterdir()], ["s.csv"])

    def test_progress_on_a_terminal(self):
        mine, theirs = open_terminal()
        process = self.start(*self.slow(), stderr=theirs)
        os.close(theirs)
        seen = shown_until(mine, b"choosing [")
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=120)
        os.close(mine)
        self.assertIn(b"choosing [", seen)


if __name__ == "__main__":
    unittest.main()
