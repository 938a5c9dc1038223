"""Trees of ONNX graphs: the operators TreeEnsembleClassifier and TreeEnsembleRegressor of ai.onnx.ml 1 to 4, and
TreeEnsemble of ai.onnx.ml 5."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._core.arrays import Floats
from .._core.errors import FormatError, UnsupportedError, WaldError
from .ensemble import TreeEnsemble
from .nodes import Nodes, base_and_start
from .onnx_graph import DOUBLE, Column, Graph, attributes

MODES = ("BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE", "BRANCH_GT", "BRANCH_EQ", "BRANCH_NEQ", "BRANCH_MEMBER")
AGGREGATES = ("AVERAGE", "SUM", "MIN", "MAX")
"""By their numbers in TreeEnsemble."""

COMPARISONS = {
    "BRANCH_LEQ": ("at_most", True),
    "BRANCH_LT": ("below", True),
    "BRANCH_GTE": ("below", False),
    "BRANCH_GT": ("at_most", False),
}
"""The split that says the same, and whether what it sends left is the true side."""

MOST = 1 << 24
"""Of categories: whole numbers are floats up to here."""

OF_LIGHTGBM = "of LightGBM with categories read the model itself, by Trees.from_lightgbm"

MOST_OUTPUTS, MOST_VALUES = 1 << 16, 1 << 24
"""Of outputs, and of the numbers in leaves that have one for each output."""


def read_onnx(model: Any) -> TreeEnsemble:
    held = _loaded(model).graph
    try:
        return _read(Graph(held))
    except (KeyError, IndexError, StopIteration, TypeError, ValueError, AttributeError, OverflowError) as error:
        if isinstance(error, WaldError):
            raise
        raise FormatError(f"the graph is not valid ONNX: {error!r}") from None


def _read(graph: Graph) -> TreeEnsemble:
    node = graph.trees()
    table = _new_table(attributes(node)) if node.op_type == "TreeEnsemble" else _table(attributes(node))
    if table.aggregate not in ("SUM", "AVERAGE"):
        raise UnsupportedError(f"aggregate_function is {table.aggregate}: trees here are added up, or averaged")
    columns = graph.columns(node.input[0], 1 + max(table.features(), default=0))
    scale, shift = np.ones(table.n_outputs), np.zeros(table.n_outputs)
    if table.is_plain:
        scale, shift = graph.scaling(node.output[0], table.n_outputs)
    return _assembled(table, _Reader(table, columns, graph), scale, shift)


def _loaded(model: Any) -> Any:
    if hasattr(model, "graph"):
        return model
    if not isinstance(model, (str, os.PathLike, bytes)):
        raise TypeError(f"model must be of ONNX, or the path or the bytes of one: found {type(model).__name__}")
    try:
        import onnx
        from google.protobuf.message import DecodeError
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("onnx", "google"):
            raise
        raise ImportError("wald.Trees.from_onnx needs onnx, which is not installed: pip install onnx") from error
    try:
        return onnx.load_model_from_string(model) if isinstance(model, bytes) else onnx.load(os.fspath(model))
    except DecodeError:
        which = "the bytes" if isinstance(model, bytes) else os.fspath(model)
        raise FormatError(f"{which} cannot be read as a model of ONNX") from None


# ---- The operators -------------------------------------------------------------------------------


@dataclass
class _Table:
    """The nodes of all trees, one after the other, whichever operator has them."""

    mode: list[str]
    feature: list[int]
    value: NDArray[Any]
    tracks: list[int]
    """Whether NaN goes to the true side."""
    true: list[int]
    false: list[int]
    votes: dict[int, dict[int, float]]
    """By leaf its numbers, by output."""
    members: dict[int, list[float]]
    roots: list[int]
    n_outputs: int
    base: Floats
    aggregate: str
    is_double: bool
    is_plain: bool
    """Whether sums come out as they are."""

    def __post_init__(self) -> None:
        if not 1 <= self.n_outputs <= MOST_OUTPUTS:
            raise FormatError(f"the graph's trees have {self.n_outputs} outputs: must have 1 to {MOST_OUTPUTS}")
        sizes = [len(each) for each in (self.mode, self.feature, self.value, self.tracks, self.true, self.false)]
        if len(set(sizes)) > 1:
            raise FormatError(f"the attributes of the graph's nodes have {sizes} elements: must have as many each")
        for i in (*self.true, *self.false, *self.roots):
            if not 0 <= i < sizes[0]:
                raise FormatError(f"the graph's trees name node {i} of {sizes[0]}")
        for output in sorted({output for own in self.votes.values() for output in own}):
            if not 0 <= output < self.n_outputs:
                raise FormatError(f"a leaf has a number for output {output} of {self.n_outputs}")

    def features(self) -> set[int]:
        return {feature for mode, feature in zip(self.mode, self.feature) if mode != "LEAF"}


def _table(held: dict[str, Any]) -> _Table:
    """Of TreeEnsembleClassifier and TreeEnsembleRegressor."""
    classes = held.get("classlabels_strings") or held.get("classlabels_int64s")
    votes_of = "class" if classes else "target"
    value, weights, base = (_numbers(held, name) for name in ("nodes_values", f"{votes_of}_weights", "base_values"))
    trees, modes = held["nodes_treeids"], [mode.decode() for mode in held["nodes_modes"]]
    places = {key: i for i, key in enumerate(zip(trees, held["nodes_nodeids"]))}
    if len(places) != len(trees):
        raise FormatError("two of the graph's nodes have the same number in the same tree")
    leaf = [mode == "LEAF" for mode in modes]
    sides = [
        [0 if leaf[i] else places[tree, child] for i, (tree, child) in enumerate(zip(trees, held[name]))]
        for name in ("nodes_truenodeids", "nodes_falsenodeids")
    ]
    below = {child for side in sides for i, child in enumerate(side) if not leaf[i]}
    roots = [i for i in range(len(trees)) if i not in below]
    if len(roots) != len(set(trees)):
        raise FormatError(f"the graph has {len(set(trees))} trees and {len(roots)} roots: must have one per tree")
    outputs, ids = len(classes) if classes else int(held.get("n_targets", 1)), held[f"{votes_of}_ids"]
    if classes and outputs == 2 and len(set(ids)) == 1:  # the score of the second class, whichever of the two it names
        outputs, ids, base = 1, [0] * len(ids), base[-1:]
    votes: dict[int, dict[int, float]] = {}
    for tree, node, output, weight in zip(held[f"{votes_of}_treeids"], held[f"{votes_of}_nodeids"], ids, weights):
        own = votes.setdefault(places[tree, node], {})
        if output in own:
            raise FormatError(f"node {node} of tree {tree} has two numbers for output {output}")
        own[output] = float(weight)
    return _Table(
        mode=modes,
        feature=held["nodes_featureids"],
        value=value,
        tracks=held.get("nodes_missing_value_tracks_true") or [0] * len(trees),
        true=sides[0],
        false=sides[1],
        votes=votes,
        members={},
        roots=roots,
        n_outputs=outputs,
        base=base.astype(np.float64),
        aggregate=held.get("aggregate_function", b"SUM").decode(),
        is_double=any(each.dtype == np.float64 for each in (value, weights, base)),
        is_plain=not classes and held.get("post_transform", b"NONE") == b"NONE",
    )


def _numbers(held: dict[str, Any], name: str) -> NDArray[Any]:
    tensor = held.get(f"{name}_as_tensor")
    return np.asarray(held.get(name, []), np.float32) if tensor is None else np.asarray(tensor)


def _new_table(held: dict[str, Any]) -> _Table:
    """Of TreeEnsemble, which keeps leaves apart: here they follow the nodes."""
    modes = [MODES[mode] for mode in held["nodes_modes"].tolist()]
    weights, splits, n = held["leaf_weights"], held["nodes_splits"], len(modes)
    if weights.dtype not in (np.float32, np.float64):
        raise UnsupportedError(f"leaf_weights are of {weights.dtype}: trees take floats and doubles")
    sides = [
        [child + n if is_leaf else child for child, is_leaf in zip(held[f"{side}nodeids"], held[f"{side}leafs"])]
        for side in ("nodes_true", "nodes_false")
    ]
    none = [0] * len(weights)
    sets = iter(_sets(held.get("membership_values", np.zeros(0)).tolist()))
    return _Table(
        mode=modes + ["LEAF"] * len(weights),
        feature=[*held["nodes_featureids"], *none],
        value=np.concatenate([splits, np.zeros(len(weights), splits.dtype)]),
        tracks=[*(held.get("nodes_missing_value_tracks_true") or [0] * n), *none],
        true=[*sides[0], *none],
        false=[*sides[1], *none],
        votes={n + i: {int(k): float(w)} for i, (k, w) in enumerate(zip(held["leaf_targetids"], weights.tolist()))},
        members={i: next(sets) for i, mode in enumerate(modes) if mode == "BRANCH_MEMBER"},
        roots=list(held["tree_roots"]),
        n_outputs=int(held["n_targets"]),
        base=np.zeros(0),
        aggregate=AGGREGATES[held.get("aggregate_function", 1)],
        is_double=weights.dtype == np.float64,
        is_plain=held.get("post_transform", 0) == 0,
    )


def _sets(values: list[float]) -> list[list[float]]:
    """Between NaNs."""
    ends = [i for i, value in enumerate(values) if value != value] + [len(values)]
    return [values[begin:end] for begin, end in zip([0, *(i + 1 for i in ends)], ends)]


# ---- The ensemble --------------------------------------------------------------------------------


def _assembled(table: _Table, reader: _Reader, scale: Floats, shift: Floats) -> TreeEnsemble:
    outputs, averaged = table.n_outputs, table.aggregate == "AVERAGE"
    if len(table.base) not in (0, outputs):
        raise FormatError(f"base_values has {len(table.base)} elements: must have one per output, {outputs}")
    base = np.zeros(outputs) if len(table.base) == 0 else table.base
    as_they_are = (scale == 1).all() and (shift == 0).all() and not averaged
    in_double = table.is_double or reader.in_double or not as_they_are
    rounds = reader.rounds()
    if rounds is None and len(table.mode) * outputs > MOST_VALUES:
        raise UnsupportedError(
            f"the graph's trees have {len(table.mode)} nodes with {outputs} numbers each: must have at most "
            f"{MOST_VALUES} in all"
        )
    kept, start = base_and_start((base * scale + shift).astype(np.float64 if in_double else np.float32))
    out = TreeEnsemble(
        reader.n_features,
        outputs,
        leaf_width=outputs if rounds is None else 1,
        trees_per_model=1 if rounds is None else outputs,
        summation="float64" if in_double else "float32",
        float_features=reader.cut,
        base=kept,
        feature_names=reader.names,
        categories={reader.place[f]: None for f in reader.categorical},
    )
    factor = scale / (len(table.roots) if averaged else 1)
    wide = [(root, None) for root in table.roots]
    for t, (root, output) in enumerate(wide if rounds is None else rounds):
        begin = start if t < (1 if rounds is None else outputs) else np.zeros_like(start)
        Nodes.grown(root, lambda nodes, i: reader.read(nodes, i, output, factor, begin)).add_to(out, output or 0)
    return out


class _Reader:
    def __init__(self, table: _Table, columns: list[Column], graph: Graph) -> None:
        self.table = table
        self.columns = columns
        used = sorted(table.features())
        if used and not 0 <= used[0] <= used[-1] < len(columns):
            raise FormatError(f"a node looks at feature {used[-1] if used[0] >= 0 else used[0]} of {len(columns)}")
        sources = [name for name in graph.inputs if name in graph.widths]
        widths = [graph.widths[name] for name in sources]
        begins = dict(zip(sources, np.cumsum([0, *widths]).tolist()))
        self.place = [begins[each.source] + each.position for each in columns]
        self.n_features = sum(widths)
        self.names = sources if len(sources) > 1 and set(widths) == {1} else None
        # Comparisons of whole numbers are made in float.
        cut = {columns[f].cut or columns[f].whole and columns[f].kind != DOUBLE for f in used}
        if len(cut) > 1:
            raise UnsupportedError("some features are floats and others doubles: must be of one type")
        self.cut = True in cut
        self.in_double = any(each.kind == DOUBLE for each in columns)
        by_set = MODES[len(COMPARISONS) :]
        self.categorical = {feature for feature, mode in zip(table.feature, table.mode) if mode in by_set}
        for feature, mode in zip(table.feature, table.mode):
            if mode in by_set and not columns[feature].whole:
                raise UnsupportedError(
                    f"a node has the mode {mode} on feature {feature}, which is a float: that is taken where the graph's "
                    f"input holds whole numbers; {OF_LIGHTGBM}"
                )

    def rounds(self) -> list[tuple[int, int]] | None:
        """The roots with their outputs, such that one of each output follows the other; None if leaves have
        several, or outputs not alike many trees. The order within each output, which sums are taken in, stays."""
        outputs = self.table.n_outputs
        met: set[int] = set()
        found = [self._outputs(root, met) for root in self.table.roots]
        for i, mode in enumerate(self.table.mode):
            if mode != "LEAF" and i not in met:
                raise FormatError(f"node {i} is reached from no root: nodes must form trees")
        if outputs == 1:
            return [(root, 0) for root in self.table.roots]
        by_output: list[list[int]] = [[] for _ in range(outputs)]
        for root, own in zip(self.table.roots, found):
            if len(own) == 1:
                by_output[next(iter(own))].append(root)
        n = len(by_output[0])
        if n * outputs != len(found) or any(len(each) != n for each in by_output):
            return None
        return [(root, k) for together in zip(*by_output) for k, root in enumerate(together)]

    def _outputs(self, root: int, met: set[int]) -> set[int]:
        """Those that a tree's leaves have numbers for. met: the nodes of the trees before."""
        table, waiting = self.table, [root]
        found: set[int] = set()
        while waiting:
            i = waiting.pop()
            if table.mode[i] == "LEAF":
                found |= table.votes.get(i, {}).keys()
                continue
            if i in met:
                # onnxmltools writes a set of categories as a chain of BRANCH_EQ with one true side.
                by_set = MODES[len(COMPARISONS) :]
                above = [m for m, *sides in zip(table.mode, table.true, table.false) if m != "LEAF" and i in sides]
                if above and all(mode in by_set for mode in above):
                    raise UnsupportedError(f"node {i} is below several nodes of the mode {above[0]}: {OF_LIGHTGBM}")
                raise FormatError(f"node {i} is reached twice: nodes must form trees")
            met.add(i)
            waiting += [table.true[i], table.false[i]]
        return found

    def read(self, nodes: Nodes, i: int, output: int | None, factor: Floats, start: Any) -> tuple[int, int] | None:
        """Adds node i; the leaves of a tree without an output of its own have a number for each."""
        table = self.table
        if table.mode[i] == "LEAF":
            own = table.votes.get(i, {})
            several = range(table.n_outputs) if output is None else (output,)
            nodes.leaf([start[k] + start.dtype.type(own.get(k, 0.0) * factor[k]) for k in several])
            return None
        mode, feature = table.mode[i], table.feature[i]
        sides = table.true[i], table.false[i]
        if mode in COMPARISONS:
            kind, true_is_left = COMPARISONS[mode]
            missing = "left" if bool(table.tracks[i]) == true_is_left else "right"
            nodes.split(kind, self.place[feature], float(table.value[i]), missing=missing)
            return sides if true_is_left else sides[::-1]
        nodes.split("among", self.place[feature], categories=self._members(i))
        return sides if mode != "BRANCH_NEQ" else sides[::-1]

    def _members(self, i: int) -> list[int]:
        """Exact where features are whole numbers, which the listed ones are then compared with."""
        mode = self.table.mode[i]
        if mode not in MODES:
            raise FormatError(f"a node has the mode {mode!r}: must be one of LEAF, {', '.join(MODES)}")
        values = self.table.members[i] if mode == "BRANCH_MEMBER" else [float(self.table.value[i])]
        wrong = [value for value in values if not 0 <= value < MOST or value != int(value)]
        if wrong:
            bound = f"must be whole numbers from 0 to {MOST - 1}"
            raise UnsupportedError(f"a node of the mode {mode} lists {wrong[0]}: {bound}")
        return sorted(set(map(int, values)))
