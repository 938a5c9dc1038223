"""Additive ensembles of decision trees, tree by tree."""

from __future__ import annotations

import ctypes
from ctypes import byref, c_double
from typing import TYPE_CHECKING, Any, Iterable, Literal, NamedTuple, Sequence, TypeVar, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._core.arrays import integer, one_of, real, view
from .._core.calls import call
from .._core.errors import ArgumentError
from .._core.facts import TreesFacts
from .._core.features import Categories, Columns, WithColumns
from .._core.files import Path, Saved
from .._core.handles import Fed, address, at
from .._core.library import check, lib
from .._core.options import pointer, takes
from .._core.options import options as made_options
from .._core.rows import WORDS
from .._core.table import trees_p, wald_tree, wald_trees_shape

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._core.keywords import CascadeOptions

Summation = Literal["float64", "float32"]

SUMMATIONS = {name: WORDS["type"][name] for name in ("float64", "float32")}
_FIELDS: dict[str, Any] = {field[0]: field[1] for field in wald_tree._fields_}
_Trees = TypeVar("_Trees", bound="TreeEnsemble")


class TreesShape(NamedTuple):
    """What an ensemble holds."""

    n_trees: int
    n_models: int
    """n_trees/trees_per_model, rounded down."""
    n_features: int
    n_outputs: int


class TreeEnsemble(Fed, Saved, WithColumns, TreesFacts):
    """What `Trees` are, however they were made."""

    __slots__ = ("_columns",)
    _noun = _object = "trees"
    _pointer = trees_p

    def __init__(
        self,
        n_features: int,
        n_outputs: int = 1,
        *,
        leaf_width: int = 1,
        trees_per_model: int = 1,
        summation: Summation = "float64",
        float_features: bool = False,
        base: ArrayLike | None = None,
        feature_names: Sequence[str] | None = None,
        categories: Categories | None = None,
    ) -> None:
        features, outputs = integer(n_features, "n_features"), integer(n_outputs, "n_outputs")
        kind = one_of(summation, "summation", SUMMATIONS)
        start = None
        if base is not None:
            start = np.ascontiguousarray(np.atleast_1d(np.asarray(base, np.float64)))
            if start.shape != (outputs,):
                raise ArgumentError(f"base has shape {start.shape}: must have one number per output, {outputs}")
        if feature_names is not None and len(feature_names) != features:
            raise ArgumentError(f"feature_names has {len(feature_names)} elements: must have {features}")
        out = trees_p()
        shape = wald_trees_shape(ctypes.sizeof(wald_trees_shape), features, outputs, integer(leaf_width, "leaf_width"),
                                 integer(trees_per_model, "trees_per_model"), kind, int(bool(float_features)))
        check(lib.wald_trees_create(byref(shape), None if start is None else at(c_double, start), byref(out)))
        self._adopt(out, Columns(feature_names, categories))

    def _adopt(self, pointer: Any, columns: Columns) -> None:
        self._hold(pointer)
        self._columns = columns

    # ---- Trees one by one ------------------------------------------------------------------------

    def add(
        self: _Trees,
        *,
        split: Sequence[str] | ArrayLike,
        values: ArrayLike,
        feature: ArrayLike = 0,
        threshold: ArrayLike = 0.0,
        left: ArrayLike = 0,
        right: ArrayLike = 0,
        missing: Sequence[str] | ArrayLike | str = "right",
        categories: Iterable[Iterable[int]] | None = None,
        output: int = 0,
    ) -> _Trees:
        """Adds a tree, its root first. Where a node is a leaf only its values count.

        Parameters
        ----------
        split : array-like of shape (n_nodes,)
            ``"leaf"``, ``"at_most"`` (left where x <= threshold), ``"below"`` (x < threshold) or ``"among"`` (x, cut to
            a whole number, is one of the node's categories); or the numbers 0 to 3.
        values : array-like of shape (n_nodes,) or (n_nodes, leaf_width)
            Finite.
        feature, threshold, left, right : array-like of shape (n_nodes,)
            The feature that is looked at, what it is compared with, and the nodes that follow.
        missing : array-like of shape (n_nodes,)
            Where NaN goes: ``"right"``, ``"left"``, ``"as_zero"``, ``"zero_right"`` or ``"zero_left"`` (0 goes with
            it); or the numbers 0 to 4. In splits by categories a number that cannot be one (at most -1, or 2**24 and
            more) goes with NaN for ``"right"`` and ``"left"``; ``"nan_right"`` and ``"nan_left"`` (5 and 6) are about
            NaN alone, and numbers below 0, or of 2**24 and more, go right.
        categories : iterable of n_nodes iterables of int, optional
            What goes left in a node that splits by categories, ascending; others have none.
        output : int
            That values are added to; 0 if leaves have one value per output.

        Returns
        -------
        Trees
            Itself.
        """
        kinds = _named(split, "split", WORDS["split"], None)
        n = len(kinds)
        sides = _named(missing, "missing", WORDS["missing"], n)
        numbers = [_nodes(each, name, np.int32, n) for each, name in ((feature, "feature"), (left, "left"),
                                                                      (right, "right"))]
        limits = _nodes(threshold, "threshold", np.float64, n)
        leaves = np.ascontiguousarray(np.asarray(values, np.float64))
        if leaves.size != n * self.leaf_width:
            raise ArgumentError(f"values has {leaves.size} elements: must have {n * self.leaf_width}")
        begin = members = None
        if categories is not None:
            each = [[integer(c, f"categories[{i}]", 32) for c in own] for i, own in enumerate(categories)]
            if len(each) != n:
                raise ArgumentError(f"categories has {len(each)} elements: must have {n}")
            begin = np.cumsum([0, *map(len, each)], dtype=np.int64)
            members = np.array([c for own in each for c in own] or [0], np.int32)
        arrays = {"split": kinds, "missing": sides, "feature": numbers[0], "left": numbers[1], "right": numbers[2],
                  "threshold": limits, "category_begin": begin, "categories": members, "values": leaves}
        shown = {name: ctypes.cast(address(each), _FIELDS[name]) for name, each in arrays.items()
                 if each is not None and each.size}
        tree = wald_tree(ctypes.sizeof(wald_tree), integer(output, "output"), n, **shown)
        self._write(lib.wald_trees_add, tree)
        return self

    # ---- Facts -----------------------------------------------------------------------------------

    @property
    def shape(self) -> TreesShape:
        """The numbers of trees, models, features and outputs."""
        return TreesShape(self.n_trees, self.n_models, self.n_features, self.n_outputs)

    def __len__(self) -> int:
        return self.n_trees

    def threshold(self, margin: float = 0.0) -> float:
        """The threshold of sums without the base that stands for `margin`, a threshold of whole sums: what a cascade
        is fitted with. For one output."""
        value = c_double()
        self._read(lib.wald_trees_threshold, real(margin, "margin"), byref(value))
        return value.value

    # ---- Use -------------------------------------------------------------------------------------

    @takes("cascades", "apply")
    def evaluate(self, features: Any, **options: Unpack[CascadeOptions]) -> Any:
        """The sums of all trees, base included.

        Parameters
        ----------
        features : array-like or data frame of shape (n_rows, n_features)
            NaN is missing. float32 and float64 are read in place. Of a data frame the columns by name, where names
            are known; columns of categories as their numbers.
        <options>

        Returns
        -------
        ndarray, or series or data frame like the input, of shape (n_rows,), or (n_rows, n_outputs) where there are
        several outputs
        """
        table, source = self._columns.table(features)
        outputs, made = self.n_outputs, made_options("cascades", cast("dict[str, Any]", options))
        out = np.empty((len(table), outputs))
        to = at(c_double, out) or byref(c_double())
        with self._reading() as handle:
            call(lib.wald_trees_evaluate, handle.pointer, view(table), pointer(made), to)
        return source.series(out[:, 0]) if outputs == 1 else source.frame(out, range(outputs))

    @classmethod
    def load(
        cls: type[_Trees],
        text: str | bytes | Path,
        *,
        feature_names: Sequence[str] | None = None,
        categories: Categories | None = None,
    ) -> _Trees:
        """As every `load`. The text holds neither names nor categories."""
        return cls._load(text, Columns(feature_names, categories))

    @classmethod
    def _load(cls: type[_Trees], text: str | bytes | Path, columns: Columns) -> _Trees:
        out = cls._loaded(text)
        made = cls.__new__(cls)
        made._adopt(out, columns)
        return made

    def copy(self: _Trees) -> _Trees:
        """An ensemble of its own with the same trees."""
        return type(self)._load(self.save(binary=True), self._columns)

    def __reduce__(self) -> Any:
        return type(self)._load, (self.save(binary=True), self._columns)

    def __repr__(self) -> str:
        if self.closed:
            return "<Trees, closed>"
        shape = self.shape
        models = "" if shape.n_models == shape.n_trees else f" in {shape.n_models} models"
        outputs = "1 output" if shape.n_outputs == 1 else f"{shape.n_outputs} outputs"
        return f"<Trees: {shape.n_trees} trees{models}, {shape.n_features} features, {outputs}>"


def _named(x: Any, name: str, known: dict[str, int], n: int | None) -> NDArray[np.uint8]:
    """Names, or their numbers, as numbers; one for all where n is known."""
    array = np.asarray(x)
    if array.dtype.kind in "US":
        unknown = sorted({str(each) for each in array.ravel()} - known.keys())
        if unknown:
            raise ArgumentError(f"{name} has {unknown[0]!r}: must be one of {', '.join(map(repr, known))}")
        array = np.array([known[str(each)] for each in array.ravel()], np.uint8).reshape(array.shape)
    found: NDArray[np.uint8] = _nodes(array, name, np.uint8, n)
    return found


def _nodes(x: Any, name: str, kind: Any, n: int | None) -> Any:
    """An array with one element per node. One number stands for all."""
    array = np.asarray(x)
    if array.size and array.dtype.kind not in ("biuf" if kind is np.float64 else "biu"):
        raise TypeError(f"{name} must be {'numbers' if kind is np.float64 else 'whole numbers'}: found {array.dtype}")
    if n is not None and array.ndim == 0:
        array = np.full(n, array)
    if array.ndim != 1 or n is not None and len(array) != n:
        raise ArgumentError(f"{name} has shape {array.shape}: must have one element per node{f', {n}' if n else ''}")
    if kind is not np.float64 and array.size:
        limits, least, most = np.iinfo(kind), int(array.min()), int(array.max())
        if least < limits.min or most > limits.max:
            raise ArgumentError(f"{name} holds {least} to {most}: must fit in {limits.bits} bits")
    return np.ascontiguousarray(array, kind)
