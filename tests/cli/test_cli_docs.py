"""Runs the guide: every command in a console block, in order, must write what the guide shows.

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

    def test_guide(self):
        (self.folder / "bin").mkdir()
        (self.folder / "bin" / "wald").symlink_to(CLI)
        environment = {**os.environ, "LC_ALL": "C", "PATH": f"{self.folder}/bin:{os.environ['PATH']}"}
        ran = 0
        for command, output in steps((SOURCE / "docs" / "cli.md").read_text()):
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
        self.assertGreater(ran, 20)


if __name__ == "__main__":
    unittest.main()
