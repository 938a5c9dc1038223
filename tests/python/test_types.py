"""What type checkers say of a user's code. The suite runs mypy alone, since pyright comes from npm and its package on PyPI
fetches it when it runs; run by hand (pyright 1.1.414), it says the same of this program, line by line."""

import re

CODE = '''
from typing import Any, Iterator
import numpy as np
import wald

class Frame:
    @property
    def columns(self) -> list[str]: return []

class Series:
    def to_frame(self) -> Frame: return Frame()

class Sparse:
    def tocsr(self) -> Any: ...

one = np.zeros(3)  # NumPy does not say how many dimensions it has
row = np.zeros((2, 3))[0]
reveal_type(wald.decide([0.9, 0.4], "f1"))  # Decision
reveal_type(wald.decide([1, 0], "f1", at_least=1))  # Decision
reveal_type(wald.decide(wald.Estimator.independent([0.5]), "f1", exactly=1))  # Decision
reveal_type(wald.decide(Series(), "f1"))  # Decision
reveal_type(wald.decide([[0.9, 0.4]], "f1", average="macro"))  # Decisions
reveal_type(wald.decide(Frame(), "f1", progress=True))  # Decisions
reveal_type(wald.decide(Sparse(), "f1"))  # Decisions
reveal_type(wald.decide([0.9, 0.4], "f1").labels)  # tuple[Hashable, ...]
reveal_type(wald.decide([[0.9, 0.4]], "f1")[0])  # Decision
reveal_type(wald.expected([0.9, 0.4], "f1", [1, 0]))  # float
reveal_type(wald.expected([0.9, 0.4], "f1", [1, 0], return_error=True))  # tuple[float, float]
reveal_type(wald.regret([0.9, 0.4], "f1", [1, 0]))  # float
reveal_type(wald.regret([0.9, 0.4], "f1", [1, 0], return_bound=True))  # tuple[float, float]
reveal_type(wald.evaluate([1, 0], wald.decide([0.9, 0.4], "f1"), "f1"))  # float
reveal_type(wald.Learner.fit("lfp", row, row).decide(row, "f1"))  # Decisions
reveal_type(wald.Cascade.load("model.json").save("model.json"))  # str
reveal_type(wald.ThresholdClassifier(None, min_precision=0.9).level)  # float
wald.decide([0.9], "f1", at_last=1)  # error
wald.decide([0.9], "f1", average="mean")  # error
wald.Cascade.fit(row, order="best")  # error
wald.CascadeClassifier(None, alpha="much")  # error
'''


def test_a_user_s_code(tmp_path, mypy):
    (tmp_path / "program.py").write_text(CODE)
    done = mypy("--hide-error-codes", "program.py", cwd=tmp_path)
    said = {}
    for line, kind, text in re.findall(r"^program\.py:(\d+): (note|error): (.*)$", done.stdout, re.M):
        said.setdefault(int(line), []).append((kind, text))
    checked = 0
    for number, line in enumerate(CODE.split("\n"), 1):
        wanted = line.partition("  # ")[2] if line.startswith(("reveal", "wald.")) else ""
        if wanted == "error":
            assert said[number][0][0] == "error", (line, said.get(number))
        elif wanted:
            (kind, text), = said[number]
            found = re.sub(r"\b(wald|typing|builtins|collections)\.(_?\w+\.)*", "", text)
            assert (kind, found) == ("note", f'Revealed type is "{wanted}"'), (line, said.get(number))
        else:
            assert number not in said, (line, said.get(number))
        checked += bool(wanted)
    assert checked > 15, done.stdout + done.stderr
