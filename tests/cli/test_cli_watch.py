"""`wald watch`: lines, exit statuses, streams, states, segments; numbers against products of bets; every message."""

import html
import json
import math
import random
import re
import shutil
import unittest

from harness import CommandTest

PROMISE = ["--promise", "precision>=0.95"]


def rows(rates, per, seed=0, head="flagged,label"):
    stream = random.Random(seed)
    return head + "\n" + "".join(f"1,{int(stream.random() < rate)}\n" for rate in rates for _ in range(per))


class WatchTest(CommandTest):
    def watch(self, *arguments, code=0, stdin=b""):
        found, out, err = self.run_raw("watch", *arguments, stdin=stdin)
        self.assertEqual((found, err), (code, ""), out)
        return [json.loads(line) for line in out.splitlines()]

    def test_a_line_per_batch(self):
        name = self.write("rows.csv", rows([0.99], 2500))
        lines = self.watch(*PROMISE, name)
        self.assertEqual([line["rows"] for line in lines], [1000, 2000, 2500])
        self.assertEqual({line["state"] for line in lines[-1:]}, {"kept"})
        self.assertEqual(len(self.watch(*PROMISE, "--batch", 100, name)), 25)
        for line in lines:
            self.assertTrue(line["low"] <= line["value"] <= line["high"])
            self.assertEqual(line["broken_since"], None)
            self.assertEqual(line["labels"], line["rows"])

    def test_a_broken_promise_is_exit_status_3(self):
        name = self.write("rows.csv", rows([0.97, 0.85], 3000))
        last = self.watch(*PROMISE, "--average-run", 20000, name, code=3)[-1]
        self.assertEqual(last["state"], "broken")
        self.assertTrue(2800 <= last["broken_since"] <= 3200 and last["alarms"] >= 1)
        code, out, _ = self.run_raw("watch", *PROMISE, "--format", "text", "--batch", 6000, name)
        self.assertEqual(code, 3)
        self.assertRegex(out, r"^precision>=0.95: broken after 6000 rows, 0\.\d+ in \[0\.\d+, 0\.\d+\], since about row \d+\n$")

    def test_labels_that_are_missing(self):
        name = self.write("rows.csv", "f,y,p\n1,1,1\n0,,0.1\n0,0,0.1\nTrue,false,1\n")
        options = ["--flagged", "f", "--label", "y", "--label-probability", "p", "--min-label-probability", 0.1]
        line = self.watch("--promise", "recall>=0.5", *options, name)[0]
        self.assertEqual((line["rows"], line["labels"]), (4, 3))
        code, _, err = self.run_raw("watch", "--promise", "recall>=0.5", "--flagged", "f", "--label", "y", name)
        self.assertEqual(code, 1)
        self.assertEqual(err, 'rows.csv:3: column "y" has no label, and its label probability is 1: feed the row when its label '
                              "comes, or give the probability with which labels are asked for\n")

    def test_no_labels_are_needed_for_an_alert_rate(self):
        name = self.write("rows.csv", "flagged\n" + "0\n" * 900 + "1\n" * 100)
        self.assertEqual(self.watch("--promise", "alert_rate<=0.02", name, code=3)[0]["value"], 0.1)

    def test_rows_are_answered_as_they_come(self):
        with self.start("watch", *PROMISE, "--batch", 10) as process:
            process.stdin.write(rows([1], 10).encode())
            process.stdin.flush()
            first = process.stdout.readline()  # before the input ends
            self.assertEqual(json.loads(first)["rows"], 10)
            out, err = process.communicate(timeout=60)
        self.assertEqual((process.returncode, out, err), (0, b"", b""))

    def test_a_state_goes_on(self):
        whole = self.write("whole.csv", rows([0.96], 2000, 1))
        text = rows([0.96], 2000, 1).splitlines()
        first = self.write("first.csv", "\n".join(text[:1201]) + "\n")
        second = self.write("second.csv", "\n".join([text[0], *text[1201:]]) + "\n")
        self.watch(*PROMISE, "--save", "state.json", first)
        last = self.watch("--load", "state.json", "--save", "state.json", second)[-1]
        self.assertEqual(last, self.watch(*PROMISE, "--batch", 2000, whole)[-1])

    def test_segments(self):
        stream = random.Random(3)
        text = "flagged,label,shop\n" + "".join(
            f"1,{int(stream.random() < rate)},{shop}\n" for _ in range(1500) for shop, rate in (("a", 0.99), ("b", 0.8)))
        name = self.write("rows.csv", text)
        last = self.watch(*PROMISE, "--segment", "shop", "--segments", "a,b", name, code=3)[-1]
        self.assertEqual([(one["segment"], one["rows"], one["state"]) for one in last["segments"]],
                         [("a", 1500, "kept"), ("b", 1500, "broken")])
        self.assertEqual(self.run_raw("watch", *PROMISE, "--segment", "shop", "--segments", "a", name)[:1], (1,))

    def test_states_that_were_changed(self):
        name = self.write("rows.csv", rows([1], 3))
        self.watch(*PROMISE, "--save", "state.json", name)
        state = json.loads((self.folder / "state.json").read_text())
        for change, message in (
            ({"promise": 5}, "this is no state that 'wald watch --save' wrote"),
            ({"promise": "{}"}, 'saved promise: "wald" is missing'),
            ({"segments": "a"}, "this is no state that 'wald watch --save' wrote"),
            ({"segments": [["a"]]}, "this is no state that 'wald watch --save' wrote"),
            ({"segments": ["a"]}, "1 segment, where the promise has 0"),
        ):
            changed = self.write("changed.json", json.dumps({**state, **change}))
            self.assertEqual(self.run_raw("watch", "--load", changed, name), (1, "", f"{changed}: {message}\n"))

    @unittest.skipUnless(shutil.which("gnuplot"), "gnuplot is not installed")
    def test_plot(self):
        name = self.write("rows.csv", rows([0.97, 0.85], 3000))
        options = [*PROMISE, "--average-run", 20000]
        last = self.watch(*options, "--batch", 100, "--plot", "p.svg", "--save", "s.json", name, code=3)[-1]
        texts = [html.unescape(text).strip() for text in re.findall("<text>([^<]*)", (self.folder / "p.svg").read_text())]
        since = f"precision>=0.95: broken, since about row {last['broken_since']:.0f}"
        for text in (since, "limits at all times", "so far", "promised", "evidence over all rows"):
            self.assertIn(text, texts)
        # Heights are those of the lines: the metric's in the upper panel, the evidence's logarithm in the lower one.
        lines = self.watch(*PROMISE, "--batch", 1500, "--plot", "few.svg", name, code=3)
        paths = re.findall(r"<path stroke='rgb\( 42, 111, 151\)'  d='([^']*)'", (self.folder / "few.svg").read_text())
        metric, evidence = ([float(y) for y in re.findall(r"[ML][\d.]+,([\d.]+)", path)[-4:]] for path in paths)
        for found, values in ((metric, [line["value"] for line in lines]),
                              (evidence, [math.log(line["evidence"]) for line in lines])):
            self.assertEqual(len(values), 4)
            for y, value in zip(found, values):
                self.assertAlmostEqual((y - found[0]) / (found[3] - found[0]),
                                       (value - values[0]) / (values[3] - values[0]), 2)
        # A state that goes on is drawn from where it was; times have no place among the rows.
        self.watch("--load", "s.json", "--plot", "on.svg", name, code=3)
        self.assertIn(">12000<", (self.folder / "on.svg").read_text().replace(" ", ""))
        timed = self.write("timed.csv", "flagged,label,day\n" + "1,0,7\n" * 200)
        self.watch(*PROMISE, "--time", "day", "--plot", "t.svg", timed, code=3)
        self.assertIn("since about time 7", (self.folder / "t.svg").read_text())
        # No row counts: there are limits, and no metric.
        none = self.write("none.csv", "flagged,label\n0,1\n0,0\n")
        self.watch(*PROMISE, "--plot", "n.svg", none)
        drawn = (self.folder / "n.svg").read_text()
        self.assertIn("limits at all times", drawn)
        self.assertNotIn("so far", drawn)

    def test_messages(self):
        name = self.write("rows.csv", rows([1], 3))
        bad = self.write("bad.csv", "flagged,label\n1,2\n")
        few = self.write("few.csv", "flagged,label,p,w\n1,1,1,1\n1,1,0.01,2\n")
        self.write("p.svg", "a state")
        cases = [
            ([name], 2, "--promise is needed"),
            (["--promise", "precision>0.9", name], 2, '--promise is "precision>0.9": must be a metric, >= or <=, and a number'),
            (["--promise", "precision>=9", name], 2, '--promise is "precision>=9": 9 must lie above 0'),
            (["--promise", "precison>=0.9", name], 2, '"precison>=0.9": metric "precison" is unknown: did you mean "precision"?\n'),
            (["--promise", "mcc>=0.9", name], 2,
             '--promise "mcc>=0.9": promise of mcc: the metric must be a share of rows'),
            ([*PROMISE, "--delta", "2", name], 2, "--delta is 2: must lie in (0, 1)"),
            ([*PROMISE, "--batch", "0", name], 2, "--batch"),
            ([*PROMISE, "--segment", "x", name], 2, "--segment needs --segments"),
            ([*PROMISE, "--segments", "x", name], 2, "--segments goes with --segment"),
            ([*PROMISE, "--load", "s.json", name], 2, "give one of them"),
            (["--load", name, name], 1, "wald watch --save"),
            (["--load", name, "--delta", "0.1", name], 2, "--delta is part of the promise"),
            ([*PROMISE, "--flagged", "nope", name], 1, 'rows.csv:1: --flagged "nope": no such column'),
            ([*PROMISE, "--label", "nope", name], 1, 'rows.csv:1: --label "nope": no such column'),
            ([*PROMISE, bad], 1, "a label is 1, 0, or empty if it is not known"),
            (["--promise", "recall>=0.9", "--label-probability", "p", few], 1,
             'few.csv:3: column "p" is 0.01: must be at least --min-label-probability = 1'),
            ([*PROMISE, "--weights", "w", few], 1, 'few.csv:3: column "w" is 2: must lie in [0, --max-weight = 1]'),
            ([*PROMISE, "--output", name, name], 2, "is an input, which would be lost"),
            ([*PROMISE, "none.csv"], 1, "none.csv"),
            ([*PROMISE, "--plot", "p.pdf", name], 2, "a name that ends in .svg or .png is needed"),
            ([*PROMISE, "--plot", "p.svg", "--save", "p.svg", name], 2, "--plot and --save name the same file"),
            (["--load", "p.svg", "--plot", "p.svg", name], 2, "is an input, which would be lost"),
        ]
        for arguments, code, message in cases:
            with self.subTest(arguments):
                found, out, err = self.run_raw("watch", *arguments)
                self.assertEqual((found, out), (code, ""), err)
                self.assertIn(message, err)


if __name__ == "__main__":
    unittest.main()
