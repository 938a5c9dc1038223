"""`wald route fit`, `apply` and `ask`, against all thresholds in exact fractions; and every message of theirs."""

import csv
import ctypes
import io
import itertools
import json
import os
import random
import shutil
import unittest
from fractions import Fraction

from harness import SOURCE, CommandTest

FIT, APPLY, ASK = (["route", command] for command in ("fit", "apply", "ask"))
COLUMNS = ["--confidences", "c*", "--answers", "a*"]
DIGITS = SOURCE / "docs" / "examples" / "digits_stages.jsonl"
OF_DIGITS = ["--confidences", "confidences", "--answers", "answers", "--costs", "1,20"]


def answering(thresholds, confidences):
    """The stage that answers; a threshold of None: not asked, -inf: all."""
    asked = [s for s, t in enumerate(thresholds) if t is not None]
    return next((asked[:i + 1] for i, s in enumerate(asked) if thresholds[s] == "-inf" or confidences[s] >= thresholds[s]))


def outcome(rows, costs, thresholds):
    """Mean cost and accuracy, exactly."""
    cost = right = Fraction(0)
    for confidences, answers, truth in rows:
        asked = answering(thresholds, confidences)
        cost += sum(costs[s] for s in asked)
        right += answers[asked[-1]] == truth
    return cost / len(rows), right / len(rows)


def every_route(rows, stages):
    levels = [sorted({c[s] for c, _, _ in rows}) for s in range(stages)]
    for last in range(stages):
        for head in itertools.product(*[[None, *levels[s]] for s in range(last)]):
            yield [*head, "-inf", *[None] * (stages - last - 1)]


def sample(stream, n, stages):
    rows = []
    for _ in range(n):
        truth = stream.randrange(3)
        skill = [0.4 + 0.5 * s / stages for s in range(stages)]
        answers = [truth if stream.random() < p else stream.randrange(3) for p in skill]
        rows.append(([stream.randrange(8) / 8 for _ in range(stages)], answers, truth))
    return rows


def table(rows, words=None):
    stages = len(rows[0][0])
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*[f"c{s}" for s in range(stages)], *[f"a{s}" for s in range(stages)], "y"])
    for confidences, answers, truth in rows:
        classes = [*answers, truth]
        writer.writerow([*confidences, *([words[c] for c in classes] if words else classes)])
    return out.getvalue()


class RouteTest(CommandTest):
    def applied(self, *arguments, **options):
        return list(csv.DictReader(self.wald(*APPLY, *arguments, **options).splitlines()))


class Values(RouteTest):
    def test_against_every_route(self):
        stream = random.Random(5)
        for trial in range(12):
            stages = 2 + trial % 2
            rows = sample(stream, 30, stages)
            costs = [1, 4, 15][:stages]
            self.write("s.csv", table(rows, ["red", "green", "blue"] if trial % 3 else None))
            known = [outcome(rows, costs, t) for t in every_route(rows, stages)]
            least = stream.choice([Fraction(1, 2), Fraction(7, 10)])
            found = self.fit_json(*COLUMNS, "--truth", "y", "--costs", ",".join(map(str, costs)), "--min-quality",
                             float(least), "-o", "route.json", "s.csv")
            reached = [cost for cost, quality in known if quality >= least]
            self.assertEqual(found["feasible"], bool(reached))
            if reached:
                self.assertAlmostEqual(found["cost"], float(min(reached)))
            cost, quality = outcome(rows, costs, found["thresholds"][0])
            self.assertAlmostEqual(found["cost"], float(cost))
            self.assertAlmostEqual(found["quality"], float(quality))
            budget = Fraction(5)
            best = self.fit_json(*COLUMNS, "--truth", "y", "--costs", ",".join(map(str, costs)), "--goal", "quality",
                            "--budget", 5, "s.csv")
            self.assertAlmostEqual(best["quality"], float(max(q for c, q in known if c <= budget)))
            applied = self.applied(*COLUMNS, "route.json", "s.csv")
            for (confidences, answers, _), row in zip(rows, applied):
                stage = answering(found["thresholds"][0], confidences)[-1]
                name = ["red", "green", "blue"][answers[stage]] if trial % 3 else str(answers[stage])
                self.assertEqual((row["stage"], row["answer"]), (str(stage), name))

    def test_forms_agree(self):
        rows = sample(random.Random(1), 40, 2)
        want = self.fit_json(*COLUMNS, "--truth", "y", "--costs", "1,9", "--min-quality", 0.6, stdin=table(rows))
        lines = [json.dumps({"c": c, "a": a, "y": y, "price": 9}) for c, a, y in rows]
        got = self.fit_json("--confidences", "c", "--answers", "a", "--truth", "y", "--costs", "1,price", "--min-quality", 0.6,
                       stdin="\n".join(lines))
        self.assertEqual(got, want)
        right = "".join(f"{c[0]},{int(a[0] == y)},{int(a[1] == y)}\n" for c, a, y in rows)
        got = self.fit_json("--confidences", "c", "--right", "r0,r1", "--costs", "1,9", "--min-quality", 0.6,
                       stdin="c,r0,r1\n" + right)
        for key in ("cost", "quality", "shares", "thresholds"):
            self.assertEqual(got[key], want[key])
        # A route that was not fitted to answers, or to others, hands on whatever they are.
        words = ["red", "green", "blue"]
        for policy, fitted, named in (("right.json", ["--confidences", "c", "--right", "r0,r1"], "c,r0,r1\n" + right),
                                      ("numbers.json", [*COLUMNS, "--truth", "y"], table(rows))):
            self.wald(*FIT, *fitted, "--costs", "1,9", "--min-quality", 0.6, "-o", policy, stdin=named)
            for row, (_, answers, _) in zip(self.applied(*COLUMNS, policy, stdin=table(rows, words)), rows):
                self.assertEqual(row["answer"], words[answers[int(row["stage"])]])
        self.write("a.csv", table(rows[:15]))
        self.write("b.csv", table(rows[15:]))
        got = self.fit_json(*COLUMNS, "--truth", "y", "--costs", "1,9", "--min-quality", 0.6, "--test", "a.csv", "a.csv", "b.csv")
        test = got.pop("test")
        self.assertEqual(got, want)
        cost, quality = outcome(rows[:15], [1, 9], want["thresholds"][0])
        self.assertEqual(test["n_rows"], 15)
        self.assertAlmostEqual(test["cost"], float(cost))
        self.assertAlmostEqual(test["quality"], float(quality))

    def test_groups(self):
        rows = sample(random.Random(2), 60, 2)
        lines = table(rows, ["red", "green", "blue"]).splitlines()
        text = "\n".join([lines[0] + ",s", *[f"{line},{'north' if i % 2 else 'south'}"
                                             for i, line in enumerate(lines[1:])]])
        self.write("s.csv", text)
        for by, column, key in (("segment", ["--segment", "s"], lambda i: "north" if i % 2 else "south"),
                                ("class", [], lambda i: ["red", "green", "blue"][rows[i][1][0]])):
            found = self.fit_json(*COLUMNS, *column, "--truth", "y", "--costs", "1,9", "--min-quality", 0.7, "--by", by, "-o",
                             "route.json", "s.csv")
            thresholds = dict(zip(found["groups"], found["thresholds"]))
            applied = self.applied(*COLUMNS, *column, "route.json", "s.csv")
            for i, row in enumerate(applied):
                self.assertEqual(int(row["stage"]), answering(thresholds[key(i)], rows[i][0])[-1])
        # A segment that is not known asks the last stage.
        self.fit_json(*COLUMNS, "--segment", "s", "--truth", "y", "--costs", "1,9", "--min-quality", 0, "--by", "segment",
                 "-o", "route.json", "s.csv")
        got = self.applied("--confidences", "c*", "--segment", "s", "route.json", stdin="c0,c1,s\n1,1,west\n1,1,north\n")
        self.assertEqual([row["stage"] for row in got], ["1", "0"])

    def test_router(self):
        text = "c0,c1,a0,a1,y,z\n0,0,1,1,1,0.9\n0,0,1,0,0,0.1\n0,0,0,0,0,0.7\n0,0,0,1,1,0.2\n"
        self.write("s.csv", text)
        found = self.fit_json("--answers", "a*", "--truth", "y", "--costs", "1,5", "--router", "--score", "z", "--min-quality",
                         1, "-o", "route.json", "s.csv")
        self.assertEqual((found["cost"], found["quality"], found["thresholds"]), (3, 1, [[0.7, "-inf"]]))
        got = self.applied("--score", "z", "--answers", "a*", "route.json", "s.csv")
        self.assertEqual([row["stage"] for row in got], ["0", "1", "0", "1"])

    def test_positive(self):
        rows = sample(random.Random(3), 50, 2)
        number = self.fit_json(*COLUMNS, "--truth", "y", "--measure", "recall", "--positive", 2, stdin=table(rows))
        word = self.fit_json(*COLUMNS, "--truth", "y", "--measure", "recall", "--positive", "blue",
                        stdin=table(rows, ["red", "green", "blue"]))
        self.assertEqual(number, word)
        positives = [row for row in rows if row[2] == 2]
        self.assertAlmostEqual(number["quality"],
                               float(outcome(positives, [1, 1], number["thresholds"][0])[1]))

    def test_digits(self):
        found = self.fit_json(*OF_DIGITS, "--truth", "truth", "--min-quality", 0.97, DIGITS)
        self.assertEqual(round(found["cost"], 2), 4.31)  # as the guide for Python has it
        found = self.fit_json(*OF_DIGITS, "--truth", "truth", "--min-quality", 0.97, "--by", "class", DIGITS)
        self.assertEqual(round(found["cost"], 2), 3.38)
        truth = [json.loads(line)["truth"] for line in DIGITS.read_text().splitlines()]
        asked = self.wald(*ASK, *OF_DIGITS, "--certify", 0.95, "--save", "rows.json", DIGITS)
        labels = 0
        for _ in range(30):
            rows = list(csv.DictReader(asked.splitlines()))
            labels += len(rows)
            self.assertTrue(all(0 < float(row["probability"]) <= 1 for row in rows))
            self.write("labels.csv", "row,truth\n" + "".join(f"{r['row']},{truth[int(r['row'])]}\n" for r in rows))
            found = self.fit_json("--load", "rows.json", "--labelled", "labels.csv", "--certify", 0.95)
            if found["certified"]:
                break
            asked = self.wald(*ASK, "--load", "rows.json", "--labelled", "labels.csv", "--certify", 0.95, "--save",
                              "rows.json")
        self.assertEqual((labels, round(found["cost"], 2)), (390, 5.59))

    @unittest.skipUnless(os.environ.get("WALD_LIBRARY"), "no library that Python can load")
    def test_library_reads_what_is_saved(self):
        rows = sample(random.Random(4), 20, 2)
        self.write("s.csv", table(rows, ["red", "green", "blue"]))
        self.fit_json(*COLUMNS, "--truth", "y", "-o", "route.json", "s.csv")
        self.wald(*ASK, *COLUMNS, "--batch-size", 5, "--save", "rows.json", "s.csv")
        library = ctypes.CDLL(os.environ["WALD_LIBRARY"])
        for kind, name in ((21, "route.json"), (20, "rows.json")):  # WALD_OBJECT_ROUTE, WALD_OBJECT_STAGES
            text = (self.folder / name).read_bytes()
            self.assertIn(b'"names":{"classes":', text)
            handle = ctypes.c_void_p()
            self.assertEqual(library.wald_load(kind, text, ctypes.c_int64(len(text)), ctypes.byref(handle)), 0)
            library.wald_destroy(handle)

    @unittest.skipUnless(shutil.which("gnuplot"), "no gnuplot")
    def test_plot(self):
        rows = sample(random.Random(6), 30, 2)
        for costs in ("1,9", "1,1"):  # of which the second leaves one route
            self.warned(*FIT, *COLUMNS, "--truth", "y", "--costs", costs, "--plot", "f.svg", stdin=table(rows))
            self.assertIn("chosen", (self.folder / "f.svg").read_text())


class Errors(RouteTest):
    ROWS = "c0,c1,a0,a1,y,s\n0.9,0.8,0,1,1,a\n0.5,0.8,1,1,1,b\n"

    def fails_clean(self, code, message, *arguments, **options):
        before = {path.name: path.read_bytes() for path in self.folder.iterdir()}
        self.fails(code, message, *arguments, **options)
        self.assertEqual({path.name: path.read_bytes() for path in self.folder.iterdir()}, before)

    def test_usage(self):
        self.write("s.csv", self.ROWS)
        hint = "\nTry 'wald route fit --help'."
        for message, arguments in (
                ("--confidences is needed" + hint, [*FIT, "--answers", "a*"]),
                ("--answers or --right is needed: what the stages answer, or how right they are" + hint,
                 [*FIT, "--confidences", "c*"]),
                ("--answers and --right do not go together: with --truth answers say what is right",
                 [*FIT, *COLUMNS, "--right", "r*"]),
                ("--by segment needs --segment: the column of the segments", [*FIT, *COLUMNS, "--by", "segment"]),
                ("--segment goes with --by segment, and says nothing here", [*FIT, *COLUMNS, "--segment", "s"]),
                ("--router needs --score: the column of the router's score", [*FIT, *COLUMNS, "--router"]),
                ("--score goes with --router, and says nothing here", [*FIT, *COLUMNS, "--score", "z"]),
                ("--goal quality needs --budget: the mean cost of a row is at most this",
                 [*FIT, *COLUMNS, "--goal", "quality"]),
                ("--min-quality is 2: must lie in [0, 1]", [*FIT, *COLUMNS, "--min-quality", 2]),
                ("--output \"s.csv\" is an input, which would be lost", [*FIT, *COLUMNS, "-o", "s.csv"]),
                ("--load takes the place of FILE: give one of them", [*FIT, "--load", "x.json"]),
                ("--labelled goes with --load: it has the labels of rows that were asked for",
                 [*FIT, *COLUMNS, "--labelled", "l.csv"]),
                ("--save is needed\nTry 'wald route ask --help'.", [*ASK, *COLUMNS]),
                ("--save \"s.csv\" is an input, which would be lost", [*ASK, *COLUMNS, "--save", "s.csv"]),
                ("--costs \"-1\": a cost is a finite number >= 0", [*FIT, *COLUMNS, "--costs=-1,2"])):
            self.fails_clean(2, "wald: " + message, *arguments, "s.csv")
        self.fails_clean(2, "wald: POLICY is needed: the file that 'wald route fit -o' wrote", *APPLY)
        self.fails_clean(2, "wald: --costs names columns of FILE, and --load takes its place", *FIT, "--load", "x.json",
                         "--costs", "1,2")

    def test_tables(self):
        def check(text, message, *arguments):
            self.write("s.csv", text)
            self.fails_clean(1, message, *FIT, *(arguments or [*COLUMNS, "--truth", "y"]), "-o", "route.json", "s.csv")

        check(self.ROWS, 's.csv:1: no column "z", which --truth asks for', *COLUMNS, "--truth", "z")
        check(self.ROWS, "s.csv:1: --answers selects 1 column: 2 to 12 stages are needed, from the cheap one to the expensive one",
              "--confidences", "c*", "--answers", "a0")
        check(self.ROWS, "s.csv:1: --confidences selects 4 columns, where there are 2 stages", "--confidences", "c*,s,y",
              "--answers", "a*")
        check(self.ROWS, "s.csv:1: --costs has 3 items, where there are 2 stages", *COLUMNS, "--costs", "1,2,3")
        check(self.ROWS, 's.csv:1: column "a0" is named by --truth, but has another use already', *COLUMNS, "--truth", "a0")
        check(self.ROWS.replace("0.9", "x"), 's.csv:2: column "c0" is "x", not a number: a confidence is a finite number, '
              "or empty if there is none")
        check(self.ROWS.replace("0.5,0.8,1,", "0.5,0.8,,"),
              's.csv:3: column "a0" is empty: the answer of the last stage alone may be not known')
        check("c,r0,r1\n1,2,0\n", 's.csv:2: column "r0" is 2: how right a stage is lies in [0, 1]; empty if the row '
              "is not labelled", "--confidences", "c", "--right", "r*")
        draw = ("--label-probability", "p")
        empty = 's.csv:3: column "p" is empty: a row with a label needs the probability with which it was labelled'
        check("c0,a0,a1,y,p\n1,0,1,1,0.5\n1,0,1,1,\n", empty, "--confidences", "c0", "--answers", "a*", "--truth", "y", *draw)
        check("c,r0,r1,p\n1,1,0,0.5\n1,1,0,\n", empty, "--confidences", "c", "--right", "r*", *draw)
        check("c,a0,a1,p\n1,0,,\n1,0,1,\n", empty, "--confidences", "c", "--answers", "a*", *draw)
        check('{"c":[1,2],"a":[0,1],"y":1}\n{"c":[1],"a":[0,1],"y":1}\n',
              's.csv:2: member "c" is "[1]", where it is a list of 2 in the first line', "--confidences", "c", "--answers",
              "a", "--truth", "y")
        check(self.ROWS.replace(",1,a", ",cat,a"),
              "wald: --measure recall: --positive names the positive class, where classes are words", *COLUMNS, "--truth",
              "y", "--measure", "recall")

    def test_policies(self):
        self.write("s.csv", self.ROWS)
        self.write("bad.json", "{}")
        self.wald(*FIT, *COLUMNS, "--truth", "y", "--by", "segment", "--segment", "s", "-o", "route.json", "s.csv")
        self.fails_clean(2, "wald: route.json is by segment: --segment is needed", *APPLY, "--confidences", "c*",
                         "route.json", "s.csv")
        self.fails_clean(2, "wald: route.json goes by confidences: --confidences is needed", *APPLY, "--segment", "s",
                         "route.json", "s.csv")
        code, out, err = self.run_raw(*APPLY, "--confidences", "c*", "bad.json", "s.csv")
        self.assertEqual((code, out), (1, ""))
        self.assertTrue(err.startswith("bad.json: "), err)

    def test_labels(self):
        self.write("s.csv", self.ROWS)
        self.wald(*ASK, *COLUMNS, "--batch-size", 2, "--save", "rows.json", "s.csv")
        for text, message in (("row,truth\n0,x\n", ':2: column "truth" is "x", not a number: a class is a whole number '
                               "from 0 here, as in the saved rows"),
                              ("truth\n1\n", ':1: no column "row", which --labelled asks for'),
                              ("row,truth\n-1,1\n", ':2: column "row" is -1: a row is its number, from 0'),
                              ("row,truth\n0,\n", ':2: column "truth" is empty: every row that was asked for has a label')):
            self.write("l.csv", text)
            self.fails_clean(1, "l.csv" + message, *FIT, "--load", "rows.json", "--labelled", "l.csv")


if __name__ == "__main__":
    unittest.main()
