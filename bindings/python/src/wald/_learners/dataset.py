"""Rows to learn from or to decide on, in every form that users hold them in."""

from __future__ import annotations

from ctypes import byref
from typing import Any, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._core.arrays import csr, floats, group_numbers, integer, mask, table_view, view, weights_of
from .._core.errors import ArgumentError
from .._core.facts import DatasetFacts
from .._core.forms import PLAIN, Source, is_sparse, same_rows, text_names, unwrap
from .._core.handles import Closable, Handle
from .._core.library import check, lib
from .._core.rows import WORDS
from .._core.table import dataset_p, wald_array, wald_table
from .words import UnknownLevels, coded, has_words, is_frame

TASK_NAMES = {value: name for name, value in WORDS["task"].items()}


class Dataset(Closable, DatasetFacts):
    """Rows of features, mostly with labels or classes; what they are made of is copied. Immutable.

    What `Learner` takes features, a Dataset can stand for: rows that are used more than once are then read once. Any
    number of threads may use one together.

    Parameters
    ----------
    features : array-like, data frame or sparse matrix of shape (n_rows, n_features)
        Within 1e100; NaN, None and NA are missing, for learners with the option `missing`. float32 and float64 are
        read as they lie, whatever their strides; other numbers are converted. Sparse matrices of SciPy stay sparse.
        Columns of words and categories become a feature for each level, called "column=level".
    labels : array-like, data frame or sparse matrix of shape (n_rows, n_labels) or (n_rows,), optional
        Zeros and ones; of shape (n_rows,) one label, which is binary classification. bool and uint8 are read as they
        lie.
    classes : array-like of int of shape (n_rows,), optional
        Instead of labels: exactly one of several classes per row, each in [0, n_classes).
    n_classes : int, optional
        At least 2. Default: one more than the greatest of `classes`.
    weights : array-like of shape (n_rows,), optional
        Finite and >= 0. Default: 1 each.
    groups : array-like of shape (n_rows,), optional
        Which rows belong together, as a patient's do: numbers or texts, two different ones at least. Where fitting
        leaves rows out, it leaves out those of the same group together. Folds are dealt by groups, as many folds as
        `folds` says, or as there are groups where these are fewer: so the numbers of folds of one's own are groups,
        too. Default: each row alone.
    marginals : array-like of shape (n_rows, n_labels) or (n_rows,), optional
        What another model says of these rows: P(label j = 1), each in [0, 1]. For ``"given"``, alone or as
        a part (``"cardinality:given"``); other learners do not look at it. Of rows to learn from it calibrates, and
        must be out of fold.
    feature_names : sequence of str, optional
        Of a data frame the columns to take, and the levels of columns of words: ``learner.feature_names`` for rows that
        a learner is to decide. Default: all.
    unknown_levels : {"error", "zero"}
        Of words that are not among the levels of `feature_names`: refused, or taken for none of them.

    Attributes
    ----------
    feature_names, label_names : tuple of str or None
        The columns of data frames, where all are texts.

    Examples
    --------
    >>> Dataset([[0.5, 1.0], [2.0, -1.0]], [[0, 1], [1, 1]])
    <Dataset: 2 rows, 2 features, 2 labels>
    """

    __slots__ = ("_source", "feature_names", "label_names")
    _noun = _object = "dataset"
    _source: Source
    feature_names: tuple[str, ...] | None
    label_names: tuple[str, ...] | None

    def __init__(
        self,
        features: Any,
        labels: Any = None,
        *,
        classes: ArrayLike | None = None,
        n_classes: int | None = None,
        weights: ArrayLike | None = None,
        groups: ArrayLike | None = None,
        marginals: Any = None,
        feature_names: Sequence[str] | None = None,
        unknown_levels: UnknownLevels = "error",
    ) -> None:
        if labels is not None and classes is not None:
            raise ArgumentError("labels and classes are both given: must be one of them")
        if n_classes is not None and classes is None:
            raise ArgumentError("n_classes is given without classes")
        besides = {"labels": labels, "classes": classes, "weights": weights, "groups": groups, "marginals": marginals}
        features_alone = all(each is None for each in besides.values())
        if not features_alone:
            same_rows("features", features, **besides)
        out = dataset_p()
        self._source = _create(features, out, feature_names, unknown_levels)
        self._handle = Handle(out)
        self.feature_names = text_names(self._source.columns if feature_names is None else feature_names)
        self.label_names = None
        if features_alone:
            return
        cells, self.label_names = (None, None) if labels is None else _labels(labels)
        each, count = (None, 0) if classes is None else _classes(classes, n_classes)
        weighed = None if weights is None else weights_of(weights, self.n_rows)
        grouped = None if groups is None else view(group_numbers(groups))
        table = None if marginals is None else two_dimensional(floats(marginals, "marginals")[0], "marginals")
        known = None if table is None else view(table)
        check(lib.wald_dataset_set(out, cells, each, count, weighed, grouped, known))

    @property
    def task(self) -> str:
        """``"labels"``, ``"classes"``, or ``"none"`` where there are features alone."""
        return TASK_NAMES[int(self._fact("task"))]

    def __len__(self) -> int:
        return self.n_rows

    def __reduce__(self) -> Any:
        raise TypeError("datasets are not saved: they are as large as the tables that they were made of; save those")

    def __repr__(self) -> str:
        if self.closed:
            return "<Dataset, closed>"
        targets = "" if self.task == "none" else f", {self.n_labels} {self.task}"
        return f"<Dataset: {self.n_rows} rows, {self.n_features} features{targets}>"


def as_dataset(features: Any, feature_names: Sequence[str] | None, marginals: Any) -> Dataset:
    """Rows to decide on; of a data frame the columns of these names."""
    if isinstance(features, Dataset):
        if marginals is not None:
            raise ArgumentError("marginals are given beside a Dataset: give them to it when it is made")
        own, wanted = features.feature_names, feature_names
        if own is not None and wanted is not None and own != tuple(wanted):
            differs = next((name for name in wanted if name not in own), None)
            what = f"there is no {differs!r}" if differs else "their order differs"
            hint = "make it with feature_names=learner.feature_names"
            raise ArgumentError(f"the Dataset has other features than the learner: {what}; {hint}")
        return features
    if feature_names is None and has_words(features):
        raise ArgumentError("features has columns of words: the learner was fitted without names, which levels need")
    return Dataset(features, marginals=marginals, feature_names=feature_names if is_frame(features) else None)


def two_dimensional(array: NDArray[Any], name: str) -> NDArray[Any]:
    """A vector is a column."""
    if array.ndim == 1:
        array = array[:, None]
    if array.ndim != 2:
        raise ArgumentError(f"{name} has {array.ndim} dimensions: must have 2, rows by labels, or 1")
    return array


def _create(features: Any, out: Any, names: Sequence[str] | None, unknown: UnknownLevels) -> Source:
    if is_sparse(features):
        check(lib.wald_dataset_create(table_view(csr(features, "features", ordered=True)), byref(out)))
        return PLAIN
    table, source = coded(features, names, unknown) if is_frame(features) else floats(features, "features")
    if table.ndim != 2:
        raise ArgumentError(f"features has {table.ndim} dimensions: must have 2, rows by features")
    check(lib.wald_dataset_create(table_view(view(table)), byref(out)))
    return source


def _labels(labels: Any) -> tuple[wald_table, tuple[str, ...] | None]:
    if is_sparse(labels):
        ones = labels.tocsr().copy()
        if not np.all((ones.data == 0) | (ones.data == 1)):
            raise ArgumentError("labels holds values other than 0 and 1")
        ones.eliminate_zeros()
        return table_view(csr(ones, values=False, ordered=True)), None
    cells, source = mask(labels, "labels")
    cells = two_dimensional(cells, "labels")
    names = text_names([source.name] if source.columns is None and source.name else source.columns)
    return table_view(view(cells)), names


def _classes(classes: Any, n_classes: int | None) -> tuple[wald_array, int]:
    array, _ = unwrap(classes)
    if array.ndim != 1:
        raise ArgumentError(f"classes has {array.ndim} dimensions: must have 1")
    if array.size and array.dtype.kind not in "iu":
        hint = "LearnerClassifier takes classes of any kind"
        raise TypeError(f"classes must be whole numbers from 0 on: found {array.dtype}; {hint}")
    each = np.ascontiguousarray(array, np.int64)
    count = max(2, int(each.max(initial=0)) + 1) if n_classes is None else n_classes
    return view(each), integer(count, "n_classes")
