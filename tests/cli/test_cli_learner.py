"""`wald fit`, and `wald predict` and `wald evaluate` with --model, against the C interface itself, to the last bit."""

import csv
import gzip
import io
import json
import os
import pathlib
import random
import resource
import shutil
import signal
import unittest

from harness import CommandTest, open_terminal, shown_until
from learner_oracle import Oracle

LABELS = ["y_a", "y_b", "y_c"]
COLOURS = ["red", "blue, dark", 'the "green"', "höchst=grün"]


def sample(seed, n):
    """Rows of two numbers and a word, and labels that depend on them."""
    stream = random.Random(seed)
    rows = []
    for _ in range(n):
        u, v, colour = stream.gauss(0, 1), stream.gauss(0, 1), stream.choice(COLOURS)
        noise = [stream.gauss(0, 0.7) for _ in range(3)]
        labels = [int(u + noise[0] > 0), int(u - v + noise[1] > 0), int((colour == "red") + noise[2] > 0.5)]
        rows.append((u, v, colour, labels))
    return rows


def table(header, rows):
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for row in [header, *rows]:
        writer.writerow([repr(x) if isinstance(x, float) else x for x in row])
    return out.getvalue()


def plain(rows):
    return table(["u", "v", "colour", *LABELS], [[u, v, colour, *labels] for u, v, colour, labels in rows])


def encoded(rows):
    """What the command makes of them: levels in the order of their bytes."""
    levels = sorted(COLOURS, key=str.encode)
    return (["u", "v", *[f"colour={level}" for level in levels]],
            [[u, v, *[float(colour == level) for level in levels]] for u, v, colour, _ in rows])


def labels_of(rows):
    return [row[3] for row in rows]


class LearnerTest(CommandTest):
    @classmethod
    def setUpClass(cls):
        cls.rows, cls.new = sample(1, 120), sample(2, 40)
        cls.names, cls.features = encoded(cls.rows)
        cls.new_features = encoded(cls.new)[1]

    def setUp(self):
        super().setUp()
        self.write("train.csv", plain(self.rows))
        self.write("test.csv", plain(self.new))

    def fit(self, learner, *arguments, targets="y_*", file="train.csv", model="model.json", **options):
        more = ["--targets", targets] if targets else []
        out = self.wald("fit", "--learner", learner, *more, *arguments, "-o", model, file, **options)
        return (self.folder / model).read_bytes(), out

    def table_of(self, text):
        rows = list(csv.reader(io.StringIO(text)))
        return rows[0], rows[1:]

    def probabilities(self, *arguments, model="model.json", **options):
        header, rows = self.table_of(self.wald("predict", "--model", model, "--probabilities", *arguments, **options))
        return header, [[float(x) for x in row] for row in rows]


class Fit(LearnerTest):
    def test_models_are_those_of_the_library(self):
        oracle = Oracle()
        cases = [("br", {}, []), ("lfp", {"calibration": "isotonic", "folds": 3, "seed": 7},
                                  ["--calibration", "isotonic", "--folds", 3, "--seed", 7]),
                 ("efp", {"c_values": [0.01, 0.1]}, ["--c-values", "0.01,0.1"]),
                 ("efp", {"consistent": "on"}, ["--consistent"]),
                 ("pcc", {"drawing": "independent"}, ["--drawing", "independent"]),
                 ("pcc", {"chains": 2, "samples": 50, "max_nodes": 10, "chain_orders": [[2, 0, 1]], "patience": 1},
                  ["--chains", 2, "--samples", 50, "--max-nodes", 10, "--chain-orders", "y_c,y_a,?_b", "--patience", 1]),
                 ("cardinality", {"scaling": "minmax", "at_least": 0}, ["--scaling", "minmax", "--at-least", 0]),
                 ("cardinality:neighbours", {"neighbours": 9}, ["--neighbours", 9]),
                 ("neighbours", {"neighbour_utility": "jaccard"}, ["--neighbour-utility", "jaccard"]),
                 ("neighbours", {"neighbour_metric": "cosine", "neighbour_weights": "dudani", "neighbours": 5},
                  ["--neighbour-metric", "cosine", "--neighbour-weights", "dudani", "--neighbours", 5]),
                 ("forest", {"trees": 9, "max_features": 2, "min_leaf": 3, "max_depth": 4, "seed": 5},
                  ["--trees", 9, "--max-features", 2, "--min-leaf", 3, "--max-depth", 4, "--seed", 5]),
                 ("forest", {"trees": 9, "forest_kind": "random-forest", "forest_criterion": "f"},
                  ["--trees", 9, "--forest-kind", "random-forest", "--forest-criterion", "f"]),
                 ("tree", {}, []),
                 ("kernel", {"gamma": 0.25, "landmarks": 20, "max_exact_rows": 50},
                  ["--gamma", 0.25, "--landmarks", 20, "--max-exact-rows", 50]),
                 ("mixture:cardinality,forest", {"trees": 7, "mixture_weights": [2, 1]},
                  ["--trees", 7, "--mixture-weights", "2,1"])]
        dataset = oracle.dataset(self.features, labels_of(self.rows))
        new = oracle.dataset(self.new_features)
        for name, asked, arguments in cases:
            learner = oracle.fit(name, dataset, oracle.options(self.names, LABELS, **asked))
            text, _ = self.fit(name, *arguments)
            self.assertEqual(text, oracle.text(learner), name)
            self.assertEqual(self.probabilities("test.csv"), (LABELS, oracle.probabilities(learner, new)), name)
            for average, number in (("instance", 0), ("macro", 1)):
                mask, expected = oracle.decide(learner, new, "f1", average=number, at_most=2, seed=3)
                out = self.wald("predict", "--model", "model.json", "--metric", "f1", "--average", average, "--at-most", 2,
                                "--seed", 3, "--format", "jsonl", "test.csv")
                answers = [json.loads(line) for line in out.splitlines()]
                self.assertEqual([answer["expected"] for answer in answers], expected, name)
                columns = mask if average == "instance" else [list(column) for column in zip(*mask)]
                self.assertEqual([answer["indices"] for answer in answers],
                                 [[j for j, x in enumerate(column) if x] for column in columns], name)

    def test_threads_and_standard_input(self):
        for learner in ("mixture:cardinality,forest", "neighbours", "pcc"):
            alone, _ = self.fit(learner, "--threads", 1)
            self.assertEqual(self.fit(learner, "--threads", 3)[0], alone)
            self.assertEqual(self.fit(learner, file="-", stdin=plain(self.rows))[0], alone)
        out = self.wald("predict", "--model", "model.json", "--metric", "f1", "test.csv")
        self.assertEqual(self.wald("predict", "--model", "-", "--metric", "f1", "test.csv", stdin=alone), out)
        self.assertEqual(self.wald("predict", "--model", "model.json", "--metric", "f1", stdin=plain(self.new)), out)
        self.assertEqual(self.wald("predict", "--model", "model.json", "--metric", "f1", "--threads", 1, "test.csv"), out)

    def test_weights_and_ignored_columns(self):
        oracle = Oracle()
        weights = [i % 3 for i in range(len(self.rows))]
        learner = oracle.fit("br", oracle.dataset(self.features, labels_of(self.rows), weights=weights),
                             oracle.options(self.names, LABELS))
        self.write("w.csv", table(["id", "y_c", "weight", "u", "note 1", "y_a", "y_b", "v", "colour", "note 2"],
                                  [[f"r{i}", l[2], w, u, "NA", l[0], l[1], v, c, ""]
                                   for i, ((u, v, c, l), w) in enumerate(zip(self.rows, weights))]))
        text, _ = self.fit("br", "--weights", "weight", "--ignore", "note*", "--id", "id", targets="y_a,y_b,y_c", file="w.csv")
        self.assertEqual(text, oracle.text(learner))

    def grouped(self, groups, rows=None, **columns):
        rows = rows or self.rows
        self.write("g.csv", table(["u", "v", "colour", "group", *columns, *LABELS],
                                  [[u, v, colour, group, *more, *labels] for (u, v, colour, labels), group, *more
                                   in zip(rows, groups, *columns.values())]))

    def test_groups(self):
        """Of numbers or of texts, in any order: rows of the same text are one group."""
        oracle = Oracle()
        numbers = [(7 * i) % 10 for i in range(len(self.rows))]
        dataset = oracle.dataset(self.features, labels_of(self.rows), groups=numbers)
        texts = ['p, "one"', "p=2", "höchst", "0", "-1.5", "p 6", "seven", "1e3", "P", "p"]
        for learner, asked, arguments in (("br", {}, []), ("cardinality", {"folds": 3, "seed": 9}, ["--folds", 3, "--seed", 9]),
                                          ("neighbours", {}, []), ("kernel", {}, []),
                                          ("mixture:pcc,forest", {"trees": 3, "samples": 20}, ["--trees", 3, "--samples", 20])):
            want = oracle.text(oracle.fit(learner, dataset, oracle.options(self.names, LABELS, **asked)))
            for names in (range(10), [10**20 - n for n in range(10)], texts):
                self.grouped([names[number] for number in numbers])
                _, out = self.fit(learner, "--groups", "group", "--format", "json", *arguments, file="g.csv")
                self.assertEqual((self.folder / "model.json").read_bytes(), want, learner)
                self.assertEqual(json.loads(out)["features"], self.names)
            self.assertNotEqual(self.fit(learner, "--ignore", "group", *arguments, file="g.csv")[0], want, learner)

    def test_folds_of_ones_own_are_groups(self):
        self.grouped([f"fold {i % 4}" for i in range(len(self.rows))])

        def losses(seed, *arguments):
            out = self.fit("cardinality", "--folds", 4, "--seed", seed, "--format", "json", *arguments, file="g.csv")[1]
            return [choice["loss"] for choice in json.loads(out)["choices"]]

        own, dealt = losses(0, "--groups", "group"), losses(0, "--ignore", "group")
        for seed in (1, 2, 3):
            for a, b in zip(losses(seed, "--groups", "group"), own):
                self.assertAlmostEqual(a, b, delta=1e-9)
            for a, b in zip(losses(seed, "--ignore", "group"), dealt):
                self.assertGreater(abs(a - b), 1e-9)
        out = self.fit("cardinality", "--folds", 9, "--groups", "group", "--format", "json", file="g.csv")[1]
        for choice, loss in zip(json.loads(out)["choices"], own):  # as many folds as there are groups
            self.assertAlmostEqual(choice["loss"], loss, delta=1e-9)

    def test_copies_in_the_group_of_their_row_are_a_weight(self):
        groups = [f"p{i // 2}" for i in range(len(self.rows))]
        for learner in ("br", "cardinality", "pcc"):
            said = []
            for file in ("copies", "weights"):
                if file == "copies":
                    self.grouped(groups * 2, self.rows * 2)
                    more = []
                else:
                    self.grouped(groups, weight=[2] * len(groups))
                    more = ["--weights", "weight"]
                out = self.fit(learner, "--groups", "group", "--format", "json", *more, file="g.csv")[1]
                chosen = [choice["value"] for choice in json.loads(out)["choices"]]
                said.append((chosen, self.probabilities("test.csv")[1]))
            (chosen, a), (weighted, b) = said
            self.assertEqual(chosen, weighted)
            for x, y in zip(a, b):
                for p, q in zip(x, y):
                    self.assertAlmostEqual(p, q, delta=1e-9)

    def test_report(self):
        _, out = self.fit("lfp", "--format", "json")
        self.assertEqual(out.count("\n"), 1)
        got = json.loads(out)
        self.assertEqual([got[key] for key in ("learner", "task", "n_rows", "at_least", "labels", "features")],
                         ["lfp", "labels", 120, 0, LABELS, self.names])
        self.assertEqual([(c["part"], c["what"]) for c in got["choices"]], [(label, "C") for label in LABELS])
        for choice in got["choices"]:
            best = choice["values"].index(choice["value"])
            self.assertEqual(choice["losses"][best], choice["loss"])
            self.assertEqual(choice["loss"], min(choice["losses"]))
        _, out = self.fit("lfp")
        lines = out.splitlines()
        self.assertEqual(lines[:4], ["learner   lfp", "rows      120", "features  6", "targets   3 labels"])
        self.assertEqual(lines[5].split(), ["part", "chosen", "loss", "out", "of", "fold", "tried"])
        for line, choice in zip(lines[6:], got["choices"]):
            part, what, value, loss, n, *_ = line.split()
            self.assertEqual((part, what, float(value), int(n)),
                             (choice["part"], "C", choice["value"], len(choice["values"])))
            self.assertAlmostEqual(float(loss), choice["loss"], delta=1e-3 * choice["loss"])
        _, out = self.fit("forest", "--trees", 3)  # chooses nothing
        self.assertEqual(len(out.splitlines()), 4)
        self.write("full.csv", table(["u", *LABELS], [[u, 1, *l[1:]] for u, _, _, l in self.rows]))
        _, out = self.fit("tree", file="full.csv")
        self.assertIn("\ntargets   3 labels, at least 1 a row\n", out)

    def test_a_failure_keeps_the_old_model(self):
        old, _ = self.fit("br")
        self.write("bad.csv", "u,y\n1,0\nNA,1\n")
        code, _, _ = self.run_raw("fit", "--learner", "br", "--targets", "y", "-o", "model.json", "bad.csv")
        self.assertEqual(code, 1)
        self.assertEqual((self.folder / "model.json").read_bytes(), old)
        self.assertEqual({p.name for p in self.folder.iterdir()}, {"train.csv", "test.csv", "bad.csv", "model.json"})

    def test_interrupt(self):
        """Ctrl-C on a terminal that shows a bar; no file is left behind."""
        self.write("long.csv", plain(sample(3, 4000)))
        terminal, other = open_terminal()
        self.addCleanup(os.close, terminal)
        with self.start("fit", "--learner", "forest", "--trees", 20000, "--threads", 1, "--targets", "y_*", "-o",
                        "model.json", "long.csv", stderr=other) as process:
            os.close(other)
            self.assertIn(b"fitting", shown_until(terminal, b"fitting"))
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            process.send_signal(signal.SIGINT)
            self.assertIn(b"wald: interrupted", shown_until(terminal, b"interrupted"))
            self.assertEqual(process.wait(60), 130)
            # All 20000 trees would take minutes of the processor, whatever else the machine does.
            self.assertLess(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, 20)
        self.assertEqual({p.name for p in self.folder.iterdir()}, {"train.csv", "test.csv", "long.csv"})


class Targets(LearnerTest):
    def classes(self, cells, *arguments):
        self.write("c.csv", table(["u", "y"], [[u, cell] for (u, *_), cell in zip(self.rows, cells)]))
        _, out = self.fit("br", "--format", "json", *arguments, targets="y", file="c.csv")
        got = json.loads(out)
        return got["task"], got["labels"]

    def test_what_they_are(self):
        n = len(self.rows)
        self.assertEqual(self.classes([i % 2 for i in range(n)]), ("labels", ["y"]))
        self.assertEqual(self.classes([["0.0", "1.0"][i % 2] for i in range(n)]), ("labels", ["y"]))
        self.assertEqual(self.classes([i % 2 for i in range(n)], "--task", "classes"), ("classes", ["0", "1"]))
        self.assertEqual(self.classes([["-1", "+1"][i % 2] for i in range(n)]), ("classes", ["-1", "1"]))
        self.assertEqual(self.classes([["10", "9.0", "9"][i % 3] for i in range(n)]), ("classes", ["9", "10"]))
        self.assertEqual(self.classes([["b", "10", "9"][i % 3] for i in range(n)]), ("classes", ["10", "9", "b"]))
        self.assertEqual(self.classes([["True", "False"][i % 2] for i in range(n)]), ("labels", ["y"]))
        self.assertEqual(self.classes([["no", "yes"][i % 2] for i in range(n)]), ("labels", ["y"]))
        self.assertEqual(self.classes([["no", "yes"][i % 2] for i in range(n)], "--task", "classes"),
                         ("classes", ["no", "yes"]))

    def test_classes(self):
        oracle = Oracle()
        names = sorted(COLOURS, key=str.encode)
        classes = [names.index(c) for _, _, c, _ in self.rows]
        features = [[u, v] for u, v, _, _ in self.rows]
        for learner, arguments, asked in (("br", [], {}), ("forest", ["--trees", 20], {"trees": 20})):
            fitted = oracle.fit(learner, oracle.dataset(features, classes=classes),
                                oracle.options(["u", "v"], names, **asked))
            text, out = self.fit(learner, "--ignore", "y_*", *arguments, targets="colour")
            self.assertEqual(text, oracle.text(fitted))
            self.assertIn("\ntargets   4 classes, of which a row has one\n", out)
            new = oracle.dataset([[u, v] for u, v, _, _ in self.new])
            self.assertEqual(self.probabilities("test.csv"), (names, oracle.probabilities(fitted, new)))
            mask, expected = oracle.decide(fitted, new, "f1", at_least=1, at_most=1)
            header, rows = self.table_of(self.wald("predict", "--model", "model.json", "--metric", "f1", "--exactly", 1,
                                                   "test.csv"))
            self.assertEqual(header, [*names, "expected"])
            self.assertEqual([[int(x) for x in row[:-1]] for row in rows], mask)
            self.assertEqual([float(row[-1]) for row in rows], expected)
            (value,) = self.jsonl("evaluate", "--model", "model.json", "--targets", "colour", "--metric", "f1", "--exactly",
                                  1, "test.csv")
            right = [row[names.index(c)] for row, (_, _, c, _) in zip(mask, self.new)]
            self.assertAlmostEqual(value["value"], sum(right) / len(right), delta=1e-12)
            self.assertAlmostEqual(value["expected"], sum(expected) / len(expected), delta=1e-12)


class Columns(LearnerTest):
    def test_any_order_and_others(self):
        self.fit("mixture:cardinality,forest", "--trees", 9)
        want = self.wald("predict", "--model", "model.json", "--metric", "f1", "test.csv")
        self.write("turned.csv", table(["colour", "extra", "v", "y_b", "u"],
                                       [[c, "?", v, "not looked at", u] for u, v, c, _ in self.new]))
        self.assertEqual(self.wald("predict", "--model", "model.json", "--metric", "f1", "turned.csv"), want)
        self.write("named.csv", table(["u", "v", "colour", "name"], [[u, v, c, f"n{i}"]
                                                                    for i, (u, v, c, _) in enumerate(self.new)]))
        named = self.wald("predict", "--model", "model.json", "--metric", "f1", "--id", "name", "named.csv")
        self.assertEqual(named, "".join(f"{name},{line}\n" for name, line in
                                        zip(["name", *(f"n{i}" for i in range(len(self.new)))], want.splitlines())))
        first = self.jsonl("predict", "--model", "model.json", "--metric", "f1", "--id", "name", "--format", "jsonl",
                           "named.csv")[0]
        self.assertEqual((first["row"], first["id"]), (0, "n0"))

    def test_levels(self):
        """A column of words is what columns of 0 and 1 are that are called column=level, in training and after."""
        text, _ = self.fit("pcc")
        self.write("wide.csv", table([*self.names, *LABELS],
                                     [[*row, *labels] for row, labels in zip(self.features, labels_of(self.rows))]))
        self.assertEqual(self.fit("pcc", file="wide.csv", model="wide.json")[0], text)
        self.write("wide-test.csv", table(self.names[::-1], [row[::-1] for row in self.new_features]))
        want = self.wald("predict", "--model", "model.json", "--metric", "f1", "test.csv")
        self.assertEqual(self.wald("predict", "--model", "model.json", "--metric", "f1", "wide-test.csv"), want)
        self.assertEqual(self.wald("predict", "--model", "wide.json", "--metric", "f1", "test.csv"), want)

    def test_an_exact_name_wins(self):
        """Of a column "a=b" and a level "b" of "a"; and a column that is there by its own name is no column of words."""
        self.write("t.csv", table(["a=b", "y"], [[float(i), i % 2] for i in range(20)]))
        self.fit("br", targets="y", file="t.csv")
        self.write("exact.csv", "a,a=b\nx,3\nb,4\n")
        self.write("alone.csv", "a=b\n3\n4\n")
        self.write("levels.csv", "a\nb\nc\n")
        self.assertEqual(self.probabilities("exact.csv"), self.probabilities("alone.csv"))
        self.write("ones.csv", "a=b\n1\n0\n")
        self.assertEqual(self.probabilities("--unknown-levels", "zero", "levels.csv"), self.probabilities("ones.csv"))
        self.write("deep.csv", table(["a=b", "y"], [["c=d" if i % 3 else "e", i % 2] for i in range(20)]))
        self.fit("br", targets="y", file="deep.csv")
        self.assertEqual(len(self.probabilities("deep.csv")[1]), 20)

    def test_unknown_levels(self):
        self.fit("br")
        self.write("odd.csv", "u,v,colour\n0.5,1,mauve\n0.5,1,red\n")
        zero = [[0.5, 1.0, 0, 0, 0, 0]]
        self.write("zero.csv", table(self.names, zero))
        _, got = self.probabilities("--unknown-levels", "zero", "odd.csv")
        self.assertEqual(got[0], self.probabilities("zero.csv")[1][0])
        self.assertNotEqual(got[1], got[0])

    def test_categorical_numbers(self):
        """Codes become levels where that is asked for, as they are written."""
        codes = ["07", "7", "1.0", "12"]
        self.write("codes.csv", table(["code", "y"], [[codes[i * i % 4], i * i // 3 % 2] for i in range(40)]))
        _, out = self.fit("br", "--categorical", "c*", "--format", "json", targets="y", file="codes.csv")
        self.assertEqual(json.loads(out)["features"], [f"code={c}" for c in sorted({codes[i * i % 4] for i in range(40)})])
        self.assertEqual(len(self.probabilities("codes.csv")[1]), 40)

    def test_models_without_names(self):
        """Features go by their places, and labels are numbered."""
        oracle = Oracle()
        features = [[u, v] for u, v, _, _ in self.rows]
        learner = oracle.fit("br", oracle.dataset(features, labels_of(self.rows)), oracle.options(None, None))
        self.write("bare.json", oracle.text(learner))
        self.write("places.csv", table(["x", "id", "z"], [[u, "n", v] for u, v, _, _ in self.new]))
        header, got = self.table_of(self.wald("predict", "--model", "bare.json", "--probabilities", "--id", "id",
                                              "places.csv"))
        self.assertEqual(header, ["id", "1", "2", "3"])
        want = oracle.probabilities(learner, oracle.dataset([[u, v] for u, v, _, _ in self.new]))
        self.assertEqual([[float(x) for x in row[1:]] for row in got], want)
        self.fails(1, "test.csv:1: 6 columns of features, where bare.json takes 2 by their places, since they have no names",
                   "predict", "--model", "bare.json", "--metric", "f1", "test.csv")


class Outputs(LearnerTest):
    def test_probabilities_beside_decisions(self):
        self.fit("br")
        header, p = self.probabilities("test.csv")
        self.assertEqual(header, LABELS)
        decided = self.wald("predict", "--model", "model.json", "--metric", "f1", "test.csv")
        both = self.wald("predict", "--model", "model.json", "--metric", "f1", "--probabilities", "test.csv")
        names, rows = self.table_of(both)
        self.assertEqual(names, [*LABELS, "expected", *["p_" + label for label in LABELS]])
        self.assertEqual([[float(x) for x in row[4:]] for row in rows], p)
        self.assertEqual("".join(",".join(row[:4]) + "\n" for row in [names, *rows]), decided)
        answers = self.jsonl("predict", "--model", "model.json", "--metric", "f1", "--probabilities", "--format", "jsonl",
                             "test.csv")
        self.assertEqual([answer["probabilities"] for answer in answers], p)
        lines = self.jsonl("predict", "--model", "model.json", "--probabilities", "--format", "jsonl", "test.csv")
        self.assertEqual(lines, [{"row": i, "probabilities": row} for i, row in enumerate(p)])
        macro = self.jsonl("predict", "--model", "model.json", "--metric", "f1", "--average", "macro", "--probabilities",
                           "--format", "jsonl", "test.csv")
        self.assertEqual([answer["probabilities"] for answer in macro], [list(column) for column in zip(*p)])
        micro = self.jsonl("predict", "--model", "model.json", "--metric", "f1", "--average", "micro", "--probabilities",
                           "--format", "jsonl", "test.csv")
        self.assertEqual(micro[0]["probabilities"], sum(p, []))
        names, rows = self.table_of(self.wald("predict", "--model", "model.json", "--metric", "f1", "--average", "macro",
                                              "--probabilities", "test.csv"))
        self.assertEqual(names, ["row", *LABELS, *["p_" + label for label in LABELS]])
        self.assertEqual([[float(x) for x in row[4:]] for row in rows[:-1]], p)
        self.assertEqual(rows[-1][4:], ["", "", ""])

    def test_probabilities_are_a_table_like_others(self):
        """Of independent labels the model's own decision is that on its probabilities."""
        self.fit("br", "--at-least", 0)
        self.wald("predict", "--model", "model.json", "--probabilities", "-o", "p.csv", "test.csv")
        for average in ("instance", "macro", "micro"):
            asked = ["--metric", "f1", "--average", average]
            self.assertEqual(self.wald("predict", *asked, "p.csv"), self.wald("predict", "--model", "model.json", *asked,
                                                                             "test.csv"))

    def test_evaluate_in_one_step_and_in_two(self):
        self.fit("mixture:cardinality,forest", "--trees", 9)
        self.write("truth.csv", table(LABELS, labels_of(self.new)))
        for average in ("instance", "macro"):
            asked = ["--average", average, "--at-most", 2]
            metrics = ["f1", "jaccard"] if average == "macro" else ["f1", "recall"]
            got = self.jsonl("evaluate", "--model", "model.json", *sum((["--metric", m] for m in metrics), []), *asked,
                             "test.csv")
            self.assertEqual([line["metric"] for line in got], metrics)
            for line in got:
                out = self.wald("predict", "--model", "model.json", "--metric", line["metric"], *asked, "--probabilities",
                                "-o", "d.csv", "test.csv")
                self.assertEqual(out, "")
                (two,) = self.jsonl("evaluate", "--metric", line["metric"], "--average", average, "--truth", "truth.csv",
                                    "d.csv")
                self.assertEqual(line["value"], two["value"])
                answers = self.jsonl("predict", "--model", "model.json", "--metric", line["metric"], *asked, "--format",
                                     "jsonl", "test.csv")
                mean = sum(answer["expected"] for answer in answers) / len(answers)
                self.assertAlmostEqual(line["expected"], mean, delta=1e-12)

    def test_evaluate_decides_as_predict_does(self):
        self.fit("br")
        self.write("truth.csv", table(LABELS, labels_of(self.new)))
        for asked in (["--abstain", 0.2], ["--algorithm", "enumeration"]):
            (one,) = self.jsonl("evaluate", "--model", "model.json", "--metric", "f1", *asked, "test.csv")
            self.wald("predict", "--model", "model.json", "--metric", "f1", *asked, "-o", "d.csv", "test.csv")
            (two,) = self.jsonl("evaluate", "--metric", "f1", "--truth", "truth.csv", "d.csv")
            self.assertEqual(one["value"], two["value"])
            self.assertEqual(one.get("n_undecided"), two.get("n_undecided"))
            self.assertEqual("n_undecided" in one, asked[0] == "--abstain")
            self.assertEqual("expected" in one, asked[0] != "--abstain")

    def test_evaluate_weighs_rows(self):
        self.fit("br")
        kept = self.new[:11]
        self.write("w.csv", table(["u", "v", "colour", *LABELS, "w"],
                                  [[u, v, c, *l, 1 if i < 11 else 0] for i, (u, v, c, l) in enumerate(self.new)]))
        self.write("kept.csv", plain(kept))
        got = self.jsonl("evaluate", "--model", "model.json", "--metric", "f1", "--weights", "w", "w.csv")[0]
        want = self.jsonl("evaluate", "--model", "model.json", "--metric", "f1", "kept.csv")[0]
        self.assertAlmostEqual(got["value"], want["value"], delta=1e-12)
        self.assertAlmostEqual(got["expected"], want["expected"], delta=1e-12)
        macro = self.jsonl("evaluate", "--model", "model.json", "--metric", "f1", "--average", "macro", "--weights", "w",
                           "w.csv")[0]
        self.assertNotIn("expected", macro)


class Marginals(LearnerTest):
    """cardinality:given takes the probabilities of any model beside the features."""

    def test_columns_lists_and_files(self):
        oracle = Oracle()
        stream = random.Random(5)
        p = [[round(stream.random(), 3) for _ in LABELS] for _ in self.rows]
        q = [[round(stream.random(), 3) for _ in LABELS] for _ in self.new]
        learner = oracle.fit("cardinality:given", oracle.dataset(self.features, labels_of(self.rows), marginals=p),
                             oracle.options(self.names, LABELS))
        want = oracle.probabilities(learner, oracle.dataset(self.new_features, marginals=q))

        def beside(rows, marginals, names):
            return table(["u", "v", "colour", *LABELS, *names],
                         [[u, v, c, *l, m[2], m[0], m[1]] for (u, v, c, l), m in zip(rows, marginals)])

        for names, asked in ((["p_c", "p_a", "p_b"], "p_*"), (["p_y_c", "p_y_a", "p_y_b"], "p_y_*"),
                             (["third", "first", "second"], "first,second,third")):
            self.write("train.csv", beside(self.rows, p, names))
            self.write("test.csv", beside(self.new, q, names))
            text, _ = self.fit("cardinality:given", "--marginals", asked)
            self.assertEqual(text, oracle.text(learner), asked)
            self.assertEqual(self.probabilities("--marginals", asked, "test.csv"), (LABELS, want), asked)
            value = self.jsonl("evaluate", "--model", "model.json", "--metric", "f1", "--marginals", asked, "test.csv")
            self.assertTrue(0 < value[0]["value"] < 1)
        self.write("train.csv", plain(self.rows))
        self.write("p.csv", table(["name", "y_b", "y_c", "y_a"], [["x", m[1], m[2], m[0]] for m in p]))
        self.write("q.csv", table(["y_a", "y_b", "y_c"], q))
        self.assertEqual(self.fit("cardinality:given", "--marginals", "p.csv")[0], oracle.text(learner))
        self.assertEqual(self.probabilities("--marginals", "q.csv", "test.csv"), (LABELS, want))

    def test_a_rule_is_chosen_and_predicts(self):
        stream = random.Random(6)
        p = [[round(0.1 + 0.8 * (0.7 * (label in l) + 0.3 * stream.random()), 3) for label in range(len(LABELS))]
             for l in ([j for j, held in enumerate(row[3]) if held] for row in self.rows)]
        self.write("train.csv", plain(self.rows))
        self.write("p.csv", table(LABELS, p))
        _, text = self.fit("rule", "--marginals", "p.csv", "--average", "macro", "--folds", 3)
        self.assertRegex(text, r"rule +[a-z-]+: ")
        self.assertIn("decide-shrunk", text)
        found = json.loads(self.fit("rule", "--marginals", "p.csv", "--average", "macro", "--format", "json")[1])
        names = [each["rule"] for each in found["candidates"]]
        self.assertIn(found["rule"], names)
        self.assertEqual([each["gain"] for each in found["candidates"] if each["rule"] == "decide-mean"], [0])
        out = self.wald("predict", "--model", "model.json", "--metric", "f1", "--average", "macro", "--marginals", "p.csv",
                        "train.csv")
        self.assertEqual(len(out.splitlines()), 2 + len(self.rows))  # names, rows, expected values of the labels
        for asked, message in (
                (("jaccard",), 'metric is "jaccard": the rule was chosen for "f1"'),
                (("f1", "--zero-division", 0), "--zero-division is 0: the rule was chosen with 1"),
                (("f1", "--prevalence", 0.2, "--training-prior", 0.5), "--prevalence is 0.2: a rule is for the prevalence"),
                (("f1", "--at-most", 2), "--at-most is 2: a fitted rule does not read it")):
            code, _, error = self.run_raw("predict", "--model", "model.json", "--average", "macro", "--marginals", "p.csv",
                                          "--metric", *map(str, asked), "train.csv")
            self.assertEqual(code, 1)
            self.assertIn(message, error)
        self.fit("rule", "--marginals", "p.csv", "--average", "macro", "--zero-division", 0, "--rule", "half")
        self.wald("predict", "--model", "model.json", "--metric", "f1", "--zero-division", "0", "--average", "macro",
                  "--marginals", "p.csv", "train.csv")

    def test_marginals_alone(self):
        stream = random.Random(8)
        self.write("y.csv", table(LABELS, labels_of(self.rows)))
        self.write("p.csv", table(LABELS, [[0.1 + 0.8 * stream.random() for _ in LABELS] for _ in self.rows]))
        self.write("train.csv", plain(self.rows))
        for learner, asked in (("rule", ["--average", "macro"]), ("given", [])):
            _, out = self.fit(learner, "--marginals", "p.csv", *asked, "--format", "json", file="y.csv")
            self.assertEqual(json.loads(out)["features"], [])
            ask = ["--metric", "f1", *asked, "--marginals", "p.csv"]
            alone = self.wald("predict", "--model", "model.json", *ask, "y.csv")
            self.fit(learner, "--marginals", "p.csv", *asked, model="beside.json")
            self.assertEqual(alone, self.wald("predict", "--model", "beside.json", *ask, "train.csv"))

    @unittest.skipUnless(shutil.which("gnuplot"), "gnuplot is not installed")
    def test_the_candidates_of_a_rule_are_drawn(self):
        stream = random.Random(7)
        self.write("train.csv", plain(self.rows))
        self.write("p.csv", table(LABELS, [[0.1 + 0.8 * stream.random() for _ in LABELS] for _ in self.rows]))
        asked = ["--marginals", "p.csv", "--average", "macro"]
        text, out = self.fit("rule", *asked, "--format", "json")
        self.assertEqual(self.fit("rule", *asked, "--format", "json", "--plot", "rules.svg"), (text, out))
        found = json.loads(out)
        drawn = (self.folder / "rules.svg").read_text()
        for name in ("what each rule is worth out of fold", "value, with 95 % limits of the gain", "first choice: decide-mean",
                     f"chosen: {found['rule']}"):
            self.assertIn(f">{name}<", drawn)
        # The best is above: names of an axis are drawn from below.
        names = [each["rule"] for each in sorted(found["candidates"], key=lambda each: each["value"])]
        places = [drawn.index(f">{name}<") for name in names]
        self.assertEqual(places, sorted(places))
        self.fit("rule", *asked, "--plot", "rules.png")
        self.assertEqual((self.folder / "rules.png").read_bytes()[:4], b"\x89PNG")
        model = (self.folder / "model.json").read_bytes()
        for message, arguments in (
                ("wald: --plot draws the rules that were compared, and --rule sets the rule",
                 ["--learner", "rule", *asked, "--rule", "vote"]),
                ("--plot is read with --learner rule only", ["--learner", "forest"])):
            code, _, error = self.run_raw("fit", *arguments, "--targets", "y_*", "--plot", "r.svg", "-o", "model.json",
                                          "train.csv")
            self.assertNotEqual(code, 0)
            self.assertIn(message, error)
        self.assertFalse((self.folder / "r.svg").exists())
        self.assertEqual((self.folder / "model.json").read_bytes(), model)

    def test_the_output_of_one_model_is_the_input_of_another(self):
        self.fit("forest", "--trees", 20, model="forest.json")
        for rows in ("train", "test"):
            self.wald("predict", "--model", "forest.json", "--probabilities", "-o", f"p-{rows}.csv", f"{rows}.csv")
        self.fit("cardinality:given", "--marginals", "p-train.csv", model="given.json")
        _, got = self.probabilities("--marginals", "p-test.csv", "test.csv", model="given.json")
        self.assertEqual(len(got), len(self.new))


class Libsvm(LearnerTest):
    def sparse(self, rows):
        """Features 1 ... 6, and the feature 7 that no training row has."""
        return [{j: x for j, x in enumerate(row) if x != 0} for row in rows]

    def lines(self, rows, labels, scrambled=None):
        out = ""
        for row, own in zip(rows, labels):
            tokens = [f"{j + 1}:{x!r}" for j, x in row.items()]
            if scrambled:
                scrambled.shuffle(tokens)
                tokens.append("99:1")
            names = ",".join(str(j) for j, x in enumerate(own) if x)
            out += " ".join([names] * bool(names) + tokens) + "\n"
        return out

    def test_labels(self):
        oracle = Oracle()
        rows, new = self.sparse(self.features), self.sparse(self.new_features)
        labels = labels_of(self.rows)
        self.assertIn([0, 0, 0], labels)
        dataset = oracle.dataset(rows, labels, sparse=6)
        numbers = [str(j) for j in range(1, 7)]
        self.write("train.svm", self.lines(rows, labels))
        self.write("test.svm", "# a comment\n" + self.lines(new, labels_of(self.new), random.Random(1)).replace(
            "\n", " # more\n", 3))
        for learner, asked in (("br", []), ("forest", ["--trees", 9])):
            fitted = oracle.fit(learner, dataset, oracle.options(numbers, ["0", "1", "2"], **({"trees": 9} if asked else {})))
            text, _ = self.fit(learner, *asked, targets=None, file="train.svm")
            self.assertEqual(text, oracle.text(fitted))
            want = oracle.probabilities(fitted, oracle.dataset(new, sparse=6))
            self.assertEqual(self.probabilities("test.svm"), (["0", "1", "2"], want))
        # The same model serves a table whose columns are called 1, 2, ...
        self.write("wide.csv", table(numbers, self.new_features))
        self.assertEqual(self.probabilities("wide.csv"), (["0", "1", "2"], want))
        piped = self.wald("predict", "--model", "model.json", "--metric", "f1", "--input", "libsvm",
                          stdin=(self.folder / "test.svm").read_bytes())
        self.assertEqual(self.wald("predict", "--model", "model.json", "--metric", "f1", "test.svm"), piped)
        value = self.jsonl("evaluate", "--model", "model.json", "--metric", "f1", "test.svm")[0]["value"]
        self.write("truth.csv", table(["0", "1", "2"], labels_of(self.new)))
        self.assertEqual(self.jsonl("evaluate", "--metric", "f1", "--truth", "truth.csv", "-", stdin=piped)[0]["value"], value)

    def test_names(self):
        rows, labels = self.sparse(self.features), labels_of(self.rows)
        self.write("train.svm", self.lines(rows, labels))
        self.write("test.svm", self.lines(self.sparse(self.new_features), labels_of(self.new)))
        self.write("features.txt", "".join(name + "\n" for name in [*self.names, "one more"]))
        self.write("labels.txt", "y_a\r\ny_b\ny_c\nnever")
        named = ["--feature-names", "features.txt", "--label-names", "labels.txt"]
        _, out = self.fit("br", "--format", "json", *named, targets=None, file="train.svm")
        got = json.loads(out)
        self.assertEqual((got["features"], got["labels"]), ([*self.names, "one more"], [*LABELS, "never"]))
        by_names = self.probabilities(*named[:2], "test.svm")
        self.write("wide.csv", table([*self.names, "one more"], [[*row, 0] for row in self.new_features]))
        self.assertEqual(self.probabilities("wide.csv"), by_names)
        self.assertTrue(self.jsonl("evaluate", "--model", "model.json", "--metric", "f1", *named, "test.svm"))
        # A model from a table serves libsvm input by the same names.
        self.fit("br", file="train.csv")
        self.assertEqual(self.probabilities(*named[:2], "test.svm"), self.probabilities("test.csv"))

    def test_one_label_classes_and_index_0(self):
        def task(text, *arguments):
            self.write("t.svm", text)
            got = json.loads(self.fit("tree", "--min-leaf", 2, "--format", "json", *arguments, targets=None, file="t.svm")[1])
            return got["task"], got["labels"], got["features"]

        self.assertEqual(task("+1 1:1\n-1 2:1\n" * 5), ("labels", ["1"], ["1", "2"]))
        self.assertEqual(self.jsonl("evaluate", "--model", "model.json", "--average", "macro", "--metric", "f1",
                                    "t.svm")[0]["value"], 1)
        self.assertEqual(task("1 1:1\n0 2:1\n" * 5), ("labels", ["1"], ["1", "2"]))
        self.assertEqual(task("1.0 0:1\n3 2:1\n" * 5), ("classes", ["1", "3"], ["0", "1", "2"]))
        self.assertEqual(self.jsonl("evaluate", "--model", "model.json", "--metric", "f1", "t.svm")[0]["value"], 1)
        self.assertEqual(task("1 1:1\n3 2:1\n" * 5, "--task", "labels"), ("labels", ["1", "3"], ["1", "2"]))
        self.assertEqual(task("1 1:1\n0 2:1\n" * 5, "--task", "classes"), ("classes", ["0", "1"], ["1", "2"]))
        self.assertEqual(task("cat 1:1\ndog 2:1\n" * 5), ("classes", ["cat", "dog"], ["1", "2"]))
        self.assertEqual(task("2,10 1:1\n1:0.5 2:1\n\n" * 5), ("labels", ["2", "10"], ["1", "2"]))


@unittest.skipUnless("WALD_DATA" in os.environ, "SKIPPED: WALD_DATA does not name the folder of the data sets")
class RealData(LearnerTest):
    def unpacked(self, name, most=None):
        path = pathlib.Path(os.environ["WALD_DATA"]) / name
        with gzip.open(path, "rt", encoding="utf-8") as file:
            lines = file.readlines()
        target = path.parent.name + "-" + path.name[:-3]
        return self.write(target, "".join(lines[:most]))

    def value(self, *arguments):
        return self.jsonl("evaluate", "--model", "model.json", "--metric", "f1", *arguments)[0]["value"]

    def test_published_figures(self):
        """docs/guides/learners.md tells them."""
        for name, figure in (("scene", 0.7589), ("yeast", 0.6515)):
            self.fit("lfp", file=self.unpacked(f"{name}/train.csv.gz"))
            self.assertAlmostEqual(self.value(self.unpacked(f"{name}/test.csv.gz")), figure, delta=5e-4)

    def test_words(self):
        self.fit("br", targets="y", file=self.unpacked("adult/train.csv.gz", 8001))
        got = self.value("--average", "macro", "--unknown-levels", "zero", self.unpacked("adult/test.csv.gz", 4001))
        self.assertGreater(got, 0.65)

    def test_classes(self):
        self.fit("forest", "--trees", 60, targets="y", file=self.unpacked("letter/train.csv.gz", 4001))
        self.assertGreater(self.value("--targets", "y", "--exactly", 1, self.unpacked("letter/test.csv.gz", 1001)), 0.85)

    def test_sparse_texts(self):
        names = ["--label-names", self.unpacked("reuters_modapte90/labels.txt.gz"),
                 "--feature-names", self.unpacked("reuters_modapte90/terms.txt.gz")]
        self.fit("forest", "--trees", 40, *names, targets=None, file=self.unpacked("reuters_modapte90/train.svm.gz", 2000))
        self.assertGreater(self.value(*names, self.unpacked("reuters_modapte90/test.svm.gz", 600)), 0.75)


if __name__ == "__main__":
    unittest.main()
