"""Run by the Python of a clean environment, away from the source tree: the installed wheel works on its own."""

import importlib.metadata
import pathlib
import sys

import wald

venv = pathlib.Path(sys.argv[1]).resolve()
inside = pathlib.Path(wald.__file__).resolve()
assert venv in inside.parents, inside
assert pathlib.Path(wald.LIBRARY_PATH).resolve().parent == inside.parent / "lib", wald.LIBRARY_PATH
assert importlib.metadata.version("wald") == wald.__version__
assert (inside.parent / "py.typed").exists()
files = {str(f) for f in importlib.metadata.files("wald")}
assert any(f.endswith("licenses/NOTICE") for f in files) and any(f.endswith("licenses/LICENSE") for f in files)

decision = wald.decide([0.9, 0.45, 0.4, 0.1], "f1")
assert decision.labels == (0, 1, 2), decision
assert len(wald.decide([[0.5, 0.2]] * 100, "jaccard", threads=2)) == 100
assert wald.Estimator.load(wald.Estimator.joint([[1, 0], [0, 1]]).save()).n_fed == 2
frontier = wald.Sample(2).feed([1, 1, 0], [[0.9, 0.1], [0.2, 0.8], [0.3, 0.3]])
assert frontier.choose("f1").apply([[0.1, 0.9], [0.1, 0.1]]).tolist() == [1, 0]
trees = wald.Trees(1).add(split=["below", "leaf", "leaf"], left=[1, 0, 0], right=[2, 0, 0], threshold=[0.5, 0, 0],
                          values=[0, -1, 1])
cascade = wald.Cascade.fit(wald.CascadeScores.of_trees(trees, [[0.2], [0.7]])).bind(trees)
assert wald.Cascade.load(cascade.save()).apply_trees([[0.1], [0.9]]).decisions.tolist() == [0, 1]
learner = wald.Learner.fit("cardinality", [[0.0, 1.0], [1.0, 0.0], [1.0, 1.0]] * 5, [[0, 1], [1, 0], [1, 1]] * 5)
assert wald.Learner.load(learner.save()).decide([[0.0, 1.0], [1.0, 1.0]], "f1").labels == [(1,), (0, 1)]
assert wald.Calibration.fit("platt", [0, 1, 1, 0], [0.2, 0.8, 0.4, 0.6]).apply([0.5])[0] == 0.5
try:
    wald.decide([1.2], "f1")
    raise SystemExit("a probability of 1.2 is accepted")
except ValueError as error:
    assert str(error).startswith("probabilities[0] is 1.2: must lie in [0, 1]"), error
try:
    wald.DecisionClassifier
    raise SystemExit("scikit-learn is here: this environment is not clean")
except ImportError as error:
    assert "pip install 'wald[sklearn]'" in str(error), error
assert wald.datasets.load("digits").truth.shape == (899, 10)
print(f"wald {wald.__version__} of the wheel works: {wald.LIBRARY_PATH.rpartition('site-packages')[2]}")
