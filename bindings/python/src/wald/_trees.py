"""Additive ensembles of decision trees: what XGBoost, LightGBM and scikit-learn train, evaluated by the library."""

from __future__ import annotations

import ctypes
from ctypes import byref, c_double, c_int32, c_int64, c_uint8
from typing import Any, Iterable, Literal, NamedTuple, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import FLOAT32, FLOAT64, Floats, float_type, integer, real, strides_of
from ._errors import ArgumentError
from ._features import Categories, Columns
from ._handles import Fed, address, at, saved_bytes
from ._library import check, lib, trees_p

Summation = Literal["float64", "float32"]

SUMMATIONS = {"float64": FLOAT64, "float32": FLOAT32}
SPLITS = {"leaf": 0, "at_most": 1, "below": 2, "among": 3}
MISSING = {"right": 0, "left": 1, "as_zero": 2, "zero_right": 3, "zero_left": 4}


class TreesShape(NamedTuple):
    """What an ensemble holds."""

    n_trees: int
    n_models: int
    """n_trees/trees_per_model, rounded down."""
    n_features: int
    n_outputs: int


class Trees(Fed):
    """An additive ensemble of decision trees: its outputs are the sums of what its trees say, and a base.

    Made of a trained model by `from_xgboost`, `from_lightgbm` or `from_sklearn`, or tree by tree with `add`.

    Parameters
    ----------
    n_features : int
    n_outputs : int
        1, or one a class.
    leaf_width : int
        Values of a leaf: 1, added to the tree's output, or n_outputs, one added to each.
    trees_per_model : int
        So many trees in a row are one model of a cascade.
    summation : {"float64", "float32"}
        The arithmetic in which outputs add up, tree after tree from the base on.
    float_features : bool
        Whether features are cut to float before they are compared, as XGBoost and scikit-learn do.
    base : array-like of shape (n_outputs,), optional
        What sums begin with; default 0.
    feature_names : sequence of str, optional
        Data frames are then read by name.
    categories : dict of int to sequence or None, optional
        By the position of a feature its categories: in data frames a value stands for its position among them; with
        None for itself, being a whole number.

    Notes
    -----
    Functions that only read may use one ensemble from many threads together; `add` waits for them. The saved text has
    neither names nor categories; pickles have both.

    Examples
    --------
    >>> trees = Trees(1).add(split=["at_most", "leaf", "leaf"], left=[1, 0, 0], right=[2, 0, 0],
    ...                      threshold=[0.5, 0, 0], values=[0, -1, 1])
    >>> trees.evaluate([[0.2], [0.9]])
    array([-1.,  1.])
    """

    __slots__ = ("_columns",)
    _noun = "trees"
    _columns: Columns

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
        if summation not in SUMMATIONS:
            raise ArgumentError(f"summation is {summation!r}: must be 'float64' or 'float32'")
        start = None
        if base is not None:
            start = np.ascontiguousarray(np.atleast_1d(np.asarray(base, np.float64)))
            if start.shape != (outputs,):
                raise ArgumentError(f"base has shape {start.shape}: must have one number an output, {outputs}")
        if feature_names is not None and len(feature_names) != features:
            raise ArgumentError(f"feature_names has {len(feature_names)} elements: must have {features}")
        out = trees_p()
        check(
            lib.wald_trees_create(
                features,
                outputs,
                integer(leaf_width, "leaf_width"),
                integer(trees_per_model, "trees_per_model"),
                SUMMATIONS[summation],
                int(bool(float_features)),
                None if start is None else at(c_double, start),
                byref(out),
            )
        )
        self._adopt(out, Columns(feature_names, categories))

    def _adopt(self, pointer: Any, columns: Columns) -> None:
        self._hold(pointer, lib.wald_trees_destroy)
        self._columns = columns

    # ---- Trees that others trained ---------------------------------------------------------------

    @classmethod
    def from_xgboost(cls, model: Any, *, iterations: int | None = None) -> Trees:
        """The trees of an XGBoost model, whose margins (``output_margin=True``) these are, to the bit; of ``dart`` to
        the last digit of a float.

        Parameters
        ----------
        model : Booster, XGBClassifier, XGBRegressor ..., or the path of a model saved as JSON
            Boosters ``gbtree`` and ``dart``, of any objective of the library; XGBoost 1.6 and later.
        iterations : int, optional
            Rounds of boosting to take. Default: as the model's own ``predict`` does, which is up to the best iteration
            for a scikit-learn model that stopped early, and all for a Booster.

        Raises
        ------
        UnsupportedError
            For linear boosters, for unknown objectives, and where another number than NaN stands for missing.

        Notes
        -----
        A model of the cascade is one tree, or one tree a class. Base scores that differ by class are added to the
        leaves of the first trees, where the library's own sums begin. Where XGBoost takes the logarithm of a base score
        it may round its last bit otherwise, by 1e-7 or less. A category that is no whole number counts as that below it,
        as LightGBM has it.
        """
        from ._from_xgboost import read_xgboost

        return read_xgboost(model, iterations)

    @classmethod
    def from_lightgbm(cls, model: Any, *, iterations: int | None = None) -> Trees:
        """The trees of a LightGBM model, whose raw scores (``raw_score=True``) these are, to the bit.

        Parameters
        ----------
        model : Booster, LGBMClassifier, LGBMRegressor ..., or what ``dump_model`` gave
        iterations : int, optional
            Rounds of boosting to take. Default: as the model's own ``predict`` does, up to the best iteration where
            there is one.

        Raises
        ------
        UnsupportedError
            For trees with linear models in their leaves.
        """
        from ._from_lightgbm import read_lightgbm

        return read_lightgbm(model, iterations)

    @classmethod
    def from_sklearn(cls, model: Any, *, sums: bool = False) -> Trees:
        """The trees of a fitted scikit-learn model.

        Parameters
        ----------
        model : decision tree, extra tree, random forest, extra trees, gradient boosting or histogram gradient boosting
            A classifier or a regressor. Outputs of boosted models are those of ``decision_function``, before the link
            (the logarithm of what ``predict`` gives for ``poisson`` and ``gamma``). Outputs of other classifiers are
            probabilities: of two classes that of ``classes_[1]``, else one a class.
        sums : bool
            Of forests: the sums over trees, not the means. These are whole numbers where leaves are pure, so that ties
            are ties; what a cascade is best fitted to.

        Raises
        ------
        UnsupportedError
            For other models, several targets of a classifier, and an ``init`` that is a model of its own.

        Notes
        -----
        Histogram gradient boosting documents no attribute that has its trees; they are read from private ones, and
        compared with what the model itself says. Of its categories whole numbers are taken; another number counts as
        the whole one below it.
        """
        from ._from_sklearn import read_sklearn

        return read_sklearn(model, sums)

    # ---- Trees one by one ------------------------------------------------------------------------

    def add(
        self,
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
    ) -> Trees:
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
            it); or the numbers 0 to 4.
        categories : iterable of n_nodes iterables of int, optional
            What goes left in a node that splits by categories, ascending; others have none.
        output : int
            That values are added to; 0 where leaves have one value an output.

        Returns
        -------
        Trees
            Itself.
        """
        kinds = _named(split, "split", SPLITS, None)
        n = len(kinds)
        sides = _named(missing, "missing", MISSING, n)
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
        self._write(
            lib.wald_trees_add,
            integer(output, "output"),
            n,
            at(c_uint8, kinds) if n else None,
            at(c_uint8, sides) if n else None,
            *(at(c_int32, each) if n else None for each in numbers),
            at(c_double, limits) if n else None,
            None if begin is None else at(c_int64, begin),
            None if members is None else at(c_int32, members),
            at(c_double, leaves) if leaves.size else None,
        )
        return self

    # ---- Facts -----------------------------------------------------------------------------------

    @property
    def shape(self) -> TreesShape:
        """The numbers of trees, models, features and outputs."""
        numbers = [c_int64() for _ in TreesShape._fields]
        self._read(lib.wald_trees_shape, *map(byref, numbers))
        return TreesShape(*(number.value for number in numbers))

    @property
    def leaf_width(self) -> int:
        """The number of values of a leaf: 1, or n_outputs."""
        width = c_int64()
        self._read(lib.wald_trees_leaf_width, byref(width))
        return width.value

    @property
    def feature_names(self) -> tuple[str, ...] | None:
        """The names of the features, where they are known."""
        return self._columns.names

    @property
    def categories(self) -> dict[int, tuple[Any, ...] | None]:
        """By the position of a feature the categories that its numbers stand for; None where they are the numbers."""
        return dict(self._columns.categories)

    def __len__(self) -> int:
        return self.shape.n_trees

    def threshold(self, margin: float = 0.0) -> float:
        """The threshold of sums without the base that stands for `margin`, a threshold of whole sums: what a cascade
        is fitted with. For one output."""
        value = c_double()
        self._read(lib.wald_trees_threshold, real(margin, "margin"), byref(value))
        return value.value

    # ---- Use -------------------------------------------------------------------------------------

    def evaluate(self, features: Any, *, threads: int = 1) -> Floats:
        """The sums of all trees, base included.

        Parameters
        ----------
        features : array-like or data frame of shape (n_rows, n_features)
            NaN is missing. float32 and float64 are read in place. Of a data frame the columns by name, where names
            are known; columns of categories as their numbers.
        threads : int
            0 means all of the machine's.

        Returns
        -------
        ndarray of shape (n_rows,), or (n_rows, n_outputs) where there are several outputs
        """
        table, _ = self._columns.table(features)
        outputs = self.shape.n_outputs
        out = np.empty((len(table), outputs))
        self._read(lib.wald_trees_evaluate, *feature_arguments(table), integer(threads, "threads", 32),
                   at(c_double, out) if out.size else ctypes.byref(c_double()))
        return out[:, 0] if outputs == 1 else out

    def save(self) -> str:
        """The ensemble as text (JSON, versioned), which every language loads. It does not hold the names of features,
        nor their categories."""
        return self._saved(lib.wald_trees_save)

    @classmethod
    def load(
        cls,
        text: str | bytes,
        *,
        feature_names: Sequence[str] | None = None,
        categories: Categories | None = None,
    ) -> Trees:
        """Reads what `save` wrote.

        Raises
        ------
        FormatError
            For any other text; the message says what is wrong with it.
        """
        return cls._load(text, Columns(feature_names, categories))

    @classmethod
    def _load(cls, text: str | bytes, columns: Columns) -> Trees:
        raw = saved_bytes(text)
        out = trees_p()
        check(lib.wald_trees_load(raw, len(raw), byref(out)))
        made = cls.__new__(cls)
        made._adopt(out, columns)
        return made

    def copy(self) -> Trees:
        """An ensemble of its own with the same trees."""
        return Trees._load(self.save(), self._columns)

    def __reduce__(self) -> Any:
        return _load_again, (self.save(), self._columns)

    def __repr__(self) -> str:
        if self.closed:
            return "<Trees, closed>"
        shape = self.shape
        models = "" if shape.n_models == shape.n_trees else f" in {shape.n_models} models"
        outputs = "1 output" if shape.n_outputs == 1 else f"{shape.n_outputs} outputs"
        return f"<Trees: {shape.n_trees} trees{models}, {shape.n_features} features, {outputs}>"


def feature_arguments(table: NDArray[Any]) -> tuple[Any, ...]:
    """A table as C takes it: address, type, shape, strides."""
    return (address(table), float_type(table), *table.shape, *strides_of(table))


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
    """An array with an element a node. One number stands for all."""
    array = np.asarray(x)
    if array.size and array.dtype.kind not in ("biuf" if kind is np.float64 else "biu"):
        raise TypeError(f"{name} must be {'numbers' if kind is np.float64 else 'whole numbers'}: found {array.dtype}")
    if n is not None and array.ndim == 0:
        array = np.full(n, array)
    if array.ndim != 1 or n is not None and len(array) != n:
        raise ArgumentError(f"{name} has shape {array.shape}: must have one element a node{f', {n}' if n else ''}")
    if kind is not np.float64 and array.size:
        limits, least, most = np.iinfo(kind), int(array.min()), int(array.max())
        if least < limits.min or most > limits.max:
            raise ArgumentError(f"{name} holds {least} to {most}: must fit in {limits.bits} bits")
    return np.ascontiguousarray(array, kind)


def _load_again(text: str, columns: Columns) -> Trees:
    return Trees._load(text, columns)
