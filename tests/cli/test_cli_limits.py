"""Small inputs that ask for much: nested, wide, or with great numbers. None of at most 1 MB may take more than 1 GB or 10 s."""

import gzip
import json
import os
import resource
import subprocess
import unittest

from harness import CLI, CommandTest

MEMORY = 1 << 30
SECONDS = 10
PREDICT = ["predict", "--metric", "f1"]


def limited():
    """In the child: a run that is far too slow ends."""
    resource.setrlimit(resource.RLIMIT_CPU, (4 * SECONDS, 4 * SECONDS))


class Limits(CommandTest):
    def measured(self, *arguments):
        """The exit code and the error of a run, which must be quick and small."""
        with open(self.folder / "out", "wb") as out, open(self.folder / "err", "wb") as err:
            process = subprocess.Popen([CLI, *map(str, arguments)], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=out,
                                       stderr=err, preexec_fn=limited, env={**os.environ, "LC_ALL": "C"})
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        said = (self.folder / "err").read_text()
        if os.environ["WALD_LIBRARY"]:  # without sanitizers, which are slower and larger
            self.assertLess(usage.ru_utime + usage.ru_stime, SECONDS, (arguments, said))
            self.assertLess(usage.ru_maxrss * 1024, MEMORY, (arguments, said))
        return process.returncode, said

    def accepted(self, *arguments):
        code, said = self.measured(*arguments)
        self.assertEqual(code, 0, said)
        return (self.folder / "out").read_text()

    def refused(self, message, *arguments):
        code, said = self.measured(*arguments)
        self.assertEqual((code, said), (1, message + "\n"))


class Json(Limits):
    TOO_DEEP = "the JSON is nested deeper than 100 levels"

    def test_nested_values(self):
        for open_, close in (("[", "]"), ('{"a":', "}")):
            for depth in (101, 20_000, 200_000):
                text = open_ * depth + "1" + close * depth
                for tail in (text, open_ * depth):  # whole and cut off
                    self.write("t.jsonl", f'{{"a":0.5}}\n{{"a":{tail}}}\n')
                    self.refused(f"t.jsonl:2: {self.TOO_DEEP}", *PREDICT, "t.jsonl")
                    self.write("answer.json", "{\n" + f'"thresholds":\n{tail}' + "}\n")
                    self.write("t.csv", "a\n0.5\n")
                    self.refused(f"answer.json:3: {self.TOO_DEEP}", "threshold", "apply", "--answer", "answer.json",
                                 "t.csv")
        self.write("t.jsonl", '{"a":' + "[" * 98 + "1" + "]" * 98 + "}\n")  # 99 levels
        code, said = self.measured(*PREDICT, "t.jsonl")
        self.assertEqual(code, 1)
        self.assertIn("a cell is a number, a text, true, false or null", said)

    def test_brackets_in_texts_do_not_nest(self):
        self.write("t.jsonl", json.dumps({"name": '["\\"' * 500 + "{" * 500, "a": 0.5}) + "\n")
        self.assertEqual(self.accepted(*PREDICT, "--id", "name", "--labels", "a", "--format", "jsonl",
                                       "t.jsonl").count("\n"), 1)

    def test_many_members(self):
        names = [f"a{i}" for i in range(80_000)]
        self.write("t.jsonl", "{" + ",".join(f'"{name}":1' for name in names) + "}\n")
        out = self.accepted(*PREDICT, "t.jsonl")
        self.assertEqual(out.splitlines()[0], ",".join([*names, "expected"]))
        self.write("t.csv", ",".join(names) + "\n" + ",".join("1" * len(names)) + "\n")
        self.assertEqual(self.accepted(*PREDICT, "t.csv"), out)
        self.assertEqual(self.accepted(*PREDICT, "--labels", "a*", "t.csv"), out)
        answer = {"rule": "or", "thresholds": {name: 0.5 for name in names}}
        self.write("answer.json", json.dumps(answer))
        self.accepted("threshold", "apply", "--answer", "answer.json", "t.csv")

    def test_members_that_come_twice(self):
        members = "".join(f'"a{i}":0,' for i in range(50))
        self.write("few.jsonl", '{"a":0.1,"b":0.2,"a":0.9}\n')
        self.write("many.jsonl", "{" + members + '"a":0.1,' + '"b":0.2,"a":0.9}\n')
        for name in ("few.jsonl", "many.jsonl"):
            self.assertEqual(self.accepted(*PREDICT, "--labels", "a,b", name), "a,b,expected\n1,0,0.8400000000000001\n", name)


    def test_lists_of_long_names(self):
        self.write("t.jsonl", '{"' + "x" * 400_000 + '":[' + ",".join("1" * 200_000) + "]}\n")
        self.refused("t.jsonl:1: the columns of its lists have names of more than 67108864 bytes", "route", "fit",
                     "--confidences", "c*", "--answers", "a*", "--truth", "y", "-o", "route.json", "t.jsonl")

    def test_lines_that_leave_out_members(self):
        names = ",".join(f'"a{i}":1' for i in range(50_000))
        self.write("t.jsonl", '{"s":0.9,"y":1,' + names + "}\n" + '{"s":0.5,"y":0}\n' * 20_000)
        code, said = self.measured("threshold", "--scores", "s", "--label", "y", "--min-precision", "0.1", "t.jsonl")
        self.assertEqual(code, 1)
        self.assertRegex(said, r"^t.jsonl:\d+: the lines up to this one leave out \d+ cells of 50002 columns: more than "
                               r"16777216, and 32 for each byte\n$")
        # Few lines may leave out much, and many little.
        self.write("t.jsonl", '{"s":0.9,"y":1,' + names + "}\n" + '{"s":0.5,"y":0}\n' * 200)
        self.accepted("threshold", "--scores", "s", "--label", "y", "--min-precision", "0.1", "t.jsonl")


class Learners(Limits):
    def learner(self, name, features, labels, members):
        return {"learner": name, "features": features, "task": "labels", "labels": labels, "at_least": 0, **members}

    def saved(self, *learner):
        self.write("model.json", json.dumps({"wald": "learner", "version": 1, **self.learner(*learner)}))

    def test_labels_without_names(self):
        self.write("t.csv", "a\n1\n")
        self.saved("given", 1, 2**31 - 1, {"calibrations": []})
        self.refused("model.json: 2147483647 labels without names: must be at most 1048576", *PREDICT, "--model",
                     "model.json", "t.csv")

    def test_columns_that_no_row_has(self):
        # Each part made room for all of its columns.
        part = self.learner("neighbours", 2**24, 1, {
            "count": 1, "metric": "euclidean", "weights": "uniform", "scaler": {"scaling": "none"}, "vectors": [[0]],
            "vector_of_row": [0], "sparse": True, "rows": [[3, 1]]})
        self.saved("mixture:neighbours,neighbours", 2**24, 1, {"weights": [1] * 100, "parts": [part] * 100})
        self.write("t.csv", "a\n1\n")
        code, said = self.measured(*PREDICT, "--model", "model.json", "t.csv")
        self.assertEqual(code, 1, said)
        self.assertNotIn("memory", said)


    FIT = ["fit", "--learner", "lfp", "-o", "model.json"]

    def test_indices_of_features(self):
        self.write("t.svm", "0 1:1\n1 2147483647:1\n")
        self.refused("t.svm: indices from 1 to 2147483647 are 2147483647 features: 2 numbers may have 1048608; "
                     "--feature-names lists more", *self.FIT, "--input", "libsvm", "t.svm")

    def test_labels_of_lines(self):
        self.write("t.svm", "0,1 1:1\n" + "".join(f"{i} 1:1\n" for i in range(2, 60_000)))
        self.refused("t.svm: 59999 rows of 60000 labels: more than 500000000 cells", *self.FIT, "--input", "libsvm", "t.svm")
        self.write("t.svm", ",".join(map(str, range(140_000))) + ",0 1:1\n")
        self.refused('t.svm:1: label "0" is given twice', *self.FIT, "--input", "libsvm", "t.svm")

    def test_columns_of_words(self):
        n = 90_000
        self.write("t.csv", ",".join(["y", *(f"c{i}" for i in range(n)), "c7=x"]) + "\n0" + ",a" * (n + 1) + "\n")
        self.refused('t.csv: columns "c7" and "c7=x" both hold words, and their levels could not be told apart: rename one',
                     *self.FIT, "--targets", "y", "t.csv")

    def test_levels_of_words(self):
        n = 250  # columns of 1,000 levels
        header = ",".join(["y", *(f"c{i}" for i in range(n))])
        self.write("t.csv", header + "\n" + "".join(f"{row % 2}" + f",{row:x}z" * n + "\n" for row in range(1000)))
        self.refused(f"t.csv: {n} columns of words have {n}000 levels, and each is a feature of 1000 rows: at most "
                     f"{(2**22 + 32 * n * 1000) // 1000}; --ignore leaves a column out, --categorical takes any number of "
                     "levels", *self.FIT, "--targets", "y", "t.csv")
        self.write("t.csv", header + "\n" + "".join(f"{row % 2}" + f",{row % 48:x}z" * n + "\n" for row in range(1000)))
        self.accepted(*self.FIT, "--targets", "y", "t.csv")

    def test_rows_of_words_to_predict(self):
        levels, rows = 1500, 130_000
        self.write("fit.csv", "y,w\n" + "".join(f"{row % 2},w{row % levels}\n" for row in range(8 * levels)))
        self.accepted("fit", "--learner", "br", "--targets", "y", "--categorical", "w", "-o", "model.json", "fit.csv")
        self.write("t.csv", "w\n" + "".join(f"w{row % levels}\n" for row in range(rows)))
        out = self.accepted(*PREDICT, "--model", "model.json", "--average", "instance", "t.csv").splitlines()
        self.assertEqual([line[0] for line in out[1:]], ["0", "1"] * (rows // 2))


class Packed(Limits):
    def test_gzip_that_unpacks_to_much(self):
        line = b"0.5\n"
        packed = gzip.compress(b"a\n" + line * ((1 << 27) // len(line)))
        self.assertLess(len(packed), 1 << 20)
        (self.folder / "t.csv.gz").write_bytes(packed)
        self.refused(f"t.csv.gz: {len(packed)} bytes of gzip unpack to more than {1 << 26}: unpack it first, as by "
                     "zcat FILE | wald ... -", *PREDICT, "t.csv.gz")


class Wide(Limits):
    def test_scores_of_labels(self):
        n = 50_000
        names = [f"s_{i}" for i in range(n)] + [f"y_{n - i}" for i in range(n)]
        self.write("t.csv", ",".join(names) + "\n" + ",".join(["1"] * 2 * n) + "\n")
        self.refused('t.csv:1: --scores s_* has no column for "50000", which --labels y_* has', "threshold", "--labels", "y_*",
                     "--scores", "s_*", "--min-precision", "0.1", "t.csv")

    def test_predictions_of_labels(self):
        names = [f"a{i}" for i in range(80_000)]
        self.write("t.csv", ",".join(names) + "\n" + ",".join("1" * len(names)) + "\n")
        self.write("p.csv", (self.folder / "t.csv").read_text())
        self.accepted("evaluate", "--metric", "f1", "--truth", "t.csv", "p.csv")
        self.accepted("report", "--metric", "f1", "-o", "page.html", "t.csv", "p.csv")


class Numbers(Limits):
    def test_segments_that_are_far_apart(self):
        rows = [f"{i % 10 / 10},0.9,{i % 2},{i % 2},{i % 2},{segment}"
                for i, segment in enumerate([2**20 - 1 - 900 * i for i in range(1101)])]
        self.write("t.csv", "\n".join(["c0,c1,a0,a1,y,s", *rows]) + "\n")
        options = ["route", "fit", "--confidences", "c*", "--answers", "a*", "--truth", "y", "--by", "segment", "--segment"]
        self.accepted(*options, "s", "-o", "route.json", "t.csv")
        groups = json.loads((self.folder / "route.json").read_text())["groups"]
        self.assertEqual(len(groups), 2**20)
        self.assertEqual(groups[0], [None, "-inf"])  # no row: the last stage answers
        # The same rows with the smallest numbers in the same order.
        near = [row.rsplit(",", 1)[0] + f",{1100 - i}" for i, row in enumerate(rows)]
        self.write("near.csv", "\n".join(["c0,c1,a0,a1,y,s", *near]) + "\n")
        self.accepted(*options, "s", "-o", "near.json", "near.csv")
        self.assertEqual(json.loads((self.folder / "near.json").read_text())["groups"],
                         [groups[2**20 - 1 - 900 * i] for i in reversed(range(1101))])

    def test_sparse_answers(self):
        self.write("t.svm", "1:1\n" * 100)
        self.refused("t.svm:51: more than 500000000 cells, which are rows times --n-labels", "evaluate", "--metric", "f1",
                     "--truth", "t.svm", "--n-labels", 10_000_000, "t.svm")

    def test_tables_of_counts(self):
        lines = "".join(f"a{i},1,0.00001\n" for i in range(30_000))
        self.write("t.csv", "label,s,p\n" + lines + "a0,30000,0.00001\n")
        self.refused('t.csv:30002: column "s" is 30000: times 30000 labels it must be at most 40000000', *PREDICT, "--kind",
                     "counts", "t.csv")


if __name__ == "__main__":
    unittest.main()
