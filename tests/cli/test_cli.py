"""What each command writes, against enumeration."""

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
import struct
import subprocess
import time
import unittest

import oracle
from harness import CLI, SOURCE, CommandTest, open_terminal, shown_until

METRICS = ["f1", "fbeta:2", "fbeta:0.5", "jaccard", "hamming", "subset_accuracy", "balanced_accuracy", "gmean",
           "cost:1:3"]


def table(labels, rows, names=None, name="name"):
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(([name] if names else []) + list(labels))
    for i, row in enumerate(rows):
        writer.writerow(([names[i]] if names else []) + [repr(x) if isinstance(x, float) else x for x in row])
    return out.getvalue()


def libsvm(rows):
    return "".join(" ".join(f"{j + 1}:{x!r}" for j, x in enumerate(row) if x) + "\n" for row in rows)


def parse(text):
    header, *rows = csv.reader(io.StringIO(text))
    return header, rows


def random_rows(seed, n_rows, n, exclusive=False):
    stream = random.Random(seed)
    rows = []
    for _ in range(n_rows):
        row = [stream.choice([stream.random(), stream.random() ** 4, round(stream.random(), 1)]) for _ in range(n)]
        if exclusive:
            total = sum(row) * stream.choice([1, 1.25]) or 1
            row = [x / total * (1 - 1e-12) for x in row]
        rows.append(row)
    return rows


class Predict(CommandTest):
    def check_answer(self, metric, answer, distribution, z=1, ks=None):
        n = len(distribution[0][1])
        h = [int(i in answer["indices"]) for i in range(n)]
        value = oracle.best(metric, distribution, z, ks)
        self.assertAlmostEqual(answer["expected"], value, delta=1e-12, msg=metric)
        self.assertAlmostEqual(oracle.expected(metric, h, distribution, z), value, delta=1e-12, msg=metric)
        self.assertEqual(answer["k"], sum(h))
        self.assertAlmostEqual(answer["loss"], -value if metric.startswith("cost") else 1 - value, delta=1e-12)
        self.assertAlmostEqual(answer["p_zero"], sum(p for p, y in distribution if not any(y)), delta=1e-9)
        self.assertGreaterEqual(answer["bound"], 0)
        self.assertLess(answer["bound"], 1e-9)

    def test_independent_rows(self):
        for n in (1, 2, 5):
            rows = random_rows(n, 12 if n > 1 else 1, n)
            labels = [f"l{i}" for i in range(n)]
            self.write("p.csv", table(labels, rows))
            for metric in METRICS:
                for z in (0, 1):
                    answers = self.jsonl("predict", "--metric", metric, "--zero-division", z, "--format", "jsonl", "p.csv")
                    self.assertEqual([a["row"] for a in answers], list(range(len(rows))))
                    for answer, row in zip(answers, rows):
                        self.check_answer(metric, answer, oracle.independent(row), z)
                        self.assertEqual(answer["labels"], [labels[i] for i in answer["indices"]])

    def test_jsonl_keys(self):
        self.write("p.csv", "a,b\n0.7,0.2\n")
        [answer] = self.jsonl("predict", "--metric", "f1", "--format", "jsonl", "p.csv")
        self.assertEqual(list(answer), ["row", "labels", "indices", "k", "expected", "loss", "algorithm", "bound",
                                        "k_range", "next_best", "p_zero"])
        [answer] = self.jsonl("predict", "--metric", "f1", "--format", "jsonl", "--abstain", "1", "p.csv")
        self.assertIs(answer["abstained"], False)

    def test_csv_and_jsonl_agree(self):
        rows = random_rows(7, 9, 4)
        self.write("p.csv", table("abcd", rows))
        for metric in METRICS:
            answers = self.jsonl("predict", "--metric", metric, "--format", "jsonl", "p.csv")
            header, lines = parse(self.wald("predict", "--metric", metric, "p.csv"))
            self.assertEqual(header, ["a", "b", "c", "d", "expected"])
            for answer, line in zip(answers, lines):
                self.assertEqual([int(x) for x in line[:4]], [int(i in answer["indices"]) for i in range(4)])
                self.assertEqual(float(line[4]), answer["expected"])

    def test_one_but_for_rounding(self):
        self.assertEqual(self.wald("predict", "--metric", "f1", stdin="a,b\n1.0000000000000002,0.3\n"),
                         self.wald("predict", "--metric", "f1", stdin="a,b\n1,0.3\n"))

    def test_categorical_rows(self):
        rows = random_rows(8, 10, 4, exclusive=True)
        self.write("p.csv", table("abcd", rows))
        for metric in ["f1", "jaccard", "hamming", "subset_accuracy", "balanced_accuracy", "gmean"]:
            answers = self.jsonl("predict", "--metric", metric, "--kind", "categorical", "--format", "jsonl", "p.csv")
            for answer, row in zip(answers, rows):
                self.check_answer(metric, answer, oracle.categorical(row))

    def test_bounds_on_k(self):
        rows = random_rows(9, 6, 4)
        self.write("p.csv", table("abcd", rows))
        for options, ks in [(["--exactly", 2], [2]), (["--at-least", 3], [3, 4]), (["--at-most", 1], [0, 1]),
                            (["--at-least", 1, "--at-most", 3], [1, 2, 3])]:
            answers = self.jsonl("predict", "--metric", "f1", "--format", "jsonl", *options, "p.csv")
            for answer, row in zip(answers, rows):
                self.check_answer("f1", answer, oracle.independent(row), ks=ks)

    def test_macro(self):
        rows = random_rows(10, 5, 3)
        self.write("p.csv", table("abc", rows, names="vwxyz"))
        answers = self.jsonl("predict", "--metric", "f1", "--average", "macro", "--id", "name", "--format", "jsonl", "p.csv")
        self.assertEqual([(a["column"], a["label"]) for a in answers], [(0, "a"), (1, "b"), (2, "c")])
        for answer in answers:
            self.assertNotIn("labels", answer)
            self.assertNotIn("row", answer)
            self.check_answer("f1", answer, oracle.independent([row[answer["column"]] for row in rows]))
        header, lines = parse(self.wald("predict", "--metric", "f1", "--average", "macro", "--id", "name", "p.csv"))
        self.assertEqual(header, ["name", "a", "b", "c"])
        self.assertEqual([line[0] for line in lines], [*"vwxyz", "expected"])
        for j, answer in enumerate(answers):
            self.assertEqual([i for i in range(5) if lines[i][j + 1] == "1"], answer["indices"])
            self.assertEqual(float(lines[5][j + 1]), answer["expected"])
        header, lines = parse(self.wald("predict", "--metric", "f1", "--average", "macro", "--labels", "?", "p.csv"))
        self.assertEqual(header, ["row", "a", "b", "c"])
        self.assertEqual([line[0] for line in lines], [*"01234", "expected"])

    def test_table_pass(self):
        rows = random_rows(11, 3, 3)
        self.write("p.csv", table("abc", rows))
        for metric in ("f1", "jaccard", "gmean"):
            [answer] = self.jsonl("predict", "--metric", metric, "--average", "micro", "--format", "jsonl", "p.csv")
            self.assertNotIn("labels", answer)
            self.assertNotIn("row", answer)
            self.check_answer(metric, answer, oracle.independent(sum(rows, [])))
            header, lines = parse(self.wald("predict", "--metric", metric, "--average", "micro", "p.csv"))
            self.assertEqual(header, ["a", "b", "c", "expected"])
            ones = [i * 3 + j for i in range(3) for j in range(3) if lines[i][j] == "1"]
            self.assertEqual(ones, answer["indices"])
            self.assertEqual({float(line[3]) for line in lines}, {answer["expected"]})

    def test_joint(self):
        stream = random.Random(12)
        rows = []
        for _ in range(30):
            rows.append((stream.choice("xyz"), stream.choice([0, 0.5, 2, 3]), [stream.randint(0, 1) for _ in range(4)]))
        rows += [("x", 1, [1, 0, 0, 1]), ("y", 1, [0, 0, 0, 0]), ("z", 1, [1, 1, 1, 1])]
        text = "a,weight,b,instance,c,d\n" + "".join(
            f"{y[0]},{w},{y[1]},{i},{y[2]},{y[3]}\n" for i, w, y in rows)
        self.write("j.csv", text)
        order = list(dict.fromkeys(i for i, _, _ in rows))
        for metric in METRICS:
            answers = self.jsonl("predict", "--metric", metric, "--kind", "joint", "--format", "jsonl", "j.csv")
            self.assertEqual([a["instance"] for a in answers], order)
            for answer in answers:
                mine = [(w, y) for i, w, y in rows if i == answer["instance"]]
                self.check_answer(metric, answer, oracle.joint([y for _, y in mine], [w for w, _ in mine]))
        header, lines = parse(self.wald("predict", "--metric", "f1", "--kind", "joint", "j.csv"))
        self.assertEqual(header, ["instance", "a", "b", "c", "d", "expected"])
        self.assertEqual([line[0] for line in lines], order)
        # The same in libsvm form, by any number of threads.
        self.write("j.svm", "".join(f"instance:{i} weight:{w} " + " ".join(f"{j + 1}:1" for j in range(4) if y[j]) + "\n"
                                    for i, w, y in rows))
        for metric in METRICS:
            dense = self.jsonl("predict", "--metric", metric, "--kind", "joint", "--format", "jsonl", "j.csv")
            for threads in (1, 3):
                sparse = self.jsonl("predict", "--metric", metric, "--kind", "joint", "--format", "jsonl", "--n-labels", 4,
                                    "--threads", threads, "j.svm")
                for a, b in zip(dense, sparse):
                    a.pop("labels", None)
                    b.pop("labels", None)
                self.assertEqual(dense, sparse)
        # Columns are decided from the marginals of the instances.
        answers = self.jsonl("predict", "--metric", "f1", "--kind", "joint", "--average", "macro", "--format", "jsonl", "j.csv")
        for answer in answers:
            marginals = []
            for i in order:
                mine = [(w, y[answer["column"]]) for k, w, y in rows if k == i]
                marginals.append(sum(w * one for w, one in mine) / sum(w for w, _ in mine))
            self.check_answer("f1", answer, oracle.independent(marginals))

    def test_joint_of_one_instance(self):
        self.write("j.csv", "a,b\n1,1\n0,1\n")
        self.assertEqual(self.wald("predict", "--metric", "f1", "--kind", "joint", "j.csv"),
                         f"a,b,expected\n0,1,{(1 + 2 / 3) / 2!r}\n")

    def test_counts(self):
        stream = random.Random(13)
        lines, distributions = [], {}
        for i in "qr":
            distribution = oracle.independent([stream.random() for _ in range(3)])
            distributions[i] = distribution
            for j, label in enumerate("abc"):
                for s in (1, 2, 3):
                    p = math.fsum(p for p, y in distribution if y[j] and sum(y) == s)
                    if p:
                        lines.append(f"{i},{label},{s},{p!r}")
            for s in range(4):
                lines.append(f"{i},,{s},{math.fsum(p for p, y in distribution if sum(y) == s)!r}")
        head, rest = lines[0], lines[1:]  # labels come in order of appearance, so a stays first
        stream.shuffle(rest)
        self.write("c.csv", "instance,label,s,p\n" + "\n".join([head] + rest) + "\n")
        for metric in ["f1", "fbeta:2", "hamming", "balanced_accuracy"]:
            answers = self.jsonl("predict", "--metric", metric, "--kind", "counts", "--labels", "a,b,c", "--format", "jsonl",
                                 "c.csv")
            self.assertEqual([a["instance"] for a in answers], list(dict.fromkeys(x[0] for x in [head] + rest)))
            for answer in answers:
                self.check_answer(metric, answer, distributions[answer["instance"]])
        answers = self.jsonl("predict", "--metric", "f1", "--kind", "counts", "--labels", "a,b,c", "--average", "macro",
                             "--format", "jsonl", "c.csv")
        order = list(dict.fromkeys(x[0] for x in [head] + rest))
        for answer in answers:
            marginals = [math.fsum(p for p, y in distributions[i] if y[answer["column"]]) for i in order]
            self.check_answer("f1", answer, oracle.independent(marginals))

    def test_counts_of_one_instance_and_other_column_order(self):
        self.write("c.csv", "p,s,label\n0.6,1,b\n0.4,0,\n")
        self.assertEqual(self.wald("predict", "--metric", "f1", "--kind", "counts", "c.csv"), "b,expected\n1,0.6\n")
        self.assertEqual(self.wald("predict", "--metric", "f1", "--kind", "counts", "--labels", "a,b", "c.csv"),
                         "a,b,expected\n0,1,0.6\n")

    def test_counts_refuse_metrics_that_they_do_not_determine(self):
        self.write("c.csv", "label,s,p\na,1,0.5\n,0,0.5\n")
        code, out, err = self.run_raw("predict", "--metric", "jaccard", "--kind", "counts", "c.csv")
        self.assertEqual((code, out), (1, ""))
        self.assertIn("jaccard", err)

    def test_libsvm_equals_dense(self):
        rows = [[x if x > 0.3 else 0 for x in row] for row in random_rows(14, 8, 5)] + [[0] * 5]
        self.write("p.csv", table("12345", rows))
        self.write("p.svm", libsvm(rows))
        for average in ("instance", "macro", "micro"):
            for form in ("csv", "jsonl"):
                options = ["predict", "--metric", "f1", "--average", average, "--format", form]
                dense = self.wald(*options, "p.csv")
                self.assertEqual(self.wald(*options, "--n-labels", 5, "p.svm"), dense)
                piped = self.wald(*options, "--n-labels", 5, "--input", "libsvm", "-", stdin=libsvm(rows).replace("\n", "\r\n"))
                self.assertEqual(piped, dense)
        for command in (["curve"], ["regret", "--prediction", "h.csv"], ["expected", "--prediction", "h.csv"]):
            self.write("h.csv", self.wald("predict", "--metric", "hamming", "p.csv"))
            for average in ("instance", "macro", "micro"):
                options = [*command, "--metric", "f1", "--average", average]
                self.assertEqual(self.wald(*options, "--n-labels", 5, "p.svm"), self.wald(*options, "p.csv"))
        # Predictions and truth in libsvm form.
        mask = [[int(x > 0.5) for x in row] for row in rows]
        self.write("t.svm", libsvm(mask))
        self.write("t.csv", table("12345", mask))
        want = self.wald("evaluate", "--metric", "f1", "--truth", "t.csv", "h.csv")
        self.assertEqual(self.wald("evaluate", "--metric", "f1", "--truth", "t.svm", "--n-labels", 5, "h.csv"), want)
        self.write("h.svm", libsvm([[int(x) for x in line[:5]] for line in parse((self.folder / "h.csv").read_text())[1]]))
        self.assertEqual(self.wald("evaluate", "--metric", "f1", "--truth", "t.csv", "--n-labels", 5, "h.svm"), want)
        self.assertEqual(self.wald("regret", "--metric", "f1", "--prediction", "h.svm", "--n-labels", 5, "p.csv"),
                         self.wald("regret", "--metric", "f1", "--prediction", "h.csv", "p.csv"))

    def test_libsvm_is_exclusive_too(self):
        self.write("p.svm", "1:0.5 2:0.5\n3:1\n")
        self.write("p.csv", "1,2,3\n0.5,0.5,0\n0,0,1\n")
        self.assertEqual(self.wald("predict", "--metric", "f1", "--kind", "categorical", "--n-labels", 3, "p.svm"),
                         self.wald("predict", "--metric", "f1", "--kind", "categorical", "p.csv"))

    def test_abstain(self):
        rows = [[0.99, 0.02], [0.5, 0.5], [0.9, 0.1]]
        self.write("p.csv", table("ab", rows, names="xyz"))
        values = [oracle.best("f1", oracle.independent(row)) for row in rows]
        answers = self.jsonl("predict", "--metric", "f1", "--abstain", "0.2", "--id", "name", "--format", "jsonl", "p.csv")
        self.assertEqual([a["abstained"] for a in answers], [1 - v > 0.2 for v in values])
        self.assertEqual([a["abstained"] for a in answers], [False, True, False])
        self.assertEqual([answers[1][key] for key in ("id", "labels", "indices", "k")], ["y", None, None, None])
        self.assertAlmostEqual(answers[1]["expected"], values[1], delta=1e-12)
        header, lines = parse(self.wald("predict", "--metric", "f1", "--abstain", "0.2", "--id", "name", "p.csv"))
        self.assertEqual(lines[1][:3], ["y", "", ""])
        self.assertAlmostEqual(float(lines[1][3]), values[1], delta=1e-12)
        self.write("h.csv", self.wald("predict", "--metric", "f1", "--abstain", "0.2", "--id", "name", "p.csv"))
        for command in ("expected", "regret"):
            got = self.jsonl(command, "--metric", "f1", "--prediction", "h.csv", "--id", "name", "p.csv")
            self.assertIs(got[1]["abstained"], True)
            self.assertIsNone(got[1]["regret"])
            self.assertAlmostEqual(got[2]["regret"], 0, delta=1e-12)
        self.write("t.csv", "name,a,b\nx,1,0\ny,1,1\nz,0,1\n")
        self.assertEqual(self.jsonl("evaluate", "--metric", "f1", "--truth", "t.csv", "--id", "name", "h.csv"),
                         [{"metric": "f1", "average": "instance", "value": 0.5, "n_undecided": 1}])
        self.assertEqual(self.jsonl("predict", "--metric", "cost:1:1", "--abstain", "-0.5", "--format", "jsonl", "--labels", "a",
                                    "p.csv")[0]["abstained"], True)
        # One label and no names: an undecided row is a line of its own all the same.
        self.write("q.csv", "a\n0.5\n")
        self.assertEqual(self.wald("predict", "--metric", "f1", "--abstain", "0", "q.csv"), "a,expected\n,0.5\n")

    def test_abstain_label(self):
        self.write("p.csv", "name,a,b,c\nx,0.9,0.5,0.1\ny,0.75,0.6,0\n")
        asked = ("predict", "--metric", "hamming", "--abstain-label", "0.3", "--id", "name", "p.csv")
        self.assertEqual(self.wald(*asked), "name,a,b,c,expected\nx,1,,0,0.8333333333333334\ny,1,,0,0.8166666666666667\n")
        answers = self.jsonl(*asked[:-1], "--format", "jsonl", "p.csv")
        self.assertEqual([(a["labels"], a["undecided"], a["undecided_indices"], a["k"]) for a in answers],
                         [(["a"], ["b"], [1], 1)] * 2)
        self.write("h.csv", self.wald(*asked))
        self.write("t.csv", "name,a,b,c\nx,1,1,0\ny,0,1,0\n")
        got = self.jsonl("evaluate", "--metric", "hamming", "--truth", "t.csv", "--abstain-label", "0.3", "--id", "name",
                         "h.csv")
        self.assertAlmostEqual(got[0]["value"], 1 - 0.1 - 1 / 6, delta=1e-15)
        self.assertEqual(got[0]["n_undecided"], 2)
        self.fails(1, 'h.csv:2: column "b" is empty: a row is left undecided as a whole or not at all, unless '
                   "--abstain-label says what a label costs", "evaluate", "--metric", "hamming", "--truth", "t.csv", "--id",
                   "name", "h.csv")
        self.fails(2, "wald: --abstain-label leaves single labels of instances undecided, and with --average macro a decision is "
                   "not about one instance", "predict", "--metric", "f1", "--average", "macro", "--abstain-label", "0.1",
                   "p.csv")
        self.fails(2, "wald: --abstain leaves whole instances undecided, --abstain-label single labels: ask for one of them",
                   "predict", "--metric", "f1", "--abstain", "0.1", "--abstain-label", "0.1", "p.csv")
        # One label and no names: an empty cell is a line of its own all the same.
        self.write("q.csv", "a\n0.5\n")
        self.assertEqual(self.wald("predict", "--metric", "f1", "--abstain-label", "0.25", "q.csv"), "a,expected\n,0.75\n")

    def test_labels_by_name_and_pattern(self):
        self.write("p.csv", 'x_1,note,x_2,y\n0.9,"a, ""b""",0.8,0.7\n')
        for labels, header in [(["--labels", "x_*"], "x_1,x_2"), (["--labels", "y,x_1"], "x_1,y"),
                               (["--labels", "y", "--labels", "x_?"], "x_1,x_2,y"), (["--labels", "x*,x_2"], "x_1,x_2")]:
            out = self.wald("predict", "--metric", "hamming", *labels, "p.csv")
            self.assertEqual(out.splitlines()[0], header + ",expected")
        out = self.wald("predict", "--metric", "hamming", "--labels", "x_*", "--id", "note", "p.csv")
        self.assertEqual(out.splitlines()[1].rsplit(",", 1)[0], '"a, ""b""",1,1')
        [answer] = self.jsonl("predict", "--metric", "hamming", "--labels", "x_*", "--id", "note", "--format", "jsonl", "p.csv")
        self.assertEqual(answer["id"], 'a, "b"')

    def test_names_that_need_escaping(self):
        name = 'über "x",\ty\nz\\'
        self.write("p.csv", table([name, "b"], [[0.9, 0.1]]))
        [answer] = self.jsonl("predict", "--metric", "f1", "--format", "jsonl", "p.csv")
        self.assertEqual(answer["labels"], [name])
        header, _ = parse(self.wald("predict", "--metric", "f1", "p.csv"))
        self.assertEqual(header[0], name)

    def test_numbers_read_back_to_the_same_bits(self):
        for seed in range(20):
            p = random.Random(seed).random()
            self.write("p.csv", f"a\n{p!r}\n")
            out = self.wald("predict", "--metric", "precision", "--exactly", 1, "p.csv")
            got = float(out.splitlines()[1].split(",")[1])
            self.assertEqual(struct.pack("d", got), struct.pack("d", p))

    def test_forms_of_csv(self):
        want = self.wald("predict", "--metric", "f1", "-", stdin="a,b\n0.5,1e-1\n.25,1\n")
        for text in ["a,b\r\n0.5,1e-1\r\n.25,1\r\n", "\ufeffa,b\n0.5,0.1\n0.25,1", "a,b\r0.5,0.1\r0.25,1\r",
                     ' a , "b" \n 0.5,"0.1"\n0.25 ,\t1\n\n\n', "\n\na,b\n0.50,1E-1\n25e-2,1.0\n"]:
            self.assertEqual(self.wald("predict", "--metric", "f1", stdin=text), want, repr(text))
        self.assertEqual(self.wald("predict", "--metric", "f1", "--threads", 2, "-", stdin="a,b\n0.5,1e-1\n.25,1\n"), want)

    def test_long_inputs_cross_the_buffer(self):
        stream = random.Random(15)
        rows = [[round(stream.random(), 6), round(stream.random(), 6)] for _ in range(40000)]
        text = 'n"ame\n,x'.join(["", ""])  # a name that spans lines
        names = [f"{i}{text}" for i in range(len(rows))]
        self.write("p.csv", table("ab", rows, names=names))
        header, lines = parse(self.wald("predict", "--metric", "hamming", "--id", "name", "p.csv"))
        self.assertEqual([line[0] for line in lines], names)
        self.assertEqual([line[1:3] for line in lines], [[str(int(x > 0.5)) for x in row] for row in rows])
        self.write("p.svm", libsvm(rows))
        _, lines = parse(self.wald("predict", "--metric", "hamming", "--n-labels", 2, "p.svm"))
        self.assertEqual([line[:2] for line in lines], [[str(int(x > 0.5)) for x in row] for row in rows])

    def test_threads_give_the_same_bytes(self):
        self.write("p.csv", table("abcdef", random_rows(16, 300, 6)))
        for average in ("instance", "macro", "micro"):
            got = {self.wald("predict", "--metric", "jaccard", "--average", average, "--threads", n, "--format", "jsonl", "p.csv")
                   for n in (0, 1, 2, 7)}
            self.assertEqual(len(got), 1)

    def test_algorithms(self):
        rows = random_rows(17, 4, 4)
        self.write("p.csv", table("abcd", rows))
        for name in ("enumeration", "chai", "jansche", "ye", "n16", "window"):
            answers = self.jsonl("predict", "--metric", "f1", "--algorithm", name, "--format", "jsonl", "p.csv")
            for answer, row in zip(answers, rows):
                self.assertEqual(answer["algorithm"], name)
                self.check_answer("f1", answer, oracle.independent(row))
        for name in ("jansche-approx", "lewis", "n16-first-rise"):
            [answer] = self.jsonl("predict", "--metric", "f1", "--algorithm", name, "--format", "jsonl", "--exactly", 1,
                                  stdin="a,b\n0.9,0.5\n") or [None]
            self.assertEqual(answer["algorithm"], name)

    def test_warning(self):
        self.write("p.csv", "a,b\n0.5,0.4\n0.5,0.3\n")
        code, out, err = self.run_raw("predict", "--metric", "precision", "p.csv")
        self.assertEqual(code, 0)
        self.assertEqual(len(err.splitlines()), 1, err)
        self.assertTrue(err.startswith("wald: warning: "), err)
        answers = self.jsonl("predict", "--metric", "precision", "--format", "jsonl", "p.csv")
        self.assertEqual(err, "wald: warning: " + answers[0]["warning"] + "\n")


class Curve(CommandTest):
    def test_values(self):
        rows = random_rows(20, 4, 4)
        self.write("p.csv", table("abcd", rows, names="wxyz"))
        for metric in METRICS:
            header, lines = parse(self.wald("curve", "--metric", metric, "--labels", "?", "p.csv"))
            self.assertEqual(header, ["row", "k", "expected"])
            want = [(i, k, v) for i, row in enumerate(rows) for k, v in enumerate(oracle.curve(metric, oracle.independent(row)))]
            self.assertEqual([(int(i), int(k)) for i, k, _ in lines], [(i, k) for i, k, _ in want])
            for line, (_, _, value) in zip(lines, want):
                self.assertAlmostEqual(float(line[2]), value, delta=1e-12)
        header, lines = parse(self.wald("curve", "--metric", "f1", "--id", "name", "p.csv"))
        self.assertEqual(header, ["row", "name", "k", "expected"])
        self.assertEqual([line[1] for line in lines], [x for x in "wxyz" for _ in range(5)])

    def test_averages_and_bounds(self):
        rows = random_rows(21, 3, 2)
        self.write("p.csv", table("ab", rows))
        header, lines = parse(self.wald("curve", "--metric", "f1", "--average", "macro", "p.csv"))
        self.assertEqual(header, ["column", "label", "k", "expected"])
        want = [v for j in range(2) for v in oracle.curve("f1", oracle.independent([row[j] for row in rows]))]
        for line, value in zip(lines, want):
            self.assertAlmostEqual(float(line[3]), value, delta=1e-12)
        header, lines = parse(self.wald("curve", "--metric", "f1", "--average", "micro", "--at-least", 2, "--at-most", 4, "p.csv"))
        self.assertEqual(header, ["k", "expected"])
        want = oracle.curve("f1", oracle.independent(sum(rows, [])))
        self.assertEqual([int(k) for k, _ in lines], [2, 3, 4])
        for k, value in lines:
            self.assertAlmostEqual(float(value), want[int(k)], delta=1e-12)

    def test_joint(self):
        self.write("j.csv", "instance,a,b\nx,1,0\nx,1,1\ny,0,0\n")
        header, lines = parse(self.wald("curve", "--metric", "f1", "--kind", "joint", "j.csv"))
        self.assertEqual(header, ["row", "instance", "k", "expected"])
        want = [v for d in (oracle.joint([(1, 0), (1, 1)], [1, 1]), oracle.joint([(0, 0)], [1])) for v in oracle.curve("f1", d)]
        for line, value in zip(lines, want):
            self.assertAlmostEqual(float(line[3]), value, delta=1e-12)

    @unittest.skipUnless(shutil.which("gnuplot"), "no gnuplot")
    def test_plot(self):
        self.write("p.csv", table("abc", random_rows(22, 3, 3), names=['x"`touch hacked`', "y'$z", "@|"]))
        name = "it's \"$(touch hacked)`touch hacked`\n.svg"
        self.wald("curve", "--metric", "f1", "--id", "name", "--plot", name, "p.csv")
        drawing = (self.folder / name).read_text()
        self.assertIn("<svg", drawing)
        self.assertIn("expected f1", drawing)
        self.assertFalse((self.folder / "hacked").exists())
        self.wald("curve", "--metric", "f1", "--id", "name", "--plot", "c.png", "-o", "c.csv", "p.csv")
        self.assertEqual((self.folder / "c.png").read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), sorted(["p.csv", name, "c.png", "c.csv"]))

    def test_plot_without_gnuplot(self):
        self.write("p.csv", "a\n0.5\n")
        code, out, err = self.run_raw("curve", "--metric", "f1", "--plot", "c.svg", "p.csv", env={"PATH": str(self.folder)})
        self.assertEqual((code, err), (1, "wald: --plot draws by gnuplot, which is not installed "
                                          "(on Debian: apt install gnuplot-nox)\n"))
        self.assertEqual([p.name for p in self.folder.iterdir()], ["p.csv"])

    def test_plot_of_too_many(self):
        self.write("p.csv", "a,b\n" + "0.5,0.4\n" * 101)
        self.fails(1, "wald: --plot draws 100 curves at most, and here are 101: plot some of the rows",
                   "curve", "--metric", "f1", "--plot", "c.svg", "p.csv")


class ExpectedAndRegret(CommandTest):
    def setUp(self):
        super().setUp()
        self.rows = random_rows(30, 4, 4)
        self.write("p.csv", table("abcd", self.rows))
        stream = random.Random(31)
        self.masks = [[stream.randint(0, 1) for _ in range(4)] for _ in range(4)]
        # Another order of columns, and those that predict adds.
        self.write("h.csv", "c,expected,a,d,b\n" + "".join(f"{m[2]},0.5,{m[0]},{m[3]},{m[1]}\n" for m in self.masks))

    def check(self, got, metric, h, distribution, quantiles=(), levels=()):
        value = oracle.expected(metric, h, distribution)
        self.assertEqual(got["metric"], metric)
        self.assertAlmostEqual(got["expected"], value, delta=1e-12)
        self.assertAlmostEqual(got["loss"], -value if metric.startswith("cost") else 1 - value, delta=1e-12)
        self.assertAlmostEqual(got["regret"], oracle.best(metric, distribution) - value, delta=1e-12)
        if "n_samples" in got:
            return
        atoms = oracle.atoms(metric, h, distribution)
        sd = math.sqrt(max(0, math.fsum(p * (u - value) ** 2 for u, p in atoms)))
        self.assertAlmostEqual(got["sd"], sd, delta=1e-7)
        for q, u in zip(quantiles, got.get("quantiles", [])):
            below = math.fsum(p for v, p in atoms if v < u - 1e-9)
            upto = math.fsum(p for v, p in atoms if v < u + 1e-9)
            self.assertTrue(below - 1e-9 <= q <= upto + 1e-9, (q, u, below, upto))
        for level, p in zip(levels, got.get("probability_at_least", [])):
            self.assertAlmostEqual(p, math.fsum(q for u, q in atoms if u >= level - 1e-11), delta=1e-9)

    def test_values(self):
        arguments = [x for metric in METRICS for x in ("--metric", metric)]
        got = self.jsonl("expected", *arguments, "--quantiles", "0.05,0.5", "--quantiles", "0.95", "--probability-at-least",
                         "0.4,0.61", "--prediction", "h.csv", "p.csv")
        self.assertEqual([(g["row"], g["metric"]) for g in got], [(i, m) for i in range(4) for m in METRICS])
        for g in got:
            self.check(g, g["metric"], self.masks[g["row"]], oracle.independent(self.rows[g["row"]]), (0.05, 0.5, 0.95),
                       (0.4, 0.61))
        self.assertEqual(list(got[0])[:8], ["row", "metric", "expected", "loss", "regret", "sd", "quantiles",
                                            "probability_at_least"])
        plain = self.jsonl("expected", "--metric", "f1", "--prediction", "h.csv", "p.csv")
        self.assertEqual(list(plain[0]), ["row", "metric", "expected", "loss", "regret", "sd"])
        regrets = self.jsonl("regret", "--metric", "f1", "--prediction", "h.csv", "p.csv")
        for g, r in zip(plain, regrets):
            self.assertEqual(list(r), ["row", "metric", "regret", "bound"])
            self.assertAlmostEqual(r["regret"], g["regret"], delta=1e-12)
            self.assertLess(r["bound"], 1e-9)

    def test_averages(self):
        got = self.jsonl("expected", "--metric", "f1", "--average", "macro", "--prediction", "h.csv", "p.csv")
        regrets = self.jsonl("regret", "--metric", "f1", "--average", "macro", "--prediction", "h.csv", "p.csv")
        for j, (g, r) in enumerate(zip(got, regrets)):
            self.assertEqual((g["column"], g["label"]), (j, "abcd"[j]))
            self.assertEqual((r["column"], r["label"]), (j, "abcd"[j]))
            self.check(g, "f1", [m[j] for m in self.masks], oracle.independent([row[j] for row in self.rows]))
        self.write("p.csv", table("abcd", self.rows[:2]))
        self.write("h.csv", table("abcd", self.masks[:2]))
        [g] = self.jsonl("expected", "--metric", "f1", "--average", "micro", "--prediction", "h.csv", "p.csv")
        self.assertEqual(list(g)[0], "metric")
        self.check(g, "f1", sum(self.masks[:2], []), oracle.independent(sum(self.rows[:2], [])))

    def test_constraints_bound_the_optimum(self):
        got = self.jsonl("regret", "--metric", "f1", "--exactly", 4, "--prediction", "h.csv", "p.csv")
        for g, h, row in zip(got, self.masks, self.rows):
            distribution = oracle.independent(row)
            want = oracle.best("f1", distribution, ks=[4]) - oracle.expected("f1", h, distribution)
            self.assertAlmostEqual(g["regret"], max(0, want), delta=1e-12)

    def test_joint_and_counts(self):
        self.write("j.csv", "instance,weight,a,b\nx,1,1,0\nx,2,1,1\ny,1,0,0\ny,1,0,1\n")
        self.write("h.csv", "instance,b,a,expected\nx,1,1,0\ny,0,1,0\n")
        got = self.jsonl("expected", "--metric", "f1", "--metric", "jaccard", "--kind", "joint", "--prediction", "h.csv", "j.csv")
        distributions = [oracle.joint([(1, 0), (1, 1)], [1, 2]), oracle.joint([(0, 0), (0, 1)], [1, 1])]
        for g in got:
            self.assertEqual(g["instance"], "xy"[g["row"]])
            self.check(g, g["metric"], [[1, 1], [1, 0]][g["row"]], distributions[g["row"]])
        self.write("c.csv", "label,s,p\na,1,0.3\na,2,0.5\nb,2,0.5\n,0,0.2\n")
        self.write("h.csv", "a,b\n1,1\n")
        [g] = self.jsonl("expected", "--metric", "f1", "--kind", "counts", "--prediction", "h.csv", "c.csv")
        self.assertIsNone(g["sd"])
        self.assertAlmostEqual(g["expected"], 0.3 * 2 / 3 + 0.5, delta=1e-12)

    def test_seed(self):
        stream = random.Random(5)
        self.write("j.csv", "a,b\n0,1\n")
        n = 400
        row = [stream.random() for _ in range(n)]
        labels = [f"l{i}" for i in range(n)]
        self.write("p.csv", table(labels, [row]))
        self.write("h.csv", table(labels, [[int(x > 0.4) for x in row]]))
        command = ["expected", "--metric", "gmean", "--quantiles", "0.5", "--prediction", "h.csv", "--samples", 500]
        one = self.wald(*command, "--seed", 1, "p.csv")
        self.assertEqual(self.wald(*command, "--seed", 1, "--threads", 1, "p.csv"), one)
        if "n_samples" in json.loads(one):
            self.assertEqual(json.loads(one)["n_samples"], 500)
            self.assertGreater(json.loads(one)["standard_error"], 0)
            self.assertNotEqual(self.wald(*command, "--seed", 2, "p.csv"), one)


class Evaluate(CommandTest):
    def setUp(self):
        super().setUp()
        stream = random.Random(40)
        self.truth = [[stream.randint(0, 1) for _ in range(3)] for _ in range(6)]
        self.masks = [[stream.randint(0, 1) for _ in range(3)] for _ in range(6)]
        self.weights = [1, 2, 0, 3.5, 1, 1]
        self.write("t.csv", table("abc", self.truth))
        self.write("h.csv", "c,b,a\n" + "".join(f"{m[2]},{m[1]},{m[0]}\n" for m in self.masks))

    def values(self, average, *options):
        return {g["metric"]: g["value"] for g in self.jsonl(
            "evaluate", *[x for m in METRICS for x in ("--metric", m)], "--average", average, "--truth", "t.csv", *options, "h.csv")}

    def test_averages(self):
        for metric, value in self.values("instance").items():
            want = sum(oracle.utility(metric, tuple(h), tuple(y)) for h, y in zip(self.masks, self.truth)) / 6
            self.assertAlmostEqual(value, want, delta=1e-12, msg=metric)
        for metric, value in self.values("macro").items():
            want = sum(oracle.utility(metric, h, y) for h, y in zip(zip(*self.masks), zip(*self.truth))) / 3
            self.assertAlmostEqual(value, want, delta=1e-12, msg=metric)
        for metric, value in self.values("micro").items():
            want = oracle.utility(metric, tuple(sum(self.masks, [])), tuple(sum(self.truth, [])))
            self.assertAlmostEqual(value, want, delta=1e-12, msg=metric)

    def test_line(self):
        self.write("t.csv", "a,b\n1,0\n")
        self.write("h.csv", "a,b\n1,1\n")
        self.assertEqual(self.wald("evaluate", "--metric", "jaccard", "--truth", "t.csv", "h.csv"),
                         '{"metric":"jaccard","average":"instance","value":0.5}\n')

    def test_weights(self):
        self.write("t.csv", table("abcw", [y + [w] for y, w in zip(self.truth, self.weights)]))
        for metric, value in self.values("instance", "--weights", "w").items():
            want = sum(w * oracle.utility(metric, tuple(h), tuple(y))
                       for h, y, w in zip(self.masks, self.truth, self.weights)) / sum(self.weights)
            self.assertAlmostEqual(value, want, delta=1e-12, msg=metric)

    def test_nothing_decided(self):
        self.write("t.csv", "a,b\n1,0\n")
        self.write("h.csv", "a,b,expected\n,,0.5\n")
        self.assertEqual(self.jsonl("evaluate", "--metric", "f1", "--truth", "t.csv", "h.csv"),
                         [{"metric": "f1", "average": "instance", "value": None, "n_undecided": 1}])

    def test_what_predict_writes(self):
        rows = random_rows(41, 6, 3)
        for names, options in ((None, []), ("uvwxyz", ["--id", "name"])):
            self.write("p.csv", table("abc", rows, names=names))
            self.write("t.csv", table("abc", self.truth, names=names))
            for average in ("instance", "macro", "micro"):
                predicted = self.wald("predict", "--metric", "f1", "--average", average, *options, "p.csv")
                lines = list(csv.DictReader(io.StringIO(predicted)))[:6]
                masks = [[int(line[x]) for x in "abc"] for line in lines]
                [got] = self.jsonl("evaluate", "--metric", "f1", "--average", average, *options, "--truth", "t.csv", "-",
                                   stdin=predicted)
                if average == "instance":
                    want = sum(oracle.utility("f1", tuple(h), tuple(y)) for h, y in zip(masks, self.truth)) / 6
                elif average == "macro":
                    want = sum(oracle.utility("f1", h, y) for h, y in zip(zip(*masks), zip(*self.truth))) / 3
                else:
                    want = oracle.utility("f1", tuple(sum(masks, [])), tuple(sum(self.truth, [])))
                self.assertAlmostEqual(got["value"], want, delta=1e-12)
                for command in ("expected", "regret"):
                    again = self.jsonl(command, "--metric", "f1", "--average", average, *options, "--prediction", "-",
                                       "p.csv", stdin=predicted)
                    for g in again:
                        self.assertAlmostEqual(g["regret"], 0, delta=1e-12)

    def test_pipe_of_two(self):
        self.write("p.csv", table("abc", random_rows(42, 6, 3)))
        done = subprocess.run(f'"{CLI}" predict --metric f1 p.csv | "{CLI}" evaluate --metric f1 --truth t.csv -', shell=True,
                              cwd=self.folder, capture_output=True, check=True)
        self.assertEqual(json.loads(done.stdout)["metric"], "f1")


class Lists(CommandTest):
    def test_metrics(self):
        text = self.wald("metrics")
        listed = self.jsonl("metrics", "--format", "jsonl")
        header, rows = parse(self.wald("metrics", "--format", "csv"))
        self.assertEqual(header, ["name", "aliases", "formula", "note", "properties"])
        self.assertEqual([g["name"] for g in listed], [row[0] for row in rows])
        for name in ("f1", "fbeta:B", "jaccard", "balanced_accuracy", "gmean", "hmean", "fowlkes_mallows",
                     "noisy_or", "hamming", "subset_accuracy", "precision", "recall", "specificity", "npv", "informedness",
                     "markedness", "mcc", "kappa", "cost:A:B"):
            self.assertIn(name, [row[0] for row in rows])
            self.assertRegex(text, rf"(?m)^{re.escape(name)}( \(.*\))?$")
        by_name = {g["name"]: g for g in listed}
        # Other names are shown everywhere, and do the same.
        self.assertIn("dice", by_name["f1"]["aliases"])
        self.assertIn("dice", dict((row[0], row[1].split()) for row in rows)["f1"])
        self.assertRegex(text, r"(?m)^f1 \(.*\bdice\b.*\)$")
        self.write("p.csv", "a,b,c\n0.9,0.4,0.3\n")
        self.assertEqual(self.wald("predict", "--metric", "dice", "p.csv"), self.wald("predict", "--metric", "f1", "p.csv"))
        self.assertIn("linear in tp", by_name["f1"]["properties"])
        self.assertIn("degenerate", by_name["precision"]["properties"])

    def test_version(self):
        version = (SOURCE / "VERSION").read_text().split()[0]
        abi = [x for x in (SOURCE / "ABI_VERSION").read_text().splitlines() if x.isdigit()][0]
        self.assertEqual(self.wald("--version"), f"wald {version}\n")
        self.assertEqual(self.wald("version"), f"wald {version}\nABI {abi}\n")


class Streams(CommandTest):
    def test_output_file(self):
        self.write("p.csv", "a,b\n0.5,0.4\n")
        out = self.wald("predict", "--metric", "f1", "p.csv")
        self.assertEqual(self.wald("predict", "--metric", "f1", "-o", "h.csv", "p.csv"), "")
        self.assertEqual((self.folder / "h.csv").read_text(), out)
        mask = os.umask(0)
        os.umask(mask)
        self.assertEqual((self.folder / "h.csv").stat().st_mode & 0o777, 0o666 & ~mask)
        # A link stays a link, and a mode stays.
        self.write("old.csv", "old\n")
        (self.folder / "link.csv").symlink_to("old.csv")
        (self.folder / "old.csv").chmod(0o640)
        self.wald("predict", "--metric", "f1", "--output", "link.csv", "p.csv")
        self.assertTrue((self.folder / "link.csv").is_symlink())
        self.assertEqual((self.folder / "old.csv").read_text(), out)
        self.assertEqual((self.folder / "old.csv").stat().st_mode & 0o777, 0o640)
        self.wald("predict", "--metric", "f1", "-o", "/dev/null", "--labels", "a", "h.csv")
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["h.csv", "link.csv", "old.csv", "p.csv"])

    def test_failure_leaves_no_file(self):
        self.write("p.csv", "a\n0.5\n")
        self.write("bad.csv", "a\n2\n")
        self.write("old.csv", "old\n")
        for name in ("new.csv", "old.csv"):
            self.fails(1, 'bad.csv:2: column "a" is 2: a probability lies in [0, 1]',
                       "predict", "--metric", "f1", "-o", name, "bad.csv")
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["bad.csv", "old.csv", "p.csv"])
        self.assertEqual((self.folder / "old.csv").read_text(), "old\n")

    def test_unwritable_output(self):
        self.write("p.csv", "a\n0.5\n")
        self.fails(1, "wald: none/h.csv: No such file or directory", "predict", "--metric", "f1", "-o", "none/h.csv", "p.csv")
        self.fails(1, "wald: .: Is a directory", "predict", "--metric", "f1", "-o", ".", "p.csv")
        if os.path.exists("/dev/full"):
            with open("/dev/full", "w") as full:
                done = subprocess.run([CLI, "predict", "--metric", "f1", "p.csv"], cwd=self.folder, stdout=full,
                                      stderr=subprocess.PIPE)
            self.assertEqual((done.returncode, done.stderr), (1, b"wald: standard output: No space left on device\n"))

    def test_output_over_an_input(self):
        self.write("p.csv", "a\n0.5\n")
        (self.folder / "other.csv").symlink_to("p.csv")
        for name in ("p.csv", "./p.csv", "other.csv"):
            self.fails(2, f'wald: --output "{name}" is an input, which would be lost', "predict", "--metric", "f1", "-o", name, "p.csv")
        self.assertEqual((self.folder / "p.csv").read_text(), "a\n0.5\n")

    def test_closed_pipe(self):
        self.write("p.csv", "a,b\n" + "0.5,0.25\n" * 400000)
        process = self.start("predict", "--metric", "f1", "p.csv")
        process.stdout.readline()
        process.stdout.close()
        err = process.stderr.read()
        process.stderr.close()
        process.stdin.close()
        self.assertEqual((process.wait(timeout=60), err), (0, b""))

    def test_interrupt_while_reading(self):
        self.stopped_while_reading(signal.SIGINT)

    def test_termination_while_reading(self):
        self.stopped_while_reading(signal.SIGTERM)
        self.stopped_while_reading(signal.SIGHUP)

    def stopped_while_reading(self, by):
        process = self.start("predict", "--metric", "f1", "-o", "h.csv", "-")
        process.stdin.write(b"a,b\n0.5,0.4\n")
        process.stdin.flush()
        self.wait_for_output(process, "h.csv")
        process.send_signal(by)
        out, err = process.communicate(timeout=60)
        self.assertEqual((process.returncode, out, err), (128 + by, b"", b"wald: interrupted\n"))
        self.assertEqual(list(self.folder.iterdir()), [])

    def slow(self):
        """Arguments of a run that takes seconds."""
        stream = random.Random(1)
        labels = [f"l{i}" for i in range(1000)]
        self.write("p.csv", table(labels, [[stream.random() for _ in labels] for _ in range(6)]))
        return ["predict", "--metric", "gmean", "--algorithm", "n16", "--threads", "1", "p.csv"]

    def test_interrupt_while_deciding(self):
        process = self.start(*self.slow())
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        began = time.monotonic()
        out, err = process.communicate(timeout=120)
        self.assertEqual((process.returncode, err), (130, b"wald: interrupted\n"))
        self.assertLess(time.monotonic() - began, 60)

    def test_progress_only_on_a_terminal(self):
        mine, theirs = open_terminal()
        process = self.start(*self.slow(), stderr=theirs)
        os.close(theirs)
        seen = shown_until(mine, b"%")
        process.send_signal(signal.SIGINT)
        seen += shown_until(mine, b"never written")
        os.close(mine)
        process.communicate(timeout=120)
        self.assertIn(b"deciding [", seen)
        self.assertIn(b"\r\x1b[K", seen)  # and it is gone at the end


if __name__ == "__main__":
    unittest.main()
