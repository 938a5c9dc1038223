"""The forms in which tables come, and what a new user asks first: gzip, JSON lines, other delimiters, labels in words, help,
warnings, calibrations."""

import csv
import gzip
import io
import json
import math
import shutil
import unittest

from harness import SOURCE, CommandTest

P = "name,a,b,c\nx,0.9,0.2,0.4\ny,0.1,0.7,0.6\n"
PREDICT = ["predict", "--metric", "f1", "--id", "name"]


class Forms(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("p.csv", P)
        self.want = self.wald(*PREDICT, "p.csv")

    def test_gzip(self):
        self.write("p.csv.gz", gzip.compress(P.encode()))
        self.assertEqual(self.wald(*PREDICT, "p.csv.gz"), self.want)
        self.assertEqual(self.wald(*PREDICT, "-", stdin=gzip.compress(P.encode())), self.want)
        cut = P.index("y,")
        self.write("two.gz", gzip.compress(P[:cut].encode()) + gzip.compress(P[cut:].encode()))
        self.assertEqual(self.wald(*PREDICT, "two.gz"), self.want)
        self.write("p.svm.gz", gzip.compress(b"1:0.9 2:0.2 3:0.4\n1:0.1 2:0.7 3:0.6\n"))
        got = self.wald("predict", "--metric", "f1", "--n-labels", 3, "p.svm.gz")
        self.assertEqual([line.split(",")[:3] for line in got.splitlines()[1:]],
                         [line.split(",")[1:4] for line in self.want.splitlines()[1:]])
        # More than a buffer, out and in.
        rows = P + "".join(f"n{i},0.{i % 9 + 1},0.{i % 7 + 1},0.5\n" for i in range(60000))
        self.write("long.gz", gzip.compress(rows.encode(), 1))
        self.assertEqual(self.wald(*PREDICT, "long.gz"), self.wald(*PREDICT, "-", stdin=rows))
        whole = gzip.compress(rows.encode(), 1)
        self.fails(1, "cut.gz: its gzip data end too early: the file is not whole", *PREDICT,
                   self.write("cut.gz", whole[:len(whole) // 2]))

    def test_formats(self):
        # Every command that has a result of its own has json and jsonl, which are the same: one object per line.
        without = {"threshold apply", "threshold select", "calibrate fit", "calibrate apply", "version"}  # a table again, a model, a word
        table = json.loads((SOURCE / "bindings/cli/options/command_table.json").read_text())
        for command in table["commands"]:
            words = [option["words"] for option in command.get("options", []) if option["name"] == "format"]
            if not words:
                self.assertTrue(command["name"] in without or command["name"] in ("threshold", "calibrate", "cascade", "route"),
                                command["name"])
                continue
            self.assertLessEqual({"json", "jsonl"}, set(words[0]), command["name"])
        self.write("q.csv", self.want)
        for arguments in (PREDICT + ["p.csv"], ["curve", "--metric", "f1", "--id", "name", "p.csv"],
                          ["regret", "--metric", "f1", "--id", "name", "--prediction", "q.csv", "p.csv"],
                          ["worth", "--metric", "f1", "--id", "name", "p.csv"], ["metrics"], ["datasets"]):
            lines = self.wald(*arguments, "--format", "json")
            self.assertEqual(self.wald(*arguments, "--format", "jsonl"), lines)
            self.assertTrue(all(isinstance(json.loads(line), dict) for line in lines.splitlines()), arguments)
        rows = list(csv.DictReader(io.StringIO(self.wald("curve", "--metric", "f1", "--id", "name", "p.csv"))))
        lines = self.jsonl("curve", "--metric", "f1", "--id", "name", "--format", "json", "p.csv")
        self.assertEqual([(row["name"], int(row["k"]), float(row["expected"])) for row in rows],
                         [(line.get("id", line.get("instance")), line["k"], line["expected"]) for line in lines])
        listed = list(csv.DictReader(io.StringIO(self.wald("datasets", "--format", "csv"))))
        self.assertEqual([(row["name"], int(row["rows"]), row["licence"]) for row in listed],
                         [(line["name"], line["rows"], line["licence"]) for line in self.jsonl("datasets", "--format", "json")])
        self.fails(2, "wald: --format goes with the list: a table is written as CSV", "datasets", "yeast", "--format", "json")

    def test_delimiters(self):
        for name, delimiter in ((";", ";"), ("tab", "\t"), ("\\t", "\t"), ("|", "|")):
            self.write("d.csv", P.replace(",", delimiter))
            self.assertEqual(self.wald(*PREDICT, "--delimiter", name, "d.csv"), self.want)
        # What wald wrote has commas, and is read beside a table that has none.
        self.write("h.csv", self.want)
        self.write("t.csv", "name;a;b;c\nx;1;0;0\ny;0;1;1\n")
        [line] = self.jsonl("evaluate", "--metric", "f1", "--id", "name", "--truth", "t.csv", "--delimiter", ";", "h.csv")
        self.assertEqual(line["value"], 1 if self.want.splitlines()[1].startswith("x,1,0,0") else line["value"])
        self.write("s.csv", "s;y\n0.9;1\n0.2;0\n0.8;1\n0.4;0\n")
        [answer] = self.jsonl("threshold", "--scores", "s", "--label", "y", "--delimiter", ";", "s.csv")
        self.assertEqual(answer["thresholds"], {"s": 0.8})
        for delimiter, name in ((";", "';'"), ("\t", "tab"), ("|", "'|'")):
            header = P.splitlines()[0].replace(",", delimiter)
            shown = header.replace("\t", "\\x09")
            self.fails(1, f'd.csv:1: one column, "{shown}": cells are separated by commas; --delimiter {name} reads this '
                       "table", *PREDICT, self.write("d.csv", P.replace(",", delimiter)))
        for wrong in ("", ";;", '"'):
            self.fails(2, f'wald: --delimiter "{wrong}": one character, or tab, is needed', *PREDICT, "--delimiter", wrong, "p.csv")
        self.fails(1, 'd.csv:2: column "a" is "0,9": decimals stand behind a point, not a comma', *PREDICT, "--delimiter", ";",
                   self.write("d.csv", "name;a\nx;0,9\n"))

    def test_json_lines(self):
        rows = list(csv.DictReader(io.StringIO(P)))
        lines = [{key: row[key] if key == "name" else float(row[key]) for key in row} for row in rows]
        self.write("p.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
        self.assertEqual(self.wald(*PREDICT, "p.jsonl"), self.want)
        # Members may stand in another order, and numbers may be texts.
        lines[1] = dict(reversed([(key, str(value)) for key, value in lines[1].items()]))
        self.write("p.jsonl", "\n" + "".join(json.dumps(line) + "\r\n" for line in lines))
        self.assertEqual(self.wald(*PREDICT, "p.jsonl"), self.want)
        self.write("s.jsonl", '{"s": 0.9, "y": true}\n{"s": 0.8, "y": null}\n{"s": 0.3}\n{"y": false, "s": 0.1}\n')
        self.write("s.csv", "s,y\n0.9,1\n0.8,\n0.3,\n0.1,0\n")
        threshold = ["threshold", "--scores", "s", "--label", "y", "--positives", 2]
        self.assertEqual(self.wald(*threshold, "s.jsonl"), self.wald(*threshold, "s.csv"))
        for text, message in (
                ('{"a": 0.5}\n{"a": 0.5, "b": 1}\n', ':2: a member "b", which the first line does not have'),
                ('{"a": 0.5}\n{"a": [1]}\n', ':2: member "a" is "[1]": a cell is a number, a text, true, false or null'),
                ('{"a": 0.5}\n{"a": 2}\n', ':2: column "a" is 2: a probability lies in [0, 1]'),
                ('{"a": 0.5}\n0.5\n', ':2: no JSON object, where each line is one, as {"a": 0.5, "b": 1}'),
                ('[{"a": 0.5}]\n', ':1: no JSON object, where each line is one, as {"a": 0.5, "b": 1}'),
                ("{}\n", ":1: an object without members")):
            self.fails(1, "w.jsonl" + message, "predict", "--metric", "f1", self.write("w.jsonl", text))

    def test_words_for_labels(self):
        self.write("t.csv", "a,b,c\n1,0,0\n0,1,1\n")
        self.write("h.csv", "a,b,c\n1,0,1\n0,1,0\n")
        evaluate = ["evaluate", "--metric", "f1", "--metric", "jaccard", "--truth"]
        want = self.wald(*evaluate, "t.csv", "h.csv")
        for no, yes in (("false", "true"), ("no", "yes"), ("False", "TRUE"), ("No", "Yes"), ("0.0", "1.0")):
            self.write("w.csv", "a,b,c\n" + f"{yes},{no},{no}\n{no},{yes},{yes}\n")
            self.assertEqual(self.wald(*evaluate, "w.csv", "h.csv"), want)
        threshold = ["threshold", "--scores", "s", "--label", "y", "--positives", 2]
        self.write("s.csv", "s,y\n0.9,1\n0.8,\n0.3,1\n0.1,0\n")
        want = self.wald(*threshold, "s.csv")
        for missing in ("NA", "n/a", "NaN", "null"):
            self.write("w.csv", f"s,y\n0.9,yes\n0.8,{missing}\n0.3,Yes\n0.1,no\n")
            self.assertEqual(self.wald(*threshold, "w.csv"), want)


class Asking(CommandTest):
    def test_help(self):
        whole = self.wald("--help")
        self.assertEqual(self.wald("help"), whole)
        self.assertEqual(self.wald("-h"), whole)
        headings = [line for line in whole.splitlines() if line.endswith(":") and not line.startswith(" ")]
        self.assertEqual(headings, ["Learn:", "Decide:", "Scores:", "Ensembles:", "Watch:", "About:", "Options:", "Example:"])
        for command in ("predict", "threshold", "threshold apply", "cascade", "cascade fit", "calibrate fit", "fit"):
            self.assertEqual(self.wald("help", *command.split()), self.wald(*command.split(), "--help"))
        self.fails(2, 'wald: unknown command "predcit"; did you mean predict?\nTry \'wald --help\'.', "help", "predcit")
        # Options that say something to some learners alone stand together.
        self.assertIn("\nLearner, for forest or tree:\n", self.wald("help", "fit"))

    def test_version(self):
        version = "wald " + (SOURCE / "VERSION").read_text().strip() + "\n"
        self.assertEqual(self.wald("-V"), version)
        self.assertEqual(self.wald("--version"), version)

    def test_large_bounds(self):
        self.write("p.csv", "a,b\n0.5,0.5\n")
        largest = 2**53
        for option in ("--at-least", "--at-most"):
            for large in (largest + 1, largest + 2, 2**62):
                self.fails(2, f"wald: {option} is {large}: must be at most {largest}", "predict", "--metric", "f1", option, large,
                           "p.csv")
        self.fails(1, f"p.csv: --at-least {largest} cannot be met: an instance has 2 labels", "predict", "--metric", "f1",
                   "--at-least", largest, "p.csv")
        self.fails(2, f"wald: --at-least is {largest}: must be at most --at-most = {largest - 1}", "predict", "--metric", "f1",
                   "--at-least", largest, "--at-most", largest - 1, "p.csv")
        self.wald("predict", "--metric", "f1", "--at-most", largest, "p.csv")


class Warned(CommandTest):
    def test_one_label(self):
        self.write("p.csv", "a\n0.2\n0.3\n0.45\n")
        self.write("t.csv", "a\n0\n0\n1\n")
        said = ["the table has one column and the metric judges sets of rows: without an average each row is decided and "
                "evaluated alone; pass --average macro for the column, --average instance for the rows"]
        out, warnings = self.warned("predict", "--metric", "f1", "p.csv")
        self.assertEqual(warnings, said)
        self.write("h.csv", out)
        self.assertEqual(self.warned("evaluate", "--metric", "f1", "--truth", "t.csv", "h.csv")[1], said)
        self.assertEqual(self.warned("compare", "--metric", "f1", "t.csv", "h.csv", "h.csv")[1], said)
        for command in (["expected", "--prediction", "h.csv"], ["regret", "--prediction", "h.csv"], ["curve"], ["worth"],
                        ["predict", "--format", "jsonl"], ["report", "-o", "page.html", "t.csv"],
                        ["report", "-o", "page.html", "t.csv", "p.csv"]):
            self.assertEqual(self.warned(*command, "--metric", "f1", "p.csv")[1], said, command)
            if command != ["curve"]:
                self.wald(*command, "--metric", "f1", "--average", "macro", "p.csv")
                self.wald(*command, "--metric", "f1", "--average", "instance", "p.csv")
        # An average that is given holds for worth and report too.
        for average, gain in (("macro", True), ("instance", False)):
            found = json.loads(self.wald("worth", "--format", "json", "--metric", "f1", "--average", average, "p.csv"))
            self.assertEqual((found["average"], found["gain"] > 0), (average, gain))
            self.assertEqual(json.loads(self.wald("report", "--format", "json", "--metric", "f1", "--average", average, "t.csv",
                                                  "p.csv"))["average"], average)
        found = json.loads(self.warned("worth", "--format", "json", "--metric", "f1", "p.csv")[0])
        self.assertEqual((found["average"], found["gain"]), ("instance", 0))
        macro = self.wald("predict", "--metric", "f1", "--average", "macro", "p.csv")
        self.assertNotEqual([line.split(",")[1] for line in macro.splitlines()[1:4]],
                            [line.split(",")[0] for line in out.splitlines()[1:4]])
        for metric in ("hamming", "cost:1:3", "subset_accuracy"):  # sums over the rows
            self.wald("predict", "--metric", metric, "p.csv")
        self.wald("predict", "--metric", "f1", "-", stdin="a\n0.2\n")
        self.assertEqual(self.wald("predict", "--metric", "f1", "--average", "instance", "p.csv"), out)

    def test_rows_that_sum_to_one(self):
        self.write("p.csv", "no,yes\n0.7,0.3\n0.4,0.6\n0.2,0.8\n")
        self.write("t.csv", "no,yes\n1,0\n0,1\n0,1\n")
        said = ["each row of probabilities sums to 1, but its two labels are taken as independent: for a binary classifier "
                "pass the probabilities of class 1 alone (its column's name with --labels) with --average macro, for two "
                "exclusive classes pass --kind categorical"]
        for command in (["predict"], ["predict", "--format", "jsonl"], ["expected", "--prediction", "t.csv"],
                        ["regret", "--prediction", "t.csv"], ["worth"], ["report", "-o", "page.html", "t.csv"]):
            self.assertEqual(self.warned(*command, "--metric", "f1", "p.csv")[1], said, command)
            self.wald(*command, "--metric", "f1", "--kind", "categorical", "p.csv")
            self.wald(*command, "--metric", "f1", "--average", "macro", "p.csv")
        self.assertEqual(json.loads(self.warned("predict", "--format", "jsonl", "--metric", "f1", "p.csv")[0].split("\n")[0])
                         ["warning"], said[0])
        # What the warning advises.
        self.wald("predict", "--metric", "f1", "--labels", "yes", "--average", "macro", "p.csv")
        self.wald("predict", "--metric", "hamming", "p.csv")
        self.write("one.csv", "no,yes\n0.7,0.3\n")
        self.wald("predict", "--metric", "f1", "one.csv")

    def test_limits_that_are_not_attained(self):
        self.write("s.csv", "s,y\n0.9,0\n0.8,1\n0.3,1\n0.1,0\n")
        threshold = ["threshold", "--scores", "s", "--label", "y", "--min-precision", ".99"]
        out, [warning] = self.warned(*threshold, "s.csv")
        answer = json.loads(out)
        self.assertEqual((answer["feasible"], answer["thresholds"], answer["warning"]), (False, {"s": "inf"}, warning))
        self.assertIn("0.99", warning)
        out, warnings = self.warned(*threshold, "--format", "text", "s.csv")
        self.assertEqual(warnings, [warning])
        self.assertIn("WARNING                   " + warning, out)
        self.assertNotIn("warning", json.loads(self.wald("threshold", "--scores", "s", "--label", "y", "s.csv")))

    def test_one_metric_of_several_that_cannot_be_given(self):
        rows = [(i % 7, i * 5 % 11, int(i % 7 > 3), int(i * 5 % 11 > 4), int(i % 3 > 0)) for i in range(60)]
        self.write("rows.csv", "u,v,a,b,c\n" + "".join(",".join(map(str, row)) + "\n" for row in rows))
        self.wald("fit", "--learner", "efp", "--targets", "a,b,c", "-o", "m.json", "rows.csv")
        # The counts of efp decide metrics that are linear in the true positives alone.
        code, out, err = self.run_raw("evaluate", "--model", "m.json", "--metric", "f1", "--metric", "jaccard",
                                      "--metric", "hamming", "rows.csv")
        self.assertEqual([json.loads(line)["metric"] for line in out.splitlines()], ["f1", "hamming"])
        self.assertEqual(code, 1)
        self.assertTrue(err.startswith("wald: --metric jaccard: "), err)


@unittest.skipUnless(shutil.which("gnuplot"), "gnuplot is not installed")
class Pictures(CommandTest):
    def drawn(self, name, *arguments):
        self.wald(*arguments, "--plot", name)
        return (self.folder / name).read_text()

    def test_titles_and_reference_lines(self):
        self.write("s.csv", "s,t,y\n" + "".join(f"{(i * 37 % 100) / 100},{(i * 53 % 100) / 100},{int(i * 37 % 100 > 60)}\n"
                                               for i in range(100)))
        one = self.drawn("one.svg", "threshold", "--label", "y", "--scores", "s", "s.csv")
        for text in ("flags 39 rows: 39 of 39 positives, 0 false alerts", "at random", "scores of each class (line: the threshold)",
                     "what each threshold gives", "share of positives", "threshold of s"):
            self.assertIn(text, one)
        two = self.drawn("two.svg", "threshold", "--label", "y", "--scores", "s,t", "s.csv")
        self.assertIn("thresholds (shaded: flagged)", two)
        self.assertNotIn("scores of each class", two)
        self.write("p.csv", "a,b,c\n0.9,0.5,0.2\n")
        curve = self.drawn("c.svg", "curve", "--metric", "f1", "-o", "c.csv", "p.csv")
        self.assertIn("expected f1 of the best prediction with k labels", curve)
        self.assertIn("k, the number of labels predicted", curve)
        self.assertNotIn(">-1<", curve.replace(" ", ""))  # no axis runs beyond the values of k


class Missing(CommandTest):
    def test_features(self):
        rows = [(i % 5, "red" if i % 3 else "blue", int(i % 5 > 2)) for i in range(60)]
        fit = ["fit", "--learner", "br", "--calibration", "none", "--c-values", 1, "--targets", "y", "-o"]
        ask = ["predict", "--probabilities", "--model"]
        known = [u for i, (u, _, _) in enumerate(rows) if i % 7]
        mean = repr(math.fsum(known) / len(known))
        # A column of numbers, whose first cell is missing, by its mean; one of words by the commonest.
        for word, u_missing, c_missing in (("mean", 7, 0), ("most_frequent", 0, 11)):
            def cells(u_fill, c_fill):
                def cell(i, value, every, fill):
                    return fill if every and i % every == 0 else value

                return "u,c,y\n" + "".join(f"{cell(i, u, u_missing, u_fill)},{cell(i, c, c_missing, c_fill)},{y}\n"
                                           for i, (u, c, y) in enumerate(rows))

            self.write("t.csv", cells("", "NA"))
            self.write("f.csv", cells(mean, "red"))
            self.wald(*fit, "m.json", "--missing", word, "t.csv")
            self.wald(*fit, "w.json", "f.csv")
            self.write("new.csv", "c,u\nred,\nblue,1\n" if word == "mean" else "c,u\nn/a,4\nblue,1\n")
            self.write("full.csv", f"c,u\nred,{mean}\nblue,1\n" if word == "mean" else "c,u\nred,4\nblue,1\n")
            got, want = self.wald(*ask, "m.json", "new.csv").splitlines(), self.wald(*ask, "w.json", "full.csv").splitlines()
            self.assertEqual(got[0], want[0])
            for a, b in zip(got[1:], want[1:]):
                self.assertAlmostEqual(float(a), float(b), delta=1e-6, msg=word)
            column, said = ("u", "is empty") if word == "mean" else ("c", "is n/a")
            self.fails(1, f'new.csv:2: column "{column}" {said}: the model was fitted without --missing and takes no missing values; '
                       "fill it in, or leave the row out", *ask, "w.json", "new.csv")


class Calibrate(CommandTest):
    FIT = ["calibrate", "fit", "--scores", "s", "--label", "y", "-o", "c.json"]

    def setUp(self):
        super().setUp()
        self.rows = [((i * 37 % 100) / 100, int((i * 37 % 100) / 100 > 0.4 + 0.3 * math.sin(i))) for i in range(200)]
        self.write("s.csv", "id,s,y\n" + "".join(f"r{i},{s},{y}\n" for i, (s, y) in enumerate(self.rows)) + "u,0.5,\n")

    def test_fit_and_apply(self):
        for method in ("platt", "isotonic", "beta"):
            [found] = self.jsonl(*self.FIT, "--method", method, "s.csv")
            self.assertEqual(found, {"method": method, "score": "s", "n_rows": 200,
                                     "positives": sum(y for _, y in self.rows)})
            out = self.wald("calibrate", "apply", "--scores", "s", "c.json", "s.csv")
            rows = list(csv.DictReader(io.StringIO(out)))
            self.assertEqual(list(rows[0]), ["id", "s", "y", "probability"])
            self.assertEqual(len(rows), 201)
            p = [float(row["probability"]) for row in rows]
            for (s, p_s), (t, p_t) in zip(sorted(zip([s for s, _ in self.rows], p)), sorted(zip([s for s, _ in self.rows], p))[1:]):
                self.assertLessEqual(p_s, p_t + 1e-12, (s, t))
            if method != "beta":  # both match the share of positives
                self.assertAlmostEqual(math.fsum(p[:200]) / 200, found["positives"] / 200, delta=0.01)
        # By default the logistic curve, whose equations have one solution.
        self.wald(*self.FIT, "s.csv")
        self.assertEqual(json.loads((self.folder / "c.json").read_text())["calibration"]["kind"], "platt")

    def test_classes(self):
        names, rows = ("ant", "bee", "cat"), []
        for i in range(90):
            p = [0.9 if c == i % 3 else 0.05 for c in range(3)]
            rows.append((names[(i + (i % 5 == 0)) % 3], p))
        self.write("c.csv", "p_ant,p_bee,p_cat,y\n" + "".join(f"{p[0]},{p[1]},{p[2]},{y}\n" for y, p in rows))
        fit = ["calibrate", "fit", "--class", "y", "-o", "c.json"]
        self.fails(1, 'c.csv: column "y" names the class "bee", which no column of --probabilities is for; did you mean p_bee?', *fit,
                   "--probabilities", "p_ant,p_bee,p_cat", "c.csv")
        for method in ("temperature", "vector", "platt"):
            [found] = self.jsonl(*fit, "--probabilities", "p_*", "--method", method, "c.csv")
            self.assertEqual((found["method"], found["classes"], found["n_rows"]), (method, list(names), 90))
            self.assertEqual("temperature" in found, method == "temperature")
            out = self.wald("calibrate", "apply", "--probabilities", "p_ant,p_bee,p_cat", "c.json", "c.csv")
            for row in csv.DictReader(io.StringIO(out)):
                p = [float(row[f"probability_{k}"]) for k in (1, 2, 3)]
                self.assertAlmostEqual(math.fsum(p), 1, delta=1e-12)
                self.assertAlmostEqual(max(p), 0.8, delta=0.03)  # four of five are right
        for more in ([], ["--class", "y", "--label", "y"]):
            self.fails(2, "wald: one of --label and --class is needed: the truth", "calibrate", "fit", "--probabilities", "p_*",
                       "-o", "c.json", *more, "c.csv")
        self.fails(1, "wald: probabilities has 2 columns: the calibration was fitted to 3", "calibrate", "apply", "--probabilities", "p_ant,p_bee",
                   "c.json", "c.csv")

    def test_isotonic_by_hand(self):
        self.write("s.csv", "s,y,w\n1,0,1\n2,1,1\n3,0,3\n4,1,1\n")
        self.wald(*self.FIT, "--method", "isotonic", "--weights", "w", "s.csv")
        out = self.wald("calibrate", "apply", "--scores", "s", "c.json", "s.csv")
        p = [float(row["probability"]) for row in csv.DictReader(io.StringIO(out))]
        self.assertAlmostEqual(p[1], p[2], delta=1e-6)  # pooled, since 2 is positive and 3 is not
        self.assertTrue(p[0] < p[1] < p[3], p)
        self.wald(*self.FIT, "--method", "isotonic", "s.csv")
        out = self.wald("calibrate", "apply", "--scores", "s", "c.json", "s.csv")
        even = [float(row["probability"]) for row in csv.DictReader(io.StringIO(out))]
        self.assertAlmostEqual(even[1], even[2], delta=1e-6)
        self.assertLess(p[1], even[1])  # without weights the negative counts for less

    def test_probabilities(self):
        self.write("p.csv", "p,y\n" + "".join(f"{s},{y}\n" for s, y in self.rows))
        self.write("odds.csv", "s,y\n" + "".join(f"{min(max(math.log(s / (1 - s)) if s > 0 else -40, -40), 40)!r},{y}\n"
                                                 for s, y in self.rows))
        fit = ["calibrate", "fit", "--label", "y", "-o", "c.json"]
        for method in ("platt", "isotonic", "beta"):
            said = []
            for option, column, file in (("--probabilities", "p", "p.csv"), ("--scores", "s", "odds.csv")):
                [found] = self.jsonl(*fit, option, column, "--method", method, file)
                self.assertEqual(found["probability" if option == "--probabilities" else "score"], column)
                out = self.wald("calibrate", "apply", option, column, "c.json", file)
                said.append([float(row["probability"]) for row in csv.DictReader(io.StringIO(out))])
            for own, by_odds in zip(*said):
                self.assertAlmostEqual(own, by_odds, delta=1e-8)
        self.fails(1, "c.json: the calibration was fitted to scores: name their column by --scores", "calibrate", "apply",
                   "--probabilities", "p", "c.json", "p.csv")
        self.wald(*fit, "--probabilities", "p", "p.csv")
        self.fails(1, "c.json: the calibration was fitted to probabilities: name their column by --probabilities",
                   "calibrate", "apply", "--scores", "s", "c.json", "odds.csv")
        self.write("odds.csv", "p,y\n0.5,1\n-0.25,0\n")
        self.fails(1, 'odds.csv:3: column "p" is -0.25: a probability lies in [0, 1]', *fit, "--probabilities", "p",
                   "odds.csv")
        self.fails(1, 'odds.csv:3: column "p" is -0.25: a probability lies in [0, 1]', "calibrate", "apply",
                   "--probabilities", "p", "c.json", "odds.csv")
        for command in ("reliability", "decision-curve"):
            self.fails(1, 'odds.csv:3: column "p" is -0.25: a probability lies in [0, 1]', command, "--scores", "p", "--label",
                       "y", "odds.csv")
        self.fails(2, "wald: --probabilities and --scores exclude each other: a calibration is of one of them", *fit,
                   "--probabilities", "p", "--scores", "p", "p.csv")
        self.fails(2, "wald: --probabilities is needed: the column of the probabilities (--scores: of log-odds or other "
                   "scores)", *fit, "p.csv")

    def test_errors(self):
        self.fails(2, "wald: CALIBRATION is needed: the file that 'wald calibrate fit -o' wrote", "calibrate", "apply",
                   "--scores", "s")
        self.fails(2, "wald: one of --label and --class is needed: the truth", "calibrate", "fit", "--scores", "s", "-o", "c.json", "s.csv")
        self.fails(2, "wald: --output -: standard output has what was found; the calibration needs a file", "calibrate", "fit",
                   "--scores", "s", "--label", "y", "-o", "-", "s.csv")
        self.fails(2, 'wald: --method "plat"; did you mean platt?\nIt is platt, isotonic, beta, temperature or vector.', *self.FIT, "--method", "plat",
                   "s.csv")
        self.fails(1, 's.csv:1: no column "t", which --scores asks for', "calibrate", "fit", "--scores", "t", "--label", "y", "-o",
                   "c.json", "s.csv")
        self.write("c.json", "{}")
        code, out, err = self.run_raw("calibrate", "apply", "--scores", "s", "c.json", "s.csv")
        self.assertEqual((code, out, err.split(":")[0]), (1, "", "c.json"))


if __name__ == "__main__":
    unittest.main()
