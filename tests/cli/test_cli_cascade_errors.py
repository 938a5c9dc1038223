"""Every message of `wald cascade fit`, `apply` and `compare`, and its exit code; a failure writes no file."""

import json
import unittest

from harness import CommandTest

FIT, APPLY, COMPARE = (["cascade", command] for command in ("fit", "apply", "compare"))
ROWS = "m1,m2,y\n1,2,1\n-1,-2,0\n2,-1,1\n-3,1,0\n"
CLASSES = "m:a,m:b,n:a,n:b\n1,2,1,0\n-1,1,0,2\n"


class CascadeErrors(CommandTest):
    def fails_clean(self, code, message, *arguments, **options):
        before = {path.name: path.read_bytes() for path in self.folder.iterdir()}
        self.fails(code, message, *arguments, **options)
        self.assertEqual({path.name: path.read_bytes() for path in self.folder.iterdir()}, before)


class Usage(CascadeErrors):
    def check(self, message, *arguments, hint=None):
        if hint is not None:
            message += f"\nTry 'wald {hint} --help'."
        self.fails_clean(2, "wald: " + message, *arguments, "s.csv")

    def test_commands(self):
        self.fails(2, "wald: a command is needed: cascade fit, cascade apply or cascade compare\n"
                   "Try 'wald cascade --help'.", "cascade")
        self.fails(2, "wald: unknown command \"cascade fitt\"; did you mean fit?\nTry 'wald cascade --help'.",
                   "cascade", "fitt")
        self.fails(2, "wald: --alpha is no option of 'wald cascade'\nTry 'wald cascade --help'.", "cascade",
                   "--alpha=1")
        self.fails(2, 'wald: unknown command "cascad"; did you mean cascade?\nTry \'wald --help\'.', "cascad")

    def test_options(self):
        self.check("unknown option --alhpa; did you mean --alpha?", *FIT, "--alhpa", 1, hint="cascade fit")
        self.check("--metric is no option of 'wald cascade fit'", *FIT, "--metric", "f1", hint="cascade fit")
        self.check("--calibrate is no option of 'wald cascade compare'", *COMPARE, "--calibrate", "a.csv",
                   hint="cascade compare")
        self.check("--label is no option of 'wald cascade apply'", *APPLY, "--label", "y", "p.json",
                   hint="cascade apply")
        for option, value in (("--alpha", 1), ("--order", "mse"), ("--label", "y"), ("--output", "p.json")):
            self.check(f"{option} is given twice", *FIT, option, value, option, value, hint="cascade fit")
        self.check("--halves is given twice", *FIT, "--halves", "--halves", hint="cascade fit")
        self.check("--halves takes no value\nTry 'wald cascade fit --help'.", *FIT, "--halves=yes")
        self.fails(2, "wald: --alpha needs a value\nTry 'wald cascade fit --help'.", *FIT, "s.csv", "--alpha")

    def test_values(self):
        for option, value, bound in [("--alpha", "-0.1", "must lie in [0, 1]"), ("--alpha", "inf", "must lie in [0, 1]"),
                                     ("--threshold", "inf", "must be finite"),
                                     ("--folds", "1001", "must lie in [0, 1000]"),
                                     ("--folds", "1.5", "must be a whole number"),
                                     ("--folds", "1", "must be 0 (none) or lie in [2, 1000]"),
                                     ("--threads", "-1", "must lie in [0, 1024]"),
                                     ("--max-disagreement", "0", "must lie in (0, 1)"), ("--max-disagreement", "1", "must lie in (0, 1)"),
                                     ("--certify", "95", "must lie in (0, 1)"),
                                     ("--gamma", "-1", "must be finite and at least 0"),
                                     ("--bin-width", "0", "must be finite and above 0")]:
            self.check(f"{option} is {value}: {bound}", *FIT, option, value)
        for option, value, bound in [("--alpha", "nan", "a number is needed"), ("--threshold", "half", "must be a number"),
                                     ("--seed", "-1", "must be a whole number from 0 to 2^64 - 1"),
                                     ("--order", "greedi", 'did you mean "greedy"? It must be one of joint, natural, '
                                      "random, mse, greedy")]:
            self.check(f'{option} is "{value}": {bound}', *FIT, option, value)
        self.check('--alpha "x": a number in [0, 1] is needed', *COMPARE, "--alpha", "0.1,x")
        self.check("--alpha: an empty item in the list", *COMPARE, "--alpha", "0.1,")
        for spend in ("power", "power:-1", "power:x", "none", "power:0.5,all"):
            self.check(f'--spend is "{spend}": must be power:P with P at least 0, all, or proportional', *FIT,
                       f"--spend={spend}")
        self.check('--format "csv"\nIt is json, jsonl or text.', *FIT, "--format", "csv")
        self.check('--format "jsno"; did you mean json?\nIt is csv, json or jsonl.', *APPLY, "--format", "jsno", "p.json")
        self.check('--format "text"\nIt is csv, json or jsonl.', *COMPARE, "--format", "text")
        self.check('--plot "f.pdf": a name that ends in .svg or .png is needed', *FIT, "--plot", "f.pdf")
        self.check("--plot and --output name the same file", *FIT, "--plot", "f.svg", "-o", "f.svg")
        self.check("--output -: standard output has what was found; the policy needs a file", *FIT, "-o", "-")
        self.check("--classes names one class: two or more are needed", *FIT, "--classes", "a")
        self.check('--classes: "a" is given twice', *FIT, "--classes", "a,b,a")

    def test_options_that_do_not_go_together(self):
        self.check("--fixed-order and --order each say in which order models run: give one", *FIT,
                   "--fixed-order", "order.txt", "--order", "mse")
        for option in ("--gamma", "--bin-width"):
            self.check(f"{option} is 1: this command reads it with --bins only", *FIT, option, 1)
        self.check("--spend does not go with --bins, which spend nothing, unless with the joint order", *FIT, "--bins",
                   "--order", "mse", "--spend", "all")
        self.check("--alpha and --gamma each say how wide the bands of --bins are: give one", *FIT, "--bins", "--order",
                   "natural", "--alpha", 0.1, "--gamma", 1)
        self.check("--closest is on: this command reads it with --order joint only", *FIT, "--closest", "--order", "mse")
        self.check("--closest goes with --order joint, not with --fixed-order", *FIT, "--closest", "--fixed-order",
                   "order.txt")
        for order in (["--order", "natural"], ["--order", "random"], ["--fixed-order", "order.txt"]):
            self.check("--halves goes with orders that rows choose: joint, mse and greedy", *FIT, "--halves", *order)
        for option in ("--max-disagreement", "--certify"):
            self.check(f"{option} is 0.5: this command reads it with --calibrate only", *FIT, option, 0.5)
        self.check("--folds does not go with --calibrate", *FIT, "--calibrate",
                   "a.csv", "--folds", 3)
        self.check("--folds does not go with --test: the comparison is made on its rows", *COMPARE, "--test", "a.csv",
                   "--folds", 3)
        self.check("--folds 0: without folds and --test nothing is known of other rows", *COMPARE, "--folds", 0)
        for option, value in ((["--threshold", 1], "1"), (["--negatives-only"], "on")):
            self.check(f"{option[0]} is {value}: this command reads it with two classes only", *FIT, "--classes", "a,b",
                       *option)
        self.check("--bin-width is 1: this command reads it with --bins only", *COMPARE, "--classes", "a,b", "--bin-width", 1)
        self.check("--label and --weights name the same column", *FIT, "--label", "y", "--weights", "y")
        self.check("--classes does not go with --features: it names columns of scores", *APPLY, "--classes", "a,b",
                   "--features", "p.json")
        self.check("--classes does not go with --columns, whose order says of which model and class each is", *APPLY,
                   "--classes", "a,b", "--columns", "m*", "p.json")

    def test_files(self):
        self.fails(2, "wald: POLICY is needed: the file that 'wald cascade fit -o' wrote", *APPLY)
        self.fails(2, "wald: one FILE is needed, and here are several: each is a table of its own", *APPLY, "p.json",
                   "s.csv", "t.csv")
        for arguments in ([*FIT, "-", "-"], [*FIT, "--costs", "-", "-"], [*FIT, "--fixed-order", "-"],
                          [*FIT, "--calibrate", "-"], [*COMPARE, "--test", "-", "-"], [*APPLY, "-"],
                          [*APPLY, "-", "-"]):
            self.fails(2, "wald: standard input is named twice", *arguments)


class Tables(CascadeErrors):
    def check(self, text, message, *options, place="s.csv", command=("cascade", "fit")):
        self.write("s.csv", text)
        self.fails_clean(1, place + message, *command, "-o", "policy.json", *options, "s.csv")

    def test_columns(self):
        self.check(ROWS, ':1: no column "z", which --label asks for', "--label", "z")
        self.check(ROWS, ':1: no column "m3", which --columns asks for; did you mean m1?', "--columns", "m1,m3")
        self.check(ROWS, ':1: no column "w", which --weights asks for', "--weights", "w")
        self.check(ROWS, ':1: column "y" is named by --columns, but has another use already', "--columns", "*",
                   "--label", "y")
        self.check(ROWS, ':1: column "m1" is named twice by --columns', "--columns", "m1,m*")
        self.check("m1,m1\n1,2\n", ':1: two columns are named "m1"')
        self.check("m1,\n1,2\n", ":1: column 2 has no name: name it, or leave it out by --columns")
        self.check("y\n1\n", ":1: no column of scores", "--label", "y")
        self.write("t.csv", "m1,z,y\n1,2,1\n")
        self.check(ROWS, ":1: the columns of scores are others here than in t.csv", "t.csv", "--label", "y")
        self.fails_clean(1, "s.csv:1: the columns of scores are others here than in stdin", *FIT, "-", "s.csv",
                         stdin="a\n1\n")
        self.check(CLASSES, ':1: column "m:b" is no model:class with one of the classes a, c', "--classes", "a,c")
        self.check("m:a,m:b,n:a\n1,2,3\n", ':1: no column "n:b": model "n" needs a score for each class', "--classes",
                   "a,b")
        self.check(":a,:b\n1,2\n", ':1: column ":a" is no model:class with one of the classes a, b', "--classes", "a,b")

    def test_cells(self):
        for cell, said in (("", "is empty"), ("nan", "is nan"), ("inf", "is inf"), ("-inf", "is -inf"),
                           ("x", 'is "x", not a number'), ("1e999", "is 1e999")):
            self.check(f"m1,m2\n1,2\n3,{cell}\n", f':3: column "m2" {said}: a score is a finite number')
        self.check("m1,y\n1,1\n1,\n", ':3: column "y" is empty: a target is a finite number', "--label", "y")
        self.check("m1,y\n1,1\n1,inf\n", ':3: column "y" is inf: a target is a finite number', "--label", "y")
        self.check("m1,w\n1,1\n1,-1\n", ':3: column "w" is -1: a weight is a finite number >= 0', "--weights", "w")
        self.check("m:cat,m:dog,y\n1,2,cat\n1,2,dig\n", ':3: column "y" names the class "dig", which --classes does '
                   "not; did you mean dog?", "--classes", "cat,dog", "--label", "y")
        self.check("m1,m2\n1\n", ":2: 1 cell, where the header has 2")
        self.check(b"m1,z\n1,\xff\n", ':2: column "z" is not UTF-8 text: "\\xff"', "--columns", "m1")

    def test_nothing_to_fit(self):
        self.check("m1\n", ": a header, but no rows")
        self.check("", ": empty, 0 bytes")
        self.check("m1,w\n1,0\n", "wald: rows is 0: no row of a weight above 0 was fed", "--weights", "w", place="")
        self.check("m1\n1\n2\n", "wald: --folds is 3: must be at most the number of rows, 2", "--folds", 3, place="")
        self.check("m1\n1\n", "wald: rows is 1: must be at least 2 for halves", "--halves", place="")
        self.check("m1,m2\n1e308,1e308\n1,1\n", "wald: the scores of a row add up to inf: their sum must be finite",
                   place="")
        self.fails_clean(1, "t.csv: No such file or directory", *FIT, "t.csv")
        self.fails_clean(1, ".: a directory, where a file is needed", *FIT, ".")

    def test_other_rows(self):
        for option, command in (("--calibrate", "fit"), ("--test", "compare")):
            more = ["--label", "y", option, "a.csv"]
            command = ["cascade", command]
            self.write("a.csv", "m1,n2\n1,2\n")
            self.check(ROWS, ':1: no column "m2", which s.csv has; did you mean m1?', *more, place="a.csv",
                       command=command)
            self.write("a.csv", "m1,m2\n1,nan\n")
            self.check(ROWS, ':2: column "m2" is nan: a score is a finite number', *more, place="a.csv",
                       command=command)
            self.write("a.csv", "m2,m1\n1,2\n")
            self.check(ROWS.replace("y", "w"), ':1: no column "w", which --weights asks for', option, "a.csv",
                       "--weights", "w", place="a.csv", command=command)
        self.write("a.csv", "m2,m1,y\n1,2,1\n1,2,3\n")
        self.check(ROWS.replace(",0\n", ",1\n"), "wald: the calibration rows have weights: an exact limit of a share is "
                   "for rows that count alike. If all rows weigh the same by design, omit the weights", "--weights", "y", "--calibrate", "a.csv", place="")

    def test_order(self):
        for text, message in (("m1\nm3\n", ':2: no model "m3"; did you mean m1?'),
                              ("m1\nm1\n", ':2: model "m1" has a line already'),
                              ("m2\n", ': no line for the model "m1"'),
                              ("m2 \nm1\n", ':1: no model "m2 "; did you mean m2?'), ("", ": empty, 0 bytes")):
            self.write("order.txt", text)
            for command in (FIT, COMPARE):
                self.check(ROWS, message, "--label", "y", "--fixed-order", "order.txt", place="order.txt", command=command)
        self.check(ROWS, "none.txt: No such file or directory", "--label", "y", "--fixed-order", "none.txt",
                   place="")

    def test_costs(self):
        for text, message in (("m1,1\nm3,1\n", ':2: no model "m3"; did you mean m1?'),
                              ("name,cost\nm1,1\nm1,2\n", ':3: model "m1" has a line already'),
                              ("m1,1\n", ': no line for the model "m2"'), ("name,cost\n", ": a header, but no rows"),
                              ("m1,1\nm2,-1\n", ":2: the cost is -1: a cost is a number >= 0, or inf"),
                              ("m1,1\nm2,nan\n", ":2: the cost is nan: a cost is a number >= 0, or inf"),
                              ("m1,1\nm2,\n", ":2: the cost is empty: a cost is a number >= 0, or inf"),
                              ("m1,1\nm2,x\n", ':2: the cost is "x", not a number: a cost is a number >= 0, or inf'),
                              ("m1\nm2\n", ":1: 1 column: costs take two, the name of a model and its cost"),
                              ("name,cost,x\nm2,1,2\n",
                               ":1: 3 columns: costs take two, the name of a model and its cost"),
                              ("m1,1\nm2,1,2\n", ":2: 3 cells, where the header has 2")):
            self.write("costs.csv", text)
            for command in (FIT, COMPARE):
                self.check(ROWS, message, "--label", "y", "--costs", "costs.csv", place="costs.csv", command=command)

    def test_outputs(self):
        self.write("s.csv", ROWS)
        self.fails_clean(1, "wald: no/policy.json: No such file or directory", *FIT, "-o", "no/policy.json", "s.csv")
        self.fails_clean(1, "wald: no/f.svg: No such file or directory", *COMPARE, "--plot", "no/f.svg", "s.csv")
        # Without gnuplot nothing else is written either.
        environment = {"PATH": "", "LC_ALL": "C"}
        message = "wald: --plot draws by gnuplot, which is not installed (on Debian: apt install gnuplot-nox)"
        self.fails_clean(1, message, *FIT, "--plot", "f.svg", "-o", "policy.json", "s.csv", env=environment)
        self.fails_clean(1, message, *COMPARE, "--plot", "f.svg", "-o", "table.csv", "s.csv", env=environment)


class Policies(CascadeErrors):
    def setUp(self):
        super().setUp()
        self.write("s.csv", ROWS)
        self.wald(*FIT, "--label", "y", "-o", "policy.json", "s.csv")

    def check(self, message, *arguments):
        self.fails_clean(1, message, *APPLY, "-o", "decided.csv", *arguments)

    def edit(self, **members):
        policy = json.loads((self.folder / "policy.json").read_text())
        policy.update(members)
        self.write("policy.json", json.dumps(policy))

    def test_policy_files(self):
        self.check("p.json: No such file or directory", "p.json", "s.csv")
        self.check("s.csv: saved cascade: parse error at line 1, column 1: syntax error while parsing value - invalid "
                   "literal; last read: 'm'", "s.csv", "s.csv")
        self.wald("threshold", "--label", "y", "--scores", "m1", "--save", "frontier.json", "s.csv")
        self.check('frontier.json: saved cascade: "wald" is "sample": must be "cascade"', "frontier.json", "s.csv")
        self.edit(version=2)
        self.check('policy.json: saved cascade: "version" is 2: this library reads versions up to 1', "policy.json",
                   "s.csv")

    def test_columns(self):
        self.write("t.csv", "m1,n2\n1,2\n")
        self.check('t.csv:1: no column "m2", which policy.json asks for; did you mean m1?', "policy.json", "t.csv")
        self.fails_clean(1, 'stdin:1: no column "m1", which policy.json asks for; did you mean m?', *APPLY,
                         "policy.json", stdin="m\n1\n")
        self.write("t.csv", "m1,m2\n1,2\n3,nan\n")
        self.check('t.csv:3: column "m2" is nan: a score is a finite number', "policy.json", "t.csv")
        self.check("s.csv:1: 1 column, where policy.json takes 2 scores by their places; --columns selects them",
                   "--columns", "m1", "policy.json", "s.csv")
        self.check("policy.json: it has one sum, where --classes names 2", "--classes", "a,b", "policy.json", "s.csv")
        self.edit(names=["m1", "m1"])
        self.check('policy.json: two models are named "m1": --columns lists the columns in the order of the models',
                   "policy.json", "s.csv")
        self.edit(names=["m1", ""])
        self.check("policy.json: a model has no name: --columns lists the columns in the order of the models",
                   "policy.json", "s.csv")
        policy = json.loads((self.folder / "policy.json").read_text())
        del policy["names"]
        self.write("policy.json", json.dumps(policy))
        self.check("s.csv:1: 3 columns, where policy.json takes 2 scores by their places; --columns selects them",
                   "policy.json", "s.csv")
        self.check("policy.json: its models have no names, so that columns go by their places: leave out --classes",
                   "--classes", "a,b", "policy.json", "s.csv")

    def test_classes(self):
        self.write("c.csv", CLASSES)
        self.wald(*FIT, "--classes", "a,b", "-o", "policy.json", "c.csv")
        self.check("policy.json: it has 2 classes: --classes names them, in their order, as the columns do",
                   "policy.json", "c.csv")
        self.check("policy.json: it has 2 classes, where --classes names 3", "--classes", "a,b,c", "policy.json",
                   "c.csv")
        self.check('c.csv:1: no column "m:c", which policy.json asks for; did you mean m:a?', "--classes", "a,c",
                   "policy.json", "c.csv")

    def test_features(self):
        self.check("policy.json: it has no trees, which --features asks for", "--features", "policy.json", "s.csv")
        self.edit(trees={"wald": "trees", "version": 1, "features": 2, "outputs": 1, "leaf_width": 1,
                         "trees_per_model": 1, "float_features": False, "summation": "float64", "base": [0],
                         "trees": [{"output": 0, "nodes": [[1.0]]}] * 2})
        self.check("s.csv:1: 3 columns, where policy.json takes 2 features by their places; --columns selects them",
                   "--features", "policy.json", "s.csv")
        self.write("t.csv", "a,b\n1,\n2,x\n")
        self.check('t.csv:3: column "b" is "x", not a number: a feature is a number, or empty if it is missing',
                   "--features", "policy.json", "t.csv")


if __name__ == "__main__":
    unittest.main()
