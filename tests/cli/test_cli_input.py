"""What the command makes of unusual input: cells that are no numbers, rows and policies that were saved, names of labels and
columns, and every option that says which columns are meant."""

import csv
import json
import shutil
import unittest

from harness import CommandTest

FIT, APPLY, ASK = (["route", command] for command in ("fit", "apply", "ask"))
STAGES = ["--confidences", "c*", "--answers", "a*"]
ROWS = "c0,c1,a0,a1,y,s,w,q\n0.9,0.8,0,1,1,a,1,0.5\n0.5,0.8,1,1,1,b,2,0.5\n0.4,0.7,0,1,0,b,1,1\n"
HEAD = "c0,c1,a0,a1,y,z\n"
RIGHT = "c,r0,r1\n1,0.5,1\n0.5,0,1\n0.25,0,0.5\n"


class InputTest(CommandTest):
    def fails_clean(self, code, message, *arguments, **options):
        before = {path.name: path.read_bytes() for path in self.folder.iterdir()}
        self.fails(code, message, *arguments, **options)
        self.assertEqual({path.name: path.read_bytes() for path in self.folder.iterdir()}, before)


class RouteTables(InputTest):
    def refused(self, text, message, *arguments):
        self.write("t.csv", text)
        self.fails_clean(1, "t.csv" + message, *FIT, *(arguments or [*STAGES, "--truth", "y"]), "-o", "route.json", "t.csv")

    def test_cells(self):
        cost, weight, score = ("a cost is a finite number >= 0", "a weight is a finite number >= 0",
                               "a router's score is a finite number")
        chance = "the probability of being labelled lies in (0, 1]; empty if a row was not considered"
        said = {"x": '"x", not a number', "-1": "-1", "inf": "inf", "nan": "nan", "": "empty", "0": "0", "2": "2"}
        for option, rule, cells in ((["--costs", "1,z"], cost, ["x", "-1", "inf", "nan", ""]),
                                    (["--weights", "z"], weight, ["x", "-1", "inf", "nan", ""]),
                                    (["--label-probability", "z"], chance, ["x", "-1", "inf", "0", "2"]),
                                    (["--router", "--score", "z"], score, ["x", "inf", "nan", ""]),
                                    (["--by", "segment", "--segment", "z"], "every row has a segment", ["", "nan"])):
            for cell in cells:
                self.refused(f"{HEAD}0.9,0.8,0,1,1,{cell}\n", f':2: column "z" is {said[cell]}: {rule}', *STAGES, "--truth",
                             "y", *option)
        self.refused(HEAD + "0.9,inf,0,1,1,5\n",
                     ':2: column "c1" is inf: a confidence is a finite number, or empty if there is none')
        for cell in ("x", "-1", "nan0"):
            shown = f'"{cell}", not a number' if cell != "-1" else cell
            self.refused(f"c,r0,r1\n1,{cell},0\n", f':2: column "r0" is {shown}: how right a stage is lies in [0, 1]; empty '
                         "if the row is not labelled", "--confidences", "c", "--right", "r*")

    def test_columns(self):
        row = HEAD + "0.9,0.8,0,1,1,5\n"
        self.refused(row, ":1: --truth names 2 columns, where one is needed", *STAGES, "--truth", "?")
        self.refused(row, ':1: column "c0" is named by --costs, but has another use already', *STAGES, "--costs", "c*")
        self.refused(row, ':1: no column "x", which --costs asks for', *STAGES, "--costs", "1,x")
        many = [f"a{i}" for i in range(13)]
        self.refused(",".join(["c0", *many]) + "\n1" + ",0" * 13 + "\n", ":1: --answers selects 13 columns: 2 to 12 stages "
                     "are needed, from the cheap one to the expensive one", "--confidences", "c0", "--answers", "a*")
        self.refused("c0,y\n1,0\n", ":1: --right selects 1 column: 2 to 12 stages are needed, from the cheap one to the expensive "
                     "one", "--confidences", "c0", "--right", "y")
        self.write("t.csv", row)
        for cost in ("inf", "nan", "-1"):
            self.fails_clean(2, f'wald: --costs "{cost}": a cost is a finite number >= 0', *FIT, *STAGES, "--costs",
                             f"1,{cost}", "-o", "route.json", "t.csv")

    def test_several_files(self):
        self.write("t.csv", HEAD + "0.9,0.8,0,1,1,5\n0.5,0.6,1,1,0,6\n")
        self.write("three.csv", "c0,c1,c2,a0,a1,a2,y\n1,1,1,0,0,0,0\n")
        self.write("words.csv", "c0,c1,a0,a1,y\n1,1,0,0,dog\n")
        known = [*FIT, *STAGES, "--truth", "y"]
        self.fails_clean(1, "three.csv:1: --answers selects 3 columns, and 2 in t.csv", *known, "t.csv", "three.csv")
        self.fails_clean(1, "three.csv:1: --answers selects 3 columns, where there are 2 stages", *known, "--test", "three.csv",
                         "t.csv")
        self.fails_clean(1, 'words.csv:2: column "y" is "dog": a class is a whole number from 0 here, as in the rows before',
                         *known, "--test", "words.csv", "t.csv")
        # One word makes words of all classes, in the files before it, too: then "1" and "1.0" are two.
        self.write("more.csv", "c0,c1,a0,a1,y\n1,1,cat,1.0,1\n")
        found = self.fit_json(*STAGES, "--truth", "y", "--min-quality", 0, "--costs", "1,9", "--by", "class", "-o",
                              "route.json", "t.csv", "more.csv")
        self.assertEqual(found["groups"], ["0", "1", "cat"])
        self.assertEqual(json.loads((self.folder / "route.json").read_text())["names"], {"classes": ["0", "1", "cat", "1.0"]})

    def test_rows_without_labels(self):
        # An empty truth is no label, and "1.0" is the class 1 if all are numbers.
        self.write("t.csv", HEAD + "0.9,0.8,0,1.0,1,1\n0.5,,1,1,,1\n0.1,0.2,1,,NA,1\n")
        found = self.fit_json(*STAGES, "--truth", "y", "--min-quality", 0.5, "t.csv")
        self.assertEqual((found["n_rows"], found["n_labelled"], found["quality"], found["shares"]), (3, 1, 1, [0, 1]))
        self.write("t.csv", "c,r0,r1\n1,0.5,1\n0.5,,\n0.25,0,0.5\n")
        found = self.fit_json("--confidences", "c", "--right", "r*", "--min-quality", 0.7, "t.csv")
        self.assertEqual((found["n_rows"], found["n_labelled"], found["quality"], found["shares"]), (3, 2, 0.75, [0, 1]))
        # Weights of 3 and 1 and probabilities of 1/2 and 1/4: the labelled rows count as 6 and 4.
        self.write("t.csv", "c,r0,r1,w,p\n1,1,0,3,0.5\n0,0,1,1,0.25\n0.5,,,5,0.5\n")
        found = self.fit_json("--confidences", "c", "--right", "r*", "--weights", "w", "--label-probability", "p",
                              "--goal", "quality", "--budget", 1, "--costs", "1,9", "t.csv")
        self.assertAlmostEqual(found["quality"], 0.6)
        self.assertAlmostEqual(found["full_quality"], 0.4)


class RouteOptions(InputTest):
    def setUp(self):
        super().setUp()
        self.write("s.csv", ROWS)

    def test_usage(self):
        hint = "\nTry 'wald route fit --help'."
        twice = "--right says what --truth would: give one of them"
        replaced = " names columns of FILE, and --load takes its place"
        for message, arguments in (
                (twice, [*FIT, "--confidences", "c0", "--right", "a*", "--truth", "y"]),
                (twice, [*FIT, "--load", "r.json", "--labelled", "l.csv", "--truth", "y", "--right", "a"]),
                ("--truth" + replaced, [*FIT, "--load", "r.json", "--truth", "y"]),
                ("--right" + replaced, [*FIT, "--load", "r.json", "--right", "y"]),
                ("--confidences" + replaced, [*FIT, "--load", "r.json", "--labelled", "l.csv", "--confidences", "c"]),
                ("--confidences is needed" + hint, [*FIT, "--load", "r.json", "--test", "t.csv"]),
                ("--by class needs --answers: a class is what the first stage answers",
                 [*FIT, "--confidences", "c0", "--right", "a*", "--by", "class"]),
                ("--router does not go with --by class: a router decides before any answer",
                 [*FIT, "--answers", "a*", "--router", "--score", "w", "--by", "class"]),
                ("--positive is \"\": a value is needed", [*FIT, *STAGES, "--measure", "recall", "--positive", ""]),
                ("--output -: standard output has what was found; the policy needs a file", [*FIT, *STAGES, "-o", "-"]),
                ("--save -: standard output has the rows to label; the table needs a file", [*ASK, *STAGES, "--save", "-"]),
                ("standard input is named twice", [*FIT, *STAGES, "--test", "-", "-"]),
                ("standard input is named twice", [*FIT, "--load", "-", "--labelled", "-"]),
                ("--plot and --output name the same file", [*FIT, *STAGES, "--plot", "x.svg", "-o", "x.svg", "s.csv"]),
                ("--plot and --output name the same file", [*FIT, *STAGES, "--plot", "x.svg", "-o", "./x.svg", "s.csv"]),
                ("--save and --output name the same file", [*ASK, *STAGES, "--save", "x", "-o", "x", "s.csv"]),
                ("--plot \"s.csv\" is an input, which would be lost", [*FIT, *STAGES, "--plot", "s.csv", "s.csv"]),
                ("--output \"rows.json\" is an input, which would be lost",
                 [*FIT, "--load", "rows.json", "-o", "rows.json"]),
                ("one FILE is needed, and here are several: each is a table of its own",
                 [*APPLY, "--confidences", "c*", "route.json", "s.csv", "t.csv"])):
            self.write("rows.json", "{}")
            self.fails_clean(2, "wald: " + message, *arguments)

    def test_classes_that_are_too_many(self):
        self.write("t.csv", "c0,c1,a0,a1,y\n0.9,1,0,0,0\n0.5,1,2147483646,1,1\n")
        self.fails_clean(1, "wald: --by is class: the classes go up to 2147483646, and each has thresholds of its own: must be at "
                         "most 1048575", *FIT, *STAGES, "--truth", "y", "--by", "class", "t.csv")

    def test_positive(self):
        known = [*FIT, *STAGES, "--truth", "y", "--measure", "recall", "--positive"]
        self.fails_clean(1, 'wald: --positive "dog": classes are whole numbers from 0 here', *known, "dog", "s.csv")
        self.fails_clean(1, 'wald: --positive "-1": classes are whole numbers from 0 here', *known[:-1], "--positive=-1",
                         "s.csv")
        self.write("t.csv", "c0,a0,a1,y\n1,cat,cat,dog\n0.5,cat,dog,dog\n")
        self.fails_clean(1, 'wald: --positive "dgo": no row has this class; did you mean dog?', *known, "dgo", "t.csv")
        found = self.fit_json(*known[2:], "dog", "t.csv")
        self.assertEqual((found["measure"], found["quality"], found["feasible"]), ("recall", 0.5, False))
        # The class 1 is positive where none is named.
        for measure, quality in (("precision", 2 / 3), ("f", 0.8)):
            found = self.fit_json(*STAGES, "--truth", "y", "--measure", measure, "--min-quality", 0, "--costs", "9,1", "s.csv")
            self.assertEqual(found["thresholds"], [[None, "-inf"]])
            self.assertAlmostEqual(found["quality"], quality)


class RoutePolicies(InputTest):
    def setUp(self):
        super().setUp()
        self.write("s.csv", ROWS)

    def test_what_a_policy_goes_by(self):
        known = [*FIT, *STAGES, "--truth", "y"]
        _, warnings = self.warned(*known, "-o", "none.json", "s.csv")
        self.assertEqual(warnings, ["no route reaches the quality 0.95, the default of --min-quality: this is the nearest one"])
        self.warned(*known, "--by", "class", "-o", "class.json", "s.csv")
        self.warned(*FIT, "--answers", "a*", "--truth", "y", "--router", "--score", "w", "-o", "router.json", "s.csv")
        for message, arguments in (
                ("none.json goes by confidences, not by a router's --score", [*STAGES, "--score", "w", "none.json"]),
                ("none.json is not by segment: leave out --segment", [*STAGES, "--segment", "s", "none.json"]),
                ("class.json is by class: --answers is needed", ["--confidences", "c*", "class.json"]),
                ("router.json goes by a router's score, not by --confidences", [*STAGES, "--score", "w", "router.json"]),
                ("router.json goes by a router's score: --score is needed", ["--answers", "a*", "router.json"])):
            self.fails_clean(2, "wald: " + message, *APPLY, *arguments, "s.csv", "-o", "out.csv")
        self.fails_clean(1, "s.csv:1: --answers selects 1 column, where there are 2 stages", *APPLY, "--confidences", "c*",
                         "--answers", "a0", "none.json", "s.csv")
        self.fails_clean(1, "t.csv:2: column \"a0\" is empty: the route asks this stage first, and its answer tells the group",
                         *APPLY, *STAGES, "class.json", self.write("t.csv", "c0,a0,a1\n1,,0\n"))
        self.fails_clean(1, 't.csv:2: column "a0" is "dog": a class is a whole number from 0 here, as in the rows before',
                         *APPLY, *STAGES, "class.json", self.write("t.csv", "c0,a0,a1\n1,dog,0\n"))

    def test_jsonl(self):
        numbers = "c0,a0,a1,y\n0.9,1,0,1\n0.1,0,1,1\n"
        words = "c0,a0,a1,y\n0.9,b,a,b\n0.1,a,b,b\n"
        for text, one, other in ((numbers, 1, 0), (words, "b", "a")):
            self.write("t.csv", text)
            self.wald(*FIT, *STAGES, "--truth", "y", "--min-quality", 1, "--costs", "1,5", "-o", "route.json", "t.csv")
            rows = f"c0,a0,a1\n0.95,{one},\n0.2,{other},\n0.3,{other},{one}\n"
            got = self.jsonl(*APPLY, *STAGES, "--format", "jsonl", "route.json", stdin=rows)
            # The answer of the last stage to row 1 is not known.
            self.assertEqual(got, [{"row": 0, "stage": 0, "answer": one}, {"row": 1, "stage": 1, "answer": None},
                                   {"row": 2, "stage": 1, "answer": one}])
            self.assertEqual(self.wald(*APPLY, *STAGES, "--format", "csv", "route.json", stdin=rows),
                             f"row,stage,answer\n0,0,{one}\n1,1,\n2,1,{one}\n")
            self.assertEqual(self.jsonl(*APPLY, "--confidences", "c0", "--format", "jsonl", "route.json", stdin=rows),
                             [{"row": 0, "stage": 0}, {"row": 1, "stage": 1}, {"row": 2, "stage": 1}])
            self.assertEqual(self.wald(*APPLY, "--confidences", "c0", "route.json", stdin=rows),
                             "row,stage\n0,0\n1,1\n2,1\n")

    def test_the_last_stage_alone_by_class(self):
        # Where the last stage answers everything there is one group, whatever the classes are.
        self.write("t.csv", "c0,a0,a1,y\n0.9,0,1,1\n0.1,1,0,0\n")
        found = self.fit_json(*STAGES, "--truth", "y", "--by", "class", "--min-quality", 1, "--costs", "1,5", "-o", "route.json",
                              "t.csv")
        self.assertEqual(found["shares"], [0, 1])
        self.assertEqual(self.wald(*APPLY, *STAGES, "route.json", "t.csv"), "row,stage,answer\n0,1,1\n1,1,0\n")

    def test_names_that_need_quotes(self):
        names = ["a,b", ' "c"', "tab\t", "\ttab", "end "]
        with open(self.folder / "t.csv", "w", newline="") as file:
            writer = csv.writer(file, quoting=csv.QUOTE_ALL)
            writer.writerow(["c0", "a0", "a1", "y"])
            writer.writerows([[1, name, name, name] for name in names])
        self.wald(*FIT, *STAGES, "--truth", "y", "-o", "route.json", "t.csv")
        got = self.wald(*APPLY, *STAGES, "route.json", "t.csv")
        self.assertEqual(got, 'row,stage,answer\n0,0,"a,b"\n1,0," ""c"""\n2,0,"tab\t"\n3,0,"\ttab"\n4,0,"end "\n')

    def test_damaged_names(self):
        self.warned(*FIT, *STAGES, "--truth", "y", "-o", "route.json", "s.csv")
        sound = (self.folder / "route.json").read_text()
        for classes in ('["a","a"]', '["a",1,"b"]', '"a"', '{"a":"b","c":"b"}'):
            self.write("bad.json", sound.replace('"stages":', f'"names":{{"classes":{classes}}},\n"stages":', 1))
            self.fails_clean(1, "bad.json: its names of classes are no list of different texts", *APPLY, *STAGES, "bad.json",
                             "s.csv")
        self.write("bad.json", sound.replace('"stages":', '"names":{"segments":[null]},\n"stages":', 1))
        self.fails_clean(1, "bad.json: its names of segments are no list of different texts", *APPLY, *STAGES, "bad.json",
                         "s.csv")
        self.write("bad.json", sound[:-20])
        code, out, err = self.run_raw(*APPLY, *STAGES, "bad.json", "s.csv")
        self.assertEqual((code, out), (1, ""))
        self.assertTrue(err.startswith("bad.json: saved route: "), err)


class SavedRows(InputTest):
    def setUp(self):
        super().setUp()
        self.write("right.csv", "c,r0,r1\n1,,\n0.5,,\n0.25,,\n")
        asked = self.wald(*ASK, "--confidences", "c", "--right", "r*", "--certify", 0.9, "--batch-size", 3, "--save", "rows.json",
                          "right.csv")
        self.assertEqual(asked, "row,probability\n0,1\n1,1\n2,1\n")

    def test_how_right_stages_are(self):
        want = self.fit_json("--confidences", "c", "--right", "r*", "--min-quality", 0.5, self.write("full.csv", RIGHT))
        labels = "row,probability,r0,r1\n0,1,0.5,1\n1,1,0,1\n2,1,0,0.5\n"
        known = ["--load", "rows.json", "--labelled", "l.csv", "--min-quality", 0.5]
        for text, own in ((labels, []), (labels, ["--right", "r0,r1"]),
                          (labels.replace("r0,r1", "one,other"), ["--right", "one,other"])):
            self.write("l.csv", text)
            got = self.fit_json(*known, *own)
            for key in ("cost", "quality", "full_quality", "shares", "thresholds", "n_rows", "n_labelled"):
                self.assertEqual(got[key], want[key])
        # The other way round the first column is of the last stage.
        self.write("l.csv", labels)
        got = self.fit_json(*known, "--right", "r1,r0")
        self.assertEqual((got["shares"], got["full_quality"]), ([1, 0], 0.5 / 3))
        self.write("l.csv", labels.replace("\n", ",note\n", 1).replace(",1\n", ",1,x\n").replace(",0.5\n", ",0.5,x\n"))
        self.assertEqual(self.fit_json(*known, "--right", "r0,r1")["quality"], want["quality"])
        # In JSON lines the items of a list are columns.
        self.write("l.csv", '{"row":0,"r":[0.5,1]}\n{"row":1,"r":[0,1]}\n{"row":2,"r":[0,0.5]}\n')
        self.assertEqual(self.fit_json(*known)["quality"], want["quality"])

    def test_cells_and_columns(self):
        rule = "how right a stage is lies in [0, 1]"
        for row, message in (("x,1,1", ':2: column "row" is "x", not a number: a row is its number, from 0'),
                             ("1.5,1,1", ':2: column "row" is 1.5: a row is its number, from 0'),
                             (",1,1", ':2: column "row" is empty: a row is its number, from 0'),
                             ("1,x,1", f':2: column "r0" is "x", not a number: {rule}'),
                             ("1,2,1", f':2: column "r0" is 2: {rule}'), ("1,1,-1", f':2: column "r1" is -1: {rule}'),
                             ("1,1,nan", f':2: column "r1" is nan: {rule}'), ("1,,1", f':2: column "r0" is empty: {rule}'),
                             ("7,1,1", ": rows[0] is 7: must lie in [0, 2]")):
            self.write("l.csv", f"row,r0,r1\n{row}\n")
            self.fails_clean(1, "l.csv" + message, *FIT, "--load", "rows.json", "--labelled", "l.csv")
        self.write("l.csv", "row,r0,r1,note\n1,1,1,x\n")
        self.fails_clean(1, 'l.csv:1: 3 columns of labels, where 2 columns are needed beside "row"', *FIT, "--load", "rows.json",
                         "--labelled", "l.csv")
        self.fails_clean(1, 'l.csv:1: 1 column of labels, where 2 columns are needed beside "row"', *FIT, "--load", "rows.json",
                         "--labelled", "l.csv", "--right", "r0")
        self.write("l.csv", b"row,r0,r1,note\n1,1,1,\xff\n")
        self.fails_clean(1, 'l.csv:2: column "note" is not UTF-8 text: "\\xff"', *FIT, "--load", "rows.json", "--labelled",
                         "l.csv", "--right", "r0,r1")

    def test_labels_of_the_wrong_kind(self):
        self.write("l.csv", "row,r0,r1\n0,0.5,1\n1,0,1\n2,0,0.5\n")
        known = [*FIT, "--load", "rows.json", "--labelled", "l.csv"]
        self.fails_clean(1, 'l.csv:1: the column "row" holds the rows\' numbers, and is no label', *known, "--right", "row,r0")
        self.fails_clean(1, "l.csv:1: --truth is given, and the saved rows have no answers: --right labels them", *known,
                         "--truth", "r0")
        self.write("s.csv", ROWS)
        self.wald(*ASK, *STAGES, "--certify", 0.9, "--batch-size", 3, "--save", "rows.json", "s.csv")
        self.fails_clean(1, "l.csv:1: --right is given, and the saved rows have answers: --truth labels them", *known,
                         "--right", "r0")

    def test_answers(self):
        self.write("s.csv", ROWS)
        asked = self.jsonl(*ASK, *STAGES, "--certify", 0.9, "--batch-size", 3, "--format", "jsonl", "--save", "rows.json", "s.csv")
        self.assertTrue(asked)
        for row in asked:
            self.assertEqual(sorted(row), ["probability", "row"])
            self.assertTrue(0 < row["probability"] <= 1)
        self.write("l.csv", "row,y,other\n" + "".join(f"{row['row']},1,0\n" for row in asked))
        found = self.fit_json("--load", "rows.json", "--labelled", "l.csv", "--truth", "y", "--min-quality", 0)
        self.assertEqual((found["n_rows"], found["n_labelled"]), (3, len(asked)))
        self.write("l.csv", "row,ya,yb\n0,1,0\n")
        self.fails_clean(1, 'l.csv:1: 2 columns of labels, where 1 column is needed beside "row"', *FIT, "--load", "rows.json",
                         "--labelled", "l.csv", "--truth", "y*")
        # Saved rows without new labels are read alone.
        self.fails_clean(1, f"wald: {len(asked)} rows were asked for and have no label yet: label them first", *FIT, "--load",
                         "rows.json")

    def test_files(self):
        for text, fault in (("{}", '"wald" is missing'), ("x", "parse error")):
            self.write("bad.json", text)
            code, out, err = self.run_raw(*FIT, "--load", "bad.json")
            self.assertEqual((code, out), (1, ""))
            self.assertTrue(err.startswith("bad.json: saved stages: " + fault), err)
        self.fails_clean(1, "nosuch.json: No such file or directory", *FIT, "--load", "nosuch.json")


class RouteReports(InputTest):
    def lines(self, *arguments):
        """The lines of a report by the term that stands before them; those of one term are a list."""
        out, term = {}, ""
        report, warnings = self.warned(*FIT, *arguments)
        for line in filter(None, report.splitlines()):
            term = line[:16].strip() or term
            out.setdefault(term, []).append(line[16:].strip())
        missed = "NOT reached" in out["asked for"][0] or out.get("certified", [""])[0].startswith("NO,")
        self.assertEqual(len(warnings), missed, warnings)
        return out

    def graded(self, n, wrong):
        """A cheap stage that is wrong in every `wrong`-th row, where it is the least sure."""
        rows = "".join(f"{1 - int(i % wrong == 0) * (0.5 + i / n / 2)},{int(i % wrong == 0)},0,0\n" for i in range(n))
        return self.write("g.csv", "c0,a0,a1,y\n" + rows)

    def test_goals(self):
        self.graded(20, 4)
        known = [*STAGES, "--truth", "y", "--costs", "1,9", "g.csv"]
        self.assertEqual(self.lines(*known, "--min-quality", 0.7)["asked for"], ["the least cost at the quality asked for"])
        best = self.lines(*known, "--goal", "quality", "--budget", 1)
        self.assertEqual(best["asked for"], ["the best quality within the budget"])
        self.assertEqual((best["route"], best["stage"], best["last stage"]), (["1           0.75"], ["0"], ["9           1"]))
        value = self.lines(*known, "--goal", "value", "--right-value", 100, "--format", "text")
        self.assertEqual(value["asked for"], ["the greatest value less the costs"])
        self.assertEqual((value["route"], value["stage"]), (["3.25        1"], ["0 from 1, else 1"]))
        self.assertNotIn("certified", value)

    def test_other_rows(self):
        self.graded(20, 4)
        self.write("t.csv", "c0,a0,a1,y\n1,0,0,\n0.5,0,1,\n")
        known = [*STAGES, "--truth", "y", "--costs", "1,9", "--min-quality", 1, "--test"]
        found = self.lines(*known, "t.csv", "g.csv")
        self.assertEqual(found["on other rows"], ["5.5         not known", "0: 0.5, 1: 0.5"])
        self.assertEqual(self.fit_json(*known, "t.csv", "g.csv")["test"],
                         {"n_rows": 2, "cost": 5.5, "quality": None, "shares": [0.5, 0.5]})
        self.write("t.csv", "c0,a0,a1,y\n1,0,0,0\n0.5,0,1,0\n1,1,0,0\n1,0,0,0\n")
        self.assertEqual(self.lines(*known, "t.csv", "g.csv")["on other rows"], ["3.25        0.5", "0: 0.75, 1: 0.25"])

    def test_certificates(self):
        self.graded(120, 4)
        known = [*STAGES, "--truth", "y", "--costs", "1,9", "g.csv"]
        found = self.lines(*known, "--min-quality", 0.7, "--certify", 0.9)
        self.assertEqual(found["certified"], ["yes, with probability 0.9 for future rows"])
        self.assertNotIn("labels needed", found)
        self.write("few.csv", "c0,a0,a1,y\n" + "1,0,0,0\n" * 5)
        found = self.lines(*STAGES, "--truth", "y", "--costs", "1,9", "--min-quality", 0.9, "--certify", 0.9, "few.csv")
        self.assertEqual((found["certified"], found["labels needed"]),
                         (["NO, with probability 0.9 for future rows"],
                          ["no number would certify a cheaper route"]))

    def test_groups(self):
        # Of more than twenty groups the rest are counted.
        self.write("g.csv", "c0,r0,r1,s\n" + "".join(f"0.5,1,1,s{i:02}\n" for i in range(23)))
        known = ["--confidences", "c0", "--right", "r*", "--by", "segment", "--segment", "s"]
        self.assertEqual(self.lines(*known, "g.csv")["stage"], [f"s{i:02}: 0" for i in range(20)] + ["and 3 groups more"])
        self.assertEqual(self.fit_json(*known, "g.csv")["groups"], [f"s{i:02}" for i in range(23)])
        self.write("g.csv", "c0,r0,r1,s\n" + "".join(f"0.5,1,1,{i}.0\n" for i in range(2)))
        self.assertEqual(self.lines(*known, "g.csv")["stage"], ["0: 0", "1: 0"])

    def test_a_router(self):
        self.write("t.csv", "z,a0,a1,a2,y\n1,0,0,0,0\n1,0,1,0,0\n0.5,1,1,0,0\n0.4,1,1,1,1\n")
        found = self.lines("--answers", "a*", "--truth", "y", "--costs", "1,2,3", "--router", "--score", "z", "--min-quality",
                           1, "t.csv")
        self.assertEqual((found["stage by score"], found["answers"]), (["0 from 1, else 2"], ["0: 0.5, 1: 0, 2: 0.5"]))

    def test_a_search_by_levels(self):
        rows = "".join(f"{i % 97 / 97},{i % 89 / 89},1,{int(i % 3 > 0)},{int(i % 5 > 0)},1,1\n" for i in range(200))
        self.write("t.csv", "c0,c1,c2,a0,a1,a2,y\n" + rows)
        found = self.lines(*STAGES, "--truth", "y", "--costs", "1,3,20", "--max-policies", 16, "t.csv")
        self.assertEqual(found["search"], ["by levels, and finer ones around the best: not every route"])

    @unittest.skipUnless(shutil.which("gnuplot"), "no gnuplot")
    def test_plot_of_one_cost(self):
        # All costs and qualities are one value, of which gnuplot would warn.
        self.write("t.csv", "c0,r0,r1\n1,1,1\n0,1,1\n")
        self.wald(*FIT, "--confidences", "c0", "--right", "r*", "--plot", "f.svg", "t.csv")
        self.assertIn("mean cost of a row", (self.folder / "f.svg").read_text())


class Beliefs(InputTest):
    COUNTS = "instance,label,s,p\ni,a,1,0.3\ni,a,2,0.2\ni,b,1,0.4\ni,b,2,0.2\nj,b,1,1\n"

    def test_counts_cells(self):
        for cell, shown in (("x", '"x", not a number'), ("1.5", "1.5"), ("-1", "-1"), ("3e9", "3e9"), ("nan", "nan")):
            self.write("t.csv", f"label,s,p\na,{cell},0.9\n")
            self.fails_clean(1, f't.csv:2: column "s" is {shown}: a number of labels is a whole number >= 0', "predict",
                             "--metric", "f1", "--kind", "counts", "t.csv")

    def test_sums(self):
        # A table that the library refuses is named, with the instance where there are several.
        for begin, place in (("", ""), ("i,", ': instance "i"')):
            head = "instance,label,s,p\n" if begin else "label,s,p\n"
            self.write("t.csv", head + f"{begin}a,1,0.1\n{begin},0,0.9\n{begin},1,0.9\n")
            self.fails_clean(1, f"t.csv{place}: p_zero and p_s sum to 1.8: must sum to 1", "predict", "--metric", "f1",
                             "--kind", "counts", "t.csv")

    def test_averages_down_columns(self):
        # Only the marginals of instances count there: a = (0.5, 0), b = (0.6, 1).
        self.write("c.csv", self.COUNTS)
        self.write("p.csv", "a,b\n0.5,0.6\n0,1\n")
        self.write("h.csv", "instance,a,b\ni,1,0\nj,0,1\n")
        got = self.jsonl("expected", "--metric", "f1", "--average", "macro", "--kind", "counts", "--prediction", "h.csv",
                         "c.csv")
        self.write("plain.csv", "a,b\n1,0\n0,1\n")
        want = self.jsonl("expected", "--metric", "f1", "--average", "macro", "--prediction", "plain.csv", "p.csv")
        self.assertEqual([line["label"] for line in got], ["a", "b"])
        for one, other in zip(got, want):
            self.assertAlmostEqual(one["expected"], other["expected"])
            self.assertAlmostEqual(one["sd"], other["sd"])
        # f1 of column a is 1 if the 1 is true, and 0 else; of b it is 1 or 2/3.
        self.assertAlmostEqual(got[0]["expected"], 0.5)
        self.assertAlmostEqual(got[1]["expected"], 0.4 + 0.6 * 2 / 3)

    def test_columns_of_a_joint_table(self):
        self.write("j.csv", "instance,a,b,weight\ni,1,0,1\ni,0,1,1\nj,1,1,2\n")
        got = self.wald("curve", "--metric", "f1", "--average", "macro", "--kind", "joint", "j.csv")
        rows = list(csv.DictReader(got.splitlines()))
        self.assertEqual([(row["label"], row["k"]) for row in rows], [(c, k) for c in "ab" for k in "012"])
        for row, value in zip(rows, [0, (2 / 3 + 1) / 2, (2 / 3 + 1) / 2] * 2):
            self.assertAlmostEqual(float(row["expected"]), value)

    def test_undecided_rows(self):
        self.write("p.csv", "a,b\n0.6,0.3\n0.2,0.9\n")
        self.write("h.csv", "a,b\n,\n0,1\n")
        for average in ("macro", "micro"):
            self.fails_clean(1, f"h.csv: row 0 is left undecided, which has no meaning for --average {average}", "expected",
                             "--metric", "f1", "--average", average, "--prediction", "h.csv", "p.csv")

    def test_names_of_the_output(self):
        for name in ("row", "k", "expected"):
            self.write("t.csv", f"{name},a\nx,0.9\n")
            self.fails_clean(1, f't.csv: the column of names is called "{name}", as one that the output adds: rename it',
                             "curve", "--metric", "f1", "--id", name, "t.csv")

    def test_utf8(self):
        # Overlong forms, surrogates and what lies beyond the last character are no text.
        for name in ("é", "ࠀ", "힟", "\ue000", "𐀀", "\U0010ffff", "\x7f"):
            self.write("t.csv", f"{name},b\n0.9,0.1\n")
            self.assertEqual(self.wald("predict", "--metric", "f1", "t.csv").splitlines()[0], f"{name},b,expected")
        for raw in (b"\xc1\xbf", b"\xe0\x9f\xbf", b"\xed\xa0\x80", b"\xf0\x8f\xbf\xbf", b"\xf4\x90\x80\x80", b"\xf5\x80",
                    b"\xc3", b"\xc3(", b"\x80"):
            self.write("t.csv", raw + b",b\n0.9,0.1\n")
            shown = "".join(f"\\x{byte:02x}" if byte >= 0x80 else chr(byte) for byte in raw)
            self.fails_clean(1, f't.csv:1: the header is not UTF-8 text: "{shown}"', "predict", "--metric", "f1", "t.csv")

    def test_long_texts(self):
        # A long text is cut between characters, and a control character is shown by its number.
        for text, shown in (("x" * 61, "x" * 60 + "..."), ("x" * 59 + "éé", "x" * 59 + "..."), ("a\x7f", "a\\x7f")):
            self.write("t.csv", f"a\n{text}\n")
            self.fails_clean(1, f't.csv:2: column "a" is "{shown}", not a number: a probability lies in [0, 1]; --id '
                             "passes a column of names through", "predict", "--metric", "f1", "t.csv")

    def test_json_lines(self):
        known = ["predict", "--metric", "f1"]
        for text, message in (("{\n", 'no JSON object, where each line is one, as {"a": 0.5, "b": 1}'),
                              ("[{}]\n", 'no JSON object, where each line is one, as {"a": 0.5, "b": 1}'),
                              ('{"a":{"b":1}}\n',
                               'member "a" is "{"b":1}": a cell is a number, a text, true, false or null'),
                              ('{"a":18446744073709551615}\n',
                               'column "a" is 18446744073709551616: a probability lies in [0, 1]'),
                              ('{"a":-3}\n', 'column "a" is -3: a probability lies in [0, 1]')):
            self.write("t.jsonl", text)
            self.fails_clean(1, f"t.jsonl:1: {message}", *known, "t.jsonl")
        self.write("t.jsonl", '{"c":[1,2],"c.0":3,"a0":0,"a1":1}\n')
        self.fails_clean(1, 't.jsonl:1: two members make a column "c.0"', *FIT, *STAGES, "t.jsonl")
        self.write("t.jsonl", '{"c":[1,2],"a":[0,1],"y":1}\n{"c":3,"a":[0,1],"y":1}\n')
        self.fails_clean(1, 't.jsonl:2: member "c" is "3", where it is a list of 2 in the first line', *FIT, "--confidences",
                         "c", "--answers", "a", "--truth", "y", "t.jsonl")
        self.write("t.jsonl", '{"c":[1,2],"a":[0,1],"y":1}\n{"c":null,"a":[0,1],"y":1}\n')
        found = self.fit_json("--confidences", "c", "--answers", "a", "--truth", "y", "--min-quality", 1, "t.jsonl")
        self.assertEqual((found["n_rows"], found["shares"]), (2, [0, 1]))


class Learners(InputTest):
    KNOWN = ["evaluate", "--metric", "hamming", "--model", "m.json"]

    def fitted(self, *arguments):
        self.wald("fit", "--learner", "br", "-o", "m.json", *arguments)

    def test_classes_of_a_table(self):
        self.write("t.csv", "u,y\n1,cat\n2,dog\n3,cat\n4,dog\n")
        self.fitted("--targets", "y", "t.csv")
        for targets, message in ((["--targets", "y,u"], "--targets selects 2 columns, where a row has one class"),
                                 (["--targets", "u"], 'column "u" is a feature of m.json, and no target'),
                                 ([], "--targets is needed: it names the column of the class, which m.json does not know")):
            self.fails_clean(1, "t.csv:1: " + message, *self.KNOWN, *targets, "t.csv")
        self.write("t.csv", "u,y\n1,dgo\n")
        self.fails_clean(1, 't.csv:2: column "y" is "dgo", which is no class of m.json; did you mean dog?', *self.KNOWN,
                         "--targets", "y", "t.csv")
        self.write("t.csv", b"u,y\n1,\xff\n")
        self.fails_clean(1, 't.csv:2: column "y" is not UTF-8 text: "\\xff"', *self.KNOWN, "--targets", "y", "t.csv")

    def test_classes_of_lines(self):
        self.write("t.svm", "cat 1:1\ndog 1:2\ncat 1:3\ndog 1:4\n")
        self.fitted("t.svm")
        for line, message in (("cat,dog 1:1", "2 labels, where a row has one class"),
                              (" 1:1", "0 labels, where a row has one class"),
                              ("cow 1:1", 'a label is "cow", which is no class of m.json'),
                              ("cat x:1", 'token 2 is "x:1": index:value is needed'),
                              ("cat -1:1", 'token 2 is "-1:1": index:value is needed'),
                              ("cat 1", 'token 2 is "1": index:value is needed')):
            self.write("e.svm", line + "\n")
            self.fails_clean(1, "e.svm:1: " + message, *self.KNOWN, "e.svm")

    def test_labels_of_lines(self):
        self.write("t.svm", "1 1:1\n0 1:2\n1 1:3\n0 1:4\n")
        self.fitted("t.svm")
        # One label is 1, and 0 or -1 are not; any other must be its name.
        for target, value in (("+1", 1), ("1.0", 1), ("-1", 0), ("0", 0)):
            self.write("e.svm", f"{target} 1:2\n")
            line = self.jsonl(*self.KNOWN, "--average", "macro", "e.svm")[0]
            self.write("e.svm", f"{value} 1:2\n")
            self.assertEqual(line, self.jsonl(*self.KNOWN, "--average", "macro", "e.svm")[0])
        for target in ("2", "x", "1e16", "1.5", "inf"):
            self.write("e.svm", f"{target} 1:2\n")
            self.fails_clean(1, f'e.svm:1: a label is "{target}", which is no label of m.json', *self.KNOWN, "e.svm")
        for targets in ("1,0", "0,1", "-1,+1"):
            self.write("e.svm", f"0 1:1\n{targets} 1:2\n")
            self.fails_clean(1, "e.svm:2: 2 labels, where m.json knows one", *self.KNOWN, "e.svm")

    def test_names_of_labels(self):
        self.write("names.txt", "zero\none\n")
        self.write("t.svm", "1 1:1\n0 1:2\n1 1:3\n0 1:4\n")
        self.fitted("--label-names", "names.txt", "--task", "labels", "t.svm")
        for label in ("2", "x", "-1", "0.5"):
            self.write("e.svm", f"{label} 1:1\n")
            message = f'e.svm:1: label "{label}": --label-names has 2 lines, which are counted from 0'
            self.fails_clean(1, message, *self.KNOWN, "--label-names", "names.txt", "e.svm")
            self.fails_clean(1, message, "fit", "--learner", "br", "-o", "z.json", "--label-names", "names.txt", "e.svm")
        self.write("gap.txt", "zero\n\none\n")
        self.fails_clean(1, "gap.txt:2: an empty line, where each is a name", "fit", "--learner", "br", "-o", "z.json",
                         "--label-names", "gap.txt", "t.svm")
        for index in (0, 3):
            self.write("e.svm", f"1 {index}:1\n")
            self.fails_clean(1, f"e.svm:1: index {index}: --feature-names has 2 lines, which are counted from 1", "fit",
                             "--learner", "br", "-o", "z.json", "--feature-names", "names.txt", "e.svm")

    def test_targets(self):
        for targets, message in ((["inf", "inf"], ' holds "inf" alone: two classes or more are needed'),
                                 (["1.5", "2"], " holds 1.5: a target is 0 or 1, or a whole number or word that names a class")):
            self.write("e.svm", "".join(f"{target} 1:1\n" for target in targets))
            self.fails_clean(1, "e.svm: the target" + message, "fit", "--learner", "br", "-o", "z.json", "e.svm")
        # Classes that are numbers stand in their order, others in that of their bytes; 1e16 is a word like any other.
        for targets, names in ((["10", "9", "+2", "9.0"], ["2", "9", "10"]), (["b", "10", "9"], ["10", "9", "b"]),
                               (["1e16", "3"], ["3", "1e16"])):
            self.write("e.svm", "".join(f"{target} 1:{i}\n" for i, target in enumerate(targets * 4, 1)))
            self.wald("fit", "--learner", "br", "-o", "z.json", "e.svm")
            self.assertEqual(json.loads((self.folder / "z.json").read_text())["label_names"], names)

    def test_one_label_by_task(self):
        self.write("t.csv", "u,y\n1,yes\n2,no\n3,yes\n4,no\n")
        self.fitted("--targets", "y", "--task", "labels", "t.csv")
        saved = json.loads((self.folder / "m.json").read_text())
        self.assertEqual((saved["task"], saved["label_names"]), ("labels", ["y"]))
        self.write("t.csv", "u,y\n1,cat\n2,dog\n")
        self.fails_clean(1, 't.csv:2: column "y" is "cat", not a number: a label is 0 or 1', "fit", "--learner", "br",
                         "--targets", "y", "--task", "labels", "-o", "z.json", "t.csv")

    def test_weights_and_names_of_rows(self):
        self.write("t.csv", "u,ya,yb\n1,1,0\n2,0,1\n3,1,1\n4,0,0\n")
        self.fitted("--targets", "y*", "t.csv")
        self.write("e.csv", "u,ya,yb,w\n1,1,0,x\n")
        self.fails_clean(1, 'e.csv:2: column "w" is "x", not a number: a weight is a finite number >= 0', *self.KNOWN,
                         "--weights", "w", "e.csv")
        self.write("e.csv", b"u,name\n1,\xff\n")
        self.fails_clean(1, 'e.csv:2: column "name" is not UTF-8 text: "\\xff"', "predict", "--metric", "f1", "--model",
                         "m.json", "--id", "name", "e.csv")
        # A column of names may be a feature, too.
        self.write("e.csv", "u\n1\n4\n")
        out, warnings = self.warned("predict", "--metric", "f1", "--model", "m.json", "--id", "u", "e.csv")
        self.assertIn("sums to 1", *warnings)  # of the learned marginals of two labels
        self.assertEqual([line.split(",")[0] for line in out.splitlines()], ["u", "1", "4"])

    def test_given_marginals(self):
        table = "u,ya,yb,pa,pb\n1,1,0,.5,.4\n2,0,1,.3,.5\n3,1,1,.5,.2\n4,0,0,.2,.3\n"
        self.write("t.csv", table)
        fit = ["fit", "--learner", "cardinality:given", "-o", "m.json"]
        self.wald(*fit, "--targets", "y*", "--marginals", "p*", "t.csv")
        predict = ["predict", "--probabilities", "--model", "m.json", "--marginals"]
        want = self.wald(*predict, "p*", "t.csv")
        # A pattern without a * and a list go by the order of the columns.
        self.assertEqual(self.wald(*predict, "p?", "t.csv"), want)
        self.assertEqual(self.wald(*predict, "pa,pb", "t.csv"), want)
        self.assertNotEqual(self.wald(*predict, "pb,pa", "t.csv"), want)
        self.assertEqual(self.wald(*predict, "p*", stdin=table.replace("pa,pb", "pb,pa")),
                         self.wald(*predict, "pb,pa", "t.csv"))
        self.fails_clean(1, "t.csv: --marginals selects 1 column, and there are 2 labels: each has one", *predict, "pa", "t.csv")
        self.write("e.csv", "u,pa,pb\n1,2,0.5\n")
        self.fails_clean(1, 'e.csv:2: column "pa" is 2: a probability lies in [0, 1]', *predict, "p*", "e.csv")
        end = " stands for are no names of the labels "
        order = ": list the columns in the order of the labels"
        self.write("e.csv", "u,px,py\n1,1,0.5\n")
        self.fails_clean(1, f'e.csv: what the * of --marginals p*{end}"ya", "yb"{order}', *predict, "p*", "e.csv")
        self.write("e.csv", "u,ya,px\n1,1,1\n2,0,1\n")
        self.fails_clean(1, f'e.csv: what the * of --marginals *x{end}"ya"{order}', *fit, "--targets", "ya", "--marginals",
                         "*x", "e.csv")
        self.write("e.csv", "u,ya,yb,yc,p1,p2,p3\n1,1,0,1,.5,.5,.5\n2,0,1,1,.5,.5,.5\n")
        self.fails_clean(1, f'e.csv: what the * of --marginals p*{end}"ya", "yb", ...{order}', *fit, "--targets", "y*",
                         "--marginals", "p*", "e.csv")

    def test_columns_of_levels(self):
        # "k=x" is a feature of its own, and "k=red" a level of k.
        self.write("t.csv", "k,k=x,y\nred,1,1\nblue,2,0\nred,3,1\nblue,4,0\n")
        self.fitted("--targets", "y", "t.csv")
        self.assertEqual(json.loads((self.folder / "m.json").read_text())["feature_names"], ["k=blue", "k=red", "k=x"])
        predict = ["predict", "--probabilities", "--model", "m.json"]
        want = self.wald(*predict, "t.csv")
        self.assertEqual(self.wald(*predict, stdin="k=x,k\n1,red\n2,blue\n3,red\n4,blue\n"), want)
        self.write("e.csv", "k=x\n1\n")
        self.fails_clean(1, 'e.csv:1: no column "k", which m.json asks for (its feature is "k=blue")', *predict, "e.csv")
        # A name that begins with = is no level of anything.
        self.write("t.csv", "=b,y\n1,1\n2,0\n")
        self.fitted("--targets", "y", "t.csv")
        self.write("e.csv", "a,b\n1,1\n")
        self.fails_clean(1, 'e.csv:1: no column "=b", which m.json asks for; did you mean b?', *predict, "e.csv")


class Thresholds(InputTest):
    ROWS = "s1,s2,y,z,g,v\n0.9,0.1,1,1,n,1\n0.8,0.3,1,0,n,2\n0.2,0.8,0,1,m,1\n0.3,0.3,0,0,m,1\n"

    def setUp(self):
        super().setUp()
        self.write("t.csv", self.ROWS)

    def test_amounts(self):
        for cell, shown in (("x", '"x", not a number'), ("inf", "inf"), ("nan", "nan"), ("", "empty")):
            self.write("e.csv", f"s1,y,v\n0.5,1,{cell}\n")
            for option in ("--benefit", "--cost"):
                self.fails_clean(1, f'e.csv:2: column "v" is {shown}: an amount is a finite number', "threshold", "--scores",
                                 "s1", "--label", "y", option, "v", "e.csv")

    def test_objectives_of_labels(self):
        for options, objective in ((["--max-alerts", 1], "most true positives with alerts <= 1"),
                                   (["--max-fpr", 0.5], "most true positives with fpr <= 0.5"),
                                   (["--max-alert-rate", 0.5], "most true positives with alert rate <= 0.5"),
                                   (["--max-fp", 1, "--max-fpr", 0.5],
                                    "most true positives with fp <= 1 and fpr <= 0.5"),
                                   (["--cost-ratio", 0.5], "most true positives - fp/0.5"),
                                   (["--marginal-precision", 0.75], "most true positives - fp/0.3333333333333333"),
                                   (["--min-recall", 1], "fewest false positives with recall >= 1 (point estimate)"), ([], "f1")):
            found = json.loads(self.wald("threshold", "--scores", "s1", "--labels", "y", *options, "t.csv"))
            self.assertEqual(found["objective"], objective)

    def test_what_is_flagged(self):
        def flags(*options):
            out, _ = self.warned("threshold", "--format", "text", "--label", "y", *options, "t.csv")
            return out.splitlines()[0].split(None, 1)[1]

        self.assertEqual(flags("--scores", "s1", "--max-alerts", 0), "nothing")
        self.assertEqual(flags("--scores", "s1,s2", "--rule", "and", "--max-alerts", 0), "nothing")
        self.assertEqual(flags("--scores", "s1", "--min-recall", 1), "s1 >= 0.8")

    def test_certificate_in_words(self):
        def certified(name, *options):
            out, _ = self.warned("threshold", "--format", "text", "--scores", "s", "--label", "y", "--certify", 0.9, *options,
                                 name)
            return next(line.split(None, 1)[1] for line in out.splitlines() if line.startswith("certified"))

        self.write("few.csv", "s,y\n0.9,1\n0.1,0\n")
        self.write("many.csv", "s,y\n" + "".join(f"{i},{int(i >= 100)}\n" for i in range(200)))
        self.assertEqual(certified("few.csv", "--min-precision", 0.5), "NO")
        self.assertEqual(certified("many.csv", "--min-precision", 0.5), "yes")

    def test_segments(self):
        out = self.wald("threshold", "--format", "text", "--scores", "s1", "--label", "y", "--segment", "g", "t.csv")
        self.assertEqual(out, "f1: 1\nm: nothing (tp 0, fp 0, tpr unknown, fpr 0)\nn: s1 >= 0.8 (tp 2, fp 0, tpr 1, fpr "
                         "unknown)\n")
        out = self.wald("threshold", "--format", "text", "--scores", "s1", "--label", "y", "--segment", "g", "--cost", "v",
                        "t.csv")
        self.assertEqual(out.splitlines()[0], "most gain: 0")
        self.fails_clean(2, "wald: --scores names 2 columns: segments have thresholds on one score", "threshold", "--scores",
                         "s1,s2", "--label", "y", "--segment", "g", "t.csv")
        out, warnings = self.warned("threshold", "--scores", "s1", "--label", "y", "--segment", "g", "--min-recall", 1,
                                    "--segment-limit", "n:max_alerts=0", "t.csv")
        self.assertFalse(json.loads(out)["answers"][0]["feasible"])
        self.assertEqual(warnings, ["no thresholds keep all that was asked for"])

    def test_segments_with_parity(self):
        out = self.wald("threshold", "--format", "text", "--scores", "s1", "--label", "y", "--segment", "g", "--parity", "fpr",
                        "--tolerance", "0,0.5", "t.csv")
        first, second = out.split("\n\n")
        self.assertEqual(first.splitlines()[0], "f1: 1, fpr within 0 (differs by 0)")
        self.assertEqual(second.splitlines()[0], "f1: 1, fpr within 0.5 (differs by 0)")
        self.assertEqual(first.splitlines()[1:], second.splitlines()[1:])

    def test_labels_that_cannot_be_certified(self):
        said = "not every label can be certified: those that cannot flag nothing"
        known = ["threshold", "--scores", "s1", "--labels", "y", "--min-precision", 0.9, "--certify", 0.9, "t.csv"]
        out, warnings = self.warned(*known, "--format", "text")
        self.assertEqual((out, warnings),
                         (f"y: nothing (tp 0, fp 0, precision unknown), nothing_flagged, target_not_attained\nvalue, macro: 0\n{said}\n", [said]))
        out, warnings = self.warned(*known)
        self.assertEqual((json.loads(out)["certified"], warnings), (False, [said]))

    def test_saved_samples(self):
        known = ["threshold", "--label", "y", "--scores"]
        self.wald(*known, "s1", "--save", "named.json", "t.csv")
        text = (self.folder / "named.json").read_text()
        self.write("bare.json", text.replace('"names":["s1"],', ""))
        want = json.loads(self.wald("threshold", "--scores", "s1", "--load", "named.json"))
        self.fails_clean(1, 'named.json: a sample of the scores "s1", where --scores names "q"', "threshold", "--scores", "q",
                         "--load", "named.json")
        # What the library saved has no names; any will do.
        self.assertEqual(json.loads(self.wald("threshold", "--scores", "s1", "--load", "bare.json")), want)
        self.assertEqual(json.loads(self.wald("threshold", "--scores", "s1", "--rated-from", "s1=-inf", "--load",
                                              "bare.json")), want)
        self.fails_clean(1, "bare.json: it is rated from other scores than --rated-from says", "threshold", "--scores", "s1",
                         "--rated-from", "s1=0.5", "--load", "bare.json")

    def test_prevalence_and_weights(self):
        # At the threshold 0.5 with s1 both positives are flagged and no negative: the net benefit is the prevalence.
        for options, benefit in ((["--prevalence", 0.2], 0.2), (["--weights", "v"], 0.6)):
            out = self.wald("decision-curve", "--scores", "s1", "--label", "y", *options, "t.csv")
            at = {(row["model"], row["threshold"]): float(row["net_benefit"]) for row in csv.DictReader(out.splitlines())}
            self.assertAlmostEqual(at["s1", "0.5"], benefit)

    def test_calibration_and_goal(self):
        self.fails_clean(2, "wald: --scores selects 2 columns: with --label a calibration is of one; with --class of one per class", "calibrate", "fit",
                         "--scores", "s*", "--label", "y", "-o", "c.json", "t.csv")
        self.fails_clean(2, "wald: --zero-division goes with --metric", "threshold", "--scores", "s1", "--label", "y",
                         "--zero-division", 1, "t.csv")
        out = self.wald("decision-curve", "--scores", "s1", "--label", "y", "--reference", "all", "t.csv")
        self.assertEqual(out, self.wald("decision-curve", "--scores", "s1", "--label", "y", "t.csv"))


class CommandLine(InputTest):
    def test_files(self):
        three = "three files are needed, TRUTH, A and B: here "
        two = "two files are needed, TRUTH and A, or three, TRUTH, A and B: here "
        for command, names, message in (("compare", ["a"], three + "is 1"), ("compare", ["a", "b"], three + "are 2"),
                                        ("report", ["a"], two + "is 1"), ("report", ["a", "b", "c", "d"], two + "are 4")):
            self.fails_clean(2, f"wald: {message}\nTry 'wald {command} --help'.", command, "--metric", "f1", *names)
        for command, names in (("compare", ["-", "-", "b"]), ("report", ["-", "-"])):
            self.fails_clean(2, "wald: standard input is named twice", command, "--metric", "f1", *names)

    def test_words(self):
        self.write("-x.csv", "a,b\n0.6,0.3\n")
        want = self.wald("predict", "--metric", "f1", "--", "-x.csv")
        self.assertTrue(want.startswith("a,b,expected\n1,0,0.5"), want)
        self.assertEqual(self.wald("predict", "--metric", "f1", "./-x.csv"), want)
        # After -- nothing is an option.
        self.fails_clean(1, "--metric: No such file or directory", "predict", "--metric", "f1", "--", "--metric")
        self.fails_clean(2, "wald: unexpected argument \"\"\nTry 'wald version --help'.", "version", "")
        self.fails_clean(2, "wald: unknown option -x.csv\nTry 'wald predict --help'.", "predict", "--metric", "f1", "-x.csv")
        # The value of a short option may stand in the same word.
        self.assertEqual(self.wald("predict", "--metric", "f1", "-oout.csv", "./-x.csv"), "")
        self.assertEqual((self.folder / "out.csv").read_text(), want)

    def test_delimiters(self):
        for text, shown in (('"', '"'), ("\n", "\\x0a"), ("\r", "\\x0d"), (";;", ";;"), ("", "")):
            self.fails_clean(2, f'wald: --delimiter "{shown}": one character, or tab, is needed', "predict", "--metric", "f1",
                             "--delimiter", text, "x.csv")
        want = self.wald("predict", "--metric", "f1", stdin="a,b\n0.6,0.3\n")
        for delimiter, name in (("|", "|"), ("\t", "tab"), ("\t", "\\t"), (";", ";")):
            self.assertEqual(self.wald("predict", "--metric", "f1", f"--delimiter={name}",
                                       stdin=f"a{delimiter}b\n0.6{delimiter}0.3\n"), want)

    def test_formats(self):
        self.write("t.csv", "a\n1\n0\n")
        for name in ("a.csv", "b.csv"):
            self.write(name, "a\n1\n0\n")
        text = self.wald("compare", "--metric", "hamming", "--format", "text", "t.csv", "a.csv", "b.csv")
        self.assertEqual(text, self.wald("compare", "--metric", "hamming", "t.csv", "a.csv", "b.csv"))
        self.assertIn("B is as good as A in hamming.", text)

    def test_values(self):
        for message, arguments in (
                ('--exactly "x": a whole number >= 0 is needed', ["predict", "--exactly", "x"]),
                ('--n-labels "3000000000": a whole number in 1 ... 10000000 is needed',
                 ["predict", "--input", "libsvm", "--n-labels", "3000000000"]),
                ('--quantiles "-0.5": a number in [0, 1] is needed', ["expected", "--prediction", "h", "--quantiles=-0.5"]),
                ("--exactly leaves nothing to --at-least and --at-most: give one or the other",
                 ["predict", "--exactly", 1, "--at-least", 1]),
                ("--id and --groups name the same column", ["compare", "--id", "a", "--groups", "a", "h", "h"])):
            self.fails_clean(2, "wald: " + message, *arguments, "--metric", "f1", "p.csv")
        self.fails_clean(2, 'wald: --rated-from "s1=x": name=number is needed', "threshold", "--scores", "s1", "--label", "y",
                         "--rated-from", "s1=x", "t.csv")
        self.fails_clean(2, "wald: --spend does not go with --algorithm votes, which have no schedule", "cascade", "fit",
                         "--algorithm", "votes", "--spend", "all", "t.csv")

    def test_comparisons(self):
        self.write("t.csv", "n,g,a,b\nx,1,1,0\ny,1,0,1\nz,2,1,1\n")
        self.write("a.csv", "a,b\n1,0\n0,0\n1,1\n")
        self.write("b.csv", "a,b\n0,0\n0,1\n1,0\n")
        out = self.wald("compare", "--metric", "hamming", "--metric", "f1", "--id", "n", "--groups", "g", "t.csv", "a.csv",
                        "b.csv")
        first, second = [dict(line.split("  ", 1) for line in part.splitlines() if "  " in line)
                         for part in out.split(".\n\n", 1)[1].split("\n\nNo difference in ")]
        self.assertEqual([part["groups"].strip() for part in (first, second)], ["2, of which 2 differ"] * 2)
        self.assertEqual([first[key].strip() for key in ("A", "B", "B - A")], ["0.8333", "0.6667", "-0.1667"])
        # Of one row there is no interval.
        self.write("t.csv", "a,b\n1,0\n")
        self.write("a.csv", "a,b\n1,1\n")
        self.write("b.csv", "a,b\n1,0\n")
        out = self.wald("compare", "--metric", "hamming", "t.csv", "a.csv", "b.csv")
        self.assertIn("\n95 % interval     unknown, for there is only one\np-value           1 (all swaps)\n", out)
        self.assertNotIn("standard error", out)
        # Sixty rows that all differ in one way are no chance: it would be of probability 2^-59.
        self.write("t.csv", "a,b\n" + "1,0\n" * 60)
        self.write("a.csv", "a,b\n" + "1,1\n" * 60)
        self.write("b.csv", "a,b\n" + "1,0\n" * 60)
        out = self.wald("compare", "--metric", "hamming", "t.csv", "a.csv", "b.csv")
        self.assertTrue(out.startswith("B is better than A by 0.5 in hamming (p = 1.735e-18): chance alone rarely does as "
                                       "much.\n"), out)

    def test_reports(self):
        self.write("t.csv", "n,a,b\nx,1,0\ny,0,1\nz,1,1\n")
        known = ["report", "--metric", "f1", "--id", "n", "t.csv"]
        self.write("p.csv", "n,a,b\nx,1,0\nq,0,1\nz,1,1\n")
        self.fails_clean(1, 'p.csv: row 1 is named "q", in t.csv it is "y"', *known, "p.csv")
        self.write("p.csv", "n,a,b\nx,1,0\n")
        self.fails_clean(1, "p.csv: 1 row, where t.csv has 3", *known, "p.csv")

    def test_orders_of_chains(self):
        self.write("t.csv", "u,ya,yb\n1,1,0\n2,0,1\n3,1,1\n4,0,0\n")
        fit = ["fit", "--learner", "pcc", "--targets", "y*", "-o", "m.json"]
        self.wald(*fit, "--chain-orders", "yb,ya", "t.csv")
        self.assertIn('"order":[1,0]', (self.folder / "m.json").read_text())
        self.fails_clean(1, "wald: --chain-orders hold 1 of the 2 labels: each of them is needed, once", *fit,
                         "--chain-orders", "ya,ya", "t.csv")

    def test_long_words(self):
        # What is too long to be a slip gets no suggestion.
        word = "predict" * 15
        self.fails_clean(2, f'wald: unknown command "{word[:60]}..."\nTry \'wald --help\'.', word)


if __name__ == "__main__":
    unittest.main()
