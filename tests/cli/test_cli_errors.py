"""Every message of the command, word for word, and its exit code; completions and the manual page."""

import gzip
import json
import os
import re
import shutil
import subprocess
import unittest

from harness import CLI, SOURCE, CommandTest, npy, open_terminal

PREDICT = ["predict", "--metric", "f1"]
JOINT = [*PREDICT, "--kind", "joint"]
COUNTS = [*PREDICT, "--kind", "counts"]
CLI_SOURCE = SOURCE / "bindings" / "cli"


class Usage(CommandTest):
    def check(self, message, *arguments, hint="predict", **options):
        if hint is not None:
            message += f"\nTry 'wald {hint + ' ' if hint else ''}--help'."
        self.fails(2, "wald: " + message, *arguments, **options)

    def test_commands_and_options(self):
        self.check("a command is needed", hint="")
        self.check('unknown command "predcit"; did you mean predict?', "predcit", hint="")
        self.check('unknown command "zzzzzzzz"', "zzzzzzzz", "--metric", "f1", hint="")
        self.check("unknown option --versoin; did you mean --version?", "--versoin", hint="")
        # An unknown option is named even when a required one is missing, or another wrong.
        self.check("unknown option --metrc; did you mean --metric?", "predict", "--metrc", "f1")
        self.check("unknown option --treads; did you mean --threads?", *PREDICT, "--treads=2", "--zero-division", "7")
        self.check("unknown option --zero-div; did you mean --zero-division?", *PREDICT, "--zero-div", "1")
        self.check("unknown option --xyzzy", *PREDICT, "--xyzzy")
        self.check("unknown option -q", *PREDICT, "-q")
        self.check("--quantiles is no option of 'wald predict'", *PREDICT, "--quantiles", "0.5")
        self.check("--metric is needed", "predict", "p.csv")
        self.check("--prediction is needed", "regret", "--metric", "f1", "p.csv", hint="regret")
        self.check("--truth is needed", "evaluate", "--metric", "f1", "p.csv", hint="evaluate")
        self.check("--metric needs a value", "predict", "p.csv", "--metric")
        self.check("--metric needs a value", "predict", "p.csv", "--metric", "--id", "name")
        self.check("--metric is given twice", *PREDICT, "--metric", "jaccard", "p.csv")
        self.check("--kind is given twice", *PREDICT, "--kind", "joint", "--kind", "counts", "p.csv")
        self.check('unexpected argument "q.csv"', *PREDICT, "p.csv", "q.csv")
        self.check('unexpected argument "p.csv"', "version", "p.csv", hint="version")

    def test_a_file_has_a_name(self):
        self.write("p.csv", "a,b\n0.5,0.5\n")
        self.write("s.csv", "y,s\n1,0.5\n0,0.25\n")
        threshold, route = ["threshold", "--label", "y", "--scores", "s"], ["route", "fit", "--confidences", "s"]
        for option, command, hint in [
                ("--output", [*PREDICT, "p.csv"], "predict"), ("--output", ["worth", "--metric", "f1", "p.csv"], "worth"),
                ("--output", ["fit", "--learner", "br", "--targets", "y", "s.csv"], "fit"),
                ("--output", [*route, "s.csv"], "route fit"), ("--plot", [*route, "s.csv"], "route fit"),
                ("--output", ["cascade", "fit", "s.csv"], "cascade fit"),
                ("--save", [*threshold, "s.csv"], "threshold"), ("--plot", [*threshold, "s.csv"], "threshold"),
                ("--costs", ["threshold", "--class", "y", "--scores", "s", "s.csv"], "threshold"),
                ("--load", threshold, "threshold"), ("--model", ["predict", "p.csv"], "predict"),
                ("--truth", ["evaluate", "--metric", "f1", "p.csv"], "evaluate"),
                ("--answer", ["threshold", "apply", "s.csv"], "threshold apply"),
                ("--plot", ["curve", "--metric", "f1", "p.csv"], "curve")]:
            for given in ([option, ""], [option + "="]):
                self.check(f"{option} is empty: a file name is needed", *command, *given, hint=hint)
        self.check("--output is empty: a file name is needed", *PREDICT, "p.csv", "-o", "")
        self.check("FILE is empty: a file name is needed", *PREDICT, "")
        self.check("FILE is empty: a file name is needed", "compare", "--metric", "f1", "", "p.csv", "p.csv", hint="compare")

    def test_every_option_of_a_file_refuses_an_empty_name(self):
        table = json.loads((CLI_SOURCE / "options" / "command.json").read_text())
        seen = 0
        for command in table["commands"]:
            for option in command.get("options", []):
                entry = table["options"][option] | {"name": table["options"][option].get("name", option)} \
                    if isinstance(option, str) else option
                if entry.get("complete") != "file":
                    continue
                seen += 1
                code, out, err = self.run_raw(*command["name"].split(), "--" + entry["name"], "")
                self.assertEqual((code, out), (2, ""))
                self.assertTrue(err.startswith(f"wald: --{entry['name']} is empty: a file name is needed\n"),
                                (command["name"], err))
        self.assertGreater(seen, 30)

    def test_names_reach_a_terminal_without_its_controls(self):
        evil, safe = "y\x1b]0;pwned\x07\x9b31m\u202e", r"y\x1b]0;pwned\x07\u009b31m\u202e"
        self.write("s.csv", f'"{evil}","{evil}s"\n1,0.5\n0,0.25\n1,0.75\n0,0.5\n')
        text = self.wald("threshold", "--label", "?" * len(evil), "--scores", "*s", "--format", "text", "s.csv")
        self.assertIn(f"{safe}s >= 0.5", text)
        text += self.wald("threshold", "--labels", "?" * len(evil), "--scores", "*s", "--format", "text", "s.csv")
        text += self.wald("threshold", "--label", "?" * len(evil), "--scores", "*s", "--format", "text", "--abstention-cost",
                          0.1, "s.csv")
        _, _, err = self.run_raw("threshold", "--label", evil + "x", "--scores", "*s", "s.csv")
        self.assertIn(f"; did you mean {safe}", err)
        text += err
        for arguments in ([evil], ["-o", "none/" + evil, "s.csv"], ["--truth" + evil], [f"--{evil}", "p.csv"]):
            code, _, err = self.run_raw(*PREDICT, *arguments)
            self.assertNotEqual(code, 0)
            self.assertIn(safe if arguments[0] != "--truth" + evil else safe[1:], err)
            text += err
        for character in text:
            self.assertTrue(character == "\n" or (character >= " " and not "\x7f" <= character <= "\x9f"), repr(text))
            self.assertNotEqual(character, "\u202e")

    def test_values(self):
        def check(message, *options):
            self.check(message, *PREDICT, *options, "p.csv", hint=None)

        check('--kind "jiont"; did you mean joint?\nIt is independent, categorical, joint or counts.', "--kind", "jiont")
        check('--average is "samples": must be one of instance, macro, micro', "--average", "samples")
        check('--zero-division "2"\nIt is 0 or 1.', "--zero-division", "2")
        check('--format "jsonk"; did you mean json?\nIt is csv, json or jsonl.', "--format", "jsonk")
        check('--input "svm"; did you mean libsvm?\nIt is csv or libsvm.', "--input", "svm")
        check('--algorithm is "asent": did you mean "ascent"? It must be one of auto, enumeration, chai, jansche, '
              "jansche-approx, ye, lewis, n16, n16-first-rise, window, categorical, gfm, mode, marginal-modes, ascent, "
              "bisection, separable, block-coordinate, partial, rule, fixed-point", "--algorithm", "asent")
        check('--exactly "-1": a whole number >= 0 is needed', "--exactly", "-1")
        check("--at-least is 1.5: must be a whole number", "--at-least", "1.5")
        check("--at-least is -1: must be at least 0", "--at-least", "-1")
        check("--at-most is -1: must be at least 0", "--at-most", "-1")
        check('--threads is "many": must be a whole number', "--threads", "many")
        check("--threads is 1025: must lie in [0, 1024]", "--threads", "1025")
        check('--n-labels "0": a whole number in 1 ... 10000000 is needed', "--n-labels", "0")
        check('--n-labels "10000001": a whole number in 1 ... 10000000 is needed', "--n-labels", "10000001")
        check("--abstain is inf: must be finite", "--abstain", "inf")
        # To the library these say that nothing is set; on a command line they are mistakes.
        check('--abstain is "nan": a number is needed', "--abstain", "nan")
        check('--abstain is "": a number is needed', "--abstain", "")
        check("--labels: an empty item in the list", "--labels", "a,,b")
        expected = ["expected", "--metric", "f1", "--prediction", "h.csv", "p.csv"]
        self.check('--quantiles "1.5": a number in [0, 1] is needed', *expected, "--quantiles", "0.5,1.5", hint=None)
        self.check('--probability-at-least "x": a number is needed', *expected, "--probability-at-least", "x", hint=None)
        self.check('--seed is "-1": must be a whole number from 0 to 2^64 - 1', *expected, "--seed", "-1", hint=None)
        self.check("--samples is 1: must lie in [2, 1e8]", *expected, "--samples", "1", hint=None)
        self.check('--plot "c.pdf": a name that ends in .svg or .png is needed', "curve", "--metric", "f1", "--plot", "c.pdf",
                   "p.csv", hint=None)

    def test_metrics(self):
        for name, said in (("f!1", 'did you mean "f1"?'), ("jacard", 'did you mean "jaccard"?'),
                           ("fbta:2", 'did you mean "fbeta"?'), 
                           ("auc", "the area under the ROC curve is a property of scores, not of one prediction"),
                           ("roc_auc_score", "the area under the ROC curve is a property of scores")):
            for command in ("predict", "curve"):
                code, out, err = self.run_raw(command, "--metric", name, "p.csv")
                self.assertEqual((code, out), (2, ""))
                self.assertTrue(err.startswith(f'wald: --metric "{name}" is unknown: {said}'), err)
        self.check("--metric \"zzzzzzzz\" is unknown\n'wald metrics' lists them all.", "predict", "--metric", "zzzzzzzz", "p.csv",
                   hint=None)
        self.write("p.csv", "a,b\n0.6,0.3\n")
        for name, meant in (("f2", "fbeta:2"), ("f0.5", "fbeta:0.5"), ("f1_score", "f1"), ("accuracy", "hamming"),
                            ("matthews", "mcc"), ("f-beta:2", "fbeta:2")):
            self.assertEqual(self.wald("predict", "--metric", name, "p.csv"),
                             self.wald("predict", "--metric", meant, "p.csv"))
        for name in ("fbeta:x", "fbeta", "fbeta:-1", "cost:1", "lf:1/0"):
            code, out, err = self.run_raw("predict", "--metric", name, "p.csv")
            self.assertEqual((code, out), (2, ""))
            self.assertTrue(err.startswith(f'wald: --metric "{name}"'), err)

    def test_options_that_do_not_go_together(self):
        def check(message, *arguments):
            self.check(message, *arguments, "p.csv", hint=None)

        check("--exactly leaves nothing to --at-least and --at-most: give one or the other", *PREDICT, "--exactly", 1,
              "--at-most", 2)
        check("--at-least is 3: must be at most --at-most = 2", *PREDICT, "--at-least", 3, "--at-most", 2)
        for given in ("categorical", "joint", "counts"):
            check("--average micro needs --kind independent: the table is decided as one vector of independent items, and the "
                  "labels of one instance here depend on each other", *PREDICT, "--kind", given, "--average", "micro")
        for average in ("macro", "micro"):
            check(f"--abstain leaves whole instances undecided, and with --average {average} a decision is not about one "
                  "instance", *PREDICT, "--abstain", "0.5", "--average", average)
        check("--n-labels goes with libsvm input, and this is CSV, whose header says it (--input libsvm changes that)", *PREDICT,
              "--n-labels", 3)
        for given in ("joint", "counts"):
            check(f'--id does not go with --kind {given}: there the column "instance" names the instances', *PREDICT, "--kind",
                  given, "--id", "name")
        check("libsvm input needs --n-labels: the file does not say how many labels there are", *PREDICT, "--input", "libsvm")
        libsvm = [*PREDICT, "--input", "libsvm", "--n-labels", 3]
        check("--kind counts is read from CSV alone", *libsvm, "--kind", "counts")
        check("--id names a column, and libsvm input has none", *libsvm, "--id", "name")
        check("--labels names columns, and libsvm input has none", *libsvm, "--labels", "a")
        check("--weights names a column, and libsvm input has none", "evaluate", "--metric", "f1", "--truth", "t.svm",
              "--n-labels", 3, "--weights", "w")
        check("--id and --weights name the same column", "evaluate", "--metric", "f1", "--truth", "t.csv", "--id", "w",
              "--weights", "w")
        for extra in (["--quantiles", "0.5"], ["--probability-at-least", "0.5"], ["--seed", 1], ["--samples", 9]):
            check("--quantiles, --probability-at-least, --seed and --samples do not go with --kind counts: counts fix the expected "
                  "utility, not its distribution", "expected", "--metric", "f1", "--kind", "counts", "--prediction", "h.csv",
                  *extra)
        self.check("FILE and --prediction cannot both be standard input", "regret", "--metric", "f1", "--prediction", "-",
                   hint=None)
        self.check("FILE and --truth cannot both be standard input", "evaluate", "--metric", "f1", "--truth", "-", "-", hint=None)
        check("--plot and --output name the same file", "curve", "--metric", "f1", "--plot", "c.svg", "-o", "c.svg")

    def test_a_terminal_is_no_input(self):
        mine, theirs = open_terminal()
        done = subprocess.run([CLI, *PREDICT], stdin=theirs, capture_output=True, text=True)
        os.close(mine)
        os.close(theirs)
        self.assertEqual((done.returncode, done.stderr),
                         (2, "wald: a FILE is needed (or - for standard input, which is the terminal)\n"))


class Input(CommandTest):
    def check(self, text, message, *arguments, name="p.csv"):
        """The message for a file and, by the name stdin, for a pipe."""
        self.write(name, text)
        self.fails(1, f"{name}{message}", *(arguments or PREDICT), name)
        piped = [*(arguments or PREDICT), *(["--input", "libsvm"] if name.endswith("svm") else []), "-"]
        self.fails(1, f"stdin{message}", *piped, stdin=text)

    def test_files(self):
        self.fails(1, "none.csv: No such file or directory", *PREDICT, "none.csv")
        self.fails(1, ".: a directory, where a file is needed", *PREDICT, ".")
        self.check("", ": empty, 0 bytes")
        self.check("\ufeff", ": empty, except for a byte order mark")
        self.check("\n\n", ": nothing but empty lines")
        self.check("a,b\n", ": a header, but no rows")
        self.check("a,b", ": a header, but no rows")
        self.check("a,b\n0.5,0.5\n".encode("utf-16"), ":1: text in UTF-16: save it as UTF-8")
        for encoding in ("utf-32", "utf-32-be"):
            text = ("" if encoding == "utf-32" else "\ufeff") + "a,b\n0.5,0.5\n"
            self.check(text.encode(encoding), ":1: text in UTF-32: save it as UTF-8")
        self.check(b"a,b\n0.5,0\x00.5\n", ":2: a zero byte: this is not a text file")
        self.check(b"\x1f\x8b\x08\x08\x01\x02\n", ": its gzip data end too early: the file is not whole")
        self.check(b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xff\xff\xff",
                   ": its gzip data are damaged: invalid block type")
        self.check("a,b\n0.5,0.5\n".encode() + b"0.1,\xff\n", ':3: column "b" is not UTF-8 text: "\\xff"')
        self.check(b"a,b\n0.5,0.5\nx\xc3,1\n", ':3: column "a" is not UTF-8 text: "x\\xc3"')
        for bad in (b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x82"):
            self.check(b"n,a\n" + bad + b",0.5\n", ':2: column "n" is not UTF-8 text: "' +
                       "".join(f"\\x{byte:02x}" for byte in bad) + '"', *PREDICT, "--id", "n")
            self.check(b"n,a\n" + bad + b",0.5\n", ':2: column "n" is not UTF-8 text: "' +
                       "".join(f"\\x{byte:02x}" for byte in bad) + '"', *PREDICT, "--labels", "a")

    def test_cells(self):
        rule = "a probability lies in [0, 1]"
        rows = "sky,beach\n" + "0.5,0.5\n" * 15
        self.check(rows + "0.5,1.2\n", f':17: column "beach" is 1.2: {rule}')
        for cell in ("-0.1", "nan", "NaN", "inf", "-inf", "1.0000000001", "1.000000000000001", "1e9"):
            self.check(f"a,b\n0.5,{cell}\n", f':2: column "b" is {cell}: {rule}')
        self.check("a,b\n0.5,\n", f':2: column "b" is empty: {rule}')
        self.check("a,b\n,0.5\n", f':2: column "a" is empty: {rule}')
        for cell in ("high", "0.5x", "0x1p-1", "1/2", "+0.5"):
            self.check(f"a,b\n0.5,{cell}\n", f':2: column "b" is "{cell}", not a number: {rule}; '
                       "--id passes a column of names through")
        self.check("n,a,b\nx,0.5,high\n", f':2: column "b" is "high", not a number: {rule}', *PREDICT, "--id", "n")
        self.check("a\n" + "z" * 100 + "\n", f':2: column "a" is "{"z" * 60}...", not a number: {rule}; '
                   "--id passes a column of names through")
        self.check('a\n"x\ty"\n', f':2: column "a" is "x\\x09y", not a number: {rule}; --id passes a column of names through')

    def test_lines(self):
        fault = ': column "a" is 2: a probability lies in [0, 1]'
        by_name = [*PREDICT, "--id", "n"]
        self.check("n,a\r\nx,0.5\r\ny,2\r\n", ":3" + fault, *by_name)
        self.check("n,a\rx,0.5\ry,2\r", ":3" + fault, *by_name)
        self.check("\ufeffn,a\nx,0.5\ny,2\n", ":3" + fault, *by_name)
        self.check('n,a\n"x\ny\r\nz\rw",0.5\nv,2\n', ":6" + fault, *by_name)
        self.check('n,a\nx,0.5\n"y\ny",2\n', ":4" + fault, *by_name)
        self.check('"n\nm",a\nx,2\n', ":3" + fault, *PREDICT, "--labels", "a")
        self.check("\n\nn,a\nx,2\n", ":4" + fault, *by_name)
        self.check("a\n" + "0.5\n" * 300000 + "2\n", ":300002" + fault)

    def test_shape(self):
        self.check("a,b\n0.5,0.5\n0.5\n", ":3: 1 cell, where the header has 2")
        self.check("a,b\n0.5,0.5,0.5\n", ":2: 3 cells, where the header has 2")
        self.check("a,b\n0,5,0,5\n", ':2: column "b" is 5: a probability lies in [0, 1]')
        self.check("a,b\n0.5,0.5\n\n0.5,0.5\n", ":3: an empty line before the end of the table")
        self.check("a,b,a\n1,1,1\n", ':1: two columns are named "a"')
        self.check(",a\n1,1\n", ":1: column 1 has no name: name it, or leave it out by --labels")
        self.check('a\n0.5\n"0.5\n0.5\n', ":3: the quote that opens a cell here is never closed")
        self.check('a,b\n0.5,0.5\n0.5,0.5"x"\n',
                   ":3: a quote within a cell: a cell that holds quotes is quoted whole, and they are doubled")
        self.check("n\nx\n", ":1: no column of a label", *PREDICT, "--id", "n")

    def test_choice_of_columns(self):
        text = "name,beach,sky\nx,0.5,0.5\n"
        self.check(text, ':1: no column "nmae", which --id asks for; did you mean name?', *PREDICT, "--id", "nmae")
        self.check(text, ':1: no column "beech", which --labels asks for; did you mean beach?', *PREDICT, "--labels", "sky,beech")
        self.check(text, ':1: no column "z*", which --labels asks for', *PREDICT, "--labels", "z*")
        self.check(text, ':1: column "name" is named by --labels, but is no label: it has another use', *PREDICT, "--id", "name",
                   "--labels", "name")
        taken = ': a column is named "expected", as one that the output adds: rename it, or write --format jsonl'
        self.check("expected,b\n0.5,0.5\n", taken)
        self.check("expected,b\nx,0.5\n", taken, *PREDICT, "--id", "expected")
        self.write("p.csv", "expected,b\n0.5,0.5\n")
        self.assertEqual(len(self.jsonl(*PREDICT, "--format", "jsonl", "p.csv")), 1)
        self.check("row,b\n0.5,0.5\n", ': a column is named "row", as one that the output adds: rename it, or write '
                   "--format jsonl", *PREDICT, "--average", "macro")
        self.check("k,b\nx,0.5\n", ': the column of names is called "k", as one that the output adds: rename it', "curve",
                   "--metric", "f1", "--id", "k")

    def test_categorical(self):
        self.check("a,b\n0.5,0.5\n0.75,0.75\n", ":3: the probabilities sum to 1.5: must sum to at most 1 for exclusive labels",
                   *PREDICT, "--kind", "categorical")
        self.check("1:0.75 2:0.75\n", ":1: the probabilities sum to 1.5: must sum to at most 1 for exclusive labels", *PREDICT,
                   "--kind", "categorical", "--n-labels", 2, name="p.svm")

    def test_joint(self):
        self.check("a,b\n0,1\n0,0.5\n", ':3: column "b" is 0.5: a label is 0 or 1', *JOINT)
        self.check("a,b\n0,\n", ':2: column "b" is empty: a label is 0 or 1', *JOINT)
        self.check("a,weight\n0,-1\n", ':2: column "weight" is -1: a weight is a finite number >= 0', *JOINT)
        self.check("a,weight\n0,nan\n", ':2: column "weight" is nan: a weight is a finite number >= 0', *JOINT)
        self.check("a,weight\n0,x\n", ':2: column "weight" is "x", not a number: a weight is a finite number >= 0', *JOINT)
        self.check("a,weight\n0,0\n1,0\n", ": the weights are all 0", *JOINT)
        self.check("instance,a,weight\nx,0,1\ny,1,0\n", ': instance "y": the weights are all 0', *JOINT)
        self.check("instance,weight\nx,1\n", ":1: no column of a label", *JOINT)

    def test_counts(self):
        self.check("label,s,p,q\na,1,1,1\n", ':1: column "q": a table of counts has the columns instance, label, s and p', *COUNTS)
        self.check("lable,s,p\na,1,1\n", ':1: column "lable": a table of counts has the columns instance, label, s and p; '
                   "did you mean label?", *COUNTS)
        self.check("label,p\na,1\n", ':1: no column "s": a table of counts has the columns instance, label, s and p', *COUNTS)
        for s in ("-1", "1.5", "nan"):
            self.check(f"label,s,p\na,{s},1\n", f':2: column "s" is {s}: a number of labels is a whole number >= 0', *COUNTS)
        self.check("label,s,p\na,0,1\n", ':2: column "s" is 0 beside a label: with that label there is at least 1', *COUNTS)
        self.check("label,s,p\na,1,1.5\n", ':2: column "p" is 1.5: a probability lies in [0, 1]', *COUNTS)
        self.check("label,s,p\na,1,0.5\nb,1,0.5\na,1,0.2\n", ":4: this cell was given on line 2 already", *COUNTS)
        self.check("label,s,p\na,1,0.5\na,2,0.5\n", ':3: column "s" is 2, but there is 1 label: --labels lists those that have no '
                   "cell of their own", *COUNTS)
        self.check("label,s,p\na,4,0.5\n", ':2: column "s" is 4, but there are 3 labels', *COUNTS, "--labels", "a,b,c")
        self.check("label,s,p\na,1,0.5\nb,1,0.5\n", ':3: column "label" is "b", which is not among those of --labels', *COUNTS,
                   "--labels", "a")
        self.check("label,s,p\n,0,1\n", ': no label in the column "label"', *COUNTS)

    def test_libsvm(self):
        libsvm = [*PREDICT, "--n-labels", 5]
        for text, message in [
                ("1:0.5\n2\n", ':2: token 1 is "2": index:value is needed'),
                ("1:0.5 x:1\n", ':1: token 2 is "x:1": index:value is needed'),
                ("1.5:1\n", ':1: token 1 is "1.5:1": index:value is needed'),
                (":1\n", ':1: token 1 is ":1": index:value is needed'),
                ("1,3 2:0.5\n", ':1: token 1 is "1,3": index:value is needed'),
                ("# x\n", ':1: token 1 is "#": index:value is needed'),
                ("instance:x 1:0.5\n", ':1: token 1 is "instance:x": index:value is needed'),
                ("1:0.5 6:0.5\n", ":1: token 2: index 6: indices lie in 1 ... 5 (--n-labels)"),
                ("0:0.5\n", ":1: token 1: index 0: indices lie in 1 ... 5 (--n-labels)"),
                ("-1:0.5\n", ":1: token 1: index -1: indices lie in 1 ... 5 (--n-labels)"),
                ("\n3:0.5 2:0.1 3:0.5\n", ":2: token 3: index 3 is given twice"),
                ("1:1.5\n", ':1: token 1: "1" is 1.5: a probability lies in [0, 1]'),
                ("1:\n", ':1: token 1: "1" is empty: a probability lies in [0, 1]'),
                ("1:0.5 4:x\n", ':1: token 2: "4" is "x", not a number: a probability lies in [0, 1]'),
                ("1:nan", ':1: token 1: "1" is nan: a probability lies in [0, 1]'),
                (b"\xff:1\n", ':1: token 1 is "\\xff:1": index:value is needed'),
        ]:
            self.check(text, message, *libsvm, name="p.svm")
        joint = [*JOINT, "--n-labels", 5]
        for text, message in [
                ("instance:x 1:1\n2:1\n", ":2: instance: is given on some lines and not on others"),
                ("1:1 instance:x\n", ':1: token 2 is "instance:x": instance and weight come once, before the labels'),
                ("weight:1 weight:2\n", ':1: token 2 is "weight:2": instance and weight come once, before the labels'),
                ("weight:-1 1:1\n", ':1: token 1: "weight" is -1: a weight is a finite number >= 0'),
                ("1:2\n", ':1: token 1: "1" is 2: a label is 0 or 1'),
                ("weight:0 1:1\n", ": the weights are all 0"),
        ]:
            self.check(text, message, *joint, name="j.svm")
        self.check("", ": empty, 0 bytes", *libsvm, name="p.svm")

    def test_predictions(self):
        self.write("p.csv", "a,b\n0.5,0.4\n0.5,0.4\n")
        for text, message in [
                ("a,c\n0,1\n0,1\n", ':1: no column "b", which p.csv has'),
                ("a,b,c\n0,1,0\n0,1,0\n", ':1: column "c" is not in p.csv: --id names a column of names, --labels the labels to '
                 "compare"),
                ("a,b\n0,1\n", ": 1 row, where p.csv has 2"),
                ("a,b\n0,1\n0,1\n0,1\n", ": 3 rows, where p.csv has 2"),
                ("a,b\n0,1\n0,2\n", ':3: column "b" is 2: a label is 0 or 1'),
                ("a,b\n0,1\n0,\n", ':3: column "b" is empty: a row is left undecided as a whole or not at all'),
                ("a,b\n0,1\n0,maybe\n", ':3: column "b" is "maybe", not a number: a label is 0 or 1'),
                ("row,a,b\n0,0,1\n1,0,1\nexpected,0.5,0.5\n2,0,1\n", ':5: a row after the row "expected", which is the last one'),
        ]:
            self.write("h.csv", text)
            self.fails(1, "h.csv" + message, "regret", "--metric", "f1", "--prediction", "h.csv", "p.csv")
            self.fails(1, "stdin" + message, "expected", "--metric", "f1", "--prediction", "-", "p.csv", stdin=text)
        self.write("h.csv", "a,b,expected\n,,0.5\n0,1,0.5\n")
        self.fails(1, "h.csv: row 0 is left undecided, which has no meaning for --average macro", "regret", "--metric", "f1",
                   "--average", "macro", "--prediction", "h.csv", "p.csv")
        self.write("h.svm", "1:1\n2:1\n")
        self.fails(1, "h.svm: libsvm form has the labels 1 ... 2, which are not those of p.csv", "regret", "--metric", "f1",
                   "--prediction", "h.svm", "--n-labels", 2, "p.csv")

    def test_truth(self):
        evaluate = ["evaluate", "--metric", "f1", "--truth", "t.csv"]
        self.write("h.csv", "name,a,b\nx,0,1\ny,0,1\n")
        for text, message, options in [
                ("name,a,b\nx,0,1\ny,0,0.5\n", 't.csv:3: column "b" is 0.5: a label is 0 or 1', ["--id", "name"]),
                ("name,a,b\nx,0,1\ny,0,\n", 't.csv:3: column "b" is empty: a label is 0 or 1', ["--id", "name"]),
                ("name,a,b,w\nx,0,1,1\ny,0,1,-1\n", 't.csv:3: column "w" is -1: a weight is a finite number >= 0',
                 ["--id", "name", "--weights", "w"]),
                ("name,a,b\nx,0,1\ny,0,1\n", 't.csv:1: no column "w", which --weights asks for', ["--id", "name", "--weights", "w"]),
                ("name,a,b\nx,0,1\nz,0,1\n", 'h.csv: row 1 is named "y", in t.csv it is "z"', ["--id", "name"]),
                ("a,b\n0,1\n0,1\n", 'h.csv:1: column "name" is not in t.csv: --id names a column of names, --labels the labels to '
                 "compare", []),
                ("a,b,c\n0,1,1\n0,1,1\n", 'h.csv:1: no column "c", which t.csv has', []),
        ]:
            self.write("t.csv", text)
            self.fails(1, message, *evaluate, *options, "h.csv")
        self.write("t.csv", "name,a,b,w\nx,0,1,0\ny,0,1,0\n")
        self.fails(1, "t.csv: the weights are all 0", *evaluate, "--id", "name", "--weights", "w", "h.csv")

    def test_too_many_to_choose(self):
        text = "a,b\n0.5,0.5\n0.5,0.5\n0.5,0.5\n"
        self.check(text, ": --exactly 3 cannot be met: an instance has 2 labels", *PREDICT, "--exactly", 3)
        self.check(text, ": --at-least 4 cannot be met: a column has 3 rows", *PREDICT, "--at-least", 4, "--average", "macro")
        self.check(text, ": --exactly 7 cannot be met: the table has 6 cells", "curve", "--metric", "f1", "--exactly", 7, "--average",
                   "micro")
        self.check("a\n1\n", ": --exactly 2 cannot be met: an instance has 1 label", *JOINT, "--exactly", 2)


class Installed(CommandTest):
    """Help, completions and the manual page."""

    COMMANDS = ("fit", "predict", "masks", "expected", "curve", "regret", "evaluate", "compare", "worth", "report",
                "threshold", "threshold apply", "threshold evaluate", "threshold select", "decision-curve", "reliability", "prevalence", "cascade fit",
                "cascade apply", "cascade compare",
                "route fit", "route apply", "route ask", "watch", "estimate", "detections", "metrics", "datasets", "version")

    def files(self):
        self.write("probabilities.csv", "a,b,c\n0.9,0.5,0.1\n0.2,0.3,0.4\n")
        self.write("named.csv", "name,a,b,c\nx,0.9,0.5,0.1\ny,0.2,0.3,0.4\n")
        self.write("predictions.csv", "a,b,c\n1,0,0\n0,1,1\n")
        found = [{"image_id": image, "category_id": 1, "bbox": [0, 0, 4, 4]} for image in (1, 2)]
        self.write("results.json", json.dumps([{**each, "score": 0.9} for each in found]))
        self.write("instances.json", json.dumps({"images": [{"id": 1}, {"id": 2}], "categories": [{"id": 1}],
                                                 "annotations": found}))
        self.write("entities.csv", "document,start,end,label,score\na,0,5,person,0.9\n")
        self.write("annotated.csv", "document,start,end,label\na,0,5,person\n")
        self.write("truth.csv", "a,b,c\n1,0,0\n0,0,1\n")
        self.write("others.csv", "a,b,c\n1,0,0\n0,0,1\n")
        self.write("scores.csv", "fraud,s1,s2,market\n1,0.9,0.2,n\n0,0.4,0.1,n\n1,0.3,0.8,s\n0,0.2,0.3,s\n")
        for name in ("models.csv", "later.csv"):
            self.write(name, "y,old,new,p\n1,0.9,0.8,0.7\n0,0.4,0.1,0.2\n1,0.3,0.8,0.6\n0,0.2,0.3,0.1\n")
        self.write("normals.csv", "s\n" + "".join(f"{i}\n" for i in range(50)))
        self.write("batch.csv", "s\n" + "60\n" * 9 + "3\n")
        self.write("new.csv", "p\n0.9\n0.4\n0.7\n")
        self.write("probabilities.npy", npy((1, 1, 1, 2), [0.9, 0.2]))
        self.write("classes.npy", npy((2, 1, 2), [0.9, 0.2, 0.1, 0.8]))
        self.write("raters.npy", npy((2, 1, 2), [1, 0, 1, 1], descr="|u1"))
        self.write("known.csv", "p,y\n0.9,1\n0.4,0\n0.3,1\n0.2,0\n")
        rows = "1,2\n-1,-2\n2,-1\n-3,1\n" * 3
        self.write("ensemble.csv", "m1,m2\n" + rows)
        self.write("aside.csv", "m1,m2\n" + rows)
        self.wald("cascade", "fit", "-o", "policy.json", "ensemble.csv")
        log = "sure_a,sure_b,said_a,said_b,y\n" + "".join(f"0.{i % 9 + 1},1,{i % 3 % 2},1,1\n" for i in range(40))
        self.write("log.csv", log)
        self.write("today.csv", log)
        self.write("log.jsonl", '{"a": 0.5, "b": 0.7, "ra": 0, "rb": 0.5, "rc": 1}\n' * 4)
        sure = ["--confidences", "sure_*", "--answers", "said_*"]
        self.wald("route", "fit", *sure, "--truth", "y", "-o", "route.json", "log.csv")
        asked = self.wald("route", "ask", *sure, "--batch-size", 10, "--save", "rows.json", "log.csv").splitlines()[1:]
        self.write("labels.csv", "row,truth\n" + "".join(line.split(",")[0] + ",1\n" for line in asked))
        self.write("stream.csv", "flagged,label\n" + "1,1\n" * 50)
        self.write("week.csv", "flagged,label\n" + "1,1\n" * 50)
        self.write("decided.csv", "probability,flagged,month,market,p_a,p_b,flagged_a,flagged_b\n"
                   + "0.9,1,may,n,0.9,0.1,1,0\n0.2,0,june,s,0.4,0.6,0,1\n" * 30)
        self.write("calibration.csv", "probability,label\n" + "0.9,1\n0.2,0\n0.4,1\n" * 20)
        self.wald("watch", "--promise", "precision>=0.95", "--save", "state.json", "stream.csv")
        table = "u,colour,note1,w,y,y_b\n" + "".join(
            f"{i % 7},{'red' if i % 2 else 'blue'},x,1,{i % 2},{i % 3 % 2}\n" for i in range(40))
        self.write("train.csv", table)
        self.write("test.csv", table)
        self.write("train.svm.gz", gzip.compress(b"1,3 1:0.5 2:1\n2 1:0.25\n" * 20))
        self.wald("fit", "--learner", "br", "--targets", "y*", "--ignore", "w,note1", "-o", "model.json", "train.csv")

    def test_examples_run(self):
        for command in ("", "cascade", "route", *self.COMMANDS):
            text = self.wald(*command.split(), "--help")
            self.assertEqual(self.wald(*command.split(), "-h"), text)
            examples = re.findall(r"^  (wald .*)$", text.split("Example:\n")[1], re.M)
            self.assertTrue(examples, command)
            for example in examples:
                self.files()
                line = re.sub(r"\bwald ", f'"{CLI}" ', example)
                done = subprocess.run(["bash", "-o", "pipefail", "-c", line], cwd=self.folder, capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, (example, done.stderr))
                self.assertTrue(re.fullmatch(r"(wald: warning: .*\n)*", done.stderr), (example, done.stderr))

    def test_width_and_order(self):
        for command in ("", "cascade", "route", *self.COMMANDS):
            text = self.wald(*command.split(), "--help")
            for line in text.split("Example:")[0].splitlines():
                self.assertLessEqual(len(line), 100, line)
        # Help is shown even where the rest is wrong.
        self.assertEqual(self.wald("predict", "--help", "--kind", "nothing"), self.wald("predict", "--help"))

    def options(self, command):
        return set(re.findall(r"^ +(?:-\w, )?(--[a-z-]+)", self.wald(*command.split(), "--help"), re.M))

    def test_completions_know_every_option(self):
        bash = (CLI_SOURCE / "completions" / "wald.bash").read_text()
        zsh = (CLI_SOURCE / "completions" / "_wald").read_text()
        fish = (CLI_SOURCE / "completions" / "wald.fish").read_text()
        manual = (CLI_SOURCE / "wald.1").read_text().replace("\\-", "-")
        for command in self.COMMANDS:
            self.assertIn(f"\n.B {command}\n", manual)
            self.assertIn(f"'{command.split()[-1]}:", zsh)
            self.assertIn(f"-a {command.split()[-1]} ", fish)
            for option in self.options(command):
                self.assertIn(option, bash)
                self.assertIn(option, zsh)
                self.assertIn("-l " + option[2:], fish)
                self.assertIn(option, manual)
        known = set().union(*(self.options(command) for command in self.COMMANDS)) | {"--version"}
        for name, found in (("zsh", re.findall(r"(--[a-z-]+)\[", zsh)), ("manual", re.findall(r"(?<![\w-])--[a-z-]+", manual)),
                            ("fish", ["--" + x for x in re.findall(r"^complete.* -l ([a-z-]+)", fish, re.M)])):
            self.assertLessEqual(set(found), known, name)
        algorithms = []
        for command in (["predict", "--metric", "f1", "--algorithm"], ["threshold", "--scores", "s", "--method"],
                        ["threshold", "--scores", "s", "--smoothing"], ["cascade", "fit", "--order"],
                        *(["fit", "--learner", "br", "-o", "m", option] for option in
                          ("--scaling", "--calibration", "--neighbour-metric", "--neighbour-weights", "--forest-kind",
                           "--forest-criterion"))):
            _, _, err = self.run_raw(*command, "?", "s.csv")
            algorithms += err.split("one of ")[1].strip().split(", ")
        self.assertGreater(len(algorithms), 40)
        for text in (bash, zsh, fish, manual):
            for algorithm in algorithms:
                self.assertRegex(text, rf"(?<![\w-]){algorithm}(?![\w-])")

    @unittest.skipUnless(shutil.which("bash"), "no bash")
    def test_bash_completes(self):
        script = CLI_SOURCE / "completions" / "wald.bash"
        subprocess.run(["bash", "-n", script], check=True)

        def complete(*words):
            program = (f'source "{script}"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _wald 2>/dev/null; '
                       'printf "%s\\n" "${COMPREPLY[@]}"')
            # A folder whose program is called wald, as completion calls it.
            (self.folder / "wald").unlink(missing_ok=True)
            (self.folder / "wald").symlink_to(CLI)
            done = subprocess.run(["bash", "--norc", "-c", program, "bash", *words], capture_output=True, text=True,
                                  env={**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}"})
            return set(done.stdout.split())

        self.assertEqual(complete("wald", "e"), {"expected", "estimate", "evaluate"})
        self.assertEqual(complete("wald", "predict", "--ab"), {"--abstain", "--abstain-label"})
        self.assertEqual(complete("wald", "predict", "--kind", "c"), {"categorical", "counts"})
        self.assertEqual(complete("wald", "predict", "--metric", "jac"), {"jaccard"})
        self.assertIn("fbeta", complete("wald", "evaluate", "-m", "f"))
        for command in self.COMMANDS:
            self.assertEqual(complete("wald", *command.split(), "--"), self.options(command), command)
        self.assertEqual(complete("wald", "f"), {"fit"})
        self.assertEqual(complete("wald", "fit", "--learner", "n"), {"neighbours"})
        self.assertEqual(complete("wald", "fit", "--format", ""), {"text", "json", "jsonl"})
        self.assertEqual(complete("wald", "predict", "--unknown-levels", ""), {"refuse", "zero"})
        self.assertEqual(complete("wald", "threshold", "ap"), {"apply"})
        self.assertEqual(complete("wald", "threshold", "--method", "p"), {"path", "path-equal"})
        self.assertEqual(complete("wald", "threshold", "--average", "m"), {"macro", "micro"})
        self.assertEqual(complete("wald", "threshold", "--format", ""), {"json", "jsonl", "text"})
        self.assertEqual(complete("wald", "cascade", ""), {"fit", "apply", "compare"})
        self.assertEqual(complete("wald", "cascade", "fit", "--order", "r"), {"random"})
        self.assertEqual(complete("wald", "cascade", "fit", "--order", "m"), {"mse"})
        self.assertEqual(complete("wald", "cascade", "fit", "--format", ""), {"json", "jsonl", "text"})
        self.assertEqual(complete("wald", "cascade", "apply", "--format", ""), {"csv", "json", "jsonl"})

    @unittest.skipUnless(shutil.which("zsh"), "no zsh")
    def test_zsh_syntax(self):
        subprocess.run(["zsh", "-n", CLI_SOURCE / "completions" / "_wald"], check=True)

    @unittest.skipUnless(shutil.which("fish"), "no fish")
    def test_fish_syntax(self):
        subprocess.run(["fish", "-n", CLI_SOURCE / "completions" / "wald.fish"], check=True)

    @unittest.skipUnless(shutil.which("groff"), "no groff")
    def test_manual_page(self):
        done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z", CLI_SOURCE / "wald.1"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
