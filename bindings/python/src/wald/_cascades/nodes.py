"""What all who read models need: the nodes of one tree as they meet them, and how sums begin."""

from __future__ import annotations

from typing import Any, Callable, Sequence

import numpy as np

from .._core.arrays import Floats
from .ensemble import TreeEnsemble


def base_and_start(base: Any) -> tuple[Floats | None, Any]:
    """The base of an ensemble, and what the leaves of each output's first tree begin with: where it differs by output
    it is no base, which the scores of a cascade leave out."""
    return (None, base) if len(set(base.tolist())) > 1 else (np.asarray(base, np.float64), np.zeros_like(base))


class Nodes:
    """Nodes in the order in which they are appended, the root first."""

    def __init__(self) -> None:
        self._split: list[str] = []
        self._missing: list[str] = []
        self._feature: list[int] = []
        self._threshold: list[float] = []
        self._categories: list[Sequence[int]] = []
        self._values: dict[int, Any] = {}
        self._children: dict[int, tuple[int, int]] = {}

    def leaf(self, value: Any) -> None:
        """`value`: a number, or one per output."""
        self._values[len(self._split)] = value
        self.split("leaf")

    def split(
        self,
        kind: str,
        feature: int = 0,
        threshold: float = 0.0,
        *,
        missing: str = "right",
        categories: Sequence[int] = (),
    ) -> None:
        self._split.append(kind)
        self._missing.append(missing)
        self._feature.append(feature)
        self._threshold.append(threshold)
        self._categories.append(categories)

    def link(self, node: int, left: int, right: int) -> None:
        self._children[node] = left, right

    @classmethod
    def grown(cls, root: Any, read: Callable[[Nodes, Any], tuple[Any, Any] | None]) -> Nodes:
        """Walks a tree from its root: `read` adds what it is given to the nodes, and returns what stands for its
        children, left and right, or None for a leaf."""
        nodes = cls()
        waiting: list[tuple[Any, int, bool]] = [(root, -1, False)]
        while waiting:
            node, parent, is_left = waiting.pop()
            place = len(nodes._split)
            if parent >= 0:
                left, right = nodes._children.get(parent, (0, 0))
                nodes.link(parent, *((place, right) if is_left else (left, place)))
            children = read(nodes, node)
            if children is not None:
                waiting += [(children[1], place, False), (children[0], place, True)]
        return nodes

    def add_to(self, out: TreeEnsemble, output: int = 0) -> None:
        n = len(self._split)
        children, values = np.zeros((2, n), np.int64), np.zeros((n, out.leaf_width))
        for node, linked in self._children.items():
            children[:, node] = linked
        for node, value in self._values.items():
            values[node] = value
        out.add(
            output=output,
            split=self._split,
            missing=self._missing,
            feature=self._feature,
            threshold=self._threshold,
            left=children[0],
            right=children[1],
            values=values,
            categories=self._categories if any(self._categories) else None,
        )
