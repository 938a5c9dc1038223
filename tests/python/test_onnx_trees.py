"""Trees of ONNX graphs: they add up what ONNX Runtime does, and the libraries that the graphs were made from."""

import sys
import time

import lightgbm
import numpy as np
import pandas as pd
import pytest
import wald
import xgboost
from sklearn import ensemble, linear_model, tree
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from wald import Trees

onnx = pytest.importorskip("onnx", reason="the package onnx is not installed")
onnxruntime = pytest.importorskip("onnxruntime", reason="the package onnxruntime is not installed")
skl2onnx = pytest.importorskip("skl2onnx", reason="the package skl2onnx is not installed")
onnxmltools = pytest.importorskip("onnxmltools", reason="the package onnxmltools is not installed")
from onnx import TensorProto, helper, numpy_helper  # noqa: E402
from onnxmltools.convert.common.data_types import FloatTensorType  # noqa: E402

RANDOM = np.random.default_rng(11)
FULL = RANDOM.normal(size=(1200, 4)).astype(np.float32)
X = np.where(RANDOM.random(FULL.shape) < 0.1, np.float32(np.nan), FULL)
SIGNAL = FULL[:, 0] + FULL[:, 1] * FULL[:, 2]
BINARY, CLASSES = (SIGNAL > 0).astype(int), np.digitize(SIGNAL, [-1, 0.5])
FLOATS = 2e-6
"""How far sums in float may be from those in another order, or of weights that were cut to float."""


def run(model, features, output=None):
    """What ONNX Runtime says on one thread."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(model.SerializeToString(), options)
    given = features if isinstance(features, dict) else {session.get_inputs()[0].name: features}
    return session.run(output and [output], given)[0]


def sums(model, features):
    """What its trees add up, before all that follows."""
    model = onnx.ModelProto.FromString(model.SerializeToString())
    (node,) = (each for each in model.graph.node if each.op_type.startswith("TreeEnsemble"))
    for each in [each for each in node.attribute if each.name == "post_transform"]:
        node.attribute.remove(each)
    del model.graph.output[:]
    model.graph.output.append(helper.make_empty_tensor_value_info(node.output[-1]))
    return run(model, features)


def assert_same(trees, features, wanted, tolerance=0.0):
    got = np.asarray(trees.evaluate(features))
    wanted = wanted if got.ndim == 2 else wanted.reshape(len(got), -1)[:, -1]
    assert got.shape == wanted.shape
    assert np.abs(got.astype(wanted.dtype) - wanted).max() <= tolerance * max(1.0, np.abs(wanted).max())
    again = Trees.load(trees.save(), feature_names=trees.feature_names, categories=trees.categories)
    assert (np.asarray(again.evaluate(features)) == got).all()


# ---- Converted models ----------------------------------------------------------------------------

FORESTS = [(tree.DecisionTreeClassifier, BINARY), (ensemble.RandomForestClassifier, BINARY),
           (ensemble.ExtraTreesClassifier, CLASSES), (ensemble.ExtraTreesClassifier, np.array(["no", "yes"])[BINARY]),
           (ensemble.RandomForestRegressor, SIGNAL),
           (ensemble.RandomForestRegressor, np.column_stack([SIGNAL, -SIGNAL]))]
BOOSTED = [(ensemble.GradientBoostingClassifier, BINARY), (ensemble.GradientBoostingClassifier, CLASSES),
           (ensemble.GradientBoostingRegressor, SIGNAL)]


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("model, y", FORESTS + BOOSTED)
def test_scikit_learn(model, y, kind):
    several = {"n_estimators": 12} if model is not tree.DecisionTreeClassifier else {}
    model = model(max_depth=6, random_state=0, **several).fit(FULL, y)
    graph, rows = skl2onnx.to_onnx(model, FULL[:1].astype(kind)), FULL.astype(kind)
    trees = Trees.from_onnx(graph)
    boosted = hasattr(model, "init_")
    # Sums begin with the base here, and end with it there.
    assert_same(trees, rows, sums(graph, rows), FLOATS if boosted and kind is np.float32 else 0)
    own = Trees.from_sklearn(model)
    assert_same(trees, rows, np.asarray(own.evaluate(rows)), FLOATS)
    assert trees.n_features == 4 and trees.n_models == (12 if several else 1) and trees.n_outputs == own.n_outputs


@pytest.mark.parametrize("y", [BINARY, CLASSES, SIGNAL])
def test_xgboost(y):
    kind = xgboost.XGBRegressor if y is SIGNAL else xgboost.XGBClassifier
    model = kind(n_estimators=15, max_depth=5, n_jobs=1).fit(X, y)
    graph = onnxmltools.convert_xgboost(model, initial_types=[("x", FloatTensorType([None, 4]))])
    trees = Trees.from_onnx(graph)
    assert_same(trees, X, model.predict(X, output_margin=True))
    assert_same(trees, X, sums(graph, X), FLOATS)
    assert trees.n_models == 15


@pytest.mark.parametrize("y, settings", [
    (BINARY, {}), (CLASSES, {}), (SIGNAL, {}),
    (SIGNAL, {"boosting_type": "rf", "bagging_freq": 1, "bagging_fraction": 0.6})])
def test_lightgbm(y, settings):
    kind = lightgbm.LGBMRegressor if y is SIGNAL else lightgbm.LGBMClassifier
    model = kind(n_estimators=15, n_jobs=1, verbose=-1, **settings).fit(X, y)
    graph = onnxmltools.convert_lightgbm(model, initial_types=[("x", FloatTensorType([None, 4]))])
    trees = Trees.from_onnx(graph)
    assert_same(trees, X, run(graph, X) if settings else sums(graph, X), FLOATS if settings else 0)
    if not settings:  # means, which the graph divides by another number than that of the trees
        assert_same(trees, X, np.asarray(Trees.from_lightgbm(model).evaluate(X)), FLOATS)


# ---- The operators -------------------------------------------------------------------------------

LESS = ("BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE", "BRANCH_GT")
MODES = (*LESS, "BRANCH_EQ", "BRANCH_NEQ", "BRANCH_MEMBER")


def random_trees(n_trees, outputs, votes, modes=LESS):
    """Nodes as ONNX numbers them: tree, node, mode, feature, value, true, false, tracks, {output: weight}, members."""
    found = []
    for t in range(n_trees):
        waiting, n = [(0, 0)], 1
        while waiting:
            node, depth = waiting.pop(0)
            mode = RANDOM.choice(modes) if depth < 1 or depth < 5 and RANDOM.random() < 0.8 else "LEAF"
            value = float(RANDOM.integers(0, 5)) if len(modes) > len(LESS) else RANDOM.integers(-6, 7) / 4
            own = votes(t) if mode == "LEAF" else []
            members = sorted({float(c) for c in RANDOM.integers(0, 7, 3)}) if mode == "BRANCH_MEMBER" else []
            weights = {int(k): float(np.float32(RANDOM.normal())) for k in own}
            sides = (0, 0) if mode == "LEAF" else (n, n + 1)
            feature, tracks = int(RANDOM.integers(3)), int(RANDOM.integers(2))
            found.append((t, node, str(mode), feature, value, *sides, tracks, weights, members))
            if mode != "LEAF":
                waiting += [(n, depth + 1), (n + 1, depth + 1)]
                n += 2
    return found


def tensor(name, values, kind):
    if kind is np.float32:
        return {name: values}
    return {f"{name}_as_tensor": numpy_helper.from_array(np.array(values, kind))}


def old_operator(nodes, outputs, kind=np.float32, classes=False, **more):
    trees, ids, modes, features, values, true, false, tracks, weights, _ = zip(*nodes)
    votes = [(t, i, k, w) for t, i, own in zip(trees, ids, weights) for k, w in own.items()]
    target = "class" if classes else "target"
    held = dict(nodes_treeids=trees, nodes_nodeids=ids, nodes_modes=modes, nodes_featureids=features,
                nodes_truenodeids=true, nodes_falsenodeids=false, nodes_missing_value_tracks_true=tracks)
    held |= {f"{target}_{name}": each for name, each in zip(("treeids", "nodeids", "ids"), zip(*votes))}
    held |= tensor("nodes_values", values, kind) | tensor(f"{target}_weights", [w for *_, w in votes], kind)
    if "base_values" in more:
        held |= tensor("base_values", more.pop("base_values"), kind)
    held |= {"classlabels_int64s": list(range(outputs))} if classes else {"n_targets": outputs}
    held |= more
    name = "TreeEnsembleClassifier" if classes else "TreeEnsembleRegressor"
    return helper.make_node(name, ["x"], ["label", "y"] if classes else ["y"], domain="ai.onnx.ml", **held)


def new_operator(nodes, outputs, kind=np.float32, **more):
    """Interior nodes and leaves apart, each numbered over all trees; the trees must have one number a leaf."""
    inner = {node[:2]: i for i, node in enumerate(n for n in nodes if n[2] != "LEAF")}
    leaves = {node[:2]: i for i, node in enumerate(n for n in nodes if n[2] == "LEAF")}
    held = {f"nodes_{name}": [] for name in ("truenodeids", "falsenodeids", "trueleafs", "falseleafs")}
    splits = [node for node in nodes if node[2] != "LEAF"]
    for node in splits:
        for side, child in (("true", (node[0], node[5])), ("false", (node[0], node[6]))):
            held[f"nodes_{side}leafs"].append(int(child in leaves))
            held[f"nodes_{side}nodeids"].append(leaves[child] if child in leaves else inner[child])
    votes = [vote for node in nodes for vote in node[8].items()]
    members = [m for node in splits if node[2] == "BRANCH_MEMBER" for m in [*node[9], np.nan]]
    array = {"nodes_splits": np.array([node[4] for node in splits], kind),
             "nodes_modes": np.array([MODES.index(node[2]) for node in splits], np.uint8),
             "leaf_weights": np.array([weight for _, weight in votes], kind)}
    if members:
        array["membership_values"] = np.array(members, kind)
    return helper.make_node(
        "TreeEnsemble", ["x"], ["y"], domain="ai.onnx.ml", n_targets=outputs, leaf_targetids=[k for k, _ in votes],
        nodes_featureids=[node[3] for node in splits], nodes_missing_value_tracks_true=[node[7] for node in splits],
        tree_roots=[i for key, i in inner.items() if key[1] == 0],
        **held, **{name: numpy_helper.from_array(each) for name, each in array.items()}, **more)


def graph_of(*nodes, inputs=None, output="y", constants=(), domain=3, kind=TensorProto.FLOAT):
    shown = [helper.make_tensor_value_info(name, held, [None, width])
             for name, held, width in inputs or [("x", kind, 3)]]
    graph = helper.make_graph(nodes, "g", shown, [helper.make_empty_tensor_value_info(output)], constants)
    versions = [helper.make_opsetid("", 17), helper.make_opsetid("ai.onnx.ml", domain)]
    return helper.make_model(graph, opset_imports=versions, ir_version=8)


def constant(name, values, kind=np.float32):
    return numpy_helper.from_array(np.array(values, kind), name)


ROWS = (RANDOM.integers(-8, 9, (700, 3)) / 4).astype(np.float32)
ROWS[RANDOM.random(ROWS.shape) < 0.1] = np.nan


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("outputs, votes", [
    (1, lambda t: [0]), (3, lambda t: [t % 3]), (3, lambda t: [t // 3]), (3, lambda t: [0] if t < 4 else [1 + t % 2]),
    (3, lambda t: range(3)), (3, lambda t: RANDOM.permutation(3)[:2])])
def test_old_operators(kind, outputs, votes):
    nodes, held = random_trees(9, outputs, votes), {np.float32: TensorProto.FLOAT, np.float64: TensorProto.DOUBLE}[kind]
    rows = ROWS.astype(kind) + (1e-9 if kind is np.float64 else 0)
    graph = graph_of(old_operator(nodes, outputs, kind), kind=held)
    trees = Trees.from_onnx(graph)
    assert_same(trees, rows, run(graph, rows))
    assert trees.n_trees == 9
    for classes, more in ((False, {"aggregate_function": "AVERAGE"}), (False, {"base_values": [0.5] * outputs}),
                          (True, {"base_values": [0.25] * outputs}), (True, {"post_transform": "SOFTMAX"})):
        graph = graph_of(old_operator(nodes, outputs, kind, classes, **more), kind=held)
        assert_same(Trees.from_onnx(graph), rows, sums(graph, rows) if outputs > 1 or not classes else
                    trees.evaluate(rows) + more.get("base_values", [0])[0], FLOATS)


def test_bases_that_differ_by_class():
    """They belong to what a cascade adds up."""
    for votes in (lambda t: [t % 3], lambda t: range(3)):
        for more in ({}, {"aggregate_function": "AVERAGE"}):
            nodes = random_trees(9, 3, votes)
            graph = graph_of(old_operator(nodes, 3, base_values=[0.75, -0.5, 0.0625], **more))
            trees = Trees.from_onnx(graph)
            assert_same(trees, ROWS, run(graph, ROWS), FLOATS)
            cascade = wald.Cascade.fit(wald.CascadeScores.of_trees(trees, ROWS), alpha=0).bind(trees)
            assert (cascade.apply_trees(ROWS).decisions == trees.evaluate(ROWS).argmax(axis=1)).mean() > 0.999


def test_models_of_a_cascade():
    """One tree of each output is a model, where all have as many trees with one output each."""
    for votes, models in ((lambda t: [t % 3], 3), (lambda t: [t // 3], 3), (lambda t: range(3), 9),
                          (lambda t: [min(t, 2)], 9)):
        assert Trees.from_onnx(graph_of(old_operator(random_trees(9, 3, votes), 3))).n_models == models


@pytest.mark.parametrize("named", [0, 1])
@pytest.mark.parametrize("base", [[], [0.25], [0.5, 0.25]])
def test_two_classes_of_which_one_is_scored(named, base):
    nodes = random_trees(5, 2, lambda t: [named])
    more = {"base_values": base} if base else {}
    graph = graph_of(old_operator(nodes, 2, classes=True, **more))
    trees, plain = Trees.from_onnx(graph), Trees.from_onnx(graph_of(old_operator(nodes, 2)))
    assert trees.n_outputs == 1 and plain.n_outputs == 2
    assert_same(trees, ROWS, plain.evaluate(ROWS)[:, named] + (base or [0])[-1], FLOATS)
    if named == 0 and len(base) < 2:
        assert_same(trees, ROWS, run(graph, ROWS, "y"), FLOATS)
        graph.graph.output.append(helper.make_empty_tensor_value_info("label"))
        assert ((trees.evaluate(ROWS) > 0) == run(graph, ROWS, "label")).all()


@pytest.mark.parametrize("kind, held", [(np.float32, TensorProto.FLOAT), (np.float64, TensorProto.DOUBLE)])
def test_the_new_operator(kind, held):
    for outputs in (1, 3):
        nodes = random_trees(9, outputs, lambda t: [RANDOM.integers(outputs)])
        for more in ({}, {"aggregate_function": 0}, {"post_transform": 2}):
            graph = graph_of(new_operator(nodes, outputs, kind, **more), domain=5, kind=held)
            assert_same(Trees.from_onnx(graph), ROWS.astype(kind), sums(graph, ROWS.astype(kind)),
                        FLOATS if "aggregate_function" in more else 0)
        old = Trees.from_onnx(graph_of(old_operator(nodes, outputs, kind), kind=held))
        assert old.save() == Trees.from_onnx(graph_of(new_operator(nodes, outputs, kind), domain=5, kind=held)).save()
    # A tree that is a leaf: both sides of a node.
    single = [(0, 0, "BRANCH_LEQ", 0, 0.0, 1, 1, 0, {}, []), (0, 1, "LEAF", 0, 0.0, 0, 0, 0, {0: 0.5}, [])]
    assert (Trees.from_onnx(graph_of(new_operator(single, 1), domain=5)).evaluate(ROWS) == 0.5).all()


def test_whole_numbers_are_compared_for_equality():
    rows = RANDOM.integers(-2, 7, (500, 3))
    cast = helper.make_node("Cast", ["whole"], ["x"], to=TensorProto.FLOAT)
    for modes, make, domain in ((MODES, new_operator, 5), (MODES[:-1], old_operator, 3)):
        node = make(random_trees(8, 1, lambda t: [0], modes), 1)
        graph = graph_of(cast, node, inputs=[("whole", TensorProto.INT64, 3)], domain=domain)
        trees = Trees.from_onnx(graph)
        assert_same(trees, rows.astype(float), run(graph, rows))
        assert set(trees.categories) == {0, 1, 2}
        with pytest.raises(wald.UnsupportedError, match="has the mode BRANCH_.* on feature ., which is a float"):
            Trees.from_onnx(graph_of(node, domain=domain))
    # A set of categories as onnxmltools writes LightGBM's: a chain whose true sides are one node.
    leaves = [(0, i, "LEAF", 0, 0.0, 0, 0, 0, {0: float(i)}, []) for i in (3, 4, 5)]
    chain = [(0, 0, "BRANCH_EQ", 0, 1.0, 2, 1, 0, {}, []), (0, 1, "BRANCH_EQ", 0, 3.0, 2, 5, 0, {}, []),
             (0, 2, "BRANCH_LEQ", 1, 0.5, 3, 4, 0, {}, []), *leaves]
    for inputs, match in ((None, "has the mode BRANCH_EQ on feature 0, which is a float: .* by Trees.from_lightgbm$"),
                          ("whole", "node 2 is below several nodes of the mode BRANCH_EQ: of LightGBM with categories")):
        shown = [cast, old_operator(chain, 1)] if inputs else [old_operator(chain, 1)]
        graph = graph_of(*shown, inputs=[(inputs, TensorProto.INT64, 3)] if inputs else None)
        assert len(np.unique(run(graph, rows if inputs else rows.astype(np.float32)))) == 3  # ONNX Runtime takes it
        with pytest.raises(wald.UnsupportedError, match=match):
            Trees.from_onnx(graph)
    for value in (-1.0, 0.5, 2.0**24):
        leaves = [(0, i, "LEAF", 0, 0.0, 0, 0, 0, {0: i}, []) for i in (1, 2)]
        node = [(0, 0, "BRANCH_EQ", 0, value, 1, 2, 0, {}, []), *leaves]
        with pytest.raises(wald.UnsupportedError, match=f"lists {value}: must be whole numbers from 0 to 16777215"):
            Trees.from_onnx(graph_of(cast, old_operator(node, 1), inputs=[("whole", TensorProto.INT64, 3)]))


# ---- The graph around ----------------------------------------------------------------------------

NODES = random_trees(6, 1, lambda t: [0])


def test_inputs():
    node = old_operator(NODES, 1)
    plain = Trees.from_onnx(graph_of(node))
    wanted = plain.evaluate(ROWS)
    # A column an input, which have names; among others one that the trees do not take.
    inputs = [(name, TensorProto.FLOAT, 1) for name in ("age", "unused", "height", "weight")]
    order = helper.make_node("Concat", ["weight", "age", "height"], ["x"], axis=1)
    graph = graph_of(order, node, inputs=inputs)
    trees = Trees.from_onnx(graph)
    assert trees.feature_names == ("age", "height", "weight") and plain.feature_names is None
    frame = pd.DataFrame(ROWS, columns=["weight", "age", "height"])
    assert (trees.evaluate(frame) == wanted).all()
    given = {name: frame[[name]].to_numpy() for name in frame} | {"unused": ROWS[:, :1]}
    assert_same(trees, frame, run(graph, given))
    vectors = helper.make_node("FeatureVectorizer", ["weight", "age", "height"], ["x"], domain="ai.onnx.ml",
                               inputdimensions=[1, 1, 1])
    assert Trees.from_onnx(graph_of(vectors, node, inputs=inputs)).evaluate(frame).equals(trees.evaluate(frame))
    # Some columns of a wider input, whose width need not be known.
    for wide in (7, None):
        for choice in (helper.make_node("ArrayFeatureExtractor", ["z", "which"], ["x"], domain="ai.onnx.ml"),
                       helper.make_node("Gather", ["z", "which"], ["x"], axis=1)):
            graph = graph_of(choice, node, inputs=[("z", TensorProto.FLOAT, wide)],
                             constants=[constant("which", [5, 1, 3], np.int64)])
            trees = Trees.from_onnx(graph)
            rows = RANDOM.normal(size=(len(ROWS), trees.n_features)).astype(np.float32)
            rows[:, [5, 1, 3]] = ROWS
            assert trees.n_features == (wide or 6) and (trees.evaluate(rows) == wanted).all()
            assert_same(trees, rows, run(graph, rows))


def test_types():
    """Doubles that the graph cuts to float are cut here, and those that it does not are not."""
    node, near = old_operator(NODES, 1), np.nextafter(ROWS.astype(float), np.inf)
    cut = [helper.make_node("Cast", ["z"], ["x"], to=TensorProto.FLOAT)]
    graph = graph_of(*cut, node, inputs=[("z", TensorProto.DOUBLE, 3)])
    assert_same(Trees.from_onnx(graph), near, run(graph, near))
    both = [helper.make_node("Cast", ["z"], ["f"], to=TensorProto.FLOAT),
            helper.make_node("Cast", ["f"], ["x"], to=TensorProto.DOUBLE)]
    graph = graph_of(*both, node, inputs=[("z", TensorProto.DOUBLE, 3)])
    assert_same(Trees.from_onnx(graph), near, run(graph, near))
    graph = graph_of(node, kind=TensorProto.DOUBLE)
    trees = Trees.from_onnx(graph)
    assert_same(trees, near, run(graph, near))
    assert (trees.evaluate(near) != trees.evaluate(ROWS)).any()
    graph = graph_of(old_operator(NODES, 2, classes=True), kind=TensorProto.INT64)
    whole = RANDOM.integers(-2, 3, (200, 3))
    assert_same(Trees.from_onnx(graph), whole.astype(float), run(graph, whole))
    mixed = [helper.make_node("Cast", ["a"], ["b"], to=TensorProto.DOUBLE),
             helper.make_node("Concat", ["b", "c"], ["x"], axis=1)]
    with pytest.raises(wald.UnsupportedError, match="some features are floats and others doubles"):
        Trees.from_onnx(graph_of(*mixed, node, inputs=[("a", TensorProto.FLOAT, 1), ("c", TensorProto.DOUBLE, 2)]))


@pytest.mark.parametrize("outputs", [1, 2])
def test_constants_behind_the_trees(outputs):
    nodes = random_trees(6, outputs, lambda t: [t % outputs])
    steps = [("Mul", ["y", "half"]), ("Add", ["one", "1"]), ("Sub", ["three", "2"]), ("Div", ["3", "half"]),
             ("Cast", ["4"]), ("Sub", ["5", "one"]), ("Identity", ["6"])]
    made = [helper.make_node(kind, given, [str(i + 1)], **({"to": TensorProto.DOUBLE} if kind == "Cast" else {}))
            for i, (kind, given) in enumerate(steps[:5])]
    made += [helper.make_node(kind, given, [str(i + 6)]) for i, (kind, given) in enumerate(steps[5:])]
    constants = [constant("half", 0.5), constant("three", [3.0] * outputs),
                 helper.make_node("Constant", [], ["one"], value_floats=[1.0])]
    made[5].input[1] = "double_one"
    graph = graph_of(constants.pop(), old_operator(nodes, outputs), *made, output="7",
                     constants=[*constants, constant("double_one", 1.0, np.float64)])
    assert_same(Trees.from_onnx(graph), ROWS, run(graph, ROWS), FLOATS)
    # A link is left out, and what follows it.
    link = [helper.make_node("Exp", ["7"], ["8"]), helper.make_node("Mul", ["8", "double_one"], ["9"])]
    more = graph_of(*graph.graph.node, *link, output="9", constants=graph.graph.initializer)
    assert Trees.from_onnx(more).save() == Trees.from_onnx(graph).save()


def test_forms(tmp_path, monkeypatch):
    graph = graph_of(old_operator(NODES, 1))
    path = tmp_path / "model.onnx"
    onnx.save(graph, path)
    wanted = Trees.from_onnx(graph).save()
    assert all(Trees.from_onnx(form).save() == wanted for form in (path, str(path), graph.SerializeToString()))
    scores = wald.CascadeScores.of_trees(Trees.from_onnx(path), ROWS)
    cascade = wald.Cascade.fit(scores, alpha=0)
    assert (cascade.bind(Trees.from_onnx(path)).apply_trees(ROWS).decisions == (run(graph, ROWS)[:, 0] >= 0)).all()
    path.write_text("not a model")
    for wrong, match in ((path, f"{path} cannot be read"), (b"not a model", "the bytes cannot be read")):
        with pytest.raises(wald.FormatError, match=match):
            Trees.from_onnx(wrong)
    with pytest.raises(TypeError, match="must be of ONNX, or the path or the bytes of one: found int"):
        Trees.from_onnx(3)
    with pytest.raises(FileNotFoundError):
        Trees.from_onnx(tmp_path / "none.onnx")
    monkeypatch.setitem(sys.modules, "onnx", None)
    with pytest.raises(ImportError, match="wald.Trees.from_onnx needs onnx, which is not installed: pip install onnx"):
        Trees.from_onnx(path)


def test_refusals():
    pipeline = make_pipeline(StandardScaler(), ensemble.RandomForestClassifier(3, max_depth=3)).fit(FULL, BINARY)
    logistic = linear_model.LogisticRegression().fit(FULL, BINARY)
    node, other = old_operator(NODES, 1), old_operator(NODES, 1)
    other.output[0], node.name = "z", "first"
    add = helper.make_node("Add", ["y", "x"], ["sum"])
    text = helper.make_node("Cast", ["z"], ["x"], to=TensorProto.FLOAT)
    cut = helper.make_node("Cast", ["z"], ["x"], to=TensorProto.INT64)
    joined = helper.make_node("Concat", ["a", "b"], ["x"], axis=1)
    of = lambda kind, width=3: [("z", kind, width)]  # noqa: E731
    for graph, match in (
        (skl2onnx.to_onnx(pipeline, FULL[:1]), "Scaler stands before the trees, and changes features"),
        (skl2onnx.to_onnx(logistic, FULL[:1]), "the graph has no ensemble of trees: it has .*LinearClassifier"),
        (graph_of(node, other), r"has 2 ensembles of trees \(TreeEnsembleRegressor 'first', TreeEnsembleRegressor\)"),
        (graph_of(node, add, output="sum"), "Add adds other numbers to those of the trees"),
        (graph_of(text, node, inputs=of(TensorProto.STRING)), "input 'z' holds no floats, doubles or whole numbers"),
        (graph_of(cut, node, inputs=of(TensorProto.FLOAT)), "Cast makes other numbers of features"),
        (graph_of(joined, node, inputs=[("a", 1, None), ("b", 1, 1)]), "input 'a' has an unknown number of columns"),
        *((graph_of(old_operator(NODES, 1, aggregate_function=name)), f"aggregate_function is {name}")
          for name in ("MIN", "MAX")),
    ):
        with pytest.raises(wald.UnsupportedError, match=match):
            Trees.from_onnx(graph)
    leaf = LEAF

    def split(true, false, mode="BRANCH_LEQ", node=0, feature=0):
        return 0, node, mode, feature, 0.0, true, false, 0, {}, []

    short = old_operator(NODES, 1, nodes_missing_value_tracks_true=[1])
    single = [split(1, 2), leaf, (0, 2, *leaf[2:])]
    beyond, negative = new_operator(single, 1), new_operator(single, 1)
    for made, name, value in ((beyond, "nodes_trueleafs", 0), (negative, "nodes_truenodeids", -2)):
        next(each for each in made.attribute if each.name == name).ints[0] = value
    twice = old_operator([split(1, 2), leaf, (0, 2, *leaf[2:])], 1)
    next(each for each in twice.attribute if each.name == "target_nodeids").ints[1] = 1
    for given, match in (
        (old_operator([split(1, 7), leaf], 1), r"is not valid ONNX: KeyError\(\(0, 7\)\)"),
        (old_operator([split(1, 1), leaf, leaf], 1), "^two of the graph's nodes have the same number in the same tree$"),
        (old_operator([split(1, 1), leaf, (0, 2, *leaf[2:])], 1), "^the graph has 1 trees and 2 roots"),
        (old_operator([split(1, 2), leaf, split(2, 1, node=2)], 1), "is reached twice: nodes must form trees"),
        (old_operator([split(1, 2, feature=3), leaf, (0, 2, *leaf[2:])], 1), "looks at feature 3 of 3"),
        (old_operator([split(1, 2, "OTHER"), leaf, (0, 2, *leaf[2:])], 1), "mode .OTHER.: must be one of LEAF, "),
        (twice, "node 1 of tree 0 has two numbers for output 0"),
        (old_operator([split(1, 2), leaf, (0, 2, *leaf[2:8], {1: 1.0}, [])], 1), "a leaf has a number for output 1 of 1"),
        (short, r"nodes have \[\d+, \d+, \d+, 1, .* elements: must have as many each"),
        (beyond, "is reached twice: nodes must form trees"),
        (negative, "the graph's trees name node -1 of 3"),
        (old_operator(NODES, 1, base_values=[1.0, 2.0]), "base_values has 2 elements: must have one per output, 1"),
    ):
        with pytest.raises(wald.FormatError, match=match):
            Trees.from_onnx(graph_of(given))


LEAF = (0, 1, "LEAF", 0, 0.0, 0, 0, 0, {0: 1.0}, [])


def test_graphs_that_are_hostile():
    """Small graphs that ask for much, and circles."""
    node = old_operator(NODES, 1)
    first = helper.make_node("Concat", ["a", "a"], ["0"], axis=1)
    doubled = [helper.make_node("Concat", [str(i)] * 2, [str(i + 1)], axis=1) for i in range(39)]
    picked = [each for i in range(39) for each in (
        helper.make_node("Concat", [f"{i}"] * 2, [f"two {i}"], axis=1),
        helper.make_node("Gather", [f"two {i}", "none"], [f"{i + 1}"], axis=1))]
    last = helper.make_node("Identity", ["39"], ["x"])
    none = constant("none", [0], np.int64)
    chain = [helper.make_node("Identity", [f"{i}" if i else "a"], [f"{i + 1}" if i < 999 else "x"]) for i in range(1000)]
    circle = [helper.make_node("Identity", ["p"], ["x"]), helper.make_node("Identity", ["x"], ["p"])]
    behind = [helper.make_node("Identity", ["y"], ["z"]), helper.make_node("Identity", ["z"], ["y"])]
    wide = [("a", TensorProto.FLOAT, 10**9)]
    vectors = helper.make_node("FeatureVectorizer", ["a"], ["x"], domain="ai.onnx.ml", inputdimensions=[10**9])
    loop = (0, 0, "BRANCH_LEQ", 0, 0.0, 0, 0, 0, {}, [])
    many = old_operator(NODES, 1)
    next(each for each in many.attribute if each.name == "n_targets").i = 10**9
    bare = old_operator(NODES, 1)
    del bare.attribute[:]
    of = lambda *nodes, **more: graph_of(*nodes, node, inputs=[("a", TensorProto.FLOAT, 3)], **more)  # noqa: E731
    for graph, match in (
        (of(first, *doubled, last), "Concat makes more than 1048576 columns"),
        (of(*chain), "more than 200 nodes stand between the graph's inputs and its trees"),
        (of(*circle), "the graph makes 'x' of itself"),
        (graph_of(node, *behind), "the graph makes 'y' of itself"),
        (graph_of(helper.make_node("Identity", ["a"], ["x"]), node, inputs=wide), "has 1000000000 columns: must have 1 to"),
        (graph_of(vectors, node, inputs=[("a", TensorProto.FLOAT, None)]), "has 1000000000 columns: must have 1 to"),
        (graph_of(old_operator([loop, LEAF], 1)), "node 0 is reached from no root: nodes must form trees"),
        (graph_of(many), "the graph's trees have 1000000000 outputs: must have 1 to 65536"),
        (graph_of(bare), "the graph is not valid ONNX"),
        (of(helper.make_node("Cast", ["a"], ["x"])), "the graph is not valid ONNX: KeyError"),
        (of(helper.make_node("Gather", ["a", "none"], ["x"], axis=1), constants=[constant("none", [7], np.int64)]),
         "the graph is not valid ONNX: IndexError"),
    ):
        began = time.process_time()
        with pytest.raises(wald.FormatError, match=match):
            Trees.from_onnx(graph)
        assert time.process_time() - began < 10
    # The same tensor many times over is looked at once.
    with pytest.raises(wald.FormatError, match="looks at feature"):
        Trees.from_onnx(of(helper.make_node("Gather", ["a", "none"], ["0"], axis=1), *picked, last, constants=[none]))
