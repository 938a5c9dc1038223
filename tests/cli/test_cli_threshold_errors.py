"""Every message of `wald threshold` and `wald threshold apply`, and its exit code."""

import unittest

from harness import CommandTest

TASK = ["threshold", "--label", "y", "--scores", "s1,s2"]
APPLY = ["threshold", "apply"]
ROWS = "s1,s2,y\n0.9,0.1,1\n0.2,0.8,1\n0.3,0.3,0\n"


class Usage(CommandTest):
    def check(self, message, *arguments, hint=None):
        if hint is not None:
            message += f"\nTry 'wald {hint} --help'."
        self.fails(2, "wald: " + message, *arguments, "s.csv")

    def test_no_positives(self):
        # Counted from the rows: no option was given.
        self.write("none.csv", "y,s\n0,0.5\n0,0.25\n")
        self.fails(1, "wald: positives is 0: no row is labelled 1, and thresholds are chosen at the scores of such rows; "
                   "without them --max-fp, --max-alerts, --max-fpr and --max-alert-rate can be set, and no metric, --cost-ratio, "
                   "--min-precision or --min-recall",
                   "threshold", "--label", "y", "--scores", "s", "none.csv")

    def test_options(self):
        self.check("--scores is needed", "threshold", "--label", "y", hint="threshold")
        self.check("unknown option --min-precison; did you mean --min-precision?", *TASK, "--min-precison", 0.5,
                   hint="threshold")
        self.check("--id is no option of 'wald threshold'", *TASK, "--id", "x", hint="threshold")
        self.check("--label is given twice", *TASK, "--label", "z", hint="threshold")
        self.check("--threads is no option of 'wald threshold apply'", *APPLY, "--threads", 2, hint="threshold apply")
        # What stands before the inner command belongs to the outer one.
        self.check("--label is no option of 'wald threshold apply'", "threshold", "--label", "y", "apply",
                   hint="threshold apply")
        self.check('unexpected argument "s.csv"', *APPLY, "--thresholds", "s1=1", "t.csv", hint="threshold apply")
        self.fails(2, 'wald: unknown command "treshold"; did you mean threshold?\nTry \'wald --help\'.', "treshold")

    def test_inputs_are_kept(self):
        for name in ("a.csv", "b.csv"):
            self.write(name, "s,y\n0.1,0\n0.9,1\n0.3,0\n0.7,1\n")
        known = [*TASK[:3], "--scores", "s", "a.csv"]
        self.wald(*known, "-o", "answer.json")
        self.wald(*known, "--save", "sample.json")
        files = {path.name: path.read_bytes() for path in self.folder.iterdir()}
        for option, name, *arguments in (
                ("--output", "b.csv", *known, "b.csv"), ("--save", "b.csv", *known, "b.csv"),
                ("--output", "sample.json", "threshold", "--scores", "s", "--load", "sample.json"),
                ("--output", "answer.json", *APPLY, "--answer", "answer.json", "a.csv"),
                ("--output", "answer.json", "threshold", "evaluate", "--label", "y", "--scores", "s", "--answer", "answer.json", "a.csv"),
                ("--output", "b.csv", "threshold", "select", "--scores", "s", "--known", "b.csv", "--max-fdr", 0.5, "a.csv")):
            self.fails(2, f'wald: {option} "{name}" is an input, which would be lost', *arguments, option, name)
            self.assertEqual({path.name: path.read_bytes() for path in self.folder.iterdir()}, files)
        self.wald("threshold", "--scores", "s", "--load", "sample.json", "--save", "sample.json")

    def test_values(self):
        for option, value, bound in [("--cost-ratio", "0", "must be finite and above 0"),
                                     ("--cost-ratio", "inf", "must be finite and above 0"),
                                     ("--marginal-precision", "1", "must lie in (0, 1)"),
                                     ("--min-precision", "1.5", "must lie in [0, 1]"),
                                     ("--min-recall", "-0.1", "must lie in [0, 1]"),
                                     ("--max-fp", "-1", "must be at least 0"),
                                     ("--positives", "inf", "must be finite and at least 0"),
                                     ("--level", "1", "must lie in (0, 1)"), ("--bootstrap", "-1", "must be at least 0"),
                                     ("--folds", "1", "must be 0 (none) or at least 2"),
                                     ("--grid", "1", "must be at least 2"), ("--dropout", "1", "must lie in [0, 1)"),
                                     ("--precision-level", "1", "must lie in [0, 1)"),
                                     ("--abstention-cost", "-1", "must be finite and at least 0")]:
            self.check(f"{option} is {value}: {bound}", *TASK, option, value)
        for option, value, bound in [("--max-alerts", "many", "must be a number"),
                                     ("--cost-ratio", "nan", "a number is needed"),
                                     ("--min-recall", "", "a number is needed"),
                                     ("--seed", "-1", "must be a whole number from 0 to 2^64 - 1"),
                                     ("--threads", "x", "must be a whole number")]:
            self.check(f'{option} is "{value}": {bound}', *TASK, option, value)
        for value in ("s1", "=1", "s1=nan"):
            self.check(f'--rated-from "{value}": name=number is needed', *TASK, "--rated-from", value)
        self.check('--rule "xor"; did you mean or?\nIt is or or and.', *TASK, "--rule", "xor")
        self.check('--method is "dirct": did you mean "direct"? It must be one of direct, path, path-equal, analytic, '
                   "stacked, best-single", *TASK, "--method", "dirct")
        self.check('--smoothing is "drop": must be one of none, bagged, dropout', *TASK, "--smoothing", "drop")
        self.check('--format "csv"\nIt is json, jsonl or text.', *TASK, "--format", "csv")
        self.check('--average is "rows": must be one of instance, macro, micro', "threshold", "--labels", "y", "--scores",
                   "s1", "--average", "rows")
        code, _, err = self.run_raw(*TASK, "--metric", "f!1", "s.csv")
        self.assertEqual((code, err.split("?")[0]), (2, 'wald: --metric "f!1" is unknown: did you mean "f1"'))
        self.check('--rated-from: "s1" is given twice', *TASK, "--rated-from", "s1=0,s1=1")
        self.check("--scores: an empty item in the list", "threshold", "--label", "y", "--scores", "s1,")
        self.check('--plot "f.pdf": a name that ends in .svg or .png is needed', *TASK, "--plot", "f.pdf")
        self.check("--plot and --output name the same file", *TASK, "--plot", "f.svg", "-o", "f.svg")
        self.check('--thresholds "s1": name=number is needed', *APPLY, "--thresholds", "s1")
        self.check('--thresholds "s1=nan": name=number is needed', *APPLY, "--thresholds", "s1=nan")

    def test_options_that_do_not_go_together(self):
        self.check("the truth is needed: --label, or --labels or --class for several", "threshold", "--scores", "s1")
        self.check("--label does not go with --labels", *TASK, "--labels", "a")
        self.check("--labels does not go with --class", "threshold", "--scores", "s1", "--labels", "a", "--class", "c")
        self.check("--metric and --cost-ratio each say what is to be best: give one", *TASK, "--metric", "f1",
                   "--cost-ratio", 2)
        self.check("--cost-ratio is 2: must not be set with --marginal-precision", *TASK, "--cost-ratio",
                   2, "--marginal-precision", 0.5)
        self.check("--metric and --costs each say what is to be best: give one", "threshold", "--class", "c",
                   "--scores", "s1", "--metric", "f1", "--costs", "c.csv")
        self.check("--precision-level is 0.5: this command reads it with --min-precision only", *TASK, "--precision-level", 0.5)
        self.check("--zero-division goes with --metric", *TASK, "--zero-division", 0)
        self.check("--smoothing is bagged: this command reads it with --method direct, path or path-equal only", *TASK, "--smoothing",
                   "bagged", "--method", "stacked")
        self.check("--dropout is 0.5: this command reads it with --smoothing only", *TASK, "--dropout", 0.5)
        self.check("--average does not go with --label", *TASK, "--average", "micro")
        self.check("--costs does not go with --label", *TASK, "--costs", "c.csv")
        for cost in ("--false-positive-cost", "--false-negative-cost"):
            self.check(f"{cost} does not go with --label", *TASK, cost, 1)
        self.check("--max-fp does not go with --class", "threshold", "--class", "a", "--scores", "s1", "--max-fp", 1)
        self.check("--metric does not go with --abstention-cost", *TASK, "--abstention-cost", 1, "--metric", "f1")
        for option, value in (("--metric", "f1"), ("--plot", "f.svg"), ("--format", "text"), ("--output", "t.json")):
            self.check(f"{option} does not go with --save", *TASK, "--save", "f.json", option, value)
        self.check("one of --answer and --thresholds is needed: what is a row flagged by?", *APPLY)
        self.check("one of --answer and --thresholds is needed: what is a row flagged by?", *APPLY, "--answer",
                   "t.json", "--thresholds", "s1=1")
        self.check("--rule goes with --thresholds: an answer has its own", *APPLY, "--answer", "t.json", "--rule", "or")

    def test_files(self):
        self.fails(2, "wald: --label names a column, and with --load and no FILE no table is read", *TASK, "--load",
                   "f.json")
        self.fails(2, "wald: --weights names a column, and with --load and no FILE no table is read", "threshold",
                   "--scores", "s1", "--weights", "w", "--load", "f.json")
        self.fails(
            2,
            'wald: --scores "s*": a saved sample holds no names: list those of its scores, in the order that they had',
            "threshold", "--scores", "s*", "--load", "f.json")
        self.fails(2, "wald: unexpected argument \"b.csv\"\nTry 'wald threshold apply --help'.", *APPLY, "--thresholds", "s1=1",
                   "a.csv", "b.csv")
        self.fails(2, "wald: standard input is named twice", *TASK, "-", "-")
        self.fails(2, "wald: standard input is named twice", *APPLY, "--answer", "-", "-")
        self.fails(2, "wald: standard input is named twice", *APPLY, "--answer", "-")


class Input(CommandTest):
    def check(self, text, message, *arguments):
        self.write("s.csv", text)
        self.fails(1, f"s.csv{message}", *(arguments or TASK), "s.csv")
        self.fails(1, f"stdin{message}", *(arguments or TASK), "-", stdin=text)

    def test_columns(self):
        self.check("s1,s3,y\n1,1,1\n", ':1: no column "s2", which --scores asks for; did you mean s1?')
        self.check("s1,s2,label\n1,1,1\n", ':1: no column "y", which --label asks for')
        self.check(ROWS, ':1: no column "w", which --weights asks for', *TASK, "--weights", "w")
        self.check(ROWS, ':1: column "y" is named by --label, but has another use already', "threshold", "--label", "y",
                   "--scores", "s1,y")
        self.check(ROWS, ':1: column "s1" is named twice by --scores', "threshold", "--label", "y", "--scores", "s1,s*")
        self.check(ROWS, ':1: no column "t*", which --scores asks for', "threshold", "--label", "y", "--scores", "t*")
        self.write("a.csv", "s1,s2,y\n1,1,1\n")
        self.write("b.csv", "s1,sx,y\n1,1,1\n")
        self.fails(1, "b.csv:1: --scores selects other columns here than in a.csv", "threshold", "--label", "y",
                   "--scores", "s*", "a.csv", "b.csv")
        self.write("s.csv", ROWS)
        self.fails(2, 'wald: --rated-from "s3": no such score; did you mean s1?', *TASK, "--rated-from", "s3=0",
                   "s.csv")
        self.fails(2, 'wald: --rated-from "s1": inf: a cut is a number, or -inf for none', *TASK, "--rated-from",
                   "s1=inf", "s.csv")

    def test_cells(self):
        score = "a score is a number, an infinity among them"
        label = "a label is 1, 0, or empty if the row was not rated"
        self.check(ROWS + "nan,1,1\n", f':5: column "s1" is nan: {score}')
        self.check(ROWS + "1,,1\n", f':5: column "s2" is empty: {score}')
        self.check(ROWS + "1,high,1\n", f':5: column "s2" is "high", not a number: {score}')
        self.check(ROWS + "1,1,2\n", f':5: column "y" is 2: {label}')
        self.check(ROWS + "1,1,maybe\n", f':5: column "y" is "maybe", not a number: {label}')
        self.check("s1,s2,y,w\n1,1,1,0\n1,1,1,-1\n", ':3: column "w" is -1: a weight is a finite number >= 0', *TASK,
                   "--weights", "w")
        self.check("", ": empty, 0 bytes")
        self.check("s1,s2,y\n", ": a header, but no rows")
        self.check("s1,s2,y\n1,1\n", ":2: 2 cells, where the header has 3")
        self.check(b"s1,s2,y\n1,1,1\n\xff,1,1\n", ':3: column "s1" is not UTF-8 text: "\\xff"')
        self.fails(1, "none.csv: No such file or directory", *TASK, "none.csv")

    def test_what_the_library_refuses(self):
        def refused(text, *options):
            self.write("s.csv", text)
            code, out, err = self.run_raw(*TASK, *options, "s.csv")
            self.assertEqual((code, out), (1, ""), err)
            self.assertEqual(err.count("\n"), 1, err)
            return err

        unrated = "s1,s2,y\n1,1,1\n2,2,0\n3,3,\n"
        for options in (["--min-recall", 0.5], ["--metric", "f1"], []):
            for text, more in ((unrated, []), (ROWS, ["--rated-from", "s1=0.1"])):
                err = refused(text, *options, *more)
                self.assertIn("the number of all positives is unknown", err)
                self.assertTrue(err.endswith("; give --positives\n"), err)
        self.assertIn("no row is labelled 1", refused("s1,s2,y\n1,1,0\n2,2,0\n"))
        self.assertIn("at least the 2 that were fed", refused(ROWS, "--positives", 1))
        self.assertIn("is not known to rise with true positives", refused(ROWS, "--metric", "lf:0:-1:0:0/1:0:0:0"))
        for metric in ("precision", "specificity", "noisy_or"):
            self.assertIn("is greatest where nothing is flagged; give --min-recall", refused(ROWS, "--metric", metric))
        self.fails(2, "wald: --abstention-cost: two thresholds on one score, and --scores names 2", *TASK,
                   "--abstention-cost", 1, "s.csv")

    def test_saved_frontiers(self):
        self.write("s.csv", ROWS)
        self.wald(*TASK, "--rule", "and", "--rated-from", "s1=0.1", "--save", "f.json", "s.csv")
        load = ["threshold", "--scores", "s1,s2", "--load"]
        self.fails(1, "none.json: No such file or directory", *load, "none.json")
        self.fails(1, "f.json: its rule is and, where --rule is or", *load, "f.json", "--rule", "or")
        self.fails(1, "f.json: it is rated from other scores than --rated-from says", *load, "f.json", "--rated-from",
                   "s1=0.2")
        self.fails(1, "f.json: a sample of 2 scores, where --scores names 1", "threshold", "--scores", "s1", "--load",
                   "f.json")
        self.fails(1, 'f.json: a sample of the scores "s1", "s2", where --scores names "s2", "s1"', "threshold", "--scores",
                   "s2,s1", "--load", "f.json")
        self.wald(*TASK, "--save", "g.json", "s.csv")
        for other in ("g.json", "s.csv"):
            code, out, err = self.run_raw(*load, "f.json", "--load", other)
            self.assertEqual((code, out), (1, ""))
            self.assertTrue(err.startswith(f"{other}: "), err)
        self.write("cut.json", (self.folder / "f.json").read_text()[:-20])
        code, out, err = self.run_raw(*load, "cut.json")
        self.assertEqual((code, out), (1, ""))
        self.assertTrue(err.startswith("cut.json: saved sample: "), err)
        self.assertEqual(len(err.splitlines()), 1)

    def test_labels(self):
        def check(text, message, *options):
            self.write("s.csv", text)
            self.fails(1, "s.csv" + message, "threshold", *options, "s.csv")

        check("y_a,y_b,s_a\n1,0,1\n", ":1: --labels selects 2 columns and --scores 1: must be one per label",
              "--labels", "y_*", "--scores", "s_*")
        check("y_a,y_b,s_a,s_c\n1,0,1,1\n", ':1: --scores s_* has no column for "b", which --labels y_* has', "--labels",
              "y_*", "--scores", "s_*")
        check("y_a,s_a\n2,0\n", ':2: column "y_a" is 2: a label is 1, 0, or empty if the row was not rated', "--labels",
              "y_*", "--scores", "s_*")

    def test_classes(self):
        text = "c,cat,dog\ncat,0.9,0.1\ndgo,0.2,0.8\n"
        self.write("s.csv", text)
        task = ["threshold", "--class", "c", "--scores", "cat,dog"]
        self.fails(1, 's.csv: column "c" names the class "dgo", which no column of --scores is for; did you mean dog?', *task,
                   "s.csv")
        self.write("s.csv", text.replace("dgo", "dog"))
        self.write("e.csv", text.replace("dgo", ""))
        self.fails(1, 'e.csv:3: column "c" is empty: every row has a class', *task, "e.csv")
        for costs, message in [
            ("t,cat\ncat,0\n", ":1: 2 columns: costs take one for the true class and 2 for the decisions"),
            ("t,cat,dgo\ncat,0,1\n", ':1: no class "dgo"; did you mean dog?'),
            ("t,cat,dog\ncat,0,1\ncat,0,1\n", ':3: class "cat" has a row already'),
            ("t,cat,dog\ncat,0,1\n", ': no row for the class "dog"'),
            ("t,cat,dog\ncat,0,inf\ndog,1,0\n", ':2: column "dog" is inf: a cost is a finite number'),
            ("t,cat,dog\ncow,0,1\n", ':2: no class "cow"; did you mean dog?')
        ]:
            self.write("k.csv", costs)
            code, out, err = self.run_raw(*task, "--costs", "k.csv", "s.csv")
            self.assertEqual((code, out), (1, ""))
            self.assertEqual(err.split(";")[0].strip(), ("k.csv" + message).split(";")[0])


class Apply(CommandTest):
    def check(self, answer, message):
        self.write("t.json", answer)
        self.write("s.csv", ROWS)
        self.fails(1, "t.json" + message, *APPLY, "--answer", "t.json", "s.csv")

    def test_answers(self):
        none = ": no answer of 'wald threshold': "
        self.check("", ": empty, 0 bytes")
        for text in ("[]", "{", "null", "s1,s2\n", '{"a":1} x'):
            self.check(text, none + "a JSON object is needed")
        self.check("{}", none + '"thresholds" is missing')
        self.check('{"thresholds":{}}', ': "thresholds" is no object with members')
        self.check('{"thresholds":{"s1":1}}', none + '"rule" is missing')
        self.check('{"thresholds":{"s1":1},"rule":"xor"}', ': "rule" is "xor": or, or and, is needed')
        self.check('{"thresholds":{"s1":1},"rule":1}', ': "rule" is "1": a text is needed')
        for value in ("null", '"high"', "true", "[1]"):
            self.check('{"thresholds":{"s1":%s},"rule":"or"}' % value,
                       f': "s1" is {value}: a number, "inf" or "-inf" is needed')
        self.check('{"labels":{"a":{"score":"s1"}}}', none + '"threshold" is missing')
        self.check('{"labels":{"a":1}}', none + '"score" is missing')
        self.check('{"classes":{"a":{"score":"s1"}}}', none + '"multiplier" is missing')
        self.check('{"coefficients":{"s1":1},"intercept":0}', none + '"threshold" is missing')
        self.check('{"low":1,"high":2}', none + '"score" is missing')
        self.fails(1, "none.json: No such file or directory", *APPLY, "--answer", "none.json", "s.csv")

    def test_tables(self):
        def check(text, message, thresholds="s1=0.5"):
            self.write("s.csv", text)
            self.fails(1, "s.csv" + message, *APPLY, "--thresholds", thresholds, "s.csv")
            self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["s.csv"])

        check(ROWS, ':1: no column "s3", which --thresholds asks for; did you mean s1?', "s3=1")
        check("s1,flagged\n1,1\n", ':1: a column is named "flagged", as one that the output adds: rename it')
        check("s1,t\n1,1\nnan,1\n", ':3: column "s1" is nan: a score is a number, an infinity among them')
        check("s1,t\n1,1\n,1\n", ':3: column "s1" is empty: a score is a number, an infinity among them')
        check("s1,t\n1\n", ":2: 1 cell, where the header has 2")
        self.write("s.csv", ROWS)
        self.write("t.json", '{"thresholds":{"s1":1,"s4":"inf"},"rule":"or"}')
        self.fails(1, 's.csv:1: no column "s4", which t.json asks for; did you mean s1?', *APPLY, "--answer", "t.json",
                   "s.csv")


if __name__ == "__main__":
    unittest.main()
