"""What stands in an ONNX graph around its trees: where their features come from, and what becomes of their sums."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Iterable

import numpy as np
from numpy.typing import NDArray

from .._core.arrays import Floats
from .._core.errors import FormatError, UnsupportedError

OPERATORS = ("TreeEnsemble", "TreeEnsembleClassifier", "TreeEnsembleRegressor")
FLOAT, DOUBLE, BOOL = 1, 11, 9
WHOLE = (2, 3, 4, 5, 6, 7, BOOL, 12, 13)
"""Types of tensors, by their numbers in ONNX."""

MOST_COLUMNS = 1 << 20
"""Of a tensor, and so features: more than any graph of trees has, and little enough to list."""
DEEPEST = 200
"""Nodes between an input and the trees."""


@dataclass(frozen=True)
class Column:
    """A feature as the trees see it."""

    source: str
    """The graph's input that has it,"""
    position: int
    """and its column there."""
    kind: int
    """Its type."""
    cut: bool
    """Whether it is a float, or was one on its way."""
    whole: bool
    """Whether the input holds whole numbers."""


class Graph:
    def __init__(self, graph: Any) -> None:
        from onnx.numpy_helper import to_array

        self.nodes: list[Any] = list(graph.node)
        self.constants: dict[str, NDArray[Any]] = {each.name: to_array(each) for each in graph.initializer}
        for node in self.nodes:
            if node.op_type == "Constant":
                (value,) = attributes(node).values()
                self.constants[node.output[0]] = np.asarray(value)
        self.inputs = {each.name: each.type for each in graph.input if each.name not in self.constants}
        self.makers = {name: node for node in self.nodes for name in node.output}
        self.users: dict[str, list[Any]] = {}
        for node in self.nodes:
            for name in dict.fromkeys(node.input):
                self.users.setdefault(name, []).append(node)
        self.widths: dict[str, int] = {}
        self._known: dict[tuple[str, int | None], list[Column]] = {}
        self._open: list[str] = []

    def trees(self) -> Any:
        """The one node that is an ensemble of trees."""
        found = [node for node in self.nodes if node.domain == "ai.onnx.ml" and node.op_type in OPERATORS]
        if not found:
            has = ", ".join(sorted({node.op_type for node in self.nodes})) or "no nodes"
            raise UnsupportedError(f"the graph has no ensemble of trees: it has {has}")
        if len(found) > 1:
            raise UnsupportedError(f"the graph has {len(found)} ensembles of trees ({_names(found)}): must have one")
        return found[0]

    # ---- Before the trees ------------------------------------------------------------------------

    def columns(self, name: str, least: int | None) -> list[Column]:
        """What a tensor's columns are; of an input of unknown width the first `least`."""
        found = self._known.get((name, least))
        if found is not None:
            return found
        if name in self._open:
            raise FormatError(f"the graph makes {name!r} of itself")
        if len(self._open) == DEEPEST:
            raise FormatError(f"more than {DEEPEST} nodes stand between the graph's inputs and its trees")
        self._open.append(name)
        found = self._columns(name, least)
        self._open.pop()
        self._known[name, least] = found
        return found

    def _columns(self, name: str, least: int | None) -> list[Column]:
        if name in self.inputs:
            return self._input(name, least)
        node = self.makers.get(name)
        if node is None:
            raise FormatError(f"nothing in the graph gives {name!r}")
        held = attributes(node)
        if node.op_type == "Identity":
            return self.columns(node.input[0], least)
        if node.op_type == "Cast":
            return [_cast(node, each, int(held["to"])) for each in self.columns(node.input[0], least)]
        if node.op_type == "Concat" and held["axis"] in (1, -1):
            return _together(node, (self.columns(part, None) for part in node.input))
        if node.op_type == "FeatureVectorizer":
            parts = zip(node.input, held["inputdimensions"])
            every = _together(node, (self.columns(part, width)[:width] for part, width in parts))
            return [_cast(node, each, FLOAT) for each in every]
        chosen = self.constants.get(node.input[1]) if len(node.input) > 1 else None
        if chosen is not None and (node.op_type == "ArrayFeatureExtractor" or _gathers_columns(node, held, chosen)):
            positions = [int(j) for j in chosen.ravel()]
            from_start = all(j >= 0 for j in positions)
            from_all = self.columns(node.input[0], 1 + max(positions, default=0) if from_start else None)
            return [from_all[j] for j in positions]
        raise UnsupportedError(f"{_names([node])} stands before the trees, and changes features: they take those given")

    def _input(self, name: str, least: int | None) -> list[Column]:
        held = self.inputs[name].tensor_type
        kind, sizes = held.elem_type, held.shape.dim
        if kind not in (FLOAT, DOUBLE, *WHOLE):
            raise UnsupportedError(f"the graph's input {name!r} holds no floats, doubles or whole numbers")
        width = sizes[1].dim_value if len(sizes) == 2 else 0
        width = width or self.widths.get(name, 0) or least or 0
        if not width:
            raise UnsupportedError(f"the graph's input {name!r} has an unknown number of columns")
        if not 1 <= width <= MOST_COLUMNS:
            raise FormatError(f"the graph's input {name!r} has {width} columns: must have 1 to {MOST_COLUMNS}")
        self.widths[name] = width
        return [Column(name, j, kind, kind == FLOAT, kind in WHOLE) for j in range(width)]

    # ---- Behind the trees ------------------------------------------------------------------------

    def scaling(self, name: str, n_outputs: int) -> tuple[Floats, Floats]:
        """Numbers that sums are multiplied by, and others that are then added to them. What comes behind any other
        operator is left out, as a link is."""
        scale, shift, met = np.ones(n_outputs), np.zeros(n_outputs), {name}
        while len(users := self.users.get(name, [])) == 1:
            step = self._step(users[0], name, n_outputs)
            if step is None:
                break
            times, plus = step
            scale, shift, name = scale * times, shift * times + plus, users[0].output[0]
            if name in met:
                raise FormatError(f"the graph makes {name!r} of itself")
            met.add(name)
        return scale, shift

    def _step(self, node: Any, name: str, n_outputs: int) -> tuple[Any, Any] | None:
        """A factor and a summand; None for other operators."""
        kind, others = node.op_type, [each for each in node.input if each != name]
        if kind == "Identity" or kind == "Cast" and attributes(node)["to"] in (FLOAT, DOUBLE):
            return 1, 0
        if kind in ("Reshape", "Flatten", "Squeeze", "Unsqueeze") and n_outputs == 1:
            return 1, 0
        by = self.constants.get(others[0]) if len(others) == 1 else None
        if by is None or by.size not in (1, n_outputs):
            if kind in ("Add", "Sum"):
                raise UnsupportedError(f"{_names([node])} adds other numbers to those of the trees")
            return None
        by, is_first = by.astype(np.float64).ravel(), node.input[0] == name
        if kind in ("Add", "Sum"):
            return 1, by
        if kind == "Sub":
            return (1, -by) if is_first else (-1, by)
        if kind == "Mul":
            return by, 0
        return (1 / by, 0) if kind == "Div" and is_first and by.all() else None


def attributes(node: Any) -> dict[str, Any]:
    """By name, tensors as arrays."""
    from onnx.helper import get_attribute_value
    from onnx.numpy_helper import to_array

    found = {each.name: get_attribute_value(each) for each in node.attribute}
    return {name: to_array(value) if hasattr(value, "data_type") else value for name, value in found.items()}


def _together(node: Any, parts: Iterable[list[Column]]) -> list[Column]:
    out: list[Column] = []
    for part in parts:
        out += part
        if len(out) > MOST_COLUMNS:
            raise FormatError(f"{_names([node])} makes more than {MOST_COLUMNS} columns")
    return out


def _cast(node: Any, column: Column, kind: int) -> Column:
    if kind in (FLOAT, DOUBLE) or kind in WHOLE and kind != BOOL and column.whole:
        return replace(column, kind=kind, cut=column.cut or kind == FLOAT)
    raise UnsupportedError(f"{_names([node])} makes other numbers of features: trees take floats and doubles")


def _gathers_columns(node: Any, held: dict[str, Any], chosen: NDArray[Any]) -> bool:
    return node.op_type == "Gather" and held.get("axis", 0) in (1, -1) and chosen.ndim == 1


def _names(nodes: list[Any]) -> str:
    """By operator, and by name where there is one."""
    named = (f"{node.op_type} {node.name!r}" if node.name not in ("", node.op_type) else node.op_type for node in nodes)
    return ", ".join(named)
