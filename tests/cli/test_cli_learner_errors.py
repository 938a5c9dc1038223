"""Every message of `wald fit`, and of `wald predict` and `wald evaluate` with --model, and its exit code; a failure writes no
file and changes none."""

import unittest

from harness import CommandTest

TRAIN = "u,c,y_a,y_b\n1,red,1,0\n2,blue,0,1\n3,red,1,1\n4,blue,0,0\n5,red,1,0\n6,blue,0,1\n"
KNOWN = "\n'wald fit --help' lists them all."
MISSING = ": --missing mean or most_frequent says what stands for it; or leave the row or the column out"
UNFITTED = (": the model was fitted without --missing and takes no missing values; fill it in, or leave the row out")
MIXED = (": --categorical makes levels of all its values; else fill it in, or leave the row or the column out")
NUMBER = ": a feature is a number, at most 1e100 on either side of 0"


class LearnerErrors(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("t.csv", TRAIN)

    def fails_clean(self, code, message, *arguments, **options):
        before = {path.name: path.read_bytes() for path in self.folder.iterdir()}
        self.fails(code, message, *arguments, **options)
        self.assertEqual({path.name: path.read_bytes() for path in self.folder.iterdir()}, before)


class FitUsage(LearnerErrors):
    def check(self, message, *arguments, learner="br", targets="y_*", hint=False):
        if hint:
            message += "\nTry 'wald fit --help'."
        asked = ["--targets", targets] if targets else []
        self.fails_clean(2, "wald: " + message, "fit", "--learner", learner, *asked, "-o", "m.json", *arguments, "t.csv")

    def test_learners(self):
        self.check('--learner "brr": no learner "brr"; did you mean br?' + KNOWN, learner="brr")
        self.check('--learner "mixture:cardinality,forst": no learner "forst"; did you mean forest?' + KNOWN,
                   learner="mixture:cardinality,forst")
        self.check('--learner "mixture:": no learner ""' + KNOWN, learner="mixture:")
        for name in ("given", "mixture:br,given", "kernel:given", "cardinality:given", "mixture:forest,cardinality:given"):
            self.check(f"{name} needs --marginals: columns of another model's probabilities, or a table of them",
                       learner=name)

    def test_what_is_needed(self):
        self.fails(2, "wald: --learner is needed\nTry 'wald fit --help'.", "fit", "--targets", "y", "-o", "m", "t.csv")
        self.fails(2, "wald: --output is needed\nTry 'wald fit --help'.", "fit", "--targets", "y", "--learner", "br", "t.csv")
        self.check("--targets is needed", targets=None, hint=True)
        self.check("--learner is given twice", "--learner", "lfp", hint=True)
        self.check("unknown option --tragets; did you mean --targets?", "--tragets", "y", hint=True)
        self.check("--kind is no option of 'wald fit'", "--kind", "joint", hint=True)
        self.fails_clean(2, "wald: --output -: standard output has what was found; the model needs a file", "fit",
                         "--learner", "br", "--targets", "y_*", "-o", "-", "t.csv")
        self.fails_clean(2, 'wald: --output "t.csv" is an input, which would be lost', "fit", "--learner", "br", "--targets",
                         "y_*", "-o", "t.csv", "t.csv")
        (self.folder / "link.csv").symlink_to("t.csv")
        self.fails(2, 'wald: --output "link.csv" is an input, which would be lost', "fit", "--learner", "br", "--targets",
                   "y_*", "-o", "link.csv", "t.csv")

    def test_options_that_say_nothing(self):
        regressions = "lfp, br, efp, pcc"
        for learner, option, value, whom in [
                ("br", "--trees", 5, "forest"), ("tree", "--trees", 5, "forest"),
                ("cardinality", "--min-leaf", 5, "forest or tree"),
                ("forest", "--folds", 5, regressions + ", cardinality or rule"),
                ("neighbours", "--c-values", 1, regressions + ", cardinality or kernel"),
                ("efp", "--calibration", "none", "lfp, br or given"), ("cardinality", "--samples", 9, "pcc"),
                ("mixture:br,forest", "--neighbours", 3, "neighbours"),
                ("br", "--neighbour-utility", "f1", "neighbours"),
                ("forest", "--scaling", "none", regressions + ", cardinality, neighbours or kernel"),
                ("br", "--gamma", 1, "kernel"), ("br", "--mixture-weights", "1,2", "mixture"),
                ("br", "--chain-orders", "y_a,y_b", "pcc"), ("cardinality", "--marginals", "p_*", "given or rule"),
                ("mixture:forest,tree", "--groups", "c", "br, lfp, efp, pcc, cardinality, neighbours, kernel or rule")]:
            own = option in ("--chain-orders", "--marginals", "--groups")
            self.check(f"{option} is read with --learner {whom} only" if own else
                       f"{option} is {value}: this command reads it with --learner {whom} only", option, value, learner=learner)

    def test_values(self):
        many = "2147483648"
        for learner, option, value, bound in [
                ("br", "--folds", "1", f"must lie in [2, {many}]"), ("br", "--patience", "0", f"must lie in [1, {many}]"),
                ("pcc", "--chains", "0", f"must lie in [1, {many}]"),
                ("neighbours", "--neighbours", "-1", f"must lie in [0, {many}]"),
                ("forest", "--trees", "1.5", "must be a whole number"),
                ("br", "--at-least", "-1", f"must lie in [0, {many}]"),
                ("br", "--threads", "-1", "must lie in [0, 1024]"), ("kernel", "--gamma", "-1", "must be at least 0"),
                ("pcc", "--samples", '"x"', "must be a whole number"), ("kernel", "--gamma", '"nan"', "a number is needed"),
                ("br", "--seed", '"-1"', "must be a whole number from 0 to 2^64 - 1"),
                ("br", "--c-values", '""', "a value is needed"),
                ("br", "--scaling", '"minimax"', 'did you mean "minmax"? It must be one of automatic, none, minmax, '
                 "standard, unit, standard-root")]:
            self.check(f"{option} is {value}: {bound}", option, value.strip('"'), learner=learner)
        self.check('--c-values is "": must be numbers, with commas between them', "--c-values", "0.1,")
        self.check("--c-values[0] is 0: must lie in [1e-12, 1e12]", "--c-values", "0")
        self.check("--c-values[1] is 0.01: must be above --c-values[0] = 0.1", "--c-values", "0.1,0.01")
        self.check("--mixture-weights[0] is inf: must be finite and above 0", "--mixture-weights", "inf",
                   learner="mixture:br,pcc")
        self.check('--task "class"; did you mean classes?\nIt is labels or classes.', "--task", "class")
        self.check('--format "jsonk"; did you mean json?\nIt is text, json or jsonl.', "--format", "jsonk")

    def test_forms(self):
        for option, value in (("--targets", "y"), ("--ignore", "c"), ("--categorical", "c"), ("--id", "c"), ("--weights", "w"),
                              ("--groups", "g")):
            self.check(f"{option} names columns, and libsvm input has none", "--input", "libsvm", option, value, targets=None)
        for option in ("--feature-names", "--label-names"):
            self.check(f"{option} goes with libsvm input: a CSV has a header", option, "names.txt")


class FitInputs(LearnerErrors):
    def check(self, message, *arguments, learner="br", targets="y_*", text=None, name="t.csv"):
        if text is not None:
            self.write(name, text)
        asked = ["--targets", targets] if targets else []
        self.fails_clean(1, message, "fit", "--learner", learner, *asked, "-o", "m.json", *arguments, name)

    def cells(self, message, text, *arguments, targets="y"):
        self.check(message, *arguments, targets=targets, text=text)

    def test_options_that_the_rows_refuse(self):
        self.check("wald: --neighbours is 40: there are 6 rows to learn from", "--neighbours", 40, learner="neighbours")
        self.check("wald: --max-features is 40: there are 3 features", "--max-features", 40, learner="forest")
        self.check("wald: --mixture-weights has 3 numbers: must have 2, one per learner", "--mixture-weights", "1,2,3",
                   learner="mixture:br,cardinality")
        self.check("wald: --at-least is 3: the problem has 2 labels", "--at-least", 3)
        self.check("wald: --chain-orders hold 1 of the 2 labels: each of them is needed, once", "--chain-orders", "y_a",
                   learner="pcc")
        self.check('wald: --chain-orders: no label "y_c"; did you mean y_a?', "--chain-orders", "y_a,y_c", learner="pcc")
        self.check("wald: --chains is 1: there are 2 orders", "--chain-orders", "y_a,y_b", "--chain-orders", "y_b,y_a",
                   "--chains", 1, learner="pcc")
        self.check('t.csv: learner "mixture" has fewer than two parts: must name them, as in mixture:card,forest', learner="mixture")
        self.check('t.csv: learner "efp" given classes: every row has exactly one class, so there is no number of '
                   'labels to learn; use "br", which gives classes', "--ignore", "y_*", learner="efp", targets="c")

    def test_files(self):
        self.fails_clean(1, "no.csv: No such file or directory", "fit", "--learner", "br", "--targets", "y", "-o", "m.json",
                         "no.csv")
        self.fails_clean(1, "wald: no/m.json: No such file or directory", "fit", "--learner", "br", "--targets", "y_*", "-o",
                         "no/m.json", "t.csv")

    def test_columns(self):
        self.check('t.csv:1: no column "z_*", which --targets asks for', targets="z_*")
        self.check('t.csv:1: no column "colour", which --ignore asks for', "--ignore", "colour")
        self.check('t.csv:1: column "y_a" is named by --ignore, but has another use already', "--ignore", "y_a")
        self.check('t.csv:1: column "y_a" is named by --categorical, but has another use already', "--categorical", "y_a")
        self.check('t.csv:1: column "y_a" is named twice by --targets', targets="y_a,y_*")
        self.check("t.csv:1: no column of a feature", "--ignore", "u,c")
        self.check("t.csv:1: --targets selects 2 columns, where --task classes takes one", "--task", "classes")
        self.cells("t.csv:1: column 1 has no name: name it, or write the table without it (index=False in pandas)",
                   ",y\n1,0\n2,1\n")
        self.cells('t.csv: two features are named "a=b", a column and a level of another: rename a column',
                   "a,a=b,y\nb,1,0\nc,2,1\n")
        self.cells('t.csv: columns "a" and "a=b" both hold words, and their levels could not be told apart: rename one',
                   "a,a=b,y\nb,x,0\nc,y,1\n")

    def test_features(self):
        for cell in ("", "NA", "n/a", "NaN", "nan", "NULL"):
            fault = "is " + cell if cell else "is empty"
            self.cells(f't.csv:3: column "u" {fault}' + MISSING, f"u,y\n1,0\n{cell},1\n")
            self.cells(f't.csv:3: column "u" {fault}' + MISSING, f"u,y\nred,0\n{cell},1\n")
        self.cells('t.csv:3: column "u" is "?", after rows with numbers' + MIXED, "u,y\n1,0\n?,1\n")
        self.cells('t.csv:3: column "u" is "3", after rows with words' + MIXED, "u,y\nred,0\n3,1\n")
        for cell in ("inf", "-inf", "1e200"):
            self.cells(f't.csv:3: column "u" is {cell}' + NUMBER, f"u,y\n1,0\n{cell},1\n")
        self.cells('t.csv:3: column "u" is not UTF-8 text: "\\xff"', b"u,y\nred,0\n\xff,1\n")
        names = "".join(f"name{i},{i % 2}\n" for i in range(1001))
        self.cells('t.csv:1002: column "u" holds more than 1000 words: --ignore leaves it out, --categorical makes each a level '
                   "of it all the same", "u,y\n" + names)
        self.wald("fit", "--learner", "tree", "--targets", "y", "--categorical", "u", "-o", "all.json", "t.csv")

    def test_targets_weights_and_marginals(self):
        self.cells('t.csv:3: column "y" is empty: rows to learn from have every target; leave the row out', "u,y\n1,0\n2,\n")
        self.cells('t.csv:3: column "y" is NaN: rows to learn from have every target; leave the row out', "u,y\n1,0\n2,NaN\n")
        self.cells('t.csv: column "y" holds 0.5: a target is 0 or 1, or a whole number or word that names a class',
                   "u,y\n1,0.5\n2,1\n")
        self.cells('t.csv: column "y" holds "a" alone: two classes or more are needed', "u,y\n1,a\n2,a\n")
        self.cells('t.csv:2: column "y" is "a", not a number: a label is 0 or 1', "u,y\n1,a\n2,b\n", "--task", "labels")
        self.cells('t.csv:2: column "z" is 3: a label is 0 or 1; of several --targets each is a label, and classes are one',
                   "u,y,z\n1,0,3\n2,1,1\n", targets="y,z")
        self.cells('t.csv:2: column "w" is -1: a weight is a finite number >= 0', "u,y,w\n1,0,-1\n2,1,1\n", "--weights", "w")
        self.cells("t.csv: the weights are all 0", "u,y,w\n1,0,0\n2,1,0\n", "--weights", "w")
        self.cells("t.csv:1: --weights selects 2 columns, where it takes one", "u,y,w1,w2\n1,0,1,1\n2,1,1,1\n",
                   "--weights", "w*")

        def given(message, text, asked="p_*"):
            self.check(message, "--marginals", asked, learner="cardinality:given", text=text, targets="y_*")

        given('t.csv:3: column "p_a" is 1.5: a probability lies in [0, 1]', "u,y_a,p_a\n1,0,0.5\n2,1,1.5\n")
        given("t.csv: --marginals selects 1 column, and there are 2 labels: each has one",
              "u,y_a,y_b,p_a\n1,0,1,0.5\n2,1,0,0.5\n")
        given('t.csv: what the * of --marginals p_* stands for are no names of the labels "y_a", "y_b": list the columns in the '
              "order of the labels", "u,y_a,y_b,p_a,p_c\n1,0,1,0.5,0.1\n2,1,0,0.5,0.2\n")
        self.write("p.csv", "y_a\n0.5\n")
        given("p.csv: 1 rows of marginals, and 2 of features", "u,y_a\n1,0\n2,1\n", "p.csv")
        given('p.csv:1: no column "y_b", which the model has; did you mean y_a?', "u,y_b\n1,0\n2,1\n", "p.csv")

    def test_groups(self):
        asked = "--groups", "g"
        for cell in ("", "NA", "NaN", "null"):
            fault = "is " + cell if cell else "is empty"
            self.cells(f't.csv:3: column "g" {fault}: every row has a group; one that belongs to no other has its own',
                       f"u,y,g\n1,0,a\n2,1,{cell}\n", *asked)
        self.cells('t.csv:3: column "g" is not UTF-8 text: "\\xff"', b"u,y,g\n1,0,a\n2,1,\xff\n", *asked)
        self.cells('t.csv: column "g" holds "p 7" alone: two groups or more are needed, to leave one out',
                   "u,y,g\n1,0,p 7\n2,1,p 7\n", *asked)
        self.cells('t.csv: column "g" holds "7" alone where weights are above 0: two groups or more are needed, to leave '
                   "one out", "u,y,w,g\n1,0,0,6\n2,1,1,7\n3,0,2,7\n", "--weights", "w", *asked)
        self.cells("t.csv: the weights are all 0", "u,y,w,g\n1,0,0,6\n2,1,0,6\n", "--weights", "w", *asked)
        self.cells('t.csv:1: no column "g", which --groups asks for', "u,y\n1,0\n2,1\n", *asked)
        self.cells("t.csv:1: --groups selects 2 columns, where it takes one", "u,y,g1,g2\n1,0,a,b\n2,1,b,c\n", "--groups",
                   "g?")
        for option, first in (("--weights", True), ("--id", False), ("--ignore", False)):
            self.cells(f't.csv:1: column "g" is named by {"--groups" if first else option}, but has another use already',
                       "u,y,g\n1,0,1\n2,1,2\n", option, "g", *asked)

    def test_libsvm(self):
        def check(message, text, *arguments):
            self.check(message, *arguments, targets=None, text=text, name="t.svm")

        check('t.svm:2: token 2 is "x": index:value is needed', "1 1:1\n0 x 2:1\n")
        check('t.svm:1: token 2 is "-1:1": index:value is needed', "1 -1:1\n")
        check("t.svm:1: token 2: 1 is nan: a feature that is left out is 0; leave the row out where it is missing", "1 1:nan\n")
        check('t.svm:1: token 2: 1 is "x", not a number' + NUMBER, "1 1:x\n")
        check("t.svm:1: index 3 is given twice", "1 3:1 1:1 3:0\n")
        check('t.svm:1: label "2" is given twice', "2,2 1:1\n")
        check('t.svm:1: token 1 is "2,": an empty item in the list of labels', "2, 1:1\n")
        check("t.svm:2: 2 labels, where --task classes needs one class", "2 1:1\n1,3 1:1\n", "--task", "classes")
        check("t.svm: no row has a feature", "1\n0\n")
        check('t.svm: no row has a label: a line begins with its labels, as "1,5 3:0.5"', "1:1\n2:1\n")
        check("t.svm:1: index 4294967296: must be below 2147483648", "1 4294967296:1\n")
        self.write("names.txt", "one\ntwo\n")
        check("t.svm:1: index 3: --feature-names has 2 lines, which are counted from 1", "1 3:1\n", "--feature-names",
              "names.txt")
        check('t.svm:1: label "2": --label-names has 2 lines, which are counted from 0', "2 1:1\n", "--label-names",
              "names.txt")
        self.write("names.txt", "one\none\n")
        check('names.txt:2: "one" is there twice', "1 1:1\n", "--feature-names", "names.txt")


class ModelErrors(LearnerErrors):
    def setUp(self):
        super().setUp()
        self.wald("fit", "--learner", "br", "--targets", "y_*", "-o", "m.json", "t.csv")
        self.write("new.csv", "u,c\n1,red\n")

    def check(self, message, *arguments, text=None, code=1, command="predict"):
        if text is not None:
            self.write("new.csv", text)
        self.fails_clean(code, message, command, "--model", "m.json", "--metric", "f1", *arguments, "new.csv")

    def test_usage(self):
        for command, option, value in [("predict", "--kind", "joint"), ("predict", "--labels", "y_a"),
                                       ("predict", "--n-labels", 2), ("evaluate", "--labels", "y_a")]:
            self.check(f"wald: {option} does not go with --model: the model knows its labels", option, value, code=2,
                       command=command)
        self.check("wald: --truth does not go with --model: FILE holds the truth beside the features", "--truth", "t.csv",
                   code=2, command="evaluate")
        for command, option, value in [("predict", "--marginals", "p_*"), ("predict", "--unknown-levels", "zero"),
                                       ("predict", "--seed", 1), ("predict", "--feature-names", "n.txt"),
                                       ("evaluate", "--targets", "y"), ("evaluate", "--exactly", 1),
                                       ("evaluate", "--threads", 1)]:
            more = ["--truth", "t.csv"] if command == "evaluate" else []
            self.fails(2, f"wald: {option} goes with --model: there FILE holds features", command, "--metric", "f1", *more,
                       option, value, "new.csv")
        self.fails(2, "wald: --probabilities goes with --model: there FILE holds features", "predict", "--probabilities",
                   "new.csv")
        self.fails(2, "wald: --metric is needed\nTry 'wald predict --help'.", "predict", "--model", "m.json", "new.csv")
        for option, value in (("--average", "macro"), ("--exactly", 1), ("--abstain", 0.1), ("--zero-division", 0)):
            self.fails(2, f"wald: {option} is about decisions, and without --metric none are made", "predict", "--model",
                       "m.json", "--probabilities", option, value, "new.csv")
        self.fails(2, "wald: FILE and --model cannot both be standard input", "predict", "--model", "-", "--metric", "f1", "-")
        self.check('wald: --unknown-levels "none"\nIt is refuse or zero.', "--unknown-levels", "none", code=2)
        for output in ("m.json", "new.csv"):
            self.check(f'wald: --output "{output}" is an input, which would be lost', "-o", output, code=2)

    def test_columns_and_cells(self):
        self.check('new.csv:1: no column "u", which m.json asks for', text="c\nred\n")
        self.check('new.csv:1: no column "c", which m.json asks for (its feature is "c=blue")', text="u\n1\n")
        self.check('new.csv:1: no column "c", which m.json asks for (its feature is "c=blue"); did you mean cc?',
                   text="u,cc\n1,red\n")
        self.check('new.csv:3: column "c" is "rad", which no row had that the model was fitted to; did you mean red?\n'
                   "It had blue, red; --unknown-levels zero takes others as none of them.", text="u,c\n1,red\n2,rad\n")
        self.check('new.csv:2: column "c" is empty' + UNFITTED, text="u,c\n1,\n")
        self.check('new.csv:2: column "c" is NA' + UNFITTED, "--unknown-levels", "zero", text="u,c\n1,NA\n")
        self.check('new.csv:2: column "u" is nan' + UNFITTED, text="u,c\nnan,red\n")
        self.check('new.csv:2: column "u" is "x", not a number' + NUMBER, text="u,c\nx,red\n")
        self.check('new.csv:2: column "u" is inf' + NUMBER, text="u,c\ninf,red\n")
        self.check("new.csv: a header, but no rows", text="u,c\n")
        self.check("new.csv: --exactly 3 cannot be met: an instance has 2 labels", "--exactly", 3, text="u,c\n1,red\n")
        self.check("m.json: its learner br takes no --marginals", "--marginals", "p_*")
        self.check('m.json: it has a feature "u", and libsvm input has numbers alone: --feature-names lists their names',
                   "--input", "libsvm")
        self.write("names.txt", "u\nc=blue\n")
        self.check('names.txt: no line "c=red", which m.json asks for', "--input", "libsvm", "--feature-names", "names.txt")

    def test_many_levels(self):
        self.write("many.csv", "c,y\n" + "".join(f"level{i:02},{i % 2}\n" for i in range(40)))
        self.wald("fit", "--learner", "br", "--targets", "y", "-o", "m.json", "many.csv")
        self.check('new.csv:2: column "c" is "zzz", which no row had that the model was fitted to\nIt had '
                   + ", ".join(f"level{i:02}" for i in range(20)) + " and 20 more; --unknown-levels zero takes others as none "
                   "of them.", text="c\nzzz\n")

    def test_truth(self):
        self.check('new.csv:1: no column "y_a", a label of m.json whose truth is needed', command="evaluate")
        self.check('new.csv:2: column "y_b" is 2: a label is 0 or 1', command="evaluate", text="u,c,y_a,y_b\n1,red,1,2\n")
        self.check("new.csv: the weights are all 0", "--weights", "u", command="evaluate", text="u,c,y_a,y_b\n0,red,1,1\n")
        self.wald("fit", "--learner", "br", "--targets", "c", "--ignore", "y_*", "-o", "m.json", "t.csv")
        self.check("new.csv:1: --targets is needed: it names the column of the class, which m.json does not know",
                   command="evaluate")
        self.check('new.csv:2: column "c" is "rad", which is no class of m.json; did you mean red?', "--targets", "c",
                   command="evaluate", text="u,c\n1,rad\n")
        self.check('new.csv:1: column "u" is a feature of m.json, and no target', "--targets", "u", command="evaluate")

    def test_damaged_models(self):
        text = (self.folder / "m.json").read_text()
        self.write("m.json", text.replace('"y_b"', '"y_a"'))
        self.check('m.json: two labels are named "y_a"')
        self.write("m.json", text.replace('"c=red"', '""'))
        self.check("m.json: a feature has no name, and others have one")
        self.write("m.json", "")
        self.check("m.json: empty, 0 bytes")
        for damaged in (text[:300], TRAIN, "{}", text.replace('"features":3', '"features":4')):
            self.write("m.json", damaged)
            code, out, err = self.run_raw("predict", "--model", "m.json", "--metric", "f1", "new.csv")
            self.assertEqual((code, out), (1, ""))
            self.assertTrue(err.startswith("m.json: "), err)
            self.assertEqual(err.count("\n"), 1, err)
        (self.folder / "m.json").unlink()
        self.check("m.json: No such file or directory")

    def test_given_marginals(self):
        self.write("p.csv", "y_a,y_b\n" + "0.3,0.4\n" * 6)
        self.wald("fit", "--learner", "cardinality:given", "--marginals", "p.csv", "--targets", "y_*", "-o", "m.json", "t.csv")
        self.check("m.json: its learner cardinality:given needs --marginals: columns of another model's probabilities, or a table of "
                   "them")
        self.check("p.csv: 6 rows of marginals, and 1 of features", "--marginals", "p.csv")


if __name__ == "__main__":
    unittest.main()
