"""Runs the guide and the page of learners: every command in a console block, in order, must write what they show.

In a block of ```console a line "$ command" is run by bash, and the lines up to the next one are what it writes to standard
output and standard error. Where the command is "cat FILE" and there is no such file yet, the lines are that file. Numbers may
differ in their last digits, since those differ between machines.
"""

import os
import re
import shutil
import subprocess
import unittest

from harness import CLI, SOURCE, CommandTest

NUMBER = re.compile(r"(?<![\w.-])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.])")


def steps(text):
    """The commands of the guide, each with what follows it."""
    for block in re.findall(r"^```console\n(.*?)^```$", text, re.M | re.S):
        for step in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, output = step.partition("\n")
            while command.endswith("\\"):
                more, _, output = output.partition("\n")
                command = command[:-1] + more.lstrip("> ")
            yield command, output


class Guide(CommandTest):
    def same(self, got, want, command):
        self.assertEqual(NUMBER.sub("#", got), NUMBER.sub("#", want), command)
        for a, b in zip(NUMBER.findall(got), NUMBER.findall(want)):
            self.assertAlmostEqual(float(a), float(b), delta=1e-9, msg=f"{command}\n{got}")

    def run_page(self, page):
        (self.folder / "bin").mkdir()
        (self.folder / "bin" / "wald").symlink_to(CLI)
        environment = {**os.environ, "LC_ALL": "C", "PATH": f"{self.folder}/bin:{os.environ['PATH']}"}
        ran = 0
        for command, output in steps((SOURCE / "docs" / page).read_text()):
            if ".svg" in command and not shutil.which("gnuplot"):
                continue
            file = re.fullmatch(r"cat ([\w.-]+)", command)
            if file and not (self.folder / file[1]).exists():
                self.write(file[1], output)
                continue
            done = subprocess.run(["bash", "-c", command], cwd=self.folder, env=environment, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True)
            self.same(done.stdout, output, command)
            ran += 1
        return ran

    def test_guide(self):
        self.assertGreater(self.run_page("languages/cli.md"), 20)

    def test_the_guide_to_what_follows_deployment(self):
        self.assertEqual(self.run_page("guides/after-deployment.md"), 7)

    def test_the_guide_to_detections(self):
        self.assertEqual(self.run_page("guides/detections.md"), 4)

    def test_a_learner_around_a_model_in_python(self):
        own = SOURCE / "docs" / "examples" / "own_model"
        for file in own.iterdir():
            shutil.copy(file, self.folder)
        self.assertEqual(self.run_page("guides/learners.md"), 1)
        # To the bit what Python decided.
        asked = ["predict", "--metric", "f1", "--model", "digits.learner.json"]
        given = [*asked, "--marginals", "digits.marginals.csv", "digits.rows.csv"]
        read = lambda text: [[float(cell) for cell in line.split(",")] for line in text.splitlines()[1:]]
        self.assertEqual(read(self.wald(*given)), read((own / "digits.answers.csv").read_text()))
        both = zip((own / "digits.rows.csv").read_text().splitlines(), (own / "digits.marginals.csv").read_text().splitlines())
        self.write("both.csv", "".join(f"{row},{p}\n" for row, p in both))
        columns = [*asked, "--marginals", "even,prime,loops,straight", "both.csv"]
        self.assertEqual(self.wald(*columns), self.wald(*given))
        self.fails(1, "digits.learner.json: its learner mixture:cardinality:given,forest needs --marginals: columns of "
                      "another model's probabilities, or a table of them",
                   *asked, "digits.rows.csv")
        header = "even,prime,loops,straight\n"
        for name, text, message in (
                ("wide.csv", "even,prime,loops\n0.5,0.5,0.5\n", 'no column "straight"'),
                ("nan.csv", header + "0.5,nan,0.5,0.5\n", 'nan.csv:2: column "prime" is nan'),
                ("above.csv", header + "0.5,0.5,1.5,0.5\n", 'above.csv:2: column "loops" is 1.5'),
                ("few.csv", header + "0.5,0.5,0.5,0.5\n", "few.csv: 1 rows of marginals, and 20 of features")):
            code, out, err = self.run_raw(*asked, "--marginals", self.write(name, text), "digits.rows.csv")
            self.assertEqual((code, out), (1, ""), err)
            self.assertIn(message, err)


if __name__ == "__main__":
    unittest.main()
